"""Texas 42 as a game under the contract; its options are the profile of a house.

The rules are those of straight 42 by the National 42 Players Association, which are the default
(``N42PA``): all pass and the hand is thrown in, the shake moves left, a hand ends as soon as it is
decided, a match goes to 7 marks, no special contracts. What houses play besides are options. ``auction``
and ``contracts`` state the rules and our readings of them.

Chance draws the dominoes one by one, the seat on the shaker's left its seven first and the shaker last,
so that a planner finds no deal to peek at.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from suitwise.errors import NotationError
from suitwise.fields import Field
from suitwise.game import Facts, Game
from suitwise.texas42 import text as notation
from suitwise.texas42.moves import DISTINCT_MOVES, MOVES, Move
from suitwise.texas42.rules.auction import (
    FIRST_MARK,
    FORCED,
    JUMPS,
    MOST_MARKS,
    MOST_POINTS,
    PLUNGE_MARKS,
    PLUNGES,
    SPLASH_MARKS,
    SPLASHES,
)
from suitwise.texas42.rules.contracts import (
    NELLOS,
    Contract,
    score_marks,
    score_points,
    score_renege,
    score_renege_points,
)
from suitwise.texas42.rules.dominoes import HAND_POINTS, N_DOMINOES
from suitwise.texas42.rules.suits import NELLO, NELLO_HIGH, NELLO_INVERTED, NELLO_LOW, SEVENS
from suitwise.texas42.rules.tricks import NOBODY, SEATS, side
from suitwise.texas42.state import Texas42State

MATCHES = ("hand", "marks", "points")
NELLO_OPTIONS = {
    "no": 0,
    "own": 1 << NELLO,
    "inverted": 1 << NELLO_INVERTED,
    "high": 1 << NELLO_HIGH,
    "low": 1 << NELLO_LOW,
    "any": NELLOS,
}
"""The treatments of nello's doubles that a house allows, as sets of declarations."""
MOVES_OF_A_HAND = N_DOMINOES + 4 + 1 + N_DOMINOES
_MOST = {"cap": MOST_MARKS, "marks": 1000, "points": 10_000}


@dataclass(frozen=True)
class Texas42(Game[Move]):
    """Texas 42 for four, partners opposite.

    Args:
        match: ``marks`` or ``points`` for a match, ``hand`` for one hand scored in marks.
        marks: a match of marks goes to so many.
        points: a match of points goes to so many.
        cap: the most marks that may be bid; 5 is all that straight bidding can come to.
        forced: whether the shaker must bid where all others have passed; else the hand is thrown in.
        play_out: whether a hand that is decided is played to its last trick.
        nello: whether nello may be declared, and with which treatment of the doubles: ``no``, ``own``,
            ``inverted``, ``high``, ``low``, or ``any``, which the declarer names.
        plunge: whether plunges are called.
        splash: whether splashes are called.
        jump: whether a splash may be for 3 marks where 2 do not stand.
        sevens: whether sevens may be declared.
        shaker: the seat that shakes first; -1 where it is drawn.

    Raises:
        NotationError: an option is out of bounds.

    >>> str(Texas42(match="hand"))  # doctest: +ELLIPSIS
    'texas42(match=hand,marks=7,points=250,cap=5,forced=no,play_out=no,nello=no,...)'
    """

    match: str = "marks"
    marks: int = 7
    points: int = 250
    cap: int = 5
    forced: bool = False
    play_out: bool = False
    nello: str = "no"
    plunge: bool = False
    splash: bool = False
    jump: bool = True
    sevens: bool = False
    shaker: int = 0

    name: ClassVar[str] = "texas42"

    def __post_init__(self) -> None:
        for name, allowed in (("match", MATCHES), ("nello", tuple(NELLO_OPTIONS))):
            if getattr(self, name) not in allowed:
                raise NotationError(f"{name} is one of {', '.join(allowed)}")
        for name, most in _MOST.items():
            value = getattr(self, name)
            if type(value) is not int or not 1 <= value <= most:
                raise NotationError(f"{name} is a number from 1 to {most}")
        for name in ("forced", "play_out", "plunge", "splash", "jump", "sevens"):
            if type(getattr(self, name)) is not bool:
                raise NotationError(f"{name} is yes or no")
        if type(self.shaker) is not int or self.shaker not in (NOBODY, *SEATS):
            raise NotationError("shaker is a seat from 0 to 3, or -1 where it is drawn")

    @property
    def house(self) -> int:
        """What the house allows in the auction, in bits (``auction``)."""
        allowed = (self.forced, self.plunge, self.splash, self.jump)
        flags = (FORCED, PLUNGES, SPLASHES, JUMPS)
        return sum(flag for flag, is_allowed in zip(flags, allowed, strict=True) if is_allowed)

    @property
    def specials(self) -> int:
        """The treatments of nello and the sevens that may be declared, a set of declarations."""
        return NELLO_OPTIONS[self.nello] | self.sevens << SEVENS

    @property
    def target(self) -> int:
        """What a match goes to, 0 for a single hand."""
        return {"hand": 0, "marks": self.marks, "points": self.points}[self.match]

    def is_played_out(self, call: int) -> bool:
        """Tell whether a hand of this call goes on once it is decided.

        Bids of points do where points are scored: the rest of the points counts.
        """
        return self.play_out or (self.match == "points" and call < FIRST_MARK)

    def score_of(self, contract: Contract, result: int, took: tuple[int, int]) -> tuple[int, int]:
        """Return what the sides score, in marks or points.

        Args:
            contract: the contract.
            result: ``MADE`` or ``SET``.
            took: the points that the sides took.
        """
        if self.match == "points":
            return score_points(contract, result, took)
        return score_marks(contract, result)

    def score_of_renege(
        self, contract: Contract, offender: int, took: tuple[int, int]
    ) -> tuple[int, int]:
        """Return what the sides score, in marks or points, where a seat has reneged.

        Args:
            contract: the contract.
            offender: who reneged.
            took: the points that the sides took before the trick of the renege.
        """
        if self.match == "points":
            return score_renege_points(contract, offender, took)
        return score_renege(contract, offender)

    def why_not_before(self, totals: tuple[int, int]) -> str | None:
        """Return why no hand begins when the sides have scored so much, or None if one may.

        >>> Texas42().why_not_before((6, 6)), Texas42().why_not_before((7, 2))
        (None, '7-2: a match of marks goes to 7')
        """
        text = f"{totals[0]}-{totals[1]}"
        if max(totals) < max(self.target, 1):
            return None
        if self.target:
            return f"{text}: a match of {self.match} goes to {self.target}"
        return f"{text}: before a single hand the sides have scored 0-0"

    @property
    def unit(self) -> str:
        """What is scored: ``marks`` or ``points``."""
        return "points" if self.match == "points" else "marks"

    @property
    def facts(self) -> Facts:
        """Four seats; a match has a bound only where hands are never thrown in."""
        single = self.match == "hand"
        most = self._most_marks() if single else 1
        return Facts(
            seats=4,
            distinct_moves=DISTINCT_MOVES,
            longest_game=self._longest(),
            lowest_return=-most,
            highest_return=most,
            chance=True,
            perfect_information=False,
            sides=tuple(map(side, SEATS)),
        )

    def _most_marks(self) -> int:
        """Return what four calls can come to: the first is for 2 marks, or for more where it jumps."""
        first = PLUNGE_MARKS if self.plunge else SPLASH_MARKS + (self.splash and self.jump)
        return min(self.cap, first + len(SEATS) - 1)

    @property
    def most_scored(self) -> int:
        """The most that a side can come to: a last hand may score beyond the target.

        >>> Texas42().most_scored, Texas42(match="hand").most_scored
        (11, 5)
        """
        hand = self._most_marks()
        if self.match == "points":
            hand = max(HAND_POINTS * hand, HAND_POINTS + MOST_POINTS)
        return max(self.target - 1, 0) + hand

    def _longest(self) -> int | None:
        drawn = int(self.shaker == NOBODY)
        if self.match == "hand":
            return drawn + MOVES_OF_A_HAND
        if not self.forced:
            return None
        # Both sides together score a mark or 42 points a hand, and before the last hand neither has
        # reached the target.
        least = 1 if self.match == "marks" else HAND_POINTS
        hands = 2 * (self.target - 1) // least + 1
        return drawn + hands * (MOVES_OF_A_HAND + 1) - 1

    def start(self) -> Texas42State:
        """Return the state before the first shaker is drawn, or before the first deal."""
        return Texas42State(self, self.shaker)

    def parse(self, text: str) -> Texas42State:
        """Read a position (``notation``).

        >>> Texas42().parse("shaker 0")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        suitwise.errors.NotationError: a position of Texas 42 has six parts...
        """
        return notation.parse(self, text)

    def observation_fields(self) -> tuple[Field, ...]:
        """Return what the 431 numbers mean that a seat observes (``observation``)."""
        from suitwise.texas42.observation import observation_fields

        return observation_fields(self)

    def move_number(self, move: Move) -> int:
        """Number the dominoes, the declarations, the calls.

        Raises:
            NotationError: the move is chance's.
        """
        if not 0 <= move < DISTINCT_MOVES:
            raise NotationError(f"{move} is chance's move and has no number")
        return int(move)

    def numbered_move(self, number: int) -> Move:
        """Return the move of a number.

        Raises:
            NotationError: no move has it.
        """
        if not 0 <= number < DISTINCT_MOVES:
            raise NotationError(f"the moves have the numbers 0 to {DISTINCT_MOVES - 1}")
        return MOVES[number]


N42PA = Texas42()
"""Straight 42 of the National 42 Players Association: a match to 7 marks."""
