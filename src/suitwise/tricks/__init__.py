"""What trick-taking games share: a deal as rules over a record, and every face of a game made of them.

A game says what is its own in a few rules (``tricks.rules``) and derives its class from ``TrickGame``;
states, texts, views, arrays, exact worlds, refusals and compiled environments come from these alone.
"""

from suitwise.foundation.lazy import exports

__all__ = exports(__name__)
