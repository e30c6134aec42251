"""What has moved is importable under its old name for one release."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from suitwise.moved import MOVED


@pytest.mark.parametrize("old", MOVED)
def test_a_module_that_has_moved_is_the_new_one_under_its_old_name(
    old: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, old, raising=False)
    with pytest.warns(DeprecationWarning, match=f"{old} has moved to {MOVED[old]}$"):
        assert import_module(old) is import_module(MOVED[old])


def test_a_module_that_never_was_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError):
        import_module("suitwise.players.trees.roots")
