"""The sizes of Stack Management as a page offers them."""

from suitwise.game.houses import HouseForm, Preset, Rule, numbers

HOUSE = HouseForm(
    rules=(
        Rule("stacks", "cards", numbers(range(2, 9))),
        Rule("height", "cards", numbers(range(2, 9))),
        Rule("suits", "cards", numbers(range(1, 9))),
        Rule("singles", "cards", numbers(range(5))),
    ),
    presets=(
        Preset("four", "stacks"),
        Preset("three", "stacks(stacks=3,height=4,suits=3)"),
        Preset("six", "stacks(stacks=6,height=5,suits=6)"),
    ),
)
"""The sizes of deals of Stack Management."""
