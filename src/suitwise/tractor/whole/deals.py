"""Whole deals of Tractor side by side, a row a deal, as objects play them: the same cards and moves.

Source: rules page §6. Seats are ``players.rule_based.TractorPlayer``, who throws or not, or play at
random. What is known of other hands is kept as the cards are played (``known``). A deal in which nobody
bids, so that the kitty names the trump, is played by objects.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from suitwise.cards import N_CARDS
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import item_at, rule
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.arrays.quick import quickest_rows
from suitwise.game import Chooser, Record, play
from suitwise.players.random import RandomPlayer
from suitwise.seeds import as_seed
from suitwise.stepping.whole import Whole
from suitwise.tractor.arrays.packed import (
    ALL_PLAYED,
    LANDLORD,
    PLAYED,
    POINTS,
    RANK,
    turn_of,
)
from suitwise.tractor.moves import PASS
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.rules.auction import MOST_BIDS
from suitwise.tractor.rules.levels import rank_bits, ranks_after
from suitwise.tractor.rules.piles import Pile
from suitwise.tractor.rules.profile import STANDARD
from suitwise.tractor.seats import HAND
from suitwise.tractor.whole.auction import draw_and_bid
from suitwise.tractor.whole.columns import (
    ALL_COLUMNS,
    BIDDER,
    COPIES,
    DEFEND,
    FIRST,
    LANDLORD_GIVEN,
    LEVELS,
    NOTED,
    RANDOM,
    THROWS,
    UNDRAWN,
)
from suitwise.tractor.whole.course import bury, play_here

if TYPE_CHECKING:
    from suitwise.tractor.game import Tractor

POLICIES = ("random", "rules", "rules(throws=no)")
ROOM = 3 * ALL_PLAYED + 4 * (MOST_BIDS + 1) + 1 + HAND
"""The most moves of a deal: each card drawn, answered and played; all asked again; the burial; parts of
throws chosen."""
_PLAIN_S = 0.02
"""About how long plain Python plays a deal."""
_DECK = (1 << N_CARDS) - 1


# --- A deal ---------------------------------------------------------------------------------------


@rule
def play_row(row: int, given: Any, records: Any) -> None:
    """Play a deal; its landlord is -1 where nobody has bid, and it is not played.

    Args:
        row: the row.
        given: the variant's numbers; the seed that deals; the number of each deal; for each deal and
            seat the policy; what players draw from (``at_random.place_of``); the moves and the returns,
            which are filled.
        records: the records, zeros.
    """
    options, _, _, policies, own, moves, returns = given
    record, noted = records[row], moves[row]
    landlord = item_at(options, LANDLORD_GIVEN)
    first = landlord if landlord >= 0 else item_at(options, FIRST)
    cr = item_at(options, LEVELS + (first & 1))
    record[RANK] = cr
    record[UNDRAWN] = record[UNDRAWN + 1] = _DECK
    draw_and_bid(record, row, given, first, cr, noted)
    if record[COPIES] == 0:
        record[LANDLORD] = -1
        return
    landlord = landlord if landlord >= 0 else item_at(record, BIDDER)
    bury(record, row, landlord, item_at(policies[row], landlord), own, noted)
    while item_at(record, PLAYED) < ALL_PLAYED:
        play_here(record, row, item_at(policies[row], turn_of(record)), own, noted)
    one, other = item_at(options, LEVELS), item_at(options, LEVELS + 1)
    points, defend = item_at(record, POINTS), item_at(options, DEFEND)
    after, other_after = ranks_after(one, other, item_at(record, LANDLORD), points, defend)
    ahead = after - one - (other_after - other)
    for seat in range(4):
        returns[row, seat] = -ahead if seat & 1 else ahead


# --- Many -----------------------------------------------------------------------------------------


def whole_of(variant: Tractor) -> Whole:
    """Return a variant as its deals are played whole.

    Raises:
        SuitwiseError: it is a whole match, the house is another, or hands are laid down in it.

    >>> from suitwise.game import load, play
    >>> from suitwise.tractor.players.rule_based import TractorPlayer
    >>> game = load("tractor(match=deal)")
    >>> (record,) = whole_of(game).games(7, [3], 8, [[0] * 4], [[1] * 4])
    >>> record == play(game.start(), TractorPlayer(), seed=7, stream=3)
    True
    """
    if variant.claims or variant.match != "deal" or variant.rules != STANDARD:
        raise SuitwiseError(
            f"{variant} is not played in arrays: only tractor(match=deal) of the standard house, "
            "without claims, with any levels and landlord"
        )

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
    moves, returns = np.zeros((rows, 2 * ROOM), np.int64), np.zeros((rows, 4), np.float64)
    options = (variant.landlord, variant.first, *variant.ranks, rank_bits(STANDARD.defend))
    numbers = np.array(options, np.int64), as_seed(seed), np.array(deals, np.int64)
    drawn = np.array(streams, np.int64)
    own = as_seed(own_seed), drawn, np.zeros_like(drawn)
    given = *numbers, np.array(policies, np.int64), own, moves, returns
    quickest_rows(play_row, _PLAIN_S * rows)(given, records, 0, rows)
    found = _read(variant, moves, (2 * records[:, NOTED]).tolist(), returns)
    for row in np.flatnonzero(records[:, LANDLORD] < 0).tolist():
        seated = _seated(own_seed, streams[row], policies[row])
        found[row] = play(variant.start(), seated, seed, deals[row])
    return found


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


def _seated(own_seed: int, streams: Sequence[int], policies: Sequence[int]) -> Chooser:
    """Return the players of a deal as one who plays for the seat on turn."""
    players: list[Chooser] = [
        RandomPlayer(own_seed, stream)
        if policy == RANDOM
        else TractorPlayer(throws=policy == THROWS)
        for stream, policy in zip(streams, policies, strict=True)
    ]
    return lambda state: players[state.turn](state)
