"""The table's moves, entered by an arbiter."""

from pathlib import Path

import pytest
from tiny import RULESET
from tiny.moves import Play

from timecore.actors import PUBLIC, TABLE
from timecore.arbiter import Arbiter
from timecore.audit import audit
from timecore.chance import Luck
from timecore.errors import HiddenValue, IllegalMove, RecordClash, RecordClosed, RecordLocked, UsageError
from timecore.game import Game
from timecore.log import Log
from timecore.table import Branch, Forfeit, Note, Resume, Retract, RevealSeed, Rule

NAMES = ["Ana", "Ben"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A game that has begun, of rules that are not installed."""
    game = Game.new(RULESET, seats=NAMES, seed="arbiter")
    file = tmp_path / "game.msgpack"
    game.save(file)
    return file


def test_each_move_becomes_an_entry_of_the_file_though_the_rules_are_not_at_hand(path: Path) -> None:
    with Arbiter.open(path) as arbiter:
        before = len(arbiter.log)
        made = [
            arbiter.note("the clock was late"),
            arbiter.adjourn(),
            arbiter.resume(),
            arbiter.retract(1),
            arbiter.rule(1, "agreed by both"),
            arbiter.forfeit(1),
            arbiter.void("fire"),
        ]
        head = arbiter.head

    log = Log.load(path, rules=RULESET)
    assert [raw.move[0] for raw in log.record.entries[before:]] == [type(one.move).__name__ for one in made]
    assert log.entries[before:] == tuple(made)
    assert log.head == head
    assert audit(path.read_bytes(), rules=RULESET).findings == ()


def test_a_move_that_does_not_fit_is_refused_and_nothing_is_written(path: Path) -> None:
    data = path.read_bytes()
    with Arbiter.open(path) as arbiter:
        wrong = [
            (TABLE, Resume()),
            (TABLE, Retract(len(arbiter.log) + 1)),
            (TABLE, Rule(0, "x")),
            (TABLE, Forfeit(2)),
            (0, Note("x")),
            (TABLE, RevealSeed(bytes(16), bytes(32))),
            (TABLE, Branch(Luck.sealed(4).redacted())),
            (TABLE, Play("ace")),
        ]
        for actor, move in wrong:
            with pytest.raises(IllegalMove) as caught:
                arbiter.table(move, actor=actor)
            assert caught.value.rule == "FORMAT-6"

    assert path.read_bytes() == data


def test_a_seed_is_revealed_with_the_salt_that_it_was_committed_with(path: Path) -> None:
    with Arbiter.open(path) as arbiter:
        seed = arbiter.log.header.luck.seed
        assert isinstance(seed, bytes)
        with pytest.raises(IllegalMove, match="salt"):
            arbiter.table(RevealSeed(bytes(16), seed))
        salt = arbiter.log.record.header.openings[0][0]
        with pytest.raises(IllegalMove, match="does not give the seed in force"):
            arbiter.table(RevealSeed(salt, bytes(32)))
        arbiter.reveal_seed()

    assert audit(path.read_bytes(), rules=RULESET).findings == ()


def test_luck_from_a_real_table_has_no_seed_to_reveal() -> None:
    arbiter = Arbiter(Game.new(RULESET, seats=NAMES, luck="manual").log)

    with pytest.raises(UsageError, match="no seed"):
        arbiter.reveal_seed()


@pytest.mark.parametrize("nonce", [b"", b"short", bytes(33), "words", bytearray(32)])
def test_what_is_no_nonce_is_refused_before_it_is_committed_to(nonce: object) -> None:
    arbiter = Arbiter(Game.new(RULESET, seats=NAMES, nonces=True).log)

    with pytest.raises(UsageError, match="a nonce has 32 bytes"):
        arbiter.commit_nonce(0, nonce)  # type: ignore[arg-type]
    assert len(arbiter.log) == 0


@pytest.mark.parametrize("seat", [-3, 2, 2**40])
def test_a_seat_that_does_not_exist_has_no_nonce(seat: int) -> None:
    arbiter = Arbiter(Game.new(RULESET, seats=NAMES, nonces=True).log)

    with pytest.raises(IllegalMove, match=f"names seat {seat}, which does not exist"):
        arbiter.commit_nonce(seat)


def test_the_seats_enter_their_nonces_with_him() -> None:
    arbiter = Arbiter(Game.new(RULESET, seats=NAMES, nonces=True).log)
    nonces = [arbiter.commit_nonce(seat) for seat in (0, 1)]
    with pytest.raises(IllegalMove, match="is not the nonce that this seat has committed to"):
        arbiter.reveal_nonce(0, nonces[1])
    for seat, nonce in enumerate(nonces):
        arbiter.reveal_nonce(seat, nonce)
    game = Game.from_log(Log(arbiter.log.record, rules=RULESET))

    assert audit(game.log.to_bytes(), rules=RULESET).findings == ()
    assert len(game.entries) > 4  # all that was waited for is there, so the draws are made


def test_a_retracted_draw_is_made_again_with_the_next_number_when_the_game_goes_on() -> None:
    game = Game.new(RULESET, seats=NAMES, seed="arbiter")
    drawn = len(game.entries)
    arbiter = Arbiter(game.log)
    arbiter.retract(1)

    again = Game.from_log(Log(arbiter.log.record, rules=RULESET))

    assert arbiter.retracted == dict.fromkeys(range(2, drawn + 1), drawn + 1)
    assert len(again.entries) == 2 * drawn
    assert audit(again.log.to_bytes(), rules=RULESET).findings == ()


def test_an_id_makes_a_call_idempotent_and_what_is_expected_must_be_so(path: Path) -> None:
    meta = {"id": bytes(16)}
    with Arbiter.open(path) as arbiter:
        here = (len(arbiter.log), arbiter.head)
        first = arbiter.note("x", meta=meta)

        assert arbiter.note("x", meta=meta) == first
        with pytest.raises(RecordClash, match="another move"):
            arbiter.note("y", meta=meta)
        with pytest.raises(RecordClash, match="another head"):
            arbiter.table(Note("z"), expected=here)

    with Arbiter.open(path) as arbiter:
        assert arbiter.note("x", meta=meta) == first


def test_one_writer_at_a_time_and_none_after_the_end(path: Path) -> None:
    with Arbiter.open(path) as arbiter, pytest.raises(RecordLocked):
        Arbiter.open(path)
    with pytest.raises(RecordClosed):
        arbiter.note("x")


def test_a_redacted_copy_is_not_written_to() -> None:
    log = Game.new(RULESET, seats=NAMES, seed="arbiter").log

    with pytest.raises(HiddenValue):
        Arbiter(log.redacted(PUBLIC))


def test_the_actor_of_an_entry_is_the_table(path: Path) -> None:
    with Arbiter.open(path) as arbiter:
        assert arbiter.adjourn().actor == TABLE
        assert not arbiter.standing.open
