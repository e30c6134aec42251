"""Kuhn poker as compiled rules: a thousand games stepped side by side, and held against the game itself.

A game of your own is stepped in arrays once it gives these eight rules; docs/foundation.md says what
each is asked. The bets of a game are a number in base two after a leading 1: 6 is a bet and a pass.

    python examples/kuhn_in_arrays.py
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.stepping.loop import HEAD, NOBODY, STREAM, Batch, Rules
from suitwise.stepping.steps import Steps
from suitwise.stepping.streams import drawn, opened
from suitwise.testing import Kuhn

# Columns of the game's own: the card of each seat, and the bets.
CARDS, LINE, COLUMNS = HEAD, HEAD + 2, HEAD + 3
# By the bets: whose turn it is, what the winner gets from the loser, and how many bets there are.
TURNS = (0, 0, 1, 1, NOBODY, 0, NOBODY, NOBODY, 0, 0, NOBODY, NOBODY)
STAKES = (0, 0, 0, 0, 1, 0, 1, 2, 0, 0, 1, 2)
BETS = (0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3)
BET_PASS, PASS_BET_PASS = 6, 10


@rule
def deal(record: Any, options: Any, seed: int, number: int) -> None:
    """Deal a card to each seat, from the game's own stream of the seed."""
    record[CARDS], stream = drawn(3, opened(seed, 2 * number))
    ahead, stream = drawn(2, stream)
    record[CARDS + 1] = (record[CARDS] + 1 + ahead) % 3
    record[LINE] = 1


@rule
def turn(record: Any, options: Any) -> int:
    """Return the seat on turn."""
    return TURNS[record[LINE]]


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    """Return whether the action is a pass, 0, or a bet, 1."""
    return 0 <= action <= 1


@rule
def act(record: Any, options: Any, action: int) -> None:
    """Pass or bet."""
    record[LINE] = 2 * record[LINE] + action


@rule
def play_other(record: Any, options: Any, policy: int) -> None:
    """Let the seat on turn pass or bet at random."""
    action, record[STREAM] = drawn(2, record[STREAM])
    act(record, options, action)


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return what a seat has won: who bets and is not called wins, else the higher card."""
    line = record[LINE]
    first_wins = record[CARDS] > record[CARDS + 1]
    if line == BET_PASS:
        first_wins = True
    elif line == PASS_BET_PASS:
        first_wins = False
    return float(STAKES[line]) if first_wins == (seat == 0) else -float(STAKES[line])


@rule
def observe(record: Any, options: Any, seat: int, seen: Any) -> None:
    """Tell a seat its card, the other's once it is shown, and the bets."""
    line = record[LINE]
    seen[record[CARDS + seat]], seen[12] = 1, 2
    if STAKES[line] > 0 and line != BET_PASS and line != PASS_BET_PASS:
        seen[3 + record[CARDS + 1 - seat]] = 1
    for bet in range(BETS[line]):
        seen[6 + 2 * bet + (line >> (BETS[line] - 1 - bet) & 1)] = 1


@rule
def allow(record: Any, options: Any, allowed: Any) -> None:
    """Allow a pass and a bet."""
    allowed[0], allowed[1] = 1, 1


KUHN = Batch(
    game=Kuhn(),
    columns=COLUMNS,
    options=(2,),
    actions=2,
    fields=Kuhn().observation_fields(),
    lowest=-2.0,
    rules=Rules(deal, turn, is_legal, act, play_other, outcome, observe, allow),
    text_of="pb".__getitem__,
)


def main() -> None:
    """Play a thousand games at random; print three, and whether all are those of the game."""
    steps = Steps(KUHN, 1000, seed=7, others="self", autoreset="none")
    for _ in range(3):  # no game is longer
        steps.step(steps.sample())
    ends = [Kuhn().parse(text_of(record)) for record in steps.records]
    for end, returns in zip(ends[:3], steps.returns.tolist(), strict=False):
        print(f"{end} {returns}")
    returns = [list(end.returns()) for end in ends]
    seen = [end.observe(seat) for end, seat in zip(ends, steps.seats, strict=True)]
    same = steps.returns.tolist() == returns and (steps.observations == seen).all()
    print(f"{len(ends)} games, {'all' if same else 'not all'} as the game itself has them")


def text_of(record: Any) -> str:
    """Return a record as the text of a position."""
    line = bin(record[LINE])[3:].replace("0", "p").replace("1", "b")
    return "JQK"[record[CARDS]] + "JQK"[record[CARDS + 1]] + f":{line}"


if __name__ == "__main__":
    main()
