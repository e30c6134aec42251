"""What a seat sees of a game with two packs: its text, arrays for learning, worlds alike to it."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from suitwise.fields import Field
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.game import Game
from suitwise.hidden_deals import deal_shuffled
from suitwise.rummy.rules.cards import Cards, in_order, without
from suitwise.rummy.rules.hand import JOKER, SIZE
from suitwise.seeds import below, world_seed

M = TypeVar("M")
Plane: TypeAlias = "Cards | NDArray[np.float64]"
"""Cards, of which the copies are counted, or numbers as they are."""
COPIES = "copies of each card, jokers last, "


class TwoPackView(Game[M]):
    """The part of a game with two packs that shows a position to a seat.

    A game says what everybody sees: the planes and the numbers of the table, and the numbers of each
    seat, each with its fields.
    """

    seats: int
    most_held: int
    """The most cards of a hand."""

    @property
    @abstractmethod
    def most_copies(self) -> float:
        """The most copies of a card in a plane."""

    @abstractmethod
    def _public_planes(self, state: Any) -> list[Plane]:
        """Return the planes of the table."""

    @abstractmethod
    def _public_fields(self) -> list[Field]:
        """Return their fields."""

    @abstractmethod
    def _numbers_of_table(self, state: Any) -> list[float]:
        """Return the numbers of the table."""

    @abstractmethod
    def _table_fields(self) -> list[Field]:
        """Return their fields."""

    @abstractmethod
    def _numbers_of_seat(self, state: Any, owner: int) -> list[float]:
        """Return the numbers of a seat."""

    @abstractmethod
    def _seat_fields(self, seat: int, name: str) -> list[Field]:
        """Return their fields."""

    @abstractmethod
    def _text_hiding(self, state: Any, hidden: Sequence[Cards]) -> str:
        """Return a position as one line, with the hidden cards of each hand as a number, ``?3``."""

    # --- Text -------------------------------------------------------------------------------------

    def text_of(self, state: Any) -> str:
        """Return a position as one line."""
        return self._text_hiding(state, [()] * self.seats)

    def view_of(self, state: Any, seat: int) -> str:
        """Return the position with the unknown cards of a hand as a number, ``?3``."""
        return self._text_hiding(state, [state.hidden(seat, owner) for owner in range(self.seats)])

    # --- Arrays -----------------------------------------------------------------------------------

    def observation_of(self, state: Any, seat: int) -> NDArray[np.float32]:
        """Return the observation of a seat: planes of cards, and then numbers."""
        planes: list[Plane] = [state.hands[seat], *self._public_planes(state)]
        numbers = self._numbers_of_table(state)
        for owner in [*range(seat, self.seats), *range(seat)]:
            hidden = state.hidden(seat, owner)
            seen = without(state.hands[owner], hidden)
            planes += [state.known[owner] if owner == seat else seen, state.laid_by(owner)]
            numbers += [*self._numbers_of_seat(state, owner), len(hidden) / self.most_held]
        return as_array(planes, numbers)

    def observation_fields(self) -> tuple[Field, ...]:
        """Return the fields of an observation; seats are numbered from one's own, in order of play.

        >>> from suitwise.rummy.indian.game import Indian
        >>> print(*(field.name for field in Indian().observation_fields()[:7]))
        hand pile top just_taken wild turned known_0
        """
        planes = [self._copies("hand", "in one's own hand"), *self._public_fields()]
        numbers = self._table_fields()
        for seat in range(self.seats):
            name = f"seat +{seat}" if seat else "one"
            hand = f"the hand of {name}, all where it is shown" if seat else "one's own hand"
            planes += [
                self._copies(f"known_{seat}", f"known to be in {hand}"),
                self._copies(f"laid_{seat}", f"of the pile that {name} laid there"),
            ]
            held = f"how many cards {name} holds that one can't see, of {self.most_held}"
            numbers += [*self._seat_fields(seat, name), Field(f"hidden_{seat}", 1, held)]
        return (*planes, *numbers)

    def observation_of_all(self, state: Any) -> NDArray[np.float32]:
        """Return the whole position as an array, with nothing hidden."""
        planes = [*self._public_planes(state), state.stock]
        numbers = self._numbers_of_table(state)
        for owner in range(self.seats):
            planes += [state.hands[owner], state.known[owner], state.laid_by(owner)]
            numbers += self._numbers_of_seat(state, owner)
        return as_array(planes, numbers)

    def fields_of_all(self) -> tuple[Field, ...]:
        """Return the fields of ``observation_of_all``; seats have their own numbers.

        >>> from suitwise.rummy.indian.game import Indian
        >>> print(*(field.name for field in Indian().fields_of_all()[:9]))
        pile top just_taken wild turned in_stock hand_0 known_0 laid_0
        """
        in_stock = self._copies("in_stock", "in the stock, which is in no order")
        planes, numbers = [*self._public_fields(), in_stock], self._table_fields()
        for seat in range(self.seats):
            name = f"seat {seat}"
            planes += [
                self._copies(f"hand_{seat}", f"in the hand of {name}"),
                self._copies(f"known_{seat}", f"that all others know {name} to hold"),
                self._copies(f"laid_{seat}", f"of the pile that {name} laid there"),
            ]
            numbers += self._seat_fields(seat, name)
        return (*planes, *numbers)

    def _copies(self, name: str, where: str) -> Field:
        """Return the field of a plane of cards."""
        return Field(name, SIZE, COPIES + where, high=self.most_copies)

    # --- Worlds -----------------------------------------------------------------------------------

    def redealt(self, state: Any, seat: int, seed: int, stream: int) -> Any:
        """Return a position in which the cards that a seat can't see are dealt again at random.

        Each seat keeps its known cards. Once the pile was turned over, the stock consists only of cards
        that lay in it.
        """
        hidden = tuple(state.hidden(seat, owner) for owner in range(self.seats))
        hands = redealt(state.hands, hidden, state.stock, state.turned, seed, stream)
        return replace(state, hands=hands)


def counts_of(cards: Iterable[int]) -> NDArray[np.float64]:
    """Return the copies of each card, jokers last.

    >>> counts_of((0, 0, 54))[[0, 1, -1]]
    array([2., 0., 1.])
    """
    return np.bincount([min(card, JOKER) for card in cards], minlength=SIZE).astype(np.float64)


def as_array(planes: Iterable[Plane], numbers: Sequence[float]) -> NDArray[np.float32]:
    """Return planes, and then numbers, as one array.

    >>> as_array([(0, 0), np.ones(2)], [0.5])[[0, 1, -3, -2, -1]]
    array([2. , 0. , 1. , 1. , 0.5], dtype=float32)
    """
    copies, as_they_are, at = [], [], 0
    for plane in planes:
        if isinstance(plane, tuple):
            copies += [at + min(card, JOKER) for card in plane]
            at += SIZE
        else:
            as_they_are.append((at, plane))
            at += len(plane)
    array = np.empty(at + len(numbers), np.float32)
    array[:at] = np.bincount(np.array(copies, np.intp), minlength=at)
    for start, plane in as_they_are:
        array[start : start + len(plane)] = plane
    array[at:] = numbers
    return array


# --- Redealing what a seat can't see --------------------------------------------------------------


def redealt(
    hands: tuple[Cards, ...],
    hidden: tuple[Cards, ...],
    stock: Cards,
    turned: Cards,
    seed: int,
    stream: int,
) -> tuple[Cards, ...]:
    """Return hands in which the cards that a seat can't see are dealt again at random.

    Unseen cards that did not lie in the turned pile can't be in the stock, so they must be in the hands.
    The rest of the hands is a uniform sample of the other unseen cards.

    Args:
        hands: the cards of every seat.
        hidden: the cards of every seat that the observing seat does not know.
        stock: the cards of the stock.
        turned: the cards of the pile when it was last turned over; if any, the stock has no others.
        seed: 64-bit seed.
        stream: the number of the world.

    >>> redealt(((1, 2), (3, 4)), ((), (4,)), (), (), 7, 0)
    ((1, 2), (3, 4))
    """
    seed = world_seed(seed)
    unseen = Counter(stock) + Counter(card for cards in hidden for card in cards)
    drawable = unseen & Counter(turned) if turned else unseen
    in_hands = [*in_order((unseen - drawable).elements())]
    free = sum(map(len, hidden)) - len(in_hands)
    in_hands += _sample([*in_order(drawable.elements())], free, seed, 2 * stream)
    new = deal_shuffled(in_hands, map(len, hidden), seed, 2 * stream + 1)
    return tuple(
        in_order([*without(cards, unknown), *more])
        for cards, unknown, more in zip(hands, hidden, new, strict=True)
    )


def _sample(cards: list[int], count: int, seed: int, stream: int) -> list[int]:
    """Return a uniform sample of ``count`` of these cards."""
    index = 0
    for at in range(count):
        step, index = below(len(cards) - at, seed, stream, index)
        cards[at], cards[at + step] = cards[at + step], cards[at]
    return cards[:count]
