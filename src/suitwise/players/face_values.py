"""The values that a face returns: rulings, lines of the story, hints, claims, ends of deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from suitwise.foundation.text.phrases import Phrase, Seat, Several, phrase


class Ruling(NamedTuple):
    """The ruling on cards or a move that are selected but not yet played.

    Args:
        legal: whether the selection may be played as it is.
        reason: the reason why not; None if it may, or if nothing is selected.
        move: the move's text; None if the selection is no move.
        n: the number of legal moves.
        owed: the cards that the seat has to play by the follow duty, as texts.
        open: the cards that can still be selected, as texts; None if not given.
        meets: some legal moves, those nearest to the selection first.
        note: another remark on the selection.
        twice: whether to ask for confirmation, since the move has the cost in the note and can't be
            undone.
        draft: the selection as the page should show it, if it is more than a set of cards; data for
            JSON, with phrases.
    """

    legal: bool
    reason: Phrase | None = None
    move: str | None = None
    n: int = 0
    owed: tuple[str, ...] = ()
    open: tuple[str, ...] | None = None
    meets: tuple[str, ...] = ()
    note: Phrase | None = None
    twice: bool = False
    draft: dict[str, Any] | None = None


class Told(NamedTuple):
    """A line of the story.

    Args:
        phrase: the text.
        to: the seats that it is for; None for everybody, onlookers included.
        seat: the seat that it is about.
        but: a seat that does not get this line, because it gets one with its private knowledge instead.
    """

    phrase: Phrase
    to: frozenset[int] | None = None
    seat: int | None = None
    but: int | None = None


class HintText(NamedTuple):
    """A hint.

    Args:
        move: the move's text.
        text: the reason.
        figure: the figure behind the reason, such as a lead over the next move; None if there is none.
    """

    move: str
    text: Phrase
    figure: Phrase | None = None


class Claimed(NamedTuple):
    """The ruling on a claim.

    Args:
        stands: whether it is true whatever the others play.
        text: the ruling in words, which reveal nothing hidden.
        line: plays that refute it. They reveal others' cards, so they are shown after the hand.
    """

    stands: bool
    text: Phrase
    line: Phrase | None = None


class Forfeited(NamedTuple):
    """The result of a hand that a false claim has lost.

    Args:
        score: the score of each side.
        said: the result in words.
        after: the state in which the next hand starts; None if the game is over.
    """

    score: tuple[int, ...]
    said: tuple[Phrase, ...]
    after: Any = None


class Outcome(NamedTuple):
    """The outcome of a deal for a seat.

    Args:
        said: the outcome in a few words that name no card, so that nobody's deal is spoiled.
        worth: the sort key of outcomes, compared lexicographically; larger is better.
    """

    said: Phrase
    worth: tuple[float, ...]


class Best(NamedTuple):
    """The best possible outcome of a deal.

    Args:
        said: the outcome in a few words.
        means: a sentence that defines what "best" means here.
    """

    said: Phrase
    means: Phrase


class Verdict(NamedTuple):
    """The result of a deal or game for a seat, in a few words for a heading.

    Args:
        won: whether the seat has won; None if nobody has, or for an onlooker.
        text: the heading, which addresses the seat: ``you win: +2``.
    """

    won: bool | None
    text: Phrase


def verdict_by(returns: Sequence[float], seat: int | None, *, is_low: bool = False) -> Verdict:
    """Return the verdict of a finished game by its returns: the highest return wins.

    Args:
        returns: the return of each seat.
        seat: the seat that reads it; None for an onlooker.
        is_low: whether the lowest wins, of scores that are told as they are.

    >>> print(*verdict_by((2, -1, -1), 0), *verdict_by((2, -1, -1), 1), *verdict_by((0, 0), 1))
    True you win: +2 False you lose: -1 None nobody wins: +0
    >>> print(verdict_by((1, -1, 1, -1), None).text, verdict_by((-1.0,), 0).text, sep="; ")
    seat 0 and seat 2 win: +1; you lose
    >>> print(*verdict_by((-10, 100), 0, is_low=True), *verdict_by((-10, 100), 1, is_low=True))
    True you win: -10 False you lose: 100
    """
    is_alone = len(returns) == 1
    most = min(returns) if is_low else max(returns)
    winners = [at for at, one in enumerate(returns) if one == most]
    figures = [f"{one:g}" if is_low else f"{one:+g}" for one in returns]
    is_even = not is_alone and len(winners) == len(returns)
    if seat is None:
        return Verdict(None, _watched(figures, () if is_even else winners))
    won = None if is_even else returns[seat] > 0 if is_alone else returns[seat] == most
    text = _said(won)
    if is_alone:
        return Verdict(won, text)
    verdict = phrase("any.verdict", "{verdict}: {points}", verdict=text, points=figures[seat])
    return Verdict(won, verdict)


def _said(won: bool | None) -> Phrase:
    if won is None:
        return phrase("any.nobody-wins", "nobody wins")
    return phrase("any.you-win", "you win") if won else phrase("any.you-lose", "you lose")


def _watched(figures: Sequence[str], winners: Sequence[int]) -> Phrase:
    if not winners:
        return phrase("any.nobody-wins", "nobody wins")
    points = figures[winners[0]]
    if len(winners) == 1:
        return phrase("any.wins", "{who} wins: {points}", who=Seat(winners[0]), points=points)
    return phrase("any.win", "{who} win: {points}", who=seats_named(winners), points=points)


def seats_named(seats: Sequence[int]) -> Phrase:
    """Return two or more seats in words.

    >>> seats_named((0, 2)), seats_named((0, 1, 3))
    ('seat 0 and seat 2', 'seat 0, seat 1 and seat 3')
    """
    *first, last = map(Seat, seats)
    return phrase("any.and", "{most} and {last}", most=Several(first), last=last)


def ended(
    text: Phrase,
    lines: list[Phrase],
    *,
    kitty: list[str] | None = None,
    tricks: list[dict[str, int]] | None = None,
    following: Phrase | None = None,
    is_match: bool = False,
) -> dict[str, Any]:
    """Return the part ``over`` of a view, the end of a deal or of the game.

    Args:
        text: the end in a sentence.
        lines: further sentences.
        kitty: the cards that were buried.
        tricks: the winner and the points of each trick.
        following: a sentence on what comes next.
        is_match: whether the whole game is over, not only a deal.
    """
    parts = {"text": text, "lines": lines, "kitty": kitty, "tricks": tricks or []}
    return {**parts, "next": following, "match": is_match}
