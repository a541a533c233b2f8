"""Standings in columns: for a person, and as CSV."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from timecore_cli import _output
from timecore_cli._texts import texts

if TYPE_CHECKING:
    from timecore.tournament import Line, Standings

__all__ = [
    "OUTCOMES",
    "break_names",
    "csv",
    "headings",
    "lines",
    "outcome_names",
    "rated",
    "results",
    "row",
    "shown_outcomes",
]

#: How the outcomes are headed; those that nobody has are left out.
OUTCOMES: Final = (
    "win",
    "shared",
    "loss",
    "forfeit win",
    "forfeit",
    "undecided",
    "bye",
    "void",
    "adjourned",
    "open",
)

#: Where a spreadsheet would begin to read a formula: at the beginning of a cell, and where others part cells, behind
#: a semicolon.
_FORMULA: Final = r"(^|;)(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])"


def outcome_names(lang: str) -> dict[str, str]:
    """What the outcomes are called."""
    _ = texts(lang).gettext
    return {
        "win": _("wins"),
        "shared": _("shared"),
        "loss": _("losses"),
        "forfeit win": _("by forfeit"),
        "forfeit": _("forfeits"),
        "undecided": _("undecided"),
        "bye": _("byes"),
        "void": _("void"),
        "adjourned": _("adjourned"),
        "open": _("open"),
    }


def break_names(lang: str) -> dict[str, str]:
    """What the tie-breaks are called."""
    _ = texts(lang).gettext
    return {
        "direct": _("direct"),
        "wins": _("won alone"),
        "opponents": _("opponents"),
        "beaten": _("beaten"),
        "forfeits": _("fewer forfeits"),
    }


def shown_outcomes(found: Standings) -> list[str]:
    """The outcomes that somebody has, and the first three in any case."""
    return [
        name
        for number, name in enumerate(OUTCOMES)
        if number < 3
        or any(count for line in found.lines for one, count in line.counts.items() if one == name)
    ]


def headings(found: Standings, lang: str) -> list[str]:
    """What stands above the columns."""
    _ = texts(lang).gettext
    names, breaks = outcome_names(lang), break_names(lang)
    head = [_("rank"), _("player"), _("points"), *(names[one] for one in shown_outcomes(found))]
    head += [breaks[one] for one in found.scoring.tie_breaks]
    return [*head, *([_("rating")] if rated(found) else [])]


def row(found: Standings, line: Line) -> list[str]:
    """The same of a player."""
    from timecore.tournament import number_text

    counts = {str(name): count for name, count in line.counts.items()}
    cells = [str(line.rank), line.player, number_text(line.points)]
    cells += [str(counts[name]) for name in shown_outcomes(found)]
    cells += ["" if one is None else number_text(one) for one in line.tie_breaks]
    return [*cells, *([str(line.rating)] if rated(found) else [])]


def rated(found: Standings) -> bool:
    """Whether there are ratings."""
    return any(line.rating is not None for line in found.lines)


def results(status: str, result: tuple[str, ...], lang: str) -> str:
    """How a game ended, in a word or in tokens."""
    _ = texts(lang).gettext
    words = {"void": _("void"), "adjourned": _("adjourned"), "open": _("open")}
    return words.get(status, " ".join(result))


def lines(found: Standings, lang: str, most: int) -> Iterator[str]:
    """The standings as a table for a terminal; numbers stand on the right.

    What does not fit beside the players stands in further tables below.

    Args:
        found: The standings.
        lang: The language of the headings.
        most: The columns of a line.
    """
    from timecore.display import columns, pad

    rows = [headings(found, lang), *(row(found, line) for line in found.lines)]
    cells = [[_output.printable(cell) for cell in one] for one in rows]
    widths = [max(map(columns, column)) for column in zip(*cells, strict=True)]
    widths[1] = min(widths[1], max(most // 3, 10))
    yield from _output.hung("", found.name, most)
    for block in _blocks(widths, most):
        yield ""
        for one in cells:
            padded = [pad(one[at], widths[at], right=at != 1) for at in block]
            yield "  ".join(padded).rstrip()


def _blocks(widths: Sequence[int], most: int) -> Iterator[list[int]]:
    """Which columns stand beside one another: rank and player each time, and as many as there is room for."""
    block, taken = [0, 1], widths[0] + 2 + widths[1]
    for at in range(2, len(widths)):
        if len(block) > 2 and taken + 2 + widths[at] > most:
            yield block
            block, taken = [0, 1], widths[0] + 2 + widths[1]
        block.append(at)
        taken += 2 + widths[at]
    yield block


def csv(found: Standings) -> str:
    """The standings as CSV, with all outcomes, in the words of the library."""
    from csv import writer

    from timecore.tournament import number_text

    made = io.StringIO()
    out = writer(made, lineterminator="\n")
    names = [one.replace(" ", "_") for one in OUTCOMES]
    breaks = [f"tie_break_{one}" for one in found.scoring.tie_breaks]
    out.writerow(
        ["rank", "player", "key", "points", *names, *breaks, *(["mu", "sigma"] if rated(found) else [])]
    )
    for line in found.lines:
        cells = [str(line.rank), _cell(line.player), "" if line.key is None else line.key.hex()]
        cells += [number_text(line.points), *(str(count) for count in line.counts.values())]
        cells += ["" if one is None else number_text(one) for one in line.tie_breaks]
        if line.rating is not None:
            cells += [f"{line.rating.mu:.3f}", f"{line.rating.sigma:.3f}"]
        out.writerow(cells)
    return made.getvalue().removesuffix("\n")


def _cell(text: str) -> str:
    """A foreign text as a cell that no spreadsheet takes for a formula."""
    return re.sub(_FORMULA, r"\1'", _output.printable(text))
