"""The search for whole-numbered weights by simultaneous perturbation, whatever they are weights of.

In every step each weight goes up or down by its width, by a coin; the two rows that lie opposite each
other play; and the weights move towards the winner by what it has won (J. C. Spall, IEEE Transactions on
Automatic Control 37, 1992). Steps grow smaller. A step depends on the seed, its number and the weights
before it, so a search that is interrupted goes on from its file, and the same seed finds the same
weights on every machine.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from suitwise.players.turns import Margin

Row = NDArray[np.int64]
Duel = Callable[[Row, Row, int, int, int], NDArray[np.float64]]
"""What one row gains over another in mirrored deals: of a seed, the first one's number, how many."""

PACE = 4.0
"""How many widths a weight moves for a level a deal, in the first steps."""
SLOWER = 100
"""The steps after which the pace has fallen to about a half."""


@dataclass(frozen=True, slots=True)
class Search:
    """A search for weights.

    Args:
        searched: what each weight starts from, and by how much it goes up and down, by its name.
        duel: what one row of weights gains over another.
    """

    searched: Mapping[str, tuple[int, int]]
    duel: Duel

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the weights, in their places."""
        return tuple(self.searched)

    def start(self) -> NDArray[np.float64]:
        """Return the weights that the search starts from."""
        return np.array([start for start, _ in self.searched.values()], float)

    def stepped(
        self, weights: NDArray[np.float64], seed: int, number: int, deals: int
    ) -> NDArray[np.float64]:
        """Return the weights after a step.

        Args:
            weights: float64 (weights,), those before it.
            seed: the seed of the search.
            number: the number of the step.
            deals: the deals that it plays, each twice.
        """
        random = np.random.default_rng((seed, number))
        widths = np.array([width for _, width in self.searched.values()], float)
        way = random.choice((-1.0, 1.0), len(widths))
        part = random.random(len(widths))  # one between two integers is each of them in its turn
        up, down = (np.floor(weights + sign * way * widths + part) for sign in (1, -1))
        rows = up.astype(np.int64), down.astype(np.int64)
        won = self.duel(*rows, seed, number * deals, deals).mean()
        moved: NDArray[np.float64] = (
            weights + PACE * SLOWER / (SLOWER + number) * won * way * widths
        )
        return moved

    def run(self, file: Path, seed: int, steps: int, deals: int) -> Row:
        """Search until so many steps are made, going on where the file stands; return the weights."""
        done, weights = 0, self.start()
        if file.exists():
            kept = json.loads(file.read_text(encoding="utf-8"))
            if (kept["seed"], kept["deals"]) != (seed, deals):
                raise SystemExit(f"{file} is of another search: {kept['seed']=}, {kept['deals']=}")
            done, weights = kept["steps"], np.array([kept["weights"][n] for n in self.names])
        for number in range(done, steps):
            weights = self.stepped(weights, seed, number, deals)
            named = dict(zip(self.names, weights.tolist(), strict=True))
            kept = {"seed": seed, "deals": deals, "steps": number + 1, "weights": named}
            file.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        return rounded(weights)

    def kept(self, file: Path) -> Row:
        """Return the weights of a search's file."""
        kept = json.loads(file.read_text(encoding="utf-8"))["weights"]
        return rounded(np.array([kept[name] for name in self.names]))


def rounded(weights: NDArray[np.float64]) -> Row:
    """Return weights as the package takes them."""
    return np.rint(weights).astype(np.int64)


def command(search: Search, about: str) -> None:
    """Search, or let what was found play against the weights that the search started from."""
    parser = argparse.ArgumentParser(description=about.partition("\n")[0])
    parser.add_argument("what", choices=("search", "duel"))
    parser.add_argument("--file", type=Path, required=True, help="where the search is kept")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--deals", type=int, default=4000, help="mirrored deals a step or a duel")
    given = parser.parse_args()
    if given.what == "search":
        found = search.run(given.file, given.seed, given.steps, given.deals)
        print(dict(zip(search.names, found.tolist(), strict=True)))
        return
    start = rounded(search.start())
    gains = search.duel(search.kept(given.file), start, given.seed, 0, given.deals)
    gain = Margin.of(gains.tolist())
    print(f"{gain.mean:+.4f} ± {gain.error:.4f} levels a deal on {gain.deals} mirrored deals")
