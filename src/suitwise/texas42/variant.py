"""The validated options of Texas 42, and their effects on the auction and the score.

The default is straight 42 by the National 42 Players Association; house rules are options.
``rules.auction`` and ``rules.contracts`` state the rules and the choices where sources differ.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from suitwise.errors import NotationError
from suitwise.foundation.seating import NOBODY, SEATS
from suitwise.foundation.text.lines import LATER, not_one_of, refuse_out_of_bounds
from suitwise.foundation.text.phrases import TypedName, phrase
from suitwise.foundation.values import MOST_DEALS, most_deals
from suitwise.texas42.rules import auction, contracts, dominoes
from suitwise.texas42.rules.auction import FIRST_MARK, FORCED, JUMPS, MOST_MARKS, MOST_POINTS
from suitwise.texas42.rules.contracts import NELLOS, Contract, score_marks, score_points
from suitwise.texas42.rules.dominoes import HAND_POINTS, NELLO, NELLO_HIGH, NELLO_INVERTED, SEVENS
from suitwise.texas42.rules.position import Position

MATCHES = ("hand", "marks", "points")
NELLO_OPTIONS = {
    "no": 0,
    "own": 1 << NELLO,
    "inverted": 1 << NELLO_INVERTED,
    "high": 1 << NELLO_HIGH,
    "low": 1 << dominoes.NELLO_LOW,
    "any": NELLOS,
}
"""The nello declarations allowed by each value of the option, as sets of bits."""
_BOUNDS = {
    "cap": (1, MOST_MARKS),
    "marks": (1, 1000),
    "points": (1, 10_000),
    "deals": (0, MOST_DEALS),
}


@dataclass(frozen=True)
class Texas42Variant:
    """The options of ``Texas42``, which explains each of them.

    Raises:
        NotationError: an option is out of bounds.

    >>> house = Texas42Variant(match="points", splash=True)
    >>> house.target, house.unit, house.most_marks
    (250, 'points', 5)
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
    claims: bool = field(default=False, metadata=LATER)
    deals: int = field(default=0, metadata=LATER)

    def __post_init__(self) -> None:
        for name, allowed in (("match", MATCHES), ("nello", tuple(NELLO_OPTIONS))):
            if getattr(self, name) not in allowed:
                raise NotationError(not_one_of(TypedName(name, "texas42"), allowed))
        refuse_out_of_bounds(self, _BOUNDS)
        if type(self.shaker) is not int or self.shaker not in (NOBODY, *SEATS):
            raise NotationError(
                phrase(
                    "texas42.option-shaker", "shaker is a seat from 0 to 3, or -1 where it is drawn"
                )
            )

    @cached_property
    def house(self) -> int:
        """The house rules of the auction, as bit flags of ``rules.auction``."""
        allowed = (self.forced, self.plunge, self.splash, self.jump)
        flags = (FORCED, auction.PLUNGES, auction.SPLASHES, JUMPS)
        return sum(flag for flag, is_allowed in zip(flags, allowed, strict=True) if is_allowed)

    @cached_property
    def specials(self) -> int:
        """The nello treatments and sevens that may be declared, a set of declarations."""
        return NELLO_OPTIONS[self.nello] | self.sevens << SEVENS

    @cached_property
    def target(self) -> int:
        """The score that wins a match; 0 for a single hand."""
        return {"hand": 0, "marks": self.marks, "points": self.points}[self.match]

    @cached_property
    def most_deals(self) -> int:
        """The most hands of a match: ``deals`` if given, else those that can score, and thrown-in ones.

        A hand scores at least 1 mark, or 42 when playing for points, where a false claim may leave only
        a single point.

        >>> Texas42Variant().most_deals, Texas42Variant(match="points").most_deals
        (113, 112)
        >>> Texas42Variant(match="points", claims=True).most_deals, Texas42Variant(deals=9).most_deals
        (599, 9)
        """
        if not self.target:
            return 1
        least = HAND_POINTS if self.match == "points" and not self.claims else 1
        scored = 2 * (self.target - 1) // least + 1
        return self.deals or scored if self.forced else most_deals(self.deals, scored)

    def is_played_out(self, call: int) -> bool:
        """Return whether a hand with this call is played on after it is decided.

        When playing for points a points bid is, as the remaining points count.
        """
        return self.play_out or (self.match == "points" and call < FIRST_MARK)

    def score_of(self, contract: Contract, result: int, took: tuple[int, int]) -> tuple[int, int]:
        """Return the score of the sides, in marks or points.

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
        """Return the score of the sides, in marks or points, after a renege.

        Args:
            contract: the contract.
            offender: the seat that reneged.
            took: the points that the sides took before the trick with the renege.
        """
        if self.match == "points":
            return contracts.score_renege_points(contract, offender, took)
        return contracts.score_renege(contract, offender)

    def holds(self, position: Position, claimant: int) -> bool:
        """Return whether a claim of all that is left, or of the contract in nello, comes true."""
        raise NotImplementedError(f"{type(self).__name__} has no solver to ask")

    def why_not_before(self, totals: tuple[int, int]) -> str | None:
        """Return why no hand can begin at a score of the sides, or None if one can.

        >>> Texas42Variant().why_not_before((6, 6)), Texas42Variant().why_not_before((7, 2))
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
        """The unit of the score: ``marks`` or ``points``."""
        return "points" if self.match == "points" else "marks"

    @property
    def most_marks(self) -> int:
        """The most marks that four calls can reach, starting from 2 or from a jump."""
        first = (
            auction.PLUNGE_MARKS
            if self.plunge
            else auction.SPLASH_MARKS + (self.splash and self.jump)
        )
        return min(self.cap, first + len(SEATS) - 1)

    @property
    def most_scored(self) -> int:
        """The largest possible score of a side; the last hand may exceed the target.

        >>> Texas42Variant().most_scored, Texas42Variant(match="hand").most_scored
        (11, 5)
        """
        hand = self.most_marks
        if self.match == "points":
            hand = max(HAND_POINTS * hand, HAND_POINTS + MOST_POINTS)
        return max(self.target - 1, 0) + hand
