"""Rounds by seed: the same everywhere, legal, and as hard as they claim to be."""

from __future__ import annotations

from collections import Counter
from functools import cache
from hashlib import sha256
from itertools import pairwise

import pytest

from benchmarks.tractor import players
from benchmarks.tractor.players import (
    Deal,
    Duel,
    Maker,
    at_random,
    duel,
    duel_on_cores,
    report,
    rule_based,
    without_throws,
)
from benchmarks.tractor.rounds import MOST_ROUND_BYTES, Kind, rounds_text
from suitwise import tractor
from suitwise.cards import Card
from suitwise.game import Chooser
from suitwise.tractor.judge.rounds import PLAYERS
from tests.oracles.tractor_paper.orders import distinct_orders
from tests.oracles.tractor_paper.template import template

KINDS: tuple[Kind, ...] = ("ordinary", "worst")


@cache
def rulings(kind: Kind, count: int = 60) -> list[tractor.RoundRuling]:
    """Return the rulings on the first rounds of a seed."""
    text = rounds_text(count, seed=5, kind=kind).decode()
    return [tractor.judge_round(part) for part in text.split("\n\n") if part.strip()]


def hands_of(ruling: tractor.RoundRuling) -> dict[str, Counter[Card]]:
    """Return the 25 cards that each player was dealt: those that they played."""
    hands: dict[str, Counter[Card]] = {name: Counter() for name in PLAYERS}
    for trick, leader in zip(ruling.tricks, ruling.leaders, strict=True):
        for turn, play in enumerate(trick.plays):
            hands[PLAYERS[(PLAYERS.index(leader) + turn) % 4]].update(play)
    return hands


# --- The same rounds everywhere -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "digest"), [("ordinary", "5698eb6f8b0397a6"), ("worst", "6f383dd60dc031da")]
)
def test_a_seed_gives_the_same_rounds_for_ever(kind: Kind, digest: str) -> None:
    assert sha256(rounds_text(20, seed=1, kind=kind)).hexdigest()[:16] == digest


@pytest.mark.parametrize("kind", KINDS)
def test_a_round_does_not_depend_on_the_rounds_made_beside_it(kind: Kind) -> None:
    together = rounds_text(9, seed=4, kind=kind)
    assert b"".join(rounds_text(1, seed=4, kind=kind, first=i) for i in range(9)) == together
    assert together.endswith(rounds_text(5, seed=4, kind=kind, first=4))
    assert rounds_text(3, seed=5, kind=kind) != rounds_text(3, seed=4, kind=kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
def test_compiled_code_makes_the_rounds_that_plain_python_makes(kind: Kind, seed: int) -> None:
    many = rounds_text(101, seed=seed, kind=kind, first=7)
    few = rounds_text(3, seed=seed, kind=kind, first=7)
    assert many.startswith(few)
    last = rounds_text(1, seed=seed, kind=kind, first=107)
    assert many.endswith(last)
    assert many.count(b"\n\n") == 101


def test_no_rounds_are_no_text() -> None:
    assert rounds_text(0) == b""


# --- Legal rounds ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_round_is_legal_for_the_judge(kind: Kind) -> None:
    text = rounds_text(60, seed=5, kind=kind).decode()
    assert len(tractor.judge_text(f"60\n{text}").splitlines()) == 180
    assert len(rulings(kind)) == 60


@pytest.mark.parametrize("kind", KINDS)
def test_a_round_keeps_within_its_room(kind: Kind) -> None:
    text = rounds_text(60, seed=5, kind=kind)
    assert max(map(len, text.split(b"\n\n"))) + 2 <= MOST_ROUND_BYTES


@pytest.mark.parametrize("kind", KINDS)
def test_every_player_plays_25_cards_of_two_packs(kind: Kind) -> None:
    for ruling in rulings(kind):
        hands = hands_of(ruling)
        assert [hand.total() for hand in hands.values()] == [25] * 4
        dealt = sum(hands.values(), Counter[Card]())
        assert max(dealt.values()) <= 2


def test_ordinary_replies_follow_suit_and_give_the_pairs_they_owe() -> None:
    for ruling in rulings("ordinary"):
        hands = hands_of(ruling)
        trump = ruling.round.trump
        for trick, leader in zip(ruling.tricks, ruling.leaders, strict=True):
            led = tractor.partition(trick.plays[0][0], trump)
            owed = sum(block.size // 2 for block in trick.lead)
            for turn, play in enumerate(trick.plays):
                hand = hands[PLAYERS[(PLAYERS.index(leader) + turn) % 4]]
                held = Counter(
                    {c: n for c, n in hand.items() if tractor.partition(c, trump) == led}
                )
                given = Counter(c for c in play if tractor.partition(c, trump) == led)
                assert given.total() == min(len(play), held.total())
                pairs = sum(n == 2 for n in held.values())
                if held.total() >= len(play):
                    assert sum(n == 2 for n in given.values()) >= min(owed, pairs)
                hand.subtract(play)


def test_ordinary_rounds_hold_leads_of_every_kind_and_ruffs() -> None:
    tricks = [trick for ruling in rulings("ordinary") for trick in ruling.tricks]
    kinds = Counter(trick.lead[0].kind if len(trick.lead) == 1 else "throw" for trick in tricks)
    assert set(kinds) == {"single", "pair", "tractor", "throw"}
    assert kinds.most_common(1)[0][0] == "single"
    ruffs = [trick for trick in tricks if trick.led != "trump" and max(trick.honours) > 12]
    assert len(ruffs) > len(tricks) / 20
    assert {trick.winner for trick in tricks} == {0, 1, 2, 3}


def test_ordinary_rounds_have_every_main_suit_dealer_and_rank() -> None:
    games = [ruling.round for ruling in rulings("ordinary")]
    assert {game.main for game in games} == set("SHDCO")
    assert {game.dealer for game in games} == set(PLAYERS)
    assert {rank for game in games for rank in game.ranks} == set("23456789TJQKA")


# --- Worst rounds ---------------------------------------------------------------------------------


def test_a_worst_round_begins_with_a_tractor_four_pairs_and_six_singles() -> None:
    for ruling in rulings("worst"):
        trick, trump = ruling.tricks[0], ruling.round.trump
        assert trump.main != "O"
        assert trick.led != "trump"
        assert [block.size for block in trick.lead] == [4, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1]
        assert distinct_orders(template(trick.plays[0], trump)) == 2_310


def test_two_hands_answer_with_18_trumps_in_six_pairs_of_which_no_two_are_neighbours() -> None:
    for ruling in rulings("worst"):
        trick, trump = ruling.tricks[0], ruling.round.trump
        for play, reading in zip(trick.plays[1:3], trick.readings[:2], strict=True):
            assert len(play) == 18
            assert {tractor.partition(card, trump) for card in play} == {"T"}
            levels = sorted(tractor.phi(card, trump) for card in set(play) if play.count(card) == 2)
            assert len(levels) == 6
            assert all(b - a > 1 for a, b in pairwise(levels))
            assert [block.size for block in tractor.decompose(play, trump)] == [2] * 6 + [1] * 6
            assert isinstance(reading, tractor.NoMatch)
            assert "does not fit into the reply's runs of pairs" in reading.reason


def test_single_tricks_follow_the_worst_one() -> None:
    for ruling in rulings("worst"):
        assert sum(len(trick.plays[0]) for trick in ruling.tricks[1:]) == 7


# --- Duels of Tractor players ---------------------------------------------------------------------


def test_a_player_against_itself_rises_no_further() -> None:
    found = duel(rule_based, rule_based, range(2), seed=3)
    assert (found.margin.mean, found.margin.error) == (0, 0)
    assert found.landlords(0) == found.landlords(1)


def test_the_sides_are_exchanged_and_the_cards_are_the_same() -> None:
    asked: list[tuple[int, str]] = []

    def noting(player: int) -> Chooser:
        def choose(state: object) -> object:
            asked.append((player, str(state)))
            return rule_based(0)(state)  # type: ignore[arg-type]

        return choose

    duel(lambda deal: noting(0), lambda deal: noting(1), range(2), seed=3)
    half = len({text for _, text in asked})
    assert len(asked) == 2 * half
    assert {(1 - player, text) for player, text in asked} == set(asked)


def test_the_margin_is_over_the_pairs_of_deals() -> None:
    duel = Duel(
        (Deal(3, 0, 0, True), Deal(-1, 1, 60, True), Deal(0, 1, 90, False), Deal(0, 0, 90, False))
    )
    assert duel.margin.mean == 0.5
    assert duel.margin.deals == 2
    assert (duel.landlords(0), duel.landlords(1)) == ((2, 1), (2, 1))


@pytest.mark.exhaustive
def test_many_cores_count_what_one_counts(exhaustive: bool) -> None:
    deals = 40 if exhaustive else 2
    one, many = (
        duel(rule_based, at_random, range(deals)),
        duel_on_cores(rule_based, at_random, deals),
    )
    assert [deal.levels for deal in one.deals] == [deal.levels for deal in many.deals]
    assert one.decision_ms > 0


@pytest.mark.exhaustive
def test_throwing_what_stands_does_no_harm(exhaustive: bool) -> None:
    deals = 400 if exhaustive else 12
    margin = duel(rule_based, without_throws, range(deals), seed=2).margin
    assert margin.mean > (-0.05 if exhaustive else -0.25)


def test_the_report_has_a_line_for_each_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    def at_once(first: Maker, second: Maker, deals: int) -> Duel:
        return duel(first, second, range(deals))

    monkeypatch.setattr(players, "duel_on_cores", at_once)
    said: list[str] = []
    told = report(2, said.append)
    assert [line.split(" | ")[0].removeprefix("| ") for line in told.splitlines()[-2:]] == said
