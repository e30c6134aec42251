"""Partitions and the order Φ of the cards, for all 65 trump configurations."""

from __future__ import annotations

import copy
import operator
import pickle
from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import N_CARDS, RANKS, SUITS, Card, full_deck
from suitwise.errors import IllegalPosition, NotationError
from suitwise.tractor import Pile, Trump, duty_of, partition, phi, pile_of
from suitwise.tractor.rules import order
from suitwise.tractor.rules.following.legal_plays import Choices, Leads
from suitwise.tractor.rules.piles import EMPTY, copies_of, only_partition, sum_of
from tests.tractor.situations import CASES, Case, answer, situations, trump_of
from tests.tractor.situations import card as published_card

CONFIGURATIONS = [main + rank for main in "SHDCO" for rank in RANKS]


def table_of_the_rules_page(trump: str) -> dict[str, tuple[str, int]]:
    """Write the table of §1 out, a card at a time: partition and Φ of all 54 cards."""
    main, current = trump[0], trump[1]
    ranks = [rank for rank in "23456789TJQKA" if rank != current]
    table = {}
    for suit in "SHDC":
        for i in range(12):
            if suit == main:
                table[suit + ranks[i]] = ("T", range(13, 25)[i])
            else:
                table[suit + ranks[i]] = (suit, range(1, 13)[i])
        table[suit + current] = ("T", 14 if main == "O" else 26 if suit == main else 25)
    table["RJ"] = ("T", 16 if main == "O" else 28)
    table["BJ"] = ("T", 15 if main == "O" else 27)
    return table


def test_every_kind_of_published_case_is_put_to_some_rule() -> None:
    assert Counter(case["kind"] for case in CASES) == {
        "adjacent_above": 22, "score": 18, "follow": 13, "trick": 9, "units": 9, "kitty": 5,
        "bids": 3, "lead": 1, "order": 1, "advance": 1, "deck": 1, "bid_sequence": 1,
    }  # fmt: skip


@situations("order")
def test_the_published_order(case: Case) -> None:
    trump = trump_of(case)
    found = sorted(map(published_card, case["cards"]), key=lambda one: phi(one, trump))
    right = [published_card(text) for text in answer(case)["ascending"]]
    for name in "SHDCT":
        ladder, published = (
            [one for one in cards if partition(one, trump) == name] for cards in (found, right)
        )
        assert ladder == published


def mask(cards: Iterable[int]) -> int:
    """Return the card mask of some cards."""
    return sum(1 << card for card in set(cards))


# --- The table ------------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", CONFIGURATIONS)
def test_every_card_has_the_place_of_the_rules_page(trump: str) -> None:
    table = table_of_the_rules_page(trump)
    assert len(table) == N_CARDS
    for card in full_deck():
        assert (partition(card, trump), phi(card, trump)) == table[str(card)], card


@pytest.mark.parametrize("trump", CONFIGURATIONS)
def test_two_cards_share_a_place_only_if_both_are_rank_cards(trump: str) -> None:
    main, current = trump[0], trump[1]
    places = defaultdict(list)
    for card in full_deck():
        places[partition(card, trump), phi(card, trump)].append(card)
    shared = [cards for cards in places.values() if len(cards) > 1]
    off_suit = [suit + current for suit in SUITS if suit != main]
    assert [[str(card) for card in cards] for cards in shared] == [off_suit]
    assert {phi(card, trump) for card in off_suit} == {
        order.rank_card_phi((SUITS + "O").index(main))
    }


@pytest.mark.parametrize("trump", CONFIGURATIONS)
def test_the_levels_of_a_partition_leave_no_gap(trump: str) -> None:
    levels = defaultdict(set)
    for card in full_deck():
        levels[partition(card, trump)].add(phi(card, trump))
    trumps = levels.pop("T")
    assert trumps == (set(range(14, 17)) if trump[0] == "O" else set(range(13, 29)))
    assert all(plain == set(range(1, 13)) for plain in levels.values())
    assert set(levels) == set(SUITS) - {trump[0]}


@pytest.mark.parametrize("current", RANKS)
@pytest.mark.parametrize("main", "HO")
def test_the_neighbours_of_the_current_rank_become_neighbours(current: str, main: str) -> None:
    ladder = [phi("S" + rank, main + current) for rank in RANKS if rank != current]
    assert all(above - below == 1 for below, above in pairwise(ladder))


@pytest.mark.parametrize("trump", CONFIGURATIONS)
def test_every_trump_stands_above_every_plain_card(trump: str) -> None:
    deck = full_deck()
    plain = max(phi(card, trump) for card in deck if partition(card, trump) != "T")
    assert min(phi(card, trump) for card in deck if partition(card, trump) == "T") > plain


# --- Masks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", CONFIGURATIONS)
def test_the_partitions_cut_the_deck(trump: str) -> None:
    main, current = order.as_trump(trump).main_index, order.as_trump(trump).rank_index
    partitions = [number for number in range(5) if number != main or number == order.TRUMPS]
    for number in partitions:
        own = [card for card in full_deck() if order.partition_of(card, main, current) == number]
        assert order.partition_mask(number, main, current) == mask(own)
    whole = sum(order.partition_mask(number, main, current) for number in partitions)
    assert whole == (1 << N_CARDS) - 1


@pytest.mark.parametrize("trump", CONFIGURATIONS)
def test_a_level_mask_holds_the_level_of_each_card(trump: str) -> None:
    rng = Random(trump)
    main, current = order.as_trump(trump).main_index, order.as_trump(trump).rank_index
    for number in range(5):
        own = [card for card in full_deck() if order.partition_of(card, main, current) == number]
        chosen = [rng.sample(own, rng.randint(0, len(own))) for _ in range(25)]
        for cards in [*chosen, own, *([card] for card in own)]:
            levels = mask(order.phi_of(card, main, current) for card in cards)
            assert order.level_mask(mask(cards), number, main, current) == levels


@pytest.mark.parametrize("trump", CONFIGURATIONS)
def test_the_shared_rank_cards_are_those_off_the_main_suit(trump: str) -> None:
    rng = Random(trump)
    main, current = order.as_trump(trump).main_index, order.as_trump(trump).rank_index
    all_four = [card for card in full_deck() if card.rank == trump[1]]
    assert order.rank_cards(current) == mask(all_four)
    for _ in range(40):
        cards = rng.sample(full_deck(), rng.randint(0, N_CARDS))
        shared = [card for card in cards if card.rank == trump[1] and card.suit != trump[0]]
        assert order.shared_rank_cards(mask(cards), main, current) == mask(shared)


def test_partitions_are_numbered_as_they_are_named() -> None:
    assert order.PARTITION_NAMES == ("spades", "hearts", "diamonds", "clubs", "trump")
    assert (order.NO_SUIT, order.TRUMPS) == (4, 4)


# --- Trump ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", CONFIGURATIONS)
def test_a_trump_configuration_reads_what_it_writes(trump: str) -> None:
    read = Trump.parse(trump)
    assert (str(read), read.main, read.rank) == (trump, *trump)
    assert order.as_trump(read) is read
    assert order.as_trump(trump) == read == Trump(*trump)
    assert hash(order.as_trump(trump)) == hash(read)


@pytest.mark.parametrize(
    ("text", "trump"),
    [
        ("h2", "H2"),
        ("S10", "ST"),
        ("o1", "OA"),
        ("D11", "DJ"),
        ("c12", "CQ"),
        ("C13", "CK"),
        ("Ht", "HT"),
        ("oa", "OA"),
        ("S 5", "S5"),
        ("♠2", "S2"),
        ("♥10", "HT"),
        ("♦ k", "DK"),
        ("♣A", "CA"),
    ],
)
def test_the_current_rank_has_every_text_that_a_card_s_rank_has(text: str, trump: str) -> None:
    assert str(Trump.parse(text)) == trump


@pytest.mark.parametrize("text", ["", "2", "X2", "2X", "N2", "♡2"])
def test_the_main_suit_is_a_suit_or_none(text: str) -> None:
    with pytest.raises(NotationError, match="one of S H D C, or O for none, not"):
        Trump.parse(text)


@pytest.mark.parametrize(
    "text", ["H", "H0", "H14", "HR", "H22", "HH2", "SHDC2", "H2 3", "H23456789"]
)
def test_the_current_rank_is_one_of_thirteen(text: str) -> None:
    with pytest.raises(NotationError, match="the current rank is one of 2 3 4"):
        Trump.parse(text)


def test_the_joker_of_no_colour_is_no_card_of_tractor() -> None:
    for function in (phi, partition):
        for joker in ("JK", Card("JK"), 54):
            with pytest.raises(NotationError, match=r"write RJ .* or BJ"):
                function(joker, "S5")
    assert order.as_tractor_card(53) == Card("RJ")


@pytest.mark.parametrize(
    ("text", "trump"), [("10H", "HT"), ("2s", "S2"), ("♥10", "HT"), ("10♥", "HT"), ("AO", "OA")]
)
def test_a_trump_configuration_is_read_with_either_first(text: str, trump: str) -> None:
    assert str(Trump.parse(text)) == trump


# --- Piles of cards, and the choices out of them --------------------------------------------------


CARDS = st.lists(st.sampled_from(full_deck(3)), max_size=12).filter(
    lambda cards: all(cards.count(card) <= 3 for card in cards)
)
NO_PILES = (Pile(1 << 15, 1 << 14), Pile(1 << 15, 0, 1 << 15), Pile(0, 0, 1 << 15))
"""Masks that say twice or three times of a card that is not there so often."""


@given(CARDS, CARDS)
def test_a_pile_is_within_another_that_has_each_of_its_cards_as_often(
    one: list[int], other: list[int]
) -> None:
    within = all(one.count(card) <= other.count(card) for card in one)
    assert pile_of(one).within(pile_of(other)) == within
    assert copies_of([(card, one.count(card)) for card in set(one)]) == pile_of(one)


@pytest.mark.parametrize("masks", NO_PILES)
def test_masks_that_are_no_pile_s_lie_in_none_and_are_no_move(masks: Pile) -> None:
    everything = pile_of("H3H3H3H4H4H4H5H5H5")
    assert not masks.within(everything)
    assert masks not in Leads(everything, Trump("S", "2"))
    duty = duty_of("S2", "H6" if masks.size == 1 else "H6H6", everything, packs=3)
    assert masks not in duty.plays
    assert duty.why_not(masks)


@pytest.mark.parametrize("card", ["S2", "S3", "RJ"])
def test_piles_together_hold_no_more_of_a_card_than_the_packs(card: str) -> None:
    two, one = pile_of(card * 2), pile_of(card)
    assert sum_of([two, one], packs=3) == pile_of(card * 3)
    with pytest.raises(IllegalPosition, match=f"{card} appears 3 times, but 2 packs hold 2"):
        sum_of([two, one], packs=2)
    with pytest.raises(IllegalPosition, match=f"{card} appears 3 times, but 2 packs hold 2"):
        duty_of("H5", one, two)


def test_the_partition_of_a_pile_is_that_of_all_its_cards() -> None:
    trump = Trump("S", "2")
    for cards, expected in (("S3H2RJ", 4), ("H3HA", 1), ("H3D3", None), ("H3H2", None), ("", None)):
        assert only_partition(pile_of(cards), trump) == expected


def test_choices_beside_cards_that_are_in_all_of_them() -> None:
    rng = Random(6)
    for _ in range(60):
        deck = rng.sample(full_deck(3), 9)
        base, pile = pile_of(deck[:3]), pile_of([c for c in deck[3:] if c not in deck[:3]])
        found = Choices(pile, min(2, pile.size), base)
        listed = list(found)
        assert [found[place] for place in range(len(found))] == listed == found[:]
        assert all(chosen in found and base.within(chosen) for chosen in listed)
        assert pile_of(pile.cards[: base.size + 2]) not in found


# --- As a collection ------------------------------------------------------------------------------


def drawn_pile(random: Random) -> Pile:
    return pile_of([card for card in range(4) for _ in range(random.randrange(4))])


def test_piles_add_and_compare_as_counters_do() -> None:
    random = Random(17)
    refused = 0
    for _ in range(300):
        one, two = drawn_pile(random), drawn_pile(random)
        if random.random() < 0.3:
            two = one & two
        mine, other = Counter(one), Counter(two)
        assert Counter(one - two) == mine - other
        assert Counter(one & two) == mine & other
        assert Counter(one | two) == mine | other
        assert (one <= two, one < two) == (mine <= other, mine < other)
        assert (one >= two, one > two, one == two) == (mine >= other, mine > other, mine == other)
        if max((mine + other).values(), default=0) <= 3:
            assert Counter(one + two) == mine + other
        else:
            refused += 1
            with pytest.raises(IllegalPosition, match="a pile has at most 3 of a card"):
                one + two
    assert 0 < refused < 300


def test_a_pile_is_a_sequence_of_its_cards() -> None:
    pile = pile_of("HAHAHKS2RJ")
    assert len(pile) == pile.size == 5
    assert list(pile) == list(pile.cards) == [pile[place] for place in range(5)]
    assert list(reversed(pile)) == list(pile.cards)[::-1]
    assert pile[-2:] == pile.cards[-2:]
    assert (Card("HA") in pile, Card("S3") in pile, 99 in pile) == (True, False, False)
    assert (pile.count(Card("HA")), pile.count(Card("S3")), pile.index(Card("RJ"))) == (2, 0, 4)
    assert (bool(pile), bool(EMPTY)) == (True, False)
    assert pile_of(pile.cards) == pile_of(list(pile)) == pile


def test_a_pile_stays_a_value_with_a_text_that_reads() -> None:
    pile = pile_of("HAHAHK")
    assert repr(pile) == "Pile('HKHAHA')"
    assert pickle.loads(pickle.dumps(pile)) == copy.deepcopy(pile) == copy.copy(pile) == pile
    assert {pile: 1}[pile_of("HKHAHA")] == 1
    assert pile.masks == (pile.once, pile.twice, pile.thrice)


@pytest.mark.parametrize("other", [None, 1, "HA", ["HA"]])
def test_a_pile_adds_and_compares_with_piles_alone(other: Any) -> None:
    pile = pile_of("HA")
    for combine in (
        operator.add,
        operator.sub,
        operator.and_,
        operator.or_,
        operator.le,
        operator.gt,
    ):
        with pytest.raises(TypeError):
            combine(pile, other)
