"""The games of rows as positions: what a person looks at while games are stepped in arrays.

A record keeps what the rules need and forgets the rest, such as earlier plays, so no position can be
read from it. ``Followed`` keeps the learner's actions of each game under way. Asked for a position, it
plays the game once more from its deal, by the same kernels in plain Python, a move at a time:

* The learner's moves are known.
* A move of another seat is the action that changes the record in the same way.
* A card that chance dealt is the one after which all seats see in it what they do of the record.

So following costs little more than the actions kept, until somebody looks. Where a game's records forget
nothing, they are read as they are, and nothing is kept.
"""

from __future__ import annotations

from typing import Any

from suitwise.fields import width
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.game import CHANCE, State
from suitwise.stepping import loop
from suitwise.stepping.steps import Steps, options_with_room


class Followed:
    """Steps games and tells their positions.

    Args:
        steps: the games, which from now on are stepped and begun anew by this object alone; their batch
            has a ``reading``.

    >>> from suitwise.rummy.gin.game import Gin
    >>> from suitwise.rummy.gin.arrays import batch_of
    >>> followed = Followed(Steps(batch_of(Gin()), 2, others="greedy"))
    >>> followed.reset(seed=7)
    >>> followed.step(np.array([1, 2]))
    >>> [followed.position(row).turn for row in range(2)]
    [0, 0]
    """

    def __init__(self, steps: Steps) -> None:
        assert steps.batch.reading is not None
        self._steps, self._reading = steps, steps.batch.reading
        # The actions of all steps from ``_first`` on, and for each row the first step of its game.
        self._actions: list[NDArray[np.int64]] = []
        self._first = 0
        self._since: NDArray[np.int64] = np.zeros(steps.count, np.int64)
        self._courses: dict[int, _Course] = {}

    def reset(self, seed: Any = None, mask: NDArray[np.bool_] | None = None) -> None:
        """Begin games anew, as ``Steps.reset`` does."""
        self._steps.reset(seed, mask)
        self._begun(np.ones(self._steps.count, np.bool_) if mask is None else mask)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Play an action in each game, as ``Steps.step`` does."""
        numbers = self._steps.numbers.copy()
        self._steps.step(actions)
        if not self._reading.is_whole:
            self._actions.append(np.array(actions, np.int64))
        self._begun(self._steps.numbers != numbers)

    def position(self, row: int) -> State[Any]:
        """Return the position of a row's game.

        Of a game that an illegal action has ended it is the position in which that was chosen.
        """
        if self._reading.is_whole:
            return self._reading.dealt(self._steps.records[row])
        course = self._courses.get(row)
        if course is None:
            course = self._courses[row] = _Course(self._steps, row)
        for actions in self._actions[self._since[row] - self._first + course.plies :]:
            course.play(int(actions[row]))
        assert course.is_at(self._steps.records[row]), f"row {row} is not followed"
        return course.state

    def _begun(self, rows: NDArray[np.bool_]) -> None:
        """Begin to follow the new games of some rows, and forget actions that no game needs."""
        self._since[rows] = self._first + len(self._actions)
        for row in np.flatnonzero(rows).tolist():
            self._courses.pop(row, None)
        spare = int(self._since.min()) - self._first
        del self._actions[:spare]
        self._first += spare


class _Course:
    """One game, played once more from its deal on a record and as positions.

    Attributes:
        plies: the number of the learner's actions so far.
        state: the position.
    """

    def __init__(self, steps: Steps, row: int) -> None:
        batch = steps.batch
        assert batch.reading is not None
        self._batch, self._reading, self._rules = batch, batch.reading, batch.rules
        # The kernels work in the room after the options, as in a thread of the loop.
        self._options = options_with_room(batch)
        self._run = steps.run
        number, seed = (int(steps.records[row, column]) for column in (loop.NUMBER, loop.SEED))
        self._record: NDArray[np.int64] = np.zeros(batch.columns, np.int64)
        self._record[loop.NUMBER], self._record[loop.SEED] = number, seed
        self._record[loop.STREAM] = loop.opened(seed, 2 * number + 1)
        self._rules.deal(self._record, self._options, seed, number)
        self.plies, self.state = 0, self._reading.dealt(self._record)
        self._let_others_move()

    def is_at(self, record: NDArray[np.int64]) -> bool:
        """Return whether a record is at the same point of the same game."""
        return _is_same(self._record, record)

    def play(self, action: int) -> None:
        """Play an action of the learner, then the others' moves; an illegal one changes nothing."""
        self.plies += 1
        if self._rules.is_legal(self._record, self._options, action):
            before = self._record.copy()
            self._rules.act(self._record, self._options, action)
            self._follow(before, action)
            self._let_others_move()

    def _let_others_move(self) -> None:
        """Let the policies move, as ``loop.settle`` does, one move at a time."""
        seats, first = self._options[0], loop.first_learner(self._record, self._options, self._run)
        while (seat := self._rules.turn(self._record, self._options)) >= 0:
            way = self._run[loop.WAYS + (seat - first) % seats]
            if way == loop.SELF:
                return
            before = self._record.copy()
            self._rules.play_other(self._record, self._options, way)
            self._follow(before)

    def _follow(self, before: NDArray[np.int64], action: int | None = None) -> None:
        """Make the move in the position that led from a record to the present one."""
        if self._reading.made is not None:
            move = self._reading.made(self.state, before, self._record)
        else:
            number = self._action_after(before) if action is None else action
            move = self._batch.game.numbered_move(number)
        state = self.state.after(move)
        self.state = self._after_chance(state) if state.turn == CHANCE else state

    def _action_after(self, before: NDArray[np.int64]) -> int:
        """Return the action that led from a record to the present one.

        A policy may draw random numbers before chance does. So each number of the stream is tried as the
        one that chance begins with.
        """
        allowed: NDArray[np.int8] = np.zeros(self._batch.actions, np.int8)
        self._rules.allow(before, self._options, allowed)
        stream, last = int(before[loop.STREAM]), int(self._record[loop.STREAM])
        while True:
            for action in np.flatnonzero(allowed).tolist():
                tried = before.copy()
                tried[loop.STREAM] = stream
                self._rules.act(tried, self._options, action)
                if _is_same(tried, self._record):
                    return int(action)
            assert stream != last, f"{self._batch.game}: no action does what a policy did"
            stream = loop.moved(stream)

    def _after_chance(self, state: State[Any]) -> State[Any]:
        """Return the position after the move of chance that the record shows."""
        shown = [self._seen_by(seat) for seat in range(self._options[0])]
        for move in state.moves():
            after = state.after(move)
            seen = (after.observe(seat).ravel() for seat in range(len(shown)))
            if all(map(np.array_equal, seen, shown)):
                return after
        raise AssertionError(f"{self._batch.game}: no move of chance is what the record shows")

    def _seen_by(self, seat: int) -> NDArray[np.float32]:
        seen: NDArray[np.float32] = np.zeros(width(self._batch.fields), np.float32)
        self._rules.observe(self._record, self._options, seat, seen)
        return seen


def _is_same(one: NDArray[np.int64], other: NDArray[np.int64]) -> bool:
    """Return whether two records are the same position with the same random numbers to come."""
    return bool(
        one[loop.STREAM] == other[loop.STREAM] and (one[loop.HEAD :] == other[loop.HEAD :]).all()
    )
