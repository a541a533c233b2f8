"""``timecore legal``: who may move at a position, and what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from timecore_cli._arguments import As, At, Deck, File, Json, Lang

if TYPE_CHECKING:
    from collections.abc import Iterator

    from timecore.replay import Replay
    from timecore_cli._screen import Screen

__all__ = ["command", "page"]


def command(
    file: File, at: At = None, as_: As = None, deck: Deck = None, lang: Lang = None, json: Json = False
) -> None:
    """List the legal moves at a position, in the game's order.

    With --as that seat's own moves only; so too for a copy that shows what a seat, or the public, may see.
    """
    from timecore_cli import _games, _output, _screen

    log = _games.open_log(file, deck)
    viewer = _games.viewer_shown(log) if as_ is None else _games.viewer_named(log, as_)
    replay = _games.open_replay(log, file, viewer)
    replay.go("-1" if at is None else at)
    if json:
        _output.say(_output.dumps(_document(replay), indent=2))
    else:
        for line in page(replay, _screen.Screen(log, lang, replay.rules)):
            _output.say(line)
    _games.finish(log, file, replay)


def _shown(replay: Replay) -> list[int]:
    """The actors whose moves the viewer may ask for."""
    actors = replay.to_act
    return [actor for actor in actors if replay.viewer is None or actor == replay.viewer]


def _document(replay: Replay) -> dict[str, Any]:
    from timecore.actors import CHANCE

    legal = {str(actor): [move.to_json() for move in replay.legal_moves(actor)] for actor in _shown(replay)}
    told: dict[str, Any] = {"to_act": list(replay.to_act), "legal": legal}
    if str(CHANCE) in legal:
        told["weights"] = list(replay.rules.weights(replay.state))
    return told


def page(replay: Replay, screen: Screen) -> Iterator[str]:
    """The legal moves at the cursor, line by line.

    Args:
        replay: The cursor; its viewer is told of no other seat's moves.
        screen: The words.
    """
    from timecore.actors import CHANCE

    yield screen.title(replay)
    yield ""
    yield screen.to_act(replay)
    state = replay.state
    for actor in _shown(replay):
        moves = replay.legal_moves(actor)
        weights = list(replay.rules.weights(state)) if actor == CHANCE else []
        plain = len(set(weights)) <= 1
        yield ""
        yield screen.may(actor, len(moves))
        for index, move in enumerate(moves):
            weight = "" if plain else f"  ({weights[index]} : {sum(weights)})"
            yield f"  {screen.narrator.move(move, actor, state)}{weight}"
