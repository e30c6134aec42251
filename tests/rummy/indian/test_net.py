"""The trained player of Indian rummy: what its inputs count, what it sees, where it plays."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from suitwise.errors import SuitwiseError
from suitwise.game import OVER, play
from suitwise.players import RandomPlayer, mirrored
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.indian.players import inputs as seen
from suitwise.rummy.indian.players import net
from suitwise.rummy.indian.players.inputs import Sight
from suitwise.rummy.indian.players.net import Trained
from suitwise.rummy.indian.players.rule_based import (
    GreedyIndianPlayer,
    leftovers_by_stage,
    thirds_for,
    unseen_by,
)
from suitwise.rummy.indian.state import IndianState, melds_of
from suitwise.rummy.rules.cards import Cards, in_order, minus, plus
from suitwise.rummy.rules.hand import N_SUITED
from tests.rummy.indian_positions import MINE, OTHER, after, at

PLAYER = Trained()
DRAW = f"draw 0 draws 2 | in in | S7 | {MINE} / {OTHER} | HQ 0.HK 1.C8 | - / - | -"


@cache
def positions(phase: str) -> tuple[IndianState, ...]:
    """Return the turns in a phase of some deals of the player against the greedy one."""
    found: list[IndianState] = []
    players = PLAYER, GreedyIndianPlayer()
    for number in range(6):
        record = play(Indian().start(), lambda state: players[state.turn](state), 7, number)
        found += [state for state in record.states() if state.turn >= 0 and state.phase == phase]  # type: ignore[attr-defined, misc]
    assert len(found) > 50
    return tuple(found)


def number_in(inputs: list[int], first: int, size: int) -> int:
    """Return the number that a block of one-hot inputs stands for."""
    (found,) = (on - first for on in inputs if first <= on < first + size)
    return found


def natural(state: IndianState, cards: Cards) -> list[int]:
    return [card for card in cards if not state.rules.is_wild(card)]


# --- What the inputs count, by other means --------------------------------------------------------


def test_it_counts_what_the_arranger_leaves_over_at_each_stage() -> None:
    for state in positions("draw"):
        hand, inputs = state.hands[state.seat], Sight(state).drawing()
        for stage, left in enumerate(leftovers_by_stage(hand, state.rules, True)):
            size = seen.MOST_LEFT + 2
            told = number_in(inputs, seen.HAND + seen.LEFT + stage * size, size)
            assert told == (size - 1 if left is None else len(natural(state, left)))
            if left is None:
                continue
            size = seen.MOST_POINTS + 1
            told = number_in(inputs, seen.HAND + seen.POINTS + stage * size, size)
            points = sum(map(state.rules.cost, natural(state, left)))
            assert told == min(-(-points // 5), seen.MOST_POINTS)


def test_it_counts_the_unseen_cards_that_make_a_meld_with_two() -> None:
    for state in positions("draw"):
        hand, inputs = state.hands[state.seat], Sight(state).drawing()
        unseen = unseen_by(state, state.seat)
        suited = [card for card in hand if card < N_SUITED]
        in_run, in_set = thirds_in(suited)
        size = seen.MOST_FITTING + 1
        for first, thirds in ((seen.PURE_OUTS, in_run), (seen.FITTING, in_set)):
            told = number_in(inputs, seen.HAND + first, size)
            assert told == min(sum(unseen[card] for card in thirds), size - 1)


def thirds_in(cards: list[int]) -> tuple[set[int], set[int]]:
    """Return the cards that make a run with two of some cards, and those that make a set."""
    in_run: set[int] = set()
    in_set: set[int] = set()
    for one, other in combinations(cards, 2):
        (in_run if one // 13 == other // 13 else in_set).update(thirds_for(one, other))
    return in_run, in_set


def test_it_counts_the_cards_with_which_a_hand_can_be_declared() -> None:
    """As the arranger finds them one by one; of hands with wild cards it may miss some."""
    counted = 0
    for state in positions("draw"):
        hand, rules = state.hands[state.seat], state.rules
        told = number_in(Sight(state).drawing(), seen.HAND + seen.WINNING, seen.MOST_WINNING + 2)
        left = leftovers_by_stage(hand, rules, True)[0]
        if left is None or len(left) > seen.NEARLY:
            assert told == seen.MOST_WINNING + 1
            continue
        unseen = unseen_by(state, state.seat)
        wins = sum(
            copies for card, copies in unseen.items() if can_be_declared(state, plus(hand, card))
        )
        if any(map(rules.is_wild, hand)):
            assert told <= min(wins, seen.MOST_WINNING)
        else:
            assert told == min(wins, seen.MOST_WINNING)
        counted += 1
    assert counted > 2


def can_be_declared(state: IndianState, cards: Cards) -> bool:
    return any(melds_of(minus(cards, card), state.rules) for card in dict.fromkeys(cards))


def test_the_pairs_that_want_a_card_are_those_of_the_rule_based_player() -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        counts = rng.integers(0, 3, N_SUITED + 1)
        for card in range(N_SUITED):
            pairs = {
                frozenset((one, third))
                for one in range(N_SUITED)
                for third in thirds_for(card, one)
                if one != card
            }
            wanted = sum(int(np.prod([counts[each] for each in pair])) for pair in pairs)
            found = seen.pairs_melding(counts, card // 13, (card + 1) % 13)
            assert found == wanted


def test_it_weighs_the_discards_that_some_stage_leaves_over() -> None:
    for state in positions("discard"):
        hand, rules = state.hands[state.seat], state.rules
        stages = leftovers_by_stage(hand, rules, True)
        loose = {card for left in stages if left for card in natural(state, left)}
        allowed = set(state.discards())
        assert set(Sight(state).loose(hand, state.taken)) == (loose & allowed or allowed)


# --- What it sees ---------------------------------------------------------------------------------


def test_every_input_is_named_once_and_hands_of_other_suits_turn_on_the_same() -> None:
    for state in positions("discard")[::5]:
        hand, known = state.hands[state.seat], state.known[state.seat]
        card = state.discards()[0]
        inputs = Sight(state).kept(hand, known, card)
        assert len(inputs) == len(set(inputs)) < seen.MOST_ON
        assert min(inputs) >= 0
        assert max(inputs) < seen.INPUTS
        other = renamed(state)
        there = Sight(other).kept(other.hands[other.seat], other.known[other.seat], turned(card))
        assert sorted(there) == sorted(inputs)


def turned(card: int) -> int:
    """Return a card in the next suit."""
    return card if card >= N_SUITED else (card + 13) % N_SUITED


def renamed(state: IndianState) -> IndianState:
    """Return a position with each suit in place of the one before it."""

    def cards(held: Cards) -> Cards:
        return in_order(map(turned, held))

    return replace(
        state,
        hands=tuple(map(cards, state.hands)),
        wild=turned(state.wild),
        pile=tuple((turned(card), by) for card, by in state.pile),
        known=tuple(map(cards, state.known)),
        taken=turned(state.taken) if state.taken >= 0 else -1,
        turned=cards(state.turned),
    )


def test_plain_python_and_machine_code_turn_on_the_same_inputs() -> None:
    for state in positions("discard")[::40]:
        hand, known = state.hands[state.seat], state.known[state.seat]
        found = [
            [(card, sight.kept(hand, known, card)) for card in sight.loose(hand, state.taken)]
            for sight in (Sight(state), Sight(state, compiled=False))
        ]
        assert found[0] == found[1]


# --- What it plays --------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [Indian(), Indian(reshuffle=False), Indian(draws=12)])
def test_it_plays_deals_to_their_end_by_legal_moves_and_the_same_again(game: Indian) -> None:
    for number in range(3):
        record = play(game.start(), PLAYER, 2, number)  # which refuses illegal moves
        assert list(record.states())[-1].turn == OVER
        assert play(game.start(), Trained(), 2, number).moves == record.moves


@pytest.mark.parametrize(
    "game", [Indian(seats=3), Indian(jokers=0), Indian(drop=10), Indian(middle=30), Indian(cap=100)]
)
def test_it_refuses_variants_that_it_has_not_learnt(game: Indian) -> None:
    state, _ = game.start().rolled(1, 0)
    with pytest.raises(SuitwiseError, match="in other variants expected plays"):
        PLAYER(state)


def test_a_hand_that_can_be_declared_is() -> None:
    declared = PLAYER(after(at(DRAW), "stock C2"))
    assert after(at(DRAW), f"stock C2 {declared}").phase == "show"


def test_it_drops_a_hand_that_is_worth_less_than_a_drop_costs() -> None:
    poor = "SA S4 S9 H2 H6 HT HQ D3 D8 DK C5 CJ C9"
    state = at(f"draw 0 draws 0 | new new | S7 | {poor} / {OTHER} | HK | - / - | -")
    worth = net.worth_of_moves(state, net.networks())
    assert str(PLAYER(state)) == "drop"
    assert max(worth.values()) == -20


def test_what_it_weighs_is_legal_and_no_declaration() -> None:
    for state in (*positions("draw"), *positions("discard")):
        weighed = net.worth_of_moves(state, net.networks())
        assert weighed.keys() <= set(state.moves())
        assert all(move.kind != "declare" for move in weighed)


def test_it_says_what_its_move_does_for_the_hand() -> None:
    for state in (*positions("draw")[:6], *positions("discard")[:6]):
        move, why = PLAYER.advice(state)
        assert move == PLAYER(state)
        assert "network" not in str(why)


def test_it_beats_chance_on_the_same_deals() -> None:
    assert mirrored(Indian(), PLAYER, RandomPlayer(1), 8, seed=5).low > 10
