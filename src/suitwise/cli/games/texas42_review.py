"""The commands ``suitwise texas42`` play and review: faults of a recorded match, costs of decisions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from suitwise.cli import common
from suitwise.cli.play import game_option, play_command, variant_of_kind
from suitwise.cli.records import check_plot_file, has_moves, plot_option, replaying
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import signed

if TYPE_CHECKING:
    from suitwise.texas42.game import Texas42
    from suitwise.texas42.record.judge import Fault
    from suitwise.texas42.record.match import MatchRecord
    from suitwise.texas42.review.auction import CallReview
    from suitwise.texas42.review.hands import HandReview, PlayReview


# --- Shared options -------------------------------------------------------------------------------

HOUSE = "texas42"
"""Straight 42, the default variant."""


def variant_of(text: str) -> Texas42:
    """Return a variant of Texas 42 from its text.

    Raises:
        NotationError: the text does not name a variant of Texas 42.
    """
    from suitwise.texas42.game import Texas42

    return variant_of_kind(text, Texas42, "Texas 42")


# --- ``play`` -------------------------------------------------------------------------------------


play = play_command(
    """Play Texas 42 with three players of the package, the one opposite your partner.

    Commands are read from standard input, one a line: a call as pass, 31 or 1m; a declaration as 5,
    doubles or notrump; a domino as 6-4; hint, why 6-4, undo, redo, moves, show, score, record, help,
    quit. The same seed and the same moves make the same game. A record holds every domino, so look at
    the file when you have done; "suitwise texas42 review" reads it.

    \b
    Example:
      suitwise texas42 play --game "texas42(match=hand)" --seed 7
    """,
    variant_of,
    game_option(
        HOUSE, "The variant: a match to 7 marks, or as texas42(match=hand,nello=own,forced=yes)."
    ),
    seats=4,
)


# --- ``review`` -----------------------------------------------------------------------------------


@click.command()
@common.number(
    "--worlds",
    0,
    50,
    "How many deals are sampled for a play, for a call four times as many; 0 for none.",
    10_000,
)
@common.seed_option("64-bit seed of the sampled deals.")
@common.option(
    "--game",
    "variant",
    usual=HOUSE,
    metavar="GAME",
    help="The variant where the record does not say, as texas42(play_out=yes).",
)
@common.json_option()
@plot_option
@click.option("--svg", metavar="OUT", help="Draw one trick (--hand, --trick) into this file.")
@click.option("--hand", type=click.IntRange(0), help="The number of the hand to draw.")
@click.option("--trick", type=click.IntRange(1, 7), help="The trick to draw, 1 unless told.")
@common.file_argument
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
    from suitwise.texas42.record.judge import faults_of
    from suitwise.texas42.review.hands import review as review_of

    if svg is None and (hand is not None or trick is not None):
        raise click.UsageError("--hand and --trick choose what --svg draws; name a file with --svg")
    if plot is not None:
        if not worlds:
            raise click.UsageError("--plot draws the chances that --worlds 0 leaves out")
        check_plot_file(plot)
    with common.plain_errors():
        game = variant_of(variant)
    match, is_named = _match(file, game)
    if is_named and context.get_parameter_source("variant") is ParameterSource.COMMANDLINE:
        name = common.shown_name(file)
        note = f"{name} names its variant, which counts; --game is for records without"
        click.echo(note, err=True)
    if svg is not None:
        _draw_trick_of(match, svg, hand, trick or 1)
    _print_faults(faults_of(match), as_json)
    with common.Progress("reviewing") as progress:
        reviews: list[HandReview] = []
        for done, reviewed in enumerate(review_of(match, worlds, seed), 1):
            if as_json:
                print(common.json_text(reviewed.as_json()), flush=True)
            reviews.append(reviewed)
            progress.reached(done, len(match.hands))
    if not as_json:
        print("\n".join(review_lines(reviews)))
    if plot is not None:
        _draw_course(match, reviews, Path(plot))


def _print_faults(faults: list[Fault], as_json: bool) -> None:
    from suitwise.foundation.seating import NOBODY

    if as_json:
        for fault in faults:
            data = {"line": fault.line or None, "rule": fault.rule, "reason": fault.reason}
            seat = None if fault.seat == NOBODY else fault.seat
            print(common.json_text({"fault": {**data, "trick": fault.trick or None, "seat": seat}}))
        return
    for fault in faults:
        print(fault)
    print(f"{len(faults)} fault{'s' * (len(faults) != 1)} by the rules", flush=True)


# --- Reading records ------------------------------------------------------------------------------


def record_text(file: common.Input) -> str:
    """Return the text of a record, of hands or of all moves.

    Raises:
        NotationError: the text is too long, or starts with a byte order mark.
    """
    from suitwise.foundation.text.lines import MOST_CHARACTERS, refuse_mark

    read = file.read(MOST_CHARACTERS + 1)
    if len(read) > MOST_CHARACTERS:
        raise NotationError(f"a record has at most {MOST_CHARACTERS:,} bytes")
    refuse_mark(read)
    return read.decode("utf-8", "backslashreplace")


def _match(file: str, game: Texas42) -> tuple[MatchRecord, bool]:
    """Parse a match, given as hands or as a record of all moves.

    Returns:
        The match, and whether the record itself names the variant.
    """
    from suitwise.texas42.record.as_game import match_of
    from suitwise.texas42.record.match import MatchRecord

    with common.open_input(file) as opened, common.one_line_errors(file):
        text = record_text(opened)
        if has_moves(text):
            with replaying(text) as record:
                return match_of(record), True
        match = MatchRecord.parse(text, game)
        if not match.hands:
            raise NotationError("there is no hand in it")
        return match, any(line.strip().startswith("game ") for line in text.splitlines())


# --- The text of a review -------------------------------------------------------------------------

_MOST_NAMED = 3
_NOTE = (
    "P(make) is the share of sampled deals, all hands seen in each; ± is an interval of 95 %. Half of\n"
    "the deals choose the better move and the other half tell what it gains, so that nobody is blamed\n"
    "for luck; a loss may then be less than 0."
)
_NOTE_CALLS = (
    "Calls and declarations are judged in deals that explain the calls before, as the player mc\n"
    "judges them: the hands are played out by rules of thumb, and another player may find otherwise."
)


def review_lines(reviews: list[HandReview]) -> Iterator[str]:
    """Yield the costliest decisions, the review of each hand, and notes on reading the figures."""
    from suitwise.players.review_text import costliest_lines
    from suitwise.texas42.review.hands import MEASURE, decisions_of

    decisions = decisions_of(reviews)
    if decisions:
        yield ""
        yield from costliest_lines(decisions, MEASURE)
    for reviewed in reviews:
        yield from hand_lines(reviewed)
    if any(play.chances is not None for one in reviews for play in one.plays):
        yield f"\n{_NOTE}"
    if any(one.calls for one in reviews):
        yield f"\n{_NOTE_CALLS}"


def hand_lines(review: HandReview) -> Iterator[str]:
    """Yield the review of a hand."""
    yield f"\n{_head(review)}"
    sampled = any(play.chances is not None for play in review.plays)
    if sampled:
        yield from _match_line(review)
    yield from _calls(review)
    if review.plays:
        yield f"{'trick':>5}  {'play':<7}{'cost':>4}  {'best':<16}{'contract':<15}" + (
            "P(make)" if sampled else ""
        )
        yield from map(_play_line, review.plays)
        yield ""
        yield from _totals(review, sampled)
        yield from map(_turn, review.turning_points)
    if review.note:
        yield review.note


def _calls(review: HandReview) -> Iterator[str]:
    """Yield the value of each call and of the declaration, and the better choice if there was one."""
    if not review.calls:
        return
    yield f"{'call':<24}{'marks':>6}  {'won':>4}  better"
    for call in review.calls:
        yield _call_line(call)
    if review.plays:
        yield ""


def _call_line(call: CallReview) -> str:
    verdict, better = call.verdict, ""
    if call.best != call.move:
        better = f"{verdict.better}: costs {call.cost:.2f}±{verdict.margin:.2f}"
        if call.mark:
            share = 100 * call.mark
            better += f", of the match {share * call.cost:.1f}±{share * verdict.margin:.1f}%"
        better += " !" * verdict.is_mistake
    did = f"S{call.seat} {verdict.did}"
    return f"{did:<24}{signed(call.worth, 2):>6}  {100 * call.chance:>3.0f}%  {better}".rstrip()


def _totals(review: HandReview, sampled: bool) -> Iterator[str]:
    """Yield the cost of each seat's plays."""
    head = f"{'seat':>5}  {'plays':>5}  {'faulty':>6}  {review.unit + ' lost':>11}"
    in_match = sampled and review.score is not None
    yield head + "  P(make) lost" * sampled + "  match lost" * in_match
    for total in review.totals:
        if total.plays:
            seat = f"S{total.seat}"
            line = f"{seat:>5}  {total.plays:>5}  {total.faulty:>6}  {total.cost:>11}"
            line += f"  {_loss(total.chance, total.margin):>11}%" * sampled
            lost = f"{100 * total.match:.1f}" + f"±{100 * total.match_margin:.1f}" * bool(
                total.error
            )
            yield line + f"  {lost:>9}%" * in_match


def _head(review: HandReview) -> str:
    from suitwise.texas42.picture import declaration_name
    from suitwise.texas42.rules.auction import CALL_TEXT

    if review.contract is None:
        return f"hand {review.hand.number}"
    contract = review.contract
    text = (
        f"hand {review.hand.number}: S{contract.bidder} bids {CALL_TEXT[contract.call]}, "
        f"{declaration_name(contract.declaration)} declared"
    )
    if review.value is None:
        return text
    taker = f"S{contract.bidder}" if review.unit == "tricks" else f"T{contract.side}"
    verdict = "can be made" if review.can_be_made else "can't be made"
    return f"{text}; with best play {taker} takes {review.value} {review.unit}: it {verdict}"


def _match_line(review: HandReview) -> Iterator[str]:
    """Yield the line on the value of the hand for the match."""
    from suitwise.texas42.record.match import score_text

    if review.score is None or review.contract is None:
        return
    first = review.plays[0]
    assert first.match is not None
    made, lost = first.match if first.is_declaring else (1 - first.match[1], 1 - first.match[0])
    yield (
        f"score {score_text(review.score)}: if it is made, T{review.contract.side} wins the match in "
        f"{100 * made:.0f} %, if it is set, in {100 * lost:.0f} %, later hands taken as even"
    )


def _play_line(play: PlayReview) -> str:
    cost = str(play.cost) if play.cost else "-"
    best = " ".join(map(str, play.best[:_MOST_NAMED])) if play.cost else ""
    more = " …" if play.cost and len(play.best) > _MOST_NAMED else ""
    state = "can be made" if play.makes[play.domino] else "is set"
    mark = " !" if play.is_turning_point else ""
    return (
        f"{play.trick:>5}  S{play.seat} {play.domino} {cost:>4}  {best + more:<16}"
        f"{state + mark:<15}{_chance(play)}"
    ).rstrip()


def _chance(play: PlayReview) -> str:
    """Return the chance of the contract after a play, and the better play if there was one."""
    if play.chances is None:
        return ""
    chances = play.chances
    text = f"{100 * chances.make[play.domino]:.0f}%"
    if chances.best != play.domino:
        text += f", {chances.best} {100 * chances.make[chances.best]:.0f}%"
    return f"{text}: costs {_loss(chances.cost, chances.margin)}" if chances.cost else text


def _loss(cost: float, margin: float) -> str:
    """Return the loss in P(make) in percent, with its interval unless all deals were solved."""
    return f"{round(100 * cost)}" + (f"±{100 * margin:.0f}" if margin else "")


def _turn(play: PlayReview) -> str:
    did = "gives the contract away" if play.is_declaring else "lets the contract be made"
    other = [str(domino) for domino, made in play.makes.items() if made == play.is_declaring]
    return f"turning point, trick {play.trick}: S{play.seat} {did} with {play.domino}, not " + (
        " or ".join(other)
    )


# --- Pictures -------------------------------------------------------------------------------------


def _draw_course(match: MatchRecord, reviews: list[HandReview], path: Path) -> None:
    """Plot the course of the hands, like the reviews of other games."""
    from suitwise.players.review_text import draw_review
    from suitwise.texas42.review.hands import MEASURE, decisions_of

    with common.plain_errors():
        draw_review(decisions_of(reviews), path, MEASURE, str(match.game))


def _draw_trick_of(match: MatchRecord, svg: str, number: int | None, trick: int) -> None:
    from suitwise.texas42.picture import draw_trick
    from suitwise.texas42.rules.contracts import sits_out

    hands = [hand for hand in match.hands if number in (None, hand.number)]
    if not hands or trick > len(hands[0].tricks):
        raise click.ClickException(f"there is no trick {trick} of hand {number} to draw")
    hand = hands[0]
    plays = hand.tricks[trick - 1].plays
    out = sits_out(hand.bidder, hand.declaration)
    title = f"Hand {hand.number}, trick {trick}"
    dominoes = [domino for _, domino in plays]
    common.write_file(
        svg, draw_trick(plays[0][0], dominoes, hand.declaration, out=out, title=title)
    )
