"""What a seat of Tractor is asked, the order of its hand, and the bids that it can make."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from suitwise.cards import SIGNS, SUITS
from suitwise.foundation.text.phrases import CardText, Phrase, Several, phrase
from suitwise.sight import card_texts
from suitwise.tractor.face.names import block_named, cards_named, rank_named
from suitwise.tractor.rules.auction import Bid, good_bids
from suitwise.tractor.rules.following.duty import Duty
from suitwise.tractor.rules.kitty import KITTY
from suitwise.tractor.rules.order import (
    NO_SUIT,
    PARTITION_NAMES,
    TRUMPS,
    Trump,
    partition_mask,
    phi_of,
)
from suitwise.tractor.rules.owed import NONE
from suitwise.tractor.rules.piles import Pile, bits
from suitwise.tractor.seats import HAND
from suitwise.tractor.state import TractorState

_KEYS = (*SUITS, "trump")
_ORDER = (TRUMPS, *range(TRUMPS))
"""The trumps stand first."""


# --- The task -------------------------------------------------------------------------------------


def task(state: TractorState) -> Phrase:
    """Return what the seat on turn is to do."""
    if state.phase == "bid":
        rank = rank_named(state.trump.rank)
        return phrase("tractor.ask.bid", "bid a {rank} or two jokers, or pass", rank=rank)
    if state.phase == "bury":
        return phrase("tractor.ask.bury", "bury {n} cards", n=KITTY)
    if state.phase == "forced":
        return phrase("tractor.ask.forced", "the throw has failed: choose the part that is led")
    duty = state.duty
    if duty is None:
        if state.may_claim:
            return phrase(
                "tractor.ask.lead-or-claim",
                "lead: a single, a pair, a tractor or a throw, of one suit; or claim the rest",
            )
        return phrase(
            "tractor.ask.lead", "lead: a single, a pair, a tractor or a throw, of one suit"
        )
    return followed(duty)


def followed(duty: Duty) -> Phrase:
    """Return what a lead asks of a hand in a sentence.

    >>> from suitwise.tractor.rules.following.duty import duty_of
    >>> followed(duty_of("S2", "H3H3H4H4", "H6H6H7H7H9H9HJ"))
    'follow hearts with 4 cards: a tractor of 2 pairs is owed'
    >>> followed(duty_of("S2", "H3H4", "H6S3S4"))
    'play your hearts, H6, and 1 card of any suit'
    """
    suit, size, held = PARTITION_NAMES[duty.led], duty.size, duty.held
    if duty.demand.lead.code == NONE:
        return phrase(
            "tractor.ask.any", "play {cards}, whichever you like", cards=cards_named(size)
        )
    if not held.size:
        cards = cards_named(size)
        return phrase(
            "tractor.ask.void", "you have no {suit}: play any {cards}", suit=suit, cards=cards
        )
    if held.size < size:
        rest = cards_named(size - held.size)
        return phrase(
            "tractor.ask.short",
            "play your {suit}, {held}, and {rest} of any suit",
            suit=suit,
            held=CardText(held),
            rest=rest,
        )
    if held.size == size:
        return phrase(
            "tractor.ask.all", "play all your {suit}: {held}", suit=suit, held=CardText(held)
        )
    if duty.owed:
        return phrase(
            "tractor.ask.owed",
            "follow {suit} with {cards}: {owed} is owed",
            suit=suit,
            cards=cards_named(size),
            owed=Several(map(block_named, duty.owed)),
        )
    if size == 1:
        return phrase("tractor.ask.one", "follow {suit}: one of your {n}", suit=suit, n=held.size)
    return phrase(
        "tractor.ask.follow",
        "follow {suit}: any {n} of your {held}",
        suit=suit,
        n=size,
        held=held.size,
    )


# --- The hand -------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 11)  # hands of all tables: of four only one changes at a time
def rows(hand: Pile, trump: Trump) -> list[dict[str, Any]]:
    """Return a hand in rows, trumps first, in each the strongest card first and equal ones together.

    The same rows are given again for the same hand, so nobody may change them.

    >>> from suitwise.tractor.rules.piles import pile_of
    >>> for row in rows(pile_of("S3 RJ C2 D2 C2 HA HK S2 HA"), Trump("S", "2")):
    ...     print(row["key"], *row["cards"])
    trump RJ S2 D2 C2 C2 S3
    H HA HA HK
    """
    found = []
    for partition, order in _orders(trump):
        cards = [
            text for bit, text in order if hand.once & bit for mask in hand.masks if mask & bit
        ]
        if cards:
            name = PARTITION_NAMES[partition]
            found.append({"key": _KEYS[partition], "name": name, "cards": cards})
    return found


@cache
def _orders(trump: Trump) -> list[tuple[int, list[tuple[int, str]]]]:
    """Return for each partition the bits and texts of its cards, the strongest first."""
    main, rank = trump.main_index, trump.rank_index
    found = []
    for partition in _ORDER:
        if not partition == main != NO_SUIT:
            held = list(bits(partition_mask(partition, main, rank)))
            cards = sorted(held, key=lambda card: (-phi_of(card, main, rank), card))
            order = [(1 << card, text) for card, text in zip(cards, card_texts(cards), strict=True)]
            found.append((partition, order))
    return found


# --- The bids -------------------------------------------------------------------------------------


def bar(state: TractorState, seat: int | None) -> dict[str, Any] | None:
    """Return the five bids, always in the same places, while the cards are drawn.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor().start().rolled(seed=1, stream=0)
    >>> [(one["key"], one["can"]) for one in bar(state, 0)["options"]]
    [('S', False), ('H', False), ('D', False), ('C', False), ('joker', False)]
    """
    if state.phase not in ("draw", "bid"):
        return None
    bids: tuple[Bid, ...] = ()
    if seat is not None:
        bids = good_bids(seat, state.held[seat], state.rank, state.bids, state.profile)
    drawn = state.cards_drawn // 4 if seat is None else state.drawn[seat].size
    options = [_option(state, main, bids) for main in range(NO_SUIT + 1)]
    return {"options": options, "intent": None, "drawn": drawn, "of": HAND}


def _option(state: TractorState, main: int, bids: tuple[Bid, ...]) -> dict[str, Any]:
    bid = next((bid for bid in bids if bid.main == main), None)
    standing = state.standing
    made = standing is not None and standing.main == main
    return {
        "key": "joker" if main == NO_SUIT else SUITS[main],
        "text": "joker" if main == NO_SUIT else f"{SIGNS[main]} {rank_named(state.trump.rank)}",
        "bid": None if bid is None else str(bid),
        "can": bid is not None,
        "made": made,
        "by": standing.seat if standing is not None and made else None,
    }


# --- Seats ----------------------------------------------------------------------------------------


def seat_note(state: TractorState, seat: int) -> Phrase | None:
    """Return a short note on a seat: the bid that stands, or that it is the landlord."""
    if state.is_auction_over:
        is_landlord = seat == state.current_landlord
        return phrase("tractor.note.landlord", "landlord") if is_landlord else None
    bid = state.standing
    if bid is not None and bid.seat == seat:
        return phrase("tractor.note.bid", "bid {cards}", cards=CardText(bid))
    return None
