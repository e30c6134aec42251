"""The double-dummy value of a position: what it is worth when all hands are seen.

A position of four seats is worth points to seats 0 and 2; one of nello, where a seat sits out, is worth
the tricks that the bidder takes, of which he wants few. All play for that and nothing else: what was
bid is asked by ``reaches``, which plays for the contract alone and is the quicker question.

>>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
>>> solve(position), {str(domino): value for domino, value in solve_moves(position).items()}
(21, {'5-5': 21, '6-4': 21})
"""

from __future__ import annotations

from collections.abc import Iterable

from suitwise.arguments import of_kind, whole
from suitwise.errors import IllegalPosition
from suitwise.foundation.seating import NOBODY, SEATS, partner, side
from suitwise.texas42.rules.dominoes import Domino
from suitwise.texas42.rules.position import Position
from suitwise.texas42.solve import questions
from suitwise.texas42.solve.search_general import BY_POINTS, SIDE_0, SIDE_1

# --- One position ---------------------------------------------------------------------------------


def solve(position: Position) -> int:
    """Return what a position is worth: the points that seats 0 and 2 take from here on.

    The trick on the table counts in full. Where a seat sits out, the tricks that the bidder takes.

    >>> solve(Position.parse("nello 0 6-5,1-0 5-4,3-2 4-3,2-1 6-3,2-0 out=2"))
    2
    """
    return next(questions.answers([position], questions.aim_of(position)))


def solve_moves(position: Position) -> dict[Domino, int]:
    """Return what a position is worth after each legal play, the trick it completes included.

    >>> position = Position.parse("1 0 0-0,6-3 6-5,3-2 3-1,6-4 2-0,5-4")
    >>> {str(domino): value for domino, value in solve_moves(position).items()}
    {'0-0': 17, '6-3': 6}
    """
    return questions.moves_for(position, questions.aim_of(position))


def reaches(position: Position, takers: int, need: int) -> bool:
    """Tell whether a side takes ``need`` points from here on, playing for that alone.

    Args:
        position: a position of four seats.
        takers: 0 for the side of seats 0 and 2, 1 for that of 1 and 3.
        need: the points it needs; all that are left for a contract in marks.

    >>> reaches(Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5"), takers=0, need=21)
    True
    """
    aim = questions.aim_of_side(position, takers)
    return questions.reached(position, aim, whole(need, "need"))


def reaching_moves(position: Position, takers: int, need: int) -> dict[Domino, bool]:
    """Tell after which legal plays a side takes ``need`` points from this position on.

    >>> position = Position.parse("1 0 0-0,6-3 6-5,3-2 3-1,6-4 2-0,5-4")
    >>> made = reaching_moves(position, takers=0, need=17)
    >>> {str(domino): is_made for domino, is_made in made.items()}
    {'0-0': True, '6-3': False}
    """
    aim = questions.aim_of_side(position, takers)
    return {
        play: bool(made)
        for play, made in questions.moves_for(position, aim, whole(need, "need")).items()
    }


def loses_all(position: Position) -> bool:
    """Tell whether the bidder of nello can lose every trick that is left.

    >>> loses_all(Position.parse("nello 0 6-5,1-0 5-4,3-2 4-3,2-1 6-3,2-0 out=2"))
    False
    """
    return not questions.reached(position, _nello_aim(position), 1)


def losing_moves(position: Position) -> dict[Domino, bool]:
    """Tell after which legal plays the bidder of nello can lose every trick that is left.

    >>> position = Position.parse("nello 0 0-0,6-5 4-2,4-3 5-4,6-6 4-4,3-2 out=2")
    >>> {str(domino): lost for domino, lost in losing_moves(position).items()}
    {'0-0': True, '6-5': False}
    """
    found = questions.moves_for(position, _nello_aim(position), 1)
    return {play: not takes for play, takes in found.items()}


def _nello_aim(position: Position) -> questions.Aim:
    aim = questions.aim_of(position)
    if position.out == NOBODY:
        raise IllegalPosition("all four play: nello as a contract has a seat that sits out")
    return aim


# --- Claims ---------------------------------------------------------------------------------------


def claim_stands(
    position: Position, claimant: int, tricks: int | None = None, points: int | None = None
) -> bool:
    """Tell whether a claim comes true against every legal play of all other seats.

    The claimant plays his dominoes as he likes; his partner is not trusted either. In nello the
    claimant's side is himself where the partner sits out.

    Args:
        position: the position in which the claim is made.
        claimant: the seat that lays down its hand.
        tricks: how many its side claims; all that are left if nothing is given.
        points: how many points its side claims, in place of tricks.

    >>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
    >>> claim_stands(position, claimant=0), claim_stands(position, claimant=0, points=21)
    (False, True)
    """
    of_kind(position, Position, "position")
    _refuse_seat(claimant)
    if points is not None:
        by, need = BY_POINTS, whole(points, "points")
    else:
        by = questions.COUNTING_TRICKS
        need = position.tricks_left if tricks is None else whole(tricks, "tricks")
    aim = questions.Aim(1 << claimant, questions.SIDES[side(claimant)], by)
    return questions.reached(position, aim, need)


def loss_claim_stands(position: Position, claimant: int) -> bool:
    """Tell whether a claim of nello comes true against every legal play of all other seats.

    The bidder claims that he loses every trick that is left, an opponent that he does not.

    >>> position = Position.parse("nello 0 6-5,1-0 5-4,3-2 4-3,2-1 6-3,2-0 out=2")
    >>> [loss_claim_stands(position, claimant) for claimant in (0, 1, 3)]
    [False, True, True]
    """
    _nello_aim(position)
    _refuse_seat(claimant)
    bidder = partner(position.out)
    everyone = SIDE_0 | SIDE_1
    choosers = everyone & ~(1 << bidder) if claimant == bidder else 1 << claimant
    aim = questions.Aim(choosers, 1 << bidder, questions.COUNTING_TRICKS)
    return questions.reached(position, aim, 1) != (claimant == bidder)


def _refuse_seat(seat: int) -> None:
    if seat not in SEATS:
        raise IllegalPosition(f"a seat is 0, 1, 2 or 3, not {seat}")


# --- Lines ----------------------------------------------------------------------------------------


def best_line(position: Position) -> tuple[Domino, ...]:
    """Return a line of best play by all seats to the last trick; its tricks are worth ``solve``.

    Of plays that are worth the same the lowest domino by index is taken.

    >>> from suitwise.texas42.rules.dominoes import format_dominoes
    >>> format_dominoes(best_line(Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")))
    '5-5,3-2,5-0,6-5,6-4,6-6,4-1,1-1'
    """
    line: list[Domino] = []
    worth = solve(position)
    while not position.over:
        play = next(play for play, value in solve_moves(position).items() if value == worth)
        worth -= line_worth(position, [play])
        position = position.after(play)
        line.append(play)
    return tuple(line)


def line_worth(position: Position, line: Iterable[int]) -> int:
    """Return what the tricks that a line completes are worth: the witness of ``solve``, checked.

    >>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
    >>> line_worth(position, best_line(position))
    21
    """
    aim = questions.aim_of(position)
    return sum(questions.worth_of(trick, aim) for trick in position.line(line)[1])
