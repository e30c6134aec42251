"""A long deal: a hundred cards, one by one, to four seats that see their own; then nothing more."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from suitwise.errors import NotationError
from suitwise.game import CHANCE, OVER, Facts, Game, State
from suitwise.seeds import shuffle

SEATS = 4


@cache
def all_cards(count: int) -> tuple[str, ...]:
    return tuple(map(str, range(count)))


@dataclass(frozen=True)
class Deals(Game[str]):
    """Cards are numbers; the seats get them in turn."""

    cards: int = 100

    name: ClassVar[str] = "deals"

    @property
    def facts(self) -> Facts:
        return Facts(SEATS, 0, self.cards, 0, 0, chance=True, perfect_information=False)

    def start(self) -> Dealt:
        return Dealt(self, ())

    def parse(self, text: str) -> Dealt:
        cards = tuple(text.split(",")) if text != "-" else ()
        if not set(cards) <= set(map(str, range(self.cards))) or len(set(cards)) < len(cards):
            raise NotationError(f"{text[:24]!a} is no deal: write 7,0,12")
        return Dealt(self, cards)


@dataclass(frozen=True, slots=True)
class Dealt(State[str]):
    """The cards in the order of the deal."""

    variant: Deals
    cards: tuple[str, ...]
    move_kinds = (str,)

    @property
    def game(self) -> Deals:
        return self.variant

    @property
    def turn(self) -> int:
        return CHANCE if len(self.cards) < self.variant.cards else OVER

    def moves(self) -> list[str]:
        dealt = {*self.cards}
        return [card for card in all_cards(self.variant.cards) if card not in dealt]

    def followed_by(self, move: str) -> Dealt:
        return Dealt(self.variant, (*self.cards, move))

    def returns(self) -> tuple[float, ...]:
        return (0.0,) * SEATS

    def __str__(self) -> str:
        return ",".join(self.cards) or "-"

    def parse_move(self, text: str) -> str:
        if not (text.isascii() and text.isdigit() and len(text) < 4):
            raise NotationError(f"{text[:24]!a} is no card")
        return text

    def view(self, seat: int) -> str:
        return f"{len(self.cards)}: {' '.join(self.cards[seat::SEATS])}"

    def observe(self, seat: int) -> NDArray[np.float32]:
        seen = np.full(self.variant.cards + 1, -1, np.float32)
        own = list(map(int, self.cards[seat::SEATS]))
        seen[: len(own)] = own
        seen[-1] = len(self.cards)
        return seen

    def resample(self, seat: int, seed: int, stream: int) -> Dealt:
        own = self.cards[seat::SEATS]
        others = [card for card in all_cards(self.variant.cards) if card not in own]
        shuffle(others, seed, stream)
        mine, theirs = iter(own), iter(others)
        places = range(len(self.cards))
        cards = tuple(next(mine if place % SEATS == seat else theirs) for place in places)
        return Dealt(self.variant, cards)
