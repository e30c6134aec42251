"""What renaming suits and turning the table leave as it is."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import Card
from suitwise.game import OVER
from tests.examples.whist.games import DEAL
from whist.game import Whist
from whist.hidden.knowledge import knowledge_of
from whist.hidden.worlds import count_worlds
from whist.rules.tricks import Trick, bits_of, cards_of
from whist.state import WhistState

SEEDS = st.integers(0, 2**32)
SUITS = st.sampled_from(list(permutations(range(4))))


def renamed(card: int, suits: tuple[int, ...]) -> int:
    return 13 * suits[card // 13] + card % 13


def in_other_suits(state: WhistState, suits: tuple[int, ...]) -> WhistState:
    dealt = (bits_of(renamed(card, suits) for card in cards_of(hand)) for hand in state.dealt)
    tricks = (
        Trick(one.leader, suits[one.trump], tuple(renamed(card, suits) for card in one.cards))
        for one in state.tricks
    )
    turned = renamed(state.turned, suits)
    return replace(state, dealt=tuple(dealt), turned=turned, tricks=tuple(tricks))


def turned_round(state: WhistState, by: int) -> WhistState:
    dealt = tuple(state.dealt[(at - by) % 4] for at in range(4))
    tricks = tuple(replace(one, leader=(one.leader + by) % 4) for one in state.tricks)
    dealer = (state.dealer + by) % 4
    game = Whist(points=0, dealer=dealer)
    return replace(state, variant=game, dealer=dealer, dealt=dealt, tricks=tricks)


def some_state(data: st.DataObject) -> WhistState:
    """Return a state somewhere in a deal played by whoever draws."""
    state, _ = DEAL.start().rolled(data.draw(SEEDS), 0)
    chooser = data.draw(st.randoms(use_true_random=False))
    for _ in range(data.draw(st.integers(0, 51))):
        state = state.after(chooser.choice(tuple(state.moves())))
    return state


@given(st.data())
def test_suits_renamed_leave_moves_winners_and_worlds_as_they_are(data: st.DataObject) -> None:
    state, suits = some_state(data), data.draw(SUITS)
    other = in_other_suits(state, suits)
    assert {renamed(move, suits) for move in state.moves()} == set(map(int, other.moves()))
    assert (other.turn, other.took, other.scores) == (state.turn, state.took, state.scores)
    counts = [count_worlds(knowledge_of(one, state.turn)) for one in (state, other)]
    assert counts[0] == counts[1]
    assert DEAL.parse(str(other)) == other


@given(st.data(), st.integers(0, 3))
def test_a_table_turned_round_turns_turns_and_returns(data: st.DataObject, by: int) -> None:
    state = some_state(data)
    other = turned_round(state, by)
    assert other.turn == (state.turn + by) % 4
    assert other.moves() == state.moves()
    assert other.took == (state.took[::-1] if by % 2 else state.took)
    seen = state.observe(state.turn), other.observe(other.turn)
    assert (seen[0] == seen[1]).all()
    after, turned = (one.after(next(iter(one.moves()))) for one in (state, other))
    assert turned == turned_round(after, by)
    assert turned.returns() == (after.returns()[::-1] if by % 2 else after.returns())


@given(st.data())
def test_text_and_view_tell_all_and_no_more(data: st.DataObject) -> None:
    state = some_state(data)
    assert DEAL.parse(str(state)) == state
    world = state.resample(state.turn, data.draw(SEEDS), 0)
    assert world.view(state.turn) == state.view(state.turn)
    assert world.moves() == state.moves()
    for card in map(Card, range(52)):
        assert (state.why_not(card) is None) == (card in state.moves())


@given(SEEDS, st.integers(0, 100))
def test_a_deal_scores_one_side_and_thirteen_tricks(seed: int, index: int) -> None:
    state, _ = DEAL.start().rolled(seed, 0, index)
    while state.turn != OVER:
        state = state.after(tuple(state.moves())[seed % len(state.moves())])
    assert sum(state.took) == 13
    assert min(state.scores) == 0 < max(state.scores) == max(state.took) - 6
