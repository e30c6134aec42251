"""The house rules of Texas 42 as a page offers them.

Sources of the presets: docs/texas42.md, House options, column *others*.
"""

from suitwise.game.houses import HouseForm, Preset, Rule, flags, numbers

HOUSE = HouseForm(
    rules=(
        *flags("bidding", "forced"),
        Rule("cap", "bidding", numbers((2, 3, 4, 5, 7))),
        *flags("bidding", "plunge", "splash", "jump"),
        Rule("shaker", "bidding", numbers(range(-1, 4)), "seat"),
        Rule("nello", "play", ("no", "own", "inverted", "high", "low", "any")),
        *flags("play", "sevens", "claims", "play_out"),
        Rule("match", "match", ("marks", "points", "hand")),
        Rule("marks", "match", numbers((1, 3, 5, 7))),
        Rule("points", "match", numbers((100, 150, 250, 500))),
        Rule("deals", "match", numbers((0, 4, 8, 12, 20))),
    ),
    presets=(
        Preset("tournament", "texas42"),
        Preset("home", "texas42(match=points)"),
        Preset("harper", "texas42(forced=yes)"),
        Preset("lechner", "texas42(nello=any)"),
        Preset("every", "texas42(nello=any,plunge=yes,splash=yes,sevens=yes)"),
    ),
)
"""The house rules of Texas 42."""
