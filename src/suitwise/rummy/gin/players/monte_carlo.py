"""The Monte Carlo player of gin rummy: it knocks or plays on by expected points.

If it may knock it samples *worlds*: a hand that the other seat's play makes likely (``likely_hands``), a
habit of the other seat, to knock as soon as it can or to wait for gin, and an order of the stock. A
knock scores its points in each world. Playing on scores the points at the end of a playout in which the
playout policy plays both seats (``playouts``).

All other discards follow the careful evaluation of hands, and draws the playout policy (``evaluation``);
both count outs. ``reason_of`` puts the figures behind a move into words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

from suitwise.cards import Card
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.quick import quickest
from suitwise.foundation.text.phrases import CardText, Phrase, phrase, signed
from suitwise.foundation.values import Clock
from suitwise.game import Chooser, Game, State
from suitwise.players.turns import is_clear, on_turn
from suitwise.rummy.gin.moves import BIG_GIN, CARD_MOVES, KNOCK_MOVES, PASS, PILE, STOCK, GinMove
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
from suitwise.rummy.gin.players.playouts import Option, options_of, stream_of, weighed
from suitwise.rummy.gin.players.rule_based import unseen_by
from suitwise.rummy.gin.rules import (
    BITS,
    CARDS,
    KEEPING_S,
    OUTLOOK_S,
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
_HASH = 56
"""The bits of a decision's stream; the number of the lot lies above them."""
_DISCARDING_S = 0.02
"""The seconds that ``careful_discard`` takes in plain Python."""


class Judged(NamedTuple):
    """A move, and if a knock was evaluated the figures by which the move was chosen.

    Args:
        move: the move.
        options: the evaluated moves: the knock, then each discard once for each of
            ``playouts.HABITS``; empty if nothing was evaluated.
        found: the points of each in each world, array (worlds, options).

    >>> from suitwise.rummy.gin.game import Gin
    >>> judged = MonteCarloGin().judged(Gin().start().rolled(3, 0)[0])
    >>> str(judged.move), judged.options, judged.found
    ('pass', (), None)
    """

    move: GinMove
    options: tuple[GinMove, ...] = ()
    found: NDArray[np.int32] | None = None


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
        if not 1 <= self.worlds <= MOST_WORLDS:
            raise SuitwiseError(f"1 to {MOST_WORLDS:,} worlds are drawn, not {self.worlds}")
        if not self.seconds >= 0:
            raise SuitwiseError(f"the time for a move is 0 seconds or more, not {self.seconds}")
        as_seed(self.seed)

    def __call__(self, state: State[Any]) -> GinMove:
        """Return a move; the state is one of gin rummy in which a seat is on turn."""
        return self.judged(on_turn(state, GinState, "gin rummy")).move

    def judged(self, state: GinState) -> Judged:
        """Return a move, with its figures if a knock was evaluated.

        Args:
            state: a position in which a seat is on turn; only what the seat sees is used.
        """
        clock = Clock(self.seconds)
        if state.phase != "discard":
            return Judged(drawn(state))
        moves = state.moves()
        if BIG_GIN in moves:
            return Judged(BIG_GIN)
        knocks = bits_of(move.card for move in moves if move.kind == "knock")
        return self._knock_or_not(state, knocks, clock) if knocks else Judged(discarded(state))

    def _knock_or_not(self, state: GinState, knocks: int, clock: Clock) -> Judged:
        """Compare the best knock with two discards: the careful one, and the card of the knock."""
        hand = state.hands[state.seat]
        card = quickest(keeping_least, KEEPING_S)(hand, knocks)
        knock = state.parse_move(str(KNOCK_MOVES[card]))
        if gin_deadwood(hand & ~BITS[card]) == 0:
            return Judged(knock)
        on = dict.fromkeys((discarded(state), CARD_MOVES[card]))
        options = options_of((knock, *on))
        moves = tuple(option.move for option in options)
        found = self._found(state, options, clock)
        return Judged(moves[int(found.sum(axis=0).argmax())], moves, found)

    def _found(self, state: GinState, options: Sequence[Option], clock: Clock) -> NDArray[np.int32]:
        """Return the points of options in all worlds, or in as many as there is time for."""
        stream, moves = stream_of(state), [option.move for option in options]
        found: list[NDArray[np.int32]] = []
        for number, count in enumerate(clock.lots(self.worlds)):
            found.append(weighed(state, options, count, self.seed, stream ^ number << _HASH))
            if is_clear(_by_move(moves, np.concatenate(found))):
                break
        return np.concatenate(found)


def _by_move(moves: Sequence[GinMove], found: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the points of moves in each world, each with the habit that is better on average."""
    best = {moves[at]: at for at in found.sum(axis=0).argsort().tolist()}
    return found[:, list(best.values())]


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

_INTERVAL = 1.96
"""Half the width of a 95 % confidence interval, in standard errors."""


def reason_of(state: GinState, judged: Judged) -> Phrase:
    """Return the reason for a move in words, by the figures that it was chosen by.

    >>> from suitwise.rummy.gin.game import Gin
    >>> state, _ = Gin().start().rolled(3, 0)
    >>> reason_of(state, MonteCarloGin().judged(state)).code
    'gin.top-no-gain'
    """
    if judged.found is not None:
        return _weighed(judged)
    if judged.move.kind == "big":
        return phrase("gin.all-eleven-meld", "all eleven cards meld")
    if judged.move.kind == "knock":
        return phrase("gin.all-ten-meld", "all ten cards meld")
    return _discard(state, judged.move.card) if judged.move.kind == "card" else _draw(state)


def _weighed(judged: Judged) -> Phrase:
    """Return the points of the knock and of playing on, and the error if it hides the difference."""
    assert judged.found is not None
    worth = judged.found.mean(axis=0)
    lead = judged.found[:, 0] - judged.found[:, 1 + int(worth[1:].argmax())]
    error = _INTERVAL * float(lead.std()) / sqrt(len(lead))
    told = _compared(judged, signed(worth[0], 1), signed(worth[1:].max(), 1))
    if abs(float(lead.mean())) > error:
        return told
    return phrase(
        "gin.as-good",
        "{told}; both are as good, give or take {error}",
        told=told,
        error=f"{error:.1f}",
    )


def _compared(judged: Judged, knock: str, on: str) -> Phrase:
    assert judged.found is not None
    if judged.move == judged.options[0]:
        return phrase(
            "gin.knock-brings",
            "the knock brings {knock} points on average in {deals} likely deals, playing on {on}",
            knock=knock,
            deals=len(judged.found),
            on=on,
        )
    return phrase(
        "gin.playing-on-brings",
        "playing on brings {on} points on average in {deals} likely deals, the knock {knock}",
        on=on,
        deals=len(judged.found),
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
