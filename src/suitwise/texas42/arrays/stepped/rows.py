"""A hand of Texas 42 as a flat record: dealt, called, declared and played in place (``stepping.loop``).

The rules are those of the game: ``auction``, ``contracts``, ``packed``. The record keeps what they need,
so that no step looks back: the standing call and its bidder, the two integers of the play, the dominoes
that each seat is known to lack, and the legal moves of the seat on turn.

============  ===================================================================================
column        content
============  ===================================================================================
PHASE         the phase, as ``state.PHASES`` numbers it
TURN          the seat on turn, -2 when the hand is over
SHAKER        the seat that shakes
MADE          how many calls were made
CALLS         the calls, eight bits each, from the shaker's left
STANDING      the highest of them
BIDDER        the seat that made it, or ``NOBODY``
WHERE, REST   the deal and the play (``packed``)
LACKS, …      the dominoes that the seats are known not to hold (``playouts.may_hold``)
LEGAL         the moves of the seat on turn: bits from the number of its phase's first move
============  ===================================================================================

A hand is dealt from the stream of its cards; the first shaker, where it is drawn, comes after them.

``state`` states the course of a hand for one game at a time, with the hands before it;
``tests/texas42/arrays/test_stepped_rows.py`` compares the two.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.bits import bit_numbered
from suitwise.foundation.arrays.compiled import count_bits, lowest_bit, rule
from suitwise.foundation.seating import NOBODY, SEATS, side
from suitwise.game import OVER
from suitwise.seeds import below
from suitwise.stepping.loop import HEAD, STREAM, note
from suitwise.stepping.streams import drawn, opened
from suitwise.texas42.arrays.packed import (
    dealt,
    declaration_of,
    declaring_of,
    held_by,
    leader_of,
    legal_of,
    placed_of,
    played,
    points_of,
    suit_of,
    tricks_of,
    turn_of,
)
from suitwise.texas42.arrays.playouts import lacking, owners
from suitwise.texas42.moves import CALL, DECLARE, SHAKE
from suitwise.texas42.rules.auction import PASS, bidder_after, caller, legal_calls, standing_after
from suitwise.texas42.rules.contracts import (
    declarer_of,
    is_played,
    legal_declarations,
    result_of,
    scoring_side,
    sits_out,
    stake_of,
)
from suitwise.texas42.rules.dominoes import ALL, N_DOMINOES
from suitwise.texas42.rules.suits import EVERY_DOUBLE
from suitwise.texas42.rules.tricks import HAND
from suitwise.texas42.state import PHASES

COLUMNS = HEAD + 12
(
    PHASE, TURN, SHAKER, MADE, CALLS, STANDING, BIDDER, WHERE, REST, LACKS, LACKS_UPPER, LEGAL,
) = range(HEAD, COLUMNS)  # fmt: skip
CALL_BITS = 8
CALLERS = len(SEATS)

CALLING, DECLARING, PLAYING, THROWN, ENDED = map(
    PHASES.index, ("call", "declare", "play", "thrown", "end")
)
FIRST_MOVE = tuple({CALLING: CALL, DECLARING: DECLARE}.get(at, 0) for at in range(len(PHASES)))
"""The number of the first move of a phase."""

OPTIONS = 6
SEATS_OF, CAP, HOUSE, SPECIALS, PLAYED_OUT, SHAKES = range(OPTIONS)
"""The numbers of a variant: its seats, the most marks, what the house allows in the auction, which
specials may be declared, whether hands are played out, and the first shaker, -1 where it is drawn."""


# --- The rules of stepping ------------------------------------------------------------------------


@rule
def deal(record: Any, options: Any, seed: int, number: int) -> None:
    """Deal the hand of a number, its first seat to call."""
    lower, upper, stream = owners(opened(seed, 2 * number))
    shaker = int(options[SHAKES])
    if shaker == NOBODY:
        shaker, stream = drawn(CALLERS, stream)
    begin_hand(record, options, lower, upper, shaker)


@rule
def deal_own(record: Any, options: Any, seed: int, stream: int, moves: Any) -> None:
    """Draw the shaker, where nobody says who it is, and deal: what ``game.roll`` deals from a stream.

    >>> from suitwise.texas42.game import Texas42
    >>> record = [0] * COLUMNS
    >>> deal_own(record, (4, 5, 0, 0, 0, 2), 1, 0, [])
    >>> state, index = Texas42(match="hand", shaker=2).start().rolled(seed=1, stream=0)
    >>> held = tuple(held_by(record[WHERE], ALL, seat) for seat in range(4))
    >>> held == state.dealt, record[STREAM] == index
    (True, True)
    """
    shaker, index, left = int(options[SHAKES]), 0, ALL
    if shaker == NOBODY:
        shaker, index = below(CALLERS, seed, stream, index)
        note(record, moves, SHAKE + shaker)
    lower = upper = 0
    for count in range(N_DOMINOES):
        place, index = below(N_DOMINOES - count, seed, stream, index)
        domino, seat = bit_numbered(left, place), (shaker + 1 + count // HAND) & 3
        left &= ~(1 << domino)
        note(record, moves, domino)
        lower |= (seat & 1) << domino
        upper |= (seat >> 1) << domino
    begin_hand(record, options, lower, upper, shaker)
    record[STREAM] = index


@rule
def act_own(record: Any, options: Any, action: int, stream: int, moves: Any) -> None:
    """Make the legal move of a number; chance has none after the deal."""
    act(record, options, action)


@rule
def begin_hand(record: Any, options: Any, lower: int, upper: int, shaker: int) -> None:
    """Begin a hand: whose dominoes are given by the bits of their seats, and who shakes."""
    record[WHERE], record[REST] = dealt(lower, upper, 0, 0, 0, NOBODY)
    record[SHAKER], record[MADE], record[CALLS] = shaker, 0, 0
    record[STANDING], record[BIDDER] = PASS, NOBODY
    record[LACKS], record[LACKS_UPPER] = 0, 0
    ask_for_call(record, options)


@rule
def turn(record: Any, options: Any) -> int:
    """Return the seat on turn, -2 when the hand is over."""
    return int(record[TURN])


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    """Tell whether the seat on turn may make the move of a number."""
    place = action - FIRST_MOVE[int(record[PHASE])]
    return 0 <= place < N_DOMINOES and int(record[LEGAL]) >> place & 1 == 1


@rule
def act(record: Any, options: Any, action: int) -> None:
    """Make the legal move of a number."""
    if action >= CALL:
        make_call(record, options, action - CALL)
    elif action >= DECLARE:
        declare(record, action - DECLARE)
    else:
        play_domino(record, options, action)


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return the marks of a hand that is over, for or against a seat; none if it was thrown in."""
    return float(marks_of(record, side(seat)) - marks_of(record, 1 - side(seat)))


@rule
def allow(record: Any, options: Any, allowed: Any) -> None:
    """Write a 1 for each legal move."""
    first, legal = FIRST_MOVE[int(record[PHASE])], int(record[LEGAL])
    while legal:
        allowed[first + lowest_bit(legal)] = 1
        legal &= legal - 1


# --- Steps ----------------------------------------------------------------------------------------


@rule
def ask(record: Any, phase: int, seat: int, legal: int) -> None:
    """Put a seat on turn."""
    record[PHASE], record[TURN], record[LEGAL] = phase, seat, legal


@rule
def ask_for_call(record: Any, options: Any) -> None:
    """Put the next caller on turn."""
    made = int(record[MADE])
    seat = caller(int(record[SHAKER]), made)
    doubles = count_bits(held_by(int(record[WHERE]), ALL, seat) & EVERY_DOUBLE)
    cap, house = int(options[CAP]), int(options[HOUSE])
    ask(record, CALLING, seat, legal_calls(int(record[STANDING]), made, doubles, cap, house))


@rule
def make_call(record: Any, options: Any, call: int) -> None:
    """Make a call; after the fourth the declarer is on turn, or the hand is thrown in."""
    made = int(record[MADE])
    standing = standing_after(int(record[STANDING]), call)
    bidder = bidder_after(int(record[BIDDER]), int(record[TURN]), call)
    record[MADE], record[STANDING], record[BIDDER] = made + 1, standing, bidder
    record[CALLS] = int(record[CALLS]) | call << CALL_BITS * made
    if made + 1 < CALLERS:
        ask_for_call(record, options)
    elif standing == PASS:
        ask(record, THROWN, OVER, 0)
    else:
        declarations = legal_declarations(standing, int(options[SPECIALS]))
        ask(record, DECLARING, declarer_of(bidder, standing), declarations)


@rule
def declare(record: Any, declaration: int) -> None:
    """Make a declaration; the declarer leads."""
    where, leader, bidder = int(record[WHERE]), int(record[TURN]), int(record[BIDDER])
    lower, upper, out = where & ALL, where >> N_DOMINOES & ALL, sits_out(bidder, declaration)
    where, rest = dealt(lower, upper, declaration, leader, side(bidder), out)
    record[WHERE], record[REST] = where, rest
    ask(record, PLAYING, leader, legal_of(where, rest))


@rule
def play_domino(record: Any, options: Any, domino: int) -> None:
    """Play a domino; after the trick that decides or ends the hand nobody is on turn."""
    where, rest = int(record[WHERE]), int(record[REST])
    record[LACKS], record[LACKS_UPPER] = lacking(
        int(record[LACKS]), int(record[LACKS_UPPER]), int(record[TURN]), domino,
        suit_of(where, rest), declaration_of(where),
    )  # fmt: skip
    where, rest = played(where, rest, domino)
    record[WHERE], record[REST] = where, rest
    if placed_of(rest) == 0 and is_played(
        result(record), tricks_left(where, rest), int(options[PLAYED_OUT]) == 1
    ):
        ask(record, ENDED, OVER, 0)
    else:
        ask(record, PLAYING, turn_of(where, rest), legal_of(where, rest))


@rule
def tricks_left(where: int, rest: int) -> int:
    """Return how many tricks are still to be won, the one on the table included."""
    return count_bits(held_by(where, rest, leader_of(where))) + int(placed_of(rest) > 0)


@rule
def tricks_taken(where: int, rest: int, by_side: int) -> int:
    """Return how many tricks a side has taken."""
    first = tricks_of(rest)
    return HAND - tricks_left(where, rest) - first if by_side else first


@rule
def result(record: Any) -> int:
    """Return whether the contract is made, set or open, by the tricks taken."""
    where, rest = int(record[WHERE]), int(record[REST])
    declaring = declaring_of(where)
    return result_of(
        int(record[STANDING]), declaration_of(where),
        points_of(rest, declaring), points_of(rest, 1 - declaring),
        tricks_taken(where, rest, declaring), tricks_taken(where, rest, 1 - declaring),
        tricks_left(where, rest),
    )  # fmt: skip


@rule
def marks_of(record: Any, of_side: int) -> int:
    """Return the marks that a side scores: none before the end."""
    if record[PHASE] != ENDED:
        return 0
    gets = scoring_side(declaring_of(int(record[WHERE])), result(record))
    return stake_of(int(record[STANDING])) if gets == of_side else 0
