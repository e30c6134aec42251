"""How a game is reviewed: what its entry in the catalogue points to (``catalogue.Entry.review``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from suitwise.catalogue import find
from suitwise.players.review.decisions import Decision
from suitwise.players.review.words import Measure


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game's records.

    Args:
        decisions: yields the decisions of a record as they are judged: a function of the record, the
            ``seat`` to be judged, None for all, and, unless the review is exact, in how many ``worlds``
            each is judged and the ``seed`` of these deals.
        measure: what costs are counted in.
        worlds: in how many deals a decision is judged where somebody waits for it; 0 where the review
            is exact and draws none.
        most: in how many where there is time: ``decisions`` then takes in how many ``seconds`` it
            should be done; 0 where the number is always the same.
        is_opinion: whether costs follow from how a player plays deals out, and another would find
            others.

    >>> review_of("gin").measure.unit, review_of("bridge") is None
    ('points', True)
    """

    decisions: Callable[..., Iterator[Decision]]
    measure: Measure
    worlds: int = 0
    most: int = 0
    is_opinion: bool = True


def has_review(game: str) -> bool:
    """Tell whether a game is reviewed, without loading what does it.

    Args:
        game: its name.

    >>> has_review("tractor"), has_review("texas42_endgame")
    (True, False)
    """
    entry = find(game)
    return entry is not None and bool(entry.review)


def review_of(game: str) -> Review | None:
    """Return how a game is reviewed, None where it is not.

    Args:
        game: its name, as ``gin``.

    >>> review_of("stacks").worlds
    0
    """
    entry = find(game)
    if entry is None or not entry.review:
        return None
    found: Review = entry.loaded(entry.review)
    return found
