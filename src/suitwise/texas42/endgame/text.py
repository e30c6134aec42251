"""The text of a state of an endgame, one line, what a seat sees of it, and the way back.

The four hands as dealt, ``-`` for none, and what was played, in order::

    6-4,5-5 6-6,3-2 4-1,5-0 1-1,6-5 5-5,3-2

A seat sees its own hand as dealt, how many dominoes are dealt, and what was played, ``-`` for nothing.
"""

from __future__ import annotations

from suitwise.errors import IllegalMove, NotationError
from suitwise.foundation.text.position_text import split_parts
from suitwise.texas42.endgame.state import EndgameState
from suitwise.texas42.endgame.variant import LONGEST_TEXT, EndgameVariant
from suitwise.texas42.rules.dominoes import as_dominoes, dominoes_of, format_dominoes, mask_of
from suitwise.texas42.rules.position import Hands, as_hands, read_hand


def text_of(state: EndgameState) -> str:
    """Return a state's text."""
    hands = " ".join(_hand_text(hand) for hand in state.dealt)
    return f"{hands} {format_dominoes(state.plays)}" if state.plays else hands


def view_of(state: EndgameState, seat: int) -> str:
    """Return what a seat sees of a state."""
    plays = format_dominoes(state.plays) or "-"
    return f"{_hand_text(state.dealt[seat])} {sum(state.dealt).bit_count()} {plays}"


def _hand_text(hand: int) -> str:
    return format_dominoes(dominoes_of(hand)) or "-"


def parse(variant: EndgameVariant, text: str) -> EndgameState:
    """Read a state.

    Raises:
        NotationError: the text is no state of this variant.
    """
    fault = (
        f"{text[:24]!r} is no state of {variant.name}: write four hands as dealt, then the plays"
    )
    words = split_parts(text, LONGEST_TEXT, (4, 5), fault, " ")
    state = _dealt(variant, as_hands(map(read_hand, words[:4])))
    for domino in as_dominoes(words[4]) if len(words) == 5 else ():
        try:
            state = state.after(str(domino))
        except IllegalMove as error:
            raise NotationError(f"no play of {variant.name}: {error}") from None
    return state


def _dealt(variant: EndgameVariant, hands: Hands) -> EndgameState:
    """Return the state of a deal, whole or under way."""
    count = sum(hand.bit_count() for hand in hands) - sum(variant.held).bit_count()
    given = mask_of(variant.to_deal[: max(count, 0)])
    if (
        hands[0] | hands[1] | hands[2] | hands[3] != given | sum(variant.held)
        or any(hand.bit_count() > variant.tricks for hand in hands)
        or any(hand & held != held for hand, held in zip(hands, variant.held, strict=True))
    ):
        raise NotationError(
            f"no deal of {variant.name}: it deals {variant.dominoes}, in that order"
        )
    return EndgameState(variant, hands).with_position()
