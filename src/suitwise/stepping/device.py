"""``DeviceSteps``: many games of one variant stepped together on a GPU, with all arrays kept there.

Each CUDA thread steps a row with the same code that ``stepping.steps`` runs on the CPU, so records,
observations, masks and rewards agree to the bit. Results are arrays on the GPU with
``__cuda_array_interface__``, which PyTorch, CuPy and JAX use without copying; actions may be any such
array. Kernels run on CUDA's default stream, in order with the work that other libraries queue there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from suitwise.arguments import whole_input
from suitwise.errors import SuitwiseError
from suitwise.fields import width
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.cuda import device_copy, device_view, grid, require_cuda
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.rows import Rows, on_device
from suitwise.seeds import as_seed, world_seed
from suitwise.stepping import loop, steps
from suitwise.stepping.loop import NUMBER, SEED, Batch, opened


@rule
def number_row(row: int, given: Any, records: Any) -> None:
    """Choose the game that a row restarts with: with a new seed its first game, else the row's next.

    Args:
        row: the row.
        given: input: the distance from one game of a row to the next; for each row whether it gets a
            new seed (1 or 0), that seed, the seed of ``sample``, the number of its first game; output:
            the numbers of the games, and the random streams of ``sample``.
        records: the records; a new seed is written to them.
    """
    stride, is_seeded, seeds, samples, firsts, numbers, streams = given
    numbers[row] = records[row, NUMBER] + stride
    if is_seeded[row] != 0:
        numbers[row], records[row, SEED] = firsts[row], seeds[row]
        streams[row] = opened(samples[row], firsts[row])


class DeviceSteps:
    """Many games of one variant on a GPU (extra ``cuda``), stepped together.

    Results are in arrays on the GPU that every step overwrites; copy what you want to keep.

    Args:
        batch: the game.
        count: the number of games; tens of thousands are needed to keep a GPU busy.
        seed: 64-bit seed; the games are the same as those of ``Steps`` under this seed.
        seat: the learner's seat, several seats or ``any``, as in ``Steps``.
        others: the policies of the other seats, as in ``Steps``.
        autoreset: when a finished game restarts: in the ``next`` step, in the ``same`` step, or with
            ``none``, only by ``reset``.
        longest: the learner's moves after which a game is cut off; 0 for never.

    Attributes:
        observations: float32 (n, width), the observation of each game's learner.
        masks: int8 (n, actions), 1 for each legal action; for a game that restarts in the next step only
            the first action is allowed.
        rewards: float64 (n,), the learner's reward in the last step.
        ended: int8 (n,), the state of each game after the last step, as in ``Steps``; ``loop.NEVER`` if
            no game of the row has a turn of the learner.
        returns: float64 (n, seats), the return of each seat in the row's last finished game.
        last: float32 (n, width), the last observation of that game, if games restart in the same step;
            otherwise a placeholder.
        records: int64 (n, columns), the games themselves (``stepping.loop``).
        learners: the learner's seats; with ``seat="any"`` those in game 0.

    Raises:
        SuitwiseError: there is no GPU, a number is out of range, the game has no such policy, or its
            kernels need room of their own to work in.

    >>> from suitwise.stacks import Stacks
    >>> from suitwise.stacks.arrays import batch_of
    >>> steps = DeviceSteps(batch_of(Stacks()), 3, seed=7)  # doctest: +SKIP
    >>> actions = torch.as_tensor(steps.masks, device="cuda").argmax(dim=1)  # doctest: +SKIP
    >>> seen = torch.as_tensor(steps.step(actions), device="cuda")  # doctest: +SKIP
    """

    def __init__(
        self,
        batch: Batch,
        count: int,
        seed: int = 0,
        *,
        seat: int | Sequence[int] | Literal["any"] = 0,
        others: str | Sequence[str] = "random",
        autoreset: steps.Autoreset = "next",
        longest: int = 0,
    ) -> None:
        if batch.room:
            raise SuitwiseError(
                f"{batch.game}: its kernels need more room than a GPU has for each game"
            )
        require_cuda()
        self.batch = batch
        self.count = whole_input(count, "the games side by side are", least=1, most=steps.MOST_ROWS)
        run = steps.numbers_of_run(batch, seat, others, autoreset, longest, self.count)
        self.learners = steps.learners_of(batch, run)
        self._settings = np.array(run, np.int64)
        """The settings of the run, as the CPU has them; ``_run`` is their copy on the GPU."""
        self._is_own = np.zeros(self.count, np.bool_)
        """For each row whether it has a seed of its own, from a list."""
        self._options = device_copy(np.array(batch.options, np.int64))
        self._begin, self._step = map(grid, loop.rules_of(batch.rules))
        size = self.count, width(batch.fields)
        self.records = self._zeros((self.count, batch.columns), np.int64)
        self.observations = self._zeros(size, np.float32)
        self.masks = self._zeros((self.count, batch.actions), np.int8)
        self.rewards = self._zeros((self.count,), np.float64)
        self.ended = self._zeros((self.count,), np.int8)
        self.returns = self._zeros((self.count, batch.options[0]), np.float64)
        self.last = self._zeros(size if autoreset == "same" else (1, 1), np.float32)
        self._numbers = self._zeros((self.count,), np.int64)
        self._streams = self._zeros((self.count,), np.int64)
        self._drawn = self._zeros((self.count,), np.int64)
        self._unseeded = self._zeros((self.count,), np.int64)
        """What rows without a new seed get for it: zeros."""
        self.reset(seed)

    @staticmethod
    def _zeros(shape: tuple[int, ...], dtype: Any) -> Rows:
        return device_copy(np.zeros(shape, dtype))

    @property
    def seats(self) -> Rows:
        """The learner's seats: int64 (n,), a strided view of the records."""
        return self.records[:, loop.SEAT]

    @property
    def _filled(self) -> tuple[Rows, ...]:
        arrays = self.observations, self.masks, self.rewards, self.ended, self.last, self.returns
        return (self._options, self._run, *arrays)

    def reset(
        self, seed: int | Sequence[int | None] | None = None, mask: Rows | None = None
    ) -> None:
        """Restart games.

        Args:
            seed: begin the first game of each row under this seed; without a seed each row goes on to
                its next game. A list has one seed per row, as in ``Steps``.
            mask: bool or integers (n,), nonzero for the rows to restart; by default all.

        Raises:
            SuitwiseError: the mask has the wrong shape or comes with a seed, the seed is out of range,
                or under it the learner has no turn in any game. Without a seed the last is not checked,
                since that would fetch data from the GPU; see ``ended``.
        """
        if seed is not None and mask is not None:
            raise SuitwiseError("by a seed all games begin: give a seed or a mask")
        all_rows = np.ones(self.count, np.int64)
        begins = self._rows(all_rows if mask is None else mask, "a mask is bool or integers", "biu")
        seeds = (self._unseeded,) * 4 if seed is None else self._seeded(seed)
        stride = int(self._settings[loop.STRIDE])
        grid(number_row)((stride, *seeds, self._numbers, self._streams), self.records)
        self._begin((begins, self._numbers, *self._filled), self.records)
        if seed is not None and (self.ended.copy_to_host() == loop.NEVER).any():
            raise SuitwiseError(
                f"{self.batch.game}: {loop.MOST_SKIPPED:,} games in turn ended before the learner's turn"
            )

    def _seeded(self, seed: int | Sequence[int | None]) -> tuple[Rows, ...]:
        """Return for each row whether it has a seed, the seed, that of ``sample``, the first game."""
        seeds = steps.seeds_of_rows(seed, self.count)
        is_given = np.array([one is not None for one, _ in seeds])
        self._is_own[is_given] = steps.is_list(seed)
        self._settings[loop.STRIDE] = steps.stride_of(self._is_own)
        self._run = device_copy(self._settings)
        firsts = np.array([first for _, first in seeds], np.int64)
        own = np.array([one or 0 for one, _ in seeds], np.int64)
        drawn = np.array([as_seed(world_seed(one or 0)) for one, _ in seeds], np.int64)
        columns = is_given.astype(np.int64), own, drawn, firsts
        return tuple(map(device_copy, columns))

    def step(self, actions: Rows) -> Rows:
        """Play an action in each game; return the observations.

        Args:
            actions: integers (n,), on the GPU or a NumPy array. An illegal one ends its game with the
                lowest possible return.

        Raises:
            SuitwiseError: the actions are not one integer for each game.
        """
        chosen = self._rows(actions, "actions are integers", "iu")
        self._step((chosen, float(self.batch.lowest), *self._filled), self.records)
        return self.observations

    def sample(self) -> Rows:
        """Draw a legal action of each game uniformly, int64 (n,); 0 for one that is over.

        The actions are the same as those of ``Steps`` under the same seed. The next call overwrites
        them.
        """
        grid(loop.sample_row)((self.masks, self._streams), self._drawn)
        return self._drawn

    def observe_all(self) -> Rows:
        """Return the observations of every seat in each game, as ``Steps`` does.

        Returns:
            A new array, float32 (n, seats, width), the learner's seat first.
        """
        seen = self._zeros(
            (self.count, self.batch.options[0], width(self.batch.fields)), np.float32
        )
        grid(steps.all_seen_of(self.batch.rules))((self.records, self._options), seen)
        return seen

    def _rows(self, array: Any, called: str, kinds: str) -> Rows:
        """Return an array of one number per row on the GPU; ``called`` names it in errors.

        Raises:
            SuitwiseError: it has the wrong shape or type.
        """
        rows = device_view(array) if on_device(array) else np.asarray(array)
        if tuple(rows.shape) != (self.count,) or np.dtype(rows.dtype).kind not in kinds:
            raise SuitwiseError(f"{called} ({self.count},), not {rows.dtype} {tuple(rows.shape)}")
        if on_device(rows):
            return rows
        flat: NDArray[np.int64] = rows.astype(np.int64)
        return device_copy(flat)
