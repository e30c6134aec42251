"""``throw``: whether a throw stands against hands that are known, or against all cards unseen.

The rules are those of ``rules.throws``; ``suitwise tractor rule`` and ``trick`` answer the same.
"""

from __future__ import annotations

from collections.abc import Iterator

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
    cards_in,
    hand_in,
    hands_in,
    house_in,
    trump_in,
)
from suitwise.tractor.face.names import lead_named, points_named
from suitwise.tractor.rules.blocks import Block, parts_of
from suitwise.tractor.rules.order import PARTITION_NAMES
from suitwise.tractor.rules.piles import EMPTY, MOST_CARDS
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.throws import TURNS, Throw, led_partition, throw_in_play, throw_of
from suitwise.tractor.seats import DECK

HANDS = ("next", "partner", "before")
"""The fields of the other hands: the next seat's, the partner's, that of the seat before the leader."""


def answer(form: Form, more: int = 0) -> Answer:
    """Return whether a throw stands; if not, which parts are beaten, by whom, and what is led.

    Args:
        form: ``main``, ``level``, ``throw``, ``own`` (other cards that the leader sees), the hands
            ``next``, ``partner`` and ``before`` so far as they are known, and ``house``. Where none of
            the hands is known, the throw is held against all cards that the leader does not see.
        more: nothing more is found with more time.

    Raises:
        SuitwiseError: something can't be read, or the cards can't lie like this.

    >>> form = {"main": "S", "level": "2", "throw": "HQHK"}
    >>> told = answer(form | {"next": "H3H4", "partner": "HAHA", "before": "H5H6"})
    >>> print(told.verdict, *told.lines, sep="; ")  # doctest: +NORMALIZE_WHITESPACE
    it fails: the partner beats HQ, and HQ is led; a throw of HK, HQ, hearts; a failed throw leads its
    smallest part that somebody beats (forced=beaten)
    >>> print(answer(form | {"own": "HAHA HK"}).verdict)
    it is certain to stand: no card that you do not see beats a part of it
    """
    trump, house = trump_in(form), house_in(form)
    thrown, own = hand_in(form, "throw"), cards_in(form, "own")
    hands = hands_in(form, HANDS, (thrown, own))
    partition = read(form, "throw", lambda _: led_partition(thrown, trump))
    parts = parts_of(thrown, trump, house.chain_mask(trump.main_index))
    kind = phrase(
        "tractor.note.lead",
        "{kind}, {suit}",
        kind=lead_named(parts),
        suit=PARTITION_NAMES[partition],
    )
    lines = [kind, *_options(house, len(parts))]
    if not all(is_empty(form, name) for name in HANDS):
        found = throw_of(trump, (thrown, *hands), thrown, house)
        return Answer(found.phrase, lines=lines, rows=[_row(part, found) for part in parts])
    unseen = DECK.minus(thrown).minus(own)
    found = throw_in_play(trump, (thrown, unseen, EMPTY, EMPTY), thrown, house)
    rows = [_row_of_chance(part, found) for part in parts]
    return Answer(_chance(found, len(parts)), lines=lines, rows=rows)


def _chance(found: Throw, parts: int) -> Phrase:
    """Return whether a throw is certain to stand, held against all cards that are not seen."""
    if found.stands and parts == 1:
        return found.phrase
    if found.stands:
        return phrase(
            "tractor.board.sure",
            "it is certain to stand: no card that you do not see beats a part of it",
        )
    return phrase(
        "tractor.board.unsure",
        "it can fail: cards that you do not see beat {parts}",
        parts=all_of(CardText(part) for part, _ in found.beaten),
    )


def _options(house: Profile, parts: int) -> Iterator[Phrase]:
    """Yield the options of the house that decide what becomes of a throw."""
    if parts == 1:
        yield phrase("tractor.board.one-block", "what is one block is no throw and always stands")
    elif house.forced == "never":
        yield phrase("tractor.board.never", "no throw fails in this house (forced=never)")
    elif house.forced == "lowest":
        yield phrase(
            "tractor.board.lowest", "a failed throw leads its smallest part (forced=lowest)"
        )
    elif house.forced == "first":
        yield phrase(
            "tractor.board.first",
            "a failed throw leads the smallest part that is beaten by the first seat which beats any "
            "(forced=first)",
        )
    elif house.forced == "largest":
        yield phrase(
            "tractor.board.largest",
            "a failed throw leads its largest part that somebody beats (forced=largest)",
        )
    else:
        yield phrase(
            "tractor.board.beaten",
            "a failed throw leads its smallest part that somebody beats (forced=beaten)",
        )
    if parts > 1 and house.forced != "never" and house.penalty:
        yield phrase(
            "tractor.board.penalty",
            "a failed throw costs {points} (penalty={n})",
            points=points_named(house.penalty),
            n=house.penalty,
        )


def _row(part: Block, found: Throw) -> Row:
    """Return a part with the seats that beat it."""
    seats = next((by for beaten, by in found.beaten if beaten == part), ())
    if not seats:
        return Row(str(part), phrase("tractor.board.unbeaten", "nobody beats it"))
    by = all_of(TURNS[seat] for seat in seats)
    return Row(str(part), phrase("tractor.board.beaten-by", "beaten by: {seats}", seats=by))


def _row_of_chance(part: Block, found: Throw) -> Row:
    """Return a part with whether cards that are not seen may beat it."""
    if part in (beaten for beaten, _ in found.beaten):
        return Row(str(part), phrase("tractor.board.may-be-beaten", "can be beaten"))
    return Row(str(part), phrase("tractor.board.unbeaten", "nobody beats it"))


THROW = Question(
    "throw",
    (
        MAIN,
        LEVEL,
        Field("throw", "cards", "HAHAHK", most=MOST_CARDS),
        Field("own", "cards", "HT", most=DECK.size, is_needed=False),
        *(Field(name, "cards", most=MOST_CARDS, is_needed=False) for name in HANDS),
        HOUSE,
        SWITCHES,
    ),
    answer,
)
