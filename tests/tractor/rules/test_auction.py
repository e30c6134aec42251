"""The bidding: good bids against the oracle and the published situations, refusals, who is landlord."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from random import Random

import pytest

from suitwise.cards import RANKS, SUITS, Card
from suitwise.errors import NotationError
from suitwise.tractor import Bid, Pile, Profile, pile_of
from suitwise.tractor.rules.deck import NO_SUIT
from suitwise.tractor.rules.levels import (
    NOBODY,
    bid_height,
    bid_of,
    biddable,
    good_bids,
    is_closed,
    landlord_after,
    standing_bid,
)
from suitwise.tractor.rules.profile import STANDARD
from suitwise.tractor.text import why_not_bid
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.situations import Case, card, pile, situations

ANY = replace(STANDARD, reinforce="any")
MORE = replace(STANDARD, overturn="more")
NO_JOKERS = replace(STANDARD, jokers="no")


def bid(seat: int, cards: str) -> Bid:
    return bid_of(seat, tuple(pile_of(cards).cards))


def all_bids(rank: str) -> list[Bid]:
    """Return what a seat could show for any reason, wrong cards too."""
    cards = [suit + rank for suit in SUITS] + ["BJ", "RJ", "H9" if rank != "9" else "H8"]
    return [Bid(seat, Card(c), n) for seat, c, n in product(range(4), cards, (1, 2))]


def as_oracle(one: Bid) -> oracle.Bid:
    return oracle.Bid(one.seat, str(one.card), one.copies)


def sense(hand: Pile, one: Bid, rank: str, before: list[Bid]) -> bool:
    """Tell whether a bid is good, by both faces of the rule, which must agree."""
    cr = RANKS.index(rank)
    reason = why_not_bid(one, hand, cr, before, STANDARD)
    assert (one in good_bids(one.seat, hand, cr, before, STANDARD)) == (reason is None)
    return reason is None


@pytest.mark.parametrize("rank", RANKS)
def test_every_bid_over_every_bid_is_as_the_oracle_has_it(rank: str, exhaustive: bool) -> None:
    bids = all_bids(rank)
    hands = [pile_of([one.card for one in bids[::8]] * copies) for copies in (1, 2)]
    asked = [None, *bids] if exhaustive else [None, *Random(rank).sample(bids, 8)]
    for standing, one, hand in product(asked, bids, hands):
        before = [standing] if standing else []
        held = tuple(map(str, hand.cards))
        good = oracle.may_bid(as_oracle(one), rank, held, [as_oracle(b) for b in before])
        assert sense(hand, one, rank, before) == good, (standing, one)


def test_a_hands_bids_are_the_oracles() -> None:
    rng = Random(6)
    deck = [str(Card(card)) for card in range(54)] * 2
    for _ in range(300):
        rank = rng.choice(RANKS)
        hand = tuple(rng.sample(deck + [suit + rank for suit in SUITS], 40))
        held = pile_of("".join(hand))
        before = rng.choice([[], [Bid(rng.randrange(4), Card("S" + rank), rng.randint(1, 2))]])
        mine = good_bids(2, held, RANKS.index(rank), before, STANDARD)
        theirs = oracle.bids(2, rank, hand, [as_oracle(b) for b in before])
        assert {as_oracle(b) for b in mine} == theirs
        assert [b.height for b in mine] == sorted(b.height for b in mine)


def test_the_cards_that_a_hand_may_bid_are_those_of_the_oracles_bids() -> None:
    rng = Random(7)
    deck = [str(Card(card)) for card in range(54)] * 2
    for _ in range(200):
        rank, hand = rng.choice(RANKS), tuple(rng.sample(deck, rng.randint(0, 50)))
        held = pile_of("".join(hand))
        cards = pile_of("".join({bid.card for bid in oracle.bids(2, rank, hand, [])})).once
        assert biddable(held.once, held.twice, RANKS.index(rank)) == cards


@situations("bids")
def test_the_published_bids(case: Case) -> None:
    hand = pile(case["hand"])
    before = [
        Bid(made["player"], card(made["card"]), made["count"]) for made in case["previous_bids"]
    ]
    good = good_bids(case["player"], hand, RANKS.index(case["level"]), before, STANDARD)
    expected = [(card(text), copies) for text, copies in case["expected"]["valid"]]
    assert sorted((b.card, b.copies) for b in good) == sorted(expected)


@situations("bid_sequence")
def test_the_published_sequence_of_bids(case: Case) -> None:
    hands = list(map(pile, case["hands"]))
    before: list[Bid] = []
    for seat, text, copies, accepted in case["bids"]:
        one = Bid(seat, card(text), copies)
        assert sense(hands[seat], one, case["level"], before) == accepted
        before += [one] if accepted else []
    assert standing_bid(before) == bid(1, "RJRJ")


@pytest.mark.parametrize(
    ("one", "hand", "before", "profile", "reason"),
    [
        ("H2", "", [], STANDARD, "H2: seat 0 has drawn no H2"),
        ("H2H2", "H2", [], STANDARD, "H2H2: seat 0 has drawn one H2"),
        (
            "H9",
            "H9",
            [],
            STANDARD,
            "H9: a bid shows cards of the current rank 2, or two jokers of a colour",
        ),
        ("RJ", "RJRJ", [], STANDARD, "RJ: a single joker is no bid, two of a colour are"),
        ("RJRJ", "RJRJ", [], NO_JOKERS, "RJRJ: jokers are not bid here"),
        (
            "S2S2",
            "S2S2",
            ["0H2"],
            STANDARD,
            "S2S2: seat 0's own H2 stands, which it may only add to",
        ),
        ("S2", "S2", ["1H2"], STANDARD, "S2: H2 of seat 1 stands, and only two cards overturn it"),
        (
            "S2S2",
            "S2S2",
            ["1H2H2"],
            STANDARD,
            "S2S2: H2H2 of seat 1 stands, and only two black jokers or two red jokers overturn it",
        ),
        (
            "BJBJ",
            "BJBJ",
            ["1RJRJ"],
            STANDARD,
            "BJBJ: RJRJ of seat 1 stands, and nothing overturns it",
        ),
        ("RJRJ", "RJRJ", ["1H2H2"], MORE, "RJRJ: H2H2 of seat 1 stands, and nothing overturns it"),
    ],
)
def test_a_refusal_names_the_bid_and_what_would_be_good(
    one: str, hand: str, before: list[str], profile: Profile, reason: str
) -> None:
    made = [bid(int(text[0]), text[1:]) for text in before]
    assert why_not_bid(bid(0, one), pile_of(hand), 0, made, profile) == reason


def test_a_house_may_let_the_holder_overturn_itself() -> None:
    hand, own = pile_of("S2S2H2"), [bid(0, "H2")]
    assert good_bids(0, hand, 0, own, STANDARD) == ()
    assert good_bids(0, hand, 0, own, ANY) == (bid(0, "S2S2"),)


def test_where_only_more_cards_overturn_jokers_do_not_overturn_a_pair() -> None:
    hand = pile_of("RJRJ")
    assert good_bids(0, hand, 0, [bid(1, "H2H2")], STANDARD) == (bid(0, "RJRJ"),)
    assert good_bids(0, hand, 0, [bid(1, "H2H2")], MORE) == ()
    assert good_bids(0, hand, 0, [bid(1, "H2")], MORE) == (bid(0, "RJRJ"),)


@pytest.mark.parametrize("profile", [STANDARD, MORE, NO_JOKERS, ANY])
def test_the_bidding_is_closed_when_no_hand_whatever_could_overturn(profile: Profile) -> None:
    everything = Pile((1 << 54) - 1, (1 << 54) - 1)
    for text in ("H2", "H2H2", "BJBJ", "RJRJ"):
        made = [bid(1, text)]
        better = good_bids(0, everything, 0, made, profile) + good_bids(
            1, everything, 0, made, profile
        )
        assert is_closed(made, profile) == (not better)
    assert not is_closed([], profile)


def test_names_of_suits_mean_nothing() -> None:
    hand, standing = "S2H2H2D2BJBJ", ["S2", "H2H2", "BJBJ"]
    for names in permutations(SUITS):
        new = str.maketrans("SHDC", "".join(names))
        for before in standing:
            made = [bid(1, before)] if "J" in before else [bid(1, before.translate(new))]
            renamed = "".join(
                text if "J" in text else text.translate(new)
                for text in map(str, pile_of(hand).cards)
            )
            good = good_bids(0, pile_of(renamed), 0, made, STANDARD)
            plain = good_bids(0, pile_of(hand), 0, [bid(1, before)], STANDARD)
            assert [b.height for b in good] == [b.height for b in plain]


def test_the_suit_of_the_bid_is_the_main_suit_and_jokers_name_none() -> None:
    assert [bid(0, text).main for text in ("S2", "H2H2", "D2", "C2", "BJBJ", "RJRJ")] == [
        0,
        1,
        2,
        3,
        NO_SUIT,
        NO_SUIT,
    ]


def test_heights_rise_from_a_single_to_two_red_jokers() -> None:
    heights = [bid_height(*one) for one in ((Card("C5"), 1), (Card("S5"), 2), (52, 2), (53, 2))]
    assert heights == sorted(set(heights))


def test_the_first_deals_landlord_has_won_the_bidding_and_later_ones_are_given() -> None:
    bids = [bid(3, "H2"), bid(1, "BJBJ")]
    assert landlord_after(bids, NOBODY, first=2) == 1
    assert [landlord_after(bids, given, first=2) for given in range(4)] == [0, 1, 2, 3]
    assert [landlord_after([], given, first=2) for given in range(4)] == [0, 1, 2, 3]
    assert landlord_after([], NOBODY, first=2) == 2


@pytest.mark.parametrize("cards", [(), (0, 13), (0, 0, 52)])
def test_cards_that_are_not_equal_are_no_bid(cards: tuple[int, ...]) -> None:
    with pytest.raises(NotationError, match="copies of one card"):
        bid_of(0, cards)
