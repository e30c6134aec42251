"""A round as an object and its text; the sentence for every fault (docs/tractor.md, The round)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchmarks.tractor.rounds import rounds_text
from suitwise.cards import Card, parse_cards
from suitwise.errors import NotationError
from suitwise.tractor import EXAMPLE, Round, Trump, judge_round, judge_text, seats_from
from suitwise.tractor.judge.rounds import PLAYERS


def line(number: int, text: str) -> Callable[[str], str]:
    """Replace a line of a round, counted from 1."""

    def changed(round_: str) -> str:
        lines = round_.splitlines()
        lines[number - 1] = text
        return "\n".join(lines) + "\n"

    return changed


# --- The object -----------------------------------------------------------------------------------


def test_a_round_reads_what_it_writes() -> None:
    for text in (EXAMPLE, rounds_text(1, seed=3).decode(), rounds_text(1, kind="worst").decode()):
        game = Round.parse(text)
        assert str(game).split() == text.split()
        assert Round.parse(str(game)) == game
        assert hash(Round.parse(str(game))) == hash(game)


def test_a_round_says_its_cards_and_its_trump() -> None:
    game = Round.parse(EXAMPLE)
    assert (game.main, game.dealer, game.ranks, game.dealer_seat) == ("S", "Alice", ("7", "8"), 0)
    assert game.trump == Trump("S", "7")
    assert len(game.tricks) == 13
    assert game.tricks[2] == tuple(map(parse_cards, ("H5", "S2", "H7", "H6")))
    assert all(type(card) is Card for play in game.tricks[0] for card in play)


@pytest.mark.parametrize(
    ("dealer", "rank"), [("Alice", "7"), ("Bob", "8"), ("Charles", "7"), ("David", "8")]
)
def test_the_current_rank_is_that_of_the_dealer_s_team(dealer: str, rank: str) -> None:
    text = line(1, f"O {dealer} 7 8")(rounds_of_single_cards())
    assert Round.parse(text).trump == Trump("O", rank)


def rounds_of_single_cards() -> str:
    """Return a round in which every lead is one card."""
    cards = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"][:50] * 2
    tricks = [" ".join(cards[4 * i : 4 * i + 4]) for i in range(25)]
    return "\n".join(["S Alice 2 2", *tricks]) + "\n"


def test_the_longest_round_has_25_tricks_the_shortest_one() -> None:
    assert len(Round.parse(rounds_of_single_cards()).tricks) == 25
    trumps = "S2S2S3S3S4S4S5S5S6S6S7S7S8S8S9S9STSTSJSJSQSQSK"
    others = ["".join(suit + rank for rank in "3456789TJQKA") * 2 for suit in "HDC"]
    play = [
        trumps + "RJBJ",
        *(cards + "RJBJD2"[i * 2 : i * 2 + 2] for i, cards in enumerate(others)),
    ]
    game = Round.parse("S Alice 2 2\n" + " ".join(play))
    assert [len(cards) for cards in game.tricks[0]] == [25] * 4


def test_players_sit_in_the_order_of_play() -> None:
    assert PLAYERS == ("Alice", "Bob", "Charles", "David")
    assert [seats_from(name)[0] for name in PLAYERS] == list(PLAYERS)
    assert seats_from("David") == ("David", "Alice", "Bob", "Charles")


def test_an_object_is_checked_as_its_text_is() -> None:
    game = Round.parse(EXAMPLE)
    tricks = game.tricks
    for main, dealer, ranks, played in (
        ("X", game.dealer, game.ranks, tricks),
        ("S", "Eve", game.ranks, tricks),
        ("S", "Alice", ("7", "1"), tricks),
        ("S", "Alice", game.ranks, tricks[:-1]),
        ("S", "Alice", game.ranks, ()),
        ("S", "Alice", game.ranks, (*tricks, tricks[-1])),
        ("S", "Alice", game.ranks, (*tricks[:-1], tricks[-1][:3])),
        ("S", "Alice", game.ranks, (*tricks[:-1], tricks[-2])),
    ):
        with pytest.raises(NotationError):
            Round(main, dealer, ranks, played)


def test_a_field_of_an_object_is_one_word() -> None:
    game = Round.parse(EXAMPLE)
    for main, dealer, ranks, played in (
        ("S", "Alice 7", ("8", ""), game.tricks),
        ("S Alice", "7", ("8", ""), game.tricks),
        ("S ", "Alice", ("7", "8"), game.tricks),
        ("S", "Alice", ("7", "8"), tuple((*trick, ()) for trick in game.tricks)),
    ):
        with pytest.raises(NotationError, match="must be a word each"):
            Round(main, dealer, ranks, played)


# --- Faults: place and sentence -------------------------------------------------------------------

FAULTS: list[tuple[int, str, str]] = [
    (1, "X Alice 7 8", "'X' is no main suit: write H, S, C, D, or O for none"),
    (1, "s Alice 7 8", "'s' is no main suit"),
    (1, "SH Alice 7 8", "'SH' is no main suit"),
    (1, "Alice S 7 8", "'Alice' is no main suit"),
    (1, "S Eve 7 8", "'Eve' is no dealer: write Alice, Bob, Charles or David"),
    (1, "S alice 7 8", "'alice' is no dealer"),
    (1, "S Alic 7 8", "'Alic' is no dealer"),
    (1, "S AliceBob 7 8", "'AliceBob' is no dealer"),
    (1, "S " + "A" * 60 + " 7 8", "'AAAAAAAAAAAAAAAAAAAAA...' is no dealer"),
    (1, "S Alice 10 8", "'10' is no rank: write one of 2 3 4 5 6 7 8 9 T J Q K A"),
    (1, "S Alice 7 1", "'1' is no rank"),
    (1, "S Alice 7 a", "'a' is no rank"),
    (1, "S Alice 7 \x1b[1m", "'\\x1b[1m' is no rank"),
    (1, "S", "the header is four words"),
    (1, "S Alice", "the header is four words"),
    (1, "S Alice 7", "the header is four words"),
    (1, "S Alice 7 8 9", "the header is four words"),
    (4, "H5 s2 H7 H6", "'s2' in 's2' is no card"),
    (4, "H5 S1 H7 H6", "'S1' in 'S1' is no card"),
    (4, "H5 S10 H7 H6", "'S1' in 'S10' is no card"),
    (4, "H5 5S H7 H6", "'5S' in '5S' is no card"),
    (4, "H5 JK H7 H6", "'JK' in 'JK' is no card: write a suit S H D C and a rank 2..9 T J Q K A"),
    (4, "H5 S H7 H6", "'S' in 'S' is no card"),
    (4, "H5 S2 H7 H", "'H' in 'H' is no card"),
    (3, "H3H3H4X4 HTHTHJHJ C2S6D7H7 H9DAHAHA", "'X4' in 'H3H3H4X4' is no card"),
    (3, "H3H3H4H HTHTHJHJ C2S6D7H7 H9DAHAHA", "'H' in 'H3H3H4H' is no card"),
    (4, "H5 S2 \xe97 H6", "'\\xe97' in '\\xe97' is no card"),
    (4, "H5 S2 H7\x00 H6", "'\\x00' in 'H7\\x00' is no card"),
    (4, "H5 S2 H7", "a trick is four plays on one line; this line has 3"),
    (4, "H5", "a trick is four plays on one line; this line has 1"),
    (4, "H5 S2 H7 H6 H8", "a trick is four plays on one line; this line has more"),
    (4, "H5 S2S3 H7 H6", "play 2, 'S2S3', has 2 cards, but the lead has 1"),
    (4, "H5 S2 H7 H6H8", "play 4, 'H6H8', has 2 cards, but the lead has 1"),
    (3, "H3H3H4H4 HTHTHJHJ C2S6D7 H9DAHAHA", "play 3, 'C2S6D7', has 3 cards, but the lead has 4"),
    (4, "H5 D5 H7 H6", "D5 in 'D5' is the third copy; two packs hold two"),
    (4, "H3 S2 H7 H6", "H3 in 'H3' is the third copy"),
    (5, "RJRJ BJBJ C4C4 C7C7", "C4 in 'C4C4' is the third copy"),
    (4, "RJRJRJ H5H6H7 S2S3S4 C7C8C9", "RJ in 'RJRJRJ' is the third copy"),
    (2, "D5D5D6D6D8S8 DTDTDJDJDQDQ C4C5H5HQHKST D3D4H6D9S4SA", "mixes diamonds and trump"),
    (3, "H3H3H4D4 HTHTHJHJ C2S6D7H7 H9DAHAHA", "the lead 'H3H3H4D4' mixes hearts and diamonds"),
    (3, "H3H7H4D4 HTHTHJHJ C2S6D7S7 H9DAHAHA", "mixes hearts and diamonds and trump"),
    (14, "SKS9 C6C8 CQD2 D3H8", "this trick makes 26 cards a player; a player has 25"),
    (14, "", "the text ends inside the case, after 24 of 25 cards a player"),
]


@pytest.mark.parametrize(("number", "text", "reason"), FAULTS)
def test_a_fault_names_its_line_and_its_reason(number: int, text: str, reason: str) -> None:
    faulty = line(number, text)(EXAMPLE)
    with pytest.raises(NotationError) as error:
        Round.parse(faulty)
    named = number if text else 13  # what is missing is missed where the text ends
    assert error.value.line == named
    assert str(error.value).startswith(f"line {named}: ")
    assert reason in error.value.reason
    with pytest.raises(NotationError) as error:
        judge_text(f"2\n{EXAMPLE}{faulty}")
    assert error.value.case == 2
    assert error.value.line == named + 15
    assert reason in error.value.reason


def test_a_case_that_begins_too_early_is_a_fault() -> None:
    short = "\n".join(EXAMPLE.splitlines()[:-2])
    with pytest.raises(NotationError, match="each player has played 23 of 25 cards") as error:
        judge_text(f"2\n{short}\n\n{EXAMPLE}")
    assert (error.value.line, error.value.case) == (15, 1)


@pytest.mark.parametrize("after", ["H5 S2 H7 H6\n", "S Alice 7 8\n", "x", "\n\n.\n"])
def test_a_round_ends_with_its_25th_card(after: str) -> None:
    with pytest.raises(NotationError, match="goes on after 25 cards a player"):
        Round.parse(EXAMPLE + after)


@pytest.mark.parametrize("text", ["", " ", "\n\n\r\n"])
def test_an_empty_text_is_no_round(text: str) -> None:
    with pytest.raises(NotationError, match="there is no round in an empty text"):
        Round.parse(text)


def test_blank_lines_before_a_round_count_as_lines() -> None:
    faulty = line(4, "H5 s2 H7 H6")(EXAMPLE)
    with pytest.raises(NotationError, match=r"^line 6: 's2'"):
        Round.parse(f"\n\r\n{faulty}")


# --- Hostile text ---------------------------------------------------------------------------------

Edit = tuple[int, int, str]
words = ["S", "Alice", "7", "H5", "S2", "RJ", "BJBJ", "H3H3H4H4", "O Bob 2 2\n", "D5" * 30, ""]
blanks = ["\n", "\r\n", " ", "\t", "\x0b", "\x0c", "\n\n"]
odd = ["\x00", "\x01", "\x1a", "\x1c", "\x1f", "\x7f", "\x85", "\xa0", "\xff", "é", "♠", "\u2028"]
edits = st.lists(
    st.tuples(
        st.integers(0, len(EXAMPLE)),
        st.integers(0, 4),
        st.one_of(st.sampled_from([*words, *blanks, *odd]), st.text(max_size=3)),
    ),
    min_size=1,
    max_size=3,
)


def edited(changes: list[Edit]) -> str:
    """Replace stretches of the example by other text."""
    text = EXAMPLE
    for at, length, new in changes:
        text = text[:at] + new + text[at + length :]
    return text


def answer(text: str, by: Callable[[str], object]) -> str | NotationError:
    """Return a judge's answer, or the fault it found."""
    try:
        return str(by(text))
    except NotationError as error:
        return error


@given(edits)
@example([(100, 1, "\x00")])
@example([(EXAMPLE.index("H5 S2") + 2, 0, "\x01")])
@example([(EXAMPLE.index("H5 S2") + 2, 1, "\x1c"), (EXAMPLE.index("H7 H6") + 3, 2, "D5")])
@example([(EXAMPLE.index("H5 S2") + 2, 1, "\x0b"), (EXAMPLE.index("H7 H6") + 3, 2, "D5")])
@example([(2, 0, "\x1f")])
@example([(0, len(EXAMPLE), "")])
def test_edited_text_is_judged_alike_by_both_judges_or_refused_by_both(changes: list[Edit]) -> None:
    text = edited(changes)
    explained = answer(text, judge_round)
    judged = answer(text, lambda text: judge_text(f"1\n{text}").removeprefix("Case #1:\n"))
    assert type(explained) is type(judged)
    if not isinstance(explained, NotationError) or not isinstance(judged, NotationError):
        assert explained == judged
        return
    assert len(str(judged)) < 250
    assert str(judged).isprintable()
    if text.strip(" \t\r\n\x0b\x0c") and "goes on" not in judged.reason:
        assert explained.reason == judged.reason
