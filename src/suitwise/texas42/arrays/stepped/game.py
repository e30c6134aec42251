"""Hands of Texas 42 stepped in arrays: a variant as ``stepping.loop`` takes it.

A hand goes from the first call to its end, with the game's own move numbers as actions and the game's
own observation. A match, whose hands follow one another, is not stepped.
"""

from __future__ import annotations

from functools import partial
from typing import cast

from suitwise.errors import SuitwiseError
from suitwise.foundation.seating import SEATS
from suitwise.game import Game
from suitwise.stepping.loop import Batch, Rules, numbered_text
from suitwise.stepping.own import Own
from suitwise.texas42.arrays.stepped.observation import observe
from suitwise.texas42.arrays.stepped.policy import choose_own, play_other
from suitwise.texas42.arrays.stepped.rows import (
    CALLERS,
    COLUMNS,
    act,
    act_own,
    allow,
    deal,
    deal_own,
    is_legal,
    outcome,
    turn,
)
from suitwise.texas42.moves import CLAIM, DISTINCT_MOVES, MOVES, Move
from suitwise.texas42.rules.dominoes import N_DOMINOES
from suitwise.texas42.variant import Texas42Variant

RULES = Rules(deal, turn, is_legal, act, play_other, outcome, observe, allow)
OWN = Own(
    deal_own,
    act_own,
    choose_own,
    texts=tuple(map(str, MOVES[DISTINCT_MOVES:CLAIM])),
    room=1 + N_DOMINOES + CALLERS + 1 + N_DOMINOES,
)


def batch_of(variant: Texas42Variant) -> Batch:
    """Return the batch that steps hands of a variant.

    Raises:
        SuitwiseError: the variant is a match, or hands are laid down in it.

    >>> from suitwise.texas42.game import Texas42
    >>> batch = batch_of(Texas42(match="hand", nello="any"))
    >>> batch.actions, batch.text_of(67), batch.policies
    (68, 'splash3', ('random', 'rules'))
    """
    if variant.match != "hand":
        raise SuitwiseError(
            f"a match of {variant.match} is not stepped in arrays, a single hand is: write "
            "texas42(match=hand)"
        )
    if variant.claims:
        raise SuitwiseError("claims are not stepped in arrays: write claims=no")
    game = cast("Game[Move]", variant)
    return Batch(
        game=game,
        columns=COLUMNS,
        options=options_of(variant),
        actions=DISTINCT_MOVES,
        fields=game.observation_fields(),
        lowest=game.facts.lowest_return,
        rules=RULES,
        text_of=partial(numbered_text, game),
        policies=("random", "rules"),
        own=OWN,
    )


def options_of(variant: Texas42Variant) -> tuple[int, ...]:
    """Return a variant's numbers, as the rules of ``rows`` take them.

    >>> from suitwise.texas42.game import Texas42
    >>> options_of(Texas42(match="hand", forced=True))
    (4, 5, 9, 0, 0, 0)
    """
    return (
        len(SEATS),
        variant.cap,
        variant.house,
        variant.specials,
        int(variant.play_out),
        variant.shaker,
    )
