"""Search of burials and bids of Tractor: each is tried in sampled worlds, played out by the policy.

The Monte Carlo player searches its burials. Bids are searched for reviews alone; the player bids by
rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
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
from suitwise.tractor.arrays import batch, estimates, packed
from suitwise.tractor.arrays.batch import begin_round, bury
from suitwise.tractor.arrays.estimates import HAND_WEIGHTS, NO_BID, choose_bid
from suitwise.tractor.arrays.packed import hand_in, set_pile, size_of
from suitwise.tractor.hidden import redealing
from suitwise.tractor.moves import Move
from suitwise.tractor.players import plays
from suitwise.tractor.players.plays import Thinking, play_out
from suitwise.tractor.players.worlds import fill_world
from suitwise.tractor.rules import deck, levels
from suitwise.tractor.rules.deck import Pile, partition_mask, rank_cards, together, without
from suitwise.tractor.rules.levels import KITTY, bid_height, biddable, main_of, may_bid
from suitwise.tractor.state import TractorState

# --- Burials --------------------------------------------------------------------------------------
#
# First the policy's burial is compared with those of other plans: bury a suit completely, bury two
# suits, or spare a suit. Then single cards of the best burial are exchanged, in rounds, as long as that
# gains.

ROUNDS = 2
"""The largest number of rounds of exchanges."""
EXCHANGES = 24
"""The number of exchanges tried in a round, the cheapest ones under the policy."""
_TIME_LEFT = 0.5
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
    """Play a range of worlds out after each burial.

    Args:
        worlds: array (n, 36), the records of the worlds without the landlord's hand.
        first: the first world.
        last: the world after the last one.
        burials: array (k, 4), two piles for each burial: the landlord's hand after it, the buried
            cards.
        active: the burials that are tried.
        house: the house; see the head of ``plays``.
        record: array (36,), workspace.
        points: array (n, k), filled: the attackers' points at the end.
    """
    for world in range(first, last):
        for place in range(len(active)):
            burial = burials[active[place]]
            for column in range(packed.COLUMNS):
                record[column] = worlds[world, column]
            hand = packed.HANDS + 2 * item_at(record, packed.LANDLORD)
            set_pile(record, hand, item_at(burial, 0), item_at(burial, 1))
            set_pile(record, packed.BURIED, item_at(burial, 2), item_at(burial, 3))
            points[world, active[place]] = play_out(record, house)


def race_burials(state: TractorState, thinking: Thinking, stream: int) -> tuple[list[Pile], Race]:
    """Search a burial; return the burials of the last round, and their race.

    Args:
        state: a position in which the landlord buries.
        thinking: the limits of the search.
        stream: the stream of random numbers.
    """
    burials = list(dict.fromkeys(plans_of(state)))
    race = compare_burials(state, burials, thinking, stream)
    for _ in range(ROUNDS):
        if thinking.clock.is_over(left=_TIME_LEFT):
            break
        best = burials[race.best]
        burials = [best, *islice(_exchanges(state, best), EXCHANGES)]
        race = compare_burials(state, burials, thinking, stream)
        if race.best == 0:
            break
    return burials, race


def compare_burials(
    state: TractorState, burials: list[Pile], thinking: Thinking, stream: int
) -> Race:
    """Race burials in common worlds.

    Args:
        state: a position in which the landlord buries.
        burials: the burials.
        thinking: the limits of the search.
        stream: the stream of random numbers.
    """
    hand, house = state.held[state.turn], plays.house_of(state)
    rows = np.array(
        [
            (*batch.renamed_pile(state, hand.minus(pile)), *batch.renamed_pile(state, pile))
            for pile in burials
        ],
        np.int64,
    )
    values = plays.values_for(state, state.turn)
    record = np.empty(packed.COLUMNS, np.int64)

    def sample(count: int, stream: int) -> Batch:
        hands = thinking.shown
        if hands is None:
            hands = redealing.many_worlds(state, state.turn, count, thinking.seed, stream)
        worlds = _burial_worlds(state, hands)
        points = np.zeros((len(worlds), len(burials)), np.int64)

        def roll(first: int, last: int, active: Ints) -> Ints:
            machine(roll_burials)(worlds, first, last, rows, active, house, record, points)
            return plays.worth_of(values, points[first:last])

        return Batch(np.ones(len(worlds), np.int64), roll)

    lots = lots_in_all(thinking.clock, thinking.worlds)
    return thinking.race(sample, len(burials), lots, stream)


def _burial_worlds(state: TractorState, hands: Ints) -> Ints:
    """Return worlds as records before the first lead, without the landlord's hand."""
    template = np.zeros(packed.COLUMNS, np.int64)
    template[packed.MAIN], template[packed.RANK] = state.trump.main_index, state.trump.rank_index
    template[[packed.LANDLORD, packed.LEADER]] = state.turn
    worlds = np.repeat(template[None], len(hands), axis=0)
    for record, world in zip(worlds, hands, strict=True):
        machine(fill_world)(record, world, state.turn)
    return worlds


def plans_of(state: TractorState) -> Iterator[Pile]:
    """Yield burials by different plans, the policy's own first."""
    main, rank = state.trump.main_index, state.trump.rank_index
    hand = state.held[state.turn]
    suits = [partition_mask(suit, main, rank) for suit in range(4) if suit != main]
    yield _buried(state, deck.EMPTY, hand)
    for mask in suits:
        suit = hand.of(mask)
        rest = hand.minus(suit)
        if 0 < suit.size <= KITTY:
            yield _buried(state, suit, rest)
        if rest.size >= KITTY:
            yield _buried(state, deck.EMPTY, rest)
    for mask in suits:
        for other in suits:
            both = hand.of(mask | other)
            if mask < other and 0 < both.size <= KITTY:
                yield _buried(state, both, hand.minus(both))


def _buried(state: TractorState, fixed: Pile, free: Pile) -> Pile:
    """Return a burial of fixed cards, completed by the cheapest free ones under the policy."""
    main, rank = state.trump.main_index, state.trump.rank_index
    hand, count = state.held[state.turn].minus(fixed), KITTY - fixed.size
    masks = estimates.choose_burial_among(
        *batch.renamed_pile(state, hand),
        *batch.renamed_pile(state, free),
        count,
        packed.form_of(main),
        rank,
    )
    return fixed.plus(Pile(*(packed.named_back(mask, main, rank) for mask in masks)))


def _exchanges(state: TractorState, burial: Pile) -> Iterator[Pile]:
    """Yield burials that differ in one card, the cheapest ones under the policy first."""
    hand, form = state.held[state.turn], packed.form_of(state.trump.main_index)
    left, rank = hand.minus(burial), state.trump.rank_index
    masks = batch.renamed_pile(state, hand)

    def cost(card: int) -> int:
        bit, _ = batch.renamed_pile(state, Pile(1 << card))
        return estimates.burial_cost(next(deck.bits(bit)), *masks, form, rank, HAND_WEIGHTS)

    pairs = product(deck.bits(burial.once), deck.bits(left.once))
    for _, old, new in sorted((cost(new) - cost(old), old, new) for old, new in pairs):
        if old != new:
            yield burial.minus(Pile(1 << old)).plus(Pile(1 << new))


# --- Bids -----------------------------------------------------------------------------------------
#
# In each world the rest of the cards is drawn at random, then every seat is asked twice, in turn, to
# bid by the policy with its full hand. A real auction runs card by card, but it ends with much the same
# landlords and trumps. Worlds are uniform: nothing is inferred from the others' bids and passes.
#
# A *call* is a bid or a pass, given as the standing bid after it: its card (-1 for none), the number of
# copies, and the bidder's seat. The *auction* is an array of four integers:
#
# ======  ============  ========================================================================
# index   name          meaning
# ======  ============  ========================================================================
# 0       ``ASKED``     the seat whose call is tried
# 1       ``LANDLORD``  the landlord, -1 if the bidding decides
# 2       ``FIRST``     the seat that draws first; it becomes landlord if nobody bids
# 3       ``RANK``      the current rank 0..12
# ======  ============  ========================================================================

ASKED, LANDLORD, FIRST, RANK = range(4)
BOTH_SIDES = 3
"""Both sides, one bit each."""
_QUESTIONS = 8
"""The number of questions: each seat is asked twice."""
_SHARE_OPEN, _SHARE_GIVEN = 7, 9
"""The number of trumps in a full hand with which a suit is bid even without strength: to become
landlord, and if the landlord is known."""


@rule
def whole_hand_bid(once: int, twice: int, cr: int, height: int, share: int) -> int:
    """Return the bid of a seat with a full hand: ``4 * card + copies``, or ``NO_BID``.

    Args:
        once: card mask of the hand, by true names.
        twice: mask of its pairs.
        cr: current rank 0..12.
        height: ``levels.bid_height`` of the opponents' standing bid, or ``NOTHING``.
        share: the number of trumps with which a suit is bid even without strength.
    """
    bid = choose_bid(once, twice, cr, height)
    if bid != NO_BID:
        return bid
    most, shown = share - 1, biddable(once, twice, cr) & rank_cards(cr)
    while shown:
        card = lowest_bit(shown)
        shown &= shown - 1
        copies = 1 if may_bid(card, 1, cr, height) else 2
        mask = partition_mask(deck.TRUMPS, main_of(card), cr)
        trumps = size_of(once & mask, twice & mask)
        if (
            trumps > most
            and copies <= 1 + (twice >> card & 1)
            and may_bid(card, copies, cr, height)
        ):
            bid, most = 4 * card + copies, trumps
    return bid


@rule
def draw_rest(hands: Any, world: Any, seat: int, seed: int, stream: int, index: int) -> int:
    """Draw the rest of the cards of a world; return the next index of the stream.

    Args:
        hands: array (5, 2), the hands so far in order of play from the viewer's own, and the cards
            left.
        world: array (36,), whose hands and kitty are filled, by true names.
        seat: the viewer.
        seed: 64-bit seed.
        stream: the stream of random numbers.
        index: the next index of the stream.
    """
    once, twice = hands[4, 0], hands[4, 1]
    for ahead in range(4):
        own, own_twice = hands[ahead, 0], hands[ahead, 1]
        while size_of(own, own_twice) < estimates.HAND:
            number, index = below(size_of(once, twice), seed, stream, index)
            kinds = count_bits(once)
            if number < kinds:
                bit = 1 << bit_numbered(once, number)
            else:
                bit = 1 << bit_numbered(twice, number - kinds)
            once, twice = without(once, twice, bit, 0)
            own, own_twice = together(own, own_twice, bit, 0)
        set_pile(world, packed.HANDS + 2 * (seat + ahead & 3), own, own_twice)
    set_pile(world, packed.BURIED, once, twice)
    return index


@rule
def end_auction(record: Any, card: int, copies: int, bidder: int, auction: Any) -> None:
    """Ask all seats twice for bids after a call; then set landlord and trump, and bury.

    Args:
        record: the cards by true names.
        card: the card of the standing bid; -1 for none.
        copies: the number of copies shown.
        bidder: the seat of the standing bid.
        auction: see above.
    """
    landlord, cr = auction[LANDLORD], auction[RANK]
    height = bid_height(card, copies) if card >= 0 else levels.NOTHING
    share = _SHARE_OPEN if landlord < 0 else _SHARE_GIVEN
    for ahead in range(1, _QUESTIONS + 1):
        seat = auction[ASKED] + ahead & 3
        if card < 0 or (bidder ^ seat) & 1:
            once, twice = hand_in(record, seat)
            bid = whole_hand_bid(once, twice, cr, height, share)
            if bid != NO_BID:
                card, copies, bidder = bid >> 2, bid & 3, seat
                height = bid_height(card, copies)
    if landlord < 0:
        landlord = bidder if card >= 0 else auction[FIRST]
    main = main_of(card if card >= 0 else turned_card(item_at(record, packed.BURIED), cr))
    begin_round(record, landlord, main, cr)
    bury(record, BOTH_SIDES, (HAND_WEIGHTS, HAND_WEIGHTS))


@rule
def turned_card(kitty: int, cr: int) -> int:
    """Return the card of the kitty that names the main suit if nobody bids, in any order."""
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
    auction: Any,
    house: Any,
    record: Any,
    points: Any,
    landlords: Any,
) -> None:
    """Play a range of worlds out after each call.

    Args:
        worlds: array (n, 36), the cards by true names, all drawn.
        first: the first world.
        last: the world after the last one.
        calls: array (k, 3), see above.
        active: the calls that are tried.
        auction: see above.
        house: the house; see the head of ``plays``.
        record: array (36,), workspace.
        points: array (n, k), filled: the attackers' points at the end.
        landlords: array (n, k), filled with the landlords.
    """
    for world in range(first, last):
        for place in range(len(active)):
            call = active[place]
            for column in range(packed.COLUMNS):
                record[column] = worlds[world, column]
            end_auction(record, calls[call, 0], calls[call, 1], calls[call, 2], auction)
            points[world, call] = play_out(record, house)
            landlords[world, call] = record[packed.LANDLORD]


def race_calls(state: TractorState, moves: Sequence[Move], thinking: Thinking, stream: int) -> Race:
    """Race bids and the pass of the seat on turn; the first move is the one to beat.

    Args:
        state: a position in which a seat is asked to bid.
        moves: the bids and the pass.
        thinking: the limits of the search.
        stream: the stream of random numbers.
    """

    def sample(count: int, stream: int) -> Batch:
        worlds = _bid_worlds(state, count, thinking.seed, stream)
        return Batch(np.ones(len(worlds), np.int64), _Calls(state, moves, worlds).rolled)

    lots = lots_in_all(thinking.clock, thinking.worlds)
    return thinking.race(sample, len(moves), lots, stream)


class Called(NamedTuple):
    """The results of calls in worlds.

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
    """Try bids and the pass of the seat on turn in common worlds, without dropping any."""
    worlds = _bid_worlds(state, thinking.worlds, thinking.seed, stream)
    calls = _Calls(state, moves, worlds)
    worth = calls.rolled(0, len(worlds), np.arange(len(moves)))
    return Called(worth, calls.points, calls.landlords)


class _Calls:
    """Calls to be tried in worlds, with their results as they come in."""

    def __init__(self, state: TractorState, moves: Sequence[Move], worlds: Ints) -> None:
        self.worlds = worlds
        self.calls = np.array([_call(state, move) for move in moves], np.int64)
        self.auction = np.array((state.turn, state.landlord, state.first, state.rank), np.int64)
        self.house, self.record = plays.house_of(state), np.empty(packed.COLUMNS, np.int64)
        self.points = np.zeros((len(worlds), len(moves)), np.int64)
        self.landlords = np.zeros_like(self.points)
        self.tables = [plays.values_for(state, state.turn, seat) for seat in SEATS]

    def rolled(self, first: int, last: int, active: Ints) -> Ints:
        """Roll calls out in a range of worlds; return their worth, array (worlds, calls)."""
        points, landlords = self.points, self.landlords
        machine(roll_calls)(
            self.worlds, first, last, self.calls, active, self.auction, self.house, self.record,
            points, landlords,
        )  # fmt: skip
        worth = [plays.worth_of(table, points[first:last]) for table in self.tables]
        return np.choose(landlords[first:last], worth)


def _bid_worlds(state: TractorState, count: int, seed: int, stream: int) -> Ints:
    """Return sampled worlds as records with all cards drawn, by true names."""
    hands = redealing.many_worlds(state, state.turn, count, seed, stream)
    worlds = np.zeros((len(hands), packed.COLUMNS), np.int64)
    index = 1 << 40
    for hand, world in zip(hands, worlds, strict=True):
        index = machine(draw_rest)(hand, world, state.turn, seed, stream, index)
    return worlds


def _call(state: TractorState, move: Move) -> tuple[int, int, int]:
    bid = levels.bid_of(state.turn, move.pile.cards) if move.pile.once else state.standing
    return (-1, 0, -1) if bid is None else (int(bid.card), bid.copies, bid.seat)
