"""Spades as OpenSpiel asks for it; this alone imports OpenSpiel."""

from suitwise.envs.openspiel.game import Entry
from suitwise.tricks.cards import HAND

# A view holds the whole deal; of the deals of a game before it only the score is left.
ENTRY = Entry(
    "spades", "Spades", lambda _: 52, lambda game: None if game.points else HAND + 1, seats=(4, 4)
)
