"""NumPy as ``np``, imported at the first use of an attribute, so that other commands start fast.

``NDArray`` is NumPy's array type for annotations; at run time it is ``Any``.
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

    class _LazyModule(ModuleType):
        """A module imported at the first use of an attribute; attributes are cached."""

        def __getattr__(self, name: str) -> Any:
            value = getattr(import_module(self.__name__), name)
            setattr(self, name, value)
            return value

    np, NDArray = _LazyModule("numpy"), Any
