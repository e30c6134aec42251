"""Cards and their text forms (the design's section "Command line")."""

from __future__ import annotations

import copy
import pickle
import string
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from suitwise import rummy, tractor
from suitwise.cards import (
    ANY_JOKER,
    BLACK_JOKER,
    N_CARDS,
    RANKS,
    RED_JOKER,
    SIGNS,
    SUITS,
    Card,
    as_cards,
    check_copies,
    format_cards,
    full_deck,
    parse_cards,
    without_words,
)
from suitwise.errors import IllegalPosition, NotationError, SuitwiseError
from suitwise.game import load
from suitwise.players.board import answered, board_of
from suitwise.rummy.gin.face import GinFace
from suitwise.rummy.gin.game import Gin
from suitwise.rummy.gin.state import GinState
from suitwise.rummy.indian.face import IndianFace
from suitwise.rummy.indian.game import Indian
from suitwise.rummy.rules.rules import GIN, INDIAN13
from suitwise.tractor.face import TractorFace
from suitwise.tractor.record.text import read_match

RANK_FORMS = {rank: [rank] for rank in "23456789"} | {
    "T": ["T", "t", "10"],
    "J": ["J", "j", "11"],
    "Q": ["Q", "q", "12"],
    "K": ["K", "k", "13"],
    "A": ["A", "a", "1"],
}
SUIT_FORMS = {"S": "Ss♠", "H": "Hh♥", "D": "Dd♦", "C": "Cc♣"}
JOKER_FORMS = {
    "RJ": ["RJ", "rj", "Rj", "rJ"],
    "BJ": ["BJ", "bj", "Bj", "bJ"],
    "JK": ["JK", "jk", "Jk", "jK"],
}
ORDERS = ("suit first", "rank first")


def forms_of(card: Card, order: str) -> list[str]:
    """Return every text of a card in one order, from the tables above."""
    if card.is_joker:
        return JOKER_FORMS[str(card)]
    suits, ranks = SUIT_FORMS[card.suit], RANK_FORMS[card.rank]
    if order == "suit first":
        return [suit + rank for suit in suits for rank in ranks]
    return [rank + suit for suit in suits for rank in ranks]


ALL_CARDS = [Card(card) for card in range(ANY_JOKER + 1)]
cards_of_any_game = st.lists(st.sampled_from(ALL_CARDS), max_size=30)

# --- The text forms -------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ORDERS)
def test_every_card_is_read_in_every_form(order: str) -> None:
    for card in ALL_CARDS:
        for text in forms_of(card, order):
            assert parse_cards(text) == (card,), text
            assert Card(text) == card


def test_integers_run_through_the_suits_then_the_ranks_then_the_jokers() -> None:
    suited = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"]
    assert [str(card) for card in ALL_CARDS] == [*suited, "BJ", "RJ", "JK"]
    assert (BLACK_JOKER, RED_JOKER, ANY_JOKER, N_CARDS) == (52, 53, 54, 54)


def test_the_red_joker_is_the_big_one() -> None:
    assert Card("RJ") > Card("BJ")


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        *(("S10", "ST"), ("S1", "SA"), ("S11S1", "SJSA"), ("S13S3", "SKS3")),
        *(("S1S10S12S2", "SASTSQS2"), ("1S10S", "SAST"), ("11S1S", "SJSA"), ("13D3D", "DKD3")),
        ("12H2H1H", "HQH2HA"),
    ],
)
def test_the_longest_rank_is_read_first(text: str, cards: str) -> None:
    assert format_cards(parse_cards(text)) == cards


@pytest.mark.parametrize(
    "text", ["SAH5RJ", "SA H5 RJ", " SA\tH5\nRJ ", "SAH5 RJ", "AS5HRJ", "AS 5H RJ", "♠A♥5RJ"]
)
def test_cards_may_be_parted_by_spaces_or_by_none(text: str) -> None:
    assert format_cards(parse_cards(text)) == "SAH5RJ"


@pytest.mark.parametrize("text", ["", " ", "\n\t "])
def test_no_text_is_no_cards(text: str) -> None:
    assert parse_cards(text) == ()


@pytest.mark.parametrize("text", ["SA KH", "SAKH", "AS HK", "ASHK", "RJ SA KH", "10SH10", "♠A5♥"])
def test_one_order_holds_throughout_a_text(text: str) -> None:
    with pytest.raises(NotationError, match="as in the cards before it"):
        parse_cards(text)


@pytest.mark.parametrize("text", ["RJSAHK", "RJASKH", "BJ JK rj 10D 1C"])
def test_jokers_settle_no_order(text: str) -> None:
    assert len(parse_cards(text)) >= 3


@pytest.mark.parametrize(
    "text",
    [
        *("S", "1", "10", "SS", "S0", "S14", "0S", "14S", "S1 0", "S 10", "1 S", "R", "RR", "X5"),
        "RJ J",
    ],
)
def test_half_a_card_is_no_card(text: str) -> None:
    with pytest.raises(NotationError, match="no card at"):
        parse_cards(text)


@given(cards_of_any_game, st.sampled_from(["", " ", "\n", "  \t"]))
def test_what_is_written_is_read_back(cards: list[Card], separator: str) -> None:
    assert parse_cards(format_cards(cards, separator)) == tuple(cards)


@given(st.data(), cards_of_any_game, st.sampled_from(ORDERS))
def test_forms_may_be_mixed_within_one_order(
    data: st.DataObject, cards: list[Card], order: str
) -> None:
    text = "".join(
        data.draw(st.sampled_from(forms_of(card, order))) + data.draw(st.sampled_from(["", " "]))
        for card in cards
    )
    assert parse_cards(text) == tuple(cards)


# --- Faults ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("SA H0 D5", "'H0 D5'"),
        ("SAH5X", "'X'"),
        ("5S 9", "'9'"),
        ("SA S1 0", "'0'"),
        ("sa hk x", "'x'"),
        ("RJ RJ RK", "'RK'"),
        ("SA KH", "'KH'"),
        ("SA Sé", "'Sé'"),
        ("SA 红桃", "'红桃'"),
        ("SA \x00", "'\\\\x00'"),
        ("H5 " + "!" * 500, "'!!!!!!!!!!!!!!!!!!!!!\\.\\.\\.'"),
    ],
)
def test_an_error_shows_where_reading_stopped(text: str, place: str) -> None:
    with pytest.raises(NotationError, match=f"no card at {place}: write a suit"):
        parse_cards(text)


@pytest.mark.parametrize(
    ("text", "place"), [("Hẗ", "'Hẗ'"), ("Rǰ", "'Rǰ'"), ("SA Sẗ S5", "'Sẗ S5'")]
)
def test_an_error_shows_where_reading_stopped_when_a_capital_takes_two_letters(
    text: str, place: str
) -> None:
    with pytest.raises(NotationError) as error:
        parse_cards(text)
    assert place in str(error.value)


near_cards = st.text(st.sampled_from(SUITS + RANKS + SIGNS + "RBshdcjkrb01 \n"), max_size=20)


@given(st.one_of(near_cards, st.text(max_size=20)))
@example("ß")
@example("SA ŉ")
@example("\ud800")
@example("S" * 100_000)
def test_any_text_is_cards_or_a_fault_of_notation(text: str) -> None:
    found = read(text)
    if isinstance(found, NotationError):
        assert len(str(found)) < 400  # 24 characters, each written in up to ten
        assert str(found).isprintable()
    else:
        assert all(type(card) is Card for card in found)
        assert parse_cards(format_cards(found)) == found


def read(text: str) -> tuple[Card, ...] | NotationError:
    """Return the cards of a text, or the fault."""
    try:
        return parse_cards(text)
    except NotationError as error:
        return error


def letters_whose_capitals_look_like_cards() -> Iterator[str]:
    """Yield the characters outside ASCII that ``upper`` turns into what cards are written with."""
    plain = set(string.ascii_uppercase + string.digits)
    for code in range(128, sys.maxunicode + 1):
        if plain & set(chr(code).upper()):
            yield chr(code)


def test_only_the_letters_that_the_rules_name_make_cards() -> None:
    texts = [
        text
        for letter in letters_whose_capitals_look_like_cards()
        for text in (letter, letter + "A", "S" + letter, "A" + letter, "R" + letter, "B" + letter)
    ]
    assert texts
    assert [text for text in texts if not isinstance(read(text), NotationError)] == []


# --- Card -----------------------------------------------------------------------------------------


def test_a_card_is_its_integer_with_a_suit_a_rank_and_a_text() -> None:
    card = Card("HT")
    assert card == 21
    assert hash(card) == hash(21)
    assert (card.suit, card.rank, card.is_joker) == ("H", "T", False)
    assert (str(card), repr(card)) == ("HT", "Card('HT')")


@pytest.mark.parametrize("text", ["RJ", "BJ", "JK"])
def test_a_joker_has_no_suit_and_no_rank(text: str) -> None:
    card = Card(text)
    assert (card.suit, card.rank, card.is_joker, str(card)) == ("", "", True, text)


@pytest.mark.parametrize("number", [-1, 55, 10**30])
def test_an_integer_outside_the_deck_is_no_card(number: int) -> None:
    with pytest.raises(NotationError, match=f"from 0 to 54, not {number}"):
        Card(number)


@pytest.mark.parametrize(("text", "count"), [("SAHK", 2), ("", 0), ("RJRJRJ", 3)])
def test_one_card_is_asked_for_where_one_card_is_made(text: str, count: int) -> None:
    with pytest.raises(NotationError, match=f"is {count} cards, not one"):
        Card(text)


@given(st.sampled_from(ALL_CARDS))
def test_a_card_stays_a_card_when_copied_or_sent(card: Card) -> None:
    for twin in (copy.deepcopy(card), pickle.loads(pickle.dumps(card)), eval(repr(card))):
        assert twin == card
        assert type(twin) is Card


def test_cards_are_given_as_text_integers_or_cards() -> None:
    expected = parse_cards("S2 RJ")
    for given_cards in ("S2RJ", "2S RJ", [0, 53], (Card(0), 53), iter([0, Card("RJ")])):
        assert as_cards(given_cards) == expected


# --- Packs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("packs", [0, 1, 2, 3, 8])
@pytest.mark.parametrize("jokers", [True, False])
def test_a_deck_holds_every_card_of_every_pack(packs: int, jokers: bool) -> None:
    deck = full_deck(packs, jokers)
    distinct = 54 if jokers else 52
    assert len(deck) == packs * distinct
    assert all(deck.count(card) == packs for card in range(distinct))
    assert list(deck) == sorted(deck)
    assert ANY_JOKER not in deck
    check_copies(deck, packs)


@given(st.integers(1, 8), st.sampled_from(ALL_CARDS))
def test_one_copy_more_than_there_are_packs_is_refused(packs: int, card: Card) -> None:
    check_copies([card] * packs, packs)
    with pytest.raises(IllegalPosition, match=f"^{card} appears {packs + 1} times"):
        check_copies([*full_deck(packs), *[card] * (1 if card < N_CARDS else packs + 1)], packs)


@pytest.mark.parametrize(("packs", "held"), [(1, "one pack holds 1"), (3, "3 packs hold 3")])
def test_the_refusal_counts_the_packs(packs: int, held: str) -> None:
    with pytest.raises(IllegalPosition, match=f"but {held}$"):
        check_copies(parse_cards("HA" * (packs + 1)), packs)


RANK_NAMES = [
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen"),
    *("king", "ace"),
]
SUIT_NAMES = {
    "S": ("spade", "黑桃"),
    "H": ("heart", "红桃"),
    "D": ("diamond", "方块"),
    "C": ("club", "梅花"),
}
PIECES = [
    *("the ", "of ", "and ", "10", "king ", "hearts", "spade ", "big ", "joker", "黑桃", "K", "a "),
    *("ß", " "),
]


@pytest.mark.parametrize("card", ALL_CARDS[:BLACK_JOKER])
def test_every_card_is_read_as_it_is_said_in_english_and_in_chinese(card: Card) -> None:
    english, chinese = SUIT_NAMES[card.suit]
    rank = RANK_NAMES[RANKS.index(card.rank)]
    figure = card.rank.replace("T", "10")
    for said in (
        f"{rank} of {english}s",
        f"The {rank.title()}  OF {english}s",
        f"{figure} of {english}s",
        f"{figure} {english}",
        f"{english}s {figure}",
        f"{chinese}{figure}",
    ):
        assert parse_cards(without_words(said)) == (card,), said


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=30))
@example(["a" + " " * 20_000])
@example(["king of "] * 20_000)
@example(["the " * 20_000])
def test_whatever_is_typed_holds_cards_once_its_words_are_read(pieces: list[str]) -> None:
    typed = "".join(pieces)
    plain = without_words(typed)
    assert len(plain) <= len(typed)
    read(plain)


@pytest.mark.parametrize(
    "text",
    [
        *("Joker", "H3 joker", "*", "3H *", "🃏", "H3 🃏 H5", "big joker", "大王", "SA 王"),
        "H3 Joker Joker",
    ],
)
def test_a_joker_as_people_write_it_is_told_how_to_write_it(text: str) -> None:
    with pytest.raises(
        NotationError, match="write a joker as JK, the red one RJ, the black one BJ"
    ):
        parse_cards(text)


# --- Jokers as people write them, wherever cards are read -----------------------------------------

LIKE_JOKERS = ["Joker", "*", "🃏", "big joker", "大王", "小王", "王"]
GIN_TEXT = "discard 0 dealer 1 | {} S7 HA | S6 S9 | HK | - / - | 0-0 0-0"
INDIAN_TEXT = "discard 0 draws 1 | in new | DT | {} S7 / S9 | S2 | - / - | -"
TRACTOR_TEXT = "22 - | {} H5 C4 D9 | 0/0 | - | - | -"
MATCH = "game tractor(match=deal)\ndeal 1: levels 2 2, first 0\n  draw 0: S2 {}\n"
WITHOUT = "gin rummy has no jokers"
WHICH = "write the big, red joker RJ, the little, black one BJ"
FORMS = "write a joker as JK, the red one RJ, the black one BJ"
SEEDLESS = "this rule set has no jokers: write one that has, as indian13 or seed"

INDIAN_HAND = rummy.Hand.of("H3 H4", INDIAN13)


PLACES: dict[str, tuple[Callable[[str], object], str]] = {
    "cards": (parse_cards, FORMS),
    "a hand": (lambda text: rummy.Hand.of(f"H3 {text}", INDIAN13), FORMS),
    "cards seen": (lambda text: rummy.discards(INDIAN_HAND, f"H3 {text}"), FORMS),
    "a meld": (lambda text: rummy.parse_meld(f"H3 H4 {text}", INDIAN13), FORMS),
    "an Indian move": (load("indian13").start().parse_move, FORMS),
    "an Indian position": (lambda text: load("indian13").parse(INDIAN_TEXT.format(text)), FORMS),
    "a hand without": (lambda text: rummy.Hand.of(f"H3 {text}"), SEEDLESS),
    "cards seen without": (lambda text: rummy.discards(rummy.Hand.of("H3"), text), SEEDLESS),
    "a gin hand": (lambda text: rummy.Hand.of(f"H3 {text}", GIN), WITHOUT),
    "a gin move": (load("gin").start().parse_move, WITHOUT),
    "a gin knock": (lambda text: load("gin").start().parse_move(f"knock:{text}"), WITHOUT),
    "a gin position": (lambda text: load("gin").parse(GIN_TEXT.format(text)), WITHOUT),
    "a Tractor move": (load("tractor").start().parse_move, WHICH),
    "a Tractor position": (
        lambda text: load("tractor").parse(TRACTOR_TEXT.format(text.replace(" ", ""))),
        WHICH,
    ),
    "a Tractor record": (lambda text: read_match(MATCH.format(text)), WHICH),
    "a Tractor trick": (lambda text: tractor.judge_trick("S2", [text, "S3", "S4", "S5"]), WHICH),
    "a Tractor card": (lambda text: tractor.phi(text, "S2"), WHICH),
    "a Tractor question": (lambda text: tractor.answer_json(QUESTION % text), WHICH),
}
QUESTION = '{"trump": "S2", "lead": "H3", "play": "H4", "hand": "%s"}'


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("text", LIKE_JOKERS)
def test_wherever_cards_are_read_a_joker_is_told_how_it_is_written(place: str, text: str) -> None:
    read, said = PLACES[place]
    with pytest.raises(SuitwiseError, match=said) as refused:
        read(text)
    assert text.split()[-1] in str(refused.value)


@pytest.mark.parametrize("text", LIKE_JOKERS)
@pytest.mark.parametrize(
    ("game", "said"), [("gin", WITHOUT), ("indian13", FORMS), ("tractor", WHICH)]
)
def test_a_joker_in_a_field_of_a_board_is_told_how_it_is_written(
    game: str, said: str, text: str
) -> None:
    board = board_of(game)
    assert board is not None
    for question in board.questions:
        start = {field.name: field.start for field in question.fields}
        for name in (field.name for field in question.fields if field.kind == "cards"):
            with pytest.raises(SuitwiseError, match=said):
                answered(board, question.name, start | {name: text})


@pytest.mark.parametrize("lead", ["", "discard ", "declare ", "declare: "])
@pytest.mark.parametrize("text", [*LIKE_JOKERS, "JK", "RJ", "bj", "jk", "Little Joker", "鬼"])
def test_at_a_table_of_indian_rummy_a_joker_is_read_as_people_say_it(text: str, lead: str) -> None:
    state, _ = load("indian13").start().rolled(3, 0)
    face = IndianFace(Indian())
    assert str(face.parse(state, lead + text)) == ("declare:JK" if "declare" in lead else "JK")
    with pytest.raises(NotationError, match="is on top of the pile, not JK"):
        face.parse(state, f"take {text}")


@pytest.mark.parametrize("text", [*LIKE_JOKERS, "JK", "RJ", "bj", "Little Joker", "鬼"])
@pytest.mark.parametrize("lead", ["", "discard ", "knock ", "take "])
def test_at_a_table_of_gin_a_joker_is_refused_however_it_is_said(text: str, lead: str) -> None:
    state, _ = load("gin").start().rolled(3, 0)
    assert isinstance(state, GinState)
    with pytest.raises(NotationError, match=WITHOUT):
        GinFace(Gin()).parse(state, lead + text)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("big joker", "RJ"),
        ("Red Joker", "RJ"),
        ("little joker", "BJ"),
        ("大王大王", "RJRJ"),
        ("小王", "BJ"),
    ],
)
def test_at_a_table_of_tractor_a_joker_is_read_that_says_which(text: str, move: str) -> None:
    state: Any = load("tractor(match=deal)").start().rolled(1, 0)[0]
    assert str(TractorFace(load("tractor(match=deal)")).parse(state, text)) == move


@pytest.mark.parametrize("text", ["Joker", "joker joker", "*", "🃏", "王", "bid *"])
def test_at_a_table_of_tractor_another_joker_is_asked_which(text: str) -> None:
    state: Any = load("tractor(match=deal)").start().rolled(1, 0)[0]
    with pytest.raises(NotationError, match=WHICH):
        TractorFace(load("tractor(match=deal)")).parse(state, text)
