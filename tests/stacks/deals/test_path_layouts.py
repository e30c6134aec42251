"""Layouts made around a path are won along it and no other; two cards exchanged, they are lost."""

from __future__ import annotations

import pytest

from suitwise.errors import IllegalPosition
from suitwise.stacks import AceGraph, Layout, ace_graph, is_winnable, make
from suitwise.stacks.rules.layout import Card
from tests.oracles import stacks_oracle as oracle


def paths_of(graph: AceGraph) -> int:
    """Count all ways along the edges from a source to a target, beyond the first target, too."""

    def ways(suit: int) -> int:
        onward = (after for before, after in graph.edges if before == suit)
        return (suit in graph.targets) + sum(map(ways, onward))

    return sum(map(ways, graph.sources))


def places(layout: Layout) -> dict[tuple[int, int], Card]:
    return {(i, k): card for i, stack in enumerate(layout.stacks) for k, card in enumerate(stack)}


SIZES = [(2, 2, 0), (3, 2, 1), (4, 2, 0), (6, 4, 2), (12, 8, 6), (30, 2, 28), (20, 3, 9)]


@pytest.mark.parametrize("size", SIZES)
def test_a_made_layout_has_one_path_and_no_other(size: tuple[int, int, int]) -> None:
    for number in range(60):
        graph = ace_graph(make(*size, seed=1, number=number))
        assert len(graph.path) == size[2] + 1
        assert paths_of(graph) == 1


@pytest.mark.parametrize("size", SIZES)
def test_a_spoiled_layout_is_an_exchange_of_two_cards_away(size: tuple[int, int, int]) -> None:
    for number in range(60):
        made = make(*size, seed=1, number=number)
        spoiled = make(*size, seed=1, number=number, winnable=False)
        assert is_winnable(made)
        assert not is_winnable(spoiled)
        before, after = places(made), places(spoiled)
        one, other = (place for place in before if before[place] != after[place])
        assert (before[one], before[other]) == (after[other], after[one])


def test_a_large_layout_is_spoiled_as_quickly_as_it_is_made() -> None:
    make(1000, 10, 500)
    for number in range(4):
        make(1000, 20, 990, number=number, winnable=False)
    # About 0.1 s each; exchanges at random took seconds.


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


@pytest.mark.parametrize("number", [-1, 2**63])
def test_a_number_that_names_no_layout_is_refused(number: int) -> None:
    with pytest.raises(IllegalPosition, match="numbered from 0 to"):
        make(3, 3, number=number)
