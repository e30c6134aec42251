"""Why a card can't be played or dealt: one sentence that names the card and the rule."""

from __future__ import annotations

from suitwise.cards import Card
from suitwise.foundation.text.phrases import Phrase, Seat, phrase
from suitwise.game import CHANCE, OVER
from whist.rules.tricks import NAMES, suit_of
from whist.state import WhistState
from whist.variant import WhistVariant


def why_not(game: WhistVariant, state: WhistState, move: Card) -> Phrase | None:
    """Return the rule that forbids a move, or None if it is legal."""
    if move in state.moves():
        return None
    if state.turn == OVER:
        return phrase("whist.over", "the game is over")
    return _fault(state, move).about(move)


def _fault(state: WhistState, move: Card) -> Phrase:
    if move.is_joker:
        return phrase("whist.no-jokers", "whist is played without jokers")
    if state.turn == CHANCE:
        return phrase("whist.dealt", "it has been dealt")
    if not state.dealt[state.turn] >> move & 1:
        return phrase("whist.not-held", "{seat} was not dealt it", seat=Seat(state.turn))
    if state.gone >> move & 1:
        return phrase("whist.played", "it has been played")
    led = NAMES[suit_of(state.tricks[-1].cards[0])]
    *others, last = map(str, state.moves())
    play = f"{', '.join(others)} or {last}" if others else last
    return phrase("whist.follow", "you hold {led}, the led suit: play {play}", led=led, play=play)
