"""Ratings of players, by OpenSkill's model of Plackett and Luce. They decide nothing: they are numbers to look at."""

from __future__ import annotations

from collections.abc import Sequence

from timecore.ending import WON
from timecore.errors import ExtraMissing
from timecore.tournament._standings import GameLine, Rating

__all__ = ["rate"]


def rate(players: int, games: Sequence[GameLine]) -> list[Rating]:
    """Rate players by the games that were played to their end, in order.

    Args:
        players: How many there are.
        games: The games.

    Raises:
        ExtraMissing: The package is not installed.
    """
    try:
        from openskill.models import PlackettLuce  # noqa: PLC0415 - an extra
    except ImportError:
        msg = "ratings need the package openskill, which is not installed"
        hint = "pip install './timecore[ratings]' brings it, where ./timecore is a clone."
        raise ExtraMissing(msg, extra="ratings", package="openskill", hint=hint) from None
    model = PlackettLuce()
    found = [model.rating() for _ in range(players)]
    for game in games:
        if game.status != "finished" or len(game.players) < 2 or len({*game.players}) < len(game.players):
            continue
        teams = [[found[player]] for player in game.players]
        ranks = [1.0 if token == WON else 2.0 for token in game.result]
        for player, (one,) in zip(game.players, model.rate(teams, ranks=ranks), strict=True):
            found[player] = one
    return [Rating(one.mu, one.sigma) for one in found]
