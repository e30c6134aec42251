"""Fixed deals for learners: what a policy on arrays gets against compiled players, from both sides."""

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
    """Deals on which policies are compared.

    Args:
        name: what they are called.
        game: the variant.
        env: the id of its vector environment.
        opponents: who has the other seats.
        deals: how many, each played from both sides.
        unit: what is got.
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
    """Choose a legal action, each as likely; what is drawn hangs on the masks alone.

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
    """Return the deals of some names with commas between, all for none.

    Raises:
        SuitwiseError: there are none of that name.

    >>> [deals.opponents for deals in chosen("gin")]
    ['greedy']
    """
    wanted = {name.strip() for name in names.split(",") if name.strip()}
    known = [deals.name for deals in DEALS]
    if not wanted <= set(known):
        raise SuitwiseError(f"there is no task {min(wanted - set(known))}: {', '.join(known)}")
    return tuple(deals for deals in DEALS if not wanted or deals.name in wanted)


def policy_of(text: str) -> tuple[Callable[[Any, Any], Any], set[str]]:
    """Return the function that ``MODULE:NAME`` names, and the files that its choices hang on.

    Those are the module's own, what it opens while it is imported, what its function ``files`` names,
    where it has one, and what is opened while the function is called, from then on.

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
    """Return the table of some policies.

    Args:
        asked: the deals.
        policies: the policies by name.
        deals: how many of each are played, 0 for all.
        say: is called with each policy and game before it is measured.

    Raises:
        SuitwiseError: Gymnasium is not installed, or a policy chose an action that is not legal.
    """
    try:
        from suitwise.envs.vector import mirrored_score
    except ModuleNotFoundError as error:
        raise missing(error, "rl") from error
    rows = []
    for one in asked:
        for name, policy in policies.items():
            say(f"{one.name}: {name}")
            found = mirrored_score(policy, one.game, deals or one.deals, SEED, one.opponents)
            margin = f"{found.mean:+.3f} ± {found.error:.3f}"
            rows.append(
                [one.name, one.env, one.opponents, f"{found.deals:,}", name, margin, one.unit]
            )
    head = ["task", "environment", "against", "deals", "policy", "gets", "in"]
    return f"{machine_line()}\n\n{table(head, rows)}"
