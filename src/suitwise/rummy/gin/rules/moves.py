"""The moves of gin rummy: their text, one word each, and their numbers.

``stock``, ``pile`` and ``pass``; a card, ``H7``, is a discard, or at a chance node the card that is
dealt or drawn; ``knock:H7`` knocks and discards; ``big`` shows eleven cards that all meld; ``next`` is
the chance move between two deals of a match. If the melds of a knock are declared they follow,
``knock:H7:H3H4H5,S3D3C3``, with ``-`` for none. A defender that is asked shows its own melds and the
cards that it lays off, each with the number of a meld of the knocker: ``show:D5D6D7:H6@1,H7@1``. The
melds are numbered from 1 as a position writes them (``melds_of``).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from suitwise.cards import BLACK_JOKER, Card, no_joker, parse_cards
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.arrays.compiled import lowest_bit
from suitwise.foundation.text.phrases import CardText, Phrase, phrase, quoted
from suitwise.rummy.gin.rules.deadwood import HAND, RANKS, SUIT, bits_of, next_in_circle
from suitwise.rummy.gin.rules.house import CORNER, PLAIN_ACES
from suitwise.rummy.gin.rules.showdown import Layoffs, melds_of, spread_of
from suitwise.rummy.rules.melds import Meld, Run, parse_meld
from suitwise.rummy.rules.rules import GIN

Kind: TypeAlias = Literal["stock", "pile", "pass", "card", "knock", "big", "next", "show"]

# Moves have numbers: first the words, then the discards, the knocks, and big gin.
WORDS: tuple[Kind, ...] = ("stock", "pile", "pass")
STOCK_NUMBER, PILE_NUMBER, PASS_NUMBER = range(3)
DISCARDS = len(WORDS)
KNOCKS = DISCARDS + 52
BIG = KNOCKS + 52

_PLAIN: dict[str, Kind] = {word: word for word in (*WORDS, "big", "next")}
WITH_A_CARD: tuple[Kind, ...] = ("card", "knock")
KINDS = (*_PLAIN, *WITH_A_CARD, "show")


@dataclass(frozen=True, slots=True)
class GinMove:
    """A move of gin rummy.

    Args:
        kind: the kind of move.
        card: the card of a discard, a knock or a draw, else -1.
        spread: the cards of the sets and those of the runs that a knock declares, None if it declares
            no melds; those of a defender that shows.
        layoffs: the cards that a defender lays off.

    Raises:
        NotationError: there is no such kind of move, or it lacks a card or has one that it must not
            have.

    >>> print(GinMove("knock", Card("H7")), GinMove("card", Card("H7")), GinMove("pass"))
    knock:H7 H7 pass
    """

    kind: Kind
    card: int = -1
    spread: tuple[int, int] | None = None
    layoffs: Layoffs = ()

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise NotationError(f"{str(self.kind)[:24]!r} is no kind of move")
        if self.kind in WITH_A_CARD and not 0 <= self.card < BLACK_JOKER:
            raise NotationError(f"{self.kind}: a card of the pack is named, from 0 to 51")
        if self.kind not in WITH_A_CARD and self.card != -1:
            raise NotationError(f"{self.kind}: no card is named")

    def __str__(self) -> str:
        if self.kind == "show":
            laid = ",".join(f"{Card(card)}@{number}" for card, number in self.layoffs)
            return f"show:{spread_text(self.spread or (0, 0))}" + (f":{laid}" if laid else "")
        if self.card < 0:
            return self.kind
        card = str(Card(self.card))
        if self.kind == "card":
            return card
        return f"knock:{card}" + ("" if self.spread is None else f":{spread_text(self.spread)}")

    @classmethod
    def parse(cls, text: str, aces: int = PLAIN_ACES) -> GinMove:
        """Parse a move.

        Args:
            text: the text.
            aces: the rules about aces.

        Raises:
            NotationError: the text is not a move.

        >>> print(GinMove.parse("knock:H7:H5H3H4"))
        knock:H7:H3H4H5
        >>> print(GinMove.parse("show:-:H6@1,H7@1"))
        show:-:H6@1,H7@1
        """
        if text in _PLAIN:
            return cls(_PLAIN[text])
        word, _, rest = text.partition(":")
        if word == "show":
            melds, _, layoffs = rest.partition(":")
            return cls("show", -1, parse_spread(melds or "-", aces), _parse_layoffs(layoffs))
        if word != "knock":
            return cls("card", parse_card(text))
        card, colon, melds = rest.partition(":")
        return cls("knock", parse_card(card), parse_spread(melds, aces) if colon else None)

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
"""The number of a move is that of its kind plus its card, which is -1 for a move without a card."""
CARD_MOVES, KNOCK_MOVES = (
    tuple(GinMove(kind, Card(card)) for card in range(BLACK_JOKER)) for kind in WITH_A_CARD
)
"""By card: the discard, which is also the chance move; and the knock that declares no melds."""
NUMBERED = (*map(GinMove, WORDS), *CARD_MOVES, *KNOCK_MOVES, GinMove("big"))
"""All moves that have a number, in the order of their numbers."""
STOCK, PILE, PASS = NUMBERED[:DISCARDS]
BIG_GIN, NEXT = NUMBERED[BIG], GinMove("next")


def parse_card(text: str) -> Card:
    """Parse one card of the pack in its canonical spelling."""
    if no_joker(text):
        fault = phrase("gin.no-jokers", "{card}: gin rummy has no jokers", card=quoted(text))
        raise NotationError(fault)
    if len(text) != 2 or not text.isascii():
        fault = phrase(
            "gin.no-move",
            "{text} is no move: write stock, pile, pass, a card as H7, knock:H7 or big",
            text=quoted(text),
        )
        raise NotationError(fault)
    card = Card(text)
    if card >= BLACK_JOKER:
        fault = phrase("gin.no-jokers", "{card}: gin rummy has no jokers", card=CardText(card))
        raise NotationError(fault)
    return card


def spread_text(spread: tuple[int, int]) -> str:
    """Return a spread as one word of text.

    >>> spread_text((0, 0b111)), spread_text((0, 0))
    ('SAS2S3', '-')
    """
    return ",".join(str(meld).replace(" ", "") for meld in melds_of(*spread)) or "-"


def parse_spread(text: str, aces: int = PLAIN_ACES) -> tuple[int, int]:
    """Parse the melds of a spread.

    Args:
        text: the melds, separated by commas.
        aces: the rules about aces.

    Raises:
        NotationError: something is not a meld, or a card is in two of them.
    """
    if text == "-":
        return 0, 0
    if not text:
        fault = phrase(
            "gin.melds-expected", "after the colon stand the melds of a knock, or - for none"
        )
        raise NotationError(fault)
    if len(text) > 60:
        fault = phrase(
            "gin.long-melds", "{n} characters are too many for the melds of a hand", n=len(text)
        )
        raise NotationError(fault)
    melds = [meld_in(part, aces) for part in text.split(",")]
    spread = spread_of(melds)
    if sum(map(len, melds)) != (spread[0] | spread[1]).bit_count():
        fault = phrase("gin.in-two-melds", "{text}: no card is in two melds", text=repr(text)[1:-1])
        raise NotationError(fault)
    return spread


def meld_in(text: str, aces: int = PLAIN_ACES) -> Meld:
    """Parse one meld of a spread; any error is reported as the definition of a meld.

    Raises:
        NotationError: it is no meld.

    >>> [str(meld_in(text, CORNER)) for text in ("HKHAH2", "S9D9C9")]
    ['HK HA H2', 'S9 D9 C9']
    """
    try:
        return _run_round_the_corner(text, aces) or parse_meld(text, _HIGH_TOO if aces & 3 else GIN)
    except SuitwiseError:
        raise NotationError(_no_meld(text, aces)) from None


_HIGH_TOO = replace(GIN, ace="both")
"""The melds of gin with the ace both below the 2 and above the king."""


def _run_round_the_corner(text: str, aces: int) -> Run | None:
    """Return a run in which an ace lies between a king and a 2; None for anything else."""
    if aces & 3 != CORNER:
        return None
    cards = parse_cards(text)
    bits = bits_of(card for card in cards if card < BLACK_JOKER)
    first = bits & ~next_in_circle(bits)
    suit, rank = divmod(lowest_bit(first), SUIT)
    is_run = len(cards) == bits.bit_count() >= 3 and first.bit_count() == 1
    last = rank + len(cards)
    return Run(suit, rank + 1, last) if is_run and last > RANKS + 1 else None


def _no_meld(text: str, aces: int) -> Phrase:
    if aces & 3 == CORNER:
        return phrase(
            "gin.no-meld-corner",
            "{text} is no meld: a run is three or more cards in a row of a suit, also round the corner "
            "as K A 2, and a set is three or four of a rank",
            text=quoted(text),
        )
    if aces & 3:
        return phrase(
            "gin.no-meld-both",
            "{text} is no meld: a run is three or more cards in a row of a suit, the ace below the 2 "
            "or above the king, and a set is three or four of a rank",
            text=quoted(text),
        )
    return phrase(
        "gin.no-meld",
        "{text} is no meld: a run is three or more cards in a row of a suit, the ace below "
        "the 2, and a set is three or four of a rank",
        text=quoted(text),
    )


def _parse_layoffs(text: str) -> Layoffs:
    """Parse cards that are laid off, each with the number of a meld."""
    layoffs = []
    for part in text.split(",", HAND) if text else ():
        card, _, number = part.partition("@")
        if number not in _MELD_NUMBERS:
            fault = phrase(
                "gin.no-layoff",
                "{text} is no lay-off: write H6@1 for a card on meld 1",
                text=quoted(part),
            )
            raise NotationError(fault)
        layoffs.append((parse_card(card), int(number)))
    return tuple(layoffs)


_MELD_NUMBERS = ("1", "2", "3")
"""The numbers of the melds that a knocker can lay down."""
