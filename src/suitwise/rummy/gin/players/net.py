"""The trained player of gin rummy: the inputs of its networks, and the player itself.

A network rates one option of a turn at a time. There are two: ``drawing`` decides whether to take the
top of the pile, ``discarding`` what to discard and whether to knock. Inputs are on or off, and only the
indexes of the active ones are listed. Those of the turn are shared by all its options; each option adds
its own. They do not change if the suits are permuted.

All inputs are computed from a *view*, a row of integers that holds what the seat sees. ``view_of`` makes
it from a position, and the training code in ``learn`` makes it from its flat records.
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
from suitwise.players.turns import Advice, weighed
from suitwise.rummy.face import deed
from suitwise.rummy.gin.players.evaluation import (
    CERTAIN,
    careful_discard,
    fixed_pairs_awaiting,
    outs,
)
from suitwise.rummy.gin.players.rule_based import (
    GinPlayer,
    deal_on_turn,
    hand_without,
    leaves_least,
    leaves_more,
    reason,
    top_gains,
    top_left,
    top_melds,
)
from suitwise.rummy.gin.rules import moves
from suitwise.rummy.gin.rules.deadwood import (
    BITS,
    COLUMN,
    HAND,
    PACK,
    ROW,
    SUIT,
    best_discard,
    card_at,
    deadwood_after_discard,
    gin_deadwood,
    least_deadwood_of_eleven,
    meldable,
)
from suitwise.rummy.gin.rules.house import GinVariant
from suitwise.rummy.gin.rules.moves import GinMove
from suitwise.rummy.gin.rules.showdown import best_spread
from suitwise.rummy.gin.state import GinState

# --- Inputs of a hand of ten ----------------------------------------------------------------------
#
# Numbers are one-hot up to a maximum. Most are followed by a thermometer code: one input for each whole
# step in the number. In the tables below "max 63, step 3 x 20" stands for the 64 inputs of the numbers 0
# to 63 and 20 inputs more, each of which is active if the number contains another step of 3.
#
# =========  =======================================================================================
# name       inputs from there on
# =========  =======================================================================================
# DEADWOOD   the deadwood: max 63, step 3 x 20
# AHEAD      twice the expected deadwood after a draw: max 79, step 4 x 24
# KNOCKING   the number of unseen cards that would allow a knock: max 24, step 3 x 8
# GINS       the number of unseen cards that would make gin: max 9
# OUTS       the number of outs: max 20, step 2 x 8
# MELDED     the number of cards that are part of some meld: max 10
# LOOSE      the ranks of the other cards (13 inputs), then the ranks of two or more of them (13)
# =========  =======================================================================================

MOST_DEADWOOD, DEADWOOD_STEPS = 63, 20
MOST_AHEAD, AHEAD_STEPS = 79, 24
MOST_KNOCKING, KNOCKING_STEPS = 24, 8
MOST_GINS = 9
MOST_OUTS, OUT_STEPS = 20, 8
RANKS = 13

DEADWOOD = 0
AHEAD = DEADWOOD + MOST_DEADWOOD + 1 + DEADWOOD_STEPS
KNOCKING = AHEAD + MOST_AHEAD + 1 + AHEAD_STEPS
GINS = KNOCKING + MOST_KNOCKING + 1 + KNOCKING_STEPS
OUTS = GINS + MOST_GINS + 1
MELDED = OUTS + MOST_OUTS + 1 + OUT_STEPS
LOOSE = MELDED + HAND + 1
HAND_INPUTS = LOOSE + 2 * RANKS


@rule
def encode_hand(active: Any, count: int, first: int, hand: int, unseen: int, most: int) -> int:
    """Turn on the inputs of a hand, and return the number of active inputs.

    Args:
        active: array, filled with the indexes of the active inputs.
        count: the number of active inputs so far.
        first: the index of the first input of this hand.
        hand: ten cards.
        unseen: the cards that may be drawn, at least one.
        most: the most deadwood to knock with.
    """
    deadwood = gin_deadwood(hand)
    ahead = knocking = gins = 0
    draws = unseen
    while draws:
        then = least_deadwood_of_eleven(hand | draws & -draws)
        ahead += then
        knocking += int(then <= most)
        gins += int(then == 0)
        draws &= draws - 1
    halves = 2 * ahead // count_bits(unseen)
    melded = meldable(hand)
    loose = hand & ~melded
    out_count = outs(loose, hand, unseen)
    count = turn_on(active, count, first + DEADWOOD + within(deadwood, 0, MOST_DEADWOOD))
    count = turn_on_up_to(
        active, count, first + DEADWOOD + MOST_DEADWOOD + 1, deadwood, 3, DEADWOOD_STEPS
    )
    count = turn_on(active, count, first + AHEAD + within(halves, 0, MOST_AHEAD))
    count = turn_on_up_to(active, count, first + AHEAD + MOST_AHEAD + 1, halves, 4, AHEAD_STEPS)
    count = turn_on(active, count, first + KNOCKING + within(knocking, 0, MOST_KNOCKING))
    steps = first + KNOCKING + MOST_KNOCKING + 1
    count = turn_on_up_to(active, count, steps, knocking, 3, KNOCKING_STEPS)
    count = turn_on(active, count, first + GINS + within(gins, 0, MOST_GINS))
    count = turn_on(active, count, first + OUTS + within(out_count, 0, MOST_OUTS))
    count = turn_on_up_to(active, count, first + OUTS + MOST_OUTS + 1, out_count, 2, OUT_STEPS)
    count = turn_on(active, count, first + MELDED + within(count_bits(hand & melded), 0, HAND))
    return encode_ranks(active, count, first + LOOSE, loose)


@rule
def encode_ranks(active: Any, count: int, first: int, cards: int) -> int:
    """Turn on an input for each rank among some cards, and another if the rank occurs more than once."""
    for rank in range(RANKS):
        copies = count_bits(cards & COLUMN << rank)
        if copies:
            active[count] = first + rank
            count += 1
            if copies > 1:
                active[count] = first + RANKS + rank
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

# A view is a row of VIEW_COLUMNS integers, cards as words of bits:
#
# ======  ===========  =============================================================================
# column  name         meaning
# ======  ===========  =============================================================================
# 0       OWN_HAND     the seat's hand
# 1       FREE         its cards that may be discarded
# 2       OWN_KNOWN    its cards that it took from the pile
# 3       TAKEN        the cards that the other seat took from the pile and still holds
# 4       OWN_LAID     the cards of the pile that the seat laid there
# 5       OTHER_LAID   those that the other seat laid there
# 6       PILE_CARDS   the cards of the pile
# 7       TOP_CARD     its top, 0 for none
# 8       STEP         the step of the turn, see below
# 9       IS_DEALER    1 if the seat dealt
# 10      KNOCK_LIMIT  the most deadwood to knock with
# ======  ===========  =============================================================================

OWN_HAND, FREE, OWN_KNOWN, TAKEN, OWN_LAID, OTHER_LAID, PILE_CARDS, TOP_CARD = range(8)
STEP, IS_DEALER, KNOCK_LIMIT = range(8, 11)
VIEW_COLUMNS = KNOCK_LIMIT + 1
UPCARD, UPCARD_LEFT, TO_DRAW, TO_DISCARD = range(4)
"""The steps of a turn; ``UPCARD_LEFT`` is the offer of the upcard after the other seat has passed."""

TAKE, LEAVE, KNOCK = 64, 65, 66
"""Options other than a discard; a discard is its bit index."""
MOST_OPTIONS = 12

# The inputs of a turn come first, then those of an option; max and step as above.
#
# ===============  =================================================================================
# name             inputs from there on
# ===============  =================================================================================
# HEIGHT           the number of cards of the pile: max 31, step 3 x 10
# TAKEN_COUNTS     three numbers, max 5 each: the cards in TAKEN, those of them that meld with each
#                  other, and the cards in OWN_KNOWN
# LAID             the ranks in OTHER_LAID (13), then the ranks that occur there twice or more (13)
# UNSEEN           for each rank the number of unseen cards: max 4
# TURN_STEP        the step of the turn, for the other seat (4) and for the dealer (4)
# KNOCK_DEADWOOD   the least deadwood to knock with: max 10; or that no knock is possible (1)
# HAND_NOW         before a draw, the inputs of the hand as it is
# KIND             the kind of the option: discard, knock, take the top, draw from the stock, pass
# HAND_AFTER       the inputs of the hand after the discard
# RANK             the rank of the discard
# PAIRS_FED        eight times the expected number of pairs in the other hand that meld with it: max 15
# NEAR_TAKEN       it melds with cards in TAKEN (1); it has the rank of one or is adjacent to one (1)
# LAID_NEAR        four numbers, max 3 each: the cards of its rank that the other seat laid, that the
#                  seat itself laid; the nearest four of its suit that the other laid, that it laid
# UNSEEN_NEAR      the unseen cards of its rank: max 3; of the nearest four of its suit: max 4
# DISCARD_USE      the discard is part of a meld (1); it was taken from the pile (1)
# LAYOFFS          the number of unseen cards that could be laid off on a knock: max 7
# ===============  =================================================================================

MOST_PILE, PILE_STEPS = 31, 10
MOST_TAKEN = 5
NO_KNOCK = 11
MOST_PAIRS = 15
MOST_LAYOFFS = 7

HEIGHT = 0
TAKEN_COUNTS = HEIGHT + MOST_PILE + 1 + PILE_STEPS
LAID = TAKEN_COUNTS + 3 * (MOST_TAKEN + 1)
UNSEEN = LAID + 2 * RANKS
TURN_STEP = UNSEEN + 5 * RANKS
KNOCK_DEADWOOD = TURN_STEP + 8
HAND_NOW = KNOCK_DEADWOOD + NO_KNOCK + 1
TURN_INPUTS = HAND_NOW + HAND_INPUTS

KIND = TURN_INPUTS
HAND_AFTER = KIND + 5
RANK = HAND_AFTER + HAND_INPUTS
PAIRS_FED = RANK + RANKS
NEAR_TAKEN = PAIRS_FED + MOST_PAIRS + 1
LAID_NEAR = NEAR_TAKEN + 2
UNSEEN_NEAR = LAID_NEAR + 16
DISCARD_USE = UNSEEN_NEAR + 9
LAYOFFS = DISCARD_USE + 2
INPUTS = LAYOFFS + MOST_LAYOFFS + 1
MOST_ON = 2048
"""An upper bound of the active inputs of a turn and all its options."""


@rule
def close_ranks(card: int) -> int:
    """Return the other cards of a card's suit that are at most two ranks away from it.

    >>> bin(close_ranks(0b100)), bin(close_ranks(1 << 12))
    ('0b11011', '0b110000000000')
    """
    return (card << 1 | card << 2 | card >> 1 | card >> 2) & suit_of(card)


@rule
def unseen_in(view: Any) -> int:
    """Return the cards that the seat has not seen."""
    return PACK & ~(
        item_at(view, OWN_HAND)
        | item_at(view, PILE_CARDS)
        | item_at(view, TAKEN)
        | item_at(view, TOP_CARD)
    )


@rule
def encode_turn(view: Any, active: Any, starts: Any, options: Any) -> int:
    """Write the inputs of a turn and of its options, and return the number of options.

    Args:
        view: the view of the seat.
        active: array, filled with the indexes of the active inputs, first those of the turn.
        starts: array, filled with the index in ``active`` at which each option begins, and the end.
        options: array, filled with the options: the bit index of a discard, or ``TAKE``, ``LEAVE`` or
            ``KNOCK``.
    """
    count = encode_history(view, active)
    if item_at(view, STEP) == TO_DISCARD:
        return encode_discards(view, active, count, starts, options)
    return encode_draws(view, active, count, starts, options)


@rule
def encode_history(view: Any, active: Any) -> int:
    """Turn on the inputs that describe the deal so far."""
    height, taken = count_bits(item_at(view, PILE_CARDS)), item_at(view, TAKEN)
    unseen = unseen_in(view)
    count = turn_on(active, 0, HEIGHT + within(height, 0, MOST_PILE))
    count = turn_on_up_to(active, count, HEIGHT + MOST_PILE + 1, height, 3, PILE_STEPS)
    count = turn_on(active, count, TAKEN_COUNTS + within(count_bits(taken), 0, MOST_TAKEN))
    melding = count_bits(meldable(taken))
    count = turn_on(active, count, TAKEN_COUNTS + MOST_TAKEN + 1 + within(melding, 0, MOST_TAKEN))
    own = within(count_bits(item_at(view, OWN_KNOWN)), 0, MOST_TAKEN)
    count = turn_on(active, count, TAKEN_COUNTS + 2 * (MOST_TAKEN + 1) + own)
    count = encode_ranks(active, count, LAID, item_at(view, OTHER_LAID))
    for rank in range(RANKS):
        copies = count_bits(unseen & COLUMN << rank)
        count = turn_on(active, count, UNSEEN + 5 * rank + copies)
    return turn_on(active, count, TURN_STEP + 4 * item_at(view, IS_DEALER) + item_at(view, STEP))


@rule
def encode_discards(view: Any, active: Any, count: int, starts: Any, options: Any) -> int:
    """Write the inputs of the discards, and of the knock that keeps the least deadwood."""
    hand, free, most = item_at(view, OWN_HAND), item_at(view, FREE), item_at(view, KNOCK_LIMIT)
    knock = BITS[best_discard(hand, free)]
    least = gin_deadwood(hand & ~knock)
    number = 0
    count = turn_on(active, count, KNOCK_DEADWOOD + (least if least <= most else NO_KNOCK))
    cards = free
    while cards:
        card = cards & -cards
        starts[number], options[number] = count, lowest_bit(card)
        count = turn_on(active, count, KIND)
        count = encode_discard(view, active, count, hand, card)
        number += 1
        cards &= cards - 1
    if least <= most:
        starts[number], options[number] = count, KNOCK
        count = turn_on(active, count, KIND + 1)
        count = encode_knock(view, active, count, hand & ~knock)
        number += 1
    starts[number] = count
    return number


@rule
def encode_knock(view: Any, active: Any, count: int, hand: int) -> int:
    """Turn on the inputs of a knock with a hand of ten."""
    sets, runs = best_spread(hand)
    layoffs = 0
    possible = unseen_in(view) | item_at(view, TAKEN)
    while possible:
        card = possible & -possible
        in_set = sets & COLUMN << lowest_bit(card) % SUIT
        at_run = (card << 1 | card >> 1) & runs
        layoffs += int(in_set != 0 or at_run != 0)
        possible &= possible - 1
    return turn_on(active, count, LAYOFFS + within(layoffs, 0, MOST_LAYOFFS))


@rule
def encode_discard(view: Any, active: Any, count: int, hand: int, card: int) -> int:
    """Turn on the inputs of a discard: the hand that it leaves, and what it gives away.

    Args:
        view: the view of the seat.
        active: the active inputs.
        count: their number so far.
        hand: eleven cards.
        card: the discard, a bit.
    """
    unseen, taken = unseen_in(view) & ~hand, item_at(view, TAKEN)
    mine, theirs = item_at(view, OWN_LAID), item_at(view, OTHER_LAID)
    count = encode_hand(active, count, HAND_AFTER, hand & ~card, unseen, item_at(view, KNOCK_LIMIT))
    rank = lowest_bit(card) % SUIT
    same, nearest = COLUMN << rank & ~card, close_ranks(card)
    hidden = HAND - count_bits(taken)
    fed = 8 * fixed_pairs_awaiting(card, unseen, taken, hidden) // CERTAIN
    count = turn_on(active, count, RANK + rank)
    count = turn_on(active, count, PAIRS_FED + within(fed, 0, MOST_PAIRS))
    if meldable(taken | card) & card:
        count = turn_on(active, count, NEAR_TAKEN)
    if (same | (card << 1 | card >> 1) & nearest) & taken:
        count = turn_on(active, count, NEAR_TAKEN + 1)
    count = turn_on(active, count, LAID_NEAR + count_bits(same & theirs))
    count = turn_on(active, count, LAID_NEAR + 4 + count_bits(same & mine))
    count = turn_on(active, count, LAID_NEAR + 8 + within(count_bits(nearest & theirs), 0, 3))
    count = turn_on(active, count, LAID_NEAR + 12 + within(count_bits(nearest & mine), 0, 3))
    count = turn_on(active, count, UNSEEN_NEAR + count_bits(same & unseen))
    count = turn_on(active, count, UNSEEN_NEAR + 4 + count_bits(nearest & unseen))
    if meldable(hand) & card:
        count = turn_on(active, count, DISCARD_USE)
    if item_at(view, OWN_KNOWN) & card:
        count = turn_on(active, count, DISCARD_USE + 1)
    return count


@rule
def encode_draws(view: Any, active: Any, count: int, starts: Any, options: Any) -> int:
    """Write the inputs of taking the top of the pile, with the discard after it, and of leaving it."""
    hand, top, taken = item_at(view, OWN_HAND), item_at(view, TOP_CARD), item_at(view, TAKEN)
    unseen, most = unseen_in(view), item_at(view, KNOCK_LIMIT)
    count = encode_hand(active, count, HAND_NOW, hand, unseen, most)
    starts[0], options[0] = count, TAKE
    card = careful_discard(hand | top, hand, unseen, taken, HAND - count_bits(taken))
    count = turn_on(active, count, KIND + 2)
    count = encode_discard(view, active, count, hand | top, card)
    starts[1], options[1] = count, LEAVE
    count = turn_on(active, count, KIND + 3 + int(item_at(view, STEP) < TO_DRAW))
    starts[2] = count
    return 2


# --- The networks ---------------------------------------------------------------------------------

FILE = "weights.npz"
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
    return {kind: network_in(__package__, FILE, kind) for kind in (DISCARDING, DRAWING)}


# --- The player -----------------------------------------------------------------------------------
#
# It uses only what its seat sees and does not search. It was trained on single deals with a knock
# limit of 10 and 25 points for gin and for an undercut; in other variants it plays as ``GinPlayer``.
# It always goes gin if it can, and ignores the score of a match.

TRAINED_ON = 10, 25, 25
"""The knock limit and the bonuses for gin and for an undercut of the training games."""
_STEPS = {"first": UPCARD, "second": UPCARD_LEFT, "draw": TO_DRAW, "discard": TO_DISCARD}
_ENCODING_S = 0.005
"""The seconds that ``encode_turn`` takes in plain Python."""


class Question(NamedTuple):
    """The inputs of a network for a position.

    Args:
        network: the name of the network, ``discarding`` or ``drawing``.
        turn: the active inputs of the turn.
        options: the moves.
        seen: the active inputs of each move.
    """

    network: str
    turn: list[int]
    options: list[GinMove]
    seen: list[list[int]]

    def worth(self) -> NDArray[np.float64]:
        """Return the value of each option in points, up to a constant that all share."""
        return networks()[self.network].worth(self.turn, self.seen) * (16 / SIXTEEN_POINTS)


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
        here = deal_on_turn(state)
        if not is_trained_on(here):
            return GinPlayer()(here)
        sure = sure_move(here)
        if sure is not None:
            return sure
        question = question_in(here)
        return question.options[int(question.worth().argmax())]

    def advice(self, state: State[Any]) -> Advice:
        """Return a move with its reason: its lead over the next in the network's rating."""
        state = deal_on_turn(state)
        move = self(state)
        if not is_trained_on(state):
            return Advice(move, reason(GinPlayer(), state, move))
        if sure_move(state) is not None:
            return Advice(move, _all_melds(move))
        return Advice(move, _why_best(question_in(state), state, move))


def is_trained_on(state: GinState) -> bool:
    """Return whether the player was trained on the variant of a position."""
    return _is_trained_on(state.variant)


def _is_trained_on(variant: GinVariant) -> bool:
    numbers = variant.knock, variant.gin, variant.undercut
    return numbers == TRAINED_ON and variant.is_plain and not variant.oklahoma


def strongest(variant: GinVariant) -> str:
    """Return the name of the strongest player of a variant: ``net`` if trained on it, else ``mc``.

    >>> strongest(GinVariant()), strongest(GinVariant(undercut=10))
    ('net', 'mc')
    """
    return "net" if _is_trained_on(variant) else "mc"


def sure_move(state: GinState) -> GinMove | None:
    """Return big gin, the knock that makes gin, or what a defender shows; None if none is possible.

    Args:
        state: a position in which a seat is on turn.
    """
    if state.phase == "show":
        return state.best_show
    if state.phase != "discard":
        return None
    if moves.BIG_GIN in state.moves():
        return moves.BIG_GIN
    card = best_discard(state.hands[state.seat], state.free)
    return _knock(state, card) if gin_deadwood(hand_without(state, card)) == 0 else None


def question_in(state: GinState) -> Question:
    """Return the inputs of the network that decides in a position.

    Args:
        state: a position in which a seat is on turn.

    >>> from suitwise.rummy.gin.game import Gin
    >>> state, _ = Gin().start().rolled(3, 0)
    >>> question = question_in(state)
    >>> question.network, [str(move) for move in question.options]
    ('drawing', ['pile', 'pass'])
    """
    active, starts = np.zeros(MOST_ON, np.int64), np.zeros(MOST_OPTIONS + 1, np.int64)
    places = np.zeros(MOST_OPTIONS, np.int64)
    number = quickest(encode_turn, _ENCODING_S)(view_of(state), active, starts, places)
    inputs, ends = active.tolist(), starts.tolist()
    return Question(
        DISCARDING if state.phase == "discard" else DRAWING,
        inputs[: ends[0]],
        [_move_at(state, place) for place in places[:number].tolist()],
        [inputs[ends[i] : ends[i + 1]] for i in range(number)],
    )


def view_of(state: GinState) -> NDArray[np.int64]:
    """Return the view of the seat on turn."""
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


def _move_at(state: GinState, place: int) -> GinMove:
    if place == TAKE:
        return moves.PILE
    if place == KNOCK:
        return _knock(state, best_discard(state.hands[state.seat], state.free))
    if state.phase == "discard":
        return moves.CARD_MOVES[card_at(place)]
    return moves.STOCK if state.phase == "draw" else moves.PASS


def _knock(state: GinState, card: int) -> GinMove:
    return state.parse_move(str(moves.KNOCK_MOVES[card]))


def _all_melds(move: GinMove) -> Phrase:
    if move.kind == "show":
        return phrase("gin.why-show", "so you keep the least")
    if move == moves.BIG_GIN:
        return phrase("gin.all-eleven-meld", "all eleven cards meld")
    return phrase("gin.all-ten-meld", "all ten cards meld")


def _why_best(question: Question, state: GinState, move: GinMove) -> Phrase:
    """Return what the best option does for the hand, with its lead over the next as the figure."""
    worth = question.worth()
    best, other = (-worth).argsort(kind="stable")[:2].tolist()  # as argmax: the first of equals
    top = state.pile[-1][0] if state.pile else -1
    lead = phrase(
        "gin.net-leads",
        "on average {lead} points better than {other}",
        lead=f"{worth[best] - worth[other]:.1f}",
        other=deed(question.options[other], top)[1],
    )
    return weighed(_in_words(state, move), lead)


def _in_words(state: GinState, move: GinMove) -> Phrase:
    """Return what a move does for the hand of the seat on turn."""
    hand = state.hands[state.seat]
    if move.kind == "card":
        other = best_discard(hand, state.free)
        kept, least = (gin_deadwood(hand_without(state, card)) for card in (move.card, other))
        return leaves_least(kept) if least >= kept else leaves_more(move.card, kept, other, least)
    if move.kind == "knock":
        return reason(GinPlayer(), state, move)
    top, now = state.pile[-1][0], gin_deadwood(hand)
    kept = deadwood_after_discard(hand | BITS[top], hand)
    if move != moves.PILE:
        return top_left(top, helps=kept < now)
    if kept < now and meldable(hand | BITS[top]) & BITS[top]:
        return top_melds(top, kept, now)
    return top_gains(top)
