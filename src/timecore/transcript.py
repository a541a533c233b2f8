"""Games as lines of JSON: out of a record, and into one from a list of moves.

*Export* gives what a copy of a record shows, by the schema in its own header, so it needs no ruleset. *Import*
is the way to enter a game from a real table: the moves are what counts, the events follow from the rules.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

from timecore.actors import CHANCE, TABLE, Viewer
from timecore.course import retracted
from timecore.errors import IllegalMove, ImportRefused, MoveRefused, OptionRefused, RulesetError, UsageError
from timecore.game import Game
from timecore.log import viewer_of_record
from timecore.quoting import json_text
from timecore.registry import get_ruleset
from timecore.table import TABLE_MOVES, Retract, Rule

if TYPE_CHECKING:
    from timecore.log import Log
    from timecore.messages import Event, Move
    from timecore.ruleset import Ruleset

__all__ = [
    "ImportedGame",
    "entry_lines",
    "export_json",
    "export_lines",
    "header_line",
    "import_lines",
    "play_lines",
]

#: The table's moves that bind luck or a seal to a record's own bytes: another record cannot take them over.
BOUND: Final = ("Branch", "NonceCommit", "NonceReveal", "RevealSeed", "Seal")

#: No line of a real game comes near it: the longest entry of a record is 1 MiB.
LONGEST_LINE: Final = 4 * 1024 * 1024


def header_line(log: Log) -> dict[str, Any]:
    """The first line of an export: what the header says, and the head."""
    header = log.header
    return {
        "timecore": 1,
        "ruleset": header.ruleset,
        "rules_version": header.rules_version,
        "options": dict(header.options),
        "seats": ["?" if not isinstance(name, str) else name for name in header.seats],
        "tags": dict(header.tags),
        "game": header.game.hex(),
        "head": log.head.hex(),
    } | ({} if log.branch is None else {"branch": log.branch.hex()})


def entry_lines(log: Log, viewer: Viewer | None = None) -> Iterator[dict[str, Any]]:
    """The entries of an export, as this copy of the record shows them or as a viewer may see them.

    An entry that the table has taken back has the number of that retraction as ``"retracted"``.

    Raises:
        UsageError: There is no such seat.
    """
    if viewer_of_record(log, viewer) is None:
        gone = retracted(log)
        for raw in log.record.entries:
            line = log.entry_json(raw)
            yield line | {"retracted": gone[raw.seq]} if raw.seq in gone else line
        return
    # What a redacted copy's reader sees is what the viewer sees: one redaction, that of the bytes.
    yield from entry_lines(log.redacted(viewer))


def export_lines(log: Log, viewer: Viewer | None = None) -> Iterator[dict[str, Any]]:
    """A log as JSON objects: first the header, then one an entry."""
    yield header_line(log)
    yield from entry_lines(log, viewer)


def export_json(log: Log, viewer: Viewer | None = None) -> dict[str, Any]:
    """A log as one JSON object: the header with the entries as its ``"entries"``."""
    return header_line(log) | {"entries": list(entry_lines(log, viewer))}


# -- import ----------------------------------------------------------------------------------------------------


@attrs.frozen
class ImportedGame:
    """What an import gave.

    Attributes:
        game: The game, as far as it went; ``None`` if not even the first line was right.
        moves: How many moves were taken.
        error: The first line that is not right, or ``None``.
    """

    game: Game | None
    moves: int
    error: ImportRefused | None


#: What may stand in the first line, and in each further one: what is read, and what else an export writes there.
_START_KEYS: Final = frozenset(
    (
        "ruleset", "options", "players", "seats", "tags", "timecore", "rules_version", "game", "head", "entries",
        "branch", "created", "luck", "shows", "position", "result", "state_digest", "damage", "viewer", "as",
    )
)  # fmt: skip
_LINE_KEYS: Final = frozenset(("actor", "move", "events", "seq", "meta", "retracted", "text"))


@attrs.frozen
class _Start:
    """The first line of an import. What else an export writes there is passed over."""

    ruleset: str
    options: dict[str, Any] | None = None
    players: int | None = None
    seats: list[str] | None = None
    tags: dict[str, str] | None = None


@attrs.frozen
class _Line:
    """A further line of an import."""

    actor: int
    move: dict[str, Any]
    events: list[Any] | None = None


def import_lines(lines: Iterable[str | bytes], *, rules: Ruleset[Any] | None = None) -> ImportedGame:
    """Play a game from lines of JSON, with luck as it was made at the table.

    Args:
        lines: The first needs ``ruleset`` and ``options`` or ``players`` (``seats`` and ``tags`` as wanted),
            each further one ``actor`` and ``move``; ``events``, where given, must be what the rules decide.
            What else :func:`export_lines` writes may stand there, and nothing else: ``seq`` tells which entry a
            move of the table means. Blank lines count, but say nothing. The one object of :func:`export_json`, on one
            line, is read too. Lines may come from strangers, so no option of theirs names a file to be read.
        rules: The ruleset, perhaps with a data file (a deck) at hand; by default the installed one that the first line
            names. Another name there is an error.

    Returns:
        The game as far as the lines are right, and the first that is not.
    """
    game: Game | None = None
    numbers = _Numbers(0)
    moves = 0
    try:
        for number, text in enumerate(lines, 1):
            value = _parse(text, number)
            if value is None:
                continue
            try:
                if game is None:
                    game = _start(value, number, rules)
                    for line in _entries_of(value, number):
                        try:
                            _play(game, line, number, numbers)
                        except ImportRefused as error:
                            raise _in_entry(error, moves + 1) from None
                        moves += 1
                else:
                    _play(game, value, number, numbers)
                    moves += 1
            except RecursionError:  # before anything was taken over: it fits nowhere
                msg = f"line {number}: nested too deeply"
                raise ImportRefused(msg, line=number) from None
        if game is None:
            msg = "line 1: there is no line that names a ruleset"
            raise ImportRefused(msg, line=1, hint='Begin with {"ruleset": …, "players": …}.')
    except ImportRefused as error:
        return ImportedGame(game, moves, error)
    return ImportedGame(game, moves, None)


def play_lines(game: Game, lines: Iterable[str | bytes]) -> ImportedGame:
    """Play a game on from lines of JSON, those behind the first line of :func:`import_lines`.

    Args:
        game: The game, which is played on in place.
        lines: ``actor`` and ``move`` in each. Where the game draws by itself, lines of chance are passed over: its luck
            makes the draws.

    Returns:
        The game as far as the lines are right, and the first that is not.
    """
    numbers = _Numbers(_before_lines(game))
    moves = 0
    try:
        for number, text in enumerate(lines, 1):
            value = _parse(text, number)
            if value is None:
                continue
            if value.get("actor") == CHANCE and type(value["actor"]) is int and game.luck.kind != "manual":
                drawn = (entry.seq for entry in game.entries[numbers.last :] if entry.actor == CHANCE)
                numbers.note(value.get("seq"), next(drawn, numbers.last))
                continue
            _play(game, value, number, numbers)
            moves += 1
    except ImportRefused as error:
        return ImportedGame(game, moves, error)
    return ImportedGame(game, moves, None)


def _before_lines(game: Game) -> int:
    """How many entries stand before those that lines are of: behind a fork what is due is drawn at once."""
    count, fork = len(game.entries), game.log.fork
    return fork if fork and all(entry.actor == CHANCE for entry in game.entries[fork:]) else count


class _Numbers:
    """Which entry each line has become. The table's moves name entries by the numbers that their own game gave them.

    Lines that were left out, or are made otherwise here, give those behind them other numbers. Lines without a ``seq``
    are taken to be numbered as the entries are.

    Args:
        start: How many entries there were before the first line.
    """

    __slots__ = ("_here", "_there", "last", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        #: The last entry that is told of.
        self.last = start
        self._there: list[int] = []
        self._here: list[int] = []

    def note(self, seq: object, entry: int) -> None:
        """Take note of the entry that a line has become, and of the number it says it had."""
        self.last = entry
        if type(seq) is int and seq > (self._there[-1] if self._there else 0):
            self._there.append(seq)
            self._here.append(entry)

    def of(self, number: int) -> int:
        """Which entry a line means by a number: that, or the last of those before it."""
        if not self._there or number > self._there[-1]:
            return number
        place = bisect_right(self._there, number)
        return self._here[place - 1] if place else min(number, self.start)

    def renamed(self, move: Move) -> Move:
        """A move of the table with the number that the entry has here."""
        match move:
            case Retract(to=to):
                return Retract(self.of(to))
            case Rule(entry=entry, text=text):
                return Rule(self.of(entry), text)
            case _:
                return move


def _parse(text: str | bytes, number: int) -> dict[str, Any] | None:
    if len(text) > LONGEST_LINE:
        msg = f"line {number}: longer than {LONGEST_LINE} characters"
        raise ImportRefused(msg, line=number)
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8")
        if number == 1:
            text = text.removeprefix("\ufeff")
        if not text.strip():
            return None
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        what = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        msg = f"line {number}: not JSON: {what}"
        raise ImportRefused(msg, line=number, hint="Each line is one JSON object.") from None
    if not isinstance(value, dict):
        msg = f"line {number}: not a JSON object"
        raise ImportRefused(msg, line=number, hint="Each line is one JSON object.")
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        msg = "a key stands twice in an object"
        raise ValueError(msg)
    return found


def _no_constant(name: str) -> None:
    msg = f"{name} is no value"
    raise ValueError(msg)


def _entries_of(value: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """The entries of a whole game on one line; none for a line that is the header only."""
    entries = value.get("entries", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        msg = f"line {number}: entries must be a list of objects"
        raise ImportRefused(msg, line=number)
    return entries


def _in_entry(error: ImportRefused, entry: int) -> ImportRefused:
    """The same error, with the entry named where a line holds a whole game."""
    message = error.message.replace(f"line {error.line}:", f"line {error.line}, entry {entry}:", 1)
    return ImportRefused(message, line=error.line, rule=error.rule, legal=error.legal, hint=error.hint)


def _no_others(value: Mapping[str, Any], known: frozenset[str], number: int) -> None:
    """A misspelt key must not lose what it was meant for."""
    for key in value:
        if key not in known:
            msg = f"line {number}: there is no key {json.dumps(key)[:60]}"
            raise ImportRefused(msg, line=number, hint=_meant(key, known))


def _meant(key: str, known: frozenset[str]) -> str:
    from difflib import get_close_matches  # only for this message  # noqa: PLC0415

    close = get_close_matches(key, sorted(known), n=1)
    return f"Did you mean {close[0]}?" if close else "The keys are: " + ", ".join(sorted(known)) + "."


def _structure(cls: type[Any], value: dict[str, Any], number: int) -> Any:
    from timecore.structure import StructureError, structure  # cattrs: only an import needs it  # noqa: PLC0415

    try:
        return structure(value, cls)
    except StructureError as error:
        msg = f"line {number}: {error}"
        raise ImportRefused(msg, line=number) from None


def _start(value: dict[str, Any], number: int, rules: Ruleset[Any] | None) -> Game:
    _no_others(value, _START_KEYS, number)
    start: _Start = _structure(_Start, value, number)
    options = dict(start.options or {})
    if start.players is not None:
        if options.get("players", start.players) != start.players:
            msg = f"line {number}: players is {start.players}, the option players is {options['players']}"
            raise ImportRefused(msg, line=number)
        options["players"] = start.players
    if start.options is None and start.players is None:
        msg = f'line {number}: "options" or "players" is missing'
        raise ImportRefused(msg, line=number, hint='Begin with {"ruleset": …, "players": …}.')
    names = start.seats
    if names is not None:  # an export has "?" for a name that was erased
        names = [f"Seat {seat}" if name == "?" else name for seat, name in enumerate(names)]
    try:
        if rules is None:
            rules = get_ruleset(start.ruleset)
        elif start.ruleset != rules.name:
            msg = f"this is a game of {json_text(start.ruleset)}, not of {rules.name}"
            raise UsageError(msg)
        return Game.new(rules, seats=names, options=options, luck="manual", tags=start.tags, files=False)
    except OptionRefused as error:
        msg = f"line {number}: {error}"
        raise ImportRefused(msg, line=number, rule=error.rule, hint=error.hint) from error
    except (RulesetError, ValueError) as error:  # the latter also: a name that no record can hold
        msg = f"line {number}: {error}"
        raise ImportRefused(msg, line=number, hint=getattr(error, "hint", None)) from error


def _play(game: Game, value: dict[str, Any], number: int, numbers: _Numbers) -> None:
    _no_others(value, _LINE_KEYS, number)
    line: _Line = _structure(_Line, value, number)
    name = line.move.get("type")
    of_table = isinstance(name, str) and name in TABLE_MOVES.by_name and name not in game.rules.moves.by_name
    if of_table and name in BOUND:
        msg = (
            f"line {number}: {name} belongs to the bytes of the record it was made for and cannot be imported"
        )
        raise ImportRefused(msg, line=number, hint="Leave the line out; the game itself does not need it.")
    try:
        if line.actor == TABLE or of_table:
            _compare((), line.events, number)
            entry = game.table(numbers.renamed(TABLE_MOVES.from_json(line.move)), actor=line.actor)
        else:
            move = game.rules.move_from_json(line.move)
            _compare(game.decide(line.actor, move), line.events, number)
            entry = game.play(line.actor, move)
        numbers.note(value.get("seq"), entry.seq)
    except ImportRefused:
        raise
    except IllegalMove as error:
        legal = _shown(error.legal)
        msg = f"line {number}: {error}"
        raise ImportRefused(
            msg,
            line=number,
            rule=error.rule,
            legal=error.legal,
            hint=f"Legal for actor {line.actor}: {legal}.",
        ) from error
    except MoveRefused as error:
        msg = f"line {number}: {error}"
        raise ImportRefused(msg, line=number, rule=error.rule, hint=error.hint) from error
    except ValueError as error:
        msg = f"line {number}: {error}"
        raise ImportRefused(msg, line=number, hint=getattr(error, "hint", None)) from error


def _shown(legal: tuple[Any, ...]) -> str:
    if not legal:
        return "nothing, it is not to act"
    texts = [json.dumps(move.to_json(), ensure_ascii=False) for move in legal[:8]]
    more = f" and {len(legal) - 8} more" if len(legal) > 8 else ""
    return ", ".join(texts) + more


def _compare(events: Sequence[Event[Any]], given_events: list[Any] | None, number: int) -> None:
    """Refuse events that are not what the rules decide."""
    if given_events is None:
        return
    expected = [event.to_json() for event in events]
    if _same_json(given_events, expected):
        return
    for index, (given, wanted) in enumerate(zip(given_events, expected, strict=False), 1):
        if not _same_json(given, wanted):
            what = _difference(given, wanted, f"event {index}")
            break
    else:
        what = f"{len(given_events)} events are given, the rules decide {len(expected)}"
    msg = f"line {number}: {what}"
    raise ImportRefused(msg, line=number, hint="Leave the events out to take what the rules decide.")


def _difference(given: Any, wanted: dict[str, Any], event: str) -> str:
    """Where an event is another one; of equal types the field alone, since long ones are cut short."""
    if isinstance(given, dict) and given.get("type") == wanted["type"] and given.keys() == wanted.keys():
        field = next(name for name in wanted if not _same_json(given[name], wanted[name]))
        event, given, wanted = f"{field} of {event}", given[field], wanted[field]
    return f"{event} is {_short(given)}, the rules decide {_short(wanted)}"


def _same_json(one: Any, other: Any) -> bool:
    """Equal, and of equal types: ``true`` is not 1, and 1.0 is not 1."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same_json(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_same_json, one, other))
    return bool(one == other)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 160 else text[:157] + "…"
