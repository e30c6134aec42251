"""The rules of Spades against the oracle, and its readings of the rules one by one."""

from __future__ import annotations

import ast
from collections import Counter
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import spades
from spades import ENTRY
from spades.game import AHEAD, BEST, WORST, Spades, SpadesState
from spades.rules import points_of_side
from suitwise.cards import Card
from suitwise.errors import NotationError
from suitwise.foundation.arrays.compiled import machine
from suitwise.game import OVER, load
from suitwise.table.rules.messages import say
from suitwise.tricks import count_worlds, knowledge_of
from suitwise.tricks.rules import BEFORE, CALLED, CALLS, TOOK
from tests.examples.playing import texts, unevenness
from tests.examples.spades.games import (
    DEAL,
    GAME,
    HANDS,
    bids_texts,
    first,
    hands_texts,
    modest_moves,
    played_texts,
    random_states,
    whole_deal,
)
from tests.oracles import spades_oracle as oracle

# --- Against the oracle ---------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_bids_plays_and_tricks_are_those_of_the_oracle(seed: int) -> None:
    for state in random_states(seed):
        plays = played_texts(state)
        found = oracle.play_out(hands_texts(state), plays, state.dealer)
        assert found is not None
        assert [*state.took] == [sum(found.tricks[0::2]), sum(found.tricks[1::2])]
        if state.is_bidding:
            assert [str(call) for call in state.moves()] == oracle.BIDS
            assert state.turn == (state.dealer + 1 + len(state.called)) % 4
        elif state.turn != OVER:
            assert state.turn == found.turn
            held = found.hands[state.turn]
            assert set(texts(state.legal)) == oracle.legal_plays(held, found.table, found.gone)


@pytest.mark.parametrize("bids", [range(1), range(3), range(1, 5), range(14)], ids=str)
@pytest.mark.parametrize("seed", range(25))
def test_a_deal_is_scored_as_the_oracle_scores_it(seed: int, bids: range) -> None:
    moves, state = modest_moves(seed, DEAL, bids)
    scores = oracle.match(moves, 0)
    assert scores is not None
    assert [*state.scores] == scores
    assert [*state.returns()] == oracle.returns(moves, 0)


MATCHES = {"won": (100, range(1, 4)), "lost": (500, range(14)), "stopped": (1000, range(1, 4))}
"""Points and bids of games, by how most of them end."""


@pytest.mark.parametrize("end", MATCHES)
@pytest.mark.parametrize("seed", range(5))
def test_a_match_is_scored_as_the_oracle_scores_it(seed: int, end: str) -> None:
    points, bids = MATCHES[end]
    moves, state = modest_moves(seed, Spades(points=points), bids)
    scores = oracle.match(moves, points)
    assert scores is not None
    assert [*state.scores] == scores
    assert [*state.returns()] == oracle.returns(moves, points)
    is_end = {
        "won": max(scores) >= points or seed == 4,  # that one is lost
        "lost": min(scores) <= -points,
        "stopped": len(moves) == 40 * 108,
    }
    assert is_end[end]


@given(
    bids=st.tuples(*[st.integers(0, 13)] * 4),
    cuts=st.tuples(*[st.integers(0, 13)] * 3),
    before=st.integers(-1000, 1000),
    side=st.integers(0, 1),
)
def test_any_bids_and_tricks_are_scored_alike_by_rule_machine_code_and_oracle(
    bids: tuple[int, ...], cuts: tuple[int, ...], before: int, side: int
) -> None:
    ends = [0, *sorted(cuts), 13]
    tricks = [more - one for one, more in pairwise(ends)]
    record = np.array(GAME.start().record)
    record[CALLED] = 4
    for seat in range(4):
        record[CALLS + seat] = 64 * seat + bids[seat]
        record[TOOK + seat], record[BEFORE + seat] = tricks[seat], before
    tally = oracle.Tally()
    tally.scores, tally.bags = [before] * 2, [before % 10] * 2
    tally.add([oracle.BIDS[bid] for bid in bids], tricks)
    scored = tally.scores[side] - before
    assert machine(points_of_side)(record, side) == points_of_side(record, side) == scored


# --- Worked examples, by hand ---------------------------------------------------------------------

# Bids are made from seat 1 on; seat 0 takes 12 tricks, seat 1 one, the others none.
EXAMPLES = {
    "a side makes what it bid": ("1 5 1 7", "0-0", (120, -20)),
    "bags": ("3 3 2 5", "0-0", (84, -50)),
    "a side is set by one trick": ("1 4 nil 9", "0-0", (-130, 110)),
    "the tenth bag costs 100": ("1 3 1 3", "4-0", (4 + 66 - 100, -20)),
    "nine bags cost nothing": ("1 3 1 6", "6-0", (99, -20)),
    "bags over ten are kept": ("1 3 1 5", "47-0", (47 + 84 - 100, -20)),
    "bags of a score below zero": ("1 3 1 5", "-153-0", (-153 + 84 - 100, -20)),
    "nil made": ("4 nil 3 12", "0-0", (220, -70)),
    "nil failed": ("nil 5 1 7", "0-0", (120, -100 + 10)),
    "a failed nil makes bags": ("1 4 1 nil", "0-0", (-100 + 40 + 8, -20)),
    "a nil fails and the contract, too": ("nil 5 2 7", "0-0", (120, -100 - 20)),
    "two nils of a side": ("1 nil 2 nil", "0-0", (100 - 100 + 12 - 100, -30)),
    "two nils, of which one trick is a bag": ("nil 6 nil 6", "0-9", (120, 9 + 1 - 100)),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples(name: str) -> None:
    bids, before, scores = EXAMPLES[name]
    state = whole_deal(bids, before)
    assert state.totals == scores
    assert state.deals == 5


def test_the_most_that_a_deal_can_bring_and_cost() -> None:
    found = oracle.scored(["nil", "13"], [0, 13])[0]
    assert found == BEST
    assert found - oracle.scored(["13", "13"], [0, 0])[0] == AHEAD
    tally = oracle.Tally()
    tally.bags = [9, 0]
    tally.add(["nil", "1", "nil", "1"], [5, 1, 6, 1])
    assert tally.scores[0] == WORST
    state = whole_deal("13 nil 13 12", game=DEAL)
    assert state.returns() == (220 + 260, -220 - 260) * 2


def test_whoever_has_the_points_of_a_game_and_is_ahead_has_won() -> None:
    state = whole_deal("1 5 1 7", "390-490")
    assert (state.turn, state.scores, state.returns()) == (OVER, (510, 470), (1, -1, 1, -1))
    assert whole_deal("1 5 1 7", "380-400").scores == (500, 380)  # no point too few
    assert whole_deal("1 5 1 7", "379-400").totals == (499, 380)
    both = whole_deal("1 5 nil 7", "400-450")  # 520, and 450 + 10 + 100
    assert (both.turn, both.scores, both.returns()) == (OVER, (520, 560), (-1, 1, -1, 1))


def test_if_both_are_level_they_play_on() -> None:
    level = whole_deal("1 5 nil 7", "380-390")  # 500 and 500
    assert (level.phase, level.totals, level.deals) == ("deal", (500, 500), 5)


def test_whoever_has_lost_the_points_of_a_game_has_lost() -> None:
    state = whole_deal("7 5 7 7", "0--400")
    assert (state.turn, state.scores, state.returns()) == (OVER, (120, -540), (1, -1, 1, -1))


def test_after_forty_deals_whoever_is_ahead_has_won_and_nobody_if_both_are_level() -> None:
    hands = " ".join(HANDS_OF_DEALER_3)
    for before, returned in {"20-10": (0, 0), "10-20": (-1, 1), "100--10": (1, -1)}.items():
        state = GAME.parse(f"deal 39 | {hands} | 1 5 nil 7 | - | {before}")
        while state.moves():
            state = state.after(next(iter(state.moves())))
        assert state.turn == OVER
        assert state.returns() == returned * 2


HANDS_OF_DEALER_3 = [*HANDS[1:], HANDS[0]]
"""The same hands if seat 3 deals: side 1 makes 12 tricks of 12, and side 0 one and a nil."""


# --- What may be played ---------------------------------------------------------------------------


def is_unbroken_lead(state: SpadesState) -> bool:
    is_lead = state.phase == "play" and not state.tricks[-1].cards
    return is_lead and not any(card.startswith("S") for card in played_texts(state))


def test_spades_are_not_led_before_one_has_been_played() -> None:
    state = first(lambda state: is_unbroken_lead(state) and state.hands[state.turn] & 0x1FFF)
    spade = next(card for card in texts(state.hands[state.turn]) if card.startswith("S"))
    assert not any(str(card).startswith("S") for card in state.moves())
    said = str(state.why_not(spade))
    assert said.startswith(f"{spade}: spades are not broken yet: lead ")
    assert all(str(card) in said for card in state.moves())


def test_after_a_spade_has_been_thrown_they_are_led() -> None:
    state = first(
        lambda state: (
            state.plays
            and not state.tricks[-1].cards
            and state.hands[state.turn] & 0x1FFF
            and any(card.startswith("S") for card in played_texts(state))
        )
    )
    assert texts(state.legal) == texts(state.hands[state.turn])


def test_who_holds_nothing_but_spades_leads_one_and_all_know_it() -> None:
    state = GAME.parse(f"deal 0 | {' '.join(HANDS)} | 1 5 1 7 | H2D2C2HA | 0-0")
    assert state.turn == 0
    assert texts(state.legal) == texts(state.hands[0])
    after = state.after("S2")
    known = knowledge_of(after, 2)
    assert known.reach(0) & ~0x1FFF == 0


def test_who_must_follow_suit_is_told_the_suit() -> None:
    def must(state: SpadesState) -> bool:
        return (
            bool(state.plays and state.tricks[-1].cards) and state.legal != state.hands[state.turn]
        )

    state = first(must)
    other = next(card for card in texts(state.hands[state.turn]) if Card(card) not in state.moves())
    assert "the led suit: play " in str(state.why_not(other))


# --- Options, words and texts ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ("points=-1", "points is a number from 0 to 1000"),
        ("points=1001", "points is a number from 0 to 1000"),
        ("points=many", "a whole number, not 'many'"),
        ("target=500", "spades has no option 'target'; its options: points"),
    ],
)
def test_options_that_there_are_not_are_refused(options: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        load(f"spades({options})")


def said_in(package: Path) -> set[str]:
    """Return the codes of the phrases written in a package."""
    found = set()
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "phrase":
                found.add(ast.literal_eval(node.args[0]))
    return found


def test_every_phrase_of_its_own_is_said_in_chinese_too() -> None:
    assert isinstance(ENTRY.words, dict)
    own = {code for code in ENTRY.words["zh"] if not code.startswith("ui.")}
    assert own == said_in(Path(spades.__file__).parent)
    state = GAME.parse(f"deal 0 | {' '.join(HANDS)} | 1 5 1 7 | - | 0-0")
    refused = state.refusal(Card("SA"))
    assert refused is not None
    assert "黑桃尚未出过，不能首引：请出♥2" in say(refused, "zh")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("deal 0 | - - - - | - | - | 10-0", "after 0 deals no scores are 10 and 0"),
        ("deal 1 | - - - - | - | - | 231-0", "after 1 deals no scores are 231 and 0"),
        ("deal 3 | - - - - | - | - | 500-0", "the game was over before this deal"),
        ("deal 3 | - - - - | - | - | 0--500", "the game was over before this deal"),
        ("deal 40 | - - - - | - | - | 0-0", "the game was over before this deal"),
    ],
)
def test_deals_that_no_game_comes_to_are_refused(line: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        GAME.parse(line)


@given(st.integers(0, 2**32), st.integers(0, 60))
def test_a_position_is_read_as_it_is_written(seed: int, plies: int) -> None:
    states = random_states(seed % 50)
    state = states[min(plies, len(states) - 1)]
    assert DEAL.parse(str(state)) == state


def test_a_seat_sees_its_own_cards_and_all_bids() -> None:
    state = next(one for one in random_states(2) if len(one.plays) == 9)
    for seat in range(4):
        seen = state.view(seat)
        assert "".join(texts(state.dealt[seat])) in seen
        assert "".join(texts(state.dealt[(seat + 1) % 4])) not in seen
        order = [(state.dealer + 1 + place) % 4 for place in range(4)]
        assert f" | {' '.join(bids_texts(state)[one] for one in order)} | " in seen


# --- The deals that a seat can't tell apart, held against all there are ---------------------------

LATE = 36
"""Plays after which a seat has at most some hundred worlds."""
WORLDS = 1500


def all_worlds(state: SpadesState, seat: int) -> set[tuple[frozenset[str], ...]]:
    return set(oracle.worlds(seat, hands_texts(state), played_texts(state), state.dealer))


@pytest.mark.parametrize("seed", range(5))
def test_as_many_worlds_are_counted_as_the_oracle_deals(seed: int) -> None:
    for state in [one for one in random_states(seed) if len(one.plays) in (LATE + 4, LATE + 7)]:
        for seat in range(4):
            assert count_worlds(knowledge_of(state, seat)) == len(all_worlds(state, seat))


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
    drawn = Counter(
        tuple(frozenset(hand) for hand in hands_texts(state.resample(seat, 11, stream)))
        for stream in range(WORLDS)
    )
    assert set(drawn) <= worlds
    assert abs(unevenness(drawn, worlds)) < 4.8
