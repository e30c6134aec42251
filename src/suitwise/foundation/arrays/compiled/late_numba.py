"""numba, imported when it is first needed: a small command never pays for it."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def numba_module(module: str = "") -> Any:
    """Import numba or one of its modules, late; its stubs differ from release to release."""
    return import_module("numba" + module)
