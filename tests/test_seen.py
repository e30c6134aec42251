"""What a seat and what everybody sees as data, in every game: what is told, and that it is enough."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.fields import places
from suitwise.game import CHANCE, OVER, State, draw, load
from suitwise.hidden_deals import count_deals, deal_hidden, deal_shuffled
from suitwise.rummy.indian.game import Indian
from suitwise.seeds import below, below_any
from suitwise.sight import MOST_MOVES, PARTS
from suitwise.stacks import Layout, Stacks
from suitwise.testing import Trial
from suitwise.testing.trial import spread
from suitwise.texas42 import Knowledge, Move, Texas42, count_worlds, dominoes_of, knowledge_of
from suitwise.texas42.state import Texas42State
from suitwise.tractor import TractorState
from suitwise.tractor.hidden.knowledge import ASIDE, list_options
from suitwise.tractor.hidden.knowledge import count_deals as count_tractor

GAMES = (
    *("gin(to=40,declare=yes,big=31)", "indian13(seats=3,draws=40)", "stacks"),
    *("texas42(match=hand,nello=any,plunge=yes,sevens=yes)", "texas42_endgame"),
    *("tractor(match=deal)", "kuhn", "leduc"),
)


def states_of(text: str, games: int = 2) -> list[State[Any]]:
    return [state for states, _ in Trial(load(text), games, 17).plays() for state in states]


@pytest.mark.parametrize("text", GAMES)
def test_what_a_seat_sees_holds_its_view_and_its_moves_and_nobody_else_s_turn(text: str) -> None:
    for state in states_of(text)[::5]:
        for seat in range(state.game.facts.seats):
            seen = state.seen(seat)
            assert tuple(seen) == PARTS
            assert seen["view"] == state.view(seat)
            assert (seen["ask"] is not None) == (state.turn == seat)
        assert state.public()["ask"] is None


@pytest.mark.parametrize(
    "text", [text for text in GAMES if text not in ("kuhn", "leduc", "stacks")]
)
def test_what_is_public_shows_no_hand_before_it_is_shown(text: str) -> None:
    for state in states_of(text)[::3]:
        if state.turn == OVER or state.public()["head"]["phase"] in ("knock", "gin", "big"):
            continue
        for one in state.public()["seats"]:
            assert one["held"] is None or one["standing"] == "false"
        for seat in range(state.game.facts.seats):
            seen = state.seen(seat)["seats"]
            assert [one["seat"] for one in seen if one["held"] is not None] == [seat] or any(
                one.get("standing") == "false" for one in seen
            )


@pytest.mark.parametrize("text", GAMES)
def test_a_message_with_what_is_seen_is_small(text: str) -> None:
    for state in states_of(text, games=1)[::7]:
        for seat in range(state.game.facts.seats):
            assert len(json.dumps(state.seen(seat))) < 8 << 10


@pytest.mark.parametrize("text", [text for text in GAMES if text not in ("kuhn", "leduc")])
def test_a_seat_that_there_is_not_sees_nothing(text: str) -> None:
    states = states_of(text, games=1)
    seats = states[0].game.facts.seats
    for state in (states[0], states[len(states) // 2], states[-1]):
        for seat, error in ((seats, SuitwiseError), (-1, SuitwiseError), ("0", TypeError)):
            asks: tuple[Any, ...] = (state.view, state.observe, state.seen)
            for ask in (*asks, lambda seat, state=state: state.resample(seat, 1, 1)):
                with pytest.raises(error, match=f"a seat: a whole number from 0 to {seats - 1}"):
                    ask(seat)


def test_of_very_many_moves_the_first_are_listed_and_all_counted() -> None:
    state = next(state for state in states_of("tractor(match=deal)") if state.turn == 0)
    bury = next(x for x in states_of("tractor(match=deal)") if getattr(x, "phase", "") == "bury")
    ask = bury.seen(bury.turn)["ask"]
    assert (len(ask["moves"]), ask["n_moves"]) == (MOST_MOVES, len(bury.moves()))
    assert ask["size"] == 8
    assert state.seen(0)["ask"]["n_moves"] == len(state.moves())


def test_tractor_tells_the_trick_who_wins_it_and_what_is_owed() -> None:
    states: list[Any] = states_of("tractor(match=deal)", games=1)
    state = next(x for x in states if x.phase == "play" and len(x.tricks[-1].plays) == 2)
    seen = state.seen(state.turn)
    trick = seen["table"]["trick"]
    assert trick["leader"] == state.tricks[-1].leader
    assert [play["cards"] for play in trick["plays"]] == [
        [str(card) for card in play.cards] for play in state.tricks[-1].plays
    ]
    assert trick["best"] == state.winner_of(state.tricks[-1])
    assert seen["ask"]["size"] == state.duty.size
    assert seen["head"]["trump"] == str(state.trump)
    assert seen["seats"][state.turn]["held"] == [str(card) for card in state.held[state.turn].cards]


def test_the_landlord_alone_sees_the_kitty_until_all_is_played() -> None:
    states: list[Any] = states_of("tractor(match=deal)", games=1)
    state = next(x for x in states if x.phase == "play")
    buried = [str(card) for card in state.buried.cards]
    kitty = [str(card) for card in state.kitty.cards]
    for seat in range(4):
        seen = state.seen(seat)
        assert (seen["table"]["buried"] == buried) == (seat == state.current_landlord)
        assert seen["hand"].get("kitty") == (kitty if seat == state.current_landlord else None)
    assert state.public()["table"]["buried"] is None
    assert states[-1].public()["table"]["buried"] == buried


def test_texas42_tells_calls_contract_points_and_the_trick_that_was() -> None:
    state, _ = Texas42(match="hand").start().rolled(1, 0)
    for word in ("pass", "31", "pass", "pass", "doubles"):
        state = state.after(word)
    first = next(iter(state.moves()))
    state = state.after(first)
    head, table = state.public()["head"], state.public()["table"]
    assert head["calls"][1] == {"seat": 2, "call": "31"}
    assert head["contract"] == {"bidder": 2, "call": "31", "declaration": "doubles", "out": None}
    assert table["trick"]["plays"] == [{"seat": 2, "domino": str(first)}]
    assert (table["trick"]["best"], table["last"]) == (2, None)
    while state.play is not None and not state.play.tricks:
        state = state.after(next(iter(state.moves())))
    assert state.play is not None
    last, trick = state.public()["table"]["last"], state.play.tricks[0]
    assert [play["domino"] for play in last["plays"]] == list(map(str, trick.dominoes))
    assert (last["best"], last["points"]) == (trick.winner, trick.points)


def test_a_seat_that_sits_out_plays_to_no_trick() -> None:
    state, _ = Texas42(match="hand", nello="own").start().rolled(1, 0)
    for word in ("1m", "pass", "pass", "pass", "nello"):
        state = state.after(word)
    for _ in range(2):
        state = state.after(next(iter(state.moves())))
    assert state.public()["head"]["contract"]["out"] == 3
    assert [play["seat"] for play in state.public()["table"]["trick"]["plays"]] == [1, 2]


def test_gin_shows_both_hands_and_what_is_laid_off_after_a_knock() -> None:
    states: list[Any] = states_of("gin", games=20)
    for state in states:
        public = state.public()
        shown = state.showdown is not None
        assert [one["held"] is not None for one in public["seats"]] == [shown, shown]
        assert (public["head"]["outcome"] is not None) == shown
        assert (public["table"]["melds"] != []) == shown
    assert any(state.showdown is not None for state in states)


def test_onlookers_of_two_indian_hands_don_t_count_what_each_seat_can_once_the_pile_was_turned() -> (
    None
):
    states: list[Any] = states_of("indian13", games=1)
    state = next(x for x in states if x.phase == "draw")
    turned = replace(state, known=state.hands, turned=(state.pile[-1][0],))
    assert turned.seen(0)["seats"][1]["known"]
    assert [one["known"] for one in turned.public()["seats"]] == [[], []]
    held = turned.hands[0][:1]
    taken = replace(state, known=(held, ()))
    assert taken.public()["seats"][0]["known"]
    assert Indian(seats=2).facts.seats == 2


def test_stacks_are_seen_by_everybody() -> None:
    state = Stacks.around(Layout.parse("7b 7a | 3b 6b"))
    assert state.public()["table"] == {"stacks": [["7b", "7a"], ["3b", "6b"]]}
    assert state.seen(0)["ask"] == {"moves": ["r1"], "n_moves": 1}
    assert state.public()["view"] == str(state)


def test_while_an_endgame_is_dealt_nobody_is_told_how_many_another_holds() -> None:
    for state in states_of("texas42_endgame"):
        if getattr(state, "position", None) is None:
            assert {one["count"] for one in state.public()["seats"]} == {None}


# --- With nothing hidden a position shows each seat's own cards as that seat itself ---------------
# That worlds which differ are told apart is held by the contract's check ``all_observed``.


HANDS = {
    "gin": ("hand", "hand_{seat}"),
    "indian13(seats=3)": ("hand", "hand_{seat}"),
    "texas42(match=hand)": ("held", "held_{seat}"),
    "texas42_endgame": ("dealt", "dealt_{seat}"),
    "tractor(match=deal)": ("hand", "hand"),
    "kuhn": ("seen", "seen_by_{seat}"),
}
"""The field of a seat's cards, to itself and with nothing hidden."""


@pytest.mark.parametrize("text", HANDS)
def test_each_seat_holds_what_it_itself_observes(text: str) -> None:
    game = load(text)
    own, shown = places(game.observation_fields()), places(game.fields_of_all())
    mine, theirs = HANDS[text]
    (states, _), *_ = Trial(game, games=1, seed=8).plays()
    for state in spread(states, 12):
        everything = state.observe_all()
        for seat in range(game.facts.seats):
            hand = everything[shown[theirs.format(seat=seat)]]
            if theirs == mine:  # planes of all seats, one after the other
                hand = np.split(hand, game.facts.seats)[seat]
            assert np.array_equal(hand, state.observe(seat)[own[mine]])


def test_at_tractor_all_cards_are_in_the_hands_undrawn_played_or_buried() -> None:
    game = load("tractor(match=deal)")
    at = places(game.fields_of_all())
    (states, _), *_ = Trial(game, games=1, seed=8).plays()
    for state in spread(states, 12):
        assert isinstance(state, TractorState)
        is_taken_up = state.phase in ("bury", "play", "forced", "end")
        others = ("played", "buried") if is_taken_up else ("undrawn",)
        array = state.observe_all()
        assert sum(2 * array[at[name]].sum() for name in ("hand", *others)) == 108


def test_where_all_is_seen_anyway_nothing_is_added() -> None:
    game = load("stacks")
    state, _ = game.start().rolled(seed=1, stream=0)
    assert game.fields_of_all() == game.observation_fields()
    assert np.array_equal(state.observe_all(), state.observe(0).ravel())


# --- Hidden cards dealt anew ----------------------------------------------------------------------


Deal = tuple[frozenset[int], ...]


def every_deal(rooms: tuple[int, ...], lacks: tuple[int, ...]) -> set[Deal]:
    """Return all deals of cards 0, 1, …, by trying every order of them."""
    found = set()
    for order in permutations(range(sum(rooms))):
        cards = iter(order)
        hands = tuple(frozenset(next(cards) for _ in range(room)) for room in rooms)
        if not any(
            lack >> card & 1 for hand, lack in zip(hands, lacks, strict=True) for card in hand
        ):
            found.add(hands)
    return found


def held(lacks: tuple[int, ...]) -> Callable[[int, int], bool]:
    return lambda seat, card: not lacks[seat] >> card & 1


ROOMS = st.tuples(*[st.integers(0, 2)] * 3)
LACKS = st.tuples(*[st.integers(0, 63)] * 3)


@given(ROOMS, LACKS, st.integers(0, 1000))
def test_deals_are_counted_and_drawn_as_they_are_written_out(
    rooms: tuple[int, ...], lacks: tuple[int, ...], stream: int
) -> None:
    deals = every_deal(rooms, lacks)
    cards = range(sum(rooms))
    assert count_deals(cards, rooms, held(lacks)) == len(deals)
    if not deals:
        with pytest.raises(IllegalPosition, match="no deal of the hidden cards agrees"):
            deal_hidden(cards, rooms, held(lacks), 7, stream)
        return
    assert tuple(map(frozenset, deal_hidden(cards, rooms, held(lacks), 7, stream))) in deals


def test_every_deal_is_as_likely_as_any_other() -> None:
    rooms, lacks = (2, 1, 2), (0b00011, 0b00100, 0)
    deals = every_deal(rooms, lacks)
    found = Counter(
        tuple(map(frozenset, deal_hidden(range(5), rooms, held(lacks), 7, stream)))
        for stream in range(200 * len(deals))
    )
    assert set(found) == deals
    assert sum((times - 200) ** 2 / 200 for times in found.values()) < 3 * len(deals)


def test_a_pack_of_52_is_dealt_to_its_seats_with_a_void() -> None:
    rooms = (0, 13, 13, 13)

    def may_hold(seat: int, card: int) -> bool:
        return seat != 2 or card % 4 != 1

    hands = deal_hidden(range(39), rooms, may_hold, 7, 3)
    assert sorted(card for hand in hands for card in hand) == list(range(39))
    assert [len(hand) for hand in hands] == [*rooms]
    assert all(card % 4 != 1 for card in hands[2])
    assert (
        0 < count_deals(range(39), rooms, may_hold) < count_deals(range(39), rooms, lambda *_: True)
    )


def test_a_deal_under_way_counts_each_way_to_fill_the_room_left() -> None:
    found = Counter(
        str(deal_hidden([0], (1, 3), lambda *_: True, 7, stream)) for stream in range(4000)
    )
    assert abs(found["[[0], []]"] - 1000) < 120


def test_cards_that_do_not_fill_the_room_are_not_counted() -> None:
    with pytest.raises(IllegalPosition, match="2 cards don't fill 3 places"):
        count_deals("AB", (1, 2), lambda *_: True)


def test_cards_left_over_lie_nowhere() -> None:
    hands = deal_shuffled(range(10), (2, 3), seed=1, stream=0)
    assert [len(hand) for hand in hands] == [2, 3]
    assert len({card for hand in hands for card in hand}) == 5


@pytest.mark.parametrize("n", [2**31 + 1, 3 * 10**20])
def test_numbers_below_more_than_a_word_holds_are_uniform(n: int) -> None:
    found = [below_any(n, 5, stream, 0)[0] for stream in range(3000)]
    assert all(0 <= number < n for number in found)
    thirds = Counter(number * 3 // n for number in found)
    assert all(abs(thirds[third] - 1000) < 130 for third in range(3))


# --- The compiled counts --------------------------------------------------------------------------


def known_hands(count: int) -> Iterator[Knowledge]:
    """Yield what seats know in hands of Texas 42 that are played at random."""
    for stream in range(count):
        state, index = Texas42(match="hand").start(), 0
        while state.turn != OVER:
            if state.play is not None and len(state.play.dominoes) >= 3 * stream % 26:
                yield knowledge_of(state, stream % 4)
                break
            move, index = any_move(state, stream, index)
            state = state.after(move)


def any_move(state: Texas42State, stream: int, index: int) -> tuple[Move, int]:
    if state.turn == CHANCE:
        return draw(state, 11, stream, index)
    moves = list(state.moves())
    place, index = below(len(moves), 11, stream, index)
    return moves[place], index


def test_the_counts_of_texas_42_are_these() -> None:
    """The compiled count of worlds, where nobody has shown doubles, is that of single cards."""
    tried = 0
    for known in known_hands(40):
        if not any(known.doubles_left):
            tried += 1
            assert count_worlds(known) == count_of(known)
    assert tried > 10


def count_of(known: Knowledge) -> int:
    may_hold = known.may_hold
    return count_deals(
        dominoes_of(known.unseen),
        known.places,
        lambda seat, domino: bool(may_hold[seat] >> domino & 1),
    )


@given(st.tuples(*[st.integers(0, 2)] * 4), st.tuples(*[st.integers(0, 63)] * 3))
def test_the_counts_of_tractor_are_these_with_each_copy_a_card(
    rooms: tuple[int, ...], lacks: tuple[int, ...]
) -> None:
    """A card that is free twice counts as two cards, told apart: every deal of both is counted."""
    size = sum(rooms)
    pairs = size // 2
    once, twice = (1 << size - pairs) - 1, (1 << pairs) - 1
    masks = np.array([once, twice, 0, 0, 0, *lacks, 0, 0, 0, 0, 0, 0], np.int64)
    cards, options = np.zeros((54, 3), np.int64), np.zeros((54, 10, 5), np.int64)
    count = list_options(masks, -1, cards, options)
    order = [0, 1, 2, ASIDE]
    counts = np.zeros((count + 1, *(room + 1 for room in rooms[:3])), np.int64)
    table = cards[:count], options[:count], rooms, order, counts, np.zeros(count, np.int64)
    copies = [*range(size - pairs), *range(pairs)]
    expected = count_deals(
        range(size), rooms, lambda seat, at: seat == ASIDE or not lacks[seat] >> copies[at] & 1
    )
    assert count_tractor(table, (0, 0, 0)) == expected
