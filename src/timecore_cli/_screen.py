"""How a game looks to a person: headings, names, who is to move, the board, in one language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from timecore.actors import CHANCE, PUBLIC, TABLE
from timecore.display import in_ascii
from timecore.narrate import Narrator
from timecore.tablerows import AWAITED, NONCES_TAG, draws_kept
from timecore_cli import _output
from timecore_cli._texts import language, texts

if TYPE_CHECKING:
    from timecore.actors import Actor, Viewer
    from timecore.chance import Luck
    from timecore.log import Log
    from timecore.record import RawEntry
    from timecore.replay import Position, Replay, Step
    from timecore.ruleset import Result, Ruleset

__all__ = ["Screen", "short_name"]

#: How many digits of a branch's name are enough for people.
_SHORT: Final = 8


#: What a seal may say of a game that its rules do not know.
_BY_TABLE: Final = ("forfeit", "void")


class Screen:
    """Texts about one game.

    Args:
        log: The game.
        lang: The language asked for, ``None`` for the locale's.
        rules: Its ruleset; ``None`` where it is not at hand.
    """

    def __init__(self, log: Log, lang: str | None, rules: Ruleset[Any] | None) -> None:
        self.log = log
        self.lang = language(lang)
        self.texts = texts(self.lang)
        self.colour = _output.colour_wanted()
        self.width = _output.width()
        self.drawn = _output.draws()
        self.narrator = Narrator(log.header.seats, rules, self.lang)

    # -- words ----------------------------------------------------------------------------------------------

    def bold(self, text: str) -> str:
        """A heading."""
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text

    def dim(self, text: str) -> str:
        """Something beside the point."""
        return f"\x1b[2m{text}\x1b[0m" if self.colour else text

    def seats(self) -> str:
        """All seats with their numbers."""
        return ", ".join(f"{seat} {name}" for seat, name in enumerate(self.narrator.names))

    def viewer(self, viewer: Viewer | None) -> str:
        """Whose eyes the game is seen through; empty for all that the record shows."""
        if viewer is None:
            return ""
        if viewer is PUBLIC:
            return self.texts.gettext("as the public sees it")
        return self.texts.gettext("as {name} sees it").format(name=self.narrator.names[viewer])

    def shows(self) -> str:
        """What this copy of the record shows."""
        shows = self.log.shows
        _ = self.texts.gettext
        if shows == "full":
            return _("everything")
        if shows == "public":
            return _("what everybody may see")
        if shows.startswith("seat "):
            return _("what {name} may see").format(name=self.narrator.names[int(shows[5:])])
        return _("part of what is secret")

    def branch(self, log: Log | None = None) -> str:
        """Which branch of a game this is; empty for a trunk.

        Args:
            log: The game as it stands; by default as it stood at first.
        """
        name = short_name(log or self.log)
        return self.texts.gettext("branch {name}").format(name=name) if name else ""

    def luck(self) -> str:
        """Where luck comes from, and whether the seats were to have shares in it."""
        source = self._source(self.log.header.luck)
        if self.log.header.tags.get(NONCES_TAG) != AWAITED:
            return source
        return self.texts.gettext("{source}; each seat was asked for a share").format(source=source)

    def tags(self) -> list[str]:
        """The tags of the header, but for the one that :meth:`luck` tells."""
        return [
            f"{key}: {text}"
            for key, text in self.log.header.tags.items()
            if (key, text) != (NONCES_TAG, AWAITED)
        ]

    def luck_of(self, fork: RawEntry) -> str:
        """The luck that a branch goes on with.

        Args:
            fork: Its ``Branch``.
        """
        luck = fork.move[1]
        if luck is not None:
            return self._source(luck)
        kept = draws_kept(fork.meta)
        _ = self.texts.gettext
        if kept is None:
            return _("that of the trunk goes on")
        return _("that of the trunk goes on up to its draw {number}, the last it has made").format(
            number=kept
        )

    def _source(self, luck: Luck) -> str:
        _ = self.texts.gettext
        match luck.kind:
            case "sealed":
                return _("sealed before the first draw")
            case "given":
                return _("follows from a given seed")
            case "manual":
                return _("made at a real table")

    def position(self, position: Position, end: int) -> str:
        """A position."""
        _ = self.texts.gettext
        if position.event:
            return _("After event {event} inside entry {entry} of {end}").format(
                event=position.event, entry=position.entry + 1, end=end
            )
        if not position.entry:
            return _("At the start")
        return _("After entry {entry} of {end}").format(entry=position.entry, end=end)

    def times(self, text: str, count: int) -> str:
        """Something that happened several times."""
        return self.texts.gettext("{text} ({count} times)").format(text=text, count=count)

    def taken_back(self, text: str) -> str:
        """Something that the table has taken back since."""
        return self.texts.gettext("{text} (taken back)").format(text=text)

    def without_effect(self, text: str) -> str:
        """A move of the table that stands where it may not."""
        return self.texts.gettext("{text} (irregular, it changes nothing)").format(text=text)

    def taken_back_by(self, replay: Replay) -> str:
        """That the cursor stands on, or in, an entry that the table has taken back since; empty if not."""
        from timecore.course import retracted

        here = replay.position
        by = retracted(self.log).get(here.entry + (1 if here.event else 0))
        if by is None:
            return ""
        return self.texts.gettext("Entry {by} has taken this back").format(by=by)

    # -- what needs the rules -------------------------------------------------------------------------------

    def title(self, replay: Replay) -> str:
        """The line above a board or a list: the cursor's position, and whose eyes look."""
        words = [
            self.position(replay.position, replay.end),
            self.branch(replay.log),
            self.viewer(replay.viewer),
        ]
        return self.bold(", ".join(filter(None, words)))

    def board(self, replay: Replay, height: int | None = None) -> str:
        """The board at the cursor, of so many lines at most."""
        drawn = self.narrator.board(
            replay.state,
            width=self.width,
            height=height,
            colour=self.colour,
            closed=not replay.standing.open,
        )
        return _output.escape(drawn if self.drawn else in_ascii(drawn), colour=self.colour)

    def to_act(self, replay: Replay) -> str:
        """Who may move at the cursor, as a sentence; why nobody may."""
        actors = replay.to_act
        _, ngettext = self.texts.gettext, self.texts.ngettext
        if actors == (CHANCE,):
            return _("Chance is to act")
        if actors:
            names = self.narrator.texts.join([self.narrator.actor(actor) for actor in actors])
            return ngettext("{names} is to move", "{names} are to move", len(actors)).format(names=names)
        ended = self.ended(replay)
        if ended is not None:
            return ended
        if replay.position.event:
            return _("Nobody is to move inside an entry")
        standing = replay.standing
        if standing.adjourned or (standing.sealed is not None and standing.sealed.status == "adjourned"):
            return _("The game is adjourned")
        return _("Nobody is to move")

    def may(self, actor: Actor, count: int) -> str:
        """The line above an actor's legal moves."""
        told = self.texts.ngettext("{name}: {count} legal move", "{name}: {count} legal moves", count)
        name = self.narrator.actor(actor)
        return self.bold(told.format(name=name[:1].upper() + name[1:], count=count))

    def outcome(self, replay: Replay) -> str:
        """How the game has ended at the cursor, or that it goes on, and who is to move."""
        ended = self.ended(replay)
        if ended is not None:
            return ended
        if not replay.standing.open:
            return self.to_act(replay)
        if replay.position.event:
            return self.texts.gettext("The game goes on")
        return f"{self.texts.gettext('The game goes on')}. {self.to_act(replay)}"

    def ended(self, replay: Replay) -> str | None:
        """How the game has ended at the cursor, as a sentence; ``None`` while it goes on."""
        standing = replay.standing
        if standing.ended_by is not None or (
            standing.sealed is not None and standing.sealed.status in _BY_TABLE
        ):
            return self._ended_by_table(replay)
        result = replay.rules.result(replay.state)
        return None if result is None else self._ending(replay, result)

    def _ended_by_table(self, replay: Replay) -> str:
        """That the game is void; or who has forfeited, and who wins by that: as the seal says, else as it follows."""
        from timecore.ending import FORFEITED, WON, ending
        from timecore.table import Forfeit, Void

        standing, seats = replay.standing, len(self.narrator.names)
        status: str
        status, tokens = ending(standing, replay.rules.result(replay.state), seats)
        if standing.sealed is not None and standing.sealed.status in _BY_TABLE:
            status, tokens = standing.sealed.status, standing.sealed.result
        if status == "void":
            void = standing.ended_by if isinstance(standing.ended_by, Void) else Void("")
            return self.narrator.move(void, TABLE)
        told = [
            self.narrator.move(Forfeit(seat), TABLE) for seat in range(seats) if tokens[seat] == FORFEITED
        ]
        winners = [name for name, said in zip(self.narrator.names, tokens, strict=False) if said == WON]
        return ". ".join([*told, *([self._win(winners)] if winners else [])])

    def _ending(self, replay: Replay, result: Result) -> str:
        """In the game's own words where an event says how it ended."""
        last = _last_step(replay)
        if last is not None:
            return self.narrator.step(last)
        winners = [self.narrator.names[seat] for seat in result.winners]
        if not winners:
            return self.texts.gettext("Nobody wins")
        return self._win(winners)

    def _win(self, winners: Sequence[str]) -> str:
        names = self.narrator.texts.join(winners)
        return self.texts.ngettext("{names} wins", "{names} win", len(winners)).format(names=names)


def short_name(log: Log) -> str:
    """The name of a branch, as short as people need it; empty for a trunk."""
    return "" if log.branch is None else log.branch.hex()[:_SHORT]


def _last_step(replay: Replay) -> Step | None:
    """The event that gave the game its result."""
    result_of = replay.rules.result
    last = replay.position.entry + (1 if replay.position.event else 0)
    for number in range(last, 0, -1):
        if not replay.entries[number - 1].events or result_of(replay.state_at(number - 1)) is not None:
            continue  # what the table did after the end
        steps = replay.steps(number - 1, number, before=True)
        return next((step for step in steps if result_of(step.state) is not None), None)
    return None
