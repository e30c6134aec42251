"""The best arrangement of a hand: what it melds, what is left, and what that costs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, Literal, TypeAlias

from suitwise.cards import Card, format_cards
from suitwise.compiled import machine
from suitwise.errors import IllegalPosition
from suitwise.rummy.hand import JOKERS, SIZE, Hand
from suitwise.rummy.melds import Meld, Run, Set, highest_place, lowest_place, melds_text
from suitwise.rummy.rules import Rules, card_of
from suitwise.rummy.scan import (
    FIELD,
    NEVER,
    PLACES,
    SETS,
    SHAPE,
    SHAPES,
    TOO_MANY,
    run_shapes,
    scan,
    set_shapes,
)

Aim: TypeAlias = Literal["points", "cards"]
"""What is to be left over least of."""

ROOM = 1 << 12
MOST_ROOM = 1 << 21
"""Rather than keep more states than this the scan gives up."""
MOST_WILDS = 15
_SECOND = 1 << 12
"""Weight of the first aim, so that the other one decides between equals."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand laid out in melds.

    Args:
        hand: the hand.
        melds: its melds.
        left: the cards that are left over.
        counts: whether the melds count; False where the rule set needs runs that are not there, so
            that every card costs its points.

    >>> from suitwise.rummy.hand import Hand
    >>> best = arrange(Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"))
    >>> print(best)
    H2 H3 H4 H5 | H4 H5 H6 + D3 D3 D4 C3 C3 = 16
    >>> best.points, best.cards
    (16, 5)
    """

    hand: Hand
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    counts: bool = True

    @property
    def points(self) -> int:
        """What the hand costs."""
        rules = self.hand.rules
        points = sum(map(rules.cost, self.left)) if self.counts else self.hand.points
        return min(points, rules.cap) if rules.cap else points

    @property
    def cards(self) -> int:
        """How many cards are left over."""
        return len(self.left) if self.counts else len(self.hand)

    def __str__(self) -> str:
        left = format_cards(self.left, " ")
        return f"{melds_text(self.melds) or '-'} + {left or '-'} = {self.points}"


def arrange(hand: Hand, aim: Aim = "points", *, compiled: bool = False) -> Arrangement:
    """Return an arrangement that leaves least over.

    Between arrangements that are equal in points the one with fewer cards left is taken, and the
    other way round.

    Args:
        hand: the hand.
        aim: what is to be least: the points that are left over, or the cards.
        compiled: whether compiled rules work it out, or plain Python.

    Raises:
        IllegalPosition: the hand has more than 15 wild cards, or too many possibilities.

    >>> from suitwise.rummy.rules import INDIAN13
    >>> print(arrange(Hand.of("H3 H4 H5 S7 S8 JK D9 C9", INDIAN13)))
    [S6] S7 S8 | H3 H4 H5 + D9 C9 = 18
    """
    rules = hand.rules
    found = _search(hand, rules.runs, rules.pure_runs, aim, compiled)
    counts = found is not None
    if found is None:
        found = _search(hand, 0, 0, aim, compiled)
        assert found is not None
    melds = tuple(sorted(_joined(found, rules), key=_order))
    return Arrangement(hand, melds, tuple(_left(hand, melds)), counts)


def _joined(melds: list[Meld], rules: Rules) -> Iterator[Meld]:
    """Join runs that meet end to end, where it does not matter how many there are."""
    runs = sorted(meld for meld in melds if isinstance(meld, Run))
    yield from (meld for meld in melds if isinstance(meld, Set))
    while runs:
        run = runs.pop(0)
        for other in runs:
            longer = Run(run.suit, run.low, other.high, run.wilds + other.wilds)
            meets = (other.suit, other.low) == (run.suit, run.high + 1)
            if meets and rules.runs == 0 and longer.fault(rules) is None:
                runs.remove(other)
                runs.insert(0, longer)
                break
        else:
            yield run


def _left(hand: Hand, melds: tuple[Meld, ...]) -> Iterator[Card]:
    """Yield the cards that no meld takes; printed jokers are the first to be wild."""
    counts = list(hand.counts)
    for meld in melds:
        for card in meld.cards:
            counts[card] -= 1
    for _ in range(sum(len(meld) - len(meld.cards) for meld in melds)):
        wild = next(i for i in range(SIZE - 1, -1, -1) if counts[i] and hand.rules.is_wild(i))
        counts[wild] -= 1
    yield from Hand(tuple(counts), hand.rules).cards


def _order(meld: Meld) -> tuple[bool, Meld]:
    return isinstance(meld, Set), meld


def deadwood(hand: Hand, *, compiled: bool = False) -> tuple[int, int]:
    """Return the least points that a hand can be left with, and the fewest cards.

    They may come from different arrangements.

    >>> deadwood(Hand.of("3C 3C 11C 3D 3D 4D 9D 11D 12D 2H 3H 4H 4H 5H 5H 6H"))
    (55, 9)
    """
    return (
        arrange(hand, "points", compiled=compiled).points,
        arrange(hand, "cards", compiled=compiled).cards,
    )


# --- The search -----------------------------------------------------------------------------------


def _search(hand: Hand, runs: int, pure: int, aim: Aim, compiled: bool) -> list[Meld] | None:
    """Return the melds of the greatest weight; None if the runs that are needed are not there."""
    best = -1
    melds: list[Meld] | None = None
    for counts, wilds in splits(hand):
        found, value = _scanned(hand.rules, counts, wilds, runs, pure, aim, compiled)
        if found is not None and value > best:
            best, melds = value, found
    return melds


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
    for natural in product(*(range(count, -1, -1) for count in held)) if rules.wild else [held]:
        counts = by_place.copy()
        if rules.wild:
            for suit in range(4):
                counts[suit * PLACES + rules.wild_rank] = natural[suit]
        wilds = hand.counts[JOKERS] + (sum(held) - sum(natural) if rules.wild else 0)
        if wilds > MOST_WILDS:
            raise IllegalPosition(f"at most {MOST_WILDS} wild cards can be arranged, not {wilds}")
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


def _weights(rules: Rules, aim: Aim) -> list[int]:
    """Return what a wild card and each rank weigh: by one aim first, then by the other."""
    costs = [rules.joker_points, *rules.points, rules.points[0]]
    if rules.wild:
        costs[rules.wild_rank] = rules.joker_points
        if rules.wild_rank == 1:
            costs[14] = rules.joker_points
    if aim == "points":
        return [_SECOND * cost + 1 for cost in costs]
    return [_SECOND + cost for cost in costs]


def _scanned(
    rules: Rules, counts: list[int], wilds: int, runs: int, pure: int, aim: Aim, compiled: bool
) -> tuple[list[Meld] | None, int]:
    """Return the melds of a scan and their weight, with as much room as it needs."""
    shapes = run_shapes(rules, wilds), set_shapes(rules, wilds)
    lowest, highest = lowest_place(rules.ace != "high"), highest_place(rules.ace != "low")
    room = ROOM
    while room <= MOST_ROOM:
        states, slots = _room(room, compiled)
        table, weights, runs_given, sets_given = (
            _array(values, compiled) for values in (counts, _weights(rules, aim), *shapes)
        )
        best = (machine(scan) if compiled else scan)(
            table,
            wilds,
            weights,
            runs_given,
            sets_given,
            lowest,
            highest,
            runs,
            pure,
            states,
            slots,
        )
        if best == NEVER:
            return None, -1
        if best != TOO_MANY:
            return list(_melds(states, int(best), shapes)), int(states[2][best])
        room *= 8
    raise IllegalPosition("the hand has too many possibilities to be arranged")


def _melds(states: Any, at: int, shapes: tuple[tuple[int, ...], ...]) -> Iterator[Meld]:
    """Go back the way that led to a state."""
    while at > 0:
        how = int(states[4][at])
        if how >= 0:
            rank, shape = divmod(how, SHAPES)
            yield _meld(*divmod(rank, SETS + 1), shape, shapes)
        at = int(states[3][at])


def _meld(place: int, suit: int, shape: int, shapes: tuple[tuple[int, ...], ...]) -> Meld:
    if suit == SETS:
        natural, wilds, _ = shapes[1][shape : shape + SHAPE]
        suits = tuple(suit for suit in range(4) if natural >> suit & 1)
        return Set((place - 1) % 13 + 1, suits, wilds)
    natural, _, length = shapes[0][shape : shape + SHAPE]
    wild = tuple(place + k for k in range(length) if not natural >> FIELD * k & 1)
    return Run(suit, place, place + length - 1, wild)


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
