"""The Monte Carlo player of weighted worlds, its reasons, and the named players of Texas 42.

Rules page, Solvers and players. For each decision, worlds consistent with the seat's view are drawn and
weighted by how well they explain the others' calls, declaration and plays; all options are compared in
common worlds (``players.search``). The value of a play is the chance to prevail by double-dummy play,
which assumes that all seats see all hands; ties are broken by the lead in points in a rollout by the
compiled policy. A call is valued by a rollout of the rest of the auction and of the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import isclose
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.late_numpy import np
from suitwise.foundation.seating import SEATS
from suitwise.foundation.text.phrases import Phrase, one_of, phrase, signed
from suitwise.foundation.values import Clock
from suitwise.game import Chooser, Game, State
from suitwise.players.named import NamedBeginner
from suitwise.players.turns import Advice, is_clear, on_turn
from suitwise.seeds import word
from suitwise.texas42.moves import CALL, DECLARE, Move
from suitwise.texas42.picture import declaration_name
from suitwise.texas42.players.monte_carlo import (
    Pimc,
    compared,
    declared_text,
    lead_of,
    only_move,
    other_shares,
    percent,
    played_text,
    stream_of,
)
from suitwise.texas42.players.net import Trained
from suitwise.texas42.players.rule_based import Texas42Player
from suitwise.texas42.players.search import (
    EVEN,
    Beliefs,
    Figures,
    Judged,
    Worlds,
    judged_calls,
    judged_declarations,
    judged_plays,
    likely_worlds,
    worth_of_marks,
)
from suitwise.texas42.rules.auction import FIRST_MARK, FIRST_PLUNGE, MOST_MARKS, PASS, call_name
from suitwise.texas42.rules.contracts import STRAIGHT, stake_of
from suitwise.texas42.rules.dominoes import COUNT, Domino, dominoes_of
from suitwise.texas42.solve.move_values import considered
from suitwise.texas42.state import Texas42State

MOST_WORLDS = 10_000
"""The largest number of worlds for a move, or for a batch if a time is given."""
_IN_AUCTION = 4
"""The factor of worlds for a call: its outcomes vary more, and calls are few."""
_CONSIDERED = 3
"""The number of straight declarations tried with a call, those that the rule of thumb ranks highest."""
_SAME = 1e-9
"""Tolerance for equal values: sums in a different order differ by less."""


@dataclass(frozen=True, slots=True)
class MonteCarlo:
    """Plays the move with the best mean over weighted worlds; a function of the seat's view.

    Args:
        worlds: the number of worlds kept for a move, four times as many for a call; all of them are
            used if there are no more.
        seconds: if positive, batches of up to ``worlds`` are drawn until the time is up or the choice
            is clear, at most ``worlds`` in all for a declaration and four times as many for a call; the
            choice then depends on the machine.
        beliefs: the likelihood model; None for uniform worlds.
        auction: whether to search calls; otherwise ``caller`` makes them.
        seed: 64-bit seed of the sampling.
        threads: number of solver threads, 0 for all cores; the move doesn't depend on it.
        caller: the player who makes the calls if they are not searched.

    Raises:
        SuitwiseError: a number is out of range.

    >>> from suitwise.texas42.game import Texas42
    >>> state, _ = Texas42(match="hand").start().rolled(3, 0)
    >>> print(MonteCarlo(worlds=5)(state))
    pass
    """

    worlds: int = 100
    seconds: float = 0.0
    beliefs: Beliefs | None = field(default_factory=Beliefs)
    auction: bool = True
    seed: int = 0
    threads: int = 1
    caller: Texas42Player | Trained = field(default_factory=Texas42Player)
    _thumb: Texas42Player = field(default_factory=Texas42Player, init=False, repr=False)

    def __post_init__(self) -> None:
        """Validate the options."""
        if not 1 <= self.worlds <= MOST_WORLDS:
            raise SuitwiseError(f"1 to {MOST_WORLDS:,} worlds are sampled, not {self.worlds}")
        if not self.seconds >= 0:
            raise SuitwiseError(f"the time for a move is 0 seconds or more, not {self.seconds}")
        if self.threads < 0:
            raise SuitwiseError(f"the threads are 0 or more, not {self.threads}")

    def __call__(self, state: State[Any]) -> Move:
        """Return a move for the seat on turn.

        Raises:
            SuitwiseError: the state is of another game, or no seat is on turn.
        """
        here = on_turn(state, Texas42State, "Texas 42")
        return self.judged(here).move if self.searches(here) else self._unsearched(here)(here)

    def advice(self, state: Texas42State) -> Advice:
        """Return a move with its reason.

        Args:
            state: a position in which a seat is on turn.
        """
        if len(state.moves()) == 1:
            return only_move(state)
        if not self.searches(state):
            return self._unsearched(state).advice(state)
        found = self.judged(state)
        return Advice(found.move, reason_of(state, found))

    def searches(self, state: Texas42State) -> bool:
        """Return whether a decision is searched, not delegated to a player that decides at once."""
        return len(state.moves_but_claim()) > 1 and (self.auction or state.phase != "call")

    def _unsearched(self, state: Texas42State) -> Texas42Player | Trained:
        return self.caller if state.phase == "call" else self._thumb

    def judged(self, state: Texas42State) -> Judged:
        """Return a move with the values of all options.

        Args:
            state: a position in which a seat is on turn.
        """
        ask = {"call": self._call, "declare": self._declare}.get(state.phase, self._play)
        return ask(state, Clock(self.seconds))

    # --- The three decisions ----------------------------------------------------------------------

    def _call(self, state: Texas42State, clock: Clock) -> Judged:
        options = calls_of(state)
        asked = partial(judged_calls, state, options)
        most = _IN_AUCTION * self.worlds
        figures, is_exact = self._looked(state, most, clock, asked, in_all=most)
        of_marks = np.array(worth_of_marks(state))[figures.found + MOST_MARKS]
        worth = figures.counts @ of_marks / figures.counts.sum()
        best = _best(worth)
        call = min(options[at][0] for at in best)
        return Judged(Move(CALL + call), options, figures, worth.tolist(), is_exact)

    def _declare(self, state: Texas42State, clock: Clock) -> Judged:
        allowed = [move.declaration for move in state.moves()]
        straight = considered(state.dealt[state.turn])
        options = [one for one in allowed if one in straight or not STRAIGHT >> one & 1]
        asked = partial(judged_declarations, state, options, threads=self.threads)
        figures, is_exact = self._looked(state, self.worlds, clock, asked, in_all=self.worlds)
        worth = figures.shares
        best = _best(worth, figures)
        return Judged(Move(DECLARE + options[best[0]]), options, figures, worth, is_exact)

    def _play(self, state: Texas42State, clock: Clock) -> Judged:
        options = [int(move) for move in state.moves_but_claim()]
        asked = partial(judged_plays, state, options, threads=self.threads)
        figures, is_exact = self._looked(state, self.worlds, clock, asked)
        worth = figures.shares
        plays = [options[at] for at in _best(worth, figures)]
        by_thumb = int(self._thumb(state)) if len(plays) > 1 else plays[0]
        play = by_thumb if by_thumb in plays else min(plays, key=lambda one: (COUNT[one], one))
        return Judged(Move(play), options, figures, worth, is_exact)

    # --- Worlds and worth -------------------------------------------------------------------------

    def _drawn(self, state: Texas42State, count: int, first: int = 0) -> Worlds:
        beliefs = EVEN if self.beliefs is None else self.beliefs
        return likely_worlds(state, count, beliefs, self.seed, stream_of(state), first)

    def _looked(
        self,
        state: Texas42State,
        worlds: int,
        clock: Clock,
        ask: Callable[[Worlds], Figures],
        in_all: int = 0,
    ) -> tuple[Figures, bool]:
        """Return the figures of one sample, or of batches until the time is up, and whether it is exact.

        Args:
            state: the position.
            worlds: the number of worlds, or of a batch at most.
            clock: the time limit, if any.
            ask: returns the figures of some worlds.
            in_all: with a time limit, the largest number of worlds in all; 0 for no limit.
        """
        figures, done = None, 0
        for lot in clock.lots(worlds):
            drawn = self._drawn(state, min(lot, in_all - done) if in_all else lot, done)
            found = ask(drawn)
            # If worlds are few, all are weighted, and the larger batch replaces those before it.
            figures = figures.with_more(found) if figures and drawn.has_more else found
            done = done + lot if drawn.has_more else 0
            is_whole = drawn.is_exact or (lot == worlds and not drawn.has_more)
            if is_whole or self._is_clear(figures) or (in_all and done >= in_all):
                break
        assert figures is not None
        return figures, drawn.is_exact

    def _is_clear(self, figures: Figures) -> bool:
        return is_clear(np.repeat(figures.found, figures.counts, axis=0))


def calls_of(state: Texas42State, made: int = PASS) -> list[tuple[int, int]]:
    """Return the calls to examine, each with its declaration, or -1 for that of the policy.

    The last caller can't be outbid, so of his calls for the same marks only the lowest is examined.

    Args:
        state: a seat's turn to call.
        made: a call to include in any case.
    """
    straight = considered(state.dealt[state.turn], _CONSIDERED)
    specials = [int(declared) for declared in dominoes_of(state.variant.specials)]
    is_last = len(state.calls) == len(SEATS) - 1
    stakes = set[int]()
    found: list[tuple[int, int]] = []
    for move in state.moves():
        call = move.call
        if call == PASS or call >= FIRST_PLUNGE:
            found.append((call, -1))
            continue
        stake = stake_of(call)
        if call == made or not (is_last and stake in stakes):
            found += [(call, declared) for declared in straight]
        stakes.add(stake)
        found += [(call, declared) for declared in specials if call >= FIRST_MARK]
    return found


def _best(worth: Sequence[float], figures: Figures | None = None) -> list[int]:
    """Return the options of the greatest value, with ties broken by the lead in points."""
    best = [at for at, mine in enumerate(worth) if mine >= max(worth) - _SAME]
    if figures is None or len(best) == 1:
        return best
    points = figures.counts @ figures.points
    return [at for at in best if points[at] == max(points[best])]


# --- Reasons --------------------------------------------------------------------------------------


def reason_of(state: Texas42State, judged: Judged) -> Phrase:
    """Return the reason for an evaluated move."""
    if state.phase == "call":
        return _called(state, judged)
    if state.phase == "declare":
        return declared_text(judged.move, _shares(judged, [*map(declaration_name, judged.options)]))
    return played_text(state, _shares(judged, [str(Domino(one)) for one in judged.options]))


# --- Reasons for calls ----------------------------------------------------------------------------


def _called(state: Texas42State, judged: Judged) -> Phrase:
    """Return the reason for a call: its value, and its lead over the best other one, if significant."""
    best: dict[int, int] = {}
    for at, (call, _) in enumerate(judged.options):
        if call not in best or judged.worth[at] > judged.worth[best[call]]:
            best[call] = at
    mine = best.pop(judged.move.call)
    if not best:
        call = call_name(judged.move.call)
        return phrase("texas42.mc-forced", "a bid is forced, and {call} is the lowest", call=call)
    theirs = max(best.values(), key=judged.worth.__getitem__)
    worth = np.array(worth_of_marks(state))[judged.figures.found + MOST_MARKS]
    lead, error = lead_of(worth[:, mine] - worth[:, theirs], judged.figures.counts)
    told = {
        "call": _named(judged, mine),
        "deals": _deals(judged),
        "other": _named(judged, theirs),
    }
    if state.variant.match == "marks":
        return _in_match(judged.worth[mine], lead, error, told)
    return _in_marks(judged.worth[mine], lead, error, told)


def _in_match(chance: float, lead: float, error: float, told: dict[str, Phrase]) -> Phrase:
    """Return the words for the value of a call as a chance to win the match."""
    share = percent(chance)
    if lead > error:
        return phrase(
            "texas42.mc-match-leads",
            "{call} wins the match in {share} % of {deals}, later hands taken as even, {lead} % more "
            "than {other}, give or take {error} %",
            share=share,
            lead=f"{100 * lead:.1f}",
            error=f"{100 * error:.1f}",
            **told,
        )
    return phrase(
        "texas42.mc-match-close",
        "{call} wins the match in {share} % of {deals}, later hands taken as even; {other} is as good, "
        "give or take {error} %",
        share=share,
        error=f"{100 * error:.1f}",
        **told,
    )


def _in_marks(marks: float, lead: float, error: float, told: dict[str, Phrase]) -> Phrase:
    """Return the words for the value of a call in marks."""
    if lead > error:
        return phrase(
            "texas42.mc-marks-leads",
            "{call} comes to {marks} marks over {deals}, {lead} more than {other}, give or take {error}",
            marks=signed(marks, 2),
            lead=f"{lead:.2f}",
            error=f"{error:.2f}",
            **told,
        )
    return phrase(
        "texas42.mc-marks-close",
        "{call} comes to {marks} marks over {deals}; {other} is as good, give or take {error}",
        marks=signed(marks, 2),
        error=f"{error:.2f}",
        **told,
    )


def _named(judged: Judged, option: int) -> Phrase:
    """Return the name of an option's call, with its declaration or all equally good ones."""
    call, declared = judged.options[option]
    if call == PASS or declared < 0:
        return call_name(call)
    as_good = (
        other
        for (one, other), worth in zip(judged.options, judged.worth, strict=True)
        if one == call and isclose(worth, judged.worth[option])
    )
    return phrase(
        "texas42.mc-call",
        "{call} with {declaration}",
        call=call_name(call),
        declaration=one_of(map(declaration_name, as_good)),
    )


# --- Reasons for declarations and plays -----------------------------------------------------------


def _shares(judged: Judged, names: list[str] | list[Phrase]) -> Phrase:
    """Return the words for the shares of deals in which the move and the best others prevail."""
    at = [int(option) for option in judged.options].index(_option_of(judged))
    others = other_shares(dict(zip(names, judged.worth, strict=True)), names[at])
    said = phrase(
        "texas42.mc-seen",
        "in {share} % of {deals}, all hands seen; {others}",
        share=percent(judged.worth[at]),
        deals=_deals(judged),
        others=others,
    )
    if judged.is_exact or not others:
        return said
    figures, other = judged.figures, others[0].params["move"]
    ahead = figures.found[:, at] - figures.found[:, names.index(other)]
    return compared(said, other, ahead, figures.counts)


def _option_of(judged: Judged) -> int:
    move = judged.move
    return move.declaration if move.declaration >= 0 else int(move)


def _deals(judged: Judged) -> Phrase:
    """Return the words for the deals examined: a sample, or all possible ones, by likelihood."""
    if judged.is_exact:
        return phrase("texas42.mc-all-deals", "all possible deals, the likely ones counting more")
    return phrase("texas42.mc-deals", "{n} likely deals", n=int(judged.figures.counts.sum()))


# --- Players by name ------------------------------------------------------------------------------

CALLERS: Mapping[str, Texas42Player | Trained] = {
    "yes": Texas42Player(),
    "no": Texas42Player(),
    "net": Trained(),
}
"""The caller of ``mc`` if it doesn't search calls, by its option ``auction``."""


@dataclass(frozen=True, slots=True)
class Beginner(NamedBeginner):
    """Rules of thumb with slips: a percentage of its dominoes are random legal ones."""

    @staticmethod
    def other() -> Texas42Player:
        """Return the player that it imitates between slips."""
        return Texas42Player()

    @staticmethod
    def at_hand(state: Texas42State) -> Collection[Move]:
        """Return the moves that a slip chooses from: all legal plays."""
        return state.moves_but_claim() if state.phase == "play" else ()


@dataclass(frozen=True, slots=True)
class Sampling:
    """Perfect-information Monte Carlo, with its worlds or time and its objective."""

    worlds: int = 50
    objective: str = "make"
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self._with(0)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return self._with(word(seed, stream, 0) << 32 | word(seed, stream, 1))

    def _with(self, seed: int) -> Chooser:
        seconds = self.seconds or None
        return Pimc(self.worlds, self.objective, seconds, seed)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Likely:
    """The Monte Carlo player of weighted worlds; its parts can be switched off to measure them.

    Args:
        worlds: the number of worlds for a move.
        seconds: the time for a move; 0 for no time limit.
        beliefs: whether to weight worlds by the others' decisions.
        auction: ``yes`` searches calls, ``no`` leaves them to ``rules``, ``net`` to the trained player.
    """

    worlds: int = 100
    seconds: float = 0.0
    beliefs: bool = True
    auction: str = "yes"

    def __post_init__(self) -> None:
        if self.auction not in CALLERS:
            raise SuitwiseError(f"the auction is 'yes', 'no' or 'net', not {self.auction!r}")
        self._with(0)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return self._with(word(seed, stream, 0) << 32 | word(seed, stream, 1))

    def _with(self, seed: int) -> Chooser:
        beliefs = Beliefs() if self.beliefs else None
        searched, caller = self.auction == "yes", CALLERS[self.auction]
        return MonteCarlo(self.worlds, self.seconds, beliefs, searched, seed, caller=caller)
