"""What seats of Tractor are told of a hand laid down; the contract's check holds other moves."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from suitwise.fields import places
from suitwise.tractor import Move, Tractor, TractorState
from suitwise.tractor.moves import CLAIM
from suitwise.tractor.view import TELLING
from tests.tractor.table_deals import a_deal


def on_lead() -> TractorState:
    """Return a position in which the seat on lead may lay down its hand."""
    house = Tractor("standard", "deal", claims=True)
    states = (house.parse(str(state)) for state in a_deal(4)[-60:])
    return next(state for state in states if state.may_claim)


@pytest.mark.parametrize("seat", range(4))
def test_a_claim_tells_the_four_hands_from_the_claimant_s_on_and_then_the_burial(seat: int) -> None:
    state = on_lead()
    at = places(state.game.told_fields())
    rows = state.told(CLAIM, seat)
    for place, row in enumerate(rows[:4]):
        who = (state.turn + place) % 4
        assert row[at["who"]].argmax() == (who - seat) % 4
        assert row[at["cards"]].nonzero()[0].tolist() == sorted(set(state.held[who].cards))
        assert row[at["cards"]].sum() == state.held[who].size
    assert len(rows) == 4 + (not state.sees_kitty(seat))


@pytest.mark.parametrize("seat", range(4))
def test_worlds_that_a_claim_tells_apart_are_told_apart_and_no_others(seat: int) -> None:
    state = on_lead()
    told = {state.after(CLAIM).view(seat): state.told(CLAIM, seat).tobytes()}
    for world in (state.resample(seat, seed=1, stream=number) for number in range(12)):
        rows = world.told(CLAIM, seat).tobytes()
        assert told.setdefault(world.after(CLAIM).view(seat), rows) == rows
    assert len(set(told.values())) == len(told) > 1


@pytest.mark.parametrize(
    "profile", ["standard", "standard(forced=first)", "standard(forced=lowest)"]
)
def test_a_throw_that_fails_tells_what_was_shown_and_what_is_led_and_others_tell_plays(
    profile: str,
) -> None:
    seen: Counter[str] = Counter()
    for before, after in pairwise(a_deal(0, profile)):
        if before.phase not in ("play", "forced"):
            continue
        number = len(before.tricks) - 1
        trick = after.tricks[number]
        if before.phase == "forced":
            told = [("forced", trick.plays[-1])]
        elif before.tricks[number].plays or trick.tried is None:
            told = [("play", trick.plays[-1])]
        else:
            told = [("throw", trick.tried), *(("forced", play) for play in trick.plays)]
        seen[" ".join(kind for kind, _ in told)] += 1
        at, seat = places(before.game.told_fields()), number % 4
        rows = before.told(Move(told[0][1]), seat)
        rows = rows[: len(told)]  # the end tells what was buried, and what comes next
        kinds = [TELLING.kinds[row[at["what"]].argmax()] for row in rows]
        assert kinds == [kind for kind, _ in told]
        for row, (_, pile) in zip(rows, told, strict=True):
            assert row[at["who"]].argmax() == (before.turn - seat) % 4
            assert row[at["cards"]].nonzero()[0].tolist() == sorted(set(pile.cards))
    assert seen["play"] > 60
    assert seen["throw forced"] + seen["throw"] > 3
