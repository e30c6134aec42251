"""What the analysis boards of gin and Indian rummy share: fields, groups of cards, rows of moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from suitwise.cards import SUITS, Card
from suitwise.errors import IllegalPosition
from suitwise.foundation.text.phrases import CardText, Phrase, TypedName, listed, phrase
from suitwise.players.board import Field, Row
from suitwise.rummy.face import Row as MeldRow
from suitwise.rummy.face import any_card_of
from suitwise.rummy.rules.hand import Hand, cards_under
from suitwise.rummy.rules.rules import RANK_TEXT
from suitwise.rummy.solve.arrangement import Discard, Draw, Outlook, as_good_after, unseen

DECK = tuple(tuple(f"{suit}{rank}" for rank in RANK_TEXT) for suit in SUITS)
"""The cards of a pack without jokers, suit by suit with the ace first."""
MOST_DRAWS = 16
"""The most draws that are listed."""


def hand_field(most: int, start: str) -> Field:
    """Return the field of a hand.

    >>> hand_field(11, "S2").most
    11
    """
    return Field("hand", "cards", start, most=most)


def seen_field(most: int) -> Field:
    """Return the field of cards that have been seen elsewhere: on the pile, or in another hand.

    Args:
        most: the number of cards in the game.

    >>> seen_field(52).is_needed
    False
    """
    return Field("seen", "cards", most=most, is_needed=False)


def at_most(hand: Hand, most: int) -> Hand:
    """Return a hand unchanged if its number of cards is allowed.

    Raises:
        IllegalPosition: the hand has more than ``most`` cards, or none.

    >>> from suitwise.rummy.rules.rules import GIN
    >>> at_most(Hand.of("S2 S3", GIN), 1)
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: a hand has 1 to 1 cards, not 2
    """
    if not 1 <= len(hand) <= most:
        raise IllegalPosition(
            phrase(
                "rummy.board.size", "a hand has 1 to {most} cards, not {n}", most=most, n=len(hand)
            )
        )
    return hand


def wrong_size(name: str, given: int, needed: int) -> Phrase:
    """Return the message that the hand of a field has a wrong number of cards.

    >>> print(wrong_size("knocker", 9, 10))
    knocker: 10 cards are needed, not 9
    """
    return phrase(
        "rummy.board.wrong-size",
        "{field}: {needed} cards are needed, not {given}",
        field=TypedName(name, "board.field"),
        needed=needed,
        given=given,
    )


def seen_in(text: str, hand: Hand) -> tuple[Card, ...]:
    """Parse cards seen outside a hand.

    Raises:
        NotationError: something is not a card.
        IllegalPosition: there are more copies of a card than exist.

    >>> from suitwise.rummy.rules.rules import GIN
    >>> seen_in("S3", Hand.of("S2", GIN))
    (Card('S3'),)
    """
    cards = cards_under(hand.rules, text)
    unseen(hand, cards)
    return cards


def groups(rows: Iterable[MeldRow]) -> list[tuple[str, Phrase]]:
    """Return the rows of an arranged hand as groups of cards, each with its name.

    >>> from suitwise.cards import parse_cards
    >>> from suitwise.rummy.face import meld_rows
    >>> from suitwise.rummy.rules.melds import Run
    >>> groups(meld_rows([Run(0, 7, 9, (9,))], parse_cards("S7 S8 JK")))
    [('S7 S8 JK', 'run; JK as S9')]
    """
    return [(" ".join(row["cards"]), _name_with_wilds(row)) for row in rows if row["cards"]]


def _name_with_wilds(row: MeldRow) -> Phrase:
    wild = [
        phrase(
            "rummy.board.stands", "{card} as {other}", card=CardText(card), other=_stands_for(other)
        )
        for card, other in zip(row["cards"], row["stands"], strict=True)
        if other is not None
    ]
    name: Phrase = row["name"]
    if not wild:
        return name
    return phrase("rummy.board.wilds", "{name}; {wilds}", name=name, wilds=listed(wild))


def _stands_for(other: str) -> str:
    """Return the text of what a wild card stands for: a card, or in a set a rank."""
    return CardText(other) if len(other) > 1 else other.replace("T", "10")


def discard_rows(discards: Sequence[Discard], text_of: Callable[[Card], Phrase]) -> list[Row]:
    """Return discards as rows, the best first.

    Args:
        discards: the discards, the best first.
        text_of: returns the text of a discard.
    """
    # The text gives the points only, so all discards with the least points are marked as best.
    least = min((one.points for one in discards), default=0)
    return [
        Row(str(one.card), text_of(one.card), one.points, one.points == least) for one in discards
    ]


def draw_rows(hand: Hand, outlook: Outlook) -> list[Row]:
    """Return the draws that improve a hand as rows, the best first.

    Args:
        hand: the hand.
        outlook: its draws.

    >>> from suitwise.rummy.solve.arrangement import look_ahead
    >>> from suitwise.rummy.rules.hand import Hand
    >>> hand = Hand.of("H3 H4 SK DK")
    >>> for row in draw_rows(hand, look_ahead(hand))[1:3]:
    ...     print(row.move, row.text)
    CK 3 points after discarding H4; 2 unseen
    H2 10 points after discarding SK or DK; 2 unseen
    """
    draws = outlook.improving[:MOST_DRAWS]
    return [
        Row(str(draw.card), _after(hand, draw), draw.points, draw.points == draws[0].points)
        for draw in draws
    ]


def _after(hand: Hand, draw: Draw) -> Phrase:
    if draw.discard is None:
        return phrase(
            "rummy.board.draw", "{n} points; {copies} unseen", n=draw.points, copies=draw.copies
        )
    return phrase(
        "rummy.board.draw-discard",
        "{n} points after discarding {card}; {copies} unseen",
        n=draw.points,
        card=any_card_of(as_good_after(hand, draw)),
        copies=draw.copies,
    )


def outs(outlook: Outlook) -> Phrase:
    """Return the number of unseen cards that improve a hand, and the expected points, in words.

    >>> from suitwise.rummy.solve.arrangement import look_ahead
    >>> from suitwise.rummy.rules.hand import Hand
    >>> print(outs(look_ahead(Hand.of("H3 H4 SK DK"))))
    74 of 100 unseen cards improve it; 22.15 points are to be expected after a draw and the best discard
    """
    return phrase(
        "rummy.board.outs",
        "{n} of {unseen} unseen cards improve it; {points} points are to be expected after a draw "
        "and the best discard",
        n=outlook.outs,
        unseen=sum(draw.copies for draw in outlook.draws),
        points=f"{float(outlook.expected):.2f}",
    )
