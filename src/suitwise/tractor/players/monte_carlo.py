"""The Monte Carlo player of Tractor: moves tried in worlds that explain what the others did.

For a burial or a play, deals of the hidden cards are drawn that its seat can't tell from the true one;
in the play they are weighed by how well they explain the others' decisions (``worlds``). Each move that
may be good is tried in the same worlds, and the deal played out from it by the compiled policy, for all
four seats (``plays``, ``bids_and_burials``). The result is valued in ranks; moves that fall behind are
dropped, and where it is close more worlds are looked at (``suitwise.players.search``).

It bids as the rule-based player does, by the learnt weights: to search its bids, too, was not shown to
be worth anything. For reviews alone bids are tried likewise.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from suitwise.errors import SuitwiseError
from suitwise.foundation.text.phrases import CardText, Phrase, phrase, signed
from suitwise.foundation.values import Clock
from suitwise.game import Chooser, Game, State
from suitwise.players.named import NamedBeginner
from suitwise.players.search import Beliefs, Evaluation, Race, check_limits, seed_of_seat
from suitwise.players.turns import Advice, on_turn, stream_of
from suitwise.seeds import world_seed
from suitwise.tractor.moves import CARD_MOVES, PASS, Move
from suitwise.tractor.players.bids_and_burials import compare_burials, race_burials, race_calls
from suitwise.tractor.players.plays import LEVEL, Thinking, candidates_of, race_plays
from suitwise.tractor.players.replies import Sight
from suitwise.tractor.players.rule_based import TractorPlayer, why
from suitwise.tractor.players.worlds import BELIEFS
from suitwise.tractor.rules.deck import bits
from suitwise.tractor.solve.workspace import MOST_SOLVED
from suitwise.tractor.state import TractorState

MOST_WORLDS = 10_000
"""The largest number of worlds for a move, or for a batch if a time is given."""


@dataclass(frozen=True, slots=True)
class MonteCarlo:
    """Buries and plays the move with the best mean over weighted worlds, and bids by rule.

    The same view always gets the same move, unless the time is limited.

    Args:
        worlds: the number of worlds in which moves are tried.
        seconds: if above 0, worlds are drawn in lots of up to ``worlds`` until the time is over or the
            choice is clear, for a burial no more than ``worlds`` in all; the choice then depends on
            the machine.
        beliefs: the likelihood model of the worlds; None for uniform ones.
        burials: whether the burial is searched; otherwise it is that of the rule-based player.
        ending: the number of cards a hand from which on the end of a deal is solved; 0 for never.
        seed: 64-bit seed of the worlds.

    Raises:
        SuitwiseError: a number is out of range.

    >>> from suitwise.game import load
    >>> state, _ = load("tractor(match=deal)").start().rolled(seed=1, stream=0)
    >>> print(MonteCarlo(worlds=5)(state))
    pass
    """

    worlds: int = 100
    seconds: float = 0.0
    beliefs: Beliefs | None = BELIEFS
    burials: bool = True
    ending: int = 4
    seed: int = 0
    _rules: TractorPlayer = field(default_factory=TractorPlayer, init=False, repr=False)

    def __post_init__(self) -> None:
        """Validate the options."""
        check_limits(self.worlds, MOST_WORLDS, self.seconds)
        if not 0 <= self.ending <= MOST_SOLVED:
            raise SuitwiseError(
                f"endings of 0 to {MOST_SOLVED} cards a hand are solved, not of {self.ending}"
            )

    def __call__(self, state: State[Any]) -> Move:
        """Return a move for the seat on turn.

        Raises:
            SuitwiseError: the state is of another game, or no seat is on turn.
        """
        here = on_turn(state, TractorState, "Tractor")
        return self.evaluated(here).move if self._searches(here) else self._rules(here)

    def advice(self, state: TractorState) -> Advice:
        """Return a move with its reason: the figures of the search, or a rule."""
        if not self._searches(state):
            move = self._rules(state)
            return Advice(move, why(state, move))
        found = self.evaluated(state)
        return Advice(found.move, reason_of(found.options, found.race))

    def evaluated(self, state: TractorState) -> Evaluation[Move]:
        """Return the best move, and the race of all candidates, the rule-based player's first.

        Bids are searched as well, for reviews; the player itself bids by rule.

        Args:
            state: a position in which a seat is to bid, to bury or to play.
        """
        clock = Clock(self.seconds)
        stream, seed = stream_of(state), world_seed(self.seed)
        thinking = Thinking(self.worlds, clock, self.beliefs, self.ending, seed)
        if state.phase == "bury":
            plans, found = race_burials(state, thinking, stream)
            return _evaluation(map(Move, plans), found)
        first = self._rules(state)
        if state.phase == "bid":
            moves = tuple(dict.fromkeys((first, *state.moves())))
            return _evaluation(moves, race_calls(state, moves, thinking, stream))
        plays = list(dict.fromkeys((first.pile, *candidates_of(Sight(state)))))
        return _evaluation(map(Move, plays), race_plays(state, plays, thinking, stream))

    def compared(self, state: TractorState, moves: Sequence[Move]) -> Evaluation[Move]:
        """Compare legal moves in worlds other than those of ``evaluated``, without elimination.

        So no mean is biased by having stopped the race.

        Args:
            state: a position in which a seat is to bid, to bury or to play.
            moves: the moves.

        >>> from suitwise.game import load
        >>> state, _ = load("tractor(match=deal)").start().rolled(seed=3, stream=0)
        >>> player = MonteCarlo(worlds=5)
        >>> found = player.compared(state, tuple(state.moves()))
        >>> found.race.found.shape == (5, len(state.moves()))
        True
        """
        stream, seed = stream_of(state, b"compared"), world_seed(self.seed)
        thinking = Thinking(self.worlds, Clock(), self.beliefs, self.ending, seed, drops=False)
        if state.phase == "bid":
            return _evaluation(moves, race_calls(state, moves, thinking, stream))
        compare = compare_burials if state.phase == "bury" else race_plays
        found = compare(state, [move.pile for move in moves], thinking, stream)
        return _evaluation(moves, found)

    def _searches(self, state: TractorState) -> bool:
        """Return whether a decision is searched."""
        asked = state.phase == "play" or (state.phase == "bury" and self.burials)
        return asked and len(state.moves_but_claim()) > 1


def _evaluation(moves: Iterable[Move], found: Race) -> Evaluation[Move]:
    options = tuple(moves)
    return Evaluation(options[found.best], options, found)


# --- Reasons --------------------------------------------------------------------------------------


def reason_of(moves: Sequence[Move], race: Race) -> Phrase:
    """Return the reason for the best move: its worth, and its lead over the next.

    All figures are over the deals in which both were tried. If the 95 % interval of the difference
    includes zero, the reason says that both are as good.

    Args:
        moves: the candidates.
        race: their race.

    >>> import numpy as np
    >>> from suitwise.tractor.moves import PASS
    >>> found, often = np.array([[400, 0]] * 50 + [[0, 0]] * 50), np.full(100, 1)
    >>> tried = Race(found, often, np.array([100, 100]), best=0, doubt=150 * 150)
    >>> print(reason_of([PASS, Move.parse("S2")], tried))
    +0.20 levels over 100 deals, 0.20 more than S2, give or take 0.05
    """
    deals = race.counts[: race.used[race.second]]
    told = {
        "worth": levels(int(deals @ race.found[: len(deals), race.best]) / int(deals.sum())),
        "deals": int(deals.sum()),
    }
    if race.second == race.best:
        return phrase("tractor.mc-worth", "{worth} levels over {deals} deals", **told)
    lead = race.lead(race.second)
    told |= {"other": _named(moves[race.second]), "error": levels(lead.margin)[1:]}
    if lead.is_shown:
        return phrase(
            "tractor.mc-leads",
            "{worth} levels over {deals} deals, {lead} more than {other}, give or take {error}",
            lead=levels(lead.mean)[1:],
            **told,
        )
    return phrase(
        "tractor.mc-close",
        "{worth} levels over {deals} deals; {other} is as good, give or take {error}",
        **told,
    )


def _named(move: Move) -> Phrase | CardText:
    return phrase("tractor.advice.pass", "pass") if move == PASS else CardText(move)


def levels(worth: float) -> str:
    """Return a worth in levels, with its sign.

    >>> levels(314.1), levels(-20)
    ('+0.31', '-0.02')
    """
    return signed(worth / LEVEL, 2)


# --- Players by name ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Beginner(NamedBeginner):
    """Rules of thumb with slips: a percentage of its plays are random, of its leads random singles."""

    @staticmethod
    def other() -> TractorPlayer:
        """Return the player that it imitates between slips."""
        return TractorPlayer()

    @staticmethod
    def at_hand(state: State[Any]) -> Collection[Move]:
        """Return the moves that a slip chooses from; no throws, which would cost more than a slip."""
        here = on_turn(state, TractorState, "Tractor")
        if here.phase != "play":
            return ()
        if here.duty is None:
            return [CARD_MOVES[card] for card in bits(here.held[here.turn].once)]
        return here.moves()


@dataclass(frozen=True, slots=True)
class Sampling:
    """The Monte Carlo player with its worlds or time; its parts can be switched off to measure them."""

    worlds: int = 100
    seconds: float = 0.0
    beliefs: bool = True
    burials: bool = True
    ending: int = 4

    def __post_init__(self) -> None:
        self._with(0)

    def seated(self, game: Game[Any], seed: int, stream: int) -> Chooser:
        """Return the player for one seat of one game."""
        return self._with(seed_of_seat(seed, stream))

    def _with(self, seed: int) -> MonteCarlo:
        beliefs = BELIEFS if self.beliefs else None
        return MonteCarlo(self.worlds, self.seconds, beliefs, self.burials, self.ending, seed)
