"""Sphinx configuration."""

from suitwise import __version__

project = "Suitwise"
author = "The Suitwise founders"
project_copyright = "2026, The Suitwise founders"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
myst_enable_extensions = ["dollarmath", "colon_fence"]
myst_heading_anchors = 3
exclude_patterns = ["_build", "figures", "tractor-table3.md"]

html_theme = "furo"
html_static_path = ["_static"]
html_title = "Suitwise"

autodoc_typehints = "description"
autodoc_member_order = "bysource"
autodoc_mock_imports = ["gymnasium", "open_spiel", "pettingzoo", "pyspiel"]  # of the extra rl
autodoc_default_options = {"members": True, "show-inheritance": True}
napoleon_google_docstring = True
# Several games have a class Move: a bare one in a signature links to none.
suppress_warnings = ["ref.python"]
