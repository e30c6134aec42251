"""The fields that the questions about Texas 42 share, and how their texts are read."""

from __future__ import annotations

from collections.abc import Mapping

from suitwise.foundation.seating import NOBODY, SEATS
from suitwise.players.board.questions import Field
from suitwise.texas42.rules.dominoes import PIPS, Domino, domino_of, parse_dominoes
from suitwise.texas42.rules.position import Hands, as_hands, distinct_mask, read_declaration
from suitwise.texas42.rules.suits import DECLARATION_TEXT
from suitwise.texas42.rules.tricks import HAND

DECK = [[str(Domino(domino_of(high, low))) for low in range(high + 1)] for high in PIPS]
"""All dominoes, those of a higher end in a row."""

TRUMPS = Field("trumps", "choice", "5", choices=DECLARATION_TEXT)
LEADER = Field("leader", "choice", "0", choices=tuple(map(str, SEATS)))
OUT = Field("out", "choice", choices=("", *map(str, SEATS)), is_needed=False)
"""The seat that sits out, in nello alone."""


def hand_field(seat: int, start: str = "") -> Field:
    """Return the field of a seat's hand."""
    return Field(f"hand{seat}", "cards", start, most=HAND, is_needed=False)


def trick_field(most: int, start: str = "") -> Field:
    """Return the field of the dominoes on the table, in the order of play."""
    return Field("trick", "cards", start, most=most, is_needed=False)


def declaration_in(fields: Mapping[str, str]) -> int:
    """Return what is declared."""
    return read_declaration(fields["trumps"])


def seat_in(fields: Mapping[str, str], name: str) -> int:
    """Return the seat of a field, ``NOBODY`` where it is empty."""
    return int(fields[name]) if fields[name] else NOBODY


def hands_in(fields: Mapping[str, str]) -> Hands:
    """Return the four hands."""
    return as_hands(distinct_mask(parse_dominoes(fields[f"hand{seat}"])) for seat in SEATS)
