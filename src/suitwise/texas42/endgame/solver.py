"""Monte Carlo CFR (external sampling) for the endgame, compiled to run on arrays.

``EndgameSolver`` learns the same average strategies as the generic ``players.mccfr``, with equal
values, hundreds of times faster; on a GPU, thousands of traversals at once. ``endgame.game`` explains
the meaning of convergence for partners.

A traversal is a compiled function of plain arrays, one row each, without objects or recursion, so that
the same text runs in Python, as machine code, and on a GPU. Its stack has a frame for each decision of
the traversing seat, at most three; a frame is popped when all its moves have been tried. Positions are
those of ``arrays.packed``.

An *information set* has an exact key of at most 61 bits, not a hash: a leading 1, the plays so far,
four bits each as indices into the dominoes left, then the hand as dealt in sixteen bits. A seat with a
single legal domino has no decision, so the first eleven of sixteen plays suffice.

The table of information sets uses open addressing, with a slot for each key. During a round it keeps
its size, and regrets are added atomically by ``add_at``, so thousands of traversals can run at once. At
a set that is not in the table a traversal plays uniformly and reports the key; what it learns there is
lost. Between rounds the missed keys are added. If traversals run on a GPU, the table stays there and
only the missed keys are copied back.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from suitwise.arguments import of_kind, whole_input
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import (
    add_at,
    count_bits,
    lowest_bit,
    machine,
    over_rows,
    rule,
)
from suitwise.foundation.arrays.cuda import device_copy, grid, require_cuda
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.arrays.rows import is_gpu
from suitwise.foundation.seating import NOBODY, side
from suitwise.game import Game, State
from suitwise.players.mccfr import Learned, Strategy
from suitwise.seeds import as_seed, shuffle, word
from suitwise.texas42.arrays.packed import dealt, held_by, legal_of, played, points_of, turn_of
from suitwise.texas42.arrays.policy import bit_of_hand
from suitwise.texas42.endgame.game import Endgame, EndgameState, decided, outcome
from suitwise.texas42.rules.dominoes import ALL, N_DOMINOES, mask_of

MOST_WIDTH = 1 << 18
"""The most traversals of a round."""
NARROWEST = 64
"""The largest number of traversals in the first round."""


class EndgameSolver:
    """Learns a strategy for all four seats of an endgame, in as many rounds as wanted.

    On a CPU the result is deterministic, whether run at once or in several calls. On a GPU regrets are
    added in any order while others read them, so runs differ slightly, which the method tolerates.

    Args:
        game: the endgame.
        seed: 64-bit seed.
        width: traversals per round, a multiple of four; the table grows between rounds. See ``run``.
        device: ``cpu``, or ``cuda`` for a GPU (extra ``cuda``), where the width should be large.

    Raises:
        SuitwiseError: a number is out of range, or there is no such device.

    >>> solver = EndgameSolver(Endgame(declaration="notrump", hand="4-4 5-5"), seed=1)
    >>> solver.run(4)
    >>> solver.traversals, solver.information_sets > 0
    (4096, True)
    """

    def __init__(self, game: Endgame, seed: int, *, width: int = 1024, device: str = "cpu") -> None:
        of_kind(game, Endgame, "game")
        width = whole_input(width, "the traversals of a round are", least=4, most=MOST_WIDTH)
        if width % 4:
            raise SuitwiseError(f"the traversals of a round are a multiple of four, not {width}")
        on_gpu = is_gpu(device)
        if on_gpu:
            require_cuda()
        self.game, self.device, self.width = game, device, width
        self.traversals = 0
        """The number of traversals so far."""
        self._seed = as_seed(seed)
        self._table = SetTable(on_gpu=on_gpu)
        pack = mask_of(game.pack)
        numbers = np.array([game.declared, game.leader, game.goal, game.points, pack], np.int64)
        self._cards = _cards(game)
        self._given: tuple[Any, ...] = numbers, self._cards
        self._room = _room(width, len(game.to_deal))
        self._missed: Any = np.zeros((width, MOST_MISSED), np.int64)
        if on_gpu:  # the workspace of the traversals stays on the GPU
            self._given = device_copy(numbers), tuple(map(device_copy, self._cards))
            self._room = tuple(map(device_copy, self._room))
            self._missed = device_copy(self._missed)

    @property
    def information_sets(self) -> int:
        """The number of known information sets."""
        return self._table.known

    def run(self, rounds: int) -> None:
        """Run ``rounds`` more rounds.

        A traversal learns nothing at an information set that is new in its round. So no round is wider
        than all before it together: the first one is split into narrow ones.

        Raises:
            SuitwiseError: there are too many information sets; the strategy learned so far is kept.
        """
        for _ in range(rounds):
            left = self.width
            while left:
                width = min(left, max(self.traversals, NARROWEST))
                self._round(width)
                left -= width

    def _round(self, width: int) -> None:
        missed = self._missed[:width]
        table = self._table.with_room(missed.size)
        self._traverse((self._seed, self.traversals, *self._given, table, self._room), missed)
        self.traversals += width
        here = missed.copy_to_host() if is_gpu(self.device) else missed
        self._table.add(here.reshape(-1))

    def _traverse(self, given: Any, missed: Any) -> None:
        if is_gpu(self.device):
            grid(traverse_row)(given, missed)
        else:
            over_rows(traverse_row)(given, missed, 0, len(missed))

    # --- The strategy -----------------------------------------------------------------------------

    def strategy(self, state: State[Any]) -> Mapping[str, float]:
        """Return the average strategy in a state; uniform in an information set never visited.

        Used by ``players.mccfr``.

        Raises:
            SuitwiseError: the state is not of this endgame.
        """
        if not isinstance(state, EndgameState) or state.variant != self.game:
            raise SuitwiseError(f"the strategy is for {self.game}")
        moves = tuple(state.moves())
        number = self._number(state) if len(moves) > 1 else -1
        totals = self._table.totals(number)[: len(moves)].tolist() if number >= 0 else ()
        whole = sum(totals)
        if whole > 0:
            return {move: part / whole for move, part in zip(moves, totals, strict=True)}
        return dict.fromkeys(moves, 1 / max(1, len(moves)))

    def _number(self, state: EndgameState) -> int:
        places, past = self._cards[2], 1
        for domino in state.plays:
            past = past << PLACE_BITS | int(places[domino])
        return self._table.number(key_of(past, state.dealt[state.turn], places.tolist()))


def _cards(game: Endgame) -> tuple[NDArray[np.int64], ...]:
    """Return the dominoes that chance deals, the fixed hands, and each domino's index."""
    places = np.zeros(N_DOMINOES, np.int64)
    places[list(game.pack)] = range(len(game.pack))
    return np.array(game.to_deal, np.int64), np.array(game.held, np.int64), places


def _room(width: int, dealing: int) -> tuple[Any, ...]:
    """Return the workspace of the traversals of a round: frames, marks, the order of the deal."""
    return (
        np.zeros((width, FRAMES, FRAME), np.int64),
        np.zeros((width, FRAMES, MARKS)),
        np.zeros((width, dealing), np.int64),
    )


# --- The player -----------------------------------------------------------------------------------

_ROUND = 256
"""The iterations of a round; each is a traversal for every seat, as in ``players.mccfr``."""


@dataclass(frozen=True, slots=True)
class LearnedEndgame(Learned):
    """A strategy learned in whole rounds of iterations."""

    def learn(self, game: Game[Any]) -> Strategy:
        """Return the strategy after enough whole rounds for the iterations."""
        assert isinstance(game, Endgame)
        solver = EndgameSolver(game, self.seed, width=4 * _ROUND)
        solver.run(-(-self.iterations // _ROUND))
        return solver.strategy


# --- The table of information sets ----------------------------------------------------------------


MOVES = 4
"""The largest number of dominoes that a seat chooses from."""
MOST_SETS = 1 << 24
"""The largest number of information sets."""
_ROOM = 1 << 10
"""The slots of an empty table."""


@rule
def key_slot(keys: Any, key: int) -> int:
    """Return the slot of a key, or the empty slot (0) where it would be inserted.

    >>> key_slot([0, 0, 0, 0], 77) in range(4)
    True
    """
    mask = len(keys) - 1
    low, high = key & 0xFFFFFFFF, key >> 32
    at = ((low * 0x2545F491 + high * 0x1B873593) >> 15) & mask
    while keys[at] != 0 and keys[at] != key:
        at = (at + 1) & mask
    return int(at)


@rule
def known_number(table: Any, key: int) -> int:
    """Return the number of an information set, or -1 if it is not in the table."""
    keys, numbers, _, _ = table
    slot = key_slot(keys, key)
    return int(numbers[slot]) if keys[slot] == key else -1


@rule
def add_keys(missed: Any, keys: Any, numbers: Any, count: int) -> int:
    """Insert the missed keys that are new, with consecutive numbers; return the number of known keys."""
    for at in range(len(missed)):
        key = missed[at]
        if key == 0:
            continue
        slot = key_slot(keys, key)
        if keys[slot] == 0:
            keys[slot] = key
            numbers[slot] = count
            count += 1
    return count


@rule
def move_keys(keys: Any, numbers: Any, new_keys: Any, new_numbers: Any) -> None:
    """Copy all keys of a table into a larger one."""
    for at in range(len(keys)):
        if keys[at]:
            slot = key_slot(new_keys, keys[at])
            new_keys[slot] = keys[at]
            new_numbers[slot] = numbers[at]


class SetTable:
    """The information sets by key, with regrets and strategy totals of ``MOVES`` moves each.

    Args:
        on_gpu: whether traversals run on the GPU, where the table is then stored.

    >>> import numpy as np
    >>> table = SetTable(on_gpu=False)
    >>> _ = table.with_room(8)
    >>> table.add(np.array([0, 77, 78, 0, 77]))
    >>> table.known, table.number(78), table.number(79), table.totals(0).tolist()
    (2, 1, -1, [0.0, 0.0, 0.0, 0.0])
    """

    def __init__(self, on_gpu: bool) -> None:
        self.known = 0
        """The number of known sets."""
        self._on_gpu = on_gpu
        self._keys = np.zeros(_ROOM, np.int64)
        self._numbers = np.zeros(_ROOM, np.int64)
        self._learned = self._sent(np.zeros((2, _ROOM // 2 * MOVES)))
        self._index = self._sent(self._keys), self._sent(self._numbers)
        self._fetched: NDArray[np.float64] | None = None

    def with_room(self, more: int) -> tuple[Any, ...]:
        """Return keys, numbers, regrets and totals for traversals, with room for more sets.

        At least half of the slots stay empty even if all of these are added.

        Raises:
            SuitwiseError: there are too many sets.
        """
        if self.known > MOST_SETS:
            raise SuitwiseError(f"more than {MOST_SETS:,} information sets are not kept")
        if 2 * (self.known + more) > len(self._keys):
            self._grow(1 << (2 * (self.known + more) - 1).bit_length())
        self._fetched = None  # traversals will write
        return *self._index, self._learned[0], self._learned[1]

    def add(self, missed: NDArray[np.int64]) -> None:
        """Add the keys that traversals missed; zeros are ignored."""
        known = int(machine(add_keys)(missed, self._keys, self._numbers, self.known))
        if known > self.known:
            self._index = self._sent(self._keys), self._sent(self._numbers)
        self.known = known

    def number(self, key: int) -> int:
        """Return the number of a set, or -1 if it is unknown."""
        return known_number((self._keys, self._numbers, None, None), key)

    def regrets(self, number: int) -> NDArray[np.float64]:
        """Return the regrets of a set's moves."""
        return self._of(0, number)

    def totals(self, number: int) -> NDArray[np.float64]:
        """Return the accumulated strategy weights of a set's moves."""
        return self._of(1, number)

    def _of(self, row: int, number: int) -> NDArray[np.float64]:
        if self._fetched is None:
            self._fetched = self._here(self._learned)
        return self._fetched[row, number * MOVES : (number + 1) * MOVES]

    def _grow(self, slots: int) -> None:
        keys, numbers = np.zeros(slots, np.int64), np.zeros(slots, np.int64)
        machine(move_keys)(self._keys, self._numbers, keys, numbers)
        self._keys, self._numbers = keys, numbers
        self._index = self._sent(keys), self._sent(numbers)
        learned = np.zeros((2, slots // 2 * MOVES))
        size = self.known * MOVES
        learned[:, :size] = self._here(self._learned)[:, :size]
        self._learned = self._sent(learned)

    def _sent(self, array: Any) -> Any:
        """Return an array in the memory of the device that runs traversals."""
        return device_copy(array) if self._on_gpu else array

    def _here(self, array: Any) -> Any:
        """Return an array in the memory of this process."""
        return array.copy_to_host() if self._on_gpu else array


# --- The workspace of a traversal -----------------------------------------------------------------


MOST_MISSED = 20
"""The most keys missed: one decision, then four, then twelve, and three more on the walk."""
PLACE_BITS = 4
HAND_BITS = 16
STREAMS = 4
"""The random streams of a traversal: deal and choices, and those of the walk."""

WHERE, REST, PAST, LEFT, TRIED, NUMBER, FRAME = range(7)
"""The columns of a frame of the stack; ``FRAME`` is their number.

===========  ==================================================================================
column       content
===========  ==================================================================================
WHERE, REST  the packed position (``arrays.packed``)
PAST         the plays so far, as in the key of an information set
LEFT         the moves of the decision that are left to try, a set of bits
TRIED        the number of moves tried
NUMBER       the number of the information set, -1 if it is not in the table
===========  ==================================================================================
"""
FRAMES = 4
"""Three decisions and the position after them."""
MARKS = 2 * MOVES
"""The numbers beside a frame: first the value of each move, then its probability in the strategy."""

DECLARATION, LEADER, GOAL, TOTAL, PACK = range(5)
"""The columns of a game's options; ``TOTAL`` is the points in play, ``PACK`` the dominoes left."""


# --- The play -------------------------------------------------------------------------------------


@rule
def deal(now: Any, game: Any, cards: Any, order: Any, seed: int, stream: int) -> None:
    """Deal at random and write the first position into a frame.

    Args:
        now: the frame.
        game: the options of the game, see above.
        cards: the dominoes that chance deals, the fixed hands, and the index of each domino.
        order: workspace for the dominoes that chance deals.
        seed: 64-bit seed.
        stream: the stream.
    """
    dealing, held, _ = cards
    for at in range(len(dealing)):
        order[at] = dealing[at]
    shuffle(order, seed, stream)
    free = 0
    for seat in range(4):
        free += held[seat] == 0
    at = lower = upper = 0
    for seat in range(4):
        hand = int(held[seat])
        if hand == 0:
            for _ in range(len(dealing) // free):
                hand |= 1 << int(order[at])
                at += 1
        lower |= hand if seat & 1 else 0
        upper |= hand if seat & 2 else 0
    leader = int(game[LEADER])
    where, rest = dealt(lower, upper, int(game[DECLARATION]), leader, side(leader), NOBODY)
    # Nobody sits out and the table is empty, so ``rest`` is just the dominoes held.
    now[WHERE], now[REST], now[PAST] = where, rest & int(game[PACK]), 1


@rule
def lay(now: Any, domino: int, places: Any) -> None:
    """Play a domino for the seat on turn."""
    where, rest = int(now[WHERE]), int(now[REST])
    seat = turn_of(where, rest)
    now[WHERE], now[REST] = played(where, rest, domino)
    if held_by(where, rest, seat) & ~(1 << domino):  # there are no decisions in the last trick
        now[PAST] = now[PAST] << PLACE_BITS | places[domino]


@rule
def is_over(now: Any, game: Any) -> bool:
    """Return whether all dominoes are played or the goal is decided."""
    rest = int(now[REST])
    one, two = points_of(rest, 0), points_of(rest, 1)
    return rest & ALL == 0 or decided(one, two, int(game[GOAL]), int(game[TOTAL]))


# --- Information sets -----------------------------------------------------------------------------


@rule
def key_of(past: int, hand: int, places: Any) -> int:
    """Return the information set key of the plays so far and a hand as dealt."""
    key = past << HAND_BITS
    while hand:
        key |= 1 << places[lowest_bit(hand)]
        hand &= hand - 1
    return key


@rule
def key_now(now: Any, game: Any, places: Any) -> int:
    """Return the information set key of the seat on turn, from its hand as dealt (perfect recall)."""
    where = int(now[WHERE])
    hand = held_by(where, int(game[PACK]), turn_of(where, int(now[REST])))
    return key_of(int(now[PAST]), hand, places)


@rule
def put_parts(marks: Any, table: Any, number: int, count: int) -> None:
    """Write the current strategy of an information set, by regret matching, to the marks."""
    _, _, regrets, _ = table
    total = 0.0
    for move in range(count):
        regret = 0.0
        if number >= 0:
            regret = max(regrets[number * MOVES + move], 0.0)
        marks[MOVES + move] = regret
        total += regret
    for move in range(count):
        marks[MOVES + move] = marks[MOVES + move] / total if total > 0.0 else 1.0 / count


@rule
def picked(marks: Any, count: int, ticket: int) -> int:
    """Return the move sampled by a 32-bit random number."""
    left = ticket / 4294967296.0
    last = 0
    for move in range(count):
        part = marks[MOVES + move]
        if left < part:
            return move
        left -= part
        if part > 0.0:
            last = move
    return last  # the probabilities may sum to slightly less than one


@rule
def note_missed(missed: Any, number: int, key: int) -> None:
    """Report an information set that is not in the table."""
    if number >= 0:
        return
    for at in range(len(missed)):
        if missed[at] == 0 or missed[at] == key:
            missed[at] = key
            return


# --- A traversal ----------------------------------------------------------------------------------


@rule
def go_on(now: Any, seat: int, marks: Any, given: Any, stream: int, index: int) -> int:
    """Play sampled moves until the seat has a decision, or to the end; return the stream index."""
    seed, _, game, cards, table, _ = given
    _, _, places = cards
    while not is_over(now, game):
        legal = legal_of(int(now[WHERE]), int(now[REST]))
        count = count_bits(legal)
        move = 0
        if count > 1:
            if turn_of(int(now[WHERE]), int(now[REST])) == seat:
                break
            put_parts(marks, table, known_number(table, key_now(now, game, places)), count)
            move = picked(marks, count, word(seed, stream, index))
            index += 1
        lay(now, bit_of_hand(legal, move), places)
    return index


@rule
def open_frame(now: Any, marks: Any, given: Any, missed: Any) -> None:
    """Push a decision, with all its moves to try."""
    _, _, game, cards, table, _ = given
    _, _, places = cards
    key = key_now(now, game, places)
    now[LEFT] = legal_of(int(now[WHERE]), int(now[REST]))
    now[TRIED] = 0
    now[NUMBER] = known_number(table, key)
    note_missed(missed, now[NUMBER], key)
    put_parts(marks, table, now[NUMBER], count_bits(now[LEFT]))


@rule
def try_next(now: Any, ahead: Any, given: Any) -> None:
    """Write the position after the next move of a decision into the next frame."""
    _, _, _, cards, _, _ = given
    _, _, places = cards
    for at in range(LEFT):
        ahead[at] = now[at]
    lay(ahead, lowest_bit(now[LEFT]), places)


@rule
def settled(now: Any, marks: Any, table: Any) -> float:
    """Add the regrets of a decision after all its moves were tried; return its value."""
    _, _, regrets, _ = table
    mean = 0.0
    for move in range(now[TRIED]):
        mean += marks[MOVES + move] * marks[move]
    if now[NUMBER] >= 0:
        for move in range(now[TRIED]):
            add_at(regrets, now[NUMBER] * MOVES + move, marks[move] - mean)
    return mean


@rule
def look(frames: Any, marks: Any, seat: int, given: Any, stream: int, missed: Any) -> None:
    """Traverse from a deal: try all moves of one seat, sample the others', and add its regrets.

    A depth-first search on a stack of frames, one for each decision of the seat. Going down, it pushes
    the seat's next decision; at the end of the game, it goes back up with the value to the last decision
    that has a move left to try.
    """
    _, _, game, _, table, _ = given
    index = depth = 0
    while True:
        now = frames[depth]
        # The marks of the last frame are free, as no decision is pushed there.
        index = go_on(now, seat, marks[FRAMES - 1], given, stream, index)
        if not is_over(now, game):
            open_frame(now, marks[depth], given, missed)
            try_next(now, frames[depth + 1], given)
            depth += 1
            continue
        rest = int(now[REST])
        value = 1.0 * outcome(points_of(rest, 0), points_of(rest, 1), game[GOAL])
        if side(seat):
            value = -value
        while depth > 0:
            now = frames[depth - 1]
            marks[depth - 1, now[TRIED]] = value
            now[TRIED] += 1
            now[LEFT] &= now[LEFT] - 1
            if now[LEFT]:
                try_next(now, frames[depth], given)
                break
            value = settled(now, marks[depth - 1], table)
            depth -= 1
        if depth == 0:
            return


@rule
def walk(now: Any, marks: Any, seat: int, given: Any, stream: int, missed: Any) -> None:
    """Update the average strategy of a seat along one game, in which the others play uniformly."""
    seed, _, game, cards, table, _ = given
    _, _, places = cards
    _, _, _, totals = table
    index = 0
    while not is_over(now, game):
        legal = legal_of(int(now[WHERE]), int(now[REST]))
        count = count_bits(legal)
        move = 0
        if count > 1:
            number = -1  # the others play uniformly
            if turn_of(int(now[WHERE]), int(now[REST])) == seat:
                key = key_now(now, game, places)
                number = known_number(table, key)
                note_missed(missed, number, key)
            put_parts(marks, table, number, count)
            move = picked(marks, count, word(seed, stream, index))
            index += 1
            if number >= 0:
                for at in range(count):
                    add_at(totals, number * MOVES + at, marks[MOVES + at])
        lay(now, bit_of_hand(legal, move), places)


@rule
def traverse_row(i: int, given: Any, answer: Any) -> None:
    """Run traversal ``i``: regrets of one seat from a deal, then its average strategy from another.

    Args:
        i: the row; the seats take turns.
        given: seed; number of row 0; the options of the game; the dominoes that chance deals, the fixed
            hands, the index of each domino; keys, numbers, regrets and totals of the table; the
            workspace of each row: frames, marks and the order of the deal.
        answer: a row: the missed information sets, then zeros.
    """
    seed, first, game, cards, _, room = given
    frames, marks, order = room
    missed = answer[i]
    for at in range(len(missed)):
        missed[at] = 0
    number = first + i
    seat = number & 3
    stream = STREAMS * number
    for course in range(2):
        deal(frames[i, 0], game, cards, order[i], seed, stream)
        if course == 0:
            look(frames[i], marks[i], seat, given, stream + 1, missed)
        else:
            walk(frames[i, 0], marks[i, 0], seat, given, stream + 1, missed)
        stream += 2
