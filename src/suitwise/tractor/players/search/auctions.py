"""What is bid: each bid and the pass tried in worlds, the deal drawn, buried and played out.

In a world the cards yet to be drawn are drawn, and then each seat is asked twice, in turn, with its
whole hand, by the policy. That is not how a bidding goes, card by card; but who will be landlord, and
with what trumps, comes out much the same. Nothing is concluded from what the others have bid or not.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from suitwise.seeds import below
from suitwise.tractor.arrays.batch_rows import bury
from suitwise.tractor.arrays.packed import (
    BURIED,
    COLUMNS,
    HANDS,
    LANDLORD,
    LEADER,
    MAIN,
    RANK,
    renamed,
)
from suitwise.tractor.arrays.policy_bidding import HAND, NO_BID, choose_bid
from suitwise.tractor.arrays.policy_chances import HAND_WEIGHTS
from suitwise.tractor.hidden.redealing import many_worlds
from suitwise.tractor.moves import Move
from suitwise.tractor.players.search.judging import (
    Ints,
    Thinking,
    batches,
    house_of,
    lots_in_all,
)
from suitwise.tractor.players.search.racing import Batch, Race, race
from suitwise.tractor.players.search.rollouts import play_out
from suitwise.tractor.players.search.values import values_for, worth_of
from suitwise.tractor.rules.auction import NOTHING, bid_height, bid_of, biddable, main_of, may_bid
from suitwise.tractor.rules.order import TRUMPS, partition_mask, rank_cards
from suitwise.tractor.rules.piles import together, without
from suitwise.tractor.state import TractorState

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
        share: how many trumps of a suit are enough where the hand is not strong in it.
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
        hands: array (5, 2): what has been drawn, in turn from a seat's own, and what has not; changed.
        world: array (36,): the hands and the kitty are filled, by true names.
        seat: the seat.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: where in the stream to begin.
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
    """Ask all seats twice for bids, and name trump and landlord, who buries.

    Args:
        record: the cards by true names.
        card: the card whose bid stands; -1 for none.
        copies: how many are shown.
        holder: the seat whose bid stands.
        given: who was asked last, the landlord or -1, the seat that draws first, the current rank.
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
    """Return a card of the kitty that names the main suit where nobody bids."""
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
        calls: array (k, 3): the card of the bid that stands, or -1, how many, and whose it is.
        active: the calls that are tried.
        given: see ``end_auction``.
        house: see ``judging.house_of``.
        record: array (36,), room for a record.
        points: array (n, k), filled: the attackers' points at the end.
        landlords: array (n, k), filled: who became landlord.
    """
    for world in range(first, last):
        for place in range(len(active)):
            call = active[place]
            for column in range(COLUMNS):
                record[column] = worlds[world, column]
            end_auction(record, calls[call, 0], calls[call, 1], calls[call, 2], given)
            points[world, call] = play_out(record, house)
            landlords[world, call] = record[LANDLORD]


def judged_calls(
    state: TractorState, moves: Sequence[Move], thinking: Thinking, stream: int
) -> Race:
    """Return how bids and the pass of the seat on turn fare, the first being the one to beat.

    Args:
        state: a position in which a seat is asked to bid.
        moves: what it may say.
        thinking: how long.
        stream: the stream of random numbers.
    """

    def batch(count: int, stream: int) -> Batch:
        worlds = _worlds(state, count, thinking.seed, stream)
        return np.ones(len(worlds), np.int64), _Calls(state, moves, worlds).rolled

    drawn = batches(batch, lots_in_all(thinking), stream)
    return race(drawn, len(moves), thinking.clock.is_over, thinking.drops)


class Called(NamedTuple):
    """What came of bids.

    Args:
        worth: array (n, k), what each call is worth in each world.
        points: array (n, k), the attackers' points at the end.
        landlords: array (n, k), who became landlord.
    """

    worth: Ints
    points: Ints
    landlords: Ints


def called_out(
    state: TractorState, moves: Sequence[Move], thinking: Thinking, stream: int
) -> Called:
    """Return what comes of bids and the pass of the seat on turn in every world (``judged_calls``)."""
    worlds = _worlds(state, thinking.worlds, thinking.seed, stream)
    calls = _Calls(state, moves, worlds)
    worth = calls.rolled(0, len(worlds), np.arange(len(moves)))
    return Called(worth, calls.points, calls.landlords)


class _Calls:
    """Calls that are tried in worlds, and what came of them."""

    def __init__(self, state: TractorState, moves: Sequence[Move], worlds: Ints) -> None:
        self.worlds = worlds
        self.calls = np.array([_call(state, move) for move in moves], np.int64)
        self.given = np.array((state.turn, state.landlord, state.first, state.rank), np.int64)
        self.house, self.record = house_of(state), np.empty(COLUMNS, np.int64)
        self.points = np.zeros((len(worlds), len(moves)), np.int64)
        self.landlords = np.zeros_like(self.points)
        self.tables = [values_for(state, state.turn, seat) for seat in SEATS]

    def rolled(self, first: int, last: int, active: Ints) -> Ints:
        """Roll calls out in some worlds; return what each is worth in them."""
        points, landlords = self.points, self.landlords
        machine(roll_calls)(
            self.worlds, first, last, self.calls, active, self.given, self.house, self.record,
            points, landlords,
        )  # fmt: skip
        worth = [worth_of(table, points[first:last]) for table in self.tables]
        return np.choose(landlords[first:last], worth)


def _worlds(state: TractorState, count: int, seed: int, stream: int) -> Ints:
    hands = many_worlds(state, state.turn, count, seed, stream)
    worlds = np.zeros((len(hands), COLUMNS), np.int64)
    index = 1 << 40
    for hand, world in zip(hands, worlds, strict=True):
        index = machine(draw_rest)(hand, world, state.turn, seed, stream, index)
    return worlds


def _call(state: TractorState, move: Move) -> tuple[int, int, int]:
    bid = bid_of(state.turn, move.pile.cards) if move.pile.once else state.standing
    return (-1, 0, -1) if bid is None else (int(bid.card), bid.copies, bid.seat)
