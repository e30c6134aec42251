"""Failed throws: the blocks that can have beaten them, and deals on one of them, all as likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from random import Random

import numpy as np
import pytest

from suitwise.cards import Card
from suitwise.foundation.arrays.compiled import machine
from suitwise.tractor import Move, Pile, Tractor, TractorState, pile_of
from suitwise.tractor.hidden import redealing as hidden
from suitwise.tractor.hidden.knowledge import knowledge_of
from suitwise.tractor.hidden.redealing import (
    NO_EVENT,
    deal_on_events,
    first_beaten,
    number_true,
    redealt,
    sampled,
)
from suitwise.tractor.hidden.worlds import count_deals, count_event, deal_cards
from suitwise.tractor.seats import DECK
from tests.tractor.labelled_deals import Case, copies_in
from tests.tractor.table_deals import some_deal

UNLIKELY = 5.0
"""So many standard deviations are no accident."""
TRUMPS = ["S3", "S4", "S5", "S6", "S7", "S8", "S9", "ST", "SJ", "SQ", "SK", "SA", "H2", "S2"]


def pairs(cards: list[str]) -> str:
    return "".join(2 * card for card in cards)


def beaten_by_a_tractor(length: int, house: str = "standard") -> TractorState:
    """Return the first trick after seat 0 threw its lowest trumps, a tractor, and the red joker: seat
    2 holds the highest tractor of that length; the other cards lie at random."""
    rng = Random(1)
    tops = TRUMPS[-length:] if length > 6 else TRUMPS[-2 - length : -2]
    thrown = "RJ" + pairs(TRUMPS[:length])
    hands = [pile_of(thrown), Pile(0), pile_of(pairs(tops)), Pile(0)]
    left = list(DECK.minus(hands[0]).minus(hands[2]).cards)
    rng.shuffle(left)
    for seat, hand in enumerate(hands):
        more, left = left[: 25 - hand.size], left[25 - hand.size :]
        hands[seat] = hand.plus(pile_of(more))
    state = Tractor(house, "deal", landlord=0).start()
    given = [list(hand.cards) for hand in hands]
    while state.phase in ("draw", "bid"):
        if state.phase == "draw":
            state = state.after(Move(Pile(1 << given[state.drawer].pop())))
        else:
            bids = "S2" if state.held[state.turn].copies(Card("S2")) else "pass"
            state = state.after("pass" if state.bids else bids)
    return state.after(Move(state.kitty)).after(thrown)


# --- Long tractors --------------------------------------------------------------------------------


@pytest.mark.parametrize("length", range(2, 8))
def test_a_world_is_found_at_once_however_long_the_tractor_that_beats_a_throw(length: int) -> None:
    state = beaten_by_a_tractor(length)
    assert state.tricks[-1].plays == (pile_of(pairs(TRUMPS[:length])),)
    for seat in (1, 3):
        tried = [sampled(state, seat, 1, stream)[2] for stream in range(100)]
        assert sum(tried) < 2 * len(tried)
        assert max(tried) < 30
        for stream in range(5):
            world = redealt(state, seat, 1, stream)
            assert world.view(seat) == state.view(seat)
            assert state.game.parse(str(world)) == world


def test_the_seat_that_beats_the_throw_knows_it() -> None:
    state = beaten_by_a_tractor(7)
    given = hidden.given_of(state, 2)
    assert given.events.tolist() == [list(NO_EVENT)]


def test_the_house_that_forces_the_lowest_part_lets_any_block_beat_it() -> None:
    state = beaten_by_a_tractor(5, "standard(forced=lowest)")
    assert [str(play) for play in state.tricks[-1].plays] == ["RJ"]
    assert max(sampled(state, 3, 1, stream)[2] for stream in range(100)) < 30


@pytest.mark.exhaustive
def test_worlds_on_events_are_those_of_trying_again_and_again(
    monkeypatch: pytest.MonkeyPatch, exhaustive: bool
) -> None:
    """A tractor of two pairs is common enough to wait for it: which blocks there are, who holds them,
    and where the other trumps lie, in 400 worlds either way, in full 1500."""
    state, each = beaten_by_a_tractor(2), 1500 if exhaustive else 400
    events = hidden.given_of(state, 3).events
    assert len(events) > 10
    found = [_census(state, events, each)]
    monkeypatch.setattr(hidden, "_rarest", lambda *_: (np.array([NO_EVENT]), np.ones(1, np.int64)))
    hidden.given_of.cache_clear()
    found.append(_census(state, events, each))
    hidden.given_of.cache_clear()
    for claim in found[0] | found[1]:
        one, other = found[0][claim], found[1][claim]
        assert abs(one - other) < UNLIKELY * sqrt(one + other + 1), claim


def _census(
    state: TractorState, events: np.ndarray[tuple[int, ...], np.dtype[np.int64]], each: int
) -> Counter[tuple[object, ...]]:
    """Count what is so in some worlds."""
    found = Counter[tuple[object, ...]]()
    for stream in range(each):
        hands = sampled(state, 3, 4, stream)[0]
        true = [at for at, event in enumerate(events) if number_true(hands, event[None])]
        found.update(("event", at) for at in true)
        found["events", len(true)] += 1
        for row in range(1, 5):
            once, twice = hands[row].tolist()
            found.update(("card", row, card, 1) for card in range(54) if once >> card & 1)
            found.update(("card", row, card, 2) for card in range(54) if twice >> card & 1)
    return found


# --- Which events ---------------------------------------------------------------------------------


def after_failures(deals: int) -> Iterator[tuple[TractorState, int]]:
    """Yield positions of random deals with a throw that failed, and a seat to whom it is open why."""
    for seed in range(0, 3 * deals, 3):
        for before, state in pairwise(some_deal(seed)):
            fails = state.tricks and state.tricks[-1].tried is not None
            if fails and before.tricks and before.tricks[-1].tried is None:
                for seat in range(4):
                    if any(hidden._failures(state, knowledge_of(state, seat))):
                        yield state, seat


@pytest.mark.exhaustive
def test_a_throw_fails_where_an_event_is_true_and_only_there(exhaustive: bool) -> None:
    """In 20 random worlds after each throw of 6 deals, in full of 100: where the right part is the first
    to be beaten an event is true, and where one is true a part is beaten, none later than that."""
    seen = Counter[bool]()
    for state, seat in after_failures(100 if exhaustive else 6):
        known = knowledge_of(state, seat)
        rows, parts = hidden._throw_rows(state, seat)
        failures = hidden._failures(state, known)
        if len(failures) > 1 or len(rows) > 1:
            continue
        given, events = hidden.given_of(state, seat), hidden._as_rows(sorted(failures[0]), 7)
        throw, last = np.array(rows[0]), rows[0][4].bit_length() - 1
        index = 0
        for _ in range(20):
            hands = given.known.copy()
            dealt, index = machine(deal_cards)(
                given.table, np.array(NO_EVENT), given.table[4][:0], hands, 3, 0, index
            )
            place = machine(first_beaten)(hands, throw, np.array(parts), *given.house[:3].tolist())
            true = machine(number_true)(hands, events)
            agrees = bool(rows[0][4] >> place & 1)
            assert dealt
            assert true or not agrees
            assert place <= last or not true
            seen[agrees] += 1
    assert seen[True] > 100


@pytest.mark.exhaustive
def test_few_deals_are_tried_after_throws(exhaustive: bool) -> None:
    """After each throw of 7 random deals that failed; in full of 100."""
    failed = enumerate(after_failures(100 if exhaustive else 7))
    found = [sampled(state, seat, 6, number)[2] for number, (state, seat) in failed]
    assert len(found) > (1000 if exhaustive else 50)
    assert sum(found) < 4 * len(found)
    assert max(found) < 300


@pytest.mark.parametrize(
    ("held", "since", "block", "is_true"),
    [
        ("H5H5", "", "H5H5", True),
        ("H5", "", "H5H5", False),
        ("H5", "H5", "H5H5", True),
        ("", "H5H5", "H5H5", True),
        ("", "H5H6", "H5H5", False),
        ("H6", "H5H5", "H5H5H6H6", False),
        ("H6", "H5H5H6", "H5H5H6H6", True),
        ("H6", "H5", "H5", True),
        ("H6", "", "H5", False),
    ],
)
def test_a_block_was_held_whose_cards_are_held_or_were_played_since(
    held: str, since: str, block: str, is_true: bool
) -> None:
    for place in range(3):
        hands = np.zeros((5, 2), np.int64)
        hands[place + 1] = pile_of(held).once, pile_of(held).twice
        piles = pile_of(block), pile_of(since)
        event = (place, 0, 0, piles[0].once, piles[0].twice, piles[1].once, piles[1].twice)
        assert number_true(hands, np.array([event])) == is_true
        assert number_true(hands, np.array([event, event])) == 2 * is_true


# --- Counts ---------------------------------------------------------------------------------------


def some_events(case: Case, rng: Random, size: int) -> list[tuple[int, ...]]:
    """Return events of the cards of a case, each true somewhere."""
    found: list[tuple[int, ...]] = []
    for _ in range(size):
        world, place = rng.choice(sorted(case.worlds())), rng.randrange(3)
        one = two = 0
        for card, put in zip(case.kinds, world, strict=True):
            least = rng.randint(0, put[place])
            one |= int(least == 1) << card
            two |= int(least == 2) << card
        found.append((place, one | two, two, one | two, two, 0, 0))
    return found


def is_true(event: tuple[int, ...], case: Case, world: tuple[tuple[int, ...], ...]) -> bool:
    place, once, twice = event[:3]
    return all(
        put[place] >= (once >> card & 1) + (twice >> card & 1)
        for card, put in zip(case.kinds, world, strict=True)
    )


@pytest.mark.exhaustive
def test_deals_on_events_are_as_labelled_copies_have_it(exhaustive: bool) -> None:
    """4 cases of 2 to 5 cards and 1 to 4 events, in full 300: the counts of the events are exact, and
    of 1500 deals on them each world has its share."""
    for seed in range(300 if exhaustive else 4):
        case, rng = Case(seed), Random(seed)
        events = some_events(case, rng, 1 + seed % 4)
        table = case.table()
        whole = machine(count_deals)(table, np.array(NO_EVENT))
        unit = sum(case.worlds().values()) // whole
        rows, front = np.array(events), table[4].copy()
        shares = np.array([machine(count_event)(table, row, front) for row in rows])
        for event, share in zip(events, shares, strict=True):
            exact = sum(n for world, n in case.worlds().items() if is_true(event, case, world))
            assert share * unit == exact
        likely = {
            world: n
            for world, n in case.worlds().items()
            if any(is_true(event, case, world) for event in events)
        }
        found, index = Counter[tuple[tuple[int, ...], ...]](), 0
        for _ in range(1500):
            hands = np.zeros((5, 2), np.int64)
            kept, index = machine(deal_on_events)(table, rows, shares, front, hands, 3, seed, index)
            if kept:
                found[
                    tuple(tuple(copies_in(row, card) for row in hands[1:]) for card in case.kinds)
                ] += 1
        assert set(found) <= set(likely)
        for world, n in likely.items():
            mean = found.total() * n / sum(likely.values())
            assert abs(found[world] - mean) < UNLIKELY * sqrt(mean) + 3
