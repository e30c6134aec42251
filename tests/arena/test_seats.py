"""Players in their seats: what they draw from, and who is at it when something fails."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from suitwise import testing
from suitwise.arena.seats import Sitting, players_seed, reason_of
from suitwise.errors import IllegalMove, NotationError, SuitwiseError
from suitwise.game import load
from suitwise.players.named import named
from suitwise.seeds import as_seed
from tests.arena import sitters

GAME = testing.Kuhn()


def sitting_of(players: Sequence[str], streams: Sequence[int] = (0, 1)) -> Sitting:
    return Sitting([named(player, GAME) for player in players], 1, streams)


def test_what_players_draw_is_what_it_was_when_results_were_made_before() -> None:
    assert players_seed(0, "players") == 0x706C6179657273
    assert players_seed(2**64 - 1, "selfplay") == as_seed(2**64 - 1) ^ 0x73656C66706C6179


def test_every_seat_draws_from_its_own_stream() -> None:
    sitters.Listening.heard.clear()
    sitting_of(("listening", "listening"), (7, 9)).played(GAME.start(), 1, 0)
    assert sitters.Listening.heard == [(1, 7), (1, 9)]


def test_the_player_who_fails_at_a_move_is_the_one_who_thinks() -> None:
    sitting = sitting_of(("random", "failing"))
    with pytest.raises(KeyError):
        sitting.played(GAME.start(), 1, 0)
    assert (sitting.seat, sitting.thinks) == (1, True)


def test_a_word_that_is_no_move_is_a_fault_of_the_player_who_thinks() -> None:
    sitting = sitting_of(("cheating", "random"))
    with pytest.raises(NotationError):
        sitting.played(GAME.start(), 1, 0)
    assert (sitting.seat, sitting.thinks) == (0, True)


def test_after_an_illegal_move_nobody_thinks_and_the_seat_is_known() -> None:
    stacks = load("stacks")
    sitting = Sitting([named("blundering", stacks)], 1, (0,))
    with pytest.raises(IllegalMove):
        sitting.played(stacks.start(), 1, 0)
    assert (sitting.seat, sitting.thinks) == (0, False)


def test_before_a_game_nobody_is_at_it() -> None:
    sitting = sitting_of(("random", "random"))
    assert (sitting.seat, sitting.thinks) == (None, False)


@pytest.mark.parametrize("error", [KeyError("a\nb" * 1000), SuitwiseError("a\nb" * 1000)])
def test_a_reason_is_one_line_that_is_not_too_long(error: Exception) -> None:
    assert "\n" not in reason_of(error)
    assert 100 < len(reason_of(error)) < 300


def test_an_error_of_the_package_without_words_is_told_by_its_kind() -> None:
    assert reason_of(SuitwiseError("")) == "SuitwiseError: "
