"""The types of a call of machine code as a text.

A *signature* lists the types of the arguments, separated by commas::

    i64, f64              a whole number, a real number
    i8[1], f32[2]         an array of one axis of int8, of two axes of float32
    u8[1]r                an array that is only read
    i64[2]s, i64[2]rs     an array that is not contiguous in C's order
    (i64[1],i64)          a tuple

A bool is a whole number. Bytes and other buffers are arrays, so texts are judged without NumPy.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from suitwise.errors import SuitwiseError


@dataclass(frozen=True, slots=True)
class Array:
    """The type of an array.

    Args:
        element: the type of its items: b, i, u or f for bool, signed, unsigned and real, and the bits.
        axes: the number of axes.
        marks: ``r`` if it is only read, ``s`` if it is strided.
    """

    element: str
    axes: int
    marks: str


Kind: TypeAlias = "str | Array | tuple[Kind, ...]"
"""The type of an argument: ``i64`` or ``f64`` for a number, an array, or a tuple."""

_TOKEN = re.compile(r"([(),])|([bfiu]\d+)(?:\[(\d+)\](r?s?))?")
_LETTERS = (
    dict.fromkeys("bhilq", "i") | dict.fromkeys("BHILQ", "u") | {"f": "f", "d": "f", "?": "b"}
)
"""The kinds of items that a buffer holds, by its format; other byte orders have other formats."""


def kinds_of(signature: str) -> tuple[Kind, ...]:
    """Return the types that a signature lists.

    >>> kinds_of("(i8[1],i64),u8[2]r")
    ((Array(element='i8', axes=1, marks=''), 'i64'), Array(element='u8', axes=2, marks='r'))
    """
    return _kinds(_TOKEN.finditer(signature))


def _kinds(tokens: Iterator[re.Match[str]]) -> tuple[Kind, ...]:
    found: list[Kind] = []
    for token in tokens:
        mark, element, axes, marks = token.groups()
        if mark == "(":
            found.append(_kinds(tokens))
        elif mark == ")":
            break
        elif element:
            found.append(Array(element, int(axes), marks) if axes else element)
    return tuple(found)


def signature_of(arguments: Iterable[Any]) -> str:
    """Return the signature of a call.

    Raises:
        SuitwiseError: an argument has a type that machine code does not take.

    >>> signature_of((3, 2.5, b"HA", (True, 4)))
    'i64,f64,u8[1]r,(i64,i64)'
    """
    return ",".join(map(_text_of, arguments))


def as_plain(value: Any) -> Any:
    """Return an argument with NumPy's numbers, alone or in a tuple, as Python's.

    >>> import numpy as np
    >>> as_plain((np.int8(3), np.float32(0.5))), as_plain(np.bool_(True))
    ((3, 0.5), True)
    """
    if isinstance(value, tuple):
        return tuple(map(as_plain, value))
    generic = getattr(sys.modules.get("numpy"), "generic", None)
    return value.item() if generic is not None and isinstance(value, generic) else value


def _text_of(value: Any) -> str:
    if isinstance(value, int):
        if not -(1 << 63) <= value < 1 << 63:
            raise SuitwiseError(f"{value} does not fit into a signed number of 64 bits")
        return "i64"
    if isinstance(value, float):
        return "f64"
    if isinstance(value, tuple):
        return f"({signature_of(value)})"
    try:
        view = memoryview(value)
        element = f"{_LETTERS[view.format]}{8 * view.itemsize}"
    except (TypeError, ValueError, KeyError):
        view = None
    if view is None or not view.ndim:
        raise SuitwiseError(
            f"machine code takes numbers, tuples and arrays of numbers, not {value!r:.60}"
        )
    marks = "r" * view.readonly + "s" * (not view.c_contiguous)
    return f"{element.replace('b8', 'b1')}[{view.ndim}]{marks}"
