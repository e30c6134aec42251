"""A game of the plan: the same cards for all, luck of one's own, and faults that name the player."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from suitwise import testing
from suitwise.arena import run as chunks_module
from suitwise.arena import seats
from suitwise.arena.config import Config, Match, Stop, pairings
from suitwise.arena.results import Result
from suitwise.arena.run import Chunk, play_chunk, play_deal
from suitwise.arena.statistics import sample_of
from suitwise.errors import IllegalMove, NotationError, SuitwiseError
from suitwise.game import CHANCE, Record, load
from tests.arena.sitters import SITTERS, Listening

assert testing.Kuhn.name == "kuhn"
assert "failing" in SITTERS


def chunks(
    game: str, players: tuple[str, ...], seed: int = 1, stop: Stop | None = None
) -> list[Chunk]:
    """Return for every two players of a match a chunk of four deals."""
    config = Config("x", seed, (Match(game, players, 4, stop),))
    match = config.matches[0]
    return [
        Chunk(
            one,
            match.variant,
            (match.named[one.players[0]], match.named[one.players[1]]),
            seed,
            0,
            4,
        )
        for one in pairings(config)
    ]


def results(game: str, players: tuple[str, ...], seed: int = 1) -> list[Result]:
    """Return all results of a match of four deals."""
    return [
        one
        for chunk in chunks(game, players, seed)
        for deal in range(4)
        for one in play_deal(chunk, deal)
    ]


def dealt(record: Record, cards: int) -> tuple[str, ...]:
    """Return the first outcomes of chance."""
    turns = (state.turn for state in record.states())
    outcomes = [move for turn, move in zip(turns, record.moves, strict=False) if turn == CHANCE]
    return tuple(outcomes[:cards])


@pytest.mark.parametrize(
    ("game", "players", "cards"),
    [
        ("gin", ("random", "greedy", "rules"), 21),
        ("texas42(match=hand)", ("random", "rules"), 28),
        ("stacks", ("random", "solver"), 16),
        ("indian13(seats=3)", ("random", "greedy"), 41),
        ("tractor(match=deal)", ("random", "rules"), 100),
    ],
)
def test_all_pairings_and_seatings_of_a_deal_meet_the_same_cards(
    game: str, players: tuple[str, ...], cards: int
) -> None:
    played = results(game, players)
    deals = [{dealt(one.record, cards) for one in played if one.deal == deal} for deal in range(4)]
    assert [len(alike) for alike in deals] == [1, 1, 1, 1]
    assert len(set.union(*deals)) == 4


def test_of_a_match_of_several_hands_the_first_has_the_same_cards() -> None:
    played = [one.record for one in results("gin(to=100)", ("greedy", "rules")) if one.deal == 0]
    assert len({dealt(record, 21) for record in played}) == 1
    least = min(len(dealt(record, 10**6)) for record in played)
    assert least > 100, "several hands"
    assert len({dealt(record, least) for record in played}) == 2, "later hands have other cards"


def test_another_seed_is_another_run_of_deals() -> None:
    one, other = (results("gin", ("greedy", "rules"), seed)[0].record for seed in (1, 2))
    assert dealt(one, 21) != dealt(other, 21)


def test_every_record_replays_to_its_returns() -> None:
    for one in results("texas42(match=hand)", ("random", "rules")):
        *_, last = one.record.states()
        assert last.returns() == one.returns
        assert one.record.game == str(last.game)


def test_who_else_is_in_the_match_changes_nothing() -> None:
    of_two = results("kuhn", ("random", "mccfr(iterations=50)"))
    of_three = results("kuhn", ("mccfr(iterations=9)", "random", "mccfr(iterations=50)"))
    assert [one.record for one in of_two] == [
        one.record for one in of_three if one.pairing == (1, 2)
    ]


def test_a_player_draws_anew_in_every_deal_seating_and_seat() -> None:
    Listening.heard.clear()
    play_chunk(chunks("kuhn", ("listening", "listening(number=2)"))[0])
    heard = Listening.heard
    assert len(set(heard)) == len(heard) == 4 * 2 * 2
    assert all(seed != 1 for seed, _ in heard), "the numbers that deal are nobody else's"


def test_a_chunk_gives_the_lines_and_the_margin_of_each_deal() -> None:
    stop = Stop(width=1.0)
    chunk = chunks("kuhn", ("random", "mccfr(iterations=50)"), stop=stop)[0]
    played = play_chunk(chunk)
    for deal, (lines, margin) in enumerate(played.deals):
        expected = list(play_deal(chunk, deal))
        assert [Result.from_json(json.loads(line)) for line in lines.splitlines()] == expected
        assert margin == sample_of(expected).margin
    assert (len(played.deals), played.pairing, played.fault) == (4, chunk.pairing, None)


# --- Faults -----------------------------------------------------------------------------------------


def test_a_player_that_fails_is_named_with_game_deal_and_seat() -> None:
    with pytest.raises(SuitwiseError) as failed:
        results("kuhn", ("random", "failing"))
    assert str(failed.value) == (
        "failing(least=0) in seat 1 failed at kuhn, deal 0, seating 0: KeyError: 'no idea\\nat all' "
        "(sitters.py, line 30)"
    )


def test_the_deals_before_a_fault_are_kept() -> None:
    chunk = chunks("kuhn", ("random", "failing(least=950)"))[0]
    played = play_chunk(replace(chunk, count=100))
    assert 0 < len(played.deals) < 100
    assert f"deal {len(played.deals)}, " in str(played.fault)


def test_a_move_that_is_not_legal_is_its_players_fault() -> None:
    with pytest.raises(SuitwiseError) as failed:
        results("kuhn", ("cheating", "random"))
    assert str(failed.value) == (
        "cheating in seat 0 failed at kuhn, deal 0, seating 0: 'x' is no move: write p or b"
    )


@pytest.mark.parametrize(
    ("error", "whose"),
    [
        (IllegalMove("not so"), "random in seat 0 failed at kuhn, deal 0, seating 0: not so"),
        (
            KeyError("rule"),
            "kuhn failed at deal 0, seating 0, after a move of random in seat 0: KeyError: 'rule' "
            "(test_chunks.py, line 174)",
        ),
    ],
)
def test_what_the_game_itself_gets_wrong_is_not_a_players_fault(
    error: Exception, whose: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kuhn = type(load("kuhn").start())
    really = kuhn.after

    def after(state: Any, move: Any) -> Any:
        if state.turn != CHANCE:
            raise error
        return really(state, move)

    monkeypatch.setattr(kuhn, "after", after)
    with pytest.raises(SuitwiseError) as failed:
        results("kuhn", ("random", "mccfr(iterations=1)"))
    assert str(failed.value) == whose


def test_chance_that_fails_is_nobodys_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(*_: object) -> None:
        raise KeyError("card")

    monkeypatch.setattr(seats, "draw", draw)
    with pytest.raises(SuitwiseError) as failed:
        results("kuhn", ("random", "slow(ms=0)"))
    told = "kuhn failed at deal 0, seating 0: KeyError: 'card' (test_chunks.py, line 185)"
    assert str(failed.value) == told


def test_a_game_that_no_line_could_hold_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chunks_module, "MOST_LINE", 100)
    played = play_chunk(chunks("kuhn", ("random", "slow(ms=0)"))[0])
    assert played.deals == ()
    assert "became a game of" in str(played.fault)


LINE = results("kuhn", ("random", "mccfr(iterations=1)"))[0].as_json()


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {},
        LINE | {"more": 1},
        LINE | {"match": -1},
        LINE | {"match": True},
        LINE | {"deal": 1.0},
        LINE | {"seating": None},
        LINE | {"pairing": [0]},
        LINE | {"pairing": 5},
        LINE | {"pairing": ["0", "1"]},
        LINE | {"seats": [0, 1, 0]},
        LINE | {"seats": "01"},
        LINE | {"returns": [1.0]},
        LINE | {"returns": ["1", "-1"]},
        LINE | {"game": 3},
        LINE | {"start": "two\nlines"},
        LINE | {"start": "\ud800"},
        LINE | {"moves": ["p", "\x1b[31m"]},
        LINE | {"moves": "p p"},
    ],
)
def test_what_is_no_result_is_refused(wrong: object) -> None:
    with pytest.raises(NotationError):
        Result.from_json(wrong)
