"""Standings as a page: one file, without scripts, for a browser and for paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from timecore_cli import _output
from timecore_cli._texts import texts
from timecore_cli.tournament._tables import headings, results, row

if TYPE_CHECKING:
    from timecore.tournament import Standings

__all__ = ["page"]

_STYLE: Final = """\
:root { color-scheme: light dark }
body { font: 16px/1.4 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 2rem; font-variant-numeric: tabular-nums }
caption { text-align: left; font-weight: bold; font-size: 1.2rem; padding: .5rem 0 }
th, td { border-bottom: 1px solid #8888; padding: .3rem .6rem; text-align: right; vertical-align: top }
th.text, td.text { text-align: left; overflow-wrap: anywhere }
thead th { border-bottom: 2px solid }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font-size: .85rem }
@media print {
  @page { margin: 15mm }
  body { font-size: 10pt; max-width: none; margin: 0; padding: 0; color: #000; background: #fff }
  thead { display: table-header-group }
  tr { break-inside: avoid }
  caption { break-after: avoid }
}"""

#: A page that asks for nothing from anywhere, whatever a name in it may try.
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"


def page(found: Standings, checkpoint: str | None, lang: str) -> str:
    """The page.

    Args:
        found: The standings.
        checkpoint: The text of the newest checkpoint, or ``None``.
        lang: The language of its headings.
    """
    return "\n".join(_page(found, checkpoint, lang))


def _page(found: Standings, checkpoint: str | None, lang: str) -> Iterator[str]:
    from timecore.tournament import number_text

    _ = texts(lang).gettext
    name = _text(found.name)
    yield "<!DOCTYPE html>"
    yield f'<html lang="{lang}">'
    yield '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield f"<title>{name}</title>"
    yield f"<style>\n{_STYLE}\n</style></head>"
    yield f"<body><h1>{name}</h1>"
    yield from _table(_("Standings"), headings(found, lang), [row(found, line) for line in found.lines], (1,))
    games = [
        [
            game.round,
            game.file or game.game.hex(),
            " · ".join(game.names),
            results(game.status, game.result, lang),
        ]
        for game in found.games
    ]
    if games:
        head = [_("round"), _("game"), _("players"), _("result")]
        yield from _table(_("Games"), head, games, (0, 1, 2))
    if found.byes:
        byes = [
            [
                bye.round,
                bye.player,
                number_text(found.scoring.worth("bye") if bye.points is None else bye.points),
            ]
            for bye in found.byes
        ]
        yield from _table(_("Byes"), [_("round"), _("player"), _("points")], byes, (0, 1))
    tokens = _("Results stand in the order of the players: 1 won, 0 did not, f forfeited, - undecided.")
    yield f"<p>{_text(tokens)}</p>"
    if checkpoint is not None:
        newest = _("The newest checkpoint of the tournament:")
        yield f"<p>{_text(newest)}</p>"
        yield f"<pre>{escape(_output.escape(checkpoint))}</pre>"
    yield "</body></html>"


def _table(
    caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], words: Sequence[int]
) -> Iterator[str]:
    """A table; in the columns ``words`` stand words, in the others numbers."""
    kinds = [' class="text"' if number in words else "" for number in range(len(head))]
    yield f"<table><caption>{_text(caption)}</caption>"
    cells = (f'<th scope="col"{kind}>{_text(cell)}</th>' for kind, cell in zip(kinds, head, strict=True))
    yield f"<thead><tr>{''.join(cells)}</tr></thead><tbody>"
    for one in rows:
        cells = (f"<td{kind}>{_text(cell)}</td>" for kind, cell in zip(kinds, one, strict=True))
        yield f"<tr>{''.join(cells)}</tr>"
    yield "</tbody></table>"


def _text(text: str) -> str:
    """Foreign text as text, without a control character."""
    return escape(_output.printable(text))
