"""The play of a round of Tractor for ``stepping.loop``: the variants that can be stepped in arrays.

Source: rules page §6. A game is one deal, from the landlord's first lead on. It differs on purpose from
a deal of the whole game (``tractor.game``): a policy learns the play of the cards, at a million steps a
second.

* The bidding and the burial come before, as in ``batch`` where both sides play by ``rules``: each seat
  bids once with its whole hand, and the landlord, if the variant gives none, is drawn.
* A lead is a single, a pair, a tractor, or the throw of a suit: all in it that nobody can beat by what
  the seat has seen (``throws``). No throw fails, and the other seats throw nothing.
* Nearly all plays are of one card; each of them is an action (``actions``), and so is each lead. The
  replies to a pair or a tractor are too many to be numbered; a seat chooses among four of them, those of
  ``policy``: ``duck``, the cards it can best spare and no points; ``feed``, the same with points;
  ``cheapest`` and ``highest``, of those that win so far, where one does. Two of them may be the same
  cards. Other seats that play at ``random`` choose among all legal plays, and those that play by
  ``rules`` as in ``batch``.

The return of a seat is by how many levels its side rises more than the other, as in a deal of the game.

>>> from suitwise.stepping.steps import Steps
>>> from suitwise.tractor.game import Tractor
>>> steps = Steps(batch_of(Tractor(match="deal")), 8, seed=7, others="rules")
>>> steps.observations.shape, steps.masks.shape
((8, 600), (8, 600))
"""

from __future__ import annotations

from suitwise.cards import RANKS
from suitwise.errors import SuitwiseError
from suitwise.foundation.seating import SEATS
from suitwise.stepping.loop import Batch, Rules
from suitwise.tractor.arrays.stepped.actions import ACTIONS, text_of
from suitwise.tractor.arrays.stepped.observation import FIELDS, observe
from suitwise.tractor.arrays.stepped.rows import (
    ALL_COLUMNS,
    act,
    allow,
    deal,
    is_legal,
    outcome,
    play_other,
    turn,
)
from suitwise.tractor.game import Tractor
from suitwise.tractor.rules.levels import rank_bits
from suitwise.tractor.rules.profile import STANDARD
from suitwise.tractor.rules.scoring import PAST_ACE

_RULES = Rules(deal, turn, is_legal, act, play_other, outcome, observe, allow)
_EVERY = (-1, -1)
"""The levels where each deal draws one for both sides."""


def batch_of(variant: Tractor, *, every_rank: bool = False) -> Batch:
    """Return a variant as it is stepped in arrays.

    Args:
        variant: a single deal of the ``standard`` house.
        every_rank: draw the current rank of each deal, at which both sides stand then, instead of
            taking it from the levels of the variant.

    Raises:
        SuitwiseError: it is a whole match, the house is another, or hands are laid down in it.

    >>> batch_of(Tractor(match="deal", levels="77", landlord=2)).options
    (4, 2, 5, 5, 4096)
    """
    if variant.claims:
        raise SuitwiseError("claims are not stepped in arrays: write claims=no")
    if variant.match != "deal" or variant.rules != STANDARD:
        raise SuitwiseError(
            f"{variant} can't be stepped in arrays: only tractor(match=deal) of the standard house, "
            "with any levels and landlord"
        )
    one, other = _EVERY if every_rank else map(RANKS.index, variant.levels)
    return Batch(
        game=variant,
        columns=ALL_COLUMNS,
        options=(len(SEATS), variant.landlord, one, other, rank_bits(STANDARD.defend)),
        actions=ACTIONS,
        fields=FIELDS,
        lowest=-PAST_ACE if every_rank else variant.facts.lowest_return,
        rules=_RULES,
        text_of=text_of,
        policies=("random", "rules"),
    )
