"""The rules of Whist: those of all trick-taking games, a card turned up for trump, and odd tricks.

They are those of pagat.com/whist/whist.html and of Cavendish, "The Laws and Principles of Whist".
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.tricks import TrickRules
from suitwise.tricks.cards import HAND, suit_of
from suitwise.tricks.rules import (
    DEALER,
    NUMBERS,
    POINTS,
    TOOK,
    TRUMP,
    lead,
    score_of,
    turn_up,
)

BOOK = 6
"""Tricks that score nothing; those beyond are odd tricks."""
GRAND = HAND - BOOK
"""The most points that a deal is worth."""
TARGET = NUMBERS
"""The points of a game, 0 for a single deal."""


@rule
def open_deal(record: Any, options: Any, last: int) -> None:
    """Turn up the last card, which is the dealer's: its suit is trump. The dealer's left leads."""
    dealer = record[DEALER]
    turn_up(record, dealer, last)
    record[TRUMP] = suit_of(last)
    lead(record, (dealer + 1) % 4)


@rule
def score_deal(record: Any, options: Any) -> None:
    """Score a point for each odd trick of a side."""
    for seat in range(4):
        took = record[TOOK + seat] + record[TOOK + (seat + 2) % 4]
        record[POINTS + seat] = max(took - BOOK, 0)


@rule
def is_won(record: Any, options: Any) -> bool:
    """Tell whether a side has the points of a game."""
    most = max(score_of(record, 0), score_of(record, 1))
    return bool(most >= max(options[TARGET], 1))


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return 1 for a game won and -1 for one lost, or the odd tricks of a single deal."""
    ahead = score_of(record, seat) - score_of(record, (seat + 1) % 4)
    if options[TARGET] == 0:
        return float(ahead)
    return 1.0 if ahead > 0 else -1.0


RULES = TrickRules(open_deal, score_deal=score_deal, is_won=is_won, outcome=outcome)
