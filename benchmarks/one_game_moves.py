"""Moves a second of one game at a time: what ``benchmarks.one_game`` runs as a process of its own.

It asks the contract alone and stands on its own, so it measures another check-out as well:
``python one_game_moves.py GAME WAY SECONDS`` prints moves and deals a second of its processor's time.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

Played = tuple[int, int]
"""Moves counted, games that ended."""


def _state(name: str) -> Iterator[Played]:
    """Ask a state for its observation and its legal moves and go on by one; count the seats' moves."""
    from suitwise.game import CHANCE, OVER, load, roll

    start, rng = load(name).start(), random.Random(1)
    for stream in range(sys.maxsize):
        (state, index), count = roll(start, 1, stream), 0
        while state.turn != OVER:
            state.observe(state.turn)
            state = state.followed_by(_any(state.moves(), rng))
            count += 1
            if state.turn == CHANCE:
                state, index = roll(state, 1, stream, index)
        yield count, 1


def _any(moves: Any, rng: random.Random) -> Any:
    """Return a random one of some moves, listed where there are few, as the rival lists its own."""
    from suitwise.game import move_at

    if len(moves) > 1000:
        return move_at(moves, rng.randrange(len(moves)))
    return rng.choice(list(moves))


def _legal(mask: Any, rng: random.Random) -> int:
    """Return a random legal action; the spaces of Gymnasium take longer for one than a step does."""
    legal = mask.nonzero()[0]
    return int(legal[rng.randrange(len(legal))])


def _played(player: str, name: str) -> Iterator[Played]:
    """Play games by a named player at all seats, as the arena does; count chance's moves, too."""
    from suitwise.game import load, play
    from suitwise.players.named import named

    game = load(name)
    who = named(player, game)
    for stream in range(sys.maxsize):
        record = play(game.start(), who.seated(1, stream), 1, stream)
        yield len(record.moves), 1


def _seat(name: str) -> Iterator[Played]:
    """Step the Gymnasium environment; a step is an action and the replies of the others."""
    from suitwise.envs.seat import SeatEnv
    from suitwise.foundation.arrays.cost_dispatch import nothing_plain

    env, rng = SeatEnv(name), random.Random(1)
    with (
        nothing_plain()
    ):  # as in a long run, which loads machine code when it has gone on for a while
        _, info = env.reset(seed=1)
    while True:
        action = _legal(info["action_mask"], rng)
        _, _, terminated, truncated, info = env.step(action)
        if over := terminated or truncated:
            _, info = env.reset()
        yield 1, int(over)


def _table(name: str) -> Iterator[Played]:
    """Step the PettingZoo table; a step is one seat's action."""
    from suitwise.envs.table import raw_env
    from suitwise.foundation.arrays.cost_dispatch import nothing_plain

    table, rng = raw_env(name), random.Random(1)
    with nothing_plain():
        table.reset(seed=1)
    while True:
        seen, _, terminated, truncated, _ = table.last()
        over = terminated or truncated
        mask = None if over else seen["action_mask"]
        table.step(None if over else _legal(mask, rng))
        ended = not table.agents
        if ended:
            table.reset()
        yield int(not over), int(ended)


def _open_spiel(name: str) -> Iterator[Played]:
    """Play a game of OpenSpiel at random, with the tensor of who is to act; count the decisions."""
    game = import_module("pyspiel").load_game(name)
    rng = random.Random(1)
    while True:
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, odds)[0])
            else:
                state.observation_tensor(state.current_player())
                state.apply_action(rng.choice(state.legal_actions()))
                count += 1
        yield count, 1


def _played_by(player: str) -> Callable[[str], Iterator[Played]]:
    return lambda name: _played(player, name)


WAYS: dict[str, Callable[[str], Iterator[Played]]] = {
    "state": _state,
    "random": _played_by("random"),
    "rules": _played_by("rules"),
    "solver": _played_by("solver"),
    "seat": _seat,
    "table": _table,
    "openspiel": _open_spiel,
}
"""The ways to go through games, by the word that names them on the command line."""


def rates(name: str, way: str, seconds: float) -> tuple[float, float]:
    """Return moves and games a second of processor time, after a third as long that doesn't count.

    Args:
        name: the game's text.
        way: one of ``WAYS``.
        seconds: how long to play.

    >>> moves, games = rates("stacks", "state", 0.01)
    >>> moves > games > 0
    True
    """
    going = WAYS[way](name)
    _counted(going, seconds / 3)
    moves, games, took = _counted(going, seconds)
    return moves / took, games / took


def _counted(going: Iterator[Played], seconds: float) -> tuple[int, int, float]:
    """Play for a time; return moves, games and the processor's time, whose clock is slow to ask."""
    until, start = time.perf_counter() + seconds, time.process_time()
    moves = games = 0
    while time.perf_counter() < until:
        count, ended = next(going)
        moves, games = moves + count, games + ended
    return moves, games, time.process_time() - start


if __name__ == "__main__":
    print(*rates(sys.argv[1], sys.argv[2], float(sys.argv[3])))
