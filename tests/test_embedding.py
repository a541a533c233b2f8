"""What an app that embeds timecore relies on: threads, process pools, and a library that keeps quiet."""

import ast
import base64
import copy
import functools
import gc
import multiprocessing
import pickle
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import tiny
from recording import continued
from tiny.events import Played
from tiny.moves import Bid, Play

import timecore
from timecore import (
    CHANCE,
    HIDDEN,
    PUBLIC,
    Checkpoint,
    Condition,
    Diff,
    Follower,
    Game,
    GameNote,
    GameStart,
    GrowthProof,
    IllegalMove,
    Log,
    Narrator,
    PublicKey,
    RandomBot,
    Replay,
    ReplayError,
    Roster,
    Ruleset,
    SignedNote,
    TimecoreError,
    TreeProof,
    audit_record,
    get_ruleset,
    installed_rulesets,
)
from timecore.bots import MonteCarloBot, make_bots, simulate
from timecore.datafile import FileFault
from timecore.entry import Entry
from timecore.messages import INTERNED, Move, message
from timecore.record import RawRecord
from timecore.roster import Player
from timecore.rulesets import time_chase
from timecore.table import Note

SRC = Path(timecore.__file__).parent
RULESETS: tuple[Ruleset[Any], ...] = (tiny.RULESET, time_chase.RULESET)


def played(rules: Ruleset[Any], seed: str) -> Game:
    """A whole game that follows from a text."""
    game = Game.new(rules, seats=["Ana", "Ben", "Cho"], seed=seed)
    simulate(game, make_bots(rules, ["random"] * 3, seed))
    return game


TINY = played(tiny.RULESET, "7")


# -- threads -----------------------------------------------------------------------------------------------------


@pytest.fixture
def impatient() -> Iterator[None]:
    """Threads take turns a thousand times as often."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(5e-6)
    yield
    sys.setswitchinterval(before)


def everything_of(rules: Ruleset[Any], seed: str) -> tuple[object, ...]:
    """Play a game and do all with it that can be done; what came of it."""
    game = played(rules, seed)
    data = game.log.to_bytes()
    log = Log.from_bytes(data, rules=rules)
    story = tuple(line for entry in log.entries for line in Narrator(game.names, rules, "es").entry(entry))
    views = tuple(Replay(log, viewer).go(-1).state.to_json() for viewer in (0, 1, PUBLIC))
    return data, story, views, audit_record(data, rules=rules), [log.redacted(seat).head for seat in range(3)]


@pytest.mark.usefixtures("impatient")
def test_games_in_several_threads_are_what_they_are_alone() -> None:
    jobs = [(rules, str(seed)) for seed in range(4) for rules in RULESETS]
    alone = [everything_of(*job) for job in jobs]
    forget_messages()

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda job: everything_of(*job), [*jobs, *jobs]))

    assert together == [*alone, *alone]


@pytest.mark.usefixtures("impatient")
def test_threads_can_share_a_log() -> None:
    data = TINY.log.to_bytes()
    start = threading.Barrier(4)

    def look(log: Log) -> tuple[object, ...]:
        start.wait(10)
        return log.entries, log.fault, log.shows, log.head, Replay(log, 1).go(-1).state

    with ThreadPoolExecutor(4) as pool:
        for _ in range(20):
            log = Log.from_bytes(data, rules=tiny.RULESET)
            first, *others = pool.map(look, [log] * 4)
            assert all(other == first for other in others)


def forget_messages() -> None:
    for rules in RULESETS:
        for cls in (*rules.moves.classes, *rules.events.classes):
            getattr(cls.__new__, "cache_clear", lambda: None)()


@message
class Guess(Move):
    """A move that can be a million others."""

    number: int


def test_only_so_many_messages_are_kept() -> None:
    made = [Guess(number) for number in range(2 * INTERNED)]
    kept: Any = Guess.__new__

    assert kept.cache_info().currsize == INTERNED
    assert made[0] == Guess(0)


def test_every_cache_has_a_limit_or_few_keys() -> None:
    for seed in range(3):
        everything_of(time_chase.RULESET, str(seed))
    kind: Any = type(functools.lru_cache(int))
    # Not with isinstance(), which asks the proxies of other packages what they stand for.
    found: list[Any] = [one for one in gc.get_objects() if type(one) is kind]
    ours = [cache for cache in found if (cache.__module__ or "").startswith("timecore")]
    assert ours
    messages = [cls.__new__ for rules in RULESETS for cls in (*rules.moves.classes, *rules.events.classes)]
    kept: list[Any] = [make for make in messages if type(make) is kind]
    assert kept

    for cache in (*ours, *kept):
        limit = cache.cache_parameters()["maxsize"]
        assert limit is not None or cache.cache_info().currsize <= 10, cache


# -- copies and process pools ------------------------------------------------------------------------------------


def plain(one: Any) -> Any:
    """Something that compares as it should, of what does not compare by itself."""
    match one:
        case Log():
            return one.to_bytes(), one.entries, one.damage, repr(one.fault), one.rules.name
        case RawRecord():
            return one.header, one.entries, one.damage
        case Replay():
            return plain(one.log), one.viewer, one.position, one.entries, one.state, str(one.error)
        case Ruleset():
            return type(one)
        case MonteCarloBot():
            return [getattr(one, name) for name in one.__slots__]
        case RandomBot():
            return [one.choose(tiny.RULESET, None, 0, [Note(str(n)) for n in range(9)]) for _ in range(9)]
        case Follower():
            return plain(one.log), one.viewer
        case Diff():
            return repr(one)
        case Exception():
            return type(one), one.args, vars(one)
        case _:
            return one


def refusal(call: Callable[[], object]) -> TimecoreError:
    with pytest.raises(TimecoreError) as caught:
        call()
    return caught.value


def examples() -> Iterator[Any]:
    """One at least of each class that a caller gets to hold."""
    for game in (TINY, played(time_chase.RULESET, "7")):
        log = game.log
        yield from (log, log.header, log.header.luck, log.redacted(1), log.redacted(PUBLIC, erase=[0]))
        yield Log.from_bytes(log.to_bytes()[:-1], rules=game.rules)
        yield from (game.state, game.view(0), game.view(PUBLIC), game.result, game.standing, game.rules)
        yield from (log.record, log.record.header, log.redacted(0).record, *log.record.entries)
        yield from log.entries
        yield from log.redacted(0).entries
        for entry in log.entries:
            yield from (entry.move, *entry.events)
        replay = Replay(log, 0).go(7)
        yield from (replay, replay.position, next(iter(replay)))
        yield audit_record(log.to_bytes(), rules=game.rules)
        yield game.rules.resolve_options({"players": 3})
    yield audit_record(TINY.log.to_bytes()[:-1], rules=tiny.RULESET)
    yield from audit_record(TINY.log.to_bytes()[:-1], rules=tiny.RULESET).findings
    yield from audit_record(TINY.log.to_bytes(), rules=tiny.RULESET).verdicts.values()
    yield FileFault("TL-13", "the title is blank", 3, "senet")
    yield from (HIDDEN, PUBLIC, CHANCE, RandomBot("seed"), MonteCarloBot("seed"), installed_rulesets()[0])
    fresh = Game.new(tiny.RULESET, seats=["Ana", "Ben"], seed="7")
    yield refusal(lambda: fresh.play(0, Play("ace")))
    yield refusal(lambda: fresh.play(0, {"type": "Nonsense"}))
    yield refusal(lambda: get_ruleset("nonsense"))
    yield from asked(TINY.log)
    yield from proofs(TINY.log)


def asked(log: Log) -> Iterator[Any]:
    """Answers to questions about a game, and how it differs from another."""
    replay = Replay(log).go("-1")
    yield from (Condition("shown"), timecore.when(replay, "shown"), timecore.stats(replay))
    yield from timecore.why(replay, "shown")
    knew = timecore.who_knew(log, "hands[0][0]")
    yield from (knew, *knew.viewers)
    found = timecore.diff(log, played(tiny.RULESET, "8").log)
    yield from (found, *found.differences)
    yield from timecore.diff_states(Replay(log).state, replay.state)


def proofs(log: Log) -> Iterator[Any]:
    """What is shown of a game, signed and vouched for."""
    yield timecore.ending(TINY.standing, TINY.result, 3)
    for proof in (timecore.prove_draw(log, 1), timecore.prove_field(log, 0, "name", message=0)):
        yield from (proof, timecore.check_proof(proof, log))
    key = PublicKey("ana", bytes(range(32)))
    note = SignedNote(f"an event\n0\n{base64.b64encode(bytes(32)).decode()}\n")
    yield from (
        key,
        note,
        Checkpoint.parse(note.text),
        TreeProof(0, (bytes(32),), note),
        GrowthProof(0, (), note),
    )
    yield GameNote(log.header.game, len(log), log.head, "finished", ("1", "0", "0"))
    yield from (GameStart(log.header.game, log.record.header.hash), Roster((Player("Ana"),)))


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_everything_pickles(protocol: int) -> None:
    for one in examples():
        again = pickle.loads(pickle.dumps(one, protocol))  # noqa: S301 - our own bytes

        assert type(again) is type(one)
        assert plain(again) == plain(one)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy])
def test_everything_copies(duplicate: Callable[[Any], Any]) -> None:
    for one in examples():
        again = duplicate(one)

        assert type(again) is type(one)
        assert plain(again) == plain(one)


#: Public classes that are not among these: what others derive from, declarations, and what holds on to a file.
NOT_COPIED = {
    "Arbiter",
    "Catalogue",
    "Event",
    "Follower",
    "Game",
    "Keywords",
    "Move",
    "Narrator",
    "OptionSpec",
    "Part",
    "Result",
    "SecretKey",
    "State",
    "Tournament",
    "Vocabulary",
}


def test_there_is_an_example_of_every_public_class() -> None:
    public = {name: cls for name in timecore.__all__ if isinstance(cls := getattr(timecore, name), type)}
    shown = {kind for one in examples() for kind in type(one).__mro__}
    errors = {
        name for name, cls in public.items() if issubclass(cls, TimecoreError)
    }  # test_errors.py has them

    assert {name for name, cls in public.items() if cls not in shown} - NOT_COPIED - errors == set()


def test_changing_a_copy_of_a_state_leaves_the_other_alone() -> None:
    state = TINY.state
    before = state.to_json()

    copy.deepcopy(state).plays.clear()

    assert state.to_json() == before


def test_a_log_takes_its_damage_along() -> None:
    log = Log.from_bytes(TINY.log.to_bytes()[:-1], rules=tiny.RULESET)
    again = pickle.loads(pickle.dumps(log))  # noqa: S301 - our own bytes

    assert again.damage is not None
    assert again.damage.error().entry == len(log) + 1


def test_a_follower_goes_on_as_a_copy(tmp_path: Path) -> None:
    with Game.new(tiny.RULESET, seats=["Ana", "Ben"], seed="7", path=tmp_path / "game.msgpack") as game:
        follower = Follower(tmp_path / "game.msgpack", 0, rules=tiny.RULESET)
        assert len(follower.poll()) == 4
        again = pickle.loads(pickle.dumps(follower))  # noqa: S301 - our own bytes
        game.play(0, game.legal_moves(0)[0])

        assert again.poll() == follower.poll() != ()


@pytest.mark.parametrize("attempt", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_game_has_no_twin(attempt: Callable[[Any], Any], tmp_path: Path) -> None:
    with (
        Game.new(tiny.RULESET, seats=["Ana", "Ben"], path=tmp_path / "game.msgpack") as game,
        pytest.raises(TypeError, match="neither copies nor pickles: hand on its log"),
    ):
        attempt(game)


def examined(log: Log) -> tuple[Any, ...]:
    """What another process can find out about a log, as objects."""
    replay = Replay(log, 1).go(-1)
    return log, replay, replay.state, replay.entries, audit_record(log.to_bytes(), rules=log.rules)


def refused(log: Log) -> None:
    Game.from_log(log).play(0, {"type": "Bid", "amount": 100})


def folded_wrong(log: Log) -> None:
    replay = Replay(log)
    assert replay.error is not None
    raise replay.error


def test_it_all_crosses_a_process_pool() -> None:
    log = TINY.log
    unseated = Game.new(tiny.RULESET, seats=["Ana", "Ben"], seed="7").log

    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        for found, here in zip(pool.submit(examined, log).result(), examined(log), strict=True):
            assert plain(found) == plain(here)
        with pytest.raises(IllegalMove) as caught:
            pool.submit(refused, log).result()
        with pytest.raises(ReplayError) as wrong:
            pool.submit(folded_wrong, contradicted(unseated)).result()

    assert (caught.value.rule, caught.value.actor, caught.value.legal) == ("TY-21", 0, ())
    assert caught.value.move == Bid(100)
    assert (wrong.value.entry, str(wrong.value).startswith("entry 5 cannot be folded")) == (5, True)


def contradicted(log: Log) -> Log:
    """The log with one more entry, in which somebody plays a card that they do not have."""
    held = Replay(log).go(-1).state.hands[0]
    card = next(card for card in ("ace", "king", "three") if card not in held)
    return continued(log, Entry(0, 0, Play(card), (Played(0, card),)))


# -- a library that keeps quiet ----------------------------------------------------------------------------------

#: A program of its own, that another Python runs.
PROGRAMS = (SRC / "testing" / "_elsewhere.py",)


def calls(path: Path) -> Iterator[ast.Call]:
    tree = ast.parse(path.read_text("utf-8"))
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def test_the_library_never_prints() -> None:
    for path in SRC.rglob("*.py"):
        for call in calls(path):
            written = ast.unparse(call.func)
            assert path in PROGRAMS or written not in ("print", "sys.stdout.write", "sys.stderr.write"), path


def test_the_library_logs_under_its_own_name() -> None:
    loggers = [
        call
        for path in SRC.rglob("*.py")
        for call in calls(path)
        if ast.unparse(call.func).endswith("getLogger")
    ]

    assert {ast.unparse(call) for call in loggers} == {"logging.getLogger('timecore')"}


def test_what_a_subscriber_raises_is_logged_and_nothing_else(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    game = Game.new(tiny.RULESET, seats=["Ana", "Ben"], seed="7")
    game.subscribe(lambda entry: entry.nonsense)  # type: ignore[attr-defined]

    game.play(0, game.legal_moves(0)[0])

    assert [(record.name, record.getMessage()) for record in caplog.records] == [
        ("timecore", "a subscriber failed at entry 5")
    ]
    assert capfd.readouterr() == ("", "")
