"""Hands that the other seat of gin rummy may hold, drawn as often as its play makes them likely.

What tells of a hand: the cards that the seat left on the pile, which rarely make a meld with it; its
discards, each of which costs little by the quick policy (``policy``); the cards that it took, which
mostly lie in melds; that it has not knocked; and how long it has drawn, which lessens the deadwood.
Older turns count less, as hands change. How unlikely all this is with a hand is its *surprise*, in
eighths of a halving. A hand that could knock and has not is that of a seat that waits for gin
(``telling``).

The hands are those of a random walk (Metropolis and others, 1953) that exchanges a card of the hand for
one of the stock, on integers, so that it is the same on every machine.
"""

from __future__ import annotations

from math import log2
from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.rummy.gin.players.evaluation import AT_ONCE, FOR_GIN, OURS, cheapest, discard_cost
from suitwise.rummy.gin.rules import BITS, PACK, gin_deadwood, meldable
from suitwise.rummy.gin.state import GinState
from suitwise.seeds import below, word

TAKEN = 0
"""The columns of what is known: the cards that the other took and holds,"""
ROOM = 1
"""how many more it holds,"""
UNSEEN = 2
"""how many there are that it may hold,"""
SEEN = 3
"""the cards of the pile and those known to be in one's own hand,"""
MOST_KEPT = 4
"""the most deadwood to knock with,"""
AT_ONCE_OF = 5
"""of 1,024 seats that have not knocked by now, those that knock as soon as they can,"""
WAITING = 6
"""the surprise that a hand that could knock has not,"""
PASSES = 7
"""how many cards it left on the pile,"""
LAYS = 8
"""how many it laid,"""
SHARPENED = 9
"""how much a point of deadwood surprises, in eighths,"""
EVIDENCE = 10
"""and of both the newest, newest first, in turns."""
RECENT = 6
KNOWN_COLUMNS = EVIDENCE + 2 * RECENT

_FADING = (16, 14, 12, 10, 8, 6)
"""How much turns count, newest first, of 16."""
_LEFT_A_MELD = 40
"""The surprise that a card was left that makes a meld with the hand."""
_TOOK_NO_MELD = 16
"""The surprise that a card that was taken lies in no meld."""
_DEAR = 40
"""The most that the cost of a discard counts, in eighths of a point."""
_IMPOSSIBLE = 1 << 16
_ACCEPTED = tuple(round((1 << 20) * 0.5 ** (k / 8)) for k in range(160))
"""How often a step to a hand more surprising by so much is made, of 2 to the 20."""
_WARM, _STEPS = 150, 12
"""The steps before the first hand, and between two."""


@rule
def surprise(hand: int, known: Any) -> int:
    """Return how surprising the other's play is if it holds a hand of ten."""
    total = 0
    loose = int(known[TAKEN]) & ~meldable(hand)
    while loose:
        total += _TOOK_NO_MELD
        loose &= loose - 1
    for i in range(known[PASSES]):
        card = known[EVIDENCE + i]
        if meldable(hand | card) & card:
            total += _LEFT_A_MELD * _FADING[i] >> 4
    unseen = PACK & ~(hand | known[SEEN])
    for i in range(known[LAYS]):
        card = known[EVIDENCE + RECENT + i]
        _, least = cheapest(hand | card, hand | card, unseen, 0)
        dear = discard_cost(hand | card, card, unseen, 0) - least
        total += min(dear, _DEAR) * _FADING[i] >> 4
    deadwood = gin_deadwood(hand)
    total += deadwood * known[SHARPENED] >> 3
    if known[WAITING]:
        if deadwood == 0:
            total += _IMPOSSIBLE
        elif deadwood <= known[MOST_KEPT]:
            total += known[WAITING]
    return int(total)


@rule
def hand_at(order: Any, room: int, taken: int) -> int:
    """Return the hand of the cards taken and the first ones of an order."""
    hand = taken
    for i in range(room):
        hand |= 1 << order[i]
    return hand


@rule
def _mixed(order: Any, first: int, size: int, seed: int, stream: int, index: int) -> int:
    """Shuffle a part of an order; return the next index of the stream."""
    for i in range(size - 1, first, -1):
        j, index = below(i - first + 1, seed, stream, index)
        kept = order[i]
        order[i] = order[first + j]
        order[first + j] = kept
    return index


@rule
def _habit_of(hand: int, known: Any, number: int) -> int:
    """Return a habit that the other may have with a hand, by a random number of 32 bits."""
    if not known[WAITING] or gin_deadwood(hand) > known[MOST_KEPT]:
        if number & 1023 < known[AT_ONCE_OF]:
            return AT_ONCE
        return FOR_GIN if number >> 10 & 1 else OURS
    return FOR_GIN


@rule
def likely_worlds(known: Any, order: Any, worlds: Any, seed: int, stream: int) -> None:
    """Draw worlds: a row each, the unseen cards with the other's first, then the stock; and its habit.

    Args:
        known: KNOWN_COLUMNS numbers.
        order: the unseen cards as the numbers of their bits, mixed.
        worlds: array (worlds, unseen cards + 1), filled.
        seed: 64-bit seed.
        stream: the stream of the decision.
    """
    room, size, taken = known[ROOM], known[UNSEEN], known[TAKEN]
    index = _mixed(order, 0, size, seed, stream, 0)
    hand = hand_at(order, room, taken)
    now = surprise(hand, known)
    for row in range(len(worlds)):
        for _ in range((_WARM if row == 0 else _STEPS) if room else 0):
            i, index = below(room, seed, stream, index)
            j, index = below(size - room, seed, stream, index)
            j += room
            other = hand & ~(1 << order[i]) | 1 << order[j]
            then = surprise(other, known)
            more = then - now
            index += 1
            if more <= 0 or (
                more < len(_ACCEPTED) and word(seed, stream, index) & 0xFFFFF < _ACCEPTED[more]
            ):
                kept = order[i]
                order[i] = order[j]
                order[j] = kept
                hand, now = other, then
        index = _mixed(order, room, size, seed, stream, index)
        for k in range(size):
            worlds[row, k] = order[k]
        worlds[row, size] = _habit_of(hand, known, word(seed, stream, index))
        index += 1


# --------------------------------------------------------------------------------------------------
# What a position of gin rummy tells of the other hand, as the numbers of ``weighing.likely``
#
# The other may be one that knocks as soon as it can or one that waits for gin. Of the first kind the
# fewer are left the longer nobody has knocked: ``_SURVIVING`` is how many of them have not knocked at
# a height of the pile for one of the others, in games between the two kinds. How sharp a hand is by
# then was set so that drawn hands have the deadwood on average that those of ``rules`` had in 120
# games.

AT_ONCE_SHARE = 0.9
"""The share of players that knock as soon as they can."""
_SURVIVING = (1, 1, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42, 0.35, 0.3, 0.25, 0.2)
_SHARPENED = (4, 4, 6, 8, 8, 10, 10, 11, 12, 14)
"""By two cards of the pile each, the last for all that are higher."""


def known_of(state: GinState) -> NDArray[np.int64]:
    """Return the numbers of what the seat on turn knows of the other's hand."""
    seat, other = state.seat, 1 - state.seat
    passed, laid = passed_by(state, other), laid_by(state, other)
    hidden = state.hidden(seat)
    share = at_once_by(len(state.pile))
    has_moved = bool(laid or state.known[other])
    known = np.zeros(KNOWN_COLUMNS, np.int64)
    known[:EVIDENCE] = (
        state.known[other],
        hidden.bit_count(),
        (hidden | state.stock).bit_count(),
        state.pile_bits() | state.known[seat],
        state.variant.knock,
        round(1024 * share),
        round(-8 * log2(1 - share)) if has_moved else 0,
        len(passed),
        len(laid),
        _by_height(_SHARPENED, len(state.pile)) if has_moved else 0,
    )
    known[EVIDENCE : EVIDENCE + len(passed)] = passed
    known[EVIDENCE + RECENT : EVIDENCE + RECENT + len(laid)] = laid
    return known


def passed_by(state: GinState, other: int) -> list[int]:
    """Return the newest cards that the other left on the pile, bits, newest first."""
    left = [
        BITS[card]
        for card, layer in reversed(state.pile)
        if layer == 1 - other or (layer < 0 and state.phase != "first")
    ]
    return left[:RECENT]


def laid_by(state: GinState, other: int) -> list[int]:
    """Return the newest cards that the other laid on the pile, bits, newest first."""
    return [BITS[card] for card, layer in reversed(state.pile) if layer == other][:RECENT]


def at_once_by(height: int) -> float:
    """Return the share of those that knock as soon as they can among all that have not knocked by now.

    Args:
        height: the cards of the pile.

    >>> round(at_once_by(2), 2), round(at_once_by(20), 2)
    (0.9, 0.73)
    """
    left = AT_ONCE_SHARE * _by_height(_SURVIVING, height)
    return left / (left + 1 - AT_ONCE_SHARE)


def _by_height(numbers: tuple[float, ...], height: int) -> float:
    return numbers[min(height // 2, len(numbers) - 1)]
