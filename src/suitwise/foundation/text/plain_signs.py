"""Output where the terminal or the locale does not know a sign: one that looks like it.

Lines of boxes, pips and ± have such a sign; the rest is written as backslash escapes.
"""

from __future__ import annotations

import codecs
from unicodedata import east_asian_width

PLAIN = "suitwise.plain"
"""The name under which the encoders of Python know this way to handle errors."""
_ALIKE = {"│": "|", "─": "-", "●": "o", "±": "+-", "…": "...", "–": "-", "·": "."} | dict.fromkeys(
    "┌┐└┘┬┴├┤┼", "+"
)


def printable(text: str) -> str:
    r"""Return a text with escapes for all signs that terminals don't print, or obey.

    >>> print(printable("红桃\x1b[2J"))
    红桃\x1b[2J
    """
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in text)


def cells(text: str) -> int:
    """Return how many columns a text takes at a terminal, where a Chinese sign takes two.

    >>> cells("trump"), cells("主牌")
    (5, 4)
    """
    return sum(1 + (east_asian_width(sign) in "WF") for sign in text)


def _plain(error: UnicodeError) -> tuple[str, int]:
    """Return what stands for the signs that can't be encoded, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    alike = (_ALIKE.get(one, one).encode("ascii", "backslashreplace") for one in signs)
    return b"".join(alike).decode("ascii"), error.end


codecs.register_error(PLAIN, _plain)
