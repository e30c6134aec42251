"""Whist at a table and at the terminal: what a seat is shown and told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from suitwise.cards import Card, format_cards
from suitwise.foundation.text.phrases import CardText, Phrase, Say, Seat, phrase
from suitwise.game import CHANCE
from suitwise.players.face import Face, columns
from suitwise.players.face_values import Told
from whist.rules.tricks import NAMES, SUIT, cards_of, suit_of
from whist.state import WhistState


class WhistFace(Face):
    """Shows Whist.

    >>> from whist.game import Whist
    >>> state, _ = Whist().start().rolled(seed=1, stream=0)
    >>> print(*WhistFace(Whist()).screen(state, 1), sep="\\n")
    clubs are trump, C2 was turned up; seat 0 and seat 2 took 0 tricks, seat 1 and seat 3 took 0
    STSJSQSA H2H6H7HJHQ D9DA C9CQ
    to move: ST SJ SQ SA H2 H6 H7 HJ HQ D9 DA C9 CQ
    """

    shows_cards: ClassVar[bool] = True

    def pictured(
        self, state: WhistState, seat: int, say: Say = str, width: int = 0
    ) -> Iterator[str]:
        """Yield trump and tricks, the trick on the table, and the seat's hand."""
        if state.tricks:
            yield say(_taken(state))
            plays = state.tricks[-1].plays
            yield from columns(say, [(Seat(at), CardText(Card(card))) for at, card in plays])
        suits = (state.hands[seat] & suit for suit in SUIT)
        yield say(CardText(" ".join(format_cards(cards_of(suit)) for suit in suits if suit)))

    def told(self, before: WhistState, move: Card, after: WhistState) -> Iterator[Told]:
        """Yield what is said of a card dealt or played."""
        if before.turn == CHANCE:
            if after.tricks:
                dealer, card = Seat(after.dealer), CardText(move)
                yield Told(
                    phrase(
                        "whist.turned", "{seat} deals and turns up {card}", seat=dealer, card=card
                    )
                )
            return
        yield from super().told(before, move, after)
        trick = before.tricks[-1].followed_by(int(move))
        if trick.is_whole:
            cards = CardText(format_cards(trick.cards))
            yield Told(
                phrase("whist.takes", "{seat} takes {cards}", seat=Seat(trick.winner), cards=cards)
            )
        if after.dealer != before.dealer:
            yield Told(self.score(after))

    def score(self, state: WhistState) -> Phrase:
        """Return what the sides have scored."""
        first, second = state.scores
        text = phrase(
            "whist.score",
            "points: {one} and {other} have {first}, {third} and {fourth} have {second}",
            **_seats(),
            first=first,
            second=second,
        )
        if not state.variant.points:
            return text
        points = state.variant.points
        return phrase("whist.to", "{score}; the game goes to {to}", score=text, to=points)

    def scored(self, state: WhistState) -> list[Phrase]:
        """Return what the sides have scored in the end."""
        return [self.score(state)]


def _taken(state: WhistState) -> Phrase:
    trump, (first, second) = Card(state.turned), state.took
    return phrase(
        "whist.taken",
        "{suit} are trump, {card} was turned up; {one} and {other} took {first} tricks, {third} and "
        "{fourth} took {second}",
        **_seats(),
        suit=NAMES[suit_of(trump)],
        card=CardText(trump),
        first=first,
        second=second,
    )


def _seats() -> dict[str, Any]:
    names = "one", "third", "other", "fourth"
    return {name: Seat(seat) for seat, name in enumerate(names)}
