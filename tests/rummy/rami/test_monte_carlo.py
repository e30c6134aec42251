"""Playouts of rami in arrays, and the player that searches with them."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest

from suitwise.cards import ANY_JOKER
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import machine, over_rows
from suitwise.game import CHANCE, OVER, play
from suitwise.rummy.rami.arrays import course, policy
from suitwise.rummy.rami.arrays.cards import MULTISET, nth_kind, size_of
from suitwise.rummy.rami.arrays.melds import (
    code_of,
    high_of,
    is_set,
    jokers_of,
    low_of,
    rank_of_set,
    suit_of,
    suits_of_set,
    wilds_of_run,
)
from suitwise.rummy.rami.arrays.record import (
    BEST_GAIN,
    COLUMNS,
    HANDS,
    MOVER,
    N_TABLE,
    OPENED,
    OUT,
    PHASE,
    PILE,
    SCORES,
    SEC_NOW,
    STOCK,
    TABLE,
    kind_number,
    options_of,
    write_state,
)
from suitwise.rummy.rami.game import Rami
from suitwise.rummy.rami.players import playouts
from suitwise.rummy.rami.players.monte_carlo import (
    MonteCarloRami,
    Rolls,
    Sampling,
    candidates,
)
from suitwise.rummy.rami.players.playouts import is_known
from suitwise.rummy.rami.players.rule_based import RamiPlayer
from suitwise.rummy.rami.rules.house import scores
from suitwise.rummy.rami.rules.moves import CARD_MOVES, RamiMove
from suitwise.rummy.rami.rules.turn import Turn, cards_laid, wilds_of
from suitwise.rummy.rami.solve import left_points, most_points, openings
from suitwise.rummy.rami.state import RamiState
from suitwise.rummy.rules.cards import Cards, all_cards, in_order
from suitwise.rummy.rules.melds import Meld, Run, Set
from suitwise.stepping.loop import STREAM, opened
from tests.rummy.rami.records import moves_alike

HOUSES = ["rami51", "rami71", "rami101", "romme"]
READY = "play 8 high 60 | HQ C2 C3 D4 D8 SK / S2 H5 D7 D9 CT | yes yes | HTHJ[HQ]/S9H9C9 | D5 | "


def ready() -> RamiState:
    return Rami(deals=1).parse(READY + "- / - | - | 0 0")


def meld_coded(code: int) -> Meld:
    """Return the meld of a code."""
    if is_set(code):
        suits = tuple(suit for suit in range(4) if suits_of_set(code) >> suit & 1)
        return Set(rank_of_set(code), suits, jokers_of(code))
    wilds = tuple(rank for rank in range(15) if wilds_of_run(code) >> rank & 1)
    return Run(suit_of(code), low_of(code), high_of(code), wilds)


def cards_at(record: Any, at: int) -> Cards:
    kinds = [int(nth_kind(record, at, place)) for place in range(size_of(record, at))]
    return in_order(kind if kind < 52 else ANY_JOKER for kind in kinds)


def some_hand(rng: Random, size: int, jokers: int) -> Cards:
    deck = [*range(52)] * 2
    rng.shuffle(deck)
    return in_order([*deck[: size - jokers], *[ANY_JOKER] * jokers])


def in_play(variant: Rami, hand: Cards, has_opened: bool = False) -> RamiState:
    """Return a position in which seat 0 plays from a hand."""
    other = some_hand(Random(1), 5, 0)
    hands, known = (hand, other), ((), ())
    return RamiState(variant, "play", hands, (has_opened, False), known, (0, 0), 4, pile=((3, 1),))


# --- The best melds of a hand ---------------------------------------------------------------------


@pytest.mark.parametrize("house", HOUSES)
def test_the_best_melds_of_a_hand_are_those_of_the_solver(house: str) -> None:
    variant = Rami(house, deals=1, opening=40)
    options, rules = options_of(variant), variant.rules
    rng, found = Random(4), Counter[bool]()
    for _ in range(150):
        hand = some_hand(rng, variant.cards + 1, rng.choice((0, 0, 1)))
        record = [0] * COLUMNS
        write_state(record, in_play(variant, hand))
        best = partial(policy.find_best, record, options, HANDS)
        has_any = best(policy.MOST_COST)
        laid = record[BEST_GAIN] if has_any else 0
        assert sum(map(rules.cost, hand)) - laid == left_points(hand, rules)
        is_pure = variant.pure == "yes"
        has_any = best(policy.MOST_POINTS)
        most = most_points(hand, rules, is_pure, 1)
        assert (record[BEST_GAIN] if has_any else -1) == (most or -1)
        turn = Turn(variant, hand, drawn=True, number=3)
        gains = [opening_gain(turn, move) for move in openings(turn)]
        has_any = best(policy.TO_OPEN)
        assert has_any == bool(gains)
        assert not gains or record[BEST_GAIN] == max(gains)
        found[bool(gains)] += 1
    assert min(found[True], found[False]) > 2


def opening_gain(turn: Turn, move: RamiMove) -> int:
    """Return the points that an opening takes from the hand, a joker counted as a loss."""
    cards, rules = cards_laid(move), turn.house.rules
    jokers = cards.count(ANY_JOKER)
    return sum(map(rules.cost, cards)) - 2 * jokers * rules.joker_points


# --- A deal ---------------------------------------------------------------------------------------


def dealt(variant: Rami, seed: int, number: int) -> list[int]:
    """Return the record of a deal before its first turn."""
    record = [0] * COLUMNS
    course.deal_cards(record, options_of(variant), opened(seed, 2 * number))
    record[STREAM] = opened(seed, 2 * number + 1)
    return record


def played_on(variant: Rami, dealt: list[int]) -> Any:
    """Return the record of a deal that machine code has played out, as a world of which all is known."""
    after = np.array([dealt])
    worlds, work = after[:, HANDS:].copy(), np.zeros((1, COLUMNS), np.int64)
    nothing = np.zeros(1, np.int64)
    given = (after, worlds, after[:, STREAM].copy(), nothing, np.array(options_of(variant)))
    over_rows(playouts.roll_row)((*given, 0, nothing, work), np.zeros((1, 1), int), 0, 1)
    return work[0]


@pytest.mark.exhaustive
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("house", HOUSES)
def test_a_playout_keeps_the_cards_and_the_rules_and_scores_as_the_game_does(
    house: str, seats: int, exhaustive: bool
) -> None:
    variant = Rami(house, seats=seats, deals=1)
    pack = Counter(map(kind_number, all_cards(variant.jokers)))
    for number in range(300 if exhaustive else 30):
        record = played_on(variant, dealt(variant, 9, number))
        assert record[PHASE] >= OUT
        melds = [meld_coded(int(code)) for code in record[TABLE : TABLE + record[N_TABLE]]]
        assert [code_of(meld) for meld in melds] == record[TABLE:][: len(melds)].tolist()
        assert not any(meld.fault(variant.rules) for meld in melds)
        hands = [cards_at(record, HANDS + MULTISET * seat) for seat in range(seats)]
        cards = [*cards_at(record, PILE), *cards_at(record, STOCK), *sum(hands, ())]
        cards += [int(card) for meld in melds for card in meld.cards]
        cards += [ANY_JOKER] * sum(map(wilds_of, melds))
        assert Counter(map(kind_number, cards)) == pack
        out, sec = int(record[MOVER]), int(record[SEC_NOW])
        has_opened = [bool(one) for one in record[OPENED : OPENED + seats]]
        told = scores(hands, has_opened, out, sec > 0, sec == 1, variant)
        expected = told if record[PHASE] == OUT else (0,) * seats
        assert tuple(record[SCORES : SCORES + seats].tolist()) == expected
        assert (record[PHASE] == OUT) == (not hands[out])


@pytest.mark.parametrize("house", HOUSES)
def test_plain_python_plays_out_as_machine_code_does(house: str) -> None:
    variant = Rami(house, deals=1)
    for number in range(3):
        plain = dealt(variant, 5, number)
        compiled = played_on(variant, plain)
        playouts.play_on(plain, options_of(variant))
        assert compiled.tolist() == plain


@pytest.mark.exhaustive
@pytest.mark.parametrize("house", HOUSES)
def test_every_card_that_a_playout_discards_and_every_pile_it_takes_are_legal(
    house: str, exhaustive: bool
) -> None:
    variant = Rami(house, deals=1)
    options = options_of(variant)
    for seed in range(30 if exhaustive else 3):
        state: Any = variant.start()
        index = 0
        while state.turn != OVER:
            if state.turn == CHANCE:
                state, index = state.rolled(seed, 0, index)
                continue
            record = [0] * COLUMNS
            write_state(record, state)
            if state.phase == "draw":
                may = course.may_take_pile(record, options)
                assert may == (state.why_not("pile") is None)
            elif not state.as_turn.is_owing:
                kind = policy.worst_card(record, options)
                assert CARD_MOVES[kind if kind < 52 else ANY_JOKER] in state.moves()
            state = state.after(RamiPlayer()(state))


# --- What a card helps ------------------------------------------------------------------------------


def test_a_card_helps_by_the_copies_out_that_make_a_meld_with_one_of_the_hand() -> None:
    def word(cards: str) -> int:
        suits = "SHDC"
        ranks = "A23456789TJQK"
        return sum(
            1 << 16 * suits.index(card[0]) + ranks.index(card[1]) + 1 for card in cards.split()
        )

    kind = 13 * 1 + 5  # H7
    out = word("H5 H6 H8 H9 S7 D7")
    assert policy.help_of(0, out, out, kind) == 0
    assert policy.help_of(word("H8"), out, 0, kind) == 5 * 2
    assert policy.help_of(word("H8"), out, out, kind) == 5 * 4
    assert policy.help_of(word("H9"), out, 0, kind) == 5 * 1
    assert policy.help_of(word("C7"), out, word("S7"), kind) == 2 * 1 * 3
    assert policy.help_of(word("H6 H8"), out, 0, kind) == 5 * 2
    assert policy.help_of(word("SQ"), word("SK"), 0, 12) == 5  # the ace of spades, above the king
    assert policy.help_of(word("S2"), word("S3"), 0, 12) == 5  # and below the two


@pytest.mark.parametrize("suit", range(4))
def test_a_run_of_any_suit_can_spare_its_ends_and_a_set_any_card(suit: int) -> None:
    run, a_set = 0b11110 << 16 * suit, sum(0b10 << 16 * other for other in range(4))
    for spared in (policy._loose_cards, machine(policy._loose_cards)):
        assert spared(run) == 0b10010 << 16 * suit
        assert spared(a_set) == a_set


# --- The player -----------------------------------------------------------------------------------


@pytest.mark.exhaustive
@pytest.mark.parametrize("house", HOUSES)
def test_deals_are_played_to_their_end(house: str, exhaustive: bool) -> None:
    """In every second house turns are staged; in full every house is played both ways."""
    for staged in (False, True) if exhaustive else (HOUSES.index(house) % 2 == 1,):
        variant = Rami(house, seats=3, deals=1, staged=staged)
        record = play(variant.start(), MonteCarloRami(worlds=3), seed=2)
        assert sum(won != 0 for won in record.returns) >= 2


def test_the_player_moves_alike_in_worlds_that_its_seat_can_t_tell_apart() -> None:
    moves_alike(Rami("rami51", deals=1), MonteCarloRami(worlds=10))


def test_the_worlds_are_those_of_the_game() -> None:
    state = ready()
    rolls = Rolls(state, tuple(candidates(state)), seed=7)
    worlds, _ = rolls._worlds(4, 100)
    for number, row in enumerate(worlds):
        world = state.resample(0, 7, 100 + number)
        assert [cards_at(row, MULTISET * seat) for seat in (0, 1)] == [*world.hands]
        assert cards_at(row, MULTISET * 2) == world.stock


def test_to_lay_what_wins_at_once_is_worth_what_the_other_holds() -> None:
    text = "play 8 high 60 | C2 C3 C4 SK / S2 H5 D7 D9 CT | yes yes | HTHJHQ/S9H9C9 | D5 | "
    state = Rami(deals=1).parse(text + "- / - | - | 0 0")
    moves = state.parse_move("lay:C2C3C4"), state.parse_move("SK")
    rolls = Rolls(state, moves, seed=1)
    worlds, _ = rolls._worlds(20, 0)
    points = [
        sum(map(state.variant.rules.cost, cards_at(row, MULTISET))) + state.variant.win
        for row in worlds
    ]
    leads = rolls.leads(20, 0)
    assert leads[:, 0].tolist() == points
    assert leads[:, 1].sum() < leads[:, 0].sum()
    assert MonteCarloRami(worlds=20)(state) == moves[0]


def test_a_seat_whose_stock_is_spent_plays_from_the_pile_that_is_turned_over() -> None:
    variant = Rami("romme", deals=1, draws=10_000)
    rest = [*all_cards(variant.jokers)]
    hands = in_order(rest[:4]), in_order(rest[4:9])
    pile = tuple((card, number % 2) for number, card in enumerate(rest[9:]))
    played = len(pile) + 1
    state = RamiState(variant, "draw", hands, (False, False), ((), ()), (0, 0), played, pile=pile)
    assert not state.stock
    rolls = Rolls(state, (RamiMove("stock"), RamiMove("pile")), seed=3)
    assert rolls.has_stock.tolist() == [0, 1]
    assert size_of(rolls.after[0], STOCK) == len(pile) - 1
    assert rolls.leads(3, 0).shape == (3, 2)


def test_the_reason_names_the_lead() -> None:
    advice = MonteCarloRami(worlds=40).advice(ready())
    assert "better than the next best move in 40 deals" in str(advice.why)


@pytest.mark.parametrize("options", [{"seats": 5}, {"out": "free"}, {"set_joker": "both"}], ids=str)
def test_in_houses_that_arrays_do_not_know_it_plays_by_the_rules(options: dict[str, Any]) -> None:
    variant = Rami("romme", deals=1, **options)
    assert not is_known(variant)
    state: Any = variant.start()
    index = moves = 0
    while moves < 12:
        if state.turn == CHANCE:
            state, index = state.rolled(5, 0, index)
            continue
        move = MonteCarloRami(worlds=2)(state)
        assert move == RamiPlayer()(state)
        state, moves = state.after(move), moves + 1


@pytest.mark.parametrize("options", [(0, 0.0), (10, -1.0)])
def test_other_numbers_of_worlds_are_refused(options: tuple[int, float]) -> None:
    with pytest.raises(SuitwiseError):
        Sampling(*options)


def seated(players: dict[int, Any]) -> Any:
    """Return a chooser that lets each seat's player choose."""
    return lambda state: players[state.turn](state)


def led(house: str, deals: int, worlds: int) -> list[float]:
    """Return by how much the player was ahead of ``RamiPlayer`` in mirrored deals, per deal."""
    found = []
    for seed in range(deals):
        lead = 0.0
        for seat in (0, 1):
            players = {seat: MonteCarloRami(worlds), 1 - seat: RamiPlayer()}
            record = play(Rami(house, deals=1).start(), seated(players), seed=seed)
            lead += (record.returns[seat] - record.returns[1 - seat]) / 2
        found.append(lead)
    return found


@pytest.mark.exhaustive
@pytest.mark.parametrize("house", ["rami51", "romme"])
def test_search_beats_rules(house: str, exhaustive: bool) -> None:
    """Play 2 mirrored deals in 20 worlds by default, 150 in 100 worlds under --exhaustive.

    There the interval excludes zero.
    """
    leads = led(house, 150, 100) if exhaustive else led(house, 2, 20)
    mean = sum(leads) / len(leads)
    spread = (sum((lead - mean) ** 2 for lead in leads) / (len(leads) - 1) / len(leads)) ** 0.5
    assert mean > (1.96 * spread if exhaustive else -100)
