"""Find the best melds of a hand: prepare the scan over the ranks (``scan``), run it, read its result.

``search`` returns the melds of greatest weight. ``least_left`` only returns the cards that the best
melds leave over, and is fast enough for many hands a second.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import Any, TypeAlias

from suitwise.cards import ANY_JOKER, Card
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import lowest_bit, machine
from suitwise.foundation.arrays.cost_dispatch import is_plain_quicker
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.rummy.rules.hand import JOKER, SIZE, Hand, wild_cards
from suitwise.rummy.rules.melds import FIELD, SHAPE, Meld, Run, Set, Shape, run_shapes, set_shapes
from suitwise.rummy.rules.rules import Rules, card_of
from suitwise.rummy.solve import scan
from suitwise.rummy.solve.scan import PLACES

ROOM = 1 << 12
"""The number of states for which a search first makes room."""
MOST_ROOM = 1 << 21
"""A search that needs more room than this gives up."""
MOST_WORK = 60_000_000
"""A search that tries more states than this gives up, after about five seconds."""
LITTLE_WORK = 250_000
"""Plain Python has tried this many states before machine code is loaded."""
_PLAIN_S = 0.00125
"""The longest time of a scan without wild cards in plain Python; each wild card doubles it."""
MOST_WILDS = 15
"""A state counts wild cards in four bits."""
SECOND = 1 << 14
"""The factor of the first aim in a weight: the second aim, added to it, only decides between equals."""


Shapes: TypeAlias = tuple[tuple[Shape, ...], ...]
"""The shapes of runs and those of sets."""


@dataclass(frozen=True, slots=True)
class Melded:
    """The result of a search: the melds of greatest weight.

    Args:
        value: the weight of the melds and of the discarded card.
        melds: the melds; runs of at least twice the least length are cut in two where possible.
        discard: the discarded card, None if no discard was asked for.
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
    work: list[int] | None = None,
) -> Melded | None:
    """Return the melds of greatest weight, or None if the hand does not have the required runs.

    Args:
        hand: the hand.
        weights: the weights of cards in melds, see ``scan``.
        runs: the number of required runs.
        pure: how many of them must have no card that stands for another.
        discard: whether a card is to be discarded, which counts with its weight in a run.
        compiled: True for machine code, False for plain Python, None for the faster of the two.
        work: a list of one number, the work left to all searches that share it, counted down; None
            for the limit of a single search.

    Raises:
        IllegalPosition: the hand has more than 15 wild cards, or too many possibilities.

    >>> from suitwise.rummy.solve.arrangement import deadwood_weights
    >>> hand = Hand.of("H3 H4 H5 H6 H9 SK")
    >>> found = search(hand, deadwood_weights(hand.rules, "points"), discard=True)
    >>> found.melds, found.discard
    ((Run(suit=1, low=3, high=6, wilds=()),), Card('SK'))
    """
    wilds = wild_cards(hand)
    check_wilds(wilds)
    needed = runs, pure, int(discard)
    if compiled is None and is_plain_quicker(scan.scan, _PLAIN_S * 2**wilds):
        with suppress(IllegalPosition):
            return _scan(hand, wilds, weights, needed, False, [LITTLE_WORK])
    work = [MOST_WORK] if work is None else work
    return _scan(hand, wilds, weights, needed, compiled is not False, work)


def check_wilds(wilds: int) -> None:
    """Raise IllegalPosition if there are more wild cards than a scan can count, 15."""
    if wilds > MOST_WILDS:
        raise IllegalPosition(f"at most {MOST_WILDS} wild cards can be arranged, not {wilds}")


def _scan(
    hand: Hand,
    wilds: int,
    weights: Sequence[int],
    needed: tuple[int, int, int],
    compiled: bool,
    work: list[int],
) -> Melded | None:
    """Scan a hand with as much room as it needs; return the best melds, None without the required runs.

    Raises:
        IllegalPosition: the scan needs too much room or too much work.
    """
    rules = hand.rules
    shapes, shape_arrays = shapes_for(rules, wilds, compiled)
    counts, weight_array = array_of(by_place(hand, wilds), compiled), array_of(weights, compiled)
    bound = weight_of_all(hand, weights, wilds)
    kernel = machine(scan.scan) if compiled else scan.scan
    wild = wilds, rules.wild_rank

    def scan_in(states: Any) -> int:
        return kernel(counts, wild, weight_array, shape_arrays, rules.places, needed, bound, states)

    best, states = with_room(scan_in, work, compiled)
    if best == scan.NEVER:
        return None
    melds, discard = _trace_back(states, best, shapes)
    melds = tuple(_as_themselves(hand, melds))
    return Melded(int(states[scan.VALUE][best]), melds, _discarded(hand, melds, discard))


def with_room(
    scan_in: Callable[[Any], int], work: list[int], compiled: bool, room: int = ROOM
) -> tuple[int, Any]:
    """Repeat a scan with more room until it fits; return its result and its states.

    Args:
        scan_in: runs the scan with the given arrays of states and returns its result.
        work: a list of one number, the work left, counted down.
        compiled: whether the scan runs as machine code.
        room: for how many states there is room at first.

    Raises:
        IllegalPosition: the scan needs too much room or too much work.
    """
    while room <= MOST_ROOM:
        states = _states(room, work[0], compiled)
        best = int(scan_in(states))
        work[0] = int(states[scan.WORK][0])
        if best == scan.TOO_LONG:
            break
        if best != scan.NO_ROOM:
            return best, states
        room *= 8
    raise IllegalPosition("the hand has too many possibilities to be arranged")


def by_place(hand: Hand, wilds: int) -> list[int]:
    """Return the number of copies at each place, as ``scan`` takes them.

    Args:
        hand: the hand.
        wilds: how many of its cards may be wild.
    """
    counts = [0] * (4 * PLACES)
    scan.place_counts(hand.counts, wilds, hand.rules.places, counts)
    return counts


def weight_of_all(hand: Hand, weights: Sequence[int], wilds: int) -> int:
    """Return an upper bound of the weight of melds and discard: each card in its heaviest use.

    >>> weight_of_all(Hand.of("H3 HK"), [*[1] * 26, 5, *[1] * 33], 0)
    2
    """
    return scan.most_weight(hand.counts, weights, wilds, hand.rules.wild_rank)


def _trace_back(states: Any, at: int, shapes: Shapes) -> tuple[tuple[Meld, ...], int]:
    """Follow the parents of a state; return its melds and the step of its discard, 0 without one."""
    melds: list[Meld] = []
    discard = 0
    while at > 0:
        step = int(states[scan.STEP][at])
        if step >= 0:
            melds.append(_meld(*scan.meld_of_step(step), shapes))
        elif step <= scan.DISCARDED:
            discard = step
        at = int(states[scan.PARENT][at])
    return tuple(melds), discard


def _meld(place: int, suit: int, shape: int, shapes: Shapes) -> Meld:
    if suit == scan.SETS:
        natural, wilds, _ = shapes[1][shape // SHAPE]
        suits = tuple(suit for suit in range(4) if natural >> suit & 1)
        return Set((place - 1) % 13 + 1, suits, wilds)
    natural, _, length = shapes[0][shape // SHAPE]
    low = place - lowest_bit(natural) // FIELD
    wild = tuple(low + k for k in range(length) if not natural >> FIELD * k & 1)
    return Run(suit, low, low + length - 1, wild)


def _as_themselves(hand: Hand, melds: tuple[Meld, ...]) -> Iterator[Meld]:
    """Yield the melds, with cards of the wild rank on their own places instead of other wild cards."""
    rank = hand.rules.wild_rank
    taken: list[int] = [card for meld in melds for card in meld.cards]
    own = (card_of(suit, rank) for suit in range(4))
    spare = [hand.counts[card] - taken.count(card) if rank else 0 for card in own]
    for meld in melds:
        if isinstance(meld, Run):
            own_places = [place for place in meld.wilds if (place - 1) % 13 + 1 == rank]
            if own_places and spare[meld.suit]:
                spare[meld.suit] -= 1
                others = tuple(place for place in meld.wilds if place not in own_places)
                meld = replace(meld, wilds=others)
        elif meld.rank == rank:
            suits = [suit for suit in range(4) if suit not in meld.suits and spare[suit]]
            for suit in suits[: meld.wilds]:
                spare[suit] -= 1
                meld = Set(rank, tuple(sorted((*meld.suits, suit))), meld.wilds - 1)
        yield meld


def _discarded(hand: Hand, melds: tuple[Meld, ...], step: int) -> Card | None:
    """Return the card that a step discards; of the wild cards a joker is discarded first."""
    if step > scan.DISCARDED:
        return None
    place, suit = divmod(scan.DISCARDED - step, scan.SETS + 1)
    if suit < scan.SETS:
        return Card(card_of(suit, place))
    if hand.counts[JOKER]:
        return Card(ANY_JOKER)
    as_themselves = [card for meld in melds for card in meld.cards]
    wild = (Card(card_of(suit, hand.rules.wild_rank)) for suit in range(4))
    return next(card for card in wild if hand.counts[card] > as_themselves.count(card))


@cache
def shapes_for(rules: Rules, wilds: int, compiled: bool) -> tuple[Shapes, tuple[Any, ...]]:
    """Return the shapes of runs and of sets, and both as flat arrays, as ``scan`` takes them."""
    shapes = run_shapes(rules, wilds), set_shapes(rules, wilds)
    return shapes, tuple(array_of([*chain.from_iterable(part)], compiled) for part in shapes)


def array_of(numbers: Sequence[int], compiled: bool) -> Any:
    """Return numbers as an array for machine code, or as they are for plain Python."""
    return np.asarray(numbers, np.int64) if compiled else numbers


_thread = threading.local()
"""Each thread reuses its arrays of size ROOM, since a result is read before the next scan."""


def _states(room: int, work: int, compiled: bool) -> tuple[Any, ...]:
    """Return empty arrays of states for a scan."""
    if not compiled:
        return *([0] * room for _ in range(5)), [-1] * (2 * room), [work]
    states = getattr(_thread, "states", None)
    if states is None or len(states[scan.SLOTS]) != 2 * room:
        columns = tuple(np.empty((5, room), np.int64))
        states = *columns, np.empty(2 * room, np.int64), np.empty(1, np.int64)
        if room == ROOM:
            _thread.states = states
    states[scan.SLOTS].fill(-1)
    states[scan.WORK][0] = work
    return states


# --- The cards left over, without the melds -------------------------------------------------------


def least_left(
    counts: Sequence[int],
    rules: Rules,
    weights: tuple[int, ...],
    runs: int = 0,
    pure: int = 0,
    *,
    compiled: bool = True,
) -> tuple[int, ...] | None:
    """Return how many copies of each card are left over, None without the required runs.

    Args:
        counts: the number of copies of each card in the hand, 53 numbers.
        rules: the rule set.
        weights: the weights of cards in melds, see ``scan``.
        runs: the number of required runs.
        pure: how many of them must have no card that stands for another.
        compiled: True for machine code, False for plain Python.

    Raises:
        IllegalPosition: the hand has more than 15 wild cards, or too many possibilities.

    >>> from suitwise.rummy.solve.arrangement import deadwood_weights
    >>> from suitwise.rummy.rules.hand import Hand
    >>> from suitwise.rummy.rules.rules import SEED
    >>> hand = Hand.of("H3 H4 H5 H6 H9 SK")
    >>> left = least_left(hand.counts, SEED, tuple(deadwood_weights(SEED, "points")), compiled=False)
    >>> [card for card in range(52) if left[card]]
    [11, 20]
    """
    wilds = counts[JOKER]
    if rules.wild_rank:
        wilds += sum(counts[card_of(suit, rules.wild_rank)] for suit in range(4))
    check_wilds(wilds)
    _, shapes = shapes_for(rules, wilds, compiled)
    hand, weight_array, placed, left = (
        array_of(numbers, compiled) for numbers in (counts, weights, [0] * (4 * PLACES), [0] * SIZE)
    )
    wild, needed = (wilds, rules.wild_rank), (runs, pure, 0)
    kernel = machine(scan.leave_least) if compiled else scan.leave_least

    def scan_in(states: Any) -> int:
        return kernel(hand, wild, weight_array, shapes, rules.places, needed, placed, states, left)

    best, _ = with_room(scan_in, [MOST_WORK], compiled)
    return None if best == scan.NEVER else tuple(left if not compiled else left.tolist())
