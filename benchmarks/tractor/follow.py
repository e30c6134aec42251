"""The follow check of Tractor, and the count of legal plays, by the number of pairs led and held.

A lead of k pairs is held against a hand of k pairs and as many single cards of the same suit as make 25
cards or use up the suit, all trumps: 18 kinds of cards, three of them on the shared Φ. Two packs hold
no lead and hand of more than nine such pairs each; the figures go to twelve, the most pairs that a hand
of 25 cards can hold.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from functools import partial

from benchmarks.measuring import seconds
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.rows import machine_line
from suitwise.markdown import table
from suitwise.tractor.rules.deck import TRUMPS, Pile, Trump, bits, partition_mask, phi_of
from suitwise.tractor.rules.duty import Duty
from suitwise.tractor.rules.pairs.owed import follow_fault, led_form
from suitwise.tractor.rules.profile import BEST, EVERY_LEVEL

PAIRS = (1, 2, 4, 8, 12)
"""The numbers of pairs that are measured."""
TRUMP = Trump("S", "2")
HAND = 25
KINDS = 18
"""The trumps that differ, the steps of a ladder."""
TURNS = 200
"""How many turns a run makes, so that the clock is fine enough."""

_NOTE = (
    "A check makes the duty of a lead and a hand and asks it about a legal play, in plain Python; the "
    "count is of all legal plays; both the slowest of three leads: one tractor, tractors of two, lone "
    "pairs."
)

LEADS: tuple[tuple[str, Callable[[int], int]], ...] = (
    ("one tractor", lambda pairs: (1 << pairs) - 1),
    ("tractors of two", lambda pairs: _every(pairs, 2)),
    ("lone pairs", lambda pairs: _every(pairs, 1)),
)
"""What is led: which steps of the ladder of trumps hold its pairs."""


def _every(pairs: int, length: int) -> int:
    """Return the steps of ``pairs`` pairs in runs of a length, one step between, those left above."""
    mask, step = 0, 0
    while mask.bit_count() < pairs and step < KINDS:
        mask |= 1 << step
        step += 2 if mask.bit_count() % length == 0 else 1
    for step in range(KINDS):
        if mask.bit_count() < pairs:
            mask |= 1 << step
    return mask


def trumps() -> list[int]:
    """Return the kinds of trumps, lowest Φ first."""
    main, cr = TRUMP.main_index, TRUMP.rank_index
    return sorted(bits(partition_mask(TRUMPS, main, cr)), key=lambda card: phi_of(card, main, cr))


def pile_on(steps: int, singles: int = 0) -> Pile:
    """Return the pile with pairs on some steps of the ladder and single cards on others."""
    kinds = trumps()
    twice = sum(1 << kinds[step] for step in bits(steps))
    return Pile(twice | sum(1 << kinds[step] for step in bits(singles)), twice)


def hand_of_pairs(pairs: int) -> Pile:
    """Return a hand of ``pairs`` pairs in runs of three, with single cards up to 25 in all."""
    steps = _every(pairs, 3)
    free = [step for step in range(KINDS) if not steps >> step & 1]
    singles = free[: HAND - 2 * pairs]
    return pile_on(steps, sum(1 << step for step in singles))


def report(runs: int, say: Callable[[str], None], turns: int = TURNS) -> str:
    """Measure, and return Markdown.

    Args:
        runs: runs of each figure, of which the median counts.
        say: called with the name of each part before it is measured.
        turns: how often a run repeats a call.
    """
    rows = []
    for pairs in PAIRS:
        say(f"{pairs} pairs")
        rows.append(_row(pairs, runs, turns))
    head = ["pairs", "check", "the rule compiled", "count"]
    return "\n\n".join((f"Microseconds. {machine_line()}.", table(head, rows), _NOTE))


def _row(pairs: int, runs: int, turns: int) -> list[object]:
    checks, compiled, counts = [], [], []
    hand = hand_of_pairs(pairs)
    for _, steps in LEADS:
        lead = pile_on(steps(pairs))
        play = Duty(TRUMP, lead, hand).plays[0]
        checks.append(_micros(partial(_check, lead, hand, play), runs, turns))
        compiled.append(_compiled(lead, hand, play, runs, turns))
        counts.append(_micros(partial(_count, lead, hand), runs, turns))
    figures = [max(checks), statistics.fmean(compiled), max(counts)]
    return [pairs, *(f"{figure:.1f}" for figure in figures)]


def _check(lead: Pile, hand: Pile, play: Pile) -> str | None:
    return Duty(TRUMP, lead, hand).why_not(play)


def _count(lead: Pile, hand: Pile) -> int:
    return Duty(TRUMP, lead, hand).n_legal


def _micros(task: Callable[[], object], runs: int, turns: int) -> float:
    def run() -> None:
        for _ in range(turns):
            task()

    return seconds(run, runs) / turns * 1e6


def _compiled(lead: Pile, hand: Pile, play: Pile, runs: int, turns: int) -> float:
    """Return the microseconds of the compiled check of a play."""
    main, cr = TRUMP.main_index, TRUMP.rank_index
    form = led_form(lead.twice, TRUMPS, main, cr, EVERY_LEVEL)
    check = machine(follow_fault)
    asked = (TRUMPS, lead.size, *form, main, cr, EVERY_LEVEL, BEST)
    return _micros(lambda: check(play.masks[:2], hand.masks[:2], asked), runs, turns)
