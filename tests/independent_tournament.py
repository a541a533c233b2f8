"""A tournament's folder, verified without a line of timecore and without its packages.

Written from ``docs/format.md`` (section 9) alone. It says of each fault of which kind it is, in the words of the how-to
"Run a tournament", and of what: a leaf or a file.

    python tests/independent_tournament.py FOLDER --key KEY [--checkpoint FILE …] [--running]

One line a fault; the exit code is 0 if there is none, else 1.
"""

import argparse
import re
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from independent_notes import (
    SHEET,
    Key,
    NotANote,
    bytes_of,
    checkpoint_of,
    holds,
    is_key,
    key_of,
    key_text,
    note_of,
    tree,
)
from independent_verifier import T, Verdict
from independent_verifier import verify as verify_record

START = re.compile(r"timecore start v1\ngame ([0-9a-f]{32})\nheader ([A-Za-z0-9+/=]{44})\n", re.ASCII)

#: A kind of fault, and what it is about.
Fault = tuple[str, str]


@dataclass
class Game:
    """What the leaves say of one game, and the records of it that were found."""

    leaf: int
    header: bytes
    sheets: list[str] = field(default_factory=list)
    records: list[str] = field(default_factory=list)
    signed: bool = False
    seen: bool = False

    @property
    def ended(self) -> bool:
        """Whether its last score sheet is of an end."""
        return bool(self.sheets) and "\nstatus adjourned\n" not in self.sheets[-1]


def is_leaf(text: str) -> bool:
    """Whether a text is that of a leaf, in its one form."""
    start, sheet = START.fullmatch(text), SHEET.fullmatch(text)
    try:
        return bool(bytes_of(start[2] if start else sheet[3] if sheet else ""))
    except NotANote:
        return False


def leaves_of(data: bytes) -> tuple[list[str], bool]:
    """The leaves up to the first that is none, and whether that is all there is."""
    found: list[str] = []
    for text in data.decode("ascii", "replace").split("\n\n"):
        leaf = text + "\n"
        if not is_leaf(leaf):
            break
        found.append(leaf)
    whole = "".join(leaf + "\n" for leaf in found).encode()
    if not data.startswith(whole):  # the last one has no empty line behind it
        found.pop()
        return found, False
    return found, whole == data


def people(path: Path) -> list[Key]:
    """The keys of a roster, each shown to be its owner's."""
    if not path.is_file():
        return []
    said = table(path)
    rows = said.pop("player", [])
    if said != {"format": "timecore roster v1"} or type(rows) is not list:
        raise NotANote("not a roster")
    names, found = [], []
    for row in rows:
        if (
            type(row) is not dict
            or not set(row) <= {"name", "key", "proof"}
            or ("key" in row) != ("proof" in row)
        ):
            raise NotANote("not a person")
        if not all(type(text) is str for text in row.values()) or not is_name(row.get("name", "")):
            raise NotANote("a person without a name")
        names.append(row["name"])
        if "key" in row:
            key = key_of(row["key"])
            if not holds(key.raw, bytes_of(row["proof"]), T("key") + key.raw + row["name"].encode()):
                raise NotANote("a key without its owner")
            found.append(key)
    if len(names) != len(set(names)) or len(found) != len({key.raw for key in found}):
        raise NotANote("a name or a key twice")
    return found


def is_name(text: str) -> bool:
    """Whether a person or a tournament can be called so."""
    controls = re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", text)
    return bool(text) and text == text.strip() and controls is None and len(text.encode()) <= 255


def table(path: Path) -> dict[str, Any]:
    """What is in a file of TOML."""
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except (OSError, ValueError):
        raise NotANote("not TOML") from None


def described(folder: Path) -> tuple[Key, str]:
    """The organiser's key and the origin, as the folder says."""
    said = table(folder / "tournament.toml")
    texts = ["format", "name", "origin", "organiser"]
    if sorted(said) != sorted(texts) or not all(type(text) is str for text in said.values()):
        raise NotANote("not a tournament")
    name, origin = said["name"], said["origin"]
    if said["format"] != "timecore tournament v1" or not is_name(name) or not is_name(origin):
        raise NotANote("not a tournament")
    if re.search(r"[\s+]", origin):
        raise NotANote("not an origin")
    return key_of(said["organiser"]), origin


def verify(
    folder: Path, trust: list[Key], seen: Iterable[bytes] = (), *, running: bool = False
) -> list[Fault]:
    """What is not as it should be.

    Args:
        folder: The tournament's.
        trust: The organiser's key, known from elsewhere, and others that may sign score sheets.
        seen: Files of checkpoints that were seen elsewhere.
        running: Whether it still goes on.
    """
    organiser, origin = described(folder)
    faults: list[Fault] = []
    if organiser.raw not in {key.raw for key in trust}:
        faults.append(("organiser", organiser.name))
    file = folder / "leaves.txt"
    leaves, whole = leaves_of(file.read_bytes() if file.is_file() else b"")
    if not whole:
        faults.append(("leaves", f"leaf {len(leaves)}"))
    games = games_of(leaves, faults)
    log = Key(origin, organiser.raw)
    before = len(faults)
    kept = [
        (path.name, path.read_bytes() if path.is_file() else b"")
        for path in (folder / "checkpoints").glob("*")
        if re.fullmatch("0|[1-9][0-9]*", path.name)
    ]
    sizes = [-1, *(check_checkpoint(data, name, leaves, log, faults) for name, data in kept)]
    newest = max(0, *sizes)
    for data in seen:
        sizes.append(check_checkpoint(data, "", leaves, log, faults))
        if newest < sizes[-1] <= len(leaves):
            faults.append(("rolled back", f"{sizes[-1]} leaves were seen, {newest} are kept"))
    if max(sizes) < len(leaves) and len(faults) == before and not running:
        faults.append(("checkpoint", f"of {max(sizes)} leaves, and there are {len(leaves)}"))
    keys = [organiser, *trust]
    try:
        keys += people(folder / "arbiters.toml")
    except NotANote:
        faults.append(("score sheet", "arbiters.toml"))
    for path in sorted(folder.glob("*.msgpack")):
        if path.is_file() and not path.name.startswith("."):
            check_record(path, games, keys, faults)
    for game in games.values():
        if not game.ended and not running:
            faults.append(("no end", f"leaf {game.leaf}"))
        if not game.records:
            faults.append(("missing", f"leaf {game.leaf}"))
        elif game.sheets and not game.signed:
            faults.append(("score sheet", game.records[0]))
    return faults


def games_of(leaves: list[str], faults: list[Fault]) -> dict[str, Game]:
    """The games, by their numbers, in the order in which they began."""
    games: dict[str, Game] = {}
    for index, leaf in enumerate(leaves):
        start = START.fullmatch(leaf)
        number = leaf.split("\n")[1]
        game = games.get(number)
        if start is not None and game is None:
            games[number] = Game(index, bytes_of(start[2]))
        elif start is not None or game is None or game.ended:
            faults.append(("order", f"leaf {index}"))
        if start is None and game is not None:
            game.sheets.append(leaf)
    return games


def check_checkpoint(data: bytes, name: str, leaves: list[str], log: Key, faults: list[Fault]) -> int:
    """Look at a checkpoint; gives its size if it is of this tournament, else -1."""
    try:
        note = note_of(data)
        origin, size, root = checkpoint_of(note.text)
        if origin != log.name or name not in ("", str(size)) or note.signers([log]) != [log]:
            raise NotANote("not one of this tournament")
    except NotANote:
        faults.append(("checkpoint", name))
        return -1
    if size > len(leaves):
        faults.append(("rolled back", name or f"{size} leaves"))
    elif tree([leaf.encode() for leaf in leaves[:size]]) != root:
        faults.append(("split view", name or f"{size} leaves"))
    return size


def check_record(path: Path, games: dict[str, Game], keys: list[Key], faults: list[Fault]) -> None:
    """Look at a record and at the score sheet beside it."""
    verdict = verify_record(path.read_bytes())
    if not verdict.bodies:
        faults.append(("audit", path.name))
        return
    game = games.get(f"game {verdict.bodies[0]['game'].hex()}")
    if game is None:
        if begun(verdict):
            faults.append(("not entered", path.name))
        return
    branches = [number for number, body in enumerate(verdict.bodies) if number and body[2][0] == "Branch"]
    if verdict.hashes[0] != game.header or not all(is_of(sheet, verdict) for sheet in game.sheets):
        if verdict.hashes[0] != game.header or not branches:
            faults.append(("another record", path.name))
        return
    end = seal_of(game.sheets[-1]) if game.sheets else verdict.entries
    if game.ended and any(number > end for number in branches):
        return  # a branch of it is another game
    if game.sheets and any(verdict.bodies[number][2][1] is not None for number in branches if number < end):
        faults.append(("another record", path.name))
        return
    game.records.append(path.name)
    beside = path.with_suffix(".note")
    note = beside.read_bytes() if game.sheets and beside.is_file() else None
    if not verdict.fine or (note is not None and is_wrong(verdict, note, keys)):
        faults.append(("audit", path.name))
    if note is not None and game.sheets:
        try:
            found = note_of(note)
            game.signed = game.signed or (found.text == game.sheets[-1] and bool(found.signers(keys)))
        except NotANote:
            pass


def seal_of(sheet: str) -> int:
    """The entry that a score sheet is on."""
    found = SHEET.fullmatch(sheet)
    assert found is not None
    return int(found[2])


def is_of(sheet: str, verdict: Verdict) -> bool:
    """Whether a record has the seal that a score sheet is on."""
    found = SHEET.fullmatch(sheet)
    assert found is not None
    entry = int(found[2])
    if entry > verdict.entries or verdict.hashes[entry] != bytes_of(found[3]):
        return False
    move = verdict.bodies[entry][2]
    return bool(move[0] == "Seal" and (move[1], " ".join(move[2])) == (found[4], found[5]))


def is_wrong(verdict: Verdict, note: bytes, keys: list[Key]) -> bool:
    """Whether a note is another record's, or has a signature that does not hold."""
    try:
        found = note_of(note)
        sheet = SHEET.fullmatch(found.text)
        if sheet is None or verdict.bodies[0]["game"].hex() != sheet[1] or not is_of(found.text, verdict):
            return True
        # The seats' keys are known as well, whatever the note calls them.
        seats = [raw for _, raw in verdict.bodies[0]["seats"] if raw is not None and is_key(raw)]
        known = [*keys, *(Key(name, raw) for name, _, _ in found.signatures for raw in seats)]
        named = [
            key
            for name, number, _ in found.signatures
            for key in known
            if (key.name, key.id) == (name, number)
        ]
        return bool(named) and not found.signers(named)
    except NotANote:
        return True


def begun(verdict: Verdict) -> bool:
    """Whether more has happened than may have before a game is entered: notes, commitments to nonces, first draws."""
    manual = verdict.bodies[0]["chance"][0] == "manual"
    committed = False
    for _, actor, move, _, _ in verdict.bodies[1:]:
        committed = committed or move[0] == "NonceCommit"
        if move[0] in ("NonceCommit", "Note") or (actor == -1 and not committed):
            continue
        if not manual or move[0] in ("Seal", "Forfeit", "Void"):
            return True
    return False


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description="Verify a tournament of timecore without timecore.")
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--key",
        action="append",
        default=[],
        help="the organiser's key, known from elsewhere: NAME+NUMBER+BASE64",
    )
    parser.add_argument(
        "--checkpoint", action="append", default=[], type=Path, help="one that was seen elsewhere"
    )
    parser.add_argument("--running", action="store_true", help="the tournament still goes on")
    given = parser.parse_args(arguments)
    seen = [path.read_bytes() for path in given.checkpoint]
    try:
        keys = [key_of(key_text(text)) for text in given.key]
        faults = verify(given.folder, keys, seen, running=given.running)
    except NotANote as error:
        sys.stdout.write(f"there is no tournament, or a key is none: {error}\n")
        return 2
    for kind, about in faults:
        sys.stdout.write(f"{kind}: {about}\n")
    if not faults:
        sys.stdout.write(f"{given.folder}: all is as it should be\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
