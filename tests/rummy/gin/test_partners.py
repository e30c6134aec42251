"""Gin for four as partners: the contract, whole matches under the oracle's referee, what a seat sees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from suitwise import rummy
from suitwise.cards import parse_cards
from suitwise.errors import IllegalMove, NotationError
from suitwise.game import CHANCE, OVER, Record, load, play
from suitwise.players.board import board_of
from suitwise.players.face import face_of
from suitwise.players.review import Decision
from suitwise.rummy.gin.board import PARTNERS, of_state
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.partners.game import Partners
from suitwise.rummy.gin.partners.state import Ended, PartnersState, place_of, seat_at
from suitwise.rummy.gin.players.monte_carlo import MonteCarloGin
from suitwise.rummy.gin.players.net import Trained
from suitwise.rummy.gin.players.rule_based import GinPlayer, GreedyGinPlayer
from suitwise.rummy.gin.rules.deadwood import bits_of, cards_of
from suitwise.rummy.gin.sheet import finals
from suitwise.rummy.gin.state import GinState
from suitwise.seeds import SeededSource
from suitwise.table.rules.chance import variant_of
from suitwise.testing import CHECKS, Trial, name_of
from tests.contract import hold, leave_out_turns, leave_out_worlds
from tests.oracles import rummy_games_gin_deals as oracle
from tests.rummy.gin.clubs import deal_line, table_line, text_of

VARIANTS = {
    "gin_partners(knock=60,idle=5)": (1, 3),
    "gin_partners(knock=60,to=20,deals=2,columns=3,spades=2)": (1, 1),
}
"""The variants that are held against the contract: how many games, and a seed of short ones."""
OTHERS = list(VARIANTS)[1:]


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", CHECKS, ids=name_of)
@pytest.mark.parametrize("variant", VARIANTS)
def test_gin_for_partners_keeps_the_contract(
    variant: str, check: Callable[[Trial], None], exhaustive: bool
) -> None:
    if variant in OTHERS:
        leave_out_worlds(variant, check, exhaustive)
    leave_out_turns(variant, check, OTHERS, exhaustive)
    games, seed = VARIANTS[variant]
    hold(check, Trial(load(variant), games, seed), exhaustive)


def played(game: Partners, seed: int) -> tuple[str, PartnersState]:
    """Return the record of a match as the oracle writes it, and the last position."""
    rng, source = Random(seed), SeededSource(seed=seed, stream=0)
    state, lines = game.start(), [table_line(game, seats=4)]
    while state.turn != OVER:
        at, before = state.at, state.deals[state.at]
        if state.turn == CHANCE:
            move = state.chance_move(source)
        else:
            move = rng.choice([*state.moves()]) if rng.random() < 0.1 else GreedyGinPlayer()(state)
        state = state.followed_by(move)
        if isinstance(before, GinState):
            after = before.followed_by(move)
            line = text_of(before, move, after)
            if after.phase == "first" and before.phase == "deal":
                lines.append(deal_line(after, swapped=state.rounds % 2 == 1))
            elif line:
                lines.append(f"{at} {line}")
    return "\n".join(lines), state


TABLES = [
    "gin_partners",
    "gin_partners(to=60,layoff=ask)",
    "gin_partners(to=60,ace=corner,ace_points=15,columns=3,shutout=all)",
]


@pytest.mark.exhaustive
@pytest.mark.parametrize("table", TABLES)
def test_the_referee_of_the_page_finds_matches_of_partners_in_order(
    table: str, exhaustive: bool
) -> None:
    game = load(table)
    assert isinstance(game, Partners)
    for seed in range(40 if exhaustive else 1):
        record, end = played(game, seed)
        found = oracle.referee(record)
        assert end.rounds + 1 == len(found.deals)
        if game.to:
            assert found.finals == tuple(finals(game, column) for column in end.sheet)
        side, points, _ = found.deals[-1]
        if not game.to and side is not None:
            assert end.returns() == ((points, -points) * 2 if side == 0 else (-points, points) * 2)


@pytest.mark.parametrize("rounds", [0, 1, 2])
def test_each_seat_has_a_place_of_its_own_against_the_other_side(rounds: int) -> None:
    places = {place_of(seat, rounds): seat for seat in range(4)}
    assert len(places) == 4
    assert all(seat_at(*place, rounds) == seat for place, seat in places.items())
    for number in (0, 1):
        one, other = (places[number, inner] for inner in (0, 1))
        assert one % 2 != other % 2
    partner = next(seat for seat in range(4) if seat != 0 and place_of(seat, rounds)[0] == 0)
    assert partner == (3 if rounds % 2 else 1)


def under_way(seed: int = 1, moves: int = 30) -> PartnersState:
    """Return a position of a round after some moves of greedy players."""
    source, state = SeededSource(seed=seed, stream=0), Partners().start()
    while state.turn == CHANCE or moves:
        moves -= state.turn != CHANCE
        move: Any = state.chance_move(source) if state.turn == CHANCE else GreedyGinPlayer()(state)
        state = state.followed_by(move)
    return state


def test_the_deals_are_moved_by_turns_and_when_one_has_ended_the_other_goes_on() -> None:
    source, state, turns = SeededSource(seed=1, stream=0), Partners(idle=50).start(), []
    while state.turn != OVER:
        if state.turn != CHANCE:
            both = all(isinstance(part, GinState) for part in state.deals)
            turns.append((state.at, both))
        move: Any = state.chance_move(source) if state.turn == CHANCE else GreedyGinPlayer()(state)
        state = state.followed_by(move)
    together = [at for at, both in turns if both]
    assert together == [number % 2 for number in range(len(together))]
    assert len({at for at, both in turns if not both}) == 1


def test_a_round_that_is_over_shows_four_open_hands_unless_it_was_read_from_text() -> None:
    game, source = Partners(), SeededSource(seed=2, stream=0)
    face, state, last = face_of(game), game.start(), {}
    while state.turn != OVER:
        assert face.over(state) is None
        move: Any = state.chance_move(source) if state.turn == CHANCE else GreedyGinPlayer()(state)
        part = state.deals[state.at]
        if isinstance(part, GinState) and (showdown := part.followed_by(move).showdown):
            last[state.at] = showdown
        state = state.followed_by(move)
    found = face.over(state)
    assert found is not None
    for hand in found["hands"]:
        number, inner = place_of(hand["seat"], 0)
        cards = [card for row in hand["rows"] for card in row["cards"]]
        assert bits_of(parse_cards("".join(cards))) == last[number].hands[inner]
    assert [hand["seat"] for hand in found["hands"]] == [
        seat_at(number, inner, 0)
        for number in (0, 1)
        for inner in (last[number].knocker, 1 - last[number].knocker)
    ]
    told = game.parse(str(state))
    assert told == state
    assert face.over(told) == found | {"hands": []}


def test_nobody_sees_a_card_of_the_other_deal() -> None:
    state = under_way()
    for seat in range(4):
        number, inner = place_of(seat, 0)
        own, other = state.deals[number], state.deals[1 - number]
        assert isinstance(own, GinState)
        assert isinstance(other, GinState)
        texts = state.view(seat).split(" & ")[1:]
        assert texts[number] == own.view(inner)
        told = set(texts[1 - number].replace("|", " ").split())
        assert not told & {str(card) for card in cards_of((1 << 62) - 1 & other.stock)}
        assert not told & {str(card) for card in cards_of(other.hands[0] | other.hands[1])}


def test_worlds_keep_where_things_lie_and_deal_the_other_cards_again() -> None:
    state = under_way()
    worlds = [state.resample(0, 7, stream) for stream in range(20)]
    assert len({str(world.deals[1]) for world in worlds}) == 20
    assert all(world.view(0) == state.view(0) for world in worlds)
    assert {world.hands[0] for world in (one.deals[0] for one in worlds)} == {  # type: ignore[union-attr]
        state.deals[0].hands[0]  # type: ignore[union-attr]
    }


def test_what_a_seat_may_not_do_is_refused_with_its_own_number() -> None:
    state = under_way(moves=7)
    assert state.turn in (2, 3)
    reason = str(state.why_not(state.parse_move("next")))
    assert reason.startswith(f"seat {state.turn} is to ")
    with pytest.raises(IllegalMove):
        state.after("next")


def test_a_round_scores_the_sum_or_the_difference() -> None:
    for deals, scored in (
        ((Ended(0, 30), Ended(0, 12)), (42, 0)),
        ((Ended(0, 5), Ended(1, 40)), (0, 35)),
        ((Ended(0, 5), Ended(-1, 0)), (5, 0)),
        ((Ended(0, 5), Ended(1, 5)), (0, 0)),
    ):
        end = Partners(to=100).start()._scored(deals)
        assert end.sheet[0].points == scored
        assert sum(end.sheet[0].boxes) == (max(scored) > 0)


@pytest.mark.parametrize(
    "text",
    [
        "at 0 rounds 0 | 0-0 0-0 & over 0 5 & deal 0 dealer 1 | - | - | - | - / - | 0-0 0-0",
        "at 0 rounds 0 | 5-0 1-0 & {deal} & {deal}",
        "at 1 rounds 0 | 0-0 0-0 & {deal} & {deal}",
        "at 0 rounds 3 | 0-0 0-0 & {deal} & {deal}",
        "at 0 rounds 0 & {deal} & {deal}",
        "at 0 rounds 0 | 0-0 0-0 & over 2 5 & {deal}",
    ],
)
def test_a_position_that_can_t_occur_is_refused(text: str) -> None:
    with pytest.raises(NotationError):
        Partners().parse(text.format(deal=Gin().start()))


@pytest.mark.parametrize(
    "player",
    [GreedyGinPlayer(), GinPlayer(), MonteCarloGin(worlds=5), Trained()],
    ids=lambda player: type(player).__name__,
)
def test_each_player_of_gin_plays_for_partners(player: Any) -> None:
    source, state = SeededSource(seed=3, stream=0), Partners(knock=30).start()
    while state.turn != OVER:
        move: Any = state.chance_move(source) if state.turn == CHANCE else player(state)
        assert state.why_not(move) is None
        assert Partners(knock=30).parse(str(state)) == state
        state = state.followed_by(move)
    assert sum(state.returns()) == 0


# --- The review, the board and the deal of the day ------------------------------------------------


def reviewed(record: Record) -> list[Decision]:
    return list(rummy.review(record, worlds=6, seed=5))


def own_deal(record: Record, number: int) -> tuple[Record, list[int]]:
    """Return a deal of a single round as a record of gin for two, and the plies of its moves."""
    states: Any = list(record.states())
    plies = [ply for ply, state in enumerate(states[:-1], 1) if state.at == number]
    deal, moves = Gin().start(), [record.moves[ply - 1] for ply in plies]
    for move in moves:
        deal = deal.after(move)
    return Record(str(Gin()), str(Gin().start()), tuple(moves), deal.returns()), plies


def test_a_review_has_the_figures_of_gin_in_each_deal() -> None:
    record = play(Partners().start(), GreedyGinPlayer(), seed=4)
    decisions = reviewed(record)
    seen = 0
    for number in (0, 1):
        alone, plies = own_deal(record, number)
        seats = [seat_at(number, inner, 0) for inner in (0, 1)]
        own = [
            replace(one, ply=plies[one.ply - 1], seat=seats[one.seat]) for one in reviewed(alone)
        ]
        assert own == [one for one in decisions if one.seat in seats]
        seen += len(own)
    assert seen == len(decisions) > 20
    assert any(one.verdict and one.verdict.cost > 0 for one in decisions)


def test_a_review_of_a_match_counts_turns_from_each_round_and_keeps_to_a_seat() -> None:
    record = play(Partners(to=1000, deals=2).start(), GreedyGinPlayer(), seed=4)
    decisions = list(rummy.review(record, worlds=2, seat=3))
    assert {one.seat for one in decisions} == {3}
    assert {one.deal for one in decisions} == {1, 2}
    for deal in (1, 2):
        places = [str(one.place) for one in decisions if one.deal == deal]
        turns = [int(place.split()[-1]) for place in places if place != "upcard"]
        assert turns == sorted(turns)
        assert turns[0] <= 2


def test_the_board_asks_about_the_own_deal_as_at_gin() -> None:
    asked = 0
    for state in play(Partners().start(), GreedyGinPlayer(), seed=4).states():
        assert isinstance(state, PartnersState)
        for seat in range(4):
            number, inner = place_of(seat, state.rounds)
            part = state.deals[number]
            expected = None if isinstance(part, Ended) else of_state(part, inner)
            assert PARTNERS.of is not None
            assert PARTNERS.of(state, seat) == expected
            asked += expected is not None
    assert asked > 100
    assert board_of("gin_partners") is PARTNERS


def test_the_deal_of_the_day_is_a_single_round() -> None:
    variant = variant_of("gin_partners")
    assert variant is not None
    game = load(variant)
    assert isinstance(game, Partners)
    assert (game.to, game.deal_game) == (0, Gin())
