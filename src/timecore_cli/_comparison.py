"""Two games on paper: where they part, how they differ by cause, how often."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from timecore.diff import MILD, MISSING, Change, Diff, Difference, Side
from timecore.display import columns, fit, pad
from timecore.paths import Path
from timecore_cli import _output
from timecore_cli._screen import Screen

if TYPE_CHECKING:
    from timecore.diff import DiffCause

__all__ = ["Comparison", "Teller", "beside_moves", "named"]

#: How many entries are told of each cause; all of them with --unified and --side-by-side.
_SHOWN: Final = 12

#: And how many fields of each entry.
_CHANGES: Final = 6

#: The most columns that a value, a name and what somebody did take.
_VALUE: Final = 60
_NAME: Final = 20
_TEXT: Final = 500

#: The causes of differences in headers.
_HEADERS: Final = ("rules", "options", "names", "tags")


class Teller:
    """Tells the entries of one game."""

    def __init__(self, side: Side, lang: str | None) -> None:
        self._side = side
        self.screen = Screen(side.log, lang, None if side.replay is None else side.replay.rules)

    def actor(self, number: int) -> str:
        """Who did it."""
        return fit(self.screen.narrator.actor(self._side.log.record.entries[number - 1].actor), _NAME)

    def move(self, number: int) -> str:
        """What was done: in words, or as it is recorded where the rules are not at hand."""
        replay = self._side.replay
        if replay is None or number > replay.end:
            raw = self._side.log.record.entries[number - 1]
            return fit(_output.dumps(self._side.log.header.schema.move_json(raw.move)), _TEXT)
        entry = replay.entries[number - 1]
        narrator = self.screen.narrator
        if entry.move.of_table:
            return fit(narrator.move(entry.move, entry.actor), _TEXT)
        return fit(narrator.move(entry.move, entry.actor, replay.state_at(number - 1)), _TEXT)

    def entry(self, number: int) -> str:
        """Both, with the number; marked if the table has taken it back."""
        text = f"{number} {self.actor(number)}: {self.move(number)}"
        return self.marked(number, text)

    def marked(self, number: int, text: str) -> str:
        """What is told of an entry, marked if the table has taken it back."""
        return self.screen.taken_back(text) if number in self._side.taken_back else text


class Comparison:
    """Tells how two games differ, line by line.

    Args:
        found: What was found.
        files: Where the games come from.
        lang: The language asked for.

    Attributes:
        screen: The words, and the width.
        tellers: What tells the entries of each game.
    """

    def __init__(self, found: Diff, files: tuple[object, object], lang: str | None) -> None:
        self.found = found
        self.files = files
        self.tellers = (Teller(found.a, lang), Teller(found.b, lang))
        self.screen = self.tellers[0].screen
        self._arrow = "→" if self.screen.drawn else "->"

    # -- by cause -------------------------------------------------------------------------------------------

    def told(self) -> Iterator[str]:
        """All of it: where they part, then by cause, then the states."""
        yield from self._sides()
        yield from self._wrapped(self._parting())
        yield from self.remarks()
        sections: dict[DiffCause, list[Difference]] = {}
        for one in self.found.differences:
            sections.setdefault(one.cause, []).append(one)
        for cause in self._in_order(sections):
            yield ""
            yield self._heading(cause)
            yield from self._section(cause, sections[cause])
        if self.found.state:
            yield ""
            yield self._heading("knowledge" if self.found.knowledge else "state")
            yield from self._state()

    def _in_order(self, sections: Mapping[DiffCause, Sequence[Difference]]) -> list[DiffCause]:
        """What the games part by first, and what leaves the play as it is last."""
        last = len(self.found.differences)
        ranks = dict.fromkeys(sections, last)
        for rank, one in enumerate(self.found.differences):
            if not self._begins_a_branch(one):  # that parts no games yet; what it goes on with does
                ranks[one.cause] = min(ranks[one.cause], rank)
        return sorted(sections, key=lambda cause: (cause in MILD, ranks[cause]))

    def _begins_a_branch(self, one: Difference) -> bool:
        fork = self.found.fork
        if fork is None:
            return False
        there = (one.a, one.b)
        mine, other = ((fork.entry + 1, None), (None, fork.entry + 1))
        return (fork.branches[0] and there == mine) or (fork.branches[1] and there == other)

    def counted(self) -> Iterator[str]:
        """How often each cause was found."""
        yield from self._wrapped(self._parting())
        yield from self.remarks()
        causes = self.found.causes
        names = self.names()
        room = max([columns(names[cause]) for cause in causes], default=0)
        width = max([len(str(count)) for count in causes.values()], default=0)
        for cause, count in causes.items():
            yield f"  {pad(names[cause], room)}  {count:>{width}}"

    def _sides(self) -> Iterator[str]:
        for name, file, side, teller in zip(
            "AB", self.files, (self.found.a, self.found.b), self.tellers, strict=True
        ):
            screen = teller.screen
            words = [
                screen.position(side.position, len(side.log)),
                screen.viewer(side.viewer),
                screen.branch(),
            ]
            if side.log.shows != "full" and side.viewer is None and not self.found.limits:
                words.append(screen.shows())
            told = ", ".join(fit(word, _VALUE) for word in words if word)
            label = f"{name}  {fit(_output.printable(str(file)), screen.width - 3)}"
            if columns(label) + columns(told) + 2 <= screen.width:
                yield f"{self.screen.bold(label)}  {told}"
            else:
                yield self.screen.bold(label)
                for line in _output.wrapped(told, "   ", screen.width):
                    yield f"   {line}"

    def _parting(self) -> str:
        """Where the games part, as a sentence."""
        _, ngettext = self.screen.texts.gettext, self.screen.texts.ngettext
        found, fork = self.found, self.found.fork
        if found.equal:
            return _("Both may see the same") if found.knowledge else _("Nothing differs")
        if fork is None:
            if not found.differences:
                return _("All entries are the same")
            return _("The play is the same") if found.same_play else _("All entries say the same")
        if fork.entry == 0 and fork.by == "play":
            return _("They differ from the first entry on")
        if fork.entry == 0:
            told = _("The headers are the same, byte for byte")
        elif fork.by == "bytes":
            told = ngettext(
                "The first {count} entry is the same, byte for byte",
                "The first {count} entries are the same, byte for byte",
                fork.entry,
            )
        else:
            told = ngettext(
                "The first {count} entry says the same", "The first {count} entries say the same", fork.entry
            )
        told = told.format(count=fork.entry)
        branches = [name for name, branch in zip("AB", fork.branches, strict=True) if branch]
        if branches:
            named = _("{names} branches off there") if len(branches) == 1 else _("{names} branch off there")
            told += "; " + named.format(names=self.screen.narrator.texts.join(branches))
        return told

    def remarks(self) -> Iterator[str]:
        """What must be known to understand the answer."""
        _, ngettext = self.screen.texts.gettext, self.screen.texts.ngettext
        found = self.found
        if found.limits:
            seen = [fit(self.screen.viewer(viewer), _VALUE) for viewer in found.limits]
            yield from self._wrapped(_("Compared {seen}: a copy shows no more").format(seen=", ".join(seen)))
        if found.unseen:
            told = ngettext(
                "{count} value was not compared: one side does not show it",
                "{count} values were not compared: one side does not show them",
                found.unseen,
            )
            yield from self._wrapped(told.format(count=found.unseen))
        passed_over = found.a.passed_over + found.b.passed_over
        if passed_over:
            told = ngettext(
                "{count} entry that was taken back was not compared: --retracted compares it too",
                "{count} entries that were taken back were not compared: --retracted compares them too",
                passed_over,
            )
            yield from self._wrapped(told.format(count=passed_over))
        if not found.realigned:
            told = _("Too much differs to bring later entries together: they are compared as they stand")
            yield from self._wrapped(told)

    def _wrapped(self, text: str) -> Iterator[str]:
        return _output.wrapped(text, "", self.screen.width)

    def _heading(self, cause: DiffCause) -> str:
        return self.screen.bold(self.names()[cause])

    def names(self) -> Mapping[DiffCause, str]:
        _ = self.screen.texts.gettext
        prefix = [one for one in self.found.differences if one.cause == "prefix"]
        longer = _("Only A goes on") if prefix and prefix[0].a is not None else _("Only B goes on")
        return {
            "rules": _("Other rules"),
            "options": _("Other options"),
            "choice": _("Another choice"),
            "luck": _("Other luck"),
            "consequence": _("The same move, another consequence"),
            "removed": _("Only A has the entry"),
            "inserted": _("Only B has the entry"),
            "prefix": longer,
            "names": _("Other names"),
            "tags": _("Other tags"),
            "notes": _("Other notes"),
            "record": _("Another record of it"),
            "state": _("Another state"),
            "knowledge": _("Other knowledge"),
        }

    def _section(self, cause: DiffCause, listed: Sequence[Difference]) -> Iterator[str]:
        if cause == "record":
            yield from self._record(listed)
            return
        if cause in _HEADERS:
            yield from self._changes([change for one in listed for change in one.changes])
            return
        room = max(len(_numbers(one)) for one in listed[:_SHOWN])
        for one in listed[:_SHOWN]:
            yield from self._difference(one, room)
        if len(listed) > _SHOWN:
            yield f"  {self._more(len(listed) - _SHOWN)}"

    def _more(self, count: int) -> str:
        return self.screen.texts.gettext("… and {count} more").format(count=count)

    def _record(self, listed: Sequence[Difference]) -> Iterator[str]:
        """What is of no interest to most: only that it differs."""
        ngettext = self.screen.texts.ngettext
        parts: list[str] = []
        of_luck = noted = 0
        for one in listed:
            if one.a is None and one.b is None:
                parts += dict.fromkeys(str(change.path.steps[0]) for change in one.changes)
            elif (
                one.a is None
                or one.b is None
                or any(change.path.steps[0] == "move" for change in one.changes)
            ):
                of_luck += 1
            else:
                noted += one.count
        if of_luck:
            told = ngettext("{count} entry about its luck", "{count} entries about its luck", of_luck)
            parts.append(told.format(count=of_luck))
        if noted:
            told = ngettext("notes beside {count} entry", "notes beside {count} entries", noted)
            parts.append(told.format(count=noted))
        yield from _output.hung("  ", ", ".join(parts), self.screen.width)

    def _difference(self, one: Difference, room: int) -> Iterator[str]:
        label = f"  {_numbers(one).rjust(room)}  "
        a, b = self.tellers
        if one.cause == "prefix":
            told = self.screen.texts.ngettext("{count} entry", "{count} entries", one.count)
            yield label + told.format(count=one.count)
        elif one.b is None and one.a is not None:
            yield from self._hung(f"{label}{a.actor(one.a)}: ", a.marked(one.a, a.move(one.a)))
        elif one.a is None and one.b is not None:
            yield from self._hung(f"{label}{b.actor(one.b)}: ", b.marked(one.b, b.move(one.b)))
        elif one.a is not None and one.b is not None:
            old, new = a.move(one.a), b.move(one.b)
            text = f"{old} {self._arrow} {new}" if one.cause in ("choice", "luck") or old != new else old
            text = b.marked(one.b, text) if one.a in self.found.a.taken_back else text
            yield from self._hung(f"{label}{a.actor(one.a)}: ", text)
            if one.cause in ("consequence", "notes") and old == new:
                yield from self._changes(beside_moves(one), " " * len(label), one)

    def _hung(self, label: str, text: str) -> Iterator[str]:
        return _output.hung(label, text, self.screen.width)

    # -- values ---------------------------------------------------------------------------------------------

    def _state(self) -> Iterator[str]:
        yield from self._changes(self.found.state or ())

    def _changes(
        self, changes: Sequence[Change], indent: str = "", of: Difference | None = None
    ) -> Iterator[str]:
        """Fields with their values, and lists with what was lost and gained; those of entries with the event's name."""
        rows = [*self._values(changes, of)]
        more = 0 if of is None else max(len(rows) - _CHANGES, 0)
        rows = rows[: len(rows) - more]
        room = max([columns(path) for path, _ in rows], default=0)
        room = min(room, self.screen.width // 3)
        for path, text in rows:
            label = f"{indent}  {pad(path, room) if columns(path) <= room else path}  "
            yield from _output.hung(label, text, self.screen.width)
        if more:
            yield f"{indent}  {self._more(more)}"

    def _values(self, changes: Sequence[Change], of: Difference | None) -> Iterator[tuple[str, str]]:
        for where, group in groupby(changes, key=_listed):
            run = [*group]
            if where is not None:
                lost = [_plain(change.old, of) for change in run if change.new is MISSING]
                gained = [_plain(change.new, of) for change in run if change.old is MISSING]
                yield _short(where), self._lost_and_gained(lost, gained)
                continue
            for change in run:
                yield (
                    named(change, of),
                    f"{self._shown(change.old)} {self._arrow} {self._shown(change.new)}",
                )

    def _lost_and_gained(self, lost: Sequence[str], gained: Sequence[str]) -> str:
        _ = self.screen.texts.gettext
        if self.found.knowledge:
            first, second = ", ".join(lost) or _("nothing"), ", ".join(gained) or _("nothing")
            return f"A: {first}; B: {second}"
        told = []
        if lost:
            told.append(_("lost {items}").format(items=", ".join(lost)))
        if gained:
            told.append(_("gained {items}").format(items=", ".join(gained)))
        return "; ".join(told)

    def _shown(self, value: Any) -> str:
        if value is MISSING:
            return self.screen.texts.gettext("nothing")
        return fit(_output.dumps(value), _VALUE)


def _numbers(one: Difference) -> str:
    """The numbers of entries: of both games where they are not the same."""
    if one.cause == "prefix":
        first = one.a or one.b or 0
        return f"{first}-{first + one.count - 1}" if one.count > 1 else str(first)
    if one.a is None or one.b is None or one.a == one.b:
        return str(one.a or one.b)
    return f"{one.a}/{one.b}"


def beside_moves(one: Difference) -> Sequence[Change]:
    """What differs in entries with equal moves: in their events, or in what is noted beside them."""
    part = {"consequence": "events", "notes": "meta"}.get(one.cause)
    return [change for change in one.changes if change.path.steps[:1] == (part,)]


def named(change: Change, of: Difference | None) -> str:
    """A path; one into an event with the event's name."""
    path = _short(str(change.path))
    old, new = (None, None) if of is None else (of.old, of.new)
    match change.path.steps:
        case ("events", int(number), _, *_) if old is not None and new is not None:
            names = {entry["events"][number]["type"] for entry in (old, new)}
            return f"{path} ({names.pop()})" if len(names) == 1 else path
        case _:
            return path


def _listed(change: Change) -> str | None:
    """The list that something is lost from or gained by, or ``None``."""
    if MISSING not in (change.old, change.new) or not isinstance(change.path.steps[-1], int):
        return None
    return str(Path(change.path.steps[:-1]))


def _plain(value: Any, of: Difference | None) -> str:
    """An item of a list; of an entry's events only the name."""
    if of is not None and isinstance(value, dict) and "type" in value:
        value = value["type"]
    return fit(_output.printable(value) if isinstance(value, str) else _output.dumps(value), _VALUE)


def _short(path: str) -> str:
    return fit(_output.printable(path), _VALUE)
