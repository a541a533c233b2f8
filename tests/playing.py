"""Playing games to their end, the same way each time."""

from timecore.game import Game

__all__ = ["finish", "wander"]


def finish(game: Game, choice: int = 0) -> Game:
    """Everybody takes the legal move of that number: 0 is the first, -1 the last."""
    while game.to_act:
        actor = game.to_act[0]
        game.play(actor, game.legal_moves(actor)[choice])
    return game


def wander(game: Game, choice: int = 0) -> Game:
    """Everybody takes now this legal move, now that; equal choices give equal games."""
    while game.to_act:
        actor = game.to_act[-1]
        legal = game.legal_moves(actor)
        game.play(actor, legal[choice % len(legal)])
        choice = choice * 5 + 1
    return game
