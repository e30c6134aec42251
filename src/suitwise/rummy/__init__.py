"""Two-deck rummy: arrange hands, list their melds and combos, play gin, Indian rummy, rami, Rummikub.

>>> from suitwise import rummy
>>> hand = rummy.Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")
>>> print(rummy.arrange(hand))
H2 H3 H4 H5 | H4 H5 H6 + D3 D3 D4 C3 C3 = 16
>>> rummy.number_of_combos(hand), [str(card) for card in rummy.control_points(hand)]
(12, ['H3'])
"""

from suitwise.foundation.lazy import exports

__all__ = exports(__name__)

TITLE = "two-deck rummy"
"""The name of the game in words."""
