"""The Monte Carlo player of Texas 42, and the named players that sample.

Rules page, Solvers and players. For each decision, worlds consistent with the seat's view are drawn and
weighted by how well they explain the others' calls, declaration and plays; all options are compared in
common worlds (``suitwise.players.search``). The value of a play is the chance to prevail by
double-dummy play, which assumes that all seats see all hands; ties are broken by the lead in points in
a rollout by the compiled policy. A call is valued by a rollout of the rest of the auction and of the
hand. Each move has a reason in a sentence, by the figures of the search.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from math import isclose
from typing import Any, NoReturn, TypeAlias

from suitwise.errors import SuitwiseError
from suitwise.foundation.arrays.lazy_numpy import NDArray, np
from suitwise.foundation.seating import SEATS, side
from suitwise.foundation.text.phrases import Phrase, one_of, phrase
from suitwise.foundation.values import Clock
from suitwise.game import Chooser, Game, State
from suitwise.players import search as racing
from suitwise.players.named import NamedBeginner
from suitwise.players.search import Batch, Beliefs, Evaluation, Ints, Lead, Race
from suitwise.players.turns import Advice, on_turn, only_move, stream_of, weighed
from suitwise.texas42.hidden import count_worlds, knowledge_of
from suitwise.texas42.moves import CALL, DECLARE, Move
from suitwise.texas42.picture import declaration_name
from suitwise.texas42.players import search
from suitwise.texas42.players.net import Trained
from suitwise.texas42.players.rule_based import Texas42Player, rule_reason
from suitwise.texas42.players.search import BELIEFS, Worlds
from suitwise.texas42.rules.auction import FIRST_MARK, FIRST_PLUNGE, MOST_MARKS, PASS, call_name
from suitwise.texas42.rules.contracts import MADE, RESULT_TEXT, SET, STRAIGHT, stake_of
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
_Ask: TypeAlias = "Callable[[Worlds], tuple[NDArray[Any], Ints | None]]"
"""Rolls options out in worlds: their worth, and the points that tell equal ones apart."""


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
    beliefs: Beliefs | None = BELIEFS
    auction: bool = True
    seed: int = 0
    threads: int = 1
    caller: Texas42Player | Trained = field(default_factory=Texas42Player)
    _rules: Texas42Player = field(default_factory=Texas42Player, init=False, repr=False)

    def __post_init__(self) -> None:
        """Validate the options."""
        racing.check_limits(self.worlds, MOST_WORLDS, self.seconds)
        if self.threads < 0:
            raise SuitwiseError(f"the threads are 0 or more, not {self.threads}")

    def __call__(self, state: State[Any]) -> Move:
        """Return a move for the seat on turn.

        Raises:
            SuitwiseError: the state is of another game, or no seat is on turn.
        """
        here = on_turn(state, Texas42State, "Texas 42")
        return self.evaluated(here).move if self.searches(here) else self._unsearched(here)(here)

    def advice(self, state: Texas42State) -> Advice:
        """Return a move with its reason.

        Args:
            state: a position in which a seat is on turn.
        """
        if len(state.moves()) == 1:
            return only_move(state)
        if not self.searches(state):
            return self._unsearched(state).advice(state)
        evaluation = self.evaluated(state)
        return Advice(evaluation.move, search_reason(state, evaluation, self._rules(state)))

    def searches(self, state: Texas42State) -> bool:
        """Return whether a decision is searched, not delegated to a player that decides at once."""
        return len(state.moves_but_claim()) > 1 and (self.auction or state.phase != "call")

    def _unsearched(self, state: Texas42State) -> Texas42Player | Trained:
        return self.caller if state.phase == "call" else self._rules

    def evaluated(self, state: Texas42State) -> Evaluation[Move]:
        """Return a move with the values of all options.

        The options are plays, declarations, or calls each with its declaration. The worth of a play or a
        declaration is 1 in a world in which the side on turn prevails; that of a call is in marks, or in
        a match the chance to win it.

        Args:
            state: a position in which a seat is on turn.

        >>> from suitwise.texas42.game import Texas42
        >>> state, _ = Texas42(match="hand").start().rolled(3, 0)
        >>> found = MonteCarlo(worlds=5).evaluated(state)
        >>> str(found.move), found.options[0], found.race.found.shape == (20, len(found.options))
        ('pass', (0, -1), True)
        """
        ask = {"call": self._call, "declare": self._declare}.get(state.phase, self._play)
        return ask(state, Clock(self.seconds))

    # --- The three decisions ----------------------------------------------------------------------

    def _call(self, state: Texas42State, clock: Clock) -> Evaluation[Move]:
        options, values = calls_of(state), np.array(search.worth_of_marks(state))

        def ask(worlds: Worlds) -> tuple[NDArray[Any], None]:
            return values[search.calls_in(state, options, worlds) + MOST_MARKS], None

        most = _IN_AUCTION * self.worlds
        raced = self._raced(state, options, ask, most, clock, racing.lots_in_all(clock, most))
        call = min(options[at][0] for at in _best_of(raced))
        means = raced.means
        mine = [at for at, (one, _) in enumerate(options) if one == call]
        best = max(mine, key=means.__getitem__)
        return Evaluation(Move(CALL + call), options, replace(raced, best=best))

    def _declare(self, state: Texas42State, clock: Clock) -> Evaluation[Move]:
        allowed = [move.declaration for move in state.moves()]
        straight = considered(state.dealt[state.turn])
        options = [one for one in allowed if one in straight or not STRAIGHT >> one & 1]
        ask = partial(search.declarations_in, state, options, threads=self.threads)
        lots = racing.lots_in_all(clock, self.worlds)
        raced = self._raced(state, options, ask, self.worlds, clock, lots)
        best = _best_of(raced)[0]
        return Evaluation(Move(DECLARE + options[best]), options, replace(raced, best=best))

    def _play(self, state: Texas42State, clock: Clock) -> Evaluation[Move]:
        options = [int(move) for move in state.moves_but_claim()]
        ask = partial(search.plays_in, state, options, threads=self.threads)
        lots = clock.lots(self.worlds)
        raced = self._raced(state, options, ask, self.worlds, clock, lots)
        plays = [options[at] for at in _best_of(raced)]
        by_rule = int(self._rules(state)) if len(plays) > 1 else plays[0]
        play = by_rule if by_rule in plays else min(plays, key=lambda one: (COUNT[one], one))
        return Evaluation(Move(play), options, replace(raced, best=options.index(play)))

    def _raced(
        self,
        state: Texas42State,
        options: Sequence[Any],
        ask: _Ask,
        most: int,
        clock: Clock,
        lots: Iterator[int],
    ) -> Race:
        """Return the worth of options in one sample, or in batches until the time is up.

        Args:
            state: the position.
            options: the options.
            ask: rolls them out.
            most: the number of worlds, or of a batch at most.
            clock: the time limit, if any.
            lots: the numbers of worlds of the batches.
        """

        def batch(count: int, stream: int) -> Batch:
            worlds = search.likely_worlds(state, count, self.beliefs, self.seed, stream)
            found, points = ask(worlds)

            def roll(first: int, last: int, _: Ints) -> NDArray[Any]:
                return found[first:last]

            return Batch(worlds.counts, roll, points, worlds.is_exact, worlds.has_more)

        def is_over(so_far: Race) -> bool:
            return self.seconds > 0 and racing.is_clear(
                np.repeat(so_far.found, so_far.counts, axis=0)
            )

        if self.seconds and self._are_few(state, most):
            lots = _until_all(lots, most)
        return racing.race(
            racing.batches(batch, lots, stream_of(state)), len(options), is_over, drops=False
        )

    def _are_few(self, state: Texas42State, most: int) -> bool:
        """Return whether a full batch draws all worlds that there are."""
        worlds = count_worlds(knowledge_of(state, state.turn))
        return worlds <= most * search.drawn_for_one(self.beliefs)


def _until_all(lots: Iterator[int], most: int) -> Iterator[int]:
    """Yield sizes of batches up to the first full one: from few worlds another would be the same."""
    for lot in lots:
        yield lot
        if lot == most:
            return


def _best_of(raced: Race) -> list[int]:
    """Return the options of the greatest worth, with ties broken by the lead in points."""
    means = raced.means
    best = [at for at, mine in enumerate(means) if mine >= max(means) - _SAME]
    if raced.ties is None or len(best) == 1:
        return best
    points = raced.counts @ raced.ties
    return [at for at in best if points[at] == max(points[best])]


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


# --- Reasons --------------------------------------------------------------------------------------
#
# Where the move is that of the rule-based player, its reason is given; else what the search gains, in
# words. The figure behind it is the lead of a call, or the share of deals in which the side prevails.


def search_reason(state: Texas42State, evaluation: Evaluation[Move], rule: Move) -> Phrase:
    """Return the reason for a move that was searched, with its figure.

    Args:
        state: a seat's turn.
        evaluation: the options that the seat compared.
        rule: the move of the rule-based player.
    """
    if state.phase == "call":
        return _call_reason(state, evaluation, rule)
    if state.phase == "declare":
        names: list[Any] = [declaration_name(one) for one in evaluation.options]
        options = [Move(DECLARE + one) for one in evaluation.options]
    else:
        names = [str(Domino(one)) for one in evaluation.options]
        options = [Move(one) for one in evaluation.options]
    race, result = evaluation.race, _aim(state)
    why = _why_searched(state, evaluation, rule, names, options)
    return weighed(why, _share_figure(race, names, result))


def _aim(state: Texas42State) -> Phrase:
    """Return what the side of the seat on turn wants of the contract: made, or set."""
    if state.phase == "declare":
        return RESULT_TEXT[MADE]
    assert state.play is not None
    return RESULT_TEXT[MADE if side(state.turn) == state.play.contract.side else SET]


def _why_searched(
    state: Texas42State,
    evaluation: Evaluation[Move],
    rule: Move,
    names: Sequence[Any],
    options: Sequence[Move],
) -> Phrase:
    """Return the rule, or in words what a declaration or a play gains over that of the rules."""
    race, aim = evaluation.race, _aim(state)
    why = rule_reason(state, evaluation.move)
    is_vague = why.code in _VAGUE or (state.phase == "declare" and evaluation.move != rule)
    if rule in options and evaluation.move != rule:
        other = options.index(rule)
        if _lead(race, other).is_shown:
            more = phrase(
                "texas42.why-more",
                "the contract is {aim} more often than with {other}",
                aim=aim,
                other=names[other],
            )
            if is_vague:
                return more
            return phrase("any.then", "{first}; {second}", first=why, second=more)
    if is_vague and race.means[race.best] >= max(race.means):
        return phrase("texas42.why-most", "with this one the contract is {aim} most often", aim=aim)
    return why


_VAGUE = ("texas42.mc-thumb", "texas42.thumb-lead", "texas42.thumb-theirs")
"""Reasons of the rules that tell less than the search does."""


def _call_reason(state: Texas42State, evaluation: Evaluation[Move], rule: Move) -> Phrase:
    """Return the reason for a call, with its lead over the best other call."""
    race, call = evaluation.race, evaluation.move.call
    means = race.means
    others = [at for at, (one, _) in enumerate(evaluation.options) if one != call]
    if not others:
        lowest = call_name(call)
        return phrase("texas42.mc-forced", "a bid is forced, and {call} is the lowest", call=lowest)
    theirs = max(others, key=means.__getitem__)
    usual = [at for at in others if evaluation.options[at][0] == rule.call]
    why = rule_reason(state, rule)
    if call != rule.call and usual:
        over, name = max(usual, key=means.__getitem__), call_name(call)
        more = phrase("texas42.why-call-close", "in the deals tried {call} does as well", call=name)
        if _lead(race, over).is_shown:
            more = phrase("texas42.why-call", "in the deals tried {call} pays more", call=name)
        why = phrase("any.then", "{first}; {second}", first=why, second=more)
    return weighed(why, _call_figure(state, evaluation, theirs))


def _call_figure(state: Texas42State, evaluation: Evaluation[Move], theirs: int) -> Phrase:
    """Return the lead of a call over the best other one: marks, or the share of matches won."""
    race, means = evaluation.race, evaluation.race.means
    lead = _lead(race, theirs)
    words = {
        "call": _option_name(evaluation, means, race.best),
        "other": _option_name(evaluation, means, theirs),
        "deals": _deals(race),
    }
    if not lead.is_shown:
        return phrase(
            "texas42.figure-call-close", "{call}: {other} is about as good in {deals}", **words
        )
    if state.variant.match == "marks":
        return phrase(
            "texas42.figure-match",
            "{call}: the match is won about {lead} % more often than after {other} in {deals}",
            lead=f"{100 * lead.mean:.1f}",
            **words,
        )
    return phrase(
        "texas42.figure-marks",
        "{call}: about {lead} marks better than {other} in {deals}",
        lead=f"{lead.mean:.2f}",
        **words,
    )


def _option_name(evaluation: Evaluation[Move], means: Sequence[float], option: int) -> Phrase:
    """Return the name of an option's call, with its declaration or all equally good ones."""
    call, declared = evaluation.options[option]
    if call == PASS or declared < 0:
        return call_name(call)
    as_good = (
        other
        for (one, other), mean in zip(evaluation.options, means, strict=True)
        if one == call and isclose(mean, means[option])
    )
    return phrase(
        "texas42.mc-call",
        "{call} with {declaration}",
        call=call_name(call),
        declaration=one_of(map(declaration_name, as_good)),
    )


def _share_figure(race: Race, names: Sequence[Any], aim: Phrase) -> Phrase:
    """Return the shares of deals in which the move and the best other prevail, all hands seen."""
    means = race.means
    share, deals = _percent(means[race.best]), _deals(race)
    others = [at for at in range(len(names)) if at != race.best]
    if not others:
        return phrase(
            "texas42.figure-alone",
            "{aim} in {share} % of {deals}, all hands seen",
            aim=aim,
            share=share,
            deals=deals,
        )
    other = max(others, key=means.__getitem__)
    if race.is_exact or _lead(race, other).is_shown:
        return phrase(
            "texas42.figure-share",
            "{aim} in {share} % of {deals}, all hands seen; {other}: {second} %",
            aim=aim,
            share=share,
            deals=deals,
            other=names[other],
            second=_percent(means[other]),
        )
    return phrase(
        "texas42.figure-share-close",
        "{aim} in {share} % of {deals}, all hands seen; {other}: about as good",
        aim=aim,
        share=share,
        deals=deals,
        other=names[other],
    )


def _lead(race: Race, other: int) -> Lead:
    """Return the lead of the move over another, doubted as the next deal may separate equal moves."""
    ahead = race.found[:, race.best] - race.found[:, other]
    return racing.lead_of(ahead, race.counts, doubt=1 / int(race.counts.sum()))


def _percent(share: float) -> int:
    return round(100 * share)


def _deals(race: Race) -> Phrase:
    """Return the words for the deals examined: a sample, or all possible ones, by likelihood."""
    if race.is_exact:
        return phrase("texas42.mc-all-deals", "all possible deals, the likely ones counting more")
    return phrase("texas42.mc-deals", "{n} likely deals", n=int(race.counts.sum()))


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
    def slip_moves(state: State[Any]) -> Collection[Move]:
        """Return the moves that a slip chooses from: all legal plays."""
        here = on_turn(state, Texas42State, "Texas 42")
        return here.moves_but_claim() if here.phase == "play" else ()


@dataclass(frozen=True, slots=True)
class Sampling:
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
        return self._with(racing.seed_of_seat(seed, stream))

    def _with(self, seed: int) -> Chooser:
        beliefs = BELIEFS if self.beliefs else None
        searched, caller = self.auction == "yes", CALLERS[self.auction]
        return MonteCarlo(self.worlds, self.seconds, beliefs, searched, seed, caller=caller)


def __getattr__(name: str) -> NoReturn:
    """Name the successor of the player that has gone."""
    if name == "Pimc":
        raise ImportError(
            "Pimc has gone: MonteCarlo beats it, in whole hands and in the play alone"
        )
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
