"""The machine code of entry points on disk, under the text of every rule that they reach."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from importlib.metadata import version
from types import FunctionType
from typing import Any

from suitwise.foundation.arrays import code_cache, notices
from suitwise.foundation.arrays.compiled.late_numba import numba_module
from suitwise.foundation.arrays.compiled.text import Text


class Kept:
    """The machine code of an entry point on disk, as numba asks for it (``numba.core.caching``).

    numba's own files are found by the path of the source and unpickled unseen; these are found by the
    text of all rules reached and checked first. They are loaded without the declarations that only
    compiling needs, half of the time that a small command takes.
    """

    cache_path = None

    def __init__(self, copy: FunctionType, function: Any, options: Mapping[str, Any]) -> None:
        self._options = options
        text = Text(function)
        self._seconds = text.seconds
        self._module = function.__module__
        self._name = f"{self._module.rpartition('.')[2]}.{function.__name__}"
        self._text = text.digest
        self._qualname = f"{self._module}:{copy.__qualname__}"

    def _key(self, types: Any, context: Any) -> bytes:
        machine_code = context.codegen().magic_tuple()
        releases = *(version(name) for name in ("numba", "llvmlite")), sys.version, self._options
        return repr((self._text, self._qualname, str(types), machine_code, releases)).encode()

    def is_there(self, types: Any, context: Any) -> bool:
        """Tell whether machine code for these types is on the disk."""
        return self._text is not None and code_cache.has(self._name, self._key(types, context))

    def tell(self) -> None:
        """Tell who waits that this is being compiled."""
        notices.compiling(self._module, self._seconds, code_cache.folder().reason)

    def alone_with(self, types: Any, context: Any) -> AbstractContextManager[None]:
        """Keep other processes from compiling the same meanwhile."""
        if self._text is None:
            return nullcontext()
        return code_cache.alone_with(self._key(types, context))

    def load_overload(self, types: Any, context: Any) -> Any:
        """Return what is kept for these types; None if nothing is, or nothing that can be loaded."""
        if self._text is None:
            return None
        numba_module(".core.runtime").rtsys.initialize(context)
        key = self._key(types, context)
        content = code_cache.load(self._name, key)
        if content is None:
            return None
        try:
            result = numba_module(".core.compiler").CompileResult
            return result._rebuild(context, *pickle.loads(content))
        except Exception:  # whatever another release has written: it is compiled anew
            code_cache.forget(self._name, key)
            return None

    def save_overload(self, types: Any, compiled: Any) -> None:
        """Keep what was compiled for these types."""
        if self._text is not None and not compiled.lifted:
            content = numba_module(".core.serialize").dumps(compiled._reduce())
            code_cache.save(self._name, self._key(types, compiled.target_context), content)
