"""The scan over a hand, and its answer read back as melds."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from suitwise.cards import ANY_JOKER, Card
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.quick import quickest
from suitwise.rummy.rules.candidate_melds import wild_cards
from suitwise.rummy.rules.hand import JOKERS, Hand
from suitwise.rummy.rules.meld_shapes import FIELD, SHAPE, run_shapes, set_shapes
from suitwise.rummy.rules.melds import Meld, Run, Set
from suitwise.rummy.rules.rules import card_of
from suitwise.rummy.scan.melds import SETS, SHAPES, TOO_LONG
from suitwise.rummy.scan.placed import most_weight, place_counts
from suitwise.rummy.scan.scan import DISCARDED, NEVER, scan
from suitwise.rummy.scan.states import NO_ROOM, PLACES

ROOM = 1 << 12
MOST_ROOM = 1 << 21
"""Rather than keep more states than this a search gives up."""
MOST_WORK = 60_000_000
"""Rather than try to meld from more states than this it does, too: after some five seconds."""
LITTLE_WORK = 100_000
"""So much plain Python does sooner than machine code is loaded."""
PLAIN_S = 0.005
"""What a scan of few wild cards takes as plain Python."""
MOST_WILDS = 15
MANY_WILDS = 3
"""With so many wild cards there is more to do than that."""
SECOND = 1 << 14
"""Weight of the first aim, so that the other one decides between equals."""


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
        runs: so many runs are needed.
        pure: so many of them without a card that stands for another.
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
    if compiled is None and wilds < MANY_WILDS and quickest(scan, PLAIN_S) is scan:
        with suppress(IllegalPosition):
            return _scanned(hand, wilds, weights, needed, False, [LITTLE_WORK])
    work = [MOST_WORK] if work is None else work
    return _scanned(hand, wilds, weights, needed, compiled is not False, work)


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
    shapes = run_shapes(rules, wilds), set_shapes(rules, wilds)
    table, weighed, in_runs, in_sets = (
        array_of(numbers, compiled) for numbers in (by_place(hand, wilds), weights, *shapes)
    )
    whole = weight_of_all(hand, weights, wilds)
    left = array_of(work, compiled)

    def try_in(states: Any, slots: Any) -> int:
        best = (machine(scan) if compiled else scan)(
            table, wilds, rules.wild_rank, weighed, in_runs, in_sets, rules.places, needed, whole,
            states, slots, left,
        )  # fmt: skip
        work[0] = int(left[0])
        return best

    best, states = with_room(try_in, compiled)
    if best == NEVER:
        return None
    way, how = _way_to(states, best, shapes)
    melds = tuple(_as_themselves(hand, way))
    return Melded(int(states[2][best]), melds, _discarded(hand, melds, how))


def with_room(try_in: Callable[[Any, Any], int], compiled: bool) -> tuple[int, Any]:
    """Return what a scan comes to in the room that it needs, and its states.

    Args:
        try_in: scans with states and slots, and returns what ``scan`` does.
        compiled: whether compiled rules scan.

    Raises:
        IllegalPosition: it needs too much room, or too much work.
    """
    room = ROOM
    while room <= MOST_ROOM:
        states, slots = _room(room, compiled)
        best = int(try_in(states, slots))
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
    """Return what no melds and discard weigh more than: that of all cards where they weigh most.

    >>> weight_of_all(Hand.of("H3 HK"), [*[1] * 26, 5, *[1] * 33], 0)
    2
    """
    return most_weight(hand.counts, weights, wilds, hand.rules.wild_rank)


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
    if how > DISCARDED:
        return None
    place, suit = divmod(DISCARDED - how, SETS + 1)
    if suit < SETS:
        return Card(card_of(suit, place))
    if hand.counts[JOKERS]:
        return Card(ANY_JOKER)
    as_themselves = [card for meld in melds for card in meld.cards]
    wild = (Card(card_of(suit, hand.rules.wild_rank)) for suit in range(4))
    return next(card for card in wild if hand.counts[card] > as_themselves.count(card))


def array_of(numbers: Sequence[int], compiled: bool) -> Any:
    """Return numbers as compiled rules take them, or as they are for plain Python."""
    if not compiled:
        return numbers
    import numpy as np

    return np.asarray(numbers, np.int64)


_kept = threading.local()
"""Of each thread the arrays of the least room, which most scans need: they are read before the next."""


def _room(size: int, compiled: bool) -> tuple[Any, Any]:
    """Return states and slots for a scan."""
    if not compiled:
        return tuple([0] * size for _ in range(5)), [-1] * (2 * size)
    import numpy as np

    kept = getattr(_kept, "room", None)
    if kept is None or len(kept[1]) != 2 * size:
        kept = tuple(np.empty((5, size), np.int64)), np.empty(2 * size, np.int64)
    if size == ROOM:
        _kept.room = kept
    kept[1].fill(-1)
    return kept
