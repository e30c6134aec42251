"""NumPy comes late: a module that names it costs nothing until it uses it."""

from __future__ import annotations

import numpy
import pytest

from suitwise.foundation.arrays.late_numpy import np
from tests.fresh import fresh_python


def test_numpy_is_loaded_for_its_first_attribute_and_not_before() -> None:
    code = """
import sys
from suitwise.foundation.arrays.late_numpy import np
before = "numpy" in sys.modules
print(before, np.int64(5), "numpy" in sys.modules)
"""
    assert fresh_python(code).split() == ["False", "5", "True"]


def test_an_attribute_is_that_of_numpy_and_is_found_at_once_the_next_time() -> None:
    assert np.bitwise_count is numpy.bitwise_count
    assert vars(np)["bitwise_count"] is numpy.bitwise_count


def test_what_numpy_lacks_is_refused_as_numpy_refuses_it() -> None:
    with pytest.raises(AttributeError, match="no_such_function"):
        np.no_such_function  # type: ignore[attr-defined]  # noqa: B018
