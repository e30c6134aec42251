"""Many worlds at once: those of the sampler that gives one, and none that the plays refuse."""

from __future__ import annotations

from suitwise.tractor import Pile, Tractor
from suitwise.tractor.hidden.redealing import many_worlds, sampled
from tests.tractor.players.test_rule_based import positions


def test_the_first_world_is_the_one_that_is_sampled_alone_and_the_others_differ() -> None:
    for state in list(positions(Tractor(match="deal"), 3))[60::23]:
        if state.phase == "end":
            continue
        worlds = many_worlds(state, state.turn, 5, 7, 11)
        alone, _, _ = sampled(state, state.turn, 7, 11)
        assert (worlds[0] == alone).all()
        different = len({world.tobytes() for world in worlds})
        assert different > 1 or len(state.tricks) > 15
        for world in worlds:
            assert Pile(*map(int, world[0])) == state.held[state.turn]
            assert sum(Pile(*map(int, row)).size for row in world) == 108 - sum(
                pile.size for pile in state.played
            )
