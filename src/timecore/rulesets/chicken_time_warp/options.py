"""The options of Chicken Time Warp (CW-9 to CW-20)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import attrs

from timecore.options import option
from timecore.quoting import json_text
from timecore.rulesets.chicken_time_warp.builtin import built_in_deck
from timecore.rulesets.chicken_time_warp.cards import HAND_SIZE, KINDS, MOST, Deck, Kind

__all__ = ["Options"]


def _wrong_deck(deck: Mapping[str, Any] | None, chosen: Mapping[str, Any]) -> str | None:
    """CW-11."""
    if deck is None:
        return None
    for kind in deck:
        if kind not in KINDS:
            return f"must have no kind {json_text(kind)}"
    for kind in KINDS:
        if kind not in deck:
            return f"must list all twelve kinds, {kind} too"
        count = deck[kind]
        if type(count) is not int or not 0 <= count <= MOST:
            return f"must have a whole number from 0 to {MOST} for {kind}"
    if deck["escape_pod"] != 1:
        return "must have exactly 1 escape_pod"
    needed = HAND_SIZE * chosen["players"]
    if Deck.of(deck).not_black < needed:
        return f"must have at least {needed} cards that are not black, {HAND_SIZE} for each player"
    return None


def _deck(deck: Mapping[str, int] | None, _chosen: Mapping[str, Any]) -> Deck:
    """CW-10."""
    return built_in_deck() if deck is None else Deck.of(deck)


def _wrong_number_of_you_dead(number: int | None, chosen: Mapping[str, Any]) -> str | None:
    most = chosen["deck"]["you_dead"]
    return None if number is None or 0 <= number <= most else f"must be from 0 to {most}, or null"


def _number_of_you_dead(number: int | None, chosen: Mapping[str, Any]) -> int:
    """CW-12."""
    if number is not None:
        return number
    in_deck: int = chosen["deck"]["you_dead"]
    return min(6, in_deck) if chosen["players"] <= 4 else in_deck


def _must_be_a_seat(first_player: int | str, chosen: Mapping[str, Any]) -> str | None:
    last = chosen["players"] - 1
    if type(first_player) is int and not 0 <= first_player <= last:
        return f'must be a seat from 0 to {last}, or "random"'
    return None


def _must_be_a_limit(turn_limit: int, _chosen: Mapping[str, Any]) -> str | None:
    return None if 0 <= turn_limit <= MOST else f"must be from 0 to {MOST}"


@attrs.frozen
class Options:
    """What can be chosen about a game, all of it resolved."""

    players: int = option("CW-9", within=range(3, 7), doc="Number of seats.")
    deck: Mapping[Kind, int] = option(
        "CW-11",
        default=None,
        asked=Mapping[str, int] | None,
        convert=_deck,
        check=_wrong_deck,
        text="an object of twelve kinds with their counts, the path of a deck file, which ends in .toml, or null",
        doc="The Game Play cards; null takes those of the box.",
    )
    you_dead_cards: int = option(
        "CW-12",
        default=None,
        asked=int | None,
        convert=_number_of_you_dead,
        check=_wrong_number_of_you_dead,
        text="a whole number from 0 to the deck's count, or null",
        doc="How many You Dead go into the draw pile; null: with 3 or 4 players at most 6, with more all.",
    )
    first_player: int | Literal["random"] = option(
        "CW-13",
        default=0,
        choices=(*range(6), "random"),
        check=_must_be_a_seat,
        text='a seat or "random"',
        doc='Who goes first; "random" leaves it to chance after the deal.',
    )
    turn_limit: int = option(
        "CW-14",
        default=0,
        check=_must_be_a_limit,
        text="a whole number from 0 up",
        doc="The turn at whose end the game is drawn; 0 is no limit.",
    )
    mooch: Literal["topmost", "top_only", "any"] = option(
        "CW-15",
        default="topmost",
        choices=("topmost", "top_only", "any"),
        doc="What Mooch takes: the topmost discard that is not black, the top one only, or any.",
    )
    mooch_draws: bool = option("CW-16", default=False, doc="Whether a player who played Mooch draws as well.")
    peek_dead: bool = option("CW-17", default=False, doc="Whether Peek-a-Boo may be played on a dead player.")
    erased_hand: Literal["kept", "discarded"] = option(
        "CW-18",
        default="kept",
        choices=("kept", "discarded"),
        doc="What becomes of an erased player's hand.",
    )
    death_before_time: Literal["first_card", "erased"] = option(
        "CW-19",
        default="first_card",
        choices=("first_card", "erased"),
        doc="A death with no Timeline card face up: over the first card, or erased at once.",
    )
    frozen_flip: bool = option("CW-20", default=False, doc="Whether a missed turn turns a Timeline card up.")
