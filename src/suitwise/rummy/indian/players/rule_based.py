"""Rule-based players of Indian rummy, the reasons for their moves, and the judge of recorded deals.

``GreedyIndianPlayer`` keeps the hand that counts least. ``IndianPlayer`` builds the required runs first.
``DroppingIndianPlayer`` also drops hands that lose more than a drop costs. They use only what their seat
sees: its own hand, the pile, the cards that others took from the pile, and hands that are shown.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations
from math import inf
from typing import Any, NamedTuple, TypeAlias

from suitwise.cards import Card
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.game import CHANCE, OVER, Chooser, Game, State
from suitwise.players.review import Verdict, verdict_of
from suitwise.players.turns import Advice, on_turn
from suitwise.rummy.face import deed, turn_named
from suitwise.rummy.indian.rules import (
    CARD_MOVES,
    DECLARATION_MOVES,
    DROP,
    PILE,
    STOCK,
    Cards,
    IndianMove,
    Standing,
    all_cards,
    minus,
    penalty,
    plus,
    without,
)
from suitwise.rummy.indian.state import IndianState, best_of, melds_of
from suitwise.rummy.rules.hand import JOKER, SIZE, Hand
from suitwise.rummy.rules.melds import melds_text
from suitwise.rummy.rules.rules import Rules, card_of, rank_of
from suitwise.rummy.solve.arrangement import deadwood_weights, discards, look_ahead
from suitwise.rummy.solve.scan import PLACES
from suitwise.rummy.solve.search import SECOND, Melded, least_left, search
from suitwise.seeds import SeededSource, world_seed

STAGES = ((2, 1), (1, 1), (0, 0))
"""The stages of a hand, as the runs and pure runs that are asked for: both that are required, only the
pure one, none."""
_CARD_COUNT = [1] * (4 * PLACES)
"""Weights of a search that count melded cards."""
_BROKEN_MELD = 100.0
"""The cost of breaking a meld by a discard; twice that for a wild card."""
_INFINITE = 1e6


@dataclass(frozen=True, slots=True)
class GreedyIndianPlayer:
    """Keeps the hand that counts least, takes from the pile if that reduces it, declares, never drops.

    Args:
        compiled: whether machine code arranges all hands, or only those with many wild cards.

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
            declare = declaration_of(here, compiled=self.compiled)
            return declare or CARD_MOVES[self._discard(here)]
        if not here.is_top_free:
            return STOCK
        now = best_of(hand, here.rules).points
        top = here.pile[-1][0]
        then, discard = self._least(here, plus(hand, top))
        return PILE if then < now and discard != top else STOCK

    def _discard(self, state: IndianState) -> int:
        _, card = self._least(state, state.hands[state.seat])
        free = state.discards()
        return card if card in free else max(free, key=state.rules.cost)

    def _least(self, state: IndianState, hand: Cards) -> tuple[int, int]:
        """Return what fourteen cards count after the best discard, and the discard."""
        rules, total = state.rules, Hand.of(hand, state.rules).points
        best = _search(Hand.of(hand, rules), deadwood_weights(rules, "points"), self.compiled)
        if best is None or best.discard is None:  # without the required runs every card counts
            costliest = max(hand, key=rules.cost)
            return min(total - rules.cost(costliest), rules.cap), costliest
        return min(total - best.value // SECOND, rules.cap), best.discard


@dataclass(frozen=True, slots=True)
class IndianPlayer:
    """Builds a run without a wild card first, then a second run, then the rest.

    The cost of a hand depends on its leftovers, the cards in no meld, and on their outs, the unseen
    cards that make a meld with two of them. Missing runs add to it. Until there is a run without a wild
    card, wild cards are saved and pairs of a suit count most. On 300 mirrored deals it gained 4.6 ± 2.5
    points a game on the greedy player. The weights are the best of a few that were tried. Dropping more
    hands gained nothing against that player.

    Args:
        missing: the cost added for missing runs, by stage (``STAGES``).
        card: the cost of a card left over.
        point: the cost of a point left over.
        out: the value of an out.
        run: the factor of an out that makes a run, by stage.
        danger: the cost of discarding a card that may meld with one that the next seat is known to hold.
        patience: the gain above which the top of the pile is taken.
        hopeless: a hand that costs more is dropped before the first draw.
        compiled: whether machine code arranges all hands, or only those with many wild cards.

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
            declare = declaration_of(here, compiled=self.compiled)
            return declare or CARD_MOVES[self.discard(here)]
        now = self.cost(here)
        if here.standings[here.seat] == "new" and now > self.hopeless:
            return DROP
        if not here.is_top_free:
            return STOCK
        top = here.pile[-1][0]
        if here.rules.is_wild(top) or self.cost_with(here, top) < now - self.patience:
            return PILE
        return STOCK

    def advice(self, state: IndianState) -> Advice:
        """Return the move and its reason, the figures that it was chosen by."""
        move = self(state)
        return Advice(move, reason(self, state, move))

    def discard(self, state: IndianState) -> int:
        """Return the cheapest discard."""
        costs = self.discard_costs(state)
        return min(costs, key=costs.__getitem__)

    def discard_costs(self, state: IndianState) -> dict[int, float]:
        """Return the cost of each discard, including the danger of feeding the next seat."""
        costs = self._costs(state, state.hands[state.seat])
        known = state.known[state.next_in_play]
        return {
            card: costs[card] + self.danger * melding_partners(card, known)
            for card in state.discards()
        }

    def cost(self, state: IndianState) -> float:
        """Return the cost of the present hand of the seat that is to draw."""
        hand, unseen = state.hands[state.seat], unseen_by(state, state.seat)
        return min(
            self._cost(stage, *Leftovers.of(left, state.rules, unseen).all)
            for stage, left in enumerate(leftovers_by_stage(hand, state.rules, self.compiled))
            if left is not None
        )

    def cost_with(self, state: IndianState, top: int) -> float:
        """Return the cost of the hand with the top of the pile after the best other discard."""
        costs = self._costs(state, plus(state.hands[state.seat], top))
        return min(cost for card, cost in costs.items() if card != top)

    def _costs(self, state: IndianState, hand: Cards) -> dict[int, float]:
        """Return the cost of a hand of fourteen without each of its cards: the least of all stages."""
        rules, unseen = state.rules, unseen_by(state, state.seat)
        costs = dict.fromkeys(hand, _INFINITE)
        for stage, left in enumerate(leftovers_by_stage(hand, rules, self.compiled)):
            if left is None:
                continue
            leftovers = Leftovers.of(left, rules, unseen)
            all_left = self._cost(stage, *leftovers.all)
            for card, least in costs.items():
                if card in leftovers.without:
                    cost = self._cost(stage, *leftovers.without[card])
                elif card in left:  # a wild card that is left over
                    cost = all_left
                else:
                    cost = all_left + _BROKEN_MELD * (1 + rules.is_wild(card))
                if cost < least:
                    costs[card] = cost
        return costs

    def _cost(self, stage: int, cards: int, points: int, in_runs: int, in_sets: int) -> float:
        """Return the cost of leftovers: their cards and points, less the value of their outs."""
        outs = in_runs * self.run[stage] + in_sets
        return self.missing[stage] + (self.card * cards + self.point * points - self.out * outs)


Tally: TypeAlias = tuple[int, int, int, int]
"""The number of cards, their points, and their outs for runs and for sets."""


class Leftovers(NamedTuple):
    """The leftovers of a hand without wild cards: their tally, and the tally without each of them."""

    all: Tally
    without: dict[int, Tally]

    @classmethod
    def of(cls, left: Cards, rules: Rules, unseen: Counter[int]) -> Leftovers:
        """Count the cards left over.

        >>> from suitwise.cards import Card, parse_cards
        >>> left = parse_cards("H3 H5 S5")
        >>> leftovers = Leftovers.of(left, Rules(), Counter(parse_cards("H4 H4 D5")))
        >>> leftovers.all, leftovers.without[Card("H3")]
        ((3, 13, 2, 1), (2, 10, 0, 1))
        """
        natural = [card for card in left if not rules.is_wild(card)]
        cards, points = len(natural), sum(map(rules.cost, natural))
        runs, sets = [0] * cards, [0] * cards  # the outs of the pairs that each card belongs to
        for (i, one), (j, other) in combinations(enumerate(natural), 2):
            if thirds := thirds_for(one, other):
                outs_of = runs if one // 13 == other // 13 else sets
                outs = sum([unseen[card] for card in thirds])
                outs_of[i] += outs
                outs_of[j] += outs
        in_runs, in_sets = sum(runs) // 2, sum(sets) // 2
        without = {
            card: (cards - 1, points - rules.cost(card), in_runs - runs[i], in_sets - sets[i])
            for i, card in enumerate(natural)
        }
        return cls((cards, points, in_runs, in_sets), without)


_MANY_WILDS = 3
"""With so many wild cards plain Python arranges a hand more slowly than machine code is loaded."""


@lru_cache(maxsize=256)
def leftovers_by_stage(hand: Cards, rules: Rules, compiled: bool) -> tuple[Cards | None, ...]:
    """Return the fewest leftovers of a hand that has the runs of each stage; None if it lacks the runs.

    At the last stage wild cards are saved: they are neither melded nor left over.
    """
    counts = [0] * SIZE
    for card in hand:
        counts[min(card, JOKER)] += 1
    wild = [min(card, JOKER) for card in hand if rules.is_wild(card)]
    compiled = compiled or len(wild) >= _MANY_WILDS
    weights = _weights(rules)
    stages: list[Cards | None] = []
    for runs, pure in STAGES:
        if not pure:
            for index in wild:
                counts[index] = 0
        left = least_left(counts, rules, weights, runs, pure, compiled=compiled)
        stages.append(
            left
            and tuple(card for card in dict.fromkeys(hand) for _ in range(left[min(card, JOKER)]))
        )
    return tuple(stages)


@cache
def _weights(rules: Rules) -> tuple[int, ...]:
    return tuple(deadwood_weights(rules, "cards"))


@lru_cache(maxsize=4096)
def thirds_for(one: int, other: int) -> tuple[int, ...]:
    """Return the cards that make a meld with two given cards.

    >>> from suitwise.cards import Card, format_cards
    >>> [format_cards(thirds_for(Card("H3"), Card(text))) for text in ("H4", "H5", "S3", "S4")]
    ['H2H5', 'H4', 'D3C3', '']
    """
    suit, rank = one // 13, rank_of(one)
    if rank_of(other) == rank:
        suits = {suit, other // 13}
        return tuple(card_of(s, rank) for s in range(4) if s not in suits and len(suits) == 2)
    if other // 13 != suit:
        return ()
    pairs = [(rank, rank_of(other))]  # of ranks, an ace both as 1 and as 14
    pairs += [(14 if a == 1 else a, 14 if b == 1 else b) for a, b in pairs if 1 in (a, b)]
    ranks = {third for pair in pairs for third in _third_ranks(*sorted(pair))}
    return tuple(card_of(suit, third) for third in sorted(ranks))


def _third_ranks(low: int, high: int) -> tuple[int, ...]:
    """Return the ranks that make three consecutive ranks with two given ones."""
    if high - low == 2:
        return (low + 1,)
    if high - low != 1:
        return ()
    return tuple(rank for rank in (low - 1, high + 1) if 1 <= rank <= 14)


def unseen_by(state: IndianState, seat: int) -> Counter[int]:
    """Return the number of copies of each card that a seat has not seen."""
    unseen = Counter(state.stock)
    for owner in range(state.variant.seats):
        unseen.update(state.hidden(seat, owner))
    return unseen


def _search(hand: Hand, weights: Sequence[int], compiled: bool) -> Melded | None:
    """Return the melds of greatest weight with the required runs, and the discard."""
    rules = hand.rules
    return search(
        hand,
        weights,
        runs=rules.runs,
        pure=rules.pure_runs,
        discard=True,
        compiled=compiled or None,
    )


def melding_partners(card: int, cards: Cards) -> int:
    """Return how many of some cards could lie in a meld with a card."""
    return sum(bool(thirds_for(card, other)) for other in cards)


def declaration_of(state: IndianState, *, compiled: bool) -> IndianMove | None:
    """Return a legal declaration of the seat that is to discard, or None."""
    rules, cards = state.rules, state.hands[state.seat]
    left = leftovers_by_stage(cards, rules, compiled)[0]
    if left is None or len(left) > 1:  # a declaration leaves over only its discard
        return None
    hand = Hand.of(cards, rules)
    best = _search(hand, _CARD_COUNT, compiled)
    if best is None or best.discard is None or best.value < len(cards):
        return None
    free = state.discards()
    # The search may discard the card just taken from the pile, which is not allowed: try the others too.
    candidates = dict.fromkeys((best.discard, *free)) if best.discard in free else free
    declaring = (card for card in candidates if melds_of(minus(cards, card), rules) is not None)
    return next((DECLARATION_MOVES[card] for card in declaring), None)


# --- The reasons for a move -----------------------------------------------------------------------


def reason(player: IndianPlayer, state: IndianState, move: IndianMove) -> Phrase:
    """Return the player's reason for a move, in words.

    >>> from suitwise.rummy.indian.game import Indian
    >>> state, _ = Indian().start().rolled(3, 0)
    >>> print(str(reason(IndianPlayer(), state, IndianPlayer()(state))).partition(";")[0])
    with D8 the hand counts 30, a card of the stock makes it count 36.0 on average, now 46
    """
    if move.kind == "declare":
        melds = melds_of(minus(state.hands[state.seat], move.card), state.rules)
        return phrase("indian13.why-declare", "{melds}", melds=CardText(melds_text(melds or ())))
    if move.kind == "card":
        return _discard_reason(player, state, move.card)
    return phrase(
        "any.then",
        "{first}; {second}",
        first=_draw_reason(state),
        second=_costs_in_words(player, state),
    )


def _discard_reason(player: IndianPlayer, state: IndianState, card: int) -> Phrase:
    """Return what a discard leaves, and any discard that leaves less but costs more."""
    free = state.discards()
    results = discards(Hand.of(state.hands[state.seat], state.rules))
    made = next(discard for discard in results if discard.card == card)
    best = next(discard for discard in results if discard.card in free)
    leaves = phrase(
        "indian13.why-discard",
        "the rest counts {points}, {cards} of its cards lie in no meld that counts",
        points=made.points,
        cards=made.cards,
    )
    if best.points >= made.points:
        return leaves
    costs = player.discard_costs(state)
    other = phrase(
        "indian13.why-not-least",
        "{card} would leave {points}, but costs {more}, not {less} by its chances",
        card=CardText(best.card),
        points=best.points,
        more=f"{costs[best.card]:.1f}",
        less=f"{costs[card]:.1f}",
    )
    return phrase("any.then", "{first}; {second}", first=leaves, second=other)


def _draw_reason(state: IndianState) -> Phrase:
    """Return what the hand counts with the top of the pile, with a card of the stock, and now."""
    hand, seat = Hand.of(state.hands[state.seat], state.rules), state.seat
    unseen = tuple(unseen_by(state, seat).elements())
    seen = without(without(all_cards(state.variant.jokers), unseen), state.hands[seat])
    outlook = look_ahead(hand, seen)
    with_stock = phrase(
        "indian13.why-stock",
        "a card of the stock makes it count {stock} on average, now {now}",
        stock=f"{float(outlook.expected):.1f}",
        now=outlook.points,
    )
    if state.why_not(IndianMove("pile")) is not None:
        return with_stock
    top = state.pile[-1][0]
    with_top = discards(Hand.of(plus(state.hands[seat], top), state.rules))
    return phrase(
        "indian13.why-pile",
        "with {top} the hand counts {kept}, {stock}",
        top=CardText(Card(top)),
        kept=next(one.points for one in with_top if one.card in state.hands[seat]),
        stock=with_stock,
    )


def _costs_in_words(player: IndianPlayer, state: IndianState) -> Phrase:
    """Return the costs by which the player decides on a draw, in words."""
    now = player.cost(state)
    costs = phrase("indian13.costs", "by its chances it costs {now}", now=f"{now:.1f}")
    if state.standings[state.seat] == "new" and now > player.hopeless:
        return phrase(
            "indian13.why-dropped",
            "{costs}, and above {most} it is dropped",
            costs=costs,
            most=f"{player.hopeless:g}",
        )
    if state.why_not(IndianMove("pile")) is not None:
        return costs
    top = state.pile[-1][0]
    if state.rules.is_wild(top):
        return phrase("indian13.why-wild", "{costs}, and a wild card is always taken", costs=costs)
    return phrase(
        "indian13.why-patience",
        "{costs}, with {top} {then}, and {less} less is asked for",
        costs=costs,
        top=CardText(Card(top)),
        then=f"{player.cost_with(state, top):.1f}",
        less=f"{player.patience:g}",
    )


# --- The player that drops by expected points -----------------------------------------------------
#
# It plays like the rule-based player, with more patience. Before a draw it looks up the mean result of
# hands of the same kind, by their stage and their number of wild cards. The means come from 1,200 deals
# between two rule-based players, who drop one hand in sixty, with a cap of 80. Wild cards matter most:
# with neither run, a hand without a wild card loses 31 points and one with three wins 16.
#
# A drop before the first draw pays for hands with neither run and no wild card, which is one hand in
# six. No kind of hand in play has lost 40 points on average, so a later drop at its usual price does not
# pay.

NEW: tuple[tuple[int, ...], ...] = ((16, 19, 30, 59), (-11, -2), (-31, -10, 7, 16, 54))
"""The mean result before the first draw, by stage and by the number of wild cards."""
IN_PLAY: tuple[tuple[int, ...], ...] = ((9, 17, 23, 40), (-25, -21), (-36, -18, -9, 7, 10, 48))
"""The mean result before a later draw, likewise."""


@dataclass(frozen=True, slots=True)
class DroppingIndianPlayer(IndianPlayer):
    """Drops a hand if hands of its kind have lost more than a drop costs; else plays with more patience.

    Args:
        patience: the gain above which the top of the pile is taken.
        hopeless: infinite, so that no hand is dropped by its cost.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.indian.game import Indian
    >>> sum(play(Indian().start(), DroppingIndianPlayer(), seed=1).returns)
    0.0
    """

    patience: float = 9.0
    hopeless: float = inf

    def __call__(self, state: State[Any]) -> IndianMove:
        """Return a move."""
        here = on_turn(state, IndianState, "Indian rummy")
        if here.phase == "draw" and expected_points(here) < -price_of_drop(here):
            return DROP
        return IndianPlayer.__call__(self, here)

    def advice(self, state: IndianState) -> Advice:
        """Return the move and its reason; a drop has its price as the reason."""
        move = self(state)
        why = reason_to_drop(state) if move.kind == "drop" else reason(self, state, move)
        return Advice(move, why)


def expected_points(state: IndianState) -> int:
    """Return the mean result of hands of the same kind as that of the seat on turn.

    Args:
        state: a position in which a seat is to draw.

    >>> from suitwise.rummy.indian.game import Indian
    >>> state, _ = Indian().start().rolled(3, 0)
    >>> expected_points(state)
    19
    """
    hand, rules = state.hands[state.seat], state.rules
    stage = next(
        i for i, left in enumerate(leftovers_by_stage(hand, rules, True)) if left is not None
    )
    means = (NEW if state.standings[state.seat] == "new" else IN_PLAY)[stage]
    return means[min(sum(map(rules.is_wild, hand)), len(means) - 1)]


def price_of_drop(state: IndianState) -> int:
    """Return the points that a drop costs the seat on turn.

    >>> from suitwise.rummy.indian.game import Indian
    >>> state, _ = Indian().start().rolled(3, 0)
    >>> price_of_drop(state)
    20
    """
    game = state.variant
    standing: Standing = "drop" if state.standings[state.seat] == "new" else "middle"
    return penalty(standing, game.drop, game.middle, game.cap)


def reason_to_drop(state: IndianState) -> Phrase:
    """Return the reason why the seat on turn drops, in a sentence.

    >>> from suitwise.rummy.indian.game import Indian
    >>> state, _ = Indian().start().rolled(6, 0)
    >>> print(str(reason_to_drop(state)).partition(", ")[2])
    with as many wild cards and runs, have lost 31 points on average; to drop costs 20
    """
    return phrase(
        "indian13.drop-pays",
        "hands like this one, with as many wild cards and runs, have lost {lost} points on average; "
        "to drop costs {price}",
        lost=-expected_points(state),
        price=price_of_drop(state),
    )


# --- The judge of recorded deals ------------------------------------------------------------------
#
# Moves are evaluated in worlds: deals sampled uniformly from those that the seat can't tell from the
# true one. ``DroppingIndianPlayer`` plays them to the end in all seats. All draws are candidates; of
# discards only the cheapest ones, and a declaration if there is one. The best candidate is then compared
# with the move that was made, in a fresh sample of the same size.

DISCARDS = 4
"""The number of discards that are candidates."""
_PLAYOUT_STREAMS = 1 << 58
"""A playout uses the random stream of its world plus this."""


@dataclass(frozen=True)
class IndianJudge:
    """Judges moves of Indian rummy by what their seats saw.

    Args:
        worlds: the number of worlds in which moves are evaluated, and the number of further worlds in
            which the best is compared with the move that was made.
        seed: 64-bit seed of the worlds.

    >>> from suitwise.rummy.indian.game import Indian
    >>> state, _ = Indian().start().rolled(3, 0)
    >>> verdict = IndianJudge(worlds=2).verdict(state, state.parse_move("stock"))
    >>> verdict.did, verdict.worlds, verdict.tried
    ('draws from the stock', 2, 3)
    """

    worlds: int
    seed: int = 0
    _player: DroppingIndianPlayer = field(
        default_factory=DroppingIndianPlayer, init=False, repr=False
    )

    def place(self, state: IndianState, made: Sequence[str]) -> Phrase:
        """Return the place of a position in its deal, by turns."""
        return turn_named(state.drawn + (state.phase == "draw"))

    def verdict(self, state: IndianState, move: IndianMove) -> Verdict:
        """Return the verdict on a move."""
        moves = tuple(dict.fromkeys((move, *self._candidates(state))))
        best = moves[int(self._points(state, moves, b"").sum(axis=0).argmax())]
        points = self._points(state, tuple(dict.fromkeys((move, best))), b"compared")
        top = state.pile[-1][0] if state.pile else -1
        texts = deed(move, top)[0], deed(best, top)[1]
        return verdict_of(str(best), texts, len(moves), points[:, 0], points[:, -1])

    def _candidates(self, state: IndianState) -> Iterator[IndianMove]:
        """Yield the candidates in addition to the move that was made."""
        if state.phase == "draw":
            yield from state.moves()
            return
        declare = declaration_of(state, compiled=self._player.compiled)
        if declare is not None:
            yield declare
        costs = self._player.discard_costs(state)
        for card in sorted(costs, key=costs.__getitem__)[:DISCARDS]:
            yield CARD_MOVES[card]

    def _points(
        self, state: IndianState, moves: Sequence[IndianMove], purpose: bytes
    ) -> NDArray[np.float64]:
        """Return the points of moves for their seat in sampled worlds, array (worlds, moves)."""
        first = _stream_of(state, purpose)
        points = np.empty((self.worlds, len(moves)))
        for number in range(self.worlds):
            world = state.resample(state.seat, self.seed, first + number)
            for i, move in enumerate(moves):
                points[number, i] = self._play_out(world, move, first + number)[state.seat]
        return points

    def _play_out(self, world: IndianState, move: IndianMove, stream: int) -> tuple[float, ...]:
        """Return the points of each seat after a playout from a move."""
        source = SeededSource(world_seed(self.seed), stream | _PLAYOUT_STREAMS)
        state = world.followed_by(move)
        while state.turn != OVER:
            is_chance = state.turn == CHANCE
            move = state.chance_move(source) if is_chance else self._player(state)
            state = state.followed_by(move)
        return state.returns()


def _stream_of(state: IndianState, purpose: bytes) -> int:
    """Return the first random stream of a decision: a hash of the seat's view and of a purpose."""
    view = state.view(state.turn).encode()
    digest = hashlib.blake2b(view, digest_size=5, person=purpose).digest()
    return int.from_bytes(digest, "little") << 16


# --- The players by name --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Greedy:
    """The greedy player."""

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return GreedyIndianPlayer()


@dataclass(frozen=True, slots=True)
class RuleBased:
    """The rule-based player."""

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return IndianPlayer()


@dataclass(frozen=True, slots=True)
class Dropping:
    """The rule-based player that drops by expected points."""

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return DroppingIndianPlayer()
