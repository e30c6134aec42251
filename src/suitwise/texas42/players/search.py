"""How the Monte Carlo player decides: likely worlds, rollouts in them, what each option is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from suitwise.foundation.arrays.compiled import count_bits, item_at, rule
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.quick import quickest
from suitwise.foundation.seating import NOBODY, partner, players, side
from suitwise.texas42.arrays.packed import (
    dealt,
    declaration_of,
    declaring_of,
    legal_of,
    out_of,
    placed_of,
    played,
    points_of,
    suit_of,
    tricks_of,
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
from suitwise.texas42.moves import Move
from suitwise.texas42.rules.auction import (
    MOST_MARKS,
    PASS,
    bidder_after,
    caller,
    legal_calls,
    standing_after,
)
from suitwise.texas42.rules.contracts import (
    OPEN,
    STRAIGHT,
    Contract,
    bid_of,
    declarer_of,
    match_chance,
    result_of,
    scoring_side,
    sits_out,
    stake_of,
)
from suitwise.texas42.rules.dominoes import ALL, EVERY_DOUBLE, HAND, N_DOMINOES
from suitwise.texas42.solve.move_values import Declarations, Plays
from suitwise.texas42.state import Texas42State

# --- Whether a contract is made in a packed position, and the position that plays have led to -----


@rule
def result_in(where: int, rest: int, call: int) -> int:
    """Return whether a contract is made, set, or open.

    Args:
        where: the first integer of the position.
        rest: the second.
        call: the call that won the auction.
    """
    declaring, out = declaring_of(where), out_of(rest)
    held = count_bits(rest & ALL) + placed_of(rest)
    left = held // players(out) if out == NOBODY else (held - HAND) // players(out)
    first = tricks_of(rest)
    own = HAND - left - first if declaring else first
    return result_of(
        call,
        declaration_of(where),
        points_of(rest, declaring),
        points_of(rest, 1 - declaring),
        own,
        HAND - left - own,
        left,
    )


@rule
def after_plays(where: int, rest: int, plays: Any) -> tuple[int, int, int, int]:
    """Return the position that plays lead to, and what they prove (``may_hold``).

    Args:
        where: the first integer of the position before them.
        rest: the second.
        plays: the dominoes.
    """
    lacks = lacks_upper = 0
    for at in range(len(plays)):
        domino, seat, suit = item_at(plays, at), turn_of(where, rest), suit_of(where, rest)
        lacks, lacks_upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration_of(where))
        where, rest = played(where, rest, domino)
    return where, rest, lacks, lacks_upper


# --------------------------------------------------------------------------------------------------
# Plays rolled out in many worlds: each until the hand is decided, by the compiled policy in all
# seats
#
# A seat that plays on sees what it would see: its own hand, what is unseen, and what the plays have
# proved of the others. So nothing is found out that could not be; but the policy's faults are in it.


@rule
def roll_out(
    where: int, rest: int, lacks: int, lacks_upper: int, call: int
) -> tuple[int, int, int]:
    """Play a hand by the policy until it is decided.

    Args:
        where: the first integer of a packed position.
        rest: the second.
        lacks: what seats 0 and 1 have proved not to hold (``may_hold``).
        lacks_upper: the same of seats 2 and 3.
        call: the call that won the auction.

    Returns:
        The side that prevails, and the points of sides 0 and 1 by then.
    """
    need, declaration = bid_of(call), declaration_of(where)
    result = result_in(where, rest, call)
    while result == OPEN:
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
    """Roll plays of the seat on turn out in many worlds.

    Args:
        owners: array (n,), the seat that was dealt each domino: the low 56 bits of ``where``.
        start: the other bits of ``where``, before the first lead.
        rest: the second integer of that position.
        call: the call that won the auction.
        plays: the dominoes played so far.
        options: array (m,), plays of the seat on turn.
        points: array (n, m), filled: by how many points the side on turn is ahead when the hand is
            decided.
    """
    start, rest, lacks, lacks_upper = after_plays(start, rest, plays)
    for world in range(len(owners)):
        where = start | item_at(owners, world)
        seat, suit = turn_of(where, rest), suit_of(where, rest)
        for at in range(len(options)):
            domino = item_at(options, at)
            known, upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration_of(where))
            then, left = played(where, rest, domino)
            _, first, second = roll_out(then, left, known, upper, call)
            points[world, at] = second - first if side(seat) else first - second


# --------------------------------------------------------------------------------------------------
# How likely worlds are by what the others did: each decision held against what the policy would
# do
#
# Worlds are drawn evenly among the deals that the plays allow (``hidden``). In each, the auction and
# the play are gone through again: where a seat did what the policy does with the hand that it has
# there, the world is as likely as before; where it did something else, it costs the world some of its
# weight (Bayes's rule, with the policy for the players). Of a call it counts whether it is a pass; of
# a declaration, how much worse it is for the hand than the best. Forced plays tell nothing.


@rule
def dealt_to(lower: int, upper: int, seat: int) -> int:
    """Return the hand of a seat, by the lower and the upper bits of all dominoes' seats.

    >>> [dealt_to(0b0110, 0b1100, seat) & 15 for seat in range(4)]
    [1, 2, 8, 4]
    """
    return ALL & (lower ^ ((seat & 1) - 1)) & (upper ^ ((seat >> 1) - 1))


@rule
def cost_of_plays(
    where: int, rest: int, viewer: int, call: int, plays: Any, lead: int, reply: int
) -> int:
    """Return what the others' plays cost that the policy would not have made.

    Args:
        where: the first integer of the position before the first lead.
        rest: the second.
        viewer: the seat that looks; its own plays cost nothing.
        call: the call that won the auction.
        plays: the dominoes played.
        lead: what a lead costs.
        reply: what a reply costs.
    """
    need, declaration = bid_of(call), declaration_of(where)
    lacks = lacks_upper = cost = 0
    for at in range(len(plays)):
        domino, seat, suit = item_at(plays, at), turn_of(where, rest), suit_of(where, rest)
        if seat != viewer and result_in(where, rest, call) == OPEN:
            legal = legal_of(where, rest)
            if legal & (legal - 1):
                expected = policy_domino(where, rest, need, lacks, lacks_upper)
                if expected != domino:
                    cost += lead if suit < 0 else reply
        lacks, lacks_upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration)
        where, rest = played(where, rest, domino)
    return cost


@rule
def cost_of_calls(
    lower: int,
    upper: int,
    viewer: int,
    shaker: int,
    calls: Any,
    cap: int,
    house: int,
    each: int,
) -> int:
    """Return what the others' calls cost: passes where the policy bids, bids where it passes.

    Args:
        lower: the lower bits of the seats that hold the dominoes.
        upper: the upper bits.
        viewer: the seat that looks.
        shaker: the seat that shook.
        calls: the calls so far.
        cap: the most marks that may be called.
        house: the rules of the house, in bits.
        each: what a call costs.
    """
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
    """Return what a declaration costs: so much for each third of a point that the best is better by."""
    if not STRAIGHT >> declaration & 1:
        return 0
    best = best_declaration(hand, STRAIGHT)
    return min((worth(hand, best) - worth(hand, declaration)) * third, most)


@rule
def weigh(
    owners: Any, viewer: int, auction: Any, calls: Any, plays: Any, costs: Any, found: Any
) -> None:
    """Find what the others' decisions cost each of many worlds.

    Args:
        owners: array (n,), the seat that was dealt each domino: the low 56 bits of ``where``.
        viewer: the seat that looks.
        auction: array (6,): shaker, most marks, rules of the house, bidder, highest call, declaration,
            -1 before there is one.
        calls: the calls so far.
        plays: the dominoes played so far.
        costs: array (5,): what a lead, a reply, a call, a third of a point of a declaration cost, and
            a declaration at most.
        found: array (n,), filled.
    """
    shaker, cap, house = item_at(auction, 0), item_at(auction, 1), item_at(auction, 2)
    bidder, call, declaration = item_at(auction, 3), item_at(auction, 4), item_at(auction, 5)
    declarer = declarer_of(bidder, call)
    for world in range(len(owners)):
        own, cost = item_at(owners, world), 0
        lower, upper = own & ALL, own >> N_DOMINOES
        if costs[2]:
            cost += cost_of_calls(
                lower, upper, viewer, shaker, calls, cap, house, item_at(costs, 2)
            )
        if declaration >= 0:
            if declarer != viewer:
                hand = dealt_to(lower, upper, declarer)
                cost += cost_of_declaration(hand, declaration, item_at(costs, 3), item_at(costs, 4))
            out = sits_out(bidder, declaration)
            where, rest = dealt(lower, upper, declaration, declarer, side(bidder), out)
            cost += cost_of_plays(
                where, rest, viewer, call, plays, item_at(costs, 0), item_at(costs, 1)
            )
        found[world] = cost


# --------------------------------------------------------------------------------------------------
# The worlds that a decision is made in: drawn evenly, weighed by what the others did, some kept

Ints: TypeAlias = "NDArray[np.int64]"

UNIT = 16
"""Each unit of cost takes a sixteenth of a world's weight: a cost of 29 leaves 0.15 of it."""
_MOST_COST = 40 * UNIT
_WEIGHING_S = 0.0005
"""The seconds of weighing a world as plain Python, for each play."""


def _weights() -> list[int]:
    """Return the weight of each cost, in whole numbers, so that every machine has the same."""
    found = [1 << 40]
    for _ in range(_MOST_COST):
        found.append(max(1, found[-1] * (UNIT - 1) // UNIT))
    return found


_WEIGHTS = _weights()


@dataclass(frozen=True, slots=True)
class Beliefs:
    """How much the others' decisions are believed.

    Args:
        lead: what a lead costs a world in which the policy would have led something else, in units.
        reply: the same of a reply.
        call: the same of a pass where the policy would have bid, and of a bid where it would not.
        third: what a declaration costs for each third of a point that another is better by.
        declaration: what it costs at most.
        drawn: how many worlds are drawn for each that is kept.
    """

    lead: int = 8
    reply: int = 11
    call: int = 13
    third: int = 3
    declaration: int = 46
    drawn: int = 40


EVEN = Beliefs(0, 0, 0, 0, 0, 1)
"""Nothing is believed: all worlds are as likely."""


@dataclass(frozen=True, slots=True, eq=False)
class Worlds:
    """Worlds, each with how often it counts.

    Args:
        hands: array (n, 4), the hands that the seats still hold.
        owners: array (n,), the seat that was dealt each domino: the low 56 bits of a packed position.
        counts: array (n,).
        is_exact: whether these are all worlds, and no sample.
        has_more: whether others could be drawn.
    """

    hands: Ints
    owners: Ints
    counts: Ints
    is_exact: bool
    has_more: bool


def likely_worlds(
    state: Texas42State, count: int, beliefs: Beliefs, seed: int, stream: int, first: int = 0
) -> Worlds:
    """Return worlds of the seat on turn, the likely ones more often.

    Args:
        state: the position; no more of it counts than what its seat sees.
        count: how many are kept; where there are no more, all are, each with its weight.
        beliefs: how they are weighed.
        seed: 64-bit seed of the sampling.
        stream: the stream of the decision.
        first: how many have been kept before.
    """
    known = knowledge_of(state, state.turn)
    number, drawn = count_worlds(known), count * beliefs.drawn
    has_more = number > drawn
    if not has_more:
        hands = np.array(list(every_world(known)), np.int64)
    else:
        hands = sample_worlds(known, drawn, seed, stream, first=first * beliefs.drawn)
    owners = owners_of(hands | np.array(known.played, np.int64))
    weights = _weighed(state, owners, beliefs)
    if number <= count:
        return Worlds(hands, owners, weights, True, False)
    kept, counts = kept_of(weights, count)
    return Worlds(hands[kept], owners[kept], counts, False, has_more)


def owners_of(deals: Ints) -> Ints:
    """Return the seats that hold the dominoes in deals, (n, 4), as the low 56 bits of ``where``."""
    owners: Ints = (deals[:, 1] | deals[:, 3]) | (deals[:, 2] | deals[:, 3]) << N_DOMINOES
    return owners


def kept_of(weights: Ints, count: int) -> tuple[Ints, Ints]:
    """Keep worlds by their weights: at even steps along the sum, so that luck has little to say.

    Returns:
        The places of the worlds that are kept, and how often each is met; ``count`` in all.

    >>> kept_of(np.array([1, 6, 1]) << 20, 4)
    (array([1, 2]), array([3, 1]))
    """
    ends = np.cumsum(weights)
    steps = (2 * np.arange(count, dtype=np.int64) + 1) * (int(ends[-1]) // (2 * count))
    kept, counts = np.unique(np.searchsorted(ends, steps, side="right"), return_counts=True)
    return kept, counts.astype(np.int64)


def _weighed(state: Texas42State, owners: Ints, beliefs: Beliefs) -> Ints:
    """Return the weight of each world."""
    game, contract = state.variant, state.contract
    auction = [
        state.shaker,
        game.cap,
        game.house,
        NOBODY if contract is None else contract.bidder,
        PASS if contract is None else contract.call,
        -1 if contract is None else contract.declaration,
    ]
    plays = () if state.play is None else state.play.dominoes
    believed = (beliefs.lead, beliefs.reply, beliefs.call, beliefs.third, beliefs.declaration)
    found = np.zeros(len(owners), np.int64)
    quickest(weigh, len(owners) * (len(plays) + 1) * _WEIGHING_S)(
        owners,
        state.turn,
        np.array(auction, np.int64),
        np.array(state.calls, np.int64),
        np.array(plays, np.int64),
        np.array(believed, np.int64),
        found,
    )
    weights: Ints = np.array(_WEIGHTS, np.int64)[np.minimum(found, _MOST_COST)]
    return weights


# --- What calls and declarations come to in many worlds: auction and play go on by the policy -----
#
# After a call of the seat on turn the others call as the policy would with the hands they have in the
# world, whoever wins declares, and the hand is rolled out. So a call is worth what it makes, what it
# keeps the others from, and what a pass leaves to the partner.


@rule
def call_on(
    lower: int, upper: int, shaker: int, standing: int, bidder: int, made: int, cap: int, house: int
) -> tuple[int, int]:
    """Let the seats that are yet to call do so by the policy; return the highest call and its seat.

    Args:
        lower: the lower bits of the seats that hold the dominoes.
        upper: the upper bits.
        shaker: the seat that shook.
        standing: the highest call so far.
        bidder: the seat that made it.
        made: how many have called.
        cap: the most marks that may be called.
        house: the rules of the house, in bits.
    """
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
    """Roll a hand out from its first lead, as ``roll_out`` does.

    Args:
        lower: the lower bits of the seats that hold the dominoes.
        upper: the upper bits.
        bidder: the seat that won the auction.
        call: the call that won it.
        declared: the declaration; -1 for the one that the policy makes.
    """
    declarer = declarer_of(bidder, call)
    if declared < 0:
        declared = best_declaration(dealt_to(lower, upper, declarer), STRAIGHT)
    out = sits_out(bidder, declared)
    where, rest = dealt(lower, upper, declared, declarer, side(bidder), out)
    return roll_out(where, rest, 0, 0, call)


@rule
def roll_calls(owners: Any, auction: Any, options: Any, marks: Any) -> None:
    """Find what calls of the seat on turn come to.

    Args:
        owners: array (n,), the seat of each domino in each world: the low 56 bits of ``where``.
        auction: array (6,): shaker, most marks, rules of the house, bidder, highest call, calls made.
        options: array (m, 2): a call, and what its seat declares if it stands; -1 where the policy does.
        marks: array (n, m), filled: the marks that the side on turn wins, less than 0 if it loses.
    """
    shaker, cap, house = item_at(auction, 0), item_at(auction, 1), item_at(auction, 2)
    bidder, standing, made = item_at(auction, 3), item_at(auction, 4), item_at(auction, 5)
    seat = caller(shaker, made)
    for world in range(len(owners)):
        own = item_at(owners, world)
        lower, upper = own & ALL, own >> N_DOMINOES
        for at in range(len(options)):
            call, declared = item_at(options[at], 0), item_at(options[at], 1)
            highest, winner = call_on(
                lower, upper, shaker, standing_after(standing, call),
                bidder_after(bidder, seat, call), made + 1, cap, house,
            )  # fmt: skip
            marks[world, at] = 0
            if highest != PASS:
                if winner != seat:
                    declared = -1
                prevailing, _, _ = roll_hand(lower, upper, winner, highest, declared)
                stake = stake_of(highest)
                marks[world, at] = stake if prevailing == side(seat) else -stake


@rule
def roll_declarations(owners: Any, bidder: int, call: int, declared: Any, points: Any) -> None:
    """Find what declarations come to in points.

    Args:
        owners: as for ``roll_calls``.
        bidder: the seat that won the auction.
        call: the call that won it.
        declared: array (m,), the declarations.
        points: array (n, m), filled: the points of the bidder's side when the hand is decided.
    """
    for world in range(len(owners)):
        own = item_at(owners, world)
        for at in range(len(declared)):
            _, first, second = roll_hand(
                own & ALL, own >> N_DOMINOES, bidder, call, item_at(declared, at)
            )
            points[world, at] = second if side(bidder) else first


# --- What the options of a decision are worth in likely worlds ------------------------------------

_ROLLING_S = 0.004
"""The seconds of rolling a hand out as plain Python."""


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """How the options of a decision fare in the same worlds.

    Args:
        counts: array (n,), how often each world counts.
        found: array (n, m), 1 where the side on turn prevails by best play with all hands seen; of
            calls the marks that it wins or loses if the hand is rolled out.
        points: array (n, m), the points that it is ahead if the hand is rolled out; none of calls.
    """

    counts: Ints
    found: Ints
    points: Ints

    @property
    def shares(self) -> list[float]:
        """In which share of the worlds each option prevails."""
        mean: list[float] = (self.counts @ self.found / self.counts.sum()).tolist()
        return mean

    def with_more(self, more: Figures) -> Figures:
        """Return the figures of these worlds and of others."""
        return Figures(
            np.concatenate((self.counts, more.counts)),
            np.concatenate((self.found, more.found)),
            np.concatenate((self.points, more.points)),
        )


class Judged(NamedTuple):
    """A move with the figures that it is chosen by.

    Args:
        move: the move: none of the options is worth more.
        options: the plays, the declarations, or the calls each with a declaration.
        figures: how the options fare.
        worth: what each option is worth, (options,): of plays and declarations the chance to prevail,
            of calls the marks, in a match the chance to win it.
        is_exact: whether all worlds were looked at, and no sample.
    """

    move: Move
    options: Sequence[Any]
    figures: Figures
    worth: Sequence[float]
    is_exact: bool


def judged_plays(
    state: Texas42State, plays: Sequence[int], worlds: Worlds, threads: int
) -> Figures:
    """Judge plays of the seat on turn."""
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
    if play.result != OPEN:  # where hands are played out: nothing but points is left to be had
        points = asked.points(worlds.hands)
    return Figures(worlds.counts, asked.made(worlds.hands), points)


def judged_declarations(
    state: Texas42State, declared: Sequence[int], worlds: Worlds, threads: int
) -> Figures:
    """Judge declarations of the seat on turn."""
    points = _room(worlds, declared)
    quickest(roll_declarations, points.size * _ROLLING_S)(
        worlds.owners, state.bidder, state.standing, np.array(declared, np.int64), points
    )
    contracts = [Contract(state.bidder, state.standing, one) for one in declared]
    return Figures(worlds.counts, Declarations(contracts, threads).made(worlds.hands), points)


def judged_calls(
    state: Texas42State, options: Sequence[tuple[int, int]], worlds: Worlds
) -> Figures:
    """Judge calls of the seat on turn, each with what it declares."""
    game, marks = state.variant, _room(worlds, options)
    auction = (
        state.shaker, game.cap, game.house, state.bidder, state.standing, len(state.calls)
    )  # fmt: skip
    quickest(roll_calls, marks.size * _ROLLING_S)(
        worlds.owners, np.array(auction, np.int64), np.array(options, np.int64), marks
    )
    return Figures(worlds.counts, marks, np.zeros_like(marks))


def _room(worlds: Worlds, options: Sequence[Any]) -> Ints:
    return np.zeros((len(worlds.owners), len(options)), np.int64)


# --------------------------------------------------------------------------------------------------
# What marks are worth to a side: in a single hand themselves, in a match the chance to win it


def worth_of_marks(state: Texas42State) -> list[float]:
    """Return what -7 to 7 marks are worth to the side on turn, at the score of a match of marks.

    In a single hand, and in the game of points, they are worth themselves.

    >>> from suitwise.texas42.game import Texas42
    >>> state, _ = Texas42().start().rolled(1, 0)
    >>> worth_of_marks(state)[MOST_MARKS]
    0.5
    """
    game, own = state.variant, side(state.turn)
    if game.match != "marks":
        return [float(marks) for marks in range(-MOST_MARKS, MOST_MARKS + 1)]
    ours, theirs = game.target - state.totals[own], game.target - state.totals[1 - own]
    return [
        match_chance(ours - max(marks, 0), theirs - max(-marks, 0))
        for marks in range(-MOST_MARKS, MOST_MARKS + 1)
    ]
