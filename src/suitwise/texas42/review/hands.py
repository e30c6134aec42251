"""The review of recorded hands: the cost of each play, in points and in chances of the contract.

``review.auction`` reviews calls and declarations. For plays there are two measures. In hindsight, by
the double-dummy solver: the points that a play gave away, and whether the contract could be made before
and after it. And given what its seat knew: the share of deals consistent with the seat's own hand, the
plays and the doubles shown by plunges and splashes in which the contract is made double-dummy; if there
are no more such deals than the sample size, all are used. The second measure is an estimate, not a
bound.

The maximum of several estimates is biased upwards, so a play compared with it would seem to cost
something even if nothing is better. Therefore each half of a sample evaluates the play that the other
half finds best: the cost of a play is then unbiased, or too low if the halves choose badly.

In a match of marks, a loss in P(make) is also a loss in the chance to win the match: P(make) times the
difference between the scores after the contract is made and set, with later hands taken as even.

Costs are those of the seat's own side. In nello they are counted in the bidder's tricks, which his
opponents want him to take.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt

from suitwise.arguments import of_kind, whole
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.seating import NOBODY, SEATS, side
from suitwise.foundation.text.phrases import Phrase, phrase, tidied
from suitwise.game import Record
from suitwise.players.review import (
    MARKS,
    POINTS,
    SURE,
    TRICKS,
    Decision,
    Hindsight,
    Measure,
    Review,
    Verdict,
)
from suitwise.texas42 import hidden
from suitwise.texas42.game import Texas42
from suitwise.texas42.hidden import Knowledge, count_worlds, every_world, knowledge_of
from suitwise.texas42.record.as_game import full_deal, match_of
from suitwise.texas42.record.judge import scores_before
from suitwise.texas42.record.match import HandRecord, MatchRecord
from suitwise.texas42.review.auction import CallReview, reviewed_calls
from suitwise.texas42.review.reasons import play_reasons
from suitwise.texas42.rules.contracts import OPEN, Contract, Play, is_nello, match_chance
from suitwise.texas42.rules.dominoes import Domino, dominoes_of
from suitwise.texas42.rules.position import Hands
from suitwise.texas42.solve.move_values import Plays
from suitwise.texas42.solve.solver import solve_moves
from suitwise.texas42.state import Texas42State

WORLDS = 50
"""The default number of sampled deals for a play."""
MOST_WORLDS = 10_000


def review(match: MatchRecord, worlds: int = WORLDS, seed: int = 0) -> Iterator[HandReview]:
    """Yield the reviews of the hands of a record.

    ``record.judge.faults_of`` reports where a record breaks the rules.

    Args:
        match: the record.
        worlds: the number of sampled deals for a play, up to 10,000; a call uses four times as many; 0
            for hindsight alone.
        seed: 64-bit seed of the sampled deals.

    Raises:
        TypeError: the record is none of a match, or the number of deals is not whole.
        SuitwiseError: a number is out of range.

    >>> match = MatchRecord.parse('''
    ... hand 1: shaker S3, bidder S0, bid 30, declaration 5
    ...   deal S0: 5-5 5-4 6-5 5-3 6-6 4-4 1-0
    ...   deal S1: 5-2 5-1 6-4 4-3 3-3 2-2 0-0
    ...   deal S2: 5-0 6-3 6-2 6-1 6-0 4-2 4-1
    ...   deal S3: 1-1 2-1 2-0 3-0 3-1 3-2 4-0
    ...   trick 1: S0:1-0 S1:6-4 S2:6-1 S3:1-1
    ... ''')
    >>> found, = review(match, worlds=0)
    >>> found.value, found.can_be_made, [(play.seat, play.cost) for play in found.plays]
    (41, True, [(0, 10), (1, 0), (2, 0), (3, 0)])
    """
    of_kind(match, MatchRecord, "match")
    if not 0 <= whole(worlds, "worlds") <= MOST_WORLDS:
        raise SuitwiseError(f"0 to {MOST_WORLDS:,} deals are sampled for a play, not {worlds}")
    for place, (hand, score) in enumerate(zip(match.hands, scores_before(match), strict=True)):
        if match.game.match != "marks" or (score and match.game.why_not_before(score)):
            score = None  # not in a match, or the match was over
        yield _Reviewer(match.game, hand, worlds, seed, place, score).reviewed()


@dataclass(slots=True)
class _Reviewer:
    """The reviewer of one hand."""

    game: Texas42
    hand: HandRecord
    worlds: int
    seed: int
    place: int
    score: tuple[int, int] | None
    plays: list[PlayReview] = field(default_factory=list)

    def reviewed(self) -> HandReview:
        """Return the review."""
        if self.hand.bidder == NOBODY:
            note = "the hand was thrown in"
            return HandReview(self.hand, note=note, score=self.score, calls=self._calls())
        contract = Contract(self.hand.bidder, self.hand.call, self.hand.declaration)
        try:
            dealt = full_deal(self.hand)
            play = contract.start(dealt)
        except SuitwiseError as error:
            return HandReview(self.hand, contract, note=f"not reviewed: {error}")
        worth, makes = _worths(play), _makes(play)
        value = min(worth.values()) if is_nello(contract.declaration) else max(worth.values())
        note = self._reviewed_plays(play, dealt)
        made = any(makes.values())
        return HandReview(
            self.hand, contract, value, made, tuple(self.plays), note, self.score, self._calls()
        )

    def _calls(self) -> tuple[CallReview, ...]:
        """Return the reviews of the calls and the declaration; none if the deal is unknown."""
        if self.hand.dealt is None and self.hand.bidder == NOBODY:
            return ()
        dealt, score = full_deal(self.hand), self.score
        return tuple(reviewed_calls(self.game, self.hand, dealt, self.worlds, self.seed, score))

    def _match(self, contract: Contract, own: int) -> tuple[float, float] | None:
        """Return the chances of a side to win the match after winning and after losing the hand."""
        if self.score is None:
            return None
        needs = self.game.target - self.score[own]
        others = self.game.target - self.score[1 - own]
        stake = contract.stake
        return match_chance(needs - stake, others), match_chance(needs, others - stake)

    def _reviewed_plays(self, play: Play, dealt: Hands) -> str:
        """Review the plays in order; return the reason if it ends early, or an empty string."""
        for seat, domino in self.hand.plays:
            position = play.position
            if position.over or seat != position.turn:
                return f"reviewed up to S{seat}:{Domino(domino)}, which is out of turn"
            why = position.why_not(domino)
            if why is not None:
                return f"reviewed up to {why}"
            self.plays.append(self._reviewed(play, dealt, Domino(domino)))
            play = play.after(domino)
        return ""

    def _reviewed(self, play: Play, dealt: Hands, domino: Domino) -> PlayReview:
        seat = play.position.turn
        declaring = side(seat) == play.contract.side
        nello = is_nello(play.contract.declaration)
        worth = _worths(play)
        if not nello and not declaring:
            left = play.position.points_left
            worth = {one: left - value for one, value in worth.items()}
        known = self._known(play, dealt)
        chances = None if known is None else self._chances(play, known, domino)
        return PlayReview(
            len(play.tricks) + 1,
            seat,
            domino,
            declaring,
            worth,
            _makes(play),
            chances,
            wants_few=nello and declaring,
            match=self._match(play.contract, side(seat)),
            stake=1 if self.game.match == "points" else play.contract.stake,
            reasons=()
            if known is None or chances is None or chances.best == domino
            else tuple(play_reasons(play, known, domino, chances.best)),
        )

    def _known(self, play: Play, dealt: Hands) -> Knowledge | None:
        """Return what the seat on turn knows, or None if it is not asked or nothing depends on it."""
        if not self.worlds or play.result != OPEN or play.position.legal().bit_count() == 1:
            return None
        state = Texas42State(self.game, self.hand.shaker, dealt, self.hand.calls, play)
        try:
            return knowledge_of(state, play.position.turn)
        except IllegalPosition:  # the auction was illegal
            return None

    def _chances(self, play: Play, known: Knowledge, domino: Domino) -> Chances | None:
        """Return the chances given what the seat knew, or None if there is no such deal."""
        legal = dominoes_of(play.position.legal())
        deals, is_exact = self._deals(known)
        if not deals:  # also an illegal auction: the others can't hold the doubles that they showed
            return None
        made = _made_in(play, deals)
        better = 1 if side(play.position.turn) == play.contract.side else -1
        return chances_of(legal, made, domino, better, is_exact)

    def _deals(self, known: Knowledge) -> tuple[list[Sequence[int]], bool]:
        """Return all deals consistent with a seat's knowledge, or a sample, and whether it is all."""
        if count_worlds(known) <= self.worlds:
            return [*every_world(known)], True
        stream = self.place * 32 + len(self.plays)
        return [*hidden.sample_worlds(known, self.worlds, self.seed, stream).tolist()], False


def _worths(play: Play) -> dict[Domino, int]:
    """Return the points of the declaring side after each play, or in nello the bidder's tricks."""
    found = solve_moves(play.position)
    if is_nello(play.contract.declaration) or play.contract.side == 0:
        return found
    left = play.position.points_left
    return {domino: left - value for domino, value in found.items()}


# --- The contract ---------------------------------------------------------------------------------


def _makes(play: Play) -> dict[Domino, bool]:
    """Return, for each play, whether the contract can still be made double-dummy."""
    legal = dominoes_of(play.position.legal())
    made = _made_in(play, [play.position.hands])[0].tolist()
    return dict(zip(legal, made, strict=True))


def _made_in(play: Play, deals: Sequence[Sequence[int]]) -> NDArray[np.bool_]:
    """Return whether the contract can be made, by deal and play: array (deals, plays)."""
    asked = Plays(play, dominoes_of(play.position.legal()), threads=0)
    prevails = asked.made(np.array(deals, np.int64)) == 1
    declaring = side(play.position.turn) == play.contract.side
    made: NDArray[np.bool_] = prevails == declaring
    return made


def chances_of(
    legal: Sequence[Domino], made: NDArray[np.bool_], domino: Domino, better: int, is_exact: bool
) -> Chances:
    """Return the chances of the plays.

    Args:
        legal: the plays.
        made: array (deals, plays), whether the contract can be made after each play.
        domino: the actual play.
        better: 1 if the seat's side declares, -1 if it defends.
        is_exact: whether these are all deals.

    >>> import numpy as np
    >>> plays, made = [Domino("6-6"), Domino("1-0")], np.array([[1, 0], [1, 0], [1, 1], [0, 0]]) > 0
    >>> found = chances_of(plays, made, Domino("1-0"), 1, is_exact=False)
    >>> found.best, found.make[found.best], found.cost
    (Domino('6-6'), 0.75, 0.5)
    """
    chosen = legal.index(domino)
    gains = better * (made.astype(int) - made[:, [chosen]])
    if is_exact:
        gained = gains[:, _best_of(gains, chosen)]
    else:
        gained = gains[:, 0] * 0
        for half, other in ((0, 1), (1, 0)):
            gained[half::2] = gains[half::2, _best_of(gains[other::2], chosen)]
    return Chances(
        dict(zip(legal, made.mean(axis=0).tolist(), strict=True)),
        len(made),
        is_exact,
        legal[_best_of(gains, chosen)],
        float(gained.mean()),
        0.0 if is_exact else float(gained.std()) / sqrt(len(made)),
    )


def _best_of(gains: NDArray[np.int64], chosen: int) -> int:
    """Return the play of the greatest gain; of equals the actual one, then the first."""
    total = gains.sum(axis=0).tolist()
    return max(range(len(total)), key=lambda at: (total[at], at == chosen, -at))


# --- Results: plays -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chances:
    """The chance of the contract after each legal play, given what the seat knew.

    Args:
        make: P(make) for each play: the share of deals in which it makes double-dummy.
        deals: the number of deals solved.
        is_exact: whether these are all deals consistent with the seat's knowledge.
        best: the best play for the seat's side in these deals.
        cost: the loss in P(make) by the actual play, or the gain for the declarers if the seat defends;
            at most 1. In a sample each half evaluates the play that the other half finds best, so that
            luck doesn't count as loss; the cost can then be negative.
        error: the standard error of the cost; 0 if all deals were solved.
    """

    make: dict[Domino, float]
    deals: int
    is_exact: bool
    best: Domino
    cost: float
    error: float

    @property
    def margin(self) -> float:
        """Half the width of the 95 % confidence interval of the cost."""
        return SURE * self.error


@dataclass(frozen=True, slots=True)
class PlayReview:
    """The review of a play.

    Args:
        trick: the number of the trick, from 1.
        seat: the seat that played.
        domino: the domino played.
        is_declaring: whether the seat is of the declaring side.
        worth: the double-dummy value of each legal play: the points of the seat's side from there on;
            in nello the tricks of the bidder, for every seat.
        makes: whether the contract can still be made after each play.
        chances: the same given what the seat knew; None if not requested, or if nothing depends on the
            play.
        wants_few: whether the seat minimises the value, as nello's bidder does.
        stake: the marks at stake; 1 when playing for points.
        match: the chances of the seat's side to win the match after winning and after losing the hand,
            with later hands taken as even; None outside a match of marks, or if its score is unknown.
        reasons: what tells the play from the best one, given what the seat knew.
    """

    trick: int
    seat: int
    domino: Domino
    is_declaring: bool
    worth: dict[Domino, int]
    makes: dict[Domino, bool]
    chances: Chances | None = None
    wants_few: bool = False
    stake: int = 1
    match: tuple[float, float] | None = None
    reasons: tuple[Phrase, ...] = ()

    @property
    def match_loss(self) -> tuple[float, float]:
        """The loss in the chance to win the match by the play, and its standard error.

        Both are 0 without chances, or without a match.
        """
        if self.chances is None or self.match is None:
            return 0.0, 0.0
        swing = self.match[0] - self.match[1]
        return swing * self.chances.cost, swing * self.chances.error

    @property
    def cost(self) -> int:
        """The points (in nello, tricks) that the play gave away in hindsight; never negative."""
        return abs(self._best_worth - self.worth[self.domino])

    @property
    def best(self) -> tuple[Domino, ...]:
        """The plays that give away nothing."""
        return tuple(one for one, worth in self.worth.items() if worth == self._best_worth)

    @property
    def _best_worth(self) -> int:
        return (min if self.wants_few else max)(self.worth.values())

    @property
    def is_turning_point(self) -> bool:
        """True if the play gave away a contract that its side could make or set."""
        return self.makes[self.domino] != self.is_declaring and (
            self.is_declaring in self.makes.values()
        )

    @property
    def verdict(self) -> Verdict | None:
        """The verdict by the chances, in marks won or lost in the hand; None without chances."""
        found = self.chances
        if found is None:
            return None
        swing = 2 * self.stake if found.best != self.domino else 0
        verdict = Verdict(
            str(found.best),
            phrase("texas42.did.plays", "plays {domino}", domino=str(self.domino)),
            phrase("texas42.doing.playing", "playing {domino}", domino=str(found.best)),
            worlds=found.deals,
            tried=len(found.make),
            worth=self.stake * (2 * self._share_won(self.domino) - 1),
            cost=swing * found.cost,
            error=swing * found.error,
            chance=self._share_won(self.domino),
            best_chance=self._share_won(found.best),
            is_exact=found.is_exact,
        )
        return verdict.explained(self.reasons)

    def _share_won(self, domino: Domino) -> float:
        """Return the share of the deals in which the seat's side wins the hand after a play."""
        assert self.chances is not None
        share = self.chances.make[domino]
        return share if self.is_declaring else 1 - share

    def as_json(self) -> dict[str, object]:
        """Return the review as plain values, ready for JSON."""
        told: dict[str, object] = {
            "trick": self.trick,
            "seat": self.seat,
            "play": str(self.domino),
            "cost": self.cost,
            "best": [str(domino) for domino in self.best],
            "worth": {str(domino): worth for domino, worth in self.worth.items()},
            "makes": {str(domino): made for domino, made in self.makes.items()},
            "turning_point": self.is_turning_point,
        }
        if self.chances is not None:
            told["p_make"] = {str(one): chance for one, chance in self.chances.make.items()}
            told["p_cost"] = self.chances.cost
            told["p_error"] = self.chances.error
            told["p_best"] = str(self.chances.best)
            told["deals"] = self.chances.deals
            told["all_deals"] = self.chances.is_exact
        found = self.verdict
        if found is not None:
            told |= {
                "chance": found.chance,
                "best_chance": found.best_chance,
                "marks": found.worth,
                "marks_lost": found.cost,
                "marks_error": found.error,
                "mistake": found.is_mistake,
            }
        if found is not None and self.match is not None:
            won, lost = self.match
            told["match"] = lost + (won - lost) * self._share_won(self.domino)
            told["match_cost"], told["match_error"] = self.match_loss
        return tidied(told)


@dataclass(frozen=True, slots=True)
class SeatTotal:
    """The cost of the plays of one seat in a hand.

    Args:
        seat: the seat.
        plays: the number of its plays.
        faulty: the number of those that cost something.
        cost: the total cost in points, in nello in tricks.
        turning_points: the number of plays that gave the contract away.
        chance: the total cost in P(make); 0 if not requested.
        error: the standard error of ``chance``.
        match: the total loss in the chance to win the match; 0 without a match.
        match_error: the standard error of ``match``.
    """

    seat: int
    plays: int
    faulty: int
    cost: int
    turning_points: int
    chance: float
    error: float
    match: float = 0.0
    match_error: float = 0.0

    @property
    def margin(self) -> float:
        """Half the width of the 95 % confidence interval of ``chance``."""
        return SURE * self.error

    @property
    def match_margin(self) -> float:
        """Half the width of the 95 % confidence interval of ``match``."""
        return SURE * self.match_error


# --- Results: hands -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandReview:
    """The review of a hand.

    Args:
        hand: the hand.
        contract: the contract; None if the hand was thrown in.
        value: the double-dummy value for the declaring side: points, or in nello the bidder's tricks;
            None if the hands are unknown.
        can_be_made: whether the contract can be made double-dummy; None if the hands are unknown.
        plays: the plays, up to the first illegal one.
        calls: the calls and the declaration, up to the first illegal one; none if no deals were
            requested, or if the calls or the hands are unknown.
        note: the reason if plays were not reviewed, or an empty string.
        score: the marks of the sides before the hand; None outside a match of marks, or if unknown.
    """

    hand: HandRecord
    contract: Contract | None = None
    value: int | None = None
    can_be_made: bool | None = None
    plays: tuple[PlayReview, ...] = ()
    note: str = ""
    score: tuple[int, int] | None = None
    calls: tuple[CallReview, ...] = ()

    @property
    def unit(self) -> str:
        """The unit of costs."""
        nello = self.contract is not None and is_nello(self.contract.declaration)
        return "tricks" if nello else "points"

    @property
    def turning_points(self) -> tuple[PlayReview, ...]:
        """The plays that gave the contract away."""
        return tuple(play for play in self.plays if play.is_turning_point)

    @property
    def totals(self) -> tuple[SeatTotal, ...]:
        """The cost of each seat's plays."""
        return tuple(_total(seat, self.plays) for seat in SEATS)

    def as_json(self) -> dict[str, object]:
        """Return the review as plain values, ready for JSON."""
        totals = (
            {
                "seat": total.seat,
                "plays": total.plays,
                "faulty": total.faulty,
                "cost": total.cost,
                "turning_points": total.turning_points,
                "p_cost": total.chance,
                "p_error": total.error,
                "match_cost": None if self.score is None else total.match,
                "match_error": None if self.score is None else total.match_error,
            }
            for total in self.totals
        )
        return {
            "hand": self.hand.number,
            "unit": self.unit,
            "score": self.score,
            "value": self.value,
            "can_be_made": self.can_be_made,
            "calls": [call.as_json() for call in self.calls],
            "plays": [play.as_json() for play in self.plays],
            "totals": tidied([*totals]),
            "note": self.note,
        }


def _total(seat: int, plays: Sequence[PlayReview]) -> SeatTotal:
    own = [play for play in plays if play.seat == seat]
    chances = [play.chances for play in own if play.chances is not None]
    return SeatTotal(
        seat,
        len(own),
        sum(play.cost > 0 for play in own),
        sum(play.cost for play in own),
        sum(play.is_turning_point for play in own),
        sum(one.cost for one in chances),
        sqrt(sum(one.error**2 for one in chances)),
        sum(play.match_loss[0] for play in own),
        sqrt(sum(play.match_loss[1] ** 2 for play in own)),
    )


# --- Decisions in the form common to all games ----------------------------------------------------

_AUCTION = phrase("texas42.place.auction", "auction")
_DECLARATION = phrase("texas42.place.declaration", "declaration")


def decisions_of(reviews: Iterable[HandReview]) -> list[Decision]:
    """Return calls, declarations and plays as decisions of a game, in marks (``players.review``).

    Plays on which nothing depended are left out.

    Args:
        reviews: the hands, in the order of the record. Calls, declarations and plays are numbered from
            1 across all hands.

    >>> from suitwise.texas42.record.match import MatchRecord
    >>> match = MatchRecord.parse('''
    ... hand 1: shaker S3, bidder S0, bid 30, declaration 5
    ...   deal S0: 5-5 5-4 6-5 5-3 6-6 4-4 1-0
    ...   deal S1: 5-2 5-1 6-4 4-3 3-3 2-2 0-0
    ...   deal S2: 5-0 6-3 6-2 6-1 6-0 4-2 4-1
    ...   deal S3: 1-1 2-1 2-0 3-0 3-1 3-2 4-0
    ...   trick 1: S0:1-0 S1:6-4 S2:6-1 S3:1-1
    ... ''')
    >>> declared, first, *_ = decisions_of(review(match, worlds=20))
    >>> declared.place, declared.move, declared.verdict.worlds
    ('declaration', '5', 80)
    >>> first.place, first.seat, first.move, first.verdict.worlds, first.hindsight.cost
    ('trick 1', 0, '1-0', 20, 10)
    """
    return [*_decided(reviews, None)]


def decisions(
    record: Record, worlds: int = WORLDS, seed: int = 0, *, seat: int | None = None
) -> Iterator[Decision]:
    """Yield the decisions of a recorded game on which something depended, with their costs in marks.

    They are calls, declarations and plays, numbered by the moves of the record. Costs are given what
    the seat knew; for a play the cost in hindsight is added.

    Args:
        record: the moves of a game.
        worlds: the number of deals for a play; a call uses four times as many.
        seed: 64-bit seed of the deals.
        seat: the seat whose decisions are reviewed; None for all four.

    Raises:
        SuitwiseError: a number is out of range, the record is not of Texas 42, or it does not replay.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> record = play(load("texas42(match=hand)").start(), RandomPlayer(1), seed=1)
    >>> first = next(decisions(record, worlds=10))
    >>> first.move == record.moves[first.ply - 1], first.place
    (True, 'auction')
    """
    of_kind(record, Record, "record")
    if seat is not None:
        whole(seat, "seat", 0, 3)
    plies = [
        ply
        for ply, state in enumerate(record.states(), 1)
        if isinstance(state, Texas42State) and state.phase in ("call", "declare", "play")
    ]
    found = _decided(review(match_of(record), worlds, seed), plies)
    return (one for one in found if seat in (None, one.seat))


def _decided(reviews: Iterable[HandReview], plies: Sequence[int] | None) -> Iterator[Decision]:
    """Yield the reviewed decisions, numbered by the plies at which seats decided."""
    before = 0
    for found in reviews:
        hand = found.hand
        first = before + len(hand.calls) + (hand.bidder != NOBODY)
        for call in found.calls:
            ply = _ply(before + call.at, plies)
            place = _DECLARATION if call.move.declaration >= 0 else _AUCTION
            yield Decision(ply, hand.number, place, call.seat, str(call.move), call.verdict)
        for at, play in enumerate(found.plays, first):
            if (verdict := play.verdict) is not None:
                yield Decision(
                    _ply(at, plies),
                    hand.number,
                    phrase("texas42.place.trick", "trick {n}", n=play.trick),
                    play.seat,
                    str(play.domino),
                    verdict,
                    hindsight=_hindsight(found, play),
                )
        before = first + len(hand.plays) + (plies is not None and hand.claim is not None)


def _ply(at: int, plies: Sequence[int] | None) -> int:
    return at + 1 if plies is None else plies[at]


def _hindsight(found: HandReview, play: PlayReview) -> Hindsight:
    unit = TRICKS if found.unit == "tricks" else POINTS
    return Hindsight(play.cost, unit, tuple(map(str, play.best)), play.is_turning_point)


MEASURE = Measure(MARKS, 2)
"""The unit of costs."""
REVIEW = Review(decisions, MEASURE, WORLDS)
"""The review of Texas 42 for the contract of games."""
