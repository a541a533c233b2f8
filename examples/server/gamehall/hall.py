"""All tables of a folder, and who sits where."""

import asyncio
import hmac
import os
import secrets
from pathlib import Path
from typing import Any

from gamehall.table import Table
from timecore import PUBLIC, Viewer

__all__ = ["Hall", "NoSuchTable", "WrongToken"]


class NoSuchTable(LookupError):
    """There is no table of that name."""


class WrongToken(ValueError):
    """It is the token of none of the table's seats."""


class Hall:
    """The tables whose records are in a folder. They are opened when they are first asked for.

    A seat's token is a message authentication code of table and seat, so that none need be kept: only the secret
    of the folder, which is made with it.

    Args:
        folder: Where the records are, one file a table. No other server may use it at the same time.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._secret = _secret(folder)
        self._tables: dict[str, Table] = {}
        self._opening = asyncio.Lock()

    async def new(self, ruleset: str, seats: list[str], options: dict[str, Any]) -> tuple[str, list[str]]:
        """Start a game at a new table; its name, and a token for each seat. Raises what `Game.new` raises."""
        name = secrets.token_hex(8)
        self._tables[name] = table = await Table.new(self._path(name), ruleset, seats, options)
        return name, [self._token(name, seat) for seat in range(table.seats)]

    async def table(self, name: str) -> Table:
        """The table of a name.

        Raises:
            NoSuchTable: There is none.
            timecore.RecordError: Its record is damaged, or another server has it.
        """
        async with self._opening:
            if name not in self._tables:
                # Looked up among those that are there: what comes from outside is no path.
                if name not in {path.stem for path in self._folder.glob("*.msgpack")}:
                    raise NoSuchTable(name)
                self._tables[name] = await Table.open(self._path(name))
            return self._tables[name]

    async def viewer(self, name: str, token: str | None) -> Viewer:
        """Whose token this is; who has none is an onlooker.

        Raises:
            NoSuchTable: There is no such table.
            WrongToken: It is nobody's.
        """
        table = await self.table(name)
        if token is None:
            return PUBLIC
        for seat in range(table.seats):
            if hmac.compare_digest(self._token(name, seat).encode(), token.encode()):
                return seat
        raise WrongToken

    async def close(self) -> None:
        """Close all tables, each when its last move is on the disk."""
        for table in self._tables.values():
            await table.close()

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.msgpack"

    def _token(self, name: str, seat: int) -> str:
        return hmac.digest(self._secret, f"{name}/{seat}".encode(), "sha256").hex()[:32]


def _secret(folder: Path) -> bytes:
    """The folder's secret, made at the first time. A crash leaves it whole or not there at all."""
    path = folder / "secret"
    if not path.exists():
        draft = folder / "secret.draft"
        draft.touch(mode=0o600)
        with draft.open("wb") as file:
            file.write(secrets.token_bytes(32))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    return path.read_bytes()
