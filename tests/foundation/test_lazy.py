"""A package imports its public names when they are first used; a name is what its module gives."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from tests.fresh import fresh_python

PACKAGES = [
    f"suitwise.{name}" for name in ("envs", "players", "rummy", "stacks", "texas42", "tractor")
]
FIRST = {
    "suitwise.rummy": "arrange",
    "suitwise.stacks": "winning_line",
    "suitwise.texas42": "solve",
    "suitwise.tractor": "duty_of",
}
"""A name of each game."""


@pytest.mark.parametrize("package", PACKAGES)
def test_each_public_name_is_found_and_is_no_module(package: str) -> None:
    module = import_module(package)
    assert module.__all__ == sorted(module.__all__)
    for name in module.__all__:
        assert not isinstance(getattr(module, name), ModuleType), name
        assert name in dir(module)


@pytest.mark.parametrize("package", FIRST)
def test_a_game_loads_none_of_its_modules_before_a_name_of_it_is_used(package: str) -> None:
    name = FIRST[package]
    code = (
        f"import sys, {package}\n"
        f"loaded = lambda: sum(one.startswith('{package}.') for one in sys.modules)\n"
        f"print(loaded(), {package}.{name}.__name__, loaded() > 0)"
    )
    assert fresh_python(code).split() == ["0", name, "True"]


@pytest.mark.parametrize("first", ["suitwise.tractor", "suitwise.tractor.solve.solver"])
def test_a_function_stays_reachable_where_a_folder_has_its_name(first: str) -> None:
    code = (
        f"import {first}\n"
        "import suitwise.tractor.solve.solver\n"
        "import suitwise.tractor.review\n"
        "from suitwise import tractor\n"
        "print(tractor.solve.__module__, tractor.review.__name__)"
    )
    assert fresh_python(code).split() == ["suitwise.tractor.solve.solver", "review"]


@pytest.mark.parametrize("name", ["solve", "duty_of"])
def test_a_name_can_be_replaced_for_a_while(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from suitwise import tractor

    before: Any = getattr(tractor, name)
    with monkeypatch.context() as patch:
        patch.setattr(tractor, name, len)
        assert getattr(tractor, name) is len
    assert getattr(tractor, name) is before


def test_a_name_that_there_is_not_is_an_attribute_error() -> None:
    from suitwise import tractor

    with pytest.raises(
        AttributeError, match=r"module 'suitwise\.tractor' has no attribute 'trick'"
    ):
        tractor.trick  # type: ignore[attr-defined]  # noqa: B018
