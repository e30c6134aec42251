"""Rule-based bids and burials: the habits of club players, one by one."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.tractor import Pile, Trump
from suitwise.tractor.arrays.estimates import (
    HAND_WEIGHTS,
    NO_BID,
    choose_bid,
    choose_burial,
    choose_burial_among,
    trump_strength,
    worth_of_bid,
)
from suitwise.tractor.arrays.packed import form_of
from suitwise.tractor.rules.levels import bid_height
from tests.tractor.rounds import masks, random_cards, true_names, under

LONG = "S2 SA SK SJ S9 S8 S7 S5 S4 H4 H5 H9 D4 D6 DJ D8 C3 C4 C6 C8 CJ CQ HQ DQ DT"
"""A hand with nine spades and the two of them."""


def bid(hand: str, standing: str = "") -> str:
    """Return what is bid over a bid, twos being the rank; an empty text for a pass."""
    height = 0
    if standing:
        once, twice = masks(standing)
        height = bid_height(once.bit_length() - 1, 1 + (twice != 0))
    found = choose_bid(*masks(hand), 0, height)
    if found == NO_BID:
        return ""
    one = Pile(1 << (found >> 2))
    return str(one) * (found & 3)


def test_a_long_suit_is_bid_with_one_rank_card() -> None:
    assert bid(LONG) == "S2"
    assert bid(LONG.replace("S2", "H2")) == ""
    assert bid("S2 H4 H5 D4 C7 H9 HJ DQ") == ""


def test_before_all_is_drawn_fewer_trumps_will_do() -> None:
    assert bid("S2 SA SK S9 S8 S4 H4 H5 D4 C7 C9 DJ HQ") == "S2"
    assert bid("S2 SA SK S9 H8 H9 H4 H5 D4 C7 C9 DJ HQ") == ""


def test_a_bid_is_overturned_by_two_cards() -> None:
    assert bid(LONG, "H2") == ""
    assert bid(LONG.replace("S4", "S2"), "H2") == "S2S2"
    assert bid(LONG.replace("S4", "S2"), "H2H2") == ""


def test_jokers_and_rank_cards_and_aces_bid_no_trump() -> None:
    jokers = "RJRJ BJ S2S2 SQ S9 HA HK HQ H9 H8 H3 DA DK D9 D8 D6 D3 C4 C6 C8 CJ CQ CA"
    assert bid(jokers) == "RJRJ"
    assert bid(jokers, "C2C2") == "RJRJ"
    assert bid("RJRJ S4 S6 S9 SJ SQ H4 H5 H9 HJ D4 D6 DJ D8 C3 C4 C6 C8 CJ CQ HQ DT DQ C9 S8") == ""


def test_of_two_suits_the_stronger_is_bid() -> None:
    both = "S2 H2 S3S3 S4S4 S5 S6 S7 H3 H4 H5 H6 H7 H8 H9 HT C3 D4"
    assert bid(both) == "S2"  # two pairs of trumps are better than one trump more
    assert bid(both.replace("S3S3 S4S4", "S3S3 S4 S9")) == "H2"


def test_what_is_there_makes_a_hand_stronger() -> None:
    base = trump_strength(*masks("S4S6S8H4"), 0, 0, HAND_WEIGHTS)
    for hand in ("S4S4S6S8", "S4S6S8H2", "S4S6S8RJ", "S4S6S8HA", "S4S6S8S9"):
        assert trump_strength(*masks(hand), 0, 0, HAND_WEIGHTS) > base
    assert worth_of_bid(*masks("S2H3"), 0, 0, HAND_WEIGHTS) == 0


def test_a_bid_is_one_that_may_be_made() -> None:
    random = Random(5)
    for _ in range(300):
        once, twice = random_cards(random, random.randint(1, 25))
        height = random.choice([0, 4, 8, 9, 10])
        cr = random.randrange(13)
        found = choose_bid(once, twice, cr, height)
        if found != NO_BID:
            card, copies = found >> 2, found & 3
            assert (twice if copies == 2 else once) >> card & 1
            assert card >= 52 or card % 13 == cr
            assert copies == 2 or card < 52
            assert bid_height(card, copies) > height


# --- The burial -----------------------------------------------------------------------------------


def buried(hand: str, trump: Trump) -> str:
    """Return what is buried."""
    main, cr = trump.main_index, trump.rank_index
    return true_names(trump, *choose_burial(*under(trump, hand), form_of(main), cr))


STRONG = "RJRJ BJ S2 H2 SASA SK SJSJ SQ S9 S8S8 S6 S5 S4"
"""Seventeen trumps."""


def test_short_suits_are_buried_whole_and_no_trumps() -> None:
    hand = f"{STRONG} HAHA HKHK HQ D3 D7 D8 C4 C6 C9 CQ CJ H8 H9 HJ"
    assert buried(hand, Trump("S", "2")) == "D3D7D8C4C6C9CJCQ"


def test_aces_and_pairs_are_kept() -> None:
    hand = f"{STRONG} HA H3 H4 H6 D3D3 D7D7 D4 D6 C9 CJ C3 C4 C7 CQ"
    found = buried(hand, Trump("S", "2"))
    assert "HA" not in found
    assert "D3" not in found
    assert "D7" not in found


def test_no_points_are_buried_by_the_weak() -> None:
    hand = "S2 SK S9 S4 S5 S6 S7 HK H9 H7 H8 H3 H4 HJ HQ DK DT D6 D7 D8 D9 DJ DQ D4"
    hand += " CT C5 C3 C4 C6 C7 C8 CJ CQ"
    found = buried(hand, Trump("S", "2"))
    assert not any(card in found for card in ("HK", "DK", "DT", "CT", "C5"))


@pytest.mark.parametrize("main", "SHDCO")
def test_eight_cards_of_the_hand_are_buried(main: str) -> None:
    random = Random(main)
    trump = Trump(main, "7")
    form = form_of(trump.main_index)
    for _ in range(30):
        once, twice = random_cards(random, 33)
        hand, gone = Pile(once, twice), Pile(*choose_burial(once, twice, form, 5))
        if hand.size == 33:
            assert gone.size == 8
            assert gone.within(hand)


def test_of_some_cards_alone_the_cheapest_of_the_whole_hand_are_buried() -> None:
    form = form_of(0)
    for number in range(20):
        once, twice = random_cards(Random(number), 33)
        whole, whole_twice = choose_burial(once, twice, form, 5)
        assert choose_burial_among(once, twice, whole, whole_twice, 8, form, 5) == (
            whole,
            whole_twice,
        )
        buried, pairs = choose_burial_among(once, twice, whole, 0, 3, form, 5)
        assert buried & ~whole == 0
        assert pairs == 0
        assert buried.bit_count() == 3
