"""Worlds weighed by what the others did: certain of the policy's own decisions, the same by the seed."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.seating import SEATS
from suitwise.tractor import Move, Pile, Profile, TractorState, Trump, pile_of, solve, throw_of
from suitwise.tractor.arrays import packed as columns
from suitwise.tractor.arrays.batch import replay
from suitwise.tractor.arrays.policy import choose_play
from suitwise.tractor.arrays.positions import packed, state_of
from suitwise.tractor.arrays.stepped.record import first_by_name, forced_cards, part_forced
from suitwise.tractor.players.search import worlds as module
from suitwise.tractor.players.search.judging import house_of, rows_of
from suitwise.tractor.players.search.rollouts import MOST_SEARCHED, play_out, roll_out
from suitwise.tractor.players.search.worlds import Beliefs, draw, kept, weighed
from suitwise.tractor.rules.throws import FORCED, STANDS
from suitwise.tractor.solve.worth import desk_of_thread
from tests.tractor.table_tricks import some_throw_of_high_singles

RULES = ("rules", "rules")


def position(number: int, plays: int) -> TractorState:
    return state_of(replay(number, 7, RULES), plays)


def only_the_true_world(monkeypatch: pytest.MonkeyPatch, state: TractorState) -> None:
    """Let the true deal be the only one that is drawn."""
    assert state.buried is not None
    piles = [*(state.held[(state.turn + place) % 4] for place in SEATS), state.buried]
    hands = np.array([[pile.masks[:2] for pile in piles]], np.int64)
    monkeypatch.setattr(module, "many_worlds", lambda *_: hands)


@pytest.mark.parametrize("plays", [0, 3, 17, 42, 57])
def test_in_the_true_world_the_policy_would_have_made_all_its_own_plays(
    monkeypatch: pytest.MonkeyPatch, plays: int
) -> None:
    for number in range(4):
        state = position(number, plays)
        only_the_true_world(monkeypatch, state)
        records, costs = weighed(state, 1, Beliefs(bid=0, burial=0), 1, 0)
        assert costs.tolist() == [0]
        assert records[0, : columns.PLAYED + 1].tolist() == packed(state)[: columns.PLAYED + 1]


def test_the_landlords_cards_are_buried_anew_as_the_policy_has_buried_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number in range(8):
        state = position(number, 1)
        only_the_true_world(monkeypatch, state)
        records, _ = weighed(state, 1, Beliefs(), 1, 0)
        assert (
            records[0, columns.BURIED : columns.BURIED + 2].tolist()
            == packed(state)[columns.BURIED : columns.BURIED + 2]
        )


def test_worlds_hold_all_cards_once_and_the_seats_own_hand() -> None:
    state = position(5, 30)
    worlds = draw(state, 20, Beliefs(), 1, 0)
    assert worlds.counts.sum() == 20
    assert (worlds.counts > 0).all()
    true = packed(state)
    own = columns.HANDS + 2 * state.turn
    for record in worlds.records.tolist():
        sizes = [
            Pile(*record[at : at + 2]).size for at in range(columns.HANDS, columns.BURIED + 2, 2)
        ]
        assert sizes == [*(hand.size for hand in state.held), 8]
        assert record[own : own + 2] == true[own : own + 2]
        assert record[columns.PLAYED] < columns.ALL_PLAYED


def test_worlds_are_the_same_by_the_seed_and_others_by_another() -> None:
    state = position(5, 30)
    first, again, other = (draw(state, 20, Beliefs(), seed, 3) for seed in (1, 1, 2))
    assert (first.records == again.records).all()
    assert (first.counts == again.counts).all()
    assert first.records.shape != other.records.shape or (first.records != other.records).any()


def test_likelier_worlds_are_kept_more_often_each_within_one_of_its_share() -> None:
    weights = np.array([5, 1, 0, 14, 3], np.int64) << 30
    for number in (0, 1 << 20, (1 << 40) - 1):
        counts = kept(weights, 10, number)
        assert counts.sum() == 10
        assert (abs(counts - 10 * weights / weights.sum()) < 1).all()


# --- Rollouts -------------------------------------------------------------------------------------


THROW = "33 0 | {} | 4/4 | - | - | -"


def rolled(
    state: TractorState,
    plays: list[Pile],
    compiled: bool = True,
    ending: int = 0,
    effort: int = MOST_SEARCHED,
) -> list[int]:
    """Return the points at the end with each play, in the true world."""
    worlds, points = np.array([packed(state)], np.int64), np.zeros((1, len(plays)), np.int64)
    active, record = np.arange(len(plays)), np.zeros(columns.COLUMNS, np.int64)
    face = machine(roll_out) if compiled else roll_out
    face(
        worlds,
        0,
        1,
        rows_of(state, plays),
        active,
        ending,
        house_of(state),
        desk_of_thread(effort),
        record,
        points,
    )
    return [int(found) for found in points[0]]


@pytest.mark.parametrize("forced", FORCED)
def test_a_throw_leads_in_a_world_what_the_house_forces_of_it(forced: str) -> None:
    """Of 200 throws with large parts that are low."""
    rng, house, failed = Random(3), Profile(forced=forced), 0
    for _ in range(200):
        text, hands, lead = some_throw_of_high_singles(rng)
        trump, piles = Trump.parse(text), list(map(pile_of, hands))
        names = trump.main_index, trump.rank_index
        record = [0] * columns.COLUMNS
        record[columns.MAIN], record[columns.RANK] = names
        for seat, pile in enumerate(piles):
            record[columns.HANDS + 2 * seat] = columns.renamed(pile.once, *names)
            record[columns.HANDS + 2 * seat + 1] = columns.renamed(pile.twice, *names)
        once, twice = (columns.renamed(mask, *names) for mask in pile_of(lead).masks[:2])
        chain = house.chain_mask(trump.main_index)
        length, top = part_forced(record, once, twice, FORCED.index(forced), chain)
        found = throw_of(trump, piles, lead, house)
        assert (length == STANDS) == found.stands
        if length != STANDS:
            cards, level = forced_cards(record, once, twice, length, top)
            if level:
                cards |= first_by_name(record, level)
            part = Pile(cards, cards if length else 0)
            true = (columns.named_back(mask, *names) for mask in part.masks[:2])
            assert Pile(*true) in found.forced
            failed += 1
    assert forced == "never" or failed > 50


def test_the_policys_own_play_leads_to_the_end_that_its_deal_has() -> None:
    for number in range(6):
        game = replay(number, 7, RULES)
        for plays in (0, 13, 50):
            state = state_of(game, plays)
            assert rolled(state, [game.plays[plays][1]]) == [game.points]


def test_plain_python_rolls_out_as_machine_code_does() -> None:
    state = state_of(replay(3, 7, RULES), 60)
    plays = [move.pile for move in list(state.moves())[:3]]
    for ending in (0, 4):
        assert rolled(state, plays, ending=ending) == rolled(state, plays, False, ending)


def test_plays_are_rolled_out_to_the_end_whoever_makes_them() -> None:
    record = np.array(packed(state_of(replay(3, 7, RULES), 40)), np.int64)
    slowly = record.copy()
    points = play_out(record, house_of(state_of(replay(3, 7, RULES), 40)))
    while slowly[columns.PLAYED] < columns.ALL_PLAYED:
        columns.put(
            slowly, *choose_play(slowly, *columns.unseen_by(slowly, columns.turn_of(slowly)))
        )
    assert (record == slowly).all()
    assert points == record[columns.POINTS]


def ending_of(number: int, cards: int, place: int) -> TractorState:
    """Return the first position of a deal with so many cards a hand, a trick begun so far."""
    game = replay(number, 7, RULES)
    for plays in range(40, len(game.plays)):
        state = state_of(game, plays)
        held = state.held[state.turn].size
        if held <= cards and len(state.tricks[-1].plays) == place:
            return state
    raise AssertionError("there is none")


@pytest.mark.parametrize("place", range(4))
def test_an_ending_is_worth_what_best_play_of_all_brings(place: int) -> None:
    for number in range(3):
        state = ending_of(number, 4, place)
        worth = solve(state).moves
        moves = [move for move in worth if place or state.throw(move.pile).stands]
        found = rolled(state, [move.pile for move in moves], ending=4)
        assert found == [worth[move] for move in moves]


def test_an_ending_is_solved_once_so_few_cards_are_left_and_no_sooner() -> None:
    differ = 0
    for number in range(4, 12):
        state = ending_of(number, 4, 3)
        play = next(iter(state.moves())).pile
        after = state.followed_by(Move(play))
        assert rolled(state, [play], ending=4) == [solve(after).value]
        differ += rolled(state, [play], ending=1) != rolled(state, [play], ending=4)
    assert differ


def test_the_policy_plays_on_an_ending_that_takes_too_many_positions() -> None:
    state = ending_of(3, 8, 0)
    play = next(iter(state.moves())).pile
    assert rolled(state, [play], ending=8, effort=1) == rolled(state, [play])
