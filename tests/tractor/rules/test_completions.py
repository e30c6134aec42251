"""Selections of a hand that follows: whether they can become a legal play, and by which cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.cards import Card, full_deck
from suitwise.errors import IllegalPosition, NotationError
from suitwise.tractor import Duty, Pile, Profile, duty_of, pile_of
from suitwise.tractor.rules.deck import EMPTY, as_trump, copies_of
from suitwise.tractor.rules.pairs.legal_plays import choices, number_of_choices
from suitwise.tractor.rules.profile import NAMED
from tests.tractor.positions import ladder, partitions_of, some_trump

HOUSES = (
    *NAMED.values(),
    *(Profile(duty=duty, chain=chain) for duty in ("pairs", "suit", "none") for chain in ("full",)),
    Profile(chain="suits"),
)


def opened(lead: str, hand: str, selection: str, house: Profile | None = None) -> str:
    return str(duty_of("S2", lead, hand, house or Profile()).open(selection))


# --- Worked examples ------------------------------------------------------------------------------


def test_a_tractor_owed_opens_its_pairs_alone() -> None:
    assert opened("H3H3H4H4", "H6H6H7H7H9H9HJ", "") == "H6H6H7H7"
    assert opened("H3H3H4H4", "H6H6H7H7H9H9HJ", "H6H7") == "H6H7"


def test_of_two_tractors_the_one_begun_is_left_open() -> None:
    assert opened("H3H3H4H4", "H6H6H7H7HTHTHJHJ", "") == "H6H6H7H7HTHTHJHJ"
    assert opened("H3H3H4H4", "H6H6H7H7H8H8HTHTHJHJ", "H7") == "H6H6H7H8H8"
    assert opened("H3H3H4H4", "H6H6H7H7H8H8HTHTHJHJ", "H6") == "H6H7H7"


def test_a_single_card_beside_the_pair_owed_may_come_first() -> None:
    assert opened("H3H3H5", "H6H6H8H8HJ", "HJ") == "H6H6H8H8"
    assert opened("H3H3H5", "H6H6H8H8HJ", "HJH6") == "H6"
    assert opened("H3H3H5", "H6H6H8H8HJ", "H6H8") == "H6H8"


def test_a_short_suit_must_go_whole_and_leaves_so_many_places() -> None:
    assert opened("H3H3H4", "H6H8C5C5S3", "C5") == "H6H8"
    assert opened("H3H3H4", "H6C5C5S3", "C5") == "S3H6C5"


def test_of_equal_cards_so_many_are_open_as_can_all_be_added() -> None:
    assert opened("H3H4H5", "H6H6H7H8", "H7") == "H6H6H8"
    assert opened("H3H4H5", "H6H6H7H8", "H7H8") == "H6"
    assert opened("H3H3H5", "H6H6H8H8HJ", "H6") == "H6H8H8HJ"
    assert opened("H3H3H5H7", "H6H6H8H8H9H9HJ", "HJH9") == "H6H6H8H8H9"


def test_a_house_that_asks_for_less_opens_more() -> None:
    assert opened("H3H3", "H6H6H7C5", "H7") == ""
    assert opened("H3H3", "H6H6H7C5", "H7", Profile(duty="suit")) == "H6"
    assert opened("H3H3", "H6H6H7C5", "H7", Profile(duty="none")) == "H6C5"


def test_a_selection_that_leads_nowhere_meets_nothing_and_opens_nothing() -> None:
    duty = duty_of("S2", "H3H3", "H6H6H7C5")
    for selection in ("H7", "C5", "H6H6H7", "HA", "H6H6H6"):
        assert not duty.meets(selection)
        assert duty.open(selection) == EMPTY
    assert duty.meets("H6H6")
    assert duty.open("H6H6") == EMPTY


def test_what_is_no_card_is_refused() -> None:
    duty = duty_of("S2", "H3H3", "H6H6H7C5")
    for ask in (duty.meets, duty.open):
        with pytest.raises(NotationError):
            ask("X1")
        with pytest.raises(IllegalPosition):
            ask("H6H6H6H6H6")


# --- Against all legal plays ----------------------------------------------------------------------


def sub_piles(pile: Pile) -> Iterator[Pile]:
    """Yield every choice of cards out of a pile, of any number."""
    kinds = pile.kinds
    for taken in product(*(range(pile.copies(card) + 1) for card in kinds)):
        yield copies_of(zip(kinds, taken, strict=True))


def completable(duty: Duty) -> set[Pile]:
    """Return all selections that some play of the hand has which nothing forbids."""
    plays = (play for play in choices(duty.hand, duty.size) if duty.why_not(play) is None)
    return {part for play in plays for part in sub_piles(play)}


def check_every_selection(duty: Duty) -> None:
    """Hold ``meets`` and ``open`` against a list of the plays, for all selections of the hand."""
    known = completable(duty)
    for selection in sub_piles(duty.hand):
        assert duty.meets(selection) is (selection in known), (duty, selection)
        assert duty.open(selection) == slowly_open(duty, selection, known), (duty, selection)


def slowly_open(duty: Duty, selection: Pile, known: set[Pile]) -> Pile:
    left = duty.hand.minus(selection)
    return copies_of(
        (card, sum(_plus(selection, card, n) in known for n in range(1, left.copies(card) + 1)))
        for card in left.kinds
    )


def _plus(selection: Pile, card: int, copies: int) -> Pile:
    return selection.plus(copies_of([(card, copies)]))


def some_duty(rng: Random) -> Duty:
    """Return a lead and a hand rich in pairs that stand side by side; both may have the same cards."""
    trump = as_trump(some_trump(rng))
    steps = ladder(rng, rng.choice(partitions_of(str(trump))), str(trump))
    lead = some_cards(rng, steps, rng.choice((1, 2, 3, 4, 4, 4, 5, 6, 6, 8)))
    low = rng.choice((0, max(len(steps) - 7, 0)))
    own = some_cards(rng, steps[low : low + 7], rng.choice((lead.size // 2, 7, 8, 9, 9, 10, 11)))
    others = [card for card in full_deck() if card not in steps]
    wanted = max(lead.size - own.size, 0) + rng.randint(0, 2)
    hand = own.plus(pile_of(rng.sample(others, wanted)))
    return Duty(trump, lead, hand, rng.choice(HOUSES))


def some_cards(rng: Random, steps: Sequence[Card], size: int) -> Pile:
    """Return some cards of a ladder: a run of pairs first, single ones beside it."""
    start = rng.randrange(len(steps))
    left = [card for card in (*steps[start:], *steps[:start]) for _ in range(2)]
    run = left[: rng.choice((0, size // 2, size, size))]
    rest = left[len(run) :]
    return pile_of([*run, *rng.sample(rest, min(size - len(run), len(rest)))])


@pytest.mark.exhaustive
def test_selections_are_those_of_the_legal_plays(exhaustive: bool) -> None:
    rng = Random(16)
    for _ in range(5000 if exhaustive else 60):
        check_every_selection(some_duty(rng))


def test_the_positions_tried_are_rich() -> None:
    rng = Random(16)
    duties = [some_duty(rng) for _ in range(300)]
    owed = Counter(duty.profile_owed for duty in duties if duty.n_legal > 1)
    assert sum(number for lengths, number in owed.items() if lengths[:1] >= (2,)) > 8
    assert sum(number for lengths, number in owed.items() if lengths[:1] == (1,)) > 20
    assert {duty.profile.duty for duty in duties} == {"best", "pairs", "suit", "none"}


@pytest.mark.parametrize(
    ("lead", "hand"),
    [
        ("S3S3S4S4", "SKSASAC2C2D2D2S2S2"),
        ("S3S3S4S4S6S6S7S7", "SASAC2C2D2D2S2S2BJBJ"),
        ("S3S3S4S4S8", "SASAC2C2D2S2S2BJ"),
        ("S3S3S4S4S6S6", "SKSKSASAC2C2D2D2S2S2S8"),
    ],
)
def test_rank_cards_of_one_level_stand_for_one_another(lead: str, hand: str) -> None:
    check_every_selection(Duty(as_trump("S2"), pile_of(lead), pile_of(hand)))


duties = st.integers(0, 2**32).map(lambda seed: some_duty(Random(seed)))


@given(duties, st.integers(0, 2**32))
def test_every_way_that_is_open_ends_in_a_legal_play(duty: Duty, seed: int) -> None:
    rng, selection = Random(seed), EMPTY
    while cards := duty.open(selection):
        assert cards.within(duty.hand.minus(selection))
        selection = selection.plus(pile_of([rng.choice(cards.cards)]))
        assert duty.meets(selection)
    assert duty.why_not(selection) is None


@given(duties, st.data())
def test_a_card_is_open_if_the_selection_with_it_still_meets(
    duty: Duty, data: st.DataObject
) -> None:
    size = data.draw(st.integers(0, duty.size))
    place = data.draw(st.integers(0, number_of_choices(duty.hand, size) - 1))
    selection = next(found for at, found in enumerate(choices(duty.hand, size)) if at == place)
    found = duty.open(selection)
    for card in duty.hand.minus(selection).kinds:
        assert (card in found) is duty.meets(selection.plus(pile_of([card])))


@given(duties)
def test_no_card_and_every_legal_play_meet(duty: Duty) -> None:
    assert duty.meets(EMPTY)
    for play in duty.plays[:50]:
        assert duty.meets(play)
        assert duty.open(play) == EMPTY


# --- Large hands ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "lead", ["D2D2S2S2", "S3S3S4S4H2H2S2S2BJBJRJRJ", "S3S3S4S4S6S6S7S7S9S9STST", "S3S4S5S6S7S7"]
)
def test_every_way_through_a_hand_of_twenty_five_cards_ends_in_a_legal_play(lead: str) -> None:
    hand = pile_of("S5S6S7S8S9STSJSQSKSAH2S2" * 2 + "BJ")
    duty, rng = Duty(as_trump("S2"), pile_of(lead), hand), Random(lead)
    for _ in range(10):
        selection = EMPTY
        while cards := duty.open(selection):
            selection = selection.plus(pile_of([rng.choice(cards.cards)]))
        assert duty.why_not(selection) is None
