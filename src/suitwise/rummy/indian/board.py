"""The analysis board of Indian rummy: a hand with its best melds, discards and draws.

``suitwise rummy advise`` with the rules ``indian13(wild=7)`` gives the same answers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from suitwise.foundation.text.phrases import CardText, Phrase, phrase, phrased
from suitwise.players.board import Answer, Asked, Board, Field, Question, number, read
from suitwise.rummy import board
from suitwise.rummy.board import DECK
from suitwise.rummy.indian.face import IndianFace, arranged
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.rules import HAND
from suitwise.rummy.indian.state import IndianState, best_of, melds_of
from suitwise.rummy.rules.cards import DECKS, Cards, cards_text, in_order
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.melds import melds_text
from suitwise.rummy.rules.rules import RANK_TEXT, card_of
from suitwise.rummy.solve.arrangement import Outlook, discards, look_ahead
from suitwise.rummy.solve.laying import declaration_fault, declaring_discards

MOST_HELD = HAND + 1
MOST_JOKERS = 4
MOST_SEEN = 2 * 52 + MOST_JOKERS


def answer(form: Mapping[str, str], more: int = 0) -> Answer:
    """Return the best arrangement of a hand, whether it can be declared, and what is missing.

    Args:
        form: ``hand`` of up to 14 cards, the ``wild`` rank, the number of printed ``jokers``, cards
            ``seen`` elsewhere.
        more: unused: the answer is exact and needs no more time.

    Raises:
        SuitwiseError: something can't be parsed, or there are too many copies of a card.

    >>> form = {"wild": "2", "jokers": "2"}
    >>> result = answer(form | {"hand": "H3 H4 H5 S7 S8 JK D9 C9 H9 CJ CQ CK CA DK"})
    >>> print(result.verdict)
    you can declare with DK
    >>> result = answer(form | {"hand": "H3 H4 H5 S7 S8 JK D9 C9 H9 CJ CQ CK D4"})
    >>> print(result.verdict, *map(str, result.rows[:1]), sep="; ")  # doctest: +ELLIPSIS
    it can't be declared: D4 is in no meld; Row(move=...
    """
    game = Indian(jokers=number(form, "jokers", 0, MOST_JOKERS))
    state = _state_of(form, game)
    hand = Hand.of(state.hands[0], state.rules)
    seen = read(form, "seen", lambda text: board.seen_in(text, hand))
    face = IndianFace(game)
    groups = board.groups(arranged(state.hands[0], state.rules))
    command = f'suitwise rummy advise --rules "{state.rules}" "{hand}"'
    (_, rule), _ = face.why_trick(state, None, 0)
    if len(hand) == MOST_HELD:
        rows = board.discard_rows(discards(hand), lambda card: face.of_card(state, card))
        return Answer(face.task(state), (rule,), rows, groups=groups, command=command)
    outlook = look_ahead(hand, seen)
    lines = [*_winning_draws(hand, outlook), board.outs(outlook), rule]
    verdict = _verdict(hand)
    return Answer(verdict, lines, board.draw_rows(hand, outlook), groups=groups, command=command)


def _state_of(form: Mapping[str, str], game: Indian) -> IndianState:
    """Return a position in which seat 0 has a hand and is to discard."""
    rank = RANK_TEXT.index(form["wild"]) + 1
    state = IndianState(game, "discard", 0, ((), ()), ("in", "in"), wild=card_of(0, rank))
    hand = read(form, "hand", lambda text: board.at_most(Hand.of(text, state.rules), MOST_HELD))
    hands = (in_order(hand.cards), ())
    return IndianState(game, "discard", 0, hands, ("in", "in"), wild=state.wild)


def _verdict(hand: Hand) -> Phrase:
    """Return in words that a hand can be declared, or the reason why not."""
    melds = melds_of(hand.cards, hand.rules)
    if melds is not None and len(hand) == HAND:
        return phrase(
            "indian13.board.declares", "it can be declared: {melds}", melds=_text(melds_text(melds))
        )
    if melds is not None:
        return phrase(
            "indian13.board.melded", "all melds so far: {melds}", melds=_text(melds_text(melds))
        )
    fault = declaration_fault(hand, best_of(hand.cards, hand.rules).melds)
    assert fault is not None
    return phrase("indian13.board.not-yet", "it can't be declared: {why}", why=phrased(fault))


def _winning_draws(hand: Hand, outlook: Outlook) -> Iterator[Phrase]:
    """Yield the draws after which the hand can be declared."""
    if len(hand) < HAND:
        return
    cards = [
        str(draw.card)
        for draw in outlook.draws
        if not draw.points and declaring_discards(hand.plus(draw.card))
    ]
    if cards:
        yield phrase(
            "indian13.board.waits", "declares after drawing {cards}", cards=_text(" ".join(cards))
        )
    else:
        yield phrase("indian13.board.no-waits", "no draw is enough to declare")


def _text(text: str) -> CardText:
    return CardText(text)


ARRANGE = Question(
    "arrange",
    (
        board.hand_field(MOST_HELD, "H3 H4 H5 S7 S8 JK D9 C9 H9 CJ CQ CK CA D4"),
        Field("wild", "choice", "7", tuple(RANK_TEXT)),
        Field("jokers", "count", "2", most=MOST_JOKERS),
        board.seen_field(MOST_SEEN),
    ),
    answer,
)


# --- From a game to the board ---------------------------------------------------------------------


def of_state(state: IndianState, seat: int) -> Asked | None:
    """Return the question that the board can answer about a state: the arrangement of a seat's hand.

    The cards that lie open, and those that other seats are known to hold, can't be drawn.

    >>> from suitwise.rummy.indian.game import Indian
    >>> of_state(Indian().start().rolled(3, 0)[0], 1)[1]["wild"]
    'T'
    """
    if state.wild < 0 or not state.hands[seat]:
        return None
    return "arrange", {
        "hand": cards_text(state.hands[seat]),
        "wild": state.rules.wild,
        "jokers": str(state.variant.jokers),
        "seen": cards_text(_seen(state, seat)),
    }


def _seen(state: IndianState, seat: int) -> Cards:
    """Return the known cards that can't be drawn, without the top of the pile if it may be taken."""
    may_take = state.phase == "draw" and state.is_top_free
    pile = [card for card, _ in (state.pile[:-1] if may_take else state.pile)]
    others = [card for owner, known in enumerate(state.known) if owner != seat for card in known]
    return in_order([state.wild, *pile, *others])


BOARD = Board(
    "indian13",
    "rummy",
    questions=(ARRANGE,),
    deck=(*DECK, ("JK",)),
    copies=DECKS,
    of=of_state,
)
"""The board of Indian rummy."""

__all__ = ["BOARD"]
