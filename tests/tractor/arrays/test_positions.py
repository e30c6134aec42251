"""Rounds of a batch as positions of the game: the same plays, the same score, the same records."""

from __future__ import annotations

import pytest

from suitwise.errors import IllegalPosition
from suitwise.tractor import Tractor, TractorState, Trump, pile_of
from suitwise.tractor.arrays.batch import (
    Policies,
    Replay,
    deal_rounds,
    is_throw_led,
    packed_for,
    packed_round,
    play_rounds,
    replay,
    state_of,
    step,
)
from suitwise.tractor.arrays.packed import (
    BEST,
    BURIED,
    HANDS,
    LACKS,
    LARGEST,
    LEADER,
    ON_TABLE,
    PARTITIONS,
    PLACED,
    PLAYED,
    SIZE,
    STREAM,
    TABLE,
    WINNER,
    honour_of_reply,
    is_sound,
    put,
    renamed_partitions,
)
from suitwise.tractor.moves import DECK
from tests.oracles import tractor_table_oracle as oracle
from tests.tractor.rounds import texts, under
from tests.tractor.table_deals import PROFILES, a_deal

ALL: list[Policies] = [("random", "random"), ("rules", "random"), ("rules", "rules")]

# What is left of a trick that is over, and where random numbers come from, is not of the position.
_REST = {LARGEST, STREAM, WINNER, ON_TABLE, *range(SIZE - 1, SIZE + 6)}


@pytest.mark.exhaustive
@pytest.mark.parametrize("policies", ALL, ids="-".join)
def test_a_round_of_a_batch_is_played_by_the_game(policies: Policies, exhaustive: bool) -> None:
    count = 200 if exhaustive else 4
    found = play_rounds(count, 13, policies)
    for number in range(count):
        state = state_of(replay(number, 13, policies))
        assert state.phase == "end"
        assert state.points == found.points[number]
        outcome = state.outcome
        assert outcome is not None
        assert outcome.gain == found.gains[number].sum()


def test_the_record_of_a_position_is_that_of_the_batch() -> None:
    game, rounds = replay(5, 13, ALL[1]), deal_rounds(1, 13, policies=ALL[1], first=5)
    for plays in range(len(game.plays)):
        record, wanted = packed_round(state_of(game, plays)), rounds[0].tolist()
        assert is_sound(record)
        open_trick = wanted[PLACED]
        for column, number in enumerate(wanted):
            if TABLE <= column < TABLE + 8 and column >= TABLE + 2 * open_trick:
                continue
            if column in (STREAM, LARGEST) or (column in _REST and not open_trick):
                continue
            assert record[column] == number, column
        rounds = step(rounds, policies=ALL[1])


def test_only_what_is_played_is_packed() -> None:
    with pytest.raises(IllegalPosition, match="not in the phase draw"):
        packed_round(Tractor().start())
    with pytest.raises(IllegalPosition, match="not in the phase end"):
        packed_round(state_of(replay(0, 1)))


# --- Throws and other houses ----------------------------------------------------------------------


def played(seed: int, profile: str = "standard") -> list[TractorState]:
    """Return the positions of the play of a random deal; every third one has many throws."""
    levels = ("22", "55", "TT", "AA")[seed % 4]
    return [state for state in a_deal(seed, profile, levels) if state.phase == "play"]


def is_thrown(state: TractorState) -> bool:
    """Tell by the oracle whether a throw is led in a house where all trumps join tractors."""
    if not state.tricks[-1].plays:
        return False
    trump = oracle.Trump(state.trump.main, state.trump.rank)
    return len(oracle.lead_parts(texts(state.tricks[-1].plays[0]), trump)) > 1


def test_a_throw_on_the_table_is_not_packed() -> None:
    throws = later = 0
    for seed in range(0, 18, 3):
        for state in played(seed):
            if is_thrown(state):
                throws += 1
                with pytest.raises(IllegalPosition, match="is a throw, which is not packed"):
                    packed_round(state)
                continue
            record = packed_round(state)
            assert is_sound(record)
            if record[PLACED]:
                assert record[WINNER] == state.winner_of(state.tricks[-1])
            later += throws
    assert throws > 5
    assert later > 50


def test_who_takes_a_trick_by_a_record_takes_it_by_the_game() -> None:
    for seed in range(0, 18, 3):
        before, *after = played(seed)
        for state in after:
            if before.tricks[-1].plays and not is_throw_led(before):
                record, trick = packed_round(before), state.tricks[len(before.tricks) - 1]
                put(record, *under(state.trump, str(trick.plays[len(before.tricks[-1].plays)])))
                taker = record[LEADER] if record[PLACED] == 0 else record[WINNER]
                assert taker == state.winner_of(trick)
            before = state


@pytest.mark.parametrize("profile", sorted(set(PROFILES) - {"standard"}))
def test_another_house_is_not_packed(profile: str) -> None:
    for state in played(1, profile)[::40]:
        with pytest.raises(IllegalPosition, match="of the house standard is packed, not of"):
            packed_round(state)


def two_ruffs() -> Replay:
    """Return a round under S2 in which seat 0 throws two of all diamonds, and seats 1 and 2 ruff."""
    buried = pile_of("C3C3C4C4C5C5C6C6", packs=2)
    leader = pile_of("".join(f"D{rank}" * 2 for rank in "3456789TJQKA") + "S2", packs=2)
    ruffs = pile_of("SABJ", packs=2), pile_of("S3RJ", packs=2)
    left = DECK
    for pile in (buried, leader, *ruffs):
        left = left.minus(pile)
    others = [pile_of(left.cards[at : at + 25 - 2]) for at in (0, 23)]
    last = left.minus(others[0]).minus(others[1])
    hands = leader, ruffs[0].plus(others[0]), ruffs[1].plus(others[1]), last
    return Replay(
        trump=Trump("S", "2"),
        landlord=0,
        drawn=hands,
        hands=hands,
        kitty=buried,
        plays=((0, pile_of("DTDQ")), (1, ruffs[0]), (2, ruffs[1])),
        points=0,
    )


def test_the_higher_of_two_lone_trumps_does_not_win_a_throw_if_the_lower_is_too_low() -> None:
    state = state_of(two_ruffs())
    assert is_throw_led(state)
    with pytest.raises(IllegalPosition, match="DTDQ is a throw, which is not packed"):
        packed_round(state)
    for seat in range(4):
        record = packed_for(state, seat)
        assert (record[WINNER], record[BEST]) == (1, 27)  # the black joker
        assert honour_of_reply(record, *under(state.trump, "S3RJ")) == 28
        assert record[LACKS] == renamed_partitions(0b0100, 0) * (1 << 5 | 1 << 10)


@pytest.mark.parametrize("profile", sorted(set(PROFILES)))
def test_a_seat_is_told_who_wins_and_who_is_out_in_every_house(profile: str) -> None:
    for seed in (0, 1, 3, 6, 9):
        for state in played(seed, profile)[seed % 2 :: 2]:
            record = packed_for(state, state.turn)
            main, table = state.trump.main_index, state.tricks[-1]
            for seat, lacking in enumerate(state.voids):
                shown = record[LACKS] >> PARTITIONS * seat & (1 << PARTITIONS) - 1
                assert shown == renamed_partitions(lacking, main)
            if table.plays:
                assert record[WINNER] == state.winner_of(table)
                honours = [
                    honour_of_reply(record, *under(state.trump, str(play))) for play in table.plays
                ]
                assert record[BEST] == honours[state.ruling(table).winner]


def test_a_seat_is_shown_no_hand_but_its_own_and_no_kitty_but_what_it_has_buried() -> None:
    for seed in range(3):
        for state in played(seed)[::7]:
            for seat in range(4):
                record = packed_for(state, seat)
                hidden = [HANDS + 2 * other for other in range(4) if other != seat]
                hidden += [BURIED] * (seat != state.current_landlord)
                for column in hidden:
                    assert record[column : column + 2] == [0, 0]
                if is_throw_led(state):
                    continue
                whole = packed_round(state)
                for column in hidden:
                    whole[column : column + 2] = [0, 0]
                whole[STREAM] = 0
                if record[PLACED] == 0:
                    assert record == whole
                else:
                    assert record[PLAYED:] == whole[PLAYED:]
                    assert record[:PLAYED] == whole[:PLAYED]


def test_a_round_with_throws_is_played_over_again() -> None:
    throws = 0
    for seed in (3, 6, 9, 12):
        end = a_deal(seed, "standard", ("22", "55", "TT", "AA")[seed % 4])[-1]
        plays = [
            ((trick.leader + ahead) % 4, play)
            for trick in end.tricks
            for ahead, play in enumerate(trick.plays)
        ]
        start = played(seed)[0]
        assert end.buried is not None
        game = Replay(
            trump=end.trump,
            landlord=end.current_landlord,
            drawn=end.drawn,
            hands=start.held,
            kitty=end.buried,
            plays=tuple(plays),
            points=end.points,
        )
        throws += sum(map(is_throw_led, played(seed)))
        again = state_of(game)
        assert [trick.plays for trick in again.tricks] == [trick.plays for trick in end.tricks]
        assert [trick.leader for trick in again.tricks] == [trick.leader for trick in end.tricks]
    assert throws
