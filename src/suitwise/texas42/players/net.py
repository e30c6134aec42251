"""The trained player of Texas 42: the inputs of its networks, their evaluation, and its moves.

It uses only what its seat sees: its own hand, the calls, the plays and what they prove. It was trained
on straight 42: it never calls more than two marks, a plunge or a splash, nor declares nello or sevens,
and plays by rules of thumb when others do. It ignores the score of a match.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from suitwise.foundation.arrays import networks as sparse
from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.foundation.arrays.networks import Network, inputs_on, turn_on, turn_on_up_to, within
from suitwise.foundation.seating import NOBODY, partner
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.texas42.arrays import policy
from suitwise.texas42.arrays.policy import (
    caught,
    higher_than,
    limit_of,
    ours,
    trumps_of,
    walks,
    worth,
)
from suitwise.texas42.hidden import knowledge_of
from suitwise.texas42.moves import CALL, Move
from suitwise.texas42.players.rule_based import Texas42Player, points_needed, rule_reason
from suitwise.texas42.rules import dominoes
from suitwise.texas42.rules.auction import FIRST_MARK, FIRST_PLUNGE, PASS, caller
from suitwise.texas42.rules.contracts import STRAIGHT, bid_of
from suitwise.texas42.rules.dominoes import N_DOMINOES, beats, domino_on, led_suit, winner_so_far
from suitwise.texas42.state import Texas42State

# --- Input features -------------------------------------------------------------------------------
#
# A network scores one option at a time from sparse binary inputs, given as the indices of those that
# are on: the inputs of the decision, common to all options, and those of the option. Suits are encoded
# by rank as well as by domino, so that lessons about one suit carry over to the others.

SUIT_SIZE = 7
"""The largest size of a suit."""


def _ranks(declaration: int, suit: int) -> list[int]:
    """Return the rank of each domino in a suit, 0 for its highest; 0 if it doesn't follow the suit."""
    at = (declaration * 8 + suit) * N_DOMINOES
    members = [
        one for one in range(N_DOMINOES) if dominoes.FOLLOWS[declaration * 8 + suit] >> one & 1
    ]
    members.sort(key=lambda one: -dominoes.TAU[at + one])
    return [members.index(one) if one in members else 0 for one in range(N_DOMINOES)]


RANK = tuple(
    rank
    for declaration in range(dominoes.SEVENS + 1)
    for suit in dominoes.SUITS
    for rank in _ranks(declaration, suit)
)
"""The rank of a domino in a suit, by ``(declaration * 8 + suit) * 28 + domino``; 0 is highest."""


@rule
def place_in(domino: int, suit: int, declaration: int) -> int:
    """Return the rank of a domino in a suit that it follows, 0 for the highest.

    >>> from suitwise.texas42.rules.dominoes import Domino
    >>> [place_in(Domino(text), 7, 5) for text in ("5-5", "6-5", "5-0")]
    [0, 1, 6]
    """
    return RANK[(declaration * 8 + suit) * N_DOMINOES + domino]


@rule
def turn_on_set(on: Any, count: int, first: int, dominoes: int) -> int:
    """Turn on an input for each domino of a set."""
    while dominoes:
        on[count] = first + lowest_bit(dominoes)
        dominoes &= dominoes - 1
        count += 1
    return count


@rule
def turn_on_ranks(on: Any, count: int, first: int, bits: int, suit: int, declaration: int) -> int:
    """Turn on an input for the rank of each domino of a set in a suit."""
    bits &= dominoes.FOLLOWS[declaration * 8 + suit]
    while bits:
        on[count] = first + place_in(lowest_bit(bits), suit, declaration)
        bits &= bits - 1
        count += 1
    return count


@rule
def number_in(bits: int, suit: int, declaration: int) -> int:
    """Return the number of dominoes of a set that follow a suit.

    >>> from suitwise.texas42.rules.dominoes import ALL
    >>> [number_in(ALL, suit, 5) for suit in (7, 6, 5)]
    [7, 6, 0]
    """
    return count_bits(bits & dominoes.FOLLOWS[declaration * 8 + suit])


# --- Features of the auction ----------------------------------------------------------------------

ALL_MADE = 4
"""The number of calls made when the decision is the declaration."""

# The inputs of the decision.
CALL_HELD = 0
MADE = CALL_HELD + N_DOMINOES
CALLED = MADE + 5
"""For each other seat from the left: has not called, has passed, has bid."""
STANDING = CALLED + 9
CALL_BIDDER = STANDING + FIRST_PLUNGE
"""The highest bidder, or nobody."""
DOUBLES = CALL_BIDDER + 5
# The inputs of a call or declaration; those of the hand are for the declaration, the best one for a
# call.
CALL_AT = DOUBLES + SUIT_SIZE + 1
DECLARATION = CALL_AT + FIRST_PLUNGE
RANKS = DECLARATION + dominoes.NOTRUMP + 1
"""The trumps held, by rank, and their number."""
WORTHS = 48
CALL_WORTH = RANKS + 2 * SUIT_SIZE + 1
"""The worth of the hand in points, each and in steps of two."""
CAUGHT = CALL_WORTH + WORTHS + WORTHS // 2
WALKERS = CAUGHT + SUIT_SIZE
SECONDS = WALKERS + SUIT_SIZE + 1
"""The number of non-trumps that exactly one domino beats; ``WALKERS`` counts those that none beats."""
LOST = SECONDS + SUIT_SIZE + 1
"""The unsafe count, in fives."""
OFFS = LOST + SUIT_SIZE + 1
"""The number of suits among the dominoes that are not trumps."""
MOST_MARGIN = 13
MARGIN = OFFS + SUIT_SIZE + 1
"""The margin of the call below the limit of the rules of thumb."""
CALL_INPUTS = MARGIN + 2 * MOST_MARGIN + 1


@rule
def see_auction(
    on: Any, hand: int, made: int, standing: int, bidder: int, called: int, bids: int
) -> int:
    """Turn on the inputs of a decision in the auction and return their number.

    Args:
        on: array, filled with the indices of the inputs.
        hand: the seven dominoes.
        made: the number of calls made, ``ALL_MADE`` for the declaration.
        standing: the highest call.
        bidder: the seat that made it, counted to the left from this one, -1 for nobody.
        called: the seats that have called, as bits, counted likewise.
        bids: the seats that have bid, likewise.
    """
    count = turn_on_set(on, 0, CALL_HELD, hand)
    count = turn_on(on, count, MADE + made)
    for seat in range(1, 4):
        shown = (called >> seat & 1) + (bids >> seat & 1)
        count = turn_on(on, count, CALLED + 3 * (seat - 1) + shown)
    count = turn_on(on, count, STANDING + standing)
    count = turn_on(on, count, CALL_BIDDER + bidder + 1)
    return turn_on(on, count, DOUBLES + count_bits(hand & dominoes.EVERY_DOUBLE))


@rule
def see_contract(on: Any, hand: int, call: int, declaration: int) -> int:
    """Turn on the inputs of a call with an intended declaration, or of a declaration.

    Args:
        on: as for ``see_auction``.
        hand: the seven dominoes.
        call: a straight call; negative if the decision is the declaration.
        declaration: a straight declaration.
    """
    count = turn_on(on, 0, DECLARATION + declaration)
    thirds = worth(hand, declaration)
    count = turn_on_ranks(on, count, RANKS, hand, dominoes.CALLED_SUIT, declaration)
    count = turn_on(on, count, RANKS + SUIT_SIZE + count_bits(hand & trumps_of(declaration)))
    points = within(thirds // policy.THIRDS, 0, WORTHS - 1)
    count = turn_on(on, count, CALL_WORTH + points)
    count = turn_on_up_to(on, count, CALL_WORTH + WORTHS, points, 2, WORTHS // 2)
    count = turn_on(on, count, CAUGHT + within(caught(hand, declaration), 0, SUIT_SIZE - 1))
    count = see_offs(on, count, hand, declaration)
    return count if call < 0 else see_call(on, count, call, thirds)


@rule
def see_call(on: Any, count: int, call: int, thirds: int) -> int:
    """Turn on the inputs of a call alone.

    Args:
        on: as for ``see_auction``.
        count: the number of inputs already on.
        call: a straight call.
        thirds: the worth of the hand in the intended declaration, in thirds of a point.
    """
    count = turn_on(on, count, CALL_AT + call)
    if call != PASS:
        margin = within(limit_of(thirds) - bid_of(call), -MOST_MARGIN, MOST_MARGIN)
        count = turn_on(on, count, MARGIN + MOST_MARGIN + margin)
    return count


@rule
def see_offs(on: Any, count: int, hand: int, declaration: int) -> int:
    """Turn on the inputs of the dominoes that are not trumps."""
    walkers = seconds = lost = suits = 0
    unseen, offs = dominoes.ALL & ~hand, hand & ~trumps_of(declaration)
    for suit in range(SUIT_SIZE):
        suits += int(number_in(offs, suit, declaration) > 0)
    while offs:
        domino = lowest_bit(offs)
        offs &= offs - 1
        suit = led_suit(domino, declaration)
        over = (
            higher_than(domino, suit, declaration)
            & dominoes.FOLLOWS[declaration * 8 + suit]
            & unseen
        )
        walkers += int(over == 0)
        seconds += int(count_bits(over) == 1)
        lost += dominoes.COUNT[domino] // 5 if over else 0
    count = turn_on(on, count, WALKERS + walkers)
    count = turn_on(on, count, SECONDS + seconds)
    count = turn_on(on, count, LOST + within(lost, 0, SUIT_SIZE))
    return turn_on(on, count, OFFS + suits)


# --- Features of the play -------------------------------------------------------------------------

NEEDS = dominoes.HAND_POINTS + 2
STEPS = 8
"""Steps of five points, up to 40."""
COUNTS = 8
"""The count on the table, in steps of five from 0 to 35."""

# The inputs of the decision.
PLAY_HELD = 0
PLAYED = PLAY_HELD + N_DOMINOES
"""The dominoes played by each other seat, from the left."""
MAY = PLAYED + 3 * N_DOMINOES
"""The dominoes that each other seat may hold."""
BEST = MAY + 3 * N_DOMINOES
"""The domino that is winning the trick."""
DECLARED = BEST + N_DOMINOES
LED = DECLARED + dominoes.NOTRUMP + 1
PLACE = LED + 8
"""The number of dominoes on the table, and whether the partner's is the best."""
ON_TABLE = PLACE + 8
OWN_NEED = ON_TABLE + COUNTS
THEIR_NEED = OWN_NEED + NEEDS + STEPS
PLAY_BIDDER = THEIR_NEED + NEEDS + STEPS
BIDS = PLAY_BIDDER + 4
"""The other seats that have bid."""
LEFT = BIDS + 3
"""The number of dominoes in the hand."""
TRUMPS = LEFT + SUIT_SIZE + 1
"""By rank, the trumps held and those that the others may hold; then the numbers held and unseen."""
SUIT = TRUMPS + 4 * SUIT_SIZE + 16
"""The same for the suit led."""
# The inputs of a domino.
DOMINO = SUIT + 4 * SUIT_SIZE + 16
PLAY_RANK = DOMINO + N_DOMINOES
"""The rank of the domino in its suit, and as a trump."""
KIND = PLAY_RANK + 2 * SUIT_SIZE
"""Lead, follow, discard or trump: 0, 2, 4, 6; one more if it beats the best domino so far."""
OVER = KIND + 8
"""The number of unseen dominoes that beat it in its suit."""
OURS = OVER + SUIT_SIZE
"""The rough chance that our side wins the trick with it, by its count."""
CHANCES = 9
WALKS = OURS + 3 * CHANCES
"""The rough chance that it would win as a lead."""
PLAY_WORTH = WALKS + CHANCES
"""The points of the trick with it, if our side surely wins, and if not."""
DECIDES = PLAY_WORTH + 2 * COUNTS
"""The trick decides the contract for our side if we win it; then the same for theirs."""
AFTER = DECIDES + 4
"""The number of dominoes of its suit that remain in the hand."""
PLAY_INPUTS = AFTER + SUIT_SIZE
_CHANCE = policy.SURE // (CHANCES - 1)


@rule
def see_play(
    on: Any,
    hand: int,
    declaration: int,
    table: int,
    placed: int,
    need: int,
    theirs: int,
    bidder: int,
    bids: int,
    left: int,
    opposite: int,
    right: int,
    by_left: int,
    by_opposite: int,
    by_right: int,
) -> int:
    """Turn on the inputs of a decision in the play and return their number.

    Args:
        on: array, filled with the indices of the inputs.
        hand: the dominoes in the hand.
        declaration: a straight declaration.
        table: the dominoes on the table as one integer (``rules.dominoes.table_with``).
        placed: the number of dominoes on the table.
        need: the points that our side still needs to make or set the contract.
        theirs: the points that the other side still needs.
        bidder: the seat that won the auction, counted to the left from this one.
        bids: the seats that have bid, as bits, counted likewise.
        left: the dominoes that the seat to the left may hold.
        opposite: the dominoes that the partner may hold.
        right: the dominoes that the seat to the right may hold.
        by_left: the dominoes that the seat to the left has played.
        by_opposite: the dominoes that the partner has played.
        by_right: the dominoes that the seat to the right has played.
    """
    count = turn_on_set(on, 0, PLAY_HELD, hand)
    count = turn_on_set(on, count, PLAYED, by_left)
    count = turn_on_set(on, count, PLAYED + N_DOMINOES, by_opposite)
    count = turn_on_set(on, count, PLAYED + 2 * N_DOMINOES, by_right)
    count = turn_on_set(on, count, MAY, left)
    count = turn_on_set(on, count, MAY + N_DOMINOES, opposite)
    count = turn_on_set(on, count, MAY + 2 * N_DOMINOES, right)
    count = turn_on(on, count, DECLARED + declaration)
    count = see_need(on, count, OWN_NEED, need)
    count = see_need(on, count, THEIR_NEED, theirs)
    count = turn_on(on, count, PLAY_BIDDER + bidder)
    for seat in range(1, 4):
        if bids >> seat & 1:
            count = turn_on(on, count, BIDS + seat - 1)
    count = turn_on(on, count, LEFT + count_bits(hand))
    count = see_suit(
        on, count, TRUMPS, dominoes.CALLED_SUIT, declaration, hand, left, opposite, right
    )
    state = 0
    if placed:
        suit = led_suit(domino_on(table, 0), declaration)
        place, points = winner_so_far(table, placed, declaration)
        state = 2 * placed + int(placed - place == 2)
        count = turn_on(on, count, BEST + domino_on(table, place))
        count = turn_on(on, count, LED + suit)
        count = turn_on(on, count, ON_TABLE + min(points // 5, COUNTS - 1))
        count = see_suit(on, count, SUIT, suit, declaration, hand, left, opposite, right)
    return turn_on(on, count, PLACE + state)


@rule
def see_need(on: Any, count: int, first: int, need: int) -> int:
    """Turn on the inputs of the points that a side needs."""
    count = turn_on(on, count, first + within(need, 0, NEEDS - 1))
    return turn_on_up_to(on, count, first + NEEDS, need, 5, STEPS)


@rule
def see_suit(
    on: Any,
    count: int,
    first: int,
    suit: int,
    declaration: int,
    hand: int,
    left: int,
    opposite: int,
    right: int,
) -> int:
    """Turn on the inputs of a suit, by the ranks of its dominoes."""
    count = turn_on_ranks(on, count, first, hand, suit, declaration)
    count = turn_on_ranks(on, count, first + SUIT_SIZE, left, suit, declaration)
    count = turn_on_ranks(on, count, first + 2 * SUIT_SIZE, opposite, suit, declaration)
    count = turn_on_ranks(on, count, first + 3 * SUIT_SIZE, right, suit, declaration)
    held, unseen = number_in(hand, suit, declaration), left | opposite | right
    count = turn_on(on, count, first + 4 * SUIT_SIZE + held)
    return turn_on(on, count, first + 4 * SUIT_SIZE + 8 + number_in(unseen, suit, declaration))


@rule
def see_domino(
    on: Any,
    domino: int,
    hand: int,
    declaration: int,
    table: int,
    placed: int,
    need: int,
    theirs: int,
    left: int,
    opposite: int,
    right: int,
) -> int:
    """Turn on the inputs of a legal play; the arguments are those of ``see_play``."""
    suit, best, partner_wins, points = led_suit(domino, declaration), 0, False, 1
    kind = 0
    trump = trumps_of(declaration) >> domino & 1
    if placed:
        led = led_suit(domino_on(table, 0), declaration)
        place, points = winner_so_far(table, placed, declaration)
        best, partner_wins = domino_on(table, place), placed - place == 2
        kind = 2 if dominoes.FOLLOWS[declaration * 8 + led] >> domino & 1 else 4 + 2 * trump
        kind += int(beats(domino, best, led, declaration))
        suit = led if kind < 4 else suit
    trick_suit = led_suit(domino_on(table, 0), declaration) if placed else suit
    chance = ours(
        domino, trick_suit, declaration, best, partner_wins, placed, left, opposite, right
    )
    free = walks(domino, declaration, left, right)
    points += dominoes.COUNT[domino]
    over = higher_than(domino, suit, declaration) & dominoes.FOLLOWS[declaration * 8 + suit]
    over &= left | opposite | right
    count = turn_on(on, 0, DOMINO + domino)
    count = turn_on(on, count, PLAY_RANK + SUIT_SIZE * trump + place_in(domino, suit, declaration))
    count = turn_on(on, count, KIND + kind)
    if over:
        count = turn_on(on, count, OVER + count_bits(over) - 1)
    count = turn_on(on, count, OURS + dominoes.COUNT[domino] // 5 * CHANCES + chance // _CHANCE)
    count = turn_on(on, count, WALKS + free // _CHANCE)
    sure = COUNTS if chance == policy.SURE else 0
    count = turn_on(on, count, PLAY_WORTH + sure + min(points // 5, COUNTS - 1))
    if 0 < need <= points:
        count = turn_on(on, count, DECIDES + int(chance == policy.SURE))
    if 0 < theirs <= points:
        count = turn_on(on, count, DECIDES + 2 + int(chance == 0))
    kept = number_in(hand & ~(1 << domino), suit, declaration)
    return turn_on(on, count, AFTER + kept)


# --- Networks -------------------------------------------------------------------------------------
#
# The weights were trained by ``learn/texas42_net.py``.

FILE = "weights.npz"
"""The file of the weights, in the folder of this module."""


@cache
def networks() -> dict[str, Network]:
    """Return the networks by decision: ``auction`` and ``play``.

    >>> networks()["play"].second.shape
    (128, 48)
    """
    return {kind: sparse.network_in(__package__, FILE, kind) for kind in ("auction", "play")}


# --- The player -----------------------------------------------------------------------------------

MOST_CALL = FIRST_MARK + 1
"""The highest call of the player: two marks."""


class Question(NamedTuple):
    """The input of a network for a decision.

    Args:
        network: ``auction`` or ``play``.
        decision: the active inputs of the decision.
        options: the moves.
        seen: the active inputs of each move.
    """

    network: str
    decision: list[int]
    options: list[Move]
    seen: list[list[int]]


@dataclass(frozen=True, slots=True)
class Trained:
    """Plays the option that a network trained by self-play scores highest, deterministically.

    >>> from suitwise.game import play
    >>> from suitwise.texas42.game import Texas42
    >>> record = play(Texas42(match="hand").start(), Trained(), seed=1)
    >>> record.moves[28:34]  # after the deal
    ('pass', '30', '31', 'pass', '1', '5-1')
    """

    def __call__(self, state: State[Any]) -> Move:
        """Return a move for the seat on turn.

        Raises:
            SuitwiseError: the state is of another game, or no seat is on turn.
        """
        asked = question_in(on_turn(state, Texas42State, "Texas 42"))
        if asked is None:
            return Texas42Player()(state)
        if len(asked.options) == 1:
            return asked.options[0]
        return asked.options[networks()[asked.network].best(asked.decision, asked.seen)]

    def advice(self, state: Texas42State) -> Advice:
        """Return a move with its reason.

        Args:
            state: a position in which a seat is on turn.

        >>> from suitwise.texas42.game import Texas42
        >>> state, _ = Texas42(match="hand").start().rolled(1, 0)
        >>> move, why = Trained().advice(state.after("pass"))
        >>> print(f"{move}: {why}")
        30: the trained network finds it best
        """
        asked = question_in(state)
        if asked is None:
            return Texas42Player().advice(state)
        move = self(state)
        return Advice(move, _reason(state, move, len(asked.options)))


def _reason(state: Texas42State, move: Move, options: int) -> Phrase:
    """Return the reason for a move: a network's choice if there was more than one option."""
    if options > 1:
        return phrase("texas42.net-best", "the trained network finds it best")
    if state.phase == "call" and len(state.moves()) > 1 and state.bidder != partner(state.turn):
        return phrase("texas42.mc-thumb", "it is a rule of thumb")
    return rule_reason(state, move)


def question_in(state: Texas42State) -> Question | None:
    """Return the question of a position, or None in a contract that is not part of straight 42.

    Args:
        state: a position in which a seat is on turn.

    >>> from suitwise.texas42.game import Texas42
    >>> state, _ = Texas42(match="hand").start().rolled(1, 0)
    >>> asked = question_in(state)
    >>> asked.network, len(asked.options), len(asked.decision)
    ('auction', 15, 14)
    """
    if state.phase == "call":
        return _about_calls(state)
    if state.standing >= FIRST_PLUNGE and state.phase == "declare":
        return None
    if state.phase == "declare":
        return _about_declarations(state)
    assert state.play is not None
    straight = STRAIGHT >> state.play.contract.declaration & 1
    return _about_plays(state) if straight else None


def _about_calls(state: Texas42State) -> Question:
    """Return the question of a call; over a bid of the partner or a special call, pass is forced."""
    hand, standing, moves = state.dealt[state.turn], state.standing, state.moves()
    if state.bidder == partner(state.turn) or standing >= FIRST_PLUNGE:
        return Question("auction", [], [Move(CALL + PASS)], [])
    options = [move for move in moves if move.call <= MOST_CALL]
    declared = policy.best_declaration(hand, STRAIGHT)
    decision = inputs_on(
        see_auction, hand, len(state.calls), standing, _around(state, state.bidder),
        *_auction(state),
    )  # fmt: skip
    contract, thirds = inputs_on(see_contract, hand, -1, declared), worth(hand, declared)
    seen = [[*contract, *inputs_on(see_call, 0, move.call, thirds)] for move in options]
    return Question("auction", decision, options, seen)


def _about_declarations(state: Texas42State) -> Question:
    """Return the question of a declaration, among the straight ones."""
    hand = state.dealt[state.turn]
    options = [move for move in state.moves() if STRAIGHT >> move.declaration & 1]
    decision = inputs_on(see_auction, hand, ALL_MADE, state.standing, 0, *_auction(state))
    seen = [inputs_on(see_contract, hand, -1, move.declaration) for move in options]
    return Question("auction", decision, options, seen)


def _about_plays(state: Texas42State) -> Question:
    """Return the question of a play."""
    assert state.play is not None
    seat, contract, position = state.turn, state.play.contract, state.play.position
    known, needs = knowledge_of(state, seat), points_needed(state.play, seat)
    here = (
        known.left,
        contract.declaration,
        dominoes.table_with(position.trick),
        len(position.trick),
    )
    others = [(seat + ahead) & 3 for ahead in (1, 2, 3)]
    may = [known.may_hold[other] for other in others]
    _, bids = _auction(state)
    decision = inputs_on(
        see_play, *here, *needs, _around(state, contract.bidder), bids, *may,
        *(known.played[other] for other in others),
    )  # fmt: skip
    options = list(state.moves_but_claim())
    seen = [inputs_on(see_domino, move, *here, *needs, *may) for move in options]
    return Question("play", decision, options, seen)


def _auction(state: Texas42State) -> tuple[int, int]:
    """Return the seats that have called and that have bid, as bits counted from the one on turn."""
    called = bids = 0
    for made, call in enumerate(state.calls):
        around = 1 << _around(state, caller(state.shaker, made))
        called |= around
        bids |= around if call != PASS else 0
    return called, bids


def _around(state: Texas42State, seat: int) -> int:
    """Return a seat counted to the left from the one on turn; ``NOBODY`` is unchanged."""
    return NOBODY if seat == NOBODY else (seat - state.turn) & 3
