"""Players that need no game's knowledge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from tiny import RULESET as TINY
from tiny import Tiny

from timecore.actors import CHANCE
from timecore.bots import RandomBot, bots_of, make_bots, simulate
from timecore.errors import UsageError
from timecore.game import Game
from timecore.messages import Move
from timecore.ruleset import Bot, Ruleset


def choices(seed: bytes | str | None, among: int = 5, times: int = 40) -> list[int]:
    """What a random bot chooses among so many moves."""
    bot: Bot = RandomBot(seed)
    moves: list[Any] = list(range(among))
    return [int(bot(TINY, None, 0, moves)) for _ in range(times)]  # type: ignore[call-overload]


def test_the_same_seed_chooses_the_same_again() -> None:
    """A text is its UTF-8 bytes; without a seed every bot is another one."""
    assert choices("ñ") == choices("ñ".encode())
    assert choices("a") != choices("b")
    assert choices(None) != choices(None)


def test_its_choices_are_the_same_for_ever() -> None:
    """They are hashes, and no generator of any Python version."""
    assert choices("for ever", times=12) == [1, 0, 4, 0, 3, 0, 0, 2, 0, 4, 0, 4]


def test_all_moves_are_equally_likely() -> None:
    """As far as a thousand choices can tell."""
    counted = Counter(choices("even", among=4, times=1000))

    assert set(counted) == {0, 1, 2, 3}
    assert all(200 <= count <= 300 for count in counted.values())


class Cautious(Tiny):
    """Tiny, with a bot of its own."""

    bots = {"first": lambda _: lambda _rules, _view, _seat, legal: legal[0]}  # noqa: RUF012


def test_a_ruleset_brings_bots_of_its_own() -> None:
    """Beside those that play every game."""
    assert list(bots_of(TINY)) == ["random"]
    assert list(bots_of(Cautious())) == ["random", "first"]


def test_an_unknown_bot_says_which_was_meant() -> None:
    """Or which there are."""
    with pytest.raises(UsageError, match="there is no bot 'frist' for tiny") as near:
        make_bots(Cautious(), ["random", "frist"])
    with pytest.raises(UsageError) as far:
        make_bots(TINY, ["stockfish", "random"])

    assert near.value.hint == "Did you mean first?"
    assert far.value.hint == "The bots are: random."


def test_bots_play_a_game_to_its_end() -> None:
    """Equal seeds give equal games."""
    logs = []
    for _ in range(2):
        game = Game.new(TINY, seats=["Ana", "Ben", "Cho"], seed="s")
        simulate(game, make_bots(TINY, ["random"] * 3, "s"))
        assert game.result is not None
        assert game.to_act == ()
        logs.append(game.log.to_bytes())

    assert logs[0] == logs[1]


def test_seats_of_one_seed_play_differently() -> None:
    """Two equal bots of one seed would otherwise mirror each other."""
    one, other = make_bots(TINY, ["random", "random"], "s")
    moves: list[Any] = list(range(100))

    assert [one(TINY, None, 0, moves) for _ in range(5)] != [other(TINY, None, 1, moves) for _ in range(5)]


def test_a_game_may_be_played_in_part() -> None:
    """And be played on."""
    game = Game.new(TINY, seats=["Ana", "Ben"], seed="s")
    bots = make_bots(TINY, ["random", "random"], "s")
    dealt = len(game.entries)

    simulate(game, bots, max_entries=dealt + 1)
    assert len(game.entries) == dealt + 1
    simulate(game, bots)
    assert game.result is not None


def test_a_bot_sees_its_view_and_its_legal_moves_only() -> None:
    """What it is shown is what its seat may see."""
    game = Game.new(TINY, seats=["Ana", "Ben"], seed="s")
    seen: list[tuple[Any, Any]] = []

    def spy(_: Ruleset[Any], view: Any, seat: int, legal: Sequence[Move]) -> Move:
        seen.append((view.to_json(), game.view(seat).to_json()))
        assert tuple(legal) == game.legal_moves(seat)
        return legal[0]

    simulate(game, [spy, spy])

    assert seen
    assert all(shown == allowed for shown, allowed in seen)


def test_there_is_one_bot_for_each_seat() -> None:
    """No more, no fewer."""
    game = Game.new(TINY, seats=["Ana", "Ben"], seed="s")

    with pytest.raises(UsageError, match="1 bots for 2 seats"):
        simulate(game, make_bots(TINY, ["random"]))


def test_bots_do_not_make_the_luck_of_a_real_table() -> None:
    """Somebody has to say what was dealt there."""
    game = Game.new(TINY, seats=["Ana", "Ben"], luck="manual")
    assert game.to_act == (CHANCE,)

    with pytest.raises(UsageError, match="manual"):
        simulate(game, make_bots(TINY, ["random", "random"]))
