"""``Steps``: many games of one variant stepped together in numpy arrays, on threads.

The loop itself is ``stepping.loop``. ``suitwise.envs`` wraps ``Steps`` in Gymnasium's interface.
``credited`` assigns returns to the decisions of seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Literal, NamedTuple, SupportsIndex, TypeAlias, TypeGuard, cast

from suitwise.arguments import whole_input
from suitwise.errors import SuitwiseError
from suitwise.fields import width
from suitwise.foundation.arrays.compiled import fitted, over_rows, rule
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.rows import MOST_NUMBERS, aligned, as_numpy, cores
from suitwise.seeds import as_seed, world_seed
from suitwise.stepping import loop
from suitwise.stepping.loop import ENDED, HEAD, SEAT, UNDER_WAY, Batch, act, observe, play_other

__all__ = ["Batch", "Credit", "Steps", "credited"]

# --- Observations of all seats --------------------------------------------------------------------


@rule
def all_seen_row(row: int, given: Any, seen: Any) -> None:
    """Write the observation of every seat of a row's game, the learner's first.

    Args:
        row: the row.
        given: the records, and ``options``.
        seen: output: float32 (n, seats, width), zeros before.
    """
    records, options = given
    for place in range(seen.shape[1]):
        seat = (records[row, SEAT] + place) % options[0]
        observe(records[row], options, seat, seen[row, place])


@cache
def all_seen_of(rules: loop.Rules) -> Any:
    """Return ``all_seen_row`` with a game's kernels plugged in."""
    return fitted(all_seen_row, {observe: rules.observe})


# --- A compiled policy as an expert ---------------------------------------------------------------
#
# A compiled policy makes a move but does not return an action. To find the action, let the policy move
# on a copy of the game, and try each legal action on another copy until the two are equal. That works
# for every game without a second version of its policies.

NO_ACTION = -1
"""Marks rows where no single action does what the policy does."""


@rule
def is_same(one: Any, other: Any) -> bool:
    """Return whether two records have the same position, i.e. equal columns of the game's own."""
    unequal = 0
    for column in range(HEAD, len(one)):
        unequal += int(one[column] != other[column])
    return unequal == 0


@rule
def copy_game(record: Any, copy: Any) -> None:
    """Copy a record into another."""
    for column in range(len(record)):
        copy[column] = record[column]


@rule
def expert_row(row: int, given: Any, actions: Any) -> None:
    """Find the action of a policy in a row; 0 if the game is over.

    Args:
        row: the row.
        given: the records, the masks, ``options``, two records as workspace, and the policy's number.
        actions: output: the actions.
    """
    records, masks, options, work, policy = given
    actions[row] = 0
    if records[row, ENDED] != UNDER_WAY:
        return
    after, tried = work[0], work[1]
    copy_game(records[row], after)
    play_other(after, options, policy)
    for action in range(masks.shape[1]):
        if masks[row, action] != 0:
            copy_game(records[row], tried)
            act(tried, options, action)
            if is_same(after, tried):
                actions[row] = action
                return
    actions[row] = NO_ACTION


@cache
def expert_of(rules: loop.Rules) -> Any:
    """Return ``expert_row`` with a game's kernels plugged in."""
    return fitted(expert_row, {act: rules.act, play_other: rules.play_other})


# --- Settings of a run ----------------------------------------------------------------------------

Autoreset: TypeAlias = Literal["next", "same", "none"]


def numbers_of_run(
    batch: Batch, seat: Any, others: Any, autoreset: str, longest: int, stride: int
) -> tuple[int, ...]:
    """Return the settings of a run in the layout of ``stepping.loop``.

    Args:
        batch: the game.
        seat: the learner's seat, several seats, or ``any``.
        others: the policies of the other seats: one for all, or one for each from the learner's first
            seat on.
        autoreset: when a finished game restarts.
        longest: the learner's moves after which a game is cut off; 0 for never.
        stride: the distance from one game number of a row to the next.

    Raises:
        SuitwiseError: there is no such seat or policy, or a number is out of range.

    >>> from suitwise.rummy.gin.game import Gin
    >>> from suitwise.rummy.gin.arrays import batch_of
    >>> numbers_of_run(batch_of(Gin()), 1, "greedy", "same", 0, 64)
    (1, 1, 0, 64, -1, 1)
    """
    if autoreset not in loop.AUTORESETS:
        raise SuitwiseError(f"autoreset is one of {', '.join(loop.AUTORESETS)}")
    learners = _learners(batch, seat)
    longest = whole_input(longest, "the learner's moves are", most=MOST_NUMBERS)
    run = learners[0], loop.AUTORESETS.index(autoreset), longest, stride
    return (*run, *_ways(batch, learners, others))


def options_with_room(batch: Batch) -> NDArray[np.int64]:
    """Return the numbers of a variant, and behind them the room in which its kernels work.

    >>> from suitwise.stacks import Stacks
    >>> from suitwise.stacks.arrays import batch_of
    >>> batch = batch_of(Stacks())
    >>> options_with_room(batch).tolist() == list(batch.options)
    True
    """
    options = np.zeros(len(batch.options) + batch.room, np.int64)
    options[: len(batch.options)] = batch.options
    return options


def learners_of(batch: Batch, run: tuple[int, ...]) -> tuple[int, ...]:
    """Return the learner's seats, given the settings of a run; for ``any`` those in game 0.

    >>> from suitwise.rummy.gin.game import Gin
    >>> from suitwise.rummy.gin.arrays import batch_of
    >>> gin = batch_of(Gin())
    >>> learners_of(gin, numbers_of_run(gin, 1, "self", "same", 0, 64))
    (0, 1)
    """
    seats, first = batch.options[0], 0 if run[loop.LEARNER] == loop.ANY_SEAT else run[loop.LEARNER]
    own = (
        (first + place) % seats for place, way in enumerate(run[loop.WAYS :]) if way == loop.SELF
    )
    return tuple(sorted(own))


def seeds_of_rows(seed: int | Sequence[int | None], count: int) -> list[tuple[int | None, int]]:
    """Return for each row its seed, and the number of its first game.

    Args:
        seed: one seed for all rows: row r begins with game r. Or a list with one seed per row: each
            begins with game 0; None for a row that keeps its seed.
        count: the number of rows.

    Raises:
        SuitwiseError: the list has not one seed per row, or a seed is out of range.

    >>> seeds_of_rows(7, 2), seeds_of_rows([7, None], 2)
    ([(7, 0), (7, 1)], [(7, 0), (None, 0)])
    """
    if not is_list(seed):
        return [(as_seed(cast(int, seed)), row) for row in range(count)]
    if len(seed) != count:
        raise SuitwiseError(
            f"a list of seeds has one for each of the {count} games, not {len(seed)}"
        )
    return [(None if one is None else as_seed(one), 0) for one in seed]


def is_list(seed: int | Sequence[int | None]) -> TypeGuard[Sequence[int | None]]:
    """Return whether the argument is a list of seeds, one per row.

    >>> is_list([7, None]), is_list(np.array([7])), is_list(7), is_list(np.int64(7))
    (True, True, False, False)
    """
    return isinstance(seed, np.ndarray) or not isinstance(seed, SupportsIndex)


def stride_of(is_own: NDArray[np.bool_]) -> int:
    """Return the distance from one game number of a row to the next.

    Rows with a common seed share its games: each of n rows plays every n-th game. If all rows have their
    own seeds, each plays every game of its seed.

    Args:
        is_own: bool (n,), whether each row has its own seed.

    >>> stride_of(np.array([True, True])), stride_of(np.array([True, False]))
    (1, 2)
    """
    return 1 if is_own.all() else len(is_own)


def _learners(batch: Batch, seat: Any) -> tuple[int, ...]:
    """Return the learner's seats, or ``ANY_SEAT`` alone."""
    if isinstance(seat, str) and seat == "any":
        return (loop.ANY_SEAT,)
    last = batch.options[0] - 1
    if not isinstance(seat, list | tuple):
        return (whole_input(seat, "a seat is", most=last),)
    learners = tuple(whole_input(one, "a seat is", most=last) for one in seat)
    if not learners or len(set(learners)) < len(learners):
        raise SuitwiseError(f"the learner's seats are one or more, each named once, not {seat!r}")
    return learners


def _ways(batch: Batch, learners: tuple[int, ...], others: Any) -> list[int]:
    """Return the policy number of each seat, or ``SELF``, from the learner's first seat on."""
    numbers = {name: number for number, name in enumerate(batch.policies)} | {"self": loop.SELF}
    seats = batch.options[0]
    own = {(one - learners[0]) % seats for one in learners}
    left = [place for place in range(seats) if place not in own]
    is_list = isinstance(others, Sequence) and not isinstance(others, str)
    for name in others if is_list else [others]:
        if not isinstance(name, str) or name not in numbers:
            raise SuitwiseError(
                f"the others move by one of {', '.join(numbers)}, not {str(name)[:24]!r}"
            )
    named = list(others) if is_list else [others] * len(left)
    if len(named) != len(left):
        raise SuitwiseError(
            f"{batch.game}: of the other seats there are {len(left)}, and {len(named)} are named"
        )
    ways = [loop.SELF] * seats
    for place, name in zip(left, named, strict=True):
        ways[place] = numbers[name]
    return ways


# --- Credit ---------------------------------------------------------------------------------------
#
# A step rewards only the seat that moved last; the other seats made their last decisions some steps
# earlier. ``credited`` assigns every seat's return to its own last decision, as if each seat had its
# own environment.


class Credit(NamedTuple):
    """Rewards per decision.

    Args:
        rewards: float64 (steps, n), the deciding seat's return at its last decision of a game, else 0.
        last: bool (steps, n), whether a decision was its seat's last in a game.

    >>> Credit(np.array([[-5.0]]), np.array([[True]])).rewards.item()
    -5.0
    """

    rewards: NDArray[np.float64]
    last: NDArray[np.bool_]


def credited(
    seats: NDArray[np.int64],
    ended: NDArray[np.bool_],
    returns: NDArray[np.float64],
    decides: NDArray[np.bool_] | None = None,
) -> Credit:
    """Assign each seat's return in a game to its own last decision in that game.

    Decisions before the first of these steps get nothing. So when processing a run in pieces, carry the
    last steps of a piece over to the next.

    Args:
        seats: integers (steps, n), the seat that decided in each step: ``infos["seat"]`` before it.
        ended: bool (steps, n), whether the game ended in the step.
        returns: float64 (steps, n, seats), the returns of all seats in games that ended.
        decides: bool (steps, n), the steps whose action counted; by default all. With autoreset in the
            next step, that step's action does not count.

    Raises:
        SuitwiseError: the arrays have different numbers of steps or games.

    >>> seats = np.array([[0], [1], [0], [1]])
    >>> ended = np.array([[False], [False], [True], [False]])
    >>> returns = np.zeros((4, 1, 2))
    >>> returns[2, 0] = 5, -5
    >>> gained = credited(seats, ended, returns)
    >>> gained.rewards.ravel().tolist(), gained.last.ravel().tolist()
    ([0.0, -5.0, 5.0, 0.0], [False, True, True, False])
    """
    counts = np.ones(seats.shape, bool) if decides is None else decides
    shapes: list[Any] = [seats.shape, ended.shape, returns.shape[:2], counts.shape]
    if seats.ndim != 2 or returns.ndim != 3 or len(set(shapes)) > 1:
        raise SuitwiseError(
            f"seats, ended and decides are (steps, n) and returns (steps, n, seats), "
            f"not {seats.shape}, {ended.shape}, {counts.shape} and {returns.shape}"
        )
    rewards, last = np.zeros(seats.shape), np.zeros(seats.shape, bool)
    rows = np.arange(seats.shape[1])
    # Going backwards: ``due`` is the return of each row and seat in the game just entered, and ``waits``
    # tells whether its last decision has yet to come.
    due = np.zeros((seats.shape[1], returns.shape[2]))
    waits = np.zeros(due.shape, bool)
    for step in reversed(range(len(seats))):
        due[ended[step]], waits[ended[step]] = returns[step, ended[step]], True
        mine = rows, seats[step]
        last[step] = waits[mine] & counts[step]
        rewards[step] = np.where(last[step], due[mine], 0.0)
        waits[mine] &= ~last[step]
    return Credit(rewards, last)


# --- Steps ----------------------------------------------------------------------------------------

MOST_ROWS = 1 << 24
_PIECE = 256
"""The least rows per thread: handing over work costs about as much as stepping a hundred rows."""


class Steps:
    """Many games of one variant, stepped together.

    Results are in arrays that are reused: ``observations`` and ``masks`` are overwritten two steps
    later, so that those before and after a step coexist; the others are overwritten in every step.

    Args:
        batch: the game.
        count: the number of games.
        seed: 64-bit seed.
        seat: the learner's seat; several seats, as those of partners, ``(0, 2)``; or ``any``: each seat
            in turn by the number of the game. With several seats, the reward at the end of a game is
            that of the seat that moved last; ``returns`` has those of all.
        others: the policies of the other seats: one of the batch's policies for all, or a list with one
            for each, from the learner's first seat on. ``self`` is the learner: as a word it plays every
            seat, in a list the seats where it appears.
        autoreset: when a finished game restarts: in the ``next`` step, whose action is then ignored; in
            the ``same`` step; or with ``none``, only by ``reset``.
        longest: the learner's moves after which a game is cut off; 0 for never.
        threads: the number of threads; 0 for all cores.

    Attributes:
        rewards: float64 (n,), the learner's reward in the last step.
        ended: int8 (n,), the state of each game after the last step: ``loop.UNDER_WAY``, ``OVER``,
            ``CUT_OFF``, or ended by an ``ILLEGAL`` action.
        returns: float64 (n, seats), the return of each seat in the row's last finished game. After an
            illegal action its seat gets the lowest possible return, the others 0.
        last: float32 (n, width), the last observation of that game, if games restart in the same step;
            otherwise an array without rows.
        records: int64 (n, columns), the games themselves (``stepping.loop``).
        learners: the learner's seats; with ``seat="any"`` those in game 0.
        run: int64, the settings of the run (``stepping.loop``).

    Raises:
        SuitwiseError: a number is out of range, or the game has no such policy.

    >>> from suitwise.stacks import Stacks
    >>> from suitwise.stacks.arrays import batch_of
    >>> steps = Steps(batch_of(Stacks()), 3, seed=7)
    >>> steps.observations.shape, steps.masks.shape
    ((3, 32), (3, 16))
    >>> _ = steps.step(steps.masks.argmax(axis=1))
    >>> steps.rewards.tolist()
    [0.0, 0.0, 0.0]
    """

    def __init__(
        self,
        batch: Batch,
        count: int,
        seed: int = 0,
        *,
        seat: int | Sequence[int] | Literal["any"] = 0,
        others: str | Sequence[str] = "random",
        autoreset: Autoreset = "next",
        longest: int = 0,
        threads: int = 1,
    ) -> None:
        self.batch, self.threads = batch, cores(threads)
        self.count = whole_input(count, "the games side by side are", least=1, most=MOST_ROWS)
        run = numbers_of_run(batch, seat, others, autoreset, longest, self.count)
        self.run: NDArray[np.int64] = np.array(run, np.int64)
        self._is_own = np.zeros(self.count, np.bool_)
        self.learners = learners_of(batch, run)
        self._make_faces()
        self._now = 0
        self._make_arrays(keep_last=autoreset == "same")
        self.reset(seed)

    def _make_faces(self) -> None:
        """Create the parts that are not copied or pickled: machine code, threads and their room."""
        self._begin, self._step = map(over_rows, loop.rules_of(self.batch.rules))
        from concurrent.futures import ThreadPoolExecutor

        parts = max(1, min(self.threads, self.count // _PIECE))
        cuts = [self.count * part // parts for part in range(parts + 1)]
        self._parts = [range(*cut) for cut in pairwise(cuts)]
        self._options = [options_with_room(self.batch) for _ in self._parts]
        self._pool = ThreadPoolExecutor(parts - 1) if parts > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        made = ("_begin", "_step", "_parts", "_pool", "_options")
        return {name: value for name, value in vars(self).items() if name not in made}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._make_faces()

    def close(self) -> None:
        """Stop the threads; with several threads, no more steps are possible."""
        if self._pool is not None:
            self._pool.shutdown()

    def _make_arrays(self, *, keep_last: bool) -> None:
        batch, size = self.batch, (self.count, width(self.batch.fields))
        self.records: NDArray[np.int64] = np.zeros((self.count, batch.columns), np.int64)
        self._streams: NDArray[np.int64] = np.zeros(self.count, np.int64)
        self._seen = [aligned(size, np.float32) for _ in range(2)]
        self._allowed = [aligned((self.count, batch.actions), np.int8) for _ in range(2)]
        for rows in (*self._seen, *self._allowed):
            rows[:] = 0
        self.rewards: NDArray[np.float64] = np.zeros(self.count, np.float64)
        self.ended: NDArray[np.int8] = np.zeros(self.count, np.int8)
        self.last: NDArray[np.float32] = np.zeros(size if keep_last else (0, 0), np.float32)
        self.returns: NDArray[np.float64] = np.zeros((self.count, batch.options[0]), np.float64)

    @property
    def observations(self) -> NDArray[np.float32]:
        """The observation of each game's learner: float32 (n, width)."""
        seen: NDArray[np.float32] = self._seen[self._now]
        return seen

    @property
    def masks(self) -> NDArray[np.int8]:
        """The legal actions: int8 (n, actions), 1 for each legal action.

        For a finished game that restarts in the next step, only the first action is allowed, and it is
        ignored. For one that restarts only by ``reset``, no action is allowed.
        """
        allowed: NDArray[np.int8] = self._allowed[self._now]
        return allowed

    @property
    def seats(self) -> NDArray[np.int64]:
        """The learner's seats: int64 (n,)."""
        return self.records[:, SEAT]

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The numbers of the games: int64 (n,)."""
        return self.records[:, loop.NUMBER]

    def reset(
        self,
        seed: int | Sequence[int | None] | None = None,
        mask: NDArray[np.bool_] | None = None,
    ) -> None:
        """Restart games. Observations and masks returned before the call stay valid until the next step.

        Args:
            seed: begin the first game of each row under this seed, and restart the random numbers of
                ``sample``. Without a seed, each row goes on to its next game. A list has one seed per
                row, which begins with game 0, so that rows with equal seeds are equal; None goes on.
                If all rows have their own seeds, each plays every game of its seed; otherwise every
                n-th.
            mask: bool (n,), the rows to restart; by default all.

        Raises:
            SuitwiseError: the mask is not bool (n,), the seed is out of range, or the learner has no
                turn in any game.
        """
        begins = np.ones(self.count, bool) if mask is None else np.asarray(mask)
        if begins.shape != (self.count,) or begins.dtype != bool:
            raise SuitwiseError(f"a mask is bool ({self.count},)")
        seeds = [] if seed is None else seeds_of_rows(seed, self.count)
        if seed is not None:
            is_given = np.array([one is not None for one, _ in seeds]) & begins
            self._is_own[is_given] = is_list(seed)
        self.run[loop.STRIDE] = stride_of(self._is_own)
        numbers = self.numbers + self.run[loop.STRIDE]
        for row, (one, number) in enumerate(seeds):
            if one is not None:
                numbers[row], self._streams[row] = number, loop.opened(world_seed(one), number)
                if begins[row]:
                    self.records[row, loop.SEED] = one
        self._now = 1 - self._now
        for arrays in (self._seen, self._allowed):
            arrays[self._now][~begins] = arrays[1 - self._now][~begins]
        self._each(self._begin, (begins.astype(np.int64), numbers))

    def step(self, actions: NDArray[np.int64]) -> NDArray[np.float32]:
        """Play an action in each game; return the observations.

        Args:
            actions: integers (n,). An illegal one ends its game with the lowest possible return.

        Raises:
            SuitwiseError: the actions are not one integer for each game, or the learner has no turn in
                any game of a row.
        """
        chosen = as_numpy(actions)
        if chosen.shape != (self.count,) or chosen.dtype.kind not in "iu":
            raise SuitwiseError(
                f"actions are integers ({self.count},), not {chosen.dtype} {chosen.shape}"
            )
        self._now = 1 - self._now
        self._each(self._step, (chosen.astype(np.int64), float(self.batch.lowest)))
        return self.observations

    def sample(self) -> NDArray[np.int64]:
        """Draw a legal action of each game uniformly; 0 for a game that is over.

        Each row has its own random stream for this.
        """
        actions = np.empty(self.count, np.int64)
        over_rows(loop.sample_row)((self.masks, self._streams), actions, 0, self.count)
        return actions

    def expert(self, policy: str) -> NDArray[np.int64]:
        """Return the action of a policy in the learner's place in each game; 0 for one that is over.

        Useful to imitate a player, to correct a learner, or to leave part of the game to a policy.

        Args:
            policy: one of the batch's policies other than ``random`` (see ``sample``).

        Raises:
            SuitwiseError: there is no such policy, or its move is no single action here.

        >>> from suitwise.rummy.gin.game import Gin
        >>> from suitwise.rummy.gin.arrays import batch_of
        >>> steps = Steps(batch_of(Gin()), 2, seed=7)
        >>> [steps.batch.text_of(action) for action in steps.expert("greedy")]
        ['pile', 'pile']
        """
        able = self.batch.policies[loop.RANDOM + 1 :]
        if policy not in able:
            names = ", ".join(able) or "nobody"
            raise SuitwiseError(
                f"{self.batch.game}: an expert is {names}, not {str(policy)[:24]!r}"
            )
        number = self.batch.policies.index(policy)
        actions = np.empty(self.count, np.int64)
        work = np.zeros((2, self.batch.columns), np.int64)
        given = self.records, self.masks, self._options[0], work, number
        over_rows(expert_of(self.batch.rules))(given, actions, 0, self.count)
        if (actions == NO_ACTION).any():
            raise SuitwiseError(f"{self.batch.game}: what {policy} does is no single action here")
        return actions

    def observe_all(self) -> NDArray[np.float32]:
        """Return the observations of every seat in each game, for the critic of a learner.

        Together they reveal everything except future chance, such as the order of a stock.

        Returns:
            A new array, float32 (n, seats, width), the learner's seat first, then the others in the
            order of play.

        >>> from suitwise.stacks import Stacks
        >>> from suitwise.stacks.arrays import batch_of
        >>> steps = Steps(batch_of(Stacks()), 3, seed=7)
        >>> bool((steps.observe_all()[:, 0] == steps.observations).all())
        True
        """
        shape = self.count, self.batch.options[0], width(self.batch.fields)
        seen: NDArray[np.float32] = np.zeros(shape, np.float32)
        given = self.records, self._options[0]
        over_rows(all_seen_of(self.batch.rules))(given, seen, 0, self.count)
        return seen

    def _each(self, kernel: Any, inputs: tuple[Any, ...]) -> None:
        """Run a kernel over all rows, on all threads."""
        arrays = self.observations, self.masks, self.rewards, self.ended, self.last, self.returns

        def work(part: range, options: NDArray[np.int64]) -> None:
            given = (*inputs, options, self.run, *arrays)
            kernel(given, self.records, part.start, part.stop)

        first, *others = zip(self._parts, self._options, strict=True)
        futures = [self._pool.submit(work, *other) for other in others if self._pool]
        work(*first)
        for future in futures:
            future.result()
        numbers = len(self.batch.options)
        if self.batch.room and any(options[numbers] for options in self._options):
            raise SuitwiseError(
                f"{self.batch.game}: a position has more in it than there is room for"
            )
        if self.ended.any() and (self.records[:, ENDED] == loop.NEVER).any():
            raise SuitwiseError(
                f"{self.batch.game}: {loop.MOST_SKIPPED:,} games in turn ended before the learner's turn"
            )
