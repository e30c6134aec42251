"""``trick``: who wins a trick, whole or still open, and why, play by play.

The rules are those of ``rules.winning``, the sentences those of the table; ``suitwise tractor trick``
answers the same.
"""

from __future__ import annotations

from itertools import takewhile

from suitwise.errors import IllegalPosition
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.phrases import Phrase, Seat, TypedName, phrase
from suitwise.players.board import Answer, Field, Question, Row
from suitwise.players.board.reading import read
from suitwise.tractor.board.form import (
    HANDS,
    HOUSE,
    LEVEL,
    MAIN,
    SWITCHES,
    Form,
    hands_in,
    house_in,
    seat_field,
    seat_in,
    trump_in,
)
from suitwise.tractor.face.names import points_named
from suitwise.tractor.face.tricks import drawn, reasons, taken_by
from suitwise.tractor.rules.piles import MOST_CARDS, Pile
from suitwise.tractor.rules.scoring import points_of
from suitwise.tractor.rules.throws import led_partition
from suitwise.tractor.rules.winning import winner_at_table
from suitwise.tractor.seats import Trick


def answer(form: Form, more: int = 0) -> Answer:
    """Return who wins a trick, or does so far, and why.

    Args:
        form: ``main``, ``level``, ``leader`` 1 to 4, ``seat1`` to ``seat4`` by the seats, ``house``.
        more: nothing more is found with more time.

    Raises:
        SuitwiseError: something can't be read, or the plays are no trick.

    >>> form = {"main": "H", "level": "2", "leader": "1"}
    >>> told = answer(form | {"seat1": "SA", "seat2": "H4", "seat3": "ST", "seat4": "D3"})
    >>> print(told.verdict, *told.lines, sep="; ")  # doctest: +NORMALIZE_WHITESPACE
    seat 1 takes it: 10 points; seat 0: SA is led; seat 1: H4 is higher than SA; seat 2: ST is not
    higher than H4; seat 3: the reply is all diamonds, not all spades or all trump
    """
    trump, leader, house = trump_in(form), seat_in(form, "leader"), house_in(form)
    piles = hands_in(form, HANDS)
    order = [(leader + place) % 4 for place in SEATS]
    plays = tuple(takewhile(lambda pile: pile.once, (piles[seat] for seat in order)))
    read(form, HANDS[leader], lambda _: led_partition(piles[leader], trump))
    for seat in order:
        if piles[seat].size not in (0, plays[0].size):
            raise IllegalPosition(_not_as_many(seat, piles[seat].size, plays[0].size))
    for seat in order[len(plays) :]:
        if piles[seat].once:
            raise IllegalPosition(_before(order[len(plays)], seat))
    trick, ruling = Trick(leader, plays), winner_at_table(trump, plays, house)
    winner = order[ruling.winner]
    rows = [
        Row(str(pile), _worth(seat, pile), is_best=seat == winner)
        for seat, pile in zip(order, plays, strict=False)
    ]
    return Answer(
        taken_by(trick, ruling),
        lines=list(reasons(trick, ruling)),
        rows=rows,
        svg=drawn(trick, ruling, 1),
    )


def _worth(seat: int, play: Pile) -> Phrase:
    """Return the points of a seat's play."""
    points = points_named(points_of(play.once, play.twice))
    return phrase("tractor.why.play", "{seat}: {why}", seat=Seat(seat), why=points)


def _not_as_many(seat: int, given: int, led: int) -> Phrase:
    return phrase(
        "tractor.board.not-as-many",
        "{field}: {given} cards, and the lead has {led}",
        field=TypedName(HANDS[seat], "board.field"),
        given=given,
        led=led,
    )


def _before(lacking: int, seat: int) -> Phrase:
    return phrase(
        "tractor.board.before",
        "{first} plays before {second}: set its cards, too",
        first=Seat(lacking),
        second=Seat(seat),
    )


TRICK = Question(
    "trick",
    (
        MAIN,
        LEVEL,
        seat_field("leader"),
        *(
            Field(name, "cards", start, most=MOST_CARDS, is_needed=False)
            for name, start in zip(HANDS, ("HQHQ", "HKHT", "S3S3", "H5HA"), strict=True)
        ),
        HOUSE,
        SWITCHES,
    ),
    answer,
)
