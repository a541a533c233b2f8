"""The examination finds what is wrong with a ruleset: here tiny, with one flaw at a time."""

import re
from typing import Any

import pytest
import wrong_rules
import wrong_views
from hypothesis import Phase, settings
from hypothesis import strategies as st
from tiny import RULESET, Tiny
from tiny.events import BidsShown, HandShown
from wrong_rules import refused_otherwise
from wrong_views import (
    drawing,
    forgets,
    grows,
    holds_a_tuple,
    holds_hidden,
    shares_hands,
    shares_plays,
    telling,
    with_state,
)

from timecore.testing import examine
from timecore.testing._questions import QUESTIONS

FLAWS: list[tuple[type[Tiny], str]] = [
    (wrong_rules.Misnamed, "its_declarations_are_in_order"),
    (wrong_rules.WithoutVersion, "its_declarations_are_in_order"),
    (wrong_rules.OddDraws, "its_declarations_are_in_order"),
    (wrong_rules.SpanishFirst, "its_declarations_are_in_order"),
    (wrong_rules.WithoutRules, "its_declarations_are_in_order"),
    (wrong_rules.LossyOptions, "resolved_options_resolve_to_themselves"),
    (wrong_rules.Unordered, "to_act_legal_moves_and_result_agree"),
    (wrong_rules.ChanceAmongSeats, "to_act_legal_moves_and_result_agree"),
    (wrong_rules.MovesForAll, "to_act_legal_moves_and_result_agree"),
    (wrong_rules.MovesTwice, "to_act_legal_moves_and_result_agree"),
    (wrong_rules.EndsEarly, "to_act_legal_moves_and_result_agree"),
    (wrong_rules.WeightlessJoker, "chance_weighs_each_of_its_moves"),
    (wrong_rules.TooFewWeights, "chance_weighs_each_of_its_moves"),
    (wrong_rules.OtherDraw, "a_draw_brings_the_move_that_its_number_means"),
    (wrong_rules.DrawsUnasked, "a_draw_brings_the_move_that_its_number_means"),
    (wrong_rules.WithoutEvents, "every_legal_move_is_decided"),
    (wrong_rules.Impossible, "every_legal_move_is_decided"),
    (wrong_rules.Meddling, "decide_changes_nothing"),
    (wrong_rules.MeddlingRefusal, "decide_changes_nothing"),
    (wrong_rules.Moody, "decide_changes_nothing"),
    (wrong_rules.Moody, "the_same_seed_and_moves_give_the_same_bytes"),
    (wrong_rules.Lenient, "every_other_move_is_refused_with_its_rule"),
    (wrong_rules.AnybodysTurn, "every_other_move_is_refused_with_its_rule"),
    (refused_otherwise(rule="no rule"), "every_other_move_is_refused_with_its_rule"),
    (refused_otherwise(legal=()), "every_other_move_is_refused_with_its_rule"),
    (refused_otherwise(actor=9), "every_other_move_is_refused_with_its_rule"),
    (refused_otherwise(move=None), "every_other_move_is_refused_with_its_rule"),
    (wrong_rules.RefusedAsNone, "every_other_move_is_refused_with_its_rule"),
    (wrong_rules.ReadsAnything, "what_is_no_move_is_refused_while_it_is_read"),
    (wrong_rules.OtherNumber, "what_is_no_move_is_refused_while_it_is_read"),
    (with_state(copy=forgets), "a_copy_shares_nothing_that_can_change"),
    (with_state(copy=shares_hands), "a_copy_shares_nothing_that_can_change"),
    (with_state(copy=shares_plays), "a_copy_shares_nothing_that_can_change"),
    (with_state(copy=shares_plays), "going_on_from_a_copy_leaves_the_original_alone"),
    (with_state(copy=shares_plays), "a_state_kept_up_to_date_is_the_fold_from_scratch"),
    (with_state(to_json=holds_a_tuple), "a_state_is_plain_json_and_has_the_same_fields_always"),
    (with_state(to_json=holds_hidden), "a_state_is_plain_json_and_has_the_same_fields_always"),
    (with_state(to_json=grows), "a_state_is_plain_json_and_has_the_same_fields_always"),
    (wrong_views.Complaining, "its_invariants_hold"),
    (wrong_views.ViewsApart, "its_invariants_hold"),
    (wrong_views.ResamplingView, "hidden_values_can_be_dealt_anew"),
    (wrong_views.ResamplingByItself, "hidden_values_can_be_dealt_anew"),
    (wrong_views.ResamplingInPart, "hidden_values_can_be_dealt_anew"),
    (wrong_views.OpenDeals, "what_is_hidden_makes_no_difference"),
    (wrong_views.OpenBids, "what_is_hidden_makes_no_difference"),
    (wrong_views.Talkative, "what_is_hidden_makes_no_difference"),
    (wrong_views.AskedByOthersHands, "what_is_hidden_makes_no_difference"),
    (wrong_views.TellingRefusal, "a_refusal_tells_nothing_that_is_hidden"),
    (wrong_views.MovesByOthersHands, "a_seat_can_move_by_what_it_sees"),
    (telling(""), "every_event_is_told_in_every_language"),
    (telling("A card is dealt."), "every_event_is_told_in_every_language"),
    (telling("a card\nis dealt"), "every_event_is_told_in_every_language"),
    (telling(" a card is dealt"), "every_event_is_told_in_every_language"),
    (telling("HIDDEN is dealt"), "every_event_is_told_in_every_language"),
    (wrong_views.Ambiguous, "every_move_is_described_in_every_language"),
    (drawing(""), "boards_fit"),
    (drawing("x" * 81), "boards_fit"),
    (drawing("trailing "), "boards_fit"),
    (drawing("\x1b[1mbold\x1b[0m"), "boards_fit"),
    (drawing("it is {name} {name}"), "boards_fit"),
    (drawing("first{star}"), "boards_fit"),
]


settings.register_profile("first", phases=[Phase.generate], derandomize=True, report_multiple_bugs=False)


def ask(rules: Tiny, name: str, *arguments: str, **more: Any) -> None:
    """Ask one question as pytest would, but be content with the first game that shows a flaw."""
    settings.load_profile("first")
    try:
        exam = examine(rules, examples=20, **more)
    finally:
        settings.load_profile("quick")
    getattr(exam(), f"test_{name}")(*arguments)


@pytest.mark.parametrize(
    ("flaw", "question"), FLAWS, ids=lambda one: one if isinstance(one, str) else one.__name__
)
def test_a_flaw_is_found_by_the_question_about_it(flaw: type[Tiny], question: str) -> None:
    with pytest.raises(AssertionError):
        ask(flaw(), question)


@pytest.mark.parametrize("number", ["TC-44", "T3-22", "CW-6b"])
def test_a_rule_number_is_letters_and_digits_a_hyphen_and_a_number(number: str) -> None:
    class Numbered(Tiny):
        move_rule = number

    ask(Numbered(), "its_declarations_are_in_order")


@pytest.mark.parametrize("number", ["", "44", "TC", "TC44", "3T-1", "tc-44", "TC-4-4"])
def test_anything_else_is_no_rule_number(number: str) -> None:
    class Misnumbered(Tiny):
        move_rule = number

    with pytest.raises(AssertionError, match="is no rule number"):
        ask(Misnumbered(), "its_declarations_are_in_order")


def test_a_ruleset_that_deals_anew_as_it_should_passes() -> None:
    ask(wrong_views.Resampling(), "hidden_values_can_be_dealt_anew")


def test_a_move_that_crashes_is_found() -> None:
    with pytest.raises((ValueError, IndexError)):
        ask(wrong_rules.Crashing(), "every_other_move_is_refused_with_its_rule")


def test_a_crash_while_a_game_is_made_up_is_told_with_all_that_led_to_it() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        ask(wrong_rules.CrashingBid(), "boards_fit")

    assert re.search(r"while playing entry \d+: Bid\(amount=100\) by \d", "".join(caught.value.__notes__))


def test_an_actor_without_a_move_is_found_even_before_the_question_is_asked() -> None:
    with pytest.raises(AssertionError, match=r"entry 6: actor \d is to act and has no legal move"):
        ask(wrong_rules.Stuck(), "boards_fit", options=st.just({"players": 2}))


@pytest.mark.parametrize("flaw", [wrong_rules.Lucky, wrong_rules.Timely])
def test_luck_and_clock_are_found_out_of_order(flaw: type[Tiny]) -> None:
    with pytest.raises(AssertionError, match="rules must ask neither luck nor clock"):
        ask(flaw(), "rules_ask_neither_luck_nor_clock_nor_hash_seed", "0")


def test_an_order_by_hash_is_found_with_some_hash_seed() -> None:
    """Which order this process has is a matter of luck, and one in 120 agrees with that of one seed."""

    def ask_with_several_seeds() -> None:
        for seed in range(6):
            ask(wrong_rules.HashOrdered(), "rules_ask_neither_luck_nor_clock_nor_hash_seed", str(seed))

    with pytest.raises(AssertionError, match="finds something else"):
        ask_with_several_seeds()


def test_a_language_without_a_catalogue_is_found() -> None:
    ask(wrong_views.Polyglot(), "its_languages_have_a_catalogue", "en")
    with pytest.raises(AssertionError, match="no catalogue for 'eo'"):
        ask(wrong_views.Polyglot(), "its_languages_have_a_catalogue", "eo")


def test_the_examination_is_stricter_where_it_knows_what_reveals() -> None:
    ask(wrong_views.TalkativeLater(), "what_is_hidden_makes_no_difference")

    with pytest.raises(AssertionError):
        ask(
            wrong_views.TalkativeLater(), "what_is_hidden_makes_no_difference", reveals=[BidsShown, HandShown]
        )


def test_what_is_wrong_is_told_with_the_entry_and_the_move() -> None:
    with pytest.raises(
        AssertionError, match=r"after entry \d+: Play\(card='\w+'\) by \d is not legal, and yet"
    ):
        ask(wrong_rules.Lenient(), "every_other_move_is_refused_with_its_rule")


def test_every_question_stands_in_the_class_under_its_name_and_with_its_law() -> None:
    exam = examine(RULESET)

    assert exam.__name__ == "Test_tiny"
    for _, question in QUESTIONS:
        assert getattr(exam, question.__name__).__doc__ == question.__doc__
        assert question.__doc__


def test_an_examination_can_have_questions_of_ones_own() -> None:
    class Exam(examine(RULESET)):  # type: ignore[misc]
        def test_mine(self) -> None: ...

    assert {"test_mine", "test_boards_fit"} <= set(dir(Exam))
