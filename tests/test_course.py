"""Which entries count where the table has gone back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiny import RULESET

from timecore.actors import TABLE
from timecore.course import Course, retracted
from timecore.game import Game
from timecore.messages import Move
from timecore.replay import Replay, Timeline
from timecore.table import Adjourn, Forfeit, Note, Resume, Retract, Seal, Void


def course(*moves: Move | None) -> Course:
    made = Course(2)
    for seq, move in enumerate(moves, 1):
        made.enter(seq, 0 if move is None else TABLE, move)
    return made


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ([None, None], {}),
        ([None, None, Retract(1)], {2: 3}),
        ([None, None, Retract(0)], {1: 3, 2: 3}),
        ([None, Note("x"), None, Retract(1)], {3: 4}),
        ([None, None, Retract(1), None, Retract(0)], {1: 5, 2: 3, 4: 5}),
        ([None, None, Retract(1), Retract(2)], {}),  # and back again
        ([None, None, Retract(1), None, Retract(2)], {4: 5}),
        ([None, Retract(5), Retract(-1)], {}),  # irregular, so they change nothing
        ([None, Forfeit(0), Retract(1)], {2: 3}),
        ([None, Forfeit(0), None, Retract(2)], {3: 4}),
        ([None, Forfeit(0), Retract(1), Retract(2)], {}),
        ([None, Void("x"), Adjourn(), Resume(), Retract(0)], {1: 5, 2: 5}),
        ([None, Seal("adjourned", ("-", "-")), Retract(0)], {}),
    ],
)
def test_what_is_off_the_line_that_the_game_stands_on_was_taken_back(
    moves: list[Move | None], expected: dict[int, int]
) -> None:
    assert course(*moves).retracted == expected


def test_what_is_wrong_with_a_move_of_the_table_is_told() -> None:
    made = Course(2)

    assert made.enter(1, TABLE, Retract(1)) == "goes back to entry 1, which is not an earlier one"
    assert made.enter(2, 0, Note("x")) == "is the table's own move"
    assert made.enter(3, TABLE, Note("x")) is None


def test_what_a_later_retraction_takes_back_counted_until_then() -> None:
    game = Game.new(RULESET, seats=["Ana", "Ben"], luck="manual")
    for _ in range(3):
        actor = game.to_act[0]
        game.play(actor, game.legal_moves(actor)[0])
    game.retract(1)

    assert retracted(game.log) == {2: 4, 3: 4}
    assert retracted(game.log, 3) == {}
    assert retracted(game.log.upto(3)) == {}


@settings(max_examples=50)
@given(st.lists(st.one_of(st.none(), st.integers(0, 12)), max_size=14))
def test_each_entry_is_taken_back_by_the_last_retraction_that_left_it(steps: list[int | None]) -> None:
    """As one finds who remembers, at every position, all that counts there."""
    counting: list[set[int]] = [set()]
    for seq, step in enumerate(steps, 1):
        counting.append(counting[-1] | {seq} if step is None else counting[step if step < seq else -1])
    expected: dict[int, int] = {}
    for seq in range(1, len(counting)):
        expected |= dict.fromkeys(counting[seq - 1] - counting[seq], seq)
    gone = {entry: by for entry, by in expected.items() if entry not in counting[-1]}

    assert course(*(None if step is None else Retract(step) for step in steps)).retracted == gone


def test_to_go_back_and_forth_over_a_long_game_takes_no_long_time() -> None:
    """A forger could make a record of half a million entries take hours; 20000 of them are enough to notice."""
    moves: list[Move | None] = [None] * 10_000
    moves += [Retract(0), Retract(10_000)] * 5_000

    assert course(*moves).retracted == {}
    assert course(*moves, Retract(0)).retracted == dict.fromkeys(range(1, 10_001), 20_001)


@settings(max_examples=30)
@given(st.lists(st.one_of(st.none(), st.integers(0, 12)), max_size=14))
def test_it_agrees_with_the_replay(steps: list[int | None]) -> None:
    """The state at the end is that of the entries that count, folded one after the other."""
    game = Game.new(RULESET, seats=["Ana", "Ben"], luck="manual")
    for step in steps:
        if step is not None and step <= len(game.entries):
            game.retract(step)
        elif game.to_act:
            actor = game.to_act[0]
            moves = game.legal_moves(actor)
            game.play(actor, moves[len(game.entries) % len(moves)])

    gone = retracted(game.log)
    left = [entry for entry in game.entries if entry.seq not in gone and not entry.is_table]
    start = Replay(game.log).state_at(0)

    assert Timeline(RULESET, start, left, 2).last.to_json() == game.state.to_json()
