"""The face of Tractor: the hand in order, the bids, rulings on a choice, the story of a deal."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from suitwise.cards import SUITS
from suitwise.errors import NotationError
from suitwise.foundation.text.phrases import Phrase
from suitwise.game import CHANCE
from suitwise.players import RandomPlayer
from suitwise.table.rules.messages import printed, say
from suitwise.tractor import Duty, Tractor, partition, phi, pile_of
from suitwise.tractor.face import TractorFace
from suitwise.tractor.face.story import verdict
from suitwise.tractor.face.tricks import FORCED
from suitwise.tractor.moves import PASS
from suitwise.tractor.players.rule_based import TractorPlayer
from suitwise.tractor.rules.levels import outcome_of
from suitwise.tractor.rules.profile import STANDARD
from tests.tractor.face.steps import DEAL, Step, asked, steps_of

FACE = TractorFace(DEAL)
NAMES = ("Ann", "Bob", "Cai", "Dora")


def lines(face: TractorFace, step: Step, seat: int | None = None) -> list[str]:
    return [
        say(one.phrase, "en", NAMES)
        for one in face.told(*step)
        if (one.to is None or seat in one.to) and (seat is None or seat != one.but)
    ]


def shown(cards: object) -> str:
    """Return cards as an English table writes them."""
    return printed(str(cards), "en")


# --- What is shown --------------------------------------------------------------------------------


def test_the_hand_lies_by_suits_trumps_first_strongest_first_and_equal_cards_together() -> None:
    for state in [*asked("play", 2), *asked("bid", 2), *asked("bury", 2)]:
        seat, trump = state.turn, state.trump
        rows = FACE.parts(state, seat)["hand"]["rows"]
        cards = [card for row in rows for card in row["cards"]]
        assert Counter(cards) == Counter(map(str, state.held[seat].cards))
        order = ["trump", *SUITS]
        assert [row["key"] for row in rows] == sorted((row["key"] for row in rows), key=order.index)
        for row in rows:
            part = "T" if row["key"] == "trump" else row["key"]
            assert {partition(card, trump) for card in row["cards"]} == {part}
            heights = [phi(card, trump) for card in row["cards"]]
            assert heights == sorted(heights, reverse=True)
            assert len(set(row["cards"])) == sum(
                1 for at, card in enumerate(row["cards"]) if at == 0 or card != row["cards"][at - 1]
            )
            assert isinstance(row["name"], Phrase)


def test_the_bids_are_five_in_fixed_places_each_the_lowest_that_is_legal() -> None:
    offered = 0
    for state in asked("bid", 12):
        bar = FACE.parts(state, state.turn)["bar"]
        assert [one["key"] for one in bar["options"]] == [*SUITS, "joker"]
        bids = [one["bid"] for one in bar["options"] if one["can"]]
        legal = {str(move) for move in state.moves() if move != PASS}
        assert set(bids) <= legal
        assert bool(bids) == bool(legal)
        for bid in bids:
            assert len(bid) == 2 or bid[:2] not in legal
        assert bar["drawn"] == state.drawn[state.turn].size
        made = [one["key"] for one in bar["options"] if one["made"]]
        assert len(made) == (state.standing is not None)
        offered += len(bids)
        for one in FACE.parts(state, None)["bar"]["options"]:
            assert (one["bid"], one["can"]) == (None, False)
    assert offered > 10


def test_no_bids_are_shown_once_the_trump_stands() -> None:
    state = next(asked("bury"))
    assert FACE.parts(state, state.turn)["bar"] is None


def test_only_the_landlord_is_told_the_points_of_the_kitty() -> None:
    state = next(asked("play"))
    points = [FACE.parts(state, seat)["head"]["kitty_points"] for seat in range(4)]
    assert [seat for seat in range(4) if points[seat] is not None] == [state.current_landlord]
    assert FACE.parts(state, None)["head"]["kitty_points"] is None
    head = FACE.parts(state, None)["head"]
    assert {(seat ^ state.current_landlord) & 1 for seat in head["attackers"]} == {1}


def test_the_end_of_a_deal_shows_the_kitty_the_tricks_and_the_levels() -> None:
    for seed in range(3):
        *_, (_, _, state) = steps_of(DEAL, seed)
        over = FACE.parts(state, None)["over"]
        assert state.outcome is not None
        assert over["text"].params["points"] == state.points == state.outcome.points
        assert Counter(over["kitty"]) == Counter(map(str, state.buried.cards))  # type: ignore[union-attr]
        assert len(over["tricks"]) == len(state.tricks)
        won = [trick for trick in over["tricks"] if (trick["winner"] ^ state.current_landlord) & 1]
        assert sum(trick["points"] for trick in won) == state.taken
        assert over["match"]
        assert over["next"] is None
        came_to = ["10" if rank == 8 else "234567890JQKA"[rank] for rank in state.outcome.ranks]
        assert FACE.parts(state, 0)["head"]["levels"] == came_to, (
            "the head tells the new levels at once"
        )


@pytest.mark.parametrize(
    ("points", "attackers", "landlord"),
    [
        (110, "you win: +30, level 2", "lost by 30"),
        (120, "you win: +40, level 2 › 3", "lost by 40"),
        (80, "you win, just so: level 2", "lost: they have just enough"),
        (70, "lost by 10", "you win: +10, level 2 › 3"),
        (0, "lost by 80", "you win: +80, level 2 › 5"),
    ],
)
def test_a_headline_tells_each_side_how_far_it_was_from_the_mark(
    points: int, attackers: str, landlord: str
) -> None:
    end: Any = SimpleNamespace(outcome=outcome_of((0, 0), 1, points, STANDARD))
    assert [str(verdict(end, seat).text) for seat in (0, 1)] == [attackers, landlord]
    won = end.outcome.side
    assert [verdict(end, seat).won for seat in range(4)] == [seat & 1 == won for seat in range(4)]
    assert str(verdict(end, None).text).startswith(f"seat {won} and seat {won + 2} win: +")


def test_while_cards_are_drawn_a_seat_is_told_what_it_can_bid_or_why_it_can_not() -> None:
    codes: Counter[str] = Counter()
    for seed in range(3):
        for state, _, _ in steps_of(DEAL, seed):
            for seat in range(4):
                bar = FACE.parts(state, seat)["bar"]
                if bar is None:
                    continue
                text, can = bar["text"], [one["bid"] for one in bar["options"] if one["can"]]
                codes[text.code.removeprefix("tractor.bar.")] += 1
                assert bool(can) == (text.code in ("tractor.bar.can", "tractor.bar.last"))
                assert all(bid in text for bid in can)
                assert re.search("你|能", say(text, "zh", NAMES))
            assert (FACE.parts(state, None)["bar"] or {"text": None})["text"] is None
    assert {"nothing", "can", "own", "stands"} <= set(codes)


def test_a_headline_after_the_last_deal_is_that_of_the_match() -> None:
    end: Any = SimpleNamespace(outcome=outcome_of((12, 3), 0, 0, STANDARD))
    told = [str(verdict(end, seat).text) for seat in (2, 3, None)]
    assert told == ["you win the match", "you lose the match", "seat 0 and seat 2 win the match"]


def test_a_match_goes_on_after_a_deal_and_names_the_next_landlord() -> None:
    game = Tractor()
    face = TractorFace(game)
    *_, (before, move, after) = steps_of(game, 1)
    assert face.is_between(before)
    assert face.parts(before, 0)["over"]["next"].params["seat"] == after.landlord
    assert not face.parts(before, 0)["over"]["match"]
    assert lines(face, (before, move, after))[0] == "a new deal"


# --- Rulings --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        *(("ha ha hk", "HKHAHA"), ("A♥ A♥", "HAHA"), ("play 10h", "HT"), ("bid s2", "S2")),
        *(("no bid", "pass"), ("PASS", "pass"), ("bury s3s4", "S3S4"), ("♠10 ♠10", "STST")),
        *(("红桃A红桃A黑桃10", "STHAHA"), ("大王 大王", "RJRJ")),
        *(("king of hearts and the ace of hearts", "HKHA"), ("Big joker", "RJ"), ("不亮", "pass")),
        *(("I claim", "claim"), ("摊牌", "claim")),
    ],
)
def test_moves_are_read_as_people_type_them(typed: str, read: str) -> None:
    assert str(FACE.parse(DEAL.start(), typed)) == read


def test_what_is_no_move_is_refused_with_a_phrase_that_says_what_to_write() -> None:
    with pytest.raises(NotationError) as caught:
        FACE.parse(DEAL.start(), "the ace")
    assert isinstance(caught.value.reason, Phrase)
    assert caught.value.reason == "'the ace' is no move: write cards as S2S2"
    bidding, _ = DEAL.start().rolled(seed=3, stream=0)
    with pytest.raises(NotationError, match="write cards as S2S2, or pass"):
        FACE.parse(bidding, "the ace")
    with pytest.raises(NotationError, match="H3 appears 3 times, but 2 packs hold 2"):
        FACE.parse(bidding, "h3 h3 h3")


def test_while_following_a_ruling_says_what_is_owed_what_can_be_added_and_what_would_do() -> None:
    random, kept = Random(1), 0
    for state in asked("play", 2):
        duty = state.duty
        if not isinstance(duty, Duty):
            continue
        hand = list(state.held[state.turn].cards)
        chosen = pile_of(random.sample(hand, random.randint(0, min(duty.size, len(hand)))))
        ruling = FACE.ruling(state, state.turn, str(chosen))
        assert ruling.owed == tuple(map(str, duty.owed))
        assert ruling.open == tuple(map(str, duty.open(chosen).cards))
        assert ruling.n == duty.n_legal
        assert 1 <= len(ruling.meets) <= 3
        for text in ruling.meets:
            assert duty.why_not(text) is None
            if duty.meets(chosen):
                assert chosen.within(pile_of(text))
                kept += 1
        assert ruling.legal == (bool(chosen.once) and duty.why_not(chosen) is None)
        if chosen.once and not ruling.legal:
            assert ruling.reason is not None
            assert str(ruling.reason) == state.why_not(str(chosen))
            assert (ruling.note is None) == (chosen.size == duty.size)
    assert kept > 50


def test_a_lead_is_named_and_a_throw_said_to_be_one_that_can_fail() -> None:
    kinds = set()
    for state in asked("play"):
        if state.duty is not None:
            continue
        for move in [next(iter(state.moves())), TractorPlayer()(state), RandomPlayer(1)(state)]:
            ruling = FACE.ruling(state, state.turn, str(move))
            assert ruling.legal
            assert ruling.note is not None
            kind = ruling.note.params["kind"].code
            kinds.add(kind)
            assert (ruling.note.code == "tractor.note.throw") == (kind == "tractor.name.throw")
    assert kinds >= {f"tractor.name.{kind}" for kind in ("single", "pair", "throw")}


def test_a_choice_of_several_suits_is_no_lead_and_each_suit_of_it_would_be() -> None:
    state = next(state for state in asked("play") if state.duty is None)
    rows = FACE.parts(state, state.turn)["hand"]["rows"]
    chosen = rows[0]["cards"][0] + rows[1]["cards"][0]
    ruling = FACE.ruling(state, state.turn, chosen)
    assert not ruling.legal
    assert ruling.reason is not None
    assert "all of one suit, or all trumps" in ruling.reason
    assert set(ruling.meets) == {rows[0]["cards"][0], rows[1]["cards"][0]}


@pytest.mark.parametrize(
    ("profile", "words"),
    [
        ("standard", "it fails if any other seat beats a part of it"),
        ("standard(penalty=10)", "which costs 10 points"),
        ("standard(forced=never)", "no throw fails in this house"),
    ],
)
def test_the_ruling_on_a_throw_says_what_it_costs_in_this_house(profile: str, words: str) -> None:
    game = Tractor(match="deal", profile=profile)
    face = TractorFace(game)
    for state, _, _ in steps_of(game, 2):
        if state.phase == "play" and not state.tricks[-1].plays:
            row = max(
                FACE.parts(state, state.turn)["hand"]["rows"], key=lambda row: len(row["cards"])
            )
            note = face.ruling(state, state.turn, "".join(row["cards"])).note
            assert note is not None
            assert words in say(note, "en")
            return


def test_a_burial_is_counted_with_its_points_and_the_suits_that_it_empties() -> None:
    state = next(asked("bury"))
    rows = FACE.parts(state, state.turn)["hand"]["rows"]
    few = next(row for row in rows[1:] if len(row["cards"]) <= 8)
    chosen = "".join(few["cards"])
    ruling = FACE.ruling(state, state.turn, chosen)
    held, size = state.held[state.turn], len(few["cards"])
    assert ruling.note is not None
    assert ruling.note.params["n"] == size
    assert str(few["name"]) in map(str, ruling.note.params["voids"])
    assert ruling.open == (tuple(map(str, held.minus(pile_of(chosen)).cards)) if size < 8 else ())
    full = FACE.ruling(state, state.turn, str(TractorPlayer()(state)))
    assert (full.legal, full.open) == (True, ())
    assert full.meets == (full.move,)
    many = FACE.ruling(state, state.turn, "".join(map(str, held.cards[:9])))
    assert (many.legal, many.open, many.meets) == (False, (), ())


def test_cards_that_are_not_held_are_refused_as_the_engine_refuses_them() -> None:
    refused = 0
    for state in asked("play", 1):
        own = state.held[state.turn]
        for card in state.held[(state.turn + 1) % 4].cards:
            if not pile_of([card]).within(own):
                ruling = FACE.ruling(state, state.turn, str(card))
                assert not ruling.legal
                assert str(ruling.reason) == state.why_not(str(card))
                refused += 1
    assert refused > 50


def test_nothing_chosen_is_told_what_is_owed_and_no_fault() -> None:
    for phase in ("play", "bury"):
        state = next(asked(phase))
        ruling = FACE.ruling(state, state.turn, "")
        assert (ruling.legal, ruling.reason, ruling.move) == (False, None, None)


# --- The story ------------------------------------------------------------------------------------


def test_the_kitty_and_the_burial_are_told_to_the_landlord_alone() -> None:
    for step in steps_of(DEAL, 2):
        before, _, after = step
        seat = after.current_landlord
        if after.phase == "bury" and not before.is_auction_over:
            cards = " ".join(map(shown, after.kitty.cards))
            assert f"you take the kitty: {cards}" in lines(FACE, step, seat)
            assert cards not in " ".join(lines(FACE, step))
        if before.phase == "bury":
            assert lines(FACE, step) == [f"{NAMES[seat]} buries 8 cards"]
            (own,) = lines(FACE, step, seat)  # once, with what it alone knows
            assert own.startswith("you buried ")


@pytest.mark.parametrize("forced", ["beaten", "first", "largest", "lowest"])
def test_a_failed_throw_is_told_to_all_with_the_part_led_the_rule_for_it_and_the_cost(
    forced: str,
) -> None:
    game = Tractor(match="deal", profile=f"standard(penalty=10,forced={forced})")
    face, fallen = TractorFace(game), 0
    for seed in range(2):
        for before, move, after in steps_of(game, seed, wild=0.8):
            table = after.tricks[len(before.tricks) - 1] if before.tricks else None
            if before.phase != "play" or before.tricks[-1].plays or table is None:
                continue
            story = lines(face, (before, move, after))
            who = NAMES[before.turn]
            if table.tried is None:
                assert story[0].startswith(f"{who} leads {shown(move)}, ")
                continue
            fallen += 1
            assert story[0].startswith(f"{who} throws {shown(move)}, which fails: ")
            assert "10 points" in story[1]
            if table.plays:
                assert shown(table.plays[0]) in story[0]
                why, _ = face.why_trick(after, None, None)
                which = str(FORCED[forced])
                assert which in why[0]
                assert forced == "beaten" or which in story[0]
                assert "=" not in story[0] + why[0]
    assert fallen > 5


def test_a_bid_is_told_with_the_number_of_cards_drawn_and_a_pass_is_not() -> None:
    bids = 0
    for seed in range(3):
        for step in steps_of(DEAL, seed):
            before, move, _ = step
            if before.phase != "bid":
                continue
            story = [line for line in lines(FACE, step) if " bids " in line]
            assert len(story) == (move != PASS)
            if story:
                bids += 1
                drawn = before.drawn[before.turn].size
                assert (
                    story[0]
                    == f"{NAMES[before.turn]} bids {shown(move)}, {drawn} of 25 cards drawn"
                )
    assert bids


def test_who_takes_a_trick_and_why_is_said_play_by_play() -> None:
    for before, move, after in steps_of(DEAL, 5):
        if not FACE.is_trick_whole(before, after):
            continue
        number = len(before.tricks)
        table = after.tricks[number - 1]
        why, drawing = FACE.why_trick(after, number, None)
        winner = after.winner_of(table)
        assert why[-1].params["seat"] == winner
        assert len(why) == 5 + (table.tried is not None)
        assert drawing is None or str(drawing).startswith("<svg")
        story = lines(FACE, (before, move, after))
        assert any(line.startswith(f"{NAMES[winner]} takes the trick: ") for line in story)
    assert FACE.why_trick(DEAL.start(), None, None) == ([], None)


# --- The pace -------------------------------------------------------------------------------------


def test_a_seat_passes_unasked_or_makes_the_bid_that_it_intends_if_it_is_legal() -> None:
    made = 0
    for state in asked("bid"):
        assert FACE.unasked(state, state.turn, None) == PASS
        assert FACE.unasked(state, state.turn, "nonsense") == PASS
        assert FACE.unasked(state, (state.turn + 1) % 4, None) is None
        for move in state.moves():
            assert FACE.unasked(state, state.turn, str(move)) == move
            made += move != PASS
        assert FACE.unasked(state, state.turn, "S3") == PASS
    assert made
    assert FACE.unasked(next(asked("bury")), 0, None) is None


def test_the_draw_ticks_and_the_last_bids_wait() -> None:
    for before, _, _ in steps_of(DEAL, 4):
        assert FACE.is_tick(before) == (before.phase in ("draw", "turn"))
        last = before.phase == "bid" and sum(hand.size for hand in before.drawn) == 100
        assert FACE.is_last_bids(before) == last


def test_a_throw_and_the_kitty_are_new_knowledge_and_an_open_play_is_not() -> None:
    seen = set()
    for before, move, after in steps_of(DEAL, 6, wild=0.5):
        is_new = FACE.is_new_knowledge(before, move, after)
        if before.turn == CHANCE or after.phase == "end":
            assert is_new
        elif before.phase in ("play", "forced"):
            is_lead = before.phase == "play" and not before.tricks[-1].plays
            note = FACE.ruling(before, before.turn, str(move)).note
            throws = is_lead and note is not None and note.code == "tractor.note.throw"
            assert is_new == throws
            seen.add(throws)
        else:
            assert is_new == (after.phase == "bury" and before.phase == "bid")
    assert seen == {False, True}
