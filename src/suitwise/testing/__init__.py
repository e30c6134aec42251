"""Tests that every game must pass, whether it is in this package or yours: the contract suite.

>>> from suitwise.testing import Kuhn, check_game
>>> check_game(Kuhn(), games=5)

A failing check raises ``ContractBroken`` with a sentence about the game, whatever the game does. Kuhn
poker is a complete small game, a template for your own; importing this package registers it.
In a test file::

    @pytest.mark.parametrize("check", testing.CHECKS, ids=testing.name_of)
    def test_my_game_keeps_the_contract(check):
        check(testing.Trial(MyGame(), games=20))
"""

from suitwise.game import register
from suitwise.testing.contract import (
    CHECKS,
    PerftLine,
    check_game,
    check_perft,
    check_playthrough,
    fault_of,
    left_out,
    perft,
    playthrough,
    playthrough_lines,
    read_perft,
)
from suitwise.testing.moves import check_legal_moves
from suitwise.testing.poker import Kuhn, Leduc
from suitwise.testing.trial import ContractBroken, Trial, name_of

for _game in (Kuhn, Leduc):
    register(_game, players={"mccfr": "suitwise.players.mccfr:Learned"})

__all__ = [
    "CHECKS",
    "ContractBroken",
    "Kuhn",
    "Leduc",
    "PerftLine",
    "Trial",
    "check_game",
    "check_legal_moves",
    "check_perft",
    "check_playthrough",
    "fault_of",
    "left_out",
    "name_of",
    "perft",
    "playthrough",
    "playthrough_lines",
    "read_perft",
]
