"""Moves of Tractor and their text, one word each.

Almost every move is a pile of cards: a card drawn from the deck or turned up from the kitty, the cards
shown for a bid (``S2``, ``S2S2``, ``BJBJ``), the eight cards buried, a play. The others are ``pass``
and, between two deals of a match, chance's ``next``.
"""

from __future__ import annotations

from typing import NamedTuple

from suitwise.arguments import of_kind
from suitwise.cards import format_cards
from suitwise.compiled import lowest_bit
from suitwise.errors import NotationError, SuitwiseError
from suitwise.quoting import quoted
from suitwise.tractor.rules.piles import EMPTY, Pile, pile_of

_LONGEST = 200
"""A move's text is at most so long: a hand is 25 cards."""


class Move(NamedTuple):
    """A move: the cards it shows, or a word.

    Args:
        pile: the cards; none where the move is a word.
        word: ``pass`` or ``next``; empty where the move is cards.

    >>> print(Move.parse("HKHAHA"), Move.parse("PASS"), Move.parse("HAHKHA") == Move.parse("HAHAHK"))
    HKHAHA pass True
    """

    pile: Pile
    word: str = ""

    @classmethod
    def parse(cls, text: str) -> Move:
        """Read a move: cards of two packs, or a word.

        Raises:
            NotationError: it is no move.
        """
        of_kind(text, str, "text")
        word = text.strip().lower()
        if word in _WORDS:
            return _WORDS[word]
        if not word or len(text) > _LONGEST:
            raise NotationError(f"{quoted(text)} is no move: write cards as S2S2, or pass")
        try:
            return cls(pile_of(text, packs=2))
        except SuitwiseError as error:
            raise NotationError(f"{quoted(text)} is no move: {error}") from None

    @property
    def card(self) -> int:
        """The card of a draw, the lowest of several.

        >>> Move.parse("S4").card
        2
        """
        return lowest_bit(self.pile.once)

    def __str__(self) -> str:
        return self.word or format_cards(self.pile.cards)


PASS = Move(EMPTY, "pass")
NEXT = Move(EMPTY, "next")
_WORDS = {"pass": PASS, "next": NEXT}
