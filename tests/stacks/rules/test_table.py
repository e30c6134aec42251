"""Plain Python or machine code: whichever is quicker, for one answer and for all."""

from __future__ import annotations

import sys

import pytest

from suitwise.stacks.rules.table import COMPILED_FROM, is_compiled_quicker
from tests.fresh import fresh_python


@pytest.mark.parametrize(("loaded", "cards"), [(True, COMPILED_FROM), (False, 10 * COMPILED_FROM)])
def test_importing_numba_pays_for_many_cards_only(
    loaded: bool, cards: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if loaded:
        monkeypatch.setitem(sys.modules, "numba", sys)
    else:
        monkeypatch.delitem(sys.modules, "numba", raising=False)
    assert is_compiled_quicker(cards)
    assert not is_compiled_quicker(cards - 1)


def test_a_layout_of_15_000_cards_is_judged_and_decided_without_numba() -> None:
    code = """
        import sys
        from suitwise import stacks
        layout = stacks.Layout.of([[(10 * i + k, i % 9) for k in range(10)] for i in range(1500)])
        assert stacks.is_winnable(layout)
        text = stacks.judge_input([layout])
        assert stacks.judge_text(text) == "Case #1: POSSIBLE\\n"
        assert stacks.solve_text(text).startswith("Case #1: POSSIBLE")
        print("numba" in sys.modules)
    """
    assert fresh_python("\n".join(line.strip() for line in code.splitlines())) == "False\n"
