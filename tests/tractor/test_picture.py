"""The picture of a trick: whole, legible, and drawn from what the ruling says."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import format_cards, full_deck, parse_cards
from suitwise.errors import IllegalPosition
from suitwise.foundation.text.writing import PLAIN
from suitwise.picture import svg
from suitwise.tractor import Pile, Profile, TrickRuling, Trump, judge_round, judge_trick, pile_of
from suitwise.tractor.picture import draw_trick, hand_picture, trick_picture, trump_text
from suitwise.tractor.rules.deck import EMPTY, sum_of
from tests.oracles import tractor_deals

SVG = "{http://www.w3.org/2000/svg}"
WIDEST_LEAD = "S3S3S4S4S6S6S8S8STSTH2H2C2C2D2D2S5S7S9SJSQSKS2BJRJ"

TRICKS = {
    "a single card": ("S5", ["H5", "C5", "D5", "S2"]),
    "a single card, the last wins": ("S5", ["H2", "H5", "C5", "S5"]),
    "a throw is trumped": ("S2", ["HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6"]),
    "rank cards share Φ": (
        "S2",
        ["H3H3H4H4H6H6H7H7", "SASAC2C2D2D2S2S2", "D3D3D4D4D5D6D7D8", "C3C3C4C4C5C6D9DT"],
    ),
    "a longer tractor is cut down": (
        "S2",
        ["H3H3H4H4H6H6H7H7HA", "S3S3S4S4S5S5S6S6S9", "H5H5H8H8H9H9HTHTHK", "D3D4D5D6D7D8D9DTDJ"],
    ),
    "an exact match where the printed search fails": (
        "S2",
        [
            "H3H3H4H4H5H5H7H7H8H8HTHTHJHJ",
            "S3S3S4S4S5S5S6S6S8S8S9S9STST",
            "D3D3D4D4D5D6D7D8D9DTDJDQDKDA",
            "H6H9HQHQHKHAC3C3C4C5C6C7C8C9",
        ],
    ),
    "another order serves": (
        "S2",
        [
            "H3H3H4H4H5H5H7H7H8H8HTHT",
            "S3S3S4S4S5S5S6S6S8S8S9S9",
            "D3D3D4D4D5D6D7D8D9DTDJDQ",
            "S7STSTSJSQSQSKSKSABJRJS2",
        ],
    ),
    "no order serves": (
        "S2",
        [
            "H3H3H4H4H6H6H7H7H8H8HTHTHQHA",
            "S3S3S4S4S7S7S8S8STSTSQSQSKSK",
            "S6S6S9SJSJSAS5D2C2BJRJRJD5D6",
            "D3D4D5D6D7D8D9DTDJDQDKDAC3C4",
        ],
    ),
    "no main suit": ("O5", ["H3H3H4H4", "RJRJBJBJ", "S5S5C5C5", "H6H6H8H8"]),
}


@dataclass(frozen=True)
class Text:
    """One line of text of a picture, in pixels."""

    text: str
    left: float
    right: float
    top: float
    bottom: float

    def meets(self, other: Text) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


def parsed(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture.encode())


def moved(element: ElementTree.Element) -> tuple[float, float]:
    """Return how far a group moves what it holds."""
    move = element.get("transform", "")
    if not move.startswith("translate("):
        return 0, 0
    x, y = move.removeprefix("translate(").removesuffix(")").split()
    return float(x), float(y)


def texts(element: ElementTree.Element, x: float = 0, y: float = 0) -> Iterator[Text]:
    """Yield every line of text with the room that it may take."""
    dx, dy = moved(element)
    x, y = x + dx, y + dy
    if element.tag == SVG + "text":
        size = float(element.get("font-size", "0"))
        text = element.text or ""
        width = svg.text_width(text, size, element.get("font-weight") == "bold")
        left = x + float(element.get("x", "0"))
        left -= width / 2 if element.get("text-anchor") == "middle" else 0
        baseline = y + float(element.get("y", "0"))
        yield Text(text, left, left + width, baseline - 0.72 * size, baseline + 0.2 * size)
    for child in element:
        yield from texts(child, x, y)


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [group for group in root.iter(SVG + "g") if name in group.get("class", "").split()]


def cards_in(group: ElementTree.Element) -> list[str]:
    """Return the cards drawn in a group, by their titles."""
    found = [title.text or "" for title in group.iter(SVG + "title")]
    return [text for text in found if len(text) == 2]


def words_of(root: ElementTree.Element) -> str:
    return " ".join(text.text for text in texts(root))


def assert_legible(picture: str) -> None:
    """Check that no line of text runs into another or over the edge."""
    root = parsed(picture)
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    lines = list(texts(root))
    for line in lines:
        inside = line.left >= 0 and line.right <= width and line.top >= 0 and line.bottom <= height
        assert inside, f"the words {line.text!r} run over the edge of the picture"
    lines.sort(key=lambda line: line.top)
    for i, line in enumerate(lines):
        for other in lines[i + 1 :]:
            if other.top >= line.bottom:
                break
            assert not line.meets(other), f"{line.text!r} and {other.text!r} overlap"


def assert_shows_the_cards(ruling: TrickRuling, picture: str) -> None:
    """Check that every card of every play is drawn, as played and on its Φ."""
    root = parsed(picture)
    played = [cards_in(group) for group in of_class(root, "played")]
    assert played == [[str(card) for card in play] for play in ruling.plays], (
        "the cards as played are not those of the trick"
    )
    for play, group in zip(ruling.plays, of_class(root, "order"), strict=True):
        assert Counter(cards_in(group)) == Counter(map(str, play)), (
            f"the cards of {format_cards(play)} are not all placed on Φ, or not once each"
        )


def replies_of_chance(lead: str, seed: int) -> list[str]:
    """Deal three replies to a lead from the other cards."""
    left = list((Counter(full_deck(2)) - Counter(parse_cards(lead))).elements())
    random.Random(seed).shuffle(left)
    n = len(parse_cards(lead))
    return [format_cards(left[i * n : (i + 1) * n]) for i in range(3)]


@cache
def tricks_of_chance() -> tuple[TrickRuling, ...]:
    """Return 200 tricks from seeded rounds of all kinds, long and short, legal and not."""
    rng = random.Random(39784348951)
    tricks: list[TrickRuling] = []
    while sum(len(trick.lead) > 1 for trick in tricks) < 120:
        round_text = tractor_deals.random_round(rng, rng.choice(tractor_deals.KINDS))
        tricks += judge_round(round_text).tricks
    tricks.sort(key=lambda trick: -len(trick.lead))
    return tuple(tricks[:120] + tricks[120::5][:80])


# --- Whole and legible ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", TRICKS)
def test_a_picture_is_legible_and_shows_every_card(name: str) -> None:
    ruling = judge_trick(*TRICKS[name])
    picture = draw_trick(ruling, title=name)
    assert_legible(picture)
    assert_shows_the_cards(ruling, picture)


@pytest.mark.parametrize("seed", range(4))
def test_the_widest_throw_of_25_trumps_fits(seed: int) -> None:
    ruling = judge_trick("S2", [WIDEST_LEAD, *replies_of_chance(WIDEST_LEAD, seed)])
    picture = draw_trick(ruling)
    assert_legible(picture)
    assert_shows_the_cards(ruling, picture)


@pytest.mark.exhaustive
def test_two_hundred_tricks_of_chance_are_drawn_right(exhaustive: bool) -> None:
    """Every third of them, in full all."""
    tricks = tricks_of_chance()
    assert len(tricks) == 200
    assert sum(len(trick.lead) > 1 for trick in tricks) == 120
    for ruling in tricks if exhaustive else tricks[::3]:
        picture = draw_trick(ruling)
        assert_legible(picture)
        assert_shows_the_cards(ruling, picture)


def test_a_picture_needs_nothing_outside_itself() -> None:
    for name, (trump, plays) in TRICKS.items():
        root = parsed(draw_trick(judge_trick(trump, plays), title=name))
        assert root.tag == SVG + "svg"
        allowed = {"svg", "g", "title", "rect", "circle", "path", "text"}
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= allowed
        for element in root.iter():
            for key, value in element.attrib.items():
                assert key not in ("href", "style"), f"{element.tag} has {key}"
                assert "url(" not in value, f"{element.tag} refers to {value}"


def test_a_picture_has_a_ground_of_its_own() -> None:
    root = parsed(draw_trick(judge_trick(*TRICKS["a single card"])))
    ground = root.find(SVG + "rect")
    assert ground is not None
    size = root.get("width"), root.get("height")
    assert (ground.get("width"), ground.get("height")) == size


def test_the_same_trick_gives_the_same_picture() -> None:
    for trump, plays in TRICKS.values():
        first, second = (draw_trick(judge_trick(trump, plays)) for _ in range(2))
        assert first == second


def test_a_trick_has_four_names() -> None:
    with pytest.raises(IllegalPosition, match="a trick has four players, not 3"):
        draw_trick(judge_trick(*TRICKS["a single card"]), names=("A", "B", "C"))


HOSTILE = (
    "</text></svg><script>alert(1)</script>",
    "\"'&lt;]]>",
    "\0\x1b[31m\ud800\u202e\u2028\n\ttail",
    "W" * 5000,
    "e" + "\u0301" * 300,
    "汉字" * 40,
    "𝔘🂡🏆",
    "",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_breaks_the_picture(name: str) -> None:
    trump, plays = TRICKS["a throw is trumped"]
    picture = draw_trick(judge_trick(trump, plays), title=name, names=[name] * 4)
    assert_legible(picture)
    assert not list(parsed(picture).iter(SVG + "script"))
    plain = parsed(draw_trick(judge_trick(trump, plays)))
    wider = float(parsed(picture).get("width", "")) - float(plain.get("width", ""))
    assert wider <= 96, "a name takes more than its room"


@given(st.text(max_size=60))
def test_any_text_is_shown_as_text(text: str) -> None:
    picture = parsed(svg.document(svg.label(text), text))
    shown = [element.text or "" for element in picture.iter(SVG + "text")]
    assert shown == ([svg.clean(text)] if text else [])
    assert svg.text_at(text, 0, 0).count("<") <= 2


def test_words_take_no_more_room_than_was_kept_for_them() -> None:
    # Advance widths in thousandths of the font's size: DejaVu Sans Bold, the widest of the list.
    words = {"honour": 4003, "wins the trick": 7710, "From cards to a ruling": 12528, "10": 1392}
    for word, width in words.items():
        assert svg.text_width(word, 12, bold=True) >= 12 * width / 1000, f"{word!r} is wider"


# --- Drawn from what the ruling says --------------------------------------------------------------


@pytest.mark.parametrize("name", TRICKS)
def test_the_winner_and_nobody_else_is_marked(name: str) -> None:
    ruling = judge_trick(*TRICKS[name])
    names = ("Alice", "Bob", "Charles", "David")
    (row,) = of_class(parsed(draw_trick(ruling, names=names)), "winner")
    assert names[ruling.winner] in words_of(row)
    assert "wins the trick" in words_of(row)
    assert cards_in(of_class(row, "played")[0]) == [str(c) for c in ruling.plays[ruling.winner]]


def test_a_reply_that_cannot_win_is_told_why() -> None:
    ruling = judge_trick(*TRICKS["a throw is trumped"])
    shown = words_of(parsed(draw_trick(ruling)))
    assert "the reply is all diamonds, not all hearts or all trump" in shown


def test_equal_honours_go_to_the_earlier_play() -> None:
    shown = words_of(parsed(draw_trick(judge_trick(*TRICKS["a single card"]))))
    assert shown.count("equal to seat 1's, but later") == 2


def test_the_blocks_that_serve_the_lead_carry_its_letters() -> None:
    # Lead {6,4,2}: three piles of block A, two of B, one of C; no aces, which are written A too.
    root = parsed(draw_trick(judge_trick(*TRICKS["another order serves"])))
    for group in of_class(root, "order")[:2]:
        letters = Counter(text.text for text in texts(group) if text.text in "ABCDE")
        assert letters == {"A": 3, "B": 2, "C": 1}


# --- Boxes ----------------------------------------------------------------------------------------


def test_boxes_are_as_large_as_what_they_hold() -> None:
    for one, other in combinations((svg.Box(3, 4), svg.Box(5, 1), svg.Box(0, 0)), 2):
        assert svg.beside([one, other], 2).width == one.width + 2 + other.width
        assert svg.stacked([one, other], 2).height == one.height + 2 + other.height
        assert svg.flow([one, other], 1).height >= max(one.height, other.height)


# --- A hand, a trick and the score at the terminal ------------------------------------------------


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
