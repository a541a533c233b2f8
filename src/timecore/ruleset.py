"""The questions that a game answers: the protocol between a ruleset and everything else.

A :class:`Ruleset` has a small half that every game answers (options, moves, events, ``start``, ``to_act``,
``legal_moves``, ``decide``, ``result``) and an optional half with a default for each part (weights of chance,
narration, board, rounds, invariants). All rules live in ``decide`` and ``legal_moves``; an event's ``apply``
only carries a recorded fact into the state. So an old log folds to the same state after the rules were mended.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeAlias, TypeVar

from timecore.errors import FileRefused, InvalidMove, UsageError
from timecore.hidden import HIDDEN
from timecore.messages import Event, Move, Part, Vocabulary
from timecore.options import option_specs, resolve, to_map

if TYPE_CHECKING:
    from timecore.actors import Actor, Seat
    from timecore.datafile import FileFault

__all__ = ["Bot", "BotFactory", "Catalogue", "Keywords", "Result", "Ruleset", "State", "pick"]


class State(Protocol):
    """What is known after folding some events. Only an event's ``apply`` changes it."""

    def copy(self) -> Self:
        """A state that shares nothing mutable with this one."""
        ...

    def to_json(self) -> dict[str, Any]:
        """The JSON form that the rules document gives; the state digest and all paths are those of this form."""
        ...


S = TypeVar("S", bound=State)


class Result(Protocol):
    """How a game ended."""

    @property
    def winners(self) -> Sequence[Seat]:
        """The seats that won, ascending; empty for a draw."""
        ...

    @property
    def reason(self) -> str:
        """Why the game is over, as the rules document names it."""
        ...

    def to_json(self) -> dict[str, Any]:
        """The JSON form that the rules document gives."""
        ...


class Catalogue(Protocol):
    """What narration and board need to speak a language. English is what is written in the code."""

    lang: str

    def gettext(self, message: str, /) -> str:
        """The message in this language."""
        ...

    def ngettext(self, singular: str, plural: str, n: int, /) -> str:
        """The message in this language, in the form for ``n`` things."""
        ...

    def join(self, names: Sequence[str], /) -> str:
        """Names in one phrase: ``"Ana, Ben and Cho"``."""
        ...


class Keywords:
    """What a type cannot say of a JSON form, in the words of JSON Schema: ``Annotated[int, Keywords(minimum=0)]``.

    Args:
        values: Any keywords of JSON Schema, with their values.
    """

    __slots__ = ("values",)

    def __init__(self, **values: Any) -> None:
        self.values: Mapping[str, Any] = values

    def __repr__(self) -> str:
        return f"Keywords({', '.join(f'{key}={value!r}' for key, value in self.values.items())})"


class Ruleset(ABC, Generic[S]):
    """One game. Instances hold no state of any game and may be shared by threads.

    Attributes:
        name: The name in records and on the command line: ``[a-z0-9_]+``.
        version: The version of the rules; rises whenever an old record would be judged differently.
        title: The name that people know.
        summary: What it is, in one line.
        seats: How many seats there may be.
        options: The options class (see :mod:`timecore.options`). It has a field ``players``.
        moves: The move classes; their order gives the codes in records.
        events: The event classes; their order gives the codes in records.
        options_rule: The rule that an unknown option breaks.
        move_rule: The rule that something which is no move of this game breaks.
        draws: How many draws a new record commits to: a power of two, 1 … 65536.
        languages: The languages that narration and board speak; English is first.
        file_option: The option that may name a data file, such as ``"deck"``; empty if the game reads none.
        file_rule: The rule that a file which cannot be read breaks.
        bots: Players that know this game, by name; each is called with a seed and gives a :data:`Bot`.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    title: ClassVar[str]
    summary: ClassVar[str]
    seats: ClassVar[range]
    options: ClassVar[type]
    moves: ClassVar[Vocabulary[Move]]
    events: ClassVar[Vocabulary[Event[Any]]]
    options_rule: ClassVar[str]
    move_rule: ClassVar[str]
    draws: ClassVar[int] = 256
    languages: ClassVar[tuple[str, ...]] = ("en",)
    file_option: ClassVar[str] = ""
    file_rule: ClassVar[str] = ""
    bots: ClassVar[Mapping[str, BotFactory]] = {}

    # -- what every game answers ----------------------------------------------------------------------------

    @abstractmethod
    def start(self, options: Any) -> S:
        """The state before the first event.

        Args:
            options: An instance of :attr:`options`.
        """

    @abstractmethod
    def to_act(self, state: S) -> tuple[Actor, ...]:
        """Who may move now, ascending: seats, or ``CHANCE`` alone. Empty when the game is over."""

    @abstractmethod
    def legal_moves(self, state: S, actor: Actor) -> Sequence[Move]:
        """Every legal move of an actor in the documented order; empty if it is not to act.

        Never empty for an actor in ``to_act``. Equal cards give one move.
        """

    @abstractmethod
    def decide(self, state: S, actor: Actor, move: Move) -> tuple[Event[S], ...]:
        """The events that a move causes, in order. Changes nothing.

        Raises:
            IllegalMove: The move is not legal; names the first rule it breaks and what was legal for the actor.
        """

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """How the game ended, or ``None`` while it goes on."""

    # -- what has a default ---------------------------------------------------------------------------------

    def weights(self, state: S) -> Sequence[int]:
        """The weights of chance's legal moves, in their order: whole numbers from 1 up. All equal by default."""
        return (1,) * len(self.legal_moves(state, -1))

    def drawn(self, state: S, number: int) -> Move | None:
        """The move of chance that a number means: what a draw brings.

        By default that is found among the legal moves of chance by their weights. A ruleset may know a shorter way
        to the same move.

        Args:
            state: The state; it must not be changed.
            number: Any number from 0 up; it is taken modulo the sum of all weights.

        Returns:
            The move, or ``None`` where chance is not to act.

        Raises:
            HiddenValue: On a view, where it depends on what is hidden.
        """
        legal = self.legal_moves(state, -1)
        if not legal:
            return None
        weights = self.weights(state)
        total = sum(weights)
        number %= total
        # Mostly all weigh 1, as cards do.
        return legal[number if total == len(weights) else pick(weights, number)]

    def round_of(self, state: S) -> int | None:
        """The number of the round in progress, 0 before the first; ``None`` if the game has no rounds."""
        return None

    def turn_of(self, state: S) -> int | None:
        """The number of the turn in progress, 0 before the first; ``None`` if the game has no turns."""
        return None

    def narrate(self, event: Event[S], before: S | None, names: Sequence[str], catalogue: Catalogue) -> str:
        """One event as a sentence, without a full stop. Hidden fields are told as what is public of them.

        Args:
            event: What happened.
            before: The state, or the view, that it happened to, for what the event itself does not say (the title of a
                card that it names by its id); ``None`` where nobody knows it. It must not be changed.
            names: What people call the seats, by seat.
            catalogue: The language.
        """
        fields = (f"{spec.name} {_plain(getattr(event, spec.name))}" for spec in event.specs)
        return " ".join([_words(type(event).__name__) + ":", *fields]).removesuffix(":")

    def describe(self, move: Move, before: S | None, names: Sequence[str], catalogue: Catalogue) -> str:
        """One move in words, as a menu shows it.

        Args:
            move: What is, or was, asked for.
            before: The state, or the view, that it is asked of; ``None`` where nobody knows it.
            names: What people call the seats, by seat.
            catalogue: The language.
        """
        return " ".join(
            [_words(type(move).__name__), *(_plain(getattr(move, spec.name)) for spec in move.specs)]
        )

    def board(
        self,
        state: S,
        names: Sequence[str],
        catalogue: Catalogue,
        *,
        width: int = 80,
        height: int | None = None,
        colour: bool = False,
        closed: bool = False,
    ) -> str:
        """A state, or a viewer's view of one, as plain text.

        Args:
            state: What to draw; hidden values are drawn as hidden.
            names: What people call the seats, by seat.
            catalogue: The language.
            width: Columns to fit into.
            height: Lines to fit into, as far as that can be done: what matters least is left out, and said to be;
                ``None`` if there may be as many as it takes.
            colour: Whether to add colour (ANSI escapes). Nothing is said by colour alone.
            closed: Whether the table has ended or adjourned the game: nobody is to move, whatever the state says.

        Returns:
            Lines without trailing blanks, joined by newlines.
        """
        import json  # the default for a ruleset without a board of its own  # noqa: PLC0415

        return json.dumps(state.to_json(), ensure_ascii=False, indent=1)

    def invariants(self, state: S) -> Sequence[str]:
        """What is wrong with a state that a correct game can never reach, a sentence each; empty if all is well.

        Also asked of views: hidden cards count as cards.
        """
        return ()

    def resample(self, view: S, seed: bytes) -> S:
        """A state that a view may be the view of, its hidden values dealt anew: for players that think by playing on.

        A game that hides something, and wants such players, gives one; where nothing is hidden, it is a copy.

        Args:
            view: What a seat knows when it is to act. It must not be changed.
            seed: Equal seeds give equal states; other seeds, as a rule, others.

        Returns:
            A state of its own, without hidden values, in which the seat's legal moves are those on the view.

        Raises:
            UsageError: The game cannot do so.
        """
        raise UsageError(f"{self.name} cannot deal its hidden values anew")

    def standing(self, state: S) -> Sequence[int]:
        """How well each seat stands in a game cut short, by seat: whole numbers from 0 up, more is better.

        By default nothing, which means that all stand alike.
        """
        return ()

    def state_form(self) -> Any:
        """The JSON form of a state as a type, of which front ends get a JSON Schema (:mod:`timecore.jsonschema`).

        A typed dictionary: its fields hold what moves and events may hold, lists (``list[int]``), maps
        (``dict[str, int]``) and further typed dictionaries; ``Card | Hidden`` is hidden on a view. Its docstring may
        describe the fields under ``Attributes``, and :class:`Keywords` say what a type cannot. By default any object.
        """
        return dict

    # -- data files -----------------------------------------------------------------------------------------

    def reads_file(self, data: bytes) -> bool:
        """Whether a data file is meant for this game, whatever else may be wrong with it.

        By default one that names this game, or none at all (:func:`timecore.datafile.game_named`), if the game reads
        such files.

        Args:
            data: What is in it.
        """
        if not self.file_option:
            return False
        from timecore.datafile import game_named  # only games that read such files need it  # noqa: PLC0415

        return game_named(data) in (None, self.name)

    def check_file(self, data: bytes) -> Sequence[FileFault]:
        """All that is wrong with a data file of this game, in the order of the file; empty if all is well.

        Args:
            data: What is in it.

        Raises:
            UsageError: The game reads no such files.
        """
        raise UsageError(f"{self.name} is played without a data file")

    def with_file(self, data: bytes) -> Self:
        """These rules with a data file at hand, besides what is built in.

        Args:
            data: What is in it.

        Raises:
            FileRefused: There are faults in it; carries all of them.
            UsageError: The game reads no such files.
        """
        raise UsageError(f"{self.name} is played without a data file")

    @property
    def file_name(self) -> str | None:
        """What the data file at hand calls itself; ``None`` if there is none."""
        return None

    @property
    def file_value(self) -> Any:
        """What stands for the data file at hand in the options of a game, instead of its path: its name by default."""
        return self.file_name

    def faults_without_file(
        self, state: S, actor: Actor, move: Move, events: Sequence[Event[S]]
    ) -> Sequence[FileFault] | None:
        """What is wrong with a recorded entry that needs a data file which is not at hand.

        Args:
            state: The state, or the view, before the entry.
            actor: Who moved.
            move: The move.
            events: The recorded events, as far as the copy of the record shows them.

        Returns:
            What is wrong as far as it can be told without the file, which may be nothing; ``None`` for an entry that
            needs none, or whose file is at hand: :meth:`decide` judges that.
        """
        return None

    def prepare(self, given: Mapping[str, Any]) -> tuple[Self, Any]:
        """The rules and the options of a new game; a data file that the options name is read, here and only here.

        Args:
            given: The options that are not to have their defaults, in JSON types.

        Returns:
            These rules, or the same with the file at hand, and the options with all defaults filled in.

        Raises:
            OptionRefused: An option is wrong; names the rule.
            FileRefused: The file cannot be read, or is not right; carries all its faults.
        """
        if not self.file_option:
            return self, self.resolve_options(given)
        from timecore.datafile import FileFault, is_path, read_data_file  # as above  # noqa: PLC0415

        path = given.get(self.file_option)
        if not is_path(path):
            return self, self.resolve_options(given)
        try:
            data = read_data_file(path)
        except (OSError, ValueError) as error:  # the latter: no path at all
            reason = getattr(error, "strerror", None) or str(error)
            fault = FileFault(self.file_rule, f"it cannot be read: {reason[:1].lower()}{reason[1:]}")
            msg = f"{path}: {fault.what}"
            raise FileRefused(msg, option=self.file_option, faults=[fault], value=str(path)) from error
        try:
            rules = self.with_file(data)
        except FileRefused as error:
            first = error.faults[0]
            msg = ": ".join(filter(None, (str(path), first.place, first.what)))
            raise FileRefused(msg, option=self.file_option, faults=error.faults, value=str(path)) from None
        return rules, rules.resolve_options({**given, self.file_option: rules.file_value})

    # -- what follows from the above ------------------------------------------------------------------------

    def resolve_options(self, given: Mapping[str, Any]) -> Any:
        """Check the options of a new game and fill in the defaults.

        Raises:
            OptionRefused: Names the rule and the option.
        """
        return resolve(self.options, given, rule=self.options_rule)

    def stored_options(self, stored: Mapping[str, Any]) -> Any:
        """The options of a saved game, of which all stand in its header, resolved.

        Here a data file that is not at hand is no fault: a game can be replayed without it.

        Raises:
            OptionRefused: They are none of this ruleset.
        """
        return self.resolve_options(stored)

    def options_map(self, options: Any) -> dict[str, Any]:
        """Resolved options as the header of a record holds them."""
        return to_map(options)

    @property
    def option_specs(self) -> tuple[Any, ...]:
        """The declared options in their order; see :class:`timecore.options.OptionSpec`."""
        return option_specs(self.options)

    def move_from_json(self, value: Any) -> Move:
        """Read a move from its JSON object.

        Raises:
            InvalidMove: It is no move of this game; carries :attr:`move_rule`.
        """
        try:
            return self.moves.from_json(value)
        except ValueError as error:
            msg = f"no move of this game: {error}"
            raise InvalidMove(
                msg, rule=self.move_rule, hint="The moves are: " + ", ".join(self.moves.by_name) + "."
            ) from None

    def __repr__(self) -> str:
        return f"<ruleset {self.name} version {self.version}>"


def pick(weights: Sequence[int], number: int) -> int:
    """Which outcome a number means: the first whose weight together with all before it exceeds the number.

    Args:
        weights: The weights of the outcomes, from 1 up.
        number: ``0 .. sum(weights) - 1``.

    Returns:
        The outcome's index.

    Raises:
        UsageError: The number lies beyond the weights.
    """
    reached = 0
    for index, weight in enumerate(weights):
        reached += weight
        if reached > number:
            return index
    msg = f"the number {number} lies beyond the weights, which add up to {reached}"
    raise UsageError(msg)


def _words(name: str) -> str:
    """``CardPlayed`` as ``card played``."""
    return "".join(" " + c.lower() if c.isupper() else c for c in name).strip()


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(_plain(item) for item in value) + "]"
    if isinstance(value, Part):
        return " ".join(f"{spec.name} {_plain(getattr(value, spec.name))}" for spec in value.specs)
    if value is None:
        return "none"
    return "?" if value is HIDDEN else str(value)


#: The shape of a bot: called with the ruleset, a view, the seat to move and its legal moves; gives one of them.
Bot: TypeAlias = Callable[[Ruleset[Any], Any, int, Sequence[Move]], Move]

#: Makes a bot from a seed: equal seeds make bots that play alike.
BotFactory: TypeAlias = Callable[[bytes], Bot]
