"""Making a new game: what it is made with is looked at first, then it has a log, without an entry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from timecore.actors import Seat
from timecore.chance import Luck, LuckKind
from timecore.errors import OptionRefused, UsageError
from timecore.log import Log
from timecore.quoting import json_text
from timecore.registry import get_ruleset
from timecore.tablerows import AWAITED, NONCES_TAG

if TYPE_CHECKING:
    from timecore.ruleset import Ruleset
    from timecore.signing import Signer

__all__ = ["new_log"]


def new_log(
    ruleset: str | Ruleset[Any],
    *,
    seats: Sequence[str] | None,
    options: Mapping[str, Any],
    seed: str | None,
    luck: LuckKind | None,
    draws: int | None,
    tags: Mapping[str, str],
    keys: Sequence[bytes | None] | None,
    signers: Mapping[Seat, Signer],
    created: str | None,
    nonces: bool,
    files: bool,
) -> Log:
    """The log of a game before its first entry. Arguments and errors are those of :meth:`timecore.game.Game.new`."""
    rules = get_ruleset(ruleset) if isinstance(ruleset, str) else ruleset
    _check_arguments(seats, seed, luck, tags)
    kind = luck or ("sealed" if seed is None else "given")
    if (kind == "given") != (seed is not None):
        msg = "given luck needs a seed" if seed is None else f"{kind} luck takes no seed"
        raise UsageError(msg)
    chosen = _with_players(rules, seats, options)
    rules, resolved = rules.prepare(chosen) if files else (rules, rules.resolve_options(chosen))
    count = getattr(resolved, "players", len(seats or ()))
    names = list(seats) if seats is not None else [f"Seat {seat}" for seat in range(count)]
    _check_names(names)
    if signers:
        keys = _keys_of(signers, keys or [None] * len(names))
    _check_keys(keys, len(names))
    return Log.start(
        rules,
        options=rules.options_map(resolved),
        names=names,
        luck=_luck(kind, seed, rules.draws if draws is None else draws),
        seed_text=seed,
        tags={**tags, **({NONCES_TAG: AWAITED} if nonces and kind != "manual" else {})},
        keys=keys,
        created=None if kind == "given" else created,
    )


def _check_arguments(seats: Any, seed: Any, luck: Any, tags: Mapping[Any, Any]) -> None:
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


def _with_players(
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


def _check_names(names: Sequence[Any]) -> None:
    """Refuse what nobody could be called.

    Raises:
        UsageError: A name is no text, or blank, or stands for one that is hidden.
    """
    for name in names:
        if type(name) is not str or not name.strip():
            msg = f"a seat's name must be a text that is not blank, not {name!r}"
            raise UsageError(msg)
        if name == "?":
            msg = 'a seat cannot be called "?": that stands for a name that is hidden'
            raise UsageError(msg)


def _keys_of(signers: Mapping[Seat, Signer], keys: Sequence[bytes | None]) -> list[bytes | None]:
    """The seats' keys, those of the signers filled in.

    Raises:
        UsageError: The signers are no mapping.
    """
    from timecore.keys import SecretKey  # only signed games need it  # noqa: PLC0415
    from timecore.signing import check_signers  # noqa: PLC0415 - likewise

    check_signers(signers)
    found = list(keys)
    for seat, signer in signers.items():
        if isinstance(signer, SecretKey) and seat in range(len(found)) and found[seat] is None:
            found[seat] = signer.public.raw
    return found


def _check_keys(keys: Sequence[bytes | None] | None, seats: int) -> None:
    """Refuse public keys that no signature could be checked with.

    Raises:
        UsageError: There are too many or too few, or one is none.
    """
    if keys is not None and len(keys) != seats:
        msg = f"there are {len(keys)} keys, but {seats} seats"
        raise UsageError(msg, hint="Give None for a seat without a key.")
    for seat, key in enumerate(keys or ()):
        _check_key(seat, key)


def _check_key(seat: Seat, key: object) -> None:
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
        raise UsageError(msg, hint=None if type(key) is bytes else "PublicKey.raw has the bytes of a key.")


def _luck(kind: LuckKind, seed: str | None, draws: int) -> Luck:
    """Where luck comes from."""
    match kind:
        case "sealed":
            return Luck.sealed(draws)
        case "given":
            return Luck.given(seed or "", draws)
        case "manual":
            return Luck.manual()
