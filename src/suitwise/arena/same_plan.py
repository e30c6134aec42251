"""Refuse to continue a folder with another plan than the one it was begun with."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from suitwise.errors import SuitwiseError


def refuse_another(
    folder: Path, what: str, there: Mapping[str, object], here: Mapping[str, object]
) -> None:
    """Refuse to go on with what would come out otherwise.

    Args:
        folder: the folder.
        what: what it holds.
        there: all that this depends on, by its names, as the folder has it.
        here: the same as it is asked for.

    Raises:
        SuitwiseError: they differ; the first difference is named.

    >>> refuse_another(Path("deals"), "another data set", {"seed": 1}, {"seed": 2})
    Traceback (most recent call last):
    suitwise.errors.SuitwiseError: deals holds another data set: seed is 1 there and 2 here; \
go on with the same, or write to another folder
    """
    for name in dict.fromkeys((*there, *here)):
        old, new = there.get(name, "missing"), here.get(name, "missing")
        if old != new:
            raise SuitwiseError(
                f"{folder} holds {what}: {name} is {old} there and {new} here; "
                "go on with the same, or write to another folder"
            )
