"""Hostile input for rummy: ``python tests/fuzz_rummy.py --minutes M``.

Valid texts are broken at random: hands, rule sets, melds, files of hands, positions, moves, records and
lines typed at a game. Whatever the text, it is answered or refused with a ``SuitwiseError`` of one line,
and soon. What is read is used: a hand is arranged, counted, shown and advised on, a position played on.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stdout
from io import BytesIO, StringIO

from suitwise import rummy
from suitwise.cards import full_deck
from suitwise.cli import commands
from suitwise.errors import SuitwiseError
from suitwise.game import OVER, Record, load, record_of
from suitwise.players import RandomPlayer
from suitwise.players.host import Host
from suitwise.players.session import Session
from suitwise.rummy.gin.players.rule_based import GinPlayer
from suitwise.rummy.indian.players.rule_based import IndianPlayer
from suitwise.rummy.picture import IslandMap, draw_islands, map_picture
from suitwise.rummy.solve.laying import as_melds
from tests.fuzzing import run_for_minutes, try_all

PIECES = (
    *("H3", "3H", "JK", "RJ", "S10", "[H4]", "[3]", "|", "-", "/", ",", "(", ")", "=", "?", ":"),
    *("wild=7", "decks=4", "jokers=12", "ace=both", "runs=3", "least_run=4", "points=1/2", "99"),
    *("stock", "pile", "pass", "drop", "knock:", "declare:", "next", "big", "0.", "took", "dealer"),
    *(" ", "\n", "\0", "\x1b[2J", "♥", "é", "\U0001f0a1", "٣", "9" * 30, "x" * 300),
)
MELDS = "H3 H4 [H5] | S9 D9 C9 | SQ SK SA | D7 [7] C7"
GAMES = (
    *("gin", "gin(to=100)", "gin(big=31,declare=yes)", "indian13", "indian13(seats=4,draws=20)"),
    "indian13(jokers=0,reshuffle=no)",
)
LINES = ("hint", "why", "why stock", "moves", "show", "undo", "undo 2", "score", "record", "help")


def broken(rng: random.Random, text: str) -> str:
    """Break a text in up to three places."""
    for _ in range(rng.randrange(4)):
        at, end = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:at] + rng.choice(PIECES) + text[at:]
        elif kind == 1:
            text = text[:at] + text[min(end, at + 6) :]
        elif kind == 2:
            text = text[:at] + chr(rng.randrange(128)) + text[at + 1 :]
        elif kind == 3:
            text = text[:at] + text[at:end] * 2 + text[end:]
        else:
            text = text[:at]
    return text


def some_cards(rng: random.Random, most: int = 20) -> str:
    """Return cards of two packs as text, often near one another."""
    pack = [str(card) for card in full_deck(2, jokers=rng.random() < 0.3)]
    if rng.random() < 0.5:
        ranks = set(rng.sample("A23456789TJQK", rng.randrange(3, 7)))
        pack = [card for card in pack if card[1] in ranks or card in ("BJ", "RJ")]
    return " ".join(rng.sample(pack, min(len(pack), rng.randrange(most))))


def some_rules(rng: random.Random) -> rummy.Rules:
    """Return a rule set, one whose text was broken if it still is one."""
    text = rng.choice(
        [*rummy.NAMED, "seed(jokers=4,decks=4)", "indian13(wild=7)", "seed(wild=A,ace=both)"]
    )
    try:
        return (
            rummy.Rules.parse(broken(rng, text)) if rng.random() < 0.5 else rummy.Rules.parse(text)
        )
    except SuitwiseError:
        return rummy.Rules.parse(text)


# --- What is tried --------------------------------------------------------------------------------


def try_hand(rng: random.Random) -> None:
    """Read a hand and work it in every way."""
    hand = rummy.Hand.of(broken(rng, some_cards(rng)), some_rules(rng))
    best = rummy.arrange(hand, compiled=True)
    assert str(rummy.Rules.parse(str(hand.rules))) == str(hand.rules)
    grid = IslandMap(hand, rng.choice(rummy.READINGS), rng.random() < 0.5)
    assert map_picture(grid)
    assert draw_islands(grid).startswith("<svg")
    assert rummy.numbers(hand).points == best.points


def try_advice(rng: random.Random) -> None:
    """Advise on a hand with broken cards that are seen, and look for an opening."""
    hand = rummy.Hand.of(some_cards(rng, 15), some_rules(rng))
    rummy.best_opening(hand, compiled=True)
    outlook = rummy.look_ahead(hand, broken(rng, some_cards(rng, 8)))
    assert 0 <= outlook.outs <= sum(draw.copies for draw in outlook.draws)


def try_melds(rng: random.Random) -> None:
    """Read melds; open, declare and lay off with them."""
    rules, text = some_rules(rng), broken(rng, MELDS)
    hand = rummy.Hand.of(some_cards(rng, 14), rules)
    for fault in (rummy.opening_fault(hand, text), rummy.declaration_fault(hand, text)):
        assert fault is None or len(fault.splitlines()) == 1
    melds = as_melds(text, rules)
    assert all(rummy.parse_meld(str(meld), rules) == meld for meld in melds)
    for card, steps in rummy.layoffs(hand, melds).items():
        assert steps[-1].card == card
    assert rummy.best_layoff(hand, melds).points <= rummy.arrange(hand, compiled=True).points


def try_file(rng: random.Random) -> None:
    """Read a file of hands."""
    text = "\n".join(some_cards(rng) for _ in range(5))
    data = bytearray(broken(rng, text).encode())
    for _ in range(rng.randrange(3)):
        data[rng.randrange(len(data) + 1) :] = rng.randbytes(rng.randrange(9))
    for hand in rummy.read_hands(BytesIO(bytes(data)), some_rules(rng)):
        assert len(hand) <= 40


def played(rng: random.Random, text: str) -> Record:
    """Return the record of a random game that was broken off."""
    game, choose = load(text), RandomPlayer(rng.getrandbits(32))
    state, moves = game.start(), []
    for _ in range(rng.randrange(60)):
        if state.turn == OVER:
            break
        move = rng.choice(list(state.moves())) if state.turn < 0 else choose(state)
        state = state.after(move)
        moves.append(move)
    return record_of(game.start(), moves, state)


def try_position(rng: random.Random) -> None:
    """Read a position; try broken moves and play on."""
    record = played(rng, rng.choice(GAMES))
    game = load(record.game)
    state = list(record.states())[-1]
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
        assert all(state.resample(seat, 1, 2).view(seat) == state.view(seat) for seat in (0, 1))


def try_record(rng: random.Random) -> None:
    """Read a broken record and replay it."""
    record = Record.parse(broken(rng, str(played(rng, rng.choice(GAMES)))))
    assert list(record.states())


def try_session(rng: random.Random) -> None:
    """Type broken commands and moves at a game."""
    game = load(rng.choice(GAMES))
    host = Host(GinPlayer()) if game.name == "gin" else Host(IndianPlayer())
    session = Session(game, host, seat=rng.randrange(game.facts.seats), seed=rng.getrandbits(64))
    session.begin()
    for _ in range(12):
        moves = session.answer("moves").split()
        line = broken(rng, rng.choice((*LINES, *moves, *moves)))
        for answer in (session.answer(line), session.answer(rng.choice((*LINES, *moves)))):
            assert not {"\0", "\x1b"} & set(answer)


def try_command(rng: random.Random) -> None:
    """Run a command on a broken hand under a broken rule set."""
    command = rng.choice(("arrange", "combos", "islands", "advise"))
    rules = broken(rng, str(some_rules(rng)))
    arguments = [command, "--rules", rules, *["--json"] * rng.randrange(2)]
    if command == "advise":
        arguments += ["--seen", some_cards(rng, 5), "--table", broken(rng, MELDS)]
    with redirect_stdout(StringIO()):
        commands.main(
            ["rummy", *arguments, "--", broken(rng, some_cards(rng))],
            "suitwise",
            standalone_mode=False,
        )


TRIALS: tuple[Callable[[random.Random], None], ...] = (
    *(
        *(try_hand, try_advice, try_melds, try_file, try_position, try_record, try_session),
        try_command,
    ),
)


def fuzz(seed: int, inputs: int | None, seconds: float) -> Counter[str]:
    """Try so many inputs, or as many as the time allows; return how many were answered, or refused."""
    rummy.arrange(rummy.Hand.of("H3"), compiled=True)  # compiles, which may take long
    warm = Session(load("gin"), Host(GinPlayer()))
    warm.begin()
    warm.answer("hint")
    return try_all(TRIALS, seed, inputs, seconds)


if __name__ == "__main__":
    run_for_minutes(fuzz, __doc__)
