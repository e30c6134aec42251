"""What public functions are given: a wrong kind of value is told with what was expected, everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO
from itertools import islice
from typing import Any

import numpy as np
import pytest

from suitwise import rummy, stacks, texas42, tractor
from suitwise.arguments import each_of, of_kind, readable, several, shown, whole
from suitwise.cards import Card
from suitwise.errors import SuitwiseError
from tests.good_calls import CALLS, RETURNED, Call

WRONG: tuple[Any, ...] = (None, -1, 1.9, "x", [], b"", object(), [None], [-1], 10**30)
ROOMS = {room.__name__.rpartition(".")[2]: room for room in CALLS}
HARMLESS = {("run_survey", "out"), ("text_picture", "paint"), ("Session", "paint")}
"""What is a path, or called by another library: anything that can be one is taken."""


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
    with suppress(TypeError, SuitwiseError):
        try:
            finish(function(*call.args, **call.named))
        except (AttributeError, ArithmeticError, AssertionError, LookupError, NameError) as error:
            return error
        except ValueError as error:
            return None if isinstance(error, SuitwiseError) else error
    return None


@pytest.mark.parametrize("room", ROOMS.values(), ids=ROOMS)
def test_every_public_function_is_called(room: Any) -> None:
    calls = CALLS[room]()
    values = {name for name in room.__all__ if not callable(getattr(room, name))}
    assert {*calls, *RETURNED[room].split(), *values} == set(room.__all__)
    for name, call in calls.items():
        finish(getattr(room, name)(*call.args, **call.named))


@pytest.mark.parametrize("room", ROOMS.values(), ids=ROOMS)
def test_a_wrong_value_is_a_type_error_or_one_of_ours_or_taken(room: Any) -> None:
    """Never an attribute, an index or a key that the caller has not written, nor a number too large."""
    for name, call in CALLS[room]().items():
        for wrong in WRONG:
            for place, other in spoilt(call, wrong):
                if (name, place) in HARMLESS:
                    continue
                fault = fault_of(getattr(room, name), other)
                assert fault is None, f"{name}, {place}: {wrong!r:.40} raises {fault!r:.200}"


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
        (tractor.rounds_text, (-1,), "count: a whole number from 0 to "),
        (tractor.judge_file, ("name",), "file: an open file is expected, not 'name'"),
        (rummy.deadwood, ("S2",), "hand: a Hand is expected, not 'S2'"),
        (rummy.parse_meld, ("S2S3S4", None), "rules: a Rules is expected, not None"),
        (Card, (1.9,), "a card is a text or: a whole number, not 1.9"),
    ],
)
def test_what_was_expected_is_told(function: Any, args: tuple[Any, ...], told: str) -> None:
    with pytest.raises((TypeError, SuitwiseError)) as error:
        finish(function(*args))
    assert told in str(error.value)


@pytest.mark.parametrize("threads", [-1, 10**30, 1.9, "x"])
def test_threads_that_can_t_be_are_refused_wherever_there_are_threads(threads: Any) -> None:
    hands = np.zeros((3, 53), np.uint8)
    tricks = tractor.encode_tricks([("H2", ["S3", "S4", "S5", "S6"])])
    position = texas42.Position.parse("5 0 5-5 6-6 4-1 1-1")
    for ask in (
        lambda: rummy.batch_maximal(hands, threads=threads),
        lambda: rummy.batch_deadwood(hands, threads=threads),
        lambda: tractor.judge_tricks(tricks, threads=threads),
        lambda: texas42.solve_all([position], threads),
    ):
        with pytest.raises(SuitwiseError, match=r"threads are a (whole )?number"):
            ask()


@pytest.mark.parametrize("hand", [-1, 3, 1.9, None])
def test_a_hand_that_a_batch_has_not_has_no_combos(hand: Any) -> None:
    found = rummy.batch_maximal(np.zeros((3, 53), np.uint8), threads=1)
    with pytest.raises((SuitwiseError, TypeError), match="a hand: a whole number from 0 to 2, not"):
        found.of(hand)
    assert found.of(2) == found.of(0)


def test_the_helpers_name_the_value_in_one_short_line() -> None:
    assert shown("\u7ea2\n" * 99).isascii()
    assert len(shown([[0] * 99] * 99)) < 200
    assert (whole(np.int64(3), "n"), of_kind(True, int, "n")) == (3, True)
    assert (list(several((1, 2), "n")), list(each_of([1], int, "n"))) == ([1, 2], [1])
    readable(BytesIO(), "file")
    with pytest.raises(TypeError, match="n: a str or an int is expected, not None"):
        of_kind(None, (str, int), "n")
