"""Moves of Texas 42 and their text, one word each.

A domino, ``6-4``, is a play, or a draw at a chance node. A call is ``pass``, ``30`` to ``41``, ``1m``
to ``7m``, ``plunge4`` or ``splash2``. A declaration is ``0`` to ``6``, ``doubles``, ``notrump``,
``nello`` or another treatment of it, or ``sevens``. ``claim`` lays down a hand, if the house allows it.
The chance move ``shake2`` makes seat 2 the first shaker, and ``next`` begins the next hand of a match.
"""

from __future__ import annotations

from suitwise.arguments import whole
from suitwise.errors import NotationError
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.phrases import phrase, quoted
from suitwise.texas42.rules.auction import CALL_TEXT, N_CALLS, call_of
from suitwise.texas42.rules.dominoes import DECLARATION_TEXT, N_DOMINOES, Domino

# The numbers of moves: dominoes, declarations, calls; then the chance moves, and the claim.
DECLARE = N_DOMINOES
CALL = DECLARE + len(DECLARATION_TEXT)
DISTINCT_MOVES = CALL + N_CALLS
NEXT = DISTINCT_MOVES
SHAKE = NEXT + 1
CLAIM = SHAKE + len(SEATS)

_TEXT = (
    *(str(Domino(domino)) for domino in range(N_DOMINOES)),
    *DECLARATION_TEXT,
    *CALL_TEXT,
    "next",
    *(f"shake{seat}" for seat in SEATS),
    "claim",
)
_NUMBER = {text: number for number, text in enumerate(_TEXT)}
_LONGEST = max(map(len, _TEXT))


class Move(int):
    """A move of Texas 42: an integer that prints as text; the number of a play is its domino.

    Args:
        move: the number or the text.

    Raises:
        NotationError: it is not a move.

    >>> Move("4-6"), Move("30"), Move("doubles"), int(Move("6-4"))
    (Move('6-4'), Move('30'), Move('doubles'), 25)
    """

    def __new__(cls, move: int | str) -> Move:
        """Make a move from its number or its text."""
        number = _number_of(move) if isinstance(move, str) else whole(move, "a move is a text or")
        if not 0 <= number < len(_TEXT):
            raise NotationError(f"a move is a number from 0 to {len(_TEXT) - 1}")
        return super().__new__(cls, number)

    @property
    def domino(self) -> int:
        """The domino played or drawn, -1 for other moves."""
        return int(self) if self < DECLARE else -1

    @property
    def declaration(self) -> int:
        """The declaration, -1 for other moves."""
        return self - DECLARE if DECLARE <= self < CALL else -1

    @property
    def call(self) -> int:
        """The call, -1 for other moves."""
        return self - CALL if CALL <= self < NEXT else -1

    def __str__(self) -> str:
        return _TEXT[self]

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"


def _number_of(text: str) -> int:
    if text in _NUMBER:
        return _NUMBER[text]
    if len(text) == 3 and text[1] in "-:":
        return Domino(text)
    if len(text) <= _LONGEST and text.isdigit() and text.isascii():
        return CALL + call_of(text)
    raise NotationError(
        phrase(
            "texas42.say.unread",
            "{text} is no move: write a domino as 6-4, a call as pass, 30 or 1m, or what is "
            "declared, as 5, doubles or notrump",
            text=quoted(text),
        )
    )


MOVES = tuple(map(Move, range(len(_TEXT))))
"""All moves by their numbers."""


def moves_of(bits: int, first: int = 0) -> tuple[Move, ...]:
    """Return the moves of a set of bits, in which bit 0 is the move ``first``.

    >>> moves_of(0b11, CALL)
    (Move('pass'), Move('30'))
    """
    found = []
    while bits:
        lowest = bits & -bits
        found.append(MOVES[first + lowest.bit_length() - 1])
        bits ^= lowest
    return tuple(found)
