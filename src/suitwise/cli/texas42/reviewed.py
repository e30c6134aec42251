"""The review of a recorded match of Texas 42 in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from suitwise.foundation.text.counting import signed

if TYPE_CHECKING:
    from suitwise.texas42.review.auction import CallReview
    from suitwise.texas42.review.hands import HandReview, PlayReview

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
    """Yield the costliest decisions, the review of each hand, and how figures are to be read."""
    from suitwise.players.review.words import costliest_lines
    from suitwise.texas42.review.hands import MEASURE, decisions_of

    decisions = decisions_of(reviews)
    if decisions:
        yield ""
        yield from costliest_lines(decisions, MEASURE)
    for found in reviews:
        yield from hand_lines(found)
    if any(play.chances is not None for one in reviews for play in one.plays):
        yield f"\n{_NOTE}"
    if any(one.calls for one in reviews):
        yield f"\n{_NOTE_CALLS}"


def hand_lines(found: HandReview) -> Iterator[str]:
    """Yield the review of a hand."""
    yield f"\n{_head(found)}"
    sampled = any(play.chances is not None for play in found.plays)
    if sampled:
        yield from _match_line(found)
    yield from _calls(found)
    if found.plays:
        yield f"{'trick':>5}  {'play':<7}{'cost':>4}  {'best':<16}{'contract':<15}" + (
            "P(make)" if sampled else ""
        )
        yield from map(_play_line, found.plays)
        yield ""
        yield from _totals(found, sampled)
        yield from map(_turn, found.turning_points)
    if found.note:
        yield found.note


def _calls(found: HandReview) -> Iterator[str]:
    """Yield what each call and the declaration comes to, and what would have been better."""
    if not found.calls:
        return
    yield f"{'call':<24}{'marks':>6}  {'won':>4}  better"
    for call in found.calls:
        yield _call_line(call)
    if found.plays:
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


def _totals(found: HandReview, sampled: bool) -> Iterator[str]:
    """Yield what each seat's plays cost."""
    head = f"{'seat':>5}  {'plays':>5}  {'faulty':>6}  {found.unit + ' lost':>11}"
    in_match = sampled and found.score is not None
    yield head + "  P(make) lost" * sampled + "  match lost" * in_match
    for total in found.totals:
        if total.plays:
            seat = f"S{total.seat}"
            line = f"{seat:>5}  {total.plays:>5}  {total.faulty:>6}  {total.cost:>11}"
            line += f"  {_loss(total.chance, total.margin):>11}%" * sampled
            lost = f"{100 * total.match:.1f}" + f"±{100 * total.match_margin:.1f}" * bool(
                total.error
            )
            yield line + f"  {lost:>9}%" * in_match


def _head(found: HandReview) -> str:
    from suitwise.texas42.picture import declaration_name
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
    from suitwise.texas42.record.hand import score_text

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
    return f"{text}: costs {_loss(chances.cost, chances.margin)}" if chances.cost else text


def _loss(cost: float, margin: float) -> str:
    """Return what was lost of P(make), in percent; with its interval unless all deals were solved."""
    return f"{round(100 * cost)}" + (f"±{100 * margin:.0f}" if margin else "")


def _turn(play: PlayReview) -> str:
    did = "gives the contract away" if play.is_declaring else "lets the contract be made"
    other = [str(domino) for domino, made in play.makes.items() if made == play.is_declaring]
    return f"turning point, trick {play.trick}: S{play.seat} {did} with {play.domino}, not " + (
        " or ".join(other)
    )
