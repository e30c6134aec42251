"""The checks of information: what a seat observes, and that nothing hidden leaks to it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from suitwise.fields import width
from suitwise.game import Game, State
from suitwise.testing.trial import (
    CUT_OFF,
    STATES_SAMPLED,
    Trial,
    promise,
    same_moves,
    shown,
    some,
    spread,
)

_WORLDS_PLAYED = 4
"""At about how many moments of a game the sampled worlds are played to the end."""
_MOST_WORLDS = 64
"""Among this many worlds one that differs is found, unless it is rare: a fair coin misses 2**-64."""
_MOVES_TOLD = 3
"""About how many moves of a state a seat is told of."""
_STATES_SAMPLED = 8
"""At about how many moments of a game these are sampled."""


@promise
def check_observations(trial: Trial) -> None:
    """Arrays have one shape and finite numbers; equal views have equal arrays.

    In a large game no two states of a few games look alike to a seat, so each state is also held
    against a world that the seat can't tell from it.
    """
    shape = trial.game.start().observe(0).shape
    arrays: dict[tuple[int, str], bytes] = {}
    for state, seat in _looks(trial):
        array = state.observe(seat)
        _check_array(trial, array, shape, f"{shown(state)}, seat {seat}:")
        if arrays.setdefault((seat, state.view(seat)), array.tobytes()) != array.tobytes():
            raise trial.broken(f"seat {seat} sees alike and observes differently in {shown(state)}")


def _looks(trial: Trial) -> Iterator[tuple[State[Any], int]]:
    """Yield every state with every seat that looks at it, and sampled worlds with their seats."""
    seats = range(trial.game.facts.seats)
    for number, (states, _) in enumerate(trial.plays()):
        for state in states:
            yield from ((state, seat) for seat in seats)
        for place, state in enumerate(spread(states, STATES_SAMPLED, number)):
            stream = CUT_OFF * number + place
            yield from ((state.resample(seat, trial.seed, stream), seat) for seat in seats)


@promise
def check_all_observed(trial: Trial) -> None:
    """A game that says itself what is seen where nothing is hidden shows all that is hidden.

    Arrays have one shape and finite numbers, alike for equal states; and a world that a seat can't tell
    from the true one, and that differs from it, is told from it.
    """
    game, start = trial.game, trial.game.start()
    if not _says_all(start):
        return
    shape = start.observe_all().shape
    for number, (states, _) in enumerate(trial.plays()):
        for place, state in enumerate(spread(states, _STATES_SAMPLED, number)):
            seen = state.observe_all()
            _check_array(trial, seen, shape, f"{shown(state)}, with nothing hidden:")
            again = game.parse(str(state)).observe_all()
            trial.require(np.array_equal(seen, again), f"{shown(state)} has two arrays of all")
            for seat in range(game.facts.seats):
                world = state.resample(seat, trial.seed, CUT_OFF * number + place)
                if world != state and np.array_equal(world.observe_all(), seen):
                    raise trial.broken(
                        f"with nothing hidden {shown(world)} is told from {shown(state)} by no number"
                    )


def _says_all(state: State[Any]) -> bool:
    """Whether a game says itself what is seen where nothing is hidden."""
    says = type(state.game).observation_of_all is not Game.observation_of_all
    return says or type(state).observe_all is not State.observe_all


def _check_array(trial: Trial, seen: NDArray[Any], shape: tuple[int, ...], where: str) -> None:
    trial.require(seen.shape == shape, f"{where} the array's shape is {seen.shape}, not {shape}")
    trial.require(seen.dtype == np.float32, f"{where} the array is of {seen.dtype}, not float32")
    trial.require(bool(np.isfinite(seen).all()), f"{where} the array is not finite")


@promise
def check_information(trial: Trial) -> None:
    """No information leaks: worlds that a seat can't tell apart look alike to it.

    From states all over each game a world is sampled for every seat. The seat must see the same
    there, know whose turn it is alike and have the same moves; the world must be a state of the
    game that can be played on; and where something is hidden, some world must differ from the
    truth.
    """
    differs = perfect = trial.game.facts.perfect_information
    seen: dict[str, State[Any]] = {}
    for number, (states, _) in enumerate(trial.plays()):
        sampled = spread(states, STATES_SAMPLED, number)
        played = set(spread(list(range(len(sampled))), _WORLDS_PLAYED))
        for place, state in enumerate(sampled):
            for seat in range(trial.game.facts.seats):
                world = state.resample(seat, trial.seed, CUT_OFF * number + place)
                _check_alike(trial, state, world, seat)
                if world != state:
                    differs = True
                    _check_possible(trial, world, number, play=place in played)
                twin = seen.setdefault(f"{seat} {state.view(seat)}", state)
                if perfect and not world == state == twin:
                    raise trial.broken(
                        f"seat {seat} can't tell {shown(world if world != state else twin)} from "
                        f"{shown(state)}, though information is declared perfect"
                    )
    if not differs and not _some_world_differs(trial):
        raise trial.broken("resampling never changes anything, though information is hidden")


@promise
def check_told(trial: Trial) -> None:
    """What a seat is told of moves is just what it learns by them.

    Of two worlds that look alike to a seat, each after some move, it is told the same if they still look
    alike, but for its own moves, which it knows; and if it is told the same they do look alike. So all
    that it is told from the start tells what it has seen, and no more. A game that tells no moves is
    left alone.
    """
    fields = trial.game.start().game.told_fields()
    if not fields:
        return
    for number, (states, moves) in enumerate(trial.plays()):
        steps = list(zip(states, moves, strict=False))
        for place, (state, move) in enumerate(spread(steps, _STATES_SAMPLED, number)):
            for seat in range(trial.game.facts.seats):
                world = state.resample(seat, trial.seed, CUT_OFF * number + place)
                learned: dict[bytes, str] = {}
                told: dict[str, bytes] = {}
                for at in (state, world):
                    for made in _tried(at, move):
                        rows, view = _told(trial, at, made, seat, width(fields))
                        where = f"{made} in {shown(at)}, seat {seat}"
                        if learned.setdefault(rows, view) != view:
                            raise trial.broken(f"of {where} is told too little")
                        if state.turn != seat and told.setdefault(view, rows) != rows:
                            raise trial.broken(f"of {where} is told what it can't see")


def _tried(state: State[Any], move: Any) -> list[Any]:
    """Return the move that was made, where it is legal, and a few others."""
    legal = state.moves()
    return ([move] if move in legal else []) + spread(some(legal), _MOVES_TOLD)


def _told(trial: Trial, state: State[Any], move: Any, seat: int, size: int) -> tuple[bytes, str]:
    """Return what a seat is told of a move, and what it sees after it."""
    rows, after = state.told(move, seat), state.after(move)
    if rows.dtype != np.float32 or rows.ndim != 2 or rows.shape[1] != size:
        raise trial.broken(f"{move} is told in {rows.dtype} {rows.shape}, not rows of {size}")
    return rows.tobytes(), after.view(seat)


def _some_world_differs(trial: Trial) -> bool:
    """Tell whether any world is not the truth, where one world a state was it each time."""
    return any(
        state.resample(seat, trial.seed, stream) != state
        for states, _ in trial.plays()
        for state in spread(states, _STATES_SAMPLED)
        for seat in range(trial.game.facts.seats)
        for stream in range(_MOST_WORLDS)
    )


def _check_alike(trial: Trial, state: State[Any], world: State[Any], seat: int) -> None:
    if world.view(seat) != state.view(seat):
        raise trial.broken(
            f"seat {seat} sees {world.view(seat)[:100]!r} in a world sampled from {shown(state)}, "
            f"where it sees {state.view(seat)[:100]!r}"
        )
    if (world.turn == seat) != (state.turn == seat):
        raise trial.broken(
            f"seat {seat} can tell {shown(world)} from {shown(state)} by whose turn it is"
        )
    if state.turn == seat and not same_moves(world.moves(), state.moves()):
        raise trial.broken(
            f"the moves of seat {seat} depend on what it can't see in {shown(state)}"
        )


def _check_possible(trial: Trial, world: State[Any], number: int, *, play: bool) -> None:
    what = f"the sampled world {shown(world)}"
    trial.tried(what, partial(trial.game.parse, str(world)))
    if not play:
        return
    try:
        trial.play_on(world, number)
    except Exception as error:
        why = str(error).removeprefix(f"{trial.game}: ")
        raise trial.broken(f"{what} can't be played on: {why}") from error
