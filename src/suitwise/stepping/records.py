"""Games on compiled records that agree move by move with the same games played as objects.

``stepping.loop`` uses fast random streams of its own, so its games differ from those played as objects.
Here chance and random players draw from the streams of ``suitwise.seeds``, as objects do: in game g,
chance draws from stream g * (seats + 1), and seat s's player from the stream s + 1 after it. A game
supports this with the optional kernels ``loop.Own``.

``Single`` plays one game, for environments. ``games_of`` plays many games to the end and returns their
records.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple, TypeAlias

from suitwise.catalogue import find
from suitwise.errors import SuitwiseError
from suitwise.fields import width
from suitwise.foundation.arrays.compiled import fitted, for_types_of, rule
from suitwise.foundation.arrays.cost_dispatch import quickest_rows
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.game import Game, Record
from suitwise.seeds import as_seed, below
from suitwise.stepping import loop
from suitwise.stepping.loop import (
    Batch,
    act_own,
    allow,
    choose,
    deal_own,
    note,
    nth_action,
    observe,
    outcome,
    turn,
    wipe,
)
from suitwise.stepping.steps import Steps

# --- A single game --------------------------------------------------------------------------------
#
# Each operation is one call of one kernel, ``go_on``, because calling compiled code from Python takes
# longer than most moves.

BEGIN, LOOK = -1, -2
"""Special actions: begin the game whose number is in the record; only write the observation."""
REFUSED = -3
"""Returned instead of the seat on turn: the action was illegal, and nothing was done."""
ON_TURN = -1
"""Special value for the seat to observe: the one on turn."""


@rule
def chance_stream(record: Any, options: Any) -> int:
    """Return the number of chance's stream in a record's game; the streams of the seats follow it."""
    return int(record[loop.NUMBER]) * (int(options[0]) + 1)


@rule
def clear(numbers: Any) -> None:
    """Write zeros over an array."""
    for place in range(len(numbers)):
        numbers[place] = 0


@rule
def count_legal(allowed: Any) -> int:
    """Return the number of legal actions."""
    legal = 0
    for action in range(len(allowed)):
        legal += int(allowed[action])
    return legal


@rule
def any_action(
    record: Any, options: Any, allowed: Any, seed: int, stream: int, index: int
) -> tuple[int, int]:
    """Return the action of a random player, and the next index in its stream."""
    place, index = below(count_legal(allowed), seed, stream, index)
    return nth_action(record, options, allowed, place), index


@rule
def go_on(given: Any, record: Any, action: int, shown: int) -> int:
    """Begin a game, play an action or look; then let policies move until a ``SELF`` seat is on turn.

    Args:
        given: input: ``options``; ``ways``, the policy number of each seat or ``SELF``; in and out:
            ``indices``, the next index in the stream of each seat's player; ``allowed``, the mask of the
            seat on turn (as the last call left it); output: ``seen``, the observation; ``returns``, each
            seat's return once the game is over; ``moves``, an empty array, so that nothing is noted.
        record: the game.
        action: the action, ``BEGIN`` or ``LOOK``.
        shown: the seat to observe, or ``ON_TURN``.

    Returns:
        The seat on turn, ``NOBODY`` if the game is over, or ``REFUSED``.
    """
    options, ways, indices, seen, allowed, returns, moves = given
    stream, seed = chance_stream(record, options), int(record[loop.SEED])
    if action == BEGIN:
        record[loop.STREAM] = 0
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
            going = ways[seat] != loop.SELF
        if going and ways[seat] == loop.RANDOM:
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
    """Return ``go_on`` with a game's kernels plugged in."""
    rules, own = batch.rules, batch.own
    assert own is not None
    parts = {deal_own: own.deal, act_own: own.act, choose: own.choose, turn: rules.turn}
    parts |= {nth_action: own.nth}
    parts |= {outcome: rules.outcome, observe: rules.observe, allow: rules.allow}
    return fitted(go_on, parts)


class Single:
    """One game played on a record.

    Args:
        batch: the game; it must have the kernels ``own``.
        compiled: whether to use machine code, which is opened or compiled at once; plain Python gives
            the same results.

    Attributes:
        turn: the ``SELF`` seat on turn, ``NOBODY`` if the game is over.
        seen: float32 (width,), the last observation written; it is overwritten.
        allowed: int8 (actions,), the mask of the seat on turn; it is overwritten.
        returns: float64 (seats,), the return of each seat once the game is over.

    >>> from suitwise.game import load
    >>> from suitwise.rummy.gin.arrays import batch_of
    >>> single = Single(batch_of(load("gin")), compiled=False)
    >>> single.begin(seed=3, number=0, ways=(loop.SELF, loop.SELF)), single.allowed.nonzero()[0].tolist()
    (0, [1, 2])
    >>> single.play(0), single.play(2), single.turn
    (False, True, 1)
    >>> state = load("gin").start().rolled(3, 0)[0].after("pass")
    >>> bool((single.seen == state.observe(1)).all())
    True
    """

    def __init__(self, batch: Batch, *, compiled: bool = True) -> None:
        self._batch, self._compiled, self.turn = batch, compiled, loop.NOBODY
        seats = batch.options[0]
        self._record: NDArray[np.int64] = np.zeros(batch.columns, np.int64)
        self._ways: NDArray[np.int64] = np.zeros(seats, np.int64)
        self._indices: NDArray[np.int64] = np.zeros(seats, np.int64)
        self.seen: NDArray[np.float32] = np.zeros(width(batch.fields), np.float32)
        self.allowed: NDArray[np.int8] = np.zeros(batch.actions, np.int8)
        self.returns: NDArray[np.float64] = np.zeros(seats, np.float64)
        self._make_face()

    def _make_face(self) -> None:
        """Create the parts that are not copied or pickled: the kernel and its tuple of arrays."""
        kernel = single_of(self._batch)
        options = np.array(self._batch.options, np.int64)
        noted: NDArray[np.int16] = np.zeros(0, np.int16)
        filled = self._indices, self.seen, self.allowed, self.returns, noted
        self._given = (options, self._ways, *filled)
        call = self._given, self._record, BEGIN, ON_TURN
        self._go_on = for_types_of(kernel, *call) if self._compiled else kernel

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
            ways: for each seat the number of its policy, or ``SELF``.
            shown: the seat to observe, or ``ON_TURN``.
        """
        self._record[loop.SEED], self._record[loop.NUMBER] = seed, number
        self._ways[:] = ways
        self._shown = shown
        self.turn = self._go_on(self._given, self._record, BEGIN, shown)
        return self.turn

    def play(self, action: int) -> bool:
        """Play an action for the seat on turn, then the others' moves; tell whether it was legal."""
        if not 0 <= action < len(self.allowed):
            return False
        turn = self._go_on(self._given, self._record, action, self._shown)
        if turn == REFUSED:
            return False
        self.turn = turn
        return True

    def seen_by(self, seat: int) -> NDArray[np.float32]:
        """Return the observation of any seat, in a new array."""
        self._go_on(self._given, self._record, LOOK, seat)
        return self.seen.copy()


# --- Whole games ----------------------------------------------------------------------------------

Games: TypeAlias = Callable[
    [int, Sequence[int], int, Sequence[Sequence[int]], Sequence[Sequence[int]]],
    list[Record] | None,
]
"""A function that plays games: ``games_of`` without its first argument."""


class Whole(NamedTuple):
    """A variant of which compiled code can play whole games.

    Args:
        game: the variant.
        policies: the texts of the players; the number of each is its index.
        games: plays games.
    """

    game: Game[Any]
    policies: tuple[str, ...]
    games: Games


@rule
def play_row(row: int, given: Any, records: Any) -> None:
    """Play a game to its end and note all moves; stop, still under way, if there is no room for them.

    Args:
        row: the row.
        given: input: ``options``; the stream of each game's chance; the players' seed; for each row and
            seat the player's stream, the next index in it, and the policy; workspace for a mask; output:
            the moves, the returns.
        records: the records, which contain the seed of chance.
    """
    options, deals, own_seed, streams, used, policies, masks, moves, returns = given
    record, allowed, noted, room = records[row], masks[row], moves[row], moves.shape[1]
    record[loop.PLIES], record[loop.STREAM], record[loop.ENDED] = 0, 0, loop.UNDER_WAY
    deal_own(record, options, record[loop.SEED], deals[row], noted)
    seat = turn(record, options)
    while seat >= 0 and record[loop.PLIES] <= room:
        if policies[row, seat] == loop.RANDOM:
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
    if record[loop.PLIES] <= room:
        record[loop.ENDED] = loop.OVER
    for each in range(options[0]):
        returns[row, each] = outcome(record, options, each)


@cache
def rule_of(batch: Batch) -> Any:
    """Return ``play_row`` with a game's kernels plugged in."""
    rules, own = batch.rules, batch.own
    assert own is not None
    parts = {deal_own: own.deal, act_own: own.act, choose: own.choose, nth_action: own.nth}
    return fitted(play_row, parts | {turn: rules.turn, allow: rules.allow, outcome: rules.outcome})


def is_noted(batch: Batch) -> bool:
    """Return whether a variant's games can be played whole with all moves noted.

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
    """Play games to the end.

    Args:
        batch: the variant; ``is_noted`` must hold.
        seed: the seed of chance.
        deals: for each game the stream of chance.
        own_seed: the seed of the players.
        streams: for each game and seat the player's stream.
        policies: for each game and seat the number of the policy.

    Returns:
        Their records, or None if one of them is longer than there is room for.

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
    records[:, loop.SEED] = as_seed(seed)
    moves = np.zeros((rows, own.room), np.int16)
    returns = np.zeros((rows, batch.options[0]), np.float64)
    drawn = np.array(streams, np.int64)
    masks = np.zeros((rows, batch.actions), np.int8)
    given = np.array(batch.options, np.int64), np.array(deals, np.int64), own_seed, drawn
    filled = np.zeros_like(drawn), np.array(policies, np.int64), masks, moves, returns
    quickest_rows(rule_of(batch), own.plain_s * rows)((*given, *filled), records, 0, rows)
    if (records[:, loop.ENDED] != loop.OVER).any():
        return None
    game, start = str(batch.game), str(batch.game.start())
    texts = (*map(batch.text_of, range(batch.actions)), *own.texts)
    counts = records[:, loop.PLIES].tolist()
    return [
        Record(game, start, tuple(map(texts.__getitem__, made[:count])), tuple(got))
        for made, count, got in zip(moves.tolist(), counts, returns.tolist(), strict=True)
    ]


# --- Finding compiled variants and policies -------------------------------------------------------


def own_batch_of(game: Game[Any]) -> Batch | None:
    """Return a variant's compiled kernels, None if it has none with ``own``.

    Raises:
        NotationError: the game's package names a function for them that it does not have.

    >>> from suitwise.game import load
    >>> own_batch_of(load("texas42")), own_batch_of(load("texas42(match=hand)")) is None
    (None, False)
    """
    entry = find(game.name)
    # Check the type first: another package's game may not be hashable, which ``_part_of`` needs.
    if entry is None or not entry.batch or type(game) is not entry.loaded(entry.game):
        return None
    batch: Batch | None = _part_of(game, entry.batch)
    return batch if batch and batch.own else None


@lru_cache(maxsize=64)
def _part_of(game: Game[Any], where: str) -> Any:
    """Call a package's function with a variant; None if the variant is not supported."""
    entry = find(game.name)
    assert entry is not None
    function = entry.loaded(where)
    try:
        return function(game)
    except SuitwiseError:
        return None


def whole_of(game: Game[Any]) -> Whole | None:
    """Return a variant with the function that plays whole games, None if there is none.

    Raises:
        NotationError: the game's package names a function for it that it does not have.

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
    """Return the numbers of the compiled policies equal to some players, None if one has no such policy.

    A policy has the text of its player, with the options that differ from the defaults. Players of other
    packages than the game's have no policy, even under the same name.

    >>> from suitwise.game import load
    >>> from suitwise.players.named import named
    >>> gin = load("gin")
    >>> batch, rules, far = own_batch_of(gin), named("rules", gin), named("rules(look=4)", gin)
    >>> policies_of(batch, [rules, rules]), policies_of(batch, [rules, far])
    ((2, 2), None)
    """
    own = {"suitwise", _package_of(type(variant.game))}
    names = [_policy_name(player, own) for player in players]
    known = variant.policies
    return tuple(map(known.index, names)) if set(names) <= set(known) else None


def _package_of(kind: type) -> str:
    return kind.__module__.partition(".")[0]


def _policy_name(player: object, own: Collection[str]) -> str:
    """Return the name of the policy equal to a player; empty for players not of its own packages."""
    options: Any = getattr(player, "options", None)
    kind: Any = type(options)
    if _package_of(kind) not in own:
        return ""
    return str(getattr(player, "name", "") if options == kind() else player)


# --- Compiling ahead ------------------------------------------------------------------------------


def call_all(batch: Batch, others: str = "random") -> None:
    """Call each kernel of a game that is stepped, once, so that all of them are compiled.

    Args:
        batch: the game.
        others: the policy of the other seats.
    """
    games = Steps(batch, 2, seed=1, others=others)
    games.step(np.asarray(games.sample()))
    games.observe_all()
    for policy in batch.policies[loop.RANDOM + 1 :]:
        with suppress(SuitwiseError):  # its move is no single action, which the kernel has found
            games.expert(policy)
    if batch.own is not None:
        Single(batch).begin(1, 0, [loop.SELF] * batch.options[0])
