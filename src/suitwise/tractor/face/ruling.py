"""Rulings on cards that are chosen and not played yet: what they are, what is missing, what would do.

Nothing here looks at another hand: of a throw is said that it can fail, never whether it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from suitwise.foundation.text.phrases import CardText, Phrase, Several, all_of, phrase
from suitwise.players.face import MOST_MEETING
from suitwise.players.face_values import Ruling
from suitwise.sight import card_texts
from suitwise.tractor.face.tricks import block_named, cards_named, lead_named, points_named
from suitwise.tractor.rules.blocks import pairs_text, parts_of
from suitwise.tractor.rules.following.duty import Duty, blocks_owed, suit_owed
from suitwise.tractor.rules.following.legal_plays import parts_by_suit
from suitwise.tractor.rules.levels import KITTY, points_of
from suitwise.tractor.rules.order import PARTITION_NAMES, TRUMPS, partition_mask, phi_of
from suitwise.tractor.rules.piles import EMPTY, Pile, only_partition, pile_of
from suitwise.tractor.state import TractorState

# --------------------------------------------------------------------------------------------------
# Rulings on a reply that is chosen and not played yet: what is owed, what is chosen, what would
# do


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
    owed = blocks_owed(duty.profile_owed)
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
        owed=suit_owed(duty.led, due) if is_off else blocks_owed(duty.profile_owed),
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


# --------------------------------------------------------------------------------------------------
# Rulings on cards that are chosen and not played yet: what they are, what is missing, what would
# do


def of_choice(state: TractorState, chosen: Pile, ruling: Ruling) -> Ruling:
    """Return a ruling with what is to be said of the cards chosen.

    Args:
        state: the turn of the seat that chooses.
        chosen: its cards; none where nothing is chosen yet.
        ruling: what the rules say of them as a move.
    """
    if not chosen.within(state.held[state.turn]):
        return ruling._replace(meets=())
    if state.phase == "bury":
        return _of_burial(state, chosen, ruling)
    if state.phase != "play":
        return ruling
    duty = state.duty
    return _of_lead(state, chosen, ruling) if duty is None else of_reply(duty, chosen, ruling)


# --- Burials --------------------------------------------------------------------------------------


def _of_burial(state: TractorState, chosen: Pile, ruling: Ruling) -> Ruling:
    hand = state.held[state.turn]
    left = hand.minus(chosen)
    is_open = chosen.size < KITTY
    return ruling._replace(
        open=tuple(card_texts(left.cards)) if is_open else (),
        meets=(str(chosen),) if ruling.legal else (),
        note=_burial_note(state, chosen, left) if chosen.once else None,
    )


def _burial_note(state: TractorState, chosen: Pile, left: Pile) -> Phrase:
    """Say how many cards are chosen, the points among them, and which suits are emptied."""
    points = points_named(points_of(chosen.once, chosen.twice))
    voids = [PARTITION_NAMES[suit] for suit in _emptied(state, left)]
    if voids:
        return phrase(
            "tractor.note.voids",
            "{n} of {most} chosen; {points} would lie in the kitty; you would have no {voids}",
            n=chosen.size,
            most=KITTY,
            points=points,
            voids=Several(voids),
        )
    return phrase(
        "tractor.note.burial",
        "{n} of {most} chosen; {points} would lie in the kitty",
        n=chosen.size,
        most=KITTY,
        points=points,
    )


def _emptied(state: TractorState, left: Pile) -> Iterator[int]:
    """Yield the plain suits of which nothing is left."""
    main, rank = state.trump.main_index, state.trump.rank_index
    for suit in range(TRUMPS):
        if suit != main and not left.once & partition_mask(suit, main, rank):
            yield suit


# --- Leads ----------------------------------------------------------------------------------------


def _of_lead(state: TractorState, chosen: Pile, ruling: Ruling) -> Ruling:
    if not chosen.once:
        return ruling._replace(meets=())
    by_suit = parts_by_suit(chosen, state.trump)
    if len(by_suit) > 1:
        largest = sorted(by_suit, key=lambda part: -part.size)[:MOST_MEETING]
        return ruling._replace(meets=tuple(map(str, largest)))
    meets = (str(chosen), *_blocks_around(state, chosen))[:MOST_MEETING]
    return ruling._replace(meets=meets, note=_lead_note(state, chosen))


def _blocks_around(state: TractorState, chosen: Pile) -> Iterator[str]:
    """Yield the blocks of the hand of which the choice is a part: a pair, or the tractor it is in."""
    trump, held = state.trump, state.held[state.turn]
    suit = next(part for part in parts_by_suit(held, trump) if chosen.within(part))
    for block in parts_of(suit, trump, state.profile.chain_mask(trump.main_index)):
        if block.size > chosen.size and chosen.within(pile_of(block.cards)):
            yield str(block)


def _lead_note(state: TractorState, chosen: Pile) -> Phrase:
    """Say what a lead is, and of a throw that it can fail, with the house's option."""
    trump, profile = state.trump, state.profile
    parts = parts_of(chosen, trump, profile.chain_mask(trump.main_index))
    partition = only_partition(chosen, trump)
    assert partition is not None
    kind, suit = lead_named(parts), PARTITION_NAMES[partition]
    if len(parts) == 1:
        return phrase("tractor.note.lead", "{kind}, {suit}", kind=kind, suit=suit)
    if profile.forced == "never":
        return phrase(
            "tractor.note.sure-throw",
            "{kind}, {suit}: no throw fails in this house (forced=never)",
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
