"""Hands laid down as a move: ruled, scored, written, replayed, told, refused; and never of profit."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from suitwise import tractor
from suitwise.errors import IllegalMove, IllegalPosition, NotationError, SuitwiseError
from suitwise.foundation.seating import side
from suitwise.game import OVER, Record, State, load, play
from suitwise.players.host import Host
from suitwise.tractor.arrays.course import batch_of
from suitwise.tractor.face import TractorFace
from suitwise.tractor.moves import CLAIM, Trick
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.review import TractorJudge
from suitwise.tractor.rules.claims import MOST_CLAIMED, ClaimSearch
from suitwise.tractor.rules.levels import bid_of, points_of
from tests.oracles.tractor_endings import random_ending, takes_all
from tests.tractor.solve.test_solver import random_house
from tests.tractor.table_deals import a_deal


@cache
def on_lead(seed: int, left: int, profile: str = "standard") -> tractor.TractorState:
    """Return a position of a random deal before a lead with so many cards a hand, or fewer."""
    plain = next(
        state
        for state in a_deal(seed, profile)
        if state.phase == "play" and not state.tricks[-1].plays and state.held[0].size <= left
    )
    state = tractor.Tractor(profile, "deal", claims=True).parse(str(plain))
    assert isinstance(state, tractor.TractorState)
    return state


def found(holds: bool, attacks: bool, left: int = 2) -> tractor.TractorState:
    """Return a position in which a claim stands or not, by the attackers or the landlord's side."""
    for seed in range(200):
        state = on_lead(seed, left)
        is_attacker = side(state.turn) != side(state.current_landlord)
        if (tractor.claim_stands(state, state.turn), is_attacker) == (holds, attacks):
            return state
    raise AssertionError("no such position among 200")


def left_in(state: tractor.TractorState) -> int:
    return sum(points_of(hand.once, hand.twice) for hand in state.held)


# --- The ruling -----------------------------------------------------------------------------------


def test_a_claim_on_lead_is_ruled_as_brute_force_rules_it_in_every_house() -> None:
    rng, verdicts = Random(23), Counter[bool]()
    for number in range(260):
        house, profile = random_house(rng)
        ending = random_ending(rng, 3 if number % 13 == 0 else 2, house, rich=rng.random() < 0.8)
        if ending.plays:
            continue
        leader = ending.leader
        hands = tuple(tractor.pile_of("".join(hand)) for hand in ending.hands)
        stands = ClaimSearch(leader, tractor.Trump(*ending.trump), profile).stands(hands, leader)
        assert stands == takes_all(ending, leader, house), (ending, profile)
        verdicts[stands] += 1
    assert min(verdicts[True], verdicts[False]) > 30


# --- The move -------------------------------------------------------------------------------------


def test_a_claim_is_a_move_on_lead_with_the_last_five_cards_and_nowhere_else() -> None:
    seen = Counter[bool]()
    for state in a_deal(4)[-60:]:
        house = tractor.Tractor("standard", "deal", claims=True)
        here = house.parse(str(state))
        assert isinstance(here, tractor.TractorState)
        is_lead = here.phase == "play" and not here.tricks[-1].plays
        may = is_lead and here.held[here.turn].size <= MOST_CLAIMED
        assert (CLAIM in here.moves()) == here.may_claim == may
        assert list(here.moves_but_claim()) == list(state.moves())
        seen[may] += 1
        if here.phase == "play" and not may:
            assert "a claim is made on lead, with at most 5 cards" in str(here.why_not(CLAIM))
            with pytest.raises(IllegalMove):
                here.after("claim")
    assert min(seen.values()) > 3


def test_without_the_option_nothing_is_new() -> None:
    plain, house = tractor.Tractor(match="deal"), tractor.Tractor(match="deal", claims=True)
    assert "claims" not in str(plain)
    assert load(str(house)) == house
    assert str(house) == str(plain).replace(")", ",claims=yes)")
    assert plain.facts == house.facts
    assert plain.observation_fields() == house.observation_fields()
    for state in a_deal(1)[::40]:
        assert CLAIM not in state.moves()
        with_claims = house.parse(str(state))
        assert str(with_claims) == str(state)
        for seat in range(4):
            assert with_claims.view(seat) == state.view(seat)
            assert (with_claims.observe(seat) == state.observe(seat)).all()
    last = a_deal(1)[-5]
    assert "claims are no moves in this house" in str(last.why_not(CLAIM))
    with pytest.raises(NotationError, match="claims is yes or no"):
        tractor.Tractor(claims=1)  # type: ignore[arg-type]


def test_a_claim_is_told_from_every_other_move_by_its_array() -> None:
    state = on_lead(1, 5)
    arrays = {state.game.encode_move(move).tobytes() for move in state.moves()}
    assert len(arrays) == len(state.moves())


# --- What it is worth -----------------------------------------------------------------------------


@pytest.mark.parametrize("attacks", [True, False])
@pytest.mark.parametrize("holds", [True, False])
def test_all_that_is_left_goes_to_the_claimant_or_for_a_false_claim_to_the_others(
    holds: bool, attacks: bool
) -> None:
    state = found(holds, attacks)
    after = state.after("claim")
    assert (after.phase, after.turn) == ("end", OVER)
    assert after.claim is not None
    assert (after.claim.seat, after.claim.holds) == (state.turn, holds)
    gained = left_in(state) if holds == attacks else 0
    assert after.taken == state.taken + gained
    assert after.outcome is not None
    assert after.outcome.points == after.points
    # All hands lie open: who looks sees what there was.
    assert after.held == state.held
    assert after.view(0) == after.view(1) == str(after)
    assert [seat["held"] for seat in after.public()["seats"]].count(None) == 0
    assert after.resample(1, 0, 0) == after


def test_the_kitty_counts_as_for_a_single_card_after_a_true_claim_and_at_its_dearest_after_a_false() -> (
    None
):
    hands, buried = ("HAH9H8", "S3S3D3", "HQHQD4", "D6D7D8"), "S5S5"
    for holds, landlord, seat, factor in ((True, 1, 0, 2), (False, 0, 0, 4), (False, 1, 0, 0)):
        state = ending(hands if not holds else ("HAHAHK", *hands[1:]), buried, landlord, seat)
        after = state.after("claim")
        assert after.claim is not None
        assert after.claim.holds == holds
        assert after.points - after.taken == 10 * factor


def ending(hands: tuple[str, ...], buried: str, landlord: int, turn: int) -> tractor.TractorState:
    """Return a position on lead with some hands, clubs being trump; nothing else of it is possible."""
    clubs = (bid_of(0, tractor.pile_of("C2").cards),)
    state = replace(on_lead(1, 3), bids=clubs, landlord=landlord, buried=tractor.pile_of(buried))
    held = tuple(tractor.pile_of(hand) for hand in hands)
    tricks = (*state.tricks[:-1], Trick(turn))
    return replace(state, held=held, tricks=tricks)


def test_no_claim_is_worth_more_than_the_best_play() -> None:
    for seed in range(16):
        state = on_lead(seed, 3, ("standard", "jerryyyu")[seed % 2])
        value, claimed = tractor.solve(state).value, state.after("claim").points
        attacks = side(state.turn) != side(state.current_landlord)
        assert claimed <= value if attacks else claimed >= value


# --- Text and records -----------------------------------------------------------------------------


@cache
def recorded(holds: bool, match: str = "deal") -> Record:
    """Return the record of a deal that ends with a claim, true or false."""
    player = TractorPlayer()

    def choose(state: State[Any]) -> tractor.Move:
        assert isinstance(state, tractor.TractorState)
        may = state.phase == "play" and state.may_claim
        return CLAIM if may and tractor.claim_stands(state, state.turn) == holds else player(state)

    for seed in range(20):
        record = play(tractor.Tractor(match=match, claims=True).start(), choose, seed)
        if record.moves[-1] == "claim":
            return record
    raise AssertionError("no such deal among 20")


@pytest.mark.parametrize("holds", [True, False])
def test_a_claim_is_written_read_and_replayed(holds: bool) -> None:
    record = recorded(holds)
    *_, before, end = record.states()
    assert isinstance(before, tractor.TractorState)
    assert isinstance(end, tractor.TractorState)
    assert str(end).endswith(f" / {before.turn} claim")
    assert end.game.parse(str(end)) == end
    assert pickle.loads(pickle.dumps(end)) == end
    match = tractor.match_of(record)
    assert f"  claim: {before.turn}\n  result: " in str(match)
    assert tractor.MatchRecord.parse(str(match)) == match
    assert tractor.as_record(match) == record
    assert [state.points for state in tractor.replayed(match)] == [end.points]
    with pytest.raises(IllegalPosition, match="played out"):
        tractor.round_of(end)


def test_a_claim_that_can_t_be_is_refused_with_its_line() -> None:
    record = recorded(True)
    text = str(tractor.match_of(record))
    claim = re.search(r"  claim: ([0-3])\n", text)
    assert claim is not None
    seat = int(claim[1])
    tricks = re.findall(r"  trick \d+: .*\n", text)
    for wrong, why in (
        (text.replace(claim[0], f"  claim: {seat + 1 & 3}\n"), f"seat {seat} is on turn, not seat"),
        (text.replace(claim[0], claim[0] * 2), "'claim' stands there after 'claim'"),
        (text.replace(",claims=yes", ""), "claims are no moves in this house"),
        (text.replace("".join(tricks[1:]), ""), "a claim is made on lead, with at most 5 cards"),
    ):
        with pytest.raises(NotationError, match=why) as error:
            list(tractor.replayed(tractor.MatchRecord.parse(wrong)))
        assert error.value.line is not None
    end = str(list(record.states())[-1])
    with pytest.raises(NotationError, match="a trick of that leader does not begin here"):
        tractor.Tractor(match="deal", claims=True).parse(
            end.replace(f"{seat} claim", f"{seat + 1 & 3} claim")
        )


# --- Told, shown, left alone ----------------------------------------------------------------------


def test_a_claim_is_asked_about_twice_and_told_with_the_plays_that_refute_it() -> None:
    for holds in (True, False):
        state = found(holds, True)
        face, seat = TractorFace(state.game), state.turn
        assert face.parts(state, seat)["ask"]["claim"] is True
        assert "or claim the rest" in str(face.task(state))
        ruling = face.ruling(state, seat, "claim")
        assert ruling.legal
        assert ruling.twice
        assert "a claim that is false gives them all to the other side" in str(ruling.note)
        after = state.after("claim")
        said = [str(told.phrase) for told in face.told(state, CLAIM, after)]
        assert any("whatever the others play, it comes true" in line for line in said) == holds
        line = tractor.claim_refuted(state, seat)
        plays = "" if line is None else " ".join(map(str, line))
        assert (
            any(f"it fails if, from seat {seat} on, {plays} are" in told for told in said) != holds
        )
        assert any("has made a false claim" in told for told in said) != holds
        assert face.over(after) is not None
        told = Host().told(state, CLAIM, after, seat)
        assert f"seat {seat} claims all tricks that are left: " in told
        assert (f"{plays} are played" in told) != holds
        assert "or claim the rest" in Host().shown(state, seat)
    plain = on_lead(1, 5)
    text = str(plain)
    assert (
        "claim"
        not in TractorFace(tractor.Tractor()).parts(
            tractor.Tractor(match="deal").parse(text), plain.turn
        )["ask"]
    )


def test_players_reviews_and_arrays_leave_claims_alone() -> None:
    state = on_lead(2, 1)
    assert len(state.moves()) == 2
    assert TractorPlayer()(state) != CLAIM
    assert str(TractorPlayer().advice(state).why) == "it is the only legal play"
    assert CLAIM not in tractor.solve(state).moves
    assert TractorJudge(worlds=5).verdict(on_lead(2, 3), CLAIM) is None
    with pytest.raises(SuitwiseError, match="write claims=no"):
        batch_of(tractor.Tractor(match="deal", claims=True))
