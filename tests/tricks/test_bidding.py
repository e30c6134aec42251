"""Bidding as a part of trick-taking games, by a small auction: who bids the most tricks names the trump.

The game is made up for these tests. From the dealer's left each seat passes for good or makes one of
three bids that is higher than the last; the highest bidder names the trump and leads, and scores its
tricks if they are as many as it has bid. If all pass, the next seat deals, up to the fourth deal.
``Slow`` is written from these sentences alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise import catalogue, testing
from suitwise.cards import Card
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.game import CHANCE, OVER, Record
from suitwise.players.face import face_of
from suitwise.players.host import Host
from suitwise.players.named import named
from suitwise.players.session import Session
from suitwise.testing.trial import Check
from suitwise.tricks import Call, TrickGame, TrickRules, TrickState
from suitwise.tricks.rules import (
    CALLED,
    DEALER,
    DEALS,
    POINTS,
    TOOK,
    TRUMP,
    TURN,
    bid_from,
    call_at,
    caller_at,
    deal_next,
    last_call,
    lead,
)
from tests.contract import hold

PASS, SEVEN, NINE, GRAND, SPADES = range(5)
BIDS = {"seven": 7, "nine": 9, "grand": 13}
SUITS = ("spades", "hearts", "diamonds", "clubs")

# --- The game -------------------------------------------------------------------------------------


@rule
def open_deal(record: Any, options: Any, last: int) -> None:
    bid_from(record, (record[DEALER] + 1) % 4)


@rule
def highest(record: Any) -> int:
    """Return the place of the highest bid, -1 if all so far have passed."""
    best, bid = -1, PASS
    for place in range(record[CALLED]):
        if bid < call_at(record, place) < SPADES:
            best, bid = place, call_at(record, place)
    return best


@rule
def is_naming(record: Any) -> bool:
    passed = 0
    for seat in range(4):
        passed += last_call(record, seat) == PASS
    return bool(highest(record) >= 0 and passed == 3)


@rule
def may_call(record: Any, options: Any, call: int) -> bool:
    if is_naming(record) or call >= SPADES:
        return bool(is_naming(record) and call >= SPADES)
    best = highest(record)
    return bool(call == PASS or best < 0 or call > call_at(record, best))


@rule
def after_call(record: Any, options: Any, call: int) -> None:
    if call >= SPADES:
        record[TRUMP] = call - SPADES
        lead(record, record[TURN])
    elif is_naming(record):
        record[TURN] = caller_at(record, highest(record))
    elif record[CALLED] == 4 and highest(record) < 0:
        if record[DEALS] == 3:
            record[TURN] = OVER
        else:
            deal_next(record, options)
    else:
        record[TURN] = (record[TURN] + 1) % 4
        while last_call(record, record[TURN]) == PASS:
            record[TURN] = (record[TURN] + 1) % 4


@rule
def score_deal(record: Any, options: Any) -> None:
    best = highest(record)
    seat, tricks = caller_at(record, best), (0, 7, 9, 13)[call_at(record, best)]
    if record[TOOK + seat] >= tricks:
        record[POINTS + seat] = record[TOOK + seat]


@dataclass(frozen=True)
class Auction(TrickGame):
    """The highest bidder names the trump."""

    name, title = "upbid", "an auction"
    rules = TrickRules(open_deal, score_deal=score_deal, may_call=may_call, after_call=after_call)
    calls = ("pass", *BIDS, *SUITS)
    most_calls = 7
    tells_deals = True

    @property
    def most_deals(self) -> int:
        return 4

    def deal_fault(self, dealer: int, deals: int, scores: tuple[int, ...]) -> str | None:
        """Only deals that all have passed go before one."""
        if deals > 3 or any(scores):
            return "four deals are begun at most, and nothing is scored before the last"
        return None

    def why_no_call(self, state: Any, call: Call) -> Phrase | None:
        bids = [bid for bid, _ in enumerate(self.calls) if PASS < bid < SPADES]
        if call.number in bids:
            return phrase("upbid.higher", "bid more than the last bid")
        return None

    def call_name(self, call: Call) -> Phrase | str:
        return phrase("upbid.passes", "to pass") if call.text == "pass" else call.text


GAME = Auction()
catalogue.register(
    catalogue.Entry(
        "upbid", Auction, face="suitwise.tricks:TrickFace", batch="suitwise.tricks:batch_of"
    )
)

# --- The slow definition --------------------------------------------------------------------------


class Slow:
    """The same game from the sentences at the head: lists of texts, nothing kept twice."""

    def __init__(self, deals: int) -> None:
        self.dealer = deals % 4
        self.called: list[tuple[int, str]] = []
        self.turn: int | None = (self.dealer + 1) % 4

    def bid(self) -> tuple[int, str] | None:
        bids = [(seat, call) for seat, call in self.called if call in BIDS]
        return bids[-1] if bids else None

    def out(self) -> set[int]:
        return {seat for seat, call in self.called if call == "pass"}

    def moves(self) -> list[str]:
        best = self.bid()
        if best and len(self.out()) == 3:
            return [*SUITS]
        least = BIDS[best[1]] if best else 0
        return ["pass", *(bid for bid, tricks in BIDS.items() if tricks > least)]

    def call(self, text: str) -> None:
        """Note a call; ``turn`` is None once the trump is named or all have passed."""
        assert self.turn is not None
        self.called.append((self.turn, text))
        seats = [(self.turn + step) % 4 for step in (1, 2, 3, 4)]
        left = [seat for seat in seats if seat not in self.out()]
        self.turn = left[0] if left and text not in SUITS else None


def bidding(seed: int, chooser: Any) -> tuple[Slow, TrickState]:
    """Bid at random until the trump is named or all have passed; compare each turn with ``Slow``."""
    state: TrickState = GAME.start().rolled(seed, 0)[0]
    slow = Slow(0)
    while slow.turn is not None:
        assert state.phase == "bid"
        assert state.turn == slow.turn
        assert [str(move) for move in state.moves()] == slow.moves()
        text = chooser.choice(slow.moves())
        slow.call(text)
        state = state.after(text)
    return slow, state


# --- The rules ------------------------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", testing.CHECKS, ids=testing.name_of)
def test_a_game_with_bidding_keeps_the_contract(check: Check, exhaustive: bool) -> None:
    # By default the worlds of one game are compared.
    games = 1 if testing.name_of(check) == "inference" and not exhaustive else 3
    hold(check, testing.Trial(GAME, games=games, seed=5), exhaustive)


@given(st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_each_passes_or_bids_more_and_the_last_that_has_not_passed_names_the_trump_and_leads(
    seed: int, chooser: object
) -> None:
    slow, state = bidding(seed, chooser)
    best = slow.bid()
    if best is None:
        assert state.turn == CHANCE
        assert (state.dealer, state.deals, state.called) == (1, 1, ())
        return
    assert state.phase == "play"
    assert [(seat, str(call)) for seat, call in state.called] == slow.called
    assert state.turn == best[0]
    assert state.trump == SUITS.index(slow.called[-1][1])
    while state.moves():
        state = state.after(chooser.choice(tuple(state.moves())))  # type: ignore[attr-defined]
        left = (state.dealer + 1) % 4
        tricks = [state.took[(left + way) % 4] / 13 for way in range(4)]
        assert [*fields(state, left)["tricks"]] == pytest.approx(tricks)
    took = state.took[best[0]]
    assert sum(state.returns()) == state.returns()[best[0]] == took * (took >= BIDS[best[1]])


@given(st.integers(0, 2**32), st.randoms(use_true_random=False), st.integers(0, 3))
def test_calls_are_written_seen_by_all_and_read_again(
    seed: int, chooser: object, seat: int
) -> None:
    slow, state = bidding(seed, chooser)
    if slow.bid() is None:
        return
    words = " ".join(call for _, call in slow.called)
    assert str(state).split(" | ")[2] == state.view(seat).split(" | ")[2] == words
    assert GAME.parse(str(state)) == state
    assert state.seen(seat)["table"]["calls"] == [
        {"seat": who, "call": call} for who, call in slow.called
    ]
    seen = fields(state, seat)
    for step, who in enumerate(("own", "left", "across", "right")):
        made = {call for caller, call in slow.called if caller == (seat + step) % 4}
        assert [*seen[f"called_{who}"]] == [call in made for call in GAME.calls]


def fields(state: TrickState, seat: int) -> dict[str, Any]:
    values, at, parts = state.observe(seat), 0, {}
    for field in GAME.observation_fields():
        parts[field.name] = values[at : at + field.size]
        at += field.size
    return parts


def test_a_seat_can_not_tell_a_world_from_the_true_one_by_its_calls() -> None:
    state: TrickState = GAME.start().rolled(4, 0)[0]
    for call in ("seven", "pass", "nine", "pass", "pass", "hearts"):
        state = state.after(call)
    for stream in range(20):
        world = state.resample(2, 1, stream)
        assert (world.called, world.view(2)) == (state.called, state.view(2))
        assert GAME.parse(str(world)) == world


# --- What people are told -------------------------------------------------------------------------


def test_a_call_that_can_not_be_made_is_refused_in_a_sentence() -> None:
    dealing = GAME.start()
    state: TrickState = dealing.rolled(4, 0)[0]
    assert str(dealing.why_not("seven")) == "seven: nobody bids before the cards are dealt"
    card = next(Card(card) for card in range(52) if state.hands[state.turn] >> card & 1)
    said = f"{card}: before the play bid to pass, seven, nine or grand"
    assert str(state.why_not(card)) == said
    assert str(state.why_not("hearts")) == "hearts: bid to pass, seven, nine or grand"
    bid = state.after("nine")
    assert str(bid.why_not("seven")) == "seven: bid more than the last bid"
    for call in ("pass", "pass", "pass", "clubs"):
        bid = bid.after(call)
    assert str(bid.why_not("grand")) == "grand: the bidding is over"
    assert state.why_not("GRAND") is None
    assert str(state.why_not("14")) == "'14' is no bid: write one of pass, seven, nine, grand"


def test_a_text_with_calls_that_nobody_can_have_made_is_refused() -> None:
    line = str(GAME.start().rolled(4, 0)[0])
    assert " | - | - | " in line
    for calls, reason in {
        "nine seven": "bid more",
        "seven pass pass pass hearts pass": "no such call",
        "S2": "no such call",
        "pass pass pass pass seven": "no such call",
        "hearts": "bid to pass",
    }.items():
        with pytest.raises(NotationError, match=reason):
            GAME.parse(line.replace(" | - | - | ", f" | {calls} | - | "))


def test_a_call_written_like_a_card_is_one_in_the_bidding_alone() -> None:
    class Bridge(TrickGame):
        calls = ("2C", "2D")
        rules = TrickRules(open_deal)

    bidding = Bridge().start().rolled(1, 0)[0]
    play = bidding.after("2c").after("2D").after("2C").after("2C")
    assert (bidding.parse_move("2c"), play.parse_move("2c")) == (Call(0, "2C"), Card("C2"))
    assert bidding.parse_move("C2") == Card("C2")


@pytest.mark.parametrize("call", ["c5", "5 c", "", "a-b", "a|b"])
def test_calls_that_could_not_be_told_apart_in_a_text_are_refused(call: str) -> None:
    class Bad(TrickGame):
        calls = ("pass", call)

    with pytest.raises(SuitwiseError, match="write letters and digits that are no card"):
        Bad().start().after("S2").parse_move("pass")


def test_two_calls_that_are_typed_alike_are_refused() -> None:
    class Alike(TrickGame):
        calls = ("pass", "nil", "Pass")

    with pytest.raises(SuitwiseError, match="two calls that are typed alike"):
        Alike().start().after("S2").parse_move("pass")


def test_bids_are_told_and_shown_at_the_terminal_with_the_names_that_the_game_gives_them() -> None:
    random = named("random", GAME).seated(1, 0)
    session = Session(GAME, Host(random), seat=1, seed=3)
    begun = session.begin()
    assert "to move: pass seven nine grand" in begun
    assert "your bid" in begun
    told = session.answer("nine")
    assert "seat 1 bids nine" in told
    face, state = face_of(GAME), GAME.start().rolled(3, 0)[0]
    assert face.parts(state, 1)["ask"]["names"] == ["to pass", "seven", "nine", "grand"]
    later = state.after("pass")
    assert [str(one["text"]) for one in face.parts(later, 1)["seats"][1:2]] == ["to pass"]
    assert "bids: seat 1 to pass" in face.screen(later, 2)


def test_a_deal_that_all_have_passed_is_over_without_a_trick() -> None:
    face, state = face_of(GAME), GAME.start().rolled(3, 0)[0]
    for _ in range(3):
        state = state.after("pass")
    after = state.after("pass")
    told = [str(line.phrase) for line in face.told(state, Call(0, "pass"), after)]
    assert told[0] == "seat 0 bids to pass"
    assert len(told) == 2
    parts = face.concluded(state, Call(0, "pass"), after, face.common(after))
    assert parts["table"]["last"] is None
    assert str(parts["over"]["text"]) == "the deal is over"


def test_a_record_with_calls_replays() -> None:
    state, moves = GAME.start(), []
    state, _ = state.rolled(5, 0)
    start = str(state)
    for call in ("pass", "grand", "pass", "pass", "spades"):
        state = state.after(call)
        moves.append(call)
    while state.moves():
        move = next(iter(state.moves()))
        moves.append(str(move))
        state = state.after(move)
    record = Record(str(GAME), start, tuple(moves), state.returns())
    assert Record.parse(str(record)) == record
    assert [*record.states()][-1] == state
