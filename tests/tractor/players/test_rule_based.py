"""The rule-based player of Tractor: sees its seat alone, plays every house's game, beats chance."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import fmean

import pytest

from benchmarks.tractor.players import at_random, duel, rule_based
from suitwise.game import CHANCE, OVER, Chooser
from suitwise.players import RandomPlayer
from suitwise.tractor import Pile, Tractor, TractorState, pile_of
from suitwise.tractor.arrays.packed import COLUMNS, HANDS, MAIN, RANK, named_back, renamed
from suitwise.tractor.arrays.play import sure_parts
from suitwise.tractor.moves import DECK, PASS
from suitwise.tractor.players.replies import SeatView
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.rules.deck import TRUMPS
from suitwise.tractor.rules.levels import points_of
from suitwise.tractor.rules.profile import EVERY_LEVEL, NAMED

DEAL = Tractor(match="deal")
HOUSES = (
    *(Tractor(match="deal", profile=name) for name in NAMED),
    Tractor(
        match="deal", profile="standard(chain=suits,duty=suit,forced=lowest,penalty=10,over=top)"
    ),
    Tractor(match="deal", profile="standard(duty=pairs,chain=suits,overturn=more,reinforce=any)"),
    Tractor(match="deal", profile="standard(jokers=no,nobody=none)", levels="TK", landlord=3),
)
PLAYER = TractorPlayer()


def positions(game: Tractor, seed: int, player: Chooser = PLAYER) -> Iterator[TractorState]:
    """Yield the positions of a deal in which a seat is on turn, and the last one."""
    state, index = game.start().rolled(seed, 0)
    while state.turn != OVER:
        if state.turn == CHANCE:
            state, index = state.rolled(seed, 0, index)
            continue
        yield state
        state = state.after(player(state))
    yield state


# --- What it sees, and where it is asked ----------------------------------------------------------


def test_it_plays_the_same_in_every_world_that_its_seat_cannot_tell_apart(exhaustive: bool) -> None:
    for seed in range(20 if exhaustive else 2):
        for place, state in enumerate(positions(DEAL, seed)):
            if state.turn >= 0 and (state.phase != "bid" or place % 9 == 0):
                world = state.resample(state.turn, seed, place)
                assert PLAYER.advice(state) == PLAYER.advice(world)


@pytest.mark.parametrize("game", HOUSES, ids=str)
def test_it_plays_every_house_s_game_to_its_end(game: Tractor, exhaustive: bool) -> None:
    for seed in range(30 if exhaustive else 1):
        *_, last = positions(game, seed)
        assert last.outcome is not None


def test_it_plays_on_from_whatever_others_have_played(exhaustive: bool) -> None:
    random = RandomPlayer(5)
    for seed in range(40 if exhaustive else 2):
        for state in positions(DEAL, seed, random):
            if state.turn >= 0:
                assert PLAYER(state) in state.moves()


def test_it_follows_where_rank_cards_and_jokers_join_no_tractors() -> None:
    lead, own = "S9S9STST", "S6S6S7S7H2H2S2S2"
    rest = list(DECK.minus(pile_of(lead + own)).cards)
    Random(1).shuffle(rest)
    first, second = pile_of(lead).plus(pile_of(rest[:21])), pile_of(own).plus(pile_of(rest[21:38]))
    third, fourth, kitty = (pile_of(rest[at : at + 25]) for at in (38, 63, 88))
    drawn = f"{first} {second} {third} {fourth}"
    text = f"22 0 | {drawn} | 1:S2 | - | {kitty} | 0 {lead}"
    state = Tractor(match="deal", profile="standard(chain=suits)", landlord=0).parse(text)
    assert str(PLAYER(state)) == "S6S6S7S7"
    elsewhere = Tractor(match="deal", landlord=0).parse(text)
    assert str(PLAYER(elsewhere)) == "S2S2H2H2"


def test_a_match_comes_to_its_end() -> None:
    state, index = Tractor(levels="AA").start().rolled(3, 0)
    for _ in range(20_000):
        if state.turn == OVER:
            break
        if state.turn == CHANCE:
            state, index = state.rolled(3, 0, index)
        else:
            state = state.after(PLAYER(state))
    assert state.is_decided


def test_every_choice_has_a_reason_of_one_sentence() -> None:
    for seed in range(2):
        for state in positions(DEAL, seed):
            if state.turn >= 0:
                move, why = PLAYER.advice(state)
                assert move == PLAYER(state)
                assert why
                assert why.isprintable()
                assert len(why) < 130


# --- Bids and burial ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("landlord", "drawn", "bids", "bid"),
    [
        ("-", "S2S3 H5 C4 D9", "", "S2"),
        ("-", "S2H3H4H5H6 C3C4C5C6 D3D4D5D6 D7D8D9DT", "", "pass"),  # a fifth
        ("-", "S2D2D3H4 C3C4C5 D3D4D5 D6D7D8", "", "D2"),  # the suit with most trumps
        ("0", "S2H3H4H5 C3C4C5 D3D4D5 D6D7D8", "", "pass"),  # the landlord is known
        ("0", "S2S3S4S5 C3C4C5 D3D4D5 D6D7D8", "", "S2"),
        ("-", "S2S2S4S5 H2C4C5 D3D4D5 D6D7D8", "1:H2", "S2S2"),
        ("-", "S2S2S4S5 C3C4C5 H2D4D5 D6D7D8", "2:H2", "pass"),  # the partner's
        ("-", "S2S2S4S5 C3C4C5 D3D4D5 D6D7D8", "0:S2", "S2S2"),
        ("-", "S2S2S4S5 H2H2C5 D3D4D5 D6D7D8", "1:H2H2", "pass"),
    ],
)
def test_it_bids_by_strength_and_less_where_the_bidding_makes_the_landlord(
    landlord: str, drawn: str, bids: str, bid: str
) -> None:
    game = Tractor(match="deal", landlord=-1 if landlord == "-" else 0)
    state = game.parse(f"22 {landlord} | {drawn} | {bids} 0/0 | - | - | -")
    assert state.turn == 0
    assert str(PLAYER(state)) == bid


def test_it_does_not_overturn_its_partner_and_reinforces_itself() -> None:
    reinforced = 0
    for seed in range(20):
        for state in positions(DEAL, seed):
            if state.phase != "bid":
                break
            move, standing = PLAYER(state), state.standing
            if standing is None or move == PASS:
                continue
            assert (standing.seat - state.turn) % 4 != 2
            reinforced += standing.seat == state.turn
    assert reinforced


def test_it_buries_no_trumps_and_few_points() -> None:
    points = []
    for seed in range(5):
        for state in positions(Tractor(match="deal", landlord=0), seed):
            if state.phase == "bury":
                buried = PLAYER(state).pile
                assert not buried.once & SeatView(state).mask(TRUMPS)
                points.append(points_of(buried.once, buried.twice))
    assert fmean(points) < 12


# --- Throws ---------------------------------------------------------------------------------------


def test_a_throw_is_all_that_nobody_can_beat() -> None:
    main, rank = 0, 0
    for held, unseen, sure in (
        ("HAHAHKHJHJ", "HKHQHQ", "HKHAHA"),  # a pair of queens is out
        ("HAHAHKHJHJ", "HKHQ", "HJHJHKHAHA"),  # no pair is out
        ("HK", "HAHA", ""),
        ("HQHQHKHK", "HA", "HQHQHKHK"),
        ("H3H3", "H4H5H6", "H3H3"),
        ("", "HA", ""),
    ):
        record = [0] * COLUMNS
        record[MAIN], record[RANK] = main, rank
        for column, mask in enumerate(pile_of(held).masks[:2]):
            record[HANDS + column] = renamed(mask, main, rank)
        once, twice = (renamed(mask, main, rank) for mask in pile_of(unseen).masks[:2])
        found = sure_parts(record, 1, once, twice, (once, once, once), EVERY_LEVEL)
        assert Pile(*(named_back(cards, main, rank) for cards in found)) == pile_of(sure)


def test_what_it_throws_stands(exhaustive: bool) -> None:
    thrown = 0
    for seed in range(100 if exhaustive else 8):
        *_, last = positions(DEAL, seed)
        assert all(trick.tried is None for trick in last.tricks)
        thrown += sum(len(last.ruling(trick).lead) > 1 for trick in last.tricks)
    assert thrown


# --- Strength -------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_it_beats_chance_on_mirrored_deals(exhaustive: bool) -> None:
    margin = duel(rule_based, at_random, range(200 if exhaustive else 3), seed=5).margin
    assert margin.low > (1 if exhaustive else 0)
