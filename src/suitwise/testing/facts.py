"""The checks of what a game declares: its facts, the odds of its chance, its returns."""

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
"""About the number of states of a game rolled on."""
_GAMES_DRAWN_OUT = 8
"""The number of drawn-out games,"""
_MOVES_DRAWN_OUT = 5_000
"""and for how many moves each."""
_MOST_NUMBERS = 10_000
"""The most numbered moves a check looks at."""


@promise
def check_facts(trial: Trial) -> None:
    """Declared facts hold: seats, the longest game, chance, the numbering of moves."""
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
    """Outcomes of chance have positive whole weights, whose sum can be drawn from exactly.

    And a state with a way of its own to roll on comes to where its outcomes lead when they are drawn
    one by one.
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
    """Hold a state's own way to roll on, from some place in the stream, against single draws."""
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
    """A source of numbers draws what a seeded stream of the same numbers does.

    And a state with a way of its own to draw an outcome gives the one that the list of all gives.
    """
    for number, (states, _) in enumerate(trial.plays()):
        for place, state in enumerate(states):
            if state.turn == CHANCE and can_draw([state.weight(move) for move in state.moves()]):
                _check_drawn(trial, state, number, place)


def _check_drawn(trial: Trial, state: State[Any], stream: int, index: int) -> None:
    outcome, _ = draw(state, trial.seed, stream, index)
    told = f"in {shown(state)} the seeded stream draws {outcome}, "
    replayed = drawn(state, _Replayed(trial.seed, stream, index))
    trial.require(replayed == outcome, f"{told}but a source of the same numbers {replayed}")
    listed = State.chance_move(state, SeededSource(trial.seed, stream, index))
    trial.require(listed == outcome, f"{told}but from the list of all outcomes {listed}")


class _Replayed:
    """A source of numbers, of which a game can't know that they are those of a stream."""

    def __init__(self, *stream: int) -> None:
        self._numbers = SeededSource(*stream)

    def below(self, n: int) -> int:
        return self._numbers.below(n)


@promise
def check_returns(trial: Trial) -> None:
    """Returns are a number a seat, within the declared range at the end, equal within a side."""
    for state in trial.states():
        hold_returns(trial, state)


def hold_returns(trial: Trial, state: State[Any]) -> None:
    """Hold a state's returns against the facts."""
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
    """A game declares how long it can be, and ends within that though its players try not to end it.

    In each game they keep to one kind of move where they can, and end nothing where they need not: in
    one they always pass, in another always take what lies there and never show what they have. Games of
    very many moves are left after some thousands.
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
    """Return the legal move whose kind is liked best, if there is one that does not end the game."""
    liked = sorted(some(state.moves()), key=lambda move: crc32(f"{taste} {_kind(move)}".encode()))
    going_on = (move for move in liked if state.after(move).turn != OVER)
    return next(going_on, liked[0])


def _kind(move: Any) -> str:
    """Return the word that a move's text begins with; none where it begins with a card, say."""
    found = re.match("[a-z]*", str(move))
    return found[0] if found else ""


# --- Odds of sampled worlds -----------------------------------------------------------------------
#
# Where a game is small enough to be played through in all ways, every world that a seat can't tell
# from another is known with its odds, and the samples are held against them. In a larger game only
# the plainest fault is looked for: a sampler that always gives the same world, and not the true one.

_MOST_STATES = 1000
"""A game of more states than this is not played through in all ways."""
_MOST_VIEWS = 100
"""Of about how many views worlds are sampled, where there are more."""
_SAMPLES = 128
"""Of each view; enough to tell a world that comes half the time from one that comes four fifths."""
_UNLIKELY = 25
"""Odds of e**-25 are no accident."""
_SAME = 32
"""Half the moments or more with this many equal worlds, none the true one, are no accident either."""
_MOMENTS = 4
_GAMES = 8
"""The number of games needed to be sure of that."""

Odds: TypeAlias = dict[State[Any], Fraction]


@promise
def check_worlds(trial: Trial) -> None:
    """Sampled worlds come as often as they are likely, given what a seat has seen.

    Each way to a world counts by the chance of its outcomes of chance; what the others chose to play
    counts for nothing.
    """
    if trial.game.facts.perfect_information:
        return
    known = _worlds_by_view(trial)
    if known is None:
        _check_not_fixed(trial)
        return
    for (seat, _), odds in spread(list(known.items()), _MOST_VIEWS):
        _check_odds(trial, seat, odds)


# --- A small game: all its worlds -----------------------------------------------------------------


def _worlds_by_view(trial: Trial) -> dict[tuple[int, str], Odds] | None:
    """Return the worlds of every view of every seat with their odds; None if they are too many."""
    known: dict[tuple[int, str], Odds] = {}
    level: Odds = {trial.game.start(): Fraction(1)}
    left = _MOST_STATES
    while level:
        left -= len(level)
        for state, chance in level.items():
            for seat in range(trial.game.facts.seats):
                odds = known.setdefault((seat, state.view(seat)), {})
                odds[state] = odds.get(state, Fraction()) + chance
        following: Odds = {}
        for state, chance in _moved_on(level):
            following[state] = following.get(state, Fraction()) + chance
            if len(following) > left:
                return None
        level = following
    return known


def _moved_on(level: Odds) -> Iterator[tuple[State[Any], Fraction]]:
    for state, chance in level.items():
        legal = state.moves() if state.turn != OVER else ()
        by_chance = state.turn == CHANCE
        total = sum(map(state.weight, legal)) if by_chance else 1
        for move in legal:
            share = Fraction(state.weight(move), total) if by_chance else 1
            yield state.after(move), chance * share


def _check_odds(trial: Trial, seat: int, odds: Odds) -> None:
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
    """Return how far a share is from the likely one: n samples have such a share by e**-(n times it).

    H. Chernoff, "A measure of asymptotic efficiency …" (1952), the bound of a binomial tail.

    >>> [round(divergence(found, 0.5), 2) for found in (0.5, 0.8, 1)], divergence(1, 1)
    ([0.0, 0.19, 0.69], 0.0)
    """
    parts = ((found, likely), (1 - found, 1 - likely))
    return sum(part * log(part / whole) if whole else 0.0 for part, whole in parts if part)


# --- A large one: any but the same ----------------------------------------------------------------


@dataclass(slots=True)
class _Tally:
    """At how many moments worlds were not all the truth, and at how many all one other world."""

    hiding: int = 0
    fixed: int = 0


def _check_not_fixed(trial: Trial) -> None:
    """Refuse a sampler that gives one world only, at most moments, and not the true one.

    That happens to a sound one too: if a world comes with probability p, all of n samples are that
    world while another is true with p**n (1 - p), which is less than 1 / n.
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
    first = state.resample(seat, trial.seed, 0)
    same = all(state.resample(seat, trial.seed, stream) == first for stream in range(1, _SAME))
    tally.hiding += not same or first != state
    tally.fixed += same and first != state
