"""Hands in a file, one a line; blank lines and what follows a ``#`` are skipped."""

from __future__ import annotations

from collections.abc import Iterator

from suitwise.arguments import of_kind, readable
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.lines import Readable, numbered_lines
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.rules import SEED, Rules

LONGEST_LINE = 4096
"""The most bytes of a line."""


def read_hands(file: Readable, rules: Rules = SEED) -> Iterator[Hand]:
    """Yield the hands of a file.

    Args:
        file: the input, in binary.
        rules: the rule set that they are held under.

    Raises:
        NotationError: a line is no hand under the rule set, with its number.

    >>> from io import BytesIO
    >>> [str(hand) for hand in read_hands(BytesIO(b"H3 H4  # a comment\\n\\nS10 SJ\\n"))]
    ['H3 H4', 'ST SJ']
    """
    readable(file, "file")
    of_kind(rules, Rules, "rules")
    for number, line in numbered_lines(file, LONGEST_LINE):
        text = line.partition(b"#")[0].decode("utf-8", "backslashreplace")
        if not text.strip():
            continue
        try:
            yield Hand.of(text, rules)
        except SuitwiseError as error:
            raise NotationError(str(error), line=number) from None
