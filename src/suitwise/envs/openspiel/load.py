"""The games of the package, registered at OpenSpiel; games and states loaded and stored.

OpenSpiel loads a game by its text once it is registered. A game, or a state, is stored as such a text:
another process registers the games of the package before it reads it.
"""

from __future__ import annotations

import copyreg
from typing import Any

import pyspiel

from suitwise.catalogue import entries, find
from suitwise.envs.actions import MOST
from suitwise.envs.openspiel.entry import Entry, game_type
from suitwise.envs.openspiel.game import OpenSpielGame, game_class
from suitwise.envs.openspiel.state import OpenSpielState
from suitwise.errors import SuitwiseError
from suitwise.game import Game


def _no_recall(variant: Game[Any]) -> None:
    """Say that a view forgets something of a seat's earlier turns."""


GAMES = (
    # The pile and the melds of each seat are kept, not the order of draws and of cards taken.
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
    """Make all games of the catalogue that can be known to OpenSpiel; again does nothing more.

    >>> register_games()
    >>> "suitwise_stacks" in pyspiel.registered_names()
    True
    """
    given = (game.loaded(game.openspiel) for game in entries() if game.openspiel)
    for entry in (*GAMES, *given):
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
    kind = game_class(entry)
    pyspiel.register_game(game_type(entry), kind)
    copyreg.pickle(kind, _stored)
    _entries[entry.name] = entry


def known_entry(name: str) -> Entry | None:
    """Return a game's entry and make the game known to OpenSpiel by it; None of a game without one.

    That of the catalogue goes before the package's own, and these before one given to ``register_game``.

    Raises:
        NotationError: the catalogue names an entry that can't be loaded or registered.

    >>> known_entry("gin").title, known_entry("nobody's")
    ('Gin rummy', None)
    """
    game = find(name)
    entry: Entry | None = next((one for one in GAMES if one.name == name), _entries.get(name))
    if game is not None and game.openspiel:
        entry = game.loaded(game.openspiel)
    if entry is not None and _entries.get(entry.name) is not entry:
        register_game(entry)
    return entry


def openspiel_game(variant: Game[Any], most: int = MOST, rows: int = 0) -> OpenSpielGame:
    """Return a variant as an OpenSpiel game.

    Args:
        variant: a variant of a game of the package, or of one that is registered.
        most: the most legal moves that are listed, where the game does not number them.
        rows: where the game tells its seats of moves, how many rows of that an information state's
            tensor holds (``observer``), ``variant.most_told`` say; with 0 there is no such tensor.

    Raises:
        SuitwiseError: the game is not registered.

    >>> from suitwise.game import load
    >>> print(openspiel_game(load("texas42_endgame(goal=9)")))  # doctest: +ELLIPSIS
    suitwise_texas42_endgame(declaration='5',...,goal=9,hand='',leader=0,seat=0)
    """
    entry = known_entry(variant.name)
    if entry is None:
        raise SuitwiseError(f"{variant.name} is not known to OpenSpiel: register_game tells it")
    game = pyspiel.load_game(entry.short_name, dict(entry.parameters_of(variant, most, rows)))
    assert isinstance(game, OpenSpielGame)
    return game


# --- Stored and read again ------------------------------------------------------------------------


def loaded(text: str) -> Any:
    """Return the OpenSpiel game of a text; the package's own are registered first.

    >>> loaded("suitwise_gin(big=31)").variant.big
    31
    """
    register_games()
    return pyspiel.load_game(text)


def loaded_state(text: str) -> Any:
    """Return the state of a text of ``pyspiel.serialize_game_and_state``."""
    register_games()
    return pyspiel.deserialize_game_and_state(text)[1]


def _stored(game: OpenSpielGame) -> tuple[Any, ...]:
    return loaded, (str(game),)


def _stored_state(state: OpenSpielState) -> tuple[Any, ...]:
    return loaded_state, (pyspiel.serialize_game_and_state(state.get_game(), state),)


copyreg.pickle(OpenSpielState, _stored_state)
