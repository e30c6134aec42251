"""Gin for partners at the table: one's own deal as gin shows it, of the other one what it came to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from suitwise.foundation.text.phrases import Phrase, Seat
from suitwise.game import CHANCE, OVER, load
from suitwise.rummy.gin.partners.face import PartnersFace
from suitwise.rummy.gin.partners.game import Partners
from suitwise.rummy.gin.partners.state import Ended, PartnersState, place_of, seat_at
from suitwise.rummy.gin.players.rule_based import GreedyGinPlayer
from suitwise.rummy.gin.state import GinState
from suitwise.seeds import SeededSource
from suitwise.table.rules.messages import say

CARD = re.compile(r"\b[SHDC][2-9TJQKA]\b")
VARIANTS = ["gin_partners(idle=5)", "gin_partners(to=60,columns=3,layoff=ask,oklahoma=yes)"]


def steps(variant: str, seed: int) -> Iterator[tuple[PartnersState, Any, PartnersState]]:
    """Yield the positions, moves and next positions of a match of greedy players."""
    source, state = SeededSource(seed=seed, stream=0), load(variant).start()
    assert isinstance(state, PartnersState)
    while state.turn != OVER:
        move = state.chance_move(source) if state.turn == CHANCE else GreedyGinPlayer()(state)
        after = state.followed_by(move)
        yield state, move, after
        state = after


def seats_in(line: Phrase) -> set[int]:
    return {int(value) for value in line.params.values() if isinstance(value, Seat)}


@pytest.mark.parametrize("variant", VARIANTS)
def test_cards_are_told_to_the_two_whose_deal_it_is_and_at_its_end_to_all(variant: str) -> None:
    face, ends, kinds = PartnersFace(load(variant)), 0, set()
    for before, move, after in steps(variant, 3):
        part = before.deals[before.at]
        two = {seat_at(before.at, inner, before.rounds) for inner in (0, 1)}
        for line in face.told(before, move, after):
            kinds.add(line.phrase.code)
            is_hand = line.phrase.code == "gin.partners.hand"
            assert not is_hand or (isinstance(after.deals[before.at], Ended) and line.to is None)
            if CARD.search(line.phrase):
                assert is_hand or (line.to is not None and line.to <= two)
                assert seats_in(line.phrase) <= two
                assert line.seat is None or line.seat in two
            assert "{" not in say(line.phrase, "zh", ("Ann", "Bob", "Cai", "Dan"))
        if isinstance(after.deals[before.at], Ended) and isinstance(part, GinState):
            ends += 1
            heard = [
                line
                for line in face.told(before, move, after)
                if line.to == frozenset(range(4)) - two
            ]
            assert len(heard) == 1, "the others alone are told what it came to in a line"
    assert ends == 2 * (after.rounds + 1)
    assert {"gin.partners.hand", "gin.partners.came", "gin.partners.scores"} <= kinds


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_seat_is_shown_its_own_deal_as_gin_shows_it_and_no_card_of_the_other(
    variant: str,
) -> None:
    game = load(variant)
    face = PartnersFace(game)
    seen = 0
    for state, _, _ in steps(variant, 1):
        for seat in range(4) if state.turn >= 0 else ():
            number, inner = place_of(seat, state.rounds)
            own, parts = state.deals[number], face.parts(state, seat)
            if isinstance(own, Ended):
                assert parts["hand"]["rows"] == parts["table"]["pile"] == []
                continue
            alone = face.deal_face.parts(own, inner)
            assert parts["hand"]["rows"] == alone["hand"]["rows"]
            assert parts["head"]["text"] == alone["head"]["text"]
            assert parts["table"]["laid"] == alone["table"]["laid"]
            cards = [one["card"] for one in alone["table"]["pile"]]
            assert [one["card"] for one in parts["table"]["pile"]] == cards
            two = {seat_at(number, place, state.rounds) for place in (0, 1)}
            assert {one["seat"] for one in parts["table"]["pile"]} <= two | {None}
            held = [at for at, one in enumerate(parts["seats"]) if one["held"] is not None]
            assert set(held) <= two
            seen += 1
        assert state.is_between or not CARD.search(str(face.parts(state, None)))
    assert seen > 50


def test_a_round_is_told_by_what_each_deal_came_to_and_who_scores() -> None:
    face = PartnersFace(Partners(to=20))
    *_, (_, _, end) = steps("gin_partners(to=20)", 1)
    over = face.over(end)
    assert over is not None
    assert over["finals"][0][0] - over["finals"][0][1] == end.returns()[0]
    assert re.fullmatch(r"seat [01] and seat [23] score \d+ in this round", over["text"])
    for seat in range(4):
        assert face.verdict(end, seat).won == (end.returns()[seat] > 0)
    even = end.__class__(end.variant, (Ended(0, 5), Ended(1, 5)), sheet=end.sheet)
    assert str(face.over(even)["text"]) == "neither side scores in this round"  # type: ignore[index]
