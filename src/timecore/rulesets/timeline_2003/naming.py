"""What the commodities are called in a language."""

from timecore.ruleset import Catalogue
from timecore.rulesets.timeline_2003.cards import Commodity

__all__ = ["commodity_names"]


def commodity_names(catalogue: Catalogue) -> dict[Commodity, str]:
    """The commodities' names, in the order of T3-1. In every language their first letters differ.

    Args:
        catalogue: The language.
    """
    _ = catalogue.gettext
    return {
        "Oilpetrol": _("Oilpetrol"),
        "Milkbread": _("Milkbread"),
        "Beetcandy": _("Beetcandy"),
        "Nucleons": _("Nucleons"),
    }
