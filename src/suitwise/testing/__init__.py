"""The contract suite: what any game must pass, ours or yours.

>>> from suitwise.testing import Kuhn, check_game
>>> check_game(Kuhn(), games=5)

A failing check raises ``ContractBroken`` with one sentence about the game, whatever the game does. Kuhn
poker is a whole game in a page, to start from; whoever imports this package can load it by its name.
In a test file::

    @pytest.mark.parametrize("check", testing.CHECKS, ids=testing.name_of)
    def test_my_game_keeps_the_contract(check):
        check(testing.Trial(MyGame(), games=20))
"""

from suitwise.game import register
from suitwise.testing.contract import CHECKS, check_game, fault_of, left_out
from suitwise.testing.moves import check_legal_moves
from suitwise.testing.poker import Kuhn, Leduc
from suitwise.testing.snapshots import (
    PerftLine,
    check_perft,
    check_playthrough,
    perft,
    playthrough,
    playthrough_lines,
    read_perft,
)
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
