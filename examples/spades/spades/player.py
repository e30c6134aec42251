"""The rule-based player of Spades: bids the tricks that it counts, takes them, and then ducks.

Bid aces, guarded kings and queens, high spades, each spade beyond the third, and ruffs; bid nil with low
cards and few spades. While the side lacks tricks, lead masters, win as cheaply as it goes and leave the
trick to a partner who has it; cover a partner's nil by taking what it would take; with the contract made
lose with the highest card that does, unless the other side falls short by each trick that it loses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spades.game import SpadesState
from spades.rules import ALL_SPADES, NIL
from suitwise.cards import Card
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.tricks import Call, Knowledge, Trick, knowledge_of
from suitwise.tricks.cards import HAND, SPADES, SUIT, beats, cards_of, suit_of

ACE, KING, QUEEN = 12, 11, 10
RISKS = (0, 0, 0, 0, 1, 1, 2, 3, 5, 7, 11, 14, 18)
"""How a card endangers a nil, by rank: 2, 3, …, ace; each lower card of its suit takes 3 from it."""
SAFE = 11
"""Nil is bid if the risks of all cards come to so many at most."""


@dataclass(frozen=True, slots=True)
class SpadesPlayer:
    """Bids and plays by rules of thumb, the same in the same place; sees no more than its seat.

    >>> from spades.game import Spades
    >>> state, _ = Spades(points=0).start().rolled(seed=1, stream=0)
    >>> str(SpadesPlayer()(state))
    '4'
    """

    def __call__(self, state: State[Any]) -> Card | Call:
        """Return a bid or a card; the state is one of Spades in which a seat is on turn.

        Raises:
            SuitwiseError: it is one of another game, or no seat is on turn.
        """
        move: Card | Call = self.advice(state).move
        return move

    def advice(self, state: State[Any]) -> Advice:
        """Return a bid or a card with the rule of thumb that has chosen it."""
        here = on_turn(state, SpadesState, "spades")
        known = knowledge_of(here, here.turn)
        if here.is_bidding:
            bid, why = _bid(known.hand)
            return Advice(here.variant.all_calls[bid], why)
        aims, trick = _aims_of(here, here.turn), here.tricks[-1]
        if trick.cards:
            card, why = _follow(here.legal, trick, known, aims)
        else:
            card, why = _lead(here.legal, known, aims)
        return Advice(Card(card), why)


def _ranks(cards: int, suit: int) -> list[int]:
    """Return the ranks of a suit, the highest first."""
    return [card % HAND for card in cards_of(cards & SUIT[suit])][::-1]


def _bid(hand: int) -> tuple[int, Phrase]:
    """Return how many tricks to bid, or nil."""
    if _risk(hand) <= SAFE:
        return NIL, phrase("spades.why.nil", "your cards are low, and your spades are few")
    spades = _ranks(hand, SPADES)
    sure = _spade_tricks(spades)
    spare, tricks = len(spades) - sure, 100 * sure
    for suit in range(1, 4):
        ranks = _ranks(hand, suit)
        tricks += 90 * (ACE in ranks) + 60 * (KING in ranks and len(ranks) > 1)
        tricks += 25 * (QUEEN in ranks and len(ranks) > 2)
        if len(ranks) < 2 and spare > 0:
            tricks += 100 - 50 * len(ranks)
            spare -= 1
    bid = min(max((tricks + 30) // 100, 1), HAND)
    said = "high cards, long spades and short suits are worth about {n} tricks"
    return bid, phrase("spades.why.bid", said, n=bid)


def _spade_tricks(ranks: list[int]) -> int:
    """Count high spades that are guarded, and those beyond the third."""
    guarded = sum(rank >= QUEEN and ACE - rank < len(ranks) for rank in ranks[:3])
    return guarded + max(len(ranks) - 3, 0)


def _risk(hand: int) -> int:
    """Return how far a hand is from a safe nil."""
    risk = 0
    for suit in range(4):
        ranks = _ranks(hand, suit)
        weight = 2 if suit == SPADES else 1
        for lower, rank in enumerate(ranks[::-1]):
            risk += weight * max(RISKS[rank] - 3 * lower, 0)
        risk += 30 * (suit == SPADES and (len(ranks) > 4 or max(ranks, default=0) >= KING))
    return risk


@dataclass(frozen=True, slots=True)
class _Aims:
    """Whether a seat wants tricks, and whether its partner's nil still stands."""

    wants: bool
    covers: bool


def _aims_of(state: SpadesState, seat: int) -> _Aims:
    took = [0] * 4
    for trick in state.tricks:
        if trick.is_whole:
            took[trick.winner] += 1
    bids = [0 if call is None else call.number for call in map(state.last_call, range(4))]
    lacks = [bid - tricks for bid, tricks in zip(bids, took, strict=True)]
    partner, left = (seat + 2) % 4, HAND - sum(took)
    if bids[seat] == NIL and not took[seat]:
        return _Aims(wants=False, covers=False)
    covers = bids[partner] == NIL and not took[partner]
    theirs = lacks[seat - 1] + lacks[(seat + 1) % 4]
    is_short = theirs > 0 and theirs > left - 2
    return _Aims(lacks[seat] + lacks[partner] > 0 or covers or is_short, covers)


def _above(card: int, known: Knowledge) -> int:
    """Return how many cards above one the others hold."""
    return (known.others & SUIT[suit_of(card)] & -2 << card).bit_count()


def _lead(legal: int, known: Knowledge, aims: _Aims) -> tuple[int, Phrase]:
    """Return a master or the lowest of the shortest suit; to lose, the card with most above it."""
    cards = [*cards_of(legal)]
    if not aims.wants:
        why = phrase(
            "spades.why.low", "you want no more tricks: others hold the most cards above it"
        )
        return max(cards, key=lambda card: (_above(card, known), -(card % HAND))), why
    masters = [card for card in cards if known.is_best(card)]
    if masters:  # spades come last, as long as there are others
        return max(masters), phrase(
            "spades.why.master", "it is the best card of its suit that is left"
        )
    if aims.covers:
        why = phrase(
            "spades.why.cover-lead", "you lead high to take tricks from your partner's nil"
        )
        return max(cards, key=lambda card: (-_above(card, known), card % HAND)), why
    lengths = [(known.hand & suit).bit_count() for suit in SUIT]

    def cost(card: int) -> tuple[bool, int, int]:
        return suit_of(card) == SPADES, lengths[suit_of(card)], card % HAND

    return min(cards, key=cost), phrase("spades.why.short", "it shortens your shortest suit")


def _follow(legal: int, trick: Trick, known: Knowledge, aims: _Aims) -> tuple[int, Phrase]:
    winning = [card for card in cards_of(legal) if beats(card, trick.best, SPADES)]
    losing = [card for card in cards_of(legal) if card not in winning]
    if not aims.wants:
        return _duck(winning, losing, len(trick.cards) == 3)
    partner, is_sure = (known.seat + 2) % 4, _is_sure(trick.best, trick, known)
    if not winning:
        why = phrase("spades.why.lost", "you can't win the trick: a low card will do")
        return _least(legal, known), why
    if trick.winner == partner and is_sure and not aims.covers:
        why = phrase("spades.why.partner", "your partner's card wins the trick anyway")
        return _least(legal, known), why
    cheapest, top = winning[0], winning[-1]
    if not 1 << cheapest & SUIT[trick.led]:
        return cheapest, phrase("spades.why.ruff", "your lowest spade that wins takes the trick")
    sure = [card for card in winning if _is_sure(card, trick, known)]
    if sure:
        return sure[0], phrase("spades.why.sure", "it is the lowest card that nobody can beat")
    if len(trick.cards) == 2 or aims.covers:
        return top, phrase(
            "spades.why.high", "your highest card has the best chance to take the trick"
        )
    why = phrase("spades.why.second", "somebody after you may beat your best: play low")
    return _least(legal, known), why


def _is_sure(best: int, trick: Trick, known: Knowledge) -> bool:
    """Tell whether no seat of the other side that is still to play can beat a card."""
    for place in range(1, 4 - len(trick.cards), 2):
        reach = known.reach((known.seat + place) % 4)
        cards = reach & SUIT[trick.led] or reach
        if any(beats(card, best, SPADES) for card in cards_of(cards)):
            return False
    return True


def _duck(winning: list[int], losing: list[int], is_last: bool) -> tuple[int, Phrase]:
    """Return the most dangerous card that loses; if all win, the lowest, or the highest at the end."""
    if losing:
        why = phrase("spades.why.duck", "you want no more tricks: it is the highest that loses")
        return max(losing, key=lambda card: (1 << card & ALL_SPADES != 0, card % HAND)), why
    if is_last:
        return winning[-1], phrase("spades.why.must", "you have to take it: keep lower cards")
    return winning[0], phrase("spades.why.hope", "you would take it now: a low card may be beaten")


def _least(cards: int, known: Knowledge) -> int:
    """Return the lowest card, no spade if there is another, of several that of the shortest suit."""
    lengths = [(known.hand & suit).bit_count() for suit in SUIT]
    others = cards & ~ALL_SPADES or cards
    return min(cards_of(others), key=lambda card: (card % HAND, lengths[suit_of(card)]))
