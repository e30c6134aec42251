"""A few free cards and all deals of their labelled copies, one by one."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import numpy as np
from numpy.typing import NDArray

from suitwise.foundation.arrays.compiled import machine
from suitwise.tractor.hidden.knowledge import list_options


class Case:
    """A few free cards in a few rooms, with all that may be known of them."""

    def __init__(self, seed: int) -> None:
        rng = self.rng = Random(seed)
        self.joined = rng.choice((-1, 0, 1, 2))
        self.kinds = rng.sample(range(54), rng.randint(2, 5))
        self.masks = np.zeros(14, np.int64)
        self.elsewhere: dict[int, str] = {}
        truth = Counter[int]()
        for card in self.kinds:
            bit = 1 << card
            self.masks[0] |= bit
            copies = rng.choice((1, 2))
            if copies == 2:
                self.masks[1] |= bit
            elif (place := rng.choice(("own", 0, 1, 2))) != "own":
                self.masks[11 + int(place)] |= bit
            turned = rng.random() < 0.15 and (copies == 1 or self.joined >= 0)
            if turned:
                self.masks[4] |= bit
            put = [rng.randrange(4) for _ in range(copies)]
            truth.update(put)
            lords = [place for place in put if place in (3, self.joined)]
            if self.joined >= 0 and lords and (turned or rng.random() < 0.3):
                self.masks[2] |= bit
            for at in range(3):
                if at not in put and rng.random() < 0.3:
                    self.masks[5 + at] |= bit
                if put.count(at) < 2 and rng.random() < 0.3:
                    self.masks[8 + at] |= bit
        self.rooms = np.array([truth[place] for place in range(4)], np.int64)

    def table(self) -> tuple[NDArray[np.int64], ...]:
        """Return what ``count_deals`` fills."""
        cards, options = np.zeros((54, 3), np.int64), np.zeros((54, 10, 5), np.int64)
        size = machine(list_options)(self.masks, self.joined, cards, options)
        order = np.argsort(self.rooms, kind="stable")
        counts = np.zeros((size + 1, *(self.rooms[order[:3]] + 1)), np.int64)
        return cards[:size], options[:size], self.rooms, order, counts, np.zeros(size, np.int64)

    def worlds(self) -> dict[tuple[tuple[int, ...], ...], int]:
        """Return all ways to put the free cards into the rooms, by labelled copies."""
        found = Counter[tuple[tuple[int, ...], ...]]()
        for puts in product(*(self._puts(card) for card in self.kinds)):
            ways, world = 1, tuple(put for put, _ in puts)
            for _, labelled in puts:
                ways *= labelled
            if (np.sum(world, axis=0) == self.rooms).all():
                found[world] += ways
        return found

    def _puts(self, card: int) -> list[tuple[tuple[int, ...], int]]:
        """Return where the free copies can be, and how many labelled deals that is.

        Of a card whose other copy is known either of the two may be that one.
        """
        bit = 1 << card
        copies = 2 if self.masks[1] & bit else 1
        found = []
        for put in product(range(copies + 1), repeat=4):
            if sum(put) != copies or not self._may(put, bit):
                continue
            place = [*put]
            if self.joined >= 0:
                place[self.joined] += place[3]
                place[3] = 0
            owners = [at for at in range(4) for _ in range(place[at])]
            owners += [at for at in range(3) if self.masks[11 + at] & bit and copies == 1]
            alike = len(owners) == 2 and owners[0] == owners[1] and not self.masks[4] & bit
            found.append((put, 1 if alike else 2))
        return found

    def _may(self, put: tuple[int, ...], bit: int) -> bool:
        most = [
            0 if self.masks[5 + at] & bit else 1 if self.masks[8 + at] & bit else 2
            for at in range(3)
        ]
        lords = put[3] + put[self.joined] if self.joined >= 0 else 2
        return all(put[at] <= most[at] for at in range(3)) and lords >= bool(self.masks[2] & bit)


def copies_in(row: NDArray[np.int64], card: int) -> int:
    return int(row[0] >> card & 1) + int(row[1] >> card & 1)
