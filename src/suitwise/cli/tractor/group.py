"""``suitwise tractor``: the judge of finished rounds, rulings at the table."""

from __future__ import annotations

import sys
from dataclasses import replace

import click

from suitwise.cli.files import Progress, one_line_errors, open_input, shown_name, write_file
from suitwise.cli.options import file_argument, json_option, json_text, threads_option
from suitwise.cli.play import game_option, play_command, variant_of_kind
from suitwise.cli.tractor.advice import bid, bury
from suitwise.cli.tractor.replay import replay
from suitwise.cli.tractor.review import review
from suitwise.cli.tractor.rulings import follow, rule, trick
from suitwise.cli.tractor.solve import solve
from suitwise.tractor.game import Tractor
from suitwise.tractor.judge.judge import RoundRuling, judge_round, outcomes, rounds_of
from suitwise.tractor.judge.stream import Batch, judge_stream


@click.group()
def tractor() -> None:
    """Tractor (Sheng Ji), the two-pack game of levels.

    \b
    Example:
      suitwise tractor judge round.in
      suitwise tractor follow --trump S2 --lead H3H3 --hand H6H6H8H9
    """


@tractor.command()
@file_argument
@click.option("--explain", is_flag=True, help="Explain every trick before each answer.")
@json_option("case")
@click.option("--svg", metavar="OUT", help="Draw one trick (--case, --trick) into this file.")
@click.option("--case", type=click.IntRange(1), help="The case to draw, 1 unless told.")
@click.option("--trick", type=click.IntRange(1), help="The trick to draw, 1 unless told.")
@threads_option("judge")
def judge(
    file: str,
    explain: bool,
    as_json: bool,
    svg: str | None,
    case: int | None,
    trick: int | None,
    threads: int,
) -> None:
    """Judge finished rounds: the defenders' points, the new ranks, the next dealer.

    FILE, or standard input, holds T cases:

    \b
      T
      <main suit H|S|C|D|O> <dealer> <rank team 1> <rank team 2>
      <leader's cards> <next> <next> <next>     a line a trick, 25 cards a player

    \b
    Example:
      suitwise tractor judge --explain rounds.in
      suitwise tractor judge --svg trick.svg --case 3 --trick 1 rounds.in
    """
    if svg is None and (case or trick):
        raise click.UsageError("--case and --trick choose what --svg draws; name a file with --svg")
    picture = _Picture(svg, case or 1, trick or 1) if svg is not None else None
    with open_input(file) as opened, one_line_errors(file), Progress("judging") as progress:
        for batch in judge_stream(opened, threads=threads):
            if explain or as_json:
                _print_each(batch, explain, as_json, progress)
            else:
                sys.stdout.buffer.write(batch.answer())
                progress.reached(batch.first + batch.count - 1, batch.expected)
            if picture:
                picture.look(batch)
        if picture:
            picture.require(shown_name(file))


def _print_each(batch: Batch, explain: bool, as_json: bool, progress: Progress) -> None:
    """Print a batch case by case, with its tricks or as JSON."""
    from suitwise.tractor.judge.explain import explain_round

    if as_json and not explain:
        for number, outcome in outcomes(batch):
            print(json_text({"case": number, **outcome}))
            progress.reached(number, batch.expected)
        return
    for number, game in rounds_of(batch):
        ruling = judge_round(game)
        if as_json:
            print(json_text({"case": number, **ruling.as_json(explain=explain)}))
        else:
            print(f"Case #{number}:\n{explain_round(ruling)}{ruling}", end="")
        progress.reached(number, batch.expected)


class _Picture:
    """The trick that ``--svg`` asks for, drawn when its case comes by."""

    def __init__(self, path: str, case: int, trick: int) -> None:
        self.path = path
        self.case = case
        self.trick = trick
        self.drawn = False

    def look(self, batch: Batch) -> None:
        i = self.case - batch.first
        if 0 <= i < batch.count:
            only = replace(batch, first=self.case, count=1, rulings=batch.rulings[i:])
            for _, game in rounds_of(only):
                self._draw(judge_round(game))

    def _draw(self, ruling: RoundRuling) -> None:
        from suitwise.tractor.judge.rounds import seats_from
        from suitwise.tractor.picture.trick import draw_trick

        if self.trick > len(ruling.tricks):
            raise click.ClickException(
                f"case {self.case} has {len(ruling.tricks)} tricks, there is no trick {self.trick}"
            )
        names = seats_from(ruling.leaders[self.trick - 1])
        title = f"Case {self.case}, trick {self.trick}: trump {ruling.round.trump}"
        svg = draw_trick(ruling.tricks[self.trick - 1], title=title, names=names)
        write_file(self.path, svg)
        self.drawn = True

    def require(self, name: str) -> None:
        if not self.drawn:
            raise click.ClickException(f"{name}: there is no case {self.case} to draw")


def variant_of(text: str, profile: str | None = None, deal: bool = False) -> Tractor:
    """Return a variant of Tractor with the rules of a house."""
    game = variant_of_kind(text, Tractor, "Tractor")
    game = game if profile is None else replace(game, profile=profile)
    return replace(game, match="deal") if deal else game


play = play_command(
    """Play Tractor with three players of the package, the one opposite your partner.

    Commands are read from standard input, one a line: cards to bid, to bury, to lead or to follow, as
    H2, HKHAHA or ha ha hk; pass; hint, why CARDS, undo, redo, moves, show, score, record, help, quit.
    You are asked to bid when you have something to bid. The same seed and the same moves make the same
    game. A record holds every card, so look at the file when you have done.

    \b
    Example:
      suitwise tractor play --deal --seed 7
    """,
    variant_of,
    game_option(
        "tractor", "The variant: a match from 2 to A, or as tractor(match=deal,levels=TT)."
    ),
    click.Option(
        ["--profile"],
        metavar="P",
        help="The rules of the house, as standard or rbtying(penalty=10).",
    ),
    click.Option(["--deal"], is_flag=True, help="Play a single deal, not a match."),
    seats=4,
)
for _command in (bid, bury, follow, play, replay, review, rule, solve, trick):
    tractor.add_command(_command)
