"""The players of Indian rummy by their names: greedy, rule-based, and one that drops by figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.game import Chooser, Game
from suitwise.rummy.indian.players.dropping import DroppingIndianPlayer
from suitwise.rummy.indian.players.rule_based import GreedyIndianPlayer, IndianPlayer


@dataclass(frozen=True, slots=True)
class Greedy:
    """The least that the hand counts."""

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return who sits in one seat of one game."""
        return GreedyIndianPlayer()


@dataclass(frozen=True, slots=True)
class RuleBased:
    """Rules of thumb."""

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return who sits in one seat of one game."""
        return IndianPlayer()


@dataclass(frozen=True, slots=True)
class Dropping:
    """Rules of thumb, and drops by expected points."""

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return who sits in one seat of one game."""
        return DroppingIndianPlayer()
