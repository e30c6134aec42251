"""A whole input of the judge: read, and written from layouts."""

from __future__ import annotations

from io import BytesIO

import pytest

from suitwise.errors import IllegalPosition
from suitwise.stacks import Layout, judge_input, read_cases
from tests.oracles import stacks_oracle as oracle


def test_the_judges_input_names_equal_stacks_once() -> None:
    layouts = [Layout.parse("2b 1a | 1b 2a"), Layout.parse("1b 2a | 3a 4a")]
    assert judge_input(layouts) == "3\n2 2 2 1 1\n2 1 2 2 1\n2 3 1 4 1\n2\n2 2\n0 1\n2 2\n1 2\n"
    assert oracle.read_cases(judge_input(layouts)) == [layout.stacks for layout in layouts]
    with pytest.raises(IllegalPosition, match="layout 1"):
        judge_input([Layout.parse("1a | -")])


@pytest.mark.parametrize("compiled", [False, True])
def test_a_case_that_was_not_read_is_an_index_error(compiled: bool) -> None:
    text = b"2\n2 7 2 7 1\n2 3 2 6 2\n3\n2 2\n0 1\n1 2\n0\n1 2\n9\n"
    cases = read_cases(BytesIO(text), compiled=compiled)
    assert [cases.stacks(case) for case in range(cases.count)] == [2, 1]
    assert str(cases.layout(1)) == "7b 7a"
    for case in (-1, 2, 3):
        with pytest.raises(IndexError, match=f"no case {case}: 2 are read"):
            cases.stacks(case)
        with pytest.raises(IndexError, match=f"no case {case}: 2 are read"):
            cases.layout(case)
