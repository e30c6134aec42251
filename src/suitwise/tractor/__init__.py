"""Tractor (Sheng Ji): exact rulings on tricks and rounds of the two-pack game.

>>> from suitwise import tractor
>>> tractor.phi("H5", "S5"), tractor.partition("H5", "S5")
(25, 'T')
>>> [str(block) for block in tractor.decompose("HQHQHKHKHA", "S2")]
['HKHKHQHQ', 'HA']
>>> print(tractor.match("HAHAHKHQ", "S3S3S9S9", "S2"))
S9S9 S3 S3
"""

from suitwise.tractor.batch import TrickRulings, decode_trick, encode_tricks, judge_tricks
from suitwise.tractor.blocks import Block, decompose
from suitwise.tractor.deals import rounds_text
from suitwise.tractor.explain import explain_round, explain_trick
from suitwise.tractor.judge import EXAMPLE, RoundRuling, judge_file, judge_round, judge_text
from suitwise.tractor.ladder import draw_ladder
from suitwise.tractor.matching import Match, NoMatch, check_match, match
from suitwise.tractor.notation import Round, seats_from
from suitwise.tractor.order import Trump, partition, phi
from suitwise.tractor.stream import judge_stream
from suitwise.tractor.trick import TrickRuling, judge_trick

__all__ = [
    "EXAMPLE",
    "Block",
    "Match",
    "NoMatch",
    "Round",
    "RoundRuling",
    "TrickRuling",
    "TrickRulings",
    "Trump",
    "check_match",
    "decode_trick",
    "decompose",
    "draw_ladder",
    "encode_tricks",
    "explain_round",
    "explain_trick",
    "judge_file",
    "judge_round",
    "judge_stream",
    "judge_text",
    "judge_trick",
    "judge_tricks",
    "match",
    "partition",
    "phi",
    "rounds_text",
    "seats_from",
]
