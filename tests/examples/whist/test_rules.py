"""Whist against the slow oracle, and its readings of the rules one by one."""

from __future__ import annotations

import pytest

from suitwise.cards import Card
from suitwise.errors import IllegalMove, NotationError
from suitwise.game import CHANCE, OVER, load
from tests.examples.whist.games import DEAL, GAME, dealt_texts, played_texts, random_states
from tests.oracles import whist_oracle as oracle
from whist.game import Whist
from whist.state import WhistState


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


def test_moves_are_given_as_cards_texts_or_numbers() -> None:
    start = DEAL.start()
    assert start.after("HT") == start.after(Card("HT")) == start.after(21)
    with pytest.raises(TypeError, match="a move of whist is a Card or its text"):
        start.why_not(2.5)  # type: ignore[arg-type]


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
