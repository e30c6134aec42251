"""A trick: who wins it and why, and what the next hand must play to it."""

from __future__ import annotations

from collections.abc import Mapping

from suitwise.errors import IllegalPosition
from suitwise.foundation.seating import players, seat_at
from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.players.board.questions import Answer, Field, Question, Row
from suitwise.texas42.board.fields import (
    LEADER,
    OUT,
    TRUMPS,
    declaration_in,
    seat_in,
)
from suitwise.texas42.face import tricks
from suitwise.texas42.rules.dominoes import dominoes_of, parse_dominoes
from suitwise.texas42.rules.position import distinct_mask, refuse_out, stands_twice
from suitwise.texas42.rules.suits import legal_plays
from suitwise.texas42.rules.tricks import HAND, led_suit
from suitwise.texas42.rules.words import duty_named


def explained(fields: Mapping[str, str], more: int = 0) -> Answer:
    """Answer who wins a trick and why, and what a hand may play to it.

    >>> texts = {"trumps": "5", "leader": "0", "trick": "6-3 6-6", "hand": "6-4 5-0", "out": ""}
    >>> found = explained(texts)
    >>> print(found.verdict, *found.lines, *(f"{row.move}: {row.text}" for row in found.rows), sep="\\n")
    seat 1 is winning it
    seat 0 leads 6-3: sixes are led
    6-6 of seat 1 is higher than 6-3
    seat 2 must play the suit led, sixes: 6-4
    6-4: may be played
    5-0: may not be played
    """
    declaration, leader, out = (
        declaration_in(fields),
        seat_in(fields, "leader"),
        seat_in(fields, "out"),
    )
    trick, held = parse_dominoes(fields["trick"]), parse_dominoes(fields["hand"])
    refuse_out(out, leader, declaration)
    _refuse_too_many(out, len(trick))
    both = distinct_mask(trick) & distinct_mask(held)
    if both:
        raise IllegalPosition(stands_twice(dominoes_of(both)[0]))
    lines = tricks.explained(leader, trick, declaration, out)
    duty: list[Phrase] = []
    rows: list[Row] = []
    if held and len(trick) < players(out):
        seat = seat_at(leader, len(trick), out)
        duty, rows = _duty(seat, distinct_mask(held), led_suit(trick[0], declaration), declaration)
    drawing = tricks.picture(leader, trick, declaration, out)
    return Answer(lines[-1], (*lines[:-1], *duty), rows, svg=drawing)


def _refuse_too_many(out: int, n_played: int) -> None:
    if n_played > players(out):
        raise IllegalPosition(
            phrase(
                "texas42.board.too-many",
                "a trick has {most} dominoes, not {n}",
                most=players(out),
                n=n_played,
            )
        )


def _duty(seat: int, held: int, suit: int, declaration: int) -> tuple[list[Phrase], list[Row]]:
    """Return what a seat must play, and of each domino that it holds whether it may be played."""
    legal = legal_plays(held, suit, declaration)
    if legal == held:
        said = phrase("texas42.board.free", "{seat} may play any of these", seat=Seat(seat))
    else:
        said = phrase(
            "texas42.must-play",
            "{seat} must play {duty}: {legal}",
            seat=Seat(seat),
            duty=duty_named(suit, declaration),
            legal=" ".join(map(str, dominoes_of(legal))),
        )
    may, not_now = (
        phrase("texas42.board.may", "may be played"),
        phrase("texas42.board.may-not", "may not be played"),
    )
    ordered = sorted(dominoes_of(held), key=lambda domino: not legal >> domino & 1)
    return [said], [Row(str(domino), may if legal >> domino & 1 else not_now) for domino in ordered]


TRICK = Question(
    "trick",
    (
        TRUMPS,
        LEADER,
        Field("trick", "cards", "6-3 6-6 5-0", most=4),
        Field("hand", "cards", "6-4 5-5 4-1", most=HAND, is_needed=False),
        OUT,
    ),
    explained,
)
"""Who wins a trick, and what must be played to it."""
