"""The drawing under Why: the players' names, their language, and no second copy of its words."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from suitwise.foundation.text.phrases import Drawing
from suitwise.table.rules.messages import say
from suitwise.tractor import judge_trick
from suitwise.tractor.face import TractorFace
from suitwise.tractor.picture import draw_trick
from tests.tractor.face.steps import DEAL, steps_of

FACE = TractorFace(DEAL)
NAMES = ("Ann", "鲍勃", "Cai<b>", "Dora")
TEXT = re.compile(r"<(?:text|title|tspan)[^>]*>([^<]*)<")
KEPT = re.compile(r"Ann|Cai|b&gt;|&\w+;|Dora|(?:[SHDC](?:10|[2-9TJQKA]))+|BJ|RJ|\b[A-Z]\b")
"""What is not said otherwise in another language: names, cards, the letters of blocks and ranks."""


def drawings() -> Iterator[Drawing]:
    for before, _, after in steps_of(DEAL, 1):
        if FACE.is_trick_whole(before, after):
            _, drawing = FACE.why_trick(after, len(before.tricks), None)
            if drawing is not None:
                yield drawing


def texts(svg: str) -> list[str]:
    return TEXT.findall(svg)


def test_a_drawing_names_the_players_and_no_seats() -> None:
    drawn = [say(drawing, "en", NAMES) for drawing in drawings()]
    assert len(drawn) > 10
    for svg in drawn:
        assert {"Ann", "Dora"} <= set(texts(svg))
        assert "seat " not in svg
        assert "Cai<b>" not in svg, "a name is text"


def test_a_drawing_in_chinese_has_no_english_words() -> None:
    for drawing in drawings():
        words = [
            re.findall(r"[A-Za-z]{2,}", KEPT.sub("", one))
            for one in texts(say(drawing, "zh", NAMES))
        ]
        assert [word for found in words for word in found] == []


def test_a_drawing_in_english_is_the_picture_that_everybody_gets() -> None:
    ruling = judge_trick("S2", ["HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6"])
    assert draw_trick(ruling, say=lambda one: f"{one}") == draw_trick(ruling)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_drawings_of_the_same_trick_are_equal(lang: str) -> None:
    for one, other in zip(drawings(), drawings(), strict=True):
        assert one == other
        assert say(one, lang, NAMES) == say(other, lang, NAMES)
