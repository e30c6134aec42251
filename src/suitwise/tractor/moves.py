"""Moves of Tractor and their text, and small values of the table: tricks, claims, hands.

The text of a move is one word. Almost every move is a pile of cards: a card drawn or turned up from
the kitty, the cards shown for a bid (``S2``, ``S2S2``, ``BJBJ``), the cards buried, or a play. The
others are ``pass``; ``claim``, if the variant has claims; and ``next``, chance's move between two deals
of a match. With more packs than two a lead may be cut in several ways: its parts are named
``H2H2H2+H3H3``. In Finding Friends the landlord calls the copy of a card, ``HA#2``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from suitwise.arguments import each_of, of_kind
from suitwise.cards import N_CARDS
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.arrays.compiled import lowest_bit
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.foundation.text.phrases import phrase, quoted, reason_of
from suitwise.foundation.values import Lazy, shows
from suitwise.tractor.rules.deck import CARD_PILES, EMPTY, MOST_CARDS, Pile, bits, pile_of, sum_of
from suitwise.tractor.rules.levels import points_of

# --- Tricks, claims, hands ------------------------------------------------------------------------

HAND = MOST_CARDS
"""The number of cards that each of four seats draws from two packs."""
DECK = Pile((1 << N_CARDS) - 1, (1 << N_CARDS) - 1)
"""All cards of two packs with their jokers."""

Hands: TypeAlias = tuple[Pile, ...]
"""The cards of each seat."""


@shows(text="suitwise.tractor.picture:trick_text")
@dataclass(frozen=True, slots=True)
class Trick:
    """A trick on the table.

    Args:
        leader: the seat that leads.
        plays: the plays so far, the leader's first.
        tried: the throw that failed, of which a part is led instead; None if no throw failed.
        parts: the parts of the lead, of ``tried`` if that failed, if they are not the default.
        uncut: cards that the leader has laid down and has still to cut into parts; else None.
        seats: the number of seats.
    """

    leader: int
    plays: tuple[Pile, ...] = ()
    tried: Pile | None = None
    parts: tuple[Pile, ...] = ()
    uncut: Pile | None = None
    seats: int = 4

    @property
    def turn(self) -> int:
        """The seat that plays next."""
        return (self.leader + len(self.plays)) % self.seats

    @property
    def is_whole(self) -> bool:
        """Whether the trick is complete."""
        return len(self.plays) == self.seats

    @property
    def points(self) -> int:
        """The points of the cards played."""
        return sum(map(points_in_pile, self.plays))

    @property
    def named(self) -> tuple[Pile, ...]:
        """The parts of the cards that lie on the table as the lead; empty if they are the default."""
        return () if self.tried is not None else self.parts


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


def points_in_pile(pile: Pile) -> int:
    """Return the points of some cards, up to four copies of each.

    >>> points_in_pile(pile_of("S5STSTSTDKHA"))
    45
    """
    points: int = points_of(pile.once, pile.twice)
    return points + points_of(pile.thrice, pile.fourfold) if pile.thrice else points


def play_texts(trick: Trick) -> list[str]:
    """Write the plays of a trick.

    A failed throw is written with the part led, ``HAHAHK>HK``; named parts with ``+`` between them; and
    cards that are still to be cut with a question mark.
    """
    texts = list(map(str, trick.plays))
    named = "+".join(map(str, trick.parts))
    if trick.tried is not None:
        return [f"{named or trick.tried}>{''.join(texts[:1])}", *texts[1:]]
    if trick.uncut is not None:
        return [f"{trick.uncut}?"]
    return [named, *texts[1:]] if named else texts


def with_cards(hands: Hands, seat: int, pile: Pile) -> Hands:
    """Return the hands after adding a pile to one of them."""
    return (*hands[:seat], hands[seat].plus(pile), *hands[seat + 1 :])


def without_cards(hands: Hands, seat: int, pile: Pile) -> Hands:
    """Return the hands after removing a pile from one of them."""
    return (*hands[:seat], hands[seat].minus(pile), *hands[seat + 1 :])


# --- Moves ----------------------------------------------------------------------------------------

_LONGEST = 400
"""The longest accepted text of a move, in characters."""
_CALL = re.compile(r"([A-Za-z0-9]{2,3})#([0-9]{1,2})")


class Move(NamedTuple):
    """A move: the cards it shows, or a word.

    Args:
        pile: the cards; empty if the move is a word.
        word: ``pass``, ``claim`` or ``next``; empty if the move is cards.
        parts: the parts into which a leader cuts his cards, largest first; else empty.
        copy: which copy of the card the landlord calls, 1 for the first played; 0 for other moves.

    >>> print(Move.parse("HKHAHA"), Move.parse("PASS"), Move.parse("HAHKHA") == Move.parse("HAHAHK"))
    HKHAHA pass True
    >>> print(Move.parse("H3H3 + H2H2H2", packs=3), Move.parse("HA#2").copy)
    H2H2H2+H3H3 2
    """

    pile: Pile
    word: str = ""
    parts: tuple[Pile, ...] = ()
    copy: int = 0

    @classmethod
    def parse(cls, text: str, packs: int = 2) -> Move:
        """Read a move: cards of some packs, or a word.

        Args:
            text: the text.
            packs: the number of packs, at most four.

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
            return cls._cards(text, packs)
        except SuitwiseError as error:
            why = reason_of(error)
            raise NotationError(
                phrase("tractor.no-move", "{text} is no move: {why}", text=quoted(text), why=why)
            ) from None

    @classmethod
    def _cards(cls, text: str, packs: int) -> Move:
        """Read a move that shows cards."""
        if call := _CALL.fullmatch(text.strip()):
            return cls(pile_of(call[1], packs), copy=int(call[2]))
        if "+" in text:
            return cls.cut([pile_of(part, packs) for part in text.split("+")], packs)
        return cls(pile_of(text, packs))

    @classmethod
    def cut(cls, parts: Iterable[Pile], packs: int = 4) -> Move:
        """Return the move that cuts a lead into parts, which may come in any order."""
        ordered = tuple(
            sorted(each_of(parts, Pile, "a part"), key=lambda part: (-part.size, part.cards))
        )
        return cls(sum_of(ordered, packs), parts=ordered)

    @property
    def card(self) -> int:
        """The card of a draw; the lowest card of other moves.

        >>> Move.parse("S4").card
        2
        """
        return lowest_bit(self.pile.once)

    def __str__(self) -> str:
        if self.parts:
            return "+".join(map(str, self.parts))
        return f"{self.pile}#{self.copy}" if self.copy else self.word or str(self.pile)


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
            and move == Move(move.pile)
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
        return isinstance(move, Move) and move == Move(move.pile) and move.pile in self._piles
