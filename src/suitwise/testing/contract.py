"""The whole contract: every check there is, each one promise of ``suitwise.game``."""

from __future__ import annotations

from typing import Any

from suitwise.game import Game
from suitwise.testing import facts, information, moves, seen, tables, texts, values, worlds
from suitwise.testing.deep import inference, scores
from suitwise.testing.parts import batches, faces, openspiel
from suitwise.testing.trial import Check, ContractBroken, SlowMoves, SlowReturns, Trial

CHECKS: tuple[Check, ...] = (
    facts.check_facts,
    facts.check_end,
    texts.check_variant_text,
    texts.check_state_text,
    texts.check_hostile_text,
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
    scores.check_scores,
    information.check_observations,
    information.check_all_observed,
    tables.check_fields,
    information.check_information,
    information.check_told,
    seen.check_seen,
    faces.check_faces,
    batches.check_batch,
    openspiel.check_openspiel,
    worlds.check_worlds,
    inference.check_inference,
    texts.check_records,
)
"""Every check, in the order a new game is best mended."""


def fault_of(check: Check, trial: Trial) -> str | None:
    """Return None if a promise is kept, else a sentence that says how it is broken.

    >>> from suitwise.testing.games.kuhn import Kuhn
    >>> fault_of(values.check_seeds, Trial(Kuhn()))
    """
    try:
        check(trial)
    except ContractBroken as broken:
        return str(broken)
    return None


def left_out(check: Check, trial: Trial) -> str | None:
    """Return why a check has nothing to hold a game against, None where it has.

    >>> from suitwise.testing.games.kuhn import Kuhn
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

    >>> from suitwise.testing.games.kuhn import Kuhn
    >>> check_game(Kuhn(), games=5)
    >>> check_game(Kuhn(), slow_moves=lambda state: ("p", "b"))
    Traceback (most recent call last):
    suitwise.testing.trial.ContractBroken: kuhn: in '-' the slow definition has besides: b p; not: J K Q
    """
    trial = Trial(game, games, seed, slow_moves, slow_returns)
    for check in CHECKS:
        check(trial)
