"""The trained player of Indian rummy for two seats.

A network says what a hand is worth: the points that its seat wins or loses in the deal, on average.
There are two: ``kept`` values thirteen cards after the seat has discarded, ``drawing`` values thirteen
cards before it draws from the stock. So the player discards what leaves the hand of greatest value. It
takes the top of the pile if the hand that it then keeps is worth more than a draw from the stock, and
drops a hand that is worth less than a drop costs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.networks import Network, network_in
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.rummy.indian.players.inputs import Sight
from suitwise.rummy.indian.players.rule_based import (
    IndianPlayer,
    declaration_of,
    price_of_drop,
    reason,
)
from suitwise.rummy.indian.rules import CARD_MOVES, DROP, PILE, STOCK, IndianMove, IndianVariant
from suitwise.rummy.indian.state import IndianState
from suitwise.rummy.rules.cards import Cards, plus

# --- The networks ---------------------------------------------------------------------------------

Nets: TypeAlias = Mapping[str, Network]
"""The networks ``kept`` and ``drawing`` by name."""
KEPT, DRAWING = "kept", "drawing"
FILE = "weights.npz"
"""The file of the weights in this package, trained by ``learn/indian_net.py``."""
POINT = 1 << 26
"""The fixed-point output for a point: weights are in 1024ths, an output sums products of three of them,
and its unit is 16 points."""
TRAINED_ON = IndianVariant()
"""The variant of the training deals."""


@cache
def networks() -> Nets:
    """Return the networks by name.

    >>> networks()["kept"].second.shape
    (32, 12)
    """
    return {kind: network_in(__package__, FILE, kind) for kind in (KEPT, DRAWING)}


def worth_of_moves(state: IndianState, nets: Nets) -> dict[IndianMove, float]:
    """Return what the moves that are weighed are worth to the seat on turn, in points.

    Declarations are not weighed, nor discards of cards that are melded at every stage, nor a top of the
    pile that is near no card of the hand.

    Args:
        state: a position in which a seat is on turn.
        nets: the networks.

    >>> from suitwise.rummy.indian.game import Indian
    >>> state, _ = Indian().start().rolled(3, 0)
    >>> [str(move) for move in worth_of_moves(state, networks())]
    ['stock', 'pile', 'drop']
    """
    sight, hand, known = Sight(state), state.hands[state.seat], state.known[state.seat]
    if state.phase == "discard":
        kept = _worth_kept(sight, hand, known, state.taken, nets)
        return {CARD_MOVES[card]: worth for card, worth in kept.items()}
    worth = {STOCK: float(nets[DRAWING].worth([], [sight.drawing()])[0]) / POINT}
    top = state.pile[-1][0] if state.is_top_free else -1
    if top >= 0 and sight.may_help(top):
        worth[PILE] = max(_worth_kept(sight, plus(hand, top), plus(known, top), top, nets).values())
    return {**worth, DROP: -float(price_of_drop(state))}


def _worth_kept(
    sight: Sight, hand: Cards, known: Cards, taken: int, nets: Nets
) -> dict[int, float]:
    """Return what fourteen cards are worth without each discard that is weighed."""
    cards = sight.loose(hand, taken)
    worth = nets[KEPT].worth([], [sight.kept(hand, known, card) for card in cards]) / POINT
    return dict(zip(cards, worth.tolist(), strict=True))


# --- The player -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trained:
    """Plays the move after which networks value the hand highest; deterministic, without search.

    It plays for two with the usual jokers and penalties, and declares as soon as it can.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.indian.game import Indian
    >>> record = play(Indian().start(), Trained(), seed=1)
    >>> record.moves[28:31]  # after the deal
    ('stock', 'HQ', 'DQ')
    """

    def __call__(self, state: State[Any]) -> IndianMove:
        """Return a move; the state is one of Indian rummy in which a seat is on turn.

        Raises:
            SuitwiseError: the state is one of another game or variant, or no seat is on turn.
        """
        return chosen(trained_on(on_turn(state, IndianState, "Indian rummy")), networks())

    def advice(self, state: IndianState) -> Advice:
        """Return a move and why, in the words of ``rules``; a drop tells what playing on would lose."""
        move = self(state)
        if move == DROP:
            return Advice(move, _why_dropped(state))
        return Advice(move, reason(IndianPlayer(), state, move))


def chosen(state: IndianState, nets: Nets) -> IndianMove:
    """Return a declaration if there is one, else the move that is worth most."""
    declares = declaration_of(state, compiled=True) if state.phase == "discard" else None
    if declares is not None:
        return declares
    worth = worth_of_moves(state, nets)
    return max(worth, key=worth.__getitem__)


def _why_dropped(state: IndianState) -> Phrase:
    """Return what the networks expect of playing on, and what a drop costs."""
    worth = worth_of_moves(state, networks())
    on = max(points for move, points in worth.items() if move != DROP)
    return phrase(
        "indian13.net-drops",
        "to play on loses {lost} points on average with a hand like this one; to drop costs {price}",
        lost=f"{-on:.1f}",
        price=price_of_drop(state),
    )


def trained_on(state: IndianState) -> IndianState:
    """Return a position after checking that the player was trained on its variant.

    Raises:
        SuitwiseError: it was not.
    """
    if not is_trained_on(state.variant):
        seats, jokers, drop, middle, cap = _what_matters(TRAINED_ON)
        raise SuitwiseError(
            f"net plays Indian rummy with {seats} seats, {jokers} jokers, drops at {drop} and {middle} "
            f"and a cap of {cap}; in other variants expected plays"
        )
    return state


def is_trained_on(game: IndianVariant) -> bool:
    """Return whether the player was trained on a variant.

    How long a deal may last does not matter, nor whether the pile is turned over.

    >>> is_trained_on(IndianVariant(draws=100)), is_trained_on(IndianVariant(seats=3))
    (True, False)
    """
    return _what_matters(game) == _what_matters(TRAINED_ON)


def strongest(game: IndianVariant) -> str:
    """Return the name of the strongest player of a variant: ``net`` if trained on it, else ``expected``.

    >>> strongest(IndianVariant()), strongest(IndianVariant(seats=3))
    ('net', 'expected')
    """
    return "net" if is_trained_on(game) else "expected"


def _what_matters(game: IndianVariant) -> tuple[int, ...]:
    return game.seats, game.jokers, game.drop, game.middle, game.cap
