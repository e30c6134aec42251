"""A hand: how many copies of each card it holds, checked against a rule set.

Copies of a card are indistinguishable, so a hand is its counts: an array of 53 small numbers, index
``13 * suit + rank`` as in ``suitwise.cards`` and 52 for the printed jokers, whatever their colour.
"""

from __future__ import annotations

from dataclasses import dataclass

from suitwise.arguments import of_kind, whole
from suitwise.cards import ANY_JOKER, Card, CardsLike, as_cards
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.text.phrases import CardText, Phrase, phrase, reason_of
from suitwise.rummy.rules.rules import CARDS_IN_ORDER, GIN, SEED, Rules

JOKERS = 52
"""The index of the printed jokers."""
SIZE = 53
"""How many numbers a hand's counts are."""

MOST_CARDS = 60
"""The most cards of a hand; a player who can't open at Rummikub may come to as many."""

_IN_ORDER = tuple((min(card, JOKERS), card) for card in CARDS_IN_ORDER)
"""Where the copies of each card are counted."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand of rummy.

    Args:
        counts: how many copies of each card, 53 numbers.
        rules: the rule set that it is held under.

    Raises:
        IllegalPosition: it holds more copies than the packs do, a joker in a rule set without jokers, or
            more than 60 cards.

    >>> hand = Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")
    >>> len(hand), hand.points
    (12, 45)
    >>> print(hand)
    H2 H3 H4 H4 H5 H5 H6 D3 D3 D4 C3 C3
    >>> Hand.of("H3 H3 H3")
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: H3 appears 3 times, but 2 decks hold 2
    """

    counts: tuple[int, ...]
    rules: Rules = SEED

    def __post_init__(self) -> None:
        of_kind(self.rules, Rules, "rules")
        try:
            self._refuse_counts()
        except TypeError:
            for count in of_kind(self.counts, tuple, "counts"):
                whole(count, "a count")
            raise

    def _refuse_counts(self) -> None:
        decks = self.rules.decks
        if len(self.counts) != SIZE or min(self.counts) < 0:
            raise IllegalPosition(f"a hand's counts are {SIZE} numbers, none below 0")
        for card, copies in enumerate(self.counts[:JOKERS]):
            if copies > decks:
                raise IllegalPosition(_too_many(card, copies, decks))
        if self.counts[JOKERS] > self.rules.jokers:
            raise IllegalPosition(_too_many_jokers(self.counts[JOKERS], self.rules))
        if len(self) > MOST_CARDS:
            raise IllegalPosition(
                phrase(
                    "rummy.hand-size",
                    "a hand has at most {most} cards, not {n}",
                    most=MOST_CARDS,
                    n=len(self),
                )
            )

    @classmethod
    def of(cls, cards: CardsLike, rules: Rules = SEED) -> Hand:
        """Return the hand of these cards.

        Raises:
            NotationError: something is no card.
            IllegalPosition: the rule set has no such cards.
        """
        counts = [0] * SIZE
        for card in cards_under(rules, cards):
            counts[_counted_at(card)] += 1
        return cls(tuple(counts), rules)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards, suit by suit with the ace first, jokers last."""
        counts = self.counts
        return tuple(card for index, card in _IN_ORDER for _ in range(counts[index]))

    @property
    def points(self) -> int:
        """What all its cards cost together."""
        return sum(map(self.rules.cost, self.cards))

    def plus(self, card: int) -> Hand:
        """Return the hand with a card more.

        Raises:
            NotationError: it is no card.
            IllegalPosition: the rule set has no further copy.
        """
        return self._with(card, 1)

    def minus(self, card: int) -> Hand:
        """Return the hand with a card less.

        Raises:
            NotationError: it is no card.
            IllegalPosition: the hand does not hold it.
        """
        if card not in self:
            raise IllegalPosition(f"the hand holds no {Card(card)}")
        return self._with(card, -1)

    def _with(self, card: int, change: int) -> Hand:
        counts = list(self.counts)
        counts[_counted_at(card)] += change
        return Hand(tuple(counts), self.rules)

    def __contains__(self, card: int) -> bool:
        return self.counts[_counted_at(card)] > 0

    def __len__(self) -> int:
        return sum(self.counts)

    def __str__(self) -> str:
        return " ".join(map(str, self.cards))


def _too_many(card: int, copies: int, decks: int) -> Phrase:
    named = CardText(Card(card))
    if decks == 1:
        return phrase(
            "rummy.one-deck", "{card} appears {n} times, but one deck holds 1", card=named, n=copies
        )
    return phrase(
        "rummy.decks",
        "{card} appears {n} times, but {decks} decks hold {decks}",
        card=named,
        n=copies,
        decks=decks,
    )


def cards_under(rules: Rules, cards: CardsLike) -> tuple[Card, ...]:
    """Return cards given as text, integers or ``Card`` objects, that a rule set may have.

    Raises:
        NotationError: something is no card.
        IllegalPosition: something is a joker, however it is written, and the rule set has none.

    >>> cards_under(SEED, "S2 Joker")
    Traceback (most recent call last):
    suitwise.errors.IllegalPosition: 'Joker': this rule set has no jokers: write one that has, as \
indian13 or seed(jokers=2)
    """
    try:
        found = as_cards(cards)
    except NotationError as error:
        fault = reason_of(error)
        if rules.jokers or fault.code != "cards.no-joker":
            raise
        raise IllegalPosition(_no_jokers(fault.params["text"], rules)) from None
    if not rules.jokers and any(card.is_joker for card in found):
        raise IllegalPosition(_no_jokers(CardText(Card(ANY_JOKER)), rules))
    return found


def _no_jokers(card: str, rules: Rules) -> Phrase:
    """Say of a joker that a rule set has none."""
    if rules == GIN:
        return phrase("gin.no-jokers", "{card}: gin rummy has no jokers", card=card)
    return phrase(
        "rummy.no-jokers",
        "{card}: this rule set has no jokers: write one that has, as indian13 or seed(jokers=2)",
        card=card,
    )


def _too_many_jokers(held: int, rules: Rules) -> Phrase:
    if not rules.jokers:
        return _no_jokers(CardText(Card(ANY_JOKER)), rules)
    return phrase(
        "rummy.many-jokers",
        "the hand holds {n} jokers, but there are {most}",
        n=held,
        most=rules.jokers,
    )


def _counted_at(card: int) -> int:
    """Return where the copies of a card are counted."""
    return min(card if isinstance(card, Card) else Card(card), JOKERS)
