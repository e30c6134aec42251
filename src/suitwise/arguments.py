"""Checks of the arguments of public functions: an error says what was expected and what was given.

A wrong kind is a ``TypeError``, a right kind out of its range a ``SuitwiseError``; neither comes out of
the depth of the package, and neither names anything that a caller has not written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index
from reprlib import repr as short
from typing import Any, TypeVar

from suitwise.errors import SuitwiseError

_T = TypeVar("_T")


def shown(value: object) -> str:
    """Return any value as a sentence quotes it: one short line of printable characters.

    >>> shown([1] * 99), shown("\\u7ea2")
    ('[1, 1, 1, 1, 1, 1, ...]', "'\\\\u7ea2'")
    """
    return ascii(short(value))[1:-1] if not isinstance(value, str) else ascii(value[:40])


def whole(value: Any, what: str, least: int | None = None, most: int | None = None) -> int:
    """Return a whole number of any integer type.

    Args:
        value: the argument.
        what: the begin of a refusal: what the number stands for.
        least: the least it may be.
        most: the most it may be.

    Raises:
        TypeError: it is no whole number.
        SuitwiseError: it is too small or too large.

    >>> whole(3, "threads", 0)
    3
    >>> whole(-1, "threads", 0)
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: threads: a whole number from 0, not -1
    """
    upto = "" if most is None else f" to {most}"
    expected = "a whole number" + ("" if least is None else f" from {least}{upto}")
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{what}: {expected}, not {shown(value)}") from None
    if (least is not None and number < least) or (most is not None and number > most):
        raise SuitwiseError(f"{what}: {expected}, not {shown(number)}")
    return number


def whole_input(value: Any, most: int, what: str, least: int = 0) -> int:
    """Return a whole number from a learner or a file, where a wrong kind is wrong input.

    Raises:
        SuitwiseError: it is no whole number, a truth value, or out of range; ``what`` begins the
            sentence.

    >>> whole_input(5, 6, "a pip is")
    5
    """
    try:
        if type(value).__name__ == "bool":  # Python's, or NumPy's, which 2.0 takes for an index
            raise TypeError
        number = int(index(value))
    except TypeError:
        raise SuitwiseError(f"{what} a whole number, not {repr(value)[:24]}") from None
    if not least <= number <= most:
        raise SuitwiseError(f"{what} a number from {least} to {most}, not {number}")
    return number


def of_kind(value: object, kind: type[_T] | tuple[type[_T], ...], what: str) -> _T:
    """Return a value that is of a class, or of one of several.

    Raises:
        TypeError: it is of another.

    >>> of_kind("S2", int, "card")
    Traceback (most recent call last):
    TypeError: card: an int is expected, not 'S2'
    """
    if not isinstance(value, kind):
        kinds = kind if isinstance(kind, tuple) else (kind,)
        names = " or ".join(_article(one.__name__) for one in kinds)
        raise TypeError(f"{what}: {names} is expected, not {shown(value)}")
    return value


def _article(name: str) -> str:
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def several(values: Iterable[_T], what: str) -> Iterator[_T]:
    """Return an iterator over several values.

    Raises:
        TypeError: they can't be iterated over.

    >>> several(3, "cards")
    Traceback (most recent call last):
    TypeError: cards: several are expected, not 3
    """
    try:
        return iter(values)
    except TypeError:
        raise TypeError(f"{what}: several are expected, not {shown(values)}") from None


def each_of(values: Iterable[_T], kind: type[_T] | tuple[type[_T], ...], what: str) -> Iterator[_T]:
    """Yield values that are of a class.

    Raises:
        TypeError: they are not several, or one of them is of another class.

    >>> list(each_of([1, "S2"], int, "a card"))
    Traceback (most recent call last):
    TypeError: a card: an int is expected, not 'S2'
    """
    for value in several(values, what):
        yield of_kind(value, kind, what)


def a_function(value: object, what: str) -> None:
    """Refuse a value that can't be called.

    Raises:
        TypeError: it is no function.

    >>> a_function("red", "paint")
    Traceback (most recent call last):
    TypeError: paint: a function is expected, not 'red'
    """
    if not callable(value):
        raise TypeError(f"{what}: a function is expected, not {shown(value)}")


def readable(file: object, what: str) -> None:
    """Refuse a value that can't be read from.

    Raises:
        TypeError: it is no file.

    >>> readable("a name", "file")
    Traceback (most recent call last):
    TypeError: file: an open file is expected, not 'a name'
    """
    if not callable(getattr(file, "read", None)):
        raise TypeError(f"{what}: an open file is expected, not {shown(file)}")
