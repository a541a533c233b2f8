"""Tournaments of games of tiny: how one is held, and what may be done to its tree."""

from pathlib import Path

from recording import continued
from tiny import RULESET as TINY

from timecore.actors import TABLE
from timecore.arbiter import Arbiter
from timecore.bots import make_bots, simulate
from timecore.ending import Ending
from timecore.entry import Entry
from timecore.game import Game
from timecore.keys import SecretKey
from timecore.log import Log
from timecore.notes import SignedNote
from timecore.roster import Player, Roster
from timecore.sealing import note_of, seal, seals_of
from timecore.table import Retract, Seal, Void
from timecore.tournament import Tournament, TournamentReport

ORGANISER = SecretKey.of_seed("The Organiser", bytes([1]) * 32)
ARBITER = SecretKey.of_seed("Second Arbiter", bytes([2]) * 32)
STRANGER = SecretKey.of_seed("The Organiser", bytes([3]) * 32)
ORIGIN = "club.example/open"
NAMES = ["Ana", "Ben"]


def begin(folder: Path, name: str, seed: str | None = None) -> Path:
    """A game that waits to be entered."""
    path = folder / f"{name}.msgpack"
    Game.new(TINY, seats=NAMES, seed=seed or name).save(path)
    return path


def end(path: Path, *signers: SecretKey) -> None:
    """Play a game to its end, seal it and sign its score sheet."""
    with Game.open(path, rules=TINY) as game:
        simulate(game, make_bots(TINY, ["random"] * 2, path.stem))
        result = TINY.result(game.state)
    winners = () if result is None else result.winners
    finish(path, Ending("finished", tuple("1" if seat in winners else "0" for seat in range(2))), *signers)


def finish(path: Path, how: Ending, *signers: SecretKey) -> None:
    with Arbiter.open(path) as arbiter:
        sheet = seal(arbiter, how)
    note = SignedNote(sheet.text)
    for key in signers or (ORGANISER,):
        note = note.signed(key)
    path.with_suffix(".note").write_bytes(note.to_bytes())


def hold(folder: Path) -> None:
    """A tournament of three games that is over: the checkpoints have 0, 2 and 6 leaves."""
    arbiters = Roster.of([Player.of(ARBITER)])
    Tournament.create(folder, ORGANISER, name="The Open", origin=ORIGIN, arbiters=arbiters)
    one, two, three = (begin(folder, name) for name in ("one", "two", "three"))
    with Tournament.open(folder) as tournament:
        tournament.enter_start(one)
        tournament.enter_start(two)
        tournament.sign(ORGANISER)
        end(one)
        tournament.enter_note(one)
        tournament.enter_start(three)
        end(two, ARBITER)
        with Arbiter.open(three) as arbiter:
            arbiter.forfeit(1)
        finish(three, Ending("forfeit", ("1", "f")))
        tournament.enter_note(three)
        tournament.enter_note(two)
        tournament.sign(ORGANISER)


def kinds(report: TournamentReport) -> list[str]:
    return [fault.kind for fault in report.faults]


def swap_two_leaves(folder: Path) -> None:
    leaves = folder / "leaves.txt"
    one, two, *rest = leaves.read_bytes().split(b"\n\n")
    leaves.write_bytes(b"\n\n".join([two, one, *rest]))


def sign_the_sheet_of_an_irregular_record(folder: Path) -> None:
    path = begin(folder, "four")
    with Tournament.open(folder) as tournament:
        tournament.enter_start(path)
        irregular = continued(
            Log.load(path, rules=TINY), Entry(0, TABLE, Retract(99)), Entry(0, TABLE, Void(""))
        )
        irregular.save(path, replace=True)
        finish(path, Ending("void", ("-", "-")))
        tournament.enter_note(path)
        tournament.sign(ORGANISER)


def adjourned(folder: Path, times: int) -> Path:
    """A tournament of one game that was adjourned often; the tree has all its score sheets."""
    Tournament.create(folder, ORGANISER)
    path = begin(folder, "long")
    with Tournament.open(folder) as tournament:
        tournament.enter_start(path)
    with Arbiter.open(path) as arbiter:
        for _ in range(times):
            arbiter.adjourn()
            arbiter.table(Seal("adjourned", ("-", "-")))
            arbiter.resume()
        log = arbiter.log
    sheets = [note_of(log, sealed).text for sealed in seals_of(log).entries]
    path.with_suffix(".note").write_bytes(SignedNote(sheets[-1]).signed(ORGANISER).to_bytes())
    with (folder / "leaves.txt").open("ab") as leaves:
        leaves.write("".join(sheet + "\n" for sheet in sheets).encode())
    with Tournament.open(folder) as tournament:
        tournament.sign(ORGANISER)
    return path
