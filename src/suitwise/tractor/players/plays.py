"""Plays for the Monte Carlo player of Tractor: candidates, rollouts, worth in levels, racing.

A candidate is a play of the seat on turn, a world a record (``arrays.packed``) with all hands.
Candidates are made in the same worlds, and the deal is played out by the compiled policy in all four
seats (``suitwise.players.search`` races them). The policy reads only the hand of the seat that plays
and which cards are unseen, so no seat uses what it could not see.

The house is an array of integers:

======  ====================  =======================================================================
index   name                  meaning
======  ====================  =======================================================================
0       ``CHAIN``             the level mask of the Φ that join tractors
1..3                          read by the search of endings alone (``solve.workspace.house_numbers``)
4       ``KITTY_KIND``        how the kitty is multiplied
5       ``KITTY_FACTOR``      its factor if it is a fixed one
6                             read by the search of endings alone
7       ``FORCED_PART``       the part that a failed throw leads, an index into ``throws.FORCED``
8       ``PENALTY``           the penalty for a failed throw, in points
======  ====================  =======================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from typing import Any

import numpy as np

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import item_at, machine, rule
from suitwise.foundation.values import Clock
from suitwise.players import search
from suitwise.players.search import Batch, Beliefs, Ints, Race
from suitwise.tractor.arrays import packed
from suitwise.tractor.arrays.batch import renamed_pile
from suitwise.tractor.arrays.estimates import WEIGHTS
from suitwise.tractor.arrays.packed import (
    hand_in,
    pile_at,
    points_in,
    put,
    size_of,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.play import first_by_name, forced_cards, part_forced
from suitwise.tractor.arrays.policy import choose_play, lead_worth
from suitwise.tractor.players import worlds as sampling
from suitwise.tractor.players.replies import Replies, SeatView, cheapest_play
from suitwise.tractor.rules import deck, levels, throws
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import Pile
from suitwise.tractor.rules.duty import Duty
from suitwise.tractor.rules.levels import kitty_factor
from suitwise.tractor.rules.pairs.legal_plays import parts_by_suit
from suitwise.tractor.rules.pairs.owed import led_partition
from suitwise.tractor.solve import solver, workspace
from suitwise.tractor.solve.solver import final_points
from suitwise.tractor.state import TractorState

# --- The worth of a deal in levels ----------------------------------------------------------------
#
# Source: rules page §6, Points and levels. A result is worth the ranks that a side rises more than the
# other: one for every 40 points, limited by the ranks that must be defended. That is a staircase, and a
# part of the worth is proportional to points instead: a side closer to the next step reaches it more
# often in real play than rollouts by the policy can show.

LEVEL = 1000
"""The worth of one rank."""
_LEAST, _MOST = -300, 1000
"""The range of points; results beyond it count as its ends."""
_STEP = 40
SMOOTH = 30
"""The share of the worth that is proportional to points, in percent."""
LANDLORDSHIP = 900
"""In a match, the worth of being landlord in the next deal rather than attacker. In 20,000 deals of
self-play by the policy the landlord's side gained 0.47 ranks a deal, which its opponents lost."""


def values_for(state: TractorState, seat: int, landlord: int = levels.NOBODY) -> Ints:
    """Return a table of the worth of the attackers' points to a seat's side.

    Args:
        state: a position of the deal.
        seat: the seat.
        landlord: the landlord, if other than the current one.
    """
    landlord = state.current_landlord if landlord == levels.NOBODY else landlord
    match = state.variant.match == "match"
    defend = levels.rank_bits(state.profile.defend)
    values = _values(state.levels, landlord, match, defend)
    return values if (landlord ^ seat) & 1 == 0 else -values


@lru_cache(maxsize=8)
def _values(before: tuple[int, int], landlord: int, match: bool, defend: int) -> Ints:
    """Return the worth of points to the landlord's side, from the levels before the deal."""
    side = landlord & 1
    values = []
    for points in range(_LEAST, _MOST + 1):
        after = levels.ranks_after(*before, landlord, points, defend)
        gained = after[side] - before[side] - (after[1 - side] - before[1 - side])
        worth = LEVEL * gained
        if match:
            worth += LANDLORDSHIP * (1 if points < levels.TAKEN_OVER else -1) // 2
        linear = LEVEL * (levels.TAKEN_OVER - points) // _STEP
        values.append(((100 - SMOOTH) * worth + SMOOTH * linear) // 100)
    return np.array(values, np.int64)


def worth_of(values: Ints, points: Ints) -> Ints:
    """Look points up in a table of ``values_for``."""
    return values[np.clip(points, _LEAST, _MOST) - _LEAST]


# --- Candidates -----------------------------------------------------------------------------------
#
# A leader tries its singles, pairs and tractors, the best under the policy first. In each suit it also
# tries throws: of the parts that certainly stand the first two, three and so on, then all of them with
# one part that may be beaten. A follower tries all its legal plays if they are few; otherwise the
# policy's replies, and the cheapest plays that get rid of each suit first, with points first, last or
# ignored.

MOST = 24
"""The largest number of candidates, not counting throws."""
FEW = 30
"""Up to this number of legal replies, all are candidates."""
_POINTS = 1 << 12
"""A price for each point, above that of keeping any card: points decide before it."""
_DISCOUNT = 1 << 18
"""A discount for the cards of a suit, above the price of any points: the suit decides before them."""


def candidates_of(view: SeatView) -> list[Pile]:
    """Return the candidates of the seat on turn, the policy's play first.

    Args:
        view: the view of that seat.
    """
    if view.state.duty is None:
        return list(dict.fromkeys((*islice(_leads(view), MOST), *_throws(view))))
    replies = Replies(view)
    plays = dict.fromkeys((replies.chosen, *_replies(view, replies)))
    return [play for play in islice(plays, MOST) if play in view.state.duty.plays]


def _leads(view: SeatView) -> Iterator[Pile]:
    """Yield the leads of one block, the most valuable under the policy first."""
    record, unseen = view.record, view.unseen_masks
    once, twice = view.named(view.hand)
    form = packed.form_in(record)
    blocks = [(1 << card, 0) for card in deck.bits(once)]
    blocks += [(1 << card, 1 << card) for card in deck.bits(twice)]
    numbers = range(packed.number_of_tractors(twice, form))
    tractors = (packed.tractor_numbered(twice, form, number) for number in numbers)
    blocks += [(tractor, tractor) for tractor in tractors]
    blocks.sort(key=lambda block: -lead_worth(record, block[0], block[1], *unseen, WEIGHTS))
    for block in blocks:
        lead = view.pile(*block)
        if len(parts_of(lead, view.state.trump, view.chain)) == 1:
            yield lead


def _throws(view: SeatView) -> Iterator[Pile]:
    """Yield throws of each suit: of more and more sure parts, then with one part that may be beaten."""
    trump = view.state.trump
    if view.state.profile.forced == "never":
        yield from (part for part in parts_by_suit(view.hand, trump) if part.size > 1)
        return
    for held in parts_by_suit(view.hand, trump):
        led = led_partition(held, trump)
        parts = parts_of(held, trump, view.chain)
        sure = [part for part in parts if view.is_unbeatable(part, led)]
        others = sorted((part for part in parts if part not in sure), key=lambda part: -part.phi)
        thrown = deck.EMPTY
        for place, part in enumerate((*sure, *others[:1])):
            thrown = thrown.plus(deck.pile_of(part.cards))
            if place:
                yield thrown


def _replies(view: SeatView, replies: Replies) -> Iterator[Pile]:
    duty = view.state.duty
    assert isinstance(duty, Duty)
    if len(duty.plays) <= FEW:
        yield from sorted(duty.plays, key=lambda play: -replies.worth(play))
        return
    yield from replies.winning
    yield replies.most_points
    yield replies.fewest_points
    for price in _prices(view, replies):
        yield cheapest_play(duty, price)


def _prices(view: SeatView, replies: Replies) -> Iterator[Callable[[int], int]]:
    """Yield price functions: points ignored, last or first, and no suit or one suit first."""
    prices = [replies.price(card) for card in range(N_CARDS)]
    suits = [view.mask(suit) for suit in range(4) if suit != view.main]
    for point_price in (0, _POINTS, -_POINTS):
        for mask in (0, *(mask for mask in suits if view.hand.once & mask)):
            yield partial(_price, prices, point_price, mask)


def _price(prices: list[int], point_price: int, discounted: int, card: int) -> int:
    points = levels.points_of(1 << card, 0)
    return prices[card] + point_price * points - _DISCOUNT * (discounted >> card & 1)


# --- Rollouts -------------------------------------------------------------------------------------
#
# A candidate throw is first checked against the hands of the world; if it fails, the forced part is led
# instead. The policy leads no throws, and a throw on the table is won by the higher honour. Rollouts
# follow the standard house, except that the kitty is multiplied as in the actual one.
#
# When few cards are left, the ending is solved by the rules of the house (``solve.solver``). The policy
# has no plan for the last tricks and the kitty, and best play with all hands seen is closer to what
# good players do.

CHAIN, KITTY_KIND, KITTY_FACTOR, FORCED_PART, PENALTY = 0, 4, 5, solver.HOUSE, solver.HOUSE + 1
MOST_SEARCHED = 2000
"""The largest number of positions searched for an ending; the policy plays out longer ones."""


@rule
def play_on(record: Any) -> None:
    """Make the policy's play of the seat on turn."""
    unseen, unseen_twice = unseen_by(record, turn_of(record))
    once, twice = choose_play(record, unseen, unseen_twice)
    put(record, once, twice)


@rule
def play_out(record: Any, house: Any) -> int:
    """Play a deal to its end by the policy; return the attackers' points.

    Bids and burials use this: their endings are far off, and it compiles faster without the solver.

    Args:
        record: the record; it is changed.
        house: the house; see the module's head.
    """
    while item_at(record, packed.PLAYED) < packed.ALL_PLAYED:
        play_on(record)
    return points_at_end(record, house)


@rule
def end_of(record: Any, ending: int, house: Any, desk: Any) -> int:
    """Play a deal by the policy up to an ending, and solve that; return the attackers' points.

    Args:
        record: the record; it is changed.
        ending: the number of cards a hand from which on the rest is solved; 0 for never.
        house: the house; see the module's head.
        desk: the workspace of the solver (``solve.workspace``).
    """
    solves = ending > 0
    while item_at(record, packed.PLAYED) < packed.ALL_PLAYED:
        if solves and size_of(*hand_in(record, turn_of(record))) <= ending:
            points = final_points(desk, record, house)
            if points != solver.UNKNOWN:
                return points
            solves = False
        play_on(record)
    return points_at_end(record, house)


@rule
def try_play(record: Any, candidate: Any, house: Any) -> None:
    """Make a candidate play in a world; if it is a throw that fails there, lead its forced part."""
    once, twice = pile_at(candidate, 0)
    if item_at(record, packed.PLACED) == 0:
        forced, chain = item_at(house, FORCED_PART), item_at(house, CHAIN)
        length, top = part_forced(record, once, twice, forced, chain)
        if length != throws.STANDS:
            once, choices = forced_cards(record, once, twice, length, top)
            if choices:
                once |= first_by_name(record, choices)
            twice = once if length else 0
            attacks = (turn_of(record) ^ item_at(record, packed.LANDLORD)) & 1
            record[packed.POINTS] += (
                -item_at(house, PENALTY) if attacks else item_at(house, PENALTY)
            )
    put(record, once, twice)


@rule
def points_at_end(record: Any, house: Any) -> int:
    """Return the attackers' points of a finished deal, with the kitty multiplied as in the house."""
    points = item_at(record, packed.POINTS)
    if (item_at(record, packed.LEADER) ^ item_at(record, packed.LANDLORD)) & 1:
        largest, led = item_at(record, packed.LARGEST), item_at(record, packed.SIZE)
        kind, fixed = item_at(house, KITTY_KIND), item_at(house, KITTY_FACTOR)
        factor = kitty_factor(largest, led, kind, fixed)
        buried = points_in(*pile_at(record, packed.BURIED), item_at(record, packed.RANK))
        # ``put`` has already added the kitty by the standard factor.
        points += (factor - kitty_factor(largest, led, levels.TWICE, 0)) * buried
    return points


@rule
def roll_out(
    worlds: Any,
    first: int,
    last: int,
    candidates: Any,
    active: Any,
    ending: int,
    house: Any,
    desk: Any,
    record: Any,
    points: Any,
) -> None:
    """Roll candidates out in a range of worlds.

    Args:
        worlds: array (n, 36), the records of the worlds.
        first: the first world.
        last: the world after the last one.
        candidates: array (k, 2): the cards of each, renamed, and those played twice.
        active: the candidates that are tried.
        ending: see ``end_of``.
        house: the house; see the module's head.
        desk: the workspace of the solver.
        record: array (36,), workspace.
        points: array (n, k), filled: the attackers' points at the end.
    """
    for world in range(first, last):
        for place in range(len(active)):
            candidate = active[place]
            for column in range(packed.COLUMNS):
                record[column] = worlds[world, column]
            try_play(record, candidates[candidate], house)
            points[world, candidate] = end_of(record, ending, house, desk)


# --- The race of plays ----------------------------------------------------------------------------

DOUBT = 150
"""The least standard deviation of differences, in thousandths of a level; few worlds may show none."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """The limits and options of a search.

    Args:
        worlds: the number of worlds. With a time limit it is the largest batch for a play, and the
            largest number in all for a bid or a burial.
        clock: the time limit, if any.
        beliefs: the likelihood model of the worlds; None for uniform ones.
        ending: the number of cards a hand from which on the rest of a deal is solved.
        seed: 64-bit seed.
        drops: whether candidates that are clearly behind are dropped.
        shown: the only world, as ``redealing.many_worlds`` returns worlds, for a search that is shown
            the cards of all seats; None to sample worlds.
    """

    worlds: int
    clock: Clock
    beliefs: Beliefs | None
    ending: int
    seed: int
    drops: bool = True
    shown: Ints | None = None

    def race(
        self, batch: Callable[[int, int], Batch], options: int, lots: Iterable[int], stream: int
    ) -> Race:
        """Race options in batches of worlds, at most until the time is over."""

        def is_over(_: Race) -> bool:
            return self.clock.is_over()

        batches = search.batches(batch, lots, stream)
        doubt = DOUBT * DOUBT if self.shown is None else 0
        return search.race(batches, options, is_over, drops=self.drops, doubt=doubt)


def race_plays(state: TractorState, plays: list[Pile], thinking: Thinking, stream: int) -> Race:
    """Compare plays of the seat on turn; the first is the one to beat.

    Args:
        state: a position of the play.
        plays: the plays.
        thinking: the limits of the search.
        stream: the stream of random numbers.
    """
    rows, house, desk = rows_of(state, plays), house_of(state), solver.desk_of_thread(MOST_SEARCHED)
    record = np.empty(packed.COLUMNS, np.int64)
    values = values_for(state, state.turn)

    def batch(count: int, stream: int) -> Batch:
        if thinking.shown is None:
            worlds = sampling.draw(state, count, thinking.beliefs, thinking.seed, stream)
        else:
            worlds = sampling.given(state, thinking.shown)
        points = np.zeros((len(worlds.counts), len(plays)), np.int64)

        def roll(first: int, last: int, active: Ints) -> Ints:
            machine(roll_out)(
                worlds.records, first, last, rows, active, thinking.ending, house, desk, record,
                points,
            )  # fmt: skip
            return worth_of(values, points[first:last])

        return Batch(worlds.counts, roll)

    return thinking.race(batch, len(plays), thinking.clock.lots(thinking.worlds), stream)


def rows_of(state: TractorState, plays: list[Pile]) -> Ints:
    """Return candidates as rows for ``roll_out``."""
    return np.array([renamed_pile(state, play) for play in plays], np.int64).reshape(-1, 2)


def house_of(state: TractorState) -> Ints:
    """Return the house as numbers; see the module's head."""
    profile = state.profile
    numbers = workspace.house_numbers(profile, state.trump.main_index)
    return np.array((*numbers, throws.FORCED.index(profile.forced), profile.penalty), np.int64)
