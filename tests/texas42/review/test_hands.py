"""Recorded hands reviewed: what plays cost, as the oracle has it, and what the costs add up to."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from math import comb, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from suitwise import texas42
from suitwise.errors import SuitwiseError
from suitwise.foundation.seating import partner, seats_from, side
from suitwise.game import load
from suitwise.game import play as play_game
from suitwise.players.named import named
from suitwise.texas42.record.judge import scores_before
from suitwise.texas42.record.match import TrickRecord
from suitwise.texas42.review import hands
from suitwise.texas42.review.hands import decisions
from suitwise.texas42.rules.auction import doubles_shown
from suitwise.texas42.rules.contracts import MADE, Play, is_nello
from tests.oracles import texas42_oracle as oracle
from tests.texas42.games import (
    as_domino,
    as_oracle_contract,
    as_oracle_domino,
    as_oracle_hands,
    dealt,
    played_hands,
)
from tests.texas42.rules.test_contracts import some_contract

HOUSE = texas42.Texas42(
    match="hand", play_out=True, nello="any", plunge=True, splash=True, sevens=True, cap=7
)
PLAYED = texas42.MatchRecord.parse(played_hands(), texas42.Texas42(play_out=True))


def recorded(start: Play, end: Play) -> texas42.HandRecord:
    """Return the record of a hand, its deal included."""
    contract = start.contract
    tricks = tuple(
        TrickRecord(
            tuple(zip(seats_from(t.leader, contract.out), map(int, t.dominoes), strict=True)),
            t.winner,
            t.points,
        )
        for t in end.tricks
    )
    calls = tuple(contract.call if seat == contract.bidder else 0 for seat in (1, 2, 3, 0))
    return texas42.HandRecord(1, 0, calls, contract.declaration, start.position.hands, tricks)


def played_at_random(rng: Random, contract: texas42.Contract) -> tuple[texas42.HandRecord, Play]:
    """Play a hand out at random; return its record and its end."""
    start = contract.start(dealt(rng, contract.bidder, doubles_shown(contract.call)))
    play = start
    while not play.position.over:
        play = play.after(rng.choice(texas42.dominoes_of(play.position.legal())))
    return recorded(start, play), play


def reviewed(hand: texas42.HandRecord, worlds: int = 0) -> hands.HandReview:
    return next(hands.review(texas42.MatchRecord(HOUSE, (hand,)), worlds))


def by_domino(values: Mapping[oracle.Domino, int]) -> dict[int, int]:
    return {as_domino(domino): value for domino, value in values.items()}


def standing(hand: texas42.HandRecord, dealt_as: oracle.Hands, plays: int) -> oracle.Standing:
    """Return the oracle's hand after so many plays, had it been dealt so."""
    contract = texas42.Contract(hand.bidder, hand.call, hand.declaration)
    dominoes = [as_oracle_domino(domino) for _, domino in hand.plays[:plays]]
    return oracle.play_out(as_oracle_contract(contract), dealt_as, dominoes, stop=False)


def worth_of(now: oracle.Standing, value: int) -> int:
    """Return the oracle's value of a play in points of the side on turn, in tricks of nello's bidder."""
    seat, contract = oracle.to_play(now.position), now.contract
    if contract.kind == "nello":
        return value
    left = sum(map(len, now.position.hands)) + len(now.position.table)
    points = left // 4 + sum(
        map(oracle.count, frozenset().union(*now.position.hands) | {*now.position.table})
    )
    return value if side(seat) == 0 else points - value


# --- With all hands seen --------------------------------------------------------------------------


def test_the_last_tricks_cost_what_the_oracle_says(exhaustive: bool) -> None:
    rng = Random(1)
    for _ in range(200 if exhaustive else 12):
        hand, _ = played_at_random(rng, some_contract(rng))
        assert hand.dealt is not None
        found = reviewed(hand).plays
        for at, play in enumerate(found):
            if play.trick < 6:
                continue
            now = standing(hand, as_oracle_hands(hand.dealt), at)
            nello = now.contract.kind == "nello"
            worth = by_domino(
                oracle.nello_of_moves(now.position)
                if nello
                else oracle.points_of_moves(now.position)
            )
            assert play.worth == {one: worth_of(now, value) for one, value in worth.items()}
            assert play.makes == by_domino(oracle.makes_of_moves(now))


def test_nello_counts_the_tricks_of_the_bidder_who_wants_few_whoever_plays() -> None:
    rng = Random(11)
    for _ in range(6):
        hand, _ = played_at_random(
            rng, texas42.Contract(rng.randrange(4), 13, rng.randrange(9, 13))
        )
        found = reviewed(hand)
        for play in found.plays:
            best = (min if play.seat == hand.bidder else max)(play.worth.values())
            assert play.wants_few == play.is_declaring == (play.seat == hand.bidder)
            assert {play.worth[one] for one in play.best} == {best}
            assert play.cost == abs(best - play.worth[play.domino])
            assert all(0 <= worth <= 7 for worth in play.worth.values())
        assert found.value == min(found.plays[0].worth.values())


def test_what_is_given_away_adds_up_to_what_was_taken(exhaustive: bool) -> None:
    rng = Random(2)
    for _ in range(400 if exhaustive else 25):
        contract = some_contract(rng)
        hand, end = played_at_random(rng, contract)
        found = reviewed(hand)
        assert found.value is not None
        costs = [0, 0]
        for total in found.totals:
            costs[side(total.seat)] += total.cost
        own = contract.side
        if is_nello(contract.declaration):
            assert found.value + costs[own] - costs[1 - own] == end.tricks_taken[own]
        else:
            assert found.value - costs[own] + costs[1 - own] == end.points[own]
        turned = len(found.turning_points) % 2 == 1
        assert (found.can_be_made != turned) == (end.result == MADE)


def test_a_turning_point_takes_the_contract_from_a_side_that_had_it() -> None:
    rng = Random(3)
    for _ in range(15):
        contract = some_contract(rng)
        hand, _ = played_at_random(rng, contract)
        found = reviewed(hand)
        can_be_made = found.can_be_made
        for play in found.plays:
            best = any(play.makes.values()) if play.is_declaring else all(play.makes.values())
            assert best == can_be_made
            assert play.is_turning_point == (play.makes[play.domino] != can_be_made)
            can_be_made = play.makes[play.domino]


def test_hands_played_elsewhere_are_reviewed_to_the_last_domino() -> None:
    assert not texas42.faults_of(PLAYED)
    found = [*hands.review(PLAYED, worlds=0)]
    assert [len(hand.plays) for hand in found] == [28] * len(PLAYED.hands)
    first = found[0]
    assert (first.value, first.can_be_made) == (42, True)
    turn = first.turning_points
    assert [(play.trick, play.seat, str(play.domino), play.cost) for play in turn] == [
        (1, 1, "6-0", 28)
    ]
    assert [*map(str, turn[0].best)] == ["3-3"]


# --- As the seat could know it --------------------------------------------------------------------


def test_the_chances_of_a_few_deals_are_those_of_all_deals(exhaustive: bool) -> None:
    rng = Random(4)
    compared = 0
    for _ in range(40 if exhaustive else 3):
        hand = open_to_the_last(rng)
        for at, play in enumerate(reviewed(hand, worlds=100).plays):
            if play.chances is None or not play.chances.is_exact or play.trick < 6:
                continue
            compared += 1
            shares = made_by_oracle(hand, at, play)
            assert play.chances.make == pytest.approx(shares)
            better = max if play.is_declaring else min
            cost = abs(better(shares.values()) - shares[play.domino])
            assert play.chances.cost == pytest.approx(cost)
            assert play.chances.error == 0
    assert compared > 4


def open_to_the_last(rng: Random) -> texas42.HandRecord:
    """Return a hand for points that is not decided before its last two tricks."""
    while True:
        contract = texas42.Contract(rng.randrange(4), rng.randrange(1, 13), rng.randrange(9))
        hand, _ = played_at_random(rng, contract)
        if any(len({*play.makes.values()}) == 2 for play in reviewed(hand).plays[20:]):
            return hand


def made_by_oracle(hand: texas42.HandRecord, at: int, play: hands.PlayReview) -> dict[int, float]:
    """Return how often each play makes it, over all deals that its seat can't rule out."""
    assert hand.dealt is not None
    contract = as_oracle_contract(texas42.Contract(hand.bidder, hand.call, hand.declaration))
    position = oracle.start(contract, as_oracle_hands(hand.dealt))
    plays = tuple(as_oracle_domino(domino) for _, domino in hand.plays[:at])
    own = as_oracle_hands(hand.dealt)[play.seat]
    known = oracle.Knowledge(
        play.seat, own, contract.declaration, position.leader, plays, position.out
    )
    shown = doubles_shown(hand.call)
    deals = [
        deal
        for deal in oracle.worlds(known)
        if sum(map(oracle.is_double, deal[hand.bidder])) >= shown
    ]
    made = [by_domino(oracle.makes_of_moves(standing(hand, deal, at))) for deal in deals]
    return {one: sum(each[one] for each in made) / len(made) for one in made[0]}


def test_marks_are_those_of_the_contract_won_or_lost_by_the_seats_side() -> None:
    hand, _ = played_at_random(Random(14), texas42.Contract(1, 14, 5))
    found = reviewed(hand, worlds=20)
    decisions = [one for one in hands.decisions_of([found]) if one.hindsight is not None]
    plays = [play for play in found.plays if play.chances is not None]
    assert [(one.seat, one.move) for one in decisions] == [(p.seat, str(p.domino)) for p in plays]
    for one, play in zip(decisions, plays, strict=True):
        assert one.verdict is not None
        assert play.chances is not None
        made = play.chances.make[play.domino]
        ours, theirs = (made, 1 - made) if side(play.seat) == 1 else (1 - made, made)
        assert one.verdict.chance == pytest.approx(ours)
        assert one.verdict.worth == pytest.approx(2 * (ours - theirs))
        if play.chances.best == play.domino:
            assert one.verdict.cost == one.verdict.error == 0
        else:
            assert one.verdict.cost == pytest.approx(4 * play.chances.cost)
            assert one.verdict.error == pytest.approx(4 * play.chances.error)
    assert len({side(one.seat) for one in decisions}) == 2


def winning(needs: int, others: int) -> float:
    """Return the chance to be the first with so many of a coin's heads, the other side its tails."""
    if needs <= 0 or others <= 0:
        return float(needs <= 0)
    tosses = needs + others - 1
    return float(sum(comb(tosses, heads) for heads in range(needs, tosses + 1)) / 2**tosses)


@pytest.mark.parametrize(("score", "call"), [((3, 2), 1), ((5, 6), 14), ((0, 0), 13)])
def test_in_a_match_a_play_loses_what_the_hand_is_worth_at_the_score(
    score: tuple[int, int], call: int
) -> None:
    hand, _ = played_at_random(Random(14), texas42.Contract(1, call, 5))
    game = texas42.Texas42(play_out=True)
    found = next(hands.review(texas42.MatchRecord(game, (hand,), score), 20))
    assert found.score == score
    stake, told = max(1, call - 12), found.as_json()["plays"]
    assert isinstance(told, list)
    judged = [(play, one) for play, one in zip(found.plays, told, strict=True) if play.chances]
    for play, one in judged:
        assert play.chances is not None
        own = side(play.seat)
        needs, others = 7 - score[own], 7 - score[1 - own]
        won, lost = winning(needs - stake, others), winning(needs, others - stake)
        made = play.chances.make[play.domino]
        share = made if own == 1 else 1 - made
        assert one["match"] == pytest.approx(share * won + (1 - share) * lost)
        assert one["match_cost"] == pytest.approx(play.chances.cost * (won - lost))
        assert one["match_error"] == pytest.approx(play.chances.error * (won - lost))
    assert judged
    for total in found.totals:
        own_plays = [one for play, one in judged if play.seat == total.seat]
        assert total.match == pytest.approx(sum(one["match_cost"] for one in own_plays))
        squares = sum(one["match_error"] ** 2 for one in own_plays)
        assert total.match_error**2 == pytest.approx(squares)


def test_without_a_match_or_its_score_nothing_is_said_of_one() -> None:
    hand, _ = played_at_random(Random(14), texas42.Contract(1, 1, 5))
    later = replace(hand, number=6)
    records = [
        texas42.MatchRecord(HOUSE, (hand,)),
        texas42.MatchRecord(texas42.Texas42(match="points"), (hand,)),
        texas42.MatchRecord(texas42.Texas42(play_out=True), (later,)),
        texas42.MatchRecord(texas42.Texas42(play_out=True), (hand,), (7, 2)),
    ]
    for record in records:
        found = next(hands.review(record, 5))
        assert found.score is None
        assert all("match" not in play.as_json() for play in found.plays)
    known = texas42.MatchRecord(texas42.Texas42(play_out=True), (later,), (1, 0))
    assert next(hands.review(known, 0)).score == (1, 0)


def test_the_score_of_a_match_goes_on_from_hand_to_hand() -> None:
    found = [one.score for one in hands.review(PLAYED, 0)]
    assert found[0] == (0, 0)
    assert found == scores_before(PLAYED)
    ends = [hand.totals for hand in PLAYED.hands[:-1]]
    assert [now for now, end in zip(found[1:], ends, strict=True) if end] == [*filter(None, ends)]


def test_a_play_as_good_as_the_others_costs_nothing_on_the_average() -> None:
    rng = np.random.default_rng(1)
    plays = [texas42.Domino(one) for one in range(5)]
    costs = []
    for _ in range(400):
        found = hands.chances_of(plays, rng.random((30, 5)) < 0.5, plays[0], 1, is_exact=False)
        costs.append(found.cost)
        assert found.make[found.best] == max(found.make.values())
    # Against the best of the five in the same deals it would seem to lose about 0.1.
    assert abs(np.mean(costs)) < 4 * np.std(costs) / sqrt(len(costs)) < 0.04


def test_a_play_that_loses_costs_what_it_loses() -> None:
    rng = np.random.default_rng(2)
    plays = [texas42.Domino(one) for one in range(3)]
    made = rng.random((4000, 3)) < (0.6, 0.9, 0.3)
    for chosen, better, lost in ((0, 1, 0.3), (0, -1, 0.3), (2, 1, 0.6), (1, 1, 0)):
        found = hands.chances_of(plays, made, plays[chosen], better, is_exact=False)
        assert found.cost == pytest.approx(lost, abs=4 * found.error)
        assert found.best == plays[1 if better > 0 else 2]
        assert found.cost == pytest.approx(
            better * (found.make[found.best] - found.make[plays[chosen]])
        )


def test_what_a_seat_lost_has_the_error_of_its_plays_together() -> None:
    hand, _ = played_at_random(Random(12), texas42.Contract(0, 1, 5))
    found = reviewed(hand, worlds=20)
    for total in found.totals:
        own = [play.chances for play in found.plays if play.seat == total.seat and play.chances]
        assert total.chance == pytest.approx(sum(one.cost for one in own))
        assert total.error**2 == pytest.approx(sum(one.error**2 for one in own))
    assert any(total.error for total in found.totals)
    assert not any(total.error for total in reviewed(hand).totals)


def test_the_same_seed_samples_the_same_deals_and_hidden_dominoes_do_not_count() -> None:
    rng = Random(5)
    hand, _ = played_at_random(rng, texas42.Contract(0, 1, 5))
    assert hand.dealt is not None
    again = reviewed(hand, worlds=20).plays[0]
    assert again == reviewed(hand, worlds=20).plays[0]
    one, two, three, four = hand.dealt
    others = replace(hand, dealt=(one, three, four, two), tricks=hand.tricks[:1])
    elsewhere = reviewed(others, worlds=20).plays[0]
    assert elsewhere.chances == again.chances
    assert elsewhere.worth != again.worth


def test_nothing_is_sampled_where_nothing_hangs_on_the_play() -> None:
    rng = Random(6)
    hand, _ = played_at_random(rng, texas42.Contract(1, 1, 8))
    plays = reviewed(hand, worlds=5).plays
    for play in plays:
        assert play.chances is None or len(play.worth) > 1
    assert all(play.chances is None for play in reviewed(hand).plays)
    assert plays[-1].chances is None


# --- What can't be reviewed -----------------------------------------------------------------------

S0_HELD = ("5-5", "5-4", "6-5", "5-3", "6-6", "4-4", "1-0")
RENEGE = """\
hand 1: shaker S3, bidder S0, bid 30, declaration 5
  deal S0: 5-5 5-4 6-5 5-3 6-6 4-4 1-0
  deal S1: 5-2 5-1 6-4 4-3 3-3 2-2 0-0
  deal S2: 5-0 6-3 6-2 6-1 6-0 4-2 4-1
  deal S3: 1-1 2-1 2-0 3-0 3-1 3-2 4-0
  trick 1: S0:1-0 S1:6-4 S2:6-0 S3:1-1
"""


@pytest.mark.parametrize(
    ("text", "plays", "note"),
    [
        (RENEGE, 2, "reviewed up to 6-0: seat 2 must play the suit led, aces: 4-1 or 6-1"),
        (RENEGE.replace("S1:6-4", "S2:6-1"), 1, "reviewed up to S2:6-1, which is out of turn"),
        (RENEGE.replace("S0:1-0", "S0:0-0"), 0, "reviewed up to 0-0: seat 0 does not hold it"),
        ("hand 2: shaker S1, thrown in", 0, "the hand was thrown in"),
        (
            "hand 1: shaker S0, bidder S1, bid 30, declaration 3\n trick 1: S1:6-0 S2:6-6",
            0,
            "not reviewed: line 1: hand 1 is not played out and has no deal",
        ),
    ],
)
def test_a_review_ends_where_the_rules_or_the_record_end(text: str, plays: int, note: str) -> None:
    found = next(hands.review(texas42.MatchRecord.parse(text), worlds=2))
    assert len(found.plays) == plays
    assert found.note.startswith(note)
    unknown = note.startswith(("the hand was", "not reviewed"))
    assert (found.can_be_made is None) == (found.value is None) == unknown
    assert json.loads(json.dumps(found.as_json()))["can_be_made"] is found.can_be_made


def test_a_plunge_without_the_doubles_is_reviewed_without_chances() -> None:
    text = RENEGE.replace("bid 30", "bid 4m").replace("S2:6-0", "S2:6-1")
    good = next(hands.review(texas42.MatchRecord.parse(text), worlds=2))
    assert any(play.chances is not None for play in good.plays)
    plunge = text.replace("bid 4m", "bid plunge4").replace(
        "S0:1-0 S1:6-4 S2:6-1 S3:1-1", "S2:5-0 S3:1-1 S0:5-5"
    )
    found = next(hands.review(texas42.MatchRecord.parse(plunge, HOUSE), worlds=2))
    assert [play.chances is None for play in found.plays] == [False, False, True]


def test_a_plunge_that_the_doubles_of_others_belie_is_reviewed_without_chances() -> None:
    text = RENEGE.replace("bid 30", "bid plunge4").partition("  trick")[0]
    text = text.replace("3-3 2-2 0-0", "2-1 2-0 3-0").replace("1-1 2-1 2-0 3-0", "1-1 3-3 2-2 0-0")
    match = texas42.MatchRecord.parse(text + "trick 1: S2:5-0 S3:1-1", HOUSE)
    assert [fault.rule for fault in texas42.faults_of(match)] == ["auction"]
    seats = [(play.seat, play.chances is None) for play in next(hands.review(match, 2)).plays]
    assert seats == [(2, False), (3, True)]


def test_a_review_is_written_as_json() -> None:
    text = RENEGE.replace("S2:6-0", "S2:6-1")
    told = json.loads(
        json.dumps(next(hands.review(texas42.MatchRecord.parse(text), worlds=5)).as_json())
    )
    first = told["plays"][0]
    assert (told["value"], first["play"], first["cost"]) == (41, "1-0", 10)
    assert set(first["p_make"]) == set(first["worth"]) == set(S0_HELD)
    assert [total["cost"] for total in told["totals"]] == [10, 0, 0, 0]
    assert texas42.Domino(first["p_best"]) in map(texas42.Domino, first["p_make"])


@pytest.mark.parametrize("worlds", [-1, 10_001])
def test_a_number_of_deals_has_bounds(worlds: int) -> None:
    with pytest.raises(SuitwiseError, match="0 to 10,000 deals"):
        next(hands.review(PLAYED, worlds))


def test_what_is_no_record_or_no_number_of_deals_is_refused_by_its_name() -> None:
    wrong: Any = "hand 1"
    with pytest.raises(TypeError, match="match: a MatchRecord is expected, not 'hand 1'"):
        next(hands.review(wrong))
    with pytest.raises(TypeError, match="record: a Record is expected, not 'hand 1'"):
        decisions(wrong)
    for worlds in ("20", 2.5):
        number: Any = worlds
        with pytest.raises(TypeError, match="worlds: a whole number"):
            next(hands.review(PLAYED, number))


def test_a_bidder_of_nello_has_no_partner_to_blame() -> None:
    rng = Random(8)
    hand, _ = played_at_random(rng, texas42.Contract(2, 13, 9))
    found = reviewed(hand)
    assert (found.unit, found.totals[partner(2)].plays) == ("tricks", 0)


# --- The decisions of a recorded match ------------------------------------------------------------


WORLDS, SEED = 4, 5


def test_decisions_are_numbered_by_the_moves_of_the_record_and_cost_what_the_hands_say() -> None:
    game = load("texas42(marks=2)")
    record = play_game(game.start(), named("rules", game).seated(1, 0), seed=8)
    reviews = list(hands.review(texas42.match_of(record), WORLDS, SEED))
    assert len(reviews) > 1
    plays = [play for found in reviews for play in found.plays if play.verdict is not None]
    calls = [call for found in reviews for call in found.calls]
    found = list(decisions(record, WORLDS, SEED))
    assert all(record.moves[one.ply - 1] == one.move for one in found)
    judged = [one for one in found if one.hindsight is None]
    assert [(one.seat, one.verdict) for one in judged] == [(c.seat, c.verdict) for c in calls]
    assert {str(one.place) for one in judged} == {"auction", "declaration"}
    played = [one for one in found if one.hindsight is not None]
    assert [one.verdict for one in played] == [play.verdict for play in plays]
    for one, of_hand in zip(played, plays, strict=True):
        assert one.hindsight is not None
        assert one.hindsight.cost == of_hand.cost
        assert one.hindsight.is_turning_point == of_hand.is_turning_point
        assert (one.move in one.hindsight.best) == (of_hand.cost == 0)
    assert sorted({one.ply for one in found}) == [one.ply for one in found]
    alone = decisions(record, WORLDS, SEED, seat=2)
    assert [one for one in found if one.seat == 2] == list(alone)
