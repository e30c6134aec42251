"""What shows itself in a notebook: hands, tricks, positions and arrangements of every game."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from html import unescape
from typing import Any

import pytest

from suitwise.game import load
from suitwise.rummy import Hand, arrange
from suitwise.stacks import Layout, Stacks
from suitwise.testing import Trial
from suitwise.texas42 import Domino, Position
from suitwise.tractor import judge_trick, pile_of, winner_at_table

GAMES = ("gin", "indian13", "texas42(match=hand)", "texas42_endgame", "tractor(match=deal)", "kuhn")
DRAWN = {
    "a pile": pile_of("HAHAHK"),
    "no cards": pile_of(""),
    "a trick of the judge": judge_trick("S2", ["HAHA", "S3S3", "S5S5", "D3D4"]),
    "a domino": Domino("6-4"),
    "a position": Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5"),
    "a trick on the table": Position.parse("5 0 6-4 6-6 4-1,5-0 1-1,6-5 trick=5-5,3-2"),
    "a hand": Hand.of("3C 3C 3D 3D 4D 2H 3H"),
    "an arrangement": arrange(Hand.of("3C 3D 2H 3H 4H 4H 5H")),
    "stacks": Layout.parse("2b 7a | 3b"),
    "a position of stacks": Stacks.around(Layout.parse("7b 7a | 3b 6b")),
}


def svg_of(thing: Any) -> Any:
    return thing._repr_svg_()


def html_of(thing: Any) -> Any:
    return thing._repr_html_()


@pytest.mark.parametrize("drawn", DRAWN.values(), ids=DRAWN)
def test_it_draws_itself_in_a_notebook(drawn: Any) -> None:
    root = ET.fromstring(svg_of(drawn))
    assert root.tag.endswith("svg")


def words_of(shown: str) -> str:
    """Return the text of HTML that keeps its lines; it must be well formed."""
    return "".join(ET.fromstring(unescape_named(shown)).itertext())


def unescape_named(shown: str) -> str:
    return shown.replace("&#x27;", "'")


@pytest.mark.parametrize("text", GAMES)
def test_a_position_shows_every_card_that_a_seat_holds(text: str) -> None:
    for state in Trial(load(text), games=1, seed=18).states():
        shown = words_of(html_of(state))
        assert shown
        if text in ("gin", "indian13", "tractor(match=deal)"):
            for seat in range(state.game.facts.seats):
                for card in state.seen(seat)["hand"]["held"]:
                    assert card in shown


def test_a_trick_at_the_table_shows_who_wins_it_and_why() -> None:
    shown = unescape(html_of(winner_at_table("H2", ["SASKSK", "H9H4H4", "H5HJHJ", "D3D4D5"])))
    assert shown.startswith("<pre>seat 0   │ SKSKSA led\nseat 1   │ H4H4H9\nseat 2   │ H5HJHJ *\n")
    assert "HJHJ H5 is higher in its largest part" in shown


def test_what_is_too_large_for_a_picture_is_left_to_its_text() -> None:
    many = Layout(tuple(((value, 1),) for value in range(1, 70)))
    assert svg_of(many) is None


def test_a_state_of_a_game_that_draws_nothing_is_shown_as_its_line() -> None:
    state, _ = load("kuhn").start().rolled(1, 0)
    assert str(state) in words_of(html_of(state))
    assert json.dumps(state.public())
