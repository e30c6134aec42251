"""The review of recorded hands: what each play cost against the best, in points and in the contract.

What calls and declarations cost is found by other means (``auction``). Of plays two measures stand
beside each other. With all hands seen, by the exact solver: the points that a play gave away, and
whether the contract could be made before it and after. And as its seat could know it: the share of
deals consistent with the seat's own hand, the plays and the doubles shown by plunges and splashes, in
which the contract is made, each solved with all hands seen; where there are no more such deals than
asked for, all of them are taken. The second is an estimate, and no bound.

The best of several estimates is too high by luck, and a play held against it would cost something
though nothing is better. So each half of a sample is held against the reply that the other half finds
best: the cost of a play is then right on average, or too little where the halves choose badly.

In a match of marks what a play loses of P(make) loses as much of the chance to win the match as lies
between the scores after the contract is made and set, later hands taken as even.

The cost of a play is counted for the seat's own side. In nello it is counted in the bidder's tricks,
which his opponents want him to take.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt

from suitwise.arguments import whole
from suitwise.errors import IllegalPosition, SuitwiseError
from suitwise.foundation.arrays.late_numpy import NDArray, np
from suitwise.foundation.seating import NOBODY, SEATS, side
from suitwise.foundation.text.counting import tidied
from suitwise.foundation.text.phrases import phrase
from suitwise.game import Record
from suitwise.players.review.decisions import SURE, Decision, Hindsight, Verdict
from suitwise.players.review.reviews import Review
from suitwise.players.review.said import MARKS, POINTS, TRICKS
from suitwise.players.review.words import Measure
from suitwise.texas42.game import Texas42
from suitwise.texas42.hidden import (
    Knowledge,
    count_worlds,
    every_world,
    knowledge_of,
    sample_worlds,
)
from suitwise.texas42.record.as_game import full_deal, match_of
from suitwise.texas42.record.hand import HandRecord
from suitwise.texas42.record.judge import scores_before
from suitwise.texas42.record.match import MatchRecord
from suitwise.texas42.review.auction import CallReview, reviewed_calls
from suitwise.texas42.rules.contracts import OPEN, Contract, Play, is_nello, match_chance
from suitwise.texas42.rules.dominoes import Domino, dominoes_of
from suitwise.texas42.rules.position import Hands
from suitwise.texas42.solve.move_values import Plays
from suitwise.texas42.solve.solver import solve_moves
from suitwise.texas42.state import Texas42State

WORLDS = 50
"""The default number of deals that are sampled for a play."""
MOST_WORLDS = 10_000


def review(match: MatchRecord, worlds: int = WORLDS, seed: int = 0) -> Iterator[HandReview]:
    """Yield the reviews of the hands of a record.

    ``replay.faults_of`` finds where a record breaks the rules.

    Args:
        match: the record.
        worlds: how many deals are sampled for a play, up to 10,000, for a call four times as many; 0
            for none.
        seed: 64-bit seed of the sampled deals.

    Raises:
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
    if not 0 <= worlds <= MOST_WORLDS:
        raise SuitwiseError(f"0 to {MOST_WORLDS:,} deals are sampled for a play, not {worlds}")
    for place, (hand, score) in enumerate(zip(match.hands, scores_before(match), strict=True)):
        if match.game.match != "marks" or (score and match.game.why_not_before(score)):
            score = None  # there is no match to be won, or it was over
        yield _Reviewer(match.game, hand, worlds, seed, place, score).reviewed()


@dataclass(slots=True)
class _Reviewer:
    """Goes through one hand."""

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
        """Return the reviews of the calls and the declaration, none without the hands as dealt."""
        if self.hand.dealt is None and self.hand.bidder == NOBODY:
            return ()
        dealt, score = full_deal(self.hand), self.score
        return tuple(reviewed_calls(self.game, self.hand, dealt, self.worlds, self.seed, score))

    def _match(self, contract: Contract, own: int) -> tuple[float, float] | None:
        """Return the chances of a side to win the match if it wins the hand, and if it loses it."""
        if self.score is None:
            return None
        needs = self.game.target - self.score[own]
        others = self.game.target - self.score[1 - own]
        stake = contract.stake
        return match_chance(needs - stake, others), match_chance(needs, others - stake)

    def _reviewed_plays(self, play: Play, dealt: Hands) -> str:
        """Review play by play; return why it ends before the last."""
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
        return PlayReview(
            len(play.tricks) + 1,
            seat,
            domino,
            declaring,
            worth,
            _makes(play),
            self._chances(play, dealt, domino),
            wants_few=nello and declaring,
            match=self._match(play.contract, side(seat)),
            stake=1 if self.game.match == "points" else play.contract.stake,
        )

    def _chances(self, play: Play, dealt: Hands, domino: Domino) -> Chances | None:
        """Return the chances as the seat could know them, where something hangs on the play."""
        legal = dominoes_of(play.position.legal())
        if not self.worlds or play.result != OPEN or len(legal) == 1:
            return None
        state = Texas42State(self.game, self.hand.shaker, dealt, self.hand.calls, play)
        try:
            known = knowledge_of(state, play.position.turn)
        except IllegalPosition:  # the auction was not legal
            return None
        deals, is_exact = self._deals(known)
        if not deals:  # nor was it here: others can't hold the doubles that were shown
            return None
        made = _made_in(play, deals)
        better = 1 if side(play.position.turn) == play.contract.side else -1
        return chances_of(legal, made, domino, better, is_exact)

    def _deals(self, known: Knowledge) -> tuple[list[Sequence[int]], bool]:
        """Return all deals that agree with a seat's knowledge, or a sample of them."""
        if count_worlds(known) <= self.worlds:
            return [*every_world(known)], True
        stream = self.place * 32 + len(self.plays)
        return [*sample_worlds(known, self.worlds, self.seed, stream).tolist()], False


def _worths(play: Play) -> dict[Domino, int]:
    """Return what the declaring side takes after each play: points, in nello the bidder's tricks."""
    found = solve_moves(play.position)
    if is_nello(play.contract.declaration) or play.contract.side == 0:
        return found
    left = play.position.points_left
    return {domino: left - value for domino, value in found.items()}


# --- The contract ---------------------------------------------------------------------------------


def _makes(play: Play) -> dict[Domino, bool]:
    """Tell after which plays the contract can still be made, with all hands seen."""
    legal = dominoes_of(play.position.legal())
    made = _made_in(play, [play.position.hands])[0].tolist()
    return dict(zip(legal, made, strict=True))


def _made_in(play: Play, deals: Sequence[Sequence[int]]) -> NDArray[np.bool_]:
    """Tell for many deals after which plays the contract can be made: array (deals, plays)."""
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
        made: array (deals, plays), where the contract can be made after each.
        domino: the play that was made.
        better: 1 where the seat's side is to make the contract, -1 where it is to set it.
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
    """Return the play that gains most; of equals the one that was made, then the first."""
    total = gains.sum(axis=0).tolist()
    return max(range(len(total)), key=lambda at: (total[at], at == chosen, -at))


# --------------------------------------------------------------------------------------------------
# The results of the review of a recorded hand (``hands``): of plays, of hands, and of each seat

# --- One play -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Chances:
    """How often the contract is made after each legal play, as the seat could know it.

    Args:
        make: the share of deals for each play, with all hands seen from there on.
        deals: how many deals were solved.
        is_exact: whether these are all that agree with the seat's knowledge.
        best: the play that is best for the seat's side in these deals.
        cost: the P(make) that the play that was made loses, or gives to it where its side is to set: up
            to 1. In a sample it is measured against the reply that the other half of the deals finds
            best, so that luck does not count as loss; it can then be less than 0.
        error: the standard error of the cost; 0 where all deals were solved.
    """

    make: dict[Domino, float]
    deals: int
    is_exact: bool
    best: Domino
    cost: float
    error: float

    @property
    def margin(self) -> float:
        """What the cost may be more or less, with 95 % confidence."""
        return SURE * self.error


@dataclass(frozen=True, slots=True)
class PlayReview:
    """A play of a record.

    Args:
        trick: the number of the trick, from 1.
        seat: the seat that played.
        domino: the domino played.
        is_declaring: whether the seat is of the declaring side.
        worth: the worth of each legal play: the points that the seat's side takes from there on; in
            nello the tricks that the bidder takes, for every seat.
        makes: for each of them, whether the contract can still be made.
        chances: the same as the seat could know it; None where it was not asked, or nothing hangs on
            the play.
        wants_few: whether the seat wants little of it: nello's bidder.
        stake: the marks that the contract is for; 1 where points are scored.
        match: the chances of the seat's side to win the match if it wins the hand, and if it loses it,
            later hands taken as even; None outside a match of marks, or where its score is not known.
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

    @property
    def match_loss(self) -> tuple[float, float]:
        """How much of the chance to win the match the play lost, and the standard error of that.

        Both are 0 without chances, or without a match.
        """
        if self.chances is None or self.match is None:
            return 0.0, 0.0
        swing = self.match[0] - self.match[1]
        return swing * self.chances.cost, swing * self.chances.error

    @property
    def cost(self) -> int:
        """The points that the play gave away, in nello tricks; never less than 0."""
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
        """True if the contract was the side's to make or to set, and is no more."""
        return self.makes[self.domino] != self.is_declaring and (
            self.is_declaring in self.makes.values()
        )

    @property
    def verdict(self) -> Verdict | None:
        """What is found of it by its chances, in marks: those of the hand are won, or lost.

        None where there are no chances.
        """
        found = self.chances
        if found is None:
            return None
        swing = 2 * self.stake if found.best != self.domino else 0
        return Verdict(
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

    def _share_won(self, domino: Domino) -> float:
        """Return the share of the deals in which the seat's side wins the hand after a play."""
        assert self.chances is not None
        share = self.chances.make[domino]
        return share if self.is_declaring else 1 - share

    def as_json(self) -> dict[str, object]:
        """Return it as plain values, ready for JSON."""
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
        plays: how many it made.
        faulty: how many of them cost something.
        cost: points, in nello tricks.
        turning_points: how often it gave the contract away.
        chance: the P(make) that the plays lost, or gave, together; 0 where it was not asked.
        error: the standard error of that.
        match: the chance to win the match that they lost together; 0 without a match.
        match_error: the standard error of that.
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
        """What the chance may be more or less, with 95 % confidence."""
        return SURE * self.error

    @property
    def match_margin(self) -> float:
        """The same of the chance to win the match."""
        return SURE * self.match_error


# --- One hand -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HandReview:
    """A hand of a record.

    Args:
        hand: the hand.
        contract: the contract; None where the hand was thrown in.
        value: the worth of the hand to the declaring side if all play their best: points, in nello
            the bidder's tricks; None where the hands are not known.
        can_be_made: whether the contract can be made then; None where the hands are not known.
        plays: the plays, up to the first that the rules forbid.
        calls: the calls and the declaration, up to the first that the rules forbid; none where deals
            were not asked for, or the record does not tell the calls or the hands.
        note: why there are no plays, or no more; empty where all were reviewed.
        score: the marks of the sides before the hand; None outside a match of marks, or where they are
            not known.
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
        """Return it as plain values, ready for JSON."""
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


# --- Reviewed hands as the decisions of a game, which reviews of other games are made of, too -----

_AUCTION = phrase("texas42.place.auction", "auction")
_DECLARATION = phrase("texas42.place.declaration", "declaration")


def decisions_of(reviews: Iterable[HandReview]) -> list[Decision]:
    """Return calls, declarations and plays as the decisions of a game, in marks (``players.review``).

    Plays on which nothing hung are left out.

    Args:
        reviews: the hands, in the order of the record. Calls, declarations and plays are counted from 1
            through all of them.

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
    """Yield the decisions of a recorded game on which something hung, each with what it cost in marks.

    They are calls, declarations and plays, numbered by the moves of the record. A seat is judged by what
    it could know; beside it stands what a play cost with all hands seen.

    Args:
        record: the moves of a game.
        worlds: in how many deals a play is judged, a call in four times as many (``hands``).
        seed: 64-bit seed of the deals.
        seat: the seat whose decisions are judged; None for all four.

    Raises:
        SuitwiseError: a number is out of range, the record is not of Texas 42, or it does not replay.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> record = play(load("texas42(match=hand)").start(), RandomPlayer(1), seed=1)
    >>> first = next(decisions(record, worlds=10))
    >>> first.move == record.moves[first.ply - 1], first.place
    (True, 'auction')
    """
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
    """Yield what has been judged, numbered by the plies at which seats decided."""
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
"""How costs are counted."""
REVIEW = Review(decisions, MEASURE, WORLDS)
"""How Texas 42 is reviewed."""
