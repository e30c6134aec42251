"""The step loop of every native vector environment: many games in arrays, one row per game.

A game provides eight kernels over a flat record (``Rules``), and ``rules_of`` plugs them into the loop
below. The loop is the same code for every game, in Python, in machine code and on a GPU. One step does
this:

* play the action of the learner if it is legal; an illegal action ends the game;
* let the other seats move by their policies until the learner is on turn again (the learner may have one
  seat, several, or in self-play all);
* restart a finished game, in the same step or in the next, as configured;
* write the observation and the mask of legal actions to existing arrays.

Random numbers: row r of n plays the games numbered r, r + n, r + 2 n, … of the common seed; if every row
has its own seed, it plays games 0, 1, 2, … of that. Game g is dealt from stream 2 g of the seed, and
goes on with stream 2 g + 1. So the games do not depend on the number of threads.

A record is a row of int64. The first columns belong to the loop, the others to the game:

=======  ======  ================================================================================
column   name    meaning
=======  ======  ================================================================================
0        NUMBER  the number of the game
1        PLIES   the number of moves that the learner has made in it
2        SEAT    the learner's seat; if it has several, the one that was on turn last
3        STREAM  the fast random stream of chance and of the other seats (see below)
4        ENDED   0 under way, 1 over, 2 cut off, 3 ended by an illegal action, 4 no game found in
                 which the learner has a turn
5        SEED    the seed, needed to begin the next game
6 on     HEAD    the game's own columns
=======  ======  ================================================================================

The settings of a run (``run`` in the kernels) are an array as well:

======  =========  ==============================================================================
index   name       meaning
======  =========  ==============================================================================
0       LEARNER    the learner's first seat, or ``ANY_SEAT``: the seats in turn by game number
1       AUTORESET  when a finished game restarts: ``NEXT``, ``SAME`` or ``NONE``
2       LONGEST    the learner's moves after which a game is cut off, 0 for never
3       STRIDE     the distance from one game number of a row to the next
4 on    WAYS       for each seat from LEARNER on, the number of its policy, or ``SELF``
======  =========  ==============================================================================
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from suitwise.fields import Field
from suitwise.foundation.arrays.compiled import fitted, rule
from suitwise.game import Game, State
from suitwise.seeds import philox

# --- Fast random streams --------------------------------------------------------------------------
#
# The counter-based generator of ``suitwise.seeds`` takes ten rounds per number, more than playing a
# card. So a playout draws its initial state from there, and continues with a multiply-with-carry
# generator (Marsaglia): the lower 32 bits times a constant, plus the upper 32 bits. The output is the
# exclusive or of the two halves, as in MWC64X (Thomas, "The MWC64X random number generator", 2011). The
# constant a is the greatest below 2**31 such that p = a * 2**32 - 1 and (p - 1) / 2 are both prime, so
# that the period is (p - 1) / 2. All values stay below 2**63, so Python, machine code and CUDA agree.

MULTIPLIER = 2147483085
STILL = (MULTIPLIER << 32) - 1
"""The only fixed point of a stream besides 0; a stream must never be in this state."""
_LOW = 0xFFFFFFFF


@rule
def opened(seed: int, number: int) -> int:
    """Return the initial state of a stream.

    Args:
        seed: 64 bits, as ``seeds.as_seed`` returns it.
        number: the number of the stream, 0 <= number < 2**63.

    >>> opened(7, 0) != opened(7, 1)
    True
    """
    one, other, _, _ = philox(0, 0, number & _LOW, number >> 32, seed & _LOW, (seed >> 32) & _LOW)
    # Keep the carry off 0 and its maximum, the carries of the two fixed points.
    return (1 + (other * (MULTIPLIER - 2) >> 32)) << 32 | one


@rule
def is_open(stream: int) -> bool:
    """Return whether a number is a valid state of a stream, one with the full period.

    >>> is_open(opened(7, 0)), is_open(0), is_open(STILL)
    (True, False, False)
    """
    return 0 < stream < STILL


@rule
def moved(stream: int) -> int:
    """Advance a stream by one number.

    >>> moved(5 << 32 | 1) == MULTIPLIER + 5
    True
    """
    return MULTIPLIER * (stream & _LOW) + (stream >> 32)


@rule
def under(n: int, stream: int) -> int:
    """Map the current output of a stream to 0..n-1, with a bias of less than n / 2**32.

    Args:
        n: 1 <= n < 2**31.
        stream: the state of a stream.

    >>> [under(6, stream << 32) for stream in (0, 1 << 29, 1 << 30)]
    [0, 0, 1]
    """
    return ((stream ^ stream >> 32) & _LOW) * n >> 32


@rule
def drawn(n: int, stream: int) -> tuple[int, int]:
    """Draw a number from 0..n-1 without bias; return it and the advanced stream.

    Uses Lemire's multiply-and-reject method, as ``seeds.below`` does.

    Args:
        n: 1 <= n < 2**31.
        stream: the state of a stream.

    >>> drawn(6, 5 << 32 | 1) == (under(6, moved(5 << 32 | 1)), moved(5 << 32 | 1))
    True
    """
    stream = moved(stream)
    product = ((stream ^ stream >> 32) & _LOW) * n
    if product & _LOW < n:
        threshold = (_LOW + 1 - n) % n
        while product & _LOW < threshold:
            stream = moved(stream)
            product = ((stream ^ stream >> 32) & _LOW) * n
    return product >> 32, stream


# --- Optional kernels: games by the slow streams --------------------------------------------------
#
# With these, ``records`` plays games that agree move by move with games played as objects, which draw
# from the streams of ``suitwise.seeds``.


@rule
def deal_own(record: Any, options: Any, seed: int, stream: int, moves: Any) -> None:
    """Begin a game with chance drawing from a stream of ``suitwise.seeds``; note chance's moves."""
    raise NotImplementedError


@rule
def act_own(record: Any, options: Any, action: int, stream: int, moves: Any) -> None:
    """Make a legal move for the seat on turn and chance's moves after it; note chance's moves."""
    raise NotImplementedError


@rule
def choose(record: Any, options: Any, policy: int) -> int:
    """Return the action of the seat on turn under a deterministic policy; a game may have none."""
    raise NotImplementedError


@rule
def nth_action(record: Any, options: Any, allowed: Any, place: int) -> int:
    """Return the legal action at an index in the order of the position's moves; by default by number.

    >>> nth_action([], [], [0, 1, 0, 1], 1)
    3
    """
    for action in range(len(allowed)):
        if allowed[action] != 0:
            if place == 0:
                return action
            place -= 1
    return -1


class Own(NamedTuple):
    """A game's versions of the optional kernels above.

    Args:
        deal: ``deal_own``; leaves the index of chance's next random number in the column STREAM.
        act: ``act_own``; chance continues from that index.
        choose: ``choose``.
        nth: ``nth_action``, if the position's moves are not ordered by number.
        texts: the texts of chance's moves, which are noted by the numbers after those of the actions.
        room: the most moves of a game that are noted; 0 if chance's moves are not noted.
        plain_s: roughly the seconds that plain Python takes for a whole game.
    """

    deal: Callable[[Any, Any, int, int, Any], None]
    act: Callable[[Any, Any, int, int, Any], None]
    choose: Callable[[Any, Any, int], int] = choose
    nth: Callable[[Any, Any, Any, int], int] = nth_action
    texts: tuple[str, ...] = ()
    room: int = 0
    plain_s: float = 5e-3


# --- Layout: columns of a record, settings of a run (tables at the head) --------------------------

NUMBER, PLIES, SEAT, STREAM, ENDED, SEED, HEAD = range(7)
UNDER_WAY, OVER, CUT_OFF, ILLEGAL, NEVER = range(5)
"""The values of ``ENDED``."""
NOBODY = -2
"""The seat on turn when the game is over."""

RANDOM = 0
"""The number of the first policy of every game."""
SELF = -1
"""The "policy" of the learner's seats."""
NEXT, SAME, NONE = range(3)
AUTORESETS = ("next", "same", "none")
"""The times at which a finished game restarts: in the next step, in the same, on reset."""
LEARNER, AUTORESET, LONGEST, STRIDE, WAYS = range(5)
ANY_SEAT = -1
MOST_SKIPPED = 100_000
"""The most games in a row that may end before the learner's first move."""


# --- Kernels that a game provides -----------------------------------------------------------------
#
# ``options`` are the variant's numbers; ``options[0]`` is the number of seats.


@rule
def deal(record: Any, options: Any, seed: int, number: int) -> None:
    """Begin game ``number``: fill the game's own columns, including chance's first moves."""
    raise NotImplementedError


@rule
def turn(record: Any, options: Any) -> int:
    """Return the seat on turn, or ``NOBODY`` when the game is over."""
    raise NotImplementedError


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    """Return whether an action, which may be any integer, is legal for the seat on turn."""
    raise NotImplementedError


@rule
def act(record: Any, options: Any, action: int) -> None:
    """Make a legal move for the seat on turn, and chance's moves after it."""
    raise NotImplementedError


@rule
def play_other(record: Any, options: Any, policy: int) -> None:
    """Let the seat on turn move by a policy, and chance after it."""
    raise NotImplementedError


@rule
def outcome(record: Any, options: Any, seat: int) -> float:
    """Return a seat's return in a game that is over, else 0."""
    raise NotImplementedError


@rule
def observe(record: Any, options: Any, seat: int, seen: Any) -> None:
    """Write a seat's observation into an array of zeros."""
    raise NotImplementedError


@rule
def allow(record: Any, options: Any, allowed: Any) -> None:
    """Write a 1 for each legal action of the seat on turn into an array of zeros."""
    raise NotImplementedError


@rule
def note(record: Any, moves: Any, number: int) -> None:
    """Append a move to ``moves`` if there is room, and count it in the column PLIES in any case.

    >>> record, moves = [0] * HEAD, [0, 0]
    >>> for number in (7, 8, 9):
    ...     note(record, moves, number)
    >>> record[PLIES], moves
    (3, [7, 8])
    """
    if record[PLIES] < len(moves):
        moves[record[PLIES]] = number
    record[PLIES] += 1


class Rules(NamedTuple):
    """A game's versions of the kernels above."""

    deal: Callable[[Any, Any, int, int], None]
    turn: Callable[[Any, Any], int]
    is_legal: Callable[[Any, Any, int], bool]
    act: Callable[[Any, Any, int], None]
    play_other: Callable[[Any, Any, int], None]
    outcome: Callable[[Any, Any, int], float]
    observe: Callable[[Any, Any, int, Any], None]
    allow: Callable[[Any, Any, Any], None]


class Reading(NamedTuple):
    """How a game's records are read back as positions (``stepping.positions``).

    Args:
        dealt: returns the position of a record that has just been dealt.
        made: returns the move that led from a position's record to the next; needed only if policies
            make moves that no action does, or if actions are not the game's own numbers of moves.
        is_whole: whether records forget nothing, so that ``dealt`` reads any of them.
    """

    dealt: Callable[[Any], State[Any]]
    made: Callable[[State[Any], Any, Any], Any] | None = None
    is_whole: bool = False


@dataclass(frozen=True)
class Batch:
    """A variant that can be stepped in arrays.

    Args:
        game: the variant.
        columns: the number of columns of a record, including the loop's own.
        options: the variant's numbers, as its kernels take them; the first is the number of seats.
        actions: the number of actions.
        fields: the fields of an observation.
        lowest: the lowest possible return, which an illegal action gets.
        rules: the game's kernels.
        text_of: returns the text of an action's move.
        policies: the policies that other seats can use, by number; each name is that of a player of the
            game, the first is ``random``.
        own: the game's optional kernels; None if it has none.
        room: how many numbers each thread has for its kernels to work in; they come after ``options``,
            in the same array. A kernel for which they are too few writes 1 to the first of them. A GPU
            does not step games that need such room.
        reading: how its records are read back as positions; None if they are not.

    >>> from suitwise.envs.vector import batch_of
    >>> from suitwise.game import load
    >>> batch = batch_of(load("gin"))
    >>> batch.actions, batch.text_of(2)
    (107, 'pass')
    """

    game: Game[Any]
    columns: int
    options: tuple[int, ...]
    actions: int
    fields: tuple[Field, ...]
    lowest: float
    rules: Rules
    text_of: Callable[[int], str]
    policies: tuple[str, ...] = ("random",)
    own: Own | None = None
    room: int = 0
    reading: Reading | None = None


def numbered_text(game: Game[Any], action: int) -> str:
    """Return the text of an action in games whose actions are their own numbers of moves."""
    return str(game.numbered_move(action))


# --- The loop -------------------------------------------------------------------------------------


@rule
def begin(record: Any, options: Any, run: Any, number: int) -> None:
    """Begin the row's next game, from ``number`` on, in which the learner has a turn.

    Games that end before the learner's first turn are skipped.

    Args:
        record: the row; it contains the seed.
        options: the variant's numbers.
        run: the settings of the run.
        number: the number of the first game to try.
    """
    for _ in range(MOST_SKIPPED):
        record[NUMBER], record[PLIES], record[ENDED] = number, 0, UNDER_WAY
        record[STREAM] = opened(record[SEED], 2 * number + 1)
        record[SEAT] = first_learner(record, options, run)
        wipe(record)
        deal(record, options, record[SEED], number)
        if settle(record, options, run):
            return
        number += run[STRIDE]
    record[ENDED] = NEVER


@rule
def wipe(record: Any) -> None:
    """Clear the game's own columns, so that nothing is left of the previous game.

    >>> record = list(range(HEAD + 2))
    >>> wipe(record)
    >>> record
    [0, 1, 2, 3, 4, 5, 0, 0]
    """
    for column in range(HEAD, len(record)):
        record[column] = 0


@rule
def first_learner(record: Any, options: Any, run: Any) -> int:
    """Return the learner's first seat, from which the policies in ``WAYS`` are counted."""
    return int(record[NUMBER] % options[0] if run[LEARNER] == ANY_SEAT else run[LEARNER])


@rule
def settle(record: Any, options: Any, run: Any) -> bool:
    """Let the other seats move until the learner is on turn; tell whether the game goes on."""
    seats = options[0]
    first = first_learner(record, options, run)
    seat = turn(record, options)
    while seat >= 0:
        way = run[WAYS + (seat - first + seats) % seats]
        if way == SELF:
            record[SEAT] = seat
            return True
        play_other(record, options, way)
        seat = turn(record, options)
    return False


@rule
def play_action(record: Any, options: Any, run: Any, action: int) -> None:
    """Play an action of the learner, then the others' moves, and set ``ENDED``."""
    record[PLIES] += 1
    if not is_legal(record, options, action):
        record[ENDED] = ILLEGAL
        return
    act(record, options, action)
    if not settle(record, options, run):
        record[ENDED] = OVER
    elif record[PLIES] == run[LONGEST]:
        record[ENDED] = CUT_OFF


@rule
def look(record: Any, options: Any, seen: Any) -> None:
    """Write the learner's observation."""
    for i in range(len(seen)):
        seen[i] = 0
    observe(record, options, record[SEAT], seen)


@rule
def show(record: Any, options: Any, run: Any, seen: Any, allowed: Any) -> None:
    """Write the learner's observation and the mask of legal actions.

    A finished game that restarts in the next step needs an action, which is ignored. Its mask allows the
    first action only, so that sampling from the mask works.
    """
    look(record, options, seen)
    for i in range(len(allowed)):
        allowed[i] = 0
    if record[ENDED] == UNDER_WAY:
        allow(record, options, allowed)
    elif run[AUTORESET] == NEXT:
        allowed[0] = 1


@rule
def begin_row(row: int, given: Any, records: Any) -> None:
    """Restart a row with a given game.

    Args:
        row: the row.
        given: input: whether to restart each row (0 or 1), the numbers of their games, ``options``,
            ``run``; output: the arrays of ``step_row``.
        records: the records.
    """
    begins, numbers, options, run, seen, allowed, rewards, ended, _, returns = given
    if begins[row] == 0:
        return
    record = records[row]
    begin(record, options, run, numbers[row])
    rewards[row], ended[row] = 0, record[ENDED]
    for seat in range(options[0]):
        returns[row, seat] = 0
    show(record, options, run, seen[row], allowed[row])


@rule
def step_row(row: int, given: Any, records: Any) -> None:
    """Play an action in a row.

    Args:
        row: the row.
        given: input: the actions, the return of an illegal one, ``options``, ``run``; output:
            observations, masks, rewards, ``ENDED`` values, last observations and returns of the games
            that ended.
        records: the records.
    """
    actions, lowest, options, run, seen, allowed, rewards, ended, last, returns = given
    record = records[row]
    rewards[row], me = 0, record[SEAT]
    if record[ENDED] == UNDER_WAY:
        play_action(record, options, run, actions[row])
        ended[row] = record[ENDED]
        if record[ENDED] == OVER or record[ENDED] == ILLEGAL:
            for seat in range(options[0]):
                illegal = lowest if seat == me else 0.0
                got = outcome(record, options, seat)
                returns[row, seat] = got if record[ENDED] == OVER else illegal
            rewards[row] = returns[row, me]
        if record[ENDED] != UNDER_WAY and run[AUTORESET] == SAME:
            look(record, options, last[row])
            begin(record, options, run, record[NUMBER] + run[STRIDE])
    elif run[AUTORESET] == NEXT:
        begin(record, options, run, record[NUMBER] + run[STRIDE])
        ended[row] = record[ENDED]
    else:
        ended[row] = record[ENDED]
    show(record, options, run, seen[row], allowed[row])


@rule
def sample_row(row: int, given: Any, actions: Any) -> None:
    """Draw a legal action of a row uniformly; 0 if none is legal.

    Args:
        row: the row.
        given: the masks, and the rows' random streams, which are advanced.
        actions: output: the actions.
    """
    masks, streams = given
    allowed, legal = masks[row], 0
    for action in range(len(allowed)):
        legal += int(allowed[action] != 0)
    actions[row] = 0
    if legal == 0:
        return
    number, streams[row] = drawn(legal, streams[row])
    for action in range(len(allowed)):
        if allowed[action] != 0:
            if number == 0:
                actions[row] = action
            number -= 1


@cache
def rules_of(rules: Rules) -> tuple[Any, Any]:
    """Return ``begin_row`` and ``step_row`` with a game's kernels plugged in."""
    placeholders = (deal, turn, is_legal, act, play_other, outcome, observe, allow)
    for_step = dict(zip(placeholders, rules, strict=True))
    used_to_begin = (deal, turn, play_other, observe, allow)
    for_begin = {placeholder: for_step[placeholder] for placeholder in used_to_begin}
    return fitted(begin_row, for_begin), fitted(step_row, for_step)
