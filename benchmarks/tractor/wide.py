"""Questions about blocks of up to four copies: follow, match, and the count of legal plays, by the lead.

Hands are random cards of the trump suit, from one card more than was led up to 40; replies are random
cards of the hand. A question is asked from Python, with nothing remembered of the hand; its time is the
fastest of some runs, so that a busy machine tells little, and the figures are the median and the 99th
percentile over the questions.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random

from benchmarks.measuring import Say
from suitwise.cards import Card
from suitwise.foundation.arrays.rows import machine_line
from suitwise.markdown import table
from suitwise.tractor.rules.blocks import Block
from suitwise.tractor.rules.deck import TRUMPS, Pile, Trump, bits, partition_mask, phi_of, pile_of
from suitwise.tractor.rules.profile import STANDARD
from suitwise.tractor.rules.wide.lead import WideLead
from suitwise.tractor.warm import JOBS

TRUMP = Trump("S", "2")
MOST_HELD = 40
LEADS: tuple[tuple[int, str, tuple[tuple[int, int], ...]], ...] = (
    (2, "a tractor of 8 pairs", ((2, 8),)),
    (3, "a triple", ((3, 1),)),
    (3, "a bulldozer of 6 triples", ((3, 6),)),
    (3, "3×3, 2×2, a triple, a pair", ((3, 3), (2, 2), (3, 1), (2, 1))),
    (4, "a tractor of 5 quads", ((4, 5),)),
    (4, "a tractor of 6 quads", ((4, 6),)),
    (4, "4×2, 3×3, 2×4", ((4, 2), (3, 3), (2, 4))),
    (4, "3×3, 2×3, 2×2, a triple, a pair", ((3, 3), (2, 3), (2, 2), (3, 1), (2, 1))),
    (4, "4×3, 3×3, 3×2, a pair", ((4, 3), (3, 3), (3, 2), (2, 1))),
)
"""The packs, what is led in words, and the width and length of its parts."""


def report(questions: int, runs: int, say: Say) -> str:
    """Measure, and return Markdown.

    Args:
        questions: the number of hands for each lead.
        runs: the runs of each question, of which the fastest counts.
        say: called with the name of each part before it is measured.
    """
    JOBS["wide blocks"]()
    rows = []
    for packs, name, sizes in LEADS:
        say(name)
        rows.append([packs, name, *_row(packs, sizes, questions, runs)])
    head = [
        "packs",
        "lead",
        "follow, median",
        "99 %",
        "match, median",
        "99 %",
        "count, median",
        "99 %",
    ]
    note = f"Microseconds a question, {questions} hands a lead. {machine_line()}."
    return "\n\n".join((note, table(head, rows)))


def _row(packs: int, sizes: tuple[tuple[int, int], ...], questions: int, runs: int) -> list[str]:
    rng, lead = Random(1), lead_of(sizes)
    cards = [Card(card) for card in _trumps() for _ in range(packs)]
    times: list[list[float]] = [[], [], []]
    for _ in range(questions):
        rng.shuffle(cards)
        held = cards[: rng.randint(lead.size + 1, min(MOST_HELD, len(cards)))]
        hand, play = pile_of(held), pile_of(rng.sample(held, lead.size))
        asked: tuple[Callable[[], object], ...] = (
            partial(lead.follows, hand, play),
            partial(lead.matches, play),
            partial(_count, lead, hand),
        )
        for spent, ask in zip(times, asked, strict=True):
            spent.append(_fastest(ask, 1 if ask is asked[-1] else runs))
    return [figure for spent in times for figure in _figures(spent)]


def _count(lead: WideLead, hand: Pile) -> int:
    return len(lead.plays(hand))


def _figures(spent: list[float]) -> tuple[str, str]:
    spent.sort()
    return f"{spent[len(spent) // 2]:,.0f}", f"{spent[len(spent) * 99 // 100]:,.0f}"


def _fastest(ask: Callable[[], object], runs: int) -> float:
    """Return the microseconds of the fastest run."""
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        ask()
        best = min(best, time.perf_counter() - start)
    return 1e6 * best


def _trumps() -> list[int]:
    main, cr = TRUMP.main_index, TRUMP.rank_index
    return sorted(bits(partition_mask(TRUMPS, main, cr)), key=lambda card: phi_of(card, main, cr))


def lead_of(sizes: tuple[tuple[int, int], ...]) -> WideLead:
    """Return a lead whose parts have these widths and lengths, low in the trump suit.

    The follower's hand is drawn from full packs all the same, so that any hand may meet any lead.
    """
    main, cr = TRUMP.main_index, TRUMP.rank_index
    ladder = list({phi_of(card, main, cr): card for card in reversed(_trumps())}.values())[::-1]
    parts, low = [], 0
    for width, length in sizes:
        low = min(low, len(ladder) - length)
        kinds = ladder[low : low + length]
        cards = tuple(Card(card) for card in reversed(kinds) for _ in range(width))
        parts.append(Block(cards, phi_of(kinds[-1], main, cr)))
        low += length + 1
    return WideLead(TRUMP, tuple(parts), STANDARD)
