"""NumPy, loaded for its first attribute asked for: commands that need no arrays start at once.

``np`` stands for the module and ``NDArray`` for the type of its arrays, in annotations alone.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray as NDArray

    np = numpy
else:

    class _Late(ModuleType):
        """A module that is loaded for its first attribute, and keeps those that were asked for."""

        def __getattr__(self, name: str) -> Any:
            value = getattr(import_module(self.__name__), name)
            setattr(self, name, value)
            return value

    np, NDArray = _Late("numpy"), Any
