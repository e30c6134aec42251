"""Parts of Tractor's face for one seat: its task, its sorted hand, its bids, and plays in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

from suitwise.cards import SIGNS, SUITS
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, Several, all_of, one_of, phrase
from suitwise.sight import card_texts
from suitwise.tractor.face.tricks import block_named, cards_named, cut_named, plays_bomb, rank_named
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import Block
from suitwise.tractor.rules.duty import Duty
from suitwise.tractor.rules.levels import Bid
from suitwise.tractor.rules.pairs.legal_plays import parts_by_suit
from suitwise.tractor.rules.profile import NONE
from suitwise.tractor.rules.wide.lead import WideDuty, blocks_text
from suitwise.tractor.state import TractorState
from suitwise.tractor.umpire import Umpire

_KEYS = (*SUITS, "trump")
_ORDER = (deck.TRUMPS, *range(deck.TRUMPS))
"""The order of the partitions in a hand: trumps first."""


# --- The task -------------------------------------------------------------------------------------


def task(state: TractorState) -> Phrase:
    """Return an instruction for the seat on turn."""
    if state.phase == "bid":
        return _bidding(state)
    if state.phase == "bury":
        n = state.umpire.kitty
        return phrase("tractor.ask.bury", "choose {n} cards and bury them in the kitty", n=n)
    if state.phase == "forced":
        return phrase("tractor.ask.forced", "your throw has failed: choose the part that you lead")
    if state.phase in _MORE_TASKS:
        return _MORE_TASKS[state.phase]
    if state.phase == "cut":
        return _cutting(state)
    duty = state.duty
    if duty is None:
        if state.may_claim:
            return phrase(
                "tractor.ask.lead-or-claim",
                "you lead: a single, a pair, a tractor or a throw of one suit; or claim the rest",
            )
        return _LEADING[state.umpire.packs]
    return followed_widely(duty) if isinstance(duty, WideDuty) else followed(duty)


_MORE_TASKS = {
    "steal": phrase(
        "tractor.ask.steal",
        "take the buried cards with a higher bid, which names the trump; or pass",
    ),
    "call": phrase(
        "tractor.ask.call",
        "call a card and its copy, as HA#2: who plays it is your friend",
    ),
}
_LEADING = {
    1: phrase("tractor.ask.lead-singles", "you lead: a single or a throw of one suit"),
    2: phrase("tractor.ask.lead", "you lead: a single, a pair, a tractor or a throw of one suit"),
    3: phrase(
        "tractor.ask.lead-triples",
        "you lead: a single, a pair, a triple, a tractor or a throw of one suit",
    ),
    4: phrase(
        "tractor.ask.lead-quads",
        "you lead: a single, a pair, a triple, a quad, a tractor or a throw of one suit",
    ),
}
"""What a seat may lead, by the number of packs."""


def _bidding(state: TractorState) -> Phrase:
    """Return an instruction to bid; the house says how many jokers are a bid."""
    rank, packs = rank_named(state.trump.rank), state.umpire.packs
    if state.variant.is_classic:
        return phrase(
            "tractor.ask.bid", "show a {rank} or a pair of jokers to bid, or pass", rank=rank
        )
    jokers = state.profile.jokers
    if jokers == "no" or (jokers == "yes" and packs == 1):
        return phrase("tractor.ask.bid-rank", "show a {rank} to bid, or pass", rank=rank)
    if jokers == "packs":
        return phrase(
            "tractor.ask.bid-packs",
            "show a {rank}, or the jokers of one colour, {n} in all, to bid; or pass",
            rank=rank,
            n=packs,
        )
    if jokers == "packs1":
        return phrase(
            "tractor.ask.bid-packs1",
            "show a {rank}, {n} small jokers or {red} big ones to bid, or pass",
            rank=rank,
            n=packs,
            red=packs - 1,
        )
    return phrase(
        "tractor.ask.bid-jokers",
        "show a {rank} or two jokers of one colour to bid, more cards overturn fewer; or pass",
        rank=rank,
    )


_FEW_WAYS = 4
"""The most ways to cut a lead that an instruction names."""


def _cutting(state: TractorState) -> Phrase:
    """Return the question how a lead is cut: by the kinds of blocks, or by cards if these are alike."""
    uncut, umpire, trump = state.tricks[-1].uncut, state.umpire, state.trump
    assert uncut is not None
    cuttings = umpire.cuttings(trump, uncut)
    if len(cuttings) > _FEW_WAYS:
        return phrase("tractor.ask.cut", "your lead can be cut in several ways: say how")
    ways = [cut_named([umpire.parts(trump, part)[0] for part in parts]) for parts in cuttings]
    if len(set(map(str, ways))) < len(ways):
        ways = [all_of(map(CardText, parts)) for parts in cuttings]
    named = [phrase("tractor.ask.cut-as", "as {blocks}", blocks=way) for way in ways]
    return phrase("tractor.ask.cut-how", "how is your lead cut: {ways}?", ways=one_of(named))


def followed_widely(duty: WideDuty) -> Phrase:
    """Return an instruction for a seat that follows a lead of blocks of any width.

    >>> from suitwise.tractor.rules.duty import duty_of
    >>> followed_widely(duty_of("S2", "H3H3H3", "H6H6H6H7", packs=3))
    'follow hearts with 3 cards: you must include a triple'
    """
    owed = blocks_text(duty.owed) if duty.owed and duty.held.size > duty.lead.size else None
    task = _followed(duty.lead.partition, duty.lead.size, duty.held, owed)
    bombs = [CardText(bomb) for bomb in duty.bombs]
    if not bombs:
        return task
    return phrase("tractor.ask.bomb", "{task}; or bomb: {bombs}", task=task, bombs=one_of(bombs))


def followed(duty: Duty) -> Phrase:
    """Return an instruction for a seat that follows a lead.

    >>> from suitwise.tractor.rules.duty import duty_of
    >>> followed(duty_of("S2", "H3H3H4H4", "H6H6H7H7H9H9HJ"))
    'follow hearts with 4 cards: you must include a tractor of 2 pairs'
    >>> followed(duty_of("S2", "H3H4", "H6S3S4"))
    'play all your hearts, H6, and 1 card of any suit'
    """
    if duty.demand.lead.code == NONE:
        return phrase("tractor.ask.any", "play any {cards}", cards=cards_named(duty.size))
    owed = Several(map(block_named, duty.owed)) if duty.owed else None
    return _followed(duty.led, duty.size, duty.held, owed)


def _followed(led: int, size: int, held: deck.Pile, owed: object) -> Phrase:
    """Return an instruction to follow a lead of ``size`` cards, given what is held and owed."""
    suit = deck.PARTITION_NAMES[led]
    if not held.size:
        cards = cards_named(size)
        return phrase(
            "tractor.ask.void", "you have no {suit}: play any {cards}", suit=suit, cards=cards
        )
    if held.size < size:
        rest = cards_named(size - held.size)
        return phrase(
            "tractor.ask.short",
            "play all your {suit}, {held}, and {rest} of any suit",
            suit=suit,
            held=CardText(held),
            rest=rest,
        )
    if held.size == size:
        return phrase(
            "tractor.ask.all",
            "you have no other {suit}: play {held}",
            suit=suit,
            held=CardText(held),
        )
    if owed is not None:
        return phrase(
            "tractor.ask.owed",
            "follow {suit} with {cards}: you must include {owed}",
            suit=suit,
            cards=cards_named(size),
            owed=owed,
        )
    if size == 1:
        return phrase(
            "tractor.ask.one", "follow {suit} with one of your {n}", suit=suit, n=held.size
        )
    return phrase(
        "tractor.ask.follow",
        "follow {suit} with any {n} of your {held}",
        suit=suit,
        n=size,
        held=held.size,
    )


# --- The hand -------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 11)  # for the hands of all tables; one hand changes at a time
def rows(hand: deck.Pile, trump: deck.Trump) -> list[dict[str, Any]]:
    """Return a hand as rows by partition, trumps first; in a row the strongest card comes first.

    The result is cached and must not be changed.

    >>> for row in rows(deck.pile_of("S3 RJ C2 D2 C2 HA HK S2 HA"), deck.Trump("S", "2")):
    ...     print(row["key"], *row["cards"])
    trump RJ S2 D2 C2 C2 S3
    H HA HA HK
    """
    partitions = []
    for partition, order in _orders(trump):
        cards = [
            text for bit, text in order if hand.once & bit for mask in hand.masks if mask & bit
        ]
        if cards:
            name = deck.PARTITION_NAMES[partition]
            partitions.append({"key": _KEYS[partition], "name": name, "cards": cards})
    return partitions


@cache
def _orders(trump: deck.Trump) -> list[tuple[int, list[tuple[int, str]]]]:
    """Return for each partition the mask and text of each of its cards, the strongest first."""
    main, rank = trump.main_index, trump.rank_index
    orders = []
    for partition in _ORDER:
        if not partition == main != deck.NO_SUIT:
            unsorted = deck.bits(deck.partition_mask(partition, main, rank))
            cards = sorted(unsorted, key=lambda card: (-deck.phi_of(card, main, rank), card))
            order = [(1 << card, text) for card, text in zip(cards, card_texts(cards), strict=True)]
            orders.append((partition, order))
    return orders


# --- The bids -------------------------------------------------------------------------------------


def bar(state: TractorState, seat: int | None) -> dict[str, Any] | None:
    """Return the five possible bids in a fixed order; None outside the bidding.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor().start().rolled(seed=1, stream=0)
    >>> [(one["key"], one["can"]) for one in bar(state, 0)["options"]]
    [('S', False), ('H', False), ('D', False), ('C', False), ('joker', False)]
    """
    if state.phase not in ("draw", "bid", "steal"):
        return None
    bids: Sequence[Bid] = ()
    umpire = state.umpire
    if seat is not None:
        bids = umpire.bids(seat, state.held[seat], state.rank, state.all_bids)
    drawn = state.cards_drawn // umpire.seats if seat is None else state.drawn[seat].size
    options = [_option(state, main, bids) for main in range(deck.NO_SUIT + 1)]
    text = None if seat is None else _on_bids(state, seat, bids)
    return {"options": options, "intent": None, "drawn": drawn, "of": umpire.hand, "text": text}


def _on_bids(state: TractorState, seat: int, bids: Sequence[Bid]) -> Phrase:
    """Return what a seat can bid, or why it can't, in a sentence.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor().start().rolled(seed=1, stream=0)
    >>> print(bar(state, 0)["text"])
    your 2s can be shown as a bid; nothing to show yet
    """
    standing, rank = state.standing, rank_named(state.trump.rank)
    is_drawn = state.phase == "bid" and state.cards_drawn == state.cards_to_draw
    if bids:
        shown = one_of(CardText(bid) for bid in bids)
        if is_drawn:
            return phrase(
                "tractor.bar.last", "all is drawn: show {cards} now, or it is too late", cards=shown
            )
        return phrase("tractor.bar.can", "you can show {cards}: that is a bid", cards=shown)
    if standing is None and is_drawn:
        return phrase("tractor.bar.none", "all is drawn, and you have nothing to show")
    if standing is None:
        return phrase(
            "tractor.bar.nothing",
            "your {rank}s can be shown as a bid; nothing to show yet",
            rank=rank,
        )
    cards = CardText(standing)
    if standing.seat == seat:
        return phrase("tractor.bar.own", "your bid stands: {cards}", cards=cards)
    return phrase(
        "tractor.bar.stands",
        "{seat} has shown {cards}; you have nothing to overturn it",
        seat=Seat(standing.seat),
        cards=cards,
    )


def _option(state: TractorState, main: int, bids: Sequence[Bid]) -> dict[str, Any]:
    bid = next((bid for bid in bids if bid.main == main), None)
    standing = state.standing
    made = standing is not None and standing.main == main
    return {
        "key": "joker" if main == deck.NO_SUIT else SUITS[main],
        "text": "joker"
        if main == deck.NO_SUIT
        else f"{SIGNS[main]} {rank_named(state.trump.rank)}",
        "bid": None if bid is None else str(bid),
        "can": bid is not None,
        "made": made,
        "by": standing.seat if standing is not None and made else None,
    }


# --- Seats ----------------------------------------------------------------------------------------


def seat_note(state: TractorState, seat: int) -> Phrase | None:
    """Return a short note on a seat: its standing bid, or that it is the landlord or his friend."""
    if state.is_auction_over:
        if seat == state.current_landlord:
            return phrase("tractor.note.landlord", "landlord")
        is_friend = state.umpire.calls and seat in state.sides.members
        return phrase("tractor.note.friend", "friend") if is_friend else None
    bid = state.standing
    if bid is not None and bid.seat == seat:
        return phrase("tractor.note.bid", "bid {cards}", cards=CardText(bid))
    return None


# --- Plays in words: "a tractor 9–10 of hearts" ---------------------------------------------------

_JOKERS = {
    "BJ": phrase("tractor.name.small-joker", "small joker"),
    "RJ": phrase("tractor.name.big-joker", "big joker"),
}
_TWO_JOKERS = {
    "BJ": phrase("tractor.name.small-jokers", "small jokers"),
    "RJ": phrase("tractor.name.big-jokers", "big jokers"),
}
_COURT = {
    "J": phrase("tractor.name.jack", "jack"),
    "Q": phrase("tractor.name.queen", "queen"),
    "K": phrase("tractor.name.king", "king"),
    "A": phrase("tractor.name.ace", "ace"),
}


def with_words(state: TractorState, table: dict[str, Any]) -> dict[str, Any]:
    """Return the part ``table`` with a text added to each play of the current and the last trick.

    A play that is a bomb says so.

    >>> from suitwise.tractor.game import Tractor
    >>> with_words(Tractor().start(), {"trick": None, "last": None, "tricks": 0})
    {'trick': None, 'last': None, 'tricks': 0}
    """
    return {**table, **{name: _trick(state, table[name]) for name in ("trick", "last")}}


def _trick(state: TractorState, trick: dict[str, Any] | None) -> dict[str, Any] | None:
    if trick is None:
        return None
    named = trick.get("parts") if trick["tried"] is None else None
    return {
        **trick,
        "plays": [
            {
                **play,
                "text": _play(state, play["cards"], named if place == 0 else None, place),
                **({"bomb": True} if plays_bomb(state, deck.pile_of(play["cards"])) else {}),
            }
            for place, play in enumerate(trick["plays"])
        ],
    }


def _play(
    state: TractorState, cards: list[str], named: list[list[str]] | None, place: int
) -> Phrase:
    """Name a play; a lead by the parts that its leader has named, if any."""
    parts = tuple(map("".join, named)) if named else ()
    return _named("".join(cards), parts, state.trump, state.umpire, place == 0)


@lru_cache(maxsize=1 << 10)
def _named(
    cards: str, parts: tuple[str, ...], trump: deck.Trump, umpire: Umpire, is_lead: bool
) -> Phrase:
    if parts:
        blocks = [umpire.parts(trump, deck.pile_of(part))[0] for part in parts]
        return _blocks_named(blocks, trump, is_lead=is_lead)
    return play_named(deck.pile_of(cards), trump, umpire, is_lead=is_lead)


def play_named(play: deck.Pile, trump: deck.Trump, umpire: Umpire, *, is_lead: bool) -> Phrase:
    """Name a play by its tractors, pairs and single cards, suit by suit.

    Args:
        play: the cards.
        trump: the trump configuration.
        umpire: the table's umpire.
        is_lead: whether it is a lead; several blocks are then a throw.

    >>> from suitwise.tractor.umpire import umpire_of
    >>> from suitwise.tractor.variant import TractorVariant
    >>> trump, four = deck.Trump("S", "2"), umpire_of(TractorVariant())
    >>> for cards in ("H9H9HTHT", "HAHAHQ", "H9C5", "S3S3", "H2H2D2D2", "RJRJBJBJ"):
    ...     print(play_named(deck.pile_of(cards), trump, four, is_lead="Q" in cards))
    a tractor 9–10 of hearts
    a throw: a pair of aces of hearts, queen of hearts
    9 of hearts, 5 of clubs
    a pair of 3s of spades
    a pair of 2s of hearts, a pair of 2s of diamonds
    a tractor of trumps: big jokers, small jokers
    >>> six = umpire_of(TractorVariant(players=6))
    >>> for cards in ("H9H9H9", "H9H9H9HTHTHT"):
    ...     print(play_named(deck.pile_of(cards), trump, six, is_lead=True))
    a triple of 9s of hearts
    a bulldozer 9–10 of hearts
    """
    blocks = [block for part in parts_by_suit(play, trump) for block in umpire.parts(trump, part)]
    return _blocks_named(blocks, trump, is_lead=is_lead)


def _blocks_named(found: Sequence[Block], trump: deck.Trump, *, is_lead: bool) -> Phrase:
    blocks = [_block(block, trump.rank) for block in found]
    if len(blocks) == 1:
        return blocks[0]
    if is_lead:
        return phrase("tractor.name.thrown", "a throw: {blocks}", blocks=Several(blocks))
    return phrase("tractor.name.several", "{blocks}", blocks=Several(blocks))


def _block(block: Block, rank: str) -> Phrase:
    kinds, width = list(map(str, block.kinds)), block.width
    suit = kinds[0][0]
    if block.size == 1:
        return _card(kinds[0])
    if block.length == 1:
        return _of_cards(width, _two(kinds[0]))
    if all(kind[0] == suit and kind[1] != rank for kind in kinds):
        return _run(width, _rank(kinds[-1][1]), _rank(kinds[0][1]), _suit(suit))
    cards = Several(map(_two, kinds))
    if width == 2:
        return phrase("tractor.name.trump-run", "a tractor of trumps: {cards}", cards=cards)
    if width == 3:
        return phrase("tractor.name.trump-bulldozer", "a bulldozer of trumps: {cards}", cards=cards)
    return phrase("tractor.name.trump-quads", "a run of quads of trumps: {cards}", cards=cards)


def _of_cards(width: int, cards: Phrase) -> Phrase:
    """Name a pair, a triple or a quad of some cards."""
    if width == 2:
        return phrase("tractor.name.pair-of", "a pair of {cards}", cards=cards)
    if width == 3:
        return phrase("tractor.name.triple-of", "a triple of {cards}", cards=cards)
    return phrase("tractor.name.quad-of", "a quad of {cards}", cards=cards)


def _run(width: int, low: str, high: str, suit: Phrase) -> Phrase:
    """Name a tractor of pairs, triples or quads of one suit."""
    said: dict[str, str] = {"low": low, "high": high, "suit": suit}
    if width == 2:
        return phrase("tractor.name.run", "a tractor {low}–{high} of {suit}", **said)
    if width == 3:
        return phrase("tractor.name.bulldozer", "a bulldozer {low}–{high} of {suit}", **said)
    return phrase("tractor.name.quads", "a run of quads {low}–{high} of {suit}", **said)


def _card(card: str) -> Phrase:
    if card in _JOKERS:
        return _JOKERS[card]
    return phrase("tractor.name.of", "{rank} of {suit}", rank=_rank(card[1]), suit=_suit(card[0]))


def _two(card: str) -> Phrase:
    """Name two equal cards: ``9s of hearts``."""
    if card in _TWO_JOKERS:
        return _TWO_JOKERS[card]
    rank, suit = _rank(card[1]), _suit(card[0])
    return phrase("tractor.name.two-of", "{rank}s of {suit}", rank=rank, suit=suit)


def _rank(rank: str) -> str:
    return _COURT.get(rank) or rank_named(rank)


def _suit(suit: str) -> Phrase:
    return deck.PARTITION_NAMES[SUITS.index(suit)]
