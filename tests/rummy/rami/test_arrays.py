"""Rami in arrays against the objects: every mask, every step, every observation, every score."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.cards import ANY_JOKER
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import over_rows
from suitwise.rummy.rami.arrays import endings
from suitwise.rummy.rami.arrays.cards import MULTISET, nth_kind, size_of, take_kind
from suitwise.rummy.rami.arrays.record import (
    COLUMNS,
    HANDS,
    KNOWN,
    LEGAL,
    MOVER,
    N_CHOSEN,
    N_TABLE,
    OPENED,
    PLAYED,
    STOCK,
    TABLE,
    TOP,
    kind_number,
    options_of,
    write_state,
)
from suitwise.rummy.rami.arrays.stepped import batch_of
from suitwise.rummy.rami.game import Rami
from suitwise.rummy.rami.players import playouts
from suitwise.rummy.rami.rules.moves import CARD_MOVES, RamiMove, read_table, text_of
from suitwise.rummy.rami.rules.numbers import ACTIONS, DONE, number_of, numbered_move
from suitwise.rummy.rami.rules.turn import Turn, cards_laid
from suitwise.rummy.rami.solve import can_end, listed_melds
from suitwise.rummy.rami.state import RamiState
from suitwise.rummy.rules.cards import Cards, all_cards, in_order, without
from suitwise.stepping.loop import HEAD, OVER, STREAM
from suitwise.stepping.noted import is_noted
from suitwise.stepping.steps import Steps
from tests.rummy.rows import Row
from tests.stepped import digest_in_simulator, digest_of

Record = NDArray[np.int64]

HOUSES: dict[str, dict[str, Any]] = {
    "rami51, two seats": {"house": "rami51"},
    "rami51, three seats": {"house": "rami51", "seats": 3},
    "rami51, four seats": {"house": "rami51", "seats": 4},
    "rami71, two seats": {"house": "rami71"},
    "rami71, four seats": {"house": "rami71", "seats": 4},
    "rami71, one joker a meld": {"house": "rami71", "most_wilds": 1, "opening": 30},
    "rami101": {"house": "rami101"},
    "romme, two seats": {"house": "romme"},
    "romme, three seats": {"house": "romme", "seats": 3},
    "romme, four seats": {"house": "romme", "seats": 4, "raises": "yes"},
    "low minimum, rising": {"house": "rami51", "opening": 20, "raises": "yes", "pure": "no"},
    "taken for use, jokers to the table": {
        "house": "rami51",
        "opening": 20,
        "taken": "lay",
        "pile_from": 1,
        "jokers": 8,
    },
    "jokers to the hand, the stock void": {
        "house": "rami51",
        "opening": 30,
        "taken": "hand",
        "stock": "void",
        "jokers": 6,
    },
    "romme to new melds": {"house": "romme", "taken": "meld", "most_wilds": 1, "opening": 20},
    "few draws": {"house": "romme", "draws": 9, "jokers": 0, "last": "stock"},
}
"""The houses and switches that are compared, with names."""
SEEDS = dict(zip(HOUSES, (0, 8, 4, 3, 8, 8, 21, 8, 0, 9, 8, 6, 9, 3, 0), strict=True))
"""Of each the seed of a deal in which cards are drawn, taken, laid and added, and somebody goes out."""


def house(name: str) -> Rami:
    return Rami(**HOUSES[name], deals=1, staged=True)


def record_of(state: RamiState) -> Record:
    record = np.zeros(COLUMNS, np.int64)
    write_state(record, state)
    return record


def legal_in(record: Any) -> list[int]:
    """Return the actions that a record notes as legal."""
    return [number for number in range(ACTIONS) if is_noted(record, LEGAL, number)]


def with_moves(record: Record, variant: Rami) -> Record:
    """Note the legal actions of a record in it, as the policy's first step does; return it."""
    over_rows(playouts._choose_row)((record, np.array(options_of(variant))), np.zeros(1, int), 0, 1)
    return record


def numbers_of(state: RamiState) -> list[int]:
    return sorted(map(number_of, state.moves()))


def told(record: Record) -> list[int]:
    """Return what a record tells of its position: the melds beyond the last are left over."""
    found = record[HEAD:LEGAL].copy()
    found[TABLE - HEAD + record[N_TABLE] : N_CHOSEN - HEAD] = 0
    return [int(one) for one in found]


def chooser(rng: Random) -> Any:
    """Return a chooser that is more or less eager to lay cards."""
    eager = rng.choice((0.3, 0.9, 0.99))

    def choose(moves: list[int]) -> int:
        laying = [one for one in moves if numbered_move(one).kind not in ("card", "stock")]
        return rng.choice(laying if laying and rng.random() < eager else moves)

    return choose


def row_of(variant: Rami, **options: bool) -> Row:
    return Row(batch_of(variant), LEGAL, **options)


def compared(row: Row, state: RamiState, seed: int, kinds: Counter[str]) -> None:
    """Play a deal by the objects, and hold every step and every mask of the record against it."""
    choose = chooser(Random(seed))
    legal = numbers_of(state)
    while state.turn >= 0:
        number = choose(legal)
        kinds[numbered_move(number).kind] += 1
        record = row.after(record_of(state), legal, number)
        state = followed(state, number, record)
        legal = numbers_of(state) if state.turn >= 0 else []
        assert told(record) == told(record_of(state)), str(state)
        assert legal_in(record) == legal, str(state)
    kinds[state.phase] += 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", HOUSES)
def test_every_mask_and_every_step_is_that_of_the_objects(name: str, exhaustive: bool) -> None:
    """A deal of each house in which everything is done, in full 200; of few draws none is won."""
    kinds: Counter[str] = Counter()
    variant = house(name)
    row = row_of(variant)
    for seed in range(200) if exhaustive else (SEEDS[name],):
        compared(row, dealt(row.dealt(seed), variant), seed, kinds)
    assert {"stock", "card", "pile", "lay", "done", "add"} <= set(kinds)
    assert {"take", "out"} <= set(kinds) or variant.draws < 10


@pytest.mark.parametrize("name", ["rami51, three seats", "romme, two seats"])
def test_plain_python_steps_as_machine_code_does(name: str) -> None:
    kinds: Counter[str] = Counter()
    variant = house(name)
    row = row_of(variant, plain=True)
    compared(row, dealt(row.dealt(3), variant), 3, kinds)
    assert sum(kinds.values()) > 20


# --- Hands that have many first melds ---------------------------------------------------------------


def openings_by_brute_force(turn: Turn, chosen: tuple[str, ...]) -> set[int]:
    """Return the next first melds, and ``done``, by trying all melds that the hand may lay."""
    numbers = {
        text_of(meld): number_of(RamiMove("lay", (text_of(meld),))) for meld in melds_of(turn)
    }

    def opens(melds: tuple[str, ...]) -> bool:
        return not any(turn.faults(RamiMove("open", melds)))

    def begins(melds: tuple[str, ...], left: Cards) -> bool:
        if opens(melds) and can_end(turn.after(RamiMove("open", melds))):
            return True
        return any(
            begins((*melds, text), rest)
            for text, number in numbers.items()
            if number >= numbers[melds[-1]] and (rest := taken(left, text)) is not None
        )

    left = without(turn.hand, cards_laid(RamiMove("open", chosen)))
    least = numbers[chosen[-1]] if chosen else 0
    found = {DONE} if chosen and opens(chosen) else set()
    for text, number in numbers.items():
        rest = taken(left, text)
        if number >= least and rest is not None and begins((*chosen, text), rest):
            found.add(number)
    return found


def melds_of(turn: Turn) -> Any:
    return listed_melds(turn.hand, turn.house.rules)


def taken(hand: Cards, meld: str) -> Cards | None:
    """Return what is left of a hand without a meld and with a card to discard; None if it lacks any."""
    cards = cards_laid(RamiMove("lay", (meld,)))
    left = without(hand, cards)
    return left if left and len(left) == len(hand) - len(cards) else None


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["rami51", "rami71", "rami101", "romme"])
def test_first_melds_are_those_that_trying_all_finds_in_hands_with_jokers(
    name: str, exhaustive: bool
) -> None:
    variant = Rami(name, deals=1, staged=True)
    for seed in range(120 if exhaustive else 8):
        rng = Random(seed)
        jokers = rng.choice((0, 1, 2, 3, 4))
        deck = [*range(52)] * 2
        rng.shuffle(deck)
        size = variant.cards + 1
        hand = in_order([*deck[: size - jokers], *[ANY_JOKER] * jokers])
        other = in_order(deck[size : size + variant.cards])
        pile = ((deck[-1], 0),)
        state = RamiState(
            variant, "play", (hand, other), (False, False), ((), ()), (0, 0), 3, pile=pile
        )
        while not state.opened[state.seat]:
            found = legal_in(with_moves(record_of(state), variant))
            assert found == numbers_of(state), str(state)
            tried = openings_by_brute_force(state.as_turn, state.chosen)
            assert {one for one in found if not 3 < one < 57} == tried, str(state)
            if not tried:
                break
            state = state.followed_by(numbered_move(rng.choice(sorted(tried))))


# --- Jokers that only melds with several can lay ------------------------------------------------------

FULL = "S9H9D9[9]/SKHKDKCK/S8H8D8C8", "SAS2S3S4S5S6S7S8S9STSJSQSK/S9H9D9C9"
"""Tables to which no joker can be added."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("most_wilds", [2, 3, 12])
def test_done_lays_the_melds_with_several_jokers_where_nothing_else_will_do(
    most_wilds: int, exhaustive: bool
) -> None:
    variant = Rami("rami71", deals=1, staged=True, jokers=6, most_wilds=most_wilds)
    row, options = row_of(variant), options_of(variant)
    seen: Counter[bool] = Counter()
    for seed in range(1500 if exhaustive else 150):
        rng = Random(seed)
        jokers = rng.choice((2, 2, 3, 4))
        deck = [card for card in range(52) if card // 13]
        rng.shuffle(deck)
        hand = in_order([*deck[: rng.choice((1, 2, 3, 4, 5))], *[ANY_JOKER] * jokers])
        state = RamiState(
            variant,
            "play",
            (hand, (5,)),
            (True, True),
            (hand, ()),
            (0, 0),
            20,
            table=read_table(rng.choice(FULL)),
            pile=((7, 1),),
            highest=80,
            barred=rng.choice((-1, hand[0])),
            owed=(ANY_JOKER,) * rng.choice((1, 1, min(2, jokers))),
        )
        ends = can_end(state.as_turn)
        found = endings.can_end(record_of(state).tolist(), options, HANDS, 0)
        assert found == ends, str(state)
        if not ends:
            continue
        legal = legal_in(with_moves(record_of(state), variant))
        assert legal == numbers_of(state), str(state)
        seen[DONE in legal] += 1
        if DONE in legal:
            record = row.after(record_of(state), legal, DONE)
            after = record_of(state.followed_by(numbered_move(DONE)))
            assert told(record) == told(after), str(state)
    assert min(seen[True], seen[False]) > 10


# --- Many rows ------------------------------------------------------------------------------------


def followed(state: RamiState, number: int, after: Record) -> RamiState:
    """Return the state after an action, the card that it draws read from the record."""
    seat = state.turn
    hand = state.hands[seat]
    state = state.followed_by(numbered_move(number))
    if state.phase == "stock":
        at = HANDS + MULTISET * seat
        kinds = (nth_kind(after, at, place) for place in range(size_of(after, at)))
        (drawn,) = (Counter(kinds) - Counter(map(kind_number, hand))).elements()
        state = state.followed_by(CARD_MOVES[drawn if drawn < 52 else ANY_JOKER])
    return state


def dealt(record: Record, variant: Rami) -> RamiState:
    """Return the position of a record at the beginning of a deal."""

    def card(kind: int) -> int:
        return kind if kind < 52 else ANY_JOKER

    def cards(at: int) -> Cards:
        return in_order(card(nth_kind(record, at, place)) for place in range(size_of(record, at)))

    hands = tuple(cards(HANDS + MULTISET * seat) for seat in range(variant.seats))
    closed, nothing = (False,) * variant.seats, ((),) * variant.seats
    phase: Any = "play" if variant.starts == "extra" else "draw"
    pile = ((card(int(record[TOP])), -1),) if record[TOP] >= 0 else ()
    assert record[PLAYED] == record[MOVER] == 0
    assert not any(record[OPENED : OPENED + variant.seats])
    assert not record[KNOWN]
    return RamiState(variant, phase, hands, closed, nothing, (0,) * variant.seats, pile=pile)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", HOUSES)
def test_rows_show_what_the_seat_on_turn_sees_and_score_as_the_game_does(
    name: str, exhaustive: bool
) -> None:
    variant = house(name)
    count, turns = (24, 400) if exhaustive else (4, 60)
    steps = Steps(batch_of(variant), count, seed=8, others="self", autoreset="same")
    states = [dealt(record, variant) for record in steps.records]
    rngs = [Random(row) for row in range(count)]
    choosers = [chooser(rng) for rng in rngs]
    ended = 0
    for _ in range(turns):
        for row, state in enumerate(states):
            assert steps.seats[row] == state.turn
            assert np.flatnonzero(steps.masks[row]).tolist() == numbers_of(state), str(state)
            assert np.array_equal(steps.observations[row], state.observe(state.turn)), str(state)
        actions = np.array(
            [choosers[row](np.flatnonzero(steps.masks[row]).tolist()) for row in range(count)]
        )
        seats, records = steps.seats.copy(), steps.records.copy()
        steps.step(actions)
        for row, record in enumerate(steps.records):
            if steps.ended[row] == OVER:
                ended += 1
                states[row] = states[row].followed_by(numbered_move(int(actions[row])))
                assert states[row].turn < 0
                assert steps.returns[row].tolist() == list(states[row].returns())
                assert np.array_equal(steps.last[row], states[row].observe(int(seats[row])))
                states[row] = dealt(record, variant)
            else:
                assert not np.array_equal(record, records[row])
                states[row] = followed(states[row], int(actions[row]), record)
    assert ended or not exhaustive


@pytest.mark.parametrize("others", ["random", "self"])
def test_rows_in_plain_python_and_on_a_gpu_step_alike(others: str) -> None:
    variant = "Rami('romme', deals=1, staged=True, opening=20)"
    sizes: dict[str, Any] = {"count": 4, "turns": 40, "others": others}
    batch = batch_of(Rami("romme", deals=1, staged=True, opening=20))
    compiled = digest_of(batch, "machine", **sizes)
    assert digest_of(batch, "python", **sizes) == compiled
    where = (
        "from suitwise.rummy.rami.game import Rami; "
        f"from suitwise.rummy.rami.arrays.stepped import batch_of; batch_of({variant})"
    )
    assert digest_in_simulator(where, **sizes) == compiled


def test_a_seat_that_moves_at_random_makes_each_legal_move_as_often() -> None:
    variant = house("romme, two seats")
    batch = batch_of(variant)
    record = row_of(variant).dealt(11).tolist()
    legal = legal_in(record)
    made: Counter[int] = Counter()
    for number in range(40 * len(legal)):
        after = [*record]
        after[STREAM] = (number * 7919 + 12345) << 20 | 99991
        batch.rules.play_other(after, batch.options, 0)
        made[after[TOP]] += 1
    assert len(made) == len(legal)
    assert min(made.values()) > 15


def test_all_cards_of_the_packs_are_in_the_record() -> None:
    variant = house("romme, three seats")
    record = row_of(variant).dealt(5)
    found: list[int] = []
    for at in (HANDS, HANDS + 3, HANDS + 6, STOCK):
        while size_of(record, at):
            found.append(nth_kind(record, at, 0))
            take_kind(record, at, found[-1])
    assert Counter(found) == Counter(map(kind_number, all_cards(variant.jokers)))


@pytest.mark.parametrize(
    "options",
    [
        {"deals": 2, "staged": True},
        {"deals": 1},
        {"deals": 1, "staged": True, "seats": 5},
        {"deals": 1, "staged": True, "out": "free"},
        {"deals": 1, "staged": True, "joker_out": "no"},
        {"deals": 1, "staged": True, "set_joker": "both"},
        {"deals": 1, "staged": True, "most_wilds": 2},
    ],
    ids=str,
)
def test_what_arrays_do_not_know_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(SuitwiseError, match=r"single deals|arrays"):
        batch_of(Rami(**options))
