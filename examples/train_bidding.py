"""Teach two partners of Texas 42 to bid better than the rules of thumb, with NumPy alone.

Calls are learnt, the rest is given: both partners declare and play as ``rules`` do, and so do their
opponents. A learner that explores by itself in this game learns to pass: a bid before the play is any
good loses, and who never bids loses little. This one begins by passing, too, but each round asks what
one other call would have been worth: the same deals are played twice, once as it calls by now, once with
one call of one partner changed. The difference, hand by hand, has little noise. A small network (a layer
of tanh) learns it from what the caller sees, and the next round makes the call that it thinks best:
policy iteration by paired rollouts, with the steps of Adam (Kingma and Ba, 2015).

Then it meets ``rules`` in the arena, and beside it, on the same deals, a pair that always passes does.

    python examples/train_bidding.py                     # some minutes on one core
    python examples/train_bidding.py --rounds 2 --hands 500 --deals 20
"""

from __future__ import annotations

import argparse
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

from suitwise.arena.config import Config
from suitwise.arena.run import run
from suitwise.envs import register_envs
from suitwise.envs.vector import BatchVectorEnv
from suitwise.game import Chooser, Game, State
from suitwise.players.named import register_player
from suitwise.texas42.moves import Move
from suitwise.texas42.players.rule_based import Texas42Player

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

GAME = "texas42(match=hand)"
PASS, LEAST, TWO_MARKS = int(Move("pass")), int(Move("30")), int(Move("2m"))
ACTIONS = 68
CHOICES = 3
"""To pass, to call the least that is enough, to call two marks."""
LAYER, RATE, PASSES, BATCH = 48, 0.004, 4, 512
KEPT = 4
"""The network learns from so many rounds, the last ones."""

# --- What the caller sees -------------------------------------------------------------------------

RANKED = np.array(
    [
        [int(Move(f"{suit}-{suit}"))]
        + [int(Move(f"{suit}-{end}")) for end in range(6, -1, -1) if end != suit]
        for suit in range(7)
    ]
)
"""The dominoes of each suit, the highest first."""
DOUBLES, TENS = RANKED[:, 0], [int(Move(text)) for text in ("5-5", "6-4", "5-0", "4-1", "3-2")]
BIDDER, CALLED = slice(421, 425), slice(303, 407)
"""Where the observation tells who has bid highest, and what the seats have called."""


def told(seen: NDArray[np.float32], mask: NDArray[np.int8]) -> Floats:
    """Return what matters to a call, (n, numbers): the hand in its best suit, and the auction."""
    hand = seen[:, :28].astype(np.float64)
    by_suit = hand[:, RANKED]
    strength = by_suit @ np.array([1.9, 1.4, 1.2, 1.1, 1.0, 1.0, 1.0])
    trump = strength.argmax(axis=1)
    trumps = np.take_along_axis(by_suit, trump[:, None, None], axis=1)[:, 0]
    rest = hand.copy()
    np.put_along_axis(rest, RANKED[trump], 0, axis=1)
    doubles = rest[:, DOUBLES].sum(axis=1)
    covered = sum(
        (rest[:, suit[0]] * rest[:, suit[1:3]].sum(axis=1) for suit in RANKED), np.zeros(len(hand))
    )
    counts = np.stack([trumps.sum(axis=1), doubles, rest.sum(axis=1) - doubles, covered], axis=1)
    least = mask[:, LEAST:].argmax(axis=1)
    steps = np.stack([least > 0, least > 3, least > 8, least > 11], axis=1)
    calls = seen[:, CALLED].sum(axis=1, keepdims=True)
    tens = rest[:, TENS]
    context = np.concatenate([seen[:, BIDDER], steps, calls], axis=1)
    return np.concatenate([trumps, counts / 3, tens, context, np.ones((len(hand), 1))], axis=1)


def allowed(mask: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Return which of the choices there are, (n, choices)."""
    bids = mask[:, LEAST:].any(axis=1)
    return np.stack([mask[:, PASS] == 1, bids, mask[:, TWO_MARKS] == 1], axis=1)


def action_of(choice: Numbers, mask: NDArray[np.int8]) -> Numbers:
    """Return the numbers of the calls that choices mean, (n,)."""
    least = LEAST + mask[:, LEAST:].argmax(axis=1)
    return np.choose(choice, [np.full(len(choice), PASS), least, np.full(len(choice), TWO_MARKS)])


class Caller:
    """Makes the call that a network thinks best; before it has learnt anything, it passes.

    Args:
        width: how many numbers the network is told.
    """

    def __init__(self, width: int) -> None:
        self.rng = np.random.default_rng(1)
        self.weights = [
            self.rng.normal(0, 1 / np.sqrt(width), (width, LAYER)),
            np.zeros((LAYER, CHOICES)),
        ]
        self._mean = [np.zeros_like(one) for one in self.weights]
        self._square = [np.zeros_like(one) for one in self.weights]
        self._updates = 0

    def worth(self, features: Floats) -> Floats:
        """Return what each choice is worth, in marks more than the call made by now, (n, choices)."""
        worth: Floats = np.tanh(features @ self.weights[0]) @ self.weights[1]
        return worth

    def choose(self, seen: NDArray[np.float32], mask: NDArray[np.int8]) -> Numbers:
        """Return the choice of each row, (n,): of equal ones the first."""
        worth = np.where(allowed(mask), self.worth(told(seen, mask)), -np.inf)
        return np.asarray(worth.argmax(axis=1), np.int64)

    def learn(self, features: Floats, choices: Numbers, gains: Floats) -> None:
        """Fit what choices were worth, by least squares."""
        for _ in range(PASSES):
            order = self.rng.permutation(len(choices))
            for begin in range(0, len(order), BATCH):
                some = order[begin : begin + BATCH]
                self._follow(features[some], choices[some], gains[some])

    def _follow(self, features: Floats, choices: Numbers, gains: Floats) -> None:
        """Take a step of Adam down the squared error."""
        layer, rows = np.tanh(features @ self.weights[0]), np.arange(len(choices))
        error = np.zeros((len(choices), CHOICES))
        error[rows, choices] = (layer @ self.weights[1])[rows, choices] - gains
        back = (error @ self.weights[1].T) * (1 - layer**2)
        self._updates += 1
        for place, slope in enumerate((features.T @ back, layer.T @ error)):
            gradient = slope / len(choices)
            self._mean[place] += 0.1 * (gradient - self._mean[place])
            self._square[place] += 0.001 * (gradient**2 - self._square[place])
            mean = self._mean[place] / (1 - 0.9**self._updates)
            square = self._square[place] / (1 - 0.999**self._updates)
            self.weights[place] -= RATE * mean / (np.sqrt(square) + 1e-8)


class Passing(Caller):
    """Passes wherever that is allowed."""

    def worth(self, features: Floats) -> Floats:
        """Return nothing for every choice: the first, to pass, is taken."""
        return np.zeros((len(features), CHOICES))


# --- Hands played ---------------------------------------------------------------------------------


@dataclass
class Changed:
    """One call of each hand that is changed.

    Args:
        which: the partners' call that is changed, 0 for their first, (n,).
        choice: what is called there if it is allowed, (n,).
        features: what the caller sees there, filled as the hand is played.
        made: whether the hand came to that call and it was allowed, filled likewise.
    """

    which: Numbers
    choice: Numbers
    features: Floats
    made: NDArray[np.bool_]


def play_hands(
    envs: BatchVectorEnv, caller: Caller, seed: int, changed: Changed | None = None
) -> tuple[Floats, float]:
    """Play a hand a row; return the partners' marks, (n,), and the share of their calls that pass."""
    seen, infos = envs.reset(seed=seed)
    marks, goes_on = np.zeros(envs.num_envs), np.ones(envs.num_envs, bool)
    made, calls, passed = np.zeros(envs.num_envs, np.int64), 0, 0
    while goes_on.any():
        mask = infos["action_mask"]
        actions = envs.steps.expert("rules")  # declares and plays
        rows = np.flatnonzero(mask[:, PASS:].any(axis=1) & goes_on)
        choice = caller.choose(seen[rows], mask[rows])
        if changed is not None and len(rows):
            wanted = changed.choice[rows]
            here = (changed.which[rows] == made[rows]) & allowed(mask[rows])[
                range(len(rows)), wanted
            ]
            choice = np.where(here, wanted, choice)
            changed.features[rows[here]] = told(seen[rows[here]], mask[rows[here]])
            changed.made[rows] |= here
        actions[rows] = action_of(choice, mask[rows])
        made[rows] += 1
        calls, passed = calls + len(rows), passed + int((choice == 0).sum())
        seen, rewards, over, _, infos = envs.step(actions)
        marks[over & goes_on] = rewards[over & goes_on]
        goes_on &= ~over
    return marks, passed / calls


def train(envs: BatchVectorEnv, rounds: int) -> Caller:
    """Let a caller learn, and print how it goes."""
    seen, infos = envs.reset(seed=0)
    width, count = told(seen, infos["action_mask"]).shape[1], envs.num_envs
    caller, samples = Caller(width), []
    for number in range(rounds):
        rng = np.random.default_rng(number)
        changed = Changed(
            rng.integers(0, 2, count),
            rng.choice(CHOICES, count, p=(0.4, 0.5, 0.1)),
            np.zeros((count, width)),
            np.zeros(count, bool),
        )
        marks, passed = play_hands(envs, caller, seed=number + 1)
        others, _ = play_hands(envs, caller, seed=number + 1, changed=changed)
        print(
            f"round {number + 1}: {marks.mean():+.3f} marks a hand, {passed:.0%} passes", flush=True
        )
        here = changed.made
        samples.append((changed.features[here], changed.choice[here], (others - marks)[here]))
        features, choices, gains = zip(*samples[-KEPT:], strict=True)
        caller.learn(np.concatenate(features), np.concatenate(choices), np.concatenate(gains))
    return caller


# --- The arena ------------------------------------------------------------------------------------


class _Pair:
    """A player that calls by a caller and leaves the rest to the rules."""

    caller: ClassVar[Caller]

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player of a seat."""
        rules = Texas42Player()

        def choose(state: State[Any]) -> Any:
            if state.phase != "call":  # type: ignore[attr-defined]
                return rules(state)
            mask = np.zeros((1, ACTIONS), np.int8)
            mask[0, [game.move_number(move) for move in state.moves()]] = 1
            seen = state.observe(state.turn).ravel()[None]
            choice = self.caller.choose(seen, mask)
            return game.numbered_move(int(action_of(choice, mask)[0]))

        return choose


@dataclass(frozen=True)
class Learnt(_Pair):
    """Calls as was learnt."""


@dataclass(frozen=True)
class AlwaysPassing(_Pair):
    """Never bids where that is allowed."""


register_player("learnt", Learnt, "texas42")
register_player("passing", AlwaysPassing, "texas42")


def meet_in_the_arena(deals: int) -> None:
    """Let both meet ``rules`` in the arena, and print by how much they win."""
    matches = [
        {"game": GAME, "players": [player, "rules"], "deals": deals}
        for player in ("learnt", "passing")
    ]
    with tempfile.TemporaryDirectory() as folder:
        standings = run(Config.from_json({"name": "bidding", "match": matches}), Path(folder))
    for match in standings.matches:
        for pair in match.pairs:
            print(f"{pair.first} against {pair.second}: {pair.paired}, in marks a hand")


def main() -> None:
    """Train, measure, and meet the rules of thumb."""
    parser = argparse.ArgumentParser(description="Teach partners of Texas 42 to bid.")
    parser.add_argument("--rounds", type=int, default=10, help="of training")
    parser.add_argument("--hands", type=int, default=8192, help="that are played twice in a round")
    parser.add_argument(
        "--deals", type=int, default=500, help="played in the arena, in both seatings"
    )
    asked = parser.parse_args()
    register_envs()
    options: dict[str, Any] = {"seat": (0, 2), "opponents": "rules"}
    envs = gymnasium.make_vec("suitwise/Texas42-v0", num_envs=asked.hands, **options)
    assert isinstance(envs, BatchVectorEnv)
    begun = time.perf_counter()
    caller = train(envs, asked.rounds)
    print(f"trained in {time.perf_counter() - begun:.0f} s")
    Learnt.caller, AlwaysPassing.caller = caller, Passing(1)
    for name, one in (("learnt", caller), ("always passing", AlwaysPassing.caller)):
        marks, passed = play_hands(envs, one, seed=10_000)
        error = marks.std(ddof=1) / np.sqrt(len(marks))
        print(f"{name}: {marks.mean():+.3f} ± {error:.3f} marks a hand, {passed:.0%} of calls pass")
    meet_in_the_arena(asked.deals)


if __name__ == "__main__":
    main()
