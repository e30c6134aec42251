"""The host of a game at the terminal: it plays the other seats, gives hints and words the view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from suitwise.catalogue import STRONGEST
from suitwise.foundation.text.phrases import Say, phrase
from suitwise.game import OVER, Game
from suitwise.players.face import face_of
from suitwise.players.named import RandomPlayer, named
from suitwise.players.turns import Advice, advice_of


@dataclass(frozen=True)
class Host:
    """Shows any game to a seat by the game's face, and plays the other seats.

    Args:
        player: the player of the other seats.
        adviser: the player that gives hints; None for the player of the other seats.
        by: the name of the adviser if hints shall end with it, else empty.
        advises: the name of the adviser in hints without a reason.
        say: turns a phrase or a seat into text; ``str`` gives English.
        width: the maximum width of pictures in characters; 0 for no limit.

    >>> from suitwise.testing import Kuhn
    >>> host, state = Host(), Kuhn().parse("KJ:pb")
    >>> print(host.shown(state, 0))
    K/2:pb
    to move: p b
    >>> print(host.score(state))
    seat 0: +0, seat 1: +0
    >>> print(host.result(state.after("b"), 0))
    you win: +2
    the game is over
    seat 0: +2
    seat 1: -2
    """

    player: Callable[[Any], Any] = field(default_factory=lambda: RandomPlayer(0))
    adviser: Callable[[Any], Any] | None = None
    by: str = ""
    advises: str = "that advises"
    say: Say = str
    width: int = 0

    def choose(self, state: Any) -> Any:
        """Return a move for another seat, which is on turn."""
        return self.player(state)

    def against(self, player: Callable[[Any], Any]) -> Host:
        """Return a host with another player for the other seats."""
        return replace(self, player=player)

    # --- Views and story --------------------------------------------------------------------------

    def shown(self, state: Any, seat: int) -> str:
        """Return the view of a seat with its task, or the result if the game is over."""
        if state.turn != OVER:
            return "\n".join(face_of(state.game).screen(state, seat, self.say, self.width))
        is_open, face = state.game.facts.perfect_information, face_of(state.game)
        pictured = face.pictured(state, seat, self.say, self.width) if is_open else ()
        return "\n".join([*pictured, self.result(state, seat)])

    def told(self, before: Any, move: Any, after: Any, seat: int, *, is_ended: bool = False) -> str:
        """Return the story of a move for a seat; empty if there is nothing to tell.

        Args:
            before: the state before the move.
            move: the move, of any seat or of chance.
            after: the state after it.
            seat: the seat that reads it.
            is_ended: whether to leave out the end of a deal, which is shown separately.
        """
        if after.game.facts.seats == 1:  # a lone player sees its own moves
            return ""
        face = face_of(after.game)
        over = face.over(after) if is_ended else None
        ending = set() if over is None else {over["text"], *over["lines"]}
        told = (
            line.phrase
            for line in face.told(before, move, after)
            if (line.to is None or seat in line.to) and line.but != seat
        )
        return "\n".join(self.say(line) for line in told if line not in ending)

    def score(self, state: Any) -> str:
        """Return the score so far."""
        return self.say(face_of(state.game).score(state))

    def result(self, state: Any, seat: int) -> str:
        """Return the result of a game that is over for a seat, and how it ended."""
        face = face_of(state.game)
        ending = face.ending(state, seat, self.say)
        return "\n".join([self.say(face.verdict(state, seat).text), *ending])

    # --- Hints ------------------------------------------------------------------------------------

    def advised(self, state: Any) -> Advice:
        """Return the adviser's move for the seat on turn, with the reason."""
        return advice_of(self.player if self.adviser is None else self.adviser, state, self.advises)

    def hint(self, state: Any) -> str:
        """Return the adviser's move for the seat on turn and the reason in a line."""
        if state.turn == OVER:
            return self.say(phrase("any.over", "the game is over"))
        move, why = self.advised(state)
        hint = phrase("terminal.hint", "{move}: {why}", move=str(move), why=why)
        if self.by:
            hint = phrase("terminal.hint-by", "{hint} [by {name}]", hint=hint, name=self.by)
        return self.say(hint)


def advising(game: Game[Any], player: str = STRONGEST, seconds: float = 0.0, seed: int = 0) -> Host:
    """Return a host of a game whose adviser is a named player.

    Args:
        game: the variant.
        player: a level of strength or a player's text.
        seconds: the thinking time for a hint; 0 for a fixed number of worlds, by the player's options.
        seed: 64-bit seed of its random numbers.

    Raises:
        NotationError: the game has no such player.

    >>> from suitwise.game import load
    >>> state, _ = load("gin").start().rolled(3, 0)
    >>> advising(load("gin"), "medium").hint(state)
    'pass: with HK you keep 61 points, and the stock leaves no more on average (stock 55.1, now 61)'
    """
    adviser = named(player, game).thinking(seconds)
    return Host(adviser=adviser.seated(seed, 0), advises=adviser.name)


def seated(player: str, game: Game[Any], seed: int) -> Callable[[Any], Any]:
    """Return a function that plays all seats of a game by a named player, seated in each separately.

    Args:
        player: a level of strength or a player's text.
        game: the variant.
        seed: 64-bit seed of the random numbers.

    Raises:
        NotationError: the game has no such player.

    >>> from suitwise.game import load
    >>> state, _ = load("gin").start().rolled(3, 0)
    >>> str(seated("easy", load("gin"), 1)(state))
    'pass'
    """
    kind = named(player, game)
    seats = [kind.seated(seed, 1 + seat) for seat in range(game.facts.seats)]
    return lambda state: seats[state.turn](state)
