"""Learners of the suite: masked PPO and masked DQN on compiled vectors, for a fixed number of moves.

A training goes on in parts. After each part the folder holds a checkpoint, the network as arrays
(``research.trained``), how many moves and hours of the processor it took so far, and a point of the
learning curve: what the network gets on fixed deals against the compiled player that it learns from.
Interrupted, a training goes on from there; DQN's memory begins empty then.

* **PPO** is sb3-contrib's MaskablePPO (Huang and Ontañón, 2022): two layers of 128, 64 moves of 256
  games a round, three epochs of batches of 2,048, rate 0.001, discount 0.995, entropy 0.005; rewards
  scaled by their running deviation.
* **DQN** is double DQN (van Hasselt, Guez and Silver, 2016) with masks: two layers of 128, Adam, rate
  0.0005, discount 0.995, Huber's loss, a memory of 102,400 moves, four steps of 512 samples for each
  move of 256 games, a new target every 500 steps, exploration from 1 down to 0.05 over half of the
  budget; rewards are divided by the most that the game can pay or cost. A game that is cut off counts
  as ended.
"""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from suitwise.arena.fingerprints import sha256_of
from suitwise.arguments import whole
from suitwise.errors import NotationError, SuitwiseError, missing
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.writing import replacing
from suitwise.research.fixed_deals import DEALS
from suitwise.research.suite import TRAINING, Suite, Training
from suitwise.research.trained import PLAYERS, Layer, Network

BUDGET = 5_000_000
"""The learner's moves of a training that is reported."""
MODEL = "model.npz"
CURVE_DEALS, CURVE_SEED = 400, 2025
"""The deals of a point of the learning curve; those that are scored have other seeds."""
GAMES, ROUND, DISCOUNT = 256, 64, 0.995
PART = 10 * GAMES * ROUND
"""The moves of a part, of 256 games side by side."""
LAYERS = (128, 128)


LONGEST = 100
"""The learner's moves after which a game is cut off: two that take each other's discards would play gin
for ever, and at rami who never opens draws till 300 cards are drawn. Other games have fewer."""


@dataclass(frozen=True, slots=True)
class Course:
    """How a task is learnt.

    Args:
        game: the variant.
        seat: the learner's seats, as ``BatchVectorEnv`` takes them: those of a side, or any.
        opponents: the compiled player of the others.
    """

    game: str
    seat: Any
    opponents: str


LEARNT_FROM = {one.name: one.opponents for one in DEALS} | {"rami51": "playout", "hearts": "rules"}
"""The compiled player from which a task is learnt: that of ``research.fixed_deals`` if there is one."""


def course_of(suite: Suite, task: str) -> Course:
    """Return how a task is learnt.

    Raises:
        NotationError: it is none whose game has a compiled player to learn from, or the game is not
            there.

    >>> from suitwise.research.suite import BENCH_1
    >>> course_of(BENCH_1, "texas42").seat, course_of(BENCH_1, "gin").opponents
    ((0, 2), 'greedy')
    """
    learnt = {one.name: one for one in suite.meetings if one.name in LEARNT_FROM}
    if task not in learnt:
        raise NotationError(f"{', '.join(learnt)} are learnt, not {task[:40]}")
    game = learnt[task].loaded().stepped
    sides = game.facts.side_of
    seats = tuple(seat for seat, side in enumerate(sides) if side == sides[0])
    return Course(str(game), "any" if len(seats) == 1 else seats, LEARNT_FROM[task])


# --- A training -----------------------------------------------------------------------------------


class Learner(Protocol):
    """A method at work."""

    bend: str

    def learn(self, moves: int) -> int:
        """Learn for about so many moves; return how many they were."""

    def layers(self) -> list[Layer]:
        """Return the layers of the network that chooses."""

    def save(self, folder: Path) -> None:
        """Write a checkpoint into an empty folder."""


def train(
    suite: Suite,
    task: str,
    method: str,
    seed: int,
    folder: Path,
    moves: int = BUDGET,
    say: Callable[[str], object] = lambda line: None,
) -> Training:
    """Train as far as a folder does not hold it, and write the network into it.

    Args:
        suite: the suite.
        task: one of its tasks that are learnt (``course_of``).
        method: ``ppo`` or ``dqn``.
        seed: the seed of the training.
        folder: the folder; it need not exist.
        moves: the moves of the learner, at least; whole rounds are played.
        say: called with a line after each part.

    Raises:
        SuitwiseError: a package is missing, there is no such task or method, or the folder holds
            another training.
        OSError: the folder can't be written to.
    """
    whole(moves, "moves", 1, 10**12)
    whole(seed, "seed", 0, (1 << 31) - 1)
    course = course_of(suite, task)
    if method not in PLAYERS:
        raise NotationError(f"{task} is learnt by {' or '.join(PLAYERS)}, not by {method[:40]}")
    found = _begun(folder, Training(task, method, seed))
    learner = _learner(method, course, seed, found.moves, _checkpoint(folder, found))
    while found.moves < moves:
        begun = time.process_time()
        made = learner.learn(min(PART, moves - found.moves))
        seconds = time.process_time() - begun
        network, reached = Network(learner.layers(), learner.bend), found.moves + made
        score = _score(network, course)
        hours = round(found.hours + seconds / 3600, 6)
        found = replace(found, moves=reached, hours=hours, curve=(*found.curve, (reached, *score)))
        found = _kept(folder, found, learner, network)
        told = f"{score[0]:+.2f} ± {score[1]:.2f} against {course.opponents}"
        say(f"{found.moves:,} moves, {found.hours:.2f} h: {told}")
    return found


def _begun(folder: Path, asked: Training) -> Training:
    """Return how far a folder's training has come."""
    path = folder / TRAINING
    if not path.is_file():
        return asked
    found = Training.read(path)
    if (found.task, found.method, found.seed) != (asked.task, asked.method, asked.seed):
        raise SuitwiseError(
            f"{folder} holds the training of {found.task} by {found.method} with seed {found.seed}"
        )
    return found


def _checkpoint(folder: Path, found: Training) -> Path | None:
    return folder / f"checkpoint-{found.moves}" if found.moves else None


def _kept(folder: Path, found: Training, learner: Learner, network: Network) -> Training:
    """Write the checkpoint, the network and how far the training has come, in this order.

    Returns:
        The training with the digest of the network.
    """
    here = _checkpoint(folder, found)
    assert here is not None
    shutil.rmtree(here, ignore_errors=True)
    here.mkdir(parents=True)
    learner.save(here)
    network.write(folder / MODEL)
    found = replace(found, model=sha256_of(folder / MODEL))
    with replacing(folder / TRAINING) as file:
        file.write(json.dumps(asdict(found)).encode())
    for other in folder.glob("checkpoint-*"):
        if other != here:
            shutil.rmtree(other)
    return found


def _score(network: Network, course: Course) -> tuple[float, float]:
    from suitwise.envs.vector import mirrored_score

    score = mirrored_score(network, course.game, CURVE_DEALS, CURVE_SEED, course.opponents)
    return round(score.mean, 4), round(score.error, 4)


def _learner(
    method: str, course: Course, seed: int, moves: int, checkpoint: Path | None
) -> Learner:
    """Return a method at work, from a checkpoint if there is one.

    After an interruption the games go on with cards that were not seen before.
    """
    cards = seed << 32 | moves >> 8
    try:
        if method == "ppo":
            return _Ppo(course, seed, cards, checkpoint)
        return _Dqn(course, seed, cards, moves, checkpoint)
    except ModuleNotFoundError as error:
        raise missing(error, "sb3") from error


def _arrays(linear: Any) -> Layer:
    """Return the arrays of a linear layer of PyTorch."""
    weights, added = (
        one.detach().numpy().astype(np.float32) for one in (linear.weight.T, linear.bias)
    )
    return np.ascontiguousarray(weights), added


# --- PPO ------------------------------------------------------------------------------------------


class _Ppo:
    """MaskablePPO of sb3-contrib."""

    bend = "tanh"

    def __init__(self, course: Course, seed: int, cards: int, checkpoint: Path | None) -> None:
        import torch
        from sb3_contrib import MaskablePPO
        from stable_baselines3.common.vec_env import VecNormalize

        from suitwise.envs.sb3 import make_vec_env

        torch.set_num_threads(1)  # so small a network is no quicker on more
        games = make_vec_env(
            course.game,
            GAMES,
            cards,
            seat=course.seat,
            opponents=course.opponents,
            longest=LONGEST,
        )
        if checkpoint is not None:
            scaled = VecNormalize.load(str(checkpoint / "scale.pkl"), games)
            self._model = MaskablePPO.load(checkpoint / "model.zip", env=scaled, device="cpu")
            self._model.set_random_seed(cards & 0x7FFFFFFF)
        else:
            scaled = VecNormalize(games, norm_obs=False, gamma=DISCOUNT)
            self._model = MaskablePPO(
                "MlpPolicy",
                scaled,
                seed=seed,
                n_steps=ROUND,
                batch_size=2048,
                n_epochs=3,
                learning_rate=1e-3,
                gamma=DISCOUNT,
                ent_coef=0.005,
                policy_kwargs={"net_arch": [*LAYERS]},
                device="cpu",
            )
            games.seed(cards)  # the model has seeded the games by its own seed
        self._scaled = scaled

    def learn(self, moves: int) -> int:
        """Learn for about so many moves; return how many they were."""
        before = self._model.num_timesteps
        self._model.learn(moves, reset_num_timesteps=False)
        return int(self._model.num_timesteps - before)

    def layers(self) -> list[Layer]:
        """Return the layers of the network that chooses."""
        policy = self._model.policy
        linear = [one for one in policy.mlp_extractor.policy_net if hasattr(one, "weight")]
        return [*map(_arrays, (*linear, policy.action_net))]

    def save(self, folder: Path) -> None:
        """Write a checkpoint into an empty folder."""
        self._model.save(folder / "model.zip")
        self._scaled.save(str(folder / "scale.pkl"))


# --- DQN ------------------------------------------------------------------------------------------

_MEMORY = 400
"""The moves of each game that are remembered."""
_LEAST = 80
"""The moves of each game before learning begins."""
_SAMPLES, _STEPS, _TARGET_EVERY, _RATE = 512, 4, 500, 5e-4
_EXPLORES = 1.0, 0.05


class _Dqn:
    """Double DQN with masks, on games side by side."""

    bend = "relu"

    def __init__(
        self, course: Course, seed: int, cards: int, moves: int, checkpoint: Path | None
    ) -> None:
        import torch

        from suitwise.envs.vector import BatchVectorEnv

        torch.set_num_threads(1)
        torch.manual_seed(cards & 0x7FFFFFFF if checkpoint else seed)
        self._torch, self._moves = torch, moves
        self._draws = np.random.default_rng(cards)
        self._games = BatchVectorEnv(
            course.game,
            GAMES,
            seat=course.seat,
            opponents=course.opponents,
            autoreset_mode="SameStep",
            longest=LONGEST,
        )
        self._seen, infos = self._games.reset(seed=cards)
        self._mask = infos["action_mask"]
        self._most = max(map(abs, self._games.reward_range))
        self._online, self._target = self._network(), self._network()
        self._optimiser = torch.optim.Adam(self._online.parameters(), lr=_RATE)
        self._learnt = 0
        if checkpoint is not None:
            kept = torch.load(checkpoint / "model.pt", weights_only=True)
            self._online.load_state_dict(kept["online"])
            self._optimiser.load_state_dict(kept["optimiser"])
            self._learnt = kept["learnt"]
        self._target.load_state_dict(self._online.state_dict())
        width, actions = self._seen.shape[1], self._mask.shape[1]
        self._memory_seen: NDArray[np.float32] = np.zeros((_MEMORY, GAMES, width), np.float32)
        self._memory_mask: NDArray[np.bool_] = np.zeros((_MEMORY, GAMES, actions), np.bool_)
        self._memory_action: NDArray[np.int64] = np.zeros((_MEMORY, GAMES), np.int64)
        self._memory_reward: NDArray[np.float32] = np.zeros((_MEMORY, GAMES), np.float32)
        self._memory_over: NDArray[np.bool_] = np.zeros((_MEMORY, GAMES), np.bool_)
        self._stored = 0

    def _network(self) -> Any:
        nn, sizes = self._torch.nn, (self._seen.shape[1], *LAYERS)
        parts: list[Any] = []
        for inputs, outputs in zip(sizes, LAYERS, strict=False):
            parts += [nn.Linear(inputs, outputs), nn.ReLU()]
        return nn.Sequential(*parts, nn.Linear(LAYERS[-1], self._mask.shape[1]))

    def learn(self, moves: int) -> int:
        """Learn for about so many moves; return how many they were."""
        rounds = -(-moves // GAMES)
        for _ in range(rounds):
            self._play()
            for _ in range(_STEPS if self._stored > _LEAST else 0):
                self._improve()
        return rounds * GAMES

    def _play(self) -> None:
        """Make a move in each game, and remember it."""
        torch, here = self._torch, self._stored % _MEMORY
        with torch.no_grad():
            values = self._online(torch.from_numpy(self._seen)).numpy()
        actions = np.where(self._mask, values, -np.inf).argmax(axis=1)
        begins, ends = _EXPLORES
        explores = max(ends, begins - (begins - ends) * self._moves / (BUDGET / 2))
        at_random = self._draws.random(GAMES) < explores
        actions = np.where(at_random, self._games.steps.sample(), actions)
        self._memory_seen[here], self._memory_mask[here] = self._seen, self._mask != 0
        self._seen, rewards, terminated, truncated, infos = self._games.step(actions)
        self._mask = infos["action_mask"]
        self._memory_action[here], self._memory_reward[here] = actions, rewards / self._most
        self._memory_over[here] = terminated | truncated
        self._stored, self._moves = self._stored + 1, self._moves + GAMES

    def _improve(self) -> None:
        """Take a step of the optimiser on samples of the memory; its newest moves have no successor."""
        torch, count = self._torch, min(self._stored, _MEMORY) - 1
        ages = self._draws.integers(count, size=_SAMPLES)
        at, row = (self._stored - 2 - ages) % _MEMORY, self._draws.integers(GAMES, size=_SAMPLES)
        after = (at + 1) % _MEMORY
        action = torch.from_numpy(self._memory_action[at, row])[:, None]
        value = self._online(torch.from_numpy(self._memory_seen[at, row])).gather(1, action)[:, 0]
        with torch.no_grad():
            seen = torch.from_numpy(self._memory_seen[after, row])
            barred = torch.from_numpy(~self._memory_mask[after, row])
            best = self._online(seen).masked_fill(barred, -torch.inf).argmax(1, keepdim=True)
            going_on = torch.from_numpy((~self._memory_over[at, row]).astype(np.float32))
            following = self._target(seen).gather(1, best)[:, 0] * going_on
            wanted = torch.from_numpy(self._memory_reward[at, row]) + DISCOUNT * following
        self._optimiser.zero_grad()
        torch.nn.functional.smooth_l1_loss(value, wanted).backward()
        self._optimiser.step()
        self._learnt += 1
        if self._learnt % _TARGET_EVERY == 0:
            self._target.load_state_dict(self._online.state_dict())

    def layers(self) -> list[Layer]:
        """Return the layers of the network that chooses."""
        return [_arrays(one) for one in self._online if hasattr(one, "weight")]

    def save(self, folder: Path) -> None:
        """Write a checkpoint into an empty folder."""
        kept = {
            "online": self._online.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "learnt": self._learnt,
        }
        self._torch.save(kept, folder / "model.pt")
