"""Many games of one variant as a Gymnasium vector environment, stepped by compiled rules.

Every step returns new arrays. With ``copy=False`` observations and masks are instead the two alternating
buffers of ``stepping.steps``: an observation stays valid for one further step and is then overwritten,
so copy it to keep it longer. Results don't depend on the number of threads; ``stepping.loop`` describes
the loop.

Autoreset follows Gymnasium and is declared in ``metadata["autoreset_mode"]`` and ``autoreset_mode``. By
default a game that is over begins anew in the next step, which ignores its action and has reward 0.
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
from suitwise.envs.course import check_render_mode, game_of, longest_of, seed_of
from suitwise.envs.picture import FRAMES_A_SECOND, RENDER_MODES, rendered
from suitwise.envs.sight import Dtype, Numbers
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.rows import aligned
from suitwise.game import Game, load
from suitwise.players.turns import Margin, Policy
from suitwise.stepping.loop import CUT_OFF, ENDED, ILLEGAL, UNDER_WAY, Batch
from suitwise.stepping.positions import Followed
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
    """Many games side by side. The learner has one seat of each, the seats of a side, or all.

    ``infos`` of n games hold:

    - In every step ``action_mask``, int8 (n, actions), and ``seat``, int64 (n,), the seat that each
      observation belongs to.
    - If games ended in a step, ``returns``, float64 (n, seats), valid for the rows marked in
      ``_returns``, and ``illegal``, bool (n,), true where an illegal action ended the game: a penalty
      for the seat that chose it, 0 for the others.
    - If games end and begin anew in the same step, ``final_obs``, float32 (n, width), the last
      observations, ``final_seat``, their seats, and ``final_info`` with ``seat``, ``returns`` and
      ``illegal`` again, as in Gymnasium's own vectors.

    Every mask has at least one 1, so that a softmax over it is defined. In a game that is over and
    begins anew in the next step only the first action is marked; it has no effect.

    With ``seat="any"`` the learner of game number g has seat g modulo the number of seats. Row r of n
    plays the games r, r + n, r + 2 n, …, so its seat stays the same if n is a multiple of the seats.

    Args:
        game: the variant, or its text; it must have compiled rules.
        num_envs: the number of games.
        seat: the learner's seat; several seats, such as both of a side, ``(0, 2)``; or ``any`` for each
            in turn. If several learn, the reward at the end of a game is that of the seat that moved
            last; ``returns`` has those of all seats, and ``stepping.steps.credited`` assigns them.
        opponents: the policy of the other seats: ``random``, another compiled policy of the game (see
            ``batch_of(…).policies``; they are named like players), or ``self`` for the learner in every
            seat. A list has one for each of the other seats, starting after the learner's first seat;
            ``self`` in it gives that seat to the learner, too.
        autoreset_mode: when a game that is over begins anew.
        longest: the number of learner's moves after which a game is truncated; None for never.
        threads: the number of threads; 0 for all cores.
        copy: whether observations and masks are copied for the caller.
        dtype: the type of observations: ``float32``, or ``uint8`` for whole numbers in bytes, if all
            fields of the variant fit.
        render_mode: ``ansi`` for texts, ``rgb_array`` for images; ``human`` prints the texts after every
            ``reset`` and ``step``. Each shows the view of a game's learner, as ``SeatEnv`` does.

    Attributes:
        autoreset_mode: when a game that is over begins anew.
        reward_range: the lowest and the highest return of a game.

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
        render_mode: str | None = None,
    ) -> None:
        check_render_mode(render_mode, RENDER_MODES)
        batch = batch_of(game)
        mode = _mode(autoreset_mode)
        self.game, self.num_envs, self.render_mode = batch.game, num_envs, render_mode
        self.metadata = {
            "autoreset_mode": mode,
            "render_modes": list(RENDER_MODES),
            "render_fps": FRAMES_A_SECOND,
        }
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
        self._followed = None if render_mode is None else _followed(self.steps)
        self._is_fresh, self._copies = True, copy
        self._numbers = Numbers(batch.fields, dtype)
        # Two buffers that alternate, like those of the steps.
        self._bytes = None
        if dtype == "uint8" and not copy:
            self._bytes = [aligned(self.steps.observations.shape, np.uint8) for _ in range(2)]
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
            seed: the seed of the cards and of the other seats. Without a seed the next games begin, or,
                in the first reset, those of a random seed. A list has a seed, or None, for each row, as
                in Gymnasium's own vectors: a row with its own seed plays the same games as a vector of
                one game with that seed. Later games keep to this as long as all rows have own seeds.
            options: ``reset_mask``, bool (n,), the games to begin; all if omitted.

        Raises:
            SuitwiseError: the mask is not bool (n,), there are other options, a seed is invalid, or the
                list does not have one entry for each game.
            ResetNeeded: the first reset leaves out games.
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
        (self._followed or self.steps).reset(seeds, mask)
        self._is_fresh = False
        self._print_for_people()
        return self._seen(), self._infos()

    def _seeds_of(self, seed: int | Sequence[int | None] | None) -> int | list[int | None] | None:
        """Check the seed, or the seed of each game, that was passed to ``reset``."""
        if not isinstance(seed, list | tuple | np.ndarray):
            return seed_of(seed)
        if len(seeds := [seed_of(one) for one in seed]) != self.num_envs:
            raise SuitwiseError(
                f"a list of seeds has one for each of the {self.num_envs} games, not {len(seeds)}"
            )
        return seeds

    def _drawn(self, seeds: int | list[int | None] | None) -> int | list[int | None]:
        """Replace missing seeds by random ones."""
        if isinstance(seeds, list):
            return [self._drawn_one() if one is None else one for one in seeds]
        return self._drawn_one() if seeds is None else seeds

    def _drawn_one(self) -> int:
        return int(self.np_random.integers(2**63))

    def step(self, actions: NDArray[np.int64]) -> Arrays:  # type: ignore[override]
        """Play an action in each game.

        Args:
            actions: integers (n,); an illegal one ends its game with the lowest return.

        Returns:
            Observations, rewards, terminations, truncations and infos.

        Raises:
            SuitwiseError: the actions are not one integer for each game.
            ResetNeeded: there was no reset, or a game is over and autoreset is off.
        """
        steps = self.steps
        self._refuse_step()
        seats = steps.seats.copy()
        (self._followed or steps).step(actions)
        self._print_for_people()
        ended, cut = steps.ended != UNDER_WAY, steps.ended == CUT_OFF
        infos = self._infos()
        if ended.any():
            illegal = steps.ended == ILLEGAL
            result = {"returns": steps.returns.copy(), "_returns": ended & ~cut}
            result |= {"illegal": illegal, "_illegal": ended}
            infos |= result
            if len(steps.last):
                last = {**result, "seat": seats, "_seat": ended}
                final = self._numbers.given(steps.last.copy())
                infos |= {"final_obs": final, "_final_obs": ended}
                infos |= {"final_info": last, "_final_info": ended}
                infos |= {"final_seat": seats, "_final_seat": ended}
        return self._seen(), steps.rewards.copy(), ended & ~cut, cut, infos

    def _seen(self) -> NDArray[Any]:
        """Return the observations in their dtype, copied unless ``copy=False``."""
        seen = self.steps.observations
        if self._numbers.dtype == "float32":
            return self._given(seen)
        if self._bytes is None:
            return self._numbers.given(seen, aligned(seen.shape, np.uint8))
        self._bytes.reverse()
        return self._numbers.given(seen, self._bytes[0])

    def observe_all(self) -> NDArray[Any]:
        """Return the observations of all seats, (n, seats, width), the learner's seat first.

        They are for a critic, which may see in training what no player does; see ``stepping.steps``.

        Raises:
            ResetNeeded: there was no reset.
        """
        if self._is_fresh:
            raise ResetNeeded("reset begins the games")
        return self._numbers.given(self.steps.observe_all())

    # --- Pictures ---------------------------------------------------------------------------------

    def render(self) -> tuple[Any, ...] | None:
        """Return the view of each game's learner: a text or an image each, as the render mode says.

        ``human`` prints the texts. After an illegal action a game stands where that was chosen; one that
        began anew in the same step is shown at its beginning.

        Raises:
            ResetNeeded: there was no reset.
            SuitwiseError: Pillow or matplotlib is missing.

        >>> env = BatchVectorEnv("gin", 2, opponents="greedy", render_mode="ansi")
        >>> _ = env.reset(seed=3)
        >>> print(env.render()[1])
        seat 0
        knock with 10 or less
        pile         │ SK
        stock        │ 31 cards
        set          │ H6 D6 C6
        set          │ S7 D7 C7
        deadwood: 39 │ ST SJ HK C9
        take SK, or pass
        to move: pile pass
        """
        if self._is_fresh:
            raise ResetNeeded("reset begins the games")
        if self._followed is None:
            return None
        shown = []
        for row, seat in enumerate(self.steps.seats.tolist()):
            if self.render_mode == "human":
                print(f"game {row}")
            shown.append(rendered(self._followed.position(row), seat, self.render_mode))
        return None if self.render_mode == "human" else tuple(shown)

    def _print_for_people(self) -> None:
        """Print the view of each game if the render mode is ``human``, which Gymnasium asks for."""
        if self.render_mode == "human":
            self.render()

    # --- Checks -----------------------------------------------------------------------------------

    def _refuse_step(self) -> None:
        """Refuse a step before the first reset, or while a game is over and autoreset is off."""
        if self._is_fresh:
            raise ResetNeeded("reset begins the games")
        if self.autoreset_mode == AutoresetMode.DISABLED:
            over = np.flatnonzero(self.steps.records[:, ENDED] != UNDER_WAY)
            if len(over):
                raise ResetNeeded(f"game {over[0]} is over: reset it by the option reset_mask")

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        if not self._copies:
            return array
        copy = aligned(array.shape, array.dtype)
        copy[:] = array
        return copy

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads, if there are any."""
        if hasattr(self, "steps"):  # Gymnasium also closes an object whose __init__ raised
            self.steps.close()

    def _infos(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._given(self.steps.masks),
            "_action_mask": every,
            "seat": self.steps.seats.copy(),
            "_seat": every,
        }


def _followed(steps: Steps) -> Followed:
    """Return what tells the positions of games.

    Raises:
        SuitwiseError: the game's package has not said how.
    """
    if steps.batch.reading is None:
        raise SuitwiseError(
            f"the rows of {steps.batch.game} are not read back as positions, so they show no picture; "
            'make_vec(id, n, vectorization_mode="sync", render_mode=…) makes a vector that does'
        )
    return Followed(steps)


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
    """Return the vector environment of a game; the entry point for ``gymnasium.make_vec``.

    Args:
        num_envs: the number of games.
        game: the variant, or its text.
        max_episode_steps: Gymnasium's name for ``longest``.
        options: those of ``BatchVectorEnv``.

    >>> make_batch(2, game="gin", max_episode_steps=50).num_envs
    2
    """
    longest = options.pop("longest", max_episode_steps)
    return BatchVectorEnv(game, num_envs, longest=longest, **options)


# --- Mirrored deals -------------------------------------------------------------------------------
#
# The arena's comparison on mirrored deals, for a policy that answers many observations at once.


def mirrored_score(
    policy: Policy, game: str, deals: int, seed: int, opponents: str = "rules"
) -> Margin:
    """Return what a policy gets a game against compiled players, on mirrored deals.

    The policy plays all seats of every other side, then on the same deals those of the rest. What it
    gets is half of what its seats get more than the others, on average, as in the arena: where returns
    sum to zero its own return. The two games of a deal are one sample, so the opponents against
    themselves would score 0. A deal is left out if one of its games ends before the policy's first turn,
    as when an opponent at gin is dealt gin.

    Args:
        policy: the policy, for many games at once: from observations (n, width) and masks (n, actions)
            to actions (n,). It also gets rows whose games are over or belong to later games; its actions
            there are ignored.
        game: the text of a variant with an even number of sides and compiled rules.
        deals: the number of deals, at least 2.
        seed: 64-bit seed of the deals.
        opponents: a compiled policy of the game.

    Raises:
        SuitwiseError: the game has an odd number of sides or no compiled rules, fewer than two deals are
            left, or the policy chose an illegal action.

    >>> import numpy as np
    >>> def first(seen, mask):  # the first of the legal actions
    ...     return mask.argmax(axis=1)
    >>> mirrored_score(first, "gin", 200, seed=1, opponents="greedy").high < 0
    True
    """
    sides = load(game).facts.side_of
    order = sorted({*sides})
    if len(order) % 2 or deals < 2:
        raise SuitwiseError(
            "mirrored deals are two or more of a game with an even number of sides, not "
            f"{deals} of {game}"
        )
    seats = [
        [seat for seat, side in enumerate(sides) if order.index(side) % 2 == half]
        for half in (0, 1)
    ]
    one, other = (_margins(policy, game, deals, seed, own, opponents) for own in seats)
    plays = ~np.isnan(one + other)
    if plays.sum() < 2:
        raise SuitwiseError(f"of {deals} deals the policy has a turn in {plays.sum()}: deal more")
    return Margin.of_sides(one[plays].tolist(), other[plays].tolist())


def _margins(
    policy: Policy, game: str, deals: int, seed: int, seats: list[int], opponents: str
) -> NDArray[np.float64]:
    """Return what the policy gets in each deal in some seats; NaN if it had no turn."""
    env = BatchVectorEnv(game, deals, seat=seats, opponents=opponents, copy=False)
    seen, infos = env.reset(seed=seed)
    # A row whose game ended before a turn of the learner has gone on to a later game.
    skipped = env.steps.numbers != np.arange(deals)
    others = [seat for seat in range(env.game.facts.seats) if seat not in seats]
    returns, over = np.zeros((deals, len(seats + others))), np.zeros(deals, np.bool_)
    while not over.all():
        seen, _, ended, _, infos = env.step(policy(seen, infos["action_mask"]))
        _copy_returns(returns, ended & ~over, infos)
        over |= ended
    returns[skipped] = np.nan
    margins: NDArray[np.float64] = returns[:, seats].mean(axis=1) - returns[:, others].mean(axis=1)
    return margins / 2


def _copy_returns(
    returns: NDArray[np.float64], now: NDArray[np.bool_], infos: dict[str, Any]
) -> None:
    """Copy the returns from the infos for the games that have just ended.

    Raises:
        SuitwiseError: an action was illegal.
    """
    if not now.any():
        return
    wrong = np.flatnonzero(now & infos["illegal"])
    if len(wrong):
        raise SuitwiseError(f"an action was not legal, in deal {wrong[0]}: see the mask")
    returns[now] = infos["returns"][now]
