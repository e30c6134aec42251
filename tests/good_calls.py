"""A call of every public function and class of the four games, for tests that spoil one argument of it.

Classes that functions return, and that nobody is to make, are left out: ``RETURNED`` names them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from fractions import Fraction
from io import BytesIO
from typing import Any

import numpy as np

from suitwise import rummy, stacks, texas42, tractor
from suitwise.cards import Card
from suitwise.game import Record, play
from suitwise.rummy.rules.rules import SEED
from suitwise.tractor.arrays.batch import packed_round, replay, state_of
from suitwise.tractor.players.rule_based import TractorPlayer
from tests.fresh import ROOT


@dataclass(frozen=True)
class Call:
    """Arguments that are right, by place and by name."""

    args: tuple[Any, ...]
    named: dict[str, Any]


def call(*args: Any, **named: Any) -> Call:
    return Call(args, named)


RETURNED = {
    tractor: (
        "BiddingTable BurialTable "
        "Outcome Profile RoundRuling Solution TableTrick Throw TrickRuling TractorState"
    ),
    texas42: "BiddingTable Fault HandRecord Trick",
    rummy: "Aim Arrangement Combo Discard Draw LaidOff Meld Numbers Opening Outlook",
    stacks: (
        "AceGraph Batch Cases Cell Chain Difficulty Found Hint MoreSuits NoPath Reason Refusal Ruling "
        "Solution Stuck"
    ),
}
"""Classes that functions return."""


def tractor_calls() -> dict[str, Call]:
    trump, pile, four = tractor.Trump("H", "2"), tractor.pile_of("S3S3"), ["S3", "S4", "S5", "S6"]
    text = tractor.EXAMPLE.encode()
    _, ruling = next(tractor.judge_file(BytesIO(b"1\n" + text)))
    round_, trick = ruling.round, ruling.tricks[0]
    match = tractor.match_of_round(round_)
    duty = tractor.duty_of(trump, "S3S3", "S4S4S5")
    ending = state_of(replay(46, 7, ("rules", "rules")), plays=76)
    records = np.array([packed_round(ending)])
    thirty_three = tractor.Pile((1 << 33) - 1, 0, 0)
    question = '{"trump": "H2", "lead": ["S3"], "hand": ["S4"], "play": ["S4"]}'
    return {
        "Bid": call(0, Card("S2"), 1),
        "Block": call((Card("S3"),), 0),
        "Duty": call(trump, pile, pile, tractor.Profile()),
        "Match": call((), 0),
        "MatchRecord": call(match.game, match.deals, 0),
        "Move": call(pile, ""),
        "NoMatch": call("x"),
        "Pile": call(1, 0, 0),
        "PolicyPlayer": call(lambda observation, mask: 0, TractorPlayer()),
        "Round": call(round_.main, round_.dealer, round_.ranks, round_.tricks),
        "Tractor": call("standard", "match", "22", -1, 0),
        "Trump": call("H", "2"),
        "answer_json": call(question, "standard", packs=2),
        "as_record": call(match),
        "bidding_table": call(
            "S2 S3", "2", bids=["1:H2"], landlord=0, profile="standard", worlds=2, seed=0
        ),
        "burial_table": call(thirty_three, "S2", kitty="", profile="standard", worlds=2, seed=0),
        "check_match": call("S3", "S4", trump, tractor.match("S3", "S4", trump)),
        "check_service": call(duty, duty.owed),
        "claim_refuted": call(ending, 0, effort=1000),
        "claim_stands": call(ending, 0, effort=1000),
        "decompose": call("S3S3", trump),
        "draw_ladder": call(trick, names=("1", "2", "3", "4")),
        "duty_of": call(trump, "S3", "S4", "standard", packs=2),
        "explain_round": call(ruling),
        "explain_trick": call(trick, "Bob", 1, "Bob"),
        "is_safe": call(trump, "S3", four[1:], "standard"),
        "judge_file": call(BytesIO(b"1\n" + text), threads=1),
        "judge_round": call(round_),
        "judge_stream": call(BytesIO(b"1\n" + text), threads=1),
        "judge_text": call(f"1\n{text.decode()}"),
        "judge_trick": call(trump, four),
        "match": call("S3", "S4", trump),
        "match_of": call(tractor.as_record(match)),
        "match_of_round": call(round_),
        "partition": call("S3", trump),
        "phi": call("S3", trump),
        "pile_of": call("S3", 3),
        "play_action": call(ending, next(iter(ending.moves()))),
        "play_mask": call(ending),
        "play_move": call(ending, tractor.play_mask(ending).argmax()),
        "play_observation": call(ending, 0),
        "reaches": call(ending, 80, effort=1000),
        "replayed": call(match),
        "review": call(match, 1, 0, seat=0),
        "round_of": call([*tractor.replayed(match)][-1]),
        "seats_from": call("Bob"),
        "solve": call(ending, effort=1000),
        "solve_records": call(records, "standard", threads=1, effort=1000),
        "throw_of": call(trump, ["S3S4", "S5", "S6", "S7"], "S3", "standard", packs=2),
        "winner_at_table": call(trump, four, "standard"),
    }


def texas42_calls() -> dict[str, Call]:
    position = texas42.Position.parse("5 0 5-5 6-6 4-1 1-1")
    nello = texas42.Position.parse("nello 0 6-5 5-4 4-3 6-3 out=2")
    game = texas42.Texas42(match="hand")
    record = play(game.start(), lambda state: list(state.moves())[:2][-1], seed=1)
    states: list[Any] = list(record.states())
    state = next(state for state in states if state.phase == "play")
    match, known = texas42.match_of(record), texas42.knowledge_of(state, state.turn)
    hand = "6-6 6-5 6-4 5-5 4-4 3-3 2-2"
    return {
        "ClaimRecord": call(0, 0, "tricks", 0),
        "Contract": call(0, 1, 1),
        "Domino": call("6-4"),
        "Endgame": call("5", 0, "0-0 1-1 4-2 6-2 4-4 5-5 6-5 6-6", 0, 0, ""),
        "EndgameSolver": call(texas42.Endgame(), 1, width=64, device="cpu"),
        "Knowledge": call(
            0, state.dealt[0], 1, 0, (), -1, (0, 0, 0, 0), texas42.mask_of(range(28))
        ),
        "MatchRecord": call(match.game, match.hands, None),
        "Move": call("30"),
        "Position": call(5, position.hands, 0, (), -1),
        "Texas42": call("marks", 7, 250, 5, False, False, "no", False, False, True, False, 0),
        "as_dominoes": call("6-4"),
        "as_record": call(match),
        "best_line": call(position),
        "bidding_table": call(hand, 1, 0, threads=1, blind=False, first=0),
        "claim_stands": call(position, 0, 1, None),
        "count_worlds": call(known),
        "dominoes_of": call(3),
        "every_world": call(known),
        "faults_of": call(match),
        "format_dominoes": call((1, 2), ","),
        "hand_of": call(states[-1], 1),
        "knowledge_of": call(state, 0),
        "line_worth": call(position, texas42.best_line(position)),
        "loses_all": call(nello),
        "losing_moves": call(nello),
        "loss_claim_stands": call(nello, 0),
        "mask_of": call((1, 2)),
        "match_of": call(record),
        "parse_dominoes": call("6-4"),
        "reach_all": call([position], [0], [1], 1),
        "reaches": call(position, 0, 1),
        "reaching_moves": call(position, 0, 1),
        "renege_scores": call(match.game, match.hands[0]),
        "reneges": call(match),
        "sample_worlds": call(known, 2, 0, 0, first=0, device="cpu"),
        "solve": call(position),
        "solve_all": call([position], 1),
        "solve_moves": call(position),
        "table": call(tuple(state.dealt), 1),
        "values": call([5], np.array([state.dealt]), [0], 1),
    }


def rummy_calls() -> dict[str, Call]:
    hand = rummy.Hand.of("S2S3S4 H5H6H7 D9", SEED)
    thirteen = rummy.Hand.of("S2S3S4S5 H5H6H7 DTDJDQ CKSKHK D2", rummy.NAMED["indian13"])
    rows, table = np.array([hand.counts], np.uint8), (rummy.parse_meld("S2S3S4", SEED),)
    plain = {"compiled": False}
    deal = Record.parse((ROOT / "examples" / "gin_deal.txt").read_text())
    return {
        "Evaluator": call(SEED, "points"),
        "Hand": call(hand.counts, SEED),
        "LiveHand": call(hand, "points", **plain),
        "Rules": call(*(getattr(SEED, field.name) for field in fields(SEED))),
        "Run": call(0, 1, 3, ()),
        "Set": call(1, (0, 1, 2), 0),
        "arrange": call(hand, "points", **plain),
        "batch_arrangements": call(rows, SEED, threads=1),
        "batch_deadwood": call(rows, SEED, aim="points", threads=1, device="cpu"),
        "best": call(hand, "points"),
        "best_layoff": call(hand, table),
        "best_opening": call(hand, **plain),
        "can_declare": call(thirteen, **plain),
        "can_open": call(hand, **plain),
        "combos": call(hand),
        "control_points": call(hand, "literal"),
        "count": call(hand, **plain),
        "deadwood": call(hand, **plain),
        "declaration": call(thirteen, **plain),
        "declaration_fault": call(thirteen, "S2S3S4"),
        "declaring_discards": call(thirteen, **plain),
        "discards": call(hand, (), ahead=False, **plain),
        "flag_map": call(hand, "literal"),
        "islands": call(hand, pruned=False),
        "layoffs": call(hand, table),
        "look_ahead": call(hand, (), discard=True, **plain),
        "maximal": call(hand),
        "maximal_dumps": call(hand),
        "melding": call(hand),
        "number_of_combos": call(hand),
        "numbers": call(hand),
        "opening_fault": call(hand, "S2S3S4"),
        "parse_meld": call("S2S3S4", SEED),
        "read_hands": call(BytesIO(b"S2S3\n"), SEED),
        "review": call(deal, 2, 0, seat=0),
    }


def stacks_calls() -> dict[str, Call]:
    layout, lost = stacks.Layout.parse("7b 7a | 3b 6b"), stacks.Layout.parse("2a 3b | 1a 2b")
    text = stacks.judge_input([layout])
    cases = stacks.read_cases(BytesIO(text.encode()))
    game, size = stacks.Stacks(stacks=2, height=2), stacks.Size(2, 2)
    record = Record(str(game), str(layout), ("r1",), (0,))
    return {
        "Deal": call((7, 1)),
        "Layout": call(layout.stacks),
        "Move": call(0, 1),
        "Referee": call(layout),
        "Session": call(layout, width=79),
        "Size": call(2, 2, None, "uneven"),
        "Stacks": call(4, 4, 4, 1),
        "StacksState": call(game, layout, False),
        "Survey": call(1, 0, None, "uneven"),
        "ace_graph": call(layout),
        "check_reason": call(lost, stacks.why_lost(lost)),
        "deal": call(2, 2, None, seed=0, number=0, deck="uneven"),
        "difficulty_of": call(layout),
        "draw_layout": call(layout, title=""),
        "find": call(size, seed=0, verdict="any", difficulty=None, first=0, tried=int),
        "find_mixed": call(
            stacks.Size(3, 3), Fraction(1, 2), seed=0, difficulty=None, first=0, tried=int
        ),
        "hint": call(layout),
        "is_winnable": call(layout),
        "judge_cases": call(cases, threads=1),
        "judge_file": call(BytesIO(text.encode()), threads=1),
        "judge_input": call([layout]),
        "judge_text": call(text),
        "make": call(3, 3, 0, seed=0, number=0, winnable=True),
        "parse_moves": call("r0"),
        "read_cases": call(BytesIO(text.encode()), compiled=False),
        "replay": call(layout, [stacks.Move(1)]),
        "review": call(record, seat=0),
        "rule_on": call([layout], ["Case #1: POSSIBLE r1 r1 m0>1"]),
        "run_survey": call(stacks.Survey(1), [2], [2], out=None, threads=1, reached=max),
        "solve_cases": call(cases, threads=1, reasons=False),
        "solve_file": call(BytesIO(text.encode()), threads=1, reasons=False),
        "solve_text": call(text),
        "text_picture": call(layout, width=79, paint=None),
        "why_lost": call(layout),
        "winning_line": call(layout),
    }


CALLS: dict[Any, Callable[[], dict[str, Call]]] = {
    tractor: tractor_calls,
    texas42: texas42_calls,
    rummy: rummy_calls,
    stacks: stacks_calls,
}
