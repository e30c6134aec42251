"""Whole games in arrays, a row a game: the cards, choices and moves of the games played as objects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple, TypeAlias

from suitwise.catalogue import find
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.fitting import fitted
from suitwise.foundation.arrays.late_numpy import np
from suitwise.foundation.arrays.quick import quickest_rows
from suitwise.game import Game, Record
from suitwise.seeds import as_seed
from suitwise.stepping.loop import (
    ENDED,
    OVER,
    PLIES,
    RANDOM,
    SEED,
    STREAM,
    UNDER_WAY,
    Batch,
    act_own,
    allow,
    choose,
    deal_own,
    note,
    nth_action,
    outcome,
    turn,
)
from suitwise.stepping.single import any_action, clear

# --- Whole games ----------------------------------------------------------------------------------

Games: TypeAlias = Callable[
    [int, Sequence[int], int, Sequence[Sequence[int]], Sequence[Sequence[int]]],
    list[Record] | None,
]
"""Plays games: the seed that deals, the stream of each game, the seed of what players draw, for each
game and seat the stream of that, and the policy. None where one of the games can't be played so."""


class Whole(NamedTuple):
    """A variant whose games are played whole.

    Args:
        game: the variant.
        policies: the players, by their texts; the number of each is its place.
        games: plays them.
    """

    game: Game[Any]
    policies: tuple[str, ...]
    games: Games


# --- Whole games by a game's own streams ----------------------------------------------------------
#
# As in ``single`` chance and the players at random take the numbers that they take outside of arrays;
# all that happens is noted, so that a game's record is that of its positions. A game can be played so
# where its rules say how it goes on by its own streams and note what chance does (``own.Own``).


@rule
def play_row(row: int, given: Any, records: Any) -> None:
    """Play a game to its end, or until there is no room for its moves: then it is still under way.

    Args:
        row: the row.
        given: the variant's numbers; the number of each deal; the seed of what players draw, and for
            each row and seat the stream, how much of it is used, and the policy; a mask to work in; the
            moves and the returns, which are filled.
        records: the records; the seed that deals stands in them.
    """
    options, deals, own_seed, streams, used, policies, masks, moves, returns = given
    record, allowed, noted, room = records[row], masks[row], moves[row], moves.shape[1]
    record[PLIES], record[STREAM], record[ENDED] = 0, 0, UNDER_WAY
    deal_own(record, options, record[SEED], deals[row], noted)
    seat = turn(record, options)
    while seat >= 0 and record[PLIES] <= room:
        if policies[row, seat] == RANDOM:
            clear(allowed)
            allow(record, options, allowed)
            action, used[row, seat] = any_action(
                record, options, allowed, own_seed, streams[row, seat], used[row, seat]
            )
        else:
            action = choose(record, options, policies[row, seat])
        note(record, noted, action)
        act_own(record, options, action, deals[row], noted)
        seat = turn(record, options)
    if record[PLIES] <= room:
        record[ENDED] = OVER
    for each in range(options[0]):
        returns[row, each] = outcome(record, options, each)


@cache
def rule_of(batch: Batch) -> Any:
    """Return ``play_row`` for a variant's game."""
    rules, own = batch.rules, batch.own
    assert own is not None
    parts = {deal_own: own.deal, act_own: own.act, choose: own.choose, nth_action: own.nth}
    return fitted(play_row, parts | {turn: rules.turn, allow: rules.allow, outcome: rules.outcome})


def is_noted(batch: Batch) -> bool:
    """Tell whether a variant's games can be noted whole.

    >>> from suitwise.stacks import Stacks
    >>> from suitwise.stacks.arrays import batch_of
    >>> is_noted(batch_of(Stacks()))
    False
    """
    return batch.own is not None and batch.own.room > 0


def games_of(
    batch: Batch,
    seed: int,
    deals: Sequence[int],
    own_seed: int,
    streams: Sequence[Sequence[int]],
    policies: Sequence[Sequence[int]],
) -> list[Record] | None:
    """Play games whole.

    Args:
        batch: the variant; its games can be noted whole.
        seed: the seed that deals.
        deals: for each game the stream that it is dealt from.
        own_seed: the seed of what players draw.
        streams: for each game and seat the stream of that.
        policies: for each game and seat its policy.

    Returns:
        Their records, or None where one is longer than there is room for.

    >>> from suitwise.game import load, play
    >>> from suitwise.texas42.arrays.stepped import batch_of
    >>> from suitwise.texas42.players.rule_based import Texas42Player
    >>> game = load("texas42(match=hand)")
    >>> (record,) = games_of(batch_of(game), 7, [3], 8, [[5] * 4], [[1] * 4])
    >>> record == play(game.start(), Texas42Player(), seed=7, stream=3)
    True
    """
    own, rows = batch.own, len(deals)
    assert own is not None
    records = np.zeros((rows, batch.columns), np.int64)
    records[:, SEED] = as_seed(seed)
    moves = np.zeros((rows, own.room), np.int16)
    returns = np.zeros((rows, batch.options[0]), np.float64)
    drawn = np.array(streams, np.int64)
    masks = np.zeros((rows, batch.actions), np.int8)
    given = np.array(batch.options, np.int64), np.array(deals, np.int64), own_seed, drawn
    filled = np.zeros_like(drawn), np.array(policies, np.int64), masks, moves, returns
    quickest_rows(rule_of(batch), own.plain_s * rows)((*given, *filled), records, 0, rows)
    if (records[:, ENDED] != OVER).any():
        return None
    game, start = str(batch.game), str(batch.game.start())
    texts = (*map(batch.text_of, range(batch.actions)), *own.texts)
    counts = records[:, PLIES].tolist()
    return [
        Record(game, start, tuple(map(texts.__getitem__, made[:count])), tuple(got))
        for made, count, got in zip(moves.tolist(), counts, returns.tolist(), strict=True)
    ]


# --- Which variants and players are compiled ------------------------------------------------------


def own_batch_of(game: Game[Any]) -> Batch | None:
    """Return a variant's compiled rules, None where it has none that play its own games (``own.Own``).

    Raises:
        NotationError: the package that gives the game has nothing where it says that they are.

    >>> from suitwise.game import load
    >>> own_batch_of(load("texas42")), own_batch_of(load("texas42(match=hand)")) is None
    (None, False)
    """
    entry = find(game.name)
    # Another package's game need not be hashable to be played.
    if entry is None or not entry.batch or type(game) is not entry.loaded(entry.game):
        return None
    batch: Batch | None = _part_of(game, entry.batch)
    return batch if batch and batch.own else None


@lru_cache(maxsize=64)
def _part_of(game: Game[Any], where: str) -> Any:
    """Return what a package's function says of a variant, None where it knows nothing of it."""
    entry = find(game.name)
    assert entry is not None
    said_by = entry.loaded(where)
    try:
        return said_by(game)
    except SuitwiseError:
        return None


def whole_of(game: Game[Any]) -> Whole | None:
    """Return a variant as its games are played whole, None where they are not.

    Raises:
        NotationError: the package that gives the game has nothing where it says that they are.

    >>> from suitwise.game import load
    >>> [whole_of(load(text)).policies for text in ("gin", "tractor(match=deal)")]
    [('random', 'greedy', 'rules'), ('random', 'rules', 'rules(throws=no)')]
    >>> whole_of(load("stacks")) is None
    True
    """
    batch = own_batch_of(game)
    if batch is not None:
        return Whole(game, batch.policies, partial(games_of, batch)) if is_noted(batch) else None
    entry = find(game.name)
    if entry is None or not entry.whole or type(game) is not entry.loaded(entry.game):
        return None
    whole: Whole | None = _part_of(game, entry.whole)
    return whole


def policies_of(variant: Batch | Whole, players: Sequence[object]) -> tuple[int, ...] | None:
    """Return the numbers of the policies that players are, None where one of them is none.

    A policy is named as the player is, with the options that are not as they are unless told; another
    package's player of that name is none.

    >>> from suitwise.game import load
    >>> from suitwise.players.named import named
    >>> gin = load("gin")
    >>> batch, rules, far = own_batch_of(gin), named("rules", gin), named("rules(look=4)", gin)
    >>> policies_of(batch, [rules, rules]), policies_of(batch, [rules, far])
    ((2, 2), None)
    """
    names = [_policy_name(player) for player in players]
    known = variant.policies
    return tuple(map(known.index, names)) if set(names) <= set(known) else None


def _policy_name(player: object) -> str:
    """Return what a policy is called that is a player; nothing where it is of another package."""
    options: Any = getattr(player, "options", None)
    kind: Any = type(options)
    if kind.__module__.partition(".")[0] != "suitwise":
        return ""
    return str(getattr(player, "name", "") if options == kind() else player)
