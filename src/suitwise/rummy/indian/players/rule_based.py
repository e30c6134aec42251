"""Players of Indian rummy: a greedy one, and a sensible one that builds towards a declaration.

Neither sees more than its seat: its own hand, the pile, what others took from it, hands shown.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from suitwise.game import State
from suitwise.players.turns import on_turn
from suitwise.rummy.arrangement import deadwood_weights, left_over
from suitwise.rummy.indian.moves import IndianMove
from suitwise.rummy.indian.rules.cards import Cards, all_cards, minus, plus, without
from suitwise.rummy.indian.showdown import best_of, has_many_wilds, melds_of
from suitwise.rummy.indian.state import IndianState
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.rules import Rules, card_of, rank_of
from suitwise.rummy.scan.search import SECOND, search
from suitwise.rummy.scan.states import PLACES

STOCK, PILE, DROP = IndianMove("stock"), IndianMove("pile"), IndianMove("drop")
LEVELS = ((2, 1), (1, 1), (0, 0))
"""The runs, and those of them without a wild card, that a hand may have on its way."""
_A_CARD_EACH = [1] * (4 * PLACES)
_BROKEN = 100.0
"""What it costs to break a meld by a discard; twice that for a wild card."""
_NEVER = 1e6


@dataclass(frozen=True, slots=True)
class GreedyIndianPlayer:
    """Keeps the hand that counts least, takes from the pile what makes it less, declares, never drops.

    Args:
        compiled: whether compiled rules work out all its hands, or only those with many wild cards.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.indian.game import Indian
    >>> sum(play(Indian().start(), GreedyIndianPlayer(), seed=1).returns)
    0.0
    """

    compiled: bool = True

    def __call__(self, state: State[Any]) -> IndianMove:
        """Return a move."""
        here = on_turn(state, IndianState, "Indian rummy")
        hand = here.hands[here.seat]
        if here.phase == "discard":
            declared = declaration_of(here, compiled=self.compiled)
            return declared or IndianMove("card", self._discard(here))
        if not here.is_top_free:
            return STOCK
        now = best_of(hand, here.rules).points
        kept, away = self._least(here, plus(hand, here.pile[-1][0]))
        return PILE if kept < now and away != here.pile[-1][0] else STOCK

    def _discard(self, state: IndianState) -> int:
        _, away = self._least(state, state.hands[state.seat])
        free = state.discards()
        return away if away in free else max(free, key=state.rules.cost)

    def _least(self, state: IndianState, hand: Cards) -> tuple[int, int]:
        """Return what fourteen cards count after the best discard, and the discard."""
        rules, held = state.rules, Hand.of(hand, state.rules)
        weights = deadwood_weights(rules, "points")
        found = search(
            held,
            weights,
            runs=rules.runs,
            pure=rules.pure_runs,
            discard=True,
            compiled=self.compiled or has_many_wilds(held),
        )
        if found is None or found.discard is None:
            dearest = max(hand, key=rules.cost)
            return min(held.points - rules.cost(dearest), rules.cap), dearest
        return min(held.points - found.value // SECOND, rules.cap), found.discard


@dataclass(frozen=True, slots=True)
class IndianPlayer:
    """Goes for a run without a wild card, then for a second run, then for the rest.

    A hand is judged by what is left over of it and by the pairs in that which one more card would make
    a meld; it costs more as long as the runs that a declaration needs are not there. As long as there
    is no run without a wild card, wild cards are kept for later and pairs of a suit count most. On 300
    mirrored deals it gets 4.6 ± 2.5 points a game more than the greedy player. The weights are the best
    of a few that were tried; to drop more hands gained nothing against that player.

    Args:
        missing: what a hand costs with both runs, with the pure one alone, with neither.
        card: what a card left over costs.
        point: what a point left over costs.
        out: what an unseen card is worth that makes a meld with two of those left over.
        run: how many times as much it is worth in a run, while runs are missing.
        danger: what it costs to discard a card beside one that the next seat is known to hold.
        patience: the gain for which a card of the pile is taken.
        hopeless: a hand that costs more is dropped before the first draw.
        compiled: whether compiled rules work out all its hands, or only those with many wild cards.

    >>> from suitwise.players import RandomPlayer, mirrored
    >>> from suitwise.rummy.indian.game import Indian
    >>> mirrored(Indian(), IndianPlayer(), RandomPlayer(1), 2, seed=1).mean > 0
    True
    """

    missing: tuple[float, ...] = (0.0, 20.0, 40.0)
    card: float = 4.0
    point: float = 0.5
    out: float = 0.5
    run: tuple[float, ...] = (1.0, 2.0, 4.0)
    danger: float = 1.0
    patience: float = 2.0
    hopeless: float = 118.0
    compiled: bool = True

    def __call__(self, state: State[Any]) -> IndianMove:
        """Return a move."""
        here = on_turn(state, IndianState, "Indian rummy")
        if here.phase == "discard":
            declared = declaration_of(here, compiled=self.compiled)
            return declared or IndianMove("card", self.discard(here))
        now = self.cost(here)
        if here.standings[here.seat] == "new" and now > self.hopeless:
            return DROP
        if not here.is_top_free:
            return STOCK
        top = here.pile[-1][0]
        if here.rules.is_wild(top) or self.cost_with(here, top) < now - self.patience:
            return PILE
        return STOCK

    def discard(self, state: IndianState) -> int:
        """Return the card that is best discarded."""
        costs = self.discard_costs(state)
        return min(costs, key=costs.__getitem__)

    def discard_costs(self, state: IndianState) -> dict[int, float]:
        """Return what each discard costs, what the next seat may do with it included."""
        costs = self._costs(state, state.hands[state.seat])
        known = state.known[next_seat(state)]
        return {card: costs[card] + self.danger * beside(card, known) for card in state.discards()}

    def cost(self, state: IndianState) -> float:
        """Return what the hand of the seat that is to draw costs as it is."""
        hand, unseen = state.hands[state.seat], unseen_by(state, state.seat)
        ways = left_at_levels(hand, state.rules, self.compiled)
        return min(
            self._cost(state.rules, unseen, level, left)
            for level, left in enumerate(ways)
            if left is not None
        )

    def cost_with(self, state: IndianState, top: int) -> float:
        """Return what the hand costs with the top of the pile, another card discarded."""
        costs = self._costs(state, plus(state.hands[state.seat], top))
        return min(cost for card, cost in costs.items() if card != top)

    def _costs(self, state: IndianState, hand: Cards) -> dict[int, float]:
        """Return for each card of fourteen what the hand costs without it."""
        rules, unseen = state.rules, unseen_by(state, state.seat)
        costs = dict.fromkeys(hand, _NEVER)
        for level, left in enumerate(left_at_levels(hand, rules, self.compiled)):
            if left is None:
                continue
            for card in costs:
                broken = 0 if card in left else _BROKEN * (1 + rules.is_wild(card))
                cost = self._cost(rules, unseen, level, minus(left, card))
                costs[card] = min(costs[card], cost + broken)
        return costs

    def _cost(self, rules: Rules, unseen: Counter[int], level: int, left: Cards) -> float:
        natural = [card for card in left if not rules.is_wild(card)]
        run = self.run[level]
        outs = sum(
            unseen[card] * (run if one // 13 == other // 13 else 1.0)
            for one, other in combinations(natural, 2)
            for card in melding(one, other)
        )
        points = sum(map(rules.cost, natural))
        cost = self.card * len(natural) + self.point * points - self.out * outs
        return self.missing[level] + cost


@lru_cache(maxsize=256)
def left_at_levels(hand: Cards, rules: Rules, compiled: bool) -> tuple[Cards | None, ...]:
    """Return what is left over at least with the runs of each level, None where they are not there."""
    weights = deadwood_weights(rules, "cards")
    left: list[Cards | None] = []
    for runs, pure in LEVELS:
        held = Hand.of([card for card in hand if pure or not rules.is_wild(card)], rules)
        quick = compiled or has_many_wilds(held)
        found = search(held, weights, runs=runs, pure=pure, compiled=quick)
        left.append(None if found is None else tuple(left_over(held, found.melds)))
    return tuple(left)


@lru_cache(maxsize=4096)
def melding(one: int, other: int) -> tuple[int, ...]:
    """Return the cards that make a meld with two.

    >>> from suitwise.cards import Card, format_cards
    >>> [format_cards(melding(Card("H3"), Card(text))) for text in ("H4", "H5", "S3", "S4")]
    ['H2H5', 'H4', 'D3C3', '']
    """
    suit, rank = one // 13, rank_of(one)
    if rank_of(other) == rank:
        suits = {suit, other // 13}
        return tuple(card_of(s, rank) for s in range(4) if s not in suits and len(suits) == 2)
    if other // 13 != suit:
        return ()
    ways = [(rank, rank_of(other))]
    ways += [(14 if a == 1 else a, 14 if b == 1 else b) for a, b in ways if 1 in (a, b)]
    runs = {r for way in ways for r in _thirds(*sorted(way))}
    return tuple(card_of(suit, r) for r in sorted(runs))


def _thirds(low: int, high: int) -> tuple[int, ...]:
    """Return the ranks that make three in a row with two."""
    if high - low == 2:
        return (low + 1,)
    if high - low != 1:
        return ()
    return tuple(rank for rank in (low - 1, high + 1) if 1 <= rank <= 14)


def unseen_by(state: IndianState, seat: int) -> Counter[int]:
    """Return how many copies of each card a seat has not seen."""
    seen = [card for card, _ in state.pile] + [state.wild]
    for owner, hand in enumerate(state.hands):
        seen += without(hand, state.hidden(seat, owner))
    left = Counter(all_cards(state.variant.jokers))
    left.subtract(seen)
    return left


def next_seat(state: IndianState) -> int:
    """Return the seat in play that comes next."""
    seats = state.variant.seats
    after = ((state.seat + step) % seats for step in range(1, seats))
    return next(seat for seat in after if seat in state.playing)


def beside(card: int, held: Cards) -> int:
    """Return with how many of the cards that a seat is known to hold a card may be melded."""
    return sum(bool(melding(card, other)) for other in held)


def declaration_of(state: IndianState, *, compiled: bool) -> IndianMove | None:
    """Return the declaration of a seat that is to discard, None where there is none."""
    rules, cards = state.rules, state.hands[state.seat]
    hand = Hand.of(cards, rules)
    found = search(
        hand,
        _A_CARD_EACH,
        runs=rules.runs,
        pure=rules.pure_runs,
        discard=True,
        compiled=compiled or has_many_wilds(hand),
    )
    if found is None or found.discard is None or found.value < len(cards):
        return None
    free = state.discards()
    tried = dict.fromkeys((found.discard, *free)) if found.discard in free else free
    declared = (card for card in tried if melds_of(minus(cards, card), rules) is not None)
    return next((IndianMove("declare", card) for card in declared), None)
