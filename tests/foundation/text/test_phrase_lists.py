"""Things in a row as phrases."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from suitwise.foundation.text.phrases import Phrase, all_of, listed, one_of, phrase

JOINS = [(all_of, " and "), (one_of, " or "), (listed, ", ")]


@pytest.mark.parametrize(("join", "between"), JOINS)
def test_things_are_joined_as_text_is(join: Callable[[Iterable[str]], str], between: str) -> None:
    for things in ([], ["a"], ["a", "b"], ["a", "b", "c", "d"]):
        assert join(iter(things)) == between.join(things)


@pytest.mark.parametrize(("join", "between"), JOINS)
def test_what_is_joined_can_be_said_again(
    join: Callable[[Iterable[str]], str], between: str
) -> None:
    one, two = phrase("any.one", "one"), phrase("any.two", "two")
    both = join([one, two])
    assert isinstance(both, Phrase)
    assert (both.params["most"], both.params["last"]) == (one, two)
    assert join([one]) is one
