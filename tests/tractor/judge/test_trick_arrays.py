"""Arrays of tricks: the encoding, the rulings on every device, the refusals."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import parse_cards
from suitwise.errors import IllegalPosition, NotationError
from suitwise.tractor.judge.trick import judge_trick
from suitwise.tractor.judge.trick_arrays import (
    COLUMNS,
    HAND,
    NO_CARD,
    decode_trick,
    encode_tricks,
    judge_row,
    judge_tricks,
)
from tests.fresh import in_cuda_simulator
from tests.tractor.positions import Play, some_trick

GOOD = ("S2", ("HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6"))


@cache
def many_tricks(count: int) -> list[tuple[str, tuple[Play, ...]]]:
    """Return random tricks."""
    rng = Random(31)
    return [some_trick(rng) for _ in range(count)]


@st.composite
def tricks(draw: st.DrawFn) -> tuple[str, tuple[Play, ...]]:
    """Draw a trump configuration and four plays."""
    return some_trick(draw(st.randoms(use_true_random=False)))


def array_of(*places: tuple[int, int, int]) -> Any:
    """Return three rows of a good trick with changes: (row, column, value)."""
    rows = encode_tricks([GOOD] * 3)
    for row, column, value in places:
        rows[row, column] = value
    return rows


# --- The encoding ---------------------------------------------------------------------------------


def test_a_row_holds_the_trump_and_four_hands_of_25() -> None:
    row = encode_tricks([("OA", ["S2", "RJ", "BJ", "CA"])])[0]
    assert row.dtype == np.int8
    assert len(row) == COLUMNS == 2 + 4 * HAND
    assert row[:2].tolist() == [4, 12]
    assert row[[2, 27, 52, 77]].tolist() == [0, 53, 52, 51]
    assert (row == NO_CARD).sum() == 96


@given(st.lists(tricks(), max_size=4))
def test_tricks_are_decoded_as_they_were_encoded(
    many: list[tuple[str, tuple[Play, ...]]],
) -> None:
    rows = encode_tricks(many)
    assert rows.shape == (len(many), COLUMNS)
    for row, (trump, plays) in zip(rows, many, strict=True):
        decoded = decode_trick(row)
        assert (str(decoded[0]), decoded[1]) == (trump, plays)
        assert decode_trick(row.tolist()) == decoded


def test_gaps_in_a_play_are_no_cards() -> None:
    row = encode_tricks([GOOD])[0]
    spread = row.copy()
    spread[2 : 2 + HAND] = NO_CARD
    spread[[2, 9, 10, 26]] = row[2:6]
    assert decode_trick(spread) == decode_trick(row)
    ruling = judge_tricks(spread.reshape(1, -1))
    assert ruling.honours.tolist() == judge_tricks(row.reshape(1, -1)).honours.tolist()


def test_no_tricks_are_no_rulings() -> None:
    rows = encode_tricks([])
    assert rows.shape == (0, COLUMNS)
    assert judge_tricks(rows).winners.shape == (0,)
    assert judge_tricks(rows).honours.shape == (0, 4)


@pytest.mark.parametrize(
    ("trump", "plays", "error", "reason"),
    [
        ("S2", ["HA", "HK", "HQ"], IllegalPosition, "four plays, not 3"),
        ("S2", ["HA"] * 5, IllegalPosition, "four plays, not 5"),
        ("S2", ["HA" * 26] * 4, IllegalPosition, "1 to 25 cards, not 26"),
        ("S2", ["HA", "HK", "HQ", "H"], NotationError, "no card"),
        ("X2", ["HA", "HK", "HQ", "HJ"], NotationError, "main suit"),
    ],
)
def test_what_has_no_room_in_a_row_is_not_encoded(
    trump: str, plays: list[str], error: type[ValueError], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        encode_tricks([GOOD, (trump, plays)])


# --- The rulings ----------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_rows_are_judged_as_tricks_are(exhaustive: bool) -> None:
    # 50,000 random tricks; by default the first 1,000.
    many = many_tricks(50_000 if exhaustive else 1_000)
    rulings = judge_tricks(encode_tricks(many))
    for i, (trump, plays) in enumerate(many):
        ruling = judge_trick(trump, plays)
        assert rulings.winners[i] == ruling.winner, (trump, plays)
        assert tuple(rulings.honours[i]) == ruling.honours, (trump, plays)


def test_the_rule_is_the_same_in_plain_python() -> None:
    many = many_tricks(1_000)[:150]
    rows = encode_tricks(many)
    plain = np.zeros((len(rows), 5), np.int8)
    for i in range(len(rows)):
        judge_row(i, rows, plain)
    rulings = judge_tricks(rows)
    assert np.array_equal(plain[:, 0], rulings.winners)
    assert np.array_equal(plain[:, 1:], rulings.honours)


@pytest.mark.parametrize("threads", [1, 2, 3, 7, 64])
def test_the_number_of_threads_does_not_matter(threads: int) -> None:
    rows = encode_tricks(many_tricks(1_000)[:50])
    alone, together = judge_tricks(rows, threads=1), judge_tricks(rows, threads=threads)
    assert np.array_equal(alone.winners, together.winners)
    assert np.array_equal(alone.honours, together.honours)


def test_the_array_may_lie_in_memory_as_it_likes() -> None:
    rows = encode_tricks(many_tricks(1_000)[:60])
    expected = judge_tricks(rows)
    turned = np.asfortranarray(rows)
    doubled = np.repeat(rows, 2, axis=0)[::2]
    frozen = rows.copy()
    frozen.flags.writeable = False
    for other in (turned, doubled, frozen):
        assert np.array_equal(judge_tricks(other).honours, expected.honours)


def test_a_gpu_rules_as_the_cpu_does() -> None:
    # 130 rows: one block of threads and a bit of another.
    in_cuda_simulator(
        "import numpy as np, pytest\n"
        "from suitwise.errors import IllegalPosition\n"
        "from suitwise.tractor.judge.trick_arrays import encode_tricks, judge_row, judge_tricks\n"
        "from tests.tractor.judge.test_trick_arrays import array_of, many_tricks\n"
        "rows = encode_tricks(many_tricks(130))\n"
        "rulings = judge_tricks(rows, device='cuda')\n"
        "plain = np.zeros((130, 5), np.int8)\n"
        "for i in range(130):\n"
        "    judge_row(i, rows, plain)\n"
        "assert np.array_equal(plain[:, 0], rulings.winners)\n"
        "assert np.array_equal(plain[:, 1:], rulings.honours)\n"
        "with pytest.raises(IllegalPosition, match='^row 1: .* 5 cards, the lead 4'):\n"
        "    judge_tricks(array_of((1, 32, 40)), device='cuda')\n"
        "assert judge_tricks(rows[:0], device='cuda').winners.shape == (0,)\n"
    )


# --- Refusals -------------------------------------------------------------------------------------

BAD_ROWS = {
    "a main suit past 4": ([(1, 0, 5)], "columns 0 and 1 are a main suit 0..4 and a rank 0..12"),
    "a main suit below 0": ([(1, 0, -1)], "columns 0 and 1 are a main suit"),
    "a rank past 12": ([(1, 1, 13)], "columns 0 and 1 are a main suit"),
    "a rank below 0": ([(1, 1, -1)], "columns 0 and 1 are a main suit"),
    "a joker of no colour": ([(1, 2, 54)], "JK is no card of Tractor"),
    "a number past all cards": ([(1, 2, 55)], "a card is an integer from 0 to 54, not 55"),
    "the largest number": ([(1, 101, 127)], "a card is an integer from 0 to 54, not 127"),
    "a number below no card": ([(1, 2, -2)], "a card is an integer from 0 to 54, not -2"),
    "no lead": ([(1, column, -1) for column in range(2, 6)], "a play has 1 to 25 cards, not 0"),
    "no reply": ([(1, column, -1) for column in range(77, 81)], "1 to 25 cards, not 0"),
    "a lead of two suits": ([(1, 2, 26)], "several partitions under trump S2"),
    "a lead of a plain suit and trump": ([(1, 2, 13)], "several partitions under trump S2"),
    "a short reply": ([(1, 27, -1)], "play 2, S3S9S9, has 3 cards, the lead 4"),
    "a long reply": ([(1, 101, 40)], "play 4, D3D4D5D6C3, has 5 cards, the lead 4"),
    "a third copy in a play": ([(1, 54, 3)], "S5 appears 3 times"),
    "a third copy after a pair": ([(1, 77, 25)], "HA appears 3 times"),
    "a pair after one copy": ([(1, 77, 24), (1, 78, 24)], "HK appears 3 times"),
}


@pytest.mark.parametrize("fault", BAD_ROWS)
def test_a_row_that_is_no_trick_is_refused_by_name(fault: str) -> None:
    places, reason = BAD_ROWS[fault]
    for row in (0, 2):
        moved = [(row, column, value) for _, column, value in places]
        with pytest.raises(IllegalPosition, match=f"^row {row}: .*{reason}"):
            judge_tricks(array_of(*moved))


def test_the_first_bad_row_is_named() -> None:
    with pytest.raises(IllegalPosition, match=r"^row 1: columns"):
        judge_tricks(array_of((2, 2, 54), (1, 0, 5)))


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((3, COLUMNS), np.int64),
        np.zeros((3, COLUMNS), np.uint8),
        np.zeros((3, COLUMNS - 1), np.int8),
        np.zeros(COLUMNS, np.int8),
        np.zeros((1, 3, COLUMNS), np.int8),
        np.zeros((0, 0), np.int8),
    ],
)
def test_an_array_of_another_shape_or_type_is_refused(array: Any) -> None:
    with pytest.raises(IllegalPosition, match=r"tricks are an int8 array \(n, 102\), not "):
        judge_tricks(array)


@pytest.mark.parametrize("device", ["gpu", "", "CPU", "cuda:0"])
def test_an_unknown_device_is_refused(device: str) -> None:
    with pytest.raises(IllegalPosition, match="the device is 'cpu' or 'cuda', not"):
        judge_tricks(encode_tricks([GOOD]), device=device)


def test_any_numbers_are_a_trick_or_refused() -> None:
    rng = np.random.default_rng(7)
    good = encode_tricks(many_tricks(1_000)[:400])
    for wild in (0.002, 0.02, 0.5):
        rows = good.copy()
        changed = rng.random(rows.shape) < wild
        rows[changed] = rng.integers(-128, 128, int(changed.sum()), dtype=np.int8)
        for row in rows:
            found = winner_of(row)
            if isinstance(found, IllegalPosition):
                assert str(found).startswith("row 0: ")
            else:
                assert found == judge_trick(*decode_trick(row)).winner


def winner_of(row: Any) -> int | IllegalPosition:
    """Return the winner of one row, or why it is no trick."""
    try:
        return int(judge_tricks(row.reshape(1, -1), threads=1).winners[0])
    except IllegalPosition as error:
        return error


def test_a_trick_of_all_cards_a_hand_holds_is_judged() -> None:
    spades = parse_cards("S2S2S3S3S4S4S5S5S6S6S7S7S8S8S9S9STSTSJSJSQSQSKSKRJ")
    plays = [spades, *([card + 13 * i for card in spades[:-1]] + [53 - i // 2] for i in (1, 2, 3))]
    ruling = judge_tricks(encode_tricks([("SA", plays)]))
    assert ruling.winners.tolist() == [0]
    assert ruling.honours.tolist() == [[24, 0, 0, 0]]
