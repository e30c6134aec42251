"""Networks that learn what options of a decision gain over each other, in PyTorch; see ``texas42_net``.

What options have in common falls out, for only differences within a decision are learnt. Weights end as
whole numbers, so that every machine finds the same sums (``foundation.arrays.networks``). PyTorch is the
extra ``learn``.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

SCALE = 1024
"""A weight of 1 as a whole number."""
BATCH = 2048
"""The decisions of a step."""
Weights = tuple[NDArray[np.float64], ...]
"""The arrays of a network, whole numbers."""
Rows = NDArray[Any]
"""Of each decision a row."""


def network(inputs: tuple[int, int], hidden: tuple[int, int]) -> Any:
    """Return a network that has learnt nothing: two hidden layers over a decision and an option.

    Args:
        inputs: how many a decision has, and all in all.
        hidden: the hidden values of both layers.
    """
    (decision, both), (width, narrow) = inputs, hidden
    return torch.nn.ModuleDict(
        {
            "decision": torch.nn.Linear(decision, width),
            "option": torch.nn.Linear(both - decision, width, bias=False),
            "second": torch.nn.Linear(width, narrow),
            "last": torch.nn.Linear(narrow, 1, bias=False),
        }
    )


def worth_by(net: Any, decisions: Any, options: Any, owner: Any) -> Any:
    """Return what each option is worth, up to what all of its decision share."""
    first = torch.relu(net["decision"](decisions)[owner] + net["option"](options))
    return net["last"](torch.relu(net["second"](first)))[:, 0]


def whole(net: Any) -> Weights:
    """Return the weights of a network as whole numbers: each bias counts in the scale of its sum."""
    first = torch.cat([net["decision"].weight, net["option"].weight], 1).T
    scaled = (
        (first, SCALE), (net["decision"].bias, SCALE), (net["second"].weight.T, SCALE),
        (net["second"].bias, SCALE * SCALE), (net["last"].weight[0], SCALE),
    )  # fmt: skip
    return tuple(
        np.ascontiguousarray(np.rint(one.detach().numpy().astype(np.float64) * scale))
        for one, scale in scaled
    )


def restored(net: Any, weights: Weights) -> None:
    """Give a network the weights of whole numbers: ``whole`` in reverse."""
    first, bias, second, other, last = (torch.from_numpy(one.astype(np.float32)) for one in weights)
    inputs = net["decision"].in_features
    with torch.no_grad():
        net["decision"].weight.copy_(first[:inputs].T / SCALE)
        net["option"].weight.copy_(first[inputs:].T / SCALE)
        net["decision"].bias.copy_(bias / SCALE)
        net["second"].weight.copy_(second.T / SCALE)
        net["second"].bias.copy_(other / (SCALE * SCALE))
        net["last"].weight.copy_(last[None] / SCALE)


def centred(values: Any, owner: Any, count: int) -> Any:
    """Return values less the mean of their decision."""
    sums = torch.zeros(count).index_add(0, owner, values)
    numbers = torch.zeros(count).index_add(0, owner, torch.ones_like(values))
    return values - (sums / numbers)[owner]


def lessened(adam: Any, error: Any, count: int) -> float:
    """Make a step of learning; return the loss before it, squared errors a decision.

    Args:
        adam: the optimiser of a network.
        error: how far what the network finds of each option is from what it came to.
        count: how many decisions they are of.
    """
    loss = (error * error).sum() / count
    adam.zero_grad()
    loss.backward()
    adam.step()
    return float(loss.detach())


def batches(count: int, size: int = BATCH) -> Iterator[NDArray[np.int64]]:
    """Yield lots of decisions in an order drawn by chance."""
    order = torch.randperm(count).numpy()
    for at in range(0, count - size + 1, size):
        yield np.sort(order[at : at + size])


def piece_in(path: Path, explored: Callable[[], tuple[Rows, Rows]]) -> tuple[Rows, Rows]:
    """Return what a piece of exploring gave: from its file, or explored now and kept there.

    So a run that was interrupted goes on. A file stands under its name only when it is whole.

    Args:
        path: the file, an .npz.
        explored: explores the piece; returns the decisions and what their options came to.
    """
    if not path.exists():
        decisions, returns = explored()
        np.savez(path.with_suffix(".tmp.npz"), a=decisions, b=returns)
        path.with_suffix(".tmp.npz").rename(path)
    with np.load(path) as kept:
        return kept["a"], kept["b"]


def trainer(about: str, deals: int) -> argparse.ArgumentParser:
    """Return the command line that the trainers share.

    Args:
        about: what the trainer does, its docstring.
        deals: in how many mirrored deals what it trained is tried, unless told.
    """
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deals", type=int, default=deals, help="mirrored deals at the end")
    parser.add_argument("--folder", type=Path, required=True, help="where all is kept")
    parser.add_argument("--file", type=Path, required=True, help="the weights: an .npz file")
    return parser


def save(networks: Mapping[str, Weights], path: Path) -> None:
    """Write networks by their names in a file that a player reads."""
    named = {
        f"{name}_{at}": _smallest(one)
        for name, net in networks.items()
        for at, one in enumerate(net)
    }
    np.savez_compressed(path, **named)  # type: ignore[arg-type]


def _smallest(weights: NDArray[np.float64]) -> NDArray[Any]:
    kind = np.int16 if np.abs(weights).max() < 1 << 15 else np.int32
    return weights.astype(kind)
