"""Sequences whose items are found by place: there may be millions, and none is made unasked."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TypeVar, overload

T = TypeVar("T")


class Lazy(Sequence[T]):
    """A sequence by its number of items and ``at``, the item at a place.

    >>> class Squares(Lazy[int]):
    ...     def __len__(self):
    ...         return 10
    ...
    ...     def at(self, place):
    ...         return place * place
    >>> Squares()[-1], Squares()[2:4]
    (81, [4, 9])
    """

    __slots__ = ()

    @abstractmethod
    def at(self, place: int) -> T:
        """Return the item at a place, counted from 0, that there is."""

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: int | slice) -> T | list[T]:
        """Return the item at a place, or those of a slice.

        Raises:
            IndexError: there are no more than ``place`` items.
        """
        found = range(len(self))[place]
        return self.at(found) if isinstance(found, int) else [self.at(each) for each in found]
