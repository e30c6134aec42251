"""Data sets of games between named players: whole records, and decisions as arrays."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from string import whitespace
from typing import Any, BinaryIO, ClassVar

from suitwise.arena.data.formats import Form, Row, write_array_groups
from suitwise.arena.data.manifest import Kind, kind_text
from suitwise.arena.seats import (
    FORFEIT,
    KINDS,
    PATIENCE_S,
    SUBSTITUTE,
    Faults,
    Sitting,
    Spent,
    players_seed,
    reason_of,
    seconds_of,
    substitute_of,
)
from suitwise.arena.store import columns_of, decisions, require_pyarrow, spent_cells
from suitwise.errors import NotationError, SuitwiseError
from suitwise.fields import width
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.lines import LATER, split_outside
from suitwise.game import Game, Record, load
from suitwise.players.named import Named, named
from suitwise.stepping.records import Whole, policies_of, whole_of

LEAST_GAMES = 1000
"""The number of games in a shard from which compiling pays."""
_TOGETHER = 1024
"""The number of games played side by side on compiled records."""
_STREAMS = 1 << 63
"""The number of streams of a seed (``seeds.word``)."""


@dataclass(frozen=True)
class Selfplay:
    """Games between named players, each with its whole record.

    ``arena.store.decisions`` reconstructs the views of the seats from a record.

    Args:
        game: the variant.
        players: one player for all seats, or one for each seat, separated by blanks.
        on_fault: the reaction if a player makes an illegal move or raises an exception: another player
            moves, such as ``substitute:random``, or ``stop`` ends the work. Forfeits are not possible,
            since a data set holds whole games.
        patience: the seconds after which an answer is aborted, which counts as an exception. A player
            that failed is asked once more first.

    Raises:
        NotationError: there is no such game or player, or the number of players fits no seating.

    >>> str(Selfplay("stacks", "random").game)
    'stacks(stacks=4,height=4,suits=4,singles=1)'
    >>> row, = Selfplay("stacks(stacks=2,height=2)", "solver").rows(seed=1, numbers=range(1))
    >>> for key, value in row.items():
    ...     print(key, value)
    number 0
    game stacks(stacks=2,height=2,suits=4,singles=1)
    players ['solver']
    start dealing - | -
    moves ['1d', '1c', '1b', '1a']
    returns [0.0]
    faults [0]
    retried [0]
    kinds []
    calls [0]
    refused [0]
    seconds [0.0]
    """

    game: str
    players: str = "random"
    on_fault: str = f"{SUBSTITUTE}random"
    patience: float = field(default=PATIENCE_S, metadata=LATER)

    name: ClassVar[str] = "selfplay"
    about: ClassVar[str] = (
        "Games between named players, each with its whole record, from which every position and what "
        "each seat saw is played again (`suitwise.arena.store.decisions`)."
    )

    def __post_init__(self) -> None:
        """Check the values, and spell out all options of the game and the players."""
        names = " ".join(map(str, self.named))
        object.__setattr__(self, "game", str(self.named[0].game))
        object.__setattr__(self, "players", names)
        if self.on_fault == FORFEIT:
            raise NotationError(
                "a data set holds whole games: on_fault is stop or substitute:PLAYER"
            )
        if self.substitute is not None:
            object.__setattr__(self, "on_fault", f"{SUBSTITUTE}{self.substitute}")
        object.__setattr__(self, "patience", seconds_of("patience", self.patience))

    @cached_property
    def named(self) -> tuple[Named, ...]:
        """The players; pickled along, since other processes may not have registered their names."""
        game = load(self.game)
        players = tuple(named(word, game) for word in _words(self.players))
        if len(players) not in (1, game.facts.seats):
            raise NotationError(
                f"{len(players)} players are neither one for all nor one for each of the "
                f"{game.facts.seats} seats of {game.name}"
            )
        return players

    @property
    def seated(self) -> tuple[Named, ...]:
        """All players that may make a move."""
        return (*self.named, self.substitute) if self.substitute else self.named

    @cached_property
    def substitute(self) -> Named | None:
        """The player that moves for one that fails."""
        other = substitute_of(self.on_fault)
        return named(other, self.named[0].game) if other else None

    def columns(self) -> dict[str, str]:
        """Return the type of each column."""
        return columns_of(
            "number int, game str, players list of str, start str, moves list of str, "
            "returns list of float, faults list of int, retried list of int, kinds list of str, "
            "calls list of int, refused list of int, seconds list of float"
        )

    def meanings(self) -> dict[str, str]:
        """Return what each key means."""
        from suitwise.arena.report import unit_of

        return {
            "number": "the game, from 0",
            "game": "the variant with all its options",
            "players": "the player of each seat with all its options",
            "start": "the position at the start",
            "moves": "the moves in order, those of chance too",
            "returns": f"what each seat got, in {unit_of(self.named[0].game)}",
            "faults": "at how many decisions each seat failed, and another player moved in its place",
            "retried": "how many decisions each seat made only when asked again",
            "kinds": f"the kind of each fault, those of seat 0 first: {', '.join(KINDS)}",
            "calls": "how often the program of each seat's player was asked; 0 if it does not say",
            "refused": "how many of its answers were no legal move",
            "seconds": "how long its answers took; 0 where nobody counts it",
        }

    def rows(
        self, seed: int, numbers: range, failed: dict[str, str] | None = None
    ) -> Iterator[Row]:
        """Yield games as rows with the keys of a record, and some more.

        Args:
            seed: 64-bit seed.
            numbers: the numbers of the games.
            failed: receives the first fault of each player that failed without stopping the work.

        Raises:
            SuitwiseError: a number is negative, or so large that there is no random stream for it.
        """
        game = self.named[0].game
        seated = self.named if len(self.named) > 1 else self.named * game.facts.seats
        _refuse_numbers(numbers, len(seated))
        names = list(map(str, seated))
        whole = whole_of(game) if len(numbers) >= LEAST_GAMES else None
        policies = policies_of(whole, seated) if whole else None
        nothing: list[list[Any]] = [[] for _ in seated]
        for start in range(0, len(numbers), _TOGETHER):
            some = numbers[start : start + _TOGETHER]
            records = whole and policies and self._records(whole, policies, seed, some)
            for place, number in enumerate(some):
                if records:
                    record, told = (
                        records[place],
                        _told(nothing, nothing, nothing, [None for _ in seated]),
                    )
                else:
                    record, told = self._played(seated, seed, number, failed)
                plain = record.as_json()
                row = {"number": number, "game": plain["game"], "players": names} | plain
                yield row | told

    def _records(
        self, whole: Whole, policies: tuple[int, ...], seed: int, numbers: range
    ) -> list[Record] | None:
        """Play games side by side on compiled records; return None if one is too long for that."""
        seats = len(policies)
        streams = [range(seats * number, seats * (number + 1)) for number in numbers]
        own_seed = players_seed(seed, self.name)
        return whole.games(seed, numbers, own_seed, streams, [policies] * len(numbers))

    def _played(
        self, seated: tuple[Named, ...], seed: int, number: int, failed: dict[str, str] | None
    ) -> tuple[Record, Row]:
        """Play a game; return its record, and what is told of its players."""
        streams = range(len(seated) * number, len(seated) * (number + 1))
        try:
            policy = Faults(self.substitute or self.on_fault, retries=1, patience=self.patience)
            sitting = Sitting(seated, players_seed(seed, self.name), streams, faults=policy)
            record = sitting.played(seated[0].game.start(), seed, number)
            for seat, error in sitting.reasons.items():
                reason = reason_of(error, placed=True)
                told = f"{seated[seat]} in seat {seat} failed at game {number} of {self.game}: {reason}"
                (failed if failed is not None else {}).setdefault(str(seated[seat]), told)
            told_of = sitting.faults, sitting.retried, sitting.kinds, sitting.spent
            return record, _told(*told_of)
        except Exception as error:
            reason = reason_of(error, placed=True)
            raise SuitwiseError(f"game {number} of {kind_text(self)}: {reason}") from error


def _told(
    faults: Sequence[Sequence[int]],
    retried: Sequence[Sequence[int]],
    kinds: Sequence[Sequence[str]],
    spent: Sequence[Spent | None],
) -> Row:
    """Return what a row tells of the players, by what a ``Sitting`` holds of each seat."""
    counts = {"faults": [*map(len, faults)], "retried": [*map(len, retried)]}
    return counts | {"kinds": list(chain.from_iterable(kinds))} | spent_cells(spent)


def _refuse_numbers(numbers: range, seats: int) -> None:
    """Refuse numbers of games for which there are no random streams."""
    most = _STREAMS // seats - 1
    for number in (*numbers[:1], *numbers[-1:]):
        if not 0 <= number <= most:
            raise SuitwiseError(f"games of {seats} seats have numbers 0 to {most}, not {number}")


def _words(text: str) -> list[str]:
    """Split a text into players; blanks in and before parentheses don't separate.

    >>> _words("greedy rules ( look=1 )")
    ['greedy', 'rules( look=1 )']
    """
    words: list[str] = []
    for word in filter(None, split_outside(text, whitespace)):
        if word.startswith("(") and words:
            words[-1] += word
        else:
            words.append(word)
    return words


# --- Decisions as arrays --------------------------------------------------------------------------
#
# Each row of the arrays is a decision, in the order of the games and of their moves. The arrays are
# computed from the records.

DECISION_COLUMNS = {
    "observation": ("float32", "what the seat on turn saw, a list of fixed size, its fields below"),
    "mask": ("bool", "1 for each legal action, a list of fixed size"),
    "action": ("int32", "the number of the move made"),
    "seat": ("int8", "the seat on turn"),
    "return": ("float64", "what that seat got at the end of the game, in {unit}"),
    "number": ("int64", "the number of the game, as in the rows"),
}
"""The type of each column of the decisions, and what it means."""

_GAMES = 64
"""The number of games whose decisions are in memory at once where they are Parquet."""
_RECORD = ("game", "start", "moves", "returns")


def numpy_writer() -> str:
    """Return the versions of the libraries on which the bytes of a file of arrays depend."""
    return f"numpy {np.__version__}, zlib {zlib.ZLIB_RUNTIME_VERSION}"


def arrays_writer(kind: Kind, form: Form) -> str:
    """Return the versions of the libraries on which the bytes of a kind's decisions depend.

    Args:
        kind: the kind.
        form: the format of the data set.

    Raises:
        NotationError: the rows are no games, or the game does not number its moves.

    >>> from suitwise.arena.data.manifest import kind_of
    >>> arrays_writer(kind_of("texas42-solved"), "jsonl")
    Traceback (most recent call last):
    suitwise.errors.NotationError: texas42-solved has no decisions: arrays are made of selfplay
    """
    if not isinstance(kind, Selfplay):
        raise NotationError(f"{kind.name} has no decisions: arrays are made of selfplay")
    if kind.named[0].game.facts.distinct_moves is None:
        raise NotationError(
            f"{kind.named[0].game.name} does not number its moves: it has no arrays"
        )
    return f"pyarrow {require_pyarrow().__version__}" if form == "hf" else numpy_writer()


def decision_arrays(game: Game[Any], rows: Iterable[Row]) -> dict[str, NDArray[Any]]:
    """Return the decisions in rows of ``selfplay`` as arrays.

    Args:
        game: the variant of all rows, which numbers its moves.
        rows: the rows.

    >>> from suitwise.arena.data.selfplay import Selfplay
    >>> kind = Selfplay("gin", "greedy")
    >>> arrays = decision_arrays(kind.named[0].game, kind.rows(seed=1, numbers=range(2)))
    >>> arrays["observation"].shape[1], arrays["mask"].shape[1], sorted(set(arrays["seat"].tolist()))
    (381, 107, [0, 1])
    >>> places = range(len(arrays["action"]))
    >>> bool(arrays["mask"][places, arrays["action"]].all())
    True
    """
    actions = game.facts.distinct_moves or 1
    observations, masks, scalars = [], [], []
    for row in rows:
        record = Record.from_json({name: row[name] for name in _RECORD})
        for state, move in decisions(record):
            seat = state.turn
            observations.append(state.observe(seat).ravel())
            mask = np.zeros(actions, bool)
            mask[[game.move_number(one) for one in state.moves()]] = True
            masks.append(mask)
            scalars.append((game.move_number(move), seat, record.returns[seat], row["number"]))
    moves, seats, returns, numbers = zip(*scalars, strict=True) if scalars else ((), (), (), ())
    shape = len(scalars), width(game.observation_fields())
    return {
        "observation": np.array(observations, np.float32).reshape(shape),
        "mask": np.array(masks, bool).reshape(len(scalars), actions),
        "action": np.array(moves, np.int32),
        "seat": np.array(seats, np.int8),
        "return": np.array(returns, np.float64),
        "number": np.array(numbers, np.int64),
    }


def write_arrays(file: BinaryIO, form: Form, kind: Kind, rows: Sequence[Row]) -> None:
    """Write the decisions of a shard's rows; where they are Parquet some games at a time."""
    assert isinstance(kind, Selfplay)
    game = kind.named[0].game
    if form == "hf":
        some = (rows[at : at + _GAMES] for at in range(0, len(rows), _GAMES))
        write_array_groups(file, (decision_arrays(game, games) for games in some))
    else:
        write: Any = np.savez_compressed
        write(file, **decision_arrays(game, rows))
