"""Games stepped in arrays, a row a game: the one loop behind every native vector environment.

A game gives eight rules over a flat record (``Rules``); ``rules_of`` puts them in their places in the
loop below, which is then the same text for every game, in Python, in machine code and on a GPU:

* an action is played for the seat that learns, if it is legal; an illegal one ends the game;
* the other seats move, each by its policy, until a seat of the learner's is on turn again: one seat,
  those of partners, or in self-play every one;
* a game that is over begins anew, in the same step or in the next, as asked;
* what the seat on turn sees and what it may do is written into arrays that are there already.

Row r of n plays the games numbered r, r + n, r + 2 n, … of the seed, or, where each row has a seed of
its own, 0, 1, 2, … of that; game g is dealt from stream 2 g of the seed and goes on with stream 2 g + 1.
So a row's games don't depend on how many threads step them.

The first columns of a record are the loop's own:

=======  ======  ================================================================================
column   name    meaning
=======  ======  ================================================================================
0        NUMBER  the number of the game
1        PLIES   how many moves the learner has made in it
2        SEAT    the seat that learns; where several do, that of them which was on turn last
3        STREAM  the quick stream of chance and of the other seats (``stepping.streams``)
4        ENDED   0 under way, 1 over, 2 cut off, 3 ended by an illegal action, 4 never begun: of very
                 many games none came to the learner's turn
5        SEED    the seed, to begin the next game by
=======  ======  ================================================================================
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from suitwise.fields import Field
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.fitting import fitted
from suitwise.game import Game
from suitwise.stepping.streams import drawn, opened

# --- A game by its own streams --------------------------------------------------------------------


@rule
def deal_own(record: Any, options: Any, seed: int, stream: int, moves: Any) -> None:
    """Begin a game with what chance draws from a stream of a seed; it is noted (``loop.note``)."""
    raise NotImplementedError


@rule
def act_own(record: Any, options: Any, action: int, stream: int, moves: Any) -> None:
    """Make a legal move for the seat on turn, and chance's after it, which are noted."""
    raise NotImplementedError


@rule
def choose(record: Any, options: Any, policy: int) -> int:
    """Return what the seat on turn does by a policy that draws nothing; there may be none."""
    raise NotImplementedError


@rule
def nth_action(record: Any, options: Any, allowed: Any, place: int) -> int:
    """Return the legal action that stands at a place among a position's moves: here by their numbers.

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
    """The rules of a game by its own streams.

    Args:
        deal: as the rule above; the index of chance's next number is left in the column STREAM.
        act: as the rule above, chance going on from that index.
        choose: as the rule above.
        nth: as the rule above, where a position's moves stand in another order.
        texts: the texts of what is noted by numbers that follow those of the actions.
        room: how many moves of a game are noted at most; 0 where what chance does is not.
        plain_s: about how many seconds plain Python plays a game whole.
    """

    deal: Callable[[Any, Any, int, int, Any], None]
    act: Callable[[Any, Any, int, int, Any], None]
    choose: Callable[[Any, Any, int], int] = choose
    nth: Callable[[Any, Any, Any, int], int] = nth_action
    texts: tuple[str, ...] = ()
    room: int = 0
    plain_s: float = 5e-3


# --- Places that a game's rules fill --------------------------------------------------------------

NUMBER, PLIES, SEAT, STREAM, ENDED, SEED, HEAD = range(7)
UNDER_WAY, OVER, CUT_OFF, ILLEGAL, NEVER = range(5)
NOBODY = -2
"""The turn when the game is over."""

RANDOM = 0
"""Every game's first policy."""
SELF = -1
"""In place of the number of a policy: the seat is the learner's."""
NEXT, SAME, NONE = range(3)
AUTORESETS = ("next", "same", "none")
"""When a game that is over begins anew: in the next step, in the same, or when told."""
LEARNER, AUTORESET, LONGEST, STRIDE, WAYS = range(5)
"""The numbers of a run: the learner's seat, when games begin anew, after how many of the learner's moves
a game is cut off (0 for never), from one game of a row to the next; then how each seat moves, from the
learner's on: by the number of a policy, or ``SELF``."""
ANY_SEAT = -1
MOST_SKIPPED = 100_000
"""The most games of a row that may end in turn before the learner's first move."""


# --- Rules and Batch ------------------------------------------------------------------------------


@rule
def deal(record: Any, options: Any, seed: int, number: int) -> None:
    """Begin the game of a number: fill all columns of the game's own, chance's first moves made."""
    raise NotImplementedError


@rule
def turn(record: Any, options: Any) -> int:
    """Return the seat on turn, or ``NOBODY`` when the game is over."""
    raise NotImplementedError


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    """Tell whether the seat on turn may do what a number means; any number may be asked for."""
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
    """Return what a seat has got from a game that is over, else 0."""
    raise NotImplementedError


@rule
def observe(record: Any, options: Any, seat: int, seen: Any) -> None:
    """Write what a seat sees, and nothing else, over zeros."""
    raise NotImplementedError


@rule
def allow(record: Any, options: Any, allowed: Any) -> None:
    """Write a 1 for each action of the seat on turn that is legal, over zeros."""
    raise NotImplementedError


@rule
def note(record: Any, moves: Any, number: int) -> None:
    """Note a move while there is room; in the column PLIES all are counted.

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
    """What a game gives: the rules above, each with its own."""

    deal: Callable[[Any, Any, int, int], None]
    turn: Callable[[Any, Any], int]
    is_legal: Callable[[Any, Any, int], bool]
    act: Callable[[Any, Any, int], None]
    play_other: Callable[[Any, Any, int], None]
    outcome: Callable[[Any, Any, int], float]
    observe: Callable[[Any, Any, int, Any], None]
    allow: Callable[[Any, Any, Any], None]


@dataclass(frozen=True)
class Batch:
    """A variant that can be stepped in arrays.

    Args:
        game: the variant.
        columns: how many columns a record has, the loop's own included.
        options: the variant's numbers, as its rules take them.
        actions: how many actions there are.
        fields: what the numbers of an observation mean.
        lowest: what an illegal action gets, the least there is to get.
        rules: the game's rules.
        text_of: the text of an action's move.
        policies: how the other seats can move: a name for each number that ``play_other`` takes, that
            of a player of the game; the first is ``random``.
        own: what chance does by the numbers of the game's own streams; None where nobody has said it.

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


def numbered_text(game: Game[Any], action: int) -> str:
    """Return the text of an action that is the game's own number of a move."""
    return str(game.numbered_move(action))


# --- The loop -------------------------------------------------------------------------------------


@rule
def begin(record: Any, options: Any, run: Any, number: int) -> None:
    """Begin the first game from a number on in which the learner has a move to make.

    Args:
        record: the row; its seed stands in it.
        options: the variant's numbers.
        run: the numbers of the run.
        number: the number of the game; of those that end before the learner's first turn none is kept,
            and the next of the row is tried.
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
    """Write zeros over the columns of the game's own: nothing of a game before is left for a deal.

    >>> record = list(range(HEAD + 2))
    >>> wipe(record)
    >>> record
    [0, 1, 2, 3, 4, 5, 0, 0]
    """
    for column in range(HEAD, len(record)):
        record[column] = 0


@rule
def first_learner(record: Any, options: Any, run: Any) -> int:
    """Return the seat from which on a run tells how each moves: a learner's."""
    return int(record[NUMBER] % options[0] if run[LEARNER] == ANY_SEAT else run[LEARNER])


@rule
def settle(record: Any, options: Any, run: Any) -> bool:
    """Let the others move until the learner is on turn; tell whether the game goes on."""
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
    """Let the learner do something, and the others after it; note how the game has ended if it has."""
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
    """Write what the learner sees."""
    for i in range(len(seen)):
        seen[i] = 0
    observe(record, options, record[SEAT], seen)


@rule
def show(record: Any, options: Any, run: Any, seen: Any, allowed: Any) -> None:
    """Write what the learner sees, and what it may do while the game is under way.

    Of a game that is over and begins anew in the next step an action is asked for that counts for
    nothing: the first alone is allowed there, so that who draws from what is allowed finds something.
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
    """Begin a row's games anew.

    Args:
        row: the row.
        given: the rows to begin (a number each, 0 to leave one alone), the numbers of their games, the
            variant's numbers, those of the run, and the arrays that are filled (``step_row``).
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
        given: the actions, what an illegal one gets, the variant's numbers, those of the run, and the
            arrays that are filled: observations, masks, rewards, how the games ended, the last
            observations and the returns of those that did.
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
    """Draw one of the legal actions of a row, each equally likely; 0 where none is legal.

    Args:
        row: the row.
        given: the masks, and the rows' streams, which are moved on.
        actions: the actions that are filled.
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
    """Return the loop's two rules for a game: ``begin_row`` and ``step_row``."""
    stands = (deal, turn, is_legal, act, play_other, outcome, observe, allow)
    parts = dict(zip(stands, rules, strict=True))
    without = {deal: rules.deal, turn: rules.turn, play_other: rules.play_other}
    without |= {observe: rules.observe, allow: rules.allow}
    return fitted(begin_row, without), fitted(step_row, parts)
