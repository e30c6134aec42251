"""Layouts made around a path are won along it; spoiled ones are lost."""

from __future__ import annotations

import pytest

from suitwise.errors import IllegalPosition
from suitwise.stacks.ace_graph import ace_graph
from suitwise.stacks.making import make
from tests.oracles import stacks_oracle as oracle


@pytest.mark.parametrize("path", range(5))
def test_a_made_layout_has_one_source_and_one_path_of_the_length_asked(path: int) -> None:
    for number in range(10):
        layout = make(6, 3, path, seed=8, number=number)
        graph = ace_graph(layout)
        assert len(graph.path) == path + 1
        assert graph.sources == {graph.path[0]}
        assert {len(stack) for stack in layout.stacks} == {3}


def test_search_agrees_that_made_layouts_can_be_won_and_spoiled_ones_cannot() -> None:
    for number in range(30):
        path = number % 3
        assert oracle.winnable(make(4, 2, path, seed=5, number=number).stacks)
        assert not oracle.winnable(make(4, 2, path, seed=5, number=number, winnable=False).stacks)


@pytest.mark.parametrize(
    ("stacks", "height", "path"), [(3, 1, 0), (3, 3, 2), (1, 3, 0), (4, 2, -1)]
)
def test_a_path_that_does_not_fit_is_refused(stacks: int, height: int, path: int) -> None:
    with pytest.raises(IllegalPosition, match="needs"):
        make(stacks, height, path)
