"""Calls, points and tricks of Texas 42 in words."""

from __future__ import annotations

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.texas42.rules.auction import CALL_TEXT, FIRST_MARK, MARKS, PASS, is_plunge, is_splash


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
