"""The variants of Tractor that are played in arrays: their play stepped, and their deals played whole.

Source: rules page §6. ``whole_of`` plays deals as objects play them, from the first card drawn on
(``course``). ``batch_of`` gives ``stepping.loop`` the play alone, from the landlord's first lead on
(``play``). It differs on purpose from a deal of the whole game: a policy learns the play of the cards,
at a million steps a second.

* The bidding and the burial come before, as in ``batch`` where both sides play by ``rules``: each seat
  bids once with its whole hand, and the landlord, if the variant gives none, is drawn.
* A lead is a single, a pair, a tractor, or the throw of a suit: all in it that nobody can beat by what
  the seat has seen (``play.sure_throw``). No throw fails, and the other seats throw nothing.
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

from collections.abc import Sequence
from functools import lru_cache, partial

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.fitting import fitted
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.quick import quickest_rows
from suitwise.foundation.seating import SEATS
from suitwise.game import Record
from suitwise.seeds import as_seed
from suitwise.stepping.loop import Batch, Rules
from suitwise.stepping.records import Whole
from suitwise.tractor.arrays.stepped.actions import ACTIONS, text_of
from suitwise.tractor.arrays.stepped.course import MOST_MOVES, POLICIES, play_row
from suitwise.tractor.arrays.stepped.play import (
    act,
    allow,
    deal,
    is_legal,
    outcome,
    play_other,
    turn,
)
from suitwise.tractor.arrays.stepped.positions import FIELDS, observe
from suitwise.tractor.arrays.stepped.record import (
    ALL_COLUMNS,
    NOTED,
    PLAY_COLUMNS,
    ROUND,
    beats_tractors,
    cuts_higher,
)
from suitwise.tractor.game import Tractor
from suitwise.tractor.moves import PASS
from suitwise.tractor.rules.levels import PAST_ACE, rank_bits
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.rules.profile import STANDARD

_RULES = Rules(deal, turn, is_legal, act, play_other, outcome, observe, allow)
_PLAY_ROW = fitted(play_row, {beats_tractors: cuts_higher})
_EVERY = (-1, -1)
"""The levels where each deal draws one for both sides."""
_PLAIN_S = 0.02
"""About how long plain Python plays a deal."""


# --- The play -------------------------------------------------------------------------------------


def batch_of(variant: Tractor, *, every_rank: bool = False) -> Batch:
    """Return a variant as it is stepped in arrays.

    Args:
        variant: a single deal of the ``standard`` house.
        every_rank: draw the current rank of each deal, at which both sides stand then, instead of
            taking it from the levels of the variant.

    Raises:
        SuitwiseError: it is a whole match, the house is another, or hands are laid down in it.

    >>> batch_of(Tractor(match="deal", levels="77", landlord=2)).options
    (4, 2, 5, 5, 4096, 0)
    """
    _refuse_others(variant)
    return Batch(
        game=variant,
        columns=PLAY_COLUMNS,
        options=_options(variant, _EVERY if every_rank else variant.ranks),
        actions=ACTIONS,
        fields=FIELDS,
        lowest=-PAST_ACE if every_rank else variant.facts.lowest_return,
        rules=_RULES,
        text_of=text_of,
        policies=("random", "rules"),
    )


def _options(variant: Tractor, levels: tuple[int, int]) -> tuple[int, ...]:
    """Return the numbers of a variant (``course``), the sides at some levels."""
    defend = rank_bits(STANDARD.defend)
    return (len(SEATS), variant.landlord, *levels, defend, variant.first)


def _refuse_others(variant: Tractor) -> None:
    """Refuse what is not played in arrays.

    Raises:
        SuitwiseError: it is a whole match, the house is another, or hands are laid down in it.
    """
    if variant.claims:
        raise SuitwiseError("claims are not stepped in arrays: write claims=no")
    if variant.match != "deal" or variant.rules != STANDARD:
        raise SuitwiseError(
            f"{variant} can't be stepped in arrays: only tractor(match=deal) of the standard house, "
            "with any levels and landlord"
        )


# --- Deals played whole ---------------------------------------------------------------------------


def whole_of(variant: Tractor) -> Whole:
    """Return a variant as its deals are played whole.

    Raises:
        SuitwiseError: see ``batch_of``.

    >>> from suitwise.game import load, play
    >>> from suitwise.tractor.players.rule_based import TractorPlayer
    >>> game = load("tractor(match=deal)")
    >>> (record,) = whole_of(game).games(7, [3], 8, [[0] * 4], [[1] * 4])
    >>> record == play(game.start(), TractorPlayer(), seed=7, stream=3)
    True
    """
    _refuse_others(variant)
    return Whole(variant, POLICIES, partial(deals_of, variant))


def deals_of(
    variant: Tractor,
    seed: int,
    deals: Sequence[int],
    own_seed: int,
    streams: Sequence[Sequence[int]],
    policies: Sequence[Sequence[int]],
) -> list[Record]:
    """Play deals whole.

    Args:
        variant: the variant.
        seed: the seed that deals.
        deals: the number of each deal.
        own_seed: the seed of what players draw.
        streams: for each deal and seat the stream of that.
        policies: for each deal and seat its policy.
    """
    rows = len(deals)
    records = np.zeros((rows, ALL_COLUMNS), np.int64)
    moves, returns = np.zeros((rows, 2 * MOST_MOVES), np.int64), np.zeros((rows, 4), np.float64)
    numbers = np.array(_options(variant, variant.ranks), np.int64)
    drawn = np.array(streams, np.int64)
    own = as_seed(own_seed), drawn, np.zeros_like(drawn)
    dealt = numbers, as_seed(seed), np.array(deals, np.int64)
    given = *dealt, np.array(policies, np.int64), own, moves, returns
    quickest_rows(_PLAY_ROW, _PLAIN_S * rows)(given, records, 0, rows)
    return _read(variant, moves, (2 * records[:, ROUND + NOTED]).tolist(), returns)


def _read(
    variant: Tractor, moves: NDArray[np.int64], ends: list[int], returns: NDArray[np.float64]
) -> list[Record]:
    """Return the records of deals from the masks of their moves."""
    game, start = str(variant), str(variant.start())
    return [
        Record(game, start, tuple(map(_text_of, made[:end:2], made[1:end:2])), tuple(got))
        for made, end, got in zip(moves.tolist(), ends, returns.tolist(), strict=True)
    ]


@lru_cache(maxsize=1 << 16)
def _text_of(once: int, twice: int) -> str:
    """Return the text of a move."""
    return str(Pile(once, twice)) if once else str(PASS)
