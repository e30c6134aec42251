"""A position of Whist as one line of text, and back.

``dealer 0 | SQS2… HA… … … | D6 | SAS2S7S5 H3 | 0-2``: who deals, what each seat was dealt, the card turned
up, the tricks, and what the sides had scored before; ``-`` for what there is not yet.
"""

from __future__ import annotations

import re

from suitwise.cards import Card, format_cards, parse_cards
from suitwise.errors import NotationError, SuitwiseError

from whist.rules.tricks import SEATS, Trick, bits_of, cards_of, suit_of
from whist.state import CARDS, Hands, WhistState
from whist.variant import WhistVariant

_LINE = re.compile(
    r"dealer ([0-3]) \| (\S+) (\S+) (\S+) (\S+) \| (\S+) \| ([A-Z0-9 ]+|-) \| ([0-9]{1,3})-([0-9]{1,3})"
)


def text_of(state: WhistState, seat: int | None = None) -> str:
    """Return a position as its line, or as a seat sees it."""
    hands = (_hand(hand, seat in (None, owner)) for owner, hand in enumerate(state.dealt))
    turned = "-" if state.turned < 0 else format_cards([state.turned])
    tricks = " ".join(format_cards(trick.cards) for trick in state.tricks).rstrip() or "-"
    scores = f"{state.totals[0]}-{state.totals[1]}"
    return " | ".join((f"dealer {state.dealer}", " ".join(hands), turned, tricks, scores))


def _hand(hand: int, is_seen: bool) -> str:
    if not hand:
        return "-"
    return format_cards(cards_of(hand)) if is_seen else f"?{hand.bit_count()}"


def parse(variant: WhistVariant, text: str) -> WhistState:
    """Read a position.

    Raises:
        NotationError: it is none that the variant can come to.
    """
    found = _LINE.fullmatch(text)
    if found is None:
        raise NotationError(
            "a position of whist is 'dealer D | HANDS | TURNED | TRICKS | SCORES': write what str() prints"
        )
    dealer, *hands, turned, tricks, first, second = found.groups()
    try:
        state = _dealt(variant, int(dealer), hands, turned, (int(first), int(second)))
        for card in parse_cards(tricks.strip("-")):
            state = state.after(card)
    except SuitwiseError as error:
        raise NotationError(str(error)) from None
    if str(state) != text:
        raise NotationError(f"a position stands as it is printed, not {text[:40]!r}")
    return state


def _dealt(
    variant: WhistVariant, dealer: int, hands: list[str], turned: str, totals: tuple[int, int]
) -> WhistState:
    if not variant.is_deal_of(dealer, totals):
        raise NotationError(f"seat {dealer} deals at no score of {totals[0]}-{totals[1]}")
    cards = [parse_cards(hand.strip("-")) for hand in hands]
    count = sum(map(len, cards))
    sizes = [len(cards[(dealer + 1 + place) % 4]) for place in SEATS]
    if sizes != [(count + 3 - place) // 4 for place in SEATS]:
        raise NotationError("cards are dealt one at a time, from the dealer's left")
    if len({card for hand in cards for card in hand if not card.is_joker}) < count:
        raise NotationError("a card is dealt twice, or is a joker")
    one, two, three, four = map(bits_of, cards)
    dealt: Hands = (one, two, three, four)
    if count < len(CARDS):
        return WhistState(variant, dealer, dealt, totals=totals)
    last = Card(turned)
    if last not in cards[dealer]:
        raise NotationError(f"{turned[:8]}: the card turned up is one of the dealer's")
    opened = Trick((dealer + 1) % 4, suit_of(last))
    return WhistState(variant, dealer, dealt, int(last), (opened,), totals)
