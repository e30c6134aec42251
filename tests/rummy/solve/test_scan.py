"""The scan over the ranks: its two faces, its bounds, and where it may end early."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from random import Random
from typing import Any

import numpy as np
import pytest

from suitwise.cards import Card
from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import machine
from suitwise.rummy import Hand, Rules, arrange
from suitwise.rummy.rules.hand import JOKER, wild_cards
from suitwise.rummy.rules.melds import FIELD, melds_text, run_shapes, set_shapes
from suitwise.rummy.rules.rules import INDIAN13, card_of
from suitwise.rummy.solve import search as searching
from suitwise.rummy.solve.arrangement import deadwood_weights, left_over
from suitwise.rummy.solve.laying import laying_fault, opening_weights
from suitwise.rummy.solve.scan import (
    ACES_AT,
    NEVER,
    NO_ROOM,
    PLACES,
    SAME,
    SUIT_BITS,
    TOO_LONG,
    WILDS_AT,
    WORD_BITS,
    ahead,
    enter,
    left_of,
    next_rank,
    scan,
)
from suitwise.rummy.solve.search import Melded, by_place, least_left, search, weight_of_all
from tests.bounded import bounded
from tests.fresh import fresh_python
from tests.rummy.dealt import ACES, some_hand, some_rules, wild_rules

NO_END = 1 << 40
"""More than any melds weigh, so that the scan goes through all ranks."""


def scanned(
    hand: Hand,
    room: int,
    compiled: bool = False,
    needed: tuple[int, int, int] = (0, 0, 0),
    whole: int = NO_END,
    work: int = 1 << 30,
) -> tuple[int, list[list[int]]]:
    """Scan a hand; return the best state and all of them."""
    rules, wilds = hand.rules, wild_cards(hand)
    table: Any = by_place(hand, wilds)
    weights: Any = deadwood_weights(rules, "points")
    listed = run_shapes(rules, wilds), set_shapes(rules, wilds)
    shapes: Any = [[*chain.from_iterable(one)] for one in listed]
    slots = [-1] * (2 << room.bit_length())
    states: Any = *([0] * room for _ in range(5)), slots, [work]
    face: Any = scan
    if compiled:
        face = machine(scan)
        table, weights = np.array(table, np.int64), np.array(weights, np.int64)
        shapes, states = (
            tuple(np.array(one, np.int64) for one in many) for many in (shapes, states)
        )
    wild = wilds, rules.wild_rank
    best = face(table, wild, weights, shapes, rules.places, needed, whole, states)
    return best, [list(map(int, row)) for row in states[:5]]


@pytest.mark.parametrize("seed", range(25))
def test_plain_and_compiled_scans_go_through_the_same_states(seed: int) -> None:
    rng = Random(seed)
    rules = some_rules(rng)
    hand = some_hand(rng, rules, 5, 12)
    needed = (rules.runs, rules.pure_runs, rng.randint(0, 1))
    assert scanned(hand, 1 << 12, False, needed) == scanned(hand, 1 << 12, True, needed)


@pytest.mark.parametrize("compiled", [False, True])
def test_a_scan_without_room_says_so_wherever_it_runs_out(compiled: bool) -> None:
    hand = Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")
    best, states = scanned(hand, 1 << 12, compiled)
    assert best > 0
    used = max(i for i, parent in enumerate(states[3]) if parent) + 1
    for room in (1, 2, 8, used - 1):
        for discards in (0, 1):
            assert scanned(hand, room, compiled, needed=(0, 0, discards))[0] == NO_ROOM
    assert scanned(hand, used, compiled)[0] == best


@pytest.mark.parametrize("compiled", [False, True])
def test_a_scan_that_may_do_little_says_so(compiled: bool) -> None:
    hand = Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")
    found = {work: scanned(hand, 1 << 12, compiled, work=work)[0] for work in (0, 5, 20, 5_000)}
    assert [found[work] for work in (0, 5, 20)] == [TOO_LONG] * 3
    assert found[5_000] > 0


@pytest.mark.parametrize("cards", ["H3 H4 H5 H6", "S3 H3 D3 C3 S4 S5 S6", "HA SA DA H2 H3 H4"])
def test_where_nothing_is_left_to_gain_a_scan_ends(cards: str) -> None:
    hand = Hand.of(cards, Rules(ace="both"))
    whole = weight_of_all(hand, deadwood_weights(hand.rules, "points"), 0)
    late, all_states = scanned(hand, 1 << 12)
    early, states = scanned(hand, 1 << 12, whole=whole)
    assert states[2][early] == all_states[2][late] == whole
    assert early < late


def test_a_scan_for_runs_that_are_not_there_finds_nothing() -> None:
    hand = Hand.of("H3 H4 H5 S7 S8 JK D9", INDIAN13)
    assert scanned(hand, 1 << 10, needed=(2, 1, 0))[0] > 0
    assert scanned(hand, 1 << 10, needed=(2, 2, 0))[0] == NEVER
    assert scanned(hand, 1 << 10, needed=(3, 0, 0))[0] == NEVER


def test_where_all_is_melded_but_runs_are_needed_a_scan_goes_on() -> None:
    hand = Hand.of("S3 H3 D3 S4 H4 D4 S5 H5 D5", INDIAN13)
    whole = weight_of_all(hand, deadwood_weights(hand.rules, "points"), 0)
    best, states = scanned(hand, 1 << 12, needed=(3, 0, 0), whole=whole)
    assert states[2][best] == whole
    assert scanned(hand, 1 << 12, needed=(3, 3, 1), whole=whole)[0] == NEVER


def test_an_empty_hand_has_nothing_to_discard() -> None:
    assert scanned(Hand.of(""), 64)[0] >= 0
    assert scanned(Hand.of(""), 64, needed=(0, 0, 1))[0] == NEVER


# --- The search for melds: wild cards, aces, the discard, and its bounds --------------------------


def found(hand: Hand, *, discard: bool = False) -> Melded:
    best = search(hand, deadwood_weights(hand.rules, "points"), discard=discard, compiled=True)
    assert best is not None
    return best


@pytest.mark.parametrize(
    ("cards", "rules", "high"),
    [
        ("H3 HA HK HQ", "seed", 0),
        ("HQ HK HA HA", "seed(ace=both)", 2),
        ("HQ HA HA", "seed(ace=both)", 0),
        ("HA HA JK", "seed(ace=both,jokers=1)", 2),
        ("HQ HA HA", "seed(ace=high)", 2),
    ],
)
def test_aces_are_counted_above_the_king_where_they_may_be_of_use(
    cards: str, rules: str, high: int
) -> None:
    hand = Hand.of(cards, Rules.parse(rules))
    counts = by_place(hand, wild_cards(hand))
    assert counts[PLACES + 14] == high
    assert counts[PLACES + 1] == (0 if hand.rules.ace == "high" else hand.counts[card_of(1, 1)])


@pytest.mark.parametrize("seed", range(30))
def test_no_melds_weigh_more_than_all_the_cards(seed: int) -> None:
    rng = Random(seed)
    hand = some_hand(rng, some_rules(rng), 4, 12)
    wilds = wild_cards(hand)
    for weights in (deadwood_weights(hand.rules, "points"), opening_weights(hand.rules)):
        best = search(hand, weights, compiled=True)
        assert best is not None
        assert best.value <= weight_of_all(hand, weights, wilds)
    weights = deadwood_weights(hand.rules, "points")
    assert weight_of_all(hand, weights, wilds) == sum(_weight(card, hand) for card in hand.cards)


@pytest.mark.parametrize("seed", range(40))
def test_after_the_discard_the_rest_has_the_melds(seed: int) -> None:
    rng = Random(seed)
    hand = some_hand(rng, some_rules(rng), 4, 12)
    best = found(hand, discard=True)
    assert best.discard is not None
    rest = hand.minus(best.discard)
    assert laying_fault(rest, best.melds) is None
    weights = deadwood_weights(hand.rules, "points")
    kinds = dict.fromkeys(hand.cards)
    assert best.value == max(found(hand.minus(c)).value + _weight(c, hand) for c in kinds)
    assert found(rest).value + _weight(best.discard, hand) == best.value
    assert search(hand, weights) == found(hand)


def _weight(card: int, hand: Hand) -> int:
    return searching.SECOND * hand.rules.cost(card) + 1


def test_where_all_is_melded_a_card_must_go_all_the_same() -> None:
    assert found(Hand.of("H3 H4 H5 H6"), discard=True).discard in {Card("H3"), Card("H6")}
    best = found(Hand.of("H3 H4 H5"), discard=True)
    assert (best.melds, best.discard) == ((), Card("H5"))


def test_the_last_wild_card_can_be_discarded() -> None:
    rules = Rules(wild="7", jokers=1, joker_points=50, most_wilds=0)
    assert found(Hand.of("H7 S7 DK", rules), discard=True).discard in {Card("H7"), Card("S7")}
    assert found(Hand.of("JK DK", rules), discard=True).discard == Card("JK")


def test_sixteen_wild_cards_are_too_many() -> None:
    rules = Rules(jokers=12, wild="7")
    hand = Hand.of("JK" * 12 + "S7 H7 D7 C7", rules)
    with pytest.raises(IllegalPosition, match="at most 15 wild cards can be arranged, not 16"):
        found(hand)
    assert found(hand.minus(Card("JK"))).value > 0


def test_a_search_gives_up_rather_than_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand.of("H3 H4 H5 S9 SA DA CA", Rules(ace="both"))
    monkeypatch.setattr(searching, "MOST_WORK", 1)
    with pytest.raises(IllegalPosition, match="too many possibilities"):
        found(hand)
    monkeypatch.undo()
    monkeypatch.setattr(searching, "ROOM", 2)
    assert found(hand).value > 0
    monkeypatch.setattr(searching, "MOST_ROOM", 2)
    with pytest.raises(IllegalPosition, match="too many possibilities"):
        found(hand)


def test_what_plain_python_would_take_long_for_is_left_to_machine_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hand = Hand.of("H3 H4 H5 S9 SA DA CA")
    weights = deadwood_weights(hand.rules, "points")
    monkeypatch.setattr(searching, "LITTLE_WORK", 1)
    assert search(hand, weights) == search(hand, weights, compiled=False)


def test_a_dealt_hand_of_up_to_six_wild_cards_is_arranged_without_a_compiler() -> None:
    code = """
from suitwise.rummy.solve.arrangement import arrange
from suitwise.rummy.rules.hand import Hand
from suitwise.rummy.rules.rules import Rules
import sys
for eights in range(7):
    wild = "S8 S8 H8 H8 D8 D8".split()[:eights]
    plain = "S2 S4 S6 SQ HT HJ H2 D5 D7 DQ CA C9 C3 CK".split()[eights:]
    arrange(Hand.of(wild + plain, Rules.parse("indian13(wild=8)")))
print("numba" in sys.modules)
"""
    assert fresh_python(code) == "False\n"


def test_hands_of_very_many_wild_cards_are_arranged_or_refused_in_time() -> None:
    """Eight aces that are wild would take 1,296 scans if each way to read them took one."""
    found(Hand.of("H3"))
    aces = Hand.of("HA HA SA SA DA DA CA CA JK JK H5 S9 D2", Rules.parse("indian13(wild=A)"))
    with bounded(30):
        assert arrange(aces).points == 16
    rules = Rules(jokers=12, ace="both")
    low = [card_of(suit, rank) for rank in (1, 2, 3) for suit in range(4) for _ in range(2)]
    with bounded(30):
        assert arrange(Hand.of([*low, *[54] * 4], rules)).points == 0
    six = [card_of(suit, rank) for rank in range(3, 10) for suit in range(4)]
    with bounded(30), pytest.raises(IllegalPosition, match="too many possibilities to be arranged"):
        arrange(Hand.of([*six, *[54] * 12], rules))


def test_a_card_of_the_wild_rank_stands_for_itself_where_that_is_as_good() -> None:
    rules = Rules.parse("indian13(wild=7)")
    assert melds_text(arrange(Hand.of("H6 H7 H8 S4 S5 S6", rules)).melds) == "S4 S5 S6 | H6 H7 H8"
    free = replace(rules, counting_runs=0, counting_pure_runs=0)
    assert melds_text(arrange(Hand.of("S7 H7 D7", free)).melds) == "S7 H7 D7"


@pytest.mark.parametrize("seed", range(8))
def test_no_wild_card_lies_on_a_place_that_is_its_own(seed: int) -> None:
    rng = Random(seed)
    for _ in range(60):
        rules = replace(wild_rules(rng), wild=rng.choice("A5K"), ace=rng.choice(ACES))
        hand = some_hand(rng, rules, 5, 12, wilds=5)
        assert laying_fault(hand, found(hand).melds) is None


def test_the_last_card_of_a_run_is_itself_where_it_could_as_well_be_wild() -> None:
    rules = Rules.parse("rami51(wild=5,ace=high,adjacent_wilds=no,joker_points=0)")
    best = arrange(Hand.of("S4 H7 D2 C2 C3 C4 C5", rules))
    assert melds_text(best.melds) == "C2 C3 C4 C5"


def test_a_card_that_stands_for_itself_is_no_wild_card_besides() -> None:
    rules = Rules(wild="7", joker_points=20)
    assert arrange(Hand.of("H6 H7 H8 S2 S3", rules)).points == 5
    assert arrange(Hand.of("H6 H7 H8 S7 S2 S3", rules)).points == 0
    high = Rules(wild="A", ace="both", joker_points=20)
    assert arrange(Hand.of("HQ HK HA S2 S3", high)).points == 5
    assert arrange(Hand.of("HQ HK HA DA S2 S3", high)).points == 0


# --- The states of the scan -----------------------------------------------------------------------


def test_fields_tell_the_copies_of_the_next_ranks() -> None:
    counts = [0] * (4 * PLACES)
    counts[4], counts[10], counts[PLACES + 5], counts[11] = 3, 2, 4, 1
    fields = ahead(counts, 0, 4)
    assert fields == 3 | 2 << 6 * FIELD | 4 << SUIT_BITS + FIELD
    assert left_of(fields, 0) == 1 | 1 << 6 * FIELD | 1 << SUIT_BITS + FIELD
    assert left_of(fields, 3 | 1 << 6 * FIELD) == 1 << 6 * FIELD | 1 << SUIT_BITS + FIELD
    assert ahead(counts, 0, 14) == ahead(counts, 2, 4) == 0


def test_a_state_is_kept_once_with_the_best_value() -> None:
    states = [*([0] * 8 for _ in range(5)), [-1] * 16]
    words = [(5, 9), (9, 5), (5, 9), (5, 9)]
    values = [3, 1, 2, 4]
    last = 0
    entered = []
    for (low, high), value in zip(words, values, strict=True):
        entered.append(enter(states, 0, last, low, high, value, 0, SAME))
        last += entered[-1] == last
    assert entered == [0, 1, -1, 0]
    assert [row[:2] for row in states[:3]] == [[5, 9], [9, 5], [4, 1]]


def test_at_the_next_rank_every_field_is_one_lower_and_all_else_stays() -> None:
    word = 3 << WILDS_AT | 2 | 1 << FIELD | 2 << SUIT_BITS + FIELD | 1 << SUIT_BITS
    assert next_rank(word, 5, 0) == 3 << WILDS_AT | 1 | 2 << SUIT_BITS


def test_aces_taken_below_the_two_are_taken_above_the_king() -> None:
    both = 1 | 1 << SUIT_BITS
    word = next_rank(2 | 1 << SUIT_BITS, 1, both)
    assert word == (2 | 1 << FIELD) << ACES_AT
    for place in range(2, 7):
        assert next_rank(word, place, both) == word
    assert next_rank(word, 7, both) == 2 << 6 * FIELD | 1 << SUIT_BITS + 6 * FIELD
    only_one = next_rank(2 | 1 << SUIT_BITS, 1, 1)
    assert next_rank(only_one, 7, 1) == 2 << 6 * FIELD
    assert next_rank(2, 1, 0) == next_rank(2, 2, both) == 0
    assert ACES_AT + 2 * FIELD < 63
    assert ACES_AT > WORD_BITS


# --- What the best melds leave over, counted without the melds ------------------------------------


LEVELS = ((0, 0), (1, 1), (2, 1))


def by_melds(hand: Hand, runs: int, pure: int, *, compiled: bool) -> tuple[int, ...] | None:
    """Return what is left over of the melds that ``search`` finds."""
    weights = deadwood_weights(hand.rules, "cards")
    found = search(hand, weights, runs=runs, pure=pure, compiled=compiled)
    if found is None:
        return None
    return Hand.of(tuple(left_over(hand, found.melds)), hand.rules).counts


def counted(hand: Hand, runs: int, pure: int, *, compiled: bool) -> tuple[int, ...] | None:
    weights = tuple(deadwood_weights(hand.rules, "cards"))
    return least_left(hand.counts, hand.rules, weights, runs, pure, compiled=compiled)


@pytest.mark.exhaustive
def test_as_much_is_left_over_by_counts_as_by_melds(exhaustive: bool) -> None:
    rng = Random(15)
    none_found = wild_left = 0
    for _ in range(20_000 if exhaustive else 1500):
        hand = some_hand(rng, some_rules(rng), 6, 14)
        for runs, pure in LEVELS:
            left = counted(hand, runs, pure, compiled=True)
            assert left == by_melds(hand, runs, pure, compiled=True), hand
            none_found += left is None
            wild_left += bool(left and left[JOKER])
    assert none_found
    assert wild_left


def test_plain_python_counts_the_same() -> None:
    rng = Random(16)
    for _ in range(40):
        hand = some_hand(rng, some_rules(rng), 6, 11)
        for runs, pure in LEVELS:
            left = counted(hand, runs, pure, compiled=False)
            assert left == counted(hand, runs, pure, compiled=True), hand


@pytest.mark.parametrize(
    ("cards", "wild", "left"),
    [
        ("H3 H4 H5 S9 S8 JK", "", ""),  # the joker stands for a card
        ("H6 H8 H7 H2", "7", "H2"),  # a card of the wild rank on its own place
        ("H6 H8 S7 H7 H2", "7", "H2"),  # the other one takes no place of its own
        ("D7 C7 S7 JK", "7", ""),
    ],
)
def test_wild_cards_stand_in_and_for_themselves(cards: str, wild: str, left: str) -> None:
    hand = Hand.of(cards, Rules(jokers=2, wild=wild))
    kept = Hand.of(left, hand.rules).counts
    assert counted(hand, 0, 0, compiled=False) == kept == by_melds(hand, 0, 0, compiled=False)


def test_sixteen_wild_cards_are_too_many_to_count_what_is_left() -> None:
    rules = Rules(decks=4, jokers=12, wild="7")
    with pytest.raises(IllegalPosition, match="at most 15 wild cards"):
        counted(Hand.of("JK " * 12 + "S7 H7 D7 C7", rules), 0, 0, compiled=False)


def test_a_hand_without_the_runs_that_are_needed_leaves_nothing_to_count() -> None:
    assert counted(Hand.of("H3 H4 S9 D9 C9", INDIAN13), 1, 1, compiled=False) is None
