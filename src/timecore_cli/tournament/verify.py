"""``timecore tournament verify``: is it as they say?"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from timecore_cli._arguments import Json
from timecore_cli._declared import argument, option

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from timecore.keys import PublicKey
    from timecore.tournament import FoundGame, ProofReport, TournamentFault, TournamentReport

__all__ = ["command"]

Dir = Annotated[
    Path | None,
    argument(metavar="[DIR]", help="The folder of the tournament, or a copy of it.", show_default=False),
]
Trust = Annotated[
    list[str] | None,
    option(
        "--trust",
        metavar="KEYS",
        help="The organiser's key as you know it: a file of public keys, or one key. May be given again.",
        show_default=False,
    ),
]
Seen = Annotated[
    list[Path] | None,
    option(
        "--checkpoint",
        metavar="FILE",
        help="A checkpoint that was published: the tree must have grown from it. May be given again.",
        show_default=False,
    ),
]
Running = Annotated[
    bool,
    option(
        "--running",
        help="The tournament goes on: a game without an end is no fault, nor a leaf in no checkpoint yet.",
    ),
]
Proof = Annotated[
    Path | None,
    option("--proof", metavar="FILE", help="Without DIR: the proof of one game.", show_default=False),
]
Record = Annotated[
    Path | None,
    option(
        "--record",
        metavar="FILE",
        help="With --proof: the game, also a copy that hides something.",
        show_default=False,
    ),
]
Growth = Annotated[
    Path | None,
    option(
        "--growth",
        metavar="FILE",
        help="With --proof and --checkpoint: that the earlier of the two trees became the later one.",
        show_default=False,
    ),
]


def command(
    folder: Dir = None,
    trust: Trust = None,
    checkpoint: Seen = None,
    running: Running = False,
    proof: Proof = None,
    record: Record = None,
    growth: Growth = None,
    json: Json = False,
) -> int:
    """Verify a tournament, or with a proof a single game of it, as an outsider does.

    Of a tournament: the tree and all checkpoints, each record by an audit of its own, that each is the one that was
    entered, that every game that began has ended (one that did not may have been dealt anew), and that the newest
    checkpoint is of all of it. Copies that hide something will do. Without --trust the folder's own word is taken for
    who the organiser is, and no game is attested. Not verified are roster.toml, byes.toml and scoring.toml, which
    are no evidence: standings depend on them. Of a single game, a proof and a copy of the record will do, and the
    organiser's key.

    Exit code 0: all is as it should be; 1: it is not, and each fault is named.
    """
    from timecore_cli import _keyring, _output
    from timecore_cli._errors import USAGE, Failure

    one = (proof, record)
    if (folder is None) == (None in one) or (folder is not None and one != (None, None)):
        msg = "verify needs either a folder, or both --proof and --record"
        raise Failure(msg, code=USAGE)
    seen = checkpoint or []
    if growth is not None and (folder is not None or len(seen) != 1):
        msg = "--growth belongs to --proof and one --checkpoint"
        raise Failure(msg, code=USAGE)
    if folder is None and len(seen) > 1:
        msg = "a proof is compared with one --checkpoint"
        raise Failure(msg, code=USAGE)
    keys = None if trust is None else _keyring.trusted(trust)
    report: TournamentReport | ProofReport
    if folder is not None:
        report = _whole(folder, keys, seen, running=running)
        lines = _page(report)
    else:
        report = _single(record, proof, keys or (), seen[0] if seen else None, growth)
        lines = _proof_page(report)
    with contextlib.suppress(BrokenPipeError):  # who reads no more still gets the exit code
        for line in [_output.dumps(report.to_json(), indent=2)] if json else lines:
            _output.say(line)
    return 1 if report.faults else 0


def _whole(
    folder: Path, keys: Sequence[PublicKey] | None, seen: Sequence[Path], *, running: bool
) -> TournamentReport:
    from timecore.tournament import verify
    from timecore_cli import _keyring
    from timecore_cli.tournament import _desk

    notes = [_keyring.read_note(path) for path in seen]
    with _desk.told_errors(folder):
        return verify(folder, trust=keys, seen=notes, running=running)


def _single(
    record: Any, proof: Any, keys: Sequence[PublicKey], seen: Path | None, growth: Path | None
) -> ProofReport:
    from timecore.checkpoints import GrowthProof, TreeProof
    from timecore.errors import FormatUnsupported, NotARecord, NoteRefused
    from timecore.tournament import verify_proof
    from timecore_cli import _games, _keyring

    data = _games.read(record)
    note = None if seen is None else _keyring.read_note(seen)
    path = proof
    try:
        shown = TreeProof.parse(_keyring.read(proof))
        if growth is not None:
            path = growth
        grown = None if growth is None else GrowthProof.parse(_keyring.read(growth))
        return verify_proof(data, shown, keys, seen=note, growth=grown)
    except NoteRefused as error:
        raise _keyring.refused(path, error) from error
    except (NotARecord, FormatUnsupported) as error:
        raise _games.refused(record, data, error) from error


# -- as a page --------------------------------------------------------------------------------------------------------


def _page(report: TournamentReport) -> Iterator[str]:
    from timecore_cli import _output

    most = _output.width()
    yield from _output.sentence(f"{report.name} ({report.origin})", sys.stdout)
    yield from _output.sentence(report.summary, sys.stdout)
    yield ""
    covered = "none in a checkpoint" if report.checkpoint is None else "all in a checkpoint"
    if report.checkpoint is not None and report.uncovered:
        covered = f"{report.uncovered} in no checkpoint yet"
    leaves = _output.counted(report.leaves, "leaf", "leaves")
    yield from _output.hung("tree       ", f"{leaves}, {covered}", most)
    known = {
        True: "trusted",
        False: "not one of the trusted keys",
        None: "not compared with a key from elsewhere",
    }
    yield from _output.hung("organiser  ", f"{known[report.trusted]}: {report.organiser.text}", most)
    listed = _counted(game.status for game in report.games)
    yield from _output.hung("games      ", f"{len(report.games)}" + (f": {listed}" if listed else ""), most)
    luck = _counted(game.chance for game in report.games if game.chance is not None)
    if luck:
        yield from _output.hung("luck       ", luck, most)
    if report.games:
        yield ""
        yield from _output.table((_row(game) for game in report.games), _output.list_width())
    yield from _faults(report.faults)


def _counted(words: Iterable[str]) -> str:
    """How often there is each word, as in "2 finished, 1 void"."""
    counts: dict[str, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return ", ".join(f"{number} {word}" for word, number in counts.items())


def _row(game: FoundGame) -> tuple[str, ...]:
    name = game.file or f"game {game.game.hex()[:8]}"
    signers = ", ".join(f"{key.name}+{key.id.hex()}" for key in game.signers)
    audit = game.audit or "no record"
    return f"  {name}", game.status, " ".join(game.result), audit, f"signed by {signers}" if signers else ""


def _proof_page(report: ProofReport) -> Iterator[str]:
    from timecore_cli import _output

    most = _output.width()
    yield from _output.sentence(report.summary, sys.stdout)
    yield ""
    where = f"leaf {report.index} of the {report.size} of {report.origin}"
    if report.leaf is None:
        where = f"{report.origin}; not shown: that this game is leaf {report.index} of {report.size}"
    yield from _output.hung("tree       ", where, most)
    signers = ", ".join(key.text for key in report.signers) or "nobody who is trusted"
    yield from _output.hung("signed by  ", signers, most)
    yield from _output.hung("record     ", report.audit, most)
    if report.sheet is not None:
        sheet = report.sheet
        said = f"{sheet.status}, result {' '.join(sheet.result)} (entry {sheet.entries})"
        yield from _output.hung("ended      ", said, most)
    yield from _faults(report.faults)


def _faults(faults: Sequence[TournamentFault]) -> Iterator[str]:
    from timecore_cli import _output

    if faults:
        yield ""
        yield "Faults" if len(faults) > 1 else "Fault"
    for fault in faults:
        leaf = None if fault.leaf is None or fault.kind == "leaves" else f"leaf {fault.leaf}"
        game = None if fault.game is None else f"game {fault.game.hex()[:8]}"
        where = ", ".join(filter(None, (fault.file, leaf, game)))
        what = f"{where}: {fault.what}" if where else fault.what
        yield from _output.hung(f"  {fault.kind}: ", what, _output.width())
