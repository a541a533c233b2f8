"""The hidden cards dealt anew: a state that a view may be the view of."""

from __future__ import annotations

from hashlib import sha256

from timecore.hidden import HIDDEN
from timecore.rulesets.time_chase.cards import DECKS, ORDER
from timecore.rulesets.time_chase.state import State

__all__ = ["resampled"]


def resampled(view: State, seed: bytes) -> State:
    """A state without hidden values: every card that the viewer cannot place lies in some hand, or in the deck.

    Every deal of these cards is equally likely; what the players' choices tell of their hands is not asked.

    Args:
        view: What a viewer knows. It is not changed.
        seed: Equal seeds deal alike.
    """
    state = view.copy()
    seen = set(view.placed())
    unknown = [card for card in DECKS[view.options.players] if card not in seen]
    # By the hash of the card and the seed: an order that nobody can tell from a shuffled one.
    unknown.sort(key=lambda card: sha256(seed + card.encode()).digest())
    for seat, hand in enumerate(state.hands):
        known = [card for card in hand if card is not HIDDEN]
        dealt = [unknown.pop() for _ in range(len(hand) - len(known))]
        state.hands[seat] = sorted([*known, *dealt], key=ORDER.__getitem__)
        if state.committed_cards[seat] is HIDDEN:
            state.committed_cards[seat] = unknown.pop()
        if state.committed_fuel[seat] is HIDDEN:
            most = min(state.fuel[seat], state.present)
            digest = sha256(seed + b"fuel" + seat.to_bytes(4, "big")).digest()
            state.committed_fuel[seat] = int.from_bytes(digest, "big") % (most + 1)
    state.undealt = dict.fromkeys(sorted(unknown, key=ORDER.__getitem__))
    return state
