"""Rules as CUDA code, and arrays that lie on a GPU."""

from __future__ import annotations

import functools
from collections.abc import Callable
from importlib.metadata import version
from types import FunctionType
from typing import Any, ParamSpec, TypeVar

from suitwise.errors import SuitwiseError, extra_of
from suitwise.foundation.arrays.code_cache import compiling
from suitwise.foundation.arrays.compiled.translation import (
    PRIMITIVES,
    RowRule,
    Text,
    calling_itself,
    made_once,
    numba_module,
    translated,
)

P = ParamSpec("P")
R = TypeVar("R")


def cuda_available() -> bool:
    """Tell whether CUDA kernels can run here: a GPU, or numba-cuda's simulator.

    >>> isinstance(cuda_available(), bool)
    True
    """
    try:
        return bool(numba_module(".cuda").is_available())
    except ImportError:
        return False


def require_cuda() -> None:
    """Refuse in one sentence where no CUDA kernel can run.

    Raises:
        SuitwiseError: there is neither a GPU nor the simulator.

    >>> try:
    ...     require_cuda()
    ... except SuitwiseError as error:
    ...     assert "on a machine with an NVIDIA GPU" in str(error)
    """
    if not cuda_available():
        raise SuitwiseError(
            f"there is no CUDA device here: {extra_of('cuda')}, on a machine with an NVIDIA "
            "GPU, or set NUMBA_ENABLE_CUDASIM=1 for the simulator"
        )


def cuda_line() -> str:
    """Return the GPU and the version of numba-cuda that kernels run with.

    >>> not cuda_available() or "numba-cuda" in cuda_line()
    True
    """
    require_cuda()
    if numba_module(".core.config").ENABLE_CUDASIM:
        return "numba-cuda's simulator"
    name = numba_module(".cuda").get_current_device().name
    return (
        f"{name.decode() if isinstance(name, bytes) else name}, numba-cuda {version('numba-cuda')}"
    )


def on_device(array: object) -> bool:
    """Tell whether an array lies on a GPU, whoever made it (in the simulator: as if on one).

    >>> on_device([1, 2])
    False
    """
    return hasattr(array, "__cuda_array_interface__") or hasattr(array, "__cuda_ndarray__")


def device_view(array: Any) -> Any:
    """Return an array that lies on a GPU as one that kernels take; nothing is copied.

    >>> not cuda_available() or on_device(device_view(device_empty((2,), "int8")))
    True
    """
    ours = hasattr(array, "__cuda_ndarray__")
    return array if ours else numba_module(".cuda").as_cuda_array(array)


def device_copy(array: Any) -> Any:
    """Return a copy of an array of NumPy on the GPU.

    >>> import numpy as np
    >>> not cuda_available() or on_device(device_copy(np.arange(3)))
    True
    """
    require_cuda()
    return numba_module(".cuda").to_device(array)


def device_empty(shape: tuple[int, ...], dtype: Any) -> Any:
    """Return an array on the GPU that is yet to be filled.

    >>> not cuda_available() or device_empty((2, 3), "int8").shape == (2, 3)
    True
    """
    require_cuda()
    return numba_module(".cuda").device_array(shape, dtype)


@made_once
def device(function: Callable[P, R]) -> Callable[P, R]:
    """Return a rule as a CUDA device function (in the simulator: the plain rule itself).

    >>> from suitwise.foundation.arrays.compiled import count_bits
    >>> not cuda_available() or device(count_bits) is not None
    True
    """
    assert isinstance(function, FunctionType)
    if numba_module(".core.config").ENABLE_CUDASIM:
        return function
    if function in PRIMITIVES:
        face: Callable[P, R] = _device_primitives()[function]
        return face
    copy = translated(function, device)
    compiled: Callable[P, R] = numba_module(".cuda").jit(device=True)(copy)
    calling_itself(copy, function, compiled)
    return compiled


@made_once
def grid(function: RowRule) -> Callable[[Any, Any], None]:
    """Return a CUDA launcher of ``function(i, given, answer)`` for every row i of ``answer``.

    ``given`` is an array or a tuple of what the rule needs. NumPy arrays are copied to the GPU and
    back; device arrays stay where they are.

    >>> import numpy as np
    >>> from suitwise.foundation.arrays.compiled import rule
    >>> @rule
    ... def double_row(i, given, answer):
    ...     answer[i] = 2 * given[i]
    >>> answer = np.zeros(3, np.int64)
    >>> if cuda_available():
    ...     grid(double_row)(np.arange(3), answer)
    ...     assert answer.tolist() == [0, 2, 4]
    """
    cuda = numba_module(".cuda")
    if not numba_module(".core.config").ENABLE_CUDASIM:
        unkept = "code for a GPU is not kept"
        compiling(function.__module__, Text(function).seconds, unkept)
    # The simulator finds the module `cuda` among a kernel's globals, hence this scope.
    scope = {"__name__": function.__module__, "cuda": cuda, "body": device(function)}
    kernel = cuda.jit(FunctionType(_row_kernel.__code__, scope))
    threads = 128

    def launch(given: Any, answer: Any) -> None:
        if answer.shape[0] == 0:  # CUDA has no grid of nothing
            return
        kernel[(answer.shape[0] + threads - 1) // threads, threads](given, answer)

    return launch


def _row_kernel(given: Any, answer: Any) -> None:
    i = cuda.grid(1)  # type: ignore[name-defined]  # noqa: F821
    if i < answer.shape[0]:
        body(i, given, answer)  # type: ignore[name-defined]  # noqa: F821


@functools.cache
def _device_primitives() -> dict[Any, Any]:
    cuda = numba_module(".cuda")

    def add(items: Any, at: Any, amount: Any) -> None:
        cuda.atomic.add(items, at, amount)

    faces: tuple[Callable[..., Any], ...] = (
        lambda bits: cuda.popc(bits),
        lambda bits: cuda.ffs(bits) - 1,
        lambda bits: 63 - cuda.clz(bits),
        lambda text, at: text[at],
        lambda items, at: items[at],
        add,
    )
    return {
        plain: cuda.jit(device=True)(face) for plain, face in zip(PRIMITIVES, faces, strict=True)
    }
