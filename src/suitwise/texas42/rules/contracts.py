"""Contracts: the declarer and leader, whether a hand is made or set, and its score.

Rules page, The game. A contract is the bidder, his call and his declaration. The rules work on plain
integers; ``Play`` is a hand in progress with every trick taken.

Where books and tables differ, these rules hold here:

* The bidder's partner declares and leads a plunge or splash, in any of the nine straight declarations.
* Nello and sevens are not calls: a bidder who won the auction with marks names them as declarations. In
  nello the bidder leads, his partner's hand is not played, and its dominoes count for nobody.
* When playing for points, a points bid that is made scores for both sides what they took; one that is
  set scores for the other side what it took plus the bid. A mark is worth 42 to the side that prevails.
* If both sides reach the target in one hand, the declaring side wins the match.
* A renege or a false claim loses the hand: the other side gets the stake. When playing for points it
  gets all points not taken yet, plus the bid if the declaring side is at fault; the side at fault
  scores nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from suitwise.arguments import whole
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.seating import NOBODY, SEATS, partner, side
from suitwise.foundation.text.phrases import phrase
from suitwise.foundation.values import unchecked
from suitwise.texas42.rules import auction, dominoes
from suitwise.texas42.rules.auction import CALL_TEXT, FIRST_MARK, FIRST_PLUNGE, LEAST_POINTS, MARKS
from suitwise.texas42.rules.dominoes import HAND, HAND_POINTS, NELLO, NELLO_LOW, SEVENS, Domino
from suitwise.texas42.rules.position import Hands, Position, Trick

OPEN = 0
MADE = 1
SET = 2
RESULT_TEXT = (
    phrase("texas42.open", "open"),
    phrase("texas42.made", "made"),
    phrase("texas42.set", "set"),
)

STRAIGHT = (1 << dominoes.NOTRUMP + 1) - 1
"""The nine straight declarations, a set of bits."""
NELLOS = (1 << NELLO_LOW + 1) - (1 << NELLO)
"""The four treatments of nello."""


# --- Rules over plain integers --------------------------------------------------------------------


@rule
def is_nello(declaration: int) -> bool:
    """Return whether nello was declared, whatever its treatment of the doubles."""
    return NELLO <= declaration <= NELLO_LOW


@rule
def declarer_of(bidder: int, call: int) -> int:
    """Return the seat that declares: the bidder, or his partner after a plunge or a splash."""
    return partner(bidder) if call >= FIRST_PLUNGE else bidder


@rule
def sits_out(bidder: int, declaration: int) -> int:
    """Return the seat that sits out: the bidder's partner in nello, else ``NOBODY``."""
    return partner(bidder) if is_nello(declaration) else NOBODY


@rule
def legal_declarations(call: int, specials: int) -> int:
    """Return the declarations that may follow a call, a set of bits.

    Args:
        call: the call that won the auction.
        specials: the nello treatments and sevens that the house allows, a set of bits.
    """
    if FIRST_MARK <= call < FIRST_PLUNGE:
        return STRAIGHT | specials
    return STRAIGHT


@rule
def stake_of(call: int) -> int:
    """Return the marks at stake; a points bid stakes one."""
    return max(MARKS[call], 1)


@rule
def bid_of(call: int) -> int:
    """Return the points that the declaring side needs; a mark bid needs all 42."""
    return LEAST_POINTS - 1 + call if call < FIRST_MARK else HAND_POINTS


@rule
def result_of(
    call: int, declaration: int, own: int, others: int, own_tricks: int, lost: int, left: int
) -> int:
    """Return ``MADE``, ``SET`` or ``OPEN`` for the points and tricks taken so far.

    Args:
        call: the call that won the auction.
        declaration: the declaration.
        own: the points of the declaring side.
        others: the points of the other side.
        own_tricks: the tricks of the declaring side.
        lost: the tricks of the other side.
        left: the tricks not complete yet.

    >>> RESULT_TEXT[result_of(1, 5, own=29, others=13, own_tricks=5, lost=2, left=0)]
    'set'
    """
    if call < FIRST_MARK:
        if own >= bid_of(call):
            return MADE
        return SET if others > HAND_POINTS - bid_of(call) else OPEN
    failed = own_tricks if is_nello(declaration) else lost
    if failed:
        return SET
    return OPEN if left else MADE


@rule
def is_played(result: int, left: int, played_out: bool) -> bool:
    """Return whether play has ended: at the last trick if hands are played out, else when decided."""
    return left == 0 if played_out else result != OPEN


@rule
def scoring_side(declaring: int, result: int) -> int:
    """Return the side that prevails: the declaring side if the contract is made, else the other."""
    return declaring if result == MADE else 1 - declaring


# --- The contract ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Contract:
    """The contract of a hand.

    Args:
        bidder: the seat that won the auction.
        call: the call that won it.
        declaration: the declaration.

    Raises:
        IllegalPosition: no legal auction and declaration produce it.

    >>> from suitwise.texas42.rules.auction import call_of
    >>> contract = Contract(1, call_of("plunge4"), 5)
    >>> contract.declarer, contract.leader, contract.side, contract.stake
    (3, 3, 1, 4)
    """

    bidder: int
    call: int
    declaration: int

    def __post_init__(self) -> None:
        """Validate the contract."""
        try:
            self._refuse_numbers()
        except TypeError:
            for name in ("bidder", "call", "declaration"):
                whole(getattr(self, name), name)
            raise

    def _refuse_numbers(self) -> None:
        if self.bidder not in SEATS or not auction.PASS < self.call < auction.N_CALLS:
            raise IllegalPosition("a contract has a bidder from 0 to 3, and a call that is no pass")
        allowed = legal_declarations(self.call, NELLOS | 1 << SEVENS)
        if self.declaration < 0 or not allowed >> self.declaration & 1:
            is_one = 0 <= self.declaration <= SEVENS
            shown = dominoes.DECLARATION_TEXT[self.declaration] if is_one else "it"
            raise IllegalPosition(f"{shown} can't be declared after {CALL_TEXT[self.call]}")

    @property
    def declarer(self) -> int:
        """The seat that declares."""
        return declarer_of(self.bidder, self.call)

    @property
    def leader(self) -> int:
        """The seat that leads the first trick: the declarer."""
        return self.declarer

    @property
    def out(self) -> int:
        """The seat that sits out, or ``NOBODY``."""
        return sits_out(self.bidder, self.declaration)

    @property
    def side(self) -> int:
        """The declaring side."""
        return side(self.bidder)

    @property
    def stake(self) -> int:
        """The marks at stake."""
        return stake_of(self.call)

    @property
    def for_points(self) -> bool:
        """True if the bid is for points, not marks."""
        return self.call < FIRST_MARK

    def start(self, hands: Hands) -> Play:
        """Return the hand as it stands before the opening lead."""
        return Play(self, Position(self.declaration, hands, self.leader, out=self.out))


class Claim(NamedTuple):
    """A hand laid down, which ends the play: the claim of all that is left, or of the nello contract.

    Args:
        seat: the seat that claims, for its side.
        holds: whether the claim is true; a false claim loses the hand.
    """

    seat: int
    holds: bool


@dataclass(frozen=True, slots=True)
class Play:
    """A hand in progress, or one that a claim has ended.

    Args:
        contract: the contract.
        position: the dominoes still held, and the trick on the table.
        tricks: the tricks taken.
        claim: the claim that ended the hand, or None.
        points: the points that each side has taken, including those of a claim that holds.
        tricks_taken: the number of tricks that each side has taken, counted the same way.

    >>> from suitwise.texas42.rules.auction import call_of
    >>> hand = Contract(0, call_of("30"), 5).start((1 << 20, 1 << 2, 1 << 3, 1 << 4))
    >>> for domino in ("5-5", "1-1", "2-0", "2-1"):
    ...     hand = hand.after(domino)
    >>> hand.points, hand.position.over
    ((11, 0), True)
    """

    contract: Contract
    position: Position
    tricks: tuple[Trick, ...] = ()
    claim: Claim | None = None
    points: tuple[int, int] = field(init=False, repr=False, compare=False)
    tricks_taken: tuple[int, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        points = tricks = (0, 0)
        for trick in self.tricks:
            points = _with(points, trick.winner, trick.points)
            tricks = _with(tricks, trick.winner, 1)
        if self.claim is not None and self.claim.holds:
            points, tricks = claimed(self.contract, self.claim.seat, points, tricks)
        object.__setattr__(self, "points", points)
        object.__setattr__(self, "tricks_taken", tricks)

    @property
    def dominoes(self) -> tuple[int, ...]:
        """All dominoes played, in order."""
        done = (domino for trick in self.tricks for domino in trick.dominoes)
        return (*done, *self.position.trick)

    @property
    def result(self) -> int:
        """``MADE``, ``SET`` or ``OPEN``."""
        if self.claim is not None and not self.claim.holds:
            return SET if side(self.claim.seat) == self.contract.side else MADE
        own, points, tricks = self.contract.side, self.points, self.tricks_taken
        return result_of(
            self.contract.call, self.contract.declaration, points[own], points[1 - own],
            tricks[own], tricks[1 - own], 0 if self.claim else self.position.tricks_left,
        )  # fmt: skip

    def with_claim(self, claim: Claim) -> Play:
        """Return the hand ended by a claim.

        >>> from suitwise.texas42.rules.auction import call_of
        >>> hand = Contract(0, call_of("30"), 5).start((1 << 20, 1 << 2, 1 << 3, 1 << 4))
        >>> hand.with_claim(Claim(0, True)).points
        (42, 0)
        """
        return Play(self.contract, self.position, self.tricks, claim)

    def after(self, domino: int | str) -> Play:
        """Return the hand after a legal play; a decided hand may be played on.

        Raises:
            IllegalMove: the domino may not be played; the message names the rule.
        """
        return self.with_play(self.position.checked(domino))

    def with_play(self, domino: Domino) -> Play:
        """Return the hand after a play, which must be legal."""
        position, done = self.position.with_play(domino)
        tricks, points, taken = self.tricks, self.points, self.tricks_taken
        if done is not None:
            tricks = (*tricks, done)
            points, taken = _with(points, done.winner, done.points), _with(taken, done.winner, 1)
        return _play(self.contract, position, tricks, None, points, taken)


_play = unchecked(Play)


def _with(both: tuple[int, int], seat: int, more: int) -> tuple[int, int]:
    """Return the totals of both sides with ``more`` added to that of the seat's side."""
    return (both[0], both[1] + more) if side(seat) else (both[0] + more, both[1])


def claimed(
    contract: Contract, seat: int, points: tuple[int, int], tricks: tuple[int, int]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return each side's points and tricks after a true claim of everything that is left.

    In nello no points count: the bidder claims to lose the rest, an opponent that the bidder takes a
    trick.

    Args:
        contract: the contract.
        seat: the seat that claims.
        points: the points that the sides have taken.
        tricks: the tricks that they have taken.

    >>> from suitwise.texas42.rules.auction import call_of
    >>> claimed(Contract(1, call_of("30"), 5), 2, points=(0, 12), tricks=(0, 2))
    ((30, 12), (5, 2))
    >>> claimed(Contract(1, call_of("1m"), NELLO), 2, points=(12, 0), tricks=(2, 0))
    ((12, 0), (6, 1))
    """
    left = HAND - sum(tricks)
    if not is_nello(contract.declaration):
        return _with(points, seat, HAND_POINTS - sum(points)), _with(tricks, seat, left)
    lost = int(seat != contract.bidder)
    tricks = _with(tricks, contract.bidder, lost)
    return points, _with(tricks, contract.bidder + 1, left - lost)


# --- Scores ---------------------------------------------------------------------------------------


def score_marks(contract: Contract, result: int) -> tuple[int, int]:
    """Return the marks that the sides score.

    >>> from suitwise.texas42.rules.auction import call_of
    >>> score_marks(Contract(1, call_of("2m"), 5), SET)
    (2, 0)
    """
    gets = scoring_side(contract.side, result)
    return (contract.stake, 0) if gets == 0 else (0, contract.stake)


def score_renege(contract: Contract, offender: int) -> tuple[int, int]:
    """Return the marks that the sides score after a renege, which loses the hand.

    >>> from suitwise.texas42.rules.auction import call_of
    >>> score_renege(Contract(1, call_of("30"), 5), offender=2)
    (0, 1)
    """
    return (0, contract.stake) if side(offender) == 0 else (contract.stake, 0)


def score_renege_points(
    contract: Contract, offender: int, took: tuple[int, int]
) -> tuple[int, int]:
    """Return the sides' scores after a renege when playing for points.

    The remaining points go to the other side and the offender's side scores nothing; its own bid is
    set.

    Args:
        contract: the contract.
        offender: the seat that reneged.
        took: the points that the sides took before the trick with the renege.

    >>> from suitwise.texas42.rules.auction import call_of
    >>> [score_renege_points(Contract(1, call_of("30"), 5), seat, (6, 11)) for seat in (2, 3)]
    [(0, 36), (61, 0)]
    """
    loser = side(offender)
    worth = HAND_POINTS * contract.stake
    if contract.for_points:
        bid = bid_of(contract.call) if contract.side == loser else 0
        worth = HAND_POINTS - took[loser] + bid
    return (worth, 0) if loser == 1 else (0, worth)


def score_points(contract: Contract, result: int, took: tuple[int, int]) -> tuple[int, int]:
    """Return the sides' scores when playing for points.

    Args:
        contract: the contract.
        result: ``MADE`` or ``SET``.
        took: the points that the sides took; a hand with a points bid must have been played out.

    >>> from suitwise.texas42.rules.auction import call_of
    >>> score_points(Contract(1, call_of("30"), 5), SET, (13, 29))
    (43, 0)
    """
    if contract.for_points and result == MADE:
        return took
    gets = scoring_side(contract.side, result)
    worth = HAND_POINTS * contract.stake
    if contract.for_points:
        worth = took[gets] + bid_of(contract.call)
    return (worth, 0) if gets == 0 else (0, worth)


def match_winner(totals: tuple[int, int], declaring: int, target: int) -> int:
    """Return the side that has won the match after a hand, or ``NOBODY``.

    Args:
        totals: the sides' scores.
        declaring: the side that declared the last hand; it wins if both have reached the target.
        target: the score that wins the match.

    >>> match_winner((255, 251), declaring=1, target=250), match_winner((6, 3), 0, target=7)
    (1, -1)
    """
    reached = [one for one in (0, 1) if totals[one] >= target]
    if len(reached) == 2:
        return declaring
    return reached[0] if reached else NOBODY


# --- The chance to win a match from a score -------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def match_chance(own: int, others: int) -> float:
    """Return the chance to win a match if a side needs ``own`` marks and the other ``others``.

    Assumes that each remaining hand stakes one mark and is won by either side with chance 1/2.

    >>> match_chance(1, 1), match_chance(1, 2), match_chance(2, 1), match_chance(0, 3)
    (0.5, 0.75, 0.25, 1.0)
    """
    if own <= 0 or others <= 0:
        return float(own <= 0)
    return (match_chance(own - 1, others) + match_chance(own, others - 1)) / 2
