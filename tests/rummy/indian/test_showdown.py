"""What hands of Indian rummy are worth at the end, against the slow definition."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.rummy import Hand, Rules, declaration_fault
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.rules import Cards, all_cards, in_order, minus
from suitwise.rummy.indian.state import Showdown, best_of, melds_of
from suitwise.rummy.indian.variant import rules_of
from suitwise.rummy.rules.rules import card_of
from tests.oracles import rummy_oracle as oracle
from tests.rummy.dealt import oracle_hand, oracle_rules


def nearly_melded(rng: Random) -> Cards:
    """Return thirteen cards, most of them in runs and sets, up to two of them jokers."""
    cards: Cards = ()
    left = all_cards(2)
    while len(cards) < 13:
        suit, low = rng.randrange(4), rng.randint(1, 12)
        run, pair = (card_of(suit, low + k) for k in range(3)), (card_of(s, low) for s in range(3))
        for card in run if rng.random() < 0.7 else pair:
            card = 54 if rng.random() < 0.1 else card
            if card in left and len(cards) < 13:
                cards, left = in_order([*cards, card]), minus(left, card)
    return cards


def some_game(rng: Random) -> tuple[Cards, Rules]:
    cards = nearly_melded(rng)
    wild = rng.choice([card for card in all_cards(2) if card not in cards])
    return cards, rules_of(Indian(), wild)


@pytest.mark.exhaustive
def test_hands_are_declared_and_counted_as_the_definition_says(exhaustive: bool) -> None:
    rng = Random(21)
    declared = 0
    for _ in range(200 if exhaustive else 5):
        cards, rules = some_game(rng)
        hand = Hand.of(cards, rules)
        known, slow = oracle_hand(hand), oracle_rules(rules)
        assert best_of(cards, rules).points == oracle.count(known, slow)
        melds = melds_of(cards, rules)
        assert (melds is not None) == oracle.can_declare(known, slow)
        if melds is not None:
            declared += 1
            assert declaration_fault(hand, melds) is None
    assert declared >= (5 if exhaustive else 1)


def test_what_all_lose_the_winner_wins() -> None:
    rng = Random(22)
    for _ in range(3):
        cards, rules = some_game(rng)
        showdown = Showdown(
            2, ((), cards, (), (), ()), ("middle", "in", "in", "drop", "false"), rules, 20, 40
        )
        assert sum(showdown.returns) == 0
        assert [showdown.loss(seat) for seat in (0, 2, 3, 4)] == [40, 0, 20, 80]
        assert showdown.loss(1) == best_of(cards, rules).points


def test_the_worst_hands_are_counted_in_bounded_time() -> None:
    rules = rules_of(Indian(jokers=4), 12)
    aces = [12, 12, 25, 25, 38, 38, 51]
    cards = in_order([*aces, 54, 54, 54, 54, 0, 20])
    assert best_of(cards, rules).points <= 80
