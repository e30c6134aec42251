"""Hostile input for Texas 42: ``python tests/fuzz_texas42.py --minutes M``.

Valid texts and numbers are broken at random: dominoes, moves, positions, variants, states, records of
hands and of games, files of deals, hands to bid on, lines typed at a game, what a
seat has seen. Whatever the input, it is answered or refused with a ``SuitwiseError`` of one line, and
soon. What is read is used: positions are solved, states played on, records judged, replayed and
reviewed, and texts read back as they were.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO
from itertools import islice
from tempfile import NamedTemporaryFile
from typing import Any

import numpy as np

from suitwise import texas42
from suitwise.cli import commands
from suitwise.errors import SuitwiseError
from suitwise.foundation.seating import NOBODY
from suitwise.game import OVER, Record, load, record_of
from suitwise.players import RandomPlayer
from suitwise.players.host import Host
from suitwise.players.session import Session
from suitwise.texas42.players.monte_carlo import MonteCarlo
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.review.hands import review
from tests import fuzz_rummy
from tests.fuzzing import run_for_minutes, try_all
from tests.texas42.games import mistyped, played_hands
from tests.texas42.positions import FOUR_SEATS, THREE_SEATS, random_position

PIECES = (
    *("6-4", "4-6", "0-0", "7-7", "6 - 4", "-", "?", "?7", "|", ",", "=", "(", ")", ":", "#", "->"),
    *("pass", "30", "41", "42", "1m", "7m", "plunge4", "splash2", "next", "shake3", "doubles"),
    *("nello", "nello-low", "notrump", "sevens", "5", "-1", "P(30)", "P3", "out=2", "trick=6-4"),
    *("match=points", "marks=1", "cap=1", "shaker=-1", "goal=42", "hand=5-5", "S0:", "S4:", "+42"),
    *("\n  claim S1", "\n  claim S0 3 tricks\n", "\nscore T0 6 - 6 T1\n", "\ngame texas42\n"),
    *("thrown in", "reneged by S0 (1 mark to T1)", "marks T0 99999 - 0 T1", "\nhand 2: shaker S1"),
    *(" ", "\n", "\t", "\0", "\x1b[2J", "\u2028", "é", "\U0001f0a1", "٣", "9" * 30, "x" * 300),
)
VARIANTS = (
    "texas42",
    "texas42(match=hand)",
    "texas42(match=hand,forced=yes,play_out=yes)",
    "texas42(match=points,points=60,forced=yes,nello=own,sevens=yes)",
    "texas42(marks=2,forced=yes,nello=any,plunge=yes,splash=yes,sevens=yes,cap=7,shaker=-1)",
)
ENDGAMES = (
    "texas42_endgame",
    "texas42_endgame(declaration=notrump,leader=2,dominoes=5-5 6-4 1-0 0-0,goal=5)",
    "texas42_endgame(declaration=sevens,seat=3,hand=4-4 5-5)",
)
LINES = ("hint", "why", "why 6-4", "moves", "show", "undo", "undo 2", "score", "record", "help")
NUMBERS = (-1, 0, 1, 3, 4, 7, 13, 14, 27, 28, 1 << 28, (1 << 63) - 1, -(1 << 63), 1 << 63, 1 << 80)
KINDS = ("int64", "int8", "uint64", "bool", "float64", "object", "S3")
SMALL = 4
"""Positions of so many tricks are worked in every way."""


def broken(rng: random.Random, text: str) -> str:
    """Return a text broken in one of several ways, or as it was."""
    kind = rng.randrange(8)
    if kind < 3:
        return exchanged(rng, text, (r"[0-6]-[0-6]", r"[0-9]", r"[^ ,]+")[kind])
    if kind == 3 and text.strip():
        return mistyped(rng, text)
    if kind == 4:
        at = rng.randrange(len(text) + 1)
        return text[:at] + rng.choice(PIECES) + text[at:]
    if kind == 5:
        words = text.split(" ")
        words[rng.randrange(len(words))] = rng.choice(PIECES)
        return " ".join(words)
    return fuzz_rummy.broken(rng, text) if kind == 6 else text


def exchanged(rng: random.Random, text: str, part: str) -> str:
    """Return a text in which two parts of a kind have changed places; it may well be sound."""
    found = list(re.finditer(part, text))
    if len(found) < 2:
        return text
    one, other = sorted(rng.sample(found, 2), key=re.Match.start)
    between = text[one.end() : other.start()]
    return text[: one.start()] + other[0] + between + one[0] + text[other.end() :]


def rarely(rng: random.Random, sound: Any, *others: Any) -> Any:
    """Return what is sound, and seldom something else."""
    return rng.choice(others) if rng.random() < 0.1 else sound


def a_position(rng: random.Random, most: int = 7, mid_trick: bool = True) -> texas42.Position:
    """Return a random position."""
    three = rng.random() < 0.2
    declared = rng.choice(THREE_SEATS if three else FOUR_SEATS)
    return random_position(rng, rng.randrange(1, most + 1), declared, three, mid_trick)


def played(rng: random.Random, text: str, most: int = 150) -> Record:
    """Return the record of a random game, mostly broken off."""
    game, choose = load(text), RandomPlayer(rng.getrandbits(32))
    state, moves = game.start(), []
    for _ in range(rng.randrange(most)):
        if state.turn == OVER:
            break
        move = rng.choice(list(state.moves())) if state.turn < 0 else choose(state)
        state = state.after(move)
        moves.append(move)
    return record_of(game.start(), moves, state)


def hands_text(rng: random.Random) -> str:
    """Return some recorded hands as people write them."""
    if rng.random() < 0.5:
        return str(texas42.match_of(played(rng, rng.choice(VARIANTS))))
    hands = played_hands().split("hand ")[1:]
    return "game texas42(play_out=yes)\nhand " + rng.choice(hands)


# --- Texts ----------------------------------------------------------------------------------------


def try_words(rng: random.Random) -> None:
    """Read dominoes and moves."""
    dominoes = texas42.parse_dominoes(
        broken(rng, texas42.format_dominoes(rng.sample(range(28), 5)))
    )
    assert texas42.parse_dominoes(texas42.format_dominoes(dominoes)) == dominoes
    for kind, text in (
        (texas42.Domino, "6-4"),
        (texas42.Move, str(texas42.Move(rng.randrange(60)))),
    ):
        read = kind(broken(rng, text))
        assert kind(str(read)) == read


def try_position(rng: random.Random) -> None:
    """Read a position and solve it."""
    position = texas42.Position.parse(broken(rng, str(a_position(rng))))
    assert texas42.Position.parse(str(position)) == position
    worth = texas42.solve(position)
    assert 0 <= worth <= position.points_left
    if position.tricks_left > SMALL:
        return
    assert texas42.line_worth(position, texas42.best_line(position)) == worth
    assert position.over or worth in texas42.solve_moves(position).values()
    texas42.claim_stands(position, rng.randrange(4), points=rng.choice(NUMBERS))
    if position.out != NOBODY:
        assert texas42.loses_all(position) == (worth == 0)
    else:
        assert texas42.reaches(position, 0, worth)
        assert not texas42.reaches(position, 0, worth + 1)
    if not position.over:
        position.after(broken(rng, position.legal_text()))


def try_state(rng: random.Random) -> None:
    """Read a variant and a state of it; try broken moves and play on."""
    text = rng.choice((*VARIANTS, *ENDGAMES))
    game = load(broken(rng, text) if rng.random() < 0.5 else text)
    assert load(str(game)) == game
    if not isinstance(game, texas42.Texas42 | texas42.Endgame):
        return
    state: Any = list(played(rng, str(game), 70).states())[-1]
    state = game.parse(broken(rng, str(state)))
    assert game.parse(str(state)) == state
    for _ in range(10):
        moves = list(state.moves())
        if not moves:
            return
        try:
            move = state.parse_move(broken(rng, str(rng.choice(moves))))
        except SuitwiseError:
            move = rng.choice(moves)
        fault = state.why_not(move)
        assert fault is None or fault.isprintable()
        state = state.after(move if fault is None else rng.choice(moves))
        seat = rng.randrange(4)
        assert state.resample(seat, 1, 2).view(seat) == state.view(seat)
        assert np.isfinite(state.observe(seat)).all()


def try_match(rng: random.Random) -> None:
    """Read recorded hands, judge them, review one and replay all."""
    game = load(rng.choice(VARIANTS))
    assert isinstance(game, texas42.Texas42)
    match = texas42.MatchRecord.parse(broken(rng, hands_text(rng)), game)
    assert texas42.MatchRecord.parse(str(match), game) == match
    for fault in texas42.faults_of(match):
        assert str(fault).isprintable()
    first = texas42.MatchRecord(match.game, match.hands[:1], match.before)
    for found in review(first, worlds=rng.randrange(3), seed=1):
        assert found.note.isprintable()
    record = texas42.as_record(match)
    assert texas42.as_record(texas42.match_of(record)) == record


def try_record(rng: random.Random) -> None:
    """Replay a broken record of a game, and write its hands."""
    record = Record.parse(broken(rng, str(played(rng, rng.choice(VARIANTS)))))
    match = texas42.match_of(record)
    assert texas42.faults_of(match) == []
    assert texas42.MatchRecord.parse(str(match)) == match


# --- At the terminal ------------------------------------------------------------------------------


def try_deals(rng: random.Random) -> None:
    """Solve a broken file of deals."""
    positions = [
        random_position(rng, rng.randrange(1, 8), rng.choice(FOUR_SEATS), mid_trick=False)
        for _ in range(rng.randrange(1, 5))
    ]
    data = bytearray(broken(rng, "\n".join(map(str, positions))).encode("utf-8", "replace"))
    if rng.random() < 0.3:
        at = rng.randrange(len(data) + 1)
        data[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(9))
    asked = rng.choice(([], ["--moves"], ["--table"], ["--moves", "--json"], ["--table", "--json"]))
    with NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        run(["solve", *asked, "--", file.name])


def try_bid(rng: random.Random) -> None:
    """Ask for the bids of a broken hand."""
    hand = broken(rng, texas42.format_dominoes(rng.sample(range(28), 7), " "))
    run(["bid", "--worlds", "2", *["--json"] * rng.randrange(2), "--", hand])


def run(arguments: list[str]) -> None:
    """Run a command."""
    with redirect_stdout(StringIO()):
        commands.main(["texas42", *arguments], "suitwise", standalone_mode=False)


def try_session(rng: random.Random) -> None:
    """Type broken commands and moves at a game."""
    game = load(rng.choice(VARIANTS))
    assert isinstance(game, texas42.Texas42)
    player = rng.choice((Texas42Player(), RandomPlayer(rng.getrandbits(32))))
    host = Host(player, MonteCarlo(2))
    session = Session(game, host, seat=rng.randrange(4), seed=rng.getrandbits(64))
    session.begin()
    for _ in range(12):
        moves = session.answer("moves").split()
        line = broken(rng, rng.choice((*LINES, *moves, *moves)))
        for answer in (session.answer(line), session.answer(rng.choice((*LINES, *moves)))):
            assert not {"\0", "\x1b"} & set(answer)


# --- Numbers --------------------------------------------------------------------------------------


def some_array(rng: random.Random, numbers: Any) -> Any:
    """Return an array broken: in some of its numbers, or in its kind or its shape."""
    given = np.array(numbers)
    for _ in range(rng.choice((0, 0, 0, 1, 2)) if given.size else 0):
        wrong = rng.choice(NUMBERS[:13]), rng.getrandbits(63), rng.getrandbits(28)
        given.flat[rng.randrange(given.size)] = rng.choice(wrong)
    kind = rng.randrange(16)
    if kind == 0:
        return given.astype(rng.choice(KINDS))
    if kind == 1:
        return rng.choice((given.T, given[None], given[:-1], given[..., :-1], given.ravel()))
    if kind == 2:
        return rng.choice(
            ([], [[1], [1, 2]], [[]], None, 5, "text", [1 << 80], [None], given[::-1])
        )
    return given.tolist() if kind == 3 else given


def try_values(rng: random.Random) -> None:
    """Solve arrays of deals that are broken, and positions of several deals at once."""
    positions = [a_position(rng, 3) for _ in range(rng.randrange(6))]
    assert len(texas42.solve_all(positions)) == len(positions)
    deals = [one for one in positions if not one.trick and one.out == NOBODY]
    hands = np.array([one.hands for one in deals], np.int64).reshape(-1, 4)
    found = texas42.values(
        some_array(rng, np.array([one.declaration for one in deals], np.int64)),
        some_array(rng, hands),
        some_array(rng, np.array([one.leader for one in deals], np.int64)),
        threads=rarely(rng, 1, 0, 2, -1, 1 << 20),
    )
    assert ((found >= 0) & (found <= 42)).all()


def try_numbers(rng: random.Random) -> None:
    """Make a position of hostile numbers."""
    position = a_position(rng)
    parts: list[Any] = [
        position.declaration,
        *position.hands,
        position.leader,
        position.out,
        *position.trick,
    ]
    for _ in range(rng.randrange(3)):
        parts[rng.randrange(len(parts))] = rng.choice((*NUMBERS, rng.getrandbits(28), 2.5, True))
    declaration, one, two, three, four, leader, out, *trick = parts
    position = texas42.Position(declaration, (one, two, three, four), leader, tuple(trick), out)
    assert texas42.Position.parse(str(position)) == position
    assert texas42.solve(position) >= 0


def try_knowledge(rng: random.Random) -> None:
    """Believe what a seat claims to have seen; count, list and sample the worlds."""
    position = start = a_position(rng, mid_trick=False)
    plays: list[int] = []
    for _ in range(rng.randrange(28)):
        if position.over:
            break
        plays.append(rng.choice(texas42.dominoes_of(position.legal())))
        position = position.after(plays[-1])
    seat = rng.randrange(4)
    given: dict[str, Any] = {
        "seat": seat,
        "hand": start.hands[seat],
        "declaration": start.declaration,
        "leader": start.leader,
        "out": start.out,
        "doubles": rarely(rng, (0, 0, 0, 0), (0, 0, 4, 0), (1, 1, 1, 1), (0, 7, 0, -1), (1, 2)),
        "pack": sum(start.hands),
    }
    for _ in range(rng.randrange(3) if plays else 0):
        at = rng.randrange(len(plays))
        plays[at : at + rng.randrange(2)] = [rarely(rng, rng.randrange(28), *NUMBERS)]
    if rng.random() < 0.3:
        changed = rng.choice([name for name in given if name != "doubles"])
        given[changed] = rarely(rng, rng.choice((0, 1, 2, 3, NOBODY)), *NUMBERS)
    known = texas42.Knowledge(plays=plays, **given)
    count = texas42.count_worlds(known)
    for world in islice(texas42.every_world(known), 3):
        known.position(world)
    for world in texas42.sample_worlds(known, 3, seed=1):
        assert known.position(world).hands[known.seat] == known.left
    assert count > 0


TRIALS: tuple[Callable[[random.Random], None], ...] = (
    *(try_words, try_position, try_state, try_match, try_record, try_deals, try_bid, try_session),
    *(try_values, try_numbers, try_knowledge),
)


def fuzz(seed: int, inputs: int | None, seconds: float) -> Counter[str]:
    """Try so many inputs, or as many as the time allows; return how many were answered, or refused."""
    warm = Session(load("texas42"), Host(Texas42Player(), adviser=MonteCarlo(2)))
    warm.begin()
    warm.answer("hint")  # compiles, which may take long
    with np.errstate(all="raise"):  # no answer is out of a division by zero
        return try_all(TRIALS, seed, inputs, seconds)


if __name__ == "__main__":
    run_for_minutes(fuzz, __doc__)
