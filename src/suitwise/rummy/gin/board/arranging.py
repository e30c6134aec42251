"""``arrange``: a hand of gin with its best melds, what each discard leaves, which draws improve it.

Arrangements are those of ``rummy.arrange`` and ``rummy.best``, sentences those of the table; ``suitwise
rummy advise --rules gin`` answers the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from suitwise.foundation.text.phrases import CardText, Phrase, phrase
from suitwise.players.board import Answer, Field, Question
from suitwise.players.board.reading import number, read
from suitwise.rummy import board
from suitwise.rummy.gin.face.ending import arranged
from suitwise.rummy.gin.face.face import GinFace
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.rules.melds import BITS, HAND, bits_of, gin_deadwood
from suitwise.rummy.gin.rules.spreads import best_spread
from suitwise.rummy.gin.state import GinState
from suitwise.rummy.gin.variant import MOST_DEADWOOD
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.melds import melds_text
from suitwise.rummy.rules.rules import GIN
from suitwise.rummy.solve.arrangement import discards, look_ahead
from suitwise.rummy.solve.combos import best

MOST_ALIKE = 6
"""So many arrangements that are as good are told at most."""
MOST_HELD = HAND + 1


def hand_in(form: Mapping[str, str], name: str) -> Hand:
    """Return a hand of one pack, at most eleven cards.

    Raises:
        NotationError: something is no card, is there twice, or there are too many.

    >>> print(hand_in({"hand": "3h 4h"}, "hand"))
    H3 H4
    """
    return read(form, name, lambda text: board.at_most(Hand.of(text, GIN), MOST_HELD))


def answer(form: Mapping[str, str], more: int = 0) -> Answer:
    """Return how a hand is arranged, and what each discard leaves or each draw brings.

    Args:
        form: ``hand`` of up to 11 cards, ``knock``, cards ``seen`` elsewhere.
        more: nothing more is found with more time.

    Raises:
        SuitwiseError: something can't be read, or a card is there twice.

    >>> told = answer({"hand": "H3 H4 H5 S9 D9 C9 S2 S3 S4 SK C7", "knock": "10"})
    >>> print(told.verdict)
    discard, or knock: without SK your deadwood is 7
    >>> told.groups[0], told.rows[0].move, str(told.rows[0].text)
    (('S2 S3 S4', 'run'), 'SK', 'without SK your deadwood is 7: you may knock')
    """
    hand = hand_in(form, "hand")
    game = Gin(knock=number(form, "knock", 0, MOST_DEADWOOD))
    seen = read(form, "seen", lambda text: board.seen_in(text, hand))
    bits = bits_of(hand.cards)
    state = GinState(game, "discard", 0, 1, hands=(bits, 0))
    face = GinFace(game)
    (_, rule), _ = face.why_trick(state, None, 0)
    command = f'suitwise rummy advise --rules gin "{hand}"'
    groups = board.groups(arranged(bits, best_spread(bits)))
    if len(hand) == MOST_HELD:
        rows = board.discard_rows(discards(hand), lambda card: face.of_card(state, card))
        lines = [*_alike(hand), rule]
        return Answer(face.task(state), lines, rows, groups=groups, command=command)
    outlook = look_ahead(hand, seen)
    lines = [board.outs(outlook), *_alike(hand), rule]
    left = phrase("gin.deadwood", "deadwood: {n}", n=gin_deadwood(bits))
    return Answer(left, lines, board.draw_rows(outlook), groups=groups, command=command)


def _alike(hand: Hand) -> Iterator[Phrase]:
    """Yield the other arrangements that leave as little."""
    for combo in islice(best(hand), 1, MOST_ALIKE + 1):
        yield phrase(
            "rummy.board.alike", "as good: {melds}", melds=CardText(melds_text(combo.melds))
        )


ARRANGE = Question(
    "arrange",
    (
        board.hand_field(MOST_HELD, "H3 H4 H5 S9 D9 C9 S2 S3 S4 SK C7"),
        Field("knock", "count", "10", most=MOST_DEADWOOD),
        board.seen_field(len(BITS)),
    ),
    answer,
)
