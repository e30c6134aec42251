"""A seat's knowledge of the hidden cards, and random deals that agree with it.

A seat knows its own cards, cards that were shown, and cards that it passed, as long as their receiver
still holds them. Every play also tells which cards its player can't hold (``rules.barring``). All deals
that agree with this knowledge are taken to be equally likely, and so are all ways in which the other
seats may have passed cards in such a deal; see ``State.resample``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from suitwise.foundation.seating import SEATS
from suitwise.hidden_deals import count_deals, deal_hidden
from suitwise.seeds import below, world_seed
from suitwise.tricks.cards import ALL, SUIT, bits_of, cards_of, suit_of
from suitwise.tricks.rules import DEALT, HELD, PASSED
from suitwise.tricks.state import TrickState

S = TypeVar("S", bound=TrickState)
_PASSES = 0x70617373
"""Added to the seed of worlds for the stream that draws the cards passed by the other seats."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A seat's knowledge of the cards; sets of cards are bit masks.

    Args:
        seat: the seat.
        held: for each seat the cards that it is known to hold. For the seat itself that is its hand.
        unseen: the cards whose place is not known.
        may_hold: for each seat the unseen cards that it may hold, then those that may be undealt.
        rooms: for each seat the number of unseen cards that it holds, then the number of undealt ones.

    >>> from suitwise.tricks import TrickGame
    >>> state, _ = TrickGame().start().rolled(seed=1, stream=0)
    >>> known = knowledge_of(state, 0)
    >>> known.rooms, known.is_best(12), known.reach(1) == known.unseen
    ((0, 13, 13, 13, 0), False, True)
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
        """The cards that the others hold, known or not; undealt cards count as theirs."""
        return self.unseen | sum(self.held) & ~self.hand

    def may(self, place: int, card: int) -> bool:
        """Tell whether a seat may hold an unseen card; place 4 stands for the undealt cards."""
        return bool(self.may_hold[place] >> card & 1)

    def reach(self, seat: int) -> int:
        """Return all cards that another seat may hold."""
        return self.may_hold[seat % 4] | self.held[seat % 4]

    def is_best(self, card: int) -> bool:
        """Tell whether nobody else holds a higher card of its suit."""
        return not self.others & SUIT[suit_of(card)] & -1 << card


def knowledge_of(state: TrickState, seat: int) -> Knowledge:
    """Return what a seat knows; cards already chosen for passing count as still in their hands.

    >>> from suitwise.tricks import TrickGame
    >>> state, _ = TrickGame().start().rolled(seed=1, stream=0)
    >>> knowledge_of(state.after("ST"), 0).rooms  # the card that was played is none of them
    (0, 12, 13, 13, 0)
    """
    hands = state.dealt if state.is_passing else state.hands
    shown = [*state.shown]
    if state.to_pass and not state.is_passing:
        shown[(seat + state.passes_left) % 4] |= bits_of(state.passed[seat])
    pairs = enumerate(zip(hands, shown, strict=True))
    held = tuple(hand if at == seat else hand & known for at, (hand, known) in pairs)
    unseen = ALL & ~sum(held) & ~state.gone
    rooms = [(hand & ~known).bit_count() for hand, known in zip(hands, held, strict=True)]
    may_hold = [unseen & ~barred for barred in state.barred]
    may_hold[seat] = 0
    undealt = unseen.bit_count() - sum(rooms)
    return Knowledge(seat, held, unseen, (*may_hold, unseen), (*rooms, undealt))


def count_worlds(known: Knowledge) -> int:
    """Return the number of deals of the unseen cards that agree with a seat's knowledge.

    Different ways in which the others may have passed cards in a deal are not counted.

    >>> from suitwise.tricks import TrickGame
    >>> state, _ = TrickGame().start().rolled(seed=1, stream=0)
    >>> count_worlds(knowledge_of(state, 0))  # 39! / 13!**3
    84478098072866400
    """
    return count_deals(cards_of(known.unseen), known.rooms, known.may)


def redealt(state: S, seat: int, seed: int, stream: int) -> S:
    """Return a random position that a seat can't tell from this one, each deal equally likely."""
    known, seed = knowledge_of(state, seat), world_seed(seed)
    # Cards that few seats may hold come first: so ``deal_hidden`` is fastest.
    cards = sorted(
        cards_of(known.unseen), key=lambda card: sum(known.may(at, card) for at in SEATS)
    )
    drawn = deal_hidden(cards, known.rooms, known.may, seed, stream)
    hands = [held | bits_of(new) for held, new in zip(known.held, drawn, strict=False)]
    record = state.record.copy()
    if state.to_pass:
        passed = _passed(state, seat, hands, seed + _PASSES, stream)
        dealt = _unpassed(state, hands, passed)
        if state.is_passing:
            hands = [cards & ~bits_of(aside) for cards, aside in zip(dealt, passed, strict=True)]
        record[PASSED : PASSED + 4] = [_packed(cards) for cards in passed]
    else:
        dealt = [hand | played for hand, played in zip(hands, state.played, strict=True)]
    record[HELD : HELD + 4], record[DEALT : DEALT + 4] = hands, dealt
    return type(state)(state.variant, record)


def _passed(
    state: TrickState, seat: int, hands: list[int], seed: int, stream: int
) -> list[tuple[int, ...]]:
    """Return the cards that each seat has passed in a world, drawing those that ``seat`` can't know."""
    passed, index = list(state.passed), 0
    for giver in SEATS:
        if giver == seat:
            continue
        taker = (giver + state.passes_left) % 4
        whose = giver if state.is_passing else taker
        may_be = hands[whose] | state.played[whose]
        if taker == seat and not state.is_passing:  # the cards are known, their order is not
            may_be = bits_of(state.received(seat))
        cards = [*cards_of(may_be)]
        drawn = []
        for _ in passed[giver]:
            place, index = below(len(cards), seed, stream, index)
            drawn.append(cards.pop(place))
        passed[giver] = tuple(drawn)
    return passed


def _unpassed(state: TrickState, hands: list[int], passed: list[tuple[int, ...]]) -> list[int]:
    """Return the hands as they were dealt, before any card was passed."""
    dealt = [hand | played for hand, played in zip(hands, state.played, strict=True)]
    if not state.is_passing:
        for giver, cards in enumerate(map(bits_of, passed)):
            dealt[giver] |= cards
            dealt[(giver + state.passes_left) % 4] &= ~cards
    return dealt


def _packed(cards: tuple[int, ...]) -> int:
    """Return passed cards as the one number that a record holds for them."""
    packed = 0
    for card in cards:
        packed = 64 * packed + card + 1
    return packed
