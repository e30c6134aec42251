"""Deals: what they hold, that a number names one for good, verdicts and difficulty as wanted."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import log2

import pytest

from suitwise.errors import IllegalPosition
from suitwise.game import load, roll
from suitwise.stacks.ace_graph import ace_graph
from suitwise.stacks.deals import (
    Dealer,
    Size,
    Verdict,
    deal,
    difficulty_of,
    find,
    judge_input,
    make,
)
from suitwise.stacks.layout import Layout
from suitwise.stacks.moves import Move
from suitwise.stacks.strategy import winning_line
from tests.oracles import stacks_oracle as oracle

SIZES = [Size(2, 3), Size(3, 2), Size(3, 3), Size(4, 2), Size(4, 3, suits=3), Size(3, 3, suits=4)]


# --- What is dealt --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [*SIZES, Size(1, 1), Size(7, 9), Size(5, 1), Size(2, 30, 11)])
@pytest.mark.parametrize("compiled", [False, True])
def test_a_deal_has_every_stack_full_and_every_suit_present(size: Size, compiled: bool) -> None:
    dealer = Dealer(size, seed=3, compiled=compiled)
    for number in range(5):
        layout = dealer.deal(number)
        assert [len(stack) for stack in layout.stacks] == [size.height] * size.stacks
        suits = Counter(suit for stack in layout.stacks for _, suit in stack)
        assert sorted(suits) == list(range(1, size.kinds + 1))
        cards = {card for stack in layout.stacks for card in stack}
        assert cards == {(v, s) for s, count in suits.items() for v in range(1, count + 1)}


@pytest.mark.parametrize("variant", [(3, 3, 3), (4, 2, 5), (2, 7, 2), (6, 5, 4)])
def test_the_even_deck_is_dealt_as_the_game_deals_it(variant: tuple[int, int, int]) -> None:
    stacks, height, suits = variant
    game = load(f"stacks(stacks={stacks},height={height},suits={suits},singles=0)")
    for number in range(6):
        state, _ = roll(game.start(), 5, number)
        dealt = deal(stacks, height, suits, seed=5, number=number, deck="even")
        assert str(dealt) == str(state)


def test_machine_code_and_plain_python_deal_alike_whatever_the_seed() -> None:
    for seed in (0, 7, 2**63, 2**64 - 1):
        plain, machine = (Dealer(Size(4, 5), seed, compiled=way) for way in (False, True))
        for number in (0, 1, 2**40):
            assert plain.deal(number) == machine.deal(number)
        assert plain.count_winnable(0, 50) == machine.count_winnable(0, 50)


def test_every_way_to_cut_a_deck_is_equally_likely() -> None:
    dealer = Dealer(Size(1, 5, suits=3), seed=1)
    cuts: Counter[tuple[int, ...]] = Counter()
    for number in range(1200):
        suits = Counter(suit for _, suit in dealer.deal(number).stacks[0])
        cuts[suits[1], suits[2], suits[3]] += 1
    assert len(cuts) == 6
    assert all(150 < count < 250 for count in cuts.values()), cuts


@pytest.mark.parametrize("size", SIZES)
def test_the_winnable_deals_counted_are_those_that_search_wins(size: Size) -> None:
    dealer = Dealer(size, seed=11)
    won = [oracle.winnable(dealer.deal(number).stacks) for number in range(60)]
    assert dealer.count_winnable(0, 60) == sum(won)
    assert dealer.count_winnable(20, 25) == sum(won[20:45])
    for verdict in (True, False):
        first = won.index(verdict, 9) if verdict in won[9:] else None
        assert dealer.next_deal(9, 51, winnable=verdict) == first


@pytest.mark.parametrize(
    "size",
    [Size(4, 3, 3), Size(4, 1), Size(2, 3, 3), Size(1, 2), Size(3, 2, deck="even")],
)
def test_where_a_verdict_never_occurs_it_never_does(size: Size) -> None:
    never = size.never()
    assert never is not None
    won = Dealer(size, seed=2).count_winnable(0, 200)
    assert won == (0 if never == "winnable" else 200)
    with pytest.raises(IllegalPosition):
        find(size, verdict=never)


@pytest.mark.parametrize(
    "size", [(0, 3, None), (3, 0, None), (2, 2, 5), (2, 2, 0), (10**4, 200, 1)]
)
def test_a_deal_that_cannot_be_is_refused(size: tuple[int, int, int | None]) -> None:
    with pytest.raises(IllegalPosition):
        deal(*size)


# --- Difficulty -----------------------------------------------------------------------------------


def weighed_by_search(layout: Layout) -> list[tuple[int, int]]:
    """Weigh the decisions along the solver's line, every shift tried by search."""
    decisions = []
    position: oracle.Layout = layout.stacks
    for move in winning_line(layout) or ():
        if move.to is not None:
            sources = [i for i, stack in enumerate(position) if len(stack) > 1]
            wins = sum(
                oracle.winnable(oracle.apply(position, str(Move(i, move.to)))) for i in sources
            )
            if wins < len(sources):
                decisions.append((len(sources), wins))
        position = oracle.apply(position, str(move))
    return decisions


def test_difficulty_counts_the_shifts_that_search_finds_to_lose() -> None:
    weighed = 0
    for size in (Size(3, 2), Size(3, 3), Size(4, 2), Size(4, 3)):
        for found in islice(find(size, seed=4, verdict="winnable"), 8):
            difficulty = difficulty_of(found.layout)
            assert difficulty is not None
            decisions = weighed_by_search(found.layout)
            assert list(difficulty.decisions) == decisions
            assert difficulty.bits == pytest.approx(
                sum(log2(choices / wins) for choices, wins in decisions), abs=1e-3
            )
            assert difficulty.luck == pytest.approx(2**-difficulty.bits, rel=1e-2)
            weighed += len(decisions)
    assert weighed > 10


def test_the_two_shifts_of_the_rules_page_are_one_bit() -> None:
    # After c1 and c2 go, shifting c9 wins and shifting b8 loses.
    difficulty = difficulty_of(Layout.parse("8b 9a | 9c 9b | 1c 2c"))
    assert difficulty is not None
    assert (difficulty.decisions, difficulty.bits) == (((2, 1),), 1.0)


def test_nothing_is_difficult_with_fewer_suits_than_stacks_or_lost() -> None:
    easy = difficulty_of(deal(5, 4, 4, seed=1))
    assert easy is not None
    assert (easy.decisions, easy.bits, easy.luck) == ((), 0, 1)
    assert difficulty_of(deal(3, 4, 4, seed=1)) is None


def test_difficulty_is_not_computed_for_huge_layouts() -> None:
    with pytest.raises(IllegalPosition, match="at most 10,000 cards"):
        difficulty_of(deal(101, 100, seed=1))


# --- Layouts made around a path -------------------------------------------------------------------


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


# --- Layouts as wanted ----------------------------------------------------------------------------


@pytest.mark.parametrize("verdict", ["winnable", "lost", "any"])
def test_found_deals_have_the_verdict_and_their_number_deals_them_again(verdict: Verdict) -> None:
    for found in islice(find(Size(4, 3), seed=6, verdict=verdict, first=40), 12):
        assert found.path is None
        assert found.number >= 40
        assert found.layout == deal(4, 3, seed=6, number=found.number)
        assert found.winnable == oracle.winnable(found.layout.stacks)
        assert verdict == "any" or found.winnable == (verdict == "winnable")


def test_found_deals_are_as_difficult_as_asked() -> None:
    for found in islice(find(Size(5, 4), seed=1, difficulty=(2, 4)), 6):
        weighed = difficulty_of(found.layout)
        assert found.difficulty == weighed
        assert weighed is not None
        assert 2 <= weighed.bits <= 4


def test_where_no_deal_fits_a_layout_is_made_that_its_number_and_path_make_again() -> None:
    found = next(find(Size(8, 6), seed=1, difficulty=(11, 40)))
    assert found.path is not None
    assert found.layout == make(8, 6, found.path, seed=1, number=found.number)
    lost = next(find(Size(200, 2), seed=1, verdict="lost"))
    assert lost.path is not None
    assert not lost.winnable


def test_what_nothing_fits_ends_in_one_sentence() -> None:
    with pytest.raises(IllegalPosition, match="no such layout"):
        next(find(Size(2, 2), difficulty=(30, 40)))
    with pytest.raises(IllegalPosition, match="no difficulty"):
        find(Size(3, 3), verdict="lost", difficulty=(0, 9))


def test_the_judges_input_names_equal_stacks_once() -> None:
    layouts = [Layout.parse("2b 1a | 1b 2a"), Layout.parse("1b 2a | 3a 4a")]
    assert judge_input(layouts) == "3\n2 2 2 1 1\n2 1 2 2 1\n2 3 1 4 1\n2\n2 2\n0 1\n2 2\n1 2\n"
    assert oracle.read_cases(judge_input(layouts)) == [layout.stacks for layout in layouts]
    with pytest.raises(IllegalPosition, match="layout 1"):
        judge_input([Layout.parse("1a | -")])
