"""The group ``suitwise stacks`` and its commands judge, solve, referee and weigh.

The other commands of the group are in ``stacks_deals``.
"""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from suitwise.cli import common
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.lines import numbered_lines

if TYPE_CHECKING:
    from suitwise.stacks import Cases
    from suitwise.stacks.rules.layout import Layout


_LONGEST_LAYOUT = 1 << 20
"""The most bytes in a line of a layout file; every layout that can be weighed fits."""
_LONGEST_ANSWER = 1 << 24
"""The most bytes in a line with an answer; the moves of over a million cards fit."""


_DEALS = ("generate", "picture", "play", "review", "survey")


@click.group(
    cls=common.GameGroup, elsewhere=dict.fromkeys(_DEALS, "suitwise.cli.games.stacks_deals")
)
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
    """Tell for every case whether it can be won.

    FILE, or standard input, holds premade stacks, then cases that are built of them:

    \b
      P                 the number of premade stacks, then one line for each:
      C v s v s ...     its number of cards C, then value and suit of each card,
                        top first
      T                 the number of cases, then two lines for each:
      N C               N stacks, each of exactly C cards
      i i ...           the numbers of its N premade stacks, counted from 0

    \b
    Example:
      suitwise stacks judge deals.in
    """
    from suitwise.stacks import judge_cases, read_cases

    with common.reading(file, "judging") as (opened, progress):
        cases = read_cases(opened)
        for batch in judge_cases(cases, threads=threads):
            if as_json:
                for number, is_winnable in enumerate(batch.winnable, batch.first):
                    print(common.json_text({"case": number, "possible": is_winnable}))
            else:
                sys.stdout.buffer.write(batch.answer())
            progress.reached(batch.last, cases.promised)


@stacks.command()
@common.file_argument
@common.json_option("case")
@common.threads_option()
def solve(file: str, as_json: bool, threads: int) -> None:
    """Print for every case moves that win it, or the reason why it is lost.

    FILE has the format of "judge". The stacks of a case are numbered from 0. The move r3 removes the
    top card of stack 3; m2>0 moves the top card of stack 2 to the empty stack 0. In a reason, 7a is
    the 7 of suit 1, and 7.27 the 7 of suit 27.

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
    """Check the answers of a solver by the rules of the game.

    LAYOUT is a file in the format of "judge". MOVES is the output of "solve" or "solve --json" for it.
    One of them may be -, for standard input. One line is printed for each case: "accepted", or
    "refused" with the number of the move and the reason.

    The moves after POSSIBLE are replayed. An IMPOSSIBLE in plain text is accepted if the referee itself
    finds a proof that the case is lost; the words after it are ignored. An IMPOSSIBLE from
    "solve --json" carries its reason, and that reason is checked. A refusal of "move 0" refuses the
    verdict or the reason, not a move.

    The exit status is 0 if every case gets a ruling, accepted or refused; 2 if an input can't be read.

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

    FILE, or standard input, holds one layout in each line, such as "8b 9a | 9c 9b | 1c 2c". One line is
    printed for each: its bits, then for every critical shift how many of the possible shifts win, such
    as "1 of 4"; or the reason why the layout is lost.

    The solver's winning line shifts a card only if none can be removed. Such a shift is critical if
    some other shift in its place would lose. It takes log2(possible / winning shifts) bits, and the
    bits of a layout are the sum.

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
            if as_json:
                facts = {} if difficulty is None else difficulty.as_json()
                print(common.json_text({"winnable": difficulty is not None, **facts}))
            elif difficulty is not None:
                print(difficulty)
            else:
                print(f"lost: {why_lost(layout)}")


def _layouts(cases: Cases, path: str) -> Iterator[Layout]:
    """Yield the layouts of the cases.

    The referee draws them while it reads another input, the answers, and errors then name that input.
    So the errors of a layout get their own context, which names the file of layouts.
    """
    with common.one_line_errors(path):
        yield from map(cases.layout, range(cases.count))
        if cases.fault is not None:
            raise cases.fault


def _lines(file: common.Input, longest: int) -> Iterator[str]:
    """Yield the lines of a file as text, without a byte order mark at its start."""
    for number, line in numbered_lines(file, longest):
        content = line.removeprefix(codecs.BOM_UTF8) if number == 1 else line
        yield content.decode("ascii", "backslashreplace")  # so that an error can quote any byte
