"""Which records are branches of which."""

from __future__ import annotations

from functools import cache

from hypothesis import given
from hypothesis import strategies as st
from playing import wander
from tiny import RULESET
from tiny.moves import Bid

from timecore.actors import PUBLIC
from timecore.branch import Tree, branch, branch_game, forest
from timecore.game import Game
from timecore.log import Log


@cache
def finished(seed: str = "tiny") -> Log:
    """Twelve entries."""
    return wander(Game.new(RULESET, seats=["Ana", "Ben", "Cho"], seed=seed)).log


@given(st.data())
def test_a_forest_has_each_branch_where_it_was_branched_off(data: st.DataObject) -> None:
    """Whatever order the records come in; the names say nothing."""
    logs = {
        "0": finished("one"),
        "1": finished("two"),
    }
    parents: dict[str, tuple[str | None, int]] = {"0": (None, 0), "1": (None, 0)}
    for number in range(2, data.draw(st.integers(2, 7))):
        parent = data.draw(st.sampled_from(sorted(logs)))
        at = data.draw(st.integers(logs[parent].fork, len(logs[parent])))
        game = branch_game(logs[parent], at, data.draw(st.sampled_from(["keep", "redraw"])), seed="x")
        logs[str(number)] = wander(game).log if data.draw(st.booleans()) else game.log
        parents[str(number)] = (parent, at + 1)
    names = data.draw(st.permutations(sorted(logs)))
    renamed = {f"{order}": logs[name] for order, name in enumerate(names)}
    found: dict[str, tuple[str | None, int]] = {}

    def walk(tree: Tree, parent: str | None) -> None:
        assert tree.name is not None
        assert tree.forked
        name = names[int(tree.name)]
        found[name] = (parent, tree.fork)
        for one in tree.branches:
            walk(one, name)

    for tree in forest(renamed):
        walk(tree, None)
    assert found == parents


def test_records_that_have_parted_without_a_fork_are_told_apart() -> None:
    """The longer one stands above."""
    start = finished().upto(6)
    one, other = (Game.from_log(start) for _ in range(2))
    one.play(0, Bid(100))
    wander(other, 2)
    (tree,) = forest({"a": one.log, "b": other.log, "c": start})

    assert (tree.name, tree.beginnings) == ("b", (("c", 6),))
    assert [(below.name, below.fork, below.forked) for below in tree.branches] == [("a", 7, False)]


def test_branches_of_a_trunk_that_is_not_there_stand_side_by_side() -> None:
    log = finished()
    late = branch(log, 9)
    logs = {"a": late, "b": branch(log, 4), "c": branch(log, 7), "d": branch(late, "-1"), "e": branch(log, 4)}
    (tree,) = forest(logs)

    assert (tree.name, tree.log) == (None, None)
    assert [(below.name, below.fork) for below in tree.branches] == [("b", 5), ("e", 5), ("c", 8), ("a", 10)]
    assert [below.name for below in tree.branches[3].branches] == ["d"]
    (alone,) = forest({"b": logs["b"], "e": logs["e"]})
    assert (alone.name, [below.name for below in alone.branches]) == (None, ["b", "e"])
    assert forest({}) == ()


def test_branches_of_a_branch_that_is_not_there_hang_below_it_all_the_same() -> None:
    lost = branch(finished(), 4, "redraw", seed="x")
    logs = {"a": finished(), "b": branch(lost, "-1"), "c": branch(lost, "-1")}
    (tree,) = forest(logs)
    (between,) = tree.branches

    assert (tree.name, between.name, between.fork) == ("a", None, 5)
    assert [(below.name, below.fork) for below in between.branches] == [("b", 6), ("c", 6)]


def test_of_copies_with_one_head_the_full_one_stands_for_all() -> None:
    log = finished()
    (tree,) = forest({"a": log.redacted(PUBLIC), "b": log, "c": log.redacted(1)})

    assert (tree.name, tree.copies, tree.branches) == ("b", ("a", "c"), ())
