"""Why a card or a call is not legal: one sentence that names it and the rule."""

from __future__ import annotations

from typing import Any

from suitwise.cards import Card
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, Several, phrase
from suitwise.game import CHANCE, OVER
from suitwise.tricks.cards import SUIT, SUIT_NAMES
from suitwise.tricks.state import TrickState
from suitwise.tricks.variant import Call


def why_not(game: Any, state: TrickState, move: Card | Call) -> Phrase | None:
    """Return the rule that forbids a move, or None if it is legal."""
    if move in state.moves():
        return None
    if state.turn == OVER:
        return phrase("any.over", "the game is over")
    if isinstance(move, Call):
        return _no_call(game, state, move).about(move)
    return _fault(game, state, move).about(move)


def _no_call(game: Any, state: TrickState, call: Call) -> Phrase:
    if state.turn == CHANCE:
        return phrase("tricks.deal-first", "nobody bids before the cards are dealt")
    if not state.is_bidding:
        return phrase("tricks.bids-over", "the bidding is over")
    return game.why_no_call(state, call) or phrase(
        "tricks.no-call", "bid {calls}", calls=playable(state)
    )


def _fault(game: Any, state: TrickState, move: Card) -> Phrase:
    if move.is_joker:
        return phrase("tricks.no-jokers", "{game} is played without jokers", game=game.title)
    if state.turn == CHANCE:
        return phrase("tricks.dealt", "it has been dealt")
    if state.is_bidding:
        return phrase("tricks.bid-first", "before the play bid {calls}", calls=playable(state))
    seat = Seat(state.turn)
    if state.played[seat] >> move & 1:
        return phrase("tricks.played", "it has been played")
    if int(move) in state.passed[seat]:
        return phrase("tricks.passed", "it has been passed")
    if not state.hands[seat] >> move & 1:
        if state.to_pass:
            return phrase("tricks.not-held", "{seat} does not hold it", seat=seat)
        return phrase("tricks.not-dealt", "{seat} was not dealt it", seat=seat)
    trick = state.tricks[-1]
    if trick.cards and state.hands[seat] & SUIT[trick.led] and move // 13 != trick.led:
        led, play = SUIT_NAMES[trick.led], playable(state)
        return phrase(
            "tricks.follow", "you hold {led}, the led suit: play {play}", led=led, play=play
        )
    return game.why_barred(state, int(move)) or phrase(
        "tricks.barred", "play {play}", play=playable(state)
    )


def playable(state: TrickState) -> str:
    """Return the cards that may be played, or the calls that may be made, in words.

    >>> from suitwise.tricks import TrickGame
    >>> state, _ = TrickGame().start().rolled(seed=1, stream=0)
    >>> str(playable(state.after("ST")))
    'S3 or S9'
    """
    name = state.variant.call_name
    *others, last = (
        name(move) if isinstance(move, Call) else CardText(str(move)) for move in state.moves()
    )
    if not others:
        return last
    return phrase("any.or", "{most} or {last}", most=Several(others), last=last)
