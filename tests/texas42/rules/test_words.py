"""The words for suits and declarations are the notation's, but for the pips."""

from __future__ import annotations

from suitwise.texas42.rules.dominoes import (
    CALLED_SUIT,
    DECLARATION_NAMES,
    DECLARATION_TEXT,
    DOUBLES,
    NELLO,
    SUIT_NAMES,
    SUITS,
    suit_name,
)


def test_declarations_but_the_pips_are_named_as_they_are_written() -> None:
    assert DECLARATION_NAMES[DOUBLES:] == DECLARATION_TEXT[DOUBLES:]
    assert DECLARATION_NAMES[:DOUBLES] == SUIT_NAMES


def test_each_declaration_has_a_code_of_its_own() -> None:
    codes = [name.code for name in DECLARATION_NAMES]
    assert len(set(codes)) == len(codes) == len(DECLARATION_TEXT)


def test_the_called_suit_is_the_trumps_or_in_nello_the_doubles() -> None:
    assert [suit_name(suit, 5) for suit in SUITS] == [*SUIT_NAMES, "trumps"]
    assert suit_name(CALLED_SUIT, NELLO) == "doubles"
