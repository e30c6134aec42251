"""The deals that a seat can't tell apart: counted, and drawn with equal odds."""

from __future__ import annotations

from dataclasses import replace

from suitwise.hidden_deals import count_deals, deal_hidden
from suitwise.seeds import world_seed
from whist.hidden.knowledge import Knowledge, knowledge_of
from whist.rules.tricks import SEATS, bits_of, cards_of
from whist.state import WhistState
from whist.variant import WhistVariant


def count_worlds(known: Knowledge) -> int:
    """Return how many deals agree with all that a seat knows.

    >>> from whist.game import Whist
    >>> state, _ = Whist().start().rolled(seed=1, stream=0)
    >>> count_worlds(knowledge_of(state, 2))
    28159366024288800
    """
    return count_deals(cards_of(known.unseen), known.rooms, known.may)


def redealt(game: WhistVariant, state: WhistState, seat: int, seed: int, stream: int) -> WhistState:
    """Return a position that a seat can't tell from this one, each deal with equal odds."""
    known = knowledge_of(state, seat)
    cards = sorted(
        cards_of(known.unseen), key=lambda card: sum(known.may(at, card) for at in SEATS)
    )
    drawn = deal_hidden(cards, known.rooms, known.may, world_seed(seed), stream)
    hands = zip(state.dealt, state.hands, known.held, drawn, strict=False)
    dealt = ((dealt & ~hand) | held | bits_of(new) for dealt, hand, held, new in hands)
    return replace(state, dealt=tuple(dealt))
