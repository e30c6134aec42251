"""Texas 42: its rules and algebra, the game, double-dummy solvers, hidden worlds, bids.

>>> from suitwise import texas42
>>> deal = texas42.Position.parse("5 0 5-5,6-4 6-6,3-2 4-1,5-0 1-1,6-5")
>>> texas42.solve(deal), texas42.format_dominoes(texas42.best_line(deal))
(21, '5-5,3-2,5-0,6-5,6-4,6-6,4-1,1-1')
>>> texas42.count_worlds(texas42.Knowledge(0, texas42.mask_of(range(21, 28))))
399072960
"""

from suitwise.picture.notebook import shows
from suitwise.texas42.endgame.game import Endgame
from suitwise.texas42.endgame.solver import EndgameSolver
from suitwise.texas42.game import N42PA, Texas42
from suitwise.texas42.hidden import (
    Knowledge,
    count_worlds,
    every_world,
    knowledge_of,
    sample_worlds,
)
from suitwise.texas42.moves import Move
from suitwise.texas42.record.as_game import as_record, match_of
from suitwise.texas42.record.judge import Fault, faults_of, renege_scores, reneges
from suitwise.texas42.record.match import ClaimRecord, HandRecord, MatchRecord, hand_of
from suitwise.texas42.rules.contracts import Contract
from suitwise.texas42.rules.dominoes import (
    Domino,
    as_dominoes,
    dominoes_of,
    format_dominoes,
    mask_of,
    parse_dominoes,
)
from suitwise.texas42.rules.position import Position, Trick
from suitwise.texas42.solve.bidding import BiddingTable, bidding_table
from suitwise.texas42.solve.solver import (
    best_line,
    claim_stands,
    line_worth,
    loses_all,
    losing_moves,
    loss_claim_stands,
    reach_all,
    reaches,
    reaching_moves,
    solve,
    solve_all,
    solve_moves,
    table,
    values,
)
from suitwise.texas42.state import Texas42State

shows(Domino, svg="suitwise.texas42.picture:draw_one")
shows(Trick, svg="suitwise.texas42.picture:draw_won")
shows(Position, svg="suitwise.texas42.picture:draw_position")
shows(BiddingTable, svg="suitwise.texas42.picture:draw_bidding")
shows(Texas42State, text="suitwise.texas42.picture:state_picture")

TITLE = "Texas 42"
"""The name of the game."""

__all__ = [
    "N42PA",
    "BiddingTable",
    "ClaimRecord",
    "Contract",
    "Domino",
    "Endgame",
    "EndgameSolver",
    "Fault",
    "HandRecord",
    "Knowledge",
    "MatchRecord",
    "Move",
    "Position",
    "Texas42",
    "Trick",
    "as_dominoes",
    "as_record",
    "best_line",
    "bidding_table",
    "claim_stands",
    "count_worlds",
    "dominoes_of",
    "every_world",
    "faults_of",
    "format_dominoes",
    "hand_of",
    "knowledge_of",
    "line_worth",
    "loses_all",
    "losing_moves",
    "loss_claim_stands",
    "mask_of",
    "match_of",
    "parse_dominoes",
    "reach_all",
    "reaches",
    "reaching_moves",
    "renege_scores",
    "reneges",
    "sample_worlds",
    "solve",
    "solve_all",
    "solve_moves",
    "table",
    "values",
]
