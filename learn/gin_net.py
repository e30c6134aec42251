"""Train the networks of gin rummy's player ``net``, by rounds of improvement on their own play.

In each round deals are explored by policies (``learn.gin_returns``), and two networks, one for draws and
one for discards and knocks, learn what the options of a turn gained over each other; they are the policy
of the next round. What the deal itself was worth falls out, for only differences within a deal are
learnt. Weights end as whole numbers, so that every machine finds the same sums. PyTorch is the extra
``learn``.

    python -m learn.gin_net --seed 1 --folder learnt --file weights.npz
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from learn.gin_returns import NONE, Nets, Seen, explored, mirrored, seen_in
from learn.nets import batches, centred, network, save, whole, worth_by
from suitwise.rummy.gin.players.net.options import INPUTS, NOW, STEP, TO_DISCARD, TURN_INPUTS
from suitwise.rummy.gin.weighing.policy import AT_ONCE, OURS


class Round(NamedTuple):
    """How a round is learnt.

    Args:
        deals: how many deals are explored.
        piece: so many are kept in a file.
        shares: the shares of the policies at the table (``learn.gin_returns.habit_drawn``).
        every: one in how many turns is kept.
        orders: how many orders of the stock are tried at each.
        epochs: how often all are learnt from.
        rate: the step of the first batch; it falls to nothing along a cosine.
    """

    deals: int
    piece: int
    shares: tuple[int, int, int, int]
    every: int
    orders: int
    epochs: int
    rate: float


ROUNDS = (
    Round(40_000, 1_000, (0, 50, 30, 20), 3, 4, 3, 3e-3),
    Round(4_000, 250, (60, 24, 12, 4), 4, 2, 3, 1e-3),
)
POINTS = 16.0
"""What is learnt is in so many points."""
BATCH = 512
TESTED = 20
"""One in so many turns is not learnt from but tells how much was learnt."""
FIRST = 1_000_000
"""The number of the first deal of a round; those before it are for duels."""

SIZES = {"discarding": (96, 32), "drawing": (48, 24)}
"""The hidden values of both layers."""


def fresh(kind: str) -> Any:
    """Return a network that has learnt nothing."""
    net = network((TURN_INPUTS, INPUTS), SIZES[kind])
    if kind == "discarding":
        with torch.no_grad():  # inputs that never come on cost no room in the file
            net["decision"].weight[:, NOW:] = 0
    return net


def trained(
    kind: str, sights: NDArray[np.int64], returns: NDArray[np.int32], net: Any, this: Round
) -> None:
    """Train a network on turns of its kind, and print what it gains over the mean of the options."""
    cut = len(sights) - len(sights) // TESTED
    steps, step, begun, loss_sum = this.epochs * (cut // BATCH), 0, time.perf_counter(), 0.0
    adam = torch.optim.Adam(net.parameters(), lr=this.rate)
    for _ in range(this.epochs):
        for batch in batches(cut, BATCH):
            for group in adam.param_groups:
                group["lr"] = this.rate * 0.5 * (1 + np.cos(np.pi * step / steps))
            turns, options, worth, owner = _tensors(seen_in(sights[batch], returns[batch]))
            found = worth_by(net, turns, options, owner)
            error = centred(found - worth / (POINTS * this.orders), owner, len(batch))
            loss = (error * error).sum() / len(batch)
            adam.zero_grad()
            loss.backward()
            adam.step()
            loss_sum += float(loss.detach())
            step += 1
            if step % 100 == 0:
                seconds = time.perf_counter() - begun
                print(f"{kind} {step}/{steps} {loss_sum / 100:.4f} {seconds:.0f} s", flush=True)
                loss_sum = 0.0
    test(kind, sights[cut:], returns[cut:] / this.orders, net)


def test(kind: str, sights: NDArray[np.int64], returns: NDArray[np.float64], net: Any) -> None:
    """Print what the network's options came to over the mean, in turns not learnt from."""
    gains: list[NDArray[np.float64]] = []
    for at in range(0, len(sights), BATCH):
        given = returns[at : at + BATCH]
        there = given > NONE / 64
        tried = np.where(there, given, NONE).astype(np.int32)
        turns, options, _, owner = _tensors(seen_in(sights[at : at + BATCH], tried))
        with torch.no_grad():
            found = worth_by(net, turns, options, owner).numpy()
        worth = np.full(given.shape, -np.inf, np.float32)
        worth[there] = found
        mine = given[np.arange(len(given)), worth.argmax(axis=1)]
        gains.append(mine - np.where(there, given, 0).sum(axis=1) / there.sum(axis=1))
    gained = np.concatenate(gains)
    error = 1.96 * gained.std() / np.sqrt(len(gained))
    print(f"{kind}: {gained.mean():+.3f} ± {error:.3f} points a turn of {len(gained)}", flush=True)


def _tensors(seen: Seen) -> list[Any]:
    return [torch.from_numpy(array) for array in seen]


def weights_of(nets: dict[str, Any]) -> Nets:
    """Return the arrays of the networks, the discarding one's first, as the policy reads them."""
    return (*whole(nets["discarding"]), *whole(nets["drawing"]))


def learnt(number: int, seed: int, folder: Path, before: Nets | None) -> Nets:
    """Return the networks of a round, each from its file where it is there already.

    Args:
        number: the number of the round, from 0.
        seed: 64-bit seed; the same, the same networks, where PyTorch computes the same.
        folder: where turns and networks are kept, so that a run goes on that was interrupted.
        before: the networks of the round before.
    """
    nets = {kind: fresh(kind) for kind in SIZES}
    for kind in SIZES:
        path = folder / f"net{number}-{kind}.pt"
        if not path.exists():
            torch.manual_seed(seed)
            net = fresh(kind)
            if number:
                net.load_state_dict(torch.load(folder / f"net{number - 1}-{kind}.pt"))
            sights, returns = _turns(number, seed, folder, before)
            mine = (sights[:, STEP] == TO_DISCARD) == (kind == "discarding")
            trained(kind, sights[mine], returns[mine], net, ROUNDS[number])
            torch.save(net.state_dict(), path)
        nets[kind].load_state_dict(torch.load(path))
    return weights_of(nets)


def _turns(
    number: int, seed: int, folder: Path, nets: Nets | None
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the turns of the deals of a round."""
    this, found = ROUNDS[number], []
    for piece in range(this.deals // this.piece):
        path = folder / f"r{number}-{piece:03}.npz"
        if not path.exists():
            first = FIRST + piece * this.piece
            sights, returns = explored(
                this.piece, seed + number, first, this.shares, this.every, this.orders, nets
            )
            np.savez(path.with_suffix(".tmp.npz"), a=sights, b=returns)
            path.with_suffix(".tmp.npz").rename(path)
        with np.load(path) as kept:
            found.append((kept["a"], kept["b"]))
    return np.concatenate([one for one, _ in found]), np.concatenate([two for _, two in found])


def main() -> None:
    """Train, save after each round, and tell what the round gains over the quick policy."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=5_000, help="mirrored deals")
    parser.add_argument("--folder", type=Path, required=True, help="where all is kept")
    parser.add_argument("--file", type=Path, required=True, help="the weights: an .npz file")
    given = parser.parse_args()
    torch.set_num_threads(1)  # so that sums come out the same
    given.folder.mkdir(exist_ok=True)
    nets = None
    for number in range(len(ROUNDS)):
        nets = learnt(number, given.seed, given.folder, nets)
        save({kind: nets[5 * at : 5 * at + 5] for at, kind in enumerate(SIZES)}, given.file)
        for habit, name in (AT_ONCE, "at once"), (OURS, "ours"):
            points = mirrored(given.deals, given.seed, nets, habit) / 2
            error = 1.96 * points.std() / np.sqrt(len(points))
            print(f"round {number}: net - {name} {points.mean():+.3f} ± {error:.3f}", flush=True)


if __name__ == "__main__":
    main()
