"""Bid suggestions for a hand of seven: the chance of each contract, over sampled deals.

Rules page, Solvers and players. The hidden hands are sampled uniformly, ignoring the auction. All nine
straight declarations use the same deals, so they are compared without sampling noise between them.
Each deal is solved double-dummy. That gives an estimate and **no bound in either direction**: the
bidder plays better than he could without seeing all hands, and so do his opponents.

On request (``blind``), the table also holds the chance of declarers who see only their own hands
against defenders who see all four. That is a lower bound.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from suitwise.arguments import of_kind, whole_input
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.compiled import lowest_bit, over_rows, rule
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.rows import cores, in_order
from suitwise.foundation.seating import partner, side
from suitwise.foundation.text.phrases import phrase
from suitwise.foundation.values import shows
from suitwise.texas42.arrays import packed
from suitwise.texas42.arrays.packed import (
    declaration_of,
    held_by,
    legal_of,
    placed_of,
    played,
    points_of,
    suit_of,
    turn_of,
)
from suitwise.texas42.arrays.policy import higher_than, lacking, policy_domino
from suitwise.texas42.hidden import MOST_HELD, Knowledge, sample_worlds
from suitwise.texas42.rules import auction, dominoes
from suitwise.texas42.rules.auction import FIRST_PLUNGE, FIRST_SPLASH, LEAST_POINTS, PASS
from suitwise.texas42.rules.contracts import NELLOS
from suitwise.texas42.rules.dominoes import ALL, DECLARATION_TEXT, HAND_POINTS, N_DOMINOES, led_suit
from suitwise.texas42.rules.position import Position, as_hands, distinct_mask
from suitwise.texas42.solve.solver import aim_of, answer_all, question_rows, reach_all, values
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
@dataclass(frozen=True, slots=True, eq=False)
class BiddingTable:
    """The points of the bidder's side in each sampled deal, and the resulting chances.

    Args:
        hand: the bidder's seven dominoes, a set of bits.
        points: array (9, deals), the points of his side by declaration and deal; he leads.
        blind_points: the same for declarers who see only their own hands, with 29 for fewer than 30;
            None if not requested.

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
        """The number of sampled deals."""
        return int(self.points.shape[1])

    @property
    def make(self) -> NDArray[np.float64]:
        """The share of deals that make a bid: array (9, 13), ``make[declaration, bid - 30]``."""
        return _shares(self.points)

    @property
    def error(self) -> NDArray[np.float64]:
        """The standard errors of ``make``, √(p(1−p)/deals).

        An error is 0 if no deal or every deal makes the bid; then the chance is within 3/deals of 0
        or 1 with 95 % confidence.
        """
        return _errors(self.make, self.worlds)

    @property
    def blind_make(self) -> NDArray[np.float64]:
        """The share of deals in which declarers who see only their own hands make a bid, as ``make``.

        Raises:
            SuitwiseError: the table was made without ``blind``.
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
        return float((self._points(blind)[declaration] >= bid).mean())

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
        mean = self._points(blind).mean(axis=1)
        worth = {one: (self.chance(one, bid, blind=blind), float(mean[one])) for one in STRAIGHT}
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

    def _points(self, blind: bool) -> NDArray[np.int64]:
        if not blind:
            return self.points
        if self.blind_points is None:
            raise SuitwiseError("the table was made without blind=True")
        return self.blind_points

    def row(self, declaration: int) -> dict[str, float]:
        """Return a declaration's mean points and its chances by bid, as a JSON object."""
        chances = {str(bid): self.chance(declaration, bid) for bid in BIDS}
        return {"mean": float(self.mean_points[declaration]), **chances}

    def rows(self) -> dict[str, dict[str, float]]:
        """Return ``row`` for every declaration by its text."""
        return {DECLARATION_TEXT[one]: self.row(one) for one in STRAIGHT}


def _shares(points: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the share of each row's deals that reach each bid."""
    reached = points[:, :, None] >= np.array(BIDS)
    shares: NDArray[np.float64] = reached.mean(axis=1)
    return shares


def _errors(shares: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    errors: NDArray[np.float64] = np.sqrt(shares * (1 - shares) / count)
    return errors


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
    worlds = whole_input(worlds, "the worlds that are sampled are", least=1, most=MOST_DEALS)
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
        return sqrt(self.chance * (1 - self.chance) / self.worlds)


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

    >>> house = Texas42Variant(sevens=True, plunge=True)
    >>> doubles = "0-0 1-1 2-2 3-3 4-4 5-5 6-6"
    >>> [(bid.name, bid.chance) for bid in house_bids(doubles, house, worlds=2)]
    [('sevens', 0.0), ('plunge', 1.0)]
    """
    of_kind(house, Texas42Variant, "house")
    worlds = whole_input(worlds, "the worlds that are sampled are", least=1, most=MOST_DEALS)
    bits = seven_dominoes(hand)
    dealt = sample_worlds(Knowledge(_BIDDER, bits), worlds, seed, first=first)
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


def _nello(dealt: NDArray[np.int64], declaration: int, threads: int) -> int:
    """Return the number of deals in which the bidder can lose every trick, his partner sitting out."""
    starts = [
        Position(declaration, as_hands(hands), _BIDDER, out=_OTHER) for hands in dealt.tolist()
    ]
    takes_one = answer_all((question_rows([one], aim_of(one), [1]) for one in starts), threads)
    return len(starts) - sum(takes_one)


def _sevens(dealt: NDArray[np.int64], threads: int) -> int:
    """Return the number of deals in which the bidder's side takes every trick of sevens."""
    starts = [Position(dominoes.SEVENS, as_hands(hands), _BIDDER) for hands in dealt.tolist()]
    return int(_all_tricks(starts, threads).sum())


def _partners_trumps(dealt: NDArray[np.int64], threads: int) -> int:
    """Return the number of deals in which some trumps take every trick with the partner leading."""
    starts = [
        Position(trumps, as_hands(hands), _OTHER) for hands in dealt.tolist() for trumps in STRAIGHT
    ]
    taken = _all_tricks(starts, threads).reshape(len(dealt), len(STRAIGHT))
    return int(taken.any(axis=1).sum())


def _all_tricks(starts: list[Position], threads: int) -> NDArray[np.bool_]:
    """Return, for each deal, whether the bidder's side takes all points, and so every trick."""
    every = [HAND_POINTS] * len(starts)
    return reach_all(starts, [_BIDDER] * len(starts), every, threads)


# --- Declarers who see only their own hands -------------------------------------------------------
#
# Both declarers follow the rule-based policy, each from what he sees. The defenders know the deal and
# the policy, and find their best replies by exhaustive search. No defence can do better, so the rate
# at which these declarers make a bid is, up to sampling error, a lower bound on what declarers can
# achieve.
#
# Seats 0 and 2 declare and seat 0 leads.

TOO_FEW = LEAST_POINTS - 1
"""Stands for any number of points below the lowest bid."""
_PIECE = 4
"""The number of deals that a thread solves at a time."""
_ENTRIES = 1 << 16
"""The number of entries of a transposition table.

======  ==================================================================================
column  content
======  ==================================================================================
0, 1    the packed position, ``where`` and ``rest``
2       ``lacks_upper``
3       bits 0 to 55 ``lacks``, bit 56 whether the points are exact, above it the points:
        the value, or a lower bound of it
======  ==================================================================================
"""
_LACKS = (1 << 2 * N_DOMINOES) - 1
_RESULT = 2 * N_DOMINOES
"""The bit of column 3 at which the result begins."""


@rule
def place_in(table: Any, where: int, rest: int, lacks: int, lacks_upper: int) -> int:
    """Return the slot of a position in the transposition table."""
    mixed = where * 0x9E3779B1 ^ rest * 0x85EBCA6B ^ lacks * 0xC2B2AE35 ^ lacks_upper * 0x27D4EB2F
    return (mixed >> 20) % len(table)


@rule
def takes_the_rest(hand: int, others: int, declaration: int) -> bool:
    """Return whether a hand on lead takes every trick in any order, as nothing beats any of it."""
    while hand:
        domino = lowest_bit(hand)
        hand &= hand - 1
        if higher_than(domino, led_suit(domino, declaration), declaration) & others:
            return False
    return True


@rule
def known_points(
    where: int, rest: int, lacks: int, lacks_upper: int, bound: int, table: Any
) -> int:
    """Return the value of ``least_points`` if it is known without search, else -1."""
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
    at = place_in(table, where, rest, lacks, lacks_upper)
    if table[at, 0] == where and table[at, 1] == rest and table[at, 2] == lacks_upper:
        result = table[at, 3] >> _RESULT
        if table[at, 3] & _LACKS == lacks and (result & 1 or result >> 1 >= bound):
            return min(int(result >> 1), bound)
    return -1


@rule
def store_points(
    where: int, rest: int, lacks: int, lacks_upper: int, points: int, exact: bool, table: Any
) -> None:
    """Store the result of a position in the transposition table."""
    at = place_in(table, where, rest, lacks, lacks_upper)
    table[at, 0], table[at, 1], table[at, 2] = where, rest, lacks_upper
    table[at, 3] = lacks | (2 * points + exact) << _RESULT


@rule
def least_points(
    where: int, rest: int, lacks: int, lacks_upper: int, aim: int, bound: int, table: Any
) -> int:
    """Return the points to which the defenders can hold the declarers.

    A minimum over the defenders' plays: the declarers have one play each, that of their policy. It
    depends on what the plays have proved, so ``lacks`` is part of a position. Positions are looked up in
    a transposition table, as discards in another order lead to the same one.

    Args:
        where: first integer of the position.
        rest: second one; at least a domino is held, or the hand is over.
        lacks: the dominoes that seats 0 and 1 are proved not to hold; see ``may_hold``.
        lacks_upper: the same for seats 2 and 3.
        aim: the bid that the declarers' policy plays for; the same for all that share a table.
        bound: larger results are not distinguished from this one.
        table: the table, an array (entries, 4), initially zeros.

    Returns:
        The points, at most ``bound``; ``TOO_FEW`` if they make no bid.
    """
    # Forget what was proved about dominoes that are gone, so that more positions are the same.
    held = rest & ALL | (rest & ALL) << N_DOMINOES
    lacks, lacks_upper = lacks & held, lacks_upper & held
    points = known_points(where, rest, lacks, lacks_upper, bound, table)
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
        lower, upper = lacking(lacks, lacks_upper, seat, domino, suit, declaration)
        after, left = played(where, rest, domino)
        points = least_points(after, left, lower, upper, aim, points, table)
    store_points(where, rest, lacks, lacks_upper, points, points < bound, table)
    return points


@rule
def blind_row(i: int, given: Any, answer: Any) -> None:
    """Solve deal ``i``; ``given`` holds the aim, the bound, the rows of ``_starts`` and the table."""
    aim, bound, starts, table = given
    where, rest, lacks, lacks_upper = starts[i, 0], starts[i, 1], starts[i, 2], starts[i, 3]
    answer[i] = least_points(where, rest, lacks, lacks_upper, aim, bound, table)


def blind_points(
    declarations: NDArray[np.int64],
    hands: NDArray[np.int64],
    *,
    aim: int = LEAST_POINTS,
    threads: int = 0,
) -> NDArray[np.int64]:
    """Return the points of declarers who see only their own hands, against defenders who see all.

    Args:
        declarations: array (n,) of straight declarations.
        hands: array (n, 4) of sets of bits; seat 0 leads, seats 0 and 2 declare.
        aim: the bid that their policy plays for; the result is a lower bound for other bids too.
        threads: number of threads, at most 1,024; 0 for all cores.

    Returns:
        Array (n,): the points from 30 up; ``TOO_FEW`` for fewer.

    Raises:
        IllegalPosition: a row is not a deal of four hands of seven, or not a straight declaration.
        SuitwiseError: a number is out of range.

    >>> import numpy as np
    >>> from suitwise.texas42.rules.dominoes import as_dominoes, mask_of
    >>> ours = mask_of(as_dominoes("6-6 6-5 6-4 6-3 6-2 6-1 6-0"))  # all the trumps
    >>> hands = np.array([[ours, 0x7F, 0x7F << 7, 0x7F << 14]])
    >>> blind_points(np.array([6]), hands)
    array([42])
    """
    aim = whole_input(aim, "the bid that is played for is", least=LEAST_POINTS, most=HAND_POINTS)
    starts = _starts(np.asarray(declarations), np.asarray(hands))
    points = np.empty(len(starts), np.int64)
    firsts = range(0, len(points), _PIECE)
    of_thread = threading.local()

    def work_out(first: int) -> None:
        if not hasattr(of_thread, "table"):
            of_thread.table = np.zeros((_ENTRIES, 4), np.int64)
        given = aim, HAND_POINTS, starts, of_thread.table
        over_rows(blind_row)(given, points, first, min(first + _PIECE, len(points)))

    for _ in in_order(work_out, firsts, min(cores(threads), len(firsts))):
        pass
    return points


def _starts(declarations: Any, hands: Any) -> NDArray[np.int64]:
    """Return the four integers of each deal's first position, validated."""
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
        if not (
            0 <= declaration <= dominoes.NOTRUMP and whole_hands and one | two | three | four == ALL
        ):
            raise IllegalPosition(
                f"row {row} is no straight deal: a declaration 0 to {dominoes.NOTRUMP}, and four hands "
                f"of {MOST_HELD} dominoes, none twice"
            )
        starts[row, :2] = packed.packed(Position(declaration, (one, two, three, four), 0))
    return starts
