"""Hearts as OpenSpiel asks for it; this alone imports OpenSpiel."""

from hearts.rules import PASSED
from suitwise.envs.openspiel.game import Entry
from suitwise.tricks.cards import HAND

# A view holds the whole deal; of the deals of a game before it only the score is left.
ENTRY = Entry(
    "hearts",
    "Hearts",
    lambda _: 52,
    lambda game: None if game.points else HAND + PASSED,
    is_zero_sum=False,
    seats=(4, 4),
)
