"""The frame of a position's text: parts between bars, on one line, and every refusal in one class.

A game says how long its longest text is and how many parts it has (``PositionText``), and reads the
parts. Where a position must have one text only, it is read back only in the form that it is printed in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeVar

from suitwise.errors import NotationError, SuitwiseError

S = TypeVar("S")


@contextmanager
def refused_as_notation() -> Iterator[None]:
    """Turn a refusal of the rules while a text is read into an error of the text.

    >>> from suitwise.errors import IllegalMove
    >>> with refused_as_notation():
    ...     raise IllegalMove("seat 2 is to draw")
    Traceback (most recent call last):
    suitwise.errors.NotationError: seat 2 is to draw
    """
    try:
        yield
    except NotationError:
        raise
    except SuitwiseError as error:
        raise NotationError(str(error)) from None


def matched(pattern: re.Pattern[str], text: str, form: str, shown: int = 24) -> re.Match[str]:
    """Return the match of a whole piece of text.

    Args:
        pattern: the pattern that the piece has to match.
        text: the piece.
        form: how to write it; stands in the refusal behind the piece.
        shown: how many characters of the piece the refusal shows.

    Raises:
        NotationError: the piece is something else.

    >>> matched(re.compile("([NESW])"), "north", ": write the dealer, as N")
    Traceback (most recent call last):
    suitwise.errors.NotationError: 'north': write the dealer, as N
    """
    found = pattern.fullmatch(text)
    if found is None:
        raise NotationError(f"{text[:shown]!r}{form}")
    return found


def split_parts(
    text: str, longest: int, counts: tuple[int, ...], fault: str, bar: str = " | "
) -> list[str]:
    """Return the parts of a text that is not too long and has the right number of them.

    Args:
        text: the text.
        longest: more characters than any position has.
        counts: how many parts there may be.
        fault: the refusal of any other text.
        bar: the text between the parts.

    Raises:
        NotationError: the text is too long or has another number of parts.
    """
    parts = text.split(bar) if len(text) <= longest else []
    if len(parts) not in counts:
        raise NotationError(fault)
    return parts


def _unordered(text: str) -> list[list[str]]:
    """Return the words of each part of a text; where their order matters a position keeps it."""
    return [sorted(part.split(" ")) for part in text.split(" | ")]


@dataclass(frozen=True, slots=True)
class PositionText:
    """The form of all texts of a game's positions.

    Args:
        what: what a text is, ``a position of Whist``.
        has: how many parts it has, in words, and how they are written.
        counts: how many parts there may be.
        longest: more characters than any position has.

    >>> form = PositionText("a position of Whist", "three parts: hands | trump | plays", (3,), 500)
    >>> form.read("W E | hearts | - ", list)
    ['W E', 'hearts', '-']
    >>> form.read("W E", list)
    Traceback (most recent call last):
    suitwise.errors.NotationError: a position of Whist has three parts: hands | trump | plays
    """

    what: str
    has: str
    counts: tuple[int, ...]
    longest: int

    def read(self, text: str, read: Callable[[list[str]], S]) -> S:
        """Return the position of a text, with blanks allowed around its parts.

        Args:
            text: the text.
            read: makes the position of its parts.

        Raises:
            NotationError: the text is no position.
        """
        parts = self._parts(text, "|")
        if text.splitlines() != [text]:
            raise NotationError(f"{self.what} stands on one line")
        with refused_as_notation():
            return read([part.strip(" ") for part in parts])

    def read_printed(
        self,
        text: str,
        read: Callable[[list[str]], S],
        faults: Callable[[S], Iterator[str]] = lambda state: iter(()),
    ) -> S:
        """Return the position of a text in the form that is printed; cards may stand in any order.

        Args:
            text: the text.
            read: makes the position of its parts; it may read other forms of the same position, too.
            faults: says of a position why none of its kind can be; the text's first two words say of
                which.

        Raises:
            NotationError: the text is no position, is not in the form printed, or no play comes to it;
                how it is printed is shown whole.
        """
        with refused_as_notation():
            state = read(self._parts(text, " | "))
        if _unordered(str(state)) != _unordered(text):
            raise NotationError(f"{text[:60]!r} is written as {str(state)!r}")
        fault = next(faults(state), None)
        if fault is not None:
            raise NotationError(f"{' '.join(text.split(' ', 2)[:2])}: {fault}")
        return state

    def _parts(self, text: str, bar: str) -> list[str]:
        return split_parts(text, self.longest, self.counts, f"{self.what} has {self.has}", bar)
