"""``suitwise texas42 play``: from a script, at a terminal; what its host shows and tells."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest

from suitwise.game import OVER, Record
from suitwise.players.host import Host
from suitwise.players.session import Session
from suitwise.texas42 import Domino, Move, Texas42, faults_of, match_of
from suitwise.texas42.face import Texas42Face
from suitwise.texas42.players.monte_carlo import MonteCarlo
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.rules.dominoes import N_DOMINOES
from suitwise.texas42.state import Texas42State
from tests.commands import refusal_of, run_command
from tests.fresh import fresh_python

HAND = "texas42(match=hand)"
DOMINOES = [str(Domino(domino)) for domino in range(N_DOMINOES)]
HOST = Host(player=Texas42Player(), adviser=MonteCarlo(10))


run = partial(run_command, "texas42", "play")
refusal = partial(refusal_of, "texas42", "play")


def hosted(game: Texas42, seed: int, seat: int = 0) -> tuple[Session, str]:
    """Return a session against players by rules of thumb, and what it shows first."""
    session = Session(game, HOST, seat=seat, seed=seed)
    return session, session.begin()


def last_of(session: Session) -> Texas42State:
    state = list(session.record.states())[-1]
    assert isinstance(state, Texas42State)
    return state


TASKS = {"play": "follow |you have no|you lead|play ", "declare": ".*: (you )?declare trumps"}
"""How what a seat is to do begins."""


def shown_of(text: str, what: str) -> list[str]:
    """Return the moves that are listed at the end of a text, where it asks for a play or the like."""
    asked = re.findall(r"^(.*)\nto move: (.*)$", text, re.M)
    task, moves = asked[-1] if asked else ("", "")
    return moves.split() if re.match(TASKS[what], task) else []


def play_on(session: Session, told: str, calls: str = "pass") -> str:
    """Play the first legal move up to the end; return all that is told."""
    everything = told
    for _ in range(400):
        if last_of(session).turn == OVER:
            return everything
        move = (shown_of(told, "play") or shown_of(told, "declare") or [calls])[0]
        told = session.answer(move)
        everything += "\n" + told
    raise AssertionError("the game does not end")


# --- As a process ---------------------------------------------------------------------------------


def test_a_hand_is_played_from_a_script_kept_and_reviewed(tmp_path: Path) -> None:
    record = tmp_path / "hand.rec"
    text = "pass\n5\n" + "\n".join(DOMINOES * 7)
    arguments = ("--game", HAND, "--seed", "5", "--record", record)
    status, told, error = run("--against", "rules", *arguments, text=text)
    assert (status, error) == (0, "")
    assert "seat 1 bids 30\n" in told
    assert re.search(r"seat \d takes \S+ \S+ \S+ \S+: \d+ point", told)
    kept = Record.parse(record.read_text("utf-8"))
    assert list(kept.states())[-1].turn == OVER
    assert not faults_of(match_of(kept))
    assert "lost: 1 mark to them\nseat 1 and seat 3 have made 30 with " in told
    assert "marks: seat 0 and seat 2 0, seat 1 and seat 3 1" in told


def test_a_record_that_cannot_be_gone_on_with_is_refused_with_its_line(tmp_path: Path) -> None:
    record = tmp_path / "hand.rec"
    run("--seed", "5", "--against", "random", "--game", HAND, "--record", record, text="pass\n")
    kept = record.read_text("utf-8")
    *whole, _ = kept.splitlines()  # the last says who sits where
    for spoilt, line in (
        (kept.replace(whole[2].split()[4], "9-9"), 3),
        (kept.replace(f" {whole[3].split()[0]} ", " 41 31 ", 1).replace(" pass", " 41 41", 1), 4),
        (kept.replace("start shaker 0", "start shaker 9"), 2),
        (kept.replace("texas42(", "gin("), 1),
        (kept.replace("returns 0", "returns 1"), len(whole)),
        (kept.partition("returns")[0], len(whole) - 1),
        ("\ufeff" + kept, 1),
        ("hand 1: shaker S0, thrown in", 1),
    ):
        record.write_text(spoilt, "utf-8")
        assert refusal("--record", record).startswith(f"error: {record}:{line}: "), spoilt
        assert record.read_text("utf-8") == spoilt


def test_the_others_need_no_monte_carlo_player_where_they_go_by_rules() -> None:
    code = """
import sys
from suitwise.game import load
from suitwise.players.session import Session
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.players.host import Host
Session(load("texas42"), Host(player=Texas42Player()), seed=1).begin()
print("suitwise.texas42.players.monte_carlo" in sys.modules)
"""
    assert fresh_python(code) == "False\n"


@pytest.mark.parametrize(
    "arguments",
    [
        *(("--seat", "4"), ("--game", "gin"), ("--game", "texas42(marks=0)")),
        *(("--game", "\x1b[2J" * 1000), ("--against", "nobody"), ("--seed", "-1")),
    ],
)
def test_a_game_that_cannot_be_is_refused(arguments: tuple[str, ...]) -> None:
    refusal(*arguments)


# --- What a seat is shown and told ----------------------------------------------------------------


def test_a_match_is_played_to_its_end_and_every_trick_and_result_is_told() -> None:
    session, told = hosted(Texas42(marks=2, nello="any", sevens=True, splash=True), seed=3)
    told = play_on(session, told)
    match = match_of(session.record)
    assert not faults_of(match)
    assert told.count(" takes ") == sum(len(hand.tricks) for hand in match.hands)
    made = re.findall(r"^seat \d and seat \d (?:have made|have missed) ", told, re.M)
    assert len(made) == len(match.hands)
    assert told.count(" shakes") == len(match.hands) - 1
    assert re.search(r"^you (win|lose) the match, \d to \d\n(.*\n){1,2}marks: ", told, re.M)
    assert session.answer("hint") == "the game is over"


def test_a_hand_that_all_pass_is_thrown_in() -> None:
    for seed in range(40):
        session, told = hosted(Texas42(shaker=0), seed=seed)
        told += session.answer("pass")
        if "all have passed: the hand is thrown in" in told:
            assert "seat 1 shakes" in told
            return
    raise AssertionError("nobody has passed")


def test_who_wins_the_auction_declares_and_leads_and_is_hinted_at_each_step() -> None:
    session, told = hosted(Texas42(), seed=5)
    assert "to move: pass 31 32 33 34 35 36 37 38 39 40 41 1m 2m" in told
    hint = session.answer("hint")
    assert re.match(r"\w+: .+ \(\w+ with .+ in \d+ likely deals\)", hint)
    told = session.answer("2m")
    assert "to move: 0 1 2 3 4 5 6 doubles notrump" in told
    hint = session.answer("hint")
    assert re.match(
        r"\w+: .+ \(made in \d+ % of \d+ likely deals, all hands seen; \w+: (\d+ %|about as good)\)",
        hint,
    )
    told = session.answer("doubles")
    assert "seat 0 bid 2 marks, doubles\ntaken: seat 0 and seat 2 0, seat 1 and seat 3 0" in told
    hint = session.answer("hint")
    assert re.match(r"\d-\d: .+ \(made in \d+ % of \d+ likely deals, all hands seen; ", hint)
    assert "illegal: " in session.answer("pass")
    assert shown_of(told, "play") == session.answer("moves").split()


def test_nello_tells_who_sits_out() -> None:
    session, _ = hosted(Texas42(nello="any"), seed=5)
    session.answer("2m")
    told = session.answer("nello-low")
    assert "seat 0 declares nello-low\nseat 2 sits out" in told
    assert " (made in " in session.answer("hint")


def test_help_names_the_moves_and_the_commands() -> None:
    session, _ = hosted(Texas42(), seed=5)
    told = session.answer("help")
    assert told.startswith("pass, 31, 1m   call")
    assert "hint " in told
    assert not re.search("nello|sevens|plunge|splash", told)


def test_help_names_what_the_house_allows_besides() -> None:
    for house, names in (
        (Texas42(nello="low"), ["nello-low"]),
        (Texas42(nello="any"), ["nello", "nello-inverted", "nello-high", "nello-low"]),
        (Texas42(sevens=True, plunge=True), ["plunge4", "sevens"]),
        (Texas42(splash=True), ["splash2"]),
    ):
        told = "\n".join(Texas42Face(house).help())
        special = re.findall("^(nello[a-z-]*|sevens|plunge4|splash2) ", told, re.M)
        assert special == names
        for name in special:
            assert str(Move(name)) == name
        assert max(map(len, told.splitlines())) <= 90
