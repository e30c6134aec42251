"""The contract that every game fulfils: Game, State, moves, chance, what a seat sees, records.

Players, environments, arenas and the table know games only through this room, so a new game is one
new folder. ``docs/contract.md`` says why each part is as it is; ``suitwise.testing`` checks a game
against all of it.

* A **Game** is a frozen dataclass whose fields are the options of a variant. Its text,
  ``stacks(stacks=8,height=13)``, finds it again: ``load``.
* A **State** is a value: never changed, hashable, comparable, printed as one line that parses back.
  ``state.after(move)`` is the next state; the one before is still there, which is undo.
* **Moves** are values too, each with a text of one word. ``state.moves()`` is a collection that counts
  and answers ``in`` without listing where a game has very many.
* **Chance** is a turn like any other: its moves are the outcomes, each with a weight; ``roll`` draws one
  from a seeded stream. A planner that may not peek finds nothing to peek at.
* A **seat** sees ``state.view(seat)`` as text and ``state.observe(seat)`` as an array;
  ``state.observe_all()`` hides nothing, for critics and theory;
  ``state.resample(seat, …)`` is a random world that this seat cannot tell from the true one.
* A **Record** is a whole game as text: the variant, the start, every move, the returns. It replays.
"""

from __future__ import annotations

from suitwise.game.record import (
    Chooser,
    Record,
    draw,
    drawn,
    games,
    load,
    play,
    record_of,
    register,
    roll,
)
from suitwise.game.state import (
    CHANCE,
    OVER,
    TURN_TEXT,
    Description,
    Facts,
    Game,
    Refusal,
    State,
    move_at,
    refusal,
)

__all__ = [
    "CHANCE",
    "OVER",
    "TURN_TEXT",
    "Chooser",
    "Description",
    "Facts",
    "Game",
    "Record",
    "Refusal",
    "State",
    "draw",
    "drawn",
    "games",
    "load",
    "move_at",
    "play",
    "record_of",
    "refusal",
    "register",
    "roll",
]
