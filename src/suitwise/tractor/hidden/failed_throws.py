"""Failed throws: somebody holds one of certain blocks, and worlds are dealt on one of them.

Source: rules page §6, Throws. A throw fails because another seat holds a block as long as a part and
higher. That a hand drawn at random holds a certain tractor is so rare that dealing until one does takes
long. But each way for it to come true, that a seat holds the cards of a block, is an *event* whose
deals can be counted and dealt (``worlds``). One is chosen by its number of deals, and a deal in it
drawn. A deal in which n of the events are true can come so in n ways, and is kept with chance 1/n: then
all in which any is true are equally likely.

R. M. Karp and M. Luby, "Monte-Carlo algorithms for enumeration and reliability problems" (1983).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, TypeAlias

from suitwise.foundation.arrays.compiled import rule
from suitwise.seeds import below, below_many
from suitwise.tractor.hidden.knowledge import Knowledge, Thrown
from suitwise.tractor.hidden.worlds import count_event, deal_cards
from suitwise.tractor.rules.order import partition_mask, phi_of
from suitwise.tractor.rules.piles import Pile, bits, together
from suitwise.tractor.state import TractorState

Event: TypeAlias = tuple[int, int, int, int, int, int, int]
"""Which of the three seats after the one that looks, the cards of which it holds a free copy and two
(``least_of``), the block and its cards twice, what the seat has played since, and twice."""
NO_EVENT: Event = (0, 0, 0, 0, 0, 0, 0)


# --- Which events -----------------------------------------------------------------------------------


def events_of(state: TractorState, known: Knowledge, thrown: Thrown) -> set[Event] | None:
    """Return the ways for a throw to have failed as it did; None if it is known to have.

    Args:
        state: the position.
        known: what a seat knows.
        thrown: a throw that failed.
    """
    played, found = state.played, set()
    others = (seat for seat in range(4) if seat != thrown.leader)
    for seat, block in product(others, _beating_blocks(state, thrown)):
        had = known.kept[seat].minus(thrown.before[seat])
        if block.within(had):
            return None
        one, two = block.once & ~had.once | block.twice & ~had.twice, block.twice & ~had.once
        if seat != known.seat and _may_have(known, seat, one, two):
            since = played[seat].minus(thrown.before[seat])
            place = (seat - known.seat) % 4 - 1
            found.add((place, one, two, block.once, block.twice, since.once, since.twice))
    return found


def _may_have(known: Knowledge, seat: int, one: int, two: int) -> bool:
    """Tell whether a seat may hold a free copy of some cards, and two of some of them."""
    free, absent, lone = known.free, known.absent[seat], known.lone[seat]
    return not (one & (~free.once | absent) | two & (~free.twice | lone))


def _beating_blocks(state: TractorState, thrown: Thrown) -> set[Pile]:
    """Return the blocks that beat a part that may be the first beaten, and none that is not."""
    found = set[Pile]()
    for place in bits(thrown.first & ((1 << len(thrown.parts)) - 1)):
        length, phi = thrown.parts[place]
        found.update(_higher_blocks(state, thrown, length, phi))
    return found


def _higher_blocks(state: TractorState, thrown: Thrown, length: int, phi: int) -> Iterator[Pile]:
    """Yield the blocks of a length above a Φ that beat no part which nobody beats."""
    main, cr = state.trump.main_index, state.trump.rank_index
    kinds: dict[int, list[int]] = {}
    for card in bits(partition_mask(thrown.led, main, cr)):
        kinds.setdefault(phi_of(card, main, cr), []).append(1 << card)
    chain = state.profile.chain_mask(main) if length > 1 else -1
    unbeaten = [top for pairs, top in thrown.unbeaten if pairs <= length]
    for top in kinds:
        levels = range(top - max(length, 1) + 1, top + 1)
        if top > phi and top <= min(unbeaten, default=top) and _all_in(levels, kinds, chain):
            for cards in product(*(kinds[level] for level in levels)):
                yield Pile(sum(cards), sum(cards) if length else 0)


def _all_in(levels: Iterable[int], kinds: dict[int, list[int]], chain: int) -> bool:
    return all(level in kinds and chain >> level & 1 for level in levels)


# --- Dealing on an event -----------------------------------------------------------------------------


@rule
def number_true(hands: Any, events: Any) -> int:
    """Return how many events are true.

    Args:
        hands: see ``deal_cards``.
        events: a row for each, see ``Event``.
    """
    found = 0
    for at in range(len(events)):
        event = events[at]
        row = event[0] + 1
        once, twice = together(hands[row, 0], hands[row, 1], event[5], event[6])
        if (event[3] & ~once | event[4] & ~twice) == 0:
            found += 1
    return found


@rule
def choose_event(shares: Any, seed: int, stream: int, index: int) -> tuple[int, int]:
    """Choose an event with chances in proportion to its deals; return it and the next index."""
    whole = 0
    for at in range(len(shares)):
        whole += shares[at]
    number, index = below_many(whole, seed, stream, index)
    chosen = 0
    while number >= shares[chosen]:
        number -= shares[chosen]
        chosen += 1
    return chosen, index


@rule
def deal_on_events(
    table: Any, events: Any, shares: Any, front: Any, hands: Any, seed: int, stream: int, index: int
) -> tuple[bool, int]:
    """Deal so that one of some events is true; return whether it is to be kept, and the next index.

    Args:
        table: see ``count_deals``.
        events: a row for each, see ``Event``; one row of zeros where nothing must be true.
        shares: how many deals each has (``count_event``).
        front: see ``count_event``, changed; empty where nothing must be true.
        hands: see ``deal_cards``; changed.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: where in the stream to begin.
    """
    chosen, true = 0, 1
    if len(events) > 1:
        chosen, index = choose_event(shares, seed, stream, index)
    if len(front) > 0:
        count_event(table, events[chosen], front)
    dealt, index = deal_cards(table, events[chosen], front, hands, seed, stream, index)
    if dealt and len(events) > 1:
        true = number_true(hands, events)
    place, index = below(true, seed, stream, index) if true > 1 else (0, index)
    return dealt and place == 0, index
