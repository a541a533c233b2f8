"""Standings: what the score sheets in a tournament's tree are worth to each player.

Games count as their leaves say; who sat where is in the records. Whoever has a key is known by it in all games. Who has
none is known by name, which is also that of somebody with a key if only one person with a key is called so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from typing import Any, Final, get_args

import attrs

from timecore.display import fit, printable
from timecore.ending import FORFEITED, UNDECIDED, WON
from timecore.errors import FormatUnsupported, NotARecord, TournamentError
from timecore.gamenotes import GameNote, GameStart
from timecore.hidden import HIDDEN, Hidden
from timecore.log import Header
from timecore.record import read_header
from timecore.tournament._folder import ROSTER, large_file
from timecore.tournament._scoring import Bye, Outcome, Scoring, TieBreak, number_text
from timecore.tournament._tournament import Tournament

__all__ = ["GameLine", "Line", "Rating", "Standings", "outcomes", "standings"]


#: How many columns of names a hint has at most.
_MOST_NAMED: Final = 400


@attrs.frozen
class Rating:
    """How strong somebody is thought to be.

    Attributes:
        mu: The guess, in OpenSkill's scale: 25 for who has not played.
        sigma: How unsure it is.
    """

    mu: float
    sigma: float

    def __str__(self) -> str:
        return f"{self.mu:.1f} ± {self.sigma:.1f}"


@attrs.frozen
class Line:
    """A player's line.

    Attributes:
        rank: Their rank, from 1; who cannot be parted share one.
        player: What people call them.
        key: Their public key, 32 bytes, or ``None``.
        points: All their points.
        counts: How often each outcome was theirs, by :data:`~timecore.tournament.Outcome`, in its order.
        tie_breaks: The values of the tie-breaks, in the order of the scoring table; ``None`` where nobody was to be
            parted any more, or the tie-break could not part them.
        rating: Their rating, if it was asked for.
    """

    rank: int
    player: str
    key: bytes | None
    points: Fraction
    counts: dict[Outcome, int]
    tie_breaks: tuple[Fraction | None, ...]
    rating: Rating | None = None

    def to_json(self) -> dict[str, Any]:
        """As a JSON object; numbers that are not whole are texts."""
        told: dict[str, Any] = {
            "rank": self.rank,
            "player": self.player,
            "key": None if self.key is None else self.key.hex(),
            "points": number_text(self.points),
            **{name.replace(" ", "_"): count for name, count in self.counts.items()},
            "tie_breaks": [None if one is None else number_text(one) for one in self.tie_breaks],
        }
        if self.rating is not None:
            told["rating"] = {"mu": round(self.rating.mu, 3), "sigma": round(self.rating.sigma, 3)}
        return told


@attrs.frozen
class GameLine:
    """A game, in the order in which they began.

    Attributes:
        game: Its own number, 16 bytes.
        file: Its record, or ``None`` if that is not in the folder: then nobody knows who played it.
        round: The record's tag ``round``, empty without one.
        players: The players' places in the table of people, by seat.
        names: What they are called, by seat.
        status: ``finished``, ``forfeit``, ``void``, ``adjourned``, ``open``.
        result: One token a seat; empty for a game that is open.
    """

    game: bytes
    file: str | None
    round: str
    players: tuple[int, ...]
    names: tuple[str, ...]
    status: str
    result: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """As a JSON object."""
        return {
            "game": self.game.hex(),
            "file": self.file,
            "round": self.round,
            "players": list(self.names),
            "status": self.status,
            "result": list(self.result),
        }


@attrs.frozen
class Standings:
    """Who stands where.

    Attributes:
        name: What people call the tournament.
        scoring: What results were worth.
        lines: The players, best first.
        games: The games.
        byes: The byes.
        unlisted: What those are called who have played and are not in the roster, if there is one.
    """

    name: str
    scoring: Scoring
    lines: tuple[Line, ...]
    games: tuple[GameLine, ...]
    byes: tuple[Bye, ...]
    unlisted: tuple[str, ...] = ()

    @property
    def missing(self) -> tuple[GameLine, ...]:
        """The games that are not counted, since their records are not in the folder."""
        return tuple(game for game in self.games if game.file is None)

    def to_json(self) -> dict[str, Any]:
        """As a JSON object."""
        return {
            "name": self.name,
            "tie_breaks": list(self.scoring.tie_breaks),
            "standings": [line.to_json() for line in self.lines],
            "games": [game.to_json() for game in self.games],
            "byes": [
                {
                    "player": bye.player,
                    "round": bye.round,
                    "points": number_text(self.scoring.worth("bye") if bye.points is None else bye.points),
                }
                for bye in self.byes
            ],
        }


def standings(
    tournament: Tournament,
    scoring: Scoring | None = None,
    byes: Sequence[Bye] = (),
    *,
    ratings: bool = False,
) -> Standings:
    """The standings of a tournament, as its tree has them.

    That the tree is right, :func:`verify` says, and nothing of it is asked here.

    Args:
        tournament: The tournament.
        scoring: What results are worth; by default as :class:`Scoring` has it.
        byes: Rounds without a game.
        ratings: Whether to rate the players by the games that were played to their end.

    Raises:
        TournamentError: The roster is not right.
        ExtraMissing: Ratings are asked for, and their package is not installed.
        OSError: Something cannot be read.
    """
    table = Scoring() if scoring is None else scoring
    people = _People(tournament)
    games = tuple(_games(tournament, people))
    given = [(people.known(bye.player), bye) for bye in byes]
    tallies = [_Tally() for _ in people.names]
    for game in games:
        if game.file is None:
            continue
        results = outcomes(game.status, game.result, len(game.players))
        won = game.result.count(WON)
        for player, outcome in zip(game.players, results, strict=True):
            tallies[player].add(outcome, table.worth(outcome, won))
    for player, bye in given:
        tallies[player].add("bye", table.worth("bye") if bye.points is None else bye.points)
    places = _placed(tallies, games, table.tie_breaks)
    rated: Sequence[Rating | None] = [None] * len(tallies)
    if ratings:
        from timecore.tournament._ratings import rate  # noqa: PLC0415 - an extra

        rated = rate(len(tallies), games)
    lines = tuple(
        Line(
            rank,
            people.shown(player),
            people.keys[player],
            tallies[player].points,
            tallies[player].counts,
            values,
            rated[player],
        )
        for rank, player, values in places
    )
    return Standings(tournament.description.name, table, lines, games, tuple(byes), people.unlisted)


def outcomes(status: str, result: Sequence[str], seats: int) -> list[Outcome]:
    """What a game was to each seat.

    Args:
        status: The status of its score sheet, or ``open``.
        result: One token a seat.
        seats: How many seats there are.
    """
    if status == "void":
        return ["void"] * seats
    if status not in ("finished", "forfeit"):
        return ["adjourned" if status == "adjourned" else "open"] * seats
    alone = result.count(WON) == 1
    won: Outcome = "shared" if not alone else "win" if status == "finished" else "forfeit win"
    by_token: dict[str, Outcome] = {WON: won, FORFEITED: "forfeit", UNDECIDED: "undecided"}
    return [by_token.get(token, "loss") for token in result]


# -- who is who ------------------------------------------------------------------------------------------------


class _People:
    """Everybody who has played, or is in the roster, in that order of the roster and then of the games.

    Attributes:
        names: What they are called.
        keys: Their keys.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.names: list[str] = []
        self.keys: list[bytes | None] = []
        self._by_key: dict[bytes, int] = {}
        self._by_name: dict[str, list[int]] = {}
        for player in tournament.folder.roster(ROSTER).players:
            self._add(player.name, None if player.key is None else player.key.raw)
        self._listed = len(self.names)

    def _add(self, name: str, key: bytes | None) -> int:
        number = len(self.names)
        self.names.append(name)
        self.keys.append(key)
        self._by_name.setdefault(name, []).append(number)
        if key is not None:
            self._by_key[key] = number
        return number

    @property
    def unlisted(self) -> tuple[str, ...]:
        """What those are called who are not in the roster, if anybody is."""
        return tuple(map(self.shown, range(self._listed, len(self.names)))) if self._listed else ()

    def meet(self, headers: Iterable[Header]) -> None:
        """Learn of all keys, before anybody is known by name."""
        for header in headers:
            for seat, key in enumerate(header.keys):
                if key is not None and key not in self._by_key:
                    self._add(header.names[seat], key)

    def at(self, name: str | Hidden, key: bytes | None, otherwise: str) -> int:
        """Who sits at a seat.

        Args:
            name: What the seat is called.
            key: Its key.
            otherwise: What to call somebody whose name was erased and who has no key.
        """
        if key is not None:
            return self._by_key[key]
        return self.called(otherwise if name is HIDDEN else name)

    def known(self, name: str) -> int:
        """The person of a name, who must be there.

        Raises:
            TournamentError: Nobody, or several, are called so.
        """
        found = self._by_name.get(name, [])
        if len(found) != 1:
            what = "several players are" if found else "no player is"
            hint = "The roster says who plays."
            if not found:
                hint = f"The players are {fit(printable(', '.join(self.names)), _MOST_NAMED)}."
            raise TournamentError(f"{what} called {name!r}, who has a bye", hint=hint)
        return found[0]

    def shown(self, number: int) -> str:
        """What to call somebody, so that no two are called the same."""
        name, key = self.names[number], self.keys[number]
        if len(self._by_name[name]) == 1 or key is None:
            return name
        return f"{name} ({key.hex()[:8]})"

    def called(self, name: str) -> int:
        """The person of a name."""
        found = self._by_name.get(name, [])
        without = [number for number in found if self.keys[number] is None]
        if without:
            return without[0]
        return found[0] if len(found) == 1 else self._add(name, None)


def _games(tournament: Tournament, people: _People) -> Iterator[GameLine]:
    """The games, with those who played them."""
    starts = {leaf.game: leaf for leaf in reversed(tournament.leaves) if isinstance(leaf, GameStart)}
    notes = {leaf.game: leaf for leaf in tournament.leaves if isinstance(leaf, GameNote)}
    found = dict(_headers(tournament, starts))
    order = dict.fromkeys(leaf.game for leaf in tournament.leaves if leaf.game in starts)
    people.meet(found[game][1] for game in order if game in found)
    for game in order:
        note = notes.get(game)
        status, result = ("open", ()) if note is None else (note.status, note.result)
        name, header = found.get(game, (None, None))
        if header is None or (result and len(result) != len(header.seats)):
            yield GameLine(game, None, "", (), (), status, result)
            continue
        players = tuple(
            people.at(seat, key, f"Seat {number} of {name}")
            for number, (seat, key) in enumerate(zip(header.seats, header.keys, strict=True))
        )
        names = tuple(map(people.shown, players))
        yield GameLine(game, name, header.tags.get("round", ""), players, names, status, result)


def _headers(
    tournament: Tournament, starts: dict[bytes, GameStart]
) -> Iterator[tuple[bytes, tuple[str, Header]]]:
    """The headers that the leaves are about, by game, and in which record each was found first."""
    seen = set()
    for path in tournament.folder.records():
        try:
            raw = read_header(large_file(path) or b"")
        except (NotARecord, FormatUnsupported):
            continue
        start = starts.get(raw.game)
        if start is not None and start.header == raw.hash and start.game not in seen:
            seen.add(start.game)
            yield start.game, (path.name, Header.from_raw(raw))


# -- who is before whom ----------------------------------------------------------------------------------------


class _Tally:
    """What a player has gathered."""

    def __init__(self) -> None:
        self.points = Fraction(0)
        self.counts: dict[Outcome, int] = dict.fromkeys(get_args(Outcome), 0)

    def add(self, outcome: Outcome, points: Fraction) -> None:
        self.points += points
        self.counts[outcome] += 1


def _placed(
    tallies: Sequence[_Tally], games: Sequence[GameLine], breaks: Sequence[TieBreak]
) -> list[tuple[int, int, tuple[Fraction | None, ...]]]:
    """Rank, player and tie-breaks of each, best first; those who cannot be parted in the order of the people."""
    meetings: dict[int, list[tuple[int, bool, bool]]] = {}
    for player, other, won, theirs in _meetings(games):
        meetings.setdefault(player, []).append((other, won, theirs))
    values: list[list[Fraction | None]] = [[None] * len(breaks) for _ in tallies]

    def parted(group: Sequence[int], depth: int) -> Iterator[list[int]]:
        if len(group) == 1 or depth > len(breaks):
            yield [*group]
            return
        if depth == 0:
            worth = {player: tallies[player].points for player in group}
        else:
            found = _values(breaks[depth - 1], group, tallies, meetings)
            if found is None:
                yield from parted(group, depth + 1)
                return
            worth = found
            for player in group:
                values[player][depth - 1] = worth[player]
        for value in sorted(set(worth.values()), reverse=True):
            yield from parted([player for player in group if worth[player] == value], depth + 1)

    placed, rank = [], 1
    for group in parted(range(len(tallies)), 0) if tallies else ():
        placed += [(rank, player, tuple(values[player])) for player in group]
        rank += len(group)
    return placed


def _meetings(games: Sequence[GameLine]) -> Iterator[tuple[int, int, bool, bool]]:
    """Who met whom in a game that counts, and whether each of the two won."""
    for game in games:
        if game.file is None or game.status not in ("finished", "forfeit"):
            continue
        seats = [*zip(game.players, game.result, strict=True)]
        for one, token in seats:
            for other, theirs in seats:
                if one != other:
                    yield one, other, token == WON, theirs == WON


def _values(
    tie_break: TieBreak,
    group: Sequence[int],
    tallies: Sequence[_Tally],
    meetings: Mapping[int, Sequence[tuple[int, bool, bool]]],
) -> dict[int, Fraction] | None:
    """What a tie-break gives those who are to be parted; ``None`` where it cannot part them fairly."""
    if tie_break != "direct":
        return {player: _value(tie_break, player, tallies, meetings.get(player, ())) for player in group}
    found: dict[int, Fraction] = {}
    for player in group:
        value = _direct({*group} - {player}, meetings.get(player, ()))
        if value is None:
            return None
        found[player] = value
    return found


def _value(
    tie_break: TieBreak, player: int, tallies: Sequence[_Tally], met: Sequence[tuple[int, bool, bool]]
) -> Fraction:
    counts = tallies[player].counts
    if tie_break == "wins":
        return Fraction(counts["win"] + counts["forfeit win"])
    if tie_break == "forfeits":
        return Fraction(-counts["forfeit"])
    if tie_break == "opponents":
        return sum((tallies[other].points for other, _, _ in met), Fraction(0))
    return sum((tallies[other].points for other, won, theirs in met if won and not theirs), Fraction(0))


def _direct(others: AbstractSet[int], met: Sequence[tuple[int, bool, bool]]) -> Fraction | None:
    """How somebody did against some others, ``None`` if they have not met all of them.

    Each of the others counts once, however often they met: else who has met them more often would have more.
    """
    results: dict[int, list[int]] = {}
    for other, won, theirs in met:
        if other in others:
            results.setdefault(other, []).append(1 + won - theirs)
    if len(results) < len(others):
        return None
    return sum((Fraction(sum(halves), 2 * len(halves)) for halves in results.values()), Fraction(0))
