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
    review="suitwise.tricks:REVIEW",
    words={
        "en": {
            "ui.game.hearts": "Hearts",
            "ui.about.hearts": "Four players, each for themselves",
            "ui.option.hearts.points": "Points to end the game",
            "ui.option.hearts.passing": "Cards are passed",
            "ui.option.hearts.queen_breaks": "The queen of spades breaks hearts",
        },
        "zh": {
            "ui.game.hearts": "红心大战",
            "ui.about.hearts": "四人，各自为战",
            "ui.option.hearts.points": "终局分数",
            "ui.option.hearts.passing": "传牌方向",
            "ui.option.hearts.queen_breaks": "黑桃Q也算破红桃",
            "ui.line.hearts.points": "有人达到时结束；0为只打一局",
            "ui.line.hearts.passing": "轮流，或始终向左、右、对家，或不传",
            "ui.line.hearts.queen_breaks": "出过黑桃Q后，也可首引红桃",
            "hearts.two": "首墩由梅花2首引：请出{play}",
            "hearts.unbroken": "红桃尚未出过，不能首引：请出{play}",
            "hearts.why.rid": "可给出的牌中，这张留着最危险",
            "hearts.why.out": "小黑桃逼出别人手中的黑桃Q",
            "hearts.why.last": "没有别的牌可首引",
            "hearts.why.low": "别人还有{n}张更大的{suit}，这张最不易赢墩",
            "hearts.why.duck": "这张不赢墩，更小的牌留待以后",
            "hearts.why.free": "这墩没有分，用最大的牌赢",
            "hearts.why.take": "躲不过赢墩；出小牌，也许有人盖过",
            "hearts.first-trick": "第一墩不出分牌：请出{play}",
        },
    },
    episode="hearts(points=0)",
)
"""Hearts in the catalogue of games, where the entry point of ``pyproject.toml`` leads."""
