"""The text of positions of Indian rummy: what can be come to is read, all else is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.errors import NotationError
from suitwise.rummy.indian.game import Indian
from tests.rummy.indian_positions import MINE, OTHER, at

DRAW = f"draw 0 draws 2 | in in | S7 | {MINE} / {OTHER} | HQ 0.HK 1.C8 | - / - | -"
DEAL = "deal 1 draws 0 | new new | - | SA / - | - | - / - | -"


def test_positions_are_read_whatever_the_order_of_cards() -> None:
    assert str(at(DRAW)).startswith("draw 0 draws 2 | in in | S7 | S8 S9 H3 H4 H5")
    assert Indian().parse(DRAW) == at(DRAW)
    with pytest.raises(NotationError) as error:
        Indian().parse(DRAW.replace("HQ", "QH"))
    assert str(error.value).endswith(f" is written as {str(at(DRAW))!r}")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("draw 0", "draw 2", "write a phase, its seat and the draws so far"),
        ("draw 0", "play 0", "write a phase"),
        ("in in", "in", "write how 2 seats stand: new, in, drop"),
        ("in in", "in gone", "write how 2 seats stand"),
        ("| - / - |", "| - |", "2 seats have as many hands"),
        ("| - / - | -", "| - / -", "has seven parts"),
        ("1.C8", "7.C8", "write a card of the pile as C5, 0.H7 or 1.H7"),
        ("1.C8", "1.CT", "two packs with 2 jokers have no such cards"),
        ("- / -", "C8 / -", "a hand holds the cards known to be in it"),
        ("1.C8", "C8", "only the card that opened the pile was laid by nobody"),
        ("HQ 0.HK 1.C8", "0.HK 1.C8", None),
        ("S7", "-", "a card is turned up before play"),
        ("D9", "D9 D9", "a hand has 13 cards, 14 before the discard"),
        ("draws 2", "draws 2 took C8", "the card taken is known to be in the hand"),
        ("in in", "drop in", "the seat is in play"),
        ("in in", "in middle", "the last seat in play has won"),
        ("in in", "in new", "who has not drawn has laid no card"),
        ("in in", "new in", "who has not drawn has laid no card"),
        ("draws 2", "draws 1", "there can't have been 1 draws"),
        ("draws 2", "draws 301", "there can't have been 301 draws"),
        ("draws 2", "draws 300", "the deal is void"),
        ("draw 0", "void 0", "the deal is void after 300 draws"),
        ("draw 0", "show 1", "the hand is none that can be declared"),
        ("draw 0", "show 0", None),
        ("- / - | -", "- / - | S2", "the stock is of the cards that lay in the pile"),
    ],
)
def test_a_position_that_play_can_t_come_to_is_refused(
    old: str, new: str, reason: str | None
) -> None:
    text = DRAW.replace(old, new, 1)
    if reason is None:
        assert at(text)
        return
    with pytest.raises(NotationError, match=reason):
        at(text)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("deal 1", "deal 0", "cards are dealt by turns"),
        ("SA / -", "SA S2 / -", "cards are dealt by turns"),
        ("deal 1", "wild 1", "13 cards are dealt to each seat"),
        ("new new | -", "new new | S2", "a card is turned up when all are dealt"),
        ("draws 0", "draws 1", "nobody has played before the deal is over"),
        ("new new", "new in", "nobody has played before the deal is over"),
    ],
)
def test_a_deal_that_chance_can_t_come_to_is_refused(old: str, new: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        Indian().parse(DEAL.replace(old, new, 1))


def test_in_the_first_round_the_seats_play_in_order() -> None:
    text = f"draw 1 draws 0 | new new | S7 | {MINE} / {OTHER} | HQ | - / - | -"
    with pytest.raises(NotationError, match="the seats play in order"):
        at(text)


@given(st.text() | st.text("deal draw 01 in new | SHDC23456789TJQKA / - . took"))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        state = Indian().parse(text)
    except NotationError:
        return
    assert str(state) == text


@pytest.mark.parametrize("text", ["Joker", "*", "🃏", "王", "declare:joker", "declare:🃏"])
def test_a_joker_as_people_write_it_is_told_how_to_write_it(text: str) -> None:
    with pytest.raises(NotationError, match="write a joker as JK"):
        Indian().parse(DRAW).parse_move(text)
