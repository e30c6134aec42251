"""The live hand: after any changes what working the hand afresh would give, for less work."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from numpy.typing import NDArray

from suitwise import rummy
from suitwise.cards import ANY_JOKER, Card
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import machine
from suitwise.game import CHANCE, OVER, State, draw, load
from suitwise.rummy import Rules, batch_arrangements, batch_deadwood
from suitwise.rummy.rules.rules import GIN, INDIAN13, RUMMIKUB, SEED, card_of
from suitwise.rummy.solve.batch import MOST_MELDS, deadwood_of_hands, melds_of_hands
from suitwise.rummy.solve.deadwood_lookup import (
    LEAF,
    LEAVES,
    NO_CARD,
    PATTERNS,
    RANKS,
    best_runs,
    fill_run_table,
    meld_of,
    present_ranks,
    steps_of,
    tables_of,
)
from suitwise.rummy.solve.laying import laying_fault
from suitwise.seeds import SeededSource
from tests.fresh import in_cuda_simulator
from tests.oracles import rummy_oracle as oracle
from tests.rummy.dealt import oracle_hand, oracle_rules, plain_rules, some_hand, some_rules

RULE_SETS = (
    *rummy.NAMED.values(),
    rummy.Rules(ace="both"),
    rummy.Rules(ace="high", least_run=4, least_set=4),
)


class Changes(RuleBasedStateMachine):
    """Cards of two suits and seven ranks come and go in any order."""

    @initialize(rules=st.sampled_from(RULE_SETS), aim=st.sampled_from(["points", "cards"]))
    def begin(self, rules: rummy.Rules, aim: rummy.Aim) -> None:
        self.aim: rummy.Aim = aim
        self.live = rummy.LiveHand(rummy.Hand.of("", rules), aim, compiled=True)
        self.held: list[int] = []

    @precondition(lambda self: len(self.held) < 12)
    @rule(suit=st.integers(0, 2), rank=st.sampled_from([1, 2, 3, 4, 11, 12, 13, 99]))
    def add(self, suit: int, rank: int) -> None:
        card = ANY_JOKER if rank == 99 else card_of(suit, rank)
        try:
            self.live.add(card)
        except IllegalPosition:
            return
        self.held.append(card)

    @precondition(lambda self: self.held)
    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        card = data.draw(st.sampled_from(sorted(self.held)))
        self.live.remove(card)
        self.held.remove(card)

    @invariant()
    def it_is_what_working_afresh_gives(self) -> None:
        hand = rummy.Hand.of(self.held, self.live.hand.rules)
        fresh = rummy.arrange(hand, self.aim, compiled=True)
        assert self.live.hand == self.live.best.hand == hand
        assert (self.live.points, self.live.cards) == (fresh.points, fresh.cards)
        assert laying_fault(hand, self.live.best.melds) is None
        assert self.live.islands == rummy.LiveHand(hand, compiled=True).islands


Changes.TestCase.settings = settings(max_examples=25, stateful_step_count=20)
TestChanges = Changes.TestCase


@pytest.mark.exhaustive
def test_a_long_run_of_changes_is_what_working_afresh_gives(exhaustive: bool) -> None:
    rng = Random(5)
    changes = 200
    for _ in range(50 if exhaustive else 2):
        rules = some_rules(rng)
        live = rummy.LiveHand(some_hand(rng, rules, 8, 14), compiled=True)
        for _ in range(changes):
            change(rng, live)
            fresh = rummy.arrange(live.hand, compiled=True)
            assert (live.points, live.cards) == (fresh.points, fresh.cards)


def change(rng: Random, live: rummy.LiveHand) -> None:
    """Add a card, or remove one; a hand has about fourteen."""
    held = live.hand.cards
    if held and rng.random() < len(held) / 28:
        live.remove(rng.choice(held))
        return
    card = rng.randrange(52)
    if live.hand.counts[card] < live.hand.rules.decks:
        live.add(card)


def test_only_the_island_that_changed_is_worked_again() -> None:
    live = rummy.LiveHand(rummy.Hand.of("H3 H4 H5 S9 D9 C9 CK CQ"))
    assert len(live.islands) == 2
    live.add(Card("CJ"))
    assert (live.points, live.worked) == (0, 3)
    live.remove(Card("CQ"))
    assert (live.points, live.worked) == (20, 0)
    live.add(Card("H2"))
    assert (live.points, live.worked) == (20, 4)
    live.add(Card("D2"))
    assert (live.points, live.worked) == (22, 0)


def test_with_a_wild_card_the_hand_is_worked_as_a_whole() -> None:
    live = rummy.LiveHand(rummy.Hand.of("H3 H4 H5 S9 D9 C9 CK", rummy.NAMED["rami71"]))
    assert len(live.islands) == 2
    live.add(Card("JK"))
    assert live.worked == 8
    live.remove(Card("JK"))
    assert live.worked == 6


def test_where_runs_are_needed_the_hand_is_worked_as_a_whole() -> None:
    live = rummy.LiveHand(rummy.Hand.of("H3 H4 H5 S9 D9 C9 S4 S5", INDIAN13))
    assert live.points == sum(map(INDIAN13.cost, live.hand.cards))
    live.add(Card("S6"))
    assert (live.points, live.worked) == (0, 9)


def test_a_change_that_is_refused_changes_nothing() -> None:
    live = rummy.LiveHand(rummy.Hand.of("H3 H4 H5 H5"))
    before = live.hand, live.best, live.islands
    with pytest.raises(IllegalPosition, match="H5 appears 3 times, but 2 decks hold 2"):
        live.add(Card("H5"))
    with pytest.raises(IllegalPosition, match="the hand holds no S9"):
        live.remove(Card("S9"))
    assert (live.hand, live.best, live.islands) == before


def test_an_ace_above_the_king_lies_beside_the_two_as_well() -> None:
    live = rummy.LiveHand(rummy.Hand.of("HQ HK HA H2 S2 D2", rummy.Rules(ace="both")))
    assert [str(island) for island in live.islands] == ["S2 HA H2 HQ HK D2"]
    assert live.points == 0


def test_islands_are_those_of_the_definition() -> None:
    rng = Random(6)
    for _ in range(150):
        hand = some_hand(rng, plain_rules(rng), 5, 18)
        given, rules = oracle_hand(hand), oracle_rules(hand.rules)
        islands = sorted(map(oracle_hand, rummy.LiveHand(hand, compiled=True).islands))
        assert islands == oracle.islands(given, rules, pruned=True)


# --- What a position keeps and hands on, and chance's quick way -----------------------------------


VARIANTS = [
    *("gin(to=60)", "gin(big=31,declare=yes)", "indian13", "indian13(seats=4,jokers=4)"),
    "indian13(draws=60,reshuffle=no)",
]


def some_play(variant: str, seed: int) -> Iterator[State[Any]]:
    """Yield the positions of a game in which hardly anybody drops or declares."""
    rng, index = Random(seed), 0
    state: State[Any] = load(variant).start()
    yield state
    for _ in range(500):
        if state.turn == OVER:
            return
        if state.turn == CHANCE:
            move, index = draw(state, seed, 0, index)
        else:
            moves = list(state.moves())
            rash = [one for one in moves if one.kind in ("drop", "declare")]
            move = rng.choice(moves if rng.random() < 0.02 else moves[: len(moves) - len(rash)])
        state = state.after(move)
        yield state


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_handed_on_is_what_a_position_read_from_its_text_finds(variant: str) -> None:
    for state in some_play(variant, seed=1):
        found: Any = load(variant).parse(str(state))
        here: Any = state
        assert here.stock == found.stock
        if variant.startswith("gin"):
            assert list(here.laid) == list(found.laid)


@pytest.mark.parametrize("variant", VARIANTS)
def test_chance_draws_as_by_the_list_of_all_outcomes(variant: str) -> None:
    drawn = 0
    for place, state in enumerate(some_play(variant, seed=2)):
        if state.turn == CHANCE:
            quick = state.chance_move(SeededSource(7, 1, place))
            assert quick == State.chance_move(state, SeededSource(7, 1, place))
            assert quick in state.moves()
            drawn += 1
    assert drawn > 20


# --- Batches of hands: the tables find what exhaustive search and the scan find -------------------


JOKERS2 = rummy.Rules(jokers=2)
CHARY = rummy.Rules(jokers=3, most_wilds=1, joker_points=7)
APART = rummy.Rules(jokers=2, adjacent_wilds=False, joker_points=3)
DEAR = rummy.Rules(points=(100,) * 12 + (7,), jokers=1, joker_points=90)
LARGE_SETS = rummy.Rules(least_set=4)
BATCHED_RULES = (SEED, GIN, RUMMIKUB, JOKERS2, CHARY, APART, DEAR, LARGE_SETS)


def theirs(rules: rummy.Rules) -> oracle.Rules:
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


def random_hands(rules: rummy.Rules, count: int, seed: int) -> list[rummy.Hand]:
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
        hands.append(rummy.Hand.of([*rng.sample(pool, size), *[ANY_JOKER] * jokers], rules))
    return hands


def as_cards(hands: list[rummy.Hand]) -> NDArray[np.uint8]:
    """Return hands as rows of cards, none where a hand is short."""
    array = np.full((len(hands), max(map(len, hands))), NO_CARD, np.uint8)
    for row, hand in enumerate(hands):
        array[row, : len(hand)] = hand.cards
    return array


def as_counts(hands: list[rummy.Hand]) -> NDArray[np.uint8]:
    """Return hands as rows of counts."""
    return np.array([hand.counts for hand in hands], np.uint8)


@pytest.mark.parametrize("rules", BATCHED_RULES, ids=str)
def test_the_tables_find_the_least_points_and_the_fewest_cards_that_search_finds(
    rules: rummy.Rules, exhaustive: bool
) -> None:
    hands = random_hands(rules, 4000 if exhaustive else 40, seed=1)
    read = [oracle.read_hand(str(hand)) for hand in hands]
    points = [oracle.least(hand, theirs(rules), "points") for hand in read]
    cards = [oracle.least(hand, theirs(rules), "cards") for hand in read]
    assert rummy.batch_deadwood(as_cards(hands), rules).tolist() == points
    assert rummy.batch_deadwood(as_counts(hands), rules, "cards").tolist() == cards
    evaluator = rummy.Evaluator(rules)
    assert [evaluator.least(hand) for hand in hands] == points


@pytest.mark.parametrize("rules", BATCHED_RULES, ids=str)
def test_the_melds_of_a_batch_are_melds_and_leave_least_points_then_fewest_cards(
    rules: rummy.Rules,
) -> None:
    hands = random_hands(rules, 300, seed=2)
    melds, found = rummy.batch_arrangements(as_cards(hands), rules)
    for hand, codes, count in zip(hands, melds, found, strict=True):
        laid = [meld_of(int(code)) for code in codes[:count]]
        left = hand
        for meld in laid:
            assert meld.fault(rules) is None
            for card in meld.cards:
                left = left.minus(card)
            for _ in range(len(meld) - len(meld.cards)):
                left = left.minus(ANY_JOKER)
        best = rummy.arrange(hand)
        assert (left.points, len(left)) == (best.points, best.cards)


@pytest.mark.parametrize("rules", [SEED, RUMMIKUB], ids=str)
def test_plain_python_looks_up_what_machine_code_looks_up(rules: Rules) -> None:
    hands = random_hands(rules, 40, seed=3)
    tables = in_lists(tables_of(rules, rules.jokers))
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
    tables = in_lists(tables_of(rules, rules.jokers, unit=64, more=1))
    melds_of_hands(cards, False, 0, len(hands), tables, work, melds, found)
    compiled, count = batch_arrangements(as_cards(hands), rules)
    assert found == count.tolist()
    for ours, others, size in zip(melds, compiled, found, strict=True):
        assert ours[:size] == others[:size].tolist()


def test_hands_that_the_tables_cannot_serve_are_worked_out_by_the_scan() -> None:
    full = rummy.Hand.of([13 * suit + rank for suit in range(4) for rank in range(1, 6)] * 2)
    odd = rummy.Hand.of([13 * suit + (2 * rank) % 13 for suit in range(4) for rank in range(5)] * 2)
    rules = rummy.Rules(decks=3, ace="both")
    rest = random_hands(rules, 3, seed=4)
    assert rummy.batch_deadwood(as_cards([full, odd])).tolist() == [
        rummy.arrange(full).points,
        rummy.arrange(odd).points,
    ]
    assert rummy.batch_deadwood(as_cards(rest), rules).tolist() == [
        rummy.arrange(h).points for h in rest
    ]


def test_a_row_of_more_cards_than_a_hand_has_is_refused() -> None:
    counts = np.zeros((1, 53), np.uint8)
    counts[0, :31] = 2
    for function in (rummy.batch_deadwood, rummy.batch_arrangements):
        with pytest.raises(IllegalPosition, match="hand 0: a hand has at most"):
            function(counts)
    jokers = np.zeros((1, 53), np.uint8)
    jokers[0, 52] = 64
    for rules in (SEED, RUMMIKUB):
        with pytest.raises(IllegalPosition, match="hand 0: "):
            rummy.batch_deadwood(jokers, rules)


def test_what_a_hand_costs_is_capped_however_it_is_asked() -> None:
    rules = rummy.Rules(cap=20)
    hand = rummy.Hand.of("HK SQ D9 C8", rules)
    assert rummy.batch_deadwood(as_cards([hand]), rules).tolist() == [20]
    assert rummy.Evaluator(rules).least(hand) == rummy.arrange(hand).points == 20
    assert rummy.Evaluator(rules, "cards").least(hand) == 4


def test_an_evaluator_refuses_a_hand_of_another_rule_set() -> None:
    with pytest.raises(IllegalPosition, match="held under gin, not under seed"):
        rummy.Evaluator().least(rummy.Hand.of("H3 H4 H5", GIN))


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
            rummy.batch_deadwood(np.array([good, bad], np.uint8))
    with pytest.raises(IllegalPosition, match="H3 appears 2 times, but one deck holds 1"):
        rummy.batch_deadwood(np.array([[Card("H3")] * 2], np.uint8), GIN)
    with pytest.raises(IllegalPosition, match="uint8 array"):
        rummy.batch_deadwood(np.zeros((2, 3), np.int64))
    with pytest.raises(IllegalPosition, match="use arrange"):
        rummy.batch_arrangements(np.array([good], np.uint8), rummy.Rules(ace="both"))


def test_threads_do_not_change_the_answer() -> None:
    rng = np.random.default_rng(5)
    deck = np.repeat(np.arange(52, dtype=np.uint8), 2)
    hands = deck[np.argsort(rng.random((120_000, 104)), axis=1)[:, :11]]
    one, two = (rummy.batch_deadwood(hands, threads=threads) for threads in (1, 2))
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
        rummy.batch_deadwood(np.zeros((1, 3), np.uint8), device="gpu")


def in_lists(given: Any) -> Any:
    """Return the tables of machine code as plain Python takes them."""
    if isinstance(given, tuple):
        return tuple(map(in_lists, given))
    return given.tolist() if isinstance(given, np.ndarray) else given


@pytest.mark.parametrize("wilds", [0, 2])
def test_a_table_of_rows_is_filled_whatever_lay_in_its_memory(wilds: int) -> None:
    rules = Rules(jokers=2)
    steps = steps_of(rules, wilds, [rules.joker_points, *rules.points])
    rows = np.full(PATTERNS * (wilds + 1), 999, np.uint16)
    machine(fill_run_table)(rows, wilds, np.array(steps, np.int64), np.zeros(RANKS, np.int64))
    assert not rows[: wilds + 1].any(), "no cards are worth nothing"
    rng = Random(3)
    for pattern in rng.sample(range(1, PATTERNS), 200):
        for wild in range(wilds + 1):
            present = present_ranks(pattern)
            value = best_runs(rows, wilds, np.array(steps), pattern, present, wild)
            assert rows[pattern * (wilds + 1) + wild] == value < 999
