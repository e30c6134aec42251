"""Rules that scan words and numbers in a text, for the compiled parsers of all games.

A text is bytes or a uint8 array that ends with a line feed. Rules that scan within a line stop at the
line feed and need no other bounds check.
"""

from __future__ import annotations

from typing import Any

from suitwise.foundation.arrays.compiled import byte_at, lowest_bit, rule

# --- Bits of a word -------------------------------------------------------------------------------


@rule
def bit_numbered(bits: int, number: int) -> int:
    """Return the index of the n-th set bit, counted from the lowest.

    Args:
        bits: a word, 0 <= bits < 2**63.
        number: n, counted from 0; less than the number of set bits.

    >>> [bit_numbered(0b10110, number) for number in range(3)]
    [1, 2, 4]
    """
    for _ in range(number):
        bits &= bits - 1
    return lowest_bit(bits)


# --- Words, lines and numbers of a text -----------------------------------------------------------

NEWLINE = 10
SPACE = 32
ZERO = 48


@rule
def is_blank(byte: int) -> bool:
    """Return whether a byte separates words; these are the bytes at which ``bytes.split`` splits.

    >>> bytes(byte for byte in range(256) if is_blank(byte))
    b'\\t\\n\\x0b\\x0c\\r '
    """
    return byte <= SPACE and (byte == SPACE or 9 <= byte <= 13)


@rule
def skip_blanks(text: Any, at: int) -> int:
    """Return the index of the next byte that is a line feed or in a word.

    >>> skip_blanks(b"  a", 0)
    2
    """
    while is_blank(byte_at(text, at)) and byte_at(text, at) != NEWLINE:
        at += 1
    return at


@rule
def skip_blank_lines(text: Any, at: int) -> int:
    """Return the index of the next byte in a word, or the end of the text.

    >>> skip_blank_lines(b" \\n a", 0)
    3
    """
    while at < len(text) and is_blank(byte_at(text, at)):
        at += 1
    return at


@rule
def token_end(text: Any, at: int) -> int:
    """Return the index after the word that begins at an index; the same index if a blank is there.

    >>> token_end(b"ab c", 0)
    2
    """
    while not is_blank(byte_at(text, at)):
        at += 1
    return at


@rule
def write_bytes(out: Any, at: int, piece: Any) -> int:
    """Write bytes into an array; return the index after them.

    >>> out = bytearray(3)
    >>> write_bytes(out, 1, b"ab"), out
    (3, bytearray(b'\\x00ab'))
    """
    for i in range(len(piece)):
        out[at + i] = piece[i]
    return at + len(piece)


@rule
def write_number(out: Any, at: int, number: int) -> int:
    """Write a number of at least 0 in decimal; return the index after it.

    >>> out = bytearray(2)
    >>> write_number(out, 0, 42), out
    (2, bytearray(b'42'))
    """
    end = at + 1
    rest = number // 10
    while rest:
        end += 1
        rest //= 10
    for place in range(end - 1, at - 1, -1):
        out[place] = ZERO + number % 10
        number //= 10
    return end


def line_of(text: bytes, at: int) -> int:
    """Return the number, from 1, of the line that contains an index.

    >>> line_of(b"a\\nb", 2)
    2
    """
    return text.count(b"\n", 0, at) + 1


def shown_word(text: bytes, at: int) -> str:
    """Return the word at an index in quotes, shortened and with unprintable bytes escaped.

    >>> shown_word(b"1 \\x00\\xff 2", 2)
    "'\\\\x00\\\\xff'"
    """
    word = text[at : at + 40].split(maxsplit=1)
    shown = word[0].decode("ascii", "backslashreplace") if word else ""
    shown = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in shown)
    return f"'{shown if len(shown) <= 24 else shown[:21] + '...'}'"
