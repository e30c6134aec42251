"""Check the arguments of public functions; errors say what was expected and what was given.

An argument of a wrong type raises ``TypeError``, one out of range raises ``SuitwiseError``. The checks
run at the public function, so that messages mention only what the caller wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index
from reprlib import repr as short
from typing import Any, TypeVar

from suitwise.errors import SuitwiseError

_T = TypeVar("_T")


def shown(value: object) -> str:
    """Return a value for use in an error message: one short line of printable ASCII characters.

    >>> shown([1] * 99), shown("\\u7ea2")
    ('[1, 1, 1, 1, 1, 1, ...]', "'\\\\u7ea2'")
    """
    return ascii(short(value))[1:-1] if not isinstance(value, str) else ascii(value[:40])


def whole(value: Any, what: str, least: int | None = None, most: int | None = None) -> int:
    """Check that an argument is a whole number, of any integer type, and return it as an int.

    Args:
        value: the argument.
        what: its name, with which the error message begins.
        least: the smallest value allowed.
        most: the largest value allowed.

    Raises:
        TypeError: it is not a whole number.
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
    """Check a whole number from a file or a learning script, where a wrong type is bad input.

    Raises:
        SuitwiseError: it is not a whole number, is a bool, or is out of range. The message begins with
            ``what``.

    >>> whole_input(5, 6, "a pip is")
    5
    """
    try:
        if type(value).__name__ == "bool":  # Python's or NumPy's; both would pass as an index
            raise TypeError
        number = int(index(value))
    except TypeError:
        raise SuitwiseError(f"{what} a whole number, not {repr(value)[:24]}") from None
    if not least <= number <= most:
        raise SuitwiseError(f"{what} a number from {least} to {most}, not {number}")
    return number


def of_kind(value: object, kind: type[_T] | tuple[type[_T], ...], what: str) -> _T:
    """Check that an argument is an instance of a class, or of one of several, and return it.

    Raises:
        TypeError: it is not.

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
    """Check that an argument is iterable and return its iterator.

    Raises:
        TypeError: it is not iterable.

    >>> several(3, "cards")
    Traceback (most recent call last):
    TypeError: cards: several are expected, not 3
    """
    try:
        return iter(values)
    except TypeError:
        raise TypeError(f"{what}: several are expected, not {shown(values)}") from None


def each_of(values: Iterable[_T], kind: type[_T] | tuple[type[_T], ...], what: str) -> Iterator[_T]:
    """Yield the items of an argument and check that each is an instance of a class.

    Raises:
        TypeError: the argument is not iterable, or an item is of another class.

    >>> list(each_of([1, "S2"], int, "a card"))
    Traceback (most recent call last):
    TypeError: a card: an int is expected, not 'S2'
    """
    for value in several(values, what):
        yield of_kind(value, kind, what)


def a_function(value: object, what: str) -> None:
    """Check that an argument is callable.

    Raises:
        TypeError: it is not.

    >>> a_function("red", "paint")
    Traceback (most recent call last):
    TypeError: paint: a function is expected, not 'red'
    """
    if not callable(value):
        raise TypeError(f"{what}: a function is expected, not {shown(value)}")


def readable(file: object, what: str) -> None:
    """Check that an argument is an open file.

    Raises:
        TypeError: it has no method ``read``.

    >>> readable("a name", "file")
    Traceback (most recent call last):
    TypeError: file: an open file is expected, not 'a name'
    """
    if not callable(getattr(file, "read", None)):
        raise TypeError(f"{what}: an open file is expected, not {shown(file)}")
