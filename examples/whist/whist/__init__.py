"""Plain whist as a game of Suitwise: a game in a package of its own."""

from suitwise.catalogue import Entry

ENTRY = Entry(
    "whist",
    "whist.game:Whist",
    players={"rules": "whist.player:WhistPlayer"},
    face="suitwise.tricks:TrickFace",
    batch="suitwise.tricks:batch_of",
    openspiel="whist.openspiel:ENTRY",
    unit="points",
    episode="whist(points=0)",
)
"""Whist in the catalogue of games, where the entry point of ``pyproject.toml`` leads."""
