"""The scan over every reading of a hand, and its answer read back as melds.

A hand can be read in several ways: a card of the wild rank stands for itself or is wild, an ace stands
below the 2 or above the king. ``search`` scans each of them and keeps the best.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from suitwise.cards import ANY_JOKER, Card
from suitwise.compiled import machine
from suitwise.errors import IllegalPosition
from suitwise.rummy.hand import JOKERS, Hand
from suitwise.rummy.melds import Meld, Run, Set, highest_place, lowest_place
from suitwise.rummy.rules import Rules, card_of
from suitwise.rummy.scan import DISCARDED, NEVER, PLACES, SETS, SHAPES, TOO_MANY, scan
from suitwise.rummy.shapes import FIELD, SHAPE, run_shapes, set_shapes

ROOM = 1 << 12
MOST_ROOM = 1 << 21
"""Rather than keep more states than this a scan gives up."""
MOST_STATES = 1 << 23
"""Rather than go through more states than this in all its scans the search gives up."""
_TOO_MANY = "the hand has too many possibilities to be arranged"
MOST_WILDS = 15
MANY_WILDS = 3
"""With so many wild cards plain Python takes longer than loading machine code."""
SECOND = 1 << 12
"""Weight of the first aim, so that the other one decides between equals."""


@dataclass(frozen=True, slots=True)
class Found:
    """The best that a search found.

    Args:
        value: the weight of the melds and of the card discarded.
        melds: the melds, runs of twice the least length cut in two.
        discard: the card discarded, None where none was asked for.
    """

    value: int
    melds: tuple[Meld, ...]
    discard: Card | None = None


def search(
    hand: Hand,
    weights: Sequence[int],
    *,
    runs: int = 0,
    pure: int = 0,
    discard: bool = False,
    compiled: bool | None = None,
) -> Found | None:
    """Return the melds of the greatest weight; None if the runs that are needed are not there.

    Args:
        hand: the hand.
        weights: what cards weigh in melds, see ``scan``.
        runs: so many runs are needed.
        pure: so many of them without a card that stands for another.
        discard: whether a card is to be discarded, which counts with its weight in a run.
        compiled: whether compiled rules work it out, or plain Python; None for the quicker.

    Raises:
        IllegalPosition: the hand has more than 15 wild cards, or too many possibilities.

    >>> from suitwise.rummy.arrangement import deadwood_weights
    >>> hand = Hand.of("H3 H4 H5 H6 H9 SK")
    >>> found = search(hand, deadwood_weights(hand.rules, "points"), discard=True)
    >>> found.melds, found.discard
    ((Run(suit=1, low=3, high=6, wilds=()),), Card('SK'))
    """
    if compiled is None:
        compiled = sum(map(hand.rules.is_wild, hand.cards)) >= MANY_WILDS
    best: Found | None = None
    states = 0
    for counts, wilds in splits(hand):
        found, used = _scanned(hand, counts, wilds, weights, (runs, pure, int(discard)), compiled)
        if found is not None and (best is None or found.value > best.value):
            best = found
        states += used
        if states > MOST_STATES:
            raise IllegalPosition(_TOO_MANY)
    return best


def splits(hand: Hand) -> Iterator[tuple[list[int], int]]:
    """Yield the ways to tell wild cards from others and high aces from low ones.

    Yields:
        PLACES numbers a suit, how many copies of each rank stand for themselves, and the number of
        wild cards.
    """
    rules = hand.rules
    by_place = [0] * (4 * PLACES)
    for suit in range(4):
        for rank in range(1, 14):
            by_place[suit * PLACES + rank] = hand.counts[card_of(suit, rank)]
    held = [by_place[suit * PLACES + rules.wild_rank] for suit in range(4)]
    wild_cards = hand.counts[JOKERS] + sum(held)
    if wild_cards > MOST_WILDS:
        raise IllegalPosition(f"at most {MOST_WILDS} wild cards can be arranged, not {wild_cards}")
    for natural in product(*(range(count, -1, -1) for count in held)) if rules.wild else [held]:
        counts = by_place.copy()
        if rules.wild:
            for suit in range(4):
                counts[suit * PLACES + rules.wild_rank] = natural[suit]
        wilds = hand.counts[JOKERS] + (sum(held) - sum(natural) if rules.wild else 0)
        for split in _aces(counts, rules, wilds):
            yield split, wilds


def _aces(counts: list[int], rules: Rules, wilds: int) -> Iterator[list[int]]:
    """Yield the ways to put aces above the king."""
    aces = [counts[suit * PLACES + 1] for suit in range(4)]
    if rules.ace == "low":
        yield counts
        return
    choices = [
        [aces[suit]] if rules.ace == "high" else range(_most_high(counts, suit, wilds) + 1)
        for suit in range(4)
    ]
    for high in product(*choices):
        split = counts.copy()
        for suit in range(4):
            split[suit * PLACES + 1] = aces[suit] - high[suit]
            split[suit * PLACES + 14] = high[suit]
        yield split


def _most_high(counts: list[int], suit: int, wilds: int) -> int:
    """Return how many aces of a suit can be of use above the king."""
    top = suit * PLACES + 12
    useful = wilds > 0 or min(counts[top], counts[top + 1]) > 0
    return counts[suit * PLACES + 1] if useful else 0


def _scanned(
    hand: Hand,
    counts: list[int],
    wilds: int,
    weights: Sequence[int],
    wanted: tuple[int, int, int],
    compiled: bool,
) -> tuple[Found | None, int]:
    """Return what a scan of one reading finds, with as much room as it needs, and the states it kept."""
    rules = hand.rules
    shapes = run_shapes(rules, wilds), set_shapes(rules, wilds)
    lowest, highest = lowest_place(rules.ace != "high"), highest_place(rules.ace != "low")
    table, weighed, runs_given, sets_given = (
        _array(values, compiled) for values in (counts, weights, *shapes)
    )
    room = ROOM
    while room <= MOST_ROOM:
        states, slots = _room(room, compiled)
        best = (machine(scan) if compiled else scan)(
            table, wilds, weighed, runs_given, sets_given, lowest, highest, *wanted, states, slots
        )
        if best == NEVER:
            return None, room
        if best != TOO_MANY:
            melds, discard = _way_to(states, int(best), shapes)
            return Found(int(states[2][best]), melds, _discarded(hand, counts, discard)), int(best)
        room *= 8
    raise IllegalPosition(_TOO_MANY)


def _way_to(
    states: Any, at: int, shapes: tuple[tuple[int, ...], ...]
) -> tuple[tuple[Meld, ...], int]:
    """Go back the way that led to a state: its melds, and the ``how`` of its discard, else 0."""
    melds: list[Meld] = []
    discard = 0
    while at > 0:
        how = int(states[4][at])
        if how >= 0:
            rank, shape = divmod(how, SHAPES)
            melds.append(_meld(*divmod(rank, SETS + 1), shape, shapes))
        elif how <= DISCARDED:
            discard = how
        at = int(states[3][at])
    return tuple(melds), discard


def _meld(place: int, suit: int, shape: int, shapes: tuple[tuple[int, ...], ...]) -> Meld:
    if suit == SETS:
        natural, wilds, _ = shapes[1][shape : shape + SHAPE]
        suits = tuple(suit for suit in range(4) if natural >> suit & 1)
        return Set((place - 1) % 13 + 1, suits, wilds)
    natural, _, length = shapes[0][shape : shape + SHAPE]
    is_natural = [bool(natural >> FIELD * k & 1) for k in range(length)]
    low = place - is_natural.index(True)
    wild = tuple(low + k for k in range(length) if not is_natural[k])
    return Run(suit, low, low + length - 1, wild)


def _discarded(hand: Hand, counts: list[int], how: int) -> Card | None:
    """Return the card of a discard; a joker is the first of the wild cards to go."""
    if how > DISCARDED:
        return None
    place, suit = divmod(DISCARDED - how, SETS + 1)
    if suit < SETS:
        return Card(card_of(suit, place))
    if hand.counts[JOKERS]:
        return Card(ANY_JOKER)
    rank = hand.rules.wild_rank
    wild = (card_of(s, rank) for s in range(4) if _is_spare(hand, counts, s, rank))
    return Card(next(wild))


def _is_spare(hand: Hand, counts: list[int], suit: int, rank: int) -> bool:
    """Tell whether this reading takes a copy of a card of the wild rank as wild."""
    as_itself = counts[suit * PLACES + rank] + (counts[suit * PLACES + 14] if rank == 1 else 0)
    return hand.counts[card_of(suit, rank)] > as_itself


def _array(values: Any, compiled: bool) -> Any:
    if not compiled:
        return values
    import numpy as np

    return np.asarray(values, np.int64)


def _room(size: int, compiled: bool) -> tuple[Any, Any]:
    """Return states and slots for a scan."""
    if not compiled:
        return tuple([0] * size for _ in range(5)), [-1] * (2 * size)
    import numpy as np

    return tuple(np.empty(size, np.int64) for _ in range(5)), np.full(2 * size, -1, np.int64)
