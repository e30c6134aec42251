"""A search finds layouts of a verdict and a difficulty, with a number that names them again."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice, pairwise
from math import ceil, floor

import pytest

from suitwise.errors import IllegalPosition
from suitwise.stacks import Size, deal, difficulty_of, find, find_mixed, is_winnable, make
from suitwise.stacks.deals import search as search_module
from suitwise.stacks.rules.layout import Verdict
from tests.oracles import stacks_oracle as oracle


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
    [
        (Size(200, 2), "lost", None),
        (Size(8, 6), "winnable", (11, 40)),
        (Size(5, 4), "any", None),
    ],
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
