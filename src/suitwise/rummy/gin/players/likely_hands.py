"""Sample hands of the other seat at gin rummy by the likelihood of its play (Metropolis sampling).

The evidence of a hand: cards that the seat left on the pile rarely make a meld with it; each discard
costs little under the playout policy (``evaluation``); cards that it took mostly lie in melds; it has
not knocked; and the more turns it has had, the less deadwood it has. Older turns count less, since hands
change. The *surprise* of a hand is the negative log-likelihood of this evidence, in eighths of a bit. A
hand that could knock and has not belongs to a seat that waits for gin.

The sampler is a random walk (Metropolis and others, 1953) that exchanges a card of the hand for one of
the stock. It uses integers only, so it is the same on every machine.
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

# The layout of the evidence, KNOWN_COLUMNS numbers.
TAKEN = 0
"""The cards that the other seat took and holds."""
ROOM = 1
"""The number of its other cards."""
UNSEEN = 2
"""The number of cards that it may hold."""
SEEN = 3
"""The cards of the pile, and those known to be in one's own hand."""
MOST_KEPT = 4
"""The most deadwood to knock with."""
AT_ONCE_OF = 5
"""Of 1,024 seats that have not knocked by now, the number that knock as soon as they can."""
WAITING = 6
"""The surprise of a hand that could have knocked."""
PASSES = 7
"""The number of recent cards that the seat left on the pile."""
LAYS = 8
"""The number of recent cards that it laid."""
SHARPENED = 9
"""The surprise of a point of deadwood, in eighths."""
EVIDENCE = 10
"""The cards left, then the cards laid, each newest first with room for RECENT."""
RECENT = 6
KNOWN_COLUMNS = EVIDENCE + 2 * RECENT

_FADING = (16, 14, 12, 10, 8, 6)
"""The weights of turns, newest first, in sixteenths."""
_LEFT_A_MELD = 40
"""The surprise if a card that makes a meld with the hand was left."""
_TOOK_NO_MELD = 16
"""The surprise if a card that was taken is in no meld."""
_DEAR = 40
"""The greatest surprise of a discard; its surprise is its extra cost in eighths of a point."""
_IMPOSSIBLE = 1 << 16
_ACCEPTED = tuple(round((1 << 20) * 0.5 ** (k / 8)) for k in range(160))
"""The acceptance probability, times 2 to the 20, of a step that increases the surprise by k."""
_WARM, _STEPS = 150, 12
"""The number of steps before the first hand, and between two hands."""


@rule
def surprise(hand: int, known: Any) -> int:
    """Return the surprise of a hand of ten: the negative log-likelihood of the evidence."""
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
    """Return the hand that consists of the cards taken and the first ``room`` cards of an order."""
    hand = taken
    for i in range(room):
        hand |= 1 << order[i]
    return hand


@rule
def _mixed(order: Any, first: int, size: int, seed: int, stream: int, index: int) -> int:
    """Shuffle the part of an order from ``first``; return the next index of the stream."""
    for i in range(size - 1, first, -1):
        j, index = below(i - first + 1, seed, stream, index)
        kept = order[i]
        order[i] = order[first + j]
        order[first + j] = kept
    return index


@rule
def _habit_of(hand: int, known: Any, number: int) -> int:
    """Return a random habit of the other seat given its hand, by a random number of 32 bits."""
    if not known[WAITING] or gin_deadwood(hand) > known[MOST_KEPT]:
        if number & 1023 < known[AT_ONCE_OF]:
            return AT_ONCE
        return FOR_GIN if number >> 10 & 1 else OURS
    return FOR_GIN


@rule
def likely_worlds(known: Any, order: Any, worlds: Any, seed: int, stream: int) -> None:
    """Sample worlds, a row each: the unseen cards, first the other seat's, then the stock; its habit.

    Args:
        known: the evidence, KNOWN_COLUMNS numbers.
        order: the bit indexes of the unseen cards, shuffled.
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


# --- The evidence of a position -------------------------------------------------------------------
#
# The other seat either knocks as soon as it can or waits for gin. The longer nobody has knocked, the
# less likely is the first kind, by Bayes' rule. ``_SURVIVING`` is the ratio of the probabilities that
# a seat of the first and of the second kind has not knocked at a height of the pile, measured in games
# between the two. ``_SHARPENED`` was fitted so that sampled hands have on average the deadwood of the
# hands of ``rules`` in 120 games.

AT_ONCE_SHARE = 0.9
"""The prior share of players that knock as soon as they can."""
_SURVIVING = (1, 1, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42, 0.35, 0.3, 0.25, 0.2)
_SHARPENED = (4, 4, 6, 8, 8, 10, 10, 11, 12, 14)
"""Both tables: an entry for every two cards of the pile, the last for all higher piles."""


def known_of(state: GinState) -> NDArray[np.int64]:
    """Return the evidence that the seat on turn has of the other hand."""
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
    """Return the newest cards that the other seat left on the pile, as bits, newest first."""
    left = [
        BITS[card]
        for card, layer in reversed(state.pile)
        if layer == 1 - other or (layer < 0 and state.phase != "first")
    ]
    return left[:RECENT]


def laid_by(state: GinState, other: int) -> list[int]:
    """Return the newest cards that the other seat laid on the pile, as bits, newest first."""
    return [BITS[card] for card, layer in reversed(state.pile) if layer == other][:RECENT]


def at_once_by(height: int) -> float:
    """Return the posterior probability that a seat that has not knocked by now knocks when it can.

    Args:
        height: the number of cards of the pile.

    >>> round(at_once_by(2), 2), round(at_once_by(20), 2)
    (0.9, 0.73)
    """
    left = AT_ONCE_SHARE * _by_height(_SURVIVING, height)
    return left / (left + 1 - AT_ONCE_SHARE)


def _by_height(numbers: tuple[float, ...], height: int) -> float:
    return numbers[min(height // 2, len(numbers) - 1)]
