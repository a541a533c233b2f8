"""Standings: what score sheets, byes and a scoring table make of a tournament."""

import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from tiny import RULESET as TINY

from timecore.arbiter import Arbiter
from timecore.ending import Ending
from timecore.errors import ExtraMissing, TournamentError
from timecore.game import Game
from timecore.keys import SecretKey
from timecore.log import Log
from timecore.notes import SignedNote
from timecore.roster import Player, Roster
from timecore.sealing import seal
from timecore.tournament import Bye, Scoring, Tournament, read_byes, standings
from timecore.tournament._scoring import number_text
from timecore.tournament._standings import Standings, outcomes

ORGANISER, ANA, OTHER_ANA = (
    SecretKey.of_seed(name, bytes([n]) * 32) for n, name in enumerate(["O", "Ana", "Ana"])
)

#: Names, status and tokens of the games, in their order.
GAMES = [
    (["Ana", "Ben", "Cho"], "finished", "100"),
    (["Ana", "Ben", "Cho"], "finished", "011"),
    (["Ana", "Dan"], "forfeit", "1f"),
    (["Ben", "Dan"], "void", "--"),
    (["Cho", "Dan"], "adjourned", "--"),
    (["Cho", "Ben"], "", ""),
]


def play(
    folder: Path, number: int, names: Sequence[str], status: str, tokens: str, key: bytes | None = None
) -> None:
    """Enter a game and its end; nobody has to play it, since its rules are not at hand."""
    path = folder / f"game{number}.msgpack"
    keys = [key if name == "Ana" else None for name in names]
    Game.new(TINY, seats=names, seed=str(number), keys=keys, tags={"round": str(number)}).save(path)
    with Tournament.open(folder) as tournament:
        tournament.enter_start(path)
        if status:
            with Arbiter.open(path) as arbiter:
                sheet = seal(arbiter, Ending(status, tuple(tokens)))  # type: ignore[arg-type]
            path.with_suffix(".note").write_bytes(SignedNote(sheet.text).signed(ORGANISER).to_bytes())
            tournament.enter_note(path)


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("held")
    roster = Roster.of([Player.of(ANA), Player("Ben"), Player("Cho"), Player("Eve")])
    Tournament.create(folder, ORGANISER, name="The Open", roster=roster)
    for number, (names, status, tokens) in enumerate(GAMES, 1):
        play(folder, number, names, status, tokens, ANA.public.raw if number != 3 else None)
    return folder


def table(found: Standings) -> list[tuple[int, str, str]]:
    return [(line.rank, line.player, number_text(line.points)) for line in found.lines]


def tie_breaks(found: Standings) -> list[list[str]]:
    return [["" if one is None else number_text(one) for one in line.tie_breaks] for line in found.lines]


def test_points_and_outcomes_are_told_apart(held: Path) -> None:
    found = standings(Tournament.load(held), byes=[Bye("Eve", "1", Fraction(1, 4))])

    assert table(found) == [
        (1, "Ana", "2"),
        (2, "Ben", "0.5"),
        (2, "Cho", "0.5"),
        (4, "Eve", "0.25"),
        (5, "Dan", "0"),
    ]
    counts = {line.player: {name: n for name, n in line.counts.items() if n} for line in found.lines}
    assert counts == {
        "Ana": {"win": 1, "loss": 1, "forfeit win": 1},
        "Ben": {"shared": 1, "loss": 1, "void": 1, "open": 1},
        "Cho": {"shared": 1, "loss": 1, "adjourned": 1, "open": 1},
        "Dan": {"forfeit": 1, "void": 1, "adjourned": 1},
        "Eve": {"bye": 1},
    }
    assert [(game.round, game.status) for game in found.games] == [
        ("1", "finished"),
        ("2", "finished"),
        ("3", "forfeit"),
        ("4", "void"),
        ("5", "adjourned"),
        ("6", "open"),
    ]


def test_whoever_has_a_key_is_the_same_person_without_it(held: Path) -> None:
    """Game 3 was played by an Ana without a key."""
    (ana,) = [line for line in standings(Tournament.load(held)).lines if line.player == "Ana"]

    assert (ana.key, sum(ana.counts.values())) == (ANA.public.raw, 3)


def test_a_scoring_table_says_what_results_are_worth(held: Path) -> None:
    scoring = Scoring.parse(
        b'format = "timecore scoring v1"\ntie_breaks = ["beaten"]\n'
        b'[points]\nwin = 3\nshared = "split"\nforfeit = -0.5\nforfeit_win = "1/3"\nvoid = 0.125\n'
    )
    found = standings(Tournament.load(held), scoring)

    assert table(found) == [
        (1, "Ana", "10/3"),
        (2, "Ben", "1.625"),
        (3, "Cho", "1.5"),
        (4, "Eve", "0"),
        (5, "Dan", "-0.375"),
    ]
    assert found.lines[0].tie_breaks == (None,)


def test_tie_breaks_part_those_of_equal_points(tmp_path: Path) -> None:
    """Ben and Cho have a point each; they met once, and Ben won. Dan and Eve cannot be parted."""
    Tournament.create(tmp_path / "t", ORGANISER)
    games = [(["Ben", "Cho"], "10"), (["Cho", "Dan"], "10"), (["Ana", "Ben"], "10"), (["Ana", "Eve"], "10")]
    for number, (names, tokens) in enumerate(games):
        play(tmp_path / "t", number, names, "finished", tokens)
    tournament = Tournament.load(tmp_path / "t")

    found = standings(tournament)
    assert table(found) == [
        (1, "Ana", "2"),
        (2, "Ben", "1"),
        (3, "Cho", "1"),
        (4, "Eve", "0"),
        (5, "Dan", "0"),
    ]
    assert tie_breaks(found)[1:] == [
        ["1", "", "", ""],
        ["0", "", "", ""],
        ["", "0", "2", ""],
        ["", "0", "1", ""],
    ]
    opponents = standings(tournament, Scoring(tie_breaks=("opponents",)))
    assert tie_breaks(opponents)[:3] == [[""], ["3"], ["1"]]
    beaten = standings(tournament, Scoring(tie_breaks=("wins", "forfeits", "beaten")))
    assert [(line.rank, line.player) for line in beaten.lines] == [
        (1, "Ana"), (2, "Ben"), (3, "Cho"), (4, "Dan"), (4, "Eve"),
    ]  # fmt: skip


def test_direct_encounters_count_where_all_have_met_and_each_other_once(tmp_path: Path) -> None:
    """By hand: Ana and Ben have won a game each of the three that they played, and shared one. Cho met both once."""
    Tournament.create(tmp_path / "t", ORGANISER)
    scoring = Scoring.parse(b'format = "timecore scoring v1"\ntie_breaks = ["direct"]\n[points]\nbye = 0.5\n')
    games = [
        (["Ana", "Ben"], "10"),
        (["Ben", "Ana"], "10"),
        (["Ana", "Ben"], "11"),
        (["Cho", "Ana", "Dan"], "100"),
    ]
    for number, (names, tokens) in enumerate(games):
        play(tmp_path / "t", number, names, "finished", tokens)
    byes = [Bye("Cho")]
    unmet = standings(Tournament.load(tmp_path / "t"), scoring, byes)
    assert table(unmet)[:3] == [(1, "Ana", "1.5"), (1, "Ben", "1.5"), (1, "Cho", "1.5")]
    assert tie_breaks(unmet)[:3] == [[""]] * 3, "Ben and Cho have not met"

    play(tmp_path / "t", 4, ["Ben", "Cho", "Dan"], "finished", "001")
    met = standings(Tournament.load(tmp_path / "t"), scoring, byes)
    assert table(met)[:3] == [(1, "Cho", "1.5"), (2, "Ben", "1.5"), (3, "Ana", "1.5")]
    assert tie_breaks(met)[:3] == [["1.5"], ["1"], ["0.5"]]


def test_two_people_of_one_name_are_told_apart_by_their_keys(tmp_path: Path) -> None:
    Tournament.create(tmp_path / "t", ORGANISER)
    play(tmp_path / "t", 1, ["Ana", "Ben"], "finished", "10", ANA.public.raw)
    play(tmp_path / "t", 2, ["Ana", "Ben"], "finished", "10", OTHER_ANA.public.raw)
    found = standings(Tournament.load(tmp_path / "t"))

    assert {line.player for line in found.lines} == {
        f"Ana ({ANA.public.raw.hex()[:8]})",
        f"Ana ({OTHER_ANA.public.raw.hex()[:8]})",
        "Ben",
    }
    with pytest.raises(TournamentError, match="several players are called 'Ana'"):
        standings(Tournament.load(tmp_path / "t"), byes=[Bye("Ana")])
    with pytest.raises(TournamentError, match="no player is called 'An'"):
        standings(Tournament.load(tmp_path / "t"), byes=[Bye("An")])


def test_a_bye_of_nobody_names_some_of_those_who_play(tmp_path: Path) -> None:
    people = [Player(f"Player number {number}") for number in range(1000)]
    tournament = Tournament.create(tmp_path / "t", ORGANISER, roster=Roster.of(people))
    with pytest.raises(TournamentError) as caught:
        standings(tournament, byes=[Bye("An")])

    hint = caught.value.hint or ""
    assert hint.startswith("The players are Player number 0, ")
    assert len(hint) < 500
    Tournament.create(tmp_path / "u", ORGANISER)
    play(tmp_path / "u", 1, ["A\u202eB", "Cho"], "finished", "10")
    with pytest.raises(TournamentError) as caught:
        standings(Tournament.load(tmp_path / "u"), byes=[Bye("An")])
    assert caught.value.hint == "The players are A\\u202eB, Cho."


def test_a_game_whose_record_is_not_there_is_listed_and_not_counted(tmp_path: Path) -> None:
    Tournament.create(tmp_path / "t", ORGANISER)
    play(tmp_path / "t", 1, ["Ana", "Ben"], "finished", "10")
    play(tmp_path / "t", 2, ["Ana", "Ben"], "finished", "10")
    (tmp_path / "t" / "game1.msgpack").unlink()
    (tmp_path / "t" / "game3.msgpack").write_bytes(b"no record")
    found = standings(Tournament.load(tmp_path / "t"))

    assert table(found) == [(1, "Ana", "1"), (2, "Ben", "0")]
    assert [game.status for game in found.missing] == ["finished"]


def test_a_name_that_was_erased_is_a_person_of_its_own(tmp_path: Path) -> None:
    Tournament.create(tmp_path / "t", ORGANISER)
    play(tmp_path / "t", 1, ["Ana", "Ben"], "finished", "10")
    path = tmp_path / "t" / "game1.msgpack"
    erased = Log.load(path).redacted(None, erase=[0])
    path.unlink()
    erased.save(path)

    assert table(standings(Tournament.load(tmp_path / "t"))) == [
        (1, "Seat 0 of game1.msgpack", "1"),
        (2, "Ben", "0"),
    ]


def test_ratings_go_by_games_that_were_played_to_their_end(
    held: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rated = {line.player: line.rating for line in standings(Tournament.load(held), ratings=True).lines}

    assert rated["Ana"] is not None
    assert rated["Dan"] is not None
    assert rated["Ana"].mu != 25
    assert str(rated["Dan"]) == "25.0 ± 8.3"
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(ExtraMissing, match="openskill"):
        standings(Tournament.load(held), ratings=True)


def test_what_a_game_was_to_each_seat() -> None:
    assert outcomes("finished", "100", 3) == ["win", "loss", "loss"]
    assert outcomes("finished", "11", 2) == ["shared", "shared"]
    assert outcomes("finished", "00", 2) == ["loss", "loss"]
    assert outcomes("forfeit", "f1", 2) == ["forfeit", "forfeit win"]
    assert outcomes("forfeit", "f--", 3) == ["forfeit", "undecided", "undecided"]
    assert outcomes("forfeit", "f110", 4) == ["forfeit", "shared", "shared", "loss"]
    assert outcomes("adjourned", "--", 2) == ["adjourned"] * 2
    assert outcomes("open", "", 2) == ["open"] * 2


HEAD = 'format = "timecore scoring v1"\n'


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no line format"),
        ("\0", "cannot be read"),
        (HEAD + "x = 1", "no such key as 'x'"),
        (HEAD + "points = 1", r"no table \[points\]"),
        (HEAD + "[points]\nwinn = 1", "'winn', which is no outcome"),
        (HEAD + "[points]\nopen = 1", "'open', which is no outcome"),
        (HEAD + "[points]\nforfeit_win = 1\n'forfeit win' = 2", "'forfeit win', which is no outcome"),
        (HEAD + "[points]\nwin = inf", "'win' are no number"),
        (HEAD + "[points]\nwin = true", "'win' are no number"),
        (HEAD + "[points]\nwin = 1e300", "'win' are no number"),
        (HEAD + "[points]\nwin = 9999999", "are more than"),
        (HEAD + '[points]\nwin = "1/0"', "are no number"),
        (HEAD + 'tie_breaks = ["luck"]', "tie_breaks are no list"),
        (HEAD + "tie_breaks = 1", "tie_breaks are no list"),
    ],
)
def test_what_is_no_scoring_table_is_refused(text: str, words: str) -> None:
    with pytest.raises(TournamentError, match=words):
        Scoring.parse(text.encode())


def test_byes_are_read_from_a_file() -> None:
    data = b'format = "timecore byes v1"\n[[bye]]\nplayer = "Eve"\nround = 2\n[[bye]]\nplayer = "Cho"\npoints = 0.5\n'

    assert read_byes(data) == (Bye("Eve", "2"), Bye("Cho", "", Fraction(1, 2)))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bye = 1", "below"),
        ("[[bye]]\nplayer = 1", "bye 1: the player's name is no text"),
        ('[[bye]]\nplayer = "A"\nround = true', "bye 1: the round"),
        ('[[bye]]\nplayer = "A"\nmore = 1', "bye 1: there is no such key"),
        ('[[bye]]\nplayer = "A"\npoints = "x"', "bye 1: the points are no number"),
    ],
)
def test_what_is_no_file_of_byes_is_refused(text: str, words: str) -> None:
    with pytest.raises(TournamentError, match=words):
        read_byes(('format = "timecore byes v1"\n' + text).encode())


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(10), "10"),
        (Fraction(5, 2), "2.5"),
        (Fraction(-1, 8), "-0.125"),
        (Fraction(7, 3), "7/3"),
    ],
)
def test_numbers_are_written_as_people_write_them(value: Fraction, text: str) -> None:
    assert number_text(value) == text
