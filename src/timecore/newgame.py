"""What a new game is made with, looked at before anything is made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from timecore.actors import Seat
from timecore.errors import OptionRefused, UsageError
from timecore.messages import json_text

if TYPE_CHECKING:
    from timecore.ruleset import Ruleset
    from timecore.signing import Signer

__all__ = ["check_arguments", "check_key", "keys_of", "with_players"]


def check_arguments(seats: Any, seed: Any, luck: Any, tags: Mapping[Any, Any]) -> None:
    """Refuse what a type checker would have refused, before it fails somewhere deep inside.

    Raises:
        UsageError: An argument of :meth:`Game.new` is of a wrong type.
    """
    if luck not in (None, "sealed", "given", "manual"):
        msg = f"luck is sealed, given or manual, not {luck!r}"
        raise UsageError(msg)
    if seed is not None and type(seed) is not str:
        msg = f"a seed is a text, not {seed!r}"
        raise UsageError(msg)
    if isinstance(seats, str | bytes):
        msg = f"seats is a list of names, not {seats!r}"
        raise UsageError(msg)
    for key, value in tags.items():
        if type(key) is not str or type(value) is not str:
            msg = f"a tag is a text with a text, not {key!r}: {value!r}"
            raise UsageError(msg)


def with_players(
    rules: Ruleset[Any], seats: Sequence[str] | None, options: Mapping[str, Any]
) -> Mapping[str, Any]:
    """The options with ``players`` filled in from the number of names.

    Raises:
        OptionRefused: The option says otherwise.
    """
    players = next((spec for spec in rules.option_specs if spec.name == "players"), None)
    if seats is None or players is None:
        return options
    given = options.get("players", len(seats))
    if given != len(seats):
        msg = f"players is {json_text(given)}, but there are {len(seats)} names"
        hint = "Leave the option out, or give as many names."
        raise OptionRefused(msg, rule=players.rule, option="players", value=given, hint=hint)
    return {"players": len(seats), **options}


def keys_of(signers: Mapping[Seat, Signer], keys: Sequence[bytes | None]) -> list[bytes | None]:
    """The seats' keys, those of the signers filled in."""
    from timecore.keys import SecretKey  # only signed games need it  # noqa: PLC0415

    found = list(keys)
    for seat, signer in signers.items():
        if isinstance(signer, SecretKey) and seat in range(len(found)) and found[seat] is None:
            found[seat] = signer.public.raw
    return found


def check_key(seat: Seat, key: object) -> None:
    """Refuse a public key that no signature could be checked with.

    Raises:
        UsageError: It is one.
    """
    if key is None:
        return
    from timecore.keys import key_fault  # only games with keys need it  # noqa: PLC0415

    fault = key_fault(key)
    if fault is not None:
        msg = f"the key of seat {seat} {fault}"
        raise UsageError(msg)
