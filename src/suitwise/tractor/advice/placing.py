"""Positions of Tractor made around one hand: the other cards lie anywhere, since the seat sees none."""

from __future__ import annotations

from collections.abc import Sequence

from suitwise.arguments import of_kind
from suitwise.errors import SuitwiseError
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.phrases import Seat, phrase
from suitwise.tractor.rules.piles import Pile, pile_of, sum_of
from suitwise.tractor.seats import DECK, Hands, four


def pile_given(cards: str | Pile, what: str) -> Pile:
    """Return cards given as text or as a pile.

    >>> pile_given("S2 S2", "hand").size
    2
    """
    return pile_of(cards if isinstance(cards, Pile) else of_kind(cards, str, what), packs=2)


def filled(hand: Pile, least: Sequence[Pile], sizes: Sequence[int]) -> Hands:
    """Return four hands: seat 0's, and others that hold at least some cards and have their sizes.

    Args:
        hand: the cards of seat 0.
        least: what each seat has shown to hold.
        sizes: how many cards each has.

    Raises:
        SuitwiseError: a card is there three times, or a seat has shown more cards than it has.

    >>> from suitwise.tractor.rules.piles import EMPTY
    >>> hands = filled(pile_of("S2"), [EMPTY, pile_of("H2"), EMPTY, EMPTY], [1, 1, 1, 0])
    >>> [hand.size for hand in hands], str(hands[1])
    ([1, 1, 1, 0], 'H2')
    """
    known = [hand, *least[1:]]
    left = DECK.minus(sum_of(known, packs=2))
    for seat in SEATS:
        if known[seat].size > sizes[seat]:
            raise SuitwiseError(
                phrase(
                    "tractor.advice.shown",
                    "{seat} has shown {n} cards, and has drawn {drawn}",
                    seat=Seat(seat),
                    n=known[seat].size,
                    drawn=sizes[seat],
                )
            )
        while known[seat].size < sizes[seat]:
            card = Pile(left.once & -left.once)
            left, known[seat] = left.minus(card), known[seat].plus(card)
    return four(known)
