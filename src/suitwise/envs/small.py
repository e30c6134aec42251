"""Observations as bytes, for those who keep or send very many: a quarter of float32.

A byte is a number times its field's parts (``fields.Field.parts``), a whole number from 0 to 255: the
seven tricks of a hand of 42 are 0 to 7. A byte over ``fields.parts_of`` is the number again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

from gymnasium.spaces import Box

from suitwise.errors import SuitwiseError
from suitwise.fields import Field, bounds, parts_of, why_no_bytes
from suitwise.foundation.arrays.late_numpy import NDArray, np

Dtype: TypeAlias = Literal["float32", "uint8"]
_DTYPES = ("float32", "uint8")


class Numbers:
    """The numbers of observations as they are, or as bytes.

    Args:
        fields: what the numbers mean.
        dtype: ``float32`` for the numbers themselves, ``uint8`` for their parts.

    Raises:
        SuitwiseError: there is no such dtype, or the numbers do not go into bytes, and why.

    >>> from suitwise.game import load
    >>> fields = load("texas42(match=hand)").observation_fields()
    >>> numbers = Numbers(fields, "uint8")
    >>> numbers.given(np.array([[1 / 7] * 431], np.float32))[0, -6:].tolist()
    [6, 6, 1, 1, 1, 1]
    """

    def __init__(self, fields: Sequence[Field], dtype: Dtype = "float32") -> None:
        if dtype not in _DTYPES:
            raise SuitwiseError(f"observations are {' or '.join(_DTYPES)}, not {str(dtype)[:24]!r}")
        why = why_no_bytes(fields) if dtype == "uint8" else None
        if why is not None:
            raise SuitwiseError(f"observations are no bytes here: {why}")
        self._fields, self.dtype = fields, dtype
        self._parts = parts_of(fields) if dtype == "uint8" else None

    def space(self) -> Box[Any]:
        """Return the bounds of an observation."""
        low, high = bounds(self._fields)
        if self._parts is None:
            return Box(low, high, dtype=np.float32)
        low, high = (np.rint(ends * self._parts).astype(np.uint8) for ends in (low, high))
        return Box(low, high, dtype=np.uint8)

    def given(
        self, seen: NDArray[np.float32], out: NDArray[np.uint8] | None = None
    ) -> NDArray[Any]:
        """Return observations, a row each or one alone: themselves, or new bytes.

        Args:
            seen: float32 (…, width).
            out: where to write bytes; a new array where left out.
        """
        if self._parts is None:
            return seen
        counts = seen * self._parts
        counts += 0.5  # whole but for the rounding of a quotient
        if out is None:
            return counts.astype(np.uint8)
        np.copyto(out, counts, casting="unsafe")
        return out
