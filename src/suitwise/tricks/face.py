"""Everything that a trick-taking game shows and says, at a table and at the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suitwise.cards import Card, format_cards
from suitwise.foundation.text.phrases import CardText, Phrase, Say, Seat, Several, all_of, phrase
from suitwise.game import CHANCE, OVER
from suitwise.players.face import CardTable, Marked, columns
from suitwise.players.face_values import Told, Verdict, ended, verdict_by
from suitwise.sight import Own
from suitwise.tricks.cards import SUIT, SUIT_NAMES, beats, cards_of, hand_text, suit_of
from suitwise.tricks.refusals import playable
from suitwise.tricks.state import Trick, TrickState
from suitwise.tricks.variant import Call
from suitwise.tricks.view import laid

_DEAL_OVER = phrase("tricks.over.deal", "the deal is over")


class TrickFace(CardTable):
    """Shows a trick-taking game; a game's own face may override ``head`` and ``score``.

    >>> from suitwise.tricks import TrickGame
    >>> state, _ = TrickGame().start().rolled(seed=1, stream=0)
    >>> str(TrickFace(state.game).head(state))
    'points in this deal: seat 0 0, seat 1 0, seat 2 0, seat 3 0'
    """

    shows_cards = True

    def head(self, state: TrickState) -> Phrase:
        """Return a headline for the deal: by default trump and the tricks or points so far."""
        if state.is_bidding:
            return phrase("tricks.bidding", "the bidding")
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
        """Return the scores of sides or seats."""
        text = phrase("tricks.score", "points: {shares}", shares=shares(state.scores))
        target = self.game.target  # type: ignore[attr-defined]
        return phrase("tricks.to", "{score}; to {to}", score=text, to=target) if target else text

    def verdict(self, state: TrickState, seat: int | None) -> Verdict:
        """Return whether a seat has won, with the points of the seat or of its side.

        The highest return wins: in a game like hearts all returns are negative.
        """
        if self.is_between(state):
            return Verdict(None, _DEAL_OVER)
        verdict = verdict_by(state.returns(), seat)
        if seat is None or verdict.won is None:
            return verdict
        scores = state.scores
        points = scores[seat % len(scores)]
        if verdict.won:
            return Verdict(True, phrase("tricks.won", "you win with {points}", points=points))
        return Verdict(False, phrase("tricks.lost", "you lose with {points}", points=points))

    def headline(self, state: TrickState) -> Phrase:
        """Return the headline of the deal; during the deal, that cards are dealt."""
        return self.head(state) if state.is_dealt else super().headline(state)

    def noted(self, state: TrickState, seat: int) -> Phrase | None:
        """Return the last call of a seat."""
        call = state.last_call(seat)
        return None if call is None else self.named(state, call)

    def named(self, state: TrickState, move: Card | Call) -> Phrase | None:
        """Return the name of a call."""
        if not isinstance(move, Call):
            return None
        return phrase("tricks.call", "{call}", call=self.game.call_name(move))  # type: ignore[attr-defined]

    def own(self, state: TrickState, seat: int) -> Own:
        """Return a seat's cards, those that it has passed and received, and its task."""
        sight = state.sight(seat)
        return Own(sight.held[seat] or [], sight.hand, ask=sight.ask)

    def screen(self, state: TrickState, seat: int, say: Say = str, width: int = 0) -> Iterator[str]:
        """Yield the lines of a seat's screen, without a headline while cards are dealt."""
        lines = super().screen(state, seat, say, width)
        if not state.is_dealt:
            next(lines, None)
        yield from lines

    def pictured(
        self, state: TrickState, seat: int, say: Say = str, width: int = 0
    ) -> Iterator[str]:
        """Yield the calls, the trick on the table, and the seat's hand."""
        if calls := [
            phrase(
                "terminal.play", "{seat} {cards}", seat=Seat(seat), cards=self.named(state, call)
            )
            for seat, call in state.called
        ]:
            yield say(phrase("tricks.bids", "bids: {all}", all=Several(calls)))
        if state.tricks:
            yield from columns(say, _laid(state.tricks[-1]))
        if state.is_dealt and state.passed[seat]:
            aside = CardText(format_cards(state.passed[seat], " "))
            yield say(phrase("tricks.aside", "passed: {cards}", cards=aside))
        suits = (state.hands[seat] & suit for suit in SUIT)
        yield say(CardText(" ".join(hand_text(suit) for suit in suits if suit)))

    def task(self, state: TrickState) -> Phrase:
        """Return the task of the seat on turn."""
        if state.phase == "play":
            return _to_play(state)
        if state.is_bidding:
            return phrase("tricks.to-bid", "your bid")
        if not state.is_passing:
            return super().task(state)
        to = Seat((state.turn + state.passes_left) % 4)
        left = state.to_pass - len(state.passed[state.turn])
        return phrase("tricks.pass", "choose a card to pass to {seat}: {n} to go", seat=to, n=left)

    def prompt(self, state: TrickState) -> Iterator[Phrase]:
        """Yield the task while there is bidding or passing, and the moves as they are typed."""
        if state.is_bidding or state.is_passing:
            yield self.task(state)
        yield from self.typed(state)

    def _done(self, before: TrickState, move: Card | Call, after: TrickState) -> Phrase:
        """Return a call or a play in words."""
        seat = Seat(before.turn)
        if isinstance(move, Call):
            return phrase(
                "tricks.calls", "{seat} bids {call}", seat=seat, call=self.named(before, move)
            )
        card = CardText(move)
        if before.tricks[-1].cards:
            return phrase("tricks.plays", "{seat} plays {card}", seat=seat, card=card)
        return phrase("tricks.leads", "{seat} leads {card}", seat=seat, card=card)

    def told(self, before: TrickState, move: Card | Call, after: TrickState) -> Iterator[Told]:
        """Yield the story of a card dealt, passed or played, or of a call."""
        if before.turn == CHANCE:
            if after.is_dealt:
                yield from self._opened(after)
            return
        if before.is_passing:
            yield from _passed(before, after)
            return
        done, *ended = super().told(before, move, after)
        yield done
        if self.is_trick_whole(before, after):
            trick = before.tricks[-1].followed_by(int(move))
            who, cards = Seat(trick.winner), CardText(format_cards(trick.cards))
            yield Told(phrase("tricks.takes", "{seat} takes {cards}", seat=who, cards=cards))
        yield from ended
        if not after.is_dealt:
            yield Told(self.score(after))

    def _opened(self, state: TrickState) -> Iterator[Told]:
        """Yield the story after the last card is dealt."""
        who = Seat(state.dealer)
        if state.turned >= 0:
            card = CardText(Card(state.turned))
            yield Told(
                phrase("tricks.turned", "{seat} deals and turns up {card}", seat=who, card=card)
            )
        else:
            yield Told(phrase("tricks.has-dealt", "{seat} has dealt", seat=who))

    # --- The end of a deal, and of the game -------------------------------------------------------

    def is_between(self, state: TrickState) -> bool:
        """Tell whether a deal is over and the next is not dealt yet."""
        return state.is_undealt and state != self.game.start()

    def is_trick_whole(self, before: TrickState, after: TrickState) -> bool:
        """Tell whether a card has completed a trick."""
        return bool(before.tricks) and len(before.tricks[-1].cards) == 3

    def over(self, state: TrickState) -> dict[str, Any] | None:
        """Return the end of the deal or of the game; ``score`` gives the score."""
        if state.turn == OVER:
            return ended(self._won(state), [], is_match=True)
        if not self.is_between(state):
            return None
        dealer = phrase("tricks.over.next", "{seat} deals next", seat=Seat(state.dealer))
        return ended(_DEAL_OVER, [], following=dealer)

    def ending(self, state: TrickState, seat: int, say: Say = str) -> Iterator[str]:
        """Yield the end of the deal or of the game, the score, and the next dealer."""
        first, *others = super().ending(state, seat, say) if self.over(state) else ("",)
        if first:
            yield from (first, say(self.score(state)), *others)

    def _won(self, state: TrickState) -> Phrase:
        returns = state.returns()
        winners = [seat for seat, got in enumerate(returns) if got == max(returns)]
        if len(winners) == len(returns):
            return phrase("tricks.over.draw", "nobody has won: all have the same")
        if self.game.by_side and len(winners) == 2:  # type: ignore[attr-defined]
            return phrase("tricks.over.won-side", "{side} win", side=_partners(winners[0]))
        if len(winners) == 1:
            return phrase("tricks.over.won", "{seat} wins", seat=Seat(winners[0]))
        return phrase("tricks.over.won-all", "{seats} win", seats=Several(map(Seat, winners)))

    def concluded(
        self, before: TrickState, move: Any, after: TrickState, common: dict[str, Any]
    ) -> dict[str, Any]:
        """Return the parts between two deals, with the last trick and the score of the last deal."""
        if not self.is_trick_whole(before, after):  # all have passed in the bidding
            return common
        trick = before.tricks[-1].followed_by(int(move))
        pairs = zip(after.totals, before.totals, strict=True)
        points = tuple(total - earlier for total, earlier in pairs)
        public = before.sight(None)
        took = [{"took": one["took"] + (at == trick.winner)} for at, one in enumerate(public.seats)]
        stakes = {**public.head, "scores": list(before.totals), "points": list(points)}
        seats = zip(common["seats"], took, strict=True)
        return {
            **common,
            "head": {**common["head"], **stakes},
            "table": {**common["table"], "trick": None, "last": laid([trick])},
            "seats": [{**one, **more} for one, more in seats],
            "over": {**common["over"], **_scored(points)},
        }

    # --- Tricks -----------------------------------------------------------------------------------

    def why_trick(
        self, state: TrickState, number: int | None, seat: int | None
    ) -> tuple[list[Phrase], None]:
        """Return a line for each play of a trick, and one for its winner."""
        tricks = [trick for trick in state.tricks if trick.cards]
        if not tricks or (number is not None and not 1 <= number <= len(tricks)):
            return [], None
        return list(_explained(tricks[(number or 0) - 1])), None

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

    >>> print(shares((3, 4)))
    seat 0 and seat 2 3, seat 1 and seat 3 4
    >>> print(shares((1, 0, 0, 25)))
    seat 0 1, seat 1 0, seat 2 0, seat 3 25
    """
    owner: Any = _partners if len(values) == 2 else Seat
    parts = [phrase("tricks.share", "{who} {n}", who=owner(at), n=n) for at, n in enumerate(values)]
    return phrase("tricks.shares", "{all}", all=Several(parts))


def _partners(side: int) -> Phrase:
    """Return the two seats of a side in words."""
    return phrase("any.and", "{most} and {last}", most=Seat(side), last=Seat(side + 2))


def _scored(points: tuple[int, ...]) -> dict[str, Phrase]:
    """Return the sentence about a deal in which one side scored more than the other."""
    if len(points) != 2 or points[0] == points[1]:
        return {}
    side, n = _partners(points[1] > points[0]), max(points)
    return {"text": phrase("tricks.over.scored", "{side} score {n}", side=side, n=n)}


_NAMED_MOST = 3
"""Of so many cards of the suit led each is named."""


def _to_play(state: TrickState) -> Phrase:
    """Return the cards that the seat on turn may play, and why it may not play others."""
    hand, trick = state.hands[state.turn], state.tricks[-1]
    is_free = state.legal == hand
    if not trick.cards:
        if is_free:
            return phrase("tricks.lead", "lead any card")
        if but := _all_but(state):
            return phrase("tricks.lead-but", "lead any card but {but}", but=but)
        return phrase("tricks.lead-of", "lead {play}", play=playable(state))
    suit = SUIT_NAMES[trick.led]
    if held := hand & SUIT[trick.led]:
        n = held.bit_count()
        if n > _NAMED_MOST and held == state.legal:
            return phrase(
                "tricks.to-follow-any", "follow {suit} with any of your {n}", suit=suit, n=n
            )
        return phrase("tricks.to-follow", "follow {suit}: {play}", suit=suit, play=playable(state))
    if is_free:
        return phrase("tricks.free", "you have no {suit}: play any card", suit=suit)
    if but := _all_but(state):
        return phrase(
            "tricks.free-but", "you have no {suit}: play any card but {but}", suit=suit, but=but
        )
    return phrase("tricks.free-of", "you have no {suit}: {play}", suit=suit, play=playable(state))


def _all_but(state: TrickState) -> str:
    """Return the cards that may not be played, whole suits by name; empty if that text is no shorter."""
    hand, legal = state.hands[state.turn], state.legal
    suits = [suit for suit in range(4) if hand & SUIT[suit] and not legal & SUIT[suit]]
    whole = sum(SUIT[suit] for suit in suits)
    others = [CardText(Card(card)) for card in cards_of(hand & ~legal & ~whole)]
    said = [*(SUIT_NAMES[suit] for suit in suits), *others]
    return all_of(said) if len(said) < legal.bit_count() else ""


def _explained(trick: Trick) -> Iterator[Phrase]:
    """Yield for each card of a trick why it wins or does not, and then the winner."""
    best, trump = trick.cards[0], SUIT_NAMES[trick.trump] if trick.trump >= 0 else None
    for place, (seat, card) in enumerate(trick.plays):
        who, named, other = Seat(seat), CardText(Card(card)), CardText(Card(best))
        if place == 0:
            led = SUIT_NAMES[trick.led]
            yield phrase(
                "tricks.why.led",
                "{seat} leads {card}: {suit} are led",
                seat=who,
                card=named,
                suit=led,
            )
        elif not beats(card, best, trick.trump):
            yield _beaten(trick, who, card, best)
        elif suit_of(card) == trick.led or suit_of(best) == trick.trump:
            yield phrase(
                "tricks.why.higher",
                "{seat}: {card} is higher than {best}",
                seat=who,
                card=named,
                best=other,
            )
        else:
            yield phrase(
                "tricks.why.trump",
                "{seat}: {card} is trump ({suit}) and beats {best}",
                seat=who,
                card=named,
                suit=trump,
                best=other,
            )
        best = card if beats(card, best, trick.trump) else best
    winner = Seat(trick.winner)
    if trick.is_whole:
        yield phrase("tricks.why.takes", "{seat} takes the trick", seat=winner)
    else:
        yield phrase("tricks.why.winning", "{seat} is winning it", seat=winner)


def _beaten(trick: Trick, who: Seat, card: int, best: int) -> Phrase:
    named, other = CardText(Card(card)), CardText(Card(best))
    if suit_of(card) == suit_of(best):
        return phrase(
            "tricks.why.lower",
            "{seat}: {card} is lower than {best}",
            seat=who,
            card=named,
            best=other,
        )
    if suit_of(card) == trick.led:
        return phrase(
            "tricks.why.trumped",
            "{seat}: {card} does not beat the trump {best}",
            seat=who,
            card=named,
            best=other,
        )
    return phrase(
        "tricks.why.off",
        "{seat}: {card} is neither of the suit led nor trump",
        seat=who,
        card=named,
    )


def _laid(trick: Trick) -> Iterator[tuple[Any, Any]]:
    """Yield the plays of a trick as rows."""
    for seat, card in trick.plays:
        yield Seat(seat), Marked(CardText(Card(card)), seat == trick.winner)


def _passed(before: TrickState, after: TrickState) -> Iterator[Told]:
    """Yield that a seat has passed its cards; after the last one, tell each seat its new cards."""
    seat = before.turn
    if len(after.passed[seat]) == after.to_pass:
        to = Seat((seat + after.passes_left) % 4)
        said = phrase("tricks.passes", "{seat} passes to {to}", seat=Seat(seat), to=to)
        yield Told(said, seat=seat)
    if not after.is_passing:
        yield from _taken_up(after)


def _taken_up(state: TrickState) -> Iterator[Told]:
    """Yield to each seat the cards that were passed to it."""
    for seat in range(4):
        giver = Seat((seat - state.passes_left) % 4)
        cards = CardText(format_cards(state.received(seat)))
        said = phrase("tricks.received", "{giver} passed you {cards}", giver=giver, cards=cards)
        yield Told(said, to=frozenset({seat}))
