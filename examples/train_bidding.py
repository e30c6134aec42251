"""Train a small policy of Texas 42 on the vector environment, with NumPy alone.

One seat learns to call, to declare and to play; the three others, its partner too, play at random. The
policy is a softmax over the legal actions whose logits are linear in what the seat sees (431 numbers),
and it is trained by plain policy gradients (REINFORCE; Williams, 1992) with the mean as its baseline and
the steps of Adam (Kingma and Ba, 2015).

What it learns is to pass: others who bid at random lose marks by themselves. So the result is printed
beside that of a seat that always passes and plays at random, on the same deals.

    python examples/train_bidding.py              # under two minutes on two cores
    python examples/train_bidding.py --rounds 5
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from suitwise.envs import register_envs
from suitwise.game import load

Floats = NDArray[np.float32]

GAMES = 2048
"""So many hands are played side by side."""
STEPS = 24
"""A round of training is so many steps of each."""
RATE = 0.02


@dataclass
class Policy:
    """A softmax over the legal actions, linear in the observation.

    Args:
        seen: how many numbers a seat sees.
        actions: how many actions there are.
    """

    seen: int
    actions: int
    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(1))

    def __post_init__(self) -> None:
        self.weights: Floats = np.zeros((self.seen, self.actions), np.float32)
        self._mean: Floats = np.zeros_like(self.weights)
        self._square: Floats = np.zeros_like(self.weights)
        self._updates = 0

    def shares(self, seen: Floats, mask: NDArray[np.int8]) -> Floats:
        """Return how likely each action is, (n, actions)."""
        logits = np.where(mask == 1, seen @ self.weights, -np.inf)
        logits[~mask.any(axis=1)] = 0  # a hand that is over: the action counts for nothing
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)

    def choose(self, shares: Floats) -> NDArray[np.int64]:
        """Draw an action for each row."""
        drawn = 1 - self.rng.random(
            (len(shares), 1), np.float32
        )  # above 0: nothing illegal is drawn
        tickets = drawn * shares.sum(axis=1, keepdims=True)
        return np.asarray((shares.cumsum(axis=1) < tickets).sum(axis=1), np.int64)

    def follow(self, gradient: Floats) -> None:
        """Take a step of Adam up a gradient."""
        self._updates += 1
        self._mean += 0.1 * (gradient - self._mean)
        self._square += 0.001 * (gradient**2 - self._square)
        mean = self._mean / (1 - 0.9**self._updates)
        square = self._square / (1 - 0.999**self._updates)
        self.weights += RATE * mean / (np.sqrt(square) + 1e-8)


def round_of_training(env: Any, policy: Policy, state: tuple[Floats, Any]) -> tuple[Floats, Any]:
    """Play so many steps of each game and learn from the hands that came to their end."""
    seen, infos = state
    steps = []
    for _ in range(STEPS):
        mask = infos["action_mask"]
        shares = policy.shares(seen, mask)
        chosen = policy.choose(shares)
        before, allowed = seen.copy(), mask.any(axis=1)
        seen, rewards, over, _, infos = env.step(chosen)
        steps.append((before, shares, chosen, allowed, rewards, over))
    learn(policy, steps)
    return seen, infos


def learn(policy: Policy, steps: list[tuple[Any, ...]]) -> None:
    """Make what led to good hands likelier."""
    outcome = np.zeros(len(steps[0][2]))
    known = np.zeros(len(outcome), bool)
    gradient, count = np.zeros_like(policy.weights), 0
    ended = np.concatenate([rewards[over] for *_, rewards, over in steps])
    baseline = ended.mean()
    for before, shares, chosen, allowed, rewards, over in reversed(steps):
        outcome, known = np.where(over, rewards, outcome), known | over
        use = known & allowed
        pull = -shares[use]
        pull[np.arange(len(pull)), chosen[use]] += 1
        gain = (outcome[use] - baseline).astype(np.float32)
        gradient += before[use].T @ (pull * gain[:, None])
        count += int(use.sum())
        known &= allowed  # where a hand has begun anew, what came before it is another hand
    policy.follow(np.asarray(gradient / max(1, count), np.float32))


# --- How it plays ---------------------------------------------------------------------------------


@cache
def pass_number() -> int:
    """Return the number of the action that passes."""
    hand = load("texas42(match=hand)")
    return hand.move_number(hand.start().parse_move("pass"))


class Passing(Policy):
    """Who passes wherever that is allowed, and else chooses at random."""

    def shares(self, seen: Floats, mask: NDArray[np.int8]) -> Floats:
        """Return how likely each action is, (n, actions)."""
        shares, may = super().shares(seen, mask), mask[:, pass_number()] == 1
        shares[may] = 0
        shares[may, pass_number()] = 1
        return shares


@dataclass(frozen=True)
class Measured:
    """How a policy did against random play.

    Args:
        marks: what it got in each hand, (games side by side, hands of each).
        passed: the share of its calls that were a pass, where it might pass.
    """

    marks: NDArray[np.float64]
    passed: float

    def __str__(self) -> str:
        return f"{self.marks.mean():+.3f} marks a hand, {self.passed:.0%} of its calls a pass"

    def better_than(self, other: Measured) -> str:
        """Return by how much it did better on the same deals, with the standard error."""
        gained = self.marks - other.marks
        return (
            f"{gained.mean():+.3f} ± {gained.std(ddof=1) / np.sqrt(gained.size):.3f} marks a hand"
        )


def measured(policy: Policy, hands: int, seed: int) -> Measured:
    """Let a policy play the same deals as any other: so many hands or a few more."""
    env = gymnasium.make_vec("suitwise/Texas42-v0", num_envs=GAMES, threads=2)
    each = -(-hands // GAMES)
    marks, played = np.zeros((GAMES, each)), np.zeros(GAMES, np.int64)
    seen, infos = env.reset(seed=seed)
    calls: list[NDArray[np.bool_]] = []
    while played.min() < each:
        mask = infos["action_mask"]
        chosen = policy.choose(policy.shares(seen, mask))
        calls.append(chosen[mask[:, pass_number()] == 1] == pass_number())
        seen, rewards, over, _, infos = env.step(chosen)
        counts = over & (played < each)
        marks[counts, played[counts]] = rewards[counts]
        played += over
    return Measured(marks, float(np.concatenate(calls).mean()))


def main() -> None:
    """Train, and print how the policy plays before and after, and who always passes."""
    parser = argparse.ArgumentParser(description="Train a small policy of Texas 42.")
    parser.add_argument("--rounds", type=int, default=30, help="of training")
    parser.add_argument("--hands", type=int, default=50_000, help="that are played to measure")
    asked = parser.parse_args()
    register_envs()
    env = gymnasium.make_vec("suitwise/Texas42-v0", num_envs=GAMES, threads=2)
    assert env.single_observation_space.shape is not None
    actions = env.single_action_space
    policy = Policy(env.single_observation_space.shape[0], int(actions.n))  # type: ignore[attr-defined]
    print(f"before: {measured(policy, asked.hands, seed=7)}")
    state, begun = env.reset(seed=1), time.perf_counter()
    for _ in range(asked.rounds):
        state = round_of_training(env, policy, state)
    took = time.perf_counter() - begun
    played = asked.rounds * STEPS * GAMES
    print(f"trained on {played:,} steps in {took:.0f} s")
    after = measured(policy, asked.hands, seed=7)
    passing = measured(Passing(policy.seen, policy.actions), asked.hands, seed=7)
    print(f"after:  {after}")
    print(f"always passing: {passing}")
    print(f"trained, less always passing: {after.better_than(passing)}, on the same deals")


if __name__ == "__main__":
    main()
