"""What is said while a reply is chosen, and which cards are dimmed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from suitwise.cards import Card
from suitwise.foundation.text.phrases import Drawing
from suitwise.players.face_values import Ruling
from suitwise.table.rules.messages import LANGUAGES, say
from suitwise.tractor import Duty, Pile, Tractor, TractorState, Trump, judge_trick, pile_of
from suitwise.tractor.face import TractorFace
from suitwise.tractor.face.asking import play_named
from suitwise.tractor.face.ruling import of_reply
from suitwise.tractor.picture import draw_trick
from suitwise.tractor.rules.deck import EMPTY
from suitwise.tractor.umpire import umpire_of
from tests.tractor.face.steps import DEAL, asked, steps_of

FACE = TractorFace(DEAL)
MOST = 300
"""Replies of which all are listed."""


def replies() -> Iterator[tuple[TractorState, Duty, list[Counter[Card]]]]:
    """Yield turns to follow, with all plays that do."""
    for state in asked("play", 4):
        if isinstance(state.duty, Duty) and state.duty.n_legal <= MOST:
            plays = [Counter(pile_of(play).cards) for play in state.duty.plays]
            yield state, state.duty, plays


def choices(random: Random, state: TractorState, plays: list[Counter[Card]]) -> Iterator[Pile]:
    """Yield a part of a legal play, a whole one, and cards at random."""
    hand, legal = list(state.held[state.turn].cards), sorted(random.choice(plays).elements())
    yield pile_of(random.sample(legal, random.randint(0, len(legal))))
    yield pile_of(legal)
    yield pile_of(random.sample(hand, random.randint(1, min(len(legal) + 1, len(hand)))))


def dimmed(state: TractorState, chosen: Pile, ruling: Ruling) -> Counter[Card]:
    """Return the cards that the page dims: those that can't be added, or if none can, are in no play."""
    shown = ruling.open or FACE.parts(state, state.turn)["ask"]["open"]
    bright = set(pile_of("".join(shown)).cards)
    left = state.held[state.turn].minus(chosen).cards
    return Counter(card for card in left if card not in bright)


def test_no_card_of_a_legal_play_that_has_the_cards_chosen_is_dimmed() -> None:
    random, ways, astray = Random(7), 0, 0
    for state, duty, plays in replies():
        for chosen in choices(random, state, plays):
            ruling = FACE.ruling(state, state.turn, str(chosen))
            dark = dimmed(state, chosen, ruling)
            picked = Counter(chosen.cards)
            ahead = [play - picked for play in plays if picked <= play]
            assert all(not (dark.keys() & rest.keys()) for rest in ahead)
            union = Counter(dict.fromkeys(card for rest in ahead for card in rest))
            assert union.keys() == set(pile_of("".join(ruling.open or ())).cards)
            ways += bool(union)
            if not ahead:  # a way out: the cards of every legal play are as they were
                astray += 1
                assert dark.keys().isdisjoint({card for play in plays for card in play})
                assert all(duty.why_not(play) is None for play in ruling.meets)
    assert ways > 100
    assert astray > 50


def test_cards_that_lead_nowhere_are_told_what_is_owed_what_they_are_and_what_would_do() -> None:
    random, told = Random(3), 0
    for state, duty, plays in replies():
        for chosen in choices(random, state, plays):
            ruling = FACE.ruling(state, state.turn, str(chosen))
            if not 0 < chosen.size < duty.size or duty.meets(chosen):
                continue
            assert ruling.note is not None
            assert ruling.note.code == "tractor.note.astray"
            assert ruling.note.params["cards"] == ruling.meets[0]
            assert " owed; you chose " in ruling.note
            told += 1
    assert told > 5


def noted(lead: str, hand: str, chosen: str, lang: str = "en") -> str | None:
    duty = Duty(Trump("S", "2"), pile_of(lead), pile_of(hand))
    note = _ruled(duty, chosen).note
    return None if note is None else str(say(note, lang))


def _ruled(duty: Duty, chosen: str) -> Ruling:
    pile = pile_of(chosen) if chosen else EMPTY
    return of_reply(duty, pile, Ruling(duty.why_not(pile) is None))


def test_the_sentence_teaches() -> None:
    hand = "H6H6H7H7H9H9HJC5"
    assert noted("H3H3H4H4", hand, "H6") == "3 cards more; a tractor of 2 pairs is owed"
    assert noted("H3H3H4H4", hand, "H9") == (
        "a tractor of 2 pairs is owed; you chose 1 single card; ♥6♥6♥7♥7 would do"
    )
    assert noted("H3H3H4H4", hand, "H9H9HJ", "zh") == (
        "该出2对的拖拉机；你选了1个对子和1张单牌；可以出♥6♥6♥7♥7"
    )
    assert noted("H3H3H4H4", hand, "C5") == "4 hearts are owed; you chose ♣5; ♥6♥6♥7♥7 would do"
    assert noted("H3H4", hand, "H6") == "1 card more"
    assert noted("H3H3", hand, "H6H7HJ") == "1 card too many"
    assert noted("H3H3", hand, "H6H7") is None, "the rules' own reason says it"


# --- Plays in words: what a screen reader says of a trick, in both languages ----------------------


@pytest.mark.parametrize(
    ("cards", "trump", "english", "chinese"),
    [
        ("H9H9HTHT", "S2", "a tractor 9–10 of hearts", "红桃9–10拖拉机"),
        ("H9H9HJHJ", "ST", "a tractor 9–jack of hearts", "红桃9–J拖拉机"),
        ("SASAHKHK", "SK", "a tractor of trumps: kings of hearts, aces of spades", None),
        ("SKSKSASA", "S2", "a tractor king–ace of spades", "黑桃K–A拖拉机"),
        ("BJ", "S2", "small joker", "小王"),
        ("RJRJ", "S2", "a pair of big jokers", "一对大王"),
        ("HAHQHQ", "S2", "a throw: a pair of queens of hearts, ace of hearts", None),
    ],
)
def test_a_lead_is_named_as_people_do(
    cards: str, trump: str, english: str, chinese: str | None
) -> None:
    order = Trump.parse(trump)
    named = play_named(pile_of(cards), order, umpire_of(Tractor()), is_lead=True)
    assert say(named, "en") == english
    assert chinese is None or say(named, "zh") == chinese


def test_every_play_on_the_table_has_its_text_for_each_seat_and_for_who_looks_on() -> None:
    plays = 0
    for state in asked("play", 2):
        table = FACE.parts(state, state.turn)["table"]
        assert table["trick"] == FACE.parts(state, None)["table"]["trick"]
        for trick in (table["trick"], table["last"]):
            for play in (trick or {}).get("plays", []):
                texts = [say(play["text"], language) for language in LANGUAGES]
                assert all(text and "{" not in text for text in texts)
                plays += 1
    assert plays > 100


# --- The drawing under Why ------------------------------------------------------------------------


NAMES = ("Ann", "鲍勃", "Cai<b>", "Dora")
TEXT = re.compile(r"<(?:text|title|tspan)[^>]*>([^<]*)<")
KEPT = re.compile(r"Ann|Cai|b&gt;|&\w+;|Dora|(?:[SHDC](?:10|[2-9TJQKA]))+|BJ|RJ|\b[A-Z]\b")
"""What is not said otherwise in another language: names, cards, the letters of blocks and ranks."""


def drawings() -> Iterator[Drawing]:
    for before, _, after in steps_of(DEAL, 1):
        if FACE.is_trick_whole(before, after):
            _, drawing = FACE.why_trick(after, len(before.tricks), None)
            if drawing is not None:
                yield drawing


def texts(svg: str) -> list[str]:
    return TEXT.findall(svg)


def test_a_drawing_names_the_players_and_no_seats() -> None:
    drawn = [say(drawing, "en", NAMES) for drawing in drawings()]
    assert len(drawn) > 10
    for svg in drawn:
        assert {"Ann", "Dora"} <= set(texts(svg))
        assert "seat " not in svg
        assert "Cai<b>" not in svg, "a name is text"


def test_a_drawing_in_chinese_has_no_english_words() -> None:
    for drawing in drawings():
        words = [
            re.findall(r"[A-Za-z]{2,}", KEPT.sub("", one))
            for one in texts(say(drawing, "zh", NAMES))
        ]
        assert [word for found in words for word in found] == []


def test_a_drawing_in_english_is_the_picture_that_everybody_gets() -> None:
    ruling = judge_trick("S2", ["HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6"])
    assert draw_trick(ruling, say=lambda one: f"{one}") == draw_trick(ruling)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_drawings_of_the_same_trick_are_equal(lang: str) -> None:
    for one, other in zip(drawings(), drawings(), strict=True):
        assert one == other
        assert say(one, lang, NAMES) == say(other, lang, NAMES)
