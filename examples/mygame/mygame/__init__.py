"""A trick-taking game of Suitwise: a point a trick, no trump."""

from suitwise.catalogue import Entry, register

ENTRY = Entry(
    "mygame",
    "mygame.game:MyGame",
    players={"rules": "mygame.player:MyGamePlayer"},
    face="suitwise.tricks:TrickFace",
    batch="suitwise.tricks:batch_of",
    unit="points",
    review="suitwise.tricks:REVIEW",
    words={
        "en": {"ui.game.mygame": "mygame", "ui.about.mygame": "Four players, a point a trick"},
        "zh": {"ui.game.mygame": "mygame", "ui.about.mygame": "四人，一墩一分"},
    },
    episode="mygame",
)
"""The game in the catalogue, where the entry point of ``pyproject.toml`` leads."""

register(ENTRY)  # for --import, where the package is not installed
