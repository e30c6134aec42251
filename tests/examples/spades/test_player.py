"""The rule-based player of Spades: it sees no more than its seat, makes what it bids, and ducks."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from pathlib import Path

import pytest

import spades
from spades import ENTRY
from spades.game import SpadesState
from spades.player import SpadesPlayer
from suitwise.cards import Card
from suitwise.errors import SuitwiseError
from suitwise.game import State, load, play
from suitwise.players import RandomPlayer
from tests.examples.playing import said_in
from tests.examples.spades.games import DEAL, GAME, HANDS, random_states
from tests.oracles import spades_oracle as oracle

CHOOSE = SpadesPlayer()
DEALS = 60


def test_the_player_is_of_spades_and_needs_a_turn() -> None:
    with pytest.raises(SuitwiseError, match="a player of spades was asked for a move of gin"):
        CHOOSE(load("gin").start())
    with pytest.raises(SuitwiseError, match="no seat is on turn"):
        CHOOSE(DEAL.start())


@pytest.mark.parametrize("seed", range(8))
def test_it_plays_what_is_legal_and_the_same_in_every_world_that_it_can_not_tell_apart(
    seed: int,
) -> None:
    for state in random_states(seed)[:-1:3]:
        move = CHOOSE(state)
        assert move in state.moves()
        assert all(CHOOSE(state.resample(state.turn, 1, at)) == move for at in range(3))


def test_with_a_partner_like_itself_it_beats_two_who_play_at_random() -> None:
    ahead = []
    for deal in range(DEALS):
        side, others = deal % 2, RandomPlayer(3, deal)

        def choose(state: State[object], side: int = side, others: RandomPlayer = others) -> object:
            return (CHOOSE if state.turn % 2 == side else others)(state)

        ahead.append(play(DEAL.start(), choose, seed=9, stream=deal).returns[side])
    mean = sum(ahead) / DEALS
    error = sqrt(sum((one - mean) ** 2 for one in ahead) / (DEALS - 1) / DEALS)
    assert mean - 4 * error > 100


def test_among_four_of_its_kind_most_contracts_and_most_nils_are_made() -> None:
    found: Counter[str] = Counter()
    for deal in range(DEALS):
        state = DEAL.start()
        record = play(state, CHOOSE, seed=2, stream=deal)
        end = [*record.states()][-1]
        assert isinstance(end, SpadesState)
        bids = [str(end.last_call(seat)) for seat in range(4)]
        hands = [[str(Card(card)) for card in range(52) if hand >> card & 1] for hand in end.dealt]
        played = oracle.play_out(hands, [str(Card(card)) for _, card in end.plays], end.dealer)
        assert played is not None
        for side in (0, 1):
            points, bags = oracle.scored(bids[side::2], played.tricks[side::2])
            found["made" if points + bags > 0 else "set"] += 1
            found["bags"] += bags
        for bid, took in zip(bids, played.tricks, strict=True):
            found[f"nil {took == 0}"] += bid == "nil"
    assert found["made"] > 4 * found["set"]
    assert found["nil True"] > 2 * found["nil False"] > 0
    assert found["bags"] < 2 * 2 * DEALS


# --- Single bids and plays, by hand ---------------------------------------------------------------

# The hand of seat 1, which bids first; the others hold what is left.
BIDS = {
    "S2S3H2H4H6H8D3D5D7C2C4C5C7": "nil",
    "S2S3H2H4H6H8D3D5D7D8C2C4CA": "1",
    "SASKSQS2S3H2H3H4D2D3D4C2C3": "5",
    "SASKSQSJSTS9S8S7S6S5S4S3S2": "13",
    "SKS2HAH2H3DAD2D3CAC2C3C4C5": "4",
}


def dealt(hand: str) -> list[str]:
    """Return hands of which seat 1 has one, as texts of a position."""
    pack = [f"{suit}{rank}" for suit in "SHDC" for rank in oracle.RANKS]
    own = {hand[at : at + 2] for at in range(0, len(hand), 2)}
    rest = [card for card in pack if card not in own]
    hands = [rest[0::3], sorted(own, key=pack.index), rest[1::3], rest[2::3]]
    return ["".join(sorted(cards, key=pack.index)) for cards in hands]


@pytest.mark.parametrize("hand", BIDS)
def test_it_bids_the_tricks_that_it_counts(hand: str) -> None:
    state = GAME.parse(f"deal 0 | {' '.join(dealt(hand))} | - | - | 0-0")
    assert str(CHOOSE(state)) == BIDS[hand]


def chosen(bids: str, tricks: str, hands: list[str] = HANDS) -> str:
    return str(CHOOSE(GAME.parse(f"deal 0 | {' '.join(hands)} | {bids} | {tricks} | 0-0")))


LOW, HIGH = "S2S3S4S5S6S7S8H2H3H4H5H6H7", "S9STSJSQSKSAH8H9HTHJHQHKHA"
"""Of two suits the lower half and the higher one."""
MINOR, OTHER = "D2D3D4D5D6D7D8D9DTDJDQDKDA", "C2C3C4C5C6C7C8C9CTCJCQCKCA"


def test_it_leads_a_master_while_it_lacks_tricks_and_a_low_card_on_a_nil() -> None:
    hands = [MINOR, HIGH, OTHER, LOW]
    assert chosen("6 3 1 3", "-", hands) == "HA"
    assert chosen("nil 3 1 3", "-", hands) == "H8"


def test_on_a_nil_it_loses_with_the_highest_card_that_does() -> None:
    hands = ["S2S3S4S5S6S7H2H3H4H5H6HQHK", "S8S9STSJSQSKSAH7H8H9HTHJHA", MINOR, OTHER]
    assert chosen("3 1 1 nil", "HJD2C2", hands) == "H6"


def test_it_covers_a_nil_by_taking_what_the_partner_would_take() -> None:
    hands = ["S2S3S4S5S6S7S8S9H2H3H4H5HA", "D2D3D4D5D6D7D8D9DTDJDQDKDA"]
    hands += ["STSJSQSKSAH6H7H8H9HTHJHQHK", OTHER]
    assert chosen("3 nil 3 5", "D2HKC2", hands) == "S2"
    assert chosen("3 1 3 5", "D2STC2", hands) == "H2"


def test_it_leaves_the_trick_to_a_partner_who_has_it() -> None:
    hands = ["S2S3S4S5S6S7S8S9H2H3H4H5HA", "H6H7H8H9HTHJHQD2D3D4D5D6D7"]
    hands += ["STSJSQSKSAHKD8D9DTDJDQDKDA", OTHER]
    assert chosen("3 4 3 5", "H6HKC2", hands) == "H2"


def test_with_its_contract_made_it_leads_low() -> None:
    hands = ["S6HTHJC5C6C7C8C9CTCJCQCKCA", "S7S8S9STSJSQSKSAH2H3HQHKHA"]
    hands += ["S2S3H4H5H6D2D3D4D5D6D7D8D9", "S4S5H7H8H9DTDJDQDKDAC2C3C4"]
    assert chosen("1 4 1 4", "HAH4H7HT HKH5H8HJ", hands) == "H2"
    assert chosen("2 4 1 4", "HAH4H7HT HKH5H8HJ", hands) == "HQ"


def test_each_move_has_a_reason_in_both_languages() -> None:
    advised = set()
    for seed in range(40):
        for state in random_states(seed)[:-1]:
            advice = CHOOSE.advice(state)
            assert advice.move == CHOOSE(state)
            advised.add(advice.why.code)
    assert isinstance(ENTRY.words, dict)
    own = {code for code in ENTRY.words["zh"] if not code.startswith("ui.")}
    assert own == said_in(Path(spades.__file__).parent)
    assert advised == {code for code in own if code.startswith("spades.why.")}
