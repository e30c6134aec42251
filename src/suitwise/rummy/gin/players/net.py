"""The trained player of gin rummy: the inputs of its networks, and the player itself.

A network evaluates one option at a time. Its inputs are binary: those of the turn, shared by all
options, and those of the option. All are computed from a *sight*, a row of numbers that holds what the
seat sees; ``sight_in`` makes it from a position, and the training code in ``learn`` from its flat
records. There are two networks: ``drawing`` takes the top of the pile or not, ``discarding`` discards or
knocks. The inputs are invariant under a permutation of the suits.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from suitwise.foundation.arrays.compiled import count_bits, item_at, lowest_bit, rule
from suitwise.foundation.arrays.cost_dispatch import quickest
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.networks import Network, network_in, turn_on, turn_on_up_to, within
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.rummy.face import deed
from suitwise.rummy.gin.players.evaluation import (
    CERTAIN,
    careful_discard,
    fixed_pairs_awaiting,
    outs,
)
from suitwise.rummy.gin.players.rule_based import GinPlayer, reason
from suitwise.rummy.gin.rules import (
    BIG_GIN,
    BITS,
    CARD_MOVES,
    COLUMN,
    HAND,
    KNOCK_MOVES,
    PACK,
    PASS,
    PILE,
    ROW,
    STOCK,
    SUIT,
    GinMove,
    GinVariant,
    best_discard,
    best_spread,
    card_at,
    gin_deadwood,
    least_of_eleven,
    meldable,
)
from suitwise.rummy.gin.state import GinState

# --- Inputs of a hand of ten ----------------------------------------------------------------------
#
# Most numbers are one-hot up to a maximum, followed by a thermometer code in coarser steps.

MOST_KEPT, KEPT_STEPS = 63, 20
MOST_AHEAD, AHEAD_STEPS = 79, 24
MOST_KNOCKING, KNOCKING_STEPS = 24, 8
MOST_GINS = 9
MOST_OUTS, OUT_STEPS = 20, 8
RANKS = 13

KEPT = 0
"""The deadwood, then in steps of three points."""
AHEAD = KEPT + MOST_KEPT + 1 + KEPT_STEPS
"""The expected deadwood after a draw in half points, then in steps of two points."""
KNOCKING = AHEAD + MOST_AHEAD + 1 + AHEAD_STEPS
"""The number of unseen cards that would allow a knock, then in steps of three."""
GINS = KNOCKING + MOST_KNOCKING + 1 + KNOCKING_STEPS
"""The number of unseen cards that would make gin."""
OUTS = GINS + MOST_GINS + 1
"""The number of outs, then in steps of two."""
MELDED = OUTS + MOST_OUTS + 1 + OUT_STEPS
"""The number of cards that are part of some meld."""
LOOSE = MELDED + HAND + 1
"""The ranks of the other cards, and the ranks of which there are two or more."""
HAND_INPUTS = LOOSE + 2 * RANKS


@rule
def see_hand(on: Any, count: int, first: int, hand: int, unseen: int, most: int) -> int:
    """Turn on the inputs of a hand, and return the number of inputs that are on.

    Args:
        on: array, filled with the indexes of the inputs.
        count: the number of inputs that are on already.
        first: the index of the first input of this hand.
        hand: ten cards.
        unseen: the cards that may be drawn, at least one.
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
    """Turn on an input for each rank among some cards, and another if the rank occurs more than once."""
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


# --- Inputs of a turn and of its options ----------------------------------------------------------

MINE, FREE, SHOWN, TAKEN, MY_PILE, THEIR_PILE, PILED, TOP, STEP, DEALT, MOST = range(11)
"""The layout of a sight: the hand; its cards that may be discarded; its cards taken from the pile; the
cards that the other seat took and holds; the cards of the pile laid by this seat, and by the other; the
pile; its top; the step of the turn; whether this seat dealt; the most deadwood to knock with."""
SIGHT = MOST + 1
UPCARD, UPCARD_LEFT, TO_DRAW, TO_DISCARD = range(4)
"""The steps of a turn."""

TAKE, LEAVE, KNOCK = 64, 65, 66
"""Options other than a discard; a discard is its bit index."""
MOST_OPTIONS = 12

MOST_PILE, PILE_STEPS = 31, 10
MOST_TAKEN = 5
MOST_LEAST, NO_KNOCK = 10, 11
# The inputs of a turn.
HEIGHT = 0
"""The number of cards of the pile, then in steps of three."""
TAKES = HEIGHT + MOST_PILE + 1 + PILE_STEPS
"""The number of cards that the other took and holds, of those that meld with each other, of one's own
cards taken from the pile."""
LAID = TAKES + 3 * (MOST_TAKEN + 1)
"""The ranks that the other seat laid."""
UNSEEN = LAID + 2 * RANKS
"""The number of unseen cards of each rank."""
STEPS = UNSEEN + 5 * RANKS
"""The step of the turn, separately for the dealer and the other seat."""
LEAST = STEPS + 8
"""The least deadwood to knock with, or that no knock is possible."""
NOW = LEAST + NO_KNOCK + 1
"""Before a draw: the hand as it is."""
TURN_INPUTS = NOW + HAND_INPUTS
# The inputs of an option.
KIND = TURN_INPUTS
"""A discard, a knock, taking the top of the pile, a card of the stock, leaving the upcard."""
THEN = KIND + 5
"""The hand after the discard."""
RANK = THEN + HAND_INPUTS
"""The rank of the discard."""
MOST_FED = 15
FED = RANK + RANKS
"""The expected number of pairs in the other hand that meld with the discard, in eighths."""
FITS = FED + MOST_FED + 1
"""The discard melds with cards that the other took; it is adjacent to one of them."""
SAFE = FITS + 2
"""The number of cards of its rank that the other laid, that the seat itself laid; then the same for
the nearest cards of its suit."""
RARE = SAFE + 16
"""The number of unseen cards of its rank, and of the four nearest in its suit."""
BREAKS = RARE + 9
"""The discard is part of a meld; it was taken from the pile."""
MOST_OFF = 7
OFF = BREAKS + 2
"""The number of unseen cards that could be laid off on a knock."""
INPUTS = OFF + MOST_OFF + 1
MOST_ON = 2048
"""An upper bound of the inputs that are on for a turn and all its options."""


@rule
def beside(card: int) -> int:
    """Return the other cards of a card's suit that are at most two ranks away.

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
    """Write the inputs of a turn and of its options, and return the number of options.

    Args:
        sight: the sight of the seat.
        on: array, filled with the indexes of the inputs that are on, first those of the turn.
        starts: array, filled with the index in ``on`` at which each option begins, and the end.
        options: array, filled with the options: the bit index of a discard, or ``TAKE``, ``LEAVE`` or
            ``KNOCK``.
    """
    count = see_course(sight, on)
    if item_at(sight, STEP) == TO_DISCARD:
        return see_discards(sight, on, count, starts, options)
    return see_draws(sight, on, count, starts, options)


@rule
def see_course(sight: Any, on: Any) -> int:
    """Turn on the inputs of the history of the deal."""
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
    """Write the inputs of the discards, and of the knock that keeps the least deadwood."""
    hand, free, most = item_at(sight, MINE), item_at(sight, FREE), item_at(sight, MOST)
    knock = BITS[best_discard(hand, free)]
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
        sight: the sight of the seat.
        on: the inputs.
        count: the number of inputs that are on.
        hand: eleven cards.
        card: the discard, a bit.
    """
    unseen, taken = unseen_in(sight) & ~hand, item_at(sight, TAKEN)
    mine, theirs = item_at(sight, MY_PILE), item_at(sight, THEIR_PILE)
    count = see_hand(on, count, THEN, hand & ~card, unseen, item_at(sight, MOST))
    rank = lowest_bit(card) % SUIT
    same, nearest = COLUMN << rank & ~card, beside(card)
    room = 10 - count_bits(taken)
    fed = 8 * fixed_pairs_awaiting(card, taken, unseen, room) // CERTAIN
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
    """Write the inputs of taking the top of the pile, with the discard after it, and of leaving it."""
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


# --- The networks ---------------------------------------------------------------------------------

WEIGHTS = "weights.npz"
"""The file of the weights in this package, trained by ``learn/gin_net.py``."""
DISCARDING, DRAWING = "discarding", "drawing"
"""The names of the networks."""
SIXTEEN_POINTS = 1 << 30
"""The fixed-point output for 16 points: weights are in 1024ths, and an output sums products of three."""


@cache
def networks() -> dict[str, Network]:
    """Return the networks by name.

    >>> networks()["discarding"].second.shape
    (96, 32)
    """
    return {kind: network_in(__package__, WEIGHTS, kind) for kind in (DISCARDING, DRAWING)}


# --- The player -----------------------------------------------------------------------------------
#
# It uses only what its seat sees and does not search. It was trained on single deals with a knock
# limit of 10 and 25 points for gin and for an undercut; in other variants it plays as ``GinPlayer``.
# It always takes gin, and ignores the score of a match.

LEARNT = 10, 25, 25
"""The knock limit and the bonuses for gin and for an undercut of the training games."""
_STEPS = {"first": UPCARD, "second": UPCARD_LEFT, "draw": TO_DRAW, "discard": TO_DISCARD}
_SEEING_S = 0.005
"""The seconds that ``see_turn`` takes in plain Python."""


class Question(NamedTuple):
    """The inputs of a network for a position.

    Args:
        network: the name of the network, ``discarding`` or ``drawing``.
        turn: the inputs of the turn that are on.
        options: the moves.
        seen: for each move its inputs that are on.
    """

    network: str
    turn: list[int]
    options: list[GinMove]
    seen: list[list[int]]

    def worth(self) -> NDArray[np.float64]:
        """Return the value of each option in points, up to a constant that all share."""
        found = networks()[self.network].worth(self.turn, self.seen)
        return found * (16 / SIXTEEN_POINTS)


@dataclass(frozen=True, slots=True)
class Trained:
    """Plays the move that a network trained by self-play rates best; deterministic.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.gin.game import Gin
    >>> record = play(Gin().start(), Trained(), seed=1)
    >>> record.moves[21:25]  # after the deal
    ('pass', 'pass', 'H3', 'H9')
    """

    def __call__(self, state: State[Any]) -> GinMove:
        """Return a move; the state is one of gin rummy in which a seat is on turn.

        Raises:
            SuitwiseError: the state is one of another game, or no seat is on turn.
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
        """Return a move with its reason: its lead over the next in the network's rating."""
        move = self(state)
        if not is_learnt(state):
            return Advice(move, reason(GinPlayer(), state, move))
        if sure_move(state) is not None:
            return Advice(move, _all_melds(move))
        return Advice(move, _why_best(question_in(state), state))


def is_learnt(state: GinState) -> bool:
    """Return whether the player was trained on the variant of a position."""
    return _is_learnt(state.variant)


def _is_learnt(variant: GinVariant) -> bool:
    return (variant.knock, variant.gin, variant.undercut) == LEARNT


def strongest(variant: GinVariant) -> str:
    """Return the name of the strongest player of a variant: ``net`` if trained on it, else ``mc``.

    >>> strongest(GinVariant()), strongest(GinVariant(undercut=10))
    ('net', 'mc')
    """
    return "net" if _is_learnt(variant) else "mc"


def sure_move(state: GinState) -> GinMove | None:
    """Return big gin, or the knock that makes gin, or None if neither is possible.

    Args:
        state: a position in which a seat is on turn.
    """
    if state.phase != "discard":
        return None
    if BIG_GIN in state.moves():
        return BIG_GIN
    card = best_discard(state.hands[state.seat], state.free)
    return _knock(state, card) if gin_deadwood(_without(state, card)) == 0 else None


def question_in(state: GinState) -> Question:
    """Return the inputs of the network that decides in a position.

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
    """Return the sight of the seat on turn."""
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
        return _knock(state, best_discard(state.hands[state.seat], state.free))
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
    """Return the lead of the best option over the next, in words."""
    worth = asked.worth()
    best, other = (-worth).argsort(kind="stable")[:2].tolist()  # as argmax: the first of equals
    top = state.pile[-1][0] if state.pile else -1
    return phrase(
        "gin.net-leads",
        "{lead} points more than {other}, by what the network has learnt",
        lead=f"{worth[best] - worth[other]:.1f}",
        other=deed(asked.options[other], top)[1],
    )
