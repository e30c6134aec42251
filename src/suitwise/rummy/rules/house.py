"""The house rules of gin, Indian rummy, rami and Rummikub as a page offers them.

Sources of the presets: docs/rummy.md, Gin rummy, Gin as clubs play it, Indian rummy and Rummikub;
docs/rummy-rami.md.
"""

from suitwise.game.houses import HouseForm, Preset, Rule, flags, numbers

GIN = HouseForm(
    rules=(
        Rule("cards", "cards", numbers((7, 10))),
        Rule("ace", "cards", ("low", "both", "corner")),
        Rule("ace_points", "cards", numbers((1, 15))),
        Rule("knock", "play", numbers((0, 5, 7, 10))),
        *flags("play", "oklahoma"),
        Rule("ace_upcard", "play", ("gin", "1")),
        *flags("play", "declare", "gin_layoff"),
        Rule("layoff", "play", ("best", "ask")),
        Rule("tie", "play", ("undercut", "knocker")),
        Rule("idle", "play", numbers((20, 50, 1000))),
        Rule("gin", "scoring", numbers((20, 25))),
        Rule("undercut", "scoring", numbers((10, 20, 25))),
        Rule("big", "scoring", numbers((0, 31, 50))),
        Rule("box", "scoring", numbers((0, 20, 25))),
        Rule("game", "scoring", numbers((0, 100))),
        Rule("spades", "scoring", numbers((1, 2))),
        Rule("spade_boxes", "scoring", numbers((1, 2))),
        Rule("gin_boxes", "scoring", numbers(range(4))),
        Rule("undercut_boxes", "scoring", numbers(range(4))),
        Rule("shutout", "scoring", ("game", "points", "all", "no")),
        Rule("to", "match", numbers((0, 50, 100, 125, 150, 200, 250))),
        Rule("columns", "match", numbers((1, 3))),
        Rule("dealer", "match", ("loser", "winner", "turns")),
        Rule("deals", "match", numbers((0, 4, 8, 12, 20))),
    ),
    presets=(
        Preset("modern", "gin(to=100)"),
        Preset("pagat", "gin(gin=20,undercut=10,to=100)"),
        Preset("big", "gin(big=31,to=100)"),
        Preset("oklahoma", "gin(to=150,oklahoma=yes,spades=2,gin_boxes=2,undercut_boxes=1,big=31)"),
        Preset("hollywood", "gin(to=150,columns=3)"),
        Preset("straight", "gin(knock=0,to=100)"),
        Preset("corner", "gin(ace=corner,ace_points=15,to=125)"),
        Preset("deal", "gin"),
    ),
)
"""The house rules of gin rummy."""

_OF_DEALS = ("dealer", "gin_boxes", "undercut_boxes", "spade_boxes")
"""Rules without a meaning where a round counts one box, and the sides take turns to deal."""
PARTNERS = HouseForm(
    rules=tuple(rule for rule in GIN.rules if rule.name not in _OF_DEALS),
    presets=(
        Preset("usual", "gin_partners(to=125)"),
        Preset("hollywood", "gin_partners(to=150,columns=3)"),
        Preset("corner", "gin_partners(ace=corner,ace_points=15,to=150)"),
        Preset("round", "gin_partners"),
    ),
)
"""The house rules of gin for partners, in both deals of a round."""

INDIAN = HouseForm(
    rules=(
        Rule("seats", "cards", numbers(range(2, 7)), "players"),
        Rule("jokers", "cards", numbers(range(5))),
        *flags("play", "reshuffle"),
        Rule("draws", "play", numbers((100, 300, 1000))),
        Rule("drop", "scoring", numbers((0, 10, 20, 25))),
        Rule("middle", "scoring", numbers((0, 20, 40, 50))),
        Rule("cap", "scoring", numbers((40, 80, 101))),
    ),
    presets=(
        Preset("two", "indian13"),
        Preset("four", "indian13(seats=4)"),
        Preset("once", "indian13(reshuffle=no)"),
    ),
)
"""The house rules of Indian rummy with thirteen cards."""

RAMI = HouseForm(
    rules=(
        Rule("seats", "cards", numbers(range(2, 6)), "players"),
        Rule("house", "cards", ("rami51", "rami71", "rami101", "romme")),
        Rule("cards", "cards", numbers((12, 13, 14))),
        Rule("jokers", "cards", numbers((0, 2, 4, 6))),
        Rule("most_wilds", "cards", numbers((1, 2, 12))),
        Rule("opening", "play", numbers((0, 30, 40, 51, 71, 101))),
        *flags("play", "pure"),
        Rule("pile", "play", ("use", "any")),
        Rule("taken", "play", ("meld", "lay", "hand")),
        Rule("set_joker", "play", ("either", "both", "never")),
        Rule("out", "play", ("discard", "free")),
        *flags("play", "joker_out"),
        Rule("sec_opening", "play", ("free", "held")),
        Rule("unopened", "scoring", numbers((0, 100))),
        *flags("scoring", "hand_double"),
        Rule("win", "scoring", numbers((0, 10))),
        Rule("to", "match", numbers((0, 100, 500, 700, 1000))),
        Rule("deals", "match", numbers((0, 1, 4, 8, 12))),
    ),
    presets=(
        Preset("rami51", "rami"),
        Preset("rami71", "rami(house=rami71)"),
        Preset("rami101", "rami(house=rami101)"),
        Preset("romme", "rami(house=romme)"),
        Preset("deal", "rami(deals=1)"),
    ),
    base="house",
)
"""The house rules of rami."""

RUMMIKUB = HouseForm(
    rules=(
        Rule("seats", "cards", numbers(range(2, 5)), "players"),
        Rule("opening", "play", numbers((0, 30, 50))),
        *flags("play", "same"),
        Rule("joker", "play", ("swap", "free", "locked")),
        Rule("group_joker", "play", ("either", "both"), where=({"joker": ("swap", "locked")},)),
        Rule("penalty", "play", numbers((1, 2, 3, 5))),
        Rule("pool", "play", ("pass", "stop")),
        Rule("match", "match", ("points", "wins")),
        Rule("deals", "match", numbers((1, 2, 3, 4, 5, 8, 10))),
    ),
    presets=(
        Preset("four", "rummikub(seats=4)"),
        Preset("two", "rummikub"),
        Preset("apart", "rummikub(seats=4,same=no)"),
        Preset("free", "rummikub(seats=4,joker=free)"),
        Preset("book", "rummikub(seats=4,joker=locked)"),
    ),
)
"""The house rules of Rummikub."""
