"""Indian rummy at the terminal: the display for a seat, and hints with their reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from suitwise.cards import Card
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import CHANCE, OVER
from suitwise.players.host import Host, standing
from suitwise.players.turns import Advice
from suitwise.rummy.indian.players.rule_based import (
    DroppingIndianPlayer,
    IndianPlayer,
    reason,
    reason_to_drop,
)
from suitwise.rummy.indian.rules import IndianMove, cards_text
from suitwise.rummy.indian.state import IndianState, best_of
from suitwise.rummy.picture import text_picture
from suitwise.rummy.rules.hand import pile_line
from suitwise.rummy.rules.rules import RANK_TEXT

_DONE = {"stock": "draws from the stock", "drop": "drops", "declare": "declares"}


@dataclass(frozen=True)
class IndianHost(Host):
    """Shows Indian rummy to a seat; the other seats are ``IndianPlayer``.

    Args:
        player: the player of the other seats.

    >>> from suitwise.rummy.indian.game import Indian
    >>> state, _ = Indian().start().rolled(3, 0)
    >>> print(IndianHost().score(state))
    seat 0: +0, seat 1: +0
    """

    player: Callable[[IndianState], IndianMove] = field(default_factory=IndianPlayer)

    help: ClassVar[str] = """\
stock, pile  draw from the stock, or take the top of the pile
drop         leave the deal, before drawing
H7, JK       discard a card
declare:H7   discard it face down and lay down the other thirteen"""
    shows_cards: ClassVar[bool] = True
    size: ClassVar[tuple[int, int]] = 84, 15

    # --- The display ------------------------------------------------------------------------------

    def table(self, state: IndianState, seat: int) -> Iterator[str]:
        """Yield the arranged hand, the wild rank, the pile, known cards, and the seat's choices."""
        yield text_picture(best_of(state.hands[seat], state.rules))
        rank = RANK_TEXT[state.rules.wild_rank - 1]
        yield f"wild  {rank} and jokers ({Card(state.wild)} was turned up)"
        yield pile_line(state.pile)
        yield f"stock {len(state.stock)} cards"
        for other, known in enumerate(state.known):
            if other != seat and known and not state.is_shown(other):
                yield f"seat {other} holds {cards_text(known)} of the pile"
        if state.turn == OVER:
            yield self.result(state, seat)
        else:
            yield f"to move: {_to_do(state)}"

    def pictured(self, state: IndianState, seat: int) -> str:
        """Return a position for a picture; a seat that is not on turn gets its view."""
        if state.turn in (seat, OVER):
            return Host.pictured(self, state, seat)
        return "\n".join([state.view(seat), *standing(state, seat)])

    def result(self, state: IndianState, seat: int) -> str:
        """Return what a seat has won or lost in a game that is over, and the final score."""
        is_void = state.showdown is None
        return "the deal is void: nobody wins" if is_void else Host.result(self, state, seat)

    def events(
        self, before: IndianState, move: IndianMove, after: IndianState, seat: int
    ) -> Iterator[str]:
        """Yield lines that describe a move to a seat."""
        if before.turn == CHANCE:
            if before.phase == "stock" and before.seat == seat:
                yield f"you draw {move}"
            return
        if before.seat != seat:
            yield f"seat {before.seat} {_done(before, move)}"
        if after.standings[before.seat] == "false":
            yield f"seat {before.seat} declared falsely: {cards_text(after.hands[before.seat])}"

    def outcome(self, before: IndianState, after: IndianState) -> Iterator[str]:
        """Yield the showdown."""
        if after.turn == OVER and after.showdown is not None:
            yield str(after.showdown)

    # --- Hints ------------------------------------------------------------------------------------

    def advised(self, state: IndianState) -> tuple[IndianMove, Phrase]:
        """Return a move and its reason, the figures that it was chosen by."""
        who = self.hinting
        if not isinstance(who, IndianPlayer):
            return Host.advised(self, state)
        move = who(state)
        if move.kind == "drop" and isinstance(who, DroppingIndianPlayer):
            return Advice(move, reason_to_drop(state))
        return Advice(move, reason(who, state, move))


def _to_do(state: IndianState) -> str:
    if state.phase == "discard":
        return "discard a card, or declare with one"
    takes = state.why_not(IndianMove("pile")) is None
    pile = f", pile for {Card(state.pile[-1][0])}" if takes else ""
    return f"draw, stock{pile}, or drop"


def _done(state: IndianState, move: IndianMove) -> str:
    """Return a move in words, as the other seats see it; a declaration's discard lies face down."""
    if move.kind == "pile":
        return f"takes {Card(state.pile[-1][0])}"
    if move.kind == "card":
        return f"discards {Card(move.card)}"
    return _DONE[move.kind]
