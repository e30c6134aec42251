"""Hands of Texas 42 in the browser: by touch, by keys, by text; claims, takebacks, reasons."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from suitwise.table.rules.chance import verify
from tests.browser.checks import foreign, is_clean, replays, stops
from tests.browser.faked import Faked
from tests.browser.harness import Visits, boxes, shifts
from tests.browser.people import Person
from tests.browser.served import Served

if TYPE_CHECKING:
    from collections.abc import Callable


GAME = "texas42(match=hand)"


def test_a_hand_by_touch_on_a_phone_is_clean_at_each_stop(server: Served, visits: Visits) -> None:
    made = server.made(GAME)
    person = Person(visits.open(), "touch").sit(made.host)
    assert "play" in stops(person, "texas42-phone")
    assert replays(server, made).game.startswith("texas42(")


def test_a_hand_in_chinese_has_no_word_of_english(server: Served, visits: Visits) -> None:
    made = server.made(GAME, name="安")
    person = Person(visits.open(locale="zh-CN")).sit(made.host)
    assert person.page.evaluate("document.documentElement.lang").startswith("zh")
    seen: set[str] = set()
    while "play" not in seen and person.wait_for_turn():
        if person.wire.phase not in seen:
            seen.add(person.wire.phase)
            assert foreign(person.page, person) == []
            is_clean(person.page, f"texas42-zh-{person.wire.phase}")
        person.act()
    person.leave_to_program(made.host)
    assert foreign(person.page, person) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_phone_scrolls_nothing_sideways(
    server: Served, visits: Visits, scheme: str
) -> None:
    page = visits.open(viewport={"width": 320, "height": 568}, color_scheme=scheme)
    person = Person(page).sit(server.made(GAME).host)
    person.wait_for_turn()
    is_clean(person.page, f"texas42-320-{scheme}")
    person.until_phase("play")
    is_clean(person.page, f"texas42-320-{scheme}-play")


def test_no_line_ends_within_the_name_of_a_domino(server: Served, visits: Visits) -> None:
    made = server.made(GAME)
    person = Person(visits.open()).sit(made.host)
    person.until_phase("play")
    table = Faked(visits.open(), person.wire.welcome, person.wire.parts)
    table.open(made.host)
    owed = ["6-0", "6-1", "6-2", "6-3", "6-4"]
    ask = person.wire.parts["ask"]
    table.show(ask={**ask, "text": f"follow sixes: play {', '.join(owed[:-1])} or {owed[-1]}"})
    names = table.page.locator(".ask .unbroken")
    assert names.all_inner_texts() == owed
    lines = "(all) => all.map((one) => one.getClientRects().length)"
    for wide in range(320, 400, 4):
        table.page.set_viewport_size({"width": wide, "height": 740})
        assert set(names.evaluate_all(lines)) == {1}, wide


def test_a_hint_names_a_move_that_can_be_chosen_and_played(server: Served, visits: Visits) -> None:
    person = Person(visits.open()).sit(server.made(GAME).host)
    person.until_phase("play")
    seats = boxes(person.page.locator(".board .face"))
    person.page.get_by_role("button", name="Hint").tap()
    person.page.locator(".dominoes .offered").wait_for()
    assert boxes(person.page.locator(".board .face")) == seats, "nobody moves for a hint"
    person.page.locator(".dominoes .offered").first.tap()
    person.play()
    person.taken()


def test_the_last_trick_is_a_tap_away_and_why_tells_whose_it_is(
    server: Served, visits: Visits
) -> None:
    played_out = "texas42(match=hand,play_out=yes)"
    person = Person(visits.open()).sit(server.made(played_out).host)
    person.until_phase("play")
    person.act()
    assert person.wait_for_turn()
    last = person.wire.parts["table"]["last"]
    person.page.get_by_role("button", name="Last trick").tap()
    assert person.page.locator(".board-region .domino").count() >= len(last["plays"])
    person.page.get_by_role("button", name="Why?").tap()
    person.until(lambda: any(one["t"] == "why" for one in person.wire.others))
    (why,) = [one for one in person.wire.others if one["t"] == "why"]
    person.page.get_by_text(why["text"][0]).first.wait_for()


def test_a_move_is_taken_back_when_it_has_shown_nothing_new(server: Served, visits: Visits) -> None:
    made = server.made(GAME, ("human", "human", "rules", "rules"), practice=True)
    ann, bob = (Person(visits.open(), seed=at).sit(str(made.seats[at])) for at in (0, 1))
    for person in (ann, bob):
        person.start()
    ann.until(lambda: ann.wire.has_turn or bob.wire.has_turn)
    mover, asked = (ann, bob) if ann.wire.has_turn else (bob, ann)
    before = mover.wire.parts["hand"], mover.wire.parts["table"]
    mover.act()
    mover.menu("Take back my last move")
    asked.until(lambda: asked.wire.parts.get("proposal"))
    asked.page.get_by_text("proposes: take back the last move").first.wait_for()
    mover.page.get_by_text("Proposed: take back the last move. Not answered yet").wait_for()
    asked.press(asked.page.get_by_role("button", name="Yes"))
    mover.until(lambda: (mover.wire.parts["hand"], mover.wire.parts["table"]) == before)


def test_a_claim_is_ruled_and_told_to_all_and_the_hand_goes_on(
    paced: Callable[..., Served], visits: Visits
) -> None:
    person = Person(visits.open()).sit(paced("claim").made(GAME).host)  # false, by this deal
    person.until_phase("play")
    person.page.get_by_role("button", name="Claim").tap()
    person.page.get_by_role("dialog").get_by_role("button", name="Play on").tap()
    assert not any("claim" in line["code"] for line in person.wire.told)
    person.page.get_by_role("button", name="Claim").tap()
    person.page.get_by_role("dialog").get_by_role("button", name="Claim the rest").tap()
    person.until(lambda: any("claim" in line["code"] for line in person.wire.told))
    person.page.locator(".ask.refused").get_by_text("some legal play of the others").wait_for()
    person.act()


def test_a_false_claim_that_costs_the_hand_is_asked_about_first(
    paced: Callable[..., Served], visits: Visits
) -> None:
    made = paced("claim", ready=60_000).made("texas42(marks=2)", claims="penalty")
    person = Person(visits.open()).sit(made.host)
    person.wait_for_turn()
    page = person.page
    page.get_by_role("button", name="Menu").tap()
    back = page.locator(".menu .row-button").first  # nothing has been decided yet
    assert back.get_attribute("aria-disabled") == "true"
    assert "you have decided nothing yet" in back.inner_text()
    is_clean(page, "texas42-phone-menu-no-takeback")
    page.keyboard.press("Escape")
    person.until_phase("play")
    page.get_by_role("button", name="Claim").tap()
    asked = page.get_by_role("dialog")
    assert "It costs the hand" in asked.inner_text()
    asked.get_by_role("button", name="Claim the rest").tap()
    page.locator(".over").get_by_text("lose the hand").wait_for()
    is_clean(page, "texas42-phone-forfeit")
    page.locator(".ready .play").tap()
    person.until(lambda: person.wire.parts["life"]["stage"] == "playing")


def test_nothing_moves_by_itself_while_a_hand_is_played_by_keys(
    server: Served, visits: Visits
) -> None:
    made = server.made(GAME)
    person = Person(visits.open(phone=False), "keys").sit(made.host)
    person.play_deal()
    replays(server, made)
    assert sum(one["value"] for one in shifts(person.page)) < 0.1


BOARDS = """() => {
  const board = document.querySelector(".board-region");
  const count = (name) => board.querySelectorAll(name).length;
  window.boards = [];
  new MutationObserver(() => window.boards.push({
    at: performance.now(), laid: count(".slot [class~=laid] > *"), over: count(".over"),
  })).observe(board, { childList: true, subtree: true });
}"""
"""Notes from now on how many dominoes lie on the board, or that the hand is over, and when."""


def test_the_trick_that_ends_a_hand_lies_there_first_and_can_be_looked_at_again(
    server: Served, visits: Visits
) -> None:
    person = Person(visits.open()).sit(server.made(GAME).host)
    person.page.evaluate(BOARDS)
    person.play_deal()
    end = person.page.locator(".board-region .over")
    end.wait_for()
    boards = person.page.evaluate("window.boards")
    over = next(at for at, one in enumerate(boards) if one["over"])
    assert boards[over - 1]["laid"] == 4
    whole = next(at for at in range(over, 0, -1) if boards[at - 1]["laid"] < 4)
    assert boards[over]["at"] - boards[whole]["at"] > 1000
    person.page.get_by_role("button", name="Last trick").tap()
    assert person.page.locator(".last-sheet .domino").count() == 4
    person.page.get_by_role("button", name="Last trick").tap()
    end.wait_for()


def test_a_clock_is_seen_at_the_seat_whose_time_runs(
    paced: Callable[..., Served], visits: Visits
) -> None:
    person = Person(visits.open()).sit(paced(clock=600_000).made(GAME).host)
    person.wait_for_turn()
    clock = person.page.get_by_role("timer")
    assert 590 <= int(clock.inner_text().split()[0]) <= 600
    person.act()


def test_a_domino_chosen_ahead_is_not_refused(paced: Callable[..., Served], visits: Visits) -> None:
    person = Person(visits.open()).sit(paced(bot=3000).made(GAME).host)
    person.press(person.page.locator("#hand [data-card]").first)
    person.page.wait_for_timeout(400)
    assert not person.wire.rulings or person.wire.has_turn


def test_a_game_that_all_agree_to_end_says_so_and_leads_on(server: Served, visits: Visits) -> None:
    person = Person(visits.open()).sit(server.made(GAME).host)
    person.wait_for_turn()
    person.menu("End the game")
    person.page.get_by_role("dialog", name="End the game?").get_by_role("button", name="End").tap()
    person.page.get_by_role("heading", name="all agreed to end the game").wait_for()
    person.page.get_by_role("button", name="Play again").wait_for()


def test_the_record_is_saved_with_the_keys_that_deal_its_cards(
    server: Served, visits: Visits
) -> None:
    made = server.made(GAME)
    person = Person(visits.open()).sit(made.host)
    person.leave_to_program(made.host)
    is_clean(person.page, "texas42-over-menu")
    with person.page.expect_download() as saving:
        person.menu("Save the record")
    exported = json.loads(saving.value.path().read_text("utf-8"))
    assert [deal["key"] is None for deal in exported["deals"]] == [False]
    assert verify(exported) is None
