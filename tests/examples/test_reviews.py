"""Reviews of games of the kit, which nobody wrote one for: hearts, whist and spades.

What a card is worth is held against all deals that its seat can't tell apart, listed by the oracles of
these games; reasons against the cards on the table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from suitwise import catalogue
from suitwise.cards import Card
from suitwise.catalogue import Entry
from suitwise.errors import NotationError, SuitwiseError
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import CHANCE, OVER, Record, load, play
from suitwise.players.named import named
from suitwise.players.review import Decision, Verdict, has_review, review_of
from suitwise.players.review_text import review_text, said_of
from suitwise.table.rules.messages import say
from suitwise.table.rules.replaying import Replay
from suitwise.table.serve.processes.reviews import RecordToReview
from suitwise.tricks import REVIEW, TrickGame
from suitwise.tricks.review import LEAST_WORLDS, WORLDS, TrickJudge, reasons, review
from tests.examples.hearts import games as of_hearts
from tests.examples.spades import games as of_spades
from tests.examples.whist import games as of_whist
from tests.oracles import hearts_oracle, whist_oracle

GAMES = {
    "hearts": load("hearts(points=0,passing=hold)"),
    "whist": load("whist(points=0)"),
    "spades": load("spades(points=0)"),
}
RANKS = "23456789TJQKA"
NAMES = ["Ann", "Bob", "Cid", "Dan"]


def random_record(variant: str, seed: int) -> Record:
    game = load(variant)
    return play(game.start(), named("random", game).seated(seed, 0), seed=seed)


def judge_of(game: Any, worlds: int) -> TrickJudge:
    return TrickJudge(worlds, 0, named("rules", game))


def late_states(name: str, left: int, seeds: range) -> Iterator[Any]:
    """Yield positions of random games in which a seat has a choice of so many cards."""
    games: Any = {"hearts": of_hearts, "whist": of_whist, "spades": of_spades}[name]
    for seed in seeds:
        for state in games.random_states(seed, GAMES[name]):
            is_choice = state.turn >= 0 and not state.is_bidding
            if (
                is_choice
                and state.hands[state.turn] == state.legal
                and state.legal.bit_count() == left
            ):
                yield state


# --- What a card is worth, exactly ----------------------------------------------------------------


def hands_of(state: Any) -> Iterator[Sequence[frozenset[str]]]:
    """Yield all deals that the seat on turn can't tell from the true one, by the game's oracle."""
    if state.variant.name == "hearts":
        start, plays = of_hearts.hands_texts(state), of_hearts.played_texts(state)
        return hearts_oracle.worlds(state.turn, start, [[]] * 4, "hold", plays)
    dealt, plays = of_whist.dealt_texts(state), of_whist.played_texts(state)
    turned = str(Card(state.turned))
    return whist_oracle.worlds(state.turn, dealt, state.dealer, turned, plays)


def order(card: str) -> tuple[int, int]:
    """Return a card's place in a hand as it is written."""
    return "SHDC".index(card[0]), RANKS.index(card[1])


def with_hands(state: Any, hands: Sequence[frozenset[str]]) -> Any:
    """Return a position with other hands, read from its text."""
    head, _, *others = str(state).split(" | ")
    dealt = " ".join("".join(sorted(hand, key=order)) for hand in hands)
    return state.game.parse(" | ".join([head, dealt, *others]))


def points_by_oracle(state: Any, seat: int) -> float:
    """Return what a deal that is over gives a seat, scored by the game's oracle."""
    if state.variant.name == "hearts":
        played = hearts_oracle.play_out(of_hearts.hands_texts(state), of_hearts.played_texts(state))
        assert played is not None
        return -float(hearts_oracle.scored(played.points)[seat])
    found = whist_oracle.play_out(
        of_whist.dealt_texts(state),
        (state.dealer + 1) % 4,
        str(Card(state.turned))[0],
        of_whist.played_texts(state),
    )
    assert found is not None
    ours, theirs = whist_oracle.odd_tricks(found[0])
    return float(ours - theirs if seat % 2 == 0 else theirs - ours)


def exact_worth(state: Any, move: Any) -> float:
    """Return what a card is worth on average over all deals, played on by rules of thumb."""
    choose, found = named("rules", state.game).seated(0, 0), []
    for hands in hands_of(state):
        world = with_hands(state, hands).after(move)
        while world.turn >= 0:
            world = world.after(choose(world))
        found.append(points_by_oracle(world, state.turn))
    return fmean(found)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["hearts", "whist"])
def test_a_card_is_worth_what_all_deals_that_its_seat_can_not_tell_apart_say(
    name: str, exhaustive: bool
) -> None:
    """4 positions, in full 8."""
    worlds, differing, positions = 300, 0, 8 if exhaustive else 4
    for state in islice(late_states(name, 2, range(40)), positions):
        moves = [*state.moves()]
        exact = [exact_worth(state, move) for move in moves]
        found = judge_of(state.game, worlds).points(state, moves, b"")
        error = found.std(axis=0, ddof=1) / np.sqrt(worlds)
        assert (abs(found.mean(axis=0) - exact) <= 5 * error + 1e-9).all(), str(state)
        differing += exact[0] != exact[1]
        better = moves[int(np.argmax(exact))]
        (worse,) = (move for move in moves if move != better)
        verdict = judge_of(state.game, worlds).verdict(state, worse)
        if verdict.is_mistake:
            assert verdict.best == str(better)
            assert abs(verdict.cost - max(exact) + min(exact)) <= 5 * verdict.error + 1e-9
    assert differing > positions / 4


@pytest.mark.parametrize("name", GAMES)
def test_a_verdict_is_the_same_in_every_deal_that_its_seat_can_not_tell_apart(name: str) -> None:
    for state in islice(late_states(name, 4, range(20)), 3):
        move = next(iter(state.moves()))
        verdict = judge_of(state.game, 6).verdict(state, move)
        for stream in range(3):
            other = state.resample(state.turn, 9, stream)
            assert judge_of(state.game, 6).verdict(other, move) == verdict


@pytest.mark.parametrize("name", GAMES)
def test_a_single_deal_is_worth_its_returns(name: str) -> None:
    for seed in range(6):
        last: Any = [*random_record(str(GAMES[name]), seed).states()][-1]
        assert last.turn == OVER
        worth = [last.variant.worth(last.scores, seat) for seat in range(4)]
        assert worth == [*last.returns()]


def test_what_a_match_has_come_to_changes_nothing() -> None:
    """The deal of a match is judged as the same cards are in a game of one deal."""
    single = next(late_states("whist", 4, range(20)))
    whole: Any = load("whist(points=9)").parse(re.sub(r"\| \S+$", "| 2-2", str(single)))
    assert whole.scores == (2, 2)
    moves, worlds = [*single.moves()], 60
    one, other = (
        judge_of(state.game, worlds).points(state, moves, b"") for state in (single, whole)
    )
    error = np.hypot(one.std(axis=0), other.std(axis=0)) / np.sqrt(worlds)
    assert (abs(one.mean(axis=0) - other.mean(axis=0)) <= 5 * error + 1e-9).all()


def test_bags_of_earlier_deals_count() -> None:
    """With nine bags before, a tenth costs a hundred points, which the verdict knows."""
    state = next(late_states("spades", 3, range(30)))
    later = str(state).replace("deal 0", "deal 4")  # the same seat deals
    spades: Any = load("spades")
    few, many = (
        spades.parse(re.sub(r"\| \S+$", f"| {score}-{score}", later)) for score in (100, 109)
    )
    assert few.scores == (100, 100)
    moves = [*state.moves()]
    found = [judge_of(one.game, 40).points(one, moves, b"").mean(axis=0) for one in (few, many)]
    assert (found[0] != found[1]).any()


# --- Whole records --------------------------------------------------------------------------------


def checked(record: Record, worlds: int = 2, seat: int | None = None) -> list[Decision]:
    """Return the decisions of a review, each of which had a choice and is in its place."""
    found = list(review(record, worlds, seat=seat))
    states = [*record.states()]
    for one in found:
        state = states[one.ply - 1]
        assert one.seat == state.turn
        assert record.moves[one.ply - 1] == one.move
        assert one.verdict is not None
        assert one.verdict.worlds == worlds
        assert one.verdict.tried == len(state.moves()) > 1
    mine = [one for one in states[:-1] if one.turn >= 0 and len(one.moves()) > 1]
    assert len(found) == sum(seat in (None, one.turn) for one in mine)
    return found


def test_passes_and_plays_of_hearts_are_judged_each_in_its_deal() -> None:
    whole = random_record("hearts(points=30)", 4)
    begun = 2 * (52 + 12) + 52 + 8  # the first deal, and two tricks of the second
    record = Record(whole.game, whole.start, whole.moves[:begun], (0.0,) * 4)
    found = checked(record, seat=2)
    assert {str(one.place) for one in found} >= {"passing cards", "trick 2", "trick 11"}
    replay = Replay.read(str(record))
    assert max(one.deal for one in found) == 2 == len([*deals_in(record)])
    assert replay.records == (record,)
    assert all(one.verdict and one.verdict.chance is None for one in found)
    assert "seat 2" in review_text(found, REVIEW.measure)


def deals_in(record: Record) -> Iterator[Any]:
    states: Iterator[Any] = record.states()
    return (one for one in states if one.turn == CHANCE and not any(one.dealt))


def test_the_better_card_of_hearts_takes_fewer_points_and_of_whist_brings_more() -> None:
    verdict = Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, 1.5, 0.1)
    decision = Decision(31, 1, "trick 3", 2, "HK", verdict)
    told = {
        name: str(said_of(decision, REVIEW.at(game).measure).plain) for name, game in GAMES.items()
    }
    assert told["hearts"] == "that takes about 1.5 points less in deals like this one"
    assert told["whist"] == told["spades"] != told["hearts"]
    assert told["whist"] == "that brings about 1.5 points more in deals like this one"


def test_bids_of_spades_are_judged_in_words_and_by_shares_of_deals() -> None:
    found = checked(random_record("spades(points=0)", 1), seat=1)
    (bid,) = (one.verdict for one in found if one.place == "bidding")
    assert bid is not None
    assert (str(bid.did)[:5], str(bid.better)[:8], bid.tried) == ("bids ", "bidding ", 14)
    assert all(one.verdict and one.verdict.chance is not None for one in found)


def test_the_same_record_worlds_and_seed_give_the_same_figures() -> None:
    record = random_record("whist(points=0)", 2)
    one, same, other = ([*islice(review(record, 4, seed), 6)] for seed in (0, 0, 1))
    assert one == same != other


def test_a_review_of_the_table_has_as_many_deals_as_time_allows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record = random_record("whist(points=0)", 2)
    assert has_review("whist")
    found = review_of("whist")
    assert found is not None
    assert (found.worlds, found.most, found.is_opinion) == (LEAST_WORLDS, WORLDS, True)
    hurried = [*found.decisions(record, worlds=3, seed=0, seat=0, seconds=0.0)]
    assert {one.verdict.worlds for one in hurried if one.verdict} == {3}
    monkeypatch.setattr("suitwise.tricks.review.WORLDS", 20)
    patient = [*islice(found.decisions(record, worlds=3, seed=0, seat=0, seconds=600.0), 3)]
    assert [one.verdict.worlds for one in patient if one.verdict] == [3, 3, 20]
    begun = Record(record.game, record.start, record.moves[:54], (0.0,) * 4)
    read = RecordToReview.read(str(begun))
    assert next(read.decisions()).place == "trick 1"


@pytest.mark.parametrize(
    ("variant", "options", "fault"),
    [
        ("gin", {}, "not of a trick-taking game"),
        ("whist(points=0)", {"worlds": 1}, "worlds"),
        ("whist(points=0)", {"seat": 4}, "seat"),
        ("whist(points=0)", {"seed": 1 << 64}, "seed"),
    ],
)
def test_what_can_not_be_reviewed_is_refused(
    variant: str, options: dict[str, Any], fault: str
) -> None:
    with pytest.raises(SuitwiseError, match=fault):
        next(review(random_record(variant, 1), **options))


def test_a_game_without_a_player_is_not_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = Entry("tricks", TrickGame, review="suitwise.tricks:REVIEW")
    monkeypatch.setitem(catalogue._known, "tricks", entry)
    with pytest.raises(NotationError, match="'rules' is no player of tricks"):
        review(random_record("tricks", 1))


# --- Reasons --------------------------------------------------------------------------------------


def is_above(card: str, best: str, trump: str) -> bool:
    """Tell whether a card beats another that wins so far."""
    if card[0] == best[0]:
        return RANKS.index(card[1]) > RANKS.index(best[1])
    return card[0] == trump


def check_reason(why: Phrase, state: Any, made: str, best: str) -> None:
    """Hold a reason against the cards on the table, by the rules of the game alone."""
    values, trick = why.params, state.tricks[-1]
    trump = "SHDC"[state.trump] if state.trump >= 0 else "-"
    if why.code == "tricks.reason.higher":
        others = {
            str(Card(card))
            for seat, hand in enumerate(state.hands)
            if seat != state.turn
            for card in range(52)
            if hand >> card & 1
        }
        above = [
            sum(one[0] == card[0] and is_above(one, card, "-") for one in others)
            for card in (made, best)
        ]
        assert (values["n"], values["better"], str(values["card"])) == (*above, best)
        assert above[0] != above[1]
        return
    table = [str(Card(card)) for card in trick.cards]
    top = table[0]
    for card in table[1:]:
        top = card if is_above(card, top, trump) else top
    owner = (trick.leader + table.index(top)) % 4
    takes = [is_above(card, top, trump) for card in (made, best)]
    is_last, is_ours = len(table) == 3, bool(trump != "-") and (owner - state.turn) % 2 == 0
    more = 0 if trump != "-" else hearts_oracle.points_of(best) - hearts_oracle.points_of(made)
    told = {
        "review.why.ours": is_ours and takes == [True, False],
        "review.why.left": not is_ours and is_last and takes == [False, True],
        "review.why.unbeaten": not is_ours and not is_last and takes == [False, True],
        "review.why.takes-too": is_last and takes == [True, True] and not more,
        "review.why.takes": is_last and takes == [True, False],
        "review.why.beats": not is_last and takes == [True, False],
        "review.why.could-give": is_last and takes == [False, False] and more > 0,
        "review.why.could-throw": not is_last and takes == [False, False] and more > 0,
        "review.why.takes-fewer": is_last and takes == [True, True] and more < 0,
    }
    assert told[why.code], f"{why}: {made}, not {best}, in {state}"
    if "seat" in values:
        assert values["seat"] == owner
    if "n" in values:
        assert values["n"] == abs(more)
    assert str(values.get("cards", top)) in (top, best)


def test_every_reason_is_true_of_the_cards_on_the_table() -> None:
    told: Counter[str] = Counter()
    for name in ("hearts", "whist"):
        for state in islice(late_states(name, 3, range(200)), 400):
            for made, best in permutations(state.moves(), 2):
                for why in reasons(state, made, best):
                    check_reason(why, state, str(made), str(best))
                    told[why.code] += 1
    assert set(told) == {
        "tricks.reason.higher",
        *(
            f"review.why.{why}"
            for why in ("ours", "left", "unbeaten", "takes-too", "takes", "beats")
        ),
        *(f"review.why.{why}" for why in ("could-give", "could-throw", "takes-fewer")),
    }


def test_bids_and_passes_have_no_reasons() -> None:
    for name in ("spades", "hearts"):
        state: Any = load(name).start().rolled(1, 0)[0]
        made, best, *_ = state.moves()
        assert [*reasons(state, made, best)] == []


@pytest.mark.parametrize("variant", ["hearts(points=0)", "spades(points=0)", "whist(points=0)"])
def test_all_that_a_review_says_is_said_in_chinese(variant: str) -> None:
    for one in review(random_record(variant, 3), 2, seat=0):
        assert one.verdict is not None
        said = [one.place, one.verdict.did, one.verdict.better, *one.verdict.reasons]
        for line in said:
            told = say(line, "zh", ["甲", "乙", "丙", "丁"])
            assert not re.search(r"[A-Za-z]{2,}", told), told
