"""A position of gin rummy: its legal moves, its successors, and the reasons why a move is illegal."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias, get_args

from suitwise.errors import NotationError
from suitwise.foundation.arrays.words import bit_numbered
from suitwise.foundation.text.phrases import CardText, phrase
from suitwise.foundation.values import changing
from suitwise.game import CHANCE, OVER, Game, Refusal, State, refusal
from suitwise.rummy.gin.rules.deadwood import (
    BITS,
    PACK,
    bits_of,
    card_at,
    cards_of,
    gin_deadwood,
    is_melded,
    points_of,
)
from suitwise.rummy.gin.rules.house import GinVariant
from suitwise.rummy.gin.rules.moves import (
    BIG_GIN,
    CARD_MOVES,
    KNOCK_MOVES,
    NEXT,
    PASS,
    PILE,
    STOCK,
    GinMove,
    spread_text,
)
from suitwise.rummy.gin.rules.showdown import (
    Showdown,
    best_spread,
    gin_layoff,
    is_spread,
    knocking_cards,
    layoff_choices,
    layoffs_of,
    may_knock,
    misfit,
    most_to_knock,
    spreads,
)
from suitwise.rummy.gin.sheet import Column, finals, with_win
from suitwise.rummy.rules.cards import card_named
from suitwise.seeds import Source

Phase: TypeAlias = Literal[
    "deal", "first", "second", "draw", "stock", "discard", "knock", "gin", "big", "wall", "show"
]
"""The phase of a deal: what its seat is to do next or waits for, or how the deal has ended.

While cards are dealt and drawn chance moves (``deal``, ``stock``). A seat decides about the upcard
(``first``, and ``second`` once the other seat has passed), then draws and discards. A deal ends with a
knock, gin or big gin, or void with too few cards in the stock (``wall``). If the defender is asked what
it lays off, it does so between a knock and the end of the deal (``show``).
"""

PHASES: tuple[Phase, ...] = get_args(Phase)[:-1]
"""The phases of a game in which the defender is not asked."""
SHOWN = ("knock", "gin", "big")
"""The phases in which the deal is over and both hands are shown."""
NOBODY = -1
"""The seat of the upcard in the pile, since neither seat laid it."""
WALL = 2
"""The deal is void if this many cards are left in the stock."""


def pile_at_wall(cards: int) -> int:
    """Return the number of cards of the pile when the stock has come down to that.

    Args:
        cards: the cards of a hand.

    >>> pile_at_wall(10)
    30
    """
    return 52 - 2 * cards - WALL


_DEALT = ("deal", "stock")
"""The phases in which chance deals or draws a card."""
_DECIDING = ("draw", "discard", "first", "second", "show")
_CHOICES = {
    "first": (PILE, PASS),
    "second": (PILE, PASS),
    "draw": (STOCK, PILE),
}

Laid: TypeAlias = Sequence[int]
"""The cards of the pile by origin: laid by seat 0, laid by seat 1, the upcard."""


@dataclass(frozen=True, slots=True)
class GinState(State[GinMove]):
    """A position of gin rummy; hands are words of bits (``gin.rules.deadwood``).

    Args:
        variant: the variant.
        phase: the phase of the deal.
        seat: the seat that the phase is about.
        dealer: the seat that dealt.
        hands: the cards of both seats.
        pile: the discards from the bottom up, each with the seat that laid it, -1 for the upcard.
        known: for each seat, the cards that it took from the pile and still holds.
        taken: the card just taken from the pile, else -1.
        spread: after a knock, the cards of the knocker's sets and those of the runs.
        totals: each seat's points so far, without the bonuses for the match.
        boxes: the deals that each has won.
        idle: the number of turns in a row, up to now, in which a card was taken from the pile.
        deals: the number of earlier deals of the match.
        upcard: the card that was turned up, if the variant does not forget it, else -1.
        shown: what a defender that was asked has laid: the cards of its sets, those of its runs, and the
            cards laid off.
        more: the further columns of the score sheet.

    >>> from suitwise.game import load
    >>> state, _ = load("gin").start().rolled(seed=1, stream=0)
    >>> state.turn, [str(move) for move in state.moves()]
    (0, ['pile', 'pass'])
    >>> print(state.view(state.turn))
    first 0 dealer 1 | S7 SJ SK H9 D4 D5 D8 DJ DK C8 | ?10 | S9 | - / - | 0-0 0-0
    """

    variant: GinVariant
    phase: Phase
    seat: int
    dealer: int
    hands: tuple[int, int] = (0, 0)
    pile: tuple[tuple[int, int], ...] = ()
    known: tuple[int, int] = (0, 0)
    taken: int = -1
    spread: tuple[int, int] = (0, 0)
    totals: tuple[int, int] = (0, 0)
    boxes: tuple[int, int] = (0, 0)
    idle: int = 0
    deals: int = 0
    upcard: int = -1
    shown: tuple[int, int, int] | None = None
    more: tuple[Column, ...] = ()
    _laid: Laid | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def game(self) -> Game[GinMove]:
        """The variant."""
        return self.variant  # type: ignore[return-value]

    @property
    def turn(self) -> int:
        """The seat on turn; CHANCE deals, draws from the stock, and begins the next deal of a match."""
        if self.phase in _DECIDING:
            return self.seat
        if self.phase in _DEALT or (self.variant.to and not self.is_decided):
            return CHANCE
        return OVER

    @property
    def is_dealt_out(self) -> bool:
        """True if the deal has ended."""
        return self.phase == "wall" or self.phase in SHOWN

    @property
    def is_decided(self) -> bool:
        """True if a match is over: all columns are closed, or the last deal has ended."""
        to = self.variant.to
        if not to:
            return False
        is_last = self.is_dealt_out and self.deals + 1 >= self.variant.most_deals
        return is_last or (max(self.totals) >= to and all(c.is_closed(to) for c in self.more))

    @property
    def sheet(self) -> tuple[Column, ...]:
        """The columns of the score sheet."""
        return (Column(self.totals, self.boxes), *self.more)

    @property
    def most_to_knock(self) -> int:
        """The most deadwood to knock with in this deal."""
        return most_to_knock(self.variant, self.upcard)

    @property
    def knocker(self) -> int:
        """The seat that has knocked, -1 if none has."""
        if self.phase == "show":
            return 1 - self.seat
        return self.seat if self.phase in SHOWN else NOBODY

    @property
    def stock(self) -> int:
        """The cards that are neither in a hand nor on the pile."""
        return PACK & ~(self.hands[0] | self.hands[1] | self.pile_bits())

    @property
    def laid(self) -> Laid:
        """The cards of the pile by origin, computed once."""
        if self._laid is None:
            words = [0, 0, 0]
            for card, seat in self.pile:
                words[seat] |= BITS[card]
            object.__setattr__(self, "_laid", words)
        return self._laid  # type: ignore[return-value]

    def pile_bits(self, seat: int | None = None) -> int:
        """Return the cards of the pile, or those that one seat laid there."""
        first, second, upcard = laid = self.laid
        return first | second | upcard if seat is None else laid[seat]

    @property
    def showdown(self) -> Showdown | None:
        """The outcome of a knock, None if there was none."""
        if self.phase not in SHOWN:
            return None
        return Showdown(self.seat, self.hands, self.spread, self.variant, self.upcard, self.shown)

    def moves(self) -> Collection[GinMove]:
        """Return the legal moves of the seat on turn, or the possible chance moves."""
        if self.phase == "discard":
            return tuple(self._discards())
        if self.phase == "show":
            best = self.best_show
            return (best, *(move for move in self._shows() if move != best))
        if self.phase in _DEALT:
            return tuple([CARD_MOVES[card] for card in cards_of(self.stock)])
        return _CHOICES.get(self.phase) or ((NEXT,) if self.turn == CHANCE else ())

    def _discards(self) -> list[GinMove]:
        hand, free = self.hands[self.seat], self.free
        moves = [CARD_MOVES[card] for card in cards_of(free)]
        aces = self.variant.aces
        for card in cards_of(knocking_cards(hand, free, self.most_to_knock, aces)):
            moves += self._knocks(card)
        if self.variant.big and is_melded(hand, aces):
            moves.append(BIG_GIN)
        return moves

    def _shows(self) -> Iterator[GinMove]:
        """Yield what a defender may show: all its melds with all cards that can be laid off then."""
        hand, aces = self.hands[self.seat], self.variant.aces
        for laid in layoff_choices(hand, self.spread, aces) if self.may_lay_off else (0,):
            layoffs = layoffs_of(self.spread, laid, aces)
            for spread in spreads(hand & ~laid, aces):
                yield GinMove("show", -1, spread, layoffs)

    @property
    def may_lay_off(self) -> bool:
        """Whether a defender that is asked may lay off: not on gin, unless the variant says so."""
        sets, runs = self.spread
        return self.variant.gin_layoff or self.hands[self.knocker] & ~(sets | runs) != 0

    @property
    def free(self) -> int:
        """The cards that the seat may discard."""
        hand = self.hands[self.seat]
        return hand if self.taken < 0 else hand & ~BITS[self.taken]

    def _knocks(self, card: int) -> list[GinMove]:
        if not self.variant.declare:
            return [KNOCK_MOVES[card]]
        hand, aces = self.hands[self.seat] & ~BITS[card], self.variant.aces
        return [
            GinMove("knock", card, (sets, runs))
            for sets, runs in spreads(hand, aces)
            if may_knock(points_of(hand & ~(sets | runs), aces), self.most_to_knock)
        ]

    move_kinds = (GinMove,)

    def chance_move(self, source: Source) -> GinMove:
        """Draw a card of the stock without listing the others."""
        if self.phase not in _DEALT:
            return State.chance_move(self, source)
        stock = self.stock
        place = source.below(stock.bit_count())
        return CARD_MOVES[card_at(bit_numbered(stock, place))]

    def followed_by(self, move: GinMove) -> GinState:
        """Return the state after a legal move or a chance move.

        The flat records of ``gin.arrays`` follow the same rules, without the order of the pile; tests
        compare the two.
        """
        if move.kind == "card":
            return self._after_card(move.card)
        if move.kind == "stock":
            return _change(self, phase="stock", idle=0)
        if move.kind == "pile":
            return self._after_pile()
        if move.kind == "pass":
            phase: Phase = "second" if self.phase == "first" else "stock"
            return _change(self, phase=phase, seat=1 - self.seat)
        if move.kind == "knock":
            return self._after_knock(move)
        if move.kind == "big":
            spread = best_spread(self.hands[self.seat], self.variant.aces)
            return self._shown_by_knocker("big", spread)
        if move.kind == "show":
            return self._after_show(move)
        return self._next_deal()

    def _after_card(self, card: int) -> GinState:
        if self.phase == "discard":
            last = pile_at_wall(self.variant.cards)
            if len(self.pile) == last - 1 or self.idle == self.variant.idle:
                return self._after_laying(card, "wall", self.seat)
            return self._after_laying(card, "draw", 1 - self.seat)
        if self.phase == "deal" and self.hands[self.dealer].bit_count() == self.variant.cards:
            upcard = card if self.variant.keeps_upcard else -1
            return _change(self, phase="first", pile=((card, NOBODY),), upcard=upcard, _laid=None)
        hands = _replaced(self.hands, self.seat, self.hands[self.seat] | BITS[card])
        if self.phase == "stock":
            return _change(self, phase="discard", hands=hands)
        return _change(self, hands=hands, seat=1 - self.seat)

    def _after_laying(self, card: int, phase: Phase, next_seat: int) -> GinState:
        """Return the state after the seat lays a card on the pile."""
        seat, laid, bit = self.seat, list(self.laid), BITS[card]
        laid[seat] |= bit
        return _change(
            self,
            phase=phase,
            seat=next_seat,
            hands=_replaced(self.hands, seat, self.hands[seat] & ~bit),
            known=_replaced(self.known, seat, self.known[seat] & ~bit),
            pile=(*self.pile, (card, seat)),
            taken=-1,
            _laid=laid,
        )

    def _after_pile(self) -> GinState:
        seat, (card, laid_by), laid = self.seat, self.pile[-1], list(self.laid)
        bit = BITS[card]
        laid[laid_by] ^= bit
        return _change(
            self,
            phase="discard",
            hands=_replaced(self.hands, seat, self.hands[seat] | bit),
            known=_replaced(self.known, seat, self.known[seat] | bit),
            pile=self.pile[:-1],
            taken=card,
            idle=self.idle + 1,
            _laid=laid,
        )

    def _after_knock(self, move: GinMove) -> GinState:
        after = self._after_laying(move.card, "knock", self.seat)
        hand = after.hands[self.seat]
        spread = move.spread
        if spread is None:
            spread = best_spread(hand, self.variant.aces)
        phase: Phase = "knock" if hand & ~(spread[0] | spread[1]) else "gin"
        return after._shown_by_knocker(phase, spread)

    def _shown_by_knocker(self, phase: Phase, spread: tuple[int, int]) -> GinState:
        if self.variant.layoff == "ask":
            return _change(self, phase="show", seat=1 - self.seat, spread=spread, taken=-1, idle=0)
        return self._scored(phase, spread, None)

    def _after_show(self, move: GinMove) -> GinState:
        assert move.spread is not None
        laid = bits_of(card for card, _ in move.layoffs)
        knocker, (sets, runs) = self.knocker, self.spread
        phase: Phase = "knock" if self.hands[knocker] & ~(sets | runs) else "gin"
        if self.hands[knocker].bit_count() > self.variant.cards:
            phase = "big"
        return _change(self, seat=knocker)._scored(phase, self.spread, (*move.spread, laid))

    def _scored(
        self, phase: Phase, spread: tuple[int, int], own: tuple[int, int, int] | None
    ) -> GinState:
        ended = _change(self, phase=phase, spread=spread, taken=-1, idle=0, shown=own)
        showdown = ended.showdown
        assert showdown is not None
        seat, points = showdown.score
        if seat < 0:
            return ended
        first, *more = with_win(self.sheet, seat, points, showdown.boxes, self.variant.to)
        return _change(ended, totals=first.points, boxes=first.boxes, more=tuple(more))

    @property
    def next_dealer(self) -> int:
        """The seat that deals next; a void deal is dealt again by its dealer, unless they take turns."""
        if self.variant.dealer == "turns":
            return 1 - self.dealer
        winner = NOBODY if self.showdown is None else self.showdown.score[0]
        if winner == NOBODY:
            return self.dealer
        return winner if self.variant.dealer == "winner" else 1 - winner

    def _next_deal(self) -> GinState:
        dealer = self.next_dealer
        return GinState(
            self.variant,
            "deal",
            1 - dealer,
            dealer,
            totals=self.totals,
            boxes=self.boxes,
            deals=self.deals + 1,
            more=self.more,
        )

    def returns(self) -> tuple[float, ...]:
        """Return each seat's lead in points, including all bonuses once a match is decided."""
        final = self.is_decided
        each = [finals(self.variant, column) if final else column.points for column in self.sheet]
        lead = sum(mine - other for mine, other in each)
        return (float(lead), float(-lead))

    def parse_move(self, text: str) -> GinMove:
        """Parse a move; if knocks declare melds, a knock that names none gets the best ones.

        Cards that a defender lays off may be named in any order that fits; ``show`` alone is the best.
        """
        aces = self.variant.aces
        move = GinMove.parse(text, aces)
        if move.kind == "knock" and move.spread is None and self.variant.declare:
            hand = self.hands[self.seat] & ~BITS[move.card]
            return replace(move, spread=best_spread(hand, aces))
        if self.phase == "show" and move.kind == "show":
            return self.best_show if text == "show" else self._in_order(move)
        return move

    @property
    def best_show(self) -> GinMove:
        """The melds and lay-offs with which a defender that is asked keeps the least."""
        hand = self.hands[self.seat]
        laid = gin_layoff(hand, *self.spread, self.variant.aces) if self.may_lay_off else 0
        return self.showing(laid)

    def showing(self, laid: int) -> GinMove:
        """Return what a defender shows that lays cards off: with them, its best melds of the others.

        Args:
            laid: the cards.

        Raises:
            NotationError: one of them fits none of the knocker's melds.
        """
        aces, hand = self.variant.aces, self.hands[self.seat]
        layoffs = layoffs_of(self.spread, laid, aces)
        for card in cards_of(laid & ~bits_of(card for card, _ in layoffs)):
            raise NotationError(
                phrase(
                    "gin.fits-none", "{card} fits none of the melds there", card=card_named(card)
                )
            )
        return GinMove("show", -1, best_spread(hand & ~laid, aces), layoffs)

    def _in_order(self, move: GinMove) -> GinMove:
        """Return what a defender shows with its lay-offs in a fixed order, if they fit."""
        aces = self.variant.aces
        if misfit(self.spread, move.layoffs, aces) is not None:
            return move
        laid = bits_of(card for card, _ in move.layoffs)
        return replace(move, layoffs=layoffs_of(self.spread, laid, aces))

    def hidden(self, seat: int) -> int:
        """Return the cards of the other hand that a seat does not know."""
        other = 1 - seat
        is_open = self.phase in SHOWN or other == self.knocker
        return 0 if is_open else self.hands[other] & ~self.known[other]


_change = changing(GinState)


def _replaced(pair: tuple[int, int], seat: int, value: int) -> tuple[int, int]:
    """Return a pair with the value of one seat replaced."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


# --- The reason why a move is illegal -------------------------------------------------------------

_UPCARD = ("pile", "pass"), phrase("gin.to-upcard", "take the upcard from the pile, or pass")
_EXPECTED = {
    "first": _UPCARD,
    "second": _UPCARD,
    "draw": (("stock", "pile"), phrase("gin.to-draw", "draw from the stock or the pile")),
    "discard": (
        ("card", "knock", "big"),
        phrase("gin.to-discard", "discard a card, or knock with it"),
    ),
    "show": (
        ("show",),
        phrase("gin.to-show", "show its melds and lay off cards, as show:D5D6D7:H6@1"),
    ),
}
"""The kinds of move that each phase asks for, and the phase in words."""


def why_not(state: GinState, move: GinMove) -> Refusal | None:
    """Return the rule that forbids a move, or None if it is legal."""
    return refusal(state, move, why_no_chance_move, why_not_in_phase, why_not_by_rule)


def why_not_in_phase(state: GinState, move: GinMove) -> Refusal | None:
    """Return what the seat on turn is to do, if a move is of another kind, else None."""
    kinds, words = _EXPECTED[state.phase]
    return None if move.kind in kinds else words


def why_not_by_rule(state: GinState, move: GinMove) -> Refusal | None:
    """Return why a move of the right kind is illegal, None if it is legal."""
    if move.kind == "big":
        return _why_not_big(state)
    if move.kind == "show":
        return _why_no_show(state, move)
    if move.kind in ("card", "knock"):
        return _why_not_discard(state, move.card) or _why_not_knock(state, move)
    return None


def why_no_chance_move(state: GinState, move: GinMove) -> Refusal | None:
    """Return why a move is no outcome of chance, None if it is one."""
    if state.is_dealt_out:
        if move.kind == "next":
            return None
        return phrase("gin.deal-over", "the deal is over: next deals again")
    if move.kind != "card":
        if state.phase == "deal":
            return phrase("gin.to-be-dealt", "a card is to be dealt")
        return phrase("gin.to-be-drawn", "a card is to be drawn")
    if not state.stock & BITS[move.card]:
        return phrase("gin.not-in-stock", "{card} is not in the stock", card=card_named(move.card))
    return None


def _why_not_discard(state: GinState, card: int) -> Refusal | None:
    if not state.hands[state.seat] & BITS[card]:
        return phrase("gin.not-held", "no {card} is in the hand", card=card_named(card))
    if card == state.taken:
        return phrase(
            "gin.just-taken",
            "{card} was taken from the pile in this turn and may not be discarded in it",
            card=card_named(card),
        )
    return None


def _why_not_knock(state: GinState, move: GinMove) -> Refusal | None:
    if move.kind != "knock":
        return None
    spread, variant = move.spread, state.variant
    if variant.declare != (spread is not None):
        if variant.declare:
            return phrase("gin.name-melds", "a knock names its melds")
        return phrase("gin.best-melds", "the best melds are laid down")
    hand, aces = state.hands[state.seat] & ~BITS[move.card], variant.aces
    if spread is not None and not is_spread(hand, spread, aces):
        return phrase(
            "gin.no-melds",
            "{melds} are no melds of what is held without {card}",
            melds=CardText(spread_text(spread)),
            card=card_named(move.card),
        )
    sets, runs = spread or best_spread(hand, aces)
    deadwood, most = points_of(hand & ~(sets | runs), aces), state.most_to_knock
    if may_knock(deadwood, most):
        return None
    return phrase(
        "gin.too-much-deadwood",
        "without {card} the hand keeps {kept} points of deadwood; only {most} or less may knock",
        card=card_named(move.card),
        kept=deadwood,
        most=most,
    )


def _why_no_show(state: GinState, move: GinMove) -> Refusal | None:
    hand, aces = state.hands[state.seat], state.variant.aces
    laid = 0
    for card, _ in move.layoffs:
        if not hand & ~laid & BITS[card]:
            return phrase("gin.not-held", "no {card} is in the hand", card=card_named(card))
        laid |= BITS[card]
    if laid and not state.may_lay_off:
        return phrase("gin.no-layoff-on-gin", "nothing is laid off on gin")
    wrong = misfit(state.spread, move.layoffs, aces)
    if wrong is not None:
        return phrase("gin.does-not-fit", "{card} does not fit that meld", card=card_named(wrong))
    spread = move.spread or (0, 0)
    if not is_spread(hand & ~laid, spread, aces):
        return phrase(
            "gin.no-melds-to-show",
            "{melds} are no melds of what is held and not laid off",
            melds=CardText(spread_text(spread)),
        )
    return None


def _why_not_big(state: GinState) -> Refusal | None:
    if not state.variant.big:
        return phrase("gin.no-big", "big gin is not played: discard a card")
    deadwood = gin_deadwood(state.hands[state.seat], state.variant.aces)
    if not deadwood:
        return None
    return phrase("gin.not-big", "the eleven cards keep {kept} points of deadwood", kept=deadwood)
