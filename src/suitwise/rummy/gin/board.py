"""The analysis board of gin rummy: a hand with its discards and draws, or the outcome of a knock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from suitwise.cards import check_copies
from suitwise.errors import IllegalPosition
from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase
from suitwise.players.board import Answer, Asked, Board, Field, Question, number, read
from suitwise.rummy import board
from suitwise.rummy.board import DECK
from suitwise.rummy.gin.face import GinFace, arranged, lines, over, result
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.partners.state import Ended, PartnersState, place_of
from suitwise.rummy.gin.rules.deadwood import BITS, HAND, bits_of, gin_deadwood, hand_text
from suitwise.rummy.gin.rules.house import MOST_DEADWOOD
from suitwise.rummy.gin.rules.showdown import best_spread, may_knock
from suitwise.rummy.gin.state import SHOWN, GinState
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.melds import melds_text
from suitwise.rummy.rules.rules import GIN
from suitwise.rummy.solve.arrangement import discards, look_ahead
from suitwise.rummy.solve.combos import best

# --- ``arrange``: a hand with its best melds, discards and draws ----------------------------------
#
# ``suitwise rummy advise --rules gin`` gives the same answers.

MOST_ALIKE = 6
"""The most arrangements that are listed as equally good."""
MOST_HELD = HAND + 1
"""The most cards of a hand, before the discard."""


def hand_in(form: Mapping[str, str], name: str) -> Hand:
    """Return a hand of one pack, at most eleven cards.

    Raises:
        NotationError: something is not a card, a card is repeated, or there are too many.

    >>> print(hand_in({"hand": "3h 4h"}, "hand"))
    H3 H4
    """
    return read(form, name, lambda text: board.at_most(Hand.of(text, GIN), MOST_HELD))


def hand_arranged(form: Mapping[str, str], more: int = 0) -> Answer:
    """Return the best arrangement of a hand, and every discard or every draw with its deadwood.

    Args:
        form: ``hand`` of up to 11 cards, ``knock``, cards ``seen`` elsewhere.
        more: unused: the answer is exact and needs no more time.

    Raises:
        SuitwiseError: something can't be parsed, or a card is repeated.

    >>> answer = hand_arranged({"hand": "H3 H4 H5 S9 D9 C9 S2 S3 S4 SK C7", "knock": "10"})
    >>> print(answer.verdict)
    discard SK and knock with 7 now, or just discard
    >>> answer.groups[0], answer.rows[0].move, str(answer.rows[0].text)
    (('S2 S3 S4', 'run'), 'SK', 'without SK your deadwood is 7: you may knock')
    """
    hand = hand_in(form, "hand")
    game = Gin(knock=number(form, "knock", 0, MOST_DEADWOOD[HAND, 1]))
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
    verdict = phrase("gin.deadwood", "deadwood: {n}", n=gin_deadwood(bits))
    return Answer(verdict, lines, board.draw_rows(hand, outlook), groups=groups, command=command)


def _alike(hand: Hand) -> Iterator[Phrase]:
    """Yield the other arrangements that leave the same deadwood."""
    for combo in islice(best(hand), 1, MOST_ALIKE + 1):
        yield phrase(
            "rummy.board.alike", "as good: {melds}", melds=CardText(melds_text(combo.melds))
        )


ARRANGE = Question(
    "arrange",
    (
        board.hand_field(MOST_HELD, "H3 H4 H5 S9 D9 C9 S2 S3 S4 SK C7"),
        Field("knock", "count", "10", most=MOST_DEADWOOD[HAND, 1]),
        board.seen_field(len(BITS)),
    ),
    hand_arranged,
)


# --- ``layoff``: a knock with both hands known ----------------------------------------------------

MOST_BONUS = 1000
KNOCKER, OTHER = 0, 1
"""The seats."""


def knock_settled(form: Mapping[str, str], more: int = 0) -> Answer:
    """Return the outcome of a knock: the melds, the cards laid off, and the score.

    Args:
        form: the hands of ``knocker`` and ``other`` after the discard, ``knock``, and the bonuses
            ``gin`` and ``undercut``.
        more: unused: the answer is exact and needs no more time.

    Raises:
        SuitwiseError: something can't be parsed, the hands are impossible, or the deadwood is too much
            to knock with.

    >>> answer = knock_settled({field.name: field.start for field in LAYOFF.fields})
    >>> print(answer.verdict, *answer.lines, sep="; ")
    seat 0 knocked with 10, seat 1 keeps 31: seat 0 scores 21; seat 1 laid off H6 H7 H9
    """
    hands = [hand_in(form, name) for name in ("knocker", "other")]
    check_copies([card for hand in hands for card in hand.cards], 1)
    for name, hand in zip(("knocker", "other"), hands, strict=True):
        if len(hand) != HAND:
            raise IllegalPosition(board.wrong_size(name, len(hand), HAND))
    game = Gin(
        knock=number(form, "knock", 0, MOST_DEADWOOD[HAND, 1]),
        gin=number(form, "gin", 1, MOST_BONUS),
        undercut=number(form, "undercut", 1, MOST_BONUS),
    )
    mine, his = (bits_of(hand.cards) for hand in hands)
    deadwood = gin_deadwood(mine)
    if not may_knock(deadwood, game.knock):
        raise IllegalPosition(
            phrase(
                "gin.board.too-much",
                "the knocker keeps {kept} points of deadwood; {most} or less to knock",
                kept=deadwood,
                most=game.knock,
            )
        )
    spread = best_spread(mine)
    state = GinState(
        game, "knock" if deadwood else "gin", KNOCKER, OTHER, (mine, his), spread=spread
    )
    ending = over(state)
    assert ending is not None
    groups = [
        (cards, phrase("gin.board.of", "{seat}: {name}", seat=Seat(hand["seat"]), name=name))
        for hand in ending["hands"]
        for cards, name in board.groups(hand["rows"])
    ]
    return Answer(result(state), lines(state), groups=groups)


_KNOCKER_HAND, _OTHER_HAND = "H3 H4 H5 S9 D9 C9 S2 S3 S4 SK", "H6 H7 H9 S5 D5 C5 SQ DQ DA DK"
LAYOFF = Question(
    "layoff",
    (
        Field("knocker", "cards", _KNOCKER_HAND, most=HAND),
        Field("other", "cards", _OTHER_HAND, most=HAND),
        Field("knock", "count", "10", most=MOST_DEADWOOD[HAND, 1]),
        Field("gin", "count", "25", most=MOST_BONUS),
        Field("undercut", "count", "25", most=MOST_BONUS),
    ),
    knock_settled,
)


# --- From a game to the board ---------------------------------------------------------------------

_TAKING = ("first", "second", "draw")
"""The phases in which the top of the pile may be taken."""


def of_state(state: GinState, seat: int) -> Asked | None:
    """Return the question that the board can answer about a state.

    After a knock it is the showdown, else the arrangement of a seat's hand, given the cards of the pile
    and those that the other seat is known to hold. The board knows no house of clubs.

    >>> from suitwise.rummy.gin.game import Gin
    >>> of_state(Gin().start().rolled(3, 0)[0], 0)
    ('arrange', {'hand': 'S7 SQ HA H4 D8 D9 C2 C4 C6 CJ', 'knock': '10'})
    """
    game, hand = state.variant, state.hands[seat]
    if not game.is_plain or game.keeps_upcard or game.layoff == "ask":
        return None
    if state.phase in SHOWN and state.phase != "big":
        hands = {"knocker": state.hands[state.seat], "other": state.hands[1 - state.seat]}
        return "layoff", {
            **{name: hand_text(cards) for name, cards in hands.items()},
            "knock": str(game.knock),
            "gin": str(game.gin),
            "undercut": str(game.undercut),
        }
    if not hand:
        return None
    form, seen = {"hand": hand_text(hand), "knock": str(game.knock)}, _seen(state, seat)
    return "arrange", {**form, "seen": hand_text(seen)} if seen else form


def _seen(state: GinState, seat: int) -> int:
    """Return the known cards that can't be drawn, without the top of the pile if it may be taken."""
    top = BITS[state.pile[-1][0]] if state.phase in _TAKING else 0
    return state.pile_bits() & ~top | state.known[1 - seat]


def of_partners(state: PartnersState, seat: int) -> Asked | None:
    """Return the question that the board can answer about a seat's own deal, None once it has ended.

    >>> from suitwise.rummy.gin.partners.game import Partners
    >>> of_partners(Partners().start().rolled(3, 0)[0], 3)
    ('arrange', {'hand': 'S3 SJ HT HK D4 DJ C5 C6 C9 CT', 'knock': '10'})
    """
    number, inner = place_of(seat, state.rounds)
    part = state.deals[number]
    return None if isinstance(part, Ended) else of_state(part, inner)


QUESTIONS = (ARRANGE, LAYOFF)
BOARD = Board("gin", "rummy", questions=QUESTIONS, deck=DECK, of=of_state)
"""The board of gin rummy."""
PARTNERS = Board("gin_partners", "rummy", questions=QUESTIONS, deck=DECK, of=of_partners)
"""The board of gin for partners: the questions of gin, about a seat's own deal."""

__all__ = ["BOARD", "PARTNERS"]
