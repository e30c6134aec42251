"""Review a recorded game of gin, Indian rummy, rami or Rummikub: the cost of each decision in points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suitwise.arguments import of_kind, whole
from suitwise.errors import NotationError
from suitwise.game import Game, Record, load
from suitwise.players.review import (
    POINTS,
    Decision,
    Judge,
    Measure,
    PacedJudge,
    Review,
    choices_of,
    judged,
)
from suitwise.seeds import as_seed

GIN_WORLDS, INDIAN_WORLDS, RAMI_WORLDS, RUMMIKUB_WORLDS = 500, 40, 100, 60
"""The default number of sampled deals for a decision; deals with two packs take far longer."""
PLAIN_RAMI_WORLDS = 20
"""That number at rami where the playouts are not compiled."""
LEAST_WORLDS, MOST_WORLDS = 2, 10_000
_LEAST_IN_TIME = 6
"""The least number of deals for a decision with two packs in a review with a time limit."""


def review(
    record: Record, worlds: int | None = None, seed: int = 0, *, seat: int | None = None
) -> Iterator[Decision]:
    """Yield the decisions of a recorded game, each with its cost in points of the deal.

    Draws, drops, discards, melds laid, knocks, declarations and turns are judged if there is a choice. A
    seat is judged by what it saw. The same record, worlds and seed give the same figures. The score of a
    match is ignored. At gin for partners a decision is judged in its own deal.

    Args:
        record: the moves of a game of gin, for two or for partners, Indian rummy, rami or Rummikub.
        worlds: the number of sampled deals in which a decision is judged, 2 to 10,000; by default 500 at
            gin, 40 at Indian rummy, 100 at rami (20 in houses that arrays do not know) and 60 at
            Rummikub. At gin they are sampled by how likely they make the other seat's play, otherwise
            uniformly.
        seed: 64-bit seed of the deals.
        seat: the seat whose decisions are judged; None for all.

    Raises:
        SuitwiseError: a number is out of range, the record is of another game, or it does not replay.

    >>> from suitwise.game import play
    >>> from suitwise.rummy.gin.players.rule_based import GinPlayer
    >>> record = play(load("gin").start(), GinPlayer(), seed=3)
    >>> first = next(review(record, worlds=20, seat=1))
    >>> first.place, first.seat, first.verdict.worlds
    ('upcard', 1, 20)
    """
    if worlds is not None:
        whole(worlds, "worlds", LEAST_WORLDS, MOST_WORLDS)
    as_seed(seed)
    game = load(of_kind(record, Record, "record").game)
    if game.name == "gin_partners":
        judge: Judge = _partners_judge(record, worlds or GIN_WORLDS, seed)
    else:
        judge = _judge(game, worlds, seed)
    return judged(record, judge, seat if seat is None else game.as_seat(seat))


def _in_time(
    record: Record, worlds: int, seed: int, *, seat: int | None, seconds: float
) -> Iterator[Decision]:
    """Yield the decisions of a deal with two packs, judged within a time limit.

    Args:
        record: the moves.
        worlds: the least number of deals for a decision.
        seed: 64-bit seed of the deals; a decision gets the same deals as in ``review`` with that number.
        seat: the seat whose decisions are judged; None for all.
        seconds: the approximate time for all decisions.
    """
    game = load(record.game)
    decisions = choices_of(record, seat)
    most = {"rami": RAMI_WORLDS, "rummikub": RUMMIKUB_WORLDS}.get(game.name, INDIAN_WORLDS)
    judge = PacedJudge(lambda n: _judge(game, n, seed), decisions, seconds, worlds, most)
    return judged(record, judge, seat)


def _partners_judge(record: Record, worlds: int, seed: int) -> Judge:
    from suitwise.rummy.gin.players.judge import PartnersJudge

    return PartnersJudge.of(record, worlds, seed)


def _judge(game: Game[Any], worlds: int | None, seed: int) -> Judge:
    if game.name == "gin":
        from suitwise.rummy.gin.players.judge import GinJudge

        return GinJudge(worlds or GIN_WORLDS, seed)
    if game.name == "indian13":
        from suitwise.rummy.indian.players.judge import IndianJudge

        return IndianJudge(worlds or INDIAN_WORLDS, seed)
    if game.name == "rami":
        from suitwise.rummy.rami.game import Rami
        from suitwise.rummy.rami.players.judge import RamiJudge
        from suitwise.rummy.rami.players.playouts import is_known

        is_compiled = isinstance(game, Rami) and is_known(game)
        return RamiJudge(worlds or (RAMI_WORLDS if is_compiled else PLAIN_RAMI_WORLDS), seed)
    if game.name == "rummikub":
        from suitwise.rummy.rummikub.players.judge import RummikubJudge

        return RummikubJudge(worlds or RUMMIKUB_WORLDS, seed)
    raise NotationError(f"the record is of {game}, not of gin, Indian rummy, rami or Rummikub")


_MEASURE = Measure(POINTS, 1)
GIN = Review(review, _MEASURE, GIN_WORLDS)
"""The review of gin, for two and for partners."""
INDIAN = Review(_in_time, _MEASURE, _LEAST_IN_TIME, INDIAN_WORLDS)
"""The review of Indian rummy."""
RAMI = Review(_in_time, _MEASURE, _LEAST_IN_TIME, RAMI_WORLDS)
"""The review of rami."""
RUMMIKUB = Review(_in_time, _MEASURE, _LEAST_IN_TIME, RUMMIKUB_WORLDS)
"""The review of Rummikub."""
