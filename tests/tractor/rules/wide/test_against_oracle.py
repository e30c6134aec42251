"""Rules for blocks of any width, held against the definitions of the rules page.

``make test`` takes the first positions of each proof; ``make test-all`` 50,000 of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import pytest

from suitwise.tractor.rules.blocks import Block
from suitwise.tractor.rules.deck import Pile, pile_of
from suitwise.tractor.rules.duty import Duty
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.throws import (
    throw_in_play,
    throw_of_parts,
)
from suitwise.tractor.rules.wide.lead import WideLead
from suitwise.tractor.rules.wide.parts import Cutter, cards_of
from suitwise.tractor.rules.winning import (
    winning_place,
)
from tests.oracles import tractor_many_oracle as oracle
from tests.tractor.rules.wide.positions import (
    Position,
    drawn,
    some_cards,
    some_position,
    some_trick,
)


def texts(cards: Pile | Block) -> tuple[str, ...]:
    """Return cards as the oracle takes them."""
    return tuple(map(str, cards.cards))


def sorted_parts(parts: Iterable[Iterable[str]]) -> tuple[tuple[str, ...], ...]:
    """Return parts in an order that does not depend on who has found them."""
    return tuple(sorted(tuple(sorted(part)) for part in parts))


def parts_of(position: Position) -> tuple[tuple[str, ...], ...]:
    """Return the parts of a lead as the oracle takes them."""
    return tuple(map(texts, position.parts))


def positions(seed: int, exhaustive: bool, sample: int) -> Iterable[Position]:
    """Yield random positions, 50,000 or a sample of them."""
    rng = Random(seed)
    return (some_position(rng) for _ in range(50_000 if exhaustive else sample))


@pytest.mark.exhaustive
def test_leads_are_cut_as_the_definition_says(exhaustive: bool) -> None:
    for at in positions(1, exhaustive, 200):
        trump, cards = str(at.trump), cards_of(at.parts)
        cutter = Cutter(at.trump, Profile(**at.switches))
        found = [sorted_parts(map(texts, parts)) for parts in cutter.cuttings(cards)]
        assert set(found) == set(
            map(sorted_parts, oracle.cuttings(texts(cards), trump, at.switches))
        ), at.told
        assert len(found) == len(set(found)), at.told
        greatest = sorted_parts(oracle.default_cutting(texts(cards), trump, at.switches))
        assert sorted_parts(map(texts, cutter.default(cards))) == found[0] == greatest, at.told


@pytest.mark.exhaustive
def test_a_hand_owes_and_may_play_what_the_definition_says(exhaustive: bool) -> None:
    asked, rng = 0, Random(3)
    for at in positions(2, exhaustive, 250):
        lead, given = at.lead, (parts_of(at), str(at.trump), at.switches)
        assert lead.owed(at.hand) == oracle.owed(texts(at.hand), *given), at.told
        own = lead.held_by(at.hand)
        for cards in (at.hand.cards, own.cards if own.size >= lead.size else at.hand.cards):
            play = pile_of(rng.sample(cards, lead.size))
            follows = oracle.may_follow(texts(play), texts(at.hand), *given)
            assert lead.follows(at.hand, play) == follows, (at.told, str(play))
            assert (lead.why_not(at.hand, play) is None) == follows, (at.told, str(play))
        if lead.asks_service(at.hand) and lead.profile.bombs == "none":
            asked += 1
            plays = lead.plays(at.hand)
            listed = [tuple(sorted(texts(play))) for play in plays]
            assert len(listed) == len(plays) == len(set(listed)), at.told
            legal = oracle.legal_plays(texts(at.hand), *given)
            assert set(listed) == {tuple(sorted(play)) for play in legal}, at.told
            assert [plays.at(place) for place in range(min(9, len(plays)))] == list(plays)[:9]
    assert asked > 50


@pytest.mark.exhaustive
def test_throws_are_ruled_as_the_definition_says(exhaustive: bool) -> None:
    rng, failed = Random(5), 0
    for at in positions(4, exhaustive, 200):
        hands = [cards_of(at.parts)]
        cards = some_cards(rng, at.trump, at.partition)
        hands += [pile_of(drawn(rng, cards, at.packs, rng.randrange(7))) for _ in range(3)]
        found = throw_of_parts(at.lead, hands)
        slow = oracle.throw_ruling(
            [texts(hand) for hand in hands], parts_of(at), str(at.trump), at.switches
        )
        assert found.stands == slow.stands, (at.told, list(map(str, hands)))
        assert {tuple(sorted(texts(pile))) for pile in found.forced} == slow.forced, at.told
        failed += not found.stands
    assert failed > 40


@pytest.mark.exhaustive
def test_tricks_are_won_as_the_definition_says(exhaustive: bool) -> None:
    rng, taken = Random(7), 0
    for at in positions(6, exhaustive, 400):
        plays = some_trick(rng, at)
        won = at.lead.winner(plays)
        told = at.told, list(map(str, plays))
        slow = oracle.winner(
            [texts(play) for play in plays], parts_of(at), str(at.trump), at.switches
        )
        assert won == slow, told
        taken += won > 0
    assert taken > 80


def test_two_packs_are_ruled_as_the_game_for_four_rules_them() -> None:
    rng, tried = Random(9), 0
    while tried < 300:
        at = some_position(rng, packs=2)
        profile = Profile(over=at.switches.get("over", "largest"))
        cards = cards_of(at.parts)
        lead = WideLead.by_default(cards, at.trump, profile)
        plays = some_trick(rng, Position(2, at.trump, {}, at.partition, lead.parts, at.hand))
        assert lead.winner(plays) == winning_place(at.trump, plays, profile), list(map(str, plays))
        hands = [cards, at.hand, *plays[1:3]][:4]
        stands = throw_in_play(at.trump, [*hands, *hands[:1] * (4 - len(hands))], cards, profile)
        wide = throw_of_parts(lead, [*hands, *hands[:1] * (4 - len(hands))])
        assert (stands.stands, stands.by) == (wide.stands, wide.by), at.told
        duty = Duty(at.trump, cards, at.hand, profile)
        assert {*duty.plays} == {*lead.plays(at.hand)}, at.told
        tried += 1
