"""Players who stick to a whim, so that games come where random ones don't: to the rare and to extremes.

A whim prefers moves by their first letter and by their last, of cards the suit and the rank: so one
suit is held back to the end, or high cards are played first. All seats may share it, each have its own,
or one seat want the opposite of the others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import islice
from random import Random
from typing import Any

from suitwise.game import CHANCE, OVER, State, draw
from suitwise.testing.trial import CUT_OFF, Trial, can_draw

_WAYS = 4
_MOST_WEIGHED = 256
"""Among how many moves a whim chooses, where there are more."""


class Whims:
    """What the seats prefer in one game.

    Args:
        trial: the game on trial.
        number: the number of the game; every fourth has whims of the same kind.

    >>> from suitwise.testing import Kuhn
    >>> whims = Whims(Trial(Kuhn()), 1)
    >>> whims.choice(0, ("p", "b")) in ("p", "b")
    True
    """

    def __init__(self, trial: Trial, number: int) -> None:
        self._random = Random(f"{trial.seed} {number}")
        self._way, self._odd = number % _WAYS, self._random.randrange(trial.game.facts.seats or 1)
        self._first = self._random.random() < 0.5
        self._weights: dict[tuple[int, int, str], float] = {}

    def choice(self, seat: int, moves: Collection[Any]) -> Any:
        """Return the move that a seat prefers."""
        return max(
            islice(iter(moves), _MOST_WEIGHED), key=lambda move: self._liking(seat, str(move))
        )

    def _liking(self, seat: int, text: str) -> tuple[float, ...]:
        who = seat if self._way == 1 else 0
        likings = [self._weight(who, place, text[place]) for place in (0, -1)]
        if self._way == 2 and seat == self._odd:
            likings = [-liking for liking in likings]
        if self._way == 3:  # the other letter is chosen at random each time
            likings[self._first] = self._random.random()
        return (likings[0], likings[1]) if self._first else (likings[1], likings[0])

    def _weight(self, who: int, place: int, letter: str) -> float:
        key = who, place, letter
        if key not in self._weights:
            self._weights[key] = self._random.random()
        return self._weights[key]


def stubborn_plays(trial: Trial, games: int) -> Iterator[tuple[list[State[Any]], list[Any]]]:
    """Yield games of stubborn players: their states from the start on, and their moves."""
    for number in range(games):
        yield _played(trial, number)


def _played(trial: Trial, number: int) -> tuple[list[State[Any]], list[Any]]:
    whims, index, state = Whims(trial, number), 0, trial.game.start()
    states, moves = [state], []
    for _ in range(trial.game.facts.longest_game or CUT_OFF):
        legal = state.moves() if state.turn != OVER else ()
        if len(legal) == 0:
            break
        if state.turn == CHANCE and can_draw([state.weight(move) for move in legal]):
            move, index = draw(state, trial.seed, number, index)
        else:
            move = whims.choice(max(state.turn, 0), legal)
        state = state.after(move)
        trial.moved()
        states.append(state)
        moves.append(move)
    return states, moves
