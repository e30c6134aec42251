"""The Monte Carlo player of Tractor: reproducible, blind to hidden cards, true in its words."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from suitwise import tractor
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.compiled import machine
from suitwise.foundation.seating import SEATS
from suitwise.foundation.values import Clock
from suitwise.game import load
from suitwise.players.named import named
from suitwise.testing import Kuhn
from suitwise.tractor.arrays import packed as columns
from suitwise.tractor.arrays.batch import replay
from suitwise.tractor.arrays.packed import BURIED, COLUMNS, HANDS
from suitwise.tractor.arrays.policy import choose_play
from suitwise.tractor.arrays.positions import packed, state_of
from suitwise.tractor.arrays.stepped.record import first_by_name, forced_cards, part_forced
from suitwise.tractor.hidden.redealing import many_worlds
from suitwise.tractor.moves import DECK, HAND
from suitwise.tractor.players.monte_carlo import Judged, MonteCarlo
from suitwise.tractor.players.replies import Sight
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.players.search import auctions, burials, judging
from suitwise.tractor.players.search import worlds as module
from suitwise.tractor.players.search.auctions import draw_rest, turned_card, whole_hand_bid
from suitwise.tractor.players.search.candidates import FEW, MOST, candidates_of
from suitwise.tractor.players.search.judging import Thinking, house_of, lots_in_all, rows_of
from suitwise.tractor.players.search.racing import FIRST, Batch, Ints, Race, lead_of, race
from suitwise.tractor.players.search.rollouts import MOST_SEARCHED, play_out, roll_out
from suitwise.tractor.players.search.values import LEVEL, values_for, worth_of
from suitwise.tractor.players.search.worlds import Beliefs, draw, kept, weighed
from suitwise.tractor.rules.auction import NOTHING, main_of
from suitwise.tractor.rules.blocks import parts_of
from suitwise.tractor.rules.levels import KITTY, named_by_kitty, points_of
from suitwise.tractor.rules.order import partition_mask
from suitwise.tractor.rules.profile import NAMED, STANDARD
from suitwise.tractor.rules.throws import FORCED, STANDS
from suitwise.tractor.solve.worth import desk_of_thread
from tests.foundation.times import Times
from tests.tractor.players.test_rule_based import positions
from tests.tractor.table_tricks import some_throw_of_high_singles

DEAL = tractor.Tractor(match="deal")
FIFTEEN = (
    "22 - | S2S5S6S8STSJSJH3H6H7H8HJHQHAD2D4D5D5D6DTDQDKC8CKCA "
    "S2S4S4S7S7S8S9SAH4H5H7H9HJHKD3D7D8D9DTC3C6C6C9CQBJ "
    "S3S6S9STSKSKSAH2H6HTHQD2D9DJDJDAC2C7C8C9CTCKCABJRJ "
    "S3SQSQH2H4H5H8H9HTHAD3D4D6D7DQDKDAC2C3C4C5C5CTCJCQ | 3:H2 | - | S3S5D3D4D6D7D8DQ | 3 "
    "C4C4C5C5 D4C8CKCA C3C6C6C9 C7C8C9CA / 3 DA D6 DT D9 / 3 SQSQ SJSJ S4S4 SKSK / 2 CK C3 ST CQ "
    "/ 2 DA DK DT D3 / 2 SA H3 S6 S8 / 3 CTCJCJCQ S8H3H6DQ S9D7D8D9 S3S6S9CT / 3 C7 H7 H4 ST / 0 "
    "DK HK DJ HT / 1 S7S7SA H6HQDJ H4H5HK"
)
"""Seat 0 is last to a trick of the others: S5D5D5 gives it 15 points, S5H8HJ gives 5."""


def decisions(seed: int, phase: str) -> list[tractor.TractorState]:
    found = positions(DEAL, seed)
    return [one for one in found if one.phase == phase and one.turn >= 0 and len(one.moves()) > 1]


def test_it_bids_as_the_rules_do_and_for_their_reason() -> None:
    player, rules, said = MonteCarlo(worlds=6), TractorPlayer(), set[str]()
    for state in (one for seed in (4, 5) for one in decisions(seed, "bid")):
        advice = player.advice(state)
        assert (advice.move, str(advice.why)) == rules.advice(state)
        assert player(state) == advice.move
        said.add(advice.why.code)
    assert {"tractor.why-strength", "tractor.why-reinforced"} <= said


def test_it_does_not_give_15_points_away_where_5_will_do() -> None:
    given = MonteCarlo(worlds=400)(DEAL.parse(FIFTEEN)).pile
    assert points_of(given.once, given.twice) == 5


def test_with_more_time_it_looks_at_more_worlds() -> None:
    state = decisions(3, "play")[20]
    looked = [len(MonteCarlo(4, seconds).judged(state).race.counts) for seconds in (0.0, 0.2)]
    assert looked[0] <= 4 < looked[1]


SENTENCE = re.compile(
    r"([-+][0-9.]+) levels over (\d+) deals"
    r"(?:(?:, ([0-9.]+) more than (\S+)|; (\S+) is as good), give or take ([0-9.]+))?"
)


def holds(why: str, judged: Judged) -> bool:
    """Tell whether a sentence says what the figures say."""
    found, race = SENTENCE.fullmatch(why), judged.race
    assert found is not None, why
    other = found[4] or found[5]
    if other is None:
        return len(judged.moves) == 1 and near(found[1], race.mean(race.best))
    place = [str(move) for move in judged.moves].index(other)
    lead, error = race.lead(place)
    assert (found[3] is not None) == (lead > 1.96 * error)
    return near(found[6], 1.96 * error) and (found[3] is None or near(found[3], lead))


def near(said: str, worth: float) -> bool:
    return abs(float(said) * LEVEL - worth) <= LEVEL / 100


def test_numbers_out_of_range_and_other_games_are_refused() -> None:
    with pytest.raises(SuitwiseError, match="1 to 10,000 worlds are drawn, not 0"):
        named("mc(worlds=0)", load("tractor"))
    with pytest.raises(SuitwiseError, match="bids"):
        named("mc(bids=no)", load("tractor"))
    with pytest.raises(SuitwiseError, match="0 seconds or more, not -1"):
        MonteCarlo(seconds=-1)
    with pytest.raises(SuitwiseError, match="0 to 8 cards a hand are solved, not of 9"):
        named("mc(ending=9)", load("tractor"))
    with pytest.raises(SuitwiseError):
        MonteCarlo()(Kuhn().parse("KJ"))


# --- Habits that cost the rule-based player much --------------------------------------------------


FILE = Path(__file__).parents[2] / "data" / "tractor" / "habits.json"
CASES: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))["cases"]


def position(case: dict[str, Any]) -> tractor.TractorState:
    return tractor.Tractor(match="deal").parse(case["position"])


@pytest.mark.parametrize("case", CASES, ids=[case["habit"] for case in CASES])
def test_it_has_no_habit_that_costs_much(case: dict[str, Any]) -> None:
    state = position(case)
    assert state.parse_move(case["played"]) in state.moves()
    assert case["played"] not in case["instead"]
    assert str(MonteCarlo(worlds=100)(state)) in case["instead"]


# --- What the player follows with: the house says who wins, of throws too -------------------------


PLAYER = TractorPlayer()


def thrown(own: str, *trick: str, profile: str = "standard") -> tractor.TractorState:
    """Return a position of the first trick, S2 trump, in which all but the leader are out of hearts.

    Args:
        own: the trumps of the seat on turn.
        trick: what lies on the table: hearts that nobody can beat, then trumps.
        profile: the house.
    """
    shown = [tractor.pile_of(cards) for cards in (*trick, own)]
    rest, hearts, trumps = DECK, partition_mask(1, 0, 0), partition_mask(4, 0, 0)
    for pile in shown:
        rest = rest.minus(pile)
    cards = list(rest.cards)
    Random(1).shuffle(cards)
    # Hearts and high trumps first to the kitty and the leader, the seats between get plain cards.
    cards.sort(key=lambda card: -2 * (hearts >> card & 1) - (trumps >> card & 1))
    kitty = [cards.pop(0) for _ in range(8)]
    hands: list[tractor.Pile] = []
    for pile in shown:
        more = 25 - pile.size
        taken = cards[:more] if not hands else cards[-more:]
        cards = cards[more:] if not hands else cards[:-more]
        hands.append(pile.plus(tractor.pile_of(taken)))
    hands += [tractor.pile_of(cards[25 * at : 25 * at + 25]) for at in range(4 - len(hands))]
    bidder = next(seat for seat, hand in enumerate(hands) if hand.once & 1)
    drawn, buried = " ".join(map(str, hands)), tractor.pile_of(kitty)
    text = f"22 0 | {drawn} | {bidder}:S2 | - | {buried} | 0 {' '.join(trick)}"
    return tractor.Tractor(match="deal", profile=profile, landlord=0).parse(text)


@pytest.mark.parametrize(
    ("own", "reply"),
    [
        ("S3 S4 RJ", None),  # the joker is higher than both, the three than none
        ("S3 SQ SK", None),
        ("S3 S2 RJ", "S2RJ"),
        ("S3 S2 BJ RJ C2", "C2RJ"),
    ],
)
def test_every_single_of_a_throw_must_be_overruffed(own: str, reply: str | None) -> None:
    state = thrown(own, "HTHK", "SABJ")
    played = PLAYER(state).pile
    if reply is None:
        assert not played.once & partition_mask(4, 0, 0)
    else:
        assert played == tractor.pile_of(reply)
    took = state.ruling(state.after(str(played)).tricks[0]).winner == 2
    assert took == (reply is not None)


# --- Worlds weighed by what the others did --------------------------------------------------------


RULES = ("rules", "rules")


def position_of(number: int, plays: int) -> tractor.TractorState:
    return state_of(replay(number, 7, RULES), plays)


def only_the_true_world(monkeypatch: pytest.MonkeyPatch, state: tractor.TractorState) -> None:
    """Let the true deal be the only one that is drawn."""
    assert state.buried is not None
    piles = [*(state.held[(state.turn + place) % 4] for place in SEATS), state.buried]
    hands = np.array([[pile.masks[:2] for pile in piles]], np.int64)
    monkeypatch.setattr(module, "many_worlds", lambda *_: hands)


@pytest.mark.parametrize("plays", [0, 3, 17, 42, 57])
def test_in_the_true_world_the_policy_would_have_made_all_its_own_plays(
    monkeypatch: pytest.MonkeyPatch, plays: int
) -> None:
    for number in range(4):
        state = position_of(number, plays)
        only_the_true_world(monkeypatch, state)
        records, costs = weighed(state, 1, Beliefs(bid=0, burial=0), 1, 0)
        assert costs.tolist() == [0]
        assert records[0, : columns.PLAYED + 1].tolist() == packed(state)[: columns.PLAYED + 1]


def test_the_landlords_cards_are_buried_anew_as_the_policy_has_buried_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for number in range(8):
        state = position_of(number, 1)
        only_the_true_world(monkeypatch, state)
        records, _ = weighed(state, 1, Beliefs(), 1, 0)
        assert (
            records[0, columns.BURIED : columns.BURIED + 2].tolist()
            == packed(state)[columns.BURIED : columns.BURIED + 2]
        )


def test_worlds_hold_all_cards_once_and_the_seats_own_hand() -> None:
    state = position_of(5, 30)
    worlds = draw(state, 20, Beliefs(), 1, 0)
    assert worlds.counts.sum() == 20
    assert (worlds.counts > 0).all()
    true = packed(state)
    own = columns.HANDS + 2 * state.turn
    for record in worlds.records.tolist():
        sizes = [
            tractor.Pile(*record[at : at + 2]).size
            for at in range(columns.HANDS, columns.BURIED + 2, 2)
        ]
        assert sizes == [*(hand.size for hand in state.held), 8]
        assert record[own : own + 2] == true[own : own + 2]
        assert record[columns.PLAYED] < columns.ALL_PLAYED


def test_worlds_are_the_same_by_the_seed_and_others_by_another() -> None:
    state = position_of(5, 30)
    first, again, other = (draw(state, 20, Beliefs(), seed, 3) for seed in (1, 1, 2))
    assert (first.records == again.records).all()
    assert (first.counts == again.counts).all()
    assert first.records.shape != other.records.shape or (first.records != other.records).any()


def test_likelier_worlds_are_kept_more_often_each_within_one_of_its_share() -> None:
    weights = np.array([5, 1, 0, 14, 3], np.int64) << 30
    for number in (0, 1 << 20, (1 << 40) - 1):
        counts = kept(weights, 10, number)
        assert counts.sum() == 10
        assert (abs(counts - 10 * weights / weights.sum()) < 1).all()


# --- Rollouts -------------------------------------------------------------------------------------


THROW = "33 0 | {} | 4/4 | - | - | -"


def rolled(
    state: tractor.TractorState,
    plays: list[tractor.Pile],
    compiled: bool = True,
    ending: int = 0,
    effort: int = MOST_SEARCHED,
) -> list[int]:
    """Return the points at the end with each play, in the true world."""
    worlds, points = np.array([packed(state)], np.int64), np.zeros((1, len(plays)), np.int64)
    active, record = np.arange(len(plays)), np.zeros(columns.COLUMNS, np.int64)
    face = machine(roll_out) if compiled else roll_out
    face(
        worlds,
        0,
        1,
        rows_of(state, plays),
        active,
        ending,
        house_of(state),
        desk_of_thread(effort),
        record,
        points,
    )
    return [int(found) for found in points[0]]


@pytest.mark.parametrize("forced", FORCED)
def test_a_throw_leads_in_a_world_what_the_house_forces_of_it(forced: str) -> None:
    """Of 200 throws with large parts that are low."""
    rng, house, failed = Random(3), tractor.Profile(forced=forced), 0
    for _ in range(200):
        text, hands, lead = some_throw_of_high_singles(rng)
        trump, piles = tractor.Trump.parse(text), list(map(tractor.pile_of, hands))
        names = trump.main_index, trump.rank_index
        record = [0] * columns.COLUMNS
        record[columns.MAIN], record[columns.RANK] = names
        for seat, pile in enumerate(piles):
            record[columns.HANDS + 2 * seat] = columns.renamed(pile.once, *names)
            record[columns.HANDS + 2 * seat + 1] = columns.renamed(pile.twice, *names)
        once, twice = (columns.renamed(mask, *names) for mask in tractor.pile_of(lead).masks[:2])
        chain = house.chain_mask(trump.main_index)
        length, top = part_forced(record, once, twice, FORCED.index(forced), chain)
        found = tractor.throw_of(trump, piles, lead, house)
        assert (length == STANDS) == found.stands
        if length != STANDS:
            cards, level = forced_cards(record, once, twice, length, top)
            if level:
                cards |= first_by_name(record, level)
            part = tractor.Pile(cards, cards if length else 0)
            true = (columns.named_back(mask, *names) for mask in part.masks[:2])
            assert tractor.Pile(*true) in found.forced
            failed += 1
    assert forced == "never" or failed > 50


def test_the_policys_own_play_leads_to_the_end_that_its_deal_has() -> None:
    for number in range(6):
        game = replay(number, 7, RULES)
        for plays in (0, 13, 50):
            state = state_of(game, plays)
            assert rolled(state, [game.plays[plays][1]]) == [game.points]


def test_plain_python_rolls_out_as_machine_code_does() -> None:
    state = state_of(replay(3, 7, RULES), 60)
    plays = [move.pile for move in list(state.moves())[:3]]
    for ending in (0, 4):
        assert rolled(state, plays, ending=ending) == rolled(state, plays, False, ending)


def test_plays_are_rolled_out_to_the_end_whoever_makes_them() -> None:
    record = np.array(packed(state_of(replay(3, 7, RULES), 40)), np.int64)
    slowly = record.copy()
    points = play_out(record, house_of(state_of(replay(3, 7, RULES), 40)))
    while slowly[columns.PLAYED] < columns.ALL_PLAYED:
        columns.put(
            slowly, *choose_play(slowly, *columns.unseen_by(slowly, columns.turn_of(slowly)))
        )
    assert (record == slowly).all()
    assert points == record[columns.POINTS]


def ending_of(number: int, cards: int, place: int) -> tractor.TractorState:
    """Return the first position of a deal with so many cards a hand, a trick begun so far."""
    game = replay(number, 7, RULES)
    for plays in range(40, len(game.plays)):
        state = state_of(game, plays)
        held = state.held[state.turn].size
        if held <= cards and len(state.tricks[-1].plays) == place:
            return state
    raise AssertionError("there is none")


@pytest.mark.parametrize("place", range(4))
def test_an_ending_is_worth_what_best_play_of_all_brings(place: int) -> None:
    for number in range(3):
        state = ending_of(number, 4, place)
        worth = tractor.solve(state).moves
        moves = [move for move in worth if place or state.throw(move.pile).stands]
        found = rolled(state, [move.pile for move in moves], ending=4)
        assert found == [worth[move] for move in moves]


def test_an_ending_is_solved_once_so_few_cards_are_left_and_no_sooner() -> None:
    differ = 0
    for number in range(4, 12):
        state = ending_of(number, 4, 3)
        play = next(iter(state.moves())).pile
        after = state.followed_by(tractor.Move(play))
        assert rolled(state, [play], ending=4) == [tractor.solve(after).value]
        differ += rolled(state, [play], ending=1) != rolled(state, [play], ending=4)
    assert differ


def test_the_policy_plays_on_an_ending_that_takes_too_many_positions() -> None:
    state = ending_of(3, 8, 0)
    play = next(iter(state.moves())).pile
    assert rolled(state, [play], ending=8, effort=1) == rolled(state, [play])


# --- The plays that are tried ---------------------------------------------------------------------


def test_candidates_are_legal_and_different_and_few_in_every_house() -> None:
    replied = thrown = 0
    for name in NAMED:
        for state in positions(tractor.Tractor(match="deal", profile=name), 3):
            if state.phase != "play":
                continue
            found = candidates_of(Sight(state))
            moves = {move.pile for move in state.moves()} if len(state.moves()) < 5000 else None
            assert found
            assert len(set(found)) == len(found) < 3 * MOST
            assert all((play in state.duty.plays if state.duty else True) for play in found)
            assert moves is None or set(found) <= moves
            if state.duty is not None and len(state.moves()) <= min(FEW, MOST):
                assert len(found) == len(state.moves())
                replied += 1
            chain = state.profile.chain_mask(state.trump.main_index)
            thrown += sum(len(parts_of(play, state.trump, chain)) > 1 for play in found[:1])
    assert replied > 100


def test_a_leader_tries_every_single_pair_and_tractor_of_a_short_hand_and_its_throws() -> None:
    state = next(
        state
        for state in positions(tractor.Tractor(match="deal"), 2, TractorPlayer(throws=False))
        if state.phase == "play" and state.duty is None and state.held[state.turn].size == 6
    )
    found = candidates_of(Sight(state))
    hand = state.held[state.turn]
    assert {card for play in found if play.size == 1 for card in play} == set(hand)


# --- Bids that are tried --------------------------------------------------------------------------


def test_in_a_world_all_cards_are_drawn_and_each_seat_keeps_what_it_has() -> None:
    state = [one for one in positions(tractor.Tractor(match="deal"), 4) if one.phase == "bid"][37]
    hands = many_worlds(state, state.turn, 5, 1, 2)
    index = 0
    for before in hands:
        world = np.zeros(COLUMNS, np.int64)
        index = machine(draw_rest)(before.copy(), world, state.turn, 1, 2, index)
        piles = [tractor.Pile(*map(int, world[at : at + 2])) for at in range(HANDS, BURIED + 2, 2)]
        assert [pile.size for pile in piles] == [HAND] * 4 + [KITTY]
        assert piles[0].plus(piles[1]).plus(piles[2]).plus(piles[3]).plus(piles[4]) == DECK
        for place in range(4):
            drawn = tractor.Pile(*map(int, before[place]))
            assert drawn.within(piles[(state.turn + place) % 4])


def test_who_has_long_trumps_bids_and_who_has_no_card_to_show_does_not() -> None:
    long = tractor.pile_of("S2S3S3S4S5S6S7S8S9H3H4H5H6H7D3D4D5D6D7C3C4C5C6C7C8")
    assert whole_hand_bid(*long.masks[:2], 0, NOTHING, 7) >> 2 == 0
    assert whole_hand_bid(*long.minus(tractor.pile_of("S2")).masks[:2], 0, NOTHING, 7) == -1


def test_the_kitty_names_what_its_cards_turned_up_do() -> None:
    for text in ("S3H4D5C6S7H8D9C2", "S3H4D5C6S7H8D9CA", "S3H4D5C6S7H8D9BJ"):
        kitty = tractor.pile_of(text)
        named = named_by_kitty([*kitty.cards], 0, STANDARD)
        assert main_of(turned_card(kitty.once, 0)) == named


def test_two_red_jokers_are_bid_where_the_opponents_suit_is_short_in_the_hand() -> None:
    states = positions(tractor.Tractor(match="deal", levels="55"), 3)
    state = next(one for one in states if "RJRJ" in map(str, one.moves()))
    assert state.held[state.turn].size == 18
    assert str(state.standing) == "D5"
    assert str(MonteCarlo(worlds=30).judged(state).best) == "RJRJ"


# --- Burials that are searched --------------------------------------------------------------------


def test_the_burial_is_legal_and_no_worse_than_the_one_it_began_with() -> None:
    for seed in range(3):
        state = next(
            one for one in positions(tractor.Tractor(match="deal"), seed) if one.phase == "bury"
        )
        found = MonteCarlo(worlds=12, seed=1).judged(state)
        assert found.best in state.moves()
        assert found.best.pile.size == KITTY
        assert found.race.mean(found.race.best) >= found.race.mean(0)


# --- How long a decision is thought about ---------------------------------------------------------


DRAWS = {"bid": (auctions, "_worlds"), "bury": (burials, "_worlds"), "play": (judging, "draw")}


@pytest.mark.parametrize("seconds", [0.01, 0.1])
@pytest.mark.parametrize("phase", ["bid", "bury", "play"])
def test_a_player_given_a_time_keeps_to_it(
    monkeypatch: pytest.MonkeyPatch, phase: str, seconds: float
) -> None:
    times = Times(monkeypatch)
    module, name = DRAWS[phase]
    monkeypatch.setattr(module, name, times.costing(getattr(module, name), 0.001))
    asked = (one for one in positions(tractor.Tractor(match="deal"), 5) if one.phase == phase)
    for state in [one for one in asked if one.turn >= 0 and len(one.moves()) > 1][::20]:
        since = times.now
        MonteCarlo(seconds=seconds).judged(state)
        assert 0 < times.now - since <= 1.3 * seconds


def test_bids_and_burials_take_no_more_worlds_than_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Times(monkeypatch)
    for given in (Clock(), Clock(1.0)):
        assert sum(lots_in_all(Thinking(100, given, None, 0, 1))) == 100


# --- The race of candidates -----------------------------------------------------------------------


def batch_of(worth: Sequence[Sequence[int]]) -> Batch:
    table = np.array(worth, np.int64)

    def roll(first: int, last: int, active: Ints) -> Ints:
        found = np.zeros((last - first, table.shape[1]), np.int64)
        found[:, active] = table[first:last][:, active]
        return found

    return np.ones(len(table), np.int64), roll


def raced(worth: Sequence[Sequence[int]]) -> Race:
    return race([batch_of(worth)], len(worth[0]), lambda: False)


def test_the_better_play_is_chosen_and_the_worse_one_tried_in_few_worlds() -> None:
    found = raced([[0, 300 + world % 7, -500] for world in range(60)])
    assert found.best == 1
    assert found.second == 0
    assert found.used.tolist() == [FIRST, FIRST, FIRST]


def test_where_it_is_close_all_worlds_are_looked_at_and_the_policy_has_its_way() -> None:
    found = raced([[0, 10 if world % 2 else -10] for world in range(60)])
    assert found.best == 0
    assert found.used.tolist() == [60, 60]


def test_a_single_play_has_figures_too() -> None:
    found = raced([[7]] * 20)
    assert (found.best, found.second, found.mean(0)) == (0, 0, 7)


def test_the_time_ends_a_race_between_two_batches() -> None:
    batches = (batch_of([[0, 10 if world % 2 else -10] for world in range(20)]) for _ in range(99))
    asked = []

    def is_over() -> bool:
        asked.append(0)
        return len(asked) > 4

    assert 20 < len(race(batches, 2, is_over).counts) < 99 * 20


def test_a_world_that_counts_twice_counts_as_two_for_the_mean() -> None:
    mean, error = lead_of(np.array([0, 3]), np.array([1, 2]))
    assert mean == 2
    assert error > 0
    _, alone = lead_of(np.array([5]), np.array([3]))
    assert alone > error


# --- What points are worth ------------------------------------------------------------------------


def worth(
    points: int, seat: int = 0, landlord: int = 0, levels: str = "22", match: str = "deal"
) -> int:
    state = tractor.Tractor(match=match, levels=levels, landlord=landlord).start()
    return int(worth_of(values_for(state, seat), np.array([points]))[0])


def test_fewer_points_are_never_worse_for_the_landlord_and_what_one_side_wins_the_other_loses() -> (
    None
):
    state = tractor.Tractor(match="deal", landlord=0).start()
    ours, theirs = values_for(state, 2), values_for(state, 3)
    assert (np.diff(ours) <= 0).all()
    assert (ours == -theirs).all()


def test_the_step_at_80_points_is_more_than_the_points_to_it() -> None:
    assert worth(75) - worth(80) > 3 * (worth(70) - worth(75))


def test_attackers_at_an_ace_they_must_defend_gain_nothing_but_points() -> None:
    assert worth(115, levels="2A") - worth(125, levels="2A") == worth(125) - worth(135)


def test_to_be_landlord_next_is_worth_something_in_a_match_alone() -> None:
    assert worth(75, match="match") - worth(80, match="match") > worth(75) - worth(80) + LEVEL // 2
