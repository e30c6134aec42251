"""Plays in words: what a screen reader says of a trick, in both languages."""

from __future__ import annotations

import pytest

from suitwise.table.rules.words import LANGUAGES, say
from suitwise.tractor import Trump, pile_of
from suitwise.tractor.face import TractorFace
from suitwise.tractor.face.asking import play_named
from suitwise.tractor.rules.profile import STANDARD
from tests.tractor.face.steps import DEAL, asked

FACE = TractorFace(DEAL)


@pytest.mark.parametrize(
    ("cards", "trump", "english", "chinese"),
    [
        ("H9H9HTHT", "S2", "a tractor 9–10 of hearts", "红桃9–10拖拉机"),
        ("H9H9HJHJ", "ST", "a tractor 9–jack of hearts", "红桃9–J拖拉机"),
        ("SASAHKHK", "SK", "a tractor of trumps: kings of hearts, aces of spades", None),
        ("SKSKSASA", "S2", "a tractor king–ace of spades", "黑桃K–A拖拉机"),
        ("BJ", "S2", "small joker", "小王"),
        ("RJRJ", "S2", "a pair of big jokers", "一对大王"),
        ("HAHQHQ", "S2", "a throw: a pair of queens of hearts, ace of hearts", None),
    ],
)
def test_a_lead_is_named_as_people_do(
    cards: str, trump: str, english: str, chinese: str | None
) -> None:
    order = Trump.parse(trump)
    chain = STANDARD.chain_mask(order.main_index)
    named = play_named(pile_of(cards), order, chain, is_lead=True)
    assert say(named, "en") == english
    assert chinese is None or say(named, "zh") == chinese


def test_every_play_on_the_table_has_its_text_for_each_seat_and_for_who_looks_on() -> None:
    plays = 0
    for state in asked("play", 2):
        table = FACE.parts(state, state.turn)["table"]
        assert table["trick"] == FACE.parts(state, None)["table"]["trick"]
        for trick in (table["trick"], table["last"]):
            for play in (trick or {}).get("plays", []):
                texts = [say(play["text"], language) for language in LANGUAGES]
                assert all(text and "{" not in text for text in texts)
                plays += 1
    assert plays > 100
