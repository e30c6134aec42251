"""Hands of Texas 42 stepped in arrays: a variant as ``stepping.loop`` takes it.

A hand goes from the first call to its end, with the game's own move numbers as actions and the game's
own observation. A match, whose hands follow one another, is not stepped.
"""

from __future__ import annotations

from functools import partial

from suitwise.errors import SuitwiseError
from suitwise.foundation.seating import SEATS
from suitwise.stepping.loop import Batch, Rules, numbered_text
from suitwise.texas42.arrays.stepped.observation import observe
from suitwise.texas42.arrays.stepped.policy import play_other
from suitwise.texas42.arrays.stepped.rows import COLUMNS, act, allow, deal, is_legal, outcome, turn
from suitwise.texas42.game import Texas42
from suitwise.texas42.moves import DISTINCT_MOVES

RULES = Rules(deal, turn, is_legal, act, play_other, outcome, observe, allow)


def batch_of(variant: Texas42) -> Batch:
    """Return the batch that steps hands of a variant.

    Raises:
        SuitwiseError: the variant is a match.

    >>> batch = batch_of(Texas42(match="hand", nello="any"))
    >>> batch.actions, batch.text_of(67), batch.policies
    (68, 'splash3', ('random', 'rules'))
    """
    if variant.match != "hand":
        raise SuitwiseError(
            f"a match of {variant.match} is not stepped in arrays, a single hand is: write "
            "texas42(match=hand)"
        )
    return Batch(
        game=variant,
        columns=COLUMNS,
        options=options_of(variant),
        actions=DISTINCT_MOVES,
        fields=variant.observation_fields(),
        lowest=variant.facts.lowest_return,
        rules=RULES,
        text_of=partial(numbered_text, variant),
        policies=("random", "rules"),
    )


def options_of(variant: Texas42) -> tuple[int, ...]:
    """Return a variant's numbers, as the rules of ``rows`` take them.

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
