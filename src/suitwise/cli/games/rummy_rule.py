"""The command ``suitwise rummy rule``."""

from __future__ import annotations

import click

from suitwise.cli import common
from suitwise.errors import SuitwiseError

LONGEST_LINE = 1 << 16


@click.command()
@common.file_argument
def rule(file: str) -> None:
    """Answer questions about Rummikub and rami, a JSON object a line.

    FILE, or standard input, holds a question a line, answered by a line:

    \b
      {"game": "rummikub", "kind": "turn", "given": {"table": "r3r4r5", "rack": "r6",
       "opened": true, "new": "r3r4r5r6"}}
      {"answer": {"legal": true, "reasons": []}}

    About rummikub the kinds are turn, best (most tiles and most points that can be played), plays
    (how many choices of tiles), opening and score; "options" are joker, group_joker, opening and
    same. About rami51, rami71, rami101 and romme they are turn, opening, layoff and score; "options"
    are those of the game. A question that can't be answered gets its error, and the next goes on.

    \b
    Example:
      suitwise rummy rule questions.jsonl
    """
    from suitwise.rummy.judge import answer_json

    with common.reading(file, "ruling") as (opened, progress):
        for number, line in common.numbered_lines(opened, LONGEST_LINE):
            try:
                print(common.json_text(answer_json(line)))
            except SuitwiseError as error:
                print(common.json_text({"error": str(error)}))
            progress.reached(number, number)
