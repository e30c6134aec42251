"""Random rule sets and hands, and the oracle's names for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from suitwise.cards import ANY_JOKER
from suitwise.errors import SuitwiseError
from suitwise.rummy import NAMED, Hand, Rules
from suitwise.rummy.rules.rules import CARDS_IN_ORDER, INDIAN13, RANK_TEXT, Ace, rank_of
from tests.oracles import rummy_oracle as oracle

ACES: tuple[Ace, ...] = ("low", "high", "both")


def plain_rules(rng: Random) -> Rules:
    """Return a rule set without wild cards, of one to three decks."""
    return Rules(decks=rng.choice((1, 2, 2, 3)), ace=rng.choice(ACES))


def wild_rules(rng: Random) -> Rules:
    """Return a rule set with jokers, or a wild rank as well, that limits them in some way."""
    return Rules(
        decks=rng.choice((1, 2, 2, 3)),
        jokers=4,
        wild=rng.choice(("", "", "5", "A", "K")),
        ace=rng.choice(ACES),
        most_wilds=rng.choice((1, 2, 12)),
        adjacent_wilds=rng.random() < 0.5,
        joker_points=rng.choice((0, 5, 20)),
        opening=30,
        opening_pure_run=rng.random() < 0.5,
        high_ace=rng.choice((1, 11)),
    )


def some_rules(rng: Random) -> Rules:
    """Return a rule set of any kind."""
    kind = rng.randrange(4)
    if kind == 0:
        return plain_rules(rng)
    if kind == 1:
        return wild_rules(rng)
    if kind == 2:
        counting = 1 if rng.random() < 0.3 else 2
        return replace(INDIAN13, wild=rng.choice(("", "7", "A")), counting_runs=counting)
    return NAMED[rng.choice(sorted(NAMED))]


def some_hand(rng: Random, rules: Rules, least: int, most: int, wilds: int = 3) -> Hand:
    """Return a hand of so many cards with no more wild ones, often of few suits or ranks."""
    suits, ranks = rng.choice((4, 4, 3, 2)), rng.choice((13, 13, 6, 4))
    first = rng.randint(1, 14 - ranks)
    some = range(first, first + ranks)
    suited = [c for c in CARDS_IN_ORDER if c // 13 < suits and rank_of(c) in some]
    size = rng.randint(least, most)
    jokers = [ANY_JOKER] * rng.randint(0, min(rules.jokers, wilds, size))
    pool = suited * rules.decks
    rng.shuffle(pool)
    naturals = [card for card in pool if not rules.is_wild(card)]
    wild_rank = [card for card in pool if rules.is_wild(card)][: wilds - len(jokers)]
    cards = [*jokers, *wild_rank[: size // 4], *naturals]
    return Hand.of(cards[:size], rules)


def oracle_rules(rules: Rules) -> oracle.Rules:
    """Return the oracle's rule set that says the same of what a hand counts."""
    return oracle.Rules(
        decks=rules.decks,
        jokers=rules.jokers,
        wild_rank=rules.wild_rank or None,
        max_wild=rules.most_wilds,
        adjacent_wild=rules.adjacent_wilds,
        ace=rules.ace,
        min_run=rules.least_run,
        min_set=rules.least_set,
        points=rules.points,
        joker_points=rules.joker_points,
        wild_points=rules.joker_points,
        ace_points=(1, rules.high_ace, rules.high_ace),
        min_runs=rules.counting_runs,
        min_pure=rules.counting_pure_runs,
        cap=rules.cap or None,
        opening=rules.opening,
        opening_pure=int(rules.opening_pure_run),
    )


def declaring_rules(rules: Rules) -> oracle.Rules:
    """Return the oracle's rule set that says the same of declaring."""
    return replace(oracle_rules(rules), min_runs=rules.runs, min_pure=rules.pure_runs)


def oracle_hand(hand: Hand) -> oracle.Hand:
    """Return the oracle's hand."""
    return oracle.read_hand(str(hand))


def oracle_card(card: int) -> oracle.Card:
    """Return the oracle's card."""
    return oracle.read_hand(str(Hand.of([card], replace(NAMED["seed"], jokers=1))))[0]


def fault_of(question: Callable[..., object], *given: object) -> str:
    """Return what a question says is wrong with what it is given; nothing if it answers."""
    try:
        question(*given)
    except SuitwiseError as fault:
        return str(fault)
    return ""


def hands(rules: Rules, most: int = 12) -> st.SearchStrategy[Hand]:
    """Return hands of up to so many cards."""
    cards = [card for card in CARDS_IN_ORDER[:-1] for _ in range(rules.decks)]
    pool = range(len(cards) + rules.jokers)
    drawn = st.lists(st.sampled_from(pool), max_size=most, unique=True)
    return drawn.map(
        lambda at: Hand.of([(*cards, *[ANY_JOKER] * rules.jokers)[i] for i in at], rules)
    )


def _rules(needed: list[int], pure: list[int], **options: Any) -> Rules:
    """Return a rule set; of each pair of numbers the greater one is needed to declare."""
    (counting, runs), (counting_pure, pure_runs) = needed, pure
    return Rules(
        runs=runs,
        pure_runs=min(runs, pure_runs),
        counting_runs=counting,
        counting_pure_runs=min(counting, counting_pure),
        **options,
    )


_two_numbers = st.lists(st.integers(0, 3), min_size=2, max_size=2).map(sorted)
rule_sets = st.builds(
    _rules,
    needed=_two_numbers,
    pure=_two_numbers,
    decks=st.integers(1, 4),
    jokers=st.integers(0, 12),
    wild=st.sampled_from(["", *RANK_TEXT]),
    ace=st.sampled_from(ACES),
    least_run=st.integers(3, 4),
    least_set=st.integers(3, 4),
    most_wilds=st.integers(0, 12),
    adjacent_wilds=st.booleans(),
    points=st.one_of(st.just(Rules().points), st.tuples(*[st.integers(0, 100)] * 13)),
    joker_points=st.integers(0, 100),
    cap=st.integers(0, 10_000),
    opening=st.integers(0, 1000),
    opening_pure_run=st.booleans(),
    high_ace=st.integers(0, 100),
)
"""Rule sets with every option at any value."""
