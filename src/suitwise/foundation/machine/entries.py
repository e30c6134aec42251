"""Entry points: rules that Python calls as machine code.

The machine code for the types of a call is looked for in this process, then in the library of a native
wheel or one that was linked here (``libraries``), then in the object files on disk (``code_cache``), and
compiled as the last resort (``compiler``). Object files are kept under a digest of the source of every
rule that is reached, so an edit in any of those files recompiles them, and two checkouts or
installations share the cache.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.machine import code_cache, machine_code
from suitwise.foundation.machine.code_cache import compiling
from suitwise.foundation.machine.libraries import Library, Row, library, linked
from suitwise.foundation.machine.machine_code import OTHER_TYPES, symbol_of
from suitwise.foundation.machine.rule_text import LOADED, Text, text_of
from suitwise.foundation.machine.signatures import as_plain, signature_of

used: set[Row] = set()
"""The entry points that were opened or compiled in this process."""


def object_key(source: str | None) -> bytes:
    """Return the key of the cache for what was compiled from a source for this processor."""
    return repr((source, machine_code.target())).encode()


def game_of(name: str) -> str:
    """Return the package of a game that an entry point belongs to; empty for those of no game alone.

    >>> game_of("suitwise.tractor.rules.follow:follows"), game_of("my_rules:trump")
    ('tractor', '')
    """
    package, _, rest = name.partition(".")
    return rest.partition(".")[0] if package == "suitwise" else ""


class Entry:
    """A rule as machine code, called like the rule.

    The code for the types of the arguments is opened or compiled at the first call with them. Integers
    have 64 bits and wrap around. The interpreter lock is released meanwhile, so threads use all cores.

    Args:
        function: the rule.
        over_rows: whether this is the loop of a row rule.
    """

    def __init__(self, function: Any, *, over_rows: bool = False) -> None:
        self._function, self._over_rows = function, over_rows
        self.name = f"{function.__module__}:{function.__qualname__}{' over rows' * over_rows}"
        self._arity = 4 if over_rows else function.__code__.co_argcount
        self._forms: dict[str, Callable[..., Any]] = {}
        self._last: Callable[..., Any] = self._first

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(Entry, over_rows=self._over_rows), (self._function,)

    def __call__(self, *arguments: Any) -> Any:  # noqa: D102
        try:
            found = self._last(*arguments)
        except SystemError:
            raise self._failed() from None
        return self._other(arguments) if found is OTHER_TYPES else found

    def for_types_of(self, *arguments: Any) -> Callable[..., Any]:
        """Return the builtin function for calls with the types of these arguments, and no others."""
        return self._form(as_plain(arguments))

    def _other(self, arguments: tuple[Any, ...]) -> Any:
        """Call the builtin function for types other than those of the last call."""
        arguments = as_plain(arguments)
        form = self._form(arguments)
        try:
            found = form(*arguments)
        except SystemError:
            raise self._failed() from None
        if found is OTHER_TYPES:
            raise SuitwiseError(f"{self.name} takes aligned arrays and plain numbers")
        self._last = form
        return found

    def _failed(self) -> SuitwiseError:
        return SuitwiseError(f"the rule {self.name} raised an error, which plain Python tells")

    @property
    def is_kept(self) -> bool:
        """Whether there is machine code of it, for some types of arguments."""
        if self._digest is None:
            return False
        if any(one.has(self.name, self._digest) for one in self._libraries()):
            return True
        return machine_code.can_open() and code_cache.has(self.name, self._key)

    def _first(self, *_: Any) -> Any:
        return OTHER_TYPES

    def _form(self, arguments: tuple[Any, ...]) -> Callable[..., Any]:
        """Return the builtin function for the types of these arguments."""
        if len(arguments) != self._arity:
            raise TypeError(f"{self.name} takes {self._arity} arguments, not {len(arguments)}")
        signature = signature_of(arguments)
        form = self._forms.get(signature)
        if form is None:
            form = self._forms[signature] = self._opened(signature) or self._compiled(signature)
            if self._digest is not None:
                used.add(Row(self.name, signature, self._digest))
            LOADED.add(self._function)
        return form

    def _libraries(self) -> Iterator[Library]:
        brought = library()
        if brought is not None:
            yield brought
        elif (own := linked(game_of(self.name))) is not None:  # what LLVM would open, too
            yield own

    @cached_property
    def _text(self) -> Text:
        return text_of(self._function)

    @cached_property
    def _digest(self) -> str | None:
        return self._text.digest

    @cached_property
    def _key(self) -> bytes:
        return object_key(self._digest)

    def _opened(self, signature: str) -> Callable[..., Any] | None:
        """Return the function that is there; None if there is none or it can't be opened."""
        if self._digest is None:
            return None
        for one in self._libraries():
            found = one.find(Row(self.name, signature, self._digest))
            if found is not None:
                return found
        if not machine_code.can_open():
            return None
        code = code_cache.load(self.name, self._key, signature)
        if code is None:
            return None
        try:
            return machine_code.opened_object(code, symbol_of(self.name, signature))
        except RuntimeError:  # LLVM can't open what another release of it has written
            code_cache.forget(self.name, self._key, signature)
            return None

    def _compiled(self, signature: str) -> Callable[..., Any]:
        """Compile the function and keep it on disk; other processes that need the same one wait."""
        from suitwise.foundation.machine import compiler

        compiler.numba_module()  # without it nothing can be compiled
        if not machine_code.can_open():
            raise SuitwiseError("machine code runs on machines of 64 bits, little end first")
        unkept = code_cache.folder().reason
        compiling(self._function.__module__, self._text.seconds, unkept)
        with _compiling, code_cache.alone_with(self._key):
            opened = self._opened(signature)  # another process may have been faster
            if opened is not None:
                return opened
            module = compiler.compiled(self._function, self._over_rows, self.name, signature)
            code = compiler.object_code(module, machine_code.target_machine())
            if self._digest is not None and self._text.is_current:
                code_cache.save(self.name, self._key, code, signature)
        return machine_code.opened_object(code, symbol_of(self.name, signature))


_compiling = threading.RLock()
