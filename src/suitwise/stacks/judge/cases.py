"""Read and write inputs in the judge format, and deal their cases.

``read_cases`` returns the premade stacks, the cases, and the fault after them if there is one.
``judge_input`` writes layouts whose stacks have equal heights. The format is described in ``reader``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from suitwise.arguments import each_of, readable
from suitwise.errors import IllegalPosition, NotationError
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.foundation.text.lines import Readable
from suitwise.stacks.judge import reader
from suitwise.stacks.judge.reader import Fault
from suitwise.stacks.rules import table as tables
from suitwise.stacks.rules.layout import Card, Layout, Stack, first_repeated
from suitwise.stacks.rules.table import NOTHING, Cards, deal

# --- Inputs: reading and writing ------------------------------------------------------------------

_MOST_BYTES = 1 << 27
"""The longest input, since an input is held in memory; one case of ten million cards fits."""
_CHUNK_BYTES = 1 << 20
_WRITTEN = b"0123456789 \t\r\n\f\v"
"""The bytes that occur in an input outside of comments."""


@dataclass(frozen=True, slots=True)
class Cases:
    """An input that has been read.

    Args:
        cards: the cards of the premade stacks.
        premade: the number of premade stacks.
        shared: for each premade stack 1 if one of its cards also appears elsewhere (``find_shared``).
        count: the number of cases read.
        promised: the number of cases that the input promises.
        chosen: the indexes of all cases.
        first: the start of each case in ``chosen``, and the end of the last.
        places: the place in the text where each case starts.
        sizes: the number of cards in all cases before each, and then in all.
        text: the input.
        fault: the fault after the cases read; None if there is none.

    >>> from io import BytesIO
    >>> text = judge_input([Layout.parse("7b 7a | 3b 6b"), Layout.parse("1a 2a")])
    >>> cases = read_cases(BytesIO(text.encode()))
    >>> cases.count, cases.stacks(0), str(cases.layout(0))
    (2, 2, '7b 7a | 3b 6b')
    """

    cards: Cards
    premade: int
    shared: Any
    count: int
    promised: int
    chosen: Any
    first: Any
    places: Any
    sizes: Any
    text: bytes
    fault: NotationError | None

    @property
    def compiled(self) -> bool:
        """True if its arrays are for compiled rules."""
        return self.cards.compiled

    @property
    def most_stacks(self) -> int:
        """An upper bound for the stacks of a case that names no premade stack twice."""
        return min(_largest_step(self.first, self.count), self.premade)

    @property
    def most_cards(self) -> int:
        """An upper bound for the cards of a case in which no card appears twice."""
        return min(_largest_step(self.sizes, self.count), self.cards.different)

    def stacks(self, case: int) -> int:
        """Return the number of stacks in a case; cases count from 0.

        Raises:
            IndexError: there is no such case.
        """
        return len(self._indexes(case))

    def layout(self, case: int) -> Layout:
        """Return a case as a layout; cases count from 0.

        Raises:
            IndexError: there is no such case.
            NotationError: a card appears twice.
        """
        stacks = []
        for index in self._indexes(case):
            cards = slice(self.cards.begin[index], self.cards.begin[index + 1])
            columns = self.cards.values[cards], self.cards.suits[cards]
            if self.compiled:
                columns = columns[0].tolist(), columns[1].tolist()
            stacks.append(tuple(zip(*columns, strict=True)))
        if len(set(chain.from_iterable(stacks))) < sum(map(len, stacks)):
            card, _, stack = first_repeated(stacks)
            raise self.twice(case, stack, card)
        return Layout.unchecked(tuple(stacks))

    def _indexes(self, case: int) -> Any:
        """Return the premade stacks of a case."""
        if not 0 <= case < self.count:
            raise IndexError(f"there is no case {case}: {self.count} are read, counted from 0")
        return self.chosen[int(self.first[case]) : int(self.first[case + 1])]

    def card_at(self, place: int) -> Card:
        """Return the card at a place of the premade stacks."""
        return self.cards.card_at(place)

    def twice(self, case: int, stack: int, card: Card) -> NotationError:
        """Return the error for a stack with the second copy of a card; cases count from 0."""
        index = int(self.chosen[int(self.first[case]) + stack])
        return reader.card_twice(self.text, int(self.places[case]), case + 1, stack, index, card)

    def in_quicker_form(self) -> Cases:
        """Return the same cases in the form for compiled rules if these are faster, else unchanged."""
        return self.as_compiled() if tables.is_compiled_quicker(self.sizes[self.count]) else self

    def as_compiled(self) -> Cases:
        """Return the same cases for compiled rules."""
        if self.compiled:
            return self
        columns = {
            name: tables.numbers(getattr(self, name), True)
            for name in ("shared", "chosen", "first")
        }
        return replace(self, cards=self.cards.as_compiled(), **columns)


def _largest_step(starts: Any, count: int) -> int:
    """Return the largest of the first `count` differences of neighbours."""
    if isinstance(starts, list):
        return max((starts[k + 1] - starts[k] for k in range(count)), default=0)
    steps = starts[1 : count + 1] - starts[:count]
    return int(steps.max()) if count else 0


def read_cases(file: Readable, *, compiled: bool | None = None) -> Cases:
    """Read a whole input.

    Args:
        file: the input, in binary.
        compiled: whether compiled rules read it; None to choose by size.

    Raises:
        NotationError: the premade stacks or T are faulty. A fault in the cases is stored in the result,
            and the cases before it can still be judged.

    >>> from io import BytesIO
    >>> cases = read_cases(BytesIO(b"2 \\n 2 7 2 7 1 \\n 2 3 2 6 2 \\n 1 \\n 2 2 \\n 0 1 \\n"))
    >>> print(cases.layout(0))
    7b 7a | 3b 6b
    """
    readable(file, "file")
    text = _read_all(file)
    if compiled is None:
        compiled = tables.is_compiled_quicker(len(text) // reader.LEAST_CARD_BYTES)
    return _parse(text, compiled)


def _read_all(file: Readable) -> bytes:
    """Read up to the end, or beyond the first certain fault; make the text end in a line feed."""
    parts: list[bytes] = []
    size = 0
    is_comment = False
    while part := file.read(_CHUNK_BYTES):
        parts.append(part)
        size += len(part)
        if size > _MOST_BYTES:
            raise NotationError(f"the input is longer than {_MOST_BYTES:,} bytes")
        if _is_faulty(part, is_comment):
            parts.append(file.read(_CHUNK_BYTES))  # the rest of its word
            break
        *whole, last = part.rsplit(b"\n", 1)
        is_comment = b"#" in last or (is_comment and not whole)
    if not parts or not parts[-1].endswith(b"\n"):
        parts.append(b"\n")
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _is_faulty(part: bytes, is_comment: bool) -> bool:
    """Return whether a part of the input certainly holds a word that is not a number.

    Args:
        part: the part; where it contains a ``#`` the answer is False.
        is_comment: whether it starts inside a comment.

    >>> _is_faulty(b"1 2\\n-3", False), _is_faulty(b"of two\\n3", True), _is_faulty(b"# two", False)
    (True, False, False)
    """
    if is_comment:
        part = part.partition(b"\n")[2]
    return b"#" not in part and bool(part.translate(None, _WRITTEN))


def _parse(text: bytes, compiled: bool) -> Cases:
    """Parse the premade stacks and the cases of an input."""
    data: Any = np.frombuffer(text, np.uint8) if compiled else text

    def room(least: int, wide: bool = False) -> Any:
        """Return an array with room for every item of `least` bytes in the text, and two more."""
        count = len(text) // least + 2
        if not compiled:
            return [0] * count
        return np.empty(count, np.int64 if wide else np.int32)  # pages never used cost nothing

    def count_at(at: int, expected: int) -> tuple[int, int]:
        fault, at, count = tables.machine_if(reader.read_count, compiled)(data, at)
        if fault:
            raise Fault(text, fault, at, expected).error()
        return count, at

    premade, at = count_at(0, reader.PREMADE_COUNT)
    begin = room(reader.LEAST_RECORD_BYTES)
    values, suits = (room(reader.LEAST_CARD_BYTES) for _ in range(2))
    read_stacks = tables.machine_if(reader.read_premade, compiled)
    done, fault, at, expected = read_stacks(data, at, premade, begin, values, suits)
    if fault:
        raise Fault(text, fault, at, expected, done, premade).error()
    size = int(begin[premade])
    cards = Cards(begin, values[:size], suits[:size], compiled)
    promised, at = count_at(at, reader.CASE_COUNT)
    chosen = room(reader.LEAST_INDEX_BYTES)
    first, places = (room(reader.LEAST_RECORD_BYTES) for _ in range(2))
    found = chosen, first, places, room(reader.LEAST_RECORD_BYTES, wide=True)
    read_all = tables.machine_if(reader.parse_cases, compiled)
    done, fault, at, expected = read_all(data, at, promised, premade, begin, found)
    error = None
    if fault:
        start = int(places[done]) if expected == reader.INDEX else 0
        case = done, promised, start, premade, begin
        error = Fault(text, fault, at, expected, *case).error()
    shared, copies = (tables.zeros(size, compiled) for size in (premade, cards.different))
    tables.machine_if(find_shared, compiled)(begin, premade, cards.card, copies, shared)
    return Cases(cards, premade, shared, done, promised, *found, text, error)


def judge_input(layouts: Iterable[Layout]) -> str:
    """Return layouts as an input in the judge format; equal stacks are written once.

    Args:
        layouts: layouts whose stacks all have the same height, at least 1.

    Raises:
        IllegalPosition: a layout has no stacks, empty stacks, or stacks of different heights.

    >>> print(judge_input([Layout.parse("7b 7a | 6b 4a")]), end="")
    2
    2 7 2 7 1
    2 6 2 4 1
    1
    2 2
    0 1
    """
    premade: dict[Stack, int] = {}
    cases: list[str] = []
    for number, layout in enumerate(each_of(layouts, Layout, "a layout"), 1):
        heights = {len(stack) for stack in layout.stacks}
        if len(heights) != 1 or 0 in heights:
            reason = "the judge reads stacks of one height, 1 or more"
            raise IllegalPosition(f"layout {number}: {reason}")
        indexes = [premade.setdefault(stack, len(premade)) for stack in layout.stacks]
        cases += [f"{len(layout)} {heights.pop()}", " ".join(map(str, indexes))]
    stacks = [" ".join(map(str, (len(stack), *chain(*stack)))) for stack in premade]
    return "\n".join([str(len(premade)), *stacks, str(len(cases) // 2), *cases]) + "\n"


# --- Dealing a case and finding repeated cards ----------------------------------------------------
#
# No card may appear twice in a case. Most premade stacks share no card with another; a case need only
# name each of those at most once. The cards of the others are checked one by one.


@rule
def find_shared(begin: Any, premade: int, card: Any, copies: Any, shared: Any) -> None:
    """Find the premade stacks with a card that also appears elsewhere, even in the same stack.

    Args:
        begin: premade stack p has the places ``begin[p] <= c < begin[p + 1]``.
        premade: the number of premade stacks.
        card: the number of the card at each place.
        copies: array (distinct cards,) of zeros, filled with the number of copies of each.
        shared: array (premade,) of zeros, filled with 1 for each such stack.

    >>> shared = [0, 0, 0]
    >>> find_shared([0, 2, 4, 5], 3, [0, 1, 2, 1, 3], [0] * 4, shared)
    >>> shared
    [1, 1, 0]
    """
    for place in range(begin[premade]):
        copies[card[place]] += 1
    for p in range(premade):
        for place in range(begin[p], begin[p + 1]):
            if copies[card[place]] > 1:
                shared[p] = 1


@rule
def find_twice(card: Any, seen: Any, shelf: Any, case: int) -> tuple[int, int]:
    """Look for a card that appears twice in a case.

    Args:
        card: the number of the card at each place.
        seen: array (distinct cards,), overwritten; it must not have been used for this case before.
        shelf: see ``deal_case``.
        case: the case, counted from 0.

    Returns:
        The stack with the second copy of a card, and the card's place; NOTHING for both if there is no
        such card.
    """
    begin, shared, dealt, chosen, first = shelf
    mark = case + 1
    for i in range(first[case + 1] - first[case]):
        premade = chosen[first[case] + i]
        if dealt[premade] == mark:
            return i, begin[premade]
        dealt[premade] = mark
        if shared[premade]:
            for place in range(begin[premade], begin[premade + 1]):
                if seen[card[place]] == mark:
                    return i, place
                seen[card[place]] = mark
    return NOTHING, NOTHING


@rule
def deal_case(table: Any, shelf: Any, case: int) -> tuple[int, int, int]:
    """Deal a case unless a card appears twice in it.

    Args:
        table: the table.
        shelf: five arrays: the first place of each premade stack; 1 for those that share a card
            (``find_shared``); an array of the same length, overwritten; the indexes of all cases; the
            start of each case in them, and the end of the last.
        case: the case, counted from 0; its mark on the table is its number + 1.

    Returns:
        The number of its stacks, and the result of ``find_twice``.
    """
    begin, _, _, chosen, first = shelf
    count = first[case + 1] - first[case]
    stack, place = find_twice(table[0], table[5], shelf, case)
    if stack == NOTHING:
        deal(table, begin, chosen, first[case], count)
    return count, stack, place
