"""A viewer, who has a redacted copy, a proof or a checkpoint, and tries out what may be behind it."""

import json
import re
from itertools import product
from pathlib import Path

import attrs
import pytest
from recording import continued
from scene import NAMES, begun, finished, of_seat
from tiny import RULESET as TINY
from tiny.cards import ANSWERS, BIDS, COPIES
from tiny.moves import Bid
from witness import audited

from timecore.actors import CHANCE, PUBLIC, TABLE, Viewer
from timecore.chain import commitment_digest, given_game
from timecore.chance import Luck, chance_keys
from timecore.codec import Commitment, decode, encode
from timecore.game import Game
from timecore.hidden import HIDDEN
from timecore.log import Log
from timecore.proofs import prove_draw, prove_field

#: All that a field of tiny can hide.
GUESSES = [encode(value) for value in (*BIDS, *COPIES, *ANSWERS.values(), *NAMES)]


def closed(log: Log) -> set[bytes]:
    """The commitments of a record, open or not."""
    found: set[bytes] = set()

    def collect(value: object) -> None:
        if isinstance(value, Commitment):
            found.add(value.digest)
        for one in value.values() if isinstance(value, dict) else value if isinstance(value, tuple) else ():
            collect(one)

    for body in (log.record.header.body, *(raw.body for raw in log.record.entries)):
        collect(decode(body))
    return found


def openings(log: Log) -> list[tuple[bytes, bytes]]:
    """All salts and values that a record shows."""
    return [*log.record.header.openings, *(one for raw in log.record.entries for one in raw.openings)]


def secrets(log: Log, viewer: Viewer) -> list[bytes]:
    """The salts of what a viewer may not see."""
    seen = {salt for salt, _ in openings(log.redacted(viewer))}
    return [salt for salt, _ in openings(log) if salt not in seen]


def test_a_hidden_value_is_guessed_and_tried_out(signed: Log) -> None:
    """Few values are possible, so without salts each would be found at once. With them, none."""
    log = continued(signed)
    right = {
        commitment_digest(log.header.game, a, s, v) for a in (TABLE, CHANCE, 0, 1) for s, v in openings(log)
    }
    assert closed(log) <= right, "whoever has the salts can"
    copy = log.redacted(PUBLIC)
    salts = [bytes(16), b"\xff" * 16, copy.header.game, *{salt for salt, _ in openings(copy)}]
    salts += [raw.hash[:16] for raw in copy.record.entries]
    tried = {
        commitment_digest(log.header.game, actor, salt, value)
        for actor, salt, value in product((TABLE, CHANCE, 0, 1), salts, GUESSES)
    }
    tried |= {commitment_digest(log.header.game, TABLE, b"", value) for value in GUESSES}

    shown = {
        commitment_digest(log.header.game, a, s, v) for a in (TABLE, CHANCE, 0, 1) for s, v in openings(copy)
    }
    assert tried & closed(copy) == shown & closed(copy)


@pytest.mark.parametrize("given", [False, True])
def test_one_salt_hides_two_values(*, given: bool) -> None:
    """Who is shown one of them could try out the other: after a retraction, or in a branch."""
    game = Game.new(TINY, seats=list(NAMES), seed="salts" if given else None)
    first = game.play(0, Bid(0)).seq
    forks = [Game.from_log(game.log) for _ in range(2)]
    for choice, fork in enumerate(forks):
        fork.retract(first - 1)
        fork.play(0, Bid(BIDS[choice]))
    salts = [salt for log in (game.log, *(fork.log for fork in forks)) for salt, _ in openings(log)]
    values: dict[bytes, bytes] = {}
    for salt, value in (pair for fork in forks for pair in openings(fork.log)):
        assert values.setdefault(salt, value) == value
    assert len(set(salts)) > len(openings(game.log))


@pytest.mark.parametrize("viewer", [PUBLIC, 0, 1])
def test_a_seed_or_a_salt_is_left_in_a_redacted_file(signed: Log, viewer: Viewer) -> None:
    given = finished(Game.new(TINY, seats=list(NAMES), seed="left in"))
    for log in (signed, given):
        copy = log.redacted(viewer, erase=[1])
        data = copy.to_bytes()
        hidden = [one for one in (log.header.luck.seed, log.header.luck.salt_key) if isinstance(one, bytes)]
        hidden += chance_keys(hidden[0], log.header.luck.draws)

        assert audited(copy).findings == ()
        assert not [one for one in (*hidden, *secrets(log, viewer)) if one in data]
        assert b"Ben" not in data
        assert copy.header.luck.seed is HIDDEN


def test_a_proof_shows_more_than_it_is_for(signed: Log) -> None:
    seed = signed.header.luck.seed
    assert isinstance(seed, bytes)
    draw = next(entry.seq for entry in signed.entries if entry.actor == CHANCE)
    keys = chance_keys(seed, signed.header.luck.draws)
    for proof, own in (
        (prove_draw(signed, draw, alone=True), keys[0]),
        (prove_field(signed, of_seat(signed, 0, "Bid").seq, "amount", alone=True), None),
    ):
        told = json.dumps(proof.to_json())
        record = proof.record or b""
        others = [one for one in (seed, *keys, *secrets(signed, PUBLIC)) if one != own]
        shown = [one for one in others if one.hex() in told or one in record]
        assert shown == ([] if own else [getattr(proof, "salt", None)])
        assert not [name for name in NAMES if name.encode() in record]


def masked(data: bytes, log: Log) -> bytes:
    """A file without its digests, salts and signatures."""
    known = closed(log) | {salt for salt, _ in openings(log)}
    known |= {log.record.header.hash, *(raw.hash for raw in log.record.entries)}
    known |= {raw.meta["sig"] for raw in log.record.entries if "sig" in raw.meta}
    known |= {log.header.game, log.header.luck.root}
    known |= {raw.move[1] for raw in log.record.entries if raw.move[0] == "NonceCommit"}
    for one in known:
        data = data.replace(one, bytes(len(one)))
    return data


def test_names_or_sizes_of_events_tell_what_is_hidden() -> None:
    """Two games that differ only in a hidden bid give everybody else files that look alike, and are equally long."""
    games = []
    for amount in BIDS:
        game = begun()
        game.play(0, Bid(amount))
        games.append(game.log)
    for viewer in (PUBLIC, 1):
        copies = [log.redacted(viewer) for log in games]
        assert len({len(copy.to_bytes()) for copy in copies}) == 1
        assert len({masked(copy.to_bytes(), copy) for copy in copies}) == 1
    assert len({len(log.to_bytes()) for log in games}) > 1, "the host's own files do differ"


def test_luck_to_come_is_computed_from_a_copy() -> None:
    """Whoever knows no seed knows no draw, neither one that was made nor one to come."""
    game = begun()
    copy = Log.from_bytes(game.log.redacted(0).to_bytes(), rules=TINY)

    assert copy.header.luck.seed is HIDDEN
    report = audited(copy)
    assert report.verdicts["chance"].verdict == "not revealed"
    assert isinstance(copy.header.luck.root, bytes)


def test_the_text_of_given_luck_is_guessed() -> None:
    """Then all is known. It is meant for tests and teaching, and the verdict says what it is."""
    log = finished(Game.new(TINY, seats=list(NAMES), seed="1234"))
    copy = log.redacted(PUBLIC, erase=[0, 1])
    rules = (TINY.name, TINY.version)
    guess = next(
        text
        for text in (f"{number:04}" for number in range(1200, 1300))
        if given_game(text, rules, copy.header.options, NAMES) == copy.header.game
    )

    assert guess == "1234"
    assert Luck.given(guess, copy.header.luck.draws).root == copy.header.luck.root
    assert audited(log).verdicts["chance"].verdict == "given"
    assert "made from a text" in audited(copy).verdicts["chance"].detail
    assert audited(copy).shortfall("chance") is not None


def test_names_or_cards_are_read_from_what_a_tournament_publishes(held: Path) -> None:
    line = r"timecore (start|game) v1|(game|header|entries|head) \S+|status \w+|result [01f-]( [01f-])*|"
    for text in (held / "leaves.txt").read_text("ascii").split("\n"):
        assert re.fullmatch(line, text)
    for path in (held / "checkpoints").iterdir():
        assert re.fullmatch(
            r"club\.example/open\n\d+\n[A-Za-z0-9+/]{43}=\n\n\u2014 club\.example/open \S+\n",
            path.read_text("utf-8"),
        )


def test_how_long_somebody_thought_is_read_from_the_times(signed: Log) -> None:
    """Times stand in the open, in every copy. Whoever minds leaves them out."""
    entry = attrs.evolve(signed.entries[0], meta={"time": "2026-01-01T12:00:00Z"})
    log = continued(signed.upto(0), entry)

    assert log.redacted(PUBLIC).entries[0].meta["time"] == "2026-01-01T12:00:00Z"
