"""The options of Stack Management: the size of its deals (defined on the rules page)."""

from __future__ import annotations

from dataclasses import dataclass

from suitwise.arguments import whole
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.text.phrases import phrase
from suitwise.stacks.rules.layout import MOST_CARDS, Card, card_numbered, is_card


@dataclass(frozen=True)
class StacksVariant:
    """The options of a variant; ``game.Stacks`` documents them."""

    stacks: int = 4
    height: int = 4
    suits: int = 4
    singles: int = 1

    def __post_init__(self) -> None:
        for name in ("stacks", "height", "suits", "singles"):
            whole(getattr(self, name), name)
        if min(self.stacks, self.height, self.suits) < 1:
            raise NotationError(
                phrase(
                    "stacks.too-few",
                    "{variant}: stacks, height and suits are 1 or more",
                    variant=str(self),
                )
            )
        if max(self.stacks, self.height) > MOST_CARDS:
            raise NotationError(
                phrase(
                    "stacks.too-many",
                    "{variant}: stacks and height are at most {most:,}",
                    variant=str(self),
                    most=MOST_CARDS,
                )
            )
        if self.suits > self.cards:
            raise NotationError(
                phrase(
                    "stacks.too-many-suits",
                    "{variant}: {suits} suits need as many cards, not {cards}",
                    variant=str(self),
                    suits=self.suits,
                    cards=self.cards,
                )
            )
        if not 0 <= self.singles <= self.suits or self.singles == self.suits < self.cards:
            raise NotationError(
                phrase(
                    "stacks.bad-singles",
                    "{variant}: singles are 0 or more suits, and leave one for the rest",
                    variant=str(self),
                )
            )

    @property
    def cards(self) -> int:
        """The number of cards in a full deal."""
        return self.stacks * self.height

    def deck(self) -> tuple[Card, ...]:
        """Return the deck: 1a 1b … 2a 2b … for the suits with several cards, then the single cards.

        Raises:
            IllegalPosition: there are more than a million cards.

        >>> StacksVariant(stacks=3, height=2, suits=3).deck()
        ((1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (1, 3))
        """
        self.refuse_huge("deal")
        several = self.suits - self.singles
        shared = self.cards - self.singles
        return tuple([card_numbered(several, shared, number) for number in range(self.cards)])

    def holds(self, card: Card) -> bool:
        """Return whether a card is in the deck.

        >>> game = StacksVariant(stacks=3, height=2, suits=3)
        >>> game.holds((3, 1)), game.holds((3, 2)), game.holds((1, 3)), game.holds((2, 3))
        (True, False, True, False)
        """
        if not is_card(card):
            return False
        value, suit = card
        several = self.suits - self.singles
        if not 1 <= suit <= several:
            return several < suit <= self.suits and value == 1
        return value >= 1 and (value - 1) * several + suit <= self.cards - self.singles

    def refuse_huge(self, what: str) -> None:
        """Raise an error if the variant is too large for a feature.

        Raises:
            IllegalPosition: a full deal has more than a million cards.
        """
        if self.cards > MOST_CARDS:
            size = f"{self.stacks} stacks of {self.height} cards"
            raise IllegalPosition(f"{self} has no {what}: {size} are more than {MOST_CARDS:,}")
