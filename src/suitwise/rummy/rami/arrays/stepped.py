"""Rami in many rows at once: the kernels of ``stepping.loop`` over records, and the batch of a house.

Single deals of staged turns are stepped, ``rami(deals=1,staged=yes)``; tests compare every mask, every
observation and every score with those of the objects (``rami.state``, ``rami.view``).
"""

from __future__ import annotations

from functools import partial
from typing import Any

from suitwise.cards import ANY_JOKER
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import rule
from suitwise.rummy.rami.arrays import record as layout
from suitwise.rummy.rami.arrays.cards import MULTISET, nth_kind, size_of, write_counts
from suitwise.rummy.rami.arrays.course import advance, deal_cards, draws_of, find_moves
from suitwise.rummy.rami.arrays.melds import (
    CODE,
    high_of,
    is_set,
    jokers_of,
    kind_of,
    low_of,
    rank_of_set,
    suit_of,
    suits_of_set,
    wilds_of_run,
)
from suitwise.rummy.rami.arrays.policy import next_action
from suitwise.rummy.rami.arrays.record import options_of
from suitwise.rummy.rami.game import Rami
from suitwise.rummy.rami.rules.house import MOST_HELD
from suitwise.rummy.rami.rules.numbers import ACTIONS, PLACES
from suitwise.rummy.rami.state import PHASES, SECS, Phase, RamiState
from suitwise.rummy.rami.view import RANKS, RUN_PLACES, SCORED
from suitwise.rummy.rules.cards import Cards, in_order
from suitwise.rummy.rules.hand import JOKER, N_SUITED, SIZE
from suitwise.stepping import loop
from suitwise.stepping.loop import NOBODY, RANDOM, opened
from suitwise.stepping.noted import allow_noted, draw_noted, is_noted

# --- The interface of ``stepping.loop`` -----------------------------------------------------------


@rule
def deal(record: Any, options: Any, seed: int, number: int) -> None:
    """Deal the hands; seat 0 begins."""
    deal_cards(record, options, opened(seed, 2 * number))
    find_moves(record, options)


@rule
def turn(record: Any, options: Any) -> int:
    """Return the seat on turn, or ``NOBODY`` if the deal is over."""
    return int(record[layout.MOVER]) if record[layout.PHASE] < layout.OUT else NOBODY


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    """Return whether the seat on turn may make a numbered move."""
    return 0 <= action < ACTIONS and is_noted(record, layout.LEGAL, action)


@rule
def act(record: Any, options: Any, action: int) -> None:
    """Make a legal move, and the random draw that it may lead to."""
    advance(record, options, action)
    find_moves(record, options)
    _forget_searches(record)


@rule
def _forget_searches(record: Any) -> None:
    """Clear what searches leave behind the table and the actions, so that equal positions are equal."""
    for place in range(record[layout.N_TABLE], layout.MOST_MELDS):
        record[layout.TABLE + place] = 0
    for column in range(layout.LISTED, layout.COLUMNS):
        record[column] = 0


@rule
def play_other(record: Any, options: Any, policy: int) -> None:
    """Let the seat on turn move at random, or as ``playout`` does."""
    if policy == RANDOM:
        act(record, options, draw_noted(record, layout.LEGAL, layout.WORDS))
    else:
        act(record, options, next_action(record, options))


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return minus the score of a seat: fewer points are better."""
    return 0.0 - int(record[layout.SCORES + seat])


@rule
def allow(record: Any, options: Any, allowed: Any) -> None:
    """Write a 1 for each legal move of the seat on turn into zeros."""
    allow_noted(record, layout.LEGAL, layout.WORDS, allowed)


# --- What a seat sees -----------------------------------------------------------------------------

MELD_PLANES = 4 * RUN_PLACES + N_SUITED + 2 * RANKS
"""The number of entries for the melds of the table, and again for the melds chosen."""
_PHASES, _SECS = len(PHASES), len(SECS)


@rule
def observe(record: Any, options: Any, seat: int, seen: Any) -> None:
    """Write the observation of a seat into zeros: the same as ``RamiView.observation_of``."""
    write_counts(seen, 0, record, layout.HANDS + MULTISET * seat)
    write_counts(seen, SIZE, record, layout.PILE)
    if record[layout.TOP] >= 0:
        seen[2 * SIZE + record[layout.TOP]] = 1
    if record[layout.BARRED] >= 0:
        seen[3 * SIZE + record[layout.BARRED]] = 1
    if record[layout.OWED] >= 0:
        seen[4 * SIZE + record[layout.OWED]] = 1
    seen[4 * SIZE + JOKER] = record[layout.OWED_JOKERS]
    write_counts(seen, 5 * SIZE, record, layout.TURNED)
    at = 6 * SIZE
    for place in range(record[layout.N_TABLE]):
        _write_meld(seen, at, int(record[layout.TABLE + place]))
    at += MELD_PLANES
    for choice in range(record[layout.N_CHOSEN]):
        _write_meld(seen, at, CODE[int(record[layout.CHOICES + choice])])
    at += MELD_PLANES
    seats = int(options[layout.SEATS])
    for step in range(seats):
        owner = (seat + step) % seats
        shown = step > 0 and record[layout.PHASE] == layout.OUT
        write_counts(seen, at, record, (layout.HANDS if shown else layout.KNOWN) + MULTISET * owner)
        write_counts(seen, at + SIZE, record, layout.LAID + MULTISET * owner)
        at += 2 * SIZE
    _write_numbers(record, options, seat, seen, at)


@rule
def _write_meld(seen: Any, at: int, code: int) -> None:
    """Add a meld to the planes of melds that begin at ``at``."""
    if is_set(code):
        rank, sets = rank_of_set(code), at + 4 * RUN_PLACES
        for suit in range(4):
            if suits_of_set(code) >> suit & 1:
                seen[sets + kind_of(suit, rank)] += 1
        seen[sets + N_SUITED + rank - 1] += jokers_of(code)
        seen[sets + N_SUITED + RANKS + rank - 1] += 1
        return
    low, high = low_of(code), high_of(code)
    at += PLACES * suit_of(code) - 1
    for rank in range(low, high + 1):
        is_joker = wilds_of_run(code) >> rank & 1
        seen[at + is_joker * RUN_PLACES + rank] += 1
    seen[at + 2 * RUN_PLACES + low] += 1
    seen[at + 3 * RUN_PLACES + high] += 1


@rule
def _write_numbers(record: Any, options: Any, seat: int, seen: Any, at: int) -> None:
    """Write the numbers of an observation, those of the table and of each seat."""
    seats, played = int(options[layout.SEATS]), int(record[layout.PLAYED])
    seen[at + record[layout.PHASE]] = 1
    at += _PHASES
    seen[at + record[layout.SEC_NOW]] = 1
    at += _SECS
    seen[at] = size_of(record, layout.STOCK) / 100
    seen[at + 1] = draws_of(record, options) / options[layout.MOST_DRAWS]
    seen[at + 2] = record[layout.OWED_TO_MELDS]
    seen[at + 3] = min(int(record[layout.HIGHEST]), 500) / 100
    at += 5
    for step in range(seats):
        owner = (seat + step) % seats
        turns = played // seats + int(owner < played % seats)
        seen[at] = int(record[layout.MOVER] == owner)
        seen[at + 1] = record[layout.OPENED + owner]
        seen[at + 2] = int(turns + 1 >= options[layout.PILE_FROM])
        seen[at + 3] = record[layout.SCORES + owner] / SCORED
        if step > 0 and record[layout.PHASE] != layout.OUT:
            hidden = size_of(record, layout.HANDS + MULTISET * owner)
            hidden -= size_of(record, layout.KNOWN + MULTISET * owner)
            seen[at + 4] = hidden / MOST_HELD
        at += 5


# --- Records as positions -------------------------------------------------------------------------


def dealt(variant: Rami, record: Any) -> RamiState:
    """Return the position of a record that has just been dealt.

    >>> from suitwise.stepping.steps import Steps
    >>> variant = Rami(deals=1, staged=True)
    >>> steps = Steps(batch_of(variant), 2, seed=7)
    >>> state = dealt(variant, steps.records[1])
    >>> bool((state.observe(0) == steps.observations[1]).all())
    True
    """

    def card(kind: int) -> int:
        return kind if kind < JOKER else ANY_JOKER

    def cards(at: int) -> Cards:
        return in_order(card(nth_kind(record, at, place)) for place in range(size_of(record, at)))

    hands = tuple(cards(layout.HANDS + MULTISET * seat) for seat in range(variant.seats))
    closed, nothing = (False,) * variant.seats, ((),) * variant.seats
    phase: Phase = "play" if variant.starts == "extra" else "draw"
    top = int(record[layout.TOP])
    pile = ((card(top), NOBODY),) if top >= 0 else ()
    return RamiState(variant, phase, hands, closed, nothing, (0,) * variant.seats, pile=pile)


_RULES = loop.Rules(deal, turn, is_legal, act, play_other, outcome, observe, allow)


def batch_of(variant: Rami) -> loop.Batch:
    """Return the batch of a variant for ``stepping.loop``.

    Raises:
        SuitwiseError: the variant is a match, its turns are not staged, or arrays lack an option of it.

    >>> from suitwise.stepping.steps import Steps
    >>> steps = Steps(batch_of(Rami(deals=1, staged=True)), 2, seed=7)
    >>> steps.observations.shape, [steps.batch.text_of(i) for i in steps.masks[0].nonzero()[0]]
    ((2, 1159), ['stock'])
    """
    if variant.most_deals > 1 or not variant.staged:
        raise SuitwiseError(
            f"{variant}: single deals of staged turns are stepped: deals=1, staged=yes"
        )
    return loop.Batch(
        game=variant,
        columns=layout.COLUMNS,
        options=options_of(variant),
        actions=ACTIONS,
        fields=variant.observation_fields(),
        lowest=variant.facts.lowest_return,
        rules=_RULES,
        text_of=partial(loop.numbered_text, variant),
        policies=("random", "playout"),
        reading=loop.Reading(partial(dealt, variant)),
    )
