"""A position of Indian rummy: legal moves, successors, the showdown, reasons why a move is illegal."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, TypeAlias, get_args

from suitwise.foundation.text.phrases import phrase
from suitwise.foundation.values import changing, replaced
from suitwise.game import CHANCE, OVER, Refusal, refusal
from suitwise.rummy.indian import rules as indian
from suitwise.rummy.indian.rules import CARD_MOVES, HAND, IN_PLAY, IndianMove, IndianVariant
from suitwise.rummy.rules.cards import Cards, card_named, minus, plus, turned_over
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.melds import Meld, melds_text
from suitwise.rummy.rules.rules import Rules
from suitwise.rummy.solve.arrangement import Arrangement, arrange
from suitwise.rummy.solve.laying import declaration
from suitwise.rummy.state import NOBODY, TwoPackState

# --- The showdown ---------------------------------------------------------------------------------
#
# A hand counts its deadwood in the best arrangement, or every card if it lacks two runs, one of them
# pure; and at most the cap.


@lru_cache(maxsize=1024)
def melds_of(cards: Cards, rules: Rules) -> tuple[Meld, ...] | None:
    """Return melds with which thirteen cards can be declared, or None."""
    return declaration(Hand.of(cards, rules))


@lru_cache(maxsize=1024)
def best_of(cards: Cards, rules: Rules) -> Arrangement:
    """Return the best arrangement of a hand, by which it is counted."""
    return arrange(Hand.of(cards, rules))


@dataclass(frozen=True, slots=True)
class Showdown:
    """The end of a deal that a seat has won.

    Args:
        winner: the seat that declared, or the last one in play.
        hands: the cards of every seat.
        standings: the standing of every seat.
        rules: the rule set with its wild rank.
        drop: the points that a seat loses by dropping before its first draw.
        middle: the points that a seat loses by dropping later.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.rules.rules import INDIAN13
    >>> mine = parse_cards("H3H4H5 S7S8JK D9C9H9 CJCQCKCA")
    >>> his = parse_cards("D2D3D4D5 H6H7JK CTCTS9 SA S4 D8")
    >>> print(Showdown(0, (mine, his), ("in", "in"), INDIAN13, 20, 40))  # doctest: +NORMALIZE_WHITESPACE
    seat 0 declares S7 S8 [S9] | H3 H4 H5 | CJ CQ CK CA | H9 D9 C9;
    seat 1 keeps SA S4 S9 D8 CT CT, loses 51; seat 0 wins 51
    """

    winner: int
    hands: tuple[Cards, ...]
    standings: tuple[indian.Standing, ...]
    rules: Rules
    drop: int
    middle: int

    @property
    def returns(self) -> tuple[float, ...]:
        """The points that each seat wins; the winner gets what all others lose."""
        won = [-self.loss(seat) for seat in range(len(self.hands))]
        won[self.winner] = -sum(won)
        return tuple(map(float, won))

    def loss(self, seat: int) -> int:
        """Return the points that a seat loses."""
        if seat == self.winner:
            return 0
        standing = self.standings[seat]
        if standing in IN_PLAY:
            return best_of(self.hands[seat], self.rules).points
        return indian.penalty(standing, self.drop, self.middle, self.rules.cap)

    def __str__(self) -> str:
        losers = [seat for seat in range(len(self.hands)) if seat != self.winner]
        declares = any(self.standings[seat] in IN_PLAY for seat in losers)
        melds = melds_of(self.hands[self.winner], self.rules) if declares else None
        how = f"declares {melds_text(melds)}" if melds else "is left"
        fates = [f"seat {seat} {self._fate(seat)}" for seat in losers]
        won = f"seat {self.winner} wins {self.returns[self.winner]:g}"
        return "; ".join([f"seat {self.winner} {how}", *fates, won])

    def _fate(self, seat: int) -> str:
        standing = self.standings[seat]
        fate = {"drop": "dropped", "middle": "dropped", "false": "declared falsely"}.get(standing)
        if fate is None:
            best = best_of(self.hands[seat], self.rules)
            left = " ".join(map(str, best.left)) or "nothing"
            fate = f"keeps {left}" if best.counts else "has not the runs that count"
        return f"{fate}, loses {self.loss(seat)}"


# --- The position ---------------------------------------------------------------------------------

Phase: TypeAlias = Literal[
    "deal", "wild", "open", "draw", "stock", "discard", "show", "last", "void"
]
"""The phase of a deal.

Chance moves in ``deal``, ``wild`` (a card is turned up), ``open`` (a card opens the pile) and ``stock``
(a card is drawn). A seat decides in ``draw`` and ``discard``. A deal ends with a declaration (``show``),
with the ``last`` seat in play, or ``void``.
"""

PHASES: tuple[Phase, ...] = get_args(Phase)
CHANCES = ("deal", "wild", "open", "stock")
ENDS = ("show", "last", "void")


@dataclass(frozen=True, slots=True)
class IndianState(TwoPackState[IndianMove]):
    """A position of Indian rummy.

    Args:
        variant: the variant.
        phase: the phase of the deal.
        seat: the seat that the phase is about; at the end the winner.
        hands: the sorted cards of every seat; 14 cards if it declared falsely.
        standings: the standing of every seat.
        wild: the card turned up, -1 before.
        pile: the discards from the bottom up, each with the seat that laid it, -1 for the first.
        known: for each seat, the cards that all others know it to hold.
        taken: the card just taken from the pile, else -1.
        drawn: the number of draws so far.
        turned: the cards of the pile when it was last turned over.

    >>> from suitwise.game import load
    >>> state, _ = load("indian13").start().rolled(seed=1, stream=0)
    >>> state.turn, [str(move) for move in state.moves()]
    (0, ['stock', 'pile', 'drop'])
    >>> print(state.view(state.turn))
    draw 0 draws 0 | new new | D8 | S6 S8 S9 SK HA HT HJ D5 D7 D9 DQ CA C9 / ?13 | C3 | - / - | -
    """

    variant: IndianVariant
    phase: Phase
    seat: int
    hands: tuple[Cards, ...]
    standings: tuple[indian.Standing, ...]
    wild: int = -1
    pile: tuple[tuple[int, int], ...] = ()
    known: tuple[Cards, ...] = ()
    taken: int = -1
    drawn: int = 0
    turned: Cards = ()
    _stock: Cards | None = field(default=None, init=False, repr=False, compare=False)

    chances = CHANCES
    card_moves = CARD_MOVES
    move_kinds = (IndianMove,)

    @property
    def turn(self) -> int:
        """The seat on turn; CHANCE deals, turns up and draws cards."""
        if self.phase in CHANCES:
            return CHANCE
        return OVER if self.phase in ENDS else self.seat

    @property
    def rules(self) -> Rules:
        """The rule set with its wild rank, once a card is turned up."""
        return indian.rules_of(self.variant, self.wild)

    def _aside(self) -> Iterator[int]:
        """Yield the card turned up."""
        if self.wild >= 0:
            yield self.wild

    @property
    def showdown(self) -> Showdown | None:
        """The outcome, None if no seat has won."""
        if self.phase not in ("show", "last"):
            return None
        game = self.variant
        return Showdown(self.seat, self.hands, self.standings, self.rules, game.drop, game.middle)

    def moves(self) -> Collection[IndianMove]:
        """Return the legal moves of the seat on turn, or the possible chance moves."""
        if self.turn == CHANCE:
            return tuple(CARD_MOVES[card] for card in dict.fromkeys(self.stock))
        if self.phase == "draw":
            return (
                (indian.STOCK, indian.PILE, indian.DROP)
                if self.is_top_free
                else (indian.STOCK, indian.DROP)
            )
        if self.phase == "discard":
            cards = self.discards()
            return tuple(
                moves[card] for moves in (CARD_MOVES, indian.DECLARATION_MOVES) for card in cards
            )
        return ()

    @property
    def is_top_free(self) -> bool:
        """True if the top of the pile may be taken: it is not a wild card that was discarded."""
        if not self.pile:
            return False
        card, laid_by = self.pile[-1]
        return laid_by < 0 or not self.rules.is_wild(card)

    def discards(self) -> Cards:
        """Return the distinct cards that the seat may discard."""
        return tuple(dict.fromkeys(minus(self.hands[self.seat], self.taken)))

    def weight(self, move: IndianMove) -> int:
        """Return the number of copies of a chance move's card in the stock."""
        return self.stock.count(move.card)

    def followed_by(self, move: IndianMove) -> IndianState:
        """Return the state after a legal move or a chance move."""
        if move.kind == "stock":
            return self._before_stock_draw()
        if move.kind == "pile":
            return self._after_pile()
        if move.kind == "drop":
            return self._out("drop" if self.standings[self.seat] == "new" else "middle")
        if move.kind == "declare":
            return self._after_declaration(move.card)
        return self._after_card(move.card)

    def _after_card(self, card: int) -> IndianState:
        if self.phase == "discard":
            return self._after_discard(card)._next_turn()
        stock = minus(self.stock, card)
        if self.phase == "stock":
            return _change(self._after_draw(card), _stock=stock)
        if self.phase == "wild":
            return _change(self, phase="open", wild=card, _stock=stock)
        if self.phase == "open":
            return _change(self, phase="draw", pile=((card, NOBODY),), _stock=stock)
        hands = replaced(self.hands, self.seat, plus(self.hands[self.seat], card))
        is_last = self.seat == self.variant.seats - 1 and len(hands[self.seat]) == HAND
        next_seat = (self.seat + 1) % self.variant.seats
        phase: Phase = "wild" if is_last else "deal"
        return _change(self, phase=phase, hands=hands, seat=next_seat, _stock=stock)

    def _after_draw(self, card: int) -> IndianState:
        return _change(
            self,
            phase="discard",
            hands=replaced(self.hands, self.seat, plus(self.hands[self.seat], card)),
            standings=replaced(self.standings, self.seat, "in"),
            drawn=self.drawn + 1,
        )

    def _before_stock_draw(self) -> IndianState:
        """Return the state in which chance draws; the pile is turned over if the stock has run out."""
        turned = {} if self.stock else turned_over(self.pile, self.hands, self.known)
        return _change(self, phase="stock", **turned)

    def _after_pile(self) -> IndianState:
        card = self.pile[-1][0]
        known = replaced(self.known, self.seat, plus(self.known[self.seat], card))
        return _change(self._after_draw(card), pile=self.pile[:-1], known=known, taken=card)

    def _after_discard(self, card: int) -> IndianState:
        return _change(
            self,
            hands=replaced(self.hands, self.seat, minus(self.hands[self.seat], card)),
            known=replaced(self.known, self.seat, minus(self.known[self.seat], card)),
            pile=(*self.pile, (card, self.seat)),
            taken=-1,
        )

    def _after_declaration(self, card: int) -> IndianState:
        if melds_of(minus(self.hands[self.seat], card), self.rules) is None:
            return _change(self, known=replaced(self.known, self.seat, ()), taken=-1)._out("false")
        return _change(self._after_discard(card), phase="show")

    def _out(self, standing: indian.Standing) -> IndianState:
        standings = replaced(self.standings, self.seat, standing)
        return _change(self, standings=standings)._next_turn()

    def _next_turn(self) -> IndianState:
        """Return the state in which the next seat in play draws, or the end of the deal."""
        phase: Phase = "draw"
        if len(self.playing) == 1:
            phase = "last"
        elif self.drawn >= self.variant.draws or not (self.variant.reshuffle or self.stock):
            phase = "void"
        return _change(self, phase=phase, seat=self.next_in_play)

    @property
    def next_in_play(self) -> int:
        """The next seat in play; the seat itself if no other is."""
        seats = self.variant.seats
        others = ((self.seat + step) % seats for step in range(1, seats + 1))
        return next(seat for seat in others if self.standings[seat] in IN_PLAY)

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that are in play."""
        return tuple(s for s, standing in enumerate(self.standings) if standing in IN_PLAY)

    def returns(self) -> tuple[float, ...]:
        """Return the points that each seat has won; 0 before the end and in a void deal."""
        showdown = self.showdown
        return (0.0,) * self.variant.seats if showdown is None else showdown.returns

    def parse_move(self, text: str) -> IndianMove:
        """Parse a move, as described in ``indian.rules``."""
        return IndianMove.parse(text)

    def is_shown(self, owner: int) -> bool:
        """Return whether a hand is shown: after a false declaration, or to be counted at the end."""
        standing = self.standings[owner]
        return standing == "false" or (self.phase == "show" and standing in IN_PLAY)


_change = changing(IndianState)


# --- The reason why a move is illegal -------------------------------------------------------------

_EXPECTED = {
    "draw": (
        ("stock", "pile", "drop"),
        phrase("indian13.to-draw", "draw from the stock or the pile, or drop"),
    ),
    "discard": (
        ("card", "declare"),
        phrase("indian13.to-discard", "discard a card, or declare with it"),
    ),
}
"""The kinds of move that each phase asks for, and the phase in words."""
_DEALT = phrase("indian13.to-be-dealt", "a card is to be dealt")
_DRAWN = phrase("indian13.to-be-drawn", "a card is to be drawn")
_TURNED = phrase("indian13.to-be-turned-up", "a card is to be turned up")


def why_not(state: IndianState, move: IndianMove) -> Refusal | None:
    """Return the rule that forbids a move, or None if it is legal."""
    return refusal(state, move, _why_no_chance_move, _why_not_in_phase, _why_not_by_rule)


def _why_not_in_phase(state: IndianState, move: IndianMove) -> Refusal | None:
    kinds, words = _EXPECTED[state.phase]
    return None if move.kind in kinds else words


def _why_not_by_rule(state: IndianState, move: IndianMove) -> Refusal | None:
    if move.kind == "pile":
        return _why_not_pile(state)
    return None if state.phase == "draw" else _why_not_discard(state, move.card)


def _why_no_chance_move(state: IndianState, move: IndianMove) -> Refusal | None:
    if move.kind != "card":
        return {"deal": _DEALT, "stock": _DRAWN}.get(state.phase, _TURNED)
    if move.card not in state.stock:
        card = card_named(move.card)
        return phrase("indian13.not-in-stock", "no {card} is left in the stock", card=card)
    return None


def _why_not_pile(state: IndianState) -> Refusal | None:
    if state.is_top_free:
        return None
    if not state.pile:
        return phrase("indian13.empty-pile", "the pile is empty")
    return phrase(
        "indian13.wild-top",
        "{card} is wild, and a wild card that was discarded is not taken",
        card=card_named(state.pile[-1][0]),
    )


def _why_not_discard(state: IndianState, card: int) -> Refusal | None:
    if card not in state.hands[state.seat]:
        return phrase("indian13.not-held", "no {card} is in the hand", card=card_named(card))
    if card not in state.discards():
        return phrase(
            "indian13.just-taken",
            "{card} was taken from the pile in this turn and may not be discarded in it",
            card=card_named(card),
        )
    return None
