"""What timecore is compared with: packages of the same kind, doing the same kind of thing.

They are no dependencies; whoever wants these rows installs them. Each function gives something to call, or raises
ImportError.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from io import StringIO
from typing import Any, Final

from benchmarks._game import next_choice

__all__ = ["chess_replay", "eventsourcing_get", "openspiel_play_outs"]

#: Moves of play-outs, events of an aggregate, moves of a game of chess.
_MOVES: Final = 100
_EVENTS: Final = 200
_PLIES: Final = 200


def openspiel_play_outs(game: str) -> Callable[[], int]:
    """Random play-outs, about a hundred moves, of one of OpenSpiel's games that are written in Python."""
    pyspiel: Any = import_module("pyspiel")
    import_module("open_spiel.python.games")
    loaded = pyspiel.load_game(game)
    choice = 1

    def play() -> int:
        nonlocal choice
        moves = 0
        while moves < _MOVES:
            state = loaded.new_initial_state()
            while not state.is_terminal():
                choice = next_choice(choice)
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    action = outcomes[(choice >> 16) % len(outcomes)][0]
                else:
                    legal = state.legal_actions()
                    action = legal[(choice >> 16) % len(legal)]
                state.apply_action(action)
                moves += 1
        return moves

    return play


def eventsourcing_get() -> Callable[[], int]:
    """Get an aggregate of two hundred events from a repository in memory."""
    application: Any = import_module("eventsourcing.application")
    domain: Any = import_module("eventsourcing.domain")

    class Hand(domain.Aggregate):  # type: ignore[misc]
        def __init__(self) -> None:
            self.cards: list[str] = []

        @domain.event("CardDealt")  # type: ignore[untyped-decorator]
        def deal(self, seat: int, card: str) -> None:
            self.cards.append(card)

    app = application.Application()
    hand: Any = Hand()
    for number in range(_EVENTS - 1):
        hand.deal(seat=number % 4, card=f"A{number % 13}")
    app.save(hand)

    def get() -> int:
        app.repository.get(hand.id)
        return _EVENTS

    return get


def chess_replay() -> Callable[[], int]:
    """Read a game of chess of two hundred random moves from its PGN, and play its moves on a board.

    Both, since a replay of ours ends with the state that the game has come to, and a PGN that was read without one.
    """
    chess: Any = import_module("chess")
    pgn: Any = import_module("chess.pgn")
    game = pgn.Game()
    node = game
    board = chess.Board()
    choice = 1
    for _ in range(_PLIES):
        choice = next_choice(choice)
        legal = [*board.legal_moves]
        move = legal[(choice >> 16) % len(legal)]
        board.push(move)
        node = node.add_variation(move)
    text = str(game)

    moves = len(board.move_stack)

    def read() -> int:
        saved = pgn.read_game(StringIO(text))
        board = saved.board()
        for move in saved.mainline_moves():
            board.push(move)
        return moves

    return read
