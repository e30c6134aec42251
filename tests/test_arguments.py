"""What public functions are given: a wrong kind of value is told with what was expected, everywhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import getmembers, isclass, ismethod
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from suitwise import rummy, stacks, texas42, tractor
from suitwise.arguments import a_function, each_of, of_kind, readable, several, shown, whole
from suitwise.cards import Card
from suitwise.errors import IllegalMove, NotationError, SuitwiseError
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import CHANCE, OVER, State, load
from suitwise.testing import Kuhn, Leduc, Trial
from tests.good_calls import CALLS, RETURNED, Call
from tests.wheel import Wheel

WRONG: tuple[Any, ...] = (None, -1, 1.9, "x", [], b"", object(), [None], [-1], 10**30)
ROOMS = {room.__name__.rpartition(".")[2]: room for room in CALLS}
TOLD = re.compile(r": (a whole number.*|.* (is|are) expected), not ")
"""How a ``TypeError`` says what was expected: Python's own words never do."""


def finish(found: Any) -> None:
    """Take the first of what comes one by one: it may be refused only then."""
    if hasattr(found, "__next__"):
        list(islice(found, 3))


def spoilt(call: Call, wrong: object) -> Iterator[tuple[int | str, Call]]:
    """Yield a call with each of its arguments in turn exchanged for a wrong value."""
    for place in range(len(call.args)):
        args = (*call.args[:place], wrong, *call.args[place + 1 :])
        yield place, Call(args, call.named)
    for name in call.named:
        yield name, Call(call.args, call.named | {name: wrong})


def fault_of(function: Callable[..., object], call: Call) -> Exception | None:
    """Return what a call raises that it is not to raise."""
    try:
        finish(function(*call.args, **call.named))
    except SuitwiseError:
        return None
    except TypeError as error:
        return None if TOLD.search(str(error)) else error
    except (ArithmeticError, AssertionError, AttributeError, LookupError, NameError) as error:
        return error
    except ValueError as error:
        return error
    return None


def class_methods(room: Any) -> Iterator[tuple[str, Callable[..., object]]]:
    """Yield the public methods of classes that make an object of one thing: ``parse``, ``of`` ..."""
    for name in filter(lambda name: isclass(getattr(room, name)), room.__all__):
        for way, method in getmembers(getattr(room, name), ismethod):
            if not way.startswith("_"):
                yield f"{name}.{way}", method


@pytest.mark.parametrize("room", ROOMS.values(), ids=ROOMS)
def test_every_public_function_is_called(room: Any) -> None:
    calls = CALLS[room]()
    values = {name for name in room.__all__ if not callable(getattr(room, name))}
    assert {*calls, *RETURNED[room].split(), *values} == set(room.__all__)
    for name, call in calls.items():
        finish(getattr(room, name)(*call.args, **call.named))


@pytest.mark.parametrize("room", ROOMS.values(), ids=ROOMS)
def test_a_wrong_value_is_taken_or_refused_with_what_was_expected(
    room: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Never an attribute, an index or a key that the caller has not written, nor Python's own words."""
    monkeypatch.chdir(tmp_path)  # a wrong text may be the name of a file
    for name, call in CALLS[room]().items():
        for wrong in WRONG:
            for place, other in spoilt(call, wrong):
                fault = fault_of(getattr(room, name), other)
                assert fault is None, f"{name}, {place}: {wrong!r:.40} raises {fault!r:.200}"


@pytest.mark.parametrize("room", ROOMS.values(), ids=ROOMS)
def test_what_a_class_is_made_of_is_refused_with_what_was_expected(room: Any) -> None:
    for name, method in class_methods(room):
        for wrong in WRONG:
            fault = fault_of(method, Call((wrong,), {}))
            assert fault is None, f"{name}: {wrong!r:.40} raises {fault!r:.200}"


@pytest.mark.parametrize(
    ("function", "args", "told"),
    [
        (texas42.mask_of, ([-1],), "a domino: a whole number from 0 to 27, not -1"),
        (texas42.table, ((1.9, 2, 4, 8),), "a hand: a whole number from 0 to 268435455, not 1.9"),
        (texas42.solve, (None,), "position: a Position is expected, not None"),
        (texas42.parse_dominoes, (None,), "text: a str is expected, not None"),
        (texas42.as_dominoes, (3,), "dominoes: several are expected, not 3"),
        (texas42.Domino, (1.9,), "a domino is a text or: a whole number, not 1.9"),
        (stacks.judge_cases, ([1],), "cases: a Cases is expected, not [1]"),
        (stacks.is_winnable, ("1a",), "layout: a Layout is expected, not '1a'"),
        (tractor.phi, ("S3", None), "trump: a str is expected, not None"),
        (tractor.duty_of, ("H2", "S3", "S4", 1.9), "profile: a str is expected, not 1.9"),
        (tractor.judge_trick, ("H2", [3, 4, 5, 6]), "cards: several are expected, not 3"),
        (tractor.judge_file, ("name",), "file: an open file is expected, not 'name'"),
        (rummy.deadwood, ("S2",), "hand: a Hand is expected, not 'S2'"),
        (rummy.parse_meld, ("S2S3S4", None), "rules: a Rules is expected, not None"),
        (Card, (1.9,), "a card is a text or: a whole number, not 1.9"),
        (tractor.Trump, (None, "2"), "the main suit: a str is expected, not None"),
        (tractor.Trump, ("SH", "2"), "one of S H D C, or O for none, not 'SH'"),
        (tractor.pile_of, ("S2", None), "packs: a whole number, not None"),
        (tractor.throw_of, ("S2", None, "S3"), "hands: several are expected, not None"),
        (tractor.Round.parse, (3,), "text: a str is expected, not 3"),
        (texas42.Contract, (0, None, 1), "call: a whole number, not None"),
        (texas42.Knowledge, (0, 127, 5, 0, None), "plays: a Sequence is expected, not None"),
        (texas42.Position, (5, None, 0), "hands: a tuple is expected, not None"),
        (texas42.dominoes_of, ("6-4",), "a set of dominoes: a whole number, not '6-4'"),
        (texas42.Endgame, (5,), "declaration: a str is expected, not 5"),
        (rummy.Hand, (None,), "counts: a tuple is expected, not None"),
        (rummy.Hand, ((0.5, *(0,) * 52),), "a count: a whole number, not 0.5"),
        (stacks.Layout, ((None,),), "a stack: a tuple is expected, not None"),
        (stacks.Layout, ((([7, 1],),),), "a card is a value and a suit, both integers"),
        (stacks.Layout, ((("x", "x"),),), "a card is a value and a suit, both integers"),
        (stacks.Size, (None, 2), "stacks: a whole number, not None"),
        (stacks.make, (3, 3, "x"), "path: a whole number, not 'x'"),
    ],
)
def test_what_was_expected_is_told(function: Any, args: tuple[Any, ...], told: str) -> None:
    with pytest.raises((TypeError, SuitwiseError)) as error:
        finish(function(*args))
    assert told in str(error.value)


@pytest.mark.parametrize("threads", [-1, 10**30, 1.9, "x"])
def test_threads_that_can_t_be_are_refused_wherever_there_are_threads(threads: Any) -> None:
    hands = np.zeros((3, 53), np.uint8)
    position = texas42.Position.parse("5 0 5-5 6-6 4-1 1-1")
    for ask in (
        lambda: rummy.batch_deadwood(hands, threads=threads),
        lambda: texas42.solve_all([position], threads),
    ):
        with pytest.raises(SuitwiseError, match=r"threads are a (whole )?number"):
            ask()


def test_the_helpers_name_the_value_in_one_short_line() -> None:
    assert shown("\u7ea2\n" * 99).isascii()
    assert len(shown([[0] * 99] * 99)) < 200
    assert (whole(np.int64(3), "n"), of_kind(True, int, "n")) == (3, True)
    assert (list(several((1, 2), "n")), list(each_of([1], int, "n"))) == ([1, 2], [1])
    readable(BytesIO(), "file")
    a_function(len, "n")
    with pytest.raises(TypeError, match="n: a str or an int is expected, not None"):
        of_kind(None, (str, int), "n")


# --- A move is given as itself --------------------------------------------------------------------


GAMES = (
    *("gin", "gin(declare=yes,big=31)", "indian13", "stacks", "texas42(match=hand)"),
    *("texas42_endgame", "tractor(match=deal)", "kuhn", "leduc"),
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
