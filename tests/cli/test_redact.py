"""`timecore redact`: a copy of a game that somebody may have."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_run import Run

from timecore.actors import PUBLIC
from timecore.audit import audit
from timecore.game import Game
from timecore.hidden import HIDDEN
from timecore.log import Log
from timecore.table import Note, Retract


@pytest.fixture
def into(tmp_path: Path) -> Path:
    """Where the copy goes."""
    return tmp_path / "copy.msgpack"


@pytest.mark.parametrize(
    ("who", "shows"), [("public", "public"), ("Ben", "seat 1"), ("1", "seat 1"), ("Cho", "seat 2")]
)
def test_a_copy_has_the_same_head_and_shows_what_the_viewer_may_see(
    timecore: Run, game: Path, played: Log, into: Path, who: str, shows: str
) -> None:
    """And says so, in one line."""
    ran = timecore("redact", game, "--as", who, "-o", into)
    copy = Log.load(into)

    assert (ran.code, ran.err) == (0, "")
    assert ran.out == f"{into}: {len(copy)} entries, shows {shows}, head {played.head.hex()}\n"
    assert (copy.shows, copy.head) == (shows, played.head)


@pytest.mark.parametrize("who", ["public", "Ben"])
def test_a_copy_replays_and_audits_as_the_viewer_sees_the_game(
    timecore: Run, game: Path, into: Path, who: str
) -> None:
    """The story is the one that --as tells of the full game."""
    timecore("redact", game, "--as", who, "-o", into)

    shown = timecore("show", into, "--json")
    audited = timecore("audit", into, "--json")

    assert shown.json == timecore("show", game, "--as", who, "--json").json
    assert timecore("export", into).out == timecore("export", game, "--as", who).out
    assert (audited.code, audited.json["findings"]) == (0, [])


def test_an_erased_name_is_in_no_byte_of_the_copy(timecore: Run, game: Path, into: Path) -> None:
    """Several can be erased; all else of the game is there."""
    ran = timecore("redact", game, "--erase", "Ben", "--erase", "2", "-o", into)
    copy = Log.load(into)

    assert (ran.code, ran.err) == (0, "")
    assert copy.header.seats == ("Ana", HIDDEN, HIDDEN)
    assert b"Ben" not in into.read_bytes()
    assert copy.shows == "full"
    assert audit(into.read_bytes()).exit_code == 0
    assert "Seat 1" in timecore("replay", into).out


def test_a_viewer_and_an_erased_name_go_together(timecore: Run, game: Path, into: Path) -> None:
    """One copy, in one step."""
    timecore("redact", game, "--as", "public", "--erase", "Ana", "-o", into)
    copy = Log.load(into)

    assert (copy.shows, copy.header.seats) == ("public", (HIDDEN, "Ben", "Cho"))


def test_a_name_that_stands_in_free_texts_is_told(timecore: Run, tmp_path: Path, into: Path) -> None:
    """Tags and notes are hashed in clear, so they stay: whoever wanted the name gone must know."""
    host = Game.new("time_chase", seats=["Ana", "Ben", "An"], tags={"photo by": "ANA"}, seed="s")
    host.table(Note("Ana was late"))
    host.table(Note("Anaconda"))
    host.table(Retract(3), meta={"by": "ana"})
    source = tmp_path / "source.msgpack"
    host.save(source)
    note = next(raw.seq for raw in host.log.record.entries if raw.move[0] == "Note")

    ran = timecore("redact", source, "--erase", "Ana", "-o", into)

    stays = "timecore: the name of seat 0 is still in {}, which is public and stays"
    places = ["the tag photo by", f"entry {note}", f"entry {note + 2}"]
    assert ran.code == 0
    assert ran.err.splitlines() == [stays.format(place) for place in places]


def test_a_copy_of_a_copy_shows_what_both_may_see(timecore: Run, game: Path, into: Path) -> None:
    """And an erased name is erased once."""
    own = into.with_name("own.msgpack")
    timecore("redact", game, "--as", "Ben", "--erase", "Ana", "-o", own)

    ran = timecore("redact", own, "--as", "public", "--erase", "0", "-o", into)

    assert ran.code == 0
    assert into.read_bytes() == Log.load(game).redacted(PUBLIC, erase=[0]).to_bytes()


def test_it_works_without_the_ruleset(timecore: Run, foreign: Path, into: Path) -> None:
    """By the schema in the record's own header."""
    assert timecore("redact", foreign, "--as", "Ben", "-o", into).code == 0
    assert Log.load(into).shows == "seat 1"


@pytest.mark.parametrize("which", ["torn", "broken"])
def test_of_a_damaged_record_the_sound_part_is_copied(
    timecore: Run, request: pytest.FixtureRequest, into: Path, which: str
) -> None:
    """And the damage is told."""
    path: Path = request.getfixturevalue(which)

    ran = timecore("redact", path, "--as", "public", "-o", into)

    assert ran.code == 4
    assert str(path) in ran.err
    assert (len(Log.load(into)), Log.load(into).damage) == (len(Log.load(path)), None)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "--as or --erase must say what to leave out"),
        (("--as", "Bem"), "Did you mean Ben?"),
        (("--erase", "public"), "there is no seat 'public'"),
        (("--erase", "3"), "The seats are: 0 (Ana), 1 (Ben), 2 (Cho)."),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(
    timecore: Run, game: Path, into: Path, arguments: tuple[str, ...], told: str
) -> None:
    """Nothing is written."""
    ran = timecore("redact", game, *arguments, "-o", into)

    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert not into.exists()


def test_a_file_that_is_there_is_not_written_over(timecore: Run, game: Path) -> None:
    """Least of all the game itself."""
    before = game.read_bytes()

    ran = timecore("redact", game, "--as", "public", "-o", game)

    assert ran.code == 2
    assert game.read_bytes() == before


def test_a_copy_of_a_copy_that_hides_more_says_so(timecore: Run, game: Path, tmp_path: Path) -> None:
    """A copy for Ana out of what Ben may see holds none of Ana's secrets."""
    bens, anas, everybodys = tmp_path / "ben.msgpack", tmp_path / "ana.msgpack", tmp_path / "all.msgpack"
    first = timecore("redact", game, "--as", "Ben", "-o", bens)

    second = timecore("redact", bens, "--as", "Ana", "-o", anas)
    public = timecore("redact", bens, "--as", "public", "-o", everybodys)
    again = timecore("redact", bens, "--as", "Ben", "-o", tmp_path / "again.msgpack")

    assert [ran.code for ran in (first, second, public, again)] == [0, 0, 0, 0]
    assert (first.err, public.err, again.err) == ("", "", "")
    assert second.err == (
        f"timecore: {bens} does not show all that Ana may see, so the copy shows only what is there\n"
    )
