"""Endings of Tractor solved: plain minimax, the game's own states, renamed suits, turned seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, TypeVar

import numpy as np
import pytest

from suitwise.cards import Card
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.compiled import machine
from suitwise.tractor import (
    Profile,
    Tractor,
    TractorState,
    Trump,
    pile_of,
    reaches,
    solve,
    solve_records,
)
from suitwise.tractor.arrays import packed
from suitwise.tractor.arrays.batch import deal_rounds, step
from suitwise.tractor.rules.levels import gains
from suitwise.tractor.solve.solver import (
    UNKNOWN,
    bounds_of,
    check_records,
    final_between,
    final_points,
    lay_deal,
    plain_value,
)
from suitwise.tractor.solve.workspace import (
    COUNTS,
    DESK,
    FIELDS,
    HANDS,
    LIMIT,
    MOVES,
    NODES,
    ONCE,
    TWICE,
    held_by_others,
    house_numbers,
    linked,
    list_leads,
    suit_of,
)
from tests.oracles.tractor_endings import Ending, House, Minimax, leads, random_ending
from tests.oracles.tractor_table_oracle import Options, pack, read_cards, read_trump, throw
from tests.tractor.table_deals import PROFILES, a_deal

T = TypeVar("T")


def four(items: Iterable[T]) -> tuple[T, T, T, T]:
    first, second, third, fourth = items
    return first, second, third, fourth


SAMPLE = ((1, 40), (2, 90), (3, 30))
"""The cards of a hand, and how many endings of them."""
FULL = ((1, 4_000), (2, 8_000), (3, 7_400), (4, 600))
"""20,000 endings."""


def random_house(rng: Random) -> tuple[House, Profile]:
    """Return a random house, for the oracle and for the package."""
    switches: dict[str, Any] = {
        "chain": rng.choice(("full", "suits")),
        "duty": rng.choice(("best", "best", "pairs", "suit")),
        "forced": rng.choice(("beaten", "first", "largest", "lowest")),
        "penalty": rng.choice((0, 0, 10, 7)),
        "over": rng.choice(("largest", "honour", "every", "length", "top")),
        "against": rng.choice(("all", "taken")),
        "kitty": rng.choice(("twice", "lead", "power", "fixed")),
        "kitty_factor": rng.choice((0, 2, 3)),
    }
    any_follows, throws_fail = rng.random() < 0.1, rng.random() < 0.85
    house = House(Options(**switches), any_follows, throws_fail)
    if any_follows:
        switches["duty"] = "none"
    if not throws_fail:
        switches["forced"] = "never"
    return house, Profile(**switches)


def record(ending: Ending) -> list[int]:
    """Return an ending of the oracle as a record."""
    trump = Trump(*ending.trump)
    numbers = trump.main_index, trump.rank_index
    found = [0] * packed.COLUMNS
    found[packed.MAIN], found[packed.RANK] = numbers
    found[packed.LANDLORD], found[packed.LEADER] = ending.landlord, ending.leader
    found[packed.PLACED], found[packed.POINTS] = len(ending.plays), ending.taken
    for at, cards in enumerate((*ending.hands, ending.buried, *ending.plays)):
        pile = pile_of("".join(cards))
        for mask, part in enumerate((pile.once, pile.twice)):
            found[packed.HANDS + 2 * at + mask] = packed.renamed(part, *numbers)
    return found


@cache
def a_desk(compiled: bool) -> Any:
    return np.zeros(DESK, np.int64) if compiled else [0] * DESK


def value(ending: Ending, profile: Profile, compiled: bool = False) -> int:
    """Return what the search finds, as plain Python or compiled."""
    row, house = record(ending), house_numbers(profile, Trump(*ending.trump).main_index)
    desk = a_desk(compiled)
    desk[LIMIT] = 1 << 40
    if not compiled:
        return final_points(desk, row, house)
    solved = machine(final_points)
    return int(solved(desk, np.array(row, np.int64), np.array(house, np.int64)))


# --- Right ----------------------------------------------------------------------------------------


@pytest.mark.exhaustive
def test_an_ending_is_worth_what_plain_minimax_says(exhaustive: bool) -> None:
    rng = Random(17)
    for cards, count in FULL if exhaustive else SAMPLE:
        for _ in range(count):
            house, profile = random_house(rng)
            ending = random_ending(rng, cards, house, rich=rng.random() < 0.8)
            wanted = Minimax(house).value(ending)
            assert value(ending, profile, exhaustive) == wanted, (ending, profile)


@pytest.mark.parametrize("against", ["all", "taken"])
@pytest.mark.parametrize("over", ["every", "length", "largest"])
def test_an_ending_of_throws_that_are_trumped_over_is_worth_what_its_house_compares(
    over: Any, against: Any
) -> None:
    """A throw of a pair and two singles to which two hands have two pairs, cut either way: between
    tricks, and with the first two plays on the table."""
    hands = four(map(read_cards, ("D2D7DQDQ", "S9S9H6H6", "SKSKBJBJ", "S6S6SJD6")))
    switches: dict[str, Any] = {"over": over, "against": against, "forced": "first"}
    whole = Ending(read_trump("S6"), hands, read_cards("HTHTS5"), 1, 0)
    begun = whole._replace(hands=four(((), (), *hands[2:])), plays=hands[:2])
    house = House(Options(kitty="lead", **switches))
    for ending in (whole, begun):
        assert value(ending, Profile(kitty="lead", **switches)) == Minimax(house).value(ending)
    took = value(begun, Profile(kitty="lead", **switches))
    answers = {"every": (0, 220), "length": (220, 0), "largest": (220, 0)}
    assert took == answers[over][against == "taken"]


def after_a_long_lead(rng: Random) -> Ending:
    """Return an ending of five cards with a lead of four hearts, of which others have all or none."""
    left = {"H": list("3456789TJQKA"), "S": list("3456789TJQKA")}
    hands = ["", "", "", ""]
    for seat in rng.sample(range(4), 4):
        suit = "H" if seat == 0 or rng.random() < 0.4 else "S"
        shape = rng.choice(((2, 2), (2, 2), (2, 1, 1), (1, 1, 2), (1, 2, 1)))
        place = 0 if shape == (2, 2) else -1  # a throw stands
        hands[seat] = "".join(n * f"{suit}{left[suit].pop(0 if seat else place)}" for n in shape)
    last = rng.sample(["D5", "DT", "DA", "C5", "CT", "CK", "RJ", "S2"], 4)
    held = four(map(read_cards, (last[0], *map("".join, zip(hands[1:], last[1:], strict=True)))))
    buried = read_cards(rng.choice(("D6", "DKDK")))
    return Ending(read_trump("S2"), held, buried, rng.randrange(4), 0, (read_cards(hands[0]),))


def test_replies_to_a_long_lead_are_worth_what_plain_minimax_says() -> None:
    """Tractors, pairs and throws that stand, followed and trumped: whichever has the pairs it takes."""
    rng = Random(21)
    for _ in range(40):
        house, profile = random_house(rng)
        ending = after_a_long_lead(rng)
        assert value(ending, profile) == Minimax(house).value(ending), (ending, profile)


def test_a_throw_in_its_own_suit_takes_where_no_throw_fails() -> None:
    """Seat 0 threw 3 5: seat 1's jack and nine take the five, or seat 2's trumps do after them."""
    for third, worth in (("D3D4", 0), ("S3S4", 5)):
        hands = four(map(read_cards, ("C3", "H9HJC4", f"{third}C6", "D6D7C7")))
        ending = Ending(read_trump("S2"), hands, read_cards("D8"), 1, 0, (read_cards("H3H5"),))
        assert Minimax(House(Options(), throws_fail=False)).value(ending) == worth
        assert value(ending, Profile(forced="never")) == worth


def test_a_tractor_is_followed_by_a_tractor_where_the_house_asks_for_it() -> None:
    """Seat 1 has 5 5 6 6 and 8 8: it keeps the fives for its partner only where any pairs do."""
    hands = ("D3D4", "H5H5H6H6H8H8", "H3H4H7HJC3C4", "H3H4H7HQDADK")
    held = four(map(read_cards, hands))
    ending = Ending(read_trump("S2"), held, read_cards("C5"), 1, 0, (read_cards("H9H9HTHT"),))
    found = []
    for duty in ("best", "pairs"):
        worth = value(ending, Profile(duty=duty))
        assert worth == Minimax(House(Options(duty=duty))).value(ending)
        found.append(worth)
    assert found == [30, 20]


@pytest.mark.exhaustive
def test_plain_python_and_machine_code_find_the_same(exhaustive: bool) -> None:
    rng = Random(18)
    for _ in range(300 if exhaustive else 0):  # compiling takes half a minute
        house, profile = random_house(rng)
        ending = random_ending(rng, rng.choice((2, 3, 4)), house, rich=True)
        assert value(ending, profile) == value(ending, profile, compiled=True)


def test_what_the_search_remembers_and_tries_first_spares_it_positions() -> None:
    """No value shows it: it visits as few as it did, or fewer."""
    rng, visited = Random(20), 0
    for _ in range(60):
        house, profile = random_house(rng)
        value(random_ending(rng, 4, house, rich=rng.random() < 0.5), profile)
        visited += a_desk(False)[NODES]
    assert visited <= 8_005


def endings(seed: int, cards: int, profile: str = "standard") -> list[TractorState]:
    """Return the positions of a random deal with at most so many cards a hand."""
    levels = ("22", "55", "TT", "AA")[seed % 4]
    return [
        state
        for state in a_deal(seed, profile, levels)
        if state.phase in ("play", "forced") and max(hand.size for hand in state.held) <= cards
    ]


@pytest.mark.parametrize("profile", sorted(set(PROFILES)))
def test_the_states_of_the_game_are_worth_the_same(profile: str) -> None:
    for seed in range(3):
        for state in endings(seed, 2, profile):
            assert solve(state).value == plain_value(state), str(state)


def test_a_solution_is_replayed_and_verified() -> None:
    for seed in range(4):
        found = solve(endings(seed, 2)[0])
        found.check()
        best = max if (found.state.turn ^ found.state.current_landlord) & 1 else min
        assert best(found.moves.values()) == found.value
        assert found.line[0] in found.best
        assert found.outcome.points == found.value


def test_a_wrong_solution_is_refused() -> None:
    found = solve(endings(1, 2)[0])
    for wrong in (found.value - 5, found.value + 5):
        with pytest.raises(IllegalPosition, match="no solution: "):
            replace(found, value=wrong).check()


# --- What is tried once ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "others", "same"),
    [
        *(("H3H4", "", "H4"), ("H3H6", "H7", "H6"), ("H3H6", "H4", ""), ("H6H7", "H6", "")),
        *(("H6H7", "H7", ""), ("H6H7", "H8D6", "H7"), ("H6D7", "", ""), ("H4H5H6", "", "")),
        *(("HTHK", "", "HK"), ("H9HT", "", ""), ("H3H3H4", "", ""), ("H3H4H6H6", "", "H4")),
        *(("H3H3H6H6", "", "H6"), ("H3H3H4H4", "", "H4"), ("H3H3H4H4H6H6", "", "H4")),
        *(("H3H3H6H6H7H7", "", "H7"), ("H3H3H4H4H6H6H7H7", "", "H4H7"), ("H2D2", "C2", "D2")),
        *(("H2H2D2D2", "", "D2"), ("S9S9SQSQH2H2D2D2", "", "D2"), ("SASAH2H2S2S2", "", "")),
        ("SASAS2", "H2", ""),
    ],
)
def test_kinds_do_the_same_where_no_comparison_tells_them_apart(
    hand: str, others: str, same: str
) -> None:
    assert do_the_same(hand, others, Profile()) == same


def test_pairs_that_join_no_tractors_do_the_same_beside_each_other() -> None:
    pairs = "SASAH2H2S2S2"
    assert do_the_same(pairs, "", Profile(chain="suits")) == "S2SA"


def test_the_leads_tried_are_the_blocks_and_the_throws_that_stand_each_kind_once() -> None:
    rng, tractors, throws = Random(25), 0, 0
    for number in range(150):
        house, profile = random_house(rng)
        ending = in_pairs(rng, random_ending(rng, 4 + number % 3, house, rich=True))
        desk, seat = a_desk(False), ending.leader
        main = Trump(*ending.trump)
        lay_deal(desk, record(ending), house_numbers(profile, main.main_index))
        list_leads(desk, 0, seat)
        rows = (MOVES + FIELDS * at for at in range(desk[COUNTS]))
        listed = {(desk[row + ONCE], desk[row + TWICE]) for row in rows}
        slow = set()
        for lead in leads(ending.hands[seat], ending.trump):
            hands = [ending.hands[(seat + place) % 4] for place in range(4)]
            ruling = throw(hands, lead, ending.trump, house.options)
            if ruling.stands or not house.throws_fail:
                pile = pile_of("".join(lead))
                numbers = main.main_index, main.rank_index
                slow.add(
                    (packed.renamed(pile.once, *numbers), packed.renamed(pile.twice, *numbers))
                )
        assert listed <= slow, (ending, profile)
        hand = HANDS + 2 * seat
        links = linked(desk, desk[hand], desk[hand + 1], held_by_others(desk, seat))
        of_kinds = [kinds_in(desk, partition, desk[hand], links) for partition in range(5)]
        alike = [kinds for found in of_kinds for kinds in found]
        assert {first_of(lead, alike) for lead in listed} == {
            first_of(lead, alike) for lead in slow
        }
        throws += len(listed) > 12
        tractors += any(twice & twice - 1 for _, twice in listed)
    assert min(tractors, throws) >= 5


def in_pairs(rng: Random, ending: Ending) -> Ending:
    """Return an ending in which the cards of four hands lie otherwise, most in pairs, no trick begun."""
    cards = sorted(_cards(ending._replace(buried=())))
    pairs = [cards[at : at + 2] for at in range(0, len(cards), 2)]
    rng.shuffle(pairs)
    mixed = [card for pair in pairs for card in pair]
    size = len(cards) // 4
    hands = four(tuple(mixed[at : at + size]) for at in range(0, 4 * size, size))
    return ending._replace(hands=hands, plays=())


def kinds_in(desk: Any, partition: int, once: int, links: int) -> list[list[int]]:
    """Return the bits of the kinds of a hand in a partition, together those that do the same."""
    found: list[list[int]] = []
    own = once & suit_of(desk, partition)
    while own:
        card = own & -own
        own ^= card
        if links & card:
            found[-1].append(card)
        else:
            found.append([card])
    return found


def first_of(lead: tuple[int, int], alike: list[list[int]]) -> tuple[int, int]:
    """Return a lead with the first of the kinds that do the same in the place of later ones."""
    once = twice = 0
    for kinds in alike:
        copies = sorted(
            ((lead[0] & card > 0) + (lead[1] & card > 0) for card in kinds), reverse=True
        )
        once |= sum(card for card, n in zip(kinds, copies, strict=True) if n)
        twice |= sum(card for card, n in zip(kinds, copies, strict=True) if n == 2)
    return once, twice


def do_the_same(hand: str, others: str, profile: Profile) -> str:
    """Return the kinds of a hand that do the same as the one before, under trump S2."""
    trump, pile, more = Trump("S", "2"), pile_of(hand), pile_of(others)
    numbers = trump.main_index, trump.rank_index
    hands = four((tuple(hand[at : at + 2] for at in range(0, len(hand), 2)), (), (), ()))
    desk, house = a_desk(False), house_numbers(profile, trump.main_index)
    lay_deal(desk, record(Ending(read_trump("S2"), hands, (), 0, 0)), house)
    once, twice, theirs = (
        packed.renamed(part, *numbers) for part in (pile.once, pile.twice, more.once)
    )
    found = linked(desk, once, twice, theirs)
    kinds = [card for card in dict.fromkeys(pile.cards) if found & of(card, numbers)]
    return "".join(map(str, kinds))


def of(card: Card, numbers: tuple[int, int]) -> int:
    return packed.renamed(1 << card, *numbers)


# --- Properties -----------------------------------------------------------------------------------


def some_endings(seed: int, count: int) -> list[tuple[Ending, Profile]]:
    rng = Random(seed)
    found = []
    for _ in range(count):
        house, profile = random_house(rng)
        found.append((random_ending(rng, rng.choice((2, 3)), house, rich=True), profile))
    return found


def test_renaming_plain_suits_changes_nothing() -> None:
    rng = Random(19)
    for ending, profile in some_endings(20, 25):
        plain = [suit for suit in "SHDC" if suit != ending.trump.main]
        names = dict(zip(plain, rng.sample(plain, len(plain)), strict=True))
        table = {card: names.get(card[0], card[0]) + card[1] for card in _cards(ending)}
        for joker in ("BJ", "RJ"):
            table[joker] = joker
        hands = four(tuple(sorted(table[card] for card in hand)) for hand in ending.hands)
        renamed = ending._replace(
            hands=hands,
            buried=tuple(table[card] for card in ending.buried),
            plays=tuple(tuple(table[card] for card in play) for play in ending.plays),
        )
        assert value(renamed, profile) == value(ending, profile)


def _cards(ending: Ending) -> list[str]:
    piles = (*ending.hands, ending.buried, *ending.plays)
    return [card for pile in piles for card in pile]


def test_turning_the_seats_changes_nothing() -> None:
    for ending, profile in some_endings(21, 25):
        hands = four((*ending.hands[-1:], *ending.hands[:-1]))
        turned = ending._replace(
            hands=hands, landlord=(ending.landlord + 1) % 4, leader=(ending.leader + 1) % 4
        )
        assert value(turned, profile) == value(ending, profile)


def test_points_taken_before_are_added() -> None:
    for ending, profile in some_endings(22, 20):
        more = ending._replace(taken=ending.taken + 35)
        assert value(more, profile) == value(ending, profile) + 35


def test_a_dearer_kitty_is_never_worse_for_the_attackers() -> None:
    for ending, profile in some_endings(23, 20):
        cheap, dear = (replace(profile, kitty="fixed", kitty_factor=n) for n in (1, 4))
        assert value(ending, cheap) <= value(ending, dear)


# --- Questions ------------------------------------------------------------------------------------


def test_what_is_reached_is_what_the_ending_is_worth() -> None:
    for seed in range(4):
        state = endings(seed, 3)[0]
        found = solve(state).value
        asked = (found - 5, found, found + 1, found + 5, -1, 10_000)
        assert [reaches(state, points) for points in asked] == [points <= found for points in asked]


def failed_throws(seeds: Iterable[int]) -> Iterator[TractorState]:
    """Yield endings in which a throw has failed and its leader chooses what to lead of it."""
    for seed in seeds:
        for state in endings(seed, 4):
            if state.phase == "play" and not state.tricks[-1].plays:
                after = (
                    state.after(move) for move in state.moves_but_claim() if move.pile.size > 1
                )
                yield from (found for found in after if found.phase == "forced")


def test_what_is_reached_by_a_failed_throw_is_what_its_best_lead_is_worth(exhaustive: bool) -> None:
    found = 0
    for state in failed_throws(range(400 if exhaustive else 60)):
        worth = solve(state).value
        assert reaches(state, worth), str(state)
        assert not reaches(state, worth + 1), str(state)
        found += 1
    assert found


def test_bounds_by_levels_are_worth_the_same_ranks() -> None:
    for ending, profile in some_endings(24, 20):
        desk = a_desk(False)
        desk[LIMIT] = 1 << 40
        house = house_numbers(profile, Trump(*ending.trump).main_index)
        low, high = final_between(desk, record(ending), house, UNKNOWN, True)
        assert low <= value(ending, profile) <= high
        assert gains(low) == gains(high)


def test_records_of_a_batch_are_solved_together() -> None:
    rounds = step(deal_rounds(3, seed=1), 84)
    few = rounds[[hands.sum() > 0 for hands in rounds[:, :8]]]
    found = solve_records(few, threads=1)
    bounds = [bounds_of(few[at : at + 1], house_numbers(Profile(), 0))[0] for at in range(len(few))]
    assert [points for points, _ in bounds] == found.tolist()


# --- Refusals -------------------------------------------------------------------------------------


def test_what_is_no_ending_is_refused_in_a_sentence() -> None:
    with pytest.raises(IllegalPosition, match="not in the phase draw"):
        solve(Tractor().start())
    early = next(state for state in a_deal(1) if state.phase == "play")
    with pytest.raises(IllegalPosition, match="a hand has 25 cards: endings of at most 8 cards"):
        solve(early)
    with pytest.raises(IllegalPosition, match="integers, an array of n rows and 36"):
        solve_records(np.zeros((2, 3), np.int64))
    with pytest.raises(IllegalPosition, match="record 0 has 25 cards in a hand"):
        solve_records(deal_rounds(1, seed=1))
    with pytest.raises(SuitwiseError, match="effort: a whole number from 1"):
        solve(endings(1, 2)[0], effort=0)


@pytest.mark.parametrize(
    ("column", "least", "most"),
    [
        (packed.MAIN, 0, 4),
        (packed.RANK, 0, 12),
        (packed.LANDLORD, 0, 3),
        (packed.LEADER, 0, 3),
        (packed.PLACED, 0, 3),
    ],
)
def test_each_column_of_a_record_has_its_bounds(column: int, least: int, most: int) -> None:
    rows = records_of(2)
    for good in (least, most):
        rows[1, column] = good
        check_records(rows)
    for wrong in (least - 1, most + 1):
        rows[1, column] = wrong
        with pytest.raises(
            IllegalPosition, match=f"column {column} of a record is {least} to {most}"
        ):
            check_records(rows)


def test_a_record_has_one_to_eight_cards_a_hand() -> None:
    check_records(np.concatenate([records_of(1), records_of(8)]))
    for cards in (0, 9):
        with pytest.raises(IllegalPosition, match=f"record 2 has {cards} cards in a hand: endings"):
            check_records(np.concatenate([records_of(3), records_of(cards)]))


def records_of(cards: int) -> Any:
    """Return the records of two deals with so many cards a hand, between tricks."""
    pile = [card for _ in range(2) for card in pack()]
    found = []
    for seed in range(2):
        dealt = Random(seed).sample(pile, 4 * cards)
        hands = four(tuple(sorted(dealt[seat::4])) for seat in range(4))
        found.append(record(Ending(read_trump("S2"), hands, (), 0, 0)))
    return np.array(found, np.int64)


def test_an_effort_that_is_too_small_is_told() -> None:
    state = next(state for state in endings(3, 4) if not state.tricks[-1].plays)
    with pytest.raises(SuitwiseError, match="1 positions do not settle this ending"):
        solve(state, effort=1)


@pytest.mark.parametrize("most", [1, 5, 30])
def test_no_more_positions_are_searched_than_may_be(most: int) -> None:
    rng = Random(20)
    house, profile = random_house(rng)
    ending = random_ending(rng, 4, house, rich=True)
    assert value(ending, profile) >= 0
    assert a_desk(False)[NODES] > 30
    desk = a_desk(False)
    desk[LIMIT] = most
    numbers = house_numbers(profile, Trump(*ending.trump).main_index)
    assert final_points(desk, record(ending), numbers) == UNKNOWN
    assert desk[NODES] == most
