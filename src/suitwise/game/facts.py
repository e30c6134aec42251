"""What a game says of every one of its games: seats, sides, bounds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Facts:
    """What is true of every game of a variant; ``suitwise.testing`` holds reality against it.

    Args:
        seats: how many seats there are; a seat may sit a game out.
        distinct_moves: how many different moves the seats can ever make, numbered by
            ``Game.move_number``; None where moves are too many to number (throws, melds).
        longest_game: the most moves a game can have, chance included; the contract wants one.
        lowest_return: the least a seat can get.
        highest_return: the most a seat can get.
        chance: whether chance ever moves.
        perfect_information: whether every seat always sees everything.
        sides: the side that each seat plays for, whose seats get the same; empty where each plays for
            itself.
        anticlockwise: whether the next seat to play sits to one's right; else it sits to the left.

    >>> from suitwise.game import load
    >>> facts = load("texas42(match=hand)").facts
    >>> facts.seats, facts.distinct_moves, facts.side_of
    (4, 68, (0, 1, 0, 1))
    >>> load("tractor").facts.anticlockwise, facts.anticlockwise
    (True, False)
    """

    seats: int
    distinct_moves: int | None
    longest_game: int | None
    lowest_return: float
    highest_return: float
    chance: bool
    perfect_information: bool
    sides: tuple[int, ...] = ()
    anticlockwise: bool = False

    @property
    def side_of(self) -> tuple[int, ...]:
        """The side that each seat plays for."""
        return self.sides or tuple(range(self.seats))
