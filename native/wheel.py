"""Adds the library of machine code to a wheel, and names the system that it is for.

Without ``SUITWISE_NATIVE``, the folder of a system that ``build.py`` has filled, the wheel stays pure.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class NativeWheel(BuildHookInterface[Any]):
    """The hook that hatchling calls for every wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the library and its index, and set the tag."""
        folder = Path(os.environ.get("SUITWISE_NATIVE", ""))
        if version == "editable" or not folder.name:
            return
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{(folder / 'tag').read_text('utf-8')}"
        for path in (folder / "index.txt", *folder.glob("suitwise.*")):
            build_data["force_include"][str(path.resolve())] = f"suitwise/native/{path.name}"
