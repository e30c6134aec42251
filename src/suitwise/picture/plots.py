"""Plots in files: checks of the file, the style, the writing; they need the extra ``plot``."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from suitwise.errors import SuitwiseError, extra_of

PLOTS = (".svg", ".png")


def check_plot(path: Path) -> None:
    """Make sure that a plot can be drawn into this file.

    Raises:
        SuitwiseError: neither an SVG nor a PNG file is asked for, or matplotlib is missing or does
            not start.
        OSError: the file can't be written.
    """
    if path.suffix.lower() not in PLOTS:
        raise SuitwiseError(f"{path.name}: a plot is an .svg or a .png file")
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        raise SuitwiseError(f"a plot needs matplotlib: {extra_of('plot')}") from None
    except ValueError as error:  # a setting in the environment that it does not know
        raise SuitwiseError(f"matplotlib does not start: {error}") from None
    _try_to_write(path)


def _try_to_write(path: Path) -> None:
    """Open a file as if to write, and leave everything as it was."""
    new = not path.exists()
    with open(path, "ab"):
        pass
    if new:
        path.unlink()


def plot_style(salt: str) -> AbstractContextManager[None]:
    """Return the settings that a plot is drawn under: an SVG file comes out the same each time.

    Args:
        salt: what the names inside an SVG file are made from.
    """
    import matplotlib

    settings: Any = {"svg.hashsalt": salt, "svg.fonttype": "none", "font.family": "sans-serif"}
    style: AbstractContextManager[None] = matplotlib.rc_context(settings)
    return style


def save_plot(figure: Any, path: Path, description: str) -> None:
    """Write a figure of matplotlib, under its style, with a description for those who can't see it.

    Args:
        figure: the figure.
        path: an .svg or .png file, which ``check_plot`` has passed.
        description: what the plot shows, as text.
    """
    kind = path.suffix.lower()[1:]
    undated = {"Date": None} if kind == "svg" else {}
    figure.savefig(path, format=kind, dpi=160, metadata={"Description": description, **undated})
