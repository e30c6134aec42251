"""Positions of Tractor that a seat cannot tell from the true one, each as likely as it is.

A deal of the unseen cards is drawn by the tables of ``worlds`` from what the seat knows
(``knowledge``) and held against every follow and every throw (``trial``).

How many deals that takes: the rarest of the failed throws is dealt directly (``failed_throws``); deals
are drawn until they explain the others, and until followers who gave no tractor, or stopped no throw
with one, have none. The worst found for one follower is a hand of 23 trumps while nine more lie
elsewhere: one deal in 13,500 has no tractor of two pairs. Several such conditions at once multiply.
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
from suitwise.tractor.hidden.knowledge import (
    Knowledge,
    Thrown,
    knowledge_of,
    moments_of,
    shown_by,
    throws_of,
    turned_up,
)
from suitwise.tractor.hidden.worlds import (
    MOST_OPTIONS,
    PLACES,
    choose_kitty,
    count_deals,
    count_event,
    deal_cards,
    list_options,
)
from suitwise.tractor.moves import Hands, four
from suitwise.tractor.rules.blocks import highest_block
from suitwise.tractor.rules.order import partition_mask, phi_of
from suitwise.tractor.rules.owed import FOLLOWS, follow_fault, led_form
from suitwise.tractor.rules.piles import Pile, bits, together, without
from suitwise.tractor.state import TractorState

# --------------------------------------------------------------------------------------------------
# What was played, checked against a deal of the hidden cards: could all of it have been played?
#
# Source: rules page §6, Follow duty and Throws. A hand at the time of a play is what the seat holds now
# and all that it has played since. The rules are those of ``owed`` and ``blocks``; what single cards
# prove (``knowledge``) is checked here, too.

FOLLOW_COLUMNS = 9
THROW_COLUMNS = 14


@rule
def all_follow(hands: Any, follows: Any, main: int, cr: int, chain: int, duty: int) -> bool:
    """Tell whether every play follows the duty, were these the hands.

    Args:
        hands: see ``worlds.deal_cards``.
        follows: a row for each play: whose, what it and later plays of the seat hold, and twice; what it
            holds, and twice; the led partition, the number of cards led, the lead's pairs and tractors.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors.
        duty: how much is asked for (``owed``).
    """
    for at in range(len(follows)):
        row = follows[at]
        seat = row[0]
        once, twice = together(hands[seat, 0], hands[seat, 1], row[1], row[2])
        lead = (row[5], row[6], row[7], row[8], main, cr, chain, duty)
        fault = follow_fault((row[3], row[4], 0), (once, twice, 0), lead)
        if fault != FOLLOWS:
            return False
    return True


@rule
def first_beaten(hands: Any, throw: Any, parts: Any, main: int, cr: int, chain: int) -> int:
    """Return the place of the part of a throw that is forced; behind the last, if nobody beats any.

    It is the first that somebody beats, or that is beaten by the first seat which beats any.

    Args:
        hands: see ``worlds.deal_cards``.
        throw: who led, the led partition, the first of its parts and their number, then what each seat
            has played since, and twice; whether the first seat decides.
        parts: length in pairs and top Φ of parts.
        main: main suit 0..4.
        cr: current rank 0..12.
        chain: the level mask of the Φ that join tractors.
    """
    mask = partition_mask(throw[1], main, cr)
    found, nearest = int(throw[3]), 4
    for place in range(throw[3]):
        length, phi = parts[throw[2] + place, 0], parts[throw[2] + place, 1]
        for ahead in range(1, nearest):
            seat = throw[0] + ahead & 3
            once, twice = together(
                hands[seat, 0], hands[seat, 1], throw[5 + 2 * seat], throw[6 + 2 * seat]
            )
            top = highest_block(once & mask, twice & mask, throw[1], main, cr, length, chain)
            if top > phi:
                if throw[13] == 0:
                    return place
                found, nearest = place, ahead
                break
    return found


@rule
def throws_agree(hands: Any, throws: Any, parts: Any, main: int, cr: int, chain: int) -> bool:
    """Tell whether every throw would have stood or failed as it did, were these the hands."""
    for at in range(len(throws)):
        place = first_beaten(hands, throws[at], parts, main, cr, chain)
        if throws[at][4] >> place & 1 == 0:
            return False
    return True


# --- Failed throws: somebody holds one of certain blocks, and worlds are dealt on one of them -----
#
# Source: rules page §6, Throws. A throw fails because another seat holds a block as long as a part
# and higher. That a hand drawn at random holds a certain tractor is so rare that dealing until one
# does takes long. But each way for it to come true, that a seat holds the cards of a block, is an
# *event* whose deals can be counted and dealt (``worlds``). One is chosen by its number of deals, and
# a deal in it drawn. A deal in which n of the events are true can come so in n ways, and is kept with
# chance 1/n: then all in which any is true are equally likely.
#
# R. M. Karp and M. Luby, "Monte-Carlo algorithms for enumeration and reliability problems" (1983).

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


# --- A deal of the hidden cards with which all plays agree, drawn until there is one --------------
#
# Source: rules page §6. The cards are dealt from the knowledge of single cards and of one failed throw
# (``worlds``, ``failed_throws``), checked against all plays (``trial``), and the landlord's kitty is
# chosen.

ASIDE_ROW = 4
"""The last row of piles, the cards aside; before it those of the seat that looks and the three after."""


@rule
def split_kitty(
    hands: Any, split: Any, kitty: Any, seed: int, stream: int, index: int
) -> tuple[bool, int]:
    """Choose what the landlord took from the kitty; return whether it can be that, and the next index.

    Args:
        hands: see ``deal_cards``.
        split: the landlord's row, what it has played, the cards turned up, and those it has shown for
            bids, which it has drawn; each pile with its cards there twice.
        kitty: array (2, 2), filled: the kitty, and what the landlord has drawn.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: where in the stream to begin.
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
    given: Any, front: Any, hands: Any, kitty: Any, seed: int, stream: int, index: int, most: int
) -> tuple[int, int]:
    """Deal until a deal agrees with all that is known; return how many it took and the next index.

    Args:
        given: the table of ``deal_cards``, the events of ``deal_on_events`` and their shares, the piles
            known, the rows of ``all_follow``, those of ``throws_agree`` and their parts, trump and
            duty, and what ``split_kitty`` takes.
        front: see ``deal_on_events``; changed.
        hands: array (5, 2), filled: the hands in turn from the seat that looks, and what is aside.
        kitty: array (2, 2), filled where the landlord is another seat and has buried.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: where in the stream to begin.
        most: how many deals to try; where none of them agrees, the first number is 0.
    """
    table, events, shares, known, follows, throws, parts, house, split = given
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


# --- Positions of Tractor that a seat cannot tell from the true one, each as likely as it is ------

Ints = NDArray[np.int64]

MOST_TRIED = 200_000
"""The deals tried, about a second, before a sample that agrees with the plays is given up."""
_ONE_DEAL = 150
"""The counts of deals that take as long as to make one deal."""


class Given(NamedTuple):
    """What ``dealing.deal_world`` needs to know."""

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
    """Return a position with the cards that a seat can't see dealt anew.

    Raises:
        SuitwiseError: the seed has more than 64 bits or the stream is out of range; or none of
            ``MOST_TRIED`` deals was one in which all plays could have been made.

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
    """Return the piles of a world, and how many deals it took.

    Returns:
        Array (5, 2): the hands in turn from the seat's own, and what is aside, masks of the cards there
        and there twice; array (2, 2): the kitty and what the landlord drew, where that is hidden;
        the number of deals.

    Raises:
        SuitwiseError: no deal that was tried agrees with the plays.
    """
    given = given_of(state, seat)
    hands = np.zeros((ASIDE_ROW + 1, 2), np.int64)
    kitty = np.zeros((2, 2), np.int64)
    front = front_of(given.table, given.events)
    counted = np.count_nonzero(given.table[4][: max(0, len(front) - 1)])
    most = MOST_TRIED // (1 + counted // _ONE_DEAL)
    tried, _ = machine(deal_world)(tuple(given), front, hands, kitty, seed, stream, 0, most)
    if not tried:
        raise SuitwiseError(f"none of {most} deals agrees with all plays that seat {seat} saw")
    return hands, kitty, tried


def _in_world(state: TractorState, seat: int, piles: Sequence[Pile], kitty: Pile) -> TractorState:
    """Return a position with other hands, in turn from a seat's own, and other cards aside."""
    hands = [piles[(at - seat) % 4] for at in SEATS]
    if not state.tricks:
        drawn = [state.drawn[at] if at == seat else hands[at] for at in SEATS]
        if state.phase == "bury" and state.current_landlord != seat:
            hands[state.current_landlord] = hands[state.current_landlord].plus(piles[ASIDE_ROW])
        return replace(state, drawn=four(drawn), held=four(hands))
    buried = state.buried if state.current_landlord == seat else piles[ASIDE_ROW]
    drawn = [hand.plus(gone) for hand, gone in zip(hands, state.played, strict=True)]
    drawn[seat] = state.drawn[seat]
    if state.current_landlord != seat:
        assert buried is not None
        drawn[state.current_landlord] = drawn[state.current_landlord].plus(buried).minus(kitty)
    return replace(state, drawn=four(drawn), held=four(hands), buried=buried)


# --- What the rules take --------------------------------------------------------------------------


@lru_cache(maxsize=4)
def given_of(state: TractorState, seat: int) -> Given:
    """Return what worlds are dealt from that a seat can't tell from the true one."""
    known = knowledge_of(state, seat)
    rows, parts = _throw_rows(state, seat)
    trump, profile = state.trump, state.profile
    main, cr = trump.main_index, trump.rank_index
    events = _failures(state, known)
    table = _table(state, known, _cards_of(set().union(*events)))
    return Given(
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
    """Return the piles of the seats in turn from one."""
    return [hands[(seat + place) % 4] for place in SEATS]


def _table(state: TractorState, known: Knowledge, front: int) -> tuple[Ints, ...]:
    """Return what ``worlds.deal_cards`` takes, the cards of a mask first."""
    seat = known.seat
    joined = (state.current_landlord - seat) % 4 - 1 if known.joined else -1
    cards = np.zeros((N_CARDS, 3), np.int64)
    options = np.zeros((N_CARDS, MOST_OPTIONS, PLACES + 1), np.int64)
    size = machine(list_options)(_masks(state, known), joined, cards, options)
    first = np.argsort(~(front >> cards[:size, 0]) & 1, kind="stable")
    rooms = np.array([*(known.rooms[(seat + place) % 4] for place in (1, 2, 3)), known.rooms[4]])
    order = np.argsort(rooms, kind="stable")
    counts = np.zeros((size + 1, *(rooms[order[:3]] + 1)), np.int64)
    shifts = np.zeros(size, np.int64)
    table = cards[first], options[first], rooms, order, counts, shifts
    if not machine(count_deals)(table, np.array(NO_EVENT)):
        raise SuitwiseError(
            f"no deal of the cards that seat {seat} can't see agrees with the plays"
        )
    return table


def _failures(state: TractorState, known: Knowledge) -> list[set[Event]]:
    """Return for each throw that failed, if that is not explained yet, how it can have."""
    failed = (
        throw for throw in throws_of(state, known.seat) if not throw.first >> len(throw.parts)
    )
    found = (events_of(state, known, throw) for throw in failed)
    return [events for events in found if events is not None]


def _cards_of(events: Iterable[Event]) -> int:
    """Return the cards that lie otherwise in some events than in general."""
    cards = 0
    for event in events:
        cards |= event[1] | event[2]
    return cards


def front_of(table: tuple[Ints, ...], events: Ints) -> Ints:
    """Return what ``worlds.count_event`` fills for some events: counts from the last of their cards."""
    cards, counts = table[0], table[4]
    touched = np.flatnonzero(_cards_of(events.tolist()) >> cards[:, 0] & 1)
    if not len(touched):
        return np.zeros((0, 1, 1, 1), np.int64)
    size = int(touched[-1]) + 1
    front = np.zeros((size + 1, *counts.shape[1:]), np.int64)
    front[size] = counts[size]
    return front


def _rarest(table: tuple[Ints, ...], failures: Sequence[set[Event]]) -> tuple[Ints, Ints]:
    """Return the events of the throw whose failure is the rarest, and their shares; or no event.

    Where the deals of its events, each counted for itself, are as many as all deals, dealing on them is
    no gain.
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
    """Return the masks that ``worlds.list_options`` takes."""
    others = [(known.seat + place) % 4 for place in (1, 2, 3)]
    masks = (
        *known.free.masks[:2],
        *known.pool.masks[:2],
        turned_up(state).once,
        *(known.absent[seat] for seat in others),
        *(known.lone[seat] for seat in others),
        *(known.kept[seat].once for seat in others),
    )
    return np.array(masks, np.int64)


def _follow_rows(state: TractorState, seat: int) -> Iterator[tuple[int, ...]]:
    """Yield what ``trial.all_follow`` takes of the plays of the other seats."""
    trump, played = state.trump, state.played
    main, cr = trump.main_index, trump.rank_index
    chain = state.profile.chain_mask(main)
    form: tuple[int, ...] = ()
    for moment in moments_of(state):
        if moment.lead is None:
            lead, led = moment.play, moment.led
            form = led, lead.size, *led_form(lead.twice, led, main, cr, chain)
        elif moment.seat != seat:
            since = played[moment.seat].minus(moment.before[moment.seat])
            yield ((moment.seat - seat) % 4, *since.masks[:2], *moment.play.masks[:2], *form)


def _throw_rows(state: TractorState, seat: int) -> tuple[list[list[int]], list[tuple[int, int]]]:
    """Return what ``trial.throws_agree`` takes, and the parts."""
    played = state.played
    rows: list[list[int]] = []
    parts: list[tuple[int, int]] = []
    for thrown in throws_of(state, seat):
        since = [all_.minus(gone) for all_, gone in zip(played, thrown.before, strict=True)]
        row = [(thrown.leader - seat) % 4, thrown.led, len(parts), len(thrown.parts), thrown.first]
        for pile in _in_turn(four(since), seat):
            row += pile.masks[:2]
        rows.append([*row, thrown.in_turn])
        parts += thrown.parts
    return rows, parts


def _split(state: TractorState, known: Knowledge) -> tuple[int, ...]:
    """Return what ``dealing.split_kitty`` takes; zeros where the kitty is no secret of its own."""
    if not known.joined:
        return (0,) * 7
    landlord = state.current_landlord
    piles = state.played[landlord], turned_up(state), shown_by(state, landlord)
    return ((landlord - known.seat) % 4, *(mask for pile in piles for mask in pile.masks[:2]))


# --- Many deals of the hidden cards at once, as arrays, for players that search -------------------


@rule
def deal_many(
    given: Any, front: Any, hands: Any, kitty: Any, seed: int, stream: int, most: int
) -> int:
    """Deal worlds one after the other; return how many could be dealt.

    Args:
        given: see ``dealing.deal_world``; likewise all that follow.
        front: see there.
        hands: array (n, 5, 2), filled.
        kitty: array (2, 2), room.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        most: how many deals to try for all worlds together.
    """
    index = 0
    for world in range(len(hands)):
        tried, index = deal_world(given, front, hands[world], kitty, seed, stream, index, most)
        if tried == 0:
            return world
        most -= tried
    return len(hands)


def many_worlds(
    state: TractorState, seat: int, count: int, seed: int, stream: int
) -> NDArray[np.int64]:
    """Return worlds that a seat can't tell from the true one, each drawn evenly from all.

    Returns:
        Array (n, 5, 2): for each world the hands in turn from the seat's own, and what is aside, masks
        of the cards there and there twice; n is ``count``, or less where worlds are hard to find.

    Raises:
        SuitwiseError: no deal that was tried agrees with the plays.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor(match="deal").start().rolled(seed=1, stream=0)
    >>> many_worlds(state, 1, 3, seed=7, stream=0).shape
    (3, 5, 2)
    """
    given = given_of(state, seat)
    front = front_of(given.table, given.events)
    hands = np.zeros((count, ASIDE_ROW + 1, 2), np.int64)
    room = np.zeros((2, 2), np.int64)
    most = MOST_TRIED + count
    found = machine(deal_many)(tuple(given), front, hands, room, seed, stream, most)
    if not found:
        raise SuitwiseError(f"none of {most} deals agrees with all plays that seat {seat} saw")
    return hands[:found]
