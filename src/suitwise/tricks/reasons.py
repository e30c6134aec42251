"""Why one card is better than another in a trick, in sentences that reviews of trick games share.

Each sentence follows from the cards on the table and the sides, so it is true however the hidden cards
lie. A game rules who wins with each of the two plays and what they count; it adds reasons of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from suitwise.foundation.text.phrases import CardText, Phrase, Seat, phrase


@dataclass(frozen=True, slots=True)
class Reply:
    """A play to a trick that others have begun.

    Args:
        cards: the cards.
        takes: whether it wins the trick so far.
        points: what its cards count.
    """

    cards: str
    takes: bool
    points: int


@dataclass(frozen=True, slots=True)
class OpenTrick:
    """A trick before a play to it.

    Args:
        winner: the seat that is winning it.
        cards: the cards with which it does.
        is_ours: whether that seat is on the side of the seat on turn.
        is_last: whether the play ends the trick.
    """

    winner: int
    cards: str
    is_ours: bool
    is_last: bool


def reply_reasons(trick: OpenTrick, made: Reply, best: Reply) -> Iterator[Phrase]:
    """Yield what tells a reply from a better one.

    >>> trick = OpenTrick(winner=2, cards="HA", is_ours=True, is_last=True)
    >>> print(*reply_reasons(trick, Reply("S2", True, 0), Reply("HK", False, 10)), sep="; ")
    seat 2, on the same side, was winning already with HA; HK puts 10 points more into its trick
    >>> trick = OpenTrick(winner=1, cards="HA", is_ours=False, is_last=True)
    >>> print(*reply_reasons(trick, Reply("HK", False, 10), Reply("H3", False, 0)))
    it gives 10 points more to the other side
    """
    yield from _of_winning(trick, made, best)
    more = best.points - made.points
    if trick.is_ours and more > 0 and not best.takes:
        yield phrase(
            "review.why.adds",
            "{cards} puts {n} points more into its trick",
            cards=CardText(best.cards),
            n=more,
        )
    if not trick.is_ours and more < 0 and not made.takes and not best.takes:
        yield _given(trick, -more)
    if made.takes and best.takes and trick.is_last:
        yield _also_taken(best, more)


def costly_reply_reasons(trick: OpenTrick, made: Reply, best: Reply) -> Iterator[Phrase]:
    """Yield what tells a reply from a better one where points cost whoever takes them, all for himself.

    >>> trick = OpenTrick(winner=2, cards="HA", is_ours=False, is_last=True)
    >>> print(*costly_reply_reasons(trick, Reply("C2", False, 0), Reply("SQ", False, 13)))
    SQ gives seat 2 13 points more
    >>> trick = OpenTrick(winner=1, cards="HT", is_ours=False, is_last=False)
    >>> print(*costly_reply_reasons(trick, Reply("HJ", True, 1), Reply("H9", False, 1)))
    it beats HT of seat 1, and H9 doesn't
    """
    values: dict[str, Any] = {"seat": Seat(trick.winner), "best": CardText(best.cards)}
    more = best.points - made.points
    if made.takes and not best.takes:
        yield _taken(trick, values)
    elif best.takes and not made.takes:
        yield from _of_winning(trick, made, best)
    elif more > 0 and not best.takes:
        yield _could_give(trick, values, more)
    elif more < 0 and best.takes and trick.is_last:
        yield phrase(
            "review.why.takes-fewer",
            "{best} takes the trick as well, and with {n} points fewer",
            best=values["best"],
            n=-more,
        )


def _taken(trick: OpenTrick, values: dict[str, Any]) -> Phrase:
    """Return that a play wins where the better one does not."""
    values = {**values, "cards": CardText(trick.cards)}
    if trick.is_last:
        return phrase(
            "review.why.takes",
            "it takes the trick, and {best} leaves it to {cards} of {seat}",
            **values,
        )
    return phrase("review.why.beats", "it beats {cards} of {seat}, and {best} doesn't", **values)


def _could_give(trick: OpenTrick, values: dict[str, Any], points: int) -> Phrase:
    """Return that the better play leaves more points to another."""
    if trick.is_last:
        return phrase(
            "review.why.could-give", "{best} gives {seat} {n} points more", **values, n=points
        )
    return phrase(
        "review.why.could-throw",
        "{best} puts {n} points more into a trick that {seat} is winning",
        **values,
        n=points,
    )


def _of_winning(trick: OpenTrick, made: Reply, best: Reply) -> Iterator[Phrase]:
    """Yield that the trick was won already, or that it could have been won."""
    values: dict[str, Any] = {"seat": Seat(trick.winner), "cards": CardText(trick.cards)}
    if trick.is_ours:
        if not best.takes and (made.takes or best.points > made.points):
            yield phrase(
                "review.why.ours",
                "{seat}, on the same side, was winning already with {cards}",
                **values,
            )
        return
    if made.takes or not best.takes:
        return
    values["best"] = CardText(best.cards)
    if trick.is_last:
        yield phrase(
            "review.why.left",
            "it leaves the trick to {cards} of {seat}, and {best} takes it",
            **values,
        )
    else:
        yield phrase(
            "review.why.unbeaten",
            "it doesn't beat {cards} of {seat}, and {best} does",
            **values,
        )


def _given(trick: OpenTrick, points: int) -> Phrase:
    if trick.is_last:
        return phrase("review.why.gives", "it gives {n} points more to the other side", n=points)
    return phrase(
        "review.why.risks",
        "it puts {n} points more into a trick that {seat} is winning",
        n=points,
        seat=Seat(trick.winner),
    )


def _also_taken(best: Reply, more: int) -> Phrase:
    cards = CardText(best.cards)
    if more > 0:
        return phrase(
            "review.why.takes-more",
            "{cards} takes the trick as well, and with {n} points more",
            cards=cards,
            n=more,
        )
    return phrase("review.why.takes-too", "{cards} takes the trick as well", cards=cards)
