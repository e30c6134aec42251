"""``duty``: what a hand owes to a lead, how many plays follow it, and whether one does.

The rules are those of ``rules.following``; ``suitwise tractor follow`` answers the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from suitwise.cards import format_cards
from suitwise.foundation.text.phrase_lists import all_of
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.players.board import Answer, Field, Question, Row
from suitwise.players.board.reading import is_empty, read
from suitwise.tractor.board.form import (
    HOUSE,
    LEVEL,
    MAIN,
    SWITCHES,
    Form,
    hand_in,
    house_in,
    trump_in,
)
from suitwise.tractor.face.asking import followed
from suitwise.tractor.face.names import block_named, points_named
from suitwise.tractor.face.replying import nearest
from suitwise.tractor.rules.following.duty import Duty, duty_of
from suitwise.tractor.rules.piles import EMPTY, MOST_CARDS, Pile, pile_of
from suitwise.tractor.rules.scoring import points_of
from suitwise.tractor.rules.throws import led_partition
from suitwise.tractor.seats import DECK

MOST_LISTED = 12
"""More legal plays than these are counted, and some of them named."""


def answer(form: Form, more: int = 0) -> Answer:
    """Return what a hand owes; of a play, whether it follows.

    Args:
        form: ``main``, ``level``, ``lead``, ``hand``, ``play`` (or none) and ``house``.
        more: nothing more is found with more time.

    Raises:
        SuitwiseError: something can't be read, or the cards can't lie like this.

    >>> told = answer({"main": "S", "level": "2", "lead": "H3H3", "hand": "H6H6H8H9", "play": "H8H9"})
    >>> print(told.verdict)
    follow pairs: 1 pair is owed, the play gives no pair; H6H6 would meet it
    >>> [row.move for row in told.rows]
    ['H6H6']
    """
    trump, house = trump_in(form), house_in(form)
    lead, hand = hand_in(form, "lead"), hand_in(form, "hand")
    read(form, "lead", lambda _: led_partition(lead, trump))
    duty = read(form, "hand", lambda _: duty_of(trump, lead, hand, house))
    if is_empty(form, "play"):
        told = list(_lines(duty))
        return Answer(followed(duty), told, _rows(duty, EMPTY), command=_command(duty))
    play = hand_in(form, "play")
    command = f"{_command(duty)} --play {play}"
    fault = duty.why_not(play)
    if fault is None:
        verdict = phrase("tractor.board.follows", "{cards} follows the lead", cards=CardText(play))
        return Answer(verdict, [followed(duty), *_lines(duty)], command=command)
    rows = _rows(duty, play if play.within(hand) else EMPTY)
    return Answer(fault, [followed(duty), *_lines(duty)], rows, command=command)


def _command(duty: Duty) -> str:
    return (
        f"suitwise tractor follow --trump {duty.trump} --lead {duty.lead} --hand {duty.hand} "
        f"--profile '{duty.profile}'"
    )


def _lines(duty: Duty) -> Iterator[Phrase]:
    """Yield how many plays are legal, what is owed and by which cards, and which cards are open."""
    if duty.n_legal == 1:
        yield phrase("tractor.board.one-play", "1 play is legal")
    else:
        yield phrase("tractor.board.plays", "{n} plays are legal", n=duty.n_legal)
    if duty.owed:
        yield phrase(
            "tractor.board.owed",
            "owed: {blocks}; {cards} would do",
            blocks=all_of(map(block_named, duty.owed)),
            cards=CardText(" ".join(format_cards(sorted(block.cards)) for block in duty.owed)),
        )
    closed = duty.hand.of(~duty.open(EMPTY).once & DECK.once)
    if closed.once:
        yield phrase("tractor.board.closed", "in no legal play: {cards}", cards=CardText(closed))


def _rows(duty: Duty, chosen: Pile) -> list[Row]:
    """Return all plays that follow, or of many those nearest to a choice."""
    few = duty.n_legal <= MOST_LISTED
    plays = list(islice(duty.plays, MOST_LISTED)) if few else map(pile_of, nearest(duty, chosen))
    return [Row(str(play), points_named(points_of(play.once, play.twice))) for play in plays]


DUTY = Question(
    "duty",
    (
        MAIN,
        LEVEL,
        Field("lead", "cards", "H3H3H4H4", most=MOST_CARDS),
        Field("hand", "cards", "H6H6H7H7H9H9HJC5", most=MOST_CARDS),
        Field("play", "cards", most=MOST_CARDS, is_needed=False, is_apart=False),
        HOUSE,
        SWITCHES,
    ),
    answer,
)
