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

from suitwise.foundation.lazy import exports
from suitwise.game import register
from suitwise.testing.poker import Kuhn, Leduc

for _game in (Kuhn, Leduc):
    register(_game, players={"mccfr": "suitwise.players.mccfr:Learned"})

__all__ = exports(__name__)
