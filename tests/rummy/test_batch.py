"""Batches of hands: the tables find what exhaustive search and the scan find."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.cards import ANY_JOKER, Card
from suitwise.errors import IllegalPosition
from suitwise.rummy import Evaluator, Hand, Rules, arrange, batch_arrangements, batch_deadwood
from suitwise.rummy.rules.rules import GIN, RUMMIKUB, SEED
from suitwise.rummy.solve.batch import MOST_MELDS, deadwood_of_hands, melds_of_hands
from suitwise.rummy.solve.deadwood_lookup import LEAF, LEAVES, NO_CARD, meld_of, tables_of
from tests.fresh import in_cuda_simulator
from tests.oracles import rummy_oracle as oracle

JOKERS2 = Rules(jokers=2)
CHARY = Rules(jokers=3, most_wilds=1, joker_points=7)
APART = Rules(jokers=2, adjacent_wilds=False, joker_points=3)
DEAR = Rules(points=(100,) * 12 + (7,), jokers=1, joker_points=90)
LARGE_SETS = Rules(least_set=4)
RULE_SETS = (SEED, GIN, RUMMIKUB, JOKERS2, CHARY, APART, DEAR, LARGE_SETS)


def theirs(rules: Rules) -> oracle.Rules:
    """Return a rule set as the oracle has it."""
    return oracle.Rules(
        decks=rules.decks,
        jokers=rules.jokers,
        max_wild=rules.most_wilds,
        adjacent_wild=rules.adjacent_wilds,
        points=rules.points,
        joker_points=rules.joker_points,
        min_set=rules.least_set,
    )


def random_hands(rules: Rules, count: int, seed: int) -> list[Hand]:
    """Return hands of 7 to 20 cards, some out of few ranks or suits, fewer with jokers."""
    rng = Random(seed)
    hands = []
    for _ in range(count):
        ranks, suits = rng.choice([(13, 4), (13, 4), (6, 4), (4, 4), (13, 2)])
        pack = [
            13 * suit + (rank - 1) % 13 for suit in range(suits) for rank in range(1, ranks + 1)
        ]
        pool = pack * rules.decks
        jokers = rng.randint(0, rules.jokers)
        size = min(len(pool), rng.randint(7, 12 if jokers else 20))
        hands.append(Hand.of([*rng.sample(pool, size), *[ANY_JOKER] * jokers], rules))
    return hands


def as_cards(hands: list[Hand]) -> NDArray[np.uint8]:
    """Return hands as rows of cards, none where a hand is short."""
    array = np.full((len(hands), max(map(len, hands))), NO_CARD, np.uint8)
    for row, hand in enumerate(hands):
        array[row, : len(hand)] = hand.cards
    return array


def as_counts(hands: list[Hand]) -> NDArray[np.uint8]:
    """Return hands as rows of counts."""
    return np.array([hand.counts for hand in hands], np.uint8)


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_the_tables_find_the_least_points_and_the_fewest_cards_that_search_finds(
    rules: Rules, exhaustive: bool
) -> None:
    hands = random_hands(rules, 4000 if exhaustive else 60, seed=1)
    read = [oracle.read_hand(str(hand)) for hand in hands]
    points = [oracle.least(hand, theirs(rules), "points") for hand in read]
    cards = [oracle.least(hand, theirs(rules), "cards") for hand in read]
    assert batch_deadwood(as_cards(hands), rules).tolist() == points
    assert batch_deadwood(as_counts(hands), rules, "cards").tolist() == cards
    evaluator = Evaluator(rules)
    assert [evaluator.least(hand) for hand in hands] == points


@pytest.mark.parametrize("rules", RULE_SETS, ids=str)
def test_the_melds_of_a_batch_are_melds_and_leave_least_points_then_fewest_cards(
    rules: Rules,
) -> None:
    hands = random_hands(rules, 300, seed=2)
    melds, found = batch_arrangements(as_cards(hands), rules)
    for hand, codes, count in zip(hands, melds, found, strict=True):
        laid = [meld_of(int(code)) for code in codes[:count]]
        left = hand
        for meld in laid:
            assert meld.fault(rules) is None
            for card in meld.cards:
                left = left.minus(card)
            for _ in range(len(meld) - len(meld.cards)):
                left = left.minus(ANY_JOKER)
        best = arrange(hand)
        assert (left.points, len(left)) == (best.points, best.cards)


@pytest.mark.parametrize("rules", [SEED, RUMMIKUB], ids=str)
def test_plain_python_looks_up_what_machine_code_looks_up(rules: Rules) -> None:
    hands = random_hands(rules, 40, seed=3)
    tables = tables_of(rules, rules.jokers, compiled=False).given
    cards = [[int(card) for card in hand.cards] for hand in hands]
    counts = [list(hand.counts) for hand in hands]
    expected = batch_deadwood(as_cards(hands), rules).tolist()
    for given, counted in ((cards, False), (counts, True)):
        leaves, answer = [0] * (LEAF * LEAVES), [0] * len(hands)
        deadwood_of_hands(given, counted, 0, len(hands), tables, leaves, answer)
        assert answer == expected
    melds = [[0] * MOST_MELDS for _ in hands]
    found = [0] * len(hands)
    work = leaves, [0] * 4, [0] * 4
    tables = tables_of(rules, rules.jokers, unit=64, more=1, compiled=False).given
    melds_of_hands(cards, False, 0, len(hands), tables, work, melds, found)
    compiled, count = batch_arrangements(as_cards(hands), rules)
    assert found == count.tolist()
    for ours, others, size in zip(melds, compiled, found, strict=True):
        assert ours[:size] == others[:size].tolist()


def test_hands_that_the_tables_cannot_serve_are_worked_out_by_the_scan() -> None:
    full = Hand.of([13 * suit + rank for suit in range(4) for rank in range(1, 6)] * 2)
    odd = Hand.of([13 * suit + (2 * rank) % 13 for suit in range(4) for rank in range(5)] * 2)
    rules = Rules(decks=3, ace="both")
    rest = random_hands(rules, 3, seed=4)
    assert batch_deadwood(as_cards([full, odd])).tolist() == [
        arrange(full).points,
        arrange(odd).points,
    ]
    assert batch_deadwood(as_cards(rest), rules).tolist() == [arrange(h).points for h in rest]


def test_a_row_of_more_cards_than_a_hand_has_is_refused() -> None:
    counts = np.zeros((1, 53), np.uint8)
    counts[0, :31] = 2
    for function in (batch_deadwood, batch_arrangements):
        with pytest.raises(IllegalPosition, match="hand 0: a hand has at most"):
            function(counts)
    jokers = np.zeros((1, 53), np.uint8)
    jokers[0, 52] = 64
    for rules in (SEED, RUMMIKUB):
        with pytest.raises(IllegalPosition, match="hand 0: "):
            batch_deadwood(jokers, rules)


def test_what_a_hand_costs_is_capped_however_it_is_asked() -> None:
    rules = Rules(cap=20)
    hand = Hand.of("HK SQ D9 C8", rules)
    assert batch_deadwood(as_cards([hand]), rules).tolist() == [20]
    assert Evaluator(rules).least(hand) == arrange(hand).points == 20
    assert Evaluator(rules, "cards").least(hand) == 4


def test_an_evaluator_refuses_a_hand_of_another_rule_set() -> None:
    with pytest.raises(IllegalPosition, match="held under gin, not under seed"):
        Evaluator().least(Hand.of("H3 H4 H5", GIN))


def test_rule_sets_that_melds_do_not_tell_apart_share_their_tables() -> None:
    assert tables_of(RUMMIKUB, 2) is tables_of(replace(RUMMIKUB, opening=50, cap=9), 2)
    assert tables_of(RUMMIKUB, 2) is not tables_of(replace(RUMMIKUB, joker_points=1), 2)


def test_a_row_that_is_no_hand_is_named() -> None:
    good = [Card("H3"), Card("H4"), Card("H5")]
    for bad, words in (
        ([Card("H3")] * 3, "hand 1: H3 appears 3 times"),
        ([200, 1, 2], "hand 1: 200 is no card"),
        ([ANY_JOKER, 1, 2], "hand 1: JK: this rule set has no jokers"),
    ):
        with pytest.raises(IllegalPosition, match=words):
            batch_deadwood(np.array([good, bad], np.uint8))
    with pytest.raises(IllegalPosition, match="H3 appears 2 times, but one deck holds 1"):
        batch_deadwood(np.array([[Card("H3")] * 2], np.uint8), GIN)
    with pytest.raises(IllegalPosition, match="uint8 array"):
        batch_deadwood(np.zeros((2, 3), np.int64))
    with pytest.raises(IllegalPosition, match="use arrange"):
        batch_arrangements(np.array([good], np.uint8), Rules(ace="both"))


def test_threads_do_not_change_the_answer() -> None:
    rng = np.random.default_rng(5)
    deck = np.repeat(np.arange(52, dtype=np.uint8), 2)
    hands = deck[np.argsort(rng.random((120_000, 104)), axis=1)[:, :11]]
    one, two = (batch_deadwood(hands, threads=threads) for threads in (1, 2))
    assert (one == two).all()
    assert one.shape == (120_000,)


def test_the_same_rule_runs_under_cuda() -> None:
    in_cuda_simulator(
        "import numpy as np\n"
        "from suitwise.rummy.solve.batch import batch_deadwood\n"
        "from suitwise.rummy.rules.rules import Rules, SEED\n"
        "rng = np.random.default_rng(3)\n"
        "deck = np.repeat(np.arange(52, dtype=np.uint8), 2)\n"
        "for rules, jokers in ((SEED, 0), (Rules(jokers=2), 2)):\n"
        "    hands = np.array([rng.choice(deck, 12, replace=False) for _ in range(40)])\n"
        "    hands[:, :jokers] = 54\n"
        "    counts = np.zeros((40, 53), np.uint8)\n"
        "    for row, hand in zip(counts, hands):\n"
        "        np.add.at(row, np.minimum(hand, 52), 1)\n"
        "    for given in (hands, counts):\n"
        "        here = batch_deadwood(given, rules)\n"
        "        assert (batch_deadwood(given, rules, device='cuda') == here).all()\n"
        "assert batch_deadwood(hands[:0], device='cuda').shape == (0,)\n"
    )


def test_a_device_that_there_is_not_is_refused() -> None:
    with pytest.raises(IllegalPosition, match="the device is 'cpu' or 'cuda', not 'gpu'"):
        batch_deadwood(np.zeros((1, 3), np.uint8), device="gpu")
