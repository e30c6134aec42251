"""Layouts: their text, and what is refused."""

from __future__ import annotations

import sys
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.errors import IllegalPosition, NotationError
from suitwise.stacks import Layout, Move, parse_moves
from suitwise.stacks.rules.layout import MOST_NUMBER, card_text, parse_card
from suitwise.stacks.rules.table import (
    COMPILED_FROM,
    MOST_DIGITS,
    Cards,
    digits_for,
    is_compiled_quicker,
    numbers,
)
from tests.fresh import fresh_python

NUMBERS = st.one_of(st.integers(0, 40), st.integers(0, MOST_NUMBER))
LAYOUTS = st.lists(st.lists(st.tuples(NUMBERS, NUMBERS), max_size=5), max_size=5).filter(
    lambda stacks: len({c for s in stacks for c in s}) == sum(map(len, stacks))
)


@given(LAYOUTS)
def test_a_layout_is_found_again_in_its_text(stacks: list[list[tuple[int, int]]]) -> None:
    layout = Layout.of(stacks)
    again = Layout.parse(str(layout))
    assert again == layout
    assert hash(again) == hash(layout)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("", ""),
        ("-", "-"),
        (" | ", "- | -"),
        ("1a|2a", "1a | 2a"),
        ("7.1 7.26 7.27 7.0 | -", "7a 7z 7.27 7.0 | -"),
        ("|1a 2a|", "- | 1a 2a | -"),
        ("007b", "7b"),
        ("7A 10Z", "7a 10z"),
    ],
)
def test_what_a_person_types_is_understood(text: str, printed: str) -> None:
    assert str(Layout.parse(text)) == printed


@pytest.mark.parametrize(
    "text", ["7", "a", "7ab", "7 a", "7.", ".7", "7\u212a", "7é", "-1a", "1a -", "x" * 99]
)
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is no card: write a value and a suit"):
        Layout.parse(text)


def test_a_number_of_ten_digits_is_no_card() -> None:
    with pytest.raises(NotationError, match="is no card"):
        Layout.parse("1000000000a")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1a | 2a 1a", "the card 1a is in stacks 0 and 1; no two cards are alike"),
        ("- | 1.30 2a 1.30", "the card 1.30 is twice in stack 1; no two cards are alike"),
    ],
)
def test_no_two_cards_are_alike(text: str, reason: str) -> None:
    with pytest.raises(IllegalPosition) as error:
        Layout.parse(text)
    assert str(error.value) == reason


@pytest.mark.parametrize("card", [(-1, 0), (0, -1), (MOST_NUMBER + 1, 0), (0, MOST_NUMBER + 1)])
def test_numbers_out_of_range_are_refused(card: tuple[int, int]) -> None:
    with pytest.raises(IllegalPosition, match="numbers from 0 to 999,999,999"):
        Layout.of([[card]])


@pytest.mark.parametrize(
    "card", [(1.5, 1), (1.0, 1), ("1", 1), (None, 1), (1,), (1, 2, 3), 7, np.float32(1)]
)
def test_what_is_no_pair_of_integers_is_no_card(card: Any) -> None:
    with pytest.raises(IllegalPosition, match="both integers"):
        Layout.of([[card]])
    with pytest.raises(IllegalPosition, match="both integers"):
        Layout(((card,),))


def test_integers_of_other_types_become_the_numbers_that_they_are() -> None:
    layout = Layout.of([[(np.int32(7), np.uint8(1)), (True, 2)]])
    assert str(layout) == "7a 1b"
    assert Layout.parse(str(layout)) == layout
    with pytest.raises(IllegalPosition, match="both integers"):
        Layout((((True, 2),),))


def test_won_means_that_every_stack_holds_at_most_one_card() -> None:
    assert Layout.parse("").is_won
    assert Layout.parse("- | 1a | 2a").is_won
    assert not Layout.parse("- | 1a 2b").is_won


@given(st.tuples(NUMBERS, NUMBERS))
def test_a_card_is_found_again_in_its_text(card: tuple[int, int]) -> None:
    assert parse_card(card_text(card)) == card


@given(st.integers(0, MOST_NUMBER), st.none() | st.integers(0, MOST_NUMBER))
def test_a_move_is_found_again_in_its_text(stack: int, to: int | None) -> None:
    assert Move.parse(str(Move(stack, to))) == Move(stack, to)


@pytest.mark.parametrize(
    "text", ["r", "r-1", "m1", "m1>", "m>1", "R", "r1 ", "r1.0", "m1>2>3", "r٣"]
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is no move: write r3 to remove, m2>0 to shift"):
        Move.parse(text)


def test_moves_are_words_between_blanks() -> None:
    assert parse_moves(" r0\n m1>0 ") == [Move(0), Move(1, 0)]
    assert parse_moves("") == []


# --- Numbers of cards and suits: dense, in order, equal for equal cards ---------------------------


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("most", [1, 5, MOST_DIGITS - 1, MOST_DIGITS, 50_000, MOST_NUMBER])
def test_cards_are_numbered_as_sorting_would(most: int, compiled: bool) -> None:
    rng = Random(most)
    for count in (0, 1, 2, 7, 30, 60, 120, 250, 500, 1_000, 3_000):
        pairs = [(rng.randint(0, most), rng.randint(0, most)) for _ in range(count)]
        values, suits = [value for value, _ in pairs], [suit for _, suit in pairs]
        cards = Cards([0], numbers(values, compiled), numbers(suits, compiled), compiled)
        ranked = sorted({(suit, value) for value, suit in pairs})
        kinds = sorted(set(suits))
        rank = {card: number for number, card in enumerate(ranked)}
        assert [*cards.card] == [rank[suit, value] for value, suit in pairs]
        assert [*cards.suit] == [kinds.index(suit) for suit in suits]
        assert (cards.different, cards.kinds) == (len(ranked), len(kinds))
        assert [*cards.suit_numbers] == kinds


def test_few_cards_take_few_counters() -> None:
    for count in (0, 1, 9, 100, 1_000, 10_000, 10**8):
        digits = digits_for(count)
        assert digits.bit_count() == 1
        assert digits <= min(count + 8, MOST_DIGITS)
        assert 2 * digits >= min(count, MOST_DIGITS)


# --- Plain Python or machine code: whichever is quicker, for one answer and for all ---------------


@pytest.mark.parametrize(("loaded", "cards"), [(True, COMPILED_FROM), (False, 10 * COMPILED_FROM)])
def test_importing_numba_pays_for_many_cards_only(
    loaded: bool, cards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if loaded:
        monkeypatch.setitem(sys.modules, "numba", sys)
    else:
        monkeypatch.delitem(sys.modules, "numba", raising=False)
    assert is_compiled_quicker(cards)
    assert not is_compiled_quicker(cards - 1)


def test_a_layout_of_15_000_cards_is_judged_and_decided_without_numba() -> None:
    code = """
        import sys
        from suitwise import stacks
        layout = stacks.Layout.of([[(10 * i + k, i % 9) for k in range(10)] for i in range(1500)])
        assert stacks.is_winnable(layout)
        text = stacks.judge_input([layout])
        assert stacks.judge_text(text) == "Case #1: POSSIBLE\\n"
        assert stacks.solve_text(text).startswith("Case #1: POSSIBLE")
        print("numba" in sys.modules)
    """
    assert fresh_python("\n".join(line.strip() for line in code.splitlines())) == "False\n"
