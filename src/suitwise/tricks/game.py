"""The base class of trick-taking games, which implements the contract of ``suitwise.game``.

A game derives from ``TrickGame``, names its rules and its options, and declares its facts::

    @dataclass(frozen=True)
    class Whist(TrickGame):
        points: int = 5

        name, title = "whist", "whist"
        rules = TrickRules(open_deal, score_deal=score_deal, is_won=is_won)

It deals 52 cards one at a time from the dealer's left, so there is no pack for a planner to peek into.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from suitwise.fields import Field, width
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import Facts, Game
from suitwise.sight import Sight
from suitwise.tricks import hidden, refusals, view
from suitwise.tricks.arrays import course_of
from suitwise.tricks.cards import CARDS, HAND, PACK
from suitwise.tricks.observation import fields_of
from suitwise.tricks.rules import score_a_point
from suitwise.tricks.state import TrickState
from suitwise.tricks.variant import TrickRules, TrickVariant


@dataclass(frozen=True)
class TrickGame(TrickVariant, Game[Any]):
    """A trick-taking game for four with 52 cards; ``TrickVariant`` lists the attributes of a game.

    By itself it is the plainest game: a single deal without trump, in which every trick is a point.

    >>> game = TrickGame()
    >>> state, _ = game.start().rolled(seed=1, stream=0)
    >>> state.turn, [str(move) for move in state.moves()][:3]
    (1, ['ST', 'SJ', 'SQ'])
    >>> str(state.after("ST").why_not("H2"))
    'H2: seat 2 was not dealt it'
    """

    name: ClassVar[str] = "tricks"
    rules: ClassVar[TrickRules] = TrickRules(score_trick=score_a_point)
    state: ClassVar[type[TrickState]] = TrickState
    """The class of its positions."""

    @property
    def most_deals(self) -> int:
        """The most deals that a game can have."""
        return 1

    @property
    def returned(self) -> tuple[float, float]:
        """The lowest and the highest return of a seat."""
        return 0, HAND

    @property
    def target(self) -> int:
        """The score at which a game ends; 0 for a single deal."""
        return 0

    @cached_property
    def facts(self) -> Facts:
        """Four seats and 52 cards, which are moves like the calls."""
        lowest, highest = self.returned
        longest_deal = 2 * PACK + 4 * self.most_passed + self.room_for_calls  # dealt and played
        return Facts(
            seats=4,
            distinct_moves=PACK + len(self.calls),
            longest_game=longest_deal * self.most_deals,
            lowest_return=lowest,
            highest_return=highest,
            chance=True,
            perfect_information=False,
            sides=(0, 1, 0, 1) if self.by_side else (),
        )

    def start(self) -> Any:
        """Return the state before the first deal."""
        return self.state(self)

    def move_number(self, move: Any) -> int:
        """Number the cards as ``suitwise.cards`` does, then the calls."""
        return int(move)

    def numbered_move(self, number: int) -> Any:
        """Return the card or the call of a number."""
        return CARDS[number] if number < PACK else self.all_calls[number - PACK]

    def parse(self, text: str) -> Any:
        """Read a position (``tricks.view``).

        Raises:
            NotationError: it is not a position that can occur in the variant.
        """
        return view.parse(self, text)

    def text_of(self, state: TrickState) -> str:
        """Return a position as its line."""
        return view.text_of(self, state)

    def view_of(self, state: TrickState, seat: int) -> str:
        """Return a position as a seat sees it, with ``?13`` for the cards of another."""
        return view.text_of(self, state, seat)

    def refusal_of(self, state: TrickState, move: Any) -> Phrase | None:
        """Return the rule that forbids a card or a call, or None if it is legal."""
        return refusals.why_not(self, state, move)

    def sight_of(self, state: TrickState, seat: int | None) -> Sight:
        """Return what a seat sees as data (``tricks.view``)."""
        return view.sight_of(self, state, seat)

    def redealt(self, state: TrickState, seat: int, seed: int, stream: int) -> TrickState:
        """Return a random position that a seat can't tell from this one, each deal equally likely."""
        return hidden.redealt(state, seat, seed, stream)

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the fields of ``observation_of`` (``tricks.observation``)."""
        return fields_of(self)

    def observation_of(self, state: TrickState, seat: int) -> NDArray[np.float32]:
        """Return what a seat sees as an array."""
        return course_of(self.rules).seen(state.record, self.options, seat, self._width)

    @cached_property
    def _width(self) -> int:
        return width(self.observation_fields())
