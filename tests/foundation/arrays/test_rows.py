"""Work on arrays of rows: what is taken, what is refused."""

from __future__ import annotations

from importlib import import_module
from random import Random
from threading import Barrier, Thread
from time import sleep
from typing import Any

import numpy as np
import pytest

from suitwise.arguments import whole_input
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays import rows
from suitwise.foundation.arrays import words as bits
from suitwise.foundation.arrays.compiled import machine, rule
from suitwise.foundation.arrays.networks import Network
from suitwise.foundation.arrays.words import bit_numbered

untyped_sides: Any = rows.rule_based_sides


@rule
def bit_sums(some: Any, none: Any, table: Any) -> None:
    """Write the sum and the number of all numbers into the second row of a table."""
    table[1, 0] = table[1, 2] = 0
    for numbers in (some, none):
        for at in range(len(numbers)):
            table[1, 0] += numbers[at]
            table[1, 2] += 1


def test_ranges_are_all_the_rows() -> None:
    for count in (0, 1, rows.ROWS_PER_PIECE, 2 * rows.ROWS_PER_PIECE + 1):
        assert [row for piece in rows.row_ranges(count) for row in piece] == list(range(count))


@pytest.mark.parametrize("threads", [1, 2, 40])
def test_each_piece_is_worked_on_once_by_no_more_threads_than_there_are_pieces(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Thread] = []

    def start(**task: Any) -> Thread:
        started.append(Thread(**task))
        return started[-1]

    monkeypatch.setattr(rows, "Thread", start)
    done: list[int] = []
    rows.on_threads(done.append, range(7), threads)
    assert sorted(done) == list(range(7))
    assert len(started) == min(threads, 7) - 1
    assert not any(thread.is_alive() for thread in started)
    rows.on_threads(done.append, [], threads)
    assert len(done) == 7


def test_all_threads_work_at_the_same_time() -> None:
    """Each of three pieces waits for the two others."""
    meeting = Barrier(3, timeout=30)
    rows.on_threads(lambda _: meeting.wait(), range(3), threads=3)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("failure", [ValueError, KeyboardInterrupt])
def test_what_a_piece_raises_is_raised_and_ends_the_work(
    threads: int, failure: type[BaseException]
) -> None:
    done: list[int] = []

    def work(piece: int) -> None:
        if piece == 3:
            raise failure(piece)
        done.append(piece)
        if piece > 3:
            sleep(0.01)  # the failing thread goes first

    with pytest.raises(failure, match="3"):
        rows.on_threads(work, range(1000), threads)
    assert {0, 1, 2} <= set(done)
    assert len(done) < 900


def test_rules_read_and_write_numbers_that_are_no_arrays_of_numpy() -> None:
    table, none = rows.zeros(2, 3), rows.integers([])
    for last in (bit_sums, machine(bit_sums)):
        last(rows.integers([1, 2, 4]), none, table)
        assert table.tolist() == [[0, 0, 0], [7, 0, 3]]
    assert rows.as_integers(table).tolist() == table.tolist()
    assert rows.as_integers(table).dtype == np.int64
    rows.as_integers(table)[0, 1] = 5
    assert table[0, 1] == 5


def test_whole_numbers_of_any_kind_are_taken() -> None:
    assert whole_input(np.int64(3), "it is", most=3) == 3
    assert rows.checked_values((n for n in range(3)), 5, "it is").tolist() == [0, 1, 2]
    assert rows.checked_values(4, 5, "it is").tolist() == [4]
    assert rows.cores(3) == 3
    assert rows.cores(0) >= 1
    assert rows.as_array([[1, 2]]).shape == (1, 2)
    assert [rows.is_gpu(device) for device in ("cpu", "cuda")] == [False, True]
    assert [rows.rule_based_sides((one, "rules")) for one in ("random", "rules")] == [2, 3]


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: whole_input(4, "it is", most=3), "it is a number from 0 to 3, not 4"),
        (lambda: whole_input(-1, "it is", most=3), "it is a number from 0 to 3, not -1"),
        (lambda: whole_input("x" * 90, "it is", most=3), "it is a whole number, not 'xxx"),
        (lambda: whole_input(True, "it is", most=3), "it is a whole number, not True"),
        (lambda: whole_input(np.True_, "it is", most=3), "it is a whole number, not "),
        (lambda: rows.checked_values([], 3, "it is"), "there is one at least"),
        (lambda: rows.checked_values("12", 3, "it is"), "a whole number"),
        (lambda: rows.cores(1025), "threads are a number from 0 to 1024"),
        (lambda: rows.as_first(1 << 30), "the number of the first row is a number"),
        (lambda: rows.as_array([[1], [1, 2]]), "rows of the same length"),
        (lambda: rows.is_gpu("CUDA"), "the device is 'cpu' or 'cuda', not 'CUDA'"),
        (lambda: untyped_sides(("random",)), "each of two sides plays by one of random, rules"),
        (lambda: untyped_sides(("random", 3)), "each of two sides"),
    ],
)
def test_what_is_out_of_range_is_refused(call: Any, reason: str) -> None:
    with pytest.raises(SuitwiseError, match=reason):
        call()


# --- Rules over the bits of a word ----------------------------------------------------------------


def test_the_bit_of_a_number_is_found() -> None:
    random = Random(1)
    for _ in range(300):
        places = sorted(random.sample(range(63), random.randint(1, 25)))
        word = sum(1 << place for place in places)
        assert [bit_numbered(word, number) for number in range(len(places))] == places
        assert machine(bit_numbered)(word, len(places) - 1) == places[-1]


@pytest.mark.parametrize("room", ["rummy.gin.arrays", "stacks.arrays", "tractor.arrays.packed"])
def test_the_games_number_bits_by_one_rule(room: str) -> None:
    assert import_module(f"suitwise.{room}").bit_numbered is bits.bit_numbered


# --- Networks of trained players ------------------------------------------------------------------


NET = Network(
    first=np.array([[1.0, -2.0], [0.0, 3.0], [-4.0, 1.0]]),
    bias=np.array([1.0, 0.0]),
    second=np.array([[2.0], [-1.0]]),
    second_bias=np.array([1.0]),
    last=np.array([5.0]),
)


def test_it_sums_up_inputs_and_cuts_what_is_below_nothing_in_both_layers() -> None:
    # Option 0: values 2 and 0 (from -2), so 5 * (2 * 2 + 1); option 1: 2 and 1; option 2: both cut.
    assert NET.worth([0], [[], [1], [2, 2]]).tolist() == [25.0, 20.0, 5.0]


def test_an_input_that_is_there_twice_counts_twice() -> None:
    assert NET.worth([], [[0, 0]]).tolist() == NET.worth([0], [[0]]).tolist() == [35.0]


def test_the_first_of_equals_is_the_best() -> None:
    assert NET.best([0], [[1], [], []]) == 1
