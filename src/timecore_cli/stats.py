"""``timecore stats``: a game in numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple

from timecore_cli._arguments import As, Deck, Json, Lang
from timecore_cli._asked import JsonLines
from timecore_cli._declared import argument, option

if TYPE_CHECKING:
    from fractions import Fraction

    from timecore.ask import Choices, Drawn, Series, Stats
    from timecore.log import Log
    from timecore.replay import Replay
    from timecore_cli._screen import Screen

__all__ = ["command"]

Files = Annotated[list[Path], argument(metavar="FILE...", help="Saved games.", show_default=False)]
Plot = Annotated[
    list[str] | None,
    option(
        "--plot",
        metavar="PATH",
        help="Draw a number of the state along the game, such as fuel[*]. May be given again.",
        show_default=False,
    ),
]

#: The columns of a plot, beside its path and its least and greatest number.
_PLOTTED: Final = 60

#: Of several exit codes the one that counts.
_WORST_FIRST: Final = (2, 3, 4)


class _Game(NamedTuple):
    """A game that was asked."""

    file: Path
    log: Log
    replay: Replay
    told: Stats
    plots: Sequence[Series]


def command(
    files: Files,
    *,
    plot: Plot = None,
    as_: As = None,
    deck: Deck = None,
    lang: Lang = None,
    json: Json = False,
    jsonl: JsonLines = False,
) -> int:
    """Tell a game in numbers: length, choices, legal moves, time, and how likely each draw was.

    Of several files each is told; with --json as a list. A probability is there given as two whole numbers, weight and
    total. With --as a seat is told the numbers of its own legal moves, and all the rest only of what came
    before anything was hidden from it.
    """
    from timecore_cli import _asked, _games, _output

    _asked.exclusive(json=json, jsonl=jsonl)

    def asked(file: Path) -> _Game:
        return _ask(file, deck, as_, plot or [])

    if len(files) > 1:
        return _many(files, asked, lang, "json" if json else "jsonl" if jsonl else "page")
    (file,) = files
    game = asked(file)
    if json or jsonl:
        _output.say(_output.dumps(_document(game), indent=2 if json else None))
    else:
        for line in _page(game, lang):
            _output.say(line)
    _games.finish(game.log, file, game.replay)
    return 0


def _ask(file: Path, deck: Path | None, as_: str | None, plot: Sequence[str]) -> _Game:
    from timecore.ask import series, stats
    from timecore_cli import _asked

    log, _, replay = _asked.opened(file, deck, as_)
    plots = [one for path in plot for one in series(replay, path)]  # first: a wrong path is refused at once
    return _Game(file, log, replay, stats(replay), plots)


def _many(
    files: Sequence[Path],
    asked: Callable[[Path], _Game],
    lang: str | None,
    form: Literal["page", "json", "jsonl"],
) -> int:
    """Tell several games, each as soon as it is known; the worst exit code."""
    from timecore_cli import _errors, _games, _output

    codes: set[int] = set()
    before = 0
    for file in files:
        try:
            game = asked(file)
            match form:
                case "json":
                    _output.say(("," if before else "[") + _output.dumps(_document(game)))
                case "jsonl":
                    _output.say(_output.dumps(_document(game)))
                case "page":
                    _output.say(("\n" if before else "") + _output.printable(str(file)))
                    for line in _page(game, lang):
                        _output.say(line)
            before += 1
            _games.finish(game.log, file, game.replay)
        except _errors.Failure as failure:
            codes.add(failure.code)
            _errors.report(failure, machine=form != "page")
    if form == "json":
        _output.say("]" if before else "[]")
    return next((code for code in _WORST_FIRST if code in codes), 0)


def _document(game: _Game) -> dict[str, Any]:
    """The numbers for machines."""
    header, viewer = game.log.header, game.replay.viewer
    document: dict[str, Any] = {"file": str(game.file), "ruleset": header.ruleset}
    document["rules_version"] = header.rules_version
    if viewer is not None:
        document["as"] = viewer if isinstance(viewer, int) else "public"
    document |= game.told.to_json()
    if game.plots:
        document["plots"] = [one.to_json() for one in game.plots]
    return document


# -- as a page --------------------------------------------------------------------------------------------------------


def _page(game: _Game, lang: str | None) -> Iterator[str]:
    from timecore_cli._screen import Screen

    replay, told, plots = game.replay, game.told, game.plots
    screen = Screen(game.log, lang, replay.rules)
    replay.go("-1")
    yield screen.title(replay)
    yield ""
    yield from _table(
        [*_length(told, screen), ("  " + screen.texts.gettext("Result"), screen.outcome(replay))]
    )
    yield ""
    yield from _seats(told, screen)
    if plots:
        yield ""
        yield from _plots(plots, screen)
    if told.draws:
        yield ""
        yield screen.bold(screen.texts.gettext("Draws"))
        yield from _table(_draws(told.draws, replay, screen))


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    from timecore_cli import _output

    return _output.table(rows, _output.width())


def _length(told: Stats, screen: Screen) -> list[tuple[str, ...]]:
    """How long the game was."""
    _, ngettext = screen.texts.gettext, screen.texts.ngettext
    choices = sum(one.count for one in told.seats)
    parts = [
        ngettext("{count} of the seats", "{count} of the seats", choices).format(count=choices),
        ngettext("{count} of chance", "{count} of chance", told.by_chance).format(count=told.by_chance),
    ]
    if told.by_table:
        parts.append(_("{count} of the table").format(count=told.by_table))
    rows: list[tuple[str, ...]] = [
        ("  " + _("Entries"), f"{told.entries}: {', '.join(parts)}"),
        ("  " + _("Events"), str(told.events)),
    ]
    if told.retracted:
        rows.append(("  " + _("Taken back"), str(told.retracted)))
    if told.rounds is not None:
        rows.append(("  " + _("Rounds"), str(told.rounds)))
    if told.turns is not None:
        rows.append(("  " + _("Turns"), str(told.turns)))
    if told.clock is not None:
        span = _("{time}, from {first} to {last}").format(
            time=_clock(told.clock.time), first=told.clock.first, last=told.clock.last
        )
        rows.append(("  " + _("Time"), span))
    return rows


def _seats(told: Stats, screen: Screen) -> Iterator[str]:
    """What each seat chose, a line each."""
    from timecore.display import columns, pad
    from timecore_cli import _output

    _ = screen.texts.gettext
    timed = any(one.time is not None for one in told.seats)
    head = [_("choices"), _("legal moves: least"), _("mean"), _("most"), _("only one")]
    rows = [(name, _choices(one)) for name, one in zip(screen.narrator.names, told.seats, strict=True)]
    if timed:
        head.append(_("time"))
        for (_name, cells), one in zip(rows, told.seats, strict=True):
            cells.append("-" if one.time is None else _clock(one.time))
    sizes = [
        max(columns(cell) for cell in column)
        for column in zip(head, *(cells for _name, cells in rows), strict=True)
    ]
    room = max(8, _output.width() - sum(sizes) - 2 * len(sizes) - 2)
    names = min(room, max(columns(name) for name, _cells in rows))

    def line(name: str, cells: Sequence[str]) -> str:
        numbers = "".join("  " + pad(cell, size, right=True) for cell, size in zip(cells, sizes, strict=True))
        return ("  " + pad(name, names) + numbers).rstrip()

    yield screen.bold(line("", head))
    for name, cells in rows:
        yield line(name, cells)


def _choices(one: Choices) -> list[str]:
    if not one.legal:
        return [str(one.count), "-", "-", "-", "-"]
    mean = one.mean
    tenths = 0 if mean is None else (20 * mean.numerator + mean.denominator) // (2 * mean.denominator)
    average = f"{tenths // 10}.{tenths % 10}"
    return [str(one.count), str(min(one.legal)), average, str(max(one.legal)), str(one.forced)]


def _plots(plots: Sequence[Series], screen: Screen) -> Iterator[str]:
    """A line for each number along the game."""
    from timecore.display import columns, fit, pad
    from timecore_cli import _output
    from timecore_cli._spark import spark

    paths = [fit(str(one.path), 30) for one in plots]
    room = max(map(columns, paths))
    known = [[value for value in one.values if value is not None] for one in plots]
    least = max(len(str(min(values))) for values in known)
    most = max(len(str(max(values))) for values in known)
    wide = max(min(_output.width() - room - least - most - 8, _PLOTTED), 8)
    for path, one, values in zip(paths, plots, known, strict=True):
        drawn = spark(one.values, wide, drawn=screen.drawn)
        yield f"  {pad(path, room)}  {str(min(values)).rjust(least)} {drawn} {str(max(values)).rjust(most)}"


def _draws(draws: Sequence[Drawn], replay: Replay, screen: Screen) -> list[tuple[str, ...]]:
    """What chance brought, and how likely that was."""
    rows: list[tuple[str, ...]] = []
    steps = replay.steps(before=True)
    step = next(steps, None)
    for draw in draws:
        while step is not None and step.entry.seq < draw.entry:
            step = next(steps, None)
        happened = "" if step is None else screen.narrator.step(step)
        if draw.probability is None:
            rows.append((f"  {draw.entry}", "-", "", happened))
        else:
            rows.append(
                (f"  {draw.entry}", f"{draw.weight} : {draw.total}", _percent(draw.probability), happened)
            )
    return rows


def _percent(probability: Fraction) -> str:
    """A probability for people: in per cent with one place, half up."""
    tenths = (2000 * probability.numerator + probability.denominator) // (2 * probability.denominator)
    if not tenths:
        return "< 0.1 %"
    return f"{tenths // 10}.{tenths % 10} %"


def _clock(milliseconds: int) -> str:
    """A time as hours, minutes and seconds."""
    sign, seconds = ("-", -milliseconds // 1000) if milliseconds < 0 else ("", milliseconds // 1000)
    return f"{sign}{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
