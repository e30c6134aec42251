"""Double-dummy values of each move of a player in many worlds at once.

A world is a row of four hands. The same few questions are asked in every world, so the solver's question
rows are built for one world and copied with the hands of the others, without a loop over worlds. In each
world every seat is assumed to see all hands: the known flaw of this method (PIMC).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace

from suitwise.foundation.arrays.cost_dispatch import quickest
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.rows import Integers, as_integers
from suitwise.foundation.seating import NOBODY, side
from suitwise.texas42.arrays.policy import worth
from suitwise.texas42.rules.contracts import Contract, Play, bid_of
from suitwise.texas42.rules.dominoes import NOTRUMP
from suitwise.texas42.rules.position import Hands, Position, as_hands
from suitwise.texas42.solve import search_general as general
from suitwise.texas42.solve import solver
from suitwise.texas42.solve.search_general import COLUMNS

CONSIDERED = 4
"""The number of straight declarations examined: those that the rule of thumb ranks highest."""
_WORTH_S = 0.00002
"""Seconds that plain Python takes to value a declaration."""


def over_worlds(
    asked: Integers,
    worlds: NDArray[np.int64],
    table: Sequence[int] = (0, 0, 0, 0),
    moved: Sequence[int] | None = None,
) -> NDArray[np.int64]:
    """Return the question rows of one world repeated for every world, world by world.

    Args:
        asked: the m rows of ``question_rows`` for any one world.
        worlds: ``int64[n, 4]``, the hands of each world.
        table: the dominoes that each seat has on the table, as sets of bits.
        moved: for each question, the play to remove from the hands, as a set of bits; none if omitted.

    Returns:
        The n·m rows, one after the other.
    """
    asked_rows = as_integers(asked).reshape(-1, COLUMNS)
    gone = np.zeros(len(asked_rows), np.int64) if moved is None else np.array(moved, np.int64)
    out = asked_rows[:, general.SITS_OUT]
    idle = np.where(out == NOBODY, 0, worlds[:, out])
    rows = np.tile(asked_rows, (len(worlds), 1, 1))
    rows[:, :, general.HAND : general.HAND + 4] = (worlds | np.array(table, np.int64))[:, None]
    held = np.bitwise_or.reduce(worlds, axis=1)[:, None]
    rows[:, :, general.LEFT] = held & ~idle & ~gone
    return rows.reshape(-1)


def _hands_in(worlds: NDArray[np.int64]) -> Hands:
    """Return the hands of the first world."""
    return as_hands(worlds[0].tolist())


# --- The play -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plays:
    """Evaluator of plays for the side on turn.

    Args:
        play: the hand in progress; only the hand of the seat on turn is used.
        plays: legal plays of that seat.
        threads: number of cores to use; 0 for all.

    >>> import numpy as np
    >>> from suitwise.texas42.rules.auction import call_of
    >>> from suitwise.texas42.rules.dominoes import dominoes_of
    >>> position = Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
    >>> contract = Contract(0, call_of("30"), 5)
    >>> asked = Plays(Play(contract, position), dominoes_of(position.hands[0]))
    >>> worlds = np.array([position.hands])
    >>> asked.made(worlds).tolist(), asked.points(worlds).tolist()
    ([[0, 0]], [[21, 21]])
    """

    play: Play
    plays: Sequence[int]
    threads: int = 1

    def made(self, worlds: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return 1 where the side on turn makes (or sets) the contract by best play: (n, plays)."""
        contract, position = self.play.contract, self.play.position
        aim, need = _need_of(contract, position)
        taken = self.play.points if contract.out == NOBODY else self.play.tricks_taken
        reached = self._found(worlds, aim, need - taken[contract.side])
        declaring = side(position.turn) == contract.side
        return reached if declaring == (contract.out == NOBODY) else 1 - reached

    def points(self, worlds: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the points of seats 0 and 2 from here on, negated for the others: (n, plays).

        In nello these are the bidder's tricks, negated for the bidder.
        """
        position = self.play.position
        aim = solver.aim_of(position)
        found = self._found(worlds, aim, None)
        return found if aim.choosers >> position.turn & 1 else -found

    def _found(
        self, worlds: NDArray[np.int64], aim: solver.Aim, need: int | None
    ) -> NDArray[np.int64]:
        position = replace(self.play.position, hands=_hands_in(worlds))
        asked, at_once = solver.rows_after(position, self.plays, aim, need)
        moved = [1 << play for play in self.plays]
        rows = over_worlds(asked, worlds, solver.on_table(position), moved)
        found = as_integers(solver.answer_rows(rows, self.threads)[0])
        gains: NDArray[np.int64] = found.reshape(len(worlds), -1) + np.array(at_once, np.int64)
        return gains


def _need_of(contract: Contract, position: Position) -> tuple[solver.Aim, int]:
    """Return the aim of a contract and the gain that makes it; in nello, one trick sets it."""
    if contract.out != NOBODY:
        return solver.aim_of(position), 1
    return solver.Aim(solver.SIDES[contract.side], solver.SIDES[contract.side]), bid_of(
        contract.call
    )


# --- The declaration --------------------------------------------------------------


def considered(hand: int, number: int = CONSIDERED) -> list[int]:
    """Return the straight declarations that the rule of thumb ranks highest for a hand, best first.

    Args:
        hand: its seven dominoes.
        number: the number of declarations, at most nine.

    >>> from suitwise.texas42.rules.dominoes import mask_of, parse_dominoes
    >>> considered(mask_of(parse_dominoes("5-5 6-5 5-4 5-3 6-6 4-4 1-0")))[0]
    5
    """
    value = quickest(worth, (NOTRUMP + 1) * _WORTH_S)
    by_worth = sorted(range(NOTRUMP + 1), key=lambda declared: -value(hand, declared))
    return by_worth[:number]


@dataclass(frozen=True, slots=True)
class Declarations:
    """Evaluator of contracts.

    Args:
        contracts: contracts that differ only in their declarations.
        threads: number of cores to use; 0 for all.
    """

    contracts: Sequence[Contract]
    threads: int = 1

    def made(self, worlds: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return 1 where a contract is made by best play, else 0: (n, contracts)."""
        asked, losing = array("q"), []
        for contract in self.contracts:
            position = contract.start(_hands_in(worlds)).position
            aim, need = _need_of(contract, position)
            asked.extend(solver.question_rows([position], aim, [need]))
            losing.append(contract.out != NOBODY)
        found = np.asarray(
            solver.answer_rows(over_worlds(asked, worlds), self.threads)[0], np.int64
        )
        made: NDArray[np.int64] = found.reshape(len(worlds), -1) ^ np.array(losing)
        return made
