"""What is said while a reply is chosen, and which cards are dimmed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from suitwise.cards import Card
from suitwise.players.face_values import Ruling
from suitwise.table.rules.words import say
from suitwise.tractor import Duty, Pile, TractorState, duty_of, pile_of
from suitwise.tractor.face import TractorFace
from suitwise.tractor.face.ruling import of_reply
from suitwise.tractor.rules.piles import EMPTY
from tests.tractor.face.steps import DEAL, asked

FACE = TractorFace(DEAL)
MOST = 300
"""Replies of which all are listed."""


def replies() -> Iterator[tuple[TractorState, Duty, list[Counter[Card]]]]:
    """Yield turns to follow, with all plays that do."""
    for state in asked("play", 4):
        if state.duty is not None and state.duty.n_legal <= MOST:
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
    duty = duty_of("S2", lead, hand)
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
        "该出2对的拖拉机；您选了1个对子和1张单牌；可以出♥6♥6♥7♥7"
    )
    assert noted("H3H3H4H4", hand, "C5") == "4 hearts are owed; you chose ♣5; ♥6♥6♥7♥7 would do"
    assert noted("H3H4", hand, "H6") == "1 card more"
    assert noted("H3H3", hand, "H6H7HJ") == "1 card too many"
    assert noted("H3H3", hand, "H6H7") is None, "the rules' own reason says it"
