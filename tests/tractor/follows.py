"""Random leads and hands that follow, rich in pairs, runs and rank cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from suitwise.cards import Card, full_deck
from suitwise.tractor import Duty, Pile, Profile, duty_of, partition
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.positions import ladder, partitions_of, some_trump

Play = tuple[Card, ...]

PROFILES = (
    *[Profile()] * 4,
    *[Profile(chain="suits")] * 2,
    Profile(duty="pairs"),
    Profile(duty="suit"),
)
"""The standard duty half of the time."""


@dataclass(frozen=True)
class Follow:
    """A lead, and the hand that follows."""

    trump: str
    lead: Play
    hand: Play
    profile: Profile

    @property
    def duty(self) -> Duty:
        duty = duty_of(self.trump, self.lead, self.hand, self.profile)
        assert isinstance(duty, Duty)
        return duty

    @property
    def asked(self) -> tuple[oracle.Cards, oracle.Cards, oracle.Trump, oracle.Options]:
        """The same for the oracle, but for the play: lead, hand, trump, options."""
        options = oracle.Options(
            chain=self.profile.chain,  # type: ignore[arg-type]
            duty=self.profile.duty,  # type: ignore[arg-type]
        )
        return texts(self.lead), texts(self.hand), oracle.read_trump(self.trump), options


def texts(cards: Sequence[Card] | Pile) -> oracle.Cards:
    """Return cards as the oracle takes them, in its order."""
    return tuple(sorted(map(str, cards.cards if isinstance(cards, Pile) else cards)))


def some_copies(
    rng: Random, steps: Sequence[Card], left: Counter[Card], size: int, eager: float
) -> Play:
    """Return so many of the copies left, neighbours in pairs first, as eager as asked for."""
    found: Counter[Card] = Counter()
    free = Counter({card: left[card] for card in steps})
    size = min(size, free.total())
    for _ in range(20):
        if found.total() == size or rng.random() > eager:
            break
        start = rng.randrange(len(steps))
        for card in steps[start : start + rng.choice((1, 2, 2, 3, 4, 6))]:
            copies = min(free[card] - found[card], size - found.total())
            if found[card] == 0 and copies > 1:
                found[card] = copies
    rest = list((free - found).elements())
    found.update(rng.sample(rest, size - found.total()))
    return tuple(found.elements())


def some_lead(rng: Random, steps: Sequence[Card], left: Counter[Card]) -> Play:
    """Return a lead of few parts, because the oracle takes it apart in every order."""
    while True:
        size = rng.choice((1, 2, 2, 3, 4, 4, 4, 5, 6, 6, 6, 7, 8, 8, 9, 10, 10, 12))
        lead = some_copies(rng, steps, left, size, 0.9)
        copies = Counter(lead).values()
        if lead and len(lead) - sum(n > 1 for n in copies) <= 6:
            return lead


def some_follow(rng: Random, most: int = 14) -> Follow:
    """Return a lead and a hand with at most so many cards of the led partition."""
    trump = some_trump(rng)
    led = rng.choice(partitions_of(trump))
    steps = ladder(rng, led, trump)
    if led == "T" and rng.random() < 0.5:
        steps = steps[-rng.randint(6, 9) :]  # about the rank cards
    left = Counter(full_deck(2))
    lead = some_lead(rng, steps, left)
    size = len(lead)
    left.subtract(lead)
    held = rng.randint(0, most) if rng.random() < 0.2 else rng.randint(min(size, most), most)
    own = some_copies(rng, steps, left, held, rng.choice((0.5, 0.95, 0.95)))
    others = [card for card in full_deck(2) if partition(card, trump) != led]
    wanted = max(0, len(lead) - len(own)) + rng.randint(0, 3)
    hand = [*own, *rng.sample(others, wanted)]
    rng.shuffle(hand)
    return Follow(trump, lead, tuple(hand), rng.choice(PROFILES))


@cache
def some_follows(count: int, most: int = 14) -> tuple[Follow, ...]:
    """Return so many of them."""
    rng = Random(f"follow {most}")
    return tuple(some_follow(rng, most) for _ in range(count))
