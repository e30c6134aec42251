"""Players of rami: legal moves, no more seen than the seat sees, rules better than greed."""

from __future__ import annotations

from typing import Any

import pytest

from suitwise.envs.vector import BatchVectorEnv
from suitwise.game import CHANCE, OVER, State, play
from suitwise.rummy.rami.game import Rami
from suitwise.rummy.rami.players.playouts import PlayoutRamiPlayer
from suitwise.rummy.rami.players.rule_based import GreedyRamiPlayer, RamiPlayer
from suitwise.rummy.rami.rules.house import HOUSES
from suitwise.stepping.positions import Followed
from tests.rummy.rami.records import moves_alike

PLAYERS = GreedyRamiPlayer(), RamiPlayer()
ALL = *PLAYERS, PlayoutRamiPlayer()


@pytest.mark.parametrize("player", ALL, ids=lambda player: type(player).__name__)
@pytest.mark.parametrize("house", HOUSES)
def test_deals_are_played_to_their_end(house: str, player: Any) -> None:
    record = play(Rami(house, seats=3, deals=1).start(), player, seed=2)
    assert sum(won != 0 for won in record.returns) >= 2
    assert len(record.moves) < 600


@pytest.mark.parametrize("player", ALL, ids=lambda player: type(player).__name__)
def test_a_player_moves_alike_in_worlds_that_its_seat_can_t_tell_apart(player: Any) -> None:
    moves_alike(Rami("romme", deals=1), player)


def led(house: str, deals: int) -> list[float]:
    """Return by how much ``RamiPlayer`` was ahead in each pair of mirrored deals, per deal."""
    found = []
    for seed in range(deals):
        lead = 0.0
        for seat in (0, 1):
            players = PLAYERS if seat else PLAYERS[::-1]
            state: State[Any] = Rami(house, deals=1).start()
            index = 0
            while state.turn != OVER:
                if state.turn == CHANCE:
                    state, index = state.rolled(seed, 0, index)
                else:
                    state = state.after(players[state.turn](state))
            won = state.returns()
            lead += (won[seat] - won[1 - seat]) / 2
        found.append(lead)
    return found


@pytest.mark.exhaustive
@pytest.mark.parametrize("house", ["rami51", "rami71", "romme"])
def test_rules_beat_greed(house: str, exhaustive: bool) -> None:
    """Play 4 mirrored deals by default, 150 under --exhaustive, where the interval excludes zero."""
    leads = led(house, 150 if exhaustive else 4)
    mean = sum(leads) / len(leads)
    spread = (sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1) / len(leads)) ** 0.5
    assert mean > (1.96 * spread if exhaustive else -30)


# --- The policy of the playouts -------------------------------------------------------------------

OPENED = "yes yes | HTHJ[HQ]/S9H9C9 | D5 | - / - | - | 0 0"
"""Both seats have opened, and a joker stands for the queen of hearts."""


def chosen(position: str, **options: Any) -> list[str]:
    """Return the texts of what ``playout`` does in a turn of rami51 until it discards."""
    state: Any = Rami(deals=1, **options).parse(position)
    made, seat = [], state.turn
    while state.turn == seat and state.phase != "draw":
        move = PlayoutRamiPlayer()(state)
        made.append(str(move))
        state = state.after(move)
    return made


def test_who_has_the_card_of_a_joker_takes_the_joker_and_lays_it_again() -> None:
    assert (
        chosen(f"play 8 high 60 | HQ C2 C3 D4 D8 SK / S2 H5 D7 D9 CT | {OPENED}")[0] == "take:HQ@1"
    )


def test_a_meld_and_a_card_that_fits_the_table_are_laid_before_the_discard() -> None:
    laid = chosen(f"play 8 high 60 | D9 C2 C3 C4 SK S5 / S2 H5 D7 D9 CT | {OPENED}")
    assert laid[:2] == ["lay:C2C3C4", "add:D9@2"]
    assert laid[2] in ("SK", "S5")


def test_nobody_opens_with_too_few_points_and_whoever_has_enough_opens_at_once() -> None:
    rest = "no yes | S9H9C9 | D5 | - / - | - | 0 0"
    poor = "S6 S9 SK H2 H3 H4 HJ D8 DT CA C2 C3 C4 CQ"
    rich = "S6 S9 SK H2 HT HJ HQ D3 D8 CA C5 CT CJ CQ"
    assert len(chosen(f"play 8 high 60 | {poor} / S2 H5 D7 D9 CT | {rest}")) == 1
    assert chosen(f"play 8 high 60 | {rich} / S2 H5 D7 D9 CT | {rest}")[0] == "open:HTHJHQ/CTCJCQ"


@pytest.mark.exhaustive
@pytest.mark.parametrize("house", ["rami51", "rami101", "romme"])
def test_turns_that_are_staged_and_turns_that_are_not_come_to_the_same(
    house: str, exhaustive: bool
) -> None:
    for seed in range(3 if exhaustive else 1):
        whole, staged = (
            play(Rami(house, deals=1, staged=staged).start(), PlayoutRamiPlayer(), seed=seed)
            for staged in (False, True)
        )
        assert whole.returns == staged.returns
        assert [move for move in whole.moves if ":" not in move] == [
            move for move in staged.moves if ":" not in move and move != "done"
        ]


def test_the_other_seats_of_arrays_play_as_the_player_of_that_name() -> None:
    """What it does in the learner's place is asked of the arrays and of the player, move by move."""
    env = BatchVectorEnv("rami(deals=1,staged=yes)", 2, opponents="playout")
    followed = Followed(env.steps)
    followed.reset(seed=11)
    compared = set()
    for _ in range(60):
        actions = env.steps.expert("playout")
        for row in range(2):
            state: Any = followed.position(row)
            if state.turn >= 0:
                move = PlayoutRamiPlayer()(state)
                assert state.variant.move_number(move) == actions[row]
                compared.add(move.kind)
        followed.step(actions)
    assert {"stock", "pile", "lay", "done", "card"} <= compared


def test_in_a_house_that_arrays_do_not_know_it_plays_by_the_rules() -> None:
    start = Rami("romme", deals=1, out="free").start()
    by_playout = play(start, PlayoutRamiPlayer(), seed=1)
    assert by_playout == play(start, RamiPlayer(), seed=1)
