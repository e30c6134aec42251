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
    words={
        "en": {"ui.game.whist": "Whist", "ui.about.whist": "Four players, partners opposite"},
        "zh": {
            "ui.game.whist": "惠斯特",
            "ui.about.whist": "四人，对家为伴",
            "ui.option.whist.points": "一场打到几分",
            "ui.option.whist.dealer": "首局发牌的座位",
            "ui.line.whist.points": "0为只打一局",
            "ui.line.whist.dealer": "从0到3",
        },
    },
    episode="whist(points=0)",
)
"""Whist in the catalogue of games, where the entry point of ``pyproject.toml`` leads."""
