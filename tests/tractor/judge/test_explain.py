"""A ruling in words: the names of blocks, the lines of a trick, every kind of end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from suitwise import tractor
from suitwise.cards import full_deck
from suitwise.tractor.judge.explain import name_block, name_play
from suitwise.tractor.judge.rounds import PLAYERS
from tests.tractor.positions import KINDS, rounds, some_rounds


def explained(trump: str, *plays: str, leader: str = "Alice", dealer: str = "Alice") -> list[str]:
    """Return the lines on a trick, blanks made one."""
    lines = tractor.explain_trick(tractor.judge_trick(trump, plays), leader, 3, dealer)
    return [re.sub(" +", " ", line).strip() for line in lines]


# --- Names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "trump", "name"),
    [
        ("HA", "S2", "the ace of hearts"),
        ("HT", "S2", "the 10 of hearts"),
        ("DJ", "S2", "the jack of diamonds"),
        ("CQ", "S2", "the queen of clubs"),
        ("SK", "S2", "the king of spades"),
        ("S2", "S2", "the 2 of spades"),
        ("RJ", "S2", "the red joker"),
        ("BJ", "O2", "the black joker"),
        ("HAHA", "S2", "pair of aces of hearts"),
        ("H6H6", "S2", "pair of 6s of hearts"),
        ("HTHT", "S2", "pair of 10s of hearts"),
        ("BJBJ", "S2", "pair of black jokers"),
        ("RJRJ", "O2", "pair of red jokers"),
        ("D2D2", "S2", "pair of 2s of diamonds"),
        ("HQHQHKHK", "S2", "tractor Q–K of hearts"),
        ("H9H9HTHTHJHJ", "S2", "tractor 9–10–J of hearts"),
        ("HTHTHQHQ", "SJ", "tractor 10–Q of hearts"),
        ("SASAC2C2", "S2", "tractor A of spades–2 of clubs"),
        ("C2C2S2S2", "S2", "tractor 2 of clubs–2 of spades"),
        ("S2S2BJBJRJRJ", "S2", "tractor 2 of spades–black joker–red joker"),
        ("SASAC2C2S2S2BJBJ", "S2", "tractor A of spades–2 of clubs–2 of spades–black joker"),
        ("D2D2BJBJ", "O2", "tractor 2 of diamonds–black joker"),
        ("BJBJRJRJ", "S2", "tractor black joker–red joker"),
        ("BJBJRJRJ", "O2", "tractor black joker–red joker"),
    ],
)
def test_a_block_is_named_as_at_the_table(cards: str, trump: str, name: str) -> None:
    (block,) = tractor.decompose(cards, trump)
    assert name_block(block) == name


@pytest.mark.parametrize(
    ("cards", "trump", "name"),
    [
        ("HQHQHKHKHA", "S2", "tractor Q–K of hearts and the ace"),
        ("HAHK", "S2", "the ace of hearts and the king"),
        ("HAHAHTHTH3", "S2", "pair of aces of hearts, pair of 10s and the 3"),
        ("H2H2D2D2C2", "S2", "pair of 2s of hearts, pair of 2s of diamonds and the 2 of clubs"),
        ("BJBJS3", "S2", "pair of black jokers and the 3 of spades"),
        ("BJRJ", "S2", "the red joker and the black joker"),
        ("BJBJRJRJS3", "S2", "tractor black joker–red joker and the 3 of spades"),
        ("H3H3H4H4H6H6H7H7", "S2", "tractor 6–7 of hearts and tractor 3–4"),
    ],
)
def test_a_throw_is_named_by_its_blocks_and_one_suit_is_said_once(
    cards: str, trump: str, name: str
) -> None:
    assert name_play(tractor.decompose(cards, trump)) == name


def test_a_block_may_be_named_without_its_suit() -> None:
    names = [
        name_block(block, suit=False) for block in tractor.decompose("HQHQHKHKHAHAH3H5H5", "S2")
    ]
    assert names == ["tractor Q–K–A", "pair of 5s", "the 3"]


@pytest.mark.parametrize("trump", ["S2", "HJ", "DA", "O2", "OT"])
def test_every_block_of_neighbours_has_a_name(trump: str) -> None:
    for block in all_short_blocks(trump):
        name = name_block(block)
        assert name.count("–") == max(0, block.size // 2 - 1)
        assert name_play([block]) == name


def all_short_blocks(trump: str) -> Iterator[tractor.Block]:
    """Yield every single, every pair and every tractor of two pairs."""
    deck = full_deck()
    for card in deck:
        yield from tractor.decompose([card], trump)
        yield from tractor.decompose([card, card], trump)
        for other in deck:
            if tractor.phi(other, trump) == tractor.phi(card, trump) + 1:
                try:
                    (block,) = tractor.decompose([card, card, other, other], trump)
                except ValueError:
                    continue  # of two partitions, or no tractor
                yield block


# --- Tricks ---------------------------------------------------------------------------------------


def test_a_trick_is_told_with_places_blocks_witness_and_reason() -> None:
    lines = explained("S2", "HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6", leader="Bob")
    assert lines == [
        "Trick 3: Bob leads a pair of aces of hearts, the king and the queen",
        "Bob HAHAHKHQ hearts Φ 12 12 11 10 honour 12",
        "Charles S3S3S9S9 trump Φ 13 13 19 19 serves as a pair of 9s of spades, the 3 and the 3; "
        "honour 19",
        "David S5S5S6S7 trump Φ 15 15 16 17 serves as a pair of 5s of spades, the 7 and the 6; "
        "honour 15",
        "Alice D3D4D5D6 diamonds Φ 1 2 3 4 can't win: the reply is all diamonds, "
        "not all hearts or all trump",
        "Charles wins with honour 19: 25 points to the declarers",
    ]


def test_a_mixed_reply_is_told_by_its_parts() -> None:
    lines = explained("S2", "HAHK", "D3S3", "C4D4", "H3H4")
    assert "trump Φ 13; diamonds Φ 1 can't win: the reply is of several partitions" in lines[2]
    assert "clubs Φ 2; diamonds Φ 2 can't win" in lines[3]


def test_a_tie_is_told() -> None:
    lines = explained("S5", "H5", "C5", "D5", "S2")
    assert (
        lines[-1]
        == "Alice wins with honour 25, played first among equals: 15 points to the declarers"
    )
    assert "among equals" not in explained("S5", "H2", "H5", "C5", "S5")[-1]


@pytest.mark.parametrize("dealer", PLAYERS)
@pytest.mark.parametrize("leader", PLAYERS)
def test_points_go_to_the_winner_s_side(leader: str, dealer: str) -> None:
    lines = explained("S2", "H5", "HT", "H3", "HK", leader=leader, dealer=dealer)
    winner = PLAYERS[(PLAYERS.index(leader) + 3) % 4]
    partners = {frozenset(("Alice", "Charles")), frozenset(("Bob", "David"))}
    same = winner == dealer or frozenset((winner, dealer)) in partners
    side = "declarers" if same else "defenders"
    assert lines[-1] == f"{winner} wins with honour 11: 25 points to the {side}"


def test_the_columns_of_a_trick_stand_below_each_other() -> None:
    for text in some_rounds(3):
        ruling = tractor.judge_round(text)
        for trick in ruling.tricks:
            lines = tractor.explain_trick(trick, "Charles", 1, "Bob")[1:5]
            starts = {re.match(r"  \w+ +\w+ +", line) for line in lines}
            assert len({start.end() for start in starts if start}) == 1
            assert len(starts) == 4


# --- Rounds ---------------------------------------------------------------------------------------


def test_a_round_is_told_from_the_trump_to_the_outcome() -> None:
    lines = tractor.explain_round(tractor.judge_round(tractor.EXAMPLE)).splitlines()
    assert lines[0] == (
        "Trump: spades, rank 7. Alice deals: the declarers are team 1 (Alice and Charles), "
        "the defenders team 2 (Bob and David)"
    )
    assert [line.split(":")[0] for line in lines if line.startswith("Trick")] == [
        f"Trick {n}" for n in range(1, 14)
    ]
    assert lines[-3:] == [
        "The defenders took 105 points in tricks",
        "The declarers won the last trick, so the 20 hidden points don't count",
        "105 points for the defenders: no team rises, Bob deals next",
    ]


@cache
def ends() -> list[tuple[tractor.RoundRuling, list[str]]]:
    """Return the rulings on the sample's rounds with the last three lines about each."""
    found = []
    for kind in KINDS:
        for text in rounds(kind):
            ruling = tractor.judge_round(text)
            found.append((ruling, tractor.explain_round(ruling).splitlines()[-3:]))
    return found


def test_without_a_main_suit_the_round_says_so() -> None:
    game = next(ruling for ruling, _ in ends() if ruling.round.main == "O")
    assert tractor.explain_round(game).startswith(
        f"Trump: no main suit, rank {game.round.trump.rank}. "
    )


def test_every_kind_of_end_is_told() -> None:
    told = set()
    for ruling, (taken, last, outcome) in ends():
        assert taken == f"The defenders took {ruling.taken} points in tricks"
        told.add(told_last(ruling, last))
        told.add(told_outcome(ruling, outcome))
    assert told == {
        "hidden points nothing",
        "hidden points × 2^1",
        "hidden points × 2^2",
        "hidden points × 2^4",
        "no team rises",
        "the declarers rise",
        "the defenders rise",
        "the declarers win",
        "the defenders win",
    } | {end for end in told if end.startswith("hidden points × 2^")}


def told_last(ruling: tractor.RoundRuling, line: str) -> str:
    """Check the line on the last trick; return the kind of end."""
    if PLAYERS.index(ruling.winners[-1]) % 2 == ruling.declarers - 1:
        assert (
            line
            == f"The declarers won the last trick, so the {ruling.hidden} hidden points don't count"
        )
        return "hidden points nothing"
    size = max(block.size for block in ruling.tricks[-1].lead)
    assert line == (
        f"They won the last trick, led with a longest block of {size} card{'s' * (size > 1)}: "
        f"{ruling.hidden} hidden points × 2^{size} = {ruling.points - ruling.taken} more"
    )
    return f"hidden points × 2^{size}"


def told_outcome(ruling: tractor.RoundRuling, line: str) -> str:
    """Check the line on the outcome; return the kind of end."""
    declarers, defenders = ruling.declarers, 3 - ruling.declarers
    start = f"{ruling.points} points for the defenders: "
    assert line.startswith(start)
    names = {1: "team 1 (Alice and Charles)", 2: "team 2 (Bob and David)"}
    if ruling.ranks is None:
        team = ruling.winner or 0
        assert line == f"{start}{names[team]} passes A and wins"
        return "the declarers win" if team == declarers else "the defenders win"
    before, after = ruling.round.ranks, ruling.ranks
    rise = "no team rises"
    for team in (declarers, defenders):
        if before[team - 1] != after[team - 1]:
            rise = f"team {team} rises from {before[team - 1]} to {after[team - 1]}"
    assert line == f"{start}{rise}, {ruling.next_dealer} deals next"
    if rise == "no team rises":
        return rise
    return "the declarers rise" if f"team {declarers} rises" in rise else "the defenders rise"
