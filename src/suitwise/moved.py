"""Modules that have moved: for one release they are importable under their old names, with a warning."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any
from warnings import warn

MOVED = {
    "suitwise.benchmarks.strength.field": "suitwise.research.duels",
    "suitwise.benchmarks.strength.meeting": "suitwise.research.duels",
    "suitwise.benchmarks.strength.report": "suitwise.research.strength",
    "suitwise.benchmarks.theory.deep": "suitwise.research.deep",
    "suitwise.benchmarks.theory.fixed_deals": "suitwise.research.fixed_deals",
    "suitwise.benchmarks.theory.learners": "suitwise.research.learners",
    "suitwise.benchmarks.theory.measuring": "suitwise.research.exploitability",
    "suitwise.benchmarks.theory.report": "suitwise.research.exploitability",
    "suitwise.benchmarks.theory.standin": "suitwise.research.deep",
    "suitwise.benchmarks.theory.tasks": "suitwise.research.tasks",
    "suitwise.players.trees.efg": "suitwise.research.game_tree",
    "suitwise.players.trees.measure": "suitwise.research.equilibria",
    "suitwise.players.trees.regrets": "suitwise.research.equilibria",
    "suitwise.players.trees.tree": "suitwise.research.game_tree",
    "suitwise.texas42.endgame.host": "suitwise.texas42.endgame.players",
    "suitwise.texas42.endgame.information_sets": "suitwise.texas42.endgame.solver",
    "suitwise.texas42.endgame.observation": "suitwise.texas42.endgame.view",
    "suitwise.texas42.endgame.redealing": "suitwise.texas42.endgame.game",
    "suitwise.texas42.endgame.seen": "suitwise.texas42.endgame.view",
    "suitwise.texas42.endgame.text": "suitwise.texas42.endgame.view",
    "suitwise.texas42.endgame.traversal": "suitwise.texas42.endgame.solver",
    "suitwise.texas42.endgame.variant": "suitwise.texas42.endgame.state",
    "suitwise.texas42.endgame.walk": "suitwise.research.tasks",
}
"""The old names and the modules that now hold what they held."""


class Moved:
    """Finds modules by their old names, and the folders in which they were, after all other finders."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return how what has moved is loaded, None for all else."""
        if name in MOVED:
            return ModuleSpec(name, _LOADER)
        is_folder = any(old.startswith(f"{name}.") for old in MOVED)
        return ModuleSpec(name, _LOADER, is_package=True) if is_folder else None

    @staticmethod
    def create_module(spec: ModuleSpec) -> None:
        """Leave it to Python to make a module: an empty folder, or what ``exec_module`` replaces."""

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        """Put a module that has moved in the place of the new one."""
        old = module.__name__
        if old in MOVED:
            warn(f"{old} has moved to {MOVED[old]}", DeprecationWarning, stacklevel=2)
            sys.modules[old] = import_module(MOVED[old])


_LOADER: Any = Moved  # an abstract Loader would cost every command the import of importlib.abc


def find_moved() -> None:
    """Let Python find what has moved from now on."""
    sys.meta_path.append(Moved)
