"""The rules of a game on records: one move of a state, and many games stepped in arrays.

The rules below are those of every trick-taking game; ``fitted`` puts a game's own rules into them. They
are compiled once for the states of the game, and once for its environments (``stepping.loop``).
"""

from __future__ import annotations

from collections.abc import Callable
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
    RANDOM,
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
    choose,
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
    """Let the seat on turn move at random, or by the game's policy."""
    free = legal(record, options)
    if policy == RANDOM:
        place, record[STREAM] = drawn(count_bits(free), record[STREAM])
        act(record, options, first_move(record) + nth_card(free, place))
    else:
        act(record, options, choose(record, options, free))


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
def choose_own(record: Any, options: Any, policy: int) -> int:
    """Return the move of the game's policy."""
    return choose(record, options, legal(record, options))


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


class OnRecords:
    """A rule on the records of states: plain Python until machine code pays.

    Args:
        function: a rule of a record, the variant's ``options`` and other arguments.
        seconds: about the seconds that plain Python takes for a call.

    >>> from suitwise.tricks import TrickGame
    >>> state, _ = TrickGame().start().rolled(seed=1, stream=0)
    >>> OnRecords(legal, MOVE_S)(state.record, state.variant.options) == state.legal
    True
    """

    def __init__(self, function: Any, seconds: float) -> None:
        self._function, self._seconds = function, seconds
        self._code: Callable[..., Any] | None = None

    def __call__(self, record: NDArray[np.int64], options: NDArray[np.int64], *others: Any) -> Any:
        """Call the rule, which may change the record."""
        if self._code is None and not is_plain_quicker(self._function, self._seconds):
            self._code = for_types_of(self._function, record, options, *others)
        if self._code is not None:
            return self._code(record, options, *others)
        numbers = record.tolist()
        found = self._function(numbers, options.tolist(), *others)
        record[:] = numbers
        return found


class Course:
    """The rules of a game on records.

    Args:
        rules: the game's own rules.
    """

    def __init__(self, rules: TrickRules) -> None:
        own = dict(zip(_PLACES, rules, strict=True))
        given = {place: one for place, one in own.items() if place is not one}

        def of(*places: Any) -> dict[Any, Any]:
            return {place: given[place] for place in places if place in given}

        bars, opening = of(*_FORBIDDING), of(*_OPENING)
        acting = {place: given[place] for place in given if place not in _NO_EFFECT}
        moving, choosing = acting | bars, bars | of(of_tricks.choose)
        self.step = Rules(
            fitted(deal, opening),
            turn,
            fitted(is_legal, bars),
            fitted(act, acting),
            fitted(play_other, moving | choosing),
            fitted(paid, of(of_tricks.outcome)),
            observe,
            fitted(allow, bars),
        )
        self.own = (
            fitted(deal_own, opening),
            fitted(act_own, acting),
            fitted(choose_own, choosing),
        )
        self._move_on = OnRecords(fitted(move_on, moving), MOVE_S)
        self._roll = OnRecords(fitted(roll, opening), DEAL_S)
        self._legal = OnRecords(fitted(legal, bars), MOVE_S)
        self._observe = OnRecords(observe, LOOK_S)

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
        return record, self._move_on(record, options, move)

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
        index = self._roll(record, options, as_seed(seed), stream, index, _no_room())
        record[PLIES] = 0
        return record, index

    def free(self, record: NDArray[np.int64], options: NDArray[np.int64]) -> int:
        """Return the cards that may be dealt, passed or played, or the calls that may be made."""
        return int(self._legal(record, options))

    def seen(
        self, record: NDArray[np.int64], options: NDArray[np.int64], seat: int, size: int
    ) -> NDArray[np.float32]:
        """Return what a seat sees."""
        seen: NDArray[np.float32] = np.zeros(size, np.float32)
        self._observe(record, options, seat, seen)
        return seen


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
_NO_EFFECT = (of_tricks.outcome, of_tricks.may_call, of_tricks.choose)
"""Those of them that making a move does not reach."""


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

    Its policy besides ``random`` is ``rules`` if the game has a rule ``choose``.

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
        policies=("random",) if game.rules.choose is of_tricks.choose else ("random", "rules"),
        own=Own(*course.own, texts=cards, room=facts.longest_game),
        reading=Reading(partial(position_of, game), is_whole=True),
    )
