"""The hidden cards dealt anew: a state that a view may be the view of."""

from __future__ import annotations

from hashlib import sha256

from timecore.errors import UsageError
from timecore.hidden import HIDDEN
from timecore.rulesets.chicken_time_warp.cards import NOT_BLACK, ORDER, Kind
from timecore.rulesets.chicken_time_warp.state import State

__all__ = ["resampled"]


def resampled(view: State, seed: bytes) -> State:
    """A state without hidden values: every card that the viewer cannot place lies in some hand, or in the draw pile.

    Every deal of these cards is equally likely; what the players' choices tell of their hands is not asked. Black
    cards are in no hand (CW-4), and the Escape Pod is in none of a dead or erased player (CW-59).

    Args:
        view: What a viewer knows. It is not changed.
        seed: Equal seeds deal alike.

    Raises:
        UsageError: There are not enough cards that the hands can be of, as only a record against the rules has it.
    """
    state = view.copy()
    unseen, status = state.unseen, state.status
    dealt = 0
    # Those who cannot have the pod come first: whoever comes after them is as likely to have it as the draw pile.
    for seat in sorted(range(len(status)), key=lambda seat: status[seat] == "alive"):
        hand = state.hands[seat]
        if not hand or hand[-1] is not HIDDEN:
            continue
        kinds = NOT_BLACK if status[seat] == "alive" else NOT_BLACK[1:]
        known = [card for card in hand if card is not HIDDEN]
        for _ in range(len(hand) - len(known)):
            digest = sha256(seed + dealt.to_bytes(8, "big")).digest()
            dealt += 1
            card = _drawn(unseen, kinds, int.from_bytes(digest, "big"))
            unseen[card] -= 1
            known.append(card)
        known.sort(key=ORDER.__getitem__)
        state.hands[seat] = [*known]
    return state


def _drawn(unseen: dict[Kind, int], kinds: tuple[Kind, ...], number: int) -> Kind:
    """One of the cards of some kinds, each as likely as another."""
    count = sum([unseen[kind] for kind in kinds])
    if not count:
        raise UsageError(
            "the hidden cards cannot be dealt anew: too few are left that a hand may hold",
            hint="A record that keeps to the rules never comes to this; `timecore audit` says where it does not.",
        )
    number %= count
    for kind in kinds:
        number -= unseen[kind]
        if number < 0:
            return kind
    raise AssertionError(kinds)
