"""Rulings on a reply that is chosen and not played yet: what is owed, what is chosen, what would do."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from suitwise.foundation.text.phrase_lists import all_of
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.players.face import MOST_MEETING
from suitwise.players.face_values import Ruling
from suitwise.sight import card_texts
from suitwise.tractor.face.names import block_named, cards_named
from suitwise.tractor.rules.blocks import pairs_text, parts_of
from suitwise.tractor.rules.following import words
from suitwise.tractor.rules.following.duty import Duty
from suitwise.tractor.rules.order import phi_of
from suitwise.tractor.rules.piles import EMPTY, Pile, pile_of


def of_reply(duty: Duty, chosen: Pile, ruling: Ruling) -> Ruling:
    """Return a ruling with what a lead asks, what can still be added, and plays that would do.

    Args:
        duty: what the lead asks of the hand.
        chosen: cards of the hand.
        ruling: what the rules say of them as a play.
    """
    meets = nearest(duty, chosen)
    return ruling._replace(
        owed=tuple(map(str, duty.owed)),
        open=tuple(card_texts(duty.open(chosen).cards)),
        meets=meets,
        note=None if ruling.legal or not chosen.once else _note(duty, chosen, meets[0]),
    )


def _note(duty: Duty, chosen: Pile, would: str) -> Phrase | None:
    """Say of cards that are no play yet what is missing, or why they can't become one.

    Of as many cards as were led the rules' own reason says it.
    """
    if chosen.size == duty.size:
        return None
    if chosen.size > duty.size:
        cards = cards_named(chosen.size - duty.size)
        return phrase("tractor.note.fewer", "{cards} too many", cards=cards)
    if not duty.meets(chosen):
        return _astray(duty, chosen, would)
    cards = cards_named(duty.size - chosen.size)
    if not duty.owed:
        return phrase("tractor.note.more", "{cards} more", cards=cards)
    owed = words.blocks_owed(duty.profile_owed)
    return phrase("tractor.note.more-owed", "{cards} more; {owed}", cards=cards, owed=owed)


def _astray(duty: Duty, chosen: Pile, would: str) -> Phrase:
    """Say of cards that no legal play has together what is owed, what they are, and what would do.

    >>> from suitwise.tractor.rules.following.duty import duty_of
    >>> duty = duty_of("S2", "H3H3H4H4", "H6H6H7H7H9H9HJC5")
    >>> print(_astray(duty, pile_of("H9H9HJ"), "H6H6H7H7"))
    a tractor of 2 pairs is owed; you chose 1 pair and 1 single card; H6H6H7H7 would do
    >>> print(_astray(duty, pile_of("C5"), "H6H6H7H7"))
    4 hearts are owed; you chose C5; H6H6H7H7 would do
    """
    due = min(duty.size, duty.held.size)
    own = chosen.of(duty.suit)
    is_off = chosen.size - own.size > duty.size - due
    return phrase(
        "tractor.note.astray",
        "{owed}; you chose {chosen}; {cards} would do",
        owed=words.suit_owed(duty.led, due) if is_off else words.blocks_owed(duty.profile_owed),
        chosen=CardText(chosen.minus(own)) if is_off else all_of([*_kinds(duty, own)]),
        cards=CardText(would),
    )


def _kinds(duty: Duty, own: Pile) -> Iterator[Phrase]:
    """Yield what cards of the led suit are: their tractors, pairs and single cards."""
    sizes = []
    for block in parts_of(own, duty.trump, duty.chain):
        sizes.append(block.size)
        if block.size > 2:
            yield block_named(block)
    if pairs := sizes.count(2):
        yield pairs_text(pairs)
    if singles := sizes.count(1):
        yield _singles(singles)


def _singles(number: int) -> Phrase:
    if number == 1:
        return phrase("tractor.name.one-single", "1 single card")
    return phrase("tractor.name.singles", "{n} single cards", n=number)


def nearest(duty: Duty, chosen: Pile) -> tuple[str, ...]:
    """Return up to three plays that follow, with as many of the cards chosen as can be kept.

    >>> from suitwise.tractor.rules.following.duty import duty_of
    >>> nearest(duty_of("S2", "H3H3", "H6H6H8H8HJ"), pile_of("H8"))
    ('H8H8',)
    """
    trump = duty.trump

    def strength(card: int) -> int:
        return phi_of(card, trump.main_index, trump.rank_index)

    owed = {card for block in duty.owed for card in block.cards}
    kept = _kept(duty, chosen)
    orders: tuple[Callable[[int], tuple[int, ...]], ...] = (
        lambda card: (card not in owed, strength(card), card),
        lambda card: (strength(card), card),
        lambda card: (-strength(card), card),
    )
    found = dict.fromkeys(str(_completed(duty, kept, order)) for order in orders)
    return tuple(found)[:MOST_MEETING]


def _kept(duty: Duty, chosen: Pile) -> Pile:
    """Return cards of a choice that some play that follows has together, in the order of the cards."""
    kept = EMPTY
    for card in chosen.cards:
        more = kept.plus(pile_of([card]))
        if duty.meets(more):
            kept = more
    return kept


def _completed(duty: Duty, kept: Pile, order: Callable[[int], tuple[int, ...]]) -> Pile:
    """Return a play that follows and has some cards, the others the first that can be added."""
    while kept.size < duty.size:
        kept = kept.plus(pile_of([min(duty.open(kept).cards, key=order)]))
    return kept
