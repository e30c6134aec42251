"""Seeded hands for the tests of combos, and the oracle's cards and melds as the package's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from suitwise.cards import ANY_JOKER, Card
from suitwise.rummy import Hand, Meld, Run, Set
from suitwise.rummy.rules import card_of
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


def meld(laid: oracle.Laid) -> Meld:
    """Return a meld of the oracle's, without which wild card lies where."""
    wild = oracle.wild_places(laid)
    if isinstance(laid.meld, oracle.Run):
        suit, low, high = laid.meld
        return Run(SUITS.index(suit), low, high, tuple(low + k for k in wild))
    suits = [SUITS.index(s) for k, s in enumerate(laid.meld.suits) if k not in wild]
    return Set(laid.meld.rank, tuple(sorted(suits)), len(wild))


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
