"""Quick streams: the multiplier is what it is said to be, numbers are even, machines count alike."""

from __future__ import annotations

from random import Random

import numpy as np

from suitwise.foundation.arrays.compiled import machine
from suitwise.stepping.loop import MULTIPLIER, STILL, is_open, moved, opened, under


def is_prime(number: int) -> bool:
    """Fermat's test to many bases, which no number here passes by chance."""
    return all(pow(base, number - 1, number) == 1 for base in (2, 3, 5, 7, 11, 13))


def is_safe(multiplier: int) -> bool:
    modulus = (multiplier << 32) - 1
    return is_prime(modulus) and is_prime(modulus >> 1)


def test_the_multiplier_is_the_greatest_with_a_safe_prime() -> None:
    assert is_safe(MULTIPLIER)
    assert not any(is_safe(other) for other in range(MULTIPLIER + 1, 1 << 31))


def test_a_stream_goes_through_the_powers_of_its_multiplier() -> None:
    modulus = (MULTIPLIER << 32) - 1
    stream = first = opened(7, 3)
    for _ in range(100):
        stream = moved(stream)
        assert 0 < stream < modulus < 1 << 63
    # A step divides by 2**32, to which the multiplier is inverse.
    assert stream == first * pow(MULTIPLIER, 100, modulus) % modulus


def test_no_stream_begins_where_it_would_stand_still() -> None:
    random = Random(1)
    for _ in range(200):
        stream = opened(random.getrandbits(63), random.getrandbits(40))
        assert moved(stream) != stream
        assert 0 < stream >> 32 < MULTIPLIER - 1
        assert is_open(stream)
        assert is_open(moved(stream))


def test_a_number_from_which_a_stream_would_stand_still_is_none() -> None:
    for number in (0, STILL):
        assert moved(number) == number
        assert not is_open(number)
    assert [is_open(number) for number in (1, STILL - 1, STILL + 1, -1)] == [
        True,
        True,
        False,
        False,
    ]
    assert moved(1) != 1
    assert moved(STILL - 1) != STILL - 1


def test_machines_count_alike() -> None:
    seed, stream = -(1 << 60), 0
    for number in (0, 1, (1 << 62) + 5):
        assert machine(opened)(seed, number) == opened(seed, number)
        stream = opened(seed, number)
        for _ in range(50):
            assert machine(moved)(stream) == moved(stream)
            stream = moved(stream)
            assert machine(under)(7, stream) == under(7, stream)


def test_numbers_are_even_within_a_stream_and_across_streams() -> None:
    stream, within = opened(5, 0), []
    for _ in range(14_000):
        stream = moved(stream)
        within.append(under(7, stream))
    across = [under(7, moved(opened(5, number))) for number in range(7_000)]
    for numbers in (within, across):
        counts = np.bincount(numbers, minlength=7)
        expected = len(numbers) / 7
        assert ((counts - expected) ** 2 / expected).sum() < 27.9  # 6 degrees, one in 10,000
