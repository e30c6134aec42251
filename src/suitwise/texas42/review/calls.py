"""The review of a call or a declaration (``auction``): its figures, in words, and as JSON."""

from __future__ import annotations

from dataclasses import dataclass

from suitwise.foundation.text.counting import tidied
from suitwise.foundation.text.phrases import Phrase, phrase
from suitwise.players.review.decisions import Verdict
from suitwise.texas42.moves import DECLARE, Move
from suitwise.texas42.picture.text import declaration_name
from suitwise.texas42.rules.auction import PASS, call_name


@dataclass(frozen=True, slots=True)
class CallReview:
    """A call or a declaration of a record.

    Args:
        at: its place before the first lead, from 0: the four calls, then the declaration.
        seat: the seat that decided.
        move: the call or the declaration.
        best: the best that was found; the move itself where nothing better was.
        declared: what the seat would declare after the best call; ``NOBODY`` where that is not its
            choice.
        marks: the marks that each call, or each declaration, comes to on average for the seat's side.
        deals: in how many deals they were judged.
        worth: what the move comes to in marks, at what a mark is worth at the score.
        cost: how much more the best comes to; 0 where that is the move itself.
        error: the standard error of the cost.
        chance: the share of the deals in which the seat's side wins the hand after the move.
        best_chance: the same after the best.
        mark: how much of the chance to win the match a mark is worth; 0 without a match.
    """

    at: int
    seat: int
    move: Move
    best: Move
    declared: int
    marks: dict[Move, float]
    deals: int
    worth: float
    cost: float
    error: float
    chance: float
    best_chance: float
    mark: float = 0.0

    @property
    def verdict(self) -> Verdict:
        """What is found of it, as of a decision of any game."""
        return Verdict(
            str(self.best),
            _did(self.move),
            _doing(self.best, self.declared),
            self.deals,
            len(self.marks),
            self.worth,
            self.cost,
            self.error,
            self.chance,
            self.best_chance,
        )

    def as_json(self) -> dict[str, object]:
        """Return it as plain values, ready for JSON."""
        told: dict[str, object] = {
            "seat": self.seat,
            "phase": "declare" if self.move.declaration >= 0 else "call",
            "move": str(self.move),
            "best": str(self.best),
            "best_declaration": None if self.declared < 0 else str(Move(DECLARE + self.declared)),
            "marks": {str(move): marks for move, marks in self.marks.items()},
            "chance": self.chance,
            "best_chance": self.best_chance,
            "worth": self.worth,
            "marks_lost": self.cost,
            "marks_error": self.error,
            "mistake": self.verdict.is_mistake,
            "deals": self.deals,
        }
        if self.mark:
            told |= {"match_cost": self.mark * self.cost, "match_error": self.mark * self.error}
        return tidied(told)


def _did(move: Move) -> Phrase:
    if move.declaration >= 0:
        name = declaration_name(move.declaration)
        return phrase("texas42.did.declares", "declares {declaration}", declaration=name)
    if move.call == PASS:
        return phrase("texas42.did.passes", "passes")
    return phrase("texas42.did.bids", "bids {call}", call=call_name(move.call))


def _doing(move: Move, declared: int) -> Phrase:
    if move.declaration >= 0:
        name = declaration_name(move.declaration)
        return phrase("texas42.doing.declaring", "declaring {declaration}", declaration=name)
    if move.call == PASS:
        return phrase("texas42.doing.passing", "passing")
    call = call_name(move.call)
    if declared < 0:
        return phrase("texas42.doing.bidding", "bidding {call}", call=call)
    return phrase(
        "texas42.doing.bidding-with",
        "bidding {call} with {declaration}",
        call=call,
        declaration=declaration_name(declared),
    )
