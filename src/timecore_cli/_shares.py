"""The players' shares in the luck, where all sit at one keyboard: each types something, then cards are dealt."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Final

from timecore.chance import nonce_of_text
from timecore.entropy import token
from timecore_cli import _output
from timecore_cli._errors import NO, Failure, unwritable

if TYPE_CHECKING:
    from timecore.actors import Seat
    from timecore.game import Game
    from timecore_cli._console import Console
    from timecore_cli._screen import Screen

__all__ = ["ask_for_shares"]

#: The answer that leaves the choice to the machine.
_ANY: Final = "*"


def ask_for_shares(game: Game, path: Path, console: Console, screen: Screen, bots: Collection[Seat]) -> bool:
    """Enter a share for each seat, if the first draw waits for them; whether the game goes on.

    Args:
        game: The game.
        path: Its file.
        console: Where answers come from.
        screen: The words.
        bots: The seats that nobody sits at: theirs are chosen at random.
    """
    awaited = game.nonces_awaited
    if not awaited:
        return True
    elsewhere = [seat for seat in awaited if seat in game.nonces_committed]
    if elsewhere or len(awaited) < len(game.names):
        names = ", ".join(screen.narrator.names[seat] for seat in awaited)
        msg = (
            f"{path}: a draw is due that cannot be made here: it waits for the shares in the luck of {names}"
        )
        if len(elsewhere) == len(awaited):
            hint = "`timecore nonce reveal` enters them"
        elif len(awaited) == len(game.names):
            hint = "`timecore nonce commit` and `timecore nonce reveal` enter them"
        else:
            hint = "Since a share was revealed, nobody can commit to another"
        hint += "; --draw draws without waiting any longer."
        raise Failure(msg, code=NO, hint=hint)
    _ = screen.texts.gettext
    told = _(
        "Each seat has a share in the luck. Type something that nobody can guess; * leaves it to chance."
    )
    console.say([*_output.wrapped(told, "", screen.width), ""])
    shares = {}
    for seat in awaited:
        answer: str | None = _ANY
        if seat not in bots:
            answer = console.ask(f"{screen.narrator.actor(seat)}> ")
        if answer is None or answer == "q":
            return False
        shares[seat] = token(32) if answer in ("", _ANY) else nonce_of_text(answer)
    try:
        for seat, nonce in shares.items():
            game.commit_nonce(seat, nonce)
        for seat, nonce in shares.items():
            game.reveal_nonce(seat, nonce)
    except OSError as error:
        raise unwritable(path, error) from error
    return True
