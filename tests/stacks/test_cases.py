"""A whole input of the judge: read, and written from layouts."""

from __future__ import annotations

import pytest

from suitwise.errors import IllegalPosition
from suitwise.stacks.cases import judge_input
from suitwise.stacks.layout import Layout
from tests.oracles import stacks_oracle as oracle


def test_the_judges_input_names_equal_stacks_once() -> None:
    layouts = [Layout.parse("2b 1a | 1b 2a"), Layout.parse("1b 2a | 3a 4a")]
    assert judge_input(layouts) == "3\n2 2 2 1 1\n2 1 2 2 1\n2 3 1 4 1\n2\n2 2\n0 1\n2 2\n1 2\n"
    assert oracle.read_cases(judge_input(layouts)) == [layout.stacks for layout in layouts]
    with pytest.raises(IllegalPosition, match="layout 1"):
        judge_input([Layout.parse("1a | -")])
