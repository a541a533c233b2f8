"""Games of TimeLine (2003) in a few words, for tests: game A of the rules, and tables laid by hand."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from timecore.actors import Actor, Seat
from timecore.errors import IllegalMove
from timecore.fold import advance
from timecore.messages import Event, Move
from timecore.rulesets.timeline_2003 import RULESET
from timecore.rulesets.timeline_2003.cards import COMMODITIES, FACES, KINDS
from timecore.rulesets.timeline_2003.events import (
    CardAdded,
    CardRevealed,
    CountersPlaced,
    CounterTaken,
    FirstPlayerChosen,
    MarketEntered,
    PawnPlaced,
    TurnStarted,
    ZoneSlid,
)
from timecore.rulesets.timeline_2003.moves import (
    EnterMarket,
    LeaveMap,
    LocalTravel,
    PlacePawn,
    Reveal,
    Stay,
    Stop,
    TimeTravel,
)
from timecore.rulesets.timeline_2003.state import State
from timecore.testing import Given, given

__all__ = [
    "HERE",
    "OPTIONS",
    "A",
    "after_entry",
    "boards",
    "caused",
    "legal",
    "letters",
    "lines",
    "move",
    "played",
    "refused",
    "table",
]

HERE = Path(__file__).parent

#: The options of game A.
A: Mapping[str, Any] = {"players": 2}

#: Options under which random games end, and in which little is as by default.
OPTIONS = st.fixed_dictionaries(
    {"players": st.integers(2, 5), "max_rounds": st.integers(1, 12)},
    optional={
        "target": st.integers(1, 30),
        "counters": st.integers(1, 46),
        "start": st.permutations(COMMODITIES),
        "finish": st.lists(st.integers(1, 9), min_size=4, max_size=4),
        "rotate": st.booleans(),
    },
)


@cache
def lines() -> list[dict[str, Any]]:
    """The complete log of game A: actor, move and events of each entry."""
    text = (HERE / "game_a.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def after_entry(number: int) -> Given:
    """Game A as it stands after so many entries."""
    moves = [(line["actor"], RULESET.move_from_json(line["move"])) for line in lines()[:number]]
    return given(RULESET, *moves, **A)


def boards() -> Iterator[tuple[int, list[str], dict[str, tuple[list[int], int]]]]:
    """The drawn boards: after which entry, the lanes, and by commodity its line and its price."""
    text = (HERE / "boards.txt").read_text(encoding="utf-8")
    for block in text.split("\nafter entry ")[1:]:
        number, *rows = block.strip().splitlines()
        table = {}
        for row in rows:
            if row.count(":") == 2:
                name, lanes, price = row.split(":")
                table[name] = ([int(lane) for lane in lanes.split(",")], int(price))
        yield int(number), [row for row in rows if row.count(":") != 2], table


def letters(text: str) -> tuple[Any, ...]:
    """Commodities by their first letters, ``-`` for none."""
    names = {name[0]: name for name in COMMODITIES}
    return tuple(None if letter == "-" else names[letter] for letter in text)


def move(text: str) -> Move:
    """A move in short: ``place 2``, ``local 3.0``, ``local 3`` (a blank), ``above``, ``stop 1``, ``to 2``."""
    verb, _, what = text.partition(" ")
    if verb == "local":
        card, _, path = what.partition(".")
        return LocalTravel(int(card), int(path) if path else None)
    if verb == "above":
        return LeaveMap("above")
    if verb == "below":
        return LeaveMap("below")
    if verb == "is":
        kind, _, turned = what.partition(" ")
        return Reveal(kind, turned == "turned")
    kinds: Mapping[str, Any] = {
        "place": PlacePawn,
        "stay": Stay,
        "stop": Stop,
        "to": TimeTravel,
        "sell": EnterMarket,
    }
    made: Move = kinds[verb](int(what))
    return made


def _in_short(one: Move) -> str:
    match one:
        case LocalTravel(card=card, path=path):
            return f"local {card}" if path is None else f"local {card}.{path}"
        case LeaveMap(side=side):
            return side
        case Reveal(kind=kind, turned=turned):
            return f"is {kind} turned" if turned else f"is {kind}"
        case _:
            verbs: Mapping[type[Move], str] = {
                PlacePawn: "place",
                Stay: "stay",
                Stop: "stop",
                TimeTravel: "to",
                EnterMarket: "sell",
            }
            return f"{verbs[type(one)]} {one.row()[0]}"


def legal(game: Given, actor: Actor) -> str:
    """An actor's legal moves in short, parted by commas."""
    return ", ".join(map(_in_short, game.legal_moves(actor)))


def played(game: Given, *moves: str) -> Given:
    """The game after moves in short, each made by who is to act."""
    for text in moves:
        (actor,) = game.to_act
        game = given(RULESET, game.state, (actor, move(text)))
    return game


def caused(game: Given, text: str, actor: Actor | None = None) -> list[Event[Any]]:
    """What a move in short causes, made by who is to act or by somebody else."""
    return list(RULESET.decide(game.state, game.to_act[0] if actor is None else actor, move(text)))


def refused(game: Given, text: str | Move, actor: Actor | None = None) -> str:
    """The rule by which a move is refused; the refusal lists what is legal for that actor."""
    who = game.to_act[0] if actor is None else actor
    asked = move(text) if isinstance(text, str) else text
    state = game.state
    before = state.to_json()
    with pytest.raises(IllegalMove) as caught_error:
        RULESET.decide(state, who, asked)
    error = caught_error.value
    assert error.legal == tuple(game.legal_moves(who))
    assert (error.actor, error.move) == (who, asked)
    assert state.to_json() == before
    return error.rule


def table(
    *stacks: str,
    tops: Sequence[int] = (),
    pawns: Sequence[str] = ("0.0", "1.0"),
    bare: Sequence[str] = (),
    goods: Sequence[str] = (),
    gold: Sequence[int] = (),
    current: Seat = 0,
    turn: int = 1,
    deck: int | None = None,
    **options: Any,
) -> Given:
    """A game in the middle.

    Args:
        stacks: The cards of each zone from the top down, ``?`` is a blank; numbered zone by zone.
        tops: The top lane of each zone, 0 by default.
        pawns: By seat, ``card.path`` or ``@lane`` for a market; its counter is put back into the supply.
        bare: Further waypoints without a counter; ``3`` is all of card 3.
        goods: By seat, what it holds, by first letters.
        gold: By seat.
        current: Whose turn it is.
        turn: The number of the turn.
        deck: How many cards the deck has; the others are put, face down, out of anybody's way. As they are by default.
        options: Options besides the number of players.
    """
    state: State = RULESET.start(RULESET.resolve_options({"players": len(pawns), **options}))
    past: list[Event[Any]] = []
    card = 0
    for zone, stack in enumerate(stacks, 1):
        for place, kind in enumerate(stack.split()):
            past.append(CardAdded(zone, card, "below", 4 * place))
            if kind != "?":
                past.append(CardRevealed(zone, card, kind.rstrip("*"), kind.endswith("*")))
                face = FACES[kind.rstrip("*"), kind.endswith("*")]
                a, b, c, d = face.colours
                past.append(CountersPlaced(zone, card, (a, b, c, d)))
            card += 1
    past += [ZoneSlid(zone, top) for zone, top in enumerate(tops, 1)]
    past.append(FirstPlayerChosen(0))
    for seat, where in enumerate(pawns):
        if where.startswith("@"):
            past.append(MarketEntered(seat, int(where[1:])))
        elif where:
            on, path = map(int, where.split("."))
            past.append(PawnPlaced(seat, 1, on, path))
    past.append(TurnStarted(current, turn))
    advance(state, past)
    taken = [tuple(map(int, one.split("."))) for one in (*pawns, *bare) if "." in one]
    taken += [(int(one), path) for one in bare if "." not in one for path in range(4)]
    for on, path in taken:
        commodity = state.counters[on][path]
        if commodity is not None:
            advance(state, [CounterTaken(0, 1, on, path, commodity)])
            state.goods[0][commodity] -= 1
            state.supply[commodity] += 1
    for seat, held in enumerate(goods):
        for commodity in letters(held):
            state.goods[seat][commodity] += 1
            state.supply[commodity] -= 1
    state.gold[: len(gold)] = gold
    if deck is not None:
        zone = len(state.zones)
        state.homes += [zone] * (state.deck - deck)
        hidden = len(state.homes) - len(state.faces)
        state.faces += [None] * hidden
        state.counters += [(None, None, None, None)] * hidden
    assert all(kind in KINDS for kind in state.unseen)
    return given(RULESET, state)
