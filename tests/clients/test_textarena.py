"""TextArena registers, makes and plays our games as it comes, by its own agents and loop."""

from __future__ import annotations

import re

import textarena

from suitwise.agents import TextEnv


class FirstLegal(textarena.Agent):  # type: ignore[misc]
    """Answers in prose with the first move of the list, as a model might."""

    def __call__(self, observation: str) -> str:
        """Return an answer to an observation."""
        moves = re.findall(r"^Legal moves: ([^,\n]+)", observation, re.MULTILINE)
        return f'I play\n```json\n{{"move": "{moves[-1]}"}}\n```'


def test_a_hand_is_made_by_name_and_played_by_its_agents() -> None:
    textarena.register("SuitwiseTexas42-v0", TextEnv, game="texas42(match=hand)")
    table = textarena.make("SuitwiseTexas42-v0")
    table.reset(num_players=4, seed=3)
    agents = dict.fromkeys(range(4), FirstLegal())
    done, steps = False, 0
    while not done:
        seat, observation = table.get_observation()
        done, info = table.step(action=agents[seat](observation))
        assert info == {}
        steps += 1
    rewards, told = table.close()
    assert sorted(rewards) == [0, 1, 2, 3]
    assert sum(one["turn_count"] for one in told.values()) == steps
