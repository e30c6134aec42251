"""``suitwise tractor solve`` from the command line."""

from __future__ import annotations

import json
from functools import cache

from click.testing import CliRunner

from suitwise.cli.games.tractor_advice import solve as command
from suitwise.game import Record, load, play
from suitwise.players import RandomPlayer
from suitwise.tractor import TractorState, match_of, solve

GAME = "tractor(match=deal,levels=9A,landlord=1)"


@cache
def texts() -> tuple[str, str]:
    return str(record()), str(match_of(record()))


@cache
def record() -> Record:
    return play(load(GAME).start(), RandomPlayer(3), seed=2)


@cache
def endings(cards: int) -> list[TractorState]:
    states = (state for state in record().states() if isinstance(state, TractorState))
    return [
        state
        for state in states
        if state.phase == "play" and max(hand.size for hand in state.held) <= cards
    ]


def run(*words: str, text: str) -> tuple[int, str, str]:
    """Run the command in this process: status, standard output, the one line of an error."""
    # The names of the option for help are remembered: those that the whole command has.
    names = ["-h", "--help"]
    done = CliRunner().invoke(command, list(words), input=text, help_option_names=names)
    assert done.exit_code == 0 or isinstance(done.exception, SystemExit)
    return done.exit_code, done.stdout, done.stderr.removeprefix("Error: ")


def answered(*words: str, text: str) -> list[str]:
    status, out, error = run(*words, text=text)
    assert (status, error) == (0, "")
    return out.splitlines()


def test_positions_are_answered_a_line_each() -> None:
    few = endings(2)[:3]
    text = "".join(f"{state}\n" for state in few)
    found = answered("--game", GAME, text=f"# three\n\n{text}")
    assert found == [str(solve(state).value) for state in few]


def test_a_record_is_solved_where_few_cards_are_left() -> None:
    state = endings(2)[0]
    words = "--moves", "--line", "--check", "--cards", "2"
    one, other = (answered(*words, text=text) for text in texts())
    assert one == other
    answer, *tricks = one[0].split(" | ")
    found = solve(state)
    moves = [f"{move}={value}" for move, value in found.moves.items()]
    assert answer.split() == [str(found.value), *moves]
    assert tricks[0].split()[0] == f"{state.turn}:{found.line[0]}"


def test_a_record_is_solved_after_some_moves_as_json() -> None:
    ply = next(at for at, state in enumerate(record().states()) if state == endings(1)[0])
    told = json.loads(answered("--json", "--ply", str(ply), text=texts()[0])[0])
    assert told["points"] == solve(endings(1)[0]).value
    assert told["outcome"].startswith(f"{told['points']} points, ")


def test_what_can_not_be_solved_is_refused_in_a_sentence() -> None:
    for words, text, reason in (
        ((), "", "there is no position in it"),
        ((), "22 -\n", "a position of Tractor"),
        (("--ply", "9999"), texts()[0], "the record breaks off before 9999 moves"),
        (("--ply", "3"), texts()[0], "an ending is solved while it is played"),
    ):
        status, out, error = run(*words, text=text)
        assert status != 0
        assert out == ""
        assert reason in error
        assert error.count("\n") == 1
