"""The rule-based player of Tractor: bids by strength, buries with care, plays as a club player does.

It sees no more than its seat: its own hand, the bids, the plays and what they prove, and as landlord
what it has buried. The judgement is ``arrays.policy_bidding`` for the burial and ``arrays.policy`` for
the play; what it adds at the table is that a lead grows to a throw which is certain to stand.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from suitwise.cards import Card
from suitwise.foundation.text.phrases import CardText, Phrase, all_of, one_of, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.tractor.arrays.packed import form_of, named_back, renamed, swapped_suit
from suitwise.tractor.arrays.policy_bidding import NO_BID, choose_bid, choose_burial, promising_bid
from suitwise.tractor.arrays.stepped.record import sure_parts
from suitwise.tractor.moves import PASS, Move
from suitwise.tractor.players.replies import Replies, Sight, points_in_words, why_followed
from suitwise.tractor.rules.auction import (
    NOBODY,
    NOTHING,
    PACKS,
    Bid,
    bid_of,
    height_to_pass,
    main_of,
)
from suitwise.tractor.rules.blocks import Block, parts_of
from suitwise.tractor.rules.following.duty import Duty
from suitwise.tractor.rules.levels import points_of
from suitwise.tractor.rules.order import NO_SUIT, PARTITION_NAMES, TRUMPS, partition_mask
from suitwise.tractor.rules.piles import Pile, pile_of
from suitwise.tractor.rules.throws import led_partition
from suitwise.tractor.state import TractorState

# --- What the rule-based player of Tractor bids ---------------------------------------------------
#
# A suit in which the hand is strong (``arrays.policy_bidding``), or, while cards are drawn, promises
# to be; more of its own bid, so that it is harder to overturn; nothing over its partner's. Where the
# bidding makes the landlord it bids with less, for the landlord has the kitty and the first lead:
# that was worth a quarter of a level a deal in duels.


def bid_in(state: TractorState) -> Move:
    """Return the bid of the seat on turn, or ``pass``.

    >>> from suitwise.tractor.game import Tractor
    >>> str(bid_in(Tractor().parse("22 - | S2S3 H5 C4 D9 | 0/0 | - | - | -")))
    'S2'
    """
    standing = state.standing
    if standing is None or (standing.seat ^ state.turn) & 1:
        strong = _strong_bid(state)
        return strong if strong != PASS else _promising_bid(state)
    if standing.seat != state.turn:
        return PASS
    more = Move(Bid(standing.seat, standing.card, standing.copies + 1).pile)
    return more if more in state.moves() else PASS


def _strong_bid(state: TractorState) -> Move:
    """Return a bid of what the hand is strong in."""
    hand, standing = state.held[state.turn], state.standing
    height = NOTHING if standing is None else standing.height
    bid = choose_bid(hand.once, hand.twice, state.rank, height)
    if bid == NO_BID:
        return PASS
    move = Move(Bid(state.turn, Card(bid >> 2), bid & 3).pile)
    return move if move in state.moves() else PASS  # a house may allow less


def _promising_bid(state: TractorState) -> Move:
    """Return a bid of the suit with most trumps, where more may come."""
    hand, standing, is_open = state.held[state.turn], state.standing, state.landlord == NOBODY
    height = NOTHING if standing is None else height_to_pass(standing, state.profile)
    bid = promising_bid(hand.once, hand.twice, state.rank, height, is_open)
    return PASS if bid == NO_BID else Move(Bid(state.turn, Card(bid >> 2), bid & 3).pile)


def trumps_with(state: TractorState, bid: Move) -> int:
    """Return how many trumps the seat on turn holds if its bid names them."""
    main = main_of(bid.card)
    return state.held[state.turn].of(partition_mask(TRUMPS, main, state.rank)).size


# --------------------------------------------------------------------------------------------------
# The reason for a move of the rule-based player of Tractor, in a sentence, from what its seat
# sees

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


# --------------------------------------------------------------------------------------------------
# The rule-based player of Tractor: bids by strength, buries with care, plays as a club player
# does

_LOOKED_AT = 100
"""The legal plays among which one is taken where the policy's is not legal."""


@dataclass(frozen=True, slots=True)
class TractorPlayer:
    """Plays by rules of thumb, the same in the same place.

    Args:
        throws: whether it throws.

    >>> from suitwise.game import load
    >>> state, _ = load("tractor(match=deal)").start().rolled(seed=1, stream=0)
    >>> found = TractorPlayer().advice(state)
    >>> print(f"{found.move}: {found.why}")
    pass: there is nothing to bid
    """

    throws: bool = True

    def __call__(self, state: State[Any]) -> Move:
        """Return a move; the state is one of Tractor in which a seat is on turn.

        Raises:
            SuitwiseError: it is one of another game, or no seat is on turn.
        """
        here = on_turn(state, TractorState, "Tractor")
        if here.phase == "bid":
            return bid_in(here)
        if here.phase == "bury":
            return Move(_burial(here))
        if here.phase == "forced":
            return next(iter(here.moves()))
        return Move(self._played(here))

    def advice(self, state: TractorState) -> Advice:
        """Return a move with its reason."""
        move = self(state)
        return Advice(move, why(state, move))

    def _played(self, state: TractorState) -> Pile:
        sight, duty = Sight(state), state.duty
        if duty is not None:
            return _legal(Replies(sight).chosen, duty)
        lead = _led_here(sight, sight.lead())
        return lead_at_table(sight, lead) if self.throws else lead


def _burial(state: TractorState) -> Pile:
    hand, main, rank = state.held[state.turn], state.trump.main_index, state.trump.rank_index
    cards = renamed(hand.once, main, rank), renamed(hand.twice, main, rank)
    once, twice = choose_burial(*cards, form_of(main), rank)
    return Pile(named_back(once, main, rank), named_back(twice, main, rank))


def _legal(chosen: Pile, duty: Duty) -> Pile:
    """Return the play that was chosen, or a legal one near it where the house joins other tractors."""
    if chosen in duty.plays:
        return chosen

    def shared(play: Pile) -> int:
        return Pile(play.once & chosen.once, play.twice & chosen.twice).size

    return max(islice(duty.plays, _LOOKED_AT), key=shared)


def _led_here(sight: Sight, lead: Pile) -> Pile:
    """Return a lead, or its highest part where the house joins fewer tractors and takes it for a throw.

    What the policy leads is no throw to it, so it has not asked whether the parts stand.
    """
    state = sight.state
    parts = parts_of(lead, state.trump, sight.chain)
    if len(parts) == 1 or state.profile.forced == "never":
        return lead
    return pile_of(max(parts, key=lambda part: part.phi).cards)


def lead_at_table(sight: Sight, lead: Pile) -> Pile:
    """Return the surest throw that a lead can be part of; the lead itself where no throw is sure.

    Args:
        sight: what the leader sees.
        lead: a single, a pair or a tractor.
    """
    partition = swapped_suit(led_partition(lead, sight.state.trump), sight.main)
    first, second, third = (sight.named(other)[0] for other in sight.others)
    hands = first, second, third
    sure = sure_parts(sight.record, partition, *sight.unseen_masks, hands, sight.chain)
    thrown = sight.pile(*sure)
    return thrown if lead.within(thrown) else lead
