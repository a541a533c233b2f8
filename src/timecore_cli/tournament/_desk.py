"""What the commands of a tournament share: its folder as an argument, opened, and what goes wrong with it told."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from timecore_cli._arguments import new_file
from timecore_cli._declared import argument, option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from timecore.errors import TimecoreError
    from timecore.log import Log
    from timecore.tournament import Entered, Tournament

__all__ = ["Dir", "Games", "ToFile", "enter", "give", "loaded", "named", "opened", "told_errors"]

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


class Due(NamedTuple):
    """Says of the records of a folder whether it is time to enter them.

    Attributes:
        game: Whether it may be for a game, by its number: a folder holds far more games that are over than others.
        record: Whether it is for a record.
    """

    game: Callable[[bytes], bool]
    record: Callable[[Path, Log], bool]


def enter(
    folder: Path,
    games: Sequence[str] | None,
    due: Callable[[Tournament], Due],
    enter_one: Callable[[Tournament, Path], Entered],
    *,
    lang: str | None,
    machine: bool,
) -> None:
    """Enter games in the tree, and tell what became of them.

    One that is refused keeps none of the others from being entered: it is told, and the last such error is raised when
    all have had their turn.

    Args:
        folder: The folder of the tournament.
        games: Which; ``None`` for all that it is time for.
        due: Whether it is time for a record.
        enter_one: Enters one.
        lang: The language to tell it in.
        machine: Whether a machine is told.
    """
    from timecore.errors import ExtraMissing, TimecoreError
    from timecore_cli import _output

    done = []
    refused: TimecoreError | OSError | None = None
    with opened(folder, machine=machine) as tournament:
        paths = [*named(tournament, games)] if games else _all_due(tournament, due, machine=machine)
        for path in paths:
            try:
                entered = enter_one(tournament, path)
            except (TimecoreError, OSError) as error:
                if tournament.closed or isinstance(error, ExtraMissing):
                    raise
                if refused is not None:
                    _output.warn(_sentence(refused), machine=machine)
                refused = error
                continue
            done.append(_entered_json(path, entered))
            if not machine:
                _tell_entered(path, entered, lang)
        if machine:
            _output.say(_output.dumps({"entered": done}))
        if refused is not None:
            raise refused
    if not machine and not done:
        from timecore_cli._texts import language, texts

        _ = texts(language(lang)).gettext
        _output.tell(_("{folder}: there is nothing to enter").format(folder=folder))


def _sentence(error: TimecoreError | OSError) -> str:
    """What went wrong, in a sentence."""
    from timecore_cli._errors import unreadable

    return (
        unreadable(Path(error.filename or ""), error).message if isinstance(error, OSError) else error.message
    )


def _all_due(tournament: Tournament, due: Callable[[Tournament], Due], *, machine: bool) -> Iterator[Path]:
    """The records of the folder that it is time for; what cannot be read is told, and passed over."""
    from timecore.errors import RecordError
    from timecore.log import Log
    from timecore.record import read_header
    from timecore.wholefile import read_file
    from timecore_cli import _output

    is_due = due(tournament)
    for path in tournament.folder.records():
        try:
            data = read_file(path)
            log = Log.from_bytes(data) if is_due.game(read_header(data).game) else None
        except RecordError as error:
            _output.warn(f"{path.name}: {error.message}", machine=machine)
            continue
        except OSError as error:
            _output.warn(_sentence(error), machine=machine)
            continue
        if log is not None and is_due.record(path, log):
            yield path


def _tell_entered(path: Path, entered: Entered, lang: str | None) -> None:
    """Tell a person what became of a leaf."""
    from timecore_cli import _output
    from timecore_cli._texts import language, texts

    _ = texts(language(lang)).gettext
    said = _("{file}: entered as leaf {leaf}") if entered.new else _("{file}: was leaf {leaf} already")
    _output.tell(said.format(file=path.name, leaf=entered.index))


def _entered_json(path: Path, entered: Entered) -> dict[str, object]:
    """The same for a machine."""
    game = entered.leaf.game.hex()
    return {"file": path.name, "game": game, "leaf": entered.index, "new": entered.new}


def give(data: bytes, output: Path | None, told: Callable[[Path], str] | None = None) -> None:
    """Print a text, or write it to a new file.

    Args:
        data: The text, and a line feed.
        output: The file; ``None`` to print.
        told: What is to be said of the file once it is there.
    """
    from timecore.wholefile import write_file
    from timecore_cli import _output
    from timecore_cli._errors import unwritable

    if output is None:
        _output.say(data.decode().removesuffix("\n"))
        return
    try:
        write_file(output, data)
    except OSError as error:
        raise unwritable(output, error) from error
    if told is not None:
        _output.say(_output.printable(told(output)))
