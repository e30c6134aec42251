"""The judge of whole rounds: the sample, the oracle, and what must not matter."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from suitwise import tractor
from suitwise.cards import RANKS, full_deck
from suitwise.foundation.arrays.compiled import machine
from suitwise.tractor import EXAMPLE, Match, Round, RoundRuling, judge_file, judge_round, judge_text
from suitwise.tractor.judge import reader
from suitwise.tractor.judge.judge import name_block, name_play
from suitwise.tractor.judge.rounds import PLAYERS
from tests.oracles import tractor_oracle
from tests.tractor.positions import KINDS, rounds, slow_honours, some_rounds

DATA = Path(__file__).parents[2] / "data" / "tractor"
CHUNKS = 34
"""Chunks of 120 rounds of each kind that ``--exhaustive`` judges: 20,400 rounds."""


def input_of(texts: tuple[str, ...] | list[str]) -> str:
    """Return a whole input that holds these rounds."""
    return f"{len(texts)}\n" + "\n".join(texts)


@cache
def ruled(text: str) -> RoundRuling:
    """Rule on a round of the first chunks, which several tests look at."""
    return judge_round(text)


# --- The sample -----------------------------------------------------------------------------------


def test_the_sample_is_answered_to_the_byte() -> None:
    answer = judge_text((DATA / "sample.in").read_text("ascii"))
    assert answer == (DATA / "sample.out").read_text("ascii")


def test_the_sample_is_explained_with_the_same_answers() -> None:
    with (DATA / "sample.in").open("rb") as file:
        rulings = dict(judge_file(file))
    assert list(rulings) == [1, 2, 3]
    answer = "".join(f"Case #{case}:\n{ruling}" for case, ruling in rulings.items())
    assert answer == (DATA / "sample.out").read_text("ascii")


def test_the_oracle_answers_the_sample() -> None:
    answer = tractor_oracle.judge_text((DATA / "sample.in").read_text("ascii"))
    assert answer == (DATA / "sample.out").read_text("ascii")


# --- Agreement ------------------------------------------------------------------------------------


def judged_by_rules(text: str, compiled: bool) -> list[list[int]]:
    """Judge an input without T: points, next ranks, next dealer and place of each round."""
    data = text.encode() + b"\n"
    most = text.count("\n\n") + 2
    if compiled:
        rulings: Any = np.full(5 * most, -1, np.int64)
        judge = machine(reader.judge_cases)
        found = judge(np.frombuffer(data, np.uint8), 0, len(data), most, rulings)
        flat = rulings.tolist()
        return [flat[5 * i : 5 * i + 5] for i in range(found[0])]
    flat = [-1] * (5 * most)
    found = reader.judge_cases(data, 0, len(data), most, flat)
    return [flat[5 * i : 5 * i + 5] for i in range(found[0])]


def assert_all_judges_agree(texts: tuple[str, ...]) -> list[RoundRuling]:
    """Judge rounds by the oracle and by every judge of the package; return the rulings."""
    expected = tractor_oracle.judge_text(input_of(texts))
    rulings = [judge_round(text) for text in texts]
    assert "".join(f"Case #{i}:\n{ruling}" for i, ruling in enumerate(rulings, 1)) == expected
    assert judge_text(input_of(texts)) == expected
    plain = judged_by_rules("\n".join(texts), compiled=False)
    assert len(plain) == len(texts)
    assert judged_by_rules("\n".join(texts), compiled=True) == plain

    tricks = [trick for ruling in rulings for trick in ruling.tricks]
    for trick in tricks:
        winner, honours = slow_honours(str(trick.trump), trick.plays)
        assert (trick.winner, list(trick.honours)) == (winner, honours)
    return rulings


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", KINDS)
def test_every_judge_rules_as_the_slow_definition_does(kind: str, exhaustive: bool) -> None:
    # 34 chunks of 120 rounds of each of five kinds; by default the first chunk, 600 rounds in all.
    for chunk in range(CHUNKS if exhaustive else 1):
        assert_all_judges_agree(rounds(kind, chunk))


def test_the_sample_of_rounds_reaches_everything() -> None:
    texts = [text for kind in KINDS for text in rounds(kind)]
    rulings = [ruled(text) for text in texts]
    games = [ruling.round for ruling in rulings]
    assert {str(game.trump) for game in games} == {m + r for m in "SHDCO" for r in RANKS}
    assert {game.dealer for game in games} == set(PLAYERS)
    assert {ruling.winner for ruling in rulings} == {None, 1, 2}
    assert {ruling.next_dealer for ruling in rulings} == {None, *PLAYERS}
    # Both teams win the match as declarers and as defenders; every line of the table of levels.
    assert {(r.winner, r.declarers) for r in rulings if r.winner} == {
        (1, 1),
        (1, 2),
        (2, 1),
        (2, 2),
    }
    assert {min(ruling.points // 40, 6) for ruling in rulings} == set(range(7))
    assert 0 in {ruling.points for ruling in rulings}
    # Long throws with several tractors are answered in shape and out of it.
    tractors = [
        (sum(block.size > 2 for block in trick.lead), isinstance(reading, Match))
        for ruling in rulings
        for trick in ruling.tricks
        for reading in trick.readings
    ]
    assert {(n, good) for n, good in tractors if n <= 3} == {
        (n, good) for n in range(4) for good in (True, False)
    }


# --- What must not matter -------------------------------------------------------------------------


def by_plays(change: Callable[[Random, str], str]) -> Callable[[Random, str], str]:
    """Make a change of a round out of a change of a play."""

    def changed(rng: Random, text: str) -> str:
        header, *lines = text.splitlines()
        tricks = (" ".join(change(rng, play) for play in line.split()) for line in lines)
        return "\n".join([header, *tricks]) + "\n"

    return changed


def shuffled(rng: Random, play: str) -> str:
    """Write a play's cards in another order."""
    cards = [play[i : i + 2] for i in range(0, len(play), 2)]
    return "".join(rng.sample(cards, len(cards)))


def sorted_by_text(rng: Random, play: str) -> str:
    """Write a play's cards in the order of their texts, equal cards together."""
    return "".join(sorted(play[i : i + 2] for i in range(0, len(play), 2)))


def plain_suits_renamed(rng: Random, text: str) -> str:
    """Exchange the plain suits; the main suit keeps its name."""
    plain = [suit for suit in "SHDC" if suit != text[0]]
    return renamed(text, str.maketrans("".join(plain), "".join(rng.sample(plain, len(plain)))))


def all_suits_renamed(rng: Random, text: str) -> str:
    """Exchange all suits, the main suit's name in the header with them."""
    return renamed(text, str.maketrans("SHDC", "".join(rng.sample("SHDC", 4))))


def renamed(text: str, names: dict[int, int]) -> str:
    """Rename the suits of a round, those of the header and those of the cards."""
    header, _, tricks = text.partition("\n")
    return header[0].translate(names) + header[1:] + "\n" + tricks.translate(names)


def other_blanks(rng: Random, text: str) -> str:
    """Write more blanks than needed, but no line's end where none was."""
    text = "".join(rng.choice(("  ", "\t", " ")) if c == " " else c for c in text)
    return "".join(rng.choice(("\n", " \n", "\r\n", "\n\n \n")) if c == "\n" else c for c in text)


CHANGES: dict[str, Callable[[Random, str], str]] = {
    "cards shuffled": by_plays(shuffled),
    "cards sorted": by_plays(sorted_by_text),
    "plain suits renamed": plain_suits_renamed,
    "all suits renamed": all_suits_renamed,
    "CRLF": lambda rng, text: text.replace("\n", "\r\n"),
    "blanks": other_blanks,
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_ruling_does_not_depend_on(change: str) -> None:
    rng = Random(change)
    texts = some_rounds()
    changed = [CHANGES[change](rng, text) for text in texts]
    assert changed != texts
    assert judge_text(input_of(changed)) == judge_text(input_of(texts))


def test_the_seats_names_do_not_matter() -> None:
    # Everybody moves up a seat: the teams change names, and so do the ranks and the winner.
    for text in some_rounds(8):
        game = Round.parse(text)
        moved = Round(game.main, PLAYERS[(game.dealer_seat + 1) % 4], game.ranks[::-1], game.tricks)
        before, after = judge_round(game), judge_round(moved)
        assert (after.points, after.taken, after.hidden) == (
            before.points,
            before.taken,
            before.hidden,
        )
        assert after.ranks == (before.ranks[::-1] if before.ranks else None)
        assert after.winner == (3 - before.winner if before.winner else None)
        if before.next_dealer and after.next_dealer:
            seats = PLAYERS.index(before.next_dealer), PLAYERS.index(after.next_dealer)
            assert seats[1] == (seats[0] + 1) % 4


def test_the_defenders_rank_changes_neither_the_points_nor_the_next_dealer() -> None:
    for text in some_rounds(4):
        game = Round.parse(text)
        outcomes = set()
        for rank in RANKS:
            ranks = (game.ranks[0], rank) if game.dealer_seat % 2 == 0 else (rank, game.ranks[1])
            ruling = judge_round(Round(game.main, game.dealer, ranks, game.tricks))
            outcomes.add((ruling.points, ruling.next_dealer) if ruling.ranks else (ruling.points,))
        assert len({outcome[0] for outcome in outcomes}) == 1
        assert len({outcome[1] for outcome in outcomes if len(outcome) == 2}) <= 1


# --- The end of a round ---------------------------------------------------------------------------


def defenders_gain(gain: int) -> Round:
    """Return a round in which the defenders gain so many levels."""
    for text in rounds("ordinary"):
        game = Round.parse(text)
        if max(0, (ruled(text).points - 80) // 40) == gain:
            return game
    raise AssertionError(f"no round with a gain of {gain}")


def with_defenders_at(game: Round, rank: str) -> Round:
    """Return a round with another rank of the defenders."""
    ranks = [rank, rank]
    ranks[game.dealer_seat % 2] = game.trump.rank
    return Round(game.main, game.dealer, (ranks[0], ranks[1]), game.tricks)


@pytest.mark.parametrize("gain", [1, 2, 3])
def test_a_team_that_reaches_the_ace_has_not_won(gain: int) -> None:
    game = with_defenders_at(defenders_gain(gain), RANKS[12 - gain])
    ruling = judge_round(game)
    assert ruling.winner is None
    assert ruling.ranks is not None
    assert ruling.ranks[1 - game.dealer_seat % 2] == "A"
    assert str(ruling).splitlines()[1].split()[1 - game.dealer_seat % 2] == "A"


@pytest.mark.parametrize("gain", [1, 2, 3])
def test_a_team_that_passes_the_ace_has_won(gain: int) -> None:
    game = with_defenders_at(defenders_gain(gain), RANKS[13 - gain])
    ruling = judge_round(game)
    team = 2 - game.dealer_seat % 2
    assert (ruling.winner, ruling.ranks, ruling.next_dealer) == (team, None, None)
    assert str(ruling) == f"{ruling.points}\nWinner: Team {team}\n"


def declarers_at_the_ace() -> Iterator[RoundRuling]:
    """Yield the rulings on the sample's rounds in which the declarers play the ace."""
    for kind in KINDS:
        for text in rounds(kind):
            game = Round.parse(text)
            if game.trump.rank == "A":
                yield ruled(text)


def test_declarers_who_hold_the_ace_win_and_those_who_lose_it_stay() -> None:
    rulings = list(declarers_at_the_ace())
    held = [ruling for ruling in rulings if ruling.points < 80]
    assert held
    assert len(held) < len(rulings)
    assert all(ruling.winner == ruling.declarers for ruling in held)
    assert all(ruling.winner != ruling.declarers for ruling in rulings if ruling not in held)


def test_a_round_s_tricks_are_led_by_the_winner_before() -> None:
    for text in some_rounds(5):
        ruling = judge_round(text)
        assert ruling.leaders[0] == ruling.round.dealer
        assert ruling.leaders[1:] == ruling.winners[:-1]
        for trick, leader, winner in zip(
            ruling.tricks, ruling.leaders, ruling.winners, strict=True
        ):
            assert PLAYERS.index(winner) == (PLAYERS.index(leader) + trick.winner) % 4


def test_every_point_is_taken_lost_or_hidden() -> None:
    for text in some_rounds(5):
        ruling = judge_round(text)
        by_team = [0, 0]
        for trick, winner in zip(ruling.tricks, ruling.winners, strict=True):
            by_team[PLAYERS.index(winner) % 2] += trick.points
        assert sum(by_team) + ruling.hidden == 200
        defenders = 2 - ruling.declarers
        assert ruling.taken == by_team[defenders]
        if PLAYERS.index(ruling.winners[-1]) % 2 == defenders:
            longest = max(block.size for block in ruling.tricks[-1].lead)
            assert ruling.points == ruling.taken + ruling.hidden * 2**longest
        else:
            assert ruling.points == ruling.taken


# --- The rulings as data --------------------------------------------------------------------------


def test_a_ruling_as_data_holds_what_its_text_says() -> None:
    for text in some_rounds(4):
        ruling = judge_round(text)
        data = json.loads(json.dumps(ruling.as_json()))
        assert set(data) == {"points", "winner", "ranks", "next_dealer"}
        end = (
            f"Winner: Team {data['winner']}"
            if data["winner"]
            else " ".join([*data["ranks"], data["next_dealer"]])
        )
        assert f"{data['points']}\n{end}\n" == str(ruling)


def test_a_ruling_as_data_explains_every_trick() -> None:
    data: Any = json.loads(json.dumps(judge_round(EXAMPLE).as_json(explain=True)))
    first = data["tricks"][0]
    assert len(data["tricks"]) == 13
    assert first["leader"] == "Alice"
    assert first["plays"][0] == "D5D5D6D6D8D8"
    assert first["led"] == "diamonds"
    assert first["blocks"] == ["D8D8D6D6D5D5"]
    assert first["replies"][0] == {"match": ["DQDQDJDJDTDT"]}
    assert set(first["replies"][1]) == {"reason"}
    assert first["honours"] == [6, 10, 0, 0]
    assert (first["winner"], first["points"]) == ("Bob", 60)
    assert [a["winner"] for a, _ in pairwise(data["tricks"])] == [
        b["leader"] for _, b in pairwise(data["tricks"])
    ]


# --- Faults ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("threads", [0, 1, 3])
def test_a_round_of_text_is_the_round_of_a_file(threads: int) -> None:
    texts = some_rounds(3)
    rulings = dict(judge_file(BytesIO(input_of(texts).encode()), threads=threads))
    assert [rulings[i] for i in range(1, len(texts) + 1)] == [judge_round(text) for text in texts]


# --- A ruling in words: the names of blocks, the lines of a trick, every kind of end --------------


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
            ruling = ruled(text)
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
        *("hidden points nothing", "hidden points × 2^1", "hidden points × 2^2"),
        *("hidden points × 2^4", "no team rises", "the declarers rise", "the defenders rise"),
        *("the declarers win", "the defenders win"),
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
