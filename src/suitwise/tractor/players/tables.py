"""The rule-based player at tables of any size: bids, burials, calls, leads and replies, with reasons.

It uses only what its seat sees. Cards are kept for what they may still do: trumps and high cards, and
several copies of one card, are dear; of the plays that are legal the one is made that gets most for what
it gives away. Partners are those known to be on one's side: with friends the landlord's side, and who
holds a called copy knows of himself; an attacker takes all others for attackers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from suitwise.cards import Card
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.tractor.moves import PASS, Move, points_in_pile
from suitwise.tractor.rules import deck
from suitwise.tractor.rules.blocks import Block
from suitwise.tractor.rules.deck import Pile
from suitwise.tractor.rules.levels import main_of
from suitwise.tractor.rules.pairs.legal_plays import parts_by_suit
from suitwise.tractor.rules.wide.lead import WideLead
from suitwise.tractor.state import TractorState

_COMPARED = 48
"""The most replies that are compared; of more, as many spread over the list."""
_ENOUGH, _PLENTY = 0.36, 0.5
"""The share of trumps in a hand with which a suit is bid, and with which the buried cards are taken."""


def move_in(state: TractorState) -> tuple[Move, Phrase]:
    """Return a move for the seat on turn, with its reason.

    >>> from suitwise.tractor.game import Tractor
    >>> state, _ = Tractor(match="deal", players=6).start().rolled(seed=1, stream=0)
    >>> move, why = move_in(state)
    >>> print(f"{move}: {why}")
    pass: there is nothing worth a bid
    """
    chosen = {
        "bid": _bid,
        "steal": _bid,
        "bury": _burial,
        "call": _call,
        "cut": _first,
        "forced": _first,
    }
    return chosen.get(state.phase, _play)(state)


def _first(state: TractorState) -> tuple[Move, Phrase]:
    reason = phrase("tractor.plan.first", "of equal ways the first one")
    return next(iter(state.moves())), reason


# --- Before the play ------------------------------------------------------------------------------


def _bid(state: TractorState) -> tuple[Move, Phrase]:
    """Bid the suit with most trumps if they are many; never overturn a partner."""
    hand, standing = state.held[state.turn], state.standing
    nothing = PASS, phrase("tractor.plan.no-bid", "there is nothing worth a bid")
    if standing is not None and standing.seat in partners_of(state):
        return nothing
    share = _PLENTY if state.phase == "steal" else _ENOUGH
    bids = [move for move in state.moves() if move != PASS]
    strong = [move for move in bids if _trumps(state, hand, move) >= max(4, share * hand.size)]
    if not strong:
        return nothing
    best = max(strong, key=lambda move: (_trumps(state, hand, move), move.pile.size))
    return best, phrase(
        "tractor.plan.bid", "with it {n} cards are trumps", n=_trumps(state, hand, best)
    )


def _trumps(state: TractorState, hand: Pile, bid: Move) -> int:
    """Return how many cards of a hand are trumps after a bid."""
    return hand.of(deck.partition_mask(deck.TRUMPS, main_of(bid.card), state.rank)).size


def _burial(state: TractorState) -> tuple[Move, Phrase]:
    """Bury the cards that are worth least, of short suits first."""
    cheapest = burial_order(state, state.held[state.turn])
    reason = phrase("tractor.plan.bury", "the cards that are worth least, and short suits")
    return Move(deck.pile_of(cheapest[: state.umpire.kitty])), reason


def burial_order(state: TractorState, cards: Pile) -> list[Card]:
    """Return some cards of the burier's hand in the order in which he would bury them."""
    hand = state.held[state.turn]
    lengths = {card: part.size for part in parts_by_suit(hand, state.trump) for card in part.kinds}
    return sorted(
        cards.cards, key=lambda card: (worth(state, hand, card) + lengths[card], int(card))
    )


def _call(state: TractorState) -> tuple[Move, Phrase]:
    """Call a high card of which one holds some copies: the first copy that is another's."""
    reason = phrase("tractor.plan.call", "who holds it wins a trick in a suit that is led to him")
    return calls_in_order(state)[0], reason


def calls_in_order(state: TractorState) -> list[Move]:
    """Return the calls that the landlord may make, the most promising first."""
    hand, main, rank = state.held[state.turn], state.trump.main_index, state.trump.rank_index

    def promise(move: Move) -> tuple[bool, int, int]:
        held = hand.copies(move.card)
        return move.copy == held + 1, deck.phi_of(move.card, main, rank), held

    return sorted(state.moves(), key=promise, reverse=True)


# --- What a card is worth -------------------------------------------------------------------------


def worth(state: TractorState, hand: Pile, card: Card) -> float:
    """Return what it costs to give a card away: its height, its points, and the copies beside it."""
    main, rank = state.trump.main_index, state.trump.rank_index
    height = float(deck.phi_of(card, main, rank))
    is_trump = deck.partition_of(card, main, rank) == deck.TRUMPS
    copies = hand.copies(card)
    alone = height if is_trump else max(0.0, height - 7) * 1.6
    return alone + 2.5 * (copies - 1) + 0.8 * points_in_pile(deck.CARD_PILES[card]) + 4 * is_trump


def cost_of(state: TractorState, hand: Pile, play: Pile) -> float:
    """Return what it costs to give the cards of a play away."""
    return sum(worth(state, hand, card) for card in play.cards)


def partners_of(state: TractorState) -> list[int]:
    """Return the other seats that the seat on turn takes for its partners."""
    seat, umpire = state.turn, state.umpire
    others = [who for who in range(umpire.seats) if who != seat]
    if not umpire.calls:
        return [who for who in others if (who - seat) % 2 == 0]
    if not state.is_auction_over:
        return []
    members = state.sides.members
    if seat in members or _holds_call(state, seat):
        return [who for who in others if who in members]
    return [who for who in others if who not in members]


def _holds_call(state: TractorState, seat: int) -> bool:
    """Tell whether a seat holds a card of a call that is still open."""
    open_calls = [
        card
        for (card, _), filled in zip(state.calls, state.sides.filled, strict=False)
        if filled is None
    ]
    return any(state.held[seat].copies(card) for card in open_calls)


# --- The play -------------------------------------------------------------------------------------


def _play(state: TractorState) -> tuple[Move, Phrase]:
    if state.tricks[-1].plays:
        return _reply(state)
    return _lead(state)


def _lead(state: TractorState) -> tuple[Move, Phrase]:
    """Lead a block that nobody can beat in its suit, the largest first; else a cheap card."""
    hand = state.held[state.turn]
    unseen = unseen_by(state)
    sure: list[tuple[tuple[int, int], Block]] = []
    every: list[Block] = []
    for part in parts_by_suit(hand, state.trump):
        for block in state.umpire.parts(state.trump, part):
            every.append(block)
            lead = WideLead(state.trump, (block,), state.profile)
            if not lead.beaten_by(block, unseen):
                is_plain = lead.partition != deck.TRUMPS
                sure.append(((block.size, is_plain), block))
    if sure:
        best = max(sure, key=lambda one: one[0])[1]
        reason = phrase("tractor.plan.sure", "nobody can beat it in its suit")
        return Move(deck.pile_of(best.cards)), reason
    cheap = min(every, key=lambda block: _lead_price(state, hand, block))
    reason = phrase("tractor.plan.cheap", "it costs little")
    return Move(deck.pile_of(cheap.cards)), reason


def _lead_price(state: TractorState, hand: Pile, block: Block) -> float:
    """Return the price of a lead for each card: large blocks make others give up more."""
    return cost_of(state, hand, deck.pile_of(block.cards)) / block.size - 2.0 * (block.size - 1)


def unseen_by(state: TractorState) -> Pile:
    """Return the cards that other seats may hold."""
    seat = state.turn
    left = state.umpire.every_card.minus(state.removed).minus(state.held[seat])
    for played in state.played:
        left = left.minus(played)
    if state.buried is not None and state.sees_kitty(seat):
        left = left.minus(state.buried)
    return left


def _reply(state: TractorState) -> tuple[Move, Phrase]:
    """Compare legal replies by the points they win or give, less what their cards are worth."""
    table, hand = state.tricks[-1], state.held[state.turn]
    before = state.winner_of(table)
    friends = partners_of(state)
    is_last = len(table.plays) == table.seats - 1
    at_stake = table.points
    lead = state.lead
    assert isinstance(lead, WideLead)

    def value(play: Pile) -> tuple[float, bool]:
        points = points_in_pile(play)
        wins = lead.winner((*table.plays, play)) == len(table.plays)
        gained = 0.0
        if wins:
            gained = (at_stake + points + 4) * (1.0 if is_last else 0.6)
            gained -= 0.6 * at_stake if before in friends else 0.0
        elif before in friends:
            gained = points * (1.0 if is_last else 0.4)
        else:
            gained = -points * 1.0
        return gained - 0.45 * cost_of(state, hand, play), wins

    plays = list(spread(state.umpire.replies(lead, hand)))
    best = max(plays, key=lambda play: value(play)[0])
    if value(best)[1]:
        return Move(best), phrase("tractor.plan.wins", "it wins the trick so far")
    if before in friends and points_in_pile(best):
        return Move(best), phrase("tractor.plan.feeds", "one's own side is winning: points for it")
    return Move(best), phrase("tractor.plan.gives", "it gives away least")


def spread(plays: Sequence[Pile]) -> Iterator[Pile]:
    """Yield all plays, or of many some that are spread over the list."""
    number = len(plays)
    if number <= _COMPARED:
        yield from plays
        return
    for place in range(_COMPARED):
        yield plays[place * (number - 1) // (_COMPARED - 1)]
