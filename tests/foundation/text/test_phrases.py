"""Sentences with a code and values."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable

import pytest

from suitwise.foundation.text.phrases import Phrase, Seat, all_of, listed, one_of, phrase


def test_a_phrase_is_its_english_text() -> None:
    said = phrase("any.is-to", "{seat} is to {task}", seat=Seat(3), task="bid")
    assert said == "seat 3 is to bid"
    assert f"{said}." == "seat 3 is to bid."
    assert type(str(said)) is str


def test_a_phrase_keeps_its_code_and_values_through_a_pickle() -> None:
    said = phrase("any.is-to", "{seat} is to {task}", seat=Seat(3), task=phrase("any.bid", "bid"))
    again = pickle.loads(pickle.dumps(said))
    assert (again, again.code, again.template) == (said, said.code, said.template)
    assert again.params == said.params
    assert isinstance(again.params["seat"], Seat)
    assert isinstance(again.params["task"], Phrase)


def test_what_a_phrase_is_about_leads_its_text_and_changes_nothing_else() -> None:
    said = phrase("any.over", "the game is over")
    led = said.about("H5")
    assert led == "H5: the game is over"
    assert (led.code, led.template, led.params) == (said.code, said.template, said.params)


def test_a_value_may_have_braces_in_its_text() -> None:
    assert phrase("any.unread", "{text} is no move", text="{x}") == "{x} is no move"


# --- Things in a row as phrases -------------------------------------------------------------------


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
