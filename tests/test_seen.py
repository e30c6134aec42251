"""What a seat and what everybody sees as data, in every game: what is told, and that it is enough."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from suitwise.errors import SuitwiseError
from suitwise.game import OVER, State, load
from suitwise.rummy.indian.game import Indian
from suitwise.sight import MOST_MOVES, PARTS
from suitwise.stacks import Layout, Stacks
from suitwise.testing import Trial
from suitwise.texas42 import Texas42
from suitwise.tractor import Tractor

GAMES = (
    "gin(to=40,declare=yes,big=31)",
    "indian13(seats=3,draws=40)",
    "stacks",
    "texas42(match=hand,nello=any,plunge=yes,sevens=yes)",
    "texas42_endgame",
    "tractor(match=deal)",
    "kuhn",
    "leduc",
)


def states_of(text: str, games: int = 2) -> list[State[Any]]:
    return [state for states, _ in Trial(load(text), games, 17).plays() for state in states]


@pytest.mark.parametrize("text", GAMES)
def test_what_a_seat_sees_holds_its_view_and_its_moves_and_nobody_else_s_turn(text: str) -> None:
    for state in states_of(text)[::5]:
        for seat in range(state.game.facts.seats):
            seen = state.seen(seat)
            assert tuple(seen) == PARTS
            assert seen["view"] == state.view(seat)
            assert (seen["ask"] is not None) == (state.turn == seat)
        assert state.public()["ask"] is None


@pytest.mark.parametrize(
    "text", [text for text in GAMES if text not in ("kuhn", "leduc", "stacks")]
)
def test_what_is_public_shows_no_hand_before_it_is_shown(text: str) -> None:
    for state in states_of(text)[::3]:
        if state.turn == OVER or state.public()["head"]["phase"] in ("knock", "gin", "big"):
            continue
        for one in state.public()["seats"]:
            assert one["held"] is None or one["standing"] == "false"
        for seat in range(state.game.facts.seats):
            seen = state.seen(seat)["seats"]
            assert [one["seat"] for one in seen if one["held"] is not None] == [seat] or any(
                one.get("standing") == "false" for one in seen
            )


@pytest.mark.parametrize("text", GAMES)
def test_a_message_with_what_is_seen_is_small(text: str) -> None:
    for state in states_of(text, games=1)[::7]:
        for seat in range(state.game.facts.seats):
            assert len(json.dumps(state.seen(seat))) < 8 << 10


@pytest.mark.parametrize(
    ("seat", "error"), [(4, SuitwiseError), (-1, SuitwiseError), ("0", TypeError)]
)
def test_a_seat_that_there_is_not_sees_nothing(seat: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match="a seat: a whole number from 0 to 3, not"):
        Tractor().start().seen(seat)


def test_of_very_many_moves_the_first_are_listed_and_all_counted() -> None:
    state = next(state for state in states_of("tractor(match=deal)") if state.turn == 0)
    bury = next(x for x in states_of("tractor(match=deal)") if getattr(x, "phase", "") == "bury")
    ask = bury.seen(bury.turn)["ask"]
    assert (len(ask["moves"]), ask["n_moves"]) == (MOST_MOVES, len(bury.moves()))
    assert ask["size"] == 8
    assert state.seen(0)["ask"]["n_moves"] == len(state.moves())


def test_tractor_tells_the_trick_who_wins_it_and_what_is_owed() -> None:
    states: list[Any] = states_of("tractor(match=deal)", games=1)
    state = next(x for x in states if x.phase == "play" and len(x.tricks[-1].plays) == 2)
    seen = state.seen(state.turn)
    trick = seen["table"]["trick"]
    assert trick["leader"] == state.tricks[-1].leader
    assert [play["cards"] for play in trick["plays"]] == [
        [str(card) for card in play.cards] for play in state.tricks[-1].plays
    ]
    assert trick["best"] == state.winner_of(state.tricks[-1])
    assert seen["ask"]["size"] == state.duty.size
    assert seen["head"]["trump"] == str(state.trump)
    assert seen["seats"][state.turn]["held"] == [str(card) for card in state.held[state.turn].cards]


def test_the_landlord_alone_sees_the_kitty_until_all_is_played() -> None:
    states: list[Any] = states_of("tractor(match=deal)", games=1)
    state = next(x for x in states if x.phase == "play")
    buried = [str(card) for card in state.buried.cards]
    kitty = [str(card) for card in state.kitty.cards]
    for seat in range(4):
        seen = state.seen(seat)
        assert (seen["table"]["buried"] == buried) == (seat == state.current_landlord)
        assert seen["hand"].get("kitty") == (kitty if seat == state.current_landlord else None)
    assert state.public()["table"]["buried"] is None
    assert states[-1].public()["table"]["buried"] == buried


def test_texas42_tells_calls_contract_points_and_the_trick_that_was() -> None:
    state, _ = Texas42(match="hand").start().rolled(1, 0)
    for word in ("pass", "31", "pass", "pass", "doubles"):
        state = state.after(word)
    first = next(iter(state.moves()))
    state = state.after(first)
    head, table = state.public()["head"], state.public()["table"]
    assert head["calls"][1] == {"seat": 2, "call": "31"}
    assert head["contract"] == {"bidder": 2, "call": "31", "declaration": "doubles", "out": None}
    assert table["trick"]["plays"] == [{"seat": 2, "domino": str(first)}]
    assert (table["trick"]["best"], table["last"]) == (2, None)
    while state.play is not None and not state.play.tricks:
        state = state.after(next(iter(state.moves())))
    assert state.play is not None
    last, trick = state.public()["table"]["last"], state.play.tricks[0]
    assert [play["domino"] for play in last["plays"]] == list(map(str, trick.dominoes))
    assert (last["best"], last["points"]) == (trick.winner, trick.points)


def test_a_seat_that_sits_out_plays_to_no_trick() -> None:
    state, _ = Texas42(match="hand", nello="own").start().rolled(1, 0)
    for word in ("1m", "pass", "pass", "pass", "nello"):
        state = state.after(word)
    for _ in range(2):
        state = state.after(next(iter(state.moves())))
    assert state.public()["head"]["contract"]["out"] == 3
    assert [play["seat"] for play in state.public()["table"]["trick"]["plays"]] == [1, 2]


def test_gin_shows_both_hands_and_what_is_laid_off_after_a_knock() -> None:
    states: list[Any] = states_of("gin", games=20)
    for state in states:
        public = state.public()
        shown = state.showdown is not None
        assert [one["held"] is not None for one in public["seats"]] == [shown, shown]
        assert (public["head"]["outcome"] is not None) == shown
        assert (public["table"]["melds"] != []) == shown
    assert any(state.showdown is not None for state in states)


def test_onlookers_of_two_indian_hands_don_t_count_what_each_seat_can_once_the_pile_was_turned() -> (
    None
):
    states: list[Any] = states_of("indian13", games=1)
    state = next(x for x in states if x.phase == "draw")
    turned = replace(state, known=state.hands, turned=(state.pile[-1][0],))
    assert turned.seen(0)["seats"][1]["known"]
    assert [one["known"] for one in turned.public()["seats"]] == [[], []]
    held = turned.hands[0][:1]
    taken = replace(state, known=(held, ()))
    assert taken.public()["seats"][0]["known"]
    assert Indian(seats=2).facts.seats == 2


def test_stacks_are_seen_by_everybody() -> None:
    state = Stacks.around(Layout.parse("7b 7a | 3b 6b"))
    assert state.public()["table"] == {"stacks": [["7b", "7a"], ["3b", "6b"]]}
    assert state.seen(0)["ask"] == {"moves": ["r1"], "n_moves": 1}
    assert state.public()["view"] == str(state)


def test_while_an_endgame_is_dealt_nobody_is_told_how_many_another_holds() -> None:
    for state in states_of("texas42_endgame"):
        if getattr(state, "position", None) is None:
            assert {one["count"] for one in state.public()["seats"]} == {None}
