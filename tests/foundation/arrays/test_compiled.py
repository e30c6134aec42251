"""One text of a rule, three ways to run it; what is loaded when; what opens without a compiler."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import (
    add_at,
    count_bits,
    highest_bit,
    lowest_bit,
    machine,
    over_rows,
    rule,
)
from suitwise.foundation.arrays.cuda import device
from suitwise.foundation.machine.rule_text import Text, is_table, table_of, translated
from suitwise.tractor.rules import blocks
from tests.fresh import fresh_python, in_cuda_simulator

WORTH = (0, 5, 10, -3)
"""A constant table of small numbers."""
WIDE = (70_000, 0, -70_000)
FLAGS = (True, False)
NOTHING: tuple[int, ...] = ()

# --- Rules to run ---------------------------------------------------------------------------------


@rule
def ways_down(stairs: int) -> int:
    """Count the ways down some stairs by ones and twos: a rule that calls itself."""
    if stairs < 2:
        return 1
    return ways_down(stairs - 1) + ways_down(stairs - 2)


@rule
def ways_down_a_house(floors: int, stairs: int) -> int:
    """Call the rule above as any other rule does."""
    ways = 1
    for _ in range(floors):
        ways *= ways_down(stairs)
    return ways


@rule
def apart(one: int, other: int) -> int:
    """Use what numba itself has written in Python."""
    return max(other % 5, min(one, other) // 2, abs(other - one) % 10)


@rule
def count_row(i: int, given: Any, answer: Any) -> None:
    """Count the rows by their value."""
    add_at(answer, given[i], 1)


@rule
def worth_of(card: int) -> int:
    """Look a number up in a table."""
    return WORTH[card & 3] + WIDE[card % 3]


@rule
def value(bits: int) -> int:
    """Mix everything that rules are made of: other rules, tables, bits, loops."""
    total = 1000 * count_bits(bits)
    left = bits
    while left:
        card = lowest_bit(left)
        left &= left - 1
        total += worth_of(card)
    if bits:
        total += highest_bit(bits) * 7
    return total


@rule
def value_row(i: int, given: Any, answer: Any) -> None:
    """Value one row."""
    answer[i, 0] = value(given[i, 0])
    answer[i, 1] = len(WORTH) + len(WIDE)


@rule
def value_rows(given: Any, answer: Any) -> None:
    """Value all rows."""
    for i in range(len(given)):
        value_row(i, given, answer)


def valued_plainly(rows: int = 300) -> tuple[Any, Any]:
    """Return rows of bits, corners first, and plain Python's values of them."""
    rng = Random(3)
    bits = [0, 1, 2**62, 2**63 - 1, *(1 << i for i in range(63))]
    bits += [rng.randrange(2 ** rng.randrange(1, 64)) for _ in range(300)]
    given = np.array(bits[:rows], np.int64).reshape(-1, 1)
    answer = np.array([(value(n), 7) for n in bits[:rows]], np.int64).reshape(-1, 2)
    return given, answer


# --- Plain Python ---------------------------------------------------------------------------------


def test_the_mark_leaves_the_function_as_it_is() -> None:
    def twice(x: int) -> int:
        return 2 * x

    assert rule(twice) is twice


@pytest.mark.parametrize("function", [count_bits, lowest_bit, highest_bit])
def test_bit_functions_say_what_the_binary_digits_show(function: Callable[[int], int]) -> None:
    slow: dict[Callable[[int], int], Callable[[str], int]] = {
        count_bits: lambda digits: digits.count("1"),
        lowest_bit: lambda digits: len(digits) - 1 - digits.rindex("1"),
        highest_bit: lambda digits: len(digits) - 1,
    }
    for bits in set(valued_plainly()[0][:, 0].tolist()) - {0}:
        assert function(bits) == slow[function](f"{bits:b}")


def test_nothing_holds_no_bits() -> None:
    assert count_bits(0) == 0


# --- The three faces agree ------------------------------------------------------------------------


def test_machine_code_says_what_plain_python_says() -> None:
    given, expected = valued_plainly()
    answer = np.zeros_like(expected)
    machine(value_rows)(given, answer)
    assert np.array_equal(answer, expected)


def test_a_face_is_made_once() -> None:
    assert machine(value_rows) is machine(value_rows)
    assert machine(value_rows) is not value_rows


def test_a_gpu_says_what_plain_python_says() -> None:
    # 128 rows fill a block of threads; a row more, a row less, none at all.
    in_cuda_simulator(
        dedent(
            """
            import numpy as np
            from suitwise.foundation.arrays.cuda import cuda_available, grid
            from tests.foundation.arrays.test_compiled import value_row, valued_plainly
            assert cuda_available()
            for rows in (0, 1, 127, 128, 129, 300):
                given, expected = valued_plainly(rows)
                answer = np.full((rows + 1, 2), -1, np.int64)
                grid(value_row)(given, answer[:rows])
                assert np.array_equal(answer[:rows], expected), rows
                assert (answer[rows] == -1).all(), rows
            """
        )
    )


def test_the_simulator_runs_the_rule_itself() -> None:
    code = (
        "from suitwise.foundation.arrays.cuda import device\n"
        "from tests.foundation.arrays.test_compiled import value\n"
    )
    in_cuda_simulator(code + "assert device(value) is value\n")
    assert callable(device)


def test_rows_outside_the_range_stay_as_they_are(tmp_path: Path) -> None:
    fresh_python(
        dedent(
            """
            import numpy as np
            from suitwise.foundation.arrays.compiled import over_rows
            from tests.foundation.arrays.test_compiled import value_row, valued_plainly
            given, expected = valued_plainly(20)
            answer = np.full_like(expected, -1)
            rows = over_rows(value_row)
            rows(given, answer, 5, 12)
            assert np.array_equal(answer[5:12], expected[5:12])
            assert (answer[:5] == -1).all() and (answer[12:] == -1).all()
            rows(given, answer, 3, 3)
            assert (answer[3] == -1).all()
            assert over_rows(value_row) is rows
            """
        ),
        SUITWISE_CACHE_DIR=tmp_path,
    )


# --- Tables ---------------------------------------------------------------------------------------


def test_a_table_becomes_a_read_only_array() -> None:
    table = table_of(WORTH)
    assert table.tolist() == list(WORTH)
    assert not table.flags.writeable
    assert table_of(WIDE).tolist() == list(WIDE)


@pytest.mark.parametrize(
    ("values", "bits"),
    [
        *(((-1, 0), 8), ((0, 1), 8), ((-128, 127), 8), ((0, 128), 16), ((-129, 0), 16)),
        *(((0, 32_767), 16), ((0, 32_768), 32), ((0, 2**31), 64)),
    ],
)
def test_a_table_takes_the_smallest_type_that_holds_it(values: tuple[int, ...], bits: int) -> None:
    assert table_of(values).dtype == np.dtype(f"int{bits}")


def test_only_integers_make_a_table() -> None:
    assert is_table(WORTH)
    for other in (FLAGS, NOTHING, (1, 2.5), ("S", "H"), [1, 2], ((1, 2), (3, 4))):
        assert not is_table(other)


def test_the_machine_copy_sees_arrays_where_the_rule_sees_tuples() -> None:
    copy = translated(worth_of, lambda inner: inner)  # type: ignore[arg-type]
    assert isinstance(copy.__globals__["WORTH"], np.ndarray)
    assert worth_of.__globals__["WORTH"] is WORTH
    assert copy(5) == worth_of(5)


# --- What is loaded when --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    [
        "import suitwise",
        "import suitwise.cli",
        "from suitwise import tractor; tractor.judge_trick('S5', ['H2', 'H5', 'C5', 'S5'])",
        "from suitwise.cli import commands; commands(['--help'], standalone_mode=False)",
        "from suitwise.cli import commands; commands(['tractor', '-h'], standalone_mode=False)",
        "from suitwise import tractor; tractor.judge_text('0')",
    ],
)
def test_numba_and_numpy_stay_away_until_they_are_needed(code: str) -> None:
    loaded = "import sys; print([m for m in ('numba', 'numpy', 'llvmlite') if m in sys.modules])"
    assert fresh_python(f"{code}\n{loaded}").splitlines()[-1] == "[]"


# --- What is kept on the disk ---------------------------------------------------------------------


def test_a_rule_of_the_package_over_rows_is_compiled_once(tmp_path: Path) -> None:
    code = """
    import sys
    import numpy as np
    from suitwise.foundation.arrays.compiled import over_rows
    from suitwise.stepping.loop import sample_row
    masks, streams, actions = np.eye(3, dtype=np.int8), np.ones(3, np.int64), np.zeros(3, np.int64)
    over_rows(sample_row)((masks, streams), actions, 0, 3)
    print(actions.tolist(), "numba" in sys.modules)
    """
    for compiles in (True, False):
        printed = fresh_python(dedent(code), SUITWISE_CACHE_DIR=tmp_path)
        assert printed == f"[0, 1, 2] {compiles}\n"


def test_a_program_s_own_numba_functions_and_their_cache_are_as_ever(tmp_path: Path) -> None:
    """Rules are compiled in a way of their own; functions of numba that both use are shared."""
    code = """
    from threading import Thread
    import numpy as np
    from numba import config, njit
    from suitwise.foundation.arrays.compiled import machine
    from tests.foundation.arrays.test_compiled import apart, ways_down

    def own(x):
        if x < 0:
            raise ValueError("below zero")
        return max(x % 5, min(x, 7) // 2, abs(x - 9)) + np.arange(x).sum()

    before = njit(own)
    expected = [own(x) for x in range(20)]
    assert [before(x) for x in range(20)] == expected
    found, folder = [], config.CACHE_DIR
    threads = [Thread(target=lambda: found.append(machine(apart)(3, 20))),
               Thread(target=lambda: found.append(machine(ways_down)(10))),
               Thread(target=lambda: found.append(njit(own)(19)))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    after = njit(own)
    assert [after(x) for x in range(20)] == expected
    for function in (before, after):
        try:
            function(-1)
        except ValueError as error:
            found.append(str(error))
    assert config.CACHE_DIR == folder, "numba's own cache is not where it was"
    print(sorted(map(str, found)))
    """
    printed = fresh_python(dedent(code), SUITWISE_CACHE_DIR=tmp_path)
    assert printed == "['181', '7', '89', 'below zero', 'below zero']\n"


def test_over_rows_is_made_once() -> None:
    assert over_rows(value_row) is over_rows(value_row)


def test_machine_code_on_the_disk_is_opened_without_its_compiler(tmp_path: Path) -> None:
    code = dedent(
        """
        import sys
        import numpy as np
        from suitwise.foundation.arrays.compiled import machine
        from suitwise.stacks.rules.table import numbers, zeros
        from suitwise.stacks.judge.cases import find_shared
        shared = zeros(3, True)
        machine(find_shared)(
            numbers([0, 2, 4, 5], True), 3, numbers([0, 1, 2, 1, 3], True), zeros(4, True), shared
        )
        print(shared.tolist(), "numba" in sys.modules)
        """
    )
    assert fresh_python(code, SUITWISE_CACHE_DIR=tmp_path) == "[1, 1, 0] True\n"
    assert fresh_python(code, SUITWISE_CACHE_DIR=tmp_path) == "[1, 1, 0] False\n"


def test_a_rule_may_call_itself() -> None:
    assert ways_down(10) == machine(ways_down)(10) == 89
    assert ways_down_a_house(2, 10) == machine(ways_down_a_house)(2, 10) == 89**2


def test_a_rule_that_calls_itself_is_kept_on_the_disk(tmp_path: Path) -> None:
    code = dedent(
        """
        import sys
        from suitwise.foundation.arrays.compiled import machine
        from tests.foundation.arrays.test_compiled import ways_down
        print(machine(ways_down)(10), "numba" in sys.modules)
        """
    )
    assert fresh_python(code, SUITWISE_CACHE_DIR=tmp_path) == "89 True\n"
    assert fresh_python(code, SUITWISE_CACHE_DIR=tmp_path) == "89 False\n"


def test_additions_to_one_item_are_all_counted() -> None:
    values = np.array([0, 1, 1, 2, 1])
    counted = np.zeros(3, np.int64)
    over_rows(count_row)(values, counted, 0, 5)
    assert counted.tolist() == [1, 3, 1]


@rule
def there(x: int) -> int:
    """Call a rule that calls this one."""
    return back(x - 1) if x else 0


@rule
def back(x: int) -> int:
    """Call a rule that calls this one."""
    return there(x - 1) if x else 1


def test_two_rules_that_call_each_other_are_refused_in_a_sentence() -> None:
    assert there(3) == 1
    with pytest.raises(SuitwiseError, match="is reached again"):
        machine(there)(3)
    with pytest.raises(SuitwiseError, match="is reached again"):  # and again, not half made
        machine(there)(3)


LETTERS = ("a", "b")


@rule
def lettered(x: int) -> int:
    """Use what compiled code can't depend on."""
    return x + len(LETTERS)


@rule
def from_a_module(card: int) -> int:
    """Read constants of another module as its attributes."""
    return blocks.WEIGHT[card % 13] + blocks.MOST_PAIRS


def test_a_rule_may_read_the_constants_of_a_module() -> None:
    assert [machine(from_a_module)(card) for card in range(13)] == list(
        map(from_a_module, range(13))
    )
    text = Text(from_a_module)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(blocks, "MOST_PAIRS", 99)
        other = Text(from_a_module)
    assert text.digest != other.digest


def test_a_rule_uses_rules_numbers_and_tables_alone() -> None:
    with pytest.raises(SuitwiseError, match="lettered uses LETTERS, which is no rule"):
        machine(lettered)(1)


def test_the_simulator_names_itself() -> None:
    in_cuda_simulator(
        "from suitwise.foundation.arrays.cuda import cuda_line\n"
        'assert cuda_line() == "numba-cuda\'s simulator"\n'
    )
