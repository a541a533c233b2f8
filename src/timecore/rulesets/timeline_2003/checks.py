"""What can never be in a game of TimeLine, after a whole entry: the invariants that one state can show.

Each sentence begins with the number of its invariant in ``docs/rules/timeline_2003.md``, section 14.
"""

from collections.abc import Iterator, Sequence

from timecore.rulesets.timeline_2003.cards import CARDS, COMMODITIES, COPIES, KINDS, NO_COUNTERS
from timecore.rulesets.timeline_2003.state import Market, State

__all__ = ["faults"]


def faults(state: State) -> Sequence[str]:
    """What is wrong with a state, a sentence each; empty if all is well."""
    return [
        *_counters(state),
        *_kinds(state),
        *_zones(state),
        *_pawns(state),
        *_pending(state),
        *_ends_of_zones(state),
        *_result(state),
    ]


def _counters(state: State) -> Iterator[str]:
    for commodity in COMMODITIES:
        held = [goods[commodity] for goods in state.goods]
        lying = sum(counters.count(commodity) for counters in state.counters)
        supply = state.supply[commodity]
        if min(supply, *held) < 0:
            yield f"1: somebody has less than no {commodity}"
        if supply + lying + sum(held) != state.options.counters:
            yield (
                f"1: {supply} {commodity} in the supply, {lying} on the board and {sum(held)} held "
                f"make not {state.options.counters}"
            )


def _kinds(state: State) -> Iterator[str]:
    up = [face.kind for face in state.faces if face is not None]
    for kind in KINDS:
        if up.count(kind) > COPIES:
            yield f"2: {up.count(kind)} cards {kind} lie face up"
        elif up.count(kind) + state.unseen.get(kind, 0) != COPIES:
            yield f"2: {up.count(kind)} cards {kind} lie face up, and {state.unseen.get(kind, 0)} are unseen"
    if state.deck < 0:
        yield f"2: {len(state.homes)} cards are on the board, and there are only {CARDS}"


def _zones(state: State) -> Iterator[str]:
    for card, home in enumerate(state.homes):
        places = [number for number, zone in enumerate(state.zones, 1) for one in zone.cards if one == card]
        if places != [home]:
            yield f"3: card {card} of zone {home} is in the lists of the zones {places}"
            return
    for card, (face, counters) in enumerate(zip(state.faces, state.counters, strict=True)):
        printed = NO_COUNTERS if face is None else face.colours
        for path, (counter, colour) in enumerate(zip(counters, printed, strict=True)):
            if counter is not None and counter != colour:
                yield f"4: on path {path} of card {card} lies {counter}, and its colour is {colour}"
    for number, zone in enumerate(state.zones, 1):
        if zone.faces != [state.faces[card] for card in zone.cards]:
            yield f"3: zone {number} does not show what its cards do"
        yield from _top(state, number)


def _top(state: State, number: int) -> Iterator[str]:
    """A zone goes up by 4 for each card laid above the first, and by 1 for each counter taken (invariant 5)."""
    zone = state.zones[number - 1]
    if not zone.cards:
        return
    # Its first card has the lowest number, for nothing is laid before the deal is over.
    laid = 4 * zone.cards.index(min(zone.cards))
    slides = -zone.top - laid
    bare = sum(state.counters[card].count(None) for card in zone.cards if state.faces[card] is not None)
    if state.options.counters >= CARDS and number <= len(state.pawns) - state.pawns.count(None):
        bare -= 1  # the counter that was taken when a pawn was placed here, and moved nothing
    if not 0 <= slides <= bare or (state.options.counters >= CARDS and slides != bare):
        yield f"5: the top of zone {number} is {zone.top}, after {laid // 4} cards above and {bare} counters taken"


def _pawns(state: State) -> Iterator[str]:
    for seat, pawn in enumerate(state.pawns):
        if pawn is None or type(pawn) is Market:
            continue
        card, path = pawn
        if pawn in state.pawns[:seat]:
            yield f"6: on path {path} of card {card} stands more than one pawn"
        if state.faces[card] is None:
            yield f"6: seat {seat} stands on card {card}, which lies face down"
        elif state.counters[card][path] is not None:
            yield f"6: seat {seat} stands on a counter, on path {path} of card {card}"


def _pending(state: State) -> Iterator[str]:
    pending = state.pending
    if pending is None:
        return
    if pending.seat != state.current:
        yield f"11: seat {pending.seat} is about to stop, and it is the turn of seat {state.current}"
    if pending.how != "local" and state.faces[pending.card] is not None:
        yield f"11: seat {pending.seat} has met card {pending.card}, which lies face up, and has not arrived"


def _ends_of_zones(state: State) -> Iterator[str]:
    if state.pending is not None:
        return
    for number, zone in enumerate(state.zones, 1):
        if zone.faces and None in (zone.faces[0], zone.faces[-1]):
            yield f"14: a card at an end of zone {number} lies face down"


def _result(state: State) -> Iterator[str]:
    rich = [seat for seat, gold in enumerate(state.gold) if gold >= state.options.target]
    result = state.result
    if result is None or result.reason == "rounds":
        if rich:
            yield f"12: seat {rich[0]} has {state.gold[rich[0]]} gold, and has not won"
    elif list(result.winners) != rich:
        yield f"12: the winners are {list(result.winners)}, and the target is reached by {rich}"
