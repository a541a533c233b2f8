"""The tables over HTTP and WebSockets. README.md lists the messages."""

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NoReturn

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from gamehall.hall import Hall, NoSuchTable, WrongToken
from gamehall.table import Look, Table
from timecore import PUBLIC, IllegalMove, MoveRefused, RecordClash, TimecoreError, UsageError, Viewer

__all__ = ["make_app"]

_log = logging.getLogger("gamehall")

#: Why a connection is closed: codes of the range that the standard leaves to applications.
NOT_UNDERSTOOD, WRONG_TOKEN, NO_SUCH_TABLE, TRY_AGAIN = 4400, 4403, 4404, 4503

_ID = re.compile("[0-9a-f]{32}")

#: How long a new connection may take to say who it is, in seconds.
PATIENCE = 10


class Goodbye(Exception):
    """The connection is to be closed; called with a code and a reason."""


def make_app(folder: Path) -> Starlette:
    """The application; its records are in a folder."""

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.hall = Hall(folder)
        yield
        await app.state.hall.close()

    routes = [
        Route("/tables", new_table, methods=["POST"]),
        Route("/tables/{table}/record", record),
        WebSocketRoute("/tables/{table}", sit_down),
    ]
    return Starlette(routes=routes, lifespan=lifespan)


# -- HTTP -----------------------------------------------------------------------------------------------------


async def new_table(request: Request) -> Response:
    """Start a game: ``{"ruleset", "seats", "options"}``."""
    match await _json(request):
        case {"ruleset": str(ruleset), "seats": list(seats), **more}:
            options = more.get("options", {})
        case _:
            return _error(400, "a table needs a ruleset and the names of its seats")
    if not isinstance(options, dict):
        return _error(400, "options must be an object")
    try:
        name, tokens = await _hall(request).new(ruleset, seats, options)
    except TimecoreError as error:
        return _error(422, error.message, rule=getattr(error, "rule", None), hint=error.hint)
    return JSONResponse({"table": name, "tokens": tokens}, status_code=201)


async def record(request: Request) -> Response:
    """The copy of the record for whoever has the token, or for the public."""
    name = request.path_params["table"]
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    try:
        viewer = await _hall(request).viewer(name, token if scheme == "Bearer" else None)
        table = await _hall(request).table(name)
    except NoSuchTable:
        return _error(404, "there is no such table")
    except WrongToken:
        return _error(403, "no seat has this token")
    return Response(await table.record(viewer), media_type="application/vnd.msgpack")


def _error(status: int, message: str, **more: Any) -> JSONResponse:
    return JSONResponse({"error": message, **more}, status_code=status)


async def _json(request: Request) -> Any:
    try:
        return await request.json()
    except (ValueError, RecursionError):
        return None


def _hall(connection: Request | WebSocket) -> Hall:
    hall: Hall = connection.app.state.hall
    return hall


# -- WebSockets -----------------------------------------------------------------------------------------------


async def sit_down(socket: WebSocket) -> None:
    """One connection, from its first message to its last."""
    await socket.accept()
    try:
        table, viewer, after = await _welcome(socket)
        async with asyncio.TaskGroup() as both:
            both.create_task(_tell(socket, table, viewer, after))
            both.create_task(_listen(socket, table, viewer))
    except* WebSocketDisconnect:
        pass  # they will be back
    except* Goodbye as group:
        code, reason = group.exceptions[0].args
        await socket.close(code, reason)


async def _welcome(socket: WebSocket) -> tuple[Table, Viewer, int]:
    """Hear who it is and what they have seen: ``{"token", "after"}``."""
    name = socket.path_params["table"]
    try:
        async with asyncio.timeout(PATIENCE):
            hello = await _receive(socket)
        token, after = hello.get("token"), hello.get("after", 0)
        if not isinstance(token, str | None) or type(after) is not int:
            raise Goodbye(NOT_UNDERSTOOD, "token must be a text, and after a number")
        viewer = await _hall(socket).viewer(name, token)
        table = await _hall(socket).table(name)
    except TimeoutError:
        raise Goodbye(NOT_UNDERSTOOD, "say who you are") from None
    except NoSuchTable:
        raise Goodbye(NO_SUCH_TABLE, "there is no such table") from None
    except WrongToken:
        raise Goodbye(WRONG_TOKEN, "no seat has this token") from None
    except (TimecoreError, OSError):
        _log.exception("table %s cannot be opened", name)
        raise Goodbye(TRY_AGAIN, "the table cannot be opened") from None
    seat = None if viewer is PUBLIC else viewer
    await socket.send_json({"type": "table", "seat": seat} | table.about)
    return table, viewer, after


async def _tell(socket: WebSocket, table: Table, viewer: Viewer, after: int) -> NoReturn:
    """Send what comes after an entry, and go on sending. Who reads slowly is told later, and more at once."""
    try:
        look = await table.look(viewer, after)
    except ValueError as error:
        raise Goodbye(NOT_UNDERSTOOD, str(error)) from None
    while True:
        for entry in look.entries:
            await socket.send_json({"type": "entry", "entry": entry.to_json()})
        await socket.send_json(_position(look))
        look = await table.wait(viewer, look.after)


def _position(look: Look) -> dict[str, Any]:
    return {
        "type": "position",
        "after": look.after,
        "state": look.state,
        "your_turn": look.your_turn,
        "legal": [move.to_json() for move in look.legal],
        "result": look.result,
    }


async def _listen(socket: WebSocket, table: Table, viewer: Viewer) -> NoReturn:
    """Take moves, one after the other: ``{"id", "move"}``."""
    while True:
        match await _receive(socket):
            case {"id": str(number), "move": dict(move)} if _ID.fullmatch(number):
                await socket.send_json({"id": number} | await _answer(table, viewer, move, number))
            case _:
                raise Goodbye(NOT_UNDERSTOOD, "a move has an id of 32 hex digits, and the move itself")


async def _answer(table: Table, viewer: Viewer, move: dict[str, Any], number: str) -> dict[str, Any]:
    """Make a move, or say why not."""
    if viewer is PUBLIC:
        return {"type": "refused", "rule": None, "message": "onlookers have no moves", "legal": []}
    try:
        entry = await table.play(viewer, move, bytes.fromhex(number))
    except (MoveRefused, RecordClash, UsageError) as error:
        # What it says concerns this seat's own moves only.
        legal = error.legal if isinstance(error, IllegalMove) else await table.legal(viewer)
        return {
            "type": "refused",
            "rule": getattr(error, "rule", None),
            "message": error.message,
            "legal": [one.to_json() for one in legal],
        }
    except (TimecoreError, OSError):
        _log.exception("a move could not be recorded")
        raise Goodbye(TRY_AGAIN, "the move could not be recorded") from None
    return {"type": "accepted", "seq": entry.seq}


async def _receive(socket: WebSocket) -> dict[str, Any]:
    """The next message, a JSON object."""
    try:
        message = await socket.receive_json()
    except (KeyError, ValueError, RecursionError):
        message = None
    if not isinstance(message, dict):
        raise Goodbye(NOT_UNDERSTOOD, "a message is a text that holds a JSON object")
    return message
