"""What the cards are called in a language."""

from collections.abc import Iterable

from timecore.ruleset import Catalogue
from timecore.rulesets.chicken_time_warp.cards import ESCAPE_WINDOW, Kind, Minute

__all__ = ["card_list", "card_names", "time_name"]


def card_names(catalogue: Catalogue) -> dict[Kind, str]:
    """The names of the Game Play cards, in the order of kinds (CW-3). No two are alike in any language.

    Args:
        catalogue: The language.
    """
    _ = catalogue.gettext
    return {
        "escape_pod": _("Escape Pod"),
        "clux_capacitor": _("Clux Capacitor"),
        "swap_hands": _("Swap Hands"),
        "swap_block": _("Swap Block"),
        "super_thief": _("Super Thief"),
        "peek_a_boo": _("Peek-a-Boo"),
        "cryogenic_freeze": _("Cryogenic Freeze"),
        "stock_pile": _("Stock Pile"),
        "mooch": _("Mooch"),
        "reverse": _("Reverse"),
        "you_dead": _("You Dead"),
        "time_slips_away": _("Time Slips Away"),
    }


def card_list(cards: Iterable[Kind], catalogue: Catalogue) -> str:
    """Some Game Play cards by name, in the order given; "no cards" if there are none.

    Args:
        cards: Their kinds.
        catalogue: The language.

    Raises:
        KeyError: There is no such kind.
    """
    called = card_names(catalogue)
    return ", ".join([called[card] for card in cards]) or catalogue.gettext("no cards")


def time_name(card: Minute, catalogue: Catalogue) -> str:
    """A Timeline card by name: "minute 7", "the Escape Window".

    Args:
        card: Its minute.
        catalogue: The language.
    """
    _ = catalogue.gettext
    if card == ESCAPE_WINDOW:
        return _("the Escape Window")
    return _("minute {minute}").format(minute=card)
