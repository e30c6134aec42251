"""Rounds of Tractor stepped in arrays: on every machine, with every landlord and rank."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from suitwise.errors import SuitwiseError
from suitwise.fields import bounds, places, width
from suitwise.foundation.arrays.compiled import rule
from suitwise.foundation.arrays.fitting import _reached, _rules_used
from suitwise.game import CHANCE, OVER, Chooser, load, move_at, play
from suitwise.game import Record as GameRecord
from suitwise.players import RandomPlayer
from suitwise.stepping.loop import ILLEGAL, rules_of
from suitwise.stepping.steps import Steps
from suitwise.tractor import Move, Pile, Tractor, TractorState
from suitwise.tractor.arrays.batch import play_rounds, replay
from suitwise.tractor.arrays.packed import BURIED, HANDS, LANDLORD, RANK
from suitwise.tractor.arrays.positions import state_of
from suitwise.tractor.arrays.stepped import course
from suitwise.tractor.arrays.stepped import game as stepped
from suitwise.tractor.arrays.stepped.actions import ACTIONS, THROW
from suitwise.tractor.arrays.stepped.course import POLICIES
from suitwise.tractor.arrays.stepped.game import batch_of, deals_of
from suitwise.tractor.arrays.stepped.play import deal, turn
from suitwise.tractor.arrays.stepped.positions import FIELDS, SEEN
from suitwise.tractor.arrays.stepped.record import PLAY_COLUMNS, ROUND, ROUND_END
from suitwise.tractor.moves import DECK, PASS
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.rules.levels import PAST_ACE, outcome_of
from suitwise.tractor.rules.piles import EMPTY, sum_of
from suitwise.tractor.rules.profile import STANDARD
from tests.stepped import digest_in_simulator, digest_of
from tests.tractor.stepped_rounds import (
    EVERY_RANK,
    OPTIONS,
    Record,
    allowed_in,
    dealt_record,
    seen_by,
    walked,
)


@pytest.mark.parametrize("others", ["random", "rules", "self"])
def test_plain_python_and_a_gpu_step_alike(others: str) -> None:
    """Two rows: with others a whole round and the beginning of the next; throws wherever they can be."""
    sizes: dict[str, Any] = {"count": 2, "turns": 27, "others": others, "seat": "any"}
    sizes["rare"] = THROW
    compiled = digest_of(EVERY_RANK, "machine", **sizes)
    assert digest_of(EVERY_RANK, "python", **sizes) == compiled
    batch = "from tests.tractor.stepped_rounds import EVERY_RANK; EVERY_RANK"
    assert digest_in_simulator(batch, **sizes) == compiled


def test_no_rule_that_a_gpu_runs_calls_itself() -> None:
    for fit in rules_of(EVERY_RANK.rules):
        reached = _reached(fit, set())
        assert len(reached) > 50
        assert not [rule.__name__ for rule in reached if rule in _rules_used(rule).values()]


# --- Variants -------------------------------------------------------------------------------------


def test_a_deal_has_the_landlord_and_the_rank_of_the_variant() -> None:
    for lord in range(4):
        options = batch_of(Tractor(match="deal", levels="5Q", landlord=lord)).options
        record = np.zeros(PLAY_COLUMNS, np.int64)
        deal(record, options, 1, lord)
        assert record[ROUND + LANDLORD] == lord
        assert record[ROUND + RANK] == (10 if lord & 1 else 3)


def test_landlords_and_ranks_are_drawn_evenly_where_none_is_given() -> None:
    rounds = Steps(EVERY_RANK, 5200, 4, others="self").records[:, ROUND:]
    together = Counter(zip(rounds[:, LANDLORD].tolist(), rounds[:, RANK].tolist(), strict=True))
    assert len(together) == 52
    assert sum((n - 100) ** 2 / 100 for n in together.values()) < 51 + 4 * (2 * 51) ** 0.5
    first = {int(dealt_record(0, seed)[ROUND + LANDLORD]) for seed in range(20)}
    assert first == {0, 1, 2, 3}


def test_an_illegal_action_costs_the_most_there_is_to_lose() -> None:
    assert EVERY_RANK.lowest == -13
    assert batch_of(Tractor(match="deal", levels="QQ")).lowest == -3
    steps = Steps(EVERY_RANK, 2, 1, others="random")
    steps.step(np.array([ACTIONS, -1]))
    assert steps.rewards.tolist() == [-13, -13]
    assert steps.ended.tolist() == [ILLEGAL, ILLEGAL]


@pytest.mark.parametrize("text", ["match", "duan", "standard(penalty=10)"])
def test_a_match_or_another_house_is_refused_with_what_would_be_right(text: str) -> None:
    variant = Tractor() if text == "match" else Tractor(text, match="deal")
    with pytest.raises(SuitwiseError, match=r"only tractor\(match=deal\) of the standard house"):
        batch_of(variant)


# --- Whole deals of Tractor in arrays are those of states and players -----------------------------


SEATINGS = (("random",) * 4, ("rules", "random"), ("random", "rules(throws=no)", "rules", "random"))


def by_objects(game: Tractor, number: int, seats: tuple[str, ...]) -> GameRecord:
    """Play a deal by states and players."""
    kinds: dict[str, Chooser] = {"rules": TractorPlayer(), "rules(throws=no)": TractorPlayer(False)}
    players = [kinds.get(name) or RandomPlayer(3, seat) for seat, name in enumerate(seats)]
    return play(game.start(), lambda state: players[state.turn](state), seed=8, stream=number)


def in_arrays(game: Tractor, number: int, seats: tuple[str, ...]) -> GameRecord:
    """Play it as a row."""
    policies = [POLICIES.index(name) for name in seats]
    (record,) = deals_of(game, 8, [number], 3, [range(4)], [policies])
    return record


@pytest.mark.exhaustive
@pytest.mark.parametrize("house", ["", ",levels=7A,landlord=1", ",levels=JJ,first=2"])
@pytest.mark.parametrize("seats", SEATINGS, ids=[" ".join(seats) for seats in SEATINGS])
def test_a_deal_is_the_same_to_the_last_move(
    house: str, seats: tuple[str, ...], exhaustive: bool
) -> None:
    game = load(f"tractor(match=deal{house})")
    assert isinstance(game, Tractor)
    for number in range(300 if exhaustive else 1):
        seated = seats * (4 // len(seats))
        assert in_arrays(game, number, seated) == by_objects(game, number, seated)


@rule
def no_bid(record: Any, row: int, given: Any, seat: int, cr: int, moves: Any) -> bool:
    """Let a seat pass."""
    course.note(record, moves, 0, 0)
    return False


@pytest.mark.exhaustive
def test_the_kitty_names_the_trump_of_a_deal_in_which_nobody_bids(
    monkeypatch: pytest.MonkeyPatch, exhaustive: bool
) -> None:
    """Of kitties with a rank card and without: 4, 40 in full."""
    monkeypatch.setattr(course, "ask", no_bid)
    monkeypatch.setattr(stepped, "quickest_rows", lambda rule, _: plainly(rule))
    player, turned = TractorPlayer(), set[int]()

    def passing(state: Any) -> Move:
        return PASS if state.phase == "bid" else player(state)

    game = Tractor(match="deal", first=3)
    for number in range(40 if exhaustive else 4):
        record = play(game.start(), passing, seed=8, stream=number)
        assert in_arrays(game, number, ("rules",) * 4) == record
        after_bids = record.moves[203:]
        turned.add(next(at for at, move in enumerate(after_bids) if len(move) > 2))
    assert 8 in turned
    assert min(turned) < 8


def plainly(rule: Any) -> Any:
    """Return the loop of a rule over rows in plain Python."""

    def loop(given: Any, records: Any, first: int, last: int) -> None:
        for row in range(first, last):
            rule(row, given, records)

    return loop


# --- Random matches to their end ------------------------------------------------------------------


PARTS = range(10)
"""The matches are played in parts, so that several processes can share them."""
MATCHES, SAMPLE = 10_000, 10
PROFILES = ("standard", "rbtying", "jerryyyu", "duan", "standard(defend=5TKA,penalty=10)")
VARIANT = "tractor(profile={})"


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", PARTS)
def test_random_matches_come_to_their_end(part: int, exhaustive: bool) -> None:
    each = (MATCHES if exhaustive else SAMPLE) // len(PARTS)
    for number in range(part * each, (part + 1) * each):
        end = played(VARIANT.format(PROFILES[number % len(PROFILES)]), number)
        assert end.outcome is not None
        assert sorted(end.returns()) == [-1, -1, 1, 1]
        if "A" in end.profile.defend:
            assert end.levels[end.current_landlord & 1] == 12
            assert end.returns()[end.current_landlord] == 1


def played(variant: str, seed: int) -> TractorState:
    """Play a match with moves drawn uniformly among the legal ones."""
    state, index = load(variant).start().rolled(seed, 0)
    choose = Random(seed)
    while state.turn != OVER:
        moves = state.moves()
        state = state.after(move_at(moves, choose.randrange(len(moves))))
        assert isinstance(state, TractorState)
        if state.phase == "end":
            check_deal(state)
        if state.turn == CHANCE:
            state, index = state.rolled(seed, 0, index)
    assert isinstance(state, TractorState)
    return state


def check_deal(end: TractorState) -> None:
    """See that every card has been played or buried, and every seat has played 25."""
    assert end.buried is not None
    plays = [play for trick in end.tricks for play in trick.plays]
    assert sum_of([*plays, end.buried], packs=2) == DECK
    assert end.held == (EMPTY,) * 4
    assert sum(play.size for play in plays) == 100
    assert all(len({play.size for play in trick.plays}) == 1 for trick in end.tricks)


# --- In batches -----------------------------------------------------------------------------------

BATCHED, BATCHED_SAMPLE = 10_000, 300
_MOST_DEALS = 400
"""More than any match of these takes."""
_LOOKED_AT = 1_000
"""One deal in so many is played again by the game."""


@pytest.mark.exhaustive
def test_random_matches_in_batches_come_to_their_end(exhaustive: bool) -> None:
    matches = BATCHED if exhaustive else BATCHED_SAMPLE
    levels = np.zeros((matches, 2), np.int64)
    landlords = np.arange(matches) % 4
    going = np.arange(matches)
    seen = 0
    for seed in range(_MOST_DEALS):
        if not len(going):
            break
        seen += played_on(seed, going, levels, landlords)
        going = going[levels[going].max(axis=1) < PAST_ACE]
    assert not len(going)
    assert (levels.max(axis=1) == PAST_ACE).all()
    assert (levels.min(axis=1) < PAST_ACE).all()
    assert seen >= 5


def played_on(
    seed: int, going: NDArray[np.int64], levels: NDArray[np.int64], landlords: NDArray[np.int64]
) -> int:
    """Play a deal of every match that goes on; return how many the game has played again."""
    lords = landlords[going].tolist()
    ranks = [int(levels[match, lord & 1]) for match, lord in zip(going, lords, strict=True)]
    played = play_rounds(len(going), seed, ranks=ranks, landlords=lords)
    assert (played.cards == 100).all()
    for at, (match, lord) in enumerate(zip(going, lords, strict=True)):
        before = int(levels[match, 0]), int(levels[match, 1])
        outcome = outcome_of(before, lord, int(played.points[at]), STANDARD)
        levels[match], landlords[match] = outcome.ranks, outcome.next_landlord
    looked_at = range(seed * 7 % _LOOKED_AT, len(going), _LOOKED_AT)
    for at in looked_at:
        game = replay(at, seed, ranks=ranks, landlords=lords)
        assert state_of(game).points == game.points == played.points[at]
    return len(looked_at)


# --- What a seat sees of a round stepped in arrays ------------------------------------------------


def test_hidden_cards_change_neither_what_a_seat_sees_nor_what_it_may_do() -> None:
    random, changed = Random(2), 0
    for number in range(60):
        record = walked(number, number % 99)
        me = turn(record, OPTIONS)
        if me == OVER:
            continue
        other = with_other_cards(record, me, random)
        changed += not np.array_equal(record, other)
        assert seen_by(record, me).tobytes() == seen_by(other, me).tobytes()
        assert allowed_in(record) == allowed_in(other)
    assert changed > 40


def with_other_cards(record: Record, me: int, random: Random) -> Record:
    """Deal the cards that a seat can't see anew to where it can't see them."""
    game = record[ROUND:ROUND_END]
    hidden = [HANDS + 2 * seat for seat in range(4) if seat != me]
    if me != game[LANDLORD]:
        hidden.append(BURIED)
    piles = [Pile(int(game[at]), int(game[at + 1])) for at in hidden]
    cards = [card for pile in piles for card in pile.cards]
    random.shuffle(cards)
    found = record.copy()
    for at, pile in zip(hidden, piles, strict=True):
        copies = Counter(cards.pop() for _ in range(pile.size))
        found[ROUND + at] = sum(1 << card for card in copies)
        found[ROUND + at + 1] = sum(1 << card for card, n in copies.items() if n == 2)
    return found


def test_the_kitty_is_the_landlords_until_the_round_is_over() -> None:
    place = places(FIELDS)["buried"]
    for number in (1, 2):
        for plays in (0, 30, 100):
            record = walked(number, plays)
            game, over = record[ROUND:], turn(record, OPTIONS) == OVER
            shown = [seen_by(record, seat)[place].sum() for seat in range(4)]
            assert shown == [4 if over or seat == game[LANDLORD] else 0 for seat in range(4)]
        assert over


def test_numbers_seen_are_within_their_bounds_and_cards_are_whole() -> None:
    low, high = bounds(FIELDS)
    planes = 54 * 10
    for number in range(40):
        record = walked(number, 2 * number + number // 4, policy=number % 2)
        for seat in range(4):
            seen = seen_by(record, seat)
            assert (low <= seen).all()
            assert (seen <= high).all()
            assert set(seen[:planes].tolist()) <= {0, 0.5, 1}


def test_the_table_of_the_fields_has_600_numbers() -> None:
    assert width(FIELDS) == SEEN == 600
    assert [name for name, place in places(FIELDS).items() if place.stop == 540] == ["buried"]
