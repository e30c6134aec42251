"""The Monte Carlo player of gin rummy: whether to knock or to play on, by expected points.

When the player may knock, it samples worlds that fit what the other seat has done (``search``) and
compares three candidates in the same worlds: the knock, the careful discard, and the discard of the
knocking card without knocking. A knock scores its points at once. Playing on scores the points at the
end of a rollout.

All other moves need no search. Discards follow the careful evaluation of hands, and draws the playout
policy (``evaluation``). ``reason_of`` puts the figures behind such a move into words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from suitwise.cards import Card
from suitwise.foundation.arrays.cost_dispatch import quickest
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.foundation.values import Clock
from suitwise.game import Chooser, Game, State
from suitwise.players.search import (
    Batch,
    ByPoints,
    ByWorlds,
    Evaluation,
    Ints,
    Race,
    batches,
    is_clear,
    race,
)
from suitwise.players.turns import Advice, stream_of, weighed
from suitwise.rummy.gin.players import evaluation, rule_based
from suitwise.rummy.gin.players.search import candidates_of, rollout_points
from suitwise.rummy.gin.rules.deadwood import (
    BEST_DISCARD_S,
    BITS,
    CARDS,
    OUTLOOK_S,
    best_discard,
    bits_of,
    gin_deadwood,
    hand_text,
    meldable,
    outlook,
)
from suitwise.rummy.gin.rules.house import PLAIN_ACES
from suitwise.rummy.gin.rules.moves import (
    BIG_GIN,
    CARD_MOVES,
    KNOCK_MOVES,
    PASS,
    PILE,
    STOCK,
    GinMove,
)
from suitwise.rummy.gin.state import GinState
from suitwise.seeds import as_seed, word

_DISCARDING_S = 0.02
"""The seconds that ``careful_discard`` takes in plain Python."""


@dataclass(frozen=True, slots=True)
class MonteCarloGin(ByPoints):
    """Knocks or plays on by expected points; the same view always gets the same move.

    It knows the ace below the 2, hands of ten, and no lay-offs on gin; where a club deals, melds or
    settles ties otherwise (``GinVariant.is_plain``) it plays as ``GinPlayer`` does.

    The options are those of ``ByPoints``.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.gin.game import Gin
    >>> play(Gin().start(), MonteCarloGin(worlds=20), seed=1).returns
    (-2.0, 2.0)
    """

    worlds: int = 200

    def __call__(self, state: State[Any]) -> GinMove:
        """Return a move; the state is one of gin rummy in which a seat is on turn."""
        return self._decide(rule_based.deal_on_turn(state))[0]

    def advice(self, state: State[Any]) -> Advice:
        """Return a move with its reason."""
        state = rule_based.deal_on_turn(state)
        if not state.variant.is_plain:
            return rule_based.GinPlayer().advice(state)
        move, search = self._decide(state)
        return Advice(move, _comparison(search.race) if search else reason_of(state, move))

    def evaluated(self, state: State[Any]) -> Evaluation[GinMove] | None:
        """Return the move with the points of knocking and of playing on; None if no search is needed.

        The candidates are the knock, then the careful discard and the discard of the knocking card, each
        once for every value of ``search.WAITING_TRIED``.

        Args:
            state: a position in which a seat is on turn; only what the seat sees is used.

        >>> from suitwise.rummy.gin.game import Gin
        >>> print(MonteCarloGin().evaluated(Gin().start().rolled(3, 0)[0]))
        None
        """
        return self._decide(rule_based.deal_on_turn(state))[1]

    def _decide(self, state: GinState) -> tuple[GinMove, Evaluation[GinMove] | None]:
        """Return a move, and the search that chose it; None if no search was needed."""
        clock = Clock(self.seconds)
        if not state.variant.is_plain:
            return rule_based.GinPlayer()(state), None
        if state.phase == "show":
            return state.best_show, None
        if state.phase != "discard":
            return choose_draw(state), None
        moves = state.moves()
        if BIG_GIN in moves:
            return BIG_GIN, None
        knocks = bits_of(move.card for move in moves if move.kind == "knock")
        if not knocks:
            return choose_discard(state), None
        hand = state.hands[state.seat]
        card = quickest(best_discard, BEST_DISCARD_S)(hand, knocks, PLAIN_ACES)
        knock = state.parse_move(str(KNOCK_MOVES[card]))
        if gin_deadwood(hand & ~BITS[card]) == 0:
            return knock, None
        search = self._compare(state, knock, clock)
        return search.move, search

    def _compare(self, state: GinState, knock: GinMove, clock: Clock) -> Evaluation[GinMove]:
        """Compare a knock with two discards."""
        discards = dict.fromkeys((choose_discard(state), CARD_MOVES[knock.card]))
        candidates = candidates_of((knock, *discards))
        moves = tuple(candidate.move for candidate in candidates)

        def batch(count: int, stream: int) -> Batch:
            points = rollout_points(state, candidates, count, self.seed, stream)

            def roll(first: int, last: int, _: Ints) -> NDArray[np.int32]:
                return points[first:last]

            return Batch(np.ones(count, np.int64), roll)

        worlds = batches(batch, clock.lots(self.worlds), stream_of(state))
        result = race(worlds, len(candidates), partial(_is_clear, moves), drops=False, sure=0.0)
        return Evaluation(moves[result.best], moves, result)


def _is_clear(moves: Sequence[GinMove], so_far: Race) -> bool:
    """Return whether a move leads clearly, each move by its better candidate."""
    points = so_far.found
    best = {moves[i]: i for i in points.sum(axis=0).argsort().tolist()}
    return is_clear(points[:, list(best.values())])


def choose_draw(state: GinState) -> GinMove:
    """Return the draw of the seat on turn, by the playout policy."""
    seat, top = state.seat, BITS[state.pile[-1][0]]
    taken = state.known[1 - seat]
    if quickest(evaluation.wants, evaluation.CHEAPEST_S)(
        state.hands[seat], top, rule_based.unseen_by(state), taken
    ):
        return PILE
    return STOCK if state.phase == "draw" else PASS


def choose_discard(state: GinState) -> GinMove:
    """Return the discard of the seat on turn, by the careful evaluation."""
    seat, hidden = state.seat, state.hidden(state.seat).bit_count()
    hand, taken = state.hands[seat], state.known[1 - seat]
    choose = quickest(evaluation.careful_discard, _DISCARDING_S)
    return CARD_MOVES[CARDS[choose(hand, state.free, rule_based.unseen_by(state), taken, hidden)]]


# --- The reasons for a move -----------------------------------------------------------------------


def reason_of(state: GinState, move: GinMove) -> Phrase:
    """Return the reason for a move that was made without a search.

    >>> from suitwise.rummy.gin.game import Gin
    >>> state, _ = Gin().start().rolled(3, 0)
    >>> print(str(reason_of(state, MonteCarloGin()(state))).partition(" (")[0])
    HK does not help your hand
    """
    if move.kind == "big":
        return phrase("gin.all-eleven-meld", "all eleven cards meld")
    if move.kind == "show":
        return phrase("gin.why-show", "so you keep the least")
    if move.kind == "knock":
        return phrase("gin.all-ten-meld", "all ten cards meld")
    return _discard_reason(state, move.card) if move.kind == "card" else _draw_reason(state)


def _comparison(result: Race) -> Phrase:
    """Return why a knock is better than playing on or the other way round, and by how much."""
    means, knocks = result.found.mean(axis=0), result.found[:, 0]
    playing_on = 1 + int(means[1:].argmax())
    lead, deals = result.lead(0 if result.best else playing_on), len(result.counts)
    if result.best:
        why = _why_wait(float((knocks < 0).mean()))
        other = phrase("gin.knocking", "knocking now")
    else:
        why = _why_knock(float((knocks > 0).mean()))
        other = phrase("gin.playing-on", "playing on")
    if not lead.is_shown:
        close = phrase(
            "gin.figure-close",
            "{other} is about as good in {deals} likely deals",
            other=other,
            deals=deals,
        )
        return weighed(why, close)
    leads = phrase(
        "gin.figure-leads",
        "about {lead} points better than {other} in {deals} likely deals",
        lead=f"{lead.mean:.1f}",
        other=other,
        deals=deals,
    )
    return weighed(why, leads)


_OFTEN = 0.2
"""The share of deals from which on it is said that a knock loses."""


def _why_knock(won: float) -> Phrase:
    if won > 0.5:
        return phrase("gin.why-knock-wins", "knocking now wins in most of the deals tried")
    return phrase("gin.why-knock-anyway", "playing on promises less than knocking now")


def _why_wait(lost: float) -> Phrase:
    if lost >= _OFTEN:
        return phrase(
            "gin.why-knock-loses",
            "knocking now loses in {n} of 10 deals tried",
            n=round(10 * lost),
        )
    return phrase("gin.why-play-on", "playing on promises more than knocking now")


def _discard_reason(state: GinState, card: int) -> Phrase:
    """Say what hand a discard leaves, and why it is better than one that would leave less deadwood."""
    eleven, unseen = state.hands[state.seat], rule_based.unseen_by(state)
    hand = eleven & ~BITS[card]
    deadwood, ahead = gin_deadwood(hand), quickest(outlook, OUTLOOK_S)(hand, unseen, PLAIN_ACES)
    figure = phrase(
        "gin.figure-ahead",
        "{ahead} to be expected after a draw; {outs} of the cards not seen would make a new meld",
        ahead=f"{ahead / unseen.bit_count():.1f}",
        outs=_outs(hand, unseen),
    )
    other = int(quickest(best_discard, BEST_DISCARD_S)(eleven, state.free, PLAIN_ACES))
    least = gin_deadwood(eleven & ~BITS[other])
    if least >= deadwood:
        return weighed(rule_based.leaves_least(deadwood), figure)
    worse = (_cost(state, other) - _cost(state, card)) / evaluation.POINT
    figure = phrase(
        "any.then",
        "{first}; {second}",
        first=figure,
        second=phrase(
            "gin.figure-worse",
            "{card} is {worse} worse in all",
            card=CardText(Card(other)),
            worse=f"{worse:.1f}",
        ),
    )
    return weighed(rule_based.leaves_more(card, deadwood, other, least), figure)


def _cost(state: GinState, card: int) -> int:
    """Return the cost of a discard under the careful evaluation, in eighths of a point."""
    seat, hidden = state.seat, state.hidden(state.seat).bit_count()
    hand, taken = state.hands[seat], state.known[1 - seat]
    cost = quickest(evaluation.careful_discard_cost, OUTLOOK_S)
    return int(cost(hand, BITS[card], rule_based.unseen_by(state), taken, hidden))


def _draw_reason(state: GinState) -> Phrase:
    """Return the reason for a draw: a meld that leaves fewer points, else points and outs together."""
    seat, top = state.seat, state.pile[-1][0]
    hand, unseen, taken = state.hands[seat], rule_based.unseen_by(state), state.known[1 - seat]
    with_top = hand | BITS[top]
    discard, cost = quickest(evaluation.cheapest, evaluation.CHEAPEST_S)(
        with_top, hand, unseen, taken
    )
    hand_then = with_top & ~discard
    then, now, top_text = gin_deadwood(hand_then), gin_deadwood(hand), CardText(Card(top))
    if meldable(with_top) & BITS[top] and then < now:
        return rule_based.top_melds(top, then, now)
    figures = phrase(
        "gin.top-or-stock",
        "points with {top} {kept}, without it {now}; cards that would make a meld {outs} and "
        "{now_outs}",
        top=top_text,
        kept=then,
        outs=_outs(hand_then, unseen),
        now=now,
        now_outs=_outs(hand, unseen),
    )
    why = _why_top(top, int(evaluation.cost_of(hand, unseen) - cost))
    if evaluation.near(taken) & discard:
        feeds = phrase(
            "gin.top-feeds",
            "{card} would then go near a card that the other took",
            card=CardText(hand_text(discard)),
        )
        figures = phrase("any.then", "{first}; {second}", first=figures, second=feeds)
    return weighed(why, figures)


def _why_top(top: int, gain: int) -> Phrase:
    """Say what the top of the pile does for the hand; the gain is given in eighths of a point."""
    if gain > evaluation.LEAST_GAIN:
        return rule_based.top_gains(top)
    return rule_based.top_left(top, helps=gain > 0)


def _outs(hand: int, unseen: int) -> int:
    return evaluation.outs(hand & ~meldable(hand), hand, unseen)


# --- The player by name ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sampling(ByWorlds):
    """The player by name, whose seeds are its own."""

    player: ClassVar[Any] = MonteCarloGin
    worlds: int = 200

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        seat_seed = word(as_seed(seed), stream, 0) << 31 | word(as_seed(seed), stream, 1) >> 1
        return MonteCarloGin(self.worlds, self.seconds, seat_seed)
