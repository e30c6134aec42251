"""A game at the terminal against others: moves, hints, undo, records, and nothing that is hidden."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from suitwise.catalogue import find
from suitwise.errors import IllegalMove, NotationError
from suitwise.game import OVER, Game, Record, State, draw, load, play
from suitwise.players import RandomPlayer
from suitwise.players.face import Face, face_of
from suitwise.players.history import History
from suitwise.players.host import Host, advising
from suitwise.players.session import Session
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.players.rule_based import GinPlayer
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.players.rule_based import IndianPlayer
from suitwise.testing import Kuhn, Leduc, Trial
from tests.test_catalogue import OWN

HOST = Host(GinPlayer())
GAMES: list[tuple[Game[Any], Host]] = [
    (Gin(), Host(GinPlayer())),
    (Gin(to=100), Host(GinPlayer())),
    (Gin(big=31, declare=True), Host(GinPlayer())),
    (Indian(), Host(IndianPlayer())),
    (Indian(seats=4, draws=20), Host(IndianPlayer())),
]
IDS = [str(game) for game, _ in GAMES]
CARD = re.compile(r"\b(?:[SHDC][A2-9TJQK]|JK)\b")


def hinted(session: Session, most: int = 400) -> str:
    """Play by hints to the end; return all that was shown."""
    shown = [session.begin()]
    for _ in range(most):
        hint = session.answer("hint")
        if hint == "the game is over":
            return "\n".join(shown)
        shown.append(session.answer(hint.split(": ")[0]))
        assert "illegal" not in shown[-1]
    raise AssertionError("the game has no end")


def worlds(game: Game[Any], seed: int) -> list[State[Any]]:
    """Return the states of a random game in which a seat moves or the game is over."""
    state, index, choose = game.start(), 0, RandomPlayer(seed)
    found: list[State[Any]] = []
    while state.turn != OVER and len(found) < 16:
        if state.turn >= 0:
            found.append(state)
            state = state.after(choose(state))
        else:
            move, index = draw(state, seed, 0, index)
            state = state.after(move)
    return [*found, state] if state.turn == OVER else found


@pytest.mark.parametrize(("game", "host"), GAMES, ids=IDS)
def test_a_game_is_played_to_its_end_by_hints_and_its_record_replays(
    game: Game[Any], host: Host
) -> None:
    session = Session(game, host, seat=game.facts.seats - 1, seed=2)
    shown = hinted(session)
    assert re.search(r"^you (win|lose)|^lost by|void", shown, re.M)
    record = Record.parse(session.answer("record"))
    assert record == session.record
    assert Record(record.game, record.start, record.moves, record.returns).game == str(game)
    state = game.parse(record.start)
    for text in record.moves:
        state = state.after(state.parse_move(text))
    assert (state.turn, state.returns()) == (OVER, record.returns)


@pytest.mark.parametrize(("game", "host"), GAMES[2:4], ids=IDS[2:4])
def test_the_same_seed_and_moves_make_the_same_game(game: Game[Any], host: Host) -> None:
    assert hinted(Session(game, host, seed=7)) == hinted(Session(game, host, seed=7))
    assert Session(game, host, seed=7).begin() != Session(game, host, seed=8).begin()


# --- What is hidden -------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "host"), GAMES, ids=IDS)
def test_what_is_shown_is_the_same_in_every_world_that_a_seat_cannot_tell_apart(
    game: Game[Any], host: Host, exhaustive: bool
) -> None:
    for seed in range(12 if exhaustive else 2):
        for state in worlds(game, seed):
            for seat in range(game.facts.seats):
                other = state.resample(seat, seed, 1)
                assert host.shown(state, seat) == host.shown(other, seat)
            if state.turn >= 0 and seed == 0:
                other = state.resample(state.turn, seed, 2)
                assert host.hint(state) == host.hint(other)


@pytest.mark.parametrize(("game", "host"), GAMES, ids=IDS)
def test_what_is_told_of_a_move_names_no_hidden_card(
    game: Game[Any], host: Host, exhaustive: bool
) -> None:
    for seed in range(20 if exhaustive else 2):
        state, index, choose = game.start(), 0, RandomPlayer(seed)
        for _ in range(120):
            if state.turn == OVER:
                break
            if state.turn >= 0:
                move = choose(state)
            else:
                move, index = draw(state, seed, 0, index)
            after = state.after(move)
            for seat in range(game.facts.seats):
                seen = state.view(seat) + after.view(seat) + after.view(seat).replace("[", "")
                told = set(
                    CARD.findall(re.sub(r"\[.*?\]", "", host.told(state, move, after, seat)))
                )
                assert told <= set(CARD.findall(seen)), (str(state), str(move))
            state = after


def test_the_record_is_not_told_before_the_end() -> None:
    session = Session(Gin(), Host(GinPlayer()), seed=1)
    session.begin()
    assert session.answer("record") == (
        "the record holds every hand: it is told once the game is over"
    )


# --- Commands -------------------------------------------------------------------------------------


def begun(seed: int = 3) -> Session:
    session = Session(Gin(to=100), Host(GinPlayer()), seed=seed)
    session.begin()
    return session


def test_moves_are_read_in_small_letters_with_blanks_for_colons() -> None:
    session = begun()
    assert session.answer("why knock h7") == (
        "knock:H7 is not legal: seat 0 is to take the upcard from the pile, or pass"
    )
    assert "to move" in session.answer("PASS")


def test_a_refused_move_changes_nothing_and_why_says_it_again() -> None:
    session = begun()
    shown = session.answer("show")
    assert session.answer("why").startswith("nothing was refused")
    assert session.answer("stock") == "illegal: seat 0 is to take the upcard from the pile, or pass"
    assert session.answer("why") == (
        "stock is not legal: seat 0 is to take the upcard from the pile, or pass"
    )
    assert session.answer("why pass") == "pass is legal"
    assert session.answer("show") == shown


def test_undo_goes_back_to_ones_own_last_decision() -> None:
    for game, host in GAMES:
        session = Session(game, host, seed=5)
        shown = [session.begin()]
        assert session.answer("undo") == "there is nothing to take back"
        for _ in range(4):
            session.answer(session.answer("hint").split(": ")[0])
            shown.append(session.answer("show"))
        told = session.answer("record")
        assert session.answer("undo 9") == "undo takes back 1 to 4 decisions"
        for earlier in reversed(shown[:-1]):
            assert session.answer("undo") == earlier[-len(session.answer("show")) :]
        hints = [session.answer(session.answer("hint").split(": ")[0]) for _ in range(4)]
        assert hints[-1].endswith(shown[-1])
        assert session.answer("record") == told
        session.answer("undo 4")
        assert len(session.record.moves) < 60


def test_commands_stand_alone_and_help_names_them() -> None:
    session = begun()
    for word in ("hint", "why", "moves", "show", "undo", "score", "record", "quit"):
        assert re.search(rf"^{word}\b", session.answer("help"), re.M)
    assert session.answer("show it") == "show stands alone; type help for the commands"
    assert session.answer("moves") == "pile pass"
    assert session.answer("score") == (
        "points: seat 0 0, seat 1 0; deals won 0 and 0; the match goes to 100"
    )
    assert session.answer("quit") == ""
    assert session.is_closed


@pytest.mark.parametrize(
    "line",
    [
        *("", "  ", "# a comment", "\0", "\x1b[2J", "x" * 10_000, "undo x", "undo 1 2", "undo ٣"),
        *("why " + "y" * 100, "H7 H8 H9", "knock", "knock:", "declare:JK", "H99", "♥7", "🂡", "JK"),
        *("next", "big", "knock:H7:H3H4H5", "why next", "undo " + "9" * 100, "hint\thint"),
    ],
)
def test_whatever_is_typed_is_answered_in_a_line_and_changes_nothing(line: str) -> None:
    for game, host in (GAMES[1], GAMES[3]):
        session = Session(game, host, seed=3)
        session.begin()
        before = session.record
        answer = session.answer(line)
        assert len(answer.splitlines()) <= 1
        assert answer.isprintable()
        assert session.record == before


def test_a_record_goes_on_where_it_was_left() -> None:
    rng = Random(3)
    for game, host in (GAMES[1], GAMES[3]):
        session = Session(game, host, seed=6)
        session.begin()
        for _ in range(rng.randrange(1, 6)):
            session.answer(session.answer("hint").split(": ")[0])
        kept = Record.parse(str(session.record))
        again = Session.of_record(kept, host, seed=6)
        assert session.answer("show") in again.begin()
        assert hinted(again) == hinted(session)
        assert again.record == session.record


def test_a_record_that_does_not_replay_is_refused() -> None:
    record = begun().record
    with pytest.raises(IllegalMove, match="move 2, HK"):
        Session.of_record(
            Record(record.game, record.start, ("HK", "HK"), (0.0, 0.0)), Host(GinPlayer())
        )
    with pytest.raises(IllegalMove, match="returns"):
        Session.of_record(
            Record(record.game, record.start, record.moves, (1.0, -1.0)), Host(GinPlayer())
        )
    with pytest.raises(NotationError):
        Session.of_record(Record("gin", "somewhere", (), (0.0, 0.0)), HOST)


def test_a_seat_that_a_game_has_not_is_refused() -> None:
    with pytest.raises(NotationError, match="seats 0 to 1, not 2"):
        Session(Gin(), Host(GinPlayer()), seat=2)


# --- The host of any game: what it says of a game that has no host of its own ---------------------


@pytest.mark.parametrize(
    "game", [Kuhn(), Leduc(), load("stacks"), load("texas42_endgame")], ids=str
)
def test_any_game_is_played_to_its_end_with_the_host_of_any_game(game: Game[object]) -> None:
    session = Session(game, Host(RandomPlayer(4)), seat=game.facts.seats - 1, seed=4)
    shown = session.begin()
    for _ in range(200):
        if re.search("^(you win|you lose|nobody wins)", shown, re.M):
            break
        move = session.answer("hint").split(": ")[0]
        assert move in session.answer("moves").split()
        shown = session.answer(move)
        assert "illegal" not in shown
    assert re.match(r"(you win|you lose|nobody wins)(: [+-]\d|\n)", session.answer("score"))
    assert session.answer("hint") == "the game is over"
    assert session.answer("record").startswith(f"game  {game}")


@pytest.mark.parametrize("name", [*OWN, "kuhn"])
def test_once_the_game_is_over_every_move_and_every_hint_is_answered_so(name: str) -> None:
    entry = find(name)
    game = load(entry.episode or name if entry else name)
    record = play(game.start(), RandomPlayer(4), seed=4)
    *_, end = record.states()
    session = Session.of_record(record, Host())
    fault = end.why_not(record.moves[-1])
    assert fault is not None
    assert fault.code == "any.over"
    with pytest.raises(IllegalMove, match="the game is over"):
        end.after(record.moves[-1])
    assert "illegal: the game is over" in session.answer(record.moves[-1])
    assert session.answer("hint") == "the game is over"


def test_a_move_of_another_is_named_only_where_all_is_seen() -> None:
    before = Kuhn().parse("KJ")
    assert Host().told(before, "b", before.after("b"), 1) == "seat 0 has moved"
    assert Host().told(before, "b", before.after("b"), 0) == "seat 0 has moved"
    assert Host().told(Kuhn().start(), "K", Kuhn().parse("K"), 0) == ""


@pytest.mark.parametrize("game", [Kuhn(), Leduc(), load("texas42_endgame")], ids=str)
def test_what_is_shown_and_pictured_is_what_the_seat_sees(game: Game[object]) -> None:
    for state in Trial(game, 3).states():
        for seat in range(game.facts.seats):
            other = state.resample(seat, 5, 1)
            shown = Host().shown(state, seat)
            assert shown == Host().shown(other, seat)
            if type(face_of(game)) is Face and state.turn != OVER:
                assert state.view(seat) in shown


def test_a_deal_and_its_game_are_decided_from_the_dealt_layout_on() -> None:
    for seed in range(20):
        session = Session(load("stacks"), advising(load("stacks")), seed=seed)
        shown, played = session.begin(), 0
        if "lost from the start" not in shown:
            break
    while (told := session.answer("hint")).partition(":")[0] in session.answer("moves").split():
        assert "lost" not in shown
        shown, played = session.answer(told.split(":")[0]), played + 1
    won = f"won in {played} moves"
    assert (told, shown.splitlines()[-1]) == ("the game is over", won)


def test_far_back_is_as_near_back() -> None:
    state = load("stacks(stacks=30,height=8)").start().rolled(1, 0)[0]
    history, states, rng = History(state), [state], Random(2)
    while history.state.turn != OVER and len(states) < 150:
        move = rng.choice(list(history.state.moves()))
        history.add(move, history.state.after(move), decided=True)
        states.append(history.state)
    assert history.decisions > 100
    for count in (1, 40, 59, history.decisions - 100):
        history.undo(count)
        del states[-count:]
        assert history.state == states[-1]
        assert history.last_asked == (states[-2] if len(states) > 1 else None)
    while history.redo():
        pass
    assert history.decisions > 100


@pytest.mark.parametrize("game", OWN)
def test_every_game_has_room_for_its_pictures_and_help_that_fits_a_terminal(game: str) -> None:
    face = face_of(load(game))
    columns, rows = face.room()
    assert columns >= 40 <= 4 * rows
    assert 0 < max(map(len, face.help())) <= 90
