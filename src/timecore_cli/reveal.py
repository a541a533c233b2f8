"""``timecore reveal``: the seed of a game, for everybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from timecore_cli._arguments import File, Json, Lang
from timecore_cli._declared import option

if TYPE_CHECKING:
    from timecore.arbiter import Arbiter

__all__ = ["command"]

Anyway = Annotated[
    bool, option("--anyway", help="Reveal it although the game goes on: nothing more can be drawn from it.")
]


def command(file: File, anyway: Anyway = False, lang: Lang = None, json: Json = False) -> None:
    """Publish the seed of a game's luck in its record, so that everybody can check each draw.

    Whoever has the seed and the rules knows all that was dealt from it, in redacted copies too. To prove a single
    draw and show no other, use `timecore prove`.

    Exit code 1: the game still goes on, or will when it is resumed; there is no seed, or it is revealed already;
    nothing was written.
    """
    from timecore.errors import IllegalMove, UsageError
    from timecore_cli import _desk
    from timecore_cli._errors import NO, Failure, unwritable

    with _desk.opened(file) as arbiter:
        goes_on = None if anyway else _goes_on(arbiter)
        if goes_on is not None:
            msg = f"{file}: the game {goes_on}, and after its seed is known nothing more is drawn from it"
            raise Failure(msg, code=NO, hint="--anyway reveals it all the same.")
        try:
            entry = arbiter.reveal_seed()
        except (IllegalMove, UsageError) as error:
            raise Failure(f"{file}: {error}", code=NO, hint=error.hint, cause=error) from error
        except OSError as error:
            raise unwritable(file, error) from error
        _desk.told(file, arbiter, entry, lang, json=json)


def _goes_on(arbiter: Arbiter) -> str | None:
    """That the game has not ended, as the end of a sentence; ``None`` if it has."""
    from timecore.errors import ReplayError, RulesetError
    from timecore.replay import Replay

    standing = arbiter.standing
    if standing.ended_by is not None or (
        standing.sealed is not None and standing.sealed.status != "adjourned"
    ):
        return None
    try:
        if Replay(arbiter.log).go("-1").result is not None:
            return None
    except (RulesetError, ReplayError):
        return "may go on, which cannot be told without its rules"
    return "still goes on" if standing.open else "is to go on"
