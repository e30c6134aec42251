"""Two-deck rummy: what a hand can meld, the best of it, and games to play.

>>> from suitwise import rummy
>>> hand = rummy.Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")
>>> print(rummy.arrange(hand))
H2 H3 H4 H5 | H4 H5 H6 + D3 D3 D4 C3 C3 = 16
"""

from suitwise.rummy.arrangement import Arrangement, arrange, deadwood
from suitwise.rummy.hand import Hand
from suitwise.rummy.melds import Meld, Run, Set, parse_meld
from suitwise.rummy.rules import NAMED, Rules

__all__ = [
    "NAMED",
    "Arrangement",
    "Hand",
    "Meld",
    "Rules",
    "Run",
    "Set",
    "arrange",
    "deadwood",
    "parse_meld",
]
