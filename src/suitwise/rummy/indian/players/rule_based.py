"""Rule-based players of Indian rummy, and the reasons for their moves.

``GreedyIndianPlayer`` keeps the hand that counts the fewest points. ``IndianPlayer`` builds the
required runs first. ``DroppingIndianPlayer`` also drops hands that lose more than a drop costs. They use
only what their seat sees: its own hand, the pile, the cards that others took from the pile, and hands
that are shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from math import inf
from typing import Any, NamedTuple, TypeAlias

from suitwise.cards import Card
from suitwise.foundation.text.phrases import CardText, Phrase, phrase, phrased
from suitwise.game import Chooser, Game, State
from suitwise.players.turns import Advice, on_turn, weighed
from suitwise.rummy.indian.rules import (
    CARD_MOVES,
    DECLARATION_MOVES,
    DROP,
    PILE,
    STOCK,
    IndianMove,
    Standing,
    penalty,
)
from suitwise.rummy.indian.state import IndianState, best_of, melds_of
from suitwise.rummy.rules.cards import Cards, all_cards, minus, plus, without
from suitwise.rummy.rules.hand import JOKER, SIZE, Hand
from suitwise.rummy.rules.melds import melds_text
from suitwise.rummy.rules.rules import Rules, card_of, rank_of
from suitwise.rummy.solve.arrangement import deadwood_weights, discards, look_ahead
from suitwise.rummy.solve.scan import PLACES
from suitwise.rummy.solve.search import SECOND, Melded, least_left, search

STAGES = ((2, 1), (1, 1), (0, 0))
"""What the melds of a hand must contain at each stage, as (runs, how many of them are pure). A pure run
has no wild card that stands for another card.

* stage 0: both required runs, one of them pure;
* stage 1: only the pure run;
* stage 2: nothing.

So a higher stage means that more of what a declaration needs is missing."""
_CARD_COUNT = [1] * (4 * PLACES)
"""Weights of a search that count melded cards."""
_BROKEN_MELD = 100.0
"""The cost of breaking a meld by a discard; twice that for a wild card."""
_INFINITE = 1e6
"""Higher than every cost."""


@dataclass(frozen=True, slots=True)
class GreedyIndianPlayer:
    """Keeps the hand that counts the fewest points, and takes from the pile if that lowers the count.

    It declares as soon as it can, and never drops.

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
        points_now = best_of(hand, here.rules).points
        top = here.pile[-1][0]
        points_then, discard = self._least_points(here, plus(hand, top))
        return PILE if points_then < points_now and discard != top else STOCK

    def _discard(self, state: IndianState) -> int:
        _, card = self._least_points(state, state.hands[state.seat])
        allowed = state.discards()
        return card if card in allowed else max(allowed, key=state.rules.cost)

    def _least_points(self, state: IndianState, cards: Cards) -> tuple[int, int]:
        """Return the points that fourteen cards count after the best discard, and that discard."""
        rules = state.rules
        hand = Hand.of(cards, rules)
        best = _search(hand, deadwood_weights(rules, "points"), self.compiled)
        if best is None or best.discard is None:  # without the required runs every card counts
            costliest = max(cards, key=rules.cost)
            return min(hand.points - rules.cost(costliest), rules.cap), costliest
        # The value's main part, the multiples of SECOND, is the points of melded cards and discard.
        return min(hand.points - best.value // SECOND, rules.cap), best.discard


@dataclass(frozen=True, slots=True)
class IndianPlayer:
    """Builds a pure run first, then a second run, then the rest of the hand.

    It keeps the hand of least *cost*. The cost depends on the *leftovers* of the hand, which are the
    cards in no meld, and on their *outs*, which are the unseen cards that make a meld with two of them.
    Missing runs add to the cost. Until there is a pure run (without a card that stands for another),
    wild cards are saved, and outs for runs count most. On 300 mirrored deals it gained 4.6 ± 2.5 points
    a game on the greedy player. The weights are the best of a few that were tried. Dropping more hands
    gained nothing against that player.

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
        now = self.cost(here)  # of the hand before the draw
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
        costs = self._costs_by_discard(state, state.hands[state.seat])
        held_by_next = state.known[state.next_in_play]
        return {
            card: costs[card] + self.danger * melding_partners(card, held_by_next)
            for card in state.discards()
        }

    def cost(self, state: IndianState) -> float:
        """Return the cost of the hand of the seat that is to draw."""
        hand, unseen = state.hands[state.seat], unseen_by(state, state.seat)
        return min(
            self._cost_of_leftovers(stage, Leftovers.of(left, state.rules, unseen).total)
            for stage, left in enumerate(leftovers_by_stage(hand, state.rules, self.compiled))
            if left is not None
        )

    def cost_with(self, state: IndianState, top: int) -> float:
        """Return the cost of the hand after drawing the top of the pile and the best other discard."""
        costs = self._costs_by_discard(state, plus(state.hands[state.seat], top))
        return min(cost for card, cost in costs.items() if card != top)

    def _costs_by_discard(self, state: IndianState, hand: Cards) -> dict[int, float]:
        """Return for each card of a hand of fourteen the cost of the hand without it.

        That is the least cost over all stages of which the hand has the runs.
        """
        rules, unseen = state.rules, unseen_by(state, state.seat)
        costs = dict.fromkeys(hand, _INFINITE)
        for stage, left in enumerate(leftovers_by_stage(hand, rules, self.compiled)):
            if left is None:
                continue
            leftovers = Leftovers.of(left, rules, unseen)
            cost_of_all = self._cost_of_leftovers(stage, leftovers.total)
            for card, least in costs.items():
                if card in leftovers.if_discarded:
                    cost = self._cost_of_leftovers(stage, leftovers.if_discarded[card])
                elif card in left:  # a wild card that is left over, which costs nothing
                    cost = cost_of_all
                else:  # a melded card, or a wild card that is saved
                    cost = cost_of_all + _BROKEN_MELD * (1 + rules.is_wild(card))
                costs[card] = min(least, cost)
        return costs

    def _cost_of_leftovers(self, stage: int, tally: Tally) -> float:
        """Return the cost of leftovers: their cards and points, less the value of their outs."""
        cards, points, run_outs, set_outs = tally
        outs = run_outs * self.run[stage] + set_outs
        return self.missing[stage] + (self.card * cards + self.point * points - self.out * outs)


Tally: TypeAlias = tuple[int, int, int, int]
"""Figures of leftovers: the number of cards, their points, and their outs for runs and for sets."""


class Leftovers(NamedTuple):
    """The leftovers of a hand without wild cards, in figures.

    Args:
        total: the tally of all of them.
        if_discarded: for each of them, the tally of the others.
    """

    total: Tally
    if_discarded: dict[int, Tally]

    @classmethod
    def of(cls, left: Cards, rules: Rules, unseen: Counter[int]) -> Leftovers:
        """Count leftovers.

        Args:
            left: the cards left over; wild cards among them are ignored.
            rules: the rules.
            unseen: the number of copies of each card that the seat has not seen.

        >>> from suitwise.cards import Card, parse_cards
        >>> left = parse_cards("H3 H5 S5")
        >>> leftovers = Leftovers.of(left, Rules(), Counter(parse_cards("H4 H4 D5")))
        >>> leftovers.total, leftovers.if_discarded[Card("H3")]
        ((3, 13, 2, 1), (2, 10, 0, 1))
        """
        natural = [card for card in left if not rules.is_wild(card)]
        cards, points = len(natural), sum(map(rules.cost, natural))
        # For each card, the outs of all pairs that it belongs to: those are lost with it.
        run_outs, set_outs = [0] * cards, [0] * cards
        for (i, one), (j, other) in combinations(enumerate(natural), 2):
            if thirds := thirds_for(one, other):
                outs_of = run_outs if one // 13 == other // 13 else set_outs
                outs = sum([unseen[card] for card in thirds])
                outs_of[i] += outs
                outs_of[j] += outs
        # Both cards of a pair have counted its outs.
        all_run_outs, all_set_outs = sum(run_outs) // 2, sum(set_outs) // 2
        if_discarded = {
            card: (
                cards - 1,
                points - rules.cost(card),
                all_run_outs - run_outs[i],
                all_set_outs - set_outs[i],
            )
            for i, card in enumerate(natural)
        }
        return cls((cards, points, all_run_outs, all_set_outs), if_discarded)


_MANY_WILDS = 3
"""With this many wild cards or more, arranging a hand in plain Python takes longer than loading the
machine code."""


@lru_cache(maxsize=256)
def leftovers_by_stage(hand: Cards, rules: Rules, compiled: bool) -> tuple[Cards | None, ...]:
    """Return the fewest leftovers of a hand at each stage; None where it lacks the runs of the stage.

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
        if not pure:  # the last stage: take the wild cards out of the hand
            for index in wild:
                counts[index] = 0
        left = least_left(counts, rules, weights, runs, pure, compiled=compiled)
        if left is None:
            stages.append(None)
            continue
        cards = dict.fromkeys(hand)
        stages.append(tuple(card for card in cards for _ in range(left[min(card, JOKER)])))
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
    other_suit, other_rank = other // 13, rank_of(other)
    if rank == other_rank:
        if suit == other_suit:  # two copies of one card
            return ()
        return tuple(card_of(s, rank) for s in range(4) if s not in (suit, other_suit))
    if suit != other_suit:
        return ()
    low, high = sorted((rank, other_rank))
    thirds = set(_third_ranks(low, high))
    if low == 1:  # an ace is also above the king
        thirds |= set(_third_ranks(high, 14))
    return tuple(card_of(suit, third) for third in sorted(thirds))


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
    """Return how many of ``cards`` could lie in one meld with ``card``."""
    return sum(bool(thirds_for(card, other)) for other in cards)


def declaration_of(state: IndianState, *, compiled: bool) -> IndianMove | None:
    """Return a legal declaration of the seat that is to discard, or None."""
    rules, cards = state.rules, state.hands[state.seat]
    left = leftovers_by_stage(cards, rules, compiled)[0]
    if left is None or len(left) > 1:  # a declaration leaves over only its discard
        return None
    hand = Hand.of(cards, rules)
    best = _search(hand, _CARD_COUNT, compiled)
    # The value counts the melded cards and the discard: a declaration needs all of them.
    if best is None or best.discard is None or best.value < len(cards):
        return None
    allowed = state.discards()
    # The search may discard the card just taken from the pile, which is not allowed: try the others too.
    candidates = dict.fromkeys((best.discard, *allowed)) if best.discard in allowed else allowed
    declaring = (card for card in candidates if melds_of(minus(cards, card), rules) is not None)
    return next((DECLARATION_MOVES[card] for card in declaring), None)


# --- The reasons for a move -----------------------------------------------------------------------


def reason(player: IndianPlayer, state: IndianState, move: IndianMove) -> Phrase:
    """Return the player's reason for a move, in words.

    >>> from suitwise.rummy.indian.game import Indian
    >>> state, _ = Indian().start().rolled(3, 0)
    >>> print(str(reason(IndianPlayer(), state, IndianPlayer()(state))).partition(" (")[0])
    D8 brings your hand nearer to its melds
    """
    if move.kind == "declare":
        melds = melds_of(minus(state.hands[state.seat], move.card), state.rules)
        return phrase(
            "indian13.why-declare",
            "all thirteen cards meld: {melds}",
            melds=CardText(melds_text(melds or ())),
        )
    if move.kind == "card":
        return _discard_reason(player, state, move.card)
    return weighed(_why_drawn(state, move), _draw_figures(state))


def _discard_reason(player: IndianPlayer, state: IndianState, card: int) -> Phrase:
    """Return what a discard leaves, or why it is better than one that leaves less."""
    allowed = state.discards()
    results = discards(Hand.of(state.hands[state.seat], state.rules))  # fewest points first
    made = next(discard for discard in results if discard.card == card)
    best, *others = (discard for discard in results if discard.card in allowed)
    figure = phrase(
        "indian13.figure-left",
        "cards left in no meld that counts: {cards}",
        cards=made.cards,
    )
    if best.points < made.points:
        why = phrase(
            "indian13.why-not-least",
            "{card} would leave {less} points and this {points}, but it keeps better chances of melds",
            card=CardText(best.card),
            less=best.points,
            points=made.points,
        )
    elif all(one.points == best.points for one in others):
        why = phrase(
            "indian13.why-any",
            "your hand counts {points} whatever you discard; this keeps the best chances of melds",
            points=made.points,
        )
    else:
        why = phrase(
            "indian13.why-least",
            "no other discard leaves you fewer points: {points}",
            points=made.points,
        )
    return weighed(why, figure)


def _why_drawn(state: IndianState, move: IndianMove) -> Phrase:
    """Return the reason for a draw or a drop, in words; the figures stand apart."""
    if move.kind == "drop":
        return phrase("indian13.why-dropped", "your hand has too little chance to win")
    refused = state.why_not(IndianMove("pile"))
    if refused is not None:
        return phrase(
            "indian13.why-stock", "you can't take from the pile: {why}", why=phrased(refused)
        )
    top = state.pile[-1][0]
    if move.kind != "pile":
        return phrase(
            "indian13.why-leave",
            "{top} helps your hand too little to be taken",
            top=CardText(Card(top)),
        )
    if state.rules.is_wild(top):
        return phrase("indian13.why-wild", "a wild card is always worth taking")
    return phrase(
        "indian13.why-take", "{top} brings your hand nearer to its melds", top=CardText(Card(top))
    )


def _draw_figures(state: IndianState) -> Phrase:
    """Return what the hand counts now, with the top of the pile, and with a card of the stock."""
    hand, seat = Hand.of(state.hands[state.seat], state.rules), state.seat
    unseen = tuple(unseen_by(state, seat).elements())
    seen = without(without(all_cards(state.variant.jokers), unseen), state.hands[seat])
    outlook = look_ahead(hand, seen)
    counts = phrase(
        "indian13.figure-stock",
        "your hand counts {now}, {stock} on average with a card of the stock",
        stock=f"{float(outlook.expected):.1f}",
        now=outlook.points,
    )
    if state.why_not(IndianMove("pile")) is not None:
        return counts
    top = state.pile[-1][0]
    with_top = discards(Hand.of(plus(state.hands[seat], top), state.rules))
    return phrase(
        "indian13.figure-pile",
        "{counts}, {kept} with {top}",
        counts=counts,
        kept=next(one.points for one in with_top if one.card in state.hands[seat]),
        top=CardText(Card(top)),
    )


# --- The player that drops by expected points -----------------------------------------------------
#
# It plays like the rule-based player, with more patience. Before a draw it looks up the mean result, in
# points won or lost, of hands of the same kind: of the same stage, with as many wild cards. The means
# come from 1,200 deals between two rule-based players, who drop one hand in sixty, with a cap of 80.
# Wild cards matter most: with neither run, a hand without a wild card loses 31 points and one with three
# wins 16.
#
# A drop before the first draw pays for hands with neither run and no wild card, which is one hand in
# six. No kind of hand in play has lost 40 points on average, so a later drop at its usual price does not
# pay.

MEANS_BEFORE_FIRST_DRAW: tuple[tuple[int, ...], ...] = (
    (16, 19, 30, 59),
    (-11, -2),
    (-31, -10, 7, 16, 54),
)
"""The mean result before the first draw: a row for each stage, in it the means for 0, 1, 2, … wild
cards; the last is for that number or more."""
MEANS_LATER: tuple[tuple[int, ...], ...] = (
    (9, 17, 23, 40),
    (-25, -21),
    (-36, -18, -9, 7, 10, 48),
)
"""The mean result before a later draw, in the same order."""


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
        # ``super()`` fails here: a dataclass with slots replaces the class that it would refer to.
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
    is_first_draw = state.standings[state.seat] == "new"
    means = (MEANS_BEFORE_FIRST_DRAW if is_first_draw else MEANS_LATER)[stage]
    n_wild = sum(map(rules.is_wild, hand))
    return means[min(n_wild, len(means) - 1)]


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


# --- The players by name --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Greedy:
    """Creates the greedy player for the registry (``players.named``)."""

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return GreedyIndianPlayer()


@dataclass(frozen=True, slots=True)
class RuleBased:
    """Creates the rule-based player for the registry (``players.named``)."""

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return IndianPlayer()


@dataclass(frozen=True, slots=True)
class Dropping:
    """Creates the dropping player for the registry (``players.named``)."""

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return DroppingIndianPlayer()
