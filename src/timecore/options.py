"""The options of a game: what may be asked for, what holds if nothing is asked for, and which rule says so.

A ruleset declares them on a frozen attrs class, in the order of its rules document::

    @attrs.frozen
    class Options:
        players: int = option("TC-10", within=range(3, 7), doc="number of seats")
        dealer: int = option("TC-11", derive=lambda chosen: chosen["players"] - 1, check=is_a_seat, doc="…")

:func:`resolve` fills in the defaults and refuses what is wrong: first unknown names, then the options in their
order. Types are exact: ``true`` and ``30.0`` are no numbers, and ``null`` is a value, not an absence.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import attrs

from timecore.errors import OptionRefused
from timecore.messages import Shape
from timecore.quoting import json_text

__all__ = ["OptionSpec", "option", "option_specs", "resolve", "stored_form", "to_map"]

O = TypeVar("O")  # noqa: E741 - a type variable for an options class

_SPEC: Final = "timecore.option"


@attrs.frozen(eq=False)
class OptionSpec:
    """One option as a ruleset declares it.

    Attributes:
        name: Its name.
        rule: The number of the rule that a wrong value breaks.
        doc: What it means, in one line.
        text: The allowed values in words.
        required: Whether it must be given.
        default: Its default, as it may be asked for; ``None`` too where it follows from other options (``derived``).
        derived: Whether the default follows from other options.
        values: The values allowed where they can be listed (``within``, ``choices``, a boolean, a
            ``Literal``; ``None`` among them where it is allowed), else ``None``. The option's own check
            may still refuse some.
    """

    name: str
    rule: str
    doc: str
    text: str
    required: bool
    default: Any
    derived: bool
    values: Sequence[Any] | None
    asked: Any
    _accepts: Callable[[Any], bool] = attrs.field(repr=False)
    _derive: Callable[[Mapping[str, Any]], Any] | None = attrs.field(repr=False)
    _check: Callable[[Any, Mapping[str, Any]], str | None] | None = attrs.field(repr=False)
    _convert: Callable[[Any, Mapping[str, Any]], Any] | None = attrs.field(repr=False)

    def fault(self, value: Any, chosen: Mapping[str, Any]) -> str | None:
        """What is wrong with a value, as the end of a sentence, or ``None``.

        Args:
            value: What was asked for.
            chosen: The options before this one, resolved.
        """
        try:
            accepted = self._accepts(value)
        except RecursionError:  # no option is as deep as that
            accepted = False
        if not accepted:
            return f"must be {self.text}"
        return self._check(value, chosen) if self._check else None

    def default_for(self, chosen: Mapping[str, Any]) -> Any:
        """The value that holds if none is given; ``chosen`` are the options before this one, resolved."""
        return self.resolved(self._derive(chosen) if self._derive else self.default, chosen)

    def resolved(self, value: Any, chosen: Mapping[str, Any]) -> Any:
        """What a value comes to that nothing is wrong with; ``chosen`` are the options before this one, resolved."""
        return self._convert(value, chosen) if self._convert else _frozen(value)


def option(
    rule: str,
    *,
    doc: str,
    default: Any = attrs.NOTHING,
    derive: Callable[[Mapping[str, Any]], Any] | None = None,
    within: range | None = None,
    choices: Sequence[Any] | None = None,
    check: Callable[[Any, Mapping[str, Any]], str | None] | None = None,
    text: str | None = None,
    asked: Any = None,
    convert: Callable[[Any, Mapping[str, Any]], Any] | None = None,
) -> Any:
    """Declare an option.

    Args:
        rule: The number of its rule.
        doc: What it means, in one line.
        default: The value if none is given. Without ``default`` and ``derive`` the option is required.
        derive: Computes the default from the options before it.
        within: The whole numbers allowed.
        choices: The values allowed, of exact types.
        check: Called with the value and the options before it; gives the end of a sentence that says what is
            wrong ("must be …"), or ``None``.
        text: The allowed values in words, where they do not follow from the type.
        asked: The type of what may be asked for, where it is not that of the resolved value.
        convert: Makes the resolved value of what was asked for, or of the default: called with it and the options
            before it. The JSON form of a resolved value must be one that may be asked for, and come to the same.
    """
    return attrs.field(
        metadata={
            _SPEC: {
                "rule": rule,
                "doc": doc,
                "default": default,
                "derive": derive,
                "within": within,
                "choices": None if choices is None else tuple(choices),
                "check": check,
                "text": text,
                "asked": asked,
                "convert": convert,
            }
        }
    )


def option_specs(cls: type) -> tuple[OptionSpec, ...]:
    """The options that a class declares, in their order."""
    known = cls.__dict__.get("__option_specs__")
    if known is None:
        hints = {a.name: a.type for a in attrs.fields(cls)}
        if any(isinstance(hint, str) for hint in hints.values()):
            hints = typing.get_type_hints(cls)
        known = tuple(_spec(a.name, hints[a.name], a.metadata[_SPEC]) for a in attrs.fields(cls))
        setattr(cls, "__option_specs__", known)  # noqa: B010 - the attribute is ours, mypy need not know it
    found: tuple[OptionSpec, ...] = known
    return found


def _spec(name: str, annotation: Any, given: Mapping[str, Any]) -> OptionSpec:
    if given["asked"] is not None:
        annotation = given["asked"]
    accepts, text = _accepts(annotation)
    within: range | None = given["within"]
    choices: tuple[Any, ...] | None = given["choices"]
    if within is not None:
        of_type = accepts
        accepts = lambda value: of_type(value) and (type(value) is not int or value in within)  # noqa: E731
        text = _numbers(within) + (" or null" if of_type(None) else "")
    elif choices is not None:
        allowed = [(type(value), value) for value in choices]
        accepts = lambda value: (type(value), value) in allowed  # noqa: E731
        text = _or([json_text(value) for value in choices])
    required = given["default"] is attrs.NOTHING and given["derive"] is None
    values = choices or _values(annotation, within)
    return OptionSpec(
        name=name,
        rule=given["rule"],
        doc=given["doc"],
        text=given["text"] or text,
        required=required,
        default=None if given["default"] is attrs.NOTHING else given["default"],
        derived=given["derive"] is not None,
        values=values,
        asked=given["asked"],
        accepts=accepts,
        derive=given["derive"],
        check=given["check"],
        convert=given["convert"],
    )


def _accepts(annotation: Any) -> tuple[Callable[[Any], bool], str]:
    """A check of exact types, and the type in words. A map's values are checked by the option's own check."""
    options = typing.get_args(annotation) or (annotation,)
    if any(
        typing.get_origin(one) in (dict, Mapping) or one in (dict, Mapping) for one in (*options, annotation)
    ):
        nullable = type(None) in options
        return (lambda value: type(value) is dict or (nullable and value is None)), (
            "an object or null" if nullable else "an object"
        )
    shape = Shape(annotation)
    return (lambda value: shape.accepts(_frozen(value))), shape.text


def _values(annotation: Any, numbers: range | None) -> Sequence[Any] | None:
    """All values of a type that has few: numbers within a range, a boolean, a literal, ``None``, or a union."""
    if annotation is int:
        return numbers
    if annotation is bool:
        return (False, True)
    if annotation is None or annotation is type(None):
        return (None,)
    if typing.get_origin(annotation) is typing.Literal:
        return typing.get_args(annotation)
    if typing.get_origin(annotation) in (typing.Union, types.UnionType):
        found = [_values(one, numbers) for one in typing.get_args(annotation)]
        if None not in found:
            return [value for one in found if one is not None for value in one]
    return None


def _frozen(value: Any) -> Any:
    return tuple(_frozen(item) for item in value) if type(value) is list else value


def _numbers(within: range) -> str:
    if len(within) <= 6:
        return _or([str(number) for number in within])
    return f"a whole number from {within[0]} to {within[-1]}"


def _or(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def resolve(cls: type[O], given: Mapping[str, Any], *, rule: str) -> O:
    """Check the options of a new game and fill in the defaults.

    Args:
        cls: The ruleset's options class.
        given: What was asked for, in JSON types.
        rule: The rule that an unknown name breaks.

    Returns:
        The options, all of them.

    Raises:
        OptionRefused: The first fault: an unknown name, else the first option, in their order, that is
            missing or has a value it must not have.
    """
    specs = option_specs(cls)
    names = [spec.name for spec in specs]
    for name in given:
        if name not in names:
            msg = f"there is no option {json_text(name)}"
            raise OptionRefused(
                msg,
                rule=rule,
                option=name,
                value=given[name],
                hint="The options are: " + ", ".join(names) + ".",
            )
    chosen: dict[str, Any] = {}
    for spec in specs:
        if spec.name in given:
            value = given[spec.name]
            fault = spec.fault(value, chosen)
            if fault is not None:
                msg = f"{spec.name} {fault}, not {json_text(value)}"
                raise OptionRefused(msg, rule=spec.rule, option=spec.name, value=value)
            chosen[spec.name] = spec.resolved(value, chosen)
        elif spec.required:
            msg = f"the option {spec.name} is missing: it must be {spec.text}"
            raise OptionRefused(msg, rule=spec.rule, option=spec.name)
        else:
            chosen[spec.name] = spec.default_for(chosen)
    return cls(**chosen)


def to_map(options: object) -> dict[str, Any]:
    """The options as the header of a record holds them: all of them, by name."""
    return {spec.name: stored_form(getattr(options, spec.name)) for spec in option_specs(type(options))}


def stored_form(value: Any) -> Any:
    """The value of an option as the header of a record holds it: lists and maps, whatever the ruleset makes of them."""
    if isinstance(value, Mapping):
        return {name: stored_form(item) for name, item in value.items()}
    return [stored_form(item) for item in value] if type(value) is tuple else value
