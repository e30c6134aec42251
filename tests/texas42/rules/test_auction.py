"""The auction: legal calls after every auction, complete auctions counted, refusals."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from suitwise.errors import NotationError
from suitwise.texas42.rules.auction import (
    CALL_TEXT,
    FORCED,
    JUMPS,
    MARKS,
    N_CALLS,
    PLUNGES,
    SPLASHES,
    auctions,
    bidder_of,
    call_of,
    legal_calls,
    standing_call,
    why_not_call,
)
from tests.oracles import texas42_oracle as oracle
from tests.texas42.games import as_call, as_oracle_call

HOUSES = [sum(house) for house in product((0, FORCED), (0, PLUNGES), (0, SPLASHES), (0, JUMPS))]
DOUBLES = (0, 2, 3, 4, 7)


def oracle_calls(calls: tuple[int, ...], doubles: int, cap: int, house: int) -> set[int]:
    history = [as_oracle_call(call) for call in calls]
    legal = oracle.legal_calls(
        history,
        cap,
        doubles,
        plunge=bool(house & PLUNGES),
        splash=bool(house & SPLASHES),
        forced=bool(house & FORCED),
        jump=bool(house & JUMPS),
    )
    return set(map(as_call, legal))


def openings(cap: int, house: int) -> set[tuple[int, ...]]:
    """Return the auctions of up to four calls by seats with doubles for every call."""
    whole = auctions(cap, house, doubles=(7, 7, 7, 7))
    return {calls[:made] for calls in whole for made in range(5)}


def test_legal_calls_after_every_auction_are_the_oracles(exhaustive: bool) -> None:
    rng = Random(42)
    for cap, house in product(range(1, 8), HOUSES):
        begun = sorted(openings(cap, house))
        for calls in begun if exhaustive else rng.sample(begun, 40):
            for doubles in DOUBLES:
                legal = legal_calls(standing_call(calls), len(calls), doubles, cap, house)
                mine = {call for call in range(N_CALLS) if legal >> call & 1}
                assert mine == oracle_calls(calls, doubles, cap, house), (calls, doubles)


@pytest.mark.parametrize(
    ("cap", "count"), [(1, 2380), (2, 3060), (3, 3196), (4, 3213), (5, 3214), (6, 3214), (7, 3214)]
)
def test_complete_auctions_of_straight_42_are_as_many_as_known(cap: int, count: int) -> None:
    assert sum(1 for _ in auctions(cap)) == count


@pytest.mark.parametrize("house", HOUSES)
def test_complete_auctions_are_as_many_as_the_oracles(house: int) -> None:
    doubles = (4, 3, 7, 0)
    slow = oracle.auctions(
        7,
        doubles,
        plunge=bool(house & PLUNGES),
        splash=bool(house & SPLASHES),
        forced=bool(house & FORCED),
        jump=bool(house & JUMPS),
    )
    mine = set(auctions(7, house, doubles))
    assert mine == {tuple(map(as_call, calls)) for calls in slow}


def test_the_highest_call_wins_and_all_passed_is_no_bidder() -> None:
    rng = Random(7)
    for calls in rng.sample(list(auctions(5)), 200):
        for shaker in range(4):
            won = oracle.winner_of(list(map(as_oracle_call, calls)), shaker)
            mine = (bidder_of(calls, shaker), as_oracle_call(standing_call(calls)))
            assert mine == (won if won is not None else (-1, oracle.PASS))


def test_of_two_equal_calls_which_no_rule_allows_the_last_is_the_bid() -> None:
    bid, higher = call_of("30"), call_of("31")
    assert bidder_of((bid, bid, 0, 0), shaker=0) == 2
    assert bidder_of((bid, higher, bid, 0), shaker=0) == 3


@pytest.mark.parametrize(
    ("call", "standing", "made", "doubles", "cap", "house", "reason"),
    [
        ("30", "31", 1, 0, 5, 0, "30: a bid must exceed 31"),
        ("31", "31", 1, 0, 5, 0, "31: a bid must exceed 31"),
        ("41", "1m", 1, 0, 5, 0, "41: a bid must exceed 1m"),
        ("3m", "pass", 1, 0, 5, 0, "3m: as the first bid the next mark call is 1m or 2m"),
        ("4m", "2m", 2, 0, 5, 0, "4m: over 2m the next mark call is 3m"),
        ("2m", "2m", 2, 0, 5, 0, "2m: a bid must exceed 2m"),
        ("6m", "5m", 3, 0, 5, 0, "6m: no more than 5 marks are bid"),
        ("3m", "1m", 1, 0, 2, 0, "3m: no more than 2 marks are bid"),
        ("2m", "pass", 0, 0, 1, 0, "2m: no more than 1 mark is bid"),
        ("pass", "pass", 3, 0, 5, FORCED, "pass: all others have passed, and the shaker must bid"),
        ("plunge4", "pass", 0, 7, 5, 0, "plunge4: a plunge is not played here"),
        (
            *("plunge4", "30", 1, 3, 5, PLUNGES),
            "plunge4: a plunge needs 4 doubles, and the seat holds 3",
        ),
        ("plunge5", "30", 1, 4, 5, PLUNGES, "plunge5: over 30 a plunge is for 4 marks"),
        ("plunge4", "5m", 2, 7, 5, PLUNGES, "plunge4: a bid must exceed 5m"),
        ("plunge5", "5m", 2, 7, 5, PLUNGES, "plunge5: a bid must exceed 5m"),
        ("plunge7", "7m", 2, 7, 7, PLUNGES, "plunge7: a bid must exceed 7m"),
        ("plunge6", "4m", 2, 7, 7, PLUNGES, "plunge6: over 4m a plunge is for 5 marks"),
        ("splash2", "2m", 1, 3, 5, SPLASHES, "splash2: a bid must exceed 2m"),
        ("splash3", "1m", 1, 3, 5, SPLASHES, "splash3: over 1m a splash does not jump to 3 marks"),
        ("30", "2m", 4, 0, 5, 0, "30: all four have called"),
    ],
)
def test_a_refused_call_names_the_rule(
    call: str, standing: str, made: int, doubles: int, cap: int, house: int, reason: str
) -> None:
    why = why_not_call(call_of(call), call_of(standing), made, doubles, cap, house)
    assert why == reason


def test_why_not_is_silent_where_a_call_is_legal_and_speaks_where_it_is_not() -> None:
    for call, standing, made in product(range(N_CALLS), range(N_CALLS), range(5)):
        for doubles, cap, house in product((0, 3, 7), (1, 4, 7), (0, 15, 6)):
            legal = legal_calls(standing, made, doubles, cap, house) >> call & 1
            why = why_not_call(call, standing, made, doubles, cap, house)
            assert (why is None) == bool(legal)


def test_calls_read_as_they_are_written() -> None:
    assert [call_of(text) for text in CALL_TEXT] == list(range(N_CALLS))
    assert (call_of("42"), call_of("84")) == (call_of("1m"), call_of("2m"))
    assert [MARKS[call_of(text)] for text in ("41", "7m", "plunge7", "splash3")] == [0, 7, 7, 3]
    for text in ("", "29", "43", "0m", "8m", "plunge3", "splash4", "²", "3 0", "\x00"):
        with pytest.raises(NotationError):
            call_of(text)
