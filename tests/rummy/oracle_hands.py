"""Seeded hands for the tests of combos, and the oracle's cards and melds as the package's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from suitwise.cards import ANY_JOKER, Card
from suitwise.rummy import NAMED, Hand, Meld, Run, Set
from suitwise.rummy.rules.rules import RANK_TEXT, card_of
from tests.oracles import rummy_oracle as oracle
from tests.rummy.dealt import oracle_hand, oracle_rules, plain_rules, some_hand, wild_rules

SUITS = "SHDC"


def card(known: oracle.Card) -> Card:
    """Return a card of the oracle's."""
    if known == oracle.JOKER:
        return Card(ANY_JOKER)
    return Card(card_of(SUITS.index(known[1]), known[0]))


def cards(known: Iterable[oracle.Card]) -> tuple[Card, ...]:
    """Return cards of the oracle's, in order."""
    return tuple(sorted(map(card, known)))


def meld(shown: oracle.Shown) -> Meld:
    """Return a meld of the oracle's, without which wild card lies where."""
    what: Any = shown.what
    if shown.kind is oracle.Run:
        suit, low, high, wild = what
        return Run(SUITS.index(suit), low, high, wild)
    rank, suits, wilds = what
    return Set(rank, tuple(sorted(map(SUITS.index, suits))), wilds)


@dataclass(frozen=True)
class Dealt:
    """A hand, as the package has it and as the oracle has it."""

    hand: Hand

    @property
    def known(self) -> oracle.Hand:
        return oracle_hand(self.hand)

    @property
    def rules(self) -> oracle.Rules:
        return oracle_rules(self.hand.rules)


def natural_hands(count: int, seed: int = 0) -> Iterator[Dealt]:
    """Yield hands of 7 to 20 cards of one to three decks, dense ones among them."""
    rng = Random(seed)
    for _ in range(count):
        yield Dealt(some_hand(rng, plain_rules(rng), 7, 20))


def wild_hands(count: int, seed: int = 0) -> Iterator[Dealt]:
    """Yield small hands with up to four wild cards, under all kinds of limits and any ace."""
    rng = Random(seed)
    for _ in range(count):
        yield Dealt(some_hand(rng, wild_rules(rng), 4, 9, wilds=4))


def hands_of_the_wild_rank(count: int, seed: int = 0) -> Iterator[Dealt]:
    """Yield hands of two to four wild cards, most of a wild rank, under every named rule set."""
    rng = Random(seed)
    for number in range(count):
        rules = replace(NAMED[sorted(NAMED)[number % len(NAMED)]], wild=rng.choice(RANK_TEXT))
        own = [card_of(suit, rules.wild_rank) for suit in range(4)] * rules.decks
        near = [card_of(rng.randrange(2), 1 + (rules.wild_rank + k) % 13) for k in range(-3, 2)]
        jokers = [ANY_JOKER] * rng.randint(0, min(rules.jokers, 1))
        others = [card for card in dict.fromkeys(near) if not rules.is_wild(card)]
        wild = rng.sample(own, rng.choice((2, 3, 3, 4)) - len(jokers))
        yield Dealt(Hand.of([*wild, *jokers, *others[: rng.randint(0, 3)]], rules))
