"""Packages that import a public name when it is first used.

``import suitwise.tractor`` alone would load solvers, players and arrays for a command that rules on one
trick. So the public names of a package stand in its stub, ``__init__.pyi``, where type checkers and
editors look for them, too; each line gives the module that defines them::

    from suitwise.tractor.rules.deck import Pile as Pile
    from suitwise.tractor.rules.deck import Trump as Trump
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from suitwise.errors import missing

_EXPORT = re.compile(r"^from (\S+) import (\w+) as (\w+)$", re.MULTILINE)
_MISSING = object()


class _Shadowing:
    """An exported function with the name of a subpackage: ``tractor.solve`` and ``tractor/solve/``.

    Importing a subpackage sets the attribute of that name in its parent. A data descriptor comes before
    the module's own attributes, so the function stays what the name gives.
    """

    def __init__(self, load: Callable[[], Any]) -> None:
        self._load = load
        self._value: Any = _MISSING

    def __get__(self, package: Any, kind: type) -> Any:
        if self._value is _MISSING:
            self._value = self._load()
        return self._value

    def __set__(self, package: Any, value: object) -> None:
        if not isinstance(value, ModuleType):
            self._value = value


def exports(package: str, extra: str = "") -> list[str]:
    """Let a package import its public names on first use, and return them for its ``__all__``.

    Args:
        package: its ``__name__``; it has a stub beside its ``__init__.py``.
        extra: the extra that installs what its modules need beyond the core.

    Raises:
        SuitwiseError: on use of a name, where a package of the extra is missing.

    >>> import suitwise.tractor
    >>> "pile_of" in suitwise.tractor.__all__, suitwise.tractor.pile_of("HAHK").size
    (True, 2)
    """
    module = sys.modules[package]
    stub = Path(str(module.__file__)).with_suffix(".pyi").read_text("utf-8")
    places = {name: (source, own) for source, own, name in _EXPORT.findall(stub)}
    folders = {
        source.removeprefix(f"{package}.").partition(".")[0] for source, _ in places.values()
    }

    def load(name: str) -> Any:
        source, own_name = places[name]
        try:
            return getattr(import_module(source), own_name)
        except ModuleNotFoundError as error:
            if extra:
                raise missing(error, extra) from error
            raise

    def find(package: ModuleType, name: str) -> Any:
        if name not in places:
            raise AttributeError(f"module {package.__name__!r} has no attribute {name!r}")
        value = load(name)
        setattr(package, name, value)  # so it is found at once from now on
        return value

    shadowing = {name: _Shadowing(partial(load, name)) for name in places.keys() & folders}
    methods = {"__getattr__": find, "__dir__": lambda package: sorted({*vars(package), *places})}
    module.__class__ = type("Package", (ModuleType,), methods | shadowing)
    return sorted(places)
