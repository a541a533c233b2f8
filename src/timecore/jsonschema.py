"""JSON Schema of a ruleset, for front ends: what can be asked for, what can happen, what a state looks like.

Made of what the ruleset declares, so it can never say anything else: options, the fields of moves and events, and
:meth:`timecore.ruleset.Ruleset.state_form`.
"""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from timecore.hidden import HIDDEN
from timecore.messages import FieldSpec, Message, Part
from timecore.ruleset import Keywords
from timecore.table import TABLE_MOVES, Branch

if TYPE_CHECKING:
    from timecore.options import OptionSpec
    from timecore.ruleset import Ruleset

__all__ = ["json_schema"]

Schema: typing.TypeAlias = dict[str, Any]

_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"

_HIDDEN: Final[Schema] = {"const": "?", "description": "Hidden from whoever looks."}

_SIMPLE: Final[Mapping[Any, Schema]] = {
    int: {"type": "integer"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    bytes: {"type": "string", "pattern": "^([0-9a-f]{2})*$"},
    types.NoneType: {"type": "null"},
    dict: {"type": "object"},
    Any: {},
}


def json_schema(rules: Ruleset[Any]) -> Schema:
    """The JSON Schema (draft 2020-12) of a ruleset.

    A line of an export (:func:`timecore.export_lines`) is valid by the schema itself, also one that tells less to a
    seat or to the public: private fields may be ``"?"``, and ``x-audience`` names who sees them. All else stands
    under ``$defs`` and is to be referred to by ``$id``, as in ``{"$ref": "urn:timecore:time_chase:1#/$defs/move"}``:

    - ``options``: what may be asked for when a game is made; ``resolved_options``: all of them, as a header has them.
      A ruleset may refuse what this allows, since an option's values can depend on others.
    - ``move``, ``event``, ``table_move``: one of the classes, by its ``type``; that of an event may come with ``text``,
      its sentence. The classes themselves stand under their own ``$defs``.
    - ``state``: as the rules document gives it, or a view of it.
    - ``header``, ``entry``: lines of an export; ``document``: an export in one piece.

    Args:
        rules: The ruleset.
    """
    return {
        "$schema": _DRAFT,
        "$id": f"urn:timecore:{rules.name}:{rules.version}",
        "title": rules.title,
        "description": rules.summary,
        "anyOf": [_ref("header"), _ref("entry")],
        "$defs": {
            "options": _options(rules, resolved=False),
            "resolved_options": _options(rules, resolved=True),
            "move": _one_of("move", rules.moves.classes),
            "event": _one_of("event", rules.events.classes, text=True),
            "table_move": _table_moves(),
            "state": _of(rules.state_form()),
            "header": _header(rules),
            "entry": _entry(rules),
            "document": _document(rules),
        },
    }


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _object(properties: Mapping[str, Any], optional: Iterable[str] = ()) -> Schema:
    """An object of exactly these properties."""
    left_out = set(optional)
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [name for name in properties if name not in left_out],
        "additionalProperties": False,
    }


def _list(*items: Schema) -> Schema:
    """A list of exactly these items."""
    return {"type": "array", "prefixItems": list(items), "items": False, "minItems": len(items)}


def _hex(size: int) -> Schema:
    return {"type": "string", "pattern": f"^[0-9a-f]{{{2 * size}}}$"}


# -- options ---------------------------------------------------------------------------------------------------


def _options(rules: Ruleset[Any], *, resolved: bool) -> Schema:
    hints = typing.get_type_hints(rules.options)
    properties = {
        spec.name: _option(spec, hints[spec.name] if resolved or spec.asked is None else spec.asked)
        for spec in rules.option_specs
    }
    return _object(
        properties, [] if resolved else [spec.name for spec in rules.option_specs if not spec.required]
    )


def _option(spec: OptionSpec, annotation: Any) -> Schema:
    values = spec.values
    if isinstance(values, range) and values.step == 1:
        schema: Schema = {"type": "integer", "minimum": values.start, "maximum": values.stop - 1}
    elif values is not None and annotation is not bool:
        schema = {"enum": [_plain(value) for value in values]}
    else:
        schema = _of(annotation)
    schema = {"description": spec.doc, **schema, "x-rule": spec.rule}
    if not spec.required and not spec.derived:
        schema["default"] = _plain(spec.default)
    return schema


def _plain(value: Any) -> Any:
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


# -- moves, events and parts -----------------------------------------------------------------------------------


def _one_of(name: str, classes: Sequence[type[Message]], *, text: bool = False) -> Schema:
    """One of some classes; each stands under a name of its own."""
    return {
        "anyOf": [{"$ref": f"#/$defs/{name}/$defs/{cls.__name__}"} for cls in classes],
        "$defs": {cls.__name__: _class(cls, text=text) for cls in classes},
    }


def _table_moves() -> Schema:
    schema = _one_of("table_move", TABLE_MOVES.classes)
    # A luck is no type of a field; its JSON form is a list (RECORD 5).
    secret = {"anyOf": [_hex(32), _HIDDEN]}
    draws = {"enum": [2**power for power in range(17)]}
    schema["$defs"][Branch.__name__]["properties"]["chance"] = {
        "anyOf": [
            {"type": "null"},
            _list({"const": "sealed"}, draws, _hex(32), secret),
            _list({"const": "given"}, draws, _hex(32), secret, secret),
            _list({"const": "manual"}),
        ]
    }
    return schema


def _class(cls: type[Message], *, text: bool = False) -> Schema:
    """An object of a class; a part has no type."""
    told = _fields_told(cls)
    properties: dict[str, Any] = {} if issubclass(cls, Part) else {"type": {"const": cls.__name__}}
    for spec in cls.specs:
        properties[spec.name] = _described(told.get(spec.name), _field(spec))
    optional = []
    if text and "text" not in properties:
        properties["text"] = {"type": "string", "description": "The same in words."}
        optional.append("text")
    if text and "position" not in properties:
        properties["position"] = {"type": "string", "description": "The position after it, in a replay."}
        optional.append("position")
    return {"title": cls.__name__, **_described(_told(cls), _object(properties, optional))}


def _field(spec: FieldSpec) -> Schema:
    if spec.audience is None:
        return _any_of(map(_of, spec.shape.options))
    schemas = [_of(option) for option in spec.shape.options]
    if _HIDDEN not in schemas:
        schemas.append(_HIDDEN)
    return {**_any_of(schemas), "x-audience": list(spec.audience)}


# -- annotations -----------------------------------------------------------------------------------------------


def _of(annotation: Any) -> Schema:
    """The schema of an annotation: those of messages, lists, maps with texts for keys, and typed dictionaries.

    Raises:
        TypeError: JSON has no such values, or this module does not know them.
    """
    if annotation in _SIMPLE:
        return dict(_SIMPLE[annotation])
    if annotation is None:
        return dict(_SIMPLE[types.NoneType])
    if isinstance(annotation, type) and issubclass(annotation, Part):
        return _class(annotation)
    if typing.is_typeddict(annotation):
        return _form(annotation)
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        schema = _of(arguments[0])
        for more in arguments[1:]:
            if isinstance(more, Keywords):
                schema |= more.values
        return schema
    if origin is typing.Literal:
        return dict(_HIDDEN) if arguments == (HIDDEN,) else {"enum": list(arguments)}
    if origin in (typing.Union, types.UnionType):
        return _any_of(map(_of, arguments))
    if origin is list or (origin is tuple and arguments[1:] == (...,)):
        return {"type": "array", "items": _of(arguments[0])}
    if origin is tuple:
        return _list(*map(_of, arguments))
    if origin in (dict, Mapping) or annotation is Mapping:
        return {"type": "object"} | ({"additionalProperties": _of(arguments[1])} if arguments else {})
    msg = f"a JSON form cannot hold {annotation!r}"
    raise TypeError(msg)


def _form(form: Any) -> Schema:
    """The schema of a typed dictionary."""
    told = _fields_told(form)
    properties, optional = {}, set(form.__optional_keys__)
    for name, hint in typing.get_type_hints(form, include_extras=True).items():
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        # Where annotations are texts, the class itself does not know of these two.
        if origin is typing.NotRequired:
            optional.add(name)
        elif origin is typing.Required:
            optional.discard(name)
        kind = arguments[0] if origin in (typing.Required, typing.NotRequired) else hint
        properties[name] = _described(told.get(name), _of(kind))
    return _described(_told(form), _object(properties, optional))


def _any_of(schemas: Iterable[Schema]) -> Schema:
    """One of some schemas: simple types in one word, choices in one list."""
    types_, enum, others = [], [], []
    for schema in schemas:
        if schema.keys() == {"type"}:
            types_.append(schema["type"])
        elif schema.keys() == {"enum"}:
            enum += schema["enum"]
        else:
            others.append(schema)
    if types_:
        others.insert(0, {"type": types_ if len(types_) > 1 else types_[0]})
    if enum:
        others.append({"enum": enum})
    return others[0] if len(others) == 1 else {"anyOf": others}


# -- what is written about them --------------------------------------------------------------------------------


def _described(text: str | None, schema: Schema) -> Schema:
    return {"description": text, **schema} if text else schema


def _told(cls: type) -> str | None:
    """The first paragraph of a class's docstring."""
    return " ".join(_docstring(cls).partition("\n\n")[0].split()) or None


def _docstring(cls: type) -> str:
    """A class's own docstring: a typed dictionary without one would show that of ``dict``."""
    return inspect.cleandoc(vars(cls).get("__doc__") or "")


def _fields_told(cls: type) -> Mapping[str, str]:
    """What the section ``Attributes`` of a class's docstring says of each."""
    _, _, section = _docstring(cls).partition("\nAttributes:\n")
    found = re.findall(r"^    (\w+): (.*(?:\n {5,}.*)*)", section, re.MULTILINE)
    return {name: " ".join(text.split()) for name, text in found}


# -- an export -------------------------------------------------------------------------------------------------


def _header(rules: Ruleset[Any]) -> Schema:
    return _object(
        {
            "timecore": {"const": 1},
            "ruleset": {"const": rules.name},
            "rules_version": {"const": rules.version},
            "options": _ref("resolved_options"),
            "seats": {
                "description": 'What people call the seats; "?" where a name was erased.',
                "type": "array",
                "items": {"type": "string"},
                "minItems": min(rules.seats),
                "maxItems": max(rules.seats),
            },
            "tags": {"type": "object", "additionalProperties": {"type": "string"}},
            "game": _hex(16),
            "head": _hex(32),
            "branch": _hex(16) | {"description": "Of a branch: its name."},
            # What a replay for programs says besides.
            "luck": {"enum": ["sealed", "given", "manual"]},
            "shows": {"description": "What this copy of the record shows.", "type": "string"},
            "created": {"description": "When it was created (RFC 3339, UTC).", "type": "string"},
            "as": {"description": "Whose eyes it is seen through.", "type": ["integer", "string"]},
            "position": {"description": "Where the replay ends.", "type": "string"},
            "result": {"description": "How the game ended by then, or null.", "type": ["object", "null"]},
            "state_digest": _hex(32),
        },
        ["branch", "luck", "shows", "created", "as", "position", "result", "state_digest"],
    )


def _entry(rules: Ruleset[Any]) -> Schema:
    properties = {
        "seq": {"description": "The number of the entry, from 1.", "type": "integer", "minimum": 1},
        "actor": {
            "description": "A seat from 0; -1 is chance, -2 the table.",
            "type": "integer",
            "minimum": -2,
            "maximum": max(rules.seats) - 1,
        },
        "move": {"anyOf": [_ref("move"), _ref("table_move")]},
        "events": {"type": "array", "items": _ref("event")},
        "meta": {"type": "object", "additionalProperties": {"type": ["string", "integer"]}},
        "retracted": {
            "description": "The number of the entry by which the table has taken this one back.",
            "type": "integer",
            "minimum": 1,
        },
        "text": {"description": "What the table did, in words.", "type": "string"},
    }
    return _object(properties, ["meta", "retracted", "text"])


def _document(rules: Ruleset[Any]) -> Schema:
    header = _header(rules)
    optional = set(header["properties"]) - set(header["required"])
    entries = {"entries": {"type": "array", "items": _ref("entry")}}
    return _object(header["properties"] | entries, optional)
