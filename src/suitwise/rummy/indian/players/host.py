"""Indian rummy at the terminal: what a seat is shown, and hints with their reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import ClassVar

from suitwise.cards import Card
from suitwise.game import CHANCE, OVER
from suitwise.players.host import Host, standing
from suitwise.rummy.advice import discards, look_ahead
from suitwise.rummy.indian.moves import IndianMove
from suitwise.rummy.indian.players.dropping import DroppingIndianPlayer, reason_to_drop
from suitwise.rummy.indian.players.rule_based import IndianPlayer, unseen_by
from suitwise.rummy.indian.rules.cards import all_cards, cards_text, minus, plus, without
from suitwise.rummy.indian.showdown import best_of, melds_of
from suitwise.rummy.indian.state import IndianState
from suitwise.rummy.picture.text import text_picture
from suitwise.rummy.pile import pile_line
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.melds import melds_text
from suitwise.rummy.rules.rules import RANK_TEXT

_DONE = {"stock": "draws from the stock", "drop": "drops", "declare": "declares"}


@dataclass(frozen=True)
class IndianHost(Host):
    """Shows Indian rummy to a seat; the other seats are ``IndianPlayer``.

    Args:
        player: the player of the other seats, who gives the hints.

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

    @property
    def adviser(self) -> IndianPlayer:
        """The player that gives the hints: that of the other seats, if it weighs its moves."""
        return self.player if isinstance(self.player, IndianPlayer) else DroppingIndianPlayer()

    # --- Showing ----------------------------------------------------------------------------------

    def table(self, state: IndianState, seat: int) -> Iterator[str]:
        """Yield the arranged hand, wild cards, the pile, cards that others took, the seat's choices."""
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
        """Return a position as a picture shows it: to a seat that waits, its view."""
        if state.turn in (seat, OVER):
            return Host.pictured(self, state, seat)
        return "\n".join([state.view(seat), *standing(state, seat)])

    def result(self, state: IndianState, seat: int) -> str:
        """Return what a seat has won or lost in a game that is over, and its last score."""
        is_void = state.showdown is None
        return "the deal is void: nobody wins" if is_void else Host.result(self, state, seat)

    def events(
        self, before: IndianState, move: IndianMove, after: IndianState, seat: int
    ) -> Iterator[str]:
        """Yield what a seat sees of a move in lines."""
        if before.turn == CHANCE:
            if before.phase == "stock" and before.seat == seat:
                yield f"you draw {move}"
            return
        if before.seat != seat:
            yield f"seat {before.seat} {_done(before, move)}"
        if after.standings[before.seat] == "false":
            yield f"seat {before.seat} declared falsely: {cards_text(after.hands[before.seat])}"
        if after.turn == OVER and after.showdown is not None:
            yield str(after.showdown)

    # --- Hints ------------------------------------------------------------------------------------

    def hint(self, state: IndianState) -> str:
        """Return a move and its reason: what the hand counts then."""
        move = self.adviser(state)
        if move.kind == "declare":
            melds = melds_of(minus(state.hands[state.seat], move.card), state.rules)
            return f"{move}: {melds_text(melds or ())}"
        if move.kind == "card":
            return f"{move}: {self._discarding(state, move.card)}"
        if move.kind == "drop" and isinstance(self.adviser, DroppingIndianPlayer):
            return f"{move}: {reason_to_drop(state)}"
        return f"{move}: {self._drawing(state)}"

    def _discarding(self, state: IndianState, card: int) -> str:
        """Say what a discard leaves, and what leaves less but is reckoned worse."""
        free, costs = state.discards(), self.adviser.discard_costs(state)
        found = discards(Hand.of(state.hands[state.seat], state.rules))
        mine = next(discard for discard in found if discard.card == card)
        best = next(discard for discard in found if discard.card in free)
        text = (
            f"the rest counts {mine.points}, {mine.cards} of its cards lie in no meld that counts"
        )
        if best.points < mine.points:
            reckoned = f"{costs[best.card]:.1f}, not {costs[card]:.1f}"
            text += f"; {best.card} would leave {best.points}, but costs {reckoned} by its chances"
        return text

    def _drawing(self, state: IndianState) -> str:
        """Say what the top of the pile makes of the hand, what a card of the stock does, and why."""
        hand, seat = Hand.of(state.hands[state.seat], state.rules), state.seat
        unseen = tuple(unseen_by(state, seat).elements())
        seen = without(without(all_cards(state.variant.jokers), unseen), state.hands[seat])
        outlook = look_ahead(hand, seen)
        told = (
            f"a card of the stock makes it count {float(outlook.expected):.1f} on average, "
            f"now {outlook.points}"
        )
        if state.why_not(IndianMove("pile")) is None:
            top = state.pile[-1][0]
            taken = discards(Hand.of(plus(state.hands[seat], top), state.rules))
            kept = next(one.points for one in taken if one.card in state.hands[seat])
            told = f"with {Card(top)} the hand counts {kept}, {told}"
        return f"{told}; {self._reckoned(state)}"

    def _reckoned(self, state: IndianState) -> str:
        """Say what the hand costs by its chances, which the player goes by."""
        player, now = self.adviser, self.adviser.cost(state)
        text = f"by its chances it costs {now:.1f}"
        if state.standings[state.seat] == "new" and now > player.hopeless:
            return f"{text}, and above {player.hopeless:g} it is dropped"
        if state.why_not(IndianMove("pile")) is not None:
            return text
        top = state.pile[-1][0]
        if state.rules.is_wild(top):
            return f"{text}, and a wild card is always taken"
        less = f"{player.patience:g} less is asked for"
        return f"{text}, with {Card(top)} {player.cost_with(state, top):.1f}, and {less}"


def _to_do(state: IndianState) -> str:
    if state.phase == "discard":
        return "discard a card, or declare with one"
    takes = state.why_not(IndianMove("pile")) is None
    pile = f", pile for {Card(state.pile[-1][0])}" if takes else ""
    return f"draw, stock{pile}, or drop"


def _done(state: IndianState, move: IndianMove) -> str:
    """Return a move as the other seats see it; the discard of a declaration lies face down."""
    if move.kind == "pile":
        return f"takes {Card(state.pile[-1][0])}"
    if move.kind == "card":
        return f"discards {Card(move.card)}"
    return _DONE[move.kind]
