"""Standings as a page: one file, without scripts, for a browser and for paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from timecore_cli import _output
from timecore_cli._texts import texts
from timecore_cli.tournament._tables import (
    break_names,
    headings,
    outcome_names,
    rated,
    results,
    row,
    shown_outcomes,
)

if TYPE_CHECKING:
    from timecore.checkpoints import Checkpoint
    from timecore.tournament import GameLine, Standings

__all__ = ["page"]

#: The headings of columns of small numbers stand upright, so that all columns fit on a sheet.
_STYLE: Final = """\
:root { color-scheme: light dark }
body { font: 16px/1.4 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 1.5rem; overflow-wrap: anywhere }
div { overflow-x: auto; margin: 0 0 2rem }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
caption { text-align: left; font-weight: bold; font-size: 1.2rem; padding: .3rem 0 }
th, td { padding: .3rem .5rem; text-align: right; vertical-align: top }
th { font-size: .85rem; vertical-align: bottom; border-bottom: 2px solid }
td { border-bottom: 1px solid #8886; white-space: nowrap }
.text { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 3.5rem }
.name { min-width: 9rem }
.game { min-width: 7rem }
.left { text-align: left }
.main { font-weight: bold }
.first { border-left: 1px solid #8886 }
.none { color: #888 }
th span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap }
p { margin: .3rem 0 }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .8rem }
@media print {
  @page { margin: 15mm }
  :root { color-scheme: light }
  body { font-size: 9.5pt; max-width: none; margin: 0; padding: 0; color: #000; background: #fff }
  div { overflow: visible }
  th, td { padding: .2rem .35rem }
  thead { display: table-header-group }
  tr, p, pre { break-inside: avoid }
  caption { break-after: avoid }
}"""

#: A page that asks for nothing from anywhere, whatever a name in it may try.
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


def page(found: Standings, checkpoint: Checkpoint | None, leaves: int, lang: str) -> str:
    """The page.

    Args:
        found: The standings.
        checkpoint: The newest checkpoint, or ``None``.
        leaves: How many leaves there are.
        lang: The language of its headings.
    """
    return "\n".join(_page(found, checkpoint, leaves, lang))


def _page(found: Standings, checkpoint: Checkpoint | None, leaves: int, lang: str) -> Iterator[str]:
    from timecore.tournament import number_text

    _ = texts(lang).gettext
    name = _text(found.name)
    yield "<!DOCTYPE html>"
    yield f'<html lang="{lang}">'
    yield '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield f"<title>{name}</title>"
    yield f"<style>\n{_STYLE}\n</style></head>"
    yield f"<body><h1>{name}</h1>"
    yield from _standings(found, lang)
    if found.games:
        head = [_("round"), _("game"), _("players"), _("result")]
        yield from _table(
            _("Games"), head, ["text", "text game", "text name", "left"], map(_game(lang), found.games)
        )
    if found.byes:
        byes = [
            [
                _text(bye.round),
                _text(bye.player),
                number_text(found.scoring.worth("bye") if bye.points is None else bye.points),
            ]
            for bye in found.byes
        ]
        yield from _table(_("Byes"), [_("round"), _("player"), _("points")], ["text", "text name", ""], byes)
    yield from map(_paragraph, _explained(found, lang))
    if checkpoint is not None:
        newest = _("The newest checkpoint of the tournament:")
        if checkpoint.size < leaves:
            newest = _(
                "The newest checkpoint of the tournament, which is of the first {size} of its {leaves} leaves:"
            ).format(size=checkpoint.size, leaves=leaves)
        yield _paragraph(newest)
        yield f"<pre>{escape(_output.escape(checkpoint.text))}</pre>"
    yield "</body></html>"


def _standings(found: Standings, lang: str) -> Iterator[str]:
    """The table of players."""
    outcomes, breaks = len(shown_outcomes(found)), len(found.scoring.tie_breaks)
    kinds = [
        "main",
        "text name main",
        "main",
        *["upright"] * (outcomes + breaks),
        *([""] if rated(found) else []),
    ]
    for first in (3, 3 + outcomes, 3 + outcomes + breaks):
        if first < len(kinds):
            kinds[first] += " first"
    rows = [[_text(cell) for cell in row(found, line)] for line in found.lines]
    yield from _table(texts(lang).gettext("Standings"), headings(found, lang), kinds, rows)


def _game(lang: str) -> Callable[[GameLine], list[str]]:
    """Makes the row of a game: who won it stands out."""

    def cells(game: GameLine) -> list[str]:
        names = [
            f"<strong>{_text(name)}</strong>" if how == "1" else _text(name)
            # Nothing is known of the players if the record is gone, nor of the result before the end.
            for name, how in zip_longest(game.names, game.result[: len(game.names)])
        ]
        file = game.game.hex() if game.file is None else game.file.removesuffix(".msgpack")
        return [
            _text(game.round),
            _text(file),
            " · ".join(names),
            _text(results(game.status, game.result, lang)),
        ]

    return cells


def _explained(found: Standings, lang: str) -> Iterator[str]:
    """How the standings come about, in sentences."""
    from timecore.tournament import number_text

    _ = texts(lang).gettext
    names, breaks, scoring = outcome_names(lang), break_names(lang), found.scoring
    worth = [
        f"{names[one]} {number_text(scoring.points[one])}"
        for one in shown_outcomes(found)
        if one in scoring.points and not (one == "shared" and scoring.split)
    ]
    yield _("Points: {worth}.").format(worth=", ".join(worth))
    if scoring.split:
        yield _("Those who share a win divide its points.")
    if scoring.tie_breaks:
        order = ", ".join(breaks[one] for one in scoring.tie_breaks)
        yield _("Equal points are parted by, in this order: {tie_breaks}.").format(tie_breaks=order)
    if rated(found):
        yield _(
            "Ratings are OpenSkill's, in floating-point numbers: they decide nothing and are no evidence."
        )
    yield _("Results stand in the order of the players: 1 won, 0 did not, f forfeited, - undecided.")


def _table(
    caption: str, head: Sequence[str], kinds: Sequence[str], rows: Iterable[Sequence[str]]
) -> Iterator[str]:
    """A table; the cells are HTML, and each column is of a kind."""
    yield f"<div><table><caption>{_text(caption)}</caption>"
    cells = [
        _cell("th", kind, f"<span>{_text(cell)}</span>" if "upright" in kind else _text(cell))
        for kind, cell in zip(kinds, head, strict=True)
    ]
    yield f"<thead><tr>{''.join(cells)}</tr></thead><tbody>"
    for one in rows:
        cells = [
            _cell("td", f"{kind} none" if "upright" in kind and cell == "0" else kind, cell)
            for kind, cell in zip(kinds, one, strict=True)
        ]
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table></div>"


def _cell(tag: str, kind: str, content: str) -> str:
    named = f' class="{kind.strip()}"' if kind else ""
    scope = ' scope="col"' if tag == "th" else ""
    return f"<{tag}{scope}{named}>{content}</{tag}>"


def _paragraph(text: str) -> str:
    return f"<p>{_text(text)}</p>"


def _text(text: str) -> str:
    """Foreign text as text, without a control character."""
    return escape(_output.printable(text))
