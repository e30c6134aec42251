"""The rules of Indian rummy: options, penalties, and moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Literal, TypeAlias, get_args

from suitwise.cards import ANY_JOKER, BLACK_JOKER, Card, no_joker
from suitwise.errors import NotationError
from suitwise.foundation.text.lines import refuse_out_of_bounds
from suitwise.foundation.text.phrases import phrase, quoted
from suitwise.rummy.rules.hand import JOKER, N_SUITED, SIZE
from suitwise.rummy.rules.rules import INDIAN13, RANK_TEXT, Rules, rank_of

# --- Options --------------------------------------------------------------------------------------

MOST_SEATS = 6
_BOUNDS = {
    "seats": (2, MOST_SEATS),
    "jokers": (0, 4),
    "drop": (0, 1000),
    "middle": (0, 1000),
    "cap": (1, 1000),
    "draws": (1, 10_000),
}


@dataclass(frozen=True)
class IndianVariant:
    """The options of Indian rummy, as ``Indian`` explains them.

    Raises:
        NotationError: a number is out of bounds.

    >>> IndianVariant(seats=7)
    Traceback (most recent call last):
    suitwise.errors.NotationError: seats is a number from 2 to 6
    """

    seats: int = 2
    jokers: int = 2
    drop: int = 20
    middle: int = 40
    cap: int = 80
    draws: int = 300
    reshuffle: bool = True

    def __post_init__(self) -> None:
        refuse_out_of_bounds(self, _BOUNDS)


def rules_of(variant: IndianVariant, wild: int) -> Rules:
    """Return the rule set of a variant and the card turned up; a joker makes the aces wild.

    >>> from suitwise.cards import Card
    >>> [rules_of(IndianVariant(), Card(text)).wild for text in ("H7", "JK")]
    ['7', 'A']
    """
    return _rules_of(variant.jokers, variant.cap, 1 if wild >= BLACK_JOKER else rank_of(wild))


@cache
def _rules_of(jokers: int, cap: int, wild_rank: int) -> Rules:
    return replace(INDIAN13, jokers=jokers, cap=cap, wild=RANK_TEXT[wild_rank - 1])


HAND = 13
"""The number of cards of a hand between turns."""


# --- Standings and penalties ----------------------------------------------------------------------

Standing: TypeAlias = Literal["new", "in", "drop", "middle", "false"]
"""The standing of a seat: it has not drawn yet, is in play, dropped before its first draw, dropped
later, or declared falsely."""

STANDINGS: tuple[Standing, ...] = get_args(Standing)
IN_PLAY = ("new", "in")


def penalty(standing: Standing, drop: int, middle: int, cap: int) -> int:
    """Return the points that a seat out of play loses.

    Args:
        standing: its standing.
        drop: the points lost by dropping before the first draw.
        middle: the points lost by dropping later.
        cap: the points lost by a false declaration.

    >>> [penalty(standing, 20, 40, 80) for standing in STANDINGS if standing not in IN_PLAY]
    [20, 40, 80]
    """
    return {"drop": drop, "middle": middle}.get(standing, cap)


# --- Moves and their text, one word each ----------------------------------------------------------
#
# ``stock`` and ``pile`` draw, and ``drop`` leaves the deal. A card, ``H7``, is a discard, or at a chance
# node the card that is dealt, turned up or drawn. ``declare:H7`` discards face down and lays down the
# rest. ``JK`` is a printed joker of either colour.

Kind: TypeAlias = Literal["stock", "pile", "drop", "card", "declare"]

WITH_A_CARD: tuple[Kind, ...] = ("card", "declare")

# Moves have numbers: first the words, then the discards and the declarations.
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
        elif not 0 <= self.card < N_SUITED and self.card != ANY_JOKER:
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
        return _BASE[self.kind] + min(self.card, JOKER)

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
"""The number of a move is that of its kind plus its card, which is -1 for a move without a card."""
_CARDS: tuple[int, ...] = tuple(map(Card, (*range(N_SUITED), ANY_JOKER)))
CARD_MOVES, DECLARATION_MOVES = (
    {card: IndianMove(kind, card) for card in _CARDS} for kind in WITH_A_CARD
)
"""By card: the discard, which is also the chance move; and the declaration with it."""
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
