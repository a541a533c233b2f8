"""Games in words: the languages there are, names, and a sentence for everything that can stand in a log.

English is what is written in the code. A package's other languages stand as compiled gettext catalogues in its
folder ``locale/``, the core's own and those of each ruleset; what a catalogue lacks is told in English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, assert_never

from timecore.actors import CHANCE, TABLE, Actor
from timecore.display import printable
from timecore.errors import UsageError
from timecore.hidden import HIDDEN, Hidden

if TYPE_CHECKING:
    from gettext import GNUTranslations

    from timecore.entry import Entry
    from timecore.messages import Event, Move
    from timecore.replay import Step
    from timecore.ruleset import Catalogue, Ruleset
    from timecore.table import AnyTableMove

__all__ = ["Narrator", "catalogue", "seat_names"]


# -- languages ----------------------------------------------------------------------------------------------------


class _Texts:
    """A catalogue as :class:`timecore.ruleset.Catalogue` asks for it; without translations it is English."""

    __slots__ = ("_translations", "lang")

    def __init__(self, lang: str, translations: GNUTranslations | None) -> None:
        self.lang = lang
        self._translations = translations

    def gettext(self, message: str, /) -> str:
        return message if self._translations is None else self._translations.gettext(message)

    def ngettext(self, singular: str, plural: str, n: int, /) -> str:
        if self._translations is None:
            return singular if n == 1 else plural
        return self._translations.ngettext(singular, plural, n)

    def join(self, names: Sequence[str], /) -> str:
        if len(names) < 2:
            return "".join(names)
        link = _spanish_and(names[-1]) if self.lang == "es" else "and"
        return f"{', '.join(names[:-1])} {link} {names[-1]}"


def _spanish_and(word: str) -> str:
    """``e`` before the sound of an i, ``y`` before all else, a gliding i too: *e Inés*, *e Hilda*, *y Hierro*.

    A quotation mark in front of it is silent: *e «Inicio»*.
    """
    start = word.casefold().lstrip("«“\"'¿¡(").removeprefix("h")[:2]
    if start[:1] in ("i", "í"):
        return "y" if start[1:] in tuple("aeouáéóú") else "e"
    if start[:1] == "y" and start[1:].isalpha() and start[1:] not in tuple("aeiouáéíóú"):
        return "e"
    return "y"


def catalogue(lang: str = "en", ruleset: Ruleset[Any] | None = None) -> Catalogue:
    """What a ruleset, or the core, has to say in a language.

    Args:
        lang: The language, such as ``"es"``; a region behind it (``"es_MX"``) is passed over.
        ruleset: Whose texts; ``None`` for the core's own.

    Returns:
        The texts; English ones, and ``lang`` is then ``"en"``, where there is no such catalogue.
    """
    short = lang.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    if ruleset is None:
        return _catalogue(short, "timecore", "timecore")
    return _catalogue(short, type(ruleset).__module__, ruleset.name)


@lru_cache(maxsize=64)
def _catalogue(lang: str, module: str, domain: str) -> Catalogue:
    if lang == "en" or not (lang.isascii() and lang.isalpha()):
        return _Texts("en", None)
    from gettext import GNUTranslations  # English needs neither  # noqa: PLC0415
    from io import BytesIO  # noqa: PLC0415
    from pkgutil import get_data  # noqa: PLC0415

    try:
        data = get_data(module, f"locale/{lang}/LC_MESSAGES/{domain}.mo")
    except OSError:
        data = None
    if data is None:
        return _Texts("en", None)
    return _Texts(lang, GNUTranslations(BytesIO(data)))


# -- names ------------------------------------------------------------------------------------------------------


def seat_names(names: Sequence[str | Hidden], texts: Catalogue) -> tuple[str, ...]:
    """What to call the seats in print: every name harmless, and no two alike.

    A seat that nobody has named is called "Seat 0" in the record, and in the catalogue's language in print.

    Args:
        names: What people call them, ``HIDDEN`` where a name was erased.
        texts: The core's catalogue.
    """
    shown = [
        texts.gettext("Seat {seat}").format(seat=seat)
        if name is HIDDEN or not name.strip() or name == f"Seat {seat}"
        else printable(name)
        for seat, name in enumerate(names)
    ]
    return tuple(f"{name} ({seat})" if shown.count(name) > 1 else name for seat, name in enumerate(shown))


# -- sentences --------------------------------------------------------------------------------------------------


class Narrator:
    """Tells one game in one language. Nothing that it says holds a control character.

    Args:
        names: What people call the seats, by seat, as a header holds them; ``HIDDEN`` where a name was erased.
        ruleset: The game; ``None`` where it is not at hand: events and moves are then told by their fields.
        lang: The language; English where the ruleset does not speak it.

    Attributes:
        names: What the seats are called in sentences.
        texts: The catalogue of the ruleset.
    """

    def __init__(self, names: Sequence[str | Hidden], ruleset: Ruleset[Any] | None, lang: str = "en") -> None:
        self._core = catalogue(lang)
        self._ruleset = ruleset
        self.names = seat_names(names, self._core)
        self.texts = self._core if ruleset is None else catalogue(lang, ruleset)

    def event(self, event: Event[Any], before: Any = None) -> str:
        """What happened, as a sentence without a full stop.

        Args:
            event: What happened.
            before: The state, or the view, that it happened to: some games know by it what a card is called.
        """
        return self._told(event, before, self._ruleset.narrate if self._ruleset else None)

    def move(self, move: Move, actor: Actor = TABLE, before: Any = None) -> str:
        """What was asked for, in words: a phrase for a move of the ruleset, a sentence for one of the table.

        Args:
            move: What was asked for.
            actor: Who asked; the nonces of a seat are told with its name.
            before: The state, or the view, that it is asked of, as in :meth:`event`.
        """
        if move.of_table:
            return printable(_of_table(move, self.actor(actor), self.names, self._core))  # type: ignore[arg-type]
        return self._told(move, before, self._ruleset.describe if self._ruleset else None)

    def _told(
        self, one: Any, before: Any, tell: Callable[[Any, Any, Sequence[str], Catalogue], str] | None
    ) -> str:
        try:
            text = _plainly(one) if tell is None else tell(one, before, self.names, self.texts)
        except LookupError:
            # A record may hold an event of a seat or a thing that the game does not have; audit judges that.
            text = _plainly(one)
        return printable(text)

    def entry(self, entry: Entry, before: Any = None) -> Iterator[str]:
        """What an entry tells: its events, or what the table did.

        Args:
            entry: An entry, as the viewer it is told to may see it.
            before: The state, or that viewer's view, before it, as in :meth:`event`. It is not changed.
        """
        if entry.is_table:
            yield self.move(entry.move, entry.actor)
        state = None if before is None else before.copy()
        for event in entry.events:
            yield self.event(event, state)
            if state is not None:
                event.apply(state)

    def step(self, step: Step) -> str:
        """A step of a replay as a sentence: its event, or what the table did.

        Args:
            step: A step of :meth:`timecore.replay.Replay.steps`, called with ``before=True``.
        """
        if step.event is None:
            return self.move(step.entry.move, step.entry.actor)
        return self.event(step.event, step.before)

    def actor(self, actor: Actor) -> str:
        """Who acts: a seat's name, chance or the table."""
        if actor == CHANCE:
            return self._core.gettext("chance")
        if 0 <= actor < len(self.names):
            return self.names[actor]
        return self._core.gettext("the table")

    def board(
        self,
        state: Any,
        *,
        width: int = 80,
        height: int | None = None,
        colour: bool = False,
        closed: bool = False,
    ) -> str:
        """A state, or a viewer's view of one, as plain text.

        Args:
            state: What to draw.
            width: Columns to fit into.
            height: Lines to fit into, 1 or more; where the ruleset draws more, its last ones are only counted.
                ``None`` for as many as it takes.
            colour: Whether to add colour (ANSI escapes).
            closed: Whether the table has ended or adjourned the game, so that nobody is to move.

        Raises:
            UsageError: The ruleset is not at hand.
        """
        if self._ruleset is None:
            msg = "a board needs its ruleset"
            raise UsageError(msg, hint="Install the package that brings it.")
        drawn = self._ruleset.board(
            state, self.names, self.texts, width=width, height=height, colour=colour, closed=closed
        )
        return drawn if height is None else self._cut(drawn, height)

    def _cut(self, drawn: str, height: int) -> str:
        """No more lines than fit; how many there would have been is said in the last of them."""
        lines = drawn.split("\n")
        left_out = len(lines) - height + 1
        if left_out < 2:
            return drawn
        told = self._core.gettext("… {count} more lines").format(count=left_out)
        return "\n".join([*lines[: height - 1], told])


def _plainly(message: Event[Any] | Move) -> str:
    """A message of a ruleset that is not at hand: its type, and its fields as JSON would show them."""
    fields = message.to_json()
    name = fields.pop("type")
    told = ", ".join(f"{key} {value}" for key, value in fields.items())
    return f"{name}: {told}" if told else str(name)


def _of_table(move: AnyTableMove, actor: str, names: Sequence[str], texts: Catalogue) -> str:
    """A sentence for what the table did."""
    from timecore import table  # only games that a table has touched need it  # noqa: PLC0415

    _ = texts.gettext
    match move:
        case table.Retract(0):
            return _("The game goes back to its start")
        case table.Retract(to):
            return _("The game goes back to the state after entry {to}").format(to=to)
        case table.Rule(entry, text):
            return _with_reason(_("The arbiter lets entry {entry} stand").format(entry=entry), text)
        case table.Forfeit(seat):
            return _("{seat} forfeits the game").format(seat=_name(names, seat))
        case table.Void(text):
            return _with_reason(_("The game is void"), text)
        case table.Adjourn():
            return _("The game is adjourned")
        case table.Resume():
            return _("The game is resumed")
        case table.Note(text):
            return _with_reason(_("Note"), text)
        case table.Branch(chance):
            if chance is None:
                return _("A branch begins here; the luck goes on")
            if chance.kind == "manual":
                return _("A branch begins here; its luck is made at the table")
            return _("A branch begins here, with new luck")
        case table.RevealSeed():
            return _("The seed of the luck is revealed: all draws can be checked")
        case table.NonceCommit():
            return _("{seat} commits to a share in the luck").format(seat=actor)
        case table.NonceReveal():
            return _("{seat} reveals a share in the luck").format(seat=actor)
        case table.Seal(status, result):
            return _sealed(status, result, names, texts)
        case _:
            assert_never(move)


def _sealed(status: str, result: Sequence[str], names: Sequence[str], texts: Catalogue) -> str:
    _ = texts.gettext
    stati = {
        "finished": _("The record is sealed: the game is finished"),
        "forfeit": _("The record is sealed: the game was forfeited"),
        "void": _("The record is sealed: the game is void"),
        "adjourned": _("The record is sealed: the game is adjourned"),
    }
    tokens = {"1": _("winner"), "0": _("no winner"), "f": _("forfeited"), "-": _("undecided")}
    listed = ", ".join(
        f"{_name(names, seat)}: {tokens.get(token, token)}" for seat, token in enumerate(result)
    )
    # What a record holds against the rules of a seal is told as it stands.
    sentence = stati.get(status) or _("The record is sealed: {status}").format(status=status)
    return f"{sentence} ({listed})" if listed else sentence


def _with_reason(sentence: str, text: str) -> str:
    return f"{sentence}: {text}" if text.strip() else sentence


def _name(names: Sequence[str], seat: int) -> str:
    return names[seat] if 0 <= seat < len(names) else str(seat)
