"""Texas 42 as a game of the contract, with house rules as options.

The default (``N42PA``) is straight 42 by the National 42 Players Association: if all pass the hand is
thrown in, the shake moves left, a hand ends as soon as it is decided, a match goes to 7 marks, and
there are no special contracts. ``rules.auction`` and ``rules.contracts`` state the rules and the
choices where sources differ.

Chance deals the dominoes one by one, all seven of the seat on the shaker's left first and the shaker's
last, so that the deal is never stored in advance where a planner could see it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from suitwise.errors import NotationError
from suitwise.fields import Field
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.seating import NOBODY, SEATS, side
from suitwise.game import Facts, Game, Refusal
from suitwise.sight import Sight
from suitwise.texas42 import text as notation
from suitwise.texas42 import view
from suitwise.texas42.hidden import redealt
from suitwise.texas42.moves import CLAIM, DISTINCT_MOVES, MOVES, Move
from suitwise.texas42.rules.dominoes import N_DOMINOES
from suitwise.texas42.rules.position import Position
from suitwise.texas42.solve.solver import claim_of
from suitwise.texas42.state import Texas42State, why_not
from suitwise.texas42.variant import Texas42Variant

MOVES_OF_A_HAND = N_DOMINOES + 4 + 1 + N_DOMINOES


@dataclass(frozen=True)
class Texas42(Texas42Variant, Game[Move]):
    """Texas 42 for four, partners opposite.

    Args:
        match: ``marks`` or ``points`` for a match, ``hand`` for one hand scored in marks.
        marks: the target of a match of marks.
        points: the target of a match of points.
        cap: the most marks that may be bid; straight bidding can't exceed 5.
        forced: whether the shaker must bid if all others have passed; else the hand is thrown in.
        play_out: whether a decided hand is played to its last trick.
        nello: whether nello may be declared, and the treatment of the doubles: ``no``, ``own``,
            ``inverted``, ``high``, ``low``, or ``any`` for the declarer's choice.
        plunge: whether plunges may be called.
        splash: whether splashes may be called.
        jump: whether a splash may be for 3 marks even if 2 marks would be enough.
        sevens: whether sevens may be declared.
        shaker: the seat that shakes first; -1 to draw it.
        claims: whether the seat on turn may lay down its hand and claim all that is left, or in nello
            the contract. The claim is judged against every legal play of the others; a false claim
            loses the hand.
        deals: the most hands of a match, after which the side ahead wins, or neither if they are level;
            0 for 100 more than can score.

    Raises:
        NotationError: an option is out of bounds.

    >>> str(Texas42(match="hand"))  # doctest: +ELLIPSIS
    'texas42(match=hand,marks=7,points=250,cap=5,forced=no,play_out=no,nello=no,...)'
    """

    name: ClassVar[str] = "texas42"

    @cached_property
    def facts(self) -> Facts:
        """Four seats; a match ends after its last hand at the latest."""
        single = self.match == "hand"
        most = self.most_marks if single else 1
        return Facts(
            seats=4,
            distinct_moves=self._moves,
            longest_game=self._longest(),
            lowest_return=-most,
            highest_return=most,
            chance=True,
            perfect_information=False,
            sides=tuple(map(side, SEATS)),
        )

    @property
    def _moves(self) -> int:
        return DISTINCT_MOVES + self.claims

    def _longest(self) -> int:
        return int(self.shaker == NOBODY) + self.most_deals * (MOVES_OF_A_HAND + 1) - 1

    def start(self) -> Texas42State:
        """Return the state before the first shaker is drawn, or before the first deal."""
        return Texas42State(self, self.shaker)

    def parse(self, text: str) -> Texas42State:
        """Parse a position (``texas42.text``).

        >>> Texas42().parse("shaker 0")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        suitwise.errors.NotationError: a position of Texas 42 has six parts...
        """
        return notation.parse(self, text)

    def text_of(self, state: Texas42State) -> str:
        """Return a position as a line of text (``texas42.text``)."""
        return notation.text_of(state)

    def view_of(self, state: Texas42State, seat: int) -> str:
        """Return the position with ``?7`` for the seven dominoes that another seat was dealt."""
        return notation.text_of(state, seat)

    def refusal_of(self, state: Texas42State, move: Move) -> Refusal | None:
        """Return the rule that forbids a move, or None if it is legal."""
        return why_not(state, move)

    def sight_of(self, state: Texas42State, seat: int | None) -> Sight:
        """Return the view of a seat as data, or the public view for None (``texas42.view``)."""
        return view.sight(state, seat)

    def redealt(self, state: Texas42State, seat: int, seed: int, stream: int) -> Texas42State:
        """Return a position with the dominoes that a seat can't see dealt anew (``texas42.hidden``)."""
        return redealt(state, seat, seed, stream)

    def observation_of(self, state: Texas42State, seat: int) -> NDArray[np.float32]:
        """Return a seat's observation (``view.observation``)."""
        return view.observation(state, seat)

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the fields of a seat's observation (``view.observation_fields``)."""
        return view.observation_fields(self)

    def observation_of_all(self, state: Texas42State) -> NDArray[np.float32]:
        """Return the observation of the full position (``view.observation_of_all``)."""
        return view.observation_of_all(state)

    def fields_of_all(self) -> tuple[Field, ...]:
        """Return the fields of the observation of the full position (``view.fields_of_all``)."""
        return view.fields_of_all(self)

    def move_number(self, move: Move) -> int:
        """Return the number of a move: dominoes, declarations, calls, then the claim if allowed.

        Raises:
            NotationError: it is a chance move.
        """
        if self.claims and move == CLAIM:
            return DISTINCT_MOVES
        if not 0 <= move < DISTINCT_MOVES:
            whose = "no move of this house" if move == CLAIM else "chance's move"
            raise NotationError(f"{move} is {whose} and has no number")
        return int(move)

    def numbered_move(self, number: int) -> Move:
        """Return the move of a number.

        Raises:
            NotationError: no move has this number.
        """
        if not 0 <= number < self._moves:
            raise NotationError(f"the moves have the numbers 0 to {self._moves - 1}")
        return MOVES[number if number < DISTINCT_MOVES else CLAIM]

    def holds(self, position: Position, claimant: int) -> bool:
        """Return whether a claim of all that is left comes true whatever the others play."""
        return claim_of(position, claimant).holds(position)


N42PA = Texas42()
"""Straight 42 of the National 42 Players Association: a match to 7 marks."""
