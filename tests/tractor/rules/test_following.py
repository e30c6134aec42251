"""The follow duty: what a hand owes a lead, whether a play gives it, and the words if it does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import Card, CardsLike, full_deck
from suitwise.errors import IllegalPosition, NotationError
from suitwise.tractor import Block, Duty, Pile, Profile, Trump, check_service, duty_of, pile_of
from suitwise.tractor.rules.deck import partition_mask
from suitwise.tractor.rules.pairs.legal_plays import choices
from suitwise.tractor.rules.pairs.owed import FOLLOWS, cheapest_cards, follow_fault, led_form
from suitwise.tractor.rules.profile import STANDARD
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.follows import Follow, some_follow, some_follows, texts
from tests.tractor.situations import Case, answer, pile, situations, trump_of

PAIRS_ONLY = Profile(duty="pairs")
SUIT_ONLY = Profile(duty="suit")
FREE = Profile(duty="none")
SUITS_CHAIN = Profile(chain="suits")


def two_pack_duty(
    trump: str, lead: CardsLike | Pile, hand: CardsLike | Pile, house: Profile = STANDARD
) -> Duty:
    """Return what a hand owes, with two packs."""
    duty = duty_of(trump, lead, hand, house)
    assert isinstance(duty, Duty)
    return duty


def refused(
    lead: str, hand: str, play: str, trump: str = "S2", house: Profile | None = None
) -> str:
    """Return why a play does not follow; an empty text if it does."""
    return duty_of(trump, lead, hand, house or Profile()).why_not(play) or ""


def owed(lead: str, hand: str, trump: str = "S2", house: Profile | None = None) -> tuple[int, ...]:
    """Return the lengths of the blocks owed, after verifying the cards that would meet it."""
    duty = two_pack_duty(trump, lead, hand, house or Profile())
    check_service(duty, duty.owed)
    assert tuple(block.size // 2 for block in duty.owed) == duty.profile_owed
    return duty.profile_owed


# --- Worked examples ------------------------------------------------------------------------------


@situations("follow")
def test_published_situation(case: Case) -> None:
    duty = two_pack_duty(trump_of(case), pile(case["lead"]), pile(case["hand"]))
    play = pile(case["play"])
    assert (duty.why_not(play) is None) is answer(case)["legal"]
    assert (play in duty.plays) is (play in list(duty.plays)) is answer(case)["legal"]
    check_service(duty, duty.owed)


THREE = "H3H3H4H4H5H5"
"""A tractor of three pairs."""


@pytest.mark.parametrize(
    ("hand", "lengths"),
    [
        ("H7H7H8H8H9H9HJHJ", (3,)),
        ("H7H7H8H8HTHTHQHQ", (2, 1)),
        ("H7H7H9H9HJHJHKHK", (1, 1, 1)),
        ("H7H7H8H8HTHJHQ", (2,)),
        ("H7H7H9H9HTHJHQ", (1, 1)),
        ("H7H7H8H9HTHJHQ", (1,)),
        ("H7H8H9HTHJHQHK", ()),
        ("H7H7H8H8H9H9HTHT", (3,)),
    ],
)
def test_for_a_tractor_of_three_pairs_the_best_that_can_be_given_is_owed(
    hand: str, lengths: tuple[int, ...]
) -> None:
    assert owed(THREE, hand) == lengths


def test_nothing_but_the_suit_is_owed_where_all_of_it_is_played() -> None:
    assert owed(THREE, "H7H7H8H8H9HJ") == ()
    assert refused(THREE, "H7H7H8H8H9HJS3", "H7H7H8H8H9HJ") == ""


def test_a_throw_without_pairs_asks_for_no_pairs() -> None:
    assert owed("HAHK", "H3H3H4H4H5") == ()
    assert refused("HAHK", "H3H3H4H4H5", "H4H5") == ""


def test_two_separate_pairs_do_not_ask_for_a_tractor() -> None:
    assert owed("H3H3H5H5", "H6H6H7H7H9H9") == (1, 1)
    assert refused("H3H3H5H5", "H6H6H7H7H9H9", "H6H6H9H9") == ""


def test_a_throw_of_two_tractors_asks_for_the_longest_first() -> None:
    lead = "H4H4H5H5H6H6H8H8H9H9"
    assert owed(lead, "H3H3H7H7HTHTHJHJHQHQHAHA") == (3, 1, 1)
    assert owed("H3H3H4H4H7H7H8H8", "H5H5H6H6H9H9HJHJHKHK") == (2, 1, 1)
    assert owed("H3H3H4H4H7H7H8H8", "H5H5H6H6H9H9HTHTHJ") == (2, 2)
    # A run of four serves two led tractors of two, though it is itself longer than either.
    assert owed("H3H3H4H4H7H7H8H8", "H9H9HTHTHJHJHQHQHK") == (2, 2)


def test_pairs_are_owed_whatever_the_tractors_are_put_into() -> None:
    # 3 + 2 are led; the hand's 2 + 2 have room in them, its lone pair in what is left.
    assert owed("S3S3S4S4S5S5S7S7S8S8", "S9S9STSTSQSQSKSKH2H2S6") == (2, 2, 1)
    assert owed("H3H3H4H4H5H5", "H7H7H8H8HTHTHJHJ") == (2, 1)


def test_rank_cards_of_one_level_serve_below_and_above_but_not_each_other() -> None:
    two_twos = "S3S3S4S4S6S6S7S7"
    assert owed(two_twos, "SASAC2C2D2D2S2S2SK") == (2, 2)
    assert owed("S3S3S4S4", "C2C2D2D2S5") == (1, 1)
    assert owed("S3S3S4S4S5S5S6S6", "SASAC2C2D2D2S2S2BJ") == (3, 1)
    assert owed("C2C2H2H2", "D2D2S2S2BJ", "O2") == (1, 1)
    assert owed("C2C2BJBJ", "D2D2S2S2RJ", "O2") == (1, 1)


def test_where_only_suits_chain_no_rank_card_or_joker_joins_a_tractor() -> None:
    assert owed("S3S3S4S4", "SASAC2C2S5", house=SUITS_CHAIN) == (1, 1)
    assert owed("S3S3S4S4", "S5S5S6S6C2C2S2S2", house=SUITS_CHAIN) == (2,)
    assert owed("C2C2S2S2", "S5S5S6S6S9", house=SUITS_CHAIN) == (1, 1)
    assert owed("S3S3S4S4", "BJBJRJRJS9", house=SUITS_CHAIN) == (1, 1)


def test_with_three_packs_a_triple_asks_for_a_triple_and_a_pair_may_come_out_of_one() -> None:
    duty = duty_of("S2", "H3H3H3", "H6H6H6H7H7H8", packs=3)
    assert [str(play) for play in duty.plays] == ["H6H6H6"]
    assert duty.why_not("H6H6H7") == (
        "follow blocks: a triple is owed, the play gives a pair; H6H6H6 would do"
    )
    assert duty_of("S2", "H3H3H3", "H6H6H7H8", packs=3).n_legal == 2
    assert duty_of("S2", "H3H3", "H6H6H6H7", packs=3).n_legal == 1


def test_a_duty_of_two_packs_takes_no_three_equal_cards() -> None:
    whole, led, hand = Trump("S", "2"), pile_of("H3H3H3"), pile_of("H5H6H7H8")
    refusal = "^H3 is led three times, and two packs hold two: say how many packs are in play$"
    with pytest.raises(IllegalPosition, match=refusal):
        Duty(whole, led, hand)
    with pytest.raises(IllegalPosition, match=r"^H3 appears 3 times, but 2 packs hold 2$"):
        Duty(whole, pile_of("H4"), led)


def test_a_house_may_ask_for_less() -> None:
    hand = "H6H6H7H7H9H9HJ"
    assert refused("H3H3H4H4", hand, "H6H6H9H9", house=PAIRS_ONLY) == ""
    assert "2 pairs are owed" in refused("H3H3H4H4", hand, "H6H6H9HJ", house=PAIRS_ONLY)
    assert refused("H3H3H4H4", hand, "H6H7H9HJ", house=SUIT_ONLY) == ""
    assert "4 hearts are owed" in refused("H3H3H4H4", hand + "S3", "H6H7H9S3", house=SUIT_ONLY)
    assert refused("H3H3H4H4", hand + "S3", "H6H7H9S3", house=FREE) == ""
    assert owed("H3H3H4H4", hand, house=PAIRS_ONLY) == (1, 1)
    assert owed("H3H3H4H4", hand, house=SUIT_ONLY) == owed("H3H3H4H4", hand, house=FREE) == ()


# --- Refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "hand", "play", "reason"),
    [
        ("H3", "H5S7", "HK", "the hand has no HK"),
        ("H3H4", "H5S7", "H5H5", "the hand has 1 H5, not 2"),
        ("H3H4", "H5S7", "H5H5HK", "the hand has 1 H5, not 2 and no HK"),
        ("H3H4", "H5S7", "H5", "2 cards were led, so 2 must be played, not 1"),
        ("H3", "H5S7", "H5S7", "1 card was led, so 1 must be played, not 2"),
        ("H3", "H5S7", "", "1 card was led, so 1 must be played, not 0"),
        (
            "H3",
            "H5S7",
            "S7",
            "follow hearts: 1 heart is owed, H5 (all you hold); the play has none",
        ),
        (
            "H3H3H4H4H5H5",
            "H7H8HJS3S4S5S6",
            "H7S3S4S5S6HJ",
            "follow hearts: 3 hearts are owed, H7H8HJ (all you hold); the play has 2",
        ),
        (
            "H3H4",
            "H7H8HJS3",
            "H7S3",
            "follow hearts: 2 hearts are owed, any of the 3 you hold; the play has 1",
        ),
        (
            "H3H4H5",
            "H6H7H8H2S2RJ",
            "H6H2RJ",
            "follow hearts: 3 hearts are owed, H6H7H8 (all you hold); the play has 1; H2 is a trump",
        ),
        (
            "S3",
            "S5H7",
            "H7",
            "follow trumps: 1 trump is owed, S5 (all you hold); the play has none",
        ),
        (
            "H3H3H4H4H5H5",
            "H7H7HTHTHJHJHQHQHK",
            "H7H7HTHTHJHJ",
            "follow tractors: a tractor of 3 pairs is owed, the play gives a tractor of 2 pairs and "
            "1 pair; HTHTHJHJHQHQ would meet it",
        ),
        (
            "H3H3H4H4H7H7H8H8",
            "H9H9HTHTHQHQHKHKHA",
            "H9H9HTHTHQHQHKHA",
            "follow tractors: tractors of 2 + 2 pairs are owed, the play gives a tractor of 2 pairs "
            "and 1 pair; H9H9HTHTHQHQHKHK would meet it",
        ),
        (
            "H3H3H4H4H5H5",
            "H7H7H8H8HTHTHQHK",
            "H7H7H8H8HTHQ",
            "follow pairs: a tractor of 2 pairs and 1 pair are owed, the play gives a tractor of 2 "
            "pairs; H7H7H8H8HTHT would meet it",
        ),
        (
            "H3H3H5H5H9",
            "H7H7H8H8HTHTHQ",
            "H7H7H8HTHQ",
            "follow pairs: 2 pairs are owed, the play gives 1 pair; H7H7H8H8 would meet it",
        ),
    ],
)
def test_a_refusal_names_the_cards_and_the_part_of_the_duty(
    lead: str, hand: str, play: str, reason: str
) -> None:
    assert refused(lead, hand, play) == reason


def test_what_would_meet_the_duty_meets_it() -> None:
    for follow in some_follows(300):
        duty = follow.duty
        cards = [card for block in duty.owed for card in block.cards]
        if duty.held.size > duty.size and follow.profile.duty != "none":
            rest = duty.held.minus(pile_of(cards)).cards
            assert duty.why_not([*cards, *rest[: duty.size - len(cards)]]) is None, follow


def test_a_duty_takes_no_impossible_cards() -> None:
    with pytest.raises(IllegalPosition, match="a lead has at least one card"):
        duty_of("S2", "", "H3")
    with pytest.raises(IllegalPosition, match="H3D3 is of several partitions under trump S2"):
        duty_of("S2", "H3D3", "H4H5")
    with pytest.raises(IllegalPosition, match="at most 25 cards, not 26"):
        duty_of("S2", "H3", full_deck()[26:52])
    with pytest.raises(
        IllegalPosition, match=r"^2 cards were led, and the hand that follows has 1"
    ):
        duty_of("S2", "H3H3", "H5")
    for lead, hand in (("H3H3", "H3H5"), ("H3H3", "H3H3H5"), ("H3", "H5H5H5")):
        with pytest.raises(IllegalPosition, match=r"^H\d appears \d times, but 2 packs hold 2"):
            duty_of("S2", lead, hand)
    assert duty_of("S2", "H3H3", "H3H5", packs=3).n_legal == 1
    with pytest.raises(IllegalPosition, match=r"^H3 appears 4 times, but 3 packs hold 3"):
        duty_of("S2", "H3H3", "H3H3H5", packs=3)
    with pytest.raises(IllegalPosition, match="H3 appears 5 times"):
        duty_of("S2", "H4", "H3").why_not("H3H3H3H3H3")
    with pytest.raises(NotationError):
        duty_of("S2", "H4", "H3").why_not("H0")


# --- The check of a service -----------------------------------------------------------------------


def test_a_service_that_is_none_or_not_the_best_is_refused() -> None:
    duty = two_pack_duty("S2", "H3H3H4H4", "H6H6H7H7H9H9HJD6D6")

    def fault(*blocks: str) -> str:
        found = [Block(pile_of(text).cards[::-1], 0) for text in blocks]
        with pytest.raises(IllegalPosition, match="no best service: ") as caught:
            check_service(duty, found)
        return str(caught.value).removeprefix("no best service: ")

    assert fault("H8H8") == "the cards are not the hand's of the led partition"
    assert fault("D6D6") == "the cards are not the hand's of the led partition"
    assert fault("H6H6", "H6H6") == "the cards are not the hand's of the led partition"
    assert fault("H9HJ") == "HJH9 is not made of pairs"
    assert fault("H7H7H9H9") == "H9H9H7H7 is no tractor"
    assert fault("H6H6", "H7H7", "H9H9") == "1 + 1 + 1 can't be put into 2"
    assert fault("H6H6", "H7H7") == "the hand can give 2 where this gives 1 + 1"
    assert fault() == "the hand can give 2 where this gives nothing"
    check_service(duty, [Block(pile_of("H6H6H7H7").cards[::-1], 6)])


# --- Against the slow definition ------------------------------------------------------------------


def chosen(follow: Follow) -> Iterator[Pile]:
    """Yield every choice of as many cards as were led where there are few, or 40 of them."""
    hand, size, rng = pile_of(follow.hand), len(follow.lead), Random(str(follow.lead))
    everything = list(choices(hand, size)) if len(follow.hand) <= 8 else []
    yield from everything or (pile_of(rng.sample(follow.hand, size)) for _ in range(40))


@pytest.mark.exhaustive
def test_rulings_are_those_of_the_slow_definition(exhaustive: bool) -> None:
    rng, small = Random(6), Random(7)
    count = 10_000 if exhaustive else 50
    for _ in range(count):
        for follow in (some_follow(rng), some_follow(small, most=7)):
            duty = follow.duty
            lead, hand, trump, options = follow.asked
            for play in chosen(follow):
                ruling = oracle.rule(lead, hand, texts(play), trump, options)
                assert (duty.why_not(play) is None) is ruling.legal, (follow, str(play))


def test_what_is_owed_is_the_best_of_the_slow_definition() -> None:
    for follow in some_follows(300):
        duty = follow.duty
        check_service(duty, duty.owed)
        if duty.held.size > duty.size:
            lead, _, trump, options = follow.asked
            parts = oracle.lead_lengths(lead, trump, options)
            best = oracle.best(texts(duty.held), parts, trump, options)
            assert duty.profile_owed == best, follow
        else:
            assert duty.profile_owed == (), follow


def test_what_is_played_by_all_plays_and_what_by_none_is_that_of_the_slow_definition() -> None:
    for follow in some_follows(100):
        demand = follow.duty.demand
        fixed, free, count, *_ = demand.owed
        everyone, anyone = demand.hand.of(fixed), demand.hand.of(fixed | free)
        assert everyone.size + count == demand.lead.size
        plays = [pile_of("".join(cards)) for cards in oracle.legal_plays(*follow.asked)]
        assert all(everyone.within(play) and play.within(anyone) for play in plays), follow


def test_the_part_broken_is_that_of_the_slow_definition() -> None:
    for follow in some_follows(100):
        duty = follow.duty
        lead, hand, trump, options = follow.asked
        for play in chosen(follow):
            ruling = oracle.rule(lead, hand, texts(play), trump, options)
            reason = duty.why_not(play) or ""
            assert reason.startswith("follow ") is (not ruling.legal)
            if ruling.broken == "F1":
                assert "you hold" in reason
            elif ruling.broken == "F2":
                lacks = "tractors" if ruling.missing > 1 else "pairs"
                assert reason.startswith(f"follow {lacks}: "), (follow, str(play))


def test_what_is_owed_by_rule_alone_is_what_the_object_says() -> None:
    for follow in some_follows(100):
        duty, trump = follow.duty, Trump.parse(follow.trump)
        main, cr = trump.main_index, trump.rank_index
        chain, house = follow.profile.chain_mask(main), follow.profile.duty_code
        suit = partition_mask(duty.led, main, cr)
        assert duty.lead.once & ~suit == 0
        form = led_form(duty.lead.twice, duty.led, main, cr, chain)
        for play in chosen(follow):
            lead = (duty.led, duty.size, *form, main, cr, chain, house)
            fault = follow_fault(play.masks[:2], duty.hand.masks[:2], lead)
            assert (fault == FOLLOWS) is (duty.why_not(play) is None)


# --- What changes nothing -------------------------------------------------------------------------

positions = st.integers(0, 2**32).map(lambda seed: some_follow(Random(seed), most=10))


def renamed(cards: tuple[Card, ...], suits: str) -> str:
    names = dict(zip("SHDC", suits, strict=True))
    return "".join(str(card) if card.is_joker else names[card.suit] + card.rank for card in cards)


@given(positions, st.sampled_from(list(permutations("SHDC"))))
def test_renaming_the_suits_changes_no_ruling(follow: Follow, suits: tuple[str, ...]) -> None:
    new = "".join(suits)
    main = follow.trump[0]
    trump = (main if main == "O" else new["SHDC".index(main)]) + follow.trump[1:]
    duty = follow.duty
    lead, hand = renamed(follow.lead, new), renamed(follow.hand, new)
    other = two_pack_duty(trump, lead, hand, follow.profile)
    assert other.profile_owed == duty.profile_owed
    assert other.n_legal == duty.n_legal
    for play in chosen(follow):
        mine, theirs = duty.why_not(play), other.why_not(renamed(play.cards, new))
        assert (mine is None) is (theirs is None)


@given(positions, st.randoms(use_true_random=False))
def test_the_order_of_writing_changes_no_ruling(follow: Follow, rng: Random) -> None:
    lead, hand = (rng.sample(cards, len(cards)) for cards in (follow.lead, follow.hand))
    assert duty_of(follow.trump, lead, hand, follow.profile) == follow.duty


@given(positions)
def test_cards_of_other_suits_change_nothing_while_the_led_suit_is_long(follow: Follow) -> None:
    duty = follow.duty
    if duty.held.size > duty.size and follow.profile.duty != "none":
        alone = replace(duty, hand=duty.held)
        assert list(alone.plays) == list(duty.plays)
        assert alone.owed == duty.owed


@given(positions)
def test_a_hand_of_the_cards_led_has_them_alone_to_play(follow: Follow) -> None:
    if max(Counter(follow.lead).values()) == 1:
        duty = duty_of(follow.trump, follow.lead, follow.lead)
        assert list(duty.plays) == [duty.lead]


def test_the_cheapest_cards_are_those_of_least_price_and_of_equals_the_lowest() -> None:
    rng = Random(5)
    for _ in range(50):
        prices = [rng.randrange(6) for _ in range(54)]
        held = sorted(rng.sample([*range(54), *range(54)], 12))
        count = rng.randrange(len(held) + 1)
        once, twice = masks(held)
        taken = sorted(held, key=lambda card: (prices[card], card))[:count]
        assert cheapest_cards(once, twice, count, prices) == masks(taken)


def masks(cards: list[int]) -> tuple[int, int]:
    """Return cards as sets of those held, and held twice."""
    return sum(1 << card for card in {*cards}), sum(
        1 << card for card in {*cards} if cards.count(card) == 2
    )
