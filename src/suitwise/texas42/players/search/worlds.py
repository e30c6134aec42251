"""The worlds that a decision is made in: drawn evenly, weighed by what the others did, some kept."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.quick import quickest
from suitwise.foundation.seating import NOBODY
from suitwise.texas42.hidden.redealing import knowledge_of
from suitwise.texas42.hidden.worlds import count_worlds, every_world, sample_worlds
from suitwise.texas42.players.search.likelihood import weigh
from suitwise.texas42.rules.auction import PASS
from suitwise.texas42.rules.dominoes import N_DOMINOES
from suitwise.texas42.state import Texas42State

Ints: TypeAlias = "NDArray[np.int64]"

UNIT = 16
"""Each unit of cost takes a sixteenth of a world's weight: a cost of 29 leaves 0.15 of it."""
_MOST_COST = 40 * UNIT
_WEIGHING_S = 0.0005
"""The seconds of weighing a world as plain Python, for each play."""


def _weights() -> list[int]:
    """Return the weight of each cost, in whole numbers, so that every machine has the same."""
    found = [1 << 40]
    for _ in range(_MOST_COST):
        found.append(max(1, found[-1] * (UNIT - 1) // UNIT))
    return found


_WEIGHTS = _weights()


@dataclass(frozen=True, slots=True)
class Beliefs:
    """How much the others' decisions are believed.

    Args:
        lead: what a lead costs a world in which the policy would have led something else, in units.
        reply: the same of a reply.
        call: the same of a pass where the policy would have bid, and of a bid where it would not.
        third: what a declaration costs for each third of a point that another is better by.
        declaration: what it costs at most.
        drawn: how many worlds are drawn for each that is kept.
    """

    lead: int = 8
    reply: int = 11
    call: int = 13
    third: int = 3
    declaration: int = 46
    drawn: int = 40


EVEN = Beliefs(0, 0, 0, 0, 0, 1)
"""Nothing is believed: all worlds are as likely."""


@dataclass(frozen=True, slots=True, eq=False)
class Worlds:
    """Worlds, each with how often it counts.

    Args:
        hands: array (n, 4), the hands that the seats still hold.
        owners: array (n,), the seat that was dealt each domino: the low 56 bits of a packed position.
        counts: array (n,).
        is_exact: whether these are all worlds, and no sample.
        has_more: whether others could be drawn.
    """

    hands: Ints
    owners: Ints
    counts: Ints
    is_exact: bool
    has_more: bool


def likely_worlds(
    state: Texas42State, count: int, beliefs: Beliefs, seed: int, stream: int, first: int = 0
) -> Worlds:
    """Return worlds of the seat on turn, the likely ones more often.

    Args:
        state: the position; no more of it counts than what its seat sees.
        count: how many are kept; where there are no more, all are, each with its weight.
        beliefs: how they are weighed.
        seed: 64-bit seed of the sampling.
        stream: the stream of the decision.
        first: how many have been kept before.
    """
    known = knowledge_of(state, state.turn)
    number, drawn = count_worlds(known), count * beliefs.drawn
    has_more = number > drawn
    if not has_more:
        hands = np.array(list(every_world(known)), np.int64)
    else:
        hands = sample_worlds(known, drawn, seed, stream, first=first * beliefs.drawn)
    owners = owners_of(hands | np.array(known.played, np.int64))
    weights = _weighed(state, owners, beliefs)
    if number <= count:
        return Worlds(hands, owners, weights, True, False)
    kept, counts = kept_of(weights, count)
    return Worlds(hands[kept], owners[kept], counts, False, has_more)


def owners_of(deals: Ints) -> Ints:
    """Return the seats that hold the dominoes in deals, (n, 4), as the low 56 bits of ``where``."""
    owners: Ints = (deals[:, 1] | deals[:, 3]) | (deals[:, 2] | deals[:, 3]) << N_DOMINOES
    return owners


def kept_of(weights: Ints, count: int) -> tuple[Ints, Ints]:
    """Keep worlds by their weights: at even steps along the sum, so that luck has little to say.

    Returns:
        The places of the worlds that are kept, and how often each is met; ``count`` in all.

    >>> kept_of(np.array([1, 6, 1]) << 20, 4)
    (array([1]), array([4]))
    """
    ends = np.cumsum(weights)
    steps = (2 * np.arange(count, dtype=np.int64) + 1) * (int(ends[-1]) // (2 * count))
    kept, counts = np.unique(np.searchsorted(ends, steps, side="right"), return_counts=True)
    return kept, counts.astype(np.int64)


def _weighed(state: Texas42State, owners: Ints, beliefs: Beliefs) -> Ints:
    """Return the weight of each world."""
    game, contract = state.variant, state.contract
    auction = [
        state.shaker,
        game.cap,
        game.house,
        NOBODY if contract is None else contract.bidder,
        PASS if contract is None else contract.call,
        -1 if contract is None else contract.declaration,
    ]
    plays = () if state.play is None else state.play.dominoes
    believed = (beliefs.lead, beliefs.reply, beliefs.call, beliefs.third, beliefs.declaration)
    found = np.zeros(len(owners), np.int64)
    quickest(weigh, len(owners) * (len(plays) + 1) * _WEIGHING_S)(
        owners,
        state.turn,
        np.array(auction, np.int64),
        np.array(state.calls, np.int64),
        np.array(plays, np.int64),
        np.array(believed, np.int64),
        found,
    )
    weights: Ints = np.array(_WEIGHTS, np.int64)[np.minimum(found, _MOST_COST)]
    return weights
