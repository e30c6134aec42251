"""Whist against the slow oracle, and its readings of the rules one by one."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import Card, format_cards
from suitwise.errors import IllegalMove, NotationError
from suitwise.game import CHANCE, OVER, load
from suitwise.tricks import count_worlds, knowledge_of
from tests.examples.playing import unevenness
from tests.examples.whist.games import DEAL, GAME, dealt_texts, played_texts, random_states
from tests.oracles import whist_oracle as oracle
from whist.game import Whist, WhistState


@pytest.mark.parametrize("seed", range(25))
def test_plays_tricks_and_scores_are_those_of_the_oracle(seed: int) -> None:
    for state in random_states(seed):
        hands, plays = dealt_texts(state), played_texts(state)
        trump = str(Card(state.turned))[0]
        found = oracle.play_out(hands, (state.dealer + 1) % 4, trump, plays)
        assert found is not None
        winners, table, leader = found
        assert [trick.winner for trick in state.tricks if trick.is_whole] == winners
        if len(winners) == 13:
            assert state.turn == OVER
            assert state.scores == oracle.odd_tricks(winners)
            continue
        assert state.turn == (leader + len(table)) % 4
        held = [card for card in hands[state.turn] if card not in plays]
        assert set(map(str, state.moves())) == oracle.legal_plays(held, table)


def test_cards_are_dealt_from_the_dealers_left_and_the_last_is_the_dealers_and_trump() -> None:
    state = Whist(dealer=2).start()
    drawn = []
    while state.turn == CHANCE:
        drawn.append(next(iter(state.moves())))
        state = state.after(drawn[-1])
    assert dealt_texts(state)[3] == [str(card) for card in sorted(drawn[0::4])]
    assert dealt_texts(state)[2] == [str(card) for card in sorted(drawn[3::4])]
    assert state.turned == drawn[-1]
    assert (state.turn, state.tricks[0].trump) == (3, drawn[-1] // 13)


def test_the_deal_moves_to_the_left_until_a_side_has_the_points() -> None:
    states = random_states(7, GAME)
    deals = [states[0]]
    for state in states:
        if state.dealer != deals[-1].dealer:
            deals.append(state)
    assert len(deals) > 2
    assert [state.dealer for state in deals] == [at % 4 for at in range(len(deals))]
    assert all(max(state.totals) < 5 for state in deals)
    last = states[-1]
    assert max(last.scores) >= 5
    won = 0 if last.scores[0] > last.scores[1] else 1
    assert last.returns() == tuple(1.0 if seat % 2 == won else -1.0 for seat in range(4))
    assert all(state.returns() == (0.0,) * 4 for state in states[:-1])


def test_a_single_deal_returns_its_odd_tricks() -> None:
    last = random_states(1)[-1]
    ahead = last.scores[0] - last.scores[1]
    assert last.returns() == (ahead, -ahead, ahead, -ahead) != (0, 0, 0, 0)


@pytest.mark.parametrize("options", ["points=-1", "points=101", "dealer=4", "dealer=-1"])
def test_options_out_of_bounds_are_refused(options: str) -> None:
    with pytest.raises(NotationError, match=r"is a number from 0 to 100|is a seat from 0 to 3"):
        load(f"whist({options})")


# --- Refusals and texts ---------------------------------------------------------------------------


def following() -> WhistState:
    """Return a position in which seat 1 is to follow spades."""
    return next(
        state
        for seed in range(50)
        for state in random_states(seed)
        if state.turn >= 0
        and state.tricks[-1].cards
        and 3 == len(state.moves()) < state.hands[state.turn].bit_count()
    )


def test_who_must_follow_suit_is_told_the_suit_and_the_cards() -> None:
    state = following()
    other = next(
        card
        for card in dealt_texts(state)[state.turn]
        if card not in played_texts(state) and Card(card) not in state.moves()
    )
    names = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
    one, two, three = map(str, state.moves())
    suit = names[one[0]]
    told = f"{other}: you hold {suit}, the led suit: play {one}, {two} or {three}"
    assert state.why_not(other) == told
    with pytest.raises(IllegalMove, match="the led suit"):
        state.after(other)


def test_every_other_refusal_names_the_card_and_the_reason() -> None:
    state = random_states(1)[1]
    (gone,) = played_texts(state)
    theirs = dealt_texts(state)[(state.turn + 1) % 4][0]
    assert state.why_not(gone) == f"{gone}: seat {state.turn} was not dealt it"
    assert state.why_not(theirs) == f"{theirs}: seat {state.turn} was not dealt it"
    assert state.why_not("RJ") == "RJ: whist is played without jokers"
    later = random_states(1)[5]
    own = next(card for card in dealt_texts(later)[later.turn] if card in played_texts(later))
    assert later.why_not(own) == f"{own}: it has been played"
    assert random_states(1)[-1].why_not("SA") == "the game is over"
    dealt = DEAL.start().after("SA")
    assert dealt.why_not("SA") == "SA: it has been dealt"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("dealer 0", "dealer 4"), "write who deals"),
        (("dealer 0", "dealer 1"), "seat 1 deals at no score of 0-0"),
        (("| 0-0", "| 5-0"), "deals at no score of 5-0"),
        (("| 0-0", "| 0:0"), "write the scores"),
        (("| 0-0", ""), "five parts"),
        (("dealer 0 |", "dealer 0 |  "), "four seats"),
    ],
)
def test_texts_of_no_position_are_refused_with_the_reason(
    change: tuple[str, str], reason: str
) -> None:
    line = str(random_states(1, GAME)[6])
    with pytest.raises(NotationError, match=reason):
        GAME.parse(line.replace(*change))


def test_a_position_that_all_plays_forbid_is_refused() -> None:
    state = following()
    line = str(state)
    other = next(
        card
        for card in dealt_texts(state)[state.turn]
        if card not in played_texts(state) and Card(card) not in state.moves()
    )
    dealer, hands, turned, tricks, scores = line.split(" | ")
    with pytest.raises(NotationError, match=f"{other}: you hold"):
        DEAL.parse(" | ".join((dealer, hands, turned, tricks + other, scores)))
    with pytest.raises(NotationError, match="turned up, and no other"):
        DEAL.parse(" | ".join((dealer, hands, "-", "-", scores)))
    foreign = dealt_texts(state)[(state.dealer + 1) % 4][0]
    with pytest.raises(NotationError):
        DEAL.parse(" | ".join((dealer, hands, foreign, "-", scores)))


def test_a_seat_sees_its_own_cards_the_card_turned_up_and_what_is_played() -> None:
    state = random_states(2)[9]
    dealer, hands, turned, tricks, scores = str(state).split(" | ")
    seen = state.view(1).split(" | ")
    own = hands.split(" ")[1]
    assert seen == [dealer, f"?13 {own} ?13 ?13", turned, tricks, scores]
    assert state.seen(1)["head"]["turned"] == turned
    assert state.public()["hand"]["held"] == []


# --- What renaming suits and turning the table leave as it is -------------------------------------


SEEDS = st.integers(0, 2**32)
SUITS = st.sampled_from(list(permutations(range(4))))


def renamed(card: int, suits: tuple[int, ...]) -> int:
    return 13 * suits[card // 13] + card % 13


def moved(
    state: WhistState, game: Whist, dealer: int, suits: tuple[int, ...], by: int
) -> WhistState:
    """Return a deal played again with its suits renamed and its seats moved on."""
    dealt = [""] * 4
    for seat, hand in enumerate(dealt_texts(state)):
        renamed_hand = sorted(renamed(Card(card), suits) for card in hand)
        dealt[(seat + by) % 4] = format_cards(renamed_hand)
    turned = format_cards([renamed(state.turned, suits)])
    plays = [renamed(card, suits) for trick in state.tricks for card in trick.cards]
    tricks = " ".join(format_cards(plays[at : at + 4]) for at in range(0, len(plays), 4)) or "-"
    moved_on: WhistState = game.parse(
        f"dealer {dealer} | {' '.join(dealt)} | {turned} | {tricks} | 0-0"
    )
    return moved_on


def in_other_suits(state: WhistState, suits: tuple[int, ...]) -> WhistState:
    return moved(state, DEAL, state.dealer, suits, 0)


def turned_round(state: WhistState, by: int) -> WhistState:
    dealer = (state.dealer + by) % 4
    return moved(state, Whist(points=0, dealer=dealer), dealer, (0, 1, 2, 3), by)


def some_state(data: st.DataObject) -> WhistState:
    """Return a state somewhere in a deal played by whoever draws."""
    state: WhistState = DEAL.start().rolled(data.draw(SEEDS), 0)[0]
    chooser = data.draw(st.randoms(use_true_random=False))
    for _ in range(data.draw(st.integers(0, 51))):
        state = state.after(chooser.choice(tuple(state.moves())))
    return state


@given(st.data())
def test_suits_renamed_leave_moves_winners_and_worlds_as_they_are(data: st.DataObject) -> None:
    state, suits = some_state(data), data.draw(SUITS)
    other = in_other_suits(state, suits)
    assert {renamed(move, suits) for move in state.moves()} == set(map(int, other.moves()))
    assert (other.turn, other.took, other.scores) == (state.turn, state.took, state.scores)
    counts = [count_worlds(knowledge_of(one, state.turn)) for one in (state, other)]
    assert counts[0] == counts[1]
    assert DEAL.parse(str(other)) == other


@given(st.data(), st.integers(0, 3))
def test_a_table_turned_round_turns_turns_and_returns(data: st.DataObject, by: int) -> None:
    state = some_state(data)
    other = turned_round(state, by)
    assert other.turn == (state.turn + by) % 4
    assert other.moves() == state.moves()
    assert other.took == (state.took[::-1] if by % 2 else state.took)
    seen = state.observe(state.turn), other.observe(other.turn)
    assert (seen[0] == seen[1]).all()
    after, turned = (one.after(next(iter(one.moves()))) for one in (state, other))
    assert turned == turned_round(after, by)
    assert turned.returns() == (after.returns()[::-1] if by % 2 else after.returns())


# --- The deals that a seat can't tell apart, held against all there are ---------------------------


LAST_TRICKS = 4
"""Positions with so many tricks left have some thousand worlds at most."""
WORLDS = 2000


def all_worlds(state: WhistState, seat: int) -> set[tuple[frozenset[str], ...]]:
    turned = str(Card(state.turned))
    hands, plays = dealt_texts(state), played_texts(state)
    return set(oracle.worlds(seat, hands, state.dealer, turned, plays))


def as_world(state: WhistState) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(hand) for hand in dealt_texts(state))


def late_positions(seed: int) -> list[WhistState]:
    """Return the positions of a random deal with three or two tricks left."""
    return random_states(seed)[4 * (13 - LAST_TRICKS) + 6 : -4 : 3]


@pytest.mark.parametrize("seed", range(8))
def test_as_many_worlds_are_counted_as_the_oracle_deals(seed: int) -> None:
    for state in late_positions(seed):
        for seat in range(4):
            assert count_worlds(knowledge_of(state, seat)) == len(all_worlds(state, seat))


@pytest.mark.parametrize("seed", range(25))
def test_no_world_contradicts_what_was_seen(seed: int) -> None:
    for at, state in enumerate(random_states(seed)[:-1:5]):
        for seat in range(4):
            world = state.resample(seat, seed, at)
            hands, plays = dealt_texts(world), played_texts(state)
            trump = str(Card(state.turned))
            assert oracle.play_out(hands, (state.dealer + 1) % 4, trump[0], plays) is not None
            assert sorted(card for hand in hands for card in hand) == sorted(
                card for hand in dealt_texts(state) for card in hand
            )
            assert hands[seat] == dealt_texts(state)[seat]
            assert trump in hands[state.dealer]


def void_positions() -> list[tuple[WhistState, int]]:
    """Return late positions with a seat that sees voids and between 20 and 100 worlds."""
    found = []
    for seed in range(20):
        for state in late_positions(seed):
            for seat in range(4):
                known = knowledge_of(state, seat)
                shown = any(hand not in (0, known.unseen) for hand in known.may_hold)
                if shown and 20 <= count_worlds(known) <= 100:
                    found.append((state, seat))
    return found[:: len(found) // 4][:4]


@pytest.mark.parametrize("place", range(4))
def test_every_world_comes_as_often_as_any_other(place: int) -> None:
    """Over all worlds, with a fixed seed."""
    state, seat = void_positions()[place]
    worlds = all_worlds(state, seat)
    drawn = Counter(as_world(state.resample(seat, 11, stream)) for stream in range(WORLDS))
    assert set(drawn) <= worlds
    assert abs(unevenness(drawn, worlds)) < 4.8


def test_the_card_turned_up_stays_with_the_dealer_until_it_is_played() -> None:
    state = random_states(5)[0]
    known = knowledge_of(state, (state.dealer + 1) % 4)
    assert known.held[state.dealer] == 1 << state.turned
    assert not known.unseen >> state.turned & 1
    assert sum(known.rooms) == 38


def test_while_cards_are_dealt_hands_are_drawn_from_all_that_is_unseen() -> None:
    state = DEAL.start()
    for card in ("SA", "SK", "SQ", "SJ", "ST"):
        state = state.after(card)
    worlds = {state.resample(1, 3, stream).dealt[2] for stream in range(300)}
    assert len(worlds) == 50
    assert all(state.resample(1, 3, stream).dealt[1] == state.dealt[1] for stream in range(20))
