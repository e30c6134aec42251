"""Find the weights of Tractor's rule-based policy by its play against itself.

Two rows of weights play the same deals, each once on either side, so that luck with the cards falls out;
what one gains over the other is told in levels a deal. All else, bids and burials, is the same.

The search is simultaneous perturbation (J. C. Spall, IEEE Transactions on Automatic Control 37, 1992):
in every step each weight goes up or down by its width, by a coin; the two rows that lie opposite each
other play; and the weights move towards the winner by what it has won. Steps grow smaller. A step
depends on the seed, its number and the weights before it, so a search that is interrupted goes on from
its file, and the same seed finds the same weights on every machine.

    python -m learn.tractor_weights search --seed 1 --steps 281 --file weights.json
    python -m learn.tractor_weights duel --seed 2 --deals 40000 --file weights.json
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from suitwise.foundation.arrays.compiled import item_at, over_rows, rule
from suitwise.tractor.arrays.batch_rows import OUTCOME, deal_row, outcome_row
from suitwise.tractor.arrays.packed import (
    ALL_PLAYED,
    COLUMNS,
    LANDLORD,
    PLAYED,
    put,
    turn_of,
    unseen_by,
)
from suitwise.tractor.arrays.policy import weighed_play

Row = NDArray[np.int64]

SEARCHED = {
    "DRAWING": (16, 4),
    "LONE_POINTS": (12, 4),
    "RUFFED_POINTS": (20, 5),
    "LEAD_LAST": (0, 5),
    "TO_COME": (8, 2),
    "TEMPO": (0, 3),
    "TRUMP_KEPT": (8, 3),
    "TRUMP_STEP": (4, 1),
    "JOKER_KEPT": (24, 6),
    "WINNER_KEPT": (16, 4),
    "PLAIN_STEP": (4, 1),
    "PAIR_KEPT": (32, 8),
    "TRACTOR_KEPT": (20, 6),
    "RESCUE": (8, 2),
    "DUCK_POINTS": (8, 3),
    "FEED_POINTS": (12, 4),
}
"""The weights that the search starts from, guesses by hand, and by how much each goes up and down."""
NAMES = tuple(SEARCHED)
PACE = 4.0
"""How many widths a weight moves for a level a deal, in the first steps."""
SLOWER = 100
"""The steps after which the pace has fallen to about a half."""
BOTH = 3
"""Both sides bid and bury by the rules."""
RANKS, SEATS = np.arange(13), np.arange(4)
PIECE = 2000
"""The deals dealt at a time: they stay in the processor's cache."""


# --- Play -----------------------------------------------------------------------------------------


@rule
def play_row(row: int, weights: Any, rounds: Any) -> None:
    """Play a round to its end, sides 0 and 1 by the two rows of weights."""
    record = rounds[row]
    while item_at(record, PLAYED) < ALL_PLAYED:
        seat = turn_of(record)
        unseen, unseen_twice = unseen_by(record, seat)
        once, twice = weighed_play(record, unseen, unseen_twice, weights[seat & 1])
        put(record, once, twice)


def duel(one: Row, other: Row, seed: int, first: int, deals: int) -> NDArray[np.float64]:
    """Return what one row of weights gains over another in mirrored deals, in levels a deal.

    Args:
        one: int64 (weights,).
        other: likewise.
        seed: the seed of the deals.
        first: the number of the first deal.
        deals: how many; each is played twice.

    Returns:
        float64 (deals,), the mean of a deal's two plays.
    """
    found = []
    for start in range(0, deals, PIECE):
        count = min(PIECE, deals - start)
        rounds = np.empty((count, COLUMNS), np.int64)
        over_rows(deal_row)((seed, first + start, RANKS, SEATS, BOTH), rounds, 0, count)
        gained = _gained(rounds.copy(), np.stack([one, other]))
        found.append((gained - _gained(rounds, np.stack([other, one]))) / 2)
    return np.concatenate(found)


def _gained(rounds: NDArray[np.int64], weights: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the levels by which side 0 gains more than side 1 in rounds."""
    count = len(rounds)
    outcomes = np.empty((count, OUTCOME), np.int32)
    over_rows(play_row)(weights, rounds, 0, count)
    over_rows(outcome_row)(rounds, outcomes, 0, count)
    assert (outcomes[:, 1] == rounds[:, LANDLORD] & 1).all()
    return (outcomes[:, 2] - outcomes[:, 3]).astype(float)


def interval(gains: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean of gains and half the width of its 95 % interval."""
    return float(gains.mean()), float(1.96 * gains.std(ddof=1) / len(gains) ** 0.5)


# --- Search ---------------------------------------------------------------------------------------


def start() -> NDArray[np.float64]:
    """Return the weights that the search starts from."""
    return np.array([SEARCHED[name][0] for name in NAMES], float)


def stepped(
    weights: NDArray[np.float64], seed: int, number: int, deals: int
) -> NDArray[np.float64]:
    """Return the weights after a step.

    Args:
        weights: float64 (weights,), those before it.
        seed: the seed of the search.
        number: the number of the step.
        deals: the deals that it plays, each twice.
    """
    random = np.random.default_rng((seed, number))
    widths = np.array([SEARCHED[name][1] for name in NAMES], float)
    way = random.choice((-1.0, 1.0), len(NAMES))
    part = random.random(len(NAMES))  # a weight between two integers is each of them in its turn
    up, down = (np.floor(weights + sign * way * widths + part) for sign in (1, -1))
    won = duel(up.astype(np.int64), down.astype(np.int64), seed, number * deals, deals).mean()
    moved: NDArray[np.float64] = weights + PACE * SLOWER / (SLOWER + number) * won * way * widths
    return moved


def rounded(weights: NDArray[np.float64]) -> Row:
    """Return weights as the package takes them."""
    return np.rint(weights).astype(np.int64)


def search(file: Path, seed: int, steps: int, deals: int) -> Row:
    """Search until so many steps are made, going on where the file stands; return the weights."""
    done, weights = 0, start()
    if file.exists():
        kept = json.loads(file.read_text(encoding="utf-8"))
        if (kept["seed"], kept["deals"]) != (seed, deals):
            raise SystemExit(f"{file} is of another search: {kept['seed']=}, {kept['deals']=}")
        done, weights = kept["steps"], np.array([kept["weights"][name] for name in NAMES])
    for number in range(done, steps):
        weights = stepped(weights, seed, number, deals)
        named = dict(zip(NAMES, weights.tolist(), strict=True))
        kept = {"seed": seed, "deals": deals, "steps": number + 1, "weights": named}
        file.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return rounded(weights)


def main() -> None:
    """Search, or let what was found play against the weights that the search started from."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("what", choices=("search", "duel"))
    parser.add_argument("--file", type=Path, required=True, help="where the search is kept")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--deals", type=int, default=4000, help="mirrored deals a step or a duel")
    given = parser.parse_args()
    if given.what == "search":
        found = search(given.file, given.seed, given.steps, given.deals)
        print(dict(zip(NAMES, found.tolist(), strict=True)))
        return
    kept = json.loads(given.file.read_text(encoding="utf-8"))["weights"]
    found = rounded(np.array([kept[name] for name in NAMES]))
    mean, error = interval(duel(found, rounded(start()), given.seed, 0, given.deals))
    print(f"{mean:+.4f} ± {error:.4f} levels a deal on {given.deals} mirrored deals")


if __name__ == "__main__":
    main()
