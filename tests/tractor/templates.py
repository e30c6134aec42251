"""Every template there is, by its cards, and every question of one against another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product

from tests.oracles.tractor_paper.census import Classes, all_templates
from tests.oracles.tractor_paper.orders import next_order
from tests.oracles.tractor_paper.template import Template

WIDEST_LEAD = "S3S3S4S4S6S6S8S8STSTH2H2C2C2D2D2S5S7S9SJSQSKS2BJRJ"
"""The lead with most orders of its blocks, under trump S2."""


def orders_of(lead: Template) -> Iterator[list[int]]:
    order = sorted(lead.sizes)
    yield order
    while next_order(order, len(order)) >= 0:
        yield order


def runs_of(levels: int) -> tuple[int, ...]:
    """The lengths of the runs of a mask of levels, longest first."""
    return tuple(sorted(map(len, f"{levels:b}".replace("0", " ").split()), reverse=True))


def of_pairs(lengths: Iterable[int]) -> Template:
    """The template of tractors and pairs, from their lengths in pairs."""
    return Template.of(2 * length for length in lengths)


@cache
def templates_by_cards(classes: Classes, most_shared_pairs: int = 4) -> dict[int, list[Template]]:
    by_cards: dict[int, list[Template]] = {cards: [] for cards in range(1, 26)}
    for found in all_templates(classes, most_shared_pairs):
        by_cards[found.cards].append(found)
    return by_cards


def questions(classes: Classes, most_cards: int = 25) -> Iterator[tuple[Template, Template]]:
    """Every lead against every reply of as many cards whose pairs share no level."""
    leads, replies = templates_by_cards(classes), templates_by_cards(classes, most_shared_pairs=1)
    for cards in range(1, most_cards + 1):
        yield from product(leads[cards], replies[cards])
