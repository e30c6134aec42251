"""Rummy hands a second, beside OpenSpiel and RLCard in the same run.

Random hands of 10 and 14 cards. The rivals know one deck only and are called hand by hand, as they are
meant to be; RLCard only takes ten cards. Both get the same one-deck hands as ours beside them.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benchmarks.measuring import Parts, Task, alternate, measured, millions, seconds
from suitwise.cards import ANY_JOKER, Card
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.rows import machine_line
from suitwise.markdown import table
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.rules import GIN, SEED, Rules, card_of
from suitwise.rummy.solve.arrangement import LiveHand, arrange
from suitwise.rummy.solve.batch import Evaluator, batch_arrangements, batch_deadwood

JOKERS2 = Rules(jokers=2)
RIVAL_HANDS = 20_000
RLCARD_HANDS = 1_000
LIVE_CHANGES = 400


def report(hands: int, runs: int, say: Callable[[str], None]) -> str:
    """Measure and return a Markdown section.

    Args:
        hands: how many hands a batch has.
        runs: how often each figure is taken; the median is kept.
        say: called with the name of each part before it is measured.
    """
    parts: Parts = {
        "batches": partial(_batches, hands, runs),
        "one hand at a time": partial(_single, runs),
        "live hands": partial(_live, runs),
    }
    if find_spec("pyspiel"):
        parts["OpenSpiel"] = partial(_open_spiel, runs)
    if find_spec("rlcard"):
        parts["RLCard"] = partial(_rlcard, runs)
    head = machine_line(), f"Medians of {runs} runs."
    return "\n\n".join([*head, *measured(say, parts)])


def random_hands(count: int, size: int, decks: int, jokers: int = 0) -> NDArray[np.uint8]:
    """Return random hands, a row each; the first ``jokers`` cards are jokers."""
    rng = np.random.default_rng(1)
    deck = np.repeat(np.arange(52, dtype=np.uint8), decks)
    hands = np.empty((count, size), np.uint8)
    for start in range(0, count, 10_000):
        keys = rng.random((min(10_000, count - start), len(deck)))
        hands[start : start + 10_000] = deck[np.argpartition(keys, size, axis=1)[:, :size]]
    hands[:, :jokers] = ANY_JOKER
    return hands


def _batches(count: int, runs: int) -> str:
    """Time batches on one core."""
    tasks = (
        ("least points, two decks", SEED, partial(batch_deadwood, rules=SEED, threads=1)),
        ("fewest cards, two decks", SEED, partial(batch_deadwood, aim="cards", threads=1)),
        ("least points, one deck", GIN, partial(batch_deadwood, rules=GIN, threads=1)),
        ("least points, two jokers", JOKERS2, partial(batch_deadwood, rules=JOKERS2, threads=1)),
        ("melds, two decks", SEED, partial(batch_arrangements, rules=SEED, threads=1)),
        ("melds, two jokers", JOKERS2, partial(batch_arrangements, rules=JOKERS2, threads=1)),
    )
    rows = []
    for name, rules, task in tasks:
        row = [name]
        for size in (10, 14):
            hands = random_hands(count, size, rules.decks, rules.jokers)
            row.append(millions(count, seconds(partial(task, hands), runs)))
        rows.append(row)
    head = [f"hands a second, batches of {count:,}, one core", "10 cards", "14 cards"]
    return table(head, rows)


def _single(runs: int) -> str:
    """Time one call a hand from Python."""
    rows = []
    for rules in (SEED, JOKERS2):
        evaluator = Evaluator(rules)
        row = [f"`Evaluator({rules})`"]
        for size in (10, 14):
            cards = random_hands(1000, size, rules.decks, rules.jokers)
            hands = [Hand.of([int(card) for card in hand], rules) for hand in cards]
            took = seconds(partial(_each, evaluator.least, hands), runs)
            row.append(f"{took / len(hands) * 1e6:.1f}")
        rows.append(row)
    return table(["one call a hand, µs", "10 cards", "14 cards"], rows)


def _live(_runs: int) -> str:
    """Time a change to a live hand beside working the hand afresh; once, for it has many changes."""
    tasks = (
        ("14 cards of two decks", SEED, 14, 13),
        ("20 cards of two decks", SEED, 20, 13),
        ("14 cards of two decks, ranks A to 6", SEED, 14, 6),
        ("30 cards of three decks", Rules(decks=3), 30, 13),
    )
    rows = []
    for name, rules, size, ranks in tasks:
        figures: list[str] = []
        for compiled in (False, True):
            worked, live, afresh = _change_costs(rules, size, ranks, compiled)
            figures += [f"{live * 1e6:,.0f}", f"{afresh * 1e6:,.0f}"]
        rows.append([name, f"{worked:.1f}", *figures])
    times = "plain: live µs", "afresh", "compiled: live", "afresh"
    return table(["a card comes or goes", "cards worked", *times], rows)


def _change_costs(
    rules: Rules, size: int, ranks: int, compiled: bool
) -> tuple[float, float, float]:
    """Return the cards worked again by a change, its seconds, and the seconds of working afresh."""
    rng = random.Random(1)
    kinds = [card_of(suit, rank) for suit in range(4) for rank in range(1, ranks + 1)]
    live = LiveHand(Hand.of(rng.sample(kinds * rules.decks, size), rules), compiled=compiled)
    arrange(live.hand, compiled=compiled)
    worked, took, afresh = 0, 0.0, 0.0
    for number in range(LIVE_CHANGES):
        held = live.hand.counts
        free = [card for card in kinds if held[card] < rules.decks]
        change, cards = (live.remove, live.hand.cards) if number % 2 else (live.add, free)
        card = rng.choice(cards)
        start = time.perf_counter()
        change(card)
        assert live.points >= 0
        middle = time.perf_counter()
        assert arrange(live.hand, compiled=compiled).points == live.points
        took, afresh = took + middle - start, afresh + time.perf_counter() - middle
        worked += live.worked
    return worked / LIVE_CHANGES, took / LIVE_CHANGES, afresh / LIVE_CHANGES


def _open_spiel(runs: int) -> str:
    """Compare with OpenSpiel's ``min_deadwood`` on the same one-deck hands."""
    utils = import_module("pyspiel").gin_rummy.GinRummyUtils(13, 4, 10)
    number = {int(Card(utils.card_string(card))): card for card in range(52)}
    rows = []
    for size in (10, 14):
        hands = random_hands(RIVAL_HANDS, size, 1)
        listed = [[number[int(card)] for card in hand] for hand in hands]
        for name, rules in (("one deck", GIN), ("two decks", SEED)):
            theirs = partial(_each, utils.min_deadwood, listed)
            rows.append([size, name, *_rates(hands, rules, theirs, runs)])
    head = ["cards", "our rules", "ours, hands/s", "OpenSpiel from Python", "ratio"]
    return table(head, rows)


def _rlcard(runs: int) -> str:
    """Compare with RLCard's melding on the same hands of ten cards."""
    melding: Any = import_module("rlcard.games.gin_rummy.utils.melding")
    utils: Any = import_module("rlcard.games.gin_rummy.utils.utils")
    card: Any = import_module("rlcard.games.base").Card
    hands = random_hands(RLCARD_HANDS, 10, 1)
    listed = [[card(Card(int(c)).suit, Card(int(c)).rank) for c in hand] for hand in hands]

    def least(hand: list[Any]) -> int:
        clusters = melding.get_meld_clusters(hand)
        worth = utils.get_deadwood_value
        melded = (sum(worth(c) for meld in cluster for c in meld) for cluster in clusters)
        total: int = sum(map(worth, hand))
        return total - max(melded, default=0)

    if [least(hand) for hand in listed] != batch_deadwood(hands, GIN).tolist():
        raise AssertionError("RLCard finds another deadwood")
    rows = [[10, *_rates(hands, GIN, partial(_each, least, listed), runs)]]
    return table(["cards", "ours, hands/s", "RLCard", "ratio"], rows)


def _each(task: Callable[[Any], object], hands: list[Any]) -> None:
    for hand in hands:
        task(hand)


def _rates(hands: NDArray[np.uint8], rules: Rules, rival: Task, runs: int) -> list[str]:
    """Return how many hands a second batches take, and a rival, and the ratio of the two."""
    ours = partial(batch_deadwood, hands, rules, threads=1)
    *took, ratio = alternate(ours, rival, runs)
    return [*(f"{len(hands) / one:,.0f}" for one in took), f"{ratio:.0f}"]
