"""The contract of all games: Game, State, moves, chance, the view of a seat, records.

Players, environments, arenas and the table use games only through this contract, so adding a game needs
no change elsewhere. ``docs/contract.md`` explains each part; ``suitwise.testing`` checks a game against
the whole contract.

* A **Game** is a frozen dataclass whose fields are the options of a variant. ``load`` reads its text,
  such as ``stacks(stacks=8,height=13)``.
* A **State** is an immutable value: hashable, comparable, and printed as one line that can be parsed.
  ``state.after(move)`` returns the next state; the old state remains valid, so undo is free.
* **Moves** are values too, each with a text of one word. ``state.moves()`` is a collection; if a game
  has very many moves, it supports ``len`` and ``in`` without listing them.
* **Chance** takes turns like a seat. Its moves are the outcomes, each with a weight; ``roll`` draws from
  a seeded stream. The state contains no future draws, so a planner can't peek at them.
* A **seat** sees ``state.view(seat)`` as text and ``state.observe(seat)`` as an array.
  ``state.observe_all()`` shows everything, for critics and theory. ``state.resample(seat, …)`` samples a
  world that the seat can't tell from the true one.
* A **Record** is a whole game as text: the variant, the start, every move, the returns. It can be
  replayed.
"""

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
