"""A benchmark for trained policies: mirrored play against compiled players on fixed deals."""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from suitwise.arena.fingerprints import files_opened
from suitwise.arena.seats import import_players
from suitwise.errors import SuitwiseError, missing
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.rows import machine_line
from suitwise.markdown import table

SEED = 2026
"""The seed of all deals."""


@dataclass(frozen=True, slots=True)
class Deals:
    """A task: deals on which policies are compared.

    Args:
        name: the name of the task.
        game: the variant.
        env: the id of its vector environment.
        opponents: the compiled player of the other seats.
        deals: the number of deals, each played from both sides.
        unit: the unit of the score.
    """

    name: str
    game: str
    env: str
    opponents: str
    deals: int
    unit: str


DEALS = (
    Deals("gin", "gin", "suitwise/Gin-v0", "greedy", 4000, "points a deal"),
    Deals("texas42", "texas42(match=hand)", "suitwise/Texas42-v0", "rules", 4000, "marks a hand"),
    Deals("tractor", "tractor(match=deal)", "suitwise/TractorPlay-v0", "rules", 2000, "levels"),
)


def random_policy(seen: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[np.int64]:
    """Choose legal actions uniformly, by random numbers that depend only on the masks.

    >>> random_policy(np.zeros((2, 3), np.float32), np.array([[0, 1, 0], [0, 0, 1]], np.int8))
    array([1, 2])
    """
    drawn = np.random.default_rng(crc32(mask.tobytes())).random(mask.shape)
    actions: NDArray[np.int64] = (drawn * (mask != 0)).argmax(axis=1)
    return actions


def first_policy(seen: NDArray[np.float32], mask: NDArray[np.int8]) -> NDArray[np.int64]:
    """Choose the first legal action.

    >>> first_policy(np.zeros((2, 3), np.float32), np.array([[0, 1, 1], [0, 0, 1]], np.int8))
    array([1, 2])
    """
    actions: NDArray[np.int64] = mask.argmax(axis=1)
    return actions


BASELINES: dict[str, Callable[[Any, Any], Any]] = {"random": random_policy, "first": first_policy}


def chosen(names: str) -> tuple[Deals, ...]:
    """Return the tasks with the given names, separated by commas; all tasks for an empty text.

    Raises:
        SuitwiseError: there is no such task.

    >>> [deals.opponents for deals in chosen("gin")]
    ['greedy']
    """
    wanted = {name.strip() for name in names.split(",") if name.strip()}
    known = [deals.name for deals in DEALS]
    if not wanted <= set(known):
        raise SuitwiseError(f"there is no task {min(wanted - set(known))}: {', '.join(known)}")
    return tuple(deals for deals in DEALS if not wanted or deals.name in wanted)


def policy_of(text: str) -> tuple[Callable[[Any, Any], Any], set[str]]:
    """Return the function named by ``MODULE:NAME``, and the set of files on which its choices depend.

    The set has the module's file, the files that are opened while it is imported, and those that its
    function ``files`` returns, if there is one. It grows by the files that are opened in later calls of
    the function.

    Raises:
        SuitwiseError: there is no such module, or no such function in it.
    """
    module, _, name = text.partition(":")
    files: set[str] = set()
    with files_opened(files):
        import_players([module])
    found = sys.modules[module]
    policy = getattr(found, name, None)
    if not callable(policy):
        raise SuitwiseError(f"write MODULE:NAME of a function, not {text[:40]!r}")
    path = inspect.getsourcefile(found)
    named = getattr(found, "files", list)
    files |= {os.path.realpath(one) for one in (*([path] if path else []), *named())}

    def watched(seen: Any, mask: Any) -> Any:
        with files_opened(files):
            return policy(seen, mask)

    return watched, files


def report(
    asked: Sequence[Deals],
    policies: dict[str, Callable[[Any, Any], Any]],
    deals: int,
    say: Callable[[str], None],
) -> str:
    """Return a table with the scores of policies in tasks.

    Args:
        asked: the tasks.
        policies: the policies by name.
        deals: the number of deals per task; 0 for all.
        say: is called with each task and policy before it is measured.

    Raises:
        SuitwiseError: Gymnasium is not installed, or a policy chose an illegal action.
    """
    try:
        from suitwise.envs.vector import mirrored_score
    except ModuleNotFoundError as error:
        raise missing(error, "rl") from error
    rows = []
    for one in asked:
        for name, policy in policies.items():
            say(f"{one.name}: {name}")
            score = mirrored_score(policy, one.game, deals or one.deals, SEED, one.opponents)
            margin = f"{score.mean:+.3f} ± {score.error:.3f}"
            rows.append(
                [one.name, one.env, one.opponents, f"{score.deals:,}", name, margin, one.unit]
            )
    head = ["task", "environment", "against", "deals", "policy", "gets", "in"]
    return f"{machine_line()}\n\n{table(head, rows)}"
