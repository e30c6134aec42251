"""The rule-based player of Tractor, with a one-sentence reason for each of its moves.

It uses only what its seat sees: its hand, the bids, the plays and what they prove, and as landlord its
burial. ``arrays.estimates`` evaluates bids and burials, ``arrays.policy`` plays; this module adds bids
on hope, throws that are certain to stand, and the reasons.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from suitwise.arguments import a_function
from suitwise.cards import Card
from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import CardText, Phrase, all_of, one_of, phrase
from suitwise.game import Chooser, State
from suitwise.players.turns import Advice, Policy, on_turn
from suitwise.tractor.arrays import batch, estimates, packed, play
from suitwise.tractor.arrays.conversion import PlayView
from suitwise.tractor.moves import PASS, Move
from suitwise.tractor.players import tables
from suitwise.tractor.players.replies import Replies, SeatView, points_in_words, why_followed
from suitwise.tractor.rules import deck, levels
from suitwise.tractor.rules.blocks import Block, parts_of
from suitwise.tractor.rules.deck import NO_SUIT, PARTITION_NAMES, TRUMPS, Pile, partition_mask
from suitwise.tractor.rules.duty import Duty
from suitwise.tractor.rules.levels import Bid, bid_of
from suitwise.tractor.rules.pairs.owed import led_partition
from suitwise.tractor.state import TractorState

_COMPARED = 100
"""The number of legal plays compared to find a substitute for an illegal one."""


@dataclass(frozen=True, slots=True)
class TractorPlayer:
    """Plays by rules of thumb, deterministically.

    Args:
        throws: whether it leads throws.

    >>> from suitwise.game import load
    >>> state, _ = load("tractor(match=deal)").start().rolled(seed=1, stream=0)
    >>> advice = TractorPlayer().advice(state)
    >>> print(f"{advice.move}: {advice.why}")
    pass: there is nothing to bid
    """

    throws: bool = True

    def __call__(self, state: State[Any]) -> Move:
        """Return a move for the seat on turn.

        Raises:
            SuitwiseError: the state is of another game, or no seat is on turn.
        """
        here = on_turn(state, TractorState, "Tractor")
        if not here.variant.is_classic:
            return tables.move_in(here)[0]
        if here.phase == "bid":
            return bid_in(here)
        if here.phase == "bury":
            return Move(_burial(here))
        if here.phase == "forced":
            return next(iter(here.moves()))
        return Move(self._play(here))

    def advice(self, state: TractorState) -> Advice:
        """Return a move with its reason."""
        if not state.variant.is_classic:
            return Advice(*tables.move_in(state))
        move = self(state)
        return Advice(move, why(state, move))

    def _play(self, state: TractorState) -> Pile:
        view, duty = SeatView(state), state.duty
        if duty is not None:
            assert isinstance(duty, Duty)
            return _legal(Replies(view).chosen, duty)
        lead = _one_block(view, view.lead())
        return lead_at_table(view, lead) if self.throws else lead


def of_four(state: TractorState, player: str) -> TractorState:
    """Return a position after checking that a player plays at its table.

    Raises:
        SuitwiseError: it plays for four with two packs and fixed sides only.
    """
    if not state.variant.is_classic:
        raise SuitwiseError(
            f"{player} plays for four with two packs and fixed sides; at other tables rules plays"
        )
    return state


def _burial(state: TractorState) -> Pile:
    hand, main, rank = state.held[state.turn], state.trump.main_index, state.trump.rank_index
    masks = estimates.choose_burial(*batch.renamed_pile(state, hand), packed.form_of(main), rank)
    return Pile(*(packed.named_back(mask, main, rank) for mask in masks))


def _legal(chosen: Pile, duty: Duty) -> Pile:
    """Return the chosen play if it is legal, else a legal one that shares the most cards with it.

    The policy may choose an illegal play if the tractors of the house differ from the standard ones.
    """
    if chosen in duty.plays:
        return chosen

    def shared(other: Pile) -> int:
        return Pile(other.once & chosen.once, other.twice & chosen.twice).size

    return max(islice(duty.plays, _COMPARED), key=shared)


def _one_block(view: SeatView, lead: Pile) -> Pile:
    """Return a lead of the policy, or its highest part if it is a throw in this house.

    In a house with fewer tractors, a tractor of the policy may be a throw, and the policy has not
    checked that its parts stand.
    """
    state = view.state
    parts = parts_of(lead, state.trump, view.chain)
    if len(parts) == 1 or state.profile.forced == "never":
        return lead
    return deck.pile_of(max(parts, key=lambda part: part.phi).cards)


def lead_at_table(view: SeatView, lead: Pile) -> Pile:
    """Extend a lead to the largest throw that is certain to stand, if there is one.

    Args:
        view: the view of the leader.
        lead: a single, a pair or a tractor.
    """
    partition = packed.swapped_suit(led_partition(lead, view.state.trump), view.main)
    first, second, third = (view.named(other)[0] for other in view.others)
    hands = first, second, third
    sure = play.sure_parts(view.record, partition, *view.unseen_masks, hands, view.chain)
    throw = view.pile(*sure)
    return throw if lead.within(throw) else lead


# --- Bids -----------------------------------------------------------------------------------------
#
# The player bids a suit in which its hand is strong (``arrays.estimates``) or, during the draw, may
# become strong. It reinforces its own bid, to make it harder to overturn, and never overturns its
# partner's. If the bidding decides who is landlord, less strength is enough, because the landlord gets
# the kitty and the first lead; in duels that was worth a quarter of a level a deal.


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
    """Return a bid of a suit in which the hand is strong."""
    hand, standing = state.held[state.turn], state.standing
    height = levels.NOTHING if standing is None else standing.height
    bid = estimates.choose_bid(hand.once, hand.twice, state.rank, height)
    if bid == estimates.NO_BID:
        return PASS
    move = Move(Bid(state.turn, Card(bid >> 2), bid & 3).pile)
    return move if move in state.moves() else PASS  # a house may allow less


def _promising_bid(state: TractorState) -> Move:
    """Return a bid of the suit with the most trumps, counting on cards still to be drawn."""
    hand, standing, is_open = (
        state.held[state.turn],
        state.standing,
        state.landlord == levels.NOBODY,
    )
    height = levels.NOTHING
    if standing is not None:
        height = levels.height_to_pass(standing, state.profile)
    bid = estimates.promising_bid(hand.once, hand.twice, state.rank, height, is_open)
    return PASS if bid == estimates.NO_BID else Move(Bid(state.turn, Card(bid >> 2), bid & 3).pile)


def trumps_with(state: TractorState, bid: Move) -> int:
    """Return the number of trumps that the seat on turn holds if its bid names them."""
    main = levels.main_of(bid.card)
    return state.held[state.turn].of(partition_mask(TRUMPS, main, state.rank)).size


# --- Reasons --------------------------------------------------------------------------------------
#
# Reasons reveal nothing that the seat on turn does not see.

_WORLDS = 50
"""The number of worlds examined to find a seat that can ruff."""

_NO_SUIT = phrase("tractor.no-main-suit", "no main suit")

_PARTNER = 2
"""The partner sits two places on from the seat on turn."""


def why(state: TractorState, move: Move) -> Phrase:
    """Return the reason for a move of the rule-based player, in a sentence.

    Args:
        state: a position in which a seat is on turn.
        move: the player's move in it.
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
    if bid.copies < levels.PACKS:
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
    """Say how many trumps the seat would hold after a bid, or after any of several equal ones."""
    mains = dict.fromkeys(bid_of(state.turn, bid.pile.cards).main for bid in bids)
    return phrase(
        "tractor.why-strength",
        "with {suit} you hold {trumps} of {cards}",
        suit=one_of(_NO_SUIT if main == NO_SUIT else PARTITION_NAMES[main] for main in mains),
        trumps=_trumps(trumps_with(state, bids[0])),
        cards=_cards(state.held[state.turn].size),
    )


def emptied_by(state: TractorState, buried: Pile) -> list[Phrase]:
    """Return the names of the plain suits of which a burial leaves the seat on turn nothing."""
    hand, trump = state.held[state.turn], state.trump
    left, emptied = hand.minus(buried), []
    for partition in range(TRUMPS):
        mask = partition_mask(partition, trump.main_index, trump.rank_index)
        if partition != trump.main_index and hand.once & mask and not left.once & mask:
            emptied.append(PARTITION_NAMES[partition])
    return emptied


def _why_buried(state: TractorState, buried: Pile) -> Phrase:
    trump = state.trump
    left, emptied = state.held[state.turn].minus(buried), emptied_by(state, buried)
    points = points_in_words(levels.points_of(buried.once, buried.twice))
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


def _why_led(state: TractorState, lead: Pile) -> Phrase:
    trump = state.trump
    partition = led_partition(lead, trump)
    parts = parts_of(lead, trump, state.profile.chain_mask(trump.main_index))
    view = SeatView(state)
    unbeatable = all(view.is_unbeatable(part, partition) for part in parts)
    if len(parts) == 1:
        return (_why_unbeatable if unbeatable else _why_beatable)(view, parts[0], partition)
    if unbeatable:
        return phrase(
            "tractor.why-sure-throw", "nobody can beat any part of it, so the throw stands"
        )
    if state.profile.forced == "never":
        return phrase("tractor.why-no-throw-fails", "no throw fails in this house")
    return phrase("tractor.why-risky-throw", "the throw may fail, but it is worth the risk")


def _why_unbeatable(view: SeatView, part: Block, partition: int) -> Phrase:
    """Return the reason for leading one block that only a ruff can beat, if anything."""
    length = part.size // 2
    if partition != TRUMPS and any(_may_ruff(view, ahead, length) for ahead in (1, 2, 3)):
        return phrase(
            "tractor.why-only-ruffed",
            "no {kind} that is still out beats it, it can only be ruffed",
            kind=part.kind,
        )
    return phrase("tractor.why-unbeaten", "no {kind} that is still out beats it", kind=part.kind)


def _why_beatable(view: SeatView, part: Block, partition: int) -> Phrase:
    """Return the reason for leading one block that another seat may beat."""
    if partition == TRUMPS:
        mask = view.mask(TRUMPS)
        own, out = view.hand.of(mask).size, view.unseen.of(mask).size
        return phrase(
            "tractor.why-draws-trumps",
            "it draws trumps: you hold {own}, {out} are unseen",
            own=own,
            out=out,
        )
    if view.is_out(_PARTNER, partition) and _may_ruff(view, _PARTNER, part.size // 2):
        return phrase(
            "tractor.why-partner-ruffs",
            "your partner is out of {suit} and may ruff",
            suit=PARTITION_NAMES[partition],
        )
    higher = _higher(view.higher(part, partition), part.kind)
    return phrase(
        "tractor.why-best-lead", "{higher} may be out, but no lead is worth more", higher=higher
    )


def _may_ruff(view: SeatView, ahead: int, length: int) -> bool:
    """Return whether a seat can ruff a block in some sampled world.

    A seat that may hold each of several trumps may still be unable to hold all of them at once.
    """
    if not view.may_ruff(ahead, length):
        return False
    seat, state = (view.seat + ahead) % 4, view.state
    worlds = (state.resample(view.seat, 0, stream) for stream in range(_WORLDS))
    return any(view.has_ruff(world.held[seat], length) for world in worlds)


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


# --- A trained policy as a player -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PolicyPlayer:
    """Plays cards by a policy, such as a network trained on ``TractorPlay-v0``.

    Another player makes all other moves.

    Args:
        policy: a function of the observation, float32 (600,), and the mask, int8 (600,), of the seat on
            turn, as in ``TractorPlay-v0``; it returns an action of the mask.
        others: the other player.

    >>> from suitwise.game import load, play
    >>> game = load("tractor(match=deal)")
    >>> first = PolicyPlayer(lambda observation, mask: mask.argmax())
    >>> play(game.start(), first, seed=1).returns
    (1.0, -1.0, 1.0, -1.0)
    """

    policy: Policy
    others: Chooser = field(default_factory=TractorPlayer)

    def __post_init__(self) -> None:
        a_function(self.policy, "policy")
        a_function(self.others, "others")

    def __call__(self, state: State[Any]) -> Move:
        """Return a move.

        Raises:
            IllegalMove: the policy's action is not legal, with the reason.
            IllegalPosition: the house is not the standard one.
            SuitwiseError: the state is of another game, no seat is on turn, or the policy returns no
                whole number.
        """
        here = on_turn(state, TractorState, "Tractor")
        if here.phase != "play":
            move: Move = self.others(here)
            return move
        view = PlayView(here, here.turn)
        return view.move(self.policy(view.observation, view.mask))
