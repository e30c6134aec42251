"""The rules of Hearts: what is passed, who leads, what may not be led or thrown, what points cost.

They are those of pagat.com/reverse/hearts.html: three cards are passed to the left, the right, across
and not at all in turn; the two of clubs leads; a heart costs a point and the queen of spades thirteen;
who takes all of them gives 26 to each of the others instead.
"""

from __future__ import annotations

from typing import Any

from suitwise.cards import Card
from suitwise.foundation.arrays.compiled import rule
from suitwise.tricks import TrickRules
from suitwise.tricks.cards import ALL, HEARTS, SUIT
from suitwise.tricks.rules import (
    COUNT,
    DEALS,
    HELD,
    NUMBERS,
    POINTS,
    SHOWN,
    card_at,
    following,
    lead,
    pass_cards,
    place_in_trick,
    played,
    score_of,
)

MOON = 26
"""All points of a deal."""
PASSED = 3
LEFT_OF = (1, 3, 2, 0)
"""How many seats to the left cards are passed: to the left, to the right, across, and not at all."""
ROTATE = 4
TARGET, PASSING, QUEEN_BREAKS = range(NUMBERS, NUMBERS + 3)

ALL_HEARTS = SUIT[HEARTS]
QUEEN = 1 << int(Card("SQ"))
COSTLY = ALL_HEARTS | QUEEN
TWO = int(Card("C2"))


@rule
def open_deal(record: Any, options: Any, last: int) -> None:
    """Pass three cards, in each deal another way, or play at once."""
    way = record[DEALS] % 4 if options[PASSING] == ROTATE else options[PASSING]
    if LEFT_OF[way] > 0:
        pass_cards(record, PASSED, LEFT_OF[way])
    else:
        open_play(record, options)


@rule
def open_play(record: Any, options: Any) -> None:
    """Let who holds the two of clubs lead; so everybody knows who does."""
    for seat in range(4):
        if record[HELD + seat] >> TWO & 1:
            record[SHOWN + seat] |= 1 << TWO
            lead(record, seat)


@rule
def is_broken(record: Any, options: Any) -> bool:
    """Tell whether a heart has been played, or the queen of spades where she breaks hearts, too."""
    breaking = COSTLY if options[QUEEN_BREAKS] else ALL_HEARTS
    return played(record) & breaking != 0


@rule
def barring(record: Any, options: Any, card: int) -> int:
    """Lead the two of clubs; then follow suit, lead no heart too early, and spare the first trick."""
    if record[COUNT] == 0:
        return 0 if card == TWO else 1 << TWO
    if place_in_trick(record) == 0:
        is_early = ALL_HEARTS >> card & 1 and not is_broken(record, options)
        return ALL & ~ALL_HEARTS if is_early else 0
    bars = following(record, card)
    if record[COUNT] < 4 and COSTLY >> card & 1:
        return bars | ALL & ~COSTLY
    return bars


@rule
def points_of(card: int) -> int:
    """Return what a card costs: a point for a heart, thirteen for the queen of spades."""
    return (ALL_HEARTS >> card & 1) + 13 * (QUEEN >> card & 1)


@rule
def score_trick(record: Any, options: Any, winner: int) -> None:
    """Score the points of a trick."""
    for place in range(record[COUNT] - 4, record[COUNT]):
        record[POINTS + winner] += points_of(card_at(record, place))


@rule
def score_deal(record: Any, options: Any) -> None:
    """Give who took all points none, and 26 to each of the others."""
    for shooter in range(4):
        if record[POINTS + shooter] == MOON:
            for seat in range(4):
                record[POINTS + seat] = 0 if seat == shooter else MOON
            return


@rule
def is_won(record: Any, options: Any) -> bool:
    """Tell whether somebody has the points that end the game."""
    most = 0
    for seat in range(4):
        most = max(most, score_of(record, seat))
    return bool(most >= max(options[TARGET], 1))


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return the points of a seat as what they cost."""
    return -1.0 * score_of(record, seat)


RULES = TrickRules(open_deal, open_play, barring, score_trick, score_deal, is_won, outcome)
