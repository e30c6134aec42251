"""Texas 42: the algebra of its suits.

>>> from suitwise import texas42
>>> print(*texas42.parse_dominoes("4-6 0-5"))
6-4 5-0
"""

from suitwise.texas42.dominoes import (
    Domino,
    as_dominoes,
    dominoes_of,
    format_dominoes,
    mask_of,
    parse_dominoes,
)

__all__ = [
    "Domino",
    "as_dominoes",
    "dominoes_of",
    "format_dominoes",
    "mask_of",
    "parse_dominoes",
]
