"""The values that a face returns: rulings, lines of the story, hints, claims, ends of deals."""

from __future__ import annotations

from typing import Any, NamedTuple

from suitwise.foundation.text.phrases import Phrase


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
        phrase: the text.
        to: the seats that it is for; None for everybody, onlookers included.
        seat: the seat that it is about.
        but: a seat that does not get this line, since it gets one of its own with what it alone knows.
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
        said: the outcome in a few words, which name no card and so spoil the deal for nobody.
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


def ended(
    text: Phrase,
    lines: list[Phrase],
    *,
    kitty: list[str] | None = None,
    tricks: list[dict[str, int]] | None = None,
    following: Phrase | None = None,
    is_match: bool = False,
) -> dict[str, Any]:
    """Return the part ``over`` of a face's parts: how a deal or the game has ended.

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
