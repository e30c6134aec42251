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
    review="suitwise.tricks:REVIEW",
    words={
        "en": {"ui.game.whist": "Whist", "ui.about.whist": "Four players, partners opposite"},
        "zh": {
            "ui.game.whist": "惠斯特",
            "ui.about.whist": "四人，对家为伴",
            "ui.option.whist.points": "一场打到几分",
            "ui.option.whist.dealer": "首局发牌的座位",
            "ui.line.whist.points": "0为只打一局",
            "ui.line.whist.dealer": "从0到3",
            "whist.why.trumps": "手中有{n}张将牌，吊出别人的将牌",
            "whist.why.return": "还出同伴领出的花色",
            "whist.why.longest": "从最长的花色领出",
            "whist.why.only": "只有将牌可以领出",
            "whist.why.lost": "这墩赢不了，出小牌即可",
            "whist.why.partner": "同伴的牌已稳赢此墩",
            "whist.why.cheap": "能赢的牌中这张最小",
            "whist.why.second": "第二家出小牌",
            "whist.why.best": "这个花色剩下的牌中这张最大",
            "whist.why.third": "第三家出大牌",
        },
    },
    episode="whist(points=0)",
)
"""Whist in the catalogue of games, where the entry point of ``pyproject.toml`` leads."""
