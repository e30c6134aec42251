"""A position of Whist as one line of text, and back.

``dealer 0 | SQS2… HA… … … | D6 | SAS2S7S5 H3 | 0-2``: who deals, what each seat was dealt, the card
turned up, the tricks, and what the sides had scored before; ``-`` for what there is not yet.
"""

from __future__ import annotations

import re

from suitwise.cards import Card, format_cards, parse_cards
from suitwise.errors import NotationError
from suitwise.foundation.text.lines import PositionText, matched
from whist.rules.tricks import SEATS, bits_of, cards_of
from whist.state import CARDS, WhistState
from whist.variant import WhistVariant

FORM = PositionText(
    "a position of whist", "five parts: dealer D | HANDS | TURNED | TRICKS | SCORES", (5,), 300
)
_DEALER = re.compile("dealer ([0-3])")
_SCORES = re.compile("([0-9]{1,3})-([0-9]{1,3})")


def text_of(game: WhistVariant, state: WhistState, seat: int | None = None) -> str:
    """Return a position as its line, or as a seat sees it, with ``?13`` for the cards of another."""
    hands = (_hand(hand, seat in (None, owner)) for owner, hand in enumerate(state.dealt))
    turned = "-" if state.turned < 0 else format_cards([state.turned])
    tricks = " ".join(format_cards(trick.cards) for trick in state.tricks).rstrip() or "-"
    scores = f"{state.totals[0]}-{state.totals[1]}"
    return " | ".join((f"dealer {state.dealer}", " ".join(hands), turned, tricks, scores))


def _hand(hand: int, is_seen: bool) -> str:
    if not hand:
        return "-"
    return format_cards(cards_of(hand)) if is_seen else f"?{hand.bit_count()}"


def parse(game: WhistVariant, text: str) -> WhistState:
    """Read a position.

    Raises:
        NotationError: it is none that the variant can come to.
    """
    return FORM.read_printed(text, lambda parts: _read(game, *parts))


def _read(
    game: WhistVariant, dealer: str, hands: str, turned: str, tricks: str, scores: str
) -> WhistState:
    dealing = int(matched(_DEALER, dealer, ": write who deals, as dealer 0")[1])
    first, second = map(int, matched(_SCORES, scores, ": write the scores, as 0-2").groups())
    if not game.is_deal_of(dealing, (first, second)):
        raise NotationError(f"seat {dealing} deals at no score of {first}-{second}")
    dealt = _dealt(dealing, hands)
    if (turned == "-") is (sum(dealt).bit_count() == len(CARDS)):
        raise NotationError(f"{turned[:8]}: the last card dealt is turned up, and no other")
    if turned != "-":
        dealt[dealing] &= ~bits_of([Card(turned)])  # to be dealt last
    state = WhistState(game, dealing, tuple(dealt), totals=(first, second))
    for card in parse_cards((turned + tricks).replace("-", "")):
        state = state.after(card)
    return state


def _dealt(dealer: int, text: str) -> list[int]:
    hands = [parse_cards(word.replace("-", "")) for word in text.split(" ")]
    cards = [card for hand in hands for card in hand if not card.is_joker]
    sizes = [(len(cards) + place) // 4 for place in (3, 2, 1, 0)]
    if len(hands) != 4 or sizes != [len(hands[(dealer + 1 + at) % 4]) for at in SEATS]:
        raise NotationError("cards are dealt one at a time to four seats, from the dealer's left")
    if len(set(cards)) < len(cards):
        raise NotationError("a card is dealt twice")
    return [*map(bits_of, hands)]
