"""One game at a time on a compiled record: the very game that ``game.roll`` and the players play.

``stepping.loop`` deals by quick streams of its own. Here chance and the players at random take the
numbers of ``suitwise.seeds`` that they take outside of arrays: chance of game g those of stream
g (seats + 1), the player of seat s those of the stream s + 1 further on. So a game that is played here
is, move by move, the one that its positions give. For that a game says how it does what it does by
these streams (``stepping.own.Own``).

All that is done to a game is one call of one rule, ``go_on``: to call compiled code from Python takes
longer than most moves do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from suitwise.fields import width
from suitwise.foundation.arrays.compiled import machine, rule
from suitwise.foundation.arrays.fitting import fitted
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.seeds import below
from suitwise.stepping.loop import (
    NOBODY,
    NUMBER,
    RANDOM,
    SEED,
    SELF,
    STREAM,
    Batch,
    act_own,
    allow,
    choose,
    deal_own,
    nth_action,
    observe,
    outcome,
    turn,
    wipe,
)

BEGIN, LOOK = -1, -2
"""In place of an action: begin the game of the record's number; do nothing but show it."""
REFUSED = -3
"""In place of the seat on turn: the action is not legal, and nothing was done."""
ON_TURN = -1
"""In place of the seat that is shown: the one on turn."""


@rule
def chance_stream(record: Any, options: Any) -> int:
    """Return the stream of chance in the game of a record; those of the seats' players follow."""
    return int(record[NUMBER]) * (int(options[0]) + 1)


@rule
def clear(numbers: Any) -> None:
    """Write zeros over an array."""
    for place in range(len(numbers)):
        numbers[place] = 0


@rule
def count_legal(allowed: Any) -> int:
    """Return how many actions are legal."""
    legal = 0
    for action in range(len(allowed)):
        legal += int(allowed[action])
    return legal


@rule
def any_action(
    record: Any, options: Any, allowed: Any, seed: int, stream: int, index: int
) -> tuple[int, int]:
    """Return what a seat does that moves as ``players.random`` does, and where its stream is then."""
    place, index = below(count_legal(allowed), seed, stream, index)
    return nth_action(record, options, allowed, place), index


@rule
def go_on(given: Any, record: Any, action: int, shown: int) -> int:
    """Begin a game, play an action or look; the others move until a seat of ``SELF`` is on turn.

    Args:
        given: the variant's numbers; how each seat moves, by the number of a policy or ``SELF``; and the
            arrays that are filled: where the player of each seat stands in its stream, what is seen,
            the mask of the seat on turn, as the last call has left it, what each seat has got once the
            game is over, and no moves at all: nothing is noted.
        record: the game.
        action: the action, ``BEGIN`` or ``LOOK``.
        shown: the seat that is shown, or ``ON_TURN``.

    Returns:
        The seat on turn, ``NOBODY`` when the game is over, or ``REFUSED``.
    """
    options, ways, indices, seen, allowed, returns, moves = given
    stream, seed = chance_stream(record, options), int(record[SEED])
    if action == BEGIN:
        record[STREAM] = 0
        clear(indices)
        wipe(record)
        deal_own(record, options, seed, stream, moves)
    elif action != LOOK and (action >= len(allowed) or allowed[action] == 0):
        return REFUSED
    seat, going = 0, True
    while going:
        if action >= 0:
            act_own(record, options, action, stream, moves)
        clear(allowed)
        seat = turn(record, options)
        going = seat >= 0
        if going:
            allow(record, options, allowed)
            going = ways[seat] != SELF
        if going and ways[seat] == RANDOM:
            action, indices[seat] = any_action(
                record, options, allowed, seed, stream + 1 + seat, indices[seat]
            )
        elif going:
            action = choose(record, options, int(ways[seat]))
    clear(seen)
    viewer = seat if shown == ON_TURN else shown
    if viewer >= 0:
        observe(record, options, viewer, seen)
    if seat < 0:
        for each in range(options[0]):
            returns[each] = outcome(record, options, each)
    return seat


@cache
def single_of(batch: Batch) -> Any:
    """Return ``go_on`` for a variant's game."""
    rules, own = batch.rules, batch.own
    assert own is not None
    parts = {deal_own: own.deal, act_own: own.act, choose: own.choose, turn: rules.turn}
    parts |= {nth_action: own.nth}
    parts |= {outcome: rules.outcome, observe: rules.observe, allow: rules.allow}
    return fitted(go_on, parts)


class Single:
    """A game played on a record.

    Args:
        batch: the game; it says how it goes on by its own streams.
        compiled: whether by machine code, which the first call loads or compiles; plain Python gives the
            same.

    Attributes:
        turn: the seat of ``SELF`` that is on turn, ``NOBODY`` when the game is over.
        seen: float32 (width,), what the seat sees that was shown last; it is written over.
        allowed: int8 (actions,), the mask of the seat on turn; it is written over.
        returns: float64 (seats,), what each seat has got, once the game is over.

    >>> from suitwise.game import load
    >>> from suitwise.rummy.gin.arrays import batch_of
    >>> single = Single(batch_of(load("gin")), compiled=False)
    >>> single.begin(seed=3, number=0, ways=(SELF, SELF)), single.allowed.nonzero()[0].tolist()
    (0, [1, 2])
    >>> single.play(0), single.play(2), single.turn
    (False, True, 1)
    >>> state = load("gin").start().rolled(3, 0)[0].after("pass")
    >>> bool((single.seen == state.observe(1)).all())
    True
    """

    def __init__(self, batch: Batch, *, compiled: bool = True) -> None:
        self._batch, self._compiled, self.turn = batch, compiled, NOBODY
        seats = batch.options[0]
        self._record: NDArray[np.int64] = np.zeros(batch.columns, np.int64)
        self._ways: NDArray[np.int64] = np.zeros(seats, np.int64)
        self._indices: NDArray[np.int64] = np.zeros(seats, np.int64)
        self.seen: NDArray[np.float32] = np.zeros(width(batch.fields), np.float32)
        self.allowed: NDArray[np.int8] = np.zeros(batch.actions, np.int8)
        self.returns: NDArray[np.float64] = np.zeros(seats, np.float64)
        self._make_face()

    def _make_face(self) -> None:
        """Make what copies of the object, or stored ones, lack: the rule, and its arrays in one."""
        going = single_of(self._batch)
        self._go_on = machine(going) if self._compiled else going
        options = np.array(self._batch.options, np.int64)
        noted: NDArray[np.int16] = np.zeros(0, np.int16)
        filled = self._indices, self.seen, self.allowed, self.returns, noted
        self._given = (options, self._ways, *filled)

    def __getstate__(self) -> dict[str, Any]:
        made = ("_go_on", "_given")
        return {name: value for name, value in vars(self).items() if name not in made}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._make_face()

    def begin(self, seed: int, number: int, ways: Sequence[int], shown: int = ON_TURN) -> int:
        """Begin a game; return the seat on turn.

        Args:
            seed: 64-bit seed, as ``seeds.as_seed`` returns it.
            number: the number of the game.
            ways: how each seat moves: the number of a policy, or ``SELF``.
            shown: the seat that is shown, or ``ON_TURN``.
        """
        self._record[SEED], self._record[NUMBER] = seed, number
        self._ways[:] = ways
        self._shown = shown
        self.turn = self._go_on(self._given, self._record, BEGIN, shown)
        return self.turn

    def play(self, action: int) -> bool:
        """Play an action for the seat on turn, then the others'; tell whether it was legal."""
        if not 0 <= action < len(self.allowed):
            return False
        turn = self._go_on(self._given, self._record, action, self._shown)
        if turn == REFUSED:
            return False
        self.turn = turn
        return True

    def seen_by(self, seat: int) -> NDArray[np.float32]:
        """Return what any seat sees, in an array of its own."""
        self._go_on(self._given, self._record, LOOK, seat)
        return self.seen.copy()


def call_of(batch: Batch) -> tuple[Any, ...]:
    """Return arguments such as ``go_on`` is called with for a variant's game."""
    single = Single(batch, compiled=False)
    return single._given, single._record, BEGIN, ON_TURN
