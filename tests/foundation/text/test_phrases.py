"""Sentences with a code and values."""

from __future__ import annotations

import pickle

from suitwise.foundation.text.phrases import Phrase, Seat, phrase


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
