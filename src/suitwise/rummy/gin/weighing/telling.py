"""What a position of gin rummy tells of the other hand, as the numbers of ``weighing.likely``.

The other may be one that knocks as soon as it can or one that waits for gin. Of the first kind the
fewer are left the longer nobody has knocked: ``_SURVIVING`` is how many of them have not knocked at a
height of the pile for one of the others, in games between the two kinds. How sharp a hand is by then was
set so that drawn hands have the deadwood on average that those of ``rules`` had in 120 games.
"""

from __future__ import annotations

from math import log2

from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.rummy.gin.rules.melds import BITS
from suitwise.rummy.gin.state import GinState
from suitwise.rummy.gin.weighing.likely import EVIDENCE, KNOWN_COLUMNS, RECENT

AT_ONCE = 0.9
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
    left = AT_ONCE * _by_height(_SURVIVING, height)
    return left / (left + 1 - AT_ONCE)


def _by_height(numbers: tuple[float, ...], height: int) -> float:
    return numbers[min(height // 2, len(numbers) - 1)]
