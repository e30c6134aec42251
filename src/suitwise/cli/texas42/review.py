"""``suitwise texas42 review``: a recorded match, its faults and what each play cost."""

from __future__ import annotations

import json
from collections.abc import Iterator
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
from suitwise.cli.options import file_argument, json_option
from suitwise.cli.records import replaying
from suitwise.cli.review.command import check_plot_file, plot_option
from suitwise.cli.review.records import has_moves
from suitwise.cli.texas42.options import HOUSE, seed_option, variant_of
from suitwise.cli.texas42.record import record_text

if TYPE_CHECKING:
    from suitwise.texas42.game import Texas42
    from suitwise.texas42.record.match import MatchRecord
    from suitwise.texas42.record.replay import Fault
    from suitwise.texas42.record.review_totals import HandReview, PlayReview

_MOST_NAMED = 3
_NOTE = (
    "P(make) is the share of sampled deals, all hands seen in each; ± is a standard error.\n"
    "Half of the deals choose the better play and the other half tell what it gains, so that no play\n"
    "is blamed for luck; a loss may then be less than 0."
)


@click.command()
@click.option(
    "--worlds",
    type=click.IntRange(0, 10_000),
    default=50,
    show_default=True,
    help="How many deals are sampled for the chances of a play; 0 for none.",
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
    """Tell what is wrong with a recorded match by the rules, and what each play cost.

    FILE, or standard input, holds hands as in docs/texas42.md, or what "play --record" kept. First
    come the faults: reneges, wrong winners, wrong results. Then of every play what it gave away with
    all hands seen, in points, in nello in tricks; and what it lost of P(make), the share of deals
    consistent with what the seat had seen in which the contract is made. The second is an estimate
    over sampled deals, each solved with all hands seen; --plot draws how it went for each seat's side,
    and what that is in marks.

    \b
    Example:
      suitwise texas42 review match.txt --plot match.svg
    """
    from suitwise.texas42.record.replay import faults_of
    from suitwise.texas42.record.review import review as review_of

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
            print(json.dumps(found.as_json()) if as_json else "\n".join(_lines(found)), flush=True)
            kept.append(found)
            progress.reached(done, len(match.hands))
    if not as_json and any(play.chances is not None for one in kept for play in one.plays):
        print(f"\n{_NOTE}")
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
            print(json.dumps({"fault": {**told, "trick": fault.trick or None, "seat": seat}}))
        return
    for fault in faults:
        print(fault)
    print(f"{len(faults)} fault{'s' * (len(faults) != 1)} by the rules", flush=True)


# --- A hand in words ------------------------------------------------------------------------------


def _lines(found: HandReview) -> Iterator[str]:
    """Yield the review of a hand."""
    yield f"\n{_head(found)}"
    if found.plays:
        sampled = any(play.chances is not None for play in found.plays)
        if sampled:
            yield from _match_line(found)
        yield f"{'trick':>5}  {'play':<7}{'cost':>4}  {'best':<16}{'contract':<15}" + (
            "P(make)" if sampled else ""
        )
        yield from map(_play_line, found.plays)
        yield ""
        yield from _totals(found, sampled)
        yield from map(_turn, found.turning_points)
    if found.note:
        yield found.note


def _totals(found: HandReview, sampled: bool) -> Iterator[str]:
    """Yield what each seat's plays cost."""
    head = f"{'seat':>5}  {'plays':>5}  {'faulty':>6}  {found.unit + ' lost':>11}"
    in_match = sampled and found.score is not None
    yield head + "  P(make) lost" * sampled + "  match lost" * in_match
    for total in found.totals:
        if total.plays:
            seat = f"S{total.seat}"
            line = f"{seat:>5}  {total.plays:>5}  {total.faulty:>6}  {total.cost:>11}"
            line += f"  {_loss(total.chance, total.error):>11}%" * sampled
            lost = f"{100 * total.match:.1f}" + f"±{100 * total.match_error:.1f}" * bool(
                total.error
            )
            yield line + f"  {lost:>9}%" * in_match


def _head(found: HandReview) -> str:
    from suitwise.texas42.picture.text import declaration_name
    from suitwise.texas42.rules.auction import CALL_TEXT

    if found.contract is None:
        return f"hand {found.hand.number}"
    contract = found.contract
    text = (
        f"hand {found.hand.number}: S{contract.bidder} bids {CALL_TEXT[contract.call]}, "
        f"{declaration_name(contract.declaration)} declared"
    )
    if found.value is None:
        return text
    taker = f"S{contract.bidder}" if found.unit == "tricks" else f"T{contract.side}"
    verdict = "can be made" if found.can_be_made else "can't be made"
    return f"{text}; with best play {taker} takes {found.value} {found.unit}: it {verdict}"


def _match_line(found: HandReview) -> Iterator[str]:
    """Say what the hand means for the match."""
    from suitwise.texas42.record.result import score_text

    if found.score is None or found.contract is None:
        return
    first = found.plays[0]
    assert first.match is not None
    made, lost = first.match if first.is_declaring else (1 - first.match[1], 1 - first.match[0])
    yield (
        f"score {score_text(found.score)}: if it is made, T{found.contract.side} wins the match in "
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
    """Say how likely the contract is made after a play, and what would have been better."""
    if play.chances is None:
        return ""
    chances = play.chances
    text = f"{100 * chances.make[play.domino]:.0f}%"
    if chances.best != play.domino:
        text += f", {chances.best} {100 * chances.make[chances.best]:.0f}%"
    return f"{text}: costs {_loss(chances.cost, chances.error)}" if chances.cost else text


def _loss(cost: float, error: float) -> str:
    """Return what was lost of P(make), in percent; with its error unless all deals were solved."""
    return f"{round(100 * cost)}" + (f"±{100 * error:.0f}" if error else "")


def _turn(play: PlayReview) -> str:
    did = "gives the contract away" if play.is_declaring else "lets the contract be made"
    other = [str(domino) for domino, made in play.makes.items() if made == play.is_declaring]
    return f"turning point, trick {play.trick}: S{play.seat} {did} with {play.domino}, not " + (
        " or ".join(other)
    )


# --- Pictures -------------------------------------------------------------------------------------


def _draw_course(match: MatchRecord, reviews: list[HandReview], path: Path) -> None:
    """Draw how the hands went, as the reviews of other games do."""
    from suitwise.players.review.plot import draw_review
    from suitwise.players.review.words import Measure
    from suitwise.texas42.record.review_decisions import decisions_of

    with plain_errors():
        draw_review(decisions_of(reviews), path, Measure("marks", 2), str(match.game))


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
