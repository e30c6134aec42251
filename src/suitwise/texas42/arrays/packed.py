"""A position of the play packed into two integers, for arrays of positions.

Rules page, The game; the seed, State Representation. The seed's state takes 182 bits: four hands, the
dominoes played, the declaration, the trick, its winner and the score. This one takes 126 and holds more,
as it stores for each domino the seat that it was dealt to (two bits) and whether it is still held,
instead of five sets; the dominoes played and the tricks of side 1 follow from these. Both integers are
below 2**63, so they are the same in Python, machine code and CUDA:

======  ===============================================================================
bits    ``where``, in which only the leader changes
======  ===============================================================================
0..27   the lower bit of the seat that was dealt each domino
28..55  the upper bit of that seat
56..59  the declaration, 0 to 13
60..61  the seat that leads or led the trick
62      the side that declares, or bid nello
======  ===============================================================================

======  ===============================================================================
bits    ``rest``
======  ===============================================================================
0..27   the dominoes still held
28..42  the dominoes on the table, five bits each, in order of play
43..44  the number of dominoes on the table
45..47  the seat that sits out, plus one
48..53  the points of side 0 so far
54..59  the points of side 1 so far
60..62  the tricks of side 0 so far
======  ===============================================================================
"""

from __future__ import annotations

from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.foundation.seating import NOBODY, SEATS, left_of, players, seat_at, side
from suitwise.texas42.rules import dominoes
from suitwise.texas42.rules.contracts import result_of
from suitwise.texas42.rules.dominoes import domino_on, led_suit, legal_plays, winner_so_far
from suitwise.texas42.rules.position import Position, as_hands

_TABLE_MASK = (1 << 3 * dominoes.DOMINO_BITS) - 1

# Offsets of the fields of ``where``.
_UPPER = 28
_DECLARATION = 56
_LEADER = 60
_DECLARING = 62
_SIGN = 63
"""The sign bit of a 64-bit integer, which neither integer reaches."""

# Offsets of the fields of ``rest``.
TABLE = 28
_PLACED = 43
_OUT = 45
_POINTS = 48
_POINTS_1 = 54
_TRICKS = 60
TENS = sum(1 << domino for domino in range(dominoes.N_DOMINOES) if dominoes.COUNT[domino] == 10)
"""The dominoes that count ten."""
FIVES = sum(1 << domino for domino in range(dominoes.N_DOMINOES) if dominoes.COUNT[domino] == 5)
"""The dominoes that count five."""
_WITHOUT_TABLE = dominoes.ALL | -1 << _OUT
"""All fields of ``rest`` except the trick on the table."""


# --- Fields ---------------------------------------------------------------------------------------


@rule
def declaration_of(where: int) -> int:
    """Return the declaration."""
    return where >> _DECLARATION & 15


@rule
def leader_of(where: int) -> int:
    """Return the seat that leads or led the trick."""
    return where >> _LEADER & 3


@rule
def declaring_of(where: int) -> int:
    """Return the side that declares."""
    return where >> _DECLARING


@rule
def out_of(rest: int) -> int:
    """Return the seat that sits out, or ``NOBODY``."""
    return (rest >> _OUT & 7) - 1


@rule
def placed_of(rest: int) -> int:
    """Return the number of dominoes on the table."""
    return rest >> _PLACED & 3


@rule
def table_domino(rest: int, place: int) -> int:
    """Return the domino at a place of the table."""
    return domino_on(rest >> TABLE, place)


@rule
def table_of(rest: int) -> int:
    """Return the dominoes on the table as one integer; see ``rules.dominoes.table_with``."""
    return rest >> TABLE & _TABLE_MASK


@rule
def points_of(rest: int, of_side: int) -> int:
    """Return the points of a side so far."""
    return rest >> (_POINTS_1 if of_side else _POINTS) & 63


@rule
def tricks_of(rest: int) -> int:
    """Return the tricks of side 0 so far."""
    return rest >> _TRICKS & 7


@rule
def held_by(where: int, rest: int, seat: int) -> int:
    """Return the dominoes that a seat holds."""
    # Take each plane of bits as it is if the seat's number has that bit, else its complement.
    lower, upper = where ^ ((seat & 1) - 1), where >> _UPPER ^ ((seat >> 1) - 1)
    return rest & dominoes.ALL & lower & upper


@rule
def turn_of(where: int, rest: int) -> int:
    """Return the seat to play."""
    return seat_at(leader_of(where), placed_of(rest), out_of(rest))


@rule
def suit_of(where: int, rest: int) -> int:
    """Return the suit led, or -1 before the lead."""
    return led_suit(table_domino(rest, 0), declaration_of(where)) if placed_of(rest) else -1


@rule
def tricks_left(where: int, rest: int) -> int:
    """Return the number of tricks left, including the one on the table."""
    return count_bits(held_by(where, rest, leader_of(where))) + int(placed_of(rest) > 0)


@rule
def tricks_taken(where: int, rest: int, by_side: int) -> int:
    """Return the number of tricks that a side has taken since the deal."""
    first = tricks_of(rest)
    return dominoes.HAND - tricks_left(where, rest) - first if by_side else first


@rule
def result_in(where: int, rest: int, call: int) -> int:
    """Return whether a contract is ``MADE``, ``SET`` or ``OPEN`` after the tricks taken so far.

    Args:
        where: the first integer of the position.
        rest: the second one.
        call: the call that won the auction.
    """
    declaring, left = declaring_of(where), tricks_left(where, rest)
    own = tricks_taken(where, rest, declaring)
    points, theirs = points_of(rest, declaring), points_of(rest, 1 - declaring)
    return result_of(
        call, declaration_of(where), points, theirs, own, dominoes.HAND - left - own, left
    )


# --- Playing --------------------------------------------------------------------------------------


@rule
def legal_of(where: int, rest: int) -> int:
    """Return the dominoes that may be played as a set of bits; 0 when all are played."""
    hand = held_by(where, rest, turn_of(where, rest))
    return legal_plays(hand, suit_of(where, rest), declaration_of(where))


@rule
def played(where: int, rest: int, domino: int) -> tuple[int, int]:
    """Return the position after a legal play."""
    placed = placed_of(rest)
    rest &= ~(1 << domino)
    if placed + 1 == players(out_of(rest)):
        return taken(where, rest, domino)
    return where, rest + (domino << (TABLE + dominoes.DOMINO_BITS * placed)) + (1 << _PLACED)


@rule
def taken(where: int, rest: int, last: int) -> tuple[int, int]:
    """Return the position after the play that completes a trick.

    Args:
        where: the first integer of the position.
        rest: the second one, with all dominoes of the trick but the last on the table.
        last: the last domino.
    """
    placed = placed_of(rest)
    table = table_of(rest) | last << dominoes.DOMINO_BITS * placed
    place, points = winner_so_far(table, placed + 1, declaration_of(where))
    winner = seat_at(leader_of(where), place, out_of(rest))
    score = points << _POINTS_1 if side(winner) else (points << _POINTS) + (1 << _TRICKS)
    where = where & ~(3 << _LEADER) | winner << _LEADER
    return where, (rest & _WITHOUT_TABLE) + score


# --- Checking -------------------------------------------------------------------------------------


@rule
def is_sound(where: int, rest: int) -> bool:
    """Return whether two integers are a valid position.

    ``rules.position.Position`` makes the same checks with an error message for each. They are not
    shared: an object would have to be packed before the check, and an error code would slow arrays down.
    """
    if where >> _SIGN or rest >> _SIGN or declaration_of(where) > dominoes.SEVENS:
        return False
    leader, out, placed = leader_of(where), out_of(rest), placed_of(rest)
    if out > 3 or leader == out or placed >= players(out) or not table_is_sound(where, rest):
        return False
    if out != NOBODY and not dominoes.NELLO <= declaration_of(where) <= dominoes.NELLO_LOW:
        return False
    points = points_of(rest, 0) + points_of(rest, 1)
    for place in range(placed):
        points += dominoes.COUNT[table_domino(rest, place)]
    seat, left = leader, 0
    for place in range(players(out)):
        hand = held_by(where, rest, seat)
        dealt = count_bits(hand) + int(place < placed)
        if dealt > 7 or (place and dealt != left):
            return False
        points += 10 * count_bits(hand & TENS) + 5 * count_bits(hand & FIVES)
        left, seat = dealt, left_of(seat, out)
    if out != NOBODY and not left <= count_bits(held_by(where, rest, out)) <= 7:
        return False
    return points + left <= dominoes.HAND_POINTS and left + tricks_of(rest) <= 7


@rule
def table_is_sound(where: int, rest: int) -> bool:
    """Return whether the dominoes on the table are distinct, in no hand, and without a renege."""
    seen, suit, declaration = rest & dominoes.ALL, -1, declaration_of(where)
    for place in range(3):
        domino = table_domino(rest, place)
        if place < placed_of(rest):
            if domino >= dominoes.N_DOMINOES or seen >> domino & 1:
                return False
            seen |= 1 << domino
            hand = held_by(where, rest, seat_at(leader_of(where), place, out_of(rest)))
            if not legal_plays(hand | 1 << domino, suit, declaration) >> domino & 1:
                return False
            suit = suit_of(where, rest)
        elif domino:
            return False
    return True


# --- From positions and back ----------------------------------------------------------------------


def packed(position: Position, declaring: int | None = None) -> tuple[int, int]:
    """Pack a position.

    Args:
        position: the position, taken to have no points or tricks yet.
        declaring: the side that declares; by default that of the leader, or of nello's bidder.

    Raises:
        IllegalPosition: there is no such side.

    >>> packed(Position.parse("5 1 5-5 6-6 4-1 1-1"))
    (6124896044187648004, 135268356)
    """
    where = rest = 0
    for seat in SEATS:
        where |= _owned(position.hands[seat], seat)
        rest |= position.hands[seat]
    for place, domino in enumerate(position.trick):
        where |= _owned(1 << domino, seat_at(position.leader, place, position.out))
    rest |= dominoes.table_with(position.trick) << TABLE
    if declaring not in (None, 0, 1):
        raise IllegalPosition(f"the declaring side is 0 or 1, not {repr(declaring)[:24]}")
    if declaring is None:
        declaring = side(position.leader if position.out == NOBODY else position.out)
    where |= position.declaration << _DECLARATION | position.leader << _LEADER
    rest |= len(position.trick) << _PLACED | (position.out + 1) << _OUT
    return where | declaring << _DECLARING, rest


def _owned(hand: int, seat: int) -> int:
    return (hand if seat & 1 else 0) | (hand << _UPPER if seat & 2 else 0)


def unpacked(where: int, rest: int) -> Position:
    """Return the position of two integers.

    Raises:
        IllegalPosition: the integers are not a valid position.

    >>> print(unpacked(*packed(Position.parse("5 1 5-5 6-6 4-1 1-1"))))
    5 1 5-5 6-6 4-1 1-1
    """
    if not is_sound(where, rest):
        raise IllegalPosition(f"{where} {rest} is no packed position of the play")
    hands = as_hands(held_by(where, rest, seat) for seat in SEATS)
    trick = tuple(table_domino(rest, place) for place in range(placed_of(rest)))
    return Position(declaration_of(where), hands, leader_of(where), trick, out_of(rest))


@rule
def dealt(
    lower: int, upper: int, declaration: int, leader: int, declaring: int, out: int
) -> tuple[int, int]:
    """Return the packed position before the opening lead of a hand.

    Args:
        lower: the lower bit of the seat of each domino.
        upper: the upper bit of the seat of each domino.
        declaration: the declaration.
        leader: the seat that leads.
        declaring: the side that declares.
        out: the seat that sits out, or ``NOBODY``.
    """
    where = lower | upper << _UPPER | declaration << _DECLARATION
    return where | leader << _LEADER | declaring << _DECLARING, dominoes.ALL | (out + 1) << _OUT
