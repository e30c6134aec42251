"""A trick-taking game at a table and at the terminal: what a seat is shown and told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suitwise.cards import Card, format_cards
from suitwise.foundation.text.phrases import CardText, Phrase, Say, Seat, Several, Side, phrase
from suitwise.game import CHANCE
from suitwise.players.face import Face, Marked, columns
from suitwise.players.face_values import Told, Verdict, verdict_by
from suitwise.tricks.cards import SUIT, SUIT_NAMES, hand_text
from suitwise.tricks.state import Trick, TrickState


class TrickFace(Face):
    """Shows a trick-taking game; a game's own face may say its ``head`` and its ``score`` otherwise.

    >>> from suitwise.tricks import TrickGame
    >>> state, _ = TrickGame().start().rolled(seed=1, stream=0)
    >>> str(TrickFace(state.game).head(state))
    'points in this deal: seat 0 0, seat 1 0, seat 2 0, seat 3 0'
    """

    shows_cards = True

    def head(self, state: TrickState) -> Phrase:
        """Return what the deal is about in a line: by default trump and the tricks or points so far."""
        if state.trump < 0:
            return phrase(
                "tricks.points", "points in this deal: {points}", points=shares(state.points)
            )
        suit, took = SUIT_NAMES[state.trump], shares(state.took)
        if state.turned < 0:
            return phrase("tricks.trump", "{suit} are trump; tricks: {took}", suit=suit, took=took)
        return phrase(
            "tricks.turned-trump",
            "{suit} are trump, {card} was turned up; tricks: {took}",
            suit=suit,
            card=CardText(Card(state.turned)),
            took=took,
        )

    def score(self, state: TrickState) -> Phrase:
        """Return what sides or seats have scored."""
        text = phrase("tricks.score", "points: {shares}", shares=shares(state.scores))
        target = self.game.target  # type: ignore[attr-defined]
        return phrase("tricks.to", "{score}; to {to}", score=text, to=target) if target else text

    def verdict(self, state: TrickState, seat: int | None) -> Verdict:
        """Return who has won, by the returns, with the points of the seat or of its side.

        In a game like hearts all returns are negative, so their signs tell nobody who has won.
        """
        verdict = verdict_by(state.returns(), seat)
        if seat is None or verdict.won is None:
            return verdict
        scores = state.scores
        points = scores[seat % len(scores)]
        if verdict.won:
            return Verdict(True, phrase("tricks.won", "you win with {points}", points=points))
        return Verdict(False, phrase("tricks.lost", "you lose with {points}", points=points))

    def pictured(
        self, state: TrickState, seat: int, say: Say = str, width: int = 0
    ) -> Iterator[str]:
        """Yield the head, the trick on the table, and the seat's hand."""
        if state.is_dealt:
            yield say(self.head(state))
        if state.tricks:
            yield from columns(say, _laid(state.tricks[-1]))
        if state.is_dealt and state.passed[seat]:
            aside = CardText(format_cards(state.passed[seat], " "))
            yield say(phrase("tricks.aside", "passed: {cards}", cards=aside))
        suits = (state.hands[seat] & suit for suit in SUIT)
        yield say(CardText(" ".join(hand_text(suit) for suit in suits if suit)))

    def task(self, state: TrickState) -> Phrase:
        """Return what the seat on turn is to do."""
        if not state.is_passing:
            return super().task(state)
        to = Seat((state.turn + state.passes_left) % 4)
        left = state.to_pass - len(state.passed[state.turn])
        return phrase("tricks.pass", "choose cards to pass to {seat}: {n} to go", seat=to, n=left)

    def prompt(self, state: TrickState) -> Iterator[Phrase]:
        """Yield the task while cards are passed, and the moves as they are typed."""
        if state.is_passing:
            yield self.task(state)
        yield from self.typed(state)

    def _done(self, before: TrickState, move: Card, after: TrickState) -> Phrase:
        """Return a play in words."""
        seat, card = Seat(before.turn), CardText(move)
        if before.tricks[-1].cards:
            return phrase("tricks.plays", "{seat} plays {card}", seat=seat, card=card)
        return phrase("tricks.leads", "{seat} leads {card}", seat=seat, card=card)

    def told(self, before: TrickState, move: Card, after: TrickState) -> Iterator[Told]:
        """Yield what is said of a card dealt, passed or played."""
        if before.turn == CHANCE:
            if after.is_dealt:
                yield from self._opened(after, move)
            return
        if before.is_passing:
            yield from _passed(before, after)
            return
        yield from super().told(before, move, after)
        trick = before.tricks[-1].followed_by(int(move))
        if trick.is_whole:
            who, cards = Seat(trick.winner), CardText(format_cards(trick.cards))
            yield Told(phrase("tricks.takes", "{seat} takes {cards}", seat=who, cards=cards))
        if not after.is_dealt:
            yield Told(self.score(after))

    def _opened(self, state: TrickState, last: Card) -> Iterator[Told]:
        """Yield what is said once all cards are dealt."""
        who = Seat(state.dealer)
        if state.turned >= 0:
            card = CardText(last)
            yield Told(
                phrase("tricks.turned", "{seat} deals and turns up {card}", seat=who, card=card)
            )
        else:
            yield Told(phrase("tricks.has-dealt", "{seat} has dealt", seat=who))

    def tricks(self, state: TrickState) -> Iterator[Phrase]:
        """Yield a line for each complete trick of the deal."""
        for number, trick in enumerate(state.tricks, 1):
            if trick.is_whole:
                plays = Several(
                    phrase(
                        "terminal.play",
                        "{seat} {cards}",
                        seat=Seat(seat),
                        cards=CardText(Card(card)),
                    )
                    for seat, card in trick.plays
                )
                yield phrase(
                    "tricks.trick",
                    "{n}. {plays}: {seat} took it",
                    n=number,
                    plays=plays,
                    seat=Seat(trick.winner),
                )


def shares(values: tuple[int, ...]) -> Phrase:
    """Return a number for each side or seat in words.

    >>> shares((3, 4)), shares((1, 0, 0, 25))
    ('T0 3, T1 4', 'seat 0 1, seat 1 0, seat 2 0, seat 3 25')
    """
    owner: Any = Side if len(values) == 2 else Seat
    parts = [phrase("tricks.share", "{who} {n}", who=owner(at), n=n) for at, n in enumerate(values)]
    return phrase("tricks.shares", "{all}", all=Several(parts))


def _laid(trick: Trick) -> Iterator[tuple[Any, Any]]:
    """Yield the plays of a trick as rows."""
    for seat, card in trick.plays:
        yield Seat(seat), Marked(CardText(Card(card)), seat == trick.winner)


def _passed(before: TrickState, after: TrickState) -> Iterator[Told]:
    """Yield that a seat has passed all its cards, and once all have, to each what it was passed."""
    seat = before.turn
    if len(after.passed[seat]) == after.to_pass:
        to = Seat((seat + after.passes_left) % 4)
        said = phrase("tricks.passes", "{seat} passes to {to}", seat=Seat(seat), to=to)
        yield Told(said, seat=seat)
    if not after.is_passing:
        yield from _taken_up(after)


def _taken_up(state: TrickState) -> Iterator[Told]:
    """Yield to each seat what it was passed."""
    for seat in range(4):
        giver = Seat((seat - state.passes_left) % 4)
        cards = CardText(format_cards(state.received(seat)))
        said = phrase("tricks.received", "{giver} passed you {cards}", giver=giver, cards=cards)
        yield Told(said, to=frozenset({seat}))
