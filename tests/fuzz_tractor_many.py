"""Hostile input for Tractor at other tables: ``python tests/fuzz_tractor_many.py --minutes M``.

Positions and records of matches at tables with more packs, players or friends are broken at random.
Whatever comes of it is answered or refused with a ``SuitwiseError`` of one line, within ``MOST_SECONDS``
of ``fuzzing``. What is read is used: positions are played on and read back, matches are replayed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from suitwise import tractor
from suitwise.errors import SuitwiseError
from suitwise.game import Record
from suitwise.tractor.record.writing import match_through
from tests.fuzz_tractor_table import broken, damaged, match_and_states, run_on_file
from tests.fuzzing import run_for_minutes, try_all
from tests.tractor.many_deals import TABLES, played_game

PIECES = (
    *("HA#2", "HA#5", "#", "#1", "HA#", "+", "++", "H2H2H2+H3H3", "H2H2H2H3H3?", "?", ">", ">S2"),
    *("4:H2H2", "7:BJBJ", "8:S2", "/3", "/8", "redealt 2", "redealt 6", "levels 2 2 2 2 2 2"),
    *(
        "\n  calls: HA#1 HK#2",
        "\n  buried: S3 S4 1:H2H2 S5",
        "\n  result: nobody has bid",
        "S2S2S2S2",
    ),
    *(
        "players=8",
        "packs=4",
        "teams=friends",
        "friends=3",
        "steal=yes",
        "bombs=free",
        "nobody=redeal",
    ),
)
_SEEDS = 3


@lru_cache(maxsize=_SEEDS * len(TABLES))
def _game(table: str, seed: int) -> tuple[tractor.TractorState, ...]:
    return tuple(played_game(table, seed))


def some_states(rng: random.Random) -> tuple[tractor.TractorState, ...]:
    """Return the states of a random game, mostly broken off, and mostly after the draw."""
    states = _game(rng.choice(list(TABLES)), rng.randrange(_SEEDS))
    first = next(at for at, state in enumerate(states) if state.phase == "bury")
    return states[: rng.randrange(1 if rng.random() < 0.2 else first, len(states) + 1)]


def torn(rng: random.Random, text: str) -> str:
    """Return a text broken in one of several ways, or as it was."""
    if rng.random() < 0.6:
        return broken(rng, text)
    piece = rng.choice(PIECES)
    if rng.random() < 0.5:
        at = rng.randrange(len(text) + 1)
        return text[:at] + piece + text[at:]
    words = text.split(" ")
    words[rng.randrange(len(words))] = piece
    return " ".join(words)


def read_torn(rng: random.Random, read: Callable[[str], Any], text: str) -> Any:
    """Read a text after it was broken; one that has stayed whole is not refused."""
    given = torn(rng, text)
    try:
        return read(given)
    except SuitwiseError as error:
        if given == text:
            raise AssertionError(f"{text[:80]!a} is refused: {error}") from error
        raise


def try_position(rng: random.Random) -> None:
    """Read a position, which prints back the same, and play on."""
    state: Any = some_states(rng)[-1]
    game = state.game
    state = read_torn(rng, game.parse, str(state))
    for _ in range(8):
        assert game.parse(str(state)) == state
        moves = state.moves()
        if not moves:
            return
        likely = moves[rng.randrange(min(len(moves), 40))]
        try:
            move = state.parse_move(torn(rng, str(likely)))
        except SuitwiseError:
            move = likely
        fault = state.why_not(move)
        assert (fault is None) == (move in moves)
        assert fault is None or fault.isprintable()
        state = state.after(move if fault is None else likely)


def try_match(rng: random.Random) -> None:
    """Read a match as people write it, and replay it."""
    match, states = read_torn(rng, match_and_states, str(match_through(some_states(rng))))
    assert tractor.MatchRecord.parse(str(match)) == match
    assert len(states) == len(match.deals)
    record = tractor.as_record(match)
    assert tractor.as_record(tractor.match_of(record)) == record


def try_replay(rng: random.Random) -> None:
    """Replay a file of matches."""
    text = "".join(str(match_through(some_states(rng))) for _ in range(rng.choice((1, 1, 2))))
    options = rng.choice(([], ["--json"], ["--text"]))
    told = run_on_file(["replay", *options], damaged(rng, torn(rng, text)))
    assert not {"\0", "\x1b"} & set(told)


def try_record(rng: random.Random) -> None:
    """Replay a record of all moves, and write its match."""
    match = match_through(some_states(rng))
    text = str(tractor.as_record(match))
    match = read_torn(rng, lambda text: tractor.match_of(Record.parse(text)), text)
    assert tractor.MatchRecord.parse(str(match)) == match


TRIALS: tuple[Callable[[random.Random], None], ...] = (
    *(try_position, try_match, try_replay, try_record),
)


def fuzz(seed: int, inputs: int | None, seconds: float) -> Counter[str]:
    """Try so many inputs, or as many as the time allows; return how many were answered, or refused.

    Raises:
        AssertionError: something fails, or takes too long.
    """
    for table in TABLES:
        for number in range(_SEEDS):
            _game(table, number)  # compiles, which may take long
    return try_all(TRIALS, seed, inputs, seconds)


if __name__ == "__main__":
    run_for_minutes(fuzz, __doc__)
