"""A hand at the table in rows: its melds by the best arrangement, then the cards that are in none.

A row is JSON-ready: its ``key``, its ``kind`` (``run``, ``pure``, ``set``, ``off`` for cards laid off,
``left``), its ``name`` for people, its ``cards``, and for each card the one that it ``stands`` for as a
wild card, None for itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from suitwise.cards import Card
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.rummy.rules.melds import Meld, Run
from suitwise.rummy.rules.rules import RANK_TEXT, card_of
from suitwise.sight import card_texts

Row: TypeAlias = dict[str, Any]


def meld_rows(
    melds: Iterable[Meld],
    cards: Iterable[int] = (),
    left: Iterable[int] = (),
    *,
    pure: bool = False,
) -> list[Row]:
    """Return a row for each meld.

    Args:
        melds: the melds.
        cards: the hand, of which the wild cards that stand for others are taken; needed where
            there are such.
        left: the cards of it that are in no meld.
        pure: whether a run without a card that stands for another is called pure.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.solve.arrangement import arrange
    >>> from suitwise.rummy.rules.hand import Hand
    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> cards = parse_cards("S7 S8 JK H3 H4 H5 DK")
    >>> best = arrange(Hand.of(cards, INDIAN13))
    >>> for row in meld_rows(best.melds, best.hand.cards, best.left, pure=True):
    ...     print(row["name"], row["cards"], row["stands"])
    run ['S7', 'S8', 'JK'] [None, None, 'S9']
    pure run ['H3', 'H4', 'H5'] [None, None, None]
    """
    melds = list(melds)
    spare = Counter(cards) - Counter(left) - Counter(card for one in melds for card in one.cards)
    wilds = iter(sorted(spare.elements()))
    return [_meld_row(number, meld, wilds, pure) for number, meld in enumerate(melds)]


def _meld_row(number: int, meld: Meld, wilds: Iterator[int], pure: bool) -> Row:
    kind = "set" if not isinstance(meld, Run) else "pure" if pure and meld.is_pure else "run"
    cards, stands = [], []
    for card, stood in _places(meld):
        cards.append(str(Card(next(wilds) if stood else card)))
        stands.append(stood)
    return row(f"meld-{number}", kind, _NAMES[kind], cards) | {"stands": stands}


def _places(meld: Meld) -> Iterator[tuple[int, str | None]]:
    """Yield each card of a meld, or what a wild card stands for there."""
    if isinstance(meld, Run):
        for rank in meld.ranks:
            card = card_of(meld.suit, rank)
            yield card, str(Card(card)) if rank in meld.wilds else None
    else:
        yield from ((card, None) for card in meld.cards)
        yield from [(-1, RANK_TEXT[meld.rank - 1])] * meld.wilds


def row(key: str, kind: str, name: Phrase, cards: list[str]) -> Row:
    """Return a row of cards that all are themselves."""
    return {
        "key": key,
        "kind": kind,
        "name": name,
        "cards": cards,
        "stands": [None] * len(cards),
    }


def left_row(name: Phrase, cards: Iterable[int]) -> Row:
    """Return the row of the cards that are in no meld.

    >>> from suitwise.foundation.text.phrases import phrase
    >>> left_row(phrase("any.count", "{n} cards", n=1), [Card("DK")])["cards"]
    ['DK']
    """
    return row("left", "left", name, card_texts(cards))


_NAMES = {
    "run": phrase("rummy.row.run", "run"),
    "pure": phrase("rummy.row.pure", "pure run"),
    "set": phrase("rummy.row.set", "set"),
}
