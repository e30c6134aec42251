"""Random questions about Rummikub and all turns of small positions, against the oracle of the rules."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from suitwise.rummy.judge import answer_json
from suitwise.rummy.rummikub.rules.tiles import Table, Tiles, parts_of
from suitwise.rummy.rummikub.rules.turn import House, faults
from suitwise.rummy.rummikub.solve.turns import moves
from tests.oracles import rummy_games_covers as covers
from tests.oracles.rummy_games_answers import agrees
from tests.oracles.rummy_games_questions import FULL, questions, small_position
from tests.oracles.rummy_games_tiles import read_table, table_text
from tests.oracles.rummy_games_turns import rules_of

PARTS = 10
SAMPLE = 600
"""How many of the questions of a whole comparison are asked by default."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(PARTS))
def test_random_questions_are_answered_as_the_oracle_does(part: int, exhaustive: bool) -> None:
    for case in questions("rummikub", (FULL if exhaustive else SAMPLE) // PARTS, seed=part):
        answer = answer_json(json.dumps(case))["answer"]
        assert agrees(case, answer), (case, answer)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"group_joker": "both"},
        {"joker": "free"},
        {"opening": 15},
        {"opening": 6, "same": "no"},
        {"opening": 0},
        {"opening": 0, "same": "no"},
    ],
    ids=str,
)
def test_there_is_one_turn_for_each_choice_of_tiles_and_meanings_of_jokers(
    options: dict[str, object], exhaustive: bool
) -> None:
    rng, found = Random(str(options)), 0
    opened, rules, house = "opening" not in options, rules_of(options), House.of(options)
    for _ in range(400 if exhaustive else 30):
        old, held = small_position(rng)
        table, rack = Table.parse(table_text(old)), Tiles.parse(" ".join(held.elements()))
        mine = []
        for turn in moves(table, rack, house, opened=opened):
            played, new = Counter(str(turn.played).split()), str(turn.table)
            mine.append(covers.class_of(played, read_table(new), rules))
            assert faults(table, rack, opened, parts_of(new), house) == ()
        assert len(mine) == len(set(mine))
        assert set(mine) == covers.classes(old, held, opened, rules), (str(table), str(rack))
        found += len(mine)
    assert found > 3


def test_two_jokers_of_a_group_stand_for_different_tiles() -> None:
    """Of two jokers that stand for b7 and o7, one b7 frees one, and the other keeps o7."""
    old, rack = Table.parse("k7r7[7][7]"), Tiles.parse("b7 k6 k8 o6 o8")
    freed = parts_of("k7r7b7/k6[k7]k8/o6[o7]o8")
    assert faults(old, rack, True, freed) == ()
    assert faults(old, rack, True, parts_of("k7r7b7/k6[k7][k8]")) == ("joker-moved",)
    assert faults(old, rack, True, parts_of("k7r7b7/o6[o7][o8]")) == ()
