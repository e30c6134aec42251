"""Leduc poker keeps the contract and pays what its rules say."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import CHANCE, OVER, load
from suitwise.testing import CHECKS, Leduc, Trial, fault_of, name_of
from suitwise.testing.poker import LeducState


@pytest.mark.parametrize("check", CHECKS, ids=name_of)
def test_leduc_keeps_the_contract(check: Callable[[Trial], None]) -> None:
    assert fault_of(check, Trial(Leduc(), games=20, seed=3)) is None


def test_leduc_is_loaded_by_its_name() -> None:
    assert load("leduc") == Leduc()


@pytest.mark.parametrize(
    ("past", "returns"),
    [
        ("KJccQcc", (1, -1)),  # the antes
        ("JKccJcc", (1, -1)),  # a pair beats a king
        ("QQccKcc", (0, 0)),
        ("KJrf", (1, -1)),  # a fold costs what was paid
        ("KJcrf", (-1, 1)),
        ("KJrrf", (-3, 3)),
        ("KJrrcQcc", (5, -5)),
        ("KJrrcJrrc", (-13, 13)),
        ("KJrrcJrrf", (-9, 9)),
        ("KJcrcQcrf", (-3, 3)),
    ],
)
def test_the_pot_is_paid_as_the_rules_say(past: str, returns: tuple[int, int]) -> None:
    state = Leduc().parse(past)
    assert state.turn == OVER
    assert state.returns() == returns


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_does_not_exist_is_refused(name: str, seat: int) -> None:
    state = load(name).parse("KJ")
    asked = (state.view, state.observe, lambda one: state.resample(one, 1, 0))
    for ask in asked:
        with pytest.raises(SuitwiseError, match="a seat: "):
            ask(seat)


def test_a_round_has_two_raises_at_most() -> None:
    assert list(Leduc().parse("KJ").moves()) == ["c", "r"]
    assert list(Leduc().parse("KJr").moves()) == ["f", "c", "r"]
    assert list(Leduc().parse("KJrr").moves()) == ["f", "c"]


def test_an_outcome_weighs_the_cards_left_of_its_rank() -> None:
    state = Leduc().parse("KKcc")
    assert state.turn == CHANCE
    assert {card: state.weight(card) for card in state.moves()} == {"J": 2, "Q": 2}


def test_the_tree_has_the_information_sets_known_of_it() -> None:
    """Known: 936 with the six cards told apart, 288 by ranks alone."""
    seen: set[tuple[int, str]] = set()
    waiting = [LeducState("")]
    while waiting:
        state = waiting.pop()
        if state.turn >= 0:
            seen.add((state.turn, state.view(state.turn)))
        waiting += [state.after(move) for move in state.moves()]
    assert len(seen) == 288


@pytest.mark.parametrize("text", ["", "k", "KJx", "KKK", "KJccQccc", "KJf", "K" * 10**6])
def test_what_is_no_state_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="is no state of Leduc poker"):
        Leduc().parse(text)
