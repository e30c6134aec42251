"""Plays of Tractor tried in worlds: candidates, rollouts, and the worth of a result in levels.

A world is a record (``arrays.packed``) with all hands; a candidate is a play of the seat on turn. It is
rolled out to the end of the deal by the compiled policy in all seats. The seats that play on see what
they would see: ``policy`` reads of the other hands no more than which cards are unseen. All candidates
are tried in the same worlds (``suitwise.players.search``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from typing import Any

import numpy as np

from suitwise.cards import N_CARDS
from suitwise.foundation.arrays.compiled import count_bits, item_at, machine, rule
from suitwise.foundation.values import Clock
from suitwise.players.search import Batch, Beliefs, Ints, Race, batches, race
from suitwise.tractor.arrays.estimates import WEIGHTS
from suitwise.tractor.arrays.packed import (
    ALL_PLAYED,
    BURIED,
    COLUMNS,
    HANDS,
    LANDLORD,
    LARGEST,
    LEADER,
    PLACED,
    PLAYED,
    POINTS,
    RANK,
    SIZE,
    form_in,
    number_of_tractors,
    points_in,
    put,
    renamed,
    tractor_numbered,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.play import first_by_name, forced_cards, part_forced
from suitwise.tractor.arrays.policy import choose_play, lead_worth
from suitwise.tractor.players.replies import Replies, Sight, cheapest_play
from suitwise.tractor.players.worlds import draw
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import EMPTY, Pile, bits, partition_mask, pile_of
from suitwise.tractor.rules.legal_plays import parts_by_suit
from suitwise.tractor.rules.levels import (
    NOBODY,
    TAKEN_OVER,
    TWICE,
    kitty_factor,
    points_of,
    rank_bits,
    ranks_after,
)
from suitwise.tractor.rules.owed import led_partition
from suitwise.tractor.rules.throws import FORCED, STANDS
from suitwise.tractor.solve.solver import HOUSE as NUMBERS
from suitwise.tractor.solve.solver import UNKNOWN, desk_of_thread, final_points
from suitwise.tractor.solve.workspace import house_numbers
from suitwise.tractor.state import TractorState

# --- The worth of a deal in levels ----------------------------------------------------------------
#
# Source: rules page §6, Points and levels. A side plays for the ranks that it rises more than the other
# (``rules.levels``): a step for every 40 points, with the ranks that must be defended. Between the steps
# a rank's share of each point is added: who is nearer to the next step gets there more often than the
# rollouts, whose players are no better than the policy, can show.

LEVEL = 1000
"""The worth of a rank."""
_LEAST, _MOST = -300, 1000
"""The range of points; results beyond it are equal to its ends."""
_STEP = 40
SMOOTH = 30
"""The share of the worth that is proportional to points, in percent."""
LANDLORDSHIP = 900
"""The worth, in a match, of being landlord in the next deal rather than an attacker: in 20,000 deals of
the policy with itself the landlord's side gained 0.47 ranks a deal, which its opponents lost."""


def values_for(state: TractorState, seat: int, landlord: int = NOBODY) -> Ints:
    """Return the table of the worth of the attackers' points to a seat's side.

    Args:
        state: a position of the deal.
        seat: the seat.
        landlord: the landlord, if other than the current one.
    """
    landlord = state.current_landlord if landlord == NOBODY else landlord
    match = state.variant.match == "match"
    defend = rank_bits(state.profile.defend)
    found = _values(state.levels, landlord, match, defend)
    return found if (landlord ^ seat) & 1 == 0 else -found


@lru_cache(maxsize=8)
def _values(levels: tuple[int, int], landlord: int, match: bool, defend: int) -> Ints:
    """Return the worth of points to the landlord's side."""
    first = landlord & 1
    found = []
    for points in range(_LEAST, _MOST + 1):
        after = ranks_after(*levels, landlord, points, defend)
        gained = after[first] - levels[first] - (after[1 - first] - levels[1 - first])
        worth = LEVEL * gained + (
            LANDLORDSHIP * (1 if points < TAKEN_OVER else -1) // 2 if match else 0
        )
        near = LEVEL * (TAKEN_OVER - points) // _STEP
        found.append(((100 - SMOOTH) * worth + SMOOTH * near) // 100)
    return np.array(found, np.int64)


def worth_of(values: Ints, points: Ints) -> Ints:
    """Return the worth of points by the table of ``values_for``."""
    return values[np.clip(points, _LEAST, _MOST) - _LEAST]


# --- Candidates -----------------------------------------------------------------------------------
#
# All plays where they are few, else the policy's and one of each kind that matters. A leader tries every
# single, pair and tractor, and throws: in each suit the parts that nobody beats for all that is known,
# the surest first, in growing throws, and with one more part that may be beaten. A follower with many
# plays tries the policy's four, and for each suit the cheapest play that spares it, with the points and
# without.

MOST = 24
"""The most plays tried, throws not counted."""
FEW = 30
"""Up to this number of legal replies, all are tried."""
_POINTS = 1 << 12
_FIRST = 1 << 18


def candidates_of(sight: Sight) -> list[Pile]:
    """Return the candidates of the seat on turn, the policy's play first.

    Args:
        sight: the view of the seat.
    """
    if sight.state.duty is None:
        return list(dict.fromkeys((*islice(_leads(sight), MOST), *_throws(sight))))
    replies = Replies(sight)
    found = dict.fromkeys((replies.chosen, *_replies(sight, replies)))
    return [play for play in islice(found, MOST) if play in sight.state.duty.plays]


def _leads(sight: Sight) -> Iterator[Pile]:
    """Yield the leads of one block, in the order of their worth under the policy."""
    record, unseen = sight.record, sight.unseen_masks
    once, twice = sight.named(sight.hand)
    form = form_in(record)
    blocks = [(1 << card, 0) for card in bits(once)]
    blocks += [(1 << card, 1 << card) for card in bits(twice)]
    tractors = (tractor_numbered(twice, form, at) for at in range(number_of_tractors(twice, form)))
    blocks += [(tractor, tractor) for tractor in tractors]
    blocks.sort(key=lambda block: -lead_worth(record, block[0], block[1], *unseen, WEIGHTS))
    for block in blocks:
        lead = sight.pile(*block)
        if len(parts_of(lead, sight.state.trump, sight.chain)) == 1:
            yield lead


def _throws(sight: Sight) -> Iterator[Pile]:
    """Yield throws of each suit: of growing size with sure parts, then with one unsure part."""
    trump = sight.state.trump
    if sight.state.profile.forced == "never":
        yield from (part for part in parts_by_suit(sight.hand, trump) if part.size > 1)
        return
    for held in parts_by_suit(sight.hand, trump):
        led = led_partition(held, trump)
        parts = parts_of(held, trump, sight.chain)
        sure = [part for part in parts if sight.walks(part, led)]
        others = sorted((part for part in parts if part not in sure), key=lambda part: -part.phi)
        thrown = EMPTY
        for place, part in enumerate((*sure, *others[:1])):
            thrown = thrown.plus(pile_of(part.cards))
            if place:
                yield thrown


def _replies(sight: Sight, replies: Replies) -> Iterator[Pile]:
    duty = sight.state.duty
    assert duty is not None
    if len(duty.plays) <= FEW:
        yield from sorted(duty.plays, key=lambda play: -replies.worth(play))
        return
    yield from replies.winning
    yield replies.fattest
    yield replies.leanest
    for price in _prices(sight, replies):
        yield cheapest_play(duty, price)


def _prices(sight: Sight, replies: Replies) -> Iterator[Callable[[int], int]]:
    """Yield price functions: low cards first, points first or last, a suit first."""
    prices = [replies.price(card) for card in range(N_CARDS)]
    suits = [partition_mask(suit, sight.main, sight.rank) for suit in range(4)]
    first = [mask for at, mask in enumerate(suits) if at != sight.main and sight.hand.once & mask]
    for points in (0, _POINTS, -_POINTS):
        for mask in (0, *first):
            yield partial(_price, prices, points, mask)


def _price(prices: list[int], points: int, first: int, card: int) -> int:
    """Return the price of a card, with a price for each point and a discount for some cards."""
    return prices[card] + points * points_of(1 << card, 0) - _FIRST * (first >> card & 1)


# --- Rollouts -------------------------------------------------------------------------------------
#
# A candidate throw is first checked against the hands of the world; if it fails, the part that the rules
# force is led instead. The policy itself makes no throws; a throw on the table is won by the higher
# honour. Rollouts follow the standard house except for the kitty's factor, which is that of the house;
# an ending is solved by the rules of the house.
#
# If few cards are left, the end is solved instead (``solve.worth``): the policy has no plan for the last
# tricks and the kitty, and best play of all four hands of the world is closer to what good players do.

CANDIDATE = 2
"""The columns of a candidate: its cards, and those played twice."""
CHAIN, KITTY_KIND, KITTY_FACTOR, FAILED, PENALTY = 0, 4, 5, NUMBERS, NUMBERS + 1
"""The layout of a house: the Φ that join tractors and the kitty's payment as in ``solve.houses``, and
after those numbers what is led instead of a failed throw, and its penalty."""
MOST_SEARCHED = 2000
"""The most positions searched for an ending; the policy plays out one that takes more."""


@rule
def play_on(record: Any) -> None:
    """Make the policy's play of the seat on turn."""
    unseen, unseen_twice = unseen_by(record, turn_of(record))
    once, twice = choose_play(record, unseen, unseen_twice)
    put(record, once, twice)


@rule
def play_out(record: Any, house: Any) -> int:
    """Play a deal to its end by the policy; return the attackers' points.

    Used for bids and burials: their endings are far off, and without the search of endings it compiles
    faster.

    Args:
        record: the record; it is played on.
        house: the house.
    """
    while item_at(record, PLAYED) < ALL_PLAYED:
        play_on(record)
    return points_at_end(record, house)


@rule
def end_of(record: Any, ending: int, house: Any, desk: Any) -> int:
    """Play a deal by the policy until an ending is left, and solve that; return the attackers' points.

    Args:
        record: the record; it is played on.
        ending: the number of cards a hand from which on the end is solved; 0 for never.
        house: the house.
        desk: the workspace of the search (``solve.desk``).
    """
    solves = ending > 0
    while item_at(record, PLAYED) < ALL_PLAYED:
        seat = turn_of(record)
        if solves and count_bits(item_at(record, HANDS + 2 * seat)) <= ending:
            held = count_bits(item_at(record, HANDS + 2 * seat + 1))
            if count_bits(item_at(record, HANDS + 2 * seat)) + held <= ending:
                found = final_points(desk, record, house)
                if found != UNKNOWN:
                    return found
                solves = False
        play_on(record)
    return points_at_end(record, house)


@rule
def try_play(record: Any, candidate: Any, house: Any) -> None:
    """Make a candidate play in a world; if it is a throw that fails there, lead the forced part."""
    once, twice = item_at(candidate, 0), item_at(candidate, 1)
    if item_at(record, PLACED) == 0:
        forced, chain = item_at(house, FAILED), item_at(house, CHAIN)
        length, top = part_forced(record, once, twice, forced, chain)
        if length != STANDS:
            once, level = forced_cards(record, once, twice, length, top)
            if level:
                once |= first_by_name(record, level)
            twice = once if length else 0
            attacks = (turn_of(record) ^ item_at(record, LANDLORD)) & 1
            record[POINTS] += -item_at(house, PENALTY) if attacks else item_at(house, PENALTY)
    put(record, once, twice)


@rule
def points_at_end(record: Any, house: Any) -> int:
    """Return the attackers' points of a finished deal, with the kitty by the factor of the house."""
    points = item_at(record, POINTS)
    if (item_at(record, LEADER) ^ item_at(record, LANDLORD)) & 1:
        largest, led = item_at(record, LARGEST), item_at(record, SIZE)
        kind, fixed = item_at(house, KITTY_KIND), item_at(house, KITTY_FACTOR)
        factor = kitty_factor(largest, led, kind, fixed)
        buried = points_in(
            item_at(record, BURIED), item_at(record, BURIED + 1), item_at(record, RANK)
        )
        points += (factor - kitty_factor(largest, led, TWICE, 0)) * buried
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
    """Roll candidates out in some of the worlds.

    Args:
        worlds: array (n, 36), the records of the worlds.
        first: the first world.
        last: the world after the last one.
        candidates: array (k, 2), see ``CANDIDATE``.
        active: the candidates that are tried.
        ending: see ``end_of``.
        house: see ``house_of``.
        desk: the workspace of the search.
        record: array (36,), workspace for a record.
        points: array (n, k), filled: the attackers' points at the end.
    """
    for world in range(first, last):
        for place in range(len(active)):
            candidate = active[place]
            for column in range(COLUMNS):
                record[column] = worlds[world, column]
            try_play(record, candidates[candidate], house)
            points[world, candidate] = end_of(record, ending, house, desk)


# --- The race of plays ----------------------------------------------------------------------------

DOUBT = 150
"""The least standard deviation of differences, in thousandths of a level: a few worlds may show none."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """The limits and options of a search.

    Args:
        worlds: the number of worlds in which candidates are rolled out; with a time limit, the largest
            batch in the play, and the most in all for a bid or a burial.
        clock: the time limit, if any.
        beliefs: the likelihood model of the worlds; None for uniform ones.
        ending: the number of cards a hand from which on a deal's end is solved, not played.
        seed: 64-bit seed.
        drops: whether candidates that are clearly behind are dropped.
    """

    worlds: int
    clock: Clock
    beliefs: Beliefs | None
    ending: int
    seed: int
    drops: bool = True

    def race(
        self, batch: Callable[[int, int], Batch], options: int, lots: Iterable[int], stream: int
    ) -> Race:
        """Race options in batches of worlds until the time is over, if there is a limit."""

        def is_over(_: Race) -> bool:
            return self.clock.is_over()

        drawn = batches(batch, lots, stream)
        return race(drawn, options, is_over, drops=self.drops, doubt=DOUBT * DOUBT)


def race_plays(state: TractorState, plays: list[Pile], thinking: Thinking, stream: int) -> Race:
    """Compare plays of the seat on turn; the first is the one to beat.

    Args:
        state: a position in which cards are played.
        plays: the plays.
        thinking: the limits of the search.
        stream: the stream of random numbers.
    """
    rows, house, desk = rows_of(state, plays), house_of(state), desk_of_thread(MOST_SEARCHED)
    record = np.empty(COLUMNS, np.int64)
    values = values_for(state, state.turn)

    def batch(count: int, stream: int) -> Batch:
        worlds = draw(state, count, thinking.beliefs, thinking.seed, stream)
        points = np.zeros((len(worlds.counts), len(plays)), np.int64)

        def roll(first: int, last: int, active: Ints) -> Ints:
            machine(roll_out)(
                worlds.records,
                first,
                last,
                rows,
                active,
                thinking.ending,
                house,
                desk,
                record,
                points,
            )
            return worth_of(values, points[first:last])

        return Batch(worlds.counts, roll)

    return thinking.race(batch, len(plays), thinking.clock.lots(thinking.worlds), stream)


def rows_of(state: TractorState, plays: list[Pile]) -> Ints:
    """Return candidates as rows for ``roll_out``."""
    return np.array([named(state, play) for play in plays], np.int64).reshape(-1, CANDIDATE)


def named(state: TractorState, pile: Pile) -> tuple[int, int]:
    """Return the masks of a pile, renamed."""
    main, cr = state.trump.main_index, state.trump.rank_index
    return renamed(pile.once, main, cr), renamed(pile.twice, main, cr)


def house_of(state: TractorState) -> Ints:
    """Return the numbers of the house: those of endings, what a failed throw leads, and its penalty."""
    profile = state.profile
    numbers = house_numbers(profile, state.trump.main_index)
    return np.array((*numbers, FORCED.index(profile.forced), profile.penalty), np.int64)
