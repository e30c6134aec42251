"""Partitions and the order Φ of the cards, for all 65 trump configurations."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import N_CARDS, RANKS, SUITS, Card, full_deck
from suitwise.errors import NotationError
from suitwise.tractor import Trump, partition, phi
from suitwise.tractor.rules.deck import (
    NO_SUIT,
    PARTITION_NAMES,
    TRUMPS,
    as_tractor_card,
    as_trump,
    level_mask,
    partition_mask,
    partition_of,
    phi_of,
    rank_card_phi,
    rank_cards,
    shared_rank_cards,
)

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
    assert {phi(card, trump) for card in off_suit} == {rank_card_phi((SUITS + "O").index(main))}


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
    main, current = as_trump(trump).main_index, as_trump(trump).rank_index
    partitions = [number for number in range(5) if number != main or number == TRUMPS]
    for number in partitions:
        own = [card for card in full_deck() if partition_of(card, main, current) == number]
        assert partition_mask(number, main, current) == mask(own)
    whole = sum(partition_mask(number, main, current) for number in partitions)
    assert whole == (1 << N_CARDS) - 1


@pytest.mark.parametrize("trump", CONFIGURATIONS)
def test_a_level_mask_holds_the_level_of_each_card(trump: str) -> None:
    rng = Random(trump)
    main, current = as_trump(trump).main_index, as_trump(trump).rank_index
    for number in range(5):
        own = [card for card in full_deck() if partition_of(card, main, current) == number]
        chosen = [rng.sample(own, rng.randint(0, len(own))) for _ in range(25)]
        for cards in [*chosen, own, *([card] for card in own)]:
            levels = mask(phi_of(card, main, current) for card in cards)
            assert level_mask(mask(cards), number, main, current) == levels


@pytest.mark.parametrize("trump", CONFIGURATIONS)
def test_the_shared_rank_cards_are_those_off_the_main_suit(trump: str) -> None:
    rng = Random(trump)
    main, current = as_trump(trump).main_index, as_trump(trump).rank_index
    all_four = [card for card in full_deck() if card.rank == trump[1]]
    assert rank_cards(current) == mask(all_four)
    for _ in range(40):
        cards = rng.sample(full_deck(), rng.randint(0, N_CARDS))
        shared = [card for card in cards if card.rank == trump[1] and card.suit != trump[0]]
        assert shared_rank_cards(mask(cards), main, current) == mask(shared)


def test_partitions_are_numbered_as_they_are_named() -> None:
    assert PARTITION_NAMES == ("spades", "hearts", "diamonds", "clubs", "trump")
    assert (NO_SUIT, TRUMPS) == (4, 4)


# --- Trump ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("trump", CONFIGURATIONS)
def test_a_trump_configuration_reads_what_it_writes(trump: str) -> None:
    read = Trump.parse(trump)
    assert (str(read), read.main, read.rank) == (trump, *trump)
    assert as_trump(read) is read
    assert as_trump(trump) == read == Trump(*trump)
    assert hash(as_trump(trump)) == hash(read)


@pytest.mark.parametrize(
    ("text", "trump"),
    [
        *(("h2", "H2"), ("S10", "ST"), ("o1", "OA"), ("D11", "DJ"), ("c12", "CQ"), ("C13", "CK")),
        *(("Ht", "HT"), ("oa", "OA"), ("S 5", "S5"), ("♠2", "S2"), ("♥10", "HT"), ("♦ k", "DK")),
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


@given(st.text(max_size=6))
def test_any_text_is_a_trump_configuration_or_a_fault_of_notation(text: str) -> None:
    try:
        trump = Trump.parse(text)
    except NotationError as error:
        fault = str(error)
    else:
        fault = ""
        assert Trump.parse(str(trump)) == trump
    assert fault.isprintable()


def test_the_joker_of_no_colour_is_no_card_of_tractor() -> None:
    for function in (phi, partition):
        for joker in ("JK", Card("JK"), 54):
            with pytest.raises(NotationError, match=r"write RJ .* or BJ"):
                function(joker, "S5")
    assert as_tractor_card(53) == Card("RJ")


@pytest.mark.parametrize(
    ("text", "trump"), [("10H", "HT"), ("2s", "S2"), ("♥10", "HT"), ("10♥", "HT"), ("AO", "OA")]
)
def test_a_trump_configuration_is_read_with_either_first(text: str, trump: str) -> None:
    assert str(Trump.parse(text)) == trump
