"""Whist at a table and at the terminal: what a seat is shown and told."""

from __future__ import annotations

from collections.abc import Iterator

from suitwise.cards import Card, format_cards
from suitwise.foundation.text.phrases import CardText, Phrase, Say, Seat, Side, phrase
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
    clubs are trump, C2 was turned up; tricks: T0 0, T1 0
    STSJSQSA H2H6H7HJHQ D9DA C9CQ
    to move: ST SJ SQ SA H2 H6 H7 HJ HQ D9 DA C9 CQ
    """

    shows_cards = True

    def pictured(
        self, state: WhistState, seat: int, say: Say = str, width: int = 0
    ) -> Iterator[str]:
        """Yield trump and tricks, the trick on the table, and the seat's hand."""
        if state.tricks:
            suit, card = NAMES[suit_of(Card(state.turned))], CardText(Card(state.turned))
            head = "{suit} are trump, {card} was turned up; tricks: {took}"
            yield say(phrase("whist.head", head, suit=suit, card=card, took=_sides(state.took)))
            plays = state.tricks[-1].plays
            yield from columns(say, [(Seat(at), CardText(Card(card))) for at, card in plays])
        suits = (state.hands[seat] & suit for suit in SUIT)
        yield say(CardText(" ".join(format_cards(cards_of(suit)) for suit in suits if suit)))

    def told(self, before: WhistState, move: Card, after: WhistState) -> Iterator[Told]:
        """Yield what is said of a card dealt or played."""
        if before.turn == CHANCE:
            if after.tricks:
                who, turned = Seat(after.dealer), "{seat} deals and turns up {card}"
                yield Told(phrase("whist.turned", turned, seat=who, card=CardText(move)))
            return
        yield from super().told(before, move, after)
        trick = before.tricks[-1].followed_by(int(move))
        if trick.is_whole:
            who, cards = Seat(trick.winner), CardText(format_cards(trick.cards))
            yield Told(phrase("whist.takes", "{seat} takes {cards}", seat=who, cards=cards))
        if after.dealer != before.dealer:
            yield Told(self.score(after))

    def score(self, state: WhistState) -> Phrase:
        """Return what the sides have scored."""
        text = phrase("whist.score", "points: {sides}", sides=_sides(state.scores))
        points = state.variant.points
        return phrase("whist.to", "{score}; to {to}", score=text, to=points) if points else text


def _sides(scores: tuple[int, int]) -> Phrase:
    n, m, ours, theirs = *scores, Side(0), Side(1)
    return phrase("whist.sides", "{one} {n}, {other} {m}", one=ours, other=theirs, n=n, m=m)
