"""Named players at any variant: a deal at the arena, a game at the terminal, by moves that are typed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any, cast

from suitwise.arena.config import Config, Match, Pairing, pairings
from suitwise.arena.run import Chunk, play_chunk
from suitwise.game import OVER, Chooser, Game, State
from suitwise.players.host import Host
from suitwise.players.named import Named, named
from suitwise.players.session import Session
from suitwise.rummy.gin.players.rule_based import GinPlayer
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.players.net import is_trained_on
from suitwise.rummy.indian.players.rule_based import IndianPlayer
from suitwise.stacks import Session as StacksSession
from suitwise.stacks import StacksState
from suitwise.texas42.players.monte_carlo import MonteCarlo
from suitwise.tractor import Tractor
from tests.fresh import fresh_python

_QUICK = {"mc": "mc(worlds=2)", "mccfr": "mccfr(iterations=20)"}
"""Players whose strength has a price are made cheap."""
_TRAINED = ("net",)
"""Players of Tractor for four with two packs and fixed sides alone, of Indian rummy for two alone."""
_MOST_TYPED = 2000
_HINT_EVERY = 8
"""A hint is asked for before every such move of one's own."""


def everyone_at(game: Game[Any]) -> list[Named]:
    """Return every player of the package that has a name at a game, whoever other tests make known.

    The trained players of Tractor and of Indian rummy sit down at the table that they have learnt alone.
    """
    names = players_of_the_package()[game.name]
    is_unlearnt = (isinstance(game, Tractor) and not game.is_classic) or (
        isinstance(game, Indian) and not is_trained_on(game)
    )
    if is_unlearnt:
        names = [name for name in names if name not in _TRAINED]
    return [named(_QUICK.get(name, name), game) for name in names]


@cache
def players_of_the_package() -> dict[str, list[str]]:
    """Return the names of every game's players, asked of a process that knows the package alone."""
    code = (
        "import json, suitwise.testing\n"
        "from suitwise.game import games, load\n"
        "from suitwise.players.named import names_for\n"
        "print(json.dumps({name: names_for(load(name)) for name in games()}))"
    )
    names: dict[str, list[str]] = json.loads(fresh_python(code))
    return names


# --- The arena ------------------------------------------------------------------------------------


def faults_at_the_arena(game: Game[Any], seed: int, *, in_full: bool) -> list[str]:
    """Let players meet over a deal; return what the arena says of those who fail.

    Args:
        game: the variant.
        seed: the seed of the deals.
        in_full: whether every two players meet, in two seatings; otherwise each meets the next in the
            list, in the first one, so that nearly all have been on either side.
    """
    players = tuple(map(str, everyone_at(game)))
    config = Config("x", seed, (Match(str(game), players, 1),))
    met = (
        pairing
        for pairing in pairings(config)
        if in_full or pairing.players[1] == pairing.players[0] + 1
    )
    chunks = (_chunk(config, pairing, 2 if in_full else 1) for pairing in met)
    return [one.fault for one in map(play_chunk, chunks) if one.fault is not None]


def _chunk(config: Config, pairing: Pairing, most_seatings: int) -> Chunk:
    """Return a deal of two players, in the first seatings only."""
    match = config.matches[0]
    first, second = (match.named[place] for place in pairing.players)
    few = replace(pairing, seatings=pairing.seatings[:most_seatings])
    return Chunk(few, match.variant, (first, second), config.seed, 0, 1)


# --- The terminal ---------------------------------------------------------------------------------


class Watched:
    """A host of a terminal that says what it was last shown: the state its session has come to."""

    def __init__(self, host: Any) -> None:
        self._host = host
        self.state: State[Any]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._host, name)

    def shown(self, state: Any, seat: int) -> str:
        """Return what the host shows."""
        self.state = state
        shown: str = self._host.shown(state, seat)
        return shown


def host_of(game: Game[Any], others: Chooser) -> Any:
    """Return the host of a game; where others may play for it, these do."""
    if game.name == "gin":
        return Host(GinPlayer())
    if game.name == "indian13":
        return Host(IndianPlayer())
    if game.name == "tractor":
        return Host(player=others)
    return Host(player=others, adviser=MonteCarlo(5))


def faults_at_the_terminal(player: Named, seed: int) -> Iterator[str]:
    """Play a game to its end by moves that are typed; yield what was answered that must not be."""
    here = f"{player} at {player.game}, seed {seed}"
    for move, hint, answer in _typed(player, seed):
        if not hint or "illegal: " in answer or "type help" in answer:
            yield f"{here}: {move}: {hint}: {answer}"
            return


def _typed(player: Named, seed: int) -> Iterator[tuple[str, str, str]]:
    """Yield each move that a player types, a hint asked for before some, and the answer."""
    game = player.game
    host = Watched(host_of(game, player.seated(seed, 1)))
    seat = seed % game.facts.seats
    session = Session(game, cast(Any, host), seat=seat, seed=seed)
    session.begin()
    choose = player.seated(seed, 0)
    for count in range(_MOST_TYPED):
        if host.state.turn == OVER:
            return
        move = str(choose(host.state))
        hint = session.answer("hint") if count % _HINT_EVERY == 0 else "not asked"
        yield move, hint, session.answer(move)
    raise AssertionError(f"no end of {player} at {game}, seed {seed}")


def faults_at_stacks(player: Named, seed: int) -> Iterator[str]:
    """Play a deal of Stack Management to its end by moves that are typed; yield faults as above."""
    state, _ = player.game.start().rolled(seed, 0)
    assert isinstance(state, StacksState)
    session, choose = StacksSession(state.layout), player.seated(seed, 0)
    while state.turn != OVER:
        move = choose(state)
        state = state.after(move)
        answer = session.answer(str(move))
        if not session.answer("hint") or "illegal: " in answer or "type help" in answer:
            yield f"{player} at {player.game}, seed {seed}: {move}: {answer}"
            return
