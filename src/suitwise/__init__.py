"""Suitwise: exact rules, rulings and play for games whose suits and ranks shift.

Each game is a subpackage; importing this package loads none of them.

>>> from suitwise import tractor
>>> tractor.judge_trick("S2", ["HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6"]).winner
1
"""

__version__ = "0.1.0"
