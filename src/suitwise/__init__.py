"""Suitwise: exact rules, rulings and play for games whose suits and ranks shift.

Each game is a subpackage; importing this package loads none of them.

>>> import suitwise
>>> str(suitwise.load("stacks(stacks=8,height=13)"))
'stacks(stacks=8,height=13,suits=4,singles=1)'
>>> from suitwise import tractor
>>> tractor.judge_trick("S2", ["HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6"]).winner
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from suitwise.moved import install_aliases

if TYPE_CHECKING:
    from suitwise.game import load as load

__version__ = "0.2.0"
install_aliases()


def __getattr__(name: str) -> Any:
    """Import ``suitwise.load`` on first use."""
    if name == "load":
        from suitwise.game import load

        return load
    raise AttributeError(f"module 'suitwise' has no attribute {name!r}")
