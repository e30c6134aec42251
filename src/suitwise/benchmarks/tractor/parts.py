"""What it is worth to search burials, and bids, alone: all else of a deal by rule.

The cards are drawn and bid one by one. To measure the burial the rule-based player bids for all; then
the burial of the Monte Carlo player and the rule-based one's are held against each other in fresh
worlds, not those that the burial was found in, each played to its end by the compiled policy. To measure
the bids one side's are searched, then the other's, in the same deal; the rule-based player bids for the
others and buries, and the compiled policy plays for all seats, in microseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple, TypeAlias

import numpy as np

from suitwise.benchmarks import duels
from suitwise.cards import RANKS
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.cores import machine_line
from suitwise.game import CHANCE, Chooser
from suitwise.markdown import table
from suitwise.players.mirrored import Margin
from suitwise.tractor.arrays.positions import packed
from suitwise.tractor.game import Tractor
from suitwise.tractor.players.monte_carlo import MonteCarlo
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.players.search.judging import house_of
from suitwise.tractor.players.search.rollouts import play_out
from suitwise.tractor.players.search.values import LEVEL
from suitwise.tractor.rules.levels import rank_bits, ranks_after
from suitwise.tractor.state import TractorState

_AFRESH = 200
"""The worlds in which two burials are compared."""
_BIDS = 5
"""Bids differ in few deals, and cost little: so many times the deals are played for them."""
_RULES = TractorPlayer()


class Difference(NamedTuple):
    """What a searched part did in a deal.

    Args:
        levels: what its side gained by it, in ranks; 0 where it did what the rules do.
        is_other: whether it did something else.
    """

    levels: float
    is_other: bool


Measure: TypeAlias = Callable[[int, int, int], Difference]


def of_burial(worlds: int, seed: int, deal: int) -> Difference:
    """Return what the searched burial of a deal is worth to the landlord's side, as that player counts.

    Args:
        worlds: in how many worlds burials are tried.
        seed: 64-bit seed of the cards.
        deal: the number of the deal.

    >>> of_burial(4, 1, 3).is_other
    True
    """
    state = _bid(seed, deal, (_RULES, _RULES))
    burials = [player(state) for player in (MonteCarlo(worlds), _RULES)]
    if burials[0].pile == burials[1].pile:
        return Difference(0, False)
    race = MonteCarlo(_AFRESH, seed=1).compared(state, burials).race
    return Difference((race.mean(0) - race.mean(1)) / LEVEL, True)


def of_bids(worlds: int, seed: int, deal: int) -> Difference:
    """Return what searched bids are worth a deal, the mean over the deal with the sides exchanged.

    >>> of_bids(4, 0, 3).is_other
    True
    """
    searched = MonteCarlo(worlds)
    ends = [_bid(seed, deal, pair) for pair in ((searched, _RULES), (_RULES, searched))]
    if ends[0].bids == ends[1].bids == _bid(seed, deal, (_RULES, _RULES)).bids:
        return Difference(0, False)
    risen = [_risen(end.after(_RULES(end)), side) for side, end in enumerate(ends)]
    return Difference(sum(risen) / 2, True)


def measured(
    measure: Measure, worlds: int, deals: Iterable[int], seed: int = 0
) -> list[Difference]:
    """Return the differences of some deals."""
    return [measure(worlds, seed, deal) for deal in deals]


def _bid(seed: int, deal: int, players: tuple[Chooser, Chooser]) -> TractorState:
    """Return a deal when all is bid, each side's bids by a player; the ranks go from 2 to A in turn."""
    game = Tractor(match="deal", levels=2 * RANKS[deal % len(RANKS)])
    state, index = game.start().rolled(seed, deal)
    while state.phase != "bury":
        if state.turn == CHANCE:
            state, index = state.rolled(seed, deal, index)
        else:
            state = state.after(players[state.turn & 1](state))
    return state


def _risen(state: TractorState, side: int) -> int:
    """Return the ranks by which a side rises above the other when the policy plays the deal."""
    points = machine(play_out)(np.array(packed(state), np.int64), house_of(state))
    levels, landlord = state.levels, state.current_landlord
    after = ranks_after(*levels, landlord, points, rank_bits(state.profile.defend))
    gained = [after[at] - levels[at] for at in (0, 1)]
    return gained[side] - gained[1 - side]


def report(deals: int, worlds: int, say: Callable[[str], None]) -> str:
    """Measure the parts and return a Markdown section.

    Args:
        deals: in how many deals burials are compared; bids in five times as many.
        worlds: in how many worlds bids and burials are tried.
        say: called with the name of each part before it is measured.
    """
    rows = []
    parts: tuple[tuple[str, Measure, int], ...] = (
        ("burial", of_burial, deals),
        ("bids", of_bids, _BIDS * deals),
    )
    for name, measure, count in parts:
        say(name)
        pieces = duels.on_cores(partial(measured, measure, worlds, seed=0), count)
        found = [one for piece in pieces for one in piece]
        margin = Margin.of([one.levels for one in found])
        others = sum(one.is_other for one in found)
        worth = f"{margin.mean:+.3f} ± {margin.error:.3f}"
        rows.append([name, f"{count:,}", f"{others / count:.0%}", worth])
    what = f"`worlds={worlds}` against the rules, all else by rule, ranks in turn, 95 % intervals."
    head = ["searched", "deals", "otherwise", "levels more: a burial, a mirrored deal"]
    return "\n\n".join([machine_line(), what, table(head, rows)])
