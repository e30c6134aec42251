"""One text of a rule, three ways to run it: plain Python, machine code, CUDA.

A *rule* is a small module-level function over integers and arrays, marked ``@rule``. The mark
changes nothing: called directly it is plain Python, which explains and tests. Two functions make
its other faces from the same text:

* ``machine(f)`` is ``f`` compiled for this processor by numba;
* ``device(f)`` is ``f`` as a CUDA device function.

For a rule of the form ``f(i, given, answer)``, ``over_rows(f)`` and ``grid(f)`` run it for every row
of an array, as a compiled loop and as a CUDA kernel.

Both make a copy of ``f`` whose global names mean something else: another rule becomes that rule's
compiled copy, a tuple of integers (a constant table) becomes a read-only array of the smallest
type, and the primitives (``PRIMITIVES``) become single instructions. Nothing else is translated, so
what you read is what runs. Import other rules by name: one reached as ``module.rule`` is not found.

numba is imported only when a face is first asked for: a small command never pays for it. The machine
code of entry points is kept on disk (``code_cache``) under the text of every rule they reach, so an edit
in any of those files, or in this room, compiles anew, and one check-out or installation uses what
another has compiled.

This is the only room that knows numba.
"""

from __future__ import annotations

from suitwise.foundation.arrays.compiled.cuda import (
    cuda_available,
    cuda_line,
    device,
    device_copy,
    device_empty,
    device_view,
    grid,
    on_device,
    require_cuda,
)
from suitwise.foundation.arrays.compiled.processor import (
    is_kept,
    is_loaded,
    machine,
    over_rows,
    seconds_to_compile,
)
from suitwise.foundation.arrays.compiled.translation import (
    PRIMITIVES,
    RowRule,
    add_at,
    byte_at,
    count_bits,
    highest_bit,
    is_rule,
    item_at,
    lowest_bit,
    remembered,
    rule,
)

__all__ = [
    "PRIMITIVES",
    "RowRule",
    "add_at",
    "byte_at",
    "count_bits",
    "cuda_available",
    "cuda_line",
    "device",
    "device_copy",
    "device_empty",
    "device_view",
    "grid",
    "highest_bit",
    "is_kept",
    "is_loaded",
    "is_rule",
    "item_at",
    "lowest_bit",
    "machine",
    "on_device",
    "over_rows",
    "remembered",
    "require_cuda",
    "rule",
    "seconds_to_compile",
]
