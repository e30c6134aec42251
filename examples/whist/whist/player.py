"""The rule-based player of Whist: leads, returns and follows as Cavendish taught.

Lead trumps from five, your partner's suit if it led one, else your longest suit, and of it the head
of a sequence or the fourth best; second hand plays low, third hand high, fourth hand as cheaply as it
can; never overtake your partner's sure trick; trump when it wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from suitwise.cards import Card
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import State
from suitwise.players.turns import Advice, on_turn
from suitwise.tricks import Knowledge, Trick, knowledge_of
from suitwise.tricks.cards import HAND, SUIT, beats, cards_of, suit_of
from whist.game import WhistState

MANY_TRUMPS = 5
HONOUR = 8
"""From the ten on, by rank."""


@dataclass(frozen=True, slots=True)
class WhistPlayer:
    """Plays by rules of thumb, the same in the same place; sees no more than its seat.

    >>> from whist.game import Whist
    >>> state, _ = Whist().start().rolled(seed=1, stream=0)
    >>> str(WhistPlayer()(state))
    'HQ'
    """

    def __call__(self, state: State[Any]) -> Card:
        """Return a card; the state is one of Whist in which a seat is on turn.

        Raises:
            SuitwiseError: it is one of another game, or no seat is on turn.
        """
        card: Card = self.advice(state).move
        return card

    def advice(self, state: State[Any]) -> Advice:
        """Return a card with the rule of thumb that has chosen it."""
        here = on_turn(state, WhistState, "whist")
        known, trick = knowledge_of(here, here.turn), here.tricks[-1]
        play, why = _follow(trick, known) if trick.cards else _lead(here, known)
        return Advice(Card(play), why)


def _lead(state: WhistState, known: Knowledge) -> tuple[int, Phrase]:
    hand, trumps = known.hand, known.hand & SUIT[state.tricks[-1].trump]
    enemies = known.reach(known.seat - 1) | known.reach((known.seat + 1) % 4)
    if trumps.bit_count() >= MANY_TRUMPS and enemies & SUIT[state.tricks[-1].trump]:
        why = phrase(
            "whist.why.trumps", "from {n} trumps you draw those of the others", n=trumps.bit_count()
        )
        return _of_suit(trumps, known), why
    partner = (known.seat + 2) % 4
    led = next((suit_of(one.cards[0]) for one in state.tricks if one.leader == partner), None)
    theirs = 0 if led is None else hand & SUIT[led] & ~trumps
    longest = max((hand & suit & ~trumps for suit in SUIT), key=lambda cards: cards.bit_count())
    if theirs:
        why = phrase("whist.why.return", "you return the suit that your partner has led")
    elif longest:
        why = phrase("whist.why.longest", "you lead from your longest suit")
    else:
        why = phrase("whist.why.only", "you have nothing but trumps to lead")
    return _of_suit(theirs or longest or trumps, known), why


def _of_suit(suit: int, known: Knowledge) -> int:
    """Return the card to lead: the best, the head of a sequence, the fourth best; else the top."""
    top, *others = [*cards_of(suit)][::-1]
    heads = top % HAND >= HONOUR and others[:1] == [top - 1]
    return top if len(others) < 3 or heads or known.is_best(top) else others[2]


def _follow(trick: Trick, known: Knowledge) -> tuple[int, Phrase]:
    legal, led = trick.playable(known.hand), SUIT[suit_of(trick.cards[0])]
    best = trick.best
    winning = [card for card in cards_of(legal) if beats(card, best, trick.trump)]
    place, left = len(trick.cards), known.reach((known.seat + 1) % 4)
    is_sure = place == 3 or not any(
        beats(card, best, trick.trump) for card in cards_of(left & led or left)
    )
    least, top = _least(legal & ~SUIT[trick.trump] or legal, known), winning[-1] if winning else -1
    if not winning:
        return least, phrase("whist.why.lost", "you can't win the trick: a low card will do")
    if trick.winner == (known.seat + 2) % 4 and is_sure:
        return least, phrase("whist.why.partner", "your partner's card wins the trick anyway")
    if place == 3 or not 1 << top & led:
        return winning[0], phrase("whist.why.cheap", "it is the lowest card that wins")
    if place == 1 and not known.is_best(top):
        return _least(legal, known), phrase("whist.why.second", "second hand plays low")
    if place == 1:
        return top, phrase("whist.why.best", "it is the best card of its suit that is left")
    between = ((1 << top) - (1 << card) for card in winning)
    equal = [not known.others & cards for cards in between]  # as good as the highest
    return winning[equal.index(True)], phrase("whist.why.third", "third hand plays high")


def _least(cards: int, known: Knowledge) -> int:
    """Return the lowest card, of several that of the longest suit."""
    lengths = [(known.hand & suit).bit_count() for suit in SUIT]
    return min(cards_of(cards), key=lambda card: (card % HAND, -lengths[suit_of(card)]))
