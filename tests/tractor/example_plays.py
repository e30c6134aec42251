"""A play in trumps for every template there is, and what the engine says of such plays.

The trump is S2 throughout: main suit spades, current rank 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np

from suitwise.cards import Card, parse_cards
from suitwise.foundation.arrays.compiled import rule
from suitwise.tractor.rules.blocks import card_masks, lead_form, reply_honour
from suitwise.tractor.rules.deck import TRUMPS
from tests.oracles.tractor_paper.template import Template, template
from tests.tractor.templates import runs_of

MAIN, CR = 0, 0  # spades, 2: S3..SA on Φ 13..24, then H2 D2 C2, S2, BJ, RJ
ON_LEVEL = parse_cards("S3S4S5S6S7S8S9STSJSQSKSAH2S2BJRJ")
ALSO_ON_25 = parse_cards("D2C2")
SHARED = 12
"""The place of Φ 25 among the 16 levels."""


@rule
def engine_answers(once: int, twice: int, replies: Any, honours: Any) -> None:
    """Fill in the honours of replies, two card masks each, to a lead in trumps."""
    pairs, length, tractors, _ = lead_form(once, twice, TRUMPS, MAIN, CR)
    for i in range(len(replies)):
        honours[i] = reply_honour(
            replies[i][0], replies[i][1], TRUMPS, MAIN, CR, pairs, length, tractors
        )


Face = Callable[[Any], Callable[..., Any]]


def as_text(function: Any) -> Callable[..., Any]:
    """A rule's plain face, where ``machine`` gives the compiled one."""
    face: Callable[..., Any] = function
    return face


def pairs_on(levels: int, spare: int = 0) -> tuple[Card, ...]:
    """A pair on each level of a mask, and so many more pairs on Φ 25."""
    cards = [card for place, card in enumerate(ON_LEVEL) if levels >> place & 1]
    return (*cards, *ALSO_ON_25[:spare]) * 2


def with_singles(pairs: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Add any number of singles, on the lowest classes without a pair."""
    free = [card for card in ON_LEVEL + ALSO_ON_25 if card not in pairs]
    plays = (pairs + tuple(free[:singles]) for singles in range(len(free) + 1))
    return (play for play in plays if 1 <= len(play) <= 25)


@cache
def example_plays() -> dict[Template, tuple[Card, ...]]:
    """A play in trumps, main S, CR 2, for each template there is; on low levels where it can be."""
    examples: dict[Template, tuple[Card, ...]] = {}
    sets = reversed(range(1 << 16))
    lowest = {(runs_of(levels), levels >> SHARED & 1): levels for levels in sets}
    for (runs, on_shared), levels in sorted(lowest.items(), key=lambda item: item[1]):
        for spare in range(3 if on_shared else 1):
            if sum(runs) + spare <= 12:
                for play in with_singles(pairs_on(levels, spare)):
                    examples.setdefault(template(play, "S2"), play)
    return examples


def masks_of(plays: Iterable[tuple[Card, ...]]) -> Any:
    return np.array([card_masks(play) for play in plays])


def honours_of(lead: tuple[Card, ...], replies: Any, face: Face) -> Any:
    """The engine's honours of replies, given by their masks; 0 where one doesn't match."""
    honours = np.zeros(len(replies), np.int64)
    face(engine_answers)(*card_masks(lead), replies, honours)
    return honours
