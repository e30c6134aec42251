"""Rummikub's players and judge: playouts that are legal, choices by what a seat sees, verdicts."""

from __future__ import annotations

from itertools import islice
from operator import sub
from random import Random
from typing import Any

import numpy as np
import pytest

from suitwise import rummy
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.machine.signatures import signature_of
from suitwise.game import CHANCE, OVER, Record, play
from suitwise.players.review import choices_of
from suitwise.rummy.rummikub.game import Rummikub
from suitwise.rummy.rummikub.moves import RummikubMove
from suitwise.rummy.rummikub.players import monte_carlo, playouts
from suitwise.rummy.rummikub.players.judge import RummikubJudge
from suitwise.rummy.rummikub.players.monte_carlo import (
    MonteCarloRummikub,
    candidates,
    playout_arrays,
    points_after,
    worlds_of,
)
from suitwise.rummy.rummikub.players.rule_based import (
    GreedyRummikubPlayer,
    RummikubPlayer,
    WaitingRummikubPlayer,
)
from suitwise.rummy.rummikub.rules.tiles import JOKER, SIZE, Table, Tiles, counts_of, tile_text
from suitwise.rummy.rummikub.rules.turn import House, scores
from suitwise.rummy.rummikub.solve.turns import best_turn, can
from suitwise.rummy.rummikub.state import BOX, RummikubState
from tests.rummy.rummikub.positions import position

MOST_UNSEEN = [
    kind
    for kind, count in enumerate(BOX)
    for _ in range(count - (Tiles.parse("k1 k13 r6 o1 o4 j r3 r4 r5 k7 r7 b7").counts[kind]))
][:-2]
"""All but two of the tiles that are not on the table, nor on a rack of one position."""
FREE = House(joker="free", opening=0)
OTHER = "k1 k2 k3 k5 k8 k9 b1 b2 b5 b6 b9 o8 o10 o13"


def at(rack: str, table: str = "r3r4r5/k7r7b7", other: str = OTHER) -> RummikubState:
    return Rummikub().parse(f"play 0 | {table} | {rack} / {other} | yes yes | 0 0 / 0 0")


# --- Playouts -------------------------------------------------------------------------------------


def some_deal(seats: int, seed: int) -> tuple[Any, list[int]]:
    """Return a deal in arrays, and all tiles in the order in which they are dealt."""
    tiles = [kind for kind, count in enumerate(BOX) for _ in range(count)]
    Random(seed).shuffle(tiles)
    held = np.zeros((1 + playouts.MOST_SEATS, SIZE), np.int64)
    for seat in range(seats):
        held[1 + seat] = counts_of(tiles[14 * seat : 14 * seat + 14])
    status = np.zeros(playouts.STATUS, np.int64)
    status[playouts.POOL] = len(tiles) - 14 * seats
    status[playouts.WAITS :] = playouts.NO_WAIT
    return (tuple(held), np.array(tiles[14 * seats :]), status), tiles


@pytest.mark.exhaustive
def test_each_turn_of_a_playout_leaves_a_table_of_sets(exhaustive: bool) -> None:
    """Six deals, by default three, in plain Python: a turn by itself is compiled for nothing else."""
    laid = 0
    for seed in range(6 if exhaustive else 3):
        deal, _ = some_deal(2, seed)
        tiles, order, status = deal
        for step in range(60):
            seat = step % 2
            before = [array.copy() for array in tiles]
            count = playouts.play_turn(deal, seat, (2, 2, 30), playout_arrays())
            assert (tiles[0] - before[0]).min() >= 0
            assert (tiles[0] - before[0] == before[1 + seat] - tiles[1 + seat]).all()
            assert int((tiles[0] - before[0]).sum()) == count
            if count:
                whole = Tiles(tuple(tiles[0].tolist()))
                assert can(Table(), whole, FREE) is not None
                laid += 1
            elif status[playouts.DRAWN] < status[playouts.POOL]:
                tiles[1 + seat][order[status[playouts.DRAWN]]] += 1
                status[playouts.DRAWN] += 1
            if not tiles[1 + seat].any():
                break
    assert laid > 50


@pytest.mark.parametrize("waits", [playouts.NO_WAIT, 2])
def test_a_playout_gives_each_seat_its_score_and_all_together_nothing(waits: int) -> None:
    for seats in (2, 4):
        for seed in range(3):
            deal, _ = some_deal(seats, seed)
            tiles, _order, status = deal
            status[playouts.WAITS :] = waits
            rules = seats, 2, 30
            machine(playouts.play_out)(deal, seats - 1, rules, playout_arrays())
            assert sum(map(int, map(np.sum, tiles))) + int(
                status[playouts.POOL] - status[playouts.DRAWN]
            ) == sum(BOX)
            assert can(Table(), Tiles(tuple(tiles[0].tolist())), FREE) is not None
            racks = [Tiles(tuple(rack.tolist())) for rack in tiles[1 : 1 + seats]]
            out = next((seat for seat, rack in enumerate(racks) if not any(rack.counts)), None)
            for following in range(seats):
                points = tuple(
                    int(machine(playouts.score_of)(tiles, seats, seat, following))
                    for seat in range(seats)
                )
                assert points == scores(racks, out, following)


def test_of_equal_racks_the_one_with_fewer_tiles_wins_and_then_the_first_in_turn() -> None:
    cases = (("k6", "r2 r4", "b1 b5"), ("k6", "r6", "b6"), ("k7", "r2 r5", "b7"))
    for texts in cases:
        racks = [Tiles.parse(text) for text in texts]
        tiles = tuple(np.array(rack.counts, np.int64) for rack in (Tiles(), *racks, Tiles()))
        for following in range(3):
            points = tuple(
                int(machine(playouts.score_of)(tiles, 3, seat, following)) for seat in range(3)
            )
            assert points == scores(racks, None, following)


def test_one_compiled_function_plays_out_deals_of_any_number_of_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each further type of arguments would be compiled for seconds when somebody waits for a move."""
    forms = set()

    def noted(rule: Any) -> Any:
        def call(*arguments: Any) -> Any:
            forms.add((rule, signature_of(arguments)))
            return machine(rule)(*arguments)

        return call

    monkeypatch.setattr(monte_carlo, "machine", noted)
    for seats in (2, 3, 4):
        state, _ = Rummikub(seats=seats).start().rolled(seed=1, stream=0)
        (world,) = worlds_of(state, 0, 0, 1)
        points_after(state, None, world)
    assert [rule for rule, _ in forms].count(playouts.play_out) == 1


def test_a_waiting_seat_of_a_playout_plays_all_its_tiles_or_none_until_the_pool_is_low() -> None:
    went_out = 0
    for seed in range(8):
        deal, _ = some_deal(2, seed)
        tiles, order, status = deal
        status[playouts.WAITS] = 3
        while status[playouts.POOL] - status[playouts.DRAWN] > 3:
            before = Tiles(tuple(tiles[1].tolist()))
            table = Tiles(tuple(tiles[0].tolist()))
            count = int(machine(playouts.play_turn)(deal, 0, (2, 2, 30), playout_arrays()))
            whole = Tiles(tuple(a + b for a, b in zip(table.counts, before.counts, strict=True)))
            assert count == (len(before) if can(Table(), whole, FREE) else 0)
            if count:
                went_out += 1
                break
            for seat in (0, 1):
                if seat == 0 or not machine(playouts.play_turn)(
                    deal, 1, (2, 2, 30), playout_arrays()
                ):
                    tiles[1 + seat][order[status[playouts.DRAWN]]] += 1
                    status[playouts.DRAWN] += 1
            if not tiles[2].any():
                break
    assert went_out


def test_a_playout_plays_as_many_tiles_as_the_solver_can() -> None:
    rng, played = Random(3), np.zeros(SIZE, np.int64)
    for _ in range(60):
        table, rack = position(rng, rng.choice((10, 40, 60)), 12, 0.2)
        arrays = [np.array(tiles, np.int64) for tiles in (table.counts, rack.counts)]
        jokers = rack.counts[JOKER]
        most = machine(playouts.most_played)(*arrays, jokers, playout_arrays(), played)
        best = best_turn(table, rack, "tiles", FREE)
        assert int(most) == (best.tiles if best else 0)


def test_machine_code_plays_out_as_plain_python_does() -> None:
    deals = [some_deal(2, 9)[0] for _ in range(2)]
    lists = [[int(n) for n in tiles] for tiles in deals[1][0]]
    work = playout_arrays()
    plain_work = tuple(in_lists(part) for part in work)
    plain = playouts.play_turn(
        (lists, deals[1][1].tolist(), deals[1][2].tolist()), 0, (2, 2, 30), plain_work
    )
    assert int(machine(playouts.play_turn)(deals[0], 0, (2, 2, 30), work)) == plain
    assert [tiles.tolist() for tiles in deals[0][0]] == lists


def in_lists(given: Any) -> Any:
    if isinstance(given, tuple):
        return tuple(map(in_lists, given))
    return given.tolist()


# --- Choices --------------------------------------------------------------------------------------


def test_jokers_are_kept_until_a_seat_goes_out_or_another_is_about_to() -> None:
    keeps = RummikubPlayer().turn(at("k1 k13 r6 o1 o4 j"))
    assert keeps is not None
    assert str(keeps.played) == "r6"
    out = RummikubPlayer().turn(at("r6 o1 o2 j"))
    assert out is not None
    assert out.tiles == 4
    late = RummikubPlayer().turn(at("k1 k13 r6 o1 o4 j", other="k1 k2"))
    assert late is not None
    assert late.played.counts[JOKER] == 1


@pytest.mark.parametrize(
    "player", [RummikubPlayer(), WaitingRummikubPlayer(), MonteCarloRummikub(worlds=2)], ids=str
)
def test_tiles_that_somebody_else_has_chosen_are_played_on(player: Any) -> None:
    """Who would keep the joker, or wait, can't draw any more."""
    other = "k1 k4 k8 r1 r9 r12 b1 b3 b6 b10 o2 o4 o6 o8"
    state = Rummikub(staged=True).parse(
        f"play 0 chose b2,b3 | o2o3o4 | b2 b3 k13 j / {other} | yes yes | 0 0 / 0 0"
    )
    assert [str(move) for move in state.moves()] == ["j"]
    assert str(player(state)) == str(player.advice(state).move) == "j"


def test_a_seat_that_can_only_open_with_its_joker_does() -> None:
    text = "play 0 | - | {} / {} | no no | 0 0 / 0 0"
    rack = "k1 k2 k4 k10 r5 r10 r13 b4 b6 b12 o1 o4 o8 j"
    state = Rummikub().parse(text.format(rack, OTHER))
    turn = RummikubPlayer().turn(state)
    assert turn is not None
    assert turn.played.counts[JOKER] == 1


def test_a_turn_that_goes_out_is_the_only_candidate() -> None:
    (only,) = candidates(at("r6 o7"))
    assert only is not None
    assert only.tiles == 2
    assert list(candidates(at("k1 k13"))) == [None]


def test_late_in_a_deal_who_compares_wins_from_who_only_waits() -> None:
    lead = []
    for seed in range(3):
        state = late(seed)
        for mine in (0, 1):
            chosen = [WaitingRummikubPlayer(), WaitingRummikubPlayer()]
            players: list[Any] = [*chosen[:mine], MonteCarloRummikub(8), *chosen[mine + 1 :]]

            def choose(here: Any, players: Any = players) -> Any:
                return players[here.turn](here)

            lead.append(play(state, choose, seed=seed).returns[mine])
    assert sum(lead) > 0


def late(seed: int) -> RummikubState:
    """Return a position in which four tiles are left after two seats have waited."""
    state, index, waits = Rummikub().start(), 0, WaitingRummikubPlayer(last=4)
    while state.turn == CHANCE or sum(state.pool) > 4:
        if state.turn == CHANCE:
            state, index = state.rolled(seed, 0, index)
        else:
            state = state.followed_by(waits(state))
    return state


def test_the_choice_depends_on_what_the_seat_sees_alone() -> None:
    player, state = MonteCarloRummikub(worlds=6), late(5)
    assert len(list(candidates(state))) > 3
    moves = {str(player(state.resample(state.turn, 5, stream))) for stream in range(3)}
    assert moves == {str(player(state))}
    assert "better" in str(player.advice(state).why)


def test_worlds_have_the_tiles_that_a_seat_sees_and_all_others() -> None:
    state = at("k1 k13 r6 r8 o7 o1 o4")
    for racks, pool in worlds_of(state, 1, 2, 3):
        assert tuple(racks[0].tolist()) == state.racks[0]
        assert racks.sum(axis=1).tolist() == [len(state.rack), 14]
        unseen = [
            n - laid - held
            for n, laid, held in zip(BOX, state.table.counts, state.racks[0], strict=True)
        ]
        assert [*racks[1] + counts_of(pool.tolist())] == unseen


def test_a_seat_that_has_opened_is_dealt_what_it_could_not_play_and_one_tile_in_every_other_world() -> (
    None
):
    state = at("k1 k13 r6 r8 o7 o1 o4", table="r3r4r5/o9o10o11/k7r7b7")
    drawn = []
    for number, (racks, _) in enumerate(worlds_of(state, 1, 0, 20)):
        counts = racks[1].tolist()
        plain = Tiles((*counts[:JOKER], 0))
        turn = best_turn(state.table, plain, "tiles", FREE)
        if number % 2 == 0:
            assert turn is None
        elif turn is not None:
            kept = [
                [n - (kind == gone) for kind, n in enumerate(plain.counts)] for gone in plain.kinds
            ]
            assert any(
                best_turn(state.table, Tiles(tuple(rack)), "tiles", FREE) is None for rack in kept
            )
            drawn.append(number)
    assert drawn
    unopened = Rummikub().parse(str(state).replace("yes yes", "yes no"))
    dealt = [Tiles(tuple(racks[1].tolist())) for racks, _ in worlds_of(unopened, 1, 0, 10)]
    assert any(best_turn(state.table, rack, "tiles", FREE) for rack in dealt)


def test_to_go_out_scores_what_the_others_hold() -> None:
    state = at("r6 o7")
    (turn,) = candidates(state)
    (world,) = worlds_of(state, 1, 2, 1)
    assert points_after(state, turn, world) == Tiles(tuple(world[0][1].tolist())).points


def test_the_waiting_player_plays_all_or_nothing_until_the_pool_is_nearly_empty() -> None:
    waits = WaitingRummikubPlayer()
    assert waits.turn(at("k1 k13 r6 o1 o4 j")) is None
    out = waits.turn(at("r6 o1 o2 j"))
    assert out is not None
    assert out.tiles == 4
    low = at("k1 k13 r6 o1 o4 j", other=" ".join(map(tile_text, MOST_UNSEEN)))
    assert sum(low.pool) == 2
    most, best = waits.turn(low), best_turn(low.table, low.rack)
    assert most is not None
    assert best is not None
    assert most.played == best.played
    assert WaitingRummikubPlayer(last=1).turn(low) is None


@pytest.mark.parametrize("seats", [2, 3])
def test_whoever_waits_wins_by_far_from_those_who_play_what_they_can(seats: int) -> None:
    total = 0.0
    for seed in range(6):
        for mine in range(seats):
            players = [RummikubPlayer()] * seats
            chosen = [*players[:mine], WaitingRummikubPlayer(), *players[mine + 1 :]]

            def choose(state: Any, chosen: Any = chosen) -> Any:
                return chosen[state.turn](state)

            total += play(Rummikub(seats=seats).start(), choose, seed=seed).returns[mine]
    assert total / 6 / seats > 30


@pytest.mark.parametrize("staged", [False, True])
def test_whole_deals_of_the_player_that_samples_are_legal(staged: bool) -> None:
    record = play(Rummikub(staged=staged).start(), MonteCarloRummikub(worlds=3), seed=4)
    assert sum(record.returns) == 0


def test_a_number_of_worlds_out_of_range_is_refused() -> None:
    for worlds, seconds, seed in ((0, 0.0, 0), (1, -1.0, 0), (1, 0.0, 2**64)):
        with pytest.raises(SuitwiseError):
            MonteCarloRummikub(worlds, seconds, seed)
    with pytest.raises(SuitwiseError):
        RummikubPlayer(near=-1)


# --- Verdicts -------------------------------------------------------------------------------------


def test_passing_instead_of_going_out_is_found_to_cost_the_deal() -> None:
    seen = Tiles.parse("r6 o7 r3 r4 r5 k7 r7 b7").counts
    rest = Tiles(tuple(map(sub, BOX, seen)))  # the pool is empty
    full = at("r6 o7", other=str(rest))
    verdict = RummikubJudge(worlds=20).verdict(full, RummikubMove("pass"))
    assert verdict is not None
    assert (verdict.did, verdict.better, verdict.best) == ("passes", "laying r6 o7", "r6 o7")
    assert verdict.cost > 10
    assert verdict.is_mistake
    right = RummikubJudge(worlds=20).verdict(full, full.parse_move("table:r3r4r5r6/k7r7b7o7"))
    assert right is not None
    assert (right.cost, right.is_mistake) == (0, False)


def test_a_deal_is_reviewed_turn_by_turn() -> None:
    record: Record = play(Rummikub().start(), GreedyRummikubPlayer(), seed=2)
    found = list(islice(rummy.review(record, 3, seat=0), 6))
    assert str(found[0].place) == "turn 1"
    assert all(one.seat == 0 and one.verdict for one in found)
    assert list(islice(rummy.review(record, 3, seat=0), 6)) == found


def test_the_end_of_a_staged_turn_is_judged_for_all_of_it() -> None:
    whole, judge = at("r6 r8 o7 o1 o4"), RummikubJudge(worlds=6)
    staged = Rummikub(staged=True).parse(str(whole)).after("r6")
    assert judge.verdict(staged, RummikubMove.parse("o7")) is None
    made = judge.verdict(whole, whole.parse_move("table:r3r4r5r6/k7r7b7"))
    assert judge.verdict(staged, RummikubMove.parse("done")) == made


def test_a_staged_turn_that_can_only_end_is_judged_for_the_choices_before() -> None:
    game = Rummikub(staged=True)
    state = game.parse(str(at("r6 o7")))
    last = state.after("r6").after("o7")
    assert [str(move) for move in last.moves()] == ["done"]
    assert last.has_choice
    record: Record = play(game.start(), GreedyRummikubPlayer(), seed=2)
    ended = sum(text in ("done", "draw", "pass") for text in record.moves)
    whole = play(Rummikub().start(), GreedyRummikubPlayer(), seed=2)
    assert choices_of(whole) == sum(
        state.turn >= 0 and len(list(islice(state.moves(), 2))) > 1
        for state in list(whole.states())[:-1]
    )
    judged_turns = [one.place for one in rummy.review(record, 2)]
    assert 0 < len(judged_turns) < ended
    assert [str(one.place) for one in rummy.review(whole, 2)] == list(map(str, judged_turns))


def test_the_judge_asks_only_what_the_seat_sees() -> None:
    state = at("k1 k13 r6 r8 o7 o1 o4")
    move = state.parse_move("draw")
    verdicts = [RummikubJudge(4).verdict(state.resample(0, 7, stream), move) for stream in range(3)]
    assert verdicts == [RummikubJudge(4).verdict(state, move)] * 3


def test_players_meet_in_deals_that_end() -> None:
    players = GreedyRummikubPlayer(), RummikubPlayer()
    for seed in range(3):
        state, index = Rummikub(seats=3).start(), 0
        while state.turn != OVER:
            if state.turn == CHANCE:
                state, index = state.rolled(seed, 0, index)
            else:
                state = state.after(players[state.turn % 2](state))
        assert sum(state.returns()) == 0
