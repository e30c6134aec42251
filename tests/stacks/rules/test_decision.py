"""The decision agrees with exhaustive search on every layout small enough and on random larger ones."""

from __future__ import annotations

import pytest

from suitwise.stacks import Layout, is_winnable, why_lost
from suitwise.stacks.rules.layout import Card
from suitwise.stacks.rules.table import (
    FEWER_SUITS,
    MORE_SUITS,
    NO_PATH,
    PATH,
    REMOVALS,
    STUCK,
    Cards,
    deal,
    decide,
)
from suitwise.stacks.solve.find_reason import Explainer
from tests.oracles import stacks_oracle
from tests.stacks.positions import SHIFTS_DIFFER, small_layouts, some_positions, verdict_of


@pytest.mark.exhaustive
def test_every_small_layout_is_decided_as_search_decides_it(exhaustive: bool) -> None:
    seen = set()
    for layout in small_layouts(7 if exhaustive else 5):
        verdict, *_ = verdict_of(layout, compiled=False)
        assert (verdict > 0) == stacks_oracle.winnable(layout.stacks), str(layout)
        seen.add(verdict)
    assert seen == {FEWER_SUITS, MORE_SUITS, REMOVALS, PATH, STUCK, NO_PATH}


@pytest.mark.exhaustive
def test_random_positions_are_decided_as_search_decides_them(exhaustive: bool) -> None:
    for layout in some_positions(11, 100_000 if exhaustive else 1_500):
        assert is_winnable(layout) == stacks_oracle.winnable(layout.stacks), str(layout)


def test_plain_and_compiled_rules_decide_alike() -> None:
    for layout in some_positions(12, 500, stacks=12, cards=60):
        assert verdict_of(layout, compiled=True) == verdict_of(layout, compiled=False)


def test_every_position_of_a_game_under_way_is_decided() -> None:
    for layout in some_positions(13, 60, stacks=4, cards=9):
        for position in stacks_oracle.reachable(layout.stacks):
            found = is_winnable(Layout.of(position))
            assert found == stacks_oracle.winnable(position), str(position)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        *(("", REMOVALS), ("-", FEWER_SUITS), ("1a", REMOVALS), ("1a 2b", MORE_SUITS)),
        *(("1a 2a", STUCK), ("1b 2a | 2b", REMOVALS), ("2b 3a | 1a 3b", STUCK)),
        *(("7b 7a | 3b 6b", PATH), ("3c 1b | 5b 6a 4a | -", NO_PATH)),
    ],
)
def test_each_verdict_has_its_example(text: str, verdict: int) -> None:
    layout = Layout.parse(text)
    assert verdict_of(layout, compiled=False)[0] == verdict
    assert stacks_oracle.winnable(layout.stacks) == (verdict > 0)


def test_a_shift_can_lose_where_another_wins() -> None:
    position = stacks_oracle.apply(stacks_oracle.apply(SHIFTS_DIFFER.stacks, "r2"), "r2")
    after = {move: stacks_oracle.apply(position, move) for move in ("m0>2", "m1>2")}
    assert not is_winnable(Layout.of(after["m0>2"]))
    assert is_winnable(Layout.of(after["m1>2"]))


def test_the_graph_of_the_first_deal_does_not_serve_a_game_under_way() -> None:
    """Positions that a wrong shift has lost are told from those still won."""
    changes = 0
    for layout in some_positions(14, 200, stacks=4, cards=9):
        if is_winnable(layout):
            for move in stacks_oracle.legal_moves(layout.stacks, lone=False):
                after = stacks_oracle.apply(layout.stacks, move)
                changes += not is_winnable(Layout.of(after))
    assert changes > 0


def test_a_table_serves_one_case_after_the_other() -> None:
    """Nothing that a case, or what explains it, leaves behind changes the next one."""
    layouts = [layout for layout in some_positions(15, 300, stacks=6, cards=20) if len(layout)]
    layouts[:0] = [
        Layout.parse("9b 9a | 9d 9c | 9f 9e | 1b 2b | 1e 1a | 1d 1c"),
        Layout.parse("9f 9e | 1f 2f"),
    ]
    begin, first, chosen = [0], [0], list[int]()
    pairs: list[Card] = []
    for layout in layouts:
        for stack in layout.stacks:
            chosen.append(len(begin) - 1)
            pairs += stack
            begin.append(len(pairs))
        first.append(len(chosen))
    cards = Cards(begin, [v for v, _ in pairs], [s for _, s in pairs], compiled=False)
    table = cards.table(6)
    for case, layout in enumerate(layouts):
        deal(table, begin, chosen, first[case], len(layout))
        verdict, kinds, _ = decide(table, len(layout), case + 1)
        assert verdict == verdict_of(layout, compiled=False)[0]
        if verdict < 0:
            explainer = Explainer(cards, table, len(layout), verdict, kinds)
            assert explainer.reason() == why_lost(layout)
            assert explainer.words() == str(why_lost(layout))
