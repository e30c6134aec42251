"""Deals: what they hold, that a number names one for good, verdicts and difficulty as wanted."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import islice, pairwise
from math import ceil, floor

import pytest

from suitwise.errors import IllegalPosition
from suitwise.game import load, roll
from suitwise.stacks import (
    AceGraph,
    Layout,
    Size,
    ace_graph,
    deal,
    difficulty_of,
    find,
    find_mixed,
    is_winnable,
    make,
)
from suitwise.stacks import deals as search_module
from suitwise.stacks.deals import Dealer
from suitwise.stacks.rules.layout import Card, Verdict
from tests.oracles import stacks_oracle as oracle

SIZES = [Size(2, 3), Size(3, 2), Size(3, 3), Size(4, 2), Size(4, 3, suits=3), Size(3, 3, suits=4)]


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
    "size", [Size(4, 3, 3), Size(4, 1), Size(2, 3, 3), Size(1, 2), Size(3, 2, deck="even")]
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


@pytest.mark.parametrize("compiled", [False, True])
def test_deals_are_numbered_up_to_the_last_stream_and_not_beyond(compiled: bool) -> None:
    dealer, last = Dealer(Size(3, 3), compiled=compiled), 2**63 - 1
    assert dealer.deal(last) == deal(3, 3, number=last)
    assert dealer.count_winnable(last, 50) == dealer.count_winnable(last, 1)
    for number in (-1, 2**63, 2**64, 10**23, -(10**5000)):
        for asked in (dealer.deal, lambda n: dealer.next_deal(n, 9, True)):
            with pytest.raises(IllegalPosition, match="numbered from 0 to"):
                asked(number)


def test_a_size_beyond_all_measure_is_refused_in_a_short_sentence() -> None:
    huge = 10**4299
    for size in ((huge, huge, None), (huge, 1, None), (2, 2, huge)):
        with pytest.raises(IllegalPosition) as refused:
            Size(*size)
        assert len(str(refused.value)) < 80


# --- Layouts made around a path are won along it and no other -------------------------------------


def paths_of(graph: AceGraph) -> int:
    """Count all ways along the edges from a source to a target, beyond the first target, too."""

    def ways(suit: int) -> int:
        onward = (after for before, after in graph.edges if before == suit)
        return (suit in graph.targets) + sum(map(ways, onward))

    return sum(map(ways, graph.sources))


def places(layout: Layout) -> dict[tuple[int, int], Card]:
    return {(i, k): card for i, stack in enumerate(layout.stacks) for k, card in enumerate(stack)}


PATH_SIZES = [(2, 2, 0), (3, 2, 1), (4, 2, 0), (6, 4, 2), (12, 8, 6), (30, 2, 28), (20, 3, 9)]


@pytest.mark.parametrize("size", PATH_SIZES)
def test_a_made_layout_has_one_path_and_no_other(size: tuple[int, int, int]) -> None:
    for number in range(60):
        graph = ace_graph(make(*size, seed=1, number=number))
        assert len(graph.path) == size[2] + 1
        assert paths_of(graph) == 1


@pytest.mark.parametrize("size", PATH_SIZES)
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


# --- A search finds layouts of a verdict and a difficulty -----------------------------------------


@pytest.mark.parametrize("verdict", ["winnable", "lost", "any"])
def test_found_deals_have_the_verdict_and_their_number_deals_them_again(verdict: Verdict) -> None:
    for found in islice(find(Size(4, 3), seed=6, verdict=verdict, first=40), 12):
        assert found.path is None
        assert found.number >= 40
        assert found.layout == deal(4, 3, seed=6, number=found.number)
        assert found.winnable == oracle.winnable(found.layout.stacks)
        assert verdict == "any" or found.winnable == (verdict == "winnable")


def test_many_deals_are_those_of_a_few() -> None:
    size = Size(40, 9)  # 28 of them are more cards than plain Python deals
    for found in islice(find(size, seed=6), 24, 36):
        assert found.layout == deal(40, 9, seed=6, number=found.number)
        assert found.winnable == is_winnable(found.layout)


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


@pytest.mark.parametrize(
    ("size", "verdict", "difficulty"),
    [(Size(200, 2), "lost", None), (Size(8, 6), "winnable", (11, 40)), (Size(5, 4), "any", None)],
)
def test_a_search_after_the_last_number_goes_on_without_repeating(
    monkeypatch: pytest.MonkeyPatch,
    size: Size,
    verdict: Verdict,
    difficulty: tuple[float, float] | None,
) -> None:
    monkeypatch.setattr(search_module, "TRIES", 500)
    pages: list[int] = []
    for _ in range(3):
        first = pages[-1] + 1 if pages else 0
        search = find(size, seed=1, verdict=verdict, difficulty=difficulty, first=first)
        pages += [found.number for found in islice(search, 2)]
    whole = islice(find(size, seed=1, verdict=verdict, difficulty=difficulty), 6)
    assert pages == [found.number for found in whole] == sorted(set(pages))


def test_the_numbers_end_at_the_last_stream() -> None:
    search = find(Size(3, 3), first=2**63 - 1)
    assert next(search).number == 2**63 - 1
    with pytest.raises(IllegalPosition, match="numbered from 0 to"):
        next(search)
    with pytest.raises(IllegalPosition, match="numbered from 0 to"):
        find(Size(3, 3), first=10**23)


# --- A share of winnable layouts ------------------------------------------------------------------


@pytest.mark.parametrize("share", [Fraction(0), Fraction(3, 10), Fraction(1, 3), Fraction(1)])
def test_every_beginning_of_a_mixture_has_the_share(share: Fraction) -> None:
    winnable = 0
    for k, found in enumerate(islice(find_mixed(Size(3, 3), share, seed=2), 30), 1):
        assert found.winnable == oracle.winnable(found.layout.stacks)
        winnable += found.winnable
        assert winnable in (floor(k * share + Fraction(1, 2)), ceil(k * share - Fraction(1, 2)))


def test_a_mixture_is_the_same_whenever_it_is_made_and_repeats_nothing() -> None:
    first, again = (
        [found.number for found in islice(find_mixed(Size(4, 3), Fraction(1, 2), seed=2), 20)]
        for _ in range(2)
    )
    assert first == again
    assert len(set(first)) == 20
    later = islice(find_mixed(Size(4, 3), Fraction(1, 2), seed=2, first=max(first) + 1), 20)
    assert not set(first) & {found.number for found in later}


def test_the_winnable_layouts_of_a_mixture_are_as_difficult_as_asked() -> None:
    mixed = islice(find_mixed(Size(4, 4), Fraction(1, 2), seed=1, difficulty=(2, 4)), 8)
    for found in mixed:
        assert (found.difficulty is not None) == found.winnable
        assert found.difficulty is None or 2 <= found.difficulty.bits <= 4


def test_a_share_of_what_cannot_be_is_refused() -> None:
    for share in (Fraction(-1, 2), Fraction(3, 2)):
        with pytest.raises(IllegalPosition, match="from 0 to 1"):
            find_mixed(Size(3, 3), share)
    with pytest.raises(IllegalPosition, match="uneven deck"):
        find_mixed(Size(3, 3, deck="even"), Fraction(1, 2))
    assert not next(find_mixed(Size(3, 3, deck="even"), Fraction(0))).winnable


# --- The work of a search -------------------------------------------------------------------------


class Watch:
    """Counts how often a search says that it goes on."""

    def __init__(self) -> None:
        self.told = 0

    def __call__(self) -> None:
        self.told += 1


@pytest.mark.parametrize("size", [Size(30, 30), Size(400, 2)])
def test_a_search_in_vain_ends_when_its_work_is_done(
    monkeypatch: pytest.MonkeyPatch, size: Size
) -> None:
    monkeypatch.setattr(search_module, "WORK", 50_000_000)
    watch = Watch()
    with pytest.raises(IllegalPosition, match="no such layout was found"):
        next(find(size, difficulty=(5_000, 9_000), tried=watch))
    dealt_or_made = size.cards * (size.stacks + 1_500)
    assert 10 < watch.told <= 2 * (50_000_000 // dealt_or_made + 2)


def test_a_search_says_that_it_goes_on() -> None:
    watch = Watch()
    next(find(Size(4, 3), seed=1, difficulty=(3, 9), tried=watch))
    assert watch.told > 5


def test_made_layouts_have_paths_of_all_lengths_in_few_steps() -> None:
    for lengths in (1, 2, 3, 9, 98, 4_999):
        paths = [search_module._path_of(number, lengths) for number in range(lengths)]
        assert sorted(paths) == list(range(lengths))
    begun = sorted(search_module._path_of(number, 4_999) for number in range(50))
    assert max(b - a for a, b in pairwise(begun)) < 400


def test_only_what_can_be_won_and_is_not_huge_is_weighed_afterwards() -> None:
    lost, won = (
        next(find(Size(4, 3), seed=1, verdict=verdict)) for verdict in ("lost", "winnable")
    )
    assert lost.weighed().difficulty is None
    assert won.weighed().difficulty == difficulty_of(won.layout)
    huge = next(find(Size(101, 100, suits=3)))
    assert huge.weighed().difficulty is None
