"""What to bid on seven dominoes."""

from __future__ import annotations

import pickle
import random
import re
from array import array
from random import Random
from threading import Thread
from typing import Any

import numpy as np
import pytest

from suitwise import texas42
from suitwise.errors import IllegalPosition, NotationError, SuitwiseError
from suitwise.foundation.arrays import rows
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.seating import NOBODY, SEATS, side
from suitwise.texas42 import Domino, Knowledge, Position, dominoes_of, mask_of, sample_worlds
from suitwise.texas42.arrays.packed import packed, played
from suitwise.texas42.arrays.policy import choose_play, policy_domino
from suitwise.texas42.board import _suggested
from suitwise.texas42.hidden import absent_after
from suitwise.texas42.picture import advice_text
from suitwise.texas42.rules.contracts import match_chance
from suitwise.texas42.rules.dominoes import (
    DECLARATION_TEXT,
    HAND_POINTS,
    HIGH,
    LOW,
    N_DOMINOES,
    NELLO,
    NOTRUMP,
    SEVENS,
)
from suitwise.texas42.rules.position import as_hands
from suitwise.texas42.solve.bidding import (
    BIDS,
    MOST_DEALS,
    STRAIGHT,
    HouseBid,
    house_bids,
)
from suitwise.texas42.solve.blind import TOO_FEW, blind_points, least_points
from suitwise.texas42.variant import Texas42Variant
from tests.oracles import texas42_oracle as oracle

HAND = "5-5 5-4 6-6 6-1 4-4 3-0 1-0"


def test_a_table_is_the_oracles_values_of_the_sampled_deals() -> None:
    """Two of 40 deals, under three of nine declarations."""
    table = texas42.bidding_table(HAND, worlds=40, seed=3, threads=1)
    deals = texas42.sample_worlds(texas42.Knowledge(0, table.hand), 40, seed=3)
    for declaration, at in ((4, 0), (5, 0), (8, 39)):
        hands = [
            frozenset((HIGH[d], LOW[d]) for d in texas42.dominoes_of(hand)) for hand in deals[at]
        ]
        position = oracle.Position(
            DECLARATION_TEXT[declaration], (hands[0], hands[1], hands[2], hands[3]), 0
        )
        assert table.points[declaration, at] == oracle.solve(position)


def test_chances_are_shares_of_the_points_and_fall_with_the_bid() -> None:
    table = texas42.bidding_table(HAND, worlds=50, seed=1)
    assert table.make.shape == table.error.shape == (len(STRAIGHT), len(BIDS)) == (9, 13)
    for declaration in STRAIGHT:
        points = table.points[declaration]
        for bid in BIDS:
            share = sum(int(taken) >= bid for taken in points) / 50
            assert table.chance(declaration, bid) == pytest.approx(share)
            assert table.error[declaration, bid - 30] == pytest.approx(
                (share * (1 - share) / 50) ** 0.5
            )
        assert table.mean_points[declaration] == pytest.approx(sum(points) / 50)
    assert (np.diff(table.make, axis=1) <= 0).all()
    assert table.worlds == 50


def test_the_table_does_not_depend_on_threads_and_grows_with_the_worlds() -> None:
    one, two = (texas42.bidding_table(HAND, 24, seed=2, threads=threads) for threads in (1, 2))
    assert (one.points == two.points).all()
    assert (texas42.bidding_table(HAND, 10, seed=2).points == one.points[:, :10]).all()
    assert (texas42.bidding_table(HAND, 24, seed=3).points != one.points).any()


def test_a_table_is_the_one_that_was_recorded() -> None:
    """Recorded when all of it was computed in arrays of NumPy."""
    table = texas42.bidding_table(
        "6-6 6-4 6-1 5-5 5-0 3-3 2-2", worlds=12, seed=1, threads=1, blind=True
    )
    assert table.points.tolist() == RECORDED
    assert table.blind_points is not None
    assert table.blind_points.tolist() == RECORDED_BLIND
    assert table.points.dtype == np.int64


RECORDED = [
    [17, 29, 29, 19, 40, 42, 30, 39, 28, 28, 29, 33],
    [24, 42, 12, 24, 36, 35, 18, 42, 13, 42, 25, 34],
    [40, 29, 13, 24, 19, 24, 35, 29, 36, 35, 42, 12],
    [42, 36, 42, 42, 28, 13, 13, 35, 13, 24, 2, 33],
    [18, 42, 42, 40, 35, 35, 42, 28, 8, 42, 12, 42],
    [42, 24, 34, 42, 42, 42, 42, 42, 42, 42, 42, 42],
    [42, 36, 42, 42, 42, 30, 42, 42, 42, 42, 42, 42],
    [42, 42, 41, 42, 42, 30, 42, 42, 36, 42, 31, 42],
    [42, 36, 42, 42, 42, 42, 42, 42, 42, 42, 42, 42],
]
RECORDED_BLIND = [
    [29, 29, 29, 29, 29, 42, 29, 29, 29, 29, 29, 29],
    [29, 29, 29, 29, 29, 29, 29, 31, 29, 29, 29, 29],
    [30, 29, 29, 29, 29, 29, 29, 29, 29, 29, 29, 29],
    [31, 29, 29, 29, 29, 29, 29, 29, 29, 29, 29, 29],
    [29, 36, 30, 39, 29, 29, 42, 29, 29, 35, 29, 42],
    [29, 29, 34, 29, 29, 29, 42, 42, 29, 42, 42, 36],
    [42, 35, 31, 42, 36, 29, 42, 42, 31, 42, 41, 36],
    [31, 30, 35, 31, 36, 29, 31, 31, 29, 42, 30, 42],
    [42, 29, 29, 29, 35, 30, 42, 31, 29, 42, 42, 42],
]


def test_the_figures_are_to_the_bit_those_that_numpy_computes() -> None:
    rng = np.random.default_rng(6)
    for deals in (1, 7, 100, 3001):
        points, blind = (rng.integers(low, 43, (9, deals)) for low in (0, 29))
        table = texas42.BiddingTable(127, points, blind)
        for found, make, error in (
            (points, table.make, table.error),
            (blind, table.blind_make, table.blind_error),
        ):
            shares = (found[:, :, None] >= np.array(BIDS)).mean(axis=1)
            assert (make == shares).all()
            assert (error == np.sqrt(shares * (1 - shares) / deals)).all()
        assert (table.mean_points == points.mean(axis=1)).all()
        assert [table.mean(one, blind=True) for one in STRAIGHT] == blind.mean(axis=1).tolist()
        assert [table.chances(one) for one in STRAIGHT] == table.make.tolist()
        assert [table.errors(one) for one in STRAIGHT] == table.error.tolist()


def test_tables_of_a_hand_are_joined() -> None:
    parts = [texas42.bidding_table(HAND, 3, seed=2, blind=True, first=at) for at in (0, 3)]
    whole = texas42.bidding_table(HAND, 6, seed=2, blind=True)
    joined = parts[0].with_more(parts[1])
    assert (joined.points == whole.points).all()
    assert joined.blind_points is not None
    assert (joined.blind_points == whole.blind_points).all()
    assert (joined.hand, joined.worlds, joined.is_blind) == (whole.hand, 6, True)
    seeing = texas42.bidding_table(HAND, 1, seed=2)
    assert not parts[0].with_more(seeing).is_blind
    assert not seeing.with_more(parts[0]).is_blind
    with pytest.raises(SuitwiseError, match="tables of one hand"):
        seeing.with_more(texas42.bidding_table("6-6 6-5 6-4 6-3 6-2 6-1 6-0", 1))


def test_a_table_does_not_change_and_is_sent_to_other_processes() -> None:
    points = np.array(RECORDED)
    table = texas42.BiddingTable(127, points)
    points[:] = 0
    assert table.points.tolist() == RECORDED
    with pytest.raises(ValueError, match="read-only"):
        table.points[0, 0] = 0
    sent = pickle.loads(pickle.dumps(table))
    assert (sent.hand, sent.rows(), sent.is_blind) == (127, table.rows(), False)
    assert repr(table).startswith("BiddingTable(127, array([[17, 29")


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        (np.zeros((8, 2), np.int64), "an array of nine rows, not (8, 2)"),
        (np.zeros(9, np.int64), "an array of nine rows, not (9,)"),
        (np.zeros((9, 0), np.int64), "nine rows, of one deal or more"),
        (array("q", range(10)), "nine rows, of one deal or more"),
        (np.zeros((9, 1)), "points are integers"),
    ],
)
def test_what_is_no_table_is_refused(points: Any, reason: str) -> None:
    with pytest.raises(SuitwiseError, match=re.escape(reason)):
        texas42.BiddingTable(127, points)


def test_a_hand_that_holds_all_trumps_makes_every_bid() -> None:
    table = texas42.bidding_table("6-6 6-5 6-4 6-3 6-2 6-1 6-0", worlds=10, blind=True)
    assert (table.make[6] == 1).all()
    assert (table.blind_make[6] == 1).all()
    assert (table.error[6] == 0).all()
    assert table.suggestion(least=1) == (42, 6)


def test_who_does_not_see_never_makes_more_than_who_does() -> None:
    table = texas42.bidding_table(HAND, worlds=50, seed=4, blind=True)
    assert table.blind_points is not None
    assert (table.blind_points <= np.maximum(table.points, 29)).all()
    assert (table.blind_make <= table.make).all()
    assert table.blind_error.shape == (9, 13)
    assert table.chance(5, 30, blind=True) == table.blind_make[5, 0]
    assert table.best(30, blind=True) == table.blind_make[:, 0].argmax()


def test_a_table_made_without_the_blind_side_says_so() -> None:
    with pytest.raises(SuitwiseError, match="made without blind=True"):
        _ = texas42.bidding_table(HAND, worlds=1).blind_make
    with pytest.raises(SuitwiseError, match="made without blind=True"):
        texas42.bidding_table(HAND, worlds=1).suggestion(blind=True)


def test_the_suggestion_is_the_highest_bid_made_often_enough() -> None:
    points = np.zeros((9, 4), np.int64)
    points[2], points[5], points[7] = [35, 35, 34, 0], [42, 42, 0, 0], [35, 35, 34, 1]
    table = texas42.BiddingTable(texas42.mask_of(range(7)), points)
    assert table.suggestion() == (34, 7)
    assert table.suggestion(least=0.5) == (42, 5)
    assert table.suggestion(least=0.51) == (34, 7)  # as often as with deuces, with more points
    assert table.suggestion(least=0.76) is None
    assert [table.best(bid) for bid in (34, 35, 36)] == [7, 7, 5]
    assert table.rows()["doubles"]["34"] == 0.75


@pytest.mark.parametrize("bid", [29, 43])
def test_there_are_no_other_bids(bid: int) -> None:
    table = texas42.BiddingTable(texas42.mask_of(range(7)), np.zeros((9, 1), np.int64))
    with pytest.raises(SuitwiseError, match="the table has the bids 30 to 42"):
        table.best(bid)
    with pytest.raises(SuitwiseError, match="the table has the bids 30 to 42"):
        table.chance(0, bid)


@pytest.mark.parametrize("declaration", [-1, 9])
def test_there_are_no_other_declarations(declaration: int) -> None:
    table = texas42.BiddingTable(texas42.mask_of(range(7)), np.zeros((9, 1), np.int64))
    with pytest.raises(SuitwiseError, match="the table has the declarations 0 to 8"):
        table.chance(declaration, 30)
    with pytest.raises(SuitwiseError, match="the table has the declarations 0 to 8"):
        table.row(declaration)


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ("6-6", "a hand has 7 dominoes, not 1"),
        (range(8), "a hand has 7 dominoes, not 8"),
        ("6-6 6-6 1-1 2-2 3-3 4-4 5-5", "6-6 stands there twice"),
        ("6-7", "'6-7' is no domino"),
    ],
)
def test_what_is_no_hand_is_refused(hand: str, reason: str) -> None:
    with pytest.raises((IllegalPosition, NotationError), match=reason):
        texas42.bidding_table(hand)


@pytest.mark.parametrize("worlds", [0, -1, MOST_DEALS + 1, 2.5, None])
def test_numbers_of_worlds_out_of_range_are_refused(worlds: int) -> None:
    with pytest.raises(SuitwiseError, match="the worlds that are sampled are a"):
        texas42.bidding_table(HAND, worlds)


def test_a_bid_is_suggested_that_seven_of_ten_deals_make() -> None:
    points = np.zeros((9, 10), np.int64)
    points[3], points[8] = [41] * 7 + [0] * 3, [42] * 6 + [0] * 4
    table = texas42.BiddingTable(texas42.mask_of(range(7)), points)
    assert table.suggestion() == (41, 3)
    assert table.suggestion(least=0.6) == (42, 8)
    points[3, 0] = 0
    assert texas42.BiddingTable(texas42.mask_of(range(7)), points).suggestion() is None


def test_of_declarations_that_make_a_bid_as_often_each_side_of_the_table_takes_its_own_points() -> (
    None
):
    seeing, unseeing = np.zeros((9, 2), np.int64), np.full((9, 2), 29)
    seeing[1], seeing[4] = [30, 31], [30, 30]
    unseeing[1], unseeing[4] = [30, 29], [33, 29]
    table = texas42.BiddingTable(texas42.mask_of(range(7)), seeing, unseeing)
    assert table.best(30) == 1
    assert table.best(30, blind=True) == 4


def test_all_declarations_that_are_as_good_are_named() -> None:
    tie = texas42.BiddingTable(127, np.array([[34, 30], [30, 34], [34, 29]] + 6 * [[0, 0]]))
    assert (tie.best(34), tie.as_good(34)) == (0, (0, 1))
    assert "bid as high as 34 with blanks or aces, made in 1 of 2 deals" in advice_text(tie, 0.5)
    said = _suggested(texas42.BiddingTable(127, np.array([[34], [30], [34]] + 6 * [[0]])))
    assert said == "bid 34 and declare blanks or deuces: made in 100 % of the deals"
    poor = _suggested(texas42.BiddingTable(127, np.array([[21], [21]] + 7 * [[0]])))
    assert poor.endswith("best is blanks or aces, 21 points on average")
    alike = _suggested(texas42.BiddingTable(127, np.array(9 * [[21]])))
    assert alike.endswith("; 21 points on average, whatever is declared")


# --- What the contracts of a house bring on a hand, deal by deal as the solver has it -------------


ALL = Texas42Variant(nello="any", sevens=True, plunge=True, splash=True)
DOUBLES = "0-0 1-1 2-2 3-3 4-4 5-5 6-6"
NEAR_SEVEN = "6-1 5-2 4-3 6-2 5-3 4-4 5-1"


def chances(hand: str, house: Texas42Variant = ALL, worlds: int = 6) -> dict[str, float]:
    return {bid.name: bid.chance for bid in house_bids(hand, house, worlds, seed=2)}


def test_every_deal_counts_as_the_solver_has_it() -> None:
    rng = Random(5)
    for _ in range(2):
        hand = texas42.mask_of(
            [0, *rng.sample([n for n in range(28) if n not in (0, 2, 5, 9)], 3), 2, 5, 9]
        )
        dealt = texas42.sample_worlds(texas42.Knowledge(0, hand), 4, seed=7)
        found = {
            bid.name: bid.made for bid in house_bids(texas42.dominoes_of(hand), ALL, 4, seed=7)
        }
        starts = [as_hands(hands) for hands in dealt.tolist()]
        lost = [texas42.loses_all(texas42.Position(NELLO, hands, 0, out=2)) for hands in starts]
        run = [texas42.reaches(texas42.Position(SEVENS, hands, 0), 0, 42) for hands in starts]
        led = [
            any(texas42.reaches(texas42.Position(trumps, hands, 2), 0, 42) for trumps in STRAIGHT)
            for hands in starts
        ]
        assert (found["nello"], found["sevens"]) == (sum(lost), sum(run))
        assert found["splash"] == found["plunge"] == sum(led)


def test_hands_that_can_not_fail_never_do() -> None:
    assert chances(DOUBLES)["plunge"] == 1
    assert chances(NEAR_SEVEN)["sevens"] == 1
    low = chances("0-0 1-0 2-0 3-0 4-0 5-0 6-0")
    assert low["nello-inverted"] <= low["nello"]


def test_what_the_house_and_the_hand_allow_is_asked_and_nothing_else() -> None:
    nellos = ["nello", "nello-inverted", "nello-high", "nello-low"]
    assert set(chances(DOUBLES, worlds=1)) == {*nellos, "sevens", "plunge", "splash"}
    assert set(chances("0-0 1-1 2-2 6-5 6-4 6-3 6-2", worlds=1)) == {*nellos, "sevens", "splash"}
    assert set(chances("0-0 1-1 6-5 6-4 6-3 6-2 6-1", worlds=1)) == {*nellos, "sevens"}
    assert set(chances(DOUBLES, Texas42Variant(nello="high"), 1)) == {"nello-high"}
    assert chances(DOUBLES, Texas42Variant(), 1) == {}
    assert set(chances(DOUBLES, Texas42Variant(plunge=True, splash=True, cap=3), 1)) == {"splash"}


def test_the_parts_of_a_sample_are_those_of_the_whole() -> None:
    whole = house_bids(NEAR_SEVEN, ALL, 6, seed=3)
    parts = [house_bids(NEAR_SEVEN, ALL, 3, seed=3, first=first) for first in (0, 3)]
    assert [bid.made for bid in whole] == [
        sum(bid.made for bid in each) for each in zip(*parts, strict=True)
    ]
    assert HouseBid("nello", 0, 5).error == 0


def test_what_is_no_hand_and_no_house_is_refused() -> None:
    with pytest.raises(IllegalPosition, match="a hand has 7 dominoes, not 1"):
        house_bids("6-6", ALL)
    with pytest.raises(SuitwiseError, match="worlds"):
        house_bids(DOUBLES, ALL, 0)
    with pytest.raises(TypeError, match="house"):
        house_bids(DOUBLES, "texas42")  # type: ignore[arg-type]


# --- The chance to win a match from a score, every later hand being even --------------------------


def test_the_chances_of_the_sides_are_one() -> None:
    for own in range(1, 8):
        for others in range(1, 8):
            assert match_chance(own, others) + match_chance(others, own) == 1
            assert (
                match_chance(own, others)
                == (match_chance(own - 1, others) + match_chance(own, others - 1)) / 2
            )


# --- Declarers who do not see, against defenders who do -------------------------------------------


def held_to(start: Position, plays: tuple[int, ...], taken: tuple[int, int], aim: int) -> int:
    """Return what the declarers are held to, every reply of the defenders tried in plain words."""
    position, tricks = start.line(plays)
    ours, theirs = (
        taken[one] + sum(trick.points for trick in tricks if side(trick.winner) == one)
        for one in (0, 1)
    )
    if position.over:
        return ours
    seat, hand = position.turn, position.hands[position.turn]
    if side(seat) == 1:
        replies = dominoes_of(position.legal())
        return min(held_to(start, (*plays, domino), taken, aim) for domino in replies)
    pack = mask_of(domino for hand in start.hands for domino in dominoes_of(hand))
    known = Knowledge(seat, start.hands[seat], start.declaration, start.leader, plays, pack=pack)
    table = sum(domino << 5 * place for place, domino in enumerate(position.trick))
    others = [known.may_hold[(seat + step) % 4] for step in (1, 2, 3)]
    domino = choose_play(
        seat, hand, start.declaration, table, len(position.trick), NOBODY,
        aim - ours, HAND_POINTS + 1 - aim - theirs, *others,
    )  # fmt: skip
    return held_to(start, (*plays, domino), taken, aim)


def some_end(rng: random.Random, size: int) -> tuple[Position, tuple[int, int]]:
    """Return hands of so many dominoes, and the points that the sides may have taken before."""
    pack = rng.sample(range(N_DOMINOES), 4 * size)
    hands = [mask_of(pack[size * seat : size * seat + size]) for seat in SEATS]
    start = Position(
        rng.randrange(NOTRUMP + 1), (hands[0], hands[1], hands[2], hands[3]), rng.choice(SEATS)
    )
    before = HAND_POINTS - start.points_left
    return start, ((ours := rng.randint(max(0, before - 12), before)), before - ours)


@pytest.mark.exhaustive
def test_the_defenders_find_what_trying_everything_finds(exhaustive: bool) -> None:
    """30 random ends of two and three tricks by plain Python; in full 1,000, half in machine code."""
    rng = random.Random(1)
    told_apart = 0
    for number in range(1000 if exhaustive else 30):
        start, taken = some_end(rng, rng.choice((2, 3)))
        aim = rng.choice((30, 36, 42))
        where, rest = packed(start, declaring=0)
        found = np.zeros((64, 4), np.int64)  # so few entries that many are written over
        rest |= taken[0] << 48 | taken[1] << 54
        expected = max(TOO_FEW, held_to(start, (), taken, aim))
        search = machine(least_points) if exhaustive and number % 2 else least_points
        assert search(where, rest, 0, 0, aim, HAND_POINTS, found) == expected
        told_apart += TOO_FEW < expected < HAND_POINTS
    assert told_apart > 5


def test_no_defence_holds_the_declarers_to_less() -> None:
    """40 deals, in each 20 random defences against the same declarers."""
    rng = random.Random(2)
    hands = sample_worlds(Knowledge(0, mask_of(range(20, 27))), 40, seed=2)
    declarations = np.array([rng.randrange(NOTRUMP + 1) for _ in hands])
    least = blind_points(declarations, hands, threads=2)
    for deal, declaration, bound in zip(hands.tolist(), declarations.tolist(), least, strict=True):
        start = Position(declaration, tuple(deal), 0)
        for _ in range(20):
            assert bound <= max(TOO_FEW, random_defence(rng, start))


def random_defence(rng: random.Random, start: Position) -> int:
    """Return what the declarers take against random replies."""
    where, rest = packed(start)
    known = [0, 0]
    position, ours = start, 0
    while not position.over:
        seat = position.turn
        if side(seat):
            domino = rng.choice(dominoes_of(position.legal()))
        else:
            domino = Domino(machine(policy_domino)(where, rest, 30, known[0], known[1]))
        absent = absent_after(domino, position.suit, position.declaration)
        known[seat >> 1] |= absent << N_DOMINOES * (seat & 1)
        where, rest = played(where, rest, domino)
        done = position.trick_with(domino)
        ours += done.points if done and side(done.winner) == 0 else 0
        position = position.after(domino)
    return ours


def test_threads_do_not_change_the_points() -> None:
    hands = sample_worlds(Knowledge(0, mask_of(range(21, 28))), 30, seed=3)
    declarations = np.full(30, 6)
    one, two = (blind_points(declarations, hands, threads=threads) for threads in (1, 2))
    assert (one == two).all()
    assert blind_points(declarations[:0], hands[:0]).shape == (0,)


def test_no_more_threads_are_started_than_there_are_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    def start(**task: Any) -> Thread:
        started.append(task)
        return Thread(**task)

    monkeypatch.setattr(rows, "Thread", start)
    hands = sample_worlds(Knowledge(0, mask_of(range(21, 28))), 9, seed=3)
    many = blind_points(np.full(9, 6), hands, threads=1024)
    assert (many == blind_points(np.full(9, 6), hands, threads=1)).all()
    assert len(started) == 2  # nine deals are three pieces, and one thread is there


DEAL = [0x7F << 21, 0x7F, 0x7F << 7, 0x7F << 14]


@pytest.mark.parametrize(
    ("declarations", "hands", "reason"),
    [
        ([9], [DEAL], "row 0 is no straight deal"),
        ([6, -1], [DEAL, DEAL], "row 1 is no straight deal"),
        ([6], [[1, 2, 4, 8]], "row 0 is no straight deal"),
        ([6], [[*DEAL[:3], DEAL[2]]], "row 0 is no straight deal"),
        ([6], [[*DEAL[:3], DEAL[3] << 28]], "row 0 is no straight deal"),
        ([6], [[*DEAL[:3], -DEAL[3]]], "row 0 is no straight deal"),
        ([6, 6], [DEAL], "as many declarations as deals of four hands"),
        ([6], [DEAL[:3]], "as many declarations as deals of four hands"),
        (6, DEAL, "as many declarations as deals of four hands"),
        ([6.0], [DEAL], "declarations and hands are integers"),
    ],
)
def test_what_is_no_straight_deal_is_refused(declarations: Any, hands: Any, reason: str) -> None:
    with pytest.raises(IllegalPosition, match=reason):
        blind_points(np.array(declarations), np.array(hands))


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"threads": -1}, "threads are a number from 0 to 1024"),
        ({"threads": 10**9}, "threads are a number from 0 to 1024"),
        ({"threads": 1.5}, "threads are a whole number"),
        ({"aim": 29}, "a number from 30 to 42"),
        ({"aim": 43}, "a number from 30 to 42"),
    ],
)
def test_numbers_out_of_range_are_refused(wrong: dict[str, Any], reason: str) -> None:
    with pytest.raises(SuitwiseError, match=reason):
        blind_points(np.array([6]), np.array([DEAL]), **wrong)
