"""Tests of rules in three words: *given* what happened, *when* somebody moves, *then* this follows.

::

    given(RULESET, Dealt(0, "ace"), Dealt(1, "king"), …, players=2)
        .when(1, Bid(100))
        .then(BidMade(1, 100))
    given(RULESET, *moves, players=2).when(0, Play("queen")).refused("TY-10")

Nothing is mocked and no state is set up by hand. What fails shows expected and actual events as
JSON, line by line. Works under any test runner: all it needs is :class:`AssertionError`.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from timecore.actors import Actor
from timecore.entry import Entry
from timecore.errors import IllegalMove, MoveRefused
from timecore.fold import advance
from timecore.messages import Event, Message, Move
from timecore.ruleset import Ruleset

__all__ = ["Case", "Given", "Past", "Refusal", "given", "refusal"]

Past: TypeAlias = "Event[Any] | tuple[Actor, Move] | Entry"
"""What has happened: an event, a move that is decided by the rules, or an entry of a log."""


@attrs.frozen
class Refusal:
    """What :meth:`Case.then` expects of a move that is refused; made by :func:`refusal`.

    Attributes:
        rule: The number of the rule that the refusal must name.
        legal: What the refusal must list as legal, or ``None`` for anything.
    """

    rule: str
    legal: tuple[Move, ...] | None = None


def refusal(rule: str, *, legal: Sequence[Move] | None = None) -> Refusal:
    """A refusal that names this rule, for :meth:`Case.then`.

    Args:
        rule: The number of the rule, such as ``"TC-44"``.
        legal: The moves that it lists as legal, in order; ``None`` does not look.
    """
    return Refusal(rule, None if legal is None else tuple(legal))


@attrs.frozen
class Given:
    """A game so far; made by :func:`given`, and by :meth:`Case.then` to go on from there.

    Attributes:
        rules: The ruleset.
    """

    rules: Ruleset[Any]
    _state: Any = attrs.field(repr=False)

    @property
    def state(self) -> Any:
        """The state now, a copy of its own."""
        return self._state.copy()

    @property
    def to_act(self) -> tuple[Actor, ...]:
        """Who may move now."""
        return self.rules.to_act(self._state)

    def legal_moves(self, actor: Actor) -> tuple[Move, ...]:
        """The legal moves of an actor, in the ruleset's order."""
        return tuple(self.rules.legal_moves(self._state, actor))

    def when(self, actor: Actor, move: Move | Mapping[str, Any]) -> Case:
        """Somebody asks for a move.

        Args:
            actor: A seat or ``CHANCE``.
            move: A move, or the JSON object of one, which may be no move at all.
        """
        return Case(self, actor, move)


@attrs.frozen
class Case:
    """A move that is asked for; made by :meth:`Given.when`."""

    _given: Given
    _actor: Actor
    _move: Move | Mapping[str, Any]

    def then(self, *expected: Event[Any] | Refusal) -> Given:
        """Exactly these events follow, in this order, or this refusal.

        Args:
            expected: Events, or one :func:`refusal`.

        Returns:
            The game with these events; as it was if the move was refused.

        Raises:
            AssertionError: Something else follows; shows the difference.
        """
        __tracebackhide__ = True
        if len(expected) == 1 and isinstance(expected[0], Refusal):
            return self._refused(expected[0])
        try:
            events = self._decide(self._given.state)
        except MoveRefused as error:
            msg = f"{self._asked()}: expected events, but it was refused: {error}{_legal(error)}"
            raise AssertionError(msg) from error
        if events != expected:
            msg = f"{self._asked()}: other events than expected\n{_difference(expected, events)}"
            raise AssertionError(msg)
        return Given(self._given.rules, advance(self._given.state, events))

    def refused(self, rule: str, *, legal: Sequence[Move] | None = None) -> Given:
        """The move is refused by this rule and changes nothing: short for ``then(refusal(rule))``.

        Args:
            rule: The number of the rule, such as ``"TC-44"``.
            legal: The moves that the refusal lists as legal, in order; ``None`` does not look.

        Returns:
            The game as it was.

        Raises:
            AssertionError: It was not refused, or by another rule, or the state was changed.
        """
        __tracebackhide__ = True
        return self.then(refusal(rule, legal=legal))

    def _refused(self, expected: Refusal) -> Given:
        __tracebackhide__ = True
        state = self._given.state
        before = state.to_json()
        try:
            events = self._decide(state)
        except MoveRefused as error:
            if error.rule != expected.rule:
                msg = f"{self._asked()}: expected to be refused by {expected.rule}, but: {error}"
                raise AssertionError(msg) from error
            legal = error.legal if isinstance(error, IllegalMove) else ()
            if expected.legal is not None and legal != expected.legal:
                msg = (
                    f"{self._asked()}: refused, but other moves than expected are listed as legal\n"
                    f"{_difference(expected.legal, legal)}"
                )
                raise AssertionError(msg) from error
            if state.to_json() != before:
                msg = f"{self._asked()}: the refusal changed the state"
                raise AssertionError(msg) from error
            return self._given
        lines = "\n".join(_line(event) for event in events)
        msg = f"{self._asked()}: expected to be refused by {expected.rule}, but it caused\n{lines}"
        raise AssertionError(msg)

    def _decide(self, state: Any) -> tuple[Event[Any], ...]:
        rules = self._given.rules
        move = self._move if isinstance(self._move, Move) else rules.move_from_json(self._move)
        return rules.decide(state, self._actor, move)

    def _asked(self) -> str:
        return f"actor {self._actor} asks for {_line(self._move)}"


def given(rules: Ruleset[Any], *past: Any, options: Mapping[str, Any] | None = None, **more: Any) -> Given:
    """A game in which something has happened.

    Args:
        rules: The ruleset.
        past: In order: events, which are applied; pairs ``(actor, move)``, which are decided first;
            entries of a log, whose events are applied. The first may be a state to begin with,
            which is copied.
        options: Options of the game in JSON types, for which defaults are filled in.
        more: Further options by name, such as ``players=4``.

    Raises:
        OptionRefused: The options are not those of a game (they need not be given beside a state).
        IllegalMove: A move of the past was not legal.
        ValueError: An event of the past contradicts the state before it.
    """
    if past and not isinstance(past[0], Message | Entry | tuple):
        state, *rest = past
        state = state.copy()
    else:
        rest = list(past)
        state = rules.start(rules.resolve_options({**(options or {}), **more}))
    for one in rest:
        match one:
            case Event():
                advance(state, (one,))
            case Entry():
                advance(state, one.events)
            case (int(actor), Move() as move):
                advance(state, rules.decide(state, actor, move))
            case _:
                msg = f"the past holds events, entries and pairs of actor and move, not {one!r}"
                raise TypeError(msg)
    return Given(rules, state)


def _line(message: object) -> str:
    value: object = message.to_json() if isinstance(message, Message) else message
    return json.dumps(value, ensure_ascii=False, default=repr)


def _legal(error: MoveRefused) -> str:
    if not isinstance(error, IllegalMove):
        return ""
    return "\nlegal: " + (", ".join(map(_line, error.legal)) or "nothing")


def _difference(expected: Sequence[Any], actual: Sequence[Any]) -> str:
    lines = difflib.ndiff([_line(one) for one in expected], [_line(one) for one in actual])
    return "- expected, + actual\n" + "\n".join(line.rstrip("\n") for line in lines)
