"""The play of a deal of Tractor for one seat: ``gymnasium.make("suitwise/TractorPlay-v0")``.

The whole game, ``suitwise/Tractor-v0``, lists its moves, since burials and throws are too many to
number. The play of the cards has 600 numbered actions and an observation of 600 floats, the same as the
compiled vector environment of this id (``tractor.arrays.conversion``). The vector is faster, but its
opponents are compiled policies, which never throw. Here a game is a state object, so any player can have
the other seats, and may throw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from gymnasium.spaces import Box

from suitwise.envs.course import Dealer, game_of
from suitwise.envs.seat import Opponent, SeatEnv
from suitwise.envs.sight import Dtype, Encoder, Numbered
from suitwise.errors import SuitwiseError
from suitwise.fields import bounds
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.game import Game, State
from suitwise.tractor.arrays import conversion
from suitwise.tractor.arrays.conversion import FIELDS, play_action, play_mask, play_move
from suitwise.tractor.arrays.play import ACTIONS
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import Move
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.rules.profile import STANDARD


@dataclass(frozen=True)
class PlayActions(Numbered):
    """The numbered actions of the play of a deal; other phases have none."""

    def __post_init__(self) -> None:
        """Skip the check of the base class, since the game itself does not number its moves."""

    @cached_property
    def n(self) -> int:
        """The number of actions."""
        return ACTIONS

    def legal(self, state: State[Any]) -> NDArray[np.int64]:
        """Return the legal actions in ascending order."""
        return np.flatnonzero(self.mask(state))

    def listed(self, state: State[Any]) -> list[Move]:
        """Return the moves of the legal actions, in the same order."""
        return [self.move(state, number) for number in self.legal(state)]

    def mask(self, state: State[Any]) -> NDArray[np.int8]:
        """Return int8 (600,): 1 for each legal action."""
        return play_mask(state)

    def move(self, state: State[Any], number: int) -> Move:
        """Return the move of a legal action (``tractor.play_move``)."""
        return play_move(state, number)

    def number(self, state: State[Any], move: Any) -> int:
        """Return the action of a legal move (``tractor.play_action``)."""
        return play_action(state, move)


class _PlayEncoder(Encoder):
    """The observations and actions of the play."""

    @cached_property
    def actions(self) -> PlayActions:
        """The numbered actions of the play."""
        return PlayActions(self.game)

    def observation(self, state: State[Any], seat: int) -> NDArray[np.float32]:
        """Return the observation of a seat: float32 (600,)."""
        return conversion.play_observation(state, seat)

    def observation_space(self) -> Box[Any]:
        """Return the bounds of an observation."""
        low, high = bounds(FIELDS)
        return Box(low, high, dtype=np.float32)


_BEFORE = TractorPlayer()
"""The player that bids and buries for all seats."""


class _PlayDealer(Dealer):
    """Deals games up to the first lead; the rule-based player bids and buries for all seats."""

    def _roll(self, state: State[Any], index: int) -> None:
        super()._roll(state, index)
        while not self.state.tricks:  # type: ignore[attr-defined]  # of Tractor, as the game is
            super()._roll(self.state.after(_BEFORE(self.state)), self._index)


class TractorPlayEnv(SeatEnv):
    """One seat of the play of a deal of Tractor, from the landlord's first lead on.

    The rule-based player bids for all seats and buries for the landlord. Everything else is as in
    ``SeatEnv``.

    Args:
        game: a single deal of the ``standard`` house without claims, with any levels and landlord.
        seat: the seat; ``any`` takes each seat in turn, given in ``info["seat"]``.
        opponents: the players of the other seats, as in ``SeatEnv``. They may throw, except
            ``rules(throws=no)``.
        render_mode: ``ansi``, ``rgb_array`` or ``human``, as in ``SeatEnv``.
        illegal: the effect of an illegal action: ``lose`` or ``raise``.
        longest: the number of actions after which an episode is truncated; None for never.

    Raises:
        SuitwiseError: the game is not such a deal, or an option is wrong.

    >>> env = TractorPlayEnv(opponents="rules")
    >>> seen, info = env.reset(seed=3)
    >>> terminated = False
    >>> while not terminated:
    ...     action = info["action_mask"].argmax()
    ...     seen, reward, terminated, truncated, info = env.step(action)
    >>> seen.shape, reward
    ((600,), -2.0)
    """

    def __init__(
        self,
        game: str | Game[Any] = "tractor(match=deal)",
        *,
        seat: int | Literal["any"] = 0,
        opponents: Opponent | Sequence[Opponent] = "random",
        render_mode: str | None = None,
        illegal: Literal["lose", "raise"] = "lose",
        longest: int | None = None,
    ) -> None:
        variant = game_of(game)
        if not _is_play(variant):
            raise SuitwiseError(
                "the play of a deal is one of tractor(match=deal) of the standard house without claims, "
                f"not of {variant}"
            )
        super().__init__(
            variant,
            seat=seat,
            opponents=opponents,
            render_mode=render_mode,
            illegal=illegal,
            longest=longest,
        )

    def _encoder_for(self, most: int, dtype: Dtype) -> Encoder:
        return _PlayEncoder(self.game, most, dtype)

    def _dealer(self) -> Dealer:
        return _PlayDealer(self.game)


def _is_play(variant: Game[Any]) -> bool:
    """Return whether a variant is a single deal of the standard house without claims."""
    if not isinstance(variant, Tractor) or variant.claims:
        return False
    return variant.match == "deal" and variant.rules == STANDARD
