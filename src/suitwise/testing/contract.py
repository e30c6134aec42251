"""The whole contract: every check there is, each one promise of ``suitwise.game``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import Any

from suitwise.errors import NotationError, SuitwiseError
from suitwise.game import CHANCE, OVER, Facts, Game, State, load
from suitwise.seeds import as_seed
from suitwise.testing import facts, information, moves, openspiel, values
from suitwise.testing.batches import check_batch
from suitwise.testing.facts import check_worlds
from suitwise.testing.inference import check_inference
from suitwise.testing.information import check_faces, check_fields, check_seen
from suitwise.testing.trial import Check, ContractBroken, SlowMoves, SlowReturns, Trial
from suitwise.testing.values import (
    check_hostile_text,
    check_records,
    check_scores,
    check_state_text,
    check_variant_text,
)

CHECKS: tuple[Check, ...] = (
    facts.check_facts,
    facts.check_end,
    check_variant_text,
    check_state_text,
    check_hostile_text,
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
    check_scores,
    information.check_observations,
    information.check_all_observed,
    check_fields,
    information.check_information,
    information.check_told,
    check_seen,
    check_faces,
    check_batch,
    openspiel.check_openspiel,
    check_worlds,
    check_inference,
    check_records,
)
"""Every check, in the order a new game is best mended."""


def fault_of(check: Check, trial: Trial) -> str | None:
    """Return None if a promise is kept, else a sentence that says how it is broken.

    >>> from suitwise.testing.poker import Kuhn
    >>> fault_of(values.check_seeds, Trial(Kuhn()))
    """
    try:
        check(trial)
    except ContractBroken as broken:
        return str(broken)
    return None


def left_out(check: Check, trial: Trial) -> str | None:
    """Return why a check has nothing to hold a game against, None where it has.

    >>> from suitwise.testing.poker import Kuhn
    >>> left_out(moves.check_legal_moves, Trial(Kuhn()))
    'no slow definition'
    """
    if check is moves.check_legal_moves and trial.slow_moves is None:
        return "no slow definition"
    return openspiel.left_out(trial.game) if check is openspiel.check_openspiel else None


def check_game(
    game: Game[Any],
    *,
    games: int = 20,
    seed: int = 0,
    slow_moves: SlowMoves | None = None,
    slow_returns: SlowReturns | None = None,
) -> None:
    """Hold a game against the whole contract.

    Args:
        game: the variant.
        games: how many random games each check plays.
        seed: the seed of all of them.
        slow_moves: the legal moves by a slow definition, compared where given.
        slow_returns: what the seats get by a slow definition, of the record of a game that is over,
            compared where given.

    Raises:
        ContractBroken: the first promise that does not hold.

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
# A perft file has a line a count, ``VARIANT ; POSITION ; DEPTH COUNT``; ``start`` stands for the first
# position, ``#`` begins a comment. Outcomes of chance count as moves.

_COUNT = re.compile(r"([0-9]{1,2}) +([0-9]{1,40})")
"""Depths and counts such as can be reached."""


@dataclass(frozen=True, slots=True)
class PerftLine:
    """One line of a perft file.

    Args:
        line: its number, from 1.
        state: the position.
        depth: how many moves deep.
        count: how many sequences of moves there are.

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
        depth: how many moves.
        counted: called after every position whose moves were counted, for those who show that work
            goes on.

    >>> from suitwise.testing.poker import Kuhn
    >>> [perft(Kuhn().start(), depth) for depth in range(6)]
    [1, 3, 6, 12, 24, 12]
    """
    if depth == 0:
        return 1
    if depth == 1:
        counted()
        return len(state.moves())
    return sum(perft(state.after(move), depth - 1, counted=counted) for move in state.moves())


def read_perft(lines: Iterable[str]) -> Iterator[PerftLine]:
    """Read a perft file.

    Raises:
        NotationError: a line is not ``VARIANT ; POSITION ; DEPTH COUNT``; with its number.

    >>> lines = ["# Kuhn poker", "kuhn ; start ; 3 12", "kuhn ; KJ:p ; 2 2"]
    >>> [(line.line, line.depth, line.count) for line in read_perft(lines)]
    [(2, 3, 12), (3, 2, 2)]
    """
    for number, line in enumerate(lines, 1):
        text = line.split("#", 1)[0].strip()
        if text:
            yield _read_line(number, text)


def _read_line(number: int, text: str) -> PerftLine:
    variant, _, rest = text.partition(";")
    position, between, counts = rest.rpartition(";")  # it may have semicolons of its own
    found = _COUNT.fullmatch(counts.strip())
    if not between or found is None:
        raise NotationError("a perft line is VARIANT ; POSITION ; DEPTH COUNT", line=number)
    try:
        state = _state(variant.strip(), position.strip())
    except SuitwiseError as error:
        raise NotationError(str(error), line=number) from None
    return PerftLine(number, state, int(found[1]), int(found[2]))


def _state(variant: str, position: str) -> State[Any]:
    game = load(variant)
    return game.start() if position == "start" else game.parse(position)


def check_perft(line: PerftLine, *, counted: Callable[[], object] = lambda: None) -> str | None:
    """Return None if a line's count is right, else a sentence with both counts.

    >>> right, wrong = read_perft(["kuhn ; start ; 3 12", "kuhn ; KJ:p ; 2 3"])
    >>> print(check_perft(right))
    None
    >>> print(check_perft(wrong))
    depth 2 of KJ:p has 2 sequences, not 3
    """
    found = perft(line.state, line.depth, counted=counted)
    if found == line.count:
        return None
    return f"depth {line.depth} of {line.state} has {found} sequences, not {line.count}"


# --- Playthroughs ---------------------------------------------------------------------------------

_MOST_MOVES_SHOWN = 40
_FIRST = re.compile(r"playthrough of (.+), seed ([0-9]{1,20})")


def playthrough(game: Game[Any], seed: int) -> str:
    """Play one random game and write down everything that a player of it could see.

    The same game and seed give the same text on every machine; kept in a file and compared, it
    makes every change of behaviour visible in a review.

    >>> from suitwise.testing.poker import Kuhn
    >>> print(playthrough(Kuhn(), 1).splitlines()[0])
    playthrough of kuhn, seed 1
    """
    return "".join(f"{line}\n" for line in playthrough_lines(game, seed))


def playthrough_lines(game: Game[Any], seed: int) -> Iterator[str]:
    """Yield the lines of a playthrough while it is played: a large game takes its time.

    >>> from suitwise.testing.poker import Kuhn
    >>> next(playthrough_lines(Kuhn(), 1))
    'playthrough of kuhn, seed 1'
    """
    yield f"playthrough of {game}, seed {seed}"
    yield _told(game.facts)
    for number, (state, move) in enumerate(Trial(game, seed=seed).steps(game.start(), 0)):
        yield ""
        yield f"[{number}] {state}".rstrip()
        yield from map(str.rstrip, _seen(state))
        if move is not None:
            yield f"  plays {move}"


def _told(facts: Facts) -> str:
    return (
        f"seats {facts.seats}, distinct moves {facts.distinct_moves}, "
        f"longest game {facts.longest_game}, returns {facts.lowest_return:g} to "
        f"{facts.highest_return:g}, chance {_yes(facts.chance)}, "
        f"perfect information {_yes(facts.perfect_information)}"
    )


def check_playthrough(
    text: str, *, compared: Callable[[int, int], object] = lambda done, total: None
) -> str | None:
    """Play a kept playthrough again by its first line, and compare.

    Args:
        text: the playthrough.
        compared: told how many lines of how many have been compared.

    Returns:
        None if every line is the same, else a sentence with the first line that differs.

    Raises:
        NotationError: the first line is not ``playthrough of VARIANT, seed S``.

    >>> from suitwise.testing import Kuhn
    >>> kept = playthrough(Kuhn(), seed=1)
    >>> print(check_playthrough(kept))
    None
    >>> check_playthrough(kept.replace("J Q K", "J Q J", 1))
    "line 6: kept is '  moves 3: J Q J', played now '  moves 3: J Q K'"
    """
    kept = text.splitlines()
    first = _FIRST.fullmatch(kept[0] if kept else "")
    if first is None:
        raise NotationError("the first line is 'playthrough of VARIANT, seed S'", line=1)
    try:
        game, seed = load(first[1]), int(first[2])
        as_seed(seed)
        game.start()
    except SuitwiseError as error:
        raise NotationError(str(error), line=1) from None
    for number, (old, new) in enumerate(zip_longest(kept, playthrough_lines(game, seed)), 1):
        if old != new:
            return f"line {number}: kept is {_quoted(old)}, played now {_quoted(new)}"
        compared(number, len(kept))
    return None


def _quoted(line: str | None) -> str:
    return "nothing" if line is None else repr(line if len(line) <= 200 else line[:197] + "...")


def _seen(state: State[Any]) -> Iterator[str]:
    turn = {CHANCE: "chance", OVER: "over"}.get(state.turn, f"seat {state.turn}")
    yield f"  turn {turn}, returns {' '.join(f'{value:g}' for value in state.returns())}"
    legal = state.moves()
    shown = " ".join(map(str, islice(iter(legal), _MOST_MOVES_SHOWN)))
    yield f"  moves {len(legal)}: {shown}{' ...' if len(legal) > _MOST_MOVES_SHOWN else ''}"
    for seat in range(state.game.facts.seats):
        if not state.game.facts.perfect_information:
            yield f"  seat {seat} sees {state.view(seat)}"
        seen = state.observe(seat)
        yield f"  seat {seat} observes {' '.join(f'{x:g}' for x in seen.ravel()[:200])}"


def _yes(value: bool) -> str:
    return "yes" if value else "no"
