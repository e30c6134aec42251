"""Moves a second of one game at a time are counted as the table says."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np
import pytest

from benchmarks import duels, one_game
from benchmarks.one_game_moves import WAYS
from benchmarks.texas42.solver import VARIANTS, random_rows
from benchmarks.tractor import parts
from benchmarks.tractor.endings import played_endings, random_endings
from benchmarks.tractor.follow import LEADS, PAIRS, TRUMP, hand_of_pairs, pile_on, trumps
from benchmarks.tractor.follow import report as follow_report
from benchmarks.tractor.parts import Difference, measured
from benchmarks.tractor.playouts import report as playouts_report
from suitwise.foundation.arrays.compiled import fitted, over_rows
from suitwise.texas42.solve import search_general as general
from suitwise.texas42.solve.search import WORK, ground
from suitwise.texas42.solve.solver import answer_rows
from suitwise.tractor import Duty, phi
from suitwise.tractor.arrays import packed
from suitwise.tractor.arrays.packed import is_sound
from suitwise.tractor.players.rule_based import TractorPlayer


@pytest.mark.parametrize("way", ["state", "random", "seat"])
def test_moves_and_games_are_counted(way: str) -> None:
    if way == "seat":
        counted = list(islice(WAYS[way]("stacks"), 50))
        assert {moves for moves, _ in counted} == {1}
        assert 0 < sum(ended for _, ended in counted) < 50
    else:
        dealt = {"state": 0, "random": 3}[way]
        counted = list(islice(WAYS[way]("stacks(stacks=3,height=1,suits=3)"), 5))
        assert counted == [(dealt, 1)] * 5


def test_a_table_counts_the_decisions_of_all_seats() -> None:
    counted = list(islice(WAYS["table"]("texas42(match=hand)"), 200))
    games = sum(ended for _, ended in counted)
    moves = sum(moves for moves, _ in counted)
    assert games >= 3
    assert moves <= 200 - games * 3  # every seat but the last takes leave without a decision


def test_the_rival_stands_beside_what_asks_for_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str]] = []

    def rates(source: str | None, game: str, way: str) -> tuple[float, float]:
        asked.append((game, way))
        return (300.0 if way == "openspiel" else 600.0 if source is None else 200.0), 2.0

    monkeypatch.setattr(one_game, "_rates", rates)
    monkeypatch.setattr(one_game, "_has_rival", lambda: True)
    measures = (("gin", "state", "state"), ("gin", "rules", "rules"))
    monkeypatch.setattr(one_game, "MEASURES", measures)
    said: list[str] = []
    last = one_game.report(2, "elsewhere", said.append).splitlines()[-2:]
    assert last == [
        "| gin | state | 600 | 2 | 200 | 3.00 | 300 | 2.00 |",
        "| gin | rules | 600 | 2 | 200 | 3.00 | – | – |",
    ]
    assert asked.count(one_game.RIVAL) == 2
    assert said == ["gin, state", "gin, rules"]


# --- What the solver's improvements are worth is measured on searches that find the ---------------


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", VARIANTS)
def test_the_search_without_an_improvement_finds_the_same_values(
    name: str, exhaustive: bool
) -> None:
    """Of 60 whole deals in machine code; by default after three tricks, which plain Python searches."""
    rows = random_rows(60, 0 if exhaustive else 3, seed=5).reshape(-1)
    expected, nodes = answer_rows(rows)
    row = fitted(general.answer, VARIANTS[name])
    if exhaustive:
        answers: Any = np.zeros(60, np.int64), np.zeros(60, np.int64), np.zeros(WORK, np.int64)
        over_rows(row)((rows, *ground()), answers, 0, 60)
    else:
        given, answers = (
            [part.tolist() for part in (rows, *ground())],
            ([0] * 60, [0] * 60, [0] * WORK),
        )
        for at in range(60):
            row(at, given, answers)
    assert list(answers[0]) == expected.tolist()
    if "plain" in name:
        assert sum(answers[1]) > (3 if exhaustive else 2) * sum(nodes)


# --- The endings that the solver is measured on are positions of the play between -----------------


def cards_a_hand(records: np.ndarray[tuple[int, int], np.dtype[np.int64]]) -> list[int]:
    hands = np.bitwise_count(records[:, packed.HANDS : packed.HANDS + 8])
    return [max(map(sum, hand)) for hand in hands.reshape(-1, 4, 2).tolist()]


def test_rounds_played_by_rule_come_to_endings() -> None:
    found = played_endings(3, 5)
    assert len(found)
    assert all(is_sound(record.tolist()) for record in found)
    assert set(cards_a_hand(found)) <= set(range(1, 6))
    assert not found[:, packed.PLACED].any()


def test_random_endings_have_so_many_cards() -> None:
    assert cards_a_hand(random_endings(4, 7)) == [7] * 4


# --- The positions that the follow check is timed on are what they are said to be -----------------


def test_the_ladder_of_trumps_is_in_the_order_of_phi() -> None:
    levels = [phi(card, TRUMP) for card in trumps()]
    assert levels == sorted(levels)
    assert len(set(trumps())) == 18


@pytest.mark.parametrize("pairs", range(1, 13))
def test_leads_and_hands_have_so_many_pairs(pairs: int) -> None:
    hand = hand_of_pairs(pairs)
    assert hand.twice.bit_count() == pairs
    assert 2 * pairs < hand.size <= 25
    for _, steps in LEADS:
        lead = pile_on(steps(pairs))
        assert (lead.size, lead.twice.bit_count()) == (2 * pairs, pairs)
        assert Duty(TRUMP, lead, hand).n_legal > 0


def test_the_report_has_a_row_for_each_number_of_pairs() -> None:
    said: list[str] = []
    told = follow_report(1, said.append, turns=1)
    rows = [line for line in told.splitlines() if line.startswith("| ")]
    assert [row.split(" | ")[0] for row in rows[1:]] == [f"| {pairs}" for pairs in PAIRS]
    assert said[-1] == "12 pairs"


# --- What searched burials are worth alone: the same cards, all else by rule ----------------------


def test_a_deal_differs_the_same_again() -> None:
    found = measured(4, range(4))
    assert found == measured(4, range(4))
    assert any(one.is_other for one in found)
    assert all(one.is_other or one.levels == 0 for one in found)


def test_what_the_rules_would_do_too_is_worth_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "MonteCarlo", lambda worlds: TractorPlayer())
    assert measured(4, range(4)) == [Difference(0, False)] * 4


def test_the_report_has_a_line_for_the_burial(monkeypatch: pytest.MonkeyPatch) -> None:
    def in_one(play: object, deals: int) -> list[list[Difference]]:
        return [[Difference(one % 2, bool(one % 2)) for one in range(deals)]]

    monkeypatch.setattr(duels, "on_cores", in_one)
    said: list[str] = []
    told = parts.report(2, 7, said.append)
    assert said == ["burial"]
    assert "| burial | 2 | 50% | +0.500 ± 0.980 |" in told


# --- What ``python -m benchmarks tractor-table`` reports ------------------------------------------


def test_the_report_has_rates_and_points() -> None:
    said: list[str] = []
    text = playouts_report(50, 1, said.append)
    assert said[0] == "rounds"
    rows = [line for line in text.splitlines() if line.startswith("| rule")]
    assert len(rows) == 3  # the rates, twice the rules as landlord
    assert " M |" in rows[0]
    assert "±" in rows[-1]
