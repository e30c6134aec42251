"""Two-deck rummy: arrange hands, list their melds and combos, and play gin and Indian rummy.

>>> from suitwise import rummy
>>> hand = rummy.Hand.of("3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H")
>>> print(rummy.arrange(hand))
H2 H3 H4 H5 | H4 H5 H6 + D3 D3 D4 C3 C3 = 16
>>> rummy.number_of_combos(hand), [str(card) for card in rummy.control_points(hand)]
(12, ['H3'])
"""

from suitwise.picture.notebook import shows
from suitwise.rummy.review import review
from suitwise.rummy.rules.hand import (
    READINGS,
    Hand,
    control_points,
    flag_map,
    islands,
    melding,
    read_hands,
)
from suitwise.rummy.rules.melds import Meld, Run, Set, parse_meld
from suitwise.rummy.rules.rules import NAMED, Rules
from suitwise.rummy.solve.arrangement import (
    Aim,
    Arrangement,
    Discard,
    Draw,
    LiveHand,
    Outlook,
    arrange,
    deadwood,
    discards,
    look_ahead,
)
from suitwise.rummy.solve.batch import Evaluator, batch_arrangements, batch_deadwood
from suitwise.rummy.solve.combos import (
    Combo,
    Numbers,
    best,
    combos,
    maximal,
    maximal_dumps,
    number_of_combos,
    numbers,
)
from suitwise.rummy.solve.laying import (
    LaidOff,
    Opening,
    best_layoff,
    best_opening,
    can_declare,
    can_open,
    count,
    declaration,
    declaration_fault,
    declaring_discards,
    layoffs,
    opening_fault,
)

shows(Hand, svg="suitwise.rummy.picture:draw_held")
shows(Arrangement, svg="suitwise.rummy.picture:draw_arrangement")

TITLE = "two-deck rummy"
"""The name of the game in words."""

__all__ = [
    "NAMED",
    "READINGS",
    "Aim",
    "Arrangement",
    "Combo",
    "Discard",
    "Draw",
    "Evaluator",
    "Hand",
    "LaidOff",
    "LiveHand",
    "Meld",
    "Numbers",
    "Opening",
    "Outlook",
    "Rules",
    "Run",
    "Set",
    "arrange",
    "batch_arrangements",
    "batch_deadwood",
    "best",
    "best_layoff",
    "best_opening",
    "can_declare",
    "can_open",
    "combos",
    "control_points",
    "count",
    "deadwood",
    "declaration",
    "declaration_fault",
    "declaring_discards",
    "discards",
    "flag_map",
    "islands",
    "layoffs",
    "look_ahead",
    "maximal",
    "maximal_dumps",
    "melding",
    "number_of_combos",
    "numbers",
    "opening_fault",
    "parse_meld",
    "read_hands",
    "review",
]
