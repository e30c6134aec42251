"""A yardstick for players of Tractor: how much of the edge of a player that sees all hands they get.

``Seeing`` is the Monte Carlo player on the true deal instead of sampled worlds: the same candidates and
the same playouts, but no doubt where the cards are. No honest player can be expected to reach it. It
has no name, so nobody meets it in the arena or at a table.

``edges`` lets it and others play against one opponent on the same mirrored deals. The *share* of a
player is its margin as a part of that of ``Seeing``; its interval is that of the ratio of two means of
paired samples (W. G. Cochran, *Sampling Techniques*, third edition 1977, chapter 6).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from suitwise.arena.report import margin_text
from suitwise.arena.statistics import mean_and_error, t_quantile
from suitwise.errors import SuitwiseError
from suitwise.foundation.seating import SEATS
from suitwise.foundation.values import Clock
from suitwise.game import Chooser, load
from suitwise.markdown import table
from suitwise.players.named import named
from suitwise.players.search import Ints
from suitwise.players.turns import end_of
from suitwise.seeds import as_seed
from suitwise.tractor.players.monte_carlo import MonteCarlo
from suitwise.tractor.players.plays import Thinking
from suitwise.tractor.state import TractorState

GAME = "tractor(match=deal)"
SEEING = "sees all hands"
"""The name of the yardstick in tables."""


@dataclass(frozen=True, slots=True)
class Seeing(MonteCarlo):
    """The Monte Carlo player with the true deal as its only world.

    It buries and plays what comes out best if all seats play on by the policy. It bids by rule.

    >>> state, _ = load(GAME).start().rolled(seed=1, stream=0)
    >>> print(Seeing()(state))
    pass
    """

    def _thinking(self, state: TractorState) -> Thinking:
        return Thinking(1, Clock(), None, self.ending, 0, shown=hands_of(state))


def hands_of(state: TractorState) -> Ints:
    """Return the true deal as a world: array (1, 5, 2).

    Args:
        state: a position in which a seat is to bury or to play.
    """
    seats = [(state.turn + ahead) % len(SEATS) for ahead in SEATS]
    piles = [state.held[seat] for seat in seats]
    aside = (0, 0) if state.buried is None else (state.buried.once, state.buried.twice)
    return np.array([[*((pile.once, pile.twice) for pile in piles), aside]], np.int64)


# --- Edges ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Edge:
    """What a player gains over the opponent.

    Args:
        player: its name.
        mean: the mean margin a deal, in levels.
        reach: half the width of its 95 % interval.
        share: the margin as a part of that of the player that sees all hands.
        share_reach: half the width of the 95 % interval of the share.
    """

    player: str
    mean: float
    reach: float
    share: float
    share_reach: float


def edges(margins: dict[str, Sequence[float]]) -> list[Edge]:
    """Return the edge of each player.

    Args:
        margins: the margins of each player on the same deals; those of ``SEEING`` among them.

    Raises:
        SuitwiseError: there are fewer than two deals, or who sees all hands gains nothing.

    >>> found = edges({SEEING: [2.0, 1.0, 3.0], "net": [1.0, 0.5, 1.5]})
    >>> [(edge.player, edge.mean, edge.share, edge.share_reach) for edge in found]
    [('sees all hands', 2.0, 1.0, 0.0), ('net', 1.0, 0.5, 0.0)]
    """
    most, deals = margins[SEEING], len(margins[SEEING])
    if deals < 2:
        raise SuitwiseError(f"an interval takes two deals or more, not {deals}")
    whole, _ = mean_and_error(most)
    if whole <= 0:
        raise SuitwiseError(f"who sees all hands gains nothing on these {deals} deals: play more")
    quantile, found = t_quantile(deals - 1), []
    for player, own in margins.items():
        mean, error = mean_and_error(own)
        share = mean / whole
        rest = sum((one - share * other) ** 2 for one, other in zip(own, most, strict=True))
        share_error = sqrt(rest / (deals - 1) / deals) / whole
        found.append(Edge(player, mean, quantile * error, share, quantile * share_error))
    return found


def measured(
    players: Sequence[str],
    opponent: str = "rules",
    deals: int = 100,
    seed: int = 1,
    progress: Callable[[int, int], object] = lambda done, total: None,
) -> list[Edge]:
    """Let the yardstick and some players meet an opponent on the same mirrored deals.

    Args:
        players: the players by name, with options.
        opponent: the opponent by name.
        deals: the number of deals, at least 2.
        seed: 64-bit seed of the deals and of the players.
        progress: called with the number of deals done and the number of all.

    Raises:
        NotationError: there is no such player.
        SuitwiseError: there are too few deals, or who sees all hands gains nothing.

    >>> [edge.player for edge in measured(["rules"], deals=2, seed=3)]
    ['sees all hands', 'rules']
    """
    game, seed = load(GAME), as_seed(seed)
    other = named(opponent, game).seated(seed, 0)
    choosers: dict[str, Chooser] = {SEEING: Seeing()}
    choosers |= {name: named(name, game).seated(seed, 1) for name in players}
    margins: dict[str, list[float]] = {name: [] for name in choosers}
    for deal in range(deals):
        progress(deal, deals)
        for name, chooser in choosers.items():
            ends = [end_of(game, (chooser, other), side, seed, deal).returns() for side in (0, 1)]
            margins[name].append((ends[0][0] + ends[1][1]) / 2)
    return edges({name: tuple(own) for name, own in margins.items()})


def markdown(found: Sequence[Edge], opponent: str, deals: int) -> str:
    """Return edges as a table.

    >>> print(markdown([Edge("net", 1.0, 0.25, 0.5, 0.125)], "rules", 9))
    | 9 mirrored deals against `rules` | levels a deal | share of the edge |
    |---|---|---|
    | net | +1.00 ± 0.25 | 50 ± 12 % |
    """
    rows = [
        [
            edge.player,
            margin_text(edge.mean, edge.reach),
            f"{100 * edge.share:.0f} ± {100 * edge.share_reach:.0f} %",
        ]
        for edge in found
    ]
    head = f"{deals:,} mirrored deals against `{opponent}`"
    return table([head, "levels a deal", "share of the edge"], rows)
