"""The whole contract: every check there is, each one promise of ``suitwise.game``."""

from __future__ import annotations

from typing import Any

from suitwise.game import Game
from suitwise.testing import facts, information, moves, openspiel, values
from suitwise.testing.batches import check_batch
from suitwise.testing.facts import check_worlds
from suitwise.testing.inference import check_inference
from suitwise.testing.rare import check_scores
from suitwise.testing.shown import check_faces, check_fields, check_seen
from suitwise.testing.trial import Check, ContractBroken, SlowMoves, SlowReturns, Trial
from suitwise.testing.values import (
    check_hostile_text,
    check_records,
    check_state_text,
    check_variant_text,
)

CHECKS: tuple[Check, ...] = (
    facts.check_facts,
    facts.check_end,
    check_variant_text,
    check_state_text,
    check_hostile_text,
    moves.check_moves,
    moves.check_given,
    moves.check_legal_moves,
    moves.check_refusals,
    values.check_undo,
    values.check_equality,
    values.check_seeds,
    facts.check_chance,
    facts.check_draws,
    facts.check_returns,
    check_scores,
    information.check_observations,
    information.check_all_observed,
    check_fields,
    information.check_information,
    information.check_told,
    check_seen,
    check_faces,
    check_batch,
    openspiel.check_openspiel,
    check_worlds,
    check_inference,
    check_records,
)
"""Every check, in the order a new game is best mended."""


def fault_of(check: Check, trial: Trial) -> str | None:
    """Return None if a promise is kept, else a sentence that says how it is broken.

    >>> from suitwise.testing.poker import Kuhn
    >>> fault_of(values.check_seeds, Trial(Kuhn()))
    """
    try:
        check(trial)
    except ContractBroken as broken:
        return str(broken)
    return None


def left_out(check: Check, trial: Trial) -> str | None:
    """Return why a check has nothing to hold a game against, None where it has.

    >>> from suitwise.testing.poker import Kuhn
    >>> left_out(moves.check_legal_moves, Trial(Kuhn()))
    'no slow definition'
    """
    if check is moves.check_legal_moves and trial.slow_moves is None:
        return "no slow definition"
    return openspiel.left_out(trial.game) if check is openspiel.check_openspiel else None


def check_game(
    game: Game[Any],
    *,
    games: int = 20,
    seed: int = 0,
    slow_moves: SlowMoves | None = None,
    slow_returns: SlowReturns | None = None,
) -> None:
    """Hold a game against the whole contract.

    Args:
        game: the variant.
        games: how many random games each check plays.
        seed: the seed of all of them.
        slow_moves: the legal moves by a slow definition, compared where given.
        slow_returns: what the seats get by a slow definition, of the record of a game that is over,
            compared where given.

    Raises:
        ContractBroken: the first promise that does not hold.

    >>> from suitwise.testing.poker import Kuhn
    >>> check_game(Kuhn(), games=5)
    >>> check_game(Kuhn(), slow_moves=lambda state: ("p", "b"))
    Traceback (most recent call last):
    suitwise.testing.trial.ContractBroken: kuhn: in '-' the slow definition has besides: b p; not: J K Q
    """
    trial = Trial(game, games, seed, slow_moves, slow_returns)
    for check in CHECKS:
        check(trial)
