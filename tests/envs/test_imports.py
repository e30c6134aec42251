"""The faces are light until used, and say what to install where a package is missing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import suitwise.envs
from suitwise.envs.sb3 import MaskablePlayer, make_vec_env
from suitwise.errors import SuitwiseError, extra_of
from suitwise.game import load
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


@pytest.mark.parametrize("package", ["stable_baselines3", "sb3_contrib"])
def test_what_needs_stable_baselines_names_its_extra(
    package: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, "suitwise.envs.sb3.vector", raising=False)
    (tmp_path / "model.zip").write_bytes(b"")
    player = MaskablePlayer(str(tmp_path / "model.zip"))
    asked: dict[str, Callable[[], object]] = {
        "stable_baselines3": lambda: make_vec_env("gin"),
        "sb3_contrib": lambda: player.seated(load("gin"), seed=1, stream=0),
    }
    with pytest.raises(SuitwiseError) as refused:
        asked[package]()
    assert str(refused.value) == f"this needs {package}: {extra_of('sb3')}"


def test_every_name_is_found_and_no_other() -> None:
    for name in suitwise.envs.__all__:
        assert getattr(suitwise.envs, name).__doc__
    with pytest.raises(AttributeError, match="has no attribute 'SeatEnvs'"):
        suitwise.envs.SeatEnvs  # noqa: B018
