"""Duels of Tractor players: every deal twice, the same cards with the sides exchanged.

A deal is drawn, bid, buried and played to its end; what counts is how many ranks a side rises above the
other. The two deals of the same cards are one sample of the interval.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from benchmarks import duels
from suitwise.foundation.arrays.rows import machine_line
from suitwise.game import Chooser, State
from suitwise.markdown import table
from suitwise.players import RandomPlayer
from suitwise.players.turns import Margin, end_of
from suitwise.tractor.game import Tractor
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.state import TractorState

ONE_DEAL = Tractor(match="deal")

Maker: TypeAlias = Callable[[int], Chooser]
"""A player for the deal of a number, so that a deal is the same in whatever piece it is played."""


def rule_based(deal: int) -> Chooser:
    """Return the rule-based player."""
    return TractorPlayer()


def without_throws(deal: int) -> Chooser:
    """Return the rule-based player that never throws."""
    return TractorPlayer(throws=False)


def at_random(deal: int) -> Chooser:
    """Return the player that is even over all legal moves."""
    return RandomPlayer(1, deal)


@dataclass(frozen=True, slots=True)
class Deal:
    """How a deal of a duel ended.

    Args:
        levels: the ranks by which the first player's side rose above the other, less than none if
            the other rose.
        landlord: the player whose side was the landlord's, 0 or 1.
        points: the attackers' points.
        held: whether the landlord's side held.
        decisions: how often the first player was asked.
        seconds: how long it took for all its answers.
    """

    levels: float
    landlord: int
    points: int
    held: bool
    decisions: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Duel:
    """The deals of a duel, two for each number.

    >>> duel = Duel((Deal(2, 0, 35, True), Deal(1, 1, 160, False)) * 2)
    >>> print(duel.margin, duel.landlords(1))
    +1.50 ± 0.00 a game on 2 mirrored deals (2, 0)
    """

    deals: tuple[Deal, ...]

    @property
    def margin(self) -> Margin:
        """The ranks by which the first player rises above the other in a deal."""
        levels = [deal.levels for deal in self.deals]
        return Margin.of_sides(levels[::2], levels[1::2])

    def landlords(self, player: int) -> tuple[int, int]:
        """Return how many deals a player's side was the landlord's, and how many of these it held."""
        led = [deal for deal in self.deals if deal.landlord == player]
        return len(led), sum(deal.held for deal in led)

    @property
    def decision_ms(self) -> float:
        """The mean time of a decision of the first player in milliseconds."""
        decisions = sum(deal.decisions for deal in self.deals)
        return 1000 * sum(deal.seconds for deal in self.deals) / max(decisions, 1)


def duel(
    first: Maker, second: Maker, deals: Iterable[int], seed: int = 0, game: Tractor = ONE_DEAL
) -> Duel:
    """Let two players play deals twice, each at both sides.

    Args:
        first: makes the player that is measured; it has both seats of its side.
        second: makes the other.
        deals: the numbers of the deals, two or more; each is a stream of chance.
        seed: 64-bit seed of chance.
        game: a variant of one deal.

    >>> duel(rule_based, rule_based, range(2), seed=1).margin.mean
    0.0
    """
    seated = ((deal, side, (first(deal), second(deal))) for deal in deals for side in (0, 1))
    return Duel(tuple(_deal(game, players, side, seed, deal) for deal, side, players in seated))


def duel_on_cores(first: Maker, second: Maker, deals: int, seed: int = 0) -> Duel:
    """Play the deals from 0 on, a process a core; the deals are those of ``duel``."""
    found = duels.on_cores(partial(duel, first, second, seed=seed), deals)
    return Duel(tuple(deal for one_duel in found for deal in one_duel.deals))


class _Timed:
    """A player whose decisions are counted and timed."""

    def __init__(self, choose: Chooser) -> None:
        self._choose, self.decisions, self.seconds = choose, 0, 0.0

    def __call__(self, state: State[Any]) -> Any:
        begin = time.perf_counter()
        move = self._choose(state)
        self.seconds += time.perf_counter() - begin
        self.decisions += 1
        return move


def _deal(game: Tractor, players: tuple[Chooser, Chooser], side: int, seed: int, deal: int) -> Deal:
    """Play a deal in which the first player has a side."""
    first, second = _Timed(players[0]), players[1]
    state = end_of(game, (first, second), side, seed, deal)
    assert isinstance(state, TractorState)
    assert state.outcome is not None
    landlord, outcome = (state.current_landlord ^ side) & 1, state.outcome
    levels = state.returns()[side]
    return Deal(levels, landlord, outcome.points, outcome.held, first.decisions, first.seconds)


def report(deals: int, say: Callable[[str], None]) -> str:
    """Run the duels and return a Markdown section.

    Args:
        deals: how many deals, each played twice.
        say: called with the name of each part before it is measured.
    """
    pairs: tuple[tuple[str, Maker, Maker], ...] = (
        ("rule-based – random", rule_based, at_random),
        ("rule-based – without throws", rule_based, without_throws),
    )
    rows = []
    for name, first, second in pairs:
        say(name)
        found = duel_on_cores(first, second, deals)
        figures = duels.figures(found.margin, map(found.landlords, (0, 1)))
        rows.append([name, *figures, f"{found.decision_ms:.2f}"])
    landlords = "first landlord, held", "second landlord, held"
    head = ["duel", "levels a deal", *landlords, "ms a decision"]
    what = f"{deals} mirrored deals, the bidding decides who is landlord, 95 % intervals."
    return "\n\n".join([machine_line(), what, table(head, rows)])
