"""Hostile input for Tractor at the table: ``python tests/fuzz_tractor_table.py --minutes M``.

Valid texts are broken at random: cards, trumps, houses, moves, variants, questions in JSON, what is
asked of ``follow`` and ``trick``, files of questions and of matches, positions, matches as people write
them, records of all moves, lines typed at a game. Whatever the input, it is answered or refused with a
``SuitwiseError`` of one line, within ``MOST_SECONDS`` of ``fuzzing`` and with ``MOST_MEMORY`` more than
before the first. What is read is used: plays are ruled on and counted, throws held against hands,
positions and matches played on, and texts read back as they were.
"""

from __future__ import annotations

import json
import random
import re
import resource
from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from io import StringIO
from itertools import islice
from tempfile import NamedTemporaryFile
from typing import Any

from suitwise import tractor
from suitwise.cards import full_deck, parse_cards
from suitwise.cli import commands
from suitwise.errors import SuitwiseError
from suitwise.game import OVER, Record, load, record_of
from suitwise.players import RandomPlayer
from suitwise.players.host import Host
from suitwise.players.session import Session
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.rules.deck import partition_mask, partition_of
from tests import fuzz_rummy
from tests.fuzz_texas42 import exchanged, rarely
from tests.fuzzing import run_for_minutes, try_all

PIECES = (
    *("S2", "2S", "s10", "10S", "♥A", "A♥", "RJ", "BJ", "LJ", "JK", "rj", "?25", "S2S2S2"),
    *("H2", "O2", "OT", "O10", "NT2", "S1", "2", "-", ">", "|", "/", ",", "=", "(", ")", ":"),
    *("pass", "next", "standard", "judge", "over=every", "penalty=201", "defend=AA", "HAHK>HK"),
    *("0:S2", "4:S2", "1/1", "20/4", "[H2]", "-> 3 +0", "deal 2", "first 3", "levels 2 2", "["),
    *("\ndeal 1\n", "\ngame tractor\n", "\nmoves pass\n", "\n  trick 9: 0:S2", "\n  bids: 0:S2"),
    *("null", "true", "1e999", "NaN", "{}", "[]", '"', "\\ud800", '{"trump": "S2"}', "[" * 300),
    *(" ", "\n", "\r", "\t", "\0", "\x1b[2J", "\u2028", "é", "\U0001f0a1", "٣", "\ud800", "9" * 30),
    "x" * 300,
)
PARTS = (r"[SHDC][2-9TJQKA]|[BR]J", r"[0-9]", r"[^ ,]+")
HOUSES = (
    *("standard", "standard(chain=suits)", "standard(duty=suit)", "rbtying", "jerryyyu", "judge"),
    *("standard(forced=lowest,penalty=10)", "standard(forced=never,kitty=fixed)"),
    "duan(nobody=first)",
)
LINES = (
    *("hint", "why", "why S2", "moves", "show", "undo", "undo 2", "score", "record", "help"),
    "pass",
)
NUMBERS: tuple[Any, ...] = (None, True, 0, -1, 2.5, 1e999)
ODD = (*NUMBERS, "", "S", "S2" * 30, "\ud800", [], {}, [[]], ["S2", 2])
MOST_MEMORY = 1 << 29
"""The peak of memory rises by no more bytes, however many inputs there are."""
_MOST_PRINTED = 20_000
_DECK = [str(card) for card in full_deck(2)]


class Enough(Exception):
    """So much has been printed that no more is looked at: a hand may have millions of plays."""


class Sink(StringIO):
    """An output that is cut off when it becomes long."""

    def write(self, text: str) -> int:
        """Take a piece of the output."""
        if self.tell() > _MOST_PRINTED:
            raise Enough
        return super().write(text)


# --- What is broken -------------------------------------------------------------------------------


def broken(rng: random.Random, text: str) -> str:
    """Return a text broken in one of several ways, or as it was."""
    kind = rng.randrange(10)
    if kind < 3:
        return exchanged(rng, text, PARTS[kind])
    if kind == 9:
        return renumbered(rng, text)
    if kind == 3:
        at = rng.randrange(len(text) + 1)
        return text[:at] + rng.choice(PIECES) + text[at:]
    if kind == 4:
        words = text.split(" ")
        words[rng.randrange(len(words))] = rng.choice(PIECES)
        return " ".join(words)
    if kind == 5:
        lines = text.split("\n")
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[at : at + rng.randrange(2)] = lines[other : other + rng.randrange(3)]
        return "\n".join(lines)
    return fuzz_rummy.broken(rng, text) if kind == 6 else text


def renumbered(rng: random.Random, text: str) -> str:
    """Return a text with another small number in the place of one."""
    found = list(re.finditer(r"(?<![A-Z0-9])[0-9]{1,3}", text))
    if not found:
        return text
    at = rng.choice(found)
    return f"{text[: at.start()]}{rng.randrange(rng.choice((2, 5, 30)))}{text[at.end() :]}"


def spelled(rng: random.Random, cards: list[str]) -> str:
    """Write cards in one of the ways they may be written in."""
    kind = rng.randrange(5)
    if kind == 1:
        cards = [card.replace("T", "10") for card in cards]
    elif kind == 2:
        cards = [card if card in ("RJ", "BJ") else card[1:] + card[0] for card in cards]
    elif kind == 3:
        cards = [card.lower() for card in cards]
    return rng.choice(("", " ")).join(cards)


def some_trump(rng: random.Random) -> tractor.Trump:
    """Return a trump configuration."""
    return tractor.Trump(rng.choice("SHDCO"), rng.choice("23456789TJQKA"))


def some_hands(rng: random.Random, number: int = 4) -> list[list[str]]:
    """Return hands of as many cards, often of few kinds, of two packs or three."""
    trump, deck = some_trump(rng), [*_DECK, *_DECK[::2]] if rng.random() < 0.2 else list(_DECK)
    if rng.random() < 0.6:
        suit = partition_mask(rng.randrange(5), trump.main_index, trump.rank_index)
        deck = [card for card in deck if suit >> parse_cards(card)[0] & 1]
    rng.shuffle(deck)
    size = min(rng.randrange(1, 26), len(deck) // number)
    return [sorted(deck[at * size : (at + 1) * size]) for at in range(number)]


def some_lead(rng: random.Random, trump: tractor.Trump, hand: list[str]) -> list[str]:
    """Return cards of one partition of a hand."""
    main, cr = trump.main_index, trump.rank_index
    led = partition_of(parse_cards(rng.choice(hand))[0], main, cr)
    held = [
        str(card) for card in tractor.pile_of("".join(hand)).of(partition_mask(led, main, cr)).cards
    ]
    first = rng.randrange(len(held)) if rng.random() < 0.7 else 0
    return held[first : first + rng.randrange(1, 9)]


def some_question(rng: random.Random) -> dict[str, Any]:
    """Return a question to ``rule``, mostly one that makes sense."""
    trump, hands = some_trump(rng), some_hands(rng)
    lead = some_lead(rng, trump, hands[0])
    form = rng.choice((list, lambda cards: spelled(rng, cards)))
    asked: dict[str, Any] = {"trump": str(trump), "lead": form(lead)}
    if rng.random() < 0.4:
        asked["hands"] = list(map(form, hands))
    else:
        play = rng.sample(hands[1], min(len(lead), len(hands[1])))
        asked |= {"hand": form(hands[1]), "play": form(play)}
    return asked | ({"profile": rng.choice(HOUSES)} if rng.random() < 0.5 else {})


def questioned(rng: random.Random) -> str:
    """Return a question as JSON, broken in its parts or in its text."""
    asked = some_question(rng)
    for name in list(asked):
        if rng.random() < 0.05:
            asked[rng.choice((name, "hands", "odd"))] = rng.choice(ODD)
        elif rng.random() < 0.05:
            del asked[name]
        elif isinstance(asked[name], str) and rng.random() < 0.2:
            asked[name] = broken(rng, asked[name])
    text = json.dumps(asked, ensure_ascii=rng.random() < 0.5)
    return broken(rng, text) if rng.random() < 0.4 else text


def some_variant(rng: random.Random) -> str:
    """Return the text of a variant."""
    rank, first = rng.choice("2TKA"), rng.randrange(4)
    match = rng.choice(("match", "deal"))
    return f"tractor(profile={rng.choice(HOUSES)},match={match},levels={rank}{rank},first={first})"


def played(rng: random.Random, text: str, most: int = 420) -> Record:
    """Return the record of a random game, mostly broken off."""
    game, choose = load(text), RandomPlayer(rng.getrandbits(32))
    state: Any = game.start()
    start, moves = state, []
    for _ in range(rng.randrange(most)):
        if state.turn == OVER:
            break
        moves.append(rng.choice(list(state.moves())) if state.turn < 0 else choose(state))
        state = state.after(moves[-1])
    return record_of(start, moves, state)


def damaged(rng: random.Random, text: str) -> bytes:
    """Return a text as bytes, some of them changed."""
    data = bytearray(text.encode("utf-8", "surrogatepass"))
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        at = rng.randrange(len(data) + 1)
        data[at : at + rng.randrange(3)] = rng.randbytes(rng.randrange(9))
    return bytes(data)


def read_broken(rng: random.Random, read: Callable[[str], Any], text: str) -> Any:
    """Read a text after it was broken; one that has stayed whole is not refused."""
    given = broken(rng, text)
    try:
        return read(given)
    except SuitwiseError as error:
        if given == text:
            raise AssertionError(f"{text[:80]!a} is refused: {error}") from error
        raise


# --- Texts ----------------------------------------------------------------------------------------


def try_words(rng: random.Random) -> None:
    """Read cards, a trump, a house, a move or a variant."""
    cards = some_hands(rng)[0]
    read, text = rng.choice(
        (
            (tractor.pile_of, spelled(rng, cards)),
            (tractor.Trump.parse, str(some_trump(rng))),
            (tractor.Profile.parse, rng.choice(HOUSES)),
            (tractor.Move.parse, rng.choice(("pass", "next", "".join(cards)))),
            (load, some_variant(rng)),
        )
    )
    found = read_broken(rng, read, text)
    assert read(str(found)) == found


def try_question(rng: random.Random) -> None:
    """Answer a question, the same when it is asked again."""
    text = questioned(rng)
    answer = tractor.answer_json(text, rng.choice(HOUSES))
    assert set(answer) in (
        {"legal", "n_legal", "reason"},
        {"stands", "forced"},
        {"stands", "forced", "choices"},
    )
    told = json.dumps(answer)
    assert told.isprintable()
    assert len(told) < 4000
    again = tractor.answer_json(json.dumps({**json.loads(text), "profile": "standard"}))
    assert set(again) & set(answer)


def try_duty(rng: random.Random) -> None:
    """Count and list the plays that follow: each does, and no other."""
    trump, (one, other) = some_trump(rng), some_hands(rng, 2)
    lead = tractor.pile_of(broken(rng, "".join(some_lead(rng, trump, one))))
    duty = tractor.Duty(
        trump,
        lead,
        tractor.pile_of(broken(rng, "".join(other))),
        tractor.Profile.parse(rng.choice(HOUSES)),
    )
    first = list(islice(duty.plays, 50))
    assert len(set(first)) == len(first) == min(50, duty.n_legal)
    for place, play in enumerate(first):
        assert duty.why_not(play) is None
        assert duty.plays[place] == play
    cards = rng.sample(other, min(lead.size, len(other)))
    tried = tractor.pile_of("".join(cards))
    fault = duty.why_not(tried)
    assert fault is None or fault.isprintable()
    assert (fault is None) == (tried in duty.plays)
    assert fault is not None or duty.n_legal > 50 or tried in first


def try_position(rng: random.Random) -> None:
    """Read a position, which prints back the same, and play on."""
    game = load(some_variant(rng))
    state: Any = list(played(rng, str(game)).states())[-1]
    state = read_broken(rng, game.parse, str(state))
    assert isinstance(state, tractor.TractorState)
    assert game.parse(str(state)) == state
    assert str(game.parse(str(state))) == str(state)
    for _ in range(12):
        moves = state.moves()
        if not moves:
            assert state.turn == OVER
            return
        some = list(islice(moves, 40))
        try:
            move = state.parse_move(broken(rng, str(rng.choice(some))))
        except SuitwiseError:
            move = rng.choice(some)
        fault = state.why_not(move)
        assert (fault is None) == (move in moves)
        assert fault is None or (fault.isprintable() and fault)
        state = state.after(move if fault is None else rng.choice(some))
        assert state == game.parse(str(state))


def try_sight(rng: random.Random) -> None:
    """Read a position, and deal anew what a seat does not see of it."""
    game = load(some_variant(rng))
    state: Any = list(played(rng, str(game)).states())[-1]
    state = game.parse(broken(rng, str(state)))
    seat = rng.randrange(4)
    assert state.resample(seat, 1, 2).view(seat) == state.view(seat)
    assert (state.observe(seat) == state.resample(seat, 3, 4).observe(seat)).all()


# --- Matches --------------------------------------------------------------------------------------


def match_and_states(text: str) -> tuple[tractor.MatchRecord, list[tractor.TractorState]]:
    """Read a match and replay it."""
    match = tractor.MatchRecord.parse(text)
    return match, list(tractor.replayed(match))


def try_match(rng: random.Random) -> None:
    """Read a match as people write it, and replay it."""
    text = str(tractor.match_of(played(rng, some_variant(rng), 900)))
    match, states = read_broken(rng, match_and_states, text)
    assert tractor.MatchRecord.parse(str(match)) == match
    assert len(states) == len(match.deals)
    record = tractor.as_record(match)
    assert tractor.as_record(tractor.match_of(record)) == record


def try_record(rng: random.Random) -> None:
    """Replay a broken record of all moves, and write its match."""
    record = str(played(rng, some_variant(rng)))
    match = read_broken(rng, lambda text: tractor.match_of(Record.parse(text)), record)
    assert tractor.MatchRecord.parse(str(match)) == match
    assert len(list(tractor.replayed(match))) == len(match.deals)


# --- At the terminal ------------------------------------------------------------------------------


def run(arguments: list[str]) -> str:
    """Run a command; return what it prints, or the beginning."""
    with redirect_stdout(Sink()) as out, suppress(Enough):
        commands.main(["tractor", *arguments], "suitwise", standalone_mode=False)
    return out.getvalue()


def run_on_file(arguments: list[str], data: bytes) -> str:
    """Run a command on a file of these bytes."""
    with NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        return run([*arguments, "--", file.name])


def try_follow(rng: random.Random) -> None:
    """Ask which plays follow, or whether one does."""
    trump, hands = some_trump(rng), some_hands(rng)
    lead, hand = some_lead(rng, trump, hands[0]), hands[1]
    asked = {"trump": str(trump), "lead": spelled(rng, lead), "hand": spelled(rng, hand)}
    if rng.random() < 0.7:
        asked["play"] = spelled(rng, rng.sample(hand, min(len(lead), len(hand))))
    name = rng.choice([*asked, "profile"])
    asked |= {"profile": rng.choice(HOUSES)}
    asked[name] = broken(rng, asked[name])
    told = run(["follow", *(f"--{name}={text}" for name, text in asked.items())])
    assert not {"\0", "\x1b"} & set(told)


def try_trick(rng: random.Random) -> None:
    """Ask who wins a trick, or what becomes of a throw."""
    trump, hands = some_trump(rng), some_hands(rng)
    lead = some_lead(rng, trump, hands[0])
    plays = [
        lead,
        *(rng.sample(hand, rarely(rng, min(len(lead), len(hand)), 0)) for hand in hands[1:]),
    ]
    texts = [spelled(rng, cards) for cards in (*hands, *plays)]
    at = rng.randrange(8)
    texts[at] = rarely(rng, texts[at], broken(rng, texts[at]), "", texts[0])
    asked = ["--trump", rarely(rng, str(trump), broken(rng, str(trump))), "--hands", *texts[:4]]
    told = run(["trick", *asked, "--plays", *texts[4:], "--profile", rng.choice(HOUSES), "--json"])
    assert told.isprintable() or told.endswith("}\n")


def try_rule(rng: random.Random) -> None:
    """Answer a file of questions."""
    text = "\n".join(questioned(rng) for _ in range(rng.randrange(4)))
    told = run_on_file(["rule"], damaged(rng, text))
    assert all(isinstance(json.loads(line), dict) for line in told.splitlines())


def try_replay(rng: random.Random) -> None:
    """Replay a file of matches and records."""
    texts = []
    for _ in range(rng.choice((1, 1, 2))):
        record = played(rng, some_variant(rng))
        texts.append(str(rng.choice((record, tractor.match_of(record)))))
    told = run_on_file(
        ["replay", *rng.choice(([], ["--json"], ["--text"]))],
        damaged(rng, broken(rng, "".join(texts))),
    )
    assert not {"\0", "\x1b"} & set(told)


def try_session(rng: random.Random) -> None:
    """Type broken commands and moves at a game."""
    game = load(some_variant(rng))
    assert isinstance(game, tractor.Tractor)
    host = Host(rng.choice((TractorPlayer(), RandomPlayer(rng.getrandbits(32)))))
    seat, seed = rng.randrange(4), rng.getrandbits(64)
    session = Session(game, host, seat=seat, seed=seed)
    session.begin()
    for _ in range(rng.randrange(4, 20)):
        hint = session.answer("hint").split(":")[0]
        moves = session.answer("moves").split()
        line = broken(rng, rng.choice((*LINES, *moves, *[hint] * 20)))
        for answer in (session.answer(line), session.answer(rng.choice((*LINES, hint)))):
            assert not {"\0", "\x1b"} & set(answer)
    again = Session.of_record(session.record, host, seat=seat, seed=seed)
    again.begin()
    assert again.record == session.record
    assert again.answer("show") == session.answer("show")


TRIALS: tuple[Callable[[random.Random], None], ...] = (
    *(try_words, try_question, try_duty, try_position, try_sight, try_match, try_record),
    *(try_follow, try_trick, try_rule, try_replay, try_session),
)


def fuzz(seed: int, inputs: int | None, seconds: float) -> Counter[str]:
    """Try so many inputs, or as many as the time allows; return how many were answered, or refused.

    Raises:
        AssertionError: something fails, or takes too long or too much memory.
    """
    host = Host(TractorPlayer())
    warm = Session(load("tractor(match=deal)"), host)
    warm.begin()
    warm.answer("hint")  # compiles, which may take long
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    tried = try_all(TRIALS, seed, inputs, seconds)
    risen = 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
    assert risen <= MOST_MEMORY, f"seed {seed} takes {risen:,} bytes"
    return tried


if __name__ == "__main__":
    run_for_minutes(fuzz, __doc__)
