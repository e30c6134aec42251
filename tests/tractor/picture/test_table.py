"""A hand, a trick and the score at the terminal: every card once, blocks that can be typed."""

from __future__ import annotations

from random import Random

from suitwise.cards import full_deck
from suitwise.foundation.text.plain_signs import PLAIN
from suitwise.tractor import Pile, Profile, Trump, pile_of
from suitwise.tractor.picture.table import hand_picture, trick_picture, trump_text
from suitwise.tractor.rules.piles import EMPTY, sum_of


def cards_of(picture: str) -> Pile:
    """Read the cards of a picture's lines again."""
    return sum_of(pile_of(line.partition("│")[2]) for line in picture.splitlines() if "│" in line)


def test_a_hand_shows_every_card_once() -> None:
    rng = Random(1)
    deck = full_deck(2)
    for _ in range(200):
        trump = Trump(rng.choice("SHDCO"), rng.choice("23456789TJQKA"))
        hand = pile_of(rng.sample(deck, rng.randint(1, 33)))
        assert cards_of(hand_picture(hand, trump)) == hand


def test_trumps_stand_first_and_apart_whatever_their_suit() -> None:
    picture = hand_picture(pile_of("S3 H2 C9 RJ"), Trump("C", "2")).splitlines()
    assert picture[0] == "trump    │ RJ H2 C9"
    assert picture[1].startswith("─────────┼──")
    assert picture[2:] == ["spades   │ S3"]
    assert "┼" not in hand_picture(pile_of("S3 H4"), Trump("C", "2"))
    assert "┼" not in hand_picture(pile_of("RJ C4"), Trump("C", "2"))


def test_a_tractor_is_a_word_where_the_house_lets_its_cards_join() -> None:
    hand = pile_of("SASA H2H2 S2S2 BJBJ S9")
    trump = Trump("S", "2")
    suits = Profile(chain="suits").chain_mask(trump.main_index)
    assert hand_picture(hand, trump) == "trump    │ BJBJS2S2H2H2SASA S9"
    assert hand_picture(hand, trump, suits) == "trump    │ BJBJ S2S2 H2H2 SASA S9"


def test_an_empty_hand_and_an_empty_trick_show_nothing() -> None:
    assert hand_picture(EMPTY, Trump("S", "2")) == ""
    assert trick_picture(0, [], None) == ""


def test_a_trick_marks_its_lead_and_who_wins_so_far() -> None:
    plays = [pile_of(play) for play in ("HK", "HA", "S3")]
    assert trick_picture(2, plays, 2).splitlines() == [
        "seat 2   │ HK led",
        "seat 3   │ HA",
        "seat 0   │ S3 *",
    ]
    assert trick_picture(2, plays, 0, below=2).splitlines()[0] == "you      │ HK led *"


def test_trump_is_told_in_words() -> None:
    assert trump_text(Trump("O", "A")) == "no main suit, As are trump"
    assert trump_text(Trump("C", "T")) == "clubs and 10s are trump"


def test_where_only_ascii_is_known_the_lines_are_of_signs_alike() -> None:
    picture = hand_picture(pile_of("S3 RJ"), Trump("C", "2"))
    shown = picture.encode("ascii", PLAIN).decode()
    assert shown.splitlines()[:2] == ["trump    | RJ", "---------+---"]
