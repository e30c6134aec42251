"""Duels of Texas 42 players: every deal twice, the same dominoes with the sides exchanged.

A deal is one hand scored in marks, seat 0 shaking, from the auction to its end. The two hands of a deal
are one sample of the interval. Beside the marks stands what each player bid and made.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from benchmarks import duels
from suitwise.foundation.arrays.rows import available_cores, machine_line
from suitwise.game import Chooser
from suitwise.markdown import table
from suitwise.players.turns import Margin, end_of
from suitwise.texas42.game import Texas42
from suitwise.texas42.players.monte_carlo import Pimc
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.rules.contracts import MADE
from suitwise.texas42.state import Texas42State

ONE_HAND = Texas42(match="hand")


@dataclass(frozen=True, slots=True)
class Hand:
    """How a hand of a duel ended.

    Args:
        marks: what the first player's side won, less than none if it lost.
        bidder: the player who bid, 0 or 1; -1 where the hand was thrown in.
        stake: the marks that were at stake.
        made: whether the contract was made.
    """

    marks: float
    bidder: int = -1
    stake: int = 0
    made: bool = False


@dataclass(frozen=True, slots=True)
class Duel:
    """The hands of a duel, two for each deal.

    >>> duel = Duel((Hand(1, 0, 1, True), Hand(-1, 1, 1, True), Hand(1, 1, 1), Hand(1, 1, 1)))
    >>> print(duel.margin, duel.contracts(1))
    +0.50 ± 0.98 a game on 2 mirrored deals (3, 1)
    """

    hands: tuple[Hand, ...]

    @property
    def margin(self) -> Margin:
        """The marks that the first player wins a hand."""
        marks = [hand.marks for hand in self.hands]
        return Margin.of_sides(marks[::2], marks[1::2])

    def contracts(self, player: int) -> tuple[int, int]:
        """Return how many contracts a player bid, and how many of these were made."""
        bid = [hand for hand in self.hands if hand.bidder == player]
        return len(bid), sum(hand.made for hand in bid)


def duel(
    first: Chooser, second: Chooser, deals: Iterable[int], seed: int = 0, game: Texas42 = ONE_HAND
) -> Duel:
    """Let two players play deals twice, each at both sides.

    Args:
        first: the player that is measured; it has both seats of its side.
        second: the other.
        deals: the numbers of the deals, two or more; each is a stream of chance.
        seed: 64-bit seed of chance.
        game: a variant of one hand.

    >>> rule_based = Texas42Player()
    >>> duel(rule_based, rule_based, range(2), seed=1).margin.mean
    0.0
    """
    players = first, second
    return Duel(tuple(_hand(game, players, side, seed, deal) for deal in deals for side in (0, 1)))


def duel_on_cores(first: Chooser, second: Chooser, deals: int, seed: int = 0) -> Duel:
    """Play the deals from 0 on, a process a core; the hands are those of ``duel``."""
    found = duels.on_cores(partial(duel, first, second, seed=seed), deals)
    return Duel(tuple(hand for one_duel in found for hand in one_duel.hands))


def _hand(
    game: Texas42, players: tuple[Chooser, Chooser], first_side: int, seed: int, deal: int
) -> Hand:
    """Play a hand in which the first player has a side."""
    state = end_of(game, players, first_side, seed, deal)
    assert isinstance(state, Texas42State)
    if state.play is None:
        return Hand(0.0)
    contract = state.play.contract
    made = state.play.result == MADE
    return Hand(state.returns()[first_side], contract.side ^ first_side, contract.stake, made)


def report(deals: int, worlds: int, say: Callable[[str], None]) -> str:
    """Run the duels and return a Markdown section.

    Args:
        deals: how many deals, each played twice.
        worlds: the worlds that the Monte Carlo players sample for a move.
        say: called with the name of each part before it is measured.
    """
    make, points = Pimc(worlds), Pimc(worlds, "points")
    pairs: tuple[tuple[str, Chooser, Chooser], ...] = (
        ("Monte Carlo (make) – rule-based", make, Texas42Player()),
        ("Monte Carlo (points) – rule-based", points, Texas42Player()),
        ("Monte Carlo (make) – Monte Carlo (points)", make, points),
    )
    rows = []
    for name, first, second in pairs:
        say(name)
        start = time.perf_counter()
        found = duel_on_cores(first, second, deals)
        took = (time.perf_counter() - start) * available_cores() / (2 * deals)
        rows.append(
            [name, *duels.figures(found.margin, map(found.contracts, (0, 1))), f"{took:.2f}"]
        )
    head = ["duel", "marks a hand", "first bid, made", "second bid, made", "core s a hand"]
    what = f"{deals} mirrored deals, {worlds} worlds a move, 95 % intervals."
    return "\n\n".join([machine_line(), what, table(head, rows)])
