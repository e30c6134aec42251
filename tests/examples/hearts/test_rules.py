"""Hearts against the slow oracle, and its readings of the rules one by one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hearts
from hearts import ENTRY
from hearts.game import Hearts, HeartsState
from hearts.rules import QUEEN
from suitwise.cards import Card
from suitwise.errors import NotationError
from suitwise.game import OVER, load
from suitwise.players.face import face_of
from suitwise.seeds import below
from suitwise.table.rules.messages import say
from suitwise.tricks import count_worlds, knowledge_of
from suitwise.tricks.cards import cards_of
from tests.examples.hearts.games import (
    DEAL,
    GAME,
    hands_texts,
    passed_texts,
    played_texts,
    random_states,
    way_of,
)
from tests.examples.playing import said_in, texts, unevenness
from tests.oracles import hearts_oracle as oracle

HELD = Hearts(points=0, passing="hold")
QUEEN_BREAKS = Hearts(points=0, passing="hold", queen_breaks=True)


@pytest.mark.parametrize("game", [DEAL, HELD, QUEEN_BREAKS], ids=str)
@pytest.mark.parametrize("seed", range(12))
def test_plays_tricks_and_points_are_those_of_the_oracle(seed: int, game: Hearts) -> None:
    for state in random_states(seed, game):
        if state.is_passing:
            assert texts(state.legal) == texts(state.hands[state.turn])
            continue
        plays = played_texts(state)
        found = oracle.play_out(hands_texts(state), plays, game.queen_breaks)
        assert found is not None
        assert [*state.took] == found.tricks
        if len(plays) == 52:
            assert state.turn == OVER
            assert [*state.scores] == oracle.scored(found.points)
            assert state.returns() == tuple(-float(score) for score in state.scores)
            continue
        assert ([*state.points], state.turn) == (found.points, found.turn)
        held = found.hands[state.turn]
        legal = oracle.legal_plays(held, found.table, found.gone, game.queen_breaks)
        assert set(texts(state.legal)) == legal


@pytest.mark.parametrize("seed", range(4))
def test_a_match_is_scored_as_the_oracle_scores_it(seed: int) -> None:
    state, moves, index = GAME.start(), [], 0
    while state.turn != OVER:
        legal = tuple(state.moves())
        place, index = below(len(legal), seed, 1, index)
        moves.append(str(legal[place]))
        state = state.after(legal[place])
    scores = oracle.match(moves, 100, "rotate", False)
    assert scores is not None
    assert [*state.scores] == scores
    assert max(scores) >= 100 > max(state.totals)


def test_cards_are_passed_to_the_left_the_right_across_and_not_at_all_in_turn() -> None:
    seen = []
    for state in random_states(3, GAME):
        if state.plays == [] and state.is_dealt and not state.is_passing:
            seen.append(way_of(state))
            hands = [set(hand) for hand in hands_texts(state)]
            assert [set(texts(hand)) for hand in state.hands] == hands
            for seat, cards in enumerate(passed_texts(state)):
                assert set(cards) <= hands[oracle.taker(seat, seen[-1])]
    assert seen[:4] == ["left", "right", "across", "hold"]


def test_the_two_of_clubs_leads_whoever_was_passed_it() -> None:
    for seed in range(6):
        state = next(one for one in random_states(seed) if one.is_dealt and not one.is_passing)
        assert texts(state.legal) == ["C2"]
        assert state.hands[state.turn] >> int(Card("C2")) & 1


def test_who_takes_all_points_scores_none_and_each_of_the_others_26() -> None:
    hands = ["".join(f"{suit}{rank}" for rank in "23456789TJQKA") for suit in "SHDC"]
    tricks = [f"C{rank}S{rank}H{rank}D{rank}" for rank in "23456789TJQKA"]
    state = HELD.parse(f"deal 0 | {' '.join(hands)} | - | {' '.join(tricks)} | 0-0-0-0")
    assert state.turn == OVER
    assert state.scores == (26, 26, 26, 0)


@pytest.mark.parametrize(
    "options", ["points=-1", "points=501", "passing=up", "queen_breaks=perhaps"]
)
def test_options_that_there_are_not_are_refused(options: str) -> None:
    with pytest.raises(NotationError):
        load(f"hearts({options})")


# --- Refusals -------------------------------------------------------------------------------------


def position(holds: object, game: Hearts = HELD) -> tuple[HeartsState, Card]:
    """Return the first position of random deals, and a card, in which something holds."""
    for seed in range(300):
        for state in random_states(seed, game):
            if state.turn < 0:
                continue
            for card in map(Card, texts(state.hands[state.turn])):
                if card not in state.moves() and holds(state, card):  # type: ignore[operator]
                    return state, card
    raise AssertionError("no such position")


def test_who_leads_first_is_told_that_it_is_the_two_of_clubs() -> None:
    state, card = position(lambda state, card: not state.gone)
    assert state.why_not(card) == f"{card}: the two of clubs is led: play C2"


def test_who_leads_a_heart_too_early_is_told_that_they_are_not_broken() -> None:
    state, card = position(lambda state, card: state.gone and not state.tricks[-1].cards)
    told = str(state.why_not(card))
    assert told.startswith(f"{card}: hearts are not broken yet: lead ")
    assert all(str(move) in told for move in state.moves())


def test_who_throws_points_on_the_first_trick_is_told_so() -> None:
    state, card = position(
        lambda state, card: (
            len(state.tricks) == 1
            and state.tricks[0].cards
            and not any(one.startswith("C") for one in texts(state.hands[state.turn]))
        )
    )
    assert str(state.why_not(card)).startswith(f"{card}: no points fall on the first trick: play ")


def test_who_must_follow_suit_is_told_the_suit() -> None:
    state, card = position(lambda state, card: len(state.tricks) == 3 and state.tricks[-1].cards)
    assert f"{card}: you hold " in str(state.why_not(card))
    assert "the led suit: play " in str(state.why_not(card))


def test_every_phrase_of_its_own_is_said_in_chinese_too() -> None:
    assert isinstance(ENTRY.words, dict)
    own = {code for code in ENTRY.words["zh"] if not code.startswith("ui.")}
    assert own == said_in(Path(hearts.__file__).parent)
    state, card = position(lambda state, card: not state.gone)
    refused = state.refusal(card)
    assert refused is not None
    assert say(refused, "zh").endswith("首墩由梅花2首引：请出♣2")
    assert say(refused, "en").endswith("the two of clubs is led: play ♣2")


# --- Texts ----------------------------------------------------------------------------------------


@given(st.integers(0, 2**32), st.integers(0, 63))
def test_a_position_is_read_as_it_is_written(seed: int, plies: int) -> None:
    states = random_states(seed % 50)
    state = states[min(plies, len(states) - 1)]
    assert DEAL.parse(str(state)) == state


def test_a_seat_sees_its_own_cards_and_what_it_passed_and_was_passed() -> None:
    state = next(one for one in random_states(2) if len(one.plays) == 9)
    for seat in range(4):
        seen = state.view(seat)
        own, passed = texts(state.dealt[seat]), passed_texts(state)
        assert "".join(own) in seen
        assert "".join(passed[seat]) in seen  # as it passed them
        assert "".join(texts(sum(1 << card for card in state.passed[(seat - 1) % 4]))) in seen
        assert "".join(passed[(seat + 1) % 4]) not in seen


# --- The deals that a seat can't tell apart, held against all there are ---------------------------


LATE = 36
"""Plays after which a seat has at most some hundred worlds."""
WORLDS = 1500


def all_worlds(state: HeartsState, seat: int) -> set[tuple[frozenset[str], ...]]:
    return set(
        oracle.worlds(
            seat, hands_texts(state), passed_texts(state), way_of(state), played_texts(state)
        )
    )


def as_world(state: HeartsState) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(hand) for hand in hands_texts(state))


@pytest.mark.parametrize("seed", range(5))
def test_as_many_worlds_are_counted_as_the_oracle_deals(seed: int) -> None:
    for state in [one for one in random_states(seed) if len(one.plays) in (LATE + 4, LATE + 7)]:
        for seat in range(4):
            assert count_worlds(knowledge_of(state, seat)) == len(all_worlds(state, seat))


@pytest.mark.parametrize("seed", range(12))
def test_no_world_contradicts_what_was_seen(seed: int) -> None:
    for at, state in enumerate(random_states(seed)[:-1:7]):
        for seat in range(4):
            world = state.resample(seat, seed, at)
            assert world.view(seat) == state.view(seat)
            if not world.is_passing:
                assert oracle.play_out(hands_texts(world), played_texts(state)) is not None


def test_every_world_comes_as_often_as_any_other() -> None:
    """Over all worlds, with a fixed seed."""
    state, seat, worlds = next(
        (state, seat, worlds)
        for seed in range(30)
        for state in random_states(seed)
        if len(state.plays) == LATE + 6
        for seat in range(4)
        if 20 <= len(worlds := all_worlds(state, seat)) <= 60
    )
    drawn = Counter(as_world(state.resample(seat, 11, stream)) for stream in range(WORLDS))
    assert set(drawn) <= worlds
    assert abs(unevenness(drawn, worlds)) < 4.8


def test_the_queen_costs_thirteen_and_a_heart_one() -> None:
    assert [oracle.points_of(text) for text in texts(QUEEN)] == [13]
    last = random_states(1)[-1]
    assert sum(last.scores) in (26, 78)


SUIT_LETTERS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}


@pytest.mark.parametrize("seed", range(12))
def test_a_task_that_names_what_may_not_be_played_names_just_that(seed: int) -> None:
    face, said = face_of(HELD), 0
    for state in random_states(seed, HELD):
        if state.turn < 0 or state.phase != "play":
            continue
        hand = {str(Card(card)) for card in cards_of(state.hands[state.turn])}
        legal = set(map(str, state.moves()))
        task = str(face.task(state))
        if "any card but " not in task:
            assert len(legal) <= 13
            assert "any" in task or all(card in task for card in legal)
            continue
        said += 1
        named = task.partition("any card but ")[2].split(" and ")
        out = {
            card
            for card in hand
            for one in named
            if card in (one,) or card[0] == SUIT_LETTERS.get(one)
        }
        assert out == hand - legal, task
    assert said or seed
