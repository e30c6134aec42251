"""Hands laid down as a move: ruled as the oracle rules, scored, written, replayed, told, refused."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from suitwise import texas42
from suitwise.errors import IllegalMove, NotationError, SuitwiseError
from suitwise.foundation.seating import side
from suitwise.game import CHANCE, OVER, Record, load, record_of
from suitwise.texas42.arrays.stepped import batch_of
from suitwise.texas42.face import Texas42Face
from suitwise.texas42.moves import DISTINCT_MOVES
from suitwise.texas42.players.monte_carlo import Beginner, MonteCarlo
from suitwise.texas42.rules.contracts import MADE, SET, is_nello
from suitwise.texas42.rules.dominoes import HAND, HAND_POINTS
from suitwise.texas42.solve.solver import claim_of, refutation
from suitwise.texas42.state import Texas42State
from tests.commands import run_command
from tests.oracles import texas42_oracle as oracle
from tests.texas42.games import as_oracle_contract
from tests.texas42.positions import theirs

ALL_CONTRACTS = "nello=any,plunge=yes,splash=yes,sevens=yes,cap=7"
HOUSE = load(f"texas42(match=hand,play_out=yes,{ALL_CONTRACTS},claims=yes)")
POINTS = texas42.Texas42(match="points", claims=True)
CLAIM = texas42.Move("claim")
STRONG = (
    "shaker 3 | 6-6,6-5,6-4,6-3,6-2,6-1,6-0 5-5,5-4,5-3,5-2,5-1,5-0,0-0 "
    "4-4,4-3,4-2,4-1,4-0,3-3,1-0 3-2,3-1,3-0,2-2,2-1,2-0,1-1 | "
)
"""Seat 0 holds the seven sixes and bids first."""


CLAIMING = texas42.Texas42(match="hand", claims=True)


def position(rest: str, game: texas42.Texas42 = CLAIMING) -> Texas42State:
    return game.parse(f"{STRONG}{rest}")


def some_play(rng: Random, left: int) -> Texas42State:
    """Return a hand with so many tricks left, or fewer where it ends before, played at random."""
    while True:
        state, _ = HOUSE.start().rolled(rng.randrange(1 << 30), 0)
        assert isinstance(state, Texas42State)
        while state.turn >= 0:
            if state.play is not None and state.play.position.tricks_left <= left:
                return state
            moves = state.moves_but_claim()
            if state.phase == "declare":  # of the special contracts as many as of the others
                moves = rng.choice([moves[:9], moves[9:] or moves])
            high = state.phase == "call" and rng.random() < 0.5
            contract = state.contract
            ducks = contract is not None and is_nello(contract.declaration)
            low = ducks and contract is not None and state.turn == contract.bidder
            state = state.after(moves[-1] if high else moves[0] if low else rng.choice(moves))


def rightly(state: Texas42State) -> bool:
    """Tell by the oracle whether the claim of the seat on turn comes true."""
    assert state.play is not None
    seat, contract = state.turn, state.play.contract
    if not is_nello(contract.declaration):
        return oracle.claim_stands(theirs(state.play.position), seat)
    standing = oracle.Standing(as_oracle_contract(contract), theirs(state.play.position))
    return oracle.forces(standing, "made" if seat == contract.bidder else "set", {seat})


# --- The ruling -----------------------------------------------------------------------------------


def test_a_claim_is_ruled_as_the_oracle_rules_it_and_refuted_by_legal_plays() -> None:
    rng, verdicts = Random(19), Counter[tuple[bool, bool]]()
    for number in range(240):
        state = some_play(rng, 1 + number % 3)
        assert state.play is not None
        if CLAIM not in state.moves():
            assert is_nello(state.play.contract.declaration)
            assert state.play.result == SET
            assert "nello is decided" in str(state.why_not(CLAIM))
            continue
        place, seat = state.play.position, state.turn
        after = state.after(CLAIM)
        assert after.play is not None
        assert after.play.claim is not None
        holds = after.play.claim.holds
        assert after.play.claim.seat == seat
        assert holds == rightly(state)
        verdicts[is_nello(place.declaration), holds] += 1
        if not holds:
            claim = claim_of(place, seat)
            taken = 0
            for domino in refutation(place, claim):
                assert not claim.is_lost(place, taken)
                assert place.why_not(domino) is None
                place, taken = claim.after(place, domino, taken)
            assert claim.is_lost(place, taken)
    assert len(verdicts) == 4
    assert min(verdicts.values()) > 3


def test_a_true_claim_ends_the_hand_with_all_that_is_left() -> None:
    state = position("30 pass pass pass | 6 | - | 0-0")
    after = state.after("claim")
    assert (after.phase, after.turn, after.hand_score) == ("end", OVER, (1, 0))
    assert after.play is not None
    assert (after.play.points, after.play.tricks_taken) == ((HAND_POINTS, 0), (HAND, 0))
    assert after.returns() == (1, -1, 1, -1)
    assert after.view(1) == after.view(3) == str(after)
    assert [seat["held"] for seat in after.public()["seats"]].count(None) == 0
    assert after.resample(1, 0, 0) == after


def test_a_false_claim_costs_the_hand_as_a_renege_does() -> None:
    for rest, score in (("30 pass pass pass | 5", (0, 1)), ("2m pass pass pass | 5", (0, 2))):
        after = position(f"{rest} | - | 0-0").after("claim")
        assert after.play is not None
        assert after.play.claim is not None
        assert not after.play.claim.holds
        assert after.hand_score == score
        assert after.play.result == SET
    # By an opponent of the bidder: the contract is made.
    against = position("30 pass pass pass | 6 | 6-0 | 0-0").after("claim")
    assert against.play is not None
    assert (against.turn, against.play.result) == (OVER, MADE)
    assert against.hand_score == (1, 0)
    # In the game of points the others get all that is not taken, and the bid.
    assert position("30 pass pass pass | 5 | - | 0-0", POINTS).after("claim").scores == (0, 72)


def test_in_nello_the_contract_is_claimed() -> None:
    house = texas42.Texas42(match="hand", nello="own", claims=True)
    state = position("pass 1m pass pass | nello | - | 0-0", house)
    assert state.turn == 1
    after = state.after("claim")
    assert after.play is not None
    assert after.play.claim is not None
    claim = after.play.claim
    assert claim.holds == rightly(state)
    assert (after.play.result == MADE) == claim.holds


def test_after_a_claim_the_match_goes_on() -> None:
    end = position("30 pass pass pass | 6 | - | 2-1", texas42.Texas42(claims=True)).after("claim")
    assert (end.turn, end.scores) == (CHANCE, (3, 1))
    following = end.after("next")
    assert (following.shaker, following.totals, following.play) == (0, (3, 1), None)


# --- The house ------------------------------------------------------------------------------------


def test_without_the_option_moves_numbers_and_texts_stay_as_they_were() -> None:
    assert texas42.N42PA.facts.distinct_moves == DISTINCT_MOVES == 68
    assert "claims" not in str(texas42.N42PA)
    assert str(texas42.Texas42(claims=True)).endswith(",claims=yes)")
    assert load(str(texas42.Texas42(claims=True))) == texas42.Texas42(claims=True)
    state = position("30 pass pass pass | 6 | - | 0-0", texas42.Texas42(match="hand"))
    assert CLAIM not in state.moves()
    why = "claim: seat 0 is to play a domino: claims are no moves in this house"
    assert state.why_not("claim") == why
    with pytest.raises(IllegalMove, match="no moves in this house"):
        state.after("claim")
    with pytest.raises(NotationError, match="no move of this house"):
        texas42.N42PA.move_number(CLAIM)


def test_the_claim_is_the_last_number_of_its_house_and_is_not_stepped_in_arrays() -> None:
    house = texas42.Texas42(match="hand", claims=True)
    assert house.facts.distinct_moves == DISTINCT_MOVES + 1
    assert house.move_number(CLAIM) == DISTINCT_MOVES
    assert house.numbered_move(DISTINCT_MOVES) == CLAIM
    with pytest.raises(NotationError, match="0 to 68"):
        house.numbered_move(DISTINCT_MOVES + 1)
    state = position("30 pass pass pass | 6 | - | 0-0", house)
    assert state.after(DISTINCT_MOVES) == state.after("claim")
    with pytest.raises(SuitwiseError, match="write claims=no"):
        batch_of(house)


def test_a_claim_is_made_while_dominoes_are_played_alone() -> None:
    for rest in ("- | - | - | 0-0", "30 pass pass pass | - | - | 0-0"):
        assert position(rest).why_not("claim") is not None
    over = position("30 pass pass pass | 6 | claim | 0-0")
    assert over.moves() == ()


def test_players_of_the_package_do_not_claim() -> None:
    players = (MonteCarlo(worlds=4), Beginner().seated(HOUSE, 1, 0))
    rng = Random(3)
    for player in players:
        for left in (1, 3):
            state = some_play(rng, left)
            while state.turn >= 0:
                move = player(state)
                assert move != CLAIM
                assert move in state.moves()
                state = state.after(move)


# --- Texts ----------------------------------------------------------------------------------------


@cache
def claimed_record(seed: int) -> Record:
    """Return a match of two marks in which hands end by claims, true and false ones."""
    rng = Random(seed)
    house = load(f"texas42(marks=2,{ALL_CONTRACTS},claims=yes)")
    start = house.start()
    state, moves = start, []
    while state.turn != OVER:
        if state.turn == CHANCE:
            move = rng.choice([*state.moves()])
        else:
            assert isinstance(state, Texas42State)
            claims = state.phase == "play" and rng.random() < 0.1
            move = CLAIM if claims else rng.choice(state.moves_but_claim())
        moves.append(move)
        state = state.after(move)
    return record_of(start, moves, state)


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 400))
def test_records_with_claims_come_back_from_their_texts(seed: int) -> None:
    record = claimed_record(seed)
    assert Record.parse(str(record)) == record
    match = texas42.match_of(record)
    again = texas42.MatchRecord.parse(str(match))
    assert again == match
    assert texas42.faults_of(again) == []
    replayed = texas42.as_record(again)
    assert replayed.returns == record.returns
    assert texas42.match_of(replayed) == match
    for state in record.states():
        assert state.game.parse(str(state)) == state


def test_there_are_true_and_false_claims_among_the_records() -> None:
    hands = [hand for seed in range(20) for hand in texas42.match_of(claimed_record(seed)).hands]
    claims = [hand for hand in hands if hand.claim]
    false = [hand for hand in claims if hand.result.startswith("false claim")]
    assert len(claims) > 10
    assert 0 < len(false) < len(claims)


def test_a_record_is_refused_a_claim_that_is_no_move() -> None:
    state = position("30 pass pass pass | 6 | 6-6,5-5,4-4,3-2 6-5 | 0-0")
    assert state.turn == 1
    hand = str(texas42.hand_of(state))
    for claim, why in (
        ("claim S0", "is of the seat on turn, of all that is left"),
        ("claim S0 2 tricks", "is of the seat on turn, of all that is left"),
    ):
        match = texas42.MatchRecord.parse(f"game {state.game}\n{hand}  {claim}\n")
        assert texas42.faults_of(match) == []  # it was laid down so at a table, and it comes true
        with pytest.raises(NotationError, match=rf"line 10: hand 1 ends with a claim, .*{why}"):
            texas42.as_record(match)
    # A false claim out of turn is none of the moves of the house, so it is a fault.
    false = texas42.MatchRecord.parse(f"game {state.game}\n{hand}  claim S3 5 tricks\n")
    (fault,) = texas42.faults_of(false)
    assert fault.rule == "claim"
    assert "refutes it (from S1 on " in fault.reason


@pytest.mark.parametrize(
    "tricks",
    [
        *("claim claim", "claim 6-6,5-5,4-4,3-2", "6-6 claim claim", "6-6,claim", "claims"),
        *("6-6,5-5,4-4,3-2,claim", "6-6,5-5 4-4 claim", "Claim"),
    ],
)
def test_a_position_with_a_claim_elsewhere_is_refused(tricks: str) -> None:
    with pytest.raises(NotationError):
        position(f"30 pass pass pass | 6 | {tricks} | 0-0")


@pytest.mark.parametrize("rest", ["- | - | claim", "30 pass pass pass | - | claim"])
def test_a_position_with_a_claim_too_early_is_refused(rest: str) -> None:
    with pytest.raises(NotationError):
        position(f"{rest} | 0-0")


def test_a_position_with_a_claim_is_of_a_house_that_has_it() -> None:
    with pytest.raises(SuitwiseError, match="no moves in this house"):
        position("30 pass pass pass | 6 | claim | 0-0", texas42.Texas42(match="hand"))


# --- What is shown --------------------------------------------------------------------------------


def test_a_claim_is_told_with_the_plays_that_refute_it() -> None:
    state = position("30 pass pass pass | 5 | - | 0-0")
    face = Texas42Face(state.game)
    assert [group["key"] for group in face.choices(state)["groups"]] == ["claim"]
    told = [str(line.phrase) for line in face.told(state, CLAIM, state.after(CLAIM))]
    assert "claims all tricks that are left: some legal play" in told[0]
    assert told[1].startswith("it fails if, from ")
    assert "has made a false claim" in told[2]
    true = position("30 pass pass pass | 6 | - | 0-0")
    told = [str(line.phrase) for line in face.told(true, CLAIM, true.after(CLAIM))]
    assert "whatever the others play, it comes true" in told[0]
    assert "have made 30" in told[1]


def test_a_hand_is_laid_down_at_the_terminal() -> None:
    house = "texas42(match=hand,forced=yes,claims=yes)"
    words = ("texas42", "play", "--game", house, "--seed", "5", "--against", "rules")
    status, told, error = run_command(*words, text="help\n41\n5\nclaim\nquit\n")
    assert (status, error) == (0, "")
    assert "lay down your hand" in told
    assert "seat 0 has made a false claim" in told
    assert "it fails if, from seat 0 on, " in told


def test_a_side_that_claims_takes_the_rest() -> None:
    rng, seen = Random(29), 0
    while seen < 12:
        state = some_play(rng, 2)
        if state.play is None or is_nello(state.play.contract.declaration):
            continue
        after = state.after(CLAIM)
        assert after.play is not None
        assert after.play.claim is not None
        if after.play.claim.holds:
            seen += 1
            own = side(state.turn)
            won = after.play.points[own] - state.play.points[own]
            assert won == state.play.position.points_left
            assert sum(after.play.points) == HAND_POINTS
            assert sum(after.play.tricks_taken) == HAND
