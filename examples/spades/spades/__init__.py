"""Spades as a game of Suitwise: a game with bids, in a package of its own."""

from suitwise.catalogue import Entry

ENTRY = Entry(
    "spades",
    "spades.game:Spades",
    players={"rules": "spades.player:SpadesPlayer"},
    face="suitwise.tricks:TrickFace",
    batch="suitwise.tricks:batch_of",
    openspiel="spades.openspiel:ENTRY",
    unit="points",
    review="suitwise.tricks:REVIEW",
    words={
        "en": {
            "ui.game.spades": "Spades",
            "ui.about.spades": "Four players, partners opposite: bid your tricks and take them",
            "ui.option.spades.points": "Points to win the game",
        },
        "zh": {
            "ui.game.spades": "黑桃王",
            "ui.about.spades": "四人，对家为伴，先叫墩数",
            "ui.option.spades.points": "终局分数",
            "ui.line.spades.points": "一方赢到或输到时结束；0为只打一局",
            "spades.nil": "零墩",
            "spades.why.nil": "牌小，黑桃又少",
            "spades.why.bid": "大牌、长黑桃和短花色约值{n}墩",
            "spades.why.low": "不想再赢墩：别人比它大的牌最多",
            "spades.why.master": "这个花色剩下的牌中它最大",
            "spades.why.cover-lead": "出大牌，替叫零墩的同伴收墩",
            "spades.why.short": "使最短的花色更短",
            "spades.why.lost": "这墩赢不了，出小牌即可",
            "spades.why.partner": "同伴的牌已稳赢此墩",
            "spades.why.ruff": "用能赢的最小黑桃将吃",
            "spades.why.sure": "无人能压的牌中它最小",
            "spades.why.high": "最大的牌最有可能赢墩",
            "spades.why.second": "后面的人也许压得过你最大的牌：出小牌",
            "spades.why.duck": "不想再赢墩：不赢此墩的牌中它最大",
            "spades.why.must": "非赢不可：留下小牌",
            "spades.why.hope": "现在会赢：出小牌，也许有人压过",
            "spades.unbroken": "黑桃尚未出过，不能首引：请出{play}",
        },
    },
    episode="spades(points=0)",
)
"""Spades in the catalogue of games, where the entry point of ``pyproject.toml`` leads."""
