"""The cases of an input cut into pieces, each worked on by a thread with a table of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, Generic, TypeAlias, TypeVar

from suitwise.errors import NotationError
from suitwise.foundation.arrays.parallel import in_order
from suitwise.foundation.arrays.rows import cores
from suitwise.stacks.judge.cases import Cases
from suitwise.stacks.rules.table import Table, zeros

T = TypeVar("T")
R = TypeVar("R")

Shelf: TypeAlias = tuple[Any, Any, Any, Any, Any]
"""What ``repeated_cards.deal_case`` deals from."""
Task: TypeAlias = Callable[[range], tuple[R, NotationError | None]]
"""Work on the cases of a piece."""


class PerThread(threading.local, Generic[T]):
    """Something that every thread has for itself, made when a thread first asks.

    Args:
        make: makes it.

    >>> notes = PerThread(list)
    >>> notes.own.append(1)
    >>> notes.own
    [1]
    """

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make  # a threading.local is initialised again in every thread

    @cached_property
    def own(self) -> T:
        """This thread's."""
        return self._make()


def table_and_shelf(cases: Cases) -> tuple[Table, Shelf]:
    """Return a table and a shelf for one thread; nothing in them needs clearing between cases."""
    cards = cases.cards
    dealt = zeros(cases.premade, cards.compiled)
    shelf = (cards.begin, cases.shared, dealt, cases.chosen, cases.first)
    return cards.table(cases.most_stacks), shelf


def in_pieces(cases: Cases, piece_cards: int, threads: int, task: Task[R]) -> Iterator[R]:
    """Work on all cases, piece by piece.

    Args:
        cases: the cases.
        piece_cards: about how many cards the cases of a piece have.
        threads: how many threads, if compiled rules work; 0 for all cores.
        task: given the cases of a piece, counted from 0, returns what it makes of them up to a
            fault, and the fault.

    Yields:
        What is made of the pieces, in order.

    Raises:
        NotationError: the first fault, after the results of the cases before it.
    """
    workers = cores(threads) if cases.compiled else 1
    for made, fault in in_order(task, _pieces(cases, piece_cards), workers):
        yield made
        if fault is not None:
            raise fault
    if cases.fault is not None:
        raise cases.fault


def _pieces(cases: Cases, piece_cards: int) -> Iterator[range]:
    start = 0
    for case in range(cases.count):
        if cases.sizes[case + 1] - cases.sizes[start] >= piece_cards or case + 1 == cases.count:
            yield range(start, case + 1)
            start = case + 1
