"""The reason why a move of Tractor is not legal: a sentence that names the cards and the rule."""

from __future__ import annotations

from collections.abc import Sequence

from suitwise.cards import BLACK_JOKER, RANKS
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, listed, one_of, phrase
from suitwise.refusal import refusal
from suitwise.tractor.claims import MOST_CLAIMED
from suitwise.tractor.moves import CLAIM, Move
from suitwise.tractor.rules.auction import (
    NOTHING,
    PACKS,
    Bid,
    bid_of,
    is_closed,
    is_good,
    may_bid,
    why_no_bid,
)
from suitwise.tractor.rules.following.legal_plays import parts_by_suit
from suitwise.tractor.rules.levels import KITTY
from suitwise.tractor.rules.order import PARTITION_NAMES, partition_of
from suitwise.tractor.rules.piles import Pile, bits
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.state import TractorState

_TIMES = {1: phrase("tractor.one-copy", "one"), 2: phrase("tractor.two-copies", "two")}
"""How many copies of a card are held where more are shown: of three at most, if any."""
_EXPECTED = {
    "bid": phrase("tractor.task-bid", "bid: cards as S2 or BJBJ, or pass"),
    "bury": phrase("tractor.task-bury", "bury {n} cards", n=KITTY),
    "play": phrase("tractor.task-play", "play cards"),
    "forced": phrase("tractor.task-choose-part", "choose the part of the throw that stays"),
}

_NO_CLAIM = phrase("tractor.to-play-out", "play cards: claims are no moves in this house")
_LATER = phrase(
    "tractor.to-claim-later",
    "play cards: a claim is made on lead, with at most {most} cards",
    most=MOST_CLAIMED,
)


def why_not(state: TractorState, move: Move) -> str | None:
    """Return the rule that forbids a move, a phrase, or None if it is legal."""
    if move in state.moves():
        return None
    return refusal(state, move, _why_no_outcome, _to_do, _why_not_done, f"{move}: ")


def _to_do(state: TractorState, move: Move) -> Phrase | None:
    if state.phase == "play" and move == CLAIM:
        return _LATER if state.variant.claims else _NO_CLAIM
    return _EXPECTED[state.phase] if move.word else None


def _why_not_done(state: TractorState, move: Move) -> Phrase | None:
    reason = {"bid": _why_no_bid, "bury": _why_not_buried, "forced": _why_not_forced}
    return reason.get(state.phase, _why_not_played)(state, move)


def _why_no_outcome(state: TractorState, move: Move) -> Phrase:
    if state.phase == "end":
        return phrase("tractor.next-deals", "the deal is over, next deals again").about(move)
    if move.pile.size == 1:
        return phrase("tractor.copies-are-out", "both copies have been drawn or turned up").about(
            move
        )
    if state.phase == "draw":
        return phrase("tractor.draw-a-card", "a card is to be drawn").about(move)
    return phrase("tractor.turn-up-a-card", "a card is to be turned up").about(move)


def _why_no_bid(state: TractorState, move: Move) -> Phrase | None:
    if fault := why_no_bid(move.pile.cards):
        return fault.about(move)
    bid = bid_of(state.turn, move.pile.cards)
    return why_not_bid(bid, state.held[state.turn], state.rank, state.bids, state.profile)


def _why_not_buried(state: TractorState, move: Move) -> Phrase:
    size = move.pile.size
    count = phrase("tractor.bury-so-many", "{n} cards are buried, not {given}", n=KITTY, given=size)
    return (_missing(state, move) or count).about(move)


def _why_not_forced(state: TractorState, move: Move) -> Phrase:
    return phrase(
        "tractor.throw-has-failed",
        "the throw {cards} has failed and leads {parts}",
        cards=CardText(state.tricks[-1].tried),
        parts=one_of(map(CardText, state.moves())),
    ).about(move)


def _why_not_played(state: TractorState, move: Move) -> Phrase | None:
    if state.duty is not None:
        reason = state.duty.why_not(move.pile)
        return reason and reason.about(move)
    lead = phrase(
        "tractor.lead-one-suit",
        "the cards of a lead are all of one suit, or all trumps; {parts}",
        parts=_parts(state, move),
    )
    return (_missing(state, move) or lead).about(move)


def _missing(state: TractorState, move: Move) -> Phrase | None:
    """Name a card that the seat on turn does not hold often enough."""
    hand, seat = state.held[state.turn], Seat(state.turn)
    for kind in bits(move.pile.once):
        held, card = hand.copies(kind), str(Pile(1 << kind))
        if not held:
            return phrase(
                "tractor.holds-none", "{seat} holds no {card}", seat=seat, card=CardText(card)
            )
        if held < move.pile.copies(kind):
            times = _TIMES[held]
            return phrase(
                "tractor.holds-few",
                "{seat} holds {times} {card}",
                seat=seat,
                times=times,
                card=CardText(card),
            )
    return None


def _parts(state: TractorState, move: Move) -> str:
    """Name the cards of a lead by the suits they are of."""
    trump, named = state.trump, []
    for part in parts_by_suit(move.pile, trump):
        partition = partition_of(part.cards[0], trump.main_index, trump.rank_index)
        named.append(_of_suit(part, PARTITION_NAMES[partition]))
    return listed(named)


def _of_suit(part: Pile, suit: Phrase) -> Phrase:
    if part.size > 1:
        return phrase("tractor.cards-are", "{cards} are {suit}", cards=CardText(part), suit=suit)
    return phrase("tractor.card-is", "{card} is {suit}", card=CardText(part), suit=suit)


# --- Bids -----------------------------------------------------------------------------------------


def why_not_bid(
    bid: Bid, hand: Pile, cr: int, bids: Sequence[Bid], profile: Profile
) -> Phrase | None:
    """Return why a bid is not good, in one sentence; None if it is.

    >>> from suitwise.cards import Card
    >>> from suitwise.tractor.rules.piles import pile_of
    >>> from suitwise.tractor.rules.profile import STANDARD
    >>> why_not_bid(Bid(0, Card("S2"), 2), pile_of("S2S2"), 0, [Bid(1, Card("H2"), 2)], STANDARD)
    'S2S2: H2H2 of seat 1 stands, and only two black jokers or two red jokers overturn it'
    """
    fault = _not_drawn(bid, hand) or _fault(bid, cr, bids, profile)
    return fault and fault.about(bid)


def _not_drawn(bid: Bid, hand: Pile) -> Phrase | None:
    """Return that a seat has not drawn the cards that it shows; None if it has."""
    held, seat, card = hand.copies(bid.card), Seat(bid.seat), str(bid.card)
    if held >= bid.copies:
        return None
    if not held:
        return phrase(
            "tractor.drew-none", "{seat} has drawn no {card}", seat=seat, card=CardText(card)
        )
    times = _TIMES[held]
    return phrase(
        "tractor.drew-few",
        "{seat} has drawn {times} {card}",
        seat=seat,
        times=times,
        card=CardText(card),
    )


def _fault(bid: Bid, cr: int, bids: Sequence[Bid], profile: Profile) -> Phrase | None:
    """Return what forbids a bid of cards that are held; None if nothing does."""
    if is_good(bid, cr, bids, profile):
        return None
    if bid.card.is_joker and profile.jokers == "no":
        return phrase("tractor.no-joker-bids", "jokers are not bid here")
    if not may_bid(bid.card, bid.copies, cr, NOTHING):
        return _no_trump_card(bid, cr)
    standing = bids[-1]
    seat, stands = Seat(standing.seat), str(standing)
    if bid.seat == standing.seat and profile.reinforce == "own":
        return phrase(
            "tractor.own-bid-stands",
            "{seat}'s own {bid} stands, which it may only add to",
            seat=seat,
            bid=CardText(stands),
        )
    return phrase(
        "tractor.bid-stands",
        "{bid} of {seat} stands, and {over}",
        bid=CardText(stands),
        seat=seat,
        over=_what_overturns(standing, profile),
    )


def _no_trump_card(bid: Bid, cr: int) -> Phrase:
    """Say that a card is none that is bid, or a joker alone."""
    if bid.card.is_joker:
        return phrase("tractor.lone-joker", "a single joker is no bid, two of a colour are")
    return phrase(
        "tractor.bid-rank",
        "a bid shows cards of the current rank {rank}, or two jokers of a colour",
        rank=RANKS[cr],
    )


def _what_overturns(standing: Bid, profile: Profile) -> Phrase:
    """Name the bids that overturn one."""
    if standing.copies < PACKS:
        return phrase("tractor.two-overturn", "only two cards overturn it")
    if is_closed([standing], profile):
        return phrase("tractor.nothing-overturns", "nothing overturns it")
    if standing.card == BLACK_JOKER:
        return phrase("tractor.red-jokers-overturn", "only two red jokers overturn it")
    return phrase("tractor.jokers-overturn", "only two black jokers or two red jokers overturn it")
