"""What machine code takes: the types of a call, its packing, and what is refused in a sentence."""

from __future__ import annotations

import gc
import pickle
import sys
from array import array
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import machine, rule
from suitwise.foundation.machine.signatures import Array, Kind, kinds_of, signature_of


@rule
def weighed(items: Any) -> int:
    """Sum the items, each times its number."""
    total = 0
    for i in range(len(items)):
        total += (i + 1) * items[i]
    return total


@rule
def weighed_table(items: Any) -> int:
    """Sum the items of a table, each times its number."""
    total = 0
    for i in range(items.shape[0]):
        for j in range(items.shape[1]):
            total += (items.shape[1] * i + j + 1) * items[i, j]
    return total


@rule
def sum_and_ratio(parts: Any, scale: float, is_halved: bool) -> tuple[int, float]:
    """Take a nested tuple, a real number and a bool; return two results."""
    (first, second), numbers = parts
    total = first + second + len(numbers)
    return total, scale / 2 if is_halved else scale


@rule
def is_even(x: int) -> bool:
    """Return a bool."""
    return x % 2 == 0


@rule
def fill(numbers: Any, start: int, step: int) -> None:
    """Return nothing."""
    for i in range(len(numbers)):
        numbers[i] = start + i * step


@rule
def twice(x: float) -> float:
    """Return a number of the type that is given."""
    return x + x


@rule
def first(items: Any) -> int:
    """Return an item as it is."""
    return items[0]  # type: ignore[no-any-return]


@rule
def perhaps(x: int) -> int | None:
    """Return nothing in some cases."""
    if x:
        return x
    return None


@rule
def fails(x: int) -> int:
    """Raise an error in machine code, too."""
    if x < 0:
        raise ValueError
    return x


# --- Signatures -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *((3, "i64"), (True, "i64"), (2.5, "f64"), (np.float64(2.5), "f64")),
        *((b"HA", "u8[1]r"), (bytearray(b"HA"), "u8[1]"), (memoryview(b"HA"), "u8[1]r")),
        *((array("q", [1]), "i64[1]"), (array("d", [1]), "f64[1]")),
        *((np.zeros(3, np.int8), "i8[1]"), (np.zeros((3, 2), np.float32), "f32[2]")),
        *((np.zeros(0, np.uint16), "u16[1]"), (np.zeros(3, np.bool_), "b1[1]")),
        *((np.zeros((4, 6), np.int64)[:, ::2], "i64[2]s"), (np.arange(5)[::-1], "i64[1]s")),
        *((np.zeros((2, 3), np.int64).T, "i64[2]s"), ((), "()")),
        ((1, (np.zeros(2, np.int32), 0.5)), "(i64,(i32[1],f64))"),
    ],
)
def test_a_call_is_written_as_the_types_of_its_arguments(value: Any, text: str) -> None:
    assert signature_of([value]) == text
    assert signature_of([value, value]) == f"{text},{text}"


def test_an_array_that_may_not_be_written_is_another_type() -> None:
    numbers = np.arange(3)
    numbers.flags.writeable = False
    assert signature_of([numbers]) == "i64[1]r"
    assert signature_of([numbers[::2]]) == "i64[1]rs"


numbers = st.sampled_from(["i64", "f64"])
arrays = st.builds(
    lambda element, axes, marks: f"{element}[{axes}]{marks}",
    st.sampled_from(["i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f32", "f64", "b1"]),
    st.integers(1, 4),
    st.sampled_from(["", "r", "s", "rs"]),
)
signatures = st.recursive(
    numbers | arrays, lambda parts: st.lists(parts, max_size=4).map(lambda p: f"({','.join(p)})")
)


def written(kind: Kind) -> str:
    """Write a type as the text that it was read from."""
    if isinstance(kind, Array):
        return f"{kind.element}[{kind.axes}]{kind.marks}"
    return kind if isinstance(kind, str) else f"({','.join(map(written, kind))})"


@given(st.lists(signatures, max_size=4))
def test_a_signature_that_is_read_and_written_stays_the_same(parts: list[str]) -> None:
    assert ",".join(map(written, kinds_of(",".join(parts)))) == ",".join(parts)


@pytest.mark.parametrize(
    "value",
    [
        *(None, "HA", [1, 2], {1}, object(), 1 << 63, -(1 << 63) - 1, 2j),
        *(np.array(["a"]), np.zeros(2, ">i8"), np.zeros(2, complex), np.zeros((), np.int64)),
        np.frombuffer(bytes(17), np.int64, 2, 1),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_machine_code_does_not_take_is_refused_in_a_sentence(value: Any) -> None:
    with pytest.raises(
        SuitwiseError, match=r"^machine code takes|does not fit into a signed|takes aligned arrays"
    ):
        machine(weighed)(value)


# --- Calls ----------------------------------------------------------------------------------------

INTEGERS = ("?", "b", "B", "h", "H", "i", "I", "q", "Q")


@pytest.mark.parametrize("letter", INTEGERS)
@pytest.mark.parametrize(
    "view",
    [
        lambda items: items,
        lambda items: items[1:],
        lambda items: items[::2],
        lambda items: items[::-1],
        lambda items: items[:0],
        lambda items: items.astype(items.dtype, copy=True),
    ],
)
def test_arrays_of_any_integers_and_order_are_read_as_plain_python_reads_them(
    letter: str, view: Callable[[Any], Any]
) -> None:
    items = view(np.array([3, 1, 4, 1, 5, 9, 2, 6], letter))
    assert machine(weighed)(items) == weighed(items.tolist())
    items.flags.writeable = False
    assert machine(weighed)(items) == weighed(items.tolist())


@pytest.mark.parametrize("order", ["C", "F"])
def test_tables_in_any_order_are_read_alike(order: Any) -> None:
    table = np.array(np.arange(12).reshape(3, 4) ** 2, order=order)
    for view in (table, table[::-1], table[:, 1:3], table.T):
        assert machine(weighed_table)(view) == weighed_table(view)


def test_buffers_without_numpy_are_read_and_written() -> None:
    assert machine(weighed)(b"\x03\x01\x04") == weighed([3, 1, 4])
    assert machine(weighed)(memoryview(b"\x03\x01\x04")[1:]) == weighed([1, 4])
    for buffer in (array("q", bytes(24)), memoryview(bytearray(24)).cast("q"), bytearray(3)):
        machine(fill)(buffer, 5, 2)
        assert list(buffer) == [5, 7, 9]


def test_tuples_reals_and_bools_come_and_go() -> None:
    for is_halved in (True, False):
        parts = (3, 4), np.zeros(5, np.int8)
        call = parts, 1.5, is_halved
        assert machine(sum_and_ratio)(*call) == sum_and_ratio(*call)
    assert machine(is_even)(4) is True
    assert machine(is_even)(5) is False
    assert machine(fill)(np.zeros(2, np.int64), 1, 1) is None


def test_numbers_of_numpy_are_taken_as_plain_ones() -> None:
    for four in (np.int8(4), np.uint64(4), np.bool_(True), True, 4):
        assert machine(is_even)(four) is (int(four) % 2 == 0)
    call = (np.int16(3), 4), np.zeros(2, np.int8)
    assert machine(sum_and_ratio)(call, np.float32(1.5), np.bool_(True)) == (9, 0.75)


def test_a_whole_number_stays_one_whatever_was_called_before() -> None:
    found = [machine(twice)(x) for x in (2.5, 3, 2**53 + 1, 0.5)]
    assert found == [5.0, 6, 2**54 + 2, 1.0]
    assert [type(x) for x in found] == [float, int, int, float]
    with pytest.raises(SuitwiseError, match="does not fit"):
        machine(twice)(2**64)


def test_numbers_without_a_sign_stay_so() -> None:
    great = np.array([2**64 - 1, 1], np.uint64)
    assert machine(first)(great) == 2**64 - 1


def test_a_rule_that_returns_nothing_in_some_cases_is_refused() -> None:
    with pytest.raises(SuitwiseError, match="returns numbers or tuples of numbers, not Optional"):
        machine(perhaps)(0)


def test_what_numba_can_t_compile_is_told_in_a_sentence() -> None:
    numbers = np.arange(3)
    numbers.flags.writeable = False
    with pytest.raises(SuitwiseError, match="fill can't be compiled for i64\\[1\\]r,i64,i64: "):
        machine(fill)(numbers, 1, 2)


def test_a_variable_of_the_function_around_a_rule_is_refused() -> None:
    def adder(n: int) -> Callable[[int], int]:
        @rule
        def add(x: int) -> int:
            return x + n

        return add

    with pytest.raises(SuitwiseError, match="add uses n of the function around it"):
        machine(adder(1))(10)


def test_an_array_that_is_not_aligned_is_refused() -> None:
    odd = memoryview(bytearray(17))[1:].cast("q")
    with pytest.raises(SuitwiseError, match="takes aligned arrays and plain numbers"):
        machine(weighed)(odd)


def test_a_rule_is_pickled_with_its_machine_code_left_out() -> None:
    face = machine(is_even)
    assert face(4) is True
    assert pickle.loads(pickle.dumps(face))(5) is False


def test_other_types_in_the_next_call_take_another_form() -> None:
    face = machine(weighed)
    for items in (np.arange(4), b"\x01\x02", np.arange(4, dtype=np.int8), np.arange(4)[::2]) * 2:
        assert face(items) == weighed(list(items))


@pytest.mark.parametrize("arguments", [(), (b"", 1)])
def test_another_number_of_arguments_is_refused(arguments: tuple[Any, ...]) -> None:
    face: Any = machine(weighed)
    with pytest.raises(TypeError, match="weighed takes 1 arguments, not"):
        face(*arguments)


def test_an_error_in_machine_code_is_told() -> None:
    assert machine(fails)(3) == 3
    with pytest.raises(SuitwiseError, match="fails raised an error, which plain Python tells"):
        machine(fails)(-1)


def test_threads_share_an_entry_point() -> None:
    face = machine(weighed)
    tables = [np.arange(n, n + 200) for n in range(50)]
    expected = [weighed(table.tolist()) for table in tables]
    with ThreadPoolExecutor(4) as pool:
        for _ in range(20):
            assert list(pool.map(face, tables)) == expected


def test_calls_keep_no_reference_to_what_they_took() -> None:
    table, numbers = np.arange(5), (np.arange(3), np.zeros(4, np.int8))
    face: Any = machine(sum_and_ratio)
    call = ((3, 4), numbers[1]), 1.5, True

    def references() -> list[int]:
        return [sys.getrefcount(one) for one in (table, *numbers, numbers, *call)]

    machine(weighed)(table)
    face(*call)
    before = references()
    for _ in range(100):
        machine(weighed)(table)
        face(*call)
        with pytest.raises(SuitwiseError):  # the first array is taken, and then given back
            face(((3, 4), table), "a scale", True)
    assert references() == before
    buffer = bytearray(3)
    machine(weighed)(buffer)
    buffer += b"x"  # nobody holds it


def test_results_are_new_objects_that_go_away() -> None:
    def growth() -> int:
        gc.collect()
        before = sys.getallocatedblocks()
        for n in range(1000):
            assert machine(weighed)((n + 1000).to_bytes(4, "little")) > 0
            machine(sum_and_ratio)(((n + 1000, n), b""), 0.1 + n, False)
            machine(fill)(bytearray(2), 1, 1)
        gc.collect()
        return sys.getallocatedblocks() - before

    gc.collect()
    gc.freeze()  # the collector need not look through all that other tests have left
    assert min(growth() for _ in range(5)) < 500  # other threads may take some, too
