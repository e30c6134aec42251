"""Games of a run held against their own records: what a line claims is played again.

The plan says who plays what, and within what range a seat's returns lie; that leaves room for returns
that were never won. A game is played again from its record: it begins where the variant does, chance
draws what the run's seed and the number of the deal draw, every move is legal, and the game ends with
these returns. Whether the players would move so again is not asked: they may be known to another program
alone.

Whoever reads results (``results``) meets a sample checked so, ``store.check`` meets all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from suitwise.arena.entrants.seats import players_seed
from suitwise.arena.result import Result
from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import CHANCE, OVER, Game, State, draw
from suitwise.seeds import below

SAMPLE = 100
"""How many games are checked on the average; all, where there are fewer. Where three games of 100 are
made up, the sample has none of them in one run of 20."""


def is_sampled(number: int, games: int, seed: int) -> bool:
    """Tell whether a game is one of the sample; each is as likely as any other.

    Args:
        number: the number of the game, from 0.
        games: how many there are.
        seed: the 64-bit seed of the run.

    >>> sum(is_sampled(number, 10_000, seed=1) for number in range(10_000))
    95
    >>> all(is_sampled(number, SAMPLE, seed=1) for number in range(SAMPLE))
    True
    """
    return below(games, players_seed(seed, "check"), number, 0)[0] < SAMPLE


def require_played(result: Result, game: Game[Any], seed: int) -> None:
    """Refuse a game that its own record does not bear out.

    Args:
        result: the game, held against the plan.
        game: the game.
        seed: the 64-bit seed of the run.

    Raises:
        NotationError: it begins or ends elsewhere, chance drew something else, a move is not legal, or
            its returns are not these.

    >>> from suitwise.game import Record, load
    >>> made_up = Record("kuhn", "-", ("K", "Q", "p", "p"), (1.0, -1.0))
    >>> import suitwise.testing
    >>> require_played(Result(0, (0, 1), 0, 0, (0, 1), made_up.returns, made_up), load("kuhn"), seed=5)
    Traceback (most recent call last):
    suitwise.errors.NotationError: move 2: chance drew J, not Q
    """
    record, start = result.record, str(game.start())
    if record.start != start:
        raise NotationError(f"a game of {game} begins as {start}, not as this")
    try:
        *_, last = _dealt(result, seed)
    except SuitwiseError as error:
        raise NotationError(str(error)) from None
    if result.forfeited is not None:
        if last.turn != result.forfeited:
            raise NotationError(f"seat {result.forfeited} forfeits out of its turn")
    elif last.turn != OVER:
        raise NotationError(f"the game is not over after {len(record.moves):,} moves")


def _dealt(result: Result, seed: int) -> Iterator[State[Any]]:
    """Replay a record; refuse chance's moves that the seed does not draw."""
    index, moves = 0, result.record.moves
    for number, state in enumerate(result.record.states()):
        if state.turn == CHANCE and number < len(moves):
            drawn, index = draw(state, seed, result.deal, index)
            if str(drawn) != moves[number]:
                told = f"chance drew {drawn}, not {ascii(moves[number][:40])[1:-1]}"
                raise NotationError(f"move {number + 1}: {told}")
        yield state
