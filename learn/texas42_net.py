"""Train the networks of Texas 42's player ``net``, by rounds of improvement on their own play.

The policy of the first round is the rule-based one. In each round hands are explored by the policy
(``learn.texas42_returns``), and two networks, one for the auction and one for the play, learn what the
options of a decision gained over each other; they are the policy of the next. What the deal itself was
worth falls out, for only differences within a deal are learnt. Weights end as whole numbers, so that
every machine finds the same sums. PyTorch is the extra ``learn``.

    python -m learn.texas42_net --seed 1 --folder learnt --file weights.npz
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from learn.nets import (
    BATCH,
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
from learn.texas42_policy import AUCTION, BOTH, PLAY
from learn.texas42_returns import (
    ILLEGAL,
    OFTEN,
    Nets,
    Seen,
    explored,
    mirrored,
    rule_based_places,
    seen_in,
)
from suitwise.players.turns import Margin
from suitwise.texas42.arrays.stepped import PHASE, PLAYING
from suitwise.texas42.players.net import CALL_AT, CALL_INPUTS, DOMINO, PLAY_INPUTS


class Round(NamedTuple):
    """How a round is learnt.

    Args:
        learnt: the hands that each network learns from, and how often it goes through them.
        rate: the step of the first batch; it falls to nothing along a cosine.
        often: one in how many decisions of the play, and of the auction, is kept.
        piece: so many hands are kept in a file.
    """

    learnt: dict[str, tuple[int, int]]
    rate: float
    often: tuple[int, int]
    piece: int


NEVER = 1 << 30
ROUNDS = (
    Round({"play": (600_000, 2), "auction": (700_000, 1)}, 2e-3, OFTEN, 50_000),
    Round({"play": (100_000, 2)}, 5e-4, (3, NEVER), 5_000),
)
TESTED = 20
"""One in so many decisions is not learnt from but tells how much was learnt."""
FIRST = 1_000_000
"""The number of the first hand of a round; those before it are for duels."""

KINDS = {
    "play": ((DOMINO, PLAY_INPUTS), (128, 48)),
    "auction": ((CALL_AT, CALL_INPUTS), (64, 32)),
}
"""How many inputs a decision has, and all in all; the hidden values of both layers."""


def trained(
    kind: str,
    records: NDArray[np.int64],
    returns: NDArray[np.int8],
    net: Any,
    epochs: int,
    rate: float,
) -> None:
    """Train a network on decisions of its kind, and print what it gains over the rules of thumb."""
    sizes, _ = KINDS[kind]
    cut = len(records) - len(records) // TESTED
    steps, step, begun = epochs * (cut // BATCH), 0, time.perf_counter()
    adam = torch.optim.Adam(net.parameters(), lr=rate)
    loss_sum = 0.0
    for _ in range(epochs):
        for batch in batches(cut):
            for group in adam.param_groups:
                group["lr"] = rate * 0.5 * (1 + np.cos(np.pi * step / steps))
            decisions, options, worth, owner = _tensors(
                seen_in(records[batch], returns[batch], sizes)
            )
            found = worth_by(net, decisions, options, owner)
            error = centred(found - worth, owner, len(batch))
            loss_sum += lessened(adam, error, len(batch))
            step += 1
            if step % 250 == 0:
                print(
                    f"{kind} {step}/{steps} {loss_sum / 250:.4f} {time.perf_counter() - begun:.0f} s",
                    flush=True,
                )
                loss_sum = 0.0
    test(kind, records[cut:], returns[cut:], net)


def test(kind: str, records: NDArray[np.int64], returns: NDArray[np.int8], net: Any) -> None:
    """Print what the network's options gained over the rules of thumb in decisions not learnt from."""
    sizes, _ = KINDS[kind]
    gains: list[NDArray[np.int64]] = []
    for at in range(0, len(records), BATCH):
        piece, given = records[at : at + BATCH], returns[at : at + BATCH]
        decisions, options, _, owner = _tensors(seen_in(piece, given, sizes))
        with torch.no_grad():
            found = worth_by(net, decisions, options, owner).numpy()
        worth = np.full(given.shape, -np.inf, np.float32)
        worth[given > ILLEGAL] = found
        rows = np.arange(len(piece))
        mine = given[rows, worth.argmax(axis=1)].astype(np.int64)
        gains.append(mine - given[rows, rule_based_places(piece)])
    gained = np.concatenate(gains)
    error = gained.std() / np.sqrt(len(gained))
    print(
        f"{kind}: gains {gained.mean():+.4f} ± {1.96 * error:.4f} marks a decision of {len(gained)}",
        flush=True,
    )


def _tensors(seen: Seen) -> list[Any]:
    return [torch.from_numpy(array) for array in seen]


def weights_of(nets: dict[str, Any]) -> Nets:
    """Return the arrays of the networks, the play's first, as the policy reads them."""
    return (*whole(nets["play"]), *whole(nets["auction"]))


def learnt(number: int, seed: int, folder: Path, before: Nets | None) -> Nets:
    """Return the networks of a round, each from its file where it is there already.

    Args:
        number: the number of the round, from 0.
        seed: 64-bit seed; the same, the same networks, where PyTorch computes the same.
        folder: where decisions and networks are kept, so that a run goes on that was interrupted.
        before: the networks of the round before.
    """
    this = ROUNDS[number]
    nets = {kind: network(*sizes) for kind, sizes in KINDS.items()}
    for kind in KINDS:
        last = folder / f"net{number - 1}-{kind}.pt"
        path = folder / f"net{number}-{kind}.pt"
        if not path.exists():
            torch.manual_seed(seed)
            net = network(*KINDS[kind])
            if number:
                net.load_state_dict(torch.load(last))
            if kind in this.learnt:
                hands, epochs = this.learnt[kind]
                records, returns = _decisions(number, hands, seed, folder, before)
                mine = (records[:, PHASE] == PLAYING) == (kind == "play")
                trained(kind, records[mine], returns[mine], net, epochs, this.rate)
            torch.save(net.state_dict(), path)
        nets[kind].load_state_dict(torch.load(path))
    return weights_of(nets)


def _decisions(
    number: int, hands: int, seed: int, folder: Path, nets: Nets | None
) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """Return the decisions of the first hands of a round."""
    this, found = ROUNDS[number], []
    for piece in range(hands // this.piece):
        path = folder / f"r{number}-{piece:03}.npz"
        first = FIRST + piece * this.piece
        task = partial(explored, this.piece, seed + number, first, nets, this.often)
        found.append(piece_in(path, task))
    return np.concatenate([one for one, _ in found]), np.concatenate([two for _, two in found])


def main() -> None:
    """Train, save after each round, and tell what the round gains over the rules of thumb."""
    given = trainer(__doc__, deals=20_000).parse_args()
    torch.set_num_threads(1)  # so that sums come out the same
    given.folder.mkdir(exist_ok=True)
    nets = None
    for number in range(len(ROUNDS)):
        nets = learnt(number, given.seed, given.folder, nets)
        save({kind: nets[5 * at : 5 * at + 5] for at, kind in enumerate(KINDS)}, given.file)
        for parts, name in (BOTH, "net"), (PLAY, "its play"), (AUCTION, "its calls"):
            marks = mirrored(given.deals, given.seed, nets, parts=parts) / 2
            gain = Margin.of(marks.tolist())
            told = f"{gain.mean:+.4f} ± {gain.error:.4f}"
            print(f"round {number}: {name} - rules {told}", flush=True)


if __name__ == "__main__":
    main()
