"""A template is made of blocks only."""

from __future__ import annotations

import pytest

from suitwise.errors import IllegalPosition
from tests.oracles.tractor_paper.template import Template


def test_a_template_refuses_sizes_that_no_block_has() -> None:
    with pytest.raises(IllegalPosition, match=r"4, 6, 8"):
        Template.of([3])
    with pytest.raises(IllegalPosition, match="longest first"):
        Template((4, 6), 0, 0)
