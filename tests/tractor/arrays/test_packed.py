"""Rounds as records: other names for the cards, the course of a trick, what is no record."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from suitwise.stepping.loop import STILL
from suitwise.tractor import Pile
from suitwise.tractor.arrays.packed import (
    BEST,
    BURIED,
    CLUBS,
    COLUMNS,
    HANDS,
    LACKS,
    LANDLORD,
    LARGEST,
    LEADER,
    MAIN,
    ON_TABLE,
    PARTITION,
    PHI,
    PLACED,
    PLAYED,
    POINTS,
    RANK,
    SIZE,
    STREAM,
    TABLE,
    WINNER,
    form_of,
    is_sound,
    named_back,
    points_in,
    put,
    renamed,
    turn_of,
    unseen_by,
)
from suitwise.tractor.rules.deck import partition_of, phi_of, together, without
from suitwise.tractor.rules.levels import points_of
from tests.fresh import fresh_python
from tests.tractor.rounds import ALL_TRUMPS, random_cards, under

CARDS = st.integers(0, (1 << 54) - 1)
MAINS = st.integers(0, 4)
RANKS_DRAWN = st.integers(0, 12)


@given(CARDS, MAINS, RANKS_DRAWN)
def test_other_names_are_taken_back(cards: int, main: int, cr: int) -> None:
    found = renamed(cards, main, cr)
    assert found.bit_count() == cards.bit_count()
    assert named_back(found, main, cr) == cards


@pytest.mark.parametrize("trump", ALL_TRUMPS, ids=str)
def test_a_card_keeps_its_height_and_its_neighbours_by_another_name(trump: object) -> None:
    main, cr = trump.main_index, trump.rank_index  # type: ignore[attr-defined]
    form = form_of(main)
    suits: dict[int, set[int]] = {}
    for card in range(54):
        other = renamed(1 << card, main, cr).bit_length() - 1
        assert PHI[54 * (form - CLUBS) + other] == phi_of(card, main, cr)
        suits.setdefault(partition_of(card, main, cr), set()).add(
            PARTITION[54 * (form - CLUBS) + other]
        )
    assert all(len(found) == 1 for found in suits.values())
    assert suits[4] == {4}


@given(CARDS, MAINS, RANKS_DRAWN)
def test_points_go_by_the_true_names(cards: int, main: int, cr: int) -> None:
    once, twice = renamed(cards, main, cr), renamed(cards & cards >> 1, main, cr)
    assert points_in(once, twice, cr) == points_of(cards, cards & cards >> 1)


def test_piles_of_two_packs_add_and_subtract_as_piles_do() -> None:
    random = Random(1)
    for _ in range(200):
        pile = Pile(*random_cards(random, 20))
        part = Pile(*_part_of(random, pile))
        left = pile.minus(part)
        assert without(pile.once, pile.twice, part.once, part.twice) == left.masks[:2]
        assert together(*left.masks[:2], *part.masks[:2]) == pile.masks[:2]


def _part_of(random: Random, pile: Pile) -> tuple[int, int]:
    chosen = random.sample(pile.cards, random.randint(1, pile.size))
    once = sum(1 << card for card in set(chosen))
    return once, sum(1 << card for card in set(chosen) if chosen.count(card) == 2)


# --- A trick --------------------------------------------------------------------------------------

SPADES_FIVE = next(trump for trump in ALL_TRUMPS if str(trump) == "S5")


def four_cards() -> list[int]:
    """Return a round's last trick: seat 2 leads under S5, seat 0 is landlord."""
    record = [0] * COLUMNS
    record[MAIN], record[RANK], record[LANDLORD], record[LEADER] = 0, 3, 0, 2
    record[STREAM], record[PLAYED], record[POINTS] = 1, 96, 40
    for seat, cards in enumerate(("D5", "S2", "H5", "C5")):
        record[HANDS + 2 * seat], record[HANDS + 2 * seat + 1] = under(SPADES_FIVE, cards)
    record[BURIED], record[BURIED + 1] = under(SPADES_FIVE, "H3H3H4H4C3C4HTHK")
    return record


def test_a_trick_goes_to_the_highest_and_of_equals_to_the_first() -> None:
    record = four_cards()
    for cards in ("H5", "C5", "D5", "S2"):
        assert is_sound(record)
        put(record, *under(SPADES_FIVE, cards))
    assert (record[WINNER], record[LEADER], record[PLACED], record[ON_TABLE]) == (2, 2, 0, 15)
    assert record[POINTS] == 40  # seat 2 is the landlord's partner
    assert record[PLAYED] == 100


def test_the_attackers_take_twice_the_kitty_with_a_last_single() -> None:
    record = four_cards()
    record[LANDLORD] = 1
    for cards in ("H5", "C5", "D5", "S2"):
        put(record, *under(SPADES_FIVE, cards))
    assert record[LARGEST] == 1
    assert record[POINTS] == 40 + 15 + 2 * 20


def test_a_seat_that_does_not_follow_has_shown_that_it_is_out() -> None:
    record = four_cards()
    record[HANDS + 4], record[LEADER] = under(SPADES_FIVE, "H3")[0], 2
    put(record, *under(SPADES_FIVE, "H3"))
    assert (turn_of(record), record[SIZE], record[BEST]) == (3, 1, 2)
    put(record, *under(SPADES_FIVE, "C5"))
    assert record[LACKS] == 1 << 5 * 3 + 1
    assert (record[WINNER], record[BEST]) == (3, 25)


def test_a_seat_does_not_see_the_others_nor_the_kitty_it_has_not_buried() -> None:
    record = four_cards()
    hidden = Pile(*under(SPADES_FIVE, "S2H5C5"))
    assert unseen_by(record, 0) == hidden.masks[:2]
    kitty = Pile(record[BURIED], record[BURIED + 1])
    others = Pile(*under(SPADES_FIVE, "D5H5C5")).plus(kitty)
    assert unseen_by(record, 1) == others.masks[:2]


# --- What is no record ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("column", "number"),
    [
        *((MAIN, 5), (MAIN, -1), (RANK, 13), (LANDLORD, 4), (LEADER, -1), (PLACED, 4)),
        *((PLACED, 1), (STREAM, 0), (LACKS, 1 << 20), (PLAYED, 95), (POINTS, 1 << 40)),
        *((LARGEST, 25), (ON_TABLE, -5), (HANDS, 0), (HANDS, 1 << 54), (HANDS, 3), (HANDS + 1, 1)),
        (BURIED, 0),
    ],
)
def test_another_number_makes_it_no_record(column: int, number: int) -> None:
    record = four_cards()
    assert is_sound(record)
    record[column] = number
    assert not is_sound(record)


def test_what_is_said_of_the_lead_must_be_so() -> None:
    record = four_cards()
    put(record, *under(SPADES_FIVE, "H5"))
    assert is_sound(record)
    for column in range(TABLE, POINTS):
        if column in (MAIN, RANK, LANDLORD, LEADER, ON_TABLE) or TABLE + 2 <= column < MAIN:
            continue
        wrong = list(record)
        wrong[column] += 1 << 6
        assert not is_sound(wrong), column


def test_a_throw_on_the_table_makes_it_no_record() -> None:
    record = four_cards()
    record[PLAYED] = 92
    for seat, cards in enumerate(("D5D6", "S2S6", "HTHQ", "C5C6")):
        record[HANDS + 2 * seat], record[HANDS + 2 * seat + 1] = under(SPADES_FIVE, cards)
    assert is_sound(record)
    put(record, *under(SPADES_FIVE, "HTHQ"))
    assert not is_sound(record)


def test_a_number_from_which_no_random_numbers_come_is_no_stream() -> None:
    record = four_cards()
    for stream in (STILL, STILL + 1, 2**63 - 1, -1):
        record[STREAM] = stream
        assert not is_sound(record)


def test_rounds_that_anybody_has_written_are_played_to_their_end() -> None:
    # Machine code heeds no Ctrl-C: a round that never ends shows only from outside.
    fresh_python(
        "import faulthandler\n"
        "from random import Random\n"
        "import numpy as np\n"
        "from suitwise.stepping.loop import STILL\n"
        "from suitwise.tractor.arrays.packed import COLUMNS, STREAM, TRACTORS\n"
        "from suitwise.tractor.arrays.packed import is_sound\n"
        "from suitwise.tractor.arrays.batch import deal_rounds, outcomes, step\n"
        "random, written, plain = Random(1), [], deal_rounds(150, 1)\n"
        "led = step(deal_rounds(10_000, 2), 1)\n"
        "led = led[led[:, TRACTORS] > 0]\n"  # the replies are drawn until one will do
        "for rows in (led, plain, *(step(plain, plays) for plays in (1, 30, 50, 70))):\n"
        "    for row in rows.tolist():\n"
        "        for stream in (STILL, STILL - 1, 1 << random.randrange(63)):\n"
        "            written.append([*row[:STREAM], stream])\n"
        "        row[random.randrange(COLUMNS)] ^= 1 << random.randrange(63)\n"
        "        written.append(row)\n"
        "sound = [row for row in written if is_sound(row)]\n"
        "assert len(written) // 2 < len(sound) < len(written)\n"
        "outcomes(step(plain[:1]))\n"  # all is compiled before the clock starts
        "faulthandler.dump_traceback_later(30, exit=True)\n"
        "for policies in (('random', 'random'), ('rules', 'random')):\n"
        "    played = step(np.array(sound), 100, policies=policies)\n"
        "    assert (outcomes(played).cards == 100).all()\n"
    )
