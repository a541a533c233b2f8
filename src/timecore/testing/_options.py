"""Values that options may have, as far as their declarations tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from timecore.options import OptionSpec
from timecore.ruleset import Ruleset

__all__ = ["allowed_values", "plainest"]

#: What an option is tried with if its values cannot be listed: mostly seats and small numbers.
_GUESSES: Final[tuple[Any, ...]] = (*range(33), None, False, True)


def allowed_values(spec: OptionSpec, chosen: Mapping[str, Any]) -> list[Any]:
    """Values that an option may have; empty if none is known.

    Args:
        spec: The option.
        chosen: The options before it.
    """
    values = _GUESSES if spec.values is None else spec.values
    return [value for value in values[:1000] if spec.fault(value, chosen) is None]


def plainest(rules: Ruleset[Any], **asked: Any) -> Any:
    """Resolved options with as little asked for as can be.

    Args:
        rules: Whose options.
        asked: What is asked for in any case.
    """
    chosen: dict[str, Any] = {}
    for spec in rules.option_specs:
        if spec.required and spec.name not in asked:
            asked[spec.name] = next(iter(allowed_values(spec, chosen)), None)
        given = spec.name in asked
        chosen[spec.name] = spec.resolved(asked[spec.name], chosen) if given else spec.default_for(chosen)
    return rules.resolve_options(asked)
