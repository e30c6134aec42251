"""Moves of gin rummy and their text, one word each.

``stock``, ``pile`` and ``pass``; a card, ``H7``, is a discard, or at a chance node the card that is
dealt or drawn; ``knock:H7`` knocks and discards; ``big`` shows eleven cards that all meld; ``next`` is
the chance move between two deals of a match. If the melds of a knock are declared they follow,
``knock:H7:H3H4H5,S3D3C3``, with ``-`` for none.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from suitwise.cards import BLACK_JOKER, Card, no_joker
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.phrases import CardText, phrase, quoted
from suitwise.rummy.gin.rules import melds_of, spread_of
from suitwise.rummy.rules.melds import Meld, parse_meld
from suitwise.rummy.rules.rules import GIN

Kind: TypeAlias = Literal["stock", "pile", "pass", "card", "knock", "big", "next"]

# Move numbers: first the words, then the discards, the knocks and big gin.
WORDS: tuple[Kind, ...] = ("stock", "pile", "pass")
STOCK_NUMBER, PILE_NUMBER, PASS_NUMBER = range(3)
DISCARDS = len(WORDS)
KNOCKS = DISCARDS + 52
BIG = KNOCKS + 52

_PLAIN: dict[str, Kind] = {word: word for word in (*WORDS, "big", "next")}
WITH_A_CARD: tuple[Kind, ...] = ("card", "knock")
KINDS = (*_PLAIN, *WITH_A_CARD)


@dataclass(frozen=True, slots=True)
class GinMove:
    """A move of gin rummy.

    Args:
        kind: the kind of move.
        card: the card of a discard, a knock or a draw, else -1.
        spread: the cards of the sets and those of the runs that a knock declares, None if it declares
            no melds.

    Raises:
        NotationError: there is no such kind of move, or it lacks a card or has one that it must not
            have.

    >>> print(GinMove("knock", Card("H7")), GinMove("card", Card("H7")), GinMove("pass"))
    knock:H7 H7 pass
    """

    kind: Kind
    card: int = -1
    spread: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise NotationError(f"{str(self.kind)[:24]!r} is no kind of move")
        if self.kind in WITH_A_CARD and not 0 <= self.card < BLACK_JOKER:
            raise NotationError(f"{self.kind}: a card of the pack is named, from 0 to 51")
        if self.kind not in WITH_A_CARD and self.card != -1:
            raise NotationError(f"{self.kind}: no card is named")

    def __str__(self) -> str:
        if self.card < 0:
            return self.kind
        card = str(Card(self.card))
        if self.kind == "card":
            return card
        return f"knock:{card}" + ("" if self.spread is None else f":{spread_text(self.spread)}")

    @classmethod
    def parse(cls, text: str) -> GinMove:
        """Parse a move.

        Raises:
            NotationError: the text is not a move.

        >>> print(GinMove.parse("knock:H7:H5H3H4"))
        knock:H7:H3H4H5
        """
        if text in _PLAIN:
            return cls(_PLAIN[text])
        word, _, rest = text.partition(":")
        if word != "knock":
            return cls("card", parse_card(text))
        card, colon, melds = rest.partition(":")
        return cls("knock", parse_card(card), parse_spread(melds) if colon else None)

    @property
    def number(self) -> int:
        """The number of a move; chance moves and declared melds have none.

        Raises:
            NotationError: the move has no number.
        """
        if self.kind == "next" or self.spread is not None:
            raise NotationError(f"{self} has no number: chance has none, nor have declared melds")
        return _BASE[self.kind] + self.card

    @classmethod
    def numbered(cls, number: int) -> GinMove:
        """Return the move with a number.

        Raises:
            NotationError: no move has this number.

        >>> print(*map(GinMove.numbered, (0, 3, 55, 107)))
        stock S2 knock:S2 big
        """
        if not 0 <= number <= BIG:
            raise NotationError(f"the moves have the numbers 0 to {BIG}, not {number}")
        return NUMBERED[number]


_BASE = {word: number + 1 for number, word in enumerate(WORDS)}
_BASE |= {"card": DISCARDS, "knock": KNOCKS, "big": BIG + 1}
"""For each kind the number that is added to the card; a move without a card has the card -1."""
CARD_MOVES, KNOCK_MOVES = (
    tuple(GinMove(kind, Card(card)) for card in range(BLACK_JOKER)) for kind in WITH_A_CARD
)
"""For each card the discard (or chance move) of it, and the knock with it that declares no melds."""
NUMBERED = (*map(GinMove, WORDS), *CARD_MOVES, *KNOCK_MOVES, GinMove("big"))
"""All moves that have a number, in the order of their numbers."""
STOCK, PILE, PASS = NUMBERED[:DISCARDS]
BIG_GIN, NEXT = NUMBERED[BIG], GinMove("next")


def parse_card(text: str) -> Card:
    """Parse one card of the pack in its canonical spelling."""
    if no_joker(text):
        raise NotationError(
            phrase("gin.no-jokers", "{card}: gin rummy has no jokers", card=quoted(text))
        )
    if len(text) != 2 or not text.isascii():
        raise NotationError(
            phrase(
                "gin.no-move",
                "{text} is no move: write stock, pile, pass, a card as H7, knock:H7 or big",
                text=quoted(text),
            )
        )
    card = Card(text)
    if card >= BLACK_JOKER:
        raise NotationError(
            phrase("gin.no-jokers", "{card}: gin rummy has no jokers", card=CardText(card))
        )
    return card


def spread_text(spread: tuple[int, int]) -> str:
    """Return a spread as one word of text.

    >>> spread_text((0, 0b111)), spread_text((0, 0))
    ('SAS2S3', '-')
    """
    return ",".join(str(meld).replace(" ", "") for meld in melds_of(*spread)) or "-"


def parse_spread(text: str) -> tuple[int, int]:
    """Parse the melds of a spread.

    Raises:
        NotationError: something is not a meld, or a card is in two of them.
    """
    if text == "-":
        return 0, 0
    if not text:
        raise NotationError(
            phrase(
                "gin.melds-expected", "after the colon stand the melds of a knock, or - for none"
            )
        )
    if len(text) > 60:
        raise NotationError(
            phrase(
                "gin.long-melds",
                "{n} characters are too many for the melds of a hand",
                n=len(text),
            )
        )
    melds = [_meld_in(part) for part in text.split(",")]
    spread = spread_of(melds)
    if sum(map(len, melds)) != (spread[0] | spread[1]).bit_count():
        raise NotationError(
            phrase("gin.in-two-melds", "{text}: no card is in two melds", text=repr(text)[1:-1])
        )
    return spread


def _meld_in(text: str) -> Meld:
    """Parse one meld of a spread; every error is reported by the definition of a meld."""
    try:
        return parse_meld(text, GIN)
    except SuitwiseError:
        raise NotationError(
            phrase(
                "gin.no-meld",
                "{text} is no meld: a run is three or more cards in a row of a suit, the ace below "
                "the 2, and a set is three or four of a rank",
                text=quoted(text),
            )
        ) from None
