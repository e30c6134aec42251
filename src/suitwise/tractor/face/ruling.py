"""Rulings on cards that a player has selected but not played: what is owed, what is missing, examples.

Only the player's own hand is used. For a throw the ruling says that it can fail, not whether it will.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from suitwise.foundation.text.phrases import CardText, Phrase, Several, all_of, phrase
from suitwise.players.face import MOST_MEETING
from suitwise.players.face_values import Ruling
from suitwise.sight import card_texts
from suitwise.tractor.face.tricks import (
    block_named,
    cards_named,
    lead_named,
    points_named,
    singles_named,
)
from suitwise.tractor.moves import Move, points_in_pile
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import pairs_text, parts_of
from suitwise.tractor.rules.duty import Duty
from suitwise.tractor.rules.pairs.legal_plays import parts_by_suit
from suitwise.tractor.rules.reasons import blocks_owed, suit_owed
from suitwise.tractor.rules.wide.lead import WideDuty, block_text, owed_text
from suitwise.tractor.state import TractorState

# --- Any selection --------------------------------------------------------------------------------


def of_choice(state: TractorState, chosen: deck.Pile, ruling: Ruling) -> Ruling:
    """Complete a basic ruling with notes and examples that fit the phase of the deal.

    Args:
        state: the position; the seat on turn selects.
        chosen: the cards selected, possibly none.
        ruling: the basic ruling on them as a move.
    """
    if not chosen.within(state.held[state.turn]):
        return ruling._replace(meets=())
    if state.phase == "bury":
        return _of_burial(state, chosen, ruling)
    if state.phase != "play":
        return ruling
    duty = state.duty
    if duty is None:
        return _of_lead(state, chosen, ruling)
    if isinstance(duty, WideDuty):
        return of_wide_reply(duty, chosen, ruling)
    return of_reply(duty, chosen, ruling)


# --- Replies --------------------------------------------------------------------------------------


def of_reply(duty: Duty, chosen: deck.Pile, ruling: Ruling) -> Ruling:
    """Complete a ruling with the blocks owed, the cards that can be added, and examples of legal plays.

    Args:
        duty: the duty of the hand.
        chosen: the cards selected.
        ruling: the basic ruling on them as a play.
    """
    meets = nearest(duty, chosen)
    return ruling._replace(
        owed=tuple(map(str, duty.owed)),
        open=tuple(card_texts(duty.open(chosen).cards)),
        meets=meets,
        note=None if ruling.legal or not chosen.once else _note(duty, chosen, meets[0]),
    )


def _note(duty: Duty, chosen: deck.Pile, would: str) -> Phrase | None:
    """Return what is missing from a selection, or why it can't become a legal play.

    None if the number of cards is right: the basic ruling has the reason then.
    """
    if chosen.size < duty.size and not duty.meets(chosen):
        return _astray(duty, chosen, would)
    owed = blocks_owed(duty.profile_owed) if duty.owed else None
    return _number_note(chosen.size, duty.size, owed)


def _number_note(chosen: int, size: int, owed: Phrase | None) -> Phrase | None:
    """Return how many cards are too many, or missing and what is owed; None if the number is right."""
    if chosen == size:
        return None
    if chosen > size:
        return phrase("tractor.note.fewer", "{cards} too many", cards=cards_named(chosen - size))
    cards = cards_named(size - chosen)
    if owed is None:
        return phrase("tractor.note.more", "{cards} more", cards=cards)
    return phrase("tractor.note.more-owed", "{cards} more; {owed}", cards=cards, owed=owed)


def _astray(duty: Duty, chosen: deck.Pile, would: str) -> Phrase:
    """Return a note on a selection that no legal play contains: what is owed, chosen, and would do.

    >>> from suitwise.tractor.rules.duty import duty_of
    >>> duty = duty_of("S2", "H3H3H4H4", "H6H6H7H7H9H9HJC5")
    >>> print(_astray(duty, deck.pile_of("H9H9HJ"), "H6H6H7H7"))
    a tractor of 2 pairs is owed; you chose 1 pair and 1 single card; H6H6H7H7 would do
    >>> print(_astray(duty, deck.pile_of("C5"), "H6H6H7H7"))
    4 hearts are owed; you chose C5; H6H6H7H7 would do
    """
    due = min(duty.size, duty.held.size)
    own = chosen.of(duty.suit)
    is_off = chosen.size - own.size > duty.size - due
    return phrase(
        "tractor.note.astray",
        "{owed}; you chose {chosen}; {cards} would do",
        owed=suit_owed(duty.led, due) if is_off else blocks_owed(duty.profile_owed),
        chosen=CardText(chosen.minus(own)) if is_off else all_of([*_kinds(duty, own)]),
        cards=CardText(would),
    )


def _kinds(duty: Duty, own: deck.Pile) -> Iterator[Phrase]:
    """Yield the tractors, pairs and singles among cards of the led suit, in words."""
    sizes = []
    for block in parts_of(own, duty.trump, duty.chain):
        sizes.append(block.size)
        if block.size > 2:
            yield block_named(block)
    if pairs := sizes.count(2):
        yield pairs_text(pairs)
    if singles := sizes.count(1):
        yield singles_named(singles)


def nearest(duty: Duty, chosen: deck.Pile) -> tuple[str, ...]:
    """Return up to three legal plays that keep as many of the cards chosen as possible.

    >>> from suitwise.tractor.rules.duty import duty_of
    >>> nearest(duty_of("S2", "H3H3", "H6H6H8H8HJ"), deck.pile_of("H8"))
    ('H8H8',)
    """
    trump = duty.trump

    def strength(card: int) -> int:
        return deck.phi_of(card, trump.main_index, trump.rank_index)

    owed = {card for block in duty.owed for card in block.cards}
    kept = _kept(duty, chosen)
    orders: tuple[Callable[[int], tuple[int, ...]], ...] = (
        lambda card: (card not in owed, strength(card), card),
        lambda card: (strength(card), card),
        lambda card: (-strength(card), card),
    )
    plays = dict.fromkeys(str(_completed(duty, kept, order)) for order in orders)
    return tuple(plays)[:MOST_MEETING]


def _kept(duty: Duty | WideDuty, chosen: deck.Pile) -> deck.Pile:
    """Return the cards chosen that a legal play can contain together, taken greedily in card order."""
    kept = deck.EMPTY
    for card in chosen.cards:
        more = kept.plus(deck.pile_of([card]))
        if duty.meets(more):
            kept = more
    return kept


def _completed(duty: Duty, kept: deck.Pile, order: Callable[[int], tuple[int, ...]]) -> deck.Pile:
    """Complete some cards to a legal play, adding the first possible card in a given order."""
    while kept.size < duty.size:
        kept = kept.plus(deck.pile_of([min(duty.open(kept).cards, key=order)]))
    return kept


# --- Replies to blocks of any width ---------------------------------------------------------------


def of_wide_reply(duty: WideDuty, chosen: deck.Pile, ruling: Ruling) -> Ruling:
    """Complete a ruling on a reply at a table where blocks may be wider than pairs.

    Args:
        duty: the duty of the hand.
        chosen: the cards selected.
        ruling: the basic ruling on them as a play.
    """
    kept = _kept(duty, chosen)
    bombs = [str(bomb) for bomb in duty.bombs if kept.within(bomb)][:1]
    plays = islice(duty.lead.plays(duty.hand, kept), MOST_MEETING - len(bombs))
    meets = (*map(str, plays), *bombs)
    return ruling._replace(
        owed=tuple(str(block_text(*block)) for block in duty.owed),
        open=tuple(card_texts(duty.open(chosen).cards)),
        meets=meets,
        note=None if ruling.legal or not chosen.once else _wide_note(duty, chosen, meets[0]),
    )


def _wide_note(duty: WideDuty, chosen: deck.Pile, would: str) -> Phrase | None:
    """Return what is missing from a selection, as ``_note`` does.

    >>> from suitwise.tractor.rules.duty import duty_of
    >>> duty = duty_of("S2", "H3H3H3", "H6H6H6H9H9HJC5", packs=3)
    >>> print(_wide_note(duty, deck.pile_of("H6"), "H6H6H6"))
    2 cards more; a triple is owed
    >>> print(_wide_note(duty, deck.pile_of("H9"), "H6H6H6"))
    a triple is owed; H6H6H6 would do
    """
    size = duty.lead.size
    owed = owed_text(duty.owed) if duty.owed else None
    if chosen.size < size and not duty.meets(chosen):
        return phrase(
            "tractor.note.astray-wide",
            "{owed}; {cards} would do",
            owed=owed or suit_owed(duty.lead.partition, min(size, duty.held.size)),
            cards=CardText(would),
        )
    return _number_note(chosen.size, size, owed)


# --- Calls and parts ------------------------------------------------------------------------------


def of_call(state: TractorState, move: Move | None, ruling: Ruling) -> Ruling:
    """Complete a ruling on a call with calls that would do: of the same card, else of high cards.

    Args:
        state: the position; the landlord calls.
        move: the move chosen, None for none.
        ruling: the basic ruling on it.
    """
    wanted = deck.EMPTY if move is None else move.pile
    calls = sorted(
        state.moves(), key=lambda call: (not call.pile.within(wanted), -(call.card % 13), call.card)
    )
    meets = dict.fromkeys([*([ruling.move] if ruling.legal else []), *map(str, calls)])
    return ruling._replace(meets=tuple(filter(None, meets))[:MOST_MEETING])


def of_parts(state: TractorState, move: Move, ruling: Ruling) -> Ruling:
    """Rule on parts that are named before their cards are led."""
    held = state.held[state.turn]
    return ruling._replace(
        reason=phrase(
            "tractor.say.lead-first",
            "lead the cards first: if they can be cut in several ways, you are asked how",
        ),
        meets=(str(move.pile),) if move.pile.within(held) else (),
    )


# --- Burials --------------------------------------------------------------------------------------


def _of_burial(state: TractorState, chosen: deck.Pile, ruling: Ruling) -> Ruling:
    hand = state.held[state.turn]
    left = hand.minus(chosen)
    is_open = chosen.size < state.umpire.kitty
    return ruling._replace(
        open=tuple(card_texts(left.cards)) if is_open else (),
        meets=(str(chosen),) if ruling.legal else (),
        note=_burial_note(state, chosen, left) if chosen.once else None,
    )


def _burial_note(state: TractorState, chosen: deck.Pile, left: deck.Pile) -> Phrase:
    """Return a note with the number of cards chosen, their points, and the suits that become void."""
    points, most = points_named(points_in_pile(chosen)), state.umpire.kitty
    voids = [deck.PARTITION_NAMES[suit] for suit in _voids(state, left)]
    if voids:
        return phrase(
            "tractor.note.voids",
            "{n} of {most} chosen; {points} would lie in the kitty; you would have no {voids}",
            n=chosen.size,
            most=most,
            points=points,
            voids=Several(voids),
        )
    return phrase(
        "tractor.note.burial",
        "{n} of {most} chosen; {points} would lie in the kitty",
        n=chosen.size,
        most=most,
        points=points,
    )


def _voids(state: TractorState, left: deck.Pile) -> Iterator[int]:
    """Yield the plain suits of which no card is left."""
    main, rank = state.trump.main_index, state.trump.rank_index
    for suit in range(deck.TRUMPS):
        if suit != main and not left.once & deck.partition_mask(suit, main, rank):
            yield suit


# --- Leads ----------------------------------------------------------------------------------------


def _of_lead(state: TractorState, chosen: deck.Pile, ruling: Ruling) -> Ruling:
    if not chosen.once:
        return ruling._replace(meets=())
    by_suit = parts_by_suit(chosen, state.trump)
    if len(by_suit) > 1:
        largest = sorted(by_suit, key=lambda part: -part.size)[:MOST_MEETING]
        return ruling._replace(meets=tuple(map(str, largest)))
    meets = (str(chosen), *_blocks_around(state, chosen))[:MOST_MEETING]
    return ruling._replace(meets=meets, note=_lead_note(state, chosen))


def _blocks_around(state: TractorState, chosen: deck.Pile) -> Iterator[str]:
    """Yield the blocks of the hand that contain the selection: a pair or a tractor."""
    trump, held = state.trump, state.held[state.turn]
    suit = next(part for part in parts_by_suit(held, trump) if chosen.within(part))
    for block in state.umpire.parts(trump, suit):
        if block.size > chosen.size and chosen.within(deck.pile_of(block.cards)):
            yield str(block)


def _lead_note(state: TractorState, chosen: deck.Pile) -> Phrase:
    """Name a lead; for a throw add that it can fail, and what that costs."""
    trump, profile = state.trump, state.profile
    parts = state.umpire.parts(trump, chosen)
    partition = deck.only_partition(chosen, trump)
    assert partition is not None
    kind, suit = lead_named(parts), deck.PARTITION_NAMES[partition]
    if len(parts) == 1:
        return phrase("tractor.note.lead", "{kind}, {suit}", kind=kind, suit=suit)
    if profile.forced == "never":
        return phrase(
            "tractor.note.sure-throw",
            "{kind}, {suit}: no throw fails in this house",
            kind=kind,
            suit=suit,
        )
    if profile.penalty:
        return phrase(
            "tractor.note.dear-throw",
            "{kind}, {suit}: it fails if any other seat beats a part of it, which costs {points}",
            kind=kind,
            suit=suit,
            points=points_named(profile.penalty),
        )
    return phrase(
        "tractor.note.throw",
        "{kind}, {suit}: it fails if any other seat beats a part of it",
        kind=kind,
        suit=suit,
    )
