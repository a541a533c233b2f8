"""What an audit calls what it finds, and how much a record can be asked to prove."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs
import pytest
from playing import finish
from recording import recorded
from tiny import RULESET, Tiny
from tiny.events import BidMade, Ended, JokerDealt
from tiny.moves import Bid, Deal
from tiny.state import TinyState
from witness import audited

from timecore.actors import CHANCE, PUBLIC, TABLE, Actor
from timecore.audit import LEVELS, Level, Report, audit
from timecore.entry import Entry
from timecore.errors import UsageError
from timecore.game import Game
from timecore.log import Log
from timecore.messages import Move
from timecore.replay import Replay
from timecore.table import Adjourn, Forfeit, NonceCommit, Retract, Rule, Seal, Void

NAMES = ["Ana", "Ben"]


@pytest.fixture(scope="module")
def log() -> Log:
    return finish(Game.new(RULESET, seats=NAMES, seed="verdicts")).log


def forge(log: Log, entries: Sequence[Entry]) -> Report:
    """The audit of a record with this header and any entries at all."""
    return audited(recorded(log, entries), rules=RULESET)


def by(actor: Actor, move: Move) -> Entry:
    return Entry(0, actor, move)


def first(log: Log, kind: type[Move]) -> int:
    """The index of the first entry with such a move."""
    return next(index for index, entry in enumerate(log.entries) if isinstance(entry.move, kind))


def bid_of_3(entry: Entry) -> Entry:
    """The same, with a bid that nobody can make (TY-6)."""
    assert isinstance(entry.events[0], BidMade)
    return attrs.evolve(entry, move=Bid(3), events=(BidMade(entry.actor, 3), *entry.events[1:]))


class TestNames:
    """Each finding is named as what it is."""

    def test_a_move_after_the_end_of_the_game(self, log: Log) -> None:
        report = forge(log, [*log.entries, by(0, Bid(0))])

        assert "a move after the end of the game" in report.findings[0].what
        assert report.findings[0].recorded == {"type": "Bid", "amount": 0}
        assert report.findings[0].rule is not None

    def test_a_draw_after_the_end_of_the_game(self, log: Log) -> None:
        draw = next(entry for entry in log.entries if entry.actor == CHANCE)

        assert "a draw after the end of the game" in forge(log, [*log.entries, draw]).findings[0].what

    def test_a_seat_that_was_not_to_act(self, log: Log) -> None:
        place = first(log, Bid)
        waiting = attrs.evolve(log.entries[0], actor=1, move=Bid(0), events=())

        report = forge(log, [*log.entries[:1], waiting])

        assert log.entries[1].actor == CHANCE
        assert place > 1
        assert "seat 1 was not to act" in report.findings[0].what

    def test_a_draw_where_none_is_due(self, log: Log) -> None:
        place = first(log, Bid)

        report = forge(log, [*log.entries[:place], attrs.evolve(log.entries[place - 1], events=())])

        assert "a draw where none is due" in report.findings[0].what

    def test_a_drawn_card_that_is_elsewhere(self, log: Log) -> None:
        """There is one joker; whoever draws it twice draws what cannot come."""
        place = next(
            i for i, e in enumerate(log.entries) if isinstance(e.move, Deal) and e.move.card == "joker"
        )
        entries = list(log.entries[: place + 1])
        rest = [i for i, e in enumerate(log.entries[place + 1 :], place + 1) if isinstance(e.move, Deal)]
        again = log.entries[rest[0]]
        assert isinstance(again.move, Deal)
        seat = again.move.seat
        entries.append(attrs.evolve(again, move=Deal(seat, "joker"), events=(JokerDealt(seat),)))

        report = forge(log, entries)

        named = [finding for finding in report.findings if finding.verdict == "rules"]
        assert "chance cannot bring this" in named[0].what
        assert named[0].legal
        assert [finding.rule for finding in report.findings if finding.verdict == "chance"] == ["FORMAT-5"]

    def test_every_wrong_consequence_of_an_entry(self, log: Log) -> None:
        place = next(i for i, entry in enumerate(log.entries) if isinstance(entry.events[-1], Ended))
        last = log.entries[place]
        ended = last.events[-1]
        assert isinstance(ended, Ended)
        wrong = Ended(tuple({0, 1} - set(ended.winners)) or (0,))

        report = forge(log, [*log.entries[:place], attrs.evolve(last, events=(*last.events[:-1], wrong))])

        (finding,) = report.findings
        assert (finding.event, finding.field) == (len(last.events), "winners")
        assert (finding.recorded, finding.expected) == (wrong.to_json(), ended.to_json())

    def test_what_stands_where_the_table_has_closed_the_game(self, log: Log) -> None:
        place = first(log, Bid)
        move = log.entries[place]
        closed = {
            Void("x"): "a move after Void ended the game",
            Forfeit(0): "a move after Forfeit ended the game",
            Adjourn(): "a move while the game is adjourned",
            Seal("adjourned", ("-", "-")): "a move after the Seal",
        }
        for table, said in closed.items():
            report = forge(log, [*log.entries[:place], by(TABLE, table), move])

            assert [said in finding.what for finding in report.findings] == [True]
            assert report.findings[0].rule == "FORMAT-6"
            assert report.findings[0].recorded == move.move.to_json()

    def test_a_share_in_the_luck_where_the_table_has_closed_the_game(self, log: Log) -> None:
        for table, said in {Void("x"): "after Void ended the game", Adjourn(): "is adjourned"}.items():
            report = forge(log, [by(TABLE, table), by(0, NonceCommit(bytes(32)))])

            assert [(one.entry, one.rule) for one in report.findings] == [(2, "FORMAT-6")]
            assert said in report.findings[0].what

    def test_it_goes_on_from_what_was_recorded(self, log: Log) -> None:
        """An illegal bid, and later another one: both are named, and nothing between them."""
        places = [index for index, entry in enumerate(log.entries) if isinstance(entry.move, Bid)]
        entries = list(log.entries)
        for place in places:
            entries[place] = bid_of_3(entries[place])

        report = forge(log, entries)

        assert {finding.entry for finding in report.findings} >= {place + 1 for place in places}

    def test_where_the_replay_ends_so_does_the_judging_and_the_verdict_says_so(self, log: Log) -> None:
        place = first(log, Bid)
        card = next(entry for entry in log.entries[place:] if type(entry.move).__name__ == "Play")

        report = forge(log, [*log.entries[: log.entries.index(card) + 1], card, card])

        rules = report.verdicts["rules"]
        assert rules.verdict == "irregular"
        assert "where the replay ends" in rules.detail


def test_the_verdict_says_which_version_of_the_rules_judged() -> None:
    """What was recorded is folded as ever; only the judging is another's."""

    class Newer(Tiny):
        version = 2

    report = audit(finish(Game.new(RULESET, seats=NAMES, seed="old")).log.to_bytes(), rules=Newer())

    assert report.verdicts["rules"].detail.endswith("judged by tiny version 2, recorded by version 1")
    assert report.findings == ()


def test_newer_rules_judge_otherwise_and_replay_the_same() -> None:
    """An old game stays what it was; what the newer rules would not allow is named, and nothing behind it."""

    class Stricter(Tiny):
        version = 2

        def legal_moves(self, state: TinyState, actor: Actor) -> Sequence[Move]:
            return [move for move in super().legal_moves(state, actor) if move != Bid(None)]

    old = finish(Game.new(RULESET, seats=NAMES, seed="old")).log
    bids = [entry.seq for entry in old.entries if entry.move == Bid(None)]
    assert bids

    now = Log.from_bytes(old.to_bytes(), rules=Stricter())
    report = audit(old.to_bytes(), rules=Stricter())

    assert now.entries == old.entries
    for position in range(len(old) + 1):
        assert Replay(now).state_at(position).to_json() == Replay(old).state_at(position).to_json()
    assert [(one.entry, one.rule) for one in report.findings] == [(seq, "TY-6") for seq in bids]
    assert "judged by tiny version 2, recorded by version 1" in report.verdicts["rules"].detail


class TestSeals:
    """A Seal that contradicts what is recorded."""

    @pytest.mark.parametrize(
        ("before", "seal", "field", "said"),
        [
            ([], Seal("finished", ("1", "0")), "status", "by the rules it is not"),
            ([Void("x")], Seal("finished", ("1", "0")), "status", "declared void"),
            ([Void("x")], Seal("forfeit", ("f", "1")), "status", "declared void"),
            ([Void("x")], Seal("void", ("1", "0")), "result", "gives a result"),
            ([Forfeit(0)], Seal("finished", ("0", "1")), "status", "was forfeited"),
            ([Forfeit(0)], Seal("adjourned", ("-", "-")), "status", "was forfeited"),
            ([Forfeit(0)], Seal("forfeit", ("0", "1")), "result", "seat 0 forfeited"),
            ([], Seal("forfeit", ("0", "1")), "result", "of no seat"),
            ([Adjourn()], Seal("adjourned", ("1", "0")), "result", "gives a result"),
            ([], Seal("void", ("-", "-")), None, ""),
            ([], Seal("forfeit", ("f", "1")), None, ""),
            ([Forfeit(0)], Seal("void", ("-", "-")), None, ""),
            ([Forfeit(0)], Seal("forfeit", ("f", "-")), None, ""),
            ([Adjourn()], Seal("adjourned", ("-", "-")), None, ""),
        ],
    )
    def test_of_a_game_that_goes_on(
        self, log: Log, before: list[Move], seal: Seal, field: str | None, said: str
    ) -> None:
        start = log.entries[: first(log, Bid)]

        report = forge(log, [*start, *(by(TABLE, move) for move in [*before, seal])])

        assert [finding.field for finding in report.findings] == ([] if field is None else [field])
        assert all(said in finding.what for finding in report.findings)

    def test_of_a_finished_game(self, log: Log) -> None:
        result = log.rules.result(Game.from_log(log).state)
        assert result is not None
        right = tuple("1" if seat in result.winners else "0" for seat in (0, 1))
        wrong = tuple("0" if one == "1" else "1" for one in right)

        assert forge(log, [*log.entries, by(TABLE, Seal("finished", right))]).findings == ()
        (finding,) = forge(log, [*log.entries, by(TABLE, Seal("won", right))]).findings
        assert "has the status 'won'" in finding.what
        (finding,) = forge(log, [*log.entries, by(TABLE, Seal("finished", wrong))]).findings
        assert (finding.recorded, finding.expected) == (list(wrong), list(right))
        (finding,) = forge(log, [*log.entries, by(TABLE, Seal("adjourned", ("-", "-")))]).findings
        assert (finding.recorded, finding.expected) == ("adjourned", "finished")

    def test_without_the_rules_what_the_table_did_still_counts(self, log: Log) -> None:
        seals = [by(TABLE, Void("x")), by(TABLE, Seal("finished", ("1", "0")))]

        report = audit(recorded(log, seals).to_bytes())

        assert report.summary == "irregular at entry 2"


class TestLuck:
    """What is said of draws and nonces."""

    def test_draws_that_were_taken_back_are_counted(self) -> None:
        game = Game.new(RULESET, seats=NAMES, seed="back")
        drawn = len(game.entries)
        game.retract(1)

        chance = audit(game.log.to_bytes(), rules=RULESET).verdicts["chance"]

        assert f"{2 * drawn - 1} draws ({drawn - 1} taken back)" in chance.detail
        assert chance.to_json()["taken_back"] == chance.taken_back == drawn - 1

    def test_who_has_no_nonce_is_named(self) -> None:
        game = Game.new(RULESET, seats=["Ana", "Ben", "Cho"], nonces=True)
        nonce = game.commit_nonce(1)
        game.commit_nonce(2)
        game.reveal_nonce(1, nonce)
        game.draw()

        report = audit(game.log.to_bytes(), rules=RULESET)

        assert "the nonces of 1 of 3 seats, not of seats 0 and 2" in report.verdicts["chance"].detail
        assert "the nonce of seat 2 did not come in time" in report.verdicts["chance"].detail
        assert report.findings == ()

    def test_an_irregular_nonce_is_named(self, log: Log) -> None:
        report = forge(log, [*log.entries[:2], by(1, NonceCommit(bytes(32))), *log.entries[2:]])

        assert report.summary == "irregular at entry 3"
        assert (
            "NonceCommit of seat 1 stands after the first draw: it does not count" in report.findings[0].what
        )
        assert report.findings[0].rule == "FORMAT-5"

    def test_a_draw_where_none_is_due_is_not_said_to_be_hidden(self, log: Log) -> None:
        """Nothing tells what it should have been; and an arbiter who lets it stand does not make it proven."""
        draw = next(entry for entry in log.entries if entry.actor == CHANCE)
        report = forge(
            log, [*log.entries, attrs.evolve(draw, events=()), by(TABLE, Rule(len(log) + 1, "so be it"))]
        )

        verdict = report.verdicts["chance"]
        assert report.verdicts["rules"].verdict == "legal, as ruled"
        assert verdict.verdict == "not checked"
        assert "1 stands where the rules have no draw" in verdict.detail
        assert "hides" not in verdict.detail

    def test_a_nonce_of_the_table_is_by_no_seat(self, log: Log) -> None:
        report = forge(log, [by(TABLE, NonceCommit(bytes(32)))])

        assert [one.what for one in report.findings] == [
            "entry 1: NonceCommit is by no seat: it does not count",
            "entry 1: NonceCommit is a seat's own move",
        ]

    def test_where_nothing_was_drawn_there_is_nothing_to_prove(self, log: Log) -> None:
        assert audit(log.upto(0).to_bytes(), rules=RULESET).verdicts["chance"].verdict == "no draws"


class TestLevels:
    """How much a record proves."""

    def reached(self, report: Report) -> list[Level]:
        return [level for level in LEVELS if report.shortfall(level) is None]

    def test_each_level(self, log: Log) -> None:
        game = Game.new(RULESET, seats=NAMES, nonces=True)
        for seat, nonce in enumerate([game.commit_nonce(seat) for seat in (0, 1)]):
            game.reveal_nonce(seat, nonce)
        finish(game)
        proven = game.log

        def of(log: Log, head: bytes | None = None) -> list[Level]:
            return self.reached(audit(log.to_bytes(), rules=RULESET, head=head))

        assert of(log) == ["intact", "rules"]
        assert of(proven) == ["intact", "rules", "chance"]
        assert of(proven, proven.head) == ["intact", "rules", "chance", "attested"]
        assert of(proven, bytes(32)) == []
        assert of(proven.redacted(PUBLIC)) == ["intact"]
        assert of(proven.redacted(PUBLIC), proven.head) == ["intact", "attested"]

    def test_what_an_arbiter_let_stand_is_legal_as_ruled(self, log: Log) -> None:
        place = first(log, Bid)
        entries = [*log.entries[:place], bid_of_3(log.entries[place])]

        ruled = forge(log, [*entries, by(TABLE, Rule(place + 1, "agreed"))])

        assert self.reached(forge(log, entries)) == []
        assert ruled.verdicts["rules"].verdict == "legal, as ruled"
        assert "an arbiter let" in ruled.verdicts["rules"].detail
        assert self.reached(ruled) == ["intact", "rules"]

    def test_a_damaged_record_reaches_none(self, log: Log) -> None:
        report = audit(log.to_bytes()[:-1], rules=RULESET)

        assert self.reached(report) == []
        assert report.shortfall("intact") == report.summary

    def test_where_nobody_has_moved_no_moves_are_said_to_be_judged(self, log: Log) -> None:
        rules = audit(log.upto(0).to_bytes(), rules=RULESET).verdicts["rules"]

        assert rules.verdict == "legal"
        assert rules.detail.startswith("there are no moves to judge; judged by tiny version ")

    def test_why_not_is_told(self, log: Log) -> None:
        report = audit(log.to_bytes())

        assert "not checked" in str(report.shortfall("rules"))
        assert report.shortfall("attested") == "intact, unfinished"
        with pytest.raises(UsageError, match="no level"):
            report.shortfall("perfect")  # type: ignore[arg-type]

    def test_a_retraction_beyond_the_record_changes_nothing(self, log: Log) -> None:
        assert forge(log, [*log.entries, by(TABLE, Retract(999))]).summary.startswith("irregular")


def test_every_verdict_and_every_level_is_explained() -> None:
    """On the page of the reference, under its question; what a verdict can be is read from the code that gives it."""
    root = Path(__file__).parent.parent
    page = (root / "docs" / "reference" / "verdicts.md").read_text("utf-8")
    words = {
        text
        for module in (
            "_walk",
            "_form",
            "_judging",
            "_openings",
            "_draws",
            "_signatures",
            "_seal",
            "_summary",
        )
        for text in verdict_words(
            ast.parse((root / "src/timecore/audit" / f"{module}.py").read_text("utf-8"))
        )
    }

    assert {"legal", "proven", "false", "signed", "sealed", "not the last", "the same", "unbroken"} <= words
    assert [word for word in sorted(words) if f"`{word}`" not in page] == []
    assert [level for level in LEVELS if f"| `{level}` |" not in page] == []


def test_every_rule_of_the_format_that_a_finding_can_name_is_explained() -> None:
    root = Path(__file__).parent.parent
    page = (root / "docs" / "reference" / "verdicts.md").read_text("utf-8")
    sources = [path.read_text("utf-8") for path in (root / "src" / "timecore" / "audit").glob("*.py")]
    rules = {rule for text in sources for rule in re.findall(r'"(FORMAT-\d+)"', text)}

    assert {"FORMAT-2", "FORMAT-9"} <= rules
    assert [rule for rule in sorted(rules) if f"\n| `{rule}` |" not in page] == []


def verdict_words(tree: ast.AST) -> Iterator[str]:
    """The first argument of each Verdict, and each word that is given a name or handed back for one."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name("Verdict"), args=[ast.Constant(str(text)), *_]):
                yield text
            case ast.Assign(targets=[ast.Name("word")], value=value):
                yield from texts_in(value)
            case ast.Assign(targets=[ast.Tuple([ast.Name("word"), *_])], value=ast.Tuple([first, *_])):
                yield from texts_in(first)
            case ast.FunctionDef("words" | "words_of" | "word_if_legal", body=body):
                for inner in (one for part in body for one in ast.walk(part)):
                    match inner:
                        case ast.Return(ast.Constant() as first) | ast.Return(ast.Tuple([first, *_])):
                            yield from texts_in(first)


def texts_in(tree: ast.AST) -> Iterator[str]:
    return (
        one.value for one in ast.walk(tree) if isinstance(one, ast.Constant) and isinstance(one.value, str)
    )
