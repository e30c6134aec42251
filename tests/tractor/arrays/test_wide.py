"""Tables of 4 to 8 seats with 1 to 4 packs in arrays, held against the objects of the rules."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import sqrt
from random import Random

import numpy as np
import pytest

from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.cost_dispatch import nothing_plain
from suitwise.tractor import winner_at_table
from suitwise.tractor.arrays.wide import layout
from suitwise.tractor.arrays.wide.playouts import (
    EVERY_SEAT,
    advance,
    follow,
    lead,
    play_out,
    position,
    results_of,
    worlds,
)
from suitwise.tractor.rules.deck import Pile, Trump, partition_mask, pile_of
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.tables import Table, kitty_points, points_in
from suitwise.tractor.rules.wide.lead import WideLead
from suitwise.tractor.rules.wide.parts import Cutter
from tests.tractor.arrays.wide_tables import after_lead, give, hand_in, some_deal, stepped_plainly
from tests.tractor.rounds import chi_square, texts
from tests.tractor.rules.wide.positions import drawn, some_cards, some_position, some_trick

TABLES = [
    (3, 6, "standard", 0),
    (3, 6, "standard(fit=cards,over=every,kitty=power)", 0),
    (4, 8, "standard", 0),
    (4, 8, "standard(protect=longer,bombs=free,kitty=lead)", 0),
    (4, 6, "standard(bombs=follow,tractor_width=3,tractor_length=3)", 0),
    (4, 8, "rbtying", 3),
    (2, 5, "standard", 2),
    (2, 5, "standard(joins=once,duty=suit)", 3),
    (3, 7, "standard(joins=others,protect=longer,fit=cards,tractors_for=tractors)", 2),
    (1, 4, "standard", 0),
    (3, 4, "standard(chain=suits,kitty=fixed,truncate=no,step=15)", 0),
]
"""Packs, seats, the house, and the number of friends called."""


@pytest.mark.parametrize(("packs", "seats", "house", "friends"), TABLES)
@pytest.mark.parametrize("by_rule", [0, EVERY_SEAT])
def test_deals_go_as_the_rules_say(
    packs: int, seats: int, house: str, friends: int, by_rule: int
) -> None:
    rng = Random(f"{packs} {seats} {house} {by_rule}")
    deal = some_deal(rng, packs, seats, Profile.parse(house), friends)
    profile, trump, sides = deal.table.profile, deal.trump, deal.sides
    row = deal.row.copy()
    cutter, points = Cutter(trump, profile), [0] * seats
    plays, leader = list[Pile](), deal.landlord
    for seat, hand, play in stepped_plainly(row, by_rule):
        assert seat == (leader + len(plays)) % seats
        if not plays:
            parts = cutter.default(play)
            assert len(parts) == 1, play
            led = WideLead(trump, parts, profile)
        else:
            assert led.follows(hand, play), (hand, play, led.parts)
        plays.append(play)
        if sides:
            sides.play(seat, play.cards)
        members = (
            set(sides.members) if sides else {deal.landlord + 2 * n for n in range(seats // 2)}
        )
        members = {member % seats for member in members}
        assert results_of(row).sides[0] == sum(1 << member for member in members)
        if len(plays) == seats:
            trick = winner_at_table(trump, plays, replace(profile, joins="many"), packs=packs)
            leader = (leader + trick.winner) % seats
            points[leader] += sum(points_in(play.cards) for play in plays)
            assert row[0, layout.POINTS : layout.POINTS + seats].tolist() == points
            plays = []
    total = sum(points[seat] for seat in range(seats) if seat not in members)
    if leader not in members:
        total += kitty_points(points_in(deal.buried.cards), led.largest, led.size, profile)
    smaller = sides is not None and sides.is_smaller
    found = results_of(row)
    assert found.points[0] == total
    expected = deal.table.result(total, is_smaller=smaller)
    assert (bool(found.holds[0]), *map(int, found.gains[0])) == expected
    compiled = deal.row.copy()
    with nothing_plain():
        while compiled[0, layout.LEFT]:
            advance(compiled, 1, int(compiled[0, layout.LEFT]), by_rule)
    assert np.array_equal(compiled, row)


def test_a_reply_is_taken_where_it_is_legal_and_wins_where_the_rules_say() -> None:
    rng, refused, wins = Random(5), 0, 0
    for _ in range(400):
        one = some_position(rng)
        tables = after_lead(one.lead, one.hand, one.packs)
        play = pile_of(rng.sample(one.hand.cards, one.lead.size))
        legal = one.lead.follows(one.hand, play)
        before = tables.copy()
        assert follow(tables, play).tolist() == [legal], one.told
        if not legal:
            refused += 1
            assert np.array_equal(tables[:, layout.HOUSE :], before[:, layout.HOUSE :])
        else:
            winner = one.lead.winner([one.lead.cards, play])
            assert tables[0, layout.WINNER] == winner, one.told
            wins += winner
    assert refused > 60
    assert wins > 10


def test_tricks_led_by_throws_are_won_as_the_rules_say() -> None:
    rng, won = Random(6), [0] * 4
    for _ in range(600):
        one = some_position(rng)
        plays = some_trick(rng, one)
        # Each seat has just the cards that it plays: so every reply is legal.
        tables = after_lead(one.lead, plays[-1], one.packs)
        for seat, play in enumerate(plays[1:], 1):
            give(tables, seat, play)
        for at in range(1, len(plays)):
            assert follow(tables, plays[at]).all()
            winner = one.lead.winner(plays[: at + 1])
            assert tables[0, layout.WINNER] == winner, (one.told, plays)
            won[winner] += 1
    assert min(won) > 20, won


# --- Random plays ---------------------------------------------------------------------------------

FAR = 4.5
"""So many standard deviations an even choice hardly ever shows."""


def as_normal(deviation: float, ways: int) -> float:
    """Return a deviation of ``chi_square`` as one of the normal distribution (Wilson, Hilferty)."""
    freedom = max(ways - 1, 1)
    ratio, spread = 1 + deviation * sqrt(2 / freedom), 2 / (9 * freedom)
    return float((ratio ** (1 / 3) - 1 + spread) / sqrt(spread))


def test_every_legal_reply_comes_equally_often(exhaustive: bool) -> None:
    rng, found, most = Random(7), list[float](), 60
    while len(found) < (2000 if exhaustive else 120):
        one = some_position(rng)
        legal = set(one.lead.plays(one.hand)) if len(one.lead.plays(one.hand)) <= most else set()
        bombs = [pile_of([card] * 4) for card in one.hand.kinds] if one.lead.size == 4 else []
        legal |= {b for b in bombs if b.within(one.hand) and one.lead.follows(one.hand, b)}
        if not 1 < len(legal) <= most or (one.lead.size == 1 and rng.random() < 0.8):
            continue
        tables = after_lead(one.lead, one.hand, one.packs).repeat(40 * len(legal), axis=0)
        advance(tables, 1, seed=rng.randrange(1 << 40))
        counts = Counter(texts(one.hand.minus(hand_in(row, 1))) for row in tables)
        assert set(counts) == set(map(texts, legal)), one.told
        found.append(chi_square(counts, len(legal)))
        assert as_normal(found[-1], len(legal)) < FAR, one.told
    assert abs(sum(found) / len(found)) < 4 / sqrt(len(found))


def blocks_of(hand: Pile, trump: Trump, profile: Profile) -> set[tuple[str, ...]]:
    """Return all blocks of a hand by trying widths, lengths and cards."""
    cutter, found = Cutter(trump, profile), set[tuple[str, ...]]()
    for partition in range(5):
        own = hand.of(partition_mask(partition, trump.main_index, trump.rank_index))
        for size in range(1, len(own.kinds) + 1):
            for kinds in combinations(own.kinds, size):
                for width in range(1, min(map(own.copies, kinds)) + 1):
                    block = pile_of([card for card in kinds for _ in range(width)])
                    if cutter.is_block(Counter(block.cards)):
                        found.add(texts(block))
    return found


@pytest.mark.parametrize(
    "house", ["standard", "standard(tractor_width=3)", "standard(chain=suits)"]
)
@pytest.mark.parametrize("trump", ["S2", "O9", "HA"])
def test_every_block_of_a_hand_is_led_equally_often(trump: str, house: str) -> None:
    rng, profile, table_trump = Random(trump + house), Profile.parse(house), Trump.parse(trump)
    for packs in (1, 3, 4):
        cards = some_cards(rng, table_trump, 4) + some_cards(rng, table_trump, 3)
        hand = pile_of(drawn(rng, cards, packs, 16))
        blocks = blocks_of(hand, table_trump, profile)
        table = position(Table(packs, 4, profile), table_trump, 0, [hand] * 4)
        tables = table.repeat(60 * len(blocks), axis=0)
        advance(tables, 1, seed=rng.randrange(1 << 40))
        counts = Counter(texts(hand.minus(hand_in(row, 0))) for row in tables)
        assert set(counts) == blocks
        assert as_normal(chi_square(counts, len(blocks)), len(blocks)) < FAR


# --- Positions and playouts -----------------------------------------------------------------------


@pytest.mark.parametrize("joins", ["many", "once", "others"])
def test_a_deal_goes_on_from_the_middle_as_from_its_beginning(joins: str) -> None:
    rng = Random(joins)
    deal = some_deal(rng, 2, 5, Profile(joins=joins), friends=3)
    row, sides, tricks = deal.row.copy(), deal.sides, 0
    assert sides is not None
    for seat, _, play in stepped_plainly(row, 0):
        sides.play(seat, play.cards)
        tricks += row[0, layout.PLACED] == 0
        if row[0, layout.PLACED] == 0 and tricks % 5 == 0:
            hands = [hand_in(row[0], own) for own in range(5)]
            points = row[0, layout.POINTS : layout.POINTS + 5].tolist()
            again = position(
                deal.table,
                deal.trump,
                deal.landlord,
                hands,
                deal.buried,
                leader=int(row[0, layout.TURN]),
                sides=sides,
                points=points,
            )
            if row[0, layout.LEFT]:
                one, other = play_out(row, 3), play_out(again, 3)
                assert (one.points[0], one.sides[0]) == (other.points[0], other.sides[0])
    assert int(results_of(row).sides[0]) == sum(1 << member for member in sides.members)


def test_a_fine_goes_to_the_other_side() -> None:
    deal = some_deal(Random(8), 3, 6, Profile())
    seats = {"side": deal.landlord, "attackers": (deal.landlord + 1) % 6}
    before = play_out(deal.row, 1).points[0]
    for name, seat in seats.items():
        fines = [10 * (own == seat) for own in range(6)]
        fined = position(
            deal.table, deal.trump, deal.landlord, deal.hands, deal.buried, fines=fines
        )
        change = play_out(fined, 1).points[0] - before
        assert change == (10 if name == "side" else -10)


@pytest.mark.parametrize(("packs", "seats"), [(3, 6), (4, 8), (1, 4)])
def test_play_by_rule_beats_random_play(packs: int, seats: int) -> None:
    rng = Random(9)
    deals = [some_deal(rng, packs, seats, Profile()) for _ in range(200)]
    tables = np.concatenate([deal.row for deal in deals])
    for row in tables:  # all landlords in one place, so that sides are the same
        row[layout.LANDLORD] = row[layout.LEADER] = row[layout.TURN] = 0
    means = []
    for by_rule in (0b01010101, 0b10101010):
        played = tables.copy()
        advance(played, 300, seed=1, by_rule=by_rule)
        means.append(results_of(played).points.mean())
    assert means[0] < 0.6 * means[1]


def test_worlds_share_a_table_and_play_on_with_other_hands() -> None:
    deal = some_deal(Random(10), 3, 6, Profile())
    hands = np.array([[hand.masks for hand in deal.hands]] * 3, np.int64)
    hands[1, [2, 3]] = hands[1, [3, 2]]
    tables = worlds(deal.row, hands, np.array([deal.buried.masks] * 3, np.int64))
    assert np.array_equal(tables[[0, 2]], deal.row.repeat(2, axis=0))
    assert hand_in(tables[1], 2) == deal.hands[3]
    assert (
        play_out(tables, 2, threads=2).points.tolist()[::2] == [play_out(deal.row, 2).points[0]] * 2
    )


def test_what_is_no_position_is_refused() -> None:
    hand = pile_of("S2S3")
    with pytest.raises(IllegalPosition, match="all are equal"):
        position(Table(1, 4), Trump("S", "2"), 0, [hand, hand, hand])
    with pytest.raises(IllegalPosition, match="all are equal"):
        position(Table(1, 4), Trump("S", "2"), 0, [hand, hand, hand, pile_of("S2")])
    deal = some_deal(Random(1), 1, 4, Profile())
    with pytest.raises(SuitwiseError, match="a policy is one of random, rules, not 'wise'"):
        play_out(deal.row, 1, policy="wise")


def test_a_lead_is_taken_where_the_seat_holds_it() -> None:
    table, trump = Table(1, 4), Trump("S", "2")
    hands = [pile_of("H3H4"), pile_of("H5H6"), pile_of("C3C4"), pile_of("C5C6")]
    tables = position(table, trump, 0, hands).repeat(2, axis=0)
    give(tables[1:], 0, pile_of("D3D4"))
    parts = Cutter(trump, Profile()).default(pile_of("H3"))
    assert lead(tables, parts).tolist() == [True, False]
