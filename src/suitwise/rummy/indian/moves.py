"""Moves of Indian rummy and their text, one word each.

``stock`` and ``pile`` draw, ``drop`` leaves the deal; a card, ``H7``, is a discard, or at a chance node
the card that is dealt, turned up or drawn; ``declare:H7`` discards face down and lays down the rest.
``JK`` is a printed joker of either colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from suitwise.cards import ANY_JOKER, Card, no_joker
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import phrase, quoted
from suitwise.rummy.rules.hand import JOKERS, SIZE

Kind: TypeAlias = Literal["stock", "pile", "drop", "card", "declare"]

WITH_A_CARD: tuple[Kind, ...] = ("card", "declare")

# Move numbers: first the words, then the discards and the declarations.
WORDS: tuple[Kind, ...] = ("stock", "pile", "drop")
DISCARDS = len(WORDS)
DECLARATIONS = DISCARDS + SIZE
MOVES = DECLARATIONS + SIZE
"""The number of different moves."""

_PLAIN: dict[str, Kind] = {word: word for word in WORDS}


@dataclass(frozen=True, slots=True)
class IndianMove:
    """A move of Indian rummy.

    Args:
        kind: the kind of move.
        card: the card of a discard, a declaration or a draw, else -1; 54 for a joker.

    Raises:
        NotationError: there is no such kind of move, or it lacks a card or has one that it must not
            have.

    >>> print(IndianMove("declare", Card("H7")), IndianMove("card", Card("JK")), IndianMove("drop"))
    declare:H7 JK drop
    """

    kind: Kind
    card: int = -1

    def __post_init__(self) -> None:
        if self.kind in WORDS:
            if self.card != -1:
                raise NotationError(f"{self.kind}: no card is named")
        elif self.kind not in WITH_A_CARD:
            raise NotationError(f"{str(self.kind)[:24]!r} is no kind of move")
        elif not 0 <= self.card < JOKERS and self.card != ANY_JOKER:
            raise NotationError(f"{self.kind}: a card is named, from 0 to 51, or {ANY_JOKER}")

    def __str__(self) -> str:
        if self.card < 0:
            return self.kind
        return ("declare:" if self.kind == "declare" else "") + str(Card(self.card))

    @classmethod
    def parse(cls, text: str) -> IndianMove:
        """Parse a move.

        Raises:
            NotationError: the text is not a move.

        >>> IndianMove.parse("declare:JK")
        IndianMove(kind='declare', card=Card('JK'))
        """
        if text in _PLAIN:
            return cls(_PLAIN[text])
        if text.startswith("declare:"):
            return cls("declare", parse_card(text.removeprefix("declare:")))
        return cls("card", parse_card(text))

    @property
    def number(self) -> int:
        """The number of a seat's move, 0 to 108."""
        return _BASE[self.kind] + min(self.card, JOKERS)

    @classmethod
    def numbered(cls, number: int) -> IndianMove:
        """Return the move with a number.

        Raises:
            NotationError: no move has this number.

        >>> print(*map(IndianMove.numbered, (0, 2, 3, 55, 56, 108)))
        stock drop S2 JK declare:S2 declare:JK
        """
        if not 0 <= number < MOVES:
            raise NotationError(f"the moves have the numbers 0 to {MOVES - 1}, not {number}")
        return NUMBERED[number]


_BASE = {word: number + 1 for number, word in enumerate(WORDS)}
_BASE |= {"card": DISCARDS, "declare": DECLARATIONS}
"""For each kind the number that is added to the card; a move without a card has the card -1."""
_CARDS: tuple[int, ...] = tuple(map(Card, (*range(JOKERS), ANY_JOKER)))
CARD_MOVES, DECLARATION_MOVES = (
    {card: IndianMove(kind, card) for card in _CARDS} for kind in WITH_A_CARD
)
"""For each card the discard (or chance move) of it, and the declaration with it."""
NUMBERED = (*map(IndianMove, WORDS), *CARD_MOVES.values(), *DECLARATION_MOVES.values())
"""All moves of the seats, in the order of their numbers."""
STOCK, PILE, DROP = NUMBERED[:DISCARDS]


def parse_card(text: str) -> Card:
    """Parse one card, written with two characters; a joker of either colour is returned as ``JK``.

    Raises:
        NotationError: the text is not a card.
    """
    if len(text) != 2 or not text.isascii():
        raise NotationError(
            no_joker(text)
            or phrase(
                "indian13.no-move",
                "{text} is no move: write stock, pile, drop, a card as H7, or declare:H7",
                text=quoted(text),
            )
        )
    card = Card(text)
    return Card(ANY_JOKER) if card.is_joker else card
