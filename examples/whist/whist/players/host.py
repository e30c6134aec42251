"""Whist at the terminal: what a seat is shown and told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from suitwise.cards import Card, format_cards
from suitwise.game import CHANCE
from suitwise.players.host import Host, standing
from whist.players.rule_based import WhistPlayer
from whist.rules.tricks import NAMES, SUIT, cards_of, suit_of
from whist.state import WhistState


@dataclass(frozen=True)
class WhistHost(Host):
    """Shows Whist to a seat; the other seats have a player.

    >>> from whist.game import Whist
    >>> state, _ = Whist().start().rolled(seed=1, stream=0)
    >>> print(WhistHost().shown(state, 1))
    <BLANKLINE>
    clubs are trump, C2 was turned up; seats 0 and 2 took 0 tricks, seats 1 and 3 took 0
    STSJSQSA H2H6H7HJHQ D9DA C9CQ
    to move: ST SJ SQ SA H2 H6 H7 HJ HQ D9 DA C9 CQ
    """

    player: Callable[[Any], Any] = field(default_factory=WhistPlayer)
    shows_cards = True

    def table(self, state: WhistState, seat: int) -> Iterator[str]:
        """Yield trump and tricks, the trick on the table, the seat's hand, and what is to be done."""
        if state.tricks:
            trump, (first, second) = Card(state.turned), state.took
            yield (
                f"{NAMES[suit_of(trump)]} are trump, {trump} was turned up; "
                f"seats 0 and 2 took {first} tricks, seats 1 and 3 took {second}"
            )
            if plays := [f"seat {at} {Card(card)}" for at, card in state.tricks[-1].plays]:
                yield f"on the table: {', '.join(plays)}"
        suits = (state.hands[seat] & suit for suit in SUIT)
        yield " ".join(format_cards(cards_of(suit)) for suit in suits if suit)
        yield from standing(state, seat)

    def events(self, before: WhistState, move: Card, after: WhistState, seat: int) -> Iterator[str]:
        """Yield what a seat sees of a card dealt or played."""
        if before.turn == CHANCE:
            if after.tricks:
                yield f"seat {after.dealer} deals and turns up {move}"
            return
        if before.turn != seat:
            yield f"seat {before.turn} plays {move}"
        trick = before.tricks[-1].followed_by(int(move))
        if trick.is_whole:
            yield f"seat {trick.winner} takes {format_cards(trick.cards)}"
        if after.dealer != before.dealer:
            yield self.score(after)

    def score(self, state: WhistState) -> str:
        """Return what the sides have scored."""
        first, second = state.scores
        text = f"points: seats 0 and 2 have {first}, seats 1 and 3 have {second}"
        return f"{text}; the game goes to {state.variant.points}" if state.variant.points else text
