"""The trained player of Texas 42: what its networks read, how they are evaluated, how it moves.

It sees no more than its seat: its own hand, the calls, the plays and what they prove. It knows straight
42: more than two marks, plunges, splashes, nello and sevens it never calls or declares, and where others
do it plays by rules of thumb. Neither does it look at the score of a match.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.foundation.arrays.networks import (
    Network,
    inputs_on,
    network_in,
    turn_on,
    turn_on_up_to,
    within,
)
from suitwise.foundation.seating import NOBODY, partner, side
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.texas42.arrays.policy import (
    SURE,
    THIRDS,
    best_declaration,
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
from suitwise.texas42.players.rule_based import Texas42Player, reason_by_thumb
from suitwise.texas42.rules.auction import FIRST_MARK, FIRST_PLUNGE, PASS, caller
from suitwise.texas42.rules.contracts import STRAIGHT, bid_of
from suitwise.texas42.rules.dominoes import (
    ALL,
    CALLED_SUIT,
    COUNT,
    EVERY_DOUBLE,
    FOLLOWS,
    HAND_POINTS,
    N_DOMINOES,
    NOTRUMP,
    SEVENS,
    SUITS,
    TAU,
    beats,
    domino_on,
    led_suit,
    table_with,
    winner_so_far,
)
from suitwise.texas42.state import Texas42State

# --- What the trained player's networks read, as numbers of inputs that are on --------------------
#
# A network is asked about one option at a time: its inputs are those of the decision, the same for
# all options, and those of the option. Everything is a rule on integers and comes from what the seat
# sees: its hand, the calls, the plays, and what these prove. Suits are told by rank as well as by
# domino, so that what is learnt of fives holds for sixes.

SUIT_SIZE = 7
"""The most dominoes of a suit."""


def _ranks(declaration: int, suit: int) -> list[int]:
    """Return the place of each domino in a suit, 0 for its highest; 0 for what does not follow."""
    at = (declaration * 8 + suit) * N_DOMINOES
    members = [one for one in range(N_DOMINOES) if FOLLOWS[declaration * 8 + suit] >> one & 1]
    members.sort(key=lambda one: -TAU[at + one])
    return [members.index(one) if one in members else 0 for one in range(N_DOMINOES)]


RANK = tuple(
    rank
    for declaration in range(SEVENS + 1)
    for suit in SUITS
    for rank in _ranks(declaration, suit)
)
"""The place of a domino in a suit, by ``(declaration * 8 + suit) * 28 + domino``."""


@rule
def place_in(domino: int, suit: int, declaration: int) -> int:
    """Return the place of a domino in a suit that it follows, 0 for the highest.

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
def turn_on_ranks(
    on: Any, count: int, first: int, dominoes: int, suit: int, declaration: int
) -> int:
    """Turn on an input for the place that each domino of a set has in a suit."""
    dominoes &= FOLLOWS[declaration * 8 + suit]
    while dominoes:
        on[count] = first + place_in(lowest_bit(dominoes), suit, declaration)
        dominoes &= dominoes - 1
        count += 1
    return count


@rule
def number_in(dominoes: int, suit: int, declaration: int) -> int:
    """Return how many dominoes of a set follow a suit.

    >>> from suitwise.texas42.rules.dominoes import ALL
    >>> [number_in(ALL, suit, 5) for suit in (7, 6, 5)]
    [7, 6, 0]
    """
    return count_bits(dominoes & FOLLOWS[declaration * 8 + suit])


# --------------------------------------------------------------------------------------------------
# What the trained player sees of the auction, and of each call and declaration (``features``)

ALL_MADE = 4
"""How many calls were made where the declaration is asked for."""

# The inputs of the decision.
CALL_HELD = 0
MADE = CALL_HELD + N_DOMINOES
CALLED = MADE + 5
"""The seats to the left, opposite, to the right have not called, passed, bid."""
STANDING = CALLED + 9
CALL_BIDDER = STANDING + FIRST_PLUNGE
"""The seat that has bid most, or nobody."""
DOUBLES = CALL_BIDDER + 5
# The inputs of a call or declaration; those of a hand are by the declaration, of a call the best one.
CALL_AT = DOUBLES + SUIT_SIZE + 1
DECLARATION = CALL_AT + FIRST_PLUNGE
RANKS = DECLARATION + NOTRUMP + 1
"""The trumps by rank, and how many."""
WORTHS = 48
CALL_WORTH = RANKS + 2 * SUIT_SIZE + 1
"""The worth of the hand in points, each and in steps of two."""
CAUGHT = CALL_WORTH + WORTHS + WORTHS // 2
WALKERS = CAUGHT + SUIT_SIZE
SECONDS = WALKERS + SUIT_SIZE + 1
"""How many others nobody beats, and how many one beats."""
LOST = SECONDS + SUIT_SIZE + 1
"""The count in fives that is not safe."""
OFFS = LOST + SUIT_SIZE + 1
"""How many suits the dominoes have that are no trumps."""
MOST_MARGIN = 13
MARGIN = OFFS + SUIT_SIZE + 1
"""By how much the call is below what the rules of thumb would go to."""
CALL_INPUTS = MARGIN + 2 * MOST_MARGIN + 1


@rule
def see_auction(
    on: Any, hand: int, made: int, standing: int, bidder: int, called: int, bids: int
) -> int:
    """Turn on the inputs of a decision in the auction, and return how many they are.

    Args:
        on: array, filled with the numbers of the inputs.
        hand: the seven dominoes.
        made: how many calls were made, ``ALL_MADE`` where the declaration is asked for.
        standing: the highest call.
        bidder: the seat that made it, counted from this one to the left, -1 for nobody.
        called: the seats that have called, bits, counted likewise.
        bids: those that have bid.
    """
    count = turn_on_set(on, 0, CALL_HELD, hand)
    count = turn_on(on, count, MADE + made)
    for seat in range(1, 4):
        shown = (called >> seat & 1) + (bids >> seat & 1)
        count = turn_on(on, count, CALLED + 3 * (seat - 1) + shown)
    count = turn_on(on, count, STANDING + standing)
    count = turn_on(on, count, CALL_BIDDER + bidder + 1)
    return turn_on(on, count, DOUBLES + count_bits(hand & EVERY_DOUBLE))


@rule
def see_contract(on: Any, hand: int, call: int, declaration: int) -> int:
    """Turn on the inputs of a call with a declaration in mind, or of a declaration.

    Args:
        on: as for ``see_auction``.
        hand: the seven dominoes.
        call: the call, a straight one; negative where the declaration is asked for.
        declaration: a straight declaration.
    """
    count = turn_on(on, 0, DECLARATION + declaration)
    thirds = worth(hand, declaration)
    count = turn_on_ranks(on, count, RANKS, hand, CALLED_SUIT, declaration)
    count = turn_on(on, count, RANKS + SUIT_SIZE + count_bits(hand & trumps_of(declaration)))
    points = within(thirds // THIRDS, 0, WORTHS - 1)
    count = turn_on(on, count, CALL_WORTH + points)
    count = turn_on_up_to(on, count, CALL_WORTH + WORTHS, points, 2, WORTHS // 2)
    count = turn_on(on, count, CAUGHT + within(caught(hand, declaration), 0, SUIT_SIZE - 1))
    count = see_offs(on, count, hand, declaration)
    return count if call < 0 else see_call(on, count, call, thirds)


@rule
def see_call(on: Any, count: int, call: int, thirds: int) -> int:
    """Turn on the inputs of a call by itself.

    Args:
        on: as for ``see_auction``.
        count: how many inputs are on already.
        call: a straight call.
        thirds: the worth of the hand with the declaration in mind, in thirds of a point.
    """
    count = turn_on(on, count, CALL_AT + call)
    if call != PASS:
        margin = within(limit_of(thirds) - bid_of(call), -MOST_MARGIN, MOST_MARGIN)
        count = turn_on(on, count, MARGIN + MOST_MARGIN + margin)
    return count


@rule
def see_offs(on: Any, count: int, hand: int, declaration: int) -> int:
    """Turn on the inputs of the dominoes that are no trumps."""
    walkers = seconds = lost = suits = 0
    unseen, offs = ALL & ~hand, hand & ~trumps_of(declaration)
    for suit in range(SUIT_SIZE):
        suits += int(number_in(offs, suit, declaration) > 0)
    while offs:
        domino = lowest_bit(offs)
        offs &= offs - 1
        suit = led_suit(domino, declaration)
        over = higher_than(domino, suit, declaration) & FOLLOWS[declaration * 8 + suit] & unseen
        walkers += int(over == 0)
        seconds += int(count_bits(over) == 1)
        lost += COUNT[domino] // 5 if over else 0
    count = turn_on(on, count, WALKERS + walkers)
    count = turn_on(on, count, SECONDS + seconds)
    count = turn_on(on, count, LOST + within(lost, 0, SUIT_SIZE))
    return turn_on(on, count, OFFS + suits)


# --------------------------------------------------------------------------------------------------
# What the trained player sees of the play, and of each domino that it may play (``features``)

NEEDS = HAND_POINTS + 2
STEPS = 8
"""Steps of five points, up to 40."""
COUNTS = 8
"""The points on the table in fives, none to 35."""

# The inputs of the decision.
PLAY_HELD = 0
PLAYED = PLAY_HELD + N_DOMINOES
"""By the seats to the left, opposite, to the right."""
MAY = PLAYED + 3 * N_DOMINOES
"""What they may hold."""
BEST = MAY + 3 * N_DOMINOES
"""The domino that wins so far."""
DECLARED = BEST + N_DOMINOES
LED = DECLARED + NOTRUMP + 1
PLACE = LED + 8
"""How many lie on the table, and whether the partner's is the best."""
ON_TABLE = PLACE + 8
OWN_NEED = ON_TABLE + COUNTS
THEIR_NEED = OWN_NEED + NEEDS + STEPS
PLAY_BIDDER = THEIR_NEED + NEEDS + STEPS
BIDS = PLAY_BIDDER + 4
"""The other seats that have bid."""
LEFT = BIDS + 3
"""The dominoes in the hand."""
TRUMPS = LEFT + SUIT_SIZE + 1
"""By rank: held, and what the others may hold; then how many are held, and unseen."""
SUIT = TRUMPS + 4 * SUIT_SIZE + 16
"""The same of the suit led."""
# The inputs of a domino.
DOMINO = SUIT + 4 * SUIT_SIZE + 16
PLAY_RANK = DOMINO + N_DOMINOES
"""In its suit, and as a trump."""
KIND = PLAY_RANK + 2 * SUIT_SIZE
"""Led, follows, is thrown off, trumps; each beating what lies there or not."""
OVER = KIND + 8
"""How many unseen ones beat it in its suit."""
OURS = OVER + SUIT_SIZE
"""The rough chance that the trick is ours with it, by its count."""
CHANCES = 9
WALKS = OURS + 3 * CHANCES
"""The rough chance that it would win if it were led."""
PLAY_WORTH = WALKS + CHANCES
"""The points of the trick with it, if that is surely ours, and if it is not."""
DECIDES = PLAY_WORTH + 2 * COUNTS
"""The trick makes our contract or theirs, if it is ours or theirs."""
AFTER = DECIDES + 4
"""How many of its suit stay in the hand."""
PLAY_INPUTS = AFTER + SUIT_SIZE
_CHANCE = SURE // (CHANCES - 1)


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
    """Turn on the inputs of a decision in the play, and return how many they are.

    Args:
        on: array, filled with the numbers of the inputs.
        hand: the dominoes in the hand.
        declaration: a straight declaration.
        table: the dominoes on the table as one integer (``tricks``).
        placed: how many lie there.
        need: the points that the own side still needs, to make the contract or to set it.
        theirs: those that the other side needs.
        bidder: the seat that won the auction, counted from this one to the left.
        bids: the seats that have bid, bits, counted likewise.
        left: the dominoes that the seat to the left may hold.
        opposite: those that the partner may hold.
        right: those that the seat to the right may hold.
        by_left: the dominoes that the seat to the left has played.
        by_opposite: those that the partner has played.
        by_right: those that the seat to the right has played.
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
    count = see_suit(on, count, TRUMPS, CALLED_SUIT, declaration, hand, left, opposite, right)
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
    """Turn on the inputs of a domino that may be played; arguments as for ``see_play``."""
    suit, best, partners, points, kind = led_suit(domino, declaration), 0, False, 1, 0
    trump = trumps_of(declaration) >> domino & 1
    if placed:
        led = led_suit(domino_on(table, 0), declaration)
        place, points = winner_so_far(table, placed, declaration)
        best, partners = domino_on(table, place), placed - place == 2
        kind = 2 if FOLLOWS[declaration * 8 + led] >> domino & 1 else 4 + 2 * trump
        kind += int(beats(domino, best, led, declaration))
        suit = led if kind < 4 else suit
    trick_suit = led_suit(domino_on(table, 0), declaration) if placed else suit
    chance = ours(domino, trick_suit, declaration, best, partners, placed, left, opposite, right)
    free = walks(domino, declaration, left, right)
    points += COUNT[domino]
    over = higher_than(domino, suit, declaration) & FOLLOWS[declaration * 8 + suit]
    over &= left | opposite | right
    count = turn_on(on, 0, DOMINO + domino)
    count = turn_on(on, count, PLAY_RANK + SUIT_SIZE * trump + place_in(domino, suit, declaration))
    count = turn_on(on, count, KIND + kind)
    if over:
        count = turn_on(on, count, OVER + count_bits(over) - 1)
    count = turn_on(on, count, OURS + COUNT[domino] // 5 * CHANCES + chance // _CHANCE)
    count = turn_on(on, count, WALKS + free // _CHANCE)
    sure = COUNTS if chance == SURE else 0
    count = turn_on(on, count, PLAY_WORTH + sure + min(points // 5, COUNTS - 1))
    if 0 < need <= points:
        count = turn_on(on, count, DECIDES + int(chance == SURE))
    if 0 < theirs <= points:
        count = turn_on(on, count, DECIDES + 2 + int(chance == 0))
    kept = number_in(hand & ~(1 << domino), suit, declaration)
    return turn_on(on, count, AFTER + kept)


# --- The networks of Texas 42's trained player; ``learn/texas42_net.py`` made the weights ---------

WEIGHTS = "weights.npz"
"""The file of the weights, beside this one."""


@cache
def networks() -> dict[str, Network]:
    """Return the networks by what they decide: ``auction`` and ``play``.

    >>> networks()["play"].second.shape
    (128, 48)
    """
    return {kind: network_in(__package__, WEIGHTS, kind) for kind in ("auction", "play")}


# --- The trained player of Texas 42: it takes the option that a network finds best, at once -------

MOST_CALL = FIRST_MARK + 1
"""It calls no more than two marks."""


class Question(NamedTuple):
    """What a network is asked in a position.

    Args:
        network: which one, ``auction`` or ``play``.
        decision: the inputs of the decision that are on.
        options: the moves.
        seen: the inputs of each that are on.
    """

    network: str
    decision: list[int]
    options: list[Move]
    seen: list[list[int]]


@dataclass(frozen=True, slots=True)
class Trained:
    """Plays what a network finds best that learnt from the game's own play; the same in the same place.

    >>> from suitwise.game import play
    >>> from suitwise.texas42.game import Texas42
    >>> record = play(Texas42(match="hand").start(), Trained(), seed=1)
    >>> record.moves[28:34]  # after the deal
    ('pass', '30', '31', 'pass', '1', '5-1')
    """

    def __call__(self, state: State[Any]) -> Move:
        """Return a move; the state is one of Texas 42 in which a seat is on turn.

        Raises:
            SuitwiseError: it is one of another game, or no seat is on turn.
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
    """Return why the trained player moves: by a network where it looks at more options than one."""
    if options > 1:
        return phrase("texas42.net-best", "the trained network finds it best")
    if state.phase == "call" and len(state.moves()) > 1 and state.bidder != partner(state.turn):
        return phrase("texas42.mc-thumb", "it is a rule of thumb")
    return reason_by_thumb(state, move)


def question_in(state: Texas42State) -> Question | None:
    """Return what is asked in a position; None in a contract that straight 42 does not have.

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
    """Ask what to call; over the partner's bid, and over calls that straight 42 lacks, only to pass."""
    hand, standing, moves = state.dealt[state.turn], state.standing, state.moves()
    if state.bidder == partner(state.turn) or standing >= FIRST_PLUNGE:
        return Question("auction", [], [Move(CALL + PASS)], [])
    options = [move for move in moves if move.call <= MOST_CALL]
    declared = best_declaration(hand, STRAIGHT)
    decision = inputs_on(
        see_auction, hand, len(state.calls), standing, _around(state, state.bidder),
        *_auction(state),
    )  # fmt: skip
    contract, thirds = inputs_on(see_contract, hand, -1, declared), worth(hand, declared)
    seen = [[*contract, *inputs_on(see_call, 0, move.call, thirds)] for move in options]
    return Question("auction", decision, options, seen)


def _about_declarations(state: Texas42State) -> Question:
    """Ask what to declare of the straight declarations."""
    hand = state.dealt[state.turn]
    options = [move for move in state.moves() if STRAIGHT >> move.declaration & 1]
    decision = inputs_on(see_auction, hand, ALL_MADE, state.standing, 0, *_auction(state))
    seen = [inputs_on(see_contract, hand, -1, move.declaration) for move in options]
    return Question("auction", decision, options, seen)


def _about_plays(state: Texas42State) -> Question:
    """Ask what to play."""
    assert state.play is not None
    seat, contract, position = state.turn, state.play.contract, state.play.position
    known, need = knowledge_of(state, seat), bid_of(contract.call)
    lacking = [HAND_POINTS + 1 - need - points for points in state.play.points]
    lacking[contract.side] = need - state.play.points[contract.side]
    needs = lacking[side(seat)], lacking[1 - side(seat)]
    here = known.left, contract.declaration, table_with(position.trick), len(position.trick)
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
    """Return the seats that have called and those that have bid, bits from the one on turn."""
    called = bids = 0
    for made, call in enumerate(state.calls):
        around = 1 << _around(state, caller(state.shaker, made))
        called |= around
        bids |= around if call != PASS else 0
    return called, bids


def _around(state: Texas42State, seat: int) -> int:
    """Return a seat counted from the one on turn to the left; nobody stays nobody."""
    return NOBODY if seat == NOBODY else (seat - state.turn) & 3
