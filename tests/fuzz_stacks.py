"""Hostile input for the judge of Stack Management: ``python tests/fuzz_stacks.py --minutes M``.

Valid inputs are broken at random and read twice, as plain Python and compiled. Whatever the bytes,
both must give the same answers and then the same one-line ``NotationError``, or none, and soon; and
the solver must give the judge's verdicts.
"""

from __future__ import annotations

import argparse
import random
import time
from io import BytesIO
from pathlib import Path

from suitwise.errors import NotationError
from suitwise.stacks import judge_cases, read_cases, solve_cases

DATA = Path(__file__).parent / "data" / "stacks"
WORDS = (
    *b"0 -1 1 2 50001 2147483648 999999999999999999999 x 1e5 +3 01 1_0 \xff \x00".split(),
    *(b" ", b"\n", b"\r\n", b"\t", b"\n\n\n", b"\xef\xbb\xbf"),
)
MANY_CHAINS = b"""8
2 9 2 9 1
2 9 4 9 3
2 9 6 9 5
2 1 2 2 2
2 1 5 1 1
2 1 4 1 3
2 1 6 2 6
1 9 2
3
6 2
0 1 2 3 4 5
2 2
2 6
1 1
7
"""
"""A case lost by many chains, then one won by a path through the same suits."""
MOST_SECONDS = 5.0


def broken(rng: random.Random, text: bytes) -> bytes:
    """Break a text in one to four places."""
    data = bytearray(text)
    for _ in range(rng.randrange(1, 5)):
        at = rng.randrange(len(data) + 1)
        kind = rng.randrange(5)
        if kind == 0:
            data[at:at] = rng.choice(WORDS)
        elif kind == 1:
            del data[at : at + rng.randrange(1, 6)]
        elif kind == 2:
            data[at : at + 1] = rng.randbytes(1)
        elif kind == 3:
            del data[at:]
        else:
            other = rng.randrange(len(data) + 1)
            data[at:at] = data[other : other + rng.randrange(40)]
    return bytes(data)


def reading(text: bytes, compiled: bool) -> tuple[bytes, str | None]:
    """Return the answers before a fault, and the fault."""
    answers = []
    try:
        for solution in solve_cases(read_cases(BytesIO(text), compiled=compiled)):
            answers.append(solution.answer())
    except NotationError as error:
        return b"".join(answers), str(error)
    return b"".join(answers), None


def judged(text: bytes) -> tuple[bytes, str | None]:
    """Return the judge's answers before a fault, and the fault."""
    answers = []
    try:
        for batch in judge_cases(read_cases(BytesIO(text), compiled=False)):
            answers.append(batch.answer())
    except NotationError as error:
        return b"".join(answers), str(error)
    return b"".join(answers), None


def verdicts_of(answers: bytes) -> bytes:
    """Return the solver's answers without moves and reasons."""
    return b"".join(b" ".join(line.split()[:3]) + b"\n" for line in answers.splitlines())


def check(text: bytes) -> None:
    """Read a text both ways.

    Raises:
        AssertionError: the readings differ, or judge and solver do, an error has several lines, or one
            takes long.
    """
    since = time.process_time()
    plain, compiled = reading(text, compiled=False), reading(text, compiled=True)
    assert plain == compiled, f"{text!r}: {plain} in plain Python, {compiled} compiled"
    verdicts = verdicts_of(plain[0]), plain[1]
    assert verdicts == judged(text), f"{text!r}: solved as {verdicts}, judged as {judged(text)}"
    assert plain[1] is None or len(plain[1].splitlines()) == 1, f"{text!r}: {plain[1]!r}"
    took = time.process_time() - since
    assert took < MOST_SECONDS, f"{text[:200]!r} takes {took:.1f} s"


def fuzz(seed: int, inputs: int | None, seconds: float) -> int:
    """Try so many inputs, or as many as the time allows; return how many."""
    rng = random.Random(seed)
    valid = [
        (DATA / "sample.in").read_bytes(),
        (DATA / "small.in").read_bytes()[:3000],
        b"1\n1 1 1\n1\n1 1\n0\n",
        MANY_CHAINS,
    ]
    reading(valid[0], compiled=True)  # compiles, which may take long
    end = time.monotonic() + seconds
    tried = 0
    while time.monotonic() < end and tried != inputs:
        text = (
            rng.randbytes(rng.randrange(200))
            if rng.random() < 0.1
            else broken(rng, rng.choice(valid))
        )
        check(text)
        tried += 1
    return tried


def main() -> None:
    """Run for some minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    tried = fuzz(chosen.seed, None, 60 * chosen.minutes)
    print(f"{tried:,} inputs of seed {chosen.seed}, no failure")


if __name__ == "__main__":
    main()
