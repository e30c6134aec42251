"""Reviews of rami, its board, and its house form."""

from __future__ import annotations

import pytest

from suitwise.errors import SuitwiseError
from suitwise.game import load, play
from suitwise.game.houses import described, house_of
from suitwise.players.board import answered, board_of
from suitwise.players.review import review_of
from suitwise.rummy import review
from suitwise.rummy.rami.game import Rami
from suitwise.rummy.rami.players.judge import RamiJudge, in_words
from suitwise.rummy.rami.players.rule_based import GreedyRamiPlayer
from suitwise.rummy.rami.rules.moves import RamiMove
from suitwise.rummy.rami.state import RamiState
from suitwise.rummy.rules.cards import cards_text

READY = (
    "play 8 high 60 | C2 C3 C4 SK / S2 H5 D7 D9 CT | yes yes | HTHJHQ/S9H9C9 | D5 | - / - | - | 0 0"
)


def ready() -> RamiState:
    return load("rami(deals=1)").parse(READY)  # type: ignore[return-value]


def test_to_discard_where_all_could_be_laid_costs_what_the_others_score() -> None:
    judge = RamiJudge(worlds=6, seed=3)
    verdict = judge.verdict(ready(), RamiMove.parse("SK"))
    assert verdict.best == "lay:C2C3C4"
    assert (verdict.did, verdict.better) == ("discards SK", "laying C2C3C4")
    assert verdict.cost > 5
    assert judge.verdict(ready(), RamiMove.parse("lay:C2C3C4")).cost == 0


def test_a_deal_gives_a_seat_the_mean_of_the_others_less_its_own() -> None:
    state = Rami(seats=3, deals=1).parse(
        "play 8 high 60 | S2 H5 D7 D9 CT / HQ HK / SK | yes yes yes | HTHJHQ/S9H9C9 | 0.D5 | "
        "- / - / - | - | 0 0 0"
    )
    assert state.turn == 2
    after = state.after("SK")
    judge = RamiJudge(worlds=2)
    assert after.scores() == (33, 20, -10)
    assert [judge.value(after, seat) for seat in range(3)] == [-28.0, -8.5, 36.5]
    assert judge.value(state, 0) is None


def test_decisions_of_a_recorded_deal_are_judged_by_what_their_seat_saw() -> None:
    record = play(Rami("romme", deals=1).start(), GreedyRamiPlayer(), seed=3)
    decisions = review(record, worlds=2, seat=1)
    first = next(decisions)
    assert (first.seat, first.verdict is not None and first.verdict.worlds) == (1, 2)
    assert str(first.place).startswith("turn ")
    found = review_of("rami")
    assert found is not None
    one = next(found.decisions(record, 2, 0, seat=0, seconds=0.1))
    assert one.verdict is not None


@pytest.mark.parametrize(
    ("move", "did"),
    [
        ("open:HTHJHQ/S9D9C9", "opens with HTHJHQ / S9D9C9"),
        ("lay:C2C3[C4]", "lays C2C3[C4]"),
        ("add:[9]@2", "adds [9] to meld 2"),
        ("add:HK@1", "adds HK to meld 1"),
        ("take:HQ@1", "takes the joker of meld 1 for HQ"),
        ("end", "ends the turn"),
        ("stock", "draws from the stock"),
        ("JK", "discards JK"),
    ],
)
def test_each_kind_of_move_has_words(move: str, did: str) -> None:
    assert in_words(ready(), RamiMove.parse(move))[0] == did


# --- The board ------------------------------------------------------------------------------------


def test_the_board_answers_for_a_seat_that_has_not_opened() -> None:
    board = board_of("rami")
    assert board is not None
    state, _ = Rami("romme", deals=1).start().rolled(3, 0)
    assert isinstance(state, RamiState)
    name, form = board.of(state, 0)  # type: ignore[misc]
    assert (name, form["house"], form["hand"]) == ("opening", "romme", cards_text(state.hands[0]))
    answer = answered(board, name, form)
    assert "40 are needed" in str(answer.verdict)
    cards = [card for cards, _ in answer.groups for card in cards.split()]
    assert sorted(cards) == sorted(cards_text(state.hands[0]).split())
    assert board.of(ready(), 0) is None  # type: ignore[misc]


def test_the_board_says_what_a_hand_lacks() -> None:
    board = board_of("rami")
    assert board is not None
    form = {"hand": "HT HJ JK S9 D9 C9 C2 C5", "house": "rami51", "seen": ""}
    told = answered(board, "opening", form).verdict
    assert told == "it does not open: it lacks a run without a joker"
    with pytest.raises(SuitwiseError):
        answered(board, "opening", form | {"hand": "HT HT HT"})


# --- The form of a house --------------------------------------------------------------------------


def test_each_preset_is_its_house_and_names_all_its_rules() -> None:
    form = house_of("rami")
    assert form is not None
    plain = described(form, load("rami"))
    assert plain["defaults"] == {}
    for preset in plain["presets"]:
        game = load(preset["variant"])
        options = ",".join(f"{name}={value}" for name, value in preset["values"].items())
        assert str(load(f"rami({options})")) == str(game)
