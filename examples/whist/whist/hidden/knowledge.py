"""What a seat knows of the cards that it can't see, by the plays and the card turned up."""

from __future__ import annotations

from dataclasses import dataclass

from whist.rules.tricks import ALL, SUIT, Trick, suit_of
from whist.state import WhistState


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat knows.

    Args:
        seat: who knows it.
        held: the cards that each seat is known to hold: all its own, and the dealer's card turned up.
        unseen: the cards that lie somewhere else.
        may_hold: those of them that each seat may hold, and those that may not have been dealt yet.
        rooms: how many of them each seat holds, and how many have not been dealt.
    """

    seat: int
    held: tuple[int, ...]
    unseen: int
    may_hold: tuple[int, ...]
    rooms: tuple[int, ...]

    @property
    def hand(self) -> int:
        """The cards that the seat itself holds."""
        return self.held[self.seat]

    @property
    def others(self) -> int:
        """The cards that others hold."""
        return self.unseen | sum(self.held) & ~self.hand

    def may(self, place: int, card: int) -> bool:
        """Tell whether a seat may hold a hidden card, or at place 4 whether it may be undealt."""
        return bool(self.may_hold[place] >> card & 1)

    def reach(self, seat: int) -> int:
        """Return all cards that another seat may hold."""
        return self.may_hold[seat % 4] | self.held[seat % 4]

    def is_best(self, card: int) -> bool:
        """Tell whether nobody else holds a higher card of its suit."""
        return not self.others & SUIT[suit_of(card)] & -1 << card


def knowledge_of(state: WhistState, seat: int) -> Knowledge:
    """Return what a seat knows.

    >>> from whist.game import Whist
    >>> state, _ = Whist().start().rolled(seed=1, stream=0)
    >>> knowledge_of(state, 2).rooms, knowledge_of(state, 0).rooms
    ((12, 13, 0, 13, 0), (0, 13, 13, 13, 0))
    """
    hands, turned = state.hands, 1 << state.turned if state.turned >= 0 else 0
    held = tuple(hand if at == seat else hand & turned for at, hand in enumerate(hands))
    unseen = ALL & ~sum(held) & ~state.gone
    rooms = [(hand & ~known).bit_count() for hand, known in zip(hands, held, strict=True)]
    may_hold = [unseen & ~void for void in voids(state.tricks)]
    may_hold[seat] = 0
    undealt = unseen.bit_count() - sum(rooms)
    return Knowledge(seat, held, unseen, (*may_hold, unseen), (*rooms, undealt))


def voids(tricks: tuple[Trick, ...]) -> list[int]:
    """Return the cards of the suits that each seat has shown to be out of, by not following."""
    out = [0, 0, 0, 0]
    for trick in tricks:
        for seat, card in trick.plays:
            led = suit_of(trick.cards[0])
            if suit_of(card) != led:
                out[seat] |= SUIT[led]
    return out
