"""What a face gives a table: rulings, story, hints, claims, how a deal ends."""

from __future__ import annotations

from typing import Any, NamedTuple

from suitwise.foundation.text.phrases import Phrase


class Ruling(NamedTuple):
    """What is to be said of cards or a move that are chosen and not played.

    Args:
        legal: whether it may be played as it is.
        reason: why not; None where it may, or where nothing is chosen.
        move: the move's text, None where it is no move.
        n: how many moves are legal.
        owed: what the seat owes, as texts.
        open: what can still be chosen, as texts; None where that is not said.
        meets: some legal moves, those nearest to the choice first.
        note: something else about the choice.
        twice: whether it costs what the note says and can't be undone, so that it is asked for twice.
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


class Told(NamedTuple):
    """A line of the story.

    Args:
        phrase: what is said.
        to: the seats that it is said to; None for everybody, those who look on included.
        seat: the seat that it is about.
        but: the seat that is told the same in a line of its own, with what it alone knows.
    """

    phrase: Phrase
    to: frozenset[int] | None = None
    seat: int | None = None
    but: int | None = None


class HintText(NamedTuple):
    """A hint: the move's text, and the reason."""

    move: str
    text: Phrase


class Claimed(NamedTuple):
    """What becomes of a claim.

    Args:
        stands: whether it comes true whatever the others play.
        text: what is said of it; it names nothing that is hidden.
        line: plays that refute it. They show what the others hold, so they are for the end of the hand.
    """

    stands: bool
    text: Phrase
    line: Phrase | None = None


class Forfeited(NamedTuple):
    """What a false claim comes to where it costs the hand.

    Args:
        score: what the sides score.
        said: what is said of it.
        after: the position in which the next hand starts; None where the game is over.
    """

    score: tuple[int, ...]
    said: tuple[Phrase, ...]
    after: Any = None


class Outcome(NamedTuple):
    """What a deal came to for a seat.

    Args:
        said: in a few words, which name no card and so spoil nothing for others.
        worth: what outcomes are compared by, the first number that differs; more is better.
    """

    said: Phrase
    worth: tuple[float, ...]


class Best(NamedTuple):
    """The best that could have been made of a deal.

    Args:
        said: what that is.
        means: what exactly is meant by it, in a sentence.
    """

    said: Phrase
    means: Phrase


def ended(
    text: Phrase,
    lines: list[Phrase],
    *,
    kitty: list[str] | None = None,
    tricks: list[dict[str, int]] | None = None,
    following: Phrase | None = None,
    is_match: bool = False,
) -> dict[str, Any]:
    """Return the part ``over``.

    Args:
        text: the end in a sentence.
        lines: what else is to be said of it.
        kitty: the cards that were buried.
        tricks: who took each trick, and its points.
        following: what comes next.
        is_match: whether the whole game is over.
    """
    parts = {"text": text, "lines": lines, "kitty": kitty, "tricks": tricks or []}
    return {**parts, "next": following, "match": is_match}
