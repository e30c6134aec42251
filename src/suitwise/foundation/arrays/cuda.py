"""Rules as CUDA code, and arrays that lie on a GPU.

``device(f)`` compiles a rule as a CUDA device function, ``grid(f)`` a row rule as a kernel. The same
source runs in numba-cuda's simulator, which needs no GPU. See ``compiled`` for what a rule is.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

from suitwise.errors import SuitwiseError, extra_of
from suitwise.foundation.machine import rule_text
from suitwise.foundation.machine.code_cache import compiling
from suitwise.foundation.machine.compiler import calling_itself, numba_module

# --- The device and its arrays --------------------------------------------------------------------


def cuda_available() -> bool:
    """Return whether CUDA kernels can run here: a GPU, or numba-cuda's simulator.

    >>> isinstance(cuda_available(), bool)
    True
    """
    try:
        return bool(numba_module(".cuda").is_available())
    except (ImportError, SuitwiseError):  # no numba, or no numba-cuda
        return False


def require_cuda() -> None:
    """Raise an error unless CUDA kernels can run here.

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
    """Return a line with the name of the GPU and the version of numba-cuda.

    >>> not cuda_available() or "numba-cuda" in cuda_line()
    True
    """
    from importlib.metadata import version  # slow to import and rarely needed

    require_cuda()
    if numba_module(".core.config").ENABLE_CUDASIM:
        return "numba-cuda's simulator"
    name = numba_module(".cuda").get_current_device().name
    return (
        f"{name.decode() if isinstance(name, bytes) else name}, numba-cuda {version('numba-cuda')}"
    )


def device_view(array: Any) -> Any:
    """Wrap a GPU array of any library so that kernels accept it, without copying.

    >>> from suitwise.foundation.arrays.rows import on_device
    >>> not cuda_available() or on_device(device_view(device_empty((2,), "int8")))
    True
    """
    ours = hasattr(array, "__cuda_ndarray__")
    return array if ours else numba_module(".cuda").as_cuda_array(array)


def device_copy(array: Any) -> Any:
    """Copy a NumPy array to the GPU.

    >>> import numpy as np
    >>> from suitwise.foundation.arrays.rows import on_device
    >>> not cuda_available() or on_device(device_copy(np.arange(3)))
    True
    """
    require_cuda()
    return numba_module(".cuda").to_device(array)


def device_empty(shape: tuple[int, ...], dtype: Any) -> Any:
    """Return a new array on the GPU, not initialized.

    >>> not cuda_available() or device_empty((2, 3), "int8").shape == (2, 3)
    True
    """
    require_cuda()
    return numba_module(".cuda").device_array(shape, dtype)


# --- Rules ----------------------------------------------------------------------------------------


@rule_text.made_once
def device(function: Callable[rule_text.P, rule_text.R]) -> Callable[rule_text.P, rule_text.R]:
    """Compile a rule as a CUDA device function; the simulator takes the plain rule itself.

    >>> from suitwise.foundation.arrays.compiled import count_bits
    >>> not cuda_available() or device(count_bits) is not None
    True
    """
    assert isinstance(function, FunctionType)
    if numba_module(".core.config").ENABLE_CUDASIM:
        return function
    if function in rule_text.PRIMITIVES:
        face: Callable[rule_text.P, rule_text.R] = _device_primitives()[function]
        return face
    copy = rule_text.translated(function, device)
    compiled: Callable[rule_text.P, rule_text.R] = numba_module(".cuda").jit(device=True)(copy)
    calling_itself(copy, function, compiled)
    return compiled


@rule_text.made_once
def grid(function: rule_text.RowRule) -> Callable[[Any, Any], None]:
    """Return a function that runs ``function(i, given, answer)`` on CUDA for every row i of ``answer``.

    ``given`` is an array, or a tuple of arrays and numbers. NumPy arrays are copied to the GPU and back;
    device arrays stay where they are.

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
        compiling(function.__module__, rule_text.Text(function).seconds, unkept)
    # The kernel's globals must hold the module `cuda`: the simulator looks for it there.
    scope = {"__name__": function.__module__, "cuda": cuda, "body": device(function)}
    kernel = cuda.jit(FunctionType(_row_kernel.__code__, scope))
    threads = 128

    def launch(given: Any, answer: Any) -> None:
        if answer.shape[0] == 0:  # CUDA can't launch an empty grid
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
        plain: cuda.jit(device=True)(face)
        for plain, face in zip(rule_text.PRIMITIVES, faces, strict=True)
    }
