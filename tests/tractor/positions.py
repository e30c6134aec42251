"""Random leads, replies, tricks and rounds of Tractor, rich in pairs, neighbours and rank cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from benchmarks.tractor.rounds import rounds_text
from suitwise.cards import RANKS, Card, full_deck
from suitwise.tractor import partition, phi
from tests.oracles import tractor_deals, tractor_oracle

Play = tuple[Card, ...]

KINDS = ("random", "pairs", "runs", "ordinary", "worst")
"""Kinds of rounds: the oracle's dealer makes the first three, the package the others."""
ROUNDS = 120
"""Rounds in a chunk of a kind."""


def some_trump(rng: Random) -> str:
    """Return a trump configuration; one in four has no main suit."""
    return rng.choice("SSHHDDCCOOO"[:: rng.choice((1, 2))]) + rng.choice(RANKS)


def partitions_of(trump: str) -> list[str]:
    """Return the partitions under a trump configuration, trump thrice."""
    return [suit for suit in "SHDC" if suit != trump[0]] + ["T"] * 3


def ladder(rng: Random, part: str, trump: str) -> list[Card]:
    """Return the distinct cards of a partition, lowest first, rank cards of one Φ in any order."""
    own = [card for card in full_deck() if partition(card, trump) == part]
    return sorted(rng.sample(own, len(own)), key=lambda card: phi(card, trump))


def some_play(rng: Random, steps: Sequence[Card], size: int, pairs: int) -> Play:
    """Return so many cards of a ladder, with so many pairs if they fit, often neighbours."""
    pairs = max(0, min(pairs, size // 2, len(steps)), size - len(steps))
    doubled: list[Card] = []
    while len(doubled) < pairs:
        start = rng.randrange(len(steps))
        stretch = steps[start : start + rng.choice((1, 2, 2, 3, 4, 6))]
        doubled += [card for card in stretch if card not in doubled][: pairs - len(doubled)]
    rest = [card for card in steps if card not in doubled]
    play = [*doubled, *doubled, *rng.sample(rest, size - 2 * pairs)]
    rng.shuffle(play)
    return tuple(play)


def some_lead_and_reply(rng: Random) -> tuple[str, Play, Play]:
    """Return a trump configuration, a lead, and a reply as long, of the led partition or trump."""
    trump = some_trump(rng)
    led = rng.choice(partitions_of(trump))
    own, steps = ladder(rng, led, trump), ladder(rng, "T", trump)
    if rng.random() < 0.4:
        steps = own
    pairs = rng.randint(0, min(12, len(own), len(steps)))
    size = min(2 * pairs + rng.choice((0, 0, 1, 2, 3)), 25, 2 * len(own), 2 * len(steps))
    lead = some_play(rng, own, max(size, 1), pairs)
    return trump, lead, some_play(rng, steps, len(lead), pairs + rng.choice((-1, 0, 0, 1, 2, 3)))


def some_trick(rng: Random) -> tuple[str, tuple[Play, ...]]:
    """Return a trump configuration and four plays that two packs hold, most replies in shape."""
    while True:
        trump = some_trump(rng)
        led = rng.choice(partitions_of(trump))
        own = ladder(rng, led, trump)
        size = rng.choice((1, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8, 9, 10, 12, 14))
        if size > 2 * len(own):
            continue
        pairs = size // 2 if rng.random() < 0.7 else rng.randint(0, size // 2)
        plays = [some_play(rng, own, size, pairs)]
        left = list(full_deck(2))
        for card in plays[0]:
            left.remove(card)
        while len(plays) < 4:
            part = rng.choice((led, led, "T", "T", "T", rng.choice("SHDC"), "any"))
            held = [card for card in left if part == "any" or partition(card, trump) == part]
            plays.append(_some_of(rng, held, size, trump) or tuple(rng.sample(left, size)))
            for card in plays[-1]:
                left.remove(card)
        return trump, tuple(plays)


def _some_of(rng: Random, held: list[Card], size: int, trump: str) -> Play:
    """Return so many of some cards, pairs and neighbours first; nothing if there are too few."""
    if len(held) < size:
        return ()
    doubled = sorted(
        {card for card in held if held.count(card) == 2}, key=lambda card: phi(card, trump)
    )
    start = rng.randrange(len(doubled) + 1)
    taken = [card for card in [*doubled[start:], *doubled[:start]] for _ in range(2)]
    taken = taken[: size - size % 2]
    rest = list(held)
    for card in taken:
        rest.remove(card)
    return (*taken, *rng.sample(rest, size - len(taken)))


def slow_honours(trump: str, plays: Sequence[Play]) -> tuple[int, list[int]]:
    """Judge a trick with the oracle: the winner's place and the four honours."""
    return tractor_oracle.judge_trick([[str(card) for card in play] for play in plays], *trump)


@cache
def rounds(kind: str, chunk: int = 0) -> tuple[str, ...]:
    """Return a chunk of rounds of a kind in the judge's format."""
    if kind in tractor_deals.KINDS:
        rng = Random(f"{kind} {chunk}")
        return tuple(tractor_deals.random_round(rng, kind) for _ in range(ROUNDS))
    half = ROUNDS // 2  # so few are made by plain Python
    text = b"".join(
        rounds_text(half, seed=9, kind="worst" if kind == "worst" else "ordinary", first=first)
        for first in (chunk * ROUNDS, chunk * ROUNDS + half)
    )
    return tuple(f"{part}\n" for part in text.decode().split("\n\n") if part)


def some_rounds(count: int = 15) -> list[str]:
    """Return so many rounds of each kind."""
    return [text for kind in KINDS for text in rounds(kind)[:count]]
