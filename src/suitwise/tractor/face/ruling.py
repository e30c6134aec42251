"""Rulings on cards that are chosen and not played yet: what they are, what is missing, what would do.

Nothing here looks at another hand: of a throw is said that it can fail, never whether it does.
"""

from __future__ import annotations

from collections.abc import Iterator

from suitwise.foundation.text.phrases import Phrase, Several, phrase
from suitwise.players.face import MOST_MEETING
from suitwise.players.face_values import Ruling
from suitwise.sight import card_texts
from suitwise.tractor.face import replying
from suitwise.tractor.face.names import lead_named, points_named
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.following.leads import parts_by_suit
from suitwise.tractor.rules.kitty import KITTY
from suitwise.tractor.rules.order import PARTITION_NAMES, TRUMPS, partition_mask
from suitwise.tractor.rules.piles import Pile, only_partition, pile_of
from suitwise.tractor.rules.scoring import points_of
from suitwise.tractor.state import TractorState


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
    return (
        _of_lead(state, chosen, ruling) if duty is None else replying.of_reply(duty, chosen, ruling)
    )


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
