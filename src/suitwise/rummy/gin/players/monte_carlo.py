"""The Monte Carlo player of gin rummy: it knocks or plays on by expected points.

If it may knock it samples *worlds*: a hand that the other seat's play makes likely (``search``), a
habit of the other seat, to knock as soon as it can or to wait for gin, and an order of the stock. A
knock scores its points in each world. Playing on scores the points at the end of a playout in which the
playout policy plays both seats. The options are compared in common worlds (``suitwise.players.search``).

All other discards follow the careful evaluation of hands, and draws the playout policy (``evaluation``);
both count outs. ``reason_of`` puts the figures behind a move into words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from suitwise.cards import Card
from suitwise.foundation.arrays.cost_dispatch import quickest
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import CardText, Phrase, phrase, signed
from suitwise.foundation.values import Clock
from suitwise.game import Chooser, Game, State
from suitwise.players.search import (
    Batch,
    Evaluation,
    Ints,
    Race,
    batches,
    check_limits,
    is_clear,
    race,
)
from suitwise.players.turns import Advice, on_turn, stream_of
from suitwise.rummy.gin.players.evaluation import (
    BESIDE_TAKEN,
    CHEAPEST_S,
    PATIENCE,
    POINT,
    careful_discard,
    careful_discard_cost,
    cheapest,
    cost_of,
    near,
    outs,
    wants,
)
from suitwise.rummy.gin.players.rule_based import unseen_by
from suitwise.rummy.gin.players.search import options_of, weighed
from suitwise.rummy.gin.rules import (
    BIG_GIN,
    BITS,
    CARD_MOVES,
    CARDS,
    KEEPING_S,
    KNOCK_MOVES,
    OUTLOOK_S,
    PASS,
    PILE,
    STOCK,
    GinMove,
    bits_of,
    gin_deadwood,
    hand_text,
    keeping_least,
    meldable,
    outlook,
)
from suitwise.rummy.gin.state import GinState
from suitwise.seeds import as_seed, word

MOST_WORLDS = 100_000
"""The most worlds in which a knock is evaluated."""
_DISCARDING_S = 0.02
"""The seconds that ``careful_discard`` takes in plain Python."""


@dataclass(frozen=True, slots=True)
class MonteCarloGin:
    """Knocks or plays on by expected points; the same view always gets the same move.

    Args:
        worlds: the number of worlds in which a knock is evaluated.
        seconds: if above 0, worlds are sampled in lots of up to ``worlds`` until the time is over or
            the choice is clear; the choice then depends on the machine.
        seed: 64-bit seed of the worlds.

    Raises:
        SuitwiseError: a number is out of range.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.gin.game import Gin
    >>> play(Gin().start(), MonteCarloGin(worlds=20), seed=1).returns
    (-2.0, 2.0)
    """

    worlds: int = 200
    seconds: float = 0.0
    seed: int = 0

    def __post_init__(self) -> None:
        """Check that the options are in range."""
        check_limits(self.worlds, MOST_WORLDS, self.seconds)
        as_seed(self.seed)

    def __call__(self, state: State[Any]) -> GinMove:
        """Return a move; the state is one of gin rummy in which a seat is on turn."""
        return self._decided(on_turn(state, GinState, "gin rummy"))[0]

    def advice(self, state: GinState) -> Advice:
        """Return a move with its reason."""
        move, found = self._decided(state)
        return Advice(move, _compared(found.race) if found else reason_of(state, move))

    def evaluated(self, state: GinState) -> Evaluation[GinMove] | None:
        """Return a move, with the points of knocking and of playing on; None if nothing is searched.

        The options are the knock, then each of two discards once for each of ``search.HABITS``: the
        careful one, and the card of the knock.

        Args:
            state: a position in which a seat is on turn; only what the seat sees is used.

        >>> from suitwise.rummy.gin.game import Gin
        >>> print(MonteCarloGin().evaluated(Gin().start().rolled(3, 0)[0]))
        None
        """
        return self._decided(state)[1]

    def _decided(self, state: GinState) -> tuple[GinMove, Evaluation[GinMove] | None]:
        """Return a move, and the search that found it; gin is shown at once, and draws are quick."""
        clock = Clock(self.seconds)
        if state.phase != "discard":
            return drawn(state), None
        moves = state.moves()
        if BIG_GIN in moves:
            return BIG_GIN, None
        knocks = bits_of(move.card for move in moves if move.kind == "knock")
        if not knocks:
            return discarded(state), None
        hand = state.hands[state.seat]
        card = quickest(keeping_least, KEEPING_S)(hand, knocks)
        knock = state.parse_move(str(KNOCK_MOVES[card]))
        if gin_deadwood(hand & ~BITS[card]) == 0:
            return knock, None
        found = self._searched(state, knock, clock)
        return found.move, found

    def _searched(self, state: GinState, knock: GinMove, clock: Clock) -> Evaluation[GinMove]:
        """Compare a knock with two discards."""
        on = dict.fromkeys((discarded(state), CARD_MOVES[knock.card]))
        options = options_of((knock, *on))
        moves = tuple(option.move for option in options)

        def batch(count: int, stream: int) -> Batch:
            points = weighed(state, options, count, self.seed, stream)

            def roll(first: int, last: int, _: Ints) -> NDArray[np.int32]:
                return points[first:last]

            return Batch(np.ones(count, np.int64), roll)

        worlds = batches(batch, clock.lots(self.worlds), stream_of(state))
        found = race(worlds, len(options), partial(_is_clear, moves), drops=False, sure=0.0)
        return Evaluation(moves[found.best], moves, found)


def _is_clear(moves: Sequence[GinMove], so_far: Race) -> bool:
    """Return whether a move leads clearly, each with the habit that is better on average."""
    found = so_far.found
    best = {moves[at]: at for at in found.sum(axis=0).argsort().tolist()}
    return is_clear(found[:, list(best.values())])


def drawn(state: GinState) -> GinMove:
    """Return the draw of the seat on turn, by the playout policy."""
    seat, top = state.seat, BITS[state.pile[-1][0]]
    taken = state.known[1 - seat]
    if quickest(wants, CHEAPEST_S)(state.hands[seat], top, unseen_by(state), taken):
        return PILE
    return STOCK if state.phase == "draw" else PASS


def discarded(state: GinState) -> GinMove:
    """Return the discard of the seat on turn, by the careful evaluation."""
    seat, room = state.seat, state.hidden(state.seat).bit_count()
    hand, taken = state.hands[seat], state.known[1 - seat]
    judge = quickest(careful_discard, _DISCARDING_S)
    return CARD_MOVES[CARDS[judge(hand, state.free, unseen_by(state), taken, room)]]


# --- The reasons for a move -----------------------------------------------------------------------


def reason_of(state: GinState, move: GinMove) -> Phrase:
    """Return the reason for a move that was made without a search.

    >>> from suitwise.rummy.gin.game import Gin
    >>> state, _ = Gin().start().rolled(3, 0)
    >>> reason_of(state, MonteCarloGin()(state)).code
    'gin.top-no-gain'
    """
    if move.kind == "big":
        return phrase("gin.all-eleven-meld", "all eleven cards meld")
    if move.kind == "knock":
        return phrase("gin.all-ten-meld", "all ten cards meld")
    return _discard(state, move.card) if move.kind == "card" else _draw(state)


def _compared(found: Race) -> Phrase:
    """Return the points of the knock and of playing on, and the error if it hides the difference."""
    means = found.found.mean(axis=0)
    on = 1 + int(means[1:].argmax())
    told = _brings(found, signed(means[0], 1), signed(means[on], 1))
    lead = found.lead(0 if found.best else on)
    if lead.is_shown:
        return told
    return phrase(
        "gin.as-good",
        "{told}; both are as good, give or take {error}",
        told=told,
        error=f"{lead.margin:.1f}",
    )


def _brings(found: Race, knock: str, on: str) -> Phrase:
    if found.best == 0:
        return phrase(
            "gin.knock-brings",
            "the knock brings {knock} points on average in {deals} likely deals, playing on {on}",
            knock=knock,
            deals=len(found.counts),
            on=on,
        )
    return phrase(
        "gin.playing-on-brings",
        "playing on brings {on} points on average in {deals} likely deals, the knock {knock}",
        on=on,
        deals=len(found.counts),
        knock=knock,
    )


def _discard(state: GinState, card: int) -> Phrase:
    """Return what a discard leaves, and why it beats a discard that would leave less."""
    held, unseen = state.hands[state.seat], unseen_by(state)
    hand = held & ~BITS[card]
    kept, ahead = gin_deadwood(hand), quickest(outlook, OUTLOOK_S)(hand, unseen)
    told = phrase(
        "gin.leaves",
        "it leaves {kept} points, {ahead} to be expected after a draw; {outs} of the cards not seen "
        "would make a new meld",
        kept=kept,
        ahead=f"{ahead / unseen.bit_count():.1f}",
        outs=_outs(hand, unseen),
    )
    other = int(quickest(keeping_least, KEEPING_S)(held, state.free))
    least = gin_deadwood(held & ~BITS[other])
    if least >= kept:
        return told
    second = _outweighed(other, least, (_cost(state, other) - _cost(state, card)) / POINT)
    return phrase("any.then", "{first}; {second}", first=told, second=second)


def _outweighed(card: int, least: int, worse: float) -> Phrase:
    """Return by how much a discard that leaves less deadwood is worse overall."""
    if round(worse, 1) == 0:
        return phrase(
            "gin.would-leave-even",
            "{card} would leave {least}, but is no better by the draws to come and what the other may "
            "meld",
            card=CardText(Card(card)),
            least=least,
        )
    return phrase(
        "gin.would-leave",
        "{card} would leave {least}, but is {worse} worse by the draws to come and what the other "
        "may meld",
        card=CardText(Card(card)),
        least=least,
        worse=f"{worse:.1f}",
    )


def _cost(state: GinState, card: int) -> int:
    """Return the cost of a discard under the careful evaluation, in eighths of a point."""
    seat, room = state.seat, state.hidden(state.seat).bit_count()
    hand, taken = state.hands[seat], state.known[1 - seat]
    judge = quickest(careful_discard_cost, OUTLOOK_S)
    return int(judge(hand, BITS[card], unseen_by(state), taken, room))


def _draw(state: GinState) -> Phrase:
    """Return the reason for a draw: a meld that leaves fewer points, else points and outs together."""
    seat, top = state.seat, state.pile[-1][0]
    hand, unseen, taken = state.hands[seat], unseen_by(state), state.known[1 - seat]
    with_top = hand | BITS[top]
    away, cost = quickest(cheapest, CHEAPEST_S)(with_top, hand, unseen, taken)
    hand_then = with_top & ~away
    kept, now, shown = gin_deadwood(hand_then), gin_deadwood(hand), CardText(Card(top))
    if meldable(with_top) & BITS[top] and kept < now:
        return phrase(
            "gin.top-melds",
            "{top} lies in a meld: with it the hand keeps {kept} points, without it {now}",
            top=shown,
            kept=kept,
            now=now,
        )
    told = phrase(
        "gin.top-or-stock",
        "with {top} the hand keeps {kept} points and {outs} unseen cards would make a meld, without "
        "it {now} and {now_outs}",
        top=shown,
        kept=kept,
        outs=_outs(hand_then, unseen),
        now=now,
        now_outs=_outs(hand, unseen),
    )
    if near(taken) & away:
        told = phrase(
            "gin.top-feeds",
            "{told}, but {card} then goes near a card that the other took, which counts {n}",
            told=told,
            card=CardText(hand_text(away)),
            n=BESIDE_TAKEN // POINT,
        )
    return _gained(told, int(cost_of(hand, unseen) - cost))


def _gained(told: Phrase, gain: int) -> Phrase:
    """Add the gain of taking the top of the pile, given in eighths of a point, and the threshold."""
    if gain <= 0:
        return phrase(
            "gin.top-no-gain", "{told}: counted together no better, so it is left", told=told
        )
    points, least = gain // POINT, PATIENCE // POINT + 1
    if gain > PATIENCE:
        return phrase(
            "gin.top-gains",
            "{told}: counted together {points} better, and {least} is enough",
            told=told,
            points=points,
            least=least,
        )
    return phrase(
        "gin.top-too-little",
        "{told}: counted together {points} better, and below {least} it is left",
        told=told,
        points=points,
        least=least,
    )


def _outs(hand: int, unseen: int) -> int:
    return outs(hand & ~meldable(hand), hand, unseen)


# --- The player by name ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sampling:
    """The options of the Monte Carlo player: its worlds, or its time."""

    worlds: int = 200
    seconds: float = 0.0

    def __post_init__(self) -> None:
        MonteCarloGin(self.worlds, self.seconds)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        own = word(as_seed(seed), stream, 0) << 31 | word(as_seed(seed), stream, 1) >> 1
        return MonteCarloGin(self.worlds, self.seconds, own)
