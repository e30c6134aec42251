"""Hands of Indian rummy and what they came to, for ``learn.indian_net``.

Deals of two seats are played by players that draw some of their moves by chance. Each hand that a seat
kept after a discard is noted, and each with which it drew from the stock, as the inputs of the network
that values it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from suitwise.game import State, play
from suitwise.players.turns import on_turn
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.players.inputs import INPUTS, Sight
from suitwise.rummy.indian.players.net import Nets, worth_of_moves
from suitwise.rummy.indian.players.rule_based import (
    IndianPlayer,
    declaration_of,
    expected_points,
    price_of_drop,
)
from suitwise.rummy.indian.rules import CARD_MOVES, DROP, PILE, STOCK, IndianMove
from suitwise.rummy.indian.state import IndianState

KINDS = "kept", "drawing"
"""The networks."""
KIND, AHEAD, INPUTS_AT = range(3)
"""The columns of a hand: the index of its network; how many hands later the same seat's next one stands,
0 for none; and its inputs, padded with INPUTS."""
WIDTH = 40
"""The most inputs that a hand turns on."""
TRACE = 0.6
"""How much of what a hand learns comes from after the seat's next hand."""

GAME = Indian()
Rows: TypeAlias = NDArray[np.uint16]
Hands: TypeAlias = tuple[Rows, NDArray[np.int16]]
"""Hands, a row each, and the points that they came to."""
Noted: TypeAlias = tuple[int, int, list[int]]
"""A hand that was played: its seat, the index of its network, and the inputs that it turns on."""
Explorer: TypeAlias = Callable[[IndianState, list[Noted]], IndianMove]
Explorers: TypeAlias = Callable[[np.random.Generator], Explorer]


# --- Players that explore -------------------------------------------------------------------------


def rule_based(chance: np.random.Generator) -> Explorer:
    """Return a rule-based player with weights drawn by chance, which draws some of its moves."""
    base = IndianPlayer(
        card=chance.choice([2.0, 4.0, 6.0]),
        out=chance.choice([0.3, 0.5, 0.8]),
        danger=chance.choice([0.0, 1.0, 3.0]),
        patience=chance.choice([2.0, 6.0, 9.0, 14.0]),
        hopeless=inf,
    )
    drops, heat = chance.random() < 0.5, chance.choice([0.0, 1.0, 3.0])

    def move(state: IndianState, noted: list[Noted]) -> IndianMove:
        if state.phase == "discard":
            return discarded(state, lambda: less(base.discard_costs(state)), noted, heat, chance)
        if drops and expected_points(state) < -price_of_drop(state):
            return DROP
        made = base(state)
        if state.is_top_free and chance.random() < 0.05 * heat:
            made = PILE if chance.random() < 0.5 else STOCK
        return drawn(state, made, noted)

    return move


def less(costs: dict[int, float]) -> dict[IndianMove, float]:
    """Return discards by their values, given their costs."""
    return {CARD_MOVES[card]: -cost for card, cost in costs.items()}


def discarded(
    state: IndianState,
    values: Callable[[], dict[IndianMove, float]],
    noted: list[Noted],
    heat: float,
    chance: np.random.Generator,
) -> IndianMove:
    """Return a declaration if there is one, else a discard by its value; the hand kept is noted."""
    declares = declaration_of(state, compiled=True)
    if declares is not None:
        return declares
    move = hottest(values(), heat, chance)
    hand, known = state.hands[state.seat], state.known[state.seat]
    noted.append((state.seat, 0, Sight(state).kept(hand, known, move.card)))
    return move


def hottest(
    values: dict[IndianMove, float], heat: float, chance: np.random.Generator
) -> IndianMove:
    """Return the move of greatest value after noise: the hotter, the more by chance."""
    noise = dict(zip(values, chance.gumbel(size=len(values)) * heat, strict=True))
    return max(values, key=lambda move: values[move] + noise[move])


def drawn(state: IndianState, made: IndianMove, noted: list[Noted]) -> IndianMove:
    """Return a draw; one from the stock is noted."""
    if made == STOCK:
        noted.append((state.seat, 1, Sight(state).drawing()))
    return made


def trained(nets: Nets) -> Explorers:
    """Return what makes players with these networks, which draw some of their moves by chance."""

    def explorer(chance: np.random.Generator) -> Explorer:
        heat, drops = chance.choice([0.0, 0.7, 2.0]), chance.random() < 0.5

        def move(state: IndianState, noted: list[Noted]) -> IndianMove:
            if state.phase == "discard":
                return discarded(state, lambda: worth_of_moves(state, nets), noted, heat, chance)
            worth = worth_of_moves(state, nets)
            if drops and max(worth, key=worth.__getitem__) == DROP:
                return DROP
            del worth[DROP]
            return drawn(state, hottest(worth, heat, chance), noted)

        return move

    return explorer


# --- Deals ----------------------------------------------------------------------------------------


def explored(count: int, seed: int, first: int, explorer: Explorers) -> Hands:
    """Return the hands of some deals, and what they came to.

    Args:
        count: the number of deals.
        seed: 64-bit seed.
        first: the number of the first deal.
        explorer: makes the player of a seat.
    """
    rows: list[NDArray[np.uint16]] = []
    points: list[float] = []
    for number in range(first, first + count):
        chance = np.random.default_rng([seed, number])
        noted, returns = _played(explorer(chance), explorer(chance), seed, number)
        rows.append(_as_rows(noted))
        points += [returns[seat] for seat, _, _ in noted]
    return np.concatenate(rows), np.array(points, np.int16)


def _played(
    one: Explorer, other: Explorer, seed: int, number: int
) -> tuple[list[Noted], tuple[float, ...]]:
    """Play a deal; return the hands noted in it, and its returns."""
    noted: list[Noted] = []
    seats = one, other

    def move(state: State[Any]) -> IndianMove:
        here = on_turn(state, IndianState, "Indian rummy")
        return seats[here.seat](here, noted)

    return noted, play(GAME.start(), move, seed, number).returns


def _as_rows(noted: list[Noted]) -> NDArray[np.uint16]:
    rows = np.full((len(noted), INPUTS_AT + WIDTH), INPUTS, np.uint16)
    latest: dict[int, int] = {}
    for at, (seat, kind, inputs) in enumerate(noted):
        rows[at, KIND], rows[at, AHEAD] = kind, 0
        rows[at, INPUTS_AT : INPUTS_AT + len(inputs)] = inputs
        if seat in latest:
            rows[latest[seat], AHEAD] = at - latest[seat]
        latest[seat] = at
    return rows


# --- What hands are to learn ----------------------------------------------------------------------
#
# How a deal ends depends on much that is yet to come. So a hand learns less from the end than from what
# the networks make of the same seat's next hand, and that hand in turn: these are the lambda-returns of
# R. S. Sutton ("Learning to Predict by the Methods of Temporal Differences", 1988).


def targets(
    found: NDArray[np.float32], rows: Rows, ends: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return what hands are to learn: of the seat's next hand its value, and its target for the rest.

    Args:
        found: what the networks make of the hands.
        rows: the hands.
        ends: what they came to.
    """
    learns = ends.copy()
    for at in np.flatnonzero(rows[:, AHEAD])[::-1].tolist():
        following = at + int(rows[at, AHEAD])
        learns[at] = (1 - TRACE) * found[following] + TRACE * learns[following]
    return learns
