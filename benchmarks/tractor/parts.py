"""What it is worth to search burials alone: all else of a deal by rule.

The cards are drawn and bid one by one, by the rule-based player for all; then the burial of the Monte
Carlo player and the rule-based one's are held against each other in fresh worlds, not those that the
burial was found in, each played to its end by the compiled policy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple

from benchmarks import duels
from suitwise.cards import RANKS
from suitwise.foundation.arrays.rows import machine_line
from suitwise.game import CHANCE
from suitwise.markdown import table
from suitwise.players.turns import Margin
from suitwise.tractor.game import Tractor
from suitwise.tractor.players.monte_carlo import MonteCarlo
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.players.search.values import LEVEL
from suitwise.tractor.state import TractorState

_AFRESH = 200
"""The worlds in which two burials are compared."""
_RULES = TractorPlayer()


class Difference(NamedTuple):
    """What a searched burial did in a deal.

    Args:
        levels: what its side gained by it, in ranks; 0 where it did what the rules do.
        is_other: whether it did something else.
    """

    levels: float
    is_other: bool


def of_burial(worlds: int, seed: int, deal: int) -> Difference:
    """Return what the searched burial of a deal is worth to the landlord's side, as that player counts.

    Args:
        worlds: in how many worlds burials are tried.
        seed: 64-bit seed of the cards.
        deal: the number of the deal.

    >>> of_burial(4, 1, 3).is_other
    True
    """
    state = _bid(seed, deal)
    burials = [player(state) for player in (MonteCarlo(worlds), _RULES)]
    if burials[0].pile == burials[1].pile:
        return Difference(0, False)
    race = MonteCarlo(_AFRESH, seed=1).compared(state, burials).race
    return Difference((race.mean(0) - race.mean(1)) / LEVEL, True)


def measured(worlds: int, deals: Iterable[int], seed: int = 0) -> list[Difference]:
    """Return the differences of some deals."""
    return [of_burial(worlds, seed, deal) for deal in deals]


def _bid(seed: int, deal: int) -> TractorState:
    """Return a deal when all is bid by rule; the ranks go from 2 to A in turn."""
    game = Tractor(match="deal", levels=2 * RANKS[deal % len(RANKS)])
    state, index = game.start().rolled(seed, deal)
    while state.phase != "bury":
        if state.turn == CHANCE:
            state, index = state.rolled(seed, deal, index)
        else:
            state = state.after(_RULES(state))
    return state


def report(deals: int, worlds: int, say: Callable[[str], None]) -> str:
    """Measure the burial and return a Markdown section.

    Args:
        deals: in how many deals burials are compared.
        worlds: in how many worlds burials are tried.
        say: called with the name of what is measured.
    """
    say("burial")
    pieces = duels.on_cores(partial(measured, worlds, seed=0), deals)
    found = [one for piece in pieces for one in piece]
    margin = Margin.of([one.levels for one in found])
    others = sum(one.is_other for one in found)
    worth = f"{margin.mean:+.3f} ± {margin.error:.3f}"
    rows = [["burial", f"{deals:,}", f"{others / deals:.0%}", worth]]
    what = f"`worlds={worlds}` against the rules, all else by rule, ranks in turn, 95 % intervals."
    head = ["searched", "deals", "otherwise", "levels more a burial"]
    return "\n\n".join([machine_line(), what, table(head, rows)])
