"""Pairs of games that differ only in what one viewer cannot see."""

from __future__ import annotations

from collections.abc import Collection
from itertools import zip_longest
from typing import Any

import attrs

from timecore.actors import CHANCE, Actor, Viewer
from timecore.entry import Entry
from timecore.fold import advance
from timecore.messages import Event, Move
from timecore.redact import redact, redact_message
from timecore.testing._dice import Dice
from timecore.testing._playing import Playing, ShownInALine

__all__ = ["Twins", "make_twins"]


@attrs.frozen(repr=False)
class Twins(ShownInALine):
    """Two games that look the same to a viewer, as far as they do.

    Attributes:
        viewer: A seat or ``PUBLIC``.
        one: The game that was there first, up to the entry in which the two part.
        other: Its twin, as long. Hidden draws and hidden choices were made anew in it, and then
            the same moves were asked for, as far as they were still legal.
        shared: How many entries look the same to the viewer.
        changed: How many of these differ all the same; 0 if there was nothing to change.
        first: The entry, from 1, that is the first to differ.
        parted: The first event of each that looks different (``None`` where one has none), if the
            two part in the last entry; else ``None``: the rest of the first game is not possible in
            the second, so the viewer learns there, too, what was hidden.
        reveals: The event classes that tell what was hidden; ``None`` if they are not known.
        actors: Who is to act in each after the entries that look the same, if that differs; else ``None``.
    """

    viewer: Viewer
    one: Playing
    other: Playing
    shared: int
    changed: int
    first: int = 0
    parted: tuple[Event[Any] | None, Event[Any] | None] | None = None
    reveals: tuple[type[Event[Any]], ...] | None = None
    actors: tuple[tuple[Actor, ...], tuple[Actor, ...]] | None = None

    def __repr__(self) -> str:
        return (
            f"<twins of {self.one} for {self.viewer!r}, {self.shared} entries alike, {self.changed} changed>"
        )

    def leak(self) -> str | None:
        """How the two part although nothing was revealed, or ``None`` if all is well.

        Only an event may tell the viewer what is hidden. Without ``reveals``, any event that
        differs counts as one that tells, unless the move itself is hidden from the viewer and
        others are yet to choose: a draw face down, or a secret choice before the last, shows
        nothing. Who is to act is never hidden: if somebody is asked in one game only, that tells
        what they hold.
        """
        if self.actors is not None:
            return (
                f"after {self.shared} entries that {self.viewer!r} sees alike, to act are {self.actors[0]} in one game "
                f"and {self.actors[1]} in another that differs only in what was hidden before"
            )
        if self.parted is None:
            return None
        entry, twin = self.one.entries[self.shared], self.other.entries[self.shared]
        text = (
            f"entry {entry.seq} shows {self.viewer!r}\n  {_shown(self.parted[0])}\n"
            f"in one game and\n  {_shown(self.parted[1])}\n"
            "in another that differs only in what was hidden before, or in this move:\n"
            f"  {entry.actor}: {entry.move}\n  {twin.actor}: {twin.move}"
        )
        if not self.changed and entry.move == twin.move:
            return "the same moves have other consequences: " + text
        if self.reveals is not None:
            told = any(type(event) in self.reveals for event in self.parted)
            return None if told else text + "\nand no event of a kind that reveals anything"
        hidden = redact_message(entry.move, self.viewer, entry.actor) is not entry.move
        state = self.one.until(self.shared)
        last = list(state.states())[-1]
        alone = entry.actor != CHANCE and len(self.one.rules.to_act(last)) == 1
        return text if hidden and not alone else None


def make_twins(
    game: Playing,
    viewer: Viewer,
    dice: Dice,
    *,
    reveals: Collection[type[Event[Any]]] | None = None,
    attempts: int = 3,
) -> Twins:
    """A twin of a game, for one viewer: the best of a few attempts.

    Args:
        game: What to make a twin of.
        viewer: Who must not see a difference.
        dice: Chooses what to change.
        reveals: The event classes that tell what was hidden; ``None`` if they are not known.
        attempts: How many twins to try; the one that stays alike for longest after its first change
            is taken.
    """
    hidden: dict[type[Move], list[int]] = {}
    for index, entry in enumerate(game.entries):
        if redact_message(entry.move, viewer, entry.actor) is not entry.move:
            hidden.setdefault(type(entry.move), []).append(index)
    if not hidden:
        return Twins(viewer, game, game, len(game.entries), 0)
    found: list[Twins] = []
    for _ in range(attempts):
        kind = dice.choose(list(hidden))  # else the many deals of a game would crowd out the rest
        twins = _follow(game, viewer, dice, dice.choose(hidden[kind]))
        if reveals is not None:
            twins = attrs.evolve(twins, reveals=tuple(reveals))
        if twins.leak() is not None:
            return twins  # what is most worth telling
        found.append(twins)
    return max(found, key=lambda twins: twins.shared - twins.first if twins.changed else -1)


def _follow(game: Playing, viewer: Viewer, dice: Dice, point: int) -> Twins:
    """Play the game again, with something hidden changed from entry ``point`` (from 0) on."""
    rules = game.rules
    # What is drawn or chosen again later in this game had better not be taken before its time.
    last = {_secret(entry.move): index for index, entry in enumerate(game.entries)}
    state = game.start()
    entries: list[Entry] = []
    changed = 0
    first = 0

    def twins(
        parted: tuple[Event[Any] | None, Event[Any] | None] | None = None,
        actors: tuple[tuple[Actor, ...], tuple[Actor, ...]] | None = None,
    ) -> Twins:
        shared = len(entries) - (parted is not None)
        other = attrs.evolve(game, entries=tuple(entries))
        one = game.until(len(entries))
        return Twins(viewer, one, other, shared, changed, first, parted, None, actors)

    for index, (before, entry) in enumerate(game.before()):
        actor, move = entry.actor, entry.move
        if index >= point:
            actors, expected = rules.to_act(state), rules.to_act(before)
            if actors != expected:
                return twins(actors=(expected, actors))
            seen = redact_message(move, viewer, actor)
            legal = rules.legal_moves(state, actor) if actor in actors else ()
            same = [one for one in legal if redact_message(one, viewer, actor) == seen]
            if not same:
                return twins()
            others = [one for one in same if one != move]
            wanted = move not in same or (others and (not changed or not dice.below(3)))
            if wanted:
                later = [one for one in others if last.get(_secret(one), -1) <= index]
                move = dice.choose(later if later and dice.below(4) else others)
        events = entry.events if index < point else tuple(rules.decide(state, actor, move))
        twin = Entry(entry.seq, actor, move, events)
        entries.append(twin)
        parting = _parting(entry, twin, viewer)
        if parting is not None:
            return twins(parting)
        if twin != entry:
            changed += 1
            first = first or entry.seq
        advance(state, events)
    actors, expected = rules.to_act(state), rules.to_act(list(game.states())[-1])
    return twins(actors=(expected, actors)) if actors != expected else twins()


def _parting(one: Entry, other: Entry, viewer: Viewer) -> tuple[Event[Any] | None, Event[Any] | None] | None:
    """The first events of two entries that look different to a viewer."""
    pairs = zip_longest(redact(one, viewer).events, redact(other, viewer).events)
    return next(((left, right) for left, right in pairs if left != right), None)


def _secret(move: Move) -> tuple[Any, ...]:
    """What is private in a move: the card, without whom it was dealt to."""
    return (type(move), *(getattr(move, move.specs[index].name) for index in move.private))


def _shown(event: Event[Any] | None) -> str:
    return "nothing more" if event is None else repr(event)
