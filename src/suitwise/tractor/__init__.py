"""Tractor (Sheng Ji), the four-player trick game with two packs: games, players, solver, exact rulings.

>>> from suitwise import tractor
>>> tractor.phi("H5", "S5"), tractor.partition("H5", "S5")
(25, 'T')
>>> [str(block) for block in tractor.decompose("HQHQHKHKHA", "S2")]
['HKHKHQHQ', 'HA']
>>> print(tractor.match("HAHAHKHQ", "S3S3S9S9", "S2"))
S9S9 S3 S3
>>> duty = tractor.duty_of("S2", "H3H3H4H4", "H6H6H7H7H9H9HJ")
>>> duty.n_legal, duty.why_not("H6H6H9H9")
(1, 'follow tractors: a tractor of 2 pairs is owed, the play gives 2 pairs; H6H6H7H7 would meet it')
"""

from suitwise.picture.notebook import shows
from suitwise.tractor.advice import BiddingTable, BurialTable, bidding_table, burial_table
from suitwise.tractor.arrays.conversion import (
    play_action,
    play_mask,
    play_move,
    play_observation,
)
from suitwise.tractor.game import Tractor
from suitwise.tractor.judge.judge import (
    EXAMPLE,
    RoundRuling,
    TrickRuling,
    draw_ladder,
    explain_round,
    explain_trick,
    judge_file,
    judge_round,
    judge_text,
    judge_trick,
    match_of_round,
    round_of,
)
from suitwise.tractor.judge.rounds import Round, judge_stream, seats_from
from suitwise.tractor.moves import Move
from suitwise.tractor.moves import Trick as _Trick
from suitwise.tractor.players.rule_based import PolicyPlayer
from suitwise.tractor.record import MatchRecord, as_record, match_of, replayed
from suitwise.tractor.review import review
from suitwise.tractor.rules.blocks import Block, Match, NoMatch, check_match, decompose, match
from suitwise.tractor.rules.deck import Pile, Trump, partition, phi, pile_of
from suitwise.tractor.rules.duty import Duty, check_service, duty_of
from suitwise.tractor.rules.levels import Bid, Outcome
from suitwise.tractor.rules.profile import Profile
from suitwise.tractor.rules.throws import TableTrick, Throw, is_safe, throw_of, winner_at_table
from suitwise.tractor.rulings import answer_json
from suitwise.tractor.solve.solver import (
    Solution,
    claim_refuted,
    claim_stands,
    reaches,
    solve,
    solve_records,
)
from suitwise.tractor.state import TractorState

shows(Pile, svg="suitwise.tractor.picture:draw_pile")
shows(_Trick, text="suitwise.tractor.picture:trick_text")
shows(TableTrick, text="suitwise.tractor.picture:ruling_text")
shows(TrickRuling, svg="suitwise.tractor.picture:draw_trick")
shows(TractorState, text="suitwise.tractor.picture:position_picture")

TITLE = "Tractor"
"""The game's name for people."""

__all__ = [
    "EXAMPLE",
    "Bid",
    "BiddingTable",
    "Block",
    "BurialTable",
    "Duty",
    "Match",
    "MatchRecord",
    "Move",
    "NoMatch",
    "Outcome",
    "Pile",
    "PolicyPlayer",
    "Profile",
    "Round",
    "RoundRuling",
    "Solution",
    "TableTrick",
    "Throw",
    "Tractor",
    "TractorState",
    "TrickRuling",
    "Trump",
    "answer_json",
    "as_record",
    "bidding_table",
    "burial_table",
    "check_match",
    "check_service",
    "claim_refuted",
    "claim_stands",
    "decompose",
    "draw_ladder",
    "duty_of",
    "explain_round",
    "explain_trick",
    "is_safe",
    "judge_file",
    "judge_round",
    "judge_stream",
    "judge_text",
    "judge_trick",
    "match",
    "match_of",
    "match_of_round",
    "partition",
    "phi",
    "pile_of",
    "play_action",
    "play_mask",
    "play_move",
    "play_observation",
    "reaches",
    "replayed",
    "review",
    "round_of",
    "seats_from",
    "solve",
    "solve_records",
    "throw_of",
    "winner_at_table",
]
