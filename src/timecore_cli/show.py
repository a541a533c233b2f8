"""``timecore show``: the board at a position."""

from __future__ import annotations

from typing import Annotated

from timecore_cli._arguments import As, At, Deck, File, Json, Lang, whole
from timecore_cli._declared import option

__all__ = ["command"]

Height = Annotated[
    int | None,
    option(
        "--height",
        metavar="LINES",
        help="Draw a board of no more lines: what matters least is left out, and said to be.",
        parser=whole("--height", 1),
        show_default="as many as it takes",
    ),
]


def command(
    file: File,
    at: At = None,
    as_: As = None,
    height: Height = None,
    deck: Deck = None,
    lang: Lang = None,
    json: Json = False,
) -> None:
    """Show the board at a position; of a copy that shows what a seat, or the public, may see, as they see it.

    With --json the state, and nothing around it, in the form of the game's rules document.
    """
    from timecore_cli import _games, _output, _screen

    log = _games.open_log(file, deck)
    viewer = _games.viewer_shown(log) if as_ is None else _games.viewer_named(log, as_)
    replay = _games.open_replay(log, file, viewer)
    replay.go("-1" if at is None else at)
    if json:
        _output.say(_output.dumps(replay.state.to_json(), indent=2))
    else:
        screen = _screen.Screen(log, lang, replay.rules)
        _output.say(screen.title(replay))
        _output.say()
        _output.say(screen.board(replay, height))
        note = screen.taken_back_by(replay)
        if note:
            _output.say()
            _output.say(note)
        if not replay.standing.open:  # of what the table does, the board knows nothing
            _output.say()
            _output.say(screen.to_act(replay))
    _games.finish(log, file, replay)
