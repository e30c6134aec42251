"""A broken game with a note of what it breaks; each module of broken games keeps a list of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from suitwise.game import Game
from suitwise.testing.trial import SlowMoves
from tests.testing.broken.variant import Copy, Variant


@dataclass(frozen=True)
class Case:
    """A broken game, the checks it fails and what the first of them says."""

    game: Game[Any]
    check: str
    fault: str
    also: frozenset[str]
    slow_moves: SlowMoves | None = None
    entry: Mapping[str, Any] = field(default_factory=dict)


def note(
    cases: list[Case],
    check: str,
    fault: str,
    *,
    also: Collection[str] = (),
    slow_moves: SlowMoves | None = None,
    game: type[Variant] = Variant,
    entry: Mapping[str, Any] | None = None,
    **changed: Any,
) -> Callable[[type], type]:
    """Note a broken kind of state or of game; ``changed`` are the facts that it declares.

    ``entry`` has the parts that its entry in the catalogue names.
    """

    def noted(broken: type) -> type:
        base = broken if issubclass(broken, Variant) else game
        scope: dict[str, Any] = {
            "name": re.sub(r"(?<!^)(?=[A-Z])", "_", broken.__name__).lower(),
            "changed": changed,
        }
        if issubclass(broken, Copy):
            scope["kind"] = broken
        kind = type(broken.__name__, (base,), scope)
        cases.append(Case(kind(), check, fault, frozenset(also), slow_moves, entry or {}))
        return broken

    return noted
