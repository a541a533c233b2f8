"""``timecore table``: what an arbiter enters into a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from timecore_cli._arguments import File, Json, Lang, completed
from timecore_cli._declared import argument, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from timecore.arbiter import Arbiter
    from timecore.entry import Entry
    from timecore.log import Log
    from timecore_cli._errors import Failure

__all__ = ["command"]


class _Form(NamedTuple):
    """What a move takes: names for its words, and what they are."""

    words: tuple[str, ...]
    meaning: str


_FORMS: Final = {
    "retract": _Form(("ENTRY",), "the number of an earlier entry, 0 for the start"),
    "rule": _Form(("ENTRY", "TEXT"), "the number of an irregular entry, and why it stands"),
    "forfeit": _Form(("SEAT",), "the number or the name of a seat"),
    "adjourn": _Form((), "nothing"),
    "resume": _Form((), "nothing"),
    "void": _Form(("TEXT",), "why the game does not count"),
    "note": _Form(("TEXT",), "what is to be remarked"),
}

Move = Annotated[
    str,
    argument(
        metavar="MOVE",
        help="retract, rule, forfeit, adjourn, resume, void or note.",
        show_default=False,
        autocompletion=completed(*_FORMS),
    ),
]
Words = Annotated[
    list[str] | None,
    argument(
        metavar="[WORDS...]",
        help="retract ENTRY; rule ENTRY TEXT; forfeit SEAT; void TEXT; note TEXT. A text of several words stands in "
        "quotation marks.",
        show_default=False,
    ),
]
Anyway = Annotated[
    bool, option("--anyway", help="Enter it although the game is over, or adjourned, already.")
]


def command(
    move: Move,
    file: File,
    words: Words = None,
    anyway: Anyway = False,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Enter a move of the table: take back, let stand, forfeit, adjourn, resume, declare void, note.

    retract: the game goes on from the state after an earlier entry; nothing is removed from the record.
    rule: an irregular entry stands. forfeit and void end the game. What the rules of the game are does
    not matter here, so they need not be at hand; if they are, a game that has ended by them is not ended
    otherwise without --anyway. A draw that is due is made when the game is next played.

    Exit code 1: the move does not fit there; nothing was written.
    """
    from timecore.errors import IllegalMove
    from timecore_cli import _desk
    from timecore_cli._errors import NO, USAGE, Failure, did_you_mean, unwritable

    form = _FORMS.get(move)
    if form is None:
        msg = f"the table has no move {move!r}"
        raise Failure(msg, code=USAGE, hint=did_you_mean(move, list(_FORMS), f"It has: {', '.join(_FORMS)}."))
    given = words or []
    if len(given) != len(form.words) or ("TEXT" in form.words and not given[-1].strip()):
        raise _misused(move, form)
    with _desk.opened(file) as arbiter:
        needless = None if anyway else _needless(arbiter, move, given)
        if needless is not None:
            raise Failure(f"{file}: {needless}", code=NO, hint="--anyway enters it all the same.")
        try:
            entry = _enter(arbiter, move, given)
        except IllegalMove as error:
            raise Failure(f"{file}: {error}", code=NO, hint=error.hint, cause=error) from error
        except OSError as error:
            raise unwritable(file, error) from error
        _desk.told(file, arbiter, entry, lang, json=json)
        if move == "rule":
            _warn_of_another_entry(arbiter, json=json)


def _needless(arbiter: Arbiter, move: str, words: Sequence[str]) -> str | None:
    """Why nobody need end or adjourn a game, as a sentence; ``None`` if that is not so, or cannot be told.

    The format allows it. But it may be a slip, and turns a result round that was played for.
    """
    from timecore.table import Void
    from timecore_cli import _games

    standing = arbiter.standing
    if move == "forfeit":
        _games.seat_named(arbiter.log, *words)  # a seat that is not there is the greater fault
    if move not in ("forfeit", "adjourn", "void") or standing.sealed is not None:
        return None  # behind a Seal it is refused anyhow
    if isinstance(standing.ended_by, Void):
        return "the game has already ended: it is void"
    if move == "adjourn" and standing.ended_by is not None:
        return "the game has already ended: it is forfeited"
    if move == "adjourn" and standing.adjourned:
        return "the game is already adjourned"
    return _ended_by_rules(arbiter.log) if standing.ended_by is None else None


def _ended_by_rules(log: Log) -> str | None:
    """That a game has ended by its rules, as a sentence; ``None`` if it has not, or they are not at hand."""
    from timecore.errors import ReplayError, RulesetError
    from timecore.narrate import catalogue
    from timecore.replay import Replay

    try:
        result = Replay(log).go("-1").result
    except (RulesetError, ReplayError):
        return None
    if result is None:
        return None
    winners = [log.header.names[seat] for seat in result.winners]
    return f"the game has already ended: {catalogue().join(winners) or 'nobody'} won ({result.reason})"


def _warn_of_another_entry(arbiter: Arbiter, *, json: bool) -> None:
    """Say so if an arbiter has let an entry stand that has no need of it: it may be a slip of the pen."""
    from timecore.audit import audit
    from timecore_cli import _output

    log, entry = arbiter.log, arbiter.last.move.row()[0]
    if not log.has_rules:
        return
    report = audit(log.to_bytes())
    rules = report.verdicts["rules"]
    judged = rules.verdict in ("legal", "irregular", "legal, as ruled") and "not compared" not in rules.detail
    if judged and not any(one.ruled and one.entry == entry for one in report.findings):
        told = f"nothing about entry {entry} is irregular in a way that an arbiter can let stand"
        _output.warn(told, machine=json)


def _enter(arbiter: Arbiter, move: str, words: Sequence[str]) -> Entry:
    from timecore_cli import _games

    match move, *words:
        case "retract", number:
            return arbiter.retract(_entry(move, number))
        case "rule", number, text:
            return arbiter.rule(_entry(move, number), text)
        case "forfeit", seat:
            return arbiter.forfeit(_games.seat_named(arbiter.log, seat))
        case "adjourn", *_:
            return arbiter.adjourn()
        case "resume", *_:
            return arbiter.resume()
        case "void", text:
            return arbiter.void(text)
        case _:
            return arbiter.note(words[0])


def _entry(move: str, text: str) -> int:
    """The number of an entry."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise _misused(move, _FORMS[move])
    return int(text)


def _misused(move: str, form: _Form) -> Failure:
    from timecore_cli._errors import misused

    usage = " ".join(["timecore table", move, "FILE", *form.words])
    if not form.words:
        return misused(f"{move} needs nothing but the file", f"`{usage}`")
    hint = f"`{usage}`" + (
        "; a text of several words stands in quotation marks." if "TEXT" in form.words else ""
    )
    return misused(f"{move} needs {form.meaning}", hint)
