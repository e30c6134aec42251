"""Hostile input for the judge: ``python tests/fuzz_judge.py --minutes 10 --seed 1``.

Valid inputs are broken in seeded ways, and noise is thrown in between. Whatever the bytes are, the
judge must answer or refuse in bounded time, the same way read whole or in any chunks, as plain
Python or as machine code, by any number of threads; and what it says must be what a slow reader,
written here from the rules page and line by line, says of the same input: the same answers, the same
fault, at the same line, in the same case. A share of the time goes to whole processes.

Input number i of a seed is always the same (``--only i``). An input that fails is shrunk and kept in
``tests/data/tractor/fuzz/``, from where ``test_fuzz_corpus.py`` replays it ever after.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

import pytest

from benchmarks.tractor.rounds import rounds_text
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.text.lines import Readable
from suitwise.tractor import explain_round, judge_file, seats_from
from suitwise.tractor.judge import reader
from suitwise.tractor.judge import rounds as stream
from suitwise.tractor.picture import draw_trick
from tests.commands import run_command, run_program
from tests.oracles import tractor_deals, tractor_oracle

CORPUS = Path(__file__).parent / "data" / "tractor" / "fuzz"
MOST_SECONDS = 2.0
"""An input that takes longer in one reading has failed."""

# --- What a slow reader says ----------------------------------------------------------------------

RANKS = b"23456789TJQKA"
PLAYERS = (b"Alice", b"Bob", b"Charles", b"David")
SENTENCES = {
    "no count": "the first word must be T, the number of cases, in digits",
    "fewer cases": r"the input ends after \d+ of the (1 case|\d+ cases) that its first word promises",
    "more cases": r"the input goes on after the (1 case|\d+ cases) that its first word promises",
    "end of file": r"the text ends inside the case, after \d+ of 25 cards a player",
    "main suit": "'.*' is no main suit: write H, S, C, D, or O for none",
    "dealer": "'.*' is no dealer: write Alice, Bob, Charles or David",
    "rank": "'.*' is no rank: write one of 2 3 4 5 6 7 8 9 T J Q K A",
    "header": "the header is four words, main suit, dealer and the ranks of both teams: S Alice 7 8",
    "card": (
        "'.*' in '.*' is no card: write a suit S H D C and a rank 2..9 T J Q K A, or RJ or BJ"
    ),
    "four plays": "a trick is four plays on one line; this line has (1|2|3|more)",
    "length": r"play [234], '.*', has (1 card|.* cards), but the lead has \d+",
    "third copy": r"[SHDCRB][2-9TJQKA] in '.*' is the third copy; two packs hold two",
    "mixed lead": r"the lead '.*' mixes \w+( and \w+)+; a lead is of one suit or all trump",
    "too many": (
        r"(this trick makes \d+ cards a player|the lead '.*' has more than 25 cards); "
        "a player has 25"
    ),
    "too few": r"the next case begins here, but each player has played \d+ of 25 cards",
    "too long": r"the case that begins here is longer than 1048576 bytes; .*",
}
"""Every kind of fault and the sentence that says it."""


@dataclass(frozen=True)
class Fault(Exception):
    """The first fault of an input, and where it is."""

    kind: str
    line: int
    case: int | None


@dataclass(frozen=True)
class Outcome:
    """What an input is answered with, and the fault that ends the answer, if any."""

    answer: bytes
    fault: Fault | None


@dataclass(frozen=True)
class Line:
    """A line with words: its number, its words with their places, and where it ends."""

    number: int
    words: tuple[bytes, ...]
    places: tuple[int, ...]
    end: int

    def place(self, word: int) -> int:
        """Where a word begins, or where the line ends if it has no such word."""
        return self.places[word] if word < len(self.words) else self.end


def lines_of(data: bytes) -> list[Line]:
    """The lines that are not blank."""
    found: list[Line] = []
    at = 0
    for number, text in enumerate(data.split(b"\n"), 1):
        if text.strip(b" \t\r\v\f"):  # a million lines may be blank
            words = [(m.group(), at + m.start()) for m in re.finditer(rb"[^ \t\r\v\f]+", text)]
            found.append(
                Line(number, tuple(w for w, _ in words), tuple(p for _, p in words), at + len(text))
            )
        at += len(text) + 1
    return found


class SlowReader:
    """Reads the judge's format as the rules page says it, one line after the other."""

    def __init__(self, data: bytes) -> None:
        self.size = len(data) + 1  # a line feed is put at the end
        self.lines = lines_of(data)
        self.rows = data.count(b"\n") + 1
        self.next = 0
        self.case: int | None = None
        self.begin = 0
        self.begin_line = 0
        self.answers: list[bytes] = []

    def outcome(self) -> Outcome:
        """Everything the judge should say."""
        fault = None
        try:
            self.read_all()
        except Fault as found:
            fault = found
        return Outcome(b"".join(self.answers), fault)

    def fail(self, kind: str, line: int, place: int) -> None:
        """Stop at a fault, or at the length of the case if that comes first."""
        self.require_short(place)
        raise Fault(kind, line, self.case)

    def require_short(self, place: int) -> None:
        if place - self.begin > reader.MOST_CASE_BYTES:
            raise Fault("too long", self.begin_line, self.case)

    def read_all(self) -> None:
        if not self.lines:
            raise Fault("no count", self.rows, None)
        first = self.lines[0]
        if not re.fullmatch(rb"[0-9]{1,18}", first.words[0]):
            raise Fault("no count", first.number, None)
        cases = int(first.words[0])
        rest = Line(first.number, first.words[1:], first.places[1:], first.end)
        self.lines[0] = rest
        self.next = 0 if rest.words else 1
        for case in range(1, cases + 1):
            self.case = case
            if self.next == len(self.lines):
                raise Fault("fewer cases", self.lines[-1].number, case)
            self.answers.append(b"Case #%d:\n" % case + self.read_case())
        if self.next < len(self.lines):
            raise Fault("more cases", self.lines[self.next].number, cases + 1)

    def read_case(self) -> bytes:
        header = self.lines[self.next]
        self.next += 1
        self.begin, self.begin_line = header.places[0], header.number
        main, dealer, *ranks = self.read_header(header)
        cr = ranks[PLAYERS.index(dealer.encode()) % 2]
        held: Counter[str] = Counter()
        played = 0
        tricks: list[list[str]] = []
        end = 0
        while played < 25:
            if self.next == len(self.lines):
                self.fail("end of file", self.lines[-1].number, self.size)
            line = self.lines[self.next]
            self.next += 1
            if line.words[0] in (b"H", b"S", b"C", b"D", b"O"):
                self.fail("too few", line.number, line.places[0])
            tricks.append(self.read_trick(line, held, main, cr, played))
            played += len(tricks[-1][0]) // 2
            end = line.end
        self.require_short(end)
        points, result = tractor_oracle.judge_round(main, dealer, ranks[0], ranks[1], tricks)
        return f"{points}\n{result}\n".encode()

    def read_header(self, line: Line) -> list[str]:
        words = line.words
        if words[0] not in (b"H", b"S", b"C", b"D", b"O"):
            self.fail("main suit", line.number, line.place(0))
        if len(words) < 2:
            self.fail("header", line.number, line.end)
        if words[1] not in PLAYERS:
            self.fail("dealer", line.number, line.place(1))
        for i in (2, 3):
            if len(words) <= i:
                self.fail("header", line.number, line.end)
            if len(words[i]) != 1 or words[i] not in RANKS:
                self.fail("rank", line.number, line.place(i))
        if len(words) > 4:
            self.fail("header", line.number, line.place(4))
        return [word.decode() for word in words]

    def read_trick(
        self, line: Line, held: Counter[str], main: str, cr: str, played: int
    ) -> list[str]:
        lead = 0
        for turn in range(4):
            if turn == len(line.words):
                self.fail("four plays", line.number, line.end)
            place = line.places[turn]
            cards = self.read_play(line, turn)
            held.update(cards)
            if max(held.values()) > 2:
                self.fail("third copy", line.number, place)
            if turn:
                if len(cards) != lead:
                    self.fail("length", line.number, place)
                continue
            lead = len(cards)
            if len({tractor_oracle.partition(card, main, cr) for card in cards}) > 1:
                self.fail("mixed lead", line.number, place)
            if played + lead > 25:
                self.fail("too many", line.number, place)
        if len(line.words) > 4:
            self.fail("four plays", line.number, line.place(4))
        return [word.decode() for word in line.words]

    def read_play(self, line: Line, turn: int) -> list[str]:
        """The cards of a play; nobody reads on after one more than a hand has."""
        word = line.words[turn]
        cards: list[str] = []
        for i in range(0, min(len(word), 52), 2):
            card = word[i : i + 2]
            if not re.fullmatch(rb"[SHDC][2-9TJQKA]|[RB]J", card):
                self.fail("card", line.number, line.places[turn] + i)
            cards.append(card.decode())
        return cards


def expected_outcome(data: bytes) -> Outcome:
    """What the judge should say of an input, by the slow reader and the oracle."""
    return SlowReader(data).outcome()


# --- What the judge says --------------------------------------------------------------------------


class Dribble:
    """An input that hands out a little at a time, as a pipe or a socket may."""

    def __init__(self, data: bytes, rng: Random) -> None:
        self._file = BytesIO(data)
        self._rng = rng

    def read(self, size: int, /) -> bytes:
        return self._file.read(self._rng.randint(1, min(size, 300)))


@dataclass(frozen=True)
class Reading:
    """One way to read an input."""

    name: str
    chunk: int = stream.CHUNK_BYTES
    piece: int = stream.PIECE_BYTES
    small: int = stream.SMALL_BYTES
    threads: int = 1
    dribble: bool = False
    plain: bool = False


@contextmanager
def sizes_of(reading: Reading) -> Iterator[None]:
    """Set the stream's sizes, and whether it uses machine code, for a while."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "CHUNK_BYTES", reading.chunk)
        patch.setattr(stream, "PIECE_BYTES", reading.piece)
        patch.setattr(stream, "SMALL_BYTES", reading.small)
        patch.setattr(stream, "quickest", lambda rule, _: rule if reading.plain else machine(rule))
        yield


def judged(data: bytes, reading: Reading) -> tuple[bytes, NotationError | None]:
    """Answer an input in one way; any other exception than ``NotationError`` comes through."""
    file: Readable = Dribble(data, Random(len(data))) if reading.dribble else BytesIO(data)
    answers: list[bytes] = []
    with sizes_of(reading):
        try:
            for batch in stream.judge_stream(file, threads=reading.threads):
                answers.append(batch.answer())
        except NotationError as error:
            return b"".join(answers), error
    return b"".join(answers), None


def readings(rng: Random, size: int) -> list[Reading]:
    """Plain and compiled, whole and in chunks of any size."""
    chunk = int(2 ** rng.uniform(0, 12)) + size // 100
    piece = int(2 ** rng.uniform(0, 12)) + size // 100
    return [
        Reading("plain", small=1 << 40, plain=True),
        Reading("compiled", small=0),
        Reading("chunks", chunk, piece, 0, rng.randint(1, 4)),
        Reading("dribble", chunk, piece, rng.choice((0, size // 2)), rng.randint(1, 4), True),
    ]


@cache
def load_machine_code() -> None:
    """Compile the judge, or load it, so that no input's time holds it."""
    judged(b"1\n" + pool()[0], Reading("compiled", small=0))


class Failed(AssertionError):
    """The judge did what it must not do."""


def require(right: bool, what: str) -> None:
    if not right:
        raise Failed(what)


def error_line(error: NotationError | None) -> str:
    return str(error) if error else ""


def check(data: bytes, rng: Random, *, explain: bool = False) -> Outcome:
    """Judge an input in every way and compare; raise ``Failed`` if anything is wrong."""
    load_machine_code()
    expected = expected_outcome(data)
    first: tuple[bytes, str] | None = None
    for reading in readings(rng, len(data)):
        since = time.process_time()
        answer, error = judged(data, reading)
        took = time.process_time() - since
        require(took < MOST_SECONDS, f"{reading.name} took {took:.1f} s")
        first = first or (answer, error_line(error))
        require(first == (answer, error_line(error)), f"{reading} says {error_line(error)}")
        require_expected(answer, error, expected, data)
    if explain and not expected.fault:
        require_explained(data, expected.answer)
    return expected


def require_expected(
    answer: bytes, error: NotationError | None, expected: Outcome, data: bytes
) -> None:
    """Compare an answer and an error with what the slow reader says."""
    require(answer == expected.answer, "the answer is not the oracle's")
    fault = expected.fault
    if error is None or fault is None:
        require(error is None, f"{error} in a valid input")
        require(fault is None, f"{fault} was not found")
        return
    require(error.line is not None, "no line")
    require(1 <= (error.line or 0) <= data.count(b"\n") + 1, "a line outside of the input")
    found = (error.line, error.case)
    require(found == (fault.line, fault.case), f"{fault} was found at {found}: {error}")
    sentence = re.fullmatch(SENTENCES[fault.kind], error.reason)
    require(sentence is not None, f"{fault} is said as {error.reason!r}")
    require(error.reason.isprintable(), "the sentence is not printable")
    require(len(error.reason) < 200, "the sentence is too long")


def require_explained(data: bytes, answer: bytes) -> None:
    """The judge for people says the same as the fast one."""
    told = []
    for number, ruling in judge_file(BytesIO(data)):
        explain_round(ruling)
        trick = len(data) % len(ruling.tricks)
        draw_trick(ruling.tricks[trick], names=seats_from(ruling.leaders[trick]))
        told.append(f"Case #{number}:\n{ruling}")
    require("".join(told).encode() == answer, "the explained answer is another")


def check_process(data: bytes, expected: Outcome, arguments: list[str]) -> None:
    """Run the command on an input, at standard input, in a process of its own."""
    require_outcome(run_program("tractor", "judge", *arguments, text=data), expected, arguments)


def check_command(data: bytes, expected: Outcome, arguments: list[str]) -> None:
    """Run the command on an input, at standard input, in this process."""
    require_outcome(run_command("tractor", "judge", *arguments, text=data), expected, arguments)


def require_outcome(done: tuple[int, str, str], expected: Outcome, arguments: list[str]) -> None:
    """What a command has answered is what was expected."""
    (status, told, error), fault = done, expected.fault
    require(status == (2 if fault else 0), f"exit status {status}")
    if not arguments:
        require(told.encode() == expected.answer, "another answer on standard output")
    cases = expected.answer.count(b"Case #")
    require(told.count('{"case": ' if "--json" in arguments else "Case #") == cases, "cases")
    if not fault:
        require(error == "", f"standard error: {error!r}")
        return
    case = f" case {fault.case}:" if fault.case else ""
    pattern = f"error: <stdin>:{fault.line}:{case} {SENTENCES[fault.kind]}\n"
    require(re.fullmatch(pattern, error) is not None, f"standard error: {error!r}")


# --- Inputs ---------------------------------------------------------------------------------------


@cache
def pool() -> list[bytes]:
    """Valid cases, without T."""
    rng = Random("pool")
    cases = [rounds_text(1, seed=7, first=i) for i in range(80)]
    cases += [rounds_text(1, seed=7, first=i, kind="worst") for i in range(10)]
    for kind in tractor_deals.KINDS:
        cases += [tractor_deals.random_round(rng, kind).encode() for _ in range(40)]
    return [case.strip(b"\n") + b"\n" for case in cases]


TOKENS = (
    *(b"", b" ", b"\n", b"\r\n", b"\r", b"\t", b"\v", b"\f", b"\0", b"\x1a", b"\x1c", b"\x7f"),
    *(b"\x80", b"\x85", b"\xa0", b"\xff", b"\xfe\xff", b"\xef\xbb\xbf", b"\xe2\x99\xa0", b"S"),
    *(b"O ", b"S Alice 7 8", b"\nO Bob A A\n", b"\nS\n", b"\nRJ RJ BJ BJ\n", b"RJ", b"BJ", b"JK"),
    *(b"S1", b"S10", b"h5", b"SJ", b"S2S2", b"S2S2S2", b"H2 H3 H4 H5", b"Alic", b"alice"),
    *(b"Alice", b"DavidX", b"T", b"A", b"1", b"10", b"-1", b"+3", b"0x2", b"99999999999999999999"),
    *(b"999999999999999999", b"garbage", b"# comment", b"Case #1:", b"%s%n", b"\x1b[31m"),
)


def some_place(data: bytes, rng: Random) -> int:
    """A place in a text, often at a word or a line."""
    if rng.random() < 0.5:
        marks = [i for i, byte in enumerate(data[:4000]) if byte in b" \n"]
        if marks:
            return rng.choice(marks) + rng.randint(0, 1)
    return rng.randint(0, len(data))


def change_byte(data: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    byte = (
        rng.randrange(256) if rng.random() < 0.4 else rng.choice(b" \n\rSHDCOABRJT2345678910QK\0")
    )
    return data[:at] + bytes([byte]) + data[at + rng.randint(0, 1) :]


def insert_token(data: bytes, rng: Random) -> bytes:
    at = some_place(data, rng)
    times = rng.choice((1, 1, 1, 1, 2, 3, 26, 60, 400))
    return data[:at] + rng.choice(TOKENS) * times + data[at:]


def replace_word(data: bytes, rng: Random) -> bytes:
    words = list(re.finditer(rb"\S+", data[:4000]))
    if not words:
        return data
    word = rng.choice(words)
    new = rng.choice((*TOKENS, rng.choice(words).group(), word.group() + word.group()[-2:]))
    return data[: word.start()] + new + data[word.end() :]


def swap_cards(data: bytes, rng: Random) -> bytes:
    """Put one card's text where another stands: third copies, mixed leads."""
    cards = list(re.finditer(rb"[SHDC][2-9TJQKA]|[RB]J", data[:4000]))
    if not cards:
        return data
    old, new = rng.choice(cards), rng.choice(cards)
    return data[: old.start()] + new.group() + data[old.end() :]


def cut_out(data: bytes, rng: Random) -> bytes:
    a = some_place(data, rng)
    return data[:a] + data[a + rng.choice((1, 2, 2, 3, 10, 50, 300)) :]


def cut_off(data: bytes, rng: Random) -> bytes:
    return data[: some_place(data, rng)]


def repeat_part(data: bytes, rng: Random) -> bytes:
    a = some_place(data, rng)
    part = data[a : a + rng.choice((1, 2, 2, 4, 12, 60, 300))]
    return data[:a] + part * rng.choice((2, 2, 2, 3, 10, 100)) + data[a + len(part) :]


def change_lines(data: bytes, rng: Random) -> bytes:
    lines = data.split(b"\n")
    i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
    match rng.randrange(7):
        case 0:
            lines[i], lines[j] = lines[j], lines[i]
        case 1:
            del lines[i]
        case 2:
            lines.insert(i, lines[j])
        case 3:
            lines[i] += b" " + lines[j]
        case 4:
            words = lines[i].split()
            rng.shuffle(words)
            lines[i] = b" ".join(words)
        case 5:
            lines[i : i + 2] = [b"".join(lines[i : i + 2])]
        case _:
            lines[i] = b"\n".join(lines[i].split())
    return b"\n".join(lines)


def join_tricks(data: bytes, rng: Random) -> bytes:
    """Play two tricks or more at once: throws of all shapes, mixed leads, too many cards."""
    lines = data.split(b"\n")
    i = rng.randrange(len(lines))
    tricks = [line.split() for line in lines[i : i + rng.choice((2, 2, 2, 3, 5))]]
    if rng.random() < 0.5:  # the same partition leads a throw
        suits = [b"".join(words)[:1] for words in tricks]
        tricks = [words for words, suit in zip(tricks, suits, strict=True) if suit == suits[0]]
    joined = b" ".join(b"".join(plays) for plays in zip(*tricks, strict=False))
    return b"\n".join([*lines[:i], joined, *lines[i + len(tricks) :]])


def add_cards(data: bytes, rng: Random) -> bytes:
    """Lengthen all plays of a trick alike."""
    lines = data.split(b"\n")
    i = rng.randrange(len(lines))
    cards = re.findall(rb"[SHDC][2-9TJQKA]|[RB]J", data[:4000]) or [b"RJ"]
    for _ in range(rng.choice((1, 1, 2, 10))):
        lines[i] = b" ".join(word + rng.choice(cards) for word in lines[i].split())
    return b"\n".join(lines)


def lead_more(data: bytes, rng: Random) -> bytes:
    """Lengthen the last lead by cards nobody has played yet: too many, or of other partitions."""
    last = data.rstrip().rfind(b"\n") + 1
    header = max(data.rfind(b"\n" + main + b" ") for main in (b"S", b"H", b"D", b"C", b"O"))
    held = Counter(re.findall(rb"[SHDC][2-9TJQKA]|[RB]J", data[max(header, 0) :]))
    left = [card.encode() for card in tractor_deals.all_identities() if held[card.encode()] < 2]
    lead = data[last : last + 52].split(maxsplit=1)
    if not lead or not left:
        return data
    own = [card for card in left if card[:1] == lead[0][:1]] or left
    new = b"".join(rng.choices(own, k=rng.choice((1, 1, 2, 26))))
    return data[:last] + new + data[last:]


def change_count(data: bytes, rng: Random) -> bytes:
    new = rng.choice(
        (b"0", b"1", b"2", b"3", b"10", b"000", b"999999999999999999", b"x", b"-1", b"1.0")
    )
    return re.sub(rb"^\s*\S+", new, data, count=1)


def change_layout(data: bytes, rng: Random) -> bytes:
    """What must not matter, and what looks much like it."""
    match rng.randrange(10):
        case 0:
            return data.replace(b"\n", b"\r\n")
        case 1:
            return data.replace(b"\n\n", b"\n")
        case 2:
            return data.replace(b"\n", b"\n\n\n", rng.randint(1, 50))
        case 3:
            return data.replace(b"\n", b" ", 1)
        case 4:
            return data.replace(b" ", rng.choice((b"\t", b"  ", b"\v", b"\f", b" \r ")))
        case 5:
            return data.rstrip()
        case 6:
            return data + rng.choice((b"\n", b" ", b"\r\n", b"\t\n")) * rng.randint(1, 300)
        case 7:
            return rng.choice((b"\n", b" ", b"\r\n")) * rng.randint(1, 300) + data
        case 8:
            return data.replace(b"\n", b"\r")
        case _:
            return data.replace(b"\n", b" \n")


def spoil_all(data: bytes, rng: Random) -> bytes:
    match rng.randrange(6):
        case 0:
            return data.decode("latin-1").encode("utf-16")
        case 1:
            return b"\xef\xbb\xbf" + data
        case 2:
            return data.lower()
        case 3:
            return data[::-1]
        case 4:
            return data.replace(b" ", b"")
        case _:
            return data.replace(b"\n", b"")


def noise_inside(data: bytes, rng: Random) -> bytes:
    at = some_place(data, rng)
    return data[:at] + noise(rng) + data[at:]


def noise(rng: Random) -> bytes:
    size = rng.choice((0, 1, 2, 5, 30, 300, 3000))
    match rng.randrange(4):
        case 0:
            return rng.randbytes(size)
        case 1:
            return bytes(rng.choices(b"SHDCOABRJT2345678910QK \n", k=size))
        case 2:
            return b"".join(rng.choices(TOKENS, k=size // 3))
        case _:
            return bytes([rng.randrange(256)]) * size


def much(data: bytes, rng: Random) -> bytes:
    """A megabyte or so of one thing, somewhere: where a case gets too long."""
    at = some_place(data, rng)
    size = reader.MOST_CASE_BYTES + rng.choice((-400, -60, -2, -1, 0, 1, 2, 70, 400000))
    thing = rng.choice((b" ", b"\n", b"\r\n", b"S2", b"x", b"\0", b"S2 ", b"1", b"S2S2 S3S3\n"))
    return data[:at] + thing * (size // len(thing)) + data[at:]


Mutation = Callable[[bytes, Random], bytes]
MUTATIONS: tuple[tuple[Mutation, float], ...] = (
    *((change_byte, 4), (insert_token, 4), (replace_word, 4), (swap_cards, 3), (cut_out, 2)),
    *((cut_off, 1), (repeat_part, 1), (change_lines, 3), (join_tricks, 3), (add_cards, 1)),
    *((lead_more, 1), (change_count, 1), (change_layout, 4), (spoil_all, 0.3)),
    *((noise_inside, 0.5), (much, 0.05)),
)


def some_input(seed: int, number: int) -> bytes:
    """Input number so many of a seed."""
    rng = Random(f"{seed}/{number}")
    if rng.random() < 0.02:
        return rng.choice((b"", b"1\n", b"3\n")) + noise(rng)
    cases = rng.choices(pool(), k=rng.choice((0, 1, 1, 1, 2, 2, 3, 8)))
    data = b"%d\n" % len(cases) + rng.choice((b"", b"\n", b"\n\n")).join(cases)
    mutations, weights = zip(*MUTATIONS, strict=True)
    for mutate in rng.choices(mutations, weights, k=rng.choice((0, 1, 1, 1, 1, 2, 2, 3, 5))):
        data = mutate(data, rng)
    return data


# --- The run --------------------------------------------------------------------------------------


class Watchdog:
    """Ends the process when one input takes for ever, and says which."""

    def __init__(self, most_seconds: float) -> None:
        self.at: tuple[int, float] | None = None
        self._most = most_seconds
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while True:
            time.sleep(1)
            at = self.at
            if at and time.monotonic() - at[1] > self._most:
                print(f"input {at[0]} hangs", flush=True)
                os._exit(3)


def failure_of(data: bytes) -> str:
    """Say how an input fails, empty if it does not."""
    try:
        check(data, Random(0), explain=True)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def shrunk(data: bytes) -> bytes:
    """Leave out of a failing input what it does not need to fail in the same way."""
    way = failure_of(data)[:20]
    part = max(len(data) // 2, 1)
    since = time.monotonic()
    while part and time.monotonic() - since < 20:
        at, smaller = 0, False
        while at < len(data) and time.monotonic() - since < 20:
            less = data[:at] + data[at + part :]
            if failure_of(less).startswith(way):
                data, smaller = less, True
            else:
                at += part
        part = part if smaller and part > 1 else part // 2
    return data


def keep(data: bytes, folder: Path) -> Path:
    """Keep a failing input in the corpus, shrunk."""
    small = shrunk(data) if failure_of(data) else data
    path = folder / f"failed-{hashlib.sha256(small).hexdigest()[:8]}.in"
    path.write_bytes(small)
    return path


def pinned(data: bytes) -> bytes:
    """What the judge says of an input, as the corpus keeps it: the answer, then the error."""
    answer, error = judged(data, Reading("plain", plain=True))
    if error is None:
        return answer
    case = f" case {error.case}:" if error.case else ""
    return answer + f"error: {error.line}:{case} {error.reason}\n".encode()


@dataclass
class Tally:
    """What a run has seen."""

    inputs: int = 0
    processes: int = 0
    valid: int = 0
    failures: int = 0
    faults: Counter[str] | None = None

    def report(self) -> str:
        faults = self.faults or Counter[str]()
        kinds = ", ".join(f"{kind} {count}" for kind, count in faults.most_common())
        return (
            f"{self.inputs} inputs ({self.valid} valid) in four readings each, "
            f"{self.processes} whole processes, {self.failures} failures\n"
            f"{len(faults)} of {len(SENTENCES)} kinds of fault: {kinds}"
        )


def fuzz(seed: int, seconds: float, most_processes: int, first: int, folder: Path) -> Tally:
    """Try inputs for so long."""
    tally = Tally(faults=Counter())
    assert tally.faults is not None
    load_machine_code()
    watchdog = Watchdog(30 * MOST_SECONDS)
    since = time.monotonic()
    number = first
    while (gone := time.monotonic() - since) < seconds:
        watchdog.at = (number, time.monotonic())
        data = some_input(seed, number)
        rng = Random(f"{seed}/{number}/readings")
        try:
            outcome = check(data, rng, explain=number % 5 == 0)
            tally.inputs += 1
            tally.valid += outcome.fault is None
            if outcome.fault:
                tally.faults[outcome.fault.kind] += 1
            if tally.processes < most_processes * gone / seconds:
                tally.processes += 1
                options = ["--explain"], ["--json"], ["--json", "--explain"], ["--threads=3"]
                check_process(data, outcome, rng.choice(([], [], *options)))
        except Exception as error:
            watchdog.at = None  # it is slow work to shrink an input
            tally.failures += 1
            path = keep(data, folder)
            print(
                f"input {number}: {type(error).__name__}: {error}: kept as {path.name}", flush=True
            )
        number += 1
    return tally


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=300, help="whole processes, at most")
    parser.add_argument("--first", type=int, default=0, help="number of the first input")
    parser.add_argument("--only", type=int, help="check this one input and print how it fails")
    parser.add_argument("--keep", type=Path, default=CORPUS, help="folder for inputs that fail")
    parser.add_argument("--pin", action="store_true", help="write the corpus's missing .out files")
    given = parser.parse_args()
    if given.pin:
        for path in given.keep.glob("*.in"):
            if not path.with_suffix(".out").exists():
                path.with_suffix(".out").write_bytes(pinned(path.read_bytes()))
        return
    if given.only is not None:
        data = some_input(given.seed, given.only)
        sys.stdout.buffer.write(data)
        print(failure_of(data) or "no failure", file=sys.stderr)
        return
    tally = fuzz(given.seed, given.minutes * 60, given.processes, given.first, given.keep)
    print(tally.report())
    raise SystemExit(1 if tally.failures else 0)


if __name__ == "__main__":
    main()
