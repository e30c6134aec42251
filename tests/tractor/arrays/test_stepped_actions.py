"""The numbered actions of a round: one number and one text for each, whatever is trump."""

from __future__ import annotations

import re
from random import Random

import pytest

from suitwise.cards import SUITS, Card
from suitwise.tractor import Pile, Trump
from suitwise.tractor.arrays.packed import form_of, named_back, number_of_tractors, tractor_numbered
from suitwise.tractor.arrays.play import (
    ACTIONS,
    PAIR,
    REPLY,
    THROW,
    TRACTOR,
    TRACTORS_THERE_ARE,
    text_of,
    tractor_of,
)
from suitwise.tractor.rules.deck import NO_SUIT, bits
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.rounds import ALL_TRUMPS, random_cards, texts


def tractors_under(trump: Trump) -> dict[int, int]:
    """Return the renamed cards of all tractors that there are under a trump, by their numbers."""
    masks = {
        number: tractor_of(number, trump.main_index, trump.rank_index)
        for number in range(TRACTORS_THERE_ARE)
    }
    return {number: cards for number, cards in masks.items() if cards}


def test_every_action_has_a_text_of_its_own() -> None:
    named = [text_of(action) for action in range(ACTIONS)]
    assert len(set(named)) == ACTIONS == 600
    assert (PAIR, TRACTOR, REPLY) == (54, 108, 591)
    assert named[:TRACTOR] == [str(Card(card)) * n for n in (1, 2) for card in range(54)]
    assert named[REPLY:THROW] == ["duck", "feed", "cheapest", "highest"]
    assert named[THROW:] == [f"throw of {name}" for name in ("S", "H", "D", "C", "trumps")]


@pytest.mark.parametrize("main", [*range(5)])
def test_every_tractor_has_one_number_whatever_is_trump(main: int) -> None:
    """What can be led from random pairs, under the 13 trumps of a main suit."""
    random, seen = Random(main), set()
    for trump in ALL_TRUMPS[13 * main : 13 * main + 13]:
        numbered = tractors_under(trump)
        assert len(set(numbered.values())) == len(numbered)
        for _ in range(30):
            _, twice = random_cards(random, 45)
            form = form_of(main)
            led = {tractor_numbered(twice, form, n) for n in range(number_of_tractors(twice, form))}
            assert {cards for cards in numbered.values() if cards & ~twice == 0} == led
            seen |= led
    assert len(seen) > 100


def test_a_text_says_which_cards_they_are() -> None:
    """Every number under every trump: the lowest or the highest card, the length, the rank card."""
    said: set[int] = set()
    for trump in ALL_TRUMPS:
        for number, cards in tractors_under(trump).items():
            pile = Pile(named_back(cards, trump.main_index, trump.rank_index))
            check_text(text_of(TRACTOR + number), pile, trump)
            said.add(number)
    assert said == set(range(TRACTORS_THERE_ARE))


def check_text(text: str, pile: Pile, trump: Trump) -> None:
    found = re.fullmatch(
        r"tractor of (\d+) pairs (from|up to) (.+?)(?: with the rank card of ([SHDC]))?", text
    )
    assert found
    assert pile.size == int(found[1])
    order = sorted(bits(pile.once), key=lambda card: oracle.phi(str(Card(card)), by_oracle(trump)))
    end = Card(order[0 if found[2] == "from" else -1])
    main_card = trump.main + trump.rank
    if found[2] == "from":
        assert str(end) == found[3]
        assert len({card // 13 for card in order}) == 1
        return
    names = {"the main rank card": main_card}
    names |= {f"the rank card of {suit}": suit + trump.rank for suit in SUITS}
    assert str(end) == names.get(found[3], found[3])
    others = {str(Card(c))[0] for c in order if c < 52 and c % 13 == trump.rank_index}
    linked = others - {trump.main}
    link = found[4] or (
        found[3][-1] if found[3] in names and found[3] != "the main rank card" else ""
    )
    assert linked == ({link} if link else set())


def by_oracle(trump: Trump) -> oracle.Trump:
    return oracle.Trump(trump.main, trump.rank)


def test_tractors_are_tractors_by_the_oracle() -> None:
    """Ten under each of 65 trumps."""
    random = Random(3)
    for trump in ALL_TRUMPS:
        numbered = tractors_under(trump)
        for number in random.sample(sorted(numbered), 10):
            mask = named_back(numbered[number], trump.main_index, trump.rank_index)
            lengths = oracle.lead_lengths(texts(Pile(mask, mask)), by_oracle(trump))
            assert lengths == (mask.bit_count(),)


def test_without_a_main_suit_only_rank_cards_and_jokers_are_trumps() -> None:
    tops = [number for number in tractors_under(Trump("O", "5")) if number >= 308]
    assert Trump("O", "5").main_index == NO_SUIT
    assert {text_of(TRACTOR + number) for number in tops} == {
        *(f"tractor of 2 pairs up to BJ with the rank card of {suit}" for suit in SUITS),
        *(f"tractor of 3 pairs up to RJ with the rank card of {suit}" for suit in SUITS),
        "tractor of 2 pairs up to RJ",
    }
