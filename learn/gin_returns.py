"""Turns of gin rummy and what each option came to, for ``learn.gin_net``.

Deals are played by the quick policy, each seat with a habit of its own, and now and then a discard is
made at random. At some turns every option is tried, the same deal played on to its end by that policy,
in some orders of the stock that are the same for all options: those are the returns, in points for the
seat on turn. Averaged over the deals that lead to the same sight they are what an option is worth
against such players, the hidden cards as likely as their way of playing makes them.

A best response to a trained player is learnt from in the same way: a *learner* with networks of its own
meets it, only the learner's turns are kept, and only its likeliest options are tried, for its playouts
take much longer.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from learn.gin_policy import (
    NOTHING,
    TRAINED,
    move_of,
    policy_move,
    rate_turn,
    sure_move,
    write_sight,
)
from learn.network_rules import HIDDEN
from suitwise.foundation.arrays.compiled import count_bits, item_at, over_rows, rule
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.rummy.gin.arrays import (
    COLUMNS,
    DISCARD,
    KNOCKED,
    MOVER,
    PHASE,
    SCORE,
    act,
    deal,
    free_cards,
    options_of,
)
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.players.evaluation import KNOCK_AT_ONCE, KNOCK_EARLY, WAIT_FOR_GIN
from suitwise.rummy.gin.players.net import (
    INPUTS,
    MOST_ON,
    MOST_OPTIONS,
    TURN_INPUTS,
    VIEW_COLUMNS,
    encode_turn,
)
from suitwise.rummy.gin.rules.deadwood import card_at
from suitwise.rummy.gin.rules.moves import DISCARDS
from suitwise.seeds import as_seed
from suitwise.stepping.loop import STREAM, drawn, opened

KEPT = 16
"""The most turns of a deal that are kept."""
NONE = -(1 << 20)
"""The return of what is no option."""
OFTEN = 3
"""One in so many turns is kept."""
ORDERS = 4
"""How many orders of the stock are tried. Each is drawn by the numbers of the one before, from the
second on, so they have much in common."""
SHARES = 50, 30
"""Of 100 seats, those that knock at once, and those that do so only early in a deal; the others wait for
gin."""
SLIP = 12
"""One in so many discards is made at random."""
LONGEST = 200
"""The moves after which a deal counts as void: seats could exchange cards by the pile for ever."""
OWN = 1 << 40
"""The streams of what is tried begin here."""
LIKELY = 5
"""So many options a learner tries: those that its networks find best, and one more that is drawn."""

Nets = tuple[NDArray[np.float64], ...]
"""The five arrays of the discarding network, and those of the drawing one."""
UNTRAINED: Nets = 2 * (np.zeros((0, 0)), np.zeros(0), np.zeros((0, 0)), np.zeros(0), np.zeros(0))
"""In place of the networks of a seat that plays by a habit."""


# --- Deals ----------------------------------------------------------------------------------------


@rule
def begin(record: Any, options: Any, seed: int, number: int) -> None:
    """Deal, and open the stream that the stock is drawn by."""
    deal(record, options, seed, number)
    record[STREAM] = opened(seed, 2 * number + 1)


@rule
def score_of(record: Any, seat: int) -> int:
    """Return the points of a seat in a deal that is over."""
    return int(record[SCORE]) if seat == 0 else -int(record[SCORE])


@rule
def return_of(
    record: Any, options: Any, seat: int, mine: int, theirs: int, nets: Any, room: Any
) -> int:
    """Play a deal to its end, and return the points of a seat.

    Args:
        record: the deal.
        options: the variant's numbers.
        seat: the seat.
        mine: its habit, or ``TRAINED``.
        theirs: the other's.
        nets: the networks of the seat, and the other's.
        room: as for ``rate_turn``.
    """
    for _ in range(LONGEST):
        if int(record[PHASE]) >= KNOCKED:
            return score_of(record, seat)
        if int(record[MOVER]) == seat:
            move = policy_move(record, options, mine, nets[0], room)
        else:
            move = policy_move(record, options, theirs, nets[1], room)
        act(record, options, move)
    return 0


@rule
def habit_drawn(stream: int) -> tuple[int, int]:
    """Draw a habit of the quick policy; return the stream moved on with it."""
    lot, stream = drawn(100, stream)
    if lot < SHARES[0]:
        return KNOCK_AT_ONCE, stream
    return (KNOCK_EARLY if lot < SHARES[0] + SHARES[1] else WAIT_FOR_GIN), stream


@rule
def is_likely(worths: Any, number: int, place: int) -> bool:
    """Tell whether an option is among the ``LIKELY`` best of so many."""
    better = 0
    for other in range(number):
        better += int(worths[other] > worths[place])
    return better < LIKELY


@rule
def write_tried(
    record: Any, options: Any, nets: Any, room: Any, learns: bool, lot: int, returns: Any
) -> int:
    """Write the options of a turn into the room, and a return of 0 for those that are to be tried.

    Args:
        record: the deal.
        options: the variant's numbers.
        nets: the learner's networks.
        room: as for ``rate_turn``.
        learns: whether a learner tries its likeliest options; else all are tried.
        lot: the option that a learner tries beside them, modulo their number.
        returns: array (MOST_OPTIONS,), filled with ``NONE``.
    """
    sight, on, starts, places, _, worths = room
    if not learns:
        write_sight(record, options, sight)
        number = encode_turn(sight, on, starts, places)
        for place in range(number):
            returns[place] = 0
        return number
    number = rate_turn(record, options, nets, room)
    for place in range(number):
        if is_likely(worths, number, place) or place == lot % number:
            returns[place] = 0
    return number


@rule
def explore_row(row: int, given: Any, answer: Any) -> None:
    """Play the deal of a row, and keep some of its turns with the returns of their options.

    Args:
        row: the row.
        given: the game's options, the seed, the number of row 0, the orders of the stock, whether a
            learner meets a trained player, and the networks of both. The learner sits at seat 0 in every
            other deal.
        answer: the sights (deals, KEPT, VIEW_COLUMNS); the returns (deals, KEPT, MOST_OPTIONS), filled
            with ``NONE``; then room for two records, and twice as for ``rate_turn``.
    """
    options, seed, first, orders, learns, nets = given
    sights, returns, game, trial, room, trial_room = answer
    begin(game, options, seed, first + row)
    stream, kept, moves = opened(seed, OWN + first + row), 0, 0
    one, stream = habit_drawn(stream)
    other, stream = habit_drawn(stream)
    mine, learner = KNOCK_EARLY, (first + row) & 1
    if learns:
        mine, one, other = TRAINED, TRAINED, TRAINED
    sight, places = room[0], room[3]
    while int(game[PHASE]) < KNOCKED and moves < LONGEST:
        moves += 1
        seat = int(game[MOVER])
        habit = one if seat == 0 else other
        theirs = other if seat == 0 else one
        is_learnt = seat == learner or not learns
        lot, stream = drawn(OFTEN, stream)
        if lot == 0 and is_learnt and kept < KEPT and sure_move(game) == NOTHING:
            if learns:
                lot, stream = drawn(MOST_OPTIONS, stream)
            number = write_tried(game, options, nets[0], room, learns, lot, returns[row, kept])
            for column in range(VIEW_COLUMNS):
                sights[row, kept, column] = sight[column]
            for _ in range(orders):
                _, stream = drawn(2, stream)
                for place in range(number):
                    if returns[row, kept, place] > NONE:
                        for column in range(COLUMNS):
                            trial[column] = game[column]
                        trial[STREAM] = stream
                        act(trial, options, move_of(trial, item_at(places, place)))
                        came = return_of(trial, options, seat, mine, theirs, nets, trial_room)
                        returns[row, kept, place] += came
            kept += 1
        slip, stream = drawn(SLIP, stream)
        can_slip = is_learnt and int(game[PHASE]) == DISCARD
        if slip == 0 and can_slip and sure_move(game) == NOTHING:
            free = free_cards(game)
            lot, stream = drawn(count_bits(free), stream)
            act(game, options, DISCARDS + card_at(bit_numbered(free, lot)))
        elif seat == learner:
            act(game, options, policy_move(game, options, habit, nets[0], trial_room))
        else:
            act(game, options, policy_move(game, options, habit, nets[1], trial_room))


@rule
def deal_row(row: int, given: Any, answer: Any) -> None:
    """Play the deal of a row twice, the trained policy at seat 0 and at seat 1; add up what it wins by.

    Args:
        row: the row.
        given: the game's options, the seed, the number of row 0, the networks of the trained policy and
            of the other seat, the other's habit or ``TRAINED``.
        answer: the points (deals,); then room for a record, and as for ``rate_turn``.
    """
    options, seed, first, nets, theirs = given
    points, game, room = answer
    for own in range(2):
        begin(game, options, seed, first + row)
        points[row] += return_of(game, options, own, TRAINED, theirs, nets, room)


@rule
def seen_row(row: int, given: Any, answer: Any) -> None:
    """Write what a network reads of a turn and of each option that was tried, ones over zeros.

    Args:
        row: the number of the turn.
        given: the sights, the returns, and where each turn's options begin.
        answer: turns (n, inputs), options (m, inputs), the returns of these (m,), the turn that each
            belongs to (m,), then room for the inputs that are on, where options begin, the options.
    """
    sights, returns, begins = given
    turns, options, worth, owner, on, starts, places = answer
    number, option = encode_turn(sights[row], on, starts, places), begins[row]
    for at in range(item_at(starts, 0)):
        turns[row, item_at(on, at)] = 1
    for place in range(number):
        if returns[row, place] > NONE:
            for at in range(item_at(starts, place), item_at(starts, place + 1)):
                options[option, item_at(on, at) - TURN_INPUTS] = 1
            worth[option], owner[option] = returns[row, place], row
            option += 1


_OPTIONS = np.array(options_of(Gin()), np.int64)


def room() -> tuple[Any, ...]:
    """Return the room that a policy needs."""
    return (
        np.zeros(VIEW_COLUMNS, np.int64),
        np.zeros(MOST_ON, np.int64),
        np.zeros(MOST_OPTIONS + 1, np.int64),
        np.zeros(MOST_OPTIONS, np.int64),
        np.zeros((3, HIDDEN)),
        np.zeros(MOST_OPTIONS),
    )


def explored(
    deals: int,
    seed: int,
    first: int = 0,
    *,
    orders: int = ORDERS,
    meeting: tuple[Nets, Nets] | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return turns of deals, and the returns of their options.

    Args:
        deals: how many deals are played.
        seed: 64-bit seed; the same seed and numbers, the same turns.
        first: the number of the first deal.
        orders: how many orders of the stock are tried.
        meeting: the networks of a learner, and of the trained player that it meets; None for deals of
            the quick policy.

    Returns:
        int64 (n, VIEW_COLUMNS); int32 (n, MOST_OPTIONS), the returns in points summed over the orders,
        ``NONE`` for no option, or one that was not tried.
    """
    sights = np.zeros((deals, KEPT, VIEW_COLUMNS), np.int64)
    returns = np.full((deals, KEPT, MOST_OPTIONS), NONE, np.int32)
    records = [np.zeros(COLUMNS, np.int64) for _ in range(2)]
    learns, nets = meeting is not None, meeting or (UNTRAINED, UNTRAINED)
    given = (_OPTIONS, as_seed(seed), first, orders, learns, nets)
    over_rows(explore_row)(given, (sights, returns, *records, room(), room()), 0, deals)
    kept = (returns > NONE).any(axis=2)
    return sights[kept], returns[kept]


def mirrored(
    deals: int, seed: int, nets: Nets, theirs: int, others: Nets = UNTRAINED
) -> NDArray[np.int64]:
    """Return by how many points the trained policy beats another, each deal played twice.

    Args:
        deals: how many deals.
        seed: 64-bit seed.
        nets: its two networks.
        theirs: the habit of the other, or ``TRAINED``.
        others: the networks of the other where it is trained.

    Returns:
        int64 (deals,), the sums of both plays.
    """
    points = np.zeros(deals, np.int64)
    given = (_OPTIONS, as_seed(seed), 0, (nets, others), theirs)
    over_rows(deal_row)(given, (points, np.zeros(COLUMNS, np.int64), room()), 0, deals)
    return points


class Seen(NamedTuple):
    """What a network reads of some turns.

    Args:
        turns: float32 (n, TURN_INPUTS).
        options: float32 (m, inputs of an option).
        worth: float32 (m,), the returns.
        owner: int64 (m,), the turn of each option.
    """

    turns: NDArray[np.float32]
    options: NDArray[np.float32]
    worth: NDArray[np.float32]
    owner: NDArray[np.int64]


def seen_in(sights: NDArray[np.int64], returns: NDArray[np.int32]) -> Seen:
    """Return what a network reads of turns that are all draws, or all discards."""
    ends = np.cumsum((returns > NONE).sum(axis=1))
    begins = np.concatenate([[0], ends[:-1]])
    seen = Seen(
        np.zeros((len(sights), TURN_INPUTS), np.float32),
        np.zeros((int(ends[-1]), INPUTS - TURN_INPUTS), np.float32),
        np.zeros(int(ends[-1]), np.float32),
        np.zeros(int(ends[-1]), np.int64),
    )
    on, starts, places = room()[1:4]
    over_rows(seen_row)((sights, returns, begins), (*seen, on, starts, places), 0, len(sights))
    return seen
