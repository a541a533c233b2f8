"""The program ``timecore`` and its commands. A command's module is imported when the command is named."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup

from timecore_cli._declared import Declared, module_of
from timecore_cli._errors import USAGE, Failure, did_you_mean

__all__ = ["COMMANDS", "EVERY", "command", "written"]

#: The commands in the order of `--help`, and the first line of what each says of itself. It stands here as well so that
#: `--help` need not import them all.
COMMANDS: Final[Mapping[str, str]] = {
    "rulesets": "List the games, or show one: its options, moves and events with types, defaults and audiences.",
    "new": "Write a new game to a file. Its luck is sealed, unless a seed is given or luck is made at the table.",
    "play": "Play a saved game on, all at one keyboard, each move saved at once.",
    "nonce": "Give a seat's share in the luck: first all commit to one, then all reveal it.",
    "table": "Enter a move of the table: take back, let stand, forfeit, adjourn, resume, declare void, note.",
    "simulate": "Let bots play whole games and save them.",
    "replay": "Tell a saved game by rounds, then show its final board, result, head and state digest.",
    "show": "Show the board at a position; of a copy that shows what a seat, or the public, may see, as they see it.",
    "step": "Go through a saved game step by step, forwards and backwards, as anybody sees it.",
    "legal": "List the legal moves at a position, in the game's order.",
    "diff": "Compare two games: where they part, why, and what their states differ in.",
    "why": "Say how a field got its value: the event that gave it, the move behind it, and the value before.",
    "when": "Say at which positions a condition on the state holds.",
    "who-knew": "Say since when each seat, and the public, have known a value, or where a card is.",
    "stats": "Tell a game in numbers: length, choices, legal moves, time, and how likely each draw was.",
    "export": "Print a game as JSON: the header, then one object an entry.",
    "import": "Enter a game from a real table, or what `timecore export` has printed of a full game.",
    "deck": "Check a deck: all its faults at once, each with card, id and rule.",
    "branch": "Branch a game off: a record that begins with the trunk's entries and goes on differently.",
    "audit": "Examine a record: bytes, chain, openings, rules, chance, signatures and seal, each with a verdict.",
    "keygen": "Make a key to sign with. Only you may read its file; what others need lies beside it.",
    "roster": "Make or check a roster: names, public keys, and for each key the proof that it is its owner's.",
    "seal": "Seal a game: enter how it has ended, and sign a note that vouches for all of the record.",
    "sign": "Sign the note of a sealed game, after a look whether it fits the record at hand.",
    "tournament": "Run a tournament: a folder of games, and a tree that shows whether any was changed or dealt anew.",
    "redact": "Write a copy without what a seat, or the public, may not see, or without a person's name.",
    "reveal": "Publish the seed of a game's luck in its record, so that everybody can check each draw.",
    "prove": "Prove one draw or one hidden field to whoever has a copy of the record, and show nothing else.",
    "verify-proof": "Check a proof against a copy of the record, or against a head, and say what it proves.",
    "repair": "Cut a damaged tail off a record, as a crash leaves one, and keep it in a file beside the record.",
}

#: Commands that consist of commands, and these.
GROUPS: Final[Mapping[str, Mapping[str, str]]] = {
    "tournament": {
        "init": "Make a tournament in a folder, and sign its first checkpoint.",
        "open": "Enter games in the tree that are about to begin, before any luck in them can be known.",
        "close": "Enter in the tree how games have ended, as their signed score sheets say.",
        "checkpoint": "Sign a checkpoint of the tree, and print it: publish it.",
        "prove": "Prove that a game is in the tree, or that the tree has only grown since an earlier checkpoint.",
        "verify": "Verify a tournament, or with a proof a single game of it, as an outsider does.",
        "standings": "Show who stands where, as a table, a page to print, or data.",
    },
}

#: All commands that do something, with the words that call them.
EVERY: Final[Mapping[str, str]] = {
    words: line
    for name, first in COMMANDS.items()
    for words, line in (
        {f"{name} {own}": told for own, told in GROUPS.get(name, {}).items()} or {name: first}
    ).items()
}

_DEFAULT: Final = r"(\[default:\s+)\(([^()]*)\)\]"
_SETTINGS: Final = {"help_option_names": ["-h", "--help"]}


class Command(TyperCommand):
    """One command, whose help says `FILE...` and `default: the last` where typer adds marks of its own."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        for param in self.params:
            if param.param_type_name == "argument":
                _write_plainly(param)

    def get_help(self, ctx: Any) -> str:
        """The text of `--help`."""
        return re.sub(_DEFAULT, r"\1\2]", super().get_help(ctx))


def written(argument: Any) -> str:
    """An argument as it stands in the line that shows how to call a command."""
    name = str(argument.metavar or argument.name.upper())
    return name if argument.required or name.startswith("[") else f"[{name}]"


def _write_plainly(argument: Any) -> None:
    """Keep typer from adding to an argument what its versions do not agree on: braces, more brackets, its type."""
    told = argument.get_help_record
    argument.get_usage_pieces = lambda _: [written(argument)]
    argument.get_help_record = lambda ctx: (written(argument), told(ctx)[1])


class Commands(TyperGroup):
    """The commands. Each is built when it is asked for: a start pays for one of them, not for all."""

    #: The name of the group, empty for the whole program.
    group = ""

    @property
    def known(self) -> Mapping[str, str]:
        """The commands, and the first line of what each says of itself."""
        return GROUPS[self.group] if self.group else COMMANDS

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names in the order of `--help`."""
        return list(self.known)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """One of them, or ``None``. In a group, one is called by two words from outside."""
        name, _, own = cmd_name.partition(" ")
        if name not in self.known:
            return None
        if name not in self.commands:
            words = f"{self.group} {name}".lstrip()
            self.commands[name] = _group(name) if words in GROUPS else _command(words, name)
        found: Any = self.commands[name]
        return found.get_command(ctx, own) if own else found

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first argument names."""
        name = args[0]
        if name not in self.known and not name.startswith("-"):
            words = f"timecore {self.group}".rstrip()
            hint = did_you_mean(name, list(self.known), f"`{words} --help` lists the commands.")
            msg = f"there is no command {name!r}" + (f" of {words}" if self.group else "")
            raise Failure(msg, code=USAGE, hint=hint)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List them, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([*self.known.items()])


def _command(words: str, name: str) -> Any:
    """A command as typer has it."""
    one = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=_SETTINGS)
    one.command(name, cls=Command, no_args_is_help=False)(_told(module_of(words).command))
    return typer.main.get_command(one)


def _group(name: str) -> Any:
    """A group of commands as typer has it."""
    kind = type("Group", (Commands,), {"group": name})
    one = typer.Typer(
        name=name, cls=kind, add_completion=False, rich_markup_mode=None, context_settings=_SETTINGS
    )
    one.callback(help=COMMANDS[name])(lambda: None)
    return typer.main.get_command(one)


def _told(command: Callable[..., Any]) -> Callable[..., Any]:
    """A command whose parameters typer is told of in its own words."""
    signature = inspect.signature(command, eval_str=True)
    parameters = [one.replace(annotation=_in_typer(one.annotation)) for one in signature.parameters.values()]

    @wraps(command)
    def told(**values: Any) -> Any:
        return command(**values)

    told.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    told.__annotations__ = {}  # those of the command itself are texts, and known to its own module only
    return told


def _in_typer(annotation: Any) -> Any:
    """``Annotated[type, Declared]`` as typer has it."""
    [declared] = annotation.__metadata__
    assert isinstance(declared, Declared)  # noqa: S101 - no parameter is declared otherwise
    # Whether a file can be read is found out where it is read, and told there like all that is wrong with it.
    settings = {"readable": False, **declared.settings}
    if declared.names is None:
        return Annotated[annotation.__origin__, typer.Argument(**settings)]
    return Annotated[annotation.__origin__, typer.Option(*declared.names, **settings)]


app = typer.Typer(
    cls=Commands,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=_SETTINGS,
)


def _version(wanted: bool) -> None:
    if wanted:
        from timecore import __version__
        from timecore_cli._output import say

        say(f"timecore {__version__}")
        raise typer.Exit


@app.callback()
def timecore(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit."),
    ] = False,
) -> None:
    """Replay, step through, look into and audit time-travel board games."""


def command() -> Any:
    """The whole program as one command."""
    return typer.main.get_command(app)
