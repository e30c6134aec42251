"""Worlds of Texas 42 weighted by the others' decisions, and moves rolled out in them.

Rules page, Solvers and players. ``suitwise.players.search`` has the search itself: it draws batches of
worlds and compares the options in them. This module draws the worlds of Texas 42, weighs them, and
rolls plays, declarations and calls out in each.

The kernels take a world as ``owners``, the seat that was dealt each domino, in the low 56 bits of a
packed position's ``where``: 28 lower bits, then 28 upper bits of the seats' numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, item_at, rule
from suitwise.foundation.arrays.cost_dispatch import quickest
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.foundation.seating import NOBODY, partner, side
from suitwise.players.search import Beliefs, Ints, resampled, weights_of
from suitwise.texas42.arrays.packed import (
    dealt,
    declaration_of,
    declaring_of,
    legal_of,
    played,
    points_of,
    result_in,
    suit_of,
    turn_of,
)
from suitwise.texas42.arrays.policy import (
    best_declaration,
    lacking,
    policy_domino,
    rule_based_call,
    worth,
)
from suitwise.texas42.hidden import count_worlds, every_world, knowledge_of, sample_worlds
from suitwise.texas42.rules import auction, contracts
from suitwise.texas42.rules.auction import PASS, bidder_after, caller, legal_calls, standing_after
from suitwise.texas42.rules.contracts import bid_of, declarer_of, scoring_side, sits_out, stake_of
from suitwise.texas42.rules.dominoes import ALL, EVERY_DOUBLE, N_DOMINOES
from suitwise.texas42.solve.move_values import Declarations, Plays
from suitwise.texas42.state import Texas42State

# --- The auction as a row -------------------------------------------------------------------------

SHAKER, CAP, HOUSE, BIDDER, STANDING, MADE, DECLARATION = range(7)
"""The columns of an auction, as the kernels take it.

===========  ===================================================================
column       content
===========  ===================================================================
SHAKER       the seat that shook
CAP          the highest bid that the house allows, in marks
HOUSE        the house rules of the auction, as bit flags (``rules.auction``)
BIDDER       the seat that made the highest call, or ``NOBODY``
STANDING     the highest call
MADE         the number of calls made
DECLARATION  the declaration, -1 before it
===========  ===================================================================
"""


def _auction_of(state: Texas42State) -> Ints:
    game, contract = state.variant, state.contract
    declaration = -1 if contract is None else contract.declaration
    row = (state.shaker, game.cap, game.house, state.bidder, state.standing, len(state.calls))
    return np.array((*row, declaration), np.int64)


# --- Rollouts of plays ----------------------------------------------------------------------------
#
# All seats play on by the compiled policy until the hand is decided, each from what it would see: its
# own hand, the unseen dominoes, and what the plays have proved. So a rollout uses no hidden
# information; but it inherits the faults of the policy.


@rule
def after_plays(where: int, rest: int, plays: Any) -> tuple[int, int, int, int]:
    """Return the position after some plays, and the two integers of what they prove (``may_hold``).

    Args:
        where: the first integer of the position before the plays.
        rest: the second one.
        plays: the dominoes played.
    """
    lacks = lacks_upper = 0
    for at in range(len(plays)):
        domino, seat, suit = item_at(plays, at), turn_of(where, rest), suit_of(where, rest)
        lacks, lacks_upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration_of(where))
        where, rest = played(where, rest, domino)
    return where, rest, lacks, lacks_upper


@rule
def roll_out(
    where: int, rest: int, lacks: int, lacks_upper: int, call: int
) -> tuple[int, int, int]:
    """Play a hand by the policy until it is decided.

    Args:
        where: the first integer of a packed position.
        rest: the second one.
        lacks: the dominoes that seats 0 and 1 have proved not to hold (``may_hold``).
        lacks_upper: the same for seats 2 and 3.
        call: the call that won the auction.

    Returns:
        The side that prevails, and the points of sides 0 and 1 by then.
    """
    need, declaration = bid_of(call), declaration_of(where)
    result = result_in(where, rest, call)
    while result == contracts.OPEN:
        suit, seat = suit_of(where, rest), turn_of(where, rest)
        domino = policy_domino(where, rest, need, lacks, lacks_upper)
        lacks, lacks_upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration)
        where, rest = played(where, rest, domino)
        result = result_in(where, rest, call)
    return scoring_side(declaring_of(where), result), points_of(rest, 0), points_of(rest, 1)


@rule
def roll_plays(
    owners: Any,
    start: int,
    rest: int,
    call: int,
    plays: Any,
    options: Any,
    points: Any,
) -> None:
    """Roll out plays of the seat on turn in many worlds.

    Args:
        owners: array (n,), the worlds.
        start: the other bits of ``where``, before the opening lead.
        rest: the second integer of that position.
        call: the call that won the auction.
        plays: the dominoes played so far.
        options: array (m,), plays of the seat on turn.
        points: array (n, m), filled with the points by which the side on turn leads when the hand is
            decided.
    """
    start, rest, lacks, lacks_upper = after_plays(start, rest, plays)
    for world in range(len(owners)):
        where = start | item_at(owners, world)
        seat, suit = turn_of(where, rest), suit_of(where, rest)
        for at in range(len(options)):
            domino = item_at(options, at)
            lower, upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration_of(where))
            then, left = played(where, rest, domino)
            _, first, second = roll_out(then, left, lower, upper, call)
            points[world, at] = second - first if side(seat) else first - second


# --- Likelihood of worlds -------------------------------------------------------------------------
#
# Worlds are drawn uniformly among the deals that the plays allow (``hidden``) and weighted by Bayes'
# rule, with the policy as the model of the players. The auction and the play are replayed in each
# world: a decision that the policy would also make with the hand of that world costs nothing, any other
# one costs something, and the weight of a world falls with its total cost. A call is compared only as a
# bid or a pass; a declaration costs by how much worse it is for the hand than the best one. Forced plays
# are no evidence.

LEAD, REPLY, CALL, THIRD, MOST_DECLARATION = range(5)
"""The columns of the prices: the cost of a lead, of a reply and of a call that the policy would not have
made, of each third of a point by which a declaration falls short of the best, and the largest cost of a
declaration."""


@rule
def dealt_to(lower: int, upper: int, seat: int) -> int:
    """Return the hand of a seat from the lower and the upper bits of all dominoes' seats.

    >>> [dealt_to(0b0110, 0b1100, seat) & 15 for seat in range(4)]
    [1, 2, 8, 4]
    """
    return ALL & (lower ^ ((seat & 1) - 1)) & (upper ^ ((seat >> 1) - 1))


@rule
def cost_of_plays(
    where: int, rest: int, viewer: int, call: int, plays: Any, lead: int, reply: int
) -> int:
    """Return the total cost of the others' plays that the policy would not have made.

    Args:
        where: the first integer of the position before the opening lead.
        rest: the second one.
        viewer: the seat whose knowledge is evaluated; its own plays cost nothing.
        call: the call that won the auction.
        plays: the dominoes played.
        lead: the cost of a lead.
        reply: the cost of a reply.
    """
    need, declaration = bid_of(call), declaration_of(where)
    lacks = lacks_upper = cost = 0
    for at in range(len(plays)):
        domino, seat, suit = item_at(plays, at), turn_of(where, rest), suit_of(where, rest)
        if seat != viewer and result_in(where, rest, call) == contracts.OPEN:
            legal = legal_of(where, rest)
            if legal & (legal - 1):
                expected = policy_domino(where, rest, need, lacks, lacks_upper)
                if expected != domino:
                    cost += lead if suit < 0 else reply
        lacks, lacks_upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration)
        where, rest = played(where, rest, domino)
    return cost


@rule
def cost_of_calls(lower: int, upper: int, viewer: int, auction: Any, calls: Any, each: int) -> int:
    """Return the total cost of the others' calls: passes where the policy bids, bids where it passes.

    Args:
        lower: the lower bits of the seats that hold the dominoes.
        upper: the upper bits.
        viewer: the seat whose knowledge is evaluated; its own calls cost nothing.
        auction: the auction as a row.
        calls: the calls so far.
        each: the cost of a call.
    """
    shaker, cap, house = item_at(auction, SHAKER), item_at(auction, CAP), item_at(auction, HOUSE)
    standing, bidder, cost = PASS, NOBODY, 0
    for made in range(len(calls)):
        seat, call = caller(shaker, made), item_at(calls, made)
        if seat != viewer:
            hand = dealt_to(lower, upper, seat)
            legal = legal_calls(standing, made, count_bits(hand & EVERY_DOUBLE), cap, house)
            expected = rule_based_call(hand, standing, bidder == partner(seat), legal)
            if (call == PASS) != (expected == PASS):
                cost += each
        standing, bidder = standing_after(standing, call), bidder_after(bidder, seat, call)
    return cost


@rule
def cost_of_declaration(hand: int, declaration: int, third: int, most: int) -> int:
    """Return the cost of a declaration: ``third`` for each third of a point below the best."""
    if not contracts.STRAIGHT >> declaration & 1:
        return 0
    best = best_declaration(hand, contracts.STRAIGHT)
    return min((worth(hand, best) - worth(hand, declaration)) * third, most)


@rule
def weigh(
    owners: Any, viewer: int, auction: Any, calls: Any, plays: Any, prices: Any, costs: Any
) -> None:
    """Compute the total cost of the others' decisions in each of many worlds.

    Args:
        owners: array (n,), the worlds.
        viewer: the seat whose knowledge is evaluated.
        auction: the auction as a row.
        calls: the calls so far.
        plays: the dominoes played so far.
        prices: the costs of single decisions, in the columns ``LEAD`` to ``MOST_DECLARATION``.
        costs: array (n,), filled with the total costs.
    """
    bidder, call = item_at(auction, BIDDER), item_at(auction, STANDING)
    declaration, declarer = item_at(auction, DECLARATION), declarer_of(bidder, call)
    lead, reply, a_call = item_at(prices, LEAD), item_at(prices, REPLY), item_at(prices, CALL)
    third, most = item_at(prices, THIRD), item_at(prices, MOST_DECLARATION)
    for world in range(len(owners)):
        cost = 0
        lower, upper = item_at(owners, world) & ALL, item_at(owners, world) >> N_DOMINOES
        if a_call:
            cost += cost_of_calls(lower, upper, viewer, auction, calls, a_call)
        if declaration >= 0:
            if declarer != viewer:
                hand = dealt_to(lower, upper, declarer)
                cost += cost_of_declaration(hand, declaration, third, most)
            out = sits_out(bidder, declaration)
            where, rest = dealt(lower, upper, declaration, declarer, side(bidder), out)
            cost += cost_of_plays(where, rest, viewer, call, plays, lead, reply)
        costs[world] = cost


# --- Weighted worlds ------------------------------------------------------------------------------

BELIEFS = Beliefs(lead=8, reply=11, call=13, drawn=40)
"""The likelihood model."""
_DECLARATION_PRICES = 3, 46
"""The prices ``THIRD`` and ``MOST_DECLARATION``."""
_WEIGHING_S = 0.0005
"""Seconds that plain Python takes to weight a world, for each play."""


@dataclass(frozen=True, slots=True, eq=False)
class Worlds:
    """Weighted worlds.

    Args:
        hands: array (n, 4), the hands that the seats still hold.
        owners: array (n,), the seats that the dominoes were dealt to, as the kernels take them.
        counts: array (n,), the weight of each world.
        is_exact: whether these are all worlds, not a sample.
        has_more: whether more worlds can be drawn.
    """

    hands: Ints
    owners: Ints
    counts: Ints
    is_exact: bool
    has_more: bool


def likely_worlds(
    state: Texas42State, count: int, beliefs: Beliefs | None, seed: int, stream: int, first: int = 0
) -> Worlds:
    """Return worlds of the seat on turn by importance resampling with the likelihood model.

    Args:
        state: the position; only what the seat on turn sees is used.
        count: the number of worlds kept; if there are no more, all are kept with their weights.
        beliefs: the likelihood model; None for uniform worlds.
        seed: 64-bit seed of the sampling.
        stream: the random stream of the decision.
        first: the number of worlds kept by earlier calls.
    """
    known, times = knowledge_of(state, state.turn), drawn_for_one(beliefs)
    number, drawn = count_worlds(known), count * times
    has_more = number > drawn
    if not has_more:
        hands = np.array(list(every_world(known)), np.int64)
    else:
        hands = sample_worlds(known, drawn, seed, stream, first=first * times)
    owners = owners_of(hands | np.array(known.played, np.int64))
    weights = weights_of(_costs(state, owners, beliefs))
    if number <= count:
        return Worlds(hands, owners, weights, True, False)
    counts = resampled(weights, count)
    kept = counts > 0
    return Worlds(hands[kept], owners[kept], counts[kept], False, has_more)


def drawn_for_one(beliefs: Beliefs | None) -> int:
    """Return the number of worlds drawn for each that is kept."""
    return 1 if beliefs is None else beliefs.drawn


def owners_of(deals: Ints) -> Ints:
    """Return the seats of all dominoes in deals (n, 4) as the low 56 bits of ``where``."""
    owners: Ints = (deals[:, 1] | deals[:, 3]) | (deals[:, 2] | deals[:, 3]) << N_DOMINOES
    return owners


def _costs(state: Texas42State, owners: Ints, beliefs: Beliefs | None) -> Ints:
    """Return the total cost of the others' decisions in each world."""
    costs = np.zeros(len(owners), np.int64)
    if beliefs is None:
        return costs
    plays = () if state.play is None else state.play.dominoes
    prices = (beliefs.lead, beliefs.reply, beliefs.call, *_DECLARATION_PRICES)
    quickest(weigh, len(owners) * (len(plays) + 1) * _WEIGHING_S)(
        owners,
        state.turn,
        _auction_of(state),
        np.array(state.calls, np.int64),
        np.array(plays, np.int64),
        np.array(prices, np.int64),
        costs,
    )
    return costs


# --- Rollouts of calls and declarations -----------------------------------------------------------
#
# After a call of the seat on turn, the others call by the policy with their hands in the world, the
# winner declares, and the hand is rolled out. So the value of a call includes what it keeps from the
# opponents, and that of a pass what it leaves to the partner.


@rule
def call_on(
    lower: int, upper: int, auction: Any, standing: int, bidder: int, made: int
) -> tuple[int, int]:
    """Finish the auction by the policy; return the highest call and its seat.

    Args:
        lower: the lower bits of the seats that hold the dominoes.
        upper: the upper bits.
        auction: the auction as a row; its last three columns are not read.
        standing: the highest call so far.
        bidder: the seat that made it.
        made: the number of calls made.
    """
    shaker, cap, house = item_at(auction, SHAKER), item_at(auction, CAP), item_at(auction, HOUSE)
    while made < 4:
        seat = caller(shaker, made)
        hand = dealt_to(lower, upper, seat)
        legal = legal_calls(standing, made, count_bits(hand & EVERY_DOUBLE), cap, house)
        call = rule_based_call(hand, standing, bidder == partner(seat), legal)
        standing, bidder = standing_after(standing, call), bidder_after(bidder, seat, call)
        made += 1
    return standing, bidder


@rule
def roll_hand(
    lower: int, upper: int, bidder: int, call: int, declared: int
) -> tuple[int, int, int]:
    """Roll out a hand from its opening lead, as ``roll_out`` does.

    Args:
        lower: the lower bits of the seats that hold the dominoes.
        upper: the upper bits.
        bidder: the seat that won the auction.
        call: the call that won it.
        declared: the declaration; -1 for that of the policy.
    """
    declarer = declarer_of(bidder, call)
    if declared < 0:
        declared = best_declaration(dealt_to(lower, upper, declarer), contracts.STRAIGHT)
    out = sits_out(bidder, declared)
    where, rest = dealt(lower, upper, declared, declarer, side(bidder), out)
    return roll_out(where, rest, 0, 0, call)


@rule
def roll_calls(owners: Any, auction: Any, options: Any, marks: Any) -> None:
    """Roll out calls of the seat on turn in many worlds.

    Args:
        owners: array (n,), the worlds.
        auction: the auction as a row.
        options: array (m, 2): a call, and its declaration if it wins; -1 for that of the policy.
        marks: array (n, m), filled with the marks that the side on turn wins (negative if it loses).
    """
    bidder, standing = item_at(auction, BIDDER), item_at(auction, STANDING)
    made = item_at(auction, MADE)
    seat = caller(item_at(auction, SHAKER), made)
    for world in range(len(owners)):
        lower, upper = item_at(owners, world) & ALL, item_at(owners, world) >> N_DOMINOES
        for at in range(len(options)):
            call, declared = item_at(options[at], 0), item_at(options[at], 1)
            highest, winner = standing_after(standing, call), bidder_after(bidder, seat, call)
            highest, winner = call_on(lower, upper, auction, highest, winner, made + 1)
            marks[world, at] = 0
            if highest != PASS:
                if winner != seat:
                    declared = -1
                prevailing, _, _ = roll_hand(lower, upper, winner, highest, declared)
                stake = stake_of(highest)
                marks[world, at] = stake if prevailing == side(seat) else -stake


@rule
def roll_declarations(owners: Any, bidder: int, call: int, declared: Any, points: Any) -> None:
    """Roll out declarations in many worlds.

    Args:
        owners: as for ``roll_calls``.
        bidder: the seat that won the auction.
        call: the call that won it.
        declared: array (m,), the declarations.
        points: array (n, m), filled with the points of the bidder's side when the hand is decided.
    """
    for world in range(len(owners)):
        lower, upper = item_at(owners, world) & ALL, item_at(owners, world) >> N_DOMINOES
        for at in range(len(declared)):
            _, first, second = roll_hand(lower, upper, bidder, call, item_at(declared, at))
            points[world, at] = second if side(bidder) else first


# --- Options rolled out in worlds -----------------------------------------------------------------

_ROLLING_S = 0.004
"""Seconds that plain Python takes to roll out a hand."""


def plays_in(
    state: Texas42State, plays: Sequence[int], worlds: Worlds, threads: int
) -> tuple[Ints, Ints]:
    """Return what plays of the seat on turn come to, arrays (n, m).

    Returns:
        1 where its side prevails by double-dummy play; the points by which it leads after the rollout.
    """
    play = state.play
    assert play is not None
    contract = play.contract
    start, rest = dealt(0, 0, contract.declaration, contract.leader, contract.side, contract.out)
    points = _room(worlds, plays)
    quickest(roll_plays, points.size * _ROLLING_S)(
        worlds.owners,
        start,
        rest,
        contract.call,
        np.array(play.dominoes, np.int64),
        np.array(plays, np.int64),
        points,
    )
    asked = Plays(play, plays, threads)
    if play.result != contracts.OPEN:
        # The hand is decided and only played out: points are all that is left to win.
        points = asked.points(worlds.hands)
    return asked.made(worlds.hands), points


def declarations_in(
    state: Texas42State, declared: Sequence[int], worlds: Worlds, threads: int
) -> tuple[Ints, Ints]:
    """Return what declarations of the seat on turn come to, as ``plays_in`` does."""
    points = _room(worlds, declared)
    quickest(roll_declarations, points.size * _ROLLING_S)(
        worlds.owners, state.bidder, state.standing, np.array(declared, np.int64), points
    )
    tried = [contracts.Contract(state.bidder, state.standing, one) for one in declared]
    return Declarations(tried, threads).made(worlds.hands), points


def calls_in(state: Texas42State, options: Sequence[tuple[int, int]], worlds: Worlds) -> Ints:
    """Return the marks that the side on turn wins or loses after calls, each with its declaration."""
    marks = _room(worlds, options)
    quickest(roll_calls, marks.size * _ROLLING_S)(
        worlds.owners, _auction_of(state), np.array(options, np.int64), marks
    )
    return marks


def _room(worlds: Worlds, options: Sequence[Any]) -> Ints:
    return np.zeros((len(worlds.owners), len(options)), np.int64)


# --- The value of marks ---------------------------------------------------------------------------


def worth_of_marks(state: Texas42State) -> list[float]:
    """Return the values of -7 to 7 marks to the side on turn.

    In a match of marks this is the chance to win it at the resulting score; in a single hand, and when
    playing for points, it is the number of marks.

    >>> from suitwise.texas42.game import Texas42
    >>> state, _ = Texas42().start().rolled(1, 0)
    >>> worth_of_marks(state)[auction.MOST_MARKS]
    0.5
    """
    game, own = state.variant, side(state.turn)
    if game.match != "marks":
        return [float(marks) for marks in range(-auction.MOST_MARKS, auction.MOST_MARKS + 1)]
    ours, theirs = game.target - state.totals[own], game.target - state.totals[1 - own]
    return [
        contracts.match_chance(ours - max(marks, 0), theirs - max(-marks, 0))
        for marks in range(-auction.MOST_MARKS, auction.MOST_MARKS + 1)
    ]
