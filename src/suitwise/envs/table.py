"""All seats of any game as a PettingZoo AEC environment, whose agents move in turn.

The agents are ``seat_0``, ``seat_1``, …. Each observes the view of its seat and nothing else, as a dict
of ``"observation"`` and ``"action_mask"``, with ``"action_features"`` if moves are listed
(``suitwise.envs.sight``). The infos hold the mask, too. Rewards come at the end: the return of each
seat.
"""

from __future__ import annotations

from reprlib import repr as short
from typing import Any, ClassVar

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Dict, Discrete
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from suitwise.envs.course import Course, check_render_mode, game_of, longest_of, seed_of
from suitwise.envs.picture import FRAMES_A_SECOND, RENDER_MODES, rendered
from suitwise.envs.sight import MOST, Encoder, Listed, Numbered, as_action
from suitwise.errors import SuitwiseError
from suitwise.game import OVER, Game, State


def env(game: str | Game[Any] = "gin", **options: Any) -> Any:
    """Return a table in PettingZoo's usual wrappers, in which an illegal action loses the game.

    Args:
        game: the variant, or its text.
        options: those of ``TableEnv``.

    >>> table = env("indian13")
    >>> table.reset(seed=3)
    >>> seen, reward, terminated, truncated, info = table.last()
    >>> table.agent_selection, seen["action_mask"].nonzero()[0].tolist()
    ('seat_0', [0, 1, 2])
    """
    raw = raw_env(game, **options)
    table = wrappers.TerminateIllegalWrapper(raw, illegal_reward=raw.game.facts.lowest_return)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(table))


def raw_env(game: str | Game[Any] = "gin", **options: Any) -> TableEnv:
    """Return a table without wrappers, in which an illegal action raises ``IllegalMove``.

    Args:
        game: the variant, or its text.
        options: those of ``TableEnv``.

    >>> str(raw_env("texas42(match=hand)"))
    'suitwise_texas42_v0'
    """
    return TableEnv(game, **options)


class TableEnv(AECEnv):  # type: ignore[misc]
    """All seats of a game.

    ``reset(seed=s)`` deals the first game of that seed, and each further ``reset()`` deals the next one.
    The games are those of ``SeatEnv``, but for one thing: ``SeatEnv`` skips games that end before its
    seat's first turn.

    An illegal action raises ``IllegalMove``. PettingZoo's wrapper (``env``) turns that into a penalty:
    the seat gets the lowest return of the game. All others get 0, even a partner, since this is no
    result of the game. After the end of a game masks and features are zeros.

    Args:
        game: the variant, or its text.
        render_mode: ``human`` prints the view of the seat on turn after each move, ``ansi`` returns it
            as text, ``rgb_array`` as an image.
        longest: the number of moves of all seats after which a game is truncated; None for never.
        most: the maximum number of listed moves, if the game does not number its moves.

    Raises:
        SuitwiseError: there is no such game or mode, or a number is out of range.

    >>> table = TableEnv("texas42(match=hand)")
    >>> table.reset(seed=1)
    >>> table.agents, table.agent_selection
    (['seat_0', 'seat_1', 'seat_2', 'seat_3'], 'seat_1')
    >>> table.observe("seat_1")["observation"].shape
    (431,)
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": FRAMES_A_SECOND,
    }

    def __init__(
        self,
        game: str | Game[Any] = "gin",
        *,
        render_mode: str | None = None,
        longest: int | None = None,
        most: int = MOST,
    ) -> None:
        super().__init__()
        self.game = game_of(game)
        check_render_mode(render_mode, RENDER_MODES)
        # Its own lists, since PettingZoo's wrappers append to them.
        own = {"name": f"suitwise_{self.game.name}_v0", "render_modes": list(RENDER_MODES)}
        self.metadata = {**self.metadata, **own}  # type: ignore[misc]
        self.render_mode, self._longest, self._plies = render_mode, longest_of(longest), 0
        self._encoder = Encoder(self.game, most)
        self._course = Course(self._encoder)
        self.agents: list[str] = []
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self._infos: dict[bool, dict[str, dict[str, NDArray[np.int8]]]] = {}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.facts.seats)]
        self.observation_spaces = {
            agent: self._encoder.table_space() for agent in self.possible_agents
        }
        self.action_spaces = {agent: self._encoder.action_space() for agent in self.possible_agents}
        self.state_space = self._encoder.state_space()

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    # --- Observations -----------------------------------------------------------------------------

    @property
    def actions(self) -> Numbered | Listed:
        """The game's moves as numbers."""
        return self._encoder.actions

    @property
    def position(self) -> State[Any]:
        """The true position with all hands, for referees and tests, not for players."""
        return self._course.position

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return the observation of an agent; the mask of an agent that waits is zeros.

        Raises:
            SuitwiseError: there is no such agent.
        """
        seat, ended, course = self._seat_of(agent), self._has_ended, self._course
        if self._encoder.is_listed:
            return self.shown(self.position, seat, ended=ended)
        mask = course.mask(seat, ended=ended)
        return {"observation": course.observation(seat), "action_mask": mask}

    def shown(
        self, state: State[Any], seat: int, *, ended: bool = False
    ) -> dict[str, NDArray[Any]]:
        """Return the observation of a seat in any position.

        Args:
            state: the position.
            seat: the seat.
            ended: whether the game has ended there, for any reason; then no action is legal.
        """
        observation: dict[str, NDArray[Any]] = {
            "observation": self._encoder.observation(state, seat),
            "action_mask": self._encoder.mask(state, seat, ended=ended),
        }
        if self._encoder.is_listed:
            observation["action_features"] = self._encoder.features(state, seat, ended=ended)
        return observation

    def state(self) -> NDArray[np.float32]:
        """Return the whole position, hidden cards included, for critics (``State.observe_all``)."""
        return self.position.observe_all().ravel()

    @property
    def infos(self) -> dict[str, dict[str, NDArray[np.int8]]]:
        """The mask of each agent, the same as in its observation."""
        ended = self._has_ended
        if (infos := self._infos.get(ended)) is None:  # made only if asked for
            masks = zip(self.possible_agents, self._course.masks(ended=ended), strict=True)
            infos = self._infos[ended] = {agent: {"action_mask": mask} for agent, mask in masks}
        return {agent: infos[agent] for agent in self.agents}

    @property
    def _has_ended(self) -> bool:
        """Whether the game is over or truncated, or a wrapper has ended it for an illegal action."""
        dead = True in self.terminations.values() or True in self.truncations.values()
        return dead or not self.agents

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the view of the selected agent, or print it (``human``).

        Raises:
            ResetNeeded: no game has been dealt.
        """
        if self._course.dealer.seed is None:
            raise ResetNeeded("no game has been dealt: reset() deals one")
        return self.rendered(self.position, self._seat_of(self.agent_selection))

    def rendered(self, state: State[Any], seat: int) -> str | NDArray[np.uint8] | None:
        """Return any position as ``render`` shows it to a seat."""
        return rendered(state, seat, self.render_mode)

    def close(self) -> None:
        """Do nothing, since a table opens no window."""

    def _seat_of(self, agent: str) -> int:
        if agent not in self.possible_agents:
            names = ", ".join(self.possible_agents)
            raise SuitwiseError(f"an agent is one of {names}, not {short(agent)}")
        return self.possible_agents.index(agent)

    # --- Games ------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game.

        Args:
            seed: deal the first game of this seed; without a seed the next game is dealt.
            options: ignored.

        Raises:
            SuitwiseError: the seed is no whole number of 64 bits.
        """
        seed = seed_of(seed)
        if seed is not None:
            self._course.dealer.begin(seed)
        elif self._course.dealer.seed is None:
            self._course.dealer.begin(int(seeding.np_random()[0].integers(1 << 63)))
        self._course.deal()
        self._plies = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._after_move(next_agent=self.agents[0])

    def step(self, action: Any) -> None:
        """Play an action of the selected agent, then chance.

        Args:
            action: a whole number; None for an agent whose game is over.

        Raises:
            IllegalMove: the action is illegal.
            ResetNeeded: no game is under way.
            SuitwiseError: the action is no whole number.
        """
        if not self.agents:
            raise ResetNeeded("no game is under way: reset() deals one")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._course.play(as_action(action))
        self._plies += 1
        self._cumulative_rewards[agent] = 0.0
        following = (self._seat_of(agent) + 1) % len(self.possible_agents)
        self._after_move(next_agent=self.possible_agents[following])
        self._accumulate_rewards()

    def _after_move(self, next_agent: str) -> None:
        """Set the attributes of PettingZoo's API after a move.

        Args:
            next_agent: the agent to select if the game is over and no seat is on turn.
        """
        turn, agents = self._course.turn, self.possible_agents
        over = turn == OVER
        cut_off = not over and self._plies == self._longest
        self.agent_selection = next_agent if over else agents[turn]
        self.terminations = dict.fromkeys(agents, over)
        self.truncations = dict.fromkeys(agents, cut_off)
        returns = self._course.returns() if over else (0.0,) * len(agents)
        self.rewards = dict(zip(agents, returns, strict=True))
        self._infos = {}
        if self.render_mode == "human":
            self.render()
