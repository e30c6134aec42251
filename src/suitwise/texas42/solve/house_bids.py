"""What the contracts of a house bring on seven dominoes: nello, sevens, plunge and splash.

Rules page, Solvers and players; the readings are those of ``contracts``. The deals are those of
``bidding``, solved with all hands seen by all, so what is found is an estimate and **no bound in either
direction**:

* nello, in every treatment of the doubles that the house allows: the bidder leads, his partner sits
  out, and it is made where he can lose every trick;
* sevens: the bidder leads, and it is made where his side takes every trick;
* plunge and splash, on a hand with the doubles that they show: the partner leads, in the trumps that
  are the best of that deal, and every trick is to be taken. Who declares does not see so well.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from suitwise.arguments import of_kind, whole_input
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.seating import partner
from suitwise.texas42.hidden.knowledge import Knowledge
from suitwise.texas42.hidden.worlds import sample_worlds
from suitwise.texas42.rules.auction import FIRST_PLUNGE, FIRST_SPLASH, PASS, legal_calls
from suitwise.texas42.rules.contracts import NELLOS
from suitwise.texas42.rules.dominoes import HAND_POINTS, DominoesLike
from suitwise.texas42.rules.position import Position, as_hands
from suitwise.texas42.rules.suits import DECLARATION_TEXT, EVERY_DOUBLE, SEVENS
from suitwise.texas42.solve.bidding import MOST_DEALS, STRAIGHT, seven_dominoes
from suitwise.texas42.solve.questions import aim_of, answer_all, question_rows
from suitwise.texas42.solve.solver_batch import reach_all
from suitwise.texas42.variant import Texas42Variant

_BIDDER = 0
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
