"""The checks of what a game declares: its facts, the odds of its chance, its returns."""

from __future__ import annotations

import math
import re
from functools import partial
from itertools import islice
from typing import Any
from zlib import crc32

from suitwise.game import CHANCE, OVER, State, draw, drawn
from suitwise.seeds import SeededSource
from suitwise.testing.samples import some, spread
from suitwise.testing.trial import CUT_OFF, MOST_WEIGHT, Trial, can_draw, is_weight, promise, shown

_STATES_ROLLED = 2
"""About how many states of a game are rolled on."""
_GAMES_DRAWN_OUT = 8
"""How many games are drawn out,"""
_MOVES_DRAWN_OUT = 5_000
"""and for how many moves each."""
_MOST_NUMBERS = 10_000
"""How many numbered moves a check looks at, where there are more."""


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
