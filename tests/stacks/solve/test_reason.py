"""Every lost position has a reason that stands the check, and a wrong reason does not."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from random import Random

import pytest

from benchmarks.stacks import hard_input
from suitwise.errors import IllegalPosition
from suitwise.stacks import (
    Chain,
    Layout,
    MoreSuits,
    NoPath,
    Reason,
    Stuck,
    check_reason,
    read_cases,
    why_lost,
)
from suitwise.stacks.rules.decision import decide
from suitwise.stacks.rules.table import face, lay_out
from suitwise.stacks.solve.find_reason import Explainer
from tests.oracles import stacks_oracle
from tests.stacks.positions import small_layouts, some_positions


def holds(layout: Layout, reason: Reason) -> bool:
    """Tell whether a reason stands the check."""
    try:
        check_reason(layout, reason)
    except IllegalPosition:
        return False
    return True


def kind_of(reason: Reason) -> set[str]:
    if isinstance(reason, NoPath):
        return {"no path", *(chain.end for chain in reason.chains)}
    return {type(reason).__name__}


KINDS = {"MoreSuits", "Stuck", "no path", "own stack", "no ace", "cycle", "joined"}


@pytest.mark.exhaustive
def test_every_small_lost_layout_has_a_reason(exhaustive: bool) -> None:
    for layout in small_layouts(7 if exhaustive else 5):
        reason = why_lost(layout)
        assert (reason is None) == stacks_oracle.winnable(layout.stacks)
        if reason is not None:
            check_reason(layout, reason)


@pytest.mark.exhaustive
def test_random_lost_positions_have_reasons_of_every_kind(exhaustive: bool) -> None:
    seen: set[str] = set()
    for layout in some_positions(31, 100_000 if exhaustive else 4_000, stacks=8, cards=24):
        reason = why_lost(layout)
        if reason is not None:
            check_reason(layout, reason)
            seen |= kind_of(reason)
    assert seen == KINDS


def test_plain_and_compiled_rules_give_the_same_reason() -> None:
    for layout in some_positions(32, 400, stacks=10, cards=40):
        told = []
        for compiled in (False, True):
            cards, table = lay_out(layout, compiled)
            verdict, kinds, _ = face(decide, compiled)(table, len(layout), 1)
            if verdict < 0:
                explainer = Explainer(cards, table, len(layout), verdict, kinds)
                told.append((explainer.reason(), explainer.words(), str(explainer.reason())))
        if told:
            assert told[0] == told[1]
            assert told[0][1] == told[0][2]


@pytest.mark.exhaustive
def test_no_reason_holds_for_a_position_that_can_be_won(exhaustive: bool) -> None:
    """The check is sound: reasons found for other positions, and spoiled ones, are turned down."""
    rng = Random(33)
    reasons: list[Reason] = []
    turned_down = 0
    for layout in some_positions(33, 40_000 if exhaustive else 3_000, stacks=4, cards=10):
        reason = why_lost(layout)
        if reason is not None:
            reasons.append(reason)
            wrong = spoiled(reason, rng)
        elif reasons:
            wrong = rng.choice(reasons)
        else:
            continue
        if holds(layout, wrong):
            assert not stacks_oracle.winnable(layout.stacks)
        else:
            turned_down += 1
    assert turned_down > 1_000


def spoiled(reason: Reason, rng: Random) -> Reason:
    """Change something in a reason."""
    if isinstance(reason, MoreSuits):
        return replace(reason, suits=reason.suits + 1)
    if isinstance(reason, Stuck):
        tops = list(reason.tops)
        rng.shuffle(tops)
        return Stuck(tuple(tops[rng.randrange(2) :]))
    if not reason.chains:
        return NoPath(reason.bare + 1, ())
    chains = list(reason.chains)
    k = rng.randrange(len(chains))
    chain = chains.pop(k)
    ends = {"own stack", "no ace", "cycle", "joined"} - {chain.end}
    changed = rng.choice(
        [
            None,
            replace(chain, stack=chain.stack + 1),
            replace(chain, end=rng.choice(sorted(ends))),  # type: ignore[arg-type]
            replace(chain, suits=(*chain.suits, chain.suits[-1] + 1)),
            replace(chain, suits=chain.suits[1:]),
            Chain((), "no ace", 0),
        ]
    )
    if changed is not None:
        chains.insert(k, changed)
    return NoPath(reason.bare, tuple(chains))


@pytest.mark.parametrize(
    ("text", "reason", "fault"),
    [
        ("1a | 1b", MoreSuits(2, 2), "the suits are not more than the stacks"),
        ("1a 1b", MoreSuits(2, 2), "there are 1 stacks"),
        ("1a 1b", MoreSuits(3, 1), "there are 2 suits"),
        ("2b 3a | 1a 3b", Stuck(((2, 2),)), "the tops are not one a stack"),
        ("2b 3a | 1a 3b", Stuck(((2, 2), (3, 2))), "two tops are of one suit"),
        ("2b 3a | 1a 3b", Stuck(((2, 2), (3, 1))), "3a is not in stack 1"),
        ("2b 3a | 1a 3b", Stuck(((3, 1), (3, 2))), "no stack is left with two cards"),
        ("3b 1a | 2b 3a", Stuck(((1, 1), (2, 2))), "3b in stack 0 is not removed"),
        ("1a | 1b", NoPath(0, ()), "stack 0 has an ace at its bottom"),
        ("1a 2b 1b | 2a", NoPath(2, ()), "there is no stack 2"),
        ("1a | - | 1b", NoPath(1, ()), "there are not as many suits as stacks"),
        ("- | 1b 2b 1a 2a", NoPath(0, ()), "the target a is in no chain"),
        ("- | 1b 2b 1a 2a", NoPath(0, (Chain((), "no ace", 0),)), "a chain is empty"),
        ("- | 2b 2a", NoPath(0, (Chain((1,), "no ace", 1),)), "a is a source"),
        ("- | 2b 2a", NoPath(0, (Chain((2,), "no ace", 1),)), "no ace of b lies at a bottom"),
        ("- | 2b 2a", NoPath(0, (Chain((3,), "no ace", 1),)), "no ace of c lies at a bottom"),
        (
            "- | 1b 2b 1a 2a",
            NoPath(0, (Chain((1, 2), "no ace", 1),)),
            "no edge leads from b to a",
        ),
        (
            "- | 1b 2b 1a 2a",
            NoPath(0, (Chain((1,), "own stack", 0),)),
            "a king lies in another stack",
        ),
        (
            "- | 1b 2b 1a 2a",
            NoPath(0, (Chain((1,), "cycle", 1),)),
            "the chain of a ends elsewhere",
        ),
    ],
)
def test_the_check_says_what_is_wrong(text: str, reason: Reason, fault: str) -> None:
    with pytest.raises(IllegalPosition) as error:
        check_reason(Layout.parse(text), reason)
    assert str(error.value) == f"no proof: {fault}"


def test_a_hard_case_of_100_000_cards_has_a_reason() -> None:
    cases = read_cases(BytesIO(hard_input(10_000, 10, 2, seed=3)))
    layout = cases.layout(1)
    reason = why_lost(layout)
    assert isinstance(reason, NoPath)
    assert max(len(chain.suits) for chain in reason.chains) > 3_000
    check_reason(layout, reason)
    assert len(str(reason)) < 1_000


def test_reasons_are_plain_data_too() -> None:
    reasons: list[Reason] = [
        MoreSuits(3, 2),
        Stuck(((7, 2), (7, 30))),
        NoPath(1, (Chain((2, 1), "no ace", 4),)),
    ]
    assert [reason.as_json() for reason in reasons] == [
        {"kind": "more suits", "suits": 3, "stacks": 2},
        {"kind": "stuck", "tops": ["7b", "7.30"]},
        {
            "kind": "no path",
            "bare": 1,
            "chains": [{"suits": [2, 1], "end": "no ace", "stack": 4}],
        },
    ]
