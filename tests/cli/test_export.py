"""`timecore export`: a game as JSON."""

from __future__ import annotations

from pathlib import Path

from cli_run import Run

from timecore.log import Log


def test_the_first_line_is_the_header(timecore: Run, game: Path, played: Log) -> None:
    """With the head, which stands for the whole game."""
    first = timecore("export", game).jsonl[0]

    assert first == {
        "timecore": 1,
        "ruleset": "time_chase",
        "rules_version": 1,
        "options": dict(played.header.options),
        "seats": ["Ana", "Ben", "Cho"],
        "tags": {"place": "Zaragoza"},
        "game": played.header.game.hex(),
        "head": played.head.hex(),
    }


def test_each_further_line_is_an_entry(timecore: Run, game: Path, played: Log) -> None:
    """In the JSON forms of the rules document."""
    lines = timecore("export", game).jsonl[1:]

    assert lines == [entry.to_json() for entry in played.entries]
    assert timecore("export", game, "--format", "jsonl").jsonl[1:] == lines


def test_json_is_one_document(timecore: Run, game: Path) -> None:
    """The first line's object with the others as its entries."""
    header, *entries = timecore("export", game).jsonl

    assert timecore("export", game, "--format", "json").json == header | {"entries": entries}


def test_a_viewer_gets_what_a_viewer_may_see(timecore: Run, game: Path) -> None:
    """Hidden fields are a question mark; the head is that of the full game."""
    full, ben = timecore("export", game).jsonl, timecore("export", game, "--as", "Ben").jsonl
    hidden = [line["seq"] for line in ben[1:] if line["move"].get("card") == "?"]

    assert ben[0] == full[0]
    assert set(range(1, 11)) <= set(hidden)
    assert not set(range(11, 21)) & set(hidden)


def test_a_game_whose_ruleset_is_not_installed_is_exported(timecore: Run, foreign: Path) -> None:
    """Its header says all that is needed."""
    ran = timecore("export", foreign)

    assert (ran.code, ran.err) == (0, "")
    assert ran.jsonl[1:] == [Log.load(foreign).entry_json(raw) for raw in Log.load(foreign).record.entries]


def test_an_unknown_format_is_wrong_usage(timecore: Run, game: Path) -> None:
    """And the formats there are stand in the error."""
    ran = timecore("export", game, "--format", "xml")

    assert ran.code == 2
    assert "jsonl or json" in ran.err
