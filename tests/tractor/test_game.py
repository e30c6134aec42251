"""Tractor under the contract: options, whole deals and matches, what seats see."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Collection
from dataclasses import fields, replace
from itertools import islice, pairwise
from typing import Any

import pytest

from suitwise.errors import NotationError
from suitwise.game import CHANCE, OVER, State, load, play
from suitwise.players import RandomPlayer
from suitwise.seeds import SeededSource
from suitwise.testing import CHECKS, Trial, name_of
from suitwise.tractor import Duty, Move, Outcome, Pile, Tractor, TractorState, pile_of
from suitwise.tractor.moves import DECK
from tests.contract import hold, leave_out_turns, leave_out_worlds
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.table_deals import a_deal, some_deal

MATCH = "tractor(levels=KK,deals=2)"
"""Its deals have the worlds of single deals, which are compared; its own are in ``make test-all``."""
VARIANTS = {
    "tractor(match=deal)": 2,
    "tractor(match=deal,profile=standard(penalty=10,over=every,defend=),levels=TK,"
    "landlord=3,claims=yes)": 1,
    "tractor(match=deal,profile=judge,levels=55)": 1,
    MATCH: 1,
}
"""The variants that are held against the contract, and how many deals; by default one of each."""
WHOLE = next(text for text in VARIANTS if "claims=yes" in text)
"""The one that by default is held to every check: it has most rules; the others take turns."""
_MOST_SLOW = 18
"""Of larger hands the oracle is not asked here, which tries all choices; test_legal.py has them."""
_MOST_LED = 4
"""Nor of longer leads, which it takes apart in all orders."""


def as_oracle_cards(pile: Pile) -> tuple[str, ...]:
    return tuple(map(str, pile.cards))


def slow_moves(state: State[Any]) -> Collection[Any]:
    """Return the legal moves by the oracle where it lists them in reasonable time."""
    assert isinstance(state, TractorState)
    if state.phase == "bid":
        return _slow_bids(state)
    if state.duty is None:
        return state.moves()
    duty = state.duty
    assert isinstance(duty, Duty)
    if duty.lead.size > _MOST_LED or duty.hand.size > _MOST_SLOW:
        return state.moves()
    if state.profile.duty == "none":
        return [Move(pile_of("".join(cards))) for cards in _choices(duty.hand, duty.lead.size)]
    options = oracle.Options(duty=state.profile.duty, chain=state.profile.chain)  # type: ignore[arg-type]
    plays = oracle.legal_plays(
        as_oracle_cards(duty.lead), as_oracle_cards(duty.hand), _trump(state), options
    )
    return [Move(pile_of("".join(play))) for play in plays]


def _choices(hand: Pile, size: int) -> list[tuple[str, ...]]:
    return oracle.choices(as_oracle_cards(hand), size)


def _trump(state: TractorState) -> oracle.Trump:
    return oracle.Trump(state.trump.main, state.trump.rank)


def _slow_bids(state: TractorState) -> list[Move]:
    """Return pass and the bids by the oracle, which knows the standard switches."""
    found = oracle.bids(
        state.turn,
        state.trump.rank,
        as_oracle_cards(state.held[state.turn]),
        [oracle.Bid(bid.seat, str(bid.card), bid.copies) for bid in state.bids],
    )
    return [Move.parse("pass"), *(Move(pile_of(bid.card * bid.copies)) for bid in found)]


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("variant", VARIANTS)
def test_tractor_keeps_the_contract(
    variant: str, check: Callable[[Trial], None], exhaustive: bool
) -> None:
    if variant == MATCH:
        leave_out_worlds(variant, check, exhaustive)
    leave_out_turns(variant, check, [one for one in VARIANTS if one != WHOLE], exhaustive)
    hold(
        check,
        Trial(load(variant), VARIANTS[variant] if exhaustive else 1, 0, slow_moves),
        exhaustive,
    )


def test_a_deal_that_ends_with_a_claim_is_among_those_held_against_the_contract() -> None:
    (variant,) = (text for text in VARIANTS if "claims=yes" in text)
    trial = Trial(load(variant), VARIANTS[variant])
    assert any(str(moves[-1]) == "claim" for _, moves in trial.plays())


def test_the_standard_match_is_the_default() -> None:
    assert load("tractor") == Tractor()
    assert str(Tractor()) == "tractor(profile=standard,match=match,levels=22,landlord=-1,first=0)"


# --- Deals ----------------------------------------------------------------------------------------


def states_of(variant: str, seed: int) -> list[TractorState]:
    record = play(load(variant).start(), RandomPlayer(seed), seed=seed)
    return [state for state in record.states() if isinstance(state, TractorState)]


def test_a_deal_is_drawn_bid_buried_and_played_to_the_last_card() -> None:
    states = states_of("tractor(match=deal)", 1)
    phases = [phase for phase, after in pairwise(state.phase for state in states) if phase != after]
    assert phases[0] == "draw"
    assert phases[-2:] == ["bury", "play"] or "forced" in phases
    end = states[-1]
    assert (end.phase, end.turn) == ("end", OVER)
    assert all(hand.size == 0 for hand in end.held)
    played = sum(pile.size for trick in end.tricks for pile in trick.plays)
    assert played == 100
    assert end.buried is not None
    assert end.buried.size == 8


def test_what_a_state_keeps_is_what_follows_from_the_rest() -> None:
    """The fields that moves carry along, as they are worked out anew."""
    kept = [part.name for part in fields(TractorState) if not part.init and part.name != "_moves"]
    assert len(kept) == 14
    for seed in range(12):
        for state in some_deal(seed)[seed % 3 :: 3]:
            again = replace(state)
            assert again == state
            for name in kept:
                assert getattr(again, name) == getattr(state, name), (seed, str(state), name)


def test_a_card_of_chance_is_the_one_that_the_list_of_all_gives() -> None:
    state, source = Tractor(match="deal").start(), SeededSource(5, 1)
    while state.turn == CHANCE or state.phase == "bid":
        if state.turn == CHANCE:
            listed = State.chance_move(state, SeededSource(5, 1, source.index))
            drawn = state.chance_move(source)
            assert drawn == listed
        state = state.after(drawn if state.turn == CHANCE else "pass")
    assert state.turned, "the kitty was turned up, too"


def test_a_state_comes_out_of_pickle_as_it_was_though_its_moves_were_found() -> None:
    for seed in (1, 7):  # one block is led in most tricks, so that pairs are owed
        for state in a_deal(seed)[100:-1]:
            moves = list(islice(state.moves(), 20))
            again = pickle.loads(pickle.dumps(state))
            assert (again, hash(again), str(again)) == (state, hash(state), str(state))
            assert (again.turn, len(again.moves())) == (state.turn, len(state.moves()))
            assert list(islice(again.moves(), 20)) == moves
            assert copy.copy(state) == copy.deepcopy(state) == state


def test_a_match_goes_on_by_its_levels_until_a_side_has_defended_the_ace() -> None:
    states = states_of("tractor(levels=KK)", 5)
    ends = [state for state in states if state.phase == "end"]
    for end, following in pairwise(ends):
        outcome = end.outcome
        assert outcome is not None
        assert (following.levels, following.landlord) == (outcome.ranks, outcome.next_landlord)
    last = ends[-1]
    assert last.turn == OVER
    assert isinstance(last.outcome, Outcome)
    assert last.levels[last.current_landlord & 1] == 12
    assert last.returns() == ((1, -1, 1, -1) if last.outcome.winner == 0 else (-1, 1, -1, 1))


@pytest.mark.parametrize("levels", ["22", "2A", "K5"])
def test_after_the_last_deal_the_side_with_the_higher_level_has_won(levels: str) -> None:
    game = Tractor(levels=levels, landlord=0, deals=1)
    for seed in (1, 2):
        record = play(game.start(), RandomPlayer(seed), seed)
        *_, end = record.states()
        assert isinstance(end, TractorState)
        assert end.outcome is not None
        assert (end.turn, end.why_not("next")) == (OVER, "the game is over")
        one, other = end.outcome.ranks
        assert record.returns == ((one > other) - (one < other),) * 1 + record.returns[1:]
        assert record.returns[1] == -record.returns[0]


def test_every_match_has_room_for_a_rise_in_each_deal() -> None:
    assert Tractor().most_deals == 24 + 1 + 100
    assert Tractor(levels="AA").most_deals == 1 + 100
    assert Tractor(match="deal", deals=7).most_deals == 1


def test_all_that_is_seen_tells_how_many_deals_of_a_match_are_over() -> None:
    first, later = (
        Tractor().parse(f"34 1{deals} | - - - - | - | - | - | -") for deals in ("", " deals 5")
    )
    for seat in range(4):
        assert first.view(seat) != later.view(seat)
        assert first.seen(seat) != later.seen(seat)
        assert (first.observe(seat) != later.observe(seat)).sum() == 1
    assert (first.observe_all() != later.observe_all()).sum() == 1
    with pytest.raises(NotationError, match="at most 125 deals"):
        Tractor().parse("34 1 deals 125 | - - - - | - | - | - | -")


# --- The bidding ----------------------------------------------------------------------------------


def test_a_seat_is_asked_after_each_card_it_draws() -> None:
    state, _ = Tractor().start().rolled(seed=1, stream=0)
    assert (state.phase, state.turn, state.cards_drawn) == ("bid", 0, 1)
    state, _ = state.after("pass").rolled(seed=1, stream=0, index=1)
    assert (state.phase, state.turn, state.cards_drawn) == ("bid", 1, 2)


def test_after_the_last_card_all_are_asked_until_four_in_a_row_pass() -> None:
    state, index = Tractor().start().rolled(seed=1, stream=0)
    while state.cards_drawn < 100:
        state, index = state.after("pass").rolled(1, 0, index)
    asked = []
    while state.phase == "bid":
        asked.append(state.turn)
        state = state.after("pass")
    assert asked == [3, 0, 1, 2]
    assert state.phase == "turn"


def test_nobody_bids_and_the_kitty_names_the_suit() -> None:
    state, index = Tractor().start().rolled(seed=1, stream=0)
    while state.phase == "bid":
        state, index = state.after("pass").rolled(1, 0, index)
    assert (state.phase, state.current_landlord, state.turn) == ("bury", 0, 0)
    assert 1 <= len(state.turned) <= 8
    assert state.held[0].size == 33


def test_the_landlord_of_the_first_deal_is_who_wins_the_bidding() -> None:
    for seed in range(5):
        buries = next(s for s in states_of("tractor(match=deal)", seed) if s.phase == "bury")
        if buries.bids:
            assert buries.current_landlord == buries.bids[-1].seat
            assert buries.trump.main == "SHDCO"[buries.bids[-1].main]
            return
    raise AssertionError("somebody bids in five deals")


def test_a_given_landlord_stays_whoever_bids() -> None:
    for seed in range(3):
        end = states_of("tractor(match=deal,levels=25,landlord=1)", seed)[-1]
        assert (end.current_landlord, end.trump.rank) == (1, "5")


# --- Positions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "six parts"),
        ("22 - | - - - - | - | - | -", "six parts"),
        ("22 - | - - - | - | - | - | -", "write four hands"),
        ("22 0 | - - - - | - | - | - | -", "levels and the landlord of its variant"),
        ("2 - | - - - - | - | - | - | -", "both levels and the landlord"),
        ("22 - | S2 - - - | - | - | - | -", "how many have been asked"),
        ("22 - | - S2 - - | 0/0 | - | - | -", "seat 0 first"),
        ("22 - | S2 - - - | 2/0 | - | - | -", "not so many are asked"),
        ("22 - | S2 - - - | 1/0 | - | - | -", "not so many are asked"),
        ("22 - | S2 - - - | 1:S2 0/0 | - | - | -", "seat 1 has drawn no S2"),
        ("22 - | S3 - - - | 0:S3 0/0 | - | - | -", "current rank 2"),
        ("22 - | S2 - - - | 0:S2 1/0 | S3 | - | -", "nothing to turn"),
        ("22 - | S2 - - - | 0:S2 1/0 | - | S3 | -", "nothing to bury"),
        ("22 - | S2 - - - | 0:S2 1/0 | - | - | 0 S2", "does not begin here"),
        ("22 - | S2S2S2 S3 S4 - | 0/0 | - | - | -", "S2 appears 3 times"),
        ("22 - | x - - - | 0/0 | - | - | -", "no card"),
        ("22 - | - - - - | 0/0 | - | - | -", "not so many are asked"),
        ("22 - | - - - - | 1/1 | - | - | -", "not so many are asked"),
        ("22 - | S3 - - - | 0/1 | - | - | -", "not so many are asked"),
        ("22 - | S3 - - - | 2/2 | - | - | -", "not so many are asked"),
        ("22 - | S2 - - - | 0:S2 0/0 | - | - | -", "not so many are asked"),
        ("22 - | S3 H2 - - | 1:H2 0/0 | - | - | -", "not so many are asked"),
        ("22 - | S2S2 H3 H4 H5 | 0:S2 0:S2S2 0/0 | - | - | -", "not so many are asked"),
        ("22 - | S2S2 H3 H4 H5 | 0:S2S2 0/0 | - | - | -", "not so many are asked"),
        ("22 - | RJRJ BJ S4 S5 | 0:RJRJ 1/1 | - | - | -", "not so many are asked"),
        ("22 - | RJRJ BJS6 S4 S5 | 0:RJRJ 1/1 | - | - | -", "not so many are asked"),
    ],
)
def test_what_is_no_position_is_refused(text: str, why: str) -> None:
    with pytest.raises(NotationError, match=why):
        Tractor(match="deal").parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "22 - | S2 - - - | 0:S2 1/0 | - | - | -",
        "22 - | S2 H2 - - | 0:S2 1/1 | - | - | -",
        "22 - | S2S2 H3 H4 H5 | 0:S2S2 1/0 | - | - | -",
        "22 - | S2S2 H3 H4 H5 | 0:S2 0:S2S2 1/0 | - | - | -",
        "22 - | RJRJ S6BJ S4 S5 | 0:RJRJ 0/0 | - | - | -",
    ],
)
def test_a_bid_may_have_come_when_its_seat_was_asked_and_held_the_cards(text: str) -> None:
    assert str(Tractor().parse(text)) == text


def test_levels_below_those_a_match_began_with_are_refused() -> None:
    with pytest.raises(NotationError, match="levels do not fall"):
        Tractor(levels="55", landlord=1).parse("25 1 | - - - - | - | - | - | -")


def test_the_longest_bidding_is_as_long_as_declared() -> None:
    hands = [pile_of(text) for text in ("S2S2", "H3H3", "BJBJ", "RJRJ")]
    others = DECK
    for hand in hands:
        others = others.minus(hand)
    cards = iter(others.cards)
    drawn = [hand.plus(pile_of([next(cards) for _ in range(23)])) for hand in hands]
    state = Tractor(match="deal").parse(f"22 - | {' '.join(map(str, drawn))} | 0/0 | - | - | -")
    asked = 0
    for word in ("pass", "S2", "pass", "pass", "pass", "S2S2", "pass", "BJBJ", "pass"):
        state, asked = state.after(word), asked + 1
    while state.phase == "bid":
        state, asked = state.after("RJRJ" if state.turn == 3 and asked > 12 else "pass"), asked + 1
    longest = Tractor(match="deal").facts.longest_game
    assert longest is not None
    assert longest - (100 + 99) - 8 - 1 - 100 - 25 >= asked


def test_a_position_whose_tricks_break_the_duty_is_refused() -> None:
    game = Tractor(match="deal")
    end = states_of(str(game), 3)[-1]
    head, tricks = str(end).rsplit(" | ", 1)
    first = tricks.split(" / ")[0].split(" ")
    first[1], first[2] = first[2], first[1]
    with pytest.raises(NotationError):
        game.parse(f"{head} | {' '.join(first)}")


def test_a_seat_sees_its_own_cards_and_what_lies_open() -> None:
    states = states_of("tractor(match=deal)", 3)
    middle = next(state for state in states if len(state.tricks) == 3)
    _, hands, *_ = middle.view(1).split(" | ")
    assert hands.split(" ") == ["?25", str(middle.drawn[1]), "?25", "?25"]
    for seat in range(4):
        buried = middle.view(seat).split(" | ")[4]
        assert buried == (str(middle.buried) if seat == middle.current_landlord else "?8")
