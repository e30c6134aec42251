"""Gin at the table: the hand arranged, what each discard leaves, words people type, how a deal ends."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from suitwise.cards import Card, parse_cards
from suitwise.errors import NotationError
from suitwise.game import load, play
from suitwise.rummy.gin.face import GinFace
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.players.rule_based import GinPlayer
from suitwise.rummy.gin.rules.deadwood import bits_of, hand_text
from suitwise.rummy.gin.state import GinState

FACE = GinFace(Gin())
HAND = "S3 S4 S5 H9 D9 C9 HA D2 C3 DQ CK"
OTHER = "SA H5 HK ST SQ D7 D8 C2 C6 CJ"


def discarding(hand: str = HAND, variant: str = "gin") -> GinState:
    held, other = (hand_text(bits_of(parse_cards(cards))) for cards in (hand, OTHER))
    text = f"discard 0 dealer 1 | {held} | {other} | H2 | - / - | 0-0 0-0"
    return load(variant).parse(text)  # type: ignore[return-value]


def begun() -> GinState:
    """Return the decision on an upcard."""
    return load("gin").start().rolled(3, 0)[0]  # type: ignore[return-value]


def states_of(variant: str, seed: int) -> list[GinState]:
    """Return the states of a game that two sensible players play."""
    states: list[GinState] = list(play(load(variant).start(), GinPlayer(), seed=seed).states())  # type: ignore[arg-type]
    return states


def test_the_hand_lies_in_its_melds_and_the_deadwood_is_counted() -> None:
    rows = FACE.rows(discarding(), 0)
    assert [(row["kind"], row["cards"]) for row in rows] == [
        ("run", ["S3", "S4", "S5"]),
        ("set", ["H9", "D9", "C9"]),
        ("left", ["HA", "D2", "DQ", "C3", "CK"]),
    ]
    assert rows[-1]["name"] == "deadwood: 26"
    assert (rows[-1]["points"], rows[-1]["values"]) == (26, [1, 2, 10, 3, 10])


def test_each_discard_is_shown_with_what_it_leaves_and_whether_one_may_knock_then() -> None:
    found = FACE.choices(discarding("S3 S4 S5 H9 D9 C9 HA D2 C3 D4 CK"))["discards"]
    assert found["CK"] == {"left": 10, "shows": True}
    assert found["C3"] == {"left": 17, "shows": False}
    assert FACE.choices(begun())["discards"] == {}


def test_the_task_names_the_discard_that_leaves_least() -> None:
    assert FACE.task(discarding()) == "discard a card: DQ or CK leaves the least deadwood, 16"
    assert FACE.task(discarding("S3 S4 S5 H9 D9 C9 HA D2 C3 D4 CK")) == (
        "discard CK and knock with 10 now, or just discard"
    )
    assert FACE.task(discarding("S3 S4 S5 H9 D9 C9 S9 C3 C4 C5 HT")).startswith("you have gin")


def test_no_discard_is_said_to_leave_least_where_others_leave_as_little() -> None:
    gin = discarding("S3 S4 S5 S6 H9 D9 C9 D3 D4 D5 D6")
    assert FACE.task(gin) == "you have gin: discard S3 or S6 or D3 or D6 and knock"
    knock = discarding("S3 S4 S5 H9 D9 C9 HA DA D2 D6 H6")
    assert FACE.task(knock) == "discard H6 or D6 and knock with 10 now, or just discard"
    assert FACE.ruling(knock, 0, "knock D2").meets == ("knock:H6", "knock:D6", "H6", "D6")


def test_a_knock_that_is_not_allowed_is_answered_with_the_discard_that_leaves_least() -> None:
    ruling = FACE.ruling(discarding(), 0, "knock C3")
    assert not ruling.legal
    assert "only 10 or less may knock" in str(ruling.reason)
    assert ruling.meets == ("DQ", "CK")


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("stock", "you are to take the upcard from the pile, or pass"),
        ("knock", "name the card, too: knock H7"),
        ("h2 h3", "one card is discarded, not 2"),
        (
            "banana",
            "no move is called 'banana': type draw, take, pass, a card as H7, knock H7, or big (gin)",
        ),
    ],
)
def test_what_can_not_be_is_answered_in_the_words_that_people_type(typed: str, reason: str) -> None:
    state = load("gin").start().rolled(3, 0)[0]
    assert str(FACE.ruling(state, state.turn, typed).reason) == reason


def test_after_the_deal_it_is_said_that_it_is_over() -> None:
    *_, end = play(load("gin").start(), GinPlayer(), seed=1).states()
    assert str(FACE.ruling(end, 0, "stock").reason) == "the deal is over"


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("ck", "CK"),
        ("K♣", "CK"),
        ("discard ck", "CK"),
        ("knock c k", "knock:CK"),
        ("Knock with ♣K", "knock:CK"),
        ("敲牌 CK", "knock:CK"),
        ("弃CK", "CK"),
        ("draw", "stock"),
        ("Take", "pile"),
        ("不拿", "pass"),
        ("king of clubs", "CK"),
        ("Knock with the King of Clubs", "knock:CK"),
        ("knock 10 of spades", "knock:ST"),
        ("打黑桃10", "ST"),
    ],
)
def test_a_move_is_read_as_people_type_it(typed: str, move: str) -> None:
    assert str(FACE.parse(discarding(), typed)) == move


def test_who_takes_a_card_names_the_top_of_the_pile_or_is_told_what_lies_there() -> None:
    state = begun()
    top = Card(state.pile[-1][0])
    other = Card("S2") if top != Card("S2") else Card("S3")
    for typed in (f"take {top}", f"Take the {top}", f"pick up {str(top)[::-1]}", f"拿{top}"):
        assert str(FACE.parse(state, typed)) == "pile"
    with pytest.raises(NotationError, match=f"{top} is on top of the pile, not {other}"):
        FACE.parse(state, f"take the {other}")


@pytest.mark.parametrize("typed", ["knock", "discards", "1", "king of cups", "knock:CK:"])
def test_what_is_no_move_is_refused(typed: str) -> None:
    with pytest.raises(NotationError):
        FACE.parse(discarding(), typed)


def test_only_the_seat_that_drew_is_told_the_card() -> None:
    state, _ = load("gin").start().rolled(3, 0)
    for word in ("pass", "pass"):
        state = state.after(word)
    move = next(iter(state.moves()))
    (line,) = FACE.told(state, move, state.after(move))
    assert line.to == frozenset({0})
    assert str(move) in line.phrase


def test_the_end_says_the_knock_the_layoffs_and_the_score_that_the_state_has() -> None:
    kinds = set()
    for seed in range(12):
        *_, end = states_of("gin", seed)
        over = FACE.over(end)
        assert over is not None
        kinds.add(over["text"].code)
        if end.showdown is None:
            assert over["hands"] == []
            continue
        seat, points = end.showdown.score
        assert over["text"].endswith(str(points))
        for hand in over["hands"]:
            shown = sorted(card for row in hand["rows"] for card in row["cards"])
            assert shown == sorted(end.sight(None).held[hand["seat"]])
        left = {hand["seat"]: str(hand["rows"][-1]["name"]) for hand in over["hands"]}
        assert left[end.showdown.knocker] == f"deadwood: {end.showdown.kept}"
        assert left[1 - end.showdown.knocker] == f"deadwood: {end.showdown.left}"
        assert end.boxes[seat] == 1
    assert len(kinds) > 1


def test_a_match_waits_between_its_deals_and_says_who_deals_next_and_who_has_won() -> None:
    game = load("gin(to=60)")
    face = GinFace(game)
    ends = [state for state in states_of("gin(to=60)", 2) if face.over(state)]
    assert [face.is_between(state) for state in ends] == [True] * (len(ends) - 1) + [False]
    first, last = face.over(ends[0]), face.over(ends[-1])
    assert first is not None
    assert last is not None
    assert str(first["next"]).endswith("deals next")
    assert last["match"]
    assert "wins the match" in last["lines"][-1]


WORDS = [
    *("take ", "the ", "knock ", "with ", "of ", "king ", "hearts", "10 ", "spade", "黑桃", "拿"),
    *("K", ":"),
]


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=12).map("".join))
@example("take " + "the " * 5000)
@example("take king of " * 2000)
def test_any_text_is_a_move_or_a_refusal_of_one_line(typed: str) -> None:
    for state in (discarding(), begun()):
        said = answer(state, typed)
        assert said.isprintable()
        assert len(said) < 400


def answer(state: GinState, typed: str) -> str:
    """Return the move that is read, or why there is none."""
    try:
        return str(FACE.parse(state, typed))
    except NotationError as error:
        return str(error)


# --- A defender that is asked what it lays off ----------------------------------------------------

ASKED = Gin(layoff="ask")
KNOCKER = "S2 S3 S4 H3 H4 H5 S9 D9 C9 SQ CA"
DEFENDER = "H6 H7 D2 D3 D4 C5 C9 C8 S5 HK".replace("C9", "H9")


def asked() -> GinState:
    held, other = (hand_text(bits_of(parse_cards(cards))) for cards in (KNOCKER, DEFENDER))
    text = f"discard 0 dealer 1 | {held} | {other} | H2 | - / - | 0-0 0-0"
    state: GinState = ASKED.parse(text).after("knock:SQ")
    return state


@pytest.mark.parametrize(
    ("typed", "off", "left"),
    [
        ("h6 h7", "H6 H7", 37),
        ("lay off H7, 6♥ and S5".replace(" and", ","), "S5 H6 H7", 32),
        ("贴 9h", "H9", 41),
        ("nothing", "", 50),
        ("show", "S5 H6 H7 H9", 23),
    ],
)
def test_cards_that_are_laid_off_are_typed_and_lie_on_the_melds_of_the_knocker(
    typed: str, off: str, left: int
) -> None:
    state, face = asked(), GinFace(ASKED)
    ruling = face.ruling(state, 1, typed)
    assert ruling.legal
    laid = [str(card) for card, _ in state.parse_move(ruling.move).layoffs]  # type: ignore[arg-type]
    assert sorted(laid) == sorted(off.split())
    assert ruling.note == f"that leaves you {left} of deadwood"
    table = {card for row in face.parts(state, 1)["table"]["laid"] for card in row["cards"]}
    assert ruling.draft is not None
    drawn = [card for row in ruling.draft["rows"] for card in row["cards"]]
    assert sorted(drawn) == sorted([*table, *laid])
    end = state.after(ruling.move)  # type: ignore[arg-type]
    assert end.showdown is not None
    assert (end.showdown.left, ruling.draft["left"]) == (left, left)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("h7", "H7 fits none of the melds there"),
        ("h6 d2", "D2 fits none of the melds there"),
        ("S5 HQ", "HQ fits none of the melds there"),
        ("H2", "no H2 is in the hand"),
        ("off JK", "JK: gin rummy has no jokers"),
        ("lay off", None),
    ],
)
def test_a_card_that_can_not_be_laid_off_is_refused_by_name(typed: str, reason: str | None) -> None:
    ruling = GinFace(ASKED).ruling(asked(), 1, typed)
    assert (ruling.legal, ruling.draft) == (False, None)
    assert reason is None or ruling.reason == reason


def test_melds_are_laid_for_a_defender_alone_and_the_sheet_of_columns_is_told_at_a_terminal() -> (
    None
):
    assert FACE.parts(discarding(), 0)["table"]["laid"] is None
    assert GinFace(ASKED).choices(asked())["off"] == "S5H6H7H9"
    hollywood = states_of("gin(to=150,columns=3,deals=1)", 1)[-1]
    over = GinFace(hollywood.variant).over(hollywood)  # type: ignore[arg-type]
    assert over is not None
    assert sum(one - other for one, other in over["finals"]) == hollywood.returns()[0]
    assert not [line for line in over["lines"] if line.startswith("column")]
    told = [*GinFace(hollywood.variant).ending(hollywood, 0)]  # type: ignore[arg-type]
    assert [line.partition(":")[0] for line in told[-3:]] == ["column 1", "column 2", "column 3"]
