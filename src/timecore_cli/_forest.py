"""The records of a folder as trees: which is a branch of which."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from timecore_cli import _games, _output
from timecore_cli._errors import DAMAGED, NO, UNREADABLE, Failure, report, unreadable

if TYPE_CHECKING:
    from timecore.branch import Tree
    from timecore.log import Log

__all__ = ["print_forest"]


def print_forest(folder: Path, lang: str | None, *, json: bool) -> int:
    """Print the records of a folder; those that are damaged, or none, are told at the end.

    Args:
        folder: The folder; only files called ``….msgpack`` are looked at.
        lang: The language asked for.
        json: Whether as one JSON document.

    Returns:
        The exit code: 1 where there is no record; else 3 if a file cannot be read; else 4 if one is damaged.
    """
    from timecore.branch import forest

    logs: dict[str, Log] = {}
    failures = []
    for path in _records(folder):
        try:
            log = logs[path.name] = _games.open_log(path)
            _games.finish(log, path)
        except Failure as failure:
            failures.append(failure)
    trees = forest(logs)
    if json:
        _output.say(_output.dumps([_document(tree) for tree in trees], indent=2))
    else:
        for number, tree in enumerate(trees):
            if number:
                _output.say()
            for line in _lines(tree, lang):
                _output.say(line)
    for one in failures:
        report(one, machine=json)
    codes = {one.code for one in failures}
    if not codes and not logs:
        msg = f"{folder}: there are no records in this folder"
        raise Failure(msg, code=NO, hint="Records are files called ….msgpack.")
    return next((code for code in (UNREADABLE, DAMAGED) if code in codes), 0)


def _records(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ".msgpack" and path.is_file())
    except OSError as error:
        raise unreadable(folder, error) from error


# -- for people ---------------------------------------------------------------------------------------------------


def _lines(tree: Tree, lang: str | None) -> Iterator[str]:
    """A tree as lines."""
    from timecore.display import in_ascii

    for stem, text in _drawn(tree, lang, "", ""):
        yield (stem if _output.draws() else in_ascii(stem)) + _output.printable(text)


def _drawn(tree: Tree, lang: str | None, stem: str, below: str) -> Iterator[tuple[str, str]]:
    """A tree's lines: what is drawn before the text, and the text.

    Args:
        tree: The tree.
        lang: The language.
        stem: What stands before its first line.
        below: What stands before the lines below it.
    """
    from timecore_cli._screen import Screen

    screen = Screen(tree.log, lang, None) if tree.log is not None else None
    yield stem, _told(tree, lang)
    parts: list[str | Tree] = []
    if screen is not None:
        _ = screen.texts.gettext
        same = _("{path}: a copy with the same head")
        begun = "{path}: {what}"
        parts += [same.format(path=name) for name in tree.copies]
        for name, count in tree.beginnings:
            what = _("its beginning, up to entry {entry}").format(entry=count)
            parts.append(begun.format(path=name, what=what))
    parts += tree.branches
    for number, part in enumerate(parts, 1):
        last = number == len(parts)
        own, further = below + ("└─ " if last else "├─ "), below + ("   " if last else "│  ")
        if isinstance(part, str):
            yield own, part
        else:
            yield from _drawn(part, lang, own, further)


def _told(tree: Tree, lang: str | None) -> str:
    """One record: where it parts, its name, how long it is, how its game stands."""
    from timecore_cli._screen import Screen
    from timecore_cli._texts import language, texts

    if tree.log is None:
        _ = texts(language(lang)).gettext
        return _("(a trunk that is not in this folder)")
    found = _games.try_replay(tree.log, _games.viewer_shown(tree.log))
    replay = None if isinstance(found, Exception) else found
    screen = Screen(tree.log, lang, None if replay is None else replay.rules)
    _, ngettext = screen.texts.gettext, screen.texts.ngettext
    entries = ngettext("{count} entry", "{count} entries", len(tree.log)).format(count=len(tree.log))
    what = [entries]
    if not tree.fork:
        what.insert(0, tree.log.header.ruleset)
    elif not tree.forked:
        what.insert(0, _("parts at entry {entry} without a fork").format(entry=tree.fork))
    else:
        begins = _("begins with entry {entry}").format(entry=tree.fork)
        what[:0] = [screen.branch(), begins]
    outcome = _("its rules are not at hand") if replay is None else screen.outcome(replay.go("-1"))
    return f"{tree.name}: {', '.join(what)}. {outcome}"


# -- for machines -------------------------------------------------------------------------------------------------


def _document(tree: Tree) -> dict[str, Any]:
    told: dict[str, Any] = {"file": tree.name}
    if tree.log is not None:
        log = tree.log
        told |= {
            "ruleset": log.header.ruleset,
            "game": log.header.game.hex(),
            "branch": None if log.branch is None else log.branch.hex(),
            "fork": tree.fork,
            "forked": tree.forked if tree.fork else None,
            "entries": len(log),
            "head": log.head.hex(),
            "shows": log.shows,
            "result": _result(log),
            "copies": list(tree.copies),
            "beginnings": [{"file": name, "entries": count} for name, count in tree.beginnings],
        }
    return told | {"branches": [_document(one) for one in tree.branches]}


def _result(log: Log) -> Any:
    """How the game ended by its rules; ``None`` while it goes on, and where they are not at hand."""
    replay = _games.try_replay(log, _games.viewer_shown(log))
    if isinstance(replay, Exception):
        return None
    result = replay.go("-1").result
    return None if result is None else result.to_json()
