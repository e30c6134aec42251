"""Every game as an OpenSpiel game, so that OpenSpiel's algorithms run on it unchanged.

``register_games`` makes ``suitwise_gin``, ``suitwise_indian13``, ``suitwise_stacks``,
``suitwise_texas42``, ``suitwise_texas42_endgame`` and ``suitwise_tractor`` known to
``pyspiel.load_game``; ``register_game`` does so with a game of your own.

>>> import pyspiel
>>> from suitwise.envs.openspiel import register_games
>>> register_games()
>>> game = pyspiel.load_game("suitwise_texas42(match=hand,nello=any)")
>>> state = game.new_initial_state()
>>> state.chance_outcomes()[0], state.action_to_string(3)
((0, 0.03571428571428571), '2-0')

What OpenSpiel asks and a game can't give is settled so:

* **Information states** have perfect recall; ``observer`` says how. Of one hand of 42 and of
  its last tricks they are the view and no more. Of gin, Indian rummy, stacks and Tractor there is a
  tensor where the parameter ``rows`` says how much it holds of what a seat was told.
* **No bound** on the length (gin, and matches of 42 and of Tractor): a million is declared, and no game
  is broken off.
* **No numbers** for the moves (Tractor, gin with ``declare=yes``): actions are places among the listed
  legal moves (``envs.actions.Listed``), ``most`` of them at most. Where more are legal, a burial say,
  the others can't be played here.
* **Resampled worlds** (``resample_from_infostate``) are those of ``State.resample``. Their history is
  empty, and the other seats remember no turns there: where a view forgets, a sampled opponent's
  information state string is that of a player who has just sat down.

OpenSpiel 2.0.2's own search bots in C++, ``pyspiel.MCTSBot`` and ``pyspiel.ISMCTSBot``, end the process
on any game written in Python, OpenSpiel's own too, for they let go of Python's lock. Take those of
``open_spiel.python.algorithms``.
"""

from __future__ import annotations

from suitwise.envs.openspiel.game import GAMES, Entry, openspiel_game, register_game, register_games

__all__ = ["GAMES", "Entry", "openspiel_game", "register_game", "register_games"]

register_openspiel = register_games
"""``register_games`` under the name that it has in ``suitwise.envs``."""
