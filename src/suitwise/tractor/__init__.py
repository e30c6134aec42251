"""Tractor (Sheng Ji): the two-pack game at the table, and exact rulings on its tricks and rounds.

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

from suitwise.tractor.auction import Bid
from suitwise.tractor.batch import TrickRulings, decode_trick, encode_tricks, judge_tricks
from suitwise.tractor.blocks import Block, decompose
from suitwise.tractor.deals import rounds_text
from suitwise.tractor.duty import Duty, duty_of
from suitwise.tractor.explain import explain_round, explain_trick
from suitwise.tractor.game import Tractor
from suitwise.tractor.judge import EXAMPLE, RoundRuling, judge_file, judge_round, judge_text
from suitwise.tractor.judge_format import match_of_round, round_of
from suitwise.tractor.ladder import draw_ladder
from suitwise.tractor.levels import Outcome
from suitwise.tractor.matching import Match, NoMatch, check_match, match
from suitwise.tractor.moves import Move
from suitwise.tractor.notation import Round, seats_from
from suitwise.tractor.order import Trump, partition, phi
from suitwise.tractor.overtake import TableTrick, winner_at_table
from suitwise.tractor.piles import Pile, pile_of
from suitwise.tractor.profile import Profile
from suitwise.tractor.record import MatchRecord
from suitwise.tractor.record_game import as_record, replayed
from suitwise.tractor.record_writer import match_of
from suitwise.tractor.rulings import answer_json
from suitwise.tractor.service import check_service
from suitwise.tractor.state import TractorState
from suitwise.tractor.stream import judge_stream
from suitwise.tractor.throws import Throw, is_safe, throw_of
from suitwise.tractor.trick import TrickRuling, judge_trick

TITLE = "Tractor"
"""What people call the game."""

__all__ = [
    "EXAMPLE",
    "Bid",
    "Block",
    "Duty",
    "Match",
    "MatchRecord",
    "Move",
    "NoMatch",
    "Outcome",
    "Pile",
    "Profile",
    "Round",
    "RoundRuling",
    "TableTrick",
    "Throw",
    "Tractor",
    "TractorState",
    "TrickRuling",
    "TrickRulings",
    "Trump",
    "answer_json",
    "as_record",
    "check_match",
    "check_service",
    "decode_trick",
    "decompose",
    "draw_ladder",
    "duty_of",
    "encode_tricks",
    "explain_round",
    "explain_trick",
    "is_safe",
    "judge_file",
    "judge_round",
    "judge_stream",
    "judge_text",
    "judge_trick",
    "judge_tricks",
    "match",
    "match_of",
    "match_of_round",
    "partition",
    "phi",
    "pile_of",
    "replayed",
    "round_of",
    "rounds_text",
    "seats_from",
    "throw_of",
    "winner_at_table",
]
