"""The whole contract: every check there is, each one promise of ``suitwise.game``."""

from __future__ import annotations

from typing import Any

from suitwise.game import Game
from suitwise.testing.facts import check_chance, check_facts, check_returns
from suitwise.testing.information import check_information, check_observations
from suitwise.testing.moves import check_legal_moves, check_moves, check_refusals
from suitwise.testing.seen import check_seen
from suitwise.testing.tables import check_fields
from suitwise.testing.texts import (
    check_hostile_text,
    check_records,
    check_state_text,
    check_variant_text,
)
from suitwise.testing.trial import Check, ContractBroken, SlowMoves, Trial
from suitwise.testing.values import check_equality, check_seeds, check_undo
from suitwise.testing.worlds import check_worlds

CHECKS: tuple[Check, ...] = (
    check_facts,
    check_variant_text,
    check_state_text,
    check_hostile_text,
    check_moves,
    check_legal_moves,
    check_refusals,
    check_undo,
    check_equality,
    check_seeds,
    check_chance,
    check_returns,
    check_observations,
    check_fields,
    check_information,
    check_seen,
    check_worlds,
    check_records,
)
"""Every check, in the order a new game is best mended."""


def fault_of(check: Check, trial: Trial) -> str | None:
    """Return None if a promise is kept, else a sentence that says how it is broken.

    >>> from suitwise.testing.games.kuhn import Kuhn
    >>> fault_of(check_seeds, Trial(Kuhn()))
    """
    try:
        check(trial)
    except ContractBroken as broken:
        return str(broken)
    return None


def check_game(
    game: Game[Any], *, games: int = 20, seed: int = 0, slow_moves: SlowMoves | None = None
) -> None:
    """Hold a game against the whole contract.

    Args:
        game: the variant.
        games: how many random games each check plays.
        seed: the seed of all of them.
        slow_moves: the legal moves by a slow definition, compared where given.

    Raises:
        ContractBroken: the first promise that does not hold.

    >>> from suitwise.testing.games.kuhn import Kuhn
    >>> check_game(Kuhn(), games=5)
    >>> check_game(Kuhn(), slow_moves=lambda state: ("p", "b"))
    Traceback (most recent call last):
    suitwise.testing.trial.ContractBroken: kuhn: in '-' the slow definition has besides: b p; not: J K Q
    """
    trial = Trial(game, games, seed, slow_moves)
    for check in CHECKS:
        check(trial)
