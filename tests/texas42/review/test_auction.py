"""Calls and declarations of recorded hands reviewed: what they cost, by what their seats saw then."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from suitwise.texas42 import HandRecord, Knowledge, MatchRecord, Texas42, sample_worlds
from suitwise.texas42.picture import declaration_name
from suitwise.texas42.review.auction import CallReview
from suitwise.texas42.review.hands import review
from suitwise.texas42.rules.auction import PASS, call_of
from suitwise.texas42.rules.position import as_hands
from tests.texas42.review.test_hands import winning

ONE_HAND = Texas42(match="hand")
FORCED = Texas42(match="hand", forced=True)
MATCH = Texas42()
# S2 has all seven sixes; S0 has little.
DEAL = """\
hand 1: shaker S0, thrown in
  deal S0: 0-0 1-0 2-1 3-2 4-2 5-3 5-5
  deal S1: 1-1 2-0 3-1 4-0 4-1 5-1 5-2
  deal S2: 6-6 6-5 6-4 6-3 6-2 6-1 6-0
  deal S3: 2-2 3-0 3-3 4-3 4-4 5-0 5-4
  auction: S1:pass S2:pass S3:pass S0:pass
"""
THROWN_IN = MatchRecord.parse(DEAL).hands[0]


def calls_in(
    hand: HandRecord,
    game: Texas42 = ONE_HAND,
    worlds: int = 12,
    seed: int = 0,
    before: tuple[int, int] | None = None,
) -> tuple[CallReview, ...]:
    return next(review(MatchRecord(game, (hand,), before), worlds, seed)).calls


def called(*calls: str, declaration: int = 0) -> HandRecord:
    """Return the hand with other calls from seat 1 on."""
    return replace(THROWN_IN, calls=tuple(map(call_of, calls)), declaration=declaration)


# --- What plainly wrong calls cost ----------------------------------------------------------------


def test_passing_on_seven_trumps_costs_more_than_a_mark() -> None:
    first, second, _, last = calls_in(THROWN_IN)
    assert (second.seat, str(second.move), second.declared) == (2, "pass", 6)
    assert second.best.call > PASS
    assert second.cost - second.verdict.margin > 1
    assert second.verdict.is_mistake
    assert second.best_chance > 0.9 > second.chance
    assert first.cost < 0.3
    assert (last.worth, last.chance) == (0, 0)  # the hand is thrown in


def test_two_marks_on_nothing_cost_more_than_a_mark() -> None:
    *_, last, declared = calls_in(called("pass", "pass", "pass", "2m", declaration=6))
    assert (last.seat, str(last.move)) == (0, "2m")
    assert last.cost - last.verdict.margin > 1
    assert last.marks[last.move] < -1 < last.marks[last.best]
    assert (declared.at, declared.seat, str(declared.move)) == (4, 0, "6")
    assert declared.best != declared.move


def test_a_bid_that_has_to_be_made_costs_nothing() -> None:
    *_, last, _ = calls_in(called("pass", "pass", "pass", "30", declaration=3), FORCED)
    assert (last.best, last.cost, last.error) == (last.move, 0, 0)
    assert list(map(str, last.marks)) == ["30", "2m"]
    *_, high, _ = calls_in(called("pass", "pass", "pass", "36", declaration=3), FORCED)
    assert str(high.best) == "30"
    assert high.verdict.is_mistake


def test_who_has_no_choice_is_not_judged() -> None:
    # Over the most marks that may be bid there is nothing to be said.
    highest = called("1m", "pass", "pass", "pass", declaration=1)
    assert [one.at for one in calls_in(highest, replace(ONE_HAND, cap=1), 2)] == [0, 4]


def test_the_best_declaration_costs_nothing_and_another_does() -> None:
    hand = called("pass", "30", "pass", "pass", declaration=6)
    assert calls_in(hand)[-1].cost == 0
    worst = calls_in(replace(hand, declaration=3))[-1]
    assert (str(worst.move), str(worst.best)) == ("3", "6")
    assert worst.cost > 1


# --- By what is known -----------------------------------------------------------------------------


def test_hidden_dominoes_do_not_count_and_the_same_seed_finds_the_same() -> None:
    hand = called("pass", "31", "pass", "pass", declaration=6)
    found = calls_in(hand, worlds=10)
    assert found == calls_in(hand, worlds=10)
    assert found != calls_in(hand, worlds=10, seed=1)
    assert hand.dealt is not None
    for seat in range(4):
        other = sample_worlds(Knowledge(seat, hand.dealt[seat]), 1, seed=9)[0].tolist()
        elsewhere = calls_in(replace(hand, dealt=as_hands(other)), worlds=10)
        mine = [one for one in found if one.seat == seat]
        assert mine
        assert [one for one in elsewhere if one.seat == seat] == mine


def test_figures_are_the_same_on_every_machine() -> None:
    second = calls_in(THROWN_IN, worlds=5, seed=3)[1]
    assert second.deals == 20
    assert second.as_json() == json.loads(json.dumps(second.as_json()))
    figures = second.worth, second.cost, second.error
    assert figures == pytest.approx((-0.4, 2.4, 0.2), abs=1e-9)


def test_later_calls_do_not_count_for_earlier_ones() -> None:
    one = calls_in(called("pass", "30", "31", "pass", declaration=3), worlds=5)
    other = calls_in(called("pass", "30", "pass", "2m"), worlds=5)
    assert one[:2] == other[:2]
    assert one[2].move != other[2].move


# --- In a match -----------------------------------------------------------------------------------


@pytest.mark.parametrize("score", [(0, 0), (5, 3), (6, 6)])
def test_in_a_match_a_mark_is_worth_what_it_is_worth_at_the_score(score: tuple[int, int]) -> None:
    found = calls_in(THROWN_IN, MATCH, worlds=10, before=score)
    for one in found:
        own = one.seat % 2
        needs, others = 7 - score[own], 7 - score[1 - own]
        swing = winning(needs - 1, others) - winning(needs, others - 1)
        assert one.mark == pytest.approx(swing / 2)
        told = one.as_json()
        assert told["match_cost"] == pytest.approx(one.cost * swing / 2)
        assert told["match_error"] == pytest.approx(one.error * swing / 2)
    assert len(found) == 4


def test_at_six_all_a_second_mark_is_worth_nothing() -> None:
    hand = called("pass", "2m", "pass", "pass", declaration=6)
    two_marks = calls_in(hand, MATCH, before=(6, 6))[1]
    assert two_marks.marks[two_marks.move] > 1.8
    assert two_marks.worth == pytest.approx(2 * two_marks.chance - 1, abs=0.05)
    assert two_marks.cost < 0.1
    assert calls_in(hand)[1].worth > 1.8


def test_outside_a_match_nothing_is_said_of_one() -> None:
    later = replace(THROWN_IN, number=5)  # its score is not known
    for game, hand in ((ONE_HAND, THROWN_IN), (Texas42(match="points"), THROWN_IN), (MATCH, later)):
        for one in calls_in(hand, game, worlds=2):
            assert one.mark == 0
            assert "match_cost" not in one.as_json()


# --- What can't be judged -------------------------------------------------------------------------


def test_without_deals_or_hands_nothing_is_judged() -> None:
    assert calls_in(THROWN_IN, worlds=0) == ()
    assert calls_in(replace(THROWN_IN, dealt=None)) == ()


def test_calls_that_the_record_does_not_tell_are_not_judged() -> None:
    hand = replace(called("pass", "30", "pass", "pass", declaration=6), has_auction=False)
    assert [one.at for one in calls_in(hand, worlds=2)] == [4]


def test_judging_ends_with_a_call_that_the_rules_forbid() -> None:
    hand = called("31", "30", "pass", "pass", declaration=1)
    assert [one.at for one in calls_in(hand, worlds=2)] == [0]


PLUNGER = """\
  deal S0: 0-0 1-1 2-2 3-3 4-2 5-3 5-5
  deal S1: 1-0 2-0 3-1 4-0 4-1 5-1 5-2
  deal S2: 6-6 6-5 6-4 6-3 6-2 6-1 6-0
  deal S3: 2-1 3-0 3-2 4-3 4-4 5-0 5-4
"""
HOUSE = replace(ONE_HAND, plunge=True, cap=7)


def plunging(auction: str, shaker: int) -> HandRecord:
    """Return a hand in which seat 0 has four doubles, and seat 2 declares aces."""
    head = f"hand 1: shaker S{shaker}, bidder S0, bid plunge4, declaration 1\n"
    return MatchRecord.parse(f"{head}{PLUNGER}  auction: {auction}\n", HOUSE).hands[0]


def test_a_plunge_is_judged_and_its_partner_declares() -> None:
    hand = plunging("S1:pass S2:pass S3:pass S0:plunge4", 0)
    *_, plunge, declared = calls_in(hand, HOUSE, worlds=5)
    assert (str(plunge.move), plunge.verdict.did) == ("plunge4", "bids plunge4")
    assert plunge.cost > 1
    assert (declared.seat, declared.at) == (2, 4)


def test_a_seat_that_holds_the_doubles_that_another_has_shown_is_not_judged() -> None:
    hand = plunging("S0:plunge4 S1:pass S2:pass S3:pass", 3)
    assert [one.at for one in calls_in(hand, HOUSE, worlds=2)] == [0, 1, 2, 3, 4]
    assert hand.dealt is not None
    mine, left, across, right = hand.dealt
    # Seat 1 has five of the doubles: the plunge breaks the rules, and judging ends there.
    assert calls_in(replace(hand, dealt=(left, mine, across, right)), HOUSE, worlds=2) == ()


def test_the_words_name_what_was_done_and_what_is_better() -> None:
    first, second, *_ = calls_in(THROWN_IN)
    assert first.verdict.did == "passes"
    assert second.verdict.better in ("bidding 2m with sixes", "bidding 1m with sixes")
    *_, last, declared = calls_in(called("pass", "pass", "pass", "2m", declaration=6))
    assert (last.verdict.did, declared.verdict.did) == ("bids 2m", "declares sixes")
    names = [str(declaration_name(one)) for one in range(9)]
    assert declared.verdict.better == f"declaring {names[declared.best.declaration]}"
