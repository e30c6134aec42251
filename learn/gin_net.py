"""Train the networks of gin rummy's player ``net``.

Deals are explored by the quick policy (``learn.gin_returns``), and two networks, one for draws and one
for discards and knocks, learn what the options of a turn gained over each other. What the deal itself
was worth falls out, for only differences within a deal are learnt (``learn.nets``).

    python -m learn.gin_net --seed 1 --folder learnt --file weights.npz

``--against`` trains a best response instead, to measure how much of a trained player can be exploited:
a learner begins with the weights of the player that it meets, and in each of some rounds learns what
its options gain against that player if it plays on as it has learnt so far.

    python -m learn.gin_net --against net --folder response --file response.npz
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from learn.gin_policy import TRAINED
from learn.gin_returns import NONE, ORDERS, Nets, Seen, explored, mirrored, seen_in
from learn.nets import (
    batches,
    centred,
    lessened,
    network,
    piece_in,
    restored,
    save,
    trainer,
    whole,
    worth_by,
)
from suitwise.players.turns import Margin
from suitwise.rummy.gin.players.evaluation import KNOCK_AT_ONCE, KNOCK_EARLY
from suitwise.rummy.gin.players.net import (
    HAND_NOW,
    INPUTS,
    STEP,
    TO_DISCARD,
    TURN_INPUTS,
    networks,
)

DEALS, PIECE = 40_000, 1_000
"""How many deals are explored, and how many of them are kept in a file."""
EPOCHS = 3
"""How often all their turns are learnt from."""
RATE = 3e-3
"""The step of the first batch; it falls to nothing along a cosine."""
POINTS = 16.0
"""What is learnt is in so many points."""
BATCH = 512
TESTED = 20
"""One in so many turns is not learnt from but tells how much was learnt."""
FIRST = 1_000_000
"""The number of the first deal that is explored; those before it are for duels."""

AGAINST, AGAINST_RATE = 16_000, 1e-3
"""The most deals of a round of a best response, and the step of its first batch: it has much to keep."""

SIZES = {"discarding": (96, 32), "drawing": (48, 24)}
"""The hidden values of both layers."""


def fresh(kind: str) -> Any:
    """Return a network that has learnt nothing."""
    net = network((TURN_INPUTS, INPUTS), SIZES[kind])
    if kind == "discarding":
        with torch.no_grad():  # inputs that never come on cost no room in the file
            net["decision"].weight[:, HAND_NOW:] = 0
    return net


def trained(
    kind: str,
    sights: NDArray[np.int64],
    returns: NDArray[np.int32],
    net: Any,
    *,
    orders: int = ORDERS,
    rate: float = RATE,
) -> None:
    """Train a network on turns of its kind, and print what it gains over the mean of the options.

    Args:
        kind: ``discarding`` or ``drawing``.
        sights: what was seen at the turns.
        returns: what their options came to, summed over the orders of the stock.
        net: the network.
        orders: how many these were.
        rate: the step of the first batch.
    """
    cut = len(sights) - len(sights) // TESTED
    steps, step, begun, loss_sum = EPOCHS * (cut // BATCH), 0, time.perf_counter(), 0.0
    adam = torch.optim.Adam(net.parameters(), lr=rate)
    for _ in range(EPOCHS):
        for batch in batches(cut, BATCH):
            for group in adam.param_groups:
                group["lr"] = rate * 0.5 * (1 + np.cos(np.pi * step / steps))
            turns, options, worth, owner = _tensors(seen_in(sights[batch], returns[batch]))
            found = worth_by(net, turns, options, owner)
            error = centred(found - worth / (POINTS * orders), owner, len(batch))
            loss_sum += lessened(adam, error, len(batch))
            step += 1
            if step % 100 == 0:
                seconds = time.perf_counter() - begun
                print(f"{kind} {step}/{steps} {loss_sum / 100:.4f} {seconds:.0f} s", flush=True)
                loss_sum = 0.0
    test(kind, sights[cut:], returns[cut:] / orders, net)


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


def learnt(seed: int, folder: Path) -> Nets:
    """Return the networks, each from its file where it is there already.

    Args:
        seed: 64-bit seed; the same, the same networks, where PyTorch computes the same.
        folder: where turns and networks are kept, so that a run goes on that was interrupted.
    """
    nets = {}
    for kind in SIZES:
        path = folder / f"{kind}.pt"
        torch.manual_seed(seed)
        net = nets[kind] = fresh(kind)
        if not path.exists():
            sights, returns = _turns(seed, folder)
            mine = (sights[:, STEP] == TO_DISCARD) == (kind == "discarding")
            trained(kind, sights[mine], returns[mine], net)
            torch.save(net.state_dict(), path)
        net.load_state_dict(torch.load(path))
    return weights_of(nets)


def _turns(seed: int, folder: Path) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the turns of all deals, each piece from its file where it is there already."""
    found = []
    for piece in range(DEALS // PIECE):
        path = folder / f"turns-{piece:03}.npz"
        found.append(piece_in(path, partial(explored, PIECE, seed, FIRST + piece * PIECE)))
    return np.concatenate([one for one, _ in found]), np.concatenate([two for _, two in found])


# --- A best response ------------------------------------------------------------------------------


def weights_in(place: str) -> Nets:
    """Return the networks of a file, or those that the package has for ``net``."""
    if place == "net":
        kept = networks()
        return tuple(array for kind in SIZES for array in kept[kind])
    with np.load(place) as arrays:
        return tuple(arrays[f"{kind}_{at}"].astype(np.float64) for kind in SIZES for at in range(5))


def response_to(met: Nets, given: argparse.Namespace) -> Nets:
    """Return networks that have learnt to play against a trained player; print what each round gains.

    Args:
        met: the networks of the player that is met.
        given: what the command is told: ``rounds`` to learn in, from ``explored`` deals each, and those
            in which a round's networks are tried.
    """
    own = met
    for number in range(given.rounds):
        place = given.folder / f"round-{number}.npz"
        if not place.exists():
            _save(_round(own, met, given, number), place)
        own = weights_in(str(place))
        gain = Margin.of((mirrored(given.deals, given.seed, own, TRAINED, met) / 2).tolist())
        print(f"round {number}: {gain.mean:+.3f} ± {gain.error:.3f} points a deal", flush=True)
    return own


def _round(own: Nets, met: Nets, given: argparse.Namespace, number: int) -> Nets:
    """Return the networks after a round of learning."""
    found = []
    for piece in range(given.explored // PIECE):
        path = given.folder / f"turns-{number}-{piece:03}.npz"
        first = FIRST + number * AGAINST + piece * PIECE
        explore = partial(explored, PIECE, given.seed, first, orders=1, meeting=(own, met))
        found.append(piece_in(path, explore))
    sights, returns = (np.concatenate(parts) for parts in zip(*found, strict=True))
    nets = {}
    for at, kind in enumerate(SIZES):
        torch.manual_seed(given.seed)
        net = nets[kind] = fresh(kind)
        restored(net, own[5 * at : 5 * at + 5])
        mine = (sights[:, STEP] == TO_DISCARD) == (kind == "discarding")
        trained(kind, sights[mine], returns[mine], net, orders=1, rate=AGAINST_RATE)
    return weights_of(nets)


# --- The command ----------------------------------------------------------------------------------


def _save(nets: Nets, path: Path) -> None:
    save({kind: nets[5 * at : 5 * at + 5] for at, kind in enumerate(SIZES)}, path)


def _tell_gains(nets: Nets, given: argparse.Namespace) -> None:
    for habit, name in (
        (KNOCK_AT_ONCE, "knocks at once"),
        (KNOCK_EARLY, "knocks early, then waits for gin"),
    ):
        gain = Margin.of((mirrored(given.deals, given.seed, nets, habit) / 2).tolist())
        print(f"net - quick policy that {name}: {gain.mean:+.3f} ± {gain.error:.3f}", flush=True)


def main() -> None:
    """Train, save, and tell what the player gains over the quick policy, or over the one it meets."""
    parser = trainer(__doc__, deals=5_000)
    parser.add_argument("--against", metavar="FILE", help="train a best response to it; net: ours")
    parser.add_argument("--rounds", type=int, default=1, help="of a best response")
    parser.add_argument(
        "--explored",
        type=int,
        default=AGAINST,
        help="deals of a round that is not in the folder yet",
    )
    given = parser.parse_args()
    if not PIECE <= given.explored <= AGAINST:
        parser.error(f"a round explores {PIECE} to {AGAINST} deals, not {given.explored}")
    torch.set_num_threads(1)  # so that sums come out the same
    given.folder.mkdir(exist_ok=True)
    if given.against:
        met = weights_in(given.against)
        _save(response_to(met, given), given.file)
        return
    nets = learnt(given.seed, given.folder)
    _save(nets, given.file)
    _tell_gains(nets, given)


if __name__ == "__main__":
    main()
