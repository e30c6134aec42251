"""The face of Texas 42: what it shows, tells and reads, why tricks are won, which claims stand."""

from __future__ import annotations

from random import Random

import pytest

from suitwise.errors import NotationError
from suitwise.foundation.seating import partner, side
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import CHANCE, OVER, draw
from suitwise.table.rules.messages import say
from suitwise.texas42 import Move, Position, Texas42, claim_stands, dominoes_of, loss_claim_stands
from suitwise.texas42.face import Texas42Face
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.rules.contracts import MADE, is_nello
from suitwise.texas42.state import Texas42State

HOUSE = Texas42(match="hand", forced=True, nello="any", plunge=True, splash=True, sevens=True)
DEALT = (
    "shaker 3 | 6-6,6-5,6-4,6-3,6-2,5-5,4-4 1-0,1-1,2-0,2-1,2-2,3-0,3-1 {} {} | {} | {} | {} | 0-0"
)
THIRD, FOURTH = "0-0,4-0,5-0,6-0,3-2,4-2,5-2", "6-1,4-1,5-1,3-3,4-3,5-3,5-4"
NAMES = ("Ann", "Bob", "Cai", "Dora")


def position(calls: str = "-", declared: str = "-", tricks: str = "-") -> Texas42State:
    return HOUSE.parse(DEALT.format(THIRD, FOURTH, calls, declared, tricks))


def played(seed: int) -> list[tuple[Texas42State, Move, Texas42State]]:
    """Return the moves of a hand, half of them at random."""
    random, state, index, steps = Random(seed), HOUSE.start(), 0, []
    while state.turn != OVER:
        if state.turn == CHANCE:
            move, index = draw(state, seed, 0, index)
        else:
            by_rules = random.random() < 0.5
            move = Texas42Player()(state) if by_rules else random.choice(state.moves())
        after = state.after(move)
        steps.append((state, move, after))
        state = after
    return steps


FACE = Texas42Face(HOUSE)


def told(state: Texas42State, move: str) -> list[str]:
    parsed = state.parse_move(move)
    return [say(one.phrase, "en", NAMES) for one in FACE.told(state, parsed, state.after(parsed))]


# --- What is shown --------------------------------------------------------------------------------


def test_the_task_names_the_suit_to_follow_and_the_dominoes_that_do() -> None:
    calls = "30 pass pass pass"
    assert FACE.parts(position(calls, "6"), 0)["ask"]["text"] == "you lead: play any domino"
    follow = position(calls, "6", "6-6")
    assert FACE.parts(follow, 1)["ask"]["text"] == "you have no trumps: play any domino"
    third = position(calls, "6", "6-6,1-0")
    assert FACE.parts(third, 2)["ask"]["text"] == "follow trumps: play 6-0"
    natural = position(calls, "6", "5-5,1-0")
    assert FACE.parts(natural, 2)["ask"]["text"] == "follow fives: play 5-0 or 5-2"
    trump = position(calls, "0", "6-2,1-0")
    text = FACE.parts(trump, 2)["ask"]["text"]
    assert text == "you have no sixes besides trumps (6-0): play any domino"


def test_calls_come_in_groups_that_hold_every_legal_call() -> None:
    state = position()
    groups = FACE.parts(state, 0)["ask"]["groups"]
    assert [group["key"] for group in groups] == ["pass", "points", "marks", "doubles"]
    listed = [move for group in groups for move in group["moves"]]
    assert sorted(listed) == sorted(map(str, state.moves()))


def test_the_hand_is_one_row_with_the_trumps_first() -> None:
    (row,) = FACE.parts(position("30 pass pass pass", "5"), 0)["hand"]["rows"]
    assert row["cards"] == ["5-5", "6-5", "6-6", "6-4", "6-3", "6-2", "4-4"]


def test_each_seat_has_its_call_and_then_the_bidder_its_contract() -> None:
    parts = FACE.parts(position("30 pass"), None)
    assert [seat["text"] for seat in parts["seats"]] == ["30", "pass", None, None]
    parts = FACE.parts(position("2m pass pass pass", "nello"), None)
    assert [seat["text"] for seat in parts["seats"]] == ["bid 2 marks", None, "sits out", None]
    assert parts["head"]["text"] == "seat 0 bid 2 marks, nello"


def test_the_end_names_the_result_the_score_and_who_took_each_trick() -> None:
    for seed in range(6):
        state = played(seed)[-1][2]
        over = FACE.parts(state, None)["over"]
        assert state.play is not None
        assert [trick["winner"] for trick in over["tricks"]] == [
            trick.winner for trick in state.play.tricks
        ]
        made = over["text"].code == "texas42.over.made"
        assert made == (state.hand_score[state.play.contract.side] > 0)
        assert over["match"]


def test_a_hand_that_ends_early_says_why_and_one_that_is_played_out_does_not() -> None:
    reasons = {
        "texas42.over.early-made": "the bid of {} is made: the rest isn't played",
        "texas42.over.early-set": "the bid of {} can't be made any more: the rest isn't played",
    }
    seen = set()
    for seed in range(40):
        state = played(seed)[-1][2]
        assert state.play is not None
        said, *_ = FACE.parts(state, None)["over"]["lines"]
        is_early = not state.play.position.over and state.play.claim is None
        assert is_early == (said.code in reasons)
        if is_early:
            assert str(said) == reasons[said.code].format(said.params["bid"])
            assert said.code.endswith("made") == (state.play.result == MADE)
            seen.add(said.code)
    assert seen == set(reasons)


def test_a_match_goes_on_after_a_hand_and_says_who_shakes_next() -> None:
    state, _ = Texas42().start().rolled(1, 0)
    for _ in range(4):
        state = state.after("pass")
    face = Texas42Face(Texas42())
    over = face.parts(state, 2)["over"]
    assert face.is_between(state)
    assert over["text"] == "all have passed: the hand is thrown in"
    assert over["next"] == "seat 1 shakes next"
    assert not over["match"]


# --- Rulings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        *(("6:4", "6-4"), ("64", "6-4"), ("4 6", "6-4"), ("play 6-4", "6-4"), (" 6/4 ", "6-4")),
        *(("six-four", "6-4"), ("Four six", "6-4"), ("lead the six and four", "6-4")),
        *(("6-four", "6-4"), ("double five", "5-5"), ("Play double-fives", "5-5")),
        *(("double 5", "5-5"), ("five five", "5-5"), ("trey deuce", "3-2"), ("ace-blank", "1-0")),
        *(
            ("双五", "5-5"),
            ("出双5", "5-5"),
            ("六四", "6-4"),
            ("打六点四点", "6-4"),
            ("五零", "5-0"),
        ),
    ],
)
def test_dominoes_are_read_as_people_type_them(typed: str, read: str) -> None:
    assert str(FACE.parse(position("30 pass pass pass", "6"), typed)) == read


@pytest.mark.parametrize("typed", ["six", "play the six", "六点", "六", "double", "双"])
def test_one_end_names_no_domino_and_those_of_the_hand_that_it_may_be_are_told(typed: str) -> None:
    state = position("30 pass pass pass", "6")
    held = list(map(str, dominoes_of(state.hands[state.turn])))
    is_double = typed in ("double", "双")
    meant = [one for one in held if (one[0] == one[2] if is_double else "6" in one)]
    with pytest.raises(NotationError, match="is no whole domino: write ") as refused:
        FACE.parse(state, typed)
    assert refused.value.reason.partition("write ")[2].split(" or ") == meant != []
    ruled = FACE.ruling(state, state.turn, typed)
    assert not ruled.legal
    assert say(ruled.reason, "zh").endswith("：请写" + "或".join(meant))


@pytest.mark.parametrize(
    "typed", ["six five four", "6-4-3", "double six four", "sixty-four", "seven one"]
)
def test_what_names_no_domino_or_more_than_one_is_told_how_one_is_written(typed: str) -> None:
    with pytest.raises(NotationError, match="is no domino: write it as 6-4"):
        FACE.parse(position("30 pass pass pass", "6"), typed)


@pytest.mark.parametrize("typed", ["six-four", "double five", "three one"])
def test_no_domino_is_read_in_words_while_bids_are_made(typed: str) -> None:
    with pytest.raises(NotationError, match="is no call: write pass, 30 to 41, or marks as 1m"):
        FACE.parse(position(), typed)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        *(("31", "31"), ("41", "41"), ("42", "1m"), ("bid 31", "31"), ("I bid 31", "31")),
        *(("2 marks", "2m"), ("1 Mark", "1m"), ("PASS", "pass"), ("plunge 4", "plunge4")),
        *(("p", "pass"), ("不叫", "pass"), ("2记", "2m")),
    ],
)
def test_calls_are_read_as_people_type_them(typed: str, read: str) -> None:
    assert str(FACE.parse(position(), typed)) == read


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        *(("5", "5"), ("fives", "5"), ("blanks", "0"), ("no trump", "notrump")),
        *(("declare doubles", "doubles"), ("follow me", "notrump"), ("nello-high", "nello-high")),
    ],
)
def test_declarations_are_read_as_people_type_them(typed: str, read: str) -> None:
    assert str(FACE.parse(position("2m pass pass pass"), typed)) == read


@pytest.mark.parametrize(
    ("state", "typed", "said"),
    [
        (position(), "99", "'99' is no call: write pass, 30 to 41, or marks as 1m"),
        (
            position("31 pass pass pass"),
            "9",
            "is nothing to declare: write a suit as fives or 5, doubles or no",
        ),
        (position("31 pass pass pass", "6"), "bananas", "'bananas' is no domino: write it as 6-4"),
    ],
)
def test_what_is_no_move_is_refused_with_a_phrase_that_says_what_to_write(
    state: Texas42State, typed: str, said: str
) -> None:
    with pytest.raises(NotationError) as caught:
        FACE.parse(state, typed)
    assert isinstance(caught.value.reason, Phrase)
    assert said in caught.value.reason


def test_where_a_trump_is_declared_a_domino_offers_its_suits_and_other_texts_nothing() -> None:
    state = position("31 pass pass pass")
    for chosen, meets in (("6-4", ("6", "4")), ("5-5", ("5",)), ("bananas", ())):
        assert FACE.ruling(state, state.turn, chosen).meets == meets


def test_a_ruling_names_the_dominoes_that_can_be_played() -> None:
    state = position("30 pass pass pass", "6", "5-5,1-0")
    no = FACE.ruling(state, 2, "3-2")
    assert (no.legal, no.move, no.n) == (False, "3-2", 2)
    assert no.open == no.owed == ("5-0", "5-2")
    assert no.meets == ("5-0", "5-2")
    assert str(no.reason) == state.why_not("3-2")
    assert FACE.ruling(state, 2, "5-2").legal
    nothing = FACE.ruling(state, 2, "")
    assert (nothing.legal, nothing.reason, nothing.open) == (False, None, ("5-0", "5-2"))


# --- The story ------------------------------------------------------------------------------------


def test_the_story_says_calls_declarations_plays_and_tricks_with_names() -> None:
    assert told(position(), "31") == ["Ann bids 31"]
    assert told(position("31"), "pass") == ["Bob passes"]
    assert told(position("1m pass pass pass"), "nello") == ["Ann declares nello", "Cai sits out"]
    assert told(position("30 pass pass pass", "6"), "6-6") == ["Ann leads 6-6"]
    assert told(position("30 pass pass pass", "6", "6-6,1-0,6-0"), "6-1") == [
        "Dora plays 6-1",
        "Ann takes 6-6 1-0 6-0 6-1: 1 point",
    ]


def test_why_a_trick_is_won_is_said_play_by_play() -> None:
    state = position("30 pass pass pass", "6", "4-4,1-0,4-0,4-1 6-6,1-1,6-0,6-1 5-5,2-0,5-0")
    lines, drawing = FACE.why_trick(state, 1, 0)
    assert [say(line, "en", NAMES) for line in lines] == [
        "Ann leads 4-4: fours are led",
        "1-0 of Bob is none of the fours, so it can't win",
        "4-0 of Cai is lower than 4-4",
        "4-1 of Dora is lower than 4-4",
        "Ann takes it: 6 points",
    ]
    assert drawing is not None
    assert str(drawing).startswith("<svg")
    open_lines, _ = FACE.why_trick(state, None, 0)
    assert say(open_lines[-1], "en", NAMES) == "Ann is winning it"
    assert FACE.why_trick(state, 9, 0) == ([], None)
    assert FACE.why_trick(position(), None, 0) == ([], None)
    svg, chinese = say(drawing, "en", NAMES), say(drawing, "zh", NAMES)
    for told in ("Trick 1", "Ann led, wins", "Bob", "sixes declared · 6 points"):
        assert f">{told}<" in svg
    for told in ("第1轮", "Ann 领出，赢得", "Bob"):
        assert f">{told}<" in chinese
    assert "seat" not in svg
    assert "declared" not in chinese


def test_the_winner_named_in_the_reason_is_the_one_that_takes_the_trick() -> None:
    for seed in range(8):
        for before, _, after in played(seed):
            if FACE.is_trick_whole(before, after):
                assert after.play is not None
                done = after.play.tricks[-1]
                lines, _ = FACE.why_trick(after, len(after.play.tricks), None)
                assert lines[-1].params["seat"] == done.winner
                assert len(lines) == len(done.dominoes) + 1
                higher = [
                    line for line in lines if line.code.endswith(("higher", "trumps", "nearer"))
                ]
                rises = [line for line in higher if not line.code.endswith("not-nearer")]
                taker = rises[-1].params["seat"] if rises else done.leader
                assert taker == done.winner


# --- Claims ---------------------------------------------------------------------------------------


def assert_fails(place: Position, seat: int, what: dict[str, int], line: str) -> None:
    """Hold that after a line too little is left for a claim to come true."""
    end, tricks = place.line(line)
    own = [trick for trick in tricks if side(trick.winner) == side(seat)]
    if is_nello(place.declaration):
        is_bidder = seat == partner(place.out)
        assert own if is_bidder else end.over and len(own) == len(tricks)
    elif "points" in what:
        assert sum(trick.points for trick in own) + end.points_left < what["points"]
    else:
        need = what.get("tricks", place.tricks_left)
        assert len(own) + end.tricks_left < need


def test_claims_are_ruled_as_the_solver_rules_them_and_refuted_by_a_line_that_plays() -> None:
    seen = set()
    for seed in range(24):
        steps = [step for step in played(seed) if step[0].phase == "play"]
        for state, _, _ in steps[-9::3]:
            assert state.play is not None
            place = state.play.position
            nello = is_nello(place.declaration)
            for seat in range(4):
                if seat == place.out:
                    continue
                half = {"points": max(place.points_left // 2, 1)}
                for what in ({},) if nello else ({}, {"tricks": 1}, half):
                    found = FACE.claim(state, seat, what)
                    if nello:
                        expected = loss_claim_stands(place, seat)
                    else:
                        expected = claim_stands(place, seat, what.get("tricks"), what.get("points"))
                    assert found.stands == expected
                    seen.add((nello, found.stands))
                    if not found.stands:
                        assert found.line is not None
                        assert_fails(place, seat, what, found.line.params["line"])
    assert seen >= {(False, True), (False, False)}


def test_the_text_of_a_claim_names_no_domino() -> None:
    state = position("30 pass pass pass", "6")
    found = FACE.claim(state, 1, {})
    assert not found.stands
    assert say(found.text, "en", NAMES) == (
        "Bob claims all tricks that are left: some legal play of the others refutes it"
    )
    assert not any(str(one) in found.text for hand in state.hands for one in dominoes_of(hand))


@pytest.mark.parametrize(
    "what",
    [{"tricks": 0}, {"tricks": 8}, {"points": 43}, {"cards": 1}, {"tricks": True}, {"tricks": "3"}],
)
def test_a_claim_that_is_none_is_refused(what: dict[str, object]) -> None:
    found = FACE.claim(position("30 pass pass pass", "6"), 0, what)
    assert not found.stands
    assert found.line is None


def test_nothing_is_claimed_before_the_play_or_by_a_seat_that_sits_out() -> None:
    assert FACE.claim(position(), 0, {}).text.code == "texas42.claim.when"
    nello = position("1m pass pass pass", "nello")
    assert FACE.claim(nello, 2, {}).text.code == "texas42.claim.out"
    assert FACE.claim(nello, 1, {"tricks": 1}).text.code == "texas42.claim.nello"


# --- The pace -------------------------------------------------------------------------------------


def test_only_chance_brings_new_knowledge() -> None:
    for before, move, after in played(3):
        assert FACE.is_new_knowledge(before, move, after) == (before.turn == CHANCE)
        assert FACE.unasked(after, max(after.turn, 0), None) is None
        assert not FACE.is_tick(after)
