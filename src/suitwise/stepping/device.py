"""Many games side by side whose arrays stay on a GPU: the loop of ``stepping`` in CUDA kernels.

A thread steps a row, by the very rules that ``stepping.steps`` runs on the processor, so records,
observations, masks and rewards are the same to the bit. Nothing but the numbers of a call comes from the
host: what is shown are arrays on the GPU with ``__cuda_array_interface__``, which PyTorch, CuPy and JAX
take where they lie, and actions are taken from any such array. Kernels run on CUDA's default stream, so
work that other libraries queue there is done in the order in which it was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from suitwise.arguments import whole_input
from suitwise.errors import SuitwiseError
from suitwise.fields import width
from suitwise.foundation.arrays.compiled import (
    device_copy,
    device_view,
    grid,
    on_device,
    require_cuda,
    rule,
)
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.rows import Rows
from suitwise.seeds import as_seed, world_seed
from suitwise.stepping import loop, steps
from suitwise.stepping.loop import NUMBER, SEED, Batch, opened


@rule
def number_row(row: int, given: Any, records: Any) -> None:
    """Write which game a row begins with; by a seed the first, else that after the one it is at.

    Args:
        row: the row.
        given: how far it is to a row's next game; for each row whether there is a seed (1 or 0), the
            seed, that of the numbers which ``sample`` draws by, and the number of its first game; then
            the numbers of the games and the streams of ``sample``, which are filled.
        records: the records; the seed is written into them.
    """
    stride, is_seeded, seeds, samples, firsts, numbers, streams = given
    numbers[row] = records[row, NUMBER] + stride
    if is_seeded[row] != 0:
        numbers[row], records[row, SEED] = firsts[row], seeds[row]
        streams[row] = opened(samples[row], firsts[row])


class DeviceSteps:
    """Games of one variant side by side on a GPU (extra ``cuda``), stepped together.

    All results stand in arrays on the GPU that are overwritten in every step; who keeps them copies them
    there.

    Args:
        batch: the game.
        count: how many games; a GPU is busy from some tens of thousands on.
        seed: 64-bit seed; the games are those that ``Steps`` plays by it.
        seat: the learner's seat, several or ``any``, as in ``Steps``.
        others: how the other seats move, as in ``Steps``.
        autoreset: when a game that is over begins anew: in the ``next`` step, in the ``same``, or
            ``none``, when ``reset`` is told to.
        longest: the learner's moves after which a game is cut off; 0 for never.

    Attributes:
        observations: float32 (n, width), what each game's learner sees.
        masks: int8 (n, actions), 1 for each legal action; of a game that begins anew in the next step
            the first alone.
        rewards: float64 (n,), what the learner got in the last step.
        ended: int8 (n,), how the last step left each game, as in ``Steps``; ``loop.NEVER`` where a row
            came to no game in which the learner has a turn.
        returns: float64 (n, seats), what each seat got from the last game of the row that was over.
        last: float32 (n, width), the last observation of that game, where games begin anew in the same
            step; elsewhere one number that says nothing.
        records: int64 (n, columns), the games themselves (``stepping.loop``).
        learners: the learner's seats; with ``seat="any"`` those of the first game.

    Raises:
        SuitwiseError: there is no GPU, a number is out of range, or the game has no such policy.

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
        require_cuda()
        self.batch = batch
        self.count = whole_input(count, steps.MOST_ROWS, "the games side by side are", least=1)
        run = steps.numbers_of_run(batch, seat, others, autoreset, longest, self.count)
        self.learners = steps.learners_of(batch, run)
        self._told = np.array(run, np.int64)
        self._is_own = np.zeros(self.count, np.bool_)
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
        self.reset(seed)

    @staticmethod
    def _zeros(shape: tuple[int, ...], dtype: Any) -> Rows:
        return device_copy(np.zeros(shape, dtype))

    @property
    def seats(self) -> Rows:
        """The learner's seats: int64 (n,), every so-manieth number of the records."""
        return self.records[:, loop.SEAT]

    @property
    def _filled(self) -> tuple[Rows, ...]:
        arrays = self.observations, self.masks, self.rewards, self.ended, self.last, self.returns
        return (self._options, self._run, *arrays)

    def reset(
        self, seed: int | Sequence[int | None] | None = None, mask: Rows | None = None
    ) -> None:
        """Begin games anew.

        Args:
            seed: begin all with the first game of each row by this seed; without one each row goes on to
                the game after that which it is at. A list has a seed for each row, as in ``Steps``.
            mask: bool or integers (n,), not 0 for the rows to begin; all where left out.

        Raises:
            SuitwiseError: the mask is of another shape or given with a seed, the seed is out of range,
                or by it no game comes to the learner's turn; without a seed ``ended`` tells, and nothing
                is fetched from the GPU.
        """
        if seed is not None and mask is not None:
            raise SuitwiseError("by a seed all games begin: give a seed or a mask")
        begins = np.ones(self.count, np.int64) if mask is None else mask
        given = self._rows(begins, "a mask is bool or integers", "biu")
        told = (self._unseeded,) * 4 if seed is None else self._seeded(seed)
        stride = int(self._told[loop.STRIDE])
        grid(number_row)((stride, *told, self._numbers, self._streams), self.records)
        self._begin((given, self._numbers, *self._filled), self.records)
        if seed is not None and (self.ended.copy_to_host() == loop.NEVER).any():
            raise SuitwiseError(
                f"{self.batch.game}: {loop.MOST_SKIPPED:,} games in turn ended before the learner's turn"
            )

    def _seeded(self, seed: int | Sequence[int | None]) -> tuple[Rows, ...]:
        """Return for each row whether it has a seed, its seeds and its first game, on the GPU."""
        seeds = steps.seeds_of_rows(seed, self.count)
        is_given = np.array([one is not None for one, _ in seeds])
        self._is_own[is_given] = steps.is_list(seed)
        self._told[loop.STRIDE] = steps.stride_of(self._is_own)
        self._run = device_copy(self._told)
        firsts = np.array([first for _, first in seeds], np.int64)
        own = np.array([one or 0 for one, _ in seeds], np.int64)
        drawn = np.array([as_seed(world_seed(one or 0)) for one, _ in seeds], np.int64)
        columns = is_given.astype(np.int64), own, drawn, firsts
        return tuple(map(device_copy, columns))

    def step(self, actions: Rows) -> Rows:
        """Play an action in each game; return the observations.

        Args:
            actions: integers (n,), on the GPU or an array of NumPy. An illegal one ends its game with
                the least that can be got.

        Raises:
            SuitwiseError: the actions are not one integer for each game.
        """
        chosen = self._rows(actions, "actions are integers", "iu")
        self._step((chosen, float(self.batch.lowest), *self._filled), self.records)
        return self.observations

    def sample(self) -> Rows:
        """Return a legal action of each game, all equally likely, int64 (n,); 0 for one that is over.

        They are those that ``Steps`` draws by the same seed, and overwritten in the next call.
        """
        grid(loop.sample_row)((self.masks, self._streams), self._drawn)
        return self._drawn

    def observe_all(self) -> Rows:
        """Return what every seat sees in each game, for a critic in training, as ``Steps`` does.

        Returns:
            Float32 (n, seats, width), new in every call, the learner's seat first.
        """
        seen = self._zeros(
            (self.count, self.batch.options[0], width(self.batch.fields)), np.float32
        )
        grid(steps.all_seen_of(self.batch.rules))((self.records, self._options), seen)
        return seen

    def _rows(self, array: Any, called: str, kinds: str) -> Rows:
        """Return one number a row on the GPU.

        Raises:
            SuitwiseError: it has another shape or type.
        """
        rows = device_view(array) if on_device(array) else np.asarray(array)
        if tuple(rows.shape) != (self.count,) or np.dtype(rows.dtype).kind not in kinds:
            raise SuitwiseError(f"{called} ({self.count},), not {rows.dtype} {tuple(rows.shape)}")
        if on_device(rows):
            return rows
        flat: NDArray[np.int64] = rows.astype(np.int64)
        return device_copy(flat)
