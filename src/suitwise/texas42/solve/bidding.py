"""Bid suggestions for a hand of seven: the chance of each contract, over sampled deals.

Rules page, Solvers and players. The hidden hands are sampled uniformly, ignoring the auction. All nine
straight declarations use the same deals, so they are compared without sampling noise between them.
Each deal is solved double-dummy. That gives an estimate and **no bound in either direction**: the
bidder plays better than he could without seeing all hands, and so do his opponents.

On request (``blind``), the table also holds the chance of declarers who see only their own hands
against defenders who see all four. That is a lower bound.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from suitwise.arguments import of_kind, whole_input
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.rows import Integers, as_integers, zeros
from suitwise.foundation.seating import SEATS, partner
from suitwise.foundation.text.phrases import phrase
from suitwise.foundation.values import shows
from suitwise.texas42.hidden import MOST_HELD, Knowledge, fill_worlds
from suitwise.texas42.rules import auction, dominoes
from suitwise.texas42.rules.auction import FIRST_PLUNGE, FIRST_SPLASH, LEAST_POINTS, PASS
from suitwise.texas42.rules.contracts import NELLOS
from suitwise.texas42.rules.dominoes import ALL, DECLARATION_TEXT, HAND_POINTS
from suitwise.texas42.rules.position import Hands, Position, as_hands, distinct_mask
from suitwise.texas42.solve import solver
from suitwise.texas42.solve.search_general import COLUMNS

if TYPE_CHECKING:
    from suitwise.texas42.variant import Texas42Variant

# --- The bidding table ----------------------------------------------------------------------------

STRAIGHT = range(dominoes.NOTRUMP + 1)
"""The nine straight declarations."""
BIDS = range(LEAST_POINTS, HAND_POINTS + 1)
"""The bids of a table; 42 stands for any number of marks."""
OFTEN_ENOUGH = 0.7
"""A bid is suggested if it is made in this share of the deals."""
MOST_DEALS = 100_000
"""The largest number of deals in a table."""
_BIDDER = 0


@shows(svg="suitwise.texas42.picture:draw_bidding")
class BiddingTable:
    """The points of the bidder's side in each sampled deal, and the resulting chances.

    Args:
        hand: the bidder's seven dominoes, a set of bits.
        points: array (9, deals), the points of his side by declaration and deal; he leads. Or the same
            numbers one after the other, as answers to text need no NumPy.
        blind_points: the same for declarers who see only their own hands, with 29 for fewer than 30;
            None if not requested.

    Raises:
        SuitwiseError: there are not nine rows of one deal or more, or other numbers than integers.

    >>> import numpy as np
    >>> from suitwise.texas42.rules.dominoes import mask_of
    >>> table = BiddingTable(mask_of(range(7)), np.array([[30, 31, 29, 42]] + 8 * [[0, 0, 0, 7]]))
    >>> table.make[0, :3], table.chance(0, 42), float(table.mean_points[0])
    (array([0.75, 0.5 , 0.25]), 0.25, 33.0)
    >>> table.suggestion()
    (30, 0)
    """

    __slots__ = ("_blind", "_seeing", "hand")

    def __init__(
        self,
        hand: int,
        points: NDArray[np.int64] | Integers,
        blind_points: NDArray[np.int64] | Integers | None = None,
    ) -> None:
        self.hand = hand
        self._seeing = _Points(points)
        self._blind = None if blind_points is None else _Points(blind_points)

    def __repr__(self) -> str:
        return f"BiddingTable({self.hand}, {self.points!r}, {self.blind_points!r})"

    # --- The sample -------------------------------------------------------------------------------

    @property
    def worlds(self) -> int:
        """The number of sampled deals."""
        return self._seeing.deals

    @property
    def is_blind(self) -> bool:
        """Whether there are the points of declarers who see only their own hands, too."""
        return self._blind is not None

    @property
    def points(self) -> NDArray[np.int64]:
        """The points of the bidder's side: array (9, deals), which can't be written."""
        return self._seeing.as_array()

    @property
    def blind_points(self) -> NDArray[np.int64] | None:
        """The points of declarers who see only their own hands, as ``points``; None if not requested."""
        return None if self._blind is None else self._blind.as_array()

    def with_more(self, more: BiddingTable) -> BiddingTable:
        """Return the table of the deals of this table and of another one of the same hand.

        It has the points of declarers who do not see if both tables have them.

        Raises:
            SuitwiseError: the other table is of another hand.

        >>> one = bidding_table("6-6 6-5 6-4 6-2 6-1 6-0 5-5", worlds=2)
        >>> more = bidding_table("6-6 6-5 6-4 6-2 6-1 6-0 5-5", worlds=1, first=2)
        >>> one.with_more(more).worlds
        3
        """
        if more.hand != self.hand:
            raise SuitwiseError("two tables of one hand can be one table, not those of two hands")
        blind = self._blind.joined(more._blind) if self._blind and more._blind else None
        return BiddingTable(self.hand, self._seeing.joined(more._seeing), blind)

    def _of(self, blind: bool) -> _Points:
        if not blind:
            return self._seeing
        if self._blind is None:
            raise SuitwiseError("the table was made without blind=True")
        return self._blind

    # --- Chances ----------------------------------------------------------------------------------

    def chance(self, declaration: int, bid: int, *, blind: bool = False) -> float:
        """Return the share of deals in which a declaration makes a bid.

        Args:
            declaration: 0 to 8.
            bid: 30 to 42.
            blind: whether the declarers see only their own hands; likewise below.

        Raises:
            SuitwiseError: the bid or the declaration is not in the table, or ``blind`` is asked of a
                table made without it.
        """
        if bid not in BIDS:
            raise SuitwiseError(f"the table has the bids {BIDS[0]} to {BIDS[-1]}, not {bid}")
        if declaration not in STRAIGHT:
            raise SuitwiseError(
                f"the table has the declarations 0 to {STRAIGHT[-1]}, not {declaration}"
            )
        points = self._of(blind)
        return points.made[declaration][bid - BIDS[0]] / points.deals

    def chances(self, declaration: int, *, blind: bool = False) -> list[float]:
        """Return ``chance`` for every bid.

        Raises:
            SuitwiseError: see ``chance``.
        """
        return [self.chance(declaration, bid, blind=blind) for bid in BIDS]

    def errors(self, declaration: int, *, blind: bool = False) -> list[float]:
        """Return the standard errors of ``chances``, √(p(1−p)/deals).

        An error is 0 if no deal or every deal makes the bid; then the chance is within 3/deals of 0
        or 1 with 95 % confidence.

        Raises:
            SuitwiseError: see ``chance``.
        """
        return [standard_error(p, self.worlds) for p in self.chances(declaration, blind=blind)]

    def mean(self, declaration: int, *, blind: bool = False) -> float:
        """Return the mean of the points of a declaration.

        Raises:
            SuitwiseError: ``blind`` is asked of a table made without it.
        """
        points = self._of(blind)
        return points.totals[declaration] / points.deals

    @property
    def make(self) -> NDArray[np.float64]:
        """The share of deals that make a bid: array (9, 13), ``make[declaration, bid - 30]``."""
        return np.array([self.chances(one) for one in STRAIGHT])

    @property
    def error(self) -> NDArray[np.float64]:
        """The ``errors`` of ``make``."""
        return np.array([self.errors(one) for one in STRAIGHT])

    @property
    def blind_make(self) -> NDArray[np.float64]:
        """The share of deals in which declarers who see only their own hands make a bid, as ``make``.

        Raises:
            SuitwiseError: the table was made without ``blind``.
        """
        return np.array([self.chances(one, blind=True) for one in STRAIGHT])

    @property
    def blind_error(self) -> NDArray[np.float64]:
        """The standard errors of ``blind_make``."""
        return np.array([self.errors(one, blind=True) for one in STRAIGHT])

    @property
    def mean_points(self) -> NDArray[np.float64]:
        """The mean of the points by declaration: array (9,)."""
        return np.array([self.mean(one) for one in STRAIGHT])

    # --- What to bid ------------------------------------------------------------------------------

    def best(self, bid: int, *, blind: bool = False) -> int:
        """Return the declaration that makes a bid most often; of equals, the one with more points.

        Raises:
            SuitwiseError: see ``chance``.
        """
        return self.as_good(bid, blind=blind)[0]

    def as_good(self, bid: int, *, blind: bool = False) -> tuple[int, ...]:
        """Return all declarations as good for a bid as ``best``, which is the first of them.

        They have the same chance and the same mean points.

        Raises:
            SuitwiseError: see ``chance``.

        >>> import numpy as np
        >>> BiddingTable(127, np.array([[34], [30], [34]] + 6 * [[0]])).as_good(34)
        (0, 2)
        """
        worth = {
            one: (self.chance(one, bid, blind=blind), self.mean(one, blind=blind))
            for one in STRAIGHT
        }
        most = max(worth.values())
        return tuple(one for one in STRAIGHT if worth[one] == most)

    def suggestion(
        self, least: float = OFTEN_ENOUGH, *, blind: bool = False
    ) -> tuple[int, int] | None:
        """Return the highest bid that some declaration makes often enough, and that declaration.

        Every bid from 30 to 42 stakes one mark, so a higher one only helps to win the auction. If a pass
        is worth nothing, a bid gains marks when it is made more than half the time. Double-dummy play
        overestimates that rate, so the default threshold is higher; with the lower bound it is stricter
        than necessary.

        Args:
            least: the smallest acceptable share of deals.
            blind: see ``chance``.

        Returns:
            Bid and declaration, or None for a pass.
        """
        for bid in reversed(BIDS):
            declaration = self.best(bid, blind=blind)
            if self.chance(declaration, bid, blind=blind) >= least:
                return bid, declaration
        return None

    def row(self, declaration: int) -> dict[str, float]:
        """Return a declaration's mean points and its chances by bid, as a JSON object."""
        chances = {str(bid): self.chance(declaration, bid) for bid in BIDS}
        return {"mean": self.mean(declaration), **chances}

    def rows(self) -> dict[str, dict[str, float]]:
        """Return ``row`` for every declaration by its text."""
        return {DECLARATION_TEXT[one]: self.row(one) for one in STRAIGHT}


class _Points:
    """The points of a side by declaration and deal, and what is counted of them.

    Args:
        points: array (9, deals), or its numbers one row after the other.
    """

    __slots__ = ("deals", "made", "numbers", "totals")

    def __init__(self, points: NDArray[np.int64] | Integers) -> None:
        self.numbers = points if isinstance(points, array) else _numbers_of(points)
        self.deals = len(self.numbers) // len(STRAIGHT)
        if not self.deals or len(self.numbers) % len(STRAIGHT):
            raise SuitwiseError("a table has nine rows, of one deal or more")
        self.totals = [sum(self.row(one)) for one in STRAIGHT]
        """By declaration: the sum of the points."""
        self.made = [_made(self.row(one)) for one in STRAIGHT]
        """By declaration and bid: the number of deals that make it."""

    def row(self, declaration: int) -> Integers:
        """Return the points of a declaration."""
        return self.numbers[declaration * self.deals : (declaration + 1) * self.deals]

    def as_array(self) -> NDArray[np.int64]:
        """Return the points as an array (9, deals) over the same memory, which can't be written."""
        points = as_integers(memoryview(self.numbers).toreadonly())
        return points.reshape(len(STRAIGHT), self.deals)

    def joined(self, more: _Points) -> Integers:
        """Return the numbers of these deals and of others after them."""
        numbers = array("q")
        for declaration in STRAIGHT:
            numbers += self.row(declaration) + more.row(declaration)
        return numbers


def _numbers_of(points: NDArray[np.int64]) -> Integers:
    """Return the numbers of an array, one row after the other.

    Raises:
        SuitwiseError: it has not nine rows, or other numbers than integers.
    """
    if points.dtype.kind not in "iu":
        raise SuitwiseError(f"points are integers, not {points.dtype}")
    if points.ndim != 2 or len(points) != len(STRAIGHT):
        raise SuitwiseError(f"points are an array of nine rows, not {points.shape}")
    return array("q", points.astype(np.int64).tobytes())


def _made(points: Integers) -> list[int]:
    """Return how many of the points reach each bid."""
    ordered = sorted(points)
    return [len(ordered) - bisect_left(ordered, bid) for bid in BIDS]


def standard_error(chance: float, deals: int) -> float:
    """Return the standard error of a share of deals, √(p(1−p)/deals).

    >>> standard_error(0.5, 100)
    0.05
    """
    return sqrt(chance * (1 - chance) / deals)


def bidding_table(
    hand: dominoes.DominoesLike,
    worlds: int = 100,
    seed: int = 0,
    *,
    threads: int = 0,
    blind: bool = False,
    first: int = 0,
) -> BiddingTable:
    """Return the chance of each straight declaration to make each bid from 30 to 42.

    A double-dummy estimate, not a bound in either direction.

    Args:
        hand: the bidder's seven dominoes; he leads.
        worlds: number of sampled deals, 1 to 100,000; every declaration uses the same deals, and a
            larger sample begins with the deals of a smaller one.
        seed: 64-bit seed.
        threads: number of solver threads, at most 1,024; 0 for all cores.
        blind: whether to solve the same deals also for declarers who see only their own hands.
        first: the number of the first world; tables of successive ranges are independent samples.

    Raises:
        NotationError: the hand can't be read.
        IllegalPosition: the hand doesn't have seven dominoes.
        SuitwiseError: a number is out of range.

    >>> table = bidding_table("6-6 6-5 6-4 6-2 6-1 6-0 5-5", worlds=2)
    >>> table.suggestion()
    (42, 6)
    """
    of_kind(blind, bool, "blind")
    bits = seven_dominoes(hand)
    dealt = _dealt(bits, worlds, seed, first)
    declarations = array("q", (one for one in STRAIGHT for _ in range(len(dealt))))
    points = _points(declarations, dealt, threads)
    if not blind:
        return BiddingTable(bits, points)
    from suitwise.texas42.solve.blind import points_held_to  # a seeing table needs no policy

    deals = dealt.tolist() * len(STRAIGHT)
    return BiddingTable(bits, points, points_held_to(declarations, deals, threads=threads))


def _dealt(hand: int, worlds: int, seed: int, first: int) -> Any:
    """Return sampled deals in which the bidder holds a hand: ``int64[worlds, 4]``."""
    worlds = whole_input(worlds, "the worlds that are sampled are", least=1, most=MOST_DEALS)
    dealt = zeros(worlds, len(SEATS))
    fill_worlds(dealt, Knowledge(_BIDDER, hand), seed, first=first)
    return dealt


def _points(declarations: Integers, dealt: Any, threads: int) -> Integers:
    """Return the points of the bidder's side in all deals under each declaration, the bidder on lead."""
    rows = array("q", bytes(8 * COLUMNS * len(declarations)))
    numbers = array("q", dealt.tobytes())
    hands = [numbers[seat :: len(SEATS)] * len(STRAIGHT) for seat in SEATS]

    def always(number: int) -> Integers:
        return array("q", [number]) * len(declarations)

    solver.fill_rows(rows, declarations, hands, always(_BIDDER), always(ALL), always(0))
    return solver.answer_rows(rows, threads)[0]


def seven_dominoes(hand: dominoes.DominoesLike) -> int:
    """Return a full hand as a set of bits.

    Raises:
        NotationError: the hand can't be read, or repeats a domino.
        IllegalPosition: it doesn't have seven dominoes.

    >>> bin(seven_dominoes([0, 1, 2, 3, 4, 5, 6]))
    '0b1111111'
    """
    bits = distinct_mask(dominoes.as_dominoes(hand))
    if bits.bit_count() != MOST_HELD:
        raise IllegalPosition(
            phrase(
                "texas42.hand-size",
                "a hand has {most} dominoes, not {n}",
                most=MOST_HELD,
                n=bits.bit_count(),
            )
        )
    return bits


# --- Special contracts: nello, sevens, plunge and splash ------------------------------------------
#
# The deals are those of the bidding table and solved double-dummy: again an estimate and **no bound in
# either direction**.
#
# * Nello, in every treatment of the doubles that the house allows: the bidder leads, his partner sits
#   out, and the contract is made if he can lose every trick.
# * Sevens: the bidder leads, and the contract is made if his side takes every trick.
# * Plunge and splash, on a hand with enough doubles: the partner leads, and the contract is made if
#   some trumps take every trick of that deal. A real partner can't always choose them.

_OTHER = partner(_BIDDER)


@dataclass(frozen=True, slots=True)
class HouseBid:
    """The number of deals in which a special contract is made.

    Args:
        name: ``nello`` or another treatment of it, ``sevens``, ``plunge`` or ``splash``.
        made: the number of deals that make it.
        worlds: the number of sampled deals.

    >>> bid = HouseBid("nello", 3, 4)
    >>> bid.chance, round(bid.error, 3)
    (0.75, 0.217)
    """

    name: str
    made: int
    worlds: int

    @property
    def chance(self) -> float:
        """The share of deals in which the contract is made."""
        return self.made / self.worlds

    @property
    def error(self) -> float:
        """The standard error of ``chance``, √(p(1−p)/deals); 0 if no deal or every deal makes it."""
        return standard_error(self.chance, self.worlds)


def house_bids(
    hand: dominoes.DominoesLike,
    house: Texas42Variant,
    worlds: int = 100,
    seed: int = 0,
    *,
    threads: int = 0,
    first: int = 0,
) -> tuple[HouseBid, ...]:
    """Return the chances of the special contracts that the house allows and the hand may bid.

    A double-dummy estimate, not a bound in either direction.

    Args:
        hand: the bidder's seven dominoes.
        house: the options of the game; the hand bids first.
        worlds: number of sampled deals, 1 to 100,000; they are those of ``bidding_table``.
        seed: 64-bit seed.
        threads: number of solver threads, at most 1,024; 0 for all cores.
        first: the number of the first world.

    Returns:
        Nello in the order of its treatments, sevens, plunge, splash; only those allowed.

    Raises:
        NotationError: the hand can't be read.
        IllegalPosition: the hand doesn't have seven dominoes.
        SuitwiseError: a number is out of range.

    >>> from suitwise.texas42.variant import Texas42Variant
    >>> house = Texas42Variant(sevens=True, plunge=True)
    >>> doubles = "0-0 1-1 2-2 3-3 4-4 5-5 6-6"
    >>> [(bid.name, bid.chance) for bid in house_bids(doubles, house, worlds=2)]
    [('sevens', 0.0), ('plunge', 1.0)]
    """
    from suitwise.texas42.variant import Texas42Variant  # a bidding table needs no game

    of_kind(house, Texas42Variant, "house")
    bits = seven_dominoes(hand)
    dealt = [*map(as_hands, _dealt(bits, worlds, seed, first).tolist())]
    found = []
    for declaration in range(len(DECLARATION_TEXT)):
        if house.specials >> declaration & 1:
            is_nello = NELLOS >> declaration & 1
            made = _nello(dealt, declaration, threads) if is_nello else _sevens(dealt, threads)
            found.append(HouseBid(DECLARATION_TEXT[declaration], made, worlds))
    calls = auction.legal_calls(
        PASS, 0, (bits & dominoes.EVERY_DOUBLE).bit_count(), house.cap, house.house
    )
    shown = [name for name, call in _DOUBLES_SHOWN if calls >> call & 1]
    if shown:
        made = _partners_trumps(dealt, threads)
        found += [HouseBid(name, made, worlds) for name in shown]
    return tuple(found)


_DOUBLES_SHOWN = (("plunge", FIRST_PLUNGE), ("splash", FIRST_SPLASH))


def _nello(dealt: list[Hands], declaration: int, threads: int) -> int:
    """Return the number of deals in which the bidder can lose every trick, his partner sitting out."""
    starts = [Position(declaration, hands, _BIDDER, out=_OTHER) for hands in dealt]
    takes_one = solver.answer_all(
        (solver.question_rows([one], solver.aim_of(one), [1]) for one in starts), threads
    )
    return len(starts) - sum(takes_one)


def _sevens(dealt: list[Hands], threads: int) -> int:
    """Return the number of deals in which the bidder's side takes every trick of sevens."""
    return sum(_all_tricks([Position(dominoes.SEVENS, hands, _BIDDER) for hands in dealt], threads))


def _partners_trumps(dealt: list[Hands], threads: int) -> int:
    """Return the number of deals in which some trumps take every trick with the partner leading."""
    starts = [Position(trumps, hands, _OTHER) for hands in dealt for trumps in STRAIGHT]
    taken = _all_tricks(starts, threads)
    return sum(any(deal) for deal in zip(*[iter(taken)] * len(STRAIGHT), strict=True))


def _all_tricks(starts: list[Position], threads: int) -> Integers:
    """Return, for each deal, whether the bidder's side takes all points, and so every trick."""
    aims = ((one, solver.aim_of_side(one, _BIDDER)) for one in starts)
    return solver.answer_all(
        (solver.question_rows([one], aim, [HAND_POINTS]) for one, aim in aims), threads
    )
