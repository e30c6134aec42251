"""Players in the seats of a game, whoever lets them play: in matches and for data sets."""

from __future__ import annotations

import time
import traceback
from collections.abc import Sequence
from itertools import islice
from math import inf
from pathlib import Path
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.game import Chooser, Record, State, play
from suitwise.players.named import Named
from suitwise.seeds import as_seed

_LONGEST_REASON = 200


def players_seed(seed: int, use: str) -> int:
    """Return the seed of what players draw.

    It is another than that which deals, so that what they draw says nothing of the deal, and another
    for each use of a seed.

    Args:
        seed: the 64-bit seed that deals.
        use: what they play for, 8 letters at most.

    >>> players_seed(0, "players") == players_seed(0, "selfplay")
    False
    """
    return as_seed(seed) ^ int.from_bytes(use.encode("ascii"), "big")


class Sitting:
    """The players of one game in their seats.

    Args:
        players: the player of each seat.
        seed: 64-bit seed of what they draw.
        streams: for each seat the stream of what its player draws.
        timed: whether decisions are timed.
        limit: after how many seconds a move is late, and who moves then; None for never.

    >>> from suitwise.game import load
    >>> from suitwise.players.named import named
    >>> gin = load("gin")
    >>> sitting = Sitting([named("greedy", gin), named("random", gin)], seed=1, streams=(0, 1))
    >>> sitting.played(gin.start(), seed=1, stream=0).returns[0] > 0
    True
    """

    def __init__(
        self,
        players: Sequence[Named],
        seed: int,
        streams: Sequence[int],
        *,
        timed: bool = False,
        limit: tuple[float, Named] | None = None,
    ) -> None:
        self.players = players
        self._seed, self._streams, self._timed, self._limit = seed, streams, timed, limit
        self.late: list[list[int]] = [[] for _ in players]
        """For each seat the numbers of its decisions that were late, from 0."""
        self.seat: int | None = None
        """The seat whose player has moved last, or is about to; None before."""
        self.thinks = False
        """Whether that player is at work now, at a move or at taking its seat."""
        self.seconds: list[list[float]] = [[] for _ in players]
        """For each seat how long it thought whenever it had a choice, where decisions are timed."""

    def played(self, start: State[Any], seed: int, stream: int) -> Record:
        """Play the game, chance drawn from a stream of a seed, and return its record."""
        seats = range(len(self.players))
        choosers = [self._seated(seat) for seat in seats]
        most, others = self._stand_ins()
        decisions = [0 for _ in seats]
        self.seat = None

        def choose(state: State[Any]) -> Any:
            self.seat, self.thinks = state.turn, True
            since = time.perf_counter()
            chosen = choosers[state.turn](state)
            took = time.perf_counter() - since
            seat, number = state.turn, decisions[state.turn]
            decisions[seat] += 1
            if took > most:
                self.late[seat].append(number)
                chosen = others[seat](state)
            move = state.read_move(chosen)
            self.thinks = False
            if self._timed and _has_choice(state):
                self.seconds[state.turn].append(took)
            return move

        return play(start, choose, seed, stream)

    def _stand_ins(self) -> tuple[float, list[Chooser]]:
        """Return after how many seconds a move is late, and who moves then in each seat."""
        if self._limit is None:
            return inf, []
        most, player = self._limit
        seed = players_seed(self._seed, "late")
        return most, [player.seated(seed, stream) for stream in self._streams]

    def _seated(self, seat: int) -> Chooser:
        self.seat, self.thinks = seat, True
        chooser = self.players[seat].seated(self._seed, self._streams[seat])
        self.thinks = False
        return chooser


def _has_choice(state: State[Any]) -> bool:
    return next(islice(state.moves(), 1, None), None) is not None


def reason_of(error: Exception, *, placed: bool = False) -> str:
    """Return the reason of an error in one short line.

    Args:
        error: what was raised.
        placed: whether file and line are told, where the error is not of this package.

    >>> reason_of(KeyError("no idea")), reason_of(SuitwiseError("there is no\\nsuch move"))
    ("KeyError: 'no idea'", 'there is no such move')
    """
    text = " ".join(str(error).split())[:_LONGEST_REASON]
    if isinstance(error, SuitwiseError) and text:
        return text
    frames = traceback.extract_tb(error.__traceback__) if placed else []
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {text}{place}"
