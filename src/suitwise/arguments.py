"""Check the arguments of public functions; errors say what was expected and what was given.

An argument of a wrong type raises ``TypeError``, one out of range raises ``SuitwiseError``. There is one
exception: ``whole_input`` checks data rather than arguments, and raises ``SuitwiseError`` for both. The
checks run at the public function, so that messages mention only what the caller wrote.

In all checks ``what`` names the argument; the error message begins with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index
from reprlib import repr as short
from typing import Any, TypeVar

from suitwise.errors import SuitwiseError

_T = TypeVar("_T")


def shown(value: object) -> str:
    """Return a value as it is quoted in an error message: one short line of printable ASCII characters.

    >>> shown([1] * 99), shown("\\u7ea2")
    ('[1, 1, 1, 1, 1, 1, ...]', "'\\\\u7ea2'")
    """
    if isinstance(value, str):
        return ascii(value[:40])
    return ascii(short(value))[1:-1]  # without the quotes that ``ascii`` adds to the text


def whole(value: Any, what: str, least: int | None = None, most: int | None = None) -> int:
    """Check that an argument is a whole number, of any integer type, and return it as an int.

    Args:
        value: the argument.
        what: its name.
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
    expected = "a whole number"
    if least is not None:
        expected += f" from {least}"
        if most is not None:
            expected += f" to {most}"
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{what}: {expected}, not {shown(value)}") from None
    if (least is not None and number < least) or (most is not None and number > most):
        raise SuitwiseError(f"{what}: {expected}, not {shown(number)}")
    return number


def whole_input(value: Any, what: str, *, least: int = 0, most: int) -> int:
    """Check a whole number that is input data, of a file or a learning script; return it as an int.

    Like ``whole``, but a wrong type is bad input, too, and raises ``SuitwiseError``. A bool is refused.

    Args:
        value: the number.
        what: the beginning of the error message, a subject with its verb.
        least: the smallest value allowed.
        most: the largest value allowed.

    Raises:
        SuitwiseError: it is not a whole number, is a bool, or is out of range.

    >>> whole_input(5, "a pip is", most=6)
    5
    >>> whole_input(7, "a pip is", most=6)
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: a pip is a number from 0 to 6, not 7
    """
    try:
        # Both Python's and NumPy's bool would pass as an index.
        if type(value).__name__ == "bool":
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
        classes = kind if isinstance(kind, tuple) else (kind,)
        names = " or ".join(_with_article(one.__name__) for one in classes)
        raise TypeError(f"{what}: {names} is expected, not {shown(value)}")
    return value


def _with_article(name: str) -> str:
    article = "an" if name[0].lower() in "aeiou" else "a"
    return f"{article} {name}"


def several(values: Iterable[_T], what: str) -> Iterator[_T]:
    """Check that an argument is iterable, and return an iterator over its items.

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
    """Yield the items of an argument, and check that each is an instance of a class (``of_kind``).

    ``what`` names an item.

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
