"""Worlds of Tractor: full deals that a seat can't tell from the true one, uniformly at random.

The free cards are dealt by the tables of ``knowledge``, so that each card can be where it is. Then
every follow and every throw is checked; if one could not have happened, the cards are dealt again.

The number of deals this takes is limited. The rarest failed throw is dealt directly (see below). Deals
are repeated until they explain the other failed throws, and until nobody holds a tractor who should
have played it or beaten a throw with it. The worst case found for one follower is a hand of 23 trumps
while nine more are elsewhere: one deal in 13,500 has no tractor of two pairs. Several such conditions
multiply.

Rules take the past as rows of integers. *Since* means: from that moment on, including that play. Seats
are rows of ``hands``: 0 for the viewer, 1 to 3 for the seats after it.

A follow (``follows``), one row for each reply of another seat:

=======  =====================  ======================================================================
column   name                   meaning
=======  =====================  ======================================================================
0        ``FOLLOWER``           the seat
1, 2     ``PLAYED_SINCE``       a pile: what the seat has played since
3, 4     ``PLAY``               a pile: the reply
5        ``LED``                the led partition 0..4
6        ``SIZE``               the number of cards led
7        ``PAIRS``              the number of pairs led
8        ``TRACTORS``           the pack code of the tractors led
=======  =====================  ======================================================================

A throw (``throws``), of which ``parts`` holds the length in pairs and the top Φ of each part:

=======  =====================  ======================================================================
column   name                   meaning
=======  =====================  ======================================================================
0        ``LEADER``             the seat
1        ``PARTITION``          its partition 0..4
2        ``FIRST_PART``         the row of its first part in ``parts``
3        ``NUMBER_OF_PARTS``    the number of its parts
4        ``OUTCOMES``           the possible places of the forced part, one bit each; see ``PastThrow``
5..12    ``ALL_PLAYED_SINCE``   a pile for each seat: what it has played since
13       ``IN_TURN``            1 if the first seat that beats a part decides
=======  =====================  ======================================================================

An event, which is a way for a throw to have failed (``events``):

=======  =====================  ======================================================================
column   name                   meaning
=======  =====================  ======================================================================
0        ``HOLDER``             the seat that beats a part, 0 to 2 from the one after the viewer
1, 2     ``NEEDED``             the cards of which it must hold a free copy, and those of which two
3, 4     ``BLOCK``              a pile: the block with which it beats the part
5, 6     ``HOLDER_PLAYED``      a pile: what it has played since
=======  =====================  ======================================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from suitwise.cards import N_CARDS
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import machine, rule
from suitwise.foundation.seating import SEATS
from suitwise.seeds import below, below_many, world_seed
from suitwise.tractor.hidden import knowledge
from suitwise.tractor.hidden.knowledge import Knowledge, choose_kitty, count_event, deal_cards
from suitwise.tractor.moves import Hands
from suitwise.tractor.rules.blocks import highest_block
from suitwise.tractor.rules.deck import Pile, bits, partition_mask, phi_of, together, without
from suitwise.tractor.rules.pairs.owed import FOLLOWS, follow_fault, led_form
from suitwise.tractor.state import TractorState

FOLLOWER, PLAYED_SINCE, PLAY, LED, SIZE, PAIRS, TRACTORS, FOLLOW_COLUMNS = 0, 1, 3, 5, 6, 7, 8, 9
LEADER, PARTITION, FIRST_PART, NUMBER_OF_PARTS, OUTCOMES, ALL_PLAYED_SINCE = range(6)
IN_TURN, THROW_COLUMNS = 13, 14
HOLDER, NEEDED, BLOCK, HOLDER_PLAYED = 0, 1, 3, 5

# --- Check a deal against the plays ---------------------------------------------------------------
#
# Source: rules page §6. The hand of a seat at the time of a play is what it holds now and all that it
# has played since. The rules are those of ``rules.owed`` and ``rules.blocks``.


@rule
def all_follow(hands: Any, follows: Any, main: int, cr: int, chain: int, duty: int) -> bool:
    """Tell whether every reply would have been legal with these hands.

    Args:
        hands: array (5, 2), the hands from the viewer's own on, and the cards aside.
        follows: array (n, 9), see the module's head.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors.
        duty: the follow duty of the house.
    """
    for number in range(len(follows)):
        row = follows[number]
        seat = row[FOLLOWER]
        once, twice = together(
            hands[seat, 0], hands[seat, 1], row[PLAYED_SINCE], row[PLAYED_SINCE + 1]
        )
        lead = (row[LED], row[SIZE], row[PAIRS], row[TRACTORS], main, cr, chain, duty)
        fault = follow_fault((row[PLAY], row[PLAY + 1]), (once, twice), lead)
        if fault != FOLLOWS:
            return False
    return True


@rule
def first_beaten(hands: Any, throw: Any, parts: Any, main: int, cr: int, chain: int) -> int:
    """Return the place of the forced part of a throw with these hands; behind the last if it stands.

    It is the first part that somebody beats; in houses that ask in turn, the first part that is beaten
    by the first seat that beats any.

    Args:
        hands: see ``all_follow``.
        throw: array (14,), see the module's head.
        parts: array (n, 2), see there.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors.
    """
    led = throw[PARTITION]
    mask = partition_mask(led, main, cr)
    forced, nearest = int(throw[NUMBER_OF_PARTS]), 4
    for place in range(throw[NUMBER_OF_PARTS]):
        part = throw[FIRST_PART] + place
        length, phi = parts[part, 0], parts[part, 1]
        for ahead in range(1, nearest):
            seat = throw[LEADER] + ahead & 3
            since = ALL_PLAYED_SINCE + 2 * seat
            once, twice = together(hands[seat, 0], hands[seat, 1], throw[since], throw[since + 1])
            top = highest_block(once & mask, twice & mask, led, main, cr, length, chain)
            if top > phi:
                if throw[IN_TURN] == 0:
                    return place
                forced, nearest = place, ahead
                break
    return forced


@rule
def throws_agree(hands: Any, throws: Any, parts: Any, main: int, cr: int, chain: int) -> bool:
    """Tell whether every throw would have stood or failed as it did with these hands."""
    for number in range(len(throws)):
        place = first_beaten(hands, throws[number], parts, main, cr, chain)
        if throws[number][OUTCOMES] >> place & 1 == 0:
            return False
    return True


# --- Failed throws --------------------------------------------------------------------------------
#
# Source: rules page §6, Throws. A throw fails because another seat holds a higher block as long as one
# of its parts. Random hands hold a certain tractor so rarely that rejection alone takes long. But that
# a seat holds the cards of a certain block is an event whose deals can be counted and dealt
# (``knowledge``). So one of the events that explain the throw is chosen in proportion to its number of
# deals, and a deal of it is drawn. A deal in which n of the events are true can arise in n ways, and is
# kept with chance 1/n; then all deals in which any of them is true are equally likely.
#
# R. M. Karp and M. Luby, "Monte-Carlo algorithms for enumeration and reliability problems" (1983).

Event: TypeAlias = tuple[int, int, int, int, int, int, int]
"""A way for a throw to have failed; see the module's head."""
NO_EVENT: Event = (0, 0, 0, 0, 0, 0, 0)


def events_of(
    state: TractorState, known: Knowledge, thrown: knowledge.PastThrow
) -> set[Event] | None:
    """Return the events that explain how a throw failed; None if the known cards explain it already.

    Args:
        state: the position.
        known: what the viewer knows.
        thrown: a throw that failed.
    """
    played, events = state.played, set()
    others = (seat for seat in range(4) if seat != thrown.leader)
    for seat, block in product(others, _beating_blocks(state, thrown)):
        had = known.kept[seat].minus(thrown.before[seat])
        if block.within(had):
            return None
        one, two = block.once & ~had.once | block.twice & ~had.twice, block.twice & ~had.once
        if seat != known.seat and _may_have(known, seat, one, two):
            since = played[seat].minus(thrown.before[seat])
            place = (seat - known.seat) % 4 - 1
            events.add((place, one, two, block.once, block.twice, since.once, since.twice))
    return events


def _may_have(known: Knowledge, seat: int, one: int, two: int) -> bool:
    """Tell whether a seat may hold a free copy of each card of a set, and two of some of them."""
    free, absent, lone = known.free, known.absent[seat], known.lone[seat]
    return not (one & (~free.once | absent) | two & (~free.twice | lone))


def _beating_blocks(state: TractorState, thrown: knowledge.PastThrow) -> set[Pile]:
    """Return the blocks that beat a part which may be the forced one, and none before it."""
    blocks = set[Pile]()
    for place in bits(thrown.outcomes & ((1 << len(thrown.parts)) - 1)):
        length, phi = thrown.parts[place]
        blocks.update(_higher_blocks(state, thrown, length, phi))
    return blocks


def _higher_blocks(
    state: TractorState, thrown: knowledge.PastThrow, length: int, phi: int
) -> Iterator[Pile]:
    """Yield the blocks of a length above a Φ, except those that beat a part that nobody beat."""
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


@rule
def number_true(hands: Any, events: Any) -> int:
    """Return the number of events that are true with these hands."""
    true = 0
    for number in range(len(events)):
        event = events[number]
        seat = event[HOLDER] + 1
        once, twice = together(
            hands[seat, 0], hands[seat, 1], event[HOLDER_PLAYED], event[HOLDER_PLAYED + 1]
        )
        if (event[BLOCK] & ~once | event[BLOCK + 1] & ~twice) == 0:
            true += 1
    return true


@rule
def choose_event(shares: Any, seed: int, stream: int, index: int) -> tuple[int, int]:
    """Choose an event in proportion to its number of deals; return its number and the next index."""
    total = 0
    for event in range(len(shares)):
        total += shares[event]
    number, index = below_many(total, seed, stream, index)
    chosen = 0
    while number >= shares[chosen]:
        number -= shares[chosen]
        chosen += 1
    return chosen, index


@rule
def deal_on_events(
    table: Any, events: Any, shares: Any, front: Any, hands: Any, seed: int, stream: int, index: int
) -> tuple[bool, int]:
    """Deal so that one of some events is true; return whether the deal is kept, and the next index.

    Args:
        table: the table of ``knowledge``.
        events: array (n, 7), see the module's head; one row of zeros for no event.
        shares: the number of deals of each event.
        front: workspace for the counts of the chosen event; empty for no event.
        hands: the known cards; the free ones are added.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: the index in the stream.
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


# --- Deal until all plays agree -------------------------------------------------------------------

ASIDE_ROW = 4
"""The row of ``hands`` with the cards aside."""


@rule
def split_kitty(
    hands: Any, split: Any, kitty: Any, seed: int, stream: int, index: int
) -> tuple[bool, int]:
    """Choose the original kitty from the landlord's cards; return if it is possible, and the next index.

    The landlord must have drawn the cards that it showed in bids, so these may not come from the kitty.

    Args:
        hands: see ``all_follow``.
        split: array (7,): the landlord's row in ``hands``, 0 if the kitty is not to be chosen; then
            three piles: what it has played, the cards turned up, the cards that it showed in bids.
        kitty: array (2, 2), filled with two piles: the kitty, and what the landlord drew.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: the index in the stream.
    """
    landlord, drawn = split[0], kitty[1]
    drawn[0], drawn[1] = together(
        hands[landlord, 0], hands[landlord, 1], hands[ASIDE_ROW, 0], hands[ASIDE_ROW, 1]
    )
    drawn[0], drawn[1] = together(drawn[0], drawn[1], split[1], split[2])
    drawn[0], drawn[1] = without(drawn[0], drawn[1], split[3], split[4])
    kitty[0, 0], kitty[0, 1] = split[3], split[4]
    index = choose_kitty(drawn, kitty[0], seed, stream, index)
    return (split[5] & ~drawn[0] | split[6] & ~drawn[1]) == 0, index


@rule
def deal_world(
    constraints: Any,
    front: Any,
    hands: Any,
    kitty: Any,
    seed: int,
    stream: int,
    index: int,
    most: int,
) -> tuple[int, int]:
    """Deal until a deal agrees with all plays; return the number of deals it took and the next index.

    Args:
        constraints: see ``Constraints``.
        front: see ``deal_on_events``.
        hands: array (5, 2), filled: the hands from the viewer's own on, and the cards aside.
        kitty: see ``split_kitty``; filled if another seat has buried.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: the index in the stream.
        most: the number of deals to try. If none agrees, the number returned is 0.
    """
    table, events, shares, known, follows, throws, parts, house, split = constraints
    main, cr, chain, duty = house[0], house[1], house[2], house[3]
    for tried in range(1, most + 1):
        for row in range(ASIDE_ROW + 1):
            hands[row, 0], hands[row, 1] = known[row, 0], known[row, 1]
        dealt, index = deal_on_events(table, events, shares, front, hands, seed, stream, index)
        if not dealt or not throws_agree(hands, throws, parts, main, cr, chain):
            continue
        if not all_follow(hands, follows, main, cr, chain, duty):
            continue
        if split[0] == 0:
            return tried, index
        fits, index = split_kitty(hands, split, kitty, seed, stream, index)
        if fits:
            return tried, index
    return 0, index


# --- One world ------------------------------------------------------------------------------------

Ints = NDArray[np.int64]

MOST_TRIED = 200_000
"""The number of deals tried, which takes about a second, before sampling is given up."""
_ONE_DEAL = 150
"""The number of counts that take as long to compute as one deal."""


class Constraints(NamedTuple):
    """What worlds must agree with.

    Args:
        table: the table of ``knowledge``, for single cards.
        events: the events of the rarest failed throw, or one row of zeros; see the module's head.
        shares: the number of deals of each event.
        known: array (5, 2), the known cards of each hand from the viewer's own on, and aside.
        follows: see the module's head.
        throws: see there.
        parts: see there.
        house: the main suit, the current rank, the Φ that join tractors, the follow duty.
        split: see ``split_kitty``.
    """

    table: tuple[Ints, ...]
    events: Ints
    shares: Ints
    known: Ints
    follows: Ints
    throws: Ints
    parts: Ints
    house: Ints
    split: Ints


def redealt(state: TractorState, seat: int, seed: int, stream: int) -> TractorState:
    """Return a position with the cards that a seat can't see dealt again.

    Raises:
        SuitwiseError: the seed has more than 64 bits, the stream is out of range, or no deal tried
            agrees with all plays.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor(match="deal").start().rolled(seed=1, stream=0)
    >>> world = redealt(state, 1, seed=7, stream=0)
    >>> world.view(1) == state.view(1), world.drawn[0].size
    (True, 1)
    """
    seed = world_seed(seed)
    if not 0 <= stream < 2**63:
        raise SuitwiseError("a stream is a number from 0 to 2**63 - 1")
    if state.is_laid_open:
        return state
    hands, kitty, _ = sampled(state, seat, seed, stream)
    piles = [Pile(once, twice) for once, twice in hands.tolist()]
    return _in_world(state, seat, piles, Pile(*kitty[0].tolist()))


def sampled(state: TractorState, seat: int, seed: int, stream: int) -> tuple[Ints, Ints, int]:
    """Sample a world.

    Returns:
        Array (5, 2), the hands from the seat's own on, and the cards aside; array (2, 2), the kitty and
        what the landlord drew, if that is hidden; the number of deals tried.

    Raises:
        SuitwiseError: no deal tried agrees with all plays.
    """
    constraints = constraints_of(state, seat)
    hands = np.zeros((ASIDE_ROW + 1, 2), np.int64)
    kitty = np.zeros((2, 2), np.int64)
    front = front_of(constraints.table, constraints.events)
    counted = np.count_nonzero(constraints.table[4][: max(0, len(front) - 1)])
    most = MOST_TRIED // (1 + counted // _ONE_DEAL)
    tried, _ = machine(deal_world)(tuple(constraints), front, hands, kitty, seed, stream, 0, most)
    if not tried:
        raise SuitwiseError(f"none of {most} deals agrees with all plays that seat {seat} saw")
    return hands, kitty, tried


def _in_world(state: TractorState, seat: int, piles: Sequence[Pile], kitty: Pile) -> TractorState:
    """Return a position with other hands, given from a seat's own on, and other cards aside."""
    hands = [piles[(at - seat) % 4] for at in SEATS]
    if not state.tricks:
        drawn = [state.drawn[at] if at == seat else hands[at] for at in SEATS]
        if state.phase == "bury" and state.current_landlord != seat:
            hands[state.current_landlord] = hands[state.current_landlord].plus(piles[ASIDE_ROW])
        return replace(state, drawn=tuple(drawn), held=tuple(hands))
    buried = state.buried if state.current_landlord == seat else piles[ASIDE_ROW]
    drawn = [hand.plus(gone) for hand, gone in zip(hands, state.played, strict=True)]
    drawn[seat] = state.drawn[seat]
    if state.current_landlord != seat:
        assert buried is not None
        drawn[state.current_landlord] = drawn[state.current_landlord].plus(buried).minus(kitty)
    return replace(state, drawn=tuple(drawn), held=tuple(hands), buried=buried)


# --- Constraints ----------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def constraints_of(state: TractorState, seat: int) -> Constraints:
    """Return what worlds must agree with to look the same to a seat."""
    known = knowledge.knowledge_of(state, seat)
    rows, parts = _throw_rows(state, seat)
    trump, profile = state.trump, state.profile
    main, cr = trump.main_index, trump.rank_index
    events = _failures(state, known)
    table = _table(state, known, _cards_of(set().union(*events)))
    return Constraints(
        table,
        *_rarest(table, events),
        _as_rows([pile.masks[:2] for pile in (*_in_turn(known.held, seat), known.aside)]),
        _as_rows(list(_follow_rows(state, seat)), FOLLOW_COLUMNS),
        _as_rows(rows, THROW_COLUMNS),
        _as_rows(parts, 2),
        np.array((main, cr, profile.chain_mask(main), profile.duty_code), np.int64),
        np.array(_split(state, known), np.int64),
    )


def _as_rows(rows: Sequence[Sequence[int]], columns: int = 2) -> Ints:
    return np.array(rows, np.int64).reshape(-1, columns)


def _in_turn(hands: Hands, seat: int) -> list[Pile]:
    """Return the piles of all seats, from one seat on."""
    return [hands[(seat + place) % 4] for place in SEATS]


def _table(state: TractorState, known: Knowledge, front: int) -> tuple[Ints, ...]:
    """Return the filled table of ``knowledge``, with the cards of the mask ``front`` first."""
    seat = known.seat
    joined = (state.current_landlord - seat) % 4 - 1 if known.joined else -1
    cards = np.zeros((N_CARDS, 3), np.int64)
    options = np.zeros((N_CARDS, knowledge.MOST_OPTIONS, knowledge.PLACES + 1), np.int64)
    size = machine(knowledge.list_options)(_masks(state, known), joined, cards, options)
    first = np.argsort(~(front >> cards[:size, 0]) & 1, kind="stable")
    rooms = np.array([*(known.rooms[(seat + place) % 4] for place in (1, 2, 3)), known.rooms[4]])
    order = np.argsort(rooms, kind="stable")
    counts = np.zeros((size + 1, *(rooms[order[:3]] + 1)), np.int64)
    shifts = np.zeros(size, np.int64)
    table = cards[first], options[first], rooms, order, counts, shifts
    if not machine(knowledge.count_deals)(table, np.array(NO_EVENT)):
        raise SuitwiseError(
            f"no deal of the cards that seat {seat} can't see agrees with the plays"
        )
    return table


def _failures(state: TractorState, known: Knowledge) -> list[set[Event]]:
    """Return the events of each failed throw that the known cards do not explain."""
    failed = (
        throw
        for throw in knowledge.past_throws(state, known.seat)
        if not throw.outcomes >> len(throw.parts)
    )
    explained = (events_of(state, known, throw) for throw in failed)
    return [events for events in explained if events is not None]


def _cards_of(events: Iterable[Event]) -> int:
    """Return the cards that are needed in some events."""
    cards = 0
    for event in events:
        cards |= event[1] | event[2]
    return cards


def front_of(table: tuple[Ints, ...], events: Ints) -> Ints:
    """Return an array for ``count_event``, which reaches to the last card needed in some events."""
    cards, counts = table[0], table[4]
    touched = np.flatnonzero(_cards_of(events.tolist()) >> cards[:, 0] & 1)
    if not len(touched):
        return np.zeros((0, 1, 1, 1), np.int64)
    size = int(touched[-1]) + 1
    front = np.zeros((size + 1, *counts.shape[1:]), np.int64)
    front[size] = counts[size]
    return front


def _rarest(table: tuple[Ints, ...], failures: Sequence[set[Event]]) -> tuple[Ints, Ints]:
    """Return the events of the rarest failed throw and their shares, or no event.

    If the deals of its events, counted one by one, are as many as all deals, dealing on them is no
    gain.
    """
    best = _as_rows([NO_EVENT], len(NO_EVENT)), np.ones(1, np.int64)
    least = machine(count_event)(table, best[0][0], table[4][:1])
    for events in failures:
        rows = _as_rows(sorted(events), len(NO_EVENT))
        front = front_of(table, rows)
        shares = np.array([machine(count_event)(table, row, front) for row in rows], np.int64)
        if 0 < shares.sum() < least:
            least, best = shares.sum(), (rows[shares > 0], shares[shares > 0])
    return best


def _masks(state: TractorState, known: Knowledge) -> Ints:
    """Return the ``masks`` of ``knowledge``."""
    others = [(known.seat + place) % 4 for place in (1, 2, 3)]
    masks = (
        *known.free.masks[:2],
        *known.pool.masks[:2],
        knowledge.turned_up(state).once,
        *(known.absent[seat] for seat in others),
        *(known.lone[seat] for seat in others),
        *(known.kept[seat].once for seat in others),
    )
    return np.array(masks, np.int64)


def _follow_rows(state: TractorState, seat: int) -> Iterator[tuple[int, ...]]:
    """Yield the rows of ``follows``."""
    trump, played = state.trump, state.played
    main, cr = trump.main_index, trump.rank_index
    chain = state.profile.chain_mask(main)
    form: tuple[int, ...] = ()
    for past in knowledge.past_plays(state):
        if past.lead is None:
            lead, led = past.play, past.led
            form = led, lead.size, *led_form(lead.twice, led, main, cr, chain)
        elif past.seat != seat:
            since = played[past.seat].minus(past.before[past.seat])
            yield ((past.seat - seat) % 4, *since.masks[:2], *past.play.masks[:2], *form)


def _throw_rows(state: TractorState, seat: int) -> tuple[list[list[int]], list[tuple[int, int]]]:
    """Return the rows of ``throws`` and of ``parts``."""
    played = state.played
    rows: list[list[int]] = []
    parts: list[tuple[int, int]] = []
    for thrown in knowledge.past_throws(state, seat):
        since = [now.minus(then) for now, then in zip(played, thrown.before, strict=True)]
        row = [
            (thrown.leader - seat) % 4,
            thrown.led,
            len(parts),
            len(thrown.parts),
            thrown.outcomes,
        ]
        for pile in _in_turn(tuple(since), seat):
            row += pile.masks[:2]
        rows.append([*row, thrown.in_turn])
        parts += thrown.parts
    return rows, parts


def _split(state: TractorState, known: Knowledge) -> tuple[int, ...]:
    """Return the argument of ``split_kitty``; zeros if the kitty is not to be chosen."""
    if not known.joined:
        return (0,) * 7
    landlord = state.current_landlord
    piles = state.played[landlord], knowledge.turned_up(state), knowledge.shown_by(state, landlord)
    return ((landlord - known.seat) % 4, *(mask for pile in piles for mask in pile.masks[:2]))


# --- Many worlds, for players that search ---------------------------------------------------------


@rule
def deal_many(
    constraints: Any, front: Any, hands: Any, kitty: Any, seed: int, stream: int, most: int
) -> int:
    """Deal worlds one after the other; return the number of worlds dealt.

    Args:
        constraints: see ``Constraints``.
        front: see ``deal_on_events``.
        hands: array (n, 5, 2), filled.
        kitty: array (2, 2), workspace.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        most: the number of deals to try for all worlds together.
    """
    index = 0
    for world in range(len(hands)):
        tried, index = deal_world(
            constraints, front, hands[world], kitty, seed, stream, index, most
        )
        if tried == 0:
            return world
        most -= tried
    return len(hands)


def many_worlds(
    state: TractorState, seat: int, count: int, seed: int, stream: int
) -> NDArray[np.int64]:
    """Sample worlds that a seat can't tell from the true one, uniformly.

    Returns:
        Array (n, 5, 2): for each world five piles (cards, and those twice), the hands from the seat's
        own on, and the cards aside. n is ``count``, or less if worlds are hard to find.

    Raises:
        SuitwiseError: no deal tried agrees with all plays.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor(match="deal").start().rolled(seed=1, stream=0)
    >>> many_worlds(state, 1, 3, seed=7, stream=0).shape
    (3, 5, 2)
    """
    constraints = constraints_of(state, seat)
    front = front_of(constraints.table, constraints.events)
    hands = np.zeros((count, ASIDE_ROW + 1, 2), np.int64)
    kitty = np.zeros((2, 2), np.int64)
    most = MOST_TRIED + count
    dealt = machine(deal_many)(tuple(constraints), front, hands, kitty, seed, stream, most)
    if not dealt:
        raise SuitwiseError(f"none of {most} deals agrees with all plays that seat {seat} saw")
    return hands[:dealt]
