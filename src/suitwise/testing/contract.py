"""Run all checks of the contract; also perft counts and playthroughs.

A *check* tests one promise of ``suitwise.game`` on random games. *Perft* counts the sequences of moves
of a given length. A *playthrough* is the text of a random game with everything that its seats see.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Any

from suitwise.arguments import whole_input
from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import CHANCE, OVER, Facts, Game, State, load
from suitwise.seeds import as_seed
from suitwise.testing import batches, facts, inference, information, moves, openspiel, values, words
from suitwise.testing.trial import Check, ContractBroken, SlowMoves, SlowReturns, Trial

CHECKS: tuple[Check, ...] = (
    facts.check_facts,
    facts.check_end,
    values.check_variant_text,
    values.check_state_text,
    values.check_hostile_text,
    moves.check_moves,
    moves.check_given,
    moves.check_legal_moves,
    moves.check_refusals,
    values.check_undo,
    values.check_equality,
    values.check_seeds,
    facts.check_chance,
    facts.check_draws,
    facts.check_returns,
    values.check_scores,
    information.check_observations,
    information.check_all_observed,
    information.check_fields,
    information.check_information,
    information.check_told,
    information.check_seen,
    information.check_faces,
    words.check_words,
    batches.check_batch,
    openspiel.check_openspiel,
    facts.check_worlds,
    inference.check_inference,
    values.check_records,
)
"""All checks, in the order in which to fix a new game."""


def fault_of(check: Check, trial: Trial) -> str | None:
    """Run a check; return None if the game passes, else a sentence that describes the fault.

    >>> from suitwise.testing.poker import Kuhn
    >>> fault_of(values.check_seeds, Trial(Kuhn()))
    """
    try:
        check(trial)
    except ContractBroken as broken:
        return str(broken)
    return None


def left_out(check: Check, trial: Trial) -> str | None:
    """Return the reason why a check can't be run on a game; None if it can.

    >>> from suitwise.testing.poker import Kuhn
    >>> left_out(moves.check_legal_moves, Trial(Kuhn()))
    'no slow definition'
    """
    if check is moves.check_legal_moves and trial.slow_moves is None:
        return "no slow definition"
    if check is words.check_words:
        return words.left_out(trial.game)
    return openspiel.left_out(trial.game) if check is openspiel.check_openspiel else None


def check_game(
    game: Game[Any],
    *,
    games: int = 20,
    seed: int = 0,
    slow_moves: SlowMoves | None = None,
    slow_returns: SlowReturns | None = None,
) -> None:
    """Run all checks on a game.

    Args:
        game: the variant.
        games: the number of random games that each check plays.
        seed: the seed of the random games.
        slow_moves: a slow, simple function that lists the legal moves, to compare with.
        slow_returns: a slow, simple function that computes the returns from the record of a finished
            game, to compare with.

    Raises:
        ContractBroken: a check fails.

    >>> from suitwise.testing.poker import Kuhn
    >>> check_game(Kuhn(), games=5)
    >>> check_game(Kuhn(), slow_moves=lambda state: ("p", "b"))
    Traceback (most recent call last):
    suitwise.testing.trial.ContractBroken: kuhn: in '-' the slow definition has besides: b p; not: J K Q
    """
    trial = Trial(game, games, seed, slow_moves, slow_returns)
    for check in CHECKS:
        check(trial)


# --- Perft ----------------------------------------------------------------------------------------
#
# Each line of a perft file is ``VARIANT ; POSITION ; DEPTH COUNT``. ``start`` stands for the initial
# position, and ``#`` begins a comment. Outcomes of chance count as moves.

_COUNT = re.compile(r"([0-9]{1,2}) +([0-9]{1,40})")
_COMMENT = re.compile(r"(?<!\S)#")
_DEEPEST = 99
"""The depth of a perft file has two digits."""


@dataclass(frozen=True, slots=True)
class PerftLine:
    """A line of a perft file.

    Args:
        line: the number of the line, from 1.
        state: the position.
        depth: the number of moves.
        count: the number of sequences of that many moves.

    >>> (line,) = read_perft(["kuhn ; start ; 3 12  # comments are left out"])
    >>> line.line, str(line.state), line.depth, line.count
    (1, '-', 3, 12)
    """

    line: int
    state: State[Any]
    depth: int
    count: int


def perft(state: State[Any], depth: int, *, counted: Callable[[], object] = lambda: None) -> int:
    """Count the sequences of ``depth`` moves from a state.

    Args:
        state: the state.
        depth: the number of moves.
        counted: called regularly, to show progress.

    Raises:
        SuitwiseError: the depth is no whole number from 0 to 99.

    >>> from suitwise.testing.poker import Kuhn
    >>> [perft(Kuhn().start(), depth) for depth in range(6)]
    [1, 3, 6, 12, 24, 12]
    """
    if whole_input(depth, "a depth is", most=_DEEPEST) == 0:
        return 1
    if depth == 1:
        counted()
        return len(state.moves())
    return sum(perft(state.after(move), depth - 1, counted=counted) for move in state.moves())


def read_perft(lines: Iterable[str]) -> Iterator[PerftLine]:
    """Read a perft file. A comment begins with ``#``, which within a word, as ``HA#2``, begins none.

    Raises:
        NotationError: a line is not ``VARIANT ; POSITION ; DEPTH COUNT``.

    >>> lines = ["# Kuhn poker", "kuhn ; start ; 3 12", "kuhn ; KJ:p ; 2 2"]
    >>> [(line.line, line.depth, line.count) for line in read_perft(lines)]
    [(2, 3, 12), (3, 2, 2)]
    """
    for number, line in enumerate(lines, 1):
        text = _COMMENT.split(line, maxsplit=1)[0].strip()
        if text:
            yield _read_line(number, text)


def _read_line(number: int, text: str) -> PerftLine:
    variant, _, rest = text.partition(";")
    position, separator, counts = rest.rpartition(";")  # a position may contain semicolons
    match = _COUNT.fullmatch(counts.strip())
    if not separator or match is None:
        raise NotationError("a perft line is VARIANT ; POSITION ; DEPTH COUNT", line=number)
    try:
        state = _state(variant.strip(), position.strip())
    except SuitwiseError as error:
        raise NotationError(str(error), line=number) from None
    return PerftLine(number, state, int(match[1]), int(match[2]))


def _state(variant: str, position: str) -> State[Any]:
    game = load(variant)
    return game.start() if position == "start" else game.parse(position)


def check_perft(line: PerftLine, *, counted: Callable[[], object] = lambda: None) -> str | None:
    """Check a line of a perft file; return None if its count is right, else a sentence with both counts.

    >>> right, wrong = read_perft(["kuhn ; start ; 3 12", "kuhn ; KJ:p ; 2 3"])
    >>> print(check_perft(right))
    None
    >>> print(check_perft(wrong))
    depth 2 of KJ:p has 2 sequences, not 3
    """
    count = perft(line.state, line.depth, counted=counted)
    if count == line.count:
        return None
    return f"depth {line.depth} of {line.state} has {count} sequences, not {line.count}"


# --- Playthroughs ---------------------------------------------------------------------------------

_MOST_MOVES_SHOWN = 40
_FIRST_LINE = re.compile(r"playthrough of (.+), seed ([0-9]{1,20})")


def playthrough(game: Game[Any], seed: int) -> str:
    """Play a random game and write down everything that its seats see.

    The same game and seed give the same text on every machine. Stored in a file and compared, it shows
    every change of behaviour.

    >>> from suitwise.testing.poker import Kuhn
    >>> print(playthrough(Kuhn(), 1).splitlines()[0])
    playthrough of kuhn, seed 1
    """
    return "".join(f"{line}\n" for line in playthrough_lines(game, seed))


def playthrough_lines(game: Game[Any], seed: int) -> Iterator[str]:
    """Yield the lines of a playthrough during play, as a large game takes long.

    >>> from suitwise.testing.poker import Kuhn
    >>> next(playthrough_lines(Kuhn(), 1))
    'playthrough of kuhn, seed 1'
    """
    yield f"playthrough of {game}, seed {seed}"
    yield _facts_line(game.facts)
    for number, (state, move) in enumerate(Trial(game, seed=seed).steps(game.start(), 0)):
        yield ""
        yield f"[{number}] {state}".rstrip()
        yield from map(str.rstrip, _state_lines(state))
        if move is not None:
            yield f"  plays {move}"


def _facts_line(facts: Facts) -> str:
    return (
        f"seats {facts.seats}, distinct moves {facts.distinct_moves}, "
        f"longest game {facts.longest_game}, returns {facts.lowest_return:g} to "
        f"{facts.highest_return:g}, chance {_yes(facts.chance)}, "
        f"perfect information {_yes(facts.perfect_information)}"
    )


def check_playthrough(
    text: str, *, compared: Callable[[int, int], object] = lambda done, total: None
) -> str | None:
    """Repeat the game of a stored playthrough and compare the texts.

    Args:
        text: the playthrough; its first line gives the variant and the seed.
        compared: called with the number of lines compared so far and their total.

    Returns:
        None if all lines agree, else a sentence with the first that differs.

    Raises:
        NotationError: the first line is not ``playthrough of VARIANT, seed S``.

    >>> from suitwise.testing import Kuhn
    >>> kept = playthrough(Kuhn(), seed=1)
    >>> print(check_playthrough(kept))
    None
    >>> check_playthrough(kept.replace("J Q K", "J Q J", 1))
    "line 6: kept is '  moves 3: J Q J', played now '  moves 3: J Q K'"
    """
    stored = text.splitlines()
    first = _FIRST_LINE.fullmatch(stored[0] if stored else "")
    if first is None:
        raise NotationError("the first line is 'playthrough of VARIANT, seed S'", line=1)
    try:
        game, seed = load(first[1]), int(first[2])
        as_seed(seed)
        game.start()
    except SuitwiseError as error:
        raise NotationError(str(error), line=1) from None
    for number, (old, new) in enumerate(zip_longest(stored, playthrough_lines(game, seed)), 1):
        if old != new:
            return f"line {number}: kept is {_quoted(old)}, played now {_quoted(new)}"
        compared(number, len(stored))
    return None


def _quoted(line: str | None) -> str:
    return "nothing" if line is None else repr(line if len(line) <= 200 else line[:197] + "...")


def _state_lines(state: State[Any]) -> Iterator[str]:
    """Yield the turn, the returns and the moves of a state, then what each seat sees of it."""
    turn = {CHANCE: "chance", OVER: "over"}.get(state.turn, f"seat {state.turn}")
    yield f"  turn {turn}, returns {' '.join(f'{value:g}' for value in state.returns())}"
    legal = state.moves()
    shown = " ".join(map(str, islice(iter(legal), _MOST_MOVES_SHOWN)))
    yield f"  moves {len(legal)}: {shown}{' ...' if len(legal) > _MOST_MOVES_SHOWN else ''}"
    for seat in range(state.game.facts.seats):
        if not state.game.facts.perfect_information:
            yield f"  seat {seat} sees {state.view(seat)}"
        observed = state.observe(seat).ravel()[:200]
        yield f"  seat {seat} observes {' '.join(f'{x:g}' for x in observed)}"


def _yes(value: bool) -> str:
    return "yes" if value else "no"
