"""Hidden worlds: counted, listed and sampled; and what a seat knows."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.errors import IllegalMove, IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.compiled import machine, over_rows
from suitwise.foundation.arrays.rows import zeros
from suitwise.foundation.seating import NOBODY, SEATS
from suitwise.game import load, play
from suitwise.players.named import named
from suitwise.texas42 import (
    Domino,
    Knowledge,
    Position,
    as_dominoes,
    count_worlds,
    dominoes_of,
    every_world,
    mask_of,
    sample_worlds,
)
from suitwise.texas42.hidden import (
    MOST_WORLDS,
    _draws,
    _table_of,
    absent_after,
    deal_world,
    fill_worlds,
    redealt,
    sampled_row,
)
from suitwise.texas42.rules import dominoes
from suitwise.texas42.rules.position import Hands
from suitwise.texas42.state import Texas42State
from tests.fresh import in_cuda_simulator
from tests.oracles import texas42_oracle as oracle

HAND = mask_of(as_dominoes("5-5 5-4 6-6 6-1 4-4 3-0 1-0"))


def theirs(known: Knowledge) -> oracle.Knowledge:
    """Return a seat's knowledge as the oracle has it."""
    assert known.declaration is not None
    text = dominoes.DECLARATION_TEXT[known.declaration]
    return oracle.Knowledge(
        known.seat,
        frozenset(map(pair, dominoes_of(known.hand))),
        "nello-own" if text == "nello" else text,
        known.leader,
        tuple(map(pair, known.plays)),
        None if known.out == NOBODY else known.out,
        frozenset(map(pair, dominoes_of(known.pack))),
    )


def pair(domino: int) -> tuple[int, int]:
    return dominoes.HIGH[domino], dominoes.LOW[domino]


def as_dealt(world: Hands, known: Knowledge) -> Hands:
    one, two, three, four = (
        left | played for left, played in zip(world, known.played, strict=True)
    )
    return one, two, three, four


def contracts() -> Iterator[tuple[int, bool]]:
    """Yield every declaration with four seats, and nello's with three."""
    for declaration in range(dominoes.SEVENS + 1):
        yield declaration, False
        if dominoes.NELLO <= declaration < dominoes.SEVENS:
            yield declaration, True


def some_knowledge(
    rng: random.Random, declaration: int, three: bool, size: int, plays: int
) -> Knowledge:
    """Return what a random seat knows after so many random legal plays of a random deal."""
    pack = rng.sample(range(dominoes.N_DOMINOES), 4 * size)
    hands = [mask_of(pack[size * seat : size * seat + size]) for seat in SEATS]
    seat, leader = rng.choice(SEATS), rng.choice(SEATS)
    out = (leader + 2) % 4 if three else NOBODY
    dealt = hands[0], hands[1], hands[2], hands[3]
    position = Position(declaration, dealt, leader, out=out)
    made: list[Domino] = []
    while len(made) < plays and not position.over:
        made.append(rng.choice(dominoes_of(position.legal())))
        position = position.after(made[-1])
    return Knowledge(seat, hands[seat], declaration, leader, made, out, pack=mask_of(pack))


def some_records(seed: int, each: int, sizes: tuple[int, ...]) -> Iterator[Knowledge]:
    """Yield so many records of every contract and size, broken off anywhere."""
    rng = random.Random(seed)
    for declaration, three in contracts():
        for size in sizes:
            for _ in range(each):
                plays = rng.randint(0, (3 if three else 4) * size)
                yield some_knowledge(rng, declaration, three, size, plays)


# --- Counting and listing -------------------------------------------------------------------------


def test_without_voids_the_leader_sees_as_many_worlds_as_published() -> None:
    counts = []
    for size in range(7, 0, -1):
        pack = as_dominoes(range(4 * size))
        counts.append(count_worlds(Knowledge(0, mask_of(pack[:size]), pack=mask_of(pack))))
    assert counts == [399072960, 17153136, 756756, 34650, 1680, 90, 6]


@pytest.mark.exhaustive
def test_the_count_is_the_oracles_for_all_contracts(exhaustive: bool) -> None:
    """6 records of each of 18 contracts and 3 sizes; in full 120."""
    found = Counter[bool]()
    for known in some_records(1, 6 * (20 if exhaustive else 1), (3, 5, 7)):
        count = count_worlds(known)
        assert count == oracle.count_worlds(theirs(known))
        found[count < count_worlds(replace(known, declaration=None, plays=()))] += 1
    assert found[True] > found[False] > 0


@pytest.mark.exhaustive
def test_the_worlds_are_those_that_the_oracle_finds_by_trying_all(exhaustive: bool) -> None:
    """2 records of each of 18 contracts with hands of 2 and 3 dominoes; in full 40."""
    for known in some_records(2, 2 * (20 if exhaustive else 1), (2, 3)):
        listed = [as_dealt(world, known) for world in every_world(known)]
        their_worlds = {
            tuple(mask_of(Domino(oracle.show_domino(d)) for d in hand) for hand in deal)
            for deal in oracle.worlds(theirs(known))
        }
        assert len(listed) == len(set(listed)) == count_worlds(known)
        assert set(listed) == their_worlds


def test_the_doubles_of_a_plunge_are_counted_as_trying_all_does() -> None:
    rng = random.Random(3)
    for _ in range(30):
        known = some_knowledge(rng, rng.choice((3, 7, 8)), False, 3, rng.randint(0, 5))
        free = [as_dealt(world, known) for world in every_world(known)]
        deal = rng.choice(free)
        doubles = [(hand & dominoes.EVERY_DOUBLE).bit_count() for hand in deal]
        least = [rng.randint(0, held) for held in doubles]
        bound = replace(known, doubles=(least[0], least[1], least[2], least[3]))
        expected = [
            deal
            for deal in free
            if all(
                (hand & dominoes.EVERY_DOUBLE).bit_count() >= want
                for hand, want in zip(deal, least, strict=True)
            )
        ]
        listed = [as_dealt(world, bound) for world in every_world(bound)]
        assert sorted(listed) == sorted(expected)
        for world in sample_worlds(bound, 20, seed=3).tolist():
            assert as_dealt(world, bound) in expected


def test_four_doubles_of_a_partner_leave_the_deals_that_a_formula_counts() -> None:
    """Of 21 unseen dominoes four are doubles: a seat that has them has 3 of 17 others."""
    known = Knowledge(0, HAND, doubles=(0, 0, 4, 0))
    assert count_worlds(known) == 680 * 3432  # C(17, 3) hands, and C(14, 7) for the others
    assert count_worlds(replace(known, doubles=(0, 0, 5, 0))) == 0


def test_before_the_last_domino_of_a_hand_there_is_one_world() -> None:
    rng = random.Random(4)
    for three in (False, True):
        known = some_knowledge(rng, dominoes.NELLO, three, 7, 28)
        deals = [as_dealt(world, known) for world in every_world(known)]
        assert len(deals) == 1
        assert mask_of(domino for hand in deals[0] for domino in dominoes_of(hand)) == dominoes.ALL


def test_worlds_are_made_as_they_are_asked_for() -> None:
    assert next(every_world(Knowledge(2, HAND)))[2] == HAND


# --- Sampling -------------------------------------------------------------------------------------


@given(st.integers(0, 2**32), st.sampled_from(list(contracts())), st.integers(0, 28))
def test_every_sampled_world_allows_every_play_of_the_record(
    seed: int, contract: tuple[int, bool], plays: int
) -> None:
    known = some_knowledge(random.Random(seed), *contract, 7, plays)
    assert known.declaration is not None
    for world in sample_worlds(known, 5, seed).tolist():
        dealt = as_dealt(world, known)
        assert dealt[known.seat] == known.hand
        start = Position(known.declaration, dealt, known.leader, out=known.out)
        position, _ = start.line(known.plays)  # a play that is not legal raises
        if not position.over:
            assert position == known.position(world)
            assert position.turn == known.turn


def test_samples_of_worlds_are_uniform_by_chi_square() -> None:
    """12 records with 6 to 400 worlds, 100 samples a world; the statistic is within 4 deviations."""
    rng, tried = random.Random(5), 0
    contract = list(contracts())
    while tried < 12:
        size = rng.choice((3, 4, 7))
        known = some_knowledge(rng, *contract[tried], size, rng.randint(size, 3 * size))
        if not 6 <= count_worlds(known) <= 400:
            continue
        tried += 1
        listed = list(every_world(known))
        n = 100 * len(listed)
        seen = Counter(map(tuple, sample_worlds(known, n, seed=tried).tolist()))
        assert set(seen) == set(listed)
        statistic = sum((seen[world] - 100) ** 2 / 100 for world in listed)
        free = len(listed) - 1
        assert abs(statistic - free) < 4 * sqrt(2 * free)


def test_in_a_sample_each_domino_lies_where_it_lies_in_all_worlds() -> None:
    """50,000 samples of 4,624,620 worlds, in which seat 3 is out of fives: shares by formula."""
    known = Knowledge(0, HAND, 5, plays=as_dominoes("5-5 5-1 5-0 6-2"))
    n = 50_000
    hands = sample_worlds(known, n, seed=6)
    for domino in dominoes_of(known.unseen):
        trump = bool(known.unseen & ~known.may_hold[3] & 1 << domino)
        shares = (0, 1 / 2, 1 / 2, 0) if trump else (0, 3 / 10, 3 / 10, 4 / 10)
        for seat, share in enumerate(shares):
            held = int((hands[:, seat] >> domino & 1).sum())
            assert abs(held - n * share) <= 4.5 * sqrt(n * share * (1 - share))


def test_plain_python_makes_the_worlds_that_the_machine_makes() -> None:
    for known in some_records(7, 1, (4, 7)):
        count, table = _table_of(known)
        for number in {0, count // 2, count - 1}:
            rules = (number, table.unseen, table.holders, table.places, table.ways)
            assert deal_world(*rules) == tuple(machine(deal_world)(*rules))


def test_a_sample_does_not_depend_on_how_it_is_cut() -> None:
    known = Knowledge(1, HAND)
    whole = sample_worlds(known, 100, seed=8, stream=3)
    parts = [sample_worlds(known, 40, 8, 3), sample_worlds(known, 60, 8, 3, first=40)]
    assert (np.concatenate(parts) == whole).all()
    assert (sample_worlds(known, 100, 8, 4) != whole).any()
    assert sample_worlds(known, 0, 8).shape == (0, 4)


def test_the_worlds_of_a_seed_are_those_that_were_recorded() -> None:
    """Recorded when all arrays were NumPy's; by plain Python and by machine code, in any buffer."""
    known = Knowledge(0, HAND, 5, plays=as_dominoes("5-5 5-1 5-0 6-2"))
    recorded = [
        [138952770, 67379492, 50464264, 2103441],
        [138952770, 16913413, 67381296, 35652488],
        [138952770, 69220864, 17170445, 33555888],
        [138952770, 142112, 117706768, 2098317],
    ]
    called = Knowledge(0, mask_of(as_dominoes("6-6 6-4 6-1 5-5 5-0 3-3 2-2")))
    fill_rows = over_rows(sampled_row)
    for count in (4, 2000):
        drawn, plain, dealt, compiled = (zeros(count, 4) for _ in range(4))
        fill_worlds(drawn, known, 2**64 - 1, 3, first=5)
        for row in range(4):
            sampled_row(row, _draws(known, 2**64 - 1, 3, 5), plain)
        assert plain.tolist()[:4] == recorded
        assert drawn.tolist()[:4] == recorded
        assert drawn.tolist() == sample_worlds(known, count, 2**64 - 1, 3, first=5).tolist()
        fill_worlds(dealt, called, 7)
        fill_rows(_draws(called, 7, 0, 0), compiled, 0, count)
        assert dealt.tobytes() == compiled.tobytes() == sample_worlds(called, count, 7).tobytes()
    assert sha256(dealt).hexdigest().startswith("8856f912033dde0b")


def test_the_same_rule_samples_under_cuda() -> None:
    in_cuda_simulator(
        "from suitwise.texas42.rules.dominoes import as_dominoes, mask_of\n"
        "from suitwise.texas42.hidden import Knowledge\n"
        "from suitwise.texas42.hidden import sample_worlds\n"
        "hand = mask_of(as_dominoes('5-5 5-4 6-6 6-1 4-4 3-0 1-0'))\n"
        "known = Knowledge(0, hand, 5, plays=as_dominoes('5-5 5-1 5-0 6-2'))\n"
        "here = sample_worlds(known, 50, 2**64 - 1)\n"
        "assert (sample_worlds(known, 50, 2**64 - 1, device='cuda') == here).all()\n"
        "assert sample_worlds(known, 0, 1, device='cuda').shape == (0, 4)\n"
    )


def test_plays_that_leave_too_few_dominoes_for_a_hand_have_no_world() -> None:
    known = Knowledge(
        0, mask_of(as_dominoes("6-6 6-5")), 8, plays=as_dominoes("6-6 5-0 4-0 3-0"),
        pack=mask_of(as_dominoes("6-6 6-5 5-0 4-0 3-0 6-1 6-2 6-3")),
    )  # fmt: skip
    assert count_worlds(known) == 0
    assert list(every_world(known)) == []
    with pytest.raises(IllegalPosition, match="no deal of the unseen dominoes agrees"):
        sample_worlds(known, 1, seed=0)


@pytest.mark.parametrize(
    "wrong", [{"n": -1}, {"n": MOST_WORLDS + 1}, {"stream": -1}, {"first": -1}]
)
def test_numbers_out_of_range_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(SuitwiseError):
        sample_worlds(Knowledge(0, HAND), **({"n": 1, "seed": 0} | wrong))  # type: ignore[arg-type]
    with pytest.raises(SuitwiseError, match="'cpu' or 'cuda', not 'gpu'"):
        sample_worlds(Knowledge(0, HAND), 1, 0, device="gpu")


# --- What a seat knows: what plays prove of the hands it does not see -----------------------------


@pytest.mark.parametrize("declaration", range(dominoes.SEVENS + 1))
def test_a_play_proves_absent_what_would_have_had_to_be_played(declaration: int) -> None:
    name = dominoes.DECLARATION_TEXT[declaration]
    text = "nello-own" if name == "nello" else name
    for led in (None, 0, 2, 5, 13, 25, 27):
        suit = -1 if led is None else oracle.lead_suit(pair(led), text)
        for domino in range(dominoes.N_DOMINOES):
            expected = mask_of(
                other
                for other in range(dominoes.N_DOMINOES)
                if pair(domino)
                not in oracle.playable(
                    (pair(domino), pair(other)), None if led is None else pair(led), text
                )
            )
            assert absent_after(domino, suit, declaration) == expected


def test_in_sevens_a_seat_that_leads_holds_nothing_nearer() -> None:
    known = Knowledge(0, HAND, dominoes.SEVENS, leader=1, plays=as_dominoes("3-3"))
    assert known.unseen & ~known.may_hold[1] == mask_of(as_dominoes("6-1 5-2 4-3")) & known.unseen


def test_who_follows_suit_proves_nothing() -> None:
    known = Knowledge(0, HAND, 5, leader=0, plays=as_dominoes("6-6 6-2 6-3 6-4"))
    assert known.may_hold == (known.left, *[known.unseen] * 3)
    assert known.places == (0, 6, 6, 6)
    assert known.turn == 0


def test_the_hand_that_sits_out_stays_hidden_and_whole() -> None:
    known = Knowledge(0, HAND, dominoes.NELLO, leader=1, plays=as_dominoes("6-4 6-2"), out=3)
    assert known.places == (0, 6, 6, 7)
    assert known.turn == 0


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"seat": 4}, "a seat is 0, 1, 2 or 3"),
        ({"leader": -1}, "a seat is 0, 1, 2 or 3"),
        ({"declaration": 14}, "a declaration is 0 to 13, not 14"),
        ({"declaration": None, "plays": (0,)}, "nothing is played before a declaration"),
        ({"out": 0}, "a seat that does not lead"),
        ({"hand": HAND | 1 << 28}, "of dominoes that are in the pack"),
        ({"hand": -1}, "of dominoes that are in the pack"),
        ({"pack": dominoes.ALL | 1 << 28}, "of dominoes that are in the pack"),
        ({"pack": -1}, "of dominoes that are in the pack"),
        ({"hand": 1}, "a hand of 1 dominoes is no quarter of a pack of 28"),
        ({"hand": dominoes.ALL}, "a hand of 28 dominoes"),
        ({"doubles": (4, 0, 0, 0)}, "seat 0 was dealt 3 doubles, not 4 or more"),
        ({"doubles": (0, 0, 0, 8)}, "each from 0 to 7"),
        ({"plays": as_dominoes("5-5 5-5")}, "5-5 is played twice"),
        ({"plays": as_dominoes("5-1")}, "5-1: seat 0 does not hold it"),
        ({"plays": as_dominoes("5-5 5-4")}, "5-4: seat 1 does not hold it"),
        ({"plays": (27, 28)}, "28 is played, and no domino of the pack"),
        ({"plays": (27, -1)}, "-1 is played, and no domino of the pack"),
        ({"plays": tuple(range(28)) * 1000}, "28000 plays are more than there are dominoes"),
        ({"leader": 1, "plays": as_dominoes("5-1 5-0 5-2 6-6")}, "6-6: seat 0 had to play other"),
        (
            {"leader": 1, "plays": as_dominoes("5-1 5-0 6-2 5-5 3-0 0-0 2-0 5-2")},
            "5-2: seat 3 has shown before that it does not hold it",
        ),
    ],
)
def test_what_no_deal_leads_to_is_refused(wrong: dict[str, object], reason: str) -> None:
    right: dict[str, object] = {"seat": 0, "hand": HAND, "declaration": 5}
    with pytest.raises(IllegalPosition, match=reason):
        Knowledge(**(right | wrong))  # type: ignore[arg-type]


def test_before_a_declaration_a_world_is_no_position() -> None:
    known = Knowledge(0, HAND)
    with pytest.raises(IllegalPosition, match="nothing is declared yet"):
        known.position(next(every_world(known)))
    declared = replace(known, declaration=5)
    with pytest.raises(IllegalMove):
        declared.position(next(every_world(declared))).after("6-4")


# --- Hidden dominoes dealt anew, at any point of a game -------------------------------------------


@pytest.mark.parametrize("variant", ["texas42(match=hand)", "texas42(match=hand,nello=any)"])
def test_a_seat_keeps_its_hand_and_all_others_draw_from_what_it_does_not_see(variant: str) -> None:
    game = load(variant)
    differs = 0
    for state in play(game.start(), named("random", game).seated(1, 0), seed=5).states():
        assert isinstance(state, Texas42State)
        for seat in range(4):
            world = redealt(state, seat, 7, seat)
            assert world.dealt[seat] == state.dealt[seat]
            sizes = [hand.bit_count() for hand in world.dealt]
            assert sizes == [hand.bit_count() for hand in state.dealt]
            held = 0
            for hand in world.dealt:
                assert hand & held == 0
                held |= hand
            assert held & ~dominoes.ALL == 0
            differs += world.dealt != state.dealt
    assert differs > 40
