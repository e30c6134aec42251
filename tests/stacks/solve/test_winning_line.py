"""The winning line: legal move by move, ends in a win, and no longer than it can be."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import islice, pairwise
from math import log2
from random import Random

import pytest

from benchmarks.stacks import hard_input
from suitwise import stacks
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.game import OVER, Record, load, play
from suitwise.players.named import named
from suitwise.players.review_text import review_text
from suitwise.stacks import (
    Chain,
    Difficulty,
    Layout,
    MoreSuits,
    Move,
    NoPath,
    Reason,
    Size,
    Stacks,
    Stuck,
    ace_graph,
    check_reason,
    deal,
    difficulty_of,
    find,
    hint,
    is_winnable,
    make,
    read_cases,
    replay,
    why_lost,
    winning_line,
)
from suitwise.stacks.review import REVIEW
from suitwise.stacks.rules.table import decide, lay_out, machine_if
from suitwise.stacks.solve.find_reason import Explainer
from suitwise.stacks.solve.winning_line import weigh
from tests.oracles import stacks_oracle
from tests.oracles import stacks_oracle as oracle
from tests.stacks.positions import (
    SHIFTS_DIFFER,
    line_of,
    played,
    small_layouts,
    some_positions,
    verdict_of,
)


def check_line(layout: Layout) -> None:
    """Hold a line against the oracle's rules and the referee's."""
    line = winning_line(layout)
    assert (line is not None) == (verdict_of(layout, compiled=False)[0] > 0)
    if line is not None:
        assert stacks_oracle.won(played(layout, line)), str(layout)
        assert not line or not stacks_oracle.won(played(layout, line[:-1])), (
            "it goes on after the win"
        )
        assert replay(layout, line) is None
        assert not any(stacks_oracle.won(played(layout, line[:end])) for end in range(len(line)))
        shifts = sum(move.to is not None for move in line)
        assert shifts <= layout.cards
        assert len(line) - shifts < max(1, layout.cards)


@pytest.mark.exhaustive
def test_every_small_layout_that_can_be_won_is_won(exhaustive: bool) -> None:
    for layout in small_layouts(7 if exhaustive else 5):
        check_line(layout)


@pytest.mark.exhaustive
def test_random_positions_that_can_be_won_are_won(exhaustive: bool) -> None:
    for layout in some_positions(21, 100_000 if exhaustive else 2_000, stacks=9, cards=30):
        check_line(layout)


def test_plain_and_compiled_rules_play_the_same_line() -> None:
    for layout in some_positions(22, 500, stacks=12, cards=60):
        assert line_of(layout, compiled=True) == line_of(layout, compiled=False)


def test_a_won_game_needs_no_move() -> None:
    assert winning_line(Layout.parse("1a | - | 2b")) == []
    assert winning_line(Layout.parse("1a | 3a | 2a")) == []


@pytest.mark.parametrize("text", ["3a 1a | 2a 4a", "1a 2a | 3a | 4b", "5a | 4a 3a | 2a 1a"])
def test_a_line_and_its_hints_end_with_the_move_that_wins(text: str) -> None:
    layout = Layout.parse(text)
    line = winning_line(layout) or []
    states = [Stacks.around(layout)]
    for move in line:
        assert hint(states[-1].layout).move == move
        states.append(states[-1].after(move))
    assert [state.turn == OVER for state in states] == [False] * len(line) + [True]
    assert hint(states[-1].layout).move is None
    assert states[-1].why_not("r0") == "the game is over"


def test_no_card_that_lies_alone_is_shifted() -> None:
    for layout in some_positions(23, 500, stacks=8, cards=24):
        position = layout.stacks
        for move in winning_line(layout) or []:
            assert str(move) in stacks_oracle.legal_moves(position, lone=False)
            position = stacks_oracle.apply(position, str(move))


def test_the_shift_that_wins_is_chosen() -> None:
    line = winning_line(SHIFTS_DIFFER)
    assert line is not None
    assert [str(move) for move in line if move.to is not None] == ["m1>2"]


def test_whoever_follows_hints_wins() -> None:
    for layout in some_positions(24, 150, stacks=5, cards=14):
        position = layout
        for _ in range(2 * layout.cards + 1):
            told = hint(position)
            if told.move is None:
                break
            position = Layout.of(stacks_oracle.apply(position.stacks, str(told.move)))
        assert position.is_won == (told.lost is None)
        if told.lost is not None:
            assert position == layout


@pytest.mark.exhaustive
@pytest.mark.parametrize(("stacks", "height"), [(1_000, 100), (10_000, 10), (50_000, 2)])
def test_a_hard_case_of_100_000_cards_is_solved(stacks: int, height: int, exhaustive: bool) -> None:
    """Of 100,000 cards in few high stacks, many, or low ones; of the low ones 20,000 in the sample."""
    if height == 2 and not exhaustive:
        stacks = 10_000
    cases = read_cases(BytesIO(hard_input(stacks, height, 2, seed=stacks)))
    assert cases.fault is None
    won, lost = cases.layout(0), cases.layout(1)
    assert len(ace_graph(won).path) == stacks // 2 + 1  # a path through half of the stacks
    assert winning_line(lost) is None
    line = winning_line(won)
    assert line is not None
    assert replay(won, line) is None
    # About 0.1 s; a quadratic strategy takes minutes.


@pytest.mark.parametrize("compiled", [False, True])
def test_a_line_ends_with_the_move_that_wins(compiled: bool) -> None:
    """Of ``1a | 4a`` the rules would remove 1a, but the game is over."""
    line = line_of(Layout.parse("3a 1a | 2a 4a"), compiled=compiled)
    assert [*map(str, line or ())] == ["r1", "r0"]


# --- Difficulty: the decisions along a winning line are those that search finds -------------------


def weighed_by_search(layout: Layout) -> list[tuple[int, int]]:
    """Weigh the decisions along the solver's line, every shift tried by search."""
    decisions = []
    position: oracle.Layout = layout.stacks
    for move in winning_line(layout) or ():
        if move.to is not None:
            sources = [i for i, stack in enumerate(position) if len(stack) > 1]
            wins = sum(
                oracle.winnable(oracle.apply(position, str(Move(i, move.to)))) for i in sources
            )
            if wins < len(sources):
                decisions.append((len(sources), wins))
        position = oracle.apply(position, str(move))
    return decisions


def test_difficulty_counts_the_shifts_that_search_finds_to_lose() -> None:
    weighed = 0
    for size in (Size(3, 2), Size(3, 3), Size(4, 2), Size(4, 3)):
        for found in islice(find(size, seed=4, verdict="winnable"), 8):
            difficulty = difficulty_of(found.layout)
            assert difficulty is not None
            decisions = weighed_by_search(found.layout)
            assert list(difficulty.decisions) == decisions
            assert difficulty.bits == pytest.approx(
                sum(log2(choices / wins) for choices, wins in decisions), abs=1e-3
            )
            assert difficulty.luck == pytest.approx(2**-difficulty.bits, rel=1e-2)
            weighed += len(decisions)
    assert weighed > 10


def weighed_by_decisions(layout: Layout) -> list[tuple[int, int]]:
    """Weigh the decisions along the solver's line, every shift decided."""
    decisions = []
    state = Stacks.around(layout)
    for move in winning_line(layout) or ():
        if move.to is not None:
            sources = [i for i, stack in enumerate(state.layout.stacks) if len(stack) > 1]
            after = (state.after(Move(i, move.to)).layout for i in sources)
            wins = sum(map(is_winnable, after))
            if wins < len(sources):
                decisions.append((len(sources), wins))
        state = state.after(move)
    return decisions


def test_difficulty_is_what_deciding_every_shift_would_find() -> None:
    compared = 0
    for layout in some_positions(61, 1_500, stacks=9, cards=26):
        difficulty = difficulty_of(layout)
        if difficulty is not None:
            suits = {suit for stack in layout.stacks for _, suit in stack}
            expected = weighed_by_decisions(layout) if len(suits) == len(layout) else []
            assert list(difficulty.decisions) == expected
            compared += len(expected)
    for number in range(60):
        layout = make(8, 5, number % 7, seed=9, number=number)
        difficulty = difficulty_of(layout)
        assert difficulty is not None
        assert list(difficulty.decisions) == weighed_by_decisions(layout)
        assert weigh(layout, compiled=True) == difficulty
        compared += len(difficulty.decisions)
    assert compared > 500


def test_thousands_of_stacks_are_weighed_in_about_a_second() -> None:
    layout = make(5_000, 2, 2_500, seed=1)
    weigh(make(20, 20, 5), compiled=True)
    difficulty = difficulty_of(layout)
    assert difficulty is not None
    assert difficulty.bits > 3_000
    # About 0.7 s; deciding every shift took minutes.


def test_the_two_shifts_of_the_rules_page_are_one_bit() -> None:
    # After c1 and c2 go, shifting c9 wins and shifting b8 loses.
    difficulty = difficulty_of(Layout.parse("8b 9a | 9c 9b | 1c 2c"))
    assert difficulty is not None
    assert (difficulty.decisions, difficulty.bits) == (((2, 1),), 1.0)


def test_nothing_is_difficult_with_fewer_suits_than_stacks_or_lost() -> None:
    easy = difficulty_of(deal(5, 4, 4, seed=1))
    assert easy is not None
    assert (easy.decisions, easy.bits, easy.luck) == ((), 0, 1)
    assert difficulty_of(deal(3, 4, 4, seed=1)) is None


def test_difficulty_is_not_computed_for_huge_layouts() -> None:
    with pytest.raises(IllegalPosition, match="at most 10,000 cards"):
        difficulty_of(deal(101, 100, seed=1))


def test_a_difficulty_is_told_in_words_and_as_data() -> None:
    difficulty = Difficulty(((3, 1), (2, 1)))
    assert str(difficulty) == "2.585 bits: 1 of 3, 1 of 2"
    assert difficulty.as_json() == {"bits": 2.585, "decisions": [[3, 1], [2, 1]]}
    assert [str(Difficulty(pairs)) for pairs in ((), ((2, 1),))] == ["0 bits", "1 bit: 1 of 2"]


# --- The review of Stack Management ---------------------------------------------------------------


SMALL = "stacks(stacks=3,height=3,suits=3,singles=1)"


@cache
def is_won_by_somebody(text: str) -> bool:
    """Tell by trying every way to play on whether a position can be won."""
    state = load(SMALL).parse(text)
    if state.turn < 0:
        return bool(state.returns()[0])
    return any(is_won_by_somebody(str(state.after(move))) for move in state.moves())


def test_a_move_is_a_mistake_where_playing_everything_out_says_so() -> None:
    game, judged, lost = load(SMALL), 0, 0
    for seed in range(240):
        record = play(game.start(), named("random", game).seated(seed, 0), seed=seed)
        states = list(record.states())
        found = {one.ply: one for one in stacks.review(record)}
        for ply, (state, after) in enumerate(pairwise(states), 1):
            had_choice = state.turn == 0 and len(state.moves()) > 1
            assert (ply in found) == (had_choice and is_won_by_somebody(str(state)))
            if ply not in found:
                continue
            one, judged = found[ply], judged + 1
            assert one.verdict is not None
            assert one.is_mistake == (not is_won_by_somebody(str(after)))
            assert is_won_by_somebody(str(state.after(one.verdict.best)))
            lost += one.is_mistake
    assert judged > 30
    assert lost > 3


def test_nothing_is_estimated_so_nothing_has_an_interval() -> None:
    game = "stacks(stacks=3,height=2,suits=3)"
    record = Record(game, "8b 9a | 9c 9b | 1c 2c", ("r2", "r2", "m0>2"), (0.0,))
    told = review_text(list(stacks.review(record)), REVIEW.measure)
    assert "turns a won deal into a lost one; moving 9c to stack 2 keeps it won" in " ".join(
        told.split()
    )
    assert "±" not in told


def test_a_record_of_another_game_or_seat_is_refused() -> None:
    gin = load("gin")
    record = play(gin.start(), named("random", gin).seated(1, 0), seed=3)
    with pytest.raises(SuitwiseError, match=r"the record is of gin.*, not of Stack Management"):
        stacks.review(record)
    own = Record("stacks(stacks=3,height=2,suits=3)", "8b 9a | 9c 9b | 1c 2c", ("r2",), (0.0,))
    with pytest.raises(SuitwiseError, match="seat"):
        stacks.review(own, seat=1)


# --- Every lost position has a reason that stands the check ---------------------------------------


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
            verdict, kinds, _ = machine_if(decide, compiled)(table, len(layout), 1)
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
        ("- | 1b 2b 1a 2a", NoPath(0, (Chain((1, 2), "no ace", 1),)), "no edge leads from b to a"),
        (
            "- | 1b 2b 1a 2a",
            NoPath(0, (Chain((1,), "own stack", 0),)),
            "a king lies in another stack",
        ),
        ("- | 1b 2b 1a 2a", NoPath(0, (Chain((1,), "cycle", 1),)), "the chain of a ends elsewhere"),
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
        {"kind": "no path", "bare": 1, "chains": [{"suits": [2, 1], "end": "no ace", "stack": 4}]},
    ]


@pytest.mark.parametrize(("count", "more"), [(1, ""), (3, ""), (4, "1"), (10, "7")])
def test_three_chains_are_told_and_how_many_there_are_beside(count: int, more: str) -> None:
    told = str(NoPath(1, tuple(Chain((suit, 1), "no ace", 4) for suit in range(2, 2 + count))))
    assert told.count("stack 4") == min(count, 3)
    assert (f"and so for {more} more" in told) == bool(more)
