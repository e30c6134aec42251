"""The words for suits and declarations, each of which can be said in other languages."""

from __future__ import annotations

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.texas42.rules.suits import CALLED_SUIT, DOUBLES, SEVENS

SUIT_NAMES = (
    phrase("texas42.blanks", "blanks"),
    phrase("texas42.aces", "aces"),
    phrase("texas42.deuces", "deuces"),
    phrase("texas42.treys", "treys"),
    phrase("texas42.fours", "fours"),
    phrase("texas42.fives", "fives"),
    phrase("texas42.sixes", "sixes"),
)
TRUMPS = phrase("texas42.trumps", "trumps")
DOUBLES_SUIT = phrase("texas42.doubles", "doubles")
NEAREST = phrase("texas42.nearest", "the nearest to seven")
"""The duty in sevens."""

DECLARATION_NAMES = (
    *SUIT_NAMES,
    DOUBLES_SUIT,
    phrase("texas42.notrump", "notrump"),
    phrase("texas42.nello", "nello"),
    phrase("texas42.nello-inverted", "nello-inverted"),
    phrase("texas42.nello-high", "nello-high"),
    phrase("texas42.nello-low", "nello-low"),
    phrase("texas42.sevens", "sevens"),
)
"""The declarations by their numbers."""


def suit_name(suit: int, declaration: int) -> Phrase:
    """Return the name of a suit: the called suit is the trumps, or nello's doubles.

    >>> suit_name(6, 5), suit_name(7, 5), suit_name(7, 9)
    ('sixes', 'trumps', 'doubles')
    """
    if suit < CALLED_SUIT:
        return SUIT_NAMES[suit]
    return TRUMPS if declaration <= DOUBLES else DOUBLES_SUIT


def duty_named(suit: int, declaration: int) -> Phrase:
    """Return what whoever follows has to play if he can, in words.

    >>> duty_named(6, 5), duty_named(7, 5)
    ('the suit led, sixes', 'a trump')
    """
    if declaration == SEVENS:
        return NEAREST
    if suit == CALLED_SUIT and declaration <= DOUBLES:
        return phrase("texas42.a-trump", "a trump")
    return phrase("texas42.suit-led", "the suit led, {suit}", suit=suit_name(suit, declaration))
