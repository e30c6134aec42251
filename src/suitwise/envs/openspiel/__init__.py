"""Every game as an OpenSpiel game, so that OpenSpiel's algorithms run on it unchanged.

``register_games`` registers ``suitwise_gin``, ``suitwise_indian13``, ``suitwise_rami``,
``suitwise_rummikub``, ``suitwise_stacks``, ``suitwise_texas42``, ``suitwise_texas42_endgame`` and
``suitwise_tractor`` for ``pyspiel.load_game``; ``register_game`` registers a game of your own.

>>> import pyspiel
>>> from suitwise.envs.openspiel import register_games
>>> register_games()
>>> game = pyspiel.load_game("suitwise_texas42(match=hand,nello=any)")
>>> state = game.new_initial_state()
>>> state.chance_outcomes()[0], state.action_to_string(3)
((0, 0.03571428571428571), '2-0')

Some things that OpenSpiel requires are not part of the contract. They are handled as follows:

* **Information states** have perfect recall (see Observers in ``openspiel.game``). For one hand of 42
  and for its last tricks they are just the view. For gin, Indian rummy, Rummikub, stacks and
  Tractor they have a tensor only if the parameter ``rows`` gives its number of rows.
* **Games without a bound on their length** (gin, and matches of 42 and of Tractor) declare a million
  moves. No game is cut off.
* **Moves without numbers** (Tractor, Rummikub but for staged turns, gin with ``declare=yes``): actions
  are indexes into a list of at most ``most`` legal moves (``envs.sight.Listed``). If more are legal, as
  for burials, the others can't be played.
* **Resampled worlds** (``resample_from_infostate``) come from ``State.resample``. Their history is
  empty, and the other seats have no memories there. If views forget, an opponent's information state
  string is then that of a player without earlier turns.

The C++ search bots of OpenSpiel 2.0.2, ``pyspiel.MCTSBot`` and ``pyspiel.ISMCTSBot``, crash the process
on every game written in Python, OpenSpiel's own included, since they release Python's lock. Use those of
``open_spiel.python.algorithms``.
"""

from suitwise.envs.openspiel.game import GAMES, Entry, openspiel_game, register_game, register_games

__all__ = ["GAMES", "Entry", "openspiel_game", "register_game", "register_games"]

register_openspiel = register_games
"""``register_games`` under the name that it has in ``suitwise.envs``."""
