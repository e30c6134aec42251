"""Worlds of an endgame: its state with the hands that a seat can't see dealt anew."""

from __future__ import annotations

from dataclasses import replace

from suitwise.foundation.seating import SEATS
from suitwise.hidden_deals import deal_hidden
from suitwise.seeds import world_seed
from suitwise.texas42.endgame.state import EndgameState
from suitwise.texas42.hidden import absent_after
from suitwise.texas42.rules.dominoes import Domino, dominoes_of, mask_of
from suitwise.texas42.rules.position import as_hands


def redealt(state: EndgameState, seat: int, seed: int, stream: int) -> EndgameState:
    """Return a state with the hands that a seat can't see dealt anew, every way alike."""
    others = [other for other in state.variant.dealt_seats if other != seat]
    kept = [state.dealt[at] if at not in others else 0 for at in SEATS]
    absent = [0, 0, 0, 0]
    for player, domino, suit in state.played():
        absent[player] |= absent_after(domino, suit, state.variant.declared)
        kept[player] |= 1 << domino
    rooms = [state.variant.tricks - hand.bit_count() for hand in kept]
    hands = deal_hidden(
        dominoes_of(sum(state.dealt) & ~sum(kept)),
        [room if seat in others else 0 for seat, room in enumerate(rooms)],
        lambda other, domino: not absent[other] >> domino & 1,
        world_seed(seed),
        stream,
    )
    kept = [hand | mask_of(more) for hand, more in zip(kept, hands, strict=True)]
    world = replace(state, dealt=as_hands(kept), plays=(), position=None, taken=(0, 0))
    world = world.with_position()
    for domino in state.plays:
        world = world.after_play(Domino(domino))
    return world
