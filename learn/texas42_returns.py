"""Decisions of Texas 42 and what each option came to, for ``learn.texas42_net``.

Hands are played by a policy that now and then does something at random. At some of its decisions every
option is tried, the rest of the same deal played by the policy to the end: those are the returns, in
marks for the side on turn. Averaged over the deals that lead to the same view they are what an option is
worth against this policy, the hidden hands as likely as its way of playing makes them. Who takes the best
option plays better than the policy; a network that has learnt to is the policy of the next round.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, over_rows, rule
from suitwise.foundation.seating import NOBODY, partner
from suitwise.seeds import as_seed
from suitwise.stepping.streams import drawn, opened
from suitwise.texas42.arrays.packed import (
    declaration_of,
    declaring_of,
    held_by,
    placed_of,
    points_of,
    table_of,
)
from suitwise.texas42.arrays.playouts import bit_numbered, may_hold
from suitwise.texas42.arrays.policy_calls import best_declaration
from suitwise.texas42.arrays.stepped.game import options_of
from suitwise.texas42.arrays.stepped.policy import rule_based_place
from suitwise.texas42.arrays.stepped.rows import (
    BIDDER,
    CALL_BITS,
    CALLING,
    CALLS,
    COLUMNS,
    DECLARING,
    FIRST_MOVE,
    LACKS,
    LACKS_UPPER,
    LEGAL,
    MADE,
    PHASE,
    PLAYING,
    REST,
    SHAKER,
    STANDING,
    TURN,
    WHERE,
    act,
    deal,
    outcome,
)
from suitwise.texas42.game import Texas42
from suitwise.texas42.players.net.calls import ALL_MADE, see_auction, see_contract
from suitwise.texas42.players.net.plays import see_domino, see_play
from suitwise.texas42.rules.auction import FIRST_MARK, PASS, caller
from suitwise.texas42.rules.contracts import STRAIGHT, bid_of
from suitwise.texas42.rules.dominoes import ALL, HAND_POINTS, N_DOMINOES

KEPT = 12
"""The most decisions of a hand that are kept."""
ILLEGAL = -100
"""The return of what is no option."""
MOST_CALL = FIRST_MARK + 1
"""Higher calls than two marks are never tried."""
CONSIDERED = (2 << MOST_CALL) - 1
SLIP = 12
"""One in so many moves is made at random."""
CALL_SLIP = 8
OFTEN = 4, 2
"""One in so many decisions of the play, and of the auction, is kept where nothing else is asked for."""
HIDDEN = 160
"""At most so many hidden values of a layer."""

PLAY, AUCTION = 1, 2
"""The parts of a policy."""
BOTH = PLAY | AUCTION

Nets = tuple[NDArray[np.float64], ...]


# --- What a seat sees -----------------------------------------------------------------------------


@rule
def bids_around(record: Any, seat: int) -> tuple[int, int]:
    """Return the seats that have called and those that have bid, counted from one to the left."""
    called = bids = 0
    calls, shaker = int(record[CALLS]), int(record[SHAKER])
    for made in range(int(record[MADE])):
        around = 1 << ((caller(shaker, made) - seat) & 3)
        called |= around
        if calls >> CALL_BITS * made & 255:
            bids |= around
    return called, bids


@rule
def needs_of(record: Any, seat: int) -> tuple[int, int]:
    """Return the points that the side of a seat still needs, and the other."""
    where, rest, need = int(record[WHERE]), int(record[REST]), bid_of(int(record[STANDING]))
    declaring = declaring_of(where)
    to_make = need - points_of(rest, declaring)
    to_set = HAND_POINTS + 1 - need - points_of(rest, 1 - declaring)
    if declaring == (seat & 1):
        return to_make, to_set
    return to_set, to_make


@rule
def may_around(record: Any, seat: int, around: int) -> int:
    """Return the dominoes that another seat may hold."""
    where, rest = int(record[WHERE]), int(record[REST])
    unseen = rest & ALL & ~held_by(where, rest, seat)
    lacks, upper = int(record[LACKS]), int(record[LACKS_UPPER])
    return may_hold(unseen, lacks, upper, (seat + around) & 3)


@rule
def played_around(record: Any, seat: int, around: int) -> int:
    """Return the dominoes that another seat has played."""
    return held_by(int(record[WHERE]), ALL & ~int(record[REST]), (seat + around) & 3)


@rule
def see_decision(record: Any, on: Any) -> int:
    """Turn on the inputs of the decision of the seat on turn."""
    seat, phase = int(record[TURN]), int(record[PHASE])
    where, rest, bidder = int(record[WHERE]), int(record[REST]), int(record[BIDDER])
    called, bids = bids_around(record, seat)
    around = NOBODY if bidder == NOBODY else (bidder - seat) & 3
    if phase != PLAYING:
        made = ALL_MADE if phase == DECLARING else int(record[MADE])
        hand = held_by(where, ALL, seat)
        return see_auction(on, hand, made, int(record[STANDING]), around, called, bids)
    need, theirs = needs_of(record, seat)
    return see_play(
        on, held_by(where, rest, seat), declaration_of(where), table_of(rest), placed_of(rest),
        need, theirs, around, bids,
        may_around(record, seat, 1), may_around(record, seat, 2), may_around(record, seat, 3),
        played_around(record, seat, 1), played_around(record, seat, 2),
        played_around(record, seat, 3),
    )  # fmt: skip


@rule
def see_option(record: Any, place: int, on: Any) -> int:
    """Turn on the inputs of an option, counted from the first move of the phase."""
    seat, phase = int(record[TURN]), int(record[PHASE])
    where, rest = int(record[WHERE]), int(record[REST])
    if phase == DECLARING:
        return see_contract(on, held_by(where, ALL, seat), -1, place)
    if phase == CALLING:
        hand = held_by(where, ALL, seat)
        return see_contract(on, hand, place, best_declaration(hand, STRAIGHT))
    need, theirs = needs_of(record, seat)
    return see_domino(
        on, place, held_by(where, rest, seat), declaration_of(where), table_of(rest),
        placed_of(rest), need, theirs,
        may_around(record, seat, 1), may_around(record, seat, 2), may_around(record, seat, 3),
    )  # fmt: skip


# --- A network as a rule --------------------------------------------------------------------------


@rule
def options_in(record: Any) -> int:
    """Return the moves that are tried, bits counted from the first of the phase."""
    legal, phase = int(record[LEGAL]), int(record[PHASE])
    if phase == CALLING:
        fewer = legal & CONSIDERED
        return fewer if fewer else legal
    return legal & STRAIGHT if phase == DECLARING else legal


@rule
def best_place(
    record: Any, first: Any, bias: Any, second: Any, other: Any, last: Any, on: Any, sums: Any
) -> int:
    """Return the option that a network of two hidden layers finds best."""
    width, narrow = len(bias), len(other)
    for at in range(width):
        sums[0, at] = bias[at]
    for at in range(see_decision(record, on)):
        row = item_at(on, at)
        for unit in range(width):
            sums[0, unit] += first[row, unit]
    legal, chosen, most = options_in(record), -1, 0.0
    while legal:
        place = lowest_bit(legal)
        legal &= legal - 1
        for unit in range(width):
            sums[1, unit] = sums[0, unit]
        for at in range(see_option(record, place, on)):
            row = item_at(on, at)
            for unit in range(width):
                sums[1, unit] += first[row, unit]
        for unit in range(narrow):
            sums[2, unit] = other[unit]
        for at in range(width):
            value = sums[1, at]
            if value > 0:
                for unit in range(narrow):
                    sums[2, unit] += value * second[at, unit]
        worth = 0.0
        for unit in range(narrow):
            if sums[2, unit] > 0:
                worth += sums[2, unit] * last[unit]
        if chosen < 0 or worth > most:
            chosen, most = place, worth
    return chosen


@rule
def chosen_place(record: Any, trained: int, nets: Any, on: Any, sums: Any) -> int:
    """Return what the policy does, counted from the first move of the phase.

    Args:
        record: the hand.
        trained: which parts are trained, bits: ``PLAY``, ``AUCTION``; the other is by rules of thumb.
        nets: the two networks.
        on: room for the inputs that are on.
        sums: room for sums.
    """
    part = PLAY if int(record[PHASE]) == PLAYING else AUCTION
    if trained & part == 0:
        return rule_based_place(record)
    legal = int(record[LEGAL])
    if legal & (legal - 1) == 0:
        return lowest_bit(legal)
    if int(record[PHASE]) == PLAYING:
        return best_place(record, nets[0], nets[1], nets[2], nets[3], nets[4], on, sums)
    if int(record[PHASE]) == CALLING and int(record[BIDDER]) == partner(int(record[TURN])):
        return PASS
    return best_place(record, nets[5], nets[6], nets[7], nets[8], nets[9], on, sums)


# --- Hands ----------------------------------------------------------------------------------------


@rule
def return_of(
    game: Any, options: Any, seat: int, trained: int, nets: Any, on: Any, sums: Any
) -> int:
    """Play a hand to its end by the policy, and return the marks of a seat's side."""
    while int(game[TURN]) >= 0:
        place = chosen_place(game, trained, nets, on, sums)
        act(game, options, FIRST_MOVE[int(game[PHASE])] + place)
    return int(outcome(game, options, seat))


@rule
def explore_row(row: int, given: Any, answer: Any) -> None:
    """Play the hand of a row, and keep some of its decisions with the returns of their options.

    Args:
        row: the row.
        given: the game's options, the seed, the number of row 0, which parts of the policy are trained,
            its two networks, or numbers in their shape, and one in how many decisions of the play and
            of the auction is kept.
        answer: the decisions (hands, KEPT, COLUMNS), zeros; the returns (hands, KEPT, 28), filled with
            ``ILLEGAL``; then room for two records, the inputs that are on, and sums.
    """
    options, seed, first, trained, nets, every = given
    decisions, returns, game, trial, on, sums = answer
    deal(game, options, seed, first + row)
    stream, kept = opened(seed, 2 * (first + row) + 1), 0
    while int(game[TURN]) >= 0:
        in_play = int(game[PHASE]) == PLAYING
        legal, seat = options_in(game), int(game[TURN])
        lot, stream = drawn(int(every[0] if in_play else every[1]), stream)
        if kept < KEPT and lot == 0 and count_bits(legal) > 1:
            for column in range(COLUMNS):
                decisions[row, kept, column] = game[column]
            left = legal
            while left:
                place = lowest_bit(left)
                left &= left - 1
                for column in range(COLUMNS):
                    trial[column] = game[column]
                act(trial, options, FIRST_MOVE[int(game[PHASE])] + place)
                returns[row, kept, place] = return_of(trial, options, seat, trained, nets, on, sums)
            kept += 1
        slip, stream = drawn(SLIP if in_play else CALL_SLIP, stream)
        if slip == 0:
            among = count_bits(legal) if in_play else min(count_bits(legal), 5)
            number, stream = drawn(among, stream)
            place = bit_numbered(legal, number)
        else:
            place = chosen_place(game, trained, nets, on, sums)
        act(game, options, FIRST_MOVE[int(game[PHASE])] + place)


@rule
def hand_row(row: int, given: Any, answer: Any) -> None:
    """Play a hand twice, the trained policy at sides 0 and 1; the marks that its sides win by."""
    options, seed, first, trained, nets = given
    marks, game, on, sums = answer
    for own in range(2):
        deal(game, options, seed, first + row)
        while int(game[TURN]) >= 0:
            of_side = trained if (int(game[TURN]) & 1) == own else 0
            place = chosen_place(game, of_side, nets, on, sums)
            act(game, options, FIRST_MOVE[int(game[PHASE])] + place)
        marks[row] += int(outcome(game, options, own))


@rule
def seen_row(row: int, given: Any, answer: Any) -> None:
    """Write what a network reads of a decision and of each of its options, ones over zeros.

    Args:
        row: the number of the decision.
        given: the records, the returns, and where each decision's options begin.
        answer: decisions (n, inputs), options (m, inputs), the returns of these (m,), the decision that
            each belongs to (m,), then room for the inputs that are on.
    """
    records, returns, starts, shift = given
    decisions, options, worth, owner, on = answer
    record = records[row]
    for at in range(see_decision(record, on)):
        decisions[row, item_at(on, at)] = 1
    option = starts[row]
    for place in range(N_DOMINOES):
        if returns[row, place] > ILLEGAL:
            for at in range(see_option(record, place, on)):
                options[option, item_at(on, at) - shift] = 1
            worth[option], owner[option] = returns[row, place], row
            option += 1


@rule
def rule_based_row(row: int, records: Any, places: Any) -> None:
    """Find what the rule-based policy does in a decision, counted from the first move of the phase."""
    places[row] = rule_based_place(records[row])


_OPTIONS = np.array(options_of(Texas42(match="hand")), np.int64)


def no_nets() -> Nets:
    """Return numbers in the shape of two networks, for a policy that has none."""
    one = (np.zeros((1, 1)), np.zeros(1), np.zeros((1, 1)), np.zeros(1), np.zeros(1))
    return (*one, *one)


def explored(
    hands: int,
    seed: int,
    first: int = 0,
    nets: Nets | None = None,
    often: tuple[int, int] = OFTEN,
) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """Return decisions of hands, and the returns of their options.

    Args:
        hands: how many hands are played.
        seed: 64-bit seed; the same seed and numbers, the same decisions.
        first: the number of the first hand.
        nets: the two networks of the policy, five arrays each; without them it is the rule-based one.
        often: one in how many decisions of the play, and of the auction, is kept.

    Returns:
        int64 (n, COLUMNS), the records; int8 (n, 28), the returns in marks, ``ILLEGAL`` for no option.
    """
    decisions = np.zeros((hands, KEPT, COLUMNS), np.int64)
    returns = np.full((hands, KEPT, N_DOMINOES), ILLEGAL, np.int8)
    parts = BOTH if nets else 0
    given = (_OPTIONS, as_seed(seed), first, parts, nets or no_nets(), np.array(often, np.int64))
    over_rows(explore_row)(given, (decisions, returns, *_scratch(2)), 0, hands)
    kept = (returns > ILLEGAL).any(axis=2)
    return decisions[kept], returns[kept]


def mirrored(
    hands: int, seed: int, nets: Nets, first: int = 0, parts: int = BOTH
) -> NDArray[np.int64]:
    """Return by how many marks the trained policy beats the rule-based one, each deal played twice.

    Args:
        hands: how many deals.
        seed: 64-bit seed.
        nets: the two networks.
        first: the number of the first deal.
        parts: which parts of the policy are trained.

    Returns:
        int64 (hands,), the sums of both plays.
    """
    marks = np.zeros(hands, np.int64)
    given = (_OPTIONS, as_seed(seed), first, parts, nets)
    over_rows(hand_row)(given, (marks, *_scratch(1)), 0, hands)
    return marks


def _scratch(records: int) -> list[NDArray[Any]]:
    rows = [np.zeros(COLUMNS, np.int64) for _ in range(records)]
    return [*rows, np.zeros(200, np.int64), np.zeros((3, HIDDEN))]


class Seen(NamedTuple):
    """What a network reads of some decisions.

    Args:
        decisions: float32 (n, inputs of the decision).
        options: float32 (m, inputs of an option).
        worth: float32 (m,), the returns in marks.
        owner: int64 (m,), the decision of each option.
    """

    decisions: NDArray[np.float32]
    options: NDArray[np.float32]
    worth: NDArray[np.float32]
    owner: NDArray[np.int64]


def seen_in(records: NDArray[np.int64], returns: NDArray[np.int8], sizes: tuple[int, int]) -> Seen:
    """Return what a network reads of decisions that are all of the play, or all of the auction.

    Args:
        records: int64 (n, COLUMNS).
        returns: int8 (n, 28).
        sizes: how many inputs a decision has, and all in all.
    """
    ends = np.cumsum((returns > ILLEGAL).sum(axis=1))
    starts = np.concatenate([[0], ends[:-1]])
    shift, inputs = sizes
    seen = Seen(
        np.zeros((len(records), shift), np.float32),
        np.zeros((int(ends[-1]), inputs - shift), np.float32),
        np.zeros(int(ends[-1]), np.float32),
        np.zeros(int(ends[-1]), np.int64),
    )
    given = (records, returns, starts, shift)
    over_rows(seen_row)(given, (*seen, np.zeros(200, np.int64)), 0, len(records))
    return seen


def rule_based_places(records: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return what the rule-based policy does in decisions, counted from the first move of the phase."""
    places = np.zeros(len(records), np.int64)
    over_rows(rule_based_row)(records, places, 0, len(records))
    return places
