"""Why a move of Stack Management is not legal, in words."""

from __future__ import annotations

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import OVER
from suitwise.stacks.moves import Deal, StackMove
from suitwise.stacks.rules.tops import why_not
from suitwise.stacks.state import StacksState


def refusal(state: StacksState, move: StackMove) -> Phrase | None:
    """Return the rule that forbids a move, or None if it is legal."""
    if state.turn == OVER:
        return phrase("any.over", "the game is over")
    if isinstance(move, Deal):
        dealt = any(move.card in stack for stack in state.layout.stacks)
        legal = state.dealing and not dealt and state.variant.holds(move.card)
        if legal:
            return None
        return phrase("stacks.not-dealt", "{card} is not to be dealt here", card=str(move))
    if state.dealing:
        return phrase("stacks.deal-not-done", "the deal is not done")
    return why_not(state.layout.stacks, move)
