"""Playthroughs: one random game written out in full, kept and compared, so that any change shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice, zip_longest
from typing import Any

from suitwise.errors import NotationError
from suitwise.game import CHANCE, OVER, Game, State, load
from suitwise.testing.trial import Trial

_MOST_MOVES_SHOWN = 40
_FIRST = re.compile(r"playthrough of (.+), seed ([0-9]{1,20})")


def playthrough(game: Game[Any], seed: int) -> str:
    """Play one random game and write down everything that a player of it could see.

    The same game and seed give the same text on every machine; kept in a file and compared, it
    makes every change of behaviour visible in a review.

    >>> from suitwise.testing.kuhn import Kuhn
    >>> print(playthrough(Kuhn(), 1).splitlines()[0])
    playthrough of kuhn, seed 1
    """
    states, moves = next(Trial(game, games=1, seed=seed).plays())
    facts = game.facts
    lines = [
        f"playthrough of {game}, seed {seed}",
        f"seats {facts.seats}, distinct moves {facts.distinct_moves}, "
        f"longest game {facts.longest_game}, returns {facts.lowest_return:g} to "
        f"{facts.highest_return:g}, chance {_yes(facts.chance)}, "
        f"perfect information {_yes(facts.perfect_information)}",
    ]
    for number, state in enumerate(states):
        lines += ["", f"[{number}] {state}", *_seen(state)]
        if number < len(moves):
            lines.append(f"  plays {moves[number]}")
    return "\n".join(line.rstrip() for line in lines) + "\n"


def check_playthrough(text: str) -> str | None:
    """Play a kept playthrough again by its first line, and compare.

    Returns:
        None if every line is the same, else a sentence with the first line that differs.

    Raises:
        NotationError: the first line is not ``playthrough of VARIANT, seed S``.
    """
    kept = text.splitlines()
    first = _FIRST.fullmatch(kept[0] if kept else "")
    if first is None:
        raise NotationError("the first line is 'playthrough of VARIANT, seed S'", line=1)
    try:
        game = load(first[1])
    except NotationError as error:
        raise NotationError(error.reason, line=1) from None
    now = playthrough(game, int(first[2])).splitlines()
    for number, (old, new) in enumerate(zip_longest(kept, now), 1):
        if old != new:
            return f"line {number}: kept is {_quoted(old)}, played now {_quoted(new)}"
    return None


def _quoted(line: str | None) -> str:
    return "nothing" if line is None else ascii(line if len(line) <= 200 else line[:197] + "...")


def _seen(state: State[Any]) -> Iterator[str]:
    turn = {CHANCE: "chance", OVER: "over"}.get(state.turn, f"seat {state.turn}")
    yield f"  turn {turn}, returns {' '.join(f'{value:g}' for value in state.returns())}"
    legal = state.moves()
    shown = " ".join(map(str, islice(iter(legal), _MOST_MOVES_SHOWN)))
    yield f"  moves {len(legal)}: {shown}{' ...' if len(legal) > _MOST_MOVES_SHOWN else ''}"
    for seat in range(state.game.facts.seats):
        if not state.game.facts.perfect_information:
            yield f"  seat {seat} sees {state.view(seat)}"
        seen = state.observe(seat)
        yield f"  seat {seat} observes {' '.join(f'{x:g}' for x in seen.ravel()[:200])}"


def _yes(value: bool) -> str:
    return "yes" if value else "no"
