"""Contracts: who declares and leads, when a hand is decided, what it scores; against the oracle."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.compiled import machine
from suitwise.texas42 import Contract, dominoes_of
from suitwise.texas42.rules import contracts
from suitwise.texas42.rules.auction import N_CALLS, call_of, doubles_shown
from suitwise.texas42.rules.dominoes import DECLARATION_TEXT, SEVENS
from suitwise.texas42.rules.position import read_declaration
from tests.oracles import texas42_oracle as oracle
from tests.texas42.games import as_oracle_contract, as_oracle_domino, as_oracle_hands, dealt

EVERYTHING = contracts.NELLOS | 1 << SEVENS


def some_contract(rng: Random) -> Contract:
    """Return a contract of any kind, special ones as often as straight ones."""
    call = rng.choice((rng.randrange(1, N_CALLS), rng.randrange(13, N_CALLS)))
    legal = contracts.legal_declarations(call, EVERYTHING)
    declared = rng.choice([d for d in range(14) if legal >> d & 1])
    return Contract(rng.randrange(4), call, declared)


def shown(result: int) -> str | None:
    return None if result == contracts.OPEN else contracts.RESULT_TEXT[result]


def test_hands_are_made_and_set_when_the_oracle_says_so(exhaustive: bool) -> None:
    rng = Random(9)
    for _ in range(3000 if exhaustive else 150):
        contract = some_contract(rng)
        hands = dealt(rng, contract.bidder, doubles_shown(contract.call))
        mine = contract.start(hands)
        slow = oracle.Standing(
            as_oracle_contract(contract),
            oracle.start(as_oracle_contract(contract), as_oracle_hands(hands)),
        )
        while not mine.position.over:
            domino = rng.choice(dominoes_of(mine.position.legal()))
            mine, slow = mine.after(domino), oracle.go_on(slow, as_oracle_domino(domino))
            assert shown(mine.result) == oracle.outcome(slow)
            assert mine.points == oracle.points_of_sides(slow.tricks)
        result = oracle.outcome(slow)
        assert result is not None
        assert contracts.score_marks(contract, mine.result) == oracle.score_marks(
            slow.contract, result
        )
        assert contracts.score_points(contract, mine.result, mine.points) == oracle.score_points(
            slow.contract, result, mine.points
        )


def test_the_rule_of_a_hands_result_is_the_same_in_machine_code() -> None:
    rng = Random(2)
    compiled = machine(contracts.result_of)
    for _ in range(500):
        own = rng.randrange(43)
        tricks = rng.randrange(8)
        lost = rng.randrange(8 - tricks)
        what = (rng.randrange(1, N_CALLS), rng.randrange(14), own, rng.randrange(43 - own))
        case = (*what, tricks, lost, 7 - tricks - lost)
        assert compiled(*case) == contracts.result_of(*case)


@pytest.mark.parametrize(
    ("call", "declared", "declarer", "out"),
    [
        *(("30", "5", 1, -1), ("2m", "notrump", 1, -1), ("plunge4", "doubles", 3, -1)),
        *(("splash2", "0", 3, -1), ("1m", "nello-low", 1, 3), ("1m", "sevens", 1, -1)),
    ],
)
def test_who_declares_leads(call: str, declared: str, declarer: int, out: int) -> None:
    contract = Contract(1, call_of(call), read_declaration(declared))
    assert (contract.declarer, contract.leader, contract.out) == (declarer, declarer, out)
    assert contract.side == 1


@pytest.mark.parametrize(
    ("call", "declared"),
    [("30", "nello"), ("41", "sevens"), ("plunge4", "nello-high"), ("splash2", "sevens")],
)
def test_nello_and_sevens_are_for_plain_marks(call: str, declared: str) -> None:
    with pytest.raises(IllegalPosition, match=f"{declared} can't be declared after {call}"):
        Contract(0, call_of(call), read_declaration(declared))


def test_the_kinds_of_nello_are_four_and_sevens_is_none() -> None:
    kinds = [DECLARATION_TEXT[one] for one in range(32) if contracts.NELLOS >> one & 1]
    assert kinds == ["nello", "nello-inverted", "nello-high", "nello-low"]


@pytest.mark.parametrize("facts", [(4, 1, 5), (0, 0, 5), (0, N_CALLS, 5), (0, 1, 14), (0, 1, -1)])
def test_what_no_auction_leads_to_is_refused(facts: tuple[int, int, int]) -> None:
    with pytest.raises(IllegalPosition):
        Contract(*facts)


def test_a_renege_gives_the_stake_to_the_other_side() -> None:
    rng = Random(4)
    for offender in range(4):
        contract = some_contract(rng)
        slow = oracle.score_renege(as_oracle_contract(contract), offender)
        assert contracts.score_renege(contract, offender) == slow


def test_a_renege_in_the_game_of_points_gives_the_rest_of_the_hand_to_the_other_side() -> None:
    bid31, marks3 = Contract(0, call_of("31"), 5), Contract(0, call_of("3m"), 5)
    assert contracts.score_renege_points(bid31, 2, (12, 6)) == (0, 30 + 31)
    assert contracts.score_renege_points(bid31, 1, (12, 6)) == (36, 0)
    assert [contracts.score_renege_points(marks3, seat, (5, 0)) for seat in (0, 3)] == [
        (0, 126),
        (126, 0),
    ]


def test_nobody_gains_in_points_by_a_renege() -> None:
    rng = Random(6)
    for _ in range(300):
        contract = Contract(rng.randrange(4), rng.randrange(1, 20), 5)
        first = rng.randrange(43)
        took = (first, 42 - first)
        now = (rng.randrange(took[0] + 1), rng.randrange(took[1] + 1))
        for offender in range(4):
            lost = contracts.score_renege_points(contract, offender, now)
            own = offender % 2
            whole = (42, 0) if own != 0 else (0, 42)
            worst = contracts.score_points(
                contract, contracts.SET if own == contract.side else contracts.MADE, whole
            )
            assert lost[own] == 0
            assert lost[1 - own] >= (contract.stake * 42 if not contract.for_points else 0)
            assert lost[1 - own] <= worst[1 - own]


def test_a_match_is_won_at_its_target_by_the_declaring_side_if_both_are_there() -> None:
    for one, two, declaring in product((0, 249, 250, 300), (0, 249, 250, 260), (0, 1)):
        slow = oracle.match_winner((one, two), declaring, 250)
        assert contracts.match_winner((one, two), declaring, 250) == (-1 if slow is None else slow)


def test_marks_are_forty_two_points_each() -> None:
    contract = Contract(0, call_of("3m"), 5)
    assert contracts.score_points(contract, contracts.MADE, (42, 0)) == (126, 0)
    assert contracts.score_points(contract, contracts.SET, (30, 12)) == (0, 126)
