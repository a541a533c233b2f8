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

__all__ = ["COMMANDS", "command"]

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
    "redact": "Write a copy without what a seat, or the public, may not see, or without a person's name.",
    "reveal": "Publish the seed of a game's luck in its record, so that everybody can check each draw.",
    "prove": "Prove one draw or one hidden field to whoever has a copy of the record, and show nothing else.",
    "verify-proof": "Check a proof against a copy of the record, or against a head, and say what it proves.",
    "repair": "Cut a damaged tail off a record, as a crash leaves one, and keep it in a file beside the record.",
}

_BRACES: Final = r"\{(\S+)\}"
_ELLIPSES: Final = r"\.{4,}"
_DEFAULT: Final = r"(\[default:\s+)\(([^()]*)\)\]"
_SETTINGS: Final = {"help_option_names": ["-h", "--help"]}


class Command(TyperCommand):
    """One command, whose help says `FILE...` and `default: the last` where typer adds marks of its own."""

    def get_help(self, ctx: Any) -> str:
        """The text of `--help`."""
        text = re.sub(_BRACES, r"\1", super().get_help(ctx))
        text = re.sub(_ELLIPSES, "...", text)
        return re.sub(_DEFAULT, r"\1\2]", text)


class Commands(TyperGroup):
    """The commands. Each is built when it is asked for: a start pays for one of them, not for all."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Their names in the order of `--help`."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """One of them, or ``None``."""
        if cmd_name not in COMMANDS:
            return None
        if cmd_name not in self.commands:
            one = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=_SETTINGS)
            one.command(cmd_name, cls=Command, no_args_is_help=False)(_told(module_of(cmd_name).command))
            self.commands[cmd_name] = typer.main.get_command(one)
        return self.commands[cmd_name]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first argument names."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            hint = did_you_mean(name, list(COMMANDS), "`timecore --help` lists the commands.")
            msg = f"there is no command {name!r}"
            raise Failure(msg, code=USAGE, hint=hint)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List them, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([*COMMANDS.items()])


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
    if declared.names is None:
        return Annotated[annotation.__origin__, typer.Argument(**declared.settings)]
    return Annotated[annotation.__origin__, typer.Option(*declared.names, **declared.settings)]


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
