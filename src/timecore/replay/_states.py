"""The state that a log begins with, and the digest that two states are compared by."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final

from timecore.codec import decode, encode
from timecore.errors import ReplayError
from timecore.log import json_types

if TYPE_CHECKING:
    from timecore.log import Log
    from timecore.ruleset import Ruleset, State

__all__ = ["start_state", "state_digest"]


def start_state(log: Log) -> Any:
    """The state before the first entry of a log.

    Raises:
        ReplayError: The options in the header are none of this ruleset, or not resolved.
    """
    rules = log.rules
    header = log.record.header
    stored = header.options_bytes
    try:
        # Most games of a kind have the same options.
        options = _options(rules, stored) if len(stored) <= _KEPT else _options.__wrapped__(rules, stored)
        seats = len(header.seats)
        if getattr(options, "players", seats) != seats:
            msg = f"the option players is {options.players}, but there are {seats} seats"
            raise ValueError(msg)
        return rules.start(options)
    except ValueError as error:
        msg = f"the header's options are none of {rules.name} version {rules.version}: {error}"
        raise ReplayError(msg, entry=0, field="options") from error


#: How long options may be to be kept. Those of most games have 200 bytes, but a deck may be among them.
_KEPT: Final = 1024


@lru_cache(maxsize=16)
def _options(rules: Ruleset[Any], stored: bytes) -> Any:
    """The options of a ruleset that a header holds, by their bytes.

    Raises:
        ValueError: They are none of this ruleset, or not all, or not resolved.
    """
    given = json_types(decode(stored))
    options = rules.stored_options(given)
    if rules.options_map(options) != given:
        msg = "the header does not hold all options, resolved"
        raise ValueError(msg)
    return options


def state_digest(state: State) -> bytes:
    """SHA-256 of the canonical bytes of a state's JSON form, 32 bytes: equal for equal states, for ever."""
    return sha256(encode(state.to_json())).digest()
