"""Decisions of Texas 42 and what each option came to, for ``learn.texas42_net``.

Hands are played by a policy that now and then does something at random. At some of its decisions every
option is tried, the rest of the same deal played by the policy to the end: those are the returns, in
marks for the side on turn. Averaged over the deals that lead to the same view they are what an option is
worth against this policy, the hidden hands as likely as its way of playing makes them. Who takes the
best option plays better than the policy; a network that has learnt to is the policy of the next round.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from learn.network_rules import HIDDEN
from learn.texas42_policy import (
    BOTH,
    chosen_place,
    options_in,
    see_decision,
    see_option,
)
from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, over_rows, rule
from suitwise.foundation.arrays.networks import MOST_ON
from suitwise.seeds import as_seed
from suitwise.stepping.loop import drawn, opened
from suitwise.texas42.arrays.policy import bit_of_hand
from suitwise.texas42.arrays.stepped import (
    COLUMNS,
    FIRST_MOVE,
    PHASE,
    PLAYING,
    TURN,
    act,
    deal,
    options_of,
    outcome,
    rule_based_place,
)
from suitwise.texas42.game import Texas42
from suitwise.texas42.rules.dominoes import N_DOMINOES

KEPT = 12
"""The most decisions of a hand that are kept."""
ILLEGAL = -100
"""The return of what is no option."""
SLIP, CALL_SLIP = 12, 8
"""One in so many plays, and one in so many calls and declarations, is made at random."""
SLIPS = 5
"""A call at random is one of so many, the least that are legal."""
OFTEN = 4, 2
"""One in so many decisions of the play, and of the auction, is kept where nothing else is asked for."""

Nets = tuple[NDArray[np.float64], ...]
"""The five arrays of the play's network, and those of the auction's."""


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
            among = count_bits(legal) if in_play else min(count_bits(legal), SLIPS)
            number, stream = drawn(among, stream)
            place = bit_of_hand(legal, number)
        else:
            place = chosen_place(game, trained, nets, on, sums)
        act(game, options, FIRST_MOVE[int(game[PHASE])] + place)


@rule
def hand_row(row: int, given: Any, answer: Any) -> None:
    """Play the hand of a row twice, a policy at side 0 and at side 1, and add up what it wins by.

    Args:
        row: the row.
        given: the game's options, the seed, the number of row 0; which parts of the policy are trained,
            and its networks; the same of the other policy.
        answer: the marks (hands,); then room for a record, the inputs that are on, and sums.
    """
    options, seed, first, parts, nets, other_parts, other_nets = given
    marks, game, on, sums = answer
    for own in range(2):
        deal(game, options, seed, first + row)
        while int(game[TURN]) >= 0:
            if (int(game[TURN]) & 1) == own:
                place = chosen_place(game, parts, nets, on, sums)
            else:
                place = chosen_place(game, other_parts, other_nets, on, sums)
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
    hands: int,
    seed: int,
    nets: Nets,
    parts: int = BOTH,
    against: Nets | None = None,
) -> NDArray[np.int64]:
    """Return by how many marks a trained policy beats another one, each deal played twice.

    Args:
        hands: how many deals.
        seed: 64-bit seed.
        nets: its two networks.
        parts: which parts of it are trained.
        against: the networks of the other; without them that is the rule-based policy.

    Returns:
        int64 (hands,), the sums of both plays.
    """
    marks = np.zeros(hands, np.int64)
    other = (BOTH, against) if against else (0, no_nets())
    given = (_OPTIONS, as_seed(seed), 0, parts, nets, *other)
    over_rows(hand_row)(given, (marks, *_scratch(1)), 0, hands)
    return marks


def _scratch(records: int) -> list[NDArray[Any]]:
    rows = [np.zeros(COLUMNS, np.int64) for _ in range(records)]
    return [*rows, np.zeros(MOST_ON, np.int64), np.zeros((3, HIDDEN))]


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
    over_rows(seen_row)(given, (*seen, np.zeros(MOST_ON, np.int64)), 0, len(records))
    return seen


def rule_based_places(records: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return what the rule-based policy does in decisions, counted from the first move of the phase."""
    places = np.zeros(len(records), np.int64)
    over_rows(rule_based_row)(records, places, 0, len(records))
    return places
