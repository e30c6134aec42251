"""Rummikub in many rows at once: the kernels of ``stepping.loop`` over records, and a house's batch.

Single deals of staged turns are stepped, ``rummikub(deals=1,staged=yes)``; tests compare every mask,
every observation and every score with those of the objects (``rummikub.state``, ``rummikub.view``).
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.rummy.rummikub.arrays.course import advance, deal_tiles, find_moves
from suitwise.rummy.rummikub.arrays.record import (
    CHOSEN,
    COLUMNS,
    COUNTS_WINS,
    GROUPED,
    LEGAL,
    MEANINGS,
    MEANT,
    MOVER,
    N_MEANT,
    OPENED,
    OUT,
    PASSES,
    PHASE,
    POOL,
    RACKS,
    ROOM,
    SCORES,
    SEATS,
    TABLE,
    WINNER,
    WORDS,
    options_of,
    refuse_matches,
)
from suitwise.rummy.rummikub.arrays.tiles import MULTISET, TWICE, size_of, write_counts
from suitwise.rummy.rummikub.game import Rummikub
from suitwise.rummy.rummikub.moves import NUMBERED
from suitwise.rummy.rummikub.rules.tiles import KINDS, SIZE
from suitwise.rummy.rummikub.state import A_WIN, PHASES, RummikubState
from suitwise.rummy.rummikub.view import POINTS, TILES
from suitwise.stepping import loop
from suitwise.stepping.loop import NOBODY, opened
from suitwise.stepping.noted import allow_noted, draw_noted, is_noted

# --- The interface of ``stepping.loop`` -----------------------------------------------------------


@rule
def deal(record: Any, options: Any, seed: int, number: int) -> None:
    """Deal the racks; seat 0 begins."""
    deal_tiles(record, options, opened(seed, 2 * number))
    find_moves(record, options)


@rule
def turn(record: Any, options: Any) -> int:
    """Return the seat on turn, or ``NOBODY`` if the deal is over."""
    return int(record[MOVER]) if record[PHASE] != OUT else NOBODY


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    """Return whether the seat on turn may make a numbered move."""
    return 0 <= action < NUMBERED and is_noted(record, LEGAL, action)


@rule
def act(record: Any, options: Any, action: int) -> None:
    """Make a legal move; if a tile of the pool is drawn, it is chosen at random."""
    advance(record, options, action)
    find_moves(record, options)


@rule
def play_other(record: Any, options: Any, policy: int) -> None:
    """Let the seat on turn move at random."""
    act(record, options, draw_noted(record, LEGAL, WORDS))


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return the points of a seat; where wins count, whether it has won, and a trace of points."""
    points = int(record[SCORES + seat])
    if not options[COUNTS_WINS]:
        return 0.0 + points
    return int(record[PHASE] == OUT and record[WINNER] == seat) + points / A_WIN


@rule
def allow(record: Any, options: Any, allowed: Any) -> None:
    """Write a 1 for each legal move of the seat on turn into zeros."""
    allow_noted(record, LEGAL, WORDS, allowed)


# --- What a seat sees -----------------------------------------------------------------------------

_PHASES = len(PHASES)


@rule
def observe(record: Any, options: Any, seat: int, seen: Any) -> None:
    """Write the observation of a seat into zeros: the same as ``RummikubView.observation_of``."""
    at = 0
    for multiset in (RACKS + MULTISET * seat, TABLE):
        write_counts(seen, at, int(record[multiset]), int(record[multiset + TWICE]), SIZE)
        at += SIZE
    write_counts(seen, at, int(record[GROUPED]), int(record[GROUPED + TWICE]), KINDS)
    at += KINDS
    write_counts(seen, at, int(record[CHOSEN]), int(record[CHOSEN + TWICE]), SIZE)
    at += SIZE
    for number in range(record[N_MEANT]):
        seen[at + record[MEANT + number]] += 1
    at += KINDS
    for joker in range(2):
        write_counts(seen, at, int(record[MEANINGS + joker]), 0, KINDS)
        at += KINDS
    _write_numbers(record, options, seat, seen, at)


@rule
def _write_numbers(record: Any, options: Any, seat: int, seen: Any, at: int) -> None:
    """Write the numbers of an observation, those of the table and of each seat."""
    seats, is_over = int(options[SEATS]), int(record[PHASE] == OUT)
    seen[at + record[PHASE]] = 1
    at += _PHASES
    seen[at] = size_of(int(record[POOL]), int(record[POOL + TWICE])) / TILES
    seen[at + 1] = record[PASSES] / 4
    at += 4  # no tile is about to be drawn, and no deal is over
    for step in range(seats):
        owner = (seat + step) % seats
        rack = RACKS + MULTISET * owner
        seen[at] = int(record[MOVER] == owner)
        seen[at + 1] = record[OPENED + owner]
        seen[at + 2] = size_of(int(record[rack]), int(record[rack + TWICE])) / TILES
        seen[at + 3] = record[SCORES + owner] / POINTS
        seen[at + 4] = is_over * int(record[WINNER] == owner)
        at += 5


# --- Records as positions -------------------------------------------------------------------------


def dealt(variant: Rummikub, record: Any) -> RummikubState:
    """Return the position of a record that has just been dealt.

    >>> from suitwise.stepping.steps import Steps
    >>> variant = Rummikub(staged=True)
    >>> steps = Steps(batch_of(variant), 2, seed=7)
    >>> state = dealt(variant, steps.records[1])
    >>> bool((state.observe(0) == steps.observations[1]).all())
    True
    """

    def counts(multiset: int) -> tuple[int, ...]:
        found = [0] * SIZE
        write_counts(found, 0, int(record[multiset]), int(record[multiset + TWICE]), SIZE)
        return tuple(found)

    racks = tuple(counts(RACKS + MULTISET * seat) for seat in range(variant.seats))
    return replace(variant.start(), phase="play", racks=racks)


_RULES = loop.Rules(deal, turn, is_legal, act, play_other, outcome, observe, allow)


def batch_of(variant: Rummikub) -> loop.Batch:
    """Return the batch of a variant for ``stepping.loop``.

    Raises:
        SuitwiseError: the variant is a match, or its turns are not staged.

    >>> from suitwise.stepping.steps import Steps
    >>> steps = Steps(batch_of(Rummikub(staged=True)), 2, seed=7)
    >>> steps.observations.shape, [steps.batch.text_of(i) for i in steps.masks[0].nonzero()[0]]
    ((2, 386), ['draw'])
    """
    refuse_matches(variant)
    return loop.Batch(
        game=variant,
        columns=COLUMNS,
        options=options_of(variant),
        actions=NUMBERED,
        fields=variant.observation_fields(),
        lowest=variant.facts.lowest_return,
        rules=_RULES,
        text_of=partial(loop.numbered_text, variant),
        room=ROOM,
        reading=loop.Reading(partial(dealt, variant)),
    )
