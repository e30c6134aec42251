"""What to bid on seven dominoes: how often each contract is made, over sampled deals.

Rules page, Solvers and players. The hidden hands are sampled uniformly, the auction ignored; the same
deals serve all nine straight declarations, so that they differ by what was declared and not by luck.
Each deal is solved exactly with all hands seen by all. That is an estimate and **no bound in either
direction**: the bidder plays better than he could without seeing, and so do those who want to set him.
Beside it, where asked, stands how often declarers make it who do not see, against defenders who do
(``blind``): that is a lower bound.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from suitwise.arguments import of_kind, whole_input
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.compiled import lowest_bit, over_rows, rule
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.parallel import in_order
from suitwise.foundation.arrays.rows import cores
from suitwise.foundation.seating import partner, side
from suitwise.foundation.text.phrases import phrase
from suitwise.texas42.arrays.packed import (
    declaration_of,
    held_by,
    legal_of,
    packed,
    placed_of,
    played,
    points_of,
    suit_of,
    turn_of,
)
from suitwise.texas42.arrays.policy import higher_than, lacking, policy_domino
from suitwise.texas42.hidden import MOST_HELD, Knowledge, sample_worlds
from suitwise.texas42.rules.auction import (
    FIRST_PLUNGE,
    FIRST_SPLASH,
    LEAST_POINTS,
    PASS,
    legal_calls,
)
from suitwise.texas42.rules.contracts import NELLOS
from suitwise.texas42.rules.dominoes import (
    ALL,
    DECLARATION_TEXT,
    EVERY_DOUBLE,
    HAND_POINTS,
    N_DOMINOES,
    NOTRUMP,
    SEVENS,
    DominoesLike,
    as_dominoes,
    led_suit,
)
from suitwise.texas42.rules.position import Position, as_hands, distinct_mask
from suitwise.texas42.solve.solver import aim_of, answer_all, question_rows, reach_all, values
from suitwise.texas42.variant import Texas42Variant

# --------------------------------------------------------------------------------------------------
# What a declaring side makes that sees only its own hands, against defenders who see all four
#
# Rules page, Solvers and players. The two declarers follow the rule-based policy, each by what he sees;
# the defenders, who know the deal and what the policy will do, find their best replies by trying all of
# them. No defence can do better, so how often such declarers make a bid is a lower bound on how often
# declarers can, the chance of the sample aside.
#
# Seats 0 and 2 declare and seat 0 leads.

TOO_FEW = LEAST_POINTS - 1
"""Fewer points make no bid, so they are not told apart."""
_PIECE = 4
_ENTRIES = 1 << 16
_LACKS = (1 << 2 * N_DOMINOES) - 1
_KNOWN = 2 * N_DOMINOES
"""An entry is where, rest, lacks_upper, and lacks with the points, and a bit if exact, above them."""


@rule
def place_in(found: Any, where: int, rest: int, lacks: int, lacks_upper: int) -> int:
    """Return where a table keeps the bounds of a position."""
    mixed = where * 0x9E3779B1 ^ rest * 0x85EBCA6B ^ lacks * 0xC2B2AE35 ^ lacks_upper * 0x27D4EB2F
    return (mixed >> 20) % len(found)


@rule
def takes_the_rest(hand: int, others: int, declaration: int) -> bool:
    """Tell whether a hand takes every trick when led from in any order: nothing beats any of it."""
    while hand:
        domino = lowest_bit(hand)
        hand &= hand - 1
        if higher_than(domino, led_suit(domino, declaration), declaration) & others:
            return False
    return True


@rule
def known_points(
    where: int, rest: int, lacks: int, lacks_upper: int, bound: int, found: Any
) -> int:
    """Return the points known before any reply is tried, as ``least_points`` does; -1 for none."""
    if points_of(rest, 1) > HAND_POINTS - LEAST_POINTS:
        return TOO_FEW
    if points_of(rest, 0) >= bound:
        return bound
    if not rest & ALL:
        return points_of(rest, 0)
    seat = turn_of(where, rest)
    hand, declaration = held_by(where, rest, seat), declaration_of(where)
    if placed_of(rest) == 0 and takes_the_rest(hand, rest & ALL & ~hand, declaration):
        if side(seat) == 0:
            return min(HAND_POINTS - points_of(rest, 1), bound)
        return max(points_of(rest, 0), TOO_FEW)
    at = place_in(found, where, rest, lacks, lacks_upper)
    if found[at, 0] == where and found[at, 1] == rest and found[at, 2] == lacks_upper:
        known = found[at, 3] >> _KNOWN
        if found[at, 3] & _LACKS == lacks and (known & 1 or known >> 1 >= bound):
            return min(int(known >> 1), bound)
    return -1


@rule
def keep_points(
    where: int, rest: int, lacks: int, lacks_upper: int, points: int, exact: bool, found: Any
) -> None:
    """Write down what was found of a position."""
    at = place_in(found, where, rest, lacks, lacks_upper)
    found[at, 0], found[at, 1], found[at, 2] = where, rest, lacks_upper
    found[at, 3] = lacks | (2 * points + exact) << _KNOWN


@rule
def least_points(
    where: int, rest: int, lacks: int, lacks_upper: int, aim: int, bound: int, found: Any
) -> int:
    """Return the points to which the defenders can hold the declarers.

    Discards in another order lead to the same position, so positions are looked up.

    Args:
        where: first integer of the position.
        rest: second one; at least a domino is held, or the hand is over.
        lacks: what seats 0 and 1 have proved not to hold; see ``may_hold``.
        lacks_upper: the same for seats 2 and 3.
        aim: the bid that the declarers' policy plays for; one for all that shares a table.
        bound: from this number of points on they are not told apart.
        found: array (entries, 4) of positions, zeros at first.

    Returns:
        The points, ``bound`` for more, ``TOO_FEW`` for fewer than make a bid.
    """
    held = rest & ALL | (rest & ALL) << N_DOMINOES
    lacks, lacks_upper = lacks & held, lacks_upper & held
    points = known_points(where, rest, lacks, lacks_upper, bound, found)
    if points >= 0:
        return points
    seat, suit, declaration = turn_of(where, rest), suit_of(where, rest), declaration_of(where)
    if side(seat) == 0:
        plays = 1 << policy_domino(where, rest, aim, lacks, lacks_upper)
    else:
        plays = legal_of(where, rest)
    points = bound
    while plays and points > TOO_FEW:
        domino = lowest_bit(plays)
        plays &= plays - 1
        known, known_upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration)
        after, left = played(where, rest, domino)
        points = least_points(after, left, known, known_upper, aim, points, found)
    keep_points(where, rest, lacks, lacks_upper, points, points < bound, found)
    return points


@rule
def blind_row(i: int, given: Any, answer: Any) -> None:
    """Work out one deal: ``given`` is the aim, the bound, starts of four integers each, a table."""
    aim, bound, starts, found = given
    where, rest, lacks, lacks_upper = starts[i, 0], starts[i, 1], starts[i, 2], starts[i, 3]
    answer[i] = least_points(where, rest, lacks, lacks_upper, aim, bound, found)


def blind_points(
    declarations: NDArray[np.int64],
    hands: NDArray[np.int64],
    *,
    aim: int = LEAST_POINTS,
    threads: int = 0,
) -> NDArray[np.int64]:
    """Return what declarers who do not see take against defenders who do, in many deals.

    Args:
        declarations: array (n,) of straight declarations.
        hands: array (n, 4) of sets of bits; seat 0 leads, seats 0 and 2 declare.
        aim: the bid that their policy plays for; it makes the result no less of a bound for others.
        threads: how many threads, at most 1,024; 0 for all cores.

    Returns:
        Array (n,): points from 30 on; ``TOO_FEW`` for less.

    Raises:
        IllegalPosition: a row is no deal of seven dominoes each, or its declaration not straight.
        SuitwiseError: a number is out of range.

    >>> import numpy as np
    >>> from suitwise.texas42.rules.dominoes import as_dominoes, mask_of
    >>> ours = mask_of(as_dominoes("6-6 6-5 6-4 6-3 6-2 6-1 6-0"))  # all the trumps
    >>> hands = np.array([[ours, 0x7F, 0x7F << 7, 0x7F << 14]])
    >>> blind_points(np.array([6]), hands)
    array([42])
    """
    aim = whole_input(aim, HAND_POINTS, "the bid that is played for is", LEAST_POINTS)
    starts = _starts(np.asarray(declarations), np.asarray(hands))
    points = np.empty(len(starts), np.int64)
    firsts = range(0, len(points), _PIECE)
    of_thread = threading.local()

    def work_out(first: int) -> None:
        if not hasattr(of_thread, "found"):
            of_thread.found = np.zeros((_ENTRIES, 4), np.int64)
        given = aim, HAND_POINTS, starts, of_thread.found
        over_rows(blind_row)(given, points, first, min(first + _PIECE, len(points)))

    for _ in in_order(work_out, firsts, min(cores(threads), len(firsts))):
        pass
    return points


def _starts(declarations: Any, hands: Any) -> NDArray[np.int64]:
    """Return the four integers that each deal starts from."""
    if hands.ndim != 2 or hands.shape[1] != 4 or declarations.shape != hands.shape[:1]:
        raise IllegalPosition(
            f"as many declarations as deals of four hands, not {declarations.shape}, {hands.shape}"
        )
    if declarations.dtype.kind not in "iu" or hands.dtype.kind not in "iu":
        raise IllegalPosition("declarations and hands are integers")
    starts = np.zeros((len(hands), 4), np.int64)
    rows = zip(declarations.tolist(), hands.tolist(), strict=True)
    for row, (declaration, deal) in enumerate(rows):
        one, two, three, four = deal
        whole_hands = [hand.bit_count() for hand in deal] == 4 * [MOST_HELD]
        if not (0 <= declaration <= NOTRUMP and whole_hands and one | two | three | four == ALL):
            raise IllegalPosition(
                f"row {row} is no straight deal: a declaration 0 to {NOTRUMP}, and four hands of "
                f"{MOST_HELD} dominoes, none twice"
            )
        starts[row, :2] = packed(Position(declaration, (one, two, three, four), 0))
    return starts


# --------------------------------------------------------------------------------------------------
# What to bid on seven dominoes: how often each declaration makes each bid, over sampled deals

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


# --- What the contracts of a house bring on seven dominoes: nello, sevens, plunge and splash ------
#
# Rules page, Solvers and players; the readings are those of ``contracts``. The deals are those of
# ``bidding``, solved with all hands seen by all, so what is found is an estimate and **no bound in
# either direction**:
#
# * nello, in every treatment of the doubles that the house allows: the bidder leads, his partner sits
#   out, and it is made where he can lose every trick;
# * sevens: the bidder leads, and it is made where his side takes every trick;
# * plunge and splash, on a hand with the doubles that they show: the partner leads, in the trumps that
#   are the best of that deal, and every trick is to be taken. Who declares does not see so well.

_OTHER = partner(_BIDDER)


@dataclass(frozen=True, slots=True)
class HouseBid:
    """How often a contract of a house is made.

    Args:
        name: ``nello`` and its treatments, ``sevens``, ``plunge`` or ``splash``.
        made: in how many deals.
        worlds: of how many.

    >>> bid = HouseBid("nello", 3, 4)
    >>> bid.chance, round(bid.error, 3)
    (0.75, 0.217)
    """

    name: str
    made: int
    worlds: int

    @property
    def chance(self) -> float:
        """The share of the deals in which it is made."""
        return self.made / self.worlds

    @property
    def error(self) -> float:
        """The standard error of ``chance``, √(p(1−p)/deals); 0 where no deal or every deal makes it."""
        return sqrt(self.chance * (1 - self.chance) / self.worlds)


def house_bids(
    hand: DominoesLike,
    house: Texas42Variant,
    worlds: int = 100,
    seed: int = 0,
    *,
    threads: int = 0,
    first: int = 0,
) -> tuple[HouseBid, ...]:
    """Return how often the contracts are made that a house adds and that a hand may bid.

    A double-dummy estimate, no bound in either direction: everybody sees everything.

    Args:
        hand: the bidder's seven dominoes.
        house: the options of the game; nothing stands before his bid.
        worlds: how many deals are sampled, 1 to 100,000; they are those of ``bidding_table``.
        seed: 64-bit seed.
        threads: threads that solve, at most 1,024; 0 for all cores.
        first: the number of the first world.

    Returns:
        Nello in the order of its treatments, sevens, plunge, splash; only what house and hand allow.

    Raises:
        NotationError: the hand cannot be read.
        IllegalPosition: it has not seven dominoes.
        SuitwiseError: a number is out of range.

    >>> house = Texas42Variant(sevens=True, plunge=True)
    >>> doubles = "0-0 1-1 2-2 3-3 4-4 5-5 6-6"
    >>> [(bid.name, bid.chance) for bid in house_bids(doubles, house, worlds=2)]
    [('sevens', 0.0), ('plunge', 1.0)]
    """
    of_kind(house, Texas42Variant, "house")
    worlds = whole_input(worlds, MOST_DEALS, "the worlds that are sampled are", least=1)
    bits = seven_dominoes(hand)
    dealt = sample_worlds(Knowledge(_BIDDER, bits), worlds, seed, first=first)
    found = []
    for declaration in range(len(DECLARATION_TEXT)):
        if house.specials >> declaration & 1:
            is_nello = NELLOS >> declaration & 1
            made = _nello(dealt, declaration, threads) if is_nello else _sevens(dealt, threads)
            found.append(HouseBid(DECLARATION_TEXT[declaration], made, worlds))
    calls = legal_calls(PASS, 0, (bits & EVERY_DOUBLE).bit_count(), house.cap, house.house)
    shown = [name for name, call in _DOUBLES_SHOWN if calls >> call & 1]
    if shown:
        made = _partners_trumps(dealt, threads)
        found += [HouseBid(name, made, worlds) for name in shown]
    return tuple(found)


_DOUBLES_SHOWN = (("plunge", FIRST_PLUNGE), ("splash", FIRST_SPLASH))


def _nello(dealt: NDArray[np.int64], declaration: int, threads: int) -> int:
    """Return in how many deals the bidder can lose every trick, his partner sitting out."""
    starts = [
        Position(declaration, as_hands(hands), _BIDDER, out=_OTHER) for hands in dealt.tolist()
    ]
    takes_one = answer_all([question_rows([one], aim_of(one), [1]) for one in starts], threads)
    return len(starts) - int(takes_one.sum())


def _sevens(dealt: NDArray[np.int64], threads: int) -> int:
    """Return in how many deals the bidder's side takes every trick of sevens."""
    starts = [Position(SEVENS, as_hands(hands), _BIDDER) for hands in dealt.tolist()]
    return int(_all_tricks(starts, threads).sum())


def _partners_trumps(dealt: NDArray[np.int64], threads: int) -> int:
    """Return in how many deals some trumps take every trick, the partner leading."""
    starts = [
        Position(trumps, as_hands(hands), _OTHER) for hands in dealt.tolist() for trumps in STRAIGHT
    ]
    taken = _all_tricks(starts, threads).reshape(len(dealt), len(STRAIGHT))
    return int(taken.any(axis=1).sum())


def _all_tricks(starts: list[Position], threads: int) -> NDArray[np.bool_]:
    """Tell of deals whether the bidder's side takes all points, and so every trick."""
    every = [HAND_POINTS] * len(starts)
    return reach_all(starts, [_BIDDER] * len(starts), every, threads)
