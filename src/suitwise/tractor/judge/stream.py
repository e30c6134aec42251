"""The judge over a stream of any length: bounded memory, all cores, answers in order.

The text is read in chunks. A chunk is cut where a case begins (a line whose first word is one letter;
trick lines begin with a card), the pieces are judged by threads, and an unfinished case at the end
is put before the next chunk. A piece judges the cases that begin in it and reads past its end to
finish them, so a cut never changes a ruling or a fault.

A small input is judged by the same rules as plain Python: loading machine code would take longer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from suitwise.arguments import readable
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.late_numpy import np
from suitwise.foundation.arrays.rows import cores
from suitwise.foundation.arrays.words import is_blank
from suitwise.foundation.text.lines import Readable
from suitwise.foundation.text.phrases import counted
from suitwise.tractor.judge import reader
from suitwise.tractor.judge.rounds import fault_error

CHUNK_BYTES = 4 << 20
"""Bytes read at a time."""
PIECE_BYTES = 128 << 10
"""The least bytes worth a thread."""
SMALL_BYTES = 256 << 10
"""The bytes up to which plain Python is quicker than loading machine code."""
_LEAST_CASE_BYTES = 214  # header of 10, 200 bytes of cards, 4 separators
# An unfinished case of this many bytes always shows its fault: the text is judged cut off here.
_MOST_BYTES_KEPT = reader.MOST_CASE_BYTES + reader.MOST_AHEAD_BYTES
_MOST_DIGITS = 18
_BLANKS = bytes(byte for byte in range(256) if is_blank(byte))
_CASE_START = re.compile(rb"\n[HSCDO] ")


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Consecutive cases, judged.

    Args:
        first: the number of the first case, from 1.
        count: how many cases.
        rulings: row i holds the defenders' points, the next ranks of teams 1 and 2 (0 for 2 to 12
            for A, 13 past A), the next dealer's seat, and where in ``text`` the case begins.
        text: the text that holds them, and maybe others before and after.
        expected: how many cases the input promises.
    """

    first: int
    count: int
    rulings: Any
    text: bytes
    expected: int

    def answer(self) -> bytes:
        """Return the answer's lines for these cases (docs/tractor.md, The round)."""
        room = self.count * reader.MOST_RULING_BYTES
        if isinstance(self.rulings, list):
            buffer = bytearray(room)
            size = reader.write_rulings(self.rulings, self.count, self.first, buffer)
            return bytes(buffer[:size])
        out = np.empty(room, np.uint8)
        size = machine(reader.write_rulings)(self.rulings, self.count, self.first, out)
        return out[:size].tobytes()


@dataclass(frozen=True, slots=True)
class _Piece:
    """The rulings, or the fault, that a thread found in one piece of a chunk."""

    count: int
    rulings: Any
    fault: int
    at: int
    begin: int


def _judge_plain(text: bytes, end: int, start: int, stop: int) -> _Piece:
    """Judge the cases that begin in ``text[start:stop]``; the text ends at ``end``."""
    rulings = [[0] * 5 for _ in range((stop - start) // _LEAST_CASE_BYTES + 1)]
    count, *where = reader.judge_cases(text[:end], start, stop, len(rulings), rulings)
    return _Piece(count, rulings, *where)


def _judge_compiled(text: bytes, end: int, start: int, stop: int) -> _Piece:
    """Judge the cases that begin in ``text[start:stop]``; the text ends at ``end``."""
    rulings = np.empty(((stop - start) // _LEAST_CASE_BYTES + 1, 5), np.int64)
    data = np.frombuffer(text, np.uint8, end)
    count, *where = machine(reader.judge_cases)(data, start, stop, len(rulings), rulings)
    return _Piece(count, rulings, *where)


def _cuts(text: bytes, end: int, pieces: int) -> list[int]:
    """Return the places that cut a text into about equal pieces at the beginnings of cases."""
    even = [end * i // pieces for i in range(1, pieces + 1)]
    found = (_CASE_START.search(text, at, after) for at, after in pairwise(even))
    return [0, *(match.start() + 1 for match in found if match), end]


def _filled(file: Readable, text: bytes, least: int) -> bytes:
    """Return a text of at least ``least`` bytes, or of all there are, by reading on."""
    parts, size = [text] if text else [], len(text)
    while size < least and (part := file.read(least - size)):
        parts.append(part)
        size += len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def read_count(file: Readable) -> tuple[int, bytes, int]:
    """Read T, the number of cases: the first word of the input.

    Returns:
        T, the text read after it, and how many lines were read before that text.

    Raises:
        NotationError: there is no such number.
    """
    lines, text = 0, b""
    while not text and (chunk := file.read(CHUNK_BYTES)):
        text = chunk.lstrip()
        lines += chunk.count(b"\n", 0, len(chunk) - len(text))
    text = _filled(file, text, _MOST_DIGITS + 2)
    head = text[: _MOST_DIGITS + 1].split(maxsplit=1)
    if not head or not head[0].isdigit() or len(head[0]) > _MOST_DIGITS:
        raise NotationError(
            "the first word must be T, the number of cases, in digits", line=lines + 1
        )
    return int(head[0]), text[len(head[0]) :], lines


def judge_stream(file: Readable, *, threads: int = 0) -> Iterator[Batch]:
    """Judge an input of T cases as it is read.

    Args:
        file: the input, in binary.
        threads: how many threads judge; 0 for all cores.

    Yields:
        Batches of cases in order; every case before a fault is yielded.

    Raises:
        NotationError: at the first fault, with its line and case.

    >>> from io import BytesIO
    >>> from suitwise.tractor import EXAMPLE
    >>> for batch in judge_stream(BytesIO(b"1 " + EXAMPLE.encode())):
    ...     print(batch.count, batch.answer())
    1 b'Case #1:\\n105\\n7 8 Bob\\n'
    """
    readable(file, "file")
    expected, text, lines = read_count(file)
    tally = _Tally(expected, lines, lines + 1)
    text = _filled(file, text, SMALL_BYTES + 1)
    small = len(text) <= SMALL_BYTES
    chunk = b"" if small else _filled(file, b"", CHUNK_BYTES)
    threads = 1 if small else cores(threads)
    judge = _judge_plain if small else _judge_compiled
    with ThreadPoolExecutor(threads) as pool:
        whole = _Chunk(text, not chunk, pool, threads, judge)
        while True:
            upcoming = _filled(file, b"", CHUNK_BYTES) if chunk else b""
            batches, fault = tally.answered(whole)
            following = None
            if fault is None and not whole.final:
                text, fault = tally.left_over(whole)
                if fault is None:
                    # The next chunk is under way before this one's answers are written.
                    following = _Chunk(text + chunk, not upcoming, pool, threads, judge)
            yield from batches
            if fault is not None:
                raise fault
            tally.pass_over(whole)
            if following is None:
                break
            whole, chunk = following, upcoming
    tally.require_all()


class _Chunk:
    """A text that threads are judging.

    Args:
        text: the text, from the beginning of a case or before.
        final: whether the input ends with it; else it is judged to its last whole line.
        pool: the threads.
        threads: how many they are.
        judge: what judges a piece.
    """

    def __init__(
        self,
        text: bytes,
        final: bool,
        pool: ThreadPoolExecutor,
        threads: int,
        judge: Callable[[bytes, int, int, int], _Piece],
    ) -> None:
        self.text = text + b"\n" if final else text
        self.end = self.text.rfind(b"\n") + 1
        self.final = final
        self.judge = judge
        pieces = max(1, min(4 * threads, self.end // PIECE_BYTES))
        cuts = _cuts(self.text, self.end, pieces) if self.end else [0]
        self._futures = [
            pool.submit(judge, self.text, self.end, start, stop) for start, stop in pairwise(cuts)
        ]

    def pieces(self) -> list[_Piece]:
        """Wait for what the threads found."""
        return [future.result() for future in self._futures]


@dataclass(slots=True)
class _Tally:
    """How far an input has been judged.

    Args:
        expected: how many cases it promises.
        lines: how many lines have been passed over.
        last_line: the last of them that is not blank.
        done: how many cases have been answered.
        kept: the place in the last chunk from which its text is still to be judged.
    """

    expected: int
    lines: int
    last_line: int
    done: int = 0
    kept: int = 0

    def answered(self, chunk: _Chunk) -> tuple[list[Batch], NotationError | None]:
        """Return the batches of a chunk up to a fault, and that fault.

        That the rest of a case has not been read yet is no fault: the chunk is passed over up to
        where that case begins.
        """
        batches: list[Batch] = []
        chunk_left = chunk.end
        for piece in chunk.pieces():
            count = min(piece.count, self.expected - self.done)
            if count:
                done = self.done + 1
                batches.append(Batch(done, count, piece.rulings, chunk.text, self.expected))
            self.done += count
            if count < piece.count:
                begin = int(piece.rulings[count][4])
                return batches, self.error(chunk.text, _Piece(0, None, 0, begin, begin))
            if piece.fault:
                if chunk.final or not self.awaits_more(piece):
                    return batches, self.error(chunk.text, piece)
                chunk_left = piece.begin
        self.kept = chunk_left
        return batches, None

    def left_over(self, chunk: _Chunk) -> tuple[bytes, NotationError | None]:
        """Return what of a chunk goes before the next one, or the fault of a case without end."""
        text = chunk.text[self.kept :]
        if self.kept == chunk.end:
            text = text.lstrip(_BLANKS)  # between cases blanks mean nothing and need not be kept
        if len(text) <= _MOST_BYTES_KEPT:
            return text, None
        self.pass_over(chunk)
        view = text[:_MOST_BYTES_KEPT] + b"\n"
        return b"", self.error(view, chunk.judge(view, len(view), 0, 1))

    def awaits_more(self, fault: _Piece) -> bool:
        """Tell whether a fault is only that the rest of a case has not been read yet."""
        return fault.fault == reader.END_OF_FILE and self.done < self.expected

    def pass_over(self, chunk: _Chunk) -> None:
        """Count the lines of a chunk up to where its left-over begins."""
        text, end = chunk.text, self.kept
        words_end = end
        while words_end and not (
            words := text[max(words_end - 4096, 0) : words_end].rstrip(_BLANKS)
        ):
            words_end = max(words_end - 4096, 0)
        if words_end:
            words_end += len(words) - min(words_end, 4096)
        self.lines += text.count(b"\n", 0, words_end)
        if words_end:
            self.last_line = self.lines + 1
        self.lines += text.count(b"\n", words_end, end)

    def error(self, text: bytes, fault: _Piece) -> NotationError:
        """Return the error for a fault in the case after those answered."""
        if self.done < self.expected:
            return fault_error(
                text,
                fault.fault,
                fault.at,
                fault.begin,
                lines_before=self.lines,
                case=self.done + 1,
            )
        return NotationError(
            f"the input goes on after the {counted(self.expected, 'case')} that its first word promises",
            line=self.lines + text.count(b"\n", 0, fault.begin) + 1,
            case=self.done + 1,
        )

    def require_all(self) -> None:
        """Refuse an input that ends before the last case it promises."""
        if self.done < self.expected:
            promised = counted(self.expected, "case")
            raise NotationError(
                f"the input ends after {self.done} of the {promised} that its first word promises",
                line=self.last_line,
                case=self.done + 1,
            )
