"""Train the network of Tractor's player ``net`` on what plays came to in rounds of the policy.

At decisions of those rounds every option has been played out (``learn.tractor_returns``); the network
learns what the options of a decision gained over each other, in levels, with a share by points as the
Monte Carlo player values them. By how much a play must be better than the policy's own to be made
instead is chosen on deals of its own. PyTorch is the extra ``learn``.

    python -m learn.tractor_net --seed 1 --folder learnt --file weights.npz
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from learn.nets import (
    BATCH,
    SCALE,
    Weights,
    batches,
    centred,
    lessened,
    network,
    piece_in,
    save,
    trainer,
    whole,
    worth_by,
)
from learn.tractor_returns import NONE, explored
from learn.tractor_seen import Seen, mirrored, seen_in
from suitwise.players.turns import Margin
from suitwise.tractor.arrays.packed import LANDLORD, LEADER, PLACED
from suitwise.tractor.players.net import DECISION, INPUTS
from suitwise.tractor.rules.levels import gains

PIECE = 5_000
"""The rounds that are kept in a file."""
FIRST = 1_000_000
"""The number of the first round; those before it are for duels."""
HIDDEN = 128, 48
"""The hidden values of both layers."""
EPOCHS, RATE = 2, 2e-3
"""How often all decisions are gone through, and the step of the first batch; it falls to nothing."""
SMOOTH = 0.3
"""How much of the worth goes by points."""
TESTED = 20
"""One in so many files is not learnt from but tells how much was learnt."""
MARGINS = (0.0, 0.01, 0.02, 0.03, 0.05, 0.08)
"""By how many levels a play must be better than the policy's, of which one is chosen."""
_LEAST, _MOST = -400, 400
"""The points beyond which nothing more is told apart."""

_LEVELS = np.array([one - other for one, other in map(gains, range(_LEAST, _MOST + 1))], np.float32)


def within(points: NDArray[Any]) -> NDArray[Any]:
    """Return points, or the nearest of those that are told apart."""
    found: NDArray[Any] = np.clip(points, _LEAST, _MOST)
    return found


def levels_of(points: NDArray[Any]) -> NDArray[np.float32]:
    """Return how many levels more than the attackers the landlord's side gains for their points."""
    found: NDArray[np.float32] = _LEVELS[within(points).astype(np.int64) - _LEAST]
    return found


def worth_of(points: NDArray[Any]) -> NDArray[np.float32]:
    """Return what the attackers' points are worth to the landlord's side."""
    near = (80 - within(points).astype(np.float32)) / 40
    return ((1 - SMOOTH) * levels_of(points) + SMOOTH * near).astype(np.float32)


def signs_of(records: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return 1 for decisions of the landlord's side, -1 for the attackers'."""
    seats = records[:, LEADER] + records[:, PLACED]
    return (1 - 2 * ((seats ^ records[:, LANDLORD]) & 1)).astype(np.float32)


Files = list[tuple[NDArray[np.int64], NDArray[np.int16]]]


def decisions(rounds: int, seed: int, folder: Path) -> Files:
    """Return the decisions of rounds with what their options came to, each lot from its file if there.

    Args:
        rounds: how many rounds.
        seed: their seed.
        folder: where the files are kept, so that a run goes on that was interrupted.
    """
    found = []
    for piece in range(rounds // PIECE):
        path = folder / f"{piece:03}.npz"
        found.append(piece_in(path, partial(explored, PIECE, seed, FIRST + piece * PIECE)))
    return found


def trained(files: Files, net: Any) -> None:
    """Train a network, and print now and then how far it has come."""
    records, points = (np.concatenate(list(arrays)) for arrays in zip(*files, strict=True))
    signs = signs_of(records)
    steps, step, begun, loss_sum = EPOCHS * (len(records) // BATCH), 0, time.perf_counter(), 0.0
    adam = torch.optim.Adam(net.parameters(), lr=RATE)
    for _ in range(EPOCHS):
        for batch in batches(len(records)):
            for group in adam.param_groups:
                group["lr"] = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
            seen = seen_in(records[batch], points[batch])
            worth = torch.from_numpy(worth_of(seen.points) * signs[batch][seen.owner])
            owner = torch.from_numpy(seen.owner)
            found = worth_by(net, *_inputs(seen), owner)
            error = centred(found - worth, owner, len(batch))
            loss_sum += lessened(adam, error, len(batch))
            step += 1
            if step % 100 == 0:
                spent = time.perf_counter() - begun
                print(f"{step}/{steps} {loss_sum / 100:.4f} {spent:.0f} s", flush=True)
                loss_sum = 0.0


def _inputs(seen: Seen) -> tuple[Any, Any]:
    return torch.from_numpy(seen.decisions), torch.from_numpy(seen.options)


def test(files: Files, net: Any) -> None:
    """Print what the network's plays gain over the policy's in decisions that it did not learn from."""
    gained: dict[float, list[NDArray[np.float32]]] = {margin: [] for margin in MARGINS}
    for records, points in files:
        signs = signs_of(records)
        for at in range(0, len(records), BATCH):
            here, came_to = records[at : at + BATCH], points[at : at + BATCH]
            seen = seen_in(here, came_to)
            with torch.no_grad():
                found = worth_by(net, *_inputs(seen), torch.from_numpy(seen.owner))
            worth = np.full(came_to.shape, -np.inf, np.float32)
            worth[came_to > NONE] = found.numpy()
            levels = levels_of(came_to) * signs[at : at + BATCH, None]
            rows, best = np.arange(len(here)), worth.argmax(axis=1)
            for margin in MARGINS:
                place = np.where(worth[rows, best] > worth[:, 0] + margin, best, 0)
                gained[margin].append(levels[rows, place] - levels[:, 0])
    for margin, pieces in gained.items():
        gains_here = np.concatenate(pieces).astype(np.float64)
        gain = Margin.of(gains_here.tolist())
        changed = (gains_here != 0).mean()
        print(
            f"margin {margin}: {gain.mean:+.5f} ± {gain.error:.5f} levels a decision of {gain.deals}, "
            f"another end in {changed:.3f}",
            flush=True,
        )


def chosen_margin(net: Weights, deals: int, seed: int) -> float:
    """Return the margin with which a network gains most in mirrored deals."""
    found = {}
    for margin in MARGINS:
        gain = Margin.of(mirrored(deals, seed, net, round(margin * SCALE**3), FIRST // 2).tolist())
        found[margin] = gain.mean
        print(f"margin {margin}: {gain.mean:+.4f} ± {gain.error:.4f} levels a deal of {deals}")
    return max(found, key=lambda margin: found[margin])


def main() -> None:
    """Train, choose the margin, save, and tell what the player's plays gain over the policy's."""
    parser = trainer(__doc__, deals=2_000)
    parser.add_argument("--rounds", type=int, default=195_000, help="rounds that are learnt from")
    given = parser.parse_args()
    if given.rounds < 2 * PIECE or given.rounds % PIECE:
        parser.error(f"rounds come in files of {PIECE}, and one is tested on: {2 * PIECE} at least")
    torch.set_num_threads(1)  # so that sums come out the same
    given.folder.mkdir(exist_ok=True)
    files = decisions(given.rounds, given.seed, given.folder)
    torch.manual_seed(given.seed)
    net = network((DECISION, INPUTS), HIDDEN)
    cut = max(1, len(files) // TESTED)
    trained(files[cut:], net)
    torch.save(net.state_dict(), given.folder / "net.pt")
    test(files[:cut], net)
    weights = whole(net)
    save({"play": weights}, given.file)
    margin = chosen_margin(weights, given.deals, given.seed)
    gain = Margin.of(mirrored(given.deals, given.seed, weights, round(margin * SCALE**3)).tolist())
    print(f"margin {margin}: {gain.mean:+.4f} ± {gain.error:.4f} levels a deal of {gain.deals}")


if __name__ == "__main__":
    main()
