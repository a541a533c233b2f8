"""The cursor over a log."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny import RULESET
from tiny.moves import Bid, Deal

from timecore.actors import CHANCE, PUBLIC, TABLE, Viewer
from timecore.entry import Entry
from timecore.errors import PositionError, ReplayError, UsageError
from timecore.fold import advance
from timecore.game import Game
from timecore.hidden import HIDDEN
from timecore.log import Log
from timecore.messages import Event, Move, message
from timecore.replay import Position, Replay, Timeline, state_digest
from timecore.table import Forfeit, Note, Retract, Void


def play_on(game: Game, choice: int = 0) -> Game:
    """Play a game to its end; equal choices give equal games."""
    while game.to_act:
        actor = game.to_act[0]
        legal = game.legal_moves(actor)
        game.play(actor, legal[choice % len(legal)])
        choice = choice * 5 + 3
    return game


@pytest.fixture(scope="module")
def log() -> Log:
    return play_on(Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="replay")).log


class TestPosition:
    """``N``, ``-N`` and ``N.M``."""

    def test_is_a_number_of_an_entry(self) -> None:
        assert Position.parse("12", 20) == Position(12)

    def test_counts_from_the_end_when_negative(self) -> None:
        assert Position.parse("-1", 20) == Position(20)
        assert Position.parse("-21", 20) == Position(0)

    def test_may_stand_inside_an_entry(self) -> None:
        assert Position.parse("12.3", 20) == Position(12, 3)
        assert str(Position(12, 3)) == "12.3"

    def test_is_no_fraction(self, log: Log) -> None:
        with pytest.raises(PositionError, match="no position"):
            Replay(log).go(4.10)  # type: ignore[arg-type]

    @pytest.mark.parametrize("text", ["21", "-22", "x", "1.", "1.-1", "", "1.2.3", "9" * 40, "\u0661"])
    def test_that_does_not_exist_is_refused(self, text: str) -> None:
        with pytest.raises(PositionError) as caught:
            Position.parse(text, 20)

        assert caught.value.hint


class TestReplay:
    """The cursor."""

    def test_reaches_every_position_as_a_fold_from_the_start_does(self, log: Log) -> None:
        replay = Replay(log)
        state = replay.state_at(0)

        for number, entry in enumerate(log.entries, 1):
            advance(state, entry.events)
            assert replay.state_at(number).to_json() == state.to_json()

    @pytest.mark.parametrize("viewer", [None, 1, PUBLIC])
    def test_goes_on_with_a_longer_log_where_it_stands(self, log: Log, viewer: Viewer | None) -> None:
        replay = Replay(log.upto(0), viewer)
        came = [replay.grow(log.upto(end)) for end in (0, 20, 20)]
        replay.go(19)

        assert [*came, replay.grow(log)] == [0, 20, 0, len(log) - 20]
        assert replay.position == Position(19)
        assert replay.entries == Replay(log, viewer).entries
        assert replay.state_at(-1).to_json() == Replay(log, viewer).state_at(-1).to_json()
        assert replay.end == len(log)

    def test_goes_on_with_no_other_log(self, log: Log) -> None:
        other = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="another").log
        replay = Replay(log.upto(5))

        for longer in (other, log.upto(4)):
            with pytest.raises(UsageError, match="does not begin"):
                replay.grow(longer)
        with pytest.raises(UsageError, match="does not begin"):
            Replay(log.upto(0)).grow(other)

    def test_reaches_positions_inside_an_entry(self, log: Log) -> None:
        replay = Replay(log)
        number, entry = next((n, e) for n, e in enumerate(log.entries) if len(e.events) > 2)

        inside = replay.go(f"{number}.2").state

        assert inside.to_json() == advance(replay.state_at(number), entry.events[:2]).to_json()
        assert replay.event == entry.events[1]
        assert replay.entry == entry

    def test_goes_back_through_the_positions_that_it_came_by(self, log: Log) -> None:
        replay = Replay(log)
        forwards = [replay.position]
        while replay.next():
            forwards.append(replay.position)
        backwards = [replay.position]
        while replay.back():
            backwards.append(replay.position)

        assert backwards == forwards[::-1]
        assert forwards[0] == Position(0)
        assert forwards[-1] == Position(len(log))

    def test_steps_give_the_state_after_each_event(self, log: Log) -> None:
        replay = Replay(log)

        for step in replay:
            if step.position.entry % 7 == 0:
                assert step.state.to_json() == replay.state_at(step.position).to_json()

    def test_hands_out_states_that_no_later_step_changes(self, log: Log) -> None:
        replay = Replay(log)
        early = replay.go(10).state
        before = early.to_json()

        replay.go(-1)

        assert early.to_json() == before

    def test_the_last_event_of_an_entry_is_the_position_after_it(self, log: Log) -> None:
        replay = Replay(log)
        number, entry = next((n, e) for n, e in enumerate(log.entries) if len(e.events) > 1)

        assert replay.locate(f"{number}.{len(entry.events)}") == Position(number + 1)
        with pytest.raises(PositionError, match="events"):
            replay.go(f"{number}.{len(entry.events) + 1}")

    def test_tells_who_may_act_and_how(self, log: Log) -> None:
        replay = Replay(log).go(31)

        assert replay.to_act == (0,)
        assert replay.legal_moves(0)
        assert replay.legal_moves(1) == ()
        assert not replay.go(-1).to_act

    def test_tells_how_the_game_has_ended(self, log: Log) -> None:
        ended = Replay(log).go(-1).result

        assert ended is not None
        assert ended.reason in ("three_events", "ten_rounds")
        assert Replay(log).go(31).result is None

    def test_nobody_is_to_act_inside_an_entry(self, log: Log) -> None:
        number = next(n for n, e in enumerate(log.entries) if len(e.events) > 1)

        assert Replay(log).go(f"{number}.1").to_act == ()

    def test_of_a_viewer_shows_what_the_viewer_saw(self, log: Log) -> None:
        ana = Replay(log, 0).go(30).state

        assert HIDDEN not in ana.hands[0]
        assert set(ana.hands[1]) == {HIDDEN}
        assert set(Replay(log, PUBLIC).go(30).state.hands[0]) == {HIDDEN}

    def test_of_a_viewer_is_that_of_the_viewers_own_copy(self, log: Log) -> None:
        for viewer in (0, 1, 2, PUBLIC):
            view, copy = Replay(log, viewer), Replay(log.redacted(viewer))
            assert list(view.entries) == list(copy.entries)
            assert view.state_at(-1).to_json() == copy.state_at(-1).to_json()

    def test_of_a_seat_that_does_not_exist_is_refused(self, log: Log) -> None:
        with pytest.raises(UsageError, match="no seat 3"):
            Replay(log, 3)

    def test_digest_of_a_state_is_that_of_its_json_form(self, log: Log) -> None:
        replay = Replay(log)

        assert state_digest(replay.state_at(-1)) == state_digest(replay.state_at(len(log)))
        assert state_digest(replay.state_at(0)) != state_digest(replay.state_at(1))


class TestTable:
    """The table's own moves."""

    def test_a_retraction_goes_back_to_the_state_after_an_earlier_entry(self) -> None:
        game = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="back")
        before = game.state.to_json()
        number = len(game.entries)
        actor = game.to_act[0]
        game.play(actor, game.legal_moves(actor)[0])
        game.retract(number)

        assert game.state.to_json() == before
        assert Replay(game.log).state_at(-1).to_json() == before
        assert len(game.entries) == number + 2

    def test_a_void_game_is_over_until_that_is_retracted(self) -> None:
        game = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="void")
        number = len(game.entries)
        game.table(Void("the fire alarm"))

        assert not game.to_act
        game.retract(number)
        assert game.to_act == (0,)

    def test_a_note_changes_nothing(self) -> None:
        game = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="note")
        before = game.state.to_json()
        game.table(Note("Ben spilled his tea"))

        assert game.state.to_json() == before

    @pytest.mark.parametrize(
        ("actor", "move"),
        [(-2, Retract(2)), (-2, Retract(-1)), (0, Retract(0)), (-2, Forfeit(2)), (1, Void("x"))],
    )
    def test_what_is_irregular_changes_nothing(self, actor: int, move: Move) -> None:
        """An audit does not obey it either, so both see the same game."""
        start = RULESET.start(RULESET.resolve_options({"players": 2}))
        dealt = Deal(0, "ace")
        entries = [
            Entry(1, CHANCE, dealt, RULESET.decide(start, CHANCE, dealt)),
            Entry(2, actor, move),
            Entry(3, TABLE, Note("it goes on")),
        ]
        timeline = Timeline(RULESET, start, entries, 2)

        assert timeline.end == 3
        assert timeline.error is None
        assert timeline.standing(3).open
        assert timeline.last.to_json() == timeline.state(1).to_json() != start.to_json()

    def test_going_to_and_fro_over_entries_of_many_events_costs_little(self) -> None:
        applied = []

        @message
        class Counted(Event[Any]):
            def apply(self, state: Any) -> None:
                applied.append(state)

        start = RULESET.start(RULESET.resolve_options({"players": 2}))
        entries = [Entry(1, 0, Bid(1), (Counted(),) * 5000)]
        entries += [Entry(seq, TABLE, Retract(seq % 2)) for seq in range(2, 400)]

        assert Timeline(RULESET, start, entries, 2).end == len(entries)
        assert len(applied) == 5000

    @given(st.lists(st.integers(0, 10**6), max_size=120), st.integers(2, 4))
    def test_any_mixture_of_moves_and_retractions_folds_as_its_line_does(
        self, choices: list[int], players: int
    ) -> None:
        """Each retraction makes the line that leads to a state shorter; a fold of that line is the state."""
        state = RULESET.start(RULESET.resolve_options({"players": players}))
        lines: list[list[Entry]] = [[]]
        states = [state.copy()]
        entries: list[Entry] = []
        for seq, choice in enumerate(choices, 1):
            actors = RULESET.to_act(state)
            if choice % 3 == 0 or not actors:
                to = choice % seq
                entries.append(Entry(seq, -2, Retract(to)))
                lines.append(lines[to])
                state = states[to].copy()
            else:
                actor = actors[choice % len(actors)]
                legal = RULESET.legal_moves(state, actor)
                move = legal[choice % len(legal)]
                events = RULESET.decide(state, actor, move)
                entries.append(Entry(seq, actor, move, events))
                lines.append([*lines[-1], entries[-1]])
                advance(state, events)
            states.append(state.copy())
        timeline = Timeline(RULESET, states[0], entries, players)

        for position in [*range(len(entries), -1, -3), *range(len(entries) + 1)]:
            line = states[0].copy()
            for entry in lines[position]:
                advance(line, entry.events)
            assert timeline.state(position).to_json() == line.to_json()
            assert timeline.state(position).to_json() == states[position].to_json()


def test_a_contradiction_ends_the_replay_and_names_the_entry(log: Log) -> None:
    play = next(e for e in log.entries if type(e.move).__name__ == "PlayCard")
    entries = [*log.entries[: play.seq], Entry(play.seq + 1, play.actor, play.move, play.events), play]
    start = Replay(log).state_at(0)
    timeline = Timeline(log.rules, start, entries, 3)

    assert timeline.end == play.seq
    assert isinstance(timeline.error, ReplayError)
    assert timeline.error.entry == play.seq + 1
    assert timeline.last.to_json() == Replay(log).state_at(play.seq).to_json()
