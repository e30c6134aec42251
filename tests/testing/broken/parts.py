"""Games of which a part that their entry names is broken: what shows them, what OpenSpiel is told."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from suitwise.envs.openspiel import Entry
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import Drawing, Phrase, Say, phrase
from suitwise.game import OVER, Facts, Game, State
from suitwise.players.face import Face
from suitwise.players.face_values import Ruling
from suitwise.players.face_values import Told as Line
from suitwise.sight import Sight
from tests.testing.broken.case import Case, Copy, note
from tests.testing.broken.information import Told

CASES: list[Case] = []
fails = partial(note, CASES)


# Faces


class ReadsOtherWords(Face):
    """A face that reads its plays by a word that the game does not say."""

    def played(self, play: Mapping[str, Any]) -> list[str]:
        return list(play["cards"])


@fails("faces", "raises KeyError: 'cards'", entry={"face": ReadsOtherWords})
class SaysPlaysInOtherWords(Told):
    def sight(self, seat: int | None) -> Sight:
        plays = [{"seat": 0, "card": "S2"}]
        seats = enumerate(self.kuhn.dealt)
        held = [[card] if owner == seat else None for owner, card in seats]
        held += [None] * (2 - len(held))
        counts = tuple(int(at < len(self.kuhn.dealt)) for at in (0, 1))
        return Sight("play", tuple(held), counts, table={"trick": {"plays": plays}})


class ShowsNoJson(Face):
    def stakes(self, state: Any, seat: int | None) -> dict[str, Any]:
        return {"bets": set(state.kuhn.bets)}


@fails("faces", "the face of '-' raises TypeError", entry={"face": ShowsNoJson})
class HasAFaceOfSets(Copy):
    pass


class DrawsNoXml(Face):
    def drawing(self, state: Any) -> Drawing | None:
        return Drawing(lambda say: "<svg>", ())


@fails("faces", "the face of '-' raises ParseError", entry={"face": DrawsNoXml})
class HasADrawingWithoutAnEnd(Copy):
    pass


class RulesWrongly(Face):
    def ruled(self, state: Any, chosen: str, move: Any, reason: Phrase | None) -> Ruling:
        return Ruling(legal=False)


@fails("faces", "is illegal in", entry={"face": RulesWrongly})
class HasAFaceThatForbids(Copy):
    pass


class TellsNothingOfChance(Face):
    def told(self, before: Any, move: Any, after: Any) -> Iterator[Line]:
        raise IndexError(before.turn)


@fails("faces", "raises IndexError", entry={"face": TellsNothingOfChance})
class HasAFaceWithoutAStory(Copy):
    pass


class CountsSeatsFromOne(Face):
    def pictured(self, state: Any, seat: int, say: Say = str, width: int = 0) -> Iterator[str]:
        yield f"{state.returns()[seat + 1]}"


@fails("faces", "raises IndexError", entry={"face": CountsSeatsFromOne})
class HasAFaceThatCountsFromOne(Copy):
    pass


# At OpenSpiel


@dataclass(frozen=True)
class Heap(Game[str]):
    """Two seats take letters from a heap in turn; what each has is known, the order is forgotten."""

    name: ClassVar[str] = "heap"
    letters: ClassVar[str] = "abcdef"

    @property
    def facts(self) -> Facts:
        return Facts(2, 6, 6, -9, 9, chance=False, perfect_information=True)

    def start(self) -> Taken:
        return Taken(self)

    def parse(self, text: str) -> Taken:
        first, _, second = text.partition("|")
        state = Taken(self, first, second)
        taken = first + second
        is_fair = len(first) - len(second) in (0, 1) and len({*taken}) == len(taken)
        if not is_fair or not {*taken} <= {*self.letters} or str(state) != text:
            raise NotationError(f"{text[:20]!a} is no position of a heap: write ad|b")
        return state

    def move_number(self, move: str) -> int:
        return self.letters.index(move)

    def numbered_move(self, number: int) -> str:
        return self.letters[number]


@dataclass(frozen=True)
class Taken(State[str]):
    """What each seat has taken."""

    heap: Heap
    first: str = ""
    second: str = ""
    move_kinds: ClassVar[tuple[type, ...]] = (str,)

    @property
    def game(self) -> Heap:
        return self.heap

    @property
    def turn(self) -> int:
        taken = len(self.first + self.second)
        return OVER if taken == len(self.heap.letters) else taken % 2

    def moves(self) -> Collection[str]:
        return tuple(letter for letter in self.heap.letters if letter not in self.taken)

    @property
    def taken(self) -> str:
        return self.first + self.second

    def refusal(self, move: str) -> Phrase | None:
        is_there = move in self.moves() and self.turn != OVER
        return None if is_there else phrase("heap.gone", "that is not there").about(move)

    def parse_move(self, text: str) -> str:
        if len(text) != 1 or text not in self.heap.letters:
            raise NotationError(f"{text[:20]!a} is no letter of the heap")
        return text

    def followed_by(self, move: str) -> Taken:
        hands = [self.first, self.second]
        hands[self.turn] = "".join(sorted(hands[self.turn] + move))
        return replace(self, first=hands[0], second=hands[1])

    def returns(self) -> tuple[float, ...]:
        worth = [sum(map(self.heap.letters.index, hand)) for hand in (self.first, self.second)]
        return (float(worth[0] - worth[1]), float(worth[1] - worth[0]))

    def __str__(self) -> str:
        return f"{self.first}|{self.second}"

    def view(self, seat: int) -> str:
        return str(self)

    def observe(self, seat: int) -> NDArray[np.float32]:
        hands = (self.first, self.second)
        seen = [letter in hand for hand in hands for letter in self.heap.letters]
        return np.array(seen, np.float32)

    def resample(self, seat: int, seed: int, stream: int) -> Taken:
        return self


class OrderedHeap(Heap):
    """A heap whose entry for OpenSpiel declares turns, as if views told the order of what was taken."""

    name = "ordered_heap"


HEAP = Entry("heap", "A heap", outcomes=lambda _: 0, turns=lambda _: None)
ORDERED_HEAP = Entry("ordered_heap", "A heap", outcomes=lambda _: 0, turns=lambda _: 3)
CASES.append(
    Case(
        OrderedHeap(),
        "openspiel",
        "its view forgets what it saw or did at its turns, so turns is to give None in the entry",
        frozenset(),
        entry={"openspiel": f"{__name__}:ORDERED_HEAP"},
    )
)
