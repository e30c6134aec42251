"""Object files are opened wherever there is memory, and never end the process."""

from __future__ import annotations

import sys

import pytest

from tests.fresh import fresh_python

FULL = """
import ctypes

libc = ctypes.CDLL(None)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
import numpy, llvmlite.binding  # what they map lies above

NOTHING, PRIVATE, ANONYMOUS, NO_RESERVE = 0, 0x2, 0x20, 0x4000
size, gap = 6 << 30, 1 << 17
first = libc.mmap(None, size, NOTHING, PRIVATE | ANONYMOUS | NO_RESERVE, -1, 0)
for number in range(1, 401):
    libc.munmap(first + size - number * gap, 0x1000 * (number % PAGES + 1))
"""
"""Takes six gigabytes of addresses but for gaps of some pages at the upper end."""
OPENED = """
from suitwise.foundation.machine import machine_code
from suitwise.rummy.gin.arrays import batch_of
from suitwise.rummy.gin.game import Gin
from suitwise.stepping.steps import Steps

files, opened = [], machine_code.opened_object
machine_code.opened_object = lambda *file: files.append(file) or opened(*file)
steps = Steps(batch_of(Gin()), 8)
steps.reset(1)
steps.step(steps.sample())
assert files
for file in 30 * files:
    opened(*file)
print("all are opened")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="flags of mmap are those of Linux")
@pytest.mark.parametrize("pages", [3, 4, 5, 6, 7, 8])
def test_machine_code_is_opened_where_addresses_are_full_and_only_far_gaps_are_left(
    pages: int,
) -> None:
    """Every second of these processes ended, a section in a gap, another two gigabytes below it."""
    code = f"PAGES = {pages}" + FULL + OPENED
    assert fresh_python(code) == "all are opened\n"
