"""A move is given as itself, as its text, or as its number, in every game and to every method."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from suitwise.errors import IllegalMove, NotationError, SuitwiseError
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import CHANCE, OVER, State, load
from suitwise.testing import Kuhn, Leduc, Trial
from tests.wheel import Wheel

GAMES = (
    "gin",
    "gin(declare=yes,big=31)",
    "indian13",
    "stacks",
    "texas42(match=hand)",
    "texas42_endgame",
    "tractor(match=deal)",
    "kuhn",
    "leduc",
)


def some_states(text: str, games: int = 2) -> Iterator[tuple[State[Any], Any]]:
    """Yield about ten states of each of some random games, each with its move."""
    for states, moves in Trial(load(text), games, seed=16).plays():
        step = max(1, len(moves) // 10)
        yield from list(zip(states, moves, strict=False))[::step]


@pytest.mark.parametrize("text", GAMES)
def test_an_illegal_text_is_refused_with_the_reason_of_its_move(text: str) -> None:
    pairs = list(some_states(text, games=6))
    refused = 0
    for state, _ in pairs:
        for other, move in pairs[::3]:
            is_chance = CHANCE in (state.turn, other.turn)  # its moves may read as others there
            if is_chance or state.turn == OVER or move in state.moves():
                continue
            refused += 1
            reason = state.why_not(move)
            assert reason is not None
            assert state.why_not(str(move)) == reason
            with pytest.raises(IllegalMove) as refusal:
                state.after(str(move))
            assert str(refusal.value) == reason
    assert refused or text == "kuhn"  # where both moves are legal at every turn


@pytest.mark.parametrize("wrong", [None, 1.9, [], b"", object], ids=repr)
@pytest.mark.parametrize("text", GAMES)
def test_what_is_no_move_is_told_what_a_move_is(text: str, wrong: Any) -> None:
    state, _ = load(text).start().rolled(1, 0)
    for ask in (state.after, state.why_not):
        with pytest.raises(TypeError, match=r"a move (of \w+ )?is a"):
            ask(wrong)


@pytest.mark.parametrize("text", GAMES)
def test_a_number_or_a_text_that_no_move_has_is_refused(text: str) -> None:
    start = load(text).start()
    for state in (start, start.rolled(1, 0)[0]):
        for wrong in ("no move", "blah", "", "\x00", "9" * 5000, "\ud800"):
            why = state.why_not(wrong)
            assert isinstance(why, Phrase)
            assert why
            with pytest.raises(NotationError):
                state.after(wrong)
        for number in (-1, 10**30):
            with pytest.raises((SuitwiseError, TypeError)):
                state.after(number)
            if state.game.facts.distinct_moves is not None:
                assert state.why_not(number)


def test_a_game_that_says_itself_what_is_after_a_move_goes_on_as_it_was() -> None:
    @dataclass(frozen=True)
    class Older(type(Wheel().start())):  # type: ignore[misc]
        followed_by = State.followed_by

        def after(self, move: str | int) -> Any:
            return Wheel().start().after(move)

    state = Older(Wheel(), "")
    move = next(iter(state.moves()))
    assert state.after(move) == Wheel().start().after(move)
    assert state.why_not(move) is None


def test_a_game_that_says_neither_what_is_after_nor_what_follows_is_told_so() -> None:
    @dataclass(frozen=True)
    class Silent(type(Kuhn().start())):  # type: ignore[misc]
        followed_by = State.followed_by

    with pytest.raises(NotImplementedError, match="Silent says neither what follows nor"):
        Silent("", "").after("K")


def test_leduc_and_kuhn_name_a_text_that_is_no_move() -> None:
    for game in (Kuhn(), Leduc()):
        with pytest.raises(NotationError, match="is no move: write"):
            game.start().after("x")
