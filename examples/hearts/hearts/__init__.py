"""Hearts as a game of Suitwise: a game in a package of its own."""

from suitwise.catalogue import Entry

ENTRY = Entry(
    "hearts",
    "hearts.game:Hearts",
    players={"rules": "hearts.player:HeartsPlayer"},
    face="suitwise.tricks:TrickFace",
    batch="suitwise.tricks:batch_of",
    openspiel="hearts.openspiel:ENTRY",
    unit="points",
    episode="hearts(points=0)",
)
"""Hearts in the catalogue of games, where the entry point of ``pyproject.toml`` leads."""
