"""The house rules of gin and Indian rummy as a page offers them.

Sources of the presets: docs/rummy.md, Gin rummy and Indian rummy with thirteen cards.
"""

from __future__ import annotations

from suitwise.game.houses import HouseForm, Preset, Rule, flags, numbers

GIN = HouseForm(
    rules=(
        Rule("knock", "play", numbers((5, 7, 10))),
        *flags("play", "declare"),
        Rule("idle", "play", numbers((20, 50, 1000))),
        Rule("gin", "scoring", numbers((20, 25))),
        Rule("undercut", "scoring", numbers((10, 20, 25))),
        Rule("big", "scoring", numbers((0, 31, 50))),
        Rule("box", "scoring", numbers((0, 20, 25))),
        Rule("game", "scoring", numbers((0, 100))),
        Rule("to", "match", numbers((0, 50, 100, 150, 250))),
        Rule("deals", "match", numbers((0, 4, 8, 12, 20))),
    ),
    presets=(
        Preset("modern", "gin(to=100)"),
        Preset("pagat", "gin(gin=20,undercut=10,to=100)"),
        Preset("big", "gin(big=31,to=100)"),
        Preset("deal", "gin"),
    ),
)
"""The house rules of gin rummy."""

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
