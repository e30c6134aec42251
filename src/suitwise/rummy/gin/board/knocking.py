"""``layoff``: a knock with both hands seen: the melds, what is laid off on them, and the score.

The rules are those of ``rules.showdown``, the sentences those of the table.
"""

from __future__ import annotations

from collections.abc import Mapping

from suitwise.cards import check_copies
from suitwise.errors import IllegalPosition
from suitwise.foundation.text.phrases import Seat, phrase
from suitwise.players.board import Answer, Field, Question
from suitwise.players.board.reading import number
from suitwise.rummy import board
from suitwise.rummy.gin.board.arranging import hand_in
from suitwise.rummy.gin.face import ending
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.rules.melds import HAND, bits_of, gin_deadwood
from suitwise.rummy.gin.rules.showdown import may_knock
from suitwise.rummy.gin.rules.spreads import best_spread
from suitwise.rummy.gin.state import GinState
from suitwise.rummy.gin.variant import MOST_DEADWOOD

MOST_BONUS = 1000
KNOCKER, OTHER = 0, 1
"""The seats: the knocker is the first."""


def answer(form: Mapping[str, str], more: int = 0) -> Answer:
    """Return what becomes of a knock.

    Args:
        form: the hands of ``knocker`` and ``other`` after the discard, ``knock``, and the bonuses
            ``gin`` and ``undercut``.
        more: nothing more is found with more time.

    Raises:
        SuitwiseError: something can't be read, the cards can't lie like this, or the deadwood is too
            much to knock with.

    >>> told = answer({field.name: field.start for field in LAYOFF.fields})
    >>> print(told.verdict, *told.lines, sep="; ")
    seat 0 knocked with 10, seat 1 keeps 31: seat 0 scores 21; seat 1 laid off H6 H7 H9
    """
    hands = [hand_in(form, name) for name in ("knocker", "other")]
    check_copies([card for hand in hands for card in hand.cards], 1)
    for name, hand in zip(("knocker", "other"), hands, strict=True):
        if len(hand) != HAND:
            raise IllegalPosition(board.wrong_size(name, len(hand), HAND))
    game = Gin(
        knock=number(form, "knock", 0, MOST_DEADWOOD),
        gin=number(form, "gin", 1, MOST_BONUS),
        undercut=number(form, "undercut", 1, MOST_BONUS),
    )
    mine, his = (bits_of(hand.cards) for hand in hands)
    kept = gin_deadwood(mine)
    if not may_knock(kept, game.knock):
        raise IllegalPosition(
            phrase(
                "gin.board.too-much",
                "the knocker keeps {kept} points of deadwood; {most} or less to knock",
                kept=kept,
                most=game.knock,
            )
        )
    spread = best_spread(mine)
    state = GinState(game, "knock" if kept else "gin", KNOCKER, OTHER, (mine, his), spread=spread)
    shown = ending.over(state)
    assert shown is not None
    groups = [
        (cards, phrase("gin.board.of", "{seat}: {name}", seat=Seat(hand["seat"]), name=name))
        for hand in shown["hands"]
        for cards, name in board.groups(hand["rows"])
    ]
    return Answer(ending.result(state), ending.lines(state), groups=groups)


_MINE, _HIS = "H3 H4 H5 S9 D9 C9 S2 S3 S4 SK", "H6 H7 H9 S5 D5 C5 SQ DQ DA DK"
LAYOFF = Question(
    "layoff",
    (
        Field("knocker", "cards", _MINE, most=HAND),
        Field("other", "cards", _HIS, most=HAND),
        Field("knock", "count", "10", most=MOST_DEADWOOD),
        Field("gin", "count", "25", most=MOST_BONUS),
        Field("undercut", "count", "25", most=MOST_BONUS),
    ),
    answer,
)
