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
    words={
        "zh": {
            "hearts.two": "首墩由梅花2首引：请出{play}",
            "hearts.unbroken": "红桃尚未出过，不能首引：请出{play}",
            "hearts.first-trick": "第一墩不出分牌：请出{play}",
        }
    },
    episode="hearts(points=0)",
)
"""Hearts in the catalogue of games, where the entry point of ``pyproject.toml`` leads."""
