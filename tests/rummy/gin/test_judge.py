"""The judge of gin rummy: its deals in thought follow the rules, and it knows a blunder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.arrays.lazy_numpy import np
from suitwise.game import CHANCE, OVER, play
from suitwise.players.review import Verdict, judged
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.players.evaluation import cheapest, knocking_card, wants
from suitwise.rummy.gin.players.judge import GinJudge
from suitwise.rummy.gin.players.rule_based import GinPlayer, unseen_by
from suitwise.rummy.gin.players.search import (
    WAITING_TRIED,
    Candidate,
    candidates_of,
    evidence_of,
    rollout_points,
    sample_worlds,
)
from suitwise.rummy.gin.rules.deadwood import BITS, PACK, bit_of, card_at, cards_of
from suitwise.rummy.gin.rules.moves import CARD_MOVES, PASS, PILE, STOCK, GinMove
from suitwise.rummy.gin.state import GinState

WORLDS = 2
FOUND = Verdict("", "", "", worlds=1, tried=2, worth=0.0, cost=0.0, error=0.0)
BIG = "discard 0 dealer 1 | {} | H3 H8 HT D3 D5 D7 C6 C8 CT CQ | HK 0.DK 1.C4 | - / - | 0-0 0-0"


def turns(game: Gin, seed: int) -> Iterator[GinState]:
    for state in play(game.start(), GinPlayer(), seed=seed).states():
        assert isinstance(state, GinState)
        if state.turn >= 0:
            yield state


def drawn_worlds(state: GinState, seed: int, stream: int) -> Any:
    order = np.array([bit_of(card) for card in cards_of(unseen_by(state))], np.int64)
    worlds = np.empty((WORLDS, len(order) + 1), np.int64)
    machine(sample_worlds)(evidence_of(state), order, worlds, seed, stream)
    return worlds.tolist()


def by_policy(state: GinState, waits_from: int) -> GinMove:
    """Return the quick policy's move, asked as the rules of the game put it."""
    seat, pile = state.seat, state.pile_bits()
    hand, taken = state.hands[seat], state.known[1 - seat]
    unseen = PACK & ~(hand | pile | taken)
    if state.phase != "discard":
        takes = wants(hand, BITS[state.pile[-1][0]], unseen, taken)
        return PILE if takes else STOCK if state.phase == "draw" else PASS
    height, knock = len(state.pile), state.variant.knock
    card = knocking_card(hand, state.free, height, knock, waits_from)
    if card:
        return state.parse_move(f"knock:{CARD_MOVES[card_at(card.bit_length() - 1)]}")
    card, _ = cheapest(hand, state.free, unseen, taken)
    return CARD_MOVES[card_at(card.bit_length() - 1)]


def played_on(state: GinState, candidate: Candidate, world: list[int]) -> float:
    """Play a deal on by the game's own rules, in a world; return what the seat gets."""
    seat, room = state.seat, state.hidden(state.seat).bit_count()
    other = state.known[1 - seat] | sum(1 << bit for bit in world[:room])
    hands = (state.hands[seat], other) if seat == 0 else (other, state.hands[seat])
    order, waits = world[room:-1], {seat: candidate.waits_from, 1 - seat: world[-1]}
    after = replace(state, hands=hands).after(candidate.move)
    while after.turn != OVER:
        if after.turn == CHANCE:
            after = after.after(CARD_MOVES[card_at(order.pop(0))])
        else:
            after = after.after(by_policy(after, waits[after.seat]))
    return after.returns()[seat]


@pytest.mark.parametrize("variant", [Gin(), Gin(knock=5, undercut=10, declare=True)])
def test_deals_in_thought_are_played_on_by_the_rules_of_the_game(variant: Gin) -> None:
    phases = set()
    for number, state in enumerate(turns(variant, 4)):
        candidates = candidates_of(tuple(state.moves()))
        if state.phase == "discard":  # some discards, and the knocks, which stand at the end
            candidates = candidates[number % 9 :: 9] + candidates[-1:]
        found = rollout_points(state, candidates, WORLDS, 7, number).tolist()
        for row, world in zip(found, drawn_worlds(state, 7, number), strict=True):
            assert row == [played_on(state, candidate, world) for candidate in candidates]
        phases |= {(state.phase, candidate.move.kind) for candidate in candidates}
    assert {kind for _, kind in phases} == {"pass", "pile", "stock", "card", "knock"}
    assert {phase for phase, _ in phases} == {"first", "second", "draw", "discard"}


def test_big_gin_brings_its_bonus_and_the_deadwood_of_the_other() -> None:
    state = Gin(big=31).parse(BIG.format("S3 S4 S5 S6 S9 SJ SQ SK H9 D9 C9"))
    (candidate,) = candidates_of((GinMove("big"),))
    worlds = drawn_worlds(state, 7, 0)
    assert rollout_points(state, [candidate], WORLDS, 7, 0)[:, 0].tolist() == [
        played_on(state, candidate, world) for world in worlds
    ]


def test_to_throw_gin_away_is_a_mistake_that_is_named() -> None:
    state = Gin().parse(BIG.format("S3 S4 S5 ST SJ SQ SK H9 D9 DT C9"))
    verdict = GinJudge(100, 0).verdict(state, GinMove.parse("S4"))
    assert (verdict.did, verdict.better) == ("discards S4", "knocking with DT")
    assert verdict.is_mistake
    assert verdict.cost > 25
    assert verdict.best_chance == 1


def test_each_move_has_the_better_of_its_habits() -> None:
    state = next(state for state in turns(Gin(), 4) if state.phase == "discard")
    moves = candidates_of(tuple(state.moves()))
    assert {candidate.waits_from for candidate in moves} == set(WAITING_TRIED)
    verdict = GinJudge(30, 0).verdict(state, moves[0].move)
    assert verdict.tried == len(state.moves())


class Placing(GinJudge):
    def verdict(self, state: GinState, move: GinMove) -> Verdict:
        return FOUND


def test_turns_are_numbered_one_after_the_other_whatever_is_taken_from_the_pile() -> None:
    taken = 0
    for seed in range(4):
        record = play(Gin().start(), GinPlayer(), seed=seed)
        places = {(str(one.place), one.seat): None for one in judged(record, Placing(WORLDS))}
        turned = [(place, seat) for place, seat in places if place != "upcard"]
        assert [place for place, _ in turned] == [f"turn {n + 1}" for n in range(len(turned))]
        assert all(one != other for (_, one), (_, other) in pairwise(turned))
        taken += record.moves.count("pile")
    assert taken > 4
