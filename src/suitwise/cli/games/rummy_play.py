"""The commands ``suitwise rummy`` on games: play, review, and questions about their rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from suitwise.cli import common
from suitwise.cli.play import game_option, play_command
from suitwise.cli.records import review_command
from suitwise.errors import NotationError, SuitwiseError

if TYPE_CHECKING:
    from suitwise.game import Game


LONGEST_LINE = 1 << 16
_PLAYED = ("gin", "gin_partners", "indian13", "rami")


def variant_of(text: str) -> Game[Any]:
    """Return a variant of a rummy game; ``gin`` without options means a match, not a deal."""
    from suitwise.game import load

    game = load("gin(to=100)" if text.strip() == "gin" else text)
    if game.name not in _PLAYED:
        raise NotationError(f"{game.name} is not played here: write {', '.join(_PLAYED)}")
    return game


play = play_command(
    """Play gin rummy, alone or with a partner, Indian rummy or rami against the players of the package.

    Commands are read from standard input, one a line: stock, pile, pass, H7 to discard, knock:H7,
    declare:H7, at rami open:HTHJHQ/S9D9C9, lay:C2C3C4, add:HK@1, take:HQ@1; hint, undo, redo, why,
    moves, show, score, record, help, quit. The same seed and the same moves make the same game. A
    record holds every card, so look at the file when you have done.

    \b
    Example:
      suitwise rummy play --game "gin(to=50)" --seed 7
    """,
    variant_of,
    game_option(
        "gin",
        "gin to 100, gin_partners, indian13, rami; or a variant as gin(knock=5), rami(house=romme).",
    ),
)

review = review_command(
    """Find the mistakes of a recorded game: what each decision cost, the costliest first.

    FILE, or standard input, is a record of gin, Indian rummy, rami or Rummikub, as "play --record", the
    arena or a table writes it.

    Each decision is judged by what its seat could see, not by the hidden cards: every move is tried in
    many deals that the seat could not tell from the true one, and each deal is played out. (At gin these
    are the deals that the other's play makes likely.) The best move of these deals is then compared with
    the move that was made in as many new deals. Costs are in points of the deal; the score of a match is
    ignored. Decisions with only one legal move are left out. With a partner a move is judged in its own
    deal, and a staged turn of Rummikub by its last move. Ctrl-C prints what is done so far.

    \b
    Example:
      suitwise rummy review match.txt
      suitwise rummy review match.txt --seat 0 --plot match.svg
    """,
    "gin",
    "In how many deals a decision is judged.  [default: 500 at gin, 40 at Indian rummy, 100 at rami, "
    "60 at Rummikub]",
    least=2,
)


@click.command()
@common.file_argument
def rule(file: str) -> None:
    """Answer questions about gin, rami and Rummikub, a JSON object a line.

    FILE, or standard input, holds a question a line, answered by a line:

    \b
      {"game": "rummikub", "kind": "turn", "given": {"table": "r3r4r5", "rack": "r6",
       "opened": true, "new": "r3r4r5r6"}}
      {"answer": {"legal": true, "reasons": []}}

    About rummikub the kinds are turn, best (most tiles and most points that can be played), plays
    (how many choices of tiles), opening and score; "options" are joker, group_joker, opening and
    same. About rami51, rami71, rami101 and romme they are turn, opening, layoff and score, about gin
    knock, match and partners; "options" are those of the game. A question that can't be answered gets
    its error, and the next is answered.

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
