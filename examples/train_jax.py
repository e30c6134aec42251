"""Train a policy at gin rummy by PPO in plain JAX, and let it meet players in the arena.

The compiled vector gives new arrays in every step, and ``jax.numpy.from_dlpack`` takes them where they
lie; the vector takes what JAX chose. What was learnt is a player by the name ``jax``, and plays
without JAX:

    python examples/train_jax.py                    # trains for five minutes
    python examples/train_jax.py --minutes 0.2 --deals 20 --model other.npz

Needs the extra ``jax``: in a clone ``python -m pip install '.[jax]'``.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from suitwise.arena.run import met
from suitwise.envs.sight import chooser_of
from suitwise.envs.vector import BatchVectorEnv
from suitwise.game import Chooser, Game
from suitwise.players.named import register_player

GAME = "gin"
SEEN, ACTIONS = 381, 107
OPPONENTS = "random", "greedy", "rules"
GAMES, MOVES, PASSES, BATCH = 256, 64, 3, 2048
"""Games side by side, moves of each in a round; how often and in what pieces a round is learnt from."""
POINTS = 50
"""That are a reward of 1."""
NEXT, CARRIED, CLIP, ENTROPY, RATE = 0.995, 0.95, 0.2, 0.005, 1e-3

# --- The player -----------------------------------------------------------------------------------


@cache
def loaded(model: str) -> dict[str, Any]:
    """Return the weights and biases of a saved network."""
    with np.load(model) as file:
        return dict(file)


def worth_of(net: Any, name: str, seen: Any, numpy: Any) -> Any:
    """Return what a network says of observations: two layers, then the outputs.

    Args:
        net: weights and biases by name.
        name: the network's name.
        seen: the observations.
        numpy: what counts, NumPy or JAX's.
    """
    for layer in range(2):
        seen = numpy.tanh(seen @ net[f"{name}_w{layer}"] + net[f"{name}_b{layer}"])
    return seen @ net[f"{name}_w2"] + net[f"{name}_b2"]


@dataclass(frozen=True)
class Learnt:
    """Plays the action to which a saved network gives the most."""

    model: str = "gin_jax.npz"

    def files(self) -> list[str]:
        """Return the file of the network, for the fingerprint."""
        return [self.model]

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player of a seat."""

        def policy(seen: Any, mask: Any) -> Any:
            worth = worth_of(loaded(self.model), "policy", seen, np)
            return np.where(mask, worth, -np.inf).argmax()

        return chooser_of(policy, game)


register_player("jax", Learnt, GAME)

# --- The learner ----------------------------------------------------------------------------------


def new_network(key: Any) -> dict[str, Any]:
    """Return random weights of a policy and of a critic."""
    net = {}
    for name, outputs in (("policy", ACTIONS), ("critic", 1)):
        sizes = SEEN, 128, 128, outputs
        for layer, (wide, high) in enumerate(pairwise(sizes)):
            key, drawn = jax.random.split(key)
            small = 0.01 if layer == 2 else 1
            net[f"{name}_w{layer}"] = small * jax.random.normal(drawn, (wide, high)) / wide**0.5
            net[f"{name}_b{layer}"] = jnp.zeros(high)
    return net


def log_chances(net: Any, seen: Any, mask: Any) -> Any:
    """Return the logarithm of each action's chance, of illegal ones a great negative number."""
    return jax.nn.log_softmax(jnp.where(mask, worth_of(net, "policy", seen, jnp), -1e9))


@jax.jit  # type: ignore[untyped-decorator]
def act(net: Any, seen: Any, mask: Any, key: Any) -> tuple[Any, Any, Any]:
    """Return an action of each game drawn by the policy, its logarithm, and what the critic says."""
    logs = log_chances(net, seen, mask)
    actions = jax.random.categorical(key, logs)
    taken = jnp.take_along_axis(logs, actions[:, None], 1)[:, 0]
    return actions, taken, worth_of(net, "critic", seen, jnp)[:, 0]


def loss(net: Any, batch: Any) -> Any:
    """Return PPO's loss: the clipped gain, the critic's error, less some entropy."""
    seen, mask, actions, before, advantage, target = batch
    logs = log_chances(net, seen, mask)
    ratio = jnp.exp(jnp.take_along_axis(logs, actions[:, None], 1)[:, 0] - before)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    gain = jnp.minimum(ratio * advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * advantage)
    error = (worth_of(net, "critic", seen, jnp)[:, 0] - target) ** 2
    entropy = -(jnp.exp(logs) * jnp.where(mask, logs, 0)).sum(axis=1)
    return (0.5 * error - gain - ENTROPY * entropy).mean()


@jax.jit  # type: ignore[untyped-decorator]
def learn(net: Any, means: Any, squares: Any, step: Any, batch: Any) -> tuple[Any, Any, Any]:
    """Return the network and Adam's moments after a step of learning."""
    steep = jax.grad(loss)(net, batch)
    length = jnp.sqrt(sum((one**2).sum() for one in steep.values()))
    steep = {name: one * jnp.minimum(1, 0.5 / (length + 1e-8)) for name, one in steep.items()}
    means = {name: 0.9 * means[name] + 0.1 * one for name, one in steep.items()}
    squares = {name: 0.999 * squares[name] + 0.001 * one**2 for name, one in steep.items()}
    rate = RATE * jnp.sqrt(1 - 0.999**step) / (1 - 0.9**step)
    moved = {
        name: net[name] - rate * means[name] / (jnp.sqrt(squares[name]) + 1e-8) for name in net
    }
    return moved, means, squares


@jax.jit  # type: ignore[untyped-decorator]
def advantages(rewards: Any, values: Any, goes_on: Any) -> Any:
    """Return what each move of a round was better than the critic thought (GAE).

    Args:
        rewards: (moves, games).
        values: (moves + 1, games), what the critic says before each move and after the last.
        goes_on: (moves, games), 0 where the game ended.
    """

    def earlier(after: Any, one: Any) -> tuple[Any, Any]:
        reward, value, following, on = one
        gain = reward + NEXT * following * on - value + NEXT * CARRIED * on * after
        return gain, gain

    steps = rewards, values[:-1], values[1:], goes_on
    return jax.lax.scan(earlier, jnp.zeros_like(values[0]), steps, reverse=True)[1]


# --- Training -------------------------------------------------------------------------------------


def train(seconds: float) -> dict[str, Any]:
    """Return a network that has learnt for so long, and print what games were worth."""
    games = BatchVectorEnv(
        GAME, GAMES, seat="any", opponents="greedy", longest=100, autoreset_mode="SameStep"
    )
    key, shuffled = jax.random.key(1), np.random.default_rng(1)
    net = new_network(key)
    means, squares = ({name: jnp.zeros_like(one) for name, one in net.items()} for _ in range(2))
    seen, infos = games.reset(seed=1)
    begun, told, played, steps = time.monotonic(), 0, 0, 0
    while (passed := time.monotonic() - begun) <= seconds:
        moves, ends = [], []
        for _ in range(MOVES):
            key, drawn = jax.random.split(key)
            shown = jnp.from_dlpack(seen), jnp.from_dlpack(infos["action_mask"])
            actions, logs, values = act(net, *shown, drawn)
            seen, rewards, over, cut, infos = games.step(actions)
            paid = rewards / POINTS
            if (
                cut.any()
            ):  # the game would have gone on to what the critic says of its last position
                left = worth_of(net, "critic", infos["final_obs"], np)[:, 0]
                paid += NEXT * np.where(cut, left, 0)
            goes_on = ~(over | cut)
            moves.append((*shown, actions, logs, values, jnp.float32(paid), jnp.float32(goes_on)))
            ends.append(rewards[over])
        played += GAMES * MOVES
        if passed >= told * seconds / 10:
            told += 1
            points = np.concatenate(ends).mean()
            print(f"{passed:4.0f} s {played:9,} moves {points:+6.1f} points", flush=True)
        shown_all, masks, chosen, before, values, paid, on = map(
            jnp.stack, zip(*moves, strict=True)
        )
        last = worth_of(net, "critic", jnp.from_dlpack(seen), jnp)[:, 0]
        gains = advantages(paid, jnp.concatenate([values, last[None]]), on)
        round_ = shown_all, masks, chosen, before, gains, gains + values
        flat = [one.reshape(-1, *one.shape[2:]) for one in round_]
        for _ in range(PASSES):
            for some in np.split(shuffled.permutation(GAMES * MOVES), GAMES * MOVES // BATCH):
                steps += 1
                batch = [one[some] for one in flat]
                net, means, squares = learn(net, means, squares, steps, batch)
    return net


def meet_in_the_arena(model: Path, deals: int) -> None:
    """Let what was learnt meet players in the arena, and print by how much it wins."""
    for other, margin in met(f"jax(model={model})", OPPONENTS, GAME, deals).items():
        print(f"jax against {other}: {margin}, in points a game")


def main() -> None:
    """Train, save, and meet players in the arena."""
    parser = argparse.ArgumentParser(description="Train a policy at gin rummy by PPO in JAX.")
    parser.add_argument("--minutes", type=float, default=5, help="of training")
    parser.add_argument("--model", type=Path, default=Path("gin_jax.npz"), help="where to save")
    parser.add_argument(
        "--deals", type=int, default=200, help="played against each, from both sides"
    )
    asked = parser.parse_args()
    with open(asked.model, "wb") as file:
        np.savez(file, **train(60 * asked.minutes))
    meet_in_the_arena(asked.model, asked.deals)


if __name__ == "__main__":
    main()
