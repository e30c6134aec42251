"""Finished rounds in the judge's format: as objects, and as a stream of any length.

The format: docs/tractor-playing.md, Notation. It is parsed and judged by the kernels of ``reader``.
This module adds objects (``Round``), a sentence for each fault, and ``judge_stream``, which judges large
inputs with threads.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

from suitwise.arguments import each_of, of_kind, readable
from suitwise.cards import RANKS, Card, format_cards
from suitwise.errors import NotationError
from suitwise.foundation.arrays.cost_dispatch import quickest
from suitwise.foundation.arrays.rows import cores
from suitwise.foundation.arrays.words import is_blank, line_of, shown_word, skip_blank_lines
from suitwise.foundation.text.phrases import counted
from suitwise.tractor.judge import reader
from suitwise.tractor.rules.deck import PARTITION_NAMES, Trump, partition_of

if TYPE_CHECKING:
    from suitwise.foundation.text.lines import Readable

PLAYERS = ("Alice", "Bob", "Charles", "David")
"""The players in the order of play; Alice and Charles are team 1, Bob and David team 2."""


def seats_from(leader: str) -> tuple[str, ...]:
    """Return the four players in the order of play, beginning with a leader.

    Raises:
        NotationError: there is no such player.

    >>> seats_from("Charles")
    ('Charles', 'David', 'Alice', 'Bob')
    """
    if leader not in PLAYERS:
        raise NotationError(f"{leader!r} is no player: one of {', '.join(PLAYERS)}")
    first = PLAYERS.index(leader)
    return PLAYERS[first:] + PLAYERS[:first]


Trick: TypeAlias = tuple[tuple[Card, ...], ...]
"""The four plays of a trick, the leader's first."""


@dataclass(frozen=True, slots=True)
class Round:
    """A finished round in the judge's format; its text is checked on creation.

    Args:
        main: main suit, ``S H D C`` or ``O`` for none.
        dealer: ``Alice``, ``Bob``, ``Charles`` or ``David``.
        ranks: the ranks of teams 1 and 2 before the round.
        tricks: the tricks in order, each with four plays, the leader's first.

    Raises:
        TypeError: ranks, tricks or plays are no tuples, or cards are texts.
        NotationError: the round breaks the format: not 25 cards a player, a third copy of a card, a lead
            of several partitions, or plays of unequal length.

    >>> from suitwise.tractor import EXAMPLE
    >>> game = Round.parse(EXAMPLE)
    >>> game.dealer, game.trump, len(game.tricks), str(game) == EXAMPLE
    ('Alice', Trump(main='S', rank='7'), 13, True)
    """

    main: str
    dealer: str
    ranks: tuple[str, str]
    tricks: tuple[Trick, ...]

    def __post_init__(self) -> None:
        if len(of_kind(self.ranks, tuple, "ranks")) != 2:
            raise NotationError(f"ranks: two are expected, not {len(self.ranks)}")
        for trick in of_kind(self.tricks, tuple, "tricks"):
            for play in of_kind(trick, tuple, "a trick"):
                for _ in each_of(of_kind(play, tuple, "a play"), int, "a card"):
                    pass
        text = (str(self) + "\n").encode("latin-1", "replace")
        _judged(text, 0, "round")
        plays = (format_cards(play) for trick in self.tricks for play in trick)
        if text.decode("ascii").split() != [self.main, self.dealer, *self.ranks, *plays]:
            raise NotationError("main suit, dealer, ranks and plays must be a word each")

    @classmethod
    def parse(cls, text: str) -> Round:
        """Read one case: the header line and the tricks.

        Raises:
            NotationError: as for the class, with the line counted from the header.

        >>> Round.parse("S Alice 1 8")
        Traceback (most recent call last):
        suitwise.errors.NotationError: line 1: '1' is no rank: write one of 2 3 4 5 6 7 8 9 T J Q K A
        """
        of_kind(text, str, "text")
        data = text.encode("latin-1", "replace") + b"\n"
        start = skip_blank_lines(data, 0)
        if start == len(data):
            raise NotationError("there is no round in an empty text")
        return read_round(data, start, _judged(data, start, "text"))

    def __str__(self) -> str:
        header = f"{self.main} {self.dealer} {self.ranks[0]} {self.ranks[1]}\n"
        return header + "".join(
            " ".join(format_cards(play) for play in trick) + "\n" for trick in self.tricks
        )

    @property
    def dealer_seat(self) -> int:
        """The dealer's seat 0..3."""
        return PLAYERS.index(self.dealer)

    @property
    def trump(self) -> Trump:
        """The trump configuration: the main suit and the rank of the dealer's team."""
        return Trump(self.main, self.ranks[self.dealer_seat % 2])


def _judged(data: bytes, start: int, what: str) -> int:
    """Return the position where the only case of a text ends, or raise its fault."""
    fault, end, *_ = reader.judge_case(data, start)
    if fault:
        raise fault_error(data, fault, end, start)
    after = skip_blank_lines(data, end)
    if after < len(data):
        raise NotationError(
            f"the {what} goes on after 25 cards a player", line=line_of(data, after)
        )
    return end


def read_round(data: bytes, start: int, end: int) -> Round:
    """Convert the text of a case that has been judged without fault to an object."""
    lines = data[start:end].decode("ascii").split("\n")
    header, *rest = (words for line in lines if (words := line.split()))
    tricks = tuple(tuple(_cards(play) for play in words) for words in rest)
    return Round(header[0], header[1], (header[2], header[3]), tricks)


def _cards(play: str) -> tuple[Card, ...]:
    """Convert the text of an accepted play to cards."""
    codes = zip(play[::2].encode(), play[1::2].encode(), strict=True)
    return tuple(Card(reader.read_card(first, second)) for first, second in codes)


_MOST_WORD_BYTES = 2 * (reader.HAND_CARDS + 1)

# --- A sentence for each fault --------------------------------------------------------------------
#
# The functions of ``_SENTENCES`` take the text, the position of the fault, and the position where the
# case begins.


def fault_error(
    data: bytes, fault: int, at: int, begin: int, *, lines_before: int = 0, case: int | None = None
) -> NotationError:
    """Return the error for a fault that ``reader`` reported.

    Args:
        data: the text.
        fault: the fault number.
        at: the position of the fault.
        begin: the position where the case begins.
        lines_before: the number of lines of the input before this text.
        case: the number of the case, if the input has several.
    """
    if fault == reader.END_OF_FILE:
        at = max(len(data[:at].rstrip()) - 1, 0)
    line = line_of(data, at) + lines_before
    return NotationError(_SENTENCES[fault](data, at, begin), line=line, case=case)


def _played_before(data: bytes, begin: int, at: int) -> list[list[bytes]]:
    """Return the complete tricks of a case before a position, each as a list of words."""
    lines = data[begin : data.rfind(b"\n", begin, at) + 1].split(b"\n")
    return [words for line in lines if (words := line.split())][1:]


def _cards_each(data: bytes, begin: int, at: int) -> int:
    return sum(len(words[0]) // 2 for words in _played_before(data, begin, at))


def _line_words(data: bytes, at: int) -> list[bytes]:
    """Return the words of the line at a position, each cut to the length that ``reader`` looks at."""
    line = data[data.rfind(b"\n", 0, at) + 1 : data.find(b"\n", at)]
    return [word[:_MOST_WORD_BYTES] for word in line.split()]


def _size(play: bytes) -> str:
    """State the number of cards in a play, as far as ``reader`` counts."""
    size = len(play) // 2
    if size > reader.HAND_CARDS:
        return f"more than {reader.HAND_CARDS} cards"
    return counted(size, "card")


def _end_of_file(data: bytes, at: int, begin: int) -> str:
    each = _cards_each(data, begin, len(data))
    return f"the text ends inside the case, after {each} of 25 cards a player"


def _too_few(data: bytes, at: int, begin: int) -> str:
    each = _cards_each(data, begin, at)
    return f"the next case begins here, but each player has played {each} of 25 cards"


def _too_many(data: bytes, at: int, begin: int) -> str:
    lead = _line_words(data, at)[0]
    if len(lead) == _MOST_WORD_BYTES:
        return f"the lead {shown_word(data, at)} has {_size(lead)}; a player has 25"
    each = _cards_each(data, begin, at) + len(lead) // 2
    return f"this trick makes {each} cards a player; a player has 25"


def _bad_card(data: bytes, at: int, begin: int) -> str:
    shown = data[at : at + 1] if is_blank(data[at + 1]) else data[at : at + 2]
    return (
        f"{shown_word(shown, 0)} in {shown_word(data, _word_start(data, at))} is no card: write a suit "
        "S H D C and a rank 2..9 T J Q K A, or RJ or BJ"
    )


def _word_start(data: bytes, at: int) -> int:
    while at > 0 and not is_blank(data[at - 1]):
        at -= 1
    return at


def _play_number(data: bytes, at: int) -> int:
    return len(data[data.rfind(b"\n", 0, at) + 1 : at].split()) + 1


def _unequal(data: bytes, at: int, begin: int) -> str:
    words = _line_words(data, at)
    number = _play_number(data, at)
    own, lead = _size(words[number - 1]), len(words[0]) // 2
    return f"play {number}, {shown_word(data, at)}, has {own}, but the lead has {lead}"


def _third_copy(data: bytes, at: int, begin: int) -> str:
    tricks = [*_played_before(data, begin, at), _line_words(data, at)[: _play_number(data, at)]]
    text = b"".join(word for words in tricks for word in words).decode("ascii")
    counts = Counter(text[i : i + 2] for i in range(0, len(text), 2))
    card = next(card for card, copies in counts.items() if copies > 2)
    return f"{card} in {shown_word(data, at)} is the third copy; two packs hold two"


def _mixed_lead(data: bytes, at: int, begin: int) -> str:
    header = data[begin:at].split()
    dealer = PLAYERS.index(header[1].decode())
    trump = Trump(header[0].decode(), header[2 + dealer % 2].decode())
    cards = _cards(_line_words(data, at)[0].decode())
    partitions = {partition_of(card, trump.main_index, trump.rank_index) for card in cards}
    names = " and ".join(PARTITION_NAMES[p] for p in sorted(partitions))
    return f"the lead {shown_word(data, at)} mixes {names}; a lead is of one suit or all trump"


def _not_four(data: bytes, at: int, begin: int) -> str:
    number = "more" if data[at : at + 1] != b"\n" else len(_line_words(data, at))
    return f"a trick is four plays on one line; this line has {number}"


_SENTENCES: dict[int, Callable[[bytes, int, int], str]] = {
    reader.END_OF_FILE: _end_of_file,
    reader.BAD_SUIT: lambda data, at, begin: (
        f"{shown_word(data, at)} is no main suit: write H, S, C, D, or O for none"
    ),
    reader.BAD_DEALER: lambda data, at, begin: (
        f"{shown_word(data, at)} is no dealer: write {', '.join(PLAYERS[:3])} or {PLAYERS[3]}"
    ),
    reader.BAD_RANK: lambda data, at, begin: (
        f"{shown_word(data, at)} is no rank: write one of {' '.join(RANKS)}"
    ),
    reader.BAD_HEADER_LENGTH: lambda data, at, begin: (
        "the header is four words, main suit, dealer and the ranks of both teams: S Alice 7 8"
    ),
    reader.BAD_CARD: _bad_card,
    reader.NOT_FOUR_PLAYS: _not_four,
    reader.UNEQUAL_PLAYS: _unequal,
    reader.THIRD_COPY: _third_copy,
    reader.MIXED_LEAD: _mixed_lead,
    reader.TOO_MANY_CARDS: _too_many,
    reader.TOO_FEW_CARDS: _too_few,
    reader.CASE_TOO_LONG: lambda data, at, begin: (
        f"the case that begins here is longer than {reader.MOST_CASE_BYTES} bytes; "
        "a whole case takes about 300"
    ),
}


# --- A stream of rounds ---------------------------------------------------------------------------
#
# The input is read in chunks, and each chunk is cut into pieces that threads judge. Cuts are made where
# a case begins: a line whose first word is one letter (trick lines begin with a card). A thread judges
# the cases that begin in its piece and reads past the end of the piece to finish the last one, so cuts
# change neither rulings nor faults. An unfinished case at the end of a chunk is put in front of the
# next chunk.
#
# Small inputs run the same kernels as plain Python, because opening machine code would take longer.

CHUNK_BYTES = 4 << 20
"""The number of bytes read at a time."""
PIECE_BYTES = 128 << 10
"""The smallest piece that is worth a thread."""
SMALL_BYTES = 4 << 20
"""Up to this size one thread judges the input."""
_JUDGING_S, _WRITING_S = 0.002, 0.00001
"""About the time that plain Python takes to judge a case, and to write the answer for one."""
_LEAST_CASE_BYTES = 214  # header of 10, 200 bytes of cards, 4 separators
# An unfinished case of this length is certain to have a fault, so its text is cut off here and judged.
_MOST_BYTES_KEPT = reader.MOST_CASE_BYTES + reader.MOST_AHEAD_BYTES
_MOST_DIGITS = 18
_BLANKS = bytes(byte for byte in range(256) if is_blank(byte))
_CASE_START = re.compile(rb"\n[HSCDO] ")


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """The rulings on consecutive cases.

    Args:
        first: the number of the first case, from 1.
        count: the number of cases.
        rulings: the numbers of the rulings, one after another; see ``ruling``.
        text: the text that contains these cases, and possibly others before and after.
        expected: the number of cases that the input announces.
    """

    first: int
    count: int
    rulings: Any
    text: bytes
    expected: int

    def answer(self) -> bytes:
        """Return the lines of the answer for these cases (docs/tractor.md, The round)."""
        out = bytearray(self.count * reader.MOST_RULING_BYTES)
        write = quickest(reader.write_rulings, self.count * _WRITING_S)
        return bytes(out[: write(self.rulings, self.count, self.first, out)])

    def ruling(self, i: int) -> list[int]:
        """Return the ruling of the i-th of these cases: ``reader.POINTS`` to ``reader.BEGIN``."""
        return list(self.rulings[reader.RULING * i : reader.RULING * (i + 1)])


@dataclass(frozen=True, slots=True)
class _Piece:
    """The result for one piece of a chunk: rulings, and the fault that ended it, if any."""

    count: int
    rulings: Any
    fault: int
    at: int
    begin: int


def _judge_piece(text: bytes, start: int, stop: int) -> _Piece:
    """Judge the cases that begin in ``text[start:stop]``."""
    most = (stop - start) // _LEAST_CASE_BYTES + 1
    rulings = array("q", bytes(8 * reader.RULING * most))
    judge = quickest(reader.judge_cases, most * _JUDGING_S)
    count, *where = judge(text, start, stop, most, rulings)
    return _Piece(count, rulings, *where)


def _cuts(text: bytes, end: int, pieces: int) -> list[int]:
    """Return positions that cut a text into about equal pieces, each at the beginning of a case."""
    even = [end * i // pieces for i in range(1, pieces + 1)]
    starts = (_CASE_START.search(text, at, after) for at, after in pairwise(even))
    return [0, *(start.start() + 1 for start in starts if start), end]


def _filled(file: Readable, text: bytes, least: int) -> bytes:
    """Read on until a text has at least ``least`` bytes, or the file ends."""
    parts, size = [text] if text else [], len(text)
    while size < least and (part := file.read(least - size)):
        parts.append(part)
        size += len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def read_count(file: Readable) -> tuple[int, bytes, int]:
    """Read T, the number of cases: the first word of the input.

    Returns:
        T, the text read after it, and the number of lines before that text.

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
    """Judge an input of T cases while it is being read.

    Args:
        file: the input, in binary.
        threads: the number of threads; 0 for all cores.

    Yields:
        Batches of cases in order; every case before a fault is yielded.

    Raises:
        NotationError: at the first fault, with its line and case.
        SuitwiseError: the number of threads is out of range.

    >>> from io import BytesIO
    >>> from suitwise.tractor import EXAMPLE
    >>> for batch in judge_stream(BytesIO(b"1 " + EXAMPLE.encode())):
    ...     print(batch.count, batch.answer())
    1 b'Case #1:\\n105\\n7 8 Bob\\n'
    """
    readable(file, "file")
    most_threads = cores(threads)
    expected, text, lines = read_count(file)
    tally = _Tally(expected, lines, lines + 1)
    text = _filled(file, text, SMALL_BYTES + 1)
    small = len(text) <= SMALL_BYTES
    chunk = b"" if small else _filled(file, b"", CHUNK_BYTES)
    threads = 1 if small else most_threads
    with _starting(0 if small else threads) as start:
        current = _Chunk(text, not chunk, start, threads)
        while True:
            upcoming = _filled(file, b"", CHUNK_BYTES) if chunk else b""
            batches, fault = tally.answered(current)
            following = None
            if fault is None and not current.final:
                text, fault = tally.left_over(current)
                if fault is None:
                    # Start the threads on the next chunk before yielding the answers of this one.
                    following = _Chunk(text + chunk, not upcoming, start, threads)
            yield from batches
            if fault is not None:
                raise fault
            tally.pass_over(current)
            if following is None:
                break
            current, chunk = following, upcoming
    tally.require_all()


_Start: TypeAlias = Callable[..., Callable[[], _Piece]]
"""Starts a call of a function; what it returns waits for the result."""


@contextmanager
def _starting(threads: int) -> Iterator[_Start]:
    """Start calls on threads; without any, a call is made when its result is asked for."""
    if not threads:
        yield partial
        return
    from concurrent.futures import ThreadPoolExecutor  # small inputs need none

    with ThreadPoolExecutor(threads) as pool:
        yield lambda *call: pool.submit(*call).result


class _Chunk:
    """A chunk of the input that threads are judging.

    Args:
        text: the text, which begins at a case or at blank lines before one.
        final: whether the input ends with this text; otherwise it is judged up to its last full line.
        start: starts the work on a piece.
        threads: the number of threads.
    """

    def __init__(self, text: bytes, final: bool, start: _Start, threads: int) -> None:
        self.text = text + b"\n" if final else text
        self.end = self.text.rfind(b"\n") + 1
        self.final = final
        pieces = max(1, min(4 * threads, self.end // PIECE_BYTES))
        cuts = _cuts(self.text, self.end, pieces) if self.end else [0]
        lines = self.text[: self.end]
        self._results = [start(_judge_piece, lines, *piece) for piece in pairwise(cuts)]

    def pieces(self) -> list[_Piece]:
        """Wait for the threads, and return their results."""
        return [result() for result in self._results]


@dataclass(slots=True)
class _Tally:
    """The progress through an input.

    Args:
        expected: the number of cases that the input announces.
        lines: the number of lines already passed.
        last_line: the number of the last of them that is not blank.
        done: the number of cases answered.
        left_from: the position in the last chunk from which its text is still to be judged.
    """

    expected: int
    lines: int
    last_line: int
    done: int = 0
    left_from: int = 0

    def answered(self, chunk: _Chunk) -> tuple[list[Batch], NotationError | None]:
        """Return the batches of a chunk up to its first fault, and that fault.

        A case whose rest has not been read yet is no fault: it is left for the next chunk.
        """
        batches: list[Batch] = []
        left_from = chunk.end
        for piece in chunk.pieces():
            count = min(piece.count, self.expected - self.done)
            if count:
                done = self.done + 1
                batches.append(Batch(done, count, piece.rulings, chunk.text, self.expected))
            self.done += count
            if count < piece.count:
                begin = piece.rulings[reader.RULING * count + reader.BEGIN]
                return batches, self.error(chunk.text, _Piece(0, None, 0, begin, begin))
            if piece.fault:
                if chunk.final or not self.awaits_more(piece):
                    return batches, self.error(chunk.text, piece)
                left_from = piece.begin
        self.left_from = left_from
        return batches, None

    def left_over(self, chunk: _Chunk) -> tuple[bytes, NotationError | None]:
        """Return the text of a chunk that goes in front of the next, or the fault of an endless case."""
        text = chunk.text[self.left_from :]
        if self.left_from == chunk.end:
            text = text.lstrip(_BLANKS)  # blanks between cases mean nothing
        if len(text) <= _MOST_BYTES_KEPT:
            return text, None
        self.pass_over(chunk)
        view = text[:_MOST_BYTES_KEPT] + b"\n"
        return b"", self.error(view, _judge_piece(view, 0, 1))

    def awaits_more(self, fault: _Piece) -> bool:
        """Tell whether a fault only means that the rest of a case has not been read yet."""
        return fault.fault == reader.END_OF_FILE and self.done < self.expected

    def pass_over(self, chunk: _Chunk) -> None:
        """Count the lines of a chunk up to the text left over."""
        text, end = chunk.text, self.left_from
        # ``words_end`` is the end of the last word; look for it in steps, since blanks may be many.
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
        """Return the error for a fault in the first case not answered."""
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
        """Raise if the input has ended before the last case that it announces."""
        if self.done < self.expected:
            promised = counted(self.expected, "case")
            raise NotationError(
                f"the input ends after {self.done} of the {promised} that its first word promises",
                line=self.last_line,
                case=self.done + 1,
            )
