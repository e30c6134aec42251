"""The judge: the published answers, every kind of fault, the same answers however they are found."""

from __future__ import annotations

import tracemalloc
from io import BytesIO
from pathlib import Path
from random import Random

import pytest

from benchmarks.stacks import hard_input
from suitwise.errors import NotationError
from suitwise.stacks import Cases, Layout, judge_cases, judge_text, read_cases
from suitwise.stacks.judge import judge as judge_module
from suitwise.stacks.rules import table
from tests.oracles import stacks_layouts, stacks_oracle

DATA = Path(__file__).parents[2] / "data" / "stacks"
GOOD = "3\n2 7 2 7 1\n2 3 2 6 2\n1 5 9\n2\n2 2\n0 1\n1 1\n2\n"
ANSWER = "Case #1: POSSIBLE\nCase #2: POSSIBLE\n"


def judged(
    text: str | bytes, *, compiled: bool | None = None, threads: int = 0
) -> tuple[str, NotationError | None]:
    """Judge an input: the answers before a fault, and the fault."""
    data = text if isinstance(text, bytes) else text.encode()
    answer = b""
    try:
        for batch in judge_cases(read_cases(BytesIO(data), compiled=compiled), threads=threads):
            answer += batch.answer()
    except NotationError as error:
        return answer.decode(), error
    return answer.decode(), None


def told(outcome: tuple[str, NotationError | None]) -> tuple[str, str]:
    return outcome[0], str(outcome[1])


@pytest.mark.parametrize("name", ["sample", "small"])
@pytest.mark.parametrize("compiled", [False, True])
def test_the_published_cases_are_answered_exactly(name: str, compiled: bool) -> None:
    answer, fault = judged((DATA / f"{name}.in").read_bytes(), compiled=compiled)
    assert fault is None
    assert answer == (DATA / f"{name}.out").read_text()


# --- Faults: the lines of an input, the one at fault marked by *, and what is said ------------------

FAULTS: dict[str, tuple[str, str]] = {
    "an empty file": ("*", "the input is empty; expected P, the number of premade stacks"),
    "blank lines": ("*| \t|\r", "the input is empty; expected P, the number of premade stacks"),
    "no number of stacks": (
        "*x|",
        "'x' is no number of at least 0 in digits; expected P, the number of premade stacks",
    ),
    "more after P": ("*1 1|1 1 1", "'1' stands where the line should end, after P"),
    "a negative P": ("*-1|", "'-1' is no number of at least 0 in digits"),
    "P with a sign": ("*+1|", "'+1' is no number of at least 0 in digits"),
    "a P beyond all bounds": ("*99999999999999999999|", "is more than 999,999,999; expected P"),
    "a large P of few stacks": (
        "999999999|*1 1 1",
        "the input ends after 1 of the 999999999 premade stacks that it promises",
    ),
    "no stacks at all": ("*2", "the input ends after 0 of the 2 premade stacks that it promises"),
    "a stack of no cards": (
        "1|*0",
        "'0' is too few; expected the number of cards of premade stack 0, at least 1",
    ),
    "half a card": (
        "1|*2 1 1 2",
        "premade stack 0 ends after 3 numbers of the 4 that its 2 cards take; "
        "expected the suit of a card of premade stack 0",
    ),
    "too few cards": ("1|*2 1 1", "ends after 2 numbers of the 4 that its 2 cards take"),
    "too few cards, the height behind zeros": (
        f"1|*{'0' * 5000}2 1 1",
        "premade stack 0 ends after 2 numbers of the 4 that its 2 cards take",
    ),
    "too many cards, the height behind zeros": (
        f"1|* {'0' * 5000}1 1 1 2",
        "'2' stands where the line should end, after the 1 card of premade stack 0",
    ),
    "no cards": ("1|*1|0", "premade stack 0 ends after 0 numbers of the 2 that its 1 card take"),
    "too many cards": (
        "1|*1 1 1 2 2",
        "'2' stands where the line should end, after the 1 card of premade stack 0",
    ),
    "a large height of few cards": (
        "1|*999999999 1 1",
        "premade stack 0 ends after 2 numbers of the 1999999998 that",
    ),
    "a value in letters": (
        "1|*1 K 1",
        "'K' is no number of at least 0 in digits; expected the value of a card of premade stack 0",
    ),
    "a suit in letters": (
        "1|*1 1 h",
        "'h' is no number of at least 0 in digits; expected the suit",
    ),
    "a negative value": ("1|*1 -5 1", "'-5' is no number of at least 0 in digits"),
    "a fraction": ("1|*1 0.5 1", "'0.5' is no number of at least 0 in digits"),
    "a value beyond the most": ("1|*1 1000000000 1", "'1000000000' is more than 999,999,999"),
    "a NUL": ("1|*1 1\0 1", "'1\\x00' is no number"),
    "no-break space": ("1|*1 1\xa01", "'1\\xc2\\xa01' is no number"),
    "a byte order mark": (
        "*\ufeff1|1 1 1",
        "'\\xef\\xbb\\xbf1' is no number: the input begins with a byte order mark; save it without",
    ),
    "digits of another script": ("1|*1 ٣ 1", "'\\xd9\\xa3' is no number"),
    "a comma": ("1|*1 1, 1", "'1,' is no number"),
    "no T": ("1|*1 1 1", "the input ends where T, the number of cases was expected"),
    "T in letters": ("1|1 1 1|*T", "'T' is no number of at least 0 in digits; expected T"),
    "more after T": (
        "1|1 1 1|*1 1",
        "'1' stands where the line should end, after T, the number of cases",
    ),
    "a case missing": (
        "1|1 1 1|2|1 1|*0|",
        "case 2: the input ends after 1 of the 2 cases that it promises",
    ),
    "a large T of few cases": ("1|1 1 1|999999999|1 1|*0", "after 1 of the 999999999 cases"),
    "N alone": (
        "1|1 1 1|1|*1|0",
        "case 1: the line ends where C, the height of the stacks of the case was expected",
    ),
    "no N": ("1|1 1 1|1|*0 1|0", "'0' is too few; expected N, the number of stacks of the case"),
    "no C": ("1|1 1 1|1|*1 0|0", "'0' is too few; expected C, the height of the stacks"),
    "more after N and C": (
        "1|1 1 1|1|*1 1 0",
        "'0' stands where the line should end, after N and C of the case",
    ),
    "no indexes": (
        "1|1 1 1|1|*1 1",
        "case 1: the input ends where the index of a premade stack was expected",
    ),
    "too few indexes": (
        "2|1 1 1|1 2 1|1|2 1|*0|",
        "the line ends after 1 of the indexes of the 2 stacks that the case promises",
    ),
    "too many indexes": (
        "2|1 1 1|1 2 1|1|1 1|*0 1",
        "'1' stands where the line should end, after the indexes of the 1 stack of the case",
    ),
    "a large N of few indexes": ("1|1 1 1|1|999999999 1|*0", "after 1 of the indexes of the 9999"),
    "an index out of range": (
        "1|1 1 1|1|1 1|*1",
        "case 1: there is no premade stack 1: indexes count from 0 to 0",
    ),
    "an index out of range behind zeros": (
        f"1|1 1 1|1|1 1|*{'0' * 40}7",
        "case 1: there is no premade stack 7: indexes count from 0 to 0",
    ),
    "an index where there are none": ("0|1|1 1|*0", "there are none at all"),
    "a negative index": ("1|1 1 1|1|1 1|*-1", "'-1' is no number of at least 0 in digits"),
    "another height": (
        "2|1 1 1|2 1 2 2 2|1|2 1|*0 1",
        "case 1: premade stack 1 has 2 cards, but the stacks of this case have 1",
    ),
    "another height behind zeros": (
        f"2|1 1 1|2 1 2 2 2|1|2 1|*0 {'0' * 40}1",
        "case 1: premade stack 1 has 2 cards, but the stacks of this case have 1",
    ),
    "a stack twice": (
        "2|1 1 1|1 2 1|1|2 1|*0 0",
        "case 1: premade stack 0, stack 1 of the case, brings the card 1 1 (1a) a second time; "
        "no two cards of a case are alike",
    ),
    "a card in two stacks": (
        "3|2 1 1 2 2|2 3 3 2 2|2 9 9 8 8|1||3 2|# which|*2 0 1",
        "premade stack 1, stack 2 of the case, brings the card 2 2 (2b) a second time",
    ),
    "a card twice in a stack": (
        "1|2 5 1 5 1|1|1 2|*0",
        "premade stack 0, stack 0 of the case, brings the card 5 1 (5a) a second time",
    ),
    "a card twice in the second case": (
        "2|1 1 1|1 2 1|2|1 1|1|2 1|*0 0",
        "case 2: premade stack 0, stack 1 of the case",
    ),
    "text after the last case": (
        "1|1 1 1|1|1 1|0||*what else",
        "the input goes on after the 1 case that it promises",
    ),
    "text after no cases": ("0|0|*0", "the input goes on after the 0 cases that it promises"),
    "a comment in a line": ("1|*1 1 1 # one", "'#' stands where the line should end"),
}


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize(("lines", "sentence"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_said_with_its_line_and_what_was_expected(
    lines: str, sentence: str, compiled: bool
) -> None:
    number = [line.startswith("*") for line in lines.split("|")].index(True) + 1
    text = lines.replace("*", "").replace("|", "\n")
    answer, fault = judged(text, compiled=compiled)
    assert fault is not None
    assert sentence in str(fault)
    assert fault.line == number
    assert "\n" not in str(fault)
    assert answer.count("\n") == (fault.case - 1 if fault.case else answer.count("\n"))


def test_cases_before_a_fault_are_answered() -> None:
    for bad in ("2 2\n0 9\n", "2 2\n0 0\n", "x", "2 2\n0"):
        text = GOOD.replace("\n2\n2 2", "\n3\n2 2") + bad
        for compiled in (False, True):
            answer, fault = judged(text, compiled=compiled)
            assert answer == ANSWER
            assert fault is not None
            assert fault.case == 3


def test_a_card_twice_comes_before_a_fault_of_a_later_case() -> None:
    text = "2\n1 1 1\n1 2 1\n3\n1 1\n0\n2 1\n0 0\n2 1\n0 7\n"
    for compiled in (False, True):
        answer, fault = judged(text, compiled=compiled)
        assert answer == "Case #1: POSSIBLE\n"
        assert fault is not None
        assert (fault.line, fault.case) == (8, 2)


@pytest.mark.parametrize("compiled", [False, True])
def test_lines_may_hold_any_blanks_and_comments_between(compiled: bool) -> None:
    lines = GOOD.splitlines()
    texts = [
        "\r\n".join(lines) + "\r\n",
        "\n\n  \n".join(f"\t {line.replace(' ', chr(9) + '  ')} " for line in lines),
        "\n".join(f"# about {line}\n{line}" for line in lines) + "\n# the end",
        GOOD.rstrip("\n"),
        GOOD + "\n\n\t\n",
        GOOD.replace("7 2", "007 0002"),
        GOOD.replace(" ", "\x0b\x0c"),
    ]
    for text in texts:
        assert told(judged(text, compiled=compiled)) == (ANSWER, "None")


def test_no_cases_have_an_empty_answer() -> None:
    assert judge_text("0\n0\n") == ""
    assert judge_text("1\n1 1 1\n0") == ""


def test_every_truncation_is_refused_and_nothing_before_it_is_lost() -> None:
    for end in range(len(GOOD) - 1):
        cut = GOOD[:end]
        plain, compiled = judged(cut, compiled=False), judged(cut, compiled=True)
        assert told(plain) == told(compiled)
        # Where a word is cut short, another number may be left.
        if plain[1] is None:
            assert GOOD[end - 1].isdigit()
            assert GOOD[end].isspace()
        assert ANSWER.startswith(plain[0])


MUTATIONS = [b"0", b"1", b"2", b"9", b" ", b"\n", b"-", b"x", b"\0", b"\xff", b"#", b"10 ", b"\r"]


@pytest.mark.exhaustive
def test_whatever_is_accepted_is_answered_as_the_oracle_answers(exhaustive: bool) -> None:
    """Changed bytes: a fault with a line, or an input that the oracle reads alike."""
    rng = Random(51)
    accepted = 0
    for number in range(20_000 if exhaustive else 1_000):
        layouts = [small_case(rng) for _ in range(3)]
        data = bytearray(stacks_layouts.judge_text(layouts).encode())
        for _ in range(rng.choice((0, 1, 1, 2, 5))):
            at = rng.randrange(len(data) + 1)
            data[at : at + rng.randrange(3)] = rng.choice(MUTATIONS)
        outcome = judged(bytes(data), compiled=False)
        if number % 10 == 0:
            assert told(outcome) == told(judged(bytes(data), compiled=True))
        if outcome[1] is None:
            accepted += 1
            lines = [
                line for line in bytes(data).split(b"\n") if not line.lstrip().startswith(b"#")
            ]
            assert outcome[0] == stacks_oracle.judge_small(b"\n".join(lines).decode())
        else:
            assert outcome[1].line is not None
    assert accepted > 200


def small_case(rng: Random) -> stacks_oracle.Layout:
    stacks, height = rng.randint(1, 3), rng.randint(1, 3)
    suits = min(stacks * height, max(1, stacks + rng.choice((0, 0, 1, -1))))
    return stacks_layouts.random_layout(rng, stacks, suits, stacks * height, equal_heights=True)


# --- The same answers however they are found --------------------------------------------------------


@pytest.fixture
def many() -> bytes:
    """Return an input of 400 cases, every fifth lost by a path or by more suits."""
    rng = Random(52)
    layouts = []
    for _ in range(400):
        stacks = rng.randint(2, 8)
        length, extra = rng.randint(0, stacks - 2), 0
        while (stacks + length + extra) % stacks or extra < stacks:
            extra += 1
        layouts.append(stacks_layouts.chain_layout(rng, stacks, length, extra, equal_heights=True))
    return stacks_layouts.judge_text(layouts).encode()


def test_threads_and_pieces_change_nothing(many: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = judged(many, compiled=False)
    assert {line.split()[-1] for line in whole[0].splitlines()} == {"POSSIBLE", "IMPOSSIBLE"}
    broken = many[: many.rindex(b"\n", 0, -1)] + b"\n0 0 0 0 0 0 0 0 0 0 0 0\n"
    before = judged(broken, compiled=False)
    assert before[1] is not None
    for piece in (1, 50, 10**9):
        monkeypatch.setattr(judge_module, "PIECE_CARDS", piece)
        for threads in (1, 2, 5):
            assert told(judged(many, compiled=True, threads=threads)) == told(whole)
            assert told(judged(broken, compiled=True, threads=threads)) == told(before)


def test_a_small_text_of_large_cases_is_decided_by_machine_code(
    many: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = judged(many, compiled=False)
    monkeypatch.setattr(table, "COMPILED_FROM", 0)
    assert told(judged(many, compiled=False)) == told(plain)


def test_hard_cases_are_won_and_lost_in_turn() -> None:
    for stacks, height in ((4, 2), (4, 3), (5, 5), (40, 3), (300, 20)):
        answer = judge_text(hard_input(stacks, height, 4, seed=stacks).decode())
        assert answer.split()[2::3] == ["POSSIBLE", "IMPOSSIBLE"] * 2
    for seed in range(20):
        text = hard_input(4, 2 + seed % 2, 2, seed=seed).decode()
        assert judge_text(text) == stacks_oracle.judge_small(text)


def test_a_case_is_a_layout() -> None:
    for compiled in (False, True):
        cases: Cases = read_cases(BytesIO(GOOD.encode()), compiled=compiled)
        assert [cases.layout(case) for case in range(cases.count)] == [
            Layout.parse("7b 7a | 3b 6b"),
            Layout.parse("5i"),
        ]
    cases = read_cases(BytesIO(b"2\n1 1 1\n1 2 1\n1\n2 1\n0 0\n"))
    with pytest.raises(NotationError, match="a second time") as error:
        cases.layout(0)
    assert (error.value.line, error.value.case) == (6, 1)


def test_promises_take_no_memory() -> None:
    text = b"999999999\n999999999 1 1\n"
    for compiled in (False, True):
        judged(text, compiled=compiled)
        tracemalloc.start()
        judged(text, compiled=compiled)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 100_000


def test_memory_is_in_proportion_to_the_input() -> None:
    text = hard_input(20_000, 10, 5, seed=1)
    cases = read_cases(BytesIO(text))
    list(judge_cases(cases, threads=1))
    tracemalloc.start()
    list(judge_cases(read_cases(BytesIO(text)), threads=1))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # Arrays that a text has room for are allotted, though not all is used.
    assert peak < 16 * len(text)
