"""The trained player of gin rummy: what its networks read, and how it moves.

A network is asked about one option at a time: its inputs are those of the turn, the same for all
options, and those of the option. All come from what the seat sees, in a *sight*: a row of numbers that
a position (``player``) and a record of a compiled deal (``learn.gin_policy``) give alike. Two networks
share the turns: ``drawing`` takes the top of the pile or not, ``discarding`` discards or knocks. Suits
are never told apart by name, so what is learnt of hearts holds for spades.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.networks import Network, network_in, turn_on, turn_on_up_to, within
from suitwise.foundation.arrays.quick import quickest
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.rummy.face import deed
from suitwise.rummy.gin.moves import BIG_GIN, CARD_MOVES, KNOCK_MOVES, PASS, PILE, STOCK, GinMove
from suitwise.rummy.gin.players.evaluation import CERTAIN, awaiting, careful_discard, outs
from suitwise.rummy.gin.players.rule_based import GinPlayer, reason
from suitwise.rummy.gin.rules import (
    BITS,
    COLUMN,
    HAND,
    PACK,
    ROW,
    SUIT,
    best_spread,
    card_at,
    gin_deadwood,
    keeping_least,
    least_of_eleven,
    meldable,
)
from suitwise.rummy.gin.state import GinState
from suitwise.rummy.gin.variant import GinVariant

# --------------------------------------------------------------------------------------------------
# What the trained player reads of a hand of ten: its deadwood, and what the next draw promises

MOST_KEPT, KEPT_STEPS = 63, 20
MOST_AHEAD, AHEAD_STEPS = 79, 24
MOST_KNOCKING, KNOCKING_STEPS = 24, 8
MOST_GINS = 9
MOST_OUTS, OUT_STEPS = 20, 8
RANKS = 13

KEPT = 0
"""The deadwood, and in steps of three points."""
AHEAD = KEPT + MOST_KEPT + 1 + KEPT_STEPS
"""That after a card of the stock on average, in half points and in steps of two."""
KNOCKING = AHEAD + MOST_AHEAD + 1 + AHEAD_STEPS
"""The unseen cards with which one could knock, and in threes."""
GINS = KNOCKING + MOST_KNOCKING + 1 + KNOCKING_STEPS
"""Those that would make gin."""
OUTS = GINS + MOST_GINS + 1
"""Those that would make a new meld, and in steps of two."""
MELDED = OUTS + MOST_OUTS + 1 + OUT_STEPS
"""The cards that lie in melds of some kind."""
LOOSE = MELDED + HAND + 1
"""The ranks of the others: once, and of two or more."""
HAND_INPUTS = LOOSE + 2 * RANKS


@rule
def see_hand(on: Any, count: int, first: int, hand: int, unseen: int, most: int) -> int:
    """Turn on the inputs of a hand, and return how many are on.

    Args:
        on: array, filled with the numbers of the inputs.
        count: how many are on already.
        first: the number of the first input of a hand.
        hand: ten cards.
        unseen: the cards that may be drawn, one at least.
        most: the most deadwood to knock with.
    """
    deadwood = gin_deadwood(hand)
    ahead = knocking = gins = 0
    left = unseen
    while left:
        kept = least_of_eleven(hand | left & -left)
        ahead += kept
        knocking += int(kept <= most)
        gins += int(kept == 0)
        left &= left - 1
    halves = 2 * ahead // count_bits(unseen)
    melded = meldable(hand)
    loose = hand & ~melded
    made = outs(loose, hand, unseen)
    count = turn_on(on, count, first + KEPT + within(deadwood, 0, MOST_KEPT))
    count = turn_on_up_to(on, count, first + KEPT + MOST_KEPT + 1, deadwood, 3, KEPT_STEPS)
    count = turn_on(on, count, first + AHEAD + within(halves, 0, MOST_AHEAD))
    count = turn_on_up_to(on, count, first + AHEAD + MOST_AHEAD + 1, halves, 4, AHEAD_STEPS)
    count = turn_on(on, count, first + KNOCKING + within(knocking, 0, MOST_KNOCKING))
    at = first + KNOCKING + MOST_KNOCKING + 1
    count = turn_on_up_to(on, count, at, knocking, 3, KNOCKING_STEPS)
    count = turn_on(on, count, first + GINS + within(gins, 0, MOST_GINS))
    count = turn_on(on, count, first + OUTS + within(made, 0, MOST_OUTS))
    count = turn_on_up_to(on, count, first + OUTS + MOST_OUTS + 1, made, 2, OUT_STEPS)
    count = turn_on(on, count, first + MELDED + within(count_bits(hand & melded), 0, HAND))
    return see_ranks(on, count, first + LOOSE, loose)


@rule
def see_ranks(on: Any, count: int, first: int, cards: int) -> int:
    """Turn on an input for each rank of which there is a card, and another where there are more."""
    for rank in range(RANKS):
        held = count_bits(cards & COLUMN << rank)
        if held:
            on[count] = first + rank
            count += 1
            if held > 1:
                on[count] = first + RANKS + rank
                count += 1
    return count


@rule
def suit_of(card: int) -> int:
    """Return the cards of a card's suit.

    >>> suit_of(1 << 18) == ROW << 16
    True
    """
    row = ROW
    while row & card == 0:
        row <<= SUIT
    return row


# --- What the trained player reads of a turn, and of each thing that it may do --------------------

# The columns of a sight.
MINE, FREE, SHOWN, TAKEN, MY_PILE, THEIR_PILE, PILED, TOP, STEP, DEALT, MOST = range(11)
"""The hand; what of it may be discarded; which of it the other saw taken; what the other took and
holds; what of the pile each laid; the pile; its top; how far the turn is; whether the seat dealt; the
most deadwood to knock with."""
SIGHT = MOST + 1
UPCARD, UPCARD_LEFT, TO_DRAW, TO_DISCARD = range(4)
"""How far a turn is."""

TAKE, LEAVE, KNOCK = 64, 65, 66
"""Options that are not the number of a discard's bit."""
MOST_OPTIONS = 12

MOST_PILE, PILE_STEPS = 31, 10
MOST_TAKEN = 5
MOST_LEAST, NO_KNOCK = 10, 11
# The inputs of a turn.
HEIGHT = 0
"""The cards of the pile, and in threes."""
TAKES = HEIGHT + MOST_PILE + 1 + PILE_STEPS
"""How many the other took and holds, how many of these meld with each other, how many it saw taken."""
LAID = TAKES + 3 * (MOST_TAKEN + 1)
"""The ranks that the other laid."""
UNSEEN = LAID + 2 * RANKS
"""How many of each rank are unseen."""
STEPS = UNSEEN + 5 * RANKS
"""How far the turn is, by who dealt."""
LEAST = STEPS + 8
"""The least to knock with, or none may be."""
NOW = LEAST + NO_KNOCK + 1
"""Before a draw: the hand as it is."""
TURN_INPUTS = NOW + HAND_INPUTS
# The inputs of an option.
KIND = TURN_INPUTS
"""A discard, a knock, the top of the pile, a card of the stock, the upcard left."""
THEN = KIND + 5
"""The hand after the discard."""
RANK = THEN + HAND_INPUTS
"""The rank of the discard."""
MOST_FED = 15
FED = RANK + RANKS
"""How many pairs that meld with it the other can be expected to hold, in eighths."""
FITS = FED + MOST_FED + 1
"""It melds with cards that the other took; it lies near one."""
SAFE = FITS + 2
"""How many of its rank the other laid, the seat itself laid; those beside it in its suit likewise."""
RARE = SAFE + 16
"""How many of its rank are unseen, how many of the four nearest in its suit."""
BREAKS = RARE + 9
"""It lies in a meld; it was seen taken."""
MOST_OFF = 7
OFF = BREAKS + 2
"""The unseen cards that could be laid off on a knock."""
INPUTS = OFF + MOST_OFF + 1
MOST_ON = 2048
"""The inputs that are on of a turn and all its options are never more."""


@rule
def beside(card: int) -> int:
    """Return the cards that are at most two ranks away from one in its suit, without it.

    >>> bin(beside(0b100)), bin(beside(1 << 12))
    ('0b11011', '0b110000000000')
    """
    return (card << 1 | card << 2 | card >> 1 | card >> 2) & suit_of(card)


@rule
def unseen_in(sight: Any) -> int:
    """Return the cards that the seat has not seen."""
    return PACK & ~(
        item_at(sight, MINE) | item_at(sight, PILED) | item_at(sight, TAKEN) | item_at(sight, TOP)
    )


@rule
def see_turn(sight: Any, on: Any, starts: Any, options: Any) -> int:
    """Write the inputs of a turn and of its options, and return how many options there are.

    Args:
        sight: what the seat sees.
        on: array, filled with the numbers of the inputs that are on, the turn's first.
        starts: array: where the inputs of each option begin, and at last where they end.
        options: array, filled with the options: the number of a discard's bit, or ``TAKE``, ``LEAVE``,
            ``KNOCK``.
    """
    count = see_course(sight, on)
    if item_at(sight, STEP) == TO_DISCARD:
        return see_discards(sight, on, count, starts, options)
    return see_draws(sight, on, count, starts, options)


@rule
def see_course(sight: Any, on: Any) -> int:
    """Turn on the inputs of how the deal went so far."""
    height, taken = count_bits(item_at(sight, PILED)), item_at(sight, TAKEN)
    unseen = unseen_in(sight)
    count = turn_on(on, 0, HEIGHT + within(height, 0, MOST_PILE))
    count = turn_on_up_to(on, count, HEIGHT + MOST_PILE + 1, height, 3, PILE_STEPS)
    count = turn_on(on, count, TAKES + within(count_bits(taken), 0, MOST_TAKEN))
    melding = count_bits(meldable(taken))
    count = turn_on(on, count, TAKES + MOST_TAKEN + 1 + within(melding, 0, MOST_TAKEN))
    shown = count_bits(item_at(sight, SHOWN))
    count = turn_on(on, count, TAKES + 2 * (MOST_TAKEN + 1) + within(shown, 0, MOST_TAKEN))
    count = see_ranks(on, count, LAID, item_at(sight, THEIR_PILE))
    for rank in range(RANKS):
        there = count_bits(unseen & COLUMN << rank)
        count = turn_on(on, count, UNSEEN + 5 * rank + there)
    return turn_on(on, count, STEPS + 4 * item_at(sight, DEALT) + item_at(sight, STEP))


@rule
def see_discards(sight: Any, on: Any, count: int, starts: Any, options: Any) -> int:
    """Write the inputs of the discards, and of the knock that keeps least."""
    hand, free, most = item_at(sight, MINE), item_at(sight, FREE), item_at(sight, MOST)
    knock = BITS[keeping_least(hand, free)]
    least = gin_deadwood(hand & ~knock)
    number = 0
    count = turn_on(on, count, LEAST + (least if least <= most else NO_KNOCK))
    cards = free
    while cards:
        card = cards & -cards
        starts[number], options[number] = count, lowest_bit(card)
        count = turn_on(on, count, KIND)
        count = see_discard(sight, on, count, hand, card)
        number += 1
        cards &= cards - 1
    if least <= most:
        starts[number], options[number] = count, KNOCK
        count = turn_on(on, count, KIND + 1)
        count = see_knock(sight, on, count, hand & ~knock)
        number += 1
    starts[number] = count
    return number


@rule
def see_knock(sight: Any, on: Any, count: int, kept: int) -> int:
    """Turn on the inputs of a knock."""
    sets, runs = best_spread(kept)
    ends = 0
    left = unseen_in(sight) | item_at(sight, TAKEN)
    while left:
        card = left & -left
        mates = sets & COLUMN << lowest_bit(card) % SUIT
        near = (card << 1 | card >> 1) & runs
        ends += int(mates != 0 or near != 0)
        left &= left - 1
    return turn_on(on, count, OFF + within(ends, 0, MOST_OFF))


@rule
def see_discard(sight: Any, on: Any, count: int, hand: int, card: int) -> int:
    """Turn on the inputs of a discard: the hand that it leaves, and what it gives away.

    Args:
        sight: what the seat sees.
        on: the inputs.
        count: how many are on.
        hand: eleven cards.
        card: the discard, a bit.
    """
    unseen, taken = unseen_in(sight) & ~hand, item_at(sight, TAKEN)
    mine, theirs = item_at(sight, MY_PILE), item_at(sight, THEIR_PILE)
    count = see_hand(on, count, THEN, hand & ~card, unseen, item_at(sight, MOST))
    rank = lowest_bit(card) % SUIT
    same, nearest = COLUMN << rank & ~card, beside(card)
    room = 10 - count_bits(taken)
    fed = 8 * awaiting(card, taken, unseen, room) // CERTAIN
    count = turn_on(on, count, RANK + rank)
    count = turn_on(on, count, FED + within(fed, 0, MOST_FED))
    if meldable(taken | card) & card:
        count = turn_on(on, count, FITS)
    if (same | (card << 1 | card >> 1) & nearest) & taken:
        count = turn_on(on, count, FITS + 1)
    count = turn_on(on, count, SAFE + count_bits(same & theirs))
    count = turn_on(on, count, SAFE + 4 + count_bits(same & mine))
    count = turn_on(on, count, SAFE + 8 + within(count_bits(nearest & theirs), 0, 3))
    count = turn_on(on, count, SAFE + 12 + within(count_bits(nearest & mine), 0, 3))
    count = turn_on(on, count, RARE + count_bits(same & unseen))
    count = turn_on(on, count, RARE + 4 + count_bits(nearest & unseen))
    if meldable(hand) & card:
        count = turn_on(on, count, BREAKS)
    if item_at(sight, SHOWN) & card:
        count = turn_on(on, count, BREAKS + 1)
    return count


@rule
def see_draws(sight: Any, on: Any, count: int, starts: Any, options: Any) -> int:
    """Write the inputs of the top of the pile, with the discard after it, and of leaving it."""
    hand, top, taken = item_at(sight, MINE), item_at(sight, TOP), item_at(sight, TAKEN)
    unseen, most = unseen_in(sight), item_at(sight, MOST)
    count = see_hand(on, count, NOW, hand, unseen, most)
    starts[0], options[0] = count, TAKE
    away = careful_discard(hand | top, hand, unseen, taken, 10 - count_bits(taken))
    count = turn_on(on, count, KIND + 2)
    count = see_discard(sight, on, count, hand | top, away)
    starts[1], options[1] = count, LEAVE
    count = turn_on(on, count, KIND + 3 + int(item_at(sight, STEP) < TO_DRAW))
    starts[2] = count
    return 2


# --- The networks of gin rummy's trained player; ``learn/gin_net.py`` made the weights ------------

WEIGHTS = "weights.npz"
"""The file of the weights, beside this one."""
DISCARDING, DRAWING = "discarding", "drawing"
"""What the networks decide."""
SIXTEEN_POINTS = 1 << 30
"""What 16 points are to a network: a weight of 1 is 1024, and a worth is a sum of products of three."""


@cache
def networks() -> dict[str, Network]:
    """Return the networks by what they decide.

    >>> networks()["discarding"].second.shape
    (96, 32)
    """
    return {kind: network_in(__package__, WEIGHTS, kind) for kind in (DISCARDING, DRAWING)}


# --- The trained player of gin rummy: it takes the option that a network finds best, at once ------
#
# It sees no more than its seat: its own hand, the pile and who laid what, and the cards that were
# taken from it. It has learnt single deals of ten points to knock with and 25 for gin and for an
# undercut; where these are others it plays by the rules of thumb. It never lets gin pass, and does
# not look at the score of a match.

LEARNT = 10, 25, 25
"""The points to knock with, for gin and for an undercut that it has learnt."""
_STEPS = {"first": UPCARD, "second": UPCARD_LEFT, "draw": TO_DRAW, "discard": TO_DISCARD}
_SEEING_S = 0.005
"""The seconds of ``see_turn`` as plain Python."""


class Question(NamedTuple):
    """What a network is asked in a position.

    Args:
        network: which one, ``discarding`` or ``drawing``.
        turn: the inputs of the turn that are on.
        options: the moves.
        seen: the inputs of each that are on.
    """

    network: str
    turn: list[int]
    options: list[GinMove]
    seen: list[list[int]]

    def worth(self) -> NDArray[np.float64]:
        """Return what each option is worth, in points, up to what all have in common."""
        found = networks()[self.network].worth(self.turn, self.seen)
        return found * (16 / SIXTEEN_POINTS)


@dataclass(frozen=True, slots=True)
class Trained:
    """Does what a network finds best that learnt from the game's own play; the same in the same place.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.gin.game import Gin
    >>> record = play(Gin().start(), Trained(), seed=1)
    >>> record.moves[21:25]  # after the deal
    ('pass', 'pass', 'H3', 'H9')
    """

    def __call__(self, state: State[Any]) -> GinMove:
        """Return a move; the state is one of gin rummy in which a seat is on turn.

        Raises:
            SuitwiseError: it is one of another game, or no seat is on turn.
        """
        here = on_turn(state, GinState, "gin rummy")
        if not is_learnt(here):
            return GinPlayer()(here)
        sure = sure_move(here)
        if sure is not None:
            return sure
        asked = question_in(here)
        return asked.options[int(asked.worth().argmax())]

    def advice(self, state: GinState) -> Advice:
        """Return a move with its reason: by how much the network finds it better than the next."""
        move = self(state)
        if not is_learnt(state):
            return Advice(move, reason(GinPlayer(), state, move))
        if sure_move(state) is not None:
            return Advice(move, _all_melds(move))
        return Advice(move, _why_best(question_in(state), state))


def is_learnt(state: GinState) -> bool:
    """Tell whether the player has learnt the variant that is played."""
    return _is_learnt(state.variant)


def _is_learnt(variant: GinVariant) -> bool:
    return (variant.knock, variant.gin, variant.undercut) == LEARNT


def strongest(variant: GinVariant) -> str:
    """Return the strongest player of a variant: this one where it has learnt it, else ``mc``.

    >>> strongest(GinVariant()), strongest(GinVariant(undercut=10))
    ('net', 'mc')
    """
    return "net" if _is_learnt(variant) else "mc"


def sure_move(state: GinState) -> GinMove | None:
    """Return big gin, or the knock that makes gin, where it may be made.

    Args:
        state: a position in which a seat is on turn.
    """
    if state.phase != "discard":
        return None
    if BIG_GIN in state.moves():
        return BIG_GIN
    card = keeping_least(state.hands[state.seat], state.free)
    return _knock(state, card) if gin_deadwood(_without(state, card)) == 0 else None


def question_in(state: GinState) -> Question:
    """Return what is asked in a position.

    Args:
        state: a position in which a seat is on turn.

    >>> from suitwise.rummy.gin.game import Gin
    >>> state, _ = Gin().start().rolled(3, 0)
    >>> asked = question_in(state)
    >>> asked.network, [str(move) for move in asked.options]
    ('drawing', ['pile', 'pass'])
    """
    on, starts = np.zeros(MOST_ON, np.int64), np.zeros(MOST_OPTIONS + 1, np.int64)
    places = np.zeros(MOST_OPTIONS, np.int64)
    number = quickest(see_turn, _SEEING_S)(sight_in(state), on, starts, places)
    inputs, ends = on.tolist(), starts.tolist()
    return Question(
        DISCARDING if state.phase == "discard" else DRAWING,
        inputs[: ends[0]],
        [_move(state, place) for place in places[:number].tolist()],
        [inputs[ends[at] : ends[at + 1]] for at in range(number)],
    )


def sight_in(state: GinState) -> NDArray[np.int64]:
    """Return what the seat on turn sees, as ``options`` reads it."""
    seat, other = state.seat, 1 - state.seat
    columns = (
        state.hands[seat],
        state.free,
        state.known[seat],
        state.known[other],
        state.pile_bits(seat),
        state.pile_bits(other),
        state.pile_bits(),
        BITS[state.pile[-1][0]] if state.pile else 0,
        _STEPS[state.phase],
        int(seat == state.dealer),
        state.variant.knock,
    )
    return np.array(columns, np.int64)


def _move(state: GinState, place: int) -> GinMove:
    if place == TAKE:
        return PILE
    if place == KNOCK:
        return _knock(state, keeping_least(state.hands[state.seat], state.free))
    if state.phase == "discard":
        return CARD_MOVES[card_at(place)]
    return STOCK if state.phase == "draw" else PASS


def _knock(state: GinState, card: int) -> GinMove:
    return state.parse_move(str(KNOCK_MOVES[card]))


def _without(state: GinState, card: int) -> int:
    return state.hands[state.seat] & ~BITS[card]


def _all_melds(move: GinMove) -> Phrase:
    if move == BIG_GIN:
        return phrase("gin.all-eleven-meld", "all eleven cards meld")
    return phrase("gin.all-ten-meld", "all ten cards meld")


def _why_best(asked: Question, state: GinState) -> Phrase:
    """Say by how much the best option leads the next."""
    worth = asked.worth()
    best, other = (-worth).argsort(kind="stable")[:2].tolist()  # as argmax: the first of equals
    top = state.pile[-1][0] if state.pile else -1
    return phrase(
        "gin.net-leads",
        "{lead} points more than {other}, by what the network has learnt",
        lead=f"{worth[best] - worth[other]:.1f}",
        other=deed(asked.options[other], top)[1],
    )
