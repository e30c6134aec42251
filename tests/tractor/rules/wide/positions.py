"""Random positions of one to four packs, dense in blocks, under random houses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from suitwise.cards import Card
from suitwise.tractor.rules.deck import (
    TRUMPS,
    Pile,
    Trump,
    bits,
    partition_mask,
    partition_of,
    phi_of,
    pile_of,
)
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.wide.lead import WideLead
from suitwise.tractor.rules.wide.parts import Cutter, Parts

SWITCHES: dict[str, Sequence[Any]] = {
    "fit": ("columns", "cards"),
    "tractors_for": ("any", "tractors"),
    "protect": ("none", "none", "longer"),
    "tractor_width": (2, 2, 3),
    "tractor_length": (2, 2, 3),
    "over": ("largest", "every", "length", "top", "honour"),
    "forced": ("beaten", "first"),
    "bombs": ("none", "none", "free", "follow"),
}
"""The switches that say how cards are led, followed and compared, with what is drawn for them."""
_FEW = 7
"""The cards that differ: with few, blocks are frequent."""


@dataclass(frozen=True)
class Position:
    """A lead and a hand that follows it.

    Args:
        packs: the number of packs.
        trump: the trump configuration.
        switches: the switches that are set.
        partition: the led partition.
        parts: the parts of the lead.
        hand: the follower's hand, with at least as many cards.
    """

    packs: int
    trump: Trump
    switches: dict[str, Any]
    partition: int
    parts: Parts
    hand: Pile

    @property
    def lead(self) -> WideLead:
        """The lead."""
        return WideLead(self.trump, self.parts, Profile(**self.switches))

    @property
    def told(self) -> str:
        """The position in a line, for failures."""
        parts = "+".join(map(str, self.parts))
        return f"{self.packs} packs, {self.trump}, {parts} led, {self.hand}, {self.switches}"


def some_switches(rng: Random) -> dict[str, Any]:
    """Return some switches with their values."""
    return {name: rng.choice(values) for name, values in SWITCHES.items() if rng.random() < 0.5}


def some_cards(rng: Random, trump: Trump, partition: int) -> list[Card]:
    """Return a few neighbouring cards of a partition, often around the rank cards."""
    main, cr = trump.main_index, trump.rank_index
    cards = sorted(
        map(Card, bits(partition_mask(partition, main, cr))),
        key=lambda card: phi_of(card, main, cr),
    )
    start = rng.randrange(max(1, len(cards) - _FEW + 1))
    if partition == TRUMPS and rng.random() < 0.6:
        start = max(0, len(cards) - _FEW)
    return cards[start : start + _FEW]


def drawn(rng: Random, cards: Sequence[Card], packs: int, size: int) -> list[Card]:
    """Draw so many of the cards of some packs, or all if there are fewer."""
    pool = [card for card in cards for _ in range(packs)]
    return rng.sample(pool, min(size, len(pool)))


def some_position(rng: Random, packs: int | None = None) -> Position:
    """Return a random position."""
    packs = packs or rng.choice((1, 2, 3, 3, 4, 4))
    trump = Trump(rng.choice("SHDCO"), rng.choice("23456789TJQKA"))
    switches = some_switches(rng)
    plain = [suit for suit in range(TRUMPS) if suit != trump.main_index]
    partition = rng.choice((TRUMPS, TRUMPS, *plain))
    cards = some_cards(rng, trump, partition)
    led = pile_of(drawn(rng, cards, packs, rng.randrange(1, 10)))
    parts = rng.choice(Cutter(trump, Profile(**switches)).cuttings(led))
    held = drawn(rng, cards, packs, rng.randrange(13))
    main, cr = trump.main_index, trump.rank_index
    others = [Card(card) for card in range(54) if partition_of(card, main, cr) != partition]
    more = max(0, led.size - len(held)) + rng.choice((0, 0, 2))
    hand = pile_of([*held, *drawn(rng, others, packs, more)])
    return Position(packs, trump, switches, partition, parts, hand)


def some_trick(rng: Random, position: Position) -> list[Pile]:
    """Return the lead and up to three replies, many of which can be cut like it."""
    plays = [position.lead.cards]
    size, packs = plays[0].size, position.packs
    for _ in range(rng.randrange(1, 4)):
        partition = rng.choice((position.partition, TRUMPS))
        cards = some_cards(rng, position.trump, partition)
        few = rng.sample(cards, min(len(cards), max(2, size // packs + rng.randrange(3))))
        if len(few) * packs >= size:
            plays.append(pile_of(drawn(rng, few, packs, size)))
    return plays
