"""The text that a rule's machine code depends on."""

from __future__ import annotations

import functools
import hashlib
import os
from pathlib import Path
from typing import Any

from suitwise.foundation.arrays.compiled.marks import is_rule, plain
from suitwise.foundation.arrays.compiled.translation import CONSTANTS, is_table, names_of

_SECONDS_A_BYTE = 1 / 1500
"""What compiling takes a byte of Python's own code, measured on all entry points of the package."""


class Text:
    """The text that a rule's machine code depends on, and how long that takes to compile.

    Args:
        function: the rule.
    """

    def __init__(self, function: Any) -> None:
        self._parts = dict(_room())
        self._size = 0
        self._in_files = True
        self._gather(function)

    @property
    def digest(self) -> str | None:
        """A digest of the files and constants, wherever the files lie.

        None of what was typed at a prompt or in a doctest: no file tells it apart from others.
        """
        parts = self._parts
        if not self._in_files:
            return None
        named = (os.path.basename(key).encode() + parts[key] for key in sorted(parts))
        return hashlib.sha256(b"".join(named)).hexdigest()

    @property
    def seconds(self) -> float:
        """About how long it takes to compile."""
        return self._size * _SECONDS_A_BYTE

    def _gather(self, function: Any) -> None:
        path = function.__code__.co_filename
        key = f"{path}:{function.__qualname__}"
        if key in self._parts:
            return
        self._parts[key] = b""
        self._size += len(function.__code__.co_code)
        if os.path.exists(path):
            self._parts[path] = self._parts.get(path) or Path(path).read_bytes()
        self._in_files &= path in self._parts
        for name in names_of(function.__code__):
            value = function.__globals__.get(name)
            if is_rule(value):
                value = plain(value)
                self._parts[f"{key}:{name}"] = f"{value.__module__}.{value.__qualname__}".encode()
                self._gather(value)
            elif isinstance(value, CONSTANTS) or is_table(value):
                self._parts[f"{key}:{name}"] = repr(value).encode()


@functools.cache
def _room() -> dict[str, bytes]:
    """Return the files of this room: how a rule is compiled stands there."""
    return {str(path): path.read_bytes() for path in Path(__file__).parent.glob("*.py")}
