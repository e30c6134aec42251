"""What a seat knows of the cards that it can't see: where each may lie, by the plays and the card turned up."""

from __future__ import annotations

from dataclasses import dataclass

from whist.rules.tricks import ALL, SEATS, SUIT, Trick, suit_of
from whist.state import Hands, WhistState


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat knows.

    Args:
        seat: who knows it.
        held: the cards that each seat is known to hold: all its own, and the dealer's card turned up.
        unseen: the cards that lie somewhere else.
        may_hold: those of them that each seat may hold; those not dealt lie anywhere.
        rooms: how many of them each seat holds, and how many are not dealt.
    """

    seat: int
    held: Hands
    unseen: int
    may_hold: tuple[int, ...]
    rooms: tuple[int, ...]


def knowledge_of(state: WhistState, seat: int) -> Knowledge:
    """Return what a seat knows.

    >>> from whist.game import Whist
    >>> state, _ = Whist().start().rolled(seed=1, stream=0)
    >>> knowledge_of(state, 2).rooms, knowledge_of(state, 0).rooms
    ((12, 13, 0, 13, 0), (0, 13, 13, 13, 0))
    """
    hands, turned = state.hands, max(0, 1 << state.turned if state.turned >= 0 else 0)
    known = [hand if at == seat else hand & turned for at, hand in enumerate(hands)]
    held: Hands = (known[0], known[1], known[2], known[3])
    unseen = ALL & ~sum(held) & ~state.gone
    rooms = [(hand & ~mine).bit_count() for hand, mine in zip(hands, held, strict=True)]
    shown = voids(state.tricks)
    may_hold = [unseen & ~shown[at] if at != seat else 0 for at in SEATS]
    return Knowledge(
        seat, held, unseen, (*may_hold, unseen), (*rooms, unseen.bit_count() - sum(rooms))
    )


def voids(tricks: tuple[Trick, ...]) -> list[int]:
    """Return the cards of the suits that each seat has shown to be out of, by not following."""
    out = [0, 0, 0, 0]
    for trick in tricks:
        for seat, card in trick.plays:
            led = suit_of(trick.cards[0])
            if suit_of(card) != led:
                out[seat] |= SUIT[led]
    return out
