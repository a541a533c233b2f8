"""What can never be in a game of Chicken Time Warp, after a whole entry (I1 to I7 and I9).

Views can be checked as well: a hidden card counts as a card that may be of any kind nobody has seen.
"""

from collections.abc import Iterator, Sequence

from timecore.hidden import HIDDEN
from timecore.rulesets.chicken_time_warp.cards import BLACK, KINDS, ORDER, TIMELINE
from timecore.rulesets.chicken_time_warp.state import State

__all__ = ["faults"]


def faults(state: State) -> Sequence[str]:
    """What is wrong with a state, a sentence each; empty if all is well."""
    return [
        *_cards(state),
        *_pod(state),
        *_hands(state),
        *_timeline(state),
        *_dead(state),
        *_players(state),
        *_turn(state),
        *_result(state),
    ]


def _cards(state: State) -> Iterator[str]:
    hidden = 0
    places = [*state.discard]
    for hand in state.hands:
        known = [card for card in hand if card is not HIDDEN]
        hidden += len(hand) - len(known)
        places += known
    if state.limbo is not None:
        places.append(state.limbo)
    for kind in KINDS:
        count = places.count(kind) + state.aside.get(kind, 0) + state.unseen[kind]
        if count != state.options.deck[kind]:
            yield f"I1: there are {count} cards {kind}, and the deck has {state.options.deck[kind]}"
    if sum(state.unseen.values()) != state.draw_count + hidden:
        yield f"I1: {state.draw_count} cards to draw and {hidden} hidden ones are not those that nobody has seen"


def _pod(state: State) -> Iterator[str]:
    for seat, status in enumerate(state.status):
        if status != "alive" and "escape_pod" in state.hands[seat]:
            yield f"I2: seat {seat} is {status} and holds the Escape Pod"
    escaped = state.result is not None and state.result.reason == "escape"
    if ("escape_pod" in state.discard) is not escaped:
        yield "I2: the Escape Pod is discarded when it wins the game, and only then"


def _hands(state: State) -> Iterator[str]:
    for seat, hand in enumerate(state.hands):
        for kind in BLACK:
            if kind in hand:
                yield f"I3: seat {seat} holds {kind}"
        if hand != sorted(hand, key=ORDER.__getitem__):
            yield f"CW-6: the hand of seat {seat} is not in the order of kinds"


def _timeline(state: State) -> Iterator[str]:
    line = state.timeline
    if not line or tuple(line) != TIMELINE[-len(line) :]:
        yield f"I4: the timeline is {line}"
    if not 0 <= state.face_up <= len(line):
        yield f"I4: {state.face_up} of {len(line)} Timeline cards are face up"
    if state.phase == "play" and state.face_up < 1:
        yield "I4: a card is to be played, and no Timeline card is face up"


def _dead(state: State) -> Iterator[str]:
    up = state.timeline[: state.face_up] or state.timeline[:1]
    for seat, (status, over) in enumerate(zip(state.status, state.above, strict=True)):
        if (over is not None) is not (status == "dead"):
            yield f"I5: seat {seat} is {status}, and over card {over}"
        elif over is not None and over not in up:
            yield f"I5: seat {seat} is over card {over}, which is not face up"


def _players(state: State) -> Iterator[str]:
    for seat, frozen in enumerate(state.frozen):
        if frozen and state.status[seat] != "alive":
            yield f"I6: seat {seat} is {state.status[seat]} and frozen"
    seat_in_turn = state.seat
    if state.phase in ("play", "swap", "draw", "you_dead"):
        if seat_in_turn is None:
            yield "I6: it is the turn of nobody"
        elif state.status[seat_in_turn] != "alive" or state.frozen[seat_in_turn]:
            yield f"I6: it is the turn of seat {seat_in_turn}, who is not living or is frozen"
    living = state.status.count("alive")
    if not living or (living == 1 and state.phase != "over"):
        yield f"I7: {living} players are living in the phase {state.phase}"


def _turn(state: State) -> Iterator[str]:
    limbo = "you_dead" if state.phase == "you_dead" else None
    if state.limbo != limbo:
        yield f"I9: the card in effect is {state.limbo} in the phase {state.phase}"
    if state.phase == "draw" and state.draws_left < 1:
        yield "I9: a card is to be drawn, and no draw is due"
    if (state.swap_target is not None) is not (state.phase == "swap"):
        yield f"I9: who must answer Swap Hands is {state.swap_target} in the phase {state.phase}"


def _result(state: State) -> Iterator[str]:
    if (state.result is not None) is not (state.phase == "over"):
        yield f"CW-70: the result is {state.result} in the phase {state.phase}"
    elif state.result is not None:
        winners = state.result.winners
        if len(winners) != (0 if state.result.reason == "turn_limit" else 1):
            yield f"CW-70: there are {len(winners)} winners, for the reason {state.result.reason}"
        for seat in winners:
            if state.status[seat] != "alive":
                yield f"CW-70: seat {seat} has won and is {state.status[seat]}"
