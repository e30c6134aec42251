"""The reasons of the rule-based player of Texas 42: true of the move, by what the seat sees alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from suitwise.testing import Trial
from suitwise.texas42 import Domino, Texas42
from suitwise.texas42.arrays import policy
from suitwise.texas42.arrays.policy import limit_of, worth
from suitwise.texas42.picture import declaration_name
from suitwise.texas42.players.rule_based import Texas42Player, _declared_by_rule, _worth_a_bid
from suitwise.texas42.rules.auction import call_of
from suitwise.texas42.rules.dominoes import beats, led_suit
from suitwise.texas42.state import Texas42State

HAND = Texas42(match="hand")
HOUSE = Texas42(match="hand", forced=True, nello="any", sevens=True)
PLAYER = Texas42Player()


def turns(game: Texas42, deals: int) -> Iterator[Texas42State]:
    """Yield the turns of hands that the player plays at all seats."""
    for deal in range(deals):
        state, _ = game.start().rolled(5, deal)
        while state.turn >= 0:
            yield state
            state = state.after(PLAYER(state))


def test_the_reason_comes_with_the_player_s_own_move_and_knows_no_hidden_domino() -> None:
    for game in (HAND, HOUSE):
        for states, _ in Trial(game, games=2, seed=2).plays():
            for place, state in enumerate(states):
                if isinstance(state, Texas42State) and state.turn >= 0:
                    assert PLAYER.advice(state).move == PLAYER(state)
                    world = state.resample(state.turn, 1, place)
                    assert isinstance(world, Texas42State)
                    assert PLAYER.advice(state).why == PLAYER.advice(world).why


def test_a_bid_says_what_the_hand_is_worth_and_a_pass_that_it_is_not_worth_more() -> None:
    codes = set()
    for state in turns(HAND, 30):
        if state.phase != "call":
            continue
        move, why = PLAYER.advice(state)
        codes.add(why.code)
        if why.code == "texas42.thumb-worth":
            assert move.call != call_of("pass")
        if why.code == "texas42.thumb-no-higher":
            assert str(move) == "pass"
            assert why.params["said"].params["points"] <= max(30, 29 + state.standing)
    assert codes >= {"texas42.thumb-worth", "texas42.thumb-no-bid", "texas42.partners-stands"}


def test_all_declarations_are_named_that_a_hand_is_worth_as_much_with() -> None:
    several = 0
    for state in turns(HAND, 60):
        if state.phase == "play":
            continue
        said = PLAYER.advice(state).why
        said = said.params.get("said", said)
        worths = [worth(state.dealt[state.turn], declaration) for declaration in range(9)]
        if said.code == "texas42.thumb-worth":
            worths = [*map(limit_of, worths)]
        elif said.code != "texas42.thumb-declared":
            continue
        best = [declaration_name(at) for at, one in enumerate(worths) if one == max(worths)]
        assert str(said.params["declaration"]).split(" or ") == best
        several += len(best) > 1
    assert several


def test_a_hand_that_is_worth_as_much_with_every_declaration_is_told_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(policy, "worth", lambda hand, declaration: 99)
    assert _declared_by_rule(0) == "your hand is worth as much, whatever you declare"
    assert _worth_a_bid([33] * 9, 33) == "your hand is worth a bid of 33, whatever you declare"


def test_who_must_bid_a_bad_hand_is_told_that_a_bid_is_forced() -> None:
    told = set()
    for deal in range(10):
        state, _ = HOUSE.start().rolled(5, deal)
        for _ in range(3):
            state = state.after("pass")
        assert isinstance(state, Texas42State)
        told.add(str(PLAYER.advice(state).why))
    assert "a bid is forced, and 30 is the lowest" in told


def test_what_is_said_of_a_trick_is_so() -> None:
    codes = set()
    for state in turns(HAND, 12):
        if state.phase != "play":
            continue
        assert state.play is not None
        move, why = PLAYER.advice(state)
        codes.add(why.code)
        trick, declaration = state.play.position.trick, state.play.contract.declaration
        if why.code == "texas42.thumb-takes":
            assert len(trick) == 3
            done = state.after(move)
            assert isinstance(done, Texas42State)
            assert done.play is not None
            assert done.play.tricks[-1].winner == state.turn
            assert done.play.tricks[-1].points == why.params["points"]
        if why.code == "texas42.thumb-walks":
            after = [state.after(move)]
            for _ in range(3):
                after.append(after[-1].after(PLAYER(after[-1])))
            last = after[-1]
            assert isinstance(last, Texas42State)
            assert last.play is not None
            assert (last.play.tricks[-1].winner - state.turn) % 2 == 0
        if why.code in {"texas42.thumb-theirs", "texas42.thumb-partners"}:
            suit, named = led_suit(trick[0], declaration), Domino(why.params["domino"])
            assert named in trick
            assert not any(beats(one, named, suit, declaration) for one in (*trick, move.domino))
    assert codes >= {
        *("texas42.thumb-walks", "texas42.thumb-draws", "texas42.thumb-takes"),
        *("texas42.thumb-beats", "texas42.thumb-theirs", "texas42.thumb-gives"),
    }
