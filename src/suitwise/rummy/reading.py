"""A position read from its text: only in the form that it is printed in, and only if it can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

from suitwise.errors import NotationError, SuitwiseError


class Position(Protocol):
    """A position with a phase and the seat whose turn it is."""

    @property
    def phase(self) -> object:
        """The kind of move that comes next."""
        ...

    @property
    def seat(self) -> int:
        """The seat that makes it."""
        ...


S = TypeVar("S", bound=Position)


def read_position(text: str, read: Callable[[], S], faults: Callable[[S], Iterator[str]]) -> S:
    """Return the position of a text.

    Args:
        text: the text.
        read: reads it; it may read other forms of the same position, too.
        faults: says of a position why none of its kind can be.

    Raises:
        NotationError: the text is no position, is not in the form printed, or no play comes to it.
    """
    try:
        state = read()
    except NotationError:
        raise
    except SuitwiseError as error:
        raise NotationError(str(error)) from None
    if str(state) != text:
        raise NotationError(f"{text[:60]!r}: cards stand in order, written as {str(state)[:60]!r}")
    fault = next(faults(state), None)
    if fault is not None:
        raise NotationError(f"{state.phase} {state.seat}: {fault}")
    return state
