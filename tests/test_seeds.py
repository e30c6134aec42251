"""The random numbers: the published vectors, exact uniformity, one stream on every machine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise import seeds
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import machine, rule
from suitwise.seeds import as_seed, below, philox, shuffle, word
from tests.fresh import in_cuda_simulator

ONES = 0xFFFFFFFF
VECTORS = [
    ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((ONES,) * 4, (ONES, ONES), (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
        (0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]
"""Philox4x32-10 in ``kat_vectors`` of Random123, the library of the paper."""


def long_philox(counter: int, key: int) -> list[int]:
    """Philox4x32-10 as the paper draws it, in Python's long integers: the four words in order."""
    c = [counter >> 32 * i & ONES for i in range(4)]
    k = [key & ONES, key >> 32]
    for _ in range(10):
        high0, low0 = divmod(0xD2511F53 * c[0], 2**32)
        high1, low1 = divmod(0xCD9E8D57 * c[2], 2**32)
        c = [high1 ^ c[1] ^ k[0], low1, high0 ^ c[3] ^ k[1], low0]
        k = [(k[0] + 0x9E3779B9) % 2**32, (k[1] + 0xBB67AE85) % 2**32]
    return c


# --- Seeds ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["x", 1.5, None, [1], np.array([1, 2])], ids=repr)
def test_a_seed_that_is_no_whole_number_is_refused_in_a_sentence(seed: Any) -> None:
    with pytest.raises(SuitwiseError, match="a seed is a whole number, not "):
        as_seed(seed)


def test_a_seed_is_a_whole_number_of_any_kind_with_64_bits() -> None:
    assert [as_seed(seed) for seed in (7, np.int8(7), np.uint64(2**64 - 1), -1)] == [7, 7, -1, -1]  # type: ignore[arg-type]
    for seed in (2**64, -(2**63) - 1):
        with pytest.raises(SuitwiseError, match=f"0 <= seed < 2\\*\\*64, not {seed}"):
            as_seed(seed)


# --- The generator --------------------------------------------------------------------------------


@pytest.mark.parametrize(("counter", "key", "block"), VECTORS)
def test_philox_gives_the_published_vectors(
    counter: tuple[int, int, int, int], key: tuple[int, int], block: tuple[int, ...]
) -> None:
    assert philox(*counter, *key) == block
    number = sum(part << 32 * i for i, part in enumerate(counter))
    assert tuple(long_philox(number, key[0] | key[1] << 32)) == block


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1))
def test_a_number_needs_no_number_before_it(seed: int, stream: int, index: int) -> None:
    block = long_philox(index // 4 | stream << 64, seed)
    assert word(seed, stream, index) == block[index % 4]


@given(st.integers(2**63, 2**64 - 1), st.integers(0, 2**63 - 1), st.integers(0, 2**63 - 1))
def test_a_seed_and_the_signed_integer_of_its_bits_are_one_seed(
    seed: int, stream: int, index: int
) -> None:
    assert word(seed, stream, index) == word(seed - 2**64, stream, index)


@pytest.mark.parametrize(("counter", "key", "block"), VECTORS)
def test_numbers_of_numpy_give_the_same_block_without_a_warning(
    counter: tuple[int, int, int, int], key: tuple[int, int], block: tuple[int, ...]
) -> None:
    numbers: list[Any] = [np.int64(number) for number in (*counter, *key)]
    assert philox(*numbers) == block


# --- Numbers below n ------------------------------------------------------------------------------


@pytest.fixture
def dealt_words(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A list whose numbers ``below`` takes as its random words, from index 0 on."""
    words: list[int] = []
    monkeypatch.setattr(seeds, "word", lambda seed, stream, index: words[index])
    return words


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7, 10, 13, 24, 52, 54, 100, 108])
def test_each_number_below_n_is_made_by_equally_many_words(n: int, dealt_words: list[int]) -> None:
    # Words whose product with n has the same upper half form a range; `below` may refuse its first.
    for number in range(n):
        first = -(-(number << 32) // n)
        count = -(-(number + 1 << 32) // n) - first
        dealt_words[:] = [first, 0xFFFFFFFF]
        refused = below(n, 0, 0, 0) != (number, 1)
        assert count - refused == 2**32 // n
        if refused:
            assert below(n, 0, 0, 0) == (n - 1, 2)
        for good in (first + 1, first + count - 1):
            dealt_words[:] = [good]
            assert below(n, 0, 0, 0) == (number, 1)


@pytest.mark.parametrize("n", [3, 7, 13, 27, 10**9 + 7, 2**31 - 1])
def test_words_are_refused_up_to_the_threshold_and_not_beyond(
    n: int, dealt_words: list[int]
) -> None:
    word_of = pow(n, -1, 2**32)  # times n it leaves the remainder 1
    threshold = 2**32 % n
    accepted = threshold * word_of % 2**32
    for remainder in {0, threshold // 2, threshold - 1}:
        dealt_words[:] = [remainder * word_of % 2**32, accepted]
        assert below(n, 0, 0, 0) == (accepted * n >> 32, 2)
    dealt_words[:] = [accepted]
    assert below(n, 0, 0, 0) == (accepted * n >> 32, 1)


def test_a_power_of_two_refuses_no_word(dealt_words: list[int]) -> None:
    for power in range(32):
        for given_word in (0, 1, 2**31, ONES):
            dealt_words[:] = [given_word]
            assert below(2**power, 0, 0, 0) == (given_word >> 32 - power, 1)


def chi_square_bound(freedom: int) -> float:
    """Return what a chi-square exceeds once in 10,000 times (Wilson and Hilferty)."""
    return float(freedom * (1 - 2 / (9 * freedom) + 3.719 * sqrt(2 / (9 * freedom))) ** 3)


def chi_square(counts: Counter[Any], classes: int) -> float:
    """Return the chi-square of counts against equal shares."""
    share = counts.total() / classes
    spread = sum((count - share) ** 2 for count in counts.values())
    return (spread + (classes - len(counts)) * share**2) / share


@pytest.mark.parametrize("n", [2, 3, 5, 6, 7, 13, 54])
def test_numbers_below_n_come_equally_often(n: int) -> None:
    counts: Counter[int] = Counter()
    index = 0
    for _ in range(100 * n):
        number, index = below(n, 2026, n, index)
        counts[number] += 1
    assert set(counts) == set(range(n))
    assert chi_square(counts, n) < chi_square_bound(n - 1)


# --- Shuffles -------------------------------------------------------------------------------------


def test_every_order_of_four_cards_comes_equally_often() -> None:
    counts: Counter[tuple[int, ...]] = Counter()
    for stream in range(4_800):
        cards = [0, 1, 2, 3]
        shuffle(cards, 11, stream)
        counts[tuple(cards)] += 1
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(counts, 24) < chi_square_bound(23)


@given(st.lists(st.integers()), st.integers(0, 2**64 - 1), st.integers(0, 2**40))
def test_a_shuffle_keeps_the_cards_and_repeats_itself(
    cards: list[int], seed: int, stream: int
) -> None:
    once, again = list(cards), list(cards)
    shuffle(once, seed, stream)
    shuffle(again, seed, stream)
    assert once == again
    assert sorted(once) == sorted(cards)


def test_deals_of_one_seed_don_t_depend_on_each_other() -> None:
    decks = []
    for seed, stream in [(7, 0), (7, 1), (8, 0), (7 + 2**32, 0), (7, 2**32)]:
        deck = list(range(108))
        shuffle(deck, seed, stream)
        decks.append(tuple(deck))
    assert len(set(decks)) == len(decks)


# --- One text, three machines ---------------------------------------------------------------------


@rule
def draw_row(i: int, asked: Any, drawn: Any) -> None:
    """Draw a word, a number below n, the next index, and a shuffle of five, for one row."""
    seed, stream, index = asked[i, 0], asked[i, 1], asked[i, 2]
    drawn[i, 0] = word(seed, stream, index)
    drawn[i, 1], drawn[i, 2] = below(asked[i, 3], seed, stream, index)
    for place in range(5):
        drawn[i, 3 + place] = place
    shuffle(drawn[i, 3:8], seed, stream)


@rule
def draw_rows(asked: Any, drawn: Any) -> None:
    """Draw for every row."""
    for i in range(len(asked)):
        draw_row(i, asked, drawn)


def draw_questions() -> Iterator[tuple[int, int, int, int]]:
    """Yield (signed seed, stream, index, n): the corners, then random ones."""
    large = [0, 1, 2**31, 2**32 - 1, 2**32, 2**62 + 3, 2**63 - 1]
    for seed in [*large, -1, -(2**63), -(2**32), 2**64 - 12345 - 2**64]:
        yield from ((seed, stream, 2**62 + stream % 4, 2**31) for stream in large)
    rng = Random(5)
    for _ in range(150):
        signed = rng.randrange(-(2**63), 2**63)
        # n = 3 * 2**29 refuses every fourth word.
        n = rng.choice([1, 3, 54, 108, 2**31 - 1, 3 * 2**29, rng.randrange(1, 2**31)])
        yield signed, rng.randrange(2**63), rng.randrange(2**62), n


def drawn_plainly() -> tuple[Any, Any]:
    """Return the questions as an array and plain Python's answers."""
    questions = list(draw_questions())
    answers = []
    for seed, stream, index, n in questions:
        cards = list(range(5))
        shuffle(cards, seed % 2**64, stream)
        row = [word(seed % 2**64, stream, index), *below(n, seed % 2**64, stream, index), *cards]
        answers.append(row)
    return np.array(questions, np.int64), np.array(answers, np.int64)


def test_compiled_code_draws_the_numbers_that_plain_python_draws() -> None:
    asked, expected = drawn_plainly()
    drawn = np.zeros_like(expected)
    machine(draw_rows)(asked, drawn)
    assert np.array_equal(drawn, expected)


def test_a_gpu_draws_the_numbers_that_plain_python_draws() -> None:
    in_cuda_simulator(
        "import numpy as np\n"
        "from suitwise.foundation.arrays.cuda import grid\n"
        "from tests.test_seeds import draw_row, drawn_plainly\n"
        "asked, expected = drawn_plainly()\n"
        "drawn = np.zeros_like(expected)\n"
        "grid(draw_row)(asked, drawn)\n"
        "assert np.array_equal(drawn, expected)\n"
    )
