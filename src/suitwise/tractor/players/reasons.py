"""The reason for a move of the rule-based player of Tractor, in a sentence, from what its seat sees."""

from __future__ import annotations

from suitwise.foundation.text.phrase_lists import all_of, one_of
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.tractor.moves import PASS, Move
from suitwise.tractor.players.bids import trumps_with
from suitwise.tractor.players.reply_reasons import points_in_words, why_followed
from suitwise.tractor.players.sight import Sight
from suitwise.tractor.rules.auction import PACKS, bid_of
from suitwise.tractor.rules.blocks import Block, parts_of
from suitwise.tractor.rules.order import NO_SUIT, PARTITION_NAMES, TRUMPS, partition_mask
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.rules.scoring import points_of
from suitwise.tractor.rules.throws import led_partition
from suitwise.tractor.state import TractorState

_WORLDS = 50
"""The most worlds looked at for a seat that can ruff."""

_NO_SUIT = phrase("tractor.no-main-suit", "no main suit")

_PARTNER = 2
"""The partner sits two places on."""


def why(state: TractorState, move: Move) -> Phrase:
    """Return the reason for a move in a sentence.

    Args:
        state: a position in which a seat is on turn.
        move: what the player chooses there.
    """
    if state.phase == "bid":
        return _why_bid(state, move)
    if state.phase == "bury":
        return _why_buried(state, move.pile)
    if state.phase == "forced":
        return phrase("tractor.why-same-parts", "the parts are worth the same")
    if len(state.moves_but_claim()) == 1:
        return phrase("tractor.why-only-play", "it is the only legal play")
    return (why_followed if state.tricks[-1].plays else _why_led)(state, move.pile)


# --- Before the play ------------------------------------------------------------------------------


def _why_bid(state: TractorState, move: Move) -> Phrase:
    if move == PASS:
        return _why_passed(state)
    standing, seat = state.standing, state.turn
    bid = bid_of(seat, move.pile.cards)
    if standing is not None and standing.seat == seat:
        return phrase(
            "tractor.why-reinforced",
            "it makes your bid of {bid} harder to overturn",
            bid=CardText(standing),
        )
    strength = _strength(state, move)
    if bid.copies < PACKS:
        return strength
    return phrase(
        "tractor.why-bid-pair",
        "{strength}, and no other suit's pair overturns it",
        strength=strength,
    )


def _why_passed(state: TractorState) -> Phrase:
    standing = state.standing
    if len(state.moves()) == 1:
        return phrase("tractor.why-nothing-to-bid", "there is nothing to bid")
    if standing is not None and (standing.seat ^ state.turn) & 1 == 0:
        return phrase(
            "tractor.why-own-side-bid", "your side's {bid} stands", bid=CardText(standing)
        )
    bids = [bid for bid in state.moves() if bid != PASS]
    most = max(trumps_with(state, bid) for bid in bids)
    return phrase(
        "tractor.why-too-weak",
        "{strength} at best, which is too few to bid",
        strength=_strength(state, *(bid for bid in bids if trumps_with(state, bid) == most)),
    )


def _strength(state: TractorState, *bids: Move) -> Phrase:
    """Say how many trumps a seat has drawn of those that a bid, or any of several, would make."""
    mains = dict.fromkeys(bid_of(state.turn, bid.pile.cards).main for bid in bids)
    return phrase(
        "tractor.why-strength",
        "with {suit} you hold {trumps} of {cards}",
        suit=one_of(_NO_SUIT if main == NO_SUIT else PARTITION_NAMES[main] for main in mains),
        trumps=_trumps(trumps_with(state, bids[0])),
        cards=_cards(state.held[state.turn].size),
    )


def _why_buried(state: TractorState, buried: Pile) -> Phrase:
    hand, trump = state.held[state.turn], state.trump
    left = hand.minus(buried)
    emptied = []
    for partition in range(TRUMPS):
        mask = partition_mask(partition, trump.main_index, trump.rank_index)
        if partition != trump.main_index and hand.once & mask and not left.once & mask:
            emptied.append(PARTITION_NAMES[partition])
    points = points_in_words(points_of(buried.once, buried.twice))
    if emptied:
        return phrase(
            "tractor.why-emptied",
            "it empties {suits} and buries {points}",
            suits=all_of(emptied),
            points=points,
        )
    trumps = left.of(partition_mask(TRUMPS, trump.main_index, trump.rank_index)).size
    return phrase(
        "tractor.why-buried",
        "it keeps {trumps} and buries {points}",
        trumps=_trumps(trumps),
        points=points,
    )


# --- The play -------------------------------------------------------------------------------------


def _why_led(state: TractorState, lead: Pile) -> Phrase:
    trump = state.trump
    partition = led_partition(lead, trump)
    parts = parts_of(lead, trump, state.profile.chain_mask(trump.main_index))
    sight = Sight(state)
    unbeaten = all(sight.walks(part, partition) for part in parts)
    if len(parts) == 1:
        return (_why_unbeaten if unbeaten else _why_beatable)(sight, parts[0], partition)
    if unbeaten:
        return phrase(
            "tractor.why-sure-throw", "nobody can beat any part of it, so the throw stands"
        )
    return phrase("tractor.why-no-throw-fails", "no throw fails in this house")


def _why_unbeaten(sight: Sight, part: Block, partition: int) -> Phrase:
    """Say that nobody can beat a lead of one block, unless by a ruff."""
    length = part.size // 2
    if partition != TRUMPS and any(_may_ruff(sight, ahead, length) for ahead in (1, 2, 3)):
        return phrase(
            "tractor.why-only-ruffed",
            "no {kind} that is still out beats it, it can only be ruffed",
            kind=part.kind,
        )
    return phrase("tractor.why-unbeaten", "no {kind} that is still out beats it", kind=part.kind)


def _why_beatable(sight: Sight, part: Block, partition: int) -> Phrase:
    """Return the reason for a lead of one block that somebody may beat."""
    if partition == TRUMPS:
        mask = sight.mask(TRUMPS)
        own, out = sight.hand.of(mask).size, sight.unseen.of(mask).size
        return phrase(
            "tractor.why-draws-trumps",
            "it draws trumps: you hold {own}, {out} are unseen",
            own=own,
            out=out,
        )
    if sight.is_out(_PARTNER, partition) and _may_ruff(sight, _PARTNER, part.size // 2):
        return phrase(
            "tractor.why-partner-ruffs",
            "your partner is out of {suit} and may ruff",
            suit=PARTITION_NAMES[partition],
        )
    higher = _higher(sight.higher(part, partition), part.kind)
    return phrase(
        "tractor.why-best-lead", "{higher} may be out, but no lead is worth more", higher=higher
    )


def _may_ruff(sight: Sight, ahead: int, length: int) -> bool:
    """Tell whether a seat can ruff a block in some world: it may hold each trump, and yet none."""
    if not sight.may_ruff(ahead, length):
        return False
    seat, state = (sight.seat + ahead) % 4, sight.state
    worlds = (state.resample(sight.seat, 0, stream) for stream in range(_WORLDS))
    return any(sight.ruffs(world.held[seat], length) for world in worlds)


# --- Numbers in words -----------------------------------------------------------------------------


def _trumps(number: int) -> Phrase:
    if number == 1:
        return phrase("tractor.a-trump", "1 trump")
    if not number:
        return phrase("tractor.no-trumps", "no trumps")
    return phrase("tractor.some-trumps", "{n} trumps", n=number)


def _cards(number: int) -> Phrase:
    if number == 1:
        return phrase("tractor.a-card", "1 card")
    return phrase("tractor.some-cards", "{n} cards", n=number)


def _higher(number: int, kind: Phrase) -> Phrase:
    if number == 1:
        return phrase("tractor.a-higher-block", "1 higher {kind}", kind=kind)
    if not number:
        return phrase("tractor.no-higher-blocks", "no higher {kind}s", kind=kind)
    return phrase("tractor.higher-blocks", "{n} higher {kind}s", n=number, kind=kind)
