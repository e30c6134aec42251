"""Players in their seats: what they draw from, and who is at it when something fails."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from suitwise import testing
from suitwise.arena import run as chunks_module
from suitwise.arena import seats
from suitwise.arena.config import Config, Course, Match, Stop, games_in, pairings, seatings
from suitwise.arena.results import Result
from suitwise.arena.run import Chunk, play_chunk, play_deal
from suitwise.arena.seats import Sitting, players_seed, reason_of
from suitwise.arena.statistics import sample_of
from suitwise.errors import IllegalMove, NotationError, SuitwiseError
from suitwise.game import CHANCE, Facts, Record, games, load
from suitwise.players.named import named
from suitwise.seeds import as_seed
from tests.arena import sitters
from tests.arena.sitters import SITTERS, Listening

GAME = testing.Kuhn()


def sitting_of(players: Sequence[str], streams: Sequence[int] = (0, 1)) -> Sitting:
    return Sitting([named(player, GAME) for player in players], 1, streams)


def test_what_players_draw_is_what_it_was_when_results_were_made_before() -> None:
    assert players_seed(0, "players") == 0x706C6179657273
    assert players_seed(2**64 - 1, "selfplay") == as_seed(2**64 - 1) ^ 0x73656C66706C6179


def test_every_seat_draws_from_its_own_stream() -> None:
    sitters.Listening.heard.clear()
    sitting_of(("listening", "listening"), (7, 9)).played(GAME.start(), 1, 0)
    assert sitters.Listening.heard == [(1, 7), (1, 9)]


def test_the_player_who_fails_at_a_move_is_the_one_who_thinks() -> None:
    sitting = sitting_of(("random", "failing"))
    with pytest.raises(KeyError):
        sitting.played(GAME.start(), 1, 0)
    assert (sitting.seat, sitting.thinks) == (1, True)


def test_a_word_that_is_no_move_is_a_fault_of_the_player_who_thinks() -> None:
    sitting = sitting_of(("cheating", "random"))
    with pytest.raises(NotationError):
        sitting.played(GAME.start(), 1, 0)
    assert (sitting.seat, sitting.thinks) == (0, True)


def test_after_an_illegal_move_nobody_thinks_and_the_seat_is_known() -> None:
    stacks = load("stacks")
    sitting = Sitting([named("blundering", stacks)], 1, (0,))
    with pytest.raises(IllegalMove):
        sitting.played(stacks.start(), 1, 0)
    assert (sitting.seat, sitting.thinks) == (0, False)


def test_before_a_game_nobody_is_at_it() -> None:
    sitting = sitting_of(("random", "random"))
    assert (sitting.seat, sitting.thinks) == (None, False)


@pytest.mark.parametrize("error", [KeyError("a\nb" * 1000), SuitwiseError("a\nb" * 1000)])
def test_a_reason_is_one_line_that_is_not_too_long(error: Exception) -> None:
    assert "\n" not in reason_of(error)
    assert 100 < len(reason_of(error)) < 300


def test_an_error_of_the_package_without_words_is_told_by_its_kind() -> None:
    assert reason_of(SuitwiseError("")) == "SuitwiseError: "


# --- The plan -------------------------------------------------------------------------------------


def facts_of(sides: tuple[int, ...]) -> Facts:
    return Facts(len(sides), None, None, 0, 1, chance=True, perfect_information=False, sides=sides)


@pytest.mark.parametrize(
    "facts",
    [
        *(load(name).facts for name in games()),
        load("indian13(seats=5)").facts,
        facts_of((0, 0, 1, 1, 2)),
    ],
)
def test_both_players_sit_in_every_seat_equally_often(facts: Facts) -> None:
    ways = seatings(facts)
    for seat in range(facts.seats):
        assert Counter(way[seat] for way in ways) == {0: len(ways) // 2, 1: len(ways) // 2}
    assert len(set(ways)) == len(ways)


@pytest.mark.parametrize("facts", [load(name).facts for name in games()])
def test_partners_are_the_same_player(facts: Facts) -> None:
    for way in seatings(facts):
        assert len({(facts.side_of[seat], one) for seat, one in enumerate(way)}) == len(
            set(facts.side_of)
        )


def test_six_seats_each_for_itself_are_taken_in_turn() -> None:
    assert seatings(load("indian13(seats=6)").facts) == ((0, 1) * 3, (1, 0) * 3)


def test_every_two_players_of_a_match_meet_once() -> None:
    players = ("random", "greedy", "rules", "rules(look=1)")
    config = Config("x", 1, (Match("gin", players, 3), Match("gin", players[:2], 4)))
    planned = list(pairings(config))
    assert [one.players for one in planned if one.match == 0] == list(combinations(range(4), 2))
    assert [one.players for one in planned if one.match == 1] == [(0, 1)]
    assert [one.number for one in planned] == list(range(7))
    assert planned[2].seatings == ((0, 3), (3, 0))
    assert [games_in(match) for match in config.matches] == [6 * 3 * 2, 4 * 2]


def test_a_course_goes_through_all_deals_in_the_order_of_the_plan() -> None:
    players = ("random", "greedy", "rules")
    config = Config("x", 1, (Match("gin", players, 2), Match("gin", players[:2], 1)))
    course, gone = Course(config), []
    while course.pairing is not None:
        gone.append((course.pairing.number, course.deal))
        course.advance(None)
    assert gone == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0)]
    assert (course.done, course.total) == (14, 14)


def test_players_who_have_met_often_enough_part() -> None:
    stop = Stop(width=1.0, least=4, every=3)
    config = Config("x", 1, (Match("gin", ("random", "greedy", "rules"), 50, stop),))
    course = Course(config)
    assert course.total == 300
    margins = {
        0: [0.0] * 4,
        1: [9.0, -9.0] * 25,
        2: [8.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0] + [1.0] * 99,
    }
    deals: Counter[int] = Counter()
    while (now := course.pairing) is not None:
        course.advance(margins[now.number][course.deal])
        deals[now.number] += 1
    assert deals[0] == 4, "the interval has no width after the first look"
    assert deals[1] == 50, "the interval stays too wide"
    assert 7 < deals[2] < 50, "the interval narrows"
    assert (deals[2] - 4) % 3 == 0, "it is looked at after every third deal"
    assert course.done == course.total == 2 * sum(deals.values())


def test_who_is_past_is_not_asked_for_again() -> None:
    config = Config("x", 1, (Match("gin", ("random", "greedy", "rules"), 1),))
    first, second, _ = pairings(config)
    course = Course(config)
    course.advance(None)
    assert course.is_past(first)
    assert not course.is_past(second)
    course.advance(None)
    course.advance(None)
    assert course.is_past(second)


# --- A game of the plan ---------------------------------------------------------------------------


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
        "(sitters.py, line 33)"
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
            "(test_seats.py, line {line})",
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
    assert str(failed.value) == whose.format(line=after.__code__.co_firstlineno + 2)


def test_chance_that_fails_is_nobodys_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(*_: object) -> None:
        raise KeyError("card")

    monkeypatch.setattr(seats, "draw", draw)
    with pytest.raises(SuitwiseError) as failed:
        results("kuhn", ("random", "slow(ms=0)"))
    line = draw.__code__.co_firstlineno + 1
    told = f"kuhn failed at deal 0, seating 0: KeyError: 'card' (test_seats.py, line {line})"
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
