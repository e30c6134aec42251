"""The analysis board of rami: the best first melds of a hand, and the draws that help it."""

from __future__ import annotations

from collections.abc import Mapping

from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.players.board import Answer, Asked, Board, Field, Question, read
from suitwise.rummy import board
from suitwise.rummy.board import DECK
from suitwise.rummy.face import left_row, meld_rows
from suitwise.rummy.rami.rules.house import BOUNDS, HOUSES, MOST_HELD, RamiVariant
from suitwise.rummy.rami.rules.moves import RamiMove, text_of
from suitwise.rummy.rami.rules.turn import cards_laid
from suitwise.rummy.rami.state import RamiState
from suitwise.rummy.rules.cards import DECKS, cards_text, in_order, without
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.solve.arrangement import look_ahead
from suitwise.rummy.solve.laying import Opening, best_opening

MOST_CARDS = MOST_HELD + 1
MOST_SEEN = 52 * DECKS + BOUNDS["jokers"][1]


def answer(form: Mapping[str, str], more: int = 0) -> Answer:
    """Return the best first melds of a hand, whether they are enough, and the draws that help it.

    Args:
        form: ``hand`` of up to 16 cards, the ``house``, cards ``seen`` elsewhere.
        more: unused: the answer is exact and needs no more time.

    Raises:
        SuitwiseError: something can't be parsed, or there are too many copies of a card.

    >>> form = {"hand": "HT HJ HQ S9 D9 C9 C2 C5", "house": "rami51", "seen": ""}
    >>> found = answer(form)
    >>> print(found.verdict, *(cards for cards, _ in found.groups), sep="; ")
    it opens with 57 points, 51 are needed; HT HJ HQ; S9 D9 C9; C2 C5
    >>> print(answer(form | {"house": "rami71"}).verdict)
    it does not open: its best melds count 57 points, 71 are needed
    """
    rules = RamiVariant(form["house"]).rules
    hand = read(form, "hand", lambda text: board.at_most(Hand.of(text, rules), MOST_CARDS))
    seen = read(form, "seen", lambda text: board.seen_in(text, hand))
    best = best_opening(hand)
    melds = () if best is None else best.melds
    cards = in_order(map(int, hand.cards))
    left = without(cards, cards_laid(RamiMove("open", tuple(map(text_of, melds)))))
    points = sum(map(rules.cost, left))
    name = phrase("rami.row.left", "in no meld: {n} points", n=points)
    rows = [
        *meld_rows(melds, cards, left, pure=True),
        left_row(name, left, points, rules.cost),
    ]
    outlook = look_ahead(hand, seen)
    return Answer(
        _verdict(best, rules.opening),
        [board.outs(outlook)],
        board.draw_rows(hand, outlook),
        groups=board.groups(rows),
        command=f'suitwise rummy advise --rules "{rules}" "{hand}"',
    )


def _verdict(best: Opening | None, needed: int) -> Phrase:
    if best is None:
        return phrase("rami.board.no-run", "it does not open: it lacks a run without a joker")
    if best.is_enough:
        return phrase(
            "rami.board.opens",
            "it opens with {points} points, {needed} are needed",
            points=best.points,
            needed=needed,
        )
    return phrase(
        "rami.board.short",
        "it does not open: its best melds count {points} points, {needed} are needed",
        points=best.points,
        needed=needed,
    )


def of_state(state: RamiState, seat: int) -> Asked | None:
    """Return the question that the board can answer about a state: can a seat's hand open?

    The cards that lie open, and those that other seats are known to hold, can't be drawn.

    >>> from suitwise.rummy.rami.game import Rami
    >>> of_state(Rami("romme", deals=1).start().rolled(3, 0)[0], 1)[1]["house"]
    'romme'
    """
    if not state.hands[seat] or state.opened[seat]:
        return None
    lying = [card for card, _ in state.pile]
    lying += cards_laid(RamiMove("open", tuple(map(text_of, state.table))))
    others = [card for owner, known in enumerate(state.known) if owner != seat for card in known]
    return "opening", {
        "hand": cards_text(state.hands[seat]),
        "house": state.variant.house,
        "seen": " ".join(cards_text([card]) for card in in_order([*lying, *others])),
    }


OPENING = Question(
    "opening",
    (
        board.hand_field(MOST_CARDS, "HT HJ HQ S9 D9 C9 C2 C5 JK"),
        Field("house", "choice", "rami51", tuple(HOUSES)),
        board.seen_field(MOST_SEEN),
    ),
    answer,
)
"""The question whether a hand can open."""
BOARD = Board(
    "rami",
    "rummy",
    questions=(OPENING,),
    deck=(*DECK, ("JK",)),
    copies=DECKS,
    of=of_state,
)
"""The board of rami."""

__all__ = ["BOARD"]
