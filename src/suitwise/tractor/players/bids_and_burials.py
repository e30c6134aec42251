"""Bids and burials of Tractor tried in worlds, each deal played out by the compiled policy.

Bids are searched for reviews alone; the Monte Carlo player bids by rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from suitwise.cards import BLACK_JOKER
from suitwise.foundation.arrays.compiled import (
    count_bits,
    highest_bit,
    item_at,
    lowest_bit,
    machine,
    rule,
)
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.foundation.seating import SEATS
from suitwise.players.search import Batch, Ints, Race, lots_in_all
from suitwise.seeds import below
from suitwise.tractor.arrays.batch import bury
from suitwise.tractor.arrays.estimates import (
    HAND,
    HAND_WEIGHTS,
    NO_BID,
    burial_cost,
    choose_bid,
    choose_burial_among,
)
from suitwise.tractor.arrays.packed import (
    BURIED,
    COLUMNS,
    HANDS,
    LANDLORD,
    LEADER,
    MAIN,
    RANK,
    form_of,
    named_back,
    renamed,
)
from suitwise.tractor.hidden.redealing import many_worlds
from suitwise.tractor.moves import Move
from suitwise.tractor.players.plays import (
    Thinking,
    house_of,
    named,
    play_out,
    values_for,
    worth_of,
)
from suitwise.tractor.players.worlds import fill_world
from suitwise.tractor.rules.deck import (
    EMPTY,
    TRUMPS,
    Pile,
    bits,
    partition_mask,
    rank_cards,
    together,
    without,
)
from suitwise.tractor.rules.levels import (
    KITTY,
    NOTHING,
    bid_height,
    bid_of,
    biddable,
    main_of,
    may_bid,
)
from suitwise.tractor.state import TractorState

# --- Burials --------------------------------------------------------------------------------------
#
# First come the policy's burial and those of other plans: a suit buried whole, a suit spared, points
# kept or buried. From the best of them single cards are exchanged, as long as that gains.

ROUNDS = 2
"""The number of rounds of exchanges."""
EXCHANGED = 24
"""The number of exchanges tried in a round, the cheapest ones under the policy."""
_LEFT = 0.5
"""The share of the time that must be left for another round."""


@rule
def roll_burials(
    worlds: Any,
    first: int,
    last: int,
    burials: Any,
    active: Any,
    house: Any,
    record: Any,
    points: Any,
) -> None:
    """Play deals out after burials.

    Args:
        worlds: array (n, 36): the records of the worlds without the landlord's hand.
        first: the first world.
        last: the world after the last one.
        burials: array (k, 4): the cards kept, and twice; buried, and twice.
        active: the burials that are tried.
        house: see ``plays.house_of``.
        record: array (36,), workspace for a record.
        points: array (n, k), filled: the attackers' points at the end.
    """
    for world in range(first, last):
        for place in range(len(active)):
            burial = burials[active[place]]
            for column in range(COLUMNS):
                record[column] = worlds[world, column]
            hand = HANDS + 2 * item_at(record, LANDLORD)
            record[hand], record[hand + 1] = item_at(burial, 0), item_at(burial, 1)
            record[BURIED], record[BURIED + 1] = item_at(burial, 2), item_at(burial, 3)
            points[world, active[place]] = play_out(record, house)


def race_burials(state: TractorState, thinking: Thinking, stream: int) -> tuple[list[Pile], Race]:
    """Return the burials of the last round, and their race.

    Args:
        state: a position in which the landlord buries.
        thinking: the limits of the search.
        stream: the stream of random numbers.
    """
    plans = list(dict.fromkeys(plans_of(state)))
    found = compare_burials(state, plans, thinking, stream)
    for _ in range(ROUNDS):
        if thinking.clock.is_over(left=_LEFT):
            break
        best = plans[found.best]
        plans = [best, *islice(_exchanges(state, best), EXCHANGED)]
        found = compare_burials(state, plans, thinking, stream)
        if found.best == 0:
            break
    return plans, found


def compare_burials(
    state: TractorState, plans: list[Pile], thinking: Thinking, stream: int
) -> Race:
    """Race burials in common worlds.

    Args:
        state: a position in which the landlord buries.
        plans: the burials.
        thinking: the limits of the search.
        stream: the stream of random numbers.
    """
    hand, house = state.held[state.turn], house_of(state)
    rows = [(*named(state, hand.minus(plan)), *named(state, plan)) for plan in plans]
    burials = np.array(rows, np.int64)
    values = values_for(state, state.turn)
    record = np.empty(COLUMNS, np.int64)

    def batch(count: int, stream: int) -> Batch:
        worlds = _burial_worlds(state, count, thinking.seed, stream)
        points = np.zeros((len(worlds), len(plans)), np.int64)

        def roll(first: int, last: int, active: Ints) -> Ints:
            machine(roll_burials)(worlds, first, last, burials, active, house, record, points)
            return worth_of(values, points[first:last])

        return Batch(np.ones(len(worlds), np.int64), roll)

    lots = lots_in_all(thinking.clock, thinking.worlds)
    return thinking.race(batch, len(plans), lots, stream)


def _burial_worlds(state: TractorState, count: int, seed: int, stream: int) -> Ints:
    hands = many_worlds(state, state.turn, count, seed, stream)
    template = np.zeros(COLUMNS, np.int64)
    template[MAIN], template[RANK] = state.trump.main_index, state.trump.rank_index
    template[[LANDLORD, LEADER]] = state.turn
    worlds = np.repeat(template[None], len(hands), axis=0)
    for record, world in zip(worlds, hands, strict=True):
        machine(fill_world)(record, world, state.turn)
    return worlds


def plans_of(state: TractorState) -> Iterator[Pile]:
    """Yield burials by different plans, the policy's first."""
    main, rank = state.trump.main_index, state.trump.rank_index
    hand = state.held[state.turn]
    suits = [partition_mask(suit, main, rank) for suit in range(4) if suit != main]
    yield _buried(state, EMPTY, hand)
    for mask in suits:
        whole = hand.of(mask)
        if 0 < whole.size <= KITTY:
            yield _buried(state, whole, hand.minus(whole))
        rest = hand.minus(whole)
        if rest.size >= KITTY:
            yield _buried(state, EMPTY, rest)
    for one in suits:
        for other in suits:
            both = hand.of(one | other)
            if one < other and 0 < both.size <= KITTY:
                yield _buried(state, both, hand.minus(both))


def _buried(state: TractorState, fixed: Pile, free: Pile) -> Pile:
    """Return a burial of fixed cards, completed by the cheapest free ones."""
    main, rank = state.trump.main_index, state.trump.rank_index
    hand = state.held[state.turn].minus(fixed)
    once, twice = choose_burial_among(
        *named(state, hand), *named(state, free), KITTY - fixed.size, form_of(main), rank
    )
    return fixed.plus(Pile(*_back(state, once, twice)))


def _back(state: TractorState, once: int, twice: int) -> tuple[int, int]:
    main, rank = state.trump.main_index, state.trump.rank_index
    return named_back(once, main, rank), named_back(twice, main, rank)


def _exchanges(state: TractorState, plan: Pile) -> Iterator[Pile]:
    """Yield burials with one card exchanged, the cheapest ones under the policy first."""
    hand, form = state.held[state.turn], form_of(state.trump.main_index)
    kept, rank = hand.minus(plan), state.trump.rank_index

    def cost(card: int) -> int:
        bit, _ = named(state, Pile(1 << card))
        return burial_cost(next(bits(bit)), *named(state, hand), form, rank, HAND_WEIGHTS)

    pairs = [
        (cost(new) - cost(old), old, new) for old in bits(plan.once) for new in bits(kept.once)
    ]
    for _, old, new in sorted(pairs):
        if old != new:
            yield plan.minus(Pile(1 << old)).plus(Pile(1 << new))


# --- Bids -----------------------------------------------------------------------------------------
#
# In a world, the cards that are not drawn yet are drawn, and then each seat is asked twice, in order, to
# bid by the policy with its full hand. A real auction runs card by card, but the landlord and the trumps
# come out much the same. No conclusions are drawn from the bids and passes of the others.

_BOTH = 3
_ASKED = 8


@rule
def whole_hand_bid(once: int, twice: int, cr: int, height: int, share: int) -> int:
    """Return the bid of a seat that has drawn all its cards: ``4 * card + copies``, or ``NO_BID``.

    Args:
        once: card mask of the hand, by true names.
        twice: mask of its pairs.
        cr: current rank 0..12.
        height: ``auction.bid_height`` of the opponents' bid that stands, else ``NOTHING``.
        share: the number of trumps of a suit that is enough if the hand is not strong in it.
    """
    bid = choose_bid(once, twice, cr, height)
    if bid != NO_BID:
        return bid
    most, shown = share - 1, biddable(once, twice, cr) & rank_cards(cr)
    while shown:
        card = lowest_bit(shown)
        shown &= shown - 1
        copies = 1 if may_bid(card, 1, cr, height) else 2
        mask = partition_mask(TRUMPS, main_of(card), cr)
        trumps = count_bits(once & mask) + count_bits(twice & mask)
        if (
            trumps > most
            and copies <= 1 + (twice >> card & 1)
            and may_bid(card, copies, cr, height)
        ):
            bid, most = 4 * card + copies, trumps
    return bid


@rule
def draw_rest(hands: Any, world: Any, seat: int, seed: int, stream: int, index: int) -> int:
    """Draw the cards that are left in a world; return the next index of the stream.

    Args:
        hands: array (5, 2): the cards drawn, in order from a seat's own, and those left; changed.
        world: array (36,): the hands and the kitty are filled, by true names.
        seat: the seat.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: the next index of the stream.
    """
    once, twice = hands[4, 0], hands[4, 1]
    for place in range(4):
        own, own_twice = hands[place, 0], hands[place, 1]
        while count_bits(own) + count_bits(own_twice) < HAND:
            number, index = below(count_bits(once) + count_bits(twice), seed, stream, index)
            kinds = count_bits(once)
            bit = 1 << (
                bit_numbered(once, number)
                if number < kinds
                else bit_numbered(twice, number - kinds)
            )
            once, twice = without(once, twice, bit, 0)
            own, own_twice = together(own, own_twice, bit, 0)
        at = HANDS + 2 * (seat + place & 3)
        world[at], world[at + 1] = own, own_twice
    world[BURIED], world[BURIED + 1] = once, twice
    return index


@rule
def end_auction(record: Any, card: int, copies: int, holder: int, given: Any) -> None:
    """Ask all seats twice for bids; then name trumps and the landlord, who buries.

    Args:
        record: the cards by true names.
        card: the card of the standing bid; -1 for none.
        copies: the number of copies shown.
        holder: the seat of the standing bid.
        given: the seat asked last, the landlord or -1, the seat that draws first, the current rank.
    """
    seat, landlord, cr = given[0], given[1], given[3]
    height = bid_height(card, copies) if card >= 0 else NOTHING
    share = 7 if landlord < 0 else 9
    for ahead in range(1, _ASKED + 1):
        other = seat + ahead & 3
        if card < 0 or (holder ^ other) & 1:
            hand = HANDS + 2 * other
            bid = whole_hand_bid(
                item_at(record, hand), item_at(record, hand + 1), cr, height, share
            )
            if bid != NO_BID:
                card, copies, holder = bid >> 2, bid & 3, other
                height = bid_height(card, copies)
    if landlord < 0:
        landlord = holder if card >= 0 else given[2]
    main = main_of(card if card >= 0 else turned_card(item_at(record, BURIED), cr))
    for column in range(HANDS, BURIED + 2):
        record[column] = renamed(item_at(record, column), main, cr)
    record[MAIN], record[RANK] = main, cr
    record[LANDLORD], record[LEADER] = landlord, landlord
    bury(record, _BOTH, (HAND_WEIGHTS, HAND_WEIGHTS))


@rule
def turned_card(kitty: int, cr: int) -> int:
    """Return the card of the kitty that names the main suit if nobody bids."""
    ranks = kitty & rank_cards(cr)
    if ranks:
        return lowest_bit(ranks)
    if kitty >> BLACK_JOKER:
        return highest_bit(kitty)
    highest = lowest_bit(kitty)
    while kitty:
        card = lowest_bit(kitty)
        kitty &= kitty - 1
        if card % 13 > highest % 13:
            highest = card
    return highest


@rule
def roll_calls(
    worlds: Any,
    first: int,
    last: int,
    calls: Any,
    active: Any,
    given: Any,
    house: Any,
    record: Any,
    points: Any,
    landlords: Any,
) -> None:
    """Play deals out after bids.

    Args:
        worlds: array (n, 36), the cards by true names, all drawn.
        first: the first world.
        last: the world after the last one.
        calls: array (k, 3): the card of the standing bid or -1, its copies, and its seat.
        active: the calls that are tried.
        given: see ``end_auction``.
        house: see ``plays.house_of``.
        record: array (36,), workspace for a record.
        points: array (n, k), filled: the attackers' points at the end.
        landlords: array (n, k), filled with the landlords.
    """
    for world in range(first, last):
        for place in range(len(active)):
            call = active[place]
            for column in range(COLUMNS):
                record[column] = worlds[world, column]
            end_auction(record, calls[call, 0], calls[call, 1], calls[call, 2], given)
            points[world, call] = play_out(record, house)
            landlords[world, call] = record[LANDLORD]


def race_calls(state: TractorState, moves: Sequence[Move], thinking: Thinking, stream: int) -> Race:
    """Race bids and the pass of the seat on turn; the first is the one to beat.

    Args:
        state: a position in which a seat is asked to bid.
        moves: the bids and the pass.
        thinking: the limits of the search.
        stream: the stream of random numbers.
    """

    def batch(count: int, stream: int) -> Batch:
        worlds = _bid_worlds(state, count, thinking.seed, stream)
        return Batch(np.ones(len(worlds), np.int64), _Calls(state, moves, worlds).rolled)

    lots = lots_in_all(thinking.clock, thinking.worlds)
    return thinking.race(batch, len(moves), lots, stream)


class Called(NamedTuple):
    """The results of bids in worlds.

    Args:
        worth: array (n, k), the worth of each call in each world.
        points: array (n, k), the attackers' points at the end.
        landlords: array (n, k), the landlords.
    """

    worth: Ints
    points: Ints
    landlords: Ints


def called_out(
    state: TractorState, moves: Sequence[Move], thinking: Thinking, stream: int
) -> Called:
    """Return the results of bids and the pass of the seat on turn in every world."""
    worlds = _bid_worlds(state, thinking.worlds, thinking.seed, stream)
    calls = _Calls(state, moves, worlds)
    worth = calls.rolled(0, len(worlds), np.arange(len(moves)))
    return Called(worth, calls.points, calls.landlords)


class _Calls:
    """Calls tried in worlds, with their results."""

    def __init__(self, state: TractorState, moves: Sequence[Move], worlds: Ints) -> None:
        self.worlds = worlds
        self.calls = np.array([_call(state, move) for move in moves], np.int64)
        self.given = np.array((state.turn, state.landlord, state.first, state.rank), np.int64)
        self.house, self.record = house_of(state), np.empty(COLUMNS, np.int64)
        self.points = np.zeros((len(worlds), len(moves)), np.int64)
        self.landlords = np.zeros_like(self.points)
        self.tables = [values_for(state, state.turn, seat) for seat in SEATS]

    def rolled(self, first: int, last: int, active: Ints) -> Ints:
        """Roll calls out in some of the worlds; return their worth, array (worlds, calls)."""
        points, landlords = self.points, self.landlords
        machine(roll_calls)(
            self.worlds, first, last, self.calls, active, self.given, self.house, self.record,
            points, landlords,
        )  # fmt: skip
        worth = [worth_of(table, points[first:last]) for table in self.tables]
        return np.choose(landlords[first:last], worth)


def _bid_worlds(state: TractorState, count: int, seed: int, stream: int) -> Ints:
    hands = many_worlds(state, state.turn, count, seed, stream)
    worlds = np.zeros((len(hands), COLUMNS), np.int64)
    index = 1 << 40
    for hand, world in zip(hands, worlds, strict=True):
        index = machine(draw_rest)(hand, world, state.turn, seed, stream, index)
    return worlds


def _call(state: TractorState, move: Move) -> tuple[int, int, int]:
    bid = bid_of(state.turn, move.pile.cards) if move.pile.once else state.standing
    return (-1, 0, -1) if bid is None else (int(bid.card), bid.copies, bid.seat)
