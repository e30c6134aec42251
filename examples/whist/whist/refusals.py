"""Why a card can't be played or dealt: one sentence that names the card and the rule."""

from __future__ import annotations

from suitwise.cards import Card
from suitwise.game import CHANCE, OVER
from whist.rules.tricks import NAMES, suit_of
from whist.state import WhistState
from whist.variant import WhistVariant


def why_not(game: WhistVariant, state: WhistState, move: Card) -> str | None:
    """Return the rule that forbids a move, or None if it is legal."""
    legal = state.moves()
    if move in legal:
        return None
    if state.turn == OVER:
        return "the game is over"
    if move.is_joker:
        return f"{move}: whist is played without jokers"
    if state.turn == CHANCE:
        return f"{move}: it has been dealt"
    if not state.dealt[state.turn] >> move & 1:
        return f"{move}: seat {state.turn} was not dealt it"
    if state.gone >> move & 1:
        return f"{move}: it has been played"
    suit = NAMES[suit_of(state.tricks[-1].cards[0])]
    *others, last = map(str, legal)
    play = f"{', '.join(others)} or {last}" if others else last
    return f"{move}: you hold {suit}, the led suit: play {play}"
