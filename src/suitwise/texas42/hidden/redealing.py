"""The knowledge of a seat in a game, and positions that it cannot tell from the true one."""

from __future__ import annotations

from dataclasses import replace

from suitwise.arguments import of_kind
from suitwise.errors import SuitwiseError
from suitwise.hidden_deals import deal_shuffled
from suitwise.seeds import world_seed
from suitwise.texas42.hidden.knowledge import Knowledge
from suitwise.texas42.hidden.worlds import sample_worlds
from suitwise.texas42.rules.auction import caller, doubles_shown
from suitwise.texas42.rules.dominoes import ALL, dominoes_of, mask_of
from suitwise.texas42.rules.position import Hands, as_hands
from suitwise.texas42.state import Texas42State


def knowledge_of(state: Texas42State, seat: int) -> Knowledge:
    """Return the knowledge of a seat of a hand that has been dealt.

    Its own dominoes, the plays, and the doubles that plunges and splashes show; of the other calls
    nothing.

    Raises:
        SuitwiseError: there is no such seat.

    >>> from suitwise.texas42.game import Texas42
    >>> state, _ = Texas42().start().rolled(seed=1, stream=0)
    >>> knowledge_of(state, 0).hand == state.dealt[0]
    True
    """
    of_kind(state, Texas42State, "state")
    seat = state.game.as_seat(seat)
    doubles = [0, 0, 0, 0]
    for made, call in enumerate(state.calls):
        doubles[caller(state.shaker, made)] = doubles_shown(call)
    shown = doubles[0], doubles[1], doubles[2], doubles[3]
    if state.play is None:
        return Knowledge(seat, state.dealt[seat], doubles=shown)
    contract = state.play.contract
    return Knowledge(
        seat,
        state.dealt[seat],
        contract.declaration,
        contract.leader,
        state.play.dominoes,
        contract.out,
        shown,
    )


def redealt(state: Texas42State, seat: int, seed: int, stream: int) -> Texas42State:
    """Return a position with the dominoes that a seat can't see dealt anew.

    Every deal is equally likely in which the seat holds its own hand, all plays were legal, and
    each seat that called a plunge or a splash held the doubles for it.

    Raises:
        SuitwiseError: the seed has more than 64 bits, or the stream is out of range.
    """
    seed = world_seed(seed)
    if not 0 <= stream < 2**63:
        raise SuitwiseError("a stream is a number from 0 to 2**63 - 1")
    if state.phase == "shake" or state.is_laid_open:
        return state
    if state.phase == "deal":
        return replace(state, dealt=_shuffled(state.dealt, seat, seed, stream))
    known = knowledge_of(state, seat)
    left = as_hands(map(int, sample_worlds(known, 1, seed, stream)[0]))
    if state.play is None:
        return replace(state, dealt=left)
    dealt = as_hands(mine | gone for mine, gone in zip(left, known.played, strict=True))
    position = replace(state.play.position, hands=left)
    return replace(state, dealt=dealt, play=replace(state.play, position=position))


def _shuffled(dealt: Hands, seat: int, seed: int, stream: int) -> Hands:
    """Return a deal under way with other dominoes drawn by all seats but one."""
    rooms = [0 if at == seat else hand.bit_count() for at, hand in enumerate(dealt)]
    hands = [*map(mask_of, deal_shuffled(dominoes_of(ALL & ~dealt[seat]), rooms, seed, stream))]
    hands[seat] = dealt[seat]
    return as_hands(hands)
