"""What is measured of timecore: one saved game, read, replayed, audited and played out again."""

from __future__ import annotations

from pathlib import Path

import msgpack

from timecore.actors import PUBLIC
from timecore.audit import audit
from timecore.fold import advance
from timecore.log import Log
from timecore.record import read, redact
from timecore.replay import start_state

__all__ = ["RECORD", "SavedGame", "next_choice", "replay"]

RECORD = Path(__file__).parent.parent / "replays" / "time_chase-4p.msgpack"


class SavedGame:
    """A saved game, and what can be done with it again and again; each gives how many entries or moves it was.

    Args:
        record: Its file.

    Attributes:
        data: Its bytes.
        entries: How many entries it has.
        events: How many events.
    """

    def __init__(self, record: Path = RECORD) -> None:
        self.data = record.read_bytes()
        self.log = Log.from_bytes(self.data)
        self.rules = self.log.rules
        self.entries = len(self.log)
        self.events = sum(len(entry.events) for entry in self.log.entries)
        self.bodies = b"".join(raw.body for raw in self.log.record.entries)
        self.options = self.rules.resolve_options(self.log.header.options)
        self.choice = 1

    def unpack(self) -> int:
        """U: what msgpack's C unpacker takes for all records and all their bodies."""
        for source in (self.data, self.bodies):
            unpacker = msgpack.Unpacker(use_list=False)
            unpacker.feed(source)
            for _ in unpacker:
                pass
        return self.entries

    def read(self) -> int:
        """Read the file strictly: canonical bytes, chain, openings."""
        read(self.data)
        return self.entries

    def replay(self) -> int:
        """Unpack, decode and fold bytes that were checked before."""
        return replay(self.data)

    def replay_events(self) -> int:
        """The same, counted in events."""
        self.replay()
        return self.events

    def audit(self) -> int:
        """Examine everything."""
        audit(self.data)
        return self.entries

    def redact(self) -> int:
        """Make the copies for every seat and for everybody of a record that was read; gives how many copies."""
        seats = range(len(self.log.header.seats))
        for viewer in (*seats, PUBLIC):
            redact(self.log.record, viewer)
        return len(seats) + 1

    def decide(self) -> int:
        """Decide and fold the same moves in memory."""
        state = start_state(self.log)
        for entry in self.log.entries:
            advance(state, self.rules.decide(state, entry.actor, entry.move))
        return self.entries

    def play_out(self) -> int:
        """A whole game of random moves without a record: ask, choose, decide, fold. How many moves it had."""
        rules = self.rules
        state = rules.start(self.options)
        choice = self.choice
        moves = 0
        while actors := rules.to_act(state):
            actor = actors[0]
            legal = rules.legal_moves(state, actor)
            choice = next_choice(choice)
            advance(state, rules.decide(state, actor, legal[(choice >> 16) % len(legal)]))
            moves += 1
        self.choice = choice
        return moves


def replay(data: bytes) -> int:
    """Unpack, decode and fold bytes that were checked before; gives the number of entries."""
    log = Log.from_bytes(data, checked=True)
    state = start_state(log)
    for entry in log.entries:
        for event in entry.events:
            event.apply(state)
    return len(log)


def next_choice(choice: int) -> int:
    """The next of some numbers whose upper bits look random enough, as cheaply as they can be had."""
    return (choice * 1103515245 + 12345) & 0x7FFFFFFF
