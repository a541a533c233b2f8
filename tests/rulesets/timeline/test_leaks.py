"""No date is told before its card is turned: in no words, in no form, to nobody (TL-19, TL-71, TL-73)."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack
import pytest
from cli_run import Ran

from timecore.actors import CHANCE, PUBLIC, Viewer
from timecore.bots import make_bots, simulate
from timecore.errors import TimecoreError
from timecore.game import Game
from timecore.log import Log
from timecore.narrate import Narrator
from timecore.redact import redact
from timecore.replay import Replay
from timecore.rulesets.timeline import RULESET, Timeline
from timecore.rulesets.timeline.moves import DrawCard, OpenDeck, PlaceCard
from timecore.transcript import export_lines
from timecore_cli import main

#: Nothing but a year of this deck has seven digits.
CARDS = [
    "alder",
    "birch",
    "cedar",
    "elder",
    "fir",
    "hazel",
    "larch",
    "maple",
    "oak",
    "pine",
    "rowan",
    "spruce",
    "willow",
    "yew",
]
YEARS = {card: 7_654_321 - 1_111 * (number * 5 % 14) for number, card in enumerate(CARDS)}
DECK = 'format = 1\nid = "trees"\ntitle = "Trees"\n' + "".join(
    f"""
[[cards]]
id = "{card}"
title = "The {card}"
title_es = "El {card}"
year = {year}
approx = true
subtitle = "in {year}"
subtitle_es = "en {year}"
source = "https://example.org/{year}"
"""
    for card, year in YEARS.items()
)
WITH_DECK = RULESET.with_file(DECK.encode())
VIEWERS: tuple[Viewer, ...] = (0, 2, PUBLIC)


def dates(text: str) -> set[int]:
    """The years of the deck that stand in a text."""
    return {year for year in YEARS.values() if str(year) in text}


@pytest.fixture(scope="module")
def log() -> Log:
    """A game in which cards have come back from the discards and some are unknown, by people who know nothing."""
    game = Game.new(
        WITH_DECK, seats=["Ana", "Ben", "Cho"], seed="trees 3", options={"deck": "trees", "cards": 3}
    )
    simulate(game, make_bots(RULESET, ["random"] * 3, "trees"), max_entries=28)
    assert set(game.state.known) < set(CARDS)
    assert any("DiscardsReshuffled" in str(entry.events) for entry in game.entries)
    return game.log


def known_after(log: Log) -> list[set[int]]:
    """The years that have been shown, by position."""
    return [set(Replay(log).go(position).state.known.values()) for position in range(len(log) + 1)]


def told(rules: Timeline, log: Log, viewer: Viewer | None) -> Iterator[tuple[int, str]]:
    """All that is told of a game: a position, and a text that may be seen there."""
    replay = Replay(Log(log.record, rules=rules), viewer)
    for lang in rules.languages:
        narrator = Narrator(log.header.seats, rules, lang)
        for step in replay.steps(before=True):
            yield step.entry.seq, narrator.step(step)
            assert step.event is not None
            yield step.entry.seq, narrator.event(step.event)  # as where nobody knows the state
        for position in range(len(log) + 1):
            state = replay.go(position).state
            for width, height in ((80, None), (40, 8)):
                yield position, narrator.board(state, width=width, height=height)
            for actor in replay.to_act:
                for move in replay.legal_moves(actor):
                    yield position, narrator.move(move, actor, state)
                    yield position, json.dumps(move.to_json())


@pytest.mark.parametrize("rules", [RULESET, WITH_DECK], ids=["without the deck", "with it"])
@pytest.mark.parametrize("viewer", VIEWERS)
def test_nothing_is_told_of_a_date_before_it_is_shown(log: Log, rules: Timeline, viewer: Viewer) -> None:
    """TL-19, TL-71: sentences, boards and menus; with the deck at hand, which knows it all, too."""
    known = known_after(log)
    seen: set[int] = set()
    for position, text in told(rules, log, viewer):
        assert dates(text) <= known[position], text
        seen |= dates(text)

    assert seen == known[-1]


@pytest.mark.parametrize("rules", [RULESET, WITH_DECK], ids=["without the deck", "with it"])
def test_the_host_is_told_no_more_than_everybody(log: Log, rules: Timeline) -> None:
    """TL-73: the full file holds the dates, and no sentence, board or menu shows them."""
    known = known_after(log)
    for position, text in told(rules, log, None):
        assert dates(text) <= known[position], text


@pytest.mark.parametrize("viewer", VIEWERS)
def test_no_view_and_no_export_holds_a_date_before_it_is_shown(log: Log, viewer: Viewer) -> None:
    """TL-71, TL-73, I-7: states, entries, and lines of JSON."""
    known = known_after(log)
    replay = Replay(log, viewer)
    digest = replay.entries[0].events[0].to_json()["digest"]
    assert digest == "?"
    for position, entry in enumerate(replay.entries, 1):
        assert dates(json.dumps(replay.state_at(position).to_json())) <= known[position]
        assert dates(str([event.to_json() for event in entry.events])) <= known[position]
        assert dates(repr(redact(entry, viewer))) <= known[position]
    for line in export_lines(log, viewer):
        assert dates(json.dumps(line)) <= known[line.get("seq", len(log))]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_no_byte_of_a_redacted_copy_holds_a_date_that_was_never_shown(log: Log, viewer: Viewer) -> None:
    """TL-18, TL-71: nor the digest, by which dates could be tried out."""
    data, full = log.redacted(viewer).to_bytes(), log.to_bytes()
    shown = known_after(log)[-1]
    digest = WITH_DECK.deck_at_hand.digest.encode() if WITH_DECK.deck_at_hand else b""
    for year in YEARS.values():
        packed = msgpack.packb(year)
        assert packed in full
        assert (packed in data) == (year in shown)
    assert digest in full
    assert digest not in data


def test_no_error_tells_a_date(log: Log) -> None:
    """TL-37, TL-71: a refusal says what was legal, and nothing of what would have been right."""
    game = Game.new(WITH_DECK, seats=log.header.names, options={"deck": "trees", "cards": 3}, luck="manual")
    for number, entry in enumerate(log.entries):
        wrong: list[tuple[int, Any]] = [(CHANCE, OpenDeck("trees")), (CHANCE, OpenDeck("oaks"))]
        wrong += [(CHANCE, DrawCard(card)) for card in (*CARDS, "palm")]
        wrong += [
            (seat, PlaceCard(card, at)) for seat in (0, 1, 2, 7) for card in CARDS[:6] for at in (-1, 0, 99)
        ]
        shown = set(game.state.known.values())
        for actor, move in wrong[number % 3 :: 3]:
            if actor in game.to_act and move in game.legal_moves(actor):
                continue
            with pytest.raises(TimecoreError) as caught:
                game.play(actor, move)
            told_of_it = f"{caught.value} {caught.value!r} {caught.value.hint} {vars(caught.value)}"
            assert dates(told_of_it) <= shown
        for seat in range(3):
            view = game.view(seat)
            for move in game.legal_moves(seat)[:2]:
                with pytest.raises(TimecoreError) as hidden:
                    WITH_DECK.decide(view, seat, move)
                assert dates(f"{hidden.value} {vars(hidden.value)}") <= shown
        game.play(entry.actor, entry.move)


def test_no_command_tells_a_date_before_it_is_shown(
    log: Log, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """TL-19: with --deck as well, whoever looks, for people and for machines."""
    path, deck, public = tmp_path / "game.msgpack", tmp_path / "trees.toml", tmp_path / "public.msgpack"
    log.save(path)
    log.redacted(PUBLIC).save(public)
    deck.write_text(DECK, encoding="utf-8")

    def run(*arguments: object) -> Ran:
        capsys.readouterr()
        code = main([str(argument) for argument in arguments])
        return Ran(code, *capsys.readouterr())

    known = known_after(log)
    middle = len(log) // 2
    for position in (1, 10, middle):
        for options in ((), ("--deck", deck)):
            for viewed in ((path, "--as", "Ana"), (path, "--as", "public"), (public,)):
                for command in (
                    ("show", *viewed, "--at", position),
                    ("show", *viewed, "--at", position, "--json"),
                    ("legal", *viewed, "--at", position),
                    ("replay", *viewed, "--to", position, "--lang", "es"),
                    ("replay", *viewed, "--to", position, "--jsonl"),
                ):
                    ran = run(*command, *options)
                    assert ran.code == 0, ran
                    assert dates(ran.out + ran.err) <= known[position], command
            for command in (("show", path, "--at", position), ("replay", path, "--to", position)):
                ran = run(*command, *options)
                assert dates(ran.out + ran.err) <= known[position], command

    ended = known[-1]
    for command in (("export", path, "--as", "public"), ("audit", public), ("audit", public, "--deck", deck)):
        assert dates(run(*command).out) <= ended, command

    unfinished = Game.new(
        WITH_DECK, seats=log.header.names, seed="trees 3", options={"deck": "trees", "cards": 3}
    )
    unfinished.save(tmp_path / "unfinished.msgpack")
    for answer in ("?", "no such move", "q", '{"type": "PlaceCard", "card": "palm", "at": 0}'):
        monkeypatch.setattr("sys.stdin", io.StringIO(f"{answer}\n"))
        ran = run("play", tmp_path / "unfinished.msgpack", "--deck", deck)
        assert dates(ran.out + ran.err) <= set(unfinished.state.known.values())
