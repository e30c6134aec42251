"""The commands ``suitwise stacks`` on given deals: judge, solve, referee, weigh, review."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from suitwise.cli import common
from suitwise.cli.games.stacks_deals import generate, picture, play, survey
from suitwise.cli.records import review_command
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.lines import numbered_lines

if TYPE_CHECKING:
    from suitwise.stacks import Cases
    from suitwise.stacks.rules.layout import Layout


# --- ``review`` -----------------------------------------------------------------------------------


review = review_command(
    """Tell which move of a recorded game turned a won deal into a lost one.

    FILE, or standard input, holds what "record" of play printed, or a record of the arena or of a
    table. Each position is decided exactly, so a move costs the deal or nothing; what would have kept
    the win is named. Moves in a position that is lost already are not judged, and those that were the
    only one are left out.

    \b
    Example:
      suitwise stacks review game.txt
    """,
    "stacks",
    worlds=None,
)


# --- The group, ``judge``, ``solve``, ``referee`` and ``weigh`` -----------------------------------

_LONGEST_LAYOUT = 1 << 20
"""The longest line with a layout, longer than any layout that can be weighed."""
_LONGEST_ANSWER = 1 << 24
"""The longest line of an answer, with room for the moves of over a million cards."""


@click.group()
def stacks() -> None:
    """Stack Management, the solitaire of suits that have to share stacks.

    \b
    Example:
      suitwise stacks solve deals.in
    """


@stacks.command()
@common.file_argument
@common.json_option("case")
@common.threads_option()
def judge(file: str, as_json: bool, threads: int) -> None:
    """Say of every case whether it can be won.

    FILE, or standard input, holds premade stacks and cases:

    \b
      P
      C v s v s ...     a premade stack: C cards from the top down, value and suit
      T
      N C               a case: N stacks of exactly C cards,
      i i ...           and which premade stacks they are, counted from 0

    \b
    Example:
      suitwise stacks judge deals.in
    """
    from suitwise.stacks import judge_cases, read_cases

    with common.reading(file, "judging") as (opened, progress):
        cases = read_cases(opened)
        for batch in judge_cases(cases, threads=threads):
            if as_json:
                for number, won in enumerate(batch.winnable, batch.first):
                    print(common.json_text({"case": number, "possible": won}))
            else:
                sys.stdout.buffer.write(batch.answer())
            progress.reached(batch.last, cases.promised)


@stacks.command()
@common.file_argument
@common.json_option("case")
@common.threads_option()
def solve(file: str, as_json: bool, threads: int) -> None:
    """Give the moves that win every case, or the reason why none do.

    FILE is as for "judge". Stacks count from 0 in the case's order; r3 removes the top of stack 3,
    m2>0 moves the top of stack 2 to the empty stack 0. In reasons 7a is the 7 of suit 1, 7.27 that
    of suit 27.

    \b
    Example:
      suitwise stacks solve deals.in
    """
    from suitwise.stacks import read_cases, solve_cases

    with common.reading(file, "solving") as (opened, progress):
        cases = read_cases(opened)
        for solution in solve_cases(cases, threads=threads, reasons=as_json):
            if as_json:
                print(solution.json())
            else:
                sys.stdout.buffer.write(solution.answer())
            progress.reached(solution.case, cases.promised)


@stacks.command()
@click.argument("layout")
@click.argument("moves")
@common.json_option("case")
def referee(layout: str, moves: str, as_json: bool) -> None:
    """Replay the moves of every case by the rules alone.

    LAYOUT is a file as for "judge", MOVES is what "solve" or "solve --json" printed of it; one of them
    may be - for standard input. A line a case: accepted, or refused, which move, and why.

    The words after IMPOSSIBLE are not read: it is accepted where the case has a reason that stands the
    check from the definitions. The reason that --json of "solve" gives as data is checked itself. Move
    0 is refused where it is the verdict or the reason that is wrong.

    The exit status is 0 whatever the ruling, since a ruling is an answer; 2 where there is none.

    \b
    Example:
      suitwise stacks solve deals.in > moves.txt
      suitwise stacks referee deals.in moves.txt
    """
    from suitwise.stacks import read_cases, rule_on

    with common.open_input(layout) as opened, common.one_line_errors(layout):
        cases = read_cases(opened)
    with common.reading(moves, "replaying") as (opened, progress):
        for ruling in rule_on(_layouts(cases, layout), _lines(opened, _LONGEST_ANSWER)):
            print(common.json_text(ruling.as_json()) if as_json else ruling)
            progress.reached(ruling.case, cases.promised)


@stacks.command()
@common.file_argument
@common.json_option("layout")
def weigh(file: str, as_json: bool) -> None:
    """Tell how difficult layouts are, in bits of insight.

    FILE, or standard input, holds a layout a line, such as "8b 9a | 9c 9b | 1c 2c". A line for each:
    the bits, then "1 of 2" for every decision of the solver's line where two tops can be shifted and
    one of them keeps the win; or why the layout is lost.

    \b
    Example:
      suitwise stacks weigh layouts.txt
    """
    from suitwise.stacks import Layout, difficulty_of, why_lost

    with common.open_input(file) as opened, common.one_line_errors(file):
        for number, line in enumerate(_lines(opened, _LONGEST_LAYOUT), 1):
            if not line.strip() or line.startswith("#"):
                continue
            try:
                layout = Layout.parse(line)
                difficulty = difficulty_of(layout)
            except SuitwiseError as error:
                raise NotationError(str(error), line=number) from None
            data = {
                "winnable": difficulty is not None,
                **(difficulty.as_json() if difficulty else {}),
            }
            print(common.json_text(data) if as_json else difficulty or f"lost: {why_lost(layout)}")


def _layouts(cases: Cases, name: str) -> Iterator[Layout]:
    """Yield the layouts of an input; errors name this input."""
    with common.one_line_errors(name):
        yield from map(cases.layout, range(cases.count))
        if cases.fault is not None:
            raise cases.fault


def _lines(file: common.Input, longest: int) -> Iterator[str]:
    """Yield the lines of a file, without a byte order mark at its start."""
    for number, line in numbered_lines(file, longest):
        text = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
        yield text.decode("ascii", "backslashreplace")


for _command in (generate, picture, play, review, survey):
    stacks.add_command(_command)
