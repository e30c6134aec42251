"""A judge that draws as many deals a decision as there is time for.

Where a deal takes long and somebody waits, a number fixed beforehand is too large for a long record on a
busy machine, or needlessly small for a short one. Each decision is judged in the deals that a judge of
so many draws: only how many there are depends on the time.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from suitwise.game import Record
from suitwise.players.review.decisions import Judge, Verdict


class PacedJudge:
    """Judges the decisions of a record one after another, in about so many seconds.

    The first decision gets the least number of deals and is left out of account, since it may compile;
    what those after it take for each deal tells how many the next can have.

    Args:
        judge_in: makes a judge by a number of deals.
        decisions: how many there are to judge.
        seconds: in how many they should be done.
        least: the least number of deals, also where time is short.
        most: the most.
        clock: tells the seconds.

    >>> from suitwise.rummy.indian.game import Indian
    >>> from suitwise.rummy.indian.players.rule_based import IndianJudge
    >>> state, _ = Indian().start().rolled(3, 0)
    >>> judge = PacedJudge(IndianJudge, decisions=2, seconds=0.0, least=2, most=40)
    >>> judge.place(state, ()), judge.verdict(state, state.parse_move("stock")).worlds
    ('turn 1', 2)
    """

    def __init__(
        self,
        judge_in: Callable[[int], Judge],
        decisions: int,
        seconds: float,
        least: int,
        most: int,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._judge_in, self._clock = judge_in, clock
        self._left, self._seconds = decisions, seconds
        self._least, self._most = least, most
        self._begun: float | None = None
        self._worlds = 0

    def place(self, state: Any, made: Any) -> str:
        """Return where in a deal a position is."""
        return self._judge_in(self._least).place(state, made)

    def verdict(self, state: Any, move: Any) -> Verdict | None:
        """Return what is found of a move."""
        worlds = self._affordable()
        try:
            return self._judge_in(worlds).verdict(state, move)
        finally:
            self._left -= 1
            if self._begun is None:
                self._begun = self._clock()
            else:
                self._worlds += worlds

    def _affordable(self) -> int:
        """Return in how many deals the next decision can be judged, those after it in as many."""
        if self._begun is None or not self._worlds:
            return self._least
        spent = self._clock() - self._begun
        share = (self._seconds - spent) / max(1, self._left)
        affordable = share * self._worlds / spent if spent > 0 else self._most
        return int(min(self._most, max(self._least, affordable)))


def choices_of(record: Record, seat: int | None = None) -> int:
    """Return how many decisions of a record are judged: those in which there was a choice.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> record = play(load("gin").start(), RandomPlayer(1), seed=1)
    >>> choices_of(record), choices_of(record, 0), len(record.moves)
    (121, 60, 171)
    """
    before = zip(record.states(), record.moves, strict=False)
    return sum(
        state.turn >= 0 and seat in (None, state.turn) and len(state.moves()) > 1
        for state, _ in before
    )
