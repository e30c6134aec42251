"""Whole deals of six tables, played at random in all houses and refereed from the text of their records.

``make test`` referees four games of each table, one of them of two deals; ``make test-all`` 2,000.
"""

from __future__ import annotations

import re
from functools import lru_cache
from random import Random

import pytest

from suitwise.cards import RANKS
from suitwise.tractor import Tractor, TractorState
from suitwise.tractor.record.writing import match_through
from tests.oracles import tractor_many_deals as deals
from tests.oracles import tractor_many_text as text_referee
from tests.oracles.tractor_many_cards import all_cards
from tests.oracles.tractor_many_referee import Wrong
from tests.tractor.many_deals import TABLES, played, played_game

_PARTS, _SAMPLE, _FULL = 4, 1, 500
"""Each table is tried in so many parts, which go side by side, with so many games in each."""


def endings(states: list[TractorState]) -> list[text_referee.Ending]:
    """What the package says of the deals of a game, in the referee's words."""
    found = []
    for state in states:
        outcome = state.outcome
        if outcome is None:
            continue
        after = "".join(RANKS[rank] for rank in outcome.ranks)
        found.append(
            text_referee.Ending(
                state.current_landlord,
                str(state.trump),
                tuple(state.sides.members),
                tuple(state.sides.filled),
                state.points,
                after,
                outcome.next_landlord,
                outcome.winners,
            )
        )
    return found


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", range(_PARTS))
@pytest.mark.parametrize("table", TABLES)
def test_a_referee_who_reads_the_record_finds_what_the_game_says(
    table: str, part: int, exhaustive: bool
) -> None:
    number = _FULL if exhaustive else _SAMPLE
    for seed in range(part, _PARTS * number, _PARTS):
        states = played_game(table, seed)
        found = text_referee.referee(str(match_through(states)))
        assert found == endings(states), (table, seed)


@pytest.mark.exhaustive
@pytest.mark.parametrize("table", TABLES)
def test_a_seat_may_bid_steal_and_call_what_the_page_says(table: str, exhaustive: bool) -> None:
    """Of three games, in full of 60, each seventh state of the bidding, and all burials and calls."""
    for seed in range(60 if exhaustive else 3):
        states = played_game(table, 4 * seed)
        asked = [state for state in states if state.phase == "bid"][::7]
        for state in (*asked, *(state for state in states if state.phase in ("steal", "call"))):
            assert {str(move) for move in state.moves()} == open_moves(state), str(state)


def open_moves(state: TractorState) -> set[str]:
    """Return the bids or calls that the oracle finds open."""
    switches, packs, trump = switches_of(state), state.umpire.packs, str(state.trump)
    if state.phase == "call":
        called = [(str(card), number) for card, number in state.calls]
        cards = sorted(all_cards(), key=lambda card: text_referee.call_order((card, 1)))
        calls = [
            (card, number)
            for card in cards
            for number in range(1, packs + 1)
            if deals.may_call((card, number), trump, packs, switches)
        ]
        first = calls.index(called[-1]) + 1 if called else 0
        last = len(calls) - (state.umpire.calls - len(called) - 1)
        return {f"{card}#{number}" for card, number in calls[first:last]}
    hand = list(map(str, state.held[state.turn].cards))
    made = [(bid.seat, str(bid)) for bid in state.all_bids]
    if state.phase == "steal":
        return deals.may_steal(hand, made, trump[1], packs, switches) | {"pass"}
    bids = deals.may_bid(hand, state.turn, made, trump[1], packs, switches)
    return bids - {bid for seat, bid in made if seat == state.turn} | {"pass"}


def switches_of(state: TractorState) -> dict[str, object]:
    """Return the switches of a state's variant as the referee reads them."""
    return text_referee.read_game(f"game {state.game}").switches


# --- The referee himself ----------------------------------------------------------------------------


_HAND = 5
"""The cards of a hand in the records that are made wrong: with a large kitty they are short."""


@lru_cache(maxsize=len(TABLES))
def record(table: str) -> str:
    """Return the record of a deal of small hands."""
    options = TABLES[table]
    kitty = 54 * (options.get("packs") or 2) - _HAND * options["players"]
    house = f"standard(kitty_cards={kitty},penalty=10,nobody=none)"
    game = Tractor(profile=house, match="deal", **options)
    return str(match_through(played(game, 3)))


def refused(lines: list[str], number: int, line: str, why: str | None = None) -> None:
    changed = [*lines[:number], line, *lines[number + 1 :]]
    with pytest.raises(Wrong, match=why):
        text_referee.referee("\n".join(changed))


@pytest.mark.parametrize("table", TABLES)
def test_no_card_may_be_another(table: str) -> None:
    lines, rng = record(table).splitlines(), Random(table)
    places = [
        (number, found.start())
        for number, line in enumerate(lines)
        if re.match(" *(draw|kitty|buried|trick)", line)
        for found in re.finditer(r"[SHCD][2-9TJQKA]|[BR]J", line)
        if line.count("[", 0, found.start()) == line.count("]", 0, found.start())
    ]
    for number, at in rng.sample(places, 20):
        line = lines[number]
        other = rng.choice([card for card in all_cards() if card != line[at : at + 2]])
        refused(lines, number, f"{line[:at]}{other}{line[at + 2 :]}")


@pytest.mark.parametrize("table", TABLES)
def test_no_number_of_a_trick_or_a_result_may_be_another(table: str) -> None:
    lines, rng = record(table).splitlines(), Random(table)
    for number, line in enumerate(lines):
        start = line.find(" -> ") if "trick" in line else 0 if "result" in line else len(line)
        for found in re.finditer(r"\d+", line[start:]):
            begin, end = start + found.start(), start + found.end()
            other = rng.choice([str(other) for other in range(9) if str(other) != found[0]])
            refused(lines, number, f"{line[:begin]}{other}{line[end:]}")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (r"levels 2", "levels 3", "the head is"),
        (r"(trump: ..), landlord \d", r"\1, landlord 9", "trump: "),
        (r"calls: .*", "calls: SK#4 SA#1", "may not be called"),
        (r"calls: .*", "calls: HA#1 SA#1", "do not ascend"),
        (r"calls: .*", "calls: SA#1", "has not called"),
        (r"trick 1: ", "trick 2: ", "not numbered"),
        (r"trick 5: ", "deal: ", "the tricks end before"),
        (r"result: .*", "result: 0 points", "result: "),
    ],
)
def test_the_referee_says_what_is_wrong(old: str, new: str, why: str) -> None:
    lines = record("3 packs, 7 with friends").splitlines()
    number = next(number for number, line in enumerate(lines) if re.search(old, line))
    refused(lines, number, re.sub(old, new, lines[number]), why)


def test_deals_after_the_match_are_not_there() -> None:
    text = record("1 pack, 4 players")
    with pytest.raises(Wrong, match="over before it"):
        text_referee.referee(text + "deal 2: " + text.split("deal 1: ")[1])
