"""The play of a deal of Tractor for one seat: ``gymnasium.make("suitwise/TractorPlay-v0")``.

Observation and actions are those of the vector environment of this id
(``tractor.arrays``). Here a game is an object, so any player by name, or a callable, has the
other seats, and what one of them throws lies on the table; the vector's games are quicker, and there the
other seats throw nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

from gymnasium.spaces import Box

from suitwise.envs.course import Dealer, game_of
from suitwise.envs.seat import Opponent, SeatEnv
from suitwise.envs.sight import Dtype, Numbered, Sight
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
        """Take a game whose own moves have no numbers."""

    @cached_property
    def n(self) -> int:
        """How many actions there are."""
        return ACTIONS

    def legal(self, state: State[Any]) -> NDArray[np.int64]:
        """Return the legal actions in ascending order."""
        return np.flatnonzero(self.mask(state))

    def listed(self, state: State[Any]) -> list[Move]:
        """Return the moves that the legal actions stand for, in order."""
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


class _PlaySight(Sight):
    """What a seat is shown of the play."""

    @cached_property
    def actions(self) -> PlayActions:
        """The numbered actions of the play."""
        return PlayActions(self.game)

    def observation(self, state: State[Any], seat: int) -> NDArray[np.float32]:
        """Return what a seat sees: float32 (600,)."""
        return conversion.play_observation(state, seat)

    def observation_space(self) -> Box[Any]:
        """Return the bounds of an observation."""
        low, high = bounds(FIELDS)
        return Box(low, high, dtype=np.float32)


_BEFORE = TractorPlayer()
"""Who bids and buries for all seats."""


class _PlayDealer(Dealer):
    """Deals games up to the first lead: the rule-based player bids and buries for all seats."""

    def _roll(self, state: State[Any], index: int) -> None:
        super()._roll(state, index)
        while not self.state.tricks:  # type: ignore[attr-defined]  # of Tractor, as the game is
            super()._roll(self.state.after(_BEFORE(self.state)), self._index)


class TractorPlayEnv(SeatEnv):
    """One seat of the play of a deal of Tractor, from the landlord's first lead on.

    All seats bid, and the landlord buries, as the rule-based player does. What is not said here is as in
    ``SeatEnv``.

    Args:
        game: a single deal of the ``standard`` house without claims, with any levels and landlord.
        seat: the seat; ``any`` takes each in turn, as ``info["seat"]`` says.
        opponents: the players of the other seats, who play cards, as in ``SeatEnv``. They may throw;
            ``rules(throws=no)`` does not.
        render_mode: ``ansi`` or ``rgb_array``.
        illegal: what an illegal action does: ``lose`` or ``raise``.
        longest: the actions after which an episode is cut off (truncated); None for never.

    Raises:
        SuitwiseError: it is another game, a whole match, another house, or hands are laid down in it; or
            an option is wrong.

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

    def _sight_of(self, most: int, dtype: Dtype) -> Sight:
        return _PlaySight(self.game, most, dtype)

    def _dealer(self) -> Dealer:
        return _PlayDealer(self.game)


def _is_play(variant: Game[Any]) -> bool:
    """Return whether a variant is a single deal of the standard house, in which no hand is laid down."""
    if not isinstance(variant, Tractor) or variant.claims:
        return False
    return variant.match == "deal" and variant.rules == STANDARD
