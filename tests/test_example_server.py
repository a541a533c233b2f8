"""The example server: whole games over WebSockets, through lost connections and a killed server."""

import asyncio
import contextlib
import errno
import json
import os
import random
import re
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

import attrs
import pytest
import tiny
import year_zero
from gamehall.table import Table
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from timecore import PUBLIC, Game, Log, Replay, Ruleset, audit_record, registry

NONSENSE = {"type": "Nonsense"}

ROOT = Path(__file__).resolve().parent.parent

#: Random play of these comes to an end by an option only.
ENDING: dict[str, dict[str, Any]] = {"timeline_2003": {"max_rounds": 4}}

#: What is played: the rules, how many play, and the options.
GAMES: tuple[tuple[Ruleset[Any], int, dict[str, Any]], ...] = (
    *((registry.get_ruleset(name), 3, ENDING.get(name, {})) for name in registry.OWN),
    (tiny.RULESET, 4, {}),
    (year_zero.RULESET, 2, {"year": 60}),
)


class Server:
    """The server in a process of its own, which knows the rulesets of other packages as well."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "records"
        self._log = folder / "log"
        installed = folder / "installed" / "games-1.0.dist-info"
        installed.mkdir(parents=True)
        (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: games\nVersion: 1.0\n", "utf-8")
        (installed / "entry_points.txt").write_text(
            "[timecore.rulesets]\ntiny = tiny:RULESET\nyear_zero = year_zero:RULESET\n", "utf-8"
        )
        where = [installed.parent, ROOT / "tests", ROOT / "examples/server", ROOT / "examples/year_zero"]
        self._environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, where))}
        self.start()

    def start(self) -> None:
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "gamehall", str(self.folder), "--port", "0"],
                env=self._environment,
                stderr=log,
            )
        end = time.monotonic() + 30
        while not (found := re.search(r"running on http://127\.0\.0\.1:(\d+)", self.log)):
            assert self._process.poll() is None, self.log
            assert time.monotonic() < end, self.log
            time.sleep(0.02)
        self.address = f"127.0.0.1:{found[1]}"

    def kill(self) -> None:
        """End it as a power cut would."""
        self._process.kill()
        self._process.wait()

    @property
    def log(self) -> str:
        return self._log.read_text("utf-8")

    def ask(self, path: str, body: Any = None, token: str | None = None) -> bytes:
        """POST some JSON, or GET if there is none."""
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://{self.address}{path}", data, headers)
        with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310 - our own server
            content: bytes = answer.read()
            return content

    def new_table(self, rules: Ruleset[Any], players: int, options: dict[str, Any]) -> dict[str, Any]:
        seats = ["Ana", "Ben", "Cho", "Dan"][:players]
        made = self.ask("/tables", {"ruleset": rules.name, "seats": seats, "options": options})
        table: dict[str, Any] = json.loads(made)
        return table


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    yield running
    running.kill()


@attrs.define
class Asked:
    """A move that has no answer yet, and what was legal when it was sent."""

    move: dict[str, Any]
    legal: list[dict[str, Any]]


@attrs.define(eq=False)
class Client:
    """Somebody at a table, who chooses at random, and whose connection is none of the best."""

    server: Server
    rules: Ruleset[Any]
    table: str
    token: str | None
    luck: random.Random
    about: dict[str, Any] = attrs.field(factory=dict)
    entries: list[dict[str, Any]] = attrs.field(factory=list)
    position: dict[str, Any] = attrs.field(factory=dict)
    asked: dict[str, Asked] = attrs.field(factory=dict)  # by id
    made: dict[str, int] = attrs.field(factory=dict)  # moves that were accepted: the entry, by id
    refused: list[dict[str, Any]] = attrs.field(factory=list)
    connections: int = 0

    @property
    def over(self) -> bool:
        return not self.asked and bool(self.position) and self.position["result"] is not None

    async def play(self) -> None:
        """Stay until the game is over."""
        while not self.over:
            with contextlib.suppress(OSError, InvalidHandshake):
                async with connect(f"ws://{self.server.address}/tables/{self.table}") as socket:
                    self.connections += 1
                    await self._talk(socket)
            await asyncio.sleep(0.02)

    async def _talk(self, socket: ClientConnection) -> None:
        await _send(socket, {"token": self.token, "after": len(self.entries)})
        for number, asked in self.asked.items():  # the connection broke before the answer came
            await _send(socket, {"id": number, "move": asked.move})
        try:
            async for text in socket:
                self._hear(json.loads(text))
                if self.over or await self._hangs_up_after_moving(socket):
                    return
        except ConnectionClosed as error:
            if error.rcvd is not None and error.rcvd.code >= 4000:
                raise  # the server did it, and says why

    def _hear(self, message: dict[str, Any]) -> None:
        match message:
            case {"type": "table", **about}:
                assert about == self.about or not self.about
                self.about = about
            case {"type": "entry", "entry": entry}:
                assert entry["seq"] == len(self.entries) + 1
                self.entries.append(entry)
            case {"type": "position", **position}:
                assert position["after"] == len(self.entries)
                assert position["your_turn"] == bool(position["legal"])
                self.position = position
            case {"type": "accepted", "id": number, "seq": seq}:
                assert self.made.setdefault(number, seq) == seq
                self.asked.pop(number, None)
            case {"type": "refused", "id": number, **why}:
                asked = self.asked.pop(number)
                assert why["message"]
                if asked.move == NONSENSE:
                    assert why["rule"] == self.rules.move_rule
                    assert why["legal"] == asked.legal or not asked.legal
                self.refused.append(why)
            case _:
                pytest.fail(f"nobody expects {message}")

    async def _hangs_up_after_moving(self, socket: ClientConnection) -> bool:
        chance = self.luck.random()
        if self.token is None:
            return chance < 0.02
        seen = self.position.get("after", -1)
        if self.asked or seen < max(self.made.values(), default=0):
            return False
        number = self.luck.randbytes(16).hex()
        legal = self.position["legal"]
        if chance < 0.1:
            move = NONSENSE
        elif legal:
            move = self.luck.choice(legal)
        elif chance < 0.2 and self.made:
            move = self.entries[max(self.made.values()) - 1]["move"]  # out of turn
        else:
            return False
        self.asked[number] = Asked(move, legal)
        for _ in range(2 if move in legal and chance > 0.9 else 1):
            await _send(socket, {"id": number, "move": move})
        return self.luck.random() < 0.1


async def _send(socket: ClientConnection, message: dict[str, Any]) -> None:
    await socket.send(json.dumps(message))


async def interrupt(server: Server, clients: Sequence[Client], moves: int) -> None:
    """Kill the server after so many moves, in the middle of a write, and start it again."""
    while sum(len(client.made) for client in clients) < moves:  # noqa: ASYNC110 - cheaper than to count everywhere
        await asyncio.sleep(0.005)
    await asyncio.to_thread(server.kill)
    with (server.folder / f"{clients[0].table}.msgpack").open("r+b") as file:
        data = file.read()
        file.write(data[Log.from_bytes(data).record.entries[-1].offset : -1])
    await asyncio.to_thread(server.start)


def test_whole_games_are_played_through_lost_connections_and_a_killed_server(server: Server) -> None:
    luck = random.Random(7)  # noqa: S311
    clients: list[Client] = []
    for rules, players, options in GAMES:
        table = server.new_table(rules, players, options)
        clients += (
            Client(server, rules, table["table"], token, random.Random(luck.random()))  # noqa: S311
            for token in (*table["tokens"], None)
        )

    async def play() -> None:
        async with asyncio.timeout(60), asyncio.TaskGroup() as everybody:
            for client in clients:
                everybody.create_task(client.play())
            for moves in (6, 30):
                await interrupt(server, clients, moves)

    asyncio.run(play())

    copies = [server.ask(f"/tables/{client.table}/record", token=client.token) for client in clients]
    server.kill()
    for client, copy in zip(clients, copies, strict=True):
        full = Log.load(server.folder / f"{client.table}.msgpack", rules=client.rules)
        seat = client.about["seat"]
        log = full.redacted(PUBLIC if seat is None else seat)
        assert copy == log.to_bytes()
        # What they were told is what stands in their copy, and their view is the fold of it.
        assert client.entries == [entry.to_json() for entry in log.entries]
        view = Replay(log).go(-1).state.to_json()
        assert folded(client) == view == client.position["state"]
        # Nothing that was acknowledged is lost, and nothing was made twice.
        made = [(entry.meta["id"].hex(), entry.seq) for entry in full.entries if entry.actor == seat]
        assert made == sorted(client.made.items(), key=itemgetter(1))
        assert audit_record(copy, rules=client.rules).exit_code == 0
        report = audit_record(full.to_bytes(), rules=client.rules)
        assert (report.exit_code, report.verdicts["rules"].verdict) == (0, "legal")
    # All of this did happen.
    assert len(list(server.folder.glob("*.cut-*"))) == 2
    assert sum(client.connections for client in clients) > 2 * len(clients)
    assert any(why["legal"] for client in clients for why in client.refused)
    assert any(not why["legal"] for client in clients for why in client.refused)


def folded(client: Client) -> dict[str, Any]:
    """The state that a client makes of what it was told, and of nothing else."""
    rules = client.rules
    state = rules.start(rules.resolve_options(client.about["options"]))
    for entry in client.entries:
        for event in entry["events"]:
            rules.events.from_json(event).apply(state)
    view: dict[str, Any] = state.to_json()
    return view


# -- what goes wrong ---------------------------------------------------------------------------------------------


def test_what_makes_no_sense_is_refused_with_a_reason(server: Server) -> None:
    for body, status, why in (
        ("Ana", 400, "a table needs a ruleset and the names of its seats"),
        ({"ruleset": "tiny", "seats": ["Ana", "Ben"], "options": []}, 400, "options must be an object"),
        ({"ruleset": "ludo", "seats": ["Ana", "Ben"]}, 422, "there is no ruleset 'ludo'"),
        ({"ruleset": "tiny", "seats": ["Ana", ""]}, 422, "a seat's name must be a text that is not blank"),
        ({"ruleset": "tiny", "seats": ["Ana"]}, 422, "TY-1: players must be 2, 3 or 4"),
    ):
        with pytest.raises(urllib.error.HTTPError) as refused:
            server.ask("/tables", body)
        with refused.value as answer:
            assert answer.code == status
            assert json.loads(answer.read())["error"].startswith(why)
    table = server.new_table(tiny.RULESET, 2, {})["table"]
    for name, token, status in ((table, "0" * 32, 403), ("../secret", None, 404), ("secret", None, 404)):
        with pytest.raises(urllib.error.HTTPError) as refused:
            server.ask(f"/tables/{name}/record", token=token)
        with refused.value as answer:
            assert answer.code == status

    async def closed(name: str, *messages: str | bytes) -> tuple[int, str]:
        async with connect(f"ws://{server.address}/tables/{name}") as socket:
            for message in messages:
                await socket.send(message)
            await socket.wait_closed()
            return socket.close_code or 0, socket.close_reason or ""

    async def ask() -> None:
        for message, code, why in (
            ("[]", 4400, "a message is a text that holds a JSON object"),
            ("[" * 60_000, 4400, "a message is a text that holds a JSON object"),
            (b"{}", 4400, "a message is a text that holds a JSON object"),
            ('{"token": 1}', 4400, "token must be a text, and after a number"),
            ('{"after": true}', 4400, "token must be a text, and after a number"),
            ('{"after": 5}', 4400, "there are 4 entries, so nobody can have seen entry 5"),
            ('{"token": "é"}', 4403, "no seat has this token"),
        ):
            assert await closed(table, message) == (code, why)
        assert await closed(table, "{}", "{}") == (
            4400,
            "a move has an id of 32 hex digits, and the move itself",
        )
        assert await closed("secret", "{}") == (4404, "there is no such table")

    asyncio.run(ask())


def start(path: Path) -> Table:
    return Table(path, Game.new(tiny.RULESET, seats=["Ana", "Ben"], path=path, durability="sync"))


def test_a_full_disk_loses_nothing_that_was_acknowledged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bid = {"type": "Bid", "amount": 100}
    write = os.write

    def half(fd: int, data: bytes) -> int:
        monkeypatch.setattr(os, "write", write)
        write(fd, data[:10])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(registry, "OWN", registry.OWN | {"tiny": "tiny:RULESET"})

    async def play() -> None:
        table = start(tmp_path / "game.msgpack")
        monkeypatch.setattr(os, "write", half)
        with pytest.raises(OSError, match="No space left"):
            await table.play(0, bid, bytes(16))
        assert (await table.look(0, 0)).after == 4

        entry = await table.play(0, bid, bytes(16))

        assert entry.seq == 5
        assert (await table.wait(1, 4)).entries[0].move.to_json() == {"type": "Bid", "amount": "?"}
        await table.close()

    asyncio.run(play())
    assert len(Log.load(tmp_path / "game.msgpack", rules=tiny.RULESET)) == 5


def test_whoever_hangs_up_in_the_middle_of_a_move_has_made_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    syncing, go_on = threading.Event(), threading.Event()
    fsync = os.fsync

    def slowly(fd: int) -> None:
        syncing.set()
        assert go_on.wait(10)
        fsync(fd)

    async def play() -> None:
        table = start(tmp_path / "game.msgpack")
        monkeypatch.setattr(os, "fsync", slowly)
        move = asyncio.create_task(table.play(0, {"type": "Bid", "amount": 100}, bytes(16)))
        await asyncio.to_thread(syncing.wait, 10)
        move.cancel()
        look = asyncio.create_task(table.look(0, 4))
        await asyncio.sleep(0.05)
        assert move.cancelled()
        assert not look.done()  # the thread still has the game

        go_on.set()

        assert [entry.seq for entry in (await look).entries] == [5]
        await table.close()

    asyncio.run(play())
