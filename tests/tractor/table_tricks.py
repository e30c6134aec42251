"""Random throws and tricks, rich in replies of the lead's shape."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from suitwise.cards import SUITS, Card, full_deck
from suitwise.tractor import Pile, Profile, partition, phi, pile_of
from suitwise.tractor.rules.profile import OPTIONS
from tests.oracles import tractor_table_oracle as oracle
from tests.oracles.tractor_table_oracle import Options
from tests.tractor.follows import texts
from tests.tractor.positions import Play, ladder, partitions_of, some_trump


def some_profile(rng: Random) -> Profile:
    """Return a house; each switch of throws and tricks is as often one way as the other."""
    return Profile(
        chain=rng.choice(OPTIONS["chain"]),
        duty=rng.choice(("best", "pairs", "suit")),
        forced=rng.choice(("beaten", "first", "largest", "lowest")),
        over=rng.choice(OPTIONS["over"]),
        against=rng.choice(OPTIONS["against"]),
        penalty=rng.choice((0, 10)),
    )


def options_of(profile: Profile) -> Options:
    """Return a house as the oracle knows it."""
    return Options(
        chain=profile.chain,  # type: ignore[arg-type]
        duty=profile.duty,  # type: ignore[arg-type]
        forced=profile.forced,  # type: ignore[arg-type]
        over=profile.over,  # type: ignore[arg-type]
        against=profile.against,  # type: ignore[arg-type]
        penalty=profile.penalty,
        kitty=profile.kitty,  # type: ignore[arg-type]
        kitty_factor=profile.kitty_factor,
        defend=profile.defend,
    )


def some_cards(rng: Random, held: Sequence[Card], size: int, trump: str, pairs: float) -> Play:
    """Return so many of some cards: first pairs, which are neighbours where they can be."""
    doubled = sorted(
        {card for card in held if held.count(card) > 1}, key=lambda card: (phi(card, trump), card)
    )
    start = rng.randrange(len(doubled) + 1)
    wanted = sum(rng.random() < pairs for _ in range(size // 2))
    taken = [card for card in (*doubled[start:], *doubled[:start])[:wanted] for _ in range(2)]
    rest = list(held)
    for card in taken:
        rest.remove(card)
    return (*taken, *rng.sample(rest, size - len(taken)))


def some_table_trick(rng: Random) -> tuple[str, tuple[Play, ...]]:
    """Return a trump configuration and four plays."""
    while True:
        trump = some_trump(rng)
        led = rng.choice(partitions_of(trump))
        own = ladder(rng, led, trump)
        narrow = own[-rng.randint(4, len(own)) :]
        size = rng.choice((1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9, 10, 12))
        pairs = rng.choice((0.5, 0.9, 1.0, 1.0))
        size = min(size, 7) if pairs == 0.5 else size  # the oracle tries singles in every order
        if size > 2 * len(narrow):
            continue
        left = list(full_deck(2))
        plays: list[Play] = []
        for _ in range(4):
            part = led if not plays else rng.choice((led, "T", "T", "T", "T", rng.choice("SHDC")))
            held = [card for card in left if partition(card, trump) == part]
            held = [card for card in held if card in narrow] if not plays else held
            if len(held) < size:
                held = left
            plays.append(some_cards(rng, held, size, trump, pairs))
            for card in plays[-1]:
                left.remove(card)
        return trump, tuple(plays)


def some_throw(rng: Random) -> tuple[str, tuple[Play, ...], Play]:
    """Return a trump configuration, four hands rich in one partition, and a lead of the first."""
    while True:
        trump = some_trump(rng)
        led = rng.choice(partitions_of(trump))
        own = ladder(rng, led, trump)
        high = own[-rng.randint(2, len(own)) :]
        size = rng.choice((2, 2, 3, 3, 4, 5, 6, 7, 8))
        left = list(full_deck(2))
        held = [card for card in left if card in high]
        if size > len(held):
            continue
        lead = some_cards(rng, held, size, trump, rng.choice((0.3, 0.8, 1.0)))
        for card in lead:
            left.remove(card)
        hands = [list(lead)]
        for _ in range(3):
            suit = [card for card in left if partition(card, trump) == led]
            hands.append(rng.sample(suit, rng.randint(0, min(len(suit), 9))))
            for card in hands[-1]:
                left.remove(card)
        for hand in hands:
            for card in rng.sample(left, rng.randint(0, 4)):
                hand.append(card)
                left.remove(card)
        return trump, tuple(map(tuple, hands)), lead


def some_throw_of_high_singles(rng: Random) -> tuple[str, tuple[Play, ...], Play]:
    """Return a trump configuration, four hands rich in pairs, and a throw of a low pair or
    two and a high card: often one seat beats the small part and another the large one.
    """
    trump = some_trump(rng)
    led = rng.choice(partitions_of(trump))
    own, left = ladder(rng, led, trump), list(full_deck(2))
    singles = rng.sample(own[-3:], rng.randint(1, min(2, len(own))))
    low = [card for card in own if card not in singles][:4]
    lead = (*singles, *(card for card in rng.sample(low, min(2, len(low))) for _ in range(2)))
    for card in lead:
        left.remove(card)
    hands = [lead]
    for _ in range(3):
        suit = [card for card in left if partition(card, trump) == led]
        size = rng.randint(0, min(len(suit), 7))
        hands.append(some_cards(rng, suit, size, trump, 0.7))
        for card in hands[-1]:
            left.remove(card)
    return trump, tuple(hands), lead


def piles(plays: Sequence[Play]) -> tuple[Pile, ...]:
    return tuple(map(pile_of, plays))


def slow_winner(trump: str, plays: Sequence[Play], options: Options) -> int:
    """Return the winner's place by the oracle."""
    return oracle.winner([texts(play) for play in plays], oracle.read_trump(trump), options) - 1


def slow_throw(trump: str, hands: Sequence[Play], lead: Play, options: Options) -> oracle.Throw:
    """Hold a lead against the hands by the oracle."""
    return oracle.throw(
        [texts(hand) for hand in hands], texts(lead), oracle.read_trump(trump), options
    )


def renamed(rng: Random, trump: str, plays: Sequence[Play]) -> tuple[str, tuple[Play, ...]]:
    """Give the suits other names, the main suit's with them."""
    suits = rng.sample(range(4), 4)
    names = dict(zip(SUITS, (SUITS[suit] for suit in suits), strict=True))
    moved = [Card(c if c.is_joker else 13 * suits[c // 13] + c % 13) for c in full_deck()]
    return names.get(trump[0], "O") + trump[1], tuple(
        tuple(moved[card] for card in play) for play in plays
    )
