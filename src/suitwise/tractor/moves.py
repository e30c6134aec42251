"""Moves of Tractor and their text, and small values of the table: tricks, claims, four hands.

The text of a move is one word. Almost every move is a pile of cards: a card drawn or turned up from the
kitty, the cards shown for a bid (``S2``, ``S2S2``, ``BJBJ``), the eight cards buried, or a play. The
others are ``pass``; ``claim``, if the variant has claims; and ``next``, chance's move between two deals
of a match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypeVar

from suitwise.arguments import of_kind
from suitwise.cards import N_CARDS
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.arrays.compiled import lowest_bit
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.phrases import phrase, quoted, reason_of
from suitwise.foundation.values import Lazy, shows
from suitwise.tractor.rules.deck import CARD_PILES, EMPTY, MOST_CARDS, Pile, bits, pile_of
from suitwise.tractor.rules.levels import points_of

# --- Tricks, claims, hands ------------------------------------------------------------------------

HAND = MOST_CARDS
"""The number of cards that each seat draws."""
DECK = Pile((1 << N_CARDS) - 1, (1 << N_CARDS) - 1)
"""All cards: two packs with their jokers."""

T = TypeVar("T")
Hands: TypeAlias = tuple[Pile, Pile, Pile, Pile]
"""The cards of each seat."""


@shows(text="suitwise.tractor.picture:trick_text")
@dataclass(frozen=True, slots=True)
class Trick:
    """A trick on the table.

    Args:
        leader: the seat that leads.
        plays: the plays so far, the leader's first.
        tried: the throw that failed, of which a part is led instead; None if no throw failed.
    """

    leader: int
    plays: tuple[Pile, ...] = ()
    tried: Pile | None = None

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.plays)) % len(SEATS)

    @property
    def is_whole(self) -> bool:
        """Whether the trick is complete."""
        return len(self.plays) == len(SEATS)

    @property
    def points(self) -> int:
        """The points of the cards played."""
        return sum(points_of(play.once, play.twice) for play in self.plays)


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of all remaining tricks, made on lead.

    Args:
        seat: the claimant.
        holds: whether the claim is true whatever the others play.
    """

    seat: int
    holds: bool

    @property
    def side(self) -> int:
        """The side that gets everything left: the claimant's, or after a false claim the other."""
        return self.seat & 1 if self.holds else 1 - self.seat & 1


def play_texts(plays: Sequence[Pile], tried: Pile | None) -> list[str]:
    """Write the plays of a trick; a failed throw is written with the part led: ``HAHAHK>HK``."""
    texts = list(map(str, plays))
    return texts if tried is None else [f"{tried}>{''.join(texts[:1])}", *texts[1:]]


def four(items: Iterable[T]) -> tuple[T, T, T, T]:
    """Return a tuple of one item for each seat."""
    first, second, third, fourth = items
    return first, second, third, fourth


def with_cards(hands: Hands, seat: int, pile: Pile) -> Hands:
    """Return the hands after adding a pile to one of them."""
    return four(hand.plus(pile) if at == seat else hand for at, hand in enumerate(hands))


def without_cards(hands: Hands, seat: int, pile: Pile) -> Hands:
    """Return the hands after removing a pile from one of them."""
    return four(hand.minus(pile) if at == seat else hand for at, hand in enumerate(hands))


# --- Moves ----------------------------------------------------------------------------------------

_LONGEST = 200
"""The longest accepted text of a move, in characters."""


class Move(NamedTuple):
    """A move: the cards it shows, or a word.

    Args:
        pile: the cards; empty if the move is a word.
        word: ``pass``, ``claim`` or ``next``; empty if the move is cards.

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
            raise NotationError(
                phrase(
                    "tractor.say.unread",
                    "{text} is no move: write cards as S2S2, or pass",
                    text=quoted(text),
                )
            )
        try:
            return cls(pile_of(text, packs=2))
        except SuitwiseError as error:
            why = reason_of(error)
            raise NotationError(
                phrase("tractor.no-move", "{text} is no move: {why}", text=quoted(text), why=why)
            ) from None

    @property
    def card(self) -> int:
        """The card of a draw; the lowest card of other moves.

        >>> Move.parse("S4").card
        2
        """
        return lowest_bit(self.pile.once)

    def __str__(self) -> str:
        return self.word or str(self.pile)


PASS = Move(EMPTY, "pass")
NEXT = Move(EMPTY, "next")
CLAIM = Move(EMPTY, "claim")
_WORDS = {move.word: move for move in (PASS, NEXT, CLAIM)}


CARD_MOVES = tuple(map(Move, CARD_PILES))
"""The move of each single card."""


class CardMoves(Lazy[Move]):
    """One move for each card of a mask: the cards that chance may draw or turn up.

    Args:
        mask: the cards.

    >>> moves = CardMoves(0b101)
    >>> [str(move) for move in moves], Move.parse("S3") in moves
    (['S2', 'S4'], False)
    """

    __slots__ = ("_mask",)

    def __init__(self, mask: int) -> None:
        self._mask = mask

    def __len__(self) -> int:
        return self._mask.bit_count()

    def at(self, place: int) -> Move:
        """Return the move at a place."""
        return CARD_MOVES[bit_numbered(self._mask, place)]

    def __iter__(self) -> Iterator[Move]:
        return (CARD_MOVES[card] for card in bits(self._mask))

    def __contains__(self, move: object) -> bool:
        """Tell whether a move is one of these."""
        return (
            isinstance(move, Move)
            and move.pile.size == 1
            and not move.word
            and move.pile.once & self._mask != 0
        )


class Moves(Lazy[Move]):
    """A lazy sequence of piles as a lazy sequence of moves.

    Args:
        piles: leads, plays or burials.
    """

    __slots__ = ("_piles",)

    def __init__(self, piles: Lazy[Pile]) -> None:
        self._piles = piles

    def __len__(self) -> int:
        return len(self._piles)

    def at(self, place: int) -> Move:
        """Return the move at a place."""
        return Move(self._piles.at(place))

    def __iter__(self) -> Iterator[Move]:
        return map(Move, self._piles)

    def __contains__(self, move: object) -> bool:
        """Tell whether a move is one of these."""
        return isinstance(move, Move) and not move.word and move.pile in self._piles
