"""Sphinx configuration."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from suitwise import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
import reference  # noqa: E402

project = "Suitwise"
author = "The Suitwise founders"
project_copyright = "2026, The Suitwise founders"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
myst_enable_extensions = ["attrs_inline", "colon_fence", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "figures", "tractor-table3.md"]

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_title = "Suitwise"

autodoc_typehints = "description"
autodoc_preserve_defaults = True  # Rules(), not all that it holds
autodoc_member_order = "bysource"
autodoc_mock_imports = [  # of the extras rl, sb3 and table
    "gymnasium",
    "h11",
    "open_spiel",
    "pettingzoo",
    "pyspiel",
    "sb3_contrib",
    "segno",
    "stable_baselines3",
    "starlette",
    "uvicorn",
    "websockets",
]
autodoc_default_options = {"members": True, "show-inheritance": True}
napoleon_google_docstring = True
# Several games have a class Move: a bare one in a signature links to none.
suppress_warnings = ["ref.python"]


def write_reference(app: Sphinx) -> None:
    """Make the pages of the reference before they are read."""
    from sphinx.ext.autodoc.mock import mock

    with mock(autodoc_mock_imports):
        reference.write(HERE / "reference")


def mend_docstring(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]
) -> None:
    """Leave out what Python says by itself of the fields of a named tuple."""
    lines[:] = reference.without_aliases(lines)


def setup(app: Sphinx) -> None:
    """Connect the two, and link to pages of the source unless the rest alone is to be checked.

    They take as long as all the others, and hold nothing that a page could have wrong.
    """
    if "checked" not in app.tags:
        app.setup_extension("sphinx.ext.viewcode")
    app.connect("builder-inited", write_reference)
    app.connect("autodoc-process-docstring", mend_docstring)
