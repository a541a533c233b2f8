"""How much a record can be asked to prove."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from timecore.audit._report import Report

__all__ = ["LEVELS", "Level", "shortfall"]

Level: TypeAlias = Literal["intact", "rules", "chance", "attested", "sealed"]
"""``intact``: nothing is broken or irregular. ``rules``: every move was judged, and is legal. ``chance``: nobody could
have chosen the luck, nor had draws taken back until one pleased. ``attested``: somebody who is trusted vouches for
it. ``sealed``: a sealed game, and a trusted signature on its score sheet. All but the first ask for *intact* as
well."""

LEVELS: Final[tuple[Level, ...]] = ("intact", "rules", "chance", "attested", "sealed")
"""All of them."""

#: The verdicts that reach a level.
_REACHED: Final = {
    "rules": ("legal", "legal, as ruled"),
    "chance": ("proven", "no draws"),
    "sealed": ("sealed",),
}

#: The question that a level asks, where it has another name.
_QUESTION: Final = {"sealed": "seal"}


def shortfall(report: Report, level: Level) -> str | None:
    """Why a record does not reach a level; ``None`` if it does.

    Args:
        report: What the audit found.
        level: What is asked for.
    """
    if not report.summary.startswith(("intact", "attested")):
        return report.summary
    head = report.verdicts.get("head")
    if head is not None and head.verdict == "another":
        return "the head is another one"
    seal = report.verdicts.get("seal")
    if seal is not None and seal.verdict in ("another", "broken", "irregular"):
        return seal.detail
    if level == "attested":
        return None if report.summary == "attested" else report.summary
    if level == "intact":
        return None
    name = _QUESTION.get(level, level)
    found = report.verdicts.get(name)
    if found is None:
        return "no trusted note vouches for it"
    if found.verdict not in _REACHED[level]:
        return f"{name}: {found.verdict}: {found.detail}"
    if found.taken_back:
        return f"{name}: {found.detail}; who holds the seed could have draws taken back until one pleased"
    return None
