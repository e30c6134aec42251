"""The rules that trick-taking games share, by the plainest of them: no trump, each trick a point."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise import catalogue, testing
from suitwise.cards import Card
from suitwise.errors import NotationError
from suitwise.foundation.arrays import cost_dispatch
from suitwise.foundation.arrays.compiled import rule
from suitwise.game import OVER
from suitwise.testing.trial import Check
from suitwise.tricks import TrickGame, TrickRules, TrickState, knowledge_of
from suitwise.tricks.arrays import Course
from suitwise.tricks.cards import SUIT, cards_of
from suitwise.tricks.rules import TRUMP, lead, score_a_point
from tests.contract import hold

GAME = TrickGame()
catalogue.register(catalogue.Entry("tricks", TrickGame, batch="suitwise.tricks:batch_of"))


def dealt(seed: int) -> TrickState:
    state: TrickState = GAME.start().rolled(seed, 0)[0]
    return state


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", testing.CHECKS, ids=testing.name_of)
def test_the_plainest_game_keeps_the_contract(check: Check, exhaustive: bool) -> None:
    hold(check, testing.Trial(GAME, games=1, seed=3), exhaustive)


@given(st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_who_holds_the_suit_led_follows_it_and_the_highest_card_of_it_takes_the_trick(
    seed: int, chooser: object
) -> None:
    state, taken = dealt(seed), [0] * 4
    while state.turn != OVER:
        trick, hand = state.tricks[-1], state.hands[state.turn]
        legal = set(map(int, state.moves()))
        if trick.cards:
            follow = set(cards_of(hand & SUIT[trick.cards[0] // 13]))
            assert legal == (follow or set(cards_of(hand)))
        else:
            assert legal == set(cards_of(hand))
        card = chooser.choice(sorted(legal))  # type: ignore[attr-defined]
        if len(trick.cards) == 3:
            cards = [*trick.cards, card]
            best = max(one for one in cards if one // 13 == cards[0] // 13)
            taken[(trick.leader + cards.index(best)) % 4] += 1
        state = state.after(Card(card))
    assert [*state.took] == taken
    assert state.returns() == tuple(map(float, taken))


@given(st.integers(0, 2**32), st.integers(0, 51))
def test_who_does_not_follow_is_known_to_be_out_of_the_suit(seed: int, plays: int) -> None:
    state = dealt(seed)
    for _ in range(plays):
        state = state.after(next(iter(state.moves())))
    out = [0] * 4
    for trick in state.tricks:
        for seat, card in trick.plays:
            if card // 13 != trick.led:
                out[seat] |= SUIT[trick.led]
    assert [*state.barred] == out
    for seat in range(4):
        known = knowledge_of(state, seat)
        assert all(not known.may_hold[other] & out[other] for other in range(4))


def test_machine_code_moves_records_as_plain_python_does(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, plain = Course(GAME.rules), Course(GAME.rules)
    state, options = dealt(5), GAME.options
    record = other = state.record
    legal = state.legal
    while legal:
        card = next(cards_of(legal))
        monkeypatch.setattr(cost_dispatch, "PLAIN_S", 1e9)
        record, legal = plain.after(record, options, card)
        with cost_dispatch.nothing_plain():
            other, also = compiled.after(other, options, card)
        assert legal == also
        assert (record == other).all()
        seen = plain.seen(record, options, 2, 700), compiled.seen(other, options, 2, 700)
        assert np.array_equal(*seen)


@rule
def open_with_spades(record: object, options: object, last: int) -> None:
    """Make spades trump; seat 2 leads."""
    record[TRUMP] = 0  # type: ignore[index]
    lead(record, 2)


class Spades(TrickGame):
    name = "only_spades"
    rules = TrickRules(open_with_spades, score_trick=score_a_point)


def test_a_games_own_rule_stands_in_the_place_of_the_shared_one() -> None:
    state: TrickState = Spades().start().rolled(4, 0)[0]
    assert (state.trump, state.turn) == (0, 2)
    while state.turn != OVER:
        trick = state.tricks[-1]
        card = next(iter(state.moves()))
        if len(trick.cards) == 3:
            cards = [*trick.cards, int(card)]
            spades = [one for one in cards if one < 13]
            best = max(spades or [one for one in cards if one // 13 == cards[0] // 13])
            assert trick.followed_by(int(card)).winner == (trick.leader + cards.index(best)) % 4
        state = state.after(card)
    assert dealt(4).trump == -1


def test_a_single_deal_begins_with_nothing_scored() -> None:
    line = str(dealt(1))
    assert GAME.parse(line) == dealt(1)
    for change in (("| 0-0-0-0", "| 1-0-0-0"), ("dealer 0", "dealer 1")):
        with pytest.raises(NotationError, match="nothing is scored before it"):
            GAME.parse(line.replace(*change))
