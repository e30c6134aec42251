"""Plain whist as a game of Suitwise: a game in a package of its own."""

from suitwise.catalogue import Entry

ENTRY = Entry(
    "whist",
    "whist.game:Whist",
    players={"rules": "whist.players.rule_based:WhistPlayer"},
    face="whist.face:WhistFace",
    openspiel="whist.openspiel:ENTRY",
    unit="points",
    episode="whist(points=0)",
)
"""Whist in the catalogue of games, where the entry point of ``pyproject.toml`` leads."""
