"""What the commands of a tournament share: its folder as an argument, opened, and what goes wrong with it told."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from timecore_cli._arguments import new_file
from timecore_cli._declared import argument, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from timecore.tournament import Entered, Tournament

__all__ = ["Dir", "Games", "ToFile", "give", "loaded", "named", "opened", "tell_entered", "told_errors"]

Dir = Annotated[
    Path,
    argument(metavar="DIR", help="The folder of the tournament.", show_default=False),
]
Games = Annotated[
    list[str] | None,
    argument(
        metavar="[GAMES...]",
        help="Records in the folder, such as table1.msgpack or table1.",
        show_default="all that it is time for",
    ),
]
ToFile = Annotated[
    Path | None,
    option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where to write it.",
        parser=new_file,
        show_default="standard output",
    ),
]


@contextlib.contextmanager
def told_errors(folder: Path) -> Iterator[None]:
    """Tell an error of the system with the file that it is about."""
    from timecore_cli._errors import unreadable

    try:
        yield
    except OSError as error:
        raise unreadable(Path(error.filename or folder), error) from error


@contextlib.contextmanager
def opened(folder: Path, *, machine: bool) -> Iterator[Tournament]:
    """The tournament in a folder, to be written to."""
    from timecore.tournament import Tournament
    from timecore_cli import _output

    with told_errors(folder), Tournament.open(folder) as tournament:
        if tournament.moved is not None:
            _output.warn(
                f"the last leaf was half there after a crash, and is in {tournament.moved} now",
                machine=machine,
            )
        yield tournament


def loaded(folder: Path) -> Tournament:
    """The tournament in a folder, to be looked at."""
    from timecore.tournament import Tournament

    with told_errors(folder):
        return Tournament.load(folder)


def named(tournament: Tournament, games: Sequence[str]) -> Iterator[Path]:
    """The records that arguments name."""
    return (tournament.folder.record_named(text) for text in games)


def tell_entered(path: Path, entered: Entered, lang: str | None) -> None:
    """Tell a person what became of a leaf."""
    from timecore_cli import _output
    from timecore_cli._texts import language, texts

    _ = texts(language(lang)).gettext
    said = _("{file}: entered as leaf {leaf}") if entered.new else _("{file}: was leaf {leaf} already")
    _output.say(_output.printable(said.format(file=path.name, leaf=entered.index)))


def entered_json(path: Path, entered: Entered) -> dict[str, object]:
    """The same for a machine."""
    game = entered.leaf.game.hex()
    return {"file": path.name, "game": game, "leaf": entered.index, "new": entered.new}


def give(data: bytes, output: Path | None) -> None:
    """Print a text, or write it to a new file."""
    from timecore.recordfile import write_file
    from timecore_cli import _output
    from timecore_cli._errors import unwritable

    if output is None:
        _output.say(data.decode().removesuffix("\n"))
        return
    try:
        write_file(output, data)
    except OSError as error:
        raise unwritable(output, error) from error
