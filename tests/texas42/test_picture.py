"""Dominoes, hands, tricks and tables as text and drawn: what they show and that they are well formed."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from xml.etree import ElementTree

import numpy as np
import pytest

from suitwise.foundation.seating import NOBODY, partner, seats_from
from suitwise.texas42 import BiddingTable, Domino, Position, dominoes_of, mask_of
from suitwise.texas42.picture import (
    PIPS_AT,
    bidding_text,
    declaration_name,
    domino_lines,
    draw_bidding,
    draw_hand,
    draw_points,
    draw_trick,
    hand_picture,
    heat,
    percent,
    points_text,
    position_picture,
    trick_picture,
)
from suitwise.texas42.rules.dominoes import HIGH, LOW, N_DOMINOES, winning_place
from tests.texas42.positions import random_position

SVG = "{http://www.w3.org/2000/svg}"
TRICK = [Domino("5-1"), Domino("6-5"), Domino("5-5"), Domino("0-0")]


def titles(picture: str, kind: str) -> list[str]:
    """Return the titles of the elements of a kind."""
    groups = ElementTree.fromstring(picture).iter(f"{SVG}g")
    return [found.findtext(f"{SVG}title") or "" for found in groups if found.get("class") == kind]


def texts(picture: str) -> list[str]:
    return [found.text or "" for found in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def pips_drawn(picture: str) -> int:
    return len([*ElementTree.fromstring(picture).iter(f"{SVG}circle")])


def some_table(blind: bool = False) -> BiddingTable:
    points = np.arange(9 * 8).reshape(9, 8) % 43
    return BiddingTable(mask_of(range(7)), points, points // 2 if blind else None)


# --- As text --------------------------------------------------------------------------------------


@pytest.mark.parametrize("domino", range(N_DOMINOES))
def test_a_domino_shows_its_pips_higher_end_first(domino: int) -> None:
    lines = domino_lines(domino)
    assert {len(line) for line in lines} == {9}
    assert sum(line[:4].count("●") for line in lines) == HIGH[domino]
    assert sum(line[5:].count("●") for line in lines) == LOW[domino]


def test_the_pips_of_an_end_are_as_many_as_it_is() -> None:
    assert [len(set(places)) for places in PIPS_AT] == [*range(7)]
    for places in PIPS_AT:
        assert {(2 - x, 2 - y) for x, y in places} == set(places)


def test_a_hand_of_seven_fits_on_a_line_of_eighty() -> None:
    shown = hand_picture(range(21, 28)).splitlines()
    assert max(map(len, shown)) <= 80
    assert shown[-1].split() == ["6-0", "6-1", "6-2", "6-3", "6-4", "6-5", "6-6"]


def test_an_empty_hand_is_no_picture() -> None:
    assert hand_picture([]) == ""


def test_a_trick_names_who_led_and_who_wins_and_nobody_else() -> None:
    rng = Random(3)
    for _ in range(200):
        position = random_position(rng, 7, rng.randrange(14))
        shown = position_picture(position)
        pips = sum(HIGH[domino] + LOW[domino] for domino in position.trick)
        assert shown.count("●") == pips
        assert shown.count("led") == shown.count("*") == bool(position.trick)
        if position.trick:
            seats = seats_from(position.leader, position.out)
            winner = seats[winning_place(position.trick, position.declaration)]
            mark = " led *" if winner == position.leader else " *"
            assert f"seat {winner}{mark}" in shown
            assert f"seat {position.leader} led" in shown


@pytest.mark.parametrize("below", range(4))
def test_the_table_is_seen_from_a_seat_and_play_goes_to_its_left(below: int) -> None:
    lines = trick_picture(0, [], 5, below=below).splitlines()
    assert lines[0].strip() == f"seat {partner(below)}"
    assert lines[-1].strip() == f"seat {below}"
    sides = next(line for line in lines if line.count("seat") == 2).split()
    assert sides == ["seat", str((below + 1) % 4), "seat", str((below + 3) % 4)]


@pytest.mark.parametrize("leader", range(4))
def test_every_domino_stands_straight_whoever_leads_and_wins(leader: int) -> None:
    lines = trick_picture(leader, dominoes_of(0b1111 << 20), 8).splitlines()
    edges = [{at for at, sign in enumerate(line) if sign in "┌└│├┬┴┼┐┘"} for line in lines]
    columns = set().union(*edges)
    assert len(columns) == 9
    assert all(len([*edge]) in (0, 3, 6, 9) for edge in edges)


def test_who_sits_out_is_named() -> None:
    position = Position.parse("nello 0 6-5,1-0 5-4,3-2 4-3,2-1 6-3,2-0 out=2").after("6-5")
    shown = position_picture(position)
    assert "seat 2 sits out" in shown
    assert "seat 0 led *" in shown


def test_a_bidding_table_has_a_line_a_bid_and_fits_on_eighty_columns() -> None:
    table = some_table()
    lines = bidding_text(table).splitlines()
    assert [line.split()[0] for line in lines] == ["bid", *map(str, range(30, 43)), "mean"]
    assert max(map(len, lines)) <= 80
    for line, bid in zip(lines[1:-1], range(30, 43), strict=True):
        for cell, declaration in zip(line.split()[1:], range(9), strict=True):
            chance = table.chance(declaration, bid)
            assert cell == percent(chance, float(table.error[declaration, bid - 30]), 8)


@pytest.mark.parametrize("deals", [1, 2, 3, 10, 100, 1000, 100_000])
def test_what_no_deal_or_every_deal_makes_has_a_bound_that_a_sample_allows(deals: int) -> None:
    least = int(percent(0, 0, deals).removeprefix("<"))
    assert (1 - least / 100) ** deals < 0.05 + 1e-9 < (1 - (least - 1) / 100) ** deals
    assert percent(1, 0, deals) == f">{100 - least}"


def test_no_error_is_said_to_be_nothing() -> None:
    assert percent(0.001, 0.001, 1000) == "0±1"
    assert percent(0.5, 0.05, 100) == "50±5"


def test_the_table_of_a_deal_names_every_declaration() -> None:
    lines = points_text(np.arange(40).reshape(10, 4)).splitlines()
    assert [line.split()[0] for line in lines[1:]] == [declaration_name(one) for one in range(10)]
    assert lines[-1].split()[1:] == ["36", "37", "38", "39"]


# --- Drawn ----------------------------------------------------------------------------------------


def test_all_dominoes_are_drawn_with_their_pips() -> None:
    picture = draw_hand(range(N_DOMINOES), "All of them")
    assert titles(picture, "domino") == [str(Domino(domino)) for domino in range(N_DOMINOES)]
    assert pips_drawn(picture) == sum(HIGH) + sum(LOW) == 168
    assert texts(picture)[0] == "All of them"


def test_a_drawn_trick_tells_who_wins_it() -> None:
    picture = draw_trick(0, TRICK, 5)
    assert Counter(titles(picture, "domino")) == Counter(map(str, TRICK))
    shown = texts(picture)
    assert {"seat 0 led", "seat 1", "seat 2 wins", "seat 3"} <= set(shown)
    assert "fives declared · 11 points" in shown
    assert "seat 2 wins so far" in texts(draw_trick(0, TRICK[:3], 5))


def test_tricks_of_all_kinds_are_drawn(exhaustive: bool) -> None:
    rng = Random(9)
    for _ in range(500 if exhaustive else 60):
        three = rng.random() < 0.4
        position = random_position(rng, 7, rng.randrange(9, 13) if three else 6, three)
        picture = draw_trick(
            position.leader, position.trick, position.declaration, out=position.out
        )
        assert len(titles(picture, "domino")) == len(position.trick)
        out = [text for text in texts(picture) if text.endswith("sits out")]
        assert out == ([] if position.out == NOBODY else [f"seat {position.out} sits out"])


def test_what_is_written_over_a_trick_cannot_break_the_file() -> None:
    picture = draw_trick(0, TRICK, 5, title='<script>&"\0\u202e')
    assert texts(picture)[0] == '<script>&"\ufffd\ufffd'


def test_a_drawn_bidding_table_has_a_cell_for_every_bid_and_says_what_it_is() -> None:
    picture = draw_bidding(some_table())
    assert len(titles(picture, "cell")) == 9 * 13
    assert titles(picture, "domino") == [str(one) for one in dominoes_of(some_table().hand)]
    assert "No bound in either direction" in " ".join(texts(picture))
    assert titles(picture, "cell")[0] == "blanks, 30: <32 %"
    assert "95 % confidence" in " ".join(texts(picture))
    both = draw_bidding(some_table(blind=True))
    assert len(titles(both, "cell")) == 2 * 9 * 13
    assert "a lower bound." in " ".join(texts(both))


def test_the_drawn_table_of_a_deal_has_a_cell_for_every_leader() -> None:
    points = np.arange(40).reshape(10, 4)
    picture = draw_points(points, [1, 2, 4, 8])
    assert titles(picture, "cell")[5] == "aces, 1 leads: 5 points"
    assert len(titles(picture, "cell")) == 40
    assert len(titles(picture, "domino")) == 4


def test_heat_runs_from_red_over_yellow_to_green_without_a_step() -> None:
    colours = [heat(share / 100) for share in range(101)]
    assert (colours[0], colours[50], colours[100]) == ("#f7c4a8", "#fdf3cd", "#a0d6af")
    channels = [[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in colours]
    for one, other in pairwise(channels):
        assert max(abs(a - b) for a, b in zip(one, other, strict=True)) <= 3
