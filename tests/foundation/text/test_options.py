"""Options in parentheses: read by the kinds of a dataclass, written out in full."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.errors import NotationError
from suitwise.foundation.text.lines import call_text, read_options, split_call


@dataclass(frozen=True)
class Choice:
    """A thing with an option of each kind."""

    worlds: int = 50
    danger: float = 0.5
    bold: bool = False
    rules: str = "seed"


@dataclass(frozen=True)
class Needy:
    """A thing that needs its option."""

    seats: int


@dataclass(frozen=True)
class Grown:
    """A thing that has come to have more options."""

    seats: int = 4
    blind: bool = field(default=False, metadata={"later": True})
    open: bool = field(default=True, metadata={"later": True})


def read(text: str) -> Choice:
    name, options = split_call(text)
    assert name == "choice"
    return read_options(Choice, name, options)


words = st.text("abc _-=+*!", max_size=8).map(str.strip)


@given(st.builds(Choice, st.integers(-(10**9) + 1, 10**9 - 1), st.floats(-1e6, 1e6), rules=words))
def test_what_is_written_reads_back(choice: Choice) -> None:
    assert read(call_text("choice", choice)) == choice


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "choice(world=1)",
            "choice has no option 'world'; its options: worlds, danger, bold, rules",
        ),
        ("choice(worlds=1,worlds=2)", "the option worlds of choice is given twice"),
        ("choice(worlds=many)", "the option worlds of choice is a whole number, not 'many'"),
        ("choice(danger=nan)", "the option danger of choice is a number, not 'nan'"),
        ("choice(bold=maybe)", "the option bold of choice is yes or no, not 'maybe'"),
        ("choice(rules=a#b)", "the option rules of choice is printable ASCII"),
    ],
)
def test_an_option_that_is_none_is_named(text: str, fault: str) -> None:
    with pytest.raises(NotationError) as told:
        read(text)
    assert fault in str(told.value)


def test_an_option_without_a_default_must_be_given() -> None:
    with pytest.raises(NotationError, match="needy needs the option seats"):
        read_options(Needy, "needy", "")


def test_a_text_with_options_can_be_an_option() -> None:
    assert read("choice(rules=indian13(wild=7,jokers=2),worlds=3)") == Choice(
        worlds=3, rules="indian13(wild=7,jokers=2)"
    )


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        (Grown(), "grown(seats=4)"),
        (Grown(seats=3), "grown(seats=3)"),
        (Grown(blind=True), "grown(seats=4,blind=yes)"),
        (Grown(open=False), "grown(seats=4,open=no)"),
    ],
)
def test_an_option_that_came_later_is_written_only_where_it_says_something(
    thing: Grown, text: str
) -> None:
    assert call_text("grown", thing) == text


@pytest.mark.parametrize("text", ["", "Choice", "choice(", "choice)x", "9(a=1)", "a b"])
def test_what_is_no_name_with_options_has_neither(text: str) -> None:
    assert split_call(text) == ("", "")
