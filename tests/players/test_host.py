"""The host of any game: what it says of a game that has no host of its own."""

from __future__ import annotations

import re
from random import Random

import pytest

from suitwise.catalogue import find
from suitwise.errors import IllegalMove
from suitwise.game import CHANCE, OVER, Game, load, play
from suitwise.players import RandomPlayer
from suitwise.players.history import History
from suitwise.players.host import Host, host_kind
from suitwise.players.session import Session
from suitwise.stacks.host import StacksHost
from suitwise.testing import Kuhn, Leduc, Trial
from tests.test_catalogue import OWN


@pytest.mark.parametrize(
    "game", [Kuhn(), Leduc(), load("stacks"), load("texas42_endgame")], ids=str
)
def test_any_game_is_played_to_its_end_with_the_host_of_any_game(game: Game[object]) -> None:
    session = Session(game, Host(RandomPlayer(4)), seat=game.facts.seats - 1, seed=4)
    shown = session.begin()
    for _ in range(200):
        if "the game is over" in shown:
            break
        move = session.answer("hint").split(": ")[0]
        assert move in session.answer("moves").split()
        shown = session.answer(move)
        assert "illegal" not in shown
    assert re.match(r"(you win|you lose|nobody wins): [+-]\d", session.answer("score"))
    assert session.answer("hint") == "the game is over"
    assert session.answer("record").startswith(f"game  {game}")


@pytest.mark.parametrize("name", [*OWN, "kuhn"])
def test_once_the_game_is_over_every_move_and_every_hint_is_answered_so(name: str) -> None:
    entry = find(name)
    game = load(entry.episode or name if entry else name)
    record = play(game.start(), RandomPlayer(4), seed=4)
    *_, end = record.states()
    session = Session.of_record(record, host_kind(game)(game=game))
    fault = end.why_not(record.moves[-1])
    assert fault is not None
    assert fault.code == "any.over"
    with pytest.raises(IllegalMove, match="the game is over"):
        end.after(record.moves[-1])
    assert "illegal: the game is over" in session.answer(record.moves[-1])
    assert session.answer("hint").startswith("the game is over")


def test_a_move_of_another_is_named_only_where_all_is_seen() -> None:
    before = Kuhn().parse("KJ")
    assert Host().told(before, "b", before.after("b"), 1) == "seat 0 has moved"
    assert Host().told(before, "b", before.after("b"), 0) == ""
    assert Host().told(Kuhn().start(), "K", Kuhn().parse("K"), 0) == ""


@pytest.mark.parametrize("game", [Kuhn(), Leduc(), load("texas42_endgame")], ids=str)
def test_what_is_shown_and_pictured_is_what_the_seat_sees(game: Game[object]) -> None:
    for state in Trial(game, 3).states():
        for seat in range(game.facts.seats):
            other = state.resample(seat, 5, 1)
            assert Host().pictured(state, seat) == Host().pictured(other, seat)
            if state.turn != CHANCE:
                assert Host().shown(state, seat) == Host().shown(other, seat)
                assert state.view(seat) in Host().shown(state, seat)


@pytest.mark.parametrize("game", OWN)
def test_every_host_of_the_table_derives_from_that_of_any_game(game: str) -> None:
    kind = host_kind(load(game))
    assert issubclass(kind, Host)
    host = kind(game=load(game))
    columns, rows = host.room(load(game))
    assert columns >= 40 <= 4 * rows
    assert host.help.strip()


def test_a_deal_and_its_game_are_decided_from_the_dealt_layout_on() -> None:
    for seed in range(20):
        session = Session(load("stacks"), StacksHost(), seed=seed)
        shown, played = session.begin(), 0
        if "lost from the start" not in shown:
            break
    while (told := session.answer("hint")).partition(":")[0] in session.answer("moves").split():
        assert "lost" not in shown
        shown, played = session.answer(told.split(":")[0]), played + 1
    won = f"won in {played} moves"
    assert (told, shown.splitlines()[-1]) == (f"the game is over: {won}", won)


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
