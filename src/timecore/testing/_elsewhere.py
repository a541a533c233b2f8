"""Playing a game again in a fresh process, which may be another Python.

The parent sends a game's options and moves; the child, which is this module run as a program, plays
them by the rules, with Python's own luck and clock out of order, and answers with a digest of all
it saw.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from timecore.fold import advance
from timecore.testing._playing import Playing

__all__ = ["CannotRun", "digest_elsewhere", "digest_of", "python_named"]


class CannotRun(Exception):
    """The game cannot be played in that process, which says nothing against its rules."""


def digest_of(game: Playing) -> str:
    """A digest of everything that the rules say in a game: states, moves, weights and events."""
    rules = game.rules
    moves = [[entry.actor, entry.move.to_json()] for entry in game.entries]
    return _digest(rules, rules.options_map(game.options), moves)


def digest_elsewhere(game: Playing, python: str, environment: Mapping[str, str]) -> str:
    """The same digest, made by another process.

    Args:
        game: What to play there.
        python: The program to run.
        environment: Variables to set there, such as ``PYTHONHASHSEED``.

    Raises:
        CannotRun: The ruleset's class cannot be imported there, or a library it needs.
        AssertionError: It can, and then something went wrong.
    """
    try:
        rules = pickle.dumps(game.rules, protocol=4)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        msg = f"the ruleset cannot be sent to another process: {error}"
        raise CannotRun(msg) from error
    task = {
        "rules": rules.hex(),
        "options": game.rules.options_map(game.options),
        "moves": [[entry.actor, entry.move.to_json()] for entry in game.entries],
    }
    done = subprocess.run(  # noqa: S603 - the Python that the test names
        [python, "-c", f"from {__name__} import main; main()"],
        input=json.dumps(task),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(_import_path()), **environment},
    )
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:] or ["no message"]
        if "ImportError" in done.stderr or "ModuleNotFoundError" in done.stderr:
            msg = f"{python} lacks what the ruleset imports: {last[0]}"
            raise CannotRun(msg)
        msg = f"the game cannot be played in another process:\n{done.stderr}"
        raise AssertionError(msg)
    return done.stdout.strip()


def python_named(version: str) -> tuple[str, dict[str, str]] | None:
    """Where Python of a version is, and what to set for it; ``None`` if it is not at hand.

    Args:
        version: Such as ``"3.12"``.
    """
    program = shutil.which(f"python{version}")
    if program is None:
        return None
    environment = {"PYENV_VERSION": version}  # what a shim of pyenv wants to be told
    asked = subprocess.run(  # noqa: S603 - found on PATH by its name
        [program, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
    )
    return (program, environment) if asked.stdout.strip() == version else None


def _import_path() -> Iterator[str]:
    """Where this process imports from, the standard library left out: each Python has its own."""
    own = {sysconfig.get_path(name) for name in ("stdlib", "platstdlib")}
    for place in sys.path:
        here = Path(place).resolve()
        inside = str(here) in own or here.name == "lib-dynload" or here.suffix == ".zip"
        if place == "" or not inside:
            yield str(here)


def _digest(rules: Any, options: Mapping[str, Any], moves: list[Any]) -> str:
    found = hashlib.sha256()

    def note(value: Any) -> None:
        found.update(json.dumps(value, ensure_ascii=True).encode() + b"\n")

    state = rules.start(rules.resolve_options(options))
    for actor, value in moves:
        note(state.to_json())
        actors = rules.to_act(state)
        note([[one, [m.to_json() for m in rules.legal_moves(state, one)]] for one in actors])
        if actors == (-1,):
            note(list(rules.weights(state)))
        events = rules.decide(state, actor, rules.move_from_json(value))
        note([event.to_json() for event in events])
        advance(state, events)
    result = rules.result(state)
    note([state.to_json(), rules.to_act(state), None if result is None else result.to_json()])
    return found.hexdigest()


def main() -> None:
    """Play the game that comes by standard input; print its digest."""
    task = json.loads(sys.stdin.read())
    rules = pickle.loads(bytes.fromhex(task["rules"]))  # noqa: S301 - written by our own parent
    _put_out_of_order("random", "time")
    print(_digest(rules, task["options"], task["moves"]))  # noqa: T201


def _put_out_of_order(*modules: str) -> None:
    """Make every function of these modules fail."""

    def broken(*_: object, **__: object) -> None:
        msg = "rules must ask neither luck nor clock"
        raise AssertionError(msg)

    for name in modules:
        module = __import__(name)
        for attribute, value in list(vars(module).items()):
            if callable(value) and not isinstance(value, type):
                setattr(module, attribute, broken)
