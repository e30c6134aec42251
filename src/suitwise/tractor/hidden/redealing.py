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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from suitwise.cards import N_CARDS
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.seating import SEATS
from suitwise.seeds import world_seed
from suitwise.tractor.hidden.dealing import ASIDE_ROW, deal_world
from suitwise.tractor.hidden.failed_throws import NO_EVENT, Event, events_of
from suitwise.tractor.hidden.knowledge import (
    Knowledge,
    knowledge_of,
    moments_of,
    shown_by,
    throws_of,
    turned_up,
)
from suitwise.tractor.hidden.trial import FOLLOW_COLUMNS, THROW_COLUMNS
from suitwise.tractor.hidden.worlds import (
    MOST_OPTIONS,
    PLACES,
    count_deals,
    count_event,
    list_options,
)
from suitwise.tractor.rules.owed import led_form
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.seats import Hands, four
from suitwise.tractor.state import TractorState

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
