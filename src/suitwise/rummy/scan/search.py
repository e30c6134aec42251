"""The scan over a hand, and its answer read back as melds."""

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
from suitwise.foundation.arrays.late_numpy import np
from suitwise.foundation.arrays.quick import quickest
from suitwise.rummy.rules.candidate_melds import wild_cards
from suitwise.rummy.rules.hand import JOKERS, Hand
from suitwise.rummy.rules.meld_shapes import FIELD, SHAPE, Shape, run_shapes, set_shapes
from suitwise.rummy.rules.melds import Meld, Run, Set
from suitwise.rummy.rules.rules import Rules, card_of
from suitwise.rummy.scan import trials
from suitwise.rummy.scan.placed import most_weight, place_counts
from suitwise.rummy.scan.scan import scan
from suitwise.rummy.scan.states import NEVER, NO_ROOM, PLACES, SLOTS, TOO_LONG, WORK

ROOM = 1 << 12
MOST_ROOM = 1 << 21
"""Rather than keep more states than this a search gives up."""
MOST_WORK = 60_000_000
"""Rather than try to meld from more states than this it does, too: after some five seconds."""
LITTLE_WORK = 250_000
"""Work that plain Python does sooner than machine code is loaded."""
_PLAIN_S = 0.00125
"""What a scan without wild cards takes as plain Python at most; each wild card doubles it."""
MOST_WILDS = 15
SECOND = 1 << 14
"""Weight of the first aim, so that the other one decides between equals."""


Shapes: TypeAlias = tuple[tuple[Shape, ...], ...]
"""The shapes of runs, and those of sets."""


@dataclass(frozen=True, slots=True)
class Melded:
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
    work: list[int] | None = None,
) -> Melded | None:
    """Return the melds of the greatest weight; None if the runs that are needed are not there.

    Args:
        hand: the hand.
        weights: what cards weigh in melds, see ``scan``.
        runs: the number of runs that are needed.
        pure: how many of them must have no card that stands for another.
        discard: whether a card is to be discarded, which counts with its weight in a run.
        compiled: whether compiled rules work it out, or plain Python; None for the quicker.
        work: one number: how much may still be done by all searches that share it, counted down;
            None for as much as one search may do.

    Raises:
        IllegalPosition: the hand has more than 15 wild cards, or too many possibilities.

    >>> from suitwise.rummy.arrangement import deadwood_weights
    >>> hand = Hand.of("H3 H4 H5 H6 H9 SK")
    >>> found = search(hand, deadwood_weights(hand.rules, "points"), discard=True)
    >>> found.melds, found.discard
    ((Run(suit=1, low=3, high=6, wilds=()),), Card('SK'))
    """
    wilds = wild_cards(hand)
    check_wilds(wilds)
    needed = runs, pure, int(discard)
    if compiled is None and is_plain_quicker(wilds):
        with suppress(IllegalPosition):
            return _scanned(hand, wilds, weights, needed, False, [LITTLE_WORK])
    work = [MOST_WORK] if work is None else work
    return _scanned(hand, wilds, weights, needed, compiled is not False, work)


def is_plain_quicker(wilds: int) -> bool:
    """Tell whether a hand of so many wild cards is left to plain Python, as ``quickest`` has it."""
    return quickest(scan, _PLAIN_S * 2**wilds) is scan


def check_wilds(wilds: int) -> None:
    """Refuse more wild cards than a scan can count.

    Raises:
        IllegalPosition: there are more than 15.
    """
    if wilds > MOST_WILDS:
        raise IllegalPosition(f"at most {MOST_WILDS} wild cards can be arranged, not {wilds}")


def _scanned(
    hand: Hand,
    wilds: int,
    weights: Sequence[int],
    needed: tuple[int, int, int],
    compiled: bool,
    work: list[int],
) -> Melded | None:
    """Return what a scan finds, with as much room as it needs.

    Raises:
        IllegalPosition: it needs too much of it, or too much work.
    """
    rules = hand.rules
    shapes, in_melds = shapes_for(rules, wilds, compiled)
    table, weighed = array_of(by_place(hand, wilds), compiled), array_of(weights, compiled)
    whole = weight_of_all(hand, weights, wilds)
    face = machine(scan) if compiled else scan
    wild = wilds, rules.wild_rank

    def scan_in(states: Any) -> int:
        return face(table, wild, weighed, in_melds, rules.places, needed, whole, states)

    best, states = with_room(scan_in, work, compiled)
    if best == NEVER:
        return None
    way, how = _way_to(states, best, shapes)
    melds = tuple(_as_themselves(hand, way))
    return Melded(int(states[2][best]), melds, _discarded(hand, melds, how))


def with_room(scan_in: Callable[[Any], int], work: list[int], compiled: bool) -> tuple[int, Any]:
    """Return what a scan comes to in the room that it needs, and its states.

    Args:
        scan_in: scans with states (``put``), and returns what ``scan`` does.
        work: one number: how much may be done, counted down.
        compiled: whether compiled rules scan.

    Raises:
        IllegalPosition: it needs too much room, or too much work.
    """
    room = ROOM
    while room <= MOST_ROOM:
        states = _states(room, work[0], compiled)
        best = int(scan_in(states))
        work[0] = int(states[WORK][0])
        if best == TOO_LONG:
            break
        if best != NO_ROOM:
            return best, states
        room *= 8
    raise IllegalPosition("the hand has too many possibilities to be arranged")


def by_place(hand: Hand, wilds: int) -> list[int]:
    """Return how many copies of each rank a hand has, as ``scan`` takes them.

    Args:
        hand: the hand.
        wilds: how many of its cards may be wild.
    """
    counts = [0] * (4 * PLACES)
    place_counts(hand.counts, wilds, hand.rules.places, counts)
    return counts


def weight_of_all(hand: Hand, weights: Sequence[int], wilds: int) -> int:
    """Return the most that melds and discard can weigh: all cards in the use where they weigh most.

    >>> weight_of_all(Hand.of("H3 HK"), [*[1] * 26, 5, *[1] * 33], 0)
    2
    """
    return most_weight(hand.counts, weights, wilds, hand.rules.wild_rank)


def _way_to(states: Any, at: int, shapes: Shapes) -> tuple[tuple[Meld, ...], int]:
    """Go back the way that led to a state: its melds, and the ``how`` of its discard, else 0."""
    melds: list[Meld] = []
    discard = 0
    while at > 0:
        how = int(states[4][at])
        if how >= 0:
            rank, shape = divmod(how, trials.SHAPES)
            melds.append(_meld(*divmod(rank, trials.SETS + 1), shape, shapes))
        elif how <= trials.DISCARDED:
            discard = how
        at = int(states[3][at])
    return tuple(melds), discard


def _meld(place: int, suit: int, at: int, shapes: Shapes) -> Meld:
    if suit == trials.SETS:
        natural, wilds, _ = shapes[1][at // SHAPE]
        suits = tuple(suit for suit in range(4) if natural >> suit & 1)
        return Set((place - 1) % 13 + 1, suits, wilds)
    natural, _, length = shapes[0][at // SHAPE]
    low = place - lowest_bit(natural) // FIELD
    wild = tuple(low + k for k in range(length) if not natural >> FIELD * k & 1)
    return Run(suit, low, low + length - 1, wild)


def _as_themselves(hand: Hand, melds: tuple[Meld, ...]) -> Iterator[Meld]:
    """Yield the melds, cards of the wild rank on their own places in the stead of wild ones there."""
    rank = hand.rules.wild_rank
    taken: list[int] = [card for meld in melds for card in meld.cards]
    own = (card_of(suit, rank) for suit in range(4))
    spare = [hand.counts[card] - taken.count(card) if rank else 0 for card in own]
    for meld in melds:
        if isinstance(meld, Run):
            at = [place for place in meld.wilds if (place - 1) % 13 + 1 == rank]
            if at and spare[meld.suit]:
                spare[meld.suit] -= 1
                meld = replace(meld, wilds=tuple(place for place in meld.wilds if place not in at))
        elif meld.rank == rank:
            others = [suit for suit in range(4) if suit not in meld.suits and spare[suit]]
            for suit in others[: meld.wilds]:
                spare[suit] -= 1
                meld = Set(rank, tuple(sorted((*meld.suits, suit))), meld.wilds - 1)
        yield meld


def _discarded(hand: Hand, melds: tuple[Meld, ...], how: int) -> Card | None:
    """Return the card of a discard; a joker is the first of the wild cards to go."""
    if how > trials.DISCARDED:
        return None
    place, suit = divmod(trials.DISCARDED - how, trials.SETS + 1)
    if suit < trials.SETS:
        return Card(card_of(suit, place))
    if hand.counts[JOKERS]:
        return Card(ANY_JOKER)
    as_themselves = [card for meld in melds for card in meld.cards]
    wild = (Card(card_of(suit, hand.rules.wild_rank)) for suit in range(4))
    return next(card for card in wild if hand.counts[card] > as_themselves.count(card))


@cache
def shapes_for(rules: Rules, wilds: int, compiled: bool) -> tuple[Shapes, tuple[Any, ...]]:
    """Return the shapes of runs and of sets, and the numbers of both as ``scan`` takes them."""
    shapes = run_shapes(rules, wilds), set_shapes(rules, wilds)
    return shapes, tuple(array_of([*chain.from_iterable(part)], compiled) for part in shapes)


def array_of(numbers: Sequence[int], compiled: bool) -> Any:
    """Return numbers as compiled rules take them, or as they are for plain Python."""
    return np.asarray(numbers, np.int64) if compiled else numbers


_kept = threading.local()
"""Of each thread the arrays of the least room, which most scans need: they are read before the next."""


def _states(room: int, work: int, compiled: bool) -> tuple[Any, ...]:
    """Return the arrays of states for a scan (``put``)."""
    if not compiled:
        return *([0] * room for _ in range(5)), [-1] * (2 * room), [work]
    states = getattr(_kept, "states", None)
    if states is None or len(states[SLOTS]) != 2 * room:
        columns = tuple(np.empty((5, room), np.int64))
        states = *columns, np.empty(2 * room, np.int64), np.empty(1, np.int64)
        if room == ROOM:
            _kept.states = states
    states[SLOTS].fill(-1)
    states[WORK][0] = work
    return states
