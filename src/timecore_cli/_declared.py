"""What the parameters of commands are, declared without typer: to import that takes as long as most commands need.

``Annotated[str, option("--at", help=…)]`` says what ``typer.Option("--at", help=…)`` would. :mod:`timecore_cli._app`
hands it on to typer, once there is something to parse.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

__all__ = ["Declared", "argument", "module_of", "option"]


class Declared(NamedTuple):
    """A parameter of a command.

    Attributes:
        names: How an option is written; ``None`` for an argument.
        settings: What else typer is to know of it.
    """

    names: tuple[str, ...] | None
    settings: Mapping[str, Any]


def option(*names: str, **settings: Any) -> Declared:
    """An option, declared as ``typer.Option`` would have it."""
    return Declared(names, settings)


def argument(**settings: Any) -> Declared:
    """An argument, declared as ``typer.Argument`` would have it."""
    return Declared(None, settings)


def module_of(command: str) -> ModuleType:
    """The module of a command, or of one of two words in a group, whose function ``command`` runs it."""
    name = "import_" if command == "import" else command.replace("-", "_").replace(" ", ".")
    return import_module(f"timecore_cli.{name}")
