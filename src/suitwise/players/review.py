"""The review of a recorded game: what each decision cost, by what its seat could know.

A game supplies a judge of moves (``Judge``). It looks for the best move over deals that the seat cannot
tell from the true one. The winner of many noisy estimates is partly lucky, so the judge then compares it
with the move made over a second, independent sample of deals. The cost of the move is the mean
difference in that second sample: unbiased, so it may come out below 0.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import sqrt
from time import monotonic
from typing import Any, Protocol

from suitwise.catalogue import find
from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.text.phrases import Phrase, phrase, reason_of, signed, tidied
from suitwise.game import CHANCE, OVER, Game, Record
from suitwise.seeds import SeededSource, world_seed

SURE = 1.96
"""Half the width of a 95 % confidence interval, in standard errors."""
MOST_REASONS = 2
"""The most reasons given for a mistake: more are not read."""
MARKS = phrase("review.marks", "marks")
LEVELS = phrase("review.levels", "levels")
POINTS = phrase("review.points", "points")
TRICKS = phrase("review.tricks", "tricks")
DEALS = phrase("review.deals", "deals")


# --- Figures of a decision ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgment of a move: its value, and what it cost against the best move found.

    Args:
        best: the best move found, as text; the move itself if none was better.
        did: the move in words, such as "leads HK".
        better: the best move in words, such as "leading HA".
        worlds: the number of fresh deals over which the figures were taken.
        tried: the number of moves examined.
        worth: the mean value of the move to its seat over these deals.
        cost: how much higher the mean of the best move is; 0 if that is the move itself.
        error: the standard error of the cost.
        chance: the share of these deals that the seat's side wins after the move; None if not computed.
        best_chance: the same share after the best move.
        is_exact: whether the deals are all possible ones, so that the figures have no sampling error.
        omitted: an action that the seat passed over and may still take later, such as a bid while cards
            are drawn; "" for none. All decisions of a seat in a deal with the same omission count as
            one.
        reasons: what tells the move from the best one, in sentences; empty unless it is a mistake.

    >>> verdict = Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, 0.4, 0.1)
    >>> verdict.is_mistake, round(verdict.margin, 3)
    (True, 0.196)
    """

    best: str
    did: str
    better: str
    worlds: int
    tried: int
    worth: float
    cost: float = 0.0
    error: float = 0.0
    chance: float | None = None
    best_chance: float | None = None
    is_exact: bool = False
    omitted: str = ""
    reasons: tuple[Phrase, ...] = ()

    def __post_init__(self) -> None:
        for name in ("worth", "cost", "error"):
            object.__setattr__(self, name, tidied(getattr(self, name)))

    @property
    def margin(self) -> float:
        """Half the width of the cost's 95 % confidence interval."""
        return SURE * self.error

    @property
    def is_mistake(self) -> bool:
        """Whether the whole confidence interval of the cost lies above 0."""
        return self.cost > self.margin

    def explained(self, reasons: Iterable[Phrase]) -> Verdict:
        """Return the verdict with the first reasons if the move is a mistake, else unchanged.

        A reason is a fact that follows exactly from what the seat saw, or from what its move brought to
        light, true of the move or of the best one and not of both. It is no proof that the cost comes
        from it.

        Args:
            reasons: the reasons, the weightiest first; not asked for unless needed.

        >>> verdict = Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, 0.4, 0.1)
        >>> print(*verdict.explained([phrase("any.so", "HA is out")]).reasons)
        HA is out
        """
        if not self.is_mistake:
            return self
        return replace(self, reasons=tuple(islice(reasons, MOST_REASONS)))


def verdict_of(
    best: str, words: tuple[str, str], tried: int, made: NDArray[Any], other: NDArray[Any]
) -> Verdict:
    """Judge a move by the scores of it and of the best move in the same deals.

    Args:
        best: the best move.
        words: the move and the best move in words, as ``Verdict.did`` and ``better``.
        tried: the number of moves examined.
        made: the score of the move in each deal; at least two deals.
        other: the score of the best move in each; the same array if that is the move itself.

    >>> import numpy as np
    >>> made, other = np.array([0, -2, 5, 1]), np.array([1, 2, 5, 2])
    >>> verdict = verdict_of("HA", ("discards HK", "discarding HA"), 9, made, other)
    >>> verdict.worth, verdict.cost, round(verdict.error, 2), verdict.chance, verdict.best_chance
    (1.0, 1.5, 0.87, 0.5, 1.0)
    """
    differences = other - made  # paired by deal, so the luck of the deal cancels
    return Verdict(
        best,
        *words,
        worlds=len(made),
        tried=tried,
        worth=float(made.mean()),
        cost=float(differences.mean()),
        error=float(differences.std(ddof=1)) / sqrt(len(made)),
        chance=float((made > 0).mean()),
        best_chance=float((other > 0).mean()),
    )


@dataclass(frozen=True, slots=True)
class Hindsight:
    """The exact cost of a move with all hands open, which its seat could not know.

    Args:
        cost: the loss against the best move; 0 if none was better.
        unit: the unit of the loss.
        best: the moves that lose nothing, as texts.
        is_turning_point: whether the move turned the contract from made to lost, or the reverse.

    >>> Hindsight(10, "points", ("6-6", "5-5"), is_turning_point=True).cost
    10
    """

    cost: float
    unit: str
    best: tuple[str, ...]
    is_turning_point: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision in a record, with its judgment.

    Args:
        ply: the number of the move in the record, from 1; moves of chance count.
        deal: the number of the deal, from 1.
        place: the place in the deal, such as "trick 3".
        seat: the seat that decided.
        move: the move made, as text.
        verdict: the judgment; None if no deals could be sampled to judge by.
        note: the reason if there is no judgment.
        hindsight: the cost with all hands open; None if not computed.

    >>> verdict = Verdict("HA", "leads HK", "leading HA", 100, 9, -0.5, 0.4, 0.3)
    >>> Decision(31, 1, "trick 3", 2, "HK", verdict).is_mistake
    False
    """

    ply: int
    deal: int
    place: str
    seat: int
    move: str
    verdict: Verdict | None
    note: str = ""
    hindsight: Hindsight | None = None

    @property
    def is_mistake(self) -> bool:
        """Whether the move was shown to cost something."""
        return self.verdict is not None and self.verdict.is_mistake

    def as_json(self) -> dict[str, object]:
        """Return plain values for JSON."""
        values: dict[str, object] = {
            "ply": self.ply,
            "deal": self.deal,
            "place": self.place,
            "seat": self.seat,
            "move": self.move,
        }
        verdict = self.verdict
        if verdict is None:
            return values | {"note": self.note}
        values |= {
            "best": verdict.best,
            "worlds": verdict.worlds,
            "tried": verdict.tried,
            "worth": verdict.worth,
            "cost": verdict.cost,
            "error": verdict.error,
            "mistake": verdict.is_mistake,
            "exact": verdict.is_exact,
        }
        if verdict.chance is not None:
            values |= {"chance": verdict.chance, "best_chance": verdict.best_chance}
        if verdict.reasons:
            values["reasons"] = [*map(str, verdict.reasons)]
        return tidied(values)


@dataclass(frozen=True, slots=True)
class SeatTotal:
    """The sum over the decisions of one seat.

    Args:
        seat: the seat.
        decisions: the number of decisions judged.
        mistakes: the number shown to cost something.
        cost: the sum of all costs.
        error: the standard error of the sum.

    >>> round(SeatTotal(0, 12, 1, 2.5, 1.0).margin, 2)
    1.96
    """

    seat: int
    decisions: int
    mistakes: int
    cost: float
    error: float

    @property
    def margin(self) -> float:
        """Half the width of the cost's 95 % confidence interval."""
        return SURE * self.error

    def as_json(self) -> dict[str, object]:
        """Return plain values for JSON."""
        return {
            "seat": self.seat,
            "decisions": self.decisions,
            "mistakes": self.mistakes,
            "cost": tidied(self.cost),
            "error": tidied(self.error),
        }


class Judge(Protocol):
    """A game's judge of moves. It uses no more than the seat on turn sees."""

    def place(self, state: Any, made: Sequence[str]) -> str:
        """Return the place of a state in its deal, such as "trick 3", given the deal's moves so far."""

    def verdict(self, state: Any, move: Any) -> Verdict | None:
        """Judge a move; return None if there is nothing to judge."""


@dataclass(frozen=True, slots=True)
class Measure:
    """The unit and the format of values and costs.

    Args:
        unit: the unit of values and costs.
        digits: the number of digits after the decimal point.
        is_outcome: whether the only cost is to turn a won deal into a lost one, so that amounts are not
            printed.
        is_taken: whether the unit is taken against one's will, as points in hearts, so that the better
            move takes less of it.

    >>> Measure("levels", 2).signed(0.314), Measure("points", 1).plain(-0.04)
    ('+0.31', '0.0')
    """

    unit: str
    digits: int
    is_outcome: bool = False
    is_taken: bool = False

    def signed(self, value: float) -> str:
        """Return a value with its sign."""
        return signed(value, self.digits)

    def plain(self, value: float) -> str:
        """Return a cost, with a sign only below 0."""
        return f"{self._rounded(value):.{self.digits}f}"

    def _rounded(self, value: float) -> float:
        return round(value, self.digits) + 0.0  # never -0


# --- The review of a game -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Review:
    """A game's way to review records, named by its catalogue entry (``catalogue.Entry.review``).

    Args:
        decisions: yields the judged decisions of a record one by one. It takes the record and a
            ``seat``, None for all; unless the review is exact, also the number of ``worlds`` per
            decision and the ``seed`` of these deals.
        measure: the unit and the format of costs.
        worlds: the number of deals per decision if somebody waits for the result; 0 if the review is
            exact and samples none.
        most: the maximum number of deals per decision if there is time; ``decisions`` then takes a time
            budget in ``seconds``, too. 0 if the number is fixed.
        is_opinion: whether costs depend on the player that plays the deals out, so that another player
            would find other costs.
        worlds_at: the number of deals per decision at a variant, where it is not the same at all.
        measure_at: the measure at a variant, where it is not the same at all.

    >>> review_of("gin").measure.unit, review_of("bridge") is None
    ('points', True)
    """

    decisions: Callable[..., Iterator[Decision]]
    measure: Measure
    worlds: int = 0
    most: int = 0
    is_opinion: bool = True
    worlds_at: Callable[[Any], int] | None = None
    measure_at: Callable[[Any], Measure] | None = None

    def at(self, game: Game[Any]) -> Review:
        """Return the review for a variant: with its own measure and number of deals per decision.

        >>> from suitwise.game import load
        >>> [review_of("tractor").at(load(game)).worlds for game in ("tractor", "tractor(players=6)")]
        [100, 40]
        """
        worlds = self.worlds if self.worlds_at is None else self.worlds_at(game)
        measure = self.measure if self.measure_at is None else self.measure_at(game)
        return replace(self, worlds=worlds, measure=measure)


def has_review(game: str) -> bool:
    """Tell whether a game has a review, without loading it.

    >>> has_review("tractor"), has_review("texas42_endgame")
    (True, False)
    """
    entry = find(game)
    return entry is not None and bool(entry.review)


def review_of(game: str) -> Review | None:
    """Load the review of a game by the game's name; return None if it has none.

    >>> review_of("stacks").worlds
    0
    """
    entry = find(game)
    if entry is None or not entry.review:
        return None
    review: Review = entry.loaded(entry.review)
    return review


# --- Judging a record -----------------------------------------------------------------------------


def judged(
    record: Record,
    judge: Judge,
    seat: int | None = None,
    is_undealt: Callable[[Any], bool] = lambda state: False,
) -> Iterator[Decision]:
    """Judge the decisions of a record one by one; moves without an alternative are skipped.

    Args:
        record: the record.
        judge: the judge of its game.
        seat: the seat whose decisions are judged; None for all.
        is_undealt: tells whether a deal begins in a state, in a game in which no move ``next`` says so.

    Raises:
        SuitwiseError: the record does not replay.
    """
    deal, moves, made = 1, iter(record.moves), list[str]()
    for ply, state in enumerate(record.states(), 1):
        if made and is_undealt(state):
            deal, made = deal + 1, []
        for text in islice(moves, 1):  # none after the last state
            if state.turn >= 0 and seat in (None, state.turn) and state.has_choice:
                place = judge.place(state, made)
                decision = Decision(ply, deal, place, state.turn, text, None)
                yield from _decision(judge, state, decision)
            made.append(text.lower())
            if made[-1] == "next":
                deal, made = deal + 1, []


def _decision(judge: Judge, state: Any, decision: Decision) -> Iterator[Decision]:
    """Yield a decision with its judgment, or nothing if there is nothing to judge."""
    try:
        verdict = judge.verdict(state, state.parse_move(decision.move))
    except SuitwiseError as error:  # no sampled deal is consistent with the moves seen
        yield replace(decision, note=reason_of(error))
        return
    if verdict is not None:
        yield replace(decision, verdict=verdict)


# --- Judging by playouts --------------------------------------------------------------------------

_PLAYOUT_STREAMS = 1 << 58
"""A playout uses the random stream numbered as its world, with this bit set."""


@dataclass(frozen=True)
class PlayoutJudge:
    """Judges moves in *worlds*: deals sampled from those that the seat can't tell from the true one.

    A player plays them to the end in all seats. The best of the candidates is then compared with the
    move that was made, in a fresh sample of the same size.

    Args:
        worlds: the number of worlds in which moves are evaluated, and the number of further worlds in
            which the best is compared with the move that was made.
        seed: 64-bit seed of the worlds.
    """

    worlds: int
    seed: int = 0

    def chooser(self) -> Callable[[Any], Any]:
        """Return the player that plays the deals to their end."""
        raise NotImplementedError

    def candidates(self, state: Any) -> Iterable[Any]:
        """Return the candidates in addition to the move that was made."""
        raise NotImplementedError

    def words(self, state: Any, move: Any) -> tuple[Phrase, Phrase]:
        """Return a move in words, as done and as possible."""
        raise NotImplementedError

    def value(self, state: Any, seat: int) -> float | None:
        """Return what a deal that is over gives a seat; None while it goes on."""
        return float(state.returns()[seat]) if state.turn == OVER else None

    def reasons(self, state: Any, move: Any, best: Any) -> Iterable[Phrase]:
        """Return what tells a move from the best one (``Verdict.explained``)."""
        return ()

    def verdict(self, state: Any, move: Any) -> Verdict:
        """Return the verdict on a move."""
        moves = tuple(dict.fromkeys((move, *self.candidates(state))))
        best = moves[int(self.points(state, moves, b"").sum(axis=0).argmax())]
        compared = tuple(dict.fromkeys((move, best)))  # one if the best is the one that was made
        points = self.points(state, compared, b"compared")
        words = self.words(state, move)[0], self.words(state, best)[1]
        found = verdict_of(str(best), words, len(moves), points[:, 0], points[:, -1])
        return found.explained(self.reasons(state, move, best))

    def points(self, state: Any, moves: Sequence[Any], purpose: bytes) -> NDArray[np.float64]:
        """Return the points of moves for their seat in sampled worlds, array (worlds, moves)."""
        first = _first_stream(state, purpose)
        points = np.empty((self.worlds, len(moves)))
        for number in range(self.worlds):
            world = state.resample(state.turn, self.seed, first + number)
            for i, move in enumerate(moves):
                points[number, i] = self._play_out(world, move, first + number)
        return points

    def _play_out(self, world: Any, move: Any, stream: int) -> float:
        """Return the points of the seat on turn after a playout from a move."""
        source = SeededSource(world_seed(self.seed), stream | _PLAYOUT_STREAMS)
        player, seat, state = self.chooser(), world.turn, world.followed_by(move)
        while (value := self.value(state, seat)) is None:
            is_chance = state.turn == CHANCE
            made = state.chance_move(source) if is_chance else player(state)
            state = state.followed_by(made)
        return value


def _first_stream(state: Any, purpose: bytes) -> int:
    """Return the number of a decision's first random stream: a hash of the seat's view and a purpose.

    The streams of its worlds follow; the lowest 16 bits are free for them.
    """
    view = state.view(state.turn).encode()
    digest = hashlib.blake2b(view, digest_size=5, person=purpose).digest()
    return int.from_bytes(digest, "little") << 16


# --- Summaries ------------------------------------------------------------------------------------


def costliest(decisions: Iterable[Decision], most: int = 3) -> list[Decision]:
    """Return the costliest mistakes, the worst first; an omission is represented by its worst decision.

    Args:
        decisions: judged decisions.
        most: the maximum number of mistakes.

    >>> def decided(ply, cost):
    ...     verdict = Verdict("HA", "leads HK", "leading HA", 100, 9, 0, cost, 0.1)
    ...     return Decision(ply, 1, "trick 3", 2, "HK", verdict)
    >>> [one.ply for one in costliest([decided(1, 0.1), decided(2, 0.4), decided(3, 0.5)])]
    [3, 2]
    """
    once = counted_once(decisions)
    mistakes = [(one.verdict.cost, one) for one in once if one.verdict and one.is_mistake]
    return [one for _, one in sorted(mistakes, key=lambda pair: (-pair[0], pair[1].ply))[:most]]


def counted_once(decisions: Iterable[Decision]) -> list[Decision]:
    """Return the decisions, with each omission reduced to the decision that cost most.

    A seat that passes after four cards and again after six has omitted one bid, which can cost it once.

    >>> def passed(ply, cost):
    ...     verdict = Verdict("D2", "passes", "bidding D2", 100, 2, 0, cost, 0.1, omitted="bid")
    ...     return Decision(ply, 1, f"{ply} cards", 2, "pass", verdict)
    >>> [one.ply for one in counted_once([passed(4, 0.4), passed(6, 0.5), passed(11, 0.3)])]
    [6]
    """
    counted: list[Decision] = []
    places: dict[tuple[int, int, str], int] = {}
    for one in decisions:
        if one.verdict is None or not one.verdict.omitted:
            counted.append(one)
            continue
        at = places.setdefault((one.deal, one.seat, one.verdict.omitted), len(counted))
        if at == len(counted):
            counted.append(one)
        elif _cost(one) > _cost(counted[at]):
            counted[at] = one
    return counted


def _cost(decision: Decision) -> tuple[bool, float]:
    """Return a sort key: decisions shown to cost something rank above all others, then by cost."""
    return decision.is_mistake, decision.verdict.cost if decision.verdict else 0.0


def totals(decisions: Sequence[Decision]) -> list[SeatTotal]:
    """Sum up the decisions of each seat; an omission counts once.

    >>> verdict = Verdict("HA", "leads HK", "leading HA", 100, 9, 0, 0.5, 0.1)
    >>> totals([Decision(ply, 1, "trick 3", 2, "HK", verdict) for ply in (1, 2)])[0].cost
    1.0
    """
    once = counted_once(decisions)
    return [_total(seat, once) for seat in sorted({one.seat for one in decisions})]


def _total(seat: int, decisions: Sequence[Decision]) -> SeatTotal:
    verdicts = [one.verdict for one in decisions if one.seat == seat and one.verdict is not None]
    return SeatTotal(
        seat,
        len(verdicts),
        sum(one.is_mistake for one in verdicts),
        sum(one.cost for one in verdicts),
        sqrt(sum(one.error**2 for one in verdicts)),  # deals of different decisions are independent
    )


# --- Reviews with a time budget -------------------------------------------------------------------


class PacedJudge:
    """A judge that fits the number of deals per decision to a time budget.

    The first decision gets the smallest number of deals and is not timed, since it may compile. From
    then on the mean time per deal so far gives the number of deals that the next decision can have. Each
    decision is judged exactly as a judge with that fixed number would; only the number depends on time.

    Args:
        judge_in: makes a judge that samples a given number of deals.
        decisions: the number of decisions to judge.
        seconds: the time budget for all of them.
        least: the smallest number of deals per decision, used even if time is short.
        most: the largest number of deals per decision.
        clock: returns the time in seconds.

    >>> from suitwise.rummy.indian.game import Indian
    >>> from suitwise.rummy.indian.players.judge import IndianJudge
    >>> state, _ = Indian().start().rolled(3, 0)
    >>> judge = PacedJudge(IndianJudge, decisions=2, seconds=0.0, least=2, most=40)
    >>> judge.place(state, ()), judge.verdict(state, state.parse_move("stock")).worlds
    ('turn 1', 2)
    """

    def __init__(
        self,
        judge_in: Callable[[int], Judge],
        decisions: int,
        seconds: float,
        least: int,
        most: int,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._judge_in, self._clock = judge_in, clock
        self._left, self._seconds = decisions, seconds
        self._least, self._most = least, most
        self._start: float | None = None
        self._worlds = 0

    def place(self, state: Any, made: Any) -> str:
        """Return the place of a state in its deal."""
        return self._judge_in(self._least).place(state, made)

    def verdict(self, state: Any, move: Any) -> Verdict | None:
        """Judge a move over as many deals as the time left affords."""
        worlds = self._affordable()
        try:
            return self._judge_in(worlds).verdict(state, move)
        finally:
            self._left -= 1
            if self._start is None:
                self._start = self._clock()
            else:
                self._worlds += worlds

    def _affordable(self) -> int:
        """Return the number of deals that each decision left can have."""
        if self._start is None or not self._worlds:
            return self._least
        spent = self._clock() - self._start
        share = (self._seconds - spent) / max(1, self._left)
        affordable = share * self._worlds / spent if spent > 0 else self._most
        return int(min(self._most, max(self._least, affordable)))


def choices_of(record: Record, seat: int | None = None) -> int:
    """Count the decisions of a record that ``judged`` judges: those with a choice.

    >>> from suitwise.game import load, play
    >>> from suitwise.players import RandomPlayer
    >>> record = play(load("gin").start(), RandomPlayer(1), seed=1)
    >>> choices_of(record), choices_of(record, 0), len(record.moves)
    (121, 60, 171)
    """
    before = zip(record.states(), record.moves, strict=False)
    return sum(
        state.turn >= 0 and seat in (None, state.turn) and state.has_choice for state, _ in before
    )
