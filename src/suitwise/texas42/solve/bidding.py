"""What to bid on seven dominoes: how often each declaration makes each bid, over sampled deals.

Rules page, Solvers and players. The hidden hands are sampled uniformly, the auction ignored; the same
deals serve all nine straight declarations, so that they differ by what was declared and not by luck.
Each deal is solved exactly with all hands seen by all. That is an estimate and **no bound in either
direction**: the bidder plays better than he could without seeing, and so do those who want to set him.
Beside it, where asked, stands how often declarers make it who do not see, against defenders who do
(``blind``): that is a lower bound.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from suitwise.arguments import of_kind, whole_input
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.text.phrases import phrase
from suitwise.texas42.hidden.knowledge import MOST_HELD, Knowledge
from suitwise.texas42.hidden.worlds import sample_worlds
from suitwise.texas42.rules.auction import LEAST_POINTS
from suitwise.texas42.rules.dominoes import HAND_POINTS, DominoesLike, as_dominoes
from suitwise.texas42.rules.position import distinct_mask
from suitwise.texas42.rules.suits import DECLARATION_TEXT, NOTRUMP
from suitwise.texas42.solve.blind import blind_points
from suitwise.texas42.solve.solver_batch import values

STRAIGHT = range(NOTRUMP + 1)
"""The nine straight declarations."""
BIDS = range(LEAST_POINTS, HAND_POINTS + 1)
"""The bids of a table; 42 stands for any number of marks."""
OFTEN_ENOUGH = 0.7
"""A bid is suggested if it is made in this share of the deals."""
MOST_DEALS = 100_000
"""How many deals are solved for a table at most."""
_BIDDER = 0


@dataclass(frozen=True, slots=True, eq=False)
class BiddingTable:
    """What the bidder's side takes in each sampled deal, and the chances that follow.

    Args:
        hand: the bidder's seven dominoes, a set of bits.
        points: array (9, deals), what his side takes by declaration and deal, he to lead.
        blind_points: the same for declarers who do not see, 29 for less than 30; None if not asked.

    >>> import numpy as np
    >>> from suitwise.texas42.rules.dominoes import mask_of
    >>> table = BiddingTable(mask_of(range(7)), np.array([[30, 31, 29, 42]] + 8 * [[0, 0, 0, 7]]))
    >>> table.make[0, :3], table.chance(0, 42), float(table.mean_points[0])
    (array([0.75, 0.5 , 0.25]), 0.25, 33.0)
    >>> table.suggestion()
    (30, 0)
    """

    hand: int
    points: NDArray[np.int64]
    blind_points: NDArray[np.int64] | None = None

    @property
    def worlds(self) -> int:
        """How many deals were sampled."""
        return int(self.points.shape[1])

    @property
    def make(self) -> NDArray[np.float64]:
        """The share of deals that make a bid: array (9, 13), ``make[declaration, bid - 30]``."""
        return _shares(self.points)

    @property
    def error(self) -> NDArray[np.float64]:
        """The standard errors of ``make``, √(p(1−p)/deals).

        They are 0 where no deal or every deal makes it; then the chance is with 95 % confidence
        within 3/deals of that.
        """
        return _errors(self.make, self.worlds)

    @property
    def blind_make(self) -> NDArray[np.float64]:
        """The share of deals in which declarers who do not see make a bid, as in ``make``.

        Raises:
            SuitwiseError: it was not asked for.
        """
        return _shares(self._points(blind=True))

    @property
    def blind_error(self) -> NDArray[np.float64]:
        """The standard errors of ``blind_make``."""
        return _errors(self.blind_make, self.worlds)

    @property
    def mean_points(self) -> NDArray[np.float64]:
        """The mean of the points by declaration: array (9,)."""
        mean: NDArray[np.float64] = self.points.mean(axis=1)
        return mean

    def chance(self, declaration: int, bid: int, *, blind: bool = False) -> float:
        """Return the share of deals in which a declaration makes a bid.

        Args:
            declaration: 0 to 8.
            bid: 30 to 42.
            blind: whether by declarers who do not see; likewise below.

        Raises:
            SuitwiseError: the bid or the declaration is not in the table, or what declarers make who
                do not see was not asked for.
        """
        if bid not in BIDS:
            raise SuitwiseError(f"the table has the bids {BIDS[0]} to {BIDS[-1]}, not {bid}")
        if declaration not in STRAIGHT:
            raise SuitwiseError(
                f"the table has the declarations 0 to {STRAIGHT[-1]}, not {declaration}"
            )
        return float((self._points(blind)[declaration] >= bid).mean())

    def best(self, bid: int, *, blind: bool = False) -> int:
        """Return the declaration that makes a bid most often; of equals the one with more points.

        Raises:
            SuitwiseError: see ``chance``.
        """
        return self.as_good(bid, blind=blind)[0]

    def as_good(self, bid: int, *, blind: bool = False) -> tuple[int, ...]:
        """Return all declarations that are as good for a bid as ``best``, which is the first of them.

        They make it as often, and as many points on average.

        Raises:
            SuitwiseError: see ``chance``.

        >>> import numpy as np
        >>> BiddingTable(127, np.array([[34], [30], [34]] + 6 * [[0]])).as_good(34)
        (0, 2)
        """
        mean = self._points(blind).mean(axis=1)
        worth = {one: (self.chance(one, bid, blind=blind), float(mean[one])) for one in STRAIGHT}
        most = max(worth.values())
        return tuple(one for one in STRAIGHT if worth[one] == most)

    def suggestion(
        self, least: float = OFTEN_ENOUGH, *, blind: bool = False
    ) -> tuple[int, int] | None:
        """Return the highest bid that some declaration makes often enough, and that declaration.

        Every bid from 30 to 42 stakes one mark: a higher one buys nothing but the auction. If passing
        is worth nothing to either side a bid gains marks when it is made more often than not. But who
        sees all hands makes more than he could without, so more than half of the deals are asked for;
        the lower bound asks for more than is needed.

        Args:
            least: how often is enough.
            blind: see ``chance``.

        Returns:
            Bid and declaration, or None for a pass.
        """
        for bid in reversed(BIDS):
            declaration = self.best(bid, blind=blind)
            if self.chance(declaration, bid, blind=blind) >= least:
                return bid, declaration
        return None

    def _points(self, blind: bool) -> NDArray[np.int64]:
        if not blind:
            return self.points
        if self.blind_points is None:
            raise SuitwiseError("the table was made without blind=True")
        return self.blind_points

    def row(self, declaration: int) -> dict[str, float]:
        """Return a declaration's chances by bid, under names for a JSON object."""
        chances = {str(bid): self.chance(declaration, bid) for bid in BIDS}
        return {"mean": float(self.mean_points[declaration]), **chances}

    def rows(self) -> dict[str, dict[str, float]]:
        """Return ``row`` for every declaration by its text."""
        return {DECLARATION_TEXT[one]: self.row(one) for one in STRAIGHT}


def _shares(points: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how many of a row's points reach each bid, as shares."""
    reached = points[:, :, None] >= np.array(BIDS)
    shares: NDArray[np.float64] = reached.mean(axis=1)
    return shares


def _errors(shares: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    errors: NDArray[np.float64] = np.sqrt(shares * (1 - shares) / count)
    return errors


def bidding_table(
    hand: DominoesLike,
    worlds: int = 100,
    seed: int = 0,
    *,
    threads: int = 0,
    blind: bool = False,
    first: int = 0,
) -> BiddingTable:
    """Return how often each straight declaration makes each bid from 30 to 42.

    A double-dummy estimate, no bound in either direction: everybody sees everything.

    Args:
        hand: the bidder's seven dominoes; he leads.
        worlds: how many deals are sampled, 1 to 100,000; the same come with every declaration, and
            more worlds begin with those of fewer.
        seed: 64-bit seed.
        threads: threads that solve, at most 1,024; 0 for all cores.
        blind: whether the same deals are also played by declarers who do not see.
        first: the number of the first world: those that follow a table's make another.

    Raises:
        NotationError: the hand cannot be read.
        IllegalPosition: it has not seven dominoes.
        SuitwiseError: a number is out of range.

    >>> table = bidding_table("6-6 6-5 6-4 6-2 6-1 6-0 5-5", worlds=2)
    >>> table.suggestion()
    (42, 6)
    """
    of_kind(blind, bool, "blind")
    worlds = whole_input(worlds, MOST_DEALS, "the worlds that are sampled are", least=1)
    bits = seven_dominoes(hand)
    hands = sample_worlds(Knowledge(_BIDDER, bits), worlds, seed, first=first)
    deals = np.tile(hands, (len(STRAIGHT), 1))
    declarations = np.repeat(np.array(STRAIGHT), worlds)
    points = values(declarations, deals, np.full(len(deals), _BIDDER), threads)
    shape = len(STRAIGHT), worlds
    table = BiddingTable(bits, points.reshape(shape))
    if blind:
        unseeing = blind_points(declarations, deals, threads=threads)
        table = replace(table, blind_points=unseeing.reshape(shape))
    return table


def seven_dominoes(hand: DominoesLike) -> int:
    """Return a hand as it is dealt, as bits.

    Raises:
        NotationError: it cannot be read, or has a domino twice.
        IllegalPosition: it has not seven dominoes.

    >>> bin(seven_dominoes([0, 1, 2, 3, 4, 5, 6]))
    '0b1111111'
    """
    bits = distinct_mask(as_dominoes(hand))
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
