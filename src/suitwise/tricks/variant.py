"""The declaration of a trick-taking game: its rules, and the facts that views and texts need."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from suitwise.cards import Card
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import Phrase
from suitwise.tricks import rules as of_tricks
from suitwise.tricks.cards import CARDS, HAND, PACK
from suitwise.tricks.rules import BY_SIDE, COLUMNS, PASSES, TELLS_DEALS, TURNS_UP


class TrickRules(NamedTuple):
    """A game's own rules; a rule left out is the default of ``tricks.rules``, which describes them all.

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
    may_call: Callable[[Any, Any, int], bool] = of_tricks.may_call
    after_call: Callable[[Any, Any, int], None] = of_tricks.after_call
    choose: Callable[[Any, Any, int], int] = of_tricks.choose


@dataclass(frozen=True, slots=True)
class Call:
    """An announcement of a seat before the play, such as a bid, a trump suit or a pass; it is a move.

    Args:
        number: its index in ``TrickVariant.calls``.
        text: its notation.

    >>> str(Call(3, "nil")), int(Call(3, "nil"))
    ('nil', 55)
    """

    number: int
    text: str

    def __str__(self) -> str:
        return self.text

    def __int__(self) -> int:
        """Return its number among all moves, of which the cards are the first."""
        return PACK + self.number


@dataclass(frozen=True)
class TrickVariant:
    """A variant of a trick-taking game: the attributes that a subclass of ``TrickGame`` may define."""

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
    points_cost: ClassVar[bool] = False
    """Whether points count against who has them, as in hearts."""
    calls: ClassVar[tuple[str, ...]] = ()
    """How calls are written, at most 52 of them; none in a game without bidding."""
    most_calls: ClassVar[int] = 4
    """The most calls of a deal, in a game with bidding."""

    @property
    def first_dealer(self) -> int:
        """The seat that deals first."""
        return 0

    @property
    def numbers(self) -> tuple[int, ...]:
        """The game's own numbers, which rules find in ``options`` from ``NUMBERS`` on."""
        return ()

    @property
    def whole_score(self) -> int:
        """The score that counts as 1 in observations: the target of a game, or the most of a deal."""
        return HAND

    @property
    def least_scored(self) -> int:
        """The lowest score that a seat can have at any time."""
        return 0

    @property
    def most_scored(self) -> int:
        """The highest score that a seat can have in the end."""
        return self.whole_score

    def deal_fault(self, dealer: int, deals: int, scores: tuple[int, ...]) -> str | None:
        """Return the reason why a deal can't occur in a game, or None; used for reading positions.

        Args:
            dealer: the dealer.
            deals: the number of finished deals; 0 if the game's texts don't tell it.
            scores: the score of each seat or side before the deal.
        """
        if (dealer, deals) == (self.first_dealer, 0) and not any(scores):
            return None
        return f"seat {self.first_dealer} deals the only deal, and nothing is scored before it"

    def worth(self, scores: Sequence[int], seat: int) -> float:
        """Return what scores are worth to a seat in reviews: the lead of its side, or its own score.

        Where points cost, it is as much below 0.

        Args:
            scores: what each seat, or each side, has scored (``TrickState.scores``).
            seat: the seat.
        """
        own = scores[seat % len(scores)]
        worth = own - scores[(seat + 1) % 2] if self.by_side else own
        return float(-worth if self.points_cost else worth)

    def card_points(self, card: int) -> int:
        """Return how many points a card brings to who takes it, for reasons in reviews; by default 0."""
        return 0

    def why_barred(self, state: Any, card: int) -> Phrase | None:
        """Return in words why a seat may not play a card that the suit led does not forbid."""
        return None

    def why_no_call(self, state: Any, call: Call) -> Phrase | None:
        """Return in words why a seat may not make a call in the bidding."""
        return None

    def call_name(self, call: Call) -> Phrase | str:
        """Return the name of a call in sentences, by default its text."""
        return call.text

    @cached_property
    def all_calls(self) -> tuple[Call, ...]:
        """The calls as moves.

        Raises:
            SuitwiseError: there are more than 52, two have one text in capitals or not, or one could
                not be told from a card in a position's text.
        """
        calls = tuple(Call(number, text) for number, text in enumerate(self.calls))
        if len(calls) > PACK:
            raise SuitwiseError(f"{self.title} has {len(calls)} calls: at most {PACK} may be made")
        for text in self.calls:
            if not text.isalnum() or text.upper() in map(str, CARDS):
                raise SuitwiseError(f"call {text!r}: write letters and digits that are no card")
        if len({text.lower() for text in self.calls}) < len(calls):
            raise SuitwiseError(f"{self.title} has two calls that are typed alike")
        return calls

    @cached_property
    def calls_by_text(self) -> dict[str, Call]:
        """The calls by their texts in lower case."""
        return {call.text.lower(): call for call in self.all_calls}

    @property
    def room_for_calls(self) -> int:
        """The most calls in a deal; 0 in a game without bidding."""
        return self.most_calls if self.calls else 0

    @property
    def columns(self) -> int:
        """The columns of a record."""
        return COLUMNS + self.room_for_calls

    @cached_property
    def options(self) -> NDArray[np.int64]:
        """The variant's numbers as an array, in the form that rules take."""
        return np.array(self.option_numbers, np.int64)

    @property
    def option_numbers(self) -> tuple[int, ...]:
        """The same as a tuple: seats, ``SHOWS``, whole score, first dealer, calls, ``numbers``."""
        shows = BY_SIDE * self.by_side + TURNS_UP * self.turns_up
        shows += PASSES * (self.most_passed > 0) + TELLS_DEALS * self.tells_deals
        return (4, shows, self.whole_score, self.first_dealer, len(self.calls), *self.numbers)


def is_card(text: str) -> bool:
    """Tell whether a text is a card's, as people type it.

    >>> is_card("5c"), is_card("nil")
    (True, False)
    """
    try:
        Card(text)
    except NotationError:
        return False
    return True
