"""A round as an object and its text; the sentence for every fault (docs/tractor.md, The round)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.tractor.rounds import rounds_text
from suitwise import tractor
from suitwise.cards import RANKS, Card, parse_cards
from suitwise.errors import IllegalPosition, NotationError
from suitwise.game import load
from suitwise.game import play as play_game
from suitwise.players import RandomPlayer
from suitwise.tractor.judge.rounds import PLAYERS
from suitwise.tractor.rules.levels import PAST_ACE, Outcome
from tests.tractor.positions import KINDS, Play, rounds, slow_honours, some_trick


def line(number: int, text: str) -> Callable[[str], str]:
    """Replace a line of a round, counted from 1."""

    def changed(round_: str) -> str:
        lines = round_.splitlines()
        lines[number - 1] = text
        return "\n".join(lines) + "\n"

    return changed


# --- The object -----------------------------------------------------------------------------------


def test_a_round_reads_what_it_writes() -> None:
    for text in (
        tractor.EXAMPLE,
        rounds_text(1, seed=3).decode(),
        rounds_text(1, kind="worst").decode(),
    ):
        game = tractor.Round.parse(text)
        assert str(game).split() == text.split()
        assert tractor.Round.parse(str(game)) == game
        assert hash(tractor.Round.parse(str(game))) == hash(game)


def test_a_round_says_its_cards_and_its_trump() -> None:
    game = tractor.Round.parse(tractor.EXAMPLE)
    assert (game.main, game.dealer, game.ranks, game.dealer_seat) == ("S", "Alice", ("7", "8"), 0)
    assert game.trump == tractor.Trump("S", "7")
    assert len(game.tricks) == 13
    assert game.tricks[2] == tuple(map(parse_cards, ("H5", "S2", "H7", "H6")))
    assert all(type(card) is Card for play in game.tricks[0] for card in play)


@pytest.mark.parametrize(
    ("dealer", "rank"), [("Alice", "7"), ("Bob", "8"), ("Charles", "7"), ("David", "8")]
)
def test_the_current_rank_is_that_of_the_dealer_s_team(dealer: str, rank: str) -> None:
    text = line(1, f"O {dealer} 7 8")(rounds_of_single_cards())
    assert tractor.Round.parse(text).trump == tractor.Trump("O", rank)


def rounds_of_single_cards() -> str:
    """Return a round in which every lead is one card."""
    cards = [suit + rank for suit in "SHDC" for rank in "23456789TJQKA"][:50] * 2
    tricks = [" ".join(cards[4 * i : 4 * i + 4]) for i in range(25)]
    return "\n".join(["S Alice 2 2", *tricks]) + "\n"


def test_the_longest_round_has_25_tricks_the_shortest_one() -> None:
    assert len(tractor.Round.parse(rounds_of_single_cards()).tricks) == 25
    trumps = "S2S2S3S3S4S4S5S5S6S6S7S7S8S8S9S9STSTSJSJSQSQSK"
    others = ["".join(suit + rank for rank in "3456789TJQKA") * 2 for suit in "HDC"]
    play = [
        trumps + "RJBJ",
        *(cards + "RJBJD2"[i * 2 : i * 2 + 2] for i, cards in enumerate(others)),
    ]
    game = tractor.Round.parse("S Alice 2 2\n" + " ".join(play))
    assert [len(cards) for cards in game.tricks[0]] == [25] * 4


def test_players_sit_in_the_order_of_play() -> None:
    assert PLAYERS == ("Alice", "Bob", "Charles", "David")
    assert [tractor.seats_from(name)[0] for name in PLAYERS] == list(PLAYERS)
    assert tractor.seats_from("David") == ("David", "Alice", "Bob", "Charles")


def test_an_object_is_checked_as_its_text_is() -> None:
    game = tractor.Round.parse(tractor.EXAMPLE)
    tricks = game.tricks
    for main, dealer, ranks, played in (
        ("X", game.dealer, game.ranks, tricks),
        ("S", "Eve", game.ranks, tricks),
        ("S", "Alice", ("7", "1"), tricks),
        ("S", "Alice", game.ranks, tricks[:-1]),
        ("S", "Alice", game.ranks, ()),
        ("S", "Alice", game.ranks, (*tricks, tricks[-1])),
        ("S", "Alice", game.ranks, (*tricks[:-1], tricks[-1][:3])),
        ("S", "Alice", game.ranks, (*tricks[:-1], tricks[-2])),
    ):
        with pytest.raises(NotationError):
            tractor.Round(main, dealer, ranks, played)


def test_tricks_are_tuples_of_cards_as_rounds_are_compared_by_them() -> None:
    game = tractor.Round.parse(tractor.EXAMPLE)
    named: Any = tuple(tuple(tuple(map(str, play)) for play in trick) for trick in game.tricks)
    in_lists: Any = [list(trick) for trick in game.tricks]
    for tricks, reason in (
        (named, "a card: an int is expected"),
        (in_lists, "tricks: a tuple is expected"),
        (tuple(in_lists), "a trick: a tuple is expected"),
    ):
        with pytest.raises(TypeError, match=reason):
            replace(game, tricks=tricks)


def test_a_field_of_an_object_is_one_word() -> None:
    game = tractor.Round.parse(tractor.EXAMPLE)
    for main, dealer, ranks, played in (
        ("S", "Alice 7", ("8", ""), game.tricks),
        ("S Alice", "7", ("8", ""), game.tricks),
        ("S ", "Alice", ("7", "8"), game.tricks),
        ("S", "Alice", ("7", "8"), tuple((*trick, ()) for trick in game.tricks)),
    ):
        with pytest.raises(NotationError, match="must be a word each"):
            tractor.Round(main, dealer, ranks, played)


# --- Faults: place and sentence -------------------------------------------------------------------

FAULTS: list[tuple[int, str, str]] = [
    (1, "X Alice 7 8", "'X' is no main suit: write H, S, C, D, or O for none"),
    (1, "s Alice 7 8", "'s' is no main suit"),
    (1, "SH Alice 7 8", "'SH' is no main suit"),
    (1, "Alice S 7 8", "'Alice' is no main suit"),
    (1, "S Eve 7 8", "'Eve' is no dealer: write Alice, Bob, Charles or David"),
    (1, "S alice 7 8", "'alice' is no dealer"),
    (1, "S Alic 7 8", "'Alic' is no dealer"),
    (1, "S AliceBob 7 8", "'AliceBob' is no dealer"),
    (1, "S " + "A" * 60 + " 7 8", "'AAAAAAAAAAAAAAAAAAAAA...' is no dealer"),
    (1, "S Alice 10 8", "'10' is no rank: write one of 2 3 4 5 6 7 8 9 T J Q K A"),
    (1, "S Alice 7 1", "'1' is no rank"),
    (1, "S Alice 7 a", "'a' is no rank"),
    (1, "S Alice 7 \x1b[1m", "'\\x1b[1m' is no rank"),
    (1, "S", "the header is four words"),
    (1, "S Alice", "the header is four words"),
    (1, "S Alice 7", "the header is four words"),
    (1, "S Alice 7 8 9", "the header is four words"),
    (4, "H5 s2 H7 H6", "'s2' in 's2' is no card"),
    (4, "H5 S1 H7 H6", "'S1' in 'S1' is no card"),
    (4, "H5 S10 H7 H6", "'S1' in 'S10' is no card"),
    (4, "H5 5S H7 H6", "'5S' in '5S' is no card"),
    (4, "H5 JK H7 H6", "'JK' in 'JK' is no card: write a suit S H D C and a rank 2..9 T J Q K A"),
    (4, "H5 S H7 H6", "'S' in 'S' is no card"),
    (4, "H5 S2 H7 H", "'H' in 'H' is no card"),
    (3, "H3H3H4X4 HTHTHJHJ C2S6D7H7 H9DAHAHA", "'X4' in 'H3H3H4X4' is no card"),
    (3, "H3H3H4H HTHTHJHJ C2S6D7H7 H9DAHAHA", "'H' in 'H3H3H4H' is no card"),
    (4, "H5 S2 \xe97 H6", "'\\xe97' in '\\xe97' is no card"),
    (4, "H5 S2 H7\x00 H6", "'\\x00' in 'H7\\x00' is no card"),
    (4, "H5 S2 H7", "a trick is four plays on one line; this line has 3"),
    (4, "H5", "a trick is four plays on one line; this line has 1"),
    (4, "H5 S2 H7 H6 H8", "a trick is four plays on one line; this line has more"),
    (4, "H5 S2S3 H7 H6", "play 2, 'S2S3', has 2 cards, but the lead has 1"),
    (4, "H5 S2 H7 H6H8", "play 4, 'H6H8', has 2 cards, but the lead has 1"),
    (3, "H3H3H4H4 HTHTHJHJ C2S6D7 H9DAHAHA", "play 3, 'C2S6D7', has 3 cards, but the lead has 4"),
    (4, "H5 D5 H7 H6", "D5 in 'D5' is the third copy; two packs hold two"),
    (4, "H3 S2 H7 H6", "H3 in 'H3' is the third copy"),
    (5, "RJRJ BJBJ C4C4 C7C7", "C4 in 'C4C4' is the third copy"),
    (4, "RJRJRJ H5H6H7 S2S3S4 C7C8C9", "RJ in 'RJRJRJ' is the third copy"),
    (2, "D5D5D6D6D8S8 DTDTDJDJDQDQ C4C5H5HQHKST D3D4H6D9S4SA", "mixes diamonds and trump"),
    (3, "H3H3H4D4 HTHTHJHJ C2S6D7H7 H9DAHAHA", "the lead 'H3H3H4D4' mixes hearts and diamonds"),
    (3, "H3H7H4D4 HTHTHJHJ C2S6D7S7 H9DAHAHA", "mixes hearts and diamonds and trump"),
    (14, "SKS9 C6C8 CQD2 D3H8", "this trick makes 26 cards a player; a player has 25"),
    (14, "", "the text ends inside the case, after 24 of 25 cards a player"),
]


@pytest.mark.parametrize(("number", "text", "reason"), FAULTS)
def test_a_fault_names_its_line_and_its_reason(number: int, text: str, reason: str) -> None:
    faulty = line(number, text)(tractor.EXAMPLE)
    with pytest.raises(NotationError) as error:
        tractor.Round.parse(faulty)
    named = number if text else 13  # what is missing is missed where the text ends
    assert error.value.line == named
    assert str(error.value).startswith(f"line {named}: ")
    assert reason in error.value.reason
    with pytest.raises(NotationError) as error:
        tractor.judge_text(f"2\n{tractor.EXAMPLE}{faulty}")
    assert error.value.case == 2
    assert error.value.line == named + 15
    assert reason in error.value.reason


def test_a_case_that_begins_too_early_is_a_fault() -> None:
    short = "\n".join(tractor.EXAMPLE.splitlines()[:-2])
    with pytest.raises(NotationError, match="each player has played 23 of 25 cards") as error:
        tractor.judge_text(f"2\n{short}\n\n{tractor.EXAMPLE}")
    assert (error.value.line, error.value.case) == (15, 1)


@pytest.mark.parametrize("after", ["H5 S2 H7 H6\n", "S Alice 7 8\n", "x", "\n\n.\n"])
def test_a_round_ends_with_its_25th_card(after: str) -> None:
    with pytest.raises(NotationError, match="goes on after 25 cards a player"):
        tractor.Round.parse(tractor.EXAMPLE + after)


@pytest.mark.parametrize("text", ["", " ", "\n\n\r\n"])
def test_an_empty_text_is_no_round(text: str) -> None:
    with pytest.raises(NotationError, match="there is no round in an empty text"):
        tractor.Round.parse(text)


# --- Hostile text ---------------------------------------------------------------------------------

words = ["S", "Alice", "7", "H5", "S2", "RJ", "BJBJ", "H3H3H4H4", "O Bob 2 2\n", "D5" * 30, ""]


def answer(text: str, by: Callable[[str], object]) -> str | NotationError:
    """Return a judge's answer, or the fault it found."""
    try:
        return str(by(text))
    except NotationError as error:
        return error


# --- Deals between the table and the judge --------------------------------------------------------


DEALS = 6
"""Random deals, and half as many rounds of each kind; ``--exhaustive`` takes 50 times more."""


def played(profile: str, seed: int, levels: str = "22") -> tractor.TractorState:
    """Play a deal at random; return its end."""
    game = load(f"tractor(profile={profile},match=deal,levels={levels},landlord={seed % 4})")
    *_, state = play_game(game.start(), RandomPlayer(seed), seed=seed).states()
    assert isinstance(state, tractor.TractorState)
    return state


def round_end(round_: tractor.Round) -> tractor.TractorState:
    """Return the table's state at the end of a round."""
    [state] = tractor.replayed(tractor.match_of_round(round_))
    return state


def assert_same_ruling(state: tractor.TractorState, ruling: tractor.RoundRuling) -> None:
    """Compare every trick, the points, the levels and the next landlord."""
    outcome = state.outcome
    assert isinstance(outcome, Outcome)
    for trick, winner, judged in zip(state.tricks, ruling.winners, ruling.tricks, strict=True):
        assert (state.winner_of(trick), trick.points) == (PLAYERS.index(winner), judged.points)
    assert outcome.points == ruling.points
    if ruling.ranks is None:
        assert (outcome.winner, ruling.next_dealer) == ((ruling.winner or 0) - 1, None)
        return
    assert PAST_ACE not in outcome.ranks
    assert tuple(RANKS[rank] for rank in outcome.ranks) == ruling.ranks
    assert PLAYERS[outcome.next_landlord] == ruling.next_dealer


def test_deals_in_the_judges_house_are_ruled_the_same_by_the_judge(exhaustive: bool) -> None:
    for seed in range(DEALS * 50 if exhaustive else DEALS):
        state = played("judge", seed, ("22", "7A", "TK")[seed % 3])
        assert_same_ruling(state, tractor.judge_round(tractor.round_of(state)))


@pytest.mark.parametrize("kind", KINDS)
def test_the_judges_rounds_are_ruled_the_same_at_the_table(kind: str, exhaustive: bool) -> None:
    for text in rounds(kind)[: None if exhaustive else DEALS // 2]:
        round_ = tractor.Round.parse(text)
        assert_same_ruling(round_end(round_), tractor.judge_round(round_))


def test_a_round_comes_back_card_for_card() -> None:
    for kind in KINDS:
        for text in rounds(kind)[:1]:
            there = tractor.Round.parse(text)
            back = tractor.round_of(round_end(there))
            assert (back.main, back.dealer, back.ranks) == (there.main, there.dealer, there.ranks)
            for mine, theirs in zip(back.tricks, there.tricks, strict=True):
                assert list(map(sorted, mine)) == list(map(sorted, theirs))


def test_a_round_as_a_record_is_read_and_replayed_like_any_other() -> None:
    for kind in KINDS:
        match = tractor.match_of_round(tractor.Round.parse(rounds(kind)[0]))
        assert tractor.MatchRecord.parse(str(match)) == match
        record = tractor.as_record(match)
        assert tractor.match_of(record).deals[0].tricks == match.deals[0].tricks


@pytest.mark.parametrize("profile", ["standard(penalty=10)", "rbtying", "jerryyyu", "duan"])
def test_deals_of_any_house_can_be_shown_to_the_judge(profile: str) -> None:
    for seed in range(2):
        state = played(profile, seed)
        ruling = tractor.judge_round(tractor.round_of(state))
        assert (
            ruling.hidden == tractor.judge_round(tractor.round_of(round_end(ruling.round))).hidden
        )
        assert ruling.round.trump == state.trump


def test_a_wrong_ruling_in_a_record_would_be_found() -> None:
    match = tractor.match_of_round(tractor.Round.parse(rounds("ordinary")[0]))
    points = next(word for word in match.deals[0].result.split() if word.isdigit())
    wrong = str(match).replace(f"result: {points} points", f"result: {int(points) + 5} points")
    with pytest.raises(
        NotationError, match=f"'{int(points) + 5} points' is not so: {points} points"
    ):
        list(tractor.replayed(tractor.MatchRecord.parse(wrong)))


def test_a_deal_in_play_is_no_round() -> None:
    state, _ = load("tractor(match=deal)").start().rolled(seed=1, stream=0)
    assert isinstance(state, tractor.TractorState)
    with pytest.raises(IllegalPosition, match="played out"):
        tractor.round_of(state)


# --- Who wins a trick (docs/tractor.md, Who wins) -------------------------------------------------


def winner(trump: str, *plays: str) -> int:
    """Return the place 0..3 of the winner."""
    return tractor.judge_trick(trump, plays).winner


# --- Anchors and what follows from them -----------------------------------------------------------


def test_rank_cards_of_three_suits_are_equal_and_the_leader_wins() -> None:
    assert winner("S5", "H5", "C5", "D5", "S2") == 0


def test_the_rank_card_of_the_main_suit_beats_the_others() -> None:
    assert winner("S5", "H2", "H5", "C5", "S5") == 3


def test_a_throw_is_won_by_the_higher_pair_in_it() -> None:
    ruling = tractor.judge_trick("S2", ["HAHAHKHQ", "S3S3S9S9", "S5S5S6S7", "D3D4D5D6"])
    assert (ruling.winner, ruling.honours) == (1, (12, 19, 15, 0))


@pytest.mark.parametrize(
    ("trump", "plays", "winning"),
    [
        ("S2", ["HT", "HJ", "DA", "H3"], 1),
        ("S2", ["HT", "DA", "CA", "DK"], 0),
        ("S2", ["HA", "S3", "HA", "S4"], 3),
        ("S2", ["HA", "S3", "H2", "S2"], 3),
        ("S2", ["HA", "BJ", "RJ", "S2"], 2),
        ("O2", ["HA", "SA", "D2", "BJ"], 3),
        ("O2", ["H2", "S2", "D2", "C2"], 0),
        ("O2", ["BJ", "H2", "RJ", "BJ"], 2),
        ("S2", ["HKHK", "HAHQ", "HAHJ", "S3S4"], 0),
        ("S2", ["HKHK", "HAHA", "S3S3", "BJRJ"], 2),
        ("S2", ["H3H3H4H4", "H5H5H6H6", "S3S3S4S4", "HAHAHQHQ"], 2),
        ("S2", ["H3H3H4H4", "HAHAHQHQ", "RJRJS2S2", "H5H5H6H6"], 3),
        ("S2", ["H3H3H4H4", "SASAC2C2", "D2D2S2S2", "BJBJRJRJ"], 3),
    ],
)
def test_the_highest_play_in_shape_wins(trump: str, plays: list[str], winning: int) -> None:
    assert winner(trump, *plays) == winning


def test_among_equals_the_earlier_play_wins() -> None:
    assert winner("S2", "HA", "HA", "DA", "CA") == 0
    assert winner("S2", "HK", "HA", "HA", "D3") == 1
    assert winner("S2", "HK", "D2", "C2", "H2") == 1
    assert winner("S2", "HKHKHQ", "D2D2RJ", "C2C2BJ", "H2H2S3") == 1
    assert winner("O2", "C2C2", "D2D2", "S2S2", "H2H2") == 0


def test_plain_cards_of_another_suit_never_win() -> None:
    ruling = tractor.judge_trick("S2", ["H3", "DA", "CA", "DK"])
    assert (ruling.winner, ruling.honours) == (0, (1, 0, 0, 0))


def test_a_throw_of_singles_is_ruffed_by_its_highest_trump() -> None:
    assert tractor.judge_trick("S2", ["HAHK", "S3RJ", "SAS2", "D3D4"]).honours == (12, 28, 26, 0)


def test_the_singles_of_a_throw_with_a_pair_do_not_count() -> None:
    ruling = tractor.judge_trick("S2", ["HKHKHA", "S3S3RJ", "S4S4S5", "D3D4D5"])
    assert (ruling.winner, ruling.honours) == (2, (11, 13, 14, 0))


def test_a_throw_of_two_pairs_counts_its_higher_pair() -> None:
    assert tractor.judge_trick("S2", ["H3H3HAHA", "S3S3SASA", "D3D4D5D6", "S4S4SKSK"]).honours == (
        (12, 24, 0, 23)
    )


def test_the_lead_may_be_trump() -> None:
    ruling = tractor.judge_trick("S2", ["S3", "HA", "SA", "H2"])
    assert (ruling.led, ruling.winner, ruling.honours) == ("trump", 3, (13, 0, 24, 25))


@pytest.mark.parametrize(
    ("lead", "trump", "led"),
    [
        ("SA", "H2", "spades"),
        ("HA", "S2", "hearts"),
        ("DA", "O2", "diamonds"),
        ("CA", "S2", "clubs"),
        ("C2", "S2", "trump"),
        ("RJ", "O2", "trump"),
        ("S3", "S2", "trump"),
    ],
)
def test_the_led_partition_has_a_name(lead: str, trump: str, led: str) -> None:
    assert tractor.judge_trick(trump, [lead, "D3", "D4", "D5"]).led == led


def test_a_ruling_says_how_it_was_found() -> None:
    ruling = tractor.judge_trick("S2", ["HAHAHKHQ", "S3S3S9S9", "S5S6S7S8", "D3D4D5D6"])
    assert ruling.trump == tractor.Trump("S", "2")
    assert ruling.plays[1] == parse_cards("S3S3S9S9")
    assert [str(block) for block in ruling.lead] == ["HAHA", "HK", "HQ"]
    first, second, third = ruling.readings
    assert isinstance(first, tractor.Match)
    assert str(first) == "S9S9 S3 S3"
    assert str(second) == "the lead has 1 pair, the reply 0"
    assert str(third) == "the reply is all diamonds, not all hearts or all trump"


# --- What is no trick -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plays", "reason"),
    [
        (["HA", "H3", "H4"], "a trick has four plays, not 3"),
        (["HA", "H3", "H4", "H5", "H6"], "a trick has four plays, not 5"),
        ([], "a trick has four plays, not 0"),
        (["HA", "H3", "H4H5", "H6"], "play 3, H4H5, has 2 cards, the lead 1"),
        (["HAHA", "H3H3", "H4H4", "H6"], "play 4, H6, has 1 cards, the lead 2"),
        (["HAD3", "H3H3", "H4H4", "H6H6"], "HAD3 is of several partitions under trump S2"),
        (["HA", "HA", "H4", "HA"], "HA appears 3 times"),
        (["HAHAHA", "H3H3H4", "H4H5H5", "H6H6H7"], "HA appears 3 times"),
        (["", "", "", ""], "a play has 1 to 25 cards, not 0"),
    ],
)
def test_what_is_no_trick_is_refused(plays: list[str], reason: str) -> None:
    with pytest.raises(IllegalPosition, match=reason):
        tractor.judge_trick("S2", plays)


def test_text_that_is_no_card_is_refused() -> None:
    with pytest.raises(NotationError):
        tractor.judge_trick("S2", ["HA", "H3", "H4", "H"])
    with pytest.raises(NotationError):
        tractor.judge_trick("Z2", ["HA", "H3", "H4", "H5"])


# --- Against the slow definition, and what must not matter ----------------------------------------


@st.composite
def tricks(draw: st.DrawFn) -> tuple[str, tuple[Play, ...]]:
    """Draw a trump configuration and four plays."""
    return some_trick(draw(st.randoms(use_true_random=False)))


def outcome(ruling: tractor.TrickRuling) -> tuple[int, tuple[int, ...], int]:
    """Return what no renaming may change."""
    return ruling.winner, ruling.honours, ruling.points


@pytest.mark.exhaustive
def test_rulings_are_those_of_the_slow_definition(exhaustive: bool) -> None:
    # 50,000 random tricks; by default the first 500.
    rng = Random(4)
    won = [0] * 4
    for _ in range(50_000 if exhaustive else 500):
        trump, plays = some_trick(rng)
        ruling = tractor.judge_trick(trump, plays)
        assert (ruling.winner, list(ruling.honours)) == slow_honours(trump, plays), (trump, plays)
        won[ruling.winner] += 1
    assert min(won) > sum(won) / 10  # the sample is not all one player's


@given(tricks())
def test_the_winner_is_the_first_of_the_highest(trick: tuple[str, tuple[Play, ...]]) -> None:
    ruling = tractor.judge_trick(*trick)
    assert all(honour < max(ruling.honours) for honour in ruling.honours[: ruling.winner])
    assert ruling.honours[ruling.winner] == max(ruling.honours) > 0
    assert ruling.honours[0] == ruling.lead[0].phi
    for reading, honour in zip(ruling.readings, ruling.honours[1:], strict=True):
        assert (honour == 0) == isinstance(reading, tractor.NoMatch)


@given(tricks(), st.permutations([1, 2, 3]))
def test_replies_in_another_order_have_the_same_honours(
    trick: tuple[str, tuple[Play, ...]], order: list[int]
) -> None:
    trump, plays = trick
    before = tractor.judge_trick(trump, plays)
    after = tractor.judge_trick(trump, [plays[0], *(plays[i] for i in order)])
    assert after.honours == (before.honours[0], *(before.honours[i] for i in order))
    if before.winner == 0:
        assert after.winner == 0
