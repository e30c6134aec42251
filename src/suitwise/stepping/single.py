"""One game at a time on a compiled record: the very game that ``game.roll`` and the players play.

``stepping.loop`` deals by quick streams of its own. Here chance and the players at random take the
numbers of ``suitwise.seeds`` that they take outside of arrays: chance of game g those of stream
g (seats + 1), the player of seat s those of the stream s + 1 further on. So a game that is played here
is, move by move, the one that its positions give. For that a game says how it does what it does by
these streams (``stepping.loop.Own``). A player at random counts the legal moves by their numbers: those
of a position of such a game stand in that order.

All that is done to a game is one call of one rule, ``go_on``: to call compiled code from Python takes
longer than most moves do.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.fitting import fitted
from suitwise.seeds import below
from suitwise.stepping.loop import (
    RANDOM,
    SEED,
    SELF,
    STREAM,
    Batch,
    act,
    allow,
    chance_stream,
    choose,
    deal,
    observe,
    outcome,
    turn,
)

BEGIN, LOOK = -1, -2
"""In place of an action: begin the game of the record's number; do nothing but show it."""
REFUSED = -3
"""In place of the seat on turn: the action is not legal, and nothing was done."""
ON_TURN = -1
"""In place of the seat that is shown: the one on turn."""


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
def legal_action(allowed: Any, place: int) -> int:
    """Return a legal action by its place among them.

    >>> legal_action([0, 1, 0, 1], 1)
    3
    """
    for action in range(len(allowed)):
        if allowed[action] != 0:
            if place == 0:
                return action
            place -= 1
    return -1


@rule
def any_action(record: Any, options: Any, seat: int, indices: Any, allowed: Any) -> int:
    """Return what a seat does that moves as ``players.random`` does."""
    stream = chance_stream(record, options) + 1 + seat
    legal, index = count_legal(allowed), int(indices[seat])
    place, indices[seat] = below(legal, int(record[SEED]), stream, index)
    return legal_action(allowed, place)


@rule
def go_on(given: Any, record: Any, action: int, shown: int) -> int:
    """Begin a game, play an action or look; the others move until a seat of ``SELF`` is on turn.

    Args:
        given: the variant's numbers; how each seat moves, by the number of a policy or ``SELF``; and the
            arrays that are filled: where the player of each seat stands in its stream, what is seen,
            the mask of the seat on turn, as the last call has left it, and what each seat has got once
            the game is over.
        record: the game.
        action: the action, ``BEGIN`` or ``LOOK``.
        shown: the seat that is shown, or ``ON_TURN``.

    Returns:
        The seat on turn, ``NOBODY`` when the game is over, or ``REFUSED``.
    """
    options, ways, indices, seen, allowed, returns = given
    if action == BEGIN:
        record[STREAM] = 0
        clear(indices)
        deal(record, options, int(record[SEED]), chance_stream(record, options))
    elif action != LOOK and (action >= len(allowed) or allowed[action] == 0):
        return REFUSED
    seat, going = 0, True
    while going:
        if action >= 0:
            act(record, options, action)
        clear(allowed)
        seat = turn(record, options)
        going = seat >= 0
        if going:
            allow(record, options, allowed)
            going = ways[seat] != SELF
        if going and ways[seat] == RANDOM:
            action = any_action(record, options, seat, indices, allowed)
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
    parts = {deal: own.deal, act: own.act, choose: own.choose, turn: rules.turn}
    parts |= {outcome: rules.outcome, observe: rules.observe, allow: rules.allow}
    return fitted(go_on, parts)
