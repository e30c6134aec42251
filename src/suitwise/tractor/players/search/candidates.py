"""The plays that are tried: all where they are few, else the policy's and one of each kind that matters.

A leader tries every single, pair and tractor, and throws: in each suit the parts that nobody beats for
all that is known, the surest first, in growing throws, and with one more part that may be beaten. A
follower with many plays tries the policy's four, and for each suit the cheapest play that spares it,
with the points and without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from suitwise.cards import N_CARDS
from suitwise.tractor.arrays.estimates import WEIGHTS
from suitwise.tractor.arrays.packed import form_in, number_of_tractors, tractor_numbered
from suitwise.tractor.arrays.policy import lead_worth
from suitwise.tractor.players.replies import Replies, Sight, cheapest_play
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.deck import EMPTY, Pile, bits, partition_mask, pile_of
from suitwise.tractor.rules.legal_plays import parts_by_suit
from suitwise.tractor.rules.levels import points_of
from suitwise.tractor.rules.owed import led_partition

MOST = 24
"""So many plays are tried at most, throws not counted."""
FEW = 30
"""So many legal replies are all tried."""
_POINTS = 1 << 12
_FIRST = 1 << 18


def candidates_of(sight: Sight) -> list[Pile]:
    """Return the plays that the seat on turn tries, the policy's first.

    Args:
        sight: what it sees.
    """
    if sight.state.duty is None:
        return list(dict.fromkeys((*islice(_leads(sight), MOST), *_throws(sight))))
    replies = Replies(sight)
    found = dict.fromkeys((replies.chosen, *_replies(sight, replies)))
    return [play for play in islice(found, MOST) if play in sight.state.duty.plays]


# --- Leads ----------------------------------------------------------------------------------------


def _leads(sight: Sight) -> Iterator[Pile]:
    """Yield the leads of one block, what the policy likes best first."""
    record, unseen = sight.record, sight.unseen_masks
    once, twice = sight.named(sight.hand)
    form = form_in(record)
    blocks = [(1 << card, 0) for card in bits(once)]
    blocks += [(1 << card, 1 << card) for card in bits(twice)]
    tractors = (tractor_numbered(twice, form, at) for at in range(number_of_tractors(twice, form)))
    blocks += [(tractor, tractor) for tractor in tractors]
    blocks.sort(key=lambda block: -lead_worth(record, block[0], block[1], *unseen, WEIGHTS))
    for block in blocks:
        lead = sight.pile(*block)
        if len(parts_of(lead, sight.state.trump, sight.chain)) == 1:
            yield lead


def _throws(sight: Sight) -> Iterator[Pile]:
    """Yield throws of each suit: of growing size while the parts are sure, and with one that is not."""
    trump = sight.state.trump
    if sight.state.profile.forced == "never":
        yield from (part for part in parts_by_suit(sight.hand, trump) if part.size > 1)
        return
    for held in parts_by_suit(sight.hand, trump):
        led = led_partition(held, trump)
        parts = parts_of(held, trump, sight.chain)
        sure = [part for part in parts if sight.walks(part, led)]
        others = sorted((part for part in parts if part not in sure), key=lambda part: -part.phi)
        thrown = EMPTY
        for place, part in enumerate((*sure, *others[:1])):
            thrown = thrown.plus(pile_of(part.cards))
            if place:
                yield thrown


# --- Replies --------------------------------------------------------------------------------------


def _replies(sight: Sight, replies: Replies) -> Iterator[Pile]:
    duty = sight.state.duty
    assert duty is not None
    if len(duty.plays) <= FEW:
        yield from sorted(duty.plays, key=lambda play: -replies.worth(play))
        return
    yield from replies.winning
    yield replies.fattest
    yield replies.leanest
    for price in _prices(sight, replies):
        yield cheapest_play(duty, price)


def _prices(sight: Sight, replies: Replies) -> Iterator[Callable[[int], int]]:
    """Yield prices of cards: low ones first, points first or last, a suit first."""
    prices = [replies.price(card) for card in range(N_CARDS)]
    suits = [partition_mask(suit, sight.main, sight.rank) for suit in range(4)]
    first = [mask for at, mask in enumerate(suits) if at != sight.main and sight.hand.once & mask]
    for points in (0, _POINTS, -_POINTS):
        for mask in (0, *first):
            yield partial(_price, prices, points, mask)


def _price(prices: list[int], points: int, first: int, card: int) -> int:
    """Return the price of a card where each point has one, and some cards go first."""
    return prices[card] + points * points_of(1 << card, 0) - _FIRST * (first >> card & 1)
