"""Many games of one variant as a Gymnasium vector environment, stepped by compiled rules.

All that is returned is new in every step. With ``copy=False`` observations and masks are the arrays of
``stepping.steps`` themselves, made once and written over every second step: an observation
and the one before it are there together; to keep more, copy them. Results don't depend on how
many threads step; ``stepping.loop`` describes the loop.

Autoreset is declared in ``metadata["autoreset_mode"]`` and ``autoreset_mode`` as Gymnasium has it: by
default a game that is over begins anew in the next step, whose action counts for nothing and whose
reward is 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from suitwise.catalogue import entries, find
from suitwise.envs.course import game_of, longest_of, seed_of
from suitwise.envs.sight import Dtype, Numbers
from suitwise.errors import SuitwiseError
from suitwise.game import Game, load
from suitwise.players.turns import Margin, Policy, sides_of
from suitwise.stepping.loop import CUT_OFF, ENDED, ILLEGAL, UNDER_WAY, Batch
from suitwise.stepping.steps import Autoreset, Steps

_AUTORESETS: dict[AutoresetMode, Autoreset] = {
    AutoresetMode.NEXT_STEP: "next",
    AutoresetMode.SAME_STEP: "same",
    AutoresetMode.DISABLED: "none",
}

Arrays = tuple[
    NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
]


def batch_of(game: str | Game[Any]) -> Batch:
    """Return the compiled rules of a variant.

    Raises:
        SuitwiseError: the game, or this variant of it, has none.

    >>> batch_of("texas42(match=hand)").actions
    68
    """
    variant = game_of(game)
    entry = find(variant.name)
    if entry is None or not entry.batch:
        compiled = ", ".join(entry.name for entry in entries() if entry.batch)
        raise SuitwiseError(
            f"{variant.name} has no compiled environment: use SeatEnv, or one of {compiled}"
        )
    batch: Batch = entry.loaded(entry.batch)(variant)
    return batch


class BatchVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[np.float64]]):
    """Many games side by side; one seat of each learns, partners do, or all.

    ``infos`` has in every step ``action_mask``, int8 (n, actions), and ``seat``, int64 (n,), the seat
    that the observation is of. Where games were over in a step there are ``returns``, float64
    (n, seats), what all seats got, for the rows marked in ``_returns``; and ``illegal``, bool (n,),
    whether an illegal action ended them: a penalty for the seat that chose it, and nothing for the
    others. Where games begin anew in the same step their last observations are ``final_obs``, float32
    (n, width), the seats that they are of ``final_seat``, and ``final_info`` has ``seat``, ``returns``
    and ``illegal`` again, as Gymnasium's own vectors have what a game told last.

    Wherever an action is asked for the mask has a 1, so that a softmax over it stands: of a game that is
    over and begins anew in the next step it is the first action's alone, and counts for nothing.

    With ``seat="any"`` game number g has its learner in seat g modulo the seats; as row r of n plays the
    games r, r + n, r + 2 n, …, it keeps its seat where n is a multiple of the seats.

    Args:
        game: the variant, or its text; one of those that have compiled rules.
        num_envs: how many games.
        seat: the learner's seat; several, as both of a side, ``(0, 2)``; or ``any``: each in turn by the
            numbers of the games. Where several learn the reward at the end of a game is that of the seat
            that moved last; ``returns`` has every seat's, ``stepping.credit`` tells whose.
        opponents: how the other seats move: ``random``, another policy that the game has compiled (its
            ``batch_of(…).policies``, named as the players are), or ``self``: the learner plays every
            seat. A list has one for each of them, from the learner's first seat on; there ``self`` is
            the learner in that seat as well.
        autoreset_mode: when a game that is over begins anew.
        longest: the learner's moves after which a game is cut off (truncated); None for never.
        threads: how many threads; 0 for all cores.
        copy: whether observations and masks are copied for the caller.
        dtype: ``float32``, or ``uint8`` for observations in whole parts, a byte each (``envs.small``),
            where each of them goes into a byte.

    Attributes:
        autoreset_mode: when a game that is over begins anew.
        reward_range: the least and the most that a seat can get from a game.

    Raises:
        SuitwiseError: the variant has no compiled rules, or an option is out of range.

    >>> env = BatchVectorEnv("stacks", 3)
    >>> seen, infos = env.reset(seed=7)
    >>> seen.shape, infos["action_mask"].shape
    ((3, 32), (3, 16))
    >>> seen, rewards, terminated, truncated, infos = env.step(infos["action_mask"].argmax(axis=1))
    >>> rewards.tolist()
    [0.0, 0.0, 0.0]
    >>> partners = BatchVectorEnv("texas42(match=hand)", 3, seat=(0, 2), opponents=["rules", "random"])
    >>> bool(np.isin(partners.reset(seed=7)[1]["seat"], (0, 2)).all())
    True
    """

    autoreset_mode: AutoresetMode

    def __init__(
        self,
        game: str | Game[Any],
        num_envs: int = 1,
        *,
        seat: int | Sequence[int] | Literal["any"] = 0,
        opponents: str | Sequence[str] = "random",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        longest: int | None = None,
        threads: int = 1,
        copy: bool = True,
        dtype: Dtype = "float32",
        render_mode: None = None,
    ) -> None:
        if render_mode is not None:
            raise SuitwiseError("games side by side show no picture: SeatEnv does")
        batch = batch_of(game)
        mode = _mode(autoreset_mode)
        self.game, self.num_envs, self.render_mode = batch.game, num_envs, render_mode
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.autoreset_mode = mode
        self.reward_range = float(batch.lowest), float(batch.game.facts.highest_return)
        self.steps = Steps(
            batch,
            num_envs,
            seat=seat,
            others=opponents,
            autoreset=_AUTORESETS[mode],
            longest=longest_of(longest) or 0,
            threads=threads,
        )
        self._is_fresh, self._copies = True, copy
        self._numbers = Numbers(batch.fields, dtype)
        # Written over in turn, as the arrays of the steps are.
        self._bytes = None
        if dtype == "uint8" and not copy:
            self._bytes = np.zeros((2, *self.steps.observations.shape), np.uint8)
        self.single_observation_space = self._numbers.space()
        self.single_action_space = Discrete(batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin games anew.

        Args:
            seed: the seed of the games' cards and of the other seats; without one the games go on to the
                next, or begin with a seed of the system's own. A list has a seed for each game, as
                Gymnasium's own vectors take it: a game begins as it does alone by that seed, and while
                all have one of their own later games are those that it plays alone, too; so two of the
                same seed are the same. None stands for none.
            options: ``reset_mask``, bool (n,), the games to begin; all where left out.

        Raises:
            SuitwiseError: the mask is not bool (n,), there are other options, a seed is none, or a list
                has not one for each game.
            ResetNeeded: the first reset leaves games out.
        """
        others = dict(options or {})
        mask = others.pop("reset_mask", None)
        if others:
            raise SuitwiseError(
                f"reset has the option reset_mask, not {', '.join(map(str, others))}"
            )
        if self._is_fresh and mask is not None and not np.all(mask):
            raise ResetNeeded("the first reset begins all games")
        seeds = self._seeds_of(seed)
        super().reset(seed=seeds if isinstance(seeds, int) else None)
        if self._is_fresh:
            seeds = self._drawn(seeds)
        self.steps.reset(seeds, mask)
        self._is_fresh = False
        return self._seen(), self._infos()

    def _seeds_of(self, seed: int | Sequence[int | None] | None) -> int | list[int | None] | None:
        """Return the seed, or that of each game, as they are given to ``reset``."""
        if not isinstance(seed, list | tuple | np.ndarray):
            return seed_of(seed)
        if len(seeds := [seed_of(one) for one in seed]) != self.num_envs:
            raise SuitwiseError(
                f"a list of seeds has one for each of the {self.num_envs} games, not {len(seeds)}"
            )
        return seeds

    def _drawn(self, seeds: int | list[int | None] | None) -> int | list[int | None]:
        """Return seeds of the system's own in the place of those that are left out."""
        if isinstance(seeds, list):
            return [self._drawn_one() if one is None else one for one in seeds]
        return self._drawn_one() if seeds is None else seeds

    def _drawn_one(self) -> int:
        return int(self.np_random.integers(2**63))

    def step(self, actions: NDArray[np.int64]) -> Arrays:  # type: ignore[override]
        """Play an action in each game.

        Args:
            actions: integers (n,); an illegal one ends its game with the least that can be got.

        Returns:
            Observations, rewards, whether games are over, whether they were cut off, and infos.

        Raises:
            SuitwiseError: the actions are not one integer for each game.
            ResetNeeded: nothing was reset, or a game is over and begins anew only when told.
        """
        steps = self.steps
        self._refuse_step()
        seats = steps.seats.copy()
        steps.step(actions)
        ended, cut = steps.ended != UNDER_WAY, steps.ended == CUT_OFF
        infos = self._infos()
        if ended.any():
            illegal = steps.ended == ILLEGAL
            told = {"returns": steps.returns.copy(), "_returns": ended & ~cut}
            told |= {"illegal": illegal, "_illegal": ended}
            infos |= told
            if len(steps.last):
                last = {**told, "seat": seats, "_seat": ended}
                final = self._numbers.given(steps.last.copy())
                infos |= {"final_obs": final, "_final_obs": ended}
                infos |= {"final_info": last, "_final_info": ended}
                infos |= {"final_seat": seats, "_final_seat": ended}
        return self._seen(), steps.rewards.copy(), ended & ~cut, cut, infos

    def _seen(self) -> NDArray[Any]:
        """Return the observations as they are asked for."""
        if self._numbers.dtype == "float32":
            return self._given(self.steps.observations)
        if self._bytes is None:
            return self._numbers.given(self.steps.observations)
        self._bytes = self._bytes[::-1]
        return self._numbers.given(self.steps.observations, self._bytes[0])

    def observe_all(self) -> NDArray[Any]:
        """Return what every seat sees in each game, (n, seats, width), the learner's seat first.

        It is for a critic in training, which may know what no player does; ``stepping.steps`` says more.

        Raises:
            ResetNeeded: nothing was reset.
        """
        if self._is_fresh:
            raise ResetNeeded("reset begins the games")
        return self._numbers.given(self.steps.observe_all())

    def _refuse_step(self) -> None:
        """Refuse a step where there is nothing to be stepped."""
        if self._is_fresh:
            raise ResetNeeded("reset begins the games")
        if self.autoreset_mode == AutoresetMode.DISABLED:
            over = np.flatnonzero(self.steps.records[:, ENDED] != UNDER_WAY)
            if len(over):
                raise ResetNeeded(f"game {over[0]} is over: reset it by the option reset_mask")

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copies else array

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads, if there are any: Gymnasium closes what was refused as well."""
        if hasattr(self, "steps"):
            self.steps.close()

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._given(self.steps.masks),
            "_action_mask": every,
            "seat": self.steps.seats.copy(),
            "_seat": every,
        }


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(one.value for one in AutoresetMode)
        raise SuitwiseError(f"an autoreset mode is one of {names}, not {mode!r}") from None


def make_batch(
    num_envs: int = 1,
    *,
    game: str | Game[Any],
    max_episode_steps: int | None = None,
    **options: Any,
) -> BatchVectorEnv:
    """Return the vector environment of a game: ``gymnasium.make_vec`` calls this.

    Args:
        num_envs: how many games.
        game: the variant, or its text.
        max_episode_steps: Gymnasium's own name of ``longest``.
        options: those of ``BatchVectorEnv``.

    >>> make_batch(2, game="gin", max_episode_steps=50).num_envs
    2
    """
    longest = options.pop("longest", max_episode_steps)
    return BatchVectorEnv(game, num_envs, longest=longest, **options)


# --- Mirrored deals -------------------------------------------------------------------------------
#
# What the arena does with players by name is done here with a policy that answers many observations at
# once, at the speed of ``envs.vector``.


def mirrored_score(
    policy: Policy, game: str, deals: int, seed: int, opponents: str = "rules"
) -> Margin:
    """Return what a policy gets a game against compiled players, on mirrored deals.

    It plays all seats of one side, then on the same deals those of the other; the two games of a deal
    are one sample. What ``opponents`` themselves would get is 0. A deal of which they end a game before
    the policy's first turn, as a hand of gin that is dealt gin, says nothing of it and is left out.

    Args:
        policy: the policy that is measured, asked about many games at once: observations (n, width) and
            masks (n, actions) to actions (n,); it is asked for rows whose games are over, too, and for
            games that come after.
        game: the text of a variant with two sides and compiled rules.
        deals: how many deals, at least 2.
        seed: 64-bit seed of the deals.
        opponents: a policy that the game has compiled.

    Raises:
        SuitwiseError: the game has not two sides or no compiled rules, fewer than two deals are left,
            or the policy chose an action that is not legal.

    >>> import numpy as np
    >>> def first(seen, mask):  # the first of the legal actions
    ...     return mask.argmax(axis=1)
    >>> mirrored_score(first, "gin", 200, seed=1, opponents="greedy").high < 0
    True
    """
    sides = sides_of(load(game), deals)
    seats = [[seat for seat, own in enumerate(sides) if own == side] for side in (0, 1)]
    one, other = (_returns(policy, game, deals, seed, own, opponents) for own in seats)
    plays = ~np.isnan(one + other)
    if plays.sum() < 2:
        raise SuitwiseError(f"of {deals} deals the policy has a turn in {plays.sum()}: deal more")
    return Margin.of_sides(one[plays].tolist(), other[plays].tolist())


def _returns(
    policy: Policy, game: str, deals: int, seed: int, seats: list[int], opponents: str
) -> NDArray[np.float64]:
    """Return what a policy gets in each deal from the seats of a side, NaN where it has no turn."""
    env = BatchVectorEnv(game, deals, seat=seats, opponents=opponents, copy=False)
    seen, infos = env.reset(seed=seed)
    # In place of a game without a turn of the learner the row has begun a later one.
    skipped = env.steps.numbers != np.arange(deals)
    got, over = np.zeros(deals), np.zeros(deals, np.bool_)
    while not over.all():
        seen, _, ended, _, infos = env.step(policy(seen, infos["action_mask"]))
        _note(got, ended & ~over, infos, seats[0])
        over |= ended
    got[skipped] = np.nan
    return got


def _note(
    got: NDArray[np.float64], now: NDArray[np.bool_], infos: dict[str, Any], seat: int
) -> None:
    """Write down what a seat got in the games that are over now.

    Raises:
        SuitwiseError: an action was not legal.
    """
    if not now.any():
        return
    wrong = np.flatnonzero(now & infos["illegal"])
    if len(wrong):
        raise SuitwiseError(f"an action was not legal, in deal {wrong[0]}: see the mask")
    got[now] = infos["returns"][now, seat]
