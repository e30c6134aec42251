"""``suitwise rummy deadwood, arrange, combos, islands, advise`` from the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from suitwise.game import OVER, Record
from suitwise.rummy import Hand, arrange, combos, discards, look_ahead, maximal
from suitwise.rummy.picture import IslandMap, map_picture
from tests.commands import answer_of, refusal_of, run_command
from tests.fresh import ROOT
from tests.terminal import Terminal

ISLAND = "3C 3C 3D 3D 4D 2H 3H 4H 4H 5H 5H 6H"
CASES = json.loads((ROOT / "tests" / "data" / "rummy" / "cases.json").read_text("utf-8"))
NUMBERS = (
    *("points", "cards_left", "optimal_combos", "combos", "maximal_combos", "maximal_dumps"),
)


run, here = partial(run_command, "rummy"), partial(answer_of, "rummy")
refused = partial(refusal_of, "rummy")


def known_cases() -> Iterator[dict[str, Any]]:
    for group in CASES.values():
        if isinstance(group, list):
            yield from group


# --- The exhaustive cases -------------------------------------------------------------------------


def test_some_known_cases_as_processes() -> None:
    cases = list(known_cases())
    for case in (cases[1], cases[-1]):
        status, told, error = run("combos", case["hand"], "--json")
        assert (status, error) == (0, "")
        assert {name: json.loads(told)[name] for name in NUMBERS} == {n: case[n] for n in NUMBERS}


# --- arrange and combos ---------------------------------------------------------------------------


def test_a_whole_box_of_rummikub_is_arranged() -> None:
    suits = " ".join(f"{suit}{number}" for suit in "SHDC" for number in range(1, 14))
    told = json.loads(here("arrange", "--json", "--rules", "rummikub", f"{suits} {suits} JK"))
    assert (told["points"], told["left"]) == (0, [])
    assert sum(len(meld.split()) for meld in told["melds"]) == 105
    assert "at most 60 cards, not 104" in refused("arrange", f"{suits} {suits}")


def test_a_hand_is_arranged_as_text_and_as_json() -> None:
    assert run("arrange", ISLAND) == (
        0,
        "run   H2 H3 H4 H5      14\nrun   H4 H5 H6         15\n"
        "left  D3 D3 D4 C3 C3   16\n16 points, 5 cards\n",
        "",
    )
    told = json.loads(here("arrange", "--json", "--rules", "indian13", "H3 H4 H5 S7 S8 JK D9 C9"))
    assert told == {
        "melds": ["S7 S8 [S9]", "H3 H4 H5"],
        "left": ["D9", "C9"],
        "points": 18,
        "cards": 2,
    }


def test_combos_are_counted_listed_and_all_listed() -> None:
    hand = Hand.of(ISLAND)
    assert here("combos", "--all", ISLAND).splitlines() == list(map(str, combos(hand)))
    assert here("combos", "--maximal", ISLAND).splitlines() == list(map(str, maximal(hand)))
    told = here("combos", ISLAND).splitlines()
    assert told[0].split() == ["points", "16"]
    assert told[-1] == str(arrange(hand))
    one = [json.loads(line) for line in here("combos", "--all", "--json", ISLAND).splitlines()]
    assert one == [combo.as_json() for combo in combos(hand)]


@pytest.mark.parametrize(
    "arguments",
    [
        *(("arrange",), ("combos",), ("combos", "--all"), ("islands",)),
        *(("islands", "--reading", "full"), ("islands", "--pruned", "--rules", "rami51")),
    ],
)
def test_what_is_drawn_is_a_picture_and_what_is_printed_stays(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    out = tmp_path / "a.svg"
    assert here(*arguments, ISLAND, "--svg", out) == here(*arguments, ISLAND)
    assert ElementTree.parse(out).getroot().tag == "{http://www.w3.org/2000/svg}svg"


# --- islands --------------------------------------------------------------------------------------


def test_islands_are_shown_in_every_reading() -> None:
    assert run("islands", ISLAND)[1] == map_picture(IslandMap(Hand.of(ISLAND))) + "\n"
    points = {}
    for reading in ("literal", "window", "copies", "full"):
        told = json.loads(here("islands", "--json", "--reading", reading, ISLAND))
        points[reading] = list(told["islands"][0]["control_points"])
    assert points == {
        "literal": ["H3"],
        "window": ["H3", "H6"],
        "copies": ["H2", "H3", "H6"],
        "full": ["H2", "H3", "H6"],
    }


def test_islands_as_json_hold_cards_melds_and_bytes() -> None:
    told = json.loads(here("islands", "--json", "3H 4H 5H KS KD JK", "--rules", "indian13"))
    assert [island["cards"] for island in told["islands"]] == [["SK", "DK"], ["H3", "H4", "H5"]]
    assert [island["melds"] for island in told["islands"]] == [[], ["H3 H4 H5"]]
    assert told["flags"]["H4"] == "0001"


# --- advise ---------------------------------------------------------------------------------------


def test_the_advice_is_that_of_the_package() -> None:
    hand, seen = Hand.of("H3 H4 SK DK C9"), "CK H5 H5"
    told = json.loads(here("advise", "--json", "--seen", seen, str(hand)))
    assert told["best"] == arrange(hand).as_json()
    assert told["discards"] == [
        {"card": str(one.card), "points": one.points, "cards": one.cards}
        for one in discards(hand, compiled=False)
    ]
    outlook = look_ahead(hand, seen, compiled=False)
    assert told["outs"] == outlook.outs
    assert told["expected"] == float(outlook.expected)
    assert len(told["draws"]) == len(outlook.draws)
    assert sum(draw["probability"] for draw in told["draws"]) == pytest.approx(1)
    for draw in told["draws"]:
        found = discards(Hand.of(f"{hand} {draw['card']}"))
        as_good = [str(one.card) for one in found if one.points == found[0].points]
        assert draw["as_good"] == as_good
        assert draw["discard"] == (as_good[0] if len(as_good) == 1 else None)
    assert len({len(draw["as_good"]) for draw in told["draws"]}) > 1
    assert sum(draw["unseen"] for draw in told["draws"]) == 104 - 5 - 3
    assert "opening" not in told
    assert "layoffs" not in told


def test_discards_are_weighed_a_draw_ahead_where_that_is_asked_for() -> None:
    hand = Hand.of("H3 H4 H5 H6 S9 DK")
    told = json.loads(here("advise", "--json", "--ahead", str(hand)))
    assert [one["expected"] for one in told["discards"]] == [
        round(float(one.expected or 0), 9) for one in discards(hand, ahead=True)
    ]
    assert "expected after a draw" in here("advise", "--ahead", str(hand))


def test_opening_and_declaration_are_told_where_the_rules_have_them() -> None:
    shown = here("advise", "--rules", "rami51", "HT HJ HQ S9 D9 C9 JK C2")
    assert "opening   HT HJ HQ | S9 D9 C9 [9] = 66\n" in shown
    assert "declare" not in shown
    none = here("advise", "--rules", "rami71", "HT SJ")
    assert "opening   no melds to open with\n" in none
    hand = "H3 H4 H5 S7 S8 JK D9 C9 H9 CJ CQ CK CA"
    assert "declare   yes: S7 S8 [S9] | H3 H4 H5" in here("advise", "--rules", "indian13", hand)
    with_king = here("advise", "--rules", "indian13", hand + " DK")
    assert "declare   yes, once one of these is discarded: DK\n" in with_king
    told = json.loads(here("advise", "--json", "--rules", "indian13", "H3 S9"))
    assert told["declaration"] == {"melds": None, "discards": []}
    told = json.loads(here("advise", "--json", "--rules", "rami51", "HT HJ HQ C2"))
    assert told["opening"] == {"melds": ["HT HJ HQ"], "points": 30, "needed": 51, "enough": False}


def test_layoffs_are_told_where_there_is_a_table() -> None:
    arguments = ("advise", "--rules", "gin", "H7 H8 S8 D8 C2", "--table", "H4 H5 H6 | S9 D9 C9")
    shown = here(*arguments)
    assert "lay off   H7: H4 H5 H6 H7; H8: H4 H5 H6 H7 H8\n" in shown
    assert "at best   H7: H4 H5 H6 H7; S8 H8 D8 + C2 = 2\n" in shown
    told = json.loads(here(*arguments, "--json"))
    assert told["layoffs"]["H8"] == ["H7: H4 H5 H6 H7", "H8: H4 H5 H6 H7 H8"]
    assert told["after_layoffs"]["points"] == 2
    assert sum(draw["unseen"] for draw in told["draws"]) == 52 - 5 - 6


def test_a_wild_card_on_the_table_may_be_written_as_what_it_is() -> None:
    rules = ("advise", "--rules", "indian13(wild=9)", "S8 D2")
    shown = here(*rules, "--table", "S4 S5 C9 S7")
    assert "lay off   S8: S4 S5 [S6] S7 S8\n" in shown
    told, named = (
        json.loads(here(*rules, "--json", "--table", table))["draws"]
        for table in ("S4 S5 [S6] S7", "S4 S5 C9 S7")
    )
    assert sum(draw["unseen"] for draw in told) == sum(draw["unseen"] for draw in named) + 1
    assert "S4 S5 C9 may be [S3] S4 S5 or S4 S5 [S6]: write which" in refused(
        *rules, "--table", "S4 S5 C9"
    )


def test_advice_is_for_hands_that_are_worked_out_in_time() -> None:
    cards = " ".join(f"{rank}{suit}" for rank in range(1, 9) for suit in "SHDC")
    assert "at most 30 cards, not 32" in refused("advise", cards)
    assert "at most 22 cards, not 32" in refused("advise", "--ahead", cards)


def test_an_empty_hand_has_draws_and_nothing_to_discard() -> None:
    told = json.loads(here("advise", "--json", ""))
    assert told["discards"] == []
    assert len(told["draws"]) == 52
    assert (told["outs"], told["expected"]) == (0, 0.0)


# --- Faults ---------------------------------------------------------------------------------------

FAULTS: list[tuple[tuple[str, ...], str]] = [
    (("H3 H3 H3",), "H3 appears 3 times, but 2 decks hold 2"),
    (("JK",), "this rule set has no jokers"),
    (("H3 5S",), "no card at '5S'"),
    (("\x1b[31m",), "no card at"),
    (("3H\n4X",), "no card at"),
    (("♥" * 5000,), "no card at"),
    (("H3 " * 41, "--rules", "seed(decks=4)"), "H3 appears 41 times"),
    (("H3", "--rules", "whist"), "is no rule set"),
    (("H3", "--rules", "seed(decks=99999999999)"), "decks is a number"),
    (("H3", "--rules", "seed(" * 1000), "is no rule set"),
]


@pytest.mark.parametrize("command", ["arrange", "combos", "islands", "advise"])
def test_a_hand_that_cannot_be_is_refused_in_one_line(command: str) -> None:
    for arguments, reason in FAULTS:
        assert reason in refused(command, *arguments)


@pytest.mark.parametrize("command", ["arrange", "islands", "advise"])
def test_a_hand_of_too_many_cards_is_refused(command: str) -> None:
    cards = " ".join(f"{rank}{suit}" for rank in range(1, 14) for suit in "SHDC")
    assert "at most 60 cards" in refused(command, f"{cards} {cards}")
    assert "appears" in refused(command, cards * 500)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("H3", "--seen", "H3 H3"), "more copies of H3"),
        (("H3", "--seen", "X"), "no card at"),
        (("H3", "--table", "H4 H5"), "a run has at least 3 cards"),
        (("H3", "--table", "H4 H5 H7"), "neither a run nor a set"),
        (("H3", "--table", "|"), "neither a run nor a set"),
        (("H3", "--table", "H4 H5 H6 |" * 50 + "H4 H5 H6"), "more copies of H4"),
        (("H3", "--table", "[" * 9000), "is no meld"),
    ],
)
def test_what_is_seen_and_the_table_have_to_be_possible(
    arguments: tuple[str, ...], reason: str
) -> None:
    assert reason in refused("advise", *arguments)


def test_a_joker_in_words_is_told_how_it_is_written_or_that_there_is_none() -> None:
    hand = "H3 H4 H5 S9 big joker"
    assert refusal_of("rummy", "advise", hand) == (
        "error: 'big joker': this rule set has no jokers: write one that has, as indian13 or "
        "seed(jokers=2)\n"
    )
    assert refusal_of("rummy", "advise", "--rules", "indian13", hand) == (
        "error: no card at 'big joker': write a joker as JK, the red one RJ, the black one BJ\n"
    )
    assert refusal_of("rummy", "advise", "--rules", "gin", "--seen", "*", "H3") == (
        "error: '*': gin rummy has no jokers\n"
    )


# --- ``suitwise rummy play`` as a process ---------------------------------------------------------


run_play, refusal = partial(run_command, "rummy", "play"), partial(refusal_of, "rummy", "play")


def test_a_deal_of_gin_is_played_from_a_script_and_kept(tmp_path: Path) -> None:
    record = tmp_path / "deal.rec"
    text = "hint\npass\n"
    for _ in range(30):  # a script that draws, and discards the dearest card that it may
        text += "stock\n" + "".join(f"{suit}{rank}\n" for rank in "KQJT9876" for suit in "shdc")
    arguments = ("--game", "gin(to=0)", "--seed", "3", "--record", record)
    others = ("--against", "rules", "--hints", "rules")
    status, told, error = run_play(*arguments, *others, text=text)
    assert (status, error) == (0, "")
    assert "pass: with HK you keep 61 points, and the stock leaves no more on average" in told
    assert "seat 1 draws from the stock\nseat 1 discards " in told
    state = list(Record.parse(record.read_text("utf-8")).states())[-1]
    assert state.turn == OVER
    assert f"lost by {-state.returns()[0]:g}\n" in told


def test_gin_alone_is_a_match_to_100() -> None:
    told = run_play("--seed", "1", text="score\nquit\nhint\n")[1]
    assert "to=100" in told.splitlines()[0]
    assert "deals won 0 and 0; the match goes to 100" in told
    assert "average" not in told


def test_indian_rummy_is_played_too() -> None:
    status, told, error = run_play("--seed", "3", "--game", "indian13", text="drop\nrecord\n")
    assert (status, error) == (0, "")
    assert "seat 0 dropped and loses 20" in told
    assert "you lose: -20\nseat 1 is the last one in and wins 20 points\n" in told
    assert list(Record.parse(told[told.index("game  ") :]).states())[-1].returns() == (-20, 20)


def test_a_file_that_is_no_record_is_refused_and_stays(tmp_path: Path) -> None:
    record = tmp_path / "deal.rec"
    for text in ("\0" * 100, "game gin\n"):
        record.write_text(text)
        assert f"{record}:" in refusal("--record", record)
        assert record.read_text() == text
    record.write_text("game stacks\nstart 1a\nmoves\nreturns 0\n")
    assert "stacks is not played here" in refusal("--record", record)
    assert "Is a directory" in refusal("--record", tmp_path)
    assert "No such file or directory" in refusal("--record", tmp_path / "no" / "a.rec")


@pytest.mark.parametrize(
    "arguments",
    [
        *(("--seat", "2"), ("--game", "whist"), ("--game", "gin(knock=9999)")),
        *(("--game", "indian13(seats=1)"), ("--game", "\x1b[2J" * 1000), ("--seed", "-1")),
    ],
)
def test_a_game_that_cannot_be_is_refused(arguments: tuple[str, ...]) -> None:
    refusal(*arguments)


# --- At a terminal --------------------------------------------------------------------------------


def test_an_interrupt_leaves_without_a_word_of_blame(tmp_path: Path) -> None:
    record = tmp_path / "deal.rec"
    terminal = Terminal("rummy", "play", "--seed", "3", "--record", str(record))
    terminal.until("> ")
    terminal.type("pile\n")
    terminal.until("> ")
    terminal.interrupt()
    assert "error" not in terminal.until("never")
    assert terminal.ends() == 0
    assert "pile" in Record.parse(record.read_text()).moves
