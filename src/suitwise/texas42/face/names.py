"""The names of suits, calls, declarations and points of Texas 42 as phrases."""

from __future__ import annotations

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.texas42.rules.auction import CALL_TEXT, FIRST_MARK, MARKS, PASS, is_plunge, is_splash
from suitwise.texas42.rules.suits import CALLED_SUIT, DOUBLES

_SUITS = (
    phrase("texas42.name.blanks", "blanks"),
    phrase("texas42.name.aces", "aces"),
    phrase("texas42.name.deuces", "deuces"),
    phrase("texas42.name.treys", "treys"),
    phrase("texas42.name.fours", "fours"),
    phrase("texas42.name.fives", "fives"),
    phrase("texas42.name.sixes", "sixes"),
)
_TRUMPS = phrase("texas42.name.trumps", "trumps")
_DOUBLES = phrase("texas42.name.doubles", "doubles")
_DECLARATIONS = (
    *_SUITS,
    _DOUBLES,
    phrase("texas42.name.notrump", "no trump"),
    phrase("texas42.name.nello", "nello, doubles a suit of their own"),
    phrase("texas42.name.nello-inverted", "nello, doubles a suit of their own with 0-0 high"),
    phrase("texas42.name.nello-high", "nello, doubles high"),
    phrase("texas42.name.nello-low", "nello, doubles low"),
    phrase("texas42.name.sevens", "sevens"),
)


def suit_named(suit: int, declaration: int) -> Phrase:
    """Return the name of a suit led: a called one is the trumps, or nello's doubles.

    >>> suit_named(6, 5), suit_named(7, 5), suit_named(7, 9)
    ('sixes', 'trumps', 'doubles')
    """
    if suit < CALLED_SUIT:
        return _SUITS[suit]
    return _TRUMPS if declaration <= DOUBLES else _DOUBLES


def declaration_named(declaration: int) -> Phrase:
    """Return the name of what is declared.

    >>> declaration_named(5), declaration_named(8)
    ('fives', 'no trump')
    """
    return _DECLARATIONS[declaration]


def call_named(call: int) -> Phrase:
    """Return the name of a call.

    >>> from suitwise.texas42.rules.auction import call_of
    >>> [str(call_named(call_of(text))) for text in ("31", "1m", "2m", "plunge4")]
    ['31', '1 mark', '2 marks', 'plunge for 4 marks']
    """
    marks = MARKS[call]
    if call == PASS:
        return phrase("texas42.name.pass", "pass")
    if call < FIRST_MARK:
        return phrase("texas42.name.bid", "{bid}", bid=CALL_TEXT[call])
    if is_plunge(call):
        return phrase("texas42.name.plunge", "plunge for {n} marks", n=marks)
    if is_splash(call):
        return phrase("texas42.name.splash", "splash for {n} marks", n=marks)
    if marks == 1:
        return phrase("texas42.name.mark", "1 mark")
    return phrase("texas42.name.marks", "{n} marks", n=marks)


def points_named(points: int) -> Phrase:
    """Return a number of points in words.

    >>> points_named(1), points_named(0)
    ('1 point', '0 points')
    """
    if points == 1:
        return phrase("texas42.name.point", "1 point")
    return phrase("texas42.name.points", "{n} points", n=points)


def tricks_named(tricks: int) -> Phrase:
    """Return a number of tricks in words.

    >>> tricks_named(1), tricks_named(3)
    ('1 trick', '3 tricks')
    """
    if tricks == 1:
        return phrase("texas42.name.trick", "1 trick")
    return phrase("texas42.name.tricks", "{n} tricks", n=tricks)
