"""``suitwise tractor play``: from a script, at a terminal, with whatever is typed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path
from types import FrameType

import click
import pytest
from click import ClickException
from click.testing import CliRunner

from suitwise import tractor
from suitwise.cli import commands
from suitwise.cli.games.tractor_advice import variant_of
from suitwise.cli.play import Hints, session_of
from suitwise.cli.records import Chair, held_text
from suitwise.game import OVER, Record
from suitwise.players.host import Host
from suitwise.players.session import Session
from suitwise.tractor import Tractor
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.rules.profile import NAMED
from tests.commands import refusal_of, run_command
from tests.fresh import ROOT, fresh_python
from tests.terminal import Terminal

HOST = Host(TractorPlayer())
CHAIR = Chair(0, 5, "rules")
HINTS = Hints("rules", 0.0)
TRACTOR = Path(tractor.__file__).parent


run = partial(run_command, "tractor", "play")
refusal = partial(refusal_of, "tractor", "play")


# --- As a process ---------------------------------------------------------------------------------


def hinted_moves(seed: int, seat: int) -> list[str]:
    """Return what the hints play in a deal."""
    session = Session(Tractor(match="deal"), HOST, seat=seat, seed=seed)
    session.begin()
    moves = []
    while (hint := session.answer("hint")) != "the game is over":
        moves.append(hint.partition(": ")[0])
        session.answer(moves[-1])
    return moves


def test_a_deal_is_played_to_its_end_with_cards_in_any_form(tmp_path: Path) -> None:
    record = tmp_path / "deal.rec"
    forms = (
        str.lower,
        lambda cards: " ".join(re.findall(r"\S\S", cards)),
        lambda cards: "".join(reversed(re.findall(r"\S\S", cards))),
        lambda cards: re.sub(r"([SHDC])T", r"\g<1>10", cards),
    )
    moves = hinted_moves(7, seat=1)
    lines = [forms[at % 4](move) if move != "pass" else move for at, move in enumerate(moves)]
    arguments = ("--seed", "7", "--seat", "1", "--deal", "--record", record)
    others = ("--against", "rules")
    status, told, error = run(*arguments, *others, text="\n".join(lines))
    assert (status, error) == (0, "")
    assert "illegal" not in told
    assert re.search(r"^(you win|lost)[^\n]*\nthe attackers have \d+ of 80: ", told, re.M)
    assert list(Record.parse(record.read_text("utf-8")).states())[-1].turn == OVER


def test_the_rule_based_players_need_no_compiler() -> None:
    code = """
import sys
from suitwise.players.session import Session
from suitwise.players.host import Host
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.game import Tractor
host = Host(TractorPlayer())
session = Session(Tractor(match="deal"), host, seed=1)
session.begin()
for _ in range(3):
    session.answer(session.answer("hint").split(": ")[0])
print("numba" in sys.modules)
"""
    assert fresh_python(code) == "False\n"


@pytest.mark.parametrize(
    ("game", "profile"), [("gin", None), ("tractor(levels=2)", None), ("tractor", "\x1b[2J" * 1000)]
)
def test_a_game_that_cannot_be_is_refused(game: str, profile: str | None) -> None:
    with pytest.raises(ClickException) as refused:
        session_of(variant_of, game, {"profile": profile, "deal": True}, CHAIR, HINTS)
    assert len(refused.value.message) < 300
    assert refused.value.message.isprintable()


def test_a_record_that_cannot_be_gone_on_with_is_refused(tmp_path: Path) -> None:
    record = tmp_path / "deal.rec"
    session = Session(Tractor(match="deal"), HOST, seed=5)
    session.begin()
    session.answer("pass")
    kept = str(session.record)
    for spoilt in (
        kept.replace("pass", "S9S9", 1),
        kept.replace("tractor(", "gin("),
        kept.partition("returns")[0],
        "\0" * 100,
    ):
        record.write_text(spoilt, "utf-8")
        held = str(record), held_text(str(record)) or ""
        with pytest.raises(ClickException) as refused:
            session_of(variant_of, "", {}, CHAIR, HINTS, held)
        told = refused.value.message
        assert re.match(rf"{re.escape(str(record))}:[0-9]+: .*\Z", told), told
        assert record.read_text("utf-8") == spoilt
    assert refusal("--record", record) == f"error: {told}\n"


def test_whatever_is_typed_is_answered() -> None:
    lines = [
        *(b"\xff\xfe\x00", b"hint\x00", b"why", b"why \xf0\x9f\x82\xa1", b"undo -1", b"undo x"),
        *(b"H2" * 500, b"H2 2H", b"RJRJRJ", b"next", b"play", b"\x1b[2J", "♠A ♠A ♠A".encode()),
        *(b"why next", b"why RJ RJ RJ", b"moves all", b"JK", b"S1 S1", b"# a comment", b"", b" "),
    ]
    status, told, error = run("--seed", "7", "--deal", text=b"\n".join(lines))
    assert (status, error) == (0, "")
    assert "\x1b" not in told
    assert "\0" not in told


# --- At a terminal --------------------------------------------------------------------------------


def test_where_ascii_alone_is_known_the_lines_are_alike() -> None:
    terminal = Terminal("tractor", "play", "--seed", "7", "--deal", PYTHONIOENCODING="ascii")
    assert "trump  | S2" in terminal.until("> ")
    terminal.type("\x04")
    assert terminal.ends() == 0


# --- ``suitwise tractor follow``, ``trick`` and ``rule`` ------------------------------------------


def ruled(*words: str, text: str | bytes = "") -> tuple[str, str]:
    """Run a command of ``tractor`` in this process: what it prints, and the error that ends it."""
    done = CliRunner().invoke(commands, ["tractor", *words], input=text, standalone_mode=False)
    assert done.exception is None or isinstance(done.exception, click.ClickException)
    return done.stdout, done.exception.format_message() if done.exception else ""


def told(*words: str, text: str | bytes = "") -> str:
    """Return what a command prints that answers."""
    out, error = ruled(*words, text=text)
    assert error == ""
    return out


def refused_by(*words: str) -> str:
    """Return the one line in which a command is refused."""
    out, error = ruled(*words)
    assert out == ""
    assert error.isprintable()
    return error


# --- follow ---------------------------------------------------------------------------------------

FOLLOW = ("follow", "--trump", "S2", "--lead", "H3H3H4H4", "--hand", "H6H6H7H7H9H9 S4")


def test_follow_lists_the_legal_plays_one_a_line() -> None:
    assert told(*FOLLOW) == "H6H6H7H7\n"
    pairs = told(*FOLLOW, "--profile", "standard(duty=pairs)")
    assert pairs == "H6H6H7H7\nH6H6H9H9\nH7H7H9H9\n"


def test_follow_rules_on_a_play() -> None:
    assert told(*FOLLOW, "--play", "H7 H6 H7 H6") == "legal\n"
    assert told(*FOLLOW, "--play", "H6H6H9H9") == (
        "illegal: follow tractors: a tractor of 2 pairs is owed, the play gives 2 pairs; "
        "H6H6H7H7 would meet it\n"
    )
    assert told(*FOLLOW, "--play", "HAHA").startswith("illegal: the hand has no HA")
    assert told(*FOLLOW, "--play", "").startswith("illegal: 4 cards were led")


NO_TABLE = [
    ("H3H3", "H5", "2 cards were led, and the hand that follows has 1: at a table it has as many"),
    ("H3H3", "", "2 cards were led, and the hand that follows has 0: at a table it has as many"),
    ("H3H3", "H3H3H5", "H3 appears 4 times, but 2 packs hold 2"),
    ("H3H3", "H3H5", "H3 appears 3 times, but 2 packs hold 2"),
    ("H3", "H5H5H5", "H5 appears 3 times, but 2 packs hold 2"),
    ("H3H3H3", "H5H6H7", "H3 appears 3 times, but 2 packs hold 2"),
]


@pytest.mark.parametrize(("lead", "hand", "reason"), NO_TABLE)
@pytest.mark.parametrize("play", [None, "H5"])
def test_follow_and_rule_refuse_what_no_table_comes_to(
    lead: str, hand: str, reason: str, play: str | None
) -> None:
    words = ("--play", play) if play else ()
    error = refused_by("follow", "--trump", "S2", "--lead", lead, "--hand", hand, *words)
    assert error.startswith(f"--hand: {reason}")
    question = {"trump": "S2", "lead": lead, "hand": hand, "play": play or "H6"}
    assert ruled("rule", text=json.dumps(question))[1].startswith(f"<stdin>:1: {reason}")


def test_three_equal_cards_are_a_triple_with_three_packs_by_every_command() -> None:
    led = ("--packs", "3", "--trump", "H2")
    hands = ("SQSQSQ", "SASASA", "S3S4S5", "S6S7S8")
    assert told("follow", *led, "--lead", hands[0], "--hand", "SASASASK") == "SASASA\n"
    assert told("follow", *led, "--lead", hands[0], "--hand", "SASASASK", "--play", "SASASK") == (
        "illegal: follow blocks: a triple is owed, the play gives a pair; SASASA would do\n"
    )
    assert told("trick", *led, "--hands", *hands, "--plays", *hands) == (
        "2\n"
        "seat 1: SQSQSQ is led\n"
        "seat 2: SASASA is higher than SQSQSQ\n"
        "seat 3: S3S4S5 can't be cut into blocks like the lead's\n"
        "seat 4: S6S7S8 can't be cut into blocks like the lead's\n"
    )
    question = {"trump": "H2", "lead": hands[0], "hands": hands}
    stands = '{"stands": true, "forced": null}\n'
    assert told("rule", "--packs", "3", text=json.dumps(question)) == stands
    error = ruled("rule", text=json.dumps(question))[1]
    assert error.startswith("<stdin>:1: SQ appears 3 times, but 2 packs hold 2")


def test_a_third_copy_is_taken_where_three_packs_are_in_play() -> None:
    words = ("follow", "--trump", "S2", "--lead", "H3H3", "--hand", "H3H5")
    assert told(*words, "--packs", "3") == "H3H5\n"
    question = {"trump": "S2", "lead": "H3H3", "hand": "H3H5", "play": "H3H5"}
    answer = '{"legal": true, "n_legal": 1, "reason": "the play follows the lead"}\n'
    assert told("rule", "--packs", "3", text=json.dumps(question)) == answer
    assert told("rule", text=json.dumps(question | {"packs": 3})) == answer
    for packs in (0, 5, True, "3"):
        error = ruled("rule", text=json.dumps(question | {"packs": packs}))[1]
        assert error.startswith("<stdin>:1: packs is a number from 1 to 4, not ")


def test_there_are_one_to_four_packs_and_two_where_nothing_is_said() -> None:
    words = ("follow", "--trump", "S2", "--lead", "H3", "--hand", "H4")
    for packs in "1234":
        assert told(*words, "--packs", packs) == "H4\n"
    for packs in "05":
        assert f"'--packs': {packs} is not in the range 1<=x<=4" in refused_by(
            *words, "--packs", packs
        )
    error = refused_by(*words[:-1], "H4H4", "--packs", "1")
    assert error.startswith("--hand: H4 appears 2 times, but ")
    assert refused_by(*words[:-1], "H4H4H4").startswith("--hand: H4 appears 3 times, but 2 packs")


def test_a_question_with_a_kind_that_is_wrong_gets_its_error_and_the_next_goes_on() -> None:
    good = {"kind": "kitty", "trump": "S2", "lead": "H3 H3 H3", "buried_points": 10}
    lines = [good, good | {"lead": ""}, {"kind": "whist"}, good]
    first, *errors, last = told("rule", text="\n".join(map(json.dumps, lines))).splitlines()
    assert first == last == '{"answer": {"twice": 60, "power": 80, "lead": 60}}'
    assert [list(json.loads(line)) for line in errors] == [["error"], ["error"]]


@pytest.mark.parametrize(
    ("hands", "reason"),
    [
        (("H3H3", "H4", "H5H5", "H6H6"), "--hands: seat 2: 2 cards were led, and the hand that"),
        (("H3H3", "H4H4", "H5H5", "H3H6"), "--hands: H3 appears 3 times, but 2 packs hold 2"),
    ],
)
def test_trick_refuses_what_no_table_comes_to(hands: tuple[str, ...], reason: str) -> None:
    words = ("trick", "--trump", "S2", "--hands", *hands, "--plays", *hands)
    assert refused_by(*words).startswith(reason)
    question = {"trump": "S2", "hands": hands, "lead": "H3"}
    assert bool(ruled("rule", text=json.dumps(question))[1]) == ("appears" in reason)


def test_a_trump_may_be_written_with_a_sign() -> None:
    assert told(*FOLLOW, "--trump", "♠2") == told(*FOLLOW)
    assert told(*FOLLOW, "--trump", "2S") == told(*FOLLOW)


def test_the_plays_of_a_large_hand_come_one_by_one() -> None:
    hand = "D3D4D5D6D7D8D9DTDJDQDKDA C3C4C5C6C7C8C9CTCJCQCKCA"
    words = [
        *("tractor", "follow", "--trump", "S2", "--lead", "H3H4H5H6H7H8H9HTHJHQHKHA", "--hand"),
        hand,
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "suitwise", *words], stdout=subprocess.PIPE, cwd=ROOT
    ) as process:  # 2,704,156 plays
        assert process.stdout is not None
        assert process.stdout.readline() == b"D3D4D5D6D7D8D9DTDJDQDKDA\n"
        process.stdout.close()
        assert process.wait(20) == 141


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--trump", "X2", "--lead", "H3", "--hand", "H4"), "--trump: the main suit is one of S H"),
        (("--trump", "", "--lead", "H3", "--hand", "H4"), "--trump: the main suit is one of S H"),
        (("--trump", "S2", "--lead", "H", "--hand", "H4"), "--lead: no card at 'H'"),
        (("--trump", "S2", "--lead", "", "--hand", "H4"), "--lead: a lead has at least one card"),
        (("--trump", "S2", "--lead", "H3D3", "--hand", "H4"), "--lead: H3D3 is of several partiti"),
        (("--trump", "S2", "--lead", "H3", "--hand", "H4" * 4), "--hand: H4 appears 4 times"),
        (("--trump", "S2", "--lead", "H3"), "Missing option '--hand'."),
    ],
)
def test_follow_refuses_what_it_can_not_read(words: tuple[str, ...], reason: str) -> None:
    assert refused_by("follow", *words).startswith(reason)


def test_an_unknown_house_is_refused() -> None:
    error = refused_by(*FOLLOW, "--profile", "whist")
    assert error.startswith("--profile: 'whist' is no profile: write standard, judge,")


# --- trick ----------------------------------------------------------------------------------------


def trick(*plays: str, hands: tuple[str, ...] = (), trump: str = "H2", more: str = "") -> str:
    """Rule on a trick; the hands are the plays where nothing else is said."""
    house = ("--profile", more) if more else ()
    return told("trick", "--trump", trump, "--hands", *(hands or plays), "--plays", *plays, *house)


def test_trick_prints_the_winner_and_why() -> None:
    plays = ("SASKSK", "H9H4H4", "H5HJHJ", "D3D4D5")
    assert trick(*plays) == (
        "3\n"
        "seat 1: SKSK SA is led\n"
        "seat 2: H4H4 H9 is higher in its largest part than SKSK SA\n"
        "seat 3: HJHJ H5 is higher in its largest part than H4H4 H9\n"
        "seat 4: the reply is all diamonds, not all spades or all trump\n"
    )
    assert trick(*plays, more="rbtying").startswith("2\n")


def test_a_throw_that_fails_is_told_with_its_forced_part() -> None:
    hands = ("HQHK", "H3H4", "HAHA", "H5H6")
    failed = "the throw fails: seat 3 beats HQ; forced HQ\n"
    assert trick(*hands, trump="S2") == failed
    assert trick("HQHK", "", "", "", hands=hands, trump="S2") == failed
    assert trick("HQHK", "H3", "HA", "H5", hands=hands, trump="S2").startswith(f"3\n{failed}")
    assert trick(*hands, trump="S2", more="standard(forced=never)").startswith("3\nseat 1: ")


def test_a_lead_alone_may_be_held_against_the_hands() -> None:
    hands = ("HAHK", "H3H4", "HQ", "H5H6")
    assert trick("HAHK", "", "", "", hands=hands, trump="S2") == "the lead stands\n"


def test_a_play_that_does_not_follow_is_told_with_the_reason() -> None:
    hands = ("SASA", "S3S3S4", "S5S6", "D3D4")
    assert trick("SASA", "S3S4", "S5S6", "D3D4", hands=hands) == (
        "illegal: seat 2: follow pairs: 1 pair is owed, the play gives no pair; S3S3 would meet it\n"
    )
    assert trick("SASA", "S3", "S5S6", "D3D4", hands=hands).startswith("illegal: seat 2: 2 cards")


def test_where_the_leader_may_choose_all_choices_are_told() -> None:
    words = ("trick", "--trump", "H3", "--hands", "S3C3", "H3", "S4", "S5")
    plays = ("--plays", "S3C3", "H3", "S4", "S5")
    assert told(*words, *plays).splitlines()[:3] == [
        "2",
        "the throw fails: seat 2 beats S3 or C3; forced S3 or C3",
        "seat 1: S3 or C3 is led",
    ]
    found = json.loads(told(*words, "--json", *plays))
    assert (found["forced"], found["choices"]) == (["S3"], [["S3"], ["C3"]])


def test_trick_as_json() -> None:
    hands = ("HQHK", "H3H4", "HAHA", "H5H6")
    words = ("trick", "--trump", "S2", "--hands", *hands, "--json", "--plays")
    found = json.loads(told(*words, "HQHK", "H3", "HA", "H5"))
    assert (found["winner"], found["stands"], found["forced"]) == (3, False, ["HQ"])
    assert len(found["why"]) == 5
    assert json.loads(told(*words, *hands))["winner"] is None


@pytest.mark.parametrize(
    ("hands", "plays", "reason"),
    [
        (("HA", "H3", "H4", "H5"), ("HA", "H3", "H4", "H6"), "--plays: seat 4 does not hold H6"),
        (("HA" * 2, "HA", "", ""), ("HA", "", "", ""), "--hands: HA appears 3 times, but 2 packs"),
        (("HAD3", "", "", ""), ("HAD3", "", "", ""), "--plays: HAD3 is of several partit"),
        (("", "", "", ""), ("", "", "", ""), "--plays: a lead has at least one card"),
        (("HA", "H3", "H4"), ("HA", "H3", "H4", "H5"), "--hands takes four hands, '' for an empty"),
        (("HA", "H3", "H4", "X"), ("HA", "H3", "H4", "H5"), "--hands: no card at 'X'"),
    ],
)
def test_trick_refuses_what_can_not_lie_like_this(
    hands: tuple[str, ...], plays: tuple[str, ...], reason: str
) -> None:
    words = ("trick", "--trump", "S2", "--hands", *hands, "--plays", *plays)
    assert refused_by(*words).startswith(reason)


# --- rule -----------------------------------------------------------------------------------------

QUESTIONS = """\
# two questions
{"trump": "H2", "lead": ["C9", "C9"], "hand": ["CA", "CA", "CK"], "play": ["CA", "CK"]}

{"trump": "H2", "hands": [["CQ", "CK"], ["C3"], ["CA"], ["C5"]], "lead": ["CQ", "CK"]}
"""


def test_rule_answers_a_line_by_a_line(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(QUESTIONS)
    answers = told("rule", str(path))
    assert answers == told("rule", text=QUESTIONS) == told("rule", "-", text=QUESTIONS)
    assert [json.loads(line) for line in answers.splitlines()] == [
        {
            "legal": False,
            "n_legal": 1,
            "reason": "follow pairs: 1 pair is owed, the play gives no pair; CACA would meet it",
        },
        {"stands": False, "forced": ["CQ"]},
    ]
    lax = told("rule", "--profile", "judge", text=QUESTIONS.replace("\n", "\r\n"))
    assert [
        json.loads(line)[key]
        for line, key in zip(lax.splitlines(), ("legal", "stands"), strict=True)
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "'{' is no JSON object"),
        (b"\xff\xfe", "'\\\\xff\\\\xfe' is no JSON object"),
        (b"[" * 60_000, "'[[[[[[[[[[[[[[[[[[[[[...' is no JSON object"),
        (b"x" * 3_000_000, "the line is longer than 65,536 bytes"),
        (b'{"trump": "H2"}', "the question has no lead: write trump, lead, hand and play; or"),
    ],
)
def test_what_precedes_a_bad_line_is_answered(line: bytes, reason: str) -> None:
    out, error = ruled("rule", text=QUESTIONS.encode() + line + b"\n{}")
    assert out.count("\n") == 2
    assert error.startswith(f"<stdin>:5: {reason}")
    assert error.isprintable()


def test_a_bad_line_is_one_line_after_the_answers_and_status_2(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(QUESTIONS + "{}\n" + QUESTIONS)
    status, out, error = run_command("tractor", "rule", path)
    assert (status, out.count("\n")) == (2, 2)
    assert error == (
        f"error: {path}:5: the question has no trump: write trump, lead, hand and play; "
        "or trump, hands and lead\n"
    )
    status, out, error = run_command("tractor", "follow", "--trump", "S2", "--lead", "H3")
    assert (status, out) == (2, "")
    assert error.startswith("error: Missing option '--hand'. (see suitwise tractor follow --help)")


def test_an_input_of_no_questions_has_no_answers() -> None:
    assert told("rule") == told("rule", text="# nothing\n\n") == ""


def test_a_byte_order_mark_is_refused() -> None:
    out, error = ruled("rule", text=b"\xef\xbb\xbf" + QUESTIONS.encode())
    assert out == ""
    assert error.startswith("<stdin>:1: the input begins with a byte order mark")


@pytest.mark.parametrize("command", ["follow", "trick", "rule"])
def test_help_has_an_example(command: str) -> None:
    text = told(command, "--help")
    assert f"Example:\n    suitwise tractor {command} --" in text
    assert all(name in text for name in NAMED)


@pytest.mark.parametrize("play", ["H6H6H9H9", "H6H6H7H7", "H6H6H7S4"])
def test_a_ruling_on_a_play_works_out_what_is_owed_once(play: str) -> None:
    walked: list[str] = []

    def note(frame: FrameType, event: str, _: object) -> None:
        place = frame.f_code.co_filename
        if event == "call" and TRACTOR in Path(place).parents:
            walked.append(place)

    told(*FOLLOW, "--play", play)
    sys.setprofile(note)
    try:
        told(*FOLLOW, "--play", play)
    finally:
        sys.setprofile(None)
    assert len(set(walked)) <= 8
    assert sum(one != other for one, other in pairwise(walked)) <= 44
