"""Standings in columns: for a person, and as CSV."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from timecore_cli import _output
from timecore_cli._texts import texts

if TYPE_CHECKING:
    from timecore.tournament import Line, Standings

__all__ = ["OUTCOMES", "csv", "headings", "lines", "results", "row"]

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

#: How a cell begins that a spreadsheet would take for a formula.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


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


def lines(found: Standings, lang: str) -> Iterator[str]:
    """The standings as a table for a terminal; numbers stand on the right."""
    from timecore.display import columns, pad

    rows = [headings(found, lang), *(row(found, line) for line in found.lines)]
    cells = [[_output.printable(cell) for cell in one] for one in rows]
    widths = [max(map(columns, column)) for column in zip(*cells, strict=True)]
    yield _output.printable(found.name)
    yield ""
    for one in cells:
        padded = [
            pad(cell, size) if number == 1 else " " * (size - columns(cell)) + cell
            for number, (cell, size) in enumerate(zip(one, widths, strict=True))
        ]
        yield "  ".join(padded).rstrip()


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
    safe = _output.printable(text)
    return f"'{safe}" if safe.startswith(_FORMULA) else safe
