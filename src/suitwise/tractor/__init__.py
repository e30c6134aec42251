"""Tractor (Sheng Ji): the two-pack game at the table, and exact rulings on its tricks and rounds.

>>> from suitwise import tractor
>>> tractor.phi("H5", "S5"), tractor.partition("H5", "S5")
(25, 'T')
>>> [str(block) for block in tractor.decompose("HQHQHKHKHA", "S2")]
['HKHKHQHQ', 'HA']
>>> print(tractor.match("HAHAHKHQ", "S3S3S9S9", "S2"))
S9S9 S3 S3
>>> duty = tractor.duty_of("S2", "H3H3H4H4", "H6H6H7H7H9H9HJ")
>>> duty.n_legal, duty.why_not("H6H6H9H9")
(1, 'follow tractors: a tractor of 2 pairs is owed, the play gives 2 pairs; H6H6H7H7 would meet it')
"""

from suitwise.foundation.lazy import exports

__all__ = exports(__name__)

TITLE = "Tractor"
"""What people call the game."""
