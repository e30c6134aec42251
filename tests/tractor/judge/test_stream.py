"""The judge over a stream: the same answers and faults however it is read, in bounded memory."""

from __future__ import annotations

import threading
import tracemalloc
from collections.abc import Callable
from functools import cache
from io import BytesIO
from itertools import product
from random import Random
from typing import Any

import pytest

from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.lines import Readable
from suitwise.tractor import EXAMPLE, judge_text
from suitwise.tractor.judge import reader
from suitwise.tractor.judge import rounds as stream
from tests.fuzz_judge import (
    Failed,
    Reading,
    check,
    expected_outcome,
    judged,
    pool,
    require_expected,
    sizes_of,
)

GOOD = EXAMPLE.encode()
WHOLE_COMPILED = Reading("compiled", small=0)
READINGS = [
    Reading("plain", small=1 << 40, plain=True),
    WHOLE_COMPILED,
    *(
        Reading(f"{chunk} {piece} {threads}", chunk, piece, 0, threads)
        for chunk, piece, threads in (
            (1, 1, 1),
            (7, 300, 2),
            (64, 5, 4),
            (501, 130, 3),
            (4000, 1, 2),
        )
    ),
    Reading("short reads", 400, 200, 0, 2, dribble=True),
]


# --- Faults at known places -----------------------------------------------------------------------
# Each fault is some lines of a faulty case, the fault in the line marked by *.

HEADER = "S Alice 7 8"
FIRST = "D5D5D6D6D8D8 DTDTDJDJDQDQ C4C5H5HQHKST D3D4H6D9S4SA"
ALL_BUT_ONE = EXAMPLE.splitlines()[1:-1]
FAULTS: dict[str, tuple[list[str], str]] = {
    "a small letter for the main suit": (["*s Alice 7 8"], "'s' is no main suit"),
    "a word for the main suit": (["*Spades Alice 7 8"], "'Spades' is no main suit"),
    "an unknown dealer": (["*S Eve 7 8"], "'Eve' is no dealer"),
    "the beginning of a dealer": (["*S Ali 7 8"], "'Ali' is no dealer"),
    "rank ten in digits": (["*S Alice 10 8"], "'10' is no rank"),
    "rank one": (["*S Alice 7 1"], "'1' is no rank"),
    "a header of one word": (["*S"], "the header is four words"),
    "a header of two words": (["*S Alice"], "the header is four words"),
    "a header of three words": (["*S Alice 7"], "the header is four words"),
    "a header of five words": (["*S Alice 7 8 9"], "the header is four words"),
    "a small suit": ([HEADER, FIRST, "*h5 S2 H7 H6"], "'h5' in 'h5' is no card"),
    "a ten in digits": ([HEADER, FIRST, "*H10 S2 H7 H6"], "'H1' in 'H10' is no card"),
    "half a card": ([HEADER, FIRST, "*H5 S2 H7 H"], "'H' in 'H' is no card"),
    "a joker without colour": ([HEADER, FIRST, "*JK S2 H7 H6"], "'JK' in 'JK' is no card"),
    "a suit's joker": ([HEADER, FIRST, "*RS S2 H7 H6"], "'RS' in 'RS' is no card"),
    "a NUL": ([HEADER, FIRST, "*H5\0S2 H7 H6"], r"'\x00S' in 'H5\x00S2' is no card"),
    "a byte order mark": (["*\ufeffS Alice 7 8"], r"'\xef\xbb\xbfS' is no main suit"),
    "a no-break space": ([HEADER, "*H5\xa0S2 H7 H6"], r"'\xc2\xa0' in 'H5\xc2\xa0S2' is no card"),
    "three plays": ([HEADER, FIRST, "*H5 S2 H7"], "this line has 3"),
    "five plays": ([HEADER, FIRST, "*H5 S2 H7 H6 H8"], "this line has more"),
    "two tricks in a line": ([HEADER, f"*{FIRST} H5 S2 H7 H6"], "this line has more"),
    "a longer reply": ([HEADER, FIRST, "*H5 S2 H7H8 H6"], "play 3, 'H7H8', has 2 cards"),
    "a shorter reply": (
        [HEADER, "*H5H5 S2S3 H7H8 H6"],
        "play 4, 'H6', has 1 card, but the lead has 2",
    ),
    "a third copy in a later trick": (
        [HEADER, FIRST, "*H5 S2 D5 H6"],
        "D5 in 'D5' is the third copy",
    ),
    "a third copy in one play": ([HEADER, "*H5H5H5 S2S3S4 C2C3C4 H6H7H8"], "H5 in 'H5H5H5'"),
    "a third copy in one trick": ([HEADER, "*H5H5 S2S3 C2H5 H6H7"], "H5 in 'C2H5'"),
    "a third red joker": ([HEADER, "*RJRJ S2S3 C2C3 H6RJ"], "RJ in 'H6RJ'"),
    "a lead of two suits": ([HEADER, FIRST, "*H3D2 S2S3 H7H6 H6H9"], "mixes hearts and diamonds"),
    "a lead of a suit and the rank": ([HEADER, "*H3H7 S2S3 C2C3 H8H6"], "mixes hearts and trump"),
    "a lead past 25 cards": (
        [HEADER, *ALL_BUT_ONE, "*H9H8 S9S7 C6C8 D3D2"],
        "this trick makes 26 cards a player",
    ),
    "a case that begins too early": (
        [HEADER, *ALL_BUT_ONE, "*O Bob 2 2"],
        "the next case begins here, but each player has played 24 of 25 cards",
    ),
    "a trick too few": (
        [HEADER, *ALL_BUT_ONE[:-1], "*" + ALL_BUT_ONE[-1]],
        "the text ends inside the case, after 24 of 25 cards a player",
    ),
    "nothing but a header": ([f"*{HEADER}"], "the text ends inside the case, after 0 of 25"),
    "what is no case at all": (["*Case #1:"], "'Case' is no main suit"),
    "a comment": (["*# a comment"], "'#' is no main suit"),
}
ENDS = {"a trick too few", "nothing but a header"}
"""Faults that more text would mend or change."""

LAYOUTS: dict[str, Callable[[list[str]], str]] = {
    "line feeds": lambda lines: "\n".join(lines) + "\n",
    "CRLF": lambda lines: "\r\n".join(lines) + "\r\n",
    "no line feed at the end": lambda lines: "\n".join(lines),
    "a blank line after each": lambda lines: "\n\n".join(lines) + "\n",
    "blank lines of blanks": lambda lines: "\n \t\r\n".join(lines) + "\n \v\f \n\n",
    "blanks about words": lambda lines: "".join(f"  {line}\t \r\n" for line in lines),
    "the header on T's line": lambda lines: " ".join(lines[:2]) + "\n" + "\n".join(lines[2:]),
    "blank lines before T": lambda lines: "\n\r\n \n" + "\n".join(lines),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_names_its_line_and_case_in_every_layout(name: str, exhaustive: bool) -> None:
    """By default each fault stands in two of the eight layouts."""
    lines, reason = FAULTS[name]
    layouts = [*LAYOUTS] if exhaustive else [*LAYOUTS][-[*FAULTS].index(name) % 4 :: 4]
    for layout, before in product(layouts, (0, 3)):
        after = [] if name in ENDS else EXAMPLE.splitlines()
        every = [*EXAMPLE.splitlines() * before, *lines, *after]
        text = LAYOUTS[layout]([str(before + 2), *every])
        at = text.index("*")
        data = text.replace("*", "").encode()
        answer, error = judged(data, READINGS[0])
        assert error is not None
        assert (error.line, error.case) == (text.count("\n", 0, at) + 1, before + 1)
        assert reason in error.reason
        assert answer == answers([GOOD] * before)
        check(data, Random(name))


def answers(cases: list[bytes]) -> bytes:
    """Answer cases one at a time."""
    told = [judge_text("1\n" + case.decode()).removeprefix("Case #1:\n") for case in cases]
    return "".join(f"Case #{i}:\n{one}" for i, one in enumerate(told, 1)).encode()


@pytest.mark.parametrize("blank", ["", "\n", "\n \r\n\t\n" * 40])
@pytest.mark.parametrize(("promised", "given"), [(1, 0), (2, 1), (7, 2), (10**18 - 1, 3)])
def test_an_input_with_too_few_cases_ends_at_its_last_line_with_words(
    promised: int, given: int, blank: str
) -> None:
    data = f"{promised}\n{EXAMPLE * given}{blank}".encode()
    for reading in READINGS:
        answer, error = judged(data, reading)
        assert error is not None
        assert (error.line, error.case) == (1 + 14 * given, given + 1)
        assert f"ends after {given} of the {promised} case" in error.reason
        assert answer == answers([GOOD] * given)


@pytest.mark.parametrize("more", ["S", "x", HEADER, EXAMPLE, "H5 S2 H7 H6", "1", "\0", "S" * 3000])
@pytest.mark.parametrize("promised", [0, 1, 3])
def test_an_input_with_too_many_cases_goes_on_where_the_next_begins(
    promised: int, more: str
) -> None:
    data = f"{promised}\n{EXAMPLE * promised}\n \r\n{more}".encode()
    for reading in READINGS:
        answer, error = judged(data, reading)
        assert error is not None
        assert (error.line, error.case) == (4 + 14 * promised, promised + 1)
        assert f"goes on after the {promised} case" in error.reason
        assert answer == answers([GOOD] * promised)


@pytest.mark.parametrize(
    "first",
    [
        *("", "x", "-1", "+1", "1.0", "1e3", "0x1", "1,", "\ufeff1", "\uff11", "1\0", "\0"),
        *("1" * 19, "9" * 100_000, "S Alice 7 8", "1S Alice 7 8"),
    ],
)
@pytest.mark.parametrize("blank", ["", "\n", "\r\n \n\t\v\f\n"])
def test_the_first_word_is_the_number_of_cases(blank: str, first: str) -> None:
    data = (blank + first).encode()
    for reading in READINGS:
        _, error = judged(data, reading)
        assert error is not None
        assert (error.line, error.case) == (blank.count("\n") + 1, None)
        assert error.reason == "the first word must be T, the number of cases, in digits"


@pytest.mark.parametrize("first", ["0", "00", "\n\n 0", "0\n\n \n", "0" * 18, "\v\f\t 0\r"])
def test_no_cases_have_an_empty_answer(first: str) -> None:
    for reading in READINGS:
        assert judged(first.encode(), reading) == (b"", None)


# --- One answer, however it is read ---------------------------------------------------------------


def mixed_cases(count: int) -> list[bytes]:
    rng = Random(3)
    return rng.choices(pool(), k=count)


def body_of(count: int) -> bytes:
    """Return valid cases with a blank line after each."""
    return b"".join(case + b"\n" for case in mixed_cases(count))


@cache
def in_plain(data: bytes) -> tuple[bytes, str]:
    """Return the answer to an input in plain Python, and the text of its fault."""
    answer, error = judged(data, READINGS[0])
    return answer, str(error)


def test_valid_rounds_have_the_oracle_s_answer_in_every_reading() -> None:
    cases = mixed_cases(60)
    blanks = (b"", b"\n", b"\r\n\r\n", b" \t\n")
    data = b"60\n" + b"".join(case + blanks[i % 4] for i, case in enumerate(cases))
    expected = expected_outcome(data)
    assert expected.fault is None
    for reading in READINGS:
        assert judged(data, reading) == (expected.answer, None), reading


@pytest.mark.parametrize("chunk", [*range(1, 40), 213, 214, 215, 4096])
def test_the_size_of_a_chunk_never_matters(chunk: int) -> None:
    good = b"3\n" + b"\n".join(mixed_cases(3))
    bad = good[:-9] + b"x" + good[-9:]
    for data in (good, bad, good + b"S Alice 7 8\n", good[:700], b"4" + good[1:]):
        answer, error = judged(data, Reading("", chunk, 1 + chunk % 7, 0, 2))
        assert (answer, str(error)) == in_plain(data)


def test_every_end_of_an_input_is_refused_in_the_same_way_whole_and_in_chunks() -> None:
    data = b"2\n" + b"\n".join(mixed_cases(2))
    check(data, Random(0))
    check(data[:-1], Random(0))
    for end in range(0, len(data) - 1, 3):
        expected = expected_outcome(data[:end])
        assert expected.fault is not None
        for reading in (READINGS[0], Reading("", 37, 9, 0, 2)):
            answer, error = judged(data[:end], reading)
            require_expected(answer, error, expected, data[:end])


def test_many_pieces_on_many_threads_are_answered_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    count = 4000
    body = body_of(count)
    one_piece = b"".join(batch.answer() for batch in stream.judge_stream(BytesIO(b"4000\n" + body)))
    monkeypatch.setattr(stream, "CHUNK_BYTES", 100_000)
    monkeypatch.setattr(stream, "PIECE_BYTES", 2_000)
    monkeypatch.setattr(stream, "SMALL_BYTES", 0)
    batches = list(stream.judge_stream(BytesIO(b"4000\n" + body), threads=8))
    assert b"".join(batch.answer() for batch in batches) == one_piece
    firsts = [batch.first for batch in batches]
    assert firsts == sorted(firsts)
    assert sum(batch.count for batch in batches) == count
    assert {batch.expected for batch in batches} == {count}
    assert len(batches) > 100


def test_a_fault_far_inside_a_large_input_is_found_once_and_in_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(stream, "CHUNK_BYTES", 50_000)
    monkeypatch.setattr(stream, "PIECE_BYTES", 3_000)
    cases = body_of(3000).replace(b"\n\n", b"\r\n").splitlines(keepends=True)
    starts = [i for i, line in enumerate(cases) if line[1:2] == b" "]
    assert len(starts) == 3000
    for case in (1, 2, 777, 1500, 2999, 3000):
        lines = list(cases)
        at = starts[case - 1] + 1
        lines[at] = b"X9" + lines[at][2:]
        answered: list[int] = []
        with pytest.raises(NotationError) as error:
            judge_into(answered, BytesIO(b"3000\n" + b"".join(lines)), threads=4)
        assert answered == list(range(1, case))
        assert (error.value.case, error.value.line) == (case, at + 2)


def judge_into(answered: list[int], file: Readable, threads: int = 0) -> None:
    """Judge an input and list the numbers of the cases answered."""
    for batch in stream.judge_stream(file, threads=threads):
        answered += range(batch.first, batch.first + batch.count)


def test_a_line_that_looks_like_a_header_inside_a_case_never_hides_the_fault() -> None:
    lines = (b"30\n" + GOOD * 30).splitlines(keepends=True)
    for at in (1, 2, 14, 15, 16, 200, len(lines) - 1):
        for header in (b"S Alice 7 8\n", b"O \n", b"S S2 S3 S4\n", b"H5 S2 H7 H6\n", b"D\n"):
            check(b"".join([*lines[:at], header, *lines[at:]]), Random(at))


# --- Bounds ---------------------------------------------------------------------------------------


class Endless:
    """An input that begins with something and goes on with another for ever; counts what it gave."""

    def __init__(self, begin: bytes, unit: bytes, most: int = 1 << 62) -> None:
        self._begin = BytesIO(begin)
        self._unit = unit
        self._most = most
        self._at = 0
        self.given = 0

    def read(self, size: int, /) -> bytes:
        data = self._begin.read(size)
        if not data:
            size = min(size, self._most - self._at)
            skip = self._at % len(self._unit)
            data = (self._unit * (size // len(self._unit) + 2))[skip : skip + size]
            self._at += size
        self.given += len(data)
        return data


START = b"9\n" + GOOD + b"S Alice 7 8\n"
ENDLESS = {
    "a count": (b"", b"1", "the first word must be T"),
    "zeros": (b"", b"\0", "the first word must be T"),
    "a main suit": (b"1\n", b"S", "is no main suit"),
    "a dealer": (b"1\nS ", b"Bob", "is no dealer"),
    "a rank": (b"1\nS Bob ", b"7", "is no rank"),
    "a header": (b"1\nS Bob 7 8 ", b"9 ", "the header is four words"),
    "blanks in a header": (b"1\nS Bob", b" ", "the case that begins here is longer than"),
    "blanks after a header": (b"1\nS Bob 7 8", b"\t", "the case that begins here is longer than"),
    "blank lines in a case": (START, b"\r\n", "the case that begins here is longer than"),
    "a play": (START, b"S2H3D4C5", "S2 in 'S2H3D4C5S2H3D4C5S2H3D...' is the third copy"),
    "a line of plays": (START + b"S2 S3 S4 S5 ", b"S6 ", "this line has more"),
    "blanks before a fourth play": (START + b"S2 S3 S4", b" ", "the case that begins here is"),
    "one byte": (START, b"x", "'xx' in 'xxxxxxxxxxxxxxxxxxxxx...' is no card"),
    "zeros in a case": (START, b"\0", r"'\x00\x00' in '\x00\x00\x00\x00\x00\...' is no card"),
    "headers": (b"5\n", b"S Bob 7 8\n", "the next case begins here"),
    "tricks": (START, b"S2 S3 S4 S5\n", "S2 in 'S2' is the third copy"),
    "cases": (b"5\n", GOOD, "goes on after the 5 cases"),
    "one byte after the last case": (b"1\n" + GOOD, b"x", "goes on after the 1 case that"),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_an_endless_input_is_refused_before_it_fills_the_memory(name: str) -> None:
    begin, unit, reason = ENDLESS[name]
    found = set()
    for reading in (
        Reading("as it is"),
        Reading("small chunks", 60_000, 10_000, 0, 2),
        Reading("odd chunks", 99_999, 77, 0, 1),
    ):
        file = Endless(begin, unit)
        with sizes_of(reading), pytest.raises(NotationError) as error:
            judge_into([], file, reading.threads)
        assert reason in error.value.reason
        assert file.given <= reader.MOST_CASE_BYTES + 4 * reading.chunk + 1000
        found.add(str(error.value))
    assert len(found) == 1


@pytest.mark.parametrize("unit", [b"\n", b" ", b" \r\n", b"\t"])
@pytest.mark.parametrize("begin", [b"", b"2\n", b"2\n" + GOOD])
def test_blanks_without_end_between_cases_cost_no_memory(begin: bytes, unit: bytes) -> None:
    file = Endless(begin, unit, 3_000_000)
    tracemalloc.start()
    with sizes_of(Reading("", 20_000, 1_000, 0)), pytest.raises(NotationError) as error:
        judge_into([], file, threads=2)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert file.given > 2_900_000
    assert peak < 1_000_000
    if begin:
        assert error.value.line == begin.count(b"\n")
    else:
        assert error.value.line == file.given // len(unit) * unit.count(b"\n") + 1


@pytest.mark.parametrize("over", [-1, 0, 1])
@pytest.mark.parametrize("blank", [b" ", b"\n", b"\r\n"])
def test_the_longest_case_is_the_same_in_every_reading(blank: bytes, over: int) -> None:
    """The case's last line feed may lie MOST_CASE_BYTES after its beginning, no further."""
    header, tricks = GOOD.split(b"\n", 1)
    room = reader.MOST_CASE_BYTES - (len(GOOD) - 1) + over
    filling = blank * (room // len(blank)) + b" " * (room % len(blank))
    case = header + filling + b"\n" + tricks
    assert case.rindex(b"\n") == reader.MOST_CASE_BYTES + over
    data = b"2\n" + GOOD + case
    expected = expected_outcome(data)
    assert (expected.fault is None) == (over <= 0)
    for reading in (
        WHOLE_COMPILED,
        Reading("", 300_000, 10_000, 0, 2),
        Reading("", 65_537, 1_000, 0, 2),
    ):
        answer, error = judged(data, reading)
        require_expected(answer, error, expected, data)
    if over > 0:
        assert expected.fault is not None
        assert (expected.fault.line, expected.fault.case) == (16, 2)


OVERS = [-130, -65, -64, -52, -2, -1, 0, 1, 2, 63, 64, 65]
RESTS = [b"", b"x", b"S2", b"S2 S3", b"H5 S2 H7 H6\n", b"S2" * 40, b"S Bob 7 8\n", b"\n", b"S2S"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("over", OVERS)
def test_a_fault_near_the_longest_case_is_the_same_in_every_reading(
    over: int, exhaustive: bool
) -> None:
    """By default each length meets three of the nine ends."""
    for rest in RESTS if exhaustive else RESTS[-OVERS.index(over) % 3 :: 3]:
        case = b"S Alice 7 8\n"
        case += b" " * (reader.MOST_CASE_BYTES - len(case) + over) + rest
        data = b"2\n" + GOOD + case
        expected = expected_outcome(data)
        for reading in (
            WHOLE_COMPILED,
            Reading("", 99_991, 50_000, 0, 2),
            Reading("", 1 << 20, 9, 0, 1),
        ):
            answer, error = judged(data, reading)
            require_expected(answer, error, expected, data)


def test_memory_does_not_grow_with_the_input() -> None:
    unit = body_of(200)
    peaks = []
    for times in (5, 5, 100):
        file = Endless(b"%d\n" % (200 * times), unit, times * len(unit))
        tracemalloc.start()
        with sizes_of(Reading("", len(unit), 5_000, 0)):
            assert sum(batch.count for batch in stream.judge_stream(file)) == 200 * times
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert file.given >= times * len(unit)
    assert peaks[2] < 1.3 * peaks[1] < 3_000_000


# --- Batches --------------------------------------------------------------------------------------


def test_a_generator_that_is_dropped_leaves_no_thread_behind() -> None:
    before = threading.active_count()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "CHUNK_BYTES", 20_000)
        patch.setattr(stream, "SMALL_BYTES", 0)
        patch.setattr(stream, "PIECE_BYTES", 1_000)
        batches = stream.judge_stream(BytesIO(b"500\n" + GOOD * 500), threads=4)
        next(batches)
        batches.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before


@pytest.mark.parametrize("threads", [-1, "two"])
def test_a_wrong_number_of_threads_is_refused_for_an_input_of_any_size(threads: Any) -> None:
    with pytest.raises(SuitwiseError, match="threads are a"):
        next(stream.judge_stream(BytesIO(b"1\n" + GOOD), threads=threads))


def test_an_error_in_reading_the_input_comes_through() -> None:
    class Broken(BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            if data := super().read(size):
                return data
            raise OSError(5, "Input/output error")

    for reading in READINGS[:4]:
        with sizes_of(reading), pytest.raises(OSError, match="Input/output error"):
            judge_into([], Broken(b"90\n" + GOOD * 30), reading.threads)


def test_the_fuzzer_s_slow_reader_is_no_echo_of_the_judge() -> None:
    with pytest.raises(Failed, match="was not found"):
        require_expected(b"", None, expected_outcome(b"1\nS\n"), b"1\nS\n")
    with pytest.raises(Failed, match="was found at"):
        require_expected(
            b"", NotationError("x", line=1, case=1), expected_outcome(b"1\nS\n"), b"1\nS\n"
        )
