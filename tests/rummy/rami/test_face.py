"""Rami in words: tasks, typed moves, the story, the end of a deal; eighty columns in each language."""

from __future__ import annotations

import re
from typing import Any

import pytest

from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import reason_of
from suitwise.foundation.text.writing import cells
from suitwise.game import CHANCE, OVER, load, play
from suitwise.players.face import face_of
from suitwise.rummy.rami.face import RamiFace
from suitwise.rummy.rami.game import Rami
from suitwise.rummy.rami.players.rule_based import GreedyRamiPlayer, RamiPlayer
from suitwise.rummy.rami.rules.house import HOUSES
from suitwise.rummy.rami.state import RamiState
from suitwise.table.rules.messages import say
from tests.rummy.rami.records import eager

GAME = Rami(deals=1)
FACE = RamiFace(GAME)
OPEN = (
    "play 8 high 60 | {} / S2 H5 D7 D9 CT | yes yes | HTHJ[HQ]/S9H9C9/D2D3D4 | D5 | - / - | - | 0 0"
)
CLOSED = "play 2 | {} / S2 H2 H5 H6 D7 D9 DQ DK C4 C5 C8 CT CK | no no | - | D5 | - / - | - | 0 0"
FIRST = "HT HJ HQ S9 D9 C9 C2 C3 JK S4 S6 DA D6 CQ"


def at(text: str, hand: str, game: Rami = GAME) -> RamiState:
    return game.parse(text.format(hand))


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("lay c2 c3 JK", "lay:C2C3[C4]"),
        ("lay jk c2 c3", "lay:[CA]C2C3"),
        ("C2 C3 [C4]", "lay:C2C3[C4]"),
        ("meld ♣2 joker ♣4", "lay:C2[C3]C4"),
        ("add 9d to 2", "add:D9@2"),
        ("add D9", "add:D9@2"),
        ("add JK 2", "add:[9]@2"),
        ("put [D5] 3", "add:[D5]@3"),
        ("take hq", "take:HQ@1"),
        ("swap HQ 1", "take:HQ@1"),
        ("discard hq", "HQ"),
        ("H10", "HT"),
        ("joker", "JK"),
        ("end", "end"),
        ("出 C2 C3 王", "lay:C2C3[C4]"),
        ("添 D9 2", "add:D9@2"),
        ("换 HQ", "take:HQ@1"),
        ("打 HQ", "HQ"),
    ],
)
def test_what_people_type_in_a_turn_is_read(typed: str, move: str) -> None:
    state = at(OPEN, "HQ C2 C3 C4 D9 JK SK")
    assert str(FACE.parse(state, typed)) == move


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("open HT HJ HQ / S9 D9 C9", "open:HTHJHQ/S9D9C9"),
        ("ht hj hq s9 d9 c9", "open:HTHJHQ/S9D9C9"),
        ("open S9 C9 HT D9 HJ HQ", "open:HTHJHQ/S9D9C9"),
        ("开 HT HJ HQ S9 D9 C9", "open:HTHJHQ/S9D9C9"),
        ("open HT HJ HQ / C2 C3 JK", "open:HTHJHQ/C2C3[C4]"),
    ],
)
def test_first_melds_are_found_in_the_cards_that_are_named(typed: str, move: str) -> None:
    assert str(FACE.parse(at(CLOSED, FIRST), typed)) == move


@pytest.mark.parametrize("typed", ["take hq dq", "take dq hq", "take dq hq 1"])
def test_two_cards_that_free_a_joker_are_named_in_any_order(typed: str) -> None:
    table = OPEN.replace("HTHJ[HQ]", "SQCQ[Q]")
    state = at(table, "HQ DQ C2 C3 D4 JK SK", Rami(deals=1, set_joker="both"))
    assert state.after(FACE.parse(state, typed)) == state.after("take:HQDQ@1")


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("add JK 3", "rami.say-which"),
        ("lay C3 JK C2", "rami.say-which"),
        ("lay C2 JK H9", "rami.cards-no-meld"),
        ("add SK", "rami.fits-nowhere"),
        ("shuffle", "rami.unread"),
        ("C2 C3", "rami.two-cards"),
        ("discard", "rummy.name-card"),
    ],
)
def test_a_text_that_says_too_little_is_answered_by_what_it_lacks(typed: str, code: str) -> None:
    state = at(OPEN, "HQ C2 C3 C4 D9 JK SK")
    with pytest.raises(NotationError) as refused:
        FACE.parse(state, typed)
    assert reason_of(refused.value).code == code


def test_cards_that_are_no_first_melds_are_refused() -> None:
    with pytest.raises(NotationError, match=r"^30 of 51 points, and S4 in no meld$"):
        FACE.parse(at(CLOSED, FIRST), "HT HJ HQ S4")
    with pytest.raises(NotationError, match=r"^S4 HT C3 are no meld$"):
        FACE.parse(at(CLOSED, FIRST), "HT C3 S4")


@pytest.mark.parametrize(
    ("chosen", "legal", "told"),
    [
        ("HTHJHQ", False, "30 of 51 points: 21 more to open"),
        ("S9D9C9", False, "27 of 51 points: a run without a joker is missing"),
        ("HTHJHQS9D9C9", True, "57 of 51 points: enough to open"),
        ("S9D9C9HTJKHQ", False, "57 of 51 points: a run without a joker is missing"),
    ],
)
def test_cards_that_are_chosen_are_counted_against_what_first_melds_need(
    chosen: str, legal: bool, told: str
) -> None:
    ruling = FACE.ruling(at(CLOSED, FIRST), 0, chosen)
    assert ruling.legal is legal
    assert str(ruling.note if legal else ruling.reason).endswith(told)


def test_each_move_of_whole_deals_is_read_as_it_is_written_and_told() -> None:
    told = set()
    for house in HOUSES:
        game = Rami(house, seats=3, deals=1)
        face, choose = face_of(game), eager(7)
        state: Any = game.start()
        number = 0
        while state.turn != OVER:
            number += 1
            if state.turn == CHANCE:
                state, _ = state.rolled(7, number)
                continue
            move = choose(state)  # type: ignore[operator]
            assert face.parse(state, str(move)) == move
            after = state.after(move)
            told |= {one.phrase.code for one in face.told(state, move, after)}
            state = after
    moves = {f"rami.told.{kind}" for kind in ("open", "lay", "add", "take")}
    assert moves | {"rummy.told.discard", "rummy.told.stock", "rummy.told.pile"} <= told


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "variant", ["rami(deals=1,seats=5)", "rami(house=romme,deals=2,most_wilds=2)"]
)
def test_a_screen_has_eighty_columns(variant: str, lang: str) -> None:
    game = load(variant)
    face = face_of(game)
    record = play(game.start(), RamiPlayer(), seed=4)
    for state in record.states():
        if state.turn >= 0:
            shown = face.screen(state, state.turn, lambda text: say(text, lang), 80)
            assert max(map(cells, shown)) <= 80


def test_a_task_names_what_a_seat_may_do() -> None:
    assert FACE.task(at(CLOSED, FIRST)) == ("you can open with 75 points, or discard a card")
    short = "HT HJ HQ S9 D9 C2 C3 S4 S6 S7 DA D6 D8 CQ"
    assert FACE.task(at(CLOSED, short)) == (
        "discard a card: your melds count 30 of the 51 points to open"
    )
    none = FACE.task(at(CLOSED, short.replace("HJ", "HK")))
    assert none == "discard a card: to open you lack a run without a joker"
    assert FACE.task(at(OPEN, "C2 C3 C4 SK")) == "lay what you can, or discard a card"
    owing = at(OPEN, "HQ C2 C3 D8 SK").after("take:HQ@1")
    assert FACE.task(owing) == "lay a joker in a new meld in this turn"
    assert FACE.task(at(OPEN, "SK")) == "discard SK: then you are out"


def test_a_ruling_says_what_a_discard_leaves_and_what_may_be_done_with_a_card() -> None:
    state = at(OPEN, "C2 C3 C4 D9 SK")
    ruling = FACE.ruling(state, 0, "SK")
    assert ruling.note == "without SK the cards in no meld count 9"
    fits = "without D9 the cards in no meld count 10; it fits a meld of the table"
    assert FACE.ruling(state, 0, "D9").note == fits
    wrong = FACE.ruling(state, 0, "add:D9@1")
    assert not wrong.legal
    assert wrong.meets[:2] == ("D9", "add:D9@2")
    assert FACE.ruling(at(OPEN, "D9"), 0, "D9").note == "without D9 you are out"


def test_the_melds_of_the_table_lie_in_rows_with_what_jokers_stand_for() -> None:
    rows = FACE.parts(at(OPEN, "C2 C3 C4 D9 SK"), 1)["table"]["rows"]
    assert rows[0]["cards"] == ["HT", "HJ", "JK"]
    assert rows[0]["stands"] == [None, None, "HQ"]
    assert [row["kind"] for row in rows] == ["run", "set", "pure"]


@pytest.mark.parametrize(
    ("hand", "sec", "text"),
    [
        ("SK", "", "seat 0 is out"),
        ("SK", " sec later", "seat 0 is out by rami sec, all in one turn"),
    ],
)
def test_the_end_says_who_is_out_and_what_each_scores(hand: str, sec: str, text: str) -> None:
    state = at(OPEN.replace("high 60", "high 60" + sec), hand).after(hand)
    over = FACE.over(state)
    assert over is not None
    assert over["text"] == text
    score = -20 if sec else -10
    assert over["lines"] == [
        f"seat 0 scores {score}",
        "seat 1 holds 33 points and scores 33",
    ]
    assert [hand["seat"] for hand in over["hands"]] == [1]
    assert FACE.verdict(state, 0) == (True, f"you win: {score}")
    assert FACE.verdict(state, 1) == (False, "you lose: 33")


def test_between_deals_the_totals_are_told_and_a_match_has_a_winner() -> None:
    game = Rami(house="rami51", to=100)
    state = at(
        OPEN.replace("yes yes", "yes no").replace(
            "S2 H5 D7 D9 CT", "S2 S3 S5 H2 H5 H6 D7 D9 DQ DK C4 C8 CT"
        ),
        "SK",
        game,
    ).after("SK")
    over = RamiFace(game).over(state)
    assert over is not None
    assert over["match"]
    assert over["lines"][-2:] == [
        "in all: seat 0 -10, seat 1 100",
        "seat 0: the match is won with -10 points",
    ]
    longer = Rami(house="rami51", to=500)
    state = longer.parse(str(state))
    over = RamiFace(longer).over(state)
    assert over is not None
    assert over["next"] == "seat 1 begins the next deal"
    assert RamiFace(longer).is_between(state)
    assert RamiFace(longer).verdict(state, 1) == (False, "you lose: 100")


@pytest.mark.parametrize("player", [GreedyRamiPlayer(), RamiPlayer()], ids=type)
def test_players_give_the_figures_of_their_moves(player: Any) -> None:
    codes, ones = set(), set()
    for house in ("rami51", "romme"):
        record = play(Rami(house, deals=1).start(), player, seed=3)
        for state in record.states():
            if state.turn >= 0:
                move, why = player.advice(state)
                assert move == player(state)
                codes.add(why.code)
                if why.code == "rami.why.lay-one":
                    ones.add(re.sub(r"^(JK|[SHDC][2-9TJQKA]) (.*) \d+ points$", r"\2", why))
    assert codes >= {"rami.why.stock", "rami.why.leave", "rami.why.discard", "rami.why.lay"}
    assert ones == {"leaves the hand,"}
