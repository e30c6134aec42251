"""A turn of rami, move by move: the faults of a move, and the turn after it (A2 to A6).

Nothing here looks ahead. If a card drawn from the pile or a joker taken back can't be used, that is
refused only at the end of the turn; ``solve.can_end`` tells in advance.

Where the rules page is silent:

* A card counts as laid when a copy of it moves from the hand to the table. Jokers in a new meld first
  count as those that have to be laid in one.
* The card just taken may be discarded only if another copy of it was in the hand in this turn.
* With ``set_joker=both``, two jokers in a set of three are never freed. In a set of four a joker stands
  for the only missing card, so ``set_joker`` does not matter.
* An ace added to a run from 2 to K goes below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from suitwise.cards import ANY_JOKER, BLACK_JOKER
from suitwise.foundation.values import changing
from suitwise.rummy.rami.rules.house import RamiVariant
from suitwise.rummy.rami.rules.moves import RamiMove, meld_of, place_of
from suitwise.rummy.rules.cards import Cards, in_order, is_within, plus, without
from suitwise.rummy.rules.melds import SUITS_OF_SET, Meld, Run, Set, grown
from suitwise.rummy.rules.rules import Rules, card_of, rank_of

Fault: TypeAlias = Literal[
    "draw-first",
    "drawn-already",
    "pile-too-early",
    "last-card-stock",
    "pile-empty",
    "open-already",
    "not-open",
    "no-meld",
    "too-many-jokers",
    "not-held",
    "no-discard-left",
    "no-pure-run",
    "opening-short",
    "no-such-meld",
    "does-not-fit",
    "joker-for-a-new-meld",
    "frees-no-joker",
    "owed",
    "just-taken",
    "joker-last",
    "discard-needed",
]
"""The possible faults of a move."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The current state of a seat's turn.

    Args:
        house: the options.
        hand: the cards held.
        table: the melds on the table, in the order in which they were laid.
        opened: whether the seat has opened.
        drawn: whether it has drawn, or began with an additional card.
        number: the number of the turn among those of the seat, from 1.
        highest: the most points of an opening so far in this deal, which matters with ``raise``.
        barred: the card just taken from the pile, which may not be discarded; else -1.
        owed: the cards that have to be laid in this turn.
        owed_jokers: the number of jokers that have to be laid in new melds in this turn.
    """

    house: RamiVariant = field(hash=False)
    hand: Cards
    table: tuple[Meld, ...] = ()
    opened: bool = False
    drawn: bool = False
    number: int = 1
    highest: int = 0
    barred: int = -1
    owed: Cards = ()
    owed_jokers: int = 0

    @property
    def is_owing(self) -> bool:
        """True if a card has to be laid before the turn can end."""
        return bool(self.owed or self.owed_jokers)

    def faults(self, move: RamiMove, pile: Sequence[int] = ()) -> Iterator[Fault]:
        """Yield all faults of a move.

        Args:
            move: the move.
            pile: the cards of the pile, its top last.

        >>> from suitwise.cards import parse_cards
        >>> turn = Turn(RamiVariant("rami51"), in_order(map(int, parse_cards("H7 C2"))))
        >>> list(turn.faults(RamiMove.parse("C2"))), list(turn.faults(RamiMove.parse("pile")))
        (['draw-first'], ['pile-too-early', 'pile-empty'])
        """
        if move.kind in ("stock", "pile"):
            yield from self._faults_of_draw(move, pile)
        elif not self.drawn:
            yield "draw-first"
        elif move.kind == "open":
            yield from self._faults_of_opening(move)
        elif move.kind == "lay":
            if not self.opened:
                yield "not-open"
            yield from self._faults_of_melds(*_laid(move))
        elif move.kind == "add":
            yield from self._faults_of_adding(move)
        elif move.kind == "take":
            yield from self._faults_of_taking(move)
        else:
            yield from self._faults_of_end(move)

    def after(self, move: RamiMove, card: int = -1) -> Turn:
        """Return the turn after a legal move other than a discard or ``end``.

        Args:
            move: the move.
            card: the card drawn, if it draws.
        """
        if move.kind in ("stock", "pile"):
            return self._after_draw(move, card)
        if move.kind in ("open", "lay"):
            melds, _ = _laid(move)
            turn = self._without(_cards_of(melds), True)
            if move.kind == "lay":
                return _change(turn, table=(*self.table, *melds))
            points = worth_of(melds, self.house.rules)
            highest = max(self.highest, points)
            return _change(turn, table=(*self.table, *melds), opened=True, highest=highest)
        if move.kind == "add":
            meld = self.longer(move)[0]
            return _change(self._without(move.cards, False), table=self._table_with(move.at, meld))
        assert move.kind == "take"
        return self._after_taking(move)

    # --- Drawing ----------------------------------------------------------------------------------

    def _faults_of_draw(self, move: RamiMove, pile: Sequence[int]) -> Iterator[Fault]:
        if self.drawn:
            yield "drawn-already"
        elif move.kind == "pile":
            if self.number < self.house.pile_from:
                yield "pile-too-early"
            if self.house.last == "stock" and len(self.hand) == 1:
                yield "last-card-stock"
            if not pile:
                yield "pile-empty"

    def _after_draw(self, move: RamiMove, card: int) -> Turn:
        turn = _change(self, hand=plus(self.hand, card), drawn=True)
        if move.kind == "stock":
            return turn
        if self.house.pile == "use":
            return _change(turn, owed=(card,))
        return _change(turn, barred=-1 if card in self.hand else card)

    # --- New melds --------------------------------------------------------------------------------

    def _faults_of_opening(self, move: RamiMove) -> Iterator[Fault]:
        melds, wanted = _laid(move)
        if self.opened:
            yield "open-already"
        yield from self._faults_of_melds(melds, wanted)
        if len(melds) == wanted:
            yield from self._faults_of_worth(melds)

    def _faults_of_worth(self, melds: Sequence[Meld]) -> Iterator[Fault]:
        house = self.house
        if house.sec_opening == "free" and len(self.hand) - sum(map(len, melds)) <= 1:
            return
        if house.pure == "yes" and not any(isinstance(m, Run) and m.is_pure for m in melds):
            yield "no-pure-run"
        if worth_of(melds, house.rules) < self.needed:
            yield "opening-short"

    @property
    def needed(self) -> int:
        """The points that first melds must be worth."""
        more = self.highest + 1 if self.house.raises == "yes" else 0
        return max(self.house.opening, more)

    def _faults_of_melds(self, melds: Sequence[Meld], wanted: int) -> Iterator[Fault]:
        if len(melds) < wanted:
            yield "no-meld"
        if any(wilds_of(meld) > self.house.most_wilds for meld in melds):
            yield "too-many-jokers"
        yield from self._faults_of_cards(_cards_of(melds))

    def _faults_of_cards(self, cards: Cards) -> Iterator[Fault]:
        if not is_within(cards, self.hand):
            yield "not-held"
        elif self.house.out == "discard" and len(cards) == len(self.hand):
            yield "no-discard-left"

    def _without(self, cards: Cards, is_new_meld: bool) -> Turn:
        """Return the turn after cards have moved from the hand to the table."""
        jokers = cards.count(ANY_JOKER)
        to_new = min(jokers, self.owed_jokers) if is_new_meld else 0
        paid = without(cards, (ANY_JOKER,) * to_new)
        return _change(
            self,
            hand=without(self.hand, cards),
            owed=without(self.owed, paid),
            owed_jokers=self.owed_jokers - to_new,
        )

    # --- Melds of the table -----------------------------------------------------------------------

    def _faults_at_meld(self, move: RamiMove) -> Iterator[Fault]:
        if not self.opened:
            yield "not-open"
        if move.at > len(self.table):
            yield "no-such-meld"

    def _table_with(self, at: int, meld: Meld) -> tuple[Meld, ...]:
        return (*self.table[: at - 1], meld, *self.table[at:])

    def _faults_of_adding(self, move: RamiMove) -> Iterator[Fault]:
        yield from self._faults_at_meld(move)
        is_joker = move.cards[0] == ANY_JOKER
        if move.at <= len(self.table):
            if not self.longer(move):
                yield "does-not-fit"
            if is_joker and wilds_of(self.table[move.at - 1]) >= self.house.most_wilds:
                yield "too-many-jokers"
        yield from self._faults_of_cards(move.cards)
        if is_joker and self.hand.count(ANY_JOKER) <= self.owed_jokers:
            yield "joker-for-a-new-meld"

    def longer(self, move: RamiMove) -> list[Meld]:
        """Return the meld to which a move adds a card, after the move; the low end is preferred."""
        meld = self.table[move.at - 1]
        found = grown(meld, move.cards[0], LOOSE)
        return [one for one in found if not move.melds or place_of(meld, one) == move.melds[0]]

    def _faults_of_taking(self, move: RamiMove) -> Iterator[Fault]:
        yield from self._faults_at_meld(move)
        if not is_within(move.cards, self.hand):
            yield "not-held"
        if move.at <= len(self.table):
            meld = self.table[move.at - 1]
            if freed(meld, move.cards, self.house.set_joker) is None:
                yield "frees-no-joker"

    def _after_taking(self, move: RamiMove) -> Turn:
        meld = freed(self.table[move.at - 1], move.cards, self.house.set_joker)
        assert meld is not None
        turn = self._without(move.cards, False)
        taken = self.house.taken
        return _change(
            turn,
            table=self._table_with(move.at, meld),
            hand=plus(turn.hand, ANY_JOKER),
            barred=-1 if self.barred == ANY_JOKER else self.barred,
            owed=plus(turn.owed, ANY_JOKER) if taken == "lay" else turn.owed,
            owed_jokers=turn.owed_jokers + (taken == "meld"),
        )

    # --- The end of a turn ------------------------------------------------------------------------

    def _faults_of_end(self, move: RamiMove) -> Iterator[Fault]:
        if self.is_owing:
            yield "owed"
        if move.kind != "card":
            if self.hand or self.house.out != "free":
                yield "discard-needed"
            return
        card = move.cards[0]
        if card not in self.hand:
            yield "not-held"
        if card == self.barred:
            yield "just-taken"
        if card == ANY_JOKER and len(self.hand) == 1 and self.house.joker_out == "no":
            yield "joker-last"


_change = changing(Turn)


LOOSE = replace(RamiVariant().rules, jokers=12, most_wilds=12)
"""Rules that allow any number of jokers when a meld grows; their number is checked separately."""


def _laid(move: RamiMove) -> tuple[list[Meld], int]:
    """Return the valid melds that a move lays, and the number of melds that it should lay."""
    melds = [meld for text in move.melds if (meld := meld_of(text)) is not None]
    return melds, len(move.melds)


def worth_of(melds: Iterable[Meld], rules: Rules) -> int:
    """Return the points of first melds, where a joker counts as the card that it stands for."""
    return sum(meld.opening_points(rules) for meld in melds)


def wilds_of(meld: Meld) -> int:
    """Return the number of jokers of a meld."""
    return len(meld.wilds) if isinstance(meld, Run) else meld.wilds


def _cards_of(melds: Sequence[Meld]) -> Cards:
    natural = [int(card) for meld in melds for card in meld.cards]
    return in_order(natural + [ANY_JOKER] * sum(map(wilds_of, melds)))


@lru_cache(maxsize=1 << 14)
def cards_laid(move: RamiMove) -> Cards:
    """Return the cards that a move brings from the hand to the table.

    >>> [int(card) for card in cards_laid(RamiMove.parse("lay:C2C3[C4]"))]
    [39, 40, 54]
    """
    return move.cards if move.at else _cards_of(_laid(move)[0])


def freed(meld: Meld, cards: Sequence[int], set_joker: str) -> Meld | None:
    """Return a meld after cards have replaced one of its jokers; None if they can't.

    Args:
        meld: the meld.
        cards: one card, or two.
        set_joker: the cards that free the joker of a set of three: ``either`` of the two missing ones,
            ``both``, or none: ``never``.

    >>> from suitwise.cards import parse_cards
    >>> for text, cards in (("HTHJ[HQ]", "HQ"), ("S9H9[9]", "D9"), ("S9H9[9]", "D9C9")):
    ...     print(freed(meld_of(text), parse_cards(cards), "either"))
    HT HJ HQ
    S9 H9 D9
    None
    >>> print(freed(meld_of("S9H9[9]"), parse_cards("D9C9"), "both"))
    S9 H9 D9 C9
    """
    if isinstance(meld, Run):
        ranks = [rank for rank in meld.wilds if card_of(meld.suit, rank) == cards[0]]
        if len(cards) != 1 or not ranks:
            return None
        return replace(meld, wilds=tuple(rank for rank in meld.wilds if rank != ranks[0]))
    return _freed_in_set(meld, cards, set_joker)


def _freed_in_set(meld: Set, cards: Sequence[int], set_joker: str) -> Meld | None:
    suits = {card // 13 for card in cards if card < BLACK_JOKER and rank_of(card) == meld.rank}
    if not meld.wilds or len(suits) < len(cards) or suits & set(meld.suits):
        return None
    is_open = len(meld) < SUITS_OF_SET
    if is_open and set_joker == "never":
        return None
    # Of a set of three with one joker two cards are missing.
    if len(cards) != (2 if is_open and set_joker == "both" else 1):
        return None
    if is_open and set_joker == "both" and meld.wilds > 1:
        return None
    return replace(meld, suits=tuple(sorted({*meld.suits, *suits})), wilds=meld.wilds - 1)
