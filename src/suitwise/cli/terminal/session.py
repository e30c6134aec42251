"""A game against others for a person at a terminal: what a session tells, dressed for reading.

The words are the session's own. Here seats get their names, cards the signs of their suits, a hand that
is over a box, and the next hand waits until the player has read it.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from suitwise.cli.console import console
from suitwise.cli.terminal.paper import Paper, signed
from suitwise.cli.terminal.seats import Seats, seats_of
from suitwise.game import OVER, Game, State, load
from suitwise.players.host import Look, face_of, verdict
from suitwise.players.session import Session

_AS_THEY_ARE = ("moves", "record", "help", "?")
"""Commands whose answers are to be typed or kept: their cards stay letters."""
_TYPED = re.compile(r"to [a-z]+: |the throw has failed; to lead: |.*type help for the commands$")
"""A line that tells what can be typed: its cards stay letters."""
_HINT = re.compile(r"(\S+): ")
_AT_REST = {"show", "score", "last", "tricks", "undo", "redo", "record", "level", "help", "?"}
"""What may be asked between two hands."""
_LEAVING = {"quit", "q", "exit"}
_FOOT = "Enter: the next hand"
_LAST_FOOT = "quit, or undo, score, record"
_ALIKE = 20
"""The first letters by which a sentence is told that says the same as the one below it."""
_SCREEN = "\0"
"""Stands in an answer for what the seat sees."""
_PICTURE = re.compile(r"[┌│\[]|(?:run|set|left) ")
"""How a line begins that belongs to a picture."""
_NAMES = re.compile(r" *\d-\d[ \d-]*")
"""The line of the names below dominoes."""


def look_of(game: Game[Any], seat: int) -> Look:
    """Return how pictures of a game are drawn on this terminal for a seat."""
    return Look(console().width, seats_of(game, seat).name)


class TerminalSession(Session):
    """A game under way at a terminal; everything else is as in ``players.session``."""

    @cached_property
    def _seats(self) -> Seats:
        return seats_of(self.game, self._seat)

    @cached_property
    def _face(self) -> Any:
        return face_of(self.game)

    @cached_property
    def _paper(self) -> Paper:
        return Paper(console())

    @property
    def title(self) -> str:
        """What is played, without the options that are as usual."""
        usual = _options(load(self.game.name))
        own = ",".join(one for one in _options(self.game) if one not in usual)
        name = f"{self.game.name}({own})" if own else self.game.name
        alone = self.game.facts.seats == 1
        more = "" if alone else ", level for the opponents"
        return self._paper.line(f"{name}, seed {self._seed}; help for the commands{more}", "dim")

    def begin(self) -> str:
        """Return the text before the first command."""
        return self._dressed(super().begin())

    def answer(self, line: str) -> str:
        """Carry out a line; an empty one goes on with the next hand where a hand is over."""
        word = line.strip().lower().partition(" ")[0]
        if self._rests:
            if not word:
                told = (self._step(self._move_of_others()), *self._others())
                return self._dressed(self._tell(filter(None, told)))
            if word not in _AT_REST | _LEAVING and not word.startswith("#"):
                return self._paper.line("the hand is over; Enter goes on with the next", "dim")
        answer = super().answer(line)
        if word == "hint":
            return self._hinted(answer)
        if word in _AS_THEY_ARE:
            return answer if word == "record" else self._as_typed(answer)
        return self._dressed(answer)

    @property
    def _rests(self) -> bool:
        state = self._state
        return state.turn != OVER and self._face is not None and self._face.is_between(state)

    # --- What is seen -----------------------------------------------------------------------------

    def _told_of(self, before: State[Any], move: Any) -> str:
        """Return what our seat sees of a move; how a hand has ended stands in its box."""
        if self._face is None:
            return super()._told_of(before, move)
        return "\n".join(self._host.events(before, move, self._state, self._seat))

    def _shown(self) -> str:
        """Return the sign in whose place what the seat sees is drawn."""
        return _SCREEN

    def _dressed(self, text: str) -> str:
        """Return what is told with names, signs and colours, and what the seat sees."""
        return "\n".join(
            self._screen() if line == _SCREEN else self._line(line) for line in text.split("\n")
        )

    def _screen(self) -> str:
        """Return what the seat sees and is to do; of a hand that is over, a box with its end."""
        state, seat, face = self._state, self._seat, self._face
        seen = self._host.shown(state, seat).strip("\n").split("\n")
        is_over = state.turn == OVER
        if is_over or self._rests:
            above = seen if is_over and self.game.facts.perfect_information else []
            return "\n".join([*map(self._line, above), self._box()])
        title = "" if self.game.facts.perfect_information else self._headline()
        if _PICTURE.match(seen[0]) is None:
            title = seen.pop(0)
        lines = [self._paper.rule(self._said(title)), *map(self._line, seen)]
        if state.turn == seat:
            lines[1:] = map(self._marked, lines[1:], seen)
        if face is not None and state.turn == seat and not self.game.facts.perfect_information:
            task = str(face.task(state))
            if task[:_ALIKE] not in seen[-1]:
                lines.insert(-1, self._line(task, style="bold"))
        return "\n".join(lines)

    def _marked(self, drawn: str, line: str) -> str:
        """Return a drawn line; of the names below dominoes those stand out that may be played."""
        if _NAMES.fullmatch(line) is None:
            return drawn
        return self._paper.line(line, "dim", list(map(str, self._state.moves())))

    def _headline(self) -> str:
        return "" if self._face is None else str(self._face.headline(self._state))

    def _box(self) -> str:
        """Return how the hand or the game has ended, in a box."""
        state, face = self._state, self._face
        over = None if face is None else face.over(state)
        if state.turn != OVER:
            title, foot = "the hand is over", _FOOT
        else:
            title, foot = verdict(state, self._seat), _LAST_FOOT
        if over is None:
            lines = [self._host.result(state, self._seat)]
        else:
            lines = [over["text"], *over["lines"], *filter(None, [over["next"]])]
        return self._paper.box(title, [self._said(str(line)) for line in lines], foot)

    # --- The words --------------------------------------------------------------------------------

    def _said(self, line: str, *, is_typed: bool = False) -> str:
        """Return a line with names for the seats, and signs for suits where it is not to be typed."""
        stays = is_typed or not self._paper.has_signs
        return self._seats.said(line if stays else signed(line))

    def _line(self, line: str, style: str = "") -> str:
        if not line:
            return line
        is_typed = _TYPED.match(line) is not None
        return self._paper.line(self._said(line, is_typed=is_typed), style or "dim" * is_typed)

    def _hinted(self, hint: str) -> str:
        """Return a hint: the move stays as it is typed, the reason is said."""
        found = _HINT.match(hint)
        if found is None:
            return self._line(hint)
        return self._paper.line(f"{found[0]}{self._said(hint[found.end() :])}")

    def _as_typed(self, text: str) -> str:
        return "\n".join(self._paper.line(line) for line in text.split("\n"))


def _options(game: Game[Any]) -> list[str]:
    """Return the options of a variant as they are written."""
    return str(game).partition("(")[2].removesuffix(")").split(",")
