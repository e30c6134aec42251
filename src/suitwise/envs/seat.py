"""A single seat of any game as a Gymnasium environment; named players have the other seats.

An episode is one game. The observation is the seat's flattened ``State.observe``. The reward is 0 until
the game is over, and then the seat's return in the game's own units.

An action is a number, and ``info["action_mask"]`` has a 1 for each legal action. If the game numbers its
moves, the action is the move's number (``envs.sight.Numbered``). Otherwise it is an index into the list
of legal moves (``envs.sight.Listed``), and ``info["action_features"]`` describes each listed move by a
row of features.
"""

from __future__ import annotations

from collections.abc import Sequence
from reprlib import repr as short
from typing import Any, ClassVar, Literal, TypeAlias

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from suitwise.arguments import whole_input
from suitwise.envs.course import (
    Course,
    Dealer,
    Player,
    check_render_mode,
    game_of,
    longest_of,
    seed_of,
)
from suitwise.envs.picture import FRAMES_A_SECOND, RENDER_MODES, rendered
from suitwise.envs.sight import MOST, Dtype, Encoder, Listed, Numbered, as_action
from suitwise.errors import IllegalMove, SuitwiseError
from suitwise.game import OVER, Chooser, Game, State

Opponent: TypeAlias = "str | Chooser"
"""A player's text (``suitwise.players.named``), or a callable from a state to a move."""
_ILLEGAL = ("lose", "raise")
_MOST_DEALS = 1000
"""The maximum number of games that ``reset`` skips because they end before the seat's first turn."""


class SeatEnv(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One seat of a game.

    ``reset(seed=s)`` deals the first game of that seed, and each further ``reset()`` deals the next one.
    The same seed and actions give the same episodes on every machine. A game that ends before the seat's
    first turn is skipped.

    By default an illegal action ends the episode, and as a penalty the seat's reward is the lowest
    return of the game. This is no result of the game, so no other seat wins or loses by it.

    Once an episode has ended, the mask and the features are zeros.

    Args:
        game: the variant, or its text.
        seat: the seat; with ``any`` the seats take turns, game by game, and ``info["seat"]`` says which
            it is.
        opponents: the players of the other seats: one for all of them, or a sequence with one for each,
            starting with the seat after this one. They are seated anew in every game, each with its own
            random stream.
        render_mode: ``ansi`` for text, ``rgb_array`` for an image; ``human`` prints the text after every
            ``reset`` and ``step``. All show the view of the seat.
        illegal: the effect of an illegal action: ``lose`` ends the episode with the lowest return of the
            game and ``info["reason"]``, ``raise`` raises ``IllegalMove``.
        longest: the number of actions after which an episode is truncated; None for never.
        most: the maximum number of listed moves, if the game does not number its moves.
        dtype: the type of observations: ``float32``, or ``uint8`` for whole numbers in bytes.

    Raises:
        SuitwiseError: there is no such game, seat, player or mode, or a number is out of range.

    >>> env = SeatEnv("stacks")
    >>> seen, info = env.reset(seed=3)
    >>> terminated = False
    >>> while not terminated:
    ...     action = info["action_mask"].argmax()
    ...     seen, reward, terminated, truncated, info = env.step(action)
    >>> reward, str(env.position)
    (0.0, '4c 4b 1b 5b | 4a 2a 3c 2b | 3b 5a 5c | 1d 2c 1a')
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(RENDER_MODES),
        "render_fps": FRAMES_A_SECOND,
    }

    def __init__(
        self,
        game: str | Game[Any],
        *,
        seat: int | Literal["any"] = 0,
        opponents: Opponent | Sequence[Opponent] = "random",
        render_mode: str | None = None,
        illegal: Literal["lose", "raise"] = "lose",
        longest: int | None = None,
        most: int = MOST,
        dtype: Dtype = "float32",
    ) -> None:
        self.game = game_of(game)
        self._n_seats = self.game.facts.seats
        if seat != "any":
            seat = whole_input(seat, f"{self.game.name}: a seat is", most=self._n_seats - 1)
        if illegal not in _ILLEGAL:
            raise SuitwiseError(f"illegal is one of {', '.join(_ILLEGAL)}, not {illegal!r}")
        check_render_mode(render_mode, RENDER_MODES)
        self.render_mode, self._illegal = render_mode, illegal
        self._longest = longest_of(longest)
        self._seat_option, self._seat = seat, 0 if seat == "any" else seat
        self._encoder = self._encoder_for(most, dtype)
        others = [_player(one, self.game) for one in self._opponents(opponents)]
        self._course = Course(self._encoder, others, self._dealer())
        self._n_played, self._ended = 0, True
        self.observation_space = self._encoder.observation_space()
        self.action_space = self._encoder.action_space()

    def _encoder_for(self, most: int, dtype: Dtype) -> Encoder:
        """Return what makes observations and actions; a subclass may choose another."""
        return Encoder(self.game, most, dtype)

    def _dealer(self) -> Dealer:
        """Return the dealer; a subclass may choose another."""
        return Dealer(self.game)

    def _opponents(self, opponents: Opponent | Sequence[Opponent]) -> list[Opponent]:
        """Return an opponent for each other seat, from the seat after this one on."""
        others = self._n_seats - 1
        if isinstance(opponents, str) or callable(opponents):
            return [opponents] * others
        if not isinstance(opponents, Sequence):
            raise SuitwiseError(
                f"opponents are a player for all other seats, or a list with one for each, "
                f"not {short(opponents)}"
            )
        if len(opponents) != others:
            raise SuitwiseError(
                f"{self.game.name} has {others} other seats, and {len(opponents)} players are named"
            )
        return list(opponents)

    # --- Observations -----------------------------------------------------------------------------

    @property
    def actions(self) -> Numbered | Listed:
        """The game's moves as numbers."""
        return self._encoder.actions

    @property
    def seat(self) -> int:
        """The seat that learns in this episode."""
        return self._seat

    @property
    def position(self) -> State[Any]:
        """The true position with all hands, for referees and tests, not for players."""
        return self._course.position

    def shown(
        self, state: State[Any], *, ended: bool = False
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Return the observation and the info of the seat in any position.

        Args:
            state: the position.
            ended: whether the episode has ended there, for any reason; then no action is legal.
        """
        info = self._info(self._encoder.mask(state, self._seat, ended=ended))
        if self._encoder.is_listed:
            info["action_features"] = self._encoder.features(state, self._seat, ended=ended)
        return self._encoder.observation(state, self._seat), info

    def _info(self, mask: NDArray[np.int8]) -> dict[str, Any]:
        return {"action_mask": mask, "seat": np.int64(self._seat)}

    def _now(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Return the observation and the info of the present position."""
        if self._encoder.is_listed:  # features are made from the position itself
            return self.shown(self.position, ended=self._ended)
        # The course may be playing on a compiled record, which is faster than making the position.
        course, seat = self._course, self._seat
        return course.observation(seat), self._info(course.mask(seat, ended=self._ended))

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the mask of actions as bool (n,); sb3-contrib calls it by this name.

        >>> env = SeatEnv("gin")
        >>> _ = env.reset(seed=3)
        >>> env.action_masks().nonzero()[0].tolist()
        [1, 2]
        """
        return self._course.mask(self._seat, ended=self._ended).astype(np.bool_)

    def render(self) -> Any:
        """Return the view of the seat: text, an image as uint8 (height, width, 3), or print it.

        Raises:
            ResetNeeded: no game was dealt.
        """
        if self._course.dealer.seed is None:
            raise ResetNeeded("no game was dealt: reset() deals one")
        return self.rendered(self.position)

    def rendered(self, state: State[Any]) -> str | NDArray[np.uint8] | None:
        """Return any position as ``render`` shows it to the seat."""
        return rendered(state, self._seat, self.render_mode)

    def _print_for_people(self) -> None:
        """Print the view of the seat if the render mode is ``human``, which Gymnasium asks for."""
        if self.render_mode == "human":
            self.render()

    # --- Episodes ---------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal a game and play it up to the seat's first turn.

        Args:
            seed: deal the first game of this seed; without a seed the next game is dealt.
            options: must be empty.

        Raises:
            SuitwiseError: the seed is no whole number of 64 bits, there are options, or a thousand games
                in a row ended before the seat's first turn.
        """
        if options:
            raise SuitwiseError(f"reset has no options, not {', '.join(map(str, options))} either")
        seed = seed_of(seed)
        super().reset(seed=seed)
        if seed is not None:
            self._course.dealer.begin(seed)
        elif self._course.dealer.seed is None:
            self._course.dealer.begin(int(self.np_random.integers(1 << 63)))
        self._ended = True
        for _ in range(_MOST_DEALS):
            if self._seat_option == "any":
                self._seat = (self._course.dealer.number + 1) % self._n_seats
            self._course.deal(self._seat)
            if self._course.turn != OVER:
                self._n_played, self._ended = 0, False
                self._print_for_people()
                return self._now()
        raise SuitwiseError(
            f"{_MOST_DEALS} games of {self.game} end before seat {self._seat}'s first turn"
        )

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play an action, then chance and the others, up to the seat's next turn or the end.

        Args:
            action: a whole number.

        Raises:
            IllegalMove: the action is illegal and ``illegal`` is ``raise``.
            ResetNeeded: the episode is over.
            SuitwiseError: the action is no whole number.
        """
        if self._ended:
            was_dealt = self._course.dealer.seed is not None
            reason = "the episode is over" if was_dealt else "no game was dealt"
            raise ResetNeeded(f"{reason}: reset() deals the next game")
        number = as_action(action)
        try:
            self._course.play(number)
        except IllegalMove as error:
            if self._illegal == "raise":
                raise
            return self._penalized(str(error))
        except SuitwiseError:
            # Another player chose an illegal move, so the game can't go on.
            self._ended = True
            raise
        self._n_played += 1
        over = self._course.turn == OVER
        cut_off = not over and self._n_played == self._longest
        self._ended = over or cut_off
        reward = self._course.returns()[self._seat] if over else 0.0
        self._print_for_people()
        seen, info = self._now()
        return seen, reward, over, cut_off, info

    def _penalized(
        self, reason: str
    ) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """End the episode after an illegal action, with the penalty as its reward."""
        self._ended = True
        self._print_for_people()
        seen, info = self.shown(self.position, ended=True)
        info["reason"] = reason
        return seen, float(self.game.facts.lowest_return), True, False, info


class _CallablePlayer:
    """A callable as a player that can be seated; the same callable plays every seat and game."""

    def __init__(self, choose: Chooser) -> None:
        self.choose = choose

    def seated(self, seed: int, stream: int) -> Chooser:
        return self.choose


def _player(opponent: Opponent, game: Game[Any]) -> Player:
    """Return an opponent, given by name or as a callable, as a player that can be seated."""
    if isinstance(opponent, str):
        from suitwise.players.named import named

        return named(opponent, game)
    if not callable(opponent):
        raise SuitwiseError(
            f"a player is a name, or a callable that chooses a move, not {short(opponent)}"
        )
    return _CallablePlayer(opponent)
