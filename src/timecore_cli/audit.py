"""``timecore audit``: is a record genuine?"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

from timecore_cli._arguments import Deck, Json, completed, one_of
from timecore_cli._declared import argument, option
from timecore_cli._errors import NO
from timecore_cli._heads import hash_in, head_given
from timecore_cli._keyring import NotePath

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from timecore.audit import Report
    from timecore.keys import PublicKey
    from timecore.ruleset import Ruleset
    from timecore_cli import _decks

__all__ = ["command"]

#: How many legal moves a finding shows to people; --json shows all.
_SHOWN: Final = 8

#: Of several exit codes the one that counts: evidence before what could not be read, a torn tail last.
_WORST_FIRST: Final = (1, 3, 4)

#: What stands for a summary where there is none, and the columns for summaries.
_UNREADABLE: Final = "not readable"
_ROOM: Final = len("tail damaged after entry 10000")

#: How the words begin that are no good news, and their colours.
_COLOURS: Final = {
    "broken": 31,
    "irregular": 31,
    "another": 31,
    "not readable": 31,
    "tail damaged": 33,
    "not ": 33,
}

#: Levels of proof; the library has them too, and is not to be loaded for a help text.
_LEVELS: Final = ("intact", "rules", "chance", "attested", "sealed")

Head = Annotated[
    str | None,
    option(
        "--head",
        metavar="HASH",
        help="The head hash as known from elsewhere, in hexadecimal digits or in base64 as in a score sheet: if it is "
        "this record's, it attests the game.",
        show_default=False,
    ),
]


Heads = Annotated[
    Path | None,
    option(
        "--heads",
        metavar="FILE",
        help="The same for many records: lines of a head hash and a file's name.",
        show_default=False,
    ),
]
Require = Annotated[
    list[str] | None,
    option(
        "--require",
        metavar="LEVEL",
        help="What must be proven: intact, rules, chance, attested or sealed. May be given again.",
        parser=one_of("--require", *_LEVELS),
        autocompletion=completed(*_LEVELS),
        show_default=False,
    ),
]
Proof = Annotated[
    Path | None,
    option(
        "--proof",
        metavar="FILE",
        help="A proof that the tree of a tournament holds the game's score sheet.",
        show_default=False,
    ),
]
Trust = Annotated[
    list[str] | None,
    option(
        "--trust",
        metavar="KEYS",
        help="Whose signature on the note attests the game: a file of public keys, such as a roster, or one key. "
        "May be given again.",
        show_default="none counts",
    ),
]
Files = Annotated[list[Path], argument(metavar="FILE...", help="Saved games.", show_default=False)]


def command(
    files: Files,
    head: Head = None,
    heads: Heads = None,
    require: Require = None,
    note: NotePath = None,
    proof: Proof = None,
    trust: Trust = None,
    deck: Deck = None,
    json: Json = False,
) -> int:
    """Examine a record: bytes, chain, openings, rules, chance, signatures and seal, each with a verdict.

    Goes on after a finding. Exit code 0: nothing found; 1: a finding; 3: no header could be read;
    4: nothing but a damaged tail. Of several files each gets a line, or with --json an object in a list; the
    exit code is the worst: 1, else 3, else 4. With --deck, the games that were made with it are checked against it.

    With --require the exit code says whether that is proven, 0 or 1. intact: nothing is broken or irregular, but
    for what an arbiter let stand. rules: every move was judged, and is legal. chance: nobody can have chosen
    the luck, and no draw was taken back. attested: a trusted note, or --head, vouches for the record. sealed: a
    trusted note vouches for its seal.
    """
    from timecore_cli import _decks, _keyring, _output
    from timecore_cli._errors import USAGE, Failure

    if head is not None and (heads is not None or len(files) > 1):
        msg = "--head is the head of one file"
        raise Failure(msg, code=USAGE, hint="--heads names a file with the heads of several.")
    for name, given in (("--note", note), ("--proof", proof)):
        if given is not None and len(files) > 1:
            msg = f"{name} is that of one file"
            hint = "Of several files each has its own note beside it, with the ending .note."
            raise Failure(msg, code=USAGE, hint=hint)
    vouching = _Vouching(note, proof, None if trust is None else _keyring.trusted(trust))
    if head is not None:
        expected = {files[0]: head_given(head)}
    else:
        expected = {} if heads is None else _expected(heads, files, machine=json)
    at_hand = None if deck is None else _decks.Deck(deck)
    if len(files) > 1:
        return _many(files, expected, at_hand, vouching, require or (), json=json)
    (file,) = files
    report = _audited(file, expected.get(file), at_hand, vouching)
    required = _required(report, require or ())
    lines = (
        [_output.dumps(_document(report, required), indent=2)]
        if json
        else _page(report, file, required, trusts=trust is not None)
    )
    with contextlib.suppress(BrokenPipeError):  # who reads no more still gets the exit code
        for line in lines:
            _output.say(line)
    return _code(report, required)


def _required(report: Report, levels: Sequence[str]) -> Mapping[str, str | None]:
    """By level that is asked for why it is not reached, ``None`` if it is."""
    from timecore.audit import LEVELS

    return {level: report.shortfall(level) for level in LEVELS if level in levels}


def _code(report: Report, required: Mapping[str, str | None]) -> int:
    """The exit code."""
    if not required or report.head is None:
        return report.exit_code
    return NO if any(required.values()) else 0


def _document(report: Report, required: Mapping[str, str | None]) -> dict[str, Any]:
    """The report as JSON, with what was asked for: ``null`` where it is proven, else why it is not."""
    return report.to_json() | ({"required": dict(required)} if required else {})


class _Vouching(NamedTuple):
    """What is said of notes.

    Attributes:
        note: The note's file, if it is given.
        proof: The proof's file, if it is given.
        keys: The keys that count, if they are given.
    """

    note: Path | None
    proof: Path | None
    keys: Sequence[PublicKey] | None

    def beside(self, file: Path) -> bytes | None:
        """The note on a game, if there is one."""
        from timecore.notefiles import note_beside
        from timecore_cli import _keyring

        if self.note is not None:
            return _keyring.read(self.note)
        found = note_beside(file)
        return _keyring.read(found) if found != file and found.is_file() else None


def _audited(file: Path, head: bytes | None, deck: _decks.Deck | None, vouching: _Vouching) -> Report:
    """The audit of one file; a failure where it is no record that this version reads."""
    from timecore.audit import audit
    from timecore.errors import FormatUnsupported
    from timecore_cli import _games, _keyring
    from timecore_cli._errors import UNREADABLE, Failure

    data = _games.read(file)
    try:
        report = audit(
            data,
            head=head,
            rules=None if deck is None else _rules(data, deck),
            note=vouching.beside(file),
            proof=None if vouching.proof is None else _keyring.read(vouching.proof),
            trust=vouching.keys,
        )
    except FormatUnsupported as error:
        raise Failure(f"{file}: {error.message}", code=UNREADABLE, hint=error.hint, cause=error) from error
    if report.head is None and not _games.begins_like_a_record(data):
        raise _games.foreign(file, data)
    return report


def _rules(data: bytes, deck: _decks.Deck) -> Ruleset[Any] | None:
    """The rules of a game with a deck at hand, if that is the game's; else the installed ones judge."""
    from timecore.errors import RecordError, RulesetError
    from timecore.log import Log
    from timecore_cli._decks import fits

    try:
        log = Log.from_bytes(data)
        rules = deck.beside(log.rules) if log.rules.file_option else None
    except (RecordError, RulesetError):
        return None
    return rules if rules is not None and fits(log, rules) else None


# -- several ----------------------------------------------------------------------------------------------------------


def _many(
    files: Sequence[Path],
    expected: Mapping[Path, bytes],
    deck: _decks.Deck | None,
    vouching: _Vouching,
    require: Sequence[str],
    *,
    json: bool,
) -> int:
    """Audit several files, a line or an object for each as soon as it is known; the worst exit code."""
    from timecore_cli import _errors, _output

    codes = set()
    with contextlib.suppress(BrokenPipeError):
        for number, file in enumerate(files):
            try:
                report = _audited(file, expected.get(file), deck, vouching)
            except _errors.Failure as failure:
                code, summary = failure.code, _UNREADABLE
                told: dict[str, Any] = {"error": failure.message, "hint": failure.hint, "exit_code": code}
                if not json:
                    _errors.report(failure, machine=False)
            else:
                required = _required(report, require)
                code, summary = _code(report, required), _summary(report)
                told = _document(report, required)
            codes.add(code)
            if json:
                _output.say(("[" if number == 0 else ",") + _output.dumps({"file": str(file)} | told))
            else:
                branch = f" (branch {told['branch'][:8]})" if "branch" in told else ""
                _output.say(
                    f"{_coloured(summary, _ROOM)}  {_output.printable(str(file))}{branch}{_not_reached(told)}"
                )
        if json:
            _output.say("]")
    return next((code for code in _WORST_FIRST if code in codes), 0)


def _not_reached(told: Mapping[str, Any]) -> str:
    """Which of the levels that are asked for a file does not reach."""
    lacking = [level for level, why in told.get("required", {}).items() if why is not None]
    return f" (not {', '.join(lacking)})" if lacking else ""


def _summary(report: Report) -> str:
    """The summary; but a record that is sound, and not the one that it should be, must not look well."""
    if not report.summary.startswith(("intact", "attested")):
        return report.summary
    for what, words in (("head", ("another",)), ("seal", ("another", "broken", "irregular"))):
        found = report.verdicts.get(what)
        if found is not None and found.verdict in words:
            return f"{found.verdict} {'note' if what == 'seal' else what}"
    return report.summary


def _expected(heads: Path, files: Sequence[Path], *, machine: bool) -> dict[Path, bytes]:
    """The heads that a file names, by the files that are audited; by a whole path, or by a file's name alone."""
    from timecore_cli import _games, _output
    from timecore_cli._errors import USAGE, Failure

    known: dict[str, bytes] = {}
    lines = _games.read(heads).decode("utf-8-sig", "replace").splitlines()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        text, _, name = line.strip().partition(" ")
        name = name.strip()
        found = hash_in(text)
        if found is None or not name:
            wanted = "a head hash in 64 hexadecimal digits or in base64, a blank and a file's name"
            msg = f"{heads}, line {number}: not {wanted}"
            raise Failure(msg, code=USAGE)
        if known.setdefault(name, found) != found:
            msg = f"{heads}, line {number}: {name} has another head above"
            raise Failure(msg, code=USAGE)
    expected = {}
    for file in files:
        one = known.get(str(file), known.get(file.name))
        if one is None:
            _output.warn(f"{heads} has no head of {file}", machine=machine)
        else:
            expected[file] = one
    return expected


# -- as a page --------------------------------------------------------------------------------------------------------


def _page(report: Report, file: Path, required: Mapping[str, str | None], *, trusts: bool) -> Iterator[str]:
    from timecore_cli import _games, _output

    told = _summary(report)  # what is sound, and not what it should be, is told in the first line
    yield _coloured(report.summary) + ("" if told == report.summary else f" ({_coloured(told)})")
    yield ""
    names = max(map(len, report.verdicts))
    words = max(len(one.verdict) for one in report.verdicts.values())
    for name, one in report.verdicts.items():
        first, *more = _hung(f"{name.ljust(names)}  {one.verdict.ljust(words)}  ", one.detail)
        yield first.replace(one.verdict, _coloured(one.verdict), 1)
        yield from more
    if report.findings:
        yield ""
        yield "Findings" if len(report.findings) > 1 else "Finding"
    for finding in report.findings:
        ruled = " (ruled: an arbiter let it stand)" if finding.ruled else ""
        rule = f" [{finding.rule}]" if finding.rule and finding.rule not in finding.what else ""
        yield from _hung(f"  {finding.verdict}: ", finding.what + rule + ruled)
        for label, value in (("recorded", finding.recorded), ("expected", finding.expected)):
            if value is not None:
                yield from _hung(f"    {label}  ", _output.dumps(value))
        if finding.legal:
            yield from _hung("    legal     ", _moves(finding.legal))
    if required:
        yield ""
        yield "Required"
    longest = max(map(len, required), default=0)
    for level, why in required.items():
        said = "reached" if why is None else f"not reached: {why}"
        yield from _hung(f"  {level.ljust(longest)}  ", said)
    hint = _games.repair_hint(file) if report.summary.startswith("tail damaged") else None
    if "seal" in report.verdicts and report.verdicts["seal"].verdict == "not trusted" and not trusts:
        hint = "--trust KEYS says whose signature counts: a .pub, a roster, or a single key."
    if hint is not None:
        yield ""
        yield from _output.wrapped(_output.printable(hint), "", _output.width())


def _coloured(words: str, room: int = 0) -> str:
    """A summary or a verdict in its colour, where there are colours: green is good, yellow is open, red is bad."""
    from timecore_cli import _output

    if not _output.colour_wanted():
        return words.ljust(room)
    colour = next((code for start, code in _COLOURS.items() if words.startswith(start)), 32)
    return f"\x1b[{colour}m{words}\x1b[0m" + " " * (room - len(words))


def _moves(legal: Sequence[Any]) -> str:
    from timecore_cli import _output

    shown = ", ".join(map(_output.dumps, legal[:_SHOWN]))
    return f"{shown} and {len(legal) - _SHOWN} more" if len(legal) > _SHOWN else shown


def _hung(label: str, text: str) -> Iterator[str]:
    """A label, and beside it a text of as many lines as it takes."""
    from timecore_cli import _output

    return _output.hung(label, text, _output.width())
