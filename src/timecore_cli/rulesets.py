"""``timecore rulesets``: the games that are installed, and what each knows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from timecore_cli._arguments import Json, find_ruleset, rulesets_completed
from timecore_cli._declared import argument

if TYPE_CHECKING:
    from collections.abc import Iterator

    from timecore.messages import Message
    from timecore.ruleset import Ruleset

__all__ = ["command"]

Name = Annotated[
    str | None,
    argument(
        metavar="NAME",
        help="Show this one's options, moves and events.",
        show_default=False,
        autocompletion=rulesets_completed,
    ),
]


def command(name: Name = None, json: Json = False) -> None:
    """List the games, or show one: its options, moves and events with types, defaults and audiences.

    With --json also the JSON Schema of these, of its states and of all that `timecore export` prints.
    """
    from timecore_cli import _output

    if name is None:
        _list(json)
        return
    rules = find_ruleset(name)
    if json:
        from timecore.jsonschema import json_schema

        _output.say(_output.dumps(_described(rules) | {"schema": json_schema(rules)}, indent=2))
    else:
        for line in _page(rules):
            _output.say(line)


def _list(json: bool) -> None:
    from timecore.errors import RulesetError
    from timecore.registry import installed_rulesets
    from timecore_cli import _output

    found: list[dict[str, Any]] = []
    broken: list[RulesetError] = []
    for info in installed_rulesets():
        try:
            found.append(_summary(info.load(), info.package))
        except RulesetError as error:  # hurts nothing else
            broken.append(error)
    if json:
        _output.say(_output.dumps(found, indent=2))
    else:
        rows = [
            (one["name"], f"v{one['version']}", _span(one["seats"]), one["package"], one["summary"])
            for one in found
        ]
        head = ("NAME", "VERSION", "SEATS", "PACKAGE", "GAME")
        for line in _output.table([head, *rows], _output.list_width()):
            _output.say(line)
    for one in broken:
        _output.warn(one.message, machine=json)


def _summary(rules: Ruleset[Any], package: str) -> dict[str, Any]:
    return {
        "name": rules.name,
        "version": rules.version,
        "title": rules.title,
        "seats": list(rules.seats),
        "package": package,
        "summary": rules.summary,
    }


def _span(seats: list[int]) -> str:
    if len(seats) > 2 and seats == list(range(seats[0], seats[-1] + 1)):
        return f"{seats[0]}-{seats[-1]}"
    return ", ".join(map(str, seats))


# -- one of them -----------------------------------------------------------------------------------------------


def _described(rules: Ruleset[Any]) -> dict[str, Any]:
    """All that a machine may want to know of a ruleset."""
    from timecore.bots import bots_of
    from timecore.registry import installed_rulesets

    package = next(info.package for info in installed_rulesets() if info.name == rules.name)
    options = []
    for spec in rules.option_specs:
        option = {
            "name": spec.name,
            "rule": spec.rule,
            "type": spec.text,
            "required": spec.required,
        }
        if not spec.required and not spec.derived:
            option["default"] = spec.default
        options.append(option | {"doc": spec.doc})
    return _summary(rules, package) | {
        "languages": list(rules.languages),
        "draws": rules.draws,
        "bots": list(bots_of(rules)),
        "options": options,
        "moves": [_class(cls) for cls in rules.moves.classes],
        "events": [_class(cls) for cls in rules.events.classes],
    }


def _class(cls: type[Message]) -> dict[str, Any]:
    fields = []
    for spec in cls.specs:
        field: dict[str, Any] = {"name": spec.name, "type": spec.shape.text}
        if spec.shape.part is not None:
            field["parts"] = [{"name": part.name, "type": part.shape.text} for part in spec.shape.part.specs]
        if spec.audience is not None:
            field["audience"] = list(spec.audience)
            if spec.public_if is not None:
                field["public_if"] = _doc(spec.public_if)
        fields.append(field)
    return {"name": cls.__name__, "doc": _doc(cls), "fields": fields}


def _doc(thing: object) -> str:
    """The first line of what is written about it."""
    return (thing.__doc__ or "").strip().partition("\n")[0]


def _page(rules: Ruleset[Any]) -> Iterator[str]:
    """The same for people."""
    from timecore_cli import _output

    most = _output.list_width()
    told = _described(rules)
    title = f"{told['title']} ({told['name']}, version {told['version']}, of the package {told['package']})"
    yield from _output.wrapped(title, "", most)
    yield from _output.wrapped(told["summary"], "", most)
    yield ""
    yield from _output.table(
        [
            ("Seats", _span(told["seats"])),
            ("Languages", ", ".join(told["languages"])),
            ("Bots", ", ".join(told["bots"])),
        ],
        most,
    )
    yield ""
    yield "Options"
    for option in told["options"]:
        yield from _hung("  ", f"{option['name']}: {option['type']} ({_default(option)}; {option['rule']})")
        yield from _hung("      ", option["doc"])
    for title, classes in (("Moves", told["moves"]), ("Events", told["events"])):
        yield ""
        yield title
        for cls in classes:
            yield f"  {cls['name']}"
            if cls["doc"]:
                yield from _hung("      ", cls["doc"])
            for field in cls["fields"]:
                yield from _hung("      ", f"{field['name']}: {_type(field)}{_audience(field)}")


def _hung(indent: str, text: str) -> Iterator[str]:
    """A text, wrapped, its further lines two columns to the right of its first."""
    from timecore_cli import _output

    first, *more = _output.wrapped(text, indent + "  ", _output.list_width())
    yield indent + first
    for line in more:
        yield f"{indent}  {line}"


def _default(option: dict[str, Any]) -> str:
    from timecore_cli import _output

    if option["required"]:
        return "required"
    if "default" in option:
        return f"default {_output.dumps(option['default'])}"
    return "default follows from the options before it"


def _type(field: dict[str, Any]) -> str:
    parts = field.get("parts")
    if parts is None:
        return str(field["type"])
    inner = ", ".join(f"{part['name']}: {part['type']}" for part in parts)
    return f"{field['type']} ({inner})"


def _audience(field: dict[str, Any]) -> str:
    """Who sees a field, in words."""
    audience = field.get("audience")
    if audience is None:
        return ""
    if not audience:
        who = "nobody"
    else:
        who = " and ".join("the actor" if name == "actor" else f"the seat in {name}" for name in audience)
    unless = f", unless {field['public_if']}" if field.get("public_if") else ""
    return f"  [seen by {who}{unless}]"
