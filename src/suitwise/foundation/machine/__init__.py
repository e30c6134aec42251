"""Machine code: compiled from rules by numba, kept on disk or brought by a wheel, called as builtins."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "native"
"""Where a native wheel keeps its library of machine code."""
INDEX = "index.txt"


@cache
def has_library() -> bool:
    """Return whether this installation is a native wheel's."""
    return (FOLDER / INDEX).exists()
