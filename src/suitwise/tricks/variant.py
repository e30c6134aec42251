"""What a trick-taking game declares: its rules, and what the kit is to show of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import Phrase
from suitwise.tricks import rules as of_tricks
from suitwise.tricks.cards import HAND
from suitwise.tricks.rules import BY_SIDE, PASSES, TELLS_DEALS, TURNS_UP


class TrickRules(NamedTuple):
    """A game's own rules; one left out is that of ``tricks.rules``, which says what each is asked.

    >>> from suitwise.foundation.arrays.compiled import rule
    >>> from suitwise.tricks.rules import TRUMP, lead
    >>> @rule
    ... def open_deal(record, options, last):
    ...     record[TRUMP] = 0  # spades
    ...     lead(record, 1)
    >>> own = TrickRules(open_deal)
    >>> own.barring is TrickRules().barring, own.open_deal is TrickRules().open_deal
    (True, False)
    """

    open_deal: Callable[[Any, Any, int], None] = of_tricks.open_deal
    open_play: Callable[[Any, Any], None] = of_tricks.open_play
    barring: Callable[[Any, Any, int], int] = of_tricks.barring
    score_trick: Callable[[Any, Any, int], None] = of_tricks.score_trick
    score_deal: Callable[[Any, Any], None] = of_tricks.score_deal
    is_won: Callable[[Any, Any], bool] = of_tricks.is_won
    outcome: Callable[[Any, Any, int], float] = of_tricks.outcome


@dataclass(frozen=True)
class TrickVariant:
    """A variant of a trick-taking game: what ``tricks.game.TrickGame`` asks of a game's class."""

    title: ClassVar[str] = "tricks"
    """The name of the game in a sentence: "Whist"."""
    rules: ClassVar[TrickRules] = TrickRules()
    """The game's own rules."""
    by_side: ClassVar[bool] = False
    """Whether partners sit opposite and score together."""
    turns_up: ClassVar[bool] = False
    """Whether a card is turned up when all are dealt."""
    tells_deals: ClassVar[bool] = False
    """Whether positions begin with the number of the deal, from which its dealer follows."""
    most_passed: ClassVar[int] = 0
    """The most cards that each seat passes before the play, 0 in a game without passing."""

    @property
    def first_dealer(self) -> int:
        """The seat that deals first."""
        return 0

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that the rules find in ``options`` from ``NUMBERS`` on."""
        return ()

    @property
    def whole_score(self) -> int:
        """The score that counts as 1 in observations: that of a game, or the most of a deal."""
        return HAND

    @property
    def most_scored(self) -> int:
        """The most that a seat can have scored in the end."""
        return self.whole_score

    def deal_fault(self, dealer: int, deals: int, scores: tuple[int, ...]) -> str | None:
        """Return why no game comes to a deal, None if one does: a part of reading positions.

        Args:
            dealer: who deals.
            deals: how many deals are over; 0 if the game's texts don't say it.
            scores: what each seat, or each side, has scored before the deal.
        """
        if (dealer, deals) == (self.first_dealer, 0) and not any(scores):
            return None
        return f"seat {self.first_dealer} deals the only deal, and nothing is scored before it"

    def why_barred(self, state: Any, card: int) -> Phrase | None:
        """Return in words why a seat may not play a card that the suit led does not forbid."""
        return None

    @cached_property
    def options(self) -> NDArray[np.int64]:
        """The variant's numbers as its rules take them."""
        return np.array(self.option_numbers, np.int64)

    @property
    def option_numbers(self) -> tuple[int, ...]:
        """The same as a tuple: seats, what is observed, the whole score, who deals, and ``numbers``."""
        shows = BY_SIDE * self.by_side + TURNS_UP * self.turns_up
        shows += PASSES * (self.most_passed > 0) + TELLS_DEALS * self.tells_deals
        return (4, shows, self.whole_score, self.first_dealer, *self.numbers)
