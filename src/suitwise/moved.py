"""Aliases for modules that have moved since release 0.2.0: importing an old name works, with a warning.

The aliases last for one release. Two *finders*, objects that Python asks where a module is, provide
them: ``MovedFinder`` finds the old names, and ``FormerPackageFinder`` lets Python look for them inside
modules that used to be packages.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType
from typing import Any
from warnings import warn

MOVED = {
    "suitwise.arena.data.arrays": "suitwise.arena.data.selfplay",
    "suitwise.arena.data.hands": "suitwise.arena.data.manifest",
    "suitwise.arena.data.kinds": "suitwise.arena.data.manifest",
    "suitwise.arena.entrants.fingerprints": "suitwise.arena.fingerprints",
    "suitwise.arena.entrants.imported": "suitwise.arena.seats",
    "suitwise.arena.entrants.limits": "suitwise.arena.seats",
    "suitwise.arena.export": "suitwise.arena.store",
    "suitwise.arena.parquet": "suitwise.arena.store",
    "suitwise.arena.plan": "suitwise.arena.config",
    "suitwise.arena.planned": "suitwise.arena.store",
    "suitwise.arena.records": "suitwise.arena.store",
    "suitwise.arena.replays": "suitwise.arena.results",
    "suitwise.arena.report.plot": "suitwise.arena.report",
    "suitwise.arena.result": "suitwise.arena.results",
    "suitwise.arena.statistics.distributions": "suitwise.arena.statistics",
    "suitwise.arena.statistics.margins": "suitwise.arena.statistics",
    "suitwise.arena.statistics.samples": "suitwise.arena.statistics",
    "suitwise.arena.statistics.times": "suitwise.arena.statistics",
    "suitwise.benchmarks.strength.field": "suitwise.research.strength",
    "suitwise.benchmarks.strength.meeting": "suitwise.research.strength",
    "suitwise.benchmarks.strength.report": "suitwise.research.strength",
    "suitwise.benchmarks.theory.deep": "suitwise.research.learners",
    "suitwise.benchmarks.theory.fixed_deals": "suitwise.research.fixed_deals",
    "suitwise.benchmarks.theory.learners": "suitwise.research.learners",
    "suitwise.benchmarks.theory.measuring": "suitwise.research.exploitability",
    "suitwise.benchmarks.theory.report": "suitwise.research.exploitability",
    "suitwise.benchmarks.theory.standin": "suitwise.research.learners",
    "suitwise.benchmarks.theory.tasks": "suitwise.research.tasks",
    "suitwise.envs.actions": "suitwise.envs.sight",
    "suitwise.envs.mirrored": "suitwise.envs.vector",
    "suitwise.envs.openspiel.bots": "suitwise.envs.openspiel.game",
    "suitwise.envs.openspiel.entry": "suitwise.envs.openspiel.game",
    "suitwise.envs.openspiel.observer": "suitwise.envs.openspiel.game",
    "suitwise.envs.policies": "suitwise.envs.sight",
    "suitwise.foundation.arrays.fitting": "suitwise.foundation.arrays.compiled",
    "suitwise.foundation.text.options": "suitwise.foundation.text.lines",
    "suitwise.foundation.text.position_text": "suitwise.foundation.text.lines",
    "suitwise.foundation.text.record_text": "suitwise.foundation.text.lines",
    "suitwise.players.board.asking": "suitwise.players.board",
    "suitwise.players.board.questions": "suitwise.players.board",
    "suitwise.players.board.reading": "suitwise.players.board",
    "suitwise.players.learned": "suitwise.players.mccfr",
    "suitwise.players.responses": "suitwise.players.mccfr",
    "suitwise.players.review.decisions": "suitwise.players.review",
    "suitwise.players.review.pacing": "suitwise.players.review",
    "suitwise.players.review.plot": "suitwise.players.review_text",
    "suitwise.players.review.reviews": "suitwise.players.review",
    "suitwise.players.review.said": "suitwise.players.review_text",
    "suitwise.players.review.words": "suitwise.players.review_text",
    "suitwise.players.trees.efg": "suitwise.research.game_tree",
    "suitwise.players.trees.measure": "suitwise.research.game_tree",
    "suitwise.players.trees.regrets": "suitwise.research.game_tree",
    "suitwise.players.trees.tree": "suitwise.research.game_tree",
    "suitwise.refusal": "suitwise.game.state",
    "suitwise.research.equilibria": "suitwise.research.game_tree",
    "suitwise.rummy.gin.moves": "suitwise.rummy.gin.rules.moves",
    "suitwise.rummy.gin.players.likely_hands": "suitwise.rummy.gin.players.search",
    "suitwise.rummy.gin.players.net.player": "suitwise.rummy.gin.players.net",
    "suitwise.rummy.gin.players.playouts": "suitwise.rummy.gin.players.search",
    "suitwise.rummy.gin.seen": "suitwise.rummy.gin.view",
    "suitwise.rummy.gin.text": "suitwise.rummy.gin.game",
    "suitwise.rummy.indian.moves": "suitwise.rummy.indian.rules",
    "suitwise.rummy.indian.players.dropping": "suitwise.rummy.indian.players.rule_based",
    "suitwise.rummy.indian.seen": "suitwise.rummy.indian.view",
    "suitwise.rummy.indian.showdown": "suitwise.rummy.indian.state",
    "suitwise.rummy.indian.text": "suitwise.rummy.indian.game",
    "suitwise.rummy.picture.combos": "suitwise.rummy.picture",
    "suitwise.rummy.picture.grid": "suitwise.rummy.picture",
    "suitwise.rummy.picture.text": "suitwise.rummy.picture",
    "suitwise.rummy.tables.best_melds": "suitwise.rummy.solve.deadwood_lookup",
    "suitwise.stacks.host": "suitwise.stacks.session",
    "suitwise.stacks.seen": "suitwise.stacks.game",
    "suitwise.stacks.view": "suitwise.stacks.game",
    "suitwise.stepping.credit": "suitwise.stepping.steps",
    "suitwise.stepping.streams": "suitwise.stepping.loop",
    "suitwise.texas42.endgame.host": "suitwise.texas42.endgame.solver",
    "suitwise.texas42.endgame.information_sets": "suitwise.texas42.endgame.solver",
    "suitwise.texas42.endgame.observation": "suitwise.texas42.endgame.game",
    "suitwise.texas42.endgame.players": "suitwise.texas42.endgame.solver",
    "suitwise.texas42.endgame.redealing": "suitwise.texas42.endgame.game",
    "suitwise.texas42.endgame.seen": "suitwise.texas42.endgame.game",
    "suitwise.texas42.endgame.state": "suitwise.texas42.endgame.game",
    "suitwise.texas42.endgame.text": "suitwise.texas42.endgame.game",
    "suitwise.texas42.endgame.traversal": "suitwise.texas42.endgame.solver",
    "suitwise.texas42.endgame.variant": "suitwise.texas42.endgame.game",
    "suitwise.texas42.endgame.view": "suitwise.texas42.endgame.game",
    "suitwise.texas42.endgame.walk": "suitwise.research.tasks",
    "suitwise.texas42.face.endgame": "suitwise.texas42.face.tricks",
    "suitwise.texas42.picture.text": "suitwise.texas42.picture",
    "suitwise.texas42.players.likely": "suitwise.texas42.players.monte_carlo",
    "suitwise.texas42.players.net.player": "suitwise.texas42.players.net",
    "suitwise.texas42.players.reasons": "suitwise.texas42.players.rule_based",
    "suitwise.texas42.record.hand": "suitwise.texas42.record.match",
    "suitwise.texas42.record.replay": "suitwise.texas42.record.judge",
    "suitwise.texas42.rules.suits": "suitwise.texas42.rules.dominoes",
    "suitwise.texas42.rules.tricks": "suitwise.texas42.rules.dominoes",
    "suitwise.texas42.seen": "suitwise.texas42.view",
    "suitwise.texas42.solve.house_bids": "suitwise.texas42.solve.bidding",
    "suitwise.tractor.arrays.stepped.positions": "suitwise.tractor.arrays.conversion",
    "suitwise.tractor.picture.table": "suitwise.tractor.picture",
    "suitwise.tractor.picture.trick": "suitwise.tractor.picture",
    "suitwise.tractor.players.net.network": "suitwise.tractor.players.net",
    "suitwise.tractor.players.net.options": "suitwise.tractor.players.net",
    "suitwise.tractor.players.net.player": "suitwise.tractor.players.net",
    "suitwise.tractor.players.net.plays": "suitwise.tractor.players.net",
    "suitwise.tractor.players.net.sights": "suitwise.tractor.players.net",
    "suitwise.tractor.players.policy": "suitwise.tractor.players.rule_based",
    "suitwise.tractor.players.search.auctions": "suitwise.tractor.players.bids_and_burials",
    "suitwise.tractor.players.search.burials": "suitwise.tractor.players.bids_and_burials",
    "suitwise.tractor.players.search.candidates": "suitwise.tractor.players.plays",
    "suitwise.tractor.players.search.judging": "suitwise.tractor.players.plays",
    "suitwise.tractor.players.search.racing": "suitwise.players.search",
    "suitwise.tractor.players.search.rollouts": "suitwise.tractor.players.plays",
    "suitwise.tractor.players.search.values": "suitwise.tractor.players.plays",
    "suitwise.tractor.players.search.worlds": "suitwise.tractor.players.worlds",
    "suitwise.tractor.record.match": "suitwise.tractor.record.text",
    "suitwise.tractor.rules.auction": "suitwise.tractor.rules.levels",
}
"""The old name of each moved module, and the module that replaces it."""
FORMER_PARENTS = {old.rpartition(".")[0] for old in MOVED}
"""The packages that contained the moved modules. Some are still packages, some are plain modules now,
and some are gone."""


class MovedFinder:
    """The finder of old names, and of the former packages that are gone. It is asked last."""

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return the spec of a moved module or of a former package; None for other names."""
        if name in MOVED:
            return ModuleSpec(name, _LOADER)
        if any(old.startswith(f"{name}.") for old in MOVED):
            return ModuleSpec(name, _LOADER, is_package=True)
        return None

    @staticmethod
    def create_module(spec: ModuleSpec) -> None:
        """Return None, so that Python creates an empty module object."""

    @staticmethod
    def exec_module(module: ModuleType) -> None:
        """Make an old name refer to the new module; leave a former package empty."""
        old = module.__name__
        if old in MOVED:
            warn(f"{old} has moved to {MOVED[old]}", DeprecationWarning, stacklevel=2)
            sys.modules[old] = import_module(MOVED[old])


# ``MovedFinder`` is its own loader. It is no subclass of ``importlib.abc.Loader``, whose import would
# slow every command; hence ``Any``.
_LOADER: Any = MovedFinder


class FormerPackageFinder:
    """The finder of plain modules that used to be packages. It is asked first.

    ``import a.b`` needs ``a.__path__``, and a plain module has none. This finder loads the module as
    usual and gives it an empty ``__path__``. Python then finds no submodule ``b`` there and asks
    ``MovedFinder``.
    """

    @staticmethod
    def find_spec(name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """Return the spec of a plain module that used to be a package; None for other names."""
        if name not in FORMER_PARENTS:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.loader is None:
            return None  # it is gone
        if spec.submodule_search_locations is not None:
            return None  # it is still a package
        loader: Any = spec.loader
        execute = loader.exec_module

        def execute_and_add_path(module: ModuleType) -> None:
            execute(module)
            module.__path__ = []

        loader.exec_module = execute_and_add_path
        return spec


def install_aliases() -> None:
    """Let the old names be imported."""
    sys.meta_path.insert(0, FormerPackageFinder)
    sys.meta_path.append(MovedFinder)
