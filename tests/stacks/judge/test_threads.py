"""An input is worked on in pieces: every case once, in order, each thread on a table of its own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from threading import Barrier

import pytest

from suitwise.errors import NotationError
from suitwise.stacks import read_cases
from suitwise.stacks.judge.judge import PerThread, in_pieces

FIVE = b"2\n1 1 1\n2 1 2 2 2\n5\n1 1\n0\n1 2\n1\n1 1\n0\n1 1\n0\n1 2\n1\n"


def test_a_thread_gets_what_it_got_before_and_no_other_thread_does() -> None:
    tables = PerThread[list[int]](list)
    both = Barrier(2)

    def twice() -> tuple[list[int], list[int]]:
        both.wait(timeout=10)
        return tables.own, tables.own

    with ThreadPoolExecutor(2) as pool:
        (one, again), (other, _) = (task.result() for task in [pool.submit(twice) for _ in "ab"])
    assert one is again
    assert one is not other


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(
    ("piece_cards", "sizes"), [(1, [1, 1, 1, 1, 1]), (3, [2, 3]), (4, [3, 2]), (99, [5])]
)
def test_every_case_is_in_one_piece(piece_cards: int, sizes: list[int], compiled: bool) -> None:
    cases = read_cases(BytesIO(FIVE), compiled=compiled)
    for threads in (1, 3):
        pieces = list(in_pieces(cases, piece_cards, threads, lambda piece: (piece, None)))
        assert list(map(len, pieces)) == sizes
        assert [case for piece in pieces for case in piece] == list(range(5))


@pytest.mark.parametrize(
    ("faults", "last", "told"),
    [({2: NotationError("a card twice")}, 2, "a card twice"), ({}, 4, "the input goes on")],
)
def test_a_fault_comes_after_what_was_made_before_it(
    faults: dict[int, NotationError], last: int, told: str
) -> None:
    cases = read_cases(BytesIO(FIVE + b"what else"))
    made = in_pieces(cases, 1, 1, lambda piece: (piece.start, faults.get(piece.start)))
    assert [next(made) for _ in range(last + 1)] == list(range(last + 1))
    with pytest.raises(NotationError, match=told):
        next(made)
