"""Games as lines of JSON, out and in."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import finish

from timecore.actors import CHANCE, PUBLIC
from timecore.branch import branch
from timecore.game import Game
from timecore.log import Log
from timecore.replay import Replay
from timecore.table import Note, Retract, Rule, Void
from timecore.transcript import export_json, export_lines, import_lines, play_lines


@pytest.fixture(scope="module")
def log() -> Log:
    game = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], seed="lines", tags={"event": "club evening"})
    return finish(game, -1).log


def written(log: Log) -> list[str]:
    """An export as lines of text."""
    return [json.dumps(line, ensure_ascii=False) for line in export_lines(log)]


class TestExport:
    """Out of a record."""

    def test_the_first_line_is_the_header(self, log: Log) -> None:
        header = next(export_lines(log))

        assert list(header) == [
            "timecore", "ruleset", "rules_version", "options", "seats", "tags", "game", "head",
        ]  # fmt: skip
        assert header["timecore"] == 1
        assert header["seats"] == ["Ana", "Ben", "Cho"]
        assert header["head"] == log.head.hex()

    def test_each_further_line_is_an_entry(self, log: Log) -> None:
        lines = list(export_lines(log))[1:]

        assert [line["seq"] for line in lines] == list(range(1, len(log) + 1))
        assert lines[0] == {
            "seq": 1,
            "actor": -1,
            "move": log.entries[0].move.to_json(),
            "events": [event.to_json() for event in log.entries[0].events],
        }

    def test_needs_no_ruleset(self, log: Log) -> None:
        """What the schema in the header says is what the ruleset's classes say."""
        for line, entry in zip(list(export_lines(log))[1:], log.entries, strict=True):
            assert line == entry.to_json()

    def test_for_a_viewer_is_that_of_the_viewers_copy(self, log: Log) -> None:
        for viewer in (0, 2, PUBLIC):
            assert list(export_lines(log, viewer)) == list(export_lines(log.redacted(viewer)))

    def test_hides_what_the_viewer_may_not_see(self, log: Log) -> None:
        first = list(export_lines(log, 1))[1]

        assert first["move"] == {"type": "DealCard", "seat": 0, "card": "?"}

    def test_as_one_object_holds_the_same(self, log: Log) -> None:
        whole = export_json(log)
        entries = whole.pop("entries")

        assert [whole, *entries] == list(export_lines(log))

    def test_shows_the_tables_moves(self, log: Log) -> None:
        game = Game.from_log(log)
        game.retract(40)
        line = list(export_lines(game.log))[-1]

        assert line["move"] == {"type": "Retract", "to": 40}
        assert line["events"] == []


class TestImport:
    """Into a record."""

    def test_takes_what_an_export_wrote_to_the_same_moves_events_and_states(self, log: Log) -> None:
        imported = import_lines(written(log))

        assert imported.error is None
        assert imported.game is not None
        assert imported.game.entries == log.entries
        assert imported.game.state.to_json() == Replay(log).state_at(-1).to_json()
        assert imported.game.log.header.luck.kind == "manual"
        assert imported.game.log.header.tags == {"event": "club evening"}

    def test_takes_a_whole_game_on_one_line(self, log: Log) -> None:
        imported = import_lines([json.dumps(export_json(log))])

        assert imported.error is None
        assert imported.game is not None
        assert imported.game.entries == log.entries

    def test_names_the_entry_where_a_line_holds_a_whole_game(self, log: Log) -> None:
        whole = export_json(log)
        whole["entries"][2]["move"]["card"] = "A1"

        imported = import_lines([json.dumps(whole)])

        assert imported.error is not None
        assert str(imported.error).startswith("line 1, entry 3: TC-22")

    def test_a_misspelt_key_loses_nothing_silently(self) -> None:
        start = '{"ruleset": "time_chase", "players": 3, "seets": ["Ana", "Ben", "Cho"]}'
        line = '{"actor": -1, "move": {"type": "DealCard", "seat": 0, "card": "A7"}, "evnets": []}'

        for lines in ([start], ['{"ruleset": "time_chase", "players": 3}', line]):
            imported = import_lines(lines)
            assert imported.error is not None
            assert "no key" in str(imported.error)
            assert "Did you mean" in (imported.error.hint or "")

    def test_takes_a_game_whose_names_were_erased(self, log: Log) -> None:
        imported = import_lines(written(log.redacted(None, erase=[1])))

        assert imported.error is None
        assert imported.game is not None
        assert imported.game.names == ("Ana", "Seat 1", "Cho")

    def test_takes_the_tables_moves(self) -> None:
        game = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], luck="manual")
        game.play(CHANCE, game.legal_moves(CHANCE)[0])
        game.table(Note("wrong hand"))
        game.table(Retract(0))
        game.table(Void("enough"))

        imported = import_lines(written(game.log))

        assert imported.error is None
        assert imported.game is not None
        assert imported.game.entries == game.entries

    def test_a_move_of_the_table_names_an_entry_by_the_number_of_its_line(self) -> None:
        """What binds a record's own luck is left out of the lines, so the entries behind it have other numbers."""
        game = Game.new("time_chase", seats=["Ana", "Ben", "Cho"], nonces=True)
        for seat, nonce in enumerate([game.commit_nonce(seat) for seat in range(3)]):
            game.reveal_nonce(seat, nonce)
        for _ in range(3):
            game.play(game.to_act[0], game.legal_moves(game.to_act[0])[0])
        there = len(game.entries) - 1
        game.retract(there)
        game.rule(there, "so be it")
        game.play(game.to_act[0], game.legal_moves(game.to_act[0])[-1])
        kept = [line for line in written(game.log) if "Nonce" not in line]

        found = import_lines(kept)

        assert found.error is None
        assert found.game is not None
        back, ruled = found.game.entries[-3].move, found.game.entries[-2].move
        assert (back, ruled) == (Retract(there - 6), Rule(there - 6, "so be it"))
        assert found.game.state == game.state
        bare = [json.loads(line) for line in kept]
        unnumbered = [json.dumps({k: v for k, v in line.items() if k != "seq"}) for line in bare]
        assert import_lines(unnumbered).error is not None, (
            "without numbers it is the entry of that number here"
        )

    def test_behind_a_fork_as_well(self, log: Log) -> None:
        """The branch has an entry more, that with which it begins."""
        fork = 33
        trunk = Game.from_log(log.upto(fork + 4))
        trunk.retract(fork + 2)
        trunk.retract(fork - 1)
        lines = written(trunk.log)[fork + 1 :]

        made = Game.from_log(branch(trunk.log, fork))
        played = play_lines(made, lines)

        assert played.error is None
        assert [entry.move for entry in made.entries[-2:]] == [Retract(fork + 3), Retract(fork - 1)]
        assert made.state == trunk.state

    def test_needs_no_more_than_a_ruleset_the_players_and_the_moves(self) -> None:
        lines = [
            '{"ruleset": "time_chase", "players": 3}',
            "",
            '{"actor": -1, "move": {"type": "DealCard", "seat": 0, "card": "A7"}}',
        ]

        imported = import_lines(lines)

        assert imported.error is None
        assert imported.moves == 1

    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("not JSON", "not JSON"),
            ("[1]", "not a JSON object"),
            ("{" * 9, "not JSON"),
            ("[" * 5000, "not JSON"),
            ('{"actor": 0, "actor": 1, "move": {}}', "twice"),
            ('{"actor": 0}', "move is missing"),
            ('{"actor": true, "move": {"type": "PlayCard", "card": "A7"}}', "actor must be a whole number"),
            ('{"actor": -1, "move": []}', "move must be an object"),
            ('{"actor": -1, "move": {"type": "DealCard", "seat": 0}}', "TC-32"),
            ('{"actor": -1, "move": {"type": "DealCard", "seat": 0, "card": 7}}', "TC-32"),
            ('{"actor": -1, "move": {"type": "DealCard", "seat": 1, "card": "A7"}}', "TC-22"),
            ('{"actor": 1, "move": {"type": "PlayCard", "card": "A7"}}', "TC-31"),
            ('{"actor": 99, "move": {"type": "PlayCard", "card": "A7"}}', "TC-31"),
            (
                '{"actor": -1, "move": {"type": "DealCard", "seat": 0, "card": "A7"}, "events": []}',
                "0 events",
            ),
            (
                (
                    '{"actor": -1, "move": {"type": "DealCard", "seat": 0, "card": "A7"}, "events": '
                    '[{"type": "CardDealt", "seat": false, "card": "A7"}]}'
                ),
                "event 1",
            ),
            ('{"actor": -2, "move": {"type": "Branch", "chance": null}}', "cannot be imported"),
            ('{"actor": 0, "move": {"type": "NonceCommit", "c": "00"}}', "cannot be imported"),
            (
                '{"actor": -2, "move": {"type": "Seal", "status": "finished", "result": []}}',
                "cannot be imported",
            ),
            ('{"actor": -2, "move": {"type": "Retract", "to": 7}}', "not an earlier"),
            ('{"actor": -2, "move": {"type": "Retract", "to": 1e0}}', "must be"),
            (
                '{"actor": -2, "move": {"type": "DealCard", "seat": 0, "card": "A7"}}',
                "table has no such move",
            ),
            ('{"actor": NaN, "move": {}}', "NaN"),
            ('{"actor": -1, "move": {"type": []}}', "TC-32"),
            ('{"actor": -1, "move": {"type": {"type": "Note"}}}', "TC-32"),
            ('{"actor": -2, "move": {"type": ["Note"]}}', "table has no such move"),
            ('{"actor": -2, "move": {"type": "Note", "text": "\\ud800"}}', "not Unicode"),
            (b'{"actor": \xff}', "not JSON"),
        ],
    )
    def test_names_the_first_bad_line(self, line: str | bytes, words: str) -> None:
        imported = import_lines(['{"ruleset": "time_chase", "players": 3}', line])

        assert imported.error is not None
        assert imported.error.line == 2
        assert words in str(imported.error)
        assert imported.game is not None
        assert imported.game.entries == ()

    def test_says_what_was_legal(self) -> None:
        imported = import_lines(
            [
                '{"ruleset": "time_chase", "players": 3}',
                '{"actor": -1, "move": {"type": "DealCard", "seat": 0, "card": "A1"}}',
            ]
        )

        assert imported.error is not None
        assert imported.error.rule == "TC-22"
        assert len(imported.error.legal) == 35
        assert "A7" in (imported.error.hint or "")

    @pytest.mark.parametrize(
        ("line", "words"),
        [
            ("", "no line"),
            ("{}", "ruleset is missing"),
            ('{"ruleset": "time_chase"}', '"options" or "players"'),
            ('{"ruleset": "nonesuch", "players": 3}', "no ruleset"),
            ('{"ruleset": "time_chase", "players": 2}', "TC-10"),
            ('{"ruleset": "time_chase", "options": {"players": 3, "side": "B"}}', "TC-12"),
            ('{"ruleset": "time_chase", "players": 3, "options": {"players": 4}}', "players is 3"),
            ('{"ruleset": "time_chase", "players": 3, "seats": ["Ana"]}', "1 names"),
            ('{"ruleset": "time_chase", "players": 3, "seats": "Ana"}', "seats must be a list"),
            ('{"ruleset": "time_chase", "players": 3, "tags": {"a": 1}}', "tags"),
            ('{"ruleset": "time_chase", "players": 3, "tags": {"\\ud800": "a"}}', "not Unicode"),
            ('{"ruleset": "time_chase", "players": 3, "seats": ["\\ud800", "b", "c"]}', "not Unicode"),
            (f'{{"ruleset": "time_chase", "players": 3, "seats": ["{"x" * 70000}", "b", "c"]}}', "too long"),
        ],
    )
    def test_names_what_is_wrong_with_the_first_line(self, line: str, words: str) -> None:
        imported = import_lines([line])

        assert imported.game is None
        assert imported.error is not None
        assert words in str(imported.error)
        assert imported.error.line == 1

    @pytest.mark.parametrize("depth", [300, 700, 950, 5000])
    def test_refuses_what_is_nested_too_deeply(self, depth: int) -> None:
        """Python's own limits differ between versions: one lets through what nothing else can walk over then."""
        deep = "[" * depth + "]" * depth
        moves = [
            f'{{"actor": {deep}, "move": {{}}}}',
            f'{{"actor": -1, "move": {{"type": {deep}}}}}',
            f'{{"actor": -1, "move": {{"type": "DealCard", "seat": 0, "card": {deep}}}}}',
            f'{{"actor": -1, "move": {{"type": "DealCard", "seat": 0, "card": "A7"}}, "events": [{deep}]}}',
        ]
        for line in moves:
            imported = import_lines(['{"ruleset": "time_chase", "players": 3}', line])
            assert imported.game is not None
            assert imported.error is not None
        assert import_lines([f'{{"ruleset": "time_chase", "options": {{"dealer": {deep}}}}}']).game is None

    @given(st.text(max_size=60) | st.binary(max_size=60))
    def test_no_line_makes_it_fail_otherwise(self, line: str | bytes) -> None:
        assert import_lines(['{"ruleset": "time_chase", "players": 3}', line]).game is not None

    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.floats(),
            lambda inner: (
                st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
            ),
            max_leaves=8,
        ),
        st.sampled_from(["actor", "move", "events"]),
    )
    def test_no_value_in_a_line_makes_it_fail_otherwise(self, value: Any, key: str) -> None:
        line = {"actor": -1, "move": {"type": "DealCard", "seat": 0, "card": "A7"}} | {key: value}

        imported = import_lines(['{"ruleset": "time_chase", "players": 3}', json.dumps(line)])

        assert imported.error is not None or imported.moves == 1
