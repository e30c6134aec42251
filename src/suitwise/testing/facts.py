"""Checks of declared facts, of chance, returns and length, and of the odds of sampled worlds."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice
from math import log
from typing import Any, TypeAlias
from zlib import crc32

from suitwise.game import CHANCE, OVER, State, draw, drawn
from suitwise.seeds import SeededSource
from suitwise.testing.trial import (
    CUT_OFF,
    MOST_WEIGHT,
    Trial,
    can_draw,
    is_weight,
    promise,
    shown,
    some,
    spread,
)

_STATES_ROLLED = 2
"""The approximate number of states per game on which ``rolled`` is tested."""
_GAMES_DRAWN_OUT = 8
"""The number of games in which the players avoid the end."""
_MOVES_DRAWN_OUT = 5_000
"""The most moves of such a game."""
_MOST_NUMBERS = 10_000
"""The most move numbers that a check looks at."""


@promise
def check_facts(trial: Trial) -> None:
    """Check the declared facts: seats, the longest game, chance, the numbers of moves."""
    facts = trial.game.facts
    trial.require(facts.seats >= 1, "a game has at least one seat")
    if not facts.lowest_return <= facts.highest_return:
        raise trial.broken("the lowest return is above the highest")
    if len(facts.side_of) != facts.seats:
        raise trial.broken(
            f"sides are declared of {len(facts.side_of)} seats, not of {facts.seats}"
        )
    if facts.distinct_moves is not None:
        _check_numbers(trial, facts.distinct_moves)
    steps = trial.game.stepped
    if steps != trial.game and steps.facts.distinct_moves is None:
        raise trial.broken(f"its steps are moves of {steps}, which have no numbers")
    moved = set()
    for states, moves in trial.plays():
        if facts.longest_game is not None and len(moves) > facts.longest_game:
            raise trial.broken(f"a game is longer than the {facts.longest_game} moves declared")
        for state in states:
            moved.add(state.turn)
            _check_turn(trial, state)
    if facts.chance and CHANCE not in moved:
        raise trial.broken(f"chance is declared, but never moved in {trial.games} games")


def _check_turn(trial: Trial, state: State[Any]) -> None:
    facts = trial.game.facts
    if state.turn not in (CHANCE, OVER) and not 0 <= state.turn < facts.seats:
        raise trial.broken(f"the turn is {state.turn} in {shown(state)}, of {facts.seats} seats")
    if not facts.chance and state.turn == CHANCE:
        raise trial.broken(f"chance moves in {shown(state)}, though it is declared absent")
    if facts.distinct_moves is not None and state.turn >= 0:
        for move in some(state.moves()):
            number = trial.tried(f"the number of {move}", partial(trial.game.move_number, move))
            if not 0 <= number < facts.distinct_moves:
                raise trial.broken(f"the move {move} has number {number} of {facts.distinct_moves}")
            again = trial.game.numbered_move(number)
            if again != move:
                raise trial.broken(f"move number {number} is {again}, but {move} has that number")


def _check_numbers(trial: Trial, count: int) -> None:
    for number in range(min(count, _MOST_NUMBERS)):
        what = f"move number {number} of {count}"
        move = trial.tried(what, partial(trial.game.numbered_move, number))
        again = trial.tried(f"{what}, {move},", partial(trial.game.move_number, move))
        trial.require(again == number, f"{what} is {move}, but that has number {again}")


@promise
def check_chance(trial: Trial) -> None:
    """Check that weights of outcomes are positive integers with a sum of at most 2**31.

    If a game overrides ``State.rolled``, it must also lead to the same state as drawing one by one.
    """
    for number, (states, _) in enumerate(trial.plays()):
        for state in states:
            if state.turn == CHANCE:
                _check_weights(trial, state)
        if type(states[0]).rolled is not State.rolled:
            for state in spread(states, _STATES_ROLLED, number):
                _check_rolled(trial, state)


def _check_weights(trial: Trial, state: State[Any]) -> None:
    weights = {move: state.weight(move) for move in state.moves()}
    for move, weight in weights.items():
        trial.require(is_weight(weight), f"the outcome {move} weighs {weight!r}")
    total = sum(weights.values())
    if total > MOST_WEIGHT:
        raise trial.broken(f"the weights in {shown(state)} sum to {total}, beyond 2**31")


def _check_rolled(trial: Trial, state: State[Any]) -> None:
    """Compare a game's own ``rolled`` with drawing the outcomes one by one."""
    single, index, moves = state, 3, 0
    while single.turn == CHANCE:
        move, index = draw(single, trial.seed, 1, index)
        single, moves = single.after(move), moves + 1
        if moves == CUT_OFF:
            return
    rolled, reached = state.rolled(trial.seed, 1, 3)
    if (str(rolled), reached) != (str(single), index):
        raise trial.broken(
            f"{shown(state)} rolls on to {shown(rolled)} and the place {reached} in the stream, but "
            f"draw by draw to {shown(single)} and {index}"
        )


@promise
def check_draws(trial: Trial) -> None:
    """Check that ``drawn`` and ``draw`` give the same outcome for the same random numbers.

    If a game overrides ``State.chance_move``, it must also agree with the default implementation.
    """
    for number, (states, _) in enumerate(trial.plays()):
        for place, state in enumerate(states):
            if state.turn == CHANCE and can_draw([state.weight(move) for move in state.moves()]):
                _check_drawn(trial, state, number, place)


def _check_drawn(trial: Trial, state: State[Any], stream: int, index: int) -> None:
    outcome, _ = draw(state, trial.seed, stream, index)
    found = f"in {shown(state)} the seeded stream draws {outcome}, "
    other = drawn(state, _OtherSource(trial.seed, stream, index))
    trial.require(other == outcome, f"{found}but a source of the same numbers {other}")
    listed = State.chance_move(state, SeededSource(trial.seed, stream, index))
    trial.require(listed == outcome, f"{found}but from the list of all outcomes {listed}")


class _OtherSource:
    """A source with the numbers of a seeded stream, but of another class than ``SeededSource``."""

    def __init__(self, *stream: int) -> None:
        self._numbers = SeededSource(*stream)

    def below(self, n: int) -> int:
        return self._numbers.below(n)


@promise
def check_returns(trial: Trial) -> None:
    """Check that returns are a number per seat, equal within a side, and in range at the end."""
    for state in trial.states():
        require_returns(trial, state)


def require_returns(trial: Trial, state: State[Any]) -> None:
    """Check the returns of a state against the declared facts."""
    facts, returns = trial.game.facts, state.returns()
    if not isinstance(returns, tuple):
        raise trial.broken(f"{shown(state)} returns a {type(returns).__name__}")
    if len(returns) != facts.seats:
        raise trial.broken(f"{shown(state)} returns {len(returns)} numbers for {facts.seats} seats")
    for value in returns:
        trial.require(math.isfinite(value), f"{shown(state)} returns {value}")
        if state.turn == OVER and not facts.lowest_return <= value <= facts.highest_return:
            raise trial.broken(
                f"{shown(state)} returns {value}, outside "
                f"{facts.lowest_return:g}..{facts.highest_return:g}"
            )
    by_side = set(zip(facts.side_of, returns, strict=True))
    if len(by_side) != len(set(facts.side_of)):
        raise trial.broken(
            f"{shown(state)} returns {returns} to seats of the sides {facts.side_of}"
        )


@promise
def check_end(trial: Trial) -> None:
    """Check that a game ends within its declared length even if the players try to avoid the end.

    In each game the players prefer one kind of move, such as passing, and never make a move that ends
    the game if another is legal. Games of very many moves are stopped after some thousands.
    """
    bound = trial.game.facts.longest_game
    if bound is None:
        raise trial.broken("no longest game is declared; some rule has to end every game")
    for number in range(_GAMES_DRAWN_OUT):
        choose = partial(_drawing_out, taste=f"{trial.seed} {number}")
        steps = islice(trial.steps(trial.game.start(), number, choose), _MOVES_DRAWN_OUT)
        if sum(move is not None for _, move in steps) > bound:
            raise trial.broken(f"a game that is drawn out has more than {bound} moves")


def _drawing_out(state: State[Any], taste: str) -> Any:
    """Return the preferred legal move among those that don't end the game, if there are any."""
    ranked = sorted(some(state.moves()), key=lambda move: crc32(f"{taste} {_kind(move)}".encode()))
    going_on = (move for move in ranked if state.after(move).turn != OVER)
    return next(going_on, ranked[0])


def _kind(move: Any) -> str:
    """Return the word with which a move's text begins; empty if it begins, say, with a card."""
    match = re.match("[a-z]*", str(move))
    return match[0] if match else ""


# --- Odds of sampled worlds -----------------------------------------------------------------------
#
# If a game is small, all its states are enumerated. This gives the exact probabilities of the worlds
# that a seat can't tell apart, and samples are compared with them. In a larger game only the grossest
# fault is looked for: a sampler that always returns the same wrong world.

_MOST_STATES = 1000
"""The most states of a game that are enumerated."""
_MOST_VIEWS = 100
"""The approximate number of views for which worlds are sampled."""
_SAMPLES = 128
"""The worlds sampled for a view; enough to tell a probability of 1/2 from 4/5."""
_UNLIKELY = 25
"""A deviation with a probability below e**-25 is a fault."""
_SAME = 32
"""The worlds sampled at a moment of a larger game. It is a fault if at half of the moments all are equal
and wrong."""
_MOMENTS = 4
"""The approximate number of moments per game."""
_GAMES = 8
"""The number of games needed to judge that."""

Odds: TypeAlias = dict[State[Any], Fraction]
"""States with their probabilities, which need not sum to 1."""


@promise
def check_worlds(trial: Trial) -> None:
    """Check that worlds are sampled with the right probabilities, given what a seat has seen.

    The probability of a world is that of its outcomes of chance; the choices of other seats don't count.
    """
    if trial.game.facts.perfect_information:
        return
    by_view = _worlds_by_view(trial)
    if by_view is None:
        _check_not_fixed(trial)
        return
    for (seat, _), odds in spread(list(by_view.items()), _MOST_VIEWS):
        _check_odds(trial, seat, odds)


# --- Small games: compare with all worlds ---------------------------------------------------------


def _worlds_by_view(trial: Trial) -> dict[tuple[int, str], Odds] | None:
    """Enumerate the game; return the worlds of each seat's views, or None if there are too many."""
    by_view: dict[tuple[int, str], Odds] = {}
    level: Odds = {trial.game.start(): Fraction(1)}
    left = _MOST_STATES
    while level:
        left -= len(level)
        for state, chance in level.items():
            for seat in range(trial.game.facts.seats):
                odds = by_view.setdefault((seat, state.view(seat)), {})
                odds[state] = odds.get(state, Fraction()) + chance
        following: Odds = {}
        for state, chance in _successors(level):
            following[state] = following.get(state, Fraction()) + chance
            if len(following) > left:
                return None
        level = following
    return by_view


def _successors(level: Odds) -> Iterator[tuple[State[Any], Fraction]]:
    """Yield the states after every move from every state; moves of seats have probability 1."""
    for state, chance in level.items():
        legal = state.moves() if state.turn != OVER else ()
        by_chance = state.turn == CHANCE
        total = sum(map(state.weight, legal)) if by_chance else 1
        for move in legal:
            share = Fraction(state.weight(move), total) if by_chance else 1
            yield state.after(move), chance * share


def _check_odds(trial: Trial, seat: int, odds: Odds) -> None:
    """Compare the frequencies of sampled worlds with their probabilities."""
    state = next(iter(odds))
    worlds = (state.resample(seat, trial.seed, stream) for stream in range(_SAMPLES))
    found = Counter(worlds)
    for world in found:
        if world not in odds:
            raise trial.broken(
                f"seat {seat} knows that {shown(world)}, sampled from {shown(state)}, can't be"
            )
    for world, chance in odds.items():
        likely = float(chance / sum(odds.values()))
        if _SAMPLES * divergence(found[world] / _SAMPLES, likely) >= _UNLIKELY:
            raise trial.broken(
                f"of {_SAMPLES} worlds sampled for seat {seat} from {shown(state)}, {found[world]} are "
                f"{shown(world)}, not about {_SAMPLES * likely:.0f}"
            )


def divergence(found: float, likely: float) -> float:
    """Return the Kullback-Leibler divergence of an observed share from a probability.

    The probability that the share of n samples deviates at least so far is at most e**-(n * divergence),
    Chernoff's bound for the tail of a binomial distribution ("A measure of asymptotic efficiency …",
    1952).

    >>> [round(divergence(found, 0.5), 2) for found in (0.5, 0.8, 1)], divergence(1, 1)
    ([0.0, 0.19, 0.69], 0.0)
    """
    parts = ((found, likely), (1 - found, 1 - likely))
    return sum(p * log(p / q) if q else 0.0 for p, q in parts if p)


# --- Large games: look for a sampler that always gives the same world -----------------------------


@dataclass(slots=True)
class _Tally:
    """Counts moments of games.

    Args:
        hiding: the moments at which some sampled world was not the true one.
        fixed: the moments at which all sampled worlds were the same wrong one.
    """

    hiding: int = 0
    fixed: int = 0


def _check_not_fixed(trial: Trial) -> None:
    """Report a sampler that at most moments gives a single world, and not the true one.

    A correct sampler does this too, but rarely: if a world has probability p, all n samples are that
    world while another is true with probability p**n (1 - p), which is less than 1 / n.
    """
    tally = _Tally()
    games = 0
    for number, (states, _) in enumerate(trial.plays()):
        before = tally.hiding
        for state in spread(states, _MOMENTS, number):
            for seat in range(trial.game.facts.seats):
                _look(trial, state, seat, tally)
        games += tally.hiding > before
    if games >= _GAMES and tally.fixed > tally.hiding / 2:
        raise trial.broken(
            f"at {tally.fixed} of {tally.hiding} moments resampling gives the same world again and "
            "again, and not the true one"
        )


def _look(trial: Trial, state: State[Any], seat: int, tally: _Tally) -> None:
    """Sample worlds for a seat at one moment and count it."""
    first = state.resample(seat, trial.seed, 0)
    same = all(state.resample(seat, trial.seed, stream) == first for stream in range(1, _SAME))
    tally.hiding += not same or first != state
    tally.fixed += same and first != state
