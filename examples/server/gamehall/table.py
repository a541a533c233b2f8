"""One table: a game, and whoever waits for what happens in it. Knows nothing of sockets."""

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

import attrs

from timecore import PUBLIC, Entry, Game, Log, Move, RecordClosed, Seat, Viewer, redact

__all__ = ["Look", "Table"]


@attrs.frozen
class Look:
    """What one viewer is told at once: entries that are new to them, and where the game stands after these.

    Attributes:
        entries: The entries, redacted for the viewer.
        after: The number of the last entry there is.
        state: The viewer's view of the state, in its JSON form.
        your_turn: Whether the viewer may move.
        legal: What the viewer may do, in the ruleset's order.
        result: How the game ended, in its JSON form, or ``None`` while it goes on.
    """

    entries: tuple[Entry, ...]
    after: int
    state: dict[str, Any]
    your_turn: bool
    legal: tuple[Move, ...]
    result: dict[str, Any] | None


class Table:
    """A game in a file of its own.

    A :class:`timecore.Game` belongs to one thread or task at a time. ``_news`` sees to that: who holds it has
    the game to themselves, and who waits on it is told when there is something new.

    Attributes:
        about: What does not change: the ruleset, its options, and who sits where.
        seats: How many seats there are.
    """

    def __init__(self, path: Path, game: Game) -> None:
        self._path = path
        self._game = game
        self._news = asyncio.Condition()
        self._moves: set[asyncio.Task[Entry]] = set()
        header = game.log.header
        self.seats = len(header.seats)
        self.about: dict[str, Any] = {
            "ruleset": header.ruleset,
            "rules_version": header.rules_version,
            "options": dict(header.options),
            "seats": list(header.names),
        }

    @classmethod
    async def new(cls, path: Path, ruleset: str, seats: list[str], options: dict[str, Any]) -> Self:
        """Start a game. What `Game.new` raises, this raises too."""
        game = await asyncio.to_thread(
            Game.new,
            ruleset,
            seats=seats,
            options=options,
            path=path,
            durability="sync",
            files=False,  # options come from strangers
        )
        return cls(path, game)

    @classmethod
    async def open(cls, path: Path) -> Self:
        """Go on with a game. What a crash has left half written was never acknowledged, and is cut off."""
        return cls(path, await asyncio.to_thread(_open, path))

    async def look(self, viewer: Viewer, after: int) -> Look:
        """What a viewer may see of all that came after an entry, 0 for all there is.

        Raises:
            ValueError: There is no such entry yet.
        """
        async with self._news:
            return self._look(viewer, after)

    async def wait(self, viewer: Viewer, after: int) -> Look:
        """The same, once something has come."""
        async with self._news:
            await self._news.wait_for(lambda: len(self._game.entries) > after)
            return self._look(viewer, after)

    async def play(self, seat: Seat, move: Mapping[str, Any], number: bytes) -> Entry:
        """Make a seat's move; comes back when it is on the disk. What `Game.play` raises, this raises too.

        Args:
            seat: Whose move it is.
            move: Its JSON object.
            number: 16 bytes of the player's choice: a move that comes twice with the same is made once.
        """
        task = asyncio.create_task(self._play(seat, move, number))
        self._moves.add(task)
        task.add_done_callback(self._moves.discard)
        # If the player hangs up now, the thread works on all the same. The game must not be let go before that.
        return await asyncio.shield(task)

    async def legal(self, seat: Seat) -> tuple[Move, ...]:
        """What a seat may do now, in the ruleset's order."""
        async with self._news:
            return self._game.legal_moves(seat)

    async def record(self, viewer: Viewer) -> bytes:
        """The copy of the record that a viewer may have."""
        async with self._news:
            log: Log = self._game.log
        # A log never changes, so it needs no protection.
        return await asyncio.to_thread(lambda: log.redacted(viewer).to_bytes())

    async def close(self) -> None:
        """Finish what is under way and close the file."""
        async with self._news:
            self._game.close()

    async def _play(self, seat: Seat, move: Mapping[str, Any], number: bytes) -> Entry:
        async with self._news:
            try:
                return await asyncio.to_thread(self._game.play, seat, move, meta={"id": number})
            except (OSError, RecordClosed):
                # The disk is full, or worse. The entry does not count; whoever asks again finds the game as it was.
                self._game.close()
                self._game = await asyncio.to_thread(_open, self._path)
                raise
            finally:
                self._news.notify_all()

    def _look(self, viewer: Viewer, after: int) -> Look:
        game = self._game
        entries = game.entries
        if not 0 <= after <= len(entries):
            msg = f"there are {len(entries)} entries, so nobody can have seen entry {after}"
            raise ValueError(msg)
        seat = None if viewer is PUBLIC else viewer
        return Look(
            entries=tuple(redact(entry, viewer) for entry in entries[after:]),
            after=len(entries),
            state=game.view(viewer).to_json(),
            your_turn=seat in game.to_act,
            legal=() if seat is None else game.legal_moves(seat),
            result=None if game.result is None else game.result.to_json(),
        )


def _open(path: Path) -> Game:
    return Game.open(path, durability="sync", mend=True)
