"""The rule-based player of Texas 42: sees its seat alone, plays every house's game, beats chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import fmean, stdev
from typing import Any

import pytest

from suitwise.foundation.text.phrases import Phrase, Several
from suitwise.game import play
from suitwise.players import RandomPlayer
from suitwise.testing import Trial
from suitwise.texas42 import Domino, Texas42
from suitwise.texas42.arrays.policy import limit_of, worth
from suitwise.texas42.picture import declaration_name
from suitwise.texas42.players import rule_based as thumb_reasons
from suitwise.texas42.players.host import Texas42Host
from suitwise.texas42.players.monte_carlo import Pimc, advised
from suitwise.texas42.players.rule_based import Texas42Player, _declared, _worth_a_bid
from suitwise.texas42.rules.auction import call_of
from suitwise.texas42.rules.contracts import MADE
from suitwise.texas42.rules.dominoes import beats, led_suit
from suitwise.texas42.state import Texas42State

HAND = Texas42(match="hand")
HOUSE = Texas42(
    match="hand", forced=True, nello="any", plunge=True, splash=True, sevens=True, play_out=True
)
PLAYER = Texas42Player()


def test_it_does_not_outbid_its_partner() -> None:
    for deal in range(60):
        state, _ = HAND.start().rolled(7, deal)
        while isinstance(state, Texas42State) and state.phase == "call":
            if state.bidder >= 0 and (state.bidder - state.turn) % 4 == 2:
                assert str(PLAYER(state)) == "pass"
            state = state.after(PLAYER(state))


def seated(side: int) -> Callable[[Any], Any]:
    """Seat the player on a side, chance on the other."""
    random = RandomPlayer(1)
    return lambda state: (PLAYER if state.turn % 2 == side else random)(state)


@pytest.mark.exhaustive
def test_it_beats_chance_on_mirrored_deals(exhaustive: bool) -> None:
    samples = []
    for deal in range(1000 if exhaustive else 40):
        here = play(HOUSE.start(), seated(0), 5, deal).returns[0]
        there = play(HOUSE.start(), seated(1), 5, deal).returns[1]
        samples.append((here + there) / 2)
    assert fmean(samples) > 4 * stdev(samples) / len(samples) ** 0.5


@pytest.mark.exhaustive
def test_it_makes_what_it_bids_about_as_often_as_not(exhaustive: bool) -> None:
    made, hands = 0, 1000 if exhaustive else 150
    for deal in range(hands):
        *_, end = play(Texas42(match="hand", forced=True).start(), PLAYER, 9, deal).states()
        assert isinstance(end, Texas42State)
        assert end.play is not None
        made += end.play.result == MADE
    assert 0.45 * hands < made < 0.7 * hands


# --- The reasons of the rule-based player of Texas 42 ---------------------------------------------


OPEN_HOUSE = Texas42(match="hand", forced=True, nello="any", sevens=True)


def turns(game: Texas42, deals: int) -> Iterator[Texas42State]:
    """Yield the turns of hands that the player plays at all seats."""
    for deal in range(deals):
        state, _ = game.start().rolled(5, deal)
        while state.turn >= 0:
            yield state
            state = state.after(PLAYER(state))


def test_the_reason_comes_with_the_player_s_own_move_and_knows_no_hidden_domino() -> None:
    for game in (HAND, OPEN_HOUSE):
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
    monkeypatch.setattr(thumb_reasons, "worth", lambda hand, declaration: 99)
    assert _declared(0) == "the hand is worth as much, whatever is declared"
    assert _worth_a_bid([33] * 9, 33) == "the hand is worth a bid of 33, whatever is declared"


def test_who_must_bid_a_bad_hand_is_told_that_a_bid_is_forced() -> None:
    told = set()
    for deal in range(10):
        state, _ = OPEN_HOUSE.start().rolled(5, deal)
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
        "texas42.thumb-walks",
        "texas42.thumb-draws",
        "texas42.thumb-takes",
        "texas42.thumb-beats",
        "texas42.thumb-theirs",
        "texas42.thumb-gives",
    }


# --- Advice at Texas 42 as a move and a phrase ----------------------------------------------------


WORLDS = 10
PIMC = Pimc(WORLDS)


def hand() -> list[Texas42State]:
    """Return the seats' turns of a hand."""
    state, _ = Texas42(match="hand", forced=True).start().rolled(2, 0)
    turns = []
    while state.turn >= 0:
        turns.append(state)
        state = state.after(Texas42Player()(state))
    return turns


def codes_in(value: object) -> set[str]:
    """Return the codes of a phrase and of the phrases in it."""
    if isinstance(value, Phrase):
        return {value.code}.union(*map(codes_in, value.params.values()))
    return set().union(*map(codes_in, value)) if isinstance(value, tuple) else set()


def test_a_hint_is_the_move_and_the_reason() -> None:
    host = Texas42Host(adviser=PIMC)
    for state in hand()[:8]:
        move, why = advised(state, PIMC)
        assert host.hint(state) == f"{move}: {why}"


def test_no_word_is_left_that_cannot_be_said_otherwise() -> None:
    for state in hand():
        _, why = advised(state, PIMC)
        assert all(code.startswith(("texas42.", "any.")) for code in codes_in(why))
        assert all(text.strip("0123456789-,") == "" for text in plain_in(why)), why


def plain_in(value: object) -> list[str]:
    """Return the plain texts within a phrase: dominoes and numbers."""
    if isinstance(value, Phrase):
        return [text for part in value.params.values() for text in plain_in(part)]
    if isinstance(value, Several):
        return [text for part in value for text in plain_in(part)]
    return [value] if isinstance(value, str) else []


def test_the_seed_of_the_sample_may_be_chosen() -> None:
    state = hand()[0]
    assert advised(state, PIMC) == advised(state, PIMC)
    assert len({advised(state, Pimc(WORLDS, seed=seed)).why for seed in range(6)}) > 1
