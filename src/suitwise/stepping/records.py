"""Whole games in arrays, a row a game: the cards, choices and moves of the games played as objects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import Any, NamedTuple, TypeAlias

from suitwise.catalogue import find
from suitwise.errors import SuitwiseError
from suitwise.fields import width
from suitwise.foundation.arrays.compiled import fitted, machine, rule
from suitwise.foundation.arrays.cost_dispatch import quickest_rows
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.game import Game, Record
from suitwise.seeds import as_seed, below
from suitwise.stepping.loop import (
    ENDED,
    NOBODY,
    NUMBER,
    OVER,
    PLIES,
    RANDOM,
    SEED,
    SELF,
    STREAM,
    UNDER_WAY,
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

# --- A single game --------------------------------------------------------------------------------
#
# ``stepping.loop`` deals by quick streams of its own. Here chance and the players at random take the
# numbers of ``suitwise.seeds`` that they take outside of arrays: chance of game g those of stream g
# (seats + 1), the player of seat s those of the stream s + 1 further on. So a game that is played
# here is, move by move, the one that its positions give. For that a game says how it does what it
# does by these streams (``stepping.own.Own``).
#
# All that is done to a game is one call of one rule, ``go_on``: to call compiled code from Python takes
# longer than most moves do.

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


# --- Whole games ----------------------------------------------------------------------------------

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
    """Return whether a variant's games can be noted whole.

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
