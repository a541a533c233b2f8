"""The keys of the stepper, the same on a screen and line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

__all__ = ["BY_KEY", "Key", "help_lines", "table"]


class Key(NamedTuple):
    """What a key does.

    Attributes:
        key: The character.
        also: Further keys on a screen, as Textual calls them.
        command: What it does.
        takes: Whether something may, or must, be said behind it: ``""``, ``"may"`` or ``"must"``.
    """

    key: str
    also: tuple[str, ...]
    command: str
    takes: str = ""


_KEYS: Final = (
    Key("l", ("right", "space"), "next event"),
    Key("h", ("left", "backspace"), "previous event"),
    Key("j", ("down",), "next entry"),
    Key("k", ("up",), "previous entry"),
    Key("J", ("pagedown",), "ten entries on"),
    Key("K", ("pageup",), "ten entries back"),
    Key("t", (), "next turn"),
    Key("T", (), "previous turn"),
    Key("r", (), "next round"),
    Key("R", (), "previous round"),
    Key("c", (), "next choice", "may"),
    Key("C", (), "previous choice", "may"),
    Key("d", (), "next change", "may"),
    Key("D", (), "previous change", "may"),
    Key("g", ("home",), "first"),
    Key("G", ("end",), "last"),
    Key(":", (), "go to", "must"),
    Key("/", (), "search", "must"),
    Key("n", (), "next match"),
    Key("N", (), "previous match"),
    Key(".", ("shift+down",), "field below"),
    Key(",", ("shift+up",), "field above"),
    Key("s", (), "next changed field"),
    Key("o", ("enter",), "open field"),
    Key("v", (), "next viewer", "may"),
    Key("V", (), "previous viewer"),
    Key("e", (), "raw events"),
    Key("L", (), "language"),
    Key("m", (), "legal moves"),
    Key("b", (), "branch", "must"),
    Key("y", (), "copy command"),
    Key("f", (), "follow"),
    Key("w", (), "show all"),
    Key("?", ("f1",), "help"),
    Key("q", ("ctrl+q", "ctrl+c"), "quit"),
)

BY_KEY: Final = {name: key for key in _KEYS for name in (key.key, *key.also)}


def table(_: Callable[[str], str]) -> list[tuple[str, str]]:
    """The keys, those that belong together in one line, and what they do.

    Args:
        _: The language.
    """
    return [
        ("l h  → ←", _("next or previous event")),
        ("j k  ↓ ↑", _("next or previous entry")),
        ("J K", _("ten entries on or back; PgDn and PgUp on a screen")),
        ("t T", _("next or previous turn")),
        ("r R", _("next or previous round")),
        ("c C", _("before the next or previous choice of a seat: whoever looks, or c SEAT")),
        ("d D", _("next or previous change of the field under the cursor, or d PATH")),
        ("g G", _("the start, the end")),
        (":", _("go to a position: N, N.M or -1")),
        ("/ n N", _("search words, the next and the previous place with them")),
        (". ,", _("field below or above, or the board where it stands alone; Shift and arrows on a screen")),
        ("s", _("next field that the last step has changed")),
        ("o", _("lay a list open, or close it; Enter on a screen")),
        ("v V", _("next or previous viewer: all, the public, each seat; or v SEAT")),
        ("e", _("events as they are recorded, or not")),
        ("L", _("the next language")),
        ("m", _("legal moves here")),
        ("b", _("branch off here, into a file of its own")),
        ("y", _("copy the command that shows this position")),
        ("f", _("stay at the end while the game goes on, or not")),
        ("w Tab", _("w, line by line: board, entries and state; Tab, on a screen: one of them on all of it")),
        (
            "Esc",
            _(
                "on a screen: give up what is at work; else back to the whole picture, with no field or seat chosen"
            ),
        ),
        ("?", _("this help")),
        ("q", _("leave")),
    ]


def help_lines(_: Callable[[str], str]) -> list[str]:
    """The help."""
    rows = table(_)
    room = max(len(keys) for keys, _text in rows)
    return [f"{keys.ljust(room)}  {text}" for keys, text in rows]
