"""Typed text as refusals print it: short, in one line, in signs that every terminal bears.

Letters of any script stand as they were typed. Signs that terminals don't print, or obey, are escaped.
"""

from __future__ import annotations

_MOST = 24
"""How many characters of a text are shown."""


def quoted(text: str) -> str:
    r"""Quote a piece of hostile text, cut short with dots.

    >>> print(quoted("红桃"), quoted("\x1b[2J"), quoted("a" * 25))
    '红桃' '\x1b[2J' 'aaaaaaaaaaaaaaaaaaaaa...'
    """
    return repr(text if len(text) <= _MOST else text[: _MOST - 3] + "...")
