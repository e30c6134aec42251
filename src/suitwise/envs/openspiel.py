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

* **Information states** have perfect recall; ``openspiel_observer`` says how. Of one hand of 42 and of
  its last tricks they are the view and no more.
* **No bound** on the length (gin, and matches of 42 and of Tractor): a million is declared, and no game
  is broken off.
* **No numbers** for the moves (Tractor, gin with ``declare=yes``): actions are places among the listed
  legal moves (``envs.actions.Listed``), ``most`` of them at most. Where more are legal, a burial say,
  the others can't be played here.
* **Resampled worlds** (``resample_from_infostate``) are those of ``State.resample``. Their history is
  empty, and the other seats remember no turns there: where a view forgets, a sampled opponent's
  information state string is that of one who has just sat down.

OpenSpiel 2.0.2's own search bots in C++, ``pyspiel.MCTSBot`` and ``pyspiel.ISMCTSBot``, end the process
on any game written in Python, OpenSpiel's own too, for they let go of Python's lock. Take those of
``open_spiel.python.algorithms``.
"""

from __future__ import annotations

from typing import Any

import pyspiel

from suitwise.envs.actions import MOST
from suitwise.envs.openspiel_game import Entry, OpenSpielGame, game_class, game_type
from suitwise.errors import SuitwiseError
from suitwise.game import Game

__all__ = ["GAMES", "Entry", "openspiel_game", "register_game", "register_games"]


def _no_recall(variant: Game[Any]) -> None:
    """Say that a view forgets something of a seat's earlier turns."""


GAMES = (
    # The pile and who laid what are kept, not the order of draws and of cards taken.
    Entry("gin", "Gin rummy", lambda _: 52, _no_recall, is_listed=True),
    Entry("indian13", "Indian rummy", lambda v: 52 + (v.jokers > 0), _no_recall, seats=(2, 6)),
    # The layout tells all that matters, not how it came about.
    Entry(
        "stacks", "Stack Management", lambda v: v.cards, _no_recall, is_zero_sum=False, seats=(1, 1)
    ),
    # A view holds the whole hand: a call, a declaration and seven plays of a seat. Of the hands of a
    # match before it only the score is left.
    Entry(
        "texas42",
        "Texas 42",
        lambda _: 28,
        lambda v: 9 if v.match == "hand" else None,
        seats=(4, 4),
    ),
    Entry(
        "texas42_endgame",
        "Texas 42, the last tricks",
        lambda v: len(v.dealt_seats),
        lambda v: v.tricks,
        seats=(4, 4),
    ),
    # A view holds what was drawn, not in which order.
    Entry("tractor", "Tractor", lambda _: 54, _no_recall, seats=(4, 4), is_listed=True),
)
"""The games of the package."""

_entries: dict[str, Entry] = {}


def register_games() -> None:
    """Make all games of the package known to OpenSpiel; again does nothing more.

    >>> register_games()
    >>> [name for name in pyspiel.registered_names() if name.startswith("suitwise_s")]
    ['suitwise_stacks']
    """
    for entry in GAMES:
        if entry.name not in _entries:
            register_game(entry)


def register_game(entry: Entry) -> None:
    """Make a game known to OpenSpiel as ``suitwise_`` and its name.

    Args:
        entry: the game, which ``game.load`` knows by its name, and what the contract does not say of it.

    Raises:
        NotationError: there is no such game, or an option has no default, which OpenSpiel needs.

    >>> from suitwise.testing import Kuhn
    >>> register_game(Entry(Kuhn.name, "Kuhn poker", outcomes=lambda _: 3, turns=lambda _: 2))
    >>> state = pyspiel.load_game("suitwise_kuhn").new_initial_state()
    >>> for action in (2, 0):
    ...     state.apply_action(action)
    >>> str(state), state.information_state_string(0)
    ('KJ', 'p0 K/2:')
    """
    pyspiel.register_game(game_type(entry), game_class(entry))
    _entries[entry.name] = entry


def openspiel_game(variant: Game[Any], most: int = MOST) -> OpenSpielGame:
    """Return a variant as an OpenSpiel game.

    Args:
        variant: a variant of a game of the package, or of one that is registered.
        most: so many legal moves are listed at most, where the game does not number them.

    Raises:
        SuitwiseError: the game is not registered.

    >>> from suitwise.game import load
    >>> print(openspiel_game(load("texas42_endgame(goal=9)")))  # doctest: +ELLIPSIS
    suitwise_texas42_endgame(declaration='5',...,goal=9,hand='',leader=0,seat=0)
    """
    register_games()
    if variant.name not in _entries:
        raise SuitwiseError(f"{variant.name} is not known to OpenSpiel: register_game tells it")
    entry = _entries[variant.name]
    game = pyspiel.load_game(entry.short_name, dict(entry.parameters_of(variant, most)))
    assert isinstance(game, OpenSpielGame)
    return game
