"""The fields that the questions of Tractor share: trump, house, hands, seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from suitwise.cards import RANKS, SUITS
from suitwise.foundation.seating import SEATS
from suitwise.players.board import Field
from suitwise.players.board.reading import number, read
from suitwise.tractor.rules.order import Trump
from suitwise.tractor.rules.piles import PACKS, Pile, hand_of, pile_of, sum_of
from suitwise.tractor.rules.profile import NAMED, Profile, as_profile

Form: TypeAlias = Mapping[str, str]
"""The texts of a form by the names of its fields."""

MAIN = Field("main", "choice", "S", (*SUITS, "O"))
LEVEL = Field("level", "choice", "2", tuple(RANKS))
HOUSE = Field("house", "choice", "standard", tuple(NAMED))
SWITCHES = Field("switches", "text", is_needed=False)
"""Where the house differs from the one named: ``penalty=10,over=every``."""
HANDS = tuple(f"seat{seat + 1}" for seat in SEATS)
"""The fields of hands, or of plays, by their seats."""
_SEATS = tuple(str(seat + 1) for seat in SEATS)
"""Seats as they are chosen and said: the first is 1."""


def trump_in(form: Form) -> Trump:
    """Return the trump configuration.

    Raises:
        NotationError: the main suit or the rank is none.

    >>> trump_in({"main": "H", "level": "10"})
    Trump(main='H', rank='T')
    """
    read(form, "main", lambda text: Trump.parse(f"{text[:2]}2"))
    return read(form, "level", lambda text: Trump.parse(form["main"] + text[:12]))


def house_in(form: Form) -> Profile:
    """Return the rules of the house; the standard ones where none is named.

    Raises:
        NotationError: there is no such house, or no such switch.

    >>> str(house_in({"house": "rbtying"})), str(house_in({"switches": "penalty=10"}))
    ('rbtying', 'standard(penalty=10)')
    """
    named = read(form, "house", lambda text: as_profile(text or HOUSE.start))
    if not form.get("switches"):
        return named
    return read(
        form, "switches", lambda text: as_profile(f"{form.get('house') or HOUSE.start}({text})")
    )


def cards_in(form: Form, name: str) -> Pile:
    """Return cards, however many two packs hold.

    Raises:
        NotationError: something is no card, or is there three times.

    >>> cards_in({"own": "S2 S2 S3"}, "own").size
    3
    """
    return read(form, name, lambda text: pile_of(text, PACKS))


def hand_in(form: Form, name: str) -> Pile:
    """Return the cards of a hand or of a play, at most 25.

    Raises:
        NotationError: something is no card, or there are too many.

    >>> print(hand_in({"hand": "ha ha hk"}, "hand"))
    HKHAHA
    """
    return read(form, name, lambda text: hand_of(text, PACKS))


def hands_in(form: Form, names: Iterable[str], others: Iterable[Pile] = ()) -> list[Pile]:
    """Return the hands of several fields, of which two packs hold as many, others beside them too.

    Raises:
        NotationError: something is no card. IllegalPosition: a card is there three times.

    >>> [str(pile) for pile in hands_in({"a": "S2", "b": ""}, ("a", "b"))]
    ['S2', '']
    """
    piles = [hand_in(form, name) for name in names]
    sum_of((*piles, *others), PACKS)
    return piles


def seat_field(name: str, start: int = 0) -> Field:
    """Return a field for a seat.

    >>> seat_field("leader").choices
    ('1', '2', '3', '4')
    """
    return Field(name, "choice", _SEATS[start], _SEATS)


def seat_in(form: Form, name: str) -> int:
    """Return the seat 0 to 3 of a field.

    Raises:
        NotationError: it is none.

    >>> seat_in({"leader": "4"}, "leader")
    3
    """
    return number(form, name, 1, 4) - 1
