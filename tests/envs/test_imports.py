"""The faces are light until used, and say what to install where a package is missing."""

from __future__ import annotations

import pytest

import suitwise.envs
from suitwise.errors import extra_of
from tests.fresh import fresh_python

HEAVY = ("gymnasium", "pettingzoo", "pyspiel", "numba", "numpy", "matplotlib", "PIL")


def test_importing_the_faces_imports_nothing_heavy() -> None:
    code = f"import suitwise.envs, sys; print([name for name in {HEAVY} if name in sys.modules])"
    assert fresh_python(code).strip() == "[]"


def test_the_environment_of_a_seat_needs_neither_pettingzoo_nor_openspiel() -> None:
    code = f"""
import sys
import suitwise.envs
suitwise.envs.SeatEnv("gin").reset()
print([name for name in {HEAVY[1:3]} if name in sys.modules])
"""
    assert fresh_python(code).strip() == "[]"


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("SeatEnv", "gymnasium"),
        ("TableEnv", "pettingzoo"),
        ("env", "pettingzoo"),
        ("register_envs", "gymnasium"),
    ],
)
def test_where_a_package_is_missing_its_extra_is_named(name: str, package: str) -> None:
    code = f"""
import sys
sys.modules[{package!r}] = None
import suitwise.envs
try:
    suitwise.envs.{name}
except ValueError as error:
    print(error)
"""
    expected = f"this needs {package}: {extra_of('rl')}"
    assert fresh_python(code).strip() == expected


@pytest.mark.parametrize("package", ["PIL", "matplotlib"])
def test_a_picture_without_its_packages_names_their_extra(package: str) -> None:
    code = f"""
import sys
sys.modules[{package!r}] = None
from suitwise.envs import seen_image
from suitwise.game import load
try:
    seen_image(load("gin").start().rolled(3, 0)[0], 0)
except ValueError as error:
    print(error)
"""
    expected = f"this needs {package}: {extra_of('rl')}"
    assert fresh_python(code).strip() == expected


def test_every_name_is_found_and_no_other() -> None:
    for name in suitwise.envs.__all__:
        assert getattr(suitwise.envs, name).__doc__
    with pytest.raises(AttributeError, match="has no attribute 'SeatEnvs'"):
        suitwise.envs.SeatEnvs  # noqa: B018
