"""``suitwise texas42 review``: a recorded match, its faults and what each decision cost."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from suitwise.cli.files import (
    Progress,
    one_line_errors,
    open_input,
    plain_errors,
    shown_name,
    write_file,
)
from suitwise.cli.options import file_argument, json_option, json_text
from suitwise.cli.records import replaying
from suitwise.cli.review.command import check_plot_file, plot_option
from suitwise.cli.review.records import has_moves
from suitwise.cli.texas42.options import HOUSE, seed_option, variant_of
from suitwise.cli.texas42.record import record_text
from suitwise.cli.texas42.reviewed import review_lines

if TYPE_CHECKING:
    from suitwise.texas42.game import Texas42
    from suitwise.texas42.record.match import MatchRecord
    from suitwise.texas42.record.replay import Fault
    from suitwise.texas42.review.totals import HandReview


@click.command()
@click.option(
    "--worlds",
    type=click.IntRange(0, 10_000),
    default=50,
    show_default=True,
    help="How many deals are sampled for a play, for a call four times as many; 0 for none.",
)
@seed_option
@click.option(
    "--game",
    "variant",
    default=HOUSE,
    show_default=True,
    metavar="GAME",
    help="The variant where the record does not say, as texas42(play_out=yes).",
)
@json_option()
@plot_option
@click.option("--svg", metavar="OUT", help="Draw one trick (--hand, --trick) into this file.")
@click.option("--hand", type=click.IntRange(0), help="The number of the hand to draw.")
@click.option("--trick", type=click.IntRange(1, 7), help="The trick to draw, 1 unless told.")
@file_argument
@click.pass_context
def review(
    context: click.Context,
    worlds: int,
    seed: int,
    variant: str,
    as_json: bool,
    plot: str | None,
    svg: str | None,
    hand: int | None,
    trick: int | None,
    file: str,
) -> None:
    """Tell what is wrong with a recorded match by the rules, and what each decision cost.

    FILE, or standard input, holds hands as in docs/texas42.md, or what "play --record" kept. First
    come the faults: reneges, wrong winners, wrong results; then the three decisions that cost most.
    Of every call and declaration it says what it comes to in marks over sampled deals, and what the
    best comes to; of every play what it gave away with all hands seen, in points, in nello in tricks,
    and what it lost of P(make), the share of deals consistent with what the seat had seen in which the
    contract is made. The second is an estimate over sampled deals, each solved with all hands seen;
    --plot draws how it went for each seat's side, and what that is in marks.

    \b
    Example:
      suitwise texas42 review match.txt --plot match.svg
    """
    from suitwise.texas42.record.replay import faults_of
    from suitwise.texas42.review.hands import review as review_of

    if svg is None and (hand is not None or trick is not None):
        raise click.UsageError("--hand and --trick choose what --svg draws; name a file with --svg")
    if plot is not None:
        if not worlds:
            raise click.UsageError("--plot draws the chances that --worlds 0 leaves out")
        check_plot_file(plot)
    with plain_errors():
        game = variant_of(variant)
    match, is_named = _match(file, game)
    if is_named and context.get_parameter_source("variant") is ParameterSource.COMMANDLINE:
        note = f"{shown_name(file)} names its variant, which counts; --game is for records without"
        click.echo(note, err=True)
    if svg is not None:
        _draw(match, svg, hand, trick or 1)
    _print_faults(faults_of(match), as_json)
    with Progress("reviewing") as progress:
        kept: list[HandReview] = []
        for done, found in enumerate(review_of(match, worlds, seed), 1):
            if as_json:
                print(json_text(found.as_json()), flush=True)
            kept.append(found)
            progress.reached(done, len(match.hands))
    if not as_json:
        print("\n".join(review_lines(kept)))
    if plot is not None:
        _draw_course(match, kept, Path(plot))


def _match(file: str, game: Texas42) -> tuple[MatchRecord, bool]:
    """Read a match, written down as hands or as a game's record of all its moves.

    Returns:
        The match, and whether the record itself names the variant.
    """
    from suitwise.errors import NotationError
    from suitwise.texas42.record.as_game import match_of
    from suitwise.texas42.record.match import MatchRecord

    with open_input(file) as opened, one_line_errors(file):
        text = record_text(opened)
        if has_moves(text):
            with replaying(text) as record:
                return match_of(record), True
        match = MatchRecord.parse(text, game)
        if not match.hands:
            raise NotationError("there is no hand in it")
        return match, any(line.strip().startswith("game ") for line in text.splitlines())


def _print_faults(faults: list[Fault], as_json: bool) -> None:
    from suitwise.foundation.seating import NOBODY

    if as_json:
        for fault in faults:
            told = {"line": fault.line or None, "rule": fault.rule, "reason": fault.reason}
            seat = None if fault.seat == NOBODY else fault.seat
            print(json_text({"fault": {**told, "trick": fault.trick or None, "seat": seat}}))
        return
    for fault in faults:
        print(fault)
    print(f"{len(faults)} fault{'s' * (len(faults) != 1)} by the rules", flush=True)


# --- Pictures -------------------------------------------------------------------------------------


def _draw_course(match: MatchRecord, reviews: list[HandReview], path: Path) -> None:
    """Draw how the hands went, as the reviews of other games do."""
    from suitwise.players.review.plot import draw_review
    from suitwise.texas42.review.decisions import MEASURE, decisions_of

    with plain_errors():
        draw_review(decisions_of(reviews), path, MEASURE, str(match.game))


def _draw(match: MatchRecord, svg: str, number: int | None, trick: int) -> None:
    from suitwise.texas42.picture.svg import draw_trick
    from suitwise.texas42.rules.contracts import sits_out

    hands = [hand for hand in match.hands if number in (None, hand.number)]
    if not hands or trick > len(hands[0].tricks):
        raise click.ClickException(f"there is no trick {trick} of hand {number} to draw")
    hand = hands[0]
    plays = hand.tricks[trick - 1].plays
    out = sits_out(hand.bidder, hand.declaration)
    title = f"Hand {hand.number}, trick {trick}"
    dominoes = [domino for _, domino in plays]
    write_file(svg, draw_trick(plays[0][0], dominoes, hand.declaration, out=out, title=title))
