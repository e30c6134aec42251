"""Stack Management: which deals can be won, how, and why not.

>>> from suitwise import stacks
>>> layout = stacks.Layout.parse("7b 7a | 3b 6b")
>>> print(*stacks.winning_line(layout))
r1 r1 m0>1
>>> print(stacks.why_lost(stacks.Layout.parse("7b 7a | 6b 7c")))
3 suits in 2 stacks: the highest card of a suit never leaves, and a won stack holds one card
"""

from suitwise.foundation.lazy import exports

__all__ = exports(__name__)

TITLE = "Stack Management"
"""The name of the game."""
