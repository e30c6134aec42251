"""Texas 42: its rules and algebra, the game, double-dummy solvers, hidden worlds, bids.

>>> from suitwise import texas42
>>> deal = texas42.Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
>>> texas42.solve(deal), texas42.format_dominoes(texas42.best_line(deal))
(21, '5-5,3-2,5-0,6-5,6-4,6-6,4-1,1-1')
>>> texas42.count_worlds(texas42.Knowledge(0, texas42.mask_of(range(21, 28))))
399072960
"""

from suitwise.foundation.lazy import exports

__all__ = exports(__name__)

TITLE = "Texas 42"
"""The name of the game."""
