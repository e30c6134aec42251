"""Whole games in arrays, a row a game, as objects play them: the same cards, choices and moves.

``loop`` deals from quick streams of its own. Here chance draws from the stream that the contract draws
from (``game.draw``), and who plays at random draws as ``players.random`` does, so a game is the very one
that states and players make one move at a time. A game that can be played so gives three rules more
(``Entire``); ``rules_of`` puts them in their places in ``play_row``.

Of the columns that are the loop's own (``loop``) PLIES counts the moves made, chance's included, and
STREAM the numbers that chance has used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.fitting import fitted
from suitwise.foundation.arrays.late_numpy import np
from suitwise.foundation.arrays.quick import quickest_rows
from suitwise.game import Record
from suitwise.seeds import as_seed
from suitwise.stepping.loop import ENDED, OVER, PLIES, STREAM, UNDER_WAY, Batch, outcome, turn

_PLAIN_S = 5e-3
"""About how long plain Python plays a game."""


@rule
def begin_game(record: Any, options: Any, seed: int, stream: int, moves: Any) -> None:
    """Begin a game with the cards that a stream of a seed deals; chance's moves are noted."""
    raise NotImplementedError


@rule
def choose(
    record: Any, options: Any, policy: int, seed: int, stream: int, index: int
) -> tuple[int, int]:
    """Return what the seat on turn does by a policy, and where its stream is then."""
    raise NotImplementedError


@rule
def make(record: Any, options: Any, action: int, seed: int, stream: int, moves: Any) -> None:
    """Make a legal move, and chance's moves after it; all are noted."""
    raise NotImplementedError


@dataclass(frozen=True)
class Entire:
    """A variant whose games can be played whole.

    Args:
        batch: the variant as it is stepped.
        begin_game: deals, as above.
        choose: chooses, as above, for each policy of the batch.
        make: moves, as above.
        texts: the text of each number that is noted.
        room: how many moves of a game are noted; one that is longer is left to others.

    >>> from suitwise.texas42.arrays.stepped.entire import entire_of
    >>> from suitwise.texas42.game import Texas42
    >>> entire_of(Texas42(match="hand")).texts[25]
    '6-4'
    """

    batch: Batch
    begin_game: Callable[[Any, Any, int, int, Any], None]
    choose: Callable[[Any, Any, int, int, int, int], tuple[int, int]]
    make: Callable[[Any, Any, int, int, int, Any], None]
    texts: tuple[str, ...]
    room: int


@rule
def note(record: Any, moves: Any, number: int) -> None:
    """Note a move while there is room; how many were made is counted on."""
    if record[PLIES] < len(moves):
        moves[record[PLIES]] = number
    record[PLIES] += 1


@rule
def play_row(row: int, given: Any, records: Any) -> None:
    """Play a game to its end, or until there is no room for its moves: then it is still under way.

    Args:
        row: the row.
        given: the variant's numbers; the seed that deals and the number of each deal; the seed of what
            players draw, and for each row and seat the stream, how much of it is used, and the policy;
            the moves and the returns, which are filled.
        records: the records.
    """
    options, seed, deals, own_seed, streams, used, policies, moves, returns = given
    record, room = records[row], moves.shape[1]
    record[PLIES], record[STREAM], record[ENDED] = 0, 0, UNDER_WAY
    begin_game(record, options, seed, deals[row], moves[row])
    seat = turn(record, options)
    while seat >= 0 and record[PLIES] <= room:
        action, used[row, seat] = choose(
            record, options, policies[row, seat], own_seed, streams[row, seat], used[row, seat]
        )
        make(record, options, action, seed, deals[row], moves[row])
        seat = turn(record, options)
    if record[PLIES] <= room:
        record[ENDED] = OVER
    for each in range(options[0]):
        returns[row, each] = outcome(record, options, each)


@cache
def rule_of(entire: Entire) -> Any:
    """Return ``play_row`` for a game."""
    parts = {begin_game: entire.begin_game, choose: entire.choose, make: entire.make}
    rules = entire.batch.rules
    return fitted(play_row, parts | {turn: rules.turn, outcome: rules.outcome})


def games_of(
    entire: Entire,
    seed: int,
    deals: Sequence[int],
    own_seed: int,
    streams: Sequence[Sequence[int]],
    policies: Sequence[Sequence[int]],
) -> list[Record] | None:
    """Play games whole.

    Args:
        entire: the variant.
        seed: the seed that deals.
        deals: for each game the stream that it is dealt from.
        own_seed: the seed of what players draw.
        streams: for each game and seat the stream of that.
        policies: for each game and seat its policy.

    Returns:
        Their records, or None where one is longer than there is room for.

    >>> from suitwise.game import load, play
    >>> from suitwise.texas42.arrays.stepped.entire import entire_of
    >>> from suitwise.texas42.players.rule_based import Texas42Player
    >>> game = load("texas42(match=hand)")
    >>> (record,) = games_of(entire_of(game), 7, [3], 8, [[5] * 4], [[1] * 4])
    >>> record == play(game.start(), Texas42Player(), seed=7, stream=3)
    True
    """
    batch, rows = entire.batch, len(deals)
    records = np.zeros((rows, batch.columns), np.int64)
    moves = np.zeros((rows, entire.room), np.int16)
    returns = np.zeros((rows, batch.options[0]), np.float64)
    own = np.array(streams, np.int64)
    given = (np.array(batch.options, np.int64), as_seed(seed), np.array(deals, np.int64), own_seed)
    drawn = own, np.zeros_like(own), np.array(policies, np.int64), moves, returns
    quickest_rows(rule_of(entire), _PLAIN_S * rows)((*given, *drawn), records, 0, rows)
    if (records[:, ENDED] != OVER).any():
        return None
    game, start = str(batch.game), str(batch.game.start())
    counts, text_of = records[:, PLIES].tolist(), entire.texts.__getitem__
    return [
        Record(game, start, tuple(map(text_of, made[:count])), tuple(got))
        for made, count, got in zip(moves.tolist(), counts, returns.tolist(), strict=True)
    ]
