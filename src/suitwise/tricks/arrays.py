"""The rules of a game on records: one move of a state, and many games stepped in arrays.

The rules below are those of every trick-taking game; ``fitted`` puts a game's own rules into them. They
are compiled once for the states of the game, and once for its environments (``stepping.loop``).
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from suitwise.foundation.arrays.compiled import count_bits, fitted, for_types_of, rule
from suitwise.foundation.arrays.cost_dispatch import is_plain_quicker
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.game import CHANCE, OVER
from suitwise.seeds import as_seed, below
from suitwise.stepping.loop import (
    HEAD,
    PLIES,
    SEED,
    STREAM,
    Batch,
    Own,
    Reading,
    Rules,
    drawn,
    note,
    opened,
)
from suitwise.tricks import rules as of_tricks
from suitwise.tricks.cards import CARDS, PACK, nth_card
from suitwise.tricks.observation import observe
from suitwise.tricks.rules import (
    COLUMNS,
    FIRST_DEALER,
    N_CALLS,
    TURN,
    deal_card,
    first_move,
    legal,
    make,
    outcome,
    start,
    undealt,
)
from suitwise.tricks.variant import TrickRules

# --- Games in arrays ------------------------------------------------------------------------------


@rule
def deal_out(record: Any, options: Any, stream: int) -> int:
    """Deal all cards from a fast random stream, which is returned."""
    while record[TURN] == CHANCE:
        left = undealt(record)
        place, stream = drawn(count_bits(left), stream)
        deal_card(record, options, nth_card(left, place))
    return stream


@rule
def deal(record: Any, options: Any, seed: int, number: int) -> None:
    """Begin a game and deal, from the game's own stream of the seed."""
    start(record, options[FIRST_DEALER])
    deal_out(record, options, opened(seed, 2 * number))


@rule
def turn(record: Any, options: Any) -> int:
    """Return the seat on turn."""
    return int(record[TURN])


@rule
def is_legal(record: Any, options: Any, action: int) -> bool:
    """Return whether the seat on turn may play or pass a card, or make a call."""
    place = action - first_move(record)
    return 0 <= place < PACK and legal(record, options) >> place & 1 == 1


@rule
def act(record: Any, options: Any, action: int) -> None:
    """Make a move, and deal again after the last of a deal."""
    make(record, options, action)
    if record[TURN] == CHANCE:
        record[STREAM] = deal_out(record, options, record[STREAM])


@rule
def play_other(record: Any, options: Any, policy: int) -> None:
    """Let the seat on turn play at random."""
    free = legal(record, options)
    place, record[STREAM] = drawn(count_bits(free), record[STREAM])
    act(record, options, first_move(record) + nth_card(free, place))


@rule
def paid(record: Any, options: Any, seat: int) -> float:
    """Return what a seat gets out of the game, 0 until it is over."""
    return outcome(record, options, seat) if record[TURN] == OVER else 0.0


@rule
def allow(record: Any, options: Any, allowed: Any) -> None:
    """Allow the cards that may be played or passed, or the calls that may be made."""
    free, first = legal(record, options), first_move(record)
    for move in range(PACK + options[N_CALLS]):
        allowed[move] = free >> move - first & 1 if first <= move < first + PACK else 0


# --- Games that draw as states do -----------------------------------------------------------------


@rule
def deal_own(record: Any, options: Any, seed: int, stream: int, moves: Any) -> None:
    """Begin a game and deal from a stream of ``suitwise.seeds``; note the cards."""
    start(record, options[FIRST_DEALER])
    record[STREAM] = roll(record, options, seed, stream, 0, moves)


@rule
def act_own(record: Any, options: Any, action: int, stream: int, moves: Any) -> None:
    """Make a move, and deal again after the last of a deal; note the cards dealt."""
    make(record, options, action)
    record[STREAM] = roll(record, options, record[SEED], stream, record[STREAM], moves)


@rule
def roll(record: Any, options: Any, seed: int, stream: int, index: int, moves: Any) -> int:
    """Deal while chance is on turn; note the cards, and return the index after the last number drawn."""
    while record[TURN] == CHANCE:
        left = undealt(record)
        place, index = below(count_bits(left), seed, stream, index)
        card = nth_card(left, place)
        note(record, moves, PACK + options[N_CALLS] + card)
        deal_card(record, options, card)
    return index


# --- One game at a time ---------------------------------------------------------------------------


@rule
def move_on(record: Any, options: Any, move: int) -> int:
    """Deal, pass or play a card or make a call; return what may follow, as ``legal`` does."""
    make(record, options, move)
    return legal(record, options)


MOVE_S, DEAL_S, LOOK_S = 4e-5, 2e-3, 2e-4
"""About the seconds that plain Python takes for a move, for a deal and for an observation."""


class Course:
    """The rules of a game on the records of its states: plain Python until machine code pays.

    Args:
        rules: the game's own rules.
    """

    def __init__(self, rules: TrickRules) -> None:
        own = dict(zip(_PLACES, rules, strict=True))
        moving = {place: given for place, given in own.items() if place is not given}
        opening = {place: moving[place] for place in _OPENING if place in moving}
        pays = {of_tricks.outcome: rules.outcome} if moving.pop(of_tricks.outcome, None) else {}
        bars = {place: moving[place] for place in _FORBIDDING if place in moving}
        acting = {
            place: given for place, given in moving.items() if place is not of_tricks.may_call
        }
        self.step = Rules(
            fitted(deal, opening),
            turn,
            fitted(is_legal, bars),
            fitted(act, acting),
            fitted(play_other, moving),
            fitted(paid, pays),
            observe,
            fitted(allow, bars),
        )
        self.own = fitted(deal_own, opening), fitted(act_own, acting)
        self._rules = fitted(move_on, moving), fitted(roll, opening), fitted(legal, bars), observe
        self._codes: list[Any] = [None] * len(self._rules)

    def began(self, dealer: int, columns: int = COLUMNS) -> NDArray[np.int64]:
        """Return the record of a game before its first deal."""
        record = [0] * columns
        start(record, dealer)
        return np.array(record, np.int64)

    def after(
        self, record: NDArray[np.int64], options: NDArray[np.int64], move: int
    ) -> tuple[NDArray[np.int64], int]:
        """Return the record after a move, and the cards or calls that may follow."""
        record = record.copy()
        return record, self._called(0, MOVE_S, record, options, move)

    def dealt(
        self,
        record: NDArray[np.int64],
        options: NDArray[np.int64],
        seed: int,
        stream: int,
        index: int,
    ) -> tuple[NDArray[np.int64], int]:
        """Return the record after a deal, and the index after the last random number drawn."""
        record = record.copy()
        index = self._called(1, DEAL_S, record, options, as_seed(seed), stream, index, _no_room())
        record[PLIES] = 0
        return record, index

    def free(self, record: NDArray[np.int64], options: NDArray[np.int64]) -> int:
        """Return the cards that may be dealt, passed or played, or the calls that may be made."""
        return int(self._called(2, MOVE_S, record, options))

    def seen(
        self, record: NDArray[np.int64], options: NDArray[np.int64], seat: int, size: int
    ) -> NDArray[np.float32]:
        """Return what a seat sees."""
        seen: NDArray[np.float32] = np.zeros(size, np.float32)
        self._called(3, LOOK_S, record, options, seat, seen)
        return seen

    def _called(self, which: int, seconds: float, record: Any, *arguments: Any) -> Any:
        """Call a rule on a record, as machine code if that is there or pays."""
        code = self._codes[which]
        if code is not None:
            return code(record, *arguments)
        function = self._rules[which]
        if not is_plain_quicker(function, seconds):
            code = self._codes[which] = for_types_of(function, record, *arguments)
            return code(record, *arguments)
        numbers, (options, *others) = record.tolist(), arguments
        found = function(numbers, options.tolist(), *others)
        record[:] = numbers
        return found


@cache
def _no_room() -> NDArray[np.int16]:
    """Return an array without room, in which nothing is noted."""
    return np.zeros(0, np.int16)


_PLACES = TrickRules()
"""The rules of ``tricks.rules``, in whose places those of a game are put."""
_OPENING = (of_tricks.open_deal,)
"""Those of them that dealing reaches."""
_FORBIDDING = (of_tricks.barring, of_tricks.may_call)
"""Those of them that say what is legal."""


@cache
def course_of(rules: TrickRules) -> Course:
    """Return the rules of a game on records; made once."""
    return Course(rules)


def position_of(game: Any, record: NDArray[np.int64]) -> Any:
    """Return the position of a record in which games are stepped: a state's, and the loop's columns."""
    own = record.copy()
    own[:HEAD] = 0
    return game.state(game, own)


def batch_of(game: Any) -> Batch:
    """Return the compiled rules of a variant, a ``tricks.game.TrickGame``: all its games, whole.

    Its entry in the catalogue names this function as ``suitwise.tricks:batch_of``.

    >>> from suitwise.tricks import TrickGame
    >>> batch_of(TrickGame()).actions
    52
    """
    course, facts = course_of(game.rules), game.facts
    cards = tuple(map(str, CARDS))
    return Batch(
        game,
        game.columns,
        game.option_numbers,
        facts.distinct_moves,
        game.observation_fields(),
        facts.lowest_return,
        course.step,
        (*cards, *game.calls).__getitem__,
        own=Own(*course.own, texts=cards, room=facts.longest_game),
        reading=Reading(partial(position_of, game), is_whole=True),
    )
