"""Train the networks of the player ``net`` of Indian rummy.

Deals of two seats are played by players that draw some of their moves by chance. Two networks learn
what the hands of a seat came to at the end, in points: ``kept`` those after a discard, ``drawing``
those before a draw from the stock. In the first round the rule-based player plays, with weights drawn
anew for every seat; in a further round the player that the round before it made. Each round learns anew
from the deals of all rounds so far.

    python -m learn.indian_net --seed 1 --folder learnt --file weights.npz
"""

from __future__ import annotations

import time
from copy import deepcopy
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray

from learn.indian_deals import (
    GAME,
    INPUTS_AT,
    KIND,
    KINDS,
    Explorers,
    Hands,
    Rows,
    explored,
    rule_based,
    targets,
    trained,
)
from learn.nets import batches, lessened, network, piece_in, save, trainer, whole, worth_by
from suitwise.foundation.arrays.networks import LAYERS, Network
from suitwise.players import mirrored
from suitwise.rummy.indian.players.inputs import HAND, INPUTS, NUMBERS
from suitwise.rummy.indian.players.net import Nets, chosen
from suitwise.rummy.indian.players.rule_based import DroppingIndianPlayer, IndianPlayer

ROUNDS = (16_000, 8_000)
"""The deals of each round."""
PIECE = 500
"""How many deals are kept in a file."""
EPOCHS, SWEEPS, BATCH = 2, 4, 1024
"""How often all hands are learnt from in a sweep, the sweeps of a round, and the hands of a batch."""
RATES = 2e-3, 1e-3
"""The step of the first batch, before the first sweep and in a sweep."""
DECAY = 0.5
"""How fast weights that learn nothing fall to nothing."""
POINTS = 16.0
"""What is learnt is in so many points."""
FIRST = 1_000_000
"""The number of the first deal that is explored; those before it are for duels."""
SIZES = {"kept": (32, 12), "drawing": (24, 8)}
"""The hidden values of both layers."""

Modules: TypeAlias = dict[str, Any]


# --- Deals ----------------------------------------------------------------------------------------


def deals_of(seed: int, folder: Path, number: int, explorer: Explorers) -> Hands:
    """Return the hands of all deals of a round, each piece from its file where it is there already."""
    found = []
    for piece in range(ROUNDS[number] // PIECE):
        path, begun = folder / f"hands-{number}-{piece:03}.npz", time.perf_counter()
        first = FIRST + sum(ROUNDS[:number]) + piece * PIECE
        found.append(piece_in(path, partial(explored, PIECE, seed, first, explorer)))
        print(f"{path.name} {len(found[-1][0])} {time.perf_counter() - begun:.0f} s", flush=True)
    return np.concatenate([one for one, _ in found]), np.concatenate([two for _, two in found])


# --- Learning -------------------------------------------------------------------------------------


def values(modules: Modules, rows: Rows) -> NDArray[np.float32]:
    """Return what the networks make of hands."""
    found = np.zeros(len(rows), np.float32)
    for kind, module in enumerate(modules.values()):
        mine = np.flatnonzero(rows[:, KIND] == kind)
        for at in range(0, len(mine), 8 * BATCH):
            part = mine[at : at + 8 * BATCH]
            with torch.no_grad():
                found[part] = _worth(module, rows[part]).numpy()
    return found


def _worth(module: Any, rows: Rows) -> Any:
    on = torch.from_numpy(rows[:, INPUTS_AT:].astype(np.int64))
    inputs = torch.zeros(len(rows), INPUTS + 1).scatter_(1, on, 1.0)[:, :INPUTS] @ STEPS
    return worth_by(module, inputs[:, :HAND], inputs[:, HAND:], torch.arange(len(rows)))


def _steps() -> Any:
    """Return the matrix that turns on, for each number, the inputs of all smaller ones, too.

    So a network learns what one more is worth, and numbers that were seldom seen are worth about as much
    as their neighbours.
    """
    matrix = torch.eye(INPUTS)
    for first, size in NUMBERS:
        matrix[first : first + size, first : first + size] = torch.tril(torch.ones(size, size))
    return matrix


STEPS = _steps()


def network_of(module: Any) -> Network:
    """Return a network in whole numbers, with what is learnt in steps summed up by input."""
    summed = deepcopy(module)
    with torch.no_grad():
        learnt = torch.cat([module["decision"].weight, module["option"].weight], 1) @ STEPS.T
        summed["decision"].weight.copy_(learnt[:, :HAND])
        summed["option"].weight.copy_(learnt[:, HAND:])
    return Network(*whole(summed))


def fit(
    modules: Modules, rows: Rows, learns: NDArray[np.float32], epochs: int, rate: float
) -> None:
    """Train the networks on the hands that each of them values.

    Args:
        modules: the networks.
        rows: the hands.
        learns: what they are to learn.
        epochs: how often.
        rate: the step of the first batch; it falls to nothing along a cosine.
    """
    for kind, module in enumerate(modules.values()):
        mine = np.flatnonzero(rows[:, KIND] == kind)
        adam = torch.optim.AdamW(module.parameters(), lr=rate, weight_decay=DECAY)
        steps = epochs * (len(mine) // BATCH)
        drawn_batches = chain.from_iterable(batches(len(mine), BATCH) for _ in range(epochs))
        for step, batch in enumerate(drawn_batches):
            for group in adam.param_groups:
                group["lr"] = rate * 0.5 * (1 + np.cos(np.pi * step / steps))
            part = mine[batch]
            error = _worth(module, rows[part]) - torch.from_numpy(learns[part])
            lessened(adam, error, len(part))


def learnt_from(hands: Hands, seed: int) -> Modules:
    """Return networks that learn from hands: at first the ends of deals, then what comes next."""
    torch.manual_seed(seed)
    modules = {kind: network((HAND, INPUTS), SIZES[kind]) for kind in KINDS}
    rows, ends = hands[0], (hands[1] / POINTS).astype(np.float32)
    fit(modules, rows, ends, EPOCHS, RATES[0])
    for sweep in range(SWEEPS):
        found = values(modules, rows)
        told = 1 - np.square(found - ends).mean() / ends.var()
        print(f"sweep {sweep}: the networks tell {told:.4f} of how deals end", flush=True)
        fit(modules, rows, targets(found, rows, ends), EPOCHS, RATES[1])
    return modules


def learnt(seed: int, folder: Path, duels: int) -> Nets:
    """Return the networks after all rounds, each from its file where it is there already.

    Args:
        seed: 64-bit seed; the same, the same networks, where PyTorch computes the same.
        folder: where hands and networks are kept, so that a run goes on that was interrupted.
        duels: the mirrored deals in which each round's player is tried.
    """
    found: list[Hands] = []
    explorer: Explorers = rule_based
    for number in range(len(ROUNDS)):
        path = folder / f"round-{number}.npz"
        found.append(deals_of(seed, folder, number, explorer))
        if not path.exists():
            rows, points = (np.concatenate(parts) for parts in zip(*found, strict=True))
            modules = learnt_from((rows, points), seed)
            save({kind: network_of(module) for kind, module in modules.items()}, path)
        nets = networks_in(path)
        explorer = trained(nets)
        tell(f"round {number}", nets, seed, duels)
    return nets


def networks_in(path: Path) -> Nets:
    """Return the networks of a file."""
    with np.load(path) as arrays:
        return {
            kind: Network(*(arrays[f"{kind}_{at}"].astype(np.float64) for at in range(LAYERS)))
            for kind in KINDS
        }


def tell(title: str, nets: Nets, seed: int, duels: int) -> None:
    """Print what a player with these networks gains on the rule-based ones, a deal."""
    for name, other in (("rules", IndianPlayer()), ("expected", DroppingIndianPlayer())):
        gain = mirrored(GAME, partial(chosen, nets=nets), other, duels, seed)
        print(f"{title}: {gain.mean:+.2f} ± {gain.error:.2f} on {name}", flush=True)


def main() -> None:
    """Train and save the networks."""
    given = trainer(__doc__, deals=500).parse_args()
    torch.set_num_threads(1)  # so that sums come out the same
    given.folder.mkdir(exist_ok=True)
    nets = learnt(given.seed, given.folder, given.deals)
    save(nets, given.file)


if __name__ == "__main__":
    main()
