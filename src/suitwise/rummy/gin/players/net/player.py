"""The trained player of gin rummy: it takes the option that a network finds best, at once.

It sees no more than its seat: its own hand, the pile and who laid what, and the cards that were taken
from it. It has learnt single deals of ten points to knock with and 25 for gin and for an undercut;
where these are others it plays by the rules of thumb. It never lets gin pass, and does not look at the
score of a match.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.quick import quickest
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.rummy.deeds import deed
from suitwise.rummy.gin.moves import (
    BIG_GIN,
    CARD_MOVES,
    KNOCK_MOVES,
    PASS,
    PILE,
    STOCK,
    GinMove,
)
from suitwise.rummy.gin.players.net.network import (
    DISCARDING,
    DRAWING,
    SIXTEEN_POINTS,
    networks,
)
from suitwise.rummy.gin.players.net.options import (
    KNOCK,
    MOST_ON,
    MOST_OPTIONS,
    TAKE,
    TO_DISCARD,
    TO_DRAW,
    UPCARD,
    UPCARD_LEFT,
    see_turn,
)
from suitwise.rummy.gin.players.reasons import reason
from suitwise.rummy.gin.players.rule_based import GinPlayer
from suitwise.rummy.gin.rules.melds import BITS, card_at, gin_deadwood, keeping_least
from suitwise.rummy.gin.state import GinState
from suitwise.rummy.gin.variant import GinVariant

LEARNT = 10, 25, 25
"""The points to knock with, for gin and for an undercut that it has learnt."""
_STEPS = {"first": UPCARD, "second": UPCARD_LEFT, "draw": TO_DRAW, "discard": TO_DISCARD}
_SEEING_S = 0.005
"""The seconds of ``see_turn`` as plain Python."""


class Question(NamedTuple):
    """What a network is asked in a position.

    Args:
        network: which one, ``discarding`` or ``drawing``.
        turn: the inputs of the turn that are on.
        options: the moves.
        seen: the inputs of each that are on.
    """

    network: str
    turn: list[int]
    options: list[GinMove]
    seen: list[list[int]]

    def worth(self) -> NDArray[np.float64]:
        """Return what each option is worth, in points, up to what all have in common."""
        found = networks()[self.network].worth(self.turn, self.seen)
        return found * (16 / SIXTEEN_POINTS)


@dataclass(frozen=True, slots=True)
class Trained:
    """Does what a network finds best that learnt from the game's own play; the same in the same place.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.gin.game import Gin
    >>> record = play(Gin().start(), Trained(), seed=1)
    >>> record.moves[21:25]  # after the deal
    ('pass', 'pass', 'H3', 'H9')
    """

    def __call__(self, state: State[Any]) -> GinMove:
        """Return a move; the state is one of gin rummy in which a seat is on turn.

        Raises:
            SuitwiseError: it is one of another game, or no seat is on turn.
        """
        here = on_turn(state, GinState, "gin rummy")
        if not is_learnt(here):
            return GinPlayer()(here)
        sure = sure_move(here)
        if sure is not None:
            return sure
        asked = question_in(here)
        return asked.options[int(asked.worth().argmax())]

    def advice(self, state: GinState) -> Advice:
        """Return a move with its reason: by how much the network finds it better than the next."""
        move = self(state)
        if not is_learnt(state):
            return Advice(move, reason(GinPlayer(), state, move))
        if sure_move(state) is not None:
            return Advice(move, _all_melds(move))
        return Advice(move, _why_best(question_in(state), state))


def is_learnt(state: GinState) -> bool:
    """Tell whether the player has learnt the variant that is played."""
    return _is_learnt(state.variant)


def _is_learnt(variant: GinVariant) -> bool:
    return (variant.knock, variant.gin, variant.undercut) == LEARNT


def strongest(variant: GinVariant) -> str:
    """Return the strongest player of a variant: this one where it has learnt it, else ``mc``.

    >>> strongest(GinVariant()), strongest(GinVariant(undercut=10))
    ('net', 'mc')
    """
    return "net" if _is_learnt(variant) else "mc"


def sure_move(state: GinState) -> GinMove | None:
    """Return big gin, or the knock that makes gin, where it may be made.

    Args:
        state: a position in which a seat is on turn.
    """
    if state.phase != "discard":
        return None
    if BIG_GIN in state.moves():
        return BIG_GIN
    card = keeping_least(state.hands[state.seat], state.free)
    return _knock(state, card) if gin_deadwood(_without(state, card)) == 0 else None


def question_in(state: GinState) -> Question:
    """Return what is asked in a position.

    Args:
        state: a position in which a seat is on turn.

    >>> from suitwise.rummy.gin.game import Gin
    >>> state, _ = Gin().start().rolled(3, 0)
    >>> asked = question_in(state)
    >>> asked.network, [str(move) for move in asked.options]
    ('drawing', ['pile', 'pass'])
    """
    on, starts = np.zeros(MOST_ON, np.int64), np.zeros(MOST_OPTIONS + 1, np.int64)
    places = np.zeros(MOST_OPTIONS, np.int64)
    number = quickest(see_turn, _SEEING_S)(sight_in(state), on, starts, places)
    inputs, ends = on.tolist(), starts.tolist()
    return Question(
        DISCARDING if state.phase == "discard" else DRAWING,
        inputs[: ends[0]],
        [_move(state, place) for place in places[:number].tolist()],
        [inputs[ends[at] : ends[at + 1]] for at in range(number)],
    )


def sight_in(state: GinState) -> NDArray[np.int64]:
    """Return what the seat on turn sees, as ``options`` reads it."""
    seat, other = state.seat, 1 - state.seat
    columns = (
        state.hands[seat],
        state.free,
        state.known[seat],
        state.known[other],
        state.pile_bits(seat),
        state.pile_bits(other),
        state.pile_bits(),
        BITS[state.pile[-1][0]] if state.pile else 0,
        _STEPS[state.phase],
        int(seat == state.dealer),
        state.variant.knock,
    )
    return np.array(columns, np.int64)


def _move(state: GinState, place: int) -> GinMove:
    if place == TAKE:
        return PILE
    if place == KNOCK:
        return _knock(state, keeping_least(state.hands[state.seat], state.free))
    if state.phase == "discard":
        return CARD_MOVES[card_at(place)]
    return STOCK if state.phase == "draw" else PASS


def _knock(state: GinState, card: int) -> GinMove:
    return state.parse_move(str(KNOCK_MOVES[card]))


def _without(state: GinState, card: int) -> int:
    return state.hands[state.seat] & ~BITS[card]


def _all_melds(move: GinMove) -> Phrase:
    if move == BIG_GIN:
        return phrase("gin.all-eleven-meld", "all eleven cards meld")
    return phrase("gin.all-ten-meld", "all ten cards meld")


def _why_best(asked: Question, state: GinState) -> Phrase:
    """Say by how much the best option leads the next."""
    worth = asked.worth()
    best, other = (-worth).argsort(kind="stable")[:2].tolist()  # as argmax: the first of equals
    top = state.pile[-1][0] if state.pile else -1
    return phrase(
        "gin.net-leads",
        "{lead} points more than {other}, by what the network has learnt",
        lead=f"{worth[best] - worth[other]:.1f}",
        other=deed(asked.options[other], top)[1],
    )
