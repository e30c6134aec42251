"""The moves of rami and their text, one word each (the rules page, A2 to A6).

* ``stock`` and ``pile`` draw.
* ``open:HTHJHQ/S9D9C9`` lays the first melds, ``lay:C2C3[C4]`` a further one. A joker is written in
  brackets as the card that it stands for, in a set as its rank.
* ``add:HK@1`` adds a card to the first meld of the table; ``add:[HA]@1`` and ``add:[9]@2`` add a joker.
* ``take:HQ@1`` replaces a joker by a card; the joker goes to the hand.
* A card, ``H7`` or ``JK``, is the discard, or at a chance node the card dealt, turned or drawn.
* ``end`` ends a turn with an empty hand, and ``next`` begins the next deal.

In a staged game all moves have numbers (``rules.numbers``), so they can't name a meld of the table:
``add:HK@run`` and ``take:HQ@set`` use the first run or set that fits. ``add:[H1]@run`` is a joker as the
low ace. First melds are laid one by one, ``lay:HTHJHQ``, and then ``done`` opens with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from suitwise.cards import ANY_JOKER, Card, no_joker
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.phrases import phrase, quoted
from suitwise.rummy.rules.hand import N_SUITED
from suitwise.rummy.rules.melds import Meld, Set, parse_meld
from suitwise.rummy.rules.rules import RANK_TEXT, Rules, card_of

Kind: TypeAlias = Literal[
    "stock", "pile", "open", "lay", "add", "take", "card", "end", "done", "next"
]
"""The kind of a move."""

_CARD = re.compile(f"[SHDC][{RANK_TEXT}]|JK")
_PLACE = re.compile(rf"\[[SHDC]?[{RANK_TEXT}]\]|[SHDC][{RANK_TEXT}]")
_WORDS: dict[str, Kind] = {
    "stock": "stock",
    "pile": "pile",
    "end": "end",
    "done": "done",
    "next": "next",
}
ANY_RUN, ANY_SET = -1, -2
"""In a staged turn, in place of the number of a meld: the first run or set that fits."""
_ANY = {"run": ANY_RUN, "set": ANY_SET}
_AT = re.compile(r"([^@]+)@([1-9][0-9]{0,2}|run|set)")
_ANY_PLACE = {
    "run": re.compile(rf"\[[SHDC][1{RANK_TEXT}]\]"),
    "set": re.compile(rf"\[[{RANK_TEXT}]\]"),
}
_ANY_MELD = Rules(jokers=12, ace="both")
"""Rules that allow the melds of all houses."""


@dataclass(frozen=True, slots=True)
class RamiMove:
    """A move of rami.

    Args:
        kind: the kind of move.
        melds: the texts of the melds laid, or the place of an added joker.
        cards: the card discarded or added, or the one or two cards that replace a joker.
        at: the number of a meld of the table, from 1; in a staged turn ``ANY_RUN`` or ``ANY_SET``.

    >>> move = RamiMove.parse("add:[HA]@2")
    >>> move.melds, move.cards, move.at, str(move)
    (('[HA]',), (54,), 2, 'add:[HA]@2')
    """

    kind: Kind
    melds: tuple[str, ...] = ()
    cards: tuple[int, ...] = ()
    at: int = 0

    def __str__(self) -> str:
        if self.kind == "card":
            return str(Card(self.cards[0]))
        if self.kind in ("open", "lay"):
            return f"{self.kind}:{'/'.join(self.melds)}"
        if self.at:
            what = self.melds[0] if self.melds else "".join(str(Card(card)) for card in self.cards)
            where = {ANY_RUN: "run", ANY_SET: "set"}.get(self.at, self.at)
            return f"{self.kind}:{what}@{where}"
        return self.kind

    @property
    def card(self) -> int:
        """The first card that it names outside of melds; -1 if there is none."""
        return self.cards[0] if self.cards else -1

    @classmethod
    def parse(cls, text: str) -> RamiMove:
        """Parse a move; valid melds are put into canonical order.

        Raises:
            NotationError: the text is not a move.

        >>> print(RamiMove.parse("open:HQHTHJ/S9C9D9"))
        open:HTHJHQ/S9D9C9
        """
        return _parsed(text)


@lru_cache(maxsize=1 << 14)
def _parsed(text: str) -> RamiMove:
    if text in _WORDS:
        return RamiMove(_WORDS[text])
    name, colon, told = text.partition(":")
    if name in ("open", "lay") and (melds := _read_melds(told)):
        if name == "open":
            return RamiMove("open", melds)
        if len(melds) == 1:
            return RamiMove("lay", melds)
    at = _AT.fullmatch(told)
    if at and name in ("add", "take") and (move := _at_meld(name, at[1], at[2])):  # type: ignore[arg-type]
        return move
    cards = _read_cards(text)
    if colon or len(cards) != 1:
        raise NotationError(
            no_joker(text)
            or phrase(
                "rami.no-move",
                "{text} is no move: write stock, pile, open:HTHJHQ/S9D9C9, lay:C2C3[C4], add:HK@1, "
                "take:HQ@1, a card as H7, or end",
                text=quoted(text),
            )
        )
    return CARD_MOVES[cards[0]]


def _at_meld(kind: Literal["add", "take"], what: str, where: str) -> RamiMove | None:
    """Return the move that adds to a meld of the table or takes from it; None for other texts."""
    at, cards = _ANY[where] if where in _ANY else int(where), _read_cards(what)
    if kind == "take":
        return RamiMove("take", (), cards, at) if 1 <= len(cards) <= (2 if at > 0 else 1) else None
    if what.startswith("["):
        place = _ANY_PLACE.get(where, _PLACE)
        return RamiMove("add", (what,), (ANY_JOKER,), at) if place.fullmatch(what) else None
    return RamiMove("add", (), cards, at) if _PLACE.fullmatch(what) else None


def _read_cards(text: str) -> tuple[int, ...]:
    """Return the cards in a text; none if it contains anything else."""
    found = _CARD.findall(text)
    if "".join(found) != text:
        return ()
    return tuple(ANY_JOKER if card == "JK" else int(Card(card)) for card in found)


def _read_melds(text: str) -> tuple[str, ...]:
    """Return the texts of the melds in a text, in canonical form if valid; none if it is malformed."""
    parts = text.split("/")
    if not all("".join(_PLACE.findall(part)) == part != "" for part in parts):
        return ()
    return tuple(part if (meld := meld_of(part)) is None else text_of(meld) for part in parts)


@lru_cache(maxsize=1 << 14)
def meld_of(text: str) -> Meld | None:
    """Return the meld in a text; None if it is no meld under any house.

    >>> meld_of("H3[H4]H5"), meld_of("S9[S9]C9"), meld_of("H3H5")
    (Run(suit=1, low=3, high=5, wilds=(4,)), None, None)
    """
    try:
        meld = parse_meld(text, _ANY_MELD)
    except SuitwiseError:
        return None
    places, written = (sorted(_PLACE.findall(one)) for one in (text, text_of(meld)))
    return meld if places == written else None


@lru_cache(maxsize=1 << 14)
def text_of(meld: Meld) -> str:
    """Return the text of a meld as in moves and tables.

    >>> from suitwise.rummy.rules.melds import Run
    >>> text_of(Run(1, 3, 5, (4,)))
    'H3[H4]H5'
    """
    return str(meld).replace(" ", "")


def table_text(table: Iterable[Meld]) -> str:
    """Return the melds of a table as text, ``-`` for none."""
    return "/".join(map(text_of, table)) or "-"


def read_table(text: str) -> tuple[Meld, ...]:
    """Parse the melds of a table.

    Raises:
        NotationError: a part of it is no meld.

    >>> len(read_table("HTHJHQ/S9D9C9")), read_table("-")
    (2, ())
    """
    table = []
    for part in text.split("/") if text != "-" else ():
        meld = meld_of(part)
        if meld is None:
            raise NotationError(f"{part[:40]!r} is no meld: write melds as HTHJHQ/S9D9[9]")
        table.append(meld)
    return tuple(table)


def place_of(meld: Meld, longer: Meld) -> str:
    """Return the place of a joker that extends a meld, in the notation of ``add``.

    >>> place_of(meld_of("H3H4H5"), meld_of("H3H4H5[H6]"))
    '[H6]'
    """
    if isinstance(longer, Set):
        return f"[{RANK_TEXT[longer.rank - 1]}]"
    rank = longer.low if longer.low < meld.low else longer.high  # type: ignore[union-attr]
    return f"[{Card(card_of(longer.suit, rank))}]"


CARD_MOVES = {card: RamiMove("card", (), (card,)) for card in (*range(N_SUITED), ANY_JOKER)}
"""The discard of each card, which is also the chance move that deals or draws it."""
STOCK, PILE, END, DONE, NEXT = (RamiMove(kind) for kind in _WORDS.values())
