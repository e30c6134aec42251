"""Layouts as wanted have the verdict and the difficulty, and a number that names them again."""

from __future__ import annotations

from itertools import islice

import pytest

from suitwise.errors import IllegalPosition
from suitwise.stacks import wanted
from suitwise.stacks.deals import deal
from suitwise.stacks.deck import Size, Verdict
from suitwise.stacks.difficulty import difficulty_of
from suitwise.stacks.making import make
from suitwise.stacks.wanted import find
from tests.oracles import stacks_oracle as oracle


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
    monkeypatch.setattr(wanted, "TRIES", 500)
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
