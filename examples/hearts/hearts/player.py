"""The rule-based player of Hearts: it plays as ``hearts.policy`` says, and tells why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hearts.game import HeartsState
from hearts.policy import DUCK, FREE, LAST, LOW, OUT, RID, TAKE, higher, thought
from suitwise.cards import Card
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.tricks import OnRecords
from suitwise.tricks.cards import CARDS, SUIT_NAMES, suit_of
from suitwise.tricks.rules import others_hold

_THOUGHT = OnRecords(thought, seconds=1e-5)


@dataclass(frozen=True, slots=True)
class HeartsPlayer:
    """Plays by rules of thumb, the same in the same place; sees no more than its seat.

    >>> from hearts.game import Hearts
    >>> state, _ = Hearts(points=0, passing="hold").start().rolled(seed=1, stream=0)
    >>> str(HeartsPlayer()(state))
    'C2'
    """

    def __call__(self, state: State[Any]) -> Card:
        """Return a card; the state is one of Hearts in which a seat is on turn.

        Raises:
            SuitwiseError: it is one of another game, or no seat is on turn.
        """
        _, card = _thought(on_turn(state, HeartsState, "hearts"))
        return CARDS[card]

    def advice(self, state: State[Any]) -> Advice:
        """Return a card with the rule of thumb that has chosen it."""
        here = on_turn(state, HeartsState, "hearts")
        rule, card = _thought(here)
        if rule != LOW:
            return Advice(CARDS[card], WHY[rule])
        above = higher(card, others_hold(here.record.tolist(), here.turn))
        said = "others hold {n} higher {suit}: it is the least likely to win"
        why = phrase("hearts.why.low", said, n=above, suit=SUIT_NAMES[suit_of(card)])
        return Advice(CARDS[card], why)


def _thought(state: HeartsState) -> tuple[int, int]:
    """Return the rule of thumb and the card."""
    found: int = _THOUGHT(state.record, state.variant.options, state.legal)
    return divmod(found, 64)


WHY: dict[int, Phrase] = {
    RID: phrase("hearts.why.rid", "of all you may give away it is the most dangerous to keep"),
    OUT: phrase("hearts.why.out", "low spades drive out the queen, which somebody else holds"),
    LAST: phrase("hearts.why.last", "you have nothing else to lead"),
    DUCK: phrase("hearts.why.duck", "it loses the trick, and you keep lower cards for later"),
    FREE: phrase("hearts.why.free", "you take a trick that costs nothing, with your highest"),
    TAKE: phrase("hearts.why.take", "you can't stay below the best card; a low one may be beaten"),
}
