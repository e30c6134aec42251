"""Double-dummy values of each move of a player in many worlds at once.

A world is a row of four hands. The same few questions are asked in every world, so the solver's question
rows are built for one world and copied with the hands of the others, without a loop over worlds. In each
world every seat is assumed to see all hands: the known flaw of this method (PIMC).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.quick import quickest
from suitwise.foundation.seating import NOBODY, side
from suitwise.texas42.arrays.policy import best_declaration, worth
from suitwise.texas42.rules.auction import FIRST_MARK, FIRST_PLUNGE, PASS
from suitwise.texas42.rules.contracts import STRAIGHT, Contract, Play, bid_of, declarer_of, stake_of
from suitwise.texas42.rules.dominoes import HAND_POINTS, NOTRUMP, dominoes_of
from suitwise.texas42.rules.position import Hands, Position, as_hands
from suitwise.texas42.solve import search_general as general
from suitwise.texas42.solve import solver
from suitwise.texas42.solve.search_general import COLUMNS, EXACT

CONSIDERED = 4
"""The number of straight declarations examined: those that the rule of thumb ranks highest."""
ENOUGH = 80
"""A call pays if it is made in more than this percentage of worlds (``texas42_pimc``)."""
_WORTH_S = 0.00002
_CHOOSING_S = 0.0002
"""Seconds that plain Python takes to value a declaration, and to choose among all."""


def over_worlds(
    asked: NDArray[np.int64],
    worlds: NDArray[np.int64],
    table: Sequence[int] = (0, 0, 0, 0),
    moved: Sequence[int] | None = None,
) -> NDArray[np.int64]:
    """Return the question rows of one world repeated for every world, world by world.

    Args:
        asked: ``int64[m, COLUMNS]``, the rows of ``question_rows`` for any one world.
        worlds: ``int64[n, 4]``, the hands of each world.
        table: the dominoes that each seat has on the table, as sets of bits.
        moved: for each question, the play to remove from the hands, as a set of bits; none if omitted.

    Returns:
        Array (n·m, COLUMNS).
    """
    gone = np.zeros(len(asked), np.int64) if moved is None else np.array(moved, np.int64)
    out = asked[:, general.SITS_OUT]
    idle = np.where(out == NOBODY, 0, worlds[:, out])
    rows = np.tile(asked, (len(worlds), 1, 1))
    rows[:, :, general.HAND : general.HAND + 4] = (worlds | np.array(table, np.int64))[:, None]
    held = np.bitwise_or.reduce(worlds, axis=1)[:, None]
    rows[:, :, general.LEFT] = held & ~idle & ~gone
    return rows.reshape(-1, COLUMNS)


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
        found, _ = solver.answer_rows(rows, self.threads)
        return found.reshape(len(worlds), len(self.plays)) + at_once


def _need_of(contract: Contract, position: Position) -> tuple[solver.Aim, int]:
    """Return the aim of a contract and the gain that makes it; in nello, one trick sets it."""
    if contract.out != NOBODY:
        return solver.aim_of(position), 1
    return solver.Aim(solver.SIDES[contract.side], solver.SIDES[contract.side]), bid_of(
        contract.call
    )


# --- The auction and the declaration --------------------------------------------------------------


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
        asked, losing = [], []
        for contract in self.contracts:
            position = contract.start(_hands_in(worlds)).position
            aim, need = _need_of(contract, position)
            asked.append(solver.question_rows([position], aim, [need]))
            losing.append(contract.out != NOBODY)
        found = solver.answer_rows(over_worlds(np.concatenate(asked), worlds), self.threads)[0]
        made: NDArray[np.int64] = found.reshape(len(worlds), -1) ^ np.array(losing)
        return made


@dataclass(frozen=True, slots=True)
class Calls:
    """Evaluator of calls, each as if it won the auction; a pass is worth 0.

    A call is valued once with each declaration considered. A mark call may also be for nello or sevens
    if the house allows them. After a plunge or a splash, the partner declares by the rule of thumb from
    the hand that he holds in each world.

    Args:
        seat: the caller.
        hand: its seven dominoes.
        calls: calls that it may make.
        specials: the nello treatments and sevens that may be declared, a set of declarations.
        threads: number of cores to use; 0 for all.
        considered: the number of straight declarations to examine, the highest ranked first.
    """

    seat: int
    hand: int
    calls: Sequence[int]
    specials: int = 0
    threads: int = 1
    considered: int = CONSIDERED

    @property
    def options(self) -> list[tuple[int, int]]:
        """The calls with their declarations; ``NOBODY`` for a pass or if the partner declares."""
        straight, marks = considered(self.hand, self.considered), dominoes_of(self.specials)
        found: list[tuple[int, int]] = []
        for call in self.calls:
            if call == PASS or call >= FIRST_PLUNGE:
                found.append((call, NOBODY))
                continue
            found += [(call, declared) for declared in straight]
            found += [(call, int(declared)) for declared in marks if call >= FIRST_MARK]
        return found

    def worth(self, worlds: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the value of each option in hundredths of a mark: (n, options).

        The stake if made, else 0, less ``ENOUGH`` percent of the stake: an option has a positive mean if
        it is made more often than that.
        """
        options = self.options
        points = self._points(worlds)
        worth = np.zeros((len(worlds), len(options)), np.int64)
        for at, (call, declared) in enumerate(options):
            if call != PASS:
                made = points[declared] >= bid_of(call)
                worth[:, at] = stake_of(call) * (100 * made - ENOUGH)
        return worth

    def _points(self, worlds: NDArray[np.int64]) -> dict[int, NDArray[np.int64]]:
        """Return the points by declaration, (n,) each; only 42 or 0 for nello and sevens."""
        straight = considered(self.hand, self.considered)
        found = dict(zip(straight, self._straight(worlds, straight).T, strict=True))
        specials = [int(declared) for declared in dominoes_of(self.specials)]
        if specials and any(FIRST_MARK <= call < FIRST_PLUNGE for call in self.calls):
            contracts = [Contract(self.seat, FIRST_MARK, declared) for declared in specials]
            made = Declarations(contracts, self.threads).made(worlds)
            found |= dict(zip(specials, (made * HAND_POINTS).T, strict=True))
        if any(call >= FIRST_PLUNGE for call in self.calls):
            found[NOBODY] = self._partners(worlds) * HAND_POINTS
        return found

    def _straight(
        self, worlds: NDArray[np.int64], declarations: Sequence[int]
    ) -> NDArray[np.int64]:
        """Return the points of the caller's side, (n, declarations)."""
        rows = over_worlds(self._asked(worlds, declarations, self.seat, EXACT), worlds)
        points, _ = solver.answer_rows(rows, self.threads)
        return points.reshape(len(worlds), -1)

    def _partners(self, worlds: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return 1 where the partner takes every trick with his declaration, else 0: (n,)."""
        leader = declarer_of(self.seat, FIRST_PLUNGE)
        rows = over_worlds(self._asked(worlds, [0], leader, HAND_POINTS), worlds)
        choose = quickest(best_declaration, len(worlds) * _CHOOSING_S)
        rows[:, general.DECLARATION] = [choose(hand, STRAIGHT) for hand in worlds[:, leader]]
        made, _ = solver.answer_rows(rows, self.threads)
        return made

    def _asked(
        self, worlds: NDArray[np.int64], declarations: Sequence[int], leader: int, need: int
    ) -> NDArray[np.int64]:
        """Return the question rows for one world."""
        aim = solver.Aim(solver.SIDES[side(self.seat)], solver.SIDES[side(self.seat)])
        needs = None if need == EXACT else [need]
        hands = _hands_in(worlds)
        deals = [Position(declared, hands, leader) for declared in declarations]
        return np.concatenate([solver.question_rows([deal], aim, needs) for deal in deals])
