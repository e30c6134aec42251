"""Gin rummy at the terminal: the display for a seat, and hints with their reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from suitwise.cards import Card
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import CHANCE, OVER
from suitwise.players.host import Host
from suitwise.players.turns import Advice
from suitwise.rummy.gin.players.monte_carlo import MonteCarloGin, reason_of
from suitwise.rummy.gin.players.rule_based import GinPlayer, reason
from suitwise.rummy.gin.rules import GinMove, cards_of, hand_text, melds_of
from suitwise.rummy.gin.state import GinState
from suitwise.rummy.picture import text_picture
from suitwise.rummy.rules.hand import Hand, pile_line
from suitwise.rummy.rules.melds import melds_text
from suitwise.rummy.rules.rules import GIN
from suitwise.rummy.solve.arrangement import arrange

_DONE = {"stock": "draws from the stock", "pass": "passes", "big": "shows big gin"}


@dataclass(frozen=True)
class GinHost(Host):
    """Shows gin rummy to a seat; the other seat is a ``GinPlayer``.

    Args:
        player: the player of the other seat.

    >>> from suitwise.rummy.gin.game import Gin
    >>> state, _ = Gin().start().rolled(3, 0)
    >>> print(GinHost().score(state))
    seat 0: 0 points, seat 1: 0 points
    """

    player: Callable[[GinState], GinMove] = field(default_factory=GinPlayer)

    help: ClassVar[str] = """\
stock, pile  draw from the stock, or take the top of the pile
pass         leave the upcard
H7           discard a card
knock:H7     discard it and knock; big shows eleven cards that all meld"""
    shows_cards: ClassVar[bool] = True
    size: ClassVar[tuple[int, int]] = 72, 12

    def score(self, state: GinState) -> str:
        """Return the points, and in a match the deals won."""
        text = ", ".join(f"seat {seat}: {state.totals[seat]} points" for seat in (0, 1))
        if state.variant.to:
            text += f"; deals won {state.boxes[0]} and {state.boxes[1]}; to {state.variant.to}"
        return text

    # --- The display ------------------------------------------------------------------------------

    def table(self, state: GinState, seat: int) -> Iterator[str]:
        """Yield the arranged hand, the pile, the cards that the other took, and the seat's choices."""
        yield text_picture(arrange(Hand.of(cards_of(state.hands[seat]), GIN)))
        yield pile_line(state.pile)
        known = state.known[1 - seat]
        held = f"; seat {1 - seat} holds {hand_text(known)} of the pile" if known else ""
        yield f"stock {state.stock.bit_count()} cards{held}"
        if state.turn == OVER:
            yield self.result(state, seat)
        else:
            # The other seat's choices would give away its hand.
            yield (
                f"to move: {_to_do(state)}"
                if state.turn == seat
                else f"seat {state.turn} is to move"
            )

    def events(self, before: GinState, move: GinMove, after: GinState, seat: int) -> Iterator[str]:
        """Yield lines that describe a move to a seat."""
        if before.turn == CHANCE:
            if before.phase == "stock" and before.seat == seat:
                yield f"you draw {move}"
            elif move.kind == "next":
                yield f"\nseat {after.dealer} deals"
            return
        if before.seat != seat:
            yield f"seat {before.seat} {_done(before, move)}"
        if after.is_dealt_out:
            yield from _hands(after, seat)

    def outcome(self, before: GinState, after: GinState) -> Iterator[str]:
        """Yield the showdown, or the reason why the deal is void, and the score."""
        if before.turn == CHANCE or not after.is_dealt_out:
            return
        if after.showdown is None:
            yield _why_void(after)
        else:
            yield str(after.showdown)
        yield self.score(after)

    # --- Hints ------------------------------------------------------------------------------------

    def advised(self, state: GinState) -> tuple[GinMove, Phrase]:
        """Return a move and its reason, the figures that it was chosen by."""
        who = self.hinting
        if isinstance(who, MonteCarloGin):
            judged = who.judged(state)
            return Advice(judged.move, reason_of(state, judged))
        if isinstance(who, GinPlayer):
            move = who(state)
            return Advice(move, reason(who, state, move))
        return Host.advised(self, state)


def _to_do(state: GinState) -> str:
    if state.phase == "discard":
        knocks = dict.fromkeys(move.card for move in state.moves() if move.kind == "knock")
        named = " ".join(str(GinMove("knock", card)) for card in knocks)
        big = ", or big" if GinMove("big") in state.moves() else ""
        return "discard a card" + (f", or {named}" if knocks else "") + big
    top = Card(state.pile[-1][0])
    if state.phase == "draw":
        return f"draw, stock, or pile for {top}"
    return f"pile takes {top}, or pass"


def _done(state: GinState, move: GinMove) -> str:
    """Return a move in words, as the other seat sees it."""
    if move.kind == "pile":
        return f"takes {Card(state.pile[-1][0])}"
    if move.kind == "card":
        return f"discards {Card(move.card)}"
    if move.kind == "knock":
        return f"knocks and discards {Card(move.card)}"
    return _DONE[move.kind]


def _why_void(state: GinState) -> str:
    if state.idle == state.variant.idle:
        return f"no card of the stock in {state.idle} turns: the deal is void"
    return "two cards are left in the stock: the deal is void"


def _hands(state: GinState, seat: int) -> Iterator[str]:
    """Yield both hands if they are shown."""
    if state.showdown is None:
        return
    yield f"seat {state.seat} lays down {melds_text(melds_of(*state.spread)) or 'no melds'}"
    yield f"seat {1 - seat} held {hand_text(state.hands[1 - seat])}"
