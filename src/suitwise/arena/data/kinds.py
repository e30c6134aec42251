"""What a data set can hold: solved deals of Texas 42, arranged hands of rummy, games played.

A kind is a dataclass whose fields are its options, written as a variant's are:
``rummy-hands(rules=gin,cards=10)``. Its rows are numbered from 0, and a row depends on the seed, the
number and the options alone; so a data set is the same however it is cut into shards and whoever makes
them.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, ClassVar, Protocol, TypeAlias

from suitwise.errors import NotationError
from suitwise.foundation.text.options import call_text, read_options, split_call

Row: TypeAlias = dict[str, Any]

KINDS = {
    "rummy-hands": "suitwise.arena.data.hands:RummyHands",
    "selfplay": "suitwise.arena.data.selfplay:Selfplay",
    "texas42-solved": "suitwise.arena.data.hands:Texas42Solved",
}
"""Where each kind is found."""


class Kind(Protocol):
    """What a data set holds."""

    name: ClassVar[str]

    def rows(self, seed: int, numbers: range) -> Iterator[Row]:
        """Yield the rows of these numbers: plain data, the same keys in every row."""
        ...

    def columns(self) -> dict[str, str]:
        """Return for each key of a row its type: ``int``, ``float``, ``str``, or a list of one."""
        ...


def kind_of(text: str) -> Kind:
    """Return the kind of data set that a text names.

    Raises:
        NotationError: there is no such kind, or an option is not what it should be.

    >>> kind_of("rummy-hands(rules=gin)")
    RummyHands(rules='gin', cards=13)
    >>> kind_of("hands")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    suitwise.errors.NotationError: 'hands' is no data set: write one of rummy-hands, selfplay, ...
    """
    word, parenthesis, rest = text.strip().partition("(")
    name, options = split_call(word.replace("-", "_") + parenthesis + rest)
    name = name.replace("_", "-")
    if name not in KINDS:
        raise NotationError(f"{text[:40]!r} is no data set: write one of {', '.join(KINDS)}")
    module, attribute = KINDS[name].split(":")
    kind: type[Kind] = getattr(import_module(module), attribute)
    return read_options(kind, name, options)


def kind_text(kind: Kind) -> str:
    """Return the text of a kind, with all its options.

    >>> kind_text(kind_of("texas42-solved"))
    'texas42-solved(dominoes=7)'
    """
    return call_text(kind.name, kind)
