"""Proposals: taking back, claims, pausing, ending, changing seats (P8, P9)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from suitwise.game import load
from suitwise.table import Table
from suitwise.table.rules import messages
from suitwise.table.rules.chance import verify
from suitwise.table.rules.commands import Answer, Ask, Hint, Move, Propose, Ready, Sit
from suitwise.table.rules.house import Chair, House, Pace
from suitwise.table.rules.messages import PASSING, Ack, EventRow, MoveRow, Reply, Seated, say
from suitwise.table.rules.running import proposals
from suitwise.table.rules.running import records as restoring
from suitwise.table.rules.running.audience import Audience
from suitwise.table.rules.running.proposals import why_no_takebacks
from suitwise.table.rules.running.transaction import TakesLong
from tests.table.rules.tables import BOT, SECRET, Desk, asks, code, human, is_over


def propose(desk: Desk, seat: int, what: str, **p: Any) -> Reply | None:
    return desk.do(seat, Propose(desk.id(), what, p))


def agree(desk: Desk, seat: int, yes: bool = True) -> Reply | None:
    assert desk.table.proposal is not None
    return desk.do(seat, Answer(desk.id(), desk.table.proposal.k, yes))


def playing(people: int, **options: Any) -> Desk:
    desk = Desk("texas42(match=hand)", people, **options)
    if people > 1:
        desk.ready()
    return desk


def first_play(desk: Desk) -> None:
    """Go on until seat 0 has played a domino of its own choice."""
    desk.go(lambda table: table.turn == 0 and table.state.phase == "play")
    desk.once()


# --- Taking back (P8) -----------------------------------------------------------------------------


def test_one_press_goes_back_to_the_own_last_decision() -> None:
    desk = playing(1)
    desk.go(lambda table: table.turn == 0 and table.state.phase == "play")
    before = desk.table
    desk.once()
    after = desk.table
    desk.think()
    assert isinstance(propose(desk, 0, "takeback"), Ack)  # bots agree
    assert desk.table.state == before.state
    assert desk.table.turn == 0
    assert desk.table.v > before.v
    assert desk.table.ply > before.ply
    assert "seat 0 takes back the last decision" in desk.texts(2)
    assert isinstance(desk.move(0, str(after.plays[-1].move)), Ack)
    assert desk.table.states[: len(after.states)] == after.states


def test_what_was_taken_back_stays_in_the_file_and_the_table_is_the_same_from_it() -> None:
    desk = playing(1)
    first_play(desk)
    kept = len(desk.kept.of(MoveRow))
    propose(desk, 0, "takeback")
    assert len(desk.kept.of(MoveRow)) == kept
    event = desk.kept.of(EventRow)[-1]
    assert (event.kind, event.seat) == ("takeback", 0)
    assert desk.restored().state == desk.table.state
    desk.play_out()
    assert desk.restored().record() == desk.table.record()


def test_all_other_people_have_to_agree() -> None:
    desk = playing(3)
    first_play(desk)
    before = desk.table
    propose(desk, 0, "takeback")
    assert desk.table.parts(Audience(1, "seat"))["proposal"]["what"] == "takeback"
    assert (desk.table.turn, desk.table.thought) == (None, None)
    agree(desk, 1)
    assert desk.table.state == before.state
    agree(desk, 2)
    assert desk.table.proposal is None
    assert desk.table.turn == 0


def test_one_no_is_enough_and_the_same_is_not_asked_again_there() -> None:
    desk = playing(2)
    first_play(desk)
    before = desk.table
    propose(desk, 0, "takeback")
    agree(desk, 1, yes=False)
    assert desk.table.proposal is None
    assert desk.table.state == before.state
    assert code(propose(desk, 0, "takeback")) == "table.has-fallen"


def test_a_proposal_falls_after_20_seconds() -> None:
    desk = playing(2, pace=replace(Pace.none(), proposal=20_000))
    first_play(desk)
    propose(desk, 0, "takeback")
    desk.wait(19_999)
    assert desk.table.proposal is not None
    desk.wait(1)
    assert desk.table.proposal is None


def test_there_is_one_proposal_at_a_time_and_nothing_is_played_meanwhile() -> None:
    desk = playing(2)
    desk.go(asks(1))
    propose(desk, 0, "pause")
    assert code(propose(desk, 1, "end")) == "table.one-proposal"
    assert code(desk.move(1, "pass")) == "table.open-proposal"
    assert code(desk.do(1, Answer("x", 99, True))) == "table.no-proposal"


def test_nothing_is_taken_back_once_something_hidden_was_shown() -> None:
    desk = Desk("gin", 1)
    desk.go(lambda table: table.turn == 0 and "stock" in map(str, table.state.moves()))
    assert isinstance(desk.move(0, "stock"), Ack)
    assert desk.table.plays[-1].seat < 0  # chance has drawn a card
    assert code(propose(desk, 0, "takeback")) == "table.known"
    assert not desk.table.parts(Audience(0, "seat"))["can"]["takeback"]


def test_at_a_table_for_practice_it_is_and_chance_draws_the_same_again() -> None:
    desk = Desk("gin", 1, house=House(practice=True))
    desk.go(asks(0))
    before = desk.table
    desk.once()
    move = desk.table.plays[-1]
    desk.go(asks(0))
    drawn = [str(one.move) for one in desk.table.plays if one.seat < 0]
    while desk.table.state != before.state:
        assert isinstance(propose(desk, 0, "takeback"), Ack)
    assert isinstance(desk.move(0, str(move.move)), Ack) or move.seat < 0
    desk.go(asks(0))
    assert [str(one.move) for one in desk.table.plays if one.seat < 0][: len(drawn)] == drawn
    assert isinstance(propose(desk, 0, "end"), Ack)  # which opens the key
    assert verify(json.loads(json.dumps(desk.table.exported()))) is None


def test_who_has_decided_nothing_takes_nothing_back() -> None:
    desk = playing(1)
    assert code(propose(desk, 0, "takeback")) == "table.nothing-to-take-back"


# --- Claims (P9) ----------------------------------------------------------------------------------


def tricks_left(desk: Desk) -> int:
    """Return how many tricks are left where seat 0 is to play, 0 elsewhere."""
    state = desk.table.state
    is_asked = desk.table.turn == 0 and state.phase == "play"
    return int(state.play.position.tricks_left) if is_asked else 0


def true_claim() -> tuple[Desk, int]:
    """Return a table where seat 0 is to play and truly takes all that is left."""
    for key in range(200):
        desk = Desk("texas42(match=hand,play_out=yes)", 1, key=key)
        while not is_over(desk.table):
            left = tricks_left(desk)
            if left >= 3 and desk.table.face.claim(desk.table.state, 0, {}).stands:
                return desk, left
            desk.once()
    raise AssertionError("no such deal")


def test_a_true_claim_is_played_out_and_takes_all_that_is_left() -> None:
    desk, left = true_claim()
    taken = desk.table.state.play.tricks_taken[0]
    assert isinstance(propose(desk, 0, "claim"), Ack)
    assert is_over(desk.table)
    assert {one.by for one in desk.table.plays[-4 * left + 3 :]} == {"claim"}
    assert desk.table.state.play.tricks_taken[0] == taken + left
    list(desk.table.record().states())
    assert desk.restored().record() == desk.table.record()


def test_a_false_claim_is_told_to_all_and_may_be_made_once_a_hand() -> None:
    desk = playing(1)
    desk.go(lambda table: table.turn == 0 and table.state.phase == "play")
    assert not desk.table.face.claim(desk.table.state, 0, {}).stands
    before = desk.table.state
    assert can_claim(desk)
    assert isinstance(propose(desk, 0, "claim"), Ack)
    assert not can_claim(desk)
    assert desk.table.state == before
    assert any("refutes it" in text for text in desk.texts(None))
    assert code(propose(desk, 0, "claim")) == "table.claimed"
    assert desk.restored().claimed == {0}


def test_what_refutes_a_claim_is_told_when_the_hand_is_over_and_not_before() -> None:
    desk = Desk("texas42", 1, key=1)
    desk.go(lambda table: table.turn == 0 and table.state.phase == "play")
    line = desk.table.face.claim(desk.table.state, 0, {}).line
    assert line is not None
    told = say(line, "en", ["Ann"])
    propose(desk, 0, "claim")
    assert desk.restored().refuted == desk.table.refuted
    assert not any(told in text for text in desk.texts(None))
    desk.go(lambda table: table.stage == "between")
    for seat in (None, 0, 1):
        audience = Audience() if seat is None else Audience(seat, "seat")
        over = desk.table.parts(audience)["over"]
        assert f"the claim of Ann: {told}" == say(over["lines"][-1], "en", ["Ann"])
        assert any(str(line) in text for text in desk.texts(seat))
    desk.go(lambda table: table.stage == "playing" and bool(table.deal))
    assert desk.table.refuted == ()


def test_where_a_claim_is_a_move_it_is_played_kept_and_verified() -> None:
    desk = Desk("texas42(match=hand,claims=yes)", 1)
    desk.go(lambda table: table.turn == 0 and table.state.phase == "play")
    ruling = desk.table.face.ruling(desk.table.state, 0, "claim")
    assert ruling.legal
    assert ruling.twice
    assert not can_claim(desk)
    assert code(propose(desk, 0, "claim")) == "texas42.claim.move"
    assert isinstance(desk.move(0, "claim"), Ack)
    assert is_over(desk.table)
    assert any("it fails if, from " in text for text in desk.texts(None))
    assert any("has made a false claim" in text for text in desk.texts(None))
    assert desk.restored().record() == desk.table.record()
    *_, end = desk.table.record().states()
    assert end == desk.table.state


def test_a_claim_of_tractor_is_a_move_on_lead_kept_and_verified() -> None:
    desk = Desk("tractor(match=deal,claims=yes)", 1)
    desk.go(lambda table: table.turn == 0 and table.state.phase == "play" and table.state.may_claim)
    assert desk.table.parts(Audience(0, "seat"))["ask"]["claim"] is True
    assert not can_claim(desk)
    assert code(propose(desk, 0, "claim")) == "table.no-claims"
    assert desk.table.face.ruling(desk.table.state, 0, "claim").twice
    assert isinstance(desk.move(0, "claim"), Ack)
    assert is_over(desk.table)
    assert any("claims all tricks that are left" in text for text in desk.texts(None))
    assert desk.restored().record() == desk.table.record()
    *_, end = desk.table.record().states()
    assert end == desk.table.state


def can_claim(desk: Desk) -> bool:
    return bool(desk.table.parts(Audience(0, "seat"))["can"]["claim"])


LAID_DOWN = {
    "texas42(match=hand,claims=yes)": ("claim", " Claim"),
    "tractor(match=deal,claims=yes)": ("claim", "I claim", "摊牌"),
}


def may_lay_down(table: Table) -> bool:
    if table.turn is None:
        return False
    claim = table.state.parse_move("claim")
    return table.state.why_not(claim) is None


@pytest.mark.parametrize("variant", LAID_DOWN)
def test_a_hand_laid_down_is_not_ruled_on_at_once_in_whatever_words_and_whoever_does_it(
    variant: str,
) -> None:
    desk = Desk(variant, 4, pace=replace(Pace.none(), bot=700))
    desk.ready()
    desk.go(may_lay_down)
    table, seat = desk.table, desk.table.turn
    assert seat is not None
    for text in LAID_DOWN[variant]:
        for command in (Move("k", table.v, text), Ask(1, text)):
            with pytest.raises(TakesLong):
                table.do(seat, command, desk.now, desk.keys, at_once=True)
            assert table.do(seat, command, desk.now, desk.keys).reply is not None
    play = next(iter(table.state.moves()))
    for text in (str(play), "no move"):
        for command in (Move("k", table.v, text), Ask(1, text)):
            assert table.do(seat, command, desk.now, desk.keys, at_once=True).reply is not None

    desk.present(seat, opened=False)
    desk.wait()  # a bot covers at once
    thought = desk.table.thought
    assert thought is not None
    with pytest.raises(TakesLong):
        desk.table.decided(thought, "claim", desk.now, desk.keys, at_once=True)
    desk.take(desk.table.decided(thought, "claim", desk.now, desk.keys))
    desk.now += 700
    with pytest.raises(TakesLong):
        desk.table.tick(desk.now, desk.keys, at_once=True)
    assert (
        desk.table.tick(desk.now, desk.keys).table.state.claim is not None
        if ("tractor" in variant)
        else desk.table.tick(desk.now, desk.keys).table.state.is_laid_open
    )


def test_a_claim_that_is_proposed_is_not_ruled_on_at_once() -> None:
    desk, seat = true_claim()
    table, claim = desk.table, Propose(desk.id(), "claim", {})
    with pytest.raises(TakesLong):
        table.do(seat, claim, desk.now, desk.keys, at_once=True)
    assert desk.table is table
    pause = Propose(desk.id(), "pause", {})
    assert isinstance(table.do(seat, pause, desk.now, desk.keys, at_once=True).reply, Ack)


def test_nothing_is_claimed_before_the_play_or_in_part_or_where_a_game_has_no_claims() -> None:
    desk = playing(1)
    desk.go(asks(0))
    assert not can_claim(desk)
    assert code(propose(desk, 0, "claim")) == "texas42.claim.when"
    assert code(propose(desk, 0, "claim", tricks=2)) == "table.claim-all"
    gin = Desk("gin", 1)
    assert code(propose(gin, 0, "claim")) == "table.no-claims"


# --- The others -----------------------------------------------------------------------------------


def test_a_pause_that_was_agreed_to_ends_when_all_are_ready() -> None:
    desk = playing(2)
    desk.go(asks(0))
    before = desk.table.state
    propose(desk, 0, "pause")
    agree(desk, 1)
    assert desk.table.stage == "paused"
    desk.table = desk.restored()  # a restart does not end it
    for seat in (0, 1):
        desk.present(seat)
    assert desk.table.stage == "paused"
    assert desk.table.parts(Audience())["life"]["needs_ready"]
    desk.do(0, Ready())
    desk.do(1, Ready())
    assert desk.table.stage == "playing"
    assert desk.table.state == before


def test_who_may_be_ready_is_told_where_that_ends_a_wait_alone() -> None:
    desk = Desk("texas42(marks=2)", 2)
    stages = {}

    def note() -> None:
        stages[desk.table.stage] = desk.table.parts(Audience(0, "seat"))["life"]["needs_ready"]

    note()
    desk.ready()
    note()
    for opened in (False, True):
        for seat in (0, 1):
            desk.present(seat, opened)
            note()
    desk.go(lambda table: table.stage == "between")
    note()
    assert stages == {"ready": True, "playing": False, "paused": False, "between": True}


def test_a_takeback_that_is_not_possible_says_why() -> None:
    desk = playing(1)
    desk.go(asks(0))
    can = desk.table.parts(Audience(0, "seat"))["can"]
    assert not can["takeback"]
    assert can["no_takeback"].code == "table.nothing-to-take-back"
    desk.once()
    can = desk.table.parts(Audience(0, "seat"))["can"]
    assert (can["takeback"], can["no_takeback"]) == (True, None)


@pytest.mark.parametrize("variant", ["texas42(match=hand)", "gin"])
def test_each_seat_is_told_whether_it_can_take_back_as_its_moves_since_have_it(
    variant: str,
) -> None:
    desk, seen = Desk(variant, 4 if "gin" not in variant else 2), set()
    desk.ready()
    while desk.table.stage == "playing" and desk.table.ply < 300:
        desk.once()
        table = desk.table
        if table.stage == "playing":
            for seat, why in enumerate(why_no_takebacks(table)):
                seen.add(told := code_of_takeback(table, seat))
                assert (None if why is None else why.code) == told
    known = {"table.known"} if variant == "gin" else set()  # all of 42 is open once it is dealt
    assert seen == {None, "table.nothing-to-take-back", *known}


def code_of_takeback(table: Table, seat: int) -> str | None:
    """Return why a seat can take nothing back, each of its moves looked at by itself."""
    decided = [at for at, one in enumerate(table.plays) if (one.seat, one.by) == (seat, "human")]
    if not decided:
        return "table.nothing-to-take-back"
    states = list(table.states)
    for at in range(decided[-1], len(table.plays)):
        played = table.plays[at]
        shows = table.face.is_new_knowledge(states[at], played.move, states[at + 1])
        if played.seat < 0 or shows:
            return "table.known"
    return None


@pytest.mark.parametrize("variant", ["gin", "indian13(seats=4)"])
def test_a_game_is_asked_once_a_move_whether_that_has_shown_something(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(variant, load(variant).facts.seats)
    desk.ready()
    kind, asked = type(desk.table.face), []
    is_new_knowledge = kind.is_new_knowledge

    def noted(self: Any, before: Any, move: Any, after: Any) -> bool:
        asked.append((str(before), str(move)))
        return is_new_knowledge(self, before, move, after)

    monkeypatch.setattr(kind, "is_new_knowledge", noted)
    while desk.table.stage == "playing" and desk.table.ply < 100:
        desk.once()
        for _ in range(2):  # whatever else changes at the table
            desk.table.common()
    assert len(asked) == len(set(asked)) > 0


def test_another_move_in_the_place_of_one_is_looked_at_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a change that was not kept, or taken back: what that one has shown says nothing of this."""
    desk = playing(4)
    first_play(desk)
    desk.go(lambda table: table.turn is not None and len(list(table.state.moves())) > 1)
    before, seat = desk.table, desk.table.turn
    assert seat is not None
    shows, hides = [str(move) for move in before.state.moves()][:2]
    kind = type(before.face)
    monkeypatch.setattr(kind, "is_new_knowledge", lambda _, __, move, ___: str(move) == shows)
    for text in (shows, hides, shows):
        step = before.do(seat, Move(desk.id(), before.v, text), desk.now, desk.keys)
        assert isinstance(step.reply, Ack)
        assert (why_no_takebacks(step.table)[0] is not None) == (text == shows)


def test_a_game_ends_when_all_agree_and_its_key_is_opened() -> None:
    desk = playing(2)
    desk.go(asks(0))
    propose(desk, 1, "end")
    agree(desk, 0)
    assert desk.table.stage == "over"
    assert desk.table.parts(Audience())["proof"]["opened"]
    list(desk.table.record().states())
    assert desk.restored().stage == "over"


def test_seats_are_changed_before_the_game_only() -> None:
    desk = Desk(people=2)
    assert code(propose(desk, 0, "swap")) == "table.swap-with"
    propose(desk, 0, "swap", **{"with": 1})
    agree(desk, 1)
    assert [chair.name for chair in desk.table.chairs[:2]] == ["Bob", "Ann"]
    desk.ready()
    assert code(propose(desk, 0, "swap", **{"with": 1})) == "table.not-in-stage"


def test_who_changes_seats_takes_the_answers_along() -> None:
    desk = Desk(people=2)
    propose(desk, 0, "swap", **{"with": 1})
    assert desk.table.proposal is not None
    yes = Answer("yes", desk.table.proposal.k, True)
    first = desk.do(1, yes)
    assert isinstance(first, Ack)
    assert desk.do(0, yes) == first  # Bob, who sits there now, sends it again


def test_a_seat_is_shown_to_whom_its_secret_belongs_wherever_he_sat_before() -> None:
    desk = Desk(chairs=(human(0), Chair("open", "", ""), BOT, BOT))
    sit = Sit(1, "Eve", SECRET, id="sit")
    for seat in (None, 1):  # once more, as when the answer was late
        reply = desk.do(seat, sit)
        assert isinstance(reply, Seated)
        assert reply.seat == 1
    desk.present(1)
    propose(desk, 0, "swap", **{"with": 1})
    agree(desk, 1)
    again = desk.do(0, sit)
    assert isinstance(again, Seated)
    assert again.seat == 0  # not the seat in which she sat when it was sent first


def test_a_proposal_falls_when_everybody_has_gone() -> None:
    desk = playing(2)
    desk.go(asks(0))
    propose(desk, 0, "end")
    desk.present(0, False)
    desk.present(1, False)
    assert desk.table.proposal is None
    assert desk.table.stage == "paused"


# --- No end of it ---------------------------------------------------------------------------------


def test_after_very_many_moves_taken_back_no_more_is_and_the_deal_is_played_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proposals, "MOST_PLIES", 60)
    desk = Desk("stacks", house=House(practice=True))
    desk.wait()
    for _ in range(60):
        desk.move(0, str(next(iter(desk.table.state.moves()))))
        reply = propose(desk, 0, "takeback")
        if code(reply) == "table.back-enough":
            break
    assert desk.table.ply == 60
    assert isinstance(desk.move(0, str(next(iter(desk.table.state.moves())))), Ack)
    assert desk.restored().plays == desk.table.plays


def test_a_hint_for_the_same_decision_is_noted_once() -> None:
    desk = Desk("stacks")
    desk.wait()
    before = len(desk.kept.of(EventRow))
    for _ in range(5):
        assert isinstance(desk.do(0, Hint(desk.id())), Ack)
    assert len(desk.kept.of(EventRow)) == before + 1
    assert desk.table.hints == desk.restored().hints == ((0, desk.table.ply),)


def test_a_table_whose_older_events_are_gone_is_restored_as_it_was() -> None:
    desk = playing(1)
    for _ in range(3):
        propose(desk, 0, "pause")
        desk.do(0, Ready(desk.id()))
    propose(desk, 0, "pause")
    last = desk.table.events - 1
    desk.kept.rows = {
        key: row
        for key, row in desk.kept.rows.items()
        if not (isinstance(row, EventRow) and row.kind in PASSING and row.n < last)
    }
    again = desk.restored()
    assert (again.stage, again.needs_ready) == (desk.table.stage, True)
    assert again.events == desk.table.events


def test_a_table_with_more_rows_than_a_table_may_have_is_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = playing(1)
    monkeypatch.setattr(messages, "MOST_ROWS", 0)
    propose(desk, 0, "pause")
    with pytest.raises(restoring.Broken, match="more than 0 things"):
        desk.restored()
