"""A race under the rules of ``stepping.loop``: small, with chance, hidden cards and two to four seats.

Each seat holds a hidden number 0..7 that chance dealt. In turn each adds 1, 2 or 3 to the count, 3 only
if its number is odd; who comes to 10 or more wins. It has no State: its truth is below, in plain Python.
"""

from __future__ import annotations

from typing import Any

from suitwise.fields import Field
from suitwise.foundation.arrays.compiled import rule
from suitwise.stepping.loop import HEAD, NOBODY, STREAM, Batch, Rules, drawn, opened
from suitwise.testing import Kuhn

COUNT, TURN, NUMBERS, COLUMNS = HEAD, HEAD + 1, HEAD + 2, HEAD + 6  # numbers of up to four seats
GOAL = 10


@rule
def deal(record: Any, options: Any, seed: int, number: int) -> None:
    stream = opened(seed, 2 * number)
    record[COUNT], record[TURN] = 0, number % options[0]
    for seat in range(options[0]):
        record[NUMBERS + seat], stream = drawn(8, stream)


@rule
def turn(record: Any, options: Any) -> int:
    return NOBODY if record[COUNT] >= options[1] else int(record[TURN])


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    return 0 <= action <= 1 or (action == 2 and record[NUMBERS + record[TURN]] & 1 == 1)


@rule
def act(record: Any, options: Any, action: int) -> None:
    record[COUNT] += action + 1
    record[TURN] = (record[TURN] + 1) % options[0]


@rule
def play_other(record: Any, options: Any, policy: int) -> None:
    ways = 2 + (record[NUMBERS + record[TURN]] & 1)
    if policy == 0:
        action, record[STREAM] = drawn(ways, record[STREAM])
    else:
        action = ways - 1
    act(record, options, action)


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    if record[COUNT] < options[1]:
        return 0.0
    return 1.0 if (seat + 1) % options[0] == record[TURN] else -1.0


@rule
def observe(record: Any, options: Any, seat: int, seen: Any) -> None:
    seen[0] = record[COUNT]
    seen[1 + record[NUMBERS + seat]] = 1


@rule
def allow(record: Any, options: Any, allowed: Any) -> None:
    for action in range(3):
        if is_legal(record, options, action):
            allowed[action] = 1


FIELDS = (Field("count", 1, "the count", 0, GOAL + 2), Field("number", 8, "one's own number"))


def race(goal: int = GOAL, seats: int = 2) -> Batch:
    """Return the race to a goal, of up to four seats; to 0 it is over before it begins."""
    rules = Rules(deal, turn, is_legal, act, play_other, outcome, observe, allow)
    return Batch(
        Kuhn(), COLUMNS, (seats, goal), 3, FIELDS, -1.0, rules, str, policies=("random", "rules")
    )


@rule
def act_twice(record: Any, options: Any, action: int) -> None:
    """The same race in steps of double length."""
    record[COUNT] += 2 * (action + 1)
    record[TURN] = (record[TURN] + 1) % options[0]


def fast_race(policies: tuple[str, ...] = ("random",)) -> Batch:
    """Return a race in which each step counts double; its loop differs from the other's by ``act``."""
    rules = Rules(deal, turn, is_legal, act_twice, play_other, outcome, observe, allow)
    return Batch(Kuhn(), COLUMNS, (2, GOAL), 3, FIELDS, -1.0, rules, str, policies)
