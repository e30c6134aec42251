"""What ids of environments and kinds of data sets promise, a digest each, as the last release kept it.

    python -m tests.promises > tests/data/promises.txt

writes those of today: at a release, never between two. The digest of an id is that of what random games
of a fixed seed show: observations, masks, rewards and ends, one game at a time and, where its rules are
compiled, side by side. The digest of a kind is that of its first rows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import gymnasium

from suitwise.arena.data.manifest import kind_of
from suitwise.envs.registered import BATCHED, ENVS
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.seeds import below

RELEASED = Path(__file__).parent / "data" / "promises.txt"
STEPS = 40
"""The steps of each id that a digest covers; of a vector each has four games."""
ROWS = 5
DATA = (
    "texas42-solved(dominoes=4)",
    "rummy-hands(rules=seed)",
    "rummy-hands(rules=gin,cards=10)",
    "rummy-hands(rules=indian13(wild=7))",
    *(f"selfplay(game={game})" for game in sorted({*ENVS.values(), *BATCHED.values()})),
)
"""The kinds of data sets, with options that show more than their defaults would."""


def lines() -> list[str]:
    """Return a line for each promise."""
    return [f"{name} {digest}" for name, digest in promises()]


def promises() -> Iterator[tuple[str, str]]:
    """Yield each promise by its name, with its digest."""
    for name in sorted(ENVS | BATCHED):
        yield name, _digest(_steps(gymnasium.make(name)))
        if name in BATCHED:
            envs = gymnasium.make_vec(name, num_envs=4, autoreset_mode="SameStep")
            yield f"{name} of many", _digest(_steps(envs))
    for kind in DATA:
        rows = kind_of(kind).rows(5, range(ROWS))
        yield kind, _digest(json.dumps(row, sort_keys=True).encode() for row in rows)


def _steps(env: Any) -> Iterator[bytes]:
    """Yield what random steps show; a game that is over begins anew, whoever begins it."""
    many, index = hasattr(env, "num_envs"), 0
    seen, info = env.reset(seed=1)
    for _ in range(STEPS):
        actions, masks = [], np.atleast_2d(info["action_mask"])
        for mask in masks:
            legal = mask.nonzero()[0]
            place, index = below(len(legal), 1, 0, index)
            actions.append(int(legal[place]))
        yield np.ascontiguousarray(seen, np.float32).tobytes()
        yield np.ascontiguousarray(masks, np.uint8).tobytes()
        seen, reward, over, cut_off, info = env.step(np.array(actions) if many else actions[0])
        yield np.array([reward, over, cut_off], np.float64).tobytes()
        if not many and (over or cut_off):
            seen, info = env.reset()


def _digest(parts: Iterable[bytes]) -> str:
    found = hashlib.sha256()
    for part in parts:
        found.update(part)
    return found.hexdigest()[:16]


def broken(before: Iterable[str], now: Iterable[str]) -> list[str]:
    """Return the names of promises that were made before and are not kept.

    >>> broken(["suitwise/Gin-v0 00", "rummy-hands 11"], ["suitwise/Gin-v0 00", "rummy-hands 12"])
    ['rummy-hands']
    """
    kept = set(now)
    return [line.rpartition(" ")[0] for line in before if line not in kept]


def unsaid(names: Iterable[str], changelog: str) -> list[str]:
    """Return the names of which no marked entry of the section that is not released yet speaks.

    >>> text = "## [Unreleased]\\n- **[data]** `rummy-hands`: more.\\n- `Gin-v0` is new.\\n## [0.1.0]"
    >>> unsaid(["rummy-hands(rules=gin)", "suitwise/Gin-v0"], text)
    ['suitwise/Gin-v0']
    """
    section = changelog.split("## [Unreleased]", 1)[1].split("\n## [", 1)[0]
    entries = section.split("\n- ")
    return [name for name in names if not any(_tells(entry, name) for entry in entries)]


def _tells(entry: str, name: str) -> bool:
    mark = "**[env]**" if name.startswith("suitwise/") else "**[data]**"
    word = name.split("/")[-1].split(" ")[0].split("(")[0]
    return entry.startswith(mark) and f"`{word}" in entry


if __name__ == "__main__":
    print("\n".join(lines()))
