"""Gin rummy for ``stepping.loop``: single deals side by side, a record each.

Actions are the numbers of ``GinMove``; the observations are those of ``GinState.observe``. The
turns stand in ``rows`` and what a seat does that moves by a policy in ``policy``; here chance deals and
draws at random, and observations and legal moves are written into arrays.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from suitwise.foundation.arrays.bits import bit_numbered
from suitwise.foundation.arrays.compiled import count_bits, rule
from suitwise.rummy.gin.arrays.stepped.policy import POLICIES, policy_move
from suitwise.rummy.gin.arrays.stepped.rows import (
    COLUMNS,
    DISCARD,
    DRAW,
    HANDS,
    HAS_BIG,
    IDLE,
    KNOCKED,
    KNOCKING,
    KNOWN,
    LAID,
    MOST_IDLE,
    MOVER,
    PHASE,
    PILE,
    SCORE,
    TAKEN,
    TOP,
    WALLED,
    begin_deal,
    count_moves,
    free_cards,
    give,
    nth_move,
    options_of,
    play_move,
    stock_of,
)
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.moves import BIG, DISCARDS, KNOCKS, PASS_NUMBER, PILE_NUMBER, STOCK_NUMBER
from suitwise.rummy.gin.observation import PLANE, write_cards, write_numbers
from suitwise.rummy.gin.rules.melds import (
    HAND,
    PACK,
    bit_of,
    card_at,
)
from suitwise.seeds import below
from suitwise.stepping.loop import (
    NOBODY,
    RANDOM,
    SEED,
    STREAM,
    Batch,
    Rules,
    note,
    numbered_text,
)
from suitwise.stepping.own import Own
from suitwise.stepping.streams import drawn, opened

_ROOM = 1024
"""The moves of a deal that are noted: players at random need some 125."""
_PLAIN_S = 0.05
"""Half of what the seats by ``rules`` take, ten times that of the others."""


# --- Chance ---------------------------------------------------------------------------------------


@rule
def draw_card(cards: int, stream: int) -> tuple[int, int]:
    """Draw one of some cards, each as likely, as a bit; return the stream moved on with it."""
    number, stream = drawn(count_bits(cards), stream)
    return 1 << bit_numbered(cards, number), stream


@rule
def draw_hand(cards: int, stream: int) -> tuple[int, int]:
    """Draw ten of some cards."""
    left = cards
    for _ in range(HAND):
        card, stream = draw_card(left, stream)
        left &= ~card
    return cards & ~left, stream


@rule
def deal(record: Any, options: Any, seed: int, number: int) -> None:
    """Deal ten cards each and turn one up; seat 1 has dealt.

    >>> record = [0] * COLUMNS
    >>> deal(record, options_of(Gin()), 7, 0)
    >>> [count_bits(cards) for cards in (record[HANDS], record[HANDS + 1], stock_of(record))]
    [10, 10, 31]
    """
    stream = opened(seed, 2 * number)
    first, stream = draw_hand(PACK, stream)
    second, stream = draw_hand(PACK & ~first, stream)
    upcard, stream = draw_card(PACK & ~(first | second), stream)
    begin_deal(record, first, second, upcard)


@rule
def draw_own(record: Any, cards: int, seed: int, stream: int, moves: Any) -> int:
    """Draw one of some cards as ``GinState.chance_move`` does, as a bit."""
    place, record[STREAM] = below(count_bits(cards), seed, stream, int(record[STREAM]))
    number = bit_numbered(cards, place)
    note(record, moves, DISCARDS + card_at(number))
    return 1 << number


@rule
def deal_own(record: Any, options: Any, seed: int, stream: int, moves: Any) -> None:
    """Deal card by card, seat 0 first, and turn one up: what ``game.roll`` deals from a stream.

    >>> record = [0] * COLUMNS
    >>> deal_own(record, options_of(Gin()), 1, 0, [])
    >>> state, index = Gin().start().rolled(seed=1, stream=0)
    >>> tuple(record[HANDS : HANDS + 2]) == state.hands, record[STREAM] == index
    (True, True)
    """
    first = second = 0
    record[STREAM] = 0
    for _ in range(HAND):
        first |= draw_own(record, PACK & ~(first | second), seed, stream, moves)
        second |= draw_own(record, PACK & ~(first | second), seed, stream, moves)
    upcard = draw_own(record, PACK & ~(first | second), seed, stream, moves)
    begin_deal(record, first, second, upcard)


# --- Moves ----------------------------------------------------------------------------------------


@rule
def turn(record: Any, options: Any) -> int:
    """Return the seat on turn, or ``NOBODY`` when the deal is over."""
    return int(record[MOVER]) if record[PHASE] < KNOCKED else NOBODY


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    """Tell whether the seat on turn may make the move of a number."""
    phase = int(record[PHASE])
    if phase >= KNOCKED or not 0 <= action <= BIG:
        return False
    if action == PILE_NUMBER:
        return phase < DISCARD
    if action == STOCK_NUMBER:
        return phase == DRAW
    if action == PASS_NUMBER:
        return phase < DRAW
    if phase != DISCARD:
        return False
    if action < KNOCKS:
        return free_cards(record) >> bit_of(action - DISCARDS) & 1 == 1
    if action < BIG:
        return int(record[KNOCKING]) >> bit_of(action - KNOCKS) & 1 == 1
    return int(record[HAS_BIG]) == 1


@rule
def act(record: Any, options: Any, action: int) -> None:
    """Make a legal move; a card of the stock, if one is drawn, comes at random."""
    if play_move(record, options, action):
        card, record[STREAM] = draw_card(stock_of(record), record[STREAM])
        give(record, options, card)


@rule
def act_own(record: Any, options: Any, action: int, stream: int, moves: Any) -> None:
    """Make a legal move; a card of the stock comes from a stream of the game's chance."""
    if play_move(record, options, action):
        card = draw_own(record, stock_of(record), int(record[SEED]), stream, moves)
        give(record, options, card)


@rule
def play_other(record: Any, options: Any, policy: int) -> None:
    """Let the seat on turn move at random, or by a policy that draws nothing."""
    if policy != RANDOM:
        act(record, options, policy_move(record, policy))
        return
    number, record[STREAM] = drawn(count_moves(record), record[STREAM])
    act(record, options, nth_move(record, number))


@rule
def choose_own(record: Any, options: Any, policy: int) -> int:
    """Return what a policy does that draws nothing."""
    return policy_move(record, policy)


@rule
def nth_own(record: Any, options: Any, allowed: Any, place: int) -> int:
    """Return a legal move by its place among those of a position: the stock before the pile."""
    if record[PHASE] == DRAW:
        return STOCK_NUMBER if place == 0 else PILE_NUMBER
    return nth_move(record, place)


# --- Outcomes, observations, legal moves ------------------------------------------------------------


@rule
def score_for(record: Any, seat: int) -> int:
    """Return the points that a seat scored; below 0 those of the other."""
    return int(record[SCORE]) if seat == 0 else -int(record[SCORE])


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return how many points a seat is ahead."""
    return float(score_for(record, seat))


@rule
def observe(record: Any, options: Any, seat: int, seen: Any) -> None:
    """Write what a seat sees over zeros, as ``observation`` does."""
    other = 1 - seat
    theirs = record[HANDS + other]
    shown = record[KNOWN + other]
    if KNOCKED <= record[PHASE] < WALLED:
        shown = theirs
    write_cards(seen, 0, record[HANDS + seat])
    write_cards(seen, PLANE, record[KNOWN + seat])
    write_cards(seen, 2 * PLANE, shown)
    write_cards(seen, 3 * PLANE, record[PILE])
    write_cards(seen, 4 * PLANE, record[LAID + other])
    write_cards(seen, 5 * PLANE, record[TOP])
    write_cards(seen, 6 * PLANE, record[TAKEN])
    score = score_for(record, seat)
    write_numbers(
        seen,
        record[PHASE],
        record[MOVER] == seat,
        seat == 1,
        count_bits(stock_of(record)),
        count_bits(theirs & ~shown),
        max(score, 0),
        max(-score, 0),
        record[IDLE] / options[MOST_IDLE],
    )


@rule
def allow(record: Any, options: Any, allowed: Any) -> None:
    """Write a 1 for each legal move of the seat on turn, over zeros."""
    phase = record[PHASE]
    if phase < DISCARD:
        allowed[PILE_NUMBER] = 1
        allowed[STOCK_NUMBER if phase == DRAW else PASS_NUMBER] = 1
    elif phase == DISCARD:
        write_cards(allowed, DISCARDS, free_cards(record))
        write_cards(allowed, KNOCKS, record[KNOCKING])
        if record[HAS_BIG]:
            allowed[BIG] = 1


def batch_of(variant: Gin) -> Batch:
    """Return a variant for ``stepping.loop``.

    Raises:
        SuitwiseError: it is a match or declares melds.

    >>> from suitwise.stepping.steps import Steps
    >>> steps = Steps(batch_of(Gin()), 2, seed=7)
    >>> steps.observations.shape, [steps.batch.text_of(i) for i in steps.masks[0].nonzero()[0]]
    ((2, 381), ['pile', 'pass'])
    """
    facts = variant.facts
    options = options_of(variant)
    assert facts.distinct_moves is not None
    return Batch(
        game=variant,
        columns=COLUMNS,
        options=options,
        actions=facts.distinct_moves,
        fields=variant.observation_fields(),
        lowest=facts.lowest_return,
        rules=Rules(deal, turn, is_legal, act, play_other, outcome, observe, allow),
        text_of=partial(numbered_text, variant),
        policies=POLICIES,
        own=Own(deal_own, act_own, choose_own, nth_own, room=_ROOM, plain_s=_PLAIN_S),
    )
