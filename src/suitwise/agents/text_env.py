"""A text environment for all seats of a game, with the interface of TextArena's environments.

The loop is that of TextArena: ``reset``, then ``get_observation`` and ``step`` in turn until a step
returns that the game is done, then ``close``. Observations are texts, so agents written for TextArena
can play without changes. TextArena itself is not needed.
"""

from __future__ import annotations

import secrets
from typing import Any

from suitwise.agents.rules import voice
from suitwise.agents.talk import judged, legal_line, moves_of, opening_of, text_of, told_to
from suitwise.errors import SuitwiseError
from suitwise.game import CHANCE, OVER, Game, State, draw, load
from suitwise.players.face import face_of
from suitwise.players.host import Host
from suitwise.players.named import RandomPlayer

_SEED_BITS = 63


class TextEnv:
    """A text environment in which every seat is played by the caller.

    Args:
        game: the variant or its text.
        lang: the language, ``en`` or ``zh``.
        refusals: the number of answers to one question that may be illegal. After one more, a random
            move is made for the seat, and counted in ``close``.

    Raises:
        NotationError: there is no such game.

    >>> env = TextEnv("texas42(match=hand)")
    >>> env.reset(num_players=4, seed=3)
    >>> seat, text = env.get_observation()
    >>> seat, text.splitlines()[-1]
    (1, 'Legal moves: pass, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 1m, 2m')
    >>> env.step("thirty"), env.step('{"move": "30"}')
    ((False, {'refused': 'texas42.say.no-call'}), (False, {}))
    """

    def __init__(self, game: Game[Any] | str, *, lang: str = "en", refusals: int = 3) -> None:
        self._game = load(game) if isinstance(game, str) else game
        self._lang, self._refusals = lang, refusals
        self._say = voice(self._game, lang)
        self._host = Host(say=self._say)
        self._face = face_of(self._game)
        self.reset()

    @property
    def game(self) -> Game[Any]:
        """The variant."""
        return self._game

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        """Begin a game.

        Args:
            num_players: the number of seats; if given, it must be that of the game.
            seed: 64-bit seed of chance; a random one if not given.

        Raises:
            SuitwiseError: the game has another number of seats.
        """
        seats = self._game.facts.seats
        if num_players not in (None, seats):
            raise SuitwiseError(f"{self._game.name} is played by {seats}, not by {num_players}")
        self._seed = secrets.randbits(_SEED_BITS) if seed is None else seed
        self._drawn, self._in_a_row = 0, 0
        self._random = RandomPlayer(self._seed)
        self._state: State[Any] = self._game.start()
        self._asked: dict[int, State[Any]] = {}
        self._told: list[list[str]] = [
            [text_of(opening_of(self._game, seat, self._lang))] for seat in range(seats)
        ]
        self._counts = {
            seat: {"turn_count": 0, "refused": 0, "drawn_moves": 0} for seat in range(seats)
        }
        self._go_on()

    def get_observation(self) -> tuple[int, str]:
        """Return the seat on turn, and the text of everything that is new to it.

        Raises:
            SuitwiseError: the game is over.
        """
        if self._state.turn == OVER:
            raise SuitwiseError("the game is over: close it, or reset it")
        seat = self._state.turn
        told, self._told[seat] = self._told[seat], []
        listed = legal_line(moves_of(self._state, self._say))
        return seat, "\n".join([*told, told_to(self._state, seat, self._say), listed])

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Play the move in an answer; return whether the game is over, and the code of a refusal if any.

        Args:
            action: a JSON object with the key ``move``, or only the move.
        """
        seat = self._state.turn
        if seat == OVER:
            return True, {}
        move, why = judged(self._state, action)
        info: dict[str, Any] = {}
        if why is not None:
            info["refused"] = why.code
            self._counts[seat]["refused"] += 1
            self._in_a_row += 1
            if self._in_a_row <= self._refusals:
                self._told[seat].append(f"Refused: {self._say(why)}")
                return False, info
            move = self._random(self._state)
            self._counts[seat]["drawn_moves"] += 1
            self._told[seat].append(f"Refused: {self._say(why)}. {move} was drawn for you.")
        self._counts[seat]["turn_count"] += 1
        self._in_a_row = 0
        self._play(move)
        self._go_on()
        return self._state.turn == OVER, info

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, Any]]]:
        """Return the returns of all seats, and for each the number of moves, refusals and random moves.

        Raises:
            SuitwiseError: the game is not over.
        """
        if self._state.turn != OVER:
            raise SuitwiseError("the game is not over yet")
        return dict(enumerate(self._state.returns())), self._counts

    # --- The course -------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Play the moves of chance, and those made without asking, up to the next decision."""
        while (seat := self._state.turn) != OVER:
            if seat == CHANCE:
                move, self._drawn = draw(self._state, self._seed, 0, self._drawn)
            else:
                move = self._face.skipped(self._state, self._asked.get(seat))
                if move is None:
                    self._asked[seat] = self._state
                    return
            self._play(move)

    def _play(self, move: Any) -> None:
        """Play a move and tell it to all seats, each as it may see it."""
        before, self._state = self._state, self._state.after(move)
        for seat, told in enumerate(self._told):
            if story := self._host.told(before, move, self._state, seat):
                told.append(story)
