"""Maximal combos of very many hands: the compiled rule, its plain text, and the lists."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from suitwise.errors import IllegalPosition
from suitwise.rummy import Hand, Meld, Run
from suitwise.rummy.solve.combos import maximal
from suitwise.rummy.solve.deadwood_lookup import code_of_meld, meld_of
from suitwise.rummy.solve.maximal_batch import (
    FULL,
    MaximalCombos,
    _rows,
    _work,
    batch_maximal,
    maximal_of_hands,
)


def deal(hands: int, cards: int, ranks: int = 13, seed: int = 1) -> Any:
    """Return the counts of hands of so many cards of two decks, of the lowest ranks."""
    rng = np.random.default_rng(seed)
    deck = np.array([13 * s + r for s in range(4) for r in range(ranks)] * 2)
    drawn = deck[np.argsort(rng.random((hands, len(deck))), axis=1)[:, :cards]]
    counts = np.zeros((hands, 52), np.uint8)
    np.add.at(counts, (np.arange(hands)[:, None], drawn), 1)
    return counts


def hand_of(counts: Any) -> Hand:
    return Hand((*map(int, counts), 0))


def in_any_order(combos: list[tuple[Meld, ...]]) -> list[list[str]]:
    return sorted(sorted(map(str, melds)) for melds in combos)


@pytest.mark.parametrize(("cards", "ranks"), [(10, 13), (14, 13), (20, 13), (14, 5), (12, 3)])
def test_a_batch_has_the_maximal_combos_of_every_hand(
    cards: int, ranks: int, exhaustive: bool
) -> None:
    """3,000 hands each; a sample of 60."""
    hands = deal(3000 if exhaustive else 60, cards, ranks)
    found = batch_maximal(hands)
    for row, counts in enumerate(hands):
        known = [combo.melds for combo in maximal(hand_of(counts))]
        assert found.numbers[row] == len(known)
        assert in_any_order(found.of(row)) == in_any_order(known)


def test_the_plain_text_of_the_rule_writes_the_same() -> None:
    hands = deal(40, 16, 9)
    plain = list(_rows(hands, range(40), maximal_of_hands))
    compiled = list(_rows(hands, range(40)))
    for one, other in zip(plain, compiled, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_threads_and_pieces_change_nothing() -> None:
    hands = deal(41_000, 14)
    one, two = batch_maximal(hands, threads=1), batch_maximal(hands, threads=2)
    assert all(
        np.array_equal(getattr(one, name), getattr(two, name))
        for name in ("first", "begins", "melds")
    )
    assert len(one.first) == 41_001
    assert one.first[-1] == len(one.begins) - 1
    assert one.begins[-1] == len(one.melds)


def test_a_rule_stops_where_there_is_no_more_room() -> None:
    hands = np.array([Hand.of("H3 H4 H5").counts[:52]] * 3, np.uint8)
    ends, combo_ends = np.zeros(3, np.int64), np.zeros(2, np.int64)
    melds, done = np.zeros(9, np.int32), np.zeros(4, np.int64)
    maximal_of_hands(hands, 0, 3, _work(), ends, combo_ends, melds, done)
    assert list(done) == [2, 2, 2, FULL]
    assert list(ends[:2]) == [1, 2]
    assert [str(meld_of(int(code))) for code in melds[:2]] == ["H3 H4 H5"] * 2


def test_a_hand_with_very_many_combos_is_worked_out_too() -> None:
    """All cards of four ranks have 1,301,506 combos, more than the rule tries."""
    ranks = [13 * s + r for s in range(4) for r in range(4)]
    counts = np.zeros((3, 52), np.uint8)
    counts[1, ranks] = 2
    found = batch_maximal(counts, threads=1)
    assert list(found.numbers) == [1, 338, 1]


def test_an_empty_batch_and_an_empty_hand() -> None:
    none = batch_maximal(np.zeros((0, 52), np.uint8))
    assert (len(none.numbers), list(none.first), len(none.melds)) == (0, [0], 0)
    found: MaximalCombos = batch_maximal(np.zeros((1, 52), np.uint8))
    assert found.of(0) == [()]


def test_what_is_no_hand_is_refused_with_its_number() -> None:
    counts = deal(3, 10)
    counts[1, 0] = 3
    with pytest.raises(IllegalPosition, match=r"^hand 1: S2 appears 3 times, but 2 decks hold 2$"):
        batch_maximal(counts)
    with pytest.raises(IllegalPosition, match=r"^hand 0: a hand has at most 60 cards, not 104$"):
        batch_maximal(np.full((1, 52), 2, np.uint8))
    with pytest.raises(IllegalPosition, match="uint8 array of 52 or 53 counts a row, not int64"):
        batch_maximal(np.zeros((1, 53), np.int64))
    with pytest.raises(
        IllegalPosition, match=r"uint8 array of 52 or 53 counts a row, not uint8 \(1, 54"
    ):
        batch_maximal(np.zeros((1, 54), np.uint8))


def test_counts_may_have_a_place_for_jokers_but_none_are_held() -> None:
    counts = np.zeros((9, 53), np.uint8)
    counts[:, :52] = deal(9, 20)
    found, known = batch_maximal(counts), batch_maximal(counts[:, :52])
    assert [found.of(row) for row in range(9)] == [known.of(row) for row in range(9)]
    counts[4, 52] = 1
    with pytest.raises(IllegalPosition, match=r"^hand 4: the rule set seed has no jokers$"):
        batch_maximal(counts)


def test_a_run_of_13_has_a_number_of_its_own() -> None:
    """All cards of four suits held once and one of them twice: by the rule, and by the lists."""
    for suit in range(4):
        run = Run(suit, 1, 13)
        assert meld_of(code_of_meld(run)) == run
        found = batch_maximal(np.array([Hand.of(run.cards).counts], np.uint8))
        assert (run,) in found.of(0)
