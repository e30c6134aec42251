"""The review of the auction: the cost of each call and declaration, given what its seat knew.

The method is that of the Monte Carlo player. In deals that explain the calls so far, the auction is
finished by the rule-based policy after each call, the winner declares, and the hand is rolled out; the
value of a declaration is the double-dummy chance to make the contract. With other continuations the
results may differ.

A sample consists of two independent halves. Each half evaluates the call that looks best in the other,
so that luck doesn't count as loss (no winner's curse). A call is valued with the best declaration of
its seat; the actual declaration is reviewed separately.

In a match of marks, a call is valued by the chance to win the match, with later hands taken as even,
and expressed in marks at the value of a mark at that score; at 6-5, for example, a second mark is worth
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from suitwise.errors import IllegalPosition
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.seating import NOBODY
from suitwise.foundation.text.phrases import Phrase, phrase, tidied
from suitwise.players.review import Verdict
from suitwise.players.search import Beliefs
from suitwise.players.turns import stream_of
from suitwise.texas42.game import Texas42
from suitwise.texas42.hidden import count_worlds, knowledge_of
from suitwise.texas42.moves import CALL, DECLARE, Move
from suitwise.texas42.picture import declaration_name
from suitwise.texas42.players import search
from suitwise.texas42.players.monte_carlo import calls_of
from suitwise.texas42.players.search import BELIEFS, calls_in, declarations_in, worth_of_marks
from suitwise.texas42.record.match import HandRecord
from suitwise.texas42.review.reasons import call_reasons
from suitwise.texas42.rules.auction import MOST_MARKS, PASS, call_name
from suitwise.texas42.rules.contracts import STRAIGHT, stake_of
from suitwise.texas42.rules.position import Hands
from suitwise.texas42.solve.move_values import considered
from suitwise.texas42.state import Texas42State

TIMES = 4
"""The factor of deals for a call, whose outcomes vary more than those of a play."""
_SAME = 1e-9
"""Tolerance for equal values: sums in a different order differ by less."""


def reviewed_calls(
    game: Texas42,
    hand: HandRecord,
    dealt: Hands,
    worlds: int,
    seed: int,
    score: tuple[int, int] | None,
) -> Iterator[CallReview]:
    """Yield the reviews of a hand's calls and its declaration, up to the first illegal one.

    Forced decisions and calls that the record doesn't have are left out.

    Args:
        game: the variant.
        hand: the hand.
        dealt: the hands as dealt.
        worlds: the number of deals for a play; a call uses four times as many.
        seed: 64-bit seed of the deals.
        score: the marks of the sides before the hand; None outside a match, or if unknown.
    """
    judge = _Judge(worlds * TIMES // 2, seed, score is not None, BELIEFS)
    state = Texas42State(game, hand.shaker, dealt, totals=score or (0, 0))
    for call in hand.calls:
        move = Move(CALL + call)
        if hand.has_auction:
            if move not in state.moves():
                return
            yield from judge.judged(state, move)
        state = replace(state, calls=(*state.calls, call))
    if state.phase != "declare":
        return
    if not hand.has_auction:
        judge = replace(judge, beliefs=replace(judge.beliefs, call=0))
    move = Move(DECLARE + hand.declaration)
    if move in state.moves():
        yield from judge.judged(state, move)


@dataclass(frozen=True, slots=True, eq=False)
class _Half:
    """The results of the options of a decision in one half of the sample.

    Args:
        counts: array (n,), the weight of each deal.
        marks: array (n, m), the marks that the side on turn wins or loses.
        worth: array (n, m), the same at their value at the score, in marks.
        won: array (n, m), the chance of the side on turn to win the hand.
    """

    counts: NDArray[np.int64]
    marks: NDArray[np.float64]
    worth: NDArray[np.float64]
    won: NDArray[np.float64]

    def mean(self, found: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the mean over the deals."""
        mean: NDArray[np.float64] = self.counts @ found / self.counts.sum()
        return mean

    def lead(self, at: int, other: int) -> tuple[float, float]:
        """Return the mean lead of an option over another, and the variance of that mean."""
        ahead = self.worth[:, at] - self.worth[:, other]
        mean, whole = float(self.mean(ahead)), float(self.counts.sum())
        spread = float(self.mean((ahead - mean) ** 2))
        return mean, spread * float(self.counts @ self.counts) / whole**2


@dataclass(frozen=True, slots=True)
class _Judge:
    """The evaluator of calls and declarations.

    Args:
        deals: the number of deals in a half.
        seed: 64-bit seed of the deals.
        in_match: whether to take account of the score of a match.
        beliefs: the likelihood model of the others' decisions.
    """

    deals: int
    seed: int
    in_match: bool
    beliefs: Beliefs

    def judged(self, state: Texas42State, move: Move) -> Iterator[CallReview]:
        """Yield the review of a move of the seat on turn, if it had a choice and can be evaluated."""
        if len(state.moves()) == 1 or not self.deals:
            return
        try:
            possible = count_worlds(knowledge_of(state, state.turn))
        except IllegalPosition:
            return  # no deal has the doubles that others promised by their calls
        if possible:
            yield self._review(state, move)

    def _review(self, state: Texas42State, move: Move) -> CallReview:
        options = _options_of(state, move)
        moves = [one for one, _ in options]
        first, second = (self._half(state, options, past) for past in (0, self.deals))
        means = first.mean(first.worth), second.mean(second.worth)
        whole = means[0] + means[1]
        every, mine = range(len(moves)), _of(moves, move)
        best, own = _best_of(whole, every, mine), _best_of(whole, mine)
        worth = cost = variance = 0.0
        for half, mean, other in ((first, *means), (second, *means[::-1])):
            chosen = _best_of(other, mine)
            worth += float(mean[chosen]) / 2
            if moves[best] != move:
                lead, spread = half.lead(_best_of(other, every, mine), chosen)
                cost, variance = cost + lead / 2, variance + spread / 4
        marks = (first.mean(first.marks) + second.mean(second.marks)) / 2
        won = (first.mean(first.won) + second.mean(second.won)) / 2
        declared = options[best][1] if state.phase == "call" else NOBODY
        return CallReview(
            len(state.calls),
            state.turn,
            move,
            moves[best],
            declared,
            {one: float(marks[_best_of(whole, _of(moves, one))]) for one in moves},
            2 * self.deals,
            worth,
            cost,
            sqrt(variance),
            float(won[own]),
            float(won[best]),
            _mark_of(state) if self.in_match else 0.0,
            () if moves[best] == move else tuple(call_reasons(state, move, moves[best], declared)),
        )

    def _half(self, state: Texas42State, options: Sequence[tuple[Move, int]], first: int) -> _Half:
        worlds = search.likely_worlds(
            state, self.deals, self.beliefs, self.seed, stream_of(state), first
        )
        values = self._values(state)
        if state.phase == "call":
            calls = [(move.call, declared) for move, declared in options]
            found = calls_in(state, calls, worlds)
            won = (found > 0).astype(np.float64)
            return _Half(worlds.counts, found.astype(np.float64), values[found + MOST_MARKS], won)
        declared = [one for _, one in options]
        made, _ = declarations_in(state, declared, worlds, threads=1)
        won = made.astype(np.float64)
        stake = stake_of(state.standing)
        lost, gained = values[MOST_MARKS - stake], values[MOST_MARKS + stake]
        return _Half(worlds.counts, stake * (2 * won - 1), lost + (gained - lost) * won, won)

    def _values(self, state: Texas42State) -> NDArray[np.float64]:
        """Return the values of -7 to 7 marks, in units of the value of a mark at the score."""
        if not self.in_match:
            return np.arange(-MOST_MARKS, MOST_MARKS + 1, dtype=np.float64)
        table = np.array(worth_of_marks(state))
        values: NDArray[np.float64] = (table - table[MOST_MARKS]) / _mark_of(state)
        return values


def _options_of(state: Texas42State, move: Move) -> list[tuple[Move, int]]:
    """Return the moves to examine, each call with its declaration."""
    if state.phase == "call":
        return [(Move(CALL + call), declared) for call, declared in calls_of(state, move.call)]
    likely = considered(state.dealt[state.turn])
    allowed = [one.declaration for one in state.moves()]
    return [
        (Move(DECLARE + one), one)
        for one in allowed
        if one in likely or one == move.declaration or not STRAIGHT >> one & 1
    ]


def _of(moves: Sequence[Move], move: Move) -> list[int]:
    return [at for at, one in enumerate(moves) if one == move]


def _mark_of(state: Texas42State) -> float:
    """Return the value of a mark: the mean change of the chance to win the match by one mark."""
    table = worth_of_marks(state)
    return (table[MOST_MARKS + 1] - table[MOST_MARKS - 1]) / 2


def _best_of(
    worth: NDArray[np.float64], among: Sequence[int], preferred: Sequence[int] = ()
) -> int:
    """Return the option of the greatest value; of equals a preferred one, then the first."""
    most = max(float(worth[at]) for at in among)
    equal = [at for at in among if worth[at] >= most - _SAME]
    return next((at for at in equal if at in preferred), equal[0])


# --- Results --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CallReview:
    """The review of a call or a declaration.

    Args:
        at: its place before the opening lead, from 0: the four calls, then the declaration.
        seat: the seat that decided.
        move: the call or the declaration.
        best: the best option found; the move itself if nothing was better.
        declared: the seat's declaration after the best call, or ``NOBODY`` if it doesn't declare.
        marks: the mean marks of the seat's side after each call or declaration.
        deals: the number of deals evaluated.
        worth: the value of the move in marks, at the value of a mark at the score.
        cost: the lead of the best option over the move; 0 if that is the move itself.
        error: the standard error of the cost.
        chance: the share of the deals in which the seat's side wins the hand after the move.
        best_chance: the same after the best option.
        mark: the value of a mark as a chance to win the match; 0 without a match.
        reasons: what tells the move from the best option.
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
    reasons: tuple[Phrase, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The verdict in the form common to all games."""
        verdict = Verdict(
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
        return verdict.explained(self.reasons)

    def as_json(self) -> dict[str, object]:
        """Return the review as plain values, ready for JSON."""
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
