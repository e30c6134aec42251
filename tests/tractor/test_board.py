"""What the board says of a lead and a hand is what the rules and the command say."""

from __future__ import annotations

import re
from functools import cache
from itertools import count, pairwise

import pytest

from suitwise import tractor
from suitwise.errors import SuitwiseError
from suitwise.game import CHANCE, load
from suitwise.players.board import Answer, answered
from suitwise.players.named import named
from suitwise.tractor.arrays.batch import replay, state_of
from suitwise.tractor.board import BOARD, board
from suitwise.tractor.board.board import (
    BID_WORLDS,
    BURY_WORLDS,
    FIELDS,
    of_lead,
    of_state,
    position,
)
from suitwise.tractor.moves import DECK
from tests.commands import asked, printed, run_command

HAND = "H6H6H7H7H9H9HJC5"


def opened(state: tractor.TractorState, more: int = 0) -> Answer:
    """Return what the board says to a state of the game that is opened on it."""
    found = of_state(state, 0)
    assert found is not None
    return answered(BOARD, *found, more)


def test_a_tractor_is_owed_and_the_one_play_is_named() -> None:
    told = asked("duty", lead="H3H3H4H4", hand=HAND)
    assert told.verdict == "follow hearts with 4 cards: you must include a tractor of 2 pairs"
    assert [row.move for row in told.rows] == ["H6H6H7H7"]
    assert "in no legal play: H9H9HJC5" in told.lines


@pytest.mark.parametrize(
    ("house", "hand", "lead"),
    [
        ("standard", HAND, "H3H3H4H4"),
        ("duan", HAND, "H3H3H4H4"),
        ("jerryyyu", "H6H8H9HTHTS3", "H3H3"),
        ("rbtying", "HAD3D4D5D6D7D8C3C4C5C6S3S3S4S4", "H3H3H4H5"),
    ],
)
def test_the_legal_plays_are_those_that_the_command_lists(house: str, hand: str, lead: str) -> None:
    told = asked("duty", lead=lead, hand=hand, house=house)
    listed = printed(told).splitlines()
    assert set(listed) >= {row.move for row in told.rows}
    number = "1 play is legal" if len(listed) == 1 else f"{len(listed)} plays are legal"
    assert number in told.lines
    assert len(listed) > 12 or [row.move for row in told.rows] == listed


@pytest.mark.parametrize("play", ["H6H6H7H7", "H6H6H9H9", "H9", "S2S2S2", "H6H7H9HJ"])
def test_a_play_is_ruled_on_as_the_command_does(play: str) -> None:
    if play == "S2S2S2":
        with pytest.raises(SuitwiseError, match="play: S2 appears 3 times, but 2 packs hold 2"):
            asked("duty", lead="H3H3H4H4", hand=HAND, play=play)
        return
    told = asked("duty", lead="H3H3H4H4", hand=HAND, play=play)
    fault = tractor.duty_of("S2", "H3H3H4H4", HAND).why_not(play)
    assert told.verdict == (fault or f"{play} follows the lead")
    assert printed(told) == ("legal\n" if fault is None else f"illegal: {fault}\n")


def test_a_switch_of_the_house_counts() -> None:
    strict = asked("duty", lead="H3H3H4H4", hand="H6H6H8H8HTHT")
    loose = asked("duty", lead="H3H3H4H4", hand="H6H6H8H8HTHT", switches="duty=suit")
    assert strict.lines[0] == "3 plays are legal"
    assert loose.lines[0] == "6 plays are legal"


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"hand": "JK"}, "hand: JK is no card of Tractor"),
        ({"hand": "S9S8"}, "hand: 4 cards were led, and the hand that follows has 2"),
        ({"lead": ""}, "lead is still empty"),
        ({"main": "X"}, "'X' is no choice of main"),
        (
            {"switches": "over=all"},
            "switches: over is largest, honour, every, length or top, not 'all'",
        ),
        ({"switches": "tractor_width=3"}, "switches: tractor_width=3 is a rule of tables with oth"),
        ({"hand": "H" * 16_000}, "hand has at most 4000 signs"),
    ],
)
def test_texts_that_are_none_are_refused_in_a_sentence(fields: dict[str, str], why: str) -> None:
    with pytest.raises(SuitwiseError) as refused:
        asked("duty", **fields)
    assert str(refused.value).startswith(why)
    assert len(str(refused.value)) < 200
    assert "\n" not in str(refused.value)


# --- What the board says of a throw is what the rules say -----------------------------------------


HANDS = {"next": "HAHAH6H7H8", "partner": "H3H4H5H9HT", "before": "C3C4C5C6C7"}


@pytest.mark.parametrize("house", ["standard", "duan", "judge", "rbtying"])
@pytest.mark.parametrize("thrown", ["HKHKHQHQHJ", "HKHK", "HKHQ"])
def test_a_throw_against_known_hands_is_ruled_on_as_at_the_table(house: str, thrown: str) -> None:
    told = asked("throw", throw=thrown, own="", house=house, **HANDS)
    ruling = tractor.throw_of("S2", [thrown, *HANDS.values()], thrown, house)
    assert told.verdict == str(ruling)
    beaten = {str(part) for part, _ in ruling.beaten}
    assert {row.move for row in told.rows if row.text != "nobody beats it"} == beaten


@pytest.mark.parametrize(
    ("thrown", "own"),
    [("HAHAHK", ""), ("HAHAHT", ""), ("HAHAHT", "HK HK HQ HQ HJ HJ"), ("HQHQHK", "HA HA")],
)
def test_a_throw_against_the_unseen_is_certain_where_the_rules_say_so(
    thrown: str, own: str
) -> None:
    told = asked("throw", throw=thrown, own=own)
    unseen = DECK.minus(tractor.pile_of(thrown)).minus(tractor.pile_of(own))
    assert told.verdict.startswith("it is certain to stand") == tractor.is_safe(
        "S2", thrown, [unseen]
    )


def test_the_option_of_the_house_is_named() -> None:
    for house, line in (
        ("standard", "a failed throw leads its smallest part that somebody beats (forced=beaten)"),
        ("judge", "no throw fails in this house (forced=never)"),
        (
            "rbtying",
            "a failed throw leads the smallest part that is beaten by the first seat which beats any "
            "(forced=first)",
        ),
        ("duan", "a failed throw leads its largest part that somebody beats (forced=largest)"),
    ):
        assert line in asked("throw", house=house).lines
    lines = asked("throw", switches="forced=lowest,penalty=10").lines
    assert "a failed throw leads its smallest part (forced=lowest)" in lines
    assert "a failed throw costs 10 points (penalty=10)" in lines


def test_one_block_is_no_throw() -> None:
    told = asked("throw", throw="H9H9", own="")
    assert told.verdict == "it stands"
    assert "what is one block is no throw and always stands" in told.lines


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"throw": "HAS3"}, "throw: S3HA is of several partitions under trump S2"),
        ({"throw": "HAHK", "own": "HAHA"}, "HA appears 3 times, but 2 packs hold 2"),
        ({"own": "🂡"}, "own: no card at '🂡'"),
    ],
)
def test_cards_that_cannot_lie_so_are_refused(fields: dict[str, str], why: str) -> None:
    with pytest.raises(SuitwiseError) as refused:
        asked("throw", **fields)
    assert str(refused.value).startswith(why)


# --- Who wins a trick on the board ----------------------------------------------------------------


TRICKS = [
    ("S", "2", ["HQHQ", "HKHT", "S3S3", "H5HA"]),
    ("H", "2", ["SASKSK", "H9H4H4", "H5HJHJ", "D3D4D5"]),
    ("O", "T", ["STST", "BJBJ", "HTHT", "D3D4"]),
    ("C", "A", ["D7D7D8D8", "C7C7C8C8", "D9D9DTDT", "S3S4S5S6"]),
]


@pytest.mark.parametrize(("main", "level", "plays"), TRICKS)
@pytest.mark.parametrize("leader", [1, 3])
@pytest.mark.parametrize("house", ["standard", "rbtying"])
def test_the_winner_is_the_rules(
    main: str, level: str, plays: list[str], leader: int, house: str
) -> None:
    seats = {f"seat{(leader - 1 + at) % 4 + 1}": play for at, play in enumerate(plays)}
    told = asked("trick", main=main, level=level, leader=str(leader), house=house, **seats)
    ruling = tractor.winner_at_table(main + level, plays, house)
    winner = (leader - 1 + ruling.winner) % 4
    assert told.verdict.startswith(f"seat {winner} takes it: ")
    assert [line.partition(": ")[2] for line in told.lines] == [*ruling.why]
    assert [row.is_best for row in told.rows] == [at == ruling.winner for at in range(4)]


def test_the_command_gives_the_same_reasons() -> None:
    plays = TRICKS[0][2]
    told = asked("trick")
    words = ("--hands", *plays, "--plays", *plays)
    status, printed, error = run_command("tractor", "trick", "--trump", "S2", *words)
    assert (status, error) == (0, "")
    winner, *why = printed.splitlines()
    assert told.verdict == f"seat {int(winner) - 1} takes it: 25 points"
    assert [line.partition(": ")[2] for line in why] == [
        line.partition(": ")[2] for line in told.lines
    ]


def test_an_open_trick_has_somebody_who_wins_so_far_and_no_drawing() -> None:
    told = asked("trick", seat3="", seat4="")
    assert told.verdict == "seat 0 is winning it"
    assert len(told.rows) == 2
    assert told.svg is None


def test_a_whole_trick_is_drawn() -> None:
    assert str(asked("trick").svg).startswith("<svg")


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"seat2": ""}, "seat 1 plays before seat 2: set its cards, too"),
        ({"seat2": "HK"}, "seat2: 1 cards, and the lead has 2"),
        ({"leader": "2", "seat2": ""}, "seat2: a lead has at least one card"),
        ({"seat1": "HQHQ", "seat2": "HQHK"}, "HQ appears 3 times, but 2 packs hold 2"),
    ],
)
def test_plays_that_are_no_trick_are_refused(fields: dict[str, str], why: str) -> None:
    with pytest.raises(SuitwiseError) as refused:
        asked("trick", **fields)
    assert str(refused.value).startswith(why)


# --- An ending on the board is worth what the solver says -----------------------------------------


NOBODY = {f"seat{at}": "" for at in range(1, 5)}
"""Hands that are all empty."""


@cache
def ending(deal: int, cards: int, played: int = 0) -> tractor.TractorState:
    """Return the first position of a deal with so few cards a hand and so many plays on the table."""
    states = (state_of(replay(deal, seed=7), plays=plays) for plays in range(50, 100))
    return next(
        state
        for state in states
        if state.phase == "play"
        and max(hand.size for hand in state.held) <= cards
        and len(state.tricks[-1].plays) == played
    )


@pytest.mark.parametrize(("deal", "played"), [(3, 0), (3, 2), (46, 1), (9, 3), (21, 0)])
def test_a_state_of_the_game_is_set_up_and_worth_what_it_is_worth(deal: int, played: int) -> None:
    state = ending(deal, 5, played)
    told = opened(state)
    found = tractor.solve(state)
    assert {row.move: row.value for row in told.rows} == {
        str(move): worth for move, worth in found.moves.items()
    }
    assert {row.move for row in told.rows if row.is_best} == {str(move) for move in found.best}
    assert str(told.verdict).startswith(f"the attackers have {found.value} of 80")
    assert told.lines[0] == f"seat {state.turn} is to play"


def test_the_command_prints_the_same_worths() -> None:
    state = ending(3, 5)
    told = opened(state)
    game = str(state.variant)
    words = ("tractor", "solve", "--moves", "--game", game, "-")
    status, printed, error = run_command(*words, text=f"{state}\n")
    assert (status, error) == (0, "")
    value, *moves = printed.split()
    assert {f"{row.move}={row.value}" for row in told.rows} == set(moves)
    assert f"have {value} of" in told.verdict


def test_plays_that_take_long_are_settled_when_somebody_asks_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = ending(3, 5)
    board._worth.cache_clear()
    monkeypatch.setattr(board, "BUDGET", board.EFFORTS[0])
    told = opened(state)
    assert str(told.verdict) == f"1 of {len(state.moves())} plays are worked out"
    assert told.rows[-1].value is None
    asks = 1
    while told.more:
        told = opened(state, told.more)
        asks += 1
    assert asks == len(state.moves())
    assert {row.value for row in told.rows if row.is_best} == {tractor.solve(state).value}


@pytest.mark.parametrize("more", [0, 1, 10**9])
def test_an_answer_keeps_to_its_budget_whatever_is_said_to_have_been_tried(
    more: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = ending(3, 5)
    monkeypatch.setattr(board, "BUDGET", board.EFFORTS[0])
    board._worth.cache_clear()
    told = opened(state, more)
    assert str(told.verdict) == f"1 of {len(state.moves())} plays are worked out"


def test_what_no_effort_settles_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    state = ending(22, 7)
    monkeypatch.setattr(board, "EFFORTS", (1,))
    found, more = board.worths(state)
    assert not more
    assert None in found.values()
    told = opened(state)
    assert str(told.verdict).endswith("plays are worked out")


def test_a_throw_on_the_board_fails_as_at_the_table() -> None:
    hands = {"seat1": "HQ HK", "seat2": "HA H3", "seat3": "S3 S4", "seat4": "D3 D4"}
    rows = {row.move: row.value for row in asked("ending", **hands, kitty="").rows}
    assert rows["HQHK"] == rows["HQ"]


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"seat1": "SA"}, "before a trick all hands have as many cards: here 1, 4, 4, 4"),
        (NOBODY, "endings of 1 to 8 cards a hand are solved, not of 0"),
        ({"table": "S3 S3 S3 S3 S3"}, "table: a trick has four plays, not 5"),
        ({"table": "pass"}, "table: "),
        ({"seat1": "SA SQ HA", "seat2": "H5 HT HJ", "table": "HK S5"}, "table: S5: follow hearts"),
        ({"kitty": "C4 C4 C5 C6 C7 C8 C9 CT CJ"}, "kitty: 9 cards: the kitty has 8"),
        ({"points": "501"}, "points is a number from 0 to 500"),
        ({"kitty": "C4 SA SA"}, "SA appears 3 times, but 2 packs hold 2"),
    ],
)
def test_a_position_that_cannot_be_is_refused(fields: dict[str, str], why: str) -> None:
    with pytest.raises(SuitwiseError) as refused:
        asked("ending", **fields)
    assert str(refused.value).startswith(why)


def test_more_than_eight_cards_are_not_solved() -> None:
    suits = {f"seat{at}": f"{suit}3{suit}4{suit}5{suit}6{suit}7{suit}8{suit}9{suit}T{suit}J"
             for at, suit in enumerate("SHDC", 1)}  # fmt: skip
    with pytest.raises(SuitwiseError, match="1 to 8 cards a hand are solved, not of 9"):
        asked("ending", **suits, kitty="")


# --- Bids and burials on the board are those of the command in as many deals ----------------------


@pytest.mark.parametrize("fields", [{}, {"stands": "H2", "by": "before", "level": "2"}])
def test_bids_are_weighed_as_the_command_does(fields: dict[str, str]) -> None:
    told = asked("bid", hand="S2 S2 SA SK SK SQ S9 S8 H5 D3", **fields)
    out = printed(told)
    assert str(told.verdict) in out.splitlines()
    for row in told.rows:
        line = next(line for line in out.splitlines() if line.startswith(f"{row.move} "))
        assert str(row.text).removesuffix(" levels") in line


def test_a_landlord_that_stands_is_told_to_the_command() -> None:
    told = asked("bid", hand="S2 SA SK H5", lord="partner", level="2")
    assert "--landlord 2" in told.command
    assert str(told.verdict) in printed(told).splitlines()


def test_burials_are_weighed_as_the_command_does() -> None:
    told = asked("bury")
    out = printed(told)
    assert str(told.verdict) in out.splitlines()
    assert [line.split()[0] for line in out.splitlines()[1 : 1 + len(told.rows)]] == [
        row.move for row in told.rows
    ]


@pytest.mark.parametrize("ask", ["bid", "bury"])
def test_the_bar_of_what_is_worth_more_is_longer(ask: str) -> None:
    rows = asked(ask).rows
    worths = [float(re.match(r"[+-][\d.]+", row.text)[0]) for row in rows]  # type: ignore[index]
    bars = [row.value for row in rows]
    assert bars == pytest.approx([worth - min(worths) for worth in worths], abs=0.011)


@pytest.mark.parametrize(("ask", "fewest"), [("bid", BID_WORLDS[0]), ("bury", BURY_WORLDS[0])])
def test_where_deals_take_long_there_are_no_more_than_time_allows(
    ask: str, fewest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = count()  # the fewest deals take all the time there is
    monkeypatch.setattr("suitwise.tractor.board.board.perf_counter", lambda: next(clock))
    for more in (0, 10**9):
        told = asked(ask, more)
        assert told.command.partition("--worlds ")[2].startswith(str(fewest))
        assert not told.more


def test_who_asks_on_gets_more_deals_until_there_are_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("suitwise.tractor.board.board.TIME_S", 1e9)
    more = 0
    worlds: list[int] = []
    while more or not worlds:
        told = asked("bid", more, hand="S2 SA")
        more = told.more
        worlds.append(int(told.command.partition("--worlds ")[2]))
    assert tuple(worlds) == BID_WORLDS
    assert asked("bid", 10**9, hand="S2 SA").more == 0


@pytest.mark.parametrize(
    ("ask", "fields", "why"),
    [
        ("bid", {"stands": "H3"}, "H3"),
        ("bid", {"stands": "H2 D2"}, ""),
        ("bid", {"by": "nobody"}, "'nobody' is no choice of by"),
        ("bury", {"hand": "SA"}, "a landlord buries of 33 cards, not of 1"),
        ("bury", {"kitty": "C7 C7 D5 D5 D6 D6 D7 D7"}, "a landlord buries of 33 cards, not of 41"),
        ("bury", {"main": "D", "level": "A", "hand": "X"}, "hand: no card at 'X'"),
    ],
)
def test_what_nobody_can_have_is_refused(ask: str, fields: dict[str, str], why: str) -> None:
    with pytest.raises(SuitwiseError) as refused:
        asked(ask, **fields)
    assert str(refused.value).startswith(why)
    assert "\n" not in str(refused.value)


# --- A position of the game opens on the board as a question that the board answers ---------------


def states(variant: str) -> list[tractor.TractorState]:
    """Return the positions of a deal by the rules of thumb."""
    state = load(variant).start()
    players = [named("rules", state.game).seated(seat, 0) for seat in range(4)]
    index, found = 0, []
    while state.turn >= 0 or state.turn == CHANCE:
        if state.turn == CHANCE:
            state, index = state.rolled(5, 0, index)
        assert isinstance(state, tractor.TractorState)
        found.append(state)
        state = state.after(players[state.turn](state))
    return [*found, state]  # type: ignore[list-item]


def test_every_kind_of_position_of_a_deal_is_a_question_that_is_answered() -> None:
    seen = {}
    for state in states("tractor(match=deal,profile=duan(penalty=10))"):
        asked = of_state(state, 1)
        if asked is not None:
            seen[asked[0]] = asked
            if asked[0] in ("duty", "trick"):
                told = answered(BOARD, *asked)
                assert told.verdict
    assert set(seen) == {"bid", "bury", "duty", "trick", "ending"}
    assert all(answered(BOARD, *asked).verdict for asked in seen.values())
    assert {form["switches"] for _, form in seen.values()} == {"penalty=10"}


def test_an_ending_is_set_up_as_it_lies_on_the_table() -> None:
    endings = 0
    for state in states("tractor(match=deal,profile=rbtying)"):
        asked = of_state(state, 0)
        if asked is not None and asked[0] == "ending":
            there = position({**dict.fromkeys(FIELDS, ""), **asked[1]})
            assert (there.held, there.turn, there.taken) == (state.held, state.turn, state.taken)
            assert there.tricks[-1] == state.tricks[-1]
            assert (there.trump, there.buried) == (state.trump, state.buried)
            assert there.current_landlord == state.current_landlord
            assert str(there.profile) == "rbtying"
            endings += 1
    assert endings >= 8


def test_a_lead_is_set_up_as_a_throw_with_all_hands_seen_and_every_decision_has_a_question() -> (
    None
):
    there = states("tractor(match=deal)")
    leads = 0
    for state, after in pairwise(there):
        if state.phase != "play" or len(state.moves()) == 1:
            continue
        led = str(state.held[state.turn].minus(after.held[state.turn]))
        asked = of_lead(state, led)
        if asked is None:
            assert of_state(state, state.turn) is not None
            continue
        leads += 1
        name, form = asked
        assert name == "throw"
        assert tractor.pile_of(f"{form['throw']} {form['own']}", 2) == state.held[state.turn]
        assert tractor.pile_of(form["next"], 2) == state.held[(state.turn + 1) % 4]
        assert answered(BOARD, *asked).verdict
    assert leads >= 10


def test_what_is_owed_is_what_the_seat_on_turn_owes() -> None:
    for state in states("tractor(match=deal)"):
        asked = of_state(state, 0)
        if asked is not None and asked[0] == "duty":
            told = answered(BOARD, *asked)
            n = len(state.moves())
            assert any(line.startswith(f"{n} ") for line in told.lines)
